//! Files of databases: private, whole, and on the disk before they are counted on.

#![expect(
    clippy::disallowed_methods,
    reason = "makes the file of a copy, which is no home's database"
)]

use super::StoreError;
use crate::disk::{chance, make_private};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Makes an empty file that only its owner may read: letters are private. SQLite
/// gives its log the same permissions.
pub(super) fn private_file(path: &Path) -> Result<File, StoreError> {
    make_private(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
        _ => io(path)(e),
    })
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

/// A name beside a file under which it is written first, and which nobody can guess; what runs
/// that were cut short left under such names is taken away, and nothing else.
pub(super) fn fresh_part(path: &Path) -> Result<PathBuf, StoreError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = folder_of(path);
    for entry in std::fs::read_dir(folder).map_err(io(folder))?.flatten() {
        if is_part_of(&entry.file_name().to_string_lossy(), &name) {
            let left = entry.path();
            std::fs::remove_file(&left).map_err(io(&left))?;
        }
    }
    let chance = chance().map_err(io(path))?;
    Ok(PathBuf::from(format!("{}.part-{chance}", path.display())))
}

/// Whether a file's name is one under which a file is written first, or that of a log of it.
fn is_part_of(name: &str, whole: &str) -> bool {
    let chance = name
        .strip_prefix(whole)
        .and_then(|rest| rest.strip_prefix(".part-"))
        .and_then(|rest| rest.split_at_checked(16));
    chance.is_some_and(|(chance, tail)| {
        chance.bytes().all(|b| b.is_ascii_hexdigit())
            && ["", "-wal", "-shm", "-journal"].contains(&tail)
    })
}

/// Puts a file that is finished under its name, once it is on the disk.
pub(super) fn in_place(part: &Path, path: &Path) -> Result<(), StoreError> {
    File::open(part)
        .and_then(|f| f.sync_all())
        .map_err(io(part))?;
    std::fs::rename(part, path).map_err(io(path))?;
    sync_folder(path)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

pub(super) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let folder = folder_of(path);
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
