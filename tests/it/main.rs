//! One integration binary: stories with a real database and real Maildirs, the
//! acceptance games and tables, the command line, faults, and the tidy house.

mod club;
mod contract;
mod faults;
mod games;
mod stories;
mod tidy;
mod tiebreaks;
mod timelines;
