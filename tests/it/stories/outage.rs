//! Days lost to an outage, and tournaments that stand still.

use crate::club::{Club, Setup};
use serde_json::{Value, json};

#[track_caller]
fn decides(club: &mut Club, line: &str) -> Value {
    let text = club.types(&format!("--json {line}"));
    serde_json::from_str(&text.unwrap_or_else(|e| panic!("{e}"))).expect("JSON")
}

/// Ann is thinking since 11 January in T26/1, Clara since the 11th in T26/2, and
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
    let expected = expect_test::expect![[r#"
        T26: days given back for the outage from 2026-01-11 to 2026-01-14

        Game   Side   Player      Ran  Given  Dates that are nobody's   Letters
        T26/1  White  Ann Archer    4      4  2026-01-11 to 2026-01-14
        T26/2  White  Clara Cook    4      4  2026-01-11 to 2026-01-14
        T26/3  White  Clara Cook    1      1  2026-01-11
        T26/3  Black  Bert Baker    2      2  2026-01-13 to 2026-01-14
        A clock gets back the dates of the outage on which it ran, at most as many as
        you give.

        would decide: T26: 11 days given back in 3 games for the outage from 2026-01-11 to 2026-01-14, at most 5 to a clock
          T26/1, Ann Archer – Bert Baker
            before: White 9 of 60 days, Black 0 of 60; flag of white 2026-03-13; result *; places 1-3 and 1-3
            after: White 5 of 60 days, Black 0 of 60; flag of white 2026-03-17; result *; places 1-3 and 1-3
          T26/2, Clara Cook – Ann Archer
            before: White 9 of 60 days, Black 0 of 60; flag of white 2026-03-13; result *; places 1-3 and 1-3
            after: White 5 of 60 days, Black 0 of 60; flag of white 2026-03-17; result *; places 1-3 and 1-3
          T26/3, Clara Cook – Bert Baker
            before: White 1 of 60 days, Black 7 of 60; flag of black 2026-03-15; result *; places 1-3 and 1-3
            after: White 0 of 60 days, Black 5 of 60; flag of black 2026-03-17; result *; places 1-3 and 1-3
          record: T26/1 time-given (article 53.3)
          record: T26/2 time-given (article 53.3)
          record: T26/3 time-given (article 53.3)
          record: T26/3 time-given (article 53.3)
          letter: ruling to Ann Archer <ann@a.example>
          letter: ruling to Bert Baker <bert@b.example>
          letter: ruling to Clara Cook <clara@c.example>
          letter: ruling to Olga Orlova <td@club.example>
    "#]];
    expected.assert_eq(&text);
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-13");

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
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-17");
    // Clara's move of the 12th had cost the 11th, which lay in the outage.
    club.stands("T26/3", "/moves/0/days", 0);
    club.stands("T26/3", "/clock/running/flag_falls", "2026-03-17");
    let entries = decided["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 4);
    for entry in &entries[1..] {
        assert_eq!(entry["cause"], json!({"decision": decided["id"]}));
    }
    // In the log and in the official report it is one line, with its dates.
    let told = "dates given back in 3 games: 2026-01-11 – 2026-01-14; 11 days in all";
    let log = club.types("td log T26").unwrap();
    let line = format!("  2026-01-20  T26: {told}\n");
    assert!(log.contains(&line), "{log}");
    let report = club.types("--json tournament official-report T26").unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let [given] = &report["decisions"].as_array().unwrap()[..] else {
        panic!("{report:#}");
    };
    assert_eq!(
        (&given["id"], &given["game"]),
        (&decided["id"], &json!(null))
    );
    assert_eq!(given["given_back"]["days"], 11);
    let report = club.types("tournament official-report T26").unwrap();
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("dates given back in 3 games"), "{report}");
    // What was given is not given twice: those dates are nobody's already.
    let again = club.types("td compensate T26 5 --from 2026-01-11 --to 2026-01-14");
    assert!(again.unwrap_err().contains("nothing to give back"));
    // Ann moves: nine days passed, four were nobody's.
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/days", 5);
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
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-16");
    club.stands("T26/2", "/clock/running/flag_falls", "2026-03-13");
    // At most two of the four days.
    decides(
        &mut club,
        "td compensate T26 2 --from 2026-01-11 --to 2026-01-14 --games 2",
    );
    club.everything_read();
    club.stands("T26/2", "/clock/running/flag_falls", "2026-03-15");
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

#[test]
fn a_whole_tournament_stands_still_and_goes_on() {
    let mut club = three();
    club.types("td pause T26/2 --reason alone").unwrap();
    club.everything_read();
    let paused = decides(&mut club, "td pause T26 --reason war");
    assert_eq!(paused["entries"].as_array().map(Vec::len), Some(2));
    let told = club.is_told("ann", "ruling");
    told.says("The tournament T26 is paused")
        .says("T26/1")
        .says("war");
    assert!(!told.text.contains("T26/2"), "{}", told.text);
    club.is_told("bert", "ruling").says("T26/3");
    club.are_told(&["clara", "arbiter"], "ruling");
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    assert!(
        club.types("td pause T26")
            .unwrap_err()
            .contains("is being played")
    );
    // Nobody's time runs; a move is kept.
    club.lives(100);
    club.letter("ann")
        .subject("[T26/1]")
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "held");
    club.everything_read();
    let resumed = decides(&mut club, "td resume T26");
    assert_eq!(resumed["released"], 1);
    club.is_told("bert", "ruling").says("goes on");
    club.everything_read();
    club.stands("T26/1", "/ply", 1);
    // From the 11th to the 19th of January, before the pause.
    club.stands("T26/1", "/moves/0/days", 9);
    // What stood still alone stands still.
    club.stands("T26/2", "/status", "paused");
    // Bert had the 13th to the 19th of January; time counts again from the 1st of May.
    club.stands("T26/3", "/clock/running/flag_falls", "2026-06-24");
}

#[test]
fn what_was_given_back_is_revoked_as_one() {
    let mut club = three();
    let before: Vec<Value> = (1..=3)
        .map(|n| club.game(&format!("T26/{n}"))["clock"].clone())
        .collect();
    let decided = decides(
        &mut club,
        "td compensate T26 4 --from 2026-01-11 --to 2026-01-14",
    );
    let id = decided["id"].as_u64().unwrap();
    decides(&mut club, &format!("td revoke {id}"));
    club.everything_read();
    let after: Vec<Value> = (1..=3)
        .map(|n| club.game(&format!("T26/{n}"))["clock"].clone())
        .collect();
    assert_eq!(before, after);
}

#[test]
fn an_outage_told_by_the_hour_gives_back_the_dates_that_lie_wholly_in_it() {
    let mut club = three();
    club.everything_read();
    // From the evening of the 10th to the morning of the 14th: the 11th, 12th and 13th.
    let line = "td compensate --from 2026-01-10T21:00 --to 2026-01-14T06:00 --reason fire";
    let decided = decides(&mut club, line);
    let all = decided["compensations"]
        .as_array()
        .expect("each tournament");
    assert_eq!(all.len(), 1, "{all:#?}");
    club.is_told("ann", "ruling")
        .says("The time of an outage from 2026-01-10 21:00 +00:00 to 2026-01-14 06:00")
        .says("gets back 3 days");
    club.everything_read();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-16");
    // Nothing twice.
    let again = club.types(line).unwrap_err();
    assert!(again.contains("in any tournament"), "{again}");
    for (line, said) in [
        ("td compensate T26", "--from"),
        (
            "td compensate --from 2026-01-11 --to 2026-01-12 --games 1",
            "CODE",
        ),
        (
            "td compensate T26 --tournament T26 --from 2026-01-11 --to 2026-01-12",
            "cannot be used",
        ),
        (
            "td compensate --from 2026-01-11 --to 2026-01-20T23:00",
            "still to come",
        ),
        (
            "td compensate --from 2026-01-12T10:00 --to 2026-01-12T10:00",
            "before it begins",
        ),
        // No whole date.
        (
            "td compensate --tournament T26 --from 2026-01-15T01:00 --to 2026-01-15T23:00",
            "no clock of T26",
        ),
    ] {
        let why = club.types(line).unwrap_err();
        assert!(why.contains(said), "{line}: {why}");
    }
}

#[test]
fn hours_of_an_outage_are_given_back_where_days_are_full_24_hours() {
    let mut club = Setup::new()
        .profile("server")
        .begins("2026-03-01", "2026-03-01T08:00:00Z")
        .opens();
    club.it_is("2026-03-12T09:00:00Z");
    let flag = |club: &mut Club| club.game("T26/1")["clock"]["running"]["flag_falls_at"].clone();
    let was = flag(&mut club);
    let line = "td compensate --from 2026-03-05T10:00+03:00 --to 2026-03-05T17:30:00+03:00";
    let line = line.replace("10:00+", "10:00:00+");
    let shown = club.types(&format!("{line} --dry-run")).unwrap();
    assert!(
        shown.contains("2026-03-05 07:00 to 2026-03-05 14:30"),
        "{shown}"
    );
    let decided = decides(&mut club, &line);
    club.is_told("ann", "ruling")
        .says("gets back the time from 2026-03-05 07:00 +00:00 to");
    club.everything_read();
    let hour = |value: &Value| postchess::time::Instant::parse(value.as_str().unwrap()).unwrap();
    let later = hour(&flag(&mut club)).unix() - hour(&was).unix();
    assert_eq!(later, 7 * 3600 + 1800);
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("time given back in 1 game"), "{log}");
    // And taken back as any decision.
    club.types(&format!("td revoke {} --reason mistake", decided["id"]))
        .unwrap();
    club.everything_read();
    assert_eq!(flag(&mut club), was);
}
