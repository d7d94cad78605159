//! A table on paper: as wide as it must be, its titles again on every sheet.

use super::fonts::{Face, Fonts, composed};
use super::ink::{BAND, INK, LOUD, QUIET, TextStyle};
use super::sheet::{Pages, SheetSize};
use crate::report::document::{Cell, Row, Table, Tone};
use crate::report::width::{Align, one_line};
use krilla::geom::Point;

/// Room beside a cell's text, and above and below it.
const BESIDE: f32 = 3.0;
const ABOVE: f32 = 2.0;
/// Room for a section's title above a table.
const TITLE: f32 = 24.0;
/// Sizes tried one after the other, until everything fits on one line a row.
const SIZES: [f32; 4] = [9.0, 8.5, 8.0, 7.5];
/// Sizes tried after these, with cells of several lines.
const SMALLER: [f32; 6] = [8.0, 7.5, 7.0, 6.5, 6.0, 5.5];
/// A column of words need not be wider than this before its cells are broken.
const WORDS: f32 = 100.0;
/// A word is not broken while it is narrower than this.
const WORD: f32 = 90.0;

/// A cell that is filled in with a pen is so wide at least, and one for words so; it has so
/// many lines.
const HAND: f32 = 54.0;
const HAND_WORDS: f32 = 150.0;
const HAND_LINES: usize = 2;

/// How wide the columns are, and in which size they are set.
struct Plan {
    size: f32,
    widths: Vec<f32>,
}

/// What a column asks for: to hold its widest word, and every cell on one line.
#[derive(Clone, Copy, Default)]
struct WishedWidth {
    least: f32,
    most: f32,
}

/// Whether a table asks for paper across.
pub fn is_wide(table: &Table, fonts: &Fonts) -> bool {
    let wishes = wishes(table, fonts, 8.0);
    let wide: f32 = wishes.iter().map(|w| w.most.min(WORDS.max(w.least))).sum();
    wide > SheetSize::UPRIGHT.room()
}

/// How much room a table asks for where it begins: all that it takes, if it is to stand
/// whole and a sheet of its own can hold it below a title; else none.
pub fn together(pages: &Pages<'_>, table: &Table) -> f32 {
    if !table.whole {
        return 0.0;
    }
    let plan = plan(table, pages);
    let head = TitleLines::of(table, &plan, pages.fonts);
    let rows = table.rows.iter();
    let rows = rows.map(|row| laid(row, table, &plan, pages.fonts).height(&plan));
    let all = head.height() + rows.sum::<f32>();
    if all + TITLE <= pages.whole() {
        all
    } else {
        0.0
    }
}

/// Puts the table on paper.
pub fn table(pages: &mut Pages<'_>, table: &Table) {
    let plan = plan(table, pages);
    let head = TitleLines::of(table, &plan, pages.fonts);
    let rows: Vec<Laid> = table
        .rows
        .iter()
        .map(|row| laid(row, table, &plan, pages.fonts))
        .collect();
    let caption = one_line(&table.caption);
    let first = rows.first().map_or(0.0, |r| r.height(&plan));
    let above = if caption.is_empty() { 0.0 } else { 16.0 };
    // A title is not left alone at the foot of a sheet.
    pages.need(above + head.height() + first.min(120.0));
    if !caption.is_empty() {
        let style = TextStyle {
            face: Face::Bold,
            size: 9.5,
            colour: INK,
        };
        pages.flow(0.0, style, &caption);
        pages.advance(2.0);
    }
    head.draw(pages, table, &plan);
    for row in &rows {
        body(pages, table, &plan, &head, row);
    }
    for note in &table.notes {
        let style = TextStyle {
            face: Face::Regular,
            size: 8.0,
            colour: QUIET,
        };
        pages.advance(2.0);
        pages.flow(0.0, style, &one_line(note));
    }
}

/// A row, over the foot of a sheet if it is longer than what is left of it.
fn body(pages: &mut Pages<'_>, table: &Table, plan: &Plan, head: &TitleLines, row: &Laid) {
    let leading = plan.leading();
    let lines = row.lines();
    let mut from = 0;
    if pages.below() < row.height(plan) {
        let longest = pages.whole() - head.height();
        if row.height(plan) <= longest || pages.below() < 4.0 * leading {
            pages.turn();
            head.draw(pages, table, plan);
        }
    }
    while from < lines {
        let room = ((pages.below() - 2.0 * ABOVE) / leading).floor().max(1.0);
        let mut upto = from;
        while upto < lines && count(upto - from) < room {
            upto += 1;
        }
        row.draw(pages, table, plan, from, upto);
        from = upto;
        if from < lines {
            pages.turn();
            head.draw(pages, table, plan);
        }
    }
}

impl Plan {
    fn leading(&self) -> f32 {
        self.size * 1.25
    }

    fn whole(&self) -> f32 {
        self.widths.iter().sum()
    }

    /// Where a column begins, seen from the first.
    fn left(&self, column: usize) -> f32 {
        self.widths.iter().take(column).sum()
    }

    fn over(&self, column: usize, span: usize) -> f32 {
        self.widths.iter().skip(column).take(span).sum()
    }
}

fn plan(table: &Table, pages: &Pages<'_>) -> Plan {
    let room = pages.room();
    for size in SIZES {
        let wishes = wishes(table, pages.fonts, size);
        if wishes.iter().map(|w| w.most).sum::<f32>() <= room {
            let whole: f32 = wishes.iter().map(|w| w.most).sum();
            let wider = if table.by_hand { room / whole } else { 1.0 };
            let widths = wishes.iter().map(|w| w.most * wider).collect();
            return Plan { size, widths };
        }
    }
    let mut last = Vec::new();
    for size in SMALLER {
        let wishes = wishes(table, pages.fonts, size);
        let least: f32 = wishes.iter().map(|w| w.least).sum();
        if least <= room {
            return Plan {
                size,
                widths: shared(&wishes, room),
            };
        }
        last = wishes;
    }
    // Too many columns for any paper: words are broken.
    let least: f32 = last.iter().map(|w| w.least).sum();
    let size = SMALLER.last().copied().unwrap_or(6.0);
    let widths = last.iter().map(|w| w.least * room / least).collect();
    Plan { size, widths }
}

/// What is left after every column has its least goes to those that ask for more:
/// each gets the same, but none more than it asks for.
fn shared(wishes: &[WishedWidth], room: f32) -> Vec<f32> {
    let mut widths: Vec<f32> = wishes.iter().map(|w| w.least).collect();
    // Each round satisfies a column or gives everything away.
    for _ in 0..=wishes.len() {
        let left = room - widths.iter().sum::<f32>();
        let open: Vec<usize> = (0..widths.len())
            .filter(|i| wanting(wishes, &widths, *i) > 0.1)
            .collect();
        if open.is_empty() || left < 0.5 {
            break;
        }
        let share = left / count(open.len());
        for i in open {
            let more = wanting(wishes, &widths, i).min(share);
            if let Some(width) = widths.get_mut(i) {
                *width += more;
            }
        }
    }
    widths
}

fn wanting(wishes: &[WishedWidth], widths: &[f32], column: usize) -> f32 {
    let wish = wishes.get(column).map_or(0.0, |w| w.most);
    wish - widths.get(column).copied().unwrap_or(wish)
}

fn wishes(table: &Table, fonts: &Fonts, size: f32) -> Vec<WishedWidth> {
    let mut wishes = vec![WishedWidth::default(); table.columns.len()];
    let mut ask = |column: usize, least: f32, most: f32| {
        if let Some(wish) = wishes.get_mut(column) {
            wish.least = wish.least.max(least + 2.0 * BESIDE);
            wish.most = wish.most.max(most + 2.0 * BESIDE).max(wish.least);
        }
    };
    let widest = |face: Face, text: &str| {
        text.split(' ')
            .map(|w| fonts.width(face, size, w))
            .fold(0.0, f32::max)
    };
    for row in &table.rows {
        for (column, cell) in row.cells.iter().enumerate() {
            let text = composed(&one_line(&cell.text));
            let face = style(row, cell, size).face;
            let whole = fonts.width(face, size, &text);
            // What is short stays on one line: figures, dates, codes.
            let short = size * 6.0;
            let least = if whole <= short {
                whole
            } else {
                widest(face, &text).min(WORD).max(short)
            };
            ask(column, least, whole);
        }
    }
    for (number, column) in table.columns.iter().enumerate().filter(|_| table.by_hand) {
        let empty = |row: &Row| row.cells.get(number).is_some_and(|c| c.text.is_empty());
        match (column.wraps, table.rows.iter().any(empty)) {
            (true, _) => ask(number, HAND_WORDS, HAND_WORDS),
            (false, true) => ask(number, HAND, HAND),
            (false, false) => {}
        }
    }
    let own = table.columns.iter().map(|c| (c.title.as_str(), 1));
    let lines = table.groups.iter().map(|g| {
        let titles = g.iter().map(|(t, n)| (t.as_str(), *n));
        titles.collect::<Vec<_>>()
    });
    let lines: Vec<Vec<(&str, usize)>> = lines.chain([own.collect()]).collect();
    for line in &lines {
        let mut column = 0;
        for (title, span) in line {
            let title = composed(&one_line(title));
            let word = widest(Face::Bold, &title);
            // A title may stand on two lines.
            let half = fonts.width(Face::Bold, size, &title) / 2.0;
            if *span == 1 {
                ask(column, word, word.max(half));
            }
            column += span;
        }
    }
    // A title over several columns widens the last of them, where it must.
    for line in &lines {
        let mut column = 0;
        for (title, span) in line.iter() {
            if *span > 1 {
                let title = composed(&one_line(title));
                let word = widest(Face::Bold, &title) + 2.0 * BESIDE;
                let whole = fonts.width(Face::Bold, size, &title).min(WORDS) + 2.0 * BESIDE;
                let under = || wishes.iter().skip(column).take(*span);
                let least: f32 = under().map(|w| w.least).sum();
                let most: f32 = under().map(|w| w.most).sum();
                if let Some(wish) = wishes.get_mut(column + span - 1) {
                    wish.least += (word - least).max(0.0);
                    wish.most = (wish.most + (whole - most).max(0.0)).max(wish.least);
                }
            }
            column += span;
        }
    }
    wishes
}

fn style(row: &Row, cell: &Cell, size: f32) -> TextStyle {
    let (face, colour) = match (row.tone, cell.tone) {
        (_, Tone::Loud) | (Tone::Loud, Tone::Plain) => (Face::Bold, LOUD),
        (Tone::Quiet, _) | (_, Tone::Quiet) => (Face::Regular, QUIET),
        (Tone::Plain, Tone::Plain) => (Face::Regular, INK),
    };
    TextStyle { face, size, colour }
}

/// A title that stands over so many columns and takes so many lines of titles.
struct PdfTitle {
    column: usize,
    span: usize,
    line: usize,
    rows: usize,
    lines: Vec<String>,
}

/// The lines of titles.
struct TitleLines {
    titles: Vec<PdfTitle>,
    heights: Vec<f32>,
}

impl TitleLines {
    fn of(table: &Table, plan: &Plan, fonts: &Fonts) -> TitleLines {
        let own: Vec<(String, usize)> =
            table.columns.iter().map(|c| (c.title.clone(), 1)).collect();
        let nameless = own.iter().all(|(t, _)| t.is_empty());
        let mut lines: Vec<&Vec<(String, usize)>> = table.groups.iter().collect();
        if !(nameless && lines.is_empty()) {
            lines.push(&own);
        }
        let single = |line: usize, column: usize| -> Option<&str> {
            let mut at = 0;
            for (title, span) in lines.get(line)?.iter() {
                if at == column && *span == 1 {
                    return Some(title);
                }
                at += span;
            }
            None
        };
        let mut titles = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut column = 0;
            for (title, span) in line.iter() {
                // An empty place below a title of one column belongs to it.
                let taken = *span == 1
                    && title.is_empty()
                    && number > 0
                    && single(number - 1, column).is_some();
                if !taken {
                    let below = match span {
                        1 => (number + 1..lines.len())
                            .take_while(|l| single(*l, column) == Some(""))
                            .count(),
                        _ => 0,
                    };
                    let room = plan.over(column, *span) - 2.0 * BESIDE;
                    let text = composed(&one_line(title));
                    titles.push(PdfTitle {
                        column,
                        span: *span,
                        line: number,
                        rows: below + 1,
                        lines: fonts.lines(Face::Bold, plan.size, &text, room + 0.1),
                    });
                }
                column += span;
            }
        }
        let mut heights = vec![0.0_f32; lines.len()];
        let tall = |t: &PdfTitle| count(t.lines.len()) * plan.leading() + 2.0 * ABOVE;
        for title in titles.iter().filter(|t| t.rows == 1) {
            if let Some(height) = heights.get_mut(title.line) {
                *height = height.max(tall(title));
            }
        }
        for title in titles.iter().filter(|t| t.rows > 1) {
            let over: f32 = heights.iter().skip(title.line).take(title.rows).sum();
            if let Some(height) = heights.get_mut(title.line + title.rows - 1) {
                *height += (tall(title) - over).max(0.0);
            }
        }
        TitleLines { titles, heights }
    }

    fn height(&self) -> f32 {
        self.heights.iter().sum()
    }

    fn draw(&self, pages: &mut Pages<'_>, table: &Table, plan: &Plan) {
        if self.heights.is_empty() {
            return;
        }
        let (left, top) = (pages.left(), pages.y());
        pages.area(left, top, plan.whole(), self.height(), BAND);
        for title in &self.titles {
            let x = left + plan.left(title.column);
            let wide = plan.over(title.column, title.span);
            let y = top + self.heights.iter().take(title.line).sum::<f32>();
            let tall: f32 = self.heights.iter().skip(title.line).take(title.rows).sum();
            let text = count(title.lines.len()) * plan.leading();
            let align = match title.span {
                1 => table
                    .columns
                    .get(title.column)
                    .map_or(Align::Left, |c| c.align),
                _ => Align::Center,
            };
            // In a form titles stand in the middle of their place, else above their column.
            let mut line = match table.ruled {
                true => y + (tall - text) / 2.0,
                false => y + tall - text - ABOVE,
            };
            let style = TextStyle {
                face: Face::Bold,
                size: plan.size,
                colour: INK,
            };
            for words in &title.lines {
                let align = if table.ruled { Align::Center } else { align };
                pages.within(x + BESIDE, wide - 2.0 * BESIDE, line, align, style, words);
                line += plan.leading();
            }
            if table.ruled {
                boxed(pages, x, y, wide, tall);
            }
        }
        pages.advance(self.height());
        if !table.ruled {
            let y = pages.y();
            let right = left + plan.whole();
            pages.line(Point::from_xy(left, y), Point::from_xy(right, y), 1.0);
        }
    }
}

/// Four lines around a place.
fn boxed(pages: &mut Pages<'_>, x: f32, y: f32, width: f32, height: f32) {
    let [left, right] = [x, x + width];
    let [top, foot] = [y, y + height];
    let at = Point::from_xy;
    pages.line(at(left, top), at(right, top), 0.6);
    pages.line(at(left, foot), at(right, foot), 0.6);
    pages.line(at(left, top), at(left, foot), 0.6);
    pages.line(at(right, top), at(right, foot), 0.6);
}

/// A row whose cells are in lines.
struct Laid {
    cells: Vec<(TextStyle, Vec<String>)>,
}

fn laid(row: &Row, table: &Table, plan: &Plan, fonts: &Fonts) -> Laid {
    let cells = row.cells.iter().zip(&plan.widths).take(table.columns.len());
    let cells = cells.map(|(cell, width)| {
        let style = style(row, cell, plan.size);
        let text = composed(&one_line(&cell.text));
        // What fits exactly must not be broken by a rounding.
        let room = width - 2.0 * BESIDE + 0.1;
        let mut lines = fonts.lines(style.face, style.size, &text, room);
        if table.by_hand {
            lines.resize(lines.len().max(HAND_LINES), String::new());
        }
        (style, lines)
    });
    Laid {
        cells: cells.collect(),
    }
}

impl Laid {
    fn lines(&self) -> usize {
        self.cells
            .iter()
            .map(|c| c.1.len())
            .max()
            .unwrap_or(1)
            .max(1)
    }

    fn height(&self, plan: &Plan) -> f32 {
        count(self.lines()) * plan.leading() + 2.0 * ABOVE
    }

    /// The lines of the row from one number up to another.
    fn draw(&self, pages: &mut Pages<'_>, table: &Table, plan: &Plan, from: usize, upto: usize) {
        let (left, top) = (pages.left(), pages.y());
        let height = count(upto - from) * plan.leading() + 2.0 * ABOVE;
        let columns = table.columns.iter().zip(&plan.widths);
        let mut x = left;
        for ((style, lines), (column, width)) in self.cells.iter().zip(columns) {
            let mut y = top + ABOVE;
            for line in lines.iter().take(upto).skip(from) {
                let room = width - 2.0 * BESIDE;
                pages.within(x + BESIDE, room, y, column.align, *style, line);
                y += plan.leading();
            }
            if table.ruled {
                boxed(pages, x, top, *width, height);
            }
            x += width;
        }
        pages.advance(height);
        if !table.ruled {
            let y = pages.y();
            let right = left + plan.whole();
            pages.line(Point::from_xy(left, y), Point::from_xy(right, y), 0.4);
        }
    }
}

/// A number of lines or columns as a factor.
#[expect(clippy::cast_precision_loss, reason = "no sheet holds that many lines")]
pub fn count(n: usize) -> f32 {
    n as f32
}
