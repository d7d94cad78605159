//! Locks of a home whose database is on a server: who holds one holds it on every machine.

use super::engine::{Address, Held, Lock};
use super::{Store, StoreError};
use crate::ids::OutboundId;
use std::sync::Arc;
use std::time::Duration;

/// What a lock is for; each has a number of its own on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Writing.
    Writing = 1,
    /// Fetching, ruling and sending for ever.
    Loops = 2,
    /// Handing letters over: everybody who does shares it, and has letters of his own in hand.
    Sending = 3,
    /// Ruling letters: everybody who does shares it, and sees by it whether he is alone.
    Ruling = 4,
}

/// A lock that is held as long as this lives, and the connection to the server stands.
#[derive(Debug)]
pub struct Lease {
    held: Box<Held>,
}

impl Lease {
    /// Takes a lock, waiting so long; `None` where somebody holds it still. Those who wait are
    /// served in turn.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn take(
        address: &Arc<Address>,
        turn: Turn,
        patience: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        Lease::of(address, turn, false, patience)
    }

    /// The same with all who share it; `None` where somebody holds it alone.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn share(
        address: &Arc<Address>,
        turn: Turn,
        patience: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        Lease::of(address, turn, true, patience)
    }

    fn of(
        address: &Arc<Address>,
        turn: Turn,
        is_shared: bool,
        patience: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let lock = Lock {
            number: turn as i32,
            is_shared,
        };
        let held = address.lock(lock, patience)?;
        Ok(held.map(|held| Lease {
            held: Box::new(held),
        }))
    }

    /// How many hold it, this one with them.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn holders(&self) -> Result<u32, StoreError> {
        Ok(u32::try_from(self.held.holders()?).unwrap_or(u32::MAX))
    }

    /// Takes letters in hand that nobody else has: which of them, in their order. Nobody else
    /// can take them until they are put down, or this is held no more.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn takes_in_hand(&self, letters: &[OutboundId]) -> Result<Vec<OutboundId>, StoreError> {
        let numbers: Vec<i64> = letters.iter().map(|id| id.0).collect();
        let taken = self.held.takes(&numbers)?;
        Ok(taken.into_iter().map(OutboundId).collect())
    }

    /// Puts letters down that were taken in hand.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn puts_down(&self, letters: &[OutboundId]) -> Result<(), StoreError> {
        let numbers: Vec<i64> = letters.iter().map(|id| id.0).collect();
        Ok(self.held.puts_down(&numbers)?)
    }

    /// Has a store write only while it is held: nothing that was decided in this turn can be
    /// recorded in another's.
    pub fn guards(&self, store: &Store) {
        store.guard(self.held.holder());
    }

    /// Keeps it: a server ends a session that holds a turn and says nothing for five minutes. To
    /// be said by whoever works, between two pieces of work and while he waits. Whether it is
    /// held still, as far as is known.
    pub fn keeps(&self) -> bool {
        self.held.keeps()
    }

    /// After how many milliseconds of silence it is lost.
    #[cfg(test)]
    pub(super) fn silence(&self) -> Option<i64> {
        self.held.silence()
    }

    /// Whether it is held still: with the connection the lock is lost.
    pub fn stands(&self) -> bool {
        self.held.stands()
    }
}
