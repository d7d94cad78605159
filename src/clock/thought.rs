//! The thinking about one half-move: from the receipt to the valid move, whatever
//! letters lie between (RULES.md 2, "A faulty move"). Only a fault that was charged
//! makes dates nobody's: those from the bad letter to the receipt of our request, and
//! of these no more than its penalty.

use super::charge::{DaySpan, HourSpan, charge, flag_falls, free_of, spendable};
use crate::time::{Day, Instant, Zone};

/// Further than any game goes: a stretch without an end.
const FOR_EVER: i64 = 100_000;
const DAY: i64 = 86_400;

/// A point in time, as a date and, where days are full 24 hours, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The date.
    pub day: Day,
    /// The second; `None` where nobody knows it.
    pub at: Option<Instant>,
}

impl Moment {
    /// The same, or another that is earlier: in date and in second each.
    pub fn no_later(self, other: Moment) -> Moment {
        Moment {
            day: self.day.min(other.day),
            at: match (self.at, other.at) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (at, None) | (None, at) => at,
            },
        }
    }
}

impl From<Day> for Moment {
    /// A day of which no second is known.
    fn from(day: Day) -> Moment {
        Moment { day, at: None }
    }
}

/// A stretch within the thinking that is nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The dispatch of the bad letter.
    pub from: Moment,
    /// The receipt of our request; `None` while there is none.
    pub until: Option<Moment>,
    /// The most days of it that are nobody's: the penalty. `None`: all, because the
    /// receipt, or that there was none, is established.
    pub most: Option<i64>,
}

/// Thinking that is measured as one: its days are rounded down once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The receipt.
    pub since: Moment,
    /// What is nobody's within, in order.
    pub gaps: Vec<Gap>,
}

/// How a side's thinking is measured.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'a> {
    /// Days are full 24 hours.
    pub hours: bool,
    /// Days past this count twice; 0: none do.
    pub twice_after: i64,
    /// Dates that do not count for the side, disjoint.
    pub free: &'a [DaySpan],
    /// Stretches that do not count for the side where days are full 24 hours, disjoint.
    pub away: &'a [HourSpan],
    /// The zone of the dates.
    pub zone: Zone,
}

impl Measure<'_> {
    /// The days a stretch has cost up to a point in time.
    pub fn cost(&self, stretch: &Stretch, until: Moment) -> i64 {
        self.doubled(match self.hours {
            false => self.dates(stretch, until.day),
            true => match (stretch.since.at, until.at) {
                (Some(_), Some(at)) => self.whole(stretch, at, until.day),
                _ => 0,
            },
        })
    }

    /// The same by dates alone, whatever the unit: what a pause that begins with a
    /// date interrupts.
    pub fn cost_by_dates(&self, stretch: &Stretch, until: Day) -> i64 {
        self.doubled(self.dates(stretch, until))
    }

    /// Days with those past `twice_after` counted twice.
    fn doubled(&self, days: i64) -> i64 {
        match self.twice_after {
            0 => days,
            n => days + (days - n).max(0),
        }
    }

    fn dates(&self, stretch: &Stretch, until: Day) -> i64 {
        charge(stretch.since.day, until, &self.free_in(stretch))
    }

    /// The dates of a stretch up to, not including, an end that count, in runs.
    pub fn counted(&self, stretch: &Stretch, end: Day) -> Vec<DaySpan> {
        let mut from = stretch.since.day;
        let mut runs = Vec::new();
        for off in self.free_in(stretch) {
            let to = off.from.min(end).plus(-1);
            runs.extend((from <= to).then_some(DaySpan { from, to }));
            from = from.max(off.to.next());
        }
        let to = end.plus(-1);
        runs.extend((from <= to).then_some(DaySpan { from, to }));
        runs
    }

    /// Dates that do not count, those within the stretch among them.
    fn free_in(&self, stretch: &Stretch) -> Vec<DaySpan> {
        self.free_behind(stretch, stretch.gaps.len()).0
    }

    /// The first date after the gap of that index that is the mover's again.
    pub fn resumes(&self, stretch: &Stretch, index: usize) -> Day {
        self.free_behind(stretch, index + 1).1
    }

    /// Dates that do not count, those within the first gaps of a stretch among them; and the
    /// first date behind the last of these. Only dates that would be the mover's use up what
    /// may be nobody's of a gap: none before the receipt, none that are free, or nobody's by
    /// an earlier gap.
    fn free_behind(&self, stretch: &Stretch, gaps: usize) -> (Vec<DaySpan>, Day) {
        let mut free = self.free.to_vec();
        let mut resumes = stretch.since.day;
        for gap in stretch.gaps.iter().take(gaps) {
            let from = gap.from.day.max(stretch.since.day);
            let asked = gap.until.map(|until| until.day.max(from));
            let most = self.most(gap).map(|most| match most {
                ..=0 => from,
                days => flag_falls(from, days - 1, &free),
            });
            resumes = match (asked, most) {
                (Some(asked), Some(most)) => asked.min(most),
                (Some(day), None) | (None, Some(day)) => day,
                (None, None) => from.plus(FOR_EVER),
            };
            let to = resumes.plus(-1);
            free.push(DaySpan { from, to });
            free = free_of(&free);
        }
        (free, resumes)
    }

    /// Full days of 24 hours up to a moment, the whole stretch rounded down once.
    fn whole(&self, stretch: &Stretch, at: Instant, day: Day) -> i64 {
        let Some(since) = stretch.since.at else {
            return 0;
        };
        let off = self.off(stretch, since, at);
        let ran = (at.unix() - since.unix() - off).max(0);
        (ran / DAY - self.leave(stretch.since.day, day)).max(0)
    }

    /// Seconds from the receipt up to a moment that are nobody's: within the gaps, and while
    /// the server was away.
    fn off(&self, stretch: &Stretch, since: Instant, at: Instant) -> i64 {
        let (mut gaps, mut from) = (0, since);
        for gap in &stretch.gaps {
            let (seconds, end) = self.seconds(gap, from, at);
            (gaps, from) = (gaps + seconds, end);
        }
        gaps + self.away(since, at)
    }

    /// Seconds between two moments in which the server was away, those on free dates left
    /// aside: they are taken off as whole days.
    fn away(&self, since: Instant, at: Instant) -> i64 {
        let within = self.away.iter().map(|span| {
            let (from, until) = (span.from.max(since), span.until.min(at));
            let leave = self.leave(self.zone.day(from), self.zone.day(until)) * DAY;
            (until.unix() - from.unix() - leave).max(0)
        });
        within.sum()
    }

    /// Free dates between two.
    fn leave(&self, from: Day, until: Day) -> i64 {
        until.since(from).max(0) - charge(from, until, self.free)
    }

    /// Seconds of a gap between the end of what lies before it and a moment, free dates within
    /// it left aside: they are taken off as whole days. And where it ends.
    fn seconds(&self, gap: &Gap, before: Instant, at: Instant) -> (i64, Instant) {
        let Some(from) = gap.from.at else {
            return (0, before);
        };
        let from = from.max(before);
        let end = gap
            .until
            .and_then(|until| until.at)
            .map_or(at, |u| u.min(at));
        let leave = self.leave(self.zone.day(from), self.zone.day(end)) * DAY;
        let all = (end.unix() - from.unix() - leave).max(0);
        let seconds = self
            .most(gap)
            .map_or(all, |most| all.min(most.max(0) * DAY));
        let end = match seconds == all {
            true => end.max(from),
            false => from.plus_seconds(seconds),
        };
        (seconds, end)
    }

    /// The most days of a gap that are nobody's. Where days may count twice, half as
    /// many: no more is to be taken off than was charged.
    fn most(&self, gap: &Gap) -> Option<i64> {
        gap.most.map(|most| match self.twice_after {
            0 => most,
            _ => most / 2,
        })
    }

    /// The first moment at which a stretch has cost more than `left` days.
    pub fn falls(&self, stretch: &Stretch, left: i64) -> (Day, Instant) {
        let left = spendable(left, self.twice_after);
        let by_dates = flag_falls(stretch.since.day, left, &self.free_in(stretch));
        let begins = self.zone.begins(by_dates);
        let endless = |g: &Gap| g.until.is_none() && g.most.is_none();
        let by_hours = self.hours && left >= 0 && !stretch.gaps.iter().any(endless);
        let Some(since) = stretch.since.at.filter(|_| by_hours) else {
            return (by_dates, begins);
        };
        // What is taken off only grows with time: the first moment is found from below.
        let mut at = since.plus_seconds((left + 1) * DAY);
        loop {
            let off = self.off(stretch, since, at);
            let leave = self.leave(stretch.since.day, self.zone.day(at)) * DAY;
            let needed = since.plus_seconds((left + 1) * DAY + off + leave);
            if needed <= at {
                return (self.zone.day(at), at);
            }
            at = needed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        let at = Instant::parse(text).unwrap();
        Moment {
            day: Zone::utc().day(at),
            at: Some(at),
        }
    }

    fn measure(hours: bool) -> Measure<'static> {
        Measure {
            hours,
            twice_after: 0,
            free: &[],
            away: &[],
            zone: Zone::utc(),
        }
    }

    fn stretch(gaps: &[(&str, Option<&str>, Option<i64>)]) -> Stretch {
        Stretch {
            since: at("2026-03-01T20:00:00Z"),
            gaps: gaps
                .iter()
                .map(|(from, until, most)| Gap {
                    from: at(from),
                    until: until.map(at),
                    most: *most,
                })
                .collect(),
        }
    }

    #[test]
    fn a54_4_3_the_unit_is_rounded_down_once() {
        let plain = stretch(&[]);
        assert_eq!(measure(true).cost(&plain, at("2026-03-03T19:59:59Z")), 1);
        assert_eq!(measure(true).cost(&plain, at("2026-03-03T20:00:00Z")), 2);
        let (day, falls) = measure(true).falls(&plain, 2);
        assert_eq!(falls, Instant::parse("2026-03-04T20:00:00Z").unwrap());
        assert_eq!(day, Day::parse("2026-03-04").unwrap());
    }

    #[test]
    fn a54_4_3_while_the_server_is_away_nobody_s_time_runs() {
        let away = [HourSpan {
            from: Instant::parse("2026-03-02T10:00:00Z").unwrap(),
            until: Instant::parse("2026-03-02T13:00:00Z").unwrap(),
        }];
        let measure = Measure {
            away: &away,
            ..measure(true)
        };
        let plain = stretch(&[]);
        assert_eq!(measure.cost(&plain, at("2026-03-02T22:59:59Z")), 0);
        assert_eq!(measure.cost(&plain, at("2026-03-02T23:00:00Z")), 1);
        let (_, falls) = measure.falls(&plain, 2);
        assert_eq!(falls, Instant::parse("2026-03-04T23:00:00Z").unwrap());
        // What was over before it began, or is received behind it, is as without it.
        assert_eq!(
            measure.away(at("2026-03-03T00:00:00Z").at.unwrap(), falls),
            0
        );
    }

    #[test]
    fn a56_4_7_no_more_than_the_penalty_is_nobodys() {
        let (bad, asked) = ("2026-03-05T10:00:00Z", Some("2026-03-09T10:00:00Z"));
        let until = at("2026-03-11T20:00:00Z");
        let cost = |asked, most| measure(false).cost(&stretch(&[(bad, asked, most)]), until);
        assert_eq!(cost(asked, Some(2)), 8);
        assert_eq!(cost(asked, Some(5)), 6);
        assert_eq!(cost(asked, None), 6);
        assert_eq!(cost(None, Some(2)), 8);
        assert_eq!(cost(None, None), 4);
    }

    /// A date of March 2026.
    fn march(day: i64) -> Moment {
        Moment::from(Day::parse("2026-03-01").unwrap().plus(day - 1))
    }

    fn dated(since: i64, gaps: &[(i64, Option<i64>, Option<i64>)]) -> Stretch {
        let of = |&(from, until, most): &(i64, Option<i64>, Option<i64>)| Gap {
            from: march(from),
            until: until.map(march),
            most,
        };
        Stretch {
            since: march(since),
            gaps: gaps.iter().map(of).collect(),
        }
    }

    #[test]
    fn a56_4_7_only_dates_that_would_be_the_mover_s_use_up_what_is_nobody_s() {
        for (gaps, free, resumes, cost) in [
            // A faulty move sent before the official start, and our request behind it.
            (&[(8, Some(11), Some(2))][..], &[][..], 11, 9),
            // A Date before the receipt.
            (&[(9, Some(11), Some(2))], &[], 11, 9),
            (&[(9, Some(14), Some(2))], &[], 12, 8),
            (&[(5, Some(9), Some(2))], &[], 10, 10),
            (&[(5, None, Some(2))], &[], 12, 8),
            // Leave at the beginning.
            (&[(9, Some(14), Some(2))], &[(8, 11)], 14, 6),
            // The second letter has an earlier Date than the first, or one before our request.
            (
                &[(12, Some(14), Some(2)), (11, Some(15), Some(2))],
                &[],
                15,
                6,
            ),
            (
                &[(12, Some(16), Some(2)), (13, Some(17), Some(2))],
                &[],
                16,
                6,
            ),
            (&[(12, Some(16), None), (13, Some(20), Some(2))], &[], 18, 4),
        ] {
            let free: Vec<DaySpan> = free
                .iter()
                .map(|&(from, to)| DaySpan {
                    from: march(from).day,
                    to: march(to).day,
                })
                .collect();
            let measure = Measure {
                free: &free,
                ..measure(false)
            };
            let stretch = dated(10, gaps);
            let last = gaps.len() - 1;
            assert_eq!(
                measure.resumes(&stretch, last),
                march(resumes).day,
                "{gaps:?}"
            );
            assert_eq!(measure.cost(&stretch, march(20)), cost, "{gaps:?}");
        }
    }

    proptest::proptest! {
        /// Date by date: each gap makes nobody's the first dates behind its letter that are
        /// the mover's, up to the receipt of our request, and no more than it may.
        #[test]
        fn a56_4_7_nobody_s_dates_are_those_counted_one_by_one(
            since in 1_i64..20,
            gaps in proptest::collection::vec(
                (1_i64..30, proptest::option::of(0_i64..10), 0_i64..5), 0..4),
            free in proptest::collection::vec((1_i64..40, 0_i64..6), 0..3),
            until in 1_i64..50,
        ) {
            let gaps: Vec<_> = gaps
                .into_iter()
                .map(|(from, on_the_way, most)| (from, on_the_way.map(|d| from + d), Some(most)))
                .collect();
            let spans: Vec<DaySpan> = free
                .iter()
                .map(|&(from, days)| DaySpan {
                    from: march(from).day,
                    to: march(from + days).day,
                })
                .collect();
            let mut off = std::collections::BTreeSet::new();
            for (from, days) in free {
                off.extend(from..=from + days);
            }
            for &(from, asked, most) in &gaps {
                let mut left = most.unwrap_or_default();
                let mut date = from.max(since);
                while left > 0 && asked.is_none_or(|asked| date < asked) {
                    left -= i64::from(off.insert(date));
                    date += 1;
                }
            }
            let counted = (since..until).filter(|date| !off.contains(date)).count();
            let free = free_of(&spans);
            let measure = Measure { free: &free, ..measure(false) };
            let cost = measure.cost(&dated(since, &gaps), march(until));
            proptest::prop_assert_eq!(cost, i64::try_from(counted).unwrap());
        }
    }

    #[test]
    fn a_flag_falls_exactly_when_more_is_used() {
        let gaps = [
            (
                "2026-03-05T10:00:00Z",
                Some("2026-03-06T21:30:00Z"),
                Some(2),
            ),
            ("2026-03-08T07:00:00Z", None, Some(1)),
        ];
        let stretch = stretch(&gaps);
        for left in 0..15 {
            let (day, falls) = measure(true).falls(&stretch, left);
            let cost = |at: Instant| {
                let day = Zone::utc().day(at);
                measure(true).cost(&stretch, Moment { day, at: Some(at) })
            };
            assert_eq!(cost(falls), left + 1);
            assert_eq!(cost(falls.plus_seconds(-1)), left, "{left}");
            assert_eq!(day, Zone::utc().day(falls));
            let (day, _) = measure(false).falls(&stretch, left);
            let dates = |day| measure(false).cost_by_dates(&stretch, day);
            assert_eq!((dates(day), dates(day.plus(-1))), (left + 1, left));
        }
    }
}
