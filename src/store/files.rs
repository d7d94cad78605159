//! Files of databases: private, whole, and on the disk before they are counted on.

#![expect(
    clippy::disallowed_methods,
    reason = "makes the file of a copy, which is no home's database"
)]

use super::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Makes an empty file that only its owner may read: letters are private. SQLite
/// gives its log the same permissions.
pub(super) fn private_file(path: &Path) -> Result<(), StoreError> {
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        // Whatever the umask has taken away.
        Ok(file) => file
            .set_permissions(Permissions::from_mode(0o600))
            .map_err(io(path)),
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(StoreError::Exists(path.to_owned()))
        }
        Err(e) => Err(io(path)(e)),
    }
}

/// Copies a database by VACUUM INTO a name beside the target, syncs, renames.
pub(super) fn copy_to(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let part = fresh_part(path)?;
    private_file(&part)?;
    conn.execute("VACUUM INTO ?1", [part.to_string_lossy().as_ref()])?;
    in_place(&part, path)
}

/// The version of a copy.
pub(super) fn version_of(path: &Path) -> Result<i64, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    super::sqlite::version(&Connection::open_with_flags(path, flags)?)
}

/// Copies a database page by page to a name beside the target, syncs, renames.
pub(super) fn copy_pages_to(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let part = fresh_part(path)?;
    private_file(&part)?;
    {
        let mut copy = Connection::open(&part)?;
        // It is synced as a whole, and nobody uses it before.
        copy.pragma_update(None, "synchronous", "OFF")?;
        let backup = Backup::new(conn, &mut copy)?;
        match backup.step(-1)? {
            StepResult::Done => {}
            _ => return Err(StoreError::Busy),
        }
        drop(backup);
        // One file, that can be read where nothing can be written beside it.
        copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
        let mut vacuum = copy.prepare("PRAGMA incremental_vacuum")?;
        let mut rows = vacuum.query([])?;
        while rows.next()?.is_some() {}
    }
    in_place(&part, path)
}

/// The name beside a file under which it is written first; what a run that was cut short left
/// there is taken away.
pub(super) fn fresh_part(path: &Path) -> Result<PathBuf, StoreError> {
    let part = PathBuf::from(format!("{}.part", path.display()));
    for tail in ["", "-wal", "-shm", "-journal"] {
        let left = PathBuf::from(format!("{}{tail}", part.display()));
        if left.exists() {
            std::fs::remove_file(&left).map_err(io(&left))?;
        }
    }
    Ok(part)
}

/// Puts a file that is finished under its name, once it is on the disk.
pub(super) fn in_place(part: &Path, path: &Path) -> Result<(), StoreError> {
    File::open(part)
        .and_then(|f| f.sync_all())
        .map_err(io(part))?;
    std::fs::rename(part, path).map_err(io(path))?;
    sync_folder(path)
}

pub(super) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    File::open(folder)
        .and_then(|f| f.sync_all())
        .map_err(io(folder))
}

pub(super) fn io(path: &Path) -> impl Fn(std::io::Error) -> StoreError + '_ {
    move |source| StoreError::Io {
        path: path.to_owned(),
        source,
    }
}
