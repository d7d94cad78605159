//! The shape of a written move, no position asked. Two measures: a strict one
//! for words that may be anything, a loose one for what stands right after
//! `12.`, where a move must be and a bad one is a fault.

use super::algebraic::Squares;
use super::bare::is_shape;
use super::{algebraic, castling, cell, described, descriptive, letters, letters_abroad, numeric};
use crate::chess::Piece;
use crate::typed;

/// Longest text that may be meant as a move, in bytes (`Кр.e1-d1+!?` and the like).
const MAX_MOVE: usize = 24;

/// Whether a text has the shape of a numeric move (article 58): four or five
/// digits, perhaps with a hyphen. No position is asked.
///
/// The digits are not judged: `9254` has the shape, and is a faulty move.
pub fn is_numeric(text: &str) -> bool {
    let bare = bare(text);
    let mut ignored = false;
    let dashes = bare.replace(
        ['\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'],
        "-",
    );
    let rest = cell::without_number(&dashes, &mut ignored);
    numeric::digits(rest).is_some_and(|(_, unusual)| !unusual)
}

/// Whether a token could be a written move of any notation and language, by its
/// shape alone: used to find moves in prose, so it must not fire on words,
/// dates (`12/05`), years (`2026`), times or numbers of other lengths.
///
/// A number with a 0 or a 9 in it is never taken for a move, nor are `00`,
/// `ООО` or the word `рокировка`: [`super::read()`] knows them where a move is due.
pub fn looks_like_move(token: &str) -> bool {
    if token.len() > 64 || token.contains(char::is_whitespace) || !has_mark_of_move(token) {
        return false;
    }
    let Some(cell) = cell::open(token) else {
        return false;
    };
    // `(12)` or `+5254`: brackets may be cut, a sign in front may not.
    is_shape(&cell.body)
        || cell.body.contains('-') && descriptive::is_shape(&descriptive::in_capitals(&cell.body))
}

/// What every move has: a figure, or the hyphen of castling. Most words have neither.
fn has_mark_of_move(token: &str) -> bool {
    let dash = |c: char| c == '-' || ('\u{2010}'..='\u{2015}').contains(&c) || c == '\u{2212}';
    token.bytes().any(|b| b.is_ascii_digit()) || token.contains(dash)
}

/// Whether a token that stands after `12.` may be meant as a move, however
/// badly: `5294`, `ФЬ5`, `ed`, `00`, `рокировка`.
pub fn may_be_move(token: &str) -> bool {
    let token = unmarked(token);
    let digits = token.chars().filter(char::is_ascii_digit).count();
    looks_like_move(token)
        || token.len() <= MAX_MOVE
            && (is_word_of_squares(token) && digits <= 2
                || pawn_capture(token).is_some()
                || digits == token.len() && matches!(digits, 4 | 5)
                || is_mistyped_figures(token)
                || numeric::lettered(token).is_some()
                || descriptive::is_shape(token)
                || castling::zeros(token).is_some() && token.contains('0') && token.len() > 1
                || matches!(token, "0-"))
        || castling::is_word(token)
}

/// `7I63`, `52Б4`: four figures, one or two of them typed as letters that look alike.
fn is_mistyped_figures(token: &str) -> bool {
    let bare = token.replace('-', "");
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    bare.chars().count() == 4
        && matches!(digits, 2 | 3)
        && bare.chars().all(|c| letters_abroad::rank(c).is_some())
}

/// A letter, then letters, digits and hyphens, and a digit at the end, with
/// perhaps a promotion behind it: `ФЬ5`, `К.f9`, `a8=Я`.
fn is_word_of_squares(token: &str) -> bool {
    let mut body = token;
    let letters = |text: &str| text.chars().rev().take_while(|c| c.is_alphabetic()).count();
    if matches!(letters(token), 1 | 2) {
        body = token.trim_end_matches(char::is_alphabetic);
        body = body.strip_suffix('=').unwrap_or(body);
    }
    let inner = |c: char| c.is_alphabetic() || c.is_ascii_digit() || ".:–—-".contains(c);
    body.starts_with(char::is_alphabetic)
        && body.ends_with(|c: char| c.is_ascii_digit())
        && body.chars().all(inner)
        && body.chars().count() <= 10
}

/// `ed`, `exd`: a pawn takes a piece on the next file, no rank written. The
/// files, from 0.
pub(super) fn pawn_capture(token: &str) -> Option<(u8, u8)> {
    let letters: Vec<char> = token.chars().collect();
    let (from, to) = match letters.as_slice() {
        [from, 'x' | ':' | 'х', to] | [from, to] => (*from, *to),
        _ => return None,
    };
    let file = |c: char| letters::file(c).filter(|f| !f.upper).map(|f| f.file);
    let (from, to) = (file(from)?, file(to)?);
    (from.abs_diff(to) == 1).then_some((from, to))
}

/// Whether a token is two files side by side, a pawn's capture: `ed`, `exd`.
pub fn is_pawn_capture(token: &str) -> bool {
    pawn_capture(token).is_some()
}

/// Whether a token is a move of the descriptive notation, which is the same for both sides:
/// `P-K4`.
pub fn is_descriptive(token: &str) -> bool {
    descriptive::is_shape(token)
}

/// The squares of a move whose piece is a sign that shows none: a picture, or what a
/// broken charset left of a letter. `🐴c3`, `?c3`.
pub fn behind_a_sign(token: &str) -> Option<&str> {
    let token = unmarked(token);
    let squares = token.trim_start_matches(|c| c == '?' || typed::is_unknown(c));
    (squares.len() < token.len() && is_of_squares(squares)).then_some(squares)
}

/// Whether a token is castling: `0-0`, `O-O-O`.
pub fn is_castling(token: &str) -> bool {
    let token = unmarked(token).replace(['–', '—', '‑', '‐', '−'], "-");
    matches!(castling::zeros(&token), Some((2 | 3, _))) && token.contains('-')
}

/// Whether a token is the squares of an algebraic move without a piece's letter:
/// `f3`, `g1-f3`, `fe8`, `xd5`.
pub fn is_of_squares(token: &str) -> bool {
    algebraic::parts(unmarked(token)).is_ok_and(|written| written.is_of_squares())
}

/// The squares that a text names, castling excepted.
pub fn squares(token: &str) -> Option<Squares> {
    if token.contains(' ')
        && let Some(told) = described::whole(token)
    {
        let count = |(file, rank)| (file + 1, rank + 1);
        return Some(Squares {
            from: told.origin().map(count),
            to: count(told.target()?),
            promotion: told.promotion(),
        });
    }
    let token = unmarked(token).replace(['–', '—', '‑', '‐', '−'], "-");
    let lettered = numeric::lettered(&token);
    let digits = match &lettered {
        Some((digits, _)) => Some(digits.clone()),
        None => numeric::digits(&token).map(|(digits, _)| digits),
    };
    if let Some(digits) = digits {
        let at = |i: usize| {
            digits
                .get(i)?
                .to_digit(10)
                .and_then(|d| u8::try_from(d).ok())
        };
        let on = |i: usize| at(i).filter(|d| (1..=8).contains(d));
        let promotion = match (at(4), lettered) {
            (None, None) => None,
            (None, Some((_, letters))) => Some(algebraic::any_piece(&letters)?),
            (Some(1), _) => Some(Piece::Queen),
            (Some(2), _) => Some(Piece::Rook),
            (Some(3), _) => Some(Piece::Bishop),
            (Some(4), _) => Some(Piece::Knight),
            (Some(_), _) => return None,
        };
        return Some(Squares {
            from: Some((on(0)?, on(1)?)),
            to: (on(2)?, on(3)?),
            promotion,
        });
    }
    algebraic::parts(&token).ok()?.squares()
}

/// The token without marks of check, mate and judgement, commas and full stops.
fn unmarked(token: &str) -> &str {
    token.trim_end_matches(['+', '#', '!', '?', '.', ',', ';', '†', '‡', '×'])
}

/// Without spaces, quotation marks and the punctuation of a sentence around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\''
                    | '«'
                    | '»'
                    | '„'
                    | '“'
                    | '”'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '*'
                    | '_'
                    | '!'
                    | '?'
                    | '+'
                    | '#'
                    | '.'
                    | ','
                    | ';'
                    | '='
            )
    })
}
