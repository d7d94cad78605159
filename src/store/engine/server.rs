//! A connection to PostgreSQL: statements, transactions and locks.

mod later;
mod locks;
mod loopback;
mod session;
mod values;

pub(in crate::store) use locks::{Held, Lock};
pub(super) use values::value;

use super::{Column, Encryption, Error, Part, Put, Result, Sort, dialect, names};
use crate::store::StoreError;
use futures_core::Stream as _;
use later::{Later, LaterMust, Numbers, Words};
use rusqlite::ToSql;
use rusqlite::types::{Value, ValueRef};
use session::{Answer, Must, Session};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Statement};
pub use tokio_postgres::{Error as ServerError, Row as ServerRow};
use values::{all_given, given};

/// How long a writer waits for another.
const BUSY: Duration = Duration::from_millis(5_000);

/// The same where all is decided that is to be written, and for letters perhaps that are gone.
const DECIDED: Duration = Duration::from_secs(600);

/// How long a server may take to answer at all.
const PATIENCE: Duration = Duration::from_secs(10);

/// After that it is asked whether the server is still there, before it is asked anything else.
const REST: Duration = Duration::from_millis(100);

/// How long nothing at all may come from a server's machine, not even that it has heard us: a
/// machine whose power is cut closes no connection. `tcp_user_timeout` in the URL says otherwise.
const SILENCE: Duration = Duration::from_secs(30);

/// How often a commit is covered by another where the wait for the standby was cancelled; each
/// waits as long as the standby is away.
const COVERS: u32 = 3;

/// Statements kept prepared: all there are, with room for those made of parts.
const STATEMENTS: usize = 512;

/// What every session is set to. A machine that is gone loses its locks within a minute, a
/// program that hangs in a transaction within five. What is committed is on the disk, and on
/// the standby where the server has one that it waits for. Each statement is written for an
/// index (`store/tests/plans.rs`) and planned once, whatever its values are and however few rows
/// there are yet, as in a file, which has no other joins either.
const SESSION: &str = "
    SET client_min_messages = warning;
    SET idle_in_transaction_session_timeout = '5min';
    SET tcp_keepalives_idle = 20;
    SET tcp_keepalives_interval = 10;
    SET tcp_keepalives_count = 3;
    SET enable_seqscan = off;
    SET enable_mergejoin = off;
    SET enable_hashjoin = off;
    SET plan_cache_mode = force_generic_plan;
    SET jit = off;
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
    config: tokio_postgres::Config,
    encryption: Encryption,
    shown: String,
    unkept: Unkept,
}

/// Commits of which the server warned: the wait for the standby was cancelled, so they are made
/// and perhaps on one machine alone. One that was waited for and began later covers them.
#[derive(Debug, Default)]
struct Unkept {
    warned: AtomicU64,
    covered: AtomicU64,
}

impl Unkept {
    fn are_none(&self) -> bool {
        self.warned() <= self.covered.load(Ordering::Acquire)
    }

    fn warned(&self) -> u64 {
        self.warned.load(Ordering::Acquire)
    }

    fn add(&self) {
        self.warned.fetch_add(1, Ordering::AcqRel);
    }

    /// One was waited for that began when there were so many.
    fn cover(&self, warned: u64) {
        self.covered.fetch_max(warned, Ordering::AcqRel);
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
        let mut config = tokio_postgres::Config::from_str(url).map_err(|e| chain(&e))?;
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
            Encryption::None => tokio_postgres::config::SslMode::Disable,
            Encryption::Tls(_) => tokio_postgres::config::SslMode::Require,
        });
        Ok(Address {
            way: Arc::new(Way {
                config,
                encryption,
                shown,
                unkept: Unkept::default(),
            }),
            idle: Mutex::default(),
        })
    }

    /// Whether all that this program has committed there is known to be where it stays: on the
    /// standby too, where the server waits for one.
    pub fn is_kept(&self) -> bool {
        self.way.unkept.are_none()
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
fn shown(config: &tokio_postgres::Config) -> String {
    let mut hosts = Vec::new();
    for (at, host) in config.get_hosts().iter().enumerate() {
        let ports = config.get_ports();
        let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        hosts.push(match host {
            tokio_postgres::config::Host::Tcp(name) => format!("{name}:{port}"),
            tokio_postgres::config::Host::Unix(path) => format!("{}:{port}", path.display()),
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

/// A connection.
pub(in crate::store) struct Server {
    way: Arc<Way>,
    session: RefCell<Session>,
    statements: RefCell<HashMap<String, Known>>,
    in_transaction: Cell<bool>,
    /// What the transaction is to tell the server once all of it is decided; `None`: it is told
    /// at once.
    later: RefCell<Option<Later>>,
    /// The last numbers that tables have given in this transaction: nobody else gives any.
    numbers: RefCell<HashMap<Arc<str>, i64>>,
    /// The number of the home among those of the database: of its table `meta`.
    home: Cell<i32>,
    /// By which number the server knows this session.
    number: Cell<i32>,
    /// The server's version: 150004 is 15.4.
    version: Cell<i32>,
    /// Who must hold which lock while this one writes: session and number.
    guard: Cell<Option<(i32, i32)>>,
    /// The question that must be answered by a number other than 0 while this one writes.
    ours: RefCell<String>,
    /// How long a writer waits, in milliseconds.
    patience: Cell<u128>,
    /// How often this one has committed.
    commits: Cell<i64>,
    /// When it was last asked for something, outside transactions.
    used: Cell<Instant>,
}

/// A statement that the server knows, and what it says.
#[derive(Clone)]
struct Known {
    statement: Statement,
    words: Arc<Words>,
}

impl Known {
    fn new(client: &mut Session, sql: &str) -> Result<Known> {
        let statement = client.asks(async |client| client.prepare(sql).await)?;
        Ok(Known {
            statement,
            words: Arc::new(Words::of(sql)),
        })
    }
}

impl Server {
    /// Connects.
    pub(in crate::store) fn connect(address: &Address) -> Result<Server> {
        let server = Server {
            way: Arc::clone(&address.way),
            session: RefCell::new(Session::begin(&address.way)?),
            statements: RefCell::default(),
            in_transaction: Cell::new(false),
            later: RefCell::default(),
            numbers: RefCell::default(),
            home: Cell::new(0),
            number: Cell::new(0),
            version: Cell::new(0),
            guard: Cell::new(None),
            ours: RefCell::default(),
            patience: Cell::new(BUSY.as_millis()),
            commits: Cell::new(0),
            used: Cell::new(Instant::now()),
        };
        server.settle_in(&mut server.session.borrow_mut())?;
        Ok(server)
    }

    fn settle_in(&self, session: &mut Session) -> Result<()> {
        session.asks(async |client| client.batch_execute(SESSION).await)?;
        let sql = "SELECT coalesce(to_regclass('meta')::oid, 0)::int, pg_backend_pid(),
                   current_setting('server_version_num')::int";
        let row = session.asks(async |client| client.query_one(sql, &[]).await)?;
        self.home.set(row.try_get(0)?);
        self.number.set(row.try_get(1)?);
        self.version.set(row.try_get(2)?);
        Ok(())
    }

    /// The session; one that the server has left is begun anew, outside transactions. That it
    /// has left is known by asking alone.
    fn session(&self) -> Result<RefMut<'_, Session>> {
        let mut session = self.session.borrow_mut();
        if !self.in_transaction.get() {
            let is_rested = self.used.get().elapsed() > REST;
            if session.is_closed() || (is_rested && !session.answers()) {
                *session = Session::begin(&self.way)?;
                self.statements.borrow_mut().clear();
                self.settle_in(&mut session)?;
            }
            self.used.set(Instant::now());
        }
        Ok(session)
    }

    /// Whether the server answers on this connection.
    fn is_there(&self) -> bool {
        self.used.set(Instant::now());
        self.session.borrow_mut().answers()
    }

    /// How long a writer waits for another.
    pub(in crate::store) fn be_patient(&self, wait: Duration) {
        self.patience.set(wait.as_millis());
    }

    /// A statement of the store, kept prepared.
    pub(super) fn prepared(&self, sql: &str) -> Result<Prepared<'_>> {
        let mut session = self.session()?;
        let mut statements = self.statements.borrow_mut();
        let known = match statements.get(sql) {
            Some(known) => known.clone(),
            None => {
                let known = Known::new(&mut session, &dialect::statement(sql))?;
                if statements.len() >= STATEMENTS {
                    statements.clear();
                }
                statements.insert(sql.to_owned(), known.clone());
                known
            }
        };
        Ok(Prepared {
            server: self,
            known,
        })
    }

    /// A statement as it stands, in the words of PostgreSQL.
    pub(super) fn prepare(&self, sql: &str) -> Result<Prepared<'_>> {
        let known = Known::new(&mut *self.session()?, sql)?;
        Ok(Prepared {
            server: self,
            known,
        })
    }

    /// Runs statements as they stand, in the words of PostgreSQL.
    pub(in crate::store) fn batch(&self, sql: &str) -> Result<()> {
        if sql.starts_with("ROLLBACK") {
            self.numbers.borrow_mut().clear();
        }
        let mut session = self.session()?;
        session.asks(async |client| client.batch_execute(sql).await)
    }

    /// Settings of the server by which a commit may be lost with the power.
    pub(in crate::store) fn unsafe_settings(&self) -> Result<Vec<String>> {
        let sql = "SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes']) AS name
                   WHERE current_setting(name) = 'off'";
        let rows = self.prepare(sql)?.query(&[])?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// The one number that a question has for an answer.
    pub(in crate::store) fn number(&self, sql: &str) -> Result<i64> {
        let mut session = self.session()?;
        let row = session.asks(async |client| client.query_one(sql, &[]).await)?;
        Ok(row.try_get(0)?)
    }

    /// How often an answer was waited for.
    #[cfg(test)]
    pub(in crate::store) fn turns(&self) -> u64 {
        self.session.borrow().turns
    }

    /// Whether one was begun and is neither committed nor undone: one that was lost with its
    /// connection has to be undone here still.
    pub(super) fn is_in_transaction(&self) -> bool {
        self.in_transaction.get()
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

    /// Has each transaction that writes fail where the answer to a question is 0: it is asked
    /// on the way there, and waits for no turn of its own.
    pub(in crate::store) fn writes_only_where(&self, question: &str) {
        self.ours.replace(question.to_owned());
    }

    /// Returns once nobody writes who was writing; who does so holds a turn from now on.
    fn wait_for_writers(&self) -> Result<()> {
        self.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({}, {WRITING}); COMMIT; {}",
            self.home.get(),
            self.ends_idle()
        ))
    }

    /// Begins a transaction of the sort.
    pub(super) fn begin(&self, sort: Sort) -> Result<()> {
        match sort {
            Sort::Reads => self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?,
            Sort::Writes => self.begin_so(&self.writes_alone(self.patience.get()))?,
            Sort::Abreast => {
                self.begin_so("")?;
                self.later.replace(Some(Later::default()));
            }
        }
        self.in_transaction.set(true);
        Ok(())
    }

    /// Each statement of it sees what was committed before it: of a transaction that writes
    /// alone nobody else commits anything.
    fn begin_so(&self, lock: &str) -> Result<()> {
        let begun = self.batch(&format!("BEGIN; {lock}{}", self.guarded()));
        if begun.is_err() {
            let _ = self.rollback();
        }
        self.numbers.borrow_mut().clear();
        begun
    }

    /// Has a transaction fail where the lock is lost that has to be held, and where the database
    /// is not ours any more: nothing else here divides.
    fn guarded(&self) -> String {
        let home = self.home.get();
        let guard = self.guard.get();
        let guard =
            guard.map(|(session, lock)| format!("SELECT still_holds({session}, {home}, {lock}); "));
        let mut asked = guard.unwrap_or_default();
        let ours = self.ours.borrow();
        if !ours.is_empty() {
            asked.push_str(&format!("SELECT 1 / ({ours})"));
        }
        asked
    }

    /// Has a transaction write alone from here on, waiting so many milliseconds for another.
    fn writes_alone(&self, patience: u128) -> String {
        format!(
            "SET LOCAL lock_timeout = {patience}; SELECT pg_advisory_xact_lock({}, {WRITING});
             SET LOCAL lock_timeout = 0; ",
            self.home.get()
        )
    }

    /// Tells what a transaction abreast of others was to tell: it writes alone from here on, and
    /// sees what was committed before.
    pub(super) fn tells_all(&self) -> Result<()> {
        let Some(later) = self.later.take() else {
            return Ok(());
        };
        // Who has lost his turn meanwhile has decided on what another may have changed.
        let alone = self.writes_alone(DECIDED.as_millis());
        self.batch(&format!("{alone}{}", self.guarded()))?;
        let mut numbers = Numbers::default();
        for told in later.into_told() {
            let values = told.values.into_iter().map(|value| numbers.put(value));
            let values: Vec<Value> = values.collect();
            let values: Vec<&dyn ToSql> = values.iter().map(|value| value as _).collect();
            let statement = Prepared {
                server: self,
                known: told.known,
            };
            match told.must {
                LaterMust::Succeed => statement.execute(&values)?,
                LaterMust::ChangeOne => statement.change_one(&values)?,
                LaterMust::Number(before) => numbers.note(before, statement.insert(&values)?),
            }
        }
        Ok(())
    }

    /// Whether what it writes is told later.
    pub(super) fn is_abreast(&self) -> bool {
        self.later.borrow().is_some()
    }

    /// Refuses what has to be done alone, where the transaction is not.
    pub(super) fn only_alone(&self, why: &str) -> Result<()> {
        match self.later.borrow_mut().as_mut() {
            None => Ok(()),
            Some(later) => Err(Error::Alone(later.refuse(why.to_owned()))),
        }
    }

    fn number_of_later(&self) -> i64 {
        self.later.borrow_mut().as_mut().map_or(0, Later::number)
    }

    /// What becomes of a part of it: whether it may be kept.
    pub(super) fn part(&self, part: Part) -> bool {
        let mut later = self.later.borrow_mut();
        let Some(later) = later.as_mut() else {
            return true;
        };
        match part {
            Part::Begins => later.part_begins(),
            Part::Ends => later.part_ends(),
            Part::Undone => later.part_undone(),
        }
        match later.refused() {
            None => true,
            Some(why) => {
                tracing::debug!("to be done alone: {why}");
                false
            }
        }
    }

    /// Commits, and counts that; undone where anything went wrong that was told. Where the server
    /// warns that it did not wait for its standby, it is committed and an error all the same,
    /// unless a later commit that was waited for covers it.
    pub(super) fn commit(&self) -> Result<()> {
        // Where an error has undone it, the first of them fails: a COMMIT would not.
        let settled = self.tells_all().and_then(|()| self.session()?.settles());
        let committed = settled.and_then(|()| self.says_commit(""));
        if committed.is_err() {
            let _ = self.rollback();
        }
        self.in_transaction.set(false);
        if committed? {
            return Ok(());
        }
        self.covers()
    }

    /// Waits for what comes of all that was told.
    pub(super) fn settles(&self) -> Result<()> {
        self.session()?.settles()
    }

    /// Says that it is committed: whether that was waited for.
    fn says_commit(&self, begin: &str) -> Result<bool> {
        let unkept = &self.way.unkept;
        let (channel, warned) = (self.channel(), unkept.warned());
        self.session()?.was_warned();
        self.batch(&format!(
            "{begin}UPDATE commits SET n = n + 1; NOTIFY {channel}; COMMIT"
        ))?;
        self.commits.set(self.commits.get() + 1);
        let is_kept = !self.session.borrow_mut().was_warned();
        match is_kept {
            true => unkept.cover(warned),
            false => unkept.add(),
        }
        Ok(is_kept)
    }

    /// Covers what was committed without a wait by commits that wait, until one was waited for.
    fn covers(&self) -> Result<()> {
        for _ in 0..COVERS {
            if self.says_commit("BEGIN; ")? {
                return Ok(());
            }
        }
        Err(Error::Unkept)
    }

    /// Makes sure that all that can be read is where it stays, whoever committed it: where the
    /// server has a standby that is waited for, by a commit of its own.
    pub(in crate::store) fn keeps_all(&self) -> Result<()> {
        let waits = "SELECT (current_setting('synchronous_standby_names') <> '')::int::bigint";
        match self.way.unkept.are_none() && self.number(waits)? == 0 {
            true => Ok(()),
            false => self.covers(),
        }
    }

    /// On which it is notified that somebody has committed.
    fn channel(&self) -> String {
        // Numbers of the server's that are large are negative here.
        format!("\"postchess_{}\"", self.home.get())
    }

    /// Is notified of commits from now on, as long as the connection stands.
    pub(in crate::store) fn listen(&self) -> Result<()> {
        self.batch(&format!("LISTEN {}", self.channel()))
    }

    /// Waits until somebody has committed, so long: whether somebody has. An error where the
    /// connection is lost, and nothing more will be heard on it.
    pub(in crate::store) fn hears(&self, at_most: Duration) -> Result<bool> {
        self.session.borrow_mut().hears(at_most)
    }

    pub(super) fn rollback(&self) -> Result<()> {
        self.in_transaction.set(false);
        self.later.replace(None);
        self.numbers.borrow_mut().clear();
        let mut session = self.session.borrow_mut();
        session.forgets();
        match session.is_closed() {
            // With the connection the server has undone it.
            true => Ok(()),
            false => session.asks(async |client| client.batch_execute("ROLLBACK").await),
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
            .known
            .statement
            .columns()
            .iter()
            .map(|c| c.type_().clone())
            .collect();
        let sql = format!("COPY {table} ({names}) FROM STDIN BINARY");
        let mut session = self.session()?;
        let sink = session.asks(async |client| client.copy_in(&sql).await)?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        fill(&mut |values: &[ValueRef<'_>]| {
            let each = values.iter().zip(&types);
            let each = each.map(|(value, of)| given(*value, of));
            let typed = each.collect::<Result<Vec<_>>>()?;
            let each: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
                typed.iter().map(|value| value.as_ref() as _).collect();
            Ok(session.asks(async |_| writer.as_mut().write(&each).await)?)
        })?;
        session.asks(async |_| writer.as_mut().finish().await)?;
        Ok(())
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
    known: Known,
}

impl Prepared<'_> {
    /// Runs it; within a transaction it is not waited for.
    pub(super) fn execute(&self, values: &[&dyn ToSql]) -> Result<()> {
        self.tells(values, Must::Succeed)
    }

    /// The same where it must change one row.
    pub(super) fn change_one(&self, values: &[&dyn ToSql]) -> Result<()> {
        self.tells(values, Must::ChangeOne)
    }

    pub(super) fn changes(&self, values: &[&dyn ToSql]) -> Result<usize> {
        Ok(self.asks(values)?.changed)
    }

    pub(super) fn query(&self, values: &[&dyn ToSql]) -> Result<Vec<ServerRow>> {
        Ok(self.asks(values)?.rows)
    }

    /// Puts a row, and says what number it has: that of the first in a transaction is asked,
    /// the others follow it. What is said so is compared with the server's before it commits.
    pub(super) fn insert(&self, values: &[&dyn ToSql]) -> Result<i64> {
        if self.server.is_abreast() {
            let number = self.server.number_of_later();
            self.tells_later(values, LaterMust::Number(number))?;
            return Ok(number);
        }
        let table = &self.known.words.table;
        let last = self.server.numbers.borrow().get(table).copied();
        let number = match last {
            Some(last) => {
                self.tells(values, Must::Number(last + 1))?;
                last + 1
            }
            None => match self.query(values)?.first() {
                Some(row) => row.try_get(0)?,
                None => return Err(rusqlite::Error::QueryReturnedNoRows.into()),
            },
        };
        if self.server.in_transaction.get() {
            let mut numbers = self.server.numbers.borrow_mut();
            numbers.insert(Arc::clone(table), number);
        }
        Ok(number)
    }

    fn asks(&self, values: &[&dyn ToSql]) -> Result<Answer> {
        if let Some(later) = self.server.later.borrow_mut().as_mut() {
            later.asks(&self.known.words).map_err(Error::Alone)?;
        }
        let statement = &self.known.statement;
        let values = all_given(values, statement.params())?;
        let mut session = self.server.session()?;
        session.asks(async |client| answer(client, statement, values).await)
    }

    fn tells_later(&self, values: &[&dyn ToSql], must: LaterMust) -> Result<()> {
        let each = values.iter().map(|value| {
            let what = "a value that only SQLite has";
            let wrong = || rusqlite::Error::ToSqlConversionFailure(what.into());
            Ok(later::kept(&value.to_sql()?).ok_or_else(wrong)?)
        });
        let values = each.collect::<Result<Vec<Value>>>()?;
        let mut later = self.server.later.borrow_mut();
        match later.as_mut() {
            Some(later) => later
                .tells(self.known.clone(), values, must)
                .map_err(Error::Alone),
            None => Ok(()),
        }
    }

    fn tells(&self, values: &[&dyn ToSql], must: Must) -> Result<()> {
        if self.server.is_abreast() {
            let must = match must {
                Must::ChangeOne => LaterMust::ChangeOne,
                Must::Succeed | Must::Number(_) => LaterMust::Succeed,
            };
            return self.tells_later(values, must);
        }
        let statement = self.known.statement.clone();
        let values = all_given(values, statement.params())?;
        let mut session = self.server.session()?;
        session.tells(must, |client| {
            Box::pin(async move { answer(&client, &statement, values).await })
        })?;
        match self.server.in_transaction.get() {
            true => Ok(()),
            false => session.settles(),
        }
    }
}

/// Runs a statement: its rows, and how many it changed.
async fn answer(
    client: &Client,
    statement: &Statement,
    values: Vec<values::Given>,
) -> std::result::Result<Answer, ServerError> {
    let mut stream = pin!(client.query_raw(statement, values).await?);
    let mut rows = Vec::new();
    while let Some(row) = poll_fn(|cx| stream.as_mut().poll_next(cx)).await {
        rows.push(row?);
    }
    let changed = stream.rows_affected().unwrap_or(0);
    Ok(Answer {
        rows,
        changed: usize::try_from(changed).unwrap_or(usize::MAX),
    })
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
            // Asked as it begins (`Server::guarded`).
            SqlState::DIVISION_BY_ZERO => StoreError::NotOursAnyMore,
            _ if code.code().starts_with("08") => StoreError::Away(words(&error)),
            _ => StoreError::Sql(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
