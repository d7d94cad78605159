//! Keys of persons: a player's postal address, who enters a tournament by letter, and what
//! the archive has of somebody unknown are sealed under a key of their own. To erase a
//! person, the key is destroyed (27, 28; GDPR article 17).

use super::engine::{self, Connection, OptionalExtension, Row, params};
use super::seal::{self, KEY_BYTES};
use super::{StoreError, Tx, View};
use crate::address;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A key with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PersonKey {
    /// By which what is sealed names it.
    pub(super) id: i64,
    /// 32 bytes.
    pub(super) key: Vec<u8>,
}

impl Drop for PersonKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl ZeroizeOnDrop for PersonKey {}

impl PersonKey {
    /// Of a row with its number and its bytes.
    fn of(row: &Row<'_>) -> engine::Result<PersonKey> {
        Ok(PersonKey {
            id: row.get(0)?,
            key: row.get(1)?,
        })
    }

    /// Its number and its bytes, to be kept.
    pub(super) fn bytes(mut self) -> (i64, Vec<u8>) {
        (self.id, std::mem::take(&mut self.key))
    }

    pub(super) fn seal(&self, text: &[u8]) -> Result<Vec<u8>, StoreError> {
        seal::seal(&self.key, text)
    }

    pub(super) fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        seal::open(&self.key, sealed)
    }
}

/// Whose letters are sealed in the archive: not those of a player, an official or a captain.
impl View<'_> {
    /// The key of a number; `None`: it is gone.
    pub(super) fn person_key(&self, id: i64) -> Result<Option<PersonKey>, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT id, key FROM person_key WHERE id = ?1 AND key IS NOT NULL")?
            .query_row([id], PersonKey::of)
            .optional()?)
    }

    /// All that are there, by number.
    pub(super) fn person_keys(&self) -> Result<Vec<PersonKey>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id, key FROM person_key WHERE key IS NOT NULL ORDER BY id")?;
        let rows = statement.query_map([], PersonKey::of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The key under which a row of a table is sealed; `None`: it has none, or that is gone.
    pub(super) fn key_of_row(&self, table: &str, id: i64) -> Result<Option<PersonKey>, StoreError> {
        let sql = format!(
            "SELECT k.id, k.key FROM {table} t JOIN person_key k ON k.id = t.key_id
             WHERE t.id = ?1 AND k.key IS NOT NULL"
        );
        Ok(self
            .conn
            .prepare_cached(&sql)?
            .query_row([id], PersonKey::of)
            .optional()?)
    }

    /// Whether an address, in lower case, is a player's, an official's or a captain's.
    fn is_known(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.player_by_address(key)?.is_some() || !self.offices_of(key)?.is_empty())
    }
}

impl Tx<'_> {
    /// The key of a person, made where he has none: by his address, where he has one.
    pub(super) fn person_key_of(&self, address: Option<&str>) -> Result<PersonKey, StoreError> {
        let address = address.map(address::key).filter(|key| !key.is_empty());
        if let Some(address) = &address {
            let found: Option<PersonKey> = self
                .conn
                .prepare_cached(
                    "SELECT id, key FROM person_key WHERE address = ?1 AND key IS NOT NULL",
                )?
                .query_row([address], PersonKey::of)
                .optional()?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let key = seal::fresh_key()?;
        let id = self
            .conn
            .prepare_insert("INSERT INTO person_key (address, key) VALUES (?1, ?2)")?
            .insert(params![address, &key[..]])?;
        Ok(PersonKey {
            id,
            key: key.to_vec(),
        })
    }

    /// Under which key the archive has a letter from or to an address: somebody's whom we do
    /// not know. One whose sender is not read yet has a key to itself.
    pub(super) fn key_of_unknown(&self, address: &str) -> Result<Option<i64>, StoreError> {
        let key = address::key(address);
        if !key.is_empty() && self.is_known(&key)? {
            return Ok(None);
        }
        Ok(Some(self.person_key_of(Some(&key))?.id))
    }

    /// Destroys keys, but those under which a player's postal address is sealed.
    pub(super) fn person_keys_destroy(&self, ids: &[i64]) -> Result<(), StoreError> {
        let mut statement = self.conn.prepare_cached(
            "UPDATE person_key SET key = NULL, address = NULL, gone = 'destroyed'
             WHERE id = ?1 AND key IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM player WHERE key_id = ?1 AND postal IS NOT NULL)",
        )?;
        for id in ids {
            statement.execute([id])?;
        }
        self.players_change();
        Ok(())
    }
}

/// Seals postal addresses that stand in clear, each under a fresh key in the place of the
/// one of its row: once, when a database of before becomes one of version 13.
pub(super) fn seal_postal(conn: &Connection) -> Result<(), StoreError> {
    let mut statement =
        conn.prepare("SELECT id, key_id, postal FROM player WHERE postal IS NOT NULL")?;
    let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))?;
    let rows: Vec<(i64, i64, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    for (player, id, clear) in rows {
        let key: [u8; KEY_BYTES] = seal::fresh_key()?;
        let sealed = seal::seal(&key, &clear)?;
        conn.execute(
            "UPDATE person_key SET key = ?2 WHERE id = ?1",
            params![id, &key[..]],
        )?;
        conn.execute(
            "UPDATE player SET postal = ?2 WHERE id = ?1",
            params![player, sealed],
        )?;
    }
    Ok(())
}
