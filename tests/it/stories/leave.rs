//! Leave (article 56.7).

use crate::club::{Club, Setup};

#[test]
fn a56_7_4_taken_announced_and_taken_off() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.letter("ann")
        .subject("leave")
        .says("LEAVE 2026-02-01 2026-02-10")
        .posts();
    club.polls();
    club.is_told("ann", "leave").says("20");
    club.are_told(&["bert", "clara", "arbiter"], "leave");
    // Received 11 January, answered after the leave: its ten days do not count (56.7.5).
    club.it_is("2026-02-13T09:00:00Z");
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/days", 23);
    club.stands("T26/2", "/leave/0/player", 1);
}

#[test]
fn a56_7_6_received_during_the_leave() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.it_is("2026-02-04T09:00:00Z");
    club.play("T26/1", "5755");
    // Received on the 5th, in the leave; counted from the 11th.
    club.it_is("2026-02-13T09:00:00Z");
    club.play("T26/1", "7163");
    club.stands("T26/1", "/moves/2/days", 2);
}

#[test]
fn answered_during_the_leave_costs_nothing_and_does_not_end_it() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.it_is("2026-02-04T09:00:00Z");
    club.play("T26/1", "5755");
    club.it_is("2026-02-08T09:00:00Z");
    club.play("T26/1", "7163");
    club.stands("T26/1", "/moves/2/days", 0);
    club.stands("T26/1", "/leave/0/to", "2026-02-10");
}

#[test]
fn a56_7_3_ended_early() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-20");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.it_is("2026-02-06T09:00:00Z");
    club.sends("ann", "END LEAVE");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.stands("T26/1", "/leave/0/to", "2026-02-05");
    // The days given back can be taken again: 25 are left of 30.
    club.sends("ann", "LEAVE 2026-03-01 2026-03-25");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.stands("T26/1", "/leave/1/to", "2026-03-25");
}

/// What is announced, what is written about it and when, and what of it is left.
#[test]
fn a56_7_3_no_other_leave_is_ended_than_the_one_that_the_day_is_of() {
    const MARCH: (&str, &str) = ("2026-03-02", "2026-03-10");
    const DECEMBER: (&str, &str) = ("2026-12-20", "2026-12-31");
    type Days = &'static [(&'static str, &'static str)];
    let cases: [(Days, Days, Days); 11] = [
        // Twice the same, with and without the day, on a day in between and on the first.
        (
            &[MARCH, DECEMBER],
            &[
                ("03-02", "END LEAVE 2026-03-05"),
                ("03-02", "END LEAVE 2026-03-05"),
            ],
            &[("2026-03-02", "2026-03-04"), DECEMBER],
        ),
        (
            &[MARCH, DECEMBER],
            &[("03-05", "END LEAVE"), ("03-05", "END LEAVE")],
            &[("2026-03-02", "2026-03-04"), DECEMBER],
        ),
        (
            &[MARCH, DECEMBER],
            &[("03-02", "END LEAVE"), ("03-02", "END LEAVE")],
            &[DECEMBER],
        ),
        // Back, and he says so later, or of a day that is not of any.
        (
            &[MARCH, DECEMBER],
            &[("03-11", "END LEAVE")],
            &[MARCH, DECEMBER],
        ),
        (
            &[MARCH, DECEMBER],
            &[("03-25", "END LEAVE")],
            &[MARCH, DECEMBER],
        ),
        (
            &[MARCH, DECEMBER],
            &[("03-02", "END LEAVE 2026-04-01")],
            &[MARCH, DECEMBER],
        ),
        // Neither runs.
        (
            &[MARCH, DECEMBER],
            &[("02-01", "END LEAVE")],
            &[MARCH, DECEMBER],
        ),
        // One of them is named by its day.
        (
            &[MARCH, DECEMBER],
            &[
                ("02-01", "END LEAVE 2026-12-20"),
                ("02-01", "END LEAVE 2026-12-20"),
            ],
            &[MARCH],
        ),
        // There is but one.
        (&[DECEMBER], &[("02-01", "END LEAVE")], &[]),
        (&[DECEMBER], &[("02-01", "END LEAVE 2026-12-15")], &[]),
        // Announced anew behind one that was cancelled, it is cancelled as well.
        (
            &[DECEMBER],
            &[
                ("02-01", "END LEAVE"),
                ("02-01", "LEAVE 2026-11-01 2026-11-10"),
                ("02-01", "END LEAVE"),
            ],
            &[],
        ),
    ];
    for (announced, written, left) in cases {
        let mut club = Club::opens();
        club.it_is("2026-01-20T09:00:00Z");
        for (from, to) in announced {
            club.sends("ann", &format!("LEAVE {from} {to}"));
        }
        for (day, text) in written {
            club.it_is(&format!("2026-{day}T09:00:00Z"));
            club.sends("ann", text);
        }
        club.everything_read();
        let leave = club.game("T26/1")["leave"].clone();
        let days = |l: &serde_json::Value| (l["from"].clone(), l["to"].clone());
        let days: Vec<_> = leave.as_array().unwrap().iter().map(days).collect();
        let left: Vec<_> = left
            .iter()
            .map(|(a, b)| ((*a).into(), (*b).into()))
            .collect();
        assert_eq!(days, left, "{announced:?}: {written:?}");
    }
}

#[test]
fn a_leave_that_is_ended_twice_has_ended_already() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.sends("ann", "LEAVE 2026-12-20 2026-12-31");
    club.it_is("2026-02-03T09:00:00Z");
    club.sends("ann", "END LEAVE");
    club.everything_read();
    club.sends("ann", "END LEAVE");
    club.is_told("ann", "not-understood")
        .says("Your leave has ended already")
        .says("write END LEAVE 2026-12-20");
    club.nobody_is_told();
}

#[test]
fn ended_on_a_day_that_is_named() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-20");
    club.it_is("2026-02-03T09:00:00Z");
    club.sends("ann", "END LEAVE 2026-02-10");
    club.stands("T26/1", "/leave/0/to", "2026-02-09");
    club.everything_read();
}

#[test]
fn a56_7_1_over_new_year_each_year_has_its_own_days() {
    let mut club = Setup::new()
        .begins("2025-01-10", "2025-01-10T09:00:00Z")
        .opens();
    club.sends("bert", "LEAVE 2025-02-01 2025-02-20");
    club.it_is("2025-12-20T09:00:00Z");
    club.sends("bert", "LEAVE 2025-12-25 2026-01-14");
    club.everything_read();
    let leave = club.game("T26/1")["leave"].clone();
    let days: Vec<(&str, &str)> = leave
        .as_array()
        .unwrap()
        .iter()
        .map(|l| (l["from"].as_str().unwrap(), l["to"].as_str().unwrap()))
        .collect();
    assert!(days.contains(&("2025-12-25", "2026-01-14")), "{days:?}");
}

#[test]
fn a56_7_1_what_is_over_the_allowance_is_told_once_with_its_days() {
    let mut club = Setup::new()
        .rules("leave_days_per_year = 5")
        .begins("2025-12-01", "2025-12-01T09:00:00Z")
        .opens();
    club.sends("bert", "LEAVE 2025-12-25 2026-01-10");
    let told = club.is_told("bert", "leave");
    told.says("from 25 December 2025 to 29 December 2025 inclusive")
        .says("from 1 January 2026 to 5 January 2026 inclusive")
        .says(
            "Beyond your allowance: 7 days (30 December 2025 – 31 December 2025, 6 January 2026 – \
             10 January 2026); these count",
        )
        .says("2025: 5 days of 5 used")
        .says("2026: 5 days of 5 used");
    assert_eq!(told.text.matches("Beyond your allowance").count(), 1);
    assert_eq!(told.text.matches("of 5 used").count(), 2);
    // One request, one letter to each.
    for who in ["ann", "arbiter"] {
        club.is_told(who, "leave").says(
            "from 25 December 2025 to 29 December 2025 inclusive, from 1 January 2026 to \
             5 January 2026 inclusive.",
        );
    }
    // Cut by an older leave, nothing is over.
    let mut club = Setup::new().rules("leave_days_per_year = 20").opens();
    club.sends("bert", "LEAVE 2026-02-05 2026-02-07");
    club.takes_all();
    club.sends("bert", "LEAVE 2026-02-03 2026-02-10");
    let told = club.is_told("bert", "leave");
    told.says("from 3 February 2026 to 4 February 2026 inclusive")
        .says("from 8 February 2026 to 10 February 2026 inclusive")
        .says("2026: 8 days of 20 used");
    assert!(!told.text.contains("Beyond your allowance"));
    assert_eq!(told.text.matches("of 20 used").count(), 1);
    club.are_told(&["ann", "arbiter"], "leave");
}

#[test]
fn over_the_allowance_the_first_days_are_leave() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-03-12");
    let answer = club.is_told("ann", "leave");
    answer.says("30").says("10");
    club.are_told(&["bert", "arbiter"], "leave");
    club.stands("T26/1", "/leave/0/from", "2026-02-01");
    club.stands("T26/1", "/leave/0/to", "2026-03-02");
    // Nothing is left of the year.
    club.sends("ann", "LEAVE 2026-08-01 2026-08-05");
    club.is_told("ann", "leave");
    assert_eq!(
        club.game("T26/1")["leave"].as_array().map(Vec::len),
        Some(1)
    );
    club.everything_read();
}

#[test]
fn a56_7_2_late_leave_counts_from_its_notice() {
    let mut club = Club::opens();
    club.it_is("2026-02-04T09:00:00Z");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.stands("T26/1", "/leave/0/from", "2026-02-04");
    club.stands("T26/1", "/leave/0/to", "2026-02-10");
    let mut club = Setup::new().rules("late_leave = \"reject\"").opens();
    club.it_is("2026-02-04T09:00:00Z");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "arbiter"], "leave");
    assert_eq!(
        club.game("T26/1")["leave"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn a56_7_7_only_the_arbiter_grants_it_backwards() {
    let mut club = Club::opens();
    club.it_is("2026-02-20T09:00:00Z");
    club.types("td leave grant ann@a.example 2026-02-01 2026-02-10")
        .unwrap();
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
    club.play("T26/1", "5254");
    // 11 January to 20 February less ten days.
    club.stands("T26/1", "/moves/0/days", 30);
}

#[test]
fn leave_in_one_tournament_only_and_wrong_dates() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-05 T26");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    for wrong in [
        "LEAVE 2026-02-30 2026-03-05",
        "LEAVE 2026-03-05 2026-03-01",
        "LEAVE 2026-04-01 2026-04-05 NOSUCH",
    ] {
        club.sends("ann", wrong);
        club.is_told("ann", "not-understood");
    }
    club.sends("ann", "END LEAVE 2026-13-40");
    club.is_told("ann", "not-understood");
    // The second letter of no use went to a person too.
    club.is_told("arbiter", "digest");
    assert_eq!(
        club.game("T26/1")["leave"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn end_of_a_leave_that_is_not_there() {
    let mut club = Club::opens();
    club.sends("ann", "END LEAVE");
    club.is_told("ann", "not-understood");
}

#[test]
fn leave_moves_the_flag() {
    let mut club = Club::opens();
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-13");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-23");
}

#[test]
fn days_of_the_zone_not_of_utc() {
    let mut club = Setup::new()
        .tournament("time_zone = \"Pacific/Auckland\"")
        .begins("2026-01-10", "2026-01-10T09:00:00Z")
        .opens();
    // 22:00 in Auckland on the 10th; 11:30 UTC is the 11th there.
    club.it_is("2026-01-12T11:30:00Z");
    club.play("T26/1", "5254");
    club.stands("T26/1", "/moves/0/sent", "2026-01-13");
    club.stands("T26/1", "/moves/0/days", 2);
}

#[test]
fn leave_backwards_or_in_no_tournament_says_what_is_wrong() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-10 2026-02-01");
    club.is_told("ann", "not-understood")
        .says("would end before it begins");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10 OTHER-26");
    club.is_told("ann", "not-understood").says("OTHER-26");
    club.stands("T26/1", "/leave", serde_json::json!([]));
    club.everything_read();
}

/// One who is on leave elsewhere is told at the start that it does not count here, and how
/// it does: the opponents here have not been told (56.7.2).
#[test]
fn a56_7_2_leave_announced_before_a_start_is_told_of_with_the_line_that_takes_it() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    let file = Setup::new().code("T27").file();
    let path = club.root().join("t27.toml");
    std::fs::write(&path, file).unwrap();
    club.types(&format!("tournament add {}", path.display()))
        .unwrap();
    club.it_is("2026-01-20T09:00:00Z");
    club.types("tournament start T27").unwrap();
    let line = "LEAVE 2026-02-01 2026-02-10 T27";
    club.is_told("ann", "start").says(line);
    let other = club.is_told("bert", "start").text;
    assert!(!other.contains("LEAVE"), "{other}");
    club.everything_read();
    club.sends("ann", line);
    club.is_told("ann", "leave");
    club.are_told(&["bert", "arbiter"], "leave");
    club.stands("T27/1", "/leave/0/from", "2026-02-01");
    // And who has taken it is not told of it again.
    club.nobody_is_told();
}

/// Another tournament, in a zone of its own, with the same players.
fn beside(club: &mut Club, zone: &str) {
    let file = Setup::new().code("T27").tournament(zone).file();
    let path = club.root().join("t27.toml");
    std::fs::write(&path, file).unwrap();
    club.types(&format!("tournament add {}", path.display()))
        .unwrap();
    club.types("tournament start T27").unwrap();
    club.everything_read();
}

/// It is the first day of the leave in Moscow, and still the day before in New York.
#[test]
fn a56_7_3_a_leave_ends_in_all_its_tournaments_each_by_its_own_zone() {
    let mut club = Setup::new()
        .tournament("time_zone = \"Europe/Moscow\"\n")
        .opens();
    beside(&mut club, "time_zone = \"America/New_York\"\n");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.everything_read();
    club.it_is("2026-01-31T22:30:00Z");
    club.sends("ann", "END LEAVE");
    let told = club.is_told("ann", "leave");
    told.says("T26: ").says("T27: cancelled before it began");
    for game in ["T26/1", "T27/1"] {
        club.stands(game, "/leave", serde_json::json!([]));
    }
    club.everything_read();
}

/// What lies before the start or behind the end of play takes no day of it.
#[test]
fn a56_7_1_leave_outside_of_play_takes_no_days() {
    let mut club = Setup::new().tournament("end_date = 2026-06-30\n").opens();
    for (line, left, days) in [
        (
            "LEAVE 2026-06-25 2026-07-10",
            "1 July 2026 – 10 July 2026",
            6,
        ),
        (
            "LEAVE 2026-08-01 2026-08-10",
            "1 August 2026 – 10 August 2026",
            6,
        ),
    ] {
        club.sends("ann", line);
        club.is_told("ann", "leave").says("Not counted").says(left);
        club.everything_read();
        club.stands("T26/1", "/leave/0/to", "2026-06-30");
        let leave = club.game("T26/1")["leave"].clone();
        assert_eq!(leave.as_array().unwrap().len(), 1, "{days}: {leave}");
    }
    club.sends("ann", "LEAVE 2031-01-01 2031-01-10");
    club.is_told("ann", "not-understood")
        .says("Leave was not recorded");
    club.sends("ann", "LEAVE 9999-01-01 9999-01-10");
    club.is_told("ann", "not-understood");
    club.nobody_is_told();
}

/// It came before the flag fell, and was proved in time: what the robot entered meanwhile rests
/// on days that are leave now.
#[test]
fn leave_that_is_proved_in_time_counts_in_games_that_were_lost_meanwhile() {
    let rules = "forfeit = \"immediate\"\nrepeat_after_days = 0\nsilence_days = 0\n\
                 control_warning_days = 0\ndays_per_period = 30\n";
    let mut club = Setup::new().default_policy().rules(rules).opens();
    // White's flag falls on 11 February.
    let flag = club.game("T26/1")["clock"]["running"]["flag_falls"].clone();
    let flag = flag.as_str().unwrap().to_owned();
    assert_eq!(flag, "2026-02-11");
    club.it_is("2026-02-09T09:00:00Z");
    club.letter("ann")
        .says("LEAVE 2026-02-10 2026-02-20")
        .posts();
    club.polls();
    let code = club.is_told("ann", "challenge").code();
    club.it_is("2026-02-12T06:00:00Z");
    club.polls();
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/result", "0-1");
    club.sends("ann", &format!("YES {code}"));
    let told = club.is_told("ann", "leave");
    told.says("leave from 10 February 2026 to 20 February 2026");
    let arbiter = club.is_told("arbiter", "leave");
    arbiter.says("a loss on time").says("td reopen T26/1");
    club.everything_read();
    club.types("td reopen T26/1 --days 5 --reason leave")
        .unwrap();
    club.stands("T26/1", "/status", "active");
    club.everything_read();
}

#[test]
fn a56_7_7_leave_granted_behind_a_loss_names_the_line_that_reopens() {
    let rules = "forfeit = \"immediate\"\nrepeat_after_days = 0\nsilence_days = 0\n\
                 control_warning_days = 0\ndays_per_period = 30\n";
    let mut club = Setup::new().rules(rules).opens();
    club.it_is("2026-02-12T09:00:00Z");
    club.polls();
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/result", "0-1");
    let said = club
        .types("td leave grant T26:1 2026-02-05 2026-02-20 --reason hospital")
        .unwrap();
    assert!(said.contains("td reopen T26/1"), "{said}");
    club.everything_read();
}
