//! The descriptive notation of old books: `P-K4`, `Kt-KB3`, `PxP`. It is recognised,
//! and never played: whoever writes it is asked, with the moves it might be.

use crate::chess::position::{Move, Position, piece};
use crate::chess::{Piece, Side};

/// A move's text taken apart.
struct DescriptiveMove {
    piece: Piece,
    to: Target,
    promotion: Option<Piece>,
}

enum Target {
    /// Files from 0, rank from 0 as the mover sees it.
    Square(Vec<u8>, u8),
    /// What is taken.
    Taken(Piece),
}

/// Whether a text has the shape of descriptive notation.
pub(super) fn is_shape(text: &str) -> bool {
    parse(text).is_some()
}

/// A text that stands in small letters as this notation has it: `p-k4`, `kt-kb3`.
pub(super) fn in_capitals(text: &str) -> String {
    let capitals = text.to_ascii_uppercase().replace("KT", "Kt");
    match capitals.strip_suffix("CH") {
        Some(rest) => format!("{}ch", rest.replace('X', "x")),
        None => capitals.replace('X', "x"),
    }
}

/// The legal moves that a text may be.
pub(super) fn moves(text: &str, position: &Position) -> Vec<Move> {
    let Some(written) = parse(text) else {
        return Vec::new();
    };
    let legal = position.legal_moves().into_iter();
    legal.filter(|mv| written.may_be(*mv, position)).collect()
}

impl DescriptiveMove {
    fn may_be(&self, mv: Move, position: &Position) -> bool {
        let (from, to) = position.squares(mv);
        let mover = position.piece_at(from.0, from.1).map(|(_, piece)| piece);
        let rank = match position.turn() {
            Side::White => to.1,
            Side::Black => 7 - to.1.min(7),
        };
        let reaches = match &self.to {
            Target::Square(files, wanted) => {
                !mv.0.is_capture() && files.contains(&to.0) && rank == *wanted
            }
            Target::Taken(taken) => {
                let there = position.piece_at(to.0, to.1).map(|(_, piece)| piece);
                mv.0.is_capture() && there.unwrap_or(Piece::Pawn) == *taken
            }
        };
        let becomes = mv.0.promotion().map(piece);
        mover == Some(self.piece)
            && reaches
            && (self.promotion.is_none() || self.promotion == becomes)
    }
}

fn parse(text: &str) -> Option<DescriptiveMove> {
    let text = text.strip_suffix("ch").unwrap_or(text);
    if text.len() > 12 || !text.is_ascii() {
        return None;
    }
    let (text, promotion) = match text.strip_suffix(')').and_then(|t| t.split_once('(')) {
        Some((text, letter)) => (text, Some(one(letter.trim_start_matches('='))?.0)),
        None => (text, None),
    };
    if let Some((mover, target)) = text.split_once('-') {
        let (mover, _) = one(mover)?;
        let rank = target.chars().next_back()?.to_digit(10)?;
        let rank = u8::try_from(rank).ok().filter(|r| (1..=8).contains(r))?;
        let files = files(target.get(..target.len() - 1)?)?;
        return Some(DescriptiveMove {
            piece: mover,
            to: Target::Square(files, rank - 1),
            promotion,
        });
    }
    let (mover, taken) = text.split_once('x')?;
    Some(DescriptiveMove {
        piece: one(mover)?.0,
        to: Target::Taken(one(taken)?.0),
        promotion,
    })
}

/// A piece, perhaps with the wing it comes from: `P`, `QBP`, `KR`, `Kt`, `QKt`.
fn one(word: &str) -> Option<(Piece, &str)> {
    if let Some(wing) = word.strip_suffix('P') {
        return (wing.is_empty() || files(wing).is_some()).then_some((Piece::Pawn, wing));
    }
    match word {
        "K" => return Some((Piece::King, "")),
        "Q" => return Some((Piece::Queen, "")),
        _ => {}
    }
    let (wing, bare) = match word.chars().next() {
        Some('Q' | 'K') if word != "Kt" => word.split_at_checked(1)?,
        _ => ("", word),
    };
    let piece = match bare {
        "R" => Piece::Rook,
        "N" | "Kt" => Piece::Knight,
        "B" => Piece::Bishop,
        _ => return None,
    };
    Some((piece, wing))
}

/// The files that a name may be: `K` is e, `QB` is c, `B` is c or f.
fn files(name: &str) -> Option<Vec<u8>> {
    Some(match name {
        "QR" => vec![0],
        "QN" | "QKt" => vec![1],
        "QB" => vec![2],
        "Q" => vec![3],
        "K" => vec![4],
        "KB" => vec![5],
        "KN" | "KKt" => vec![6],
        "KR" => vec![7],
        "R" => vec![0, 7],
        "N" | "Kt" => vec![1, 6],
        "B" => vec![2, 5],
        _ => return None,
    })
}
