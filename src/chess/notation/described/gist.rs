//! The gist of a sentence: what its words tell of a move in whatever order and among
//! whatever other words, and which legal moves explain all of it. A secretary who has the
//! position before her reads so; whatever is found is asked back and never done.

use super::atoms::{Atom, AtomGap, PlacedAtom, runs};
use super::lexicon::{self, WordMeaning, WordRole};
use super::resolve::in_front;
use super::{Coords, Wing};
use crate::chess::Piece;
use crate::chess::notation;
use crate::chess::notation::letters_abroad::{heard, pieces};
use crate::chess::notation::shape;
use crate::chess::notation::squares::{is_castling, reaches};
use crate::chess::position::{Move, Position, piece};
use crate::fold;
use crate::vocabulary;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

/// Most moves that may explain a sentence: of more it tells nothing.
const MOST: usize = 3;

/// Shortest word that may be a piece's name with a slip in it, in letters.
const SLIPPED: usize = 5;

/// Something that a sentence says of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum GistFact {
    /// A piece is named.
    Named(Piece),
    /// A piece of that wing: `the king's knight`.
    OfWing(Piece, Wing),
    /// The file of a pawn.
    PawnOf(u8),
    /// A square.
    On(Vec<Coords>),
    /// A piece, or the file of a pawn, with a square: `кф6`, `bxc6`.
    Written(Vec<Piece>, Vec<u8>, Vec<Coords>),
    /// A pawn's capture by the files: `ed`.
    Captures(u8, u8),
    /// What a pawn becomes.
    Becomes(Piece),
    /// Something is taken.
    Taking,
    /// In passing.
    Passing,
    /// Castling.
    Castling,
    /// The wing of castling.
    Castled(Wing),
    /// So many squares ahead.
    Steps(u8),
    /// A pawn in front of that piece, or of the one of that wing.
    InFront(Piece, Option<Wing>),
    /// A move in figures, as article 58 has it.
    Figures(String),
    /// A square to which something goes.
    Goes,
}

/// A fact, and where it is told, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlacedFact {
    fact: GistFact,
    start: usize,
    end: usize,
}

impl GistFact {
    /// It names a square.
    fn is_placed(&self) -> bool {
        matches!(
            self,
            GistFact::On(_) | GistFact::Written(..) | GistFact::Captures(..) | GistFact::Figures(_)
        )
    }
}

/// What a sentence tells of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gist {
    facts: Vec<GistFact>,
    places: Vec<Range<usize>>,
    /// Where the clause of each begins.
    clauses: Vec<usize>,
    anchored: bool,
    /// Its clause tells a move and nothing else.
    alone: bool,
    theirs: bool,
}

impl Gist {
    /// The gist of a sentence; `None` where it tells too little of a move.
    pub fn of(text: &str) -> Option<Gist> {
        Some(Gist::gathered(text)).filter(Gist::tells_enough)
    }

    /// The gist of words that stand where a move must, in what is supposed of one and
    /// answers it: that something takes is enough there.
    pub fn of_half(text: &str) -> Option<Gist> {
        let takes = |gist: &Gist| gist.facts.contains(&GistFact::Taking);
        Some(Gist::gathered(text)).filter(|gist| gist.tells_enough() || takes(gist))
    }

    fn gathered(text: &str) -> Gist {
        let mut placed: Vec<PlacedFact> = Vec::new();
        let words = fold::words(text);
        let denied = denied(text, &words);
        let holds = |start: usize| !denied.iter().any(|range| range.contains(&start));
        let mut atoms: Vec<PlacedAtom> = runs(text).into_iter().flatten().collect();
        atoms.retain(|atom| holds(atom.start));
        let mut at = 0;
        while let Some(rest) = atoms.get(at..).filter(|r| !r.is_empty()) {
            let mut facts = Vec::new();
            let length = gather(rest, &mut facts);
            let first = rest.first();
            let last = rest.get(length.saturating_sub(1)).or(rest.last());
            let (start, end) = (first.map_or(0, |a| a.start), last.map_or(0, |a| a.end));
            placed.extend(
                facts
                    .into_iter()
                    .map(|fact| PlacedFact { fact, start, end }),
            );
            at += length;
        }
        let said = |word: &fold::Word| {
            atoms
                .iter()
                .any(|a| a.start <= word.start && word.end <= a.end)
        };
        let mut unknown: Vec<&fold::Word> = Vec::new();
        for word in words.iter().filter(|w| !said(w) && holds(w.start)) {
            let clause = clause_of(text, word.start, word.end);
            let alone = words.iter().filter(|w| clause.contains(&w.start)).count() == 1;
            let files = || text.get(word.start..word.end).and_then(shape::pawn_capture);
            let files = alone.then(files).flatten();
            let captures = files.map(|(from, to)| GistFact::Captures(from, to));
            match captures.or_else(|| text.get(word.start..word.end).and_then(unsaid)) {
                Some(fact) => placed.push(PlacedFact {
                    fact,
                    start: word.start,
                    end: word.end,
                }),
                None => unknown.push(word),
            }
        }
        placed.extend(named_by_a_word(text, &words));
        placed.sort_by_key(|p| p.start);
        // `I tuck the king away on the short side`.
        let any = |placed: &[PlacedFact], is: &dyn Fn(&GistFact) -> bool| {
            placed.iter().any(|p| is(&p.fact))
        };
        let tucked = any(&placed, &|f| matches!(f, GistFact::Castled(_)))
            && any(&placed, &|f| *f == GistFact::Named(Piece::King))
            && !any(&placed, &GistFact::is_placed);
        if let Some(last) = placed.last().filter(|_| tucked).cloned() {
            let fact = GistFact::Castling;
            placed.push(PlacedFact { fact, ..last });
        }
        // `Nf3 looks natural, offer a draw at move 15`: what acts stands with what it moves.
        let beside = |atom: &PlacedAtom| {
            let clause = clause_of(text, atom.start, atom.end);
            let tells = |p: &&PlacedFact| clause.contains(&p.start) && p.fact != GistFact::Goes;
            placed.iter().any(|p| tells(&p))
        };
        let is_acting = |atom: &PlacedAtom| matches!(&atom.atom, Atom::Word(w) if ACTING.iter().any(|role| w.is(*role)));
        let acts = atoms.iter().any(|atom| is_acting(atom) && beside(atom));
        let mut alone = placed
            .iter()
            .find(|p| p.fact.is_placed() || p.fact == GistFact::Castling)
            .is_some_and(|p| {
                let clause = clause_of(text, p.start, p.end);
                let inside = |w: &&&fold::Word| clause.contains(&w.start);
                unknown
                    .iter()
                    .filter(inside)
                    .all(|w| ANNOUNCING.contains(&w.text))
            });
        // A square alone belongs to a piece that was perhaps not understood.
        let led = any(&placed, &|f| !matches!(f, GistFact::On(_) | GistFact::Goes));
        // Figures tell all by themselves where they are called a move, or begin a
        // sentence and stand alone in their clause; else they are a house, a telephone, a year.
        let is_figures = |p: &PlacedFact| matches!(p.fact, GistFact::Figures(_));
        if let Some(figures) = placed.iter().find(|p| is_figures(p)) {
            let clause = clause_of(text, figures.start, figures.end);
            let mut before = words
                .iter()
                .filter(|w| clause.contains(&w.start) && w.start < figures.start);
            let called = before.any(|w| CALLED.contains(&w.text));
            let first = words.first().is_some_and(|w| w.start == figures.start);
            let among = first && words.iter().any(|w| !clause.contains(&w.start));
            placed.retain(|p| is_figures(p) == (called || among));
            alone &= called;
        }
        Gist {
            alone,
            anchored: alone || led && acts,
            theirs: atoms
                .iter()
                .any(|a| matches!(&a.atom, Atom::Word(w) if w.is(WordRole::Theirs))),
            places: placed.iter().map(|p| p.start..p.end).collect(),
            clauses: placed
                .iter()
                .map(|p| clause_of(text, p.start, p.end).start)
                .collect(),
            facts: placed.into_iter().map(|p| p.fact).collect(),
        }
    }

    /// Whether the sentence says that something moves, or tells a move and nothing else
    /// in its clause: not only that a piece and a square are spoken of.
    pub fn is_anchored(&self) -> bool {
        self.anchored
    }

    /// Whether something of the opponent's is spoken of.
    pub fn speaks_of_theirs(&self) -> bool {
        self.theirs
    }

    /// Where in the sentence it is told, in bytes.
    pub fn place(&self) -> Range<usize> {
        let start = self.places.first().map_or(0, |p| p.start);
        start..self.places.iter().map(|p| p.end).max().unwrap_or(start)
    }

    fn tells_enough(&self) -> bool {
        let any = |is: fn(&GistFact) -> bool| self.facts.iter().any(is);
        let named = any(|f| {
            matches!(
                f,
                GistFact::Named(_)
                    | GistFact::OfWing(..)
                    | GistFact::PawnOf(_)
                    | GistFact::InFront(..)
            )
        });
        let square = any(|f| matches!(f, GistFact::On(_)));
        let squares = self.facts.iter().filter(|f| matches!(f, GistFact::On(_)));
        any(|f| {
            matches!(
                f,
                GistFact::Castling
                    | GistFact::Passing
                    | GistFact::Written(..)
                    | GistFact::Captures(..)
                    | GistFact::Figures(_)
            )
        }) || named
            && (square
                || any(|f| {
                    matches!(
                        f,
                        GistFact::Taking | GistFact::Steps(_) | GistFact::Becomes(_)
                    )
                }))
            || squares.count() > 1
            || square && self.alone && any(|f| *f == GistFact::Goes)
            || self.names_two()
            || square && any(|f| matches!(f, GistFact::Taking | GistFact::Becomes(_)))
            || any(|f| matches!(f, GistFact::Becomes(_))) && any(|f| *f == GistFact::Goes)
    }

    /// Two pieces are named: one takes the other, whatever that is called.
    fn names_two(&self) -> bool {
        let mut named = self.facts.iter().filter_map(|f| match f {
            GistFact::Named(named) => Some(*named),
            _ => None,
        });
        let first = named.next();
        first.is_some() && named.any(|other| Some(other) != first)
    }

    /// The legal moves that explain all that is told, a few at most; `answered`: the
    /// opponent's last move, of which a square or a piece may be named too.
    pub fn explained_by(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
        let mut found = self.explained(position, answered);
        if found.is_empty() {
            let one = self.of_one_clause();
            found = one.map_or_else(Vec::new, |gist| gist.explained(position, answered));
        }
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

    /// What the one clause tells that names a square or castling, where all that the others
    /// tell may be of something else: `castles long, and off to the night shift`.
    fn of_one_clause(&self) -> Option<Gist> {
        let is_core = |f: &GistFact| f.is_placed() || *f == GistFact::Castling;
        let told = || self.facts.iter().zip(&self.clauses);
        let mut cores = told()
            .filter(|(f, _)| is_core(f))
            .map(|(_, clause)| *clause);
        let clause = cores.next()?;
        if cores.any(|other| other != clause) {
            return None;
        }
        let facts = told().filter(|(_, of)| **of == clause);
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

    fn explained(&self, position: &Position, answered: Option<Move>) -> Vec<Move> {
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
        let castling = self.facts.contains(&GistFact::Castling);
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

    /// The moves that explain all that is told, where some of it is only attacked then:
    /// `I pin the knight with the bishop, on g5`.
    fn that_attack(&self, scene: &Scene<'_>, legal: &[Move]) -> Vec<Move> {
        let fits = |mv: &Move| {
            let (own, attacked): (Vec<GistFact>, Vec<GistFact>) = self
                .facts
                .iter()
                .cloned()
                .partition(|f| scene.explains(f, *mv));
            !attacked.is_empty()
                && attacked.iter().all(|f| scene.attacks(f, *mv))
                && own.iter().any(GistFact::is_placed)
                && scene.is_led(&own, *mv)
        };
        legal.iter().copied().filter(fits).collect()
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
                mover == Some(Piece::Pawn) && from.0 == *file
                    || self.of_taken && self.taken(mv) == Some(Piece::Pawn) && to.0 == *file
            }
            GistFact::On(squares) => {
                let theirs = |s: &Coords| self.answered.is_some_and(|a| a.squares.contains(s));
                let own = |s: &Coords| *s == from || *s == to;
                !castles && squares.iter().any(|s| own(s) || theirs(s))
                    || castles && squares.contains(&to)
            }
            GistFact::Written(pieces, files, squares) => {
                let by_file = mover == Some(Piece::Pawn) && files.contains(&from.0);
                let by_piece = mover.is_some_and(|m| pieces.contains(&m));
                // `Qd8 takes d5`
                let leaves = squares.contains(&from) && self.goes_elsewhere;
                squares.contains(&to) && (by_piece || by_file) || by_piece && leaves
            }
            GistFact::Captures(file, other) => {
                mover == Some(Piece::Pawn) && mv.0.is_capture() && (from.0, to.0) == (*file, *other)
            }
            GistFact::Becomes(named) => mv.0.promotion().map(piece) == Some(*named),
            GistFact::Taking => mv.0.is_capture(),
            GistFact::Passing => mv.0.is_en_passant(),
            GistFact::Castling => castles,
            GistFact::Castled(wing) => !castles || (to.0 == 6) == (*wing == Wing::Kings),
            GistFact::Steps(steps) => from.0 == to.0 && from.1.abs_diff(to.1) == *steps,
            GistFact::InFront(of, wing) => {
                mover == Some(Piece::Pawn) && in_front((*of, *wing), from, self.position)
            }
            // The fifth figure is perhaps told in words.
            GistFact::Figures(figures) => {
                let numeric = self.position.numeric(mv);
                numeric.strip_prefix(figures.as_str()).is_some()
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
            GistFact::PawnOf(_) | GistFact::InFront(..) => Some(Piece::Pawn),
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
        if facts.iter().any(is_told) {
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

    fn names_only_the_taken(&self, facts: &[GistFact], mv: Move) -> bool {
        let taken = self.taken(mv);
        facts
            .iter()
            .any(|f| matches!(f, GistFact::Named(n) if Some(*n) == taken))
    }
}

/// What is denied in a sentence: from a word that denies to the end of its clause, with
/// what hangs on it (`not the one that stands on f3`).
fn denied(text: &str, words: &[fold::Word]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // As written: `he` and `не` are one word where letters that look alike are.
    let denies = |w: &&fold::Word| {
        let raw = || text.get(w.start..w.end).unwrap_or("").to_lowercase();
        DENYING.get(&w.text).is_some_and(|all| all.contains(&raw()))
    };
    for word in words.iter().filter(denies) {
        let behind = words.iter().filter(|w| w.start > word.start);
        let mut end = text.len();
        let mut before = word;
        for next in behind {
            let parted = text.get(before.end..next.start).is_some_and(|b| {
                b.contains([',', ';', ':', '(', ')', '.', '!', '?', '–', '—']) || b.contains(" - ")
            });
            if parted && !HANGING.contains(&next.text) {
                end = next.start;
                break;
            }
            before = next;
        }
        found.push(word.start..end);
    }
    found
}

/// The moves of a pawn to its last rank of which a text tells the squares.
pub fn promoting(text: &str, position: &Position) -> Vec<Move> {
    let told = Gist::gathered(text);
    let mut moves = told.explained(position, None);
    moves.retain(|mv| mv.0.promotion().is_some());
    moves
}

/// The one of some moves of a pawn whose piece the words behind ask for: `і стає конем`,
/// `poproszę skoczka`, `and I'll have a queen`.
pub fn promoted(text: &str, among: &[Move]) -> Option<Move> {
    let asked = asked_for(text)?;
    let mut fit = among
        .iter()
        .filter(|mv| mv.0.promotion().map(piece) == Some(asked));
    let first = fit.next()?;
    fit.next().is_none().then_some(*first)
}

/// The piece that is asked for; `None` where several are named, or one is and nobody asks.
fn asked_for(text: &str) -> Option<Piece> {
    let words = fold::words(text);
    let denied = denied(text, &words);
    let holds = |start: usize| !denied.iter().any(|range| range.contains(&start));
    let mut asked = BTreeSet::new();
    let is_piece = |a: &PlacedAtom| matches!(&a.atom, Atom::Word(w) if w.piece.is_some());
    // `Not a queen this time, a rook`.
    let mut promoting = runs(text)
        .into_iter()
        .flatten()
        .any(|a| !holds(a.start) && is_piece(&a));
    for atom in runs(text).into_iter().flatten().filter(|a| holds(a.start)) {
        let Atom::Word(word) = &atom.atom else {
            continue;
        };
        promoting |= word.is(WordRole::Promoting);
        let becomes = matches!(
            word.piece,
            Some(Piece::Queen | Piece::Rook | Piece::Bishop | Piece::Knight)
        );
        let Some(piece) = word.piece.filter(|_| becomes) else {
            continue;
        };
        let clause = clause_of(text, atom.start, atom.end);
        let mut inside = words.iter().filter(|w| clause.contains(&w.start));
        let said = inside.clone().count();
        let wanted = promoting || said <= FEW || inside.any(|w| ASKING.contains(&w.text));
        match wanted {
            true => asked.insert(piece),
            false => return None,
        };
    }
    let only = asked.pop_first();
    only.filter(|_| asked.is_empty())
}

/// So many words of a clause with a piece say nothing but that it is wanted.
const FEW: usize = 2;

/// Words that ask for something.
static ASKING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = [
        vocabulary::players(|w| &w.absence.requesting),
        vocabulary::players(|w| &w.courtesy.please),
        vocabulary::players(|w| &w.play.taking),
    ];
    all.into_iter().flatten().map(fold::fold).collect()
});

/// The clause in which a place of a text stands, by the marks around it.
fn clause_of(text: &str, start: usize, end: usize) -> Range<usize> {
    let ends = |c: char| fold::parts_clauses(c) || matches!(c, '!' | '?' | '.' | '\n');
    let before = text.get(..start).unwrap_or("");
    let behind = text.get(end..).unwrap_or("");
    let last = before.rmatch_indices(ends).next();
    let from = last.map_or(0, |(at, mark)| at + mark.len());
    let to = behind.find(ends).unwrap_or(behind.len());
    from..end + to
}

/// What a word does that says that a move is made.
const ACTING: [WordRole; 5] = [
    WordRole::Moving,
    WordRole::Taking,
    WordRole::Castling,
    WordRole::Promoting,
    WordRole::Passing,
];

/// Words that announce a move: `my move`.
static ANNOUNCING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = [
        vocabulary::players(|w| &w.chess.beside),
        vocabulary::players(|w| &w.stating.aside),
        vocabulary::players(|w| &w.joining.ands),
    ];
    all.into_iter().flatten().map(fold::fold).collect()
});

/// What a move is called.
static CALLED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.meanings.moving);
    all.into_iter().map(fold::fold).collect()
});

/// Words that deny, folded, and as they are written.
static DENYING: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for word in vocabulary::players(|w| &w.moods.denying) {
        let written = all.entry(fold::fold(word)).or_default();
        written.insert(word.to_lowercase());
    }
    all
});

/// Words with which a clause hangs on the one before it.
static HANGING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.play.hanging);
    all.into_iter().map(fold::fold).collect()
});

/// Takes the first of some words and perhaps more, and tells how many.
fn gather(rest: &[PlacedAtom], facts: &mut Vec<GistFact>) -> usize {
    let Some(first) = rest.first() else { return 1 };
    match &first.atom {
        Atom::Square(squares) => facts.push(GistFact::On(squares.clone())),
        Atom::Squares(from, to) => {
            facts.push(GistFact::On(from.clone()));
            facts.push(GistFact::On(to.clone()));
        }
        Atom::Becomes(piece) => facts.push(GistFact::Becomes(*piece)),
        Atom::Figure(count) => return counted(*count, rest, facts).unwrap_or(1),
        Atom::Word(word) => return gather_word(word, rest, facts),
    }
    1
}

fn gather_word(word: &WordMeaning, rest: &[PlacedAtom], facts: &mut Vec<GistFact>) -> usize {
    let next = rest
        .get(1)
        .filter(|n| matches!(n.gap, AtomGap::Space | AtomGap::Dash));
    let next_word = next.and_then(|n| match &n.atom {
        Atom::Word(word) => Some(word),
        _ => None,
    });
    if let Some(rank) = word.rank
        && let Some(taken) = counted(rank, rest, facts)
    {
        return taken;
    }
    if let Some(file) = word.file {
        if let Some(rank) = next.and_then(PlacedAtom::rank) {
            facts.push(GistFact::On(vec![(file, rank)]));
            return 2;
        }
        let slight = word.is(WordRole::Filler) || word.is(WordRole::To) || word.is(WordRole::From);
        if next_word.is_some_and(|w| w.piece == Some(Piece::Pawn)) && !slight {
            facts.push(GistFact::PawnOf(file));
            return 2;
        }
    }
    if let Some(piece) = word.piece {
        let of = next_word.and_then(|w| w.piece);
        let wing = match piece {
            Piece::King => Some(Wing::Kings),
            Piece::Queen => Some(Wing::Queens),
            _ => None,
        };
        match (wing, of) {
            (Some(wing), Some(of @ (Piece::Knight | Piece::Bishop | Piece::Rook))) => {
                facts.push(GistFact::OfWing(of, wing));
                return 2;
            }
            (Some(_), Some(Piece::Pawn)) => {
                facts.push(GistFact::InFront(piece, None));
                return 2;
            }
            _ => {}
        }
        if piece == Piece::Pawn
            && let Some((fact, taken)) = before_which(rest)
        {
            facts.push(fact);
            return taken;
        }
        // `пешка d на одну клетку`
        if piece == Piece::Pawn
            && let Some(after) = next_word.filter(|w| w.file.is_some() && !w.weighs())
            && !after.is(WordRole::Filler)
            && !after.is(WordRole::From)
            && !after.is(WordRole::To)
            && rest.get(2).is_none_or(|n| n.rank().is_none())
            && let Some(file) = after.file
        {
            facts.push(GistFact::PawnOf(file));
            return 2;
        }
        facts.push(GistFact::Named(piece));
        return 1;
    }
    if word.is(WordRole::Promoting)
        && let Some((named, taken)) = weighty(rest, 1)
        && named != Piece::Pawn
    {
        facts.push(GistFact::Becomes(named));
        return taken;
    }
    if word.is(WordRole::Moving) {
        facts.push(GistFact::Goes);
        return 1;
    }
    let roles = [
        (WordRole::Taking, GistFact::Taking),
        (WordRole::Passing, GistFact::Passing),
        (WordRole::Castling, GistFact::Castling),
        (WordRole::Short, GistFact::Castled(Wing::Kings)),
        (WordRole::Long, GistFact::Castled(Wing::Queens)),
    ];
    facts.extend(
        roles
            .into_iter()
            .find(|(role, _)| word.is(*role))
            .map(|(_, fact)| fact),
    );
    1
}

/// The piece that some words come to behind slight ones, and how many they are with it.
fn weighty(rest: &[PlacedAtom], from: usize) -> Option<(Piece, usize)> {
    let word = |at: usize| match &rest.get(at)?.atom {
        Atom::Word(word) => Some(word),
        _ => None,
    };
    let at = (from..from + 1 + FEW).find(|at| word(*at).is_none_or(|w| w.weighs()))?;
    Some((word(at)?.piece?, at + 1))
}

/// `the pawn in front of the queen`, `…of the king's bishop`.
fn before_which(rest: &[PlacedAtom]) -> Option<(GistFact, usize)> {
    let word = |at: usize| match &rest.get(at)?.atom {
        Atom::Word(word) => Some(word),
        _ => None,
    };
    word(1).filter(|w| w.is(WordRole::InFront))?;
    let piece = |at: usize| word(at)?.piece;
    let (first, behind) = weighty(rest, 2)?;
    let at = behind - 1;
    let wing = match first {
        Piece::King => Some(Wing::Kings),
        Piece::Queen => Some(Wing::Queens),
        _ => None,
    };
    Some(match (piece(at + 1), wing) {
        (Some(of), Some(wing)) => (GistFact::InFront(of, Some(wing)), at + 2),
        _ => (GistFact::InFront(first, None), at + 1),
    })
}

/// `two squares`.
fn counted(count: u8, rest: &[PlacedAtom], facts: &mut Vec<GistFact>) -> Option<usize> {
    let squares = rest.get(1)?;
    let is_squares = matches!(&squares.atom, Atom::Word(w) if w.is(WordRole::Squares));
    (is_squares && count < 2).then_some(())?;
    facts.push(GistFact::Steps(count + 1));
    Some(2)
}

/// Squares whose file is told by a word that begins with its letter, as telephones make
/// of it, behind a piece: `goniec na bez 5`, `knight to echo 5`.
fn named_by_a_word(text: &str, words: &[fold::Word]) -> Vec<PlacedFact> {
    let raw = |word: &fold::Word| text.get(word.start..word.end).unwrap_or("");
    let meaning = |word: &fold::Word| lexicon::meaning(&lexicon::key(raw(word)));
    let mut found = Vec::new();
    for some in words.windows(3) {
        let [before, name, figure] = some else {
            continue;
        };
        let rank = match raw(figure).as_bytes() {
            [digit @ b'1'..=b'8'] => digit - b'1',
            _ => continue,
        };
        let leads = meaning(before).is_some_and(|m| m.piece.is_some() || m.is(WordRole::To));
        let unknown = meaning(name).is_none() && raw(name).chars().all(char::is_alphabetic);
        let near = text.get(name.end..figure.start) == Some(" ");
        let files = raw(name).chars().next().map(heard).unwrap_or_default();
        if leads && unknown && near && !files.is_empty() {
            found.push(PlacedFact {
                fact: GistFact::On(files.into_iter().map(|file| (file, rank)).collect()),
                start: name.start,
                end: figure.end,
            });
        }
    }
    found
}

/// What a word tells that no list knows: a piece's letter with its square, a piece's name
/// with a slip, or at the end of a longer word.
fn unsaid(raw: &str) -> Option<GistFact> {
    let mut letters: Vec<char> = raw.chars().collect();
    // A key that stuck: `Nf33`.
    while let [.., last, again] = letters.as_slice()
        && last == again
        && last.is_ascii_digit()
        && letters.first().is_some_and(|c| c.is_alphabetic())
    {
        letters.pop();
    }
    if notation::is_numeric(raw) && notation::looks_like_move(raw) {
        return Some(GistFact::Figures(raw.to_owned()));
    }
    if let [name @ .., file, digit] = letters.as_slice()
        && let Some(rank) = digit.to_digit(10).filter(|d| (1..=8).contains(d))
        && !name.is_empty()
        && name.len() <= 3
    {
        let rank = u8::try_from(rank - 1).ok()?;
        let squares: Vec<Coords> = heard(*file).into_iter().map(|f| (f, rank)).collect();
        let taking = name.len() > 1 && matches!(name.last(), Some('x' | 'X' | 'х' | 'Х' | '×'));
        let name = if taking {
            name.get(..name.len() - 1)?
        } else {
            name
        };
        let files = match name {
            [letter] => heard(*letter),
            _ => Vec::new(),
        };
        let named = pieces(name, None);
        let unknown = squares.is_empty() || named.is_empty() && files.is_empty();
        return (!unknown).then_some(GistFact::Written(named, files, squares));
    }
    let word = lexicon::key(raw);
    let length = word.chars().count();
    if let Some((of, piece)) = lexicon::compound(&word) {
        let wing = if of == Piece::King {
            Wing::Kings
        } else {
            Wing::Queens
        };
        return Some(match piece {
            Piece::Pawn => GistFact::InFront(of, None),
            _ => GistFact::OfWing(piece, wing),
        });
    }
    if length < SLIPPED {
        return lexicon::contracted(&fold::fold(raw)).map(GistFact::Named);
    }
    let named = lexicon::piece_like(&word).map(GistFact::Named);
    named.or_else(|| lexicon::is_like_taking(&word).then_some(GistFact::Taking))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(before: &[&str], text: &str) -> Vec<String> {
        let mut position = Position::start();
        let mut last = None;
        for uci in before {
            let mv = position.move_of_uci(uci).unwrap();
            position = position.after(mv);
            last = Some(mv);
        }
        let gist = Gist::of(text);
        let moves = gist
            .map(|g| g.explained_by(&position, last))
            .unwrap_or_default();
        moves.into_iter().map(|mv| position.uci(mv)).collect()
    }

    /// White's pawn on g7 beside the rook on h8.
    const PROMOTING: [&str; 8] = [
        "h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "f8g7", "h6g7", "a7a6",
    ];

    #[test]
    fn what_people_call_a_pawn_a_capture_and_a_promotion() {
        let nimzo: &[&str] = &["d2d4", "g8f6", "c2c4", "e7e6", "b1c3", "f8b4"];
        let long: &[&str] = &[
            "d2d4", "d7d5", "b1c3", "g8f6", "c1f4", "e7e6", "d1d2", "f8e7",
        ];
        let takes: &[&str] = &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"];
        let dutch: &[&str] = &["c2c4", "d7d5"];
        let rows: [(&[&str], &str, &[&str]); 16] = [
            (
                &[],
                "I'll open with the king's pawn, two squares up",
                &["e2e4"],
            ),
            (&[], "Damenbauer zwei Schritt vor", &["d2d4"]),
            (
                &[],
                "I move the pawn in front of my queen two squares",
                &["d2d4"],
            ),
            (&[], "den Bauern vor dem König zwei Felder vor", &["e2e4"]),
            (&[], "кнь на ф3", &["g1f3"]),
            (&["e2e4", "d7d5", "e4d5", "d8d5"], "Quen to a5", &[]),
            (takes, "Quen to a5", &["d5a5"]),
            // What a move attacks may be named, too.
            (nimzo, "I'll ask the bishop the question with a3", &["a2a3"]),
            (nimzo, "1213 i pytam gońca b4, co dalej", &["a2a3"]),
            (
                &["d2d4", "g8f6"],
                "Wiążę mu konia laufrem, na g5",
                &["c1g5"],
            ),
            (
                long,
                "Castles long for me 🙂 off to the night shift",
                &["e1c1"],
            ),
            (dutch, "cd, zbicie pionkiem", &["c4d5"]),
            (takes, "Фd5 йде на a5", &["d5a5"]),
            (&PROMOTING, "mein Bauer zieht ein und wird Dame", &["g7h8q"]),
            (
                &PROMOTING,
                "it walks to the last rank and turns into a knight",
                &["g7h8n"],
            ),
            (&PROMOTING, "it sleeps and turns into a knight", &[]),
        ];
        for (before, text, moves) in rows {
            assert_eq!(found(before, text), *moves, "{text} {:?}", Gist::of(text));
        }
    }

    #[test]
    fn a_pawn_becomes_what_the_words_behind_it_ask_for() {
        let start = PROMOTING
            .iter()
            .try_fold(Position::start(), |position, uci| {
                Some(position.after(position.move_of_uci(uci)?))
            });
        let position = start.unwrap();
        let among = promoting("g7-h8", &position);
        assert_eq!(among.len(), 4);
        let rows = [
            (", ставлю ферзя", Some("g7h8q")),
            (", underpromoting to a knight", Some("g7h8n")),
            (" i proszę o hetmana, przy okazji szach", Some("g7h8q")),
            (". Not a queen this time, I fancy a rook", Some("g7h8r")),
            (", and your queen is in danger now, my friend", None),
            (", thank you", None),
        ];
        for (text, uci) in rows {
            let found = promoted(text, &among).map(|mv| position.uci(mv));
            assert_eq!(found.as_deref(), uci, "{text}");
        }
    }

    #[test]
    fn a_sentence_is_explained_by_the_one_move_that_fits_all_it_names() {
        let rows: [(&[&str], &str, &[&str]); 12] = [
            (
                &[],
                "The king's knight ventures out to f3, as it has done every spring",
                &["g1f3"],
            ),
            (&[], "Knigth to f3. Sorry, fat thumbs", &["g1f3"]),
            (&[], "мой конь скачет прямо на f3 и пусть боятся", &["g1f3"]),
            (&[], "кф3", &["g1f3"]),
            (
                &["e2e4", "e7e5", "g1f3"],
                "конь бэ восемь цэ шесть тчк",
                &["b8c6"],
            ),
            (&["e2e4", "d7d5"], "забираю пешку своей пешкой", &["e4d5"]),
            (&["e2e4", "d7d5"], "пешка d на одну клетку", &["d2d3"]),
            (
                &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"],
                "прячу короля, рокировочка",
                &["e1g1"],
            ),
            (
                &[],
                "ich gestatte mir, den Königsspringer nach f3 zu entwickeln",
                &["g1f3"],
            ),
            (
                &["e2e4", "e7e5"],
                "skoczek z g1 wędruje sobie na f3",
                &["g1f3"],
            ),
            (&[], "погода хорошая, конь мой любимый", &[]),
            (&[], "на поле e4 всё спокойно", &[]),
        ];
        for (before, text, moves) in rows {
            assert_eq!(found(before, text), *moves, "{text} {:?}", Gist::of(text));
        }
    }
}
