//! Where a database is.

use super::StoreError;
use super::engine::Address;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a database is: in a file, or on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// SQLite.
    File(PathBuf),
    /// PostgreSQL.
    Server(Arc<Address>),
}

impl Place {
    /// The file; `None` of a server.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Place::File(path) => Some(path),
            Place::Server(_) => None,
        }
    }
}

impl Place {
    /// Whether all that this program has committed there is known to stay: on a server that
    /// waits for a standby a wait may have been cancelled, until a later one was not.
    ///
    /// # Errors
    /// [`StoreError::Unkept`]: it is not.
    pub fn is_kept(&self) -> Result<(), StoreError> {
        match self {
            Place::Server(address) if !address.is_kept() => Err(StoreError::Unkept),
            Place::Server(_) | Place::File(_) => Ok(()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Server(address) => write!(f, "{address}"),
        }
    }
}

impl From<PathBuf> for Place {
    fn from(path: PathBuf) -> Place {
        Place::File(path)
    }
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Place {
        Place::File(path.to_owned())
    }
}

impl From<&PathBuf> for Place {
    fn from(path: &PathBuf) -> Place {
        Place::File(path.clone())
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}

impl From<Arc<Address>> for Place {
    fn from(address: Arc<Address>) -> Place {
        Place::Server(address)
    }
}
