//! Reports: data in, text or JSON out. A game for people and programs, the
//! table of a tournament, the report of one player, PGN, TRF.

pub mod arithmetic;
pub mod ceremony;
pub mod compensation;
pub mod cycle;
pub mod decisions;
pub mod document;
pub mod effect;
pub mod entries;
pub mod game;
pub mod game_view;
pub mod given_back;
pub mod lists;
pub mod matters;
pub mod official;
pub mod pdf;
pub mod pgn;
mod player57;
pub mod plot;
pub mod preview;
pub mod protocol;
pub mod qr;
pub mod site;
pub mod statistics;
pub mod table;
pub mod today;
pub mod trf;
pub mod width;
pub mod words;

#[cfg(test)]
mod tests;

pub use matters::{
    Concerned, Happened, HeardLetter, Matter, Strange, add_heard, matters, matters_of_side,
};
pub use player57::{Line57, blank57, document57, lines57, player57};
