//! The words that people and their programs write to us: `vocabulary/LANG/players.toml`,
//! `arbiters.toml` and `mail.toml`, arranged by what they mean, and for what is known of
//! other languages `vocabulary/abroad`. The room is data and knows no reading: the rooms
//! that read build their matchers from it, once.
//!
//! An entry is a word, or a pattern: a piece of a regular expression without capturing
//! groups, where the key's comment says so. A word that several languages use stands in
//! each of them; [`players()`], [`arbiters()`] and [`mail()`] give it once.

mod arbiters;
mod keyword;
mod mail;
mod players;

use crate::language::{Language, languages};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub use arbiters::{ArbiterWords, CaptainWords, LanguageNames, OrderWords, RosterWords};
pub use keyword::Keyword;
pub use mail::{
    AttributionWords, CharsetWords, HeaderNames, MailWords, NoticeWords, QuotationWords,
};
pub use players::{
    AbsenceWords, ActWords, AnswerWords, ChessWords, ChoiceWords, CourtesyWords, DateWords,
    DrawWords, EntryWords, ForArbiterWords, FormWords, HintWords, JoiningWords, MeaningWords,
    MoodWords, PeopleWords, PlayWords, PlayerWords, QuestionWords, SecondThoughtWords, SideWords,
    StatingWords, StretchWords, StyleWords,
};

/// What players write in languages that the program does not speak.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbroadWords {
    /// Letters of the pieces: king, queen, rook, bishop, knight.
    pub pieces: Vec<[String; 5]>,
    /// Words that say yes to a question.
    pub agreeing: Vec<String>,
    /// Words that say no.
    pub refusing: Vec<String>,
    /// Calls for a person.
    pub cries: Vec<String>,
}

/// Which of some words are meant: a key of one of their tables.
pub type Pick<W> = fn(&W) -> &Vec<String>;

macro_rules! file {
    ($folder:literal, $file:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/vocabulary/",
            $folder,
            "/",
            $file
        ))
    };
}

/// A file of each language, read when it is asked for the first time.
macro_rules! of_each {
    ($($name:ident $code:literal $own:literal),*) => {
        /// What players write in a language.
        pub fn players_of(language: Language) -> &'static PlayerWords {
            match language {
                $(Language::$name => {
                    static WORDS: LazyLock<PlayerWords> =
                        LazyLock::new(|| read(file!($code, "players.toml")));
                    &WORDS
                })*
            }
        }

        /// What arbiters write in a language.
        pub fn arbiters_of(language: Language) -> &'static ArbiterWords {
            match language {
                $(Language::$name => {
                    static WORDS: LazyLock<ArbiterWords> =
                        LazyLock::new(|| read(file!($code, "arbiters.toml")));
                    &WORDS
                })*
            }
        }

        /// What mail programs and servers write in a language.
        pub fn mail_of(language: Language) -> &'static MailWords {
            match language {
                $(Language::$name => {
                    static WORDS: LazyLock<MailWords> =
                        LazyLock::new(|| read(file!($code, "mail.toml")));
                    &WORDS
                })*
            }
        }
    };
}
languages!(of_each);

/// What players write in languages that the program does not speak.
pub static ABROAD: LazyLock<AbroadWords> = LazyLock::new(|| read(file!("abroad", "players.toml")));

/// What mail programs write in those.
static MAIL_ABROAD: LazyLock<MailWords> = LazyLock::new(|| read(file!("abroad", "mail.toml")));

/// Words of players in all languages, in the order of the languages, each once.
pub fn players(pick: impl Fn(&'static PlayerWords) -> &'static Vec<String>) -> Vec<&'static str> {
    once(Language::ALL.into_iter().flat_map(|l| pick(players_of(l))))
}

/// Words of arbiters likewise.
pub fn arbiters(pick: impl Fn(&'static ArbiterWords) -> &'static Vec<String>) -> Vec<&'static str> {
    once(Language::ALL.into_iter().flat_map(|l| pick(arbiters_of(l))))
}

/// Words of mail programs and servers likewise, the languages abroad last.
pub fn mail(pick: impl Fn(&'static MailWords) -> &'static Vec<String>) -> Vec<&'static str> {
    let own = Language::ALL.into_iter().flat_map(|l| pick(mail_of(l)));
    once(own.chain(pick(&MAIL_ABROAD)))
}

/// Patterns of the days of the week, in every language known.
pub fn weekdays() -> Vec<&'static str> {
    let own = Language::ALL.into_iter();
    let own = own.flat_map(|l| players_of(l).dates.weekdays.iter().flatten());
    let abroad = Language::ALL.into_iter();
    let abroad = abroad.flat_map(|l| &mail_of(l).attribution.other_days);
    once(own.chain(abroad).chain(&MAIL_ABROAD.attribution.other_days))
}

/// One of some words or patterns, as part of a pattern: `a|b|c`, without brackets. (None
/// would match everywhere: no list is empty in all languages, and a test sees to it.)
pub fn either(words: &[&str]) -> String {
    words.join("|")
}

fn once(words: impl Iterator<Item = &'static String>) -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    words
        .map(String::as_str)
        .filter(|word| seen.insert(*word))
        .collect()
}

#[expect(
    clippy::expect_used,
    reason = "built-in files: a test reads each of every language"
)]
fn read<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("a built-in vocabulary")
}

#[cfg(test)]
mod tests;
