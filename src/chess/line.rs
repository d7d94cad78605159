//! A game in progress, and when the laws end it.

use super::position::{Move, Position};
use super::{Side, Variant};
use shakmaty::{Bitboard, Board, Color, EnPassantMode, Position as _, Square};
use smol_str::SmolStr;

/// Half-moves of both sides in the 50-move rule (9.3).
const FIFTY_MOVES: u32 = 100;
/// Half-moves of both sides in the 75-move rule (9.6.2).
const SEVENTY_FIVE_MOVES: u32 = 150;

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

/// A game in progress: the start, the moves, and what is needed to judge
/// repetitions and the 50- and 75-move rules.
#[derive(Clone, Debug)]
pub struct Line {
    start: Position,
    moves: Vec<Move>,
    /// After each move.
    positions: Vec<Position>,
    /// Of the start and after each move: always one more than `moves`.
    keys: Vec<RepetitionKey>,
}

/// What makes two positions the same (9.2.2): pieces, side to move, castling
/// rights, and the en-passant square where a capture is legal. Compared in
/// full, not by a hash: a draw must not depend on a collision.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RepetitionKey {
    board: Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
}

impl Line {
    /// A game from a position.
    pub fn new(start: Position) -> Line {
        Line {
            keys: vec![RepetitionKey::of(&start)],
            start,
            moves: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Has room for so many further half-moves.
    pub fn reserve(&mut self, plies: usize) {
        self.moves.reserve_exact(plies);
        self.positions.reserve_exact(plies);
        self.keys.reserve_exact(plies);
    }

    /// Plays a legal move and tells whether the game is thereby over. Mate
    /// comes before everything else. Playing on after the end is not refused
    /// here: old records do it.
    pub fn push(&mut self, mv: Move) -> Option<Ending> {
        self.play(mv);
        self.ending()
    }

    /// Plays a legal move without a look at whether the game is thereby over.
    pub fn play(&mut self, mv: Move) {
        let next = self.position().after(mv);
        self.enter(mv, next);
    }

    /// Plays the move of a UCI text, and says it in digits and in SAN; `None` where it is not
    /// legal. Whether it is is looked at once.
    pub fn play_uci(&mut self, uci: &str) -> Option<(SmolStr, SmolStr)> {
        let before = self.position();
        let mv = before.move_of_uci(uci)?;
        let after = before.after_legal(mv);
        let said = (before.digits(mv), before.san_to(mv, &after));
        self.enter(mv, after);
        Some(said)
    }

    fn enter(&mut self, mv: Move, next: Position) {
        self.keys.push(RepetitionKey::of(&next));
        self.moves.push(mv);
        self.positions.push(next);
    }

    /// The game with further half-moves, as UCI has them; `None` where one is not legal.
    pub fn with(&self, further: &[String]) -> Option<Line> {
        let mut line = self.clone();
        for uci in further {
            let mv = line.position().move_of_uci(uci)?;
            line.play(mv);
        }
        Some(line)
    }

    /// Half-moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// The position before any move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after `ply` half-moves, where the game has come so far.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.positions.get(index),
        }
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the position on the board has ended the game, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        position_ending(position).or_else(|| {
            if self.occurrences() >= 5 {
                Some(Ending::Fivefold)
            } else if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
                Some(Ending::SeventyFiveMoves)
            } else {
                None
            }
        })
    }

    /// How often the position on the board has stood there, now included (9.2.2).
    pub fn occurrences(&self) -> usize {
        match self.keys.last() {
            Some(key) => self.count(key, self.position().halfmove_clock()),
            None => 0,
        }
    }

    /// Whether the side to move may claim a draw for the position on the board,
    /// or with an intended move (9.2.1, 9.3). In a game that is over by mate,
    /// stalemate or a dead position nothing can be claimed; an intended move
    /// that is illegal supports no claim.
    pub fn draw_claim(&self, intended: Option<Move>) -> Option<DrawClaim> {
        let position = self.position();
        if position_ending(position).is_some() {
            return None;
        }
        let (occurrences, clock) = match intended {
            None => (self.occurrences(), position.halfmove_clock()),
            Some(mv) if !position.is_legal(mv) => return None,
            Some(mv) => {
                let next = position.after(mv);
                let clock = next.halfmove_clock();
                (1 + self.count(&RepetitionKey::of(&next), clock), clock)
            }
        };
        if occurrences >= 3 {
            Some(DrawClaim::Threefold)
        } else if clock >= FIFTY_MOVES {
            Some(DrawClaim::FiftyMoves)
        } else {
            None
        }
    }

    /// What the record shows for a claim: after how many half-moves the position on
    /// the board, or the one after an intended move, stood so far (0: at the start),
    /// that one included; and the half-moves since the last pawn move or capture.
    pub fn evidence(&self, intended: Option<Move>) -> (Vec<usize>, u32) {
        let next = intended
            .filter(|mv| self.position().is_legal(*mv))
            .map(|mv| self.position().after(mv));
        let position = next.as_ref().unwrap_or(self.position());
        let key = RepetitionKey::of(position);
        let known = self.keys.iter().enumerate();
        let mut stood: Vec<usize> = known.filter(|(_, k)| **k == key).map(|(i, _)| i).collect();
        if next.is_some() {
            stood.push(self.moves.len() + 1);
        }
        (stood, position.halfmove_clock())
    }

    /// How many recorded positions equal `key`. No position from before the
    /// last capture or pawn move can, so only `clock` plies are looked at.
    fn count(&self, key: &RepetitionKey, clock: u32) -> usize {
        let reach = usize::try_from(clock).map_or(usize::MAX, |plies| plies.saturating_add(1));
        self.keys
            .iter()
            .rev()
            .take(reach)
            .filter(|other| *other == key)
            .count()
    }
}

impl RepetitionKey {
    fn of(position: &Position) -> RepetitionKey {
        let chess = &position.chess;
        RepetitionKey {
            board: chess.board().clone(),
            turn: chess.turn(),
            castling: chess.castles().castling_rights(),
            en_passant: chess.ep_square(EnPassantMode::Legal),
        }
    }
}

/// The endings that a position shows by itself, without its history.
fn position_ending(position: &Position) -> Option<Ending> {
    let chess = &position.chess;
    if chess.legal_moves().is_empty() {
        return Some(match chess.is_check() {
            true => Ending::Checkmate {
                winner: position.turn().other(),
            },
            false => Ending::Stalemate,
        });
    }
    chess
        .is_insufficient_material()
        .then_some(Ending::DeadPosition)
}
