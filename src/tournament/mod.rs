//! Tournaments: their file, pairing, standings and tie-breaks.

pub mod regulations;

pub use regulations::{Profile, Regulations};
