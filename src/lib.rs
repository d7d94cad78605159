//! postchess: the arbiter's robot for correspondence chess by e-mail and post.
//!
//! The core is told everything and decides; the shell knows nothing and does.
//! Modules in reading order: the core first (pure functions, no clock, no
//! file, no network), then the shell.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "tests make broken databases by hand, and are told by the environment to measure"
    )
)]

pub mod address;
pub mod ascii;
pub mod disk;
pub mod feature;
pub mod fold;
pub mod ids;
pub mod language;
mod pattern;
pub mod spread;
pub mod time;
pub mod token;
pub mod totp;
pub mod typed;

pub mod hour;

pub mod messages;
pub mod rules;
pub mod vocabulary;

pub mod cards;
pub mod chess;
pub mod clock;
pub mod letter;
pub mod request;
pub mod tournament;

pub mod record;

pub mod arbiter;
pub mod imported;
pub mod orders;
pub mod report;
#[cfg(feature = "scan")]
pub mod scan;

// ---------------------------------------------------------------- shell below
pub mod archive;
pub mod compose;
pub mod config;
pub mod error;
pub mod post;
pub mod robot;
pub mod store;

#[cfg(feature = "web")]
pub mod web;

pub mod cli;
