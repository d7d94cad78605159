//! Lists of players (CSV) on the command line.

use super::output::Output;
use crate::error::Failure;
use crate::tournament::roster::{self, Roster};
use std::path::Path;

/// The bytes of a file that the command line names.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| {
        let words = format!("{}: {e}", path.display());
        match e.kind() {
            std::io::ErrorKind::NotFound => Failure::missing(words),
            _ => Failure::failed(words),
        }
    })
}

/// How complaints call a file.
pub fn name_of(path: &Path) -> String {
    let name = path.file_name().and_then(|n| n.to_str());
    name.unwrap_or("the file").to_owned()
}

/// A list of players.
pub fn read(path: &Path) -> Result<Roster, Failure> {
    roster::read(&bytes(path)?, &name_of(path)).map_err(Failure::failed)
}

/// Says what whoever sent a list should know.
pub fn tell(out: &Output, remarks: &[String]) {
    for remark in remarks {
        out.say(format_args!("note: {remark}"));
    }
}
