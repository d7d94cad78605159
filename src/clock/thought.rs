//! The thinking about one half-move: from the receipt to the valid move, whatever
//! letters lie between (RULES.md 2, "A faulty move"). Only a fault that was charged
//! makes dates nobody's: those from the bad letter to the receipt of our request, and
//! of these no more than its penalty.

use super::charge::{
    DaySpan, HourSpan, charge, flag_falls, free_of, hours_of, ran, runs_out, spendable,
};
use crate::time::{Day, Instant, Zone};

/// Further than any game goes: a stretch without an end.
const FOR_EVER: i64 = 100_000;
pub(super) const DAY: i64 = 86_400;

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
    /// What of it is nobody's whatever the penalty: a letter lay with us in which we had not
    /// looked.
    pub unseen: Option<(Moment, Moment)>,
    /// The most days of the rest that are nobody's: the penalty. `None`: all, because the
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
    /// The same to the second, for full 24 hours: leave from the beginning of its first date to
    /// the end of its last, pauses between their instants, and what was given back; disjoint.
    pub off: &'a [HourSpan],
    /// The zone of the dates.
    pub zone: Zone,
    /// What is measured was recorded while leave and pauses were taken off full 24 hours as
    /// whole dates: it keeps its days. What was given back to the second then, disjoint.
    pub dated: Option<&'a [HourSpan]>,
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
            let unseen = gap.unseen.map(|(arrived, asked)| DaySpan {
                from: arrived.day.max(from),
                to: asked.day.plus(-1),
            });
            let unseen = unseen.filter(|unseen| unseen.from <= unseen.to);
            free.extend(unseen);
            free = free_of(&free);
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
            resumes = unseen.map_or(resumes, |unseen| resumes.max(unseen.to.next()));
        }
        (free, resumes)
    }

    /// Full days of 24 hours up to a moment, the whole stretch rounded down once.
    fn whole(&self, stretch: &Stretch, at: Instant, day: Day) -> i64 {
        let Some(since) = stretch.since.at else {
            return 0;
        };
        match self.dated {
            Some(away) => self.whole_dated(stretch, (at, day), (since, away)),
            None => ran(since, at, &self.off_in(stretch, since)) / DAY,
        }
    }

    /// Stretches that do not count, those within the gaps among them. Only seconds that would
    /// be the mover's use up what may be nobody's of a gap, as with dates.
    fn off_in(&self, stretch: &Stretch, since: Instant) -> Vec<HourSpan> {
        let mut off = self.off.to_vec();
        for gap in &stretch.gaps {
            let Some(from) = gap.from.at.map(|from| from.max(since)) else {
                continue;
            };
            let asked = gap.until.and_then(|until| until.at);
            off.extend(gap.unseen.and_then(|(arrived, asked)| {
                Some(HourSpan {
                    from: arrived.at?.max(from),
                    until: asked.at?,
                })
            }));
            off = hours_of(&off);
            let most = self.most(gap).map(|most| runs_out(from, most * DAY, &off));
            let until = match (asked, most) {
                (Some(asked), Some(most)) => asked.min(most),
                (Some(at), None) | (None, Some(at)) => at,
                (None, None) => from.plus_seconds(FOR_EVER * DAY),
            };
            off.push(HourSpan { from, until });
            off = hours_of(&off);
        }
        off
    }

    /// The most days of a gap that are nobody's. Where days may count twice, half as
    /// many: no more is to be taken off than was charged.
    pub(super) fn most(&self, gap: &Gap) -> Option<i64> {
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
        let at = runs_out(since, (left + 1) * DAY, &self.off_in(stretch, since));
        (self.zone.day(at), at)
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
            off: &[],
            zone: Zone::utc(),
            dated: None,
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
                    unseen: None,
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
            off: &away,
            ..measure(true)
        };
        let plain = stretch(&[]);
        assert_eq!(measure.cost(&plain, at("2026-03-02T22:59:59Z")), 0);
        assert_eq!(measure.cost(&plain, at("2026-03-02T23:00:00Z")), 1);
        let (_, falls) = measure.falls(&plain, 2);
        assert_eq!(falls, Instant::parse("2026-03-04T23:00:00Z").unwrap());
        // What is received behind it is as without it.
        let behind = Stretch {
            since: at("2026-03-03T00:00:00Z"),
            gaps: Vec::new(),
        };
        assert_eq!(measure.cost(&behind, at("2026-03-03T23:59:59Z")), 0);
        assert_eq!(measure.cost(&behind, at("2026-03-04T00:00:00Z")), 1);
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
            unseen: None,
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
                (1_i64..30, proptest::option::of(0_i64..10), 0_i64..5, 0_i64..6), 0..4),
            free in proptest::collection::vec((1_i64..40, 0_i64..6), 0..3),
            until in 1_i64..50,
        ) {
            let gaps: Vec<_> = gaps
                .into_iter()
                .map(|(from, on_the_way, most, lay)| {
                    (from, on_the_way.map(|d| from + lay + d), most, from + lay)
                })
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
            for &(from, asked, most, looked) in &gaps {
                off.extend(from.max(since)..looked);
                let mut left = most;
                let mut date = from.max(since);
                while left > 0 && asked.is_none_or(|asked| date < asked) {
                    left -= i64::from(off.insert(date));
                    date += 1;
                }
            }
            let counted = (since..until).filter(|date| !off.contains(date)).count();
            let free = free_of(&spans);
            let measure = Measure { free: &free, ..measure(false) };
            let stretch = Stretch {
                since: march(since),
                gaps: gaps
                    .iter()
                    .map(|&(from, until, most, looked)| Gap {
                        from: march(from),
                        until: until.map(march),
                        unseen: Some((march(from), march(looked))),
                        most: Some(most),
                    })
                    .collect(),
            };
            let cost = measure.cost(&stretch, march(until));
            proptest::prop_assert_eq!(cost, i64::try_from(counted).unwrap());
        }
    }

    proptest::proptest! {
        /// Hour by hour: full days are those of the hours that are the mover's, each gap makes
        /// nobody's the first hours behind its letter that are the mover's, and the flag falls
        /// with the first second that is too much.
        #[test]
        fn a54_4_3_full_days_and_flag_are_those_counted_hour_by_hour(
            since in 1_i64..200,
            gaps in proptest::collection::vec(
                (1_i64..400, proptest::option::of(0_i64..100), 0_i64..3), 0..3),
            off in proptest::collection::vec((1_i64..500, 0_i64..80), 0..5),
            until in 1_i64..600,
            left in 0_i64..8,
        ) {
            let begin = Instant::parse("2026-03-01T00:00:00Z").unwrap();
            let hour = |hour: i64| begin.plus_seconds(hour * 3600);
            let moment = |at: i64| Moment {
                day: Zone::utc().day(hour(at)),
                at: Some(hour(at)),
            };
            let spans: Vec<HourSpan> = off
                .iter()
                .map(|&(from, hours)| HourSpan { from: hour(from), until: hour(from + hours) })
                .collect();
            let mut free = std::collections::BTreeSet::new();
            for (from, hours) in off {
                free.extend(from..from + hours);
            }
            let stretch = Stretch {
                since: moment(since),
                gaps: gaps
                    .iter()
                    .map(|&(from, asked, most)| Gap {
                        from: moment(from),
                        until: asked.map(|asked| moment(from + asked)),
                        unseen: None,
                        most: Some(most),
                    })
                    .collect(),
            };
            for (from, asked, most) in gaps {
                let mut left = most * 24;
                let mut at = from.max(since);
                while left > 0 && asked.is_none_or(|asked| at < from + asked) {
                    left -= i64::from(free.insert(at));
                    at += 1;
                }
            }
            let spans = hours_of(&spans);
            let measure = Measure { off: &spans, ..measure(true) };
            let ran = |until: i64| (since..until).filter(|at| !free.contains(at)).count();
            let days = i64::try_from(ran(until) / 24).unwrap();
            proptest::prop_assert_eq!(measure.cost(&stretch, moment(until)), days);
            let needed = usize::try_from((left + 1) * 24).unwrap();
            let falls = (since..).find(|until| ran(*until) == needed).unwrap();
            let (day, at) = measure.falls(&stretch, left);
            proptest::prop_assert_eq!((day, at), (Zone::utc().day(hour(falls)), hour(falls)));
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
