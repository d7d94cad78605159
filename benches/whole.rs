//! What the issue of speed asks, measured on the real thing: real Maildirs, a real
//! database with `synchronous=FULL`, the built program as a child process.
//!
//! `cargo bench` prints all of it; `cargo bench -- quick` a smaller one;
//! `cargo bench -- growth` adds 1,000, 10,000 and 100,000 games; `cargo bench --
//! reading` is what it costs to read letters, and nothing else.

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

use postchess::arbiter::next_due;
use postchess::chess::{BySide, Side};
use postchess::config::Config;
use postchess::record::{About, Cause, Entry, Event, GameFile};
use postchess::robot::{Home, Robot};
use postchess::store::Store;
use postchess::time::{Day, Instant, Zone};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant as Stopwatch};

const GAMES: &str = include_str!("../tests/cases/games.jsonl");
const PROGRAM: &str = env!("CARGO_BIN_EXE_postchess");

/// Seconds since 1970 of 10 January 2026, noon UTC.
const START: i64 = 1_768_046_400;

fn main() {
    // `cargo test` runs benches too; there is nothing to test here.
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|a| a == "--test") {
        return;
    }
    let has = |word: &str| args.iter().any(|a| a == word);
    reading();
    if has("reading") {
        return;
    }
    let letters = if has("quick") { 1_000 } else { 5_000 };
    backlog(letters);
    let sizes: &[usize] = match (has("quick"), has("growth")) {
        (true, _) => &[1_000],
        (false, false) => &[1_000, 100_000],
        (false, true) => &[1_000, 10_000, 100_000],
    };
    println!("\ncost per letter and idle passes as the club grows (500 letters, one a game):");
    println!("  games      letter   tick, nothing due   poll, empty inbox   memory of either");
    for games in sizes {
        growth(*games, 500);
    }
}

/// What it costs to read and understand one letter: prose of two sizes in two
/// languages, and letters made to take long.
fn reading() {
    let prose = |words: &str, bytes: usize| {
        let mut text = String::new();
        let mut line = 0;
        for word in words.split(' ').cycle() {
            if text.len() >= bytes {
                break;
            }
            text.push_str(word);
            line += word.len() + 1;
            text.push(if line > 70 { '\n' } else { ' ' });
            line %= 71;
        }
        text
    };
    let english =
        "Hello there my dear friend, I hope that you are well and that the weather is fine";
    let russian = "Здравствуйте дорогой друг, надеюсь, что у вас всё хорошо и погода прекрасная";
    let heads = [
        "On Mon, 2 Mar 2026 at 10:00, ",
        "On Mon, 2 Mar 2026 at 10:00, X <x@y.example>\n",
        "2 марта 2026 г., 10:00 пользователь ",
        "W dniu 2026-03-02 o 10:00, ",
        "x wrote:\n",
        "From: x\nTo: \n",
        "RESIGN not\n",
        "LEAVE 2026-07-01 \n",
        " \n",
        "12. 5254 5755\n",
    ];
    let mut letters = vec![
        ("1 KB of English".to_owned(), prose(english, 1_000)),
        ("1 KB of Russian".to_owned(), prose(russian, 1_000)),
        ("50 KB of English".to_owned(), prose(english, 50_000)),
        ("50 KB of Russian".to_owned(), prose(russian, 50_000)),
    ];
    for head in heads {
        letters.push((
            format!("2 MB of {head:?}"),
            head.repeat(2_000_000 / head.len()),
        ));
    }
    println!("reading and understanding one letter:");
    for (name, text) in letters {
        let raw = format!("From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n{text}");
        let once = || {
            let letter = postchess::letter::read(raw.as_bytes()).expect("a letter");
            postchess::request::understand(&letter)
        };
        // The first one compiles the patterns.
        once();
        let times = if text.len() > 10_000 { 3 } else { 100 };
        let began = Stopwatch::now();
        for _ in 0..times {
            once();
        }
        println!("  {:9.2?}  {name}", began.elapsed() / times);
    }
}

struct Script {
    uci: Vec<String>,
    numeric: Vec<String>,
    number: Vec<u32>,
}

/// The moves of long games from the usual start.
fn scripts() -> Vec<Script> {
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
            plies
                .iter()
                .map(|p| p[key].as_str().expect(key).to_owned())
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

/// A home with so many games of round-robins of at most 100 players, each game with
/// so many half-moves played, their letters gone.
fn club(root: &Path, games: usize, plies: usize, scripts: &[Script]) -> Vec<String> {
    let config = "[club]\nname = \"Bench\"\nrobot = \"moves@club.example\"\ntime_zone = \"UTC\"\n\
                  [auth]\npolicy = \"address\"\n";
    let home = Home::at(root);
    for folder in ["mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out/new"] {
        fs::create_dir_all(root.join(folder)).expect("folders");
    }
    fs::write(home.config(), config).expect("configuration");
    let store = Store::create(&home.database()).expect("database");
    let now = Instant::from_unix(START - 86_400);
    let config = Config::load(root, &[]).expect("configuration");
    let mut robot = Robot::new(home, config, store, now, true).expect("robot");
    let mut names = Vec::new();
    let mut tournament = 0;
    while names.len() < games {
        tournament += 1;
        let left = games - names.len();
        let players = (2..=100).find(|n| n * (n - 1) / 2 >= left).unwrap_or(100);
        let mut text = format!(
            "[tournament]\ncode = \"T{tournament}\"\nname = \"Bench\"\nstart_date = 2026-01-10\n\
             time_zone = \"UTC\"\nlanguage = \"en\"\narbiter = {{ name = \"Td\", email = \"td@club.example\" }}\n"
        );
        for p in 1..=players {
            let _ = write!(
                text,
                "[[player]]\nname = \"Player {p} of {tournament}\"\nemail = \"p{p}@t{tournament}.example\"\n"
            );
        }
        robot
            .tournament_add(&text, "bench.toml")
            .expect("tournament");
        let row = robot
            .store
            .read()
            .tournament_load(&format!("T{tournament}"));
        let id = row.expect("tournament").expect("tournament").facts.id;
        let rows = robot.store.read().games_of_tournament(id).expect("games");
        robot
            .store
            .write(|tx| {
                tx.tournament_start(id, now)?;
                for row in &rows {
                    let script = &scripts[usize::try_from(row.id.0).unwrap_or(0) % scripts.len()];
                    let mut entries = vec![entry(Event::Started)];
                    for ply in 0..plies {
                        entries.push(entry(Event::MovePlayed {
                            ply: ply as u32 + 1,
                            uci: script.uci[ply].clone(),
                            received: Day::parse("2026-01-10").expect("day"),
                            sent: Day::parse("2026-01-10").expect("day"),
                            sent_at: Instant::from_unix(START),
                            variant: false,
                        }));
                    }
                    let side = if plies.is_multiple_of(2) {
                        Side::White
                    } else {
                        Side::Black
                    };
                    entries.push(entry(Event::LetterLeft {
                        ply: plies as u32,
                        about: About::Move,
                        to: side,
                        left: Instant::from_unix(START),
                        on_paper: false,
                    }));
                    let entries = tx.events_append(row.id, entries)?;
                    let facts = tx.game_facts(row.id)?;
                    let game =
                        GameFile::fold(facts, BySide::default(), entries).expect("the script fits");
                    tx.game_save_summary(&game, next_due(&game), 0)?;
                    names.push(row.name.to_string());
                }
                Ok::<(), postchess::store::StoreError>(())
            })
            .expect("games");
    }
    names.truncate(games);
    names
}

fn entry(event: Event) -> Entry {
    Entry::new(Instant::from_unix(START), Cause::Order, event)
}

/// One letter as a player's mail program sends it.
fn letter(root: &Path, number: usize, from: &str, game: &str, at: Instant, move_line: &str) {
    let date = at.rfc2822();
    let text = format!(
        "Return-Path: <{from}>\r\nReceived: from mail.example (mail.example [192.0.2.1])\r\n\tby mx.club.example (Postfix) with ESMTPS id {number};\r\n\t{date}\r\nDate: {date}\r\nFrom: Player <{from}>\r\nTo: moves@club.example\r\nSubject: Re: [{game}]\r\nMessage-ID: <{number}.{}@example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello,\r\n\r\n{move_line}\r\n\r\nBest regards\r\nPlayer\r\n\r\nOn 10 Jan 2026, at 12:00, Bench <moves@club.example> wrote:\r\n\r\n> Your opponent has moved.\r\n> Please answer with one line.\r\n",
        at.unix()
    );
    let name = format!("{number:08}.bench");
    fs::write(root.join("mail/in/new").join(name), text).expect("letter");
}

fn player_of(store: &Store, game: &str, side: Side) -> String {
    let name = postchess::ids::GameName::parse(game).expect("name");
    let id = store.read().game_find(&name).expect("game").expect("game");
    let facts = store.read().game_facts(id).expect("facts");
    facts.players.get(side).reach.to_string()
}

fn scratch(name: &str) -> std::path::PathBuf {
    let base = std::env::var_os("POSTCHESS_BENCH_DIR")
        .map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    let root = base.join(format!("postchess-bench-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("folder");
    root
}

/// Wall seconds and peak memory (KiB) of one run of the program. The peak is what
/// the kernel says of the child, asked until it ends.
fn run(root: &Path, now: Instant, command: &str) -> (f64, u64) {
    let clock = Stopwatch::now();
    let mut child = Command::new(PROGRAM)
        .arg("--home")
        .arg(root)
        .args(["--now", &now.to_string(), "-q", command])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let ended = loop {
        if let Some(ended) = child.try_wait().expect("the program runs") {
            break ended;
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kib = line.and_then(|l| l.split_whitespace().next()?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        // Short runs are asked as often as can be; long ones must not be slowed down.
        if clock.elapsed() > Duration::from_millis(200) {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    assert!(ended.success(), "{command} failed");
    (clock.elapsed().as_secs_f64(), peak)
}

/// Wall seconds of one run, without looking at its memory: the median of some.
fn time(root: &Path, now: Instant, command: &str) -> f64 {
    let mut all: Vec<f64> = (0..9)
        .map(|_| {
            let clock = Stopwatch::now();
            let status = Command::new(PROGRAM)
                .arg("--home")
                .arg(root)
                .args(["--now", &now.to_string(), "-q", command])
                .status()
                .expect("the program runs");
            assert!(status.success());
            clock.elapsed().as_secs_f64()
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn size_of(path: &Path) -> u64 {
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

/// A backlog: whole openings of many games, as after some days of a mail server's absence.
fn backlog(letters: usize) {
    let scripts = scripts();
    let root = scratch("backlog");
    let plies = 25;
    let names = club(&root, letters.div_ceil(plies), 0, &scripts);
    let store = Store::open(&root.join("postchess.db")).expect("database");
    let mut number = 0;
    for ply in 0..plies {
        for (i, name) in names.iter().enumerate() {
            if number == letters {
                break;
            }
            let script = &scripts[(i + 1) % scripts.len()];
            let side = if ply % 2 == 0 {
                Side::White
            } else {
                Side::Black
            };
            let at = Instant::from_unix(START + (ply as i64) * 86_400 + i as i64);
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let line = format!("{}{dots} {}", script.number[ply], script.numeric[ply]);
            letter(
                &root,
                number,
                &player_of(&store, name, side),
                name,
                at,
                &line,
            );
            number += 1;
        }
    }
    drop(store);
    let before = size_of(&root.join("postchess.db"));
    let now = Instant::from_unix(START + 60 * 86_400);
    let (seconds, peak) = run(&root, now, "poll");
    let out = fs::read_dir(root.join("mail/out/new"))
        .map(Iterator::count)
        .unwrap_or(0);
    println!(
        "backlog of {number} letters, {} games, every answer composed whole:",
        names.len()
    );
    println!(
        "  {:.0} letters a second ({seconds:.2} s), {out} letters out, peak memory {} MiB",
        number as f64 / seconds,
        peak / 1024
    );
    let grown = |label: &str| {
        let db = size_of(&root.join("postchess.db")) + size_of(&root.join("postchess.db-wal"));
        println!(
            "  {label}: {:.1} KiB of database a move (letters in and out included)",
            (db - before) as f64 / 1024.0 / number as f64
        );
    };
    let mail = size_of(&root.join("mail/out/new"));
    println!(
        "  {:.1} KiB of letters out a move",
        mail as f64 / 1024.0 / number as f64
    );
    grown("fresh");
    let later = now.plus_seconds(40 * 86_400);
    let (seconds, _) = run(&root, later, "nightly");
    grown(&format!(
        "after nightly has compressed them ({seconds:.1} s)"
    ));
    let (seconds, _) = run(&root, later, "verify");
    println!("  verify: {seconds:.2} s, clean");
    let _ = fs::remove_dir_all(&root);
}

/// One letter to each of some games of a club of a given size; passes with nothing to do.
fn growth(games: usize, letters: usize) {
    let scripts = scripts();
    let root = scratch(&format!("growth-{games}"));
    let names = club(&root, games, 40, &scripts);
    let now = Instant::from_unix(START + 3_600);
    let tick = time(&root, now, "tick");
    let poll = time(&root, now, "poll");
    let (_, tick_peak) = run(&root, now, "tick");
    let (_, poll_peak) = run(&root, now, "poll");
    let store = Store::open(&root.join("postchess.db")).expect("database");
    let step = (games / letters).max(1);
    let zone = Zone::utc();
    let mut number = 0;
    for (i, name) in names.iter().enumerate().step_by(step).take(letters) {
        let script = &scripts[(i + 1) % scripts.len()];
        let line = format!("{}. {}", script.number[40], script.numeric[40]);
        let at = zone
            .begins(Day::parse("2026-01-11").expect("day"))
            .plus_seconds(i as i64 % 3_000);
        letter(
            &root,
            number,
            &player_of(&store, name, Side::White),
            name,
            at,
            &line,
        );
        number += 1;
    }
    drop(store);
    let clock = Stopwatch::now();
    let (_, peak) = run(&root, Instant::from_unix(START + 86_400), "poll");
    let each = clock.elapsed().as_secs_f64() / number as f64;
    println!(
        "  {games:>7} {:>8.2} ms {:>14.1} ms {:>16.1} ms {:>15} MiB (with letters {} MiB)",
        each * 1e3,
        tick * 1e3,
        poll * 1e3,
        tick_peak.max(poll_peak) / 1024,
        peak / 1024
    );
    let _ = fs::remove_dir_all(&root);
}
