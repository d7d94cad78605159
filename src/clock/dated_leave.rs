//! Full days of 24 hours from which leave and pauses are taken as whole dates: how moves were
//! reckoned before both were taken off to the second. What was recorded so keeps its days
//! (RULES.md 2).

use super::charge::{HourSpan, charge};
use super::thought::{DAY, Gap, Measure, Stretch};
use crate::time::{Day, Instant};

impl Measure<'_> {
    /// Full days up to a moment, the whole stretch rounded down once, and the dates of leave
    /// taken off behind that; `since`: the receipt, `away`: what was given back.
    pub(super) fn whole_dated(
        &self,
        stretch: &Stretch,
        (at, day): (Instant, Day),
        (since, away): (Instant, &[HourSpan]),
    ) -> i64 {
        let (mut off, mut from) = (0, since);
        for gap in &stretch.gaps {
            let (seconds, end) = self.seconds(gap, from, at);
            (off, from) = (off + seconds, end);
        }
        let away = away.iter().map(|span| {
            let (from, until) = (span.from.max(since), span.until.min(at));
            let leave = self.leave(self.zone.day(from), self.zone.day(until)) * DAY;
            (until.unix() - from.unix() - leave).max(0)
        });
        let ran = (at.unix() - since.unix() - off - away.sum::<i64>()).max(0);
        (ran / DAY - self.leave(stretch.since.day, day)).max(0)
    }

    /// Free dates between two.
    fn leave(&self, from: Day, until: Day) -> i64 {
        until.since(from).max(0) - charge(from, until, self.free)
    }

    /// Seconds of a gap between the end of what lies before it and a moment, free dates within
    /// it left aside; and where it ends.
    fn seconds(&self, gap: &Gap, before: Instant, at: Instant) -> (i64, Instant) {
        let Some(from) = gap.from.at else {
            return (0, before);
        };
        let from = from.max(before);
        let end = gap.until.and_then(|until| until.at);
        let end = end.map_or(at, |until| until.min(at));
        let leave = self.leave(self.zone.day(from), self.zone.day(end)) * DAY;
        let all = (end.unix() - from.unix() - leave).max(0);
        let most = self.most(gap);
        let seconds = most.map_or(all, |most| all.min(most.max(0) * DAY));
        let end = match seconds == all {
            true => end.max(from),
            false => from.plus_seconds(seconds),
        };
        (seconds, end)
    }
}
