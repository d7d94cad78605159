//! Moves, as people write them.

use crate::club::{Club, Setup};
use serde_json::json;

#[test]
fn a_move_is_confirmed_and_passed_on() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    let confirmation = club.is_told("ann", "confirmation");
    confirmation.says("5254").says("e4");
    let told = club.is_told("bert", "move");
    told.says("5254").says("e4");
    assert_eq!(told.game.as_deref(), Some("T26/1"));
    assert!(
        told.pgn.as_deref().is_some_and(|p| p.contains("1. e4")),
        "{:?}",
        told.pgn
    );
    assert!(told.html.is_some());
    assert!(told.png.is_some(), "a picture of the board");
    assert_eq!(club.verdict(), "move");
    club.stands("T26/1", "/moves/0/uci", "e2e4");
    club.stands("T26/1", "/turn", "black");
}

#[test]
fn every_way_to_write_the_number() {
    let ways = [
        "1. 5254", "5254", "1 5254", "1.5254", "1) 52-54", "1. e4", "e2-e4", "1.e2e4", "E2E4",
    ];
    for text in ways {
        let mut club = Club::opens();
        club.sends("ann", text);
        assert_eq!(club.verdict(), "move", "{text}");
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        for answer in ["1... 5755", "1. ... 5755", "1...5755", "5755", "1. 5755"] {
            if text == "1. 5254" {
                let mut club = Club::opens();
                club.play("T26/1", "5254");
                club.sends("bert", answer);
                assert_eq!(club.verdict(), "move", "{answer}");
                club.stands("T26/1", "/moves/1/uci", "e7e5");
                club.is_told("bert", "confirmation");
                club.is_told("ann", "move");
            }
        }
    }
}

#[test]
fn a_move_among_courtesies() {
    let mut club = Club::opens();
    club.sends(
        "ann",
        "Dear Bert,\n\n1. 5254\n\nBest wishes,\nAnn\n\n-- \nAnn Archer, 12 Mill Lane",
    );
    let told = club.is_told("bert", "move");
    assert!(!told.text.contains("Mill Lane"), "{}", told.text);
    club.is_told("ann", "confirmation");
}

#[test]
fn quoted_text_is_set_aside() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    let last = club.last_letter("bert", "T26/1");
    let quoted: String = last.text.lines().map(|l| format!("> {l}\n")).collect();
    let text = format!("1... 5755\n\nOn Sat, 10 Jan 2026, the robot wrote:\n{quoted}");
    club.letter("bert").answering(&last).says(&text).posts();
    club.polls();
    club.stands("T26/1", "/moves/1/uci", "e7e5");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
}

#[test]
fn a56_3_3_a_right_repetition() {
    for text in [
        "1. 5254 5755",
        "1. e4 e5",
        "5254 5755",
        "1. 5254\n1... 5755",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254");
        club.sends("bert", text);
        assert_eq!(club.verdict(), "move", "{text}");
        club.stands("T26/1", "/moves/1/uci", "e7e5");
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
    }
}

#[test]
fn a56_4_7_a_wrong_repetition_costs_two_days() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("bert", "1. 4244 5755");
    let rejection = club.is_told("bert", "rejection");
    rejection.says("56.3.3").says("5254");
    assert_eq!(club.verdict(), "move-rejected");
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/black/penalty", 2);
    club.letter("bert")
        .answering(&rejection)
        .says("1. 5254 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/penalty", 2);
    assert_eq!(
        club.game("T26/1")["moves"][1]["faults"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn two_moves_and_no_way_to_tell_are_asked_about() {
    for text in [
        "4244 5755",
        "5755 or 3735",
        "1... 5755 or 3735",
        "5755 или 3735",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254");
        club.sends("bert", text);
        assert_eq!(club.verdict(), "move-rejected", "{text}");
        club.is_told("bert", "not-understood");
        club.stands("T26/1", "/clock/black/penalty", 0);
        club.stands("T26/1", "/ply", 1);
    }
}

#[test]
fn a56_4_7_an_impossible_move_and_its_correction() {
    let mut club = Club::opens();
    club.days_pass(3);
    club.sends("ann", "1. 5256");
    let rejection = club.is_told("ann", "rejection");
    rejection.says("5256").says("56.4.7");
    club.stands("T26/1", "/clock/white/penalty", 2);
    // Received 11 January, the bad move on the 13th; the request received on the 14th.
    club.days_pass(5);
    club.sends("ann", "1. 4244");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/moves/0/days", 6);
    club.stands("T26/1", "/moves/0/penalty", 2);
    club.stands("T26/1", "/moves/0/total", 8);
    club.stands("T26/1", "/moves/0/faults/0/days", 2);
}

#[test]
fn a_fault_repeated_before_our_request_left_costs_once() {
    let mut club = Club::opens();
    club.writes("ann", "1. 5256");
    club.writes("ann", "1. 5256 please");
    club.writes("ann", "1. 4246");
    club.polls();
    club.stands("T26/1", "/clock/white/penalty", 2);
    club.everything_read();
}

#[test]
fn a_second_fault_costs_again() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5256");
    club.days_pass(1);
    club.sends("ann", "1. 5257");
    assert_eq!(club.all_read("rejection"), 2);
    club.is_told("arbiter", "digest");
    club.stands("T26/1", "/clock/white/penalty", 4);
}

#[test]
fn an_ambiguous_move_is_answered_with_the_candidates() {
    let mut club = Setup::new()
        .fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
        .rules("notation = \"any\"")
        .opens();
    club.sends("ann", "1. Nd2");
    assert_eq!(club.verdict(), "move-rejected");
    let rejection = club.is_told("ann", "rejection");
    rejection.says("2142").says("6342");
    club.stands("T26/1", "/clock/white/penalty", 2);
    club.sends("ann", "1. Nbd2");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn a_promotion_without_a_piece_is_ambiguous() {
    let mut club = Setup::new().fen("8/P6k/8/8/8/8/7K/8 w - - 0 60").opens();
    club.sends("ann", "60. 1718");
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "rejection");
    club.sends("ann", "60. 17181");
    club.is_told("ann", "confirmation").says("a8=Q");
    club.is_told("bert", "move");
}

#[test]
fn letters_of_two_alphabets_cost_nothing() {
    // К for a Russian is a knight; an English player has declared another language.
    let mut club = Setup::new()
        .pairs(&[(4, 1)])
        .fen("4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1")
        .opens();
    club.sends("dima", "1. Кd2");
    club.is_told("dima", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/0/uci", "f3d2");
}

#[test]
fn a_move_in_prose_costs_nothing() {
    let mut club = Club::opens();
    club.sends(
        "ann",
        "I was thinking of 5256 but maybe it is not such a good idea, what do you think?",
    );
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.stands("T26/1", "/ply", 0);
    assert_ne!(club.verdict(), "move");
    club.everything_read();
}

#[test]
fn words_without_a_move_get_help() {
    let mut club = Club::opens();
    club.sends("ann", "Happy new year to you all!");
    assert_eq!(club.verdict(), "not-understood");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn a_move_in_the_subject_is_asked_about() {
    let mut club = Club::opens();
    club.letter("ann").subject("1. 5254").says("").posts();
    club.polls();
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn numbers_too_low_too_high_and_far() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "1. 5254");
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood");
    club.sends("ann", "1. 4244");
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood");
    club.sends("ann", "9. 7163");
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood");
    club.is_told("arbiter", "digest");
    club.stands("T26/1", "/ply", 2);
    club.sends("ann", "3. 7163");
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn out_of_turn_and_after_the_end_nothing_is_charged() {
    let mut club = Club::opens();
    club.sends("bert", "1... 5755");
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("bert", "not-understood");
    club.play("T26/1", "5254");
    club.sends("ann", "2. 4244");
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood");
    club.sends("bert", "RESIGN");
    club.are_told(&["ann", "bert", "arbiter"], "result");
    club.letter("bert")
        .subject("[T26/1]")
        .says("1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("bert", "not-understood");
    club.stands("T26/1", "/clock/black/penalty", 0);
}

#[test]
fn before_the_start_nothing_is_played() {
    let mut club = Setup::new().not_started().opens();
    club.letter("ann")
        .subject("[T26/1]")
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/status", "waiting");
    club.starts("T26");
    club.are_told(&["ann", "bert"], "start");
}

#[test]
fn a56_4_5_moves_before_the_start_date_cost_nothing() {
    let mut club = Setup::new()
        .begins("2026-02-01", "2026-01-10T09:00:00Z")
        .opens();
    club.days_pass(10);
    club.play("T26/1", "5254");
    club.days_pass(8);
    club.play("T26/1", "5755");
    club.stands("T26/1", "/moves/0/days", 0);
    club.stands("T26/1", "/moves/1/days", 0);
    // Received before the start counts as the start.
    club.it_is("2026-02-04T09:00:00Z");
    club.play("T26/1", "7163");
    club.stands("T26/1", "/moves/2/days", 3);
}

#[test]
fn the_form_of_59_2() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.days_pass(2);
    club.sends("bert", "T26/1\n1. 5254 5755\nreceived 2026-01-10\n");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/received", "2026-01-10");
    club.stands("T26/1", "/moves/1/days", 2);
}

#[test]
fn a56_3_6_two_notations_of_one_move() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 (e4)");
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "1... 5755 (c5)");
    club.stands("T26/1", "/moves/1/uci", "e7e5");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
}

#[test]
fn numeric_notation_where_the_regulations_ask_for_it() {
    let mut club = Setup::new().rules("notation = \"numeric\"").opens();
    club.sends("ann", "1. e4");
    assert_eq!(club.verdict(), "move-rejected");
    club.stands("T26/1", "/ply", 0);
    club.everything_read();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn castling_and_en_passant_by_letters() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755 7163 2836 6125 7866 5171");
    club.stands("T26/1", "/moves/6/san", "O-O");
    club.stands("T26/1", "/moves/6/uci", "e1g1");
    let mut club = Setup::new()
        .fen("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
        .opens();
    club.play("T26/1", "4244 5443");
    club.stands("T26/1", "/moves/1/san", "exd3");
}

#[test]
fn chess960_castles_by_the_rook() {
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
    let mut club = Setup::new()
        .tournament("variant = \"chess960\"")
        .fen(fen)
        .opens();
    club.play("T26/1", "7274 7775");
    club.sends("ann", "2. O-O");
    club.is_told("ann", "confirmation").says("O-O");
    club.is_told("bert", "move");
    club.stands("T26/1", "/moves/2/san", "O-O");
    club.stands("T26/1", "/moves/2/uci", "f1g1");
    club.stands("T26/1", "/moves/2/numeric", "6171");
}

#[test]
fn a56_3_7_a_series_accepted_whole_in_part_and_left() {
    for (answer, uci, plies) in [
        (
            "1... 5755 2. 7163 2836",
            json!(["e2e4", "e7e5", "g1f3", "b8c6"]),
            4,
        ),
        (
            "1... 5755 2. 7163 2... 2836 3. 6125 1716",
            json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]),
            6,
        ),
        ("1... 3735", json!(["e2e4", "c7c5"]), 2),
        ("1... 5755", json!(["e2e4", "e7e5"]), 2),
    ] {
        let mut club = Club::opens();
        club.sends("ann", "1. 5254 if 1... 5755 2. 7163 if 2... 2836 3. 6125");
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move").says("2. Nf3");
        club.days_pass(4);
        club.sends("bert", answer);
        assert_eq!(club.verdict(), "move", "{answer}");
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
        club.stands("T26/1", "/ply", plies);
        let game = club.game("T26/1");
        let moves: Vec<_> = game["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["uci"].clone())
            .collect();
        assert_eq!(json!(moves), uci, "{answer}");
        // The accepter's whole time stands on his own move; the moves between take none.
        let days: i64 = game["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|m| m["days"].as_i64())
            .sum();
        assert_eq!(
            (days, game["moves"][plies - 1]["days"].as_i64()),
            (3, Some(3)),
            "{answer}"
        );
    }
}

#[test]
fn a56_3_9_a_series_accepted_without_an_answer() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 if 1... 5755 2. 7163");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "1... 5755 2. 7163");
    club.is_told("bert", "rejection");
    club.stands("T26/1", "/ply", 3);
    club.stands("T26/1", "/clock/black/penalty", 2);
    club.everything_read();
}

#[test]
fn an_illegal_tail_is_cut_and_any_move_is_none() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 if 1... 5755 2. 5256");
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation").says("5256");
    club.is_told("bert", "move");
    club.sends("bert", "1... 5755 if any 2... 2836");
    club.everything_read();
    club.stands("T26/1", "/clock/black/penalty", 0);
}

#[test]
fn series_switched_off() {
    let mut club = Setup::new().rules("variants = false").opens();
    club.sends("ann", "1. 5254 if 1... 5755 2. 7163");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/ply", 2);
}

/// Mail servers tell no more than the second: an answer lies in the mailbox beside the move that
/// it answers, and before it.
#[test]
fn a56_3_1_of_letters_of_one_second_the_one_whose_turn_it_is_goes_first() {
    let mut club = Setup::new().pairs(&[(1, 2), (2, 1)]).opens();
    // Games by their subjects: in the second it is Bert who begins.
    let letters = [
        ("bert", 1, "1... 5755"),
        ("ann", 1, "1. 5254"),
        ("ann", 2, "1... 4745"),
        ("bert", 2, "1. 4244"),
    ];
    for (who, game, text) in letters {
        let letter = club.letter(who).subject(&format!("Re: [T26/{game}]"));
        letter.says(text).posts();
    }
    club.polls();
    assert_eq!(club.verdicts(), ["move"; 4]);
    club.everything_read();
    for (game, last) in [(1, "e5"), (2, "d5")] {
        let game = format!("T26/{game}");
        club.stands(&game, "/ply", 2);
        club.stands(&game, "/moves/1/san", last);
    }
}
