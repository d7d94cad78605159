//! What a backlog of letters costs, beside what the machine needs for the same bytes: letters
//! that came are read and parsed, rows are inserted with `synchronous=FULL`, answers are
//! written into a Maildir. The ratio is the figure; a machine that is busy with other work
//! makes both slower.
//!
//! `cargo bench --bench letters` plays it three times and keeps the best of each; `-- quick`
//! fewer letters once; `-- keep` leaves its folders; `-- prepare` makes them for a profiler,
//! with the letters in the mailbox, and prints what reads them; `-- engines` plays the short ones
//! on a file and on a PostgreSQL server of its own, there by one, two and four robots. With `target/python` (tests/run makes it)
//! it also runs a script such as one writes in a weekend, `benches/weekend.py`.

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

use common::{PROGRAM, Script, begins, moves, robot, scratch, scripts};
use mail_parser::MessageParser;
use postchess::chess::Side;
use postchess::record::{Cause, Entry, Event};
use postchess::time::Instant;
use postgres_server::Postgres;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant as Stopwatch;

/// Seconds since 1970 of 10 January 2026, noon UTC.
const START: i64 = 1_768_046_400;

/// Half-moves of each game.
const PLIES: usize = 50;

/// Letters between two syncs of the physical parts, as many as the program rules in one
/// transaction.
const BATCH: usize = 400;

fn main() {
    let Some(words) = common::words() else {
        return;
    };
    let has = |word: &str| words.iter().any(|w| w == word);
    let (games, rounds) = if has("quick") { (20, 1) } else { (100, 3) };
    let root = scratch("letters");
    let club = Club::of(games);
    let short = club.short_letters();
    let quoted = club.quoted_letters(&root, &short);
    if has("prepare") {
        for (what, letters) in [("short", &short), ("quoted", &quoted)] {
            let home = root.join(what);
            club.home(&home, letters);
            let (home, now) = (home.display(), read_at());
            println!("{PROGRAM} --home {home} --now {now} -q poll");
        }
        Club::of_many().home(&root.join("many"), &Club::of_many().short_letters());
        return;
    }
    if has("engines") {
        let club = Club::of_many();
        let mut letters = club.short_letters();
        letters.truncate(if has("quick") { 1_200 } else { 2_940 });
        engines(&club, &root, &letters);
        return;
    }
    let mut best: BTreeMap<&str, Cost> = BTreeMap::new();
    let mut note = |what: &'static str, cost: Cost| {
        best.entry(what)
            .and_modify(|b| *b = b.better(cost))
            .or_insert(cost);
    };
    // Each round has folders of its own, and all go at the end: where many files were deleted,
    // a file system is slow for a while.
    let round = |n: usize| root.join(format!("round-{n}"));
    for n in 0..rounds {
        for (what, letters) in [("short", &short), ("quoted", &quoted)] {
            let home = round(n).join(what);
            let played = club.plays(&home, letters);
            note(what, played);
            let out = answers(&home);
            let [parse, insert, maildir] =
                physical(&round(n).join(format!("parts-{what}")), letters, &out);
            let parts = match what {
                "short" => ["short parse", "short insert", "short maildir"],
                _ => ["quoted parse", "quoted insert", "quoted maildir"],
            };
            for (part, cost) in parts.into_iter().zip([parse, insert, maildir]) {
                note(part, cost);
            }
            let sum = parse.wall + insert.wall + maildir.wall;
            let of_parts = if what == "short" {
                "short parts"
            } else {
                "quoted parts"
            };
            let cpu = parse.cpu + insert.cpu + maildir.cpu;
            note(of_parts, Cost { wall: sum, cpu });
        }
        if let Some(cost) = weekend(&round(n), &short) {
            note("weekend", cost);
        }
    }
    let count = short.len() as f64;
    let kib = |letters: &[Letter]| {
        let all: usize = letters.iter().map(|l| l.bytes.len()).sum();
        all as f64 / 1024.0 / letters.len() as f64
    };
    println!("{count} letters of {games} games, each answered by two, best of {rounds}:");
    for (what, letters) in [("short", &short), ("quoted", &quoted)] {
        let cost = best[what];
        let parts = best[format!("{what} parts").as_str()];
        println!(
            "  {what:<7} ({:.1} KiB each): {:.0} letters a second, {:.2} ms of CPU a letter; \
             {:.1} times the wall time of their physical parts ({:.0} a second: parse {:.2} ms, \
             insert {:.2} ms, Maildir {:.2} ms)",
            kib(letters),
            count / cost.wall,
            cost.cpu * 1e3 / count,
            cost.wall / parts.wall,
            count / parts.wall,
            best[format!("{what} parse").as_str()].wall * 1e3 / count,
            best[format!("{what} insert").as_str()].wall * 1e3 / count,
            best[format!("{what} maildir").as_str()].wall * 1e3 / count,
        );
        let out = answers(&round(rounds - 1).join(what));
        let bytes: usize = out.iter().map(Vec::len).sum();
        println!(
            "          {} letters out, {:.1} KiB each",
            out.len(),
            bytes as f64 / 1024.0 / out.len() as f64
        );
    }
    match best.get("weekend") {
        Some(script) => println!(
            "  a script of a weekend: {:.0} letters a second; postchess {:.1} times that",
            count / script.wall,
            script.wall / best["short"].wall
        ),
        None => println!("  no script beside it: tests/run makes target/python"),
    }
    if !has("keep") {
        let _ = fs::remove_dir_all(&root);
    }
}

/// What something cost, in seconds.
#[derive(Clone, Copy, Debug)]
struct Cost {
    wall: f64,
    cpu: f64,
}

impl Cost {
    fn better(self, other: Cost) -> Cost {
        Cost {
            wall: self.wall.min(other.wall),
            cpu: self.cpu.min(other.cpu),
        }
    }
}

/// A letter that comes.
struct Letter {
    /// `T1/3` and the half-move it plays.
    game: usize,
    ply: usize,
    bytes: Vec<u8>,
}

/// Games of round-robins, as many in each, each with its script.
struct Club {
    games: usize,
    sections: usize,
    scripts: Vec<Script>,
}

impl Club {
    fn of(games: usize) -> Club {
        let scripts = scripts();
        Club {
            games,
            sections: 1,
            scripts,
        }
    }

    /// One of many people: several robots rule at once what is of several.
    fn of_many() -> Club {
        Club {
            sections: 200,
            ..Club::of(600)
        }
    }

    /// Of each section.
    fn of_each(&self) -> usize {
        self.games / self.sections
    }

    fn players(&self) -> usize {
        (2..)
            .find(|n| n * (n - 1) / 2 >= self.of_each())
            .expect("some")
    }

    fn name(&self, game: usize) -> String {
        let each = self.of_each();
        format!("T{}/{}", game / each + 1, game % each + 1)
    }

    /// A home with the games begun and letters in its mailbox; nothing played.
    fn home(&self, root: &Path, letters: &[Letter]) -> Vec<[String; 2]> {
        let _ = fs::remove_dir_all(root);
        fs::create_dir_all(root).expect("a folder");
        let now = Instant::from_unix(START - 86_400);
        let mut robot = robot(root, "", now, true);
        let entry = |event| Entry::new(Instant::from_unix(START), Cause::Order, event);
        let mut rows = Vec::new();
        for section in 1..=self.sections {
            let code = format!("T{section}");
            let began = ("2026-01-10", "");
            let begun = begins(&mut robot, (&code, self.players()), began, |_| {
                vec![entry(Event::Started)]
            });
            rows.extend(begun.into_iter().take(self.of_each()));
        }
        for letter in letters {
            let name = format!("{:08}.bench", letter.ply * self.games + letter.game);
            fs::write(root.join("mail/in/new").join(name), &letter.bytes).expect("a letter");
        }
        let read = robot.store.read();
        let facts = rows.iter().take(self.games).map(|row| {
            let facts = read.game_facts(row.id).expect("facts");
            Side::BOTH.map(|side| facts.players.get(side).reach.to_string())
        });
        facts.collect()
    }

    fn move_line(&self, game: usize, ply: usize) -> String {
        let script = &self.scripts[game % self.scripts.len()];
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {}", script.number[ply], script.numeric[ply])
    }

    fn head(&self, (game, ply): (usize, usize), from: &str) -> String {
        let at = Instant::from_unix(START + (ply as i64) * 86_400 + game as i64);
        let (date, number) = (at.rfc2822(), ply * self.games + game);
        format!(
            "Return-Path: <{from}>\r\nReceived: from mail.example (mail.example [192.0.2.1])\r\n\t\
         by mx.club.example (Postfix) with ESMTPS id {number};\r\n\t{date}\r\nDate: {date}\r\n\
         From: Player <{from}>\r\nTo: moves@club.example\r\nSubject: Re: [{}]\r\n\
         Message-ID: <{number}.{}@example>\r\n",
            self.name(game),
            at.unix()
        )
    }

    /// In order: each game's first half-move, each game's second, …
    fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        let shortest = self.scripts.iter().map(|s| s.uci.len()).min();
        // With the last move of a game there may be its result, which is told too.
        let plies = shortest.unwrap_or(0).saturating_sub(1).min(PLIES);
        let games = self.games;
        (0..plies).flat_map(move |ply| (0..games).map(move |game| (game, ply)))
    }

    /// Letters with a move and a few words.
    fn short_letters(&self) -> Vec<Letter> {
        let root = scratch("letters-people");
        let people = self.home(&root, &[]);
        let _ = fs::remove_dir_all(&root);
        let letter = |(game, ply): (usize, usize)| {
            let text = format!(
                "Hello,\r\n\r\n{}\r\n\r\nBest regards\r\nPlayer\r\n",
                self.move_line(game, ply)
            );
            let head = self.head((game, ply), &people[game][ply % 2]);
            let bytes = format!(
                "{head}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}"
            );
            Letter {
                game,
                ply,
                bytes: bytes.into_bytes(),
            }
        };
        self.each().map(letter).collect()
    }

    /// The same moves as people send them: as text and as HTML, our own letter quoted whole.
    fn quoted_letters(&self, root: &Path, short: &[Letter]) -> Vec<Letter> {
        let home = root.join("first");
        let people = self.home(&home, short);
        polls(&home);
        let mut ours: BTreeMap<(usize, usize), (String, String)> = BTreeMap::new();
        for bytes in answers(&home) {
            let parsed = MessageParser::default().parse(&bytes).expect("a letter");
            let header = |name: &str| {
                let value = parsed.header_raw(name).unwrap_or_default();
                value.trim().to_owned()
            };
            if header("X-Postchess-Kind") != "move" {
                continue;
            }
            let game = header("X-Postchess-Game");
            let game: usize = game.split('/').nth(1).expect("T1/1").parse().expect("1");
            let id = header("Message-ID");
            // move.PLAYER.gGAMEpPLY.…
            let place = id.split('.').nth(2).expect("a place");
            let ply: usize = place.split('p').nth(1).expect("a ply").parse().expect("1");
            let text = parsed.body_text(0).expect("a text").into_owned();
            let html = parsed.body_html(0).expect("a page").into_owned();
            ours.insert((game - 1, ply), (text, html));
        }
        let letter = |(game, ply): (usize, usize)| {
            let line = self.move_line(game, ply);
            let said = "On Sat, 10 Jan 2026 at 12:00, Bench <moves@club.example> wrote:";
            let (text, html) = match ours.get(&(game, ply)) {
                Some((text, html)) => (
                    text.lines()
                        .map(|l| format!("> {l}\r\n"))
                        .collect::<String>(),
                    html.clone(),
                ),
                None => (String::new(), String::new()),
            };
            let from = &people[game][ply % 2];
            let head = self.head((game, ply), from);
            let body = format!(
                "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"b{game}x{ply}\"\r\n\r\n\
                 --b{game}x{ply}\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\n\r\n\
                 Hello,\r\n\r\n{line}\r\n\r\nBest regards\r\nPlayer\r\n\r\n{said}\r\n\r\n{text}\r\n\
                 --b{game}x{ply}\r\nContent-Type: text/html; charset=\"UTF-8\"\r\n\r\n\
                 <div dir=\"ltr\">Hello,<div><br></div><div>{line}</div><div><br></div><div>Best regards</div><div>Player</div></div><br>\
                 <div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{said}<br></div>\
                 <blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">{html}</blockquote></div>\r\n\
                 --b{game}x{ply}--\r\n"
            );
            Letter {
                game,
                ply,
                bytes: format!("{head}{body}").into_bytes(),
            }
        };
        self.each().map(letter).collect()
    }

    /// Has the program read them all; all must be moves.
    fn plays(&self, home: &Path, letters: &[Letter]) -> Cost {
        self.home(home, letters);
        let cost = polls(home);
        let out = answers(home).len();
        assert_eq!(
            out,
            2 * letters.len(),
            "each is a move, and answered by two"
        );
        cost
    }
}

/// The same letters on a file and on a server, there by several robots at once.
fn engines(club: &Club, root: &Path, letters: &[Letter]) {
    let count = letters.len() as f64;
    let cost = club.plays(&root.join("file"), letters);
    println!("SQLite: {:.0} letters a second", count / cost.wall);
    let server = Postgres::start(&[]);
    for robots in [1, 2, 4] {
        let home = root.join(format!("server-{robots}"));
        club.home(&home, letters);
        server.does(&format!("CREATE DATABASE robots_{robots}"));
        let url = format!(
            "postgres://postgres@127.0.0.1:{}/robots_{robots}",
            server.port()
        );
        moves(&home, &url);
        let others = (1..robots).map(|n| {
            let other = root.join(format!("server-{robots}-{n}"));
            fs::create_dir(&other).expect("a folder");
            for name in ["postchess.toml", "postchess.key"] {
                fs::copy(home.join(name), other.join(name)).expect("copied");
            }
            std::os::unix::fs::symlink(home.join("mail"), other.join("mail")).expect("a link");
            other
        });
        let homes: Vec<PathBuf> = std::iter::once(home.clone()).chain(others).collect();
        let cost = timed(OF_CHILDREN, || {
            std::thread::scope(|scope| {
                for home in &homes {
                    scope.spawn(move || polls(home));
                }
            });
            // Who came last has sent what the others ruled.
            polls(&home);
        });
        assert_eq!(answers(&home).len(), 2 * letters.len());
        println!(
            "PostgreSQL, robots: {robots}: {:.0} letters a second",
            count / cost.wall
        );
    }
}

/// Processor time, in seconds: of this process (the first field of `/proc/self/stat` behind
/// its name is 0, its own time 11), or of all its children that have ended (13).
fn cpu(field: usize) -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux");
    let (_, fields) = stat.rsplit_once(") ").expect("fields");
    let ticks = fields.split(' ').skip(field).take(2);
    ticks.map(|t| t.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}

const OWN: usize = 11;
const OF_CHILDREN: usize = 13;

fn timed(of: usize, work: impl FnOnce()) -> Cost {
    let (before, clock) = (cpu(of), Stopwatch::now());
    work();
    Cost {
        wall: clock.elapsed().as_secs_f64(),
        cpu: cpu(of) - before,
    }
}

fn child(command: &mut Command) -> Cost {
    timed(OF_CHILDREN, || {
        let ended = command.stdout(Stdio::null()).status().expect("it runs");
        assert!(ended.success(), "{command:?}");
    })
}

/// The hour at which they are read.
fn read_at() -> String {
    Instant::from_unix(START + 90 * 86_400).to_string()
}

fn polls(home: &Path) -> Cost {
    let now = read_at();
    let mut command = Command::new(PROGRAM);
    command.arg("--home").arg(home);
    child(command.args(["--now", &now, "-q", "poll"]))
}

fn answers(home: &Path) -> Vec<Vec<u8>> {
    let folder = fs::read_dir(home.join("mail/out/new")).expect("letters");
    let paths = folder.map(|e| e.expect("a letter").path());
    paths.map(|p| fs::read(p).expect("a letter")).collect()
}

/// The same bytes and nothing else: parsed, inserted, written.
fn physical(root: &Path, letters: &[Letter], out: &[Vec<u8>]) -> [Cost; 3] {
    for folder in ["in", "tmp", "new"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for (n, letter) in letters.iter().enumerate() {
        let path = root.join("in").join(format!("{n:08}"));
        fs::write(&path, &letter.bytes).expect("written");
        files.push(path);
    }
    let parse = timed(OWN, || {
        let mut parts = 0;
        for path in &files {
            let bytes = fs::read(path).expect("read");
            let parsed = MessageParser::default().parse(&bytes).expect("a letter");
            parts += parsed.parts.len();
        }
        assert!(parts >= letters.len());
    });
    let insert = timed(OWN, || {
        let mut db = Connection::open(root.join("letters.db")).expect("a database");
        db.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE letter (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);",
        )
        .expect("a table");
        let each = out.chunks(2 * BATCH).zip(letters.chunks(BATCH));
        for (out, letters) in each {
            let tx = db.transaction().expect("a transaction");
            {
                let sql = "INSERT INTO letter (bytes) VALUES (?1)";
                let mut insert = tx.prepare_cached(sql).expect("SQL");
                for letter in letters {
                    insert.execute([&letter.bytes]).expect("inserted");
                }
                for bytes in out {
                    insert.execute([bytes]).expect("inserted");
                }
            }
            tx.commit().expect("committed");
        }
    });
    let maildir = timed(OWN, || {
        for (n, batch) in out.chunks(2 * BATCH).enumerate() {
            for (i, bytes) in batch.iter().enumerate() {
                let name = format!("{n}.{i}");
                fs::write(root.join("tmp").join(&name), bytes).expect("written");
                fs::rename(root.join("tmp").join(&name), root.join("new").join(&name))
                    .expect("renamed");
            }
            let folder = File::open(root.join("new")).expect("a folder");
            rustix::fs::syncfs(&folder).expect("synced");
        }
    });
    [parse, insert, maildir]
}

/// The script over the same letters; none where its libraries are not there.
fn weekend(root: &Path, letters: &[Letter]) -> Option<Cost> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/bin/python");
    if !python.exists() {
        return None;
    }
    let home = root.join("weekend");
    for folder in ["in", "out"] {
        fs::create_dir_all(home.join(folder)).expect("a folder");
    }
    for (n, letter) in letters.iter().enumerate() {
        fs::write(home.join("in").join(format!("{n:08}")), &letter.bytes).expect("written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/weekend.py");
    let cost = child(Command::new(python).arg(script).arg(&home));
    let out = fs::read_dir(home.join("out")).expect("letters").count();
    assert_eq!(out, 2 * letters.len(), "the script answers each by two");
    Some(cost)
}
