//! Requests and doubts as `read --json` prints them (CONTRACT.md 2).

use super::shape;
use super::{
    Closing, GameRequest, Moves, PgnGame, PlayerRequest, Request, Section, Understanding,
    WrittenDate, WrittenMove,
};
use crate::chess::Side;
use crate::record::Wish;
use crate::time::Day;
use serde_json::{Value, json};

/// The requests of a letter, flat, in order:
/// `{"type","game","number","side","text","uci","variant","date"}`, null where unknown.
/// Of moves the sender's own counts, the last before an if-word; a repetition
/// before it is no request. A draw offered with a move is a request behind it.
/// A date without a year is the one nearest to `near`, the day of the letter; the last day
/// of a leave is the next one after its first.
pub fn to_json(understanding: &Understanding, near: Option<Day>) -> Vec<Value> {
    let mut all = kept_json(understanding, near);
    all.iter_mut().for_each(leave_out_whole);
    all
}

/// As the contract has it: without what is kept for lists of codes alone.
pub fn leave_out_whole(request: &mut Value) {
    if let Value::Object(fields) = request {
        fields.remove(WHOLE);
    }
}

/// What of a request with moves no other field tells: all that is written, repetitions and
/// series with it.
pub const WHOLE: &str = "whole";

/// The same with [`WHOLE`], as they are kept beside a letter.
pub fn kept_json(understanding: &Understanding, near: Option<Day>) -> Vec<Value> {
    let subject = understanding.subject_game();
    let mut all = Vec::new();
    for section in &understanding.sections {
        let game = section.game.as_ref().or(subject).map(ToString::to_string);
        for request in &section.requests {
            all.extend(pieces(request, section, game.as_deref(), near));
        }
    }
    all
}

/// The same of one request of a part of a letter, whose subject names a game or none: a move
/// with an offer, or a PGN part of several games, is more than one.
pub fn pieces_of(
    request: &Request,
    section: &Section,
    subject: Option<&str>,
    near: Option<Day>,
) -> Vec<Value> {
    let game = section.game.as_ref().map(ToString::to_string);
    pieces(request, section, game.as_deref().or(subject), near)
}

fn pieces(
    request: &Request,
    section: &Section,
    game: Option<&str>,
    near: Option<Day>,
) -> Vec<Value> {
    if let Request::Game(GameRequest::Pgn(sent)) = request {
        let parts = in_pgn(sent).into_iter().map(Request::Game);
        return parts.map(|r| one(&r, section, game, near)).collect();
    }
    let mut all = vec![one(request, section, game, near)];
    if let Request::Game(GameRequest::Move(moves) | GameRequest::Form { moves, .. }) = request
        && moves.draw_offer
    {
        let offer = Request::Game(GameRequest::DrawOffer);
        all.push(one(&offer, section, game, near));
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
        Request::Game(request) => match request {
            GameRequest::Move(_) | GameRequest::Form { .. } | GameRequest::Pgn(_) => "move",
            GameRequest::Resign => "resign",
            GameRequest::DrawOffer => "draw-offer",
            GameRequest::DrawAccept => "draw-accept",
            GameRequest::DrawDecline => "draw-decline",
            GameRequest::DrawClaim { .. } => "draw-claim",
            GameRequest::TimeClaim => "time-claim",
            GameRequest::Protest { .. } => "protest",
            GameRequest::DeadPosition { .. } => "dead-position",
            GameRequest::Correspondence { .. } => "correspondence",
            GameRequest::Opinion { .. } => "opinion",
            GameRequest::Appeal { .. } => "appeal",
            GameRequest::Opponent { .. } => "opponent",
            GameRequest::Abuse { .. } => "abuse",
            GameRequest::Repeat => "repeat",
            GameRequest::Check(_) => "check",
        },
        Request::Player(request) => match request {
            PlayerRequest::Leave { .. } => "leave",
            PlayerRequest::LeaveEnd { .. } => "leave-end",
            PlayerRequest::Status => "status",
            PlayerRequest::Report => "report",
            PlayerRequest::Address { .. } => "address",
            PlayerRequest::Withdraw | PlayerRequest::WithdrawFrom { .. } => "withdraw",
            PlayerRequest::Enter { .. } => "enter",
            PlayerRequest::Arbiter { .. } => "arbiter",
            PlayerRequest::Format { .. } => "format",
            PlayerRequest::Wish(Wish::Warnings { .. }) => "warn",
            PlayerRequest::Wish(Wish::Daily { daily: true }) => "daily",
            PlayerRequest::Wish(Wish::Daily { daily: false }) => "at-once",
            PlayerRequest::Wish(Wish::Confirmations { .. }) => "confirmations",
            PlayerRequest::Wish(Wish::Words { mute: true }) => "mute",
            PlayerRequest::Wish(Wish::Words { mute: false }) => "hear",
            PlayerRequest::Help => "help",
        },
    }
}

fn one(request: &Request, section: &Section, game: Option<&str>, near: Option<Day>) -> Value {
    let mut value = json!({
        "type": type_of(request), "game": game, "number": null, "side": null,
        "text": null, "uci": null, "variant": null, "date": null,
    });
    let mut set = |key: &str, to: Value| {
        if let Some(slot) = value.get_mut(key) {
            *slot = to;
        }
    };
    let fields = match request {
        Request::Game(request) => in_game(request, section, near),
        Request::Player(request) => of_player(request, near),
    };
    for (key, to) in fields {
        set(key, to);
    }
    if let (Request::Game(request), Value::Object(fields)) = (request, &mut value)
        && let Some(moves) = moves_of(request)
    {
        fields.insert(WHOLE.to_owned(), json!(whole(moves)));
    }
    value
}

/// The moves of a request that is one of moves.
fn moves_of(request: &GameRequest) -> Option<&Moves> {
    match request {
        GameRequest::Move(moves)
        | GameRequest::Form { moves, .. }
        | GameRequest::Check(moves)
        | GameRequest::DrawClaim {
            intended: Some(moves),
        } => Some(moves),
        _ => None,
    }
}

/// `1... 5755 2. 7163 (2... 2836 3. 6152)`: what is supposed stands in brackets.
fn whole(moves: &Moves) -> String {
    let line =
        |all: &[WrittenMove], joins: &str| all.iter().map(written).collect::<Vec<_>>().join(joins);
    let joins = |alternatives: bool| if alternatives { " / " } else { " " };
    let mut text = line(&moves.line, joins(moves.alternatives));
    for supposed in &moves.variant {
        let inner = line(&supposed.moves, joins(supposed.alternatives));
        text.push_str(&format!(" ({inner})"));
    }
    text.trim_start().to_owned()
}

fn written(mv: &WrittenMove) -> String {
    let dots = mv.side.map_or(".", Side::dots);
    let number = mv.number.map(|number| format!("{number}{dots} "));
    let second = mv.second.as_ref().map(|second| format!(" {second}"));
    format!(
        "{}{}{}",
        number.unwrap_or_default(),
        mv.text,
        second.unwrap_or_default()
    )
}

/// What is known of a request in a game.
fn in_game(
    request: &GameRequest,
    section: &Section,
    near: Option<Day>,
) -> Vec<(&'static str, Value)> {
    if let Some(moves) = moves_of(request) {
        let received = section.received.as_ref().map(|date| day(date, near));
        let mut fields = move_fields(moves);
        fields.push(("date", json!(received)));
        return fields;
    }
    match request {
        GameRequest::Opponent { words } => vec![("text", json!(words))],
        GameRequest::Protest { text }
        | GameRequest::Appeal { text }
        | GameRequest::Abuse { text }
        | GameRequest::DeadPosition { text } => vec![("text", json!(text))],
        GameRequest::Opinion { result, text, .. } => {
            let said = format!("{result}\n{text}");
            vec![("text", json!(said.trim_end()))]
        }
        GameRequest::Move(_)
        | GameRequest::Form { .. }
        | GameRequest::Check(_)
        | GameRequest::Pgn(_)
        | GameRequest::Resign
        | GameRequest::DrawOffer
        | GameRequest::DrawAccept
        | GameRequest::DrawDecline
        | GameRequest::DrawClaim { .. }
        | GameRequest::TimeClaim
        | GameRequest::Repeat
        | GameRequest::Correspondence { .. } => Vec::new(),
    }
}

/// What is known of a request about no one game.
fn of_player(request: &PlayerRequest, near: Option<Day>) -> Vec<(&'static str, Value)> {
    let day = |date: &WrittenDate| day(date, near);
    match request {
        PlayerRequest::Leave { from, to, code } => {
            let first = near.and_then(|near| from.near(near));
            let last = match first.and_then(|first| to.from_on(first)) {
                Some(last) => last.to_string(),
                None => day(to),
            };
            let text = leave_text(&day(from), &last, code.as_deref());
            vec![("date", json!(day(from))), ("text", json!(text))]
        }
        PlayerRequest::LeaveEnd { date } => vec![("date", json!(date.as_ref().map(day)))],
        PlayerRequest::Arbiter { text } => vec![("text", json!(text))],
        PlayerRequest::Enter { code } | PlayerRequest::WithdrawFrom { code } => {
            vec![("text", json!(code))]
        }
        PlayerRequest::Address { address } => vec![("text", json!(address))],
        PlayerRequest::Format { style } => vec![("text", json!(style))],
        PlayerRequest::Wish(Wish::Warnings { days }) => {
            let days: Vec<String> = days.iter().map(u32::to_string).collect();
            vec![("text", json!(days.join(" ")))]
        }
        PlayerRequest::Wish(
            Wish::Words { .. } | Wish::Daily { .. } | Wish::Confirmations { .. },
        ) => Vec::new(),
        PlayerRequest::Status
        | PlayerRequest::Report
        | PlayerRequest::Withdraw
        | PlayerRequest::Help => Vec::new(),
    }
}

/// What a game sent as PGN asks for, as far as it can be told without the record:
/// its last move, or the words beside it, or an end.
fn in_pgn(game: &PgnGame) -> Vec<GameRequest> {
    let last = || {
        let mut moves = game.moves.clone();
        moves.line = moves.line.split_off(moves.line.len().saturating_sub(2));
        (!moves.line.is_empty()).then_some(moves)
    };
    let moves = game.beside.clone().or_else(last);
    if game.checked {
        return moves.map(GameRequest::Check).into_iter().collect();
    }
    match game.closing {
        Some(Closing::Resigned { .. }) => return vec![GameRequest::Resign],
        Some(Closing::Agreed) => return vec![GameRequest::DrawAccept],
        Some(Closing::Claimed) => {
            return vec![GameRequest::DrawClaim { intended: moves }];
        }
        None => {}
    }
    let offers = game.moves.draw_offer
        || moves.as_ref().is_some_and(|m| m.draw_offer)
        || game.offer.is_some() && game.offer == game.moves.line.last().and_then(|m| m.side);
    let mut found: Vec<GameRequest> = moves.map(GameRequest::Move).into_iter().collect();
    if offers {
        found.push(GameRequest::DrawOffer);
    }
    found
}

fn move_fields(moves: &Moves) -> Vec<(&'static str, Value)> {
    let variant: Vec<&str> = moves.supposed().map(|m| m.text.as_str()).collect();
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

#[cfg(test)]
mod tests {
    use super::super::understand_text;
    use super::*;

    #[test]
    fn a_leave_without_a_year_ends_after_it_begins() {
        for (line, sent, wanted) in [
            ("LEAVE 20.12 10.07", "2026-12-01", "2026-12-20 2027-07-10"),
            ("LEAVE 25.12 05.01", "2026-12-20", "2026-12-25 2027-01-05"),
            ("LEAVE 01.07 14.07", "2026-05-20", "2026-07-01 2026-07-14"),
            (
                "LEAVE 01.07 14.07.2026",
                "2026-05-20",
                "2026-07-01 2026-07-14",
            ),
        ] {
            let all = to_json(&understand_text(line, ""), Day::parse(sent));
            assert_eq!(all[0]["text"], wanted, "{line}");
        }
    }
}
