//! Rows between the lines of the archive and the database: read, put, cut, compared.

use super::watch::JournalTable;
use super::{StoreError, unfold};
use crate::store::engine::Column;
use crate::store::engine::{Connection, OptionalExtension, params_from_iter};
use rusqlite::types::Value as Cell;
use serde_json::{Map, Value};

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

/// Bytes as lines have them.
pub(in crate::store) fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
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

pub(super) fn put(
    conn: &Connection,
    table: &JournalTable,
    row: &Map<String, Value>,
) -> Result<(), StoreError> {
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

pub(super) fn cut(
    conn: &Connection,
    table: &JournalTable,
    row: &Map<String, Value>,
) -> Result<(), StoreError> {
    let (condition, cells) = key_of(table, row);
    let sql = format!("DELETE FROM {} WHERE {condition}", table.name);
    conn.prepare_cached(&sql)?
        .execute(params_from_iter(cells))?;
    Ok(())
}

fn key_of(table: &JournalTable, row: &Map<String, Value>) -> (String, Vec<Cell>) {
    let keys: Vec<&Column> = table.columns.iter().filter(|c| c.is_key).collect();
    let condition: Vec<String> = keys.iter().map(|c| format!("\"{}\" = ?", c.name)).collect();
    let cells = keys
        .iter()
        .map(|c| cell(c, row.get(&c.name).unwrap_or(&Value::Null)))
        .collect();
    (condition.join(" AND "), cells)
}

/// A row of the database as a line would have it.
pub(super) fn row_of(
    conn: &Connection,
    table: &JournalTable,
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

pub(super) fn read_row(text: &str) -> Result<Map<String, Value>, StoreError> {
    let mut row: Map<String, Value> = serde_json::from_str(text)?;
    row.values_mut().for_each(unfold);
    Ok(row)
}

/// Whether a row is what a line says of it; columns that came later are not compared.
pub(super) fn same(now: &Map<String, Value>, line: &Map<String, Value>) -> bool {
    line.iter().all(|(key, value)| now.get(key) == Some(value))
}

/// A key as text: `event 5`.
pub(super) fn name_of(table: &JournalTable, row: &Map<String, Value>) -> String {
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
