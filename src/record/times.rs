//! What the times of a game come to, for whoever shows them or judges by them; how
//! they are reckoned is `game::tally`.

use crate::chess::{BySide, Side};
use crate::clock::Moment;
use crate::time::{Day, Instant};
use std::collections::BTreeMap;

/// What the thinking up to one faulty letter cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultTime {
    /// From when it counts: the receipt, or the letter before it, where that
    /// interrupted nothing.
    pub since: Day,
    /// Days, penalties excluded.
    pub days: i64,
}

/// What one half-move cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Days, faults included, penalties excluded.
    pub days: i64,
    /// Penalty days beside it.
    pub penalty: i64,
    /// The side's total after it.
    pub total: i64,
    /// What was spent up to each fault before it.
    pub faults: Vec<FaultTime>,
    /// Days among them for letters that were a duty, beyond the free ones (55.4.7).
    pub replies: i64,
    /// From when the time after the last of the faults counts.
    pub since: Option<Day>,
}

/// An overstep that stands in the record and was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstep {
    /// That side's move number (from 1, anew after a reset).
    pub at_move: u32,
    /// Total days with that move.
    pub total: i64,
    /// Days allowed.
    pub limit: i64,
    /// The first day over.
    pub flag: Day,
}

/// Unused days that lapsed at a control (`saved_days_cap`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapse {
    /// The period that the control ended, from 1.
    pub period: u32,
    /// The days.
    pub days: i64,
}

/// What controls that a side has passed have brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// Unused days that lapsed.
    pub lapsed: Vec<Lapse>,
    /// The last period with whose control what a refused overstep had left has ended.
    pub let_off: u32,
}

/// The clock of one side: what is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Moves made (since a reset).
    pub moves: u32,
    /// Days, penalties excluded.
    pub days: i64,
    /// Penalty days.
    pub penalty: i64,
    /// Days and penalty days.
    pub total: i64,
    /// Days allowed up to and with the next move: by the formula, or more where a
    /// ruling has left more.
    pub limit: i64,
    /// Allowed less total.
    pub left: i64,
    /// An overstep in the record.
    pub overstep: Option<Overstep>,
}

/// The flag of one who accepts a series behind which he has more days (56.4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesFlag {
    /// The printed number of the move through which he has to accept.
    pub through: u32,
    /// Days allowed behind it.
    pub limit: i64,
    /// The first day on which he has overstepped even so.
    pub flag: Day,
    /// The moment at which he has.
    pub falls_at: Instant,
}

/// The clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Whose.
    pub side: Side,
    /// The receipt that counts.
    pub since: Day,
    /// The first day on which the side has overstepped, announced leave taken off.
    pub flag: Day,
    /// The moment at which it has: where days are full 24 hours, an hour of that day.
    pub falls_at: Instant,
    /// The same, if a series that gives more days is accepted.
    pub series: Option<SeriesFlag>,
    /// Days taken back beyond what stood in the record: so many of those that it uses are
    /// given back (55.4.7), and no total is below zero.
    pub given_back: i64,
}

/// Whether a fall has come by a moment; where no second of it is known, by its day.
fn has_come((day, at): (Day, Instant), when: Moment) -> bool {
    match when.at {
        Some(now) => now >= at,
        None => when.day >= day,
    }
}

impl Running {
    /// The first day on which an overstep may be spoken of, its moment and the days
    /// allowed then: while a series that gives more days stands, those of who accepts it.
    pub fn deadline(&self, limit: i64) -> (Day, Instant, i64) {
        match self.series {
            Some(series) => (series.flag, series.falls_at, series.limit),
            None => (self.flag, self.falls_at, limit),
        }
    }

    /// Whether an overstep may be spoken of at a moment.
    pub fn is_over(&self, limit: i64, when: Moment) -> bool {
        let (flag, falls_at, _) = self.deadline(limit);
        has_come((flag, falls_at), when)
    }

    /// The first day on which an overstep may be spoken of, as it is told at a moment: the
    /// ordinary flag until that has fallen, then that of who accepts the series that stands.
    pub fn told(&self, when: Moment) -> Day {
        match self.has_fallen(when) {
            true => self.deadline(0).0,
            false => self.flag,
        }
    }

    /// Whether the flag has fallen by a moment, whatever series stands.
    pub fn has_fallen(&self, when: Moment) -> bool {
        has_come((self.flag, self.falls_at), when)
    }
}

/// All times of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Of each half-move played.
    pub moves: Vec<MoveTime>,
    /// Of each fault on the half-move that is due.
    pub pending: Vec<FaultTime>,
    /// Days beside the half-move that is due next for letters that were a duty.
    pub replies: BySide<i64>,
    /// Of each side.
    pub sides: BySide<SideClock>,
    /// What controls have brought since a reset.
    pub passed: BySide<Passed>,
    /// The oversteps in the record since a reset: the first of each period that has one.
    pub oversteps: BySide<Vec<Overstep>>,
    /// The running clock: only while the game is active and the letter has left.
    pub running: Option<Running>,
    /// The side to move, where it has more days if it accepts a series that stands, and the
    /// days allowed then (56.4.6).
    pub by_series: Option<(Side, i64)>,
    /// The clock of a side whose first overstep of two is being decided, once the move with
    /// it is made: at zero behind that, as it will be if the overstep stands (55.6.4). In
    /// `sides` is what the record has used.
    pub anew: Option<(Side, SideClock)>,
    /// How many days of each entry that took some back count, by their order among these.
    pub taken_back: BTreeMap<usize, i64>,
}
