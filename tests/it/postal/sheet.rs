//! Tables of cards: all lines or none, twice the same changes nothing; and the same at
//! the terminal.

use super::{GAME, HEADING, Pile, by_post, enters, imports};
use crate::club::Club;
use std::fmt::Write as _;
use std::io::Write as _;

#[test]
fn all_lines_or_none_with_all_errors() {
    let mut club = by_post().opens();
    club.it_is("2025-04-01T12:00:00Z");
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    pile.card(&[("text", "1... 5754"), ("written", "2025-03-08")]);
    pile.card(&[("text", "2. 7163"), ("written", "2025-03-08")]);
    pile.card(&[("game", "T26/9"), ("text", "1. 5254")]);
    let complaint = imports(&mut club, &pile.table()).unwrap_err();
    assert!(complaint.contains(":3: text: 1... is due"), "{complaint}");
    assert!(
        complaint.contains(":5: game: there is no such game"),
        "{complaint}"
    );
    assert!(
        complaint.contains("2 errors; nothing is entered"),
        "{complaint}"
    );
    club.stands(GAME, "/ply", 0);
    // What cannot be read is told before anything is tried.
    let torn = format!("{HEADING}\nT26/1;;green;1. 5254;;smudged;2025-02-30;;;;;\n");
    let complaint = imports(&mut club, &torn).unwrap_err();
    for part in [":2: side:", ":2: faults:", ":2: written:"] {
        assert!(complaint.contains(part), "{complaint}");
    }
    assert!(
        imports(&mut club, "game,move\nT26/1,5254\n")
            .unwrap_err()
            .contains("move: there is no such column")
    );
    club.stands(GAME, "/ply", 0);
}

#[test]
fn a_card_entered_before_is_told_and_other_dates_correct_it() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    pile.card(&[
        ("text", "1... 5755"),
        ("written", "2025-03-09"),
        ("arrived", "2025-03-13"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    let before = club.game(GAME)["record"].clone();
    let said = enters(&mut club, "2025-03-21", &pile);
    assert!(said.contains("0 cards entered, 2 known before"), "{said}");
    assert_eq!(club.game(GAME)["record"], before);
    // The slip of the registered card has turned up.
    let mut slip = Pile::default();
    slip.card(&[
        ("text", "1... 5755"),
        ("written", "2025-03-09"),
        ("arrived", "2025-03-13"),
        ("receipt", "2025-03-08"),
    ]);
    let said = enters(&mut club, "2025-03-22", &slip);
    assert!(
        said.contains("its dates are corrected, sent 2025-03-08"),
        "{said}"
    );
    club.stands(GAME, "/moves/1/days", 2);
    // What the arbiter has set no card changes.
    club.decides("set-dates T26/1 2 --sent 2025-03-10");
    slip.rows[0] = slip.rows[0].replace("2025-03-08", "2025-03-07");
    enters(&mut club, "2025-03-23", &slip);
    club.stands(GAME, "/moves/1/days", 4);
    let shown = club.types("game show T26/1").expect("a game");
    assert!(
        shown.contains("sent 2025-03-07 (55.2.2.2, set otherwise by the arbiter)"),
        "{shown}"
    );
    let verified = club.types("verify");
    assert!(verified.is_ok(), "{verified:?}");
}

#[test]
fn a_voided_move_takes_its_card_along() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    pile.moves("1... 5755", "2025-03-09", "2025-03-13");
    enters(&mut club, "2025-03-20", &pile);
    club.decides("void T26/1 2");
    club.takes_all();
    club.stands(GAME, "/ply", 1);
    let mut again = Pile::default();
    again.moves("1... 3735", "2025-03-10", "2025-03-14");
    enters(&mut club, "2025-03-21", &again);
    club.stands(GAME, "/moves/1/received", "2025-03-06");
    club.stands(GAME, "/moves/1/sent", "2025-03-10");
    assert_eq!(club.game(GAME)["cards"].as_array().unwrap().len(), 2);
    assert!(club.types("verify").is_ok());
}

/// Types lines into `post enter`; what it prints on both sides.
fn typed(club: &mut Club, lines: &str) -> (String, String) {
    club.restarts();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args([
            "--home",
            club.root().to_str().unwrap(),
            "--now",
            &club.now.to_string(),
        ])
        .args(["post", "enter"])
        .env_remove("POSTCHESS_HOME")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    club.types("game list")
        .expect("what the console left is taken");
    club.takes_all();
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn cards_are_entered_one_by_one_at_the_terminal() {
    let mut club = by_post().opens();
    club.it_is("2025-03-20T12:00:00Z");
    // Game, move, written, postmarks, slip, arrival, faults.
    let lines = "T26/1\n1. 5254\n2.3.2025\n02.03.2025;06.03.2025\n\n\n\
                 1\n1... 5754\n2025-03-09\n\n\n\n\n\
                 1\n1... 5755\n2025-03-09\n\n\n2025-03-13\n\n\n";
    let (said, asked) = typed(&mut club, lines);
    assert_eq!(
        said, "T26/1 1. e4, sent 2025-03-02\nT26/1 1... e5, sent 2025-03-09\n",
        "{asked}"
    );
    assert!(asked.contains("not entered: 1... is due"), "{asked}");
    assert!(asked.contains("a b c d e f g h"), "{asked}");
    assert!(asked.contains("2 cards entered"), "{asked}");
    club.stands(GAME, "/moves/1/days", 3);
    club.stands(GAME, "/moves/1/received", "2025-03-06");
}

#[test]
fn two_hundred_cards_come_in_at_once() {
    let mut club = by_post().round_robin(6).opens();
    club.takes_all();
    club.it_is("2025-12-01T12:00:00Z");
    let mut table = String::from("game,text,postmarks\n");
    let mut day = postchess::time::Day::new(2025, 3, 1).unwrap();
    let moves = [
        "1. 7163",
        "1... 7866",
        "2. 2133",
        "2... 2836",
        "3. 5254",
        "3... 5755",
        "4. 6125",
        "4... 1716",
        "5. 2514",
        "5... 6857",
        "6. 5171",
        "6... 2725",
        "7. 1423",
        "7... 4746",
    ];
    for mv in moves {
        for game in 1..=15 {
            writeln!(table, "T26/{game},{mv},{day};{}", day.plus(2)).unwrap();
        }
        day = day.plus(4);
    }
    let begun = std::time::Instant::now();
    let said = imports(&mut club, &table).unwrap_or_else(|e| panic!("{e}"));
    println!("210 cards: {:?}", begun.elapsed());
    assert!(said.contains("210 cards entered, 0 known before"), "{said}");
    club.stands("T26/15", "/ply", 14);
    club.stands("T26/7", "/moves/13/days", 2);
}
