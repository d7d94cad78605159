//! Clubs whose database is on a server.

mod drill;
mod moved;
mod on_a_server;
pub mod postgres;
