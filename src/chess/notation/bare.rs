//! The shape of a move alone: what stood around it is set aside.

use super::{algebraic, castling, numeric};

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
    if let Some((digits, letters)) = numeric::lettered(text) {
        let last = digits.get(3).is_some_and(|d| matches!(d, '1' | '8'));
        let on_board = digits.iter().all(|digit| matches!(digit, '1'..='8'));
        return last && on_board && algebraic::any_piece(&letters).is_some();
    }
    if let Some((count, _)) = castling::zeros(text) {
        return text.contains('-') && (count == 2 || count == 3);
    }
    algebraic::parts(text).is_ok_and(|written| written.has_shape())
}
