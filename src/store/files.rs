//! Files of databases: private, whole, and on the disk before they are counted on.

use super::StoreError;
use rusqlite::Connection;
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
    let part = PathBuf::from(format!("{}.part", path.display()));
    if part.exists() {
        std::fs::remove_file(&part).map_err(io(&part))?;
    }
    private_file(&part)?;
    conn.execute("VACUUM INTO ?1", [part.to_string_lossy().as_ref()])?;
    File::open(&part)
        .and_then(|f| f.sync_all())
        .map_err(io(&part))?;
    std::fs::rename(&part, path).map_err(io(path))?;
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
