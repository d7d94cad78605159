//! Tournaments: their file, pairing, standings and tie-breaks.

pub mod file;
pub mod keys;
pub mod pairing;
pub mod regulations;

pub use file::TournamentFile;
pub use pairing::Pairing;
pub use regulations::{Profile, Regulations};
