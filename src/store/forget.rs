//! Letters of a person who is erased: their bytes go, and so does what their rows tell of
//! him. That they came, when, and what became of them stays.

use super::engine::{params, params_from_iter};
use super::letters::{Direction, to_i64};
use super::sql::hash;
use super::{StoreError, Tx};
use crate::address;

/// A column that tells of a person, and what stands there once he is erased.
pub(super) type PersonalColumn = (&'static str, Option<&'static str>);

impl Direction {
    /// What a letter's row tells of who it is from or to.
    pub(super) fn personal(self) -> &'static [PersonalColumn] {
        match self {
            Direction::In => &[
                ("from_address", Some("")),
                ("subject", Some("")),
                ("message_id", None),
                ("requests", None),
            ],
            Direction::Out => &[("to_address", Some("erased")), ("subject", Some(""))],
        }
    }
}

impl Tx<'_> {
    /// Cuts the letters from and to an address that is no player's to nothing, and destroys
    /// the keys under which the archive has them. How many.
    pub fn letters_forget(&self, email: &str) -> Result<usize, StoreError> {
        let key = address::key(email);
        let came = self.ids("SELECT id FROM inbound WHERE from_address = ?1", &key)?;
        let went = self.ids(
            "SELECT id FROM outbound WHERE player_id IS NULL AND kind = 'entry'
             AND lower(to_address) = ?1",
            &key,
        )?;
        let mut keys = Vec::new();
        for (direction, ids) in [(Direction::In, &came), (Direction::Out, &went)] {
            for id in ids {
                keys.extend(self.key_of_row(direction.table(), *id)?.map(|key| key.id));
                self.letter_forget(direction, *id)?;
            }
        }
        self.person_keys_destroy(&keys)?;
        Ok(came.len() + went.len())
    }

    /// After a restore: letters whose keys were destroyed are cut to nothing again, and so is
    /// what could not be read, its key being nowhere. How many these are, with the postal
    /// addresses that cannot be read.
    pub(super) fn letters_closed(&self) -> Result<usize, StoreError> {
        let mut lost = 0;
        for direction in Direction::BOTH {
            let (table, fresh, packed) =
                (direction.table(), direction.fresh(), direction.archive());
            let of = format!("SELECT l.id FROM {table} l JOIN person_key k ON k.id = l.key_id");
            for id in self.ids(&format!("{of} WHERE k.gone = ?1"), "destroyed")? {
                self.letter_forget(direction, id)?;
            }
            let sql = format!(
                "{of} WHERE k.gone = ?1 AND NOT EXISTS (SELECT 1 FROM {fresh} f WHERE f.id = l.id)
                 AND NOT EXISTS (SELECT 1 FROM {packed} p WHERE p.id = l.id)"
            );
            for id in self.ids(&sql, "lost")? {
                self.letter_empty(direction, id)?;
                lost += 1;
            }
        }
        let postal: u32 = self.conn.query_row(
            "SELECT count(*) FROM player p JOIN person_key k ON k.id = p.key_id
             WHERE p.postal IS NOT NULL AND k.gone = 'lost'",
            [],
            |r| r.get(0),
        )?;
        Ok(lost + usize::try_from(postal).unwrap_or(0))
    }

    /// Nothing of a letter is left, nor of whom it is from or to.
    fn letter_forget(&self, direction: Direction, id: i64) -> Result<(), StoreError> {
        self.letter_empty(direction, id)?;
        // In one change, which the archive hears of once.
        let (columns, nothing): (Vec<&str>, Vec<Option<&str>>) =
            direction.personal().iter().copied().unzip();
        let (table, sets) = (direction.table(), columns.join(" = ?, "));
        let sql = format!("UPDATE {table} SET {sets} = ? WHERE id = {id}");
        self.conn
            .prepare(&sql)?
            .execute(params_from_iter(nothing))?;
        if direction == Direction::In {
            self.conn
                .prepare_cached("DELETE FROM named WHERE inbound_id = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    fn ids(&self, sql: &str, key: &str) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([key], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Leaves an envelope without anything in it of a letter.
    fn letter_empty(&self, direction: Direction, id: i64) -> Result<(), StoreError> {
        if let Some(place) = self.letter_place(direction, id)? {
            if place.form == "envelope" {
                return self.envelope_blank(place.bundle, (place.start, place.length));
            }
            // What is packed with it repeats parts of it.
            for (of, letter, _) in self.letters_of_bundle(place.bundle)? {
                self.letter_thaw(of, letter)?;
            }
            self.conn
                .prepare_cached("DELETE FROM bundle WHERE id = ?1")?
                .execute([place.bundle])?;
        }
        self.conn
            .prepare_cached(&format!("DELETE FROM {} WHERE id = ?1", direction.fresh()))?
            .execute([id])?;
        let nothing = self.bundle_pack(&[])?;
        let newest = match direction {
            Direction::In => "SELECT kept_at FROM inbound WHERE id = ?1",
            Direction::Out => "SELECT composed FROM outbound WHERE id = ?1",
        };
        let newest: String = self.conn.query_row(newest, [id], |r| r.get(0))?;
        let bundle = self
            .conn
            .prepare_insert(
                "INSERT INTO bundle (game_id, form, newest, size, bytes, hash)
                 VALUES (NULL, 'envelope', ?1, 0, ?2, ?3)",
            )?
            .insert(params![newest, nothing, hash(&[])])?;
        self.conn
            .prepare_cached(&format!(
                "INSERT INTO {} (id, form, size, hash, bundle, start, length)
                 VALUES (?1, 'envelope', 0, ?2, ?3, 0, 0)",
                direction.archive()
            ))?
            .execute(params![id, hash(&[]), bundle])?;
        Ok(())
    }

    /// Blanks a header in a bundle of headers.
    fn envelope_blank(&self, bundle: i64, (start, length): (i64, i64)) -> Result<(), StoreError> {
        let mut bytes = self.bundle_load(bundle)?;
        let at = |n: i64| usize::try_from(n).unwrap_or(0);
        if let Some(slice) = bytes.get_mut(at(start)..at(start) + at(length)) {
            slice.fill(b' ');
        }
        self.conn
            .prepare_cached("UPDATE bundle SET size = ?2, bytes = ?3, hash = ?4 WHERE id = ?1")?
            .execute(params![
                bundle,
                to_i64(bytes.len()),
                self.bundle_pack(&bytes)?,
                hash(&bytes)
            ])?;
        Ok(())
    }
}
