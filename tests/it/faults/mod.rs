//! Proof by faults: the program is killed, its disk fills, several of it work at
//! once, its clock is put back. In the end every letter has one verdict, every
//! move is played once, every letter of ours has left, and the record is whole.
//!
//! The ordinary run tries some points of each, `tests/run --long` all of them.

mod clock;
mod crowd;
mod kills;
mod outgoing;
pub mod points;

use crate::club::{PERSONAS, ROBOT};
use crate::contract::House;
use postchess::time::Instant;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Half-moves of each game of a [`season`].
const PLIES: usize = 40;

/// Games that differ in a [`season`].
const GAMES: usize = 8;

/// The first half-moves of so many games, in order of time: game, side, number and text.
fn season(games: usize) -> Vec<(usize, usize, String)> {
    let text = std::fs::read_to_string("tests/cases/games.jsonl").expect("games.jsonl");
    let some: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a game"))
        .filter(|g| {
            g["variant"] == "standard"
                && g["start_fen"]
                    .as_str()
                    .is_some_and(|f| f.starts_with("rnbqkbnr"))
        })
        .filter(|g| g["plies"].as_array().is_some_and(|p| p.len() > 40))
        .take(GAMES)
        .collect();
    let mut all = Vec::new();
    for ply in 0..PLIES {
        for (g, game) in some.iter().cycle().take(games).enumerate() {
            let mv = &game["plies"][ply];
            let dots = if mv["c"] == "w" { "." } else { "..." };
            let text = format!("{}{dots} {}", mv["n"], mv["num"].as_str().expect("num"));
            all.push((g + 1, usize::from(mv["c"] == "b"), text));
        }
    }
    all
}

/// The letter with a half-move of a [`season`] comes, the first first.
fn comes(house: &House, number: usize, (game, side, text): (usize, usize, String)) {
    let start = Instant::parse("2026-01-10T00:00:00Z").unwrap();
    let at = start
        .plus_seconds(60 * i64::try_from(number + 1).unwrap())
        .rfc2822();
    let from = PERSONAS[side].1;
    let letter = format!(
        "Received: from a by mx.club.example; {at}\r\nFrom: {from}\r\nTo: {ROBOT}\r\nDate: {at}\r\n\
         Message-ID: <k{number}@mail.example>\r\nSubject: [T26/{game}]\r\n\r\n{text}\r\n"
    );
    let [tmp, new] = ["tmp", "new"].map(|folder| format!("club/mail/in/{folder}/{number:05}"));
    house.write(&tmp, &letter);
    std::fs::rename(house.path(&tmp), house.path(&new)).unwrap();
}

/// The same numbers every time.
fn next(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// Message-IDs in an outgoing Maildir, and how many files hold them.
fn left(folder: &Path) -> (BTreeSet<String>, usize) {
    let mut ids = BTreeSet::new();
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let id = text
            .lines()
            .find_map(|l| l.strip_prefix("Message-ID: <"))
            .expect("Message-ID");
        ids.insert(id.trim_end_matches('>').to_owned());
        files += 1;
    }
    (ids, files)
}

/// What must hold of every home, whatever it went through: the record is whole,
/// nothing waits, and exactly the letters composed have left.
#[track_caller]
fn is_whole(house: &House) {
    let verified = house.run("verify");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let db = house.database();
    let count = |sql: &str| -> i64 { db.query_row(sql, [], |r| r.get(0)).unwrap() };
    assert_eq!(
        count("SELECT count(*) FROM inbound WHERE verdict IS NULL"),
        0
    );
    assert_eq!(
        count("SELECT count(*) FROM outbound WHERE state <> 'sent'"),
        0
    );
    let recorded: BTreeSet<String> = db
        .prepare("SELECT message_id FROM outbound")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let (gone, _) = left(&house.path("club/mail/out/new"));
    assert_eq!(gone, recorded);
    for folder in ["new", "cur"] {
        let waiting = std::fs::read_dir(house.path("club/mail/in").join(folder)).unwrap();
        assert_eq!(waiting.count(), 0, "letters wait in {folder}");
    }
}
