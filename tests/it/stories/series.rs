//! Series of moves with branches (56.3.7-9): proposed, shown, accepted, left.

use crate::club::{Club, Mail, Setup};
use serde_json::json;

const SERIES: &str = "1. e4 if 1... e5 2. Nf3 Nc6 3. Bb5; if 1... c5 2. c3";

/// Ann has moved with a series; what she and Bert were told.
fn proposed(text: &str) -> (Club, Mail, Mail) {
    let mut club = Club::opens();
    club.sends("ann", text);
    assert_eq!(club.verdict(), "move", "{text}");
    let ann = club.is_told("ann", "confirmation");
    let bert = club.is_told("bert", "move");
    (club, ann, bert)
}

/// The line, alone on itself in a box, that accepts a branch, as the letter has it.
fn line_of(told: &Mail, begins: &str) -> String {
    let lines = told.text.lines().filter(|l| l.starts_with("    "));
    let mut found = lines
        .map(str::trim)
        .filter(|l| l.starts_with(begins) && l.contains("____"));
    let line = found.next().expect("a line to copy").to_owned();
    assert!(found.next().is_none(), "{}", told.text);
    line
}

#[test]
fn a56_3_7_both_are_told_each_branch() {
    let (mut club, ann, bert) = proposed(SERIES);
    ann.says("It binds you until your opponent's answer comes");
    ann.says("1... 5755 2. 7163 2836 3. 6125 1... e5 2. Nf3 Nc6 3. Bb5");
    ann.says("1... 3735 2. 3233 1... c5 2. c3");
    bert.says("Your opponent proposes a series of moves");
    bert.says("1... e5 2. Nf3 Nc6 3. Bb5 1... 5755 2. 7163 2836 3. 6125 3... ____");
    bert.says("1... c5 2. c3 1... 3735 2. 3233 2... ____");
    club.stands("T26/1", "/series/side", "white");
    club.stands("T26/1", "/series/branches/1/san", json!(["c5", "c3"]));
    let shown = club.types("game show T26/1").unwrap();
    assert!(
        shown.contains("White has proposed a series of moves"),
        "{shown}"
    );
    assert!(shown.contains("  1... 3735 (c5) 2. 3233 (c3)"), "{shown}");
}

#[test]
fn a56_3_8_the_line_is_copied_and_completed() {
    for (begins, own, san) in [
        (
            "1... 5755",
            "a6",
            json!(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]),
        ),
        ("1... 3735", "d5", json!(["e4", "c5", "c3", "d5"])),
    ] {
        let (mut club, _, bert) = proposed(SERIES);
        let line = line_of(&bert, begins).replace("____", own);
        club.days_pass(4);
        club.sends("bert", &line);
        assert_eq!(club.verdict(), "move", "{line}");
        let game = club.game("T26/1");
        let moves = game["moves"].as_array().unwrap();
        let played: Vec<_> = moves.iter().map(|m| m["san"].clone()).collect();
        assert_eq!(json!(played), san, "{line}");
        // All accepted half-moves are shown to both, in both notations.
        for told in [
            club.is_told("bert", "confirmation"),
            club.is_told("ann", "move"),
        ] {
            for mv in moves.iter().skip(1) {
                let (numeric, san) = (mv["numeric"].as_str(), mv["san"].as_str());
                told.says(&format!("{}   ({})", numeric.unwrap(), san.unwrap()));
            }
            assert!(!told.text.contains("another way"), "{}", told.text);
        }
        club.everything_read();
        let json = club.types("--json verify").unwrap();
        assert!(!json.contains("differs"), "{json}");
    }
}

#[test]
fn a56_3_7_whoever_goes_another_way_is_told_what_lapses() {
    let (mut club, _, _) = proposed(SERIES);
    club.sends("bert", "1... e5 2. Nf3 d6");
    club.is_told("bert", "confirmation").says(
        "You accepted no more of the proposed series, so its rest has lapsed: 2... Nc6 3. Bb5.",
    );
    club.is_told("ann", "move")
        .says("its rest no longer binds you: 2... Nc6 3. Bb5.");
    club.sends("ann", "3. d4");
    for (who, kind) in [("ann", "confirmation"), ("bert", "move")] {
        assert!(!club.is_told(who, kind).text.contains("no more of"));
    }
}

#[test]
fn a56_3_9_our_line_with_its_blank_costs_nothing() {
    let (mut club, _, bert) = proposed(SERIES);
    club.sends("bert", &line_of(&bert, "1... 3735"));
    let asked = club.is_told("bert", "not-understood");
    asked.says("1... 3735 (c5)");
    asked.says("2. 3233 (c3)");
    club.everything_read();
    club.stands("T26/1", "/ply", 3);
    club.stands("T26/1", "/clock/black/penalty", 0);
    club.sends("bert", "2... d5");
    for (who, kind) in [("bert", "confirmation"), ("ann", "move")] {
        club.is_told(who, kind)
            .says("1... 3735   (c5)")
            .says("2... 4745   (d5)");
    }
}

#[test]
fn what_is_cut_is_said_with_what_holds() {
    let (_, ann, _) = proposed("1. e4\nif 1... e5 2. Nf3\nif 1... e5 2. d4\nif 1... c5 2. Kc3");
    ann.says("begin with the same reply of your opponent");
    ann.says("was cut off at \"Kc3\"");
    ann.says("1... 5755 2. 7163 1... e5 2. Nf3");
    let (mut club, ann, bert) = proposed("1. e4 if 1... e5");
    ann.says("left without an answer of yours");
    ann.says("Nothing of the series is recorded");
    assert!(!bert.text.contains("series"), "{}", bert.text);
    assert!(club.game("T26/1").get("series").is_none());
}

#[test]
fn status_and_check_show_the_series() {
    let (mut club, _, _) = proposed(SERIES);
    club.sends("bert", "STATUS");
    let told = club.is_told("bert", "status");
    told.says("T26/1, proposed by your opponent: 1... 5755 (e5) 2. 7163 (Nf3)");
    club.sends("ann", "STATUS");
    club.is_told("ann", "status")
        .says("T26/1, proposed by you:");
    club.sends("bert", "CHECK 1... e5 2. Nf3 2... d6");
    let told = club.is_told("bert", "confirmation");
    told.says("1... 5755   (e5)").says("2... 4746   (d6)");
    told.says("would lapse");
    club.sends("bert", "CHECK 1... d5 if 2. exd5 Qxd5");
    let told = club.is_told("bert", "confirmation");
    told.says("This series would be recorded")
        .says("2. exd5 Qxd5");
    club.stands("T26/1", "/ply", 1);
    club.sends("bert", "REPEAT");
    let told = club.is_told("bert", "repeat");
    told.says("1... 3735 2. 3233 2... ____");
}

#[test]
fn the_journal_tells_the_branches() {
    let (mut club, _, _) = proposed(SERIES);
    let text = club.types("game show T26/1 --format journal").unwrap();
    let flat: Vec<&str> = text.split_whitespace().collect();
    assert!(
        flat.join(" ").contains("1... 3735 (c5) 2. 3233 (c3)"),
        "{text}"
    );
}

#[test]
fn a_series_in_every_language() {
    for (pair, white, black, text, words) in [
        (
            (4, 5),
            "dima",
            "ewa",
            "1. e4\nесли 1... e5 2. Кf3\nа если 1... c5 2. c3",
            "Przeciwnik proponuje serię posunięć",
        ),
        (
            (5, 6),
            "ewa",
            "filip",
            "1. e4\njeśli 1... e5 2. Sf3\nnatomiast jeśli 1... c5 2. c3",
            "Суперник пропонує серію ходів",
        ),
        (
            (6, 4),
            "filip",
            "dima",
            "1. e4\nякщо 1... e5 2. Кf3\nа якщо 1... c5 2. c3",
            "Соперник предлагает серию ходов",
        ),
        (
            (1, 2),
            "ann",
            "bert",
            "1. e4 wenn 1... e5 2. 7163; wenn aber 1... c5 2. c3",
            "Your opponent proposes a series of moves",
        ),
    ] {
        let mut club = Setup::new().pairs(&[pair]).opens();
        club.sends(white, text);
        club.is_told(white, "confirmation");
        let told = club.is_told(black, "move");
        told.says(words);
        told.says("1... 5755 2. 7163 2... ____");
        told.says("1... 3735 2. 3233 2... ____");
    }
}
