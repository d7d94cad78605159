//! What the code on a reply card says: which game, after which half-move, who answers. A
//! keyed hash binds it to the home that printed it. It finds the game and proves nothing:
//! it is no token, and whoever has the card has the code.
//!
//! `PC:GAME:PLY` and `W` or `B`, `-` and four digits of the moves so far, then `:` and 16
//! signs of hash: `PC:12:17B-1F3A:ABCD…`. Cards printed before version 0.2 have no digits.

use crate::chess::Side;
use crate::ids::GameId;
use crate::record::PlayedMove;
use crate::token::Key;
use sha2::{Digest, Sha256};
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
    /// The moves up to that half-move, shortened: another may stand there once one was
    /// voided. `None` on cards that were printed before version 0.2.
    pub line: Option<u16>,
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
    /// The code of the card on which the last of these moves is answered.
    pub fn of_answer(game: GameId, moves: &[PlayedMove], side: Side) -> CardCode {
        CardCode {
            game,
            ply: moves.len(),
            side,
            line: Some(shortened(moves)),
        }
    }

    /// Whether the half-move that it answers is still the one that was told.
    pub fn is_of(&self, moves: &[PlayedMove]) -> bool {
        let told = moves.get(..self.ply);
        told.is_some_and(|told| self.line.is_none_or(|line| line == shortened(told)))
    }

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
        let line = self.line.map(|line| format!("-{line:04X}"));
        let line = line.unwrap_or_default();
        format!("{BEGINS}{}:{}{side}{line}", self.game, self.ply)
    }

    fn of(said: &str) -> Option<CardCode> {
        let (game, rest) = said.strip_prefix(BEGINS)?.split_once(':')?;
        let (rest, line) = match rest.split_once('-') {
            Some((rest, line)) => (rest, Some(u16::from_str_radix(line, 16).ok()?)),
            None => (rest, None),
        };
        let (ply, side) = match rest.strip_suffix('W') {
            Some(ply) => (ply, Side::White),
            None => (rest.strip_suffix('B')?, Side::Black),
        };
        Some(CardCode {
            game: GameId(game.parse().ok()?),
            ply: ply.parse().ok()?,
            side,
            line,
        })
    }
}

/// Moves in two bytes: cards of a game with other moves are told apart, not proved.
fn shortened(moves: &[PlayedMove]) -> u16 {
    let mut hash = Sha256::new();
    for mv in moves {
        hash.update(mv.uci.as_bytes());
        hash.update(b" ");
    }
    let [first, second, ..] = <[u8; 32]>::from(hash.finalize());
    u16::from_be_bytes([first, second])
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
        line: Some(0x0BF3),
    };

    #[test]
    fn a_code_says_which_answer_it_is_for_also_to_a_key_that_is_retired() {
        let text = CODE.text(&key(1));
        assert!(text.starts_with("PC:1234567:117B-0BF3:"), "{text}");
        let ours = CodeReading::Ours(CODE);
        assert_eq!(CardCode::read(&text, [&key(1)]), ours);
        assert_eq!(CardCode::read(&text, [&key(2), &key(1)]), ours);
        assert_eq!(CardCode::read(&text, [&key(2)]), CodeReading::Foreign);
        // As it was printed before version 0.2.
        let older = CardCode { line: None, ..CODE };
        let text = older.text(&key(1));
        assert!(text.starts_with("PC:1234567:117B:"), "{text}");
        assert_eq!(CardCode::read(&text, [&key(1)]), CodeReading::Ours(older));
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
