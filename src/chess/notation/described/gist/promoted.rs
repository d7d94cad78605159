//! The piece that a pawn becomes, told apart from its move.

use super::super::atoms::{Atom, PlacedAtom, runs};
use super::super::lexicon::WordRole;
use super::Gist;
use super::clause::{clause_of, denied};
use crate::chess::Piece;
use crate::chess::position::{Move, Position, piece};
use crate::fold;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The moves of a pawn to its last rank of which a text tells the squares.
pub fn promoting(text: &str, position: &Position) -> Vec<Move> {
    let told = Gist::read(text);
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
        let folded: Vec<&str> = inside.clone().map(|w| w.text.as_str()).collect();
        let said = folded.len() - emphasis(&folded);
        let wanted = promoting || said <= FEW || inside.any(|w| ASKING.contains(&w.text));
        match wanted {
            true => asked.insert(piece),
            false => return None,
        };
    }
    let only = asked.pop_first();
    only.filter(|_| asked.is_empty())
}

/// How many words of a clause only say that what it says is a matter of course.
fn emphasis(words: &[&str]) -> usize {
    let from = (0..words.len()).filter_map(|at| words.get(at..));
    let longest = from.filter_map(|rest| fold::entry(rest.iter().copied(), &EMPHASIS));
    longest.max().unwrap_or(0)
}

/// So many words of a clause with a piece say nothing but that it is wanted.
const FEW: usize = 2;

/// `Of course`, `natürlich`.
static EMPHASIS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.answers.agreeing)));

/// Words that ask for something.
static ASKING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = [
        vocabulary::players(|w| &w.absence.requesting),
        vocabulary::players(|w| &w.courtesy.please),
        vocabulary::players(|w| &w.play.taking),
    ];
    all.into_iter().flatten().map(fold::fold).collect()
});
