//! The primary server dies under load, and its standby takes its place: by hand, the old one
//! fenced off first. Two robots on two homes work all the time, and one of them dies too.

use super::postgres::{Postgres, free_port};
use crate::club::{PERSONAS, Setup};
use crate::contract::{House, bare};
use crate::engine;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const NOW: &str = "2026-01-10T09:00:00Z";

/// Games; in each a half-move is asked for after every answer.
const GAMES: usize = 4;

/// The half-moves of a game that goes on for 84 of them: knights out and back three times, then
/// a pawn of each side, so that no position comes five times (9.6.1 of the Laws ends a game then).
fn half_move(n: usize) -> String {
    const KNIGHTS: [&str; 4] = ["7163", "7866", "6371", "6678"];
    const FILES: [u8; 6] = [1, 2, 3, 4, 5, 8];
    let (file, n) = (FILES[n / 14], n % 14);
    match n {
        12 => format!("{file}2{file}3"),
        13 => format!("{file}7{file}6"),
        n => KNIGHTS[n % 4].to_owned(),
    }
}

/// How long a robot may take until it plays on: it waits longer after each failure.
const PATIENCE: Duration = Duration::from_secs(180);

/// A primary and a standby that has all that was committed.
struct Pair {
    primary: Postgres,
    standby: Postgres,
}

impl Pair {
    fn start() -> Pair {
        let primary = Postgres::start(&["wal_keep_size=256MB"]);
        let standby = Postgres::following(&primary, free_port());
        let pair = Pair { primary, standby };
        pair.waits_for_the_standby();
        pair
    }

    /// Nothing counts as committed before the standby has it on its disk.
    fn waits_for_the_standby(&self) {
        self.primary
            .does("ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf()");
    }

    /// The primary dies. It is fenced off (it can never come back), then the standby takes its
    /// place and waits for no other until there is one again.
    fn fails_over(mut self) -> Pair {
        let port = self.primary.port();
        self.primary.kill();
        drop(self.primary);
        self.standby.promote();
        self.standby
            .does("ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()");
        let standby = Postgres::following(&self.standby, port);
        let pair = Pair {
            primary: self.standby,
            standby,
        };
        pair.waits_for_the_standby();
        pair
    }

    /// Both, whichever is written to.
    fn url(&self, schema: &str) -> String {
        let ports = [self.primary.port(), self.standby.port()];
        format!(
            "postgres://postgres@127.0.0.1:{},127.0.0.1:{}/postgres?target_session_attrs=read-write&options=-csearch_path%3D{schema}",
            ports[0], ports[1]
        )
    }
}

/// A robot at work; gone with a test that fails.
struct AtWork(Child);

impl Drop for AtWork {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A robot at work in a home.
fn robot(home: &Path) -> AtWork {
    let child = bare()
        .arg("--home")
        .arg(home)
        .args(["--now", NOW, "--set", "auth.policy=address", "daemon"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    AtWork(child)
}

/// A second home of the same club, as another machine has it: its own folder, the same
/// configuration and key, the same mailbox.
pub(super) fn second(house: &House) -> PathBuf {
    let (first, second) = (house.path("club"), house.path("second"));
    std::fs::create_dir(&second).unwrap();
    for name in ["postchess.toml", "postchess.key"] {
        std::fs::copy(first.join(name), second.join(name)).unwrap();
    }
    for name in ["mail", "templates"] {
        std::os::unix::fs::symlink(first.join(name), second.join(name)).unwrap();
    }
    for name in ["reports", "backup"] {
        std::fs::create_dir(second.join(name)).unwrap();
    }
    second
}

/// The letters that left, by Message-ID: how often each.
fn left(house: &House) -> BTreeMap<String, u32> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(house.path("club/mail/out/new")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap_or_default();
        if let Some(id) = text.lines().find_map(|l| l.strip_prefix("Message-ID: <")) {
            *all.entry(id.trim_end_matches('>').to_owned()).or_insert(0) += 1;
        }
    }
    all
}

fn confirmed(house: &House) -> usize {
    left(house)
        .keys()
        .filter(|id| id.starts_with("conf"))
        .count()
}

/// Plays a round: a letter for each game, and waits until all are confirmed; how long.
fn round(house: &House, n: usize, before: usize) -> Duration {
    let began = Instant::now();
    for game in 1..=GAMES {
        let who = PERSONAS[n % 2].1;
        house.post(
            &format!("r{n}g{game}"),
            who,
            &format!("[T26/{game}]"),
            &half_move(n),
        );
    }
    while confirmed(house) < before + GAMES {
        assert!(began.elapsed() < PATIENCE, "round {n}: nobody plays on");
        std::thread::sleep(Duration::from_millis(50));
    }
    began.elapsed()
}

/// So many times the primary dies; a robot too every time.
fn drill(kills: usize) {
    let house = House::with(&Setup::new().pairs(&[(1, 2); GAMES]));
    for (i, persona) in PERSONAS.iter().enumerate().take(2) {
        house.post(&format!("style{i}"), persona.1, "style", "FORMAT TEXT");
    }
    house.run("poll").done();
    let mut pair = Pair::start();
    pair.primary.does("CREATE SCHEMA club");
    engine::move_to(&house.path("club"), &pair.url("club"));
    let homes = [house.path("club"), second(&house)];
    let mut robots = homes.each_ref().map(|home| robot(home));
    let (mut played, mut longest, mut all) = (0, Duration::ZERO, Duration::ZERO);
    for kill in 0..kills {
        // Some rounds in peace, then in the midst of one.
        for _ in 0..2 {
            round(&house, played, played * GAMES);
            played += 1;
        }
        for game in 1..=GAMES {
            let who = PERSONAS[played % 2].1;
            let name = format!("r{played}g{game}");
            house.post(&name, who, &format!("[T26/{game}]"), &half_move(played));
        }
        std::thread::sleep(Duration::from_millis(40 * (kill as u64 % 7)));
        let began = Instant::now();
        let dying = &mut robots[kill % 2].0;
        dying.kill().unwrap();
        dying.wait().unwrap();
        pair = pair.fails_over();
        robots[kill % 2] = robot(&homes[kill % 2]);
        while confirmed(&house) < (played + 1) * GAMES {
            assert!(
                began.elapsed() < PATIENCE,
                "after kill {kill} nobody plays on"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        played += 1;
        longest = longest.max(began.elapsed());
        all += began.elapsed();
    }
    for robot in &mut robots {
        let id = robot.0.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        assert!(told.unwrap().success());
        assert!(robot.0.wait().unwrap().success());
    }
    // Whatever was confirmed is in the record, once; nothing else is.
    house.run("poll").done();
    house.run("verify").done();
    for game in 1..=GAMES {
        assert_eq!(house.json(&format!("game show T26/{game}"))["ply"], played);
    }
    let inbox = house.json("inbox list");
    let verdicts = inbox.as_array().unwrap().iter();
    let verdicts: Vec<&str> = verdicts.filter_map(|m| m["verdict"].as_str()).collect();
    let moves = verdicts.iter().filter(|v| **v == "move").count();
    assert_eq!(moves, played * GAMES, "{verdicts:?}");
    assert_eq!(verdicts.len(), moves + 2, "each letter has one verdict");
    let outbox = house.json("outbox list");
    let recorded = outbox.as_array().unwrap();
    assert!(recorded.iter().all(|row| row["state"] == "sent"));
    let gone = left(&house);
    assert_eq!(gone.len(), recorded.len(), "what left is what was recorded");
    let twice: u32 = gone.values().map(|n| n - 1).sum();
    println!(
        "{kills} kills, {moves} moves: none lost; {twice} letters left twice under one Message-ID; \
         pause {:.1} s, the longest {:.1} s",
        all.as_secs_f64() / kills as f64,
        longest.as_secs_f64()
    );
}

#[test]
fn the_primary_dies_under_load_and_no_confirmed_move_is_lost() {
    drill(2);
}

#[test]
#[ignore = "tests/run --long: 20 kills, some minutes"]
fn the_primary_dies_twenty_times() {
    drill(20);
}
