//! The robot: passes over the mailbox and over the clocks. It keeps, decides
//! through the core, records in one transaction, and sends what is stored.

pub mod health;
pub mod home;
pub mod lock;
pub mod room;

mod bounces;
mod call;
mod challenge;
mod changes;
mod closing;
mod correspondence;
pub mod daemon;
mod desk;
mod digest;
mod echo;
mod fetch;
mod hours;
mod identity;
mod intake;
pub mod key;
mod large;
mod letters;
mod limits;
pub mod nightly;
pub mod orders;
mod owed;
pub mod pipe;
mod player;
mod recovery;
mod requests;
mod schedule;
mod send;
pub mod site;
mod starting;
pub mod supervisor;
mod tables;
mod tick;
pub mod today;
mod tournaments;
mod verify;
mod writers;

pub use changes::{Consent, Revised};
pub use correspondence::correspondence;
pub use desk::Robot;
pub use home::Home;
pub use identity::{Evidence, evidence};
pub use intake::{LetterEvent, PassReport, give_back};
pub use nightly::NightlyReport;
pub use recovery::archive_of;
pub use starting::{StartLetter, preview_of, tournament_of};
pub use tables::{official_of, table_of, trf_of};
pub use tick::TickReport;
pub use tournaments::file_defaults;
pub use verify::Difference;
