//! `td compensate`: time lost to an outage is given back (53.3). The dates on which a clock ran while
//! letters could not pass become nobody's; where days are full 24 hours, the hours. So no time
//! ever falls below zero, and every form shows which dates do not count.

use super::plan::{Given, Plan, WholeTournament};
use super::ruling_letters::RulingLetters;
use super::words::moment;
use super::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::arbiter::notice::{DatesGiven, HoursTold, NamedDecision, Recipient};
use crate::arbiter::{Ruling, outage_made_good, record, whole_days};
use crate::chess::{BySide, Side};
use crate::clock::{DaySpan, HourSpan, free_of, hours_of};
use crate::ids::{GameName, PlayerId};
use crate::record::game::tally::counted_dates;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::{Day, Typed, Zone};
use clap::{ArgGroup, Args};
use std::collections::BTreeSet;

/// Give back what an outage took in all games of a tournament, or of all, that it hit (53.3)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
#[command(group = ArgGroup::new("named"))]
pub struct CompensateOrder {
    /// The tournament's code (else all tournaments: then tell from when to when)
    #[arg(group = "named")]
    pub code: Option<String>,
    /// At most so many days to each clock (else all that the outage took)
    #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
    pub days: Option<u32>,
    /// When the outage began: a day, or with an hour, 2026-03-03T14:05 (else so many days up to yesterday)
    #[arg(long, value_parser = moment, requires = "to", required_unless_present = "days")]
    pub from: Option<Typed>,
    /// When it ended: its last day, or with an hour
    #[arg(long, value_parser = moment, requires = "from")]
    pub to: Option<Typed>,
    /// The tournament's code, said by an option
    #[arg(long, value_name = "CODE", group = "named")]
    pub tournament: Option<String>,
    /// Only these games: their numbers, with commas
    #[arg(long, value_delimiter = ',', requires = "named")]
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
    /// The outage.
    pub window: Outage,
    /// The zone whose dates and hours are told.
    pub zone: Zone,
    /// The games that it touched.
    pub lines: Vec<OutageLine>,
}

/// How long an outage was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// On these days; each clock gets at most so many of them back.
    Days(DaySpan, i64),
    /// From one moment to another, all of it given back: where days are dates, those that
    /// lie wholly in it.
    Hours(HourSpan),
}

impl Outage {
    /// The days that it touched.
    pub fn days(self, zone: Zone) -> DaySpan {
        match self {
            Outage::Days(days, _) => days,
            Outage::Hours(hours) => DaySpan {
                from: zone.day(hours.from),
                to: zone.day(hours.until.plus_seconds(-1)),
            },
        }
    }
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
        let (today, code, zone) = (all.today(given), all.code.clone(), all.zone);
        let outage = self.outage(all, given)?;
        let days = outage.days(zone);
        if days.to > today {
            return Err(Refusal::OutageToCome(days.to));
        }
        if all.games.is_empty() {
            return Err(Refusal::NoneOfThese(code));
        }
        let mut plan = Plan::default();
        let mut lines = Vec::new();
        let mut told: Vec<Returned> = Vec::new();
        for game in &all.games {
            let (hits, ruling) = made_good(game, outage, today, given);
            let line = OutageLine::of(game, hits, days);
            if !line.hits.is_empty() {
                let after = ruling.game.as_deref().unwrap_or(game);
                told.extend(line.hits.iter().map(|hit| Returned::of(after, hit)));
                plan.rulings.push(ruling);
            }
            if !line.hits.is_empty() || !line.touched.is_empty() {
                lines.push(line);
            }
        }
        let (from, to) = (days.from, days.to);
        if told.is_empty() {
            return Err(Refusal::NoClockRan { code, from, to });
        }
        plan.rulings.push(letters(
            all.ruling_letters(given),
            &code,
            (outage, zone),
            &told,
        ));
        let games: BTreeSet<&str> = told.iter().map(|g| g.dates.game.as_str()).collect();
        plan.done.push(match outage {
            Outage::Days(_, most) => Outcome::Compensated {
                code: code.clone(),
                days: told.iter().map(|g| g.dates.days).sum(),
                games: games.len(),
                from,
                to,
                most,
            },
            Outage::Hours(hours) => Outcome::OutageMadeGood {
                code: code.clone(),
                clocks: told.len(),
                games: games.len(),
                from: zone.hour(hours.from),
                to: zone.hour(hours.until),
            },
        });
        let shown = Compensation {
            code,
            window: outage,
            zone,
            lines,
        };
        Ok((plan, shown))
    }

    /// Whether it is about a game of this number.
    pub fn is_about(&self, number: u32) -> bool {
        self.games.is_empty() || self.games.contains(&number)
    }

    /// The tournament, where it is about one.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref().or(self.tournament.as_deref())
    }

    /// The outage: what is told, or as many days as are given up to yesterday.
    fn outage(&self, all: &WholeTournament, given: Given<'_>) -> Result<Outage, Refusal> {
        let (today, zone) = (all.today(given), all.zone);
        let until = |to| match to {
            Typed::Day(day) => zone.begins(day.plus(1)),
            Typed::Clock(_) | Typed::At(_) => zone.typed(to),
        };
        let told = self.from.zip(self.to).map(|(from, to)| HourSpan {
            from: zone.typed(from),
            until: until(to),
        });
        let ends_first = |told: &HourSpan| told.until <= told.from;
        if told.is_some_and(|told| ends_first(&told)) {
            return Err(Refusal::OutageBackwards);
        }
        match (self.days.map(i64::from), told) {
            (Some(0), _) | (None, None) => Err(Refusal::NothingGiven),
            (Some(most), Some(told)) => Ok(Outage::Days(whole_days(zone, told), most)),
            (Some(most), None) => Ok(Outage::Days(
                DaySpan {
                    from: today.plus(-most),
                    to: today.plus(-1),
                },
                most,
            )),
            (None, Some(told)) if told.until > given.now && self.to_hour() => {
                Err(Refusal::OutageToCome(zone.day(told.until)))
            }
            (None, Some(told)) => Ok(Outage::Hours(told)),
        }
    }

    /// Its end was told by the hour.
    fn to_hour(&self) -> bool {
        matches!(self.to, Some(Typed::Clock(_) | Typed::At(_)))
    }
}

/// What an outage cost one side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Whose clock ran.
    pub side: Side,
    /// The dates given back, in runs.
    pub dates: Vec<DaySpan>,
    /// The hours given back, where days are full 24 hours, in runs.
    pub hours: Vec<HourSpan>,
    /// How many days they are; of hours, none.
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
                hours: Vec::new(),
                days: i64::try_from(given.len()).unwrap_or(i64::MAX),
                ran: i64::try_from(days.len()).unwrap_or(i64::MAX),
            })
        })
        .collect()
}

/// What an outage cost each side of a game, and the ruling that gives it back.
fn made_good(game: &GameFile, outage: Outage, today: Day, given: Given<'_>) -> (Vec<Hit>, Ruling) {
    let enter = |event| entered(game, event, given);
    match outage {
        Outage::Days(days, most) => {
            let hits = hits(game, days, most, today);
            let ruling = give(game, &hits, given);
            (hits, ruling)
        }
        Outage::Hours(hours) => {
            let ruling = outage_made_good(game, hours, &enter);
            let hits = Side::BOTH.into_iter().filter_map(|s| given_to(&ruling, s));
            (hits.collect(), ruling)
        }
    }
}

/// What a ruling gives back to a side.
fn given_to(ruling: &Ruling, of: Side) -> Option<Hit> {
    let (mut dates, mut hours) = (Vec::new(), Vec::new());
    for entry in ruling.entries() {
        match &entry.event {
            Event::TimeGiven { side, dates: runs } if *side == of => dates.extend(runs),
            Event::HoursGiven { side, hours: run } if *side == of => hours.push(*run),
            _ => {}
        }
    }
    let (dates, hours) = (free_of(&dates), hours_of(&hours));
    let long = |run: &DaySpan| run.to.since(run.from) + 1;
    let days = dates.iter().map(long).sum();
    (!dates.is_empty() || !hours.is_empty()).then_some(Hit {
        side: of,
        dates,
        hours,
        days,
        ran: days,
    })
}

/// An entry of what is given.
fn entered(game: &GameFile, event: Event, given: Given<'_>) -> Entry {
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let entry = Entry::new(given.now, Cause::Order, event).on(article);
    entry.noted(given.reason)
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
    /// A game in an outage, with what it cost there.
    fn of(game: &GameFile, hits: Vec<Hit>, days: DaySpan) -> OutageLine {
        let name = |side| game.player(side).name.clone();
        OutageLine {
            name: game.facts.name.clone(),
            players: BySide {
                white: name(Side::White),
                black: name(Side::Black),
            },
            hits,
            touched: touched(game, days),
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
                hours: hit
                    .hours
                    .iter()
                    .map(|s| HoursTold::of(*s, game.facts.zone))
                    .collect(),
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
            let entry = entered(game, event, given);
            record(game, &mut ruling, entry);
        }
        ruling
    })
}

/// What is told of the compensation for an outage: to each player about his games, to
/// the arbiter about all.
fn letters(
    letters_about: RulingLetters<'_>,
    code: &str,
    (outage, zone): (Outage, Zone),
    given: &[Returned],
) -> Ruling {
    let days = outage.days(zone);
    let hours = match outage {
        Outage::Days(..) => None,
        Outage::Hours(hours) => Some(HoursTold::of(hours, zone)),
    };
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
            window: (days.from, days.to),
            hours: hours.clone(),
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
