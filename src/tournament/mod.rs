//! Tournaments: their file, pairing, standings and tie-breaks.

pub mod address;
pub mod complaint;
pub mod draft;
pub mod file;
pub mod head;
pub mod keys;
pub mod pairing;
pub mod revision;
pub mod roster;
pub mod standings;
pub mod tiebreaks;

pub use file::TournamentFile;
pub use pairing::Pairing;
pub use standings::{Standings, TableResult, standings};
pub use tiebreaks::Points;
