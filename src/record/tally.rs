//! Times of a game: what each move cost, what each side has used, what is left
//! and when the flag falls (RULES.md 2 and 4). Derived from the record alone.

use super::game::{Fault, GameFile, PlayedMove, Status};
use crate::chess::{BySide, Side};
use crate::clock::charge::{flag_falls, spendable};
use crate::clock::{Span, charge};
use crate::time::{Day, Instant};
use crate::tournament::Regulations;
use crate::tournament::regulations::{DayUnit, WhiteFirstMove};

/// What one half-move cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Days, faults included, penalties excluded.
    pub days: i64,
    /// Penalty days beside it.
    pub penalty: i64,
    /// The side's total after it.
    pub total: i64,
    /// Days of each fault before it.
    pub faults: Vec<i64>,
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
    /// Days allowed up to and with the next move.
    pub limit: i64,
    /// Allowed less total.
    pub left: i64,
    /// An overstep in the record.
    pub overstep: Option<Overstep>,
    /// Days the arbiter has let pass in the period of the next move.
    pub forgiven: i64,
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
}

/// All times of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Of each half-move played.
    pub moves: Vec<MoveTime>,
    /// Of each fault on the half-move that is due.
    pub pending: Vec<i64>,
    /// Of each side.
    pub sides: BySide<SideClock>,
    /// The oversteps in the record since a reset: the first of each period that has one.
    pub oversteps: BySide<Vec<Overstep>>,
    /// The running clock: only while the game is active and the letter has left.
    pub running: Option<Running>,
}

/// Days allowed up to and with a side's k-th move (56.4.3, with accumulation).
pub fn limit(regulations: &Regulations, k: u32) -> i64 {
    let periods = k.max(1).div_ceil(regulations.moves_per_period.max(1));
    i64::from(regulations.days_per_period) * i64::from(periods)
}

/// The days one stretch of thinking costs under the tournament's day unit.
fn cost(
    game: &GameFile,
    (received, sent): (Day, Day),
    instants: (Option<Instant>, Instant),
    free: &[Span],
) -> i64 {
    let days = match game.facts.regulations.day_unit {
        DayUnit::Date => charge(received, sent, free),
        DayUnit::Hours24 => {
            let (Some(from), until) = instants else {
                return 0;
            };
            let whole = (until.unix() - from.unix()).max(0) / 86_400;
            let all = charge(received, sent, &[]);
            (whole - (all - charge(received, sent, free))).max(0)
        }
    };
    doubled(game, days)
}

/// Days of one stretch with those past `double_after_days` counted twice.
fn doubled(game: &GameFile, days: i64) -> i64 {
    match twice_after(game) {
        0 => days,
        n => days + (days - n).max(0),
    }
}

fn fault_cost(game: &GameFile, fault: &Fault, free: &[Span]) -> i64 {
    cost(game, (fault.received, fault.sent), fault.instants, free)
}

fn move_cost(game: &GameFile, mv: &PlayedMove, free: &[Span]) -> i64 {
    if mv.variant {
        return 0;
    }
    let first = mv.ply == 1;
    if first && game.facts.regulations.white_first_move == WhiteFirstMove::Free {
        return 0;
    }
    cost(game, (mv.received, mv.sent), mv.instants, free)
}

/// Reckons all times of a game.
pub fn tally(game: &GameFile) -> Tally {
    let regulations = &game.facts.regulations;
    let free = BySide {
        white: game.free_days(Side::White),
        black: game.free_days(Side::Black),
    };
    let mut sides: BySide<SideClock> = BySide::default();
    let mut oversteps: BySide<Vec<Overstep>> = BySide::default();
    let mut played: BySide<u32> = BySide::default();
    // Penalties beside accepted moves of a series, which stand on the accepter's own
    // move behind them like all his time (56.4.6).
    let mut carried: BySide<i64> = BySide::default();
    let mut accepter: Option<Side> = None;
    let mut moves = Vec::with_capacity(game.moves.len());

    for mv in &game.moves {
        let off = free.get(mv.side);
        let faults: Vec<i64> = mv.faults.iter().map(|f| fault_cost(game, f, off)).collect();
        let days = faults.iter().sum::<i64>() + move_cost(game, mv, off);
        accepter = mv.variant.then(|| accepter.unwrap_or(mv.side));
        let beside = penalty_beside(game, mv.side, mv.ply);
        let penalty = if accepter == Some(mv.side) {
            *carried.get_mut(mv.side) += beside;
            0
        } else {
            beside + std::mem::take(carried.get_mut(mv.side))
        };
        let clock = sides.get_mut(mv.side);
        if reset_where_due(game, mv.side, *played.get(mv.side), mv.ply, clock) {
            oversteps.get_mut(mv.side).clear();
        }
        *played.get_mut(mv.side) = mv.ply;
        clock.moves += 1;
        clock.days += days;
        clock.penalty += penalty;
        clock.total += days + penalty;
        let allowed = limit(regulations, clock.moves);
        let excess = clock.total - allowed;
        let period = clock.moves.div_ceil(regulations.moves_per_period.max(1));
        if excess > forgiven(game, mv.side, period) {
            let before = clock.total - days - penalty;
            let overstep = Overstep {
                at_move: clock.moves,
                total: clock.total,
                limit: allowed,
                flag: flag_of(game, mv, allowed - before, (&faults, penalty), off),
            };
            clock.overstep.get_or_insert(overstep);
            let known = oversteps.get_mut(mv.side);
            if known.last().is_none_or(|last| last.limit < allowed) {
                known.push(overstep);
            }
        }
        moves.push(MoveTime {
            days,
            penalty,
            total: clock.total,
            faults,
        });
    }

    let turn = game.turn();
    let pending: Vec<i64> = game
        .pending
        .iter()
        .map(|f| fault_cost(game, f, free.get(turn)))
        .collect();
    for side in Side::BOTH {
        let clock = sides.get_mut(side);
        if reset_where_due(game, side, *played.get(side), game.ply() + 1, clock) {
            oversteps.get_mut(side).clear();
        }
        if side == turn {
            clock.days += pending.iter().sum::<i64>();
            clock.days += interrupted(game, free.get(side));
        }
        clock.penalty += penalty_due(game, side) + *carried.get(side);
        clock.total = clock.days + clock.penalty;
        clock.limit = limit(regulations, clock.moves + 1);
        clock.left = clock.limit - clock.total;
        let period = (clock.moves + 1).div_ceil(regulations.moves_per_period.max(1));
        clock.forgiven = forgiven(game, side, period);
    }

    let running = (game.status == Status::Active)
        .then(|| game.receipt())
        .flatten()
        .map(|since| {
            let clock = sides.get(turn);
            let left = spendable(clock.left + clock.forgiven, twice_after(game));
            let flag = flag_falls(since, left, free.get(turn));
            Running {
                side: turn,
                since,
                flag,
                falls_at: falls_at(game, since, flag),
            }
        });
    Tally {
        moves,
        pending,
        sides,
        oversteps,
        running,
    }
}

/// The moment at which a flag falls on its day: as it begins, or, where days are
/// full 24 hours, at the hour of the receipt.
fn falls_at(game: &GameFile, since: Day, flag: Day) -> Instant {
    let begins = game.facts.zone.begins(flag);
    match (game.facts.regulations.day_unit, game.received_at()) {
        (DayUnit::Hours24, Some(from)) if flag > since => {
            from.plus_seconds(flag.since(since) * 86_400).max(begins)
        }
        _ => begins,
    }
}

/// The first day over in a stretch of thinking that ended with a move: `budget` is
/// what was left before it, `faults` and `penalty` what stands before the move.
fn flag_of(
    game: &GameFile,
    mv: &PlayedMove,
    budget: i64,
    (faults, penalty): (&[i64], i64),
    free: &[Span],
) -> Day {
    let n = twice_after(game);
    let mut left = budget;
    for (fault, days) in mv.faults.iter().zip(faults) {
        if *days > left {
            return flag_falls(fault.received, spendable(left, n), free).min(fault.sent);
        }
        left -= days;
    }
    flag_falls(mv.received, spendable(left - penalty, n), free).min(mv.sent)
}

fn twice_after(game: &GameFile) -> i64 {
    i64::from(game.facts.regulations.double_after_days)
}

impl Tally {
    /// Days the running clock has used up to (not including) a day.
    pub fn used(&self, game: &GameFile, today: Day) -> i64 {
        self.running.map_or(0, |r| {
            doubled(game, charge(r.since, today, &game.free_days(r.side)))
        })
    }

    /// Days the running clock has used up to a moment: dates, or full 24 hours.
    pub fn used_at(&self, game: &GameFile, now: Instant) -> i64 {
        let today = game.facts.zone.day(now);
        let hours = game.facts.regulations.day_unit == DayUnit::Hours24;
        match (self.running, game.received_at()) {
            (Some(r), Some(from)) if hours => {
                let free = game.free_days(r.side);
                cost(game, (r.since, today), (Some(from), now), &free)
            }
            _ => self.used(game, today),
        }
    }

    /// Days left to a side on a day, its running clock taken off.
    pub fn left_on(&self, game: &GameFile, side: Side, today: Day) -> i64 {
        let used = match self.running {
            Some(r) if r.side == side => self.used(game, today),
            _ => 0,
        };
        self.sides.get(side).left - used
    }

    /// Whether a side has overstepped by a day: in the record, or while thinking.
    pub fn overstepped(&self, side: Side, today: Day) -> bool {
        let clock = self.sides.get(side);
        clock.overstep.is_some()
            || clock.left + clock.forgiven < 0
            || self
                .running
                .is_some_and(|r| r.side == side && today >= r.flag)
    }
}

/// Days of the move that was being thought about when the game was interrupted:
/// no clock runs then, but what was used is used.
fn interrupted(game: &GameFile, free: &[Span]) -> i64 {
    let stopped = game.exceeded.is_some() || game.adjudication.is_some();
    match game.status {
        Status::Paused | Status::Adjudication => {}
        Status::Finished if stopped => {}
        Status::Waiting | Status::Active | Status::Finished => return 0,
    }
    let pause = game.pauses.last().filter(|p| p.until.is_none());
    match (game.receipt(), pause) {
        (Some(receipt), Some(pause)) => doubled(game, charge(receipt, pause.from, free)),
        _ => 0,
    }
}

fn penalty_beside(game: &GameFile, side: Side, ply: u32) -> i64 {
    game.penalties
        .iter()
        .filter(|(s, p, _)| *s == side && *p == ply)
        .map(|(_, _, days)| days)
        .sum()
}

/// Penalties that stand beside no move that was played.
fn penalty_due(game: &GameFile, side: Side) -> i64 {
    game.penalties
        .iter()
        .filter(|(s, p, _)| *s == side && *p > game.ply())
        .map(|(_, _, days)| days)
        .sum()
}

/// Days above the limit of a period that the arbiter has let pass: in the period of
/// the refused overstep, and as far as they reach in later ones.
fn forgiven(game: &GameFile, side: Side, period: u32) -> i64 {
    let regulations = &game.facts.regulations;
    let allowed = i64::from(regulations.days_per_period) * i64::from(period);
    game.forgiven
        .iter()
        .filter(|f| f.side == side && f.period <= period)
        .map(|f| f.allowed - allowed)
        .fold(0, i64::max)
}

/// 55.6.4: the clock begins at zero, and new periods run from the next move.
/// `played` is the side's last half-move so far, `ply` the one it comes to now.
fn reset_where_due(
    game: &GameFile,
    side: Side,
    played: u32,
    ply: u32,
    clock: &mut SideClock,
) -> bool {
    let due = game
        .resets
        .iter()
        .any(|(s, after)| *s == side && played <= *after && ply > *after);
    if due {
        *clock = SideClock::default();
    }
    due
}
