//! Tournaments: their file, pairing, standings and tie-breaks.

pub mod complaint;
pub mod draft;
pub mod file;
pub mod head;
pub mod keys;
pub mod pairing;
pub mod revision;
pub mod roster;
pub mod scored;
pub mod standings;
pub mod tiebreaks;

pub use file::TournamentFile;
pub use pairing::Pairing;
pub use scored::{Points, TableResult};
pub use standings::{Standings, standings};
