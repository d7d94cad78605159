//! Rounds that are paired one by one: cups, Swiss events, further games of a match.

use crate::club::{Club, Setup};
use serde_json::Value;

/// Who plays a game: starting numbers of White and Black.
fn pair(club: &mut Club, game: &str) -> (u64, u64) {
    let game = club.game(game);
    let of = |side: &str| game[side]["player"].as_u64().unwrap();
    (of("white"), of("black"))
}

/// The games of a round with their starting numbers, in the order of the boards.
fn round(club: &mut Club, number: u64) -> Vec<(String, u64, u64)> {
    let mut found = Vec::new();
    for n in 1.. {
        let Ok(text) = club.types(&format!("game show T26/{n} --format json")) else {
            return found;
        };
        let game: Value = serde_json::from_str(&text).unwrap();
        if game["round"] == number {
            let name = game["game"].as_str().unwrap().to_owned();
            let of = |side: &str| game[side]["player"].as_u64().unwrap();
            found.push((name, of("white"), of("black")));
        }
    }
    found
}

fn verified(club: &mut Club) {
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a26_a_cup_goes_on_with_those_who_won() {
    let mut club = Setup::new()
        .system("knock-out", 4)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.is_told("arbiter", "round").says("Round 1");
    assert_eq!(pair(&mut club, "T26/1"), (1, 4));
    assert_eq!(pair(&mut club, "T26/2"), (2, 3));
    club.decides("result T26/1 0-1");
    club.ticks();
    assert!(round(&mut club, 2).is_empty(), "one match is open");
    club.decides("result T26/2 1/2-1/2");
    club.everything_read();
    club.ticks();
    // Who has had White less often has it now; of two who drew the first number goes on.
    club.is_told("arbiter", "round").says("Round 2");
    assert_eq!(all(&round(&mut club, 2)), [(4, 2)]);
    assert_eq!(club.all_read("start"), 2);
    club.stands("T26/3", "/status", "active");
    club.decides("result T26/3 1-0");
    club.everything_read();
    club.ticks();
    assert!(round(&mut club, 3).is_empty(), "the cup is over");
    club.days_pass(1);
    club.ticks();
    club.is_told("arbiter", "report");
    club.everything_read();
    verified(&mut club);
}

fn all(round: &[(String, u64, u64)]) -> Vec<(u64, u64)> {
    round.iter().map(|(_, w, b)| (*w, *b)).collect()
}

#[test]
fn a26_a_level_match_is_decided_by_further_games() {
    let mut club = Setup::new()
        .system("match", 2)
        .tournament("games = 2\nties = [\"games\"]")
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.everything_read();
    club.ticks();
    let further = round(&mut club, 3);
    assert_eq!(all(&further), [(1, 2), (2, 1)]);
    club.decides("result T26/3 1/2-1/2");
    club.decides("result T26/4 1-0");
    club.ticks();
    assert!(
        round(&mut club, 4).is_empty(),
        "one further match is enough"
    );
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_who_left_is_passed_over_in_a_cup() {
    let mut club = Setup::new()
        .system("knock-out", 4)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.decides("withdraw ann@a.example T26 --games lose");
    club.everything_read();
    club.ticks();
    assert!(round(&mut club, 2).is_empty(), "nobody is left to meet");
    club.everything_read();
    verified(&mut club);
}
