//! Reports: data in, text out. Pure functions of a game or a tournament.

pub mod game_view;
pub mod pgn;
