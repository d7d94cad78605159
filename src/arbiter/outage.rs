//! The server was away (RULES.md 4): where moves are made on its board, that time is
//! nobody's, and no flag falls before as long again, at least 24 hours, has passed with the
//! server there.

use super::ruling::{Occasion, Ruling, record};
use crate::chess::Side;
use crate::clock::{DaySpan, HourSpan};
use crate::record::game::tally::counted_dates;
use crate::record::times::Running;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::{Article, DayUnit};
use crate::time::{Day, Instant, Zone};

/// The least time with the server there before a flag falls, in seconds.
const LEAST: i64 = 86_400;

/// How what is given back is entered in the record.
type Enter<'e> = &'e dyn Fn(Event) -> Entry;

/// What an outage of the server gives back in a game with moves on its board; nothing is
/// recorded where no clock ran in it.
pub fn server_away(game: &GameFile, away: HourSpan, now: Instant) -> Ruling {
    let number = Article::MoveTime.number(game.facts.profile);
    match game.status == Status::Active && game.facts.regulations.web_moves {
        true => outage_made_good(game, away, &|event| {
            Occasion::tick(now).entry(event, number)
        }),
        false => Ruling::on(game, |_| Ruling::default()),
    }
}

/// What an outage of any kind gives back in a game, entered as told; nothing is recorded
/// where no clock ran in it.
pub fn outage_made_good(game: &GameFile, away: HourSpan, enter: Enter<'_>) -> Ruling {
    Ruling::on(game, |game| gives_back(game, away, enter))
}

fn gives_back(game: &mut GameFile, away: HourSpan, enter: Enter<'_>) -> Ruling {
    let mut ruling = Ruling::default();
    if !matches!(game.status, Status::Active | Status::Paused) {
        return ruling;
    }
    let before = running(game).filter(|r| r.deadline(0).1 > away.from);
    match game.facts.regulations.day_unit {
        DayUnit::Hours24 => {
            for side in Side::BOTH {
                if gains(game, side, away) {
                    record(game, &mut ruling, enter(hours(side, away)));
                }
            }
        }
        DayUnit::Date => {
            for side in Side::BOTH {
                let whole = whole_dates(game, side, away);
                let event = dates(side, &whole).map(enter);
                event.map(|entry| record(game, &mut ruling, entry));
            }
        }
    }
    let after = running(game)
        .zip(before)
        .filter(|(is, was)| is.side == was.side);
    let more = after.and_then(|(after, _)| more_for_flag(game, &after, away));
    more.map(|event| record(game, &mut ruling, enter(event)));
    ruling
}

fn running(game: &GameFile) -> Option<Running> {
    game.tally().running
}

/// Whether a stretch that is nobody's changes anything for a side.
fn gains(game: &GameFile, side: Side, away: HourSpan) -> bool {
    let mut with = game.clone();
    let mut told = Ruling::default();
    let tried = Entry::new(away.until, Cause::Tick, hours(side, away));
    record(&mut with, &mut told, tried);
    let times = |game: &GameFile| {
        let tally = game.tally();
        let falls = tally.running.filter(|r| r.side == side);
        let falls = falls.map(|r| r.deadline(0).1);
        (tally.sides.get(side).total, falls)
    };
    times(game) != times(&with)
}

fn hours(side: Side, hours: HourSpan) -> Event {
    Event::HoursGiven { side, hours }
}

fn dates(side: Side, days: &[Day]) -> Option<Event> {
    let runs: Vec<DaySpan> = days
        .iter()
        .map(|day| DaySpan {
            from: *day,
            to: *day,
        })
        .collect();
    let dates = crate::clock::free_of(&runs);
    (!dates.is_empty()).then_some(Event::TimeGiven { side, dates })
}

/// What is given beyond an outage, where the running flag would fall too soon behind it.
fn more_for_flag(game: &GameFile, after: &Running, away: HourSpan) -> Option<Event> {
    let earliest = not_before(away);
    match game.facts.regulations.day_unit {
        DayUnit::Hours24 => {
            let missing = earliest.unix() - after.deadline(0).1.unix();
            let more = HourSpan {
                from: away.until,
                until: away.until.plus_seconds(missing),
            };
            (missing > 0).then(|| hours(after.side, more))
        }
        DayUnit::Date => dates(after.side, &dates_until(game, after, away, earliest)),
    }
}

/// Dates from an outage on, as many as it takes for the flag to fall no sooner.
fn dates_until(game: &GameFile, after: &Running, away: HourSpan, earliest: Instant) -> Vec<Day> {
    let free = game.free_days(after.side);
    let is_free = |day: Day| free.iter().any(|s| s.from <= day && day <= s.to);
    let mut day = game.facts.zone.day(away.from).max(after.since);
    let mut found = Vec::new();
    while falls_with(game, after.side, &found).is_some_and(|at| at < earliest) {
        while is_free(day) {
            day = day.plus(1);
        }
        found.push(day);
        day = day.plus(1);
    }
    found
}

/// When the flag falls with more dates given back.
fn falls_with(game: &GameFile, side: Side, more: &[Day]) -> Option<Instant> {
    let mut tried = game.clone();
    if let Some(event) = dates(side, more) {
        let now = game.facts.zone.begins(game.facts.start);
        record(
            &mut tried,
            &mut Ruling::default(),
            Entry::new(now, Cause::Tick, event),
        );
    }
    running(&tried).map(|r| r.deadline(0).1)
}

/// From when a flag may fall behind an outage.
fn not_before(away: HourSpan) -> Instant {
    let long = away.until.unix() - away.from.unix();
    away.until.plus_seconds(long.max(LEAST))
}

/// The dates of a zone that lie wholly in a stretch; none, where the last is before the
/// first.
pub fn whole_days(zone: Zone, stretch: HourSpan) -> DaySpan {
    DaySpan {
        from: zone.day(stretch.from.plus_seconds(-1)).plus(1),
        to: zone.day(stretch.until).plus(-1),
    }
}

/// The dates that lie wholly in an outage and on which a side's clock ran.
fn whole_dates(game: &GameFile, side: Side, away: HourSpan) -> Vec<Day> {
    let whole = whole_days(game.facts.zone, away);
    let mut found = Vec::new();
    for (of, span) in counted_dates(game, whole.to.plus(1)) {
        let mut day = span.from.max(whole.from);
        while of == side && day <= span.to && day <= whole.to {
            found.push(day);
            day = day.plus(1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;
    use crate::chess::BySide;
    use crate::record::About;
    use crate::rules::Profile;
    use proptest::prelude::*;
    use std::sync::Arc;

    const HOUR: i64 = 3_600;

    /// White thinks since the start, by days of a unit; he has ten of them.
    fn thinking(unit: DayUnit) -> GameFile {
        let mut facts = facts(|of| {
            of.web_moves = true;
            of.day_unit = unit;
            of.days_per_period = 10;
            of.transit_days = 0;
        });
        facts.profile = Profile::Server;
        let mut game = GameFile::new(Arc::new(facts), BySide::default()).unwrap();
        let at = Instant::parse("2026-01-10T00:00:00Z").unwrap();
        let left = Event::LetterLeft {
            ply: 0,
            about: About::Start,
            to: Side::White,
            left: at,
            on_paper: false,
        };
        for event in [Event::Started, left] {
            game.apply(Entry::new(at, Cause::Order, event)).unwrap();
        }
        game
    }

    fn falls(game: &GameFile) -> Instant {
        game.tally().running.unwrap().deadline(0).1
    }

    proptest! {
        /// However long the server is away and whenever: the flag falls later by what was
        /// lost, or a day, or as long again, after it is back, and never sooner; a flag that
        /// had fallen before stays where it was.
        #[test]
        fn a_flag_falls_later_by_an_outage_and_not_soon_behind_it(
            begins in 1..300_i64,
            long in 1..400_i64,
            dates in any::<bool>(),
        ) {
            let unit = match dates {
                true => DayUnit::Date,
                false => DayUnit::Hours24,
            };
            let game = thinking(unit);
            let from = Instant::parse("2026-01-10T00:00:00Z").unwrap().plus_seconds(begins * HOUR);
            let away = HourSpan { from, until: from.plus_seconds(long * HOUR) };
            let ruling = server_away(&game, away, away.until);
            let after = ruling.game.unwrap();
            let (was, is) = (falls(&game), falls(&after));
            if was <= from {
                prop_assert_eq!(was, is);
                return Ok(());
            }
            prop_assert!(is >= not_before(away), "{} {}", is, not_before(away));
            prop_assert!(is >= was);
            let lost = match unit {
                DayUnit::Hours24 => was.plus_seconds(long * HOUR),
                DayUnit::Date => was.plus_seconds(long * HOUR / DAY * DAY + DAY),
            };
            let most = lost.max(not_before(away).plus_seconds(match unit {
                DayUnit::Hours24 => 0,
                DayUnit::Date => DAY,
            }));
            prop_assert!(is <= most, "{} {}", is, most);
        }
    }

    const DAY: i64 = 86_400;

    #[test]
    fn a_game_without_moves_on_the_board_is_as_it_was() {
        let mut game = thinking(DayUnit::Hours24);
        Arc::make_mut(&mut Arc::make_mut(&mut game.facts).regulations).web_moves = false;
        let from = Instant::parse("2026-01-12T00:00:00Z").unwrap();
        let until = from.plus_seconds(DAY);
        let ruling = server_away(&game, HourSpan { from, until }, until);
        assert_eq!(ruling.entries().len(), game.fresh().len());
    }
}
