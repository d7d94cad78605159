//! `tournament report`, and documents on their way out: to the screen or into a file.

use super::args::{OfficialReport, ReportArgs, ReportFormat};
use super::desk::OpenHome;
use super::document::{DocumentForm, deliver, into_file, show};
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::cycle::CycleInput;
use crate::report::document::{Decimals, Document, Drawings};
use crate::report::{self, document, pgn, table, trf};
use crate::robot::inquiry::{
    cycle_of, official_of, outcomes_of, report_from, tournament_of, trf_of,
};
use crate::store::TournamentRow;
use serde_json::Value;

/// What a report is on.
enum Reported<'a> {
    /// A tournament, or one stage of a cycle.
    Tournament(&'a TournamentRow),
    /// A cycle: the tables of all its stages.
    Cycle(&'a CycleInput),
}

/// Prints the report on a tournament, or on a cycle, or writes it.
pub fn run(desk: &OpenHome, out: &Output, asked: &ReportArgs) -> Result<(), Failure> {
    match cycle_of(desk.store.read(), &asked.code, desk.now)? {
        Some(cycle) => Reported::Cycle(&cycle).deliver(desk, out, asked),
        None => {
            let row = tournament_of(desk.store.read(), &asked.code)?;
            Reported::Tournament(&row).deliver(desk, out, asked)
        }
    }
}

impl Reported<'_> {
    fn deliver(&self, desk: &OpenHome, out: &Output, asked: &ReportArgs) -> Result<(), Failure> {
        let format = match out.is_json() {
            true => ReportFormat::Json,
            false => asked.format,
        };
        let plain = asked.language.unwrap_or(Language::En);
        let own = asked.language.or_else(|| self.language());
        let own = own.unwrap_or(Language::En);
        let shown = |language, form: DocumentForm| {
            let document = self.document(desk, language, form.drawings())?;
            show(out, &document, form, desk.now, asked.output.as_deref())
        };
        let how = pgn::Export { ascii: asked.ascii };
        let text = match format {
            ReportFormat::Text => return shown(plain, DocumentForm::Text),
            ReportFormat::Html => return shown(own, DocumentForm::Html),
            ReportFormat::Pdf => return shown(own, DocumentForm::Pdf),
            ReportFormat::Csv => {
                return csv(desk, out, self.in_one_file()?, asked, plain);
            }
            ReportFormat::Json => {
                let value = self.json(desk)?;
                serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n"
            }
            ReportFormat::Pgn => self.games(desk, how)?,
            ReportFormat::Trf => trf::trf(&self.trf(desk)?),
        };
        deliver(out, text.as_bytes(), asked.output.as_deref())
    }

    fn language(&self) -> Option<Language> {
        match self {
            Reported::Tournament(row) => Some(row.facts.language),
            Reported::Cycle(cycle) => cycle.stages.first().map(|s| s.table.setting.language),
        }
    }

    fn document(
        &self,
        desk: &OpenHome,
        language: Language,
        drawings: Drawings,
    ) -> Result<Document, Failure> {
        Ok(match self {
            Reported::Tournament(row) => {
                let table = report_from(&desk.store, row, desk.now)?;
                table::document(&table, language, drawings)
            }
            Reported::Cycle(cycle) => report::cycle::document(cycle, language),
        })
    }

    fn json(&self, desk: &OpenHome) -> Result<Value, Failure> {
        Ok(match self {
            Reported::Tournament(row) => table::json(&report_from(&desk.store, row, desk.now)?),
            Reported::Cycle(cycle) => report::cycle::json(cycle),
        })
    }

    /// The games, each once: those that a stage carries over stand before its own, and in
    /// the games of the cycle where they were played.
    fn games(&self, desk: &OpenHome, how: pgn::Export) -> Result<String, Failure> {
        match self {
            Reported::Tournament(row) => {
                let mut text = String::new();
                let view = desk.store.read();
                for of in outcomes_of(view, row, desk.now)?.carried {
                    if let Some(id) = view.game_find(&of.name)? {
                        text.push_str(&pgn::export(&view.game_load(id)?, how));
                    }
                }
                Ok(text + &games(desk, row, how)?)
            }
            Reported::Cycle(cycle) => {
                let mut text = String::new();
                for row in desk.store.read().tournaments_of_cycle(&cycle.code)? {
                    text.push_str(&games(desk, &row, how)?);
                }
                Ok(text)
            }
        }
    }

    fn trf(&self, desk: &OpenHome) -> Result<trf::TrfInput, Failure> {
        match self {
            Reported::Tournament(row) => trf_of(desk.store.read(), row, desk.now),
            Reported::Cycle(cycle) => Err(each_a_file(cycle)),
        }
    }

    /// The tournament whose tables are files: of a cycle each stage has its own.
    fn in_one_file(&self) -> Result<&TournamentRow, Failure> {
        match self {
            Reported::Tournament(row) => Ok(row),
            Reported::Cycle(cycle) => Err(each_a_file(cycle)),
        }
    }
}

fn each_a_file(cycle: &CycleInput) -> Failure {
    let stages: Vec<&str> = cycle.stages.iter().map(|s| s.table.code.as_str()).collect();
    let words = format!(
        "{} is a cycle: in this form each stage is a file",
        cycle.code
    );
    Failure::failed(words).hint(format!("name one of its stages: {}", stages.join(", ")))
}

/// A table as CSV; into a folder all of them, each in a file of its name.
fn csv(
    desk: &OpenHome,
    out: &Output,
    row: &TournamentRow,
    asked: &ReportArgs,
    language: Language,
) -> Result<(), Failure> {
    let decimals = Decimals::of(asked.decimal_comma);
    let folder = asked.output.as_deref().filter(|p| {
        p.is_dir()
            || p.as_os_str()
                .as_encoded_bytes()
                .ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes())
    });
    if let (Some(folder), None) = (folder, &asked.table) {
        let input = report_from(&desk.store, row, desk.now)?;
        std::fs::create_dir_all(folder).map_err(|e| Failure::of_file(folder, &e))?;
        for table in table::tables(&input, language) {
            let path = folder.join(format!("{}.csv", table.name));
            into_file(&path, document::csv([&table], decimals).as_bytes())?;
        }
        return Ok(());
    }
    let name = asked.table.as_deref().unwrap_or("cross-table");
    let input = match table::OF_OUTCOMES.contains(&name) {
        true => outcomes_of(desk.store.read(), row, desk.now)?,
        false => report_from(&desk.store, row, desk.now)?,
    };
    let table = table::table(&input, language, name).ok_or_else(|| {
        let tables = table::tables(&input, language);
        let names: Vec<&str> = tables.iter().map(|t| t.name.as_str()).collect();
        Failure::missing(format!("the report has no table '{name}'"))
            .hint(format!("it has {}", names.join(", ")))
    })?;
    deliver(
        out,
        document::csv([&table], decimals).as_bytes(),
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

fn games(desk: &OpenHome, row: &TournamentRow, how: pgn::Export) -> Result<String, Failure> {
    let mut text = String::new();
    for game in desk.store.read().games_of_tournament(row.facts.id)? {
        text.push_str(&pgn::export(&desk.store.read().game_load(game.id)?, how));
    }
    Ok(text)
}
