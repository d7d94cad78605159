//! Several connections that read one state side by side: for work that looks at many things,
//! which is divided among them and comes together in order.

use super::engine::{Connection, Sort, Transaction};
use super::sqlite::CACHE_KIB;
use super::{Store, StoreError, View};
use crate::ids::GameId;
use crate::record::GameFile;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How often the state is taken anew because somebody committed meanwhile.
const TRIES: u32 = 20;

/// Processors that are put to work at most: each has a connection with its memory.
const MOST_READERS: usize = 16;

/// Games that are worth a connection of their own: opening one takes as long as reading some
/// dozens.
const GAMES_A_READER: u32 = 256;

impl Store {
    /// Runs a closure that reads one state throughout, with as many connections beside it as
    /// there are processors and so many games are worth: [`View::each`] divides work among them.
    ///
    /// # Errors
    /// As [`Store::snapshot_beside`].
    pub fn side_by_side<T, E: From<StoreError>>(
        &self,
        games: u32,
        work: impl FnOnce(View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let readers = usize::try_from(games / GAMES_A_READER).unwrap_or(MOST_READERS);
        let more = readers.min(processors.min(MOST_READERS).saturating_sub(1));
        self.snapshot_beside(more, work)
    }

    /// Runs a closure that reads one state throughout, whatever others write meanwhile, with
    /// so many more connections that read the same state, for [`View::each`]. Nobody waits
    /// for it.
    ///
    /// They are none where others cannot see what this connection sees: in a transaction
    /// that is not committed, in a file that was replaced, or where somebody commits all
    /// the time.
    ///
    /// # Errors
    /// Those of the closure; where a connection cannot be opened.
    pub fn snapshot_beside<T, E: From<StoreError>>(
        &self,
        more: usize,
        work: impl FnOnce(View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if more == 0 || self.is_shared {
            return self.snapshot(work);
        }
        if let Connection::Server(_) = &self.conn {
            let held = Transaction::begin(&self.conn, Sort::Reads).map_err(StoreError::from)?;
            let state = self.state_for_others()?;
            let beside = self.beside(more, |store| {
                store.conn.begin(Sort::Reads)?;
                // It is a name that the server gave: digits, letters and hyphens.
                let like_this = format!("SET TRANSACTION SNAPSHOT '{state}'");
                Ok(store.conn.execute_batch(&like_this)?)
            })?;
            return self.with(&beside, held, work);
        }
        let mut work = Some(work);
        for tried in 0..=TRIES {
            let alone = tried == TRIES || self.is_replaced();
            let before = self.commits_of_others()?;
            let beside = match alone {
                true => Vec::new(),
                false => self.beside(more, |store| {
                    store
                        .file()?
                        .pragma_update(None, "cache_size", -CACHE_KIB)?;
                    store.conn.begin(Sort::Reads)?;
                    store.read_something()
                })?,
            };
            let held = Transaction::begin(&self.conn, Sort::Reads).map_err(StoreError::from)?;
            self.read_something()?;
            // What this connection sees now, it saw before the others began: so do they.
            if (alone || (self.commits_of_others()? == before && !self.is_replaced()))
                && let Some(work) = work.take()
            {
                return self.with(&beside, held, work);
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Has something done that reads beside others, and ends the transaction.
    fn with<T, E: From<StoreError>>(
        &self,
        beside: &[Mutex<Store>],
        held: Transaction<'_>,
        work: impl FnOnce(View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let done = work(View {
            beside,
            ..self.read()
        });
        held.rollback().map_err(StoreError::from)?;
        done
    }

    /// More connections that only read, each with a state that it begins with.
    fn beside(
        &self,
        more: usize,
        begin: impl Fn(&Store) -> Result<(), StoreError>,
    ) -> Result<Vec<Mutex<Store>>, StoreError> {
        let mut all = Vec::new();
        for _ in 0..more {
            let store = Store::look(self.place())?;
            begin(&store)?;
            all.push(Mutex::new(store));
        }
        Ok(all)
    }

    /// The name under which others can see what a transaction on a server sees.
    fn state_for_others(&self) -> Result<String, StoreError> {
        let sql = "SELECT pg_export_snapshot()";
        Ok(self.conn.query_row(sql, [], |r| r.get(0))?)
    }

    /// A transaction has its state from its first read on.
    fn read_something(&self) -> Result<(), StoreError> {
        let sql = "SELECT count(*) FROM sqlite_schema";
        Ok(self.conn.query_row(sql, [], |_| Ok(()))?)
    }
}

/// Games, or other items, that one connection takes in one go: what they share it reads once.
const AT_ONCE: usize = 256;

impl View<'_> {
    /// Reads each game and does something with it, as [`View::each`]; `number`: the game of
    /// an item.
    ///
    /// # Errors
    /// The first of the store's or the work's, in the order of the games.
    pub fn each_game<G: Sync, T: Send, E: Send + From<StoreError>>(
        &self,
        games: &[G],
        number: impl Fn(&G) -> GameId + Sync,
        work: impl Fn(View<'_>, &G, GameFile) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        self.each_run(games, |view, run| {
            let mut many = view.games_many();
            let each = run.iter().map(|game| {
                let file = many.game_load(number(game))?;
                work(view, game, file)
            });
            each.collect()
        })
    }

    /// Some items at a time; where there are few, all of those who read get some.
    fn each_run<I: Sync, T: Send, E: Send>(
        &self,
        items: &[I],
        work: impl Fn(View<'_>, &[I]) -> Result<Vec<T>, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let fair = items.len().div_ceil(4 * (1 + self.beside()));
        let runs: Vec<&[I]> = items.chunks(fair.clamp(1, AT_ONCE)).collect();
        let done = self.each(&runs, |view, run| work(view, run))?;
        Ok(done.into_iter().flatten().collect())
    }

    /// Connections that read the same state beside this one.
    pub fn beside(&self) -> usize {
        self.beside.len()
    }

    /// Does something with each, and gives what it yields in their order. Whoever is free
    /// takes the next one: this connection, and those beside it, which
    /// [`Store::side_by_side`] has opened; elsewhere this one does all.
    ///
    /// # Errors
    /// The first of the work's, in their order. What comes behind it may not have been done.
    pub fn each<I: Sync, T: Send, E: Send>(
        &self,
        items: &[I],
        work: impl Fn(View<'_>, &I) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let queue = Queue {
            items,
            taken: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        };
        let done = Mutex::new(Vec::with_capacity(items.len()));
        let add = |mut some: Vec<(usize, Result<T, E>)>| {
            let mut all = done.lock().unwrap_or_else(PoisonError::into_inner);
            all.append(&mut some);
        };
        // More than there are items have nothing to do.
        let others = self.beside.get(..items.len().saturating_sub(1));
        let others = others.unwrap_or(self.beside);
        // What one knows of tournaments, all know.
        let known = match others {
            [] => BTreeMap::new(),
            _ => self.shared.facts.borrow().clone(),
        };
        std::thread::scope(|scope| {
            let (queue, work, add, known) = (&queue, &work, &add, &known);
            for other in others {
                scope.spawn(move || {
                    let other = other.lock().unwrap_or_else(PoisonError::into_inner);
                    other.shared.facts.replace(known.clone());
                    add(queue.work_off(other.read(), work));
                });
            }
            let alone = View {
                beside: &[],
                ..*self
            };
            add(queue.work_off(alone, work));
        });
        let mut all = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, one)| one).collect()
    }
}

/// What is to be done, taken in order by whoever is free.
struct Queue<'i, I> {
    items: &'i [I],
    taken: AtomicUsize,
    failed: AtomicBool,
}

impl<I> Queue<'_, I> {
    /// Takes items until there are none, or somebody has failed: all before his were taken
    /// then, and are finished by those who took them.
    fn work_off<T, E>(
        &self,
        view: View<'_>,
        work: impl Fn(View<'_>, &I) -> Result<T, E>,
    ) -> Vec<(usize, Result<T, E>)> {
        let mut done = Vec::new();
        while !self.failed.load(Ordering::Relaxed) {
            let at = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(item) = self.items.get(at) else {
                break;
            };
            let one = work(view, item);
            if one.is_err() {
                self.failed.store(true, Ordering::Relaxed);
            }
            done.push((at, one));
        }
        done
    }
}
