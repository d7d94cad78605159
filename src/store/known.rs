//! What a transaction that writes has read: the letters of one batch are from and to the same
//! few, in the same games, and are asked for one after the other. Nobody else writes meanwhile;
//! what the transaction itself changes makes it forget ([`Tx::players_change`],
//! [`Tx::tournaments_change`]). In debug builds what is known is read again, and compared.

use super::guard::ThreadRow;
use super::inbound::NamedMessage;
use super::letters::KeptLetter;
use super::looks::FetchedLook;
use super::players::KnownPlayers;
use super::sql::Hash;
use super::{StoreError, Tx, View};
use crate::ids::{GameId, GameName, InboundId, OutboundId, PlayerId, TournamentId};
use crate::record::{GameFacts, LeaveSpan, Recorded};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

/// So much of each kind is known at most; what is read ahead is as much as its batch.
pub(super) const MOST_KNOWN: usize = 4_096;

/// What is known.
#[derive(Default)]
pub(super) struct Known {
    pub players: KnownPlayers,
    pub games: BTreeMap<GameId, Arc<GameFacts>>,
    pub numbers: BTreeMap<GameName, GameId>,
    /// The tournaments in which an address is an official's.
    pub offices: BTreeMap<String, Vec<TournamentId>>,
    /// The last complete fetch.
    pub fetched: Option<Option<FetchedLook>>,
    /// Which messages the mailbox's names are; `None`: none.
    pub names: BTreeMap<String, Option<NamedMessage>>,
    /// Letters that were read ahead, until they are asked for.
    pub letters: BTreeMap<InboundId, KeptLetter>,
    /// What happened in games, read ahead and until it is asked for.
    pub events: BTreeMap<GameId, Vec<Recorded>>,
    /// All leave of players that counts, read ahead.
    pub leave: BTreeMap<PlayerId, Vec<(Option<TournamentId>, LeaveSpan)>>,
    /// What threads our letters about games, read ahead: all there is of a game.
    pub threads: BTreeMap<GameId, BTreeMap<PlayerId, ThreadRow>>,
    /// How many letters players have had, read ahead, counted up to the second.
    pub had: BTreeMap<PlayerId, (u32, u32)>,
    /// Players to whom no letter came back.
    pub unreturned: BTreeSet<PlayerId>,
    /// Letters of ours that said nothing that was owed.
    pub said_nothing: BTreeSet<OutboundId>,
    /// Contents and Message-IDs that one message alone has, and which.
    pub contents: BTreeMap<Hash, InboundId>,
    pub message_ids: BTreeMap<String, InboundId>,
}

impl View<'_> {
    /// What is known, else what is read, and known from then on. Outside of a transaction that
    /// writes nothing is.
    pub(super) fn known<T: Debug + PartialEq>(
        &self,
        find: impl FnOnce(&Known) -> Option<T>,
        mut read: impl FnMut() -> Result<T, StoreError>,
        know: impl FnOnce(&mut Known, &T),
    ) -> Result<T, StoreError> {
        let found = self.shared.known.borrow().as_ref().and_then(find);
        if let Some(found) = found {
            // What is told later is not there to be compared with.
            debug_assert!(self.conn.is_abreast() || found == read()?, "{found:?}");
            return Ok(found);
        }
        let value = read()?;
        self.know(|known| know(known, &value));
        Ok(value)
    }

    /// What was read ahead, which nobody asks for twice.
    pub(super) fn known_once<T>(&self, take: impl FnOnce(&mut Known) -> Option<T>) -> Option<T> {
        self.shared.known.borrow_mut().as_mut().and_then(take)
    }

    /// Knows something more, or less.
    pub(super) fn know<T>(&self, what: impl FnOnce(&mut Known) -> T) {
        if let Some(known) = self.shared.known.borrow_mut().as_mut() {
            what(known);
        }
    }
}

impl Tx<'_> {
    /// Something of players, or of the keys of their postal addresses, becomes another: none
    /// is known any more, nor what games have of them.
    pub(super) fn players_change(&self) {
        self.know(|known| {
            known.players = KnownPlayers::default();
            known.games.clear();
        });
    }

    /// Something of tournaments, of who plays in them or of their games becomes another, but
    /// for what changes by play.
    pub(super) fn tournaments_change(&self) {
        self.know(|known| {
            known.games.clear();
            known.numbers.clear();
            known.offices.clear();
            known.threads.clear();
            known.had.clear();
        });
    }

    /// Somebody's leave becomes another.
    pub(super) fn leave_changes(&self) {
        self.know(|known| known.leave.clear());
    }

    /// A message comes, or is known by another Message-ID.
    pub(super) fn messages_change(&self) {
        self.know(|known| {
            known.contents.clear();
            known.message_ids.clear();
        });
    }

    /// A look into the mailbox is told of, or taken back.
    pub(super) fn looks_change(&self) {
        self.know(|known| known.fetched = None);
    }
}

/// Notes something in a memory that is not to grow without bounds.
pub(super) fn note<K: Ord, V>(memory: &mut BTreeMap<K, V>, key: K, value: V) {
    if memory.len() >= MOST_KNOWN {
        memory.clear();
    }
    memory.insert(key, value);
}
