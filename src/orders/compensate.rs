//! `td compensate`: days lost to an outage are given back (53.3). The dates on which a clock ran while
//! letters could not pass become nobody's. So no time ever falls below zero, and every
//! form shows which dates do not count.

use super::circular::Circular;
use super::words::day;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::arbiter::notice::{DatesGiven, NamedDecision, Recipient};
use crate::arbiter::{Ruling, record};
use crate::chess::{BySide, Side};
use crate::clock::DaySpan;
use crate::ids::PlayerId;
use crate::record::game::tally::counted_dates;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::{Day, Instant};
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

impl CompensateOrder {
    /// The days of the outage: those told, or as many as are given up to yesterday.
    pub fn window(&self, today: Day) -> DaySpan {
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
pub fn hits(game: &GameFile, window: DaySpan, most: i64, today: Day) -> Vec<Hit> {
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
pub fn touched(game: &GameFile, window: DaySpan) -> Vec<Touched> {
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

/// Records what is given in a game.
pub fn give(game: &GameFile, hits: &[Hit], reason: &str, now: Instant) -> Ruling {
    Ruling::on(game, |game| {
        let mut ruling = Ruling::default();
        for hit in hits {
            let event = Event::TimeGiven {
                side: hit.side,
                dates: hit.dates.clone(),
            };
            let article = Article::ArbiterDecides.number(game.facts.profile);
            let entry = Entry::new(now, Cause::Order, event).on(article);
            record(game, &mut ruling, entry.noted(reason));
        }
        ruling
    })
}

/// What is told of the compensation for an outage: to each player about his games, to
/// the arbiter about all.
pub fn letters(
    circular: Circular<'_>,
    code: &str,
    window: DaySpan,
    given: &[(BySide<PlayerId>, DatesGiven)],
) -> Ruling {
    let players: BTreeSet<PlayerId> = given
        .iter()
        .flat_map(|(players, _)| [players.white, players.black])
        .collect();
    circular.letters(players, |to| {
        let his = |players: &BySide<PlayerId>| match to {
            Recipient::Player(id) => players.white == id || players.black == id,
            _ => true,
        };
        let games = given.iter().filter(|(players, _)| his(players));
        NamedDecision::Compensated {
            code: code.to_owned(),
            window: (window.from, window.to),
            games: games
                .map(|(players, given)| DatesGiven {
                    yours: to == Recipient::Player(*players.get(given.side)),
                    ..given.clone()
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
