//! The words of documents and forms, in four languages. Beside each phrase stand
//! its translations, so that one that is missing does not compile; a test sees to
//! it that all four ask for the same blanks. Letters have their words in
//! `templates/`: those are prose that a club may replace, these are titles of
//! tables and lines of reports, which programs and other pages rely on.
//!
//! A file a document: `forms` for articles 57, 59 and 60, `paper` for
//! the remarks in them, `common` for what
//! several documents share, `preview` for a tournament before its start,
//! `regulations` for what it has otherwise, `today` for the arbiter's day, `matters` for what waits for him, `official`
//! for the chief arbiter's report, `lists` for what a letter lists.

pub mod common;
pub mod compensation;
pub mod effect;
mod forms;
pub mod journal;
pub mod lists;
pub mod matters;
pub mod official;
pub mod orders;
pub mod paper;
mod phrase;
pub mod preview;
pub mod refusals;
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
        matters::ALL,
        official::ALL,
        paper::ALL,
        preview::ALL,
        regulations::ALL,
        site::ALL,
        table::ALL,
        today::ALL,
        withdrawal::ALL,
        compensation::ALL,
        effect::ALL,
        lists::ALL,
    ];
    all.concat()
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::language::Language;

    /// Words that are spelt alike in Polish and in English.
    const ALIKE: [&str; 2] = ["protest", "robot"];

    /// Sees to it that a text in another language than English holds no English: none
    /// of its words, and in Cyrillic no word in Latin letters at all.
    pub(crate) fn is_in_its_language(language: Language, text: &str, english: &str) {
        let words = |text: &str| -> Vec<String> {
            let of_text = text.split(|c: char| !c.is_alphabetic());
            of_text.map(str::to_lowercase).collect()
        };
        let english = words(english);
        for word in words(text) {
            let latin = word.chars().filter(char::is_ascii_alphabetic).count() > 2;
            let wrong = match language {
                Language::En => false,
                Language::Ru | Language::Uk => latin,
                Language::Pl => latin && english.contains(&word) && !ALIKE.contains(&word.as_str()),
            };
            assert!(!wrong, "{language}: '{word}' in {text}");
        }
    }
}
