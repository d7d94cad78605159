//! The facts that a sentence tells of a move, gathered from its words, and how it tells them.

use super::super::atoms::{Atom, PlacedAtom, runs};
use super::super::lexicon::WordRole;
use super::clause::{clause_of, denied};
use super::facts::{gather, named_by_a_word, unsaid};
use super::{Gist, GistFact, PlacedFact};
use crate::chess::Piece;
use crate::chess::notation::shape;
use crate::fold;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What the words of a sentence tell, without what it denies.
pub(super) struct GatheredFacts<'t> {
    text: &'t str,
    words: Vec<fold::Word>,
    atoms: Vec<PlacedAtom>,
    placed: Vec<PlacedFact>,
    /// Words of which nothing is known, by their places among all.
    unknown: Vec<usize>,
}

impl GatheredFacts<'_> {
    pub(super) fn of(text: &str) -> GatheredFacts<'_> {
        let words = fold::words(text);
        let denied = denied(text, &words);
        let mut stands = runs(text);
        for run in &mut stands {
            run.retain(|atom| !denied.iter().any(|range| range.contains(&atom.start)));
        }
        let mut found = GatheredFacts {
            text,
            words,
            placed: stands.iter().flat_map(|run| facts_of(run)).collect(),
            atoms: stands.into_iter().flatten().collect(),
            unknown: Vec::new(),
        };
        found.single_words(&denied);
        found.placed.extend(named_by_a_word(text, &found.words));
        found.placed.sort_by_key(|p| p.start);
        found
    }

    /// What words tell that stand in no list.
    fn single_words(&mut self, denied: &[Range<usize>]) {
        for (at, word) in self.words.iter().enumerate() {
            let (start, end) = (word.start, word.end);
            let known = self.atoms.iter().any(|a| a.start <= start && end <= a.end);
            if known || denied.iter().any(|range| range.contains(&start)) {
                continue;
            }
            let raw = self.text.get(start..end);
            let captures = raw.and_then(shape::pawn_capture);
            let captures = captures.filter(|_| self.stands_for_a_capture(start, end));
            let captures = captures.map(|(from, to)| GistFact::Captures(from, to));
            match captures.or_else(|| raw.and_then(unsaid)) {
                Some(fact) => self.placed.push(PlacedFact { fact, start, end }),
                None => self.unknown.push(at),
            }
        }
    }

    /// Whether two letters are alone in their clause, or right behind a word that takes.
    fn stands_for_a_capture(&self, start: usize, end: usize) -> bool {
        let takes = |a: &PlacedAtom| matches!(&a.atom, Atom::Word(w) if w.is(WordRole::Taking));
        let taking = self.atoms.iter().rfind(|a| a.end < start);
        let behind = taking.is_some_and(|a| takes(a) && a.end + 1 == start);
        let clause = clause_of(self.text, start, end);
        let mut inside = self.words.iter().filter(|w| clause.contains(&w.start));
        behind || inside.next().is_some() && inside.next().is_none()
    }

    fn tells(&self, is: impl Fn(&GistFact) -> bool) -> bool {
        self.placed.iter().any(|p| is(&p.fact))
    }

    /// `I tuck the king away on the short side`.
    fn tucks(&mut self) {
        let tucked = self.tells(|f| matches!(f, GistFact::Castled(_)))
            && self.tells(|f| *f == GistFact::Named(Piece::King))
            && !self.tells(GistFact::is_placed);
        if let Some(last) = self.placed.last().filter(|_| tucked).cloned() {
            let fact = GistFact::Castling;
            self.placed.push(PlacedFact { fact, ..last });
        }
    }

    /// Whether a word acts in the clause of what it moves: `Nf3 looks natural, offer a draw
    /// at move 15` does not.
    fn acts(&self) -> bool {
        let beside = |atom: &PlacedAtom| {
            let clause = clause_of(self.text, atom.start, atom.end);
            let tells = |p: &PlacedFact| clause.contains(&p.start) && p.fact != GistFact::Goes;
            self.placed.iter().any(tells)
        };
        let is_acting =
            |word: &Atom| matches!(word, Atom::Word(w) if ACTING.iter().any(|role| w.is(*role)));
        let mut acting = self.atoms.iter().filter(|a| is_acting(&a.atom));
        acting.any(beside)
    }

    /// Whether the clause that names a square, or castling, says nothing else.
    fn is_alone(&self) -> bool {
        let is_core = |p: &&PlacedFact| p.fact.is_placed() || p.fact == GistFact::Castling;
        let Some(core) = self.placed.iter().find(is_core) else {
            return false;
        };
        let clause = clause_of(self.text, core.start, core.end);
        let unknown = self.unknown.iter().filter_map(|at| self.words.get(*at));
        unknown
            .filter(|w| clause.contains(&w.start))
            .all(|w| ANNOUNCING.contains(&w.text))
    }

    /// Figures tell all by themselves where they are called a move, or begin a sentence and
    /// stand in a clause of it; else they are a house, a telephone, a year. Where words
    /// beside them tell a square, both must be true. Whether there are none, or they are
    /// called so.
    fn figures(&mut self) -> bool {
        let is_figures = |p: &PlacedFact| matches!(p.fact, GistFact::Figures(_));
        let Some(figures) = self.placed.iter().find(|p| is_figures(p)) else {
            return true;
        };
        let start = figures.start;
        let mut clause = clause_of(self.text, start, figures.end);
        // `my move in figures: 5171`
        if self
            .text
            .get(..clause.start)
            .is_some_and(|t| t.ends_with(':'))
        {
            clause.start = clause_of(self.text, clause.start - 1, clause.start - 1).start;
        }
        // `1214 щоб не тримав пішака`: a purpose is another clause.
        let purpose = |w: &&fold::Word| clause.contains(&w.start) && PURPOSES.contains(&w.text);
        if let Some(w) = self.words.iter().filter(|w| w.start > start).find(purpose) {
            clause.end = w.start;
        }
        let before = |w: &&fold::Word| clause.contains(&w.start) && w.start < start;
        let mut before = self.words.iter().filter(before);
        let called = before.any(|w| CALLED.contains(&w.text));
        let first = self.words.first().is_some_and(|w| w.start == start);
        let among = first && self.words.iter().any(|w| !clause.contains(&w.start));
        let both = called
            && self
                .placed
                .iter()
                .any(|p| p.fact.is_placed() && !is_figures(p));
        if called || among {
            self.placed.retain(|p| both || is_figures(p));
            return called;
        }
        for placed in &mut self.placed {
            if let GistFact::Figures(figures) = &placed.fact {
                placed.fact = GistFact::Number(figures.clone());
            }
        }
        called
    }

    pub(super) fn gist(mut self) -> Gist {
        self.tucks();
        let alone = self.is_alone();
        // A square alone belongs to a piece that was perhaps not understood.
        let led = self.tells(|f| !matches!(f, GistFact::On(_) | GistFact::Goes));
        let acts = self.acts();
        let alone = self.figures() && alone;
        let is_theirs = |a: &PlacedAtom| matches!(&a.atom, Atom::Word(w) if w.is(WordRole::Theirs));
        let clause = |p: &PlacedFact| clause_of(self.text, p.start, p.end).start;
        Gist {
            alone,
            anchored: alone || led && acts,
            theirs: self.atoms.iter().any(is_theirs),
            places: self.placed.iter().map(|p| p.start..p.end).collect(),
            clauses: self.placed.iter().map(clause).collect(),
            facts: self.placed.into_iter().map(|p| p.fact).collect(),
        }
    }
}

/// What the words of a run tell.
fn facts_of(run: &[PlacedAtom]) -> Vec<PlacedFact> {
    let mut placed = Vec::new();
    let mut rest = run;
    while let Some(first) = rest.first() {
        let mut facts = Vec::new();
        let length = gather(rest, &mut facts);
        let last = rest.get(length.saturating_sub(1)).or(rest.last());
        let (start, end) = (first.start, last.map_or(first.end, |a| a.end));
        let told = facts.into_iter();
        placed.extend(told.map(|fact| PlacedFact { fact, start, end }));
        rest = rest.get(length..).unwrap_or(&[]);
    }
    placed
}

/// What a word does that says that a move is made.
const ACTING: [WordRole; 6] = [
    WordRole::Moving,
    WordRole::Taking,
    WordRole::Castling,
    WordRole::Promoting,
    WordRole::Passing,
    WordRole::Checking,
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

/// Words with which a purpose or a ground begins.
static PURPOSES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.stating.because);
    all.into_iter().map(fold::fold).collect()
});

/// What a move is called.
static CALLED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.meanings.moving);
    all.into_iter().map(fold::fold).collect()
});
