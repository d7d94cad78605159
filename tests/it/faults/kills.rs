//! The program is killed at any moment, again and again, while letters come in.

use super::{GAMES, PLIES, comes, is_whole, next, season};
use crate::club::{PERSONAS, Setup};
use crate::contract::House;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Some kills with every run of the tests.
#[test]
fn killed_at_any_moment_nothing_is_lost_or_doubled() {
    killed(&Kills {
        kills: 30,
        come: 10,
        ..Kills::of(20_260_110)
    });
}

/// All letters wait before the first kill, so many that letters leave while further ones are
/// ruled.
#[test]
fn killed_while_letters_leave_beside_ruling_nothing_is_lost_or_doubled() {
    killed(&Kills {
        games: 3 * GAMES,
        kills: 5,
        come: 3 * GAMES * PLIES,
        longest: 3_000,
        ..Kills::of(20_260_111)
    });
}

/// Thousands of kills, one season after another.
#[test]
#[ignore = "takes twenty minutes: tests/run --long"]
fn killed_thousands_of_times() {
    for round in 0..30 {
        killed(&Kills::of(7 * round + 1));
        println!("{} kills: no violation", 100 * (round + 1));
    }
}

/// How often it is killed while how much comes.
struct Kills {
    games: usize,
    kills: u64,
    /// Letters that come before each kill; the rest comes behind the last.
    come: usize,
    /// How long it lives, in milliseconds.
    longest: u64,
    seed: u64,
}

impl Kills {
    fn of(seed: u64) -> Kills {
        Kills {
            games: GAMES,
            kills: 100,
            come: 3,
            longest: 720,
            seed,
        }
    }
}

fn killed(how: &Kills) {
    let (games, letters) = (how.games, how.games * PLIES);
    let house = House::with(&Setup::new().pairs(&vec![(1, 2); games]));
    for (i, persona) in PERSONAS.iter().enumerate().take(2) {
        house.post(&format!("style{i}"), persona.1, "style", "FORMAT TEXT");
    }
    assert_eq!(house.run("poll").code, 0);
    let mut season = season(games).into_iter().enumerate();
    let mut seed = how.seed;
    let mut deliver = |most: usize| {
        for (i, half_move) in season.by_ref().take(most) {
            comes(&house, i, half_move);
        }
    };
    let mut cut_short = 0;
    for _ in 0..how.kills {
        deliver(how.come);
        let mut child = Command::new(env!("CARGO_BIN_EXE_postchess"))
            .arg("--home")
            .arg(house.path("club"))
            .args([
                "--now",
                "2026-01-11T09:00:00Z",
                "--set",
                "auth.policy=address",
                "poll",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_millis(
            20 + next(&mut seed) % (how.longest - 20),
        ));
        if child.try_wait().unwrap().is_none() {
            cut_short += 1;
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    assert!(cut_short > 0, "not one run was killed in its work");
    deliver(usize::MAX);
    for _ in 0..2 {
        let answer = house.at("2026-01-11T09:00:00Z", "poll");
        assert_eq!(answer.code, 0, "{}", answer.err);
    }

    // Every letter once, with one verdict.
    let inbox = house.json("inbox list");
    let mut verdicts: BTreeMap<&str, &str> = BTreeMap::new();
    for message in inbox.as_array().unwrap() {
        let id = message["message_id"].as_str().unwrap();
        if id.starts_with('k') {
            let before = verdicts.insert(id, message["verdict"].as_str().unwrap_or("pending"));
            assert_eq!(before, None, "{id} is there twice");
        }
    }
    assert_eq!(verdicts.len(), letters);
    assert!(verdicts.values().all(|v| *v == "move"), "{verdicts:?}");
    for game in 1..=games {
        assert_eq!(
            house.json(&format!("game show T26/{game}"))["ply"],
            40,
            "T26/{game}"
        );
    }

    // Every letter of ours once in the record, and in the outgoing Maildir at least once.
    let outbox = house.json("outbox list");
    let rows = outbox.as_array().unwrap();
    assert!(rows.iter().all(|r| r["state"] == "sent"));
    let count = |kind: &str| rows.iter().filter(|r| r["kind"] == kind).count();
    assert_eq!((count("confirmation"), count("move")), (letters, letters));
    is_whole(&house);
}
