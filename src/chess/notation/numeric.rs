//! Numeric notation (article 58).

use super::squares::{between, settle, why_not};
use super::{Finding, Reason, letters};
use crate::chess::{Piece, Position};

/// The digits of a numeric move: four or five, with a hyphen, a capture mark or
/// a dot of some kind between the squares at most; and whether that is unusual.
/// `None` where it is something else. The digits are not judged.
pub(super) fn digits(text: &str) -> Option<(Vec<char>, bool)> {
    let mut digits = Vec::with_capacity(5);
    let mut unusual = false;
    for letter in text.chars() {
        match letter {
            '0'..='9' if digits.len() < 5 => digits.push(letter),
            '-' if digits.len() == 2 || digits.len() == 4 => {}
            'x' | 'х' | ':' if digits.len() == 2 => unusual = true,
            _ => return None,
        }
    }
    let ends_in_digit = text.chars().next_back().is_some_and(|c| c.is_ascii_digit());
    (digits.len() >= 4 && ends_in_digit).then_some((digits, unusual))
}

/// Reads four or five digits.
pub(super) fn read(digits: &[char], position: &Position) -> Finding {
    let rank = |index: usize| digits.get(index).copied().and_then(letters::rank);
    let (Some(from_file), Some(from_rank), Some(to_file), Some(to_rank)) =
        (rank(0), rank(1), rank(2), rank(3))
    else {
        return Finding::Unreadable(Reason::DigitOutsideBoard);
    };
    let (from, to) = ((from_file, from_rank), (to_file, to_rank));
    let own_pawn = position.piece_at(from_file, from_rank) == Some((position.turn(), Piece::Pawn));
    let promotes = own_pawn && (to_rank == 0 || to_rank == 7);
    let fit = between(position, from, to);
    let Some(fifth) = digits.get(4) else {
        return match settle(position, fit, why_not(position, from, to)) {
            Finding::Ambiguous(candidates, _) => {
                Finding::Ambiguous(candidates, Reason::PromotionMissing)
            }
            other => other,
        };
    };
    if !promotes {
        return Finding::Unreadable(Reason::PromotionNotHere);
    }
    if !matches!(fifth, '1'..='4') {
        return Finding::Unreadable(Reason::PromotionDigit);
    }
    let chosen = fit
        .into_iter()
        .filter(|mv| position.numeric(*mv).ends_with(*fifth))
        .collect();
    settle(position, chosen, why_not(position, from, to))
}
