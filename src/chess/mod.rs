//! The laws of chess, as the rest of the program sees them. Only this module
//! knows the chess crate.

pub mod notation;

use crate::language::Language;
use serde::{Deserialize, Serialize};

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// The value of a side.
    pub fn get(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The value of a side, to be changed.
    pub fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// The rules a game is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Ordinary chess.
    #[default]
    Standard,
    /// Chess960 (FIDE Laws, guidelines II).
    Chess960,
}

/// A piece, without its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

/// A legal move of a particular position. It is only made by [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(/* the chess crate's move */ pub(crate) u32);

/// A position: pieces, side to move, castling rights, en passant, counters.
#[derive(Clone, Debug)]
pub struct Position {
    // shakmaty::Chess + Variant
}

/// How a game ended by itself, by the laws of chess (articles 5.1, 5.2, 9.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated; the other one has won (5.1.1).
    Checkmate {
        /// Who gave mate.
        winner: Side,
    },
    /// No legal move and no check (5.2.1).
    Stalemate,
    /// Neither side has the material to mate (5.2.2).
    DeadPosition,
    /// The same position for the fifth time (9.6.1).
    Fivefold,
    /// 75 moves of each side without a pawn move or capture (9.6.2).
    SeventyFiveMoves,
}

/// Why a claimed draw is right (articles 9.2, 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawClaim {
    /// The same position for at least the third time (9.2).
    Threefold,
    /// 50 moves of each side without a pawn move or capture (9.3).
    FiftyMoves,
}

/// A position that cannot be set up, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl Position {
    /// The start position of ordinary chess.
    pub fn start() -> Position {
        todo!()
    }

    /// A position from FEN (X-FEN or Shredder-FEN castling where Chess960);
    /// refused where no game could go on from it legally.
    pub fn from_fen(_fen: &str, _variant: Variant) -> Result<Position, PositionError> {
        todo!()
    }

    /// FEN; the en-passant square only where a capture is legal.
    pub fn fen(&self) -> String {
        todo!()
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        todo!()
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        todo!()
    }

    /// The number of the move that is due, as FEN counts it.
    pub fn move_number(&self) -> u32 {
        todo!()
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        todo!()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        todo!()
    }

    /// What stands on a square; file and rank 0 to 7.
    pub fn piece_at(&self, _file: u8, _rank: u8) -> Option<(Side, Piece)> {
        todo!()
    }

    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }

    /// The position after a move of [`Position::legal_moves`].
    #[must_use]
    pub fn after(&self, _mv: Move) -> Position {
        todo!()
    }

    /// The legal move of that UCI text (`e2e4`, `e7e8q`, `e1g1`; in Chess960 king takes rook).
    pub fn move_of_uci(&self, _uci: &str) -> Option<Move> {
        todo!()
    }

    /// UCI; castling is e1g1, in Chess960 the king takes the rook.
    pub fn uci(&self, _mv: Move) -> String {
        todo!()
    }

    /// Article 58: file and rank from, file and rank to, promotion digit.
    pub fn numeric(&self, _mv: Move) -> String {
        todo!()
    }

    /// SAN in English letters, with `+` and `#`.
    pub fn san(&self, _mv: Move) -> String {
        todo!()
    }

    /// SAN with the letters of a language; castling is `0-0` outside English.
    pub fn san_in(&self, _mv: Move, _language: Language) -> String {
        todo!()
    }

    /// The squares a move goes from and to, (file, rank) 0 to 7, for marking a
    /// board; castling gives the king's own squares.
    pub fn squares(&self, _mv: Move) -> ((u8, u8), (u8, u8)) {
        todo!()
    }

    /// Whether a side could mate by any series of legal moves, as far as the
    /// material tells (5.1.2, 6.9): `false` only where it certainly cannot.
    pub fn can_mate(&self, _side: Side) -> bool {
        todo!()
    }
}

/// A game in progress: the start, the moves, and what is needed to judge
/// repetitions and the 50- and 75-move rules.
#[derive(Clone, Debug)]
pub struct Line {
    // positions, moves, repetition keys
}

impl Line {
    /// A game from a position.
    pub fn new(_start: Position) -> Line {
        todo!()
    }

    /// Plays a legal move and tells whether the game is thereby over. Mate
    /// comes before everything else.
    pub fn push(&mut self, _mv: Move) -> Option<Ending> {
        todo!()
    }

    /// Half-moves played.
    pub fn ply(&self) -> usize {
        todo!()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        todo!()
    }

    /// The position before any move.
    pub fn start(&self) -> &Position {
        todo!()
    }

    /// The position after `ply` half-moves, where the game has come so far.
    pub fn position_at(&self, _ply: usize) -> Option<&Position> {
        todo!()
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Move] {
        todo!()
    }

    /// How the position on the board has ended the game, if it has.
    pub fn ending(&self) -> Option<Ending> {
        todo!()
    }

    /// How often the position on the board has stood there, now included (9.2.2).
    pub fn occurrences(&self) -> usize {
        todo!()
    }

    /// Whether the side to move may claim a draw for the position on the board,
    /// or with an intended move (9.2.1, 9.3).
    pub fn draw_claim(&self, _intended: Option<Move>) -> Option<DrawClaim> {
        todo!()
    }
}
