//! Report files of both editions: what they say of the tournament is heard, and what is not
//! taken over is named.

use super::rounds::{event, house, import, line, report_file};
use serde_json::Value;

const ROUND: [&str; 5] = ["   3 w 1", "   4 B 0", "   1 b 0", "   2 W 1", "0000 - h"];

fn players(rounds: &[&str]) -> String {
    let lines = (1..).zip(rounds).map(|(n, rounds)| line(n, rounds));
    lines.collect()
}

/// What is remarked on a report file of a Swiss event of five players and three rounds.
fn remarks(text: &str) -> Result<Vec<String>, String> {
    let file = event("system = \"swiss\"\nrounds = 3", 5);
    let mut new = house(&file, "2026-03-01T09:00:00Z");
    let path = new.root().join("w.trf");
    std::fs::write(&path, text).unwrap();
    let toml = new.root().join("w.toml").display().to_string();
    let told = new.types(&format!(
        "--json tournament import {toml} {} --dry-run",
        path.display()
    ))?;
    new.nobody_is_told();
    let told: Value = serde_json::from_str(&told).unwrap();
    let remarks = told["remarks"].as_array().unwrap().iter();
    Ok(remarks.map(|r| r.as_str().unwrap().to_owned()).collect())
}

#[test]
fn lines_of_trf26_are_heard_and_what_is_not_taken_over_is_named() {
    let head = "012 W\n142 7\n152 B\n162  W 3.0    D 1.0    L 0.0\n192 FIDE_DUTCH_2025\n\
        202 BH:C1,BH\n222 40/5184000\n250      01.0 001 002 0001 0002\n260 001 003    1    4\n\
        240 H 001    5\n240 Z 002    2\n299 W      02.0  001    1\n### said by hand\n";
    let national = format!("RUS {:>4}      {:<33} {:>4}\n", 1, "P1, Player", 2300);
    let text = format!("{head}{}{national}QQQ what\n", players(&ROUND));
    let remarks = remarks(&text).unwrap_or_else(|e| panic!("{e}"));
    let expected = [
        "round 2 is paired here: that Player P2 should not play in it is not taken over (td withdraw)",
        "w.trf, line 8: not taken over (250): accelerated rounds: those to come are drawn without",
        "w.trf, line 12: not taken over (299): points beside the results",
        "w.trf, line 20: 'QQQ' is no line of TRF16 or TRF26 that is known here, and is not read",
        "w.trf is TRF26; the tournament file says here what it says of the system (192), \
         tie-breaks (202), the time control (222), national ratings",
        "w.trf, line 4: there a win, a draw and a loss bring 3, 1, 0, here 1, 0.5, 0",
        "w.trf, line 2: 7 rounds there, 3 here",
        "w.trf, line 3: the first number began with Black there, with White here: it matters for \
         who has had no game yet",
        "w.trf, line 9: Player P1 and Player P4 do not meet there, and here they may ([[apart]])",
    ];
    assert_eq!(remarks, expected);
}

#[test]
fn lines_that_say_what_the_tournament_file_says_are_not_remarked_on() {
    let head = "012 W\n092 Individual: Swiss-System\nXXR 3\nXXC white1\n142 3\n152 W\n\
        162  W 1.0    D 0.5\n";
    let text = format!("{head}{}", players(&ROUND));
    assert_eq!(remarks(&text).unwrap(), Vec::<String>::new());
}

#[test]
fn points_that_a_loss_brings_are_read_however_they_are_written() {
    let here = "here 1, 0.5, 0";
    for lines in [
        "162  W 3.0    D 2.0    L 1.0",
        "XXS W=3 D=2 L=1 PAB=3 FL=0.0 ZPB=0.0",
        "XXS WW=3 BW=3 WD=2 BD=2 WL=1 BL=1 FW=3 FL=0",
        "BBW  3.0\nBBD  2.0\nBBL  1.0\nBBZ  0.0\nBBF  0.0\nBBU  3.0",
    ] {
        let told = remarks(&format!("012 W\n{lines}\n{}", players(&ROUND))).unwrap();
        let expected = format!("there a win, a draw and a loss bring 3, 2, 1, {here}");
        assert!(
            told.iter().any(|r| r.contains(&expected)),
            "{lines}: {told:?}"
        );
        let unknown = told
            .iter()
            .any(|r| r.contains("is not read") || r.contains("by colour"));
        assert!(!unknown, "{lines}: {told:?}");
    }
    let told = remarks(&format!("012 W\nXXS WW=3 BW=2\n{}", players(&ROUND))).unwrap();
    let by_colour = "w.trf, line 2: not taken over (XXS): other points by colour";
    assert!(told.iter().any(|r| r == by_colour), "{told:?}");
}

#[test]
fn lines_that_are_crooked_are_refused_with_their_numbers() {
    for (own, why) in [
        (
            "240 Q 001    5",
            "w.trf, line 1: 'Q' is no bye (240: F, H, Z)",
        ),
        (
            "240 F 001    5",
            "w.trf, line 6, round 1 (P5, Player): w.trf, line 1 (P5, Player) says another bye",
        ),
        ("142 many", "w.trf, line 1: 'many' are no numbers (142)"),
        ("142", "w.trf, line 1: no number of rounds (142)"),
        ("152 green", "w.trf, line 1: 'green' is no colour (152)"),
        (
            "260 001 003    9    1",
            "w.trf, line 1: number 9 is not there",
        ),
        ("240 H 001    9", "w.trf, line 1: number 9 is not there"),
    ] {
        let refused = remarks(&format!("{own}\n{}", players(&ROUND))).unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
}

/// What is written here comes back as it was: byes of every kind, forfeits, colours.
#[test]
fn a_report_file_of_ours_comes_back_as_it_was() {
    let file = event("system = \"swiss\"\nrounds = 3", 9);
    let mut new = house(&file, "2026-03-01T09:00:00Z");
    let rounds = [
        "   2 w 1", "   1 b 0", "   4 b +", "   3 w -", "   6 w -", "   5 b -", "0000 - H",
        "0000 - F", "0000 - U",
    ];
    let path = new.root().join("w.trf");
    std::fs::write(&path, players(&rounds)).unwrap();
    import(&mut new, &path.display().to_string()).unwrap_or_else(|e| panic!("{e}"));
    new.everything_read();
    let written = report_file(&mut new);
    let mut other = house(&file, "2026-03-01T09:00:00Z");
    std::fs::write(other.root().join("w.trf"), &written).unwrap();
    let path = other.root().join("w.trf").display().to_string();
    import(&mut other, &path).unwrap_or_else(|e| panic!("{e}"));
    other.everything_read();
    assert_eq!(report_file(&mut other), written);
    for (n, cell) in [(7, "0000 - H"), (8, "0000 - F"), (9, "0000 - U")] {
        let line = written
            .lines()
            .find(|l| l.contains(&format!("Player P{n} ")));
        assert!(line.unwrap().trim_end().ends_with(cell), "{written}");
    }
}
