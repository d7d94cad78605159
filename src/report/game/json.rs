//! The JSON of a game (CONTRACT.md 7).

use super::cards::dates_of;
use super::overstepped;
use crate::chess::Side;
use crate::clock::Moment;
use crate::language::Language;
use crate::record::{
    Event, Fault, GameFile, PlayedMove, PlayerEntry, PlayerEvent, Recorded, ShownCard,
};
use crate::report::matters::happened;
use crate::report::words::matters as matter_words;
use serde_json::{Map, Value, json};

/// The game as `game show CODE/N --format json` prints it, keys in the order of
/// the contract, as of a day of the tournament's zone, or a moment.
pub fn json(game: &GameFile, when: impl Into<Moment>) -> Value {
    let when = when.into();
    let facts = &game.facts;
    let player = |side: Side| {
        let player = game.player(side);
        json!({"player": player.id, "name": player.name})
    };
    let mut value = json!({
        "game": facts.name,
        "tournament": facts.name.code,
        "profile": facts.profile,
        "round": facts.round,
        "board": facts.board,
        "white": player(Side::White),
        "black": player(Side::Black),
        "status": game.status.name(),
        "result": game.result.map_or("*", |r| r.code.text()),
        "termination": game.result.map(|r| r.termination),
        "fen": game.line.position().fen(),
        "turn": game.turn(),
        "ply": game.ply(),
        "moves": game.moves.iter().map(played).collect::<Vec<_>>(),
        "clock": {
            "white": clock(game, Side::White, when),
            "black": clock(game, Side::Black, when),
            "running": running(game, when),
        },
        "draw_offer": game.draw_offer.map(|(side, ply)| json!({"side": side, "ply": ply})),
        "leave": leave(game),
        "record": game.entries.iter().map(|e| entry(game, e)).collect::<Vec<_>>(),
    });
    if let (Some(series), Some(object)) = (series(game), value.as_object_mut()) {
        object.insert("series".to_owned(), series);
    }
    if let (false, Some(object)) = (game.cards.is_empty(), value.as_object_mut()) {
        let cards = game.cards.iter().map(|shown| card(game, shown)).collect();
        object.insert("cards".to_owned(), Value::Array(cards));
    }
    value
}

/// A card that was entered, with the dates that it gives.
fn card(game: &GameFile, shown: &ShownCard) -> Value {
    json!({
        "side": shown.side,
        "about": shown.about,
        "ply": shown.ply,
        "text": shown.text,
        "faults": shown.faults,
        "dates": dates_of(game, shown),
        "card": shown.card,
    })
}

/// The same with what was entered of its players in the tournament and touches the
/// game: leave, lost access, withdrawal. `told` is in order, of any player.
pub fn json_with(
    game: &GameFile,
    told: &[Recorded<PlayerEntry>],
    when: impl Into<Moment>,
) -> Value {
    let mut value = json(game, when);
    let over = game.ending().map(|e| e.id);
    let of_players = told
        .iter()
        .filter(|e| over.is_none_or(|over| e.id < over))
        .filter_map(|e| player_entry(game, e));
    if let Some(Value::Array(record)) = value.get_mut("record") {
        record.extend(of_players);
        record.sort_by_key(|e| e.get("id").and_then(Value::as_i64));
    }
    value
}

/// What both players are told of the record, by [`Event::what`] and that of their own
/// entries: not opinions, protests, moves that are held, nor what was written to one of them.
const TOLD_TO_PLAYERS: [&str; 23] = [
    "started",
    "move-played",
    "faulty",
    "penalty",
    "dates-set",
    "draw-offered",
    "draw-declined",
    "variant-proposed",
    "time-exceeded",
    "notice-annulled",
    "claim-rejected",
    "paused",
    "resumed",
    "clock-reset",
    "ended",
    "reopened",
    "adjudication-opened",
    "opinions-closed",
    "voided",
    "revoked",
    "time-given",
    "leave-taken",
    "leave-ended",
];

/// The same for one of its players, `reader`'s: of the record what both are told and that his own
/// claims were refused, without remarks and
/// without which letter or order brought it.
pub fn json_for_player(
    game: &GameFile,
    reader: Option<Side>,
    told: &[Recorded<PlayerEntry>],
    when: impl Into<Moment>,
) -> Value {
    let mut value = json_with(game, told, when);
    if let Some(Value::Array(record)) = value.get_mut("record") {
        let is_told = |e: &Value| {
            let what = e.get("what").and_then(Value::as_str).unwrap_or_default();
            let own = reader.is_some_and(|side| e.get("side") == Some(&json!(side)));
            TOLD_TO_PLAYERS.contains(&what) || own && what == "claim-refused"
        };
        record.retain(is_told);
        for entry in record.iter_mut().filter_map(Value::as_object_mut) {
            entry.shift_remove("cause");
            entry.insert("note".to_owned(), json!(""));
        }
    }
    value
}

fn player_entry(game: &GameFile, entry: &Recorded<PlayerEntry>) -> Option<Value> {
    let side = Side::BOTH
        .into_iter()
        .find(|side| game.holder_on(*side, game.facts.zone.day(entry.at)) == entry.player)?;
    let touches = matches!(
        entry.event,
        PlayerEvent::LeaveTaken { .. }
            | PlayerEvent::LeaveEnded { .. }
            | PlayerEvent::AccessLost { .. }
            | PlayerEvent::Withdrawn { .. }
    );
    if !touches || entry.tournament.is_some_and(|t| t != game.facts.tournament) {
        return None;
    }
    let Ok(Value::Object(mut own)) = serde_json::to_value(&entry.event) else {
        return None;
    };
    let what = own.shift_remove("what");
    let mut all = Map::new();
    all.insert("id".to_owned(), json!(entry.id));
    all.insert("at".to_owned(), json!(entry.at));
    all.insert("what".to_owned(), json!(what));
    all.insert("side".to_owned(), json!(side));
    all.insert("days".to_owned(), Value::Null);
    all.insert("article".to_owned(), json!(entry.grounds));
    all.insert("note".to_owned(), json!(entry.note));
    all.extend(own);
    all.insert("cause".to_owned(), json!(entry.cause));
    Some(Value::Object(all))
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
        "variant": mv.variant,
        "faults": mv.faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

fn fault(fault: &Fault) -> Value {
    json!({
        "kind": fault.kind,
        "text": fault.text,
        "received": fault.since,
        "sent": fault.sent,
        "days": fault.days,
    })
}

/// The series that stands, each branch in three notations, the expected move first.
fn series(game: &GameFile) -> Option<Value> {
    let branch = |line: &Vec<String>| {
        let mut position = game.line.position().clone();
        let (mut numeric, mut san) = (Vec::new(), Vec::new());
        for mv in line {
            let Some(mv) = position.move_of_uci(mv) else {
                break;
            };
            numeric.push(position.numeric(mv));
            san.push(position.san(mv));
            position = position.after(mv);
        }
        json!({"numeric": numeric, "san": san, "uci": line})
    };
    let proposal = game.proposal.as_ref()?;
    let branches: Vec<Value> = proposal.branches.iter().map(branch).collect();
    Some(json!({"side": proposal.side, "ply": proposal.ply, "branches": branches}))
}

fn clock(game: &GameFile, side: Side, when: Moment) -> Value {
    let clock = game.tally().clock(game, side, when);
    json!({
        "moves": clock.moves,
        "days": clock.days,
        "penalty": clock.penalty,
        "total": clock.total,
        "limit": clock.limit,
        "left": clock.left,
        "overstepped": overstepped(game, side, when),
    })
}

fn running(game: &GameFile, when: Moment) -> Value {
    let tally = game.tally();
    let runs = game.running().filter(|_| !game.is_stopped_on(when.day));
    runs.map_or(Value::Null, |running| {
        let mut value = json!({
            "side": running.side,
            "since": running.since,
            "used": tally.used(game, when),
            "flag_falls": running.flag,
        });
        let by_hours = game.counts_hours();
        let mut more = |key: &str, said: Value| {
            if let Some(object) = value.as_object_mut() {
                object.insert(key.to_owned(), said);
            }
        };
        if let Some(since_at) = game.since_at().filter(|_| by_hours) {
            more("since_at", json!(since_at));
            more("flag_falls_at", json!(running.falls_at));
        }
        if let Some(series) = running.series {
            more("flag_falls_series", json!(series.flag));
        }
        value
    })
}

/// Leave of both players, cancelled ones left out.
fn leave(game: &GameFile) -> Vec<Value> {
    let mut all: Vec<_> = Side::BOTH
        .into_iter()
        .flat_map(|side| {
            let own = game.leave.get(side).iter();
            own.map(move |l| (*l, game.holder_on(side, l.days.from)))
        })
        .filter(|(l, _)| l.days.from <= l.days.to)
        .collect();
    all.sort_by_key(|(l, player)| (l.days, l.id, *player));
    all.into_iter()
        .map(|(l, player)| {
            json!({"id": l.id, "player": player, "from": l.days.from, "to": l.days.to})
        })
        .collect()
}

/// An entry of the record: the fields that all have first, then its own.
fn entry(game: &GameFile, entry: &Recorded) -> Value {
    let mut own = match serde_json::to_value(&entry.event) {
        Ok(Value::Object(own)) => own,
        _ => Map::new(),
    };
    own.shift_remove("what");
    let written = own.shift_remove("side").unwrap_or_default();
    let side = match &entry.event {
        Event::MovePlayed { ply, .. } | Event::Faulty { ply, .. } => {
            json!(game.side_of_ply(*ply))
        }
        Event::LetterLeft { to, .. }
        | Event::LetterLost { to, .. }
        | Event::LetterDelayed { to, .. }
        | Event::StopEnded { to, .. } => json!(to),
        _ => written,
    };
    // What opened a matter and the remark on its entry share one name.
    let opened = match &entry.event {
        Event::MatterOpened(opened) => {
            matter_words::told(Language::En, &happened::of_entry(game, entry, opened))
        }
        _ => String::new(),
    };
    let both = [opened.as_str(), &entry.note];
    let told: Vec<&str> = both.into_iter().filter(|t| !t.is_empty()).collect();
    let note = told.join("; ");
    let mut all = Map::new();
    all.insert("id".to_owned(), json!(entry.id));
    all.insert("at".to_owned(), json!(entry.at));
    all.insert("what".to_owned(), json!(entry.event.what()));
    all.insert("side".to_owned(), side);
    let days = own.shift_remove("days").unwrap_or_default();
    all.insert("days".to_owned(), days);
    all.insert("article".to_owned(), json!(entry.grounds));
    all.insert("note".to_owned(), json!(note));
    all.extend(own);
    all.insert("cause".to_owned(), json!(entry.cause));
    if !game.counts(entry) {
        all.insert("superseded".to_owned(), json!(true));
    }
    Value::Object(all)
}
