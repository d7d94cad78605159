//! The service around the mailbox: the pipe, the daemon, its health, backups.

pub mod api;
mod blame;
pub mod daemon;
mod deliver;
mod desk;
mod desk_in_browser;
mod desk_papers;
mod doors;
mod epoch;
mod hardship;
mod health;
mod looked_at;
mod manual;
mod night;
mod outbox;
mod owner;
mod released;
mod restore;
pub mod serve;
mod strangers;
mod upgrade;
pub mod web;
mod whole_games;
mod xfcc;
