//! The service around the mailbox: the pipe, the daemon, its health, backups.

pub mod daemon;
mod deliver;
mod desk;
mod health;
mod manual;
mod night;
mod outbox;
mod released;
mod restore;
mod serve;
mod upgrade;
mod web;
