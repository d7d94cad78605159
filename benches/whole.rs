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

mod common;

use common::{Script, letter, player_of, run, scratch, scripts, size_of, time};
use postchess::chess::Side;
use postchess::record::{About, Cause, Entry, Event};
use postchess::store::Store;
use postchess::time::{Day, Instant, Zone};
use std::fs;
use std::path::Path;
use std::time::Instant as Stopwatch;

/// Seconds since 1970 of 10 January 2026, noon UTC.
const START: i64 = 1_768_046_400;

fn main() {
    let Some(args) = common::words() else {
        return;
    };
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

/// A home with so many games of round-robins of at most 100 players, each game with
/// so many half-moves played, their letters gone.
fn club(root: &Path, games: usize, plies: usize, scripts: &[Script]) -> Vec<String> {
    let now = Instant::from_unix(START - 86_400);
    let mut robot = common::robot(root, "", now, true);
    let mut names = Vec::new();
    let mut tournament = 0;
    while names.len() < games {
        tournament += 1;
        let left = games - names.len();
        let players = (2..=100).find(|n| n * (n - 1) / 2 >= left).unwrap_or(100);
        let code = format!("T{tournament}");
        let of = (code.as_str(), players);
        let rows = common::begins(&mut robot, of, ("2026-01-10", ""), |row| {
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
                    to_the_second: false,
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
            entries
        });
        names.extend(rows.iter().map(|row| row.name.to_string()));
    }
    names.truncate(games);
    names
}

fn entry(event: Event) -> Entry {
    Entry::new(Instant::from_unix(START), Cause::Order, event)
}

/// A backlog: whole openings of many games, as after some days of a mail server's absence.
fn backlog(letters: usize) {
    let scripts = scripts();
    let root = scratch("backlog");
    let plies = 25;
    let names = club(&root, letters.div_ceil(plies), 0, &scripts);
    let store = Store::open(root.join("postchess.db")).expect("database");
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
    let store = Store::open(root.join("postchess.db")).expect("database");
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
