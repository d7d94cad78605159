//! The one formula: what a move costs.

use crate::time::{Day, Instant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A run of whole days, both ends inclusive. Empty where `to` is before `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DaySpan {
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
}

impl DaySpan {
    /// Whether a day is of both.
    pub fn meets(&self, other: DaySpan) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    /// How many days of `[from, until)` lie in this run.
    fn overlap(&self, from: Day, until: Day) -> i64 {
        let first = self.from.max(from);
        let past = self.to.next().min(until);
        past.since(first).max(0)
    }
}

/// A stretch of time to the second, its end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HourSpan {
    /// Its first second.
    pub from: Instant,
    /// The first second behind it.
    pub until: Instant,
}

/// Seconds of `[from, until)` that lie in none of the stretches of `off`, which [`hours_of`] has
/// made disjoint; never below 0.
pub(super) fn ran(from: Instant, until: Instant, off: &[HourSpan]) -> i64 {
    let within = off.iter().map(|span| {
        let (first, past) = (span.from.max(from), span.until.min(until));
        (past.unix() - first.unix()).max(0)
    });
    (until.unix() - from.unix()).max(0) - within.sum::<i64>()
}

/// The moment at which so many seconds have run from `since`, those of `off` left aside, which
/// [`hours_of`] has made disjoint.
pub(super) fn runs_out(since: Instant, seconds: i64, off: &[HourSpan]) -> Instant {
    let mut at = since.plus_seconds(seconds.max(0));
    for span in off.iter().filter(|span| span.until > since) {
        // What begins with the last second of it is behind it.
        if span.from >= at {
            break;
        }
        at = at.plus_seconds(span.until.unix() - span.from.max(since).unix());
    }
    at
}

/// Stretches merged into disjoint ones in order, so that no second is taken off twice.
pub fn hours_of(spans: &[HourSpan]) -> Vec<HourSpan> {
    let mut sorted: Vec<HourSpan> = spans.iter().copied().filter(|s| s.from < s.until).collect();
    sorted.sort();
    let mut merged: Vec<HourSpan> = Vec::with_capacity(sorted.len());
    for span in sorted {
        match merged.last_mut() {
            Some(last) if span.from <= last.until => last.until = last.until.max(span.until),
            _ => merged.push(span),
        }
    }
    merged
}

/// Runs of days merged into disjoint ones in order, so that no day is taken off twice.
pub fn free_of(spans: &[DaySpan]) -> Vec<DaySpan> {
    let mut sorted: Vec<DaySpan> = spans.iter().copied().filter(|s| s.from <= s.to).collect();
    sorted.sort();
    let mut merged: Vec<DaySpan> = Vec::with_capacity(sorted.len());
    for span in sorted {
        match merged.last_mut() {
            Some(last) if span.from <= last.to.next() => last.to = last.to.max(span.to),
            _ => merged.push(span),
        }
    }
    merged
}

/// How many of these days lie in each calendar year, none counted twice.
pub fn days_by_year(spans: &[DaySpan]) -> BTreeMap<i32, i64> {
    let mut years = BTreeMap::new();
    for span in free_of(spans) {
        let mut day = span.from;
        while day <= span.to {
            *years.entry(day.year()).or_insert(0) += 1;
            day = day.next();
        }
    }
    years
}

/// The days a move costs: the number of dates d with received ≤ d < sent that
/// are not in `free` (leave of the mover, pauses), which [`free_of`] has made
/// disjoint. Contradicting dates cost nothing (56.4.4, 56.7.5, 56.7.6).
pub fn charge(received: Day, sent: Day, free: &[DaySpan]) -> i64 {
    let all = sent.since(received).max(0);
    let off: i64 = free.iter().map(|s| s.overlap(received, sent)).sum();
    (all - off).max(0)
}

/// When a move of this dispatch counts as received, where nothing else tells it: so many days
/// of transit later, those before the official start not counted (56.2.5).
pub fn arrives(sent: Day, start: Day, transit_days: u32) -> Day {
    sent.max(start).plus(i64::from(transit_days))
}

/// The day on which a move begun on `since` has cost `days`, and not before.
pub fn spent(since: Day, days: i64, free: &[DaySpan]) -> Day {
    match days {
        ..=0 => since,
        _ => flag_falls(since, days - 1, free),
    }
}

/// The most plain days that an allowance of `left` days lets pass on one move,
/// where the days past `n` count twice (ICCF; 0: none do).
pub fn spendable(left: i64, n: i64) -> i64 {
    if n == 0 || left <= n {
        left
    } else {
        (left + n) / 2
    }
}

/// The first day on which a move begun on `since` has cost more than `left` days.
pub fn flag_falls(since: Day, left: i64, free: &[DaySpan]) -> Day {
    // With nothing left the flag has fallen on the day after the first counted one.
    let mut day = since.plus(left.max(-1) + 1);
    if left < 0 {
        return since;
    }
    loop {
        let short = left + 1 - charge(since, day, free);
        if short <= 0 {
            return day;
        }
        day = day.plus(short);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    fn span(from: &str, to: &str) -> DaySpan {
        DaySpan {
            from: d(from),
            to: d(to),
        }
    }

    #[test]
    fn a56_4_4_the_plain_difference() {
        assert_eq!(charge(d("2025-05-12"), d("2025-05-16"), &[]), 4);
        assert_eq!(charge(d("2025-05-12"), d("2025-05-12"), &[]), 0);
        assert_eq!(charge(d("2025-05-12"), d("2025-05-01"), &[]), 0);
        assert_eq!(charge(d("2028-02-27"), d("2028-03-01"), &[]), 3);
    }

    #[test]
    fn a56_7_5_leave_is_taken_off() {
        let leave = [span("2025-06-01", "2025-06-10")];
        assert_eq!(charge(d("2025-05-30"), d("2025-06-13"), &leave), 4);
    }

    #[test]
    fn a56_7_6_received_during_the_leave() {
        let leave = [span("2025-06-01", "2025-06-10")];
        assert_eq!(charge(d("2025-06-05"), d("2025-06-13"), &leave), 2);
        assert_eq!(charge(d("2025-06-05"), d("2025-06-08"), &leave), 0);
    }

    #[test]
    fn a56_7_5_days_are_spent_beside_leave() {
        let leave = [span("2025-06-01", "2025-06-10")];
        for (since, days, sent) in [
            ("2025-05-30", 4, "2025-06-13"),
            ("2025-05-30", 2, "2025-06-01"),
            ("2025-06-05", 0, "2025-06-05"),
            ("2025-06-05", 1, "2025-06-12"),
        ] {
            assert_eq!(spent(d(since), days, &leave), d(sent), "{since}, {days}");
            assert_eq!(charge(d(since), d(sent), &leave), days);
        }
    }

    #[test]
    fn overlapping_leave_is_taken_off_once() {
        let free = free_of(&[
            span("2025-06-05", "2025-06-12"),
            span("2025-06-01", "2025-06-10"),
            span("2025-06-20", "2025-06-01"),
        ]);
        assert_eq!(free, vec![span("2025-06-01", "2025-06-12")]);
        assert_eq!(charge(d("2025-05-30"), d("2025-06-13"), &free), 2);
    }

    #[test]
    fn days_past_n_count_twice() {
        let cost = |d: i64| d + (d - 5).max(0);
        for left in 0..40 {
            let most = spendable(left, 5);
            assert!(cost(most) <= left && cost(most + 1) > left, "{left}");
        }
        assert_eq!((spendable(7, 0), spendable(-3, 5)), (7, -3));
    }

    #[test]
    fn the_flag_falls_on_the_first_day_over() {
        // The example of CONTRACT.md 7: 51 days left from 1 February.
        assert_eq!(flag_falls(d("2026-02-01"), 51, &[]), d("2026-03-25"));
        let leave = [span("2026-02-10", "2026-02-19")];
        let flag = flag_falls(d("2026-02-01"), 51, &leave);
        assert_eq!(flag, d("2026-04-04"));
        assert_eq!(charge(d("2026-02-01"), flag, &leave), 52);
        assert_eq!(charge(d("2026-02-01"), flag.plus(-1), &leave), 51);
        assert_eq!(flag_falls(d("2026-02-01"), 0, &[]), d("2026-02-02"));
    }
}
