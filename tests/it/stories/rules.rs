//! Rules of time in combination, by letters: pauses, leave, faults, claims, zones.

use crate::club::{Club, Setup};

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";

/// White has played on 10 January; Black's flag falls on 13 March.
fn late(rules: &str) -> Club {
    let mut club = Setup::new().rules(QUIET).rules(rules).opens();
    club.play("T26/1", "5254");
    club
}

fn all(club: &mut Club, kind: &str) {
    club.are_told(&["ann", "bert", "arbiter"], kind);
}

fn declared(club: &mut Club) {
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    all(club, "time-forfeit");
}

#[test]
fn an_annulled_notice_releases_what_was_held() {
    let mut club = late("");
    declared(&mut club);
    club.it_is("2026-03-15T09:00:00Z");
    club.sends("bert", "1... 5755");
    assert_eq!(club.verdict(), "held");
    club.is_told("bert", "not-understood");
    club.letter("bert")
        .dated("2026-03-12T23:00:00Z")
        .received("2026-03-13T08:00:00Z")
        .says("1... 5755")
        .posts();
    club.polls();
    all(&mut club, "time-forfeit");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/sent", "2026-03-12");
    club.polls();
    club.is_told("bert", "not-understood");
    assert!(!club.verdicts().contains(&"held".to_owned()));
}

#[test]
fn held_moves_of_both_are_played_in_order() {
    let mut club = late("");
    club.it_is("2026-03-13T09:00:00Z");
    club.play("T26/1", "5755");
    declared(&mut club);
    for (day, who, text) in [("15", "ann", "2. 7163"), ("16", "bert", "2... 2836")] {
        club.it_is(&format!("2026-03-{day}T09:00:00Z"));
        club.sends(who, text);
        assert_eq!(club.verdict(), "held");
        club.is_told(who, "not-understood");
    }
    club.it_is("2026-03-20T09:00:00Z");
    club.types("td reject-claim T26/1 --anyway").unwrap();
    all(&mut club, "ruling");
    club.are_told(&["ann", "bert"], "confirmation");
    club.are_told(&["ann", "bert"], "move");
    club.stands("T26/1", "/ply", 4);
    club.stands("T26/1", "/moves/2/sent", "2026-03-15");
    club.stands("T26/1", "/moves/2/days", 0);
    club.stands("T26/1", "/moves/3/days", 0);
    // White has received the answer and the ruling on the 21st.
    club.stands("T26/1", "/clock/running/since", "2026-03-21");
}

#[test]
fn a56_7_7_leave_granted_during_the_pause_keeps_the_loss_away() {
    let mut club = late("");
    declared(&mut club);
    club.types("td leave grant bert@b.example 2026-02-01 2026-02-10")
        .unwrap();
    all(&mut club, "ruling");
    club.it_is("2026-05-01T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    club.types("td reject-claim T26/1 --anyway").unwrap();
    all(&mut club, "ruling");
    club.stands("T26/1", "/status", "active");
    // 52 days up to the notice; nobody's till 2 May; eight and the day over.
    club.stands("T26/1", "/clock/running/flag_falls", "2026-05-11");
}

#[test]
fn a56_6_1_the_answer_to_the_control_move_carries_the_claim() {
    for text in ["2. 7163\n\nCLAIM TIME", "CLAIM TIME\n\n2. 7163"] {
        let mut club = late("forfeit = \"claim\"\ndays_per_period = 10\nmoves_per_period = 1");
        club.it_is("2026-01-25T09:00:00Z");
        club.play("T26/1", "5755");
        club.sends("ann", text);
        all(&mut club, "time-forfeit");
        club.stands("T26/1", "/status", "paused");
        club.everything_read();
    }
}

#[test]
fn a55_6_4_the_first_of_two_by_letters() {
    let mut club = late("lose_on_overstep = 2");
    declared(&mut club);
    club.stands("T26/1", "/status", "active");
    club.it_is("2026-03-15T09:00:00Z");
    club.play("T26/1", "5755");
    club.play("T26/1", "7163");
    club.it_is("2026-03-31T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "ruling");
    club.stands("T26/1", "/clock/black/total", 0);
    club.stands("T26/1", "/clock/black/moves", 0);
    club.stands("T26/1", "/status", "active");
    // A second one is final, with its own term.
    club.it_is("2026-05-18T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    club.stands("T26/1", "/status", "paused");
    club.it_is("2026-06-10T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    all(&mut club, "result");
    club.stands("T26/1", "/result", "1-0");
}

#[test]
fn a55_6_4_decided_while_he_thinks_that_move_ends_the_old_count() {
    let mut club = late("lose_on_overstep = 2");
    declared(&mut club);
    club.it_is("2026-03-31T09:00:00Z");
    club.polls();
    club.ticks();
    let rulings = club.takes_all();
    assert_eq!(rulings.len(), 3);
    for ruling in rulings {
        assert!(ruling.text.contains("at zero with the\nnext move"));
    }
    // No flag falls in it any more, and none is shown.
    club.stands("T26/1", "/clock/running", serde_json::Value::Null);
    club.stands("T26/1", "/clock/black/overstepped", false);
    club.sends("bert", "STATUS");
    club.are_told(&["bert"], "status");
    club.it_is("2026-05-18T09:00:00Z");
    club.polls();
    club.ticks();
    club.stands("T26/1", "/status", "active");
    club.play("T26/1", "5755");
    club.stands("T26/1", "/clock/black/total", 0);
    club.stands("T26/1", "/clock/black/moves", 0);
    club.it_is("2026-05-20T09:00:00Z");
    club.play("T26/1", "7163");
    club.it_is("2026-05-25T09:00:00Z");
    club.play("T26/1", "7866");
    club.stands("T26/1", "/clock/black/moves", 1);
    club.stands("T26/1", "/moves/3/total", 4);
}

#[test]
fn days_end_at_midnight_of_the_zone_summer_time_or_not() {
    // Berlin changes to summer time on 29 March 2026, New York has on 8 March.
    for (zone, before, after) in [
        (
            "Europe/Berlin",
            "2026-03-29T21:59:00Z",
            "2026-03-29T22:00:00Z",
        ),
        (
            "America/New_York",
            "2026-03-30T03:59:00Z",
            "2026-03-30T04:00:00Z",
        ),
    ] {
        for (at, days) in [(before, 19), (after, 20)] {
            let mut club = Setup::new()
                .tournament(&format!("time_zone = \"{zone}\""))
                .begins("2026-03-10", "2026-03-09T12:00:00Z")
                .rules(QUIET)
                .opens();
            club.it_is(at);
            club.play("T26/1", "5254");
            club.stands("T26/1", "/moves/0/days", days);
        }
    }
}

#[test]
fn a_start_letter_that_left_late_begins_the_clock_late() {
    let mut club = Setup::new()
        .begins("2026-01-10", "2026-01-20T09:00:00Z")
        .opens();
    club.stands("T26/1", "/clock/running/since", "2026-01-21");
    club.it_is("2026-01-25T09:00:00Z");
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/days", 4);
}

#[test]
fn no_leave_where_the_year_has_none_and_none_over_the_whole_bound() {
    let mut club = Setup::new().rules("leave_days_per_year = 0").opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.is_told("ann", "leave");
    assert_eq!(
        club.game("T26/1")["leave"].as_array().map(Vec::len),
        Some(0)
    );
    let mut club = Setup::new()
        .rules("leave_days_total = 35")
        .begins("2026-01-10", "2026-12-01T09:00:00Z")
        .opens();
    club.sends("ann", "LEAVE 2026-12-20 2027-01-31");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.stands("T26/1", "/leave/0/to", "2027-01-23");
}

#[test]
fn a56_7_3_back_from_leave_that_was_taken_in_two_parts() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.sends("ann", "LEAVE 2026-02-08 2026-02-20");
    club.it_is("2026-02-05T09:00:00Z");
    club.sends("ann", "END LEAVE");
    club.everything_read();
    // The fifth is the first playing day; nothing of the twenty days goes on.
    club.it_is("2026-02-12T09:00:00Z");
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/days", 28);
    club.sends("ann", "LEAVE 2026-03-01 2026-03-26");
    club.is_told("ann", "leave").says("30");
    club.everything_read();
}
