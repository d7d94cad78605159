//! Identifiers. Each is a newtype, so that a game is never taken for a player.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A player of this home; unique in it, never reused.
    PlayerId
);
id!(
    /// A tournament of this home.
    TournamentId
);
id!(
    /// A game of this home (players see its name, `CODE/N`).
    GameId
);
id!(
    /// A message received.
    InboundId
);
id!(
    /// A message composed.
    OutboundId
);
id!(
    /// A period of leave.
    LeaveId
);
id!(
    /// An entry of the append-only record.
    EventId
);
id!(
    /// A pass that declared something, or whose hour was in doubt.
    PassId
);

/// A game's public name, `CODE/N`: the tournament's code and the game's number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameName {
    /// The tournament's code: letters, digits, `-` and `_`.
    pub code: String,
    /// The game's number in its tournament, from 1.
    pub number: u32,
}

impl GameName {
    /// Its page on the server of that address, which ends in no `/`. It names the game, and
    /// is no secret.
    pub fn page(&self, web: &str) -> String {
        format!("{web}/game/{self}")
    }

    /// Reads `CODE/N`; nothing around it is allowed.
    pub fn parse(text: &str) -> Option<GameName> {
        let (code, number) = text.trim().split_once('/')?;
        if !is_code(code) || number.is_empty() || number.len() > 6 {
            return None;
        }
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = number.parse().ok().filter(|n| *n > 0)?;
        Some(GameName {
            code: code.to_owned(),
            number,
        })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.code, self.number)
    }
}

impl Serialize for GameName {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<GameName, D::Error> {
        let text = String::deserialize(d)?;
        GameName::parse(&text).ok_or_else(|| serde::de::Error::custom("not a game name CODE/N"))
    }
}

/// How a command line names a player: id, address, or `CODE:START-NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRef {
    /// The number in this home.
    Id(PlayerId),
    /// The registered address.
    Address(String),
    /// A tournament's code and a starting number in it.
    Entry(String, u32),
}

impl PlayerRef {
    /// Reads a reference.
    pub fn parse(text: &str) -> Option<PlayerRef> {
        let text = text.trim();
        if text.contains('@') {
            return Some(PlayerRef::Address(text.to_owned()));
        }
        if let Some((code, number)) = text.split_once(':') {
            let number = number.parse().ok().filter(|n| *n > 0)?;
            return is_code(code).then(|| PlayerRef::Entry(code.to_owned(), number));
        }
        text.parse().ok().map(|n| PlayerRef::Id(PlayerId(n)))
    }
}

impl fmt::Display for PlayerRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerRef::Id(id) => id.fmt(f),
            PlayerRef::Address(address) => f.write_str(address),
            PlayerRef::Entry(code, number) => write!(f, "{code}:{number}"),
        }
    }
}

/// Whether a text may be a tournament's code: letters, digits, `-` and `_`,
/// 1 to 40 characters (Scid and cmail key their games by it).
pub fn is_code(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_names_are_read_as_written() {
        let name = GameName::parse("RU26-01/3").unwrap();
        assert_eq!(name.to_string(), "RU26-01/3");
        for bad in [
            "RU26-01",
            "RU26-01/",
            "RU26-01/0",
            "/3",
            "A B/3",
            "A/3x",
            "A/-3",
        ] {
            assert!(GameName::parse(bad).is_none(), "{bad}");
        }
    }
}
