//! Warnings, repeats and silence: what falls due without a letter.

use crate::club::{Club, Setup};

#[test]
fn a56_5_1_the_move_is_repeated_once() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    // Received on the 11th; fourteen dates later it is the 25th.
    club.it_is("2026-01-24T09:00:00Z");
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-01-25T09:00:00Z");
    club.ticks();
    club.is_told("bert", "repeat").says("5254");
    club.is_told("arbiter", "repeat");
    club.lives(10);
    club.nobody_is_told();
    // The answer to a repeat is copied to the arbiter.
    club.sends("bert", "1... 5755");
    for (who, kind) in [("bert", "confirmation"), ("ann", "move")] {
        let told = club.is_told(who, kind);
        told.says("56.5.1");
        assert!(!told.text.contains("56.4.10"), "{}", told.text);
    }
    club.is_told("arbiter", "move");
}

#[test]
fn leave_puts_the_repeat_off() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("bert", "LEAVE 2026-01-15 2026-01-24");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.it_is("2026-02-03T09:00:00Z");
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-02-04T09:00:00Z");
    club.ticks();
    club.are_told(&["bert", "arbiter"], "repeat");
}

#[test]
fn a56_5_3_silence_is_reported_once_and_the_arbiter_decides() {
    let mut club = Setup::new().rules("repeat_after_days = 0").opens();
    club.play("T26/1", "5254");
    club.it_is("2026-02-18T09:00:00Z");
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-02-19T09:00:00Z");
    club.ticks();
    club.are_told(&["ann", "bert", "arbiter"], "silence");
    club.stands("T26/1", "/status", "active");
    club.lives(5);
    club.nobody_is_told();
}

#[test]
fn a56_5_3_silence_counts_from_the_clock_of_a_void() {
    for (clock, silent) in [(" --clock 2026-02-23", "2026-04-04"), ("", "2026-04-03")] {
        let mut club = Setup::new()
            .rules("repeat_after_days = 0\ndays_per_period = 300")
            .opens();
        club.play("T26/1", "5254");
        club.it_is("2026-02-18T10:00:00Z");
        club.sends("bert", "1... 5755");
        club.it_is("2026-02-22T10:00:00Z");
        club.types(&format!("td void T26/1 2{clock}")).unwrap();
        club.everything_read();
        let mut heard = Vec::new();
        while club.now.to_string().as_str() < "2026-04-10" {
            club.lives(1);
            let told = club.takes_all();
            let of = told.iter().filter(|m| m.kind == "silence");
            heard.extend(of.map(|_| club.now.to_string()[..10].to_owned()));
        }
        assert_eq!(heard, [silent; 3], "{clock}");
    }
}

#[test]
fn a56_5_3_the_arbiter_sees_what_was_heard_of_both_meanwhile() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-20T09:00:00Z");
    club.sends("bert", "ARBITER I am moving house.");
    club.it_is("2026-01-25T09:00:00Z");
    club.ticks();
    club.it_is("2026-01-28T09:00:00Z");
    club.sends("bert", "LEAVE 2026-02-01 2026-02-03");
    club.sends("bert", "STATUS");
    club.it_is("2026-02-23T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    let today = club.types("today --json").unwrap();
    let today: serde_json::Value = serde_json::from_str(&today).unwrap();
    let waiting = today["matters"].as_array().unwrap();
    let silence = waiting.iter().find(|m| m["what"] == "silence");
    let note = silence.unwrap_or_else(|| panic!("{today:#}"))["note"]
        .as_str()
        .unwrap();
    assert_eq!(
        note,
        "no move of black since 2026-01-10; the last move was repeated on 2026-01-25; \
         leave of black 2026-02-01 to 2026-02-03; nothing else of white; \
         black wrote: 2026-01-20 arbiter, 2026-01-28 leave, 2026-01-28 status"
    );
    let report = club.types("tournament report T26").unwrap();
    assert!(report.contains("nothing else of white"), "{report}");
    // His move ends it.
    club.sends("bert", "1... 5755");
    club.everything_read();
    assert!(!club.types("today").unwrap().contains("nothing else of"));
}

#[test]
fn the_start_letter_is_repeated_too() {
    let mut club = Club::opens();
    club.it_is("2026-01-25T09:00:00Z");
    club.ticks();
    club.are_told(&["ann", "arbiter"], "repeat");
}

#[test]
fn a56_4_10_warned_when_five_days_are_left_and_on_the_last_day() {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .opens();
    club.play("T26/1", "5254");
    // Received on 11 January: five of sixty days are left on 7 March.
    club.it_is("2026-03-06T09:00:00Z");
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-03-07T09:00:00Z");
    club.ticks();
    club.is_told("bert", "reminder").says("5");
    club.is_told("arbiter", "reminder");
    club.lives(4);
    club.nobody_is_told();
    club.lives(1);
    club.are_told(&["bert", "arbiter"], "reminder");
    // A move on the last day is in time, and copied to the arbiter.
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.is_told("arbiter", "move");
    club.stands("T26/1", "/moves/1/total", 60);
    club.stands("T26/1", "/clock/black/overstepped", false);
}

#[test]
fn a_robot_that_was_down_costs_nobody_time() {
    let mut club = Club::opens();
    club.writes("ann", "1. 5254");
    // Nobody polls for three weeks; the answer is reckoned from when the letter left.
    club.it_is("2026-02-01T09:00:00Z");
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.it_is("2026-02-05T09:00:00Z");
    club.play("T26/1", "5755");
    club.stands("T26/1", "/moves/1/received", "2026-02-02");
    club.stands("T26/1", "/moves/1/days", 3);
}

#[test]
fn ticks_look_only_at_what_is_due() {
    let mut club = Setup::new().round_robin(4).opens();
    assert_eq!(club.ticks().due, 0);
    club.days_pass(3);
    assert_eq!(club.ticks().due, 0);
    club.nobody_is_told();
}

#[test]
fn a54_4_3_on_the_server_days_are_whole_24_hours() {
    let mut club = Setup::new()
        .profile("server")
        .begins("2025-03-01", "2025-02-28T23:00:00Z")
        .opens();
    for (hour, text) in [
        ("2025-03-03T20:00:00Z", "5254"),
        ("2025-03-04T19:59:59Z", "5755"),
        ("2025-03-06T20:00:00Z", "7163"),
    ] {
        club.it_is(hour);
        club.play("T26/1", text);
    }
    for (ply, days) in [(0, 2), (1, 0), (2, 2)] {
        club.stands("T26/1", &format!("/moves/{ply}/days"), days);
    }
}
