//! Clubs whose database is on a server, and several homes of one club or one name.

mod drill;
mod example;
mod machines;
mod moved;
mod on_a_server;
mod player;
pub mod postgres;
mod ruling;
mod sending;
mod shards;
mod started;
