//! What measurements share: the games that are played, clubs with nothing in them, and what the
//! kernel says of a process.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "each measurement uses a part of it, and ends where something is wrong"
)]

use postchess::arbiter::{Forecast, next_due};
use postchess::chess::{BySide, Side};
use postchess::config::Config;
use postchess::record::{About, Cause, Entry, Event, GameFile};
use postchess::robot::{Home, Robot};
use postchess::store::{GameRow, Outlook, Store};
use postchess::time::{Instant, Zone};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant as Stopwatch};

const GAMES: &str = include_str!("../../tests/cases/games.jsonl");

/// The built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_postchess");

/// The words behind the name of a measurement; none where `cargo test` runs it: there is
/// nothing to test.
pub fn words() -> Option<Vec<String>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let tests = words.iter().any(|word| word == "--test");
    (!tests).then_some(words)
}

/// A folder for one measurement, empty.
pub fn scratch(name: &str) -> PathBuf {
    let base =
        std::env::var_os("POSTCHESS_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let root = base.join(format!("postchess-bench-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("folder");
    root
}

/// The moves of a long game from the usual start, by half-move.
pub struct Script {
    /// UCI.
    pub uci: Vec<String>,
    /// In digits.
    pub numeric: Vec<String>,
    /// The number of the move.
    pub number: Vec<u32>,
}

/// All of at least fifty half-moves in which nothing else happens.
pub fn scripts() -> Vec<Script> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut all = Vec::new();
    for line in GAMES.lines() {
        let game: Value = serde_json::from_str(line).expect("games.jsonl");
        let plies = game["plies"].as_array().expect("plies");
        let plain = game["variant"] == "standard" && game["start_fen"] == start;
        let quiet = game["events"].as_array().is_some_and(Vec::is_empty);
        if !plain || !quiet || plies.len() < 50 {
            continue;
        }
        let text = |key: &str| {
            let each = plies.iter();
            each.map(|p| p[key].as_str().expect(key).to_owned())
                .collect()
        };
        all.push(Script {
            uci: text("uci"),
            numeric: text("num"),
            number: plies
                .iter()
                .map(|p| p["n"].as_u64().expect("n") as u32)
                .collect(),
        });
    }
    all
}

/// The record of a game: its half-moves, a letter behind each, all of one hour, in UTC.
pub fn record(script: &Script, at: Instant, plies: usize) -> Vec<Entry> {
    let of_day = Zone::utc().day(at);
    let entry = |event| Entry::new(at, Cause::Post, event);
    let mut entries = vec![Entry::new(at, Cause::Order, Event::Started)];
    for ply in 0..plies {
        let number = ply as u32 + 1;
        entries.push(entry(Event::MovePlayed {
            ply: number,
            uci: script.uci[ply].clone(),
            received: of_day,
            sent: of_day,
            sent_at: at,
            variant: false,
            to_the_second: false,
        }));
        let to = match number.is_multiple_of(2) {
            true => Side::White,
            false => Side::Black,
        };
        entries.push(entry(Event::LetterLeft {
            ply: number,
            about: About::Move,
            to,
            left: at,
            on_paper: false,
        }));
    }
    entries
}

/// A robot of a new home, with more of a configuration; `rehearsed`: its hour is given.
pub fn robot(root: &Path, more: &str, now: Instant, rehearsed: bool) -> Robot {
    let config = format!(
        "[club]\nname = \"Bench\"\nrobot = \"moves@club.example\"\ntime_zone = \"UTC\"\n\
         [auth]\npolicy = \"address\"\n{more}"
    );
    let home = Home::at(root);
    for folder in ["mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out/new"] {
        fs::create_dir_all(root.join(folder)).expect("folders");
    }
    fs::write(home.config(), config).expect("configuration");
    let store = Store::create(home.database()).expect("database");
    let config = Config::load(root, &[]).expect("configuration");
    Robot::new(home, config, store, now, rehearsed).expect("robot")
}

/// Moves a home to a database server, and has it played there.
pub fn moves(home: &Path, url: &str) {
    let moved = Command::new(PROGRAM)
        .arg("--home")
        .arg(home)
        .args(["-q", "migrate", "--to", url])
        .stdout(Stdio::null())
        .status();
    assert!(moved.expect("the program").success());
    let config = home.join("postchess.toml");
    let text = fs::read_to_string(&config).expect("a configuration");
    fs::write(&config, format!("{text}[database]\nurl = \"{url}\"\n")).expect("written");
}

/// Begins a tournament of so many players each against each, from a day on, with more of its
/// rules: the games with the entries that they begin with.
pub fn begins(
    robot: &mut Robot,
    (code, players): (&str, usize),
    (day, more): (&str, &str),
    mut entries: impl FnMut(&GameRow) -> Vec<Entry>,
) -> Vec<GameRow> {
    let domain = code.to_lowercase();
    let mut text = format!(
        "[tournament]\ncode = \"{code}\"\nname = \"Bench\"\nstart_date = {day}\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\n{more}\
         arbiter = {{ name = \"Td\", email = \"td@club.example\" }}\n"
    );
    for p in 1..=players {
        let _ = write!(
            text,
            "[[player]]\nname = \"Player {p} of {code}\"\nemail = \"p{p}@{domain}.example\"\n"
        );
    }
    robot
        .tournament_add(&text, "bench.toml")
        .expect("tournament");
    let row = robot.store.read().tournament_load(code);
    let id = row.expect("tournament").expect("tournament").facts.id;
    let rows = robot.store.read().games_of_tournament(id).expect("games");
    let now = robot.now;
    robot
        .store
        .write(|tx| {
            tx.tournament_start(id, now)?;
            for row in &rows {
                let stored = tx.events_append(row.id, entries(row))?;
                let facts = tx.game_facts(row.id)?;
                let game = GameFile::fold(facts, BySide::default(), stored).expect("they fit");
                let ahead = serde_json::to_string(&Forecast::of(&game)).expect("JSON");
                let outlook = Outlook {
                    due: next_due(&game),
                    matters: 0,
                    ahead: &ahead,
                };
                tx.game_save_summary(&game, outlook)?;
            }
            Ok::<(), postchess::store::StoreError>(())
        })
        .expect("games");
    rows
}

/// What the kernel says of the memory of a process (`VmRSS`, `VmHWM`), in KiB; 0 where it has
/// ended.
pub fn memory(process: u32, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    kib.and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

/// One letter as a player's mail program sends it.
pub fn letter(root: &Path, number: usize, from: &str, game: &str, at: Instant, move_line: &str) {
    let date = at.rfc2822();
    let text = format!(
        "Return-Path: <{from}>\r\nReceived: from mail.example (mail.example [192.0.2.1])\r\n\tby mx.club.example (Postfix) with ESMTPS id {number};\r\n\t{date}\r\nDate: {date}\r\nFrom: Player <{from}>\r\nTo: moves@club.example\r\nSubject: Re: [{game}]\r\nMessage-ID: <{number}.{}@example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello,\r\n\r\n{move_line}\r\n\r\nBest regards\r\nPlayer\r\n\r\nOn 10 Jan 2026, at 12:00, Bench <moves@club.example> wrote:\r\n\r\n> Your opponent has moved.\r\n> Please answer with one line.\r\n",
        at.unix()
    );
    let name = format!("{number:08}.bench");
    fs::write(root.join("mail/in/new").join(name), text).expect("letter");
}

/// The address of who has a side of a game.
pub fn player_of(store: &Store, game: &str, side: Side) -> String {
    let name = postchess::ids::GameName::parse(game).expect("name");
    let id = store.read().game_find(&name).expect("game").expect("game");
    let facts = store.read().game_facts(id).expect("facts");
    facts.players.get(side).reach.to_string()
}

/// Wall seconds and peak memory (KiB) of one run of the program. The peak is what
/// the kernel says of the child, asked until it ends.
pub fn run(root: &Path, now: Instant, command: &str) -> (f64, u64) {
    let clock = Stopwatch::now();
    let mut child = Command::new(PROGRAM)
        .arg("--home")
        .arg(root)
        .args(["--now", &now.to_string(), "-q"])
        .args(command.split(' '))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut peak = 0;
    let ended = loop {
        if let Some(ended) = child.try_wait().expect("the program runs") {
            break ended;
        }
        peak = peak.max(memory(child.id(), "VmHWM"));
        // Short runs are asked as often as can be; long ones must not be slowed down.
        if clock.elapsed() > Duration::from_millis(200) {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    assert!(ended.success(), "{command} failed");
    (clock.elapsed().as_secs_f64(), peak)
}

/// Wall seconds of one run, without looking at its memory: the median of some.
pub fn time(root: &Path, now: Instant, command: &str) -> f64 {
    let mut all: Vec<f64> = (0..9)
        .map(|_| {
            let clock = Stopwatch::now();
            let status = Command::new(PROGRAM)
                .arg("--home")
                .arg(root)
                .args(["--now", &now.to_string(), "-q"])
                .args(command.split(' '))
                .stdout(Stdio::null())
                .status()
                .expect("the program runs");
            assert!(status.success());
            clock.elapsed().as_secs_f64()
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Bytes of a file, or of all files below a folder.
pub fn size_of(path: &Path) -> u64 {
    let Ok(meta) = fs::metadata(path) else {
        return 0;
    };
    if meta.is_file() {
        return meta.len();
    }
    fs::read_dir(path)
        .map(|dir| dir.filter_map(Result::ok).map(|e| size_of(&e.path())).sum())
        .unwrap_or(0)
}
