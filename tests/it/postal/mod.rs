//! Play by post: cards out of a shoe box, through `post import` and `post enter`.

mod cases;
mod complaints;
mod duties;
mod ending;
mod faults;
mod forms;
mod leave;
mod messages;
mod oversteps;
mod paper;
mod paragraphs;
mod relayed;
mod reports;
mod scan;
mod sheet;
mod unmailed;

use crate::club::{Club, Mail, Setup};
use serde_json::Value;

const GAME: &str = "T26/1";

/// A tournament by article 55, without reminders.
fn by_post() -> Setup {
    with_repeats_after(0)
}

/// The same, in which a move is to be repeated after so many days.
fn with_repeats_after(days: u32) -> Setup {
    Setup::new()
        .profile("post")
        .rules(&format!("repeat_after_days = {days}\nsilence_days = 0"))
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
}

/// A pile of cards, as a table.
#[derive(Default)]
struct Pile {
    rows: Vec<String>,
}

const HEADING: &str =
    "game;kind;side;text;repeated;faults;written;postmarks;receipt;arrived;registered;note";

impl Pile {
    /// A card from its cells: `text=1. 5254 written=…`; a cell goes to the next name.
    fn card(&mut self, cells: &[(&str, &str)]) {
        let mut row = Vec::new();
        for name in HEADING.split(';') {
            let cell = cells.iter().find(|(of, _)| *of == name);
            let default = if name == "game" { GAME } else { "" };
            row.push(format!("\"{}\"", cell.map_or(default, |(_, text)| text)));
        }
        self.rows.push(row.join(";"));
    }

    /// A move with its dispatch and arrival by two postmarks.
    fn moves(&mut self, text: &str, sent: &str, arrived: &str) {
        self.card(&[("text", text), ("postmarks", &format!("{sent};{arrived}"))]);
    }

    fn table(&self) -> String {
        format!("{HEADING}\n{}\n", self.rows.join("\n"))
    }
}

/// Imports a table as it lies there.
fn imports(club: &mut Club, table: &str) -> Result<String, String> {
    let done = types_import(club, table);
    club.takes_all();
    done
}

fn types_import(club: &mut Club, table: &str) -> Result<String, String> {
    let path = club.root().join("cards.csv");
    std::fs::write(&path, table).expect("a table");
    club.types(&format!("post import {}", path.display()))
}

/// Enters a pile on a day; the letters that this brings.
#[track_caller]
fn told_by(club: &mut Club, day: &str, pile: &Pile) -> Vec<Mail> {
    club.it_is(&format!("{day}T18:00:00Z"));
    if let Err(complaint) = types_import(club, &pile.table()) {
        panic!("{complaint}");
    }
    club.takes_all()
}

/// The one letter of a kind to somebody.
#[track_caller]
fn letter<'m>(letters: &'m [Mail], who: &str, kind: &str) -> &'m Mail {
    let to = crate::club::address(who);
    let found = letters.iter().find(|m| m.kind == kind && m.to == to);
    found.unwrap_or_else(|| panic!("no {kind} to {who}"))
}

/// A day comes, with its evening pass; the letters of it.
fn day_comes(club: &mut Club, day: &str) -> Vec<Mail> {
    club.it_is(&format!("{day}T18:00:00Z"));
    club.polls();
    club.ticks();
    club.takes_all()
}

/// A game's record: what, with its article.
fn record(club: &mut Club, game: &str) -> Vec<(String, String)> {
    let game = club.game(game);
    let entries = game["record"].as_array().expect("a record").iter();
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let pair = |e: &Value| (text(&e["what"]), text(&e["article"]));
    entries.map(pair).collect()
}

/// Enters a pile on a day.
#[track_caller]
fn enters(club: &mut Club, day: &str, pile: &Pile) -> String {
    club.it_is(&format!("{day}T18:00:00Z"));
    match imports(club, &pile.table()) {
        Ok(said) => said,
        Err(complaint) => panic!("{complaint}"),
    }
}

/// Days of a side's moves.
fn days(club: &mut Club, side: &str) -> Vec<i64> {
    let game = club.game(GAME);
    let moves = game["moves"].as_array().expect("moves");
    let own = moves.iter().filter(|m| m["side"] == side);
    own.map(|m| m["days"].as_i64().expect("days")).collect()
}

/// The open matters of a kind, from the game's record.
fn matters(club: &mut Club, what: &str) -> Vec<Value> {
    let table = club.types("--json tournament report T26").expect("a table");
    let table: Value = serde_json::from_str(&table).expect("JSON");
    let all = table["matters"].as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|m| m["what"] == what).collect()
}
