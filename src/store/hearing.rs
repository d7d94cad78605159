//! Hearing of commits as they happen: on a server of whoever's, by `LISTEN` and `NOTIFY`
//! (PostgreSQL); of a file's those of this program. Of the others one learns by looking
//! ([`Store::commits_of_others`](super::Store::commits_of_others)), and so does who hears nothing:
//! what is heard only spares the time until the next look.

use super::engine::Server;
use super::{Place, StoreError, server};
use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// How long is listened before it is looked whether it is over.
const SPELL: Duration = Duration::from_millis(500);

/// How long what is heard is told of once.
const ONCE: Duration = Duration::from_millis(50);

/// After how long the server is called again where it was lost.
const AGAIN: Duration = Duration::from_secs(2);

/// How often this program has committed into files, and who waits for the next time.
static HERE: (Mutex<u64>, Condvar) = (Mutex::new(0), Condvar::new());

fn here() -> MutexGuard<'static, u64> {
    HERE.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This program has committed something: a server tells that itself.
pub(super) fn committed(place: &Place) {
    if let Place::File(_) = place {
        let mut commits = here();
        *commits = commits.wrapping_add(1);
        HERE.1.notify_all();
    }
}

/// Who hears of commits.
pub(super) enum Hearing {
    /// Of whoever's.
    Server(Box<Server>),
    /// Of this program's; so many are known.
    Here(Cell<u64>),
}

impl Hearing {
    /// Begins to listen.
    ///
    /// # Errors
    /// The server cannot be reached, or has no tables of ours.
    pub(super) fn begin(place: &Place) -> Result<Hearing, StoreError> {
        let Place::Server(address) = place else {
            return Ok(Hearing::Here(Cell::new(*here())));
        };
        let server = server::open_as_it_is(address)?;
        server.listen()?;
        Ok(Hearing::Server(Box::new(server)))
    }

    /// Waits until somebody commits, so long: whether somebody has since it was last asked.
    ///
    /// # Errors
    /// The connection is lost: nothing more is heard by this one.
    pub(super) fn hears(&self, at_most: Duration) -> Result<bool, StoreError> {
        match self {
            Hearing::Server(server) => Ok(server.hears(at_most)?),
            Hearing::Here(known) => {
                let waited = HERE
                    .1
                    .wait_timeout_while(here(), at_most, |commits| *commits == known.get());
                let (commits, _) = waited.unwrap_or_else(PoisonError::into_inner);
                Ok(known.replace(*commits) != *commits)
            }
        }
    }
}

/// What who listens is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Somebody has committed, or may have before it was listened.
    News,
    /// Nothing is heard any more, until there are news.
    Silence,
}

/// Listens until it is over, and tells what is heard.
#[expect(
    clippy::disallowed_methods,
    reason = "a thread that only listens has nothing else to do"
)]
pub fn listen(place: &Place, is_over: impl Fn() -> bool, tell: impl Fn(Heard)) {
    let mut hearing = None;
    while !is_over() {
        let heard = match &hearing {
            Some(hearing) => Hearing::hears(hearing, SPELL),
            None => Hearing::begin(place).map(|begun| {
                hearing = Some(begun);
                true
            }),
        };
        match heard {
            Ok(true) => {
                tell(Heard::News);
                sleep(ONCE);
            }
            Ok(false) => {}
            Err(error) => {
                tracing::debug!("commits are not heard of: {error}");
                hearing = None;
                tell(Heard::Silence);
                sleep(AGAIN);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn of_a_file_is_heard_what_this_program_commits() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path().join("postchess.db"));
        let mut store = Store::create(&place).unwrap();
        let hearing = Hearing::begin(&place).unwrap();
        let mut set = || store.write::<_, StoreError>(|tx| tx.meta_set("a", "b"));
        set().unwrap();
        let forever = Duration::from_secs(600);
        assert!(hearing.hears(forever).unwrap());
        std::thread::scope(|scope| {
            let heard = scope.spawn(|| Hearing::begin(&place).unwrap().hears(forever).unwrap());
            // It may begin behind any of them.
            while !heard.is_finished() {
                set().unwrap();
            }
            assert!(heard.join().unwrap());
        });
    }
}
