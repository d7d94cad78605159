//! What players wish of their letters: warnings of their own.

use crate::club::{Club, Setup};

/// Bert is to move; he received the first move on 11 January and has ten days.
fn bert_thinks() -> Club {
    let mut club = Setup::new().rules("days_per_period = 10").opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club
}

#[test]
fn own_warnings_by_letter() {
    let mut club = bert_thinks();
    club.sends("bert", "WARN 8, 3");
    assert_eq!(club.verdict(), "command");
    let told = club.is_told("bert", "status");
    told.says("when so many days are left until your flag falls: 8, 3");
    told.says("Your own warnings come when so many days are left: 8, 3");
    // The pass over the clocks knows of them by the index of what is due.
    club.days_pass(2);
    assert_eq!(club.ticks().due, 0);
    club.nobody_is_told();
    club.days_pass(1);
    assert_eq!(club.ticks().due, 1);
    let warned = club.is_told("bert", "reminder");
    warned.says("The warning you asked for: you have 8 days left to the time control.");
    warned.says("WARN OFF ends it");
    assert!(!warned.text.contains("The arbiter now gets copies"));
    club.nobody_is_told();
    // The tournament's own stands beside it, and the arbiter gets his copy.
    club.lives(3);
    club.are_told(&["bert", "arbiter"], "reminder");
    club.nobody_is_told();
    club.sends("bert", "warn off");
    club.is_told("bert", "status")
        .says("no warnings of your own any more");
    club.lives(2);
    club.nobody_is_told();
    let json = club.types("--json verify").unwrap();
    assert!(!json.contains("differs"), "{json}");
}

#[test]
fn numbers_that_are_no_days_are_told() {
    let mut club = bert_thinks();
    club.sends("bert", "WARN 0 500");
    assert_eq!(club.verdict(), "not-understood");
    let told = club.is_told("bert", "not-understood");
    told.says("could not read \"0 500\" as warnings");
    told.says("whole numbers from 1 to 365");
}

#[test]
fn a_command_with_words_beside_it_is_asked_with_its_own_line() {
    for line in [
        "WARN me often",
        "Correspondence please send",
        "CORRESPONDENCE soon",
    ] {
        let mut club = bert_thinks();
        club.sends("bert", line);
        assert_eq!(club.verdict(), "not-understood", "{line}");
        club.is_told("bert", "not-understood");
    }
}

#[test]
fn one_letter_a_day_with_all_games_that_wait() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 2)]).opens();
    club.everything_read();
    club.sends("bert", "DAILY");
    assert_eq!(club.verdict(), "command");
    let told = club.is_told("bert", "status");
    told.says("You get one letter a day about the games that wait for you");
    club.letter("ann")
        .subject("T26/1")
        .says("OPPONENT: hello\n1. 5254")
        .posts();
    club.letter("clara")
        .subject("T26/2")
        .says("1. 4244")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("clara", "confirmation");
    club.nobody_is_told();
    // They count as having left at once: his time runs from the day after.
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    club.stands("T26/2", "/clock/running/since", "2026-01-11");
    club.days_pass(1);
    club.polls();
    let daily = club.is_told("bert", "status");
    daily.says("These games wait for you, the most urgent first.");
    daily.says("Ann Archer writes to you: hello");
    for part in ["T26/1", "T26/2", "5254", "4244"] {
        assert!(daily.text.contains(part), "{part}: {}", daily.text);
    }
    club.nobody_is_told();
    // One letter answers both, and its token is good for both.
    club.letter("bert")
        .answering(&daily)
        .says("T26/1\n1... 5755\n\nT26/2\n1... 4745")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.stands("T26/1", "/ply", 2);
    club.stands("T26/2", "/ply", 2);
    club.everything_read();
    assert!(club.types("--json verify").is_ok());
    // A single game comes as its own letter; AT ONCE ends the waiting.
    club.letter("ann").subject("T26/1").says("2. 7163").posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.nobody_is_told();
    club.sends("bert", "AT ONCE");
    club.is_told("bert", "status");
    club.polls();
    club.is_told("bert", "move").says("7163");
    club.nobody_is_told();
}

/// Bert's daily letter of two games, while Dmitri waits for him in a third.
fn daily_of_two(setup: Setup) -> (Club, crate::club::Mail) {
    let mut club = setup.pairs(&[(1, 2), (3, 2), (4, 2)]).opens();
    let start = club.last_letter("bert", "T26/3");
    club.letter("bert").answering(&start).says("DAILY").posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.everything_read();
    for (who, game, says) in [("ann", "T26/1", "1. 5254"), ("clara", "T26/2", "1. 4244")] {
        let start = club.last_letter(who, game);
        club.letter(who).answering(&start).says(says).posts();
        club.polls();
        assert_eq!(club.verdict(), "move");
    }
    club.everything_read();
    club.days_pass(1);
    club.polls();
    let daily = club.is_told("bert", "status");
    club.nobody_is_told();
    (club, daily)
}

#[test]
fn a_daily_letters_token_is_good_for_its_games_alone() {
    let (mut club, daily) = daily_of_two(Setup::new().default_policy());
    // Dmitri moves after the daily letter was written: it says nothing of her game.
    let start = club.last_letter("dima", "T26/3");
    club.letter("dima")
        .answering(&start)
        .says("1. 4244")
        .posts();
    club.polls();
    club.is_told("dima", "confirmation");
    club.letter("bert")
        .answering(&daily)
        .says("T26/3\n1... 4745")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.stands("T26/3", "/ply", 1);
    club.is_told("bert", "challenge");
    // Beside its own games it does not open another either.
    club.letter("bert")
        .answering(&daily)
        .says("T26/1\n1... 5755\n\nT26/3\n1... 4745")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.stands("T26/1", "/ply", 1);
    club.everything_read();
    // Which of its games a bare move is meant for is asked.
    club.letter("bert")
        .answering(&daily)
        .says("1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "no-game");
    club.stands("T26/1", "/ply", 1);
    club.everything_read();
    club.letter("bert")
        .answering(&daily)
        .says("T26/1\n1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.stands("T26/1", "/ply", 2);
    club.everything_read();
    // Written in that game, it is not enough alone there any more; in the other it is.
    let told = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&told).says("2. 7163").posts();
    club.polls();
    club.letter("bert")
        .answering(&daily)
        .says("T26/1\n2... 4745")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.everything_read();
    club.letter("bert")
        .answering(&daily)
        .says("T26/2\n1... 4745")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.stands("T26/2", "/ply", 2);
    club.everything_read();
    assert!(club.types("--json verify").is_ok());
}

#[test]
fn a_daily_letter_that_comes_back_stops_the_clocks_of_its_games() {
    let (mut club, daily) = daily_of_two(Setup::new());
    super::bounces::comes_back(&mut club, &daily);
    assert!(club.note().contains("what was reckoned from it is void"));
    for game in ["T26/1", "T26/2"] {
        club.stands(game, "/clock/running", serde_json::Value::Null);
    }
    // The arbiter and the opponent.
    assert_eq!(club.all_read("delivery-problem"), 4);
    club.nobody_is_told();
    // Sent again, it is received by that.
    let id = daily_number(&mut club);
    club.days_pass(2);
    club.types(&format!("outbox retry {id}")).unwrap();
    club.stands("T26/1", "/clock/running/since", "2026-01-14");
    club.stands("T26/2", "/clock/running/since", "2026-01-14");
    club.is_told("bert", "status");
    assert!(club.types("--json verify").is_ok());
}

/// The number of the last letter to Bert.
fn daily_number(club: &mut Club) -> u64 {
    let list = club.types("--json outbox list").unwrap();
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let bert = crate::club::address("bert");
    let mut rows = list.as_array().unwrap().iter();
    let last = rows.rfind(|row| row["to"] == bert.as_str()).unwrap();
    last["id"].as_u64().unwrap()
}

#[test]
fn a_move_that_the_arbiter_enters_waits_for_the_daily_letter() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 2)]).opens();
    club.everything_read();
    club.letter("bert").subject("T26/1").says("DAILY").posts();
    club.polls();
    club.everything_read();
    club.decides("move T26/1 5254 --received 2026-01-10 --sent 2026-01-10");
    // The ruling is told at once; the move waits.
    let told = club.takes_all();
    assert!(told.iter().all(|mail| mail.kind != "move"));
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    club.days_pass(1);
    club.polls();
    club.is_told("bert", "move").says("5254");
    club.nobody_is_told();
    club.sends("bert", "T26/1\n1... 5755");
    assert_eq!(club.verdict(), "move");
    club.everything_read();
    assert!(club.types("--json verify").is_ok());
}
