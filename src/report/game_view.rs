//! A game for a reader: the clocks as of a day, and the arithmetic of an
//! overstep, every figure of which stands in the record.

use crate::arbiter::notice::OverstepFacts;
use crate::chess::Side;
use crate::clock::charge;
use crate::record::times::SeriesFlag;
use crate::record::{Fault, GameFile, PlayedMove, Status};
use crate::time::{Day, Instant};

/// The clock of one side on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// Moves made.
    pub moves: u32,
    /// Days of thinking on the moves made, penalties excluded.
    pub days: i64,
    /// Days the running clock has used so far.
    pub running: i64,
    /// Penalty days.
    pub penalty: i64,
    /// All of these.
    pub total: i64,
    /// Days allowed up to and with the control move.
    pub limit: i64,
    /// The number of the control move, as printed.
    pub control: u32,
    /// Days left on that day.
    pub left: i64,
}

/// The clock that runs, or will run as soon as the letter has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningView {
    /// Whose.
    pub side: Side,
    /// The receipt that counts.
    pub since: Day,
    /// The first day on which the side has overstepped.
    pub flag: Day,
    /// The last day on which a move may be sent.
    pub last_day: Day,
    /// Where a series that stands reaches over the control: the printed number of the
    /// move through which it has to be accepted, and the last day if it is.
    pub series: Option<(u32, Day)>,
    /// Reckoned from a letter that is leaving today.
    pub expected: bool,
}

/// The clock of a side as of a day.
pub fn clock(game: &GameFile, side: Side, today: Day) -> ClockView {
    let tally = game.tally();
    let clock = tally.sides.get(side);
    let running = match tally.running {
        Some(r) if r.side == side => tally.used(game, today),
        _ => 0,
    };
    let per = game.facts.regulations.moves_per_period.max(1);
    let next = clock.moves + 1;
    // After a reset the periods count anew, the printed numbers go on.
    let control = due_number(game, side) + (next.div_ceil(per) * per - next);
    ClockView {
        moves: clock.moves,
        days: clock.days,
        running,
        penalty: clock.penalty,
        total: clock.total + running,
        limit: clock.limit,
        control,
        left: clock.left - running,
    }
}

/// The running clock; where the letter that starts it is only being written,
/// as it will be if that letter leaves now.
pub fn running(game: &GameFile, now: Instant) -> Option<RunningView> {
    if game.status != Status::Active {
        return None;
    }
    // A pause that is over ends with the receipt of the ruling, which is only being
    // written: without an end it would push the flag behind the calendar.
    let transit = i64::from(game.facts.regulations.transit_days);
    let received = game.facts.zone.day(now).plus(transit);
    if let Some(resumed) = game.as_if_resumed(received) {
        return running(&resumed, now);
    }
    let expected = game.as_if_left(now);
    let running = expected.as_ref().unwrap_or(game).tally().running?;
    let of_series = |s: SeriesFlag| (s.through, s.flag.plus(-1));
    Some(RunningView {
        side: running.side,
        since: running.since,
        flag: running.flag,
        last_day: running.flag.plus(-1),
        series: running.series.map(of_series),
        expected: expected.is_some() || game.request_waits().is_some(),
    })
}

/// The printed number of the next move of a side.
pub fn due_number(game: &GameFile, side: Side) -> u32 {
    match (game.turn(), side) {
        (Side::Black, Side::White) => game.move_number() + 1,
        _ => game.move_number(),
    }
}

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
    /// Dates from receipt to dispatch.
    pub gross: i64,
    /// Leave and pauses among them.
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

    let mut rows = Vec::new();
    let mut total = 0;
    let leave =
        |received: Day, sent: Day| sent.since(received).max(0) - charge(received, sent, &free);
    let fault_row = |fault: &Fault, number: u32, total: i64| ArithmeticRow {
        kind: RowKind::Fault,
        number,
        received: Some(fault.since),
        sent: Some(fault.sent),
        gross: fault.sent.since(fault.since).max(0),
        leave: leave(fault.since, fault.sent),
        days: fault.days,
        penalty: 0,
        total,
    };
    let reply_row = |days: i64, number: u32, total: i64| ArithmeticRow {
        kind: RowKind::Reply,
        number,
        received: None,
        sent: None,
        gross: 0,
        leave: 0,
        days,
        penalty: 0,
        total,
    };
    for mv in &moves {
        let mut own = mv.days;
        let of_move = usize::try_from(mv.ply)
            .ok()
            .and_then(|ply| ply.checked_sub(1));
        let time = of_move.and_then(|index| game.tally().moves.get(index));
        let replied = time.map_or(0, |time| time.replies);
        if replied > 0 {
            own -= replied;
            total += replied;
            rows.push(reply_row(replied, mv.number, total));
        }
        for fault in &mv.faults {
            own -= fault.days;
            total += fault.days;
            rows.push(fault_row(fault, mv.number, total));
        }
        total += own + mv.penalty;
        let plain = (!mv.variant).then_some((mv.since, mv.sent));
        rows.push(ArithmeticRow {
            kind: RowKind::Move,
            number: mv.number,
            received: plain.map(|p| p.0),
            sent: plain.map(|p| p.1),
            gross: plain.map_or(0, |(r, s)| s.since(r).max(0)),
            leave: plain.map_or(0, |(r, s)| leave(r, s)),
            days: own,
            penalty: mv.penalty,
            total,
        });
    }
    if !facts.thinking {
        return rows;
    }

    let number = due_number(game, side);
    let replied = *game.tally().replies.get(side);
    if replied > 0 {
        total += replied;
        rows.push(reply_row(replied, number, total));
    }
    if side == game.turn() {
        for fault in &game.pending {
            total += fault.days;
            rows.push(fault_row(fault, number, total));
        }
    }
    let beside: i64 = moves.iter().map(|m| m.penalty).sum();
    let due = counted.penalty - beside;
    if due != 0 {
        total += due;
        rows.push(ArithmeticRow {
            kind: RowKind::Penalty,
            number,
            received: None,
            sent: None,
            gross: 0,
            leave: 0,
            days: 0,
            penalty: due,
            total,
        });
    }
    if let Some(since) = facts.since {
        let gross = facts.until.since(since).max(0);
        let off = leave(since, facts.until);
        // What the notice says was used, so that the last line is the sum it names.
        let days = facts.total - total;
        rows.push(ArithmeticRow {
            kind: RowKind::Thinking,
            number,
            received: Some(since),
            sent: Some(facts.until),
            gross,
            leave: off,
            days,
            penalty: 0,
            total: total + days,
        });
    }
    rows
}
