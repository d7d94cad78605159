//! Moves that were taken, and moves that were not.

use super::Needs;
use crate::arbiter::notice::{Body, Candidate, Quoted};
use crate::chess::notation::Reason;
use crate::record::FaultKind;

/// Letters about moves that stand: to who made them, and to the opponent.
pub(super) fn taken() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for (draw_offered, only_checked) in [(false, false), (true, false), (false, true)] {
        for plies in [vec![15], vec![13, 14, 15], vec![]] {
            let body = Body::Confirmation {
                plies,
                draw_offered,
                only_checked,
            };
            all.push((body, Needs::AnyStart));
        }
    }
    for draw_offered in [false, true] {
        for plies in [vec![16], vec![14, 15, 16]] {
            let body = Body::Move {
                plies,
                draw_offered,
            };
            all.push((body, Needs::Running));
        }
    }
    all
}

/// Moves refused: for each fault with and without days, only checked, for each reason.
pub(super) fn refused() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for fault in FAULTS {
        for (penalty, twice) in [(0, false), (2, false), (10, true)] {
            let mut body = rejection(fault, None, penalty);
            if let Body::Rejection { again, .. } = &mut body {
                *again = twice;
            }
            all.push((body, Needs::Running));
        }
    }
    for fault in FAULTS {
        for penalty in [0, 2] {
            let mut body = rejection(fault, None, penalty);
            if let Body::Rejection { only_checked, .. } = &mut body {
                *only_checked = true;
            }
            all.push((body, Needs::Running));
        }
    }
    for reason in REASONS {
        let body = rejection(FaultKind::Unreadable, Some(reason), 2);
        all.push((body, Needs::Running));
    }
    all
}

/// Draws offered and declined.
pub(super) fn offered() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for yours in [false, true] {
        all.push((Body::DrawOffered { yours }, Needs::Running));
        all.push((Body::DrawDeclined { yours }, Needs::Running));
    }
    all
}

/// The last letter once more.
pub(super) fn repeated() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for (asked, copy, restored, ply) in [
        (true, false, false, 16),
        (false, false, false, 0),
        (false, true, false, 16),
        (false, false, true, 16),
    ] {
        let body = Body::Repeat {
            ply,
            asked,
            days: 21,
            copy,
            restored,
        };
        all.push((body, Needs::Running));
    }
    all
}

pub(super) fn quoted() -> Quoted {
    Quoted {
        line: "Добрый день! Мой ход 12. 5264, спасибо".to_owned(),
        offset: 25,
        length: 4,
    }
}

pub(super) fn candidates() -> Vec<Candidate> {
    [("2233", "b2c3"), ("4151", "d1e1")]
        .map(|(numeric, uci)| Candidate {
            numeric: numeric.to_owned(),
            uci: uci.to_owned(),
        })
        .to_vec()
}

fn rejection(fault: FaultKind, reason: Option<Reason>, penalty: i64) -> Body {
    Body::Rejection {
        fault,
        reason,
        text: "5264".to_owned(),
        quoted: Some(quoted()),
        candidates: if fault == FaultKind::Ambiguous {
            candidates()
        } else {
            Vec::new()
        },
        expected: (fault == FaultKind::WrongRepetition).then(|| "Bxc3".to_owned()),
        penalty,
        again: false,
        only_checked: false,
    }
}

pub(super) const FAULTS: [FaultKind; 5] = [
    FaultKind::Impossible,
    FaultKind::Unreadable,
    FaultKind::Ambiguous,
    FaultKind::WrongRepetition,
    FaultKind::NoMove,
];

pub(super) const REASONS: [Reason; 24] = [
    Reason::Empty,
    Reason::NoPiece,
    Reason::OpponentsPiece,
    Reason::OwnPieceOnTarget,
    Reason::CannotMoveThat,
    Reason::LeavesKingInCheck,
    Reason::CastlingNotPossible,
    Reason::NoSuchPiece,
    Reason::ImpossiblePromotion,
    Reason::PromotionMissing,
    Reason::PromotionNotHere,
    Reason::PromotionDigit,
    Reason::DigitOutsideBoard,
    Reason::NotAMove,
    Reason::SeveralMoves,
    Reason::SeveralFit,
    Reason::Spelling,
    Reason::ForeignLetter,
    Reason::WrongMark,
    Reason::CastlingAsKingMove,
    Reason::DrawOffer,
    Reason::NumericOnly,
    Reason::Descriptive,
    Reason::InWords,
];
