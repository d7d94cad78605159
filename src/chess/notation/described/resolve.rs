//! Which legal moves a move told in words may be.

use super::{Coords, DescribedMove, ToldSquare, Wing};
use crate::chess::notation::squares::{castled_rook, home_rank, is_castling, reaches, settle};
use crate::chess::notation::{Finding, Reason};
use crate::chess::position::{Move, Position, piece};
use crate::chess::{Piece, Side};

/// Reads what is told in a position.
pub(in crate::chess::notation) fn read(told: &DescribedMove, position: &Position) -> Finding {
    let legal = position.legal_moves();
    let fitting = |is: &dyn Fn(Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(|mv| is(*mv)).collect()
    };
    if told.castling {
        let fit = fitting(&|mv| told.may_castle(mv, position));
        return said(position, fit, Reason::CastlingNotPossible);
    }
    let fits = |mv: Move| !is_castling(mv) && told.fits(mv, position);
    // What takes is said to take, but for a pawn that nobody else could be.
    let bare_pawn = told.piece == Some(Piece::Pawn) && told.from.is_none();
    let strict = fitting(&|mv| {
        fits(mv)
            && if told.taking {
                mv.0.is_capture()
            } else {
                !(bare_pawn && mv.0.is_capture())
            }
    });
    if !strict.is_empty() {
        return said(position, strict, Reason::NoSuchPiece);
    }
    let loose = fitting(&fits);
    if !loose.is_empty() {
        return match told.taking {
            // It takes nothing there: whether the move is meant is asked.
            true => Finding::Ambiguous(loose, Reason::WrongMark),
            false => said(position, loose, Reason::NoSuchPiece),
        };
    }
    // `I put a queen on d8`: a pawn that becomes it.
    if let Some(pawn) = told.as_promotion() {
        let promoted = fitting(&|mv| pawn.fits(mv, position));
        if !promoted.is_empty() {
            return said(position, promoted, Reason::NoSuchPiece);
        }
    }
    // The king's or the rook's way when castling.
    let castled = fitting(&|mv| told.is_part_of(mv, position));
    match castled.as_slice() {
        [one] => Finding::Legal(*one, Some(Reason::InWords)),
        _ => Finding::Impossible(told.why_not(position)),
    }
}

fn said(position: &Position, fit: Vec<Move>, none: Reason) -> Finding {
    match settle(position, fit, none) {
        Finding::Legal(mv, _) => Finding::Legal(mv, Some(Reason::InWords)),
        Finding::Ambiguous(fit, _) if fit.iter().all(|mv| mv.0.promotion().is_some()) => {
            Finding::Ambiguous(fit, Reason::PromotionMissing)
        }
        other => other,
    }
}

impl ToldSquare {
    fn is(&self, coords: Coords, turn: Side) -> bool {
        match self {
            ToldSquare::On(all) => all.contains(&coords),
            ToldSquare::Ahead(files, rank) => {
                files.contains(&coords.0) && ahead(coords.1, turn) == *rank
            }
        }
    }
}

/// A rank as the mover counts it.
fn ahead(rank: u8, turn: Side) -> u8 {
    match turn {
        Side::White => rank,
        Side::Black => 7 - rank.min(7),
    }
}

impl Wing {
    pub(super) fn has(self, file: u8) -> bool {
        match self {
            Wing::Kings => file >= 4,
            Wing::Queens => file < 4,
        }
    }
}

impl DescribedMove {
    /// What is told of a piece as told of the pawn that becomes it.
    fn as_promotion(&self) -> Option<DescribedMove> {
        let becomes = |of: &Piece| !matches!(of, Piece::King | Piece::Pawn);
        let promotion = self.piece.filter(becomes)?;
        let bare = self.from.is_none() && self.from_file.is_none() && self.promotion.is_none();
        bare.then(|| DescribedMove {
            piece: Some(Piece::Pawn),
            promotion: Some(promotion),
            wing: None,
            ..self.clone()
        })
    }

    fn may_castle(&self, mv: Move, position: &Position) -> bool {
        let (from, to) = position.squares(mv);
        let turn = position.turn();
        let wing = if to.0 == 6 { Wing::Kings } else { Wing::Queens };
        is_castling(mv)
            && self.castled.is_none_or(|told| told == wing)
            && self.from.as_ref().is_none_or(|s| s.is(from, turn))
            && self.to.as_ref().is_none_or(|s| s.is(to, turn))
    }

    fn fits(&self, mv: Move, position: &Position) -> bool {
        let (from, to) = position.squares(mv);
        let turn = position.turn();
        let on = |coords: Coords| position.piece_at(coords.0, coords.1).map(|(_, p)| p);
        let taken = || match mv.0.is_en_passant() {
            true => Some(Piece::Pawn),
            false => on(to).filter(|_| mv.0.is_capture()),
        };
        let becomes = mv.0.promotion().map(piece);
        self.piece.is_none_or(|told| on(from) == Some(told))
            && self.from.as_ref().is_none_or(|s| s.is(from, turn))
            && self.from_file.is_none_or(|file| file == from.0)
            && self.wing.is_none_or(|wing| wing.has(from.0))
            && self
                .in_front
                .is_none_or(|told| in_front((told, None), from, position))
            && self.to.as_ref().is_none_or(|s| s.is(to, turn))
            && self
                .steps
                .is_none_or(|steps| from.0 == to.0 && from.1.abs_diff(to.1) == steps)
            && self.captured.is_none_or(|told| taken() == Some(told))
            && (!self.passing || mv.0.is_en_passant())
            && (self.promotion.is_none() || becomes == self.promotion)
    }

    /// Whether a move is castling, and what is told is how the king or the rook goes then.
    pub fn is_part_of(&self, mv: Move, position: &Position) -> bool {
        let (_, to) = position.squares(mv);
        let end = match self.piece {
            Some(Piece::King) => to,
            Some(Piece::Rook) => castled_rook(to),
            _ => return false,
        };
        let turn = position.turn();
        is_castling(mv) && !self.taking && self.to.as_ref().is_some_and(|s| s.is(end, turn))
    }

    /// Why no legal move fits.
    fn why_not(&self, position: &Position) -> Reason {
        let turn = position.turn();
        let all = || (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        let own = |coords: Coords| {
            position
                .piece_at(coords.0, coords.1)
                .filter(|(side, _)| *side == turn)
                .map(|(_, piece)| piece)
        };
        let Some(to) = self.to.as_ref() else {
            return Reason::NoSuchPiece;
        };
        if all().any(|coords| to.is(coords, turn) && own(coords).is_some()) {
            return Reason::OwnPieceOnTarget;
        }
        let from = |coords: &Coords| {
            own(*coords).is_some_and(|p| self.piece.is_none_or(|told| told == p))
                && self.from.as_ref().is_none_or(|s| s.is(*coords, turn))
        };
        let pinned = all()
            .filter(from)
            .any(|from| all().any(|end| to.is(end, turn) && reaches(position, from, end)));
        match pinned {
            true => Reason::LeavesKingInCheck,
            false => Reason::NoSuchPiece,
        }
    }
}

/// Whether a pawn stands on the file of a piece of one's own, of that wing where one is
/// told, in front of it, or on the one where that piece begins.
pub(super) fn in_front(
    (of, wing): (Piece, Option<Wing>),
    pawn: Coords,
    position: &Position,
) -> bool {
    let turn = position.turn();
    let home = home_rank(turn);
    let stands = |at: Coords| position.piece_at(at.0, at.1) == Some((turn, of));
    let near = (0..8)
        .map(|rank| (pawn.0, rank))
        .any(|at| stands(at) && at.1.abs_diff(home) < pawn.1.abs_diff(home));
    let kings = [4, 5, 6, 7];
    let begins = match of {
        Piece::King => pawn.0 == 4,
        Piece::Queen => pawn.0 == 3,
        Piece::Bishop => wing.is_some() && matches!(pawn.0, 2 | 5),
        Piece::Knight => wing.is_some() && matches!(pawn.0, 1 | 6),
        Piece::Rook => wing.is_some() && matches!(pawn.0, 0 | 7),
        Piece::Pawn => false,
    };
    (begins || near) && wing.is_none_or(|w| kings.contains(&pawn.0) == (w == Wing::Kings))
}
