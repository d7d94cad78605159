//! A game for programs of anybody: what its page shows, in the form of CONTRACT.md 7.

use super::shown::{ShownGame, told_of};
use crate::chess::{Position, Side};
use crate::record::{GameFile, PlayedMove, ResultCode, Status};
use serde_json::{Value, json};

/// Where a game stands for the public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicState {
    /// Half-moves shown.
    pub plies: u32,
    /// Where it stands; a pause is none of the public's.
    pub status: Status,
    /// The result, once it is over.
    pub result: Option<ResultCode>,
}

impl PublicState {
    /// Of a game after so many half-moves, of which so many of the last are held back.
    pub fn of(
        (plies, delay): (u32, u32),
        status: Status,
        result: Option<ResultCode>,
    ) -> PublicState {
        let is_over = status == Status::Finished;
        PublicState {
            plies: match is_over {
                true => plies,
                false => plies.saturating_sub(delay),
            },
            status: told_of(status),
            result: result.filter(|_| is_over),
        }
    }
}

fn shown(game: &GameFile, delay: u32) -> ShownGame<'_> {
    ShownGame::of(game, usize::try_from(delay).unwrap_or(usize::MAX))
}

/// A game as its page shows it, without so many of the last half-moves while it is played.
/// Offers, leave and the record are no matter of the public's, and no clock is told to run.
pub fn public_json(game: &GameFile, delay: u32) -> Value {
    let facts = &game.facts;
    let shown = shown(game, delay);
    let position = shown.position(shown.plies());
    let result = shown.result();
    let player = |side: Side| json!({"player": shown.player_id(side), "name": shown.player(side)});
    json!({
        "game": facts.name,
        "tournament": facts.name.code,
        "profile": facts.profile,
        "round": facts.round,
        "board": facts.board,
        "white": player(Side::White),
        "black": player(Side::Black),
        "status": shown.status().name(),
        "result": result.map_or("*", |r| r.code.text()),
        "termination": result.map(|r| r.termination),
        "fen": position.map(Position::fen),
        "turn": position.map(Position::turn),
        "ply": shown.plies(),
        "moves": shown.moves().iter().map(played).collect::<Vec<_>>(),
        "clock": {
            "white": clock(&shown, Side::White),
            "black": clock(&shown, Side::Black),
            "running": null,
        },
        "draw_offer": null,
        "leave": [],
        "record": [],
    })
}

/// The same as PGN.
pub fn public_pgn(game: &GameFile, delay: u32) -> String {
    shown(game, delay).pgn()
}

fn played(mv: &PlayedMove) -> Value {
    json!({
        "ply": mv.ply,
        "number": mv.number,
        "side": mv.side,
        "numeric": mv.numeric,
        "san": mv.san,
        "uci": mv.uci,
        "received": mv.received,
        "sent": mv.sent,
        "days": mv.days,
        "penalty": mv.penalty,
        "total": mv.total,
    })
}

fn clock(shown: &ShownGame<'_>, side: Side) -> Value {
    let own = || shown.moves().iter().filter(move |m| m.side == side);
    let total = shown.total(side);
    let (_, limit) = shown.control(side);
    json!({
        "moves": own().count(),
        "days": own().map(|m| m.days).sum::<i64>(),
        "penalty": own().map(|m| m.penalty).sum::<i64>(),
        "total": total,
        "limit": limit,
        "left": limit - total,
    })
}
