//! The place of outgoing letters is not there while so many letters come that ours would leave
//! while further ones are ruled.

use super::{GAMES, PLIES, comes, is_whole, left, season};
use crate::club::Setup;
use crate::contract::House;

#[test]
fn all_is_ruled_and_leaves_once_when_it_is_there_again() {
    let games = 2 * GAMES;
    let house = House::with(&Setup::new().pairs(&vec![(1, 2); games]));
    for (i, half_move) in season(games).into_iter().enumerate() {
        comes(&house, i, half_move);
    }
    let new = house.path("club/mail/out/new");
    let aside = house.path("club/mail/out/aside");
    std::fs::rename(&new, &aside).unwrap();
    std::fs::write(&new, "no folder").unwrap();
    let polled = house.run("--json poll");
    polled.fails(1);
    let report: serde_json::Value = serde_json::from_str(&polled.out).unwrap();
    assert_eq!(report["verdicts"]["move"], games * PLIES);
    assert_eq!(report["sent"], 0);
    let rows = house.json("outbox list");
    let rows = rows.as_array().unwrap();
    let waiting = rows.iter().filter(|row| row["state"] == "queued");
    assert_eq!(waiting.count(), 2 * games * PLIES);

    std::fs::remove_file(&new).unwrap();
    std::fs::rename(&aside, &new).unwrap();
    let polled = house.run("--json poll").json();
    assert_eq!(polled["sent"], 2 * games * PLIES);
    is_whole(&house);
    let (ids, files) = left(&new);
    assert_eq!(ids.len(), files, "none leaves twice");
}
