//! Castling as people spell it.

use super::squares::{is_castling, settle};
use super::{Finding, Reason};
use crate::chess::position::{Move, Position};
use crate::vocabulary;
use std::sync::LazyLock;

/// Words for castling, and for its two kinds, in every language.
static CASTLING: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.castling));
static SHORT: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.short));
static LONG: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.long));

/// Reads zeros or letters O; `None` where the text is not made of them.
pub(super) fn read_zeros(text: &str, position: &Position) -> Option<Finding> {
    let (count, unusual) = zeros(text)?;
    let remark = unusual.then_some(Reason::Spelling);
    Some(match count {
        2 => settled(position, Some(true), remark),
        3 => settled(position, Some(false), remark),
        _ => Finding::Unreadable(Reason::NotAMove),
    })
}

/// How many zeros stand there, and whether they are spelt unusually.
pub(super) fn zeros(text: &str) -> Option<(usize, bool)> {
    // A dash that goes on behind it is punctuation.
    let goes_on = text.ends_with("--");
    let text = match goes_on {
        true => text.trim_end_matches('-'),
        false => text,
    };
    let parts: Vec<&str> = text.split('-').collect();
    let is_zero = |c: char| matches!(c, '0' | 'O' | 'o' | 'О' | 'о');
    if !text.chars().all(|c| is_zero(c) || c == '-') || !text.chars().any(is_zero) {
        return None;
    }
    let hyphened = parts.iter().all(|part| part.chars().count() == 1);
    let alike = |zero: &str| parts.iter().all(|part| *part == zero);
    if hyphened {
        return Some((parts.len(), goes_on || !alike("0") && !alike("O")));
    }
    // `00` and `000`, but neither `0-` nor `00-0`.
    match parts.as_slice() {
        [one] => Some((one.chars().count(), true)),
        _ => Some((0, true)),
    }
}

/// Whether a word says castling.
pub(super) fn is_word(word: &str) -> bool {
    CASTLING.contains(&word.to_lowercase().as_str())
}

/// Reads the word, alone or with its kind; `None` where it is another word.
pub(super) fn read_words(words: &[&str], position: &Position) -> Option<Finding> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let is_in = |list: &[&str], word: &String| list.contains(&word.as_str());
    if lower.len() > 2 || !lower.iter().any(|word| is_in(&CASTLING, word)) {
        return None;
    }
    let mut short = None;
    for word in lower.iter().filter(|word| !is_in(&CASTLING, word)) {
        short = Some(match (is_in(&SHORT, word), is_in(&LONG, word)) {
            (true, _) => true,
            (_, true) => false,
            _ => return None,
        });
    }
    Some(settled(position, short, Some(Reason::Spelling)))
}

/// The legal castlings, of one kind or of both.
fn settled(position: &Position, short: Option<bool>, remark: Option<Reason>) -> Finding {
    let fit: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| is_castling(*mv))
        .filter(|mv| short.is_none_or(|short| is_short(position, *mv) == short))
        .collect();
    match settle(position, fit, Reason::CastlingNotPossible) {
        Finding::Legal(mv, _) => Finding::Legal(mv, remark),
        other => other,
    }
}

fn is_short(position: &Position, mv: Move) -> bool {
    let (_, (file, _)) = position.squares(mv);
    file == 6
}
