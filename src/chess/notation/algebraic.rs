//! Algebraic notation, short and long, and coordinates: `Nf3`, `Кg1-f3`,
//! `ed6`, `e2e4`, `a8=Ф`, in the letters of any of the languages.

use super::letters::{self, FileLetter, Meaning};
use super::squares::{between, home_rank, is_castling, reaches, settle, why_not};
use super::{Finding, Reason};
use crate::chess::position::{Coords, Move, Position};
use crate::chess::{Piece, Side};
use crate::language::Language;

/// The squares a move's text names, file and rank from 1 to 8, and what a pawn
/// becomes; the language of a promotion's letter is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// Where it starts, if all of that is written.
    pub from: Option<Coords>,
    /// Where it ends.
    pub to: Coords,
    /// The promotion.
    pub promotion: Option<Piece>,
}

/// The parts of a written move, before its letters are given a meaning.
pub(super) struct AlgebraicMove {
    /// All before the target square, without hyphens and capture marks.
    head: Vec<char>,
    to: (FileLetter, u8),
    promotion: Vec<char>,
    /// A capture mark is written.
    pub capture: bool,
}

/// One meaning of the parts.
struct Pattern {
    /// `None` where any piece may stand on the start square (coordinates).
    piece: Option<Piece>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    promotion: Option<Piece>,
    tier: u8,
    remark: Option<Reason>,
}

/// The parts of a text without spaces and marks at its end; an error tells why
/// it has no such parts.
pub(super) fn parts(text: &str) -> Result<AlgebraicMove, Reason> {
    let letters: Vec<char> = text.chars().collect();
    let last_digit = letters
        .iter()
        .rposition(char::is_ascii_digit)
        .ok_or(Reason::NotAMove)?;
    let (before, tail) = letters.split_at(last_digit + 1);
    let [head @ .., file, digit] = before else {
        return Err(Reason::NotAMove);
    };
    let file = letters::file(*file).ok_or(Reason::NotAMove)?;
    let rank = letters::rank(*digit).ok_or(Reason::DigitOutsideBoard)?;
    let is_mark = |letter: &char| matches!(letter, '-' | ':' | 'x' | 'X' | 'х' | 'Х');
    let capture = head.iter().any(|letter| is_mark(letter) && *letter != '-');
    let promotion = match tail {
        ['=' | '/' | '-', word @ ..] | ['(', word @ .., ')'] | word => word,
    };
    let written = AlgebraicMove {
        head: head.iter().filter(|c| !is_mark(c)).copied().collect(),
        to: (file, rank),
        promotion: promotion.to_vec(),
        capture,
    };
    let fits = written.head.len() <= 4 && promotion.len() <= 2;
    fits.then_some(written).ok_or(Reason::NotAMove)
}

impl AlgebraicMove {
    /// Whether the parts have a meaning in some language, nothing but their
    /// shape considered.
    pub fn has_shape(&self) -> bool {
        let last_rank = self.to.1 == 0 || self.to.1 == 7;
        let promotion = self.promotion.is_empty()
            || (last_rank && !letters::meanings(&self.promotion, None, true).is_empty());
        // `R2D2` and its kind: capital files only where all letters are files.
        promotion
            && self
                .patterns(None)
                .iter()
                .any(|pattern| !self.to.0.upper || pattern.is_of_files())
    }

    /// Whether no piece's letter is written: squares, files and ranks alone.
    pub fn is_of_squares(&self) -> bool {
        self.promotion.is_empty()
            && !self.to.0.upper
            && self.head.len() <= 2
            && self.head.iter().all(|c| {
                letters::file(*c).is_some_and(|file| !file.upper) || letters::rank(*c).is_some()
            })
    }

    /// The squares written, files and ranks from 1.
    pub fn squares(&self) -> Option<Squares> {
        let promotion = match self.promotion.as_slice() {
            [] => None,
            letters => Some(any_piece(letters)?),
        };
        let from = match self.head.as_slice() {
            [.., file, digit] => letters::file(*file).zip(letters::rank(*digit)),
            _ => None,
        };
        let one = |(file, rank): (FileLetter, u8)| (file.file + 1, rank + 1);
        Some(Squares {
            from: from.map(one),
            to: one(self.to),
            promotion,
        })
    }

    fn squares_only(&self) -> bool {
        matches!(self.head.as_slice(), [file, digit]
            if letters::file(*file).is_some() && letters::rank(*digit).is_some())
    }

    /// Every meaning, the likeliest first.
    fn patterns(&self, language: Option<Language>) -> Vec<Pattern> {
        let mut all = Vec::new();
        for length in 0..=self.head.len().min(2) {
            let (word, rest) = self.head.split_at(length);
            let Some((from_file, from_rank)) = self.origin(rest) else {
                continue;
            };
            let foreign_file = self.to.0.foreign || from_file.is_some_and(|letter| letter.foreign);
            let file_remark = match (foreign_file, self.to.0.upper) {
                (true, _) => Some(Reason::ForeignLetter),
                (_, true) => Some(Reason::Spelling),
                _ => None,
            };
            let file_tier = u8::from(self.to.0.upper);
            let meanings = match word.is_empty() {
                false => letters::meanings(word, language, false),
                true => vec![Meaning {
                    piece: Piece::Pawn,
                    tier: 0,
                    remark: None,
                }],
            };
            let coordinates = word.is_empty() && from_rank.is_some();
            let same_file = from_file.is_some_and(|letter| letter.file == self.to.0.file);
            if word.is_empty() && !coordinates && (from_rank.is_some() || same_file) {
                continue;
            }
            if coordinates && from_file.is_none() {
                continue;
            }
            for meaning in meanings {
                for (promotion, tier, remark) in self.promotions(language) {
                    all.push(Pattern {
                        piece: (!coordinates).then_some(meaning.piece),
                        from_file: from_file.map(|letter| letter.file),
                        from_rank,
                        promotion,
                        tier: meaning.tier.max(tier).max(file_tier),
                        remark: meaning.remark.or(remark).or(file_remark),
                    });
                }
            }
        }
        all.sort_by_key(|pattern| pattern.tier);
        all
    }

    /// File and rank of the start square, as far as written.
    fn origin(&self, rest: &[char]) -> Option<(Option<FileLetter>, Option<u8>)> {
        let same_case =
            |letter: char| letters::file(letter).filter(|file| file.upper == self.to.0.upper);
        Some(match rest {
            [] => (None, None),
            [one] => match letters::rank(*one) {
                Some(rank) => (None, Some(rank)),
                None => (Some(same_case(*one)?), None),
            },
            [file, digit] => (Some(same_case(*file)?), Some(letters::rank(*digit)?)),
            _ => return None,
        })
    }

    fn promotions(&self, language: Option<Language>) -> Vec<(Option<Piece>, u8, Option<Reason>)> {
        if self.promotion.is_empty() {
            return vec![(None, 0, None)];
        }
        // `e7e8q` is what programs write, whatever the sender's language.
        let program = match self.promotion.as_slice() {
            _ if !self.squares_only() => None,
            ['q'] => Some(Piece::Queen),
            ['r'] => Some(Piece::Rook),
            ['b'] => Some(Piece::Bishop),
            ['n'] => Some(Piece::Knight),
            _ => None,
        };
        match program {
            Some(piece) => vec![(Some(piece), 0, None)],
            None => letters::meanings(&self.promotion, language, true)
                .into_iter()
                .map(|meaning| (Some(meaning.piece), meaning.tier, meaning.remark))
                .collect(),
        }
    }
}

/// What a pawn becomes by some letters, the language not known; small letters are
/// those of programs. `None` where they name no such piece.
pub(super) fn any_piece(letters: &[char]) -> Option<Piece> {
    let program = match letters {
        ['q'] => Some(Piece::Queen),
        ['r'] => Some(Piece::Rook),
        ['b'] => Some(Piece::Bishop),
        ['n'] => Some(Piece::Knight),
        _ => None,
    };
    let meant = || {
        letters::meanings(letters, None, true)
            .into_iter()
            .map(|m| m.piece)
    };
    program.or_else(|| meant().find(|p| !matches!(p, Piece::King | Piece::Pawn)))
}

impl Pattern {
    /// Nothing but file letters: a pawn's move, or coordinates.
    fn is_of_files(&self) -> bool {
        self.piece.is_none_or(|piece| piece == Piece::Pawn) && self.tier <= 1
    }
}

/// Reads the parts in a position.
pub(super) fn read(
    written: &AlgebraicMove,
    position: &Position,
    language: Option<Language>,
) -> Finding {
    let mut patterns = written.patterns(language);
    let Some(best) = patterns.first().map(|pattern| pattern.tier) else {
        return Finding::Unreadable(Reason::NotAMove);
    };
    // What is plain in the sender's own language means that and nothing else.
    if best == 0 && language.is_some() {
        patterns.retain(|pattern| pattern.tier == 0);
    }
    let mut refused = None;
    for tier in best..=3 {
        let mut fit: Vec<(Move, Option<Reason>)> = Vec::new();
        for pattern in patterns.iter().filter(|pattern| pattern.tier == tier) {
            match pattern.fits(written, position) {
                Ok(found) => fit.extend(found),
                Err(finding) => {
                    refused.get_or_insert(finding);
                }
            }
        }
        if let Some((mv, remark)) = fit.first().copied() {
            let all = fit.iter().map(|(mv, _)| *mv).collect();
            return match settle(position, all, Reason::NoSuchPiece) {
                Finding::Legal(_, _) => Finding::Legal(mv, remark),
                other => other,
            };
        }
    }
    refused.unwrap_or(Finding::Unreadable(Reason::NotAMove))
}

impl Pattern {
    /// The legal moves that fit, at least one, with a remark to each.
    fn fits(
        &self,
        written: &AlgebraicMove,
        position: &Position,
    ) -> Result<Vec<(Move, Option<Reason>)>, Finding> {
        let to = (written.to.0.file, written.to.1);
        self.check_promotion(position, to)?;
        let from = self.from_file.zip(self.from_rank);
        let coordinates = from.filter(|_| self.piece.is_none());
        let mut fit: Vec<Move> = match coordinates {
            Some(from) => between(position, from, to),
            None => position
                .legal_moves()
                .into_iter()
                .filter(|mv| self.matches(position, *mv, to, written.capture))
                .collect(),
        };
        let mut remark = self.remark;
        if fit.is_empty() && self.piece == Some(Piece::King) && self.tier <= 1 {
            fit.extend(self.castling_to(position, to));
            remark = Some(Reason::CastlingAsKingMove);
        }
        if fit.is_empty() {
            return Err(Finding::Impossible(match coordinates {
                Some(from) => why_not(position, from, to),
                None => self.why_none(position, to),
            }));
        }
        let needed = fit.iter().any(|mv| mv.0.promotion().is_some());
        match self.promotion {
            None if needed => return Err(Finding::Unpromoted(fit)),
            // The promotion was written to a rank, but the piece is no pawn.
            Some(_) if !needed => return Err(Finding::Unreadable(Reason::PromotionNotHere)),
            chosen => fit.retain(|mv| promotion(*mv) == chosen),
        }
        Ok(fit
            .into_iter()
            .map(|mv| {
                let wrong_mark =
                    (written.capture && !mv.0.is_capture()).then_some(Reason::WrongMark);
                (mv, remark.or(wrong_mark))
            })
            .collect())
    }

    fn check_promotion(&self, position: &Position, to: Coords) -> Result<(), Finding> {
        let Some(chosen) = self.promotion else {
            return Ok(());
        };
        let last_rank = to.1 == home_rank(position.turn().other());
        let pawn = self.piece.is_none_or(|piece| piece == Piece::Pawn);
        if !last_rank || !pawn {
            return Err(Finding::Unreadable(Reason::PromotionNotHere));
        }
        match chosen {
            Piece::King | Piece::Pawn => Err(Finding::Impossible(Reason::ImpossiblePromotion)),
            _ => Ok(()),
        }
    }

    /// A pawn takes only where its file or a capture mark is written.
    fn matches(&self, position: &Position, mv: Move, to: Coords, capture: bool) -> bool {
        let (from, target) = position.squares(mv);
        let bare_pawn = self.piece == Some(Piece::Pawn) && self.from_file.is_none();
        !is_castling(mv)
            && target == to
            && self.is_of(position, from)
            && (!bare_pawn || mv.0.is_capture() == capture)
    }

    /// Whether the piece on a square is the one meant.
    fn is_of(&self, position: &Position, from: Coords) -> bool {
        position
            .piece_at(from.0, from.1)
            .is_some_and(|(side, piece)| {
                side == position.turn() && self.piece.is_none_or(|wanted| wanted == piece)
            })
            && self.from_file.is_none_or(|file| file == from.0)
            && self.from_rank.is_none_or(|rank| rank == from.1)
    }

    /// `Крg1` for castling, where no ordinary king's move fits.
    fn castling_to(&self, position: &Position, to: Coords) -> Option<Move> {
        position.legal_moves().into_iter().find(|mv| {
            let (from, target) = position.squares(*mv);
            is_castling(*mv) && target == to && self.is_of(position, from)
        })
    }

    fn why_none(&self, position: &Position, to: Coords) -> Reason {
        let turn: Side = position.turn();
        if position
            .piece_at(to.0, to.1)
            .is_some_and(|(side, _)| side == turn)
        {
            return Reason::OwnPieceOnTarget;
        }
        let squares = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        let pinned = squares
            .filter(|from| self.is_of(position, *from))
            .filter(|from| {
                self.piece != Some(Piece::Pawn) || self.from_file.is_some() || from.0 == to.0
            })
            .any(|from| reaches(position, from, to));
        match pinned {
            true => Reason::LeavesKingInCheck,
            false => Reason::NoSuchPiece,
        }
    }
}

fn promotion(mv: Move) -> Option<Piece> {
    mv.0.promotion().map(crate::chess::position::piece)
}
