//! A table for spreadsheets: quotation marks where they are needed, CR LF, and a byte
//! order mark, without which Excel takes Cyrillic for another charset.
//!
//! A spreadsheet carries out a cell that begins like a formula, quoted or not, and
//! turns into a day what looks like one: Excel `2-3` and `12/3`, LibreOffice in Polish
//! or Ukrainian even `5.5`. So text that begins or looks so gets an apostrophe before
//! it; numbers stay numbers, written as the spreadsheet's country writes them.

use super::{Align, Cell, Table};
use crate::report::width::one_line;
use crate::time::Day;

/// Cells that begin so are formulas, or become ones.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\t', '\r', '＝', '＠'];

/// How the country a spreadsheet is set to writes numbers; what parts the columns
/// hangs on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimals {
    /// 5.5, columns apart by commas: for programs, and where English is spoken.
    #[default]
    Point,
    /// 5,5, columns apart by semicolons: Russia, Ukraine, Poland and most of Europe.
    Comma,
}

impl Decimals {
    /// With a comma, or not.
    pub fn of(comma: bool) -> Decimals {
        match comma {
            true => Decimals::Comma,
            false => Decimals::Point,
        }
    }
}

/// A file in UTF-8: of each table a line of titles, then its rows; an empty line
/// between two tables.
pub fn csv<'t>(tables: impl IntoIterator<Item = &'t Table>, decimals: Decimals) -> String {
    let all: Vec<String> = tables.into_iter().map(|t| lines(t, decimals)).collect();
    format!("\u{feff}{}", all.join("\r\n"))
}

fn lines(table: &Table, decimals: Decimals) -> String {
    let mut out = ::csv::WriterBuilder::new()
        .delimiter(match decimals {
            Decimals::Point => b',',
            Decimals::Comma => b';',
        })
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    // Into memory: nothing can fail but a row of another length, and there is none.
    let _ = out.write_record(table.columns.iter().map(|c| harmless(&one_line(c.alone()))));
    for row in &table.rows {
        let cells = table.columns.iter().zip(&row.cells);
        let _ = out.write_record(cells.map(|(column, cell)| match column.align {
            Align::Left => words(cell),
            Align::Center | Align::Right => figures(cell, decimals),
        }));
    }
    let bytes = out.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn value(cell: &Cell) -> String {
    one_line(cell.value.as_ref().unwrap_or(&cell.text))
}

/// A cell that holds words, or a day in the ISO form.
fn words(cell: &Cell) -> String {
    let text = value(cell);
    match looks_like_a_day(&text) {
        true => format!("'{text}"),
        false => harmless(&text),
    }
}

/// A cell that holds a number, or several: `1 0.5`.
fn figures(cell: &Cell, decimals: Decimals) -> String {
    let text = harmless(&value(cell));
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    match decimals {
        Decimals::Comma if text.split(' ').all(is_number) => text.replace('.', ","),
        _ => text,
    }
}

fn harmless(text: &str) -> String {
    let formula = text.trim_start().starts_with(FORMULA);
    if formula && text.parse::<f64>().is_err() {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Two or three numbers apart by what parts days, months and years: a game's name
/// where the tournament's code is a number, an article such as 5.2.2. No country
/// begins a day with 32 to 99, and a day in the ISO form is meant.
fn looks_like_a_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    let digits = |p: &&str| (1..=4).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_digit());
    let begins = |p: &&str| p.len() == 4 || p.parse().is_ok_and(|n: u32| n <= 31);
    (2..=3).contains(&parts.len())
        && parts.iter().all(digits)
        && parts.first().is_some_and(begins)
        && Day::parse(text).is_none_or(|day| day.to_string() != text)
}
