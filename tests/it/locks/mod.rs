//! Locks that stay shut: what an attacker with a foot in the door tries, and does not get.

mod database;
mod files;
mod logs;
mod look;
mod planter;
