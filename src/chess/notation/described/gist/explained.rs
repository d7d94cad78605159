//! Which legal moves explain what a sentence tells.

use super::super::resolve::in_front;
use super::super::{Coords, Wing};
use super::{Gist, GistFact};
use crate::chess::Piece;
use crate::chess::notation::squares::{castled_rook, is_castling, reaches};
use crate::chess::position::{Move, Position, piece};

/// Most moves that may explain a sentence: of more it tells nothing.
const MOST: usize = 3;

impl Gist {
    /// The legal moves that explain all that is told, a few at most; `answered`: the
    /// opponent's last move, of which a square or a piece may be named too.
    pub fn explained_by(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
        let mut found = self.explained(position, answered);
        // What takes and does not say where takes what has just moved.
        let takes = self.facts.contains(&GistFact::Taking);
        if let Some(answered) = answered
            .filter(|_| found.len() > 1 && takes && !self.facts.iter().any(GistFact::is_placed))
        {
            let (_, to) = position.squares(answered);
            let back = |mv: &Move| position.squares(*mv).1 == to;
            if found.iter().any(back) {
                found.retain(back);
            }
        }
        // `I take the pawn with the knight`: the other way round is not said.
        let with = self.facts.iter().find_map(|f| match f {
            GistFact::With(by) => Some(*by),
            _ => None,
        });
        if let Some(by) = with {
            let moves = |mv: &Move| {
                let (from, _) = position.squares(*mv);
                position.piece_at(from.0, from.1).map(|(_, piece)| piece) == Some(by)
            };
            if found.iter().any(moves) {
                found.retain(moves);
            }
        }
        // A pawn that becomes something becomes a queen for who does not say what.
        let (becoming, others): (Vec<Move>, Vec<Move>) =
            found.iter().partition(|mv| mv.0.promotion().is_some());
        if others.is_empty() && becoming.len() == 4 {
            found = becoming;
        } else if found.len() > MOST {
            found.clear();
        }
        found
    }

    /// The legal moves that explain all that is told, or else all that is told in the clause
    /// of the move: to be asked about.
    pub fn guessed(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
        let found = self.explained_by(position, answered);
        if !found.is_empty() {
            return found;
        }
        let ways = [self.as_exchange(), self.of_one_clause()];
        let mut ways = ways.into_iter().flatten();
        let told = ways.find_map(|gist| {
            let found = gist.explained_by(position, answered);
            (!found.is_empty()).then_some(found)
        });
        told.unwrap_or_default()
    }

    /// The words for what a pawn becomes as those for an exchange: `меняю слона на коня`.
    fn as_exchange(&self) -> Option<Gist> {
        let exchanged = |f: &GistFact| match f {
            GistFact::Becomes(piece) => GistFact::Named(*piece),
            other => other.clone(),
        };
        let becomes = |f: &GistFact| matches!(f, GistFact::Becomes(_));
        let pieces = |f: &&GistFact| matches!(f, GistFact::Becomes(_) | GistFact::Named(_));
        // `міняю ферзів`
        let same = match self.facts.iter().find(|f| pieces(f)) {
            Some(GistFact::Becomes(piece)) => Some(GistFact::With(*piece)),
            _ => None,
        };
        let count = self.facts.iter().filter(pieces).count();
        let facts = self.facts.iter().map(exchanged).chain([GistFact::Taking]);
        let facts = facts.chain(same.filter(|_| count == 1));
        (count <= 2 && self.facts.iter().any(becomes)).then(|| Gist {
            facts: facts.collect(),
            ..self.clone()
        })
    }

    /// What the one clause tells that names a square, castling, taking in passing or what a
    /// pawn becomes, where all that the others tell may be of something else: `castles long,
    /// and off to the night shift`.
    fn of_one_clause(&self) -> Option<Gist> {
        let is_core = |f: &GistFact| {
            let whole = [GistFact::Castling, GistFact::Passing];
            f.is_placed() || whole.contains(f) || matches!(f, GistFact::Becomes(_))
        };
        let told = || self.facts.iter().zip(&self.clauses);
        // `I take back with the bishop; doubled pawns are ugly`
        let takes_with = |f: &GistFact, clause: usize| {
            let takes = |(f, of): (&GistFact, &usize)| *of == clause && *f == GistFact::Taking;
            matches!(f, GistFact::With(_)) && told().any(takes)
        };
        let mut cores = told()
            .filter(|(f, clause)| is_core(f) || takes_with(f, **clause))
            .map(|(_, clause)| *clause);
        let clause = cores.next()?;
        if cores.any(|other| other != clause) {
            return None;
        }
        // Figures are never of something else where they are a legal move.
        let figures = |f: &GistFact| matches!(f, GistFact::Figures(_) | GistFact::Number(_));
        let facts = told().filter(|(fact, of)| **of == clause || figures(fact));
        let gist = Gist {
            facts: facts.map(|(fact, _)| fact.clone()).collect(),
            ..self.clone()
        };
        (gist.facts.len() < self.facts.len() && gist.tells_enough()).then_some(gist)
    }

    /// The one legal move that explains all that is told.
    pub fn tells_one(&self, position: &Position, answered: Option<Move>) -> Option<Move> {
        match self.explained(position, answered).as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    pub(super) fn explained(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
        let mut told = self.clone();
        loop {
            let found = told.explained_wholly(position, answered);
            if !found.is_empty() || !told.drops_what_is_met(position) {
                return found;
            }
        }
    }

    /// Drops what stands last of the opponent's, and is spoken of because the move meets
    /// it: `and hits the queen on d8`.
    fn drops_what_is_met(&mut self, position: &Position) -> bool {
        let named = self
            .facts
            .iter()
            .rposition(|f| matches!(f, GistFact::Named(_)));
        let Some(at) = named else { return false };
        let (told, met) = self.facts.split_at(at);
        let theirs = |file, rank| {
            let on = position.piece_at(file, rank);
            on.filter(|(side, _)| *side != position.turn())
                .map(|(_, piece)| piece)
        };
        let is_there = match met {
            [GistFact::Named(named)] => all_squares().any(|(f, r)| theirs(f, r) == Some(*named)),
            [GistFact::Named(named), GistFact::On(squares)] => {
                squares.iter().any(|(f, r)| theirs(*f, *r) == Some(*named))
            }
            _ => false,
        };
        let left = Gist {
            facts: told.to_vec(),
            ..self.clone()
        };
        let drops = is_there && left.tells_enough();
        if drops {
            *self = left;
        }
        drops
    }

    fn explained_wholly(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
        let answered = answered.map(|mv| Answered::of(mv, position));
        let legal = position.legal_moves();
        // `If he takes there`: what has just moved.
        if self.facts.iter().all(|f| *f == GistFact::Taking) {
            let there = answered.map(|a| a.squares[1]);
            let takes = |mv: &Move| mv.0.is_capture() && Some(position.squares(*mv).1) == there;
            return legal.into_iter().filter(takes).collect();
        }
        let castling = self.facts.contains(&GistFact::Castling) || self.king_steps_two();
        let takes = self.facts.contains(&GistFact::Taking);
        let is_square = |f: &GistFact| matches!(f, GistFact::On(_));
        let bare = Scene {
            position,
            answered: None,
            castling,
            of_taken: false,
            goes_elsewhere: self.facts.iter().any(is_square),
        };
        let explains = |answered: Option<&Answered>, of_taken: bool| -> Vec<Move> {
            let scene = Scene {
                answered,
                of_taken,
                ..bare
            };
            let fits = |mv: &Move| {
                self.facts.iter().all(|f| scene.explains(f, *mv)) && scene.is_led(&self.facts, *mv)
            };
            legal.iter().copied().filter(fits).collect()
        };
        // What can be said without the opponent's move is not said of it.
        let readings = [
            (None, false),
            (answered.as_ref(), false),
            (None, takes),
            (answered.as_ref(), takes),
        ];
        let mut found = readings.into_iter().map(|(a, t)| explains(a, t));
        let mut found = found.find(|moves| !moves.is_empty()).unwrap_or_default();
        if found.is_empty() {
            found = self.that_attack(&bare, &legal);
        }
        // A square alone is a pawn's, as in every notation.
        let by_pawn = |mv: &Move| {
            let (from, _) = position.squares(*mv);
            position.piece_at(from.0, from.1).map(|(_, piece)| piece) == Some(Piece::Pawn)
                && !mv.0.is_capture()
        };
        let is_bare = |f: &GistFact| matches!(f, GistFact::On(_) | GistFact::Goes);
        if self.facts.iter().all(is_bare) && found.iter().any(by_pawn) {
            found.retain(by_pawn);
        }
        found
    }

    /// `the king goes two steps and the rook jumps over him`.
    fn king_steps_two(&self) -> bool {
        self.facts.contains(&GistFact::Steps(2))
            && self.facts.contains(&GistFact::Named(Piece::King))
    }

    /// The moves that explain all that is told, where some of it is only attacked then:
    /// `I pin the knight with the bishop, on g5`.
    fn that_attack(&self, scene: &Scene<'_>, legal: &[Move]) -> Vec<Move> {
        let fits = |mv: &Move| {
            let (own, attacked): (Vec<GistFact>, Vec<GistFact>) = self
                .facts
                .iter()
                .cloned()
                .partition(|f| scene.explains(f, *mv));
            // What a pawn becomes is named for itself.
            !attacked.is_empty()
                && mv.0.promotion().is_none()
                && attacked.iter().all(|f| scene.attacks(f, *mv))
                && own
                    .iter()
                    .any(|f| f.is_placed() || matches!(f, GistFact::PawnOf(_)))
                && (scene.is_led(&own, *mv) || scene.is_left(&own, *mv))
        };
        legal.iter().copied().filter(fits).collect()
    }
}

/// The files on which a piece begins.
fn home_files(of: Piece) -> [u8; 2] {
    match of {
        Piece::Rook => [0, 7],
        Piece::Knight => [1, 6],
        Piece::Bishop => [2, 5],
        Piece::Queen => [3, 3],
        Piece::King | Piece::Pawn => [4, 4],
    }
}

fn all_squares() -> impl Iterator<Item = Coords> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

/// The opponent's last move.
struct Answered {
    squares: [Coords; 2],
    piece: Option<Piece>,
}

impl Answered {
    fn of(mv: Move, position: &Position) -> Answered {
        let (from, to) = position.squares(mv);
        Answered {
            squares: [from, to],
            piece: position.piece_at(to.0, to.1).map(|(_, piece)| piece),
        }
    }
}

/// The board on which a gist is looked for.
#[derive(Clone, Copy)]
struct Scene<'p> {
    position: &'p Position,
    answered: Option<&'p Answered>,
    /// Castling is told.
    castling: bool,
    /// The file of a pawn may be that of the one taken: `I take the d-pawn`.
    of_taken: bool,
    /// A square is told beside a written piece and its own.
    goes_elsewhere: bool,
}

impl Scene<'_> {
    fn on(&self, at: Coords) -> Option<Piece> {
        self.position.piece_at(at.0, at.1).map(|(_, piece)| piece)
    }

    fn taken(&self, mv: Move) -> Option<Piece> {
        let (_, to) = self.position.squares(mv);
        match mv.0.is_en_passant() {
            true => Some(Piece::Pawn),
            false => self.on(to).filter(|_| mv.0.is_capture()),
        }
    }

    /// Whether something that is said is true of a move, or of the one it answers.
    fn explains(&self, fact: &GistFact, mv: Move) -> bool {
        let (from, to) = self.position.squares(mv);
        let mover = self.on(from);
        let castles = is_castling(mv);
        match fact {
            GistFact::Named(named) => {
                let castled =
                    castles && self.castling && matches!(named, Piece::King | Piece::Rook);
                let named = Some(*named);
                mover == named && (!castles || self.castling)
                    || castled
                    || self.taken(mv) == named
                    || mv.0.promotion().map(piece) == named
                    || self.answered.is_some_and(|a| a.piece == named)
            }
            GistFact::OfWing(named, wing) => mover == Some(*named) && wing.has(from.0),
            GistFact::PawnOf(file) => {
                // `I castle, towards the h-pawn`
                castles && self.castling && Wing::Kings.has(*file) == Wing::Kings.has(to.0)
                    || mover == Some(Piece::Pawn) && from.0 == *file
                    || self.of_taken && self.taken(mv) == Some(Piece::Pawn) && to.0 == *file
            }
            GistFact::On(squares) => {
                let theirs = |s: &Coords| self.answered.is_some_and(|a| a.squares.contains(s));
                let own = |s: &Coords| *s == from || *s == to;
                !castles && squares.iter().any(|s| own(s) || theirs(s))
                    || castles && squares.contains(&to)
                    || castles && self.castling && squares.contains(&castled_rook(to))
            }
            GistFact::OnFile(file) => from.0 == *file || to.0 == *file,
            GistFact::Written(pieces, files, squares) => {
                let by_file = mover == Some(Piece::Pawn) && files.contains(&from.0);
                let by_piece = mover.is_some_and(|m| pieces.contains(&m));
                // `Qd8 takes d5`
                let leaves = squares.contains(&from) && self.goes_elsewhere;
                squares.contains(&to) && (by_piece || by_file) || by_piece && leaves
            }
            GistFact::OfPiece(of) => {
                let begins = |at: Coords| home_files(*of).contains(&at.0);
                mover == Some(Piece::Pawn) && begins(from)
                    || self.taken(mv) == Some(Piece::Pawn) && begins(to)
            }
            GistFact::Captures(file, other) => {
                mover == Some(Piece::Pawn) && mv.0.is_capture() && (from.0, to.0) == (*file, *other)
            }
            GistFact::Becomes(named) => mv.0.promotion().map(piece) == Some(*named),
            GistFact::Taking => mv.0.is_capture(),
            GistFact::Passing => mv.0.is_en_passant(),
            GistFact::Checking => self.position.after(mv).is_check(),
            GistFact::Castling => castles,
            GistFact::Castled(wing) => !castles || (to.0 == 6) == (*wing == Wing::Kings),
            GistFact::Steps(steps) => {
                let (across, along) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
                let is_pawn = mover == Some(Piece::Pawn);
                across.max(along) == *steps && (across == 0 || !is_pawn)
            }
            GistFact::NextTo(of) => {
                let turn = self.position.turn();
                all_squares().any(|(file, rank)| {
                    let near = file.abs_diff(from.0).max(rank.abs_diff(from.1)) == 1;
                    near && self.position.piece_at(file, rank) == Some((turn, *of))
                })
            }
            GistFact::InFront(of, wing) => {
                mover == Some(Piece::Pawn) && in_front((*of, *wing), from, self.position)
            }
            // The fifth figure is perhaps told in words.
            GistFact::Figures(figures) => {
                let numeric = self.position.numeric(mv);
                numeric.strip_prefix(figures.as_str()).is_some()
            }
            GistFact::Number(figures) => {
                let is = |mv: &Move| self.position.numeric(*mv).starts_with(figures);
                is(&mv) || !self.position.legal_moves().iter().any(is)
            }
            // What takes, takes with it.
            GistFact::With(by) => {
                !mv.0.is_capture() || mover == Some(*by) || mv.0.promotion().map(piece) == Some(*by)
            }
            GistFact::Goes => true,
        }
    }

    /// Whether what is named is attacked by what has moved.
    fn attacks(&self, fact: &GistFact, mv: Move) -> bool {
        let (_, to) = self.position.squares(mv);
        let behind = self.position.after(mv);
        let theirs = |at: Coords, is: &dyn Fn(Piece) -> bool| {
            let on = behind.piece_at(at.0, at.1);
            on.is_some_and(|(side, piece)| side == behind.turn() && is(piece))
                && reaches(&behind, to, at)
        };
        match fact {
            GistFact::Named(named) => all_squares().any(|at| theirs(at, &|p| p == *named)),
            GistFact::On(squares) => squares.iter().any(|at| theirs(*at, &|_| true)),
            GistFact::Written(pieces, _, squares) => squares
                .iter()
                .any(|at| theirs(*at, &|p| pieces.contains(&p))),
            _ => false,
        }
    }

    /// Whether what is told leads to a move by itself: its piece or where it goes.
    fn is_led(&self, facts: &[GistFact], mv: Move) -> bool {
        let (from, to) = self.position.squares(mv);
        let mover = self.on(from);
        let mut named = facts.iter().filter_map(|f| match f {
            GistFact::Named(named) | GistFact::OfWing(named, _) => Some(*named),
            GistFact::PawnOf(_) | GistFact::InFront(..) | GistFact::OfPiece(_) => Some(Piece::Pawn),
            _ => None,
        });
        let mut any_named = named.clone();
        let becomes = mv.0.promotion().map(piece);
        let led = named.any(|n| Some(n) == mover || Some(n) == becomes);
        let squares = || {
            facts.iter().filter_map(|f| match f {
                GistFact::On(squares) => Some(squares),
                _ => None,
            })
        };
        let goes = squares().any(|s| s.contains(&to));
        let leaves = squares().any(|s| s.contains(&from));
        let says_where = squares().next().is_none() || goes || leaves && any_named.next().is_none();
        let is_told = |f: &GistFact| {
            matches!(
                f,
                GistFact::Castling
                    | GistFact::Becomes(_)
                    | GistFact::Passing
                    | GistFact::Written(..)
                    | GistFact::Captures(..)
                    | GistFact::Figures(_)
            )
        };
        // `the pawn from d7 gets there, it shall be a queen`
        let becomes_named = becomes.is_some_and(|b| facts.contains(&GistFact::Named(b)));
        if facts.iter().any(is_told) || becomes_named && leaves {
            return true;
        }
        // A piece that is only taken, or a square that is left, tells of no move yet.
        let by_piece =
            led || facts.contains(&GistFact::Taking) && self.names_only_the_taken(facts, mv);
        let by_squares = goes
            && (leaves
                || squares().count() > 1
                || !facts.iter().any(|f| matches!(f, GistFact::Named(_))));
        says_where && (by_piece || by_squares)
    }

    /// Whether a piece is told with the square that it leaves.
    fn is_left(&self, facts: &[GistFact], mv: Move) -> bool {
        let (from, _) = self.position.squares(mv);
        let mover = self.on(from);
        let leaves = |f: &GistFact| matches!(f, GistFact::On(squares) if squares.contains(&from));
        let named = |f: &GistFact| matches!(f, GistFact::Named(n) if Some(*n) == mover);
        facts.iter().any(leaves) && facts.iter().any(named)
    }

    fn names_only_the_taken(&self, facts: &[GistFact], mv: Move) -> bool {
        let taken = self.taken(mv);
        facts
            .iter()
            .any(|f| matches!(f, GistFact::Named(n) if Some(*n) == taken))
    }
}
