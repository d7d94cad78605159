//! Clocks that delivery reports have stopped (RULES.md 2, "Left"). Whoever gets a letter of
//! ours can write a report that it came back, its reader first of all: what such reports
//! take off the time of one player in one game has an end. All of it follows from the entries.

use super::{GameFile, Pause};
use crate::chess::{BySide, Side};
use crate::clock::Moment;
use crate::record::event::About;
use crate::record::fault::Then;
use crate::time::{Day, Instant};

/// Days for which reports by mail stop the clock of one player in one game, all together.
const REPORTED_DAYS: i64 = 14;

/// A stretch that is nobody's since reports say that letters came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) struct Stop {
    /// Whose letters.
    side: Side,
    /// When the first of them counted as received.
    since: Moment,
    /// Days from then on that are nobody's at most.
    most: i64,
}

impl Stop {
    /// Days of it up to a receipt. Of full 24 hours one that is begun is one: the hours of
    /// many short stops, each taken off before the one floor, would be more days than they are.
    fn days_until(&self, received: Moment, hours: bool) -> i64 {
        let days = match (self.since.at, received.at) {
            (Some(since), Some(at)) if hours => (at.unix() - since.unix() + 86_399) / 86_400,
            _ => received.day.since(self.since.day),
        };
        days.clamp(0, self.most)
    }
}

/// The stops of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::record) struct Stops {
    /// Days of each side that are over.
    over: BySide<i64>,
    /// Of the half-move that is due.
    due: Option<Stop>,
}

impl GameFile {
    /// A moment so many days later: the beginning of that date, or to the second.
    fn later(&self, from: Moment, days: i64) -> Moment {
        match from.at.filter(|_| self.counts_hours()) {
            Some(at) => self.moment(at.plus_seconds(days * 86_400)),
            None => {
                let day = from.day.plus(days);
                let at = Some(self.facts.zone.begins(day));
                Moment { day, at }
            }
        }
    }

    /// Days for which reports may still stop a side's clock.
    pub fn stop_days_left(&self, side: Side) -> i64 {
        let due = self.stops.due.filter(|stop| stop.side == side);
        let paused = self.pauses.iter().filter_map(|pause| {
            let stop = pause.stop.filter(|stop| stop.side == side)?;
            Some(stop.days_until(pause.until?.into(), false))
        });
        let used = self.stops.over.get(side) + due.map_or(0, |stop| stop.most);
        (REPORTED_DAYS - used - paused.sum::<i64>()).max(0)
    }

    /// When what is due counts as received at the latest, where reports have stopped the clock.
    pub fn stop_ends(&self) -> Option<Moment> {
        self.stops.due.map(|stop| self.later(stop.since, stop.most))
    }

    /// Whether what is due counts as received by no letter, and by its latest day not yet.
    pub fn is_stopped_on(&self, day: Day) -> bool {
        let waits = self.letters.is_empty() && self.receipt_set.is_none();
        waits && self.stop_ends().is_some_and(|ends| day < ends.day)
    }

    /// Whether a report of a letter to a side, at a moment, may stop a clock.
    pub fn may_be_stopped(&self, about: About, side: Side, at: Moment) -> bool {
        let stops = match about {
            About::Start | About::Move | About::Correction => self.stops.due.into_iter().collect(),
            About::Ruling => self.pauses.iter().filter_map(|pause| pause.stop).collect(),
            About::Notice | About::Adjudication => Vec::new(),
        };
        let open = stops.iter().rfind(|stop: &&Stop| stop.side == side);
        match open.map(|stop| self.later(stop.since, stop.most)) {
            Some(Moment { at: Some(ends), .. }) if self.counts_hours() => {
                at.at.is_none_or(|at| at < ends)
            }
            Some(ends) => at.day < ends.day,
            None => self.stop_days_left(side) > 0,
        }
    }

    /// The last day that is nobody's by the reports of letters about that, to a side.
    pub fn last_stopped(&self, about: About, side: Side) -> Option<Day> {
        match about {
            About::Start | About::Move | About::Correction => {
                self.stop_ends().map(|ends| ends.day.plus(-1))
            }
            About::Ruling => {
                let of = |pause: &&Pause| pause.stop.is_some_and(|stop| stop.side == side);
                let until = self.pauses.iter().rfind(of)?.until?;
                Some(until.plus(-1))
            }
            About::Notice | About::Adjudication => None,
        }
    }

    /// The letter that counted as received then came back, says a report.
    pub(super) fn stop_due(&mut self, receipt: Moment) {
        if self.stops.due.is_some() {
            return;
        }
        let side = self.turn();
        // Of a request to correct a move more was the player's own than is now.
        let asked = self.pending.last().and_then(|fault| match fault.then {
            Then::Asked { most: Some(most) } => Some(self.later(fault.dispatch(), most)),
            Then::Asked { most: None } | Then::RunsOn | Then::Stopped => None,
        });
        let earlier = asked.filter(|asked| asked.day < receipt.day);
        self.stops.due = Some(Stop {
            side,
            since: earlier.unwrap_or(receipt),
            most: self.stop_days_left(side),
        });
    }

    /// The same of a ruling, with whose receipt a pause ends.
    pub(super) fn stop_paused(&mut self, side: Side, ended: impl Fn(&Pause) -> bool) {
        let most = self.stop_days_left(side);
        for pause in self.pauses.iter_mut().filter(|p| ended(p)) {
            let Some(until) = pause.until else { continue };
            let stop = *pause.stop.get_or_insert(Stop {
                side,
                since: until.into(),
                most,
            });
            pause.until = Some(stop.since.day.plus(stop.most));
        }
    }

    /// Days of a term that does not begin, since a report says so: all that are left.
    pub(super) fn stop_term(&mut self, side: Side) -> i64 {
        let most = self.stop_days_left(side);
        *self.stops.over.get_mut(side) += most;
        most
    }

    /// What is due, or our request, was received, or its time is reckoned by other things.
    pub(super) fn stop_is_over(&mut self, received: Moment) {
        let hours = self.counts_hours();
        if let Some(stop) = self.stops.due.take() {
            *self.stops.over.get_mut(stop.side) += stop.days_until(received, hours);
        }
    }

    /// A side has written: the letter that it lacks counts as leaving then.
    pub(super) fn stop_ended(&mut self, ply: u32, to: Side, at: Instant) {
        if ply == self.ply() && to == self.turn() && self.letters.is_empty() {
            let letter = self.letter_to_turn(None, at, false);
            self.letters.push(letter);
        }
        let transit = i64::from(self.facts.regulations.transit_days);
        let until = self.facts.zone.day(at).plus(transit);
        self.ruling_arrives(to, until);
    }

    /// A ruling to a side counts as received on a day, where a report had said that it was not.
    pub(super) fn ruling_arrives(&mut self, side: Side, until: Day) {
        let stopped = |p: &&mut Pause| p.stop.is_some_and(|stop| stop.side == side);
        for pause in self.pauses.iter_mut().filter(stopped) {
            pause.until = pause.until.map(|before| before.min(until));
        }
    }

    /// Another plays on: his letters go elsewhere.
    pub(super) fn stops_are_anothers(&mut self, side: Side) {
        *self.stops.over.get_mut(side) = 0;
        self.stops.due.take_if(|stop| stop.side == side);
        for pause in &mut self.pauses {
            pause.stop.take_if(|stop| stop.side == side);
        }
    }

    /// The earlier of a receipt and of the latest one that reports leave.
    pub(super) fn no_later_than_stop(&self, told: Option<Day>) -> Option<Day> {
        match (told, self.stop_ends()) {
            (Some(told), Some(ends)) => Some(told.min(ends.day)),
            (None, Some(ends)) => Some(ends.day),
            (told, None) => told,
        }
    }
}
