//! Moves as people write them (RULES.md 7): one text, one position, one reading.

use super::{Move, Position};
use crate::language::Language;
use serde::Serialize;

/// What a written move amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Unmistakable and legal.
    Ok,
    /// Unmistakable and legal, with something to remark on.
    OkWithWarning,
    /// Two or more legal moves fit.
    Ambiguous,
    /// One move is meant and it is illegal.
    Impossible,
    /// No move can be meant for certain.
    Unreadable,
}

/// Why a move was understood with a remark, or not at all. Letters word it in
/// the reader's language; [`Reason::english`] is for the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Nothing is written.
    Empty,
    /// The start square is empty.
    NoPiece,
    /// The start square holds the opponent's piece.
    OpponentsPiece,
    /// The target square holds a piece of one's own.
    OwnPieceOnTarget,
    /// The piece does not move that way, or something is in its way.
    CannotMoveThat,
    /// The own king would be in check.
    LeavesKingInCheck,
    /// Castling is not possible here.
    CastlingNotPossible,
    /// No such piece can reach the square.
    NoSuchPiece,
    /// A pawn becomes a queen, rook, bishop or knight.
    ImpossiblePromotion,
    /// The promotion piece (or its digit) is missing.
    PromotionMissing,
    /// A promotion digit or piece where none belongs.
    PromotionNotHere,
    /// A promotion digit outside 1 to 4.
    PromotionDigit,
    /// A digit outside 1 to 8.
    DigitOutsideBoard,
    /// Not a form of any notation.
    NotAMove,
    /// More than one move where one is expected.
    SeveralMoves,
    /// Two or more legal moves fit.
    SeveralFit,
    /// Spelt unusually.
    Spelling,
    /// Piece letters of another alphabet or language.
    ForeignLetter,
    /// A check, mate or capture mark that does not hold.
    WrongMark,
    /// Castling written as a king's move.
    CastlingAsKingMove,
    /// A draw offer stands beside the move.
    DrawOffer,
    /// Only numeric notation is allowed here (regulation `notation`).
    NumericOnly,
}

impl Reason {
    /// A sentence in English without a full stop.
    pub fn english(self) -> &'static str {
        todo!()
    }
}

/// How a text was understood in a position.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The class of RULES.md 7.
    pub class: Class,
    /// The move, where the class is ok or ok with a warning.
    pub mv: Option<Move>,
    /// The legal moves that fit, where ambiguous; else empty.
    pub candidates: Vec<Move>,
    /// Why it is not plain ok.
    pub reason: Option<Reason>,
    /// A draw is offered beside the move (`=`, `(=)`).
    pub draw_offer: bool,
}

/// Reads one written move. `language` is the declared one, if any: it decides
/// what a piece letter means; without it, two legal readings are ambiguous.
/// The text may carry its move number (`12.`, `12...`), which is not judged here.
pub fn read(_text: &str, _position: &Position, _language: Option<Language>) -> Reading {
    todo!()
}

/// Whether a text has the shape of a numeric move (article 58): four or five
/// digits, perhaps with a hyphen. No position is asked.
pub fn is_numeric(_text: &str) -> bool {
    todo!()
}

/// Whether a token could be a written move of any notation and language, by its
/// shape alone: used to find moves in prose, so it must not fire on words,
/// dates (`12/05`), years (`2026`), times or numbers of other lengths.
pub fn looks_like_move(_token: &str) -> bool {
    todo!()
}
