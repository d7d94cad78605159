//! Proof that the stored state is what the record says. Everything is looked at, so all
//! processors look: each has a connection of its own, and all of them read one state.

use super::alone::Robot;
use super::desk::open_matters;
use super::rounds;
use super::stages;
use crate::error::Failure;
use crate::ids::GameId;
use crate::store::{Store, TournamentRow, View};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Games that are replayed in one go.
const GAMES_AT_ONCE: usize = 64;

/// Processors that are put to work at most: each has a connection with its memory.
const MOST_READERS: usize = 16;

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
    /// The letters.
    Letters,
}

impl Robot {
    /// Replays every game from its record and compares, pairs every round again that was
    /// paired one by one; checks the database.
    pub fn verify(&self) -> Result<(u64, Vec<Difference>), Failure> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let more = processors.min(MOST_READERS).saturating_sub(1);
        // One state throughout, whatever others write meanwhile: nobody waits for it.
        self.store.snapshot_beside(more, compare)
    }
}

fn compare(store: &Store, beside: Vec<Store>) -> Result<(u64, Vec<Difference>), Failure> {
    let view = store.read();
    let games = view.games_all()?;
    let tournaments = view.tournament_list()?;
    let mut parts = vec![Part::File];
    parts.extend(games.chunks(GAMES_AT_ONCE).map(Part::Games));
    parts.extend(tournaments.iter().map(Part::Tournament));
    parts.push(Part::Letters);
    let found = Work::of(&parts).done_by(store, beside)?;
    Ok((u64::try_from(games.len()).unwrap_or(u64::MAX), found))
}

/// Parts that are taken by whoever is free.
struct Work<'a> {
    parts: &'a [Part<'a>],
    /// In which order they are taken: what takes longest first.
    order: Vec<usize>,
    taken: AtomicUsize,
    failed: AtomicBool,
    found: Mutex<BTreeMap<usize, Result<Vec<Difference>, Failure>>>,
}

impl<'a> Work<'a> {
    fn of(parts: &'a [Part<'a>]) -> Work<'a> {
        let mut order: Vec<usize> = (0..parts.len()).collect();
        let is_long = |at: &usize| matches!(parts.get(*at), Some(Part::File | Part::Letters));
        order.sort_by_key(|at| !is_long(at));
        Work {
            parts,
            order,
            taken: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            found: Mutex::default(),
        }
    }

    /// What was found, in the order of the parts; the first error among them.
    fn done_by(self, store: &Store, beside: Vec<Store>) -> Result<Vec<Difference>, Failure> {
        std::thread::scope(|scope| {
            for other in beside {
                let work = &self;
                scope.spawn(move || work.take_with(&other));
            }
            self.take_with(store);
        });
        let found = self.found.into_inner();
        let found = found.unwrap_or_else(PoisonError::into_inner);
        let mut all = Vec::new();
        for part in found.into_values() {
            all.extend(part?);
        }
        Ok(all)
    }

    fn take_with(&self, store: &Store) {
        while !self.failed.load(Ordering::Relaxed) {
            let next = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(at) = self.order.get(next) else {
                return;
            };
            let Some(part) = self.parts.get(*at) else {
                return;
            };
            let found = differences(store, *part);
            match &found {
                Ok(found) if found.is_empty() => continue,
                Ok(_) => {}
                Err(_) => self.failed.store(true, Ordering::Relaxed),
            }
            let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(*at, found);
        }
    }
}

fn differences(store: &Store, part: Part<'_>) -> Result<Vec<Difference>, Failure> {
    let view = store.read();
    let of_file = |all: Vec<String>| all.into_iter().map(Difference::of_file).collect();
    match part {
        Part::File => Ok(of_file(store.integrity_check()?)),
        Part::Games(games) => {
            let mut found = Vec::new();
            for id in games {
                found.extend(of_game(view, *id)?);
            }
            Ok(found)
        }
        Part::Tournament(row) => {
            let mut all = rounds::check(&view, row)?;
            all.extend(stages::check(&view, row)?);
            Ok(of_file(all))
        }
        Part::Letters => Ok(of_file(store.archive_check()?)),
    }
}

fn of_game(view: View<'_>, id: GameId) -> Result<Vec<Difference>, Failure> {
    let Some(row) = view.game_row(id)? else {
        return Ok(Vec::new());
    };
    let differences = match view.game_load(id) {
        Ok(game) => {
            let mut differences = row.differs_from(&game);
            if row.due != crate::arbiter::next_due(&game) {
                differences.push("the due date differs from the record's".to_owned());
            }
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
