//! The shape of moves, as [`crate::chess::notation`] knows it, with the questions
//! that a line of a letter asks.

use crate::chess::Piece;
use crate::chess::notation;

pub use notation::{
    is_castling, is_of_squares, looks_like_move as move_shape, may_be_move as loose_shape,
};

/// Whether a token is a numeric move on the board (article 58).
pub fn is_numeric(token: &str) -> bool {
    notation::is_numeric(token) && notation::looks_like_move(token)
}

/// The square a move ends on, as numeric digits, where its text tells.
pub fn target(token: &str) -> Option<String> {
    notation::squares(token).map(|s| format!("{}{}", s.to.0, s.to.1))
}

/// Whether a move without a promotion ends where a pawn would promote.
pub fn ends_on_last_rank(token: &str) -> bool {
    notation::squares(token).is_some_and(|s| s.promotion.is_none() && matches!(s.to.1, 1 | 8))
}

/// A coordinate or numeric move in UCI, where its text alone tells: `e2e4`,
/// `e7-e8Q`, `5254`, `57581`. Castling is the king's move.
pub fn uci(token: &str) -> Option<String> {
    let squares = notation::squares(token)?;
    // `Nf3-g5` tells its squares too, but a letter's meaning is the reader's.
    let from = squares.from.filter(|_| !has_piece(token))?;
    let square = |(file, rank): (u8, u8)| {
        let file = char::from(b'a' + file.saturating_sub(1));
        format!("{file}{rank}")
    };
    let promotion = match squares.promotion {
        None => "",
        Some(Piece::Queen) => "q",
        Some(Piece::Rook) => "r",
        Some(Piece::Bishop) => "b",
        Some(Piece::Knight) => "n",
        Some(Piece::King | Piece::Pawn) => return None,
    };
    Some(format!("{}{}{promotion}", square(from), square(squares.to)))
}

/// Whether a piece's letter stands before the squares.
fn has_piece(token: &str) -> bool {
    let mut before = token.chars().take_while(|c| !c.is_ascii_digit());
    before.nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_every_notation_have_the_shape() {
        for text in [
            "5254",
            "52-54",
            "57581",
            "12111",
            "e4",
            "Nf3",
            "Кf3!",
            "ed5",
            "exd5",
            "c4:d5",
            "e2e4",
            "E2-E4",
            "0-0",
            "O-O-O",
            "0–0–0",
            "Крg1",
            "a8=Q",
            "a8Ф",
            "a7-a8К",
            "Кfxd4",
            "Ng8e7",
            "К-d7",
            "Sd7!?",
            "Cc4",
            "Kpe2",
            "xd5",
            "e8=Q+",
            "Bb4+",
            "Wfe1",
            "e7e8q",
            "Qh4#",
            "axb8=N",
        ] {
            assert!(move_shape(text), "{text}");
        }
    }

    #[test]
    fn words_dates_and_numbers_have_not() {
        for text in [
            "2026",
            "12/05",
            "1/2-1/2",
            "12:30",
            "5290",
            "525",
            "525411",
            "hello",
            "Привет",
            "a",
            "A4paper",
            "1-0",
            "0-1",
            "B",
            "и",
            "x",
            "12.05",
            "5+3",
            "deed",
            "bad",
            "e-mail",
            "he",
            "+-",
            "=",
            "-",
            "0",
            "x2",
        ] {
            assert!(!move_shape(text), "{text}");
        }
    }

    #[test]
    fn a_text_that_tells_all_is_given_as_uci() {
        for (text, uci_text) in [
            ("5254", "e2e4"),
            ("57581", "e7e8q"),
            ("E2-E4", "e2e4"),
            ("a7a8Л", "a7a8r"),
        ] {
            assert_eq!(uci(text).as_deref(), Some(uci_text), "{text}");
        }
        assert_eq!(uci("Nf3"), None);
        assert_eq!(uci("57587"), None);
    }
}
