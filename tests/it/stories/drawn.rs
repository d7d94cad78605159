//! How games end: offers, claims, resignation, and the positions that end them.

use crate::club::{Club, Setup};
use serde_json::Value;

fn ended(club: &mut Club, result: &str, termination: &str) {
    club.are_told(&["ann", "bert", "arbiter"], "result");
    club.stands("T26/1", "/status", "finished");
    club.stands("T26/1", "/result", result);
    club.stands("T26/1", "/termination", termination);
}

#[test]
fn a9_1_1_before_a_certain_move_an_offer_is_none() {
    let mut club = Setup::new().rules("draw_before_move = 3").opens();
    club.sends("ann", "1. 5254\nDRAW?");
    club.is_told("ann", "confirmation")
        .says("only from move 3 on");
    let bert = club.is_told("bert", "move");
    assert!(!bert.text.contains("offers a draw"), "{}", bert.text);
    club.sends("bert", "DRAW?");
    club.is_told("bert", "not-understood").says("9.1.1");
    club.nobody_is_told();
    club.stands("T26/1", "/draw_offer", Value::Null);
    club.play("T26/1", "5755 7163 2836");
    club.everything_read();
    club.sends("ann", "3. 6125 =");
    club.everything_read();
    club.sends("bert", "ACCEPT DRAW");
    club.everything_read();
    club.stands("T26/1", "/result", "1/2-1/2");
}

#[test]
fn a9_1_2_1_an_offer_with_a_move_is_accepted() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "2. 7163 =");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move").says("draw");
    club.stands("T26/1", "/draw_offer/side", "white");
    club.sends("bert", "ACCEPT DRAW");
    ended(&mut club, "1/2-1/2", "agreement");
    assert_eq!(club.verdict(), "command");
}

#[test]
fn an_offer_alone_declined_and_lapsed() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "DRAW?");
    club.are_told(&["ann", "bert"], "draw");
    club.stands("T26/1", "/draw_offer/side", "white");
    club.sends("bert", "DECLINE DRAW");
    club.are_told(&["ann", "bert"], "draw");
    assert!(club.game("T26/1")["draw_offer"].is_null());
    club.sends("ann", "2. 7163 (=)");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.play("T26/1", "2836");
    assert!(
        club.game("T26/1")["draw_offer"].is_null(),
        "a move declines"
    );
}

/// Declined, an offer is not made again before the next move, by letter or at the board.
#[test]
fn an_offer_is_not_repeated_without_end() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755 7163");
    for who in ["ann", "bert"] {
        let other = if who == "ann" { "bert" } else { "ann" };
        club.sends(who, "DRAW?");
        club.are_told(&["ann", "bert"], "draw");
        club.sends(other, "DECLINE DRAW");
        club.are_told(&["ann", "bert"], "draw");
        for _ in 0..2 {
            club.it_is("2026-01-20T09:00:00Z");
            club.sends(who, "DRAW?");
            club.is_told(who, "not-understood")
                .says("declined your offer");
            club.nobody_is_told();
        }
        assert!(club.game("T26/1")["draw_offer"].is_null());
    }
    club.sends("bert", "2... 2836 =");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move").says("offers a draw");
    club.sends("ann", "DECLINE DRAW");
    club.are_told(&["ann", "bert"], "draw");
    // Behind his next move.
    club.sends("ann", "3. 6152");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("ann", "DRAW?");
    club.are_told(&["ann", "bert"], "draw");
}

#[test]
fn a5_2_3_no_agreement_before_a_move_of_each() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 =");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "ACCEPT DRAW");
    club.is_told("bert", "not-understood");
    club.stands("T26/1", "/status", "active");
}

#[test]
fn accepting_what_nobody_offered() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    for text in ["ACCEPT DRAW", "DECLINE DRAW"] {
        club.sends("ann", text);
        club.is_told("ann", "not-understood");
    }
    club.sends("ann", "DRAW?");
    club.are_told(&["ann", "bert"], "draw");
    // A bare DRAW where one stands is asked about.
    club.sends("bert", "DRAW");
    club.is_told("bert", "not-understood");
    club.stands("T26/1", "/status", "active");
    // One's own offer cannot be accepted.
    club.sends("ann", "ACCEPT DRAW");
    club.is_told("ann", "not-understood");
}

#[test]
fn a9_2_threefold_with_the_intended_move() {
    for text in [
        "CLAIM DRAW 4... 6678",
        "4... 6678\nCLAIM DRAW",
        "CLAIM DRAW\n4... 6678",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "7163 7866 6371 6678 7163 7866 6371");
        club.sends("bert", text);
        ended(&mut club, "1/2-1/2", "threefold");
        club.stands("T26/1", "/ply", 7);
    }
}

#[test]
fn a9_2_threefold_on_the_board() {
    let mut club = Club::opens();
    club.play("T26/1", "7163 7866 6371 6678 7163 7866 6371 6678");
    club.stands("T26/1", "/status", "active");
    club.sends("ann", "CLAIM DRAW");
    ended(&mut club, "1/2-1/2", "threefold");
}

#[test]
fn a9_3_fifty_moves() {
    let mut club = Setup::new()
        .fen("8/8/4k3/8/8/4K3/4R3/8 w - - 99 80")
        .opens();
    club.sends("ann", "CLAIM DRAW 80. 5242");
    ended(&mut club, "1/2-1/2", "fifty-moves");
    club.stands("T26/1", "/ply", 0);
    let mut club = Setup::new()
        .fen("8/8/4k3/8/8/4K3/4R3/8 w - - 100 80")
        .opens();
    club.sends("ann", "CLAIM DRAW");
    ended(&mut club, "1/2-1/2", "fifty-moves");
}

#[test]
fn a9_5_3_a_wrong_claim_is_an_offer_and_the_move_is_played() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "CLAIM DRAW 2. 7163");
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/ply", 3);
    club.stands("T26/1", "/draw_offer/side", "white");
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.sends("bert", "CLAIM DRAW");
    club.everything_read();
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a5_1_2_resignation() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("ann", "RESIGN");
    ended(&mut club, "0-1", "resignation");
    assert_eq!(club.verdict(), "command");
    let mut club = Setup::new().fen("8/8/4k3/8/8/4K3/4R3/8 w - - 0 1").opens();
    club.sends("ann", "RESIGN");
    ended(&mut club, "1/2-1/2", "resignation");
}

#[test]
fn resigning_beside_a_move_is_asked_about() {
    for text in [
        "RESIGN\n2. 7163",
        "2. 7163\nRESIGN",
        "ACCEPT DRAW\n2. 7163",
        "RESIGN\nACCEPT DRAW",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", text);
        club.is_told("ann", "not-understood");
        club.stands("T26/1", "/ply", 2);
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn resigning_in_the_middle_of_a_sentence_is_asked_about() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "I do not want to resign yet, let me think");
    club.stands("T26/1", "/status", "active");
    club.is_told("ann", "not-understood");
}

#[test]
fn a_finished_game_is_sent_to_all_as_pgn() {
    let mut club = Club::opens();
    club.play("T26/1", "6263 5755 7274");
    club.sends("bert", "2... 4884");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    for who in ["ann", "bert", "arbiter"] {
        let result = club.is_told(who, "result");
        let pgn = result.pgn.expect("the game");
        assert!(pgn.contains("Qh4#") && pgn.contains("0-1"), "{pgn}");
    }
    club.stands("T26/1", "/termination", "checkmate");
}

#[test]
fn positions_that_end_the_game_by_themselves() {
    for (fen, text, result, termination) in [
        (
            "k7/8/8/8/8/8/2Q5/2K5 w - - 0 1",
            "1. 3237",
            "1/2-1/2",
            "stalemate",
        ),
        (
            "8/8/8/8/8/3k4/1p6/1K6 w - - 0 1",
            "1. 2122",
            "1/2-1/2",
            "dead-position",
        ),
        (
            "8/8/4k3/8/8/4K3/4R3/8 w - - 149 80",
            "80. 5242",
            "1/2-1/2",
            "seventy-five-moves",
        ),
        (
            "7k/8/5K2/6Q1/8/8/8/8 w - - 149 1",
            "1. 7577",
            "1-0",
            "checkmate",
        ),
    ] {
        let mut club = Setup::new().fen(fen).opens();
        club.sends("ann", text);
        assert_eq!(club.verdict(), "move", "{fen}");
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        ended(&mut club, result, termination);
    }
}

#[test]
fn a9_6_fivefold_ends_by_itself() {
    let mut club = Club::opens();
    let round = "7163 7866 6371 6678 ".repeat(4);
    club.play("T26/1", &round);
    ended(&mut club, "1/2-1/2", "fivefold");
}

#[test]
fn the_last_game_ends_the_tournament() {
    let mut club = Setup::new().pairs(&[(1, 2), (2, 3)]).opens();
    let status = |club: &mut Club| {
        let row = club
            .robot()
            .store
            .read()
            .tournament_load("T26")
            .unwrap()
            .unwrap();
        format!("{:?}", row.status)
    };
    club.sends("ann", "RESIGN");
    club.are_told(&["ann", "bert", "arbiter"], "result");
    assert_eq!(status(&mut club), "Started");
    club.sends("clara", "RESIGN");
    club.are_told(&["clara", "bert", "arbiter"], "result");
    assert_eq!(status(&mut club), "Finished");
}
