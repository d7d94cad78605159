//! One position, and what can be played in it.

use super::{Piece, Side, Variant};
use crate::language::Language;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, MoveList, Position as _,
    PositionErrorKinds, Rank, Role, Square,
};
use smol_str::{SmolStr, ToSmolStr};

/// Counters above this in a FEN are a mistake; it also keeps them far from overflow.
const MAX_COUNTER: u32 = 10_000;

/// File and rank of a square, 0 to 7.
pub type Coords = (u8, u8);

/// A legal move of a particular position. It is only made by [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(in crate::chess) shakmaty::Move);

/// A position: pieces, side to move, castling rights, en passant, counters.
/// Some 150 bytes without any allocation, so it is cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(in crate::chess) chess: Chess,
    variant: Variant,
}

/// A position that cannot be set up, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl Position {
    /// The start position of ordinary chess.
    pub fn start() -> Position {
        Position {
            chess: Chess::default(),
            variant: Variant::Standard,
        }
    }

    /// A position from FEN (X-FEN or Shredder-FEN castling where Chess960);
    /// refused where no game could go on from it legally.
    ///
    /// Missing fields at the end are taken as White to move, no castling, no
    /// en passant, clock 0, move 1.
    ///
    /// # Errors
    ///
    /// One English sentence that names the field or the rule offended.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, PositionError> {
        let setup = Fen::from_ascii(fen.trim().as_bytes())
            .map_err(|error| PositionError(field_error(fen, &error)))?
            .into_setup();
        if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
            return Err(PositionError(
                "this FEN belongs to another chess variant".to_owned(),
            ));
        }
        if setup.halfmoves > MAX_COUNTER || setup.fullmoves.get() > MAX_COUNTER {
            return Err(PositionError(format!(
                "the counters at the end of the FEN may be at most {MAX_COUNTER}"
            )));
        }
        // Nothing is ignored here: with too much material the chess crate's
        // list of moves (256 long) can overflow.
        let chess = setup
            .position(mode(variant))
            .map_err(|error| PositionError(rule_error(error.kinds(), variant)))?;
        Ok(Position { chess, variant })
    }

    /// FEN; the en-passant square only where a capture is legal. Castling in
    /// Chess960 is X-FEN: `KQkq` for the outermost rooks, else the rook's file.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        side(self.chess.turn())
    }

    /// The number of the move that is due, as FEN counts it.
    pub fn move_number(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// What stands on a square; file and rank 0 to 7.
    pub fn piece_at(&self, file: u8, rank: u8) -> Option<(Side, Piece)> {
        let found = self.chess.board().piece_at(square(file, rank)?)?;
        Some((side(found.color), piece(found.role)))
    }

    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.chess.legal_moves().into_iter().map(Move).collect()
    }

    /// Whether a move, perhaps made in another position, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.chess.is_legal(mv.0)
    }

    /// The position after a move of [`Position::legal_moves`]. A move of some
    /// other position that is illegal here changes nothing.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        // Not `play_unchecked`: an illegal move would corrupt the board.
        let chess = match self.chess.clone().play(mv.0) {
            Ok(chess) => chess,
            Err(error) => {
                debug_assert!(false, "a move of another position: {:?}", mv.0);
                error.position
            }
        };
        Position {
            chess,
            variant: self.variant,
        }
    }

    /// The position after a move that is known to be legal here.
    pub(in crate::chess) fn after_legal(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "a move of another position: {:?}", mv.0);
        let mut chess = self.chess.clone();
        chess.play_unchecked(mv.0);
        Position {
            chess,
            variant: self.variant,
        }
    }

    /// The legal move of that UCI text (`e2e4`, `e7e8q`, `e1g1`; in Chess960 king takes rook).
    pub fn move_of_uci(&self, uci: &str) -> Option<Move> {
        let wanted = UciMove::from_ascii(uci.as_bytes()).ok()?;
        let found = wanted.to_move(&self.chess).ok()?;
        // Our own spelling alone: the chess crate would read `e1h1` as castling in ordinary
        // chess too.
        let is_ours = UciMove::from_move(found, mode(self.variant)) == wanted;
        is_ours.then_some(Move(found))
    }

    /// UCI; castling is e1g1, in Chess960 the king takes the rook.
    pub fn uci(&self, mv: Move) -> String {
        UciMove::from_move(mv.0, mode(self.variant)).to_string()
    }

    /// Article 58: file and rank from, file and rank to, promotion digit.
    /// Castling is the king's own move (58.2.1); in Chess960, where that can be
    /// an ordinary king's move too, the king's square and the rook's.
    pub fn numeric(&self, mv: Move) -> String {
        self.digits(mv).into()
    }

    /// The same, without a place of its own in memory.
    pub(in crate::chess) fn digits(&self, mv: Move) -> SmolStr {
        let (from, to) = match (mv.0, self.variant) {
            (shakmaty::Move::Castle { king, rook }, Variant::Chess960) => {
                (coords(king), coords(rook))
            }
            _ => self.squares(mv),
        };
        let promotion = match mv.0.promotion() {
            Some(Role::Queen) => Some('1'),
            Some(Role::Rook) => Some('2'),
            Some(Role::Bishop) => Some('3'),
            Some(Role::Knight) => Some('4'),
            _ => None,
        };
        let squares = [from.0, from.1, to.0, to.1].map(|digit| char::from(b'1' + digit));
        squares.into_iter().chain(promotion).collect()
    }

    /// How a side can castle as long as its rights last, the king's side first: `0-0` or
    /// `0-0-0`, and its digits.
    pub fn castlings(&self, side: Side) -> Vec<(&'static str, String)> {
        let color = match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        let Some(king) = self.chess.board().king_of(color) else {
            return Vec::new();
        };
        let sides = [
            (CastlingSide::KingSide, "0-0"),
            (CastlingSide::QueenSide, "0-0-0"),
        ];
        let way = |(castling, name): (CastlingSide, &'static str)| {
            let rook = self.chess.castles().rook(color, castling)?;
            let to = match self.variant {
                Variant::Chess960 => rook,
                Variant::Standard => castling.king_to(color),
            };
            let (from, to) = (coords(king), coords(to));
            let digits = [from.0, from.1, to.0, to.1].map(|digit| char::from(b'1' + digit));
            Some((name, digits.into_iter().collect()))
        };
        sides.into_iter().filter_map(way).collect()
    }

    /// The castling that a king's ordinary step may have been meant as, in Chess960: one
    /// that is legal and ends on the same square.
    pub fn castling_meant(&self, step: Move) -> Option<Move> {
        let is_step = matches!(
            step.0,
            shakmaty::Move::Normal {
                role: Role::King,
                ..
            }
        );
        let to = self.squares(step).1;
        let castles =
            |mv: &Move| matches!(mv.0, shakmaty::Move::Castle { .. }) && self.squares(*mv).1 == to;
        (is_step && self.variant == Variant::Chess960)
            .then(|| self.legal_moves().into_iter().find(castles))
            .flatten()
    }

    /// SAN in English letters, with `+` and `#`.
    pub fn san(&self, mv: Move) -> String {
        if !self.is_legal(mv) {
            return self.uci(mv);
        }
        self.san_to(mv, &self.after_legal(mv)).into()
    }

    /// SAN of a move that is known to be legal here, and leads to that position. Others that
    /// might have gone there are only looked for where there are some.
    pub(in crate::chess) fn san_to(&self, mv: Move, after: &Position) -> SmolStr {
        let others = match mv.0 {
            shakmaty::Move::Normal { role, to, .. } if self.several_aim_at(role, to) => {
                self.chess.san_candidates(role, to)
            }
            _ => MoveList::new(),
        };
        let suffix = match (after.chess.is_checkmate(), after.is_check()) {
            (true, _) => Some(Suffix::Checkmate),
            (false, true) => Some(Suffix::Check),
            (false, false) => None,
        };
        let san = San::disambiguate(mv.0, &others);
        SanPlus { san, suffix }.to_smolstr()
    }

    /// Whether more than one piece of this kind of the side to move aims at a square.
    fn several_aim_at(&self, role: Role, square: Square) -> bool {
        let board = self.chess.board();
        let aiming = board.attacks_to(square, self.chess.turn(), board.occupied());
        role != Role::Pawn && (aiming & board.by_role(role)).more_than_one()
    }

    /// SAN with the letters of a language, as [`san_in`] writes it.
    pub fn san_in(&self, mv: Move, language: Language) -> String {
        san_in(&self.san(mv), language)
    }

    /// The squares a move goes from and to, for marking a board; castling gives the king's own squares.
    pub fn squares(&self, mv: Move) -> (Coords, Coords) {
        let to = match mv.0 {
            shakmaty::Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                Square::from_coords(side.king_to_file(), king.rank())
            }
            other => other.to(),
        };
        (coords(mv.0.from().unwrap_or(to)), coords(to))
    }

    /// Whether a side could mate by any series of legal moves, as far as the
    /// material tells (5.1.2, 6.9): `false` only where it certainly cannot.
    pub fn can_mate(&self, side: Side) -> bool {
        !self.chess.has_insufficient_material(color(side))
    }
}

impl Piece {
    /// The letter of a language for this piece; a pawn has none.
    pub fn letter(self, language: Language) -> &'static str {
        let letters = &crate::vocabulary::players_of(language).chess;
        match self {
            Piece::Pawn => "",
            Piece::Knight => &letters.knight,
            Piece::Bishop => &letters.bishop,
            Piece::Rook => &letters.rook,
            Piece::Queen => &letters.queen,
            Piece::King => &letters.king,
        }
    }
}

pub(in crate::chess) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

pub(in crate::chess) fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

fn mode(variant: Variant) -> CastlingMode {
    match variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let file = File::try_from(file).ok()?;
    let rank = Rank::try_from(rank).ok()?;
    Some(Square::from_coords(file, rank))
}

fn coords(square: Square) -> Coords {
    (u8::from(square.file()), u8::from(square.rank()))
}

fn field_error(fen: &str, error: &ParseFenError) -> String {
    let field = |index: usize| fen.split_whitespace().nth(index).unwrap_or("");
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => format!(
            "the first field of the FEN, '{}', does not describe eight ranks of eight squares",
            field(0)
        ),
        ParseFenError::InvalidTurn => {
            format!(
                "the side to move is 'w' or 'b' in a FEN, not '{}'",
                field(1)
            )
        }
        ParseFenError::InvalidCastling => {
            format!("'{}' does not describe castling rights", field(2))
        }
        ParseFenError::InvalidEpSquare => format!("'{}' is not an en-passant square", field(3)),
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidRemainingChecks => {
            format!("the half-move clock '{}' is not a number", field(4))
        }
        ParseFenError::InvalidFullmoves => {
            format!("the move number '{}' is not a number", field(5))
        }
        ParseFenError::InvalidFen if fen.trim().is_empty() => "the FEN is empty".to_owned(),
        ParseFenError::InvalidFen => "a FEN has six fields and no more".to_owned(),
    }
}

fn rule_error(kinds: PositionErrorKinds, variant: Variant) -> String {
    let castling = match variant {
        Variant::Standard => {
            "a castling right is given, but its king or rook is not on its first square \
             (in Chess960 the variant must be said)"
        }
        Variant::Chess960 => {
            "a castling right is given, but its king or rook is not where it could castle"
        }
    };
    let reasons = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has two kings"),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn stands on the first or last rank",
        ),
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, castling),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "the en-passant square is not behind a pawn that has just moved two squares",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check",
        ),
        (
            PositionErrorKinds::IMPOSSIBLE_CHECK,
            "no move can have given this check",
        ),
        (
            PositionErrorKinds::TOO_MUCH_MATERIAL,
            "a side has more pieces than pawns could have become",
        ),
    ];
    let said: Vec<&str> = reasons
        .iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, words)| *words)
        .collect();
    match said.is_empty() {
        true => "this position cannot arise in a game".to_owned(),
        false => said.join("; "),
    }
}

/// SAN in English letters, written with those of a language; outside English
/// castling is `0-0` and a promotion has no `=`, as in article 17.10.
pub fn san_in(san: &str, language: Language) -> String {
    if language == Language::En {
        return san.to_owned();
    }
    let mut text = String::with_capacity(san.len() + 3);
    for c in san.chars() {
        match c {
            'K' => text.push_str(Piece::King.letter(language)),
            'Q' => text.push_str(Piece::Queen.letter(language)),
            'R' => text.push_str(Piece::Rook.letter(language)),
            'B' => text.push_str(Piece::Bishop.letter(language)),
            'N' => text.push_str(Piece::Knight.letter(language)),
            'O' => text.push('0'),
            '=' => {}
            other => text.push(other),
        }
    }
    text
}
