//! Reading ahead what the letters of a batch will be asked for, many at a time: who is far from
//! the database does not wait for each. What was read ahead is [`Known`](super::known::Known)
//! then; what was not is read when it is asked for, one by one. So is what cannot be understood:
//! it is the trouble of who asks for it, and of nobody else.

use super::engine::params_from_iter;
use super::events::entry_of;
use super::games::{facts, parts_of};
use super::guard::{ThreadRow, had, thread_of};
use super::inbound::{NamedMessage, named_of};
use super::known::note;
use super::leave::span_of;
use super::letters::{Direction, KeptLetter};
use super::players::{self, player_of};
use super::sql::{Hash, places, portions};
use super::tournaments::of_officials;
use super::{Pending, StoreError, Tx};
use crate::address;
use crate::ids::{GameId, GameName, InboundId, OutboundId, PlayerId, TournamentId};
use crate::record::Recorded;
use rusqlite::ToSql;
use rusqlite::types::FromSql;
use std::collections::{BTreeMap, BTreeSet};

/// So many letters are read ahead at most, and so many bytes.
const LETTERS: usize = 64;
const BYTES: u64 = 8 << 20;

/// What of a letter is known before it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    /// Its number.
    pub id: InboundId,
    /// Of From, in lower case.
    pub from: String,
    /// Decoded.
    pub subject: String,
}

/// Of so many values of a column those that one message alone has, and which.
pub(super) fn once(column: &str, count: usize) -> String {
    format!(
        "SELECT {column}, min(id) FROM inbound WHERE {column} IN ({})
         GROUP BY {column} HAVING count(*) = 1",
        places(count)
    )
}

/// To which of so many players letters came back.
pub(super) fn returned_to(count: usize) -> String {
    format!(
        "SELECT player_id FROM outbound WHERE returned > 0 AND player_id IN ({})",
        places(count)
    )
}

/// Which of so many letters of ours said something that was owed.
pub(super) fn said_by(count: usize) -> String {
    format!(
        "SELECT outbound_id FROM owed WHERE outbound_id IN ({})",
        places(count)
    )
}

/// What threads our letters about so many games.
pub(super) fn threads_of(count: usize) -> String {
    format!(
        "SELECT game_id, player_id, root, last, last_id, move_id FROM thread
         WHERE game_id IN ({})",
        places(count)
    )
}

impl Tx<'_> {
    /// Which messages have names of the mailbox.
    pub fn names_ahead(&self, names: &[&str]) -> Result<(), StoreError> {
        for some in portions(names) {
            let mut all: BTreeMap<String, Option<NamedMessage>> =
                some.iter().map(|name| ((*name).to_owned(), None)).collect();
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT transport_key, id, content_hash, transport_mark FROM inbound
                 WHERE transport_key IN ({})",
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                all.insert(row.get(0)?, Some(named_of(&row, 1)?));
            }
            self.know(|known| known.names.append(&mut all));
        }
        Ok(())
    }

    /// The bytes of the first of these messages, as long as they are not many: what is seen of
    /// each, and of how many it was looked for.
    pub fn letters_ahead(&self, messages: &[Pending]) -> Result<(Vec<Glimpse>, usize), StoreError> {
        let mut size = 0;
        let few = messages.iter().take(LETTERS).take_while(|m| {
            size += m.size;
            size <= BYTES
        });
        let few: Vec<&Pending> = few.collect();
        let ids: Vec<InboundId> = few.iter().map(|m| m.id).collect();
        let (mut seen, mut message_ids) = (Vec::new(), BTreeSet::new());
        for some in portions(&ids) {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT l.id, l.size, l.bytes, l.hash, i.from_address, i.subject, i.message_id
                 FROM inbound_letter l JOIN inbound i ON i.id = l.id WHERE l.id IN ({})",
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let id: InboundId = row.get(0)?;
                let letter = KeptLetter::Fresh {
                    direction: Direction::In,
                    id: id.0,
                    size: row.get(1)?,
                    bytes: row.get(2)?,
                    hash: row.get(3)?,
                };
                self.know(|known| known.letters.insert(id, letter));
                seen.push(Glimpse {
                    id,
                    from: row.get(4)?,
                    subject: row.get(5)?,
                });
                message_ids.extend(row.get::<Option<String>>(6)?);
            }
        }
        let contents: BTreeSet<Hash> = few.iter().map(|m| m.content_hash).collect();
        let contents = contents.into_iter().collect::<Vec<Hash>>();
        for (hash, id) in self.once("content_hash", &contents)? {
            self.know(|known| known.contents.insert(hash, id));
        }
        let message_ids: Vec<String> = message_ids.into_iter().collect();
        for (message, id) in self.once("message_id", &message_ids)? {
            self.know(|known| known.message_ids.insert(message, id));
        }
        Ok((seen, ids.len()))
    }

    /// A letter that was read ahead, for whoever unpacks it.
    pub fn letter_in_hand(&self, id: InboundId) -> Option<KeptLetter> {
        self.known_once(|known| known.letters.remove(&id))
    }

    /// Of values of a column those that one message alone has, and which.
    fn once<T: ToSql + FromSql + Clone>(
        &self,
        column: &str,
        values: &[T],
    ) -> Result<Vec<(T, InboundId)>, StoreError> {
        let mut all = Vec::new();
        for some in portions(values) {
            let mut statement = self.conn.prepare_cached(&once(column, some.len()))?;
            let rows = statement.query_map(params_from_iter(some.iter()), |r| {
                Ok((r.get(0)?, r.get(1)?))
            })?;
            all.extend(rows.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(all)
    }

    /// The players who have addresses, where these are officials', and to which players no
    /// letter came back.
    pub fn senders_ahead(&self, addresses: &BTreeSet<&str>) -> Result<(), StoreError> {
        let keys: BTreeSet<String> = addresses.iter().map(|a| address::key(a)).collect();
        let keys: Vec<String> = keys.into_iter().collect();
        let players = self.players_ahead("address_key", &keys)?;
        for some in portions(&keys) {
            let mut all: BTreeMap<String, Vec<TournamentId>> =
                some.iter().map(|key| (key.clone(), Vec::new())).collect();
            let mut statement = self.conn.prepare_cached(&of_officials(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                all.entry(row.get(0)?).or_default().push(row.get(1)?);
            }
            self.know(|known| {
                for (key, tournaments) in all {
                    note(&mut known.offices, key, tournaments);
                }
            });
        }
        let unreturned = self.without(&players, returned_to)?;
        self.know(|known| known.unreturned.extend(unreturned));
        Ok(())
    }

    fn players_ahead<T: ToSql + Clone>(
        &self,
        column: &str,
        values: &[T],
    ) -> Result<Vec<PlayerId>, StoreError> {
        let mut found = Vec::new();
        for some in portions(values) {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT {} FROM player WHERE {column} IN ({})",
                players::COLUMNS,
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                if let Ok(player) = player_of(&row) {
                    found.push(player.id);
                    self.know(|known| known.players.know(&player));
                }
            }
        }
        Ok(found)
    }

    /// The games of names: the numbers of those that there are.
    pub fn games_named_ahead(
        &self,
        names: &BTreeSet<GameName>,
    ) -> Result<BTreeSet<GameId>, StoreError> {
        let names: Vec<&GameName> = names.iter().collect();
        let mut found = BTreeSet::new();
        for some in portions(&names) {
            let pairs = (0..some.len()).map(|n| {
                let (code, number) = (2 * n + 1, 2 * n + 2);
                format!("(CAST(?{code} AS TEXT), CAST(?{number} AS BIGINT))")
            });
            let pairs: Vec<String> = pairs.collect();
            let mut statement = self.conn.prepare_cached(&format!(
                "WITH asked (code, number) AS (VALUES {})
                 SELECT t.code, g.number, g.id FROM asked JOIN tournament t ON t.code = asked.code
                 JOIN game g ON g.tournament_id = t.id AND g.number = asked.number",
                pairs.join(", ")
            ))?;
            let values = some.iter();
            let values = values.flat_map(|name| -> [&dyn ToSql; 2] { [&name.code, &name.number] });
            let mut rows = statement.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                let name = GameName {
                    code: row.get(0)?,
                    number: row.get(1)?,
                };
                let id: GameId = row.get(2)?;
                found.insert(id);
                self.know(|known| note(&mut known.numbers, name, id));
            }
        }
        Ok(found)
    }

    /// What games are, who plays them, the leave of both, and what happened.
    pub fn games_ahead(&self, games: &BTreeSet<GameId>) -> Result<(), StoreError> {
        let games: Vec<GameId> = games.iter().copied().collect();
        for some in portions(&games) {
            let mut parts = Vec::new();
            let mut of = BTreeSet::new();
            let mut statement = self.conn.prepare_cached(&facts(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let of_game = parts_of(&row)?;
                // Who loads it is told that it is damaged.
                if !row.get::<bool>(12)? {
                    continue;
                }
                of.extend([of_game.4.0, of_game.4.1]);
                parts.push((row.get::<GameId>(11)?, of_game));
            }
            drop(rows);
            let of: Vec<PlayerId> = of.into_iter().collect();
            self.players_ahead("id", &of)?;
            self.leave_ahead(&of)?;
            let mut many = self.games_many();
            for (id, parts) in parts {
                if let Ok(facts) = many.facts_of(id, parts) {
                    self.know(|known| note(&mut known.games, id, facts));
                }
            }
            self.events_ahead(&some)?;
        }
        Ok(())
    }

    /// What threads our letters about games, and how many letters about their games the players
    /// of these have had, counted up to `most`.
    pub fn threads_ahead(&self, games: &BTreeSet<GameId>, most: u32) -> Result<(), StoreError> {
        let games: Vec<GameId> = games.iter().copied().collect();
        let mut players: BTreeSet<PlayerId> = BTreeSet::new();
        for some in portions(&games) {
            let mut all: BTreeMap<GameId, BTreeMap<PlayerId, ThreadRow>> =
                some.iter().map(|game| (*game, BTreeMap::new())).collect();
            let mut statement = self.conn.prepare_cached(&threads_of(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let of_game = all.entry(row.get(0)?).or_default();
                of_game.insert(row.get(1)?, thread_of(&row, 2)?);
            }
            self.know(|known| {
                known.threads.append(&mut all);
                for facts in some.iter().filter_map(|game| known.games.get(game)) {
                    players.extend([facts.players.white.id, facts.players.black.id]);
                }
            });
        }
        let players: Vec<PlayerId> = players.into_iter().collect();
        for some in portions(&players) {
            let mut statement = self.conn.prepare_cached(&had(some.len()))?;
            let values = some.iter().map(|player| player as &dyn ToSql);
            let values = values.chain([&most as &dyn ToSql]);
            let mut rows = statement.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                let (player, had) = (row.get(0)?, row.get(1)?);
                self.know(|known| known.had.insert(player, (had, most)));
            }
        }
        Ok(())
    }

    /// Which letters of ours said nothing that was owed.
    pub fn said_ahead(&self, letters: &[OutboundId]) -> Result<(), StoreError> {
        let nothing = self.without(letters, said_by)?;
        self.know(|known| known.said_nothing.extend(nothing));
        Ok(())
    }

    /// Those of values that a statement does not find.
    fn without<T: ToSql + FromSql + Ord + Copy>(
        &self,
        values: &[T],
        finds: fn(usize) -> String,
    ) -> Result<BTreeSet<T>, StoreError> {
        let mut left: BTreeSet<T> = values.iter().copied().collect();
        for some in portions(values) {
            let mut statement = self.conn.prepare_cached(&finds(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                left.remove(&row.get(0)?);
            }
        }
        Ok(left)
    }

    fn leave_ahead(&self, players: &[PlayerId]) -> Result<(), StoreError> {
        for some in portions(players) {
            let mut all: BTreeMap<PlayerId, Vec<_>> =
                some.iter().map(|player| (*player, Vec::new())).collect();
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT player_id, tournament_id, id, from_day, to_day FROM leave
                 WHERE player_id IN ({}) AND from_day <= to_day ORDER BY from_day, id",
                places(some.len())
            ))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let span = (row.get(1)?, span_of(&row, 2)?);
                all.entry(row.get(0)?).or_default().push(span);
            }
            self.know(|known| known.leave.append(&mut all));
        }
        Ok(())
    }

    fn events_ahead(&self, games: &[GameId]) -> Result<(), StoreError> {
        let mut all: BTreeMap<GameId, Vec<Recorded>> =
            games.iter().map(|game| (*game, Vec::new())).collect();
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT id, at, event, grounds, cause, note, game_id FROM event
             WHERE game_id IN ({}) ORDER BY id",
            places(games.len())
        ))?;
        let mut rows = statement.query(params_from_iter(games))?;
        while let Some(row) = rows.next()? {
            let game: GameId = row.get(6)?;
            match (all.get_mut(&game), entry_of(&row)) {
                (Some(entries), Ok(entry)) => entries.push(entry),
                (_, Err(_)) => drop(all.remove(&game)),
                (None, Ok(_)) => {}
            }
        }
        self.know(|known| known.events.append(&mut all));
        Ok(())
    }
}
