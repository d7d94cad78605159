//! A table for spreadsheets: commas, quotation marks where they are needed, CR LF,
//! and a byte order mark, without which Excel takes Cyrillic for another charset.
//!
//! A spreadsheet carries out a cell that begins like a formula, quoted or not. So
//! text that begins so gets an apostrophe before it; numbers stay numbers.

use super::{Cell, Table};
use crate::report::width::one_line;

/// Cells that begin so are formulas, or become ones.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\t', '\r', '＝', '＠'];

/// The table as a CSV file in UTF-8: one line of titles, then the rows.
pub fn csv(table: &Table) -> String {
    let mut out = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    // Into memory: nothing can fail but a row of another length, and there is none.
    let _ = out.write_record(table.columns.iter().map(|c| harmless(c.alone())));
    for row in &table.rows {
        let _ = out.write_record(row.cells.iter().map(value));
    }
    let bytes = out.into_inner().unwrap_or_default();
    format!("\u{feff}{}", String::from_utf8_lossy(&bytes))
}

fn value(cell: &Cell) -> String {
    harmless(cell.value.as_ref().unwrap_or(&cell.text))
}

fn harmless(text: &str) -> String {
    let text = one_line(text);
    let formula = text.trim_start().starts_with(FORMULA);
    if formula && text.parse::<f64>().is_err() {
        format!("'{text}")
    } else {
        text
    }
}
