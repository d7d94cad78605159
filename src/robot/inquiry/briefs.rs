//! Games and tournaments as lists have them, for programs.

use crate::error::Failure;
use crate::ids::PlayerId;
use crate::store::{GameRow, TournamentRow, TournamentStatus, View};
use serde_json::{Value, json};

/// A game in a list.
pub fn game_brief(row: &GameRow) -> Value {
    let player = |p: &(PlayerId, String)| json!({"player": p.0, "name": p.1});
    json!({
        "game": row.name, "tournament": row.name.code, "round": row.round, "board": row.board,
        "white": player(&row.players.white), "black": player(&row.players.black),
        "status": row.status, "result": row.result.map_or("*", |r| r.text()),
        "termination": row.termination, "ply": row.ply, "turn": row.turn,
        "last_move": row.last_move,
    })
}

/// A tournament in a list.
///
/// # Errors
/// The database cannot be read.
pub fn tournament_brief(view: View<'_>, row: &TournamentRow) -> Result<Value, Failure> {
    let facts = &row.facts;
    Ok(json!({
        "code": facts.code, "name": facts.name, "profile": facts.profile,
        "status": tournament_status(row.status), "start_date": facts.start, "end_date": facts.end,
        "time_zone": facts.zone, "language": facts.language, "variant": facts.variant,
        "players": view.entries_of_tournament(facts.id)?.len(),
        "games": view.games_of_tournament(facts.id)?.len(),
        "open": view.tournament_open_games(facts.id)?,
    }))
}

/// Where a tournament stands, in the word of the lists.
pub fn tournament_status(status: TournamentStatus) -> &'static str {
    match status {
        TournamentStatus::Planned => "planned",
        TournamentStatus::Started => "started",
        TournamentStatus::Finished => "finished",
    }
}
