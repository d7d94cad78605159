//! The same own words of a player about the same half-move are charged once, however often
//! they come (RULES.md 2).

use crate::club::{Club, Setup};

/// The penalty days of White.
fn penalty(club: &mut Club) -> i64 {
    club.game("T26/1")["clock"]["white"]["penalty"]
        .as_i64()
        .expect("penalty days")
}

/// Ann's words come, a while after the last.
fn comes(club: &mut Club, text: &str, days: i64) {
    club.days_pass(days);
    club.sends("ann", text);
    club.takes_all();
}

#[test]
fn a_letter_that_comes_again_is_charged_once() {
    for text in [
        "Ke2",
        "Dear Bert,\n\nKe2\n\nRegards,\nAnn",
        "1. Ke2",
        "1. 5152",
    ] {
        let mut club = Club::opens();
        for _ in 0..10 {
            club.sends("ann", text);
            club.now = club.now.plus_seconds(61);
        }
        for _ in 0..4 {
            comes(&mut club, text, 3);
        }
        club.takes_all();
        assert_eq!(penalty(&mut club), 2, "{text}");
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn however_it_is_folded_and_under_whatever_subject_and_date() {
    let mut club = Club::opens();
    comes(&mut club, "I answer:\n\n1. Ke2\n\nBest wishes", 0);
    club.days_pass(2);
    club.letter("ann")
        .subject("once more")
        .dated("2026-01-11T07:00:00Z")
        .message_id("another@a.example")
        .says("I answer:\n\n1. Ke2\n\n\nBest\nwishes")
        .posts();
    club.polls();
    club.is_told("ann", "rejection").says("not charged again");
    // The second letter in a row that did not do what it should.
    club.is_told("arbiter", "digest");
    assert_eq!(penalty(&mut club), 2);
}

#[test]
fn other_words_are_another_fault() {
    let mut club = Club::opens();
    comes(&mut club, "1. Ke2", 0);
    comes(&mut club, "1. Qd3", 1);
    assert_eq!(penalty(&mut club), 4);
    // Both are known by now.
    comes(&mut club, "1. Ke2", 1);
    comes(&mut club, "1. Qd3", 1);
    assert_eq!(penalty(&mut club), 4);
}

#[test]
fn the_repeated_letter_stops_no_clock() {
    let total = |again: bool| {
        let mut club = Setup::new().opens();
        comes(&mut club, "1. Ke2", 0);
        for _ in 0..5 {
            club.days_pass(1);
            if again {
                club.sends("ann", "1. Ke2");
            }
        }
        club.sends("ann", "1. 5254");
        club.takes_all();
        club.game("T26/1")["moves"][0]["total"].clone()
    };
    assert_eq!(total(true), total(false));
}
