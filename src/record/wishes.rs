//! What a player wishes of his letters. He chooses it by letter, it stands in his own
//! file and holds in all his games.

use crate::time::Instant;
use serde::{Deserialize, Serialize};

/// Most warnings that a player may choose: more would be a letter a day.
pub const MOST_WARNINGS: usize = 8;

/// The earliest warning, in days before the flag.
pub const EARLIEST_WARNING: u32 = 365;

/// One wish, as it was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "wish", rename_all = "kebab-case")]
pub enum Wish {
    /// To be warned when so many days are left, besides the tournament's warnings; none:
    /// not any more.
    Warnings {
        /// The days, most first.
        days: Vec<u32>,
    },
    /// Whether one letter a day tells of all games that wait for him.
    Daily {
        /// It does; else each letter comes at once.
        daily: bool,
    },
    /// Whether what he does on the board himself is confirmed to him by letter.
    Confirmations {
        /// It is not.
        none: bool,
    },
    /// Whether words of opponents are passed on to him.
    Words {
        /// They are not.
        mute: bool,
    },
}

/// All wishes of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Days left at which he is warned, most first.
    pub warnings: Vec<u32>,
    /// Every letter about a game tells how to write to us, not the first ones alone.
    #[serde(skip_serializing_if = "is_false")]
    pub help: bool,
    /// When he chose them: of what was past then he is not warned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warned_from: Option<Instant>,
    /// Words of his opponents are not passed on to him.
    pub mute: bool,
    /// One letter a day tells of all games that wait for him.
    pub daily: bool,
    /// What he does on the board himself is not confirmed to him by letter.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
}

fn is_false(wish: &bool) -> bool {
    !wish
}

impl Wishes {
    /// Takes a wish to the others.
    pub fn take(&mut self, wish: &Wish, at: Instant) {
        match wish {
            Wish::Warnings { days } => {
                self.warnings.clone_from(days);
                self.warned_from = Some(at).filter(|_| !days.is_empty());
            }
            Wish::Words { mute } => self.mute = *mute,
            Wish::Daily { daily } => self.daily = *daily,
            Wish::Confirmations { none } => self.unconfirmed = *none,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_stored_and_taken_back() {
        let at = Instant::parse("2026-01-10T12:00:00Z").unwrap();
        let mut wishes: Wishes = serde_json::from_str("{}").unwrap();
        assert_eq!(wishes, Wishes::default());
        wishes.take(&Wish::Warnings { days: vec![10, 5] }, at);
        let stored = serde_json::to_string(&wishes).unwrap();
        assert_eq!(
            stored,
            r#"{"warnings":[10,5],"warned_from":"2026-01-10T12:00:00Z","mute":false,"daily":false}"#
        );
        assert_eq!(serde_json::from_str::<Wishes>(&stored).unwrap(), wishes);
        wishes.take(&Wish::Warnings { days: Vec::new() }, at);
        assert_eq!(wishes, Wishes::default());
    }
}
