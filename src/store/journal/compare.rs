//! What the archive says last of every row and letter, beside the database.

use super::rows::{name_of, read_row, same};
use super::watch::{GROWING, JournalTable, KEYS, LETTERS, TABLES};
use super::{is_begin, record_to};
use crate::store::{Store, StoreError, View};
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

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
        let mut rows: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut letters: BTreeMap<(usize, i64), String> = BTreeMap::new();
        let mut destroyed = Vec::new();
        let mut began: Option<(i64, i64, String)> = None;
        let mut tables = Vec::new();
        for name in TABLES {
            tables.push(JournalTable::of(&self.conn, name)?);
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
                let record = row.get("record").and_then(Value::as_str).unwrap_or("");
                began = Some((number("events"), number("letters"), record.to_owned()));
                rows.retain(|name, _| {
                    let id = name.strip_prefix("event ").and_then(|id| id.parse().ok());
                    id.is_some_and(|id: i64| id <= number("events"))
                });
                letters.retain(|(at, id), _| *at == 0 && *id <= number("letters"));
                destroyed.clear();
                compared.begins += 1;
            } else if let Some(at) = LETTERS.iter().position(|(name, _)| *name == text("table")) {
                let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
                let hash = row.get("sha256").and_then(Value::as_str).unwrap_or("");
                letters.entry((at, id)).or_insert_with(|| hash.to_owned());
            } else if text("table") == KEYS {
                let id = row.get("id").and_then(Value::as_i64).unwrap_or(0);
                destroyed.extend((text("op") == "destroyed").then_some(id));
            } else if let Some(table) = tables.iter().find(|t| t.name == text("table")) {
                let name = name_of(table, row);
                let mut row = row.clone();
                // What cannot be opened any more is erased, and no difference.
                view.open_row(&mut row)?;
                let said = (text("op") == "put").then(|| Value::Object(row).to_string());
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
        let mut newest = 0;
        if let Some((events, letters, record)) = began {
            newest = events;
            if record_to(&self.conn, events, letters)? != record {
                let what = "the record before the archive began is not what it was";
                compared.differences.push(what.to_owned());
            }
        }
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
        for id in destroyed {
            if view.person_key(id)?.is_some() {
                let what = format!("key {id} was destroyed and is there again");
                compared.differences.push(what);
            }
        }
        view.compare_letters(&letters, &mut compared.differences)?;
        Ok(compared)
    }
}

impl View<'_> {
    /// Rows that have changed since the archive was last written.
    fn changed_after(&self, last: i64, tables: &[JournalTable]) -> Result<Vec<String>, StoreError> {
        let mut statement = self
            .conn
            .prepare("SELECT change FROM journal WHERE id > ?1 ORDER BY id")?;
        let mut names = Vec::new();
        for change in statement.query_map([last], |r| r.get::<String>(0))? {
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
        table: &JournalTable,
        rows: &mut BTreeMap<String, Option<String>>,
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
        letters: &BTreeMap<(usize, i64), String>,
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
