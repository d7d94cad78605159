//! A connection to PostgreSQL: statements, values, transactions and locks.

use super::{Column, Encryption, Error, Put, Result, Sort, dialect, names, storable};
use crate::store::StoreError;
use postgres::binary_copy::BinaryCopyInWriter;
use postgres::error::SqlState;
use postgres::types::Type;
use postgres::{Client, NoTls};
pub use postgres::{Error as ServerError, Row as ServerRow};
use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::error::Error as StdError;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a writer waits for another.
const BUSY: Duration = Duration::from_millis(5_000);

/// How long a server may take to answer at all.
const PATIENCE: Duration = Duration::from_secs(10);

/// After that it is asked whether the server is still there, before it is asked anything else.
const REST: Duration = Duration::from_millis(100);

/// How long nothing at all may come from a server's machine, not even that it has heard us: a
/// machine whose power is cut closes no connection. `tcp_user_timeout` in the URL says otherwise.
const SILENCE: Duration = Duration::from_secs(30);

/// Statements kept prepared: all there are, with room for those made of parts.
const STATEMENTS: usize = 512;

/// What every session is set to. A machine that is gone loses its locks within a minute, a
/// program that hangs in a transaction within five. What is committed is on the disk, and on
/// the standby where the server has one that it waits for.
const SESSION: &str = "
    SET client_min_messages = warning;
    SET idle_in_transaction_session_timeout = '5min';
    SET tcp_keepalives_idle = 20;
    SET tcp_keepalives_interval = 10;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local');";

/// The lock of who writes; the others are [`Address::lock`]'s.
const WRITING: i32 = 0;

/// Where a server is, and who we are there.
pub struct Address {
    way: Arc<Way>,
    /// Connections that hold no lock at the moment.
    idle: Mutex<Vec<Server>>,
}

/// How a connection is made.
struct Way {
    config: postgres::Config,
    encryption: Encryption,
    shown: String,
}

impl Way {
    fn client(&self) -> Result<Client> {
        Ok(match &self.encryption {
            Encryption::None => self.config.connect(NoTls)?,
            Encryption::Tls(tls) => {
                let tls = rustls::ClientConfig::clone(tls);
                self.config.connect(MakeRustlsConnect::new(tls))?
            }
        })
    }
}

impl Address {
    /// The server of a URL (`postgres://USER@HOST:PORT/DATABASE`, as libpq has it).
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn new(
        url: &str,
        password: Option<&str>,
        encryption: Encryption,
    ) -> std::result::Result<Address, String> {
        let mut config = postgres::Config::from_str(url).map_err(|e| chain(&e))?;
        if config.get_password().is_some() {
            return Err("it holds a password; name password_file instead".to_owned());
        }
        let shown = shown(&config);
        if let Some(password) = password {
            config.password(password);
        }
        if config.get_application_name().is_none() {
            config.application_name("postchess");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
            config.keepalives_idle(SILENCE * 2 / 3);
            config.keepalives_interval(SILENCE / 3);
        }
        config.ssl_mode(match encryption {
            Encryption::None => postgres::config::SslMode::Disable,
            Encryption::Tls(_) => postgres::config::SslMode::Require,
        });
        Ok(Address {
            way: Arc::new(Way {
                config,
                encryption,
                shown,
            }),
            idle: Mutex::default(),
        })
    }

    /// Takes a lock of the home that lies there, waiting so long; `None` where somebody holds it
    /// still. Those who wait are served in turn.
    pub(in crate::store) fn lock(
        self: &Arc<Address>,
        lock: i32,
        patience: Duration,
    ) -> Result<Option<Held>> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // One that the server has left meanwhile is connected anew by its first question.
        let server = match idle().pop() {
            Some(server) => server,
            None => Server::connect(self)?,
        };
        if server.takes_lock(lock, patience)? {
            // What one who had it before has begun is committed, or undone, before anything is
            // read; and he begins nothing more ([`Server::guard`]).
            server.wait_for_writers()?;
            return Ok(Some(Held {
                address: Arc::clone(self),
                server: Some(server),
                lock,
            }));
        }
        idle().push(server);
        Ok(None)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.way.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.way.shown)
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.way.shown == other.way.shown
    }
}

impl Eq for Address {}

/// The address without anything secret.
fn shown(config: &postgres::Config) -> String {
    let mut hosts = Vec::new();
    for (at, host) in config.get_hosts().iter().enumerate() {
        let ports = config.get_ports();
        let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        hosts.push(match host {
            postgres::config::Host::Tcp(name) => format!("{name}:{port}"),
            postgres::config::Host::Unix(path) => format!("{}:{port}", path.display()),
        });
    }
    let user = config.get_user().map(|u| format!("{u}@"));
    let options = config.get_options().map(|o| format!("?options={o}"));
    format!(
        "postgres://{}{}/{}{}",
        user.unwrap_or_default(),
        hosts.join(","),
        config.get_dbname().unwrap_or(""),
        options.unwrap_or_default()
    )
}

/// A lock that is held on a server as long as this lives and the connection stands.
pub(in crate::store) struct Held {
    address: Arc<Address>,
    server: Option<Server>,
    lock: i32,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lock {} at {}", self.lock, self.address)
    }
}

impl Held {
    /// Its holder, as a session of the server, and its number.
    pub(in crate::store) fn holder(&self) -> Option<(i32, i32)> {
        let server = self.server.as_ref()?;
        Some((server.session.get(), self.lock))
    }

    /// Whether it is held still: who loses the connection loses the lock.
    pub(in crate::store) fn stands(&self) -> bool {
        self.server.as_ref().is_some_and(Server::is_there)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(server) = self.server.take()
            && server.gives_back(self.lock).is_ok()
        {
            let idle = &self.address.idle;
            idle.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(server);
        }
    }
}

/// A connection.
pub(in crate::store) struct Server {
    way: Arc<Way>,
    client: RefCell<Client>,
    statements: RefCell<HashMap<String, postgres::Statement>>,
    in_transaction: Cell<bool>,
    /// The number of the home among those of the database: of its table `meta`.
    home: Cell<i32>,
    /// By which number the server knows this session.
    session: Cell<i32>,
    /// Who must hold which lock while this one writes: session and number.
    guard: Cell<Option<(i32, i32)>>,
    /// How long a writer waits, in milliseconds.
    patience: Cell<u128>,
    /// How often this one has committed.
    commits: Cell<i64>,
    /// When it was last asked for something, outside transactions.
    used: Cell<Instant>,
}

impl Server {
    /// Connects.
    pub(in crate::store) fn connect(address: &Address) -> Result<Server> {
        let server = Server {
            way: Arc::clone(&address.way),
            client: RefCell::new(address.way.client()?),
            statements: RefCell::default(),
            in_transaction: Cell::new(false),
            home: Cell::new(0),
            session: Cell::new(0),
            guard: Cell::new(None),
            patience: Cell::new(BUSY.as_millis()),
            commits: Cell::new(0),
            used: Cell::new(Instant::now()),
        };
        server.begin_session(&mut server.client.borrow_mut())?;
        Ok(server)
    }

    fn begin_session(&self, client: &mut Client) -> Result<()> {
        client.batch_execute(SESSION)?;
        let sql = "SELECT coalesce(to_regclass('meta')::oid, 0)::int, pg_backend_pid()";
        let row = client.query_one(sql, &[])?;
        self.home.set(row.try_get(0)?);
        self.session.set(row.try_get(1)?);
        Ok(())
    }

    /// The client; one that the server has left is connected anew, outside transactions. That
    /// it has left is known by asking alone.
    fn client(&self) -> Result<RefMut<'_, Client>> {
        let mut client = self.client.borrow_mut();
        if !self.in_transaction.get() {
            let is_rested = self.used.get().elapsed() > REST;
            if client.is_closed() || (is_rested && client.is_valid(PATIENCE).is_err()) {
                *client = self.way.client()?;
                self.statements.borrow_mut().clear();
                self.begin_session(&mut client)?;
            }
            self.used.set(Instant::now());
        }
        Ok(client)
    }

    /// Whether the server answers on this connection.
    fn is_there(&self) -> bool {
        self.client.borrow_mut().is_valid(PATIENCE).is_ok()
    }

    /// How long a writer waits for another.
    pub(in crate::store) fn be_patient(&self, wait: Duration) {
        self.patience.set(wait.as_millis());
    }

    /// A statement of the store, kept prepared.
    pub(super) fn prepared(&self, sql: &str) -> Result<Prepared<'_>> {
        let mut client = self.client()?;
        let mut statements = self.statements.borrow_mut();
        if let Some(statement) = statements.get(sql) {
            let statement = statement.clone();
            return Ok(Prepared {
                server: self,
                statement,
            });
        }
        let statement = client.prepare(&dialect::statement(sql))?;
        if statements.len() >= STATEMENTS {
            statements.clear();
        }
        statements.insert(sql.to_owned(), statement.clone());
        Ok(Prepared {
            server: self,
            statement,
        })
    }

    /// A statement as it stands, in the words of PostgreSQL.
    pub(super) fn prepare(&self, sql: &str) -> Result<Prepared<'_>> {
        let statement = self.client()?.prepare(sql)?;
        Ok(Prepared {
            server: self,
            statement,
        })
    }

    /// Runs statements as they stand, in the words of PostgreSQL.
    pub(in crate::store) fn batch(&self, sql: &str) -> Result<()> {
        Ok(self.client()?.batch_execute(sql)?)
    }

    /// The one number that a question has for an answer.
    pub(in crate::store) fn number(&self, sql: &str) -> Result<i64> {
        let row = self.client()?.query_one(sql, &[])?;
        Ok(row.try_get(0)?)
    }

    pub(super) fn is_in_transaction(&self) -> bool {
        self.in_transaction.get() && !self.client.borrow().is_closed()
    }

    /// Begins a transaction that makes the tables it writes into: nobody else can know them.
    pub(in crate::store) fn begin_making(&self, tables: &str) -> Result<()> {
        self.batch("BEGIN")?;
        self.in_transaction.set(true);
        self.batch(tables)
    }

    /// Has each transaction that writes fail where the session does not hold that lock; `None`:
    /// none is asked for.
    pub(in crate::store) fn guard(&self, holder: Option<(i32, i32)>) {
        self.guard.set(holder);
    }

    /// Returns once nobody writes who was writing.
    fn wait_for_writers(&self) -> Result<()> {
        self.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({}, {WRITING}); COMMIT",
            self.home.get()
        ))
    }

    /// Begins a transaction of the sort.
    pub(super) fn begin(&self, sort: Sort) -> Result<()> {
        match sort {
            Sort::Reads => self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?,
            Sort::Writes => self.begin_writing()?,
        }
        self.in_transaction.set(true);
        Ok(())
    }

    /// Each statement of it sees what was committed before it: nobody else commits anything.
    fn begin_writing(&self) -> Result<()> {
        let mut client = self.client()?;
        let home = self.home.get();
        let guard = self
            .guard
            .get()
            .map(|(session, lock)| format!("; SELECT still_holds({session}, {home}, {lock})"));
        let begun = client.batch_execute(&format!(
            "BEGIN; SET LOCAL lock_timeout = {};
             SELECT pg_advisory_xact_lock({home}, {WRITING}); SET LOCAL lock_timeout = 0{}",
            self.patience.get(),
            guard.unwrap_or_default()
        ));
        if begun.is_err() {
            let _ = client.batch_execute("ROLLBACK");
        }
        Ok(begun?)
    }

    /// Commits, and counts that.
    pub(super) fn commit(&self) -> Result<()> {
        let mut client = self.client()?;
        self.in_transaction.set(false);
        // Where an error has undone it, the first of them fails: a COMMIT would not.
        client.batch_execute("UPDATE commits SET n = n + 1; COMMIT")?;
        self.commits.set(self.commits.get() + 1);
        Ok(())
    }

    pub(super) fn rollback(&self) -> Result<()> {
        self.in_transaction.set(false);
        let mut client = self.client.borrow_mut();
        match client.is_closed() {
            // With the connection the server has undone it.
            true => Ok(()),
            false => Ok(client.batch_execute("ROLLBACK")?),
        }
    }

    /// Rows by COPY (PostgreSQL, 55.2.7).
    pub(super) fn put_rows<E: From<Error>>(
        &self,
        table: &str,
        columns: &[Column],
        fill: impl FnOnce(&mut Put<'_, E>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let names = names(columns);
        let types = self.prepare(&format!("SELECT {names} FROM {table} LIMIT 0"))?;
        let types: Vec<Type> = types
            .statement
            .columns()
            .iter()
            .map(|c| c.type_().clone())
            .collect();
        {
            let mut client = self.client()?;
            let sql = format!("COPY {table} ({names}) FROM STDIN BINARY");
            let writer = client.copy_in(&sql).map_err(Error::from)?;
            let mut writer = BinaryCopyInWriter::new(writer, &types);
            fill(&mut |values: &[ValueRef<'_>]| {
                let each = values.iter().zip(&types);
                let each = each.map(|(value, of)| typed_value(*value, of));
                let typed = each.collect::<Result<Vec<_>>>()?;
                let each: Vec<&(dyn postgres::types::ToSql + Sync)> =
                    typed.iter().map(|value| value.as_ref() as _).collect();
                writer.write(&each).map_err(Error::from)?;
                Ok(())
            })?;
            writer.finish().map_err(Error::from)?;
        }
        Ok(())
    }

    /// Takes a lock that lasts as long as the session; `false` where another has it so long.
    fn takes_lock(&self, lock: i32, patience: Duration) -> Result<bool> {
        if patience.is_zero() {
            let rows = self
                .of_one_that_stands(|| self.of_lock("SELECT pg_try_advisory_lock(?1, ?2)", lock))?;
            return match rows.first() {
                Some(row) => Ok(row.try_get(0)?),
                None => Ok(false),
            };
        }
        let wait = patience.as_millis().max(1);
        let taken = self.of_one_that_stands(|| {
            self.batch(&format!("SET lock_timeout = {wait}"))?;
            self.of_lock("SELECT pg_advisory_lock(?1, ?2)", lock)
        });
        let taken = match taken {
            Ok(_) => true,
            Err(Error::Postgres(error)) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
                false
            }
            Err(error) => return Err(error),
        };
        self.batch("RESET lock_timeout")?;
        Ok(taken)
    }

    /// The first question to a session that is gone fails, and the next begins another.
    fn of_one_that_stands<T>(&self, asked: impl Fn() -> Result<T>) -> Result<T> {
        match asked() {
            Err(_) if self.client.borrow().is_closed() => asked(),
            answer => answer,
        }
    }

    /// Gives a lock back.
    fn gives_back(&self, lock: i32) -> Result<()> {
        self.of_lock("SELECT pg_advisory_unlock(?1, ?2)", lock)?;
        Ok(())
    }

    fn of_lock(&self, sql: &str, lock: i32) -> Result<Vec<ServerRow>> {
        self.prepared(sql)?.query(&[&self.home.get(), &lock])
    }

    /// How often others have committed.
    pub(in crate::store) fn commits_of_others(&self) -> Result<i64> {
        let rows = self.prepared("SELECT n FROM commits")?.query(&[])?;
        let all: i64 = match rows.first() {
            Some(row) => row.try_get(0)?,
            None => 0,
        };
        Ok(all - self.commits.get())
    }
}

/// A prepared statement of a server.
pub(in crate::store) struct Prepared<'c> {
    server: &'c Server,
    statement: postgres::Statement,
}

impl Prepared<'_> {
    pub(super) fn execute(&self, values: &[&dyn ToSql]) -> Result<usize> {
        self.with(values, |client, values| {
            let changed = client.execute(&self.statement, values)?;
            Ok(usize::try_from(changed).unwrap_or(usize::MAX))
        })
    }

    pub(super) fn query(&self, values: &[&dyn ToSql]) -> Result<Vec<ServerRow>> {
        self.with(values, |client, values| {
            Ok(client.query(&self.statement, values)?)
        })
    }

    fn with<T>(
        &self,
        values: &[&dyn ToSql],
        work: impl FnOnce(&mut Client, &[&(dyn postgres::types::ToSql + Sync)]) -> Result<T>,
    ) -> Result<T> {
        let outputs = values.iter().map(|value| value.to_sql());
        let outputs = outputs.collect::<rusqlite::Result<Vec<_>>>()?;
        let typed = typed(&outputs, self.statement.params())?;
        let each = typed.iter().map(|value| value.as_ref());
        let each: Vec<&(dyn postgres::types::ToSql + Sync)> = each.collect();
        work(&mut *self.server.client()?, &each)
    }
}

/// Values as the server wants them, each of the type of its place.
fn typed<'v>(
    values: &'v [ToSqlOutput<'v>],
    types: &[Type],
) -> Result<Vec<Box<dyn postgres::types::ToSql + Sync + 'v>>> {
    let each = values.iter().zip(types);
    each.map(|(value, of)| typed_value(as_ref(value)?, of))
        .collect()
}

fn typed_value<'v>(
    value: ValueRef<'v>,
    of: &Type,
) -> Result<Box<dyn postgres::types::ToSql + Sync + 'v>> {
    let wrong = || {
        let what = format!("a value of type {:?} where {of} belongs", value.data_type());
        rusqlite::Error::ToSqlConversionFailure(what.into())
    };
    Ok(match *of {
        Type::INT8 => Box::new(whole(value).ok_or_else(wrong)?),
        Type::INT4 => {
            let number = whole(value).ok_or_else(wrong)?;
            let number = number.map(i32::try_from).transpose();
            Box::new(number.map_err(|_| wrong())?)
        }
        Type::BOOL => Box::new(whole(value).ok_or_else(wrong)?.map(|n| n != 0)),
        Type::BYTEA => match value {
            ValueRef::Null => Box::new(None::<&[u8]>),
            ValueRef::Blob(bytes) | ValueRef::Text(bytes) => Box::new(bytes),
            _ => return Err(wrong().into()),
        },
        _ => match value {
            ValueRef::Null => Box::new(None::<String>),
            ValueRef::Text(text) => Box::new(storable(text)),
            ValueRef::Integer(n) => Box::new(n.to_string()),
            _ => return Err(wrong().into()),
        },
    })
}

/// A whole number, or NULL; `None`: it is neither.
fn whole(value: ValueRef<'_>) -> Option<Option<i64>> {
    match value {
        ValueRef::Null => Some(None),
        ValueRef::Integer(n) => Some(Some(n)),
        _ => None,
    }
}

fn as_ref<'v>(value: &'v ToSqlOutput<'_>) -> Result<ValueRef<'v>> {
    match value {
        ToSqlOutput::Borrowed(value) => Ok(*value),
        ToSqlOutput::Owned(value) => Ok(value.into()),
        _ => {
            let what = "a value that only SQLite has";
            Err(rusqlite::Error::ToSqlConversionFailure(what.into()).into())
        }
    }
}

/// The value of a column, counted from 0, as SQLite would have it.
pub(super) fn value(row: &ServerRow, column: usize) -> Result<ValueRef<'_>> {
    let found: Found<'_> = row.try_get(column)?;
    Ok(match found {
        Found::Null => ValueRef::Null,
        Found::Whole(n) => ValueRef::Integer(n),
        Found::Real(n) => ValueRef::Real(n),
        Found::Text(text) => ValueRef::Text(text),
        Found::Bytes(bytes) => ValueRef::Blob(bytes),
    })
}

/// A value as the server sends it.
enum Found<'r> {
    Null,
    Whole(i64),
    Real(f64),
    Text(&'r [u8]),
    Bytes(&'r [u8]),
}

impl<'r> postgres::types::FromSql<'r> for Found<'r> {
    fn from_sql(
        of: &Type,
        raw: &'r [u8],
    ) -> std::result::Result<Found<'r>, Box<dyn StdError + Sync + Send>> {
        Ok(match *of {
            Type::INT8 => Found::Whole(i64::from_sql(of, raw)?),
            Type::INT4 => Found::Whole(i32::from_sql(of, raw)?.into()),
            Type::OID => Found::Whole(u32::from_sql(of, raw)?.into()),
            Type::BOOL => Found::Whole(bool::from_sql(of, raw)?.into()),
            Type::FLOAT8 => Found::Real(f64::from_sql(of, raw)?),
            Type::NUMERIC => Found::Whole(whole_numeric(raw).ok_or("no whole number")?),
            Type::BYTEA => Found::Bytes(raw),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::JSON | Type::UNKNOWN => {
                Found::Text(raw)
            }
            _ => return Err(format!("a value of type {of} is not known here").into()),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Found<'r>, Box<dyn StdError + Sync + Send>> {
        Ok(Found::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// A NUMERIC that is whole: sums are. It has digits of base 10,000 behind four numbers of two
/// bytes: their count, the power of the first, the sign, and how many decimals are shown.
fn whole_numeric(raw: &[u8]) -> Option<i64> {
    let mut parts = raw.chunks_exact(2).map(|b| match b {
        [high, low] => i64::from(u16::from_be_bytes([*high, *low])),
        _ => 0,
    });
    let (count, weight, sign) = (parts.next()?, parts.next()?, parts.next()?);
    let _decimals = parts.next()?;
    let mut number = 0i64;
    for digit in 0..=weight {
        let next = if digit < count { parts.next()? } else { 0 };
        number = number.checked_mul(10_000)?.checked_add(next)?;
        if count == 0 {
            break;
        }
    }
    match sign {
        0 => Some(number),
        0x4000 => Some(-number),
        _ => None,
    }
}

/// What a server said, or why it said nothing.
pub(super) fn words(error: &ServerError) -> String {
    match error.as_db_error() {
        Some(said) => match said.detail() {
            Some(detail) => format!("{} ({detail})", said.message()),
            None => said.message().to_owned(),
        },
        None => chain(error),
    }
}

/// An error with its causes.
fn chain(error: &dyn StdError) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        said.push_str(": ");
        said.push_str(&deeper.to_string());
        cause = deeper.source();
    }
    said
}

/// What an error of a server means for who meets it (PostgreSQL, appendix A).
impl From<ServerError> for StoreError {
    fn from(error: ServerError) -> StoreError {
        let Some(code) = error.code() else {
            // No word of the server: the connection, or what came over it.
            return StoreError::Away(words(&error));
        };
        match *code {
            // Another one writes, or has what this one wants.
            SqlState::LOCK_NOT_AVAILABLE
            | SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED => StoreError::Busy,
            SqlState::DISK_FULL | SqlState::OUT_OF_MEMORY => StoreError::Full,
            // It is a standby, or may only be read.
            SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::ReadOnly,
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => StoreError::Away(words(&error)),
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => {
                StoreError::Corrupt(words(&error))
            }
            _ if code.code().starts_with("08") => StoreError::Away(words(&error)),
            _ => StoreError::Sql(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_read_as_the_whole_number_it_is() {
        let numeric =
            |parts: &[u16]| -> Vec<u8> { parts.iter().flat_map(|p| p.to_be_bytes()).collect() };
        for (parts, expected) in [
            (&[0, 0, 0, 0][..], Some(0)),
            (&[1, 0, 0, 0, 7], Some(7)),
            (&[1, 0, 0x4000, 0, 7], Some(-7)),
            (&[2, 1, 0, 0, 12, 3456], Some(123_456)),
            // Digits that are zero at the end are not sent.
            (&[1, 2, 0, 0, 5], Some(500_000_000)),
            (&[5, 4, 0, 0, 922, 3372, 368, 5477, 5807], Some(i64::MAX)),
            (&[5, 4, 0, 0, 922, 3372, 368, 5477, 5808], None),
            // Not a number, and half of one.
            (&[0, 0, 0xc000, 0], None),
            (&[2, 1, 0, 0, 12], None),
        ] {
            assert_eq!(whole_numeric(&numeric(parts)), expected, "{parts:?}");
        }
    }

    #[test]
    fn an_address_shows_nothing_secret() {
        let url = "postgres://moves@db1,db2:6000/chess?options=-csearch_path%3Dnorth";
        let address = Address::new(url, Some("s3cret"), Encryption::None).unwrap();
        let shown = "postgres://moves@db1:5432,db2:6000/chess?options=-csearch_path=north";
        assert_eq!(address.to_string(), shown);
        assert!(!format!("{address:?}").contains("s3cret"));
        let wrong = Address::new("postgres://a:b@db/chess", None, Encryption::None);
        assert!(wrong.unwrap_err().contains("password_file"));
    }

    #[test]
    fn a_machine_that_is_gone_is_given_up_unless_the_url_says_otherwise() {
        let waits = |url: &str| {
            let address = Address::new(url, None, Encryption::None).unwrap();
            address.way.config.get_tcp_user_timeout().copied()
        };
        assert_eq!(waits("postgres://a@db1/b"), Some(SILENCE));
        let other = waits("postgres://a@db1/b?tcp_user_timeout=5");
        assert_eq!(other, Some(Duration::from_secs(5)));
    }
}
