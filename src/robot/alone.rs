//! The robot of a home at an hour: it takes the lock, opens a transaction and sits down
//! at the [desk](super::desk), and keeps between transactions what may be kept.

use super::beside::Beside;
use super::departed::note_departed;
use super::desk::Desk;
use super::home::Home;
use super::key;
use super::lock::{self, Lock};
use super::opened::Opened;
use super::schedule::Throttle;
use super::writers::Queue;
use crate::compose::{Club, Composer};
use crate::config::Config;
use crate::error::Failure;
use crate::ids::{GameId, InboundId};
use crate::record::GameFile;
use crate::store::{Store, Tx};
use crate::time::Instant;
use crate::token::Key;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Games kept in memory between letters of a pass: a backlog comes back to the
/// same ones, and each is some hundred kilobytes at most.
const GAMES_IN_HAND: usize = 300;

/// How a transaction is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Nobody else writes.
    Alone,
    /// Others rule letters that have nothing to do with these.
    Abreast,
}

/// The robot of a home at an hour.
pub struct Robot {
    /// Where it lives.
    pub home: Home,
    /// Its configuration.
    pub config: Config,
    /// Its database.
    pub store: Store,
    /// What writes its letters.
    pub composer: Composer,
    /// What names its letters, and knows their names again.
    pub key: Key,
    /// The hour of this pass: everything that asks the time gets it.
    pub now: Instant,
    /// The hour was given, not asked for: file times then mean nothing.
    pub(super) rehearsed: bool,
    /// A person said that the hour is right.
    pub(super) accepted: bool,
    /// Called between two letters, or batches of them; whether to stop there.
    between: Option<Box<dyn Fn() -> bool>>,
    /// How many letters left for whom in this minute.
    pub(super) throttle: Throttle,
    games: BTreeMap<GameId, Arc<GameFile>>,
    /// Somebody waits for the end of his order: a server that does not greet at once
    /// gets its letters with the next pass.
    pub(super) hurries: bool,
    /// The lock of the home, while work is done alone.
    held: Option<Lock>,
    /// The lock was not to be had in this pass: it is asked for once more at each turn,
    /// and not waited for.
    waited_in_vain: bool,
    /// What the database showed when it was last left; another's commit changes it.
    left_at: Option<i64>,
    /// Messages that were known to be from their senders when they came, and are
    /// processed again now that their tokens may be spent.
    pub(super) known: BTreeSet<InboundId>,
    /// Letters that cannot be ruled abreast of other robots.
    pub(super) alone_only: BTreeSet<InboundId>,
    /// Where a pass sends while it rules: what is on its way.
    pub(super) beside: Option<Beside>,
    /// Letters that are opened before they are ruled, while a pass rules.
    pub(super) opened: Opened,
}

impl Robot {
    /// A robot of an open home.
    pub fn new(
        home: Home,
        config: Config,
        mut store: Store,
        now: Instant,
        rehearsed: bool,
    ) -> Result<Robot, Failure> {
        let key = key::of_home(&config.auth, &mut store)?;
        super::archiving::attach(&mut store, &home, &config)?;
        key::note(&mut store, &config.auth, &key)?;
        let club = Club {
            name: config.club.name.clone(),
            robot: config.club.robot.clone(),
            language: config.club.language,
            plus_addressing: config.club.plus_addressing,
            web: config.web.base_url.clone(),
        };
        let templates = home.templates();
        let overrides = templates.is_dir().then_some(templates.as_path());
        let composer = Composer::new(club, overrides)
            .map_err(|e| Failure::failed(format!("templates: {e}")))?;
        Ok(Robot {
            home,
            config,
            store,
            composer,
            key,
            now,
            rehearsed,
            accepted: false,
            between: None,
            throttle: Throttle::default(),
            games: BTreeMap::new(),
            hurries: false,
            held: None,
            waited_in_vain: false,
            left_at: None,
            known: BTreeSet::new(),
            alone_only: BTreeSet::new(),
            beside: None,
            opened: Opened::default(),
        })
    }

    /// Does work alone: nobody else decides or records meanwhile. For transactions,
    /// with what is read to decide on them, and never around a wait for a network:
    /// nothing inside may send or fetch.
    ///
    /// # Errors
    /// Another run holds the home for seconds on end (75), or what the work returns.
    pub fn alone<T>(
        &mut self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let patience = match self.waited_in_vain {
            true => Duration::ZERO,
            false => self.home.lock().patience(),
        };
        self.alone_within(patience, work)
    }

    /// The same, waiting so long for another run.
    pub(super) fn alone_within<T>(
        &mut self,
        patience: Duration,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.held.is_some() {
            return work(self);
        }
        let taken = lock::take_within(&self.home.lock(), patience);
        self.waited_in_vain = taken.is_err();
        let held = taken?;
        held.guards(&self.store);
        self.held = Some(held);
        let done = self.see_what_others_did().and_then(|()| work(self));
        // Where that cannot be asked, nothing is kept in hand the next time.
        self.left_at = self.store.commits_of_others().ok();
        self.store.unguarded();
        self.held = None;
        done
    }

    /// Does works one after another, alone and in one transaction: each writing of theirs is a
    /// part of it that is undone alone where it fails, and nothing is certain before this
    /// returns `Ok`. Nothing inside may send or fetch.
    ///
    /// # Errors
    /// Another run holds the home for seconds on end (75), and nothing was begun; or it could
    /// not be committed, and nothing is recorded.
    pub fn together(&mut self, works: impl FnOnce(&mut Robot)) -> Result<(), Failure> {
        self.alone(|robot| {
            robot.store.share_begin()?;
            works(robot);
            let kept = robot.store.share_end();
            if kept.is_err() {
                // They are as they would have been.
                robot.games.clear();
            }
            Ok(kept?)
        })
    }

    /// Puts down what another run may have changed since this one worked.
    fn see_what_others_did(&mut self) -> Result<(), Failure> {
        let seen = self.store.commits_of_others()?;
        if self.left_at != Some(seen) {
            self.games.clear();
        }
        Ok(())
    }

    /// Writes rows in one transaction, alone.
    pub(super) fn write<T>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.alone(|robot| robot.store.write(work))
    }

    /// Whether the lock is held: then no network may be waited for.
    pub(super) fn is_alone(&self) -> bool {
        self.held.is_some()
    }

    /// Has something done between two letters, or batches of them: a sign of life,
    /// and whether to stop there.
    pub fn between(&mut self, ask: impl Fn() -> bool + 'static) {
        self.between = Some(Box::new(ask));
    }

    /// Whether to stop before the next letter.
    pub(super) fn is_to_stop(&self) -> bool {
        if let Some(held) = &self.held {
            held.keeps();
        }
        self.between.as_ref().is_some_and(|ask| ask())
    }

    /// The robot at another hour: nothing is kept in hand from before.
    pub fn at(&mut self, now: Instant) {
        self.now = now;
        self.waited_in_vain = false;
        self.games.clear();
    }

    /// Runs work on the record in one transaction: decisions, events, summaries
    /// and letters are stored together, or not at all.
    pub(super) fn batch<T>(
        &mut self,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.batch_with(0, work)
    }

    /// The same, with other writers at work on its letters meanwhile.
    pub(super) fn batch_with<T>(
        &mut self,
        writers: usize,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.alone(|robot| robot.transact(writers, Manner::Alone, work))
    }

    /// The same abreast of other robots ([`Store::write_abreast`]): nobody works alone
    /// meanwhile. `None` where somebody does, for so long, or the database is a file.
    pub(super) fn batch_abreast<T>(
        &mut self,
        writers: usize,
        patience: Duration,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let Some(shared) = lock::share(&self.home.lock(), patience)? else {
            return Ok(None);
        };
        shared.guards(&self.store);
        // What is in hand from before is perhaps another's now, and what will be then too.
        self.games.clear();
        let done = self.transact(writers, Manner::Abreast, work);
        self.games.clear();
        self.store.unguarded();
        done.map(Some)
    }

    fn transact<T>(
        &mut self,
        writers: usize,
        manner: Manner,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // Nothing is stamped by an hour that nobody has weighed.
        self.weigh()?;
        if self.games.len() > GAMES_IN_HAND {
            self.games.clear();
        }
        // Where the work fails they are read anew.
        let games = std::mem::take(&mut self.games);
        let (composer, config, now) = (&self.composer, &self.config, self.now);
        let (known, key, opened) = (&mut self.known, &self.key, &mut self.opened);
        let queue = Queue::default();
        let store = &mut self.store;
        let done = std::thread::scope(|scope| {
            for _ in 0..writers {
                scope.spawn(|| queue.work(composer, now));
            }
            let write = |tx: &Tx<'_>| {
                let mut desk = Desk {
                    tx,
                    now,
                    auth: &config.auth,
                    key,
                    known,
                    robot_address: config.club.robot.clone(),
                    board_url: config.web.base_url.as_deref(),
                    plus_addressing: config.club.plus_addressing,
                    limits: &config.limits,
                    silenced: None,
                    also: Vec::new(),
                    confirmed: None,
                    scope: None,
                    confirmation: None,
                    names: None,
                    composer,
                    games,
                    queue: &queue,
                    threads: BTreeMap::new(),
                    had: BTreeMap::new(),
                    deciding: None,
                    answers: None,
                    opened,
                };
                if manner == Manner::Alone {
                    note_departed(&mut desk)?;
                }
                let value = work(&mut desk)?;
                desk.close()?;
                Ok::<_, Failure>((value, desk.games))
            };
            let done = match manner {
                Manner::Alone => store.write(write),
                Manner::Abreast => store.write_abreast(write),
            };
            // Where the work failed, nobody has told the writers yet.
            queue.close();
            done
        });
        let (value, games) = done?;
        self.games = games;
        Ok(value)
    }
}
