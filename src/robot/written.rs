//! Files of the public site, written whole or not at all: all may read them.

use crate::disk::{self, Readers};
use crate::error::Failure;
use std::path::Path;

/// Writes a file where there is none of these bytes; says whether it did.
pub(super) fn write_if_new(path: &Path, bytes: &[u8]) -> Result<bool, Failure> {
    disk::write_if_new(path, bytes, Readers::All).map_err(|e| Failure::of_file(path, &e))
}

/// Writes a file so that a reader finds the old one or the new one, never a part.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::write_whole(path, bytes, Readers::All).map_err(|e| Failure::of_file(path, &e))
}
