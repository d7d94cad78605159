//! The two engines under the store: SQLite in one file, PostgreSQL beyond one machine. What
//! the rest of the store says to a database, it says here, in SQL that both understand;
//! where they differ, `dialect.rs` alone knows it. Values are those of SQLite: NULL, whole
//! numbers, text, bytes.
//!
//! Either way there is one writer at a time, and a transaction that writes sees all that was
//! committed before it: in a file by SQLite's lock, on a server by an advisory lock that ends
//! with the transaction. On a server several may decide at a time ([`Sort::Abreast`]).

mod dialect;
mod params;
mod rows;
#[cfg(feature = "postgres")]
mod server;
#[cfg(not(feature = "postgres"))]
#[path = "absent.rs"]
mod server;

pub(super) use dialect::{
    Column, Trigger, last_number, names, schema, statement, storable, tables,
};
pub(super) use params::{Params, params_from_iter};
pub(super) use rows::{Row, Rows};
pub(super) use rusqlite::{ToSql, params};
pub use server::Address;
pub(super) use server::{Held, Lock, Server};

/// Puts a row: its values in the order of the columns.
pub(super) type Put<'p, E> = dyn FnMut(&[ValueRef<'_>]) -> std::result::Result<(), E> + 'p;

use rows::MappedRows;
use rusqlite::types::{ToSqlOutput, ValueRef};
use server::{Prepared, ServerError};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows that are read at a time where they are many: letters are among them.
const PORTION: i64 = 500;

/// How the way to a server is kept from others.
#[derive(Clone)]
pub enum Encryption {
    /// It is not: the server is on this machine.
    None,
    /// TLS by these settings: certificate and name are proved.
    Tls(Arc<rustls::ClientConfig>),
}

/// What an engine says where it cannot do what it should.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite; or a value that is not what it should be, of either.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL.
    #[error("{}", server::words(.0))]
    Postgres(#[from] ServerError),
    /// A row was given another number than the one that follows.
    #[error("a row was given number {found:?} where {expected} follows")]
    Number {
        /// What was expected.
        expected: i64,
        /// What it was given.
        found: Option<i64>,
    },
    /// A part of a transaction that is written abreast of others has to be done alone.
    #[error("this has to be done alone: {0}")]
    Alone(String),
    /// It is committed, and the wait for the standby was cancelled.
    #[error("it is committed, and not known to be on the standby: the wait for it was cancelled")]
    Unkept,
    /// There is no way to the server, or none any more.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// What an engine answers.
pub(super) type Result<T> = std::result::Result<T, Error>;

/// `None` where there was no row.
pub(super) trait OptionalExtension<T> {
    /// The row, where there is one.
    fn optional(self) -> Result<Option<T>>;
}

impl<T> OptionalExtension<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Ok(row) => Ok(Some(row)),
            Err(Error::Sqlite(rusqlite::Error::QueryReturnedNoRows)) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

/// A connection to a database.
pub(super) enum Connection {
    /// To a file.
    File(rusqlite::Connection),
    /// To a server.
    Server(Box<Server>),
}

impl From<rusqlite::Connection> for Connection {
    fn from(conn: rusqlite::Connection) -> Connection {
        Connection::File(conn)
    }
}

impl Connection {
    /// A statement that is kept prepared.
    pub(super) fn prepare_cached(&self, sql: &str) -> Result<Statement<'_>> {
        Ok(match self {
            Connection::File(conn) => Statement::Cached(conn.prepare_cached(sql)?),
            Connection::Server(server) => Statement::Server(server.prepared(sql)?),
        })
    }

    /// An `INSERT` of one row into a table whose rows have numbers, kept prepared, for
    /// [`Statement::insert`]. A server is asked for the number; of SQLite it is known, and with
    /// `RETURNING` each statement would write every page that it changes into a journal of its own
    /// first.
    pub(super) fn prepare_insert(&self, sql: &str) -> Result<Statement<'_>> {
        Ok(match self {
            Connection::File(conn) => Statement::Cached(conn.prepare_cached(sql)?),
            Connection::Server(server) => {
                Statement::Server(server.prepared(&format!("{sql} RETURNING id"))?)
            }
        })
    }

    /// A statement that is used once.
    pub(super) fn prepare(&self, sql: &str) -> Result<Statement<'_>> {
        Ok(match self {
            Connection::File(conn) => Statement::Once(conn.prepare(sql)?),
            Connection::Server(server) => Statement::Server(server.prepare(&statement(sql))?),
        })
    }

    /// Runs a statement ([`Statement::execute`]).
    pub(super) fn execute(&self, sql: &str, values: impl Params) -> Result<()> {
        self.prepare(sql)?.execute(values)
    }

    /// The one row of a query.
    pub(super) fn query_row<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        self.prepare(sql)?.query_row(values, read)
    }

    /// Runs statements without values.
    pub(super) fn execute_batch(&self, sql: &str) -> Result<()> {
        match self {
            Connection::File(conn) => Ok(conn.execute_batch(sql)?),
            Connection::Server(server) => server.batch(sql),
        }
    }

    /// Has something done with each row of a query, however many they are: none but one is
    /// kept. Within a transaction.
    pub(super) fn each_row<E: From<Error>>(
        &self,
        sql: &str,
        mut work: impl FnMut(&Row<'_>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self {
            Connection::File(conn) => {
                let mut statement = conn.prepare(sql).map_err(Error::from)?;
                let mut rows = statement.query([]).map_err(Error::from)?;
                while let Some(row) = rows.next().map_err(Error::from)? {
                    work(&Row::File(row))?;
                }
                Ok(())
            }
            Connection::Server(server) => {
                server.batch(&format!("DECLARE portions NO SCROLL CURSOR FOR {sql}"))?;
                let fetch = server.prepare(&format!("FETCH {PORTION} FROM portions"))?;
                loop {
                    let rows = fetch.query(&[])?;
                    if rows.is_empty() {
                        break;
                    }
                    for row in rows {
                        work(&Row::Server(row))?;
                    }
                }
                Ok(server.batch("CLOSE portions")?)
            }
        }
    }

    /// Has something done with rows in the order of their numbers (the first column), from one
    /// on, until it says that this is enough. They are read in portions: `?1` of the statement
    /// is the first number of one, `?2` how many rows it has.
    pub(super) fn each_from<E: From<Error>>(
        &self,
        sql: &str,
        first: i64,
        mut work: impl FnMut(&Row<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<(), E> {
        let mut from = first;
        let mut statement = self.prepare_cached(sql)?;
        loop {
            let mut rows = statement.query([from, PORTION])?;
            let mut seen = 0;
            while let Some(row) = rows.next()? {
                seen += 1;
                from = row.get::<i64>(0)? + 1;
                if work(&row)?.is_break() {
                    return Ok(());
                }
            }
            if seen < PORTION {
                return Ok(());
            }
        }
    }

    /// Puts many rows into a table: `fill` gives what it gets, row by row, the values in the
    /// order of the columns. Within a transaction.
    pub(super) fn put_rows<E: From<Error>>(
        &self,
        table: &str,
        columns: &[Column],
        fill: impl FnOnce(&mut Put<'_, E>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self {
            Connection::File(conn) => {
                let names = names(columns);
                let marks = vec!["?"; columns.len()].join(", ");
                let sql = format!("INSERT INTO {table} ({names}) VALUES ({marks})");
                let mut statement = conn.prepare(&sql).map_err(Error::from)?;
                fill(&mut |values: &[ValueRef<'_>]| {
                    let values = values.iter().map(|v| ToSqlOutput::Borrowed(*v));
                    let put = statement.execute(rusqlite::params_from_iter(values));
                    put.map_err(Error::from)?;
                    Ok(())
                })
            }
            Connection::Server(server) => server.put_rows(table, columns, fill),
        }
    }

    /// Whether no transaction is open.
    pub(super) fn is_autocommit(&self) -> bool {
        match self {
            Connection::File(conn) => conn.is_autocommit(),
            Connection::Server(server) => !server.is_in_transaction(),
        }
    }

    /// Begins a transaction of the sort.
    pub(super) fn begin(&self, sort: Sort) -> Result<()> {
        match (self, sort) {
            (Connection::File(_), Sort::Reads) => self.execute_batch("BEGIN DEFERRED"),
            (Connection::File(_), Sort::Writes | Sort::Abreast) => {
                self.execute_batch("BEGIN IMMEDIATE")
            }
            (Connection::Server(server), sort) => server.begin(sort),
        }
    }

    /// Writes what a transaction abreast of others was to write; it is alone from here on.
    pub(super) fn tells_all(&self) -> Result<()> {
        match self {
            Connection::File(_) => Ok(()),
            Connection::Server(server) => server.tells_all(),
        }
    }

    /// Whether a transaction is open that is written abreast of others.
    pub(super) fn is_abreast(&self) -> bool {
        match self {
            Connection::File(_) => false,
            Connection::Server(server) => server.is_abreast(),
        }
    }

    /// Refuses what has to be done alone, where the transaction is not.
    pub(super) fn only_alone(&self, why: &str) -> Result<()> {
        match self {
            Connection::File(_) => Ok(()),
            Connection::Server(server) => server.only_alone(why),
        }
    }

    /// A part of a transaction abreast of others: whether it may be kept.
    pub(super) fn part(&self, part: Part) -> bool {
        match self {
            Connection::File(_) => true,
            Connection::Server(server) => server.part(part),
        }
    }

    /// Commits what was written since [`Connection::begin`].
    pub(super) fn commit(&self) -> Result<()> {
        match self {
            Connection::File(_) => self.execute_batch("COMMIT"),
            Connection::Server(server) => server.commit(),
        }
    }

    /// Has what was written since [`Connection::begin`] written out, to be undone still.
    pub(super) fn writes_out(&self) -> Result<()> {
        match self {
            Connection::File(conn) => Ok(conn.cache_flush()?),
            Connection::Server(server) => server.settles(),
        }
    }

    /// Undoes what was written since [`Connection::begin`].
    pub(super) fn rollback(&self) -> Result<()> {
        match self {
            Connection::File(_) => self.execute_batch("ROLLBACK"),
            Connection::Server(server) => server.rollback(),
        }
    }
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It reads one state, and waits for nobody.
    Reads,
    /// It writes, alone.
    Writes,
    /// It decides abreast of others, who have nothing to do with what it is about, and writes
    /// alone what it has decided. In a file it is alone all the time.
    Abreast,
}

/// What becomes of a part of a transaction that is written abreast of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It begins.
    Begins,
    /// It ends, and is kept where it need not be done alone.
    Ends,
    /// It is as if it had not been.
    Undone,
}

/// An open transaction, undone where it is dropped.
pub(super) struct Transaction<'c> {
    conn: &'c Connection,
    open: bool,
}

impl<'c> Transaction<'c> {
    /// Begins one.
    pub(super) fn begin(conn: &'c Connection, sort: Sort) -> Result<Transaction<'c>> {
        conn.begin(sort)?;
        Ok(Transaction { conn, open: true })
    }

    /// The one that is open already, else a new one.
    pub(super) fn join(conn: &'c Connection, sort: Sort) -> Result<Transaction<'c>> {
        match conn.is_autocommit() {
            true => Transaction::begin(conn, sort),
            false => Ok(Transaction { conn, open: true }),
        }
    }

    /// Commits it; undone where that fails.
    pub(super) fn commit(mut self) -> Result<()> {
        self.conn.commit()?;
        self.open = false;
        Ok(())
    }

    /// Undoes it.
    pub(super) fn rollback(mut self) -> Result<()> {
        self.open = false;
        self.conn.rollback()
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        // Where a disk fails, SQLite has undone it by itself.
        if self.open && !self.conn.is_autocommit() {
            let _ = self.conn.rollback();
        }
    }
}

/// A prepared statement.
pub(super) enum Statement<'c> {
    Cached(rusqlite::CachedStatement<'c>),
    Once(rusqlite::Statement<'c>),
    Server(Prepared<'c>),
}

impl Statement<'_> {
    /// Runs it. A server is not waited for within a transaction: what goes wrong there is said
    /// by a later statement, by the commit at the latest.
    pub(super) fn execute(&mut self, values: impl Params) -> Result<()> {
        if let Statement::Server(statement) = self {
            return values.with(|values| statement.execute(values));
        }
        self.changes(values).map(|_| ())
    }

    /// The same where it has one row to change, and fails otherwise.
    pub(super) fn change_one(&mut self, values: impl Params) -> Result<()> {
        if let Statement::Server(statement) = self {
            return values.with(|values| statement.change_one(values));
        }
        match self.changes(values)? {
            1 => Ok(()),
            changed => Err(rusqlite::Error::StatementChangedRows(changed).into()),
        }
    }

    /// Runs it, and waits: how many rows it changed.
    pub(super) fn changes(&mut self, values: impl Params) -> Result<usize> {
        values.with(|values| {
            Ok(match self {
                Statement::Cached(statement) => statement.execute(values)?,
                Statement::Once(statement) => statement.execute(values)?,
                Statement::Server(statement) => statement.changes(values)?,
            })
        })
    }

    /// Runs what [`Connection::prepare_insert`] prepared: the number that the row was given. Within
    /// a transaction a server need not be waited for either.
    pub(super) fn insert(&mut self, values: impl Params) -> Result<i64> {
        values.with(|values| {
            Ok(match self {
                Statement::Cached(statement) => statement.insert(values)?,
                Statement::Once(statement) => statement.insert(values)?,
                Statement::Server(statement) => statement.insert(values)?,
            })
        })
    }

    /// Its rows, one after the other.
    pub(super) fn query(&mut self, values: impl Params) -> Result<Rows<'_>> {
        values.with(|values| {
            Ok(match self {
                Statement::Cached(statement) => Rows::File(statement.query(values)?),
                Statement::Once(statement) => Rows::File(statement.query(values)?),
                Statement::Server(statement) => Rows::of_server(statement.query(values)?),
            })
        })
    }

    /// Its rows, each read by a closure.
    pub(super) fn query_map<T, F: FnMut(&Row<'_>) -> Result<T>>(
        &mut self,
        values: impl Params,
        read: F,
    ) -> Result<MappedRows<'_, F>> {
        Ok(MappedRows {
            rows: self.query(values)?,
            read,
        })
    }

    /// Its first row.
    ///
    /// # Errors
    /// That there is none: [`OptionalExtension::optional`].
    pub(super) fn query_row<T>(
        &mut self,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        match self.query(values)?.next()? {
            Some(row) => read(&row),
            None => Err(rusqlite::Error::QueryReturnedNoRows.into()),
        }
    }
}
