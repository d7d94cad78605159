//! What will happen in a game by itself, if no letter comes: the days that
//! [`super::due()`] waits for, seen from before.

use super::due::{protest_day, repeat_day, silence_day, warning_day};
use super::oversteps::protest_until;
use crate::chess::Side;
use crate::record::{GameFile, Status};
use crate::time::Day;
use serde::Serialize;

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coming {
    /// A side's time is over from this day on.
    Flag,
    /// The overstep may be announced from this day on; the flag fell before.
    Overstep,
    /// The last day of a protest against an overstep: without one it stands.
    ProtestEnds,
    /// The first warning before the control.
    Warning,
    /// The last day before the flag: the second warning.
    LastDay,
    /// The last letter is sent again (56.5.1).
    Repeat,
    /// The silence is reported (56.5.3).
    Silence,
}

/// Something to come on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ahead {
    /// The day, in the tournament's zone.
    pub day: Day,
    /// What.
    pub what: Coming,
    /// Whom it is about.
    pub side: Side,
}

/// What comes in a game from a day to another, both included, as things stand; the
/// nearest first. What should have happened before is on the first day.
pub fn ahead(game: &GameFile, from: Day, to: Day) -> Vec<Ahead> {
    let mut found: Vec<Ahead> = match game.status {
        Status::Active => {
            let mut found = running(game, from);
            found.extend(protest(game, from));
            found
        }
        Status::Paused => protest(game, from).into_iter().collect(),
        Status::Waiting | Status::Adjudication | Status::Finished => Vec::new(),
    };
    found.retain(|a| (from..=to).contains(&a.day));
    found.sort();
    found.dedup();
    found
}

fn protest(game: &GameFile, from: Day) -> Option<Ahead> {
    let exceeded = game.exceeded.as_ref()?;
    let settles = protest_day(game)?;
    let [on_claim, _] = game.facts.regulations.protest_days;
    let left = exceeded.notice_left.map(|at| game.facts.zone.day(at));
    let last = protest_until(game, left, on_claim)?;
    Some(Ahead {
        // After the last day there is the time of a letter on its way.
        day: if last < from { settles.max(from) } else { last },
        what: Coming::ProtestEnds,
        side: exceeded.side,
    })
}

fn running(game: &GameFile, from: Day) -> Vec<Ahead> {
    let turn = game.turn();
    let mut found = Vec::new();
    let mut add = |day: Option<Day>, what, side| {
        found.extend(day.map(|day| Ahead {
            day: Day::max(day, from),
            what,
            side,
        }));
    };
    if let Some(clock) = game.tally().running.filter(|_| game.exceeded.is_none()) {
        let transit = game.days_on_the_way(clock.side);
        match clock.flag >= from {
            true => add(Some(clock.flag), Coming::Flag, clock.side),
            false => add(Some(clock.flag.plus(transit)), Coming::Overstep, clock.side),
        }
        let last = clock.flag.plus(-1).max(clock.since);
        let warning = warning_day(game);
        // Whose time is over already is not warned any more.
        let in_time = clock.flag > from;
        if !game.marks.warned && in_time {
            add(
                warning.filter(|day| *day < last),
                Coming::Warning,
                clock.side,
            );
        }
        if warning.is_some() && in_time {
            add(Some(last), Coming::LastDay, clock.side);
        }
    }
    add(repeat_day(game), Coming::Repeat, turn);
    add(silence_day(game), Coming::Silence, turn);
    found
}
