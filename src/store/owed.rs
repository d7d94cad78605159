//! What is owed: notices that a limit holds back, until a letter says them.

use super::engine::{Row, ToSql, params};
use super::{Begins, StoreError, Tx, View};
use crate::ids::{GameId, InboundId, OutboundId, PlayerId};
use crate::time::Instant;

/// A notice that is held back.
#[derive(Clone, Copy, Debug)]
pub struct NewOwed<'a> {
    /// The message that brought it; `None`: an order at the console, or a pass.
    pub inbound: Option<InboundId>,
    /// Whose message or move it was.
    pub sender: PlayerId,
    /// To whom; `None` for an official.
    pub player: Option<PlayerId>,
    /// The game it is about.
    pub game: Option<GameId>,
    /// What is reckoned as if it had left with the pass that made it.
    pub begins: Option<Begins>,
    /// What is to be said, JSON.
    pub notice: &'a str,
}

/// A notice that is owed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// Its number.
    pub id: i64,
    /// The message that brought it; `None`: an order at the console, or a pass.
    pub inbound: Option<InboundId>,
    /// Whose message or move it was.
    pub sender: PlayerId,
    /// To whom; `None` for an official.
    pub player: Option<PlayerId>,
    /// The game it is about.
    pub game: Option<GameId>,
    /// What is reckoned as if it had left with the pass that made it.
    pub begins: Option<Begins>,
    /// What is to be said, JSON.
    pub notice: String,
    /// The hour of the pass that made it.
    pub made: Instant,
}

/// Whoever's letters something is owed for.
pub(super) const SENDERS: &str =
    "SELECT DISTINCT sender_id FROM owed WHERE settled IS NULL ORDER BY sender_id";

/// What is owed for one's letters.
pub(super) const OF_SENDER: &str =
    "SELECT id, inbound_id, sender_id, player_id, game_id, begins, notice, made_at FROM owed
     WHERE settled IS NULL AND sender_id = ?1 ORDER BY id LIMIT ?2";

/// What is reckoned from letters that are held back.
pub(super) const BEGINS: &str =
    "SELECT id, inbound_id, sender_id, player_id, game_id, begins, notice, made_at FROM owed
     WHERE begins IS NOT NULL ORDER BY id";

/// What a letter said that was owed.
pub(super) const SAID: &str =
    "SELECT id, inbound_id, sender_id, player_id, game_id, begins, notice, made_at FROM owed
     WHERE outbound_id = ?1 ORDER BY id";

/// Under which keys of `meta` answers are kept that are owed to officials, who have no
/// number; behind it the address.
const OFFICE: &str = "owed to ";

impl View<'_> {
    /// Whether anything is owed.
    pub fn owed_any(&self) -> Result<bool, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM owed WHERE settled IS NULL) OR EXISTS
                 (SELECT 1 FROM meta WHERE key > 'owed to ' AND key < 'owed to~' AND value <> '')",
            )?
            .query_row([], |r| r.get(0))?)
    }

    /// Answers that are owed to officials, by address: as they were kept.
    pub fn owed_offices(&self) -> Result<Vec<(String, String)>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT substr(key, 9), value FROM meta
             WHERE key > 'owed to ' AND key < 'owed to~' AND value <> '' ORDER BY key",
        )?;
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What is owed to the official of an address; empty where nothing is.
    pub fn owed_office(&self, address: &str) -> Result<String, StoreError> {
        let kept = self.meta_get(&format!("{OFFICE}{address}"))?;
        Ok(kept.unwrap_or_default())
    }

    /// For whose letters something is owed.
    pub fn owed_senders(&self) -> Result<Vec<PlayerId>, StoreError> {
        let mut statement = self.conn.prepare_cached(SENDERS)?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What is owed for a player's letters, the oldest first.
    pub fn owed_of(&self, sender: PlayerId, limit: u32) -> Result<Vec<Owed>, StoreError> {
        self.owed_where(OF_SENDER, params![sender, limit])
    }

    /// What a letter of ours said that was owed, in the order in which it was made.
    pub fn owed_said(&self, letter: OutboundId) -> Result<Vec<Owed>, StoreError> {
        self.known(
            |known| known.said_nothing.contains(&letter).then(Vec::new),
            || self.owed_where(SAID, params![letter]),
            |_, _| {},
        )
    }

    /// Notices from whose leaving something is to be reckoned, as soon as the pass that
    /// made them ends.
    pub fn owed_begins(&self) -> Result<Vec<Owed>, StoreError> {
        self.owed_where(BEGINS, params![])
    }

    fn owed_where(&self, sql: &str, values: &[&dyn ToSql]) -> Result<Vec<Owed>, StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let mut rows = statement.query(values)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(owed_of(&row)?);
        }
        Ok(all)
    }
}

impl Tx<'_> {
    /// What is owed to the official of an address from now on.
    pub fn owed_office_set(&self, address: &str, kept: &str) -> Result<(), StoreError> {
        self.meta_set(&format!("{OFFICE}{address}"), kept)
    }

    /// Holds a notice back.
    pub fn owed_add(&self, new: &NewOwed<'_>, now: Instant) -> Result<i64, StoreError> {
        let begins = new.begins.as_ref().map(serde_json::to_string).transpose()?;
        Ok(self
            .conn
            .prepare_insert(
                "INSERT INTO owed (inbound_id, sender_id, player_id, game_id, begins, notice,
                 made_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .insert(params![
                new.inbound,
                new.sender,
                new.player,
                new.game,
                begins,
                new.notice,
                now
            ])?)
    }

    /// What is reckoned from its leaving is recorded.
    pub fn owed_begun(&self, id: i64) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE owed SET begins = NULL WHERE id = ?1")?
            .execute([id])?;
        Ok(())
    }

    /// A letter says what was owed; `None`: nothing was left to say.
    pub fn owed_settle(
        &self,
        ids: &[i64],
        by: Option<OutboundId>,
        now: Instant,
    ) -> Result<(), StoreError> {
        if let Some(by) = by {
            self.know(|known| known.said_nothing.remove(&by));
        }
        let mut statement = self.conn.prepare_cached(
            "UPDATE owed SET settled = ?2, outbound_id = ?3 WHERE id = ?1 AND settled IS NULL",
        )?;
        for id in ids {
            statement.execute(params![id, now, by])?;
        }
        Ok(())
    }
}

fn owed_of(row: &Row<'_>) -> Result<Owed, StoreError> {
    let begins: Option<String> = row.get(5)?;
    Ok(Owed {
        id: row.get(0)?,
        inbound: row.get(1)?,
        sender: row.get(2)?,
        player: row.get(3)?,
        game: row.get(4)?,
        begins: begins.map(|j| serde_json::from_str(&j)).transpose()?,
        notice: row.get(6)?,
        made: row.get(7)?,
    })
}
