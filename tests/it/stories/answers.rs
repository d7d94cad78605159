//! Requests as people write them, and answers that help.

use crate::club::{Club, PERSONAS, Setup};

#[test]
fn words_around_a_move_do_not_hide_it() {
    for text in [
        "My move is 1. 5254",
        "I play 1. e4, please.",
        "Dear Bert, here is my move: 1. 52-54. Best wishes, Ann",
        "1. \u{2659}e4",
        "1. 5254 = e4",
        "1. e4 5254",
    ] {
        let mut club = Club::opens();
        club.sends("ann", text);
        assert_eq!(club.verdict(), "move", "{text}");
        club.stands("T26/1", "/moves/0/uci", "e2e4");
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
    }
}

#[test]
fn a56_3_6_two_notations_that_differ_the_digits_hold() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "2. Nf3 6143");
    club.is_told("ann", "confirmation").says("Nf3");
    club.is_told("bert", "move");
    club.stands("T26/1", "/moves/2/uci", "f1d3");
    // Where the second may be the opponent's answer, nobody can tell.
    let mut club = Club::opens();
    club.sends("ann", "1. e4 5755");
    club.is_told("ann", "not-understood").says("1. e4");
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn a_letter_that_thanks_for_the_move_costs_nothing() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("bert", "Your move 1. 5254 received 10.01.2026");
    club.is_told("bert", "not-understood")
        .says("no move of your own");
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/black/penalty", 0);
}

#[test]
fn what_ends_a_game_is_never_done_beside_a_move() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    for text in [
        "2. 7163\nI resign",
        "2. 7163\nRESIGN",
        "RESIGN\n2. 7163",
        "2. 7163, I resign",
        "RESIGN\nCHECK 2. 7163",
    ] {
        club.sends("ann", text);
        let asked = club.is_told("ann", "not-understood");
        assert!(asked.text.contains("RESIGN"), "{}", asked.text);
        club.stands("T26/1", "/ply", 2);
        club.stands("T26/1", "/status", "active");
    }
    // The second of them went to a person too.
    club.is_told("arbiter", "digest");
}

#[test]
fn requests_of_a_letter_are_done_in_order() {
    let mut club = Club::opens();
    club.sends("ann", "STATUS\n1. 5254\nREPORT");
    let status = club.is_told("ann", "status");
    club.is_told("ann", "confirmation");
    club.is_told("ann", "report");
    club.is_told("bert", "move");
    assert_eq!(club.verdict(), "move");
    assert!(status.text.contains("T26/1"));
    // A refusal beside the move that refuses already says nothing new.
    club.sends("bert", "1... 5755 =");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.sends("ann", "2. 7163\nDECLINE DRAW");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.everything_read();
}

#[test]
fn check_commits_nothing_and_says_what_it_would_cost() {
    for (number, words) in [
        (2, "would cost"),
        (4, "обойдётся"),
        (6, "додасться"),
        (5, "kosztowałoby"),
    ] {
        let mut club = Setup::new().pairs(&[(3, number)]).opens();
        let email = PERSONAS[usize::try_from(number).unwrap() - 1].1;
        let who = email.split('@').next().unwrap().to_owned();
        club.play("T26/1", "5254");
        club.sends(&who, "CHECK 1... 5754");
        assert_eq!(club.verdict(), "command");
        club.is_told(&who, "not-understood")
            .says(words)
            .says("56.4.7");
        club.stands("T26/1", "/clock/black/penalty", 0);
        club.stands("T26/1", "/ply", 1);
        club.sends(&who, "CHECK 1... 5755 if 2. 7163 2836");
        let read = club.is_told(&who, "confirmation");
        read.says("5755").says("c6");
        club.stands("T26/1", "/ply", 1);
        club.sends(&who, "CHECK 1... 5755 or 1... 4745");
        club.is_told(&who, "not-understood")
            .says("1... 5755")
            .says("1... 4745");
        club.stands("T26/1", "/ply", 1);
        club.everything_read();
    }
}

#[test]
fn a_refusal_quotes_reads_and_shows_the_way() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends(
        "ann",
        "Hello Bert, it rains.\n2. 5256 is my answer? no: see below\n\n2. 5256 !!",
    );
    let told = club.is_told("ann", "rejection");
    told.says("> 2. 5256 !!")
        .says("from e2 to e6")
        .says("56.3.4")
        .says("2 days")
        .says("it is still your turn")
        .says("only shows the form");
    // The example is a move that can be made, and no other is hinted at.
    let example = told
        .text
        .lines()
        .find(|l| l.trim().starts_with("2. ") && l.starts_with("    "))
        .expect("an example")
        .trim()
        .to_owned();
    club.sends("ann", &example);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/ply", 3);
}

#[test]
fn what_is_not_understood_is_answered_with_lines_to_copy() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    for (text, line) in [
        ("I think that Nf3 would be good", "2. Nf3"),
        ("Perhaps 2. 7163 then", "2. 7163"),
        ("71636", "2. 7163"),
        ("could you show me my staus", "STATUS"),
        ("hello", "HELP"),
    ] {
        club.sends("ann", text);
        let told = club.is_told("ann", "not-understood");
        assert!(
            told.text
                .lines()
                .any(|l| l.trim_end() == format!("    {line}")),
            "{text}: {}",
            told.text
        );
        club.stands("T26/1", "/ply", 2);
        club.stands("T26/1", "/clock/white/penalty", 0);
    }
    // An offer that waits is among them.
    club.sends("bert", "DRAW?");
    club.are_told(&["ann", "bert"], "draw");
    club.sends("ann", "hm, a strange position");
    club.is_told("ann", "not-understood")
        .says(": ACCEPT DRAW 2. to decline");
    // The second of these went to a person too.
    club.is_told("arbiter", "digest");
    // What agrees to it is asked back by one word.
    club.sends("ann", "fine with me");
    club.is_told("ann", "not-understood")
        .says("with one word, YES");
    club.stands("T26/1", "/ply", 2);
}

#[test]
fn who_has_not_moved_yet_is_told_so() {
    let mut club = Club::opens();
    club.sends("bert", "1... 5755");
    let told = club.is_told("bert", "not-understood");
    told.says("White begins");
    assert!(
        !told.text.contains("Your last move is on record"),
        "{}",
        told.text
    );
}

#[test]
fn a_stray_word_behind_leave_is_asked_about_with_the_codes_there_are() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-07-01 2026-07-14 holidays");
    club.is_told("ann", "not-understood")
        .says("holidays")
        .says("T26");
    assert!(
        club.game("T26/1")["leave"]
            .as_array()
            .is_some_and(Vec::is_empty)
    );
    club.sends("ann", "LEAVE 2026-07-01 2026-07-14 t26");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
}

#[test]
fn one_game_named_twice_is_one_part_of_the_letter() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.sends("ann", "T26/1\n1. 5254\n\nT26/2\n1. 4244\n\nT26/1\nRESIGN");
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/1", "/status", "active");
    club.stands("T26/2", "/ply", 1);
    club.all_read("not-understood");
    club.all_read("confirmation");
    club.all_read("move");
    club.all_read("status");
}
