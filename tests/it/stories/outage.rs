//! Days lost to an outage, and tournaments that stand still.

use crate::club::{Club, Setup};
use serde_json::{Value, json};

#[track_caller]
fn decides(club: &mut Club, line: &str) -> Value {
    let text = club.types(&format!("--json {line}"));
    serde_json::from_str(&text.unwrap_or_else(|e| panic!("{e}"))).expect("JSON")
}

/// Ann is thinking since 10 January in T26/1, Clara since the 10th in T26/2, and
/// Bert since the 13th in T26/3, where Clara moved on the 12th.
fn three() -> Club {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1), (3, 2)]).opens();
    club.it_is("2026-01-12T09:00:00Z");
    club.play("T26/3", "5254");
    club.it_is("2026-01-20T09:00:00Z");
    club
}

#[test]
fn an_outage_is_made_good_in_all_games_by_one_decision() {
    let mut club = three();
    let line = "td compensate T26 5 --from 2026-01-11 --to 2026-01-14 --reason outage";
    let text = club.types(&format!("{line} --dry-run")).unwrap();
    let expected = expect_test::expect![[r#""#]];
    expected.assert_eq(&text);
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-12");

    let decided = decides(&mut club, line);
    // One ruling a player about all his games, and one to the arbiter.
    club.is_told("ann", "ruling")
        .says("T26/1")
        .says("your clock gets back 4 days")
        .says("T26/2")
        .says("article 53.3")
        .says("outage");
    let to_bert = club.is_told("bert", "ruling");
    to_bert
        .says("T26/3")
        .says("the clock of White gets back 1 day");
    club.is_told("clara", "ruling");
    club.is_told("arbiter", "ruling");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-16");
    // Clara's move of the 12th had cost the 10th and the 11th: one lay in the outage.
    club.stands("T26/3", "/moves/0/days", 1);
    club.stands("T26/3", "/clock/running/flag_falls", "2026-03-16");
    let entries = decided["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 4);
    for entry in &entries[1..] {
        assert_eq!(entry["cause"], json!({"decision": decided["id"]}));
    }
    // What was given is not given twice: those dates are nobody's already.
    let again = club.types("td compensate T26 5 --from 2026-01-11 --to 2026-01-14");
    assert!(again.unwrap_err().contains("nothing to give back"));
    // Ann moves: ten days passed, four were nobody's.
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/days", 6);
}

#[test]
fn no_time_falls_below_zero_whatever_is_given() {
    let mut club = three();
    decides(
        &mut club,
        "td compensate T26 300 --from 2025-06-01 --to 2026-01-20",
    );
    club.everything_read();
    for game in ["T26/1", "T26/2", "T26/3"] {
        for side in ["white", "black"] {
            let game = club.game(game);
            let total = game["clock"][side]["total"].as_i64().unwrap();
            assert!(total >= 0, "{game:#}");
        }
    }
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/total", 0);
}

#[test]
fn only_some_days_only_some_games() {
    let mut club = three();
    // Without dates: so many days up to yesterday, 17 to 19 January.
    let decided = decides(&mut club, "td compensate T26 3 --games 1,3");
    assert_eq!(decided["compensation"]["from"], "2026-01-17");
    club.everything_read();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-15");
    club.stands("T26/2", "/clock/running/flag_falls", "2026-03-12");
    // At most two of the four days.
    decides(
        &mut club,
        "td compensate T26 2 --from 2026-01-11 --to 2026-01-14 --games 2",
    );
    club.everything_read();
    club.stands("T26/2", "/clock/running/flag_falls", "2026-03-14");
    for (line, said) in [
        ("td compensate T26 3 --games 9", "none of these games"),
        (
            "td compensate T26 3 --from 2026-02-01 --to 2026-01-30",
            "before it begins",
        ),
        (
            "td compensate T26 3 --from 2026-01-19 --to 2026-02-19",
            "still to come",
        ),
        ("td compensate T26 0", "0"),
        ("td compensate T27 3", "no tournament"),
    ] {
        let why = club.types(line).unwrap_err();
        assert!(why.contains(said), "{line}: {why}");
    }
}
