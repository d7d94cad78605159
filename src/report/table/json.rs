//! The JSON of a table (CONTRACT.md 8).

use super::boards::board_rows;
use super::{GameLine, TableInput, leave};
use crate::chess::Side;
use crate::record::Status;
use serde_json::{Map, Value, json};

/// The report as `tournament report CODE --format json` prints it, keys in the
/// order of the contract; those after them are additions.
pub fn json(input: &TableInput) -> Value {
    let mut all = Map::new();
    all.insert("tournament".to_owned(), json!(input.code));
    // Standings are plain data with text keys: they always serialize.
    if let Ok(Value::Object(standings)) = serde_json::to_value(input.standings()) {
        all.extend(standings);
    }
    let teams = input.team_standings();
    if !teams.is_empty() {
        all.insert("teams".to_owned(), json!(teams));
        all.insert("boards".to_owned(), json!(board_rows(input)));
    }
    let active = || input.games.iter().filter(|g| g.status == Status::Active);
    let clocks: Vec<Value> = active()
        .flat_map(|g| Side::BOTH.map(|side| clock(g, side)))
        .collect();
    all.insert("clocks".to_owned(), Value::Array(clocks));
    let penalties = input.games.iter().flat_map(|g| {
        g.penalties.iter().map(|p| {
            json!({
                "game": g.name,
                "side": p.side,
                "days": p.days,
                "date": p.date,
                "article": p.article,
                "note": p.note,
            })
        })
    });
    all.insert("penalties".to_owned(), penalties.collect());
    let leave = leave(input).into_iter().map(|l| {
        let periods: Vec<Value> = l
            .periods
            .iter()
            .map(|p| json!({"id": p.id, "from": p.days.from, "to": p.days.to}))
            .collect();
        json!({
            "player": l.player,
            "start_number": l.start_number,
            "name": l.name,
            "year": l.year,
            "used": l.used,
            "allowed": l.allowed,
            "left": l.left,
            "periods": periods,
        })
    });
    all.insert("leave".to_owned(), leave.collect());
    let overdue = input.overdue().map(|(g, o)| {
        json!({
            "game": g.name,
            "side": o.side,
            "name": input.name_of(number(g, o.side)),
            "move": o.at_move,
            "total": o.total,
            "limit": o.limit,
            "over": o.total - o.limit,
            "flag_falls": o.flag,
            "declared": o.declared,
        })
    });
    all.insert("overdue".to_owned(), overdue.collect());
    let matters = input.matters();
    let matters = matters.iter().map(super::super::matters::Matter::json);
    all.insert("matters".to_owned(), matters.collect());
    let replaced = input.took_over().flat_map(|entrant| {
        entrant.former.iter().map(|former| {
            json!({
                "start_number": entrant.start_number,
                "name": entrant.name,
                "former": former.name,
                "player": former.player,
                "until": former.until,
                "games": input.games_of_former(former),
            })
        })
    });
    all.insert("replaced".to_owned(), replaced.collect());
    all.insert("ratings".to_owned(), super::ratings::json(input));
    all.insert("name".to_owned(), json!(input.name));
    all.insert("as_of".to_owned(), json!(input.today));
    Value::Object(all)
}

/// The same for everybody: without clocks, penalties, leave and what waits for the arbiter.
pub fn public_json(input: &TableInput) -> Value {
    let mut value = json(input);
    if let Some(all) = value.as_object_mut() {
        for name in ["clocks", "penalties", "leave", "overdue", "matters"] {
            all.insert(name.to_owned(), Value::Array(Vec::new()));
        }
    }
    value
}

fn clock(game: &GameLine, side: Side) -> Value {
    let clock = game.clocks.get(side);
    let mut value = json!({
        "game": game.name,
        "side": side,
        "moves": clock.moves,
        "total": clock.total,
        "limit": clock.limit,
        "left": clock.left,
        "flag_falls": clock.flag,
        "used": clock.used,
    });
    if let (Some((_, day)), Some(object)) = (clock.series, value.as_object_mut()) {
        object.insert("flag_falls_series".to_owned(), json!(day));
    }
    value
}

/// The starting number of a side.
pub fn number(game: &GameLine, side: Side) -> u32 {
    match side {
        Side::White => game.white,
        Side::Black => game.black,
    }
}
