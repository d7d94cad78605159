//! Letters that come late or twice under another name: no move of them is played again.

use crate::club::{Club, Setup};

/// The knights have gone out, back and out again, so that old moves are legal once more;
/// with the letter that asked Ann for her second move.
fn knights() -> (Club, crate::club::Mail) {
    let mut club = Club::opens();
    club.play("T26/1", "7163 7866");
    let asked = club.last_letter("ann", "T26/1");
    club.play("T26/1", "6371 6678 7163 7866");
    (club, asked)
}

#[test]
fn a_move_without_a_number_that_comes_late_is_known_by_the_letter_it_answers() {
    let (mut club, asked) = knights();
    club.letter("ann").answering(&asked).says("6371").posts();
    club.polls();
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 6);
    // Another move than the one recorded is not played either.
    club.letter("ann").answering(&asked).says("5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood")
        .says("an older letter of ours, about move 2")
        .says("4. 5254");
    club.stands("T26/1", "/ply", 6);
    club.stands("T26/1", "/clock/white/penalty", 0);
    // With its number it is.
    club.letter("ann").answering(&asked).says("4. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn a_move_without_a_number_in_answer_to_the_newest_letter_is_played() {
    let (mut club, _) = knights();
    let newest = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&newest).says("6371").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    let confirmed = club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.play("T26/1", "6678");
    // The confirmation of one's own move asks for the next one.
    club.letter("ann")
        .answering(&confirmed)
        .says("5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn the_same_words_again_are_no_challenge() {
    let mut club = Setup::new().default_policy().opens();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "duplicate");
    club.nobody_is_told();
    // Other words are another letter, and so is what comes on another day.
    club.letter("ann").answering(&start).says("RESIGN").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("ann", "challenge");
    club.days_pass(1);
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.takes_all();
}
