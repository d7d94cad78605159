//! Letters that several robots rule at once, each some of its own: whom and what a letter may be
//! about is locked until the transaction ends that rules it, so that letters of one player and
//! of one game are ruled in the order of their arrival, each by one. What is locked is the
//! player and a game; a letter that is not taken holds up who comes behind it in any of his games.

use super::engine::{Connection, params_from_iter};
use super::inbound::OF_AN_OFFICE;
use super::known::note;
use super::sql::{places, portions};
use super::{Pending, StoreError, Tx, View};
use crate::ids::{GameId, GameName, InboundId, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

/// A letter that waits, with what it may be about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimable {
    /// Its number.
    pub letter: InboundId,
    /// Decoded.
    pub subject: String,
    /// A person wrote it, and nobody has begun to rule it.
    pub is_fresh: bool,
    /// Who has its sender's address; `None`: nobody, or somebody who holds an office too.
    pub player: Option<PlayerId>,
    /// His games that are not over.
    pub games: BTreeMap<GameId, GameName>,
}

/// The games of so many players that are not over, by side.
pub(super) fn open_games(count: usize) -> String {
    let of = |side: &str| {
        format!(
            "SELECT g.{side}, g.id, t.code, g.number FROM game g
             JOIN tournament t ON t.id = g.tournament_id
             WHERE g.{side} IN ({}) AND g.status <> 'finished'",
            places(count)
        )
    };
    format!("{} UNION ALL {}", of("white"), of("black"))
}

/// Locks of games are numbered from here on, those of players below it.
const GAMES: u32 = 1 << 31;

impl Claimable {
    /// The lock of the player, who is known.
    pub fn of_player(&self) -> u32 {
        self.player.map(|id| below(id.0)).unwrap_or_default()
    }

    /// The locks of the player and all his games.
    pub fn of_all(&self) -> impl Iterator<Item = u32> {
        let games = self.games.keys().map(|game| Claimable::of_game(*game));
        std::iter::once(self.of_player()).chain(games)
    }

    /// The lock of a game.
    pub fn of_game(game: GameId) -> u32 {
        GAMES | below(game.0)
    }
}

/// Where numbers have passed 2^31 two may share a lock.
fn below(id: i64) -> u32 {
    u32::try_from(id & i64::from(GAMES - 1)).unwrap_or_default()
}

impl View<'_> {
    /// What letters that wait may be about, in their order.
    pub fn claimable(&self, waiting: &[Pending]) -> Result<Vec<Claimable>, StoreError> {
        let ids: Vec<InboundId> = waiting.iter().map(|w| w.id).collect();
        let mut all: BTreeMap<InboundId, Claimable> = BTreeMap::new();
        for some in portions(&ids) {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT i.id, i.subject, i.kind, i.attempts, {OF_AN_OFFICE},
                 (SELECT p.id FROM player p WHERE p.address_key = i.from_address)
                 FROM inbound i WHERE i.id IN ({})",
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let letter = row.get(0)?;
                let is_person = row.get_ref(2)?.as_str().ok() == Some("person");
                let player: Option<PlayerId> = row.get(5)?;
                let claimable = Claimable {
                    letter,
                    subject: row.get(1)?,
                    is_fresh: is_person && row.get::<i64>(3)? == 0,
                    player: player.filter(|_| matches!(row.get::<bool>(4), Ok(false))),
                    games: BTreeMap::new(),
                };
                all.insert(letter, claimable);
            }
        }
        let players: BTreeSet<PlayerId> = all.values().filter_map(|c| c.player).collect();
        let games = self.open_games_of(&players)?;
        let mut found = Vec::with_capacity(all.len());
        for id in ids {
            if let Some(mut claimable) = all.remove(&id) {
                let of_player = claimable.player.and_then(|player| games.get(&player));
                claimable.games = of_player.cloned().unwrap_or_default();
                found.push(claimable);
            }
        }
        Ok(found)
    }

    /// The games of players that are not over.
    fn open_games_of(
        &self,
        players: &BTreeSet<PlayerId>,
    ) -> Result<BTreeMap<PlayerId, BTreeMap<GameId, GameName>>, StoreError> {
        let players: Vec<PlayerId> = players.iter().copied().collect();
        let mut all: BTreeMap<PlayerId, BTreeMap<GameId, GameName>> = BTreeMap::new();
        for some in portions(&players) {
            let mut statement = self.conn.prepare_cached(&open_games(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let name = GameName {
                    code: row.get(2)?,
                    number: row.get(3)?,
                };
                let (games, id) = (all.entry(row.get(0)?).or_default(), row.get(1)?);
                self.know(|known| note(&mut known.numbers, name.clone(), id));
                games.insert(id, name);
            }
        }
        Ok(all)
    }
}

impl View<'_> {
    /// Which of these letters wait still.
    pub fn wait_still(&self, letters: &[InboundId]) -> Result<BTreeSet<InboundId>, StoreError> {
        let mut all = BTreeSet::new();
        for some in portions(letters) {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT id FROM inbound WHERE state = 'pending' AND id IN ({})",
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                all.insert(row.get(0)?);
            }
        }
        Ok(all)
    }
}

impl Tx<'_> {
    /// Takes locks that nobody else has, until the transaction ends: which of them.
    pub fn claim(&self, locks: &BTreeSet<u32>) -> Result<BTreeSet<u32>, StoreError> {
        match self.conn {
            // Who writes is alone.
            Connection::File(_) => Ok(locks.clone()),
            Connection::Server(server) => {
                let locks: Vec<u32> = locks.iter().copied().collect();
                Ok(server.try_locks(&locks)?.into_iter().collect())
            }
        }
    }

    /// Takes the locks of games until the transaction ends, waiting for whoever has one: he has
    /// all of his, and waits for nobody who has some of these.
    pub fn await_games(&self, games: &BTreeSet<GameId>) -> Result<(), StoreError> {
        match self.conn {
            Connection::File(_) => Ok(()),
            Connection::Server(server) => {
                // In one order, whoever takes them.
                let locks: BTreeSet<u32> = games.iter().map(|g| Claimable::of_game(*g)).collect();
                let locks: Vec<u32> = locks.into_iter().collect();
                match locks.is_empty() {
                    true => Ok(()),
                    false => Ok(server.await_locks(&locks)?),
                }
            }
        }
    }
}
