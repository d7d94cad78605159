//! Words for the opponent: with the next letter of the game, as the writer's own.

use crate::club::{Club, Setup};

fn writes(to: &str) -> String {
    format!("Ann Archer writes to you: {to}")
}

#[test]
fn words_beside_a_move_go_with_it() {
    let mut club = Club::opens();
    club.sends(
        "ann",
        "OPPONENT: Good luck from https://evil.example and ann@a.example!\n1. 5254",
    );
    assert_eq!(club.verdict(), "move");
    let confirmed = club.is_told("ann", "confirmation");
    confirmed.says("Your words to the opponent go with our next letter about this game");
    let told = club.is_told("bert", "move");
    told.says(&writes("Good luck from … and …@…!"));
    told.says("To get no words from opponents: MUTE OPPONENT.");
    club.nobody_is_told();
    // The arbiter sees them in the record of the game.
    let shown = club.types("game show T26/1 --format json").unwrap();
    assert!(
        shown.contains(r#""words": "Good luck from … and …@…!""#),
        "{shown}"
    );
    assert!(club.types("--json verify").is_ok());
    // The answer carries its own, below the move, and not the old ones.
    club.sends(
        "bert",
        "1... 5755\nOPPONENT: thank you,\nand the same\n\nBert",
    );
    club.is_told("bert", "confirmation");
    let told = club.is_told("ann", "move");
    told.says("Bert Baker writes to you: thank you, and the same");
    assert!(!told.text.contains("Good luck"));
}

#[test]
fn words_alone_wait_for_the_next_letter_and_the_last_ones_count() {
    let mut club = Club::opens();
    club.sends("ann", "OPPONENT: hello");
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "status")
        .says("go with our next letter about this game");
    club.nobody_is_told();
    club.sends("ann", "OPPONENT: good morning");
    club.is_told("ann", "status")
        .says("in place of your earlier ones");
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let told = club.is_told("bert", "move");
    told.says(&writes("good morning"));
    assert!(!told.text.contains("hello"));
    // One block a half-move: what follows on the same one is told, and kept back.
    club.sends("bert", "1... 5755");
    club.everything_read();
    club.sends("ann", "OPPONENT: one\n\nDRAW?");
    club.is_told("ann", "draw").says("go with our next letter");
    club.is_told("bert", "draw").says(&writes("one"));
    club.sends("ann", "OPPONENT: two\n2. 7163");
    club.is_told("ann", "confirmation")
        .says("one message goes with each half-move, and yours has gone already");
    let told = club.is_told("bert", "move");
    assert!(!told.text.contains("writes to you"));
}

#[test]
fn who_wishes_no_words_gets_none() {
    let mut club = Club::opens();
    club.sends("bert", "mute opponent");
    let told = club.is_told("bert", "status");
    told.says("Words from your opponents are no longer passed on to you");
    told.says("HEAR OPPONENT lets them through");
    club.sends("ann", "1. 5254\nOPPONENT: hello");
    club.is_told("ann", "confirmation")
        .says("your opponent does not wish to receive any");
    assert!(!club.is_told("bert", "move").text.contains("hello"));
    club.sends("bert", "HEAR OPPONENT");
    club.is_told("bert", "status")
        .says("passed on to you again");
}

#[test]
fn a_tournament_may_pass_no_words_on() {
    let mut club = Setup::new().rules("greetings = false").opens();
    club.sends("ann", "OPPONENT: hello\n1. 5254");
    club.is_told("ann", "confirmation")
        .says("words to opponents are not passed on in this tournament");
    assert!(!club.is_told("bert", "move").text.contains("hello"));
}

#[test]
fn abuse_is_a_matter_with_the_words() {
    let mut club = Club::opens();
    club.sends("ann", "OPPONENT: you play like a fool\n1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "ABUSE I do not want to be written to like this.");
    assert_eq!(club.verdict(), "command");
    let told = club.is_told("arbiter", "protest");
    told.says("I do not want to be written to like this.");
    told.says("you play like a fool");
    club.is_told("bert", "protest")
        .says("Your complaint has gone to the arbiter");
    club.nobody_is_told();
    let today = club.types("today").unwrap();
    assert!(today.contains("complaint about words"), "{today}");
    assert!(today.contains("you play like a fool"), "{today}");
    club.types("td dismiss T26/1 --reason settled").unwrap();
    club.all_read("ruling");
    let today = club.types("today").unwrap();
    assert!(!today.contains("complaint about words"), "{today}");
}

#[test]
fn long_words_are_cut_and_words_of_whom_nobody_believes_wait() {
    let mut club = Club::opens();
    let long = "very ".repeat(150);
    club.sends("ann", &format!("OPPONENT: {long}\n1. 5254"));
    club.is_told("ann", "confirmation")
        .says("Only the first 500 characters go.");
    let told = club.is_told("bert", "move");
    assert!(told.text.matches("very").count() <= 100);
    let mut club = Setup::new().default_policy().opens();
    club.sends("ann", "OPPONENT: hello");
    assert_eq!(club.verdict(), "unverified");
    club.is_told("ann", "challenge");
    club.nobody_is_told();
}
