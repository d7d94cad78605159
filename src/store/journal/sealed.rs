//! What the archive has of somebody whom we do not know: the columns that tell of him, and
//! the bytes of his letters, sealed under his key. Without it a line says that a letter came,
//! when, and what became of it.

use super::watch::KEYS;
use super::{StoreError, View};
use crate::archive::{ArchivedChange, Keys, KeysToKeep};
use crate::store::forget::PersonalColumn;
use crate::store::letters::Direction;
use crate::store::person_keys::PersonKey;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value};

/// The column that names the key.
pub(super) const KEY: &str = "key_id";

/// What stands in a line in the place of columns that are sealed.
const SEALED: &str = "sealed";

/// In the line of a letter: under which key its bytes are sealed.
const UNDER: &str = "under";

/// The personal columns of a table; `None`: what its rows tell is no secret.
pub(super) fn personal(table: &str) -> Option<&'static [PersonalColumn]> {
    let found = Direction::BOTH.into_iter().find(|d| d.table() == table);
    found.map(Direction::personal)
}

impl View<'_> {
    /// Seals the personal columns of a row that has a key. Where that is destroyed they are
    /// blank: the row itself may have been noted before.
    pub(super) fn seal_row(
        &self,
        table: &str,
        row: &mut Map<String, Value>,
    ) -> Result<(), StoreError> {
        let (Some(columns), Some(id)) = (personal(table), row.get(KEY).and_then(Value::as_i64))
        else {
            return Ok(());
        };
        let Some(key) = self.person_key(id)? else {
            blank(columns, row);
            return Ok(());
        };
        let mut told = Map::new();
        for (name, _) in columns {
            if let Some(value) = row.shift_remove(*name) {
                told.insert((*name).to_owned(), value);
            }
        }
        let sealed = key.seal(&serde_json::to_vec(&told)?)?;
        row.insert(SEALED.to_owned(), BASE64.encode(sealed).into());
        Ok(())
    }

    /// A row as it was before [`View::seal_row`]; whether that could be done.
    pub(super) fn open_row(&self, row: &mut Map<String, Value>) -> Result<bool, StoreError> {
        let Some(sealed) = row.shift_remove(SEALED) else {
            return Ok(true);
        };
        let key = row.get(KEY).and_then(Value::as_i64);
        let key = key.map_or(Ok(None), |id| self.person_key(id))?;
        let sealed = sealed.as_str().and_then(|text| BASE64.decode(text).ok());
        let (Some(key), Some(sealed)) = (key, sealed) else {
            return Ok(false);
        };
        let Ok(told) = key.open(&sealed) else {
            return Ok(false);
        };
        let told: Map<String, Value> = serde_json::from_slice(&told)?;
        row.extend(told);
        Ok(true)
    }

    /// The packed bytes of a letter as a line has them.
    pub(super) fn sealed_letter(
        &self,
        direction: Direction,
        id: i64,
        packed: Vec<u8>,
        row: &mut Map<String, Value>,
    ) -> Result<Vec<u8>, StoreError> {
        match self.key_of_row(direction.table(), id)? {
            None => Ok(packed),
            Some(key) => {
                row.insert(UNDER.to_owned(), key.id.into());
                key.seal(&packed)
            }
        }
    }

    /// The packed bytes of a letter out of what a line has; `None`: its key is gone.
    pub(super) fn opened_letter(
        &self,
        bytes: Vec<u8>,
        row: &Map<String, Value>,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(id) = row.get(UNDER).and_then(Value::as_i64) else {
            return Ok(Some(bytes));
        };
        match self.person_key(id)? {
            Some(key) => Ok(key.open(&bytes).ok()),
            None => Ok(None),
        }
    }

    /// The keys that changes depend on: those that were made, or all that are left where one
    /// was destroyed or their file is away.
    pub(super) fn keys_for(
        &self,
        changes: &[ArchivedChange],
        has_keys: bool,
    ) -> Result<Option<KeysToKeep>, StoreError> {
        let mut made = Vec::new();
        let mut whole = !has_keys;
        for change in changes {
            let text = |key: &str| change.what.get(key).and_then(Value::as_str);
            if text("table") != Some(KEYS) {
                continue;
            }
            let row = change.what.get("row");
            made.extend(row.and_then(|row| row.get("id")).and_then(Value::as_i64));
            whole |= text("op") != Some("made");
        }
        if made.is_empty() {
            return Ok(None);
        }
        let mut keys = Keys::new();
        if whole {
            keys.extend(self.person_keys()?.into_iter().map(PersonKey::bytes));
            return Ok(Some(KeysToKeep::Whole(keys)));
        }
        for id in made {
            keys.extend(self.person_key(id)?.map(PersonKey::bytes));
        }
        Ok(Some(KeysToKeep::Added(keys)))
    }
}

/// Personal columns of somebody who is erased.
fn blank(columns: &[PersonalColumn], row: &mut Map<String, Value>) {
    for (name, nothing) in columns {
        row.insert((*name).to_owned(), nothing.map_or(Value::Null, Value::from));
    }
}

/// Completes a row whose personal columns cannot be opened: as they stand in the database,
/// else blank.
pub(super) fn complete(
    table: &str,
    row: &mut Map<String, Value>,
    now: Option<&Map<String, Value>>,
) {
    let Some(columns) = personal(table) else {
        return;
    };
    let mut rest = Map::new();
    blank(columns, &mut rest);
    for (name, nothing) in rest {
        let stands = now.and_then(|now| now.get(&name)).cloned();
        row.insert(name, stands.unwrap_or(nothing));
    }
}
