//! A club's home: where its files are.

use crate::config::FILE_NAME;
use std::path::{Path, PathBuf};

/// The folder of a club (CONTRACT.md 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// A home at a folder; nothing is looked at yet.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into() }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The configuration.
    pub fn config(&self) -> PathBuf {
        self.root.join(FILE_NAME)
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.root.join("postchess.db")
    }

    /// Overrides of the built-in templates.
    pub fn templates(&self) -> PathBuf {
        self.root.join("templates")
    }

    /// What the nightly run writes.
    pub fn reports(&self) -> PathBuf {
        self.root.join("reports")
    }

    /// Copies of the database.
    pub fn backup(&self) -> PathBuf {
        self.root.join("backup")
    }

    /// What waits for the command that takes the archive's files.
    pub fn archive_out(&self) -> PathBuf {
        self.root.join("archive-out")
    }

    /// The lock of whoever writes.
    pub fn lock(&self) -> PathBuf {
        self.root.join(".postchess.lock")
    }

    /// The lease of whoever fetches, rules and sends for ever.
    pub fn loops_lock(&self) -> PathBuf {
        self.root.join(".postchess.loops.lock")
    }

    /// The lock of whoever hands letters over.
    pub fn sending_lock(&self) -> PathBuf {
        self.root.join(".postchess.sending.lock")
    }
}
