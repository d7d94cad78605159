//! Lists of players (CSV) on the command line.

use super::file::{bytes, name_of};
use super::output::Output;
use crate::error::Failure;
use crate::tournament::roster::{self, Roster};
use std::path::Path;

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
