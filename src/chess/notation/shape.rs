//! The shape of a written move, no position asked.

use super::{algebraic, castling, cell, numeric};

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
    if token.len() > 64 || token.contains(char::is_whitespace) {
        return false;
    }
    let Some(cell) = cell::open(token) else {
        return false;
    };
    // `(12)` or `+5254`: brackets may be cut, a sign in front may not.
    is_shape(&cell.body)
}

/// The shape of a bare move, without number, marks or brackets.
pub(super) fn is_shape(text: &str) -> bool {
    if let Some((digits, unusual)) = numeric::digits(text) {
        let on_board = digits
            .iter()
            .take(4)
            .all(|digit| matches!(digit, '1'..='8'));
        let promotion = digits.get(4).is_none_or(|digit| matches!(digit, '1'..='4'));
        return on_board && promotion && !unusual;
    }
    if let Some((count, _)) = castling::zeros(text) {
        return text.contains('-') && (count == 2 || count == 3);
    }
    algebraic::parts(text).is_ok_and(|written| written.has_shape())
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
