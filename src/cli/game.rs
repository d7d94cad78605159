//! `game …`

use super::args::{GameCommand, GameFormat, GamePage, GameShow};
use super::desk::OpenHome;
use super::document::{DocumentForm, deliver};
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::record::Status;
use crate::report::{document, game, pgn};
use crate::robot::correspondence;
use crate::robot::inquiry::game_brief;
use crate::store::GameRow;
use serde_json::Value;

/// Runs one of them.
pub fn run(desk: &OpenHome, out: &Output, what: &GameCommand) -> Result<(), Failure> {
    match what {
        GameCommand::List { tournament, active } => list(desk, out, tournament.as_deref(), *active),
        GameCommand::Show(asked) => show(desk, out, asked),
    }
}

fn show(desk: &OpenHome, out: &Output, asked: &GameShow) -> Result<(), Failure> {
    let id = desk.game(&asked.game)?;
    let file = desk.store.read().game_load(id)?;
    let today = file.facts.zone.day(desk.now);
    let format = if out.is_json() {
        GameFormat::Json
    } else {
        asked.format
    };
    let language = asked.language.unwrap_or(file.facts.language);
    let output = asked.output.as_deref();
    let page = || match asked.page {
        GamePage::Game => game::sheet(&file, language, desk.now),
        GamePage::Schedule => game::schedule_document(&file, language),
        GamePage::Form => game::form_document(&file, language),
        GamePage::Journal => game::journal(&file, language, today, None),
    };
    let text = match format {
        GameFormat::Json => {
            let view = desk.store.read();
            let told = view.player_events_of_tournament(file.facts.tournament)?;
            let value = game::json_with(&file, &told, file.moment(desk.now));
            serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n"
        }
        GameFormat::Text => game::text(&file, file.moment(desk.now)),
        GameFormat::Pgn => pgn::game(&file),
        GameFormat::Fen => game::fen(&file),
        GameFormat::Form => game::form(&file, language).text(),
        GameFormat::Schedule => document::text(&game::schedule_document(&file, language)),
        GameFormat::Journal => {
            let language = asked.language.unwrap_or(Language::En);
            document::text(&game::journal(&file, language, today, None))
        }
        GameFormat::Correspondence => {
            let language = asked.language.unwrap_or(Language::En);
            correspondence(&desk.store.read(), &file, None, language, today)?.text
        }
        GameFormat::Svg => game::svg(file.line.position(), crate::chess::Side::White),
        GameFormat::Html => {
            return super::document::show(out, &page(), DocumentForm::Html, desk.now, output);
        }
        GameFormat::Pdf => {
            return super::document::show(out, &page(), DocumentForm::Pdf, desk.now, output);
        }
    };
    deliver(out, text.as_bytes(), output)
}

/// A game in a list, for people.
pub fn line(row: &GameRow) -> String {
    format!(
        "{:<14} {:<9} {:<8} {:>4}  {} - {}",
        row.name.to_string(),
        row.status.name(),
        row.result.map_or("*", |r| r.text()),
        row.ply,
        row.players.white.1,
        row.players.black.1
    )
}

fn list(desk: &OpenHome, out: &Output, code: Option<&str>, active: bool) -> Result<(), Failure> {
    let view = desk.store.read();
    let tournaments = match code {
        None => view.tournament_list()?,
        Some(code) => vec![
            view.tournament_load(code)?
                .ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?,
        ],
    };
    let mut rows = Vec::new();
    for tournament in tournaments {
        rows.extend(view.games_of_tournament(tournament.facts.id)?);
    }
    rows.retain(|row| !active || row.status != Status::Finished);
    if out.is_json() {
        let all: Vec<Value> = rows.iter().map(game_brief).collect();
        return out.json(&all);
    }
    for row in &rows {
        out.line(line(row));
    }
    Ok(())
}
