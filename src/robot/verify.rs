//! Proof that the stored state is what the record says. Everything is looked at, so all
//! processors look: each has a connection of its own, and all of them read one state.

use super::alone::Robot;
use super::desk::open_matters;
use super::rounds;
use super::stages;
use crate::arbiter::{Forecast, NamedLetter, disagreements, is_next_look, named_letters};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, LeaveId};
use crate::record::PlayerEvent;
use crate::store::{GameRow, KeptPart, ManyGames, TournamentRow, View};
use crate::time::{Day, Zone};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Games that are replayed in one go.
const GAMES_AT_ONCE: usize = 256;

/// A difference between a summary and the record, or a fault of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The game, where it is about one.
    pub game: Option<String>,
    /// What differs.
    pub what: String,
}

impl Difference {
    /// One that is about no game.
    fn of_file(what: String) -> Difference {
        Difference { game: None, what }
    }
}

/// A part of the proof. What is found is told in this order, whoever finds it first.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    /// The file itself.
    File,
    /// Some games.
    Games(&'a [GameId]),
    /// What was paired in some tournaments.
    Tournament(&'a TournamentRow),
    /// Some letters.
    Letters(KeptPart),
}

impl Robot {
    /// Replays every game from its record and compares, pairs every round again that was
    /// paired one by one; checks the database.
    pub fn verify(&self) -> Result<(u64, Vec<Difference>), Failure> {
        let games = self.store.read().games_total()?;
        // One state throughout, whatever others write meanwhile: nobody waits for it.
        self.store.side_by_side(games, compare)
    }
}

fn compare(view: View<'_>) -> Result<(u64, Vec<Difference>), Failure> {
    let games = view.games_all()?;
    let tournaments = view.tournament_list()?;
    let mut parts = vec![Part::File];
    parts.extend(games.chunks(GAMES_AT_ONCE).map(Part::Games));
    parts.extend(tournaments.iter().map(Part::Tournament));
    parts.extend(view.kept_parts()?.into_iter().map(Part::Letters));
    // The file takes longest and cannot be divided: it is taken first.
    let found = view.each(&parts, |view, part| differences(view, *part))?;
    let found = found.into_iter().flatten().collect();
    Ok((u64::try_from(games.len()).unwrap_or(u64::MAX), found))
}

fn differences(view: View<'_>, part: Part<'_>) -> Result<Vec<Difference>, Failure> {
    let of_file = |all: Vec<String>| all.into_iter().map(Difference::of_file).collect();
    match part {
        Part::File => Ok(of_file(view.integrity_check()?)),
        Part::Games(games) => {
            let mut found = Vec::new();
            let mut named = Vec::new();
            let mut many = view.games_many();
            let (Some(first), Some(last)) = (games.first(), games.last()) else {
                return Ok(found);
            };
            // They are all games of the home in their order: between these are no others.
            for row in view.game_rows_between(*first, *last)? {
                found.extend(of_game(&mut many, &row, &mut named)?);
            }
            found.extend(of_letters(view, &named)?);
            Ok(found)
        }
        Part::Tournament(row) => {
            let mut all = rounds::check(&view, row)?;
            all.extend(stages::check(&view, row)?);
            all.extend(leave_differs(view, row)?);
            Ok(of_file(all))
        }
        Part::Letters(part) => Ok(of_file(view.kept_check(part)?)),
    }
}

/// Leave of a tournament's players that is not what their entries amount to.
fn leave_differs(view: View<'_>, row: &TournamentRow) -> Result<Vec<String>, Failure> {
    let mut told: BTreeMap<LeaveId, (Day, Day)> = BTreeMap::new();
    for entry in view.player_events_of_tournament(row.facts.id)? {
        match entry.event {
            PlayerEvent::LeaveTaken {
                leave, from, to, ..
            } => {
                told.insert(leave, (from, to));
            }
            PlayerEvent::LeaveEnded { leave, to } => {
                if let Some((_, last)) = told.get_mut(&leave) {
                    *last = to;
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for leave in view.leave_of_tournament(row.facts.id)? {
        let (id, from, to) = (leave.id, leave.from, leave.to);
        match told.get(&id) {
            Some(days) if *days == (from, to) => {}
            Some((first, last)) => found.push(format!(
                "leave {id} is stored as {from} to {to}, the record says {first} to {last}"
            )),
            None => found.push(format!("leave {id} is not in the record")),
        }
    }
    Ok(found)
}

/// The letters that the entries of a game name, with the game's name and zone.
type OfGame = (GameName, Zone, Vec<NamedLetter>);

/// Whether the letters are there that entries name, and came when these say so.
fn of_letters(view: View<'_>, named: &[OfGame]) -> Result<Vec<Difference>, Failure> {
    let letters = named.iter().flat_map(|(.., letters)| letters);
    let ids: BTreeSet<InboundId> = letters.map(|named| named.letter).collect();
    let ids: Vec<InboundId> = ids.into_iter().collect();
    let arrivals = view.inbound_arrivals(&ids)?;
    let differs = |(game, zone, letters): &OfGame| {
        let of_letter =
            |named: &NamedLetter| named.differs(arrivals.get(&named.letter).copied(), *zone);
        let told = letters.iter().filter_map(of_letter);
        let all = told.map(|what| Difference {
            game: Some(game.to_string()),
            what,
        });
        all.collect::<Vec<_>>()
    };
    Ok(named.iter().flat_map(differs).collect())
}

fn of_game(
    many: &mut ManyGames<'_>,
    row: &GameRow,
    named: &mut Vec<OfGame>,
) -> Result<Vec<Difference>, Failure> {
    let differences = match many.game_load(row.id) {
        Ok(game) => {
            let mut differences = row.differs_from(&game);
            if !is_next_look(&game, row.due) {
                differences.push("the due date differs from the record's".to_owned());
            }
            let told = row.ahead.as_deref().map(Forecast::read);
            let stands = |told: &Forecast| *told == Forecast::of(&game);
            match told {
                None | Some(Ok(None)) => {}
                Some(Ok(Some(told))) if stands(&told) => {}
                Some(_) => differences.push("what comes differs from the record's".to_owned()),
            }
            differences.extend(disagreements(&game));
            let letters = named_letters(&game).collect();
            named.push((row.name.clone(), game.facts.zone, letters));
            let open = open_matters(&game);
            if let Some(stored) = row.matters.filter(|stored| *stored != open) {
                differences.push(format!(
                    "{stored} matters are stored as open, the record says {open}"
                ));
            }
            differences
        }
        Err(e) => vec![e.to_string()],
    };
    let name = Some(row.name.to_string());
    let told = differences.into_iter().map(|what| Difference {
        game: name.clone(),
        what,
    });
    Ok(told.collect())
}
