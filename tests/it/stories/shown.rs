//! What letters show: the duty in the subject, help to who is new, a greeting, last days.

use crate::club::{Club, Setup};
use postchess::time::Day;

#[test]
fn a_subject_begins_with_the_duty_and_ends_with_the_game() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let told = club.is_told("bert", "move");
    let game = club.game("T26/1");
    let flag = game["clock"]["running"]["flag_falls"].as_str().unwrap();
    let last = Day::parse(flag).unwrap().plus(-1);
    assert_eq!(last.month(), 3);
    let expected = format!("Your move – by {} March – Archer [T26/1]", last.day());
    assert_eq!(told.subject, expected);
    told.says(&format!("{} March 2026 (UTC)", last.day()));
}

#[test]
fn the_first_three_letters_tell_how_to_write_and_a_player_may_choose() {
    let mut club = Club::opens();
    let tells = |told: &crate::club::Mail| told.text.contains("HOW TO REPLY");
    club.play("T26/1", "5254 5755 7163 2836");
    club.sends("ann", "3. 6134");
    club.is_told("ann", "confirmation");
    assert!(!tells(&club.is_told("bert", "move")));
    club.sends("bert", "FORMAT FULL");
    club.takes_all();
    club.sends("bert", "3... 6835");
    club.is_told("bert", "confirmation");
    assert!(!tells(&club.is_told("ann", "move")));
    club.sends("ann", "4. 3233");
    club.is_told("ann", "confirmation");
    assert!(tells(&club.is_told("bert", "move")));
    club.sends("bert", "FORMAT SHORT");
    club.takes_all();
    club.sends("bert", "4... 7866");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // A refusal has an example of what would be accepted, in short letters too.
    club.sends("ann", "5. 5285");
    let refused = club.is_told("ann", "rejection");
    assert!(tells(&refused));
    refused.says("only shows the form");
    assert!(!refused.text.contains("STATUS"));
}

#[test]
fn a_player_is_greeted_as_the_file_says_and_nobody_else() {
    let mut club = Setup::new().greets("Ann").opens();
    club.sends("ann", "1. 5254");
    let told = club.is_told("ann", "confirmation");
    assert!(told.text.starts_with("Dear Ann,"), "{}", told.text);
    let told = club.is_told("bert", "move");
    assert!(
        told.text.starts_with("Ann Archer has moved"),
        "{}",
        told.text
    );
}

#[test]
fn ones_own_leave_moves_the_last_days_and_the_letter_says_so() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-23");
    club.is_told("ann", "leave").says("22/03/2026");
    let told = club.is_told("bert", "leave");
    assert!(!told.text.contains("22/03/2026"), "{}", told.text);
    club.is_told("arbiter", "leave");
}

#[test]
fn a_word_to_the_arbiter_names_the_game_it_came_about() {
    let mut club = Club::opens();
    club.letter("ann")
        .subject("[T26/1]")
        .says("ARBITER my clock looks wrong")
        .posts();
    club.polls();
    let told = club.is_told("arbiter", "digest");
    told.says("Ann Archer writes to you (game T26/1):");
    let told = club.is_told("ann", "not-understood");
    assert!(told.subject.starts_with("Passed on to the arbiter"));
    assert!(!told.text.contains("need to ask you"), "{}", told.text);
}
