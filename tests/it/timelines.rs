//! The worked cases of reflection time in e-mail play, told by letters; where a
//! case has receipts of its own, the arbiter sets them (56.2.5).

use crate::club::{Club, Setup};
use serde_json::Value;

const GAME: &str = "T26/1";

fn case(id: &str) -> Value {
    let text = std::fs::read_to_string("tests/cases/timelines.json").expect("timelines.json");
    let all: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    all.into_iter()
        .find(|c| c["id"] == id)
        .unwrap_or_else(|| panic!("no case {id}"))
}

fn expected(id: &str, pointer: &str) -> Value {
    let case = case(id);
    case["expected"]
        .pointer(pointer)
        .unwrap_or_else(|| panic!("{id}: no {pointer}"))
        .clone()
}

fn quiet() -> Setup {
    Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0")
        .begins("2025-05-10", "2025-05-10T08:00:00Z")
}

/// What is due was received on that day.
fn received(club: &mut Club, day: &str) {
    let ply = club.game(GAME)["ply"].as_u64().expect("ply") + 1;
    club.decides(&format!("set-dates {GAME} {ply} --received {day}"));
}

/// A letter with a move that is played, on that day at noon.
fn sends(club: &mut Club, day: &str, text: &str) {
    let at = if day.contains('T') {
        day.to_owned()
    } else {
        format!("{day}T12:00:00Z")
    };
    club.it_is(&at);
    let (who, _) = club.whose_turn(GAME);
    let other = if who == "ann" { "bert" } else { "ann" };
    club.sends(&who, text);
    assert_eq!(club.verdict(), "move", "{text}");
    club.is_told(&who, "confirmation");
    club.is_told(other, "move");
}

fn days(club: &mut Club, ply: usize, wanted: &Value) {
    let game = club.game(GAME);
    assert_eq!(
        &game["moves"][ply - 1]["days"],
        wanted,
        "half-move {ply}: {:#}",
        game["moves"]
    );
}

#[test]
fn e01_the_form_of_59_1() {
    let case = case("E01");
    let mut club = quiet().opens();
    for event in case["events"].as_array().unwrap() {
        let date = event["date"].as_str().unwrap();
        match event["type"].as_str().unwrap() {
            "recv" => {
                club.it_is(&format!("{date}T10:00:00Z"));
                received(&mut club, date);
            }
            _ => sends(&mut club, date, event["code"].as_str().unwrap()),
        }
    }
    let game = club.game(GAME);
    for (side, key) in [("white", "W"), ("black", "B")] {
        let per_move: Vec<Value> = game["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|m| m["side"] == side)
            .map(|m| m["days"].clone())
            .collect();
        assert_eq!(
            Value::Array(per_move),
            case["expected"][key]["per_move"],
            "{side}"
        );
        assert_eq!(
            game["clock"][side]["total"], case["expected"][key]["total"],
            "{side}"
        );
    }
}

#[test]
fn e02_hours_play_no_part() {
    let mut club = quiet().opens();
    sends(&mut club, "2025-06-03T08:00:00Z", "5254");
    received(&mut club, "2025-06-03");
    sends(&mut club, "2025-06-03T23:59:00Z", "5755");
    sends(&mut club, "2025-06-07T20:00:00Z", "7163");
    received(&mut club, "2025-06-07");
    sends(&mut club, "2025-06-08T00:10:00Z", "2836");
    days(&mut club, 2, &expected("E02", "/B/per_move/5..."));
    days(&mut club, 4, &expected("E02", "/B/per_move/6..."));
}

#[test]
fn e03_white_s_first_move_counts_from_the_start() {
    let mut club = quiet().begins("2025-03-01", "2025-02-20T08:00:00Z").opens();
    sends(&mut club, "2025-03-06", "5254");
    days(&mut club, 1, &expected("E03", "/W/per_move/1."));
}

/// Ten moves of White, each of so many days after its receipt; Black answers at once.
fn ten_moves(club: &mut Club, id: &str) {
    let case = case(id);
    let pawns = [
        "1213", "1314", "1415", "2223", "2324", "3233", "4243", "7273", "8283", "8384",
    ];
    let answers = [
        "7866", "6678", "7866", "6678", "7866", "6678", "7866", "6678", "7866",
    ];
    for (i, cost) in case["events"][0]["per_move"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        let cost = cost.as_i64().unwrap();
        // Received on the day after Black's letter left.
        let day = club.now.plus_seconds((cost + 1) * 86_400).to_string();
        sends(club, &day, pawns[i]);
        if let Some(answer) = answers.get(i) {
            sends(club, &day, answer);
        }
    }
}

#[test]
fn e05_exactly_sixty_days_are_none_too_many() {
    let mut club = quiet().opens();
    ten_moves(&mut club, "E05");
    club.stands(GAME, "/clock/white/total", expected("E05", "/W/total"));
    club.stands(GAME, "/clock/white/overstepped", false);
    assert_eq!(club.game(GAME)["moves"][18]["total"], 60);
}

#[test]
fn e06_sixty_one_days_and_the_claim() {
    let mut club = quiet().rules("forfeit = \"claim\"").opens();
    ten_moves(&mut club, "E06");
    club.stands(GAME, "/clock/white/total", expected("E06", "/W/total"));
    club.stands(GAME, "/clock/white/overstepped", true);
    club.days_pass(3);
    club.sends("bert", "CLAIM TIME");
    club.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    club.stands(GAME, "/status", "paused");
    club.decides(&format!("confirm-forfeit {GAME}"));
    club.stands(GAME, "/result", "0-1");
    club.everything_read();
}

#[test]
fn e10_an_impossible_move_and_its_correction() {
    let mut club = quiet().opens();
    sends(&mut club, "2025-06-10", "5254");
    received(&mut club, "2025-06-10");
    club.it_is("2025-06-12T12:00:00Z");
    club.sends("bert", "1... 5754");
    club.is_told("bert", "rejection");
    club.it_is("2025-06-14T12:00:00Z");
    received(&mut club, "2025-06-14");
    sends(&mut club, "2025-06-15", "1... 5755");
    days(&mut club, 2, &expected("E10", "/B/per_move/8..."));
    club.stands(GAME, "/clock/black/penalty", expected("E10", "/B/penalty"));
    club.stands(GAME, "/clock/black/total", expected("E10", "/B/total"));
    received(&mut club, "2025-06-15");
    sends(&mut club, "2025-06-18", "2. 7163");
    days(&mut club, 3, &expected("E10", "/W/per_move/9."));
}

fn series(text: &str) -> Club {
    let mut club = quiet().opens();
    club.it_is("2025-07-01T12:00:00Z");
    received(&mut club, "2025-07-01");
    sends(&mut club, "2025-07-05", text);
    received(&mut club, "2025-07-05");
    club
}

#[test]
fn e13_a_series_accepted_in_full() {
    let mut club = series("1. 5254 if 1... 5755 2. 4244 if 2... 5544 3. 7163");
    sends(
        &mut club,
        "2025-07-09",
        "1... 5755 2. 4244 5544 3. 7163 2836",
    );
    for (ply, pointer) in [
        (1, "/W/per_move/15."),
        (3, "/W/per_move/16."),
        (5, "/W/per_move/17."),
        (2, "/B/per_move/15..."),
        (4, "/B/per_move/16..."),
        (6, "/B/per_move/17..."),
    ] {
        days(&mut club, ply, &expected("E13", pointer));
    }
}

#[test]
fn e14_a_series_accepted_in_part() {
    let mut club = series("1. 5254 if 1... 5755 2. 4244 if 2... 5544 3. 7163");
    sends(&mut club, "2025-07-08", "1... 5755 2. 4244 7866");
    days(&mut club, 2, &expected("E14", "/B/per_move/15..."));
    days(&mut club, 4, &expected("E14", "/B/per_move/16..."));
    days(&mut club, 3, &expected("E14", "/W/per_move/16."));
    club.stands(GAME, "/ply", 4);
}

#[test]
fn e16_a_series_accepted_without_an_answer() {
    let mut club = series("1. 5254 if 1... 5755 2. 4244");
    club.it_is("2025-07-07T12:00:00Z");
    club.sends("bert", "1... 5755 2. 4244");
    club.is_told("bert", "rejection");
    club.stands(GAME, "/clock/black/penalty", expected("E16", "/B/penalty"));
    club.stands(
        GAME,
        "/clock/black/total",
        expected("E16", "/B/total_so_far"),
    );
    club.everything_read();
}

/// White's answer of 13 June to a move received on a day, with a leave announced.
fn with_leave(announced: &str, receipt: &str) -> Club {
    let mut club = quiet().opens();
    sends(&mut club, "2025-05-15", "5254");
    let leave = |club: &mut Club| {
        club.it_is(&format!("{announced}T12:00:00Z"));
        club.sends("ann", "LEAVE 2025-06-01 2025-06-10");
        club.are_told(&["ann", "bert", "arbiter"], "leave");
    };
    let early = announced < receipt;
    if early {
        leave(&mut club);
    }
    sends(&mut club, &format!("{receipt}T06:00:00Z"), "5755");
    received(&mut club, receipt);
    if !early {
        leave(&mut club);
    }
    sends(&mut club, "2025-06-13", "7163");
    club
}

#[test]
fn e17_received_before_the_leave() {
    let mut club = with_leave("2025-05-25", "2025-05-30");
    days(&mut club, 3, &expected("E17", "/W/per_move/10."));
}

#[test]
fn e18_received_during_the_leave() {
    let mut club = with_leave("2025-05-25", "2025-06-05");
    days(&mut club, 3, &expected("E18", "/W/per_move/10."));
}

#[test]
fn e24_the_notice_came_late() {
    let mut club = with_leave("2025-06-04", "2025-05-30");
    days(&mut club, 3, &expected("E24", "/W/per_move/10."));
}

#[test]
fn e30_two_faults() {
    let mut club = quiet().fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").opens();
    club.it_is("2025-06-01T12:00:00Z");
    club.sends("ann", "1. Nd2");
    club.is_told("ann", "rejection");
    sends(&mut club, "2025-06-02", "1. Nbd2");
    sends(&mut club, "2025-06-03", "1... 5857");
    club.it_is("2025-06-20T12:00:00Z");
    club.sends("ann", "1... 5848 2. 4224");
    club.is_told("ann", "rejection");
    club.stands(GAME, "/clock/white/penalty", expected("E30", "/B/penalty"));
}

#[test]
fn e33_new_year_and_29_february() {
    let mut club = quiet().begins("2027-12-01", "2027-12-01T08:00:00Z").opens();
    club.it_is("2027-12-28T06:00:00Z");
    received(&mut club, "2027-12-28");
    sends(&mut club, "2028-01-03", "5254");
    sends(&mut club, "2028-02-27T06:00:00Z", "5755");
    received(&mut club, "2028-02-27");
    sends(&mut club, "2028-03-01", "7163");
    days(&mut club, 1, &expected("E33", "/W/per_move/15."));
    days(&mut club, 3, &expected("E33", "/W/per_move/21."));
}

#[test]
fn e36_a_rejected_claim_costs_nobody_time() {
    // A control with every move, so that the first can be overstepped; a ruling is
    // received on the day it leaves, as in the case.
    let mut club = quiet()
        .rules("forfeit = \"claim\"\ndays_per_period = 5\nmoves_per_period = 1\ntransit_days = 0")
        .begins("2025-07-10", "2025-07-10T08:00:00Z")
        .opens();
    sends(&mut club, "2025-07-20", "5254");
    club.it_is("2025-07-23T12:00:00Z");
    club.sends("bert", "1... 5755\nCLAIM TIME");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    club.it_is("2025-07-30T12:00:00Z");
    club.decides(&format!("reject-claim {GAME} --bar-claims"));
    sends(&mut club, "2025-08-02", "7163");
    days(&mut club, 2, &expected("E36", "/B/per_move/10..."));
    days(&mut club, 3, &expected("E36", "/W/per_move/11."));
}
