//! A database in a file: how it is made, opened and set.

#![expect(
    clippy::disallowed_methods,
    reason = "the one file that opens databases, and sets their pragmas"
)]

use super::error::StoreError;
use super::files::{io, private_file};
use super::migrate::{APPLICATION, SCHEMA, VERSION};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a writer waits for another.
const BUSY: Duration = Duration::from_millis(5_000);

/// Page cache in KiB: enough for the upper pages of every index of a large club,
/// little beside the 64 MiB the whole program may take at rest.
pub(super) const CACHE_KIB: i64 = 16_384;

/// The same for each of many readers beside each other.
pub(super) const READERS_CACHE_KIB: i64 = 4_096;

/// Frames of the write-ahead log after which it is copied back (4 KiB each). A
/// batch of letters writes some thousand; copying back after each would double the syncs.
const CHECKPOINT_FRAMES: i64 = 8_192;

/// To how many bytes the log is cut when it is copied back.
const LOG_BYTES: i64 = 64 << 20;

/// Statements kept prepared: all of the hot ones, with room.
const STATEMENTS: usize = 128;

/// Makes a new one; its folder must exist, the file must not.
pub(super) fn create(path: &Path) -> Result<Connection, StoreError> {
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
    Ok(conn)
}

/// The version of one.
pub(super) fn version(conn: &Connection) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached("PRAGMA user_version")?;
    Ok(statement.query_row([], |r| r.get(0))?)
}

/// Opens one of whatever version, to be looked at only.
pub(super) fn open_as_it_is(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(BUSY)?;
    is_ours(&conn, path)?;
    Ok(conn)
}

/// Opens one only to look: nothing can be written through it, and an
/// account that may only read can open it.
pub(super) fn look(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let conn = match look_at(path) {
        // Beside a database that nobody has open there is no log, and who may
        // only read cannot make one; then the file alone is all there is.
        Err(e) if !log_of(path).exists() => look_at_file(path).map_err(|_| e)?,
        looked => looked?,
    };
    Ok(conn)
}

/// Device and number of the file at a path.
pub(super) fn identity(path: &Path) -> Option<(u64, u64)> {
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
pub(super) fn pragmas(conn: &Connection) -> Result<(), StoreError> {
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
