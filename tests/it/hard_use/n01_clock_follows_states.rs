//! The clock follows states, not letters.
