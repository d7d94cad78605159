//! What will happen in a game by itself, if no letter comes: the days that
//! [`super::due()`] waits for, seen from before.

use super::due::{is_told, protest_day, repeat_day, silence_day, warning_day};
use super::oversteps::protest_until;
use crate::chess::Side;
use crate::record::{GameFile, Status};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coming {
    /// A side's time is over from this day on.
    Flag,
    /// The same of who accepts a series that stands through the move of that number.
    SeriesFlag(u32),
    /// The overstep may be announced from this day on: the flag fell, and a letter that left
    /// before has had its time on the way.
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

/// The form in which a forecast is kept: another one with each change of what it tells, or of
/// how that is reckoned.
const FORM: u32 = 1;

/// What comes in a game by itself, whatever the day on which it is asked: it is kept with
/// the game's summary, so that lists need not fold the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forecast {
    /// The form, of which older programs knew none.
    #[serde(default)]
    form: u32,
    /// Whose move it is.
    turn: Side,
    /// The clock that runs, unless an overstep is being decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockAhead>,
    /// The last letter is sent again (56.5.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repeat: Option<Day>,
    /// The silence is reported (56.5.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    silence: Option<Day>,
    /// A protest against an overstep may come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    protest: Option<ProtestAhead>,
}

/// What comes of a clock that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ClockAhead {
    side: Side,
    /// The flag falls: of who accepts a series that gives him more days, where one stands.
    flag: Day,
    /// The ordinary flag, of which letters warn, where that is an earlier one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ordinary: Option<Day>,
    /// The number of the move through which that series has to be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    through: Option<u32>,
    /// From this day on an overstep may be announced; none where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    announced: Option<Day>,
    /// The first warning, where it is still to come and not the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warning: Option<Day>,
    /// The last day before the flag, where there are warnings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<Day>,
}

impl ClockAhead {
    /// Whether play ends before the flag can fall: on the day after the end the game is
    /// adjudicated, unless the time was over by then.
    fn outlasts(&self, end: Option<Day>) -> bool {
        end.is_some_and(|end| self.flag > end.plus(1))
    }
}

/// The term of a protest against an overstep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ProtestAhead {
    /// Whose overstep it is.
    side: Side,
    /// Its last day.
    last: Day,
    /// When it is over, with the time of a letter on its way.
    settles: Day,
}

impl Forecast {
    /// A forecast as it is kept; `None` where another program has kept it in its own form,
    /// which says nothing of what this one foresees: the game is looked at then.
    ///
    /// # Errors
    /// It is none.
    pub fn read(kept: &str) -> serde_json::Result<Option<Forecast>> {
        /// What a forecast of any form can be read as.
        #[derive(Deserialize)]
        struct Kept {
            #[serde(default)]
            form: u32,
        }
        let read: serde_json::Result<Forecast> = serde_json::from_str(kept);
        match read {
            Ok(forecast) => Ok(Some(forecast).filter(|forecast| forecast.form == FORM)),
            Err(error) => match serde_json::from_str(kept) {
                Ok(Kept { form }) if form != FORM => Ok(None),
                _ => Err(error),
            },
        }
    }

    /// What comes in a game as things stand.
    pub fn of(game: &GameFile) -> Forecast {
        let mut forecast = Forecast {
            form: FORM,
            turn: game.turn(),
            clock: None,
            repeat: None,
            silence: None,
            protest: None,
        };
        if matches!(game.status, Status::Active | Status::Paused) {
            forecast.protest = protest(game);
        }
        if game.status == Status::Active {
            forecast.clock = clock(game);
            forecast.repeat = repeat_day(game);
            forecast.silence = silence_day(game);
        }
        forecast
    }

    /// What comes from a day to another, both included; the nearest first. What should have
    /// happened before is on the first day. Behind the last day of play no flag falls.
    pub fn within(&self, from: Day, to: Day, end: Option<Day>) -> Vec<Ahead> {
        let mut found = Vec::new();
        let mut add = |day: Option<Day>, what, side| {
            let day = day.map(|day| day.max(from)).filter(|day| *day <= to);
            found.extend(day.map(|day| Ahead { day, what, side }));
        };
        match &self.clock {
            Some(clock) if clock.outlasts(end) => {
                let warning = clock.warning.filter(|day| Some(*day) <= end);
                add(warning, Coming::Warning, clock.side);
            }
            Some(clock) => {
                let falls = |day: Day| Some(day).filter(|day| *day >= from);
                let ordinary = clock.ordinary.unwrap_or(clock.flag);
                add(falls(ordinary), Coming::Flag, clock.side);
                if clock.ordinary.is_some() {
                    let through = clock.through.unwrap_or_default();
                    add(falls(clock.flag), Coming::SeriesFlag(through), clock.side);
                }
                // A letter that left before the flag may still be on its way.
                add(clock.announced, Coming::Overstep, clock.side);
                // Whose time is over already is not warned any more.
                if ordinary > from {
                    add(clock.warning, Coming::Warning, clock.side);
                    add(clock.last, Coming::LastDay, clock.side);
                }
            }
            None => {}
        }
        add(self.repeat, Coming::Repeat, self.turn);
        add(self.silence, Coming::Silence, self.turn);
        if let Some(protest) = &self.protest {
            // After the last day there is the time of a letter on its way.
            let day = match protest.last < from {
                true => protest.settles,
                false => protest.last,
            };
            add(Some(day), Coming::ProtestEnds, protest.side);
        }
        found.sort();
        found.dedup();
        found
    }
}

fn protest(game: &GameFile) -> Option<ProtestAhead> {
    let exceeded = game.exceeded.as_ref()?;
    let settles = protest_day(game)?;
    let [on_claim, _] = game.facts.regulations.protest_days;
    let left = exceeded.notice_left.map(|at| game.facts.zone.day(at));
    Some(ProtestAhead {
        side: exceeded.side,
        last: protest_until(game, left, on_claim)?,
        settles,
    })
}

fn clock(game: &GameFile) -> Option<ClockAhead> {
    let tally = game.tally();
    // Of the time over which is being decided nothing comes any more; the clock that begins
    // at zero behind it, and the opponent's, run on.
    let decided = |side: Side| {
        let exceeded = game.exceeded.as_ref().is_some_and(|e| e.side == side);
        exceeded && tally.anew.is_none()
    };
    let running = game.running().filter(|r| !decided(r.side))?;
    let last = running.flag.plus(-1).max(running.since);
    let warning = warning_day(game);
    let (flag, _, _) = running.deadline(0);
    Some(ClockAhead {
        side: running.side,
        flag,
        ordinary: (flag != running.flag).then_some(running.flag),
        through: running
            .series
            .filter(|_| flag != running.flag)
            .map(|s| s.through),
        announced: (!is_told(game, running.side, flag))
            .then(|| flag.plus(game.days_on_the_way(running.side))),
        warning: warning.filter(|day| !game.marks.warned(running.flag) && *day < last),
        last: warning.map(|_| last),
    })
}
