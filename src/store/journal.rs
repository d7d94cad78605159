//! What changes in the database, row by row, for the archive: while a home has one,
//! triggers of each connection note every change in `journal`, in the transaction that
//! makes it. None can be forgotten, and none is noted that was rolled back. After the
//! commit the archive takes them, with the letters' bytes; a restore applies them to a
//! backup again, and `verify` compares them with the rows.

mod compare;
mod replay;
mod rows;
mod sealed;
pub(super) mod watch;

pub use compare::Compared;
pub use replay::BroughtBack;
pub(super) use replay::bring_back;
pub(super) use rows::hex_of;
pub(super) use watch::note_again;

use super::engine::{Connection, OptionalExtension, last_number, params};
use super::open::Store;
use super::{StoreError, Tx, View};
use crate::archive::{Archive, ArchiveError, ArchivedChange, ChangesToKeep, Tail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::ops::ControlFlow;
use std::path::Path;
use watch::{LETTERS, SWITCH, UNCOVERED, is_on, note_keys, unwatch, watch};

/// Most changes that are written in one go.
const AT_ONCE: u32 = 500;

/// The format of the lines.
const FORMAT: u64 = 1;

/// The number of the last change that was noted.
fn last_change(conn: &Connection) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached(&last_number("journal"))?;
    Ok(statement.query_row([], |r| r.get(0))?)
}

fn is_not_ahead(archive: i64, database: i64) -> Result<(), StoreError> {
    match archive > database {
        true => Err(ArchiveError::Ahead { archive, database }.into()),
        false => Ok(()),
    }
}

/// Whether a home that has no archive, or none any more, may follow what lies in a folder: the
/// first entry that is told there is in its record.
///
/// # Errors
/// It is not: it is another home's, or this one is empty and is to be restored first.
fn is_of_this_home(conn: &Connection, place: &Path) -> Result<(), StoreError> {
    let mut first = None;
    crate::archive::read(place, |line| {
        let what = &line.change.what;
        let row = what.get("row").and_then(Value::as_object);
        let Some(row) = row.filter(|_| first.is_none()) else {
            return Ok::<_, StoreError>(());
        };
        let number = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        if is_begin(what) && number("events") > 0 {
            let ours = record_to(conn, number("events"), number("letters"))?;
            first = Some(row.get("record").and_then(Value::as_str) == Some(&ours));
        } else if what.get("table").and_then(Value::as_str) == Some("event") {
            let sql = "SELECT count(*) FROM event WHERE id = ?1 AND at = ?2";
            let at = row.get("at").and_then(Value::as_str).unwrap_or("");
            let found = conn.query_row(sql, params![number("id"), at], |r| r.get::<i64>(0))?;
            first = Some(found > 0);
        }
        Ok(())
    })?;
    match first {
        Some(false) => {
            let why = "what it holds is not in the record of this home: a home that is to go on \
                       with it is restored first (postchess restore BACKUP --archive), and \
                       another one has a folder of its own";
            Err(ArchiveError::Foreign(why.to_owned()).into())
        }
        Some(true) | None => Ok(()),
    }
}

/// Whether the last line of an archive is what this database noted under its number, as far as
/// that is still noted: else another home writes there, or another past of this one.
///
/// # Errors
/// It is not.
fn is_noted(conn: &Connection, last: &ArchivedChange) -> Result<(), StoreError> {
    let noted: Option<String> = conn
        .prepare_cached("SELECT change FROM journal WHERE id = ?1")?
        .query_row([last.seq], |r| r.get(0))
        .optional()?;
    let Some(noted) = noted else {
        return Ok(());
    };
    let noted: Map<String, Value> = serde_json::from_str(&noted)?;
    match says_the_same(&noted, &last.what) {
        true => Ok(()),
        false => {
            let why = format!(
                "its last change, {}, is not the one that this database made under that number: \
                 another home writes there, or a copy of this one, and nothing is added behind \
                 it; each home has a folder of its own",
                last.seq
            );
            Err(ArchiveError::Foreign(why).into())
        }
    }
}

/// Whether a change as it was noted is the one that a line tells: what is sealed there, or
/// blank since its key is gone, and what a line has besides, as the bytes of a letter, is not
/// compared.
fn says_the_same(noted: &Map<String, Value>, line: &Map<String, Value>) -> bool {
    let of = |what: &Map<String, Value>| {
        let row = what.get("row").and_then(Value::as_object).cloned();
        let mut row = row.unwrap_or_default();
        row.values_mut().for_each(unfold);
        let table = what.get("table").and_then(Value::as_str).unwrap_or("");
        if row.get(sealed::KEY).is_some_and(|key| !key.is_null()) {
            let columns = sealed::personal(table).unwrap_or_default();
            row.retain(|name, _| !columns.iter().any(|(personal, _)| personal == name));
        }
        (table.to_owned(), what.get("op").cloned(), row)
    };
    let ((table, op, noted), (of_table, of_op, line)) = (of(noted), of(line));
    let differs = |(key, value): (&String, &Value)| line.get(key).is_some_and(|v| v != value);
    table == of_table && op == of_op && !noted.iter().any(differs)
}

/// What a record was when an archive began: a backup made before cannot be continued.
fn record_to(conn: &Connection, events: i64, letters: i64) -> Result<String, StoreError> {
    let mut hash = Sha256::new();
    let upto = |last: i64, id: i64| match id > last {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let sql = "SELECT id, at, event, coalesce(grounds, ''), cause, note FROM event
         WHERE id >= ?1 ORDER BY id LIMIT ?2";
    conn.each_from::<StoreError>(sql, 1, |row| {
        let id = row.get(0)?;
        let goes_on = upto(events, id);
        if goes_on.is_continue() {
            hash.update(id.to_be_bytes());
            for column in 1..6 {
                hash.update(row.get_ref(column)?.as_str().unwrap_or("").as_bytes());
                hash.update([0]);
            }
        }
        Ok(goes_on)
    })?;
    let sql = "SELECT id, content_hash FROM inbound WHERE id >= ?1 ORDER BY id LIMIT ?2";
    conn.each_from::<StoreError>(sql, 1, |row| {
        let id = row.get(0)?;
        let goes_on = upto(letters, id);
        if goes_on.is_continue() {
            hash.update(id.to_be_bytes());
            hash.update(row.get_ref(1)?.as_blob().unwrap_or(&[]));
        }
        Ok(goes_on)
    })?;
    Ok(hex_of(&hash.finalize()))
}

impl Store {
    /// Has what is committed written a second time from now on, or no more. Where the
    /// archive begins, tells so.
    pub fn archive_in(&mut self, archive: Option<Archive>) -> Result<bool, StoreError> {
        let on = is_on(&self.conn)?;
        let Some(mut archive) = archive else {
            if on {
                self.conn
                    .execute("UPDATE meta SET value = 'off' WHERE key = ?1", [SWITCH])?;
                unwatch(&self.conn)?;
            }
            self.archive = None;
            return Ok(false);
        };
        if !on {
            // What is there already is followed: its changes have their numbers.
            let tail = archive.tail()?.map_or(0, |t| t.seq);
            if let Some(place) = archive.place().filter(|_| tail > 0) {
                is_of_this_home(&self.conn, place)?;
            }
            watch(&self.conn)?;
            self.write::<_, StoreError>(|tx| tx.archive_begin(tail))?;
        }
        self.archive = Some(archive);
        self.archived = 0;
        Ok(!on)
    }

    /// Takes what was committed into the archive, and hands it over where a command
    /// takes it. When this returns, all of it lies there. Who is in a hurry waits for
    /// no command.
    ///
    /// # Errors
    /// Where it does not: the place is away, full, or another's.
    pub fn archive_now(&mut self, hurries: bool) -> Result<(), StoreError> {
        self.archive_write()?;
        match &mut self.archive {
            Some(archive) if hurries && archive.waiting() > 0 => {
                let why = "what waits for its command is for the next pass".to_owned();
                Err(ArchiveError::Foreign(why).into())
            }
            Some(archive) => Ok(archive.hand_over()?),
            None => Ok(()),
        }
    }

    /// Refuses to write where the database stands behind its archive: an older state of it was
    /// put back, and what would be decided now has been decided otherwise. Where the archive is
    /// away nobody can tell, and nobody is held up.
    pub(super) fn is_behind(
        conn: &Connection,
        archive: Option<&mut Archive>,
        archived: i64,
    ) -> Result<(), StoreError> {
        let Some(archive) = archive else {
            return Ok(());
        };
        // Another file in this one's place is opened anew; on a server it is the same place.
        let known = match conn {
            Connection::File(_) if archived > 0 => archived,
            Connection::File(_) | Connection::Server(_) => match archive.tail() {
                Ok(tail) => {
                    archive.is_ours(|last| is_noted(conn, last))?;
                    tail.map_or(0, |t| t.seq)
                }
                Err(_) => archived,
            },
        };
        is_not_ahead(known, last_change(conn)?)
    }

    /// Whether this database stands behind its archive: it is no state to keep.
    ///
    /// # Errors
    /// It does.
    pub fn stands_where_its_archive_does(&mut self) -> Result<(), StoreError> {
        Store::is_behind(&self.conn, self.archive.as_mut(), self.archived)
    }

    /// The hash of the last line that lies in the archive.
    pub fn archive_head(&mut self) -> Result<Option<Tail>, StoreError> {
        match &mut self.archive {
            Some(archive) => Ok(archive.tail()?),
            None => Ok(None),
        }
    }

    /// Whether this home has an archive.
    pub fn has_archive(&self) -> bool {
        self.archive.is_some()
    }

    /// After a commit: at once into a folder. With a command it waits for who sends.
    pub(super) fn archive_after_commit(&mut self) {
        if self.archive.as_ref().is_some_and(|a| !a.has_command())
            && let Err(e) = self.archive_write()
        {
            tracing::warn!("{e}; letters wait for it");
        }
    }

    fn archive_write(&mut self) -> Result<(), StoreError> {
        let Some(archive) = &mut self.archive else {
            return Ok(());
        };
        let view = View {
            conn: &self.conn,
            shared: &self.shared,
            beside: &[],
        };
        let last = last_change(&self.conn)?;
        if self.archived > 0 && last == self.archived {
            return Ok(());
        }
        let has_keys = archive.has_keys();
        let tail = archive.append(
            |last| is_noted(view.conn, last),
            |after| {
                // Others may have added what was committed since.
                let last = last_change(view.conn)?;
                let changes = view.changes_after(after, last)?;
                let keys = view.keys_for(&changes, has_keys)?;
                Ok::<_, StoreError>(ChangesToKeep { changes, keys })
            },
        )?;
        self.archived = tail.map_or(0, |t| t.seq);
        Ok(())
    }
}

impl View<'_> {
    /// The number of the last change noted, and how many letters left before their
    /// entries lay in the archive; `None`: there is none.
    pub fn archive_state(&self) -> Result<Option<(i64, u64)>, StoreError> {
        if !is_on(self.conn)? {
            return Ok(None);
        }
        let uncovered = self.meta_get(UNCOVERED)?;
        let uncovered = uncovered.and_then(|n| n.parse().ok()).unwrap_or(0);
        Ok(Some((last_change(self.conn)?, uncovered)))
    }

    /// Changes that the archive does not have: after the one it ends with.
    fn changes_after(&self, after: i64, last: i64) -> Result<Vec<ArchivedChange>, StoreError> {
        is_not_ahead(after, last)?;
        let mut statement = self
            .conn
            .prepare_cached("SELECT id, change FROM journal WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map(params![after, AT_ONCE], |r| {
            Ok((r.get::<i64>(0)?, r.get::<String>(1)?))
        })?;
        let mut all = Vec::new();
        let mut expected = after + 1;
        for row in rows {
            let (seq, change) = row?;
            let what: Map<String, Value> = serde_json::from_str(&change)?;
            if seq != expected && !is_begin(&what) {
                break;
            }
            expected = seq + 1;
            let what = self.whole(what)?;
            all.push(ArchivedChange { seq, what });
        }
        if all.is_empty() && after < last {
            let why = format!(
                "it ends with change {after}, and those up to {last} are not all here any more: \
                 it lost its end, or belongs to another home"
            );
            return Err(ArchiveError::Foreign(why).into());
        }
        Ok(all)
    }

    /// A change as the archive has it: JSON as JSON, a letter with its bytes.
    fn whole(&self, mut what: Map<String, Value>) -> Result<Map<String, Value>, StoreError> {
        let table = what
            .get("table")
            .and_then(Value::as_str)
            .unwrap_or("")
            .to_owned();
        let letter = LETTERS.iter().find(|(name, _)| *name == table);
        let Some(row) = what.get_mut("row").and_then(Value::as_object_mut) else {
            return Ok(what);
        };
        let Some((_, direction)) = letter else {
            for value in row.values_mut() {
                unfold(value);
            }
            self.seal_row(&table, row)?;
            return Ok(what);
        };
        let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
        let raw = self.letter_load(*direction, id)?;
        row.insert("size".to_owned(), raw.bytes.len().into());
        row.insert(
            "sha256".to_owned(),
            crate::archive::hash_of(&raw.bytes).into(),
        );
        let packed = self.sealed_letter(*direction, id, self.pack(&raw.bytes)?, row)?;
        row.insert("zstd".to_owned(), BASE64.encode(packed).into());
        Ok(what)
    }
}

/// A text that is JSON becomes what it says, where it comes back to the letter.
fn unfold(value: &mut Value) {
    if let Value::String(text) = value
        && text.starts_with(['{', '['])
        && let Ok(inner) = serde_json::from_str::<Value>(text)
        && serde_json::to_string(&inner).is_ok_and(|back| back == *text)
    {
        *value = inner;
    }
}

impl Tx<'_> {
    fn archive_begin(&self, tail: i64) -> Result<(), StoreError> {
        let last = last_change(self.conn)?.max(tail);
        let count = |table: &str| -> Result<i64, StoreError> {
            let sql = format!("SELECT coalesce(max(id), 0) FROM {table}");
            Ok(self.conn.query_row(&sql, [], |r| r.get(0))?)
        };
        let (events, letters) = (count("event")?, count("inbound")?);
        let record = record_to(self.conn, events, letters)?;
        let begin = json!({"table": "", "op": "begin", "row": {
            "format": FORMAT, "events": events, "letters": letters, "record": record,
        }});
        self.conn.execute(
            "INSERT INTO journal (id, change) VALUES (?1, ?2)",
            params![last + 1, begin.to_string()],
        )?;
        note_keys(self.conn)?;
        self.meta_set(SWITCH, "on")
    }

    /// Forgets changes that lie in the archive, all but the last: by that the end of the
    /// archive is known to be this home's.
    pub(super) fn journal_forget(&self, upto: i64) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM journal WHERE id < ?1")?
            .execute([upto])?;
        Ok(())
    }

    /// Counts letters that left before their entries lay in the archive; 0: all do.
    pub fn archive_uncovered(&self, letters: u64) -> Result<(), StoreError> {
        let before = self.meta_get(UNCOVERED)?.and_then(|n| n.parse().ok());
        let before = before.unwrap_or(0u64);
        match letters {
            0 if before == 0 => Ok(()),
            0 => self.meta_set(UNCOVERED, "0"),
            more => self.meta_set(UNCOVERED, &(before + more).to_string()),
        }
    }
}

fn is_begin(what: &Map<String, Value>) -> bool {
    what.get("op").and_then(Value::as_str) == Some("begin")
}

#[cfg(test)]
mod tests {
    use super::watch::{JournalTable, TABLES};
    use super::*;
    use crate::store::migrate::SCHEMA;

    /// Tables that the archive has not, each with its reason.
    const OUTSIDE: [(&str, &str); 21] = [
        ("account", "passwords: a player sets another by a link"),
        ("session", "browsers that are signed in: they sign in again"),
        ("sign_in", "links of minutes"),
        (
            "official_account",
            "passwords and secrets of officials: the console invites them anew",
        ),
        ("official_code", "recovery codes: made anew with them"),
        (
            "official_session",
            "browsers that are signed in: they sign in again",
        ),
        (
            "access_key",
            "secrets of programs: their players make others",
        ),
        (
            "own_note",
            "what players note for themselves: no part of the record",
        ),
        (
            "order_occurrence",
            "what of letters is no order of their readers: the letters are there, and say it",
        ),
        (
            "heartbeat",
            "when the server was there: while it was lost, it was not",
        ),
        (
            "person_key",
            "lines say which keys were made and destroyed; the keys lie in a file beside them",
        ),
        (
            "named",
            "what strangers' letters name: shown once, and the letters are there",
        ),
        ("server", "how mail servers answered: they are asked again"),
        ("journal", "what waits for the archive"),
        (
            "look",
            "how far the mailbox was read: the mailbox is read again",
        ),
        ("answer", "counters of a day"),
        ("inbound_letter", "as whole letters"),
        ("outbound_letter", "as whole letters"),
        ("inbound_archive", "how letters are packed"),
        ("outbound_archive", "how letters are packed"),
        ("part", "how letters are packed"),
    ];

    #[test]
    fn every_table_is_archived_or_has_a_reason() {
        let conn = Connection::from(rusqlite::Connection::open_in_memory().unwrap());
        conn.execute_batch(SCHEMA).unwrap();
        let mut statement = conn
            .prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
            )
            .unwrap();
        let names = statement.query_map([], |r| r.get::<String>(0)).unwrap();
        for name in names {
            let name = name.unwrap();
            let inside = TABLES.contains(&name.as_str());
            let outside = name == "bundle" || OUTSIDE.iter().any(|(n, _)| *n == name);
            assert!(inside != outside, "{name}: archived, or not, and why?");
        }
        // Rows are found again by their keys.
        for name in TABLES {
            let table = JournalTable::of(&conn, name).unwrap();
            assert!(table.columns.iter().any(|c| c.is_key), "{name}");
        }
    }
}
