//! The forms of articles 57 and 60 on paper.

use super::paper::{by_paper, everyone_begins, pages};
use crate::club::Club;
use std::path::PathBuf;

/// What a command that makes a document puts on paper.
fn on_paper(club: &mut Club, line: &str) -> PathBuf {
    let path = club.root().join("form.pdf");
    let file = path.to_str().unwrap().to_owned();
    club.types(&format!("{line} --format pdf --output {file}"))
        .unwrap();
    path
}

/// Whose line of a sheet holds these words; its words in their order.
#[track_caller]
fn line_of(sheet: &str, words: &str) -> Vec<String> {
    let mut lines = sheet.lines().filter(|l| l.contains(words));
    let line = lines.next();
    let line = line.unwrap_or_else(|| panic!("{words}: {sheet}"));
    line.split_whitespace().map(str::to_owned).collect()
}

/// How many rows the table of a document has.
fn rows_of(club: &mut Club, line: &str) -> usize {
    let page = club.types(&format!("{line} --format html")).unwrap();
    let (_, body) = page.split_once("<tbody").expect("a table");
    body.matches("<tr").count()
}

#[test]
fn a57_the_report_on_paper_has_what_is_known_and_the_blank_form_leaves_it_open() {
    let mut club = by_paper().opens();
    everyone_begins(&mut club);
    let told = pages(&on_paper(
        &mut club,
        "player report T26:1 T26 --language en",
    ));
    let blank = pages(&on_paper(
        &mut club,
        "player report T26:1 T26 --blank --language en",
    ));
    assert_eq!((told.len(), blank.len()), (1, 1));
    let shown = club.types("--json player report T26:1 T26").unwrap();
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let games = shown["games"].as_array().unwrap();
    assert_eq!(games.len(), 3);
    for sheet in [&told[0], &blank[0]] {
        for words in ["T26", "Moves made", "Reflection", "Remarks"] {
            assert!(sheet.contains(words), "{words}: {sheet}");
        }
    }
    for (row, number) in games.iter().zip(1..) {
        let game = row["game"].as_str().unwrap();
        let partner = row["partner"].as_str().unwrap();
        assert!(told[0].contains(partner), "{partner}: {}", told[0]);
        assert!(told[0].contains(game), "{game}: {}", told[0]);
        // Number, partner and game: nothing else stands in the line.
        let wanted = format!("{number} {partner} {game}");
        assert_eq!(line_of(&blank[0], game).join(" "), wanted);
    }
    assert!(blank[0].contains("as of __ / __ / ____"), "{}", blank[0]);
    assert!(!told[0].contains("__ / __"), "{}", told[0]);
    // Three games, and three rows to spare.
    assert_eq!(rows_of(&mut club, "player report T26:1 T26"), 3);
    assert_eq!(rows_of(&mut club, "player report T26:1 T26 --blank"), 6);
    // What is over needs no pen; the rest keeps its room.
    club.decides("result T26/1 1-0 --by resignation");
    club.takes_all();
    let blank = pages(&on_paper(
        &mut club,
        "player report T26:1 T26 --blank --language en",
    ));
    assert!(!blank[0].contains("T26/1"), "{}", blank[0]);
    assert!(blank[0].contains(games[1]["game"].as_str().unwrap()));
    assert_eq!(rows_of(&mut club, "player report T26:1 T26 --blank"), 5);
}

#[test]
fn a60_the_schedule_on_paper_has_the_moves_with_the_dates_of_the_cards() {
    let mut club = by_paper().opens();
    everyone_begins(&mut club);
    let sheets = pages(&on_paper(
        &mut club,
        "game show T26/1 --page schedule --language en",
    ));
    assert_eq!(sheets.len(), 1);
    let sheet = &sheets[0];
    let names = club.types("--json game show T26/1").unwrap();
    let game: serde_json::Value = serde_json::from_str(&names).unwrap();
    for side in ["white", "black"] {
        let name = game[side]["name"].as_str().unwrap();
        assert!(sheet.contains(name), "{name}: {sheet}");
    }
    for words in ["T26/1", "White", "Black", "Remark"] {
        assert!(sheet.contains(words), "{words}: {sheet}");
    }
    // By the postmarks: sent on the 14th, arrived on the 18th.
    let row = line_of(sheet, "5254");
    assert!(row.contains(&"14/03/25".to_owned()), "{row:?}");
    assert!(row.contains(&"18/03/25".to_owned()), "{row:?}");
}
