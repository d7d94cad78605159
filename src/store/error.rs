//! What can go wrong in the database, in words for whoever runs the club.

use super::engine::Error;
use crate::disk::disk_words;
use crate::record::RecordError;
use std::path::PathBuf;

/// SQLITE_IOERR_SHMSIZE: the file of shared memory could not grow.
const SHMSIZE: i32 = 10 | (19 << 8);

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no database where one should be (exit code 3).
    #[error("there is no database at {0}; `postchess init` makes a home")]
    Missing(PathBuf),
    /// There is a database already where one was to be made.
    #[error("{0} is there already and is not overwritten")]
    Exists(PathBuf),
    /// The file is something else.
    #[error("{0} is not a database of postchess")]
    NotOurs(PathBuf),
    /// The file was written by a later version of the program.
    #[error(
        "{at} was written by a newer postchess (database version {found}, this program knows {program}): install the newer program; nothing was changed"
    )]
    Newer {
        /// Where it is.
        at: String,
        /// Its version.
        found: i64,
        /// The version this program writes.
        program: i64,
    },
    /// The file was written by an earlier version of the program, and is only looked at.
    #[error(
        "{at} was written by an older postchess (database version {found}, this program works with {program}): the next run that may write brings it up"
    )]
    Older {
        /// Where it is.
        at: String,
        /// Its version.
        found: i64,
        /// The version this program works with.
        program: i64,
    },
    /// The file is not sound.
    #[error("{0} is damaged and was not used: {1}")]
    Damaged(PathBuf, String),
    /// The backup's record begins otherwise than that of the database it would replace.
    #[error("{} is a backup of another home: its record begins otherwise", .0.display())]
    AnotherHome(PathBuf),
    /// A page of the file is not what it was.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// There is no room for what was to be written (exit code 75).
    #[error(
        "the disk is full, or a limit on it is reached: the database could not be written; nothing was lost, make room and try again"
    )]
    Full,
    /// The disk does not do what it should.
    #[error(
        "the disk could not be read or written ({0}); look into the system's log, and try again"
    )]
    Disk(String),
    /// The file may not be written.
    #[error(
        "the database may not be written: look at the owner and the rights of its file and its folder"
    )]
    ReadOnly,
    /// Another file stands in the place of the one that is open (exit code 75).
    #[error("the database was replaced while this command ran; nothing was written, try again")]
    Replaced,
    /// Another process writes and did not finish in time (exit code 75).
    #[error("the database is busy: another postchess is writing; try again later")]
    Busy,
    /// The server of the database does not answer (exit code 75).
    #[error("the database server cannot be reached: {0}")]
    Away(String),
    /// What was written is committed on the server, which warned that it did not wait for its
    /// standby (exit code 75).
    #[error(
        "what was recorded is not known to be on the standby of the database server, since the wait for it was cancelled: nothing is confirmed or sent before a later commit has been waited for"
    )]
    Unkept,
    /// There are no tables of ours on the server (exit code 3).
    #[error("there are no tables of postchess at {0}; `postchess migrate --to` puts a club there")]
    NoTables(String),
    /// There are tables on the server where new ones were to be made.
    #[error("there is a club at {0} already, and it is not overwritten")]
    TablesThere(String),
    /// The club has moved away.
    #[error("the club moved from {from} to {to}: postchess.toml still names the old place")]
    Moved {
        /// Where it was.
        from: String,
        /// Where it is.
        to: String,
    },
    /// A server was asked as a transaction began, and the database is not ours any more.
    #[error(
        "the club has moved, or a newer postchess has made its database its own, while this one ran; nothing was written"
    )]
    NotOursAnyMore,
    /// Only a database in a file can do that.
    #[error("the database is on a server, whose own tools do this (docs/SCALING.md)")]
    OnServer,
    /// A part of a transaction that is written abreast of others has to be done alone.
    #[error("this has to be done alone: {0}")]
    Alone(String),
    /// The engine said something else.
    #[error("database: {0}")]
    Sql(Error),
    /// What is sealed cannot be opened, or nothing can be sealed.
    #[error("sealed data: {0}")]
    Seal(String),
    /// A stored JSON value cannot be read.
    #[error("the database is damaged: a stored value cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// A stored value means nothing to this program.
    #[error("the database holds '{value}' as {what}, which is not known")]
    Value {
        /// What it should be.
        what: &'static str,
        /// What it is.
        value: String,
    },
    /// A game's record does not fold.
    #[error("the record of game {game} does not fit together: {source}")]
    Record {
        /// The game.
        game: i64,
        /// Why.
        source: RecordError,
    },
    /// A row that another row or the caller names is not there (exit code 3).
    #[error("there is no {what} {name}")]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// Its number or name.
        name: String,
    },
    /// A tournament of this code exists.
    #[error("there is a tournament '{0}' already; a code is used once")]
    CodeTaken(String),
    /// Two players of one tournament under one address.
    #[error("players {first} and {second} have the same address {address}")]
    SameAddress {
        /// Starting number.
        first: u32,
        /// Starting number.
        second: u32,
        /// The address.
        address: String,
    },
    /// A game names a starting number nobody has.
    #[error("game {game} names starting number {start_number}, which no player has")]
    NoSuchEntry {
        /// The game's number.
        game: u32,
        /// The starting number.
        start_number: u32,
    },
    /// Another player has that address.
    #[error("the address {0} belongs to another player")]
    AddressTaken(String),
    /// The bytes of a letter cannot be given back.
    #[error("the bytes of letter {letter} cannot be given back: {why}")]
    Letter {
        /// `inbound 5` or `outbound 7`.
        letter: String,
        /// Why.
        why: String,
    },
    /// The archive.
    #[error("{0}")]
    Archive(#[from] crate::archive::ArchiveError),
    /// A file could not be written or read.
    #[error("{}: {}", .path.display(), disk_words(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, ReadOnly,
            SystemIoFailure,
        };
        if is_unread(&error) {
            return StoreError::Corrupt(error.to_string());
        }
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => StoreError::Busy,
            Some(DatabaseCorrupt | NotADatabase) => StoreError::Corrupt(error.to_string()),
            Some(DiskFull) => StoreError::Full,
            // No room for the index of the log.
            Some(SystemIoFailure)
                if error
                    .sqlite_error()
                    .is_some_and(|e| e.extended_code == SHMSIZE) =>
            {
                StoreError::Full
            }
            Some(SystemIoFailure) => StoreError::Disk(error.to_string()),
            Some(ReadOnly) => StoreError::ReadOnly,
            _ => StoreError::Sql(error.into()),
        }
    }
}

/// Whether a row was found, and a value of it is not what its column holds; or the one row that
/// was to be changed was not.
fn is_unread(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, StatementChangedRows,
        Utf8Error,
    };
    matches!(
        error,
        FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | StatementChangedRows(_)
            | Utf8Error(..)
    )
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error {
            Error::Sqlite(error) => error.into(),
            Error::Postgres(error) => error.into(),
            Error::Alone(why) => StoreError::Alone(why),
            Error::Unkept => StoreError::Unkept,
            Error::Io(error) => StoreError::Away(error.to_string()),
            Error::Number { .. } => StoreError::Sql(error),
        }
    }
}

impl StoreError {
    /// Whether the thing named does not exist (exit code 3).
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            StoreError::Missing(_) | StoreError::NoTables(_) | StoreError::Unknown { .. }
        )
    }

    /// Whether it may work later (exit code 75).
    pub fn is_busy(&self) -> bool {
        matches!(
            self,
            StoreError::Busy
                | StoreError::Full
                | StoreError::Replaced
                | StoreError::Away(_)
                | StoreError::Unkept
        )
    }

    /// Whether it says nothing of the database itself: another writer, a full disk, a
    /// disk that fails now.
    pub(super) fn may_pass(&self) -> bool {
        self.is_busy() || matches!(self, StoreError::Disk(_))
    }

    /// Whether the file is no sound database (any more), or holds what this program never wrote
    /// there: a value that cannot be read, a record that does not fold, a letter without bytes.
    pub fn is_damaged(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged(..)
                | StoreError::Corrupt(_)
                | StoreError::NotOurs(_)
                | StoreError::Json(_)
                | StoreError::Value { .. }
                | StoreError::Record { .. }
                | StoreError::Letter { .. }
        )
    }

    /// Whether the home is to blame, its disk or its database, and no letter.
    pub fn is_of_the_home(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, FileLockingProtocolFailed, OutOfMemory};
        match self {
            StoreError::Sql(Error::Sqlite(e)) => matches!(
                e.sqlite_error_code(),
                Some(CannotOpen | FileLockingProtocolFailed | OutOfMemory)
            ),
            StoreError::Io { .. }
            | StoreError::Moved { .. }
            | StoreError::NotOursAnyMore
            | StoreError::Newer { .. }
            | StoreError::Older { .. }
            | StoreError::Seal(_)
            | StoreError::ReadOnly
            | StoreError::Away(_)
            | StoreError::Unkept
            | StoreError::Disk(_)
            | StoreError::Archive(_) => true,
            other => other.is_damaged(),
        }
    }

    pub(super) fn unknown(what: &'static str, name: impl ToString) -> StoreError {
        StoreError::Unknown {
            what,
            name: name.to_string(),
        }
    }
}
