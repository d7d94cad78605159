//! What can be wrong with a card (55.4.9), as tables and the terminal name it.

use serde::{Deserialize, Serialize};

/// What is wrong with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardFault {
    /// A move that cannot be made.
    Impossible,
    /// A move that cannot be read.
    Illegible,
    /// No move where one was due (55.3.11).
    NoMove,
    /// The opponent's move is repeated wrongly.
    WrongRepetition,
    /// An error in the address.
    WrongAddress,
    /// Not registered, where it had to be (55.4.12).
    Unregistered,
}

impl CardFault {
    /// All of them.
    pub const ALL: [CardFault; 6] = [
        CardFault::Impossible,
        CardFault::Illegible,
        CardFault::NoMove,
        CardFault::WrongRepetition,
        CardFault::WrongAddress,
        CardFault::Unregistered,
    ];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            CardFault::Impossible => "impossible",
            CardFault::Illegible => "illegible",
            CardFault::NoMove => "no-move",
            CardFault::WrongRepetition => "wrong-repetition",
            CardFault::WrongAddress => "wrong-address",
            CardFault::Unregistered => "unregistered",
        }
    }

    /// Reads what [`CardFault::name`] says, in any case.
    pub fn parse(text: &str) -> Option<CardFault> {
        let text = text.trim();
        let is = |fault: &CardFault| fault.name().eq_ignore_ascii_case(text);
        CardFault::ALL.into_iter().find(is)
    }

    /// Whether the move on the card does not count by it.
    pub fn voids_the_move(self) -> bool {
        match self {
            CardFault::Impossible
            | CardFault::Illegible
            | CardFault::NoMove
            | CardFault::WrongRepetition => true,
            CardFault::WrongAddress | CardFault::Unregistered => false,
        }
    }
}
