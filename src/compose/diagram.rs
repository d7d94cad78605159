//! The board in letters, for a fixed-width view and for who sees no picture.

use super::words::LetterWords;
use crate::chess::{Piece, Position, Side};
use crate::language::Language;
use crate::report::width::width;

/// Columns of one square of the text diagram: a letter or two, and the brackets
/// that tell Black's pieces where capitals and small letters look alike (К, к).
const SQUARE: usize = 4;

/// The position as letters, seen from a side: capital letters for White, small
/// ones in brackets for Black, letters and digits of the files at the edges.
pub fn diagram(position: &Position, from: Side, words: &LetterWords, language: Language) -> String {
    let ranks: Vec<u8> = match from {
        Side::White => (0..8).rev().collect(),
        Side::Black => (0..8).collect(),
    };
    let files: Vec<u8> = ranks.iter().rev().copied().collect();
    let edge = |first: u8| {
        let mut line = " ".repeat(5);
        for file in &files {
            line.push(char::from(first + file));
            line.push_str("   ");
        }
        line.trim_end().to_owned()
    };
    let mut out = String::with_capacity(800);
    for rank in &ranks {
        let digit = char::from(b'1' + rank);
        out.push(digit);
        out.push_str("   ");
        for file in &files {
            let from = out.len();
            match position.piece_at(*file, *rank) {
                Some((Side::White, piece)) => {
                    out.push(' ');
                    out.push_str(words.piece(piece, language));
                }
                Some((Side::Black, piece)) => {
                    let letter = words.piece(piece, language);
                    out.push('(');
                    out.extend(letter.chars().flat_map(char::to_lowercase));
                    out.push(')');
                }
                None => out.push_str(" ."),
            }
            for _ in out.get(from..).map_or(0, width)..SQUARE {
                out.push(' ');
            }
        }
        out.push_str("  ");
        out.push(digit);
        out.push('\n');
    }
    out.push('\n');
    out.push_str(&edge(b'a'));
    out.push('\n');
    out.push_str(&edge(b'1'));
    out.push('\n');
    out
}

/// The position in words for who cannot see the picture: `Kg1 Qd1 … / Kg8 …`.
pub fn described(position: &Position, words: &LetterWords, language: Language) -> String {
    let order = [
        Piece::King,
        Piece::Queen,
        Piece::Rook,
        Piece::Bishop,
        Piece::Knight,
        Piece::Pawn,
    ];
    let mut pieces: Vec<(Side, usize, u8, u8)> = Vec::with_capacity(32);
    for file in 0..8u8 {
        for rank in 0..8u8 {
            if let Some((side, piece)) = position.piece_at(file, rank) {
                let kind = order.iter().position(|p| *p == piece).unwrap_or(0);
                pieces.push((side, kind, file, rank));
            }
        }
    }
    pieces.sort_unstable();
    let mut out = String::with_capacity(256);
    for side in Side::BOTH {
        if side == Side::Black {
            out.push_str("; ");
        }
        out.push_str(words.side(side));
        out.push(':');
        for (_, kind, file, rank) in pieces.iter().filter(|p| p.0 == side) {
            out.push(' ');
            out.push_str(order.get(*kind).map_or("", |p| p.letter(language)));
            out.push(char::from(b'a' + file));
            out.push(char::from(b'1' + rank));
        }
    }
    out
}
