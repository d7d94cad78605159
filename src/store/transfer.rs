//! A club on its way from one engine to the other: every row of every table, and a hash that
//! proves that they are the same there.

use super::engine::{
    self, Column, Connection, Server, Sort, Transaction, last_number, names, params, storable,
};
use super::files::{fresh_part, in_place, io};
use super::journal::hex_of;
use super::journal::watch::{is_on, watch};
use super::migrate::SCHEMA;
use super::{Place, Store, StoreError};
use crate::pattern::pattern;
use regex::Regex;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Where the last numbers are kept that tables gave, on both engines.
const NUMBERS: &str = "sqlite_sequence";

/// The value of the club that says that it has moved, and where to.
pub(super) const MOVED: &str = "moved-to";

/// What was brought over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Rows.
    pub rows: u64,
    /// The hash over all of them, the same on both sides: SHA-256 in hexadecimal digits.
    pub hash: String,
}

/// The tables of the database, in the order of `schema.sql`.
pub(super) fn tables() -> Vec<&'static str> {
    static TABLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^CREATE TABLE (\w+) \("));
    let found = TABLE.captures_iter(SCHEMA);
    found.filter_map(|c| c.get(1).map(|m| m.as_str())).collect()
}

/// How the rows of a table are read, in an order that both engines have.
fn rows_of(table: &str, columns: &[Column]) -> String {
    let order = match columns.iter().any(|c| c.is_key) {
        true => names(columns.iter().filter(|c| c.is_key)),
        // NULL stands first in a file, and last on a server.
        false => {
            let each = columns.iter();
            let each = each.map(|c| format!("\"{0}\" IS NOT NULL, \"{0}\"", c.name));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    format!("SELECT {} FROM {table} ORDER BY {order}", names(columns))
}

impl Store {
    /// A hash over every row of every table: the same for the same club, whichever engine
    /// has it.
    pub fn fingerprint(&self) -> Result<Transferred, StoreError> {
        self.snapshot(|view| fingerprint(view.conn))
    }

    /// Moves the whole club to another place, in which there is none, while nobody writes
    /// here; here nothing can be written from then on. It is whole there, or not there at all.
    ///
    /// # Errors
    /// There is something in that place; what arrived is not what left.
    pub fn move_to(&mut self, to: &Place) -> Result<Transferred, StoreError> {
        if let Place::File(path) = to {
            make_room(path)?;
        }
        self.write(|tx| {
            let moved = match to {
                Place::File(path) => portable(tx.conn, path)?,
                Place::Server(_) => copy(tx.conn, to)?,
            };
            tx.meta_set(MOVED, &to.to_string())?;
            Ok(moved)
        })
    }

    /// Writes a copy into a new file under a name, whole, or not at all.
    pub(super) fn portable_to(&self, path: &Path) -> Result<(), StoreError> {
        self.snapshot(|view| portable(view.conn, path).map(|_| ()))
    }

    /// Takes every row of another database.
    fn receive(&self, from: &Connection) -> Result<(), StoreError> {
        let to = &self.conn;
        match to {
            Connection::Server(server) => server.batch("SET CONSTRAINTS ALL DEFERRED")?,
            Connection::File(conn) => conn.execute_batch("PRAGMA defer_foreign_keys = ON")?,
        }
        for table in tables() {
            let columns = from.columns(table)?;
            put_all(from, to, table, &columns)?;
        }
        // In a file they were counted while rows came.
        to.execute(&format!("DELETE FROM {NUMBERS}"), [])?;
        let mut put = to.prepare(&format!(
            "INSERT INTO {NUMBERS} (name, seq) VALUES (?1, ?2)"
        ))?;
        for (table, last) in last_numbers(from)? {
            put.execute(params![table, last])?;
        }
        Ok(())
    }
}

/// Puts the file aside that a club has left.
fn make_room(path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        return Ok(());
    }
    let left = Store::open_as_it_is(path)?;
    if left.read().meta_get(MOVED)?.is_none() {
        return Err(StoreError::Exists(path.to_owned()));
    }
    // Closed, it is one file.
    drop(left);
    let aside = PathBuf::from(format!("{}.before-migrate", path.display()));
    std::fs::rename(path, &aside).map_err(io(path))
}

/// Copies all that a connection sees to a place in which there is nothing, and proves it.
fn copy(from: &Connection, to: &Place) -> Result<Transferred, StoreError> {
    let new = Store::create_openly(to)?;
    let tx = Transaction::join(&new.conn, Sort::Writes)?;
    new.receive(from)?;
    let (left, arrived) = (fingerprint(from)?, fingerprint(&new.conn)?);
    if left != arrived {
        return Err(StoreError::Value {
            what: "a hash over what was copied",
            value: format!("{} for {}", arrived.hash, left.hash),
        });
    }
    if let Connection::Server(_) = new.conn
        && is_on(&new.conn)?
    {
        watch(&new.conn)?;
    }
    if let Connection::Server(server) = &new.conn {
        learn(server)?;
    }
    tx.commit()?;
    if let Connection::File(conn) = &new.conn {
        // One file, that can be read where nothing can be written beside it.
        conn.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    }
    Ok(arrived)
}

/// So many rows make a table one of which the server is told.
const MANY: i64 = 1_000;

/// Has the server look how many rows there are, from the first question on and not from when it
/// finds time. Of a table that is small or empty now it must not know: it would be read from end
/// to end long after it has grown.
fn learn(server: &Server) -> Result<(), StoreError> {
    for table in tables() {
        let some =
            format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {MANY}) AS rows_there");
        if server.number(&some)? == MANY {
            server.batch(&format!("ANALYZE {table}"))?;
        }
    }
    Ok(())
}

/// The same into a file that is whole under its name, or not there.
fn portable(from: &Connection, path: &Path) -> Result<Transferred, StoreError> {
    let part = fresh_part(path)?;
    let copied = copy(from, &Place::File(part.clone()))?;
    in_place(&part, path)?;
    Ok(copied)
}

fn put_all(
    from: &Connection,
    to: &Connection,
    table: &str,
    columns: &[Column],
) -> Result<(), StoreError> {
    to.put_rows(table, columns, |put| {
        from.each_row(&rows_of(table, columns), |row| {
            let values = (0..columns.len()).map(|at| row.get_ref(at));
            put(&values.collect::<engine::Result<Vec<ValueRef<'_>>>>()?)
        })
    })
}

/// The last number that each table gave which never gives one twice.
fn last_numbers(conn: &Connection) -> Result<Vec<(&'static str, i64)>, StoreError> {
    let mut all = Vec::new();
    for (_, [table]) in NUMBERED.captures_iter(SCHEMA).map(|c| c.extract()) {
        let last = conn.query_row(&last_number(table), [], |r| r.get(0))?;
        all.push((table, last));
    }
    all.retain(|(_, last)| *last > 0);
    Ok(all)
}

/// Tables with AUTOINCREMENT.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?m)^CREATE TABLE (\w+) \(\n  id +INTEGER PRIMARY KEY AUTOINCREMENT")
});

fn fingerprint(conn: &Connection) -> Result<Transferred, StoreError> {
    let mut hash = Sha256::new();
    let mut rows = 0;
    for table in tables() {
        let columns = conn.columns(table)?;
        hash.update(table);
        conn.each_row(&rows_of(table, &columns), |row| {
            rows += 1;
            for at in 0..columns.len() {
                add_value(&mut hash, row.get_ref(at)?);
            }
            Ok::<_, StoreError>(())
        })?;
    }
    for (table, last) in last_numbers(conn)? {
        hash.update(table);
        hash.update(last.to_be_bytes());
    }
    Ok(Transferred {
        rows,
        hash: hex_of(&hash.finalize()),
    })
}

/// A value with its kind and its length, so that no two rows are the same bytes.
fn add_value(hash: &mut Sha256, value: ValueRef<'_>) {
    let mut add = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    match value {
        ValueRef::Null => add(0, &[]),
        ValueRef::Integer(n) => add(1, &n.to_be_bytes()),
        ValueRef::Real(n) => add(2, &n.to_be_bytes()),
        // As a server can have it.
        ValueRef::Text(text) => add(3, storable(text).as_bytes()),
        ValueRef::Blob(bytes) => add(4, bytes),
    }
}
