//! A document: what a report says, apart from how it is shown. Builders make
//! documents out of a report's facts in a language; renderers make text whose
//! columns line up, HTML that needs nothing else, and CSV of its tables.
//!
//! The words of documents stand in the catalogue (`messages/LANG`); where they are
//! printed their key is named.

mod csv;
mod fitted;
mod html;
mod text;

pub use self::csv::{Decimals, csv};
pub use html::{
    STYLE, attribute, blocks as html_blocks, body as html_body, escape, folding_rows, html,
    push_attribute, rows as html_rows,
};
pub use text::{anothers, table_text, text};

use super::game::board;
use super::plot::Days;
pub use super::width::Align;
use super::width::cut;
use crate::chess::{Coords, Position, Side};
use crate::language::Language;
use std::borrow::Cow;

/// A report as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The language its words are in.
    pub language: Language,
    /// Its title.
    pub title: String,
    /// Lines under the title.
    pub subtitle: Vec<String>,
    /// Its parts in their order.
    pub sections: Vec<DocumentSection>,
    /// Most columns of its text, where it stands in letters too.
    pub columns: Option<usize>,
}

/// A part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentSection {
    /// Its title; empty where it has none.
    pub title: String,
    /// A name for links within the document, in ASCII; empty where it has none.
    pub anchor: String,
    /// On paper it begins a sheet of its own.
    pub on_new_sheet: bool,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A title within a section.
    Heading(String),
    /// Running text.
    Paragraph(String),
    /// Points of a list.
    List(Vec<String>),
    /// Names and what they are: `Arbiter  Орлов П.`.
    Facts(Vec<(String, String)>),
    /// Things to do or to know, each with a head, what there is to say of it, and
    /// lines to copy.
    Items(Vec<Item>),
    /// A table.
    Table(Table),
    /// Drawings side by side.
    Figures(Gallery),
    /// A remark.
    Note(Note),
    /// Lines that stand as they are: a form, a board, a command.
    Preformatted(String),
    /// Lines to be signed by hand.
    Signatures(Vec<Signature>),
}

/// A line to be signed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// As what he signs.
    pub office: String,
    /// His name; empty where it is written by hand too.
    pub name: String,
    /// What stands under the line.
    pub below: String,
}

/// A thing to do or to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// What it is, in one line.
    pub head: String,
    /// What there is to say of it.
    pub lines: Vec<String>,
    /// Words of others: in plain text each of their lines stands behind the mark by which they
    /// are known where they come back in a letter.
    pub words: Vec<String>,
    /// Lines to copy, in a type of fixed width.
    pub commands: Vec<String>,
}

/// A remark, and how loud it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How loud.
    pub tone: Tone,
    /// What it says.
    pub text: String,
}

/// How loud something is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Like all the rest.
    #[default]
    Plain,
    /// Of less weight: a row of one who has left.
    Quiet,
    /// To be seen first: time over, a term that runs out.
    Loud,
}

/// Whether drawings are seen where a document goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawings {
    /// A page or paper.
    Seen,
    /// Text: those of which it says nothing need not be made.
    Told,
}

/// Drawings side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gallery {
    /// How the drawings are read; left out where none can be shown.
    pub legend: String,
    /// The drawings.
    pub figures: Vec<Figure>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// What is drawn.
    pub picture: Picture,
    /// A line under it.
    pub caption: String,
    /// What it shows in lines of text, for where no drawing can be shown; empty: nothing.
    pub text: String,
    /// Takes the whole width; else several stand side by side.
    pub wide: bool,
}

/// What is drawn in a figure. A report on many games has a board of each and its days, which
/// only pages show: they are drawn where they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A whole `<svg>` element with a title of its own. Its colours are attributes,
    /// so that it stands alone; classes let a page recolour it for the dark.
    Svg(String),
    /// A position, seen from White.
    Board {
        /// The position.
        position: Box<Position>,
        /// From where to where the last move went; file and rank from 0.
        last: Option<(Coords, Coords)>,
        /// Unique in the page.
        id: String,
        /// What its title says before the position in FEN.
        title: String,
    },
    /// The days that both sides of a game have used.
    Days(Box<Days>),
}

impl Default for Picture {
    fn default() -> Picture {
        Picture::Svg(String::new())
    }
}

impl Picture {
    /// The `<svg>` element.
    pub fn svg(&self) -> Cow<'_, str> {
        match self {
            Picture::Svg(svg) => Cow::Borrowed(svg),
            Picture::Days(days) => Cow::Owned(days.svg()),
            Picture::Board {
                position,
                last,
                id,
                title,
            } => {
                let title = format!("{title}: {}", position.fen());
                Cow::Owned(board(position, Side::White, *last, (id, &title)))
            }
        }
    }
}

/// What becomes of a table on a narrow screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Narrow {
    /// It scrolls inside a box of its own: its columns must be compared.
    #[default]
    Scroll,
    /// Each row becomes a card with the columns' labels: rows are read one by one.
    Cards,
    /// Each row becomes a running line: lists that are looked through, not compared.
    Lines,
    /// Each row becomes its key with what stays beside it, below that its marks in one
    /// strip, below that the rest, small: a cross-table.
    Strip,
}

/// Where the cells of a column stand once a row is a strip ([`Narrow::Strip`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripPlace {
    /// Below the marks, small, with the column's label.
    #[default]
    Below,
    /// On the first line, beside the key.
    Beside,
    /// In the strip. Such columns are narrow on a desk too.
    Mark,
}

/// A table. Every row has a cell for every column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Its name for programs, in ASCII: a CSV file is called so.
    pub name: String,
    /// What stands above it; empty where the section's title says it.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Lines of titles above the columns' own, each title with the number of
    /// columns it stands over. A line end in a title says where text may break it.
    pub groups: Vec<Vec<(String, usize)>>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Remarks below it.
    pub notes: Vec<String>,
    /// Lines between its columns, as the forms of the rules have them.
    pub ruled: bool,
    /// It is filled in with a pen: on paper its empty cells have room for that.
    pub by_hand: bool,
    /// What becomes of it on a narrow screen.
    pub narrow: Narrow,
    /// On paper it stands on one sheet, where one can hold it.
    pub whole: bool,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// Its title where it stands alone, without the groups above it: in a card, in
    /// a CSV file. Empty: the title.
    pub label: String,
    /// Where its cells stand.
    pub align: Align,
    /// Its cells name the row: the player, the game.
    pub is_key: bool,
    /// Its cells are sentences: in text they are broken, so that the table stays narrow.
    pub wraps: bool,
    /// In text it stands close to the column before it: one of many marks in a row.
    pub tight: bool,
    /// In text its cells have at most so many columns.
    pub most: Option<usize>,
    /// Where its cells stand once a row is a strip.
    pub strip: StripPlace,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// How loud it is.
    pub tone: Tone,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What is shown.
    pub text: String,
    /// What a spreadsheet gets, where it is not what is shown: `0.5` for `½`.
    pub value: Option<String>,
    /// Where a page leads from here; only within the site, or https.
    pub link: Option<String>,
    /// What a page says of it to who points at it: whose game a mark is. Empty: nothing.
    pub hint: String,
    /// How loud it is.
    pub tone: Tone,
}

impl Document {
    /// A document without a section.
    pub fn new(language: Language, title: impl Into<String>) -> Document {
        Document {
            language,
            title: title.into(),
            subtitle: Vec::new(),
            sections: Vec::new(),
            columns: None,
        }
    }

    /// The document as one whose text has at most so many columns. Its tables have
    /// one line of groups at most, and a key column, which takes the room there is.
    pub fn fitting(mut self, columns: usize) -> Document {
        self.columns = Some(columns);
        self
    }

    /// The document with one more line under its title.
    pub fn with_subtitle(mut self, line: impl Into<String>) -> Document {
        self.subtitle.push(line.into());
        self
    }

    /// Adds a section that has something in it.
    pub fn push(&mut self, section: DocumentSection) {
        if !section.blocks.is_empty() {
            self.sections.push(section);
        }
    }

    /// All tables in their order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let blocks = self.sections.iter().flat_map(|s| &s.blocks);
        blocks.filter_map(|b| match b {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }
}

impl DocumentSection {
    /// A section without a title.
    pub fn untitled() -> DocumentSection {
        DocumentSection::default()
    }

    /// A section with a title.
    pub fn new(title: impl Into<String>) -> DocumentSection {
        DocumentSection {
            title: title.into(),
            ..DocumentSection::default()
        }
    }

    /// The section with a name for links, in ASCII.
    pub fn anchored(mut self, anchor: &str) -> DocumentSection {
        self.anchor = anchor.to_owned();
        self
    }

    /// The section on a sheet of its own.
    pub fn on_new_sheet(mut self) -> DocumentSection {
        self.on_new_sheet = true;
        self
    }

    /// Adds a title within the section.
    pub fn heading(&mut self, text: impl Into<String>) -> &mut DocumentSection {
        self.block(Block::Heading(text.into()))
    }

    /// Adds running text.
    pub fn paragraph(&mut self, text: impl Into<String>) -> &mut DocumentSection {
        self.block(Block::Paragraph(text.into()))
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<String>) -> &mut DocumentSection {
        let text = text.into();
        let tone = Tone::Plain;
        self.block(Block::Note(Note { tone, text }))
    }

    /// Adds a remark that must be seen.
    pub fn warning(&mut self, text: impl Into<String>) -> &mut DocumentSection {
        let text = text.into();
        let tone = Tone::Loud;
        self.block(Block::Note(Note { tone, text }))
    }

    /// Adds names and what they are; nothing where there are none.
    pub fn facts(&mut self, facts: Vec<(String, String)>) -> &mut DocumentSection {
        if facts.is_empty() {
            return self;
        }
        self.block(Block::Facts(facts))
    }

    /// Adds a table; one without rows is left out.
    pub fn table(&mut self, table: Table) -> &mut DocumentSection {
        if table.rows.is_empty() {
            return self;
        }
        self.block(Block::Table(table))
    }

    /// Adds drawings; nothing where there are none.
    pub fn figures(&mut self, legend: &str, figures: Vec<Figure>) -> &mut DocumentSection {
        if figures.is_empty() {
            return self;
        }
        let legend = legend.to_owned();
        self.block(Block::Figures(Gallery { legend, figures }))
    }

    /// Adds lines that stand as they are.
    pub fn preformatted(&mut self, text: impl Into<String>) -> &mut DocumentSection {
        self.block(Block::Preformatted(text.into()))
    }

    /// Adds lines to be signed.
    pub fn signatures(&mut self, all: Vec<Signature>) -> &mut DocumentSection {
        self.block(Block::Signatures(all))
    }

    /// Adds any block.
    pub fn block(&mut self, block: Block) -> &mut DocumentSection {
        self.blocks.push(block);
        self
    }
}

impl Table {
    /// A table without rows.
    pub fn new(name: &str, columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            name: name.to_owned(),
            columns: columns.into_iter().collect(),
            ..Table::default()
        }
    }

    /// The table with lines between its columns.
    pub fn ruled(mut self) -> Table {
        self.ruled = true;
        self
    }

    /// The table as one that is filled in with a pen.
    pub fn by_hand(mut self) -> Table {
        self.by_hand = true;
        self
    }

    /// The table as one whose rows become cards on a narrow screen.
    pub fn in_cards(mut self) -> Table {
        self.narrow = Narrow::Cards;
        self
    }

    /// The table as one whose rows become running lines on a narrow screen.
    pub fn in_lines(mut self) -> Table {
        self.narrow = Narrow::Lines;
        self
    }

    /// The table as one whose rows become strips of marks on a narrow screen.
    pub fn in_strips(mut self) -> Table {
        self.narrow = Narrow::Strip;
        self
    }

    /// The table as one that is not parted between two sheets without need.
    pub fn whole(mut self) -> Table {
        self.whole = true;
        self
    }

    /// The table with a title above it.
    pub fn captioned(mut self, caption: impl Into<String>) -> Table {
        self.caption = caption.into();
        self
    }

    /// Adds a line of titles above the columns' own, below the lines added before.
    pub fn group<S: Into<String>>(&mut self, titles: impl IntoIterator<Item = (S, usize)>) {
        let titles = titles.into_iter().map(|(t, span)| (t.into(), span.max(1)));
        self.groups.push(titles.collect());
    }

    /// Adds a row. Missing cells are empty, superfluous ones are dropped.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) -> &mut Row {
        let mut cells: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.columns.len(), Cell::default());
        let tone = Tone::Plain;
        self.rows.push(Row { cells, tone });
        let last = self.rows.len() - 1;
        // Just pushed: there is a last row.
        #[expect(clippy::indexing_slicing, reason = "the row was just pushed")]
        &mut self.rows[last]
    }

    /// Adds a remark below it.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

impl Column {
    fn aligned(title: impl Into<String>, align: Align) -> Column {
        Column {
            title: title.into(),
            align,
            ..Column::default()
        }
    }

    /// A column of words.
    pub fn left(title: impl Into<String>) -> Column {
        Column::aligned(title, Align::Left)
    }

    /// A column of figures.
    pub fn right(title: impl Into<String>) -> Column {
        Column::aligned(title, Align::Right)
    }

    /// A column of marks.
    pub fn center(title: impl Into<String>) -> Column {
        Column::aligned(title, Align::Center)
    }

    /// The column with another title for where it stands alone, on one line.
    pub fn label(mut self, label: impl Into<String>) -> Column {
        self.label = label.into().replace('\n', " ");
        self
    }

    /// The column as the one whose cells name their row.
    pub fn key(mut self) -> Column {
        self.is_key = true;
        self
    }

    /// The column as one of sentences.
    pub fn wrapping(mut self) -> Column {
        self.wraps = true;
        self
    }

    /// The column as one whose cells are cut in text; a page has room for all of them.
    pub fn at_most(mut self, columns: usize) -> Column {
        self.most = Some(columns);
        self
    }

    /// The column as one of marks, once a row is a strip.
    pub fn mark(mut self) -> Column {
        self.strip = StripPlace::Mark;
        self
    }

    /// The column as one beside the key, once a row is a strip.
    pub fn beside(mut self) -> Column {
        self.strip = StripPlace::Beside;
        self
    }

    /// What a text shows of a cell.
    pub fn in_text<'c>(&self, cell: &'c Cell) -> Cow<'c, str> {
        match self.most {
            Some(most) => Cow::Owned(cut(&cell.text, most)),
            None => Cow::Borrowed(&cell.text),
        }
    }

    /// The column close to the one before it.
    pub fn tight(mut self) -> Column {
        self.tight = true;
        self
    }

    /// Its title where it stands alone.
    pub fn alone(&self) -> &str {
        if self.label.is_empty() {
            &self.title
        } else {
            &self.label
        }
    }
}

impl Cell {
    /// A cell that shows a text.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            ..Cell::default()
        }
    }

    /// The cell with another value for spreadsheets.
    pub fn value(mut self, value: impl Into<String>) -> Cell {
        self.value = Some(value.into());
        self
    }

    /// The cell as a link.
    pub fn link(mut self, to: impl Into<String>) -> Cell {
        self.link = Some(to.into());
        self
    }

    /// The cell with a word for who points at it.
    pub fn hint(mut self, hint: impl Into<String>) -> Cell {
        self.hint = hint.into();
        self
    }

    /// The cell, so loud.
    pub fn tone(mut self, tone: Tone) -> Cell {
        self.tone = tone;
        self
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::new(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::new(text)
    }
}

#[cfg(test)]
mod tests;
