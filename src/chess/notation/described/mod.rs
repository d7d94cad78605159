//! Moves told in words: `конь бьёт e4`, `gońcem na c4`, `knight from g1 to f3`, `lange
//! Rochade`, in the words of every language at once.
//!
//! [`find()`] looks for them in a text, a pure grammar of words ([`DescribedMove`]), and
//! `read` asks a position which of its legal moves fit. What is told never costs
//! anybody anything: where no move or several fit, it is asked.

mod atoms;
mod gist;
mod grammar;
mod lexicon;
mod narrow;
mod resolve;

pub use gist::{Gist, promoted, promoting};
pub use narrow::narrowed;
pub(super) use resolve::read;

use crate::chess::Piece;
use crate::chess::position::Coords;

/// A square as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ToldSquare {
    /// One of these: a letter typed in Cyrillic may be meant as two files.
    On(Vec<Coords>),
    /// On one of these files, on a rank counted from the mover's side: `king's bishop three`.
    Ahead(Vec<u8>, u8),
}

/// How a move is told: what is said of it, and nothing more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribedMove {
    piece: Option<Piece>,
    /// The piece is said to be the opponent's.
    theirs: bool,
    from: Option<ToldSquare>,
    from_file: Option<u8>,
    /// The king's wing, or the queen's, that the piece belongs to.
    wing: Option<Wing>,
    /// The pawn stands in front of that piece.
    in_front: Option<Piece>,
    to: Option<ToldSquare>,
    /// Squares that a pawn advances by.
    steps: Option<u8>,
    taking: bool,
    captured: Option<Piece>,
    castling: bool,
    castled: Option<Wing>,
    promotion: Option<Piece>,
    passing: bool,
}

/// A half of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wing {
    /// Where the kings stand at the start: the short castling.
    Kings,
    /// Where the queens stand: the long one.
    Queens,
}

impl DescribedMove {
    /// Whether it is said to be the opponent's move.
    pub fn is_theirs(&self) -> bool {
        self.theirs
    }

    /// The square it ends on, file and rank from 0, where that is told for certain.
    pub(super) fn target(&self) -> Option<Coords> {
        one(self.to.as_ref()?)
    }

    /// The square it starts on likewise.
    pub(super) fn origin(&self) -> Option<Coords> {
        one(self.from.as_ref()?)
    }

    /// What a pawn becomes.
    pub(super) fn promotion(&self) -> Option<Piece> {
        self.promotion
    }

    /// Whether it is told with its square, or as castling: what is told without may be
    /// meant as any of several moves.
    pub fn is_definite(&self) -> bool {
        self.castling || self.to.is_some() || self.steps.is_some()
    }
}

fn one(square: &ToldSquare) -> Option<Coords> {
    match square {
        ToldSquare::On(all) => match all.as_slice() {
            [only] => Some(*only),
            _ => None,
        },
        ToldSquare::Ahead(..) => None,
    }
}

/// A move told in words, and where it stands in the text, in bytes.
#[derive(Clone, Debug)]
pub struct ToldMove {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What is told.
    pub told: DescribedMove,
}

/// The moves told in words in a text, in their order. What is written in letters and
/// figures alone is none of them.
pub fn find(text: &str) -> Vec<ToldMove> {
    grammar::find(text)
}

/// Whether a word is one of those that tell moves: a piece, a verb, a square, a figure.
pub fn is_of_moves(word: &str) -> bool {
    let key = lexicon::key(word);
    is_spelt_of_moves(word) || lexicon::piece_like(&key).is_some() || lexicon::is_like_taking(&key)
}

/// Whether a word is one of those as it is spelt. One that only comes near them may be any
/// word of everyday speech (`lunch`, `night`, `стоном`), so no move hangs on it alone.
pub fn is_spelt_of_moves(word: &str) -> bool {
    let short = word.chars().filter(|c| c.is_alphanumeric()).count() <= 2;
    let key = lexicon::key(word);
    short
        || lexicon::meaning(&key).is_some()
        || lexicon::piece_at_end(&key).is_some()
        || lexicon::begins_several(&key)
}

/// What a text tells that is a move told in words and nothing else.
pub fn whole(text: &str) -> Option<DescribedMove> {
    let mut found = find(text).into_iter();
    let first = found.next()?;
    let outside = |part: Option<&str>| part.is_none_or(|p| !p.chars().any(char::is_alphanumeric));
    let alone = found.next().is_none()
        && outside(text.get(..first.start))
        && outside(text.get(first.end..));
    alone.then_some(first.told)
}
