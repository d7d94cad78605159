//! A club's home: where its files are.

use super::lock::LockPlace;
use crate::config::{Config, FILE_NAME};
use crate::error::Failure;
use crate::post;
use crate::store::{Address, Place, Turn};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a club (CONTRACT.md 1), and its database where that is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
    server: Option<Arc<Address>>,
}

impl Home {
    /// A home at a folder, with its database in it; nothing is looked at yet.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home {
            root: root.into(),
            server: None,
        }
    }

    /// The same with the database that its configuration names.
    ///
    /// # Errors
    /// There is no getting at the password of the server, or at whom to trust.
    pub fn by(self, config: &Config) -> Result<Home, Failure> {
        let server = post::database(&config.database)
            .map_err(|why| Failure::failed(format!("[database]: {why}")))?;
        Ok(Home {
            server: server.map(Arc::new),
            ..self
        })
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
    pub fn database(&self) -> Place {
        match &self.server {
            Some(server) => Place::Server(Arc::clone(server)),
            None => Place::File(self.database_file()),
        }
    }

    /// Where the database is when it is in the home.
    pub fn database_file(&self) -> PathBuf {
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
    pub fn lock(&self) -> LockPlace {
        self.lock_of(Turn::Writing, ".postchess.lock")
    }

    /// The lease of whoever fetches, rules and sends for ever.
    pub fn loops_lock(&self) -> LockPlace {
        self.lock_of(Turn::Loops, ".postchess.loops.lock")
    }

    /// The lock of whoever hands letters over.
    pub fn sending_lock(&self) -> LockPlace {
        self.lock_of(Turn::Sending, ".postchess.sending.lock")
    }

    /// What all who rule letters share on a server; in a home whose database is a file one
    /// rules at a time.
    pub fn ruling_lock(&self) -> Option<LockPlace> {
        let server = self.server.as_ref()?;
        Some(LockPlace::Server(Arc::clone(server), Turn::Ruling))
    }

    fn lock_of(&self, turn: Turn, name: &str) -> LockPlace {
        match &self.server {
            Some(server) => LockPlace::Server(Arc::clone(server), turn),
            None => LockPlace::File(self.root.join(name)),
        }
    }
}
