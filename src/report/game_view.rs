//! A game for a reader: the clocks as of a day.

use crate::chess::Side;
use crate::clock::Moment;
use crate::record::times::SeriesFlag;
use crate::record::{GameFile, Status};
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
    /// When that is, to the second.
    pub falls_at: Instant,
    /// The last day on which a move may be sent: the one before the flag, or the last day
    /// of play where that is earlier.
    pub last_day: Day,
    /// Where a series that stands gives more days: the printed number of the move through
    /// which it has to be accepted, and the last day if it is.
    pub series: Option<(u32, Day)>,
    /// Reckoned as if the first overstep of two that is being decided stood.
    pub anew: bool,
    /// The moment at which the time is over, where that series is accepted.
    pub over_at: Instant,
    /// Reckoned from a letter that is leaving today.
    pub expected: bool,
}

impl RunningView {
    /// Whether play ends before the flag can fall.
    pub fn ends_first(&self) -> bool {
        self.last_day < self.flag.plus(-1)
    }
}

/// The clock of a side as of a day or a moment.
pub fn clock(game: &GameFile, side: Side, when: impl Into<Moment>) -> ClockView {
    let (tally, when) = (game.tally(), when.into());
    let clock = tally.clock(game, side, when);
    let running = match tally.running {
        Some(r) if r.side == side => tally.used(game, when),
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
    let on_its_way = game.days_on_the_way(game.turn());
    let received = game.facts.zone.day(now).plus(on_its_way);
    if let Some(resumed) = game.as_if_resumed(received) {
        return running(&resumed, now);
    }
    let expected = game.as_if_left(now);
    let tally = expected.as_ref().unwrap_or(game).tally();
    let running = tally.running?;
    let of_series = |s: SeriesFlag| (s.through, game.last_day_before(s.flag));
    Some(RunningView {
        side: running.side,
        since: running.since,
        flag: running.flag,
        falls_at: running.falls_at,
        last_day: game.last_day_before(running.flag),
        series: running.series.map(of_series),
        anew: tally.anew.is_some_and(|(of, _)| of == running.side),
        over_at: running.deadline(0).1,
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
