//! Tournaments: their file, pairing, standings and tie-breaks.

pub mod announced;
pub mod apart;
pub mod complaint;
pub mod draft;
pub mod dutch;
pub mod elo;
pub mod encounter;
pub mod entries;
pub mod figure;
pub mod file;
pub mod head;
pub mod keys;
pub mod line_up;
pub mod lot;
pub mod officials;
pub mod pairing;
pub mod play;
pub mod revision;
pub mod roster;
pub mod scored;
pub mod stage;
pub mod standings;
mod start;
pub mod system;
pub mod team_table;
pub mod teams;
pub mod tiebreaks;
pub mod varma;

pub use file::TournamentFile;
pub use pairing::Pairing;
pub use play::{Play, System};
pub use scored::{Points, TableResult};
pub use standings::{Standings, standings};
