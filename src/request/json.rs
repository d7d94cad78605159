//! Requests and doubts as `read --json` prints them (CONTRACT.md 2).

use super::shape;
use super::{Closing, Moves, PgnGame, Request, Section, Understanding, WrittenDate, WrittenMove};
use crate::time::Day;
use serde_json::{Value, json};

/// The requests of a letter, flat, in order:
/// `{"type","game","number","side","text","uci","variant","date"}`, null where unknown.
/// Of moves the sender's own counts, the last before an if-word; a repetition
/// before it is no request. A draw offered with a move is a request behind it.
/// A date without a year is the one nearest to `near`, the day of the letter.
pub fn to_json(understanding: &Understanding, near: Option<Day>) -> Vec<Value> {
    let subject = understanding.subject_game();
    let mut all = Vec::new();
    for section in &understanding.sections {
        let game = section.game.as_ref().or(subject).map(ToString::to_string);
        for request in &section.requests {
            if let Request::Pgn(sent) = request {
                let parts = in_pgn(sent);
                all.extend(parts.iter().map(|r| one(r, section, game.as_deref(), near)));
                continue;
            }
            all.push(one(request, section, game.as_deref(), near));
            if let Request::Move(moves) | Request::Form { moves, .. } = request
                && moves.draw_offer
            {
                all.push(one(&Request::DrawOffer, section, game.as_deref(), near));
            }
        }
    }
    all
}

/// The doubts of a letter, flat, in order: objects with a `doubt` that names
/// the kind, the fields of [`super::Doubt`], and the `game`.
pub fn doubts_to_json(understanding: &Understanding) -> Vec<Value> {
    let subject = understanding.subject_game();
    let mut found = Vec::new();
    for section in &understanding.sections {
        let game = section.game.as_ref().or(subject).map(ToString::to_string);
        for doubt in &section.doubts {
            let mut value = serde_json::to_value(doubt).unwrap_or(Value::Null);
            if let Value::Object(map) = &mut value {
                map.insert("game".to_owned(), json!(game));
            }
            found.push(value);
        }
    }
    found
}

/// A request's type, as the contract names it.
pub fn type_of(request: &Request) -> &'static str {
    match request {
        Request::Move(_) | Request::Form { .. } | Request::Pgn(_) => "move",
        Request::Resign => "resign",
        Request::DrawOffer => "draw-offer",
        Request::DrawAccept => "draw-accept",
        Request::DrawDecline => "draw-decline",
        Request::DrawClaim { .. } => "draw-claim",
        Request::Leave { .. } => "leave",
        Request::LeaveEnd { .. } => "leave-end",
        Request::TimeClaim => "time-claim",
        Request::Protest { .. } => "protest",
        Request::DeadPosition { .. } => "dead-position",
        Request::Correspondence { .. } => "correspondence",
        Request::Opinion { .. } => "opinion",
        Request::Appeal { .. } => "appeal",
        Request::Status => "status",
        Request::Report => "report",
        Request::Repeat => "repeat",
        Request::Address { .. } => "address",
        Request::Withdraw => "withdraw",
        Request::Arbiter { .. } => "arbiter",
        Request::Check(_) => "check",
        Request::Format { .. } => "format",
        Request::Help => "help",
    }
}

fn one(request: &Request, section: &Section, game: Option<&str>, near: Option<Day>) -> Value {
    let day = |date: &WrittenDate| day(date, near);
    let mut value = json!({
        "type": type_of(request), "game": game, "number": null, "side": null,
        "text": null, "uci": null, "variant": null, "date": null,
    });
    let mut set = |key: &str, to: Value| {
        if let Some(slot) = value.get_mut(key) {
            *slot = to;
        }
    };
    match request {
        Request::Move(moves) | Request::Form { moves, .. } | Request::Check(moves) => {
            for (key, to) in move_fields(moves) {
                set(key, to);
            }
            set("date", json!(section.received.as_ref().map(&day)));
        }
        Request::DrawClaim {
            intended: Some(moves),
        } => {
            for (key, to) in move_fields(moves) {
                set(key, to);
            }
            set("date", json!(section.received.as_ref().map(&day)));
        }
        Request::Leave { from, to, code } => {
            set("date", json!(day(from)));
            set(
                "text",
                json!(leave_text(&day(from), &day(to), code.as_deref())),
            );
        }
        Request::LeaveEnd { date } => set("date", json!(date.as_ref().map(&day))),
        Request::Protest { text }
        | Request::Appeal { text }
        | Request::DeadPosition { text }
        | Request::Arbiter { text } => set("text", json!(text)),
        Request::Opinion { result, text, .. } => {
            let said = format!("{result}\n{text}");
            set("text", json!(said.trim_end()));
        }
        Request::Address { address } => set("text", json!(address)),
        Request::Format { style } => set("text", json!(style)),
        Request::Pgn(_)
        | Request::Resign
        | Request::DrawOffer
        | Request::DrawAccept
        | Request::DrawDecline
        | Request::DrawClaim { intended: None }
        | Request::TimeClaim
        | Request::Status
        | Request::Report
        | Request::Repeat
        | Request::Correspondence { .. }
        | Request::Withdraw
        | Request::Help => {}
    }
    value
}

/// What a game sent as PGN asks for, as far as it can be told without the record:
/// its last move, or the words beside it, or an end.
fn in_pgn(game: &PgnGame) -> Vec<Request> {
    let last = || {
        let mut moves = game.moves.clone();
        moves.line = moves.line.split_off(moves.line.len().saturating_sub(2));
        (!moves.line.is_empty()).then_some(moves)
    };
    let moves = game.beside.clone().or_else(last);
    if game.checked {
        return moves.map(Request::Check).into_iter().collect();
    }
    match game.closing {
        Some(Closing::Resigned { .. }) => return vec![Request::Resign],
        Some(Closing::Agreed) => return vec![Request::DrawAccept],
        Some(Closing::Claimed) => return vec![Request::DrawClaim { intended: moves }],
        None => {}
    }
    let offers = game.moves.draw_offer
        || moves.as_ref().is_some_and(|m| m.draw_offer)
        || game.offer.is_some() && game.offer == game.moves.line.last().and_then(|m| m.side);
    let mut found: Vec<Request> = moves.map(Request::Move).into_iter().collect();
    if offers {
        found.push(Request::DrawOffer);
    }
    found
}

fn move_fields(moves: &Moves) -> Vec<(&'static str, Value)> {
    let variant: Vec<&str> = moves.variant.iter().map(|m| m.text.as_str()).collect();
    let variant = if variant.is_empty() {
        Value::Null
    } else {
        json!(variant)
    };
    let Some(own) = moves.line.last() else {
        return vec![("variant", variant)];
    };
    vec![
        ("number", json!(own.number)),
        ("side", json!(own.side)),
        ("text", json!(own.text)),
        ("uci", json!(uci(own))),
        ("variant", variant),
    ]
}

fn uci(mv: &WrittenMove) -> Option<String> {
    shape::uci(&mv.text).or_else(|| mv.second.as_deref().and_then(shape::uci))
}

/// ISO; `--MM-DD` (ISO 8601:2000) where neither the date nor the letter has a year.
fn day(date: &WrittenDate, near: Option<Day>) -> String {
    match (date.year, near.and_then(|near| date.near(near))) {
        (Some(year), _) => format!("{year:04}-{:02}-{:02}", date.month, date.day),
        (None, Some(day)) => day.to_string(),
        (None, None) => format!("--{:02}-{:02}", date.month, date.day),
    }
}

fn leave_text(from: &str, to: &str, code: Option<&str>) -> String {
    let mut text = format!("{from} {to}");
    if let Some(code) = code {
        text.push(' ');
        text.push_str(code);
    }
    text
}
