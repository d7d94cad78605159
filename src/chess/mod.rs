//! The laws of chess, as the rest of the program sees them. Only this module
//! knows the chess crate.
//!
//! [`Position`] is a board with a side to move, [`Line`] a game in progress,
//! [`notation`] reads what people write.

pub mod chess960;
pub mod database;
pub mod notation;

mod line;
mod position;
mod side;

pub use line::{DrawClaim, Ending, Line};
pub use position::{Coords, Move, Position, PositionError, san_in};
pub use side::{BySide, Piece, Side, Variant};

#[cfg(test)]
mod tests;
