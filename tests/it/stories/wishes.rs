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
    daily.says("Ann Archer writes to you: “hello”");
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
