//! Entries: until when a tournament takes them, how many places there are, what an entry
//! costs and whose ratings are wanted (27.2, 28.2).

use super::file::MAX_FIELD;
use super::keys::FileSection;
use super::play::System;
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// The longest fee, in characters: it stands in a line of the page.
const MAX_FEE: usize = 40;

/// The most that an entry may cost in a municipal or regional event, in roubles (28.2).
pub const CEILING_REGIONAL: u64 = 10_000;

/// The most that it may cost in an interregional or national one (28.2).
pub const CEILING_NATIONAL: u64 = 15_000;

/// The terms on which a tournament takes entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryTerms {
    /// The last day on which an entry may come, in the tournament's zone.
    pub until: Day,
    /// How many play at most; who is admitted beyond that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// What an entry costs, as the organiser writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<String>,
    /// The lowest and the highest rating that is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<(u32, u32)>,
    /// The list is closed: the field is final, and its games are made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
}

impl EntryTerms {
    /// Reads `entries = { until = …, limit = …, fee = "…", ratings = [low, high] }`.
    pub(super) fn read(section: &FileSection<'_, '_>) -> Option<EntryTerms> {
        let s = section.section("entries")?;
        s.require("until", "the last day for entries, such as 2026-01-01");
        let until = s.day("until");
        let limit = s.number("limit", 2..=u32::try_from(MAX_FIELD).unwrap_or(u32::MAX));
        let fee = s.text("fee", MAX_FEE);
        let ratings = s.numbers("ratings", 0..=4000);
        let closed = s.flag("closed").unwrap_or(false);
        let range = match ratings.as_deref() {
            Some([low, high]) if low <= high => Some((*low, *high)),
            Some(_) => {
                s.refuse(
                    "ratings",
                    "is no range; allowed: the lowest and the highest, [1800, 2300]",
                );
                None
            }
            None => None,
        };
        s.finish();
        Some(EntryTerms {
            until: until?,
            limit,
            fee,
            ratings: range,
            closed,
        })
    }

    /// Why a tournament of this system takes no entries by letter, in words of the file's
    /// reader; `None`: it may.
    pub(super) fn refused(system: System) -> Option<&'static str> {
        match system {
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Match
            | System::Swiss
            | System::KnockOut
            | System::DoubleKnockOut => None,
            System::Pairs => Some(
                "stands beside system = \"pairs\"; allowed: a system that pairs whoever enters",
            ),
            System::Scheveningen
            | System::TeamRoundRobin
            | System::TeamSwiss
            | System::TeamKnockOut => Some(
                "stands in an event of teams; allowed: in one of single players, as each enters for himself",
            ),
        }
    }

    /// Whether an entry that comes on a day is in time.
    pub fn takes(&self, day: Day) -> bool {
        !self.closed && day <= self.until
    }

    /// As the file has it.
    pub fn written(&self) -> String {
        let mut keys = vec![format!("until = {}", self.until)];
        keys.extend(self.limit.map(|n| format!("limit = {n}")));
        let fee = self.fee.as_deref().map(toml::Value::from);
        keys.extend(fee.map(|fee| format!("fee = {fee}")));
        keys.extend(
            self.ratings
                .map(|(low, high)| format!("ratings = [{low}, {high}]")),
        );
        keys.extend(self.closed.then(|| "closed = true".to_owned()));
        format!("{{ {} }}", keys.join(", "))
    }

    /// Whether a rating is one of those that are wanted; who has none is told of too.
    pub fn wants(&self, rating: Option<u32>) -> bool {
        self.ratings
            .is_none_or(|(low, high)| rating.is_some_and(|r| (low..=high).contains(&r)))
    }

    /// The fee in whole roubles, where it is in roubles.
    pub fn roubles(&self) -> Option<u64> {
        let fee = self.fee.as_deref()?.to_lowercase();
        let is_roubles = ["rub", "rur", "руб", "₽", "р."]
            .iter()
            .any(|w| fee.contains(w));
        let whole = fee.split([',', '.']).next().unwrap_or_default();
        let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|_| is_roubles)
    }
}

macro_rules! states {
    ($($(#[$doc:meta])* $name:ident $word:literal,)*) => {
        /// Where an entry stands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum EntryState {
            $($(#[$doc])* $name,)*
        }

        impl EntryState {
            /// All of them.
            pub const ALL: &[EntryState] = &[$(EntryState::$name),*];

            /// As it is stored.
            pub fn word(self) -> &'static str {
                match self {
                    $(EntryState::$name => $word,)*
                }
            }

            /// The state that is stored so.
            pub fn named(word: &str) -> Option<EntryState> {
                EntryState::ALL.iter().copied().find(|s| s.word() == word)
            }
        }
    };
}

states! {
    /// It came from an address that nothing vouches for: listed, and not answered.
    Unverified "unverified",
    /// A code is on its way to the address.
    Asked "asked",
    /// Confirmed: it waits for the officials.
    Applied "applied",
    /// He plays.
    Admitted "admitted",
    /// Admitted, and all places are taken.
    Waiting "waiting",
    /// Refused (29.5).
    Refused "refused",
    /// Taken back by who made it.
    Withdrawn "withdrawn",
}

impl EntryState {
    /// Whether the officials have to decide on it.
    pub fn waits(self) -> bool {
        matches!(self, EntryState::Applied | EntryState::Unverified)
    }

    /// Whether it is over: he does not play by it.
    pub fn is_over(self) -> bool {
        matches!(self, EntryState::Refused | EntryState::Withdrawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fee(text: &str) -> Option<u64> {
        EntryTerms {
            until: Day::new(2026, 1, 1).unwrap(),
            limit: None,
            fee: Some(text.to_owned()),
            ratings: None,
            closed: false,
        }
        .roubles()
    }

    #[test]
    fn a28_2_a_fee_in_roubles_is_read_as_organisers_write_it() {
        assert_eq!(fee("500 RUB"), Some(500));
        assert_eq!(fee("12 000 руб."), Some(12_000));
        assert_eq!(fee("15000,00 ₽"), Some(15_000));
        assert_eq!(fee("20 EUR"), None);
        assert_eq!(fee("free"), None);
    }
}
