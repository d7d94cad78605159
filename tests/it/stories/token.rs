//! Whether a letter is really from whom it says (CONTRACT.md 4, Who).

use crate::club::{Club, Setup};

fn club() -> Club {
    Setup::new().default_policy().opens()
}

/// The letter changed nothing, and at most the registered address was asked.
fn held(club: &mut Club, plies: u64) {
    assert_eq!(club.verdict(), "unverified");
    club.stands("T26/1", "/ply", plies);
    club.all_read("challenge");
    club.nobody_is_told();
}

fn played(club: &mut Club, who: &str, other: &str) {
    assert_eq!(club.verdict(), "move");
    club.is_told(who, "confirmation");
    club.is_told(other, "move");
}

#[test]
fn from_alone_is_not_enough() {
    for policy in ["token-or-verified", "token"] {
        let mut club = Setup::new()
            .default_policy()
            .set("auth.policy", policy)
            .opens();
        club.sends("ann", "1. 5254");
        held(&mut club, 0);
        club.sends("ann", "RESIGN");
        held(&mut club, 0);
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn an_answer_is_enough() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    played(&mut club, "ann", "bert");
}

#[test]
fn in_reply_to_alone_or_the_secret_address_alone() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .in_reply_to(&start)
        .says("1. 5254")
        .posts();
    club.polls();
    played(&mut club, "ann", "bert");
    let told = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .to(&told.reply_to)
        .says("1... 5755")
        .posts();
    club.polls();
    played(&mut club, "bert", "ann");
}

#[test]
fn the_secret_address_without_case() {
    let mut club = club();
    let to = club.last_letter("ann", "T26/1").reply_to.to_uppercase();
    club.letter("ann").to(&to).says("1. 5254").posts();
    club.polls();
    played(&mut club, "ann", "bert");
}

#[test]
fn a_token_is_the_player_s_own() {
    let mut club = club();
    let to_ann = club.last_letter("ann", "T26/1");
    let to_bert = club.last_letter("bert", "T26/1");
    // Bert writes as himself with Ann's token, and as Ann with his own.
    club.letter("bert")
        .answering(&to_ann)
        .says("RESIGN")
        .posts();
    club.letter("ann")
        .answering(&to_bert)
        .says("RESIGN")
        .posts();
    club.polls();
    held(&mut club, 0);
    assert_eq!(club.verdicts(), ["unverified"; 2]);
}

#[test]
fn a_guessed_token_is_none() {
    let mut club = club();
    club.letter("ann")
        .to("moves+abcdefabcdefabcdef@club.example")
        .says("1. 5254")
        .posts();
    club.letter("ann")
        .header("In-Reply-To: <guess@club.example>")
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdicts(), ["unverified"; 2]);
    held(&mut club, 0);
}

#[test]
fn after_one_s_next_move_older_tokens_are_challenged() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    played(&mut club, "ann", "bert");
    let told = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .answering(&told)
        .says("1... 5755")
        .posts();
    club.polls();
    played(&mut club, "bert", "ann");
    club.letter("ann").answering(&start).says("2. 7163").posts();
    club.polls();
    held(&mut club, 2);
    let told = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&told).says("2. 7163").posts();
    club.polls();
    played(&mut club, "ann", "bert");
}

#[test]
fn a_token_is_enough_for_its_own_game_alone() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .opens();
    let first = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&first)
        .says("T26/1\n1. 5254\n\nT26/2\n1. 5254\n")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("ann", "challenge");
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/2", "/ply", 0);
    // The list of all games is about all of them.
    club.letter("ann").answering(&first).says("STATUS").posts();
    club.polls();
    let status = club.is_told("ann", "status");
    club.letter("ann")
        .answering(&status)
        .says("T26/1\n1. 5254\n\nT26/2\n1. 5254\n")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    for kind in ["confirmation", "move", "status"] {
        assert!(club.all_read(kind) > 0, "{kind}");
    }
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/2", "/ply", 1);
}

#[test]
fn a_letter_about_two_games_spends_the_tokens_of_the_one_it_moved_in() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .opens();
    let (first, second) = (
        club.last_letter("ann", "T26/1"),
        club.last_letter("ann", "T26/2"),
    );
    club.letter("ann")
        .answering(&first)
        .in_reply_to(&second)
        .says("T26/1\n1. 5254\n\nT26/2\n1. 5256\n")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    for kind in ["confirmation", "rejection", "status"] {
        club.is_told("ann", kind);
    }
    club.is_told("bert", "move");
    club.letter("ann")
        .answering(&second)
        .says("1. 5254")
        .posts();
    club.polls();
    played(&mut club, "ann", "clara");
    club.letter("ann").answering(&first).says("2. 7163").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("ann", "challenge");
}

#[test]
fn a_token_that_others_have_seen_is_void_afterwards() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&start)
        .header("Cc: friend@x.example")
        .says("STATUS")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "status");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    held(&mut club, 0);
}

#[test]
fn a_token_seen_by_the_opponent_does_not_help_him() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&start)
        .header("Cc: bert@b.example")
        .says("1. 5254")
        .posts();
    club.polls();
    played(&mut club, "ann", "bert");
    club.letter("ann").answering(&start).says("RESIGN").posts();
    club.polls();
    held(&mut club, 1);
    club.stands("T26/1", "/status", "active");
}

#[test]
fn an_unverified_letter_with_a_fault_costs_nothing() {
    let mut club = club();
    club.sends("ann", "1. 5256");
    held(&mut club, 0);
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn the_answer_to_a_rejection_is_enough() {
    let mut club = club();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5256").posts();
    club.polls();
    let rejection = club.is_told("ann", "rejection");
    club.letter("ann")
        .answering(&rejection)
        .says("1. 5254")
        .posts();
    club.polls();
    played(&mut club, "ann", "bert");
}
