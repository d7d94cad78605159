//! A club on its way from one engine to the other: every row of every table, and a hash that
//! proves that they are the same there.

use super::engine::{self, Column, Connection, Sort, Transaction, storable};
use super::files::{in_place, io};
use super::journal::hex_of;
use super::journal::watch::{is_on, watch};
use super::migrate::SCHEMA;
use super::{Source, Store, StoreError};
use crate::pattern::pattern;
use regex::Regex;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The last numbers that tables gave, on both engines.
const NUMBERS: &str = "sqlite_sequence";

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
    let names = |keys: bool| {
        let of = columns.iter().filter(|c| c.is_key || !keys);
        let names: Vec<String> = of.map(|c| format!("\"{}\"", c.name)).collect();
        names.join(", ")
    };
    let has_key = columns.iter().any(|c| c.is_key);
    let order = match has_key {
        true => names(true),
        // NULL stands first in a file, and last on a server.
        false => {
            let each = columns.iter();
            let each = each.map(|c| format!("\"{0}\" IS NOT NULL, \"{0}\"", c.name));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    format!("SELECT {} FROM {table} ORDER BY {order}", names(false))
}

impl Store {
    /// A hash over every row of every table: the same for the same club, whichever engine
    /// has it.
    pub fn fingerprint(&self) -> Result<Transferred, StoreError> {
        self.snapshot(|view| fingerprint(view.conn))
    }

    /// Copies the whole club to another place, in which there is none, while nobody writes
    /// here, and proves that it arrived. It is whole there, or not there at all.
    ///
    /// # Errors
    /// There is something in that place; what arrived is not what left.
    pub(super) fn copy_to(&self, to: &Source) -> Result<Transferred, StoreError> {
        self.snapshot(|view| {
            let new = Store::create(to)?;
            let tx = Transaction::begin(&new.conn, Sort::Writes)?;
            new.receive(view.conn)?;
            let (left, arrived) = (fingerprint(view.conn)?, fingerprint(&new.conn)?);
            if left != arrived {
                return Err(StoreError::Value {
                    what: "a hash over what was copied",
                    value: format!("{} for {}", arrived.hash, left.hash),
                });
            }
            tx.commit()?;
            if is_on(&new.conn)? {
                watch(&new.conn)?;
            }
            Ok(arrived)
        })
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
        put_all(from, to, NUMBERS, &numbers())
    }

    /// Writes a copy into a new file under a name, whole, or not at all.
    pub(super) fn portable_to(&self, path: &Path) -> Result<(), StoreError> {
        let part = PathBuf::from(format!("{}.part", path.display()));
        for tail in ["", "-wal", "-shm"] {
            let left = PathBuf::from(format!("{}{tail}", part.display()));
            if left.exists() {
                std::fs::remove_file(&left).map_err(io(&left))?;
            }
        }
        self.copy_to(&Source::File(part.clone()))?;
        in_place(&part, path)
    }
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

/// The columns of the last numbers.
fn numbers() -> Vec<Column> {
    ["name", "seq"]
        .map(|name| Column {
            name: name.to_owned(),
            is_blob: false,
            is_key: name == "name",
        })
        .to_vec()
}

fn fingerprint(conn: &Connection) -> Result<Transferred, StoreError> {
    let mut hash = Sha256::new();
    let mut rows = 0;
    let mut add = |table: &str, columns: &[Column]| {
        hash.update(table);
        conn.each_row(&rows_of(table, columns), |row| {
            rows += 1;
            for at in 0..columns.len() {
                let value = row.get_ref(at)?;
                match value {
                    ValueRef::Null => hash.update([0]),
                    ValueRef::Integer(n) => {
                        hash.update([1]);
                        hash.update(n.to_be_bytes());
                    }
                    ValueRef::Real(n) => {
                        hash.update([2]);
                        hash.update(n.to_be_bytes());
                    }
                    ValueRef::Text(text) => {
                        // As a server can have it.
                        let text = storable(text);
                        hash.update([3]);
                        hash.update((text.len() as u64).to_be_bytes());
                        hash.update(text);
                    }
                    ValueRef::Blob(bytes) => {
                        hash.update([4]);
                        hash.update((bytes.len() as u64).to_be_bytes());
                        hash.update(bytes);
                    }
                }
            }
            Ok::<_, StoreError>(())
        })
    };
    for table in tables() {
        add(table, &conn.columns(table)?)?;
    }
    add(NUMBERS, &numbers())?;
    Ok(Transferred {
        rows,
        hash: hex_of(&hash.finalize()),
    })
}
