//! Locks of a home on its server. Those of a session are held until it gives them back or its
//! connection is lost, whoever asks; those of a transaction end with it.

use super::{Address, Error, Result, Server, ServerRow, WRITING};
use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio_postgres::error::SqlState;

/// The first version that ends idle sessions (`idle_session_timeout`): 14.
const ENDS_IDLE: i32 = 140_000;

/// How long the session of a turn may have been silent before it says that it is there.
const SILENT: Duration = Duration::from_secs(60);

impl Address {
    /// Takes a lock of the home that lies there, waiting so long; `None` where somebody holds it
    /// still who does not share it. Those who wait are served in turn.
    pub(in crate::store) fn lock(
        self: &Arc<Address>,
        lock: Lock,
        patience: Duration,
    ) -> Result<Option<Held>> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // One that the server has left meanwhile is connected anew by its first question.
        let server = match idle().pop() {
            Some(server) => server,
            None => Server::connect(self)?,
        };
        // What one who had it before has begun is committed, or undone, before anything is read;
        // and he begins nothing more ([`Server::guard`]).
        if server.takes_lock(lock, patience)? {
            return Ok(Some(Held {
                address: Arc::clone(self),
                session: server.number.get(),
                server: Some(server),
                lock,
            }));
        }
        idle().push(server);
        Ok(None)
    }
}

/// A lock of a home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Lock {
    /// Its number.
    pub number: i32,
    /// Others may have it as well who share it.
    pub is_shared: bool,
}

impl Lock {
    fn tail(self) -> &'static str {
        match self.is_shared {
            true => "_shared",
            false => "",
        }
    }
}

/// A lock that is held on a server as long as this lives and the connection stands.
pub(in crate::store) struct Held {
    address: Arc<Address>,
    server: Option<Server>,
    lock: Lock,
    /// By which number the server knew the session that took it: another one has it not.
    session: i32,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {}", self.lock, self.address)
    }
}

impl Held {
    /// Its holder, as a session of the server, and its number.
    pub(in crate::store) fn holder(&self) -> Option<(i32, i32)> {
        Some((self.session, self.lock.number))
    }

    /// How many sessions hold it.
    pub(in crate::store) fn holders(&self) -> Result<i64> {
        let Some(server) = &self.server else {
            return Ok(0);
        };
        let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted
                   AND classid::bigint = (?1::bigint & 4294967295) AND objid::bigint = ?2
                   AND objsubid = 2
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let rows = self.as_its_holder(server.of_lock(sql, self.lock.number))?;
        match rows.first() {
            Some(row) => Ok(row.try_get(0)?),
            None => Ok(0),
        }
    }

    /// Takes things of the home that nobody else has in hand, by their numbers: which of them.
    /// They are in this one's hand until he puts them down, or has the lock no more.
    pub(in crate::store) fn takes(&self, numbers: &[i64]) -> Result<Vec<i64>> {
        let sql = "SELECT n FROM unnest(string_to_array(?2, ',')::bigint[]) AS n
                   WHERE pg_try_advisory_lock(?1, (-1 - (n & 2147483647))::int)";
        let rows = self.of_hand(sql, numbers)?;
        let taken = rows.iter().map(|row| Ok(row.try_get(0)?));
        taken.collect()
    }

    /// Puts down what was taken.
    pub(in crate::store) fn puts_down(&self, numbers: &[i64]) -> Result<()> {
        let sql = "SELECT pg_advisory_unlock(?1, (-1 - (n & 2147483647))::int)
                   FROM unnest(string_to_array(?2, ',')::bigint[]) AS n";
        self.of_hand(sql, numbers)?;
        Ok(())
    }

    /// Locks below zero: those of turns are not.
    fn of_hand(&self, sql: &str, numbers: &[i64]) -> Result<Vec<ServerRow>> {
        let Some(server) = self.server.as_ref().filter(|_| !numbers.is_empty()) else {
            return Ok(Vec::new());
        };
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let prepared = server.prepared(sql)?;
        self.as_its_holder(prepared.query(&[&server.home.get(), &numbers.join(",")]))
    }

    /// What was answered, where it was to the session that took the lock: one that was lost is
    /// begun anew by a question, and has it no more.
    fn as_its_holder<T>(&self, answer: Result<T>) -> Result<T> {
        match self.is_its_session() {
            true => answer,
            false => Err(lost()),
        }
    }

    fn is_its_session(&self) -> bool {
        let server = self.server.as_ref();
        server.is_some_and(|server| server.number.get() == self.session)
    }

    /// Has the server hear of it now and then, else it is lost after five minutes: whether it is
    /// held still.
    pub(in crate::store) fn keeps(&self) -> bool {
        let used = self.server.as_ref().map(|server| server.used.get());
        match used.is_some_and(|used| used.elapsed() < SILENT) {
            true => true,
            false => self.stands(),
        }
    }

    /// After how many milliseconds of silence the server ends its session.
    #[cfg(test)]
    pub(in crate::store) fn silence(&self) -> Option<i64> {
        let sql = "SELECT setting::bigint FROM pg_settings WHERE name = 'idle_session_timeout'";
        self.server.as_ref()?.number(sql).ok()
    }

    /// Whether it is held still: who loses the connection loses the lock.
    pub(in crate::store) fn stands(&self) -> bool {
        self.is_its_session() && self.server.as_ref().is_some_and(Server::is_there)
    }
}

/// The lock was lost.
fn lost() -> Error {
    let words = "a lock was lost with the connection to the database server";
    std::io::Error::new(std::io::ErrorKind::ConnectionAborted, words).into()
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(server) = self.server.take()
            && server.gives_back().is_ok()
        {
            let idle = &self.address.idle;
            idle.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(server);
        }
    }
}

impl Server {
    /// Takes locks of this transaction that nobody else has: which of them. They are numbers
    /// of the home's, below 2^32.
    pub(in crate::store) fn try_locks(&self, locks: &[u32]) -> Result<Vec<u32>> {
        let sql = "SELECT key FROM unnest(string_to_array(?1, ',')::bigint[]) AS key
                   WHERE pg_try_advisory_xact_lock(key)";
        let rows = self.prepared(sql)?.query(&[&self.keys(locks)])?;
        let taken = rows.iter().map(|row| {
            let key: i64 = row.try_get(0)?;
            Ok(u32::try_from(key & 0xffff_ffff).unwrap_or(u32::MAX))
        });
        taken.collect()
    }

    /// Takes all of them, one after the other in this order, waiting for whoever has one.
    pub(in crate::store) fn await_locks(&self, locks: &[u32]) -> Result<()> {
        let sql = "SELECT pg_advisory_xact_lock(key)
                   FROM unnest(string_to_array(?1, ',')::bigint[]) AS key";
        self.prepared(sql)?.query(&[&self.keys(locks)])?;
        Ok(())
    }

    /// Keys of one number each are others than those of two.
    fn keys(&self, locks: &[u32]) -> String {
        let home = i64::from(self.home.get()) << 32;
        let keys = locks
            .iter()
            .map(|lock| (home | i64::from(*lock)).to_string());
        keys.collect::<Vec<String>>().join(",")
    }

    /// Takes a lock that lasts as long as the session; `false` where another has it so long.
    fn takes_lock(&self, lock: Lock, patience: Duration) -> Result<bool> {
        let Lock { number, .. } = lock;
        let tail = lock.tail();
        if patience.is_zero() {
            let sql = format!("SELECT pg_try_advisory_lock{tail}(?1, ?2)");
            let rows = self.of_one_that_stands(|| self.of_lock(&sql, number))?;
            let is_taken = match rows.first() {
                Some(row) => row.try_get(0)?,
                None => false,
            };
            if is_taken {
                self.wait_for_writers()?;
            }
            return Ok(is_taken);
        }
        // In one go, which is a transaction: those who were writing are waited for as well.
        let home = self.home.get();
        let wait = patience.as_millis().max(1);
        let taken = self.of_one_that_stands(|| {
            self.batch(&format!(
                "SET LOCAL lock_timeout = {wait}; SELECT pg_advisory_lock{tail}({home}, {number});
                 SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock({home}, {WRITING}); {}",
                self.ends_idle()
            ))
        });
        match taken {
            Ok(()) => Ok(true),
            Err(Error::Postgres(error)) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// The first question to a session that is gone fails, and the next begins another.
    fn of_one_that_stands<T>(&self, asked: impl Fn() -> Result<T>) -> Result<T> {
        match asked() {
            Err(_) if self.session.borrow().is_closed() => asked(),
            answer => answer,
        }
    }

    /// Gives back all that this session holds.
    fn gives_back(&self) -> Result<()> {
        match self.knows_idle() {
            true => self.batch("SELECT pg_advisory_unlock_all(); RESET idle_session_timeout"),
            false => self.batch("SELECT pg_advisory_unlock_all()"),
        }
    }

    /// Whether the server ends a session that is idle.
    fn knows_idle(&self) -> bool {
        self.version.get() >= ENDS_IDLE
    }

    /// Has the session end that holds a turn and says nothing: a program that hangs has no turn
    /// for ever. Who has set a time himself keeps his.
    pub(super) fn ends_idle(&self) -> &'static str {
        match self.knows_idle() {
            true => {
                "SELECT set_config('idle_session_timeout', '5min', false)
                 WHERE current_setting('idle_session_timeout') = '0'"
            }
            false => "",
        }
    }

    fn of_lock(&self, sql: &str, lock: i32) -> Result<Vec<ServerRow>> {
        self.prepared(sql)?.query(&[&self.home.get(), &lock])
    }
}
