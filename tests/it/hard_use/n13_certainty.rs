//! A penalty needs certainty (RULES.md 2 and 7). What the table of texts decides
//! (`tests/cases/slips.jsonl`) is tried on the game file alone, in
//! `src/arbiter/tests/slips.rs`; here are the letters themselves.

use crate::club::{Club, Setup};

/// Ann writes her first move so; what her clock shows of penalties afterwards.
fn first_move(text: &str) -> (String, u64, Club) {
    let mut club = Club::opens();
    club.sends("ann", text);
    let verdict = club.verdict();
    let penalty = club.game("T26/1")["clock"]["white"]["penalty"]
        .as_u64()
        .expect("days");
    club.takes_all();
    (verdict, penalty, club)
}

#[test]
fn slips_of_case_and_layout_are_played_with_a_remark() {
    for text in ["1. E2-e4", "1. E2e4", "1. e2-E4", "1.у2-у4"] {
        let (verdict, penalty, mut club) = first_move(text);
        assert_eq!((verdict.as_str(), penalty), ("move", 0), "{text}");
        club.stands("T26/1", "/moves/0/uci", "e2e4");
    }
    let (verdict, penalty, mut club) = first_move("1.д4");
    assert_eq!((verdict.as_str(), penalty), ("move", 0));
    club.stands("T26/1", "/moves/0/uci", "d2d4");
}

#[test]
fn descriptive_notation_is_asked_with_the_moves_it_might_be() {
    for (text, figures) in [
        ("1. P-K4", "5254"),
        ("1. p-k4", "5254"),
        ("1. Kt-KB3", "7163"),
        ("1. kt-kb3", "7163"),
        ("1. n-qb3", "2133"),
        ("p-q4", "4244"),
    ] {
        let mut club = Club::opens();
        club.sends("ann", text);
        assert_eq!(club.verdict(), "move-rejected", "{text}");
        club.is_told("ann", "not-understood")
            .says("descriptive")
            .says(figures);
        club.stands("T26/1", "/clock/white/penalty", 0);
    }
    // What reads as a square is one.
    let mut club = Club::opens();
    club.sends("ann", "1. p-b3");
    club.stands("T26/1", "/moves/0/numeric", "2223");
    club.takes_all();
}

#[test]
fn a_latin_l_is_a_bishop_and_never_a_russian_rook() {
    let setup = Setup::new().fen("4k3/8/8/8/8/3B4/8/1R2K3 w - - 0 8");
    let mut club = setup.opens();
    club.sends("ann", "8. Lb5+");
    club.stands("T26/1", "/moves/0/uci", "d3b5");
    club.takes_all();
}

#[test]
fn a56_3_4_a_missing_promotion_is_asked_once_before_it_costs() {
    let setup = Setup::new().fen("3r4/P1P4k/8/8/8/8/7K/8 w - - 0 50");
    let mut club = setup.opens();
    club.sends("ann", "50. a8");
    club.is_told("ann", "rejection");
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.days_pass(2);
    club.sends("ann", "50. a8");
    club.is_told("ann", "rejection");
    club.stands("T26/1", "/clock/white/penalty", 2);
    club.days_pass(2);
    club.sends("ann", "50. a8=Q");
    club.stands("T26/1", "/moves/0/uci", "a7a8q");
    club.takes_all();
}

#[test]
fn a_bare_number_below_a_name_is_asked() {
    let mut club = Club::opens();
    club.sends("ann", "Ann Archer\n5254");
    assert_eq!(club.verdict(), "not-understood");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 0);
    // With its number it is a move, whatever stands above it.
    club.sends("ann", "Ann Archer\n1. 5254");
    assert_eq!(club.verdict(), "move");
    club.takes_all();
}

#[test]
fn a56_3_3_one_half_move_too_many_in_a_form_is_no_wrong_repetition() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    // White's second move, and a third half-move that nobody has made yet.
    let form = "Tournament: T26\nGame: T26/1\n\n\
                N\tWhite\tBlack\n1.\t5254\t5755\n2.\t7163\t2836\n";
    club.sends("ann", form);
    assert_eq!(club.verdict(), "move-rejected");
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.stands("T26/1", "/ply", 2);
    club.takes_all();
}

#[test]
fn a56_4_7_a_certain_fault_still_costs() {
    for text in ["1. 5255", "1. Nf4", "1. e2e5"] {
        let (verdict, penalty, _) = first_move(text);
        assert_eq!((verdict.as_str(), penalty), ("move-rejected", 2), "{text}");
    }
}
