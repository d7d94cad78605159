//! Where a database is.

use super::engine::Address;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a database is: in a file, or on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// SQLite.
    File(PathBuf),
    /// PostgreSQL.
    Server(Arc<Address>),
}

impl Source {
    /// The file; `None` of a server.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Source::File(path) => Some(path),
            Source::Server(_) => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Server(address) => write!(f, "{address}"),
        }
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::File(path)
    }
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Source {
        Source::File(path.to_owned())
    }
}

impl From<&PathBuf> for Source {
    fn from(path: &PathBuf) -> Source {
        Source::File(path.clone())
    }
}

impl From<&Source> for Source {
    fn from(source: &Source) -> Source {
        source.clone()
    }
}

impl From<Arc<Address>> for Source {
    fn from(address: Arc<Address>) -> Source {
        Source::Server(address)
    }
}
