//! Three kinds of the program on one mailbox at once: a daemon, passes by cron, a
//! mail server's pipe; some of them killed in their work.

use super::{GAMES, PLIES, is_whole, next, season};
use crate::club::{PERSONAS, ROBOT, Setup};
use crate::contract::{House, bare};
use std::process::{Child, Stdio};
use std::time::Duration;

const NOW: &str = "2026-01-10T09:00:00Z";

fn start(house: &House, line: &str) -> Child {
    bare()
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", NOW, "--set", "auth.policy=address"])
        .args(line.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs")
}

/// Plays so many half-moves of each game of a season; `seed` says when it is killed.
fn crowd(rounds: usize, mut seed: u64) {
    let house = House::with(&Setup::new().pairs(&[(1, 2); 8]));
    for (i, persona) in PERSONAS.iter().enumerate().take(2) {
        house.post(&format!("style{i}"), persona.1, "style", "FORMAT TEXT");
    }
    house.run("poll").done();
    let mut killed = 0;
    let letters = season(GAMES);
    let rounds: Vec<_> = letters.chunks(8).take(rounds).collect();
    for (round, letters) in rounds.iter().enumerate() {
        let mut daemon = start(&house, "daemon");
        let mut poll = start(&house, "poll");
        // In every game one half-move a round: half by the pipe, half by the folder.
        for (game, side, text) in *letters {
            let from = PERSONAS[*side].1;
            let name = format!("r{round}g{game}");
            if game % 2 == 0 {
                let letter = format!(
                    "From: {from}\nTo: {ROBOT}\nMessage-ID: <{name}@mail.example>\nSubject: [T26/{game}]\n\n{text}\n"
                );
                house.given(NOW, "deliver", letter.as_bytes()).done();
            } else {
                house.post(&name, from, &format!("[T26/{game}]"), text);
            }
        }
        let mut tick = start(&house, "tick");
        std::thread::sleep(Duration::from_millis(100 + next(&mut seed) % 900));
        for child in [&mut daemon, &mut poll, &mut tick] {
            if child.try_wait().unwrap().is_none() {
                killed += 1;
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        house.run("poll").done();
    }
    assert!(killed > 0);
    house.run("poll").done();
    is_whole(&house);
    let moves = house
        .json("inbox list")
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["verdict"] == "move")
        .count();
    assert_eq!(moves, 8 * rounds.len());
    for game in 1..=8 {
        assert_eq!(
            house.json(&format!("game show T26/{game}"))["ply"],
            rounds.len()
        );
    }
    println!("{moves} letters, {killed} processes killed, no violation");
}

#[test]
fn daemon_pass_and_pipe_at_once() {
    crowd(6, 3);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn daemon_pass_and_pipe_at_once_for_long() {
    for seed in 0..3 {
        crowd(PLIES, 7 * seed + 5);
    }
}
