//! Full days of 24 hours beside leave and pauses (RULES.md 2): both are taken off as the seconds
//! that they cover, and the flag follows from the same function as the days.

use super::super::notice::NoticeKind;
use super::*;
use crate::rules::DayUnit;
use crate::time::Zone;

/// Black thinks from 10 January at noon, and has three days for it.
fn black_thinks(zone: &str) -> Table {
    let mut facts = facts(|r| {
        r.day_unit = DayUnit::Hours24;
        r.transit_days = 0;
        r.days_per_period = 3;
        r.repeat_after_days = 0;
        r.control_warning_days = 0;
        r.silence_days = crate::rules::DaysOrMonths::Days(0);
    });
    facts.zone = Zone::parse(zone).unwrap();
    let mut t = Table::of(begun(facts));
    t.moves(Side::White, "2026-01-10", "1. 5254");
    assert_eq!(t.game.turn(), Side::Black);
    t
}

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

impl Table {
    fn falls(&self) -> Instant {
        self.game.running().unwrap().falls_at
    }

    fn uses(&self, by: &str) -> i64 {
        let when = self.game.moment(at(by));
        self.game.tally().used(&self.game, when)
    }
}

#[test]
fn a56_7_5_leave_is_a_stretch_from_its_first_midnight_to_its_last() {
    for (zone, from, to, falls) in [
        ("UTC", "2026-01-13", "2026-01-22", "2026-01-24T12:00:00Z"),
        ("UTC", "2026-01-12", "2026-01-12", "2026-01-15T12:00:00Z"),
        // Received within it.
        ("UTC", "2026-01-10", "2026-01-11", "2026-01-16T00:00:00Z"),
        // Over before it, begun behind the flag.
        ("UTC", "2026-01-02", "2026-01-09", "2026-01-14T12:00:00Z"),
        ("UTC", "2026-01-15", "2026-01-20", "2026-01-14T12:00:00Z"),
        // The flag would have fallen on its first day.
        ("UTC", "2026-01-14", "2026-01-14", "2026-01-15T12:00:00Z"),
        (
            "Asia/Vladivostok",
            "2026-01-13",
            "2026-01-22",
            "2026-01-24T12:00:00Z",
        ),
        (
            "America/New_York",
            "2026-01-14",
            "2026-01-14",
            "2026-01-15T12:00:00Z",
        ),
        // Its last day has 23 hours: one hour less is taken off.
        (
            "Europe/Berlin",
            "2026-01-14",
            "2026-03-29",
            "2026-03-30T11:00:00Z",
        ),
    ] {
        let mut t = black_thinks(zone);
        t.away(Side::Black, from, to);
        assert_eq!(t.falls(), at(falls), "{zone}: {from} to {to}");
        assert_eq!(t.game.tally().used(&t.game, t.game.moment(at(falls))), 4);
        let before = t.game.moment(at(falls).plus_seconds(-1));
        assert_eq!(t.game.tally().used(&t.game, before), 3);
    }
}

#[test]
fn a54_5_2_no_overstep_is_declared_within_leave() {
    let mut t = black_thinks("UTC");
    t.away(Side::Black, "2026-01-14", "2026-01-23");
    for day in 14..24 {
        assert!(t.ticks(&format!("2026-01-{day}")).is_empty(), "{day}");
    }
    assert_eq!(t.ticks("2026-01-24"), [NoticeKind::TimeForfeit; 3]);
}

#[test]
fn a_move_beside_leave_costs_the_full_days_that_ran() {
    for (from, to, sent, days) in [
        ("2026-01-11", "2026-01-11", "2026-01-13T11:59:59Z", 1),
        ("2026-01-11", "2026-01-11", "2026-01-13T12:00:00Z", 2),
        ("2026-01-10", "2026-01-10", "2026-01-11T23:59:59Z", 0),
        ("2026-01-10", "2026-01-10", "2026-01-12T00:00:00Z", 1),
        ("2026-01-12", "2026-01-20", "2026-01-15T12:00:00Z", 1),
    ] {
        let mut t = black_thinks("UTC");
        t.away(Side::Black, from, to);
        assert_eq!(t.uses(sent), days, "{from} to {to}, {sent}");
    }
    let mut t = black_thinks("UTC");
    t.away(Side::Black, "2026-01-11", "2026-01-11");
    t.moves(Side::Black, "2026-01-13", "1... 5755");
    assert_eq!(t.total(Side::Black).0, 2);
}

#[test]
fn a_pause_is_a_stretch_between_its_two_instants() {
    for (paused, resumed, falls) in [
        (
            "2026-01-11T09:00:00Z",
            "2026-01-11T21:00:00Z",
            "2026-01-15T00:00:00Z",
        ),
        (
            "2026-01-11T23:50:00Z",
            "2026-01-12T00:10:00Z",
            "2026-01-14T12:20:00Z",
        ),
        (
            "2026-01-11T09:00:00Z",
            "2026-01-13T08:00:00Z",
            "2026-01-16T11:00:00Z",
        ),
    ] {
        for of in ["", "whole"] {
            let mut t = black_thinks("UTC");
            match of {
                "" => {
                    t.orders_at(at(paused), "pause");
                    t.orders_at(at(resumed), "resume");
                }
                _ => {
                    let day = |at: &str| d(at.split('T').next().unwrap());
                    let (from, whole) = (day(paused), true);
                    let until = Some(day(resumed));
                    t.game
                        .apply(entry(at(paused), Event::Paused { from, whole }))
                        .unwrap();
                    t.game
                        .apply(entry(at(resumed), Event::Resumed { day: until }))
                        .unwrap();
                }
            }
            assert_eq!(t.falls(), at(falls), "{paused} to {resumed} {of}");
        }
    }
}

#[test]
fn what_was_used_by_a_pause_stays_used() {
    let mut t = black_thinks("UTC");
    t.orders_at(at("2026-01-12T13:00:00Z"), "pause");
    assert_eq!(t.total(Side::Black).0, 2);
    t.orders_at(at("2026-01-20T13:00:00Z"), "resume");
    assert_eq!(t.falls(), at("2026-01-22T12:00:00Z"));
}

#[test]
fn a54_5_2_a_refused_overstep_leaves_the_days_that_the_ruling_prints() {
    for (days, least) in [("1", "2026-01-21T12:00:00Z"), ("2", "2026-01-22T12:00:00Z")] {
        for noticed in ["2026-01-14", "2026-01-15", "2026-01-17"] {
            let mut t = black_thinks("UTC");
            assert_eq!(t.ticks(noticed), [NoticeKind::TimeForfeit; 3]);
            t.orders_at(
                at("2026-01-20T12:00:00Z"),
                &format!("reject-claim --days {days}"),
            );
            let falls = t.falls();
            assert!(falls >= at(least), "{noticed}: {falls}");
            assert!(
                falls <= at(least).plus_seconds(86_400),
                "{noticed}: {falls}"
            );
        }
    }
}

#[test]
fn moves_that_were_recorded_by_whole_dates_keep_their_days() {
    let days = |to_the_second: bool| {
        let mut t = black_thinks("UTC");
        t.away(Side::Black, "2026-01-11", "2026-01-11");
        let played = Event::MovePlayed {
            ply: 2,
            uci: "e7e5".to_owned(),
            received: d("2026-01-10"),
            sent: d("2026-01-11"),
            sent_at: at("2026-01-11T22:00:00Z"),
            variant: false,
            to_the_second,
        };
        t.game
            .apply(entry(at("2026-01-11T22:00:00Z"), played))
            .unwrap();
        t.total(Side::Black).0
    };
    // A first date of leave was worth nothing until it had ended, while its hours ran.
    assert_eq!((days(false), days(true)), (1, 0));
}
