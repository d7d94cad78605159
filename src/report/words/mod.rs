//! The words of documents and forms, in four languages. Beside each phrase stand
//! its translations, so that one that is missing does not compile; a test sees to
//! it that all four ask for the same blanks. Letters have their words in
//! `templates/`: those are prose that a club may replace, these are titles of
//! tables and lines of reports, which programs and other pages rely on.
//!
//! A file a document: `forms` for articles 57, 59 and 60, `paper` for
//! the remarks in them, `common` for what
//! several documents share, `preview` for a tournament before its start,
//! `regulations` for what it has otherwise, `today` for the arbiter's day, `official`
//! for the chief arbiter's report.

pub mod common;
pub mod compensation;
mod forms;
pub mod journal;
pub mod official;
pub mod paper;
mod phrase;
pub mod preview;
pub mod regulations;
pub mod site;
pub mod table;
pub mod today;
pub mod withdrawal;

pub(super) use forms::{day_month, fault, full, report_title, short_year, words};
pub use phrase::{Counted, Phrase};

/// Every phrase there is, with its name: the test goes through them.
#[cfg(test)]
fn all() -> Vec<(&'static str, Phrase)> {
    let all: &[&[(&'static str, Phrase)]] = &[
        common::ALL,
        official::ALL,
        paper::ALL,
        preview::ALL,
        regulations::ALL,
        site::ALL,
        table::ALL,
        today::ALL,
        withdrawal::ALL,
        compensation::ALL,
    ];
    all.concat()
}
