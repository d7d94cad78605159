//! The arithmetic of an overstep, every figure of which stands in the record.

use super::game_view::due_number;
use crate::arbiter::notice::OverstepFacts;
use crate::clock::{DaySpan, charge};
use crate::record::{Fault, GameFile, PlayedMove};
use crate::time::{Day, Instant};

/// What a line of an overstep's arithmetic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A move.
    Move,
    /// A faulty move before it.
    Fault,
    /// The move that did not come.
    Thinking,
    /// A query, or one's own move again, beyond the three free days (55.4.7).
    Reply,
    /// A penalty that stands beside no move played.
    Penalty,
}

/// A line of an overstep's arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArithmeticRow {
    /// What it is about.
    pub kind: RowKind,
    /// The move's number as printed.
    pub number: u32,
    /// From when it counts; `None` where it took no time by rule (an accepted variant).
    pub received: Option<Day>,
    /// Until when.
    pub sent: Option<Day>,
    /// The instants of both where days are full 24 hours, as far as they are known.
    pub hours: [Option<Instant>; 2],
    /// Dates from receipt to dispatch; full days of 24 hours, where both instants are known.
    pub gross: i64,
    /// What leave and pauses take of them.
    pub leave: i64,
    /// Days that count.
    pub days: i64,
    /// Penalty days.
    pub penalty: i64,
    /// The total up to here.
    pub total: i64,
}

/// Every move of a side since its clock began, with its days, so that the sum
/// can be checked by hand. It ends with the overstepping move, or with the one
/// that has not come.
pub fn arithmetic(game: &GameFile, facts: &OverstepFacts) -> Vec<ArithmeticRow> {
    let side = facts.side;
    let free = game.free_days(side);
    let counted = game.tally().sides.get(side);
    let all = game.moves.iter().filter(|m| m.side == side).count();
    let before = all.saturating_sub(usize::try_from(counted.moves).unwrap_or(0));
    let upto = usize::try_from(facts.at_move).unwrap_or(0);
    let moves: Vec<&PlayedMove> = game
        .moves
        .iter()
        .filter(|m| m.side == side)
        .skip(before)
        .take(upto)
        .collect();
    let mut account = Reckoning {
        free: &free,
        counts_hours: game.counts_hours(),
        rows: Vec::new(),
        total: 0,
    };
    for mv in &moves {
        account.played(mv, replied(game, mv));
    }
    if facts.thinking {
        let number = due_number(game, side);
        account.replied(*game.tally().replies.get(side), number);
        if side == game.turn() {
            for fault in &game.pending {
                account.fault(fault, number);
            }
        }
        let beside: i64 = moves.iter().map(|m| m.penalty).sum();
        account.penalty(counted.penalty - beside, number);
        if let Some(since) = facts.since {
            let at = game.received_at().filter(|_| game.pending.is_empty());
            account.thinking(since, at, facts, number);
        }
    }
    account.rows
}

/// Days beside a move of letters between the players, beyond the free ones.
fn replied(game: &GameFile, mv: &PlayedMove) -> i64 {
    let of_move = usize::try_from(mv.ply)
        .ok()
        .and_then(|ply| ply.checked_sub(1));
    let time = of_move.and_then(|index| game.tally().moves.get(index));
    time.map_or(0, |time| time.replies)
}

/// A reckoning while it is added up.
struct Reckoning<'f> {
    /// Days of the side that do not count.
    free: &'f [DaySpan],
    /// Days are full 24 hours.
    counts_hours: bool,
    rows: Vec<ArithmeticRow>,
    total: i64,
}

impl Reckoning<'_> {
    /// Adds a line about what has no dates of its own.
    fn add(&mut self, kind: RowKind, number: u32, days: i64, penalty: i64) {
        self.total += days + penalty;
        self.rows.push(ArithmeticRow {
            kind,
            number,
            received: None,
            sent: None,
            hours: [None, None],
            gross: 0,
            leave: 0,
            days,
            penalty,
            total: self.total,
        });
    }

    /// Writes the dates into the line that was added last.
    fn dated(&mut self, (received, sent): (Day, Day), hours: [Option<Instant>; 2]) {
        let hours = hours.map(|at| at.filter(|_| self.counts_hours));
        let dates = sent.since(received).max(0);
        if let Some(row) = self.rows.last_mut() {
            row.received = Some(received);
            row.sent = Some(sent);
            row.hours = hours;
            let (gross, leave) = match hours {
                [Some(from), Some(until)] => {
                    let full = (until.unix() - from.unix()).max(0) / 86_400;
                    (full, (full - row.days).max(0))
                }
                _ => (dates, dates - charge(received, sent, self.free)),
            };
            row.gross = gross;
            row.leave = leave;
        }
    }

    fn replied(&mut self, days: i64, number: u32) {
        if days > 0 {
            self.add(RowKind::Reply, number, days, 0);
        }
    }

    fn fault(&mut self, fault: &Fault, number: u32) {
        self.add(RowKind::Fault, number, fault.days, 0);
        self.dated((fault.since, fault.sent), [None, None]);
    }

    /// A move that was played, behind what stands beside it; `replies`: days of letters
    /// to the opponent.
    fn played(&mut self, mv: &PlayedMove, replies: i64) {
        self.replied(replies, mv.number);
        for fault in &mv.faults {
            self.fault(fault, mv.number);
        }
        let beside = replies.max(0) + mv.faults.iter().map(|f| f.days).sum::<i64>();
        self.add(RowKind::Move, mv.number, mv.days - beside, mv.penalty);
        if !mv.variant {
            // Behind a faulty letter it counts from an hour between.
            let hours = match mv.faults.is_empty() {
                true => [mv.received_at(), Some(mv.sent_at())],
                false => [None, None],
            };
            self.dated((mv.since, mv.sent), hours);
        }
    }

    fn penalty(&mut self, days: i64, number: u32) {
        if days != 0 {
            self.add(RowKind::Penalty, number, 0, days);
        }
    }

    /// The move that did not come. Its days are what the notice says was used, so that the
    /// last line is the sum it names.
    fn thinking(&mut self, since: Day, at: Option<Instant>, facts: &OverstepFacts, number: u32) {
        self.add(RowKind::Thinking, number, facts.total - self.total, 0);
        self.dated((since, facts.until), [at, None]);
    }
}
