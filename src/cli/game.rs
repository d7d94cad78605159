//! `game …`

use super::args::{Game, GameFormat};
use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::record::Status;
use crate::report::{document, game, pgn};
use crate::store::GameRow;
use serde_json::{Value, json};

/// Runs one of them.
pub fn run(desk: &Desk, out: &Output, what: &Game) -> Result<(), Failure> {
    match what {
        Game::List { tournament, active } => list(desk, out, tournament.as_deref(), *active),
        Game::Show { game: name, format } => {
            let id = desk.game(name)?;
            let file = desk.store.read().game_load(id)?;
            let today = file.facts.zone.day(desk.now);
            let format = if out.is_json() {
                GameFormat::Json
            } else {
                *format
            };
            match format {
                GameFormat::Json => return out.json(&game::json(&file, today)),
                GameFormat::Text => out.text(&game::text(&file, today)),
                GameFormat::Pgn => out.text(&pgn::game(&file)),
                GameFormat::Fen => out.text(&game::fen(&file)),
                GameFormat::Form => out.text(&game::form(&file)),
                GameFormat::Schedule => out.text(&game::schedule(&file)),
                GameFormat::Journal => {
                    let journal = game::journal(&file, Language::En, today);
                    out.text(&document::text(&journal));
                }
                GameFormat::Svg => {
                    out.text(&game::svg(file.line.position(), crate::chess::Side::White));
                }
            }
            Ok(())
        }
    }
}

/// A game in a list, for programs.
pub fn brief(row: &GameRow) -> Value {
    let player = |p: &(crate::ids::PlayerId, String)| json!({"player": p.0, "name": p.1});
    json!({
        "game": row.name, "tournament": row.name.code, "round": row.round, "board": row.board,
        "white": player(&row.players.white), "black": player(&row.players.black),
        "status": row.status, "result": row.result.map_or("*", |r| r.text()),
        "termination": row.termination, "ply": row.ply, "turn": row.turn,
        "last_move": row.last_move,
    })
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

fn list(desk: &Desk, out: &Output, code: Option<&str>, active: bool) -> Result<(), Failure> {
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
        let all: Vec<Value> = rows.iter().map(brief).collect();
        return out.json(&all);
    }
    for row in &rows {
        out.line(line(row));
    }
    Ok(())
}
