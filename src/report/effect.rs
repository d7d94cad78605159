//! What an order changes: what holds in each game that it touches, before and after
//! it. The one maker of it, for the console, its JSON and the transcript of a letter.

use super::game_view::{self, ClockView, RunningView};
use super::words::common::{date, genitive};
use crate::chess::{BySide, Side};
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, ResultCode, Status};
use crate::time::{Day, Instant};
use serde_json::{Value, json};

/// An overstep that the record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstepped {
    /// The printed number of the move.
    pub number: u32,
    /// Days used with it.
    pub total: i64,
    /// Days allowed up to and with it.
    pub limit: i64,
}

/// What holds in a game at an hour: the days of both sides, their oversteps, the flag, the
/// result, and the places of both players in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The clocks, the running one as of the hour.
    pub clocks: BySide<ClockView>,
    /// The oversteps in the record, refused ones left aside: the first of each period.
    pub oversteps: BySide<Vec<Overstepped>>,
    /// The clock that runs, or will once the letters have left.
    pub running: Option<RunningView>,
    /// Where the game stands.
    pub status: Status,
    /// Its result, once there is one.
    pub result: Option<ResultCode>,
    /// The day, in the tournament's zone.
    pub today: Day,
    /// The moment.
    pub now: Instant,
    /// The places of both players: `2`, `1-3`; empty where the table does not tell.
    pub places: BySide<String>,
    /// Their places in the stages into which its result is carried over (26), by code.
    pub carried: Vec<(String, BySide<String>)>,
}

impl Situation {
    /// What holds in a game.
    pub fn of(game: &GameFile, places: BySide<String>, now: Instant) -> Situation {
        let today = game.facts.zone.day(now);
        Situation {
            clocks: BySide {
                white: game_view::clock(game, Side::White, game.moment(now)),
                black: game_view::clock(game, Side::Black, game.moment(now)),
            },
            oversteps: BySide {
                white: oversteps(game, Side::White),
                black: oversteps(game, Side::Black),
            },
            running: game_view::running(game, now),
            status: game.status,
            result: game.result.map(|r| r.code),
            today,
            now,
            places,
            carried: Vec::new(),
        }
    }

    /// Days used and allowed of a side whose time is over, in a game that is not: with the
    /// move that is due, or with one that was made.
    pub fn over(&self, side: Side) -> Option<(i64, i64)> {
        let clock = self.clocks.get(side);
        let fallen = self.running.filter(|r| r.side == side);
        let fallen = fallen
            .is_some_and(|r| r.flag <= r.since && r.series.is_none() || r.over_at <= self.now);
        let accepts = self
            .running
            .is_some_and(|r| r.side == side && r.series.is_some());
        let thinking = clock.left < 0 && !accepts || fallen;
        let thinking = thinking.then_some((clock.total, clock.limit));
        let made = self.oversteps.get(side).last().map(|o| (o.total, o.limit));
        thinking
            .or(made)
            .filter(|_| self.status != Status::Finished)
    }

    /// Whether a side has overstepped with a move with which it had not before.
    pub fn oversteps_anew(&self, side: Side, before: &Situation) -> bool {
        let known = |o: &Overstepped| {
            let all = before.oversteps.get(side);
            all.iter().any(|b| b.number == o.number)
        };
        !self.oversteps.get(side).iter().all(known)
    }

    fn flag(&self, language: Language) -> String {
        let Some(running) = self.running else {
            return Phrase("effect.no-flag").say(language).to_owned();
        };
        let phrase = match running.expected {
            true => Phrase("effect.flag-expected"),
            false => Phrase("effect.flag"),
        };
        let day = date(language, running.flag);
        let side = genitive(language, running.side);
        phrase.fill(language, &[("side", side), ("day", &day)])
    }

    fn told(&self, language: Language) -> String {
        let number = |n: i64| n.to_string();
        let [white, black] = [&self.clocks.white, &self.clocks.black];
        let clocks = Phrase("effect.clocks").fill(
            language,
            &[
                ("w", &number(white.total)),
                ("wl", &number(white.limit)),
                ("b", &number(black.total)),
                ("bl", &number(black.limit)),
            ],
        );
        let result = match self.result {
            Some(code) => code.text(),
            None => "*",
        };
        let result = Phrase("effect.result").fill(language, &[("result", result)]);
        let mut parts = vec![clocks];
        for side in Side::BOTH {
            let newest = self.oversteps.get(side).last();
            parts.extend(newest.map(|o| {
                let figures = [
                    ("side", genitive(language, side)),
                    ("move", &*number(i64::from(o.number))),
                    ("total", &*number(o.total)),
                    ("limit", &*number(o.limit)),
                ];
                Phrase("effect.overstepped").fill(language, &figures)
            }));
        }
        parts.extend([self.flag(language), result]);
        let stands = match self.status {
            Status::Waiting => Some(Phrase("effect.waiting")),
            Status::Paused => Some(Phrase("effect.paused")),
            Status::Adjudication => Some(Phrase("effect.adjudicated")),
            Status::Active | Status::Finished => None,
        };
        parts.extend(stands.map(|phrase| phrase.say(language).to_owned()));
        if !self.places.white.is_empty() {
            let places = [("w", &*self.places.white), ("b", &*self.places.black)];
            parts.push(Phrase("effect.places").fill(language, &places));
        }
        parts.extend(self.carried.iter().map(|(stage, places)| {
            let places = [
                ("stage", stage.as_str()),
                ("w", &*places.white),
                ("b", &*places.black),
            ];
            Phrase("effect.places-in").fill(language, &places)
        }));
        parts.join("; ")
    }

    fn json(&self) -> Value {
        let clock = |side| {
            let clock = self.clocks.get(side);
            let overstep = self.oversteps.get(side).last();
            json!({"total": clock.total, "penalty": clock.penalty,
                   "limit": clock.limit, "left": clock.left,
                   "overstep": overstep.map(|o| json!({
                       "number": o.number, "total": o.total, "limit": o.limit,
                   })),
                   "place": self.places.get(side)})
        };
        json!({
            "white": clock(Side::White), "black": clock(Side::Black),
            "running": self.running.map(|r| json!({
                "side": r.side, "since": r.since, "flag_falls": r.flag, "expected": r.expected,
            })),
            "status": self.status, "result": self.result.map_or("*", ResultCode::text),
            "carried": self.carried.iter().map(|(stage, places)| json!({
                "stage": stage, "white": places.white, "black": places.black,
            })).collect::<Vec<Value>>(),
        })
    }
}

fn oversteps(game: &GameFile, side: Side) -> Vec<Overstepped> {
    let all = game.tally().oversteps.get(side).iter();
    all.filter_map(|o| {
        let at = usize::try_from(o.at_move.checked_sub(1)?).ok()?;
        let ply = game.plies_of_period(side).nth(at)?;
        let mv = game.moves.get(usize::try_from(ply.checked_sub(1)?).ok()?)?;
        Some(Overstepped {
            number: mv.number,
            total: o.total,
            limit: o.limit,
        })
    })
    .collect()
}

/// What holds in one game before and after an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// Which game.
    pub game: GameName,
    /// Who plays it.
    pub names: BySide<String>,
    /// Before.
    pub before: Situation,
    /// After.
    pub after: Situation,
}

/// What an order changes, game by game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The games it touches, by name.
    pub changes: Vec<GameChange>,
}

impl Effect {
    /// For people, a line or three a game; empty where no game is touched.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = Vec::new();
        for change in &self.changes {
            let BySide { white, black } = &change.names;
            lines.push(format!("{}, {white} – {black}", change.game));
            let (before, after) = (change.before.told(language), change.after.told(language));
            let mut line = |title: Phrase, told: &str| {
                lines.push(format!("  {}: {told}", title.say(language)));
            };
            match before == after {
                true => line(Phrase("effect.both"), &before),
                false => {
                    line(Phrase("effect.before"), &before);
                    line(Phrase("effect.after"), &after);
                }
            }
        }
        lines
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let each = self.changes.iter().map(|c| {
            json!({"game": c.game.to_string(), "white": c.names.white, "black": c.names.black,
                   "before": c.before.json(), "after": c.after.json()})
        });
        Value::Array(each.collect())
    }
}
