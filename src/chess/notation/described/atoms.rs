//! A text cut into the words of which moves are told, and into runs of them.

use super::Coords;
use super::lexicon::{self, MOST_WORDS, WordMeaning, WordRole};
use crate::chess::Piece;
use crate::chess::notation::algebraic::any_piece;
use crate::chess::notation::letters::meanings;
use crate::chess::notation::letters_abroad::heard;
use crate::fold::{self, Word};

/// Longest run looked at: longer ones are no move of anybody.
const MOST_ATOMS: usize = 24;

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomGap {
    /// Space.
    Space,
    /// A dash, or an arrow.
    Dash,
    /// A comma.
    Comma,
    /// A colon between a piece and a square: a capture.
    Colon,
    /// Anything else: a new sentence, a bracket.
    Stop,
}

/// A word of a move.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    /// A word of the lexicon.
    Word(WordMeaning),
    /// A square.
    Square(Vec<Coords>),
    /// Two of them, `e2e4`.
    Squares(Vec<Coords>, Vec<Coords>),
    /// A figure alone, as a rank from 0.
    Figure(u8),
    /// `=Q` behind a square.
    Becomes(Piece),
}

/// An atom with its place and what stands before it.
#[derive(Clone, Debug)]
pub(super) struct PlacedAtom {
    pub atom: Atom,
    pub start: usize,
    pub end: usize,
    pub gap: AtomGap,
}

impl PlacedAtom {
    /// Whether it says where something goes, or that it does: `пішак це на дві клітинки`,
    /// `pionek a idzie`.
    pub fn leads_on(&self) -> bool {
        let leads = |w: &WordMeaning| w.is(WordRole::To) || w.is(WordRole::Moving);
        matches!(&self.atom, Atom::Word(w) if leads(w))
    }

    /// The rank that it names, from 0.
    pub fn rank(&self) -> Option<u8> {
        match &self.atom {
            Atom::Figure(rank) => Some(*rank),
            Atom::Word(word) => word.rank,
            _ => None,
        }
    }
}

/// Runs of atoms that stand together, none longer than anybody's move.
pub(super) fn runs(text: &str) -> Vec<Vec<PlacedAtom>> {
    let words = fold::words(text);
    let mut runs: Vec<Vec<PlacedAtom>> = Vec::new();
    let mut open: Vec<PlacedAtom> = Vec::new();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let before = at.checked_sub(1).and_then(|i| words.get(i));
        let between = before.and_then(|b| text.get(b.end..first.start));
        let gap = between.map_or(AtomGap::Stop, gap);
        let promoted = between.is_some_and(|b| matches!(b.trim(), "=" | "/"))
            && matches!(
                open.last().map(|p| &p.atom),
                Some(Atom::Square(_) | Atom::Squares(..))
            );
        let found = match promoted.then(|| becomes(text, first)).flatten() {
            Some(piece) => Some((Atom::Becomes(piece), 1)),
            None => atom(text, words.get(at..).unwrap_or(&[])),
        };
        let breaks = gap == AtomGap::Stop && !promoted || open.len() >= MOST_ATOMS;
        if breaks || found.is_none() {
            runs.push(std::mem::take(&mut open));
        }
        let Some((atom, taken)) = found else {
            at += 1;
            continue;
        };
        let last = words.get(at + taken - 1).unwrap_or(first);
        open.push(PlacedAtom {
            atom,
            start: first.start,
            end: last.end,
            gap,
        });
        at += taken;
    }
    runs.push(open);
    runs.retain(|run| !run.is_empty());
    runs
}

fn gap(between: &str) -> AtomGap {
    match between.trim() {
        "" if between.matches('\n').count() < 2 => AtomGap::Space,
        "-" | "–" | "—" | "‑" | "‐" | "−" | "->" | "-->" | "=>" | "→" | "…" => {
            AtomGap::Dash
        }
        "," => AtomGap::Comma,
        ":" => AtomGap::Colon,
        "×" => AtomGap::Colon,
        _ => AtomGap::Stop,
    }
}

/// The atom at the start of some words, and how many of them it takes.
fn atom(text: &str, words: &[Word]) -> Option<(Atom, usize)> {
    let first = words.first()?;
    let raw = text.get(first.start..first.end)?;
    let key = lexicon::word_key(first, text);
    let most = match lexicon::begins_several(&key) {
        true => MOST_WORDS.min(words.len()),
        false => 1,
    };
    for count in (2..=most).rev() {
        let some = words.get(..count)?;
        let near = some.windows(2).all(|pair| match pair {
            [a, b] => matches!(
                text.get(a.end..b.start).map(gap),
                Some(AtomGap::Space | AtomGap::Dash)
            ),
            _ => true,
        });
        let joined = || {
            let (first, last) = (some.first()?, some.last()?);
            text.get(first.start..last.end).map(lexicon::key)
        };
        if near && let Some(meaning) = joined().as_deref().and_then(lexicon::meaning) {
            return Some((Atom::Word(meaning.clone()), count));
        }
    }
    let letters: Vec<char> = raw.chars().collect();
    let atom = match letters.as_slice() {
        [digit] if rank(*digit).is_some() => Atom::Figure(rank(*digit)?),
        [letter] => {
            let known = lexicon::meaning(&key);
            let file = heard(*letter).first().copied();
            if known.is_none() && file.is_none() {
                return None;
            }
            let mut meaning = known.cloned().unwrap_or_default();
            meaning.file = meaning.file.or(file);
            Atom::Word(meaning)
        }
        [file, digit] if rank(*digit).is_some() => Atom::Square(square(*file, *digit)?),
        [a, b, c, d] if rank(*b).is_some() && rank(*d).is_some() => {
            Atom::Squares(square(*a, *b)?, square(*c, *d)?)
        }
        [name @ .., digit] if rank(*digit).is_some() => {
            // `ce7` and `Be4` are pieces and their squares, `эф3` and `ash4` are squares.
            if name.first().is_some_and(|c| is_piece(*c)) {
                return None;
            }
            let name: String = name.iter().collect();
            let file = lexicon::meaning(&lexicon::key(&name))?.file?;
            Atom::Square(vec![(file, rank(*digit)?)])
        }
        _ => Atom::Word(lexicon::meaning(&key)?.clone()),
    };
    Some((atom, 1))
}

/// Whether a letter is a piece's in some language.
fn is_piece(letter: char) -> bool {
    !meanings(&[letter], None, true).is_empty()
}

/// A square of a letter and a figure, as it may be heard or seen.
fn square(file: char, digit: char) -> Option<Vec<Coords>> {
    let rank = rank(digit)?;
    let squares: Vec<Coords> = heard(file).into_iter().map(|file| (file, rank)).collect();
    (!squares.is_empty()).then_some(squares)
}

fn rank(digit: char) -> Option<u8> {
    let digit = digit.to_digit(10).filter(|d| (1..=8).contains(d))?;
    u8::try_from(digit - 1).ok()
}

/// The piece that a pawn becomes by the letters of a word.
fn becomes(text: &str, word: &Word) -> Option<Piece> {
    let letters: Vec<char> = text.get(word.start..word.end)?.chars().collect();
    (letters.len() <= 2).then(|| any_piece(&letters))?
}
