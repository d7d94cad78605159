//! `tournament report`, and documents on their way out: to the screen or into a file.

use super::args::{OfficialReport, ReportArgs, ReportFormat};
use super::desk::OpenHome;
use super::document::{DocumentForm, deliver, show};
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::cycle::CycleInput;
use crate::report::document::{Decimals, Table};
use crate::report::{self, document, pgn, table, trf};
use crate::robot::inquiry::{official_of, table_of, trf_of};
use crate::robot::written::write_whole;
use crate::store::TournamentRow;

/// Prints the report on a tournament, or writes it.
pub fn run(
    desk: &OpenHome,
    out: &Output,
    row: &TournamentRow,
    asked: &ReportArgs,
) -> Result<(), Failure> {
    let format = if out.is_json() {
        ReportFormat::Json
    } else {
        asked.format
    };
    let input = || table_of(desk.store.read(), row, desk.now);
    let own = asked.language.unwrap_or(row.facts.language);
    let plain = asked.language.unwrap_or(Language::En);
    let shown = |language, form| {
        let document = table::document(&input()?, language);
        show(out, &document, form, desk.now, asked.output.as_deref())
    };
    let bytes = match format {
        ReportFormat::Text => return shown(plain, DocumentForm::Text),
        ReportFormat::Html => return shown(own, DocumentForm::Html),
        ReportFormat::Pdf => return shown(own, DocumentForm::Pdf),
        ReportFormat::Csv => return tables(out, &table::tables(&input()?, plain), asked),
        ReportFormat::Json => json(desk, row)?.into_bytes(),
        ReportFormat::Pgn => games(desk, row, pgn::Export { ascii: asked.ascii })?.into_bytes(),
        ReportFormat::Trf => trf::trf(&trf_of(desk.store.read(), row, desk.now)?).into_bytes(),
    };
    deliver(out, &bytes, asked.output.as_deref())
}

/// Prints the report on a cycle, or writes it: the tables of all its stages.
pub fn cycle(
    desk: &OpenHome,
    out: &Output,
    input: &CycleInput,
    asked: &ReportArgs,
) -> Result<(), Failure> {
    let format = if out.is_json() {
        ReportFormat::Json
    } else {
        asked.format
    };
    let plain = asked.language.unwrap_or(Language::En);
    let own = input.stages.first().map(|s| s.table.setting.language);
    let own = asked.language.or(own).unwrap_or(Language::En);
    let shown = |language, form| {
        let document = report::cycle::document(input, language);
        show(out, &document, form, desk.now, asked.output.as_deref())
    };
    let bytes = match format {
        ReportFormat::Text => return shown(plain, DocumentForm::Text),
        ReportFormat::Html => return shown(own, DocumentForm::Html),
        ReportFormat::Pdf => return shown(own, DocumentForm::Pdf),
        ReportFormat::Json => {
            let value = report::cycle::json(input);
            serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n"
        }
        ReportFormat::Pgn => {
            let mut all = String::new();
            for row in desk.store.read().tournaments_of_cycle(&input.code)? {
                all.push_str(&games(desk, &row, pgn::Export { ascii: asked.ascii })?);
            }
            all
        }
        ReportFormat::Csv | ReportFormat::Trf => {
            let stages: Vec<&str> = input.stages.iter().map(|s| s.table.code.as_str()).collect();
            let words = format!(
                "{} is a cycle: in this form each stage is a file",
                input.code
            );
            let hint = format!("name one of its stages: {}", stages.join(", "));
            return Err(Failure::failed(words).hint(hint));
        }
    };
    deliver(out, bytes.as_bytes(), asked.output.as_deref())
}

/// A table as CSV; into a folder all of them, each in a file of its name.
fn tables(out: &Output, tables: &[Table], asked: &ReportArgs) -> Result<(), Failure> {
    let decimals = Decimals::of(asked.decimal_comma);
    let folder = asked.output.as_deref().filter(|p| {
        p.is_dir()
            || p.as_os_str()
                .as_encoded_bytes()
                .ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes())
    });
    if let (Some(folder), None) = (folder, &asked.table) {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::failed(format!("{}: {e}", folder.display())))?;
        for table in tables {
            let path = folder.join(format!("{}.csv", table.name));
            write_whole(&path, document::csv([table], decimals).as_bytes())?;
        }
        return Ok(());
    }
    let name = asked.table.as_deref().unwrap_or("cross-table");
    let table = tables.iter().find(|t| t.name == name).ok_or_else(|| {
        let names: Vec<&str> = tables.iter().map(|t| t.name.as_str()).collect();
        Failure::missing(format!("the report has no table '{name}'"))
            .hint(format!("it has {}", names.join(", ")))
    })?;
    deliver(
        out,
        document::csv([table], decimals).as_bytes(),
        asked.output.as_deref(),
    )
}

/// Prints the chief arbiter's official report, or writes it.
pub fn official(
    desk: &OpenHome,
    out: &Output,
    row: &TournamentRow,
    asked: &OfficialReport,
) -> Result<(), Failure> {
    let input = official_of(desk.store.read(), row, desk.now)?;
    let language = asked.language.unwrap_or(row.facts.language);
    let Some(form) = asked.format.form().filter(|_| !out.is_json()) else {
        let text = serde_json::to_string_pretty(&input.json()).map_err(Failure::failed)?;
        return deliver(out, (text + "\n").as_bytes(), asked.output.as_deref());
    };
    let document = report::official::document(&input, language);
    show(out, &document, form, desk.now, asked.output.as_deref())
}

fn json(desk: &OpenHome, row: &TournamentRow) -> Result<String, Failure> {
    let value = table::json(&table_of(desk.store.read(), row, desk.now)?);
    let text = serde_json::to_string_pretty(&value).map_err(Failure::failed)?;
    Ok(text + "\n")
}

fn games(desk: &OpenHome, row: &TournamentRow, how: pgn::Export) -> Result<String, Failure> {
    let mut text = String::new();
    for game in desk.store.read().games_of_tournament(row.facts.id)? {
        text.push_str(&pgn::export(&desk.store.read().game_load(game.id)?, how));
    }
    Ok(text)
}
