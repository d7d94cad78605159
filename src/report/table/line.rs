//! A game as the report on a tournament needs it: one line for each list.

use super::Progress;
use crate::arbiter::{as_it_stands, overstep_facts};
use crate::chess::{BySide, Side};
use crate::clock::Moment;
use crate::ids::{GameName, PlayerId};
use crate::record::{Event, FaultKind, GameFile, GameResult, Recorded, ResultCode, Status};
use crate::report::matters::{Matter, matters};
use crate::time::Day;
use crate::tournament::scored;

/// The clock of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideLine {
    /// Moves made (since a reset).
    pub moves: u32,
    /// Days and penalty days, as recorded.
    pub total: i64,
    /// Days allowed up to and with the next move.
    pub limit: i64,
    /// Allowed less total.
    pub left: i64,
    /// Days the running clock has used by the day of the report.
    pub used: i64,
    /// The first day over, where the clock runs.
    pub flag: Option<Day>,
    /// The same, if a series that gives more days is accepted through the move of that number.
    pub series: Option<(u32, Day)>,
    /// The next of these two that is still to come.
    pub to_come: Option<Day>,
    /// The first day on which an overstep may be spoken of has come by then.
    pub has_fallen: bool,
}

/// Days added to a side's time, or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyLine {
    /// Whose.
    pub side: Side,
    /// Days.
    pub days: i64,
    /// When it was recorded.
    pub date: Day,
    /// The article.
    pub article: Option<String>,
    /// The reason.
    pub note: String,
    /// The faulty move it was charged for, where it was for one.
    pub fault: Option<FaultKind>,
}

/// A side whose time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverdueLine {
    /// Whose.
    pub side: Side,
    /// The move with which, or while thinking on which, it was.
    pub at_move: u32,
    /// Days used.
    pub total: i64,
    /// Days allowed.
    pub limit: i64,
    /// The first day over, where one can be told.
    pub flag: Option<Day>,
    /// It is declared or claimed, and being decided.
    pub declared: bool,
}

/// A game for the report.
#[derive(Clone, Debug)]
pub struct GameLine {
    /// `CODE/N`.
    pub name: GameName,
    /// The round, from 1.
    pub round: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// Who plays it, or played it last.
    pub players: BySide<PlayerId>,
    /// Where it stands.
    pub status: Status,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Half-moves played.
    pub ply: u32,
    /// Both clocks.
    pub clocks: BySide<SideLine>,
    /// Every penalty, oldest first.
    pub penalties: Vec<PenaltyLine>,
    /// Sides whose time is over, while the game is not.
    pub overdue: Vec<OverdueLine>,
    /// What waits for the arbiter.
    pub matters: Vec<Matter>,
    /// How far it is.
    pub progress: Progress,
}

impl GameLine {
    /// The line of a game on a day of its zone.
    pub fn of(game: &GameFile, when: impl Into<Moment>) -> GameLine {
        let when = when.into();
        let zone = game.facts.zone;
        let penalties = game.standing_recorded().filter_map(|entry| {
            let Event::Penalty { side, days, ply } = entry.event else {
                return None;
            };
            let days = game.penalty_counted(entry.id, days);
            (days != 0).then(|| PenaltyLine {
                side,
                days,
                date: zone.day(entry.at),
                article: entry.grounds.clone(),
                note: entry.note.clone(),
                fault: fault_of(game, entry, ply),
            })
        });
        let open = matches!(game.status, Status::Active | Status::Paused);
        let overdue = Side::BOTH
            .into_iter()
            .filter(|_| open)
            .filter_map(|side| overdue(game, side, when));
        GameLine {
            name: game.facts.name.clone(),
            round: game.facts.round,
            white: game.player(Side::White).start_number,
            black: game.player(Side::Black).start_number,
            players: BySide {
                white: game.player(Side::White).id,
                black: game.player(Side::Black).id,
            },
            status: game.status,
            result: game.result,
            ply: game.ply(),
            clocks: BySide {
                white: side_line(game, Side::White, when),
                black: side_line(game, Side::Black, when),
            },
            penalties: penalties.collect(),
            overdue: overdue.collect(),
            matters: matters(game),
            progress: Progress::of(game, when),
        }
    }

    /// The game as the table counts it.
    pub fn standing(&self) -> scored::TableGame {
        scored::TableGame {
            white: self.white,
            black: self.black,
            result: counted(self.result.map(|r| r.code)),
            round: self.round,
        }
    }
}

/// A result as the table counts it.
pub fn counted(code: Option<ResultCode>) -> scored::TableResult {
    code.map_or(scored::TableResult::Open, ResultCode::counted)
}

/// The fault that the same letter or pass recorded for the same half-move.
fn fault_of(game: &GameFile, penalty: &Recorded, ply: u32) -> Option<FaultKind> {
    if penalty.cause.is_order() {
        return None;
    }
    let of_same = |e: &&Recorded| e.cause == penalty.cause && e.id < penalty.id;
    game.entries
        .iter()
        .rev()
        .filter(of_same)
        .find_map(|e| match e.event {
            Event::Faulty { ply: at, fault, .. } if at == ply => Some(fault),
            _ => None,
        })
}

fn side_line(game: &GameFile, side: Side, when: Moment) -> SideLine {
    let tally = game.tally();
    let clock = tally.clock(game, side, when);
    let running = game.running().filter(|r| r.side == side);
    SideLine {
        moves: clock.moves,
        total: clock.total,
        limit: clock.limit,
        left: clock.left,
        used: running.map_or(0, |_| tally.used(game, when)),
        flag: running.map(|r| r.flag),
        series: running.and_then(|r| r.series).map(|s| (s.through, s.flag)),
        to_come: running
            .filter(|r| !r.is_over(clock.limit, when))
            .map(|r| r.told(when)),
        has_fallen: running.is_some_and(|r| r.is_over(clock.limit, when)),
    }
}

fn overdue(game: &GameFile, side: Side, when: Moment) -> Option<OverdueLine> {
    if let Some(e) = game.exceeded.as_ref().filter(|e| e.side == side) {
        let now = as_it_stands(game, e);
        return now.flag.is_some().then_some(OverdueLine {
            side,
            at_move: now.at_move,
            total: now.total,
            limit: now.limit,
            flag: now.flag,
            declared: true,
        });
    }
    if let Some(facts) = overstep_facts(game, side, when) {
        return Some(OverdueLine {
            side,
            at_move: facts.at_move,
            total: facts.total,
            limit: facts.limit,
            flag: Some(facts.flag),
            declared: false,
        });
    }
    // Penalty days alone may have brought a side over while its clock stands.
    let clock = game.tally().clock(game, side, when);
    game.tally().overstepped(side, when).then_some(OverdueLine {
        side,
        at_move: clock.moves + 1,
        total: clock.total,
        limit: clock.limit,
        flag: None,
        declared: false,
    })
}
