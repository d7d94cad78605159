//! What changes in the database, row by row, for the archive: while a home has one,
//! triggers of each connection note every change in `journal`, in the transaction that
//! makes it. None can be forgotten, and none is noted that was rolled back. After the
//! commit the archive takes them, with the letters' bytes; a restore applies them to a
//! backup again, and `verify` compares them with the rows.

use super::letters::Direction;
use super::open::Store;
use super::{StoreError, Tx, View};
use crate::archive::{Archive, ArchiveError, Change, Line, Tail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// Tables whose rows the archive has.
pub(super) const TABLES: &[&str] = &[
    "meta",
    "player",
    "tournament",
    "entry",
    "game",
    "event",
    "amendment",
    "leave",
    "inbound",
    "outbound",
    "thread",
    "lost_token",
    "challenge",
];

/// Tables of letters' bytes, which the archive has as they were first stored.
const LETTERS: [(&str, Direction); 2] = [
    ("inbound_letter", Direction::In),
    ("outbound_letter", Direction::Out),
];

/// Tables that only grow.
const GROWING: [&str; 2] = ["event", "amendment"];

/// Columns that the archive has not: how letters are stored is no part of the record.
const LEFT_OUT: [(&str, &str); 1] = [("tournament", "shrunk_at")];

/// Whether there is an archive (`on`); how many letters left before their entries
/// lay in it. Keys that begin so are not archived.
const SWITCH: &str = "archive";
const UNCOVERED: &str = "archive-uncovered";

/// Most changes that are written in one go.
const AT_ONCE: u32 = 500;

/// The format of the lines.
const FORMAT: u64 = 1;

/// A table as triggers and lines need it.
struct Table {
    name: &'static str,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    is_blob: bool,
    is_key: bool,
}

impl Table {
    fn of(conn: &Connection, name: &'static str) -> Result<Table, StoreError> {
        let mut statement =
            conn.prepare("SELECT name, type, pk FROM main.pragma_table_info(?1) ORDER BY cid")?;
        let columns = statement.query_map([name], |r| {
            Ok(Column {
                name: r.get(0)?,
                is_blob: r.get::<_, String>(1)? == "BLOB",
                is_key: r.get::<_, i64>(2)? > 0,
            })
        })?;
        let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
        columns.retain(|c| !LEFT_OUT.contains(&(name, c.name.as_str())));
        Ok(Table { name, columns })
    }

    /// The row as an SQL expression that makes its JSON; `of` is `NEW.`, `OLD.` or empty.
    fn json(&self, of: &str, only_key: bool) -> String {
        let mut parts = Vec::new();
        for column in self.columns.iter().filter(|c| c.is_key || !only_key) {
            let name = &column.name;
            let value = match column.is_blob {
                true => format!("iif({of}\"{name}\" IS NULL, NULL, lower(hex({of}\"{name}\")))"),
                false => format!("{of}\"{name}\""),
            };
            parts.push(format!("'{name}', {value}"));
        }
        format!("json_object({})", parts.join(", "))
    }

    /// The triggers that note its changes.
    fn triggers(&self) -> String {
        let name = self.name;
        let note = |op: &str, row: &str| {
            format!(
                "INSERT INTO journal (change) VALUES \
                 (json_object('table', '{name}', 'op', '{op}', 'row', {row}));"
            )
        };
        let differs: Vec<String> = self
            .columns
            .iter()
            .map(|c| format!("OLD.\"{0}\" IS NOT NEW.\"{0}\"", c.name))
            .collect();
        let (mut on_new, mut on_change) = (String::new(), differs.join(" OR "));
        if name == "meta" {
            on_new = format!(" WHEN NEW.key NOT LIKE '{SWITCH}%'");
            on_change = format!("NEW.key NOT LIKE '{SWITCH}%' AND ({on_change})");
        }
        format!(
            "CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_new AFTER INSERT ON main.{name}{on_new}
             BEGIN {put} END;
             CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_change AFTER UPDATE ON main.{name}
             WHEN {on_change} BEGIN {put} END;
             CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_gone AFTER DELETE ON main.{name}
             BEGIN {cut} END;",
            put = note("put", &self.json("NEW.", false)),
            cut = note("cut", &self.json("OLD.", true)),
        )
    }
}

/// Has this connection note what it changes.
pub(super) fn watch(conn: &Connection) -> Result<(), StoreError> {
    let mut sql = String::new();
    for name in TABLES {
        sql.push_str(&Table::of(conn, name)?.triggers());
    }
    for (name, _) in LETTERS {
        // Writing to a String never fails.
        let _ = write!(
            sql,
            "CREATE TEMP TRIGGER IF NOT EXISTS noted_{name} AFTER INSERT ON main.{name}
             BEGIN INSERT INTO journal (change) VALUES
             (json_object('table', '{name}', 'op', 'letter', 'row', json_object('id', NEW.id)));
             END;"
        );
    }
    Ok(conn.execute_batch(&sql)?)
}

/// The same, where the home has an archive.
pub(super) fn watch_if_on(conn: &Connection) -> Result<(), StoreError> {
    if is_on(conn)? { watch(conn) } else { Ok(()) }
}

fn is_on(conn: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM meta WHERE key = ?1 AND value = 'on')";
    Ok(conn.query_row(sql, [SWITCH], |r| r.get(0))?)
}

/// The number of the last change that was noted.
fn last_change(conn: &Connection) -> Result<i64, StoreError> {
    let sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'journal'";
    Ok(conn.query_row(sql, [], |r| r.get(0))?)
}

/// What a record was when an archive began: a backup made before cannot be continued.
fn record_to(conn: &Connection, events: i64, letters: i64) -> Result<String, StoreError> {
    let mut hash = Sha256::new();
    let mut rows = conn.prepare(
        "SELECT id, at, event, coalesce(grounds, ''), cause, note FROM event
         WHERE id <= ?1 ORDER BY id",
    )?;
    let mut rows = rows.query([events])?;
    while let Some(row) = rows.next()? {
        hash.update(row.get::<_, i64>(0)?.to_be_bytes());
        for column in 1..6 {
            hash.update(row.get_ref(column)?.as_str().unwrap_or("").as_bytes());
            hash.update([0]);
        }
    }
    let mut rows =
        conn.prepare("SELECT id, content_hash FROM inbound WHERE id <= ?1 ORDER BY id")?;
    let mut rows = rows.query([letters])?;
    while let Some(row) = rows.next()? {
        hash.update(row.get::<_, i64>(0)?.to_be_bytes());
        hash.update(row.get_ref(1)?.as_blob().unwrap_or(&[]));
    }
    let hash = hash.finalize();
    Ok(hash.iter().map(|b| format!("{b:02x}")).collect())
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
            }
            self.archive = None;
            return Ok(false);
        };
        if !on {
            // What is there already is followed: its changes have their numbers.
            let tail = archive.tail()?.map_or(0, |t| t.seq);
            watch(&self.conn)?;
            self.write::<_, StoreError>(|tx| tx.archive_begin(tail))?;
        }
        self.archive = Some(archive);
        self.archived = 0;
        Ok(!on)
    }

    /// Takes what was committed into the archive, and hands it over where a command
    /// takes it. When this returns, all of it lies there.
    ///
    /// # Errors
    /// Where it does not: the place is away, full, or another's.
    pub fn archive_now(&mut self) -> Result<(), StoreError> {
        self.archive_write()?;
        match &mut self.archive {
            Some(archive) => Ok(archive.hand_over()?),
            None => Ok(()),
        }
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
        };
        let last = last_change(&self.conn)?;
        let tail = archive.append(|after| view.changes_after(after, last))?;
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
    fn changes_after(&self, after: i64, last: i64) -> Result<Vec<Change>, StoreError> {
        if after > last {
            let why = format!(
                "it has {after} changes and this database {last}: it goes on where this one stands still; \
                 postchess restore BACKUP --archive brings them together"
            );
            return Err(ArchiveError::Foreign(why).into());
        }
        let mut statement = self
            .conn
            .prepare_cached("SELECT id, change FROM journal WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map(params![after, AT_ONCE], |r| {
            Ok((r.get::<_, i64>(0)?, r.get::<_, String>(1)?))
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
            all.push(Change { seq, what });
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
        let table = what.get("table").and_then(Value::as_str).unwrap_or("");
        let letter = LETTERS.iter().find(|(name, _)| *name == table);
        let Some(row) = what.get_mut("row").and_then(Value::as_object_mut) else {
            return Ok(what);
        };
        let Some((_, direction)) = letter else {
            for value in row.values_mut() {
                unfold(value);
            }
            return Ok(what);
        };
        let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
        let raw = self.letter_load(*direction, id)?;
        row.insert("size".to_owned(), raw.bytes.len().into());
        row.insert(
            "sha256".to_owned(),
            crate::archive::hash_of(&raw.bytes).into(),
        );
        let packed = self.pack(&raw.bytes)?;
        row.insert("zstd".to_owned(), BASE64.encode(packed).into());
        Ok(what)
    }
}

/// A text that is JSON becomes what it says, where it comes back to the letter.
fn unfold(value: &mut Value) {
    if let Value::String(text) = value
        && text.starts_with(['{', '['])
        && let Ok(inner) = serde_json::from_str::<Value>(text)
        && inner.to_string() == *text
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
        self.meta_set(SWITCH, "on")
    }

    /// Forgets changes that lie in the archive.
    pub(super) fn journal_forget(&self, upto: i64) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM journal WHERE id <= ?1")?
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

/// What was brought back from an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BroughtBack {
    /// Changes.
    pub changes: u64,
    /// Entries of the record among them.
    pub entries: u64,
    /// Letters received among them.
    pub letters: u64,
    /// The last line of the archive.
    pub head: String,
}

/// Applies to a backup what an archive has beyond it. Nobody else has it open, and it
/// notes nothing of this.
pub(super) fn bring_back(store: &mut Store, place: &Path) -> Result<BroughtBack, StoreError> {
    let from = last_change(&store.conn)?;
    let mut back = BroughtBack::default();
    store.conn.pragma_update(None, "foreign_keys", false)?;
    let tail = store.write::<_, StoreError>(|tx| {
        let begun = last_begin(place, from)?;
        let tail = crate::archive::read(place, |line| {
            // Of another past, which a restore without the archive ended.
            if line.change.seq < begun {
                return Ok(());
            }
            let after = line.change.seq > from;
            let told = apply(tx, &line, after)?;
            if after {
                back.changes += 1;
                back.entries += u64::from(told == Told::Entry);
                back.letters += u64::from(told == Told::Letter);
            }
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
        tx.journal_forget(last)?;
        tx.conn.execute("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'journal'", [last])?;
        tx.conn.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'journal', ?1
             WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'journal')",
            [last],
        )?;
        Ok(tail)
    })?;
    store.conn.pragma_update(None, "foreign_keys", true)?;
    back.head = tail.map(|t| t.head).unwrap_or_default();
    Ok(back)
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

fn is_begin(what: &Map<String, Value>) -> bool {
    what.get("op").and_then(Value::as_str) == Some("begin")
}

/// What a line was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Entry,
    Letter,
    Other,
}

/// Applies a line, or only compares it: the backup has it already.
fn apply(tx: &Tx<'_>, line: &Line, after: bool) -> Result<Told, StoreError> {
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
        return begins(tx, line, row, after).map(|()| Told::Other);
    }
    if let Some((_, direction)) = LETTERS.iter().find(|(name, _)| *name == text("table")) {
        if after {
            put_letter(tx, line, *direction, row)?;
        }
        let told = match direction {
            Direction::In => Told::Letter,
            Direction::Out => Told::Other,
        };
        return Ok(told);
    }
    let Some(name) = TABLES.iter().find(|name| **name == text("table")) else {
        return Err(newer());
    };
    let table = Table::of(tx.conn, name)?;
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
                        "{name} {} is another one in the backup: they are not of the same home",
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
            Ok(Told::Entry)
        }
        "put" => {
            if after {
                put(tx.conn, &table, row)?;
            }
            Ok(Told::Other)
        }
        "cut" if !grows => {
            if after {
                cut(tx.conn, &table, row)?;
            }
            Ok(Told::Other)
        }
        _ => Err(newer()),
    }
}

/// The archive begins with this line: what was there before, the backup must have.
fn begins(
    tx: &Tx<'_>,
    line: &Line,
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

fn put_letter(
    tx: &Tx<'_>,
    line: &Line,
    direction: Direction,
    row: &Map<String, Value>,
) -> Result<(), StoreError> {
    let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
    let bytes = letter_of(tx, row).ok_or_else(|| line.broken("its letter cannot be read"))?;
    for table in [direction.fresh(), direction.archive()] {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE id = ?1)");
        // It was packed away and taken out again.
        if tx.conn.query_row(&sql, [id], |r| r.get(0))? {
            return Ok(());
        }
    }
    tx.letter_keep(direction, id, &bytes)
}

/// The bytes of a letter in a line, where they are what the line says.
fn letter_of(view: &View<'_>, row: &Map<String, Value>) -> Option<Vec<u8>> {
    let packed = BASE64.decode(row.get("zstd")?.as_str()?).ok()?;
    let bytes = view.unpack(&packed, row.get("size")?.as_i64()?).ok()?;
    let hash = crate::archive::hash_of(&bytes);
    (row.get("sha256")?.as_str()? == hash).then_some(bytes)
}

/// A value of a line as a cell of its column.
fn cell(column: &Column, value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::String(hex) if column.is_blob => Cell::Blob(bytes_of(hex)),
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(n) => n.as_i64().map_or(Cell::Null, Cell::Integer),
        Value::Bool(b) => Cell::Integer(i64::from(*b)),
        Value::Array(_) | Value::Object(_) => Cell::Text(value.to_string()),
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .filter_map(|c| c.to_digit(16))
        .filter_map(|d| u8::try_from(d).ok())
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, d| (byte << 4) | d))
        .collect()
}

fn put(conn: &Connection, table: &Table, row: &Map<String, Value>) -> Result<(), StoreError> {
    let columns: Vec<&Column> = table
        .columns
        .iter()
        .filter(|c| row.contains_key(&c.name))
        .collect();
    let list = |each: &dyn Fn(&Column) -> String, only: &dyn Fn(&Column) -> bool| {
        let all: Vec<String> = columns
            .iter()
            .filter(|c| only(c))
            .map(|c| each(c))
            .collect();
        all.join(", ")
    };
    let names = list(&|c| format!("\"{}\"", c.name), &|_| true);
    let marks = list(&|_| "?".to_owned(), &|_| true);
    let keys = list(&|c| format!("\"{}\"", c.name), &|c| c.is_key);
    let sets = list(&|c| format!("\"{0}\" = excluded.\"{0}\"", c.name), &|c| {
        !c.is_key
    });
    let then = match sets.is_empty() {
        true => "NOTHING".to_owned(),
        false => format!("UPDATE SET {sets}"),
    };
    let sql = format!(
        "INSERT INTO {} ({names}) VALUES ({marks}) ON CONFLICT ({keys}) DO {then}",
        table.name
    );
    let cells: Vec<Cell> = columns
        .iter()
        .map(|c| cell(c, row.get(&c.name).unwrap_or(&Value::Null)))
        .collect();
    conn.prepare_cached(&sql)?
        .execute(params_from_iter(cells))?;
    Ok(())
}

fn cut(conn: &Connection, table: &Table, row: &Map<String, Value>) -> Result<(), StoreError> {
    let (condition, cells) = key_of(table, row);
    let sql = format!("DELETE FROM {} WHERE {condition}", table.name);
    conn.prepare_cached(&sql)?
        .execute(params_from_iter(cells))?;
    Ok(())
}

fn key_of(table: &Table, row: &Map<String, Value>) -> (String, Vec<Cell>) {
    let keys: Vec<&Column> = table.columns.iter().filter(|c| c.is_key).collect();
    let condition: Vec<String> = keys.iter().map(|c| format!("\"{}\" = ?", c.name)).collect();
    let cells = keys
        .iter()
        .map(|c| cell(c, row.get(&c.name).unwrap_or(&Value::Null)))
        .collect();
    (condition.join(" AND "), cells)
}

/// A row of the database as a line would have it.
fn row_of(
    conn: &Connection,
    table: &Table,
    key: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, StoreError> {
    let (condition, cells) = key_of(table, key);
    let sql = format!(
        "SELECT {} FROM {} WHERE {condition}",
        table.json("", false),
        table.name
    );
    let found: Option<String> = conn
        .prepare_cached(&sql)?
        .query_row(params_from_iter(cells), |r| r.get(0))
        .optional()?;
    found.map(|text| read_row(&text)).transpose()
}

fn read_row(text: &str) -> Result<Map<String, Value>, StoreError> {
    let mut row: Map<String, Value> = serde_json::from_str(text)?;
    row.values_mut().for_each(unfold);
    Ok(row)
}

/// Whether a row is what a line says of it; columns that came later are not compared.
fn same(now: &Map<String, Value>, line: &Map<String, Value>) -> bool {
    line.iter().all(|(key, value)| now.get(key) == Some(value))
}

/// A key as text: `event 5`.
fn name_of(table: &Table, row: &Map<String, Value>) -> String {
    let mut name = table.name.to_owned();
    for column in table.columns.iter().filter(|c| c.is_key) {
        let value = row.get(&column.name).unwrap_or(&Value::Null);
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        name.push(' ');
        name.push_str(&value);
    }
    name
}

/// What an archive proves of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Lines of the chain.
    pub lines: u64,
    /// Its head.
    pub head: String,
    /// Whether the head that was asked for is one of its lines.
    pub holds_head: bool,
    /// How often it began: once, and after each time without it.
    pub begins: u64,
    /// What differs, a sentence each.
    pub differences: Vec<String>,
}

impl Store {
    /// Reads an archive from its beginning, proves its chain, and compares what it says
    /// last of every row and letter with the database.
    ///
    /// # Errors
    /// The chain is broken, or one of the two cannot be read.
    pub fn archive_compare(
        &self,
        place: &Path,
        head: Option<&str>,
    ) -> Result<Compared, StoreError> {
        let view = self.read();
        let mut compared = Compared::default();
        let mut rows: std::collections::BTreeMap<String, Option<String>> =
            std::collections::BTreeMap::new();
        let mut letters: std::collections::BTreeMap<(usize, i64), String> =
            std::collections::BTreeMap::new();
        let mut since: Option<i64> = None;
        let mut tables = Vec::new();
        for name in TABLES {
            tables.push(Table::of(&self.conn, name)?);
        }
        let tail = crate::archive::read(place, |line| {
            compared.lines += 1;
            compared.holds_head |= head == Some(line.hash.as_str());
            let what = &line.change.what;
            let text = |key: &str| what.get(key).and_then(Value::as_str).unwrap_or("");
            let Some(row) = what.get("row").and_then(Value::as_object) else {
                return Ok(());
            };
            if is_begin(what) {
                // What it says of later entries is of another past.
                let number = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
                since = Some(number("events"));
                rows.retain(|name, _| {
                    let id = name.strip_prefix("event ").and_then(|id| id.parse().ok());
                    id.is_some_and(|id: i64| id <= number("events"))
                });
                letters.retain(|(at, id), _| *at == 0 && *id <= number("letters"));
                compared.begins += 1;
            } else if let Some(at) = LETTERS.iter().position(|(name, _)| *name == text("table")) {
                let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
                let hash = row.get("sha256").and_then(Value::as_str).unwrap_or("");
                letters.entry((at, id)).or_insert_with(|| hash.to_owned());
            } else if let Some(table) = tables.iter().find(|t| t.name == text("table")) {
                let name = name_of(table, row);
                let said = (text("op") == "put").then(|| Value::Object(row.clone()).to_string());
                let first = rows.insert(name.clone(), said.clone());
                if GROWING.contains(&table.name) && first.is_some_and(|f| f != said) {
                    compared
                        .differences
                        .push(format!("{name} was written twice, and not alike"));
                }
            }
            Ok::<_, StoreError>(())
        })?;
        compared.head = tail.as_ref().map(|t| t.head.clone()).unwrap_or_default();
        let last = tail.map_or(0, |t| t.seq);
        for name in view.changed_after(last, &tables)? {
            rows.remove(&name);
        }
        let newest = since.unwrap_or(0);
        for table in &tables {
            view.compare(table, &mut rows, (newest, last), &mut compared.differences)?;
        }
        for (name, said) in rows {
            if said.is_some() {
                compared
                    .differences
                    .push(format!("{name} is in the archive and not in the database"));
            }
        }
        view.compare_letters(&letters, &mut compared.differences)?;
        Ok(compared)
    }
}

impl View<'_> {
    /// Rows that have changed since the archive was last written.
    fn changed_after(&self, last: i64, tables: &[Table]) -> Result<Vec<String>, StoreError> {
        let mut statement = self
            .conn
            .prepare("SELECT change FROM journal WHERE id > ?1 ORDER BY id")?;
        let mut names = Vec::new();
        for change in statement.query_map([last], |r| r.get::<_, String>(0))? {
            let what: Map<String, Value> = serde_json::from_str(&change?)?;
            let name = what.get("table").and_then(Value::as_str).unwrap_or("");
            let row = what.get("row").and_then(Value::as_object);
            if let (Some(table), Some(row)) = (tables.iter().find(|t| t.name == name), row) {
                names.push(name_of(table, row));
            }
        }
        Ok(names)
    }

    /// Compares the rows of a table, and takes those out that the archive has.
    fn compare(
        &self,
        table: &Table,
        rows: &mut std::collections::BTreeMap<String, Option<String>>,
        (newest, last): (i64, i64),
        differences: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        let pending = self.changed_after(last, std::slice::from_ref(table))?;
        let sql = format!("SELECT {} FROM {}", table.json("", false), table.name);
        let mut statement = self.conn.prepare(&sql)?;
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            let now = read_row(match row.get_ref(0)? {
                ValueRef::Text(text) => std::str::from_utf8(text).unwrap_or(""),
                _ => "",
            })?;
            let name = name_of(table, &now);
            match rows.remove(&name).flatten() {
                Some(said) => {
                    let said: Map<String, Value> = serde_json::from_str(&said)?;
                    if !same(&now, &said) {
                        differences.push(format!("{name} is not what the archive says of it"));
                    }
                }
                None => {
                    let id = now.get("id").and_then(Value::as_i64).unwrap_or(0);
                    let is_new = table.name == "event" && id > newest;
                    if is_new && !pending.contains(&name) {
                        differences.push(format!("{name} is not in the archive"));
                    }
                }
            }
        }
        Ok(())
    }

    fn compare_letters(
        &self,
        letters: &std::collections::BTreeMap<(usize, i64), String>,
        differences: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        for ((at, id), said) in letters {
            let Some((_, direction)) = LETTERS.get(*at) else {
                continue;
            };
            let name = direction.name(*id);
            match self.letter_load(*direction, *id) {
                Ok(raw) if !raw.whole || crate::archive::hash_of(&raw.bytes) == *said => {}
                Ok(_) => differences.push(format!("{name} has other bytes than in the archive")),
                Err(e) => differences.push(format!("{name}: {e}")),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::migrate::SCHEMA;

    /// Tables that the archive has not, each with its reason.
    const OUTSIDE: [(&str, &str); 9] = [
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
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(SCHEMA).unwrap();
        let mut statement = conn
            .prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
            )
            .unwrap();
        let names = statement.query_map([], |r| r.get::<_, String>(0)).unwrap();
        for name in names {
            let name = name.unwrap();
            let inside = TABLES.contains(&name.as_str());
            let outside = name == "bundle" || OUTSIDE.iter().any(|(n, _)| *n == name);
            assert!(inside != outside, "{name}: archived, or not, and why?");
        }
        // Rows are found again by their keys.
        for name in TABLES {
            let table = Table::of(&conn, name).unwrap();
            assert!(table.columns.iter().any(|c| c.is_key), "{name}");
        }
    }
}
