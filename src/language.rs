//! The languages in which players write and are written to.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The languages, in the order in which they are listed to people: the one place that
/// lists them. Whoever needs something of each (its enum, its files) hands over a macro
/// that takes `Name "code" "own name"` of each.
macro_rules! languages {
    ($each:ident) => {
        $each! { Ru "ru" "Русский", En "en" "English", Uk "uk" "Українська", Pl "pl" "Polski", De "de" "Deutsch" }
    };
}
pub(crate) use languages;

macro_rules! language {
    ($($name:ident $code:literal $own:literal),*) => {
        /// A player's or tournament's language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Language {
            $(#[doc = $own] $name,)*
        }

        impl Language {
            /// All of them, in the order in which they are listed to people.
            pub const ALL: [Language; Language::COUNT] = [$(Language::$name),*];

            /// Its name in itself.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Language::$name => $own,)*
                }
            }

            /// How many there are.
            pub const COUNT: usize = [$($code),*].len();

            /// The ISO 639-1 code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Language::$name => $code,)*
                }
            }
        }
    };
}
languages!(language);

impl Language {
    /// Where the language stands in [`Language::ALL`], for what is kept once a language.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The codes, as a sentence lists them: `ru, en, uk or pl`, and so on.
    pub fn listed() -> String {
        let codes: Vec<&str> = Language::ALL.iter().map(|l| l.code()).collect();
        match codes.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            _ => codes.concat(),
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
            .ok_or_else(|| format!("unknown language '{text}': {}", Language::listed()))
    }
}
