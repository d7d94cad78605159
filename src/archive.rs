//! The archive: a second place for all that was recorded, in plain lines that
//! only grow. Each line is one JSON object and holds the hash of the line before it,
//! over its bytes as they were first written: who changes, drops or inserts one breaks
//! every line after it, and the last hash (the head) vouches for all.
//!
//! ```text
//! {"n":2,"prev":"<SHA-256 of line 1>","seq":2,"table":"event","op":"put","row":{…}}
//! ```
//!
//! `n` counts lines, `seq` counts changes of the database. What the operations mean
//! only `store` knows; here are bytes, files and hashes. What is sealed in a line has its
//! key in a file beside them, and only while it may be read.

mod command;
mod folder;
mod keys;

pub use folder::{Archive, Tail};
pub use keys::{Keys, KeysToKeep, read as keys_of};

use crate::disk::disk_words;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What stands before the first line.
pub const NOTHING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The longest line that is read: a letter of the largest size, and its wrapping.
const LONGEST: u64 = 256 << 20;

/// What is wrong with an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file of it could not be read or written.
    #[error("the archive: {}: {}", .path.display(), disk_words(.source))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The command that takes its files did not take one.
    #[error("the archive: the command '{command}' {why}")]
    Command {
        /// As configured.
        command: String,
        /// What became of it.
        why: String,
    },
    /// A line is not what was first written there.
    #[error("the archive: {}, line {line}: {why}", .file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// The line in it, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// It goes on where the database stands still: an older state of that was put back.
    #[error(
        "the archive: it has {archive} changes and this database {database}: it goes on where \
         this one stands still, and nothing is written here; stop all that runs, and postchess \
         restore BACKUP --archive brings them together"
    )]
    Ahead {
        /// Changes that lie in the archive.
        archive: i64,
        /// Changes of the database.
        database: i64,
    },
    /// It belongs to another home, or to another past of this one.
    #[error("the archive: {0}")]
    Foreign(String),
}

impl ArchiveError {
    /// Whether this account may not look at it.
    pub fn is_denied(&self) -> bool {
        matches!(self, ArchiveError::Io { source, .. }
            if source.kind() == std::io::ErrorKind::PermissionDenied)
    }
}

/// A change of the database that is to be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedChange {
    /// Its number.
    pub seq: i64,
    /// `table`, `op` and `row`.
    pub what: Map<String, Value>,
}

/// Changes that are to be written down together.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ChangesToKeep {
    /// Oldest first.
    pub changes: Vec<ArchivedChange>,
    /// The keys that their being there depends on; `None`: none was made or destroyed.
    pub keys: Option<KeysToKeep>,
}

/// Where a line stands.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePlace {
    /// Its file.
    pub file: PathBuf,
    /// The line in it, from 1.
    pub line: usize,
}

/// A line as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedLine {
    /// Its number in the chain, from 1.
    pub n: u64,
    /// Its own hash: the head of the chain up to here.
    pub hash: String,
    /// What it says.
    pub change: ArchivedChange,
    /// Where it stands, for complaints.
    pub place: LinePlace,
}

impl ArchivedLine {
    /// A complaint about it.
    pub fn broken(&self, why: impl ToString) -> ArchiveError {
        ArchiveError::Broken {
            file: self.place.file.clone(),
            line: self.place.line,
            why: why.to_string(),
        }
    }
}

/// The hash of a line, without its line end.
pub fn hash_of(line: &[u8]) -> String {
    let hash = Sha256::digest(line);
    hash.iter().map(|b| format!("{b:02x}")).collect()
}

/// A change as a line, without its line end.
fn written(n: u64, prev: &str, change: &ArchivedChange) -> String {
    let mut line = Map::new();
    line.insert("n".to_owned(), n.into());
    line.insert("prev".to_owned(), prev.into());
    line.insert("seq".to_owned(), change.seq.into());
    for (key, value) in &change.what {
        line.insert(key.clone(), value.clone());
    }
    Value::Object(line).to_string()
}

/// Reads an archive from its beginning and tells each line, having proved that it
/// follows the one before. A last line without its end was being written when the
/// power went: it was never counted on, and is left out.
///
/// # Errors
/// A line that does not follow; what `each` says.
pub fn read<E: From<ArchiveError>>(
    place: &Path,
    mut each: impl FnMut(ArchivedLine) -> Result<(), E>,
) -> Result<Option<Tail>, E> {
    let files = folder::files(place)?;
    let mut tail: Option<Tail> = None;
    let last = files.len().saturating_sub(1);
    for (at, file) in files.iter().enumerate() {
        let io = |source| ArchiveError::Io {
            path: file.clone(),
            source,
        };
        let mut reader = BufReader::new(std::fs::File::open(file).map_err(io)?);
        for number in 1.. {
            let mut bytes = Vec::new();
            let mut limited = std::io::Read::take(&mut reader, LONGEST);
            let got = limited.read_until(b'\n', &mut bytes).map_err(io)?;
            if got == 0 {
                break;
            }
            let broken = |why: &str| ArchiveError::Broken {
                file: file.clone(),
                line: number,
                why: why.to_owned(),
            };
            if bytes.pop() != Some(b'\n') {
                if at == last {
                    break;
                }
                return Err(broken("it is cut off").into());
            }
            let place = LinePlace {
                file: file.clone(),
                line: number,
            };
            let line = line_of(&bytes, place)?;
            let (n, prev) = tail.as_ref().map_or((1, NOTHING), |t| (t.n + 1, &t.head));
            if line.0.n != n {
                let why = format!("line {n} of the chain was expected, this is {}", line.0.n);
                return Err(broken(&why).into());
            }
            if line.1 != prev {
                return Err(broken("the line before it is not what it was").into());
            }
            tail = Some(Tail {
                n,
                seq: line.0.change.seq,
                head: line.0.hash.clone(),
            });
            each(line.0)?;
        }
    }
    Ok(tail)
}

/// A line out of its bytes, and the hash of the one before.
fn line_of(bytes: &[u8], place: LinePlace) -> Result<(ArchivedLine, String), ArchiveError> {
    let broken = |why: &str| ArchiveError::Broken {
        file: place.file.clone(),
        line: place.line,
        why: why.to_owned(),
    };
    let parsed: Result<Map<String, Value>, _> = serde_json::from_slice(bytes);
    let mut what = parsed.map_err(|e| broken(&e.to_string()))?;
    // In order, so that what is left reads as it was written.
    let n = what.shift_remove("n").and_then(|v| v.as_u64());
    let prev = what.shift_remove("prev");
    let prev = prev.and_then(|v| v.as_str().map(str::to_owned));
    let seq = what.shift_remove("seq").and_then(|v| v.as_i64());
    let (Some(n), Some(prev), Some(seq)) = (n, prev, seq) else {
        return Err(broken("it has no 'n', 'prev' or 'seq'"));
    };
    let line = ArchivedLine {
        n,
        hash: hash_of(bytes),
        change: ArchivedChange { seq, what },
        place,
    };
    Ok((line, prev))
}
