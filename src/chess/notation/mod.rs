//! Moves as people write them (RULES.md 7): one text, one position, one reading.
//!
//! [`read()`] sets aside what counts for nothing (`cell`), then takes the rest as
//! castling, as a move told in words ([`described`]), as a numeric move, or as algebraic
//! notation in the letters of any language. [`meant()`] tells what a text may have been meant as that cannot be
//! played as read. [`looks_like_move`] and [`may_be_move`] ask for the shape alone.

mod algebraic;
mod bare;
mod castling;
mod cell;
pub mod described;
mod descriptive;
mod garbled;
mod keyboard;
mod letters;
mod letters_abroad;
mod numeric;
mod read;
mod shape;
mod slips;
mod squares;

pub use algebraic::Squares;
pub use keyboard::{CyrillicLayout, in_cyrillic, in_latin};
pub use read::read;
pub use shape::{
    behind_a_sign, is_castling, is_descriptive, is_numeric, is_of_squares, is_pawn_capture,
    looks_like_move, may_be_move, squares,
};
pub use slips::{Meant, meant};

use super::Move;
use serde::{Deserialize, Serialize};

/// What a written move amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A second notation stands beside the numeric move and names another move
    /// (56.3.6: the numeric one holds).
    SecondNotationDiffers,
    /// Only numeric notation is allowed here (regulation `notation`).
    NumericOnly,
    /// The descriptive notation of old books (`P-K4`).
    Descriptive,
    /// The move is told in words.
    InWords,
}

impl Reason {
    /// Whether the piece that a pawn becomes is missing, or is none it can become.
    pub fn is_of_promotion(self) -> bool {
        matches!(
            self,
            Reason::PromotionMissing | Reason::ImpossiblePromotion | Reason::PromotionDigit
        )
    }
}

impl Reason {
    /// A sentence in English without a full stop.
    pub fn english(self) -> &'static str {
        match self {
            Reason::Empty => "no move is written",
            Reason::NoPiece => "there is no piece on the starting square",
            Reason::OpponentsPiece => "the starting square holds the opponent's piece",
            Reason::OwnPieceOnTarget => "the target square is occupied by one's own piece",
            Reason::CannotMoveThat => "the piece cannot move that way",
            Reason::LeavesKingInCheck => "the move leaves one's own king in check",
            Reason::CastlingNotPossible => "castling is not possible here",
            Reason::NoSuchPiece => "no such piece can go there",
            Reason::ImpossiblePromotion => "a pawn becomes a queen, a rook, a bishop or a knight",
            Reason::PromotionMissing => "the promotion piece is missing",
            Reason::PromotionNotHere => "a promotion is written, but the move is none",
            Reason::PromotionDigit => "the promotion digit is not 1, 2, 3 or 4",
            Reason::DigitOutsideBoard => "a square has digits from 1 to 8",
            Reason::NotAMove => "this is not a move in any notation",
            Reason::SeveralMoves => "more than one move is written",
            Reason::SeveralFit => "two or more legal moves fit",
            Reason::Spelling => "the move is spelt unusually",
            Reason::ForeignLetter => "a letter of another alphabet or language is used",
            Reason::WrongMark => "a check, mate, capture or en-passant mark does not hold",
            Reason::CastlingAsKingMove => "castling is written as a king's move",
            Reason::DrawOffer => "a draw is offered beside the move",
            Reason::SecondNotationDiffers => {
                "the second notation beside the move names another move; the numeric one holds"
            }
            Reason::NumericOnly => "only numeric notation is allowed here",
            Reason::Descriptive => "this is descriptive notation, which is not used here",
            Reason::InWords => "the move is told in words",
        }
    }
}

/// How a text was understood in a position.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The class of RULES.md 7.
    pub class: Class,
    /// The move, where the class is ok or ok with a warning.
    pub mv: Option<Move>,
    /// The legal moves that fit, where ambiguous, or where a pawn's new piece is missing; else
    /// empty.
    pub candidates: Vec<Move>,
    /// Why it is not plain ok.
    pub reason: Option<Reason>,
    /// A draw is offered beside the move (`=`, `(=)`).
    pub draw_offer: bool,
}

/// What one reading of a text comes to, before the marks beside it are judged.
enum Finding {
    Legal(Move, Option<Reason>),
    Ambiguous(Vec<Move>, Reason),
    Impossible(Reason),
    Unreadable(Reason),
    /// A pawn's move that names no new piece: the same for each of them.
    Unpromoted(Vec<Move>),
}
