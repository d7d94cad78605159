//! The thinking about one half-move as the record tells it: the faulty letters before
//! it, which of them interrupted it, and what each part of it cost.

use super::fault::{Fault, Then};
use super::times::{FaultTime, MoveTime};
use crate::clock::{DaySpan, Gap, Measure, Moment, Stretch};
use crate::time::{Day, Instant};

/// The thinking about one half-move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Thinking {
    /// Each is rounded down by itself; more than one only in older records, or where
    /// another player took over.
    stretches: Vec<Stretch>,
    /// The letters with faults: in which stretch, until when, and how it went on.
    letters: Vec<(usize, Moment, Then)>,
    /// How many of them end with their time recorded, so that the clock began anew.
    closed: usize,
    /// The clock runs on behind them.
    runs: bool,
}

impl Thinking {
    /// Of the faults before a half-move, and the receipt that counts behind them;
    /// `None` while nothing was received that time could be reckoned from.
    pub(super) fn of(faults: &[Fault], receipt: Option<Moment>) -> Thinking {
        let mut thinking = Thinking::default();
        let mut before: Option<&Fault> = None;
        let mut first = 0;
        for (index, fault) in faults.iter().enumerate() {
            if fault.then == Then::RunsOn {
                continue;
            }
            thinking.begin(before, Some(fault.receipt()));
            thinking.letters(faults.get(first..=index).unwrap_or_default());
            before = Some(fault);
            first = index + 1;
        }
        thinking.closed = first;
        let rest = faults.get(first..).unwrap_or_default();
        let asked = before.and_then(|f| match f.then {
            Then::Asked { most } => Some(most),
            Then::RunsOn | Then::Stopped => None,
        });
        thinking.runs = match (receipt, asked) {
            (Some(_), _) => true,
            // Our request is on its way: more than the penalty is not given.
            (None, Some(most)) => most.is_some() && !before.is_some_and(Fault::is_held_back),
            (None, None) => false,
        };
        if asked.is_some() {
            thinking.begin(before, receipt);
        } else if let Some(since) = receipt.or_else(|| rest.last().map(Fault::receipt)) {
            thinking.begin(before, Some(since));
        }
        thinking.letters(rest);
        thinking
    }

    /// What follows upon a fault: the same stretch with a gap, or another.
    fn begin(&mut self, before: Option<&Fault>, receipt: Option<Moment>) {
        if let (Some(fault), Some(stretch)) = (before, self.stretches.last_mut())
            && let Then::Asked { most } = fault.then
        {
            let unseen = fault.unseen;
            let waits = receipt.is_none() && fault.is_held_back();
            stretch.gaps.push(Gap {
                from: fault.dispatch(),
                until: receipt,
                unseen: unseen.and_then(|u| Some((u.from, u.until.or(receipt)?))),
                most: most.filter(|_| !waits),
            });
            return;
        }
        if let Some(since) = receipt {
            let gaps = Vec::new();
            self.stretches.push(Stretch { since, gaps });
        }
    }

    fn letters(&mut self, faults: &[Fault]) {
        if let Some(at) = self.stretches.len().checked_sub(1) {
            let of = |f: &Fault| (at, f.dispatch(), f.then);
            self.letters.extend(faults.iter().map(of));
        }
    }

    /// Whether the clock runs behind what is recorded.
    pub(super) fn runs(&self) -> bool {
        self.runs && !self.stretches.is_empty()
    }

    /// What was spent up to each letter, in order, and by stretch in all; no more in
    /// the last one than up to `end`.
    fn reckon(&self, measure: &Measure<'_>, end: Option<Moment>) -> (Vec<FaultTime>, Vec<i64>) {
        let mut used = vec![0; self.stretches.len()];
        let mut rows: Vec<FaultTime> = Vec::with_capacity(self.letters.len());
        let last = self.stretches.len().saturating_sub(1);
        for (index, (at, sent, _)) in self.letters.iter().enumerate() {
            let (Some(stretch), Some(used)) = (self.stretches.get(*at), used.get_mut(*at)) else {
                continue;
            };
            let mut cost = measure.cost(stretch, *sent).max(*used);
            if let Some(end) = end.filter(|_| *at == last) {
                cost = cost.min(measure.cost(stretch, end));
            }
            rows.push(FaultTime {
                since: self.resumed(measure, index).unwrap_or(stretch.since.day),
                days: (cost - *used).max(0),
            });
            *used = (*used).max(cost);
        }
        if let (Some(end), Some(stretch), Some(used)) =
            (end, self.stretches.last(), used.last_mut())
        {
            *used = measure.cost(stretch, end);
        }
        (rows, used)
    }

    /// From when the time counts that leads to the letter of that index, or to what
    /// follows the last: `None` where no letter of its stretch stands before it.
    fn resumed(&self, measure: &Measure<'_>, index: usize) -> Option<Day> {
        let (at, sent, then) = self.letters.get(index.checked_sub(1)?)?;
        let following = self
            .letters
            .get(index)
            .map_or(self.stretches.len().checked_sub(1)?, |l| l.0);
        if *at != following {
            return None;
        }
        let stretch = self.stretches.get(*at)?;
        Some(match then {
            Then::RunsOn | Then::Stopped => sent.day,
            Then::Asked { .. } => {
                let gap = stretch.gaps.iter().position(|g| g.from == *sent)?;
                measure.resumes(stretch, gap)
            }
        })
    }

    /// What was spent up to each letter.
    pub(super) fn rows(&self, measure: &Measure<'_>) -> Vec<FaultTime> {
        self.reckon(measure, None).0
    }

    /// What a half-move cost that was sent then; its penalty and total are left open.
    pub(super) fn time(&self, measure: &Measure<'_>, sent: Moment) -> MoveTime {
        let first = self.stretches.last().map(|s| s.since.day);
        // Nearly every half-move: nothing lies between the receipt and the move.
        if self.letters.is_empty() {
            let last = self.stretches.last();
            return MoveTime {
                days: last.map_or(0, |stretch| measure.cost(stretch, sent)),
                since: first,
                ..MoveTime::default()
            };
        }
        let (faults, used) = self.reckon(measure, Some(sent));
        MoveTime {
            days: used.iter().sum(),
            faults,
            since: self.resumed(measure, self.letters.len()).or(first),
            ..MoveTime::default()
        }
    }

    /// What is recorded with the letters behind which the clock began anew.
    pub(super) fn closed(&self, measure: &Measure<'_>) -> i64 {
        let rows = self.rows(measure);
        rows.iter().take(self.closed).map(|row| row.days).sum()
    }

    /// The part of it that the last stretch has.
    fn closed_in_last(&self, measure: &Measure<'_>) -> i64 {
        let rows = self.rows(measure);
        let last = self.stretches.len().saturating_sub(1);
        let closed = rows.iter().zip(&self.letters).take(self.closed);
        closed
            .filter(|(_, l)| l.0 == last)
            .map(|(row, _)| row.days)
            .sum()
    }

    /// From when the clock runs that runs now.
    pub(super) fn since(&self, measure: &Measure<'_>) -> Option<Day> {
        let first = self.stretches.last()?.since.day;
        Some(self.resumed(measure, self.closed).unwrap_or(first))
    }

    /// The second from which its last stretch is measured, where it is known.
    pub(super) fn since_second(&self) -> Option<Instant> {
        self.stretches.last()?.since.at
    }

    /// Days it has used up to a moment.
    pub(super) fn used(&self, measure: &Measure<'_>, now: Moment) -> i64 {
        self.stretches.last().map_or(0, |stretch| {
            (measure.cost(stretch, now) - self.closed_in_last(measure)).max(0)
        })
    }

    /// Days it has used up to, not including, a date.
    pub(super) fn used_by_dates(&self, measure: &Measure<'_>, today: Day) -> i64 {
        self.stretches.last().map_or(0, |stretch| {
            let cost = measure.cost_by_dates(stretch, today);
            (cost - self.closed_in_last(measure)).max(0)
        })
    }

    /// When it has used more than `left` days.
    pub(super) fn falls(&self, measure: &Measure<'_>, left: i64) -> Option<(Day, Instant)> {
        let stretch = self.stretches.last()?;
        Some(measure.falls(stretch, left + self.closed_in_last(measure)))
    }

    /// The first day over in the thinking that ended with a move: `budget` is what was
    /// left before it, `penalty` what stands beside it, each day of it from the letter
    /// that brought it on.
    pub(super) fn first_day_over(
        &self,
        measure: &Measure<'_>,
        budget: i64,
        penalty: i64,
        sent: Day,
    ) -> Day {
        let (_, used) = self.reckon(measure, None);
        let Some(last) = self.stretches.len().checked_sub(1) else {
            return sent;
        };
        let mut left = budget;
        for ((at, stretch), used) in self.stretches.iter().enumerate().zip(&used).take(last) {
            if *used > left {
                let until = self.letters.iter().rfind(|l| l.0 == at).map(|l| l.1.day);
                let (day, _) = measure.falls(stretch, left);
                return until.map_or(day, |until| day.min(until));
            }
            left -= used;
        }
        let Some(stretch) = self.stretches.last() else {
            return sent;
        };
        let mut charged = 0;
        let mut from = stretch.since.day;
        for (_, at, then) in self.letters.iter().filter(|l| l.0 == last) {
            let Then::Asked { most } = then else { continue };
            let (day, _) = measure.falls(stretch, left - charged);
            if day <= at.day {
                return day.max(from).min(sent);
            }
            charged += most.unwrap_or(0);
            from = at.day;
        }
        let (day, _) = measure.falls(stretch, left - penalty);
        day.max(from).min(sent)
    }

    /// The dates of the mover up to, not including, an end, in runs.
    pub(super) fn spans(&self, measure: &Measure<'_>, end: Day) -> Vec<DaySpan> {
        let mut all = Vec::new();
        let last = self.stretches.len().saturating_sub(1);
        for (at, stretch) in self.stretches.iter().enumerate() {
            let sent = self.letters.iter().rfind(|l| l.0 == at).map(|l| l.1.day);
            let until = match at == last && self.runs {
                true => end,
                false => sent.unwrap_or(end),
            };
            all.extend(measure.counted(stretch, until));
        }
        all
    }
}
