//! `td compensate`: days lost to an outage are given back (53.3). The dates on which a clock ran while
//! letters could not pass become nobody's. So no time ever falls below zero, and every
//! form shows which dates do not count.

use super::plan::{Given, Plan, WholeTournament};
use super::ruling_letters::RulingLetters;
use super::words::day;
use super::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::arbiter::notice::{DatesGiven, NamedDecision, Recipient};
use crate::arbiter::{Ruling, record};
use crate::chess::{BySide, Side};
use crate::clock::DaySpan;
use crate::ids::{GameName, PlayerId};
use crate::record::game::tally::counted_dates;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;
use std::collections::BTreeSet;

/// Give back the days of an outage in all games of a tournament that it hit (53.3)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CompensateOrder {
    /// The tournament's code
    pub code: String,
    /// At most so many days to each clock
    #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
    pub days: u32,
    /// The first day of the outage (else so many days up to yesterday)
    #[arg(long, value_parser = day, requires = "to")]
    pub from: Option<Day>,
    /// Its last day
    #[arg(long, value_parser = day, requires = "from")]
    pub to: Option<Day>,
    /// Only these games: their numbers, with commas
    #[arg(long, value_delimiter = ',')]
    pub games: Vec<u32>,
}

impl Ordered for CompensateOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Compensate(self))
    }
}

/// Who gets days back for an outage, and why: what is shown before it is decided.
#[derive(Clone, Debug)]
pub struct Compensation {
    /// The tournament's code.
    pub code: String,
    /// The days of the outage.
    pub window: DaySpan,
    /// The games that it touched.
    pub lines: Vec<OutageLine>,
}

/// A game that the outage touched.
#[derive(Clone, Debug)]
pub struct OutageLine {
    /// Its name.
    pub name: GameName,
    /// Who plays.
    pub players: BySide<String>,
    /// Whose clocks ran.
    pub hits: Vec<Hit>,
    /// Letters that were lost or late.
    pub touched: Vec<Touched>,
}

impl CompensateOrder {
    /// What is given back in each game that it is about, who is told, and what is shown
    /// beside it.
    ///
    /// # Errors
    ///
    /// The days are none, or no clock ran on them.
    pub fn plan(
        &self,
        all: &WholeTournament,
        given: Given<'_>,
    ) -> Result<(Plan, Compensation), Refusal> {
        let (today, code) = (all.today(given), all.code.clone());
        let most = i64::from(self.days);
        let window = self.window(today);
        if most == 0 {
            return Err(Refusal::NothingGiven);
        }
        if window.to < window.from {
            return Err(Refusal::OutageBackwards);
        }
        if window.to > today {
            return Err(Refusal::OutageToCome(window.to));
        }
        if all.games.is_empty() {
            return Err(Refusal::NoneOfThese(code));
        }
        let mut plan = Plan::default();
        let mut lines = Vec::new();
        let mut told: Vec<Returned> = Vec::new();
        for game in &all.games {
            let line = OutageLine::of(game, window, (most, today));
            if !line.hits.is_empty() {
                let ruling = give(game, &line.hits, given);
                let after = ruling.game.as_deref().unwrap_or(game);
                told.extend(line.hits.iter().map(|hit| Returned::of(after, hit)));
                plan.rulings.push(ruling);
            }
            if !line.hits.is_empty() || !line.touched.is_empty() {
                lines.push(line);
            }
        }
        let (from, to) = (window.from, window.to);
        if told.is_empty() {
            return Err(Refusal::NoClockRan { code, from, to });
        }
        plan.rulings
            .push(letters(all.ruling_letters(given), &code, window, &told));
        let games: BTreeSet<&str> = told.iter().map(|g| g.dates.game.as_str()).collect();
        plan.done.push(Outcome::Compensated {
            code: code.clone(),
            days: told.iter().map(|g| g.dates.days).sum(),
            games: games.len(),
            from,
            to,
            most,
        });
        let shown = Compensation {
            code,
            window,
            lines,
        };
        Ok((plan, shown))
    }

    /// Whether it is about a game of this number.
    pub fn is_about(&self, number: u32) -> bool {
        self.games.is_empty() || self.games.contains(&number)
    }

    /// The days of the outage: those told, or as many as are given up to yesterday.
    fn window(&self, today: Day) -> DaySpan {
        match (self.from, self.to) {
            (Some(from), Some(to)) => DaySpan { from, to },
            _ => DaySpan {
                from: today.plus(-i64::from(self.days)),
                to: today.plus(-1),
            },
        }
    }
}

/// What an outage cost one side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Whose clock ran.
    pub side: Side,
    /// The dates given back, in runs.
    pub dates: Vec<DaySpan>,
    /// How many they are.
    pub days: i64,
    /// Dates of the window on which the clock ran.
    pub ran: i64,
}

/// A letter that the outage touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A letter of ours to that side came back, or was given up, on this day.
    Lost(Side, Day),
    /// A move of that side, sent on the first day, came on the second.
    Late(Side, Day, Day),
}

/// The dates on which each side's clock ran in a window, at most so many of them. A
/// clock that runs now ran up to and with `today`.
fn hits(game: &GameFile, window: DaySpan, most: i64, today: Day) -> Vec<Hit> {
    if !matches!(game.status, Status::Active | Status::Paused) {
        return Vec::new();
    }
    let ran = ran(game, window, today);
    Side::BOTH
        .into_iter()
        .filter_map(|side| {
            let days = ran.get(side);
            let given: Vec<Day> = days
                .iter()
                .copied()
                .take(usize::try_from(most).unwrap_or(0))
                .collect();
            (!given.is_empty()).then(|| Hit {
                side,
                dates: in_runs(&given),
                days: i64::try_from(given.len()).unwrap_or(i64::MAX),
                ran: i64::try_from(days.len()).unwrap_or(i64::MAX),
            })
        })
        .collect()
}

/// The dates of a window that count for each side.
fn ran(game: &GameFile, window: DaySpan, today: Day) -> BySide<BTreeSet<Day>> {
    let mut all: BySide<BTreeSet<Day>> = BySide::default();
    let mut add = |side: Side, from: Day, until: Day| {
        let (mut day, last) = (from.max(window.from), until.plus(-1).min(window.to));
        while day <= last {
            all.get_mut(side).insert(day);
            day = day.plus(1);
        }
    };
    for (side, span) in counted_dates(game, today.plus(1)) {
        add(side, span.from, span.to.next());
    }
    all
}

/// Days in order as runs of days.
pub fn in_runs(days: &[Day]) -> Vec<DaySpan> {
    let mut runs: Vec<DaySpan> = Vec::new();
    for day in days {
        match runs.last_mut() {
            Some(run) if run.to.plus(1) == *day => run.to = *day,
            _ => runs.push(DaySpan {
                from: *day,
                to: *day,
            }),
        }
    }
    runs
}

/// Letters that were lost or late in a window, as the record has it.
fn touched(game: &GameFile, window: DaySpan) -> Vec<Touched> {
    let within = |day: Day| window.from <= day && day <= window.to;
    let zone = game.facts.zone;
    let transit = i64::from(game.facts.regulations.transit_days);
    let each = game.entries.iter().filter_map(|entry| match &entry.event {
        Event::LetterLost { to, .. } => {
            let day = zone.day(entry.at);
            within(day).then_some(Touched::Lost(*to, day))
        }
        Event::MovePlayed { ply, sent, .. } => {
            let came = zone.day(entry.at);
            let late = within(*sent) && came > sent.plus(transit) && !entry.cause.is_order();
            late.then(|| Touched::Late(game.side_of_ply(*ply), *sent, came))
        }
        _ => None,
    });
    each.collect()
}

impl OutageLine {
    /// A game in an outage, with at most so many days for each clock up to today.
    fn of(game: &GameFile, window: DaySpan, (most, today): (i64, Day)) -> OutageLine {
        let name = |side| game.player(side).name.clone();
        OutageLine {
            name: game.facts.name.clone(),
            players: BySide {
                white: name(Side::White),
                black: name(Side::Black),
            },
            hits: hits(game, window, most, today),
            touched: touched(game, window),
        }
    }
}

/// Days that a side gets back, with whom its game concerns.
struct Returned {
    players: BySide<PlayerId>,
    dates: DatesGiven,
}

impl Returned {
    /// What a letter says of it, in the game as it is with them.
    fn of(game: &GameFile, hit: &Hit) -> Returned {
        let tally = game.tally();
        let player = |side| game.player(side);
        Returned {
            players: BySide {
                white: player(Side::White).id,
                black: player(Side::Black).id,
            },
            dates: DatesGiven {
                game: game.facts.name.to_string(),
                white: player(Side::White).name.clone(),
                black: player(Side::Black).name.clone(),
                side: hit.side,
                yours: false,
                days: hit.days,
                dates: hit.dates.iter().map(|s| (s.from, s.to)).collect(),
                total: tally.sides.get(hit.side).total,
                flag: tally.running.filter(|r| r.side == hit.side).map(|r| r.flag),
            },
        }
    }
}

/// Records what is given in a game.
fn give(game: &GameFile, hits: &[Hit], given: Given<'_>) -> Ruling {
    Ruling::on(game, |game| {
        let mut ruling = Ruling::default();
        for hit in hits {
            let event = Event::TimeGiven {
                side: hit.side,
                dates: hit.dates.clone(),
            };
            let article = Article::ArbiterDecides.number(game.facts.profile);
            let entry = Entry::new(given.now, Cause::Order, event).on(article);
            record(game, &mut ruling, entry.noted(given.reason));
        }
        ruling
    })
}

/// What is told of the compensation for an outage: to each player about his games, to
/// the arbiter about all.
fn letters(
    letters_about: RulingLetters<'_>,
    code: &str,
    window: DaySpan,
    given: &[Returned],
) -> Ruling {
    let players: BTreeSet<PlayerId> = given
        .iter()
        .flat_map(|given| [given.players.white, given.players.black])
        .collect();
    letters_about.letters(players, |to| {
        let his = |players: &BySide<PlayerId>| match to {
            Recipient::Player(id) => players.white == id || players.black == id,
            _ => true,
        };
        let games = given.iter().filter(|given| his(&given.players));
        NamedDecision::Compensated {
            code: code.to_owned(),
            window: (window.from, window.to),
            games: games
                .map(|Returned { players, dates }| DatesGiven {
                    yours: to == Recipient::Player(*players.get(dates.side)),
                    ..dates.clone()
                })
                .collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn days_are_told_in_runs() {
        let days: Vec<Day> = ["2026-03-01", "2026-03-02", "2026-03-05"].map(d).to_vec();
        let runs = in_runs(&days);
        assert_eq!(runs.len(), 2);
        assert_eq!(
            (runs[0].to, runs[1].from),
            (d("2026-03-02"), d("2026-03-05"))
        );
        assert_eq!(in_runs(&[]), []);
    }
}
