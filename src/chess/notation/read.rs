//! From a text and a position to a reading.

use super::cell::{self, CheckMarks, MoveCell};
use super::{Class, Finding, Reading, Reason};
use super::{algebraic, bare, castling, described, numeric, shape, squares};
use crate::chess::{Move, Piece, Position};
use crate::language::Language;
use crate::vocabulary;
use shakmaty::Position as _;
use std::sync::LazyLock;

/// Words between two moves of which one is to be chosen.
static OR: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.joining.ors));

/// Reads one written move. `language` is the declared one, if any: it decides
/// what a piece letter means; without it, two legal readings are ambiguous.
/// The text may carry its move number (`12.`, `12...`), which is not judged here.
pub fn read(text: &str, position: &Position, language: Option<Language>) -> Reading {
    if let Some(reading) = alternatives(text, position, language) {
        return reading;
    }
    let Some(cell) = cell::open(text).filter(|_| shape::behind_a_sign(text).is_none()) else {
        return reading(Finding::Unreadable(Reason::NotAMove), false);
    };
    let finding = match cell.body.is_empty() {
        true => Finding::Unreadable(Reason::Empty),
        false => words(&cell, position, language),
    };
    let finding = match finding {
        Finding::Legal(mv, remark) => {
            let remark = remark
                .or_else(|| marks_wrong(position, mv, cell.marks))
                .or_else(|| second_differs(&cell, position, mv, language))
                .or(cell.unusual.then_some(Reason::Spelling))
                .or(cell.draw_offer.then_some(Reason::DrawOffer));
            Finding::Legal(mv, remark)
        }
        other => other,
    };
    reading(finding, cell.draw_offer)
}

fn reading(finding: Finding, draw_offer: bool) -> Reading {
    let (class, mv, candidates, reason) = match finding {
        Finding::Legal(mv, None) => (Class::Ok, Some(mv), Vec::new(), None),
        Finding::Legal(mv, remark) => (Class::OkWithWarning, Some(mv), Vec::new(), remark),
        Finding::Ambiguous(fit, reason) => (Class::Ambiguous, None, fit, Some(reason)),
        Finding::Impossible(reason) => (Class::Impossible, None, Vec::new(), Some(reason)),
        Finding::Unreadable(reason) => (Class::Unreadable, None, Vec::new(), Some(reason)),
        Finding::Unpromoted(fit) => {
            let missing = Some(Reason::PromotionMissing);
            (Class::Unreadable, None, fit, missing)
        }
    };
    Reading {
        class,
        mv,
        candidates,
        reason,
        draw_offer,
    }
}

/// `5254 или 4244`: the sender has to choose, unless both are the same move.
fn alternatives(text: &str, position: &Position, language: Option<Language>) -> Option<Reading> {
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for word in text.split_whitespace().take(64) {
        match OR.contains(&word.to_lowercase().as_str()) {
            true => parts.push(Vec::new()),
            false => parts.last_mut()?.push(word),
        }
    }
    if parts.len() < 2 || parts.iter().any(Vec::is_empty) {
        return None;
    }
    let mut fit: Vec<Move> = Vec::new();
    let mut offer = false;
    for part in &parts {
        let part = read(&part.join(" "), position, language);
        fit.extend(part.mv);
        fit.extend(part.candidates);
        offer |= part.draw_offer;
    }
    let all_read = fit.len() == parts.len();
    let finding = match squares::settle(position, fit, Reason::SeveralMoves) {
        Finding::Legal(mv, _) if all_read => Finding::Legal(mv, Some(Reason::Spelling)),
        // Only one of them is legal; that does not make it the chosen one.
        Finding::Legal(mv, _) => Finding::Ambiguous(vec![mv], Reason::SeveralMoves),
        Finding::Ambiguous(fit, _) => Finding::Ambiguous(fit, Reason::SeveralMoves),
        Finding::Impossible(reason) | Finding::Unreadable(reason) => Finding::Unreadable(reason),
        unpromoted @ Finding::Unpromoted(_) => unpromoted,
    };
    Some(reading(finding, offer))
}

/// One word, or several that make one move.
fn words(cell: &MoveCell, position: &Position, language: Option<Language>) -> Finding {
    let words: Vec<&str> = cell.body.split(' ').collect();
    if let Some(finding) = castling::read_words(&words, position) {
        return finding;
    }
    if let Some(told) = described::whole(&cell.body) {
        return described::read(&told, position);
    }
    if let [one] = words.as_slice() {
        return single(one, position, language);
    }
    let moves = words.iter().filter(|word| bare::is_shape(word)).count();
    if moves >= 2 {
        return several(&words, position, language);
    }
    // `5 2 5 4`, `N f3`, `0 - 0`: one move with gaps in it. Where the whole is
    // no legal move, the gaps make it unreadable rather than impossible.
    match single(&words.concat(), position, language) {
        Finding::Legal(mv, remark) => Finding::Legal(mv, remark.or(Some(Reason::Spelling))),
        open @ (Finding::Ambiguous(..) | Finding::Unpromoted(_)) => open,
        _ => Finding::Unreadable(Reason::NotAMove),
    }
}

/// Two or more words that each look like a move.
fn several(words: &[&str], position: &Position, language: Option<Language>) -> Finding {
    let refused = Finding::Unreadable(Reason::SeveralMoves);
    let [first, second] = words else {
        return refused;
    };
    let of = |word: &str| single(word, position, language);
    let is_numeric = |word: &str| numeric::digits(word).is_some();
    match (of(first), of(second)) {
        (Finding::Legal(one, remark), Finding::Legal(other, _)) if one == other => {
            match first == second {
                true => Finding::Legal(one, remark.or(Some(Reason::Spelling))),
                false => Finding::Legal(one, remark),
            }
        }
        // 56.3.6: the numeric one holds.
        (Finding::Legal(one, _), Finding::Legal(..))
            if is_numeric(first) && !is_numeric(second) =>
        {
            Finding::Legal(one, Some(Reason::SecondNotationDiffers))
        }
        (Finding::Legal(..), Finding::Legal(other, _))
            if is_numeric(second) && !is_numeric(first) =>
        {
            Finding::Legal(other, Some(Reason::SecondNotationDiffers))
        }
        // `e2 e4`: two squares of one move.
        (Finding::Impossible(_), _) if is_square(first) && is_square(second) => {
            match single(&words.concat(), position, language) {
                Finding::Legal(mv, _) => Finding::Legal(mv, Some(Reason::Spelling)),
                _ => refused,
            }
        }
        _ => refused,
    }
}

fn is_square(word: &str) -> bool {
    word.chars().count() == 2
}

/// One word in any notation.
fn single(word: &str, position: &Position, language: Option<Language>) -> Finding {
    if let Some(finding) = castling::read_zeros(word, position) {
        return finding;
    }
    if let Some((digits, unusual)) = numeric::digits(word) {
        return match numeric::read(&digits, position) {
            Finding::Legal(mv, None) if unusual => Finding::Legal(mv, Some(Reason::Spelling)),
            other => other,
        };
    }
    if let Some((digits, letters)) = numeric::lettered(word) {
        return numeric::read_lettered(&digits, &letters, position, language);
    }
    if let Some((from, to)) = shape::pawn_capture(word) {
        let fit = position.legal_moves().into_iter().filter(|mv| {
            let ((file, rank), (target, _)) = position.squares(*mv);
            let is_pawn = position
                .piece_at(file, rank)
                .is_some_and(|(_, p)| p == Piece::Pawn);
            is_pawn && (file, target) == (from, to) && mv.0.is_capture()
        });
        return match squares::settle(position, fit.collect(), Reason::NoSuchPiece) {
            Finding::Legal(mv, _) => Finding::Legal(mv, Some(Reason::Spelling)),
            other => other,
        };
    }
    match algebraic::parts(word) {
        Ok(written) => algebraic::read(&written, position, language),
        Err(reason) => Finding::Unreadable(reason),
    }
}

/// Whether a check, mate or en-passant mark is written that does not hold. A
/// mark that is missing is nothing to remark on.
fn marks_wrong(position: &Position, mv: Move, marks: CheckMarks) -> Option<Reason> {
    if marks == CheckMarks::default() {
        return None;
    }
    let after = position.after(mv).chess;
    let mate = after.is_checkmate();
    let holds = (!marks.check || after.is_check())
        && (!marks.double || mate || after.checkers().count() > 1)
        && (!marks.mate || mate)
        && (!marks.en_passant || mv.0.is_en_passant());
    (!holds).then_some(Reason::WrongMark)
}

fn second_differs(
    cell: &MoveCell,
    position: &Position,
    mv: Move,
    language: Option<Language>,
) -> Option<Reason> {
    let second = read(cell.second.as_deref()?, position, language);
    (second.mv != Some(mv)).then_some(Reason::SecondNotationDiffers)
}
