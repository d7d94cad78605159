//! Hearing of commits as they happen, on a server: `LISTEN` and `NOTIFY` (PostgreSQL). Of a
//! file others learn by looking ([`Store::commits_of_others`](super::Store::commits_of_others)),
//! and so does who hears nothing: what is heard only spares the time until the next look.

use super::engine::Server;
use super::{Place, StoreError, server};
use std::thread::sleep;
use std::time::Duration;

/// How long is listened before it is looked whether it is over.
const SPELL: Duration = Duration::from_millis(500);

/// How long what is heard is told of once.
const ONCE: Duration = Duration::from_millis(50);

/// After how long the server is called again where it was lost.
const AGAIN: Duration = Duration::from_secs(2);

/// Who hears of commits.
pub(super) struct Hearing(Server);

impl Hearing {
    /// Begins to listen; `None` where the database is a file.
    ///
    /// # Errors
    /// The server cannot be reached, or has no tables of ours.
    pub(super) fn begin(place: &Place) -> Result<Option<Hearing>, StoreError> {
        let Place::Server(address) = place else {
            return Ok(None);
        };
        let server = server::open_as_it_is(address)?;
        server.listen()?;
        Ok(Some(Hearing(server)))
    }

    /// Waits until somebody commits, so long: whether somebody has since it was last asked.
    ///
    /// # Errors
    /// The connection is lost: nothing more is heard by this one.
    pub(super) fn hears(&self, at_most: Duration) -> Result<bool, StoreError> {
        Ok(self.0.hears(at_most)?)
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

/// Listens until it is over, and tells what is heard; returns at once where the database is a
/// file.
#[expect(
    clippy::disallowed_methods,
    reason = "a thread that only listens has nothing else to do"
)]
pub fn listen(place: &Place, is_over: impl Fn() -> bool, tell: impl Fn(Heard)) {
    let mut hearing = None;
    while !is_over() {
        let heard = match &hearing {
            Some(hearing) => Hearing::hears(hearing, SPELL),
            None => match Hearing::begin(place) {
                Ok(None) => return,
                begun => begun.map(|begun| {
                    hearing = begun;
                    true
                }),
            },
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
