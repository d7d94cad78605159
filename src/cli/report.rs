//! `tournament report`, and documents on their way out: to the screen or into a file.

use super::args::{Report, ReportFormat};
use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::report::{pgn, table, trf};
use crate::robot::{nightly::write_whole, table_of, trf_of};
use crate::store::TournamentRow;
use std::path::Path;

/// Prints the report on a tournament, or writes it.
pub fn run(desk: &Desk, out: &Output, row: &TournamentRow, asked: &Report) -> Result<(), Failure> {
    let format = if out.is_json() {
        ReportFormat::Json
    } else {
        asked.format
    };
    let bytes = match format {
        ReportFormat::Text => {
            table::text(&table_of(desk.store.read(), row, desk.now)?).into_bytes()
        }
        ReportFormat::Json => json(desk, row)?.into_bytes(),
        ReportFormat::Pgn => games(desk, row)?.into_bytes(),
        ReportFormat::Trf => trf::trf(&trf_of(desk.store.read(), row, desk.now)?).into_bytes(),
        ReportFormat::Html | ReportFormat::Csv | ReportFormat::Pdf => {
            return Err(Failure::failed("this form is not written yet"));
        }
    };
    deliver(out, &bytes, asked.output.as_deref())
}

/// Bytes to standard output, or whole into a file.
pub fn deliver(out: &Output, bytes: &[u8], path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(path) => write_whole(path, bytes),
        None => {
            out.bytes(bytes);
            Ok(())
        }
    }
}

fn json(desk: &Desk, row: &TournamentRow) -> Result<String, Failure> {
    let value = table::json(&table_of(desk.store.read(), row, desk.now)?);
    let text = serde_json::to_string_pretty(&value).map_err(Failure::failed)?;
    Ok(text + "\n")
}

fn games(desk: &Desk, row: &TournamentRow) -> Result<String, Failure> {
    let mut text = String::new();
    for game in desk.store.read().games_of_tournament(row.facts.id)? {
        text.push_str(&pgn::game(&desk.store.read().game_load(game.id)?));
        text.push('\n');
    }
    Ok(text)
}
