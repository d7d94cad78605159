//! Chess960 (FIDE Laws, guidelines II): the 960 start arrays by their numbers, and what is
//! wrong with an array that is none of them.

use serde::Serialize;

/// How many arrays there are.
pub const ARRAYS: u32 = 960;

/// The places of the knights among the five squares that bishops and queen leave.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// Why an array is no start position of Chess960 (II.1 and II.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrayFault {
    /// A file has another piece, or too many of one.
    #[error("the first rank must hold king, queen, two rooks, two bishops and two knights")]
    Pieces,
    /// II.2.3.
    #[error("the king must stand between the rooks (Chess960, II.2.3)")]
    King,
    /// II.2.2.
    #[error("the bishops must stand on squares of opposite colours (Chess960, II.2.2)")]
    Bishops,
    /// II.2.4.
    #[error("Black's pieces must stand opposite White's (Chess960, II.2.4)")]
    Mirror,
}

/// White's pieces on the first rank, from the a-file, as capital letters; none for a number
/// past 959.
pub fn array(number: u32) -> Option<[char; 8]> {
    let mut number = usize::try_from(number)
        .ok()
        .filter(|n| *n < ARRAYS as usize)?;
    let mut files = [None; 8];
    let mut take = |count: usize| {
        let rest = number % count;
        number /= count;
        rest
    };
    let light = take(4) * 2 + 1;
    let dark = take(4) * 2;
    let queen = take(6);
    let knights = KNIGHTS.get(take(10))?;
    *files.get_mut(light)? = Some('B');
    *files.get_mut(dark)? = Some('B');
    let put = |files: &mut [Option<char>; 8], at: usize, piece: char| {
        let mut free = files.iter_mut().filter(|f| f.is_none());
        if let Some(file) = free.nth(at) {
            *file = Some(piece);
        }
    };
    put(&mut files, queen, 'Q');
    // Of the free squares the higher first: the lower keeps its place.
    put(&mut files, knights.1, 'N');
    put(&mut files, knights.0, 'N');
    for piece in ['R', 'K', 'R'] {
        put(&mut files, 0, piece);
    }
    Some(files.map(|f| f.unwrap_or('?')))
}

/// The start position of a number, as FEN.
pub fn start_fen(number: u32) -> Option<String> {
    let white: String = array(number)?.iter().collect();
    let black = white.to_lowercase();
    Some(format!(
        "{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"
    ))
}

/// The number of an array; none where it is none of Chess960.
pub fn number_of(pieces: &str) -> Option<u32> {
    (0..ARRAYS).find(|n| array(*n).is_some_and(|a| a.into_iter().eq(pieces.chars())))
}

/// An array as people name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberedArray {
    /// 0 to 959; 518 is the ordinary one.
    pub number: u32,
    /// White's pieces from the a-file: `RNBQKBNR`.
    pub pieces: String,
}

/// The array from which a game begins; none where its FEN is no start position of Chess960.
pub fn array_of(fen: &str) -> Option<NumberedArray> {
    let board = fen.split_whitespace().next()?;
    let pieces = board.rsplit('/').next()?;
    let number = number_of(pieces)?;
    let starts = start_fen(number).is_some_and(|s| s.starts_with(&format!("{board} ")));
    starts.then(|| NumberedArray {
        number,
        pieces: pieces.to_owned(),
    })
}

/// What is wrong with the start array of a FEN: one with all pawns at home and both first
/// ranks full. Another position is no array, and nothing is said of it.
///
/// # Errors
/// The rule that it breaks.
pub fn check_array(fen: &str) -> Result<(), ArrayFault> {
    let board = fen.split_whitespace().next().unwrap_or("");
    let ranks: Vec<&str> = board.split('/').collect();
    let &[black, "pppppppp", "8", "8", "8", "8", "PPPPPPPP", white] = ranks.as_slice() else {
        return Ok(());
    };
    if white.len() != 8 || !white.chars().all(char::is_alphabetic) {
        return Ok(());
    }
    let files = |piece: char| -> Vec<usize> {
        white
            .char_indices()
            .filter(|(_, c)| *c == piece)
            .map(|(at, _)| at)
            .collect()
    };
    let (kings, rooks, bishops) = (files('K'), files('R'), files('B'));
    let (&[king], &[left, right], &[one, other]) =
        (kings.as_slice(), rooks.as_slice(), bishops.as_slice())
    else {
        return Err(ArrayFault::Pieces);
    };
    if files('Q').len() != 1 || files('N').len() != 2 {
        return Err(ArrayFault::Pieces);
    }
    if king < left || king > right {
        return Err(ArrayFault::King);
    }
    if one % 2 == other % 2 {
        return Err(ArrayFault::Bishops);
    }
    match black == white.to_lowercase() {
        true => Ok(()),
        false => Err(ArrayFault::Mirror),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Variant};
    use std::collections::BTreeSet;

    #[test]
    fn the_960_arrays_are_all_different_and_right() {
        let mut seen = BTreeSet::new();
        for number in 0..ARRAYS {
            let fen = start_fen(number).unwrap();
            assert_eq!(check_array(&fen), Ok(()), "{number} {fen}");
            assert!(Position::from_fen(&fen, Variant::Chess960).is_ok(), "{fen}");
            let white: String = array(number).unwrap().iter().collect();
            assert_eq!(number_of(&white), Some(number));
            assert_eq!(array_of(&fen).map(|a| a.number), Some(number));
            assert!(seen.insert(white));
        }
        assert_eq!(array(ARRAYS), None);
        // Published numbers: the ordinary array, the first and the last.
        for (number, white) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB")] {
            assert_eq!(number_of(white), Some(number), "{white}");
        }
    }

    #[test]
    fn arrays_that_break_a_rule_are_refused_by_that_rule() {
        let fen = |black: &str, white: &str| {
            format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1")
        };
        for (white, fault) in [
            ("KRRQBBNN", ArrayFault::King),
            ("RBBKQNRN", ArrayFault::King),
            ("RBKBQNNR", ArrayFault::Bishops),
            ("RNBQKQNR", ArrayFault::Pieces),
        ] {
            let fault = match white {
                "RBBKQNRN" => Ok(()),
                _ => Err(fault),
            };
            assert_eq!(
                check_array(&fen(&white.to_lowercase(), white)),
                fault,
                "{white}"
            );
        }
        assert_eq!(
            check_array(&fen("rnbkqbnr", "RNBQKBNR")),
            Err(ArrayFault::Mirror)
        );
        assert_eq!(array_of(&fen("rnbkqbnr", "RNBQKBNR")), None);
        // Another position is no array.
        assert_eq!(check_array("8/8/8/8/8/8/8/K6k w - - 0 1"), Ok(()));
    }
}
