//! What the code on a reply card says: which game, after which half-move, who answers. A
//! keyed hash binds it to the home that printed it. It finds the game and proves nothing:
//! it is no token, and whoever has the card has the code.
//!
//! `PC:GAME:PLY` and `W` or `B`, then `:` and 16 signs of hash: `PC:12:17B:ABCD…`.

use crate::chess::Side;
use crate::ids::GameId;
use crate::token::Key;
use subtle::ConstantTimeEq;

/// How every code begins.
const BEGINS: &str = "PC:";
/// Longest text that is tried as a code.
const LONGEST: usize = 64;

/// Which answer a reply card is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardCode {
    /// The game, by its number in the home.
    pub game: GameId,
    /// The half-move that it answers, from 1.
    pub ply: usize,
    /// Who answers.
    pub side: Side,
}

/// What a text in a code turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeReading {
    /// A card of this home.
    Ours(CardCode),
    /// It looks like one, and no key of this home has made it.
    Foreign,
    /// Something else.
    Other,
}

impl CardCode {
    /// As it is printed.
    pub fn text(&self, key: &Key) -> String {
        let said = self.said();
        let hash = key.card_hash(&said);
        format!("{said}:{hash}")
    }

    /// Reads a code by any of these keys.
    pub fn read<'k>(text: &str, keys: impl IntoIterator<Item = &'k Key>) -> CodeReading {
        if text.len() > LONGEST || !text.starts_with(BEGINS) {
            return CodeReading::Other;
        }
        let Some((said, hash)) = text.rsplit_once(':') else {
            return CodeReading::Other;
        };
        let is_made_by =
            |key: &Key| bool::from(key.card_hash(said).as_bytes().ct_eq(hash.as_bytes()));
        if !keys.into_iter().any(is_made_by) {
            return CodeReading::Foreign;
        }
        CardCode::of(said).map_or(CodeReading::Foreign, CodeReading::Ours)
    }

    fn said(&self) -> String {
        let side = match self.side {
            Side::White => 'W',
            Side::Black => 'B',
        };
        format!("{BEGINS}{}:{}{side}", self.game, self.ply)
    }

    fn of(said: &str) -> Option<CardCode> {
        let (game, rest) = said.strip_prefix(BEGINS)?.split_once(':')?;
        let (ply, side) = match rest.strip_suffix('W') {
            Some(ply) => (ply, Side::White),
            None => (rest.strip_suffix('B')?, Side::Black),
        };
        Some(CardCode {
            game: GameId(game.parse().ok()?),
            ply: ply.parse().ok()?,
            side,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{KEY_BYTES, TokenPlace};

    fn key(byte: u8) -> Key {
        Key::new([byte; KEY_BYTES])
    }

    const CODE: CardCode = CardCode {
        game: GameId(1_234_567),
        ply: 117,
        side: Side::Black,
    };

    #[test]
    fn a_code_says_which_answer_it_is_for_also_to_a_key_that_is_retired() {
        let text = CODE.text(&key(1));
        assert!(text.starts_with("PC:1234567:117B:"), "{text}");
        let ours = CodeReading::Ours(CODE);
        assert_eq!(CardCode::read(&text, [&key(1)]), ours);
        assert_eq!(CardCode::read(&text, [&key(2), &key(1)]), ours);
        assert_eq!(CardCode::read(&text, [&key(2)]), CodeReading::Foreign);
        for text in ["", "PC", "https://club.example", &"PC:".repeat(100)] {
            assert_eq!(CardCode::read(text, [&key(1)]), CodeReading::Other);
        }
    }

    #[test]
    fn a_code_with_another_sign_is_foreign_and_no_code_is_a_token() {
        let text = CODE.text(&key(1));
        for at in 3..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'2' { b'3' } else { b'2' };
            let other = String::from_utf8(other).unwrap();
            assert_eq!(CardCode::read(&other, [&key(1)]), CodeReading::Foreign);
        }
        for place in [TokenPlace::Address, TokenPlace::MessageId] {
            assert_eq!(key(1).read(&text, place), None);
            assert_eq!(key(1).read(&text.replace(':', "."), place), None);
        }
    }
}
