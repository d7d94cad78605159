//! Opening, writing transactions, copies and checks of the whole file.

#![expect(
    clippy::disallowed_methods,
    reason = "the one file that opens databases, and sets their pragmas"
)]

use super::error::StoreError;
use super::files::{copy_pages_to, copy_to, io, private_file};
use super::journal::watch::watch_if_on;
use super::letters::Press;
use super::migrate::{self, APPLICATION, SCHEMA, STEPS, VERSION};
use super::passes::Stamp;
use super::tournaments::TournamentFacts;
use crate::archive::Archive;
use crate::ids::PassId;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a writer waits for another.
const BUSY: Duration = Duration::from_millis(5_000);

/// Page cache in KiB: enough for the upper pages of every index of a large club,
/// little beside the 64 MiB the whole program may take at rest.
pub(super) const CACHE_KIB: i64 = 16_384;

/// Frames of the write-ahead log after which it is copied back (4 KiB each). A
/// batch of letters writes some thousand; copying back after each would double the syncs.
const CHECKPOINT_FRAMES: i64 = 8_192;

/// To how many bytes the log is cut when it is copied back.
const LOG_BYTES: i64 = 64 << 20;

/// Statements kept prepared: all of the hot ones, with room.
const STATEMENTS: usize = 128;

/// The database of a club.
pub struct Store {
    pub(super) conn: Connection,
    path: PathBuf,
    /// Device and number of the open file.
    file: Option<(u64, u64)>,
    pub(super) shared: Shared,
    /// Where what is committed is written a second time.
    pub(super) archive: Option<Archive>,
    /// The last change that is known to lie there.
    pub(super) archived: i64,
    /// The hour by which is written.
    pub(super) stamp: Option<Stamp>,
    /// A transaction is open that all writing shares.
    pub(super) is_shared: bool,
}

/// What readers share: facts that never change, and the compressor's memory.
#[derive(Default)]
pub(super) struct Shared {
    pub facts: RefCell<BTreeMap<i64, Arc<TournamentFacts>>>,
    pub press: RefCell<Press>,
}

/// Everything that can be read. Cheap to make; inside [`Store::write`] it sees
/// what the transaction has written.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) conn: &'a Connection,
    pub(super) shared: &'a Shared,
    /// Connections that read the same state.
    pub(super) beside: &'a [Mutex<Store>],
}

impl View<'_> {
    /// What SQLite finds wrong with the file, and references that point nowhere. Empty: sound.
    pub fn integrity_check(&self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        let mut check = self.conn.prepare("PRAGMA integrity_check(20)")?;
        for row in check.query_map([], |r| r.get::<_, String>(0))? {
            let line = row?;
            if line != "ok" {
                found.push(line);
            }
        }
        let mut keys = self.conn.prepare(
            "SELECT \"table\", coalesce(rowid, 0), parent FROM pragma_foreign_key_check LIMIT 20",
        )?;
        let rows = keys.query_map([], |r| {
            Ok(format!(
                "{} {}: what it names in {} is not there",
                r.get::<_, String>(0)?,
                r.get::<_, i64>(1)?,
                r.get::<_, String>(2)?
            ))
        })?;
        for row in rows {
            found.push(row?);
        }
        Ok(found)
    }
}

/// A writing transaction: everything that can be read or written. It is
/// committed by [`Store::write`] alone, when its closure returns `Ok`.
pub struct Tx<'a> {
    pub(super) view: View<'a>,
    /// The hour it writes by.
    pub(super) stamp: Option<Stamp>,
    /// The pass whose entries it writes now.
    pub(super) pass: Cell<Option<PassId>>,
    /// Something was recorded.
    pub(super) wrote: Cell<bool>,
}

impl<'a> Deref for Tx<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl Tx<'_> {
    /// Runs a part of the transaction that is undone alone where it returns an
    /// error or panics: one letter of a batch that makes the program fail.
    pub fn part<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let savepoint = Savepoint::begin(self.view)?;
        let value = work(self)?;
        savepoint.keep()?;
        Ok(value)
    }
}

/// A savepoint, undone when it is dropped without being kept.
struct Savepoint<'a> {
    view: View<'a>,
    open: bool,
}

impl<'a> Savepoint<'a> {
    fn begin(view: View<'a>) -> Result<Savepoint<'a>, StoreError> {
        view.conn.prepare_cached("SAVEPOINT part")?.execute([])?;
        Ok(Savepoint { view, open: true })
    }

    fn keep(mut self) -> Result<(), StoreError> {
        self.view.conn.prepare_cached("RELEASE part")?.execute([])?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Savepoint<'_> {
    fn drop(&mut self) {
        if self.open {
            // Where this fails the whole transaction is gone, and its commit says so.
            let _ = self
                .view
                .conn
                .execute_batch("ROLLBACK TO part; RELEASE part");
            // A tournament cached here may have been changed in it.
            self.view.shared.facts.borrow_mut().clear();
        }
    }
}

/// Bytes of a table with its indices.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TableSize {
    /// The table.
    pub table: String,
    /// Bytes on disk, indices included.
    pub bytes: u64,
}

impl Store {
    /// Makes a new database; its folder must exist, the file must not.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        private_file(path)?;
        let conn = Connection::open(path)?;
        // Both must be set before the first table: they lay out the file.
        conn.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        pragmas(&conn)?;
        conn.execute_batch("BEGIN IMMEDIATE")?;
        conn.execute_batch(SCHEMA)?;
        conn.pragma_update(None, "application_id", APPLICATION)?;
        conn.pragma_update(None, "user_version", VERSION)?;
        conn.execute_batch("COMMIT")?;
        Ok(Store::of(conn, path))
    }

    /// Opens a database, bringing an older one up to today's version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::open_as_it_is(path)?;
        pragmas(&store.conn)?;
        migrate::migrate(&mut store.conn, path, STEPS)?;
        watch_if_on(&store.conn)?;
        Ok(store)
    }

    /// The same, and what it changes is not noted for the archive.
    pub(super) fn open_unwatched(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::open_as_it_is(path)?;
        pragmas(&store.conn)?;
        migrate::migrate(&mut store.conn, path, STEPS)?;
        Ok(store)
    }

    /// Opens a database of whatever version, to be looked at only.
    pub(super) fn open_as_it_is(path: &Path) -> Result<Store, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(path, flags)?;
        conn.busy_timeout(BUSY)?;
        is_ours(&conn, path)?;
        Ok(Store::of(conn, path))
    }

    /// Opens a database of today's version only to look: nothing can be written
    /// through it, and an account that may only read can open it.
    pub fn look(path: &Path) -> Result<Store, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let conn = match look_at(path) {
            // Beside a database that nobody has open there is no log, and who may
            // only read cannot make one; then the file alone is all there is.
            Err(e) if !log_of(path).exists() => look_at_file(path).map_err(|_| e)?,
            looked => looked?,
        };
        let file = migrate::version(&conn)?;
        match file.cmp(&VERSION) {
            Ordering::Equal => Ok(Store::of(conn, path)),
            Ordering::Less => Err(StoreError::Older {
                path: path.to_owned(),
                file,
                program: VERSION,
            }),
            Ordering::Greater => Err(StoreError::Newer {
                path: path.to_owned(),
                file,
                program: VERSION,
            }),
        }
    }

    fn of(conn: Connection, path: &Path) -> Store {
        Store {
            conn,
            path: path.to_owned(),
            file: file_at(path),
            shared: Shared::default(),
            archive: None,
            archived: 0,
            stamp: None,
            is_shared: false,
        }
    }

    /// How long a writer waits for another, instead of some seconds: for who cannot
    /// come again soon.
    pub fn be_patient(&self, wait: Duration) -> Result<(), StoreError> {
        Ok(self.conn.busy_timeout(wait)?)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether another file has been put in the place of the open one, which then
    /// belongs to nobody any more.
    pub fn is_replaced(&self) -> bool {
        self.file != file_at(&self.path)
    }

    /// Everything that can be read.
    pub fn read(&self) -> View<'_> {
        View {
            conn: &self.conn,
            shared: &self.shared,
            beside: &[],
        }
    }

    /// Runs a closure that reads one state throughout, whatever others write
    /// meanwhile: for reports and comparisons of several answers.
    pub fn snapshot<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.is_shared {
            return work(self.read());
        }
        let transaction = Transaction::new_unchecked(&self.conn, TransactionBehavior::Deferred)
            .map_err(StoreError::from)?;
        let done = work(self.read());
        transaction.rollback().map_err(StoreError::from)?;
        done
    }

    /// Begins a transaction that all writing shares from now on, until [`Store::share_end`]:
    /// each [`Store::write`] is a part of it, undone alone where it fails.
    pub(crate) fn share_begin(&mut self) -> Result<(), StoreError> {
        self.conn.execute_batch("BEGIN IMMEDIATE")?;
        self.is_shared = true;
        // A restore waits for writers before it puts the copy in this file's place.
        match self.is_replaced() {
            true => self.share_undo(StoreError::Replaced),
            false => Ok(()),
        }
    }

    /// Commits what was written since [`Store::share_begin`]; on the disk when this returns
    /// `Ok`, and as if nothing of it had been written otherwise.
    pub(crate) fn share_end(&mut self) -> Result<(), StoreError> {
        if self.is_undone() {
            return self.share_undo(undone());
        }
        if let Err(e) = self.share_commit() {
            return self.share_undo(e);
        }
        self.is_shared = false;
        self.archive_after_commit();
        Ok(())
    }

    fn share_commit(&self) -> Result<(), StoreError> {
        if self.archived > 0 {
            self.tx().journal_forget(self.archived)?;
        }
        Ok(self.conn.execute_batch("COMMIT")?)
    }

    fn share_undo(&mut self, why: StoreError) -> Result<(), StoreError> {
        if !self.conn.is_autocommit() {
            self.conn.execute_batch("ROLLBACK")?;
        }
        self.is_shared = false;
        self.shared.facts.borrow_mut().clear();
        Err(why)
    }

    /// Where a disk is full or fails, SQLite undoes a whole transaction by itself.
    fn is_undone(&self) -> bool {
        self.is_shared && self.conn.is_autocommit()
    }

    /// Runs a closure as a part of the transaction that is shared.
    fn write_part<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        // Outside a transaction a savepoint would commit by itself.
        if self.is_undone() {
            return Err(undone().into());
        }
        let tx = self.tx();
        let part = Savepoint::begin(tx.view)?;
        let value = work(&tx)?;
        tx.note_hour()?;
        part.keep()?;
        Ok(value)
    }

    /// What is written with.
    fn tx(&self) -> Tx<'_> {
        Tx {
            view: self.read(),
            stamp: self.stamp,
            pass: Cell::new(None),
            wrote: Cell::new(false),
        }
    }

    /// Runs a closure in one writing transaction: committed and on the disk when it
    /// returns `Ok`, as if it had never run when it returns an error or panics. While a
    /// transaction is shared it is a part of that one, and committed with it.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.is_shared {
            return self.write_part(work);
        }
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let transaction = begin().map_err(StoreError::from)?;
        // A restore waits for writers before it puts the copy in this file's place.
        if self.is_replaced() {
            return Err(StoreError::Replaced.into());
        }
        let tx = self.tx();
        let archived = self.archived;
        let done = work(&tx).and_then(|value| {
            if archived > 0 {
                tx.journal_forget(archived)?;
            }
            tx.note_hour()?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(value)
        });
        if done.is_err() {
            // A tournament cached here may have been rolled back, its number given again.
            self.shared.facts.borrow_mut().clear();
        } else {
            self.archive_after_commit();
        }
        done
    }

    /// Writes a consistent copy of the database to a new file, while others may
    /// write. It is whole and on the disk under its name, or not there at all.
    pub fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        if path.exists() {
            return Err(StoreError::Exists(path.to_owned()));
        }
        copy_to(&self.conn, path)
    }

    /// The same, page by page as they lie: of two such copies only those pages differ that
    /// were written between them. Free pages are left out. What lies there under that name
    /// is replaced in one step.
    pub fn backup_pages_to(&self, path: &Path) -> Result<(), StoreError> {
        copy_pages_to(&self.conn, path)
    }

    /// The first thing that SQLite finds wrong, without a look at the indices: the
    /// check that is cheap enough to be made often.
    pub fn quick_check(&self) -> Result<Option<String>, StoreError> {
        let said: String = self
            .conn
            .query_row("PRAGMA quick_check(1)", [], |r| r.get(0))?;
        Ok((said != "ok").then_some(said))
    }

    /// Bytes on disk by table, largest first; free pages are under `(free)`.
    pub fn sizes(&self) -> Result<Vec<TableSize>, StoreError> {
        let mut statement = self.conn.prepare(
            "SELECT coalesce(s.tbl_name, d.name), sum(d.pgsize)
             FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name
             WHERE d.aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC, 1",
        )?;
        let rows = statement.query_map([], |r| {
            Ok(TableSize {
                table: r.get(0)?,
                bytes: u64::try_from(r.get::<_, i64>(1)?).unwrap_or(0),
            })
        })?;
        let mut sizes = rows.collect::<Result<Vec<TableSize>, _>>()?;
        let free: i64 = self.conn.query_row(
            "SELECT f.freelist_count * p.page_size FROM pragma_freelist_count f, pragma_page_size p",
            [],
            |r| r.get(0),
        )?;
        sizes.push(TableSize {
            table: "(free)".to_owned(),
            bytes: u64::try_from(free).unwrap_or(0),
        });
        Ok(sizes)
    }

    /// Gives free pages back to the file system and empties the write-ahead log.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        let mut vacuum = self.conn.prepare("PRAGMA incremental_vacuum")?;
        let mut rows = vacuum.query([])?;
        while rows.next()?.is_some() {}
        drop(rows);
        drop(vacuum);
        self.conn
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    /// A number that another one follows whenever anybody else has committed: a
    /// second process, or another connection of this one.
    pub fn commits_of_others(&self) -> Result<i64, StoreError> {
        Ok(self
            .conn
            .query_row("PRAGMA data_version", [], |r| r.get(0))?)
    }

    /// Gives the memory of the page cache back: for a daemon that goes to sleep.
    pub fn rest(&self) -> Result<(), StoreError> {
        Ok(self.conn.execute_batch("PRAGMA shrink_memory")?)
    }
}

/// A shared transaction was undone before its end: the disk is full, or fails.
fn undone() -> StoreError {
    StoreError::Disk("a transaction was undone".to_owned())
}

/// Device and number of the file at a path.
fn file_at(path: &Path) -> Option<(u64, u64)> {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.dev(), meta.ino()))
}

/// Opens a database for reading.
fn look_at(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    settings(&conn)?;
    is_ours(&conn, path)?;
    Ok(conn)
}

/// Opens the file of a database for reading, as if nobody could change it.
fn look_at_file(path: &Path) -> Result<Connection, StoreError> {
    let whole = std::path::absolute(path).map_err(io(path))?;
    let mut uri = "file://".to_owned();
    for byte in whole.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(*byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let conn = Connection::open_with_flags(uri, flags)?;
    settings(&conn)?;
    is_ours(&conn, path)?;
    Ok(conn)
}

/// Where the write-ahead log of a database is while somebody has it open.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

/// What every connection is set to, whatever it is for.
fn settings(conn: &Connection) -> Result<(), StoreError> {
    conn.busy_timeout(BUSY)?;
    // Plans do not hang on values: else a statement is planned anew for each value it gets,
    // wherever a partial index might serve it.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

/// All settings of a connection that writes, in one place.
fn pragmas(conn: &Connection) -> Result<(), StoreError> {
    settings(conn)?;
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // With NORMAL a move could vanish in a power cut after its letter has left.
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    conn.pragma_update_and_check(None, "wal_autocheckpoint", CHECKPOINT_FRAMES, |_| Ok(()))?;
    conn.pragma_update_and_check(None, "journal_size_limit", LOG_BYTES, |_| Ok(()))?;
    // What is deleted is overwritten in its page; pages that come free leave with `compact`.
    conn.pragma_update_and_check(None, "secure_delete", "FAST", |_| Ok(()))?;
    conn.pragma_update(None, "trusted_schema", false)?;
    Ok(())
}

/// Whether a file is a database of ours, as far as its header tells.
pub(super) fn is_ours(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let id = conn.query_row("PRAGMA application_id", [], |r| r.get::<_, i64>(0));
    match id {
        Ok(APPLICATION) => Ok(()),
        Ok(_) if std::fs::metadata(path).is_ok_and(|m| m.len() == 0) => Err(StoreError::Damaged(
            path.to_owned(),
            "the file is empty".to_owned(),
        )),
        Ok(_) => Err(StoreError::NotOurs(path.to_owned())),
        Err(e) if e.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            Err(StoreError::Damaged(
                path.to_owned(),
                "its header is none of a database".to_owned(),
            ))
        }
        Err(e) => Err(e.into()),
    }
}
