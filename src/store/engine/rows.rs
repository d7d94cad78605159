//! Rows that a query finds, whichever engine found them.

use super::Result;
use super::server::{self, ServerRow};
use rusqlite::types::{FromSql, ValueRef};

/// The rows of a query.
pub(in crate::store) enum Rows<'s> {
    File(rusqlite::Rows<'s>),
    Server(std::vec::IntoIter<ServerRow>),
}

impl Rows<'_> {
    pub(super) fn of_server(rows: Vec<ServerRow>) -> Self {
        Rows::Server(rows.into_iter())
    }

    /// The next one.
    pub(in crate::store) fn next(&mut self) -> Result<Option<Row<'_>>> {
        Ok(match self {
            Rows::File(rows) => rows.next()?.map(Row::File),
            Rows::Server(rows) => rows.next().map(Row::Server),
        })
    }
}

/// Rows, each read by a closure.
pub(in crate::store) struct MappedRows<'s, F> {
    pub(super) rows: Rows<'s>,
    pub(super) read: F,
}

impl<T, F: FnMut(&Row<'_>) -> Result<T>> Iterator for MappedRows<'_, F> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        let row = self.rows.next().transpose()?;
        Some(row.and_then(|row| (self.read)(&row)))
    }
}

/// A row.
pub(in crate::store) enum Row<'r> {
    File(&'r rusqlite::Row<'r>),
    Server(ServerRow),
}

impl Row<'_> {
    /// The value of a column, counted from 0.
    pub(in crate::store) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        match self {
            Row::File(row) => Ok(row.get(column)?),
            Row::Server(row) => {
                let value = server::value(row, column)?;
                let read = T::column_result(value);
                Ok(read.map_err(|e| {
                    let kind = value.data_type();
                    rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(e))
                })?)
            }
        }
    }

    /// The same without a copy.
    pub(in crate::store) fn get_ref(&self, column: usize) -> Result<ValueRef<'_>> {
        match self {
            Row::File(row) => Ok(row.get_ref(column)?),
            Row::Server(row) => Ok(server::value(row, column)?),
        }
    }
}
