//! A half-move in an order, as it is counted or as people name it: `31`, `16.Nb1`,
//! `16...5352`, `16.`

use super::OrderError;
use crate::chess::{Side, notation};
use crate::record::{GameFile, PlayedMove};

/// A half-move that an order names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HalfMove {
    /// By its number among half-moves, from 1.
    Ply(u32),
    /// By the number of the move and the side, perhaps with the move itself.
    Named {
        /// The move's number as printed.
        number: u32,
        /// Whose: one dot is White's, more are Black's.
        side: Side,
        /// The move, in any notation; perhaps empty.
        text: String,
    },
}

/// Reads a half-move: the word of an order.
pub(super) fn half_move(text: &str) -> Result<HalfMove, String> {
    let wrong = || {
        "a half-move is its number, such as 31, or a move with its own: 16.Nb1, 16...Nb1, \
         16. or 16... alone"
            .to_owned()
    };
    let text = text.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let figures = text.get(..text.len() - rest.len()).unwrap_or_default();
    let number: u32 = figures.parse().map_err(|_| wrong())?;
    if rest.is_empty() {
        return Ok(HalfMove::Ply(number));
    }
    let named = rest.trim_start_matches(['.', '…', ' ']);
    let dots = rest.get(..rest.len() - named.len()).unwrap_or_default();
    let side = match dots.trim() {
        "." => Side::White,
        ".." | "..." | "…" => Side::Black,
        _ => return Err(wrong()),
    };
    Ok(HalfMove::Named {
        number,
        side,
        text: named.to_owned(),
    })
}

impl HalfMove {
    /// Its number among the half-moves of a game. The move that is due has one too, where
    /// no move is named with it.
    ///
    /// # Errors
    ///
    /// The game has no such move, or another one there.
    pub fn in_game(&self, game: &GameFile) -> Result<u32, OrderError> {
        let (number, side, text) = match self {
            HalfMove::Ply(ply) => return Ok(*ply),
            HalfMove::Named { number, side, text } => (*number, *side, text.as_str()),
        };
        let written = || format!("{number}{}{text}", side.dots());
        let there = |mv: &&PlayedMove| mv.number == number && mv.side == side;
        let Some(mv) = game.moves.iter().find(there) else {
            let due = game.move_number() == number && game.turn() == side;
            return match due && text.is_empty() {
                true => Ok(game.ply() + 1),
                false => Err(OrderError::NoSuchMove(written())),
            };
        };
        match text.is_empty() || is_meant(game, mv, text) {
            true => Ok(mv.ply),
            false => Err(OrderError::AnotherMove {
                named: written(),
                made: format!("{}{} {}", mv.number, mv.side.dots(), mv.san),
                ply: mv.ply,
            }),
        }
    }
}

/// Whether a text is the move that was made, or may be: which of two knights goes there is
/// told by the record.
fn is_meant(game: &GameFile, made: &PlayedMove, text: &str) -> bool {
    let before = usize::try_from(made.ply)
        .unwrap_or(usize::MAX)
        .wrapping_sub(1);
    let Some(position) = game.line.position_at(before) else {
        return false;
    };
    let reading = notation::read(text, position, None);
    let mut fitting = reading.mv.iter().chain(&reading.candidates);
    fitting.any(|mv| position.uci(*mv) == made.uci)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_move_is_counted_or_named() {
        let named = |number, side, text: &str| {
            Ok(HalfMove::Named {
                number,
                side,
                text: text.to_owned(),
            })
        };
        for (text, read) in [
            ("31", Ok(HalfMove::Ply(31))),
            ("16.Nb1", named(16, Side::White, "Nb1")),
            ("16. Кb1", named(16, Side::White, "Кb1")),
            ("16.7161", named(16, Side::White, "7161")),
            ("16...Nb8", named(16, Side::Black, "Nb8")),
            ("16..Nb8", named(16, Side::Black, "Nb8")),
            ("16… Nb8", named(16, Side::Black, "Nb8")),
            ("16.", named(16, Side::White, "")),
            ("16...", named(16, Side::Black, "")),
        ] {
            assert_eq!(half_move(text), read, "{text}");
        }
        for text in ["", "Nb1", "16Nb1", "-3", "16....Nb1", "99999999999", "1,5"] {
            assert!(half_move(text).is_err(), "{text}");
        }
    }
}
