//! Whatever reports a player writes of his own letters, the days that are not charged to him
//! by them are at most fourteen in one game (RULES.md 2, "Left").

use super::*;
use crate::arbiter::lost::{Loss, letter_lost, unheeded};
use crate::ids::OutboundId;
use crate::rules::DayUnit;
use proptest::prelude::*;

/// What White and Black play: knights go out and home.
const MOVES: [[&str; 2]; 6] = [
    ["7163", "7866"],
    ["2133", "2836"],
    ["6371", "6678"],
    ["3321", "3628"],
    ["5254", "5755"],
    ["7163", "7866"],
];

const HOUR: i64 = 3_600;

/// Black's thinking about a move, in days, and after how many hours a report of each letter
/// comes.
type Half = (i64, Vec<i64>);

/// Reports of the letter about what is due, and of its copies, up to an hour.
fn report(t: &mut Table, first: Instant, hours: &[i64], end: Instant) {
    let mut left = first;
    for hours in hours {
        let at = left.plus_seconds(hours * HOUR);
        let loss = Loss {
            letter: OutboundId(1),
            ply: t.game.ply(),
            about: About::Move,
            to: Side::Black,
            left: Some(left),
            diagnostic: String::new(),
            again: None,
            reported: Some(at),
        };
        if at >= end || unheeded(&t.game, &loss).is_some() {
            return;
        }
        t.take(letter_lost(
            &t.game,
            &loss,
            None,
            at,
            Cause::Letter(InboundId(99)),
        ));
        number(&mut t.game);
        left = at.plus_seconds(24 * HOUR);
        if left >= end {
            return;
        }
        let copy = Event::LetterLeft {
            ply: t.game.ply(),
            about: About::Move,
            to: Side::Black,
            left,
            on_paper: false,
        };
        t.game.apply(entry(left, copy)).unwrap();
        number(&mut t.game);
    }
}

/// What Black is charged.
fn total(halves: &[Half], unit: DayUnit, reported: bool) -> i64 {
    let mut t = Table::new(|r| {
        r.days_per_period = 1_000;
        r.day_unit = unit;
    });
    let noon = |day: Day| Instant::parse(&format!("{day}T12:00:00Z")).unwrap();
    let mut day = d("2026-01-12");
    for (index, (think, hours)) in halves.iter().enumerate() {
        let [white, black] = MOVES[index];
        let number = index + 1;
        let (sent, answered) = (day, day.plus(*think));
        t.moves(
            Side::White,
            &sent.to_string(),
            &format!("{number}. {white}"),
        );
        if reported {
            report(&mut t, noon(sent), hours, noon(answered));
        }
        let verdict = t.moves(
            Side::Black,
            &answered.to_string(),
            &format!("{number}... {black}"),
        );
        assert_eq!(verdict, Verdict::Move);
        day = answered.plus(1);
    }
    t.total(Side::Black).2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a56_5_2_reports_take_off_fourteen_days_at_most(
        halves in proptest::collection::vec(
            (0i64..30, proptest::collection::vec(1i64..168, 0..8)), 1..=6),
    ) {
        for unit in [DayUnit::Date, DayUnit::Hours24] {
            let (plain, less) = (total(&halves, unit, false), total(&halves, unit, true));
            prop_assert!((0..=14).contains(&(plain - less)), "{plain} and {less}");
        }
    }
}

#[test]
fn a56_5_2_of_a_dead_mailbox_all_fourteen_are_taken_off() {
    let halves = [(30, vec![1; 20])];
    for unit in [DayUnit::Date, DayUnit::Hours24] {
        let (plain, less) = (total(&halves, unit, false), total(&halves, unit, true));
        assert_eq!(plain - less, 14);
    }
}

#[test]
fn a56_5_2_in_older_records_a_lost_letter_stops_without_end() {
    let old = r#"{"what":"letter-lost","ply":1,"to":"black","about":"move"}"#;
    let old: Event = serde_json::from_str(old).unwrap();
    assert!(matches!(
        old,
        Event::LetterLost {
            reported: false,
            ..
        }
    ));
}
