//! A club of a million games, in one command: what its clocks, its arbiter's day, its table,
//! its proof, its copies and its letters cost, with the built program on a real database.
//!
//! `cargo bench --bench million` plays all of it; `-- quick` a club of 20,000 games; a number
//! is that of the games. `-- verify` is the proof alone, `-- club` all but that, `-- server` the
//! same club on a PostgreSQL server of its own.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a measurement prints, and ends where something is wrong"
)]

mod common;
#[path = "../tests/it/cluster/postgres.rs"]
#[allow(dead_code, reason = "the tests have use for all of it")]
mod postgres_server;

use common::{Script, letter, player_of, run, scratch, scripts, size_of, time};
use postchess::arbiter::next_due;
use postchess::chess::{BySide, Side};
use postchess::record::{Entry, GameFile};
use postchess::robot::Robot;
use postchess::store::{GameRow, Store};
use postchess::time::{Day, Instant, Zone};
use std::path::Path;
use std::time::Instant as Stopwatch;

/// Seconds since 1970 of 10 January 2026, noon UTC.
const START: i64 = 1_768_046_400;

/// A day, in seconds.
const DAY: i64 = 86_400;

/// Players of each tournament of the club: twenty games each, ten players to a hundred games.
const PLAYERS: usize = 21;

/// Half-moves of each game of the club.
const PLIES: usize = 4;

/// Half-moves of each game that is proved.
const PROVED_PLIES: usize = 60;

/// One game in so many falls due in the week to come.
const DUE: usize = 10;

/// Letters of the day that is played.
const LETTERS: usize = 2_000;

fn main() {
    let Some(args) = common::words() else {
        return;
    };
    let has = |word: &str| args.iter().any(|a| a == word);
    let told = args.iter().find_map(|word| word.parse().ok());
    let games: usize = told.unwrap_or(if has("quick") { 20_000 } else { 1_000_000 });
    let (of_club, of_server) = (has("club"), has("server"));
    if !of_club && !of_server {
        verify(games / 10);
    }
    if !has("verify") {
        club(games, of_server);
    }
}

/// The proof of so many games of sixty half-moves, each with its letter.
fn verify(games: usize) {
    let mut scripts = scripts();
    scripts.retain(|script| script.uci.len() >= PROVED_PLIES);
    let root = scratch(&format!("proof-{games}"));
    let clock = Stopwatch::now();
    let mut robot = robot(&root);
    let mut made = 0;
    let mut tournament = 0;
    while made < games {
        tournament += 1;
        let left = games - made;
        let players = (2..=100).find(|n| n * (n - 1) / 2 >= left).unwrap_or(100);
        let script = |row: &GameRow| record(row, &scripts, PROVED_PLIES, 0);
        made += begins(&mut robot, tournament, players, script).len();
    }
    robot.store.compact().expect("room");
    drop(robot);
    println!(
        "{made} games of {PROVED_PLIES} half-moves, {} MiB, made in {:.0} s",
        megabytes(&root),
        clock.elapsed().as_secs_f64()
    );
    let now = Instant::from_unix(START + 3_600);
    for _ in 0..2 {
        let (seconds, peak) = run(&root, now, "verify");
        println!(
            "  verify: {seconds:.2} s, {:.0} half-moves a second, peak memory {} MiB",
            (made * PROVED_PLIES) as f64 / seconds,
            peak / 1024
        );
    }
    let _ = std::fs::remove_dir_all(&root);
}

/// The club, and what it costs; `on_server`: on a server.
fn club(games: usize, on_server: bool) {
    let scripts = scripts();
    let root = scratch(&format!("club-{games}"));
    let clock = Stopwatch::now();
    let mut robot = robot(&root);
    let mut rows = Vec::new();
    let mut tournament = 0;
    let waits = days_to_due(&scripts);
    // The one of a hundred players comes first: T1.
    while rows.len() < games {
        tournament += 1;
        let players = if tournament == 1 { 100 } else { PLAYERS };
        rows.extend(begins(&mut robot, tournament, players, |row| {
            let number = usize::try_from(row.id.0).unwrap_or(0);
            // Their letters left so long ago that they fall due in some days.
            let ago = match number.is_multiple_of(DUE) {
                true => waits - 2 - (number / DUE) as i64 % 5,
                false => 0,
            };
            record(row, &scripts, PLIES, ago)
        }));
    }
    robot.store.compact().expect("room");
    drop(robot);
    let now = Instant::from_unix(START + 3_600);
    let store = Store::open(root.join("postchess.db")).expect("database");
    let (long_ago, week) = (Instant::from_unix(0), now.plus_seconds(9 * DAY));
    let due = store
        .read()
        .games_due_within(long_ago, week)
        .expect("due")
        .len();
    let overdue = store.read().games_due(now, 1).expect("due");
    assert!(overdue.is_empty(), "nothing is due yet");
    println!(
        "{} games of {tournament} tournaments, {due} due in a week, {} MiB, made in {:.0} s",
        rows.len(),
        megabytes(&root),
        clock.elapsed().as_secs_f64()
    );
    let server = on_server.then(|| Moved::of(&root));
    println!(
        "  tick, nothing due: {:.1} ms",
        time(&root, now, "tick") * 1e3
    );
    let (seconds, peak) = run(&root, now, "tick");
    println!(
        "    once more: {:.1} ms, peak memory {} MiB",
        seconds * 1e3,
        peak / 1024
    );
    for command in [
        "today",
        "today --week 0",
        "today T1",
        "tournament report T1",
    ] {
        let (seconds, peak) = run(&root, now, command);
        println!(
            "  {command}: {seconds:.3} s, peak memory {} MiB",
            peak / 1024
        );
    }
    if server.is_none() {
        copy(&root, now, "first");
    }
    let step = (rows.len() / LETTERS).max(1);
    let zone = Zone::utc();
    let mut written = 0;
    for row in rows.iter().step_by(step).take(LETTERS) {
        let script = script_of(row, &scripts);
        let line = format!("{}. {}", script.number[PLIES], script.numeric[PLIES]);
        let at = zone
            .begins(day("2026-01-11"))
            .plus_seconds(written as i64 % 3_000);
        let name = row.name.to_string();
        let from = player_of(&store, &name, Side::White);
        letter(&root, written, &from, &name, at, &line);
        written += 1;
    }
    drop(store);
    let size = || match &server {
        Some(server) => server.size(),
        None => size_of(&root.join("postchess.db")),
    };
    let before = size();
    let (seconds, peak) = run(&root, Instant::from_unix(START + DAY), "poll");
    let later = Instant::from_unix(START + DAY + 3_600);
    let grown = size().saturating_sub(before) as f64;
    let a_second = written as f64 / seconds;
    println!(
        "  letters: {a_second:.0} a second, peak memory {} MiB; 400,000 of a day in {:.0} min",
        peak / 1024,
        400_000.0 / a_second / 60.0
    );
    println!(
        "  growth: {:.1} KiB a letter; {:.1} GiB a day of 400,000",
        grown / 1024.0 / written as f64,
        grown / written as f64 * 400_000.0 / f64::from(1 << 30)
    );
    if server.is_none() {
        copy(&root, later, "second");
        copy(&root, later.plus_seconds(DAY), "third, nothing new");
    }
    let _ = std::fs::remove_dir_all(&root);
}

/// A club that has moved to a server of its own.
struct Moved(postgres_server::Postgres);

impl Moved {
    fn of(root: &Path) -> Moved {
        let server = postgres_server::Postgres::start(&["shared_buffers=256MB"]);
        let clock = Stopwatch::now();
        common::moves(root, &server.url());
        let moved = Moved(server);
        println!(
            "  moved to a server, its games replayed there: {:.0} s, {} MiB",
            clock.elapsed().as_secs_f64(),
            moved.size() >> 20
        );
        moved
    }

    fn size(&self) -> u64 {
        let sql = "SELECT pg_database_size(current_database())";
        let mut client = postgres::Client::connect(&self.0.url(), postgres::NoTls).expect("it");
        let size: i64 = client.query_one(sql, &[]).expect("its size").get(0);
        u64::try_from(size).unwrap_or(0)
    }
}

/// A dated backup: how long it takes, and what it adds to the folder.
fn copy(root: &Path, now: Instant, which: &str) {
    let before = size_of(&root.join("backup"));
    let (seconds, peak) = run(root, now, "backup");
    let after = size_of(&root.join("backup"));
    println!(
        "  backup, {which}: {seconds:.2} s, {:.1} MiB more in its folder, peak memory {} MiB",
        (after as f64 - before as f64) / f64::from(1 << 20),
        peak / 1024
    );
}

fn robot(root: &Path) -> Robot {
    common::robot(root, "", Instant::from_unix(START - DAY), true)
}

fn begins(
    robot: &mut Robot,
    tournament: usize,
    players: usize,
    entries: impl FnMut(&GameRow) -> Vec<Entry>,
) -> Vec<GameRow> {
    let code = format!("T{tournament}");
    common::begins(robot, (&code, players), ("2025-11-01", ""), entries)
}

fn script_of<'a>(row: &GameRow, scripts: &'a [Script]) -> &'a Script {
    let long: usize = usize::try_from(row.id.0).unwrap_or(0);
    &scripts[long % scripts.len()]
}

/// The record of a game: its half-moves, a letter behind each, all of one day, so many
/// days before [`START`].
fn record(row: &GameRow, scripts: &[Script], plies: usize, ago: i64) -> Vec<Entry> {
    let at = Instant::from_unix(START - ago * DAY);
    common::record(script_of(row, scripts), at, plies)
}

/// How many days after its letter left a game of the club falls due.
fn days_to_due(scripts: &[Script]) -> i64 {
    let root = scratch("due");
    let mut robot = robot(&root);
    let rows = begins(&mut robot, 1, 2, |row| record(row, scripts, PLIES, 0));
    let view = robot.store.read();
    let facts = view.game_facts(rows[0].id).expect("facts");
    let entries = view.events_of_game(rows[0].id).expect("record");
    let game = GameFile::fold(facts, BySide::default(), entries).expect("they fit");
    let due = next_due(&game).expect("due");
    let _ = std::fs::remove_dir_all(&root);
    (due.unix() - START) / DAY
}

fn day(text: &str) -> Day {
    Day::parse(text).expect("day")
}

fn megabytes(root: &Path) -> u64 {
    size_of(&root.join("postchess.db")) >> 20
}
