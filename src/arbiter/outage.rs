//! The server was away (RULES.md 4): where moves are made on its board, that time is
//! nobody's, and no flag falls before as long again, at least 24 hours, has passed with the
//! server there.

use super::ruling::{Occasion, Ruling, record};
use crate::chess::Side;
use crate::clock::{DaySpan, HourSpan};
use crate::record::game::tally::counted_dates;
use crate::record::times::Running;
use crate::record::{Event, GameFile, Status};
use crate::rules::{Article, DayUnit};
use crate::time::{Day, Instant};

/// The least time with the server there before a flag falls, in seconds.
const LEAST: i64 = 86_400;

/// What an outage gives back in a game; nothing is recorded where no clock ran in it.
pub fn server_away(game: &GameFile, away: HourSpan, now: Instant) -> Ruling {
    Ruling::on(game, |game| gives_back(game, away, now))
}

fn gives_back(game: &mut GameFile, away: HourSpan, now: Instant) -> Ruling {
    let mut ruling = Ruling::default();
    if game.status != Status::Active || !game.facts.regulations.web_moves {
        return ruling;
    }
    let running = running(game).filter(|r| r.deadline(0).1 > away.from);
    match game.facts.regulations.day_unit {
        DayUnit::Hours24 => {
            let sides = sides_in(game, away);
            for side in sides {
                hours(game, &mut ruling, (side, away), now);
            }
            if let Some(before) = running {
                flag_by_hours(game, &mut ruling, (before.side, away), now);
            }
        }
        DayUnit::Date => {
            for side in Side::BOTH {
                let whole = whole_dates(game, side, away);
                dates(game, &mut ruling, (side, whole), now);
            }
            if let Some(before) = running {
                flag_by_dates(game, &mut ruling, (before.side, away), now);
            }
        }
    }
    ruling
}

fn running(game: &GameFile) -> Option<Running> {
    game.tally().running
}

/// Whose clocks ran in a stretch: that of who is to move, and where somebody moved in it,
/// both.
fn sides_in(game: &GameFile, away: HourSpan) -> Vec<Side> {
    let moved = game.moves.last().is_some_and(|mv| mv.sent_at() > away.from);
    match (moved, running(game)) {
        (true, _) => Side::BOTH.to_vec(),
        (false, Some(running)) => vec![running.side],
        (false, None) => Vec::new(),
    }
}

fn hours(game: &mut GameFile, ruling: &mut Ruling, (side, hours): (Side, HourSpan), now: Instant) {
    let event = Event::HoursGiven { side, hours };
    let number = Article::MoveTime.number(game.facts.profile);
    record(game, ruling, Occasion::tick(now).entry(event, number));
}

/// Where the flag would fall too soon behind the outage, as much more is given.
fn flag_by_hours(
    game: &mut GameFile,
    ruling: &mut Ruling,
    (side, away): (Side, HourSpan),
    now: Instant,
) {
    let Some(after) = running(game).filter(|r| r.side == side) else {
        return;
    };
    let missing = not_before(away).unix() - after.deadline(0).1.unix();
    if missing > 0 {
        let more = HourSpan {
            from: away.until,
            until: away.until.plus_seconds(missing),
        };
        hours(game, ruling, (side, more), now);
    }
}

/// From when a flag may fall behind an outage.
fn not_before(away: HourSpan) -> Instant {
    let long = away.until.unix() - away.from.unix();
    away.until.plus_seconds(long.max(LEAST))
}

/// The dates that lie wholly in an outage and on which a side's clock ran.
fn whole_dates(game: &GameFile, side: Side, away: HourSpan) -> Vec<Day> {
    let zone = game.facts.zone;
    let first = zone.day(away.from.plus_seconds(-1)).plus(1);
    let past = zone.day(away.until);
    let mut found = Vec::new();
    for (of, span) in counted_dates(game, past) {
        let mut day = span.from.max(first);
        while of == side && day <= span.to && day < past {
            found.push(day);
            day = day.plus(1);
        }
    }
    found
}

fn dates(game: &mut GameFile, ruling: &mut Ruling, (side, days): (Side, Vec<Day>), now: Instant) {
    if days.is_empty() {
        return;
    }
    let runs: Vec<DaySpan> = days
        .iter()
        .map(|day| DaySpan {
            from: *day,
            to: *day,
        })
        .collect();
    let event = Event::TimeGiven {
        side,
        dates: crate::clock::free_of(&runs),
    };
    let number = Article::MoveTime.number(game.facts.profile);
    record(game, ruling, Occasion::tick(now).entry(event, number));
}

/// The same by dates: of those from the outage on, as many as that takes.
fn flag_by_dates(
    game: &mut GameFile,
    ruling: &mut Ruling,
    (side, away): (Side, HourSpan),
    now: Instant,
) {
    let Some(after) = running(game).filter(|r| r.side == side) else {
        return;
    };
    let zone = game.facts.zone;
    let earliest = not_before(away);
    let free = game.free_days(side);
    let is_free = |day: Day| free.iter().any(|s| s.from <= day && day <= s.to);
    let mut day = zone.day(away.from).max(after.since);
    let mut found = Vec::new();
    while falls_with(game, side, &found).is_some_and(|at| at < earliest) {
        while is_free(day) {
            day = day.plus(1);
        }
        found.push(day);
        day = day.plus(1);
    }
    dates(game, ruling, (side, found), now);
}

/// When the flag falls with more dates given back.
fn falls_with(game: &GameFile, side: Side, more: &[Day]) -> Option<Instant> {
    let mut tried = game.clone();
    let mut told = Ruling::default();
    let now = game.facts.zone.begins(game.facts.start);
    dates(&mut tried, &mut told, (side, more.to_vec()), now);
    running(&tried).map(|r| r.deadline(0).1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;
    use crate::chess::BySide;
    use crate::record::{About, Cause, Entry};
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
