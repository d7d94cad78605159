//! How far a game is: moves, the last one, the position, and how the days of both
//! sides grew.

use crate::chess::{BySide, Move, Position, Side};
use crate::clock::Moment;
use crate::language::Language;
use crate::record::GameFile;
use crate::time::Day;

/// How far a game is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The round, from 1.
    pub round: u32,
    /// The number of the move that is due.
    pub number: u32,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// The last half-move.
    pub last: Option<LastMove>,
    /// The position on the board.
    pub position: Option<Position>,
    /// How the days of both sides grew.
    pub days: BySide<Growth>,
    /// Days and moves of a period of the control.
    pub period: (i64, u32),
    /// The day on which it ended, where it did.
    pub ended: Option<Day>,
}

/// The last half-move.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The move's number as printed.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// The move, in the position before it.
    played: (Position, Move),
    /// Its squares, file and rank from 0.
    pub squares: ((u8, u8), (u8, u8)),
    /// When it was sent.
    pub sent: Day,
}

impl LastMove {
    /// The move in the piece letters of a language.
    pub fn san(&self, language: Language) -> String {
        let (before, played) = &self.played;
        before.san_in(*played, language)
    }
}

/// How the days of a side grew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// After each move, in their order.
    pub steps: Vec<ProgressStep>,
    /// What the move that is due has used so far, faults and penalties among it;
    /// none where it is not this side's turn.
    pub thinking: Option<ProgressStep>,
    /// The first day over, where the clock runs.
    pub flag: Option<Day>,
}

/// The days of a side after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressStep {
    /// The move's number among those of this side, from 1 (anew after a reset).
    pub at: u32,
    /// Days and penalty days up to here.
    pub total: i64,
    /// Days allowed up to here.
    pub limit: i64,
    /// Penalty days beside this move.
    pub penalty: i64,
    /// Leave of the side that lay in the time of this move, in days.
    pub leave: i64,
}

impl Progress {
    /// How far a game is on a day of its zone.
    pub fn of(game: &GameFile, when: impl Into<Moment>) -> Progress {
        let when = when.into();
        let last = game.moves.last().zip(game.line.moves().last());
        let before = game.moves.len().checked_sub(1);
        let before = before.and_then(|ply| game.line.position_at(ply));
        Progress {
            round: game.facts.round,
            number: game.move_number(),
            turn: Some(game.turn()),
            last: last.zip(before).map(|((mv, played), before)| LastMove {
                number: mv.number,
                side: mv.side,
                squares: before.squares(*played),
                played: (before.clone(), *played),
                sent: mv.sent,
            }),
            position: Some(game.line.position().clone()),
            days: BySide {
                white: growth(game, Side::White, when),
                black: growth(game, Side::Black, when),
            },
            period: (
                i64::from(game.facts.regulations.days_per_period),
                game.facts.regulations.moves_per_period,
            ),
            ended: game
                .ending()
                .filter(|_| game.result.is_some())
                .map(|e| game.facts.zone.day(e.at)),
        }
    }
}

/// How the days of a side grew; after a reset from its first move that counts anew.
pub fn growth(game: &GameFile, side: Side, when: impl Into<Moment>) -> Growth {
    let when = when.into();
    let tally = game.tally();
    let clock = tally.clock(game, side, when);
    let all: Vec<_> = game.moves.iter().filter(|m| m.side == side).collect();
    let counted = usize::try_from(clock.moves).unwrap_or(usize::MAX);
    let skipped = all.len().saturating_sub(counted);
    let allowed = |k: u32| tally.limit(game, side, k);
    let leave_in = |from: Day, until: Day| -> i64 {
        let days = game.leave.get(side).iter().map(|l| {
            let first = l.days.from.max(from);
            let past = l.days.to.next().min(until);
            past.since(first).max(0)
        });
        days.sum()
    };
    let steps: Vec<ProgressStep> = (1..)
        .zip(all.into_iter().skip(skipped))
        .map(|(at, mv)| {
            let from = mv.faults.first().map_or(mv.received, |f| f.received);
            ProgressStep {
                at,
                total: mv.total,
                limit: allowed(at),
                penalty: mv.penalty,
                leave: leave_in(from, mv.sent),
            }
        })
        .collect();
    let running = tally.running.filter(|r| r.side == side);
    let beside = steps.iter().map(|s| s.penalty).sum::<i64>();
    let next = clock.moves + 1;
    let due = game.result.is_none() && game.turn() == side;
    let thinking = due.then(|| {
        let used = running.map_or(0, |_| tally.used(game, when));
        ProgressStep {
            at: next,
            total: clock.total + used,
            limit: clock.limit,
            penalty: clock.penalty - beside,
            leave: running.map_or(0, |r| leave_in(r.since, when.day)),
        }
    });
    Growth {
        steps,
        thinking,
        flag: running.map(|r| r.flag),
    }
}
