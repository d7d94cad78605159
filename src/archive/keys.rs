//! The keys of what the lines have sealed: one file beside them, a JSON object a line. It is
//! no part of the chain. A key that is made is added; where one is destroyed, the file is
//! written anew without it. So what was sealed under it can be read nowhere any more.

use super::ArchiveError;
use super::folder::{io, sync, write_at};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The file.
const NAME: &str = "keys.jsonl";

/// Stands beside it while its command has yet to take it.
const WAITS: &str = "keys.jsonl.waits";

/// Numbers and bytes.
pub type Keys = BTreeMap<i64, Vec<u8>>;

/// What lines need, before they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeysToKeep {
    /// These are new.
    Added(Keys),
    /// These are all that are left.
    Whole(Keys),
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct KeyLine {
    key: i64,
    is: String,
}

fn text_of(keys: &Keys) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for (key, bytes) in keys {
        let line = KeyLine {
            key: *key,
            is: BASE64.encode(bytes),
        };
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(text)
}

/// Whether there is such a file.
pub(super) fn are_there(folder: &Path) -> bool {
    folder.join(NAME).exists()
}

/// The keys that lie in a folder; a line that the power left torn is none.
///
/// # Errors
/// The file cannot be read; that there is none is no error.
pub fn read(folder: &Path) -> Result<Keys, ArchiveError> {
    let path = folder.join(NAME);
    let text = match std::fs::read_to_string(&path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Keys::new()),
        read => read.map_err(io(&path))?,
    };
    let lines = text.lines().filter_map(|line| {
        let line: KeyLine = serde_json::from_str(line).ok()?;
        Some((line.key, BASE64.decode(line.is).ok()?))
    });
    Ok(lines.collect())
}

/// Has keys on the disk when it returns; `handed` where a command takes the file.
pub(super) fn keep(folder: &Path, keys: &KeysToKeep, handed: bool) -> Result<(), ArchiveError> {
    let path = folder.join(NAME);
    let said = |e: serde_json::Error| io(&path)(e.into());
    match keys {
        KeysToKeep::Added(new) => {
            let end = std::fs::metadata(&path).map_or(0, |m| m.len());
            // After a torn line the next one begins on its own.
            let text = format!("\n{}", text_of(new).map_err(said)?);
            write_at(&path, end, text.as_bytes())?;
        }
        KeysToKeep::Whole(all) => {
            let fresh = folder.join("keys.jsonl.new");
            write_at(&fresh, 0, text_of(all).map_err(said)?.as_bytes())?;
            std::fs::rename(&fresh, &path).map_err(io(&path))?;
            sync(&path)?;
        }
    }
    if handed {
        write_at(&folder.join(WAITS), 0, b"")?;
    }
    Ok(())
}

/// The file that waits for the command.
pub(super) fn waiting(folder: &Path) -> Option<PathBuf> {
    folder.join(WAITS).exists().then(|| folder.join(NAME))
}

/// The command has it.
pub(super) fn taken(folder: &Path) -> Result<(), ArchiveError> {
    let mark = folder.join(WAITS);
    std::fs::remove_file(&mark).map_err(io(&mark))
}

/// Goes on with the keys of an archive that was fetched back.
pub(super) fn go_on_with(folder: &Path, place: &Path) -> Result<(), ArchiveError> {
    keep(folder, &KeysToKeep::Whole(read(place)?), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_added_and_destroyed_and_a_torn_line_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let keys = |ids: &[i64]| -> Keys { ids.iter().map(|id| (*id, vec![7; 32])).collect() };
        assert!(read(dir.path()).unwrap().is_empty());
        keep(dir.path(), &KeysToKeep::Added(keys(&[1, 2])), false).unwrap();
        let path = dir.path().join(NAME);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(read(dir.path()).unwrap(), keys(&[1]));
        keep(dir.path(), &KeysToKeep::Added(keys(&[2, 3])), true).unwrap();
        assert_eq!(read(dir.path()).unwrap(), keys(&[1, 2, 3]));
        assert_eq!(waiting(dir.path()), Some(path.clone()));
        taken(dir.path()).unwrap();
        assert_eq!(waiting(dir.path()), None);
        keep(dir.path(), &KeysToKeep::Whole(keys(&[3])), false).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            (text.lines().count(), read(dir.path()).unwrap()),
            (1, keys(&[3]))
        );
    }
}
