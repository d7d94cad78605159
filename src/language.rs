//! The four languages in which players write and are written to.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A player's or tournament's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Russian.
    Ru,
    /// English.
    En,
    /// Ukrainian.
    Uk,
    /// Polish.
    Pl,
}

impl Language {
    /// All of them, in the order in which they are listed to people.
    pub const ALL: [Language; 4] = [Language::Ru, Language::En, Language::Uk, Language::Pl];

    /// The ISO 639-1 code.
    pub fn code(self) -> &'static str {
        match self {
            Language::Ru => "ru",
            Language::En => "en",
            Language::Uk => "uk",
            Language::Pl => "pl",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        Language::ALL
            .into_iter()
            .find(|l| l.code() == text)
            .ok_or_else(|| format!("unknown language '{text}': ru, en, uk or pl"))
    }
}
