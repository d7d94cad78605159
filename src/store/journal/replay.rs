//! What the archive has beyond a backup is applied to it, as it was recorded.

use super::rows::{cut, hex_of, put, row_of, same};
use super::sealed::complete;
use super::watch::{GROWING, JournalTable, KEYS, LETTERS, SWITCH, TABLES};
use super::{FORMAT, is_begin, last_change, record_to};
use crate::archive::{ArchiveError, ArchivedChange, ArchivedLine, Keys};
use crate::store::engine::params;
use crate::store::letters::Direction;
use crate::store::{Store, StoreError, Tx, View};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value};
use std::path::Path;

/// What was brought back from an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BroughtBack {
    /// Changes.
    pub changes: u64,
    /// Entries of the record among them.
    pub entries: u64,
    /// Letters received among them.
    pub letters: u64,
    /// Letters and postal addresses whose keys are nowhere to be found.
    pub closed: u64,
    /// The last line of the archive.
    pub head: String,
}

/// Applies to a backup what an archive has beyond it. Nobody else has it open, and it
/// notes nothing of this.
pub(in crate::store) fn bring_back(
    store: &mut Store,
    place: &Path,
) -> Result<BroughtBack, StoreError> {
    let from = last_change(&store.conn)?;
    let mut back = BroughtBack::default();
    let keys = crate::archive::keys_of(place)?;
    store.file()?.pragma_update(None, "foreign_keys", false)?;
    let tail = store.write::<_, StoreError>(|tx| {
        let begun = last_begin(place, from)?;
        let mut newest = None;
        let tail = crate::archive::read(place, |line| {
            // Of another past, which a restore without the archive ended.
            if line.change.seq < begun {
                return Ok(());
            }
            let after = line.change.seq > from;
            let told = apply(tx, &line, after, &keys)?;
            if after {
                back.changes += 1;
                back.entries += u64::from(told == JournalSubject::Entry);
                back.letters += u64::from(told == JournalSubject::Letter);
            }
            newest = Some(line.change);
            Ok::<_, StoreError>(())
        })?;
        let last = tail.as_ref().map_or(0, |t| t.seq);
        let waits: i64 = tx.conn.query_row(
            "SELECT coalesce(min(id), ?1 + 1) FROM journal WHERE id > ?2",
            params![from, last],
            |r| r.get(0),
        )?;
        if waits > last + 1 {
            let why = format!("it ends with change {last}, and this backup has {from}: it lost its end, or belongs to another home");
            return Err(ArchiveError::Foreign(why).into());
        }
        let closed = tx.letters_closed()?;
        back.closed = u64::try_from(closed).unwrap_or(u64::MAX);
        tx.journal_forget(last)?;
        if let Some(newest) = newest.filter(|newest| newest.seq == last && last > from) {
            note_as_last(tx, newest)?;
        }
        // No hour before what was brought back is believed.
        tx.conn.execute(
            "UPDATE meta SET value = max(value, coalesce((SELECT max(at) FROM event), ''),
             coalesce((SELECT max(kept_at) FROM inbound), ''),
             coalesce((SELECT max(composed) FROM outbound), '')) WHERE key = 'newest-hour'",
            [],
        )?;
        tx.conn.execute("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'journal'", [last])?;
        tx.conn.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'journal', ?1
             WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'journal')",
            [last],
        )?;
        Ok(tail)
    })?;
    store.file()?.pragma_update(None, "foreign_keys", true)?;
    back.head = tail.map(|t| t.head).unwrap_or_default();
    Ok(back)
}

/// Notes the last line of an archive as this home's own change: it goes on behind it.
fn note_as_last(tx: &Tx<'_>, mut newest: ArchivedChange) -> Result<(), StoreError> {
    if let Some(row) = newest.what.get_mut("row").and_then(Value::as_object_mut) {
        row.shift_remove("zstd");
    }
    tx.conn.execute(
        "INSERT INTO journal (id, change) VALUES (?1, ?2)",
        params![newest.seq, Value::Object(newest.what).to_string()],
    )?;
    Ok(())
}

/// Where the archive began last, among the changes that a backup has.
fn last_begin(place: &Path, from: i64) -> Result<i64, StoreError> {
    let mut begun = 0;
    crate::archive::read(place, |line| {
        if is_begin(&line.change.what) && line.change.seq <= from {
            begun = line.change.seq;
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(begun)
}

/// What a line was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JournalSubject {
    Entry,
    Letter,
    Other,
}

/// Applies a line, or only compares it: the backup has it already.
fn apply(
    tx: &Tx<'_>,
    line: &ArchivedLine,
    after: bool,
    keys: &Keys,
) -> Result<JournalSubject, StoreError> {
    let what = &line.change.what;
    let text = |key: &str| what.get(key).and_then(Value::as_str).unwrap_or("");
    let nothing = Map::new();
    let row = what
        .get("row")
        .and_then(Value::as_object)
        .unwrap_or(&nothing);
    let newer = || -> StoreError {
        let why = format!(
            "'{}' of '{}' is not known: it was written by a newer postchess",
            text("op"),
            text("table")
        );
        line.broken(why).into()
    };
    if is_begin(what) {
        return begins(tx, line, row, after).map(|()| JournalSubject::Other);
    }
    if let Some((_, direction)) = LETTERS.iter().find(|(name, _)| *name == text("table")) {
        if after {
            put_letter(tx, line, *direction, row)?;
        }
        let told = match direction {
            Direction::In => JournalSubject::Letter,
            Direction::Out => JournalSubject::Other,
        };
        return Ok(told);
    }
    if text("table") == KEYS {
        if after {
            put_key(tx, row, text("op"), keys)?;
        }
        return Ok(JournalSubject::Other);
    }
    let Some(name) = TABLES.iter().find(|name| **name == text("table")) else {
        return Err(newer());
    };
    let mut opened = row.clone();
    let is_open = tx.open_row(&mut opened)?;
    let table = JournalTable::of(tx.conn, name)?;
    if !is_open {
        complete(name, &mut opened, row_of(tx.conn, &table, row)?.as_ref());
    }
    if *name == "player" {
        seal_old_postal(tx, &mut opened)?;
    }
    let row = &opened;
    if row
        .keys()
        .any(|key| !table.columns.iter().any(|c| c.name == *key))
    {
        return Err(newer());
    }
    let grows = GROWING.contains(name);
    match text("op") {
        "put" if grows => {
            let now = row_of(tx.conn, &table, row)?;
            match now {
                Some(now) if same(&now, row) => {}
                Some(_) => {
                    let why = format!(
                        "{name} {} is another one in the backup, which is of another home, or was made after it had gone on without the archive: take a backup of before",
                        row.get("id").unwrap_or(&Value::Null)
                    );
                    return Err(line.broken(why).into());
                }
                None if after => put(tx.conn, &table, row)?,
                None => {
                    let why = format!(
                        "the backup lacks {name} {}",
                        row.get("id").unwrap_or(&Value::Null)
                    );
                    return Err(line.broken(why).into());
                }
            }
            Ok(JournalSubject::Entry)
        }
        "put" => {
            if after {
                put(tx.conn, &table, row)?;
            }
            Ok(JournalSubject::Other)
        }
        "cut" if !grows => {
            if after {
                cut(tx.conn, &table, row)?;
            }
            Ok(JournalSubject::Other)
        }
        _ => Err(newer()),
    }
}

/// The archive begins with this line: what was there before, the backup must have.
fn begins(
    tx: &Tx<'_>,
    line: &ArchivedLine,
    row: &Map<String, Value>,
    after: bool,
) -> Result<(), StoreError> {
    let number = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
    if number("format") > i64::try_from(FORMAT).unwrap_or(i64::MAX) {
        return Err(line.broken("it was written by a newer postchess").into());
    }
    let record = record_to(tx.conn, number("events"), number("letters"))?;
    if after && row.get("record").and_then(Value::as_str) != Some(&record) {
        let why = "the archive begins here with a record that this backup does not have: take a backup made after it began";
        return Err(line.broken(why).into());
    }
    if after {
        tx.meta_set(SWITCH, "on")?;
    }
    Ok(())
}

/// A key was made or destroyed. What was made and lies beside the archive no more is lost,
/// unless a later line says that it was destroyed.
fn put_key(tx: &Tx<'_>, row: &Map<String, Value>, op: &str, keys: &Keys) -> Result<(), StoreError> {
    let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
    let key = keys.get(&id).filter(|_| op == "made");
    let gone = match (op, key) {
        (_, Some(_)) => None,
        ("made", None) => Some("lost"),
        _ => Some("destroyed"),
    };
    tx.conn
        .prepare_cached(
            "INSERT INTO person_key (id, key, gone) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET key = excluded.key, gone = excluded.gone,
             address = iif(excluded.key IS NULL, NULL, address)",
        )?
        .execute(params![id, key, gone])?;
    Ok(())
}

/// A player in a line of before version 13 has his postal address in clear.
fn seal_old_postal(tx: &Tx<'_>, row: &mut Map<String, Value>) -> Result<(), StoreError> {
    let clear = match row.get("postal") {
        Some(Value::String(clear)) if !row.contains_key("key_id") => clear.clone(),
        _ => return Ok(()),
    };
    let email = row.get("email").and_then(Value::as_str);
    let (sealed, key) = tx.postal_sealed(&[clear], email, None)?;
    row.insert(
        "postal".to_owned(),
        sealed.map(|bytes| hex_of(&bytes)).into(),
    );
    row.insert("key_id".to_owned(), key.into());
    Ok(())
}

fn put_letter(
    tx: &Tx<'_>,
    line: &ArchivedLine,
    direction: Direction,
    row: &Map<String, Value>,
) -> Result<(), StoreError> {
    let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
    let broken = || line.broken("its letter cannot be read");
    let packed = row.get("zstd").and_then(Value::as_str).unwrap_or("");
    let packed = BASE64.decode(packed).map_err(|_| broken())?;
    let Some(packed) = tx.opened_letter(packed, row)? else {
        return Ok(());
    };
    let bytes = letter_of(tx, &packed, row).ok_or_else(broken)?;
    for table in [direction.fresh(), direction.archive()] {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE id = ?1)");
        // It was packed away and taken out again.
        if tx.conn.query_row(&sql, [id], |r| r.get(0))? {
            return Ok(());
        }
    }
    tx.letter_keep(direction, id, &tx.letter_packed(&bytes)?)
}

/// The bytes of a letter in a line, where they are what the line says.
fn letter_of(view: &View<'_>, packed: &[u8], row: &Map<String, Value>) -> Option<Vec<u8>> {
    let bytes = view.unpack(packed, row.get("size")?.as_i64()?).ok()?;
    let hash = crate::archive::hash_of(&bytes);
    (row.get("sha256")?.as_str()? == hash).then_some(bytes)
}
