//! A document in columns of fixed width, for a screen or a letter.

use super::fitted::fitted;
use super::{Block, Document, DocumentSection, Figure, Item, Note, Signature, Table, Tone};
use crate::letter::quotation::MARK;
use crate::report::width::{Align, Grid, one_line, pad, width, wrap};
use std::borrow::Cow;

/// Running text is broken here; tables are as wide as they must be.
const COLUMNS: usize = 80;
/// Tables with a column of sentences are brought to this width.
const WIDE: usize = 110;
/// Below this a column of sentences is no help.
const LEAST: usize = 36;
/// Where somebody signs.
const SIGNED: &str = "____________________";

/// The whole document; lines end in `\n`, none ends in a space.
pub fn text(document: &Document) -> String {
    let mut out = String::new();
    for line in std::iter::once(&document.title).chain(&document.subtitle) {
        match document.columns {
            Some(columns) => wrapped(&mut out, "", line, columns),
            None => out.push_str(&format!("{}\n", one_line(line))),
        }
    }
    for part in &document.sections {
        if part.blocks.iter().any(says_anything) {
            out.push('\n');
            section(&mut out, part, document.columns);
        }
    }
    out
}

/// A table alone, as wide as it must be.
pub fn table_text(table: &Table) -> String {
    let mut out = String::new();
    self::table(&mut out, table, None);
    out
}

fn section(out: &mut String, section: &DocumentSection, columns: Option<usize>) {
    if !section.title.is_empty() {
        out.push_str(&format!("{}\n", one_line(&section.title)));
    }
    let blocks = section.blocks.iter().filter(|b| says_anything(b));
    for (at, block) in blocks.enumerate() {
        // A remark belongs to what stands above it; everything else is set apart.
        let apart = at > 0 && !matches!(block, Block::Note(_));
        if apart {
            out.push('\n');
        }
        self::block(out, block, columns);
    }
}

fn block(out: &mut String, block: &Block, columns: Option<usize>) {
    let most = columns.unwrap_or(COLUMNS);
    match block {
        Block::Heading(text) => out.push_str(&format!("{}\n", one_line(text))),
        Block::Paragraph(text) => wrapped(out, "", text, most),
        Block::List(points) => {
            for point in points {
                wrapped(out, "- ", point, most);
            }
        }
        Block::Facts(facts) => {
            let widest = facts.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
            for (name, value) in facts {
                let line = format!("{}  {}", pad(&one_line(name), widest), one_line(value));
                out.push_str(&format!("{}\n", line.trim_end()));
            }
        }
        Block::Items(items) => items.iter().for_each(|i| item(out, i, most)),
        Block::Table(table) => self::table(out, table, columns),
        Block::Figures(gallery) => gallery.figures.iter().for_each(|f| figure(out, f)),
        Block::Note(Note { tone, text }) => match tone {
            Tone::Loud => wrapped(out, "! ", text, most),
            Tone::Plain | Tone::Quiet => wrapped(out, "", text, most),
        },
        Block::Signatures(all) => signatures(out, all),
        Block::Preformatted(text) => {
            out.push_str(text);
            if !text.ends_with('\n') {
                out.push('\n');
            }
        }
    }
}

/// Lines to be signed, each with who signs there before it and his name behind it.
fn signatures(out: &mut String, all: &[Signature]) {
    let widest = all.iter().map(|s| width(&s.office)).max().unwrap_or(0);
    for one in all {
        let office = pad(&one_line(&one.office), widest);
        let line = format!("{office}  {SIGNED}  {}", one_line(&one.name));
        out.push_str(&format!("{}\n", line.trim_end()));
    }
}

/// Text in lines of at most so many columns; lines after the first stand under the first.
fn wrapped(out: &mut String, mark: &str, text: &str, columns: usize) {
    let indent = " ".repeat(width(mark));
    for paragraph in text.lines() {
        let lines = wrap(&one_line(paragraph), columns.saturating_sub(width(mark)));
        for (at, line) in lines.iter().enumerate() {
            let lead = if at == 0 { mark } else { &indent };
            out.push_str(&format!("{lead}{line}\n"));
        }
    }
}

/// Words of others under an item, the mark before each of their lines.
pub fn anothers(words: &str, columns: usize) -> String {
    let lines = wrap(&one_line(words), columns.saturating_sub(5));
    lines
        .iter()
        .map(|line| format!("    {MARK}{line}\n"))
        .collect()
}

fn item(out: &mut String, item: &Item, columns: usize) {
    wrapped(out, "- ", &item.head, columns);
    for line in &item.lines {
        for part in wrap(&one_line(line), columns.saturating_sub(4)) {
            out.push_str(&format!("    {part}\n"));
        }
    }
    for words in &item.words {
        out.push_str(&anothers(words, columns));
    }
    // Lines to copy are never broken.
    for command in &item.commands {
        out.push_str(&format!("    {}\n", one_line(command)));
    }
}

fn table(out: &mut String, table: &Table, columns: Option<usize>) {
    if !table.caption.is_empty() {
        out.push_str(&format!("{}\n", one_line(&table.caption)));
    }
    match columns {
        Some(columns) => fitted(out, table, columns),
        None => grid(out, table),
    }
    for note in &table.notes {
        wrapped(out, "", note, columns.unwrap_or(COLUMNS));
    }
}

fn grid(out: &mut String, table: &Table) {
    let aligns: Vec<Align> = table.columns.iter().map(|c| c.align).collect();
    let tight: Vec<bool> = table.columns.iter().map(|c| c.tight).collect();
    let mut grid = match table.ruled {
        true => Grid::ruled(&aligns),
        false => Grid::plain(&aligns).tight(&tight),
    };
    for line in heads(table) {
        let titles: Vec<(&str, usize)> = line.iter().map(|(t, n)| (t.as_str(), *n)).collect();
        if titles.iter().any(|(title, _)| !title.is_empty()) {
            grid.head_over(&titles);
        }
    }
    let room = room(table);
    for row in &table.rows {
        let cells = || row.cells.iter().zip(&table.columns);
        let wraps = cells().map(|(cell, column)| {
            let wraps = column.wraps;
            wraps.then(|| wrap(&one_line(&cell.text), room))
        });
        let wrapped: Vec<Option<Vec<String>>> = wraps.collect();
        let lines = wrapped.iter().flatten().map(Vec::len).max().unwrap_or(1);
        for line in 0..lines {
            grid.row(cells().zip(&wrapped).map(|((cell, column), wrapped)| {
                let part = wrapped.as_ref().map(|lines| lines.get(line));
                match part {
                    Some(part) => Cow::Borrowed(part.map_or("", String::as_str)),
                    None if line == 0 => column.in_text(cell),
                    None => Cow::Borrowed(""),
                }
            }));
        }
    }
    out.push_str(&grid.render());
}

/// Columns that are left for a column of sentences.
fn room(table: &Table) -> usize {
    let others = table.columns.iter().enumerate().filter(|(_, c)| !c.wraps);
    let taken: usize = others
        .map(|(at, column)| {
            let cells = table.rows.iter().filter_map(|r| r.cells.get(at));
            let widest = cells.map(|c| width(&column.in_text(c))).max().unwrap_or(0);
            widest.max(width(&column.title)) + 2
        })
        .sum();
    WIDE.saturating_sub(taken).max(LEAST)
}

/// The lines of titles. What stands behind a line end in a title of one column goes
/// into the empty place below it.
fn heads(table: &Table) -> Vec<Vec<(String, usize)>> {
    let own = table.columns.iter().map(|c| (c.title.clone(), 1)).collect();
    let mut lines: Vec<Vec<(String, usize)>> = table.groups.clone();
    lines.push(own);
    for upper in 0..lines.len() {
        let Some((above, below)) = lines.split_at_mut_checked(upper + 1) else {
            break;
        };
        let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else {
            break;
        };
        let mut column = 0;
        for (title, span) in above {
            let parts = title.split_once('\n').filter(|_| *span == 1);
            let parts = parts.map(|(one, other)| (one.to_owned(), other.to_owned()));
            let mut at = 0;
            let place = below.iter_mut().find(|(_, n)| {
                at += n;
                at > column
            });
            if let (Some((first, second)), Some((empty, 1))) = (parts, place)
                && empty.is_empty()
            {
                *title = first;
                *empty = second;
            }
            column += *span;
        }
    }
    lines
}

/// What the drawing shows in words.
fn figure(out: &mut String, figure: &Figure) {
    for line in figure.text.lines() {
        out.push_str(&format!("{}\n", line.trim_end()));
    }
}

/// Whether a block says anything where nothing can be drawn.
fn says_anything(block: &Block) -> bool {
    match block {
        Block::Figures(gallery) => gallery.figures.iter().any(|f| !f.text.is_empty()),
        _ => true,
    }
}
