//! One integration binary: stories with a real database and real Maildirs, the
//! acceptance games and tables, the command line, faults, and the tidy house.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod browser;
mod clients;
mod club;
mod cluster;
mod contract;
mod corpus;
mod dialog;
mod director;
mod edges;
mod engine;
mod exports;
mod faults;
mod fuzz;
mod games;
mod ground;
mod guides;
mod hard;
mod hard_use;
mod identity;
mod imported;
mod letter_pages;
mod letters;
mod locks;
mod paragraphs;
mod postal;
mod reports;
mod reports_of_mail;
mod season;
mod seasons;
mod sentences;
mod servers;
mod service;
mod setup;
mod site;
mod stories;
mod tables;
mod tidy;
mod tiebreaks;
mod timelines;
mod year;
