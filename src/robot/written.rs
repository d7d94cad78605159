//! Files for people, written whole or not at all.

use crate::error::Failure;
use std::path::Path;

/// Writes a file where there is none of these bytes; says whether it did. Copies to a
/// web host and backups then see only what changed.
pub(super) fn write_if_new(path: &Path, bytes: &[u8]) -> Result<bool, Failure> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    write_whole(path, bytes)?;
    Ok(true)
}

/// Writes a file so that a reader finds the old one or the new one, never a part.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = path.with_extension("part");
    let wrong = |e: std::io::Error| Failure::of_file(path, &e);
    std::fs::write(&beside, bytes).map_err(wrong)?;
    std::fs::rename(&beside, path).map_err(wrong)
}
