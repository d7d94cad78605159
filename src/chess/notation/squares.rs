//! From a start and a target square to a legal move, or to the reason why not.

use super::{Finding, Reason};
use crate::chess::position::{Coords, Move, Position};
use crate::chess::{Piece, Side, Variant};
use shakmaty::{Position as _, Square, attacks};

/// The legal moves from one square to another: one, four where a promotion
/// piece is not chosen, or none.
///
/// Castling is the king's own move in ordinary chess and never king takes rook:
/// `5181` is impossible there. In Chess960 it is king and rook; the king's own
/// squares are taken where no ordinary move has the same, and where the target
/// is not a rook that names another castling.
pub(super) fn between(position: &Position, from: Coords, to: Coords) -> Vec<Move> {
    let legal = position.legal_moves();
    let ordinary = |mv: &&Move| !is_castling(**mv) && position.squares(**mv) == (from, to);
    let found: Vec<Move> = legal.iter().filter(ordinary).copied().collect();
    if !found.is_empty() {
        return found;
    }
    let castlings = || legal.iter().copied().filter(|mv| is_castling(*mv));
    let own_squares = castlings().find(|mv| position.squares(*mv) == (from, to));
    if position.variant() == Variant::Standard {
        return own_squares.into_iter().collect();
    }
    let by_rook = castlings().find(|mv| rook_squares(*mv) == Some((from, to)));
    let names_a_rook = from != to
        && position.piece_at(to.0, to.1) == Some((position.turn(), Piece::Rook))
        && own_squares.is_some_and(|mv| rook_squares(mv) != Some((from, to)));
    by_rook
        .or(own_squares.filter(|_| !names_a_rook))
        .into_iter()
        .collect()
}

/// Why no legal move goes from one square to another.
pub(super) fn why_not(position: &Position, from: Coords, to: Coords) -> Reason {
    let turn = position.turn();
    let piece = match position.piece_at(from.0, from.1) {
        None => return Reason::NoPiece,
        Some((side, _)) if side != turn => return Reason::OpponentsPiece,
        Some((_, piece)) => piece,
    };
    let on_target = position.piece_at(to.0, to.1);
    if piece == Piece::King && from.1 == to.1 {
        let takes_rook =
            position.variant() == Variant::Chess960 && on_target == Some((turn, Piece::Rook));
        if takes_rook || (from.0.abs_diff(to.0) == 2 && from.1 == home_rank(turn)) {
            return Reason::CastlingNotPossible;
        }
    }
    if on_target.is_some_and(|(side, _)| side == turn) {
        return Reason::OwnPieceOnTarget;
    }
    match reaches(position, from, to) {
        true => Reason::LeavesKingInCheck,
        false => Reason::CannotMoveThat,
    }
}

/// Whether the piece on a square moves to another one, its king's safety aside.
pub(super) fn reaches(position: &Position, from: Coords, to: Coords) -> bool {
    let (Some(start), Some(target)) = (square(from), square(to)) else {
        return false;
    };
    let chess = &position.chess;
    let board = chess.board();
    let Some(piece) = board.piece_at(start) else {
        return false;
    };
    if board.color_at(target) == Some(piece.color) {
        return false;
    }
    if position.piece_at(from.0, from.1).map(|(_, piece)| piece) != Some(Piece::Pawn) {
        return board.attacks_from(start).contains(target);
    }
    if attacks::pawn_attacks(piece.color, start).contains(target) {
        return board.color_at(target).is_some() || chess.maybe_ep_square() == Some(target);
    }
    let forward = |rank: u8| match position.turn() {
        Side::White => rank.checked_add(1),
        Side::Black => rank.checked_sub(1),
    };
    let free = |coords: Coords| position.piece_at(coords.0, coords.1).is_none();
    let Some(one) = forward(from.1).filter(|_| from.0 == to.0) else {
        return false;
    };
    let second_rank = home_rank(position.turn()).abs_diff(from.1) == 1;
    free((from.0, one)) && free(to) && (to.1 == one || (second_rank && forward(one) == Some(to.1)))
}

/// The finding for a list of legal moves that fit.
pub(super) fn settle(position: &Position, mut fit: Vec<Move>, none: Reason) -> Finding {
    fit.sort_by_key(|mv| position.uci(*mv));
    fit.dedup();
    match fit.as_slice() {
        [] => Finding::Impossible(none),
        [one] => Finding::Legal(*one, None),
        _ => Finding::Ambiguous(fit, Reason::SeveralFit),
    }
}

pub(super) fn is_castling(mv: Move) -> bool {
    matches!(mv.0, shakmaty::Move::Castle { .. })
}

/// The first rank of a side, 0 or 7.
pub(super) fn home_rank(side: Side) -> u8 {
    match side {
        Side::White => 0,
        Side::Black => 7,
    }
}

fn rook_squares(mv: Move) -> Option<(Coords, Coords)> {
    let coords = |square: Square| (u8::from(square.file()), u8::from(square.rank()));
    match mv.0 {
        shakmaty::Move::Castle { king, rook } => Some((coords(king), coords(rook))),
        _ => None,
    }
}

fn square((file, rank): Coords) -> Option<Square> {
    let file = shakmaty::File::try_from(file).ok()?;
    let rank = shakmaty::Rank::try_from(rank).ok()?;
    Some(Square::from_coords(file, rank))
}

/// Where the rook ends, when the king castles to a square.
pub(super) fn castled_rook(king: Coords) -> Coords {
    (if king.0 == 6 { 5 } else { 3 }, king.1)
}
