//! Numeric notation (article 58).

use super::letters::{self, is_figurine};
use super::squares::{between, settle, why_not};
use super::{Finding, Reason};
use crate::chess::{Piece, Position};
use crate::language::Language;

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

/// Four digits with a promotion in letters behind them (`5758=Ф`, `57-58Q`,
/// `5758(Ф)`): the digits and the letters.
pub(super) fn lettered(text: &str) -> Option<(Vec<char>, Vec<char>)> {
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (before, tail) = text.split_at_checked(end)?;
    let tail: Vec<char> = tail.chars().collect();
    let letters = match tail.as_slice() {
        ['=' | '/' | '-', word @ ..] | ['(', word @ .., ')'] | word => word,
    };
    let (digits, _) = digits(before).filter(|(digits, _)| digits.len() == 4)?;
    let fits = matches!(letters.len(), 1 | 2)
        && letters.iter().all(|c| c.is_alphabetic() || is_figurine(*c));
    fits.then(|| (digits, letters.to_vec()))
}

/// Reads four digits and the letters of a promotion.
pub(super) fn read_lettered(
    digits: &[char],
    letters: &[char],
    position: &Position,
    language: Option<Language>,
) -> Finding {
    let meanings = letters::meanings(letters, language, true);
    let Some(best) = meanings.first().map(|m| m.tier) else {
        return Finding::Unreadable(Reason::NotAMove);
    };
    let mut refused = Finding::Impossible(Reason::ImpossiblePromotion);
    let mut fit = Vec::new();
    for meaning in meanings.iter().filter(|m| m.tier == best) {
        let digit = match meaning.piece {
            Piece::Queen => '1',
            Piece::Rook => '2',
            Piece::Bishop => '3',
            Piece::Knight => '4',
            Piece::King | Piece::Pawn => continue,
        };
        let mut all = digits.to_vec();
        all.push(digit);
        match read(&all, position) {
            Finding::Legal(mv, _) => fit.push(mv),
            other => refused = other,
        }
    }
    if fit.is_empty() {
        return refused;
    }
    match settle(position, fit, Reason::ImpossiblePromotion) {
        Finding::Legal(mv, _) => Finding::Legal(mv, Some(Reason::Spelling)),
        other => other,
    }
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
