//! Extra ticks change nothing: a series over the control (56.4.6), and whatever else
//! could hang on when a pass was made.

use crate::club::{Club, Setup};

const GAME: &str = "T26/1";

/// Black has used 58 of his 60 days after nine moves; it is White's tenth move.
fn nine_moves() -> Club {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0")
        .opens();
    let white = "1213 1314 1415 2223 2324 3233 4243 7273 8283".split(' ');
    let black = "8786 8685 7776 6766 5756 4746 3736 2726 7857".split(' ');
    for ((white, black), number) in white.zip(black).zip(1..) {
        club.sends("ann", &format!("{number}. {white}"));
        // White's letter is received on the next day.
        if number == 1 {
            club.days_pass(59);
        }
        club.sends("bert", &format!("{number}... {black}"));
        club.takes_all();
    }
    club.stands(GAME, "/clock/black/total", 58);
    club.stands(GAME, "/clock/black/moves", 9);
    club
}

const SERIES: &str = "10. 8384 if 10... 2847 11. 2142";

fn pass(club: &mut Club, ticks: bool, days: i64) {
    match ticks {
        true => club.lives(days),
        false => club.days_pass(days),
    }
}

#[test]
fn a56_4_6_a_series_over_the_control_is_measured_behind_it_with_and_without_passes() {
    for ticks in [false, true] {
        let mut club = nine_moves();
        club.sends("ann", SERIES);
        club.is_told("ann", "confirmation");
        let offer = club.is_told("bert", "move");
        offer.says("if you accept it through move 10, the last day is");
        // Two days by the ordinary control; sixty more behind it.
        let running = club.game(GAME)["clock"]["running"].clone();
        assert!(running["flag_falls"].as_str() < running["flag_falls_series"].as_str());
        pass(&mut club, ticks, 6);
        club.nobody_is_told();
        club.stands(GAME, "/clock/black/overstepped", false);
        club.sends("bert", "10... 2847 11. 2142 4728");
        assert_eq!(club.verdict(), "move", "ticks: {ticks}");
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
        pass(&mut club, ticks, 3);
        club.polls();
        club.ticks();
        club.nobody_is_told();
        club.stands(GAME, "/status", "active");
        club.stands(GAME, "/clock/black/total", 63);
        club.stands(GAME, "/clock/black/limit", 120);
    }
}

/// The days on which the calendar of a year says that something comes in the game.
fn coming(club: &mut Club, what: &str) -> Vec<String> {
    let today = club.types("--json today --week 52").unwrap();
    let today: serde_json::Value = serde_json::from_str(&today).unwrap();
    let all = today["coming"].as_array().unwrap().iter();
    let days = all.filter(|c| c["what"] == what);
    days.map(|c| c["day"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a56_4_6_a_series_over_the_control_has_both_its_days_everywhere() {
    let mut club = nine_moves();
    club.sends("ann", SERIES);
    club.takes_all();
    let series = club.game(GAME)["clock"]["running"]["flag_falls_series"].clone();
    let clock = |club: &mut Club| club.game(GAME)["clock"]["black"]["limit"].clone();
    assert_eq!(clock(&mut club), 60);
    let running = club.game(GAME)["clock"]["running"].clone();
    let ordinary = running["flag_falls"].as_str().unwrap().to_owned();
    // The ordinary flag falls, and nothing comes of it.
    for day in 0..6 {
        let comes = coming(&mut club, "flag");
        assert_eq!(comes.contains(&ordinary), day < 5, "{comes:?}");
        assert_eq!(coming(&mut club, "series-flag"), [series.as_str().unwrap()]);
        club.lives(1);
        club.nobody_is_told();
    }
    assert_eq!(clock(&mut club), 60, "that of the next move");
    let report = club.types("--json tournament report T26").unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let of_black = report["clocks"].as_array().unwrap().iter();
    let of_black: Vec<_> = of_black.filter(|c| c["side"] == "black").collect();
    assert_eq!(
        (&of_black[0]["limit"], &of_black[0]["flag_falls"]),
        (&60.into(), &ordinary.as_str().into())
    );
    assert_eq!(of_black[0]["flag_falls_series"], series);
    club.sends("bert", "STATUS");
    let status = club.is_told("bert", "status");
    status.says("with the series through move 10");
    // It is over on the later day, with the same figures everywhere.
    club.lives(52);
    assert_eq!(coming(&mut club, "series-flag"), [series.as_str().unwrap()]);
    assert!(coming(&mut club, "flag").is_empty());
    club.lives(10);
    let told = club.is_told("bert", "time-forfeit");
    told.says("allowed: 120 days");
    club.takes_all();
    club.stands(GAME, "/status", "paused");
    assert_eq!(clock(&mut club), 120);
    let report = club.types("--json tournament report T26").unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["overdue"][0]["limit"], 120);
}

#[test]
fn an_answer_that_leaves_the_series_is_measured_by_the_earlier_control() {
    for ticks in [false, true] {
        let mut club = nine_moves();
        club.sends("ann", SERIES);
        club.takes_all();
        pass(&mut club, ticks, 6);
        club.nobody_is_told();
        club.sends("bert", "10... 2816");
        let told = club.takes_all();
        let forfeits = told.iter().filter(|m| m.kind == "time-forfeit").count();
        assert_eq!(forfeits, 3, "declared by that letter; ticks: {ticks}");
        club.stands(GAME, "/status", "paused");
        club.stands(GAME, "/ply", 20);
        club.stands(GAME, "/moves/19/total", 63);
    }
}

#[test]
fn a_late_letter_finds_the_overstep_declared_with_and_without_passes() {
    for ticks in [false, true] {
        let mut club = nine_moves();
        club.sends("ann", "10. 8384");
        club.takes_all();
        pass(&mut club, ticks, 8);
        club.sends("bert", "10... 2847");
        let told = club.takes_all();
        assert_eq!(club.verdict(), "held", "ticks: {ticks}");
        let forfeits = told.iter().filter(|m| m.kind == "time-forfeit").count();
        assert_eq!(forfeits, 3, "ticks: {ticks}");
        club.stands(GAME, "/status", "paused");
        club.stands(GAME, "/ply", 19);
    }
}
