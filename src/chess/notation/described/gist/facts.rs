//! What single words and a few together tell of a move.

use super::super::atoms::{Atom, AtomGap, PlacedAtom};
use super::super::lexicon::{self, WordMeaning, WordRole};
use super::super::{Coords, Wing};
use super::{GistFact, PlacedFact};
use crate::chess::Piece;
use crate::chess::notation;
use crate::chess::notation::letters_abroad::{heard, pieces};
use crate::fold;

/// Shortest word that may be a piece's name with a slip in it, in letters.
const SLIPPED: usize = 5;

/// Takes the first of some words and perhaps more, and tells how many.
pub(super) fn gather(rest: &[PlacedAtom], facts: &mut Vec<GistFact>) -> usize {
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
    let next_word = next_word(rest);
    if let Some(rank) = word.rank
        && let Some(taken) = counted(rank, rest, facts)
    {
        return taken;
    }
    if let Some(file) = word.file {
        if let Some(rank) = next(rest).and_then(PlacedAtom::rank) {
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
        return gather_piece(piece, word, rest, facts);
    }
    if let Some(taken) = gather_leading(word, rest, facts) {
        return taken;
    }
    if word.is(WordRole::Moving) {
        facts.push(GistFact::Goes);
        return 1;
    }
    let roles = [
        (WordRole::Taking, GistFact::Taking),
        (WordRole::Passing, GistFact::Passing),
        (WordRole::Checking, GistFact::Checking),
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

/// A piece's name, and what stands behind it: `the queen's pawn`, `пешка d`.
fn gather_piece(
    piece: Piece,
    word: &WordMeaning,
    rest: &[PlacedAtom],
    facts: &mut Vec<GistFact>,
) -> usize {
    let next_word = next_word(rest);
    // Not `ферзём пешку`, nor `ферзя пешкой`: one takes the other.
    let by = word.is(WordRole::By) || next_word.is_some_and(|w| w.is(WordRole::By));
    let of = next_word.filter(|_| !by).and_then(|w| w.piece);
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
        (None, Some(Piece::Pawn)) if piece != Piece::Pawn => {
            facts.push(GistFact::OfPiece(piece));
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
        && (!after.is(WordRole::Filler) || rest.get(2).is_some_and(PlacedAtom::leads_on))
        && !after.is(WordRole::From)
        && !after.is(WordRole::To)
        && rest.get(2).is_none_or(|n| n.rank().is_none())
        && let Some(file) = after.file
    {
        facts.push(GistFact::PawnOf(file));
        return 2;
    }
    // `своим слоном`
    if word.is(WordRole::By) {
        facts.push(GistFact::With(piece));
    }
    facts.push(GistFact::Named(piece));
    1
}

/// A word that leads to a piece or a file: `with the bishop`, `by the d-file`.
fn gather_leading(
    word: &WordMeaning,
    rest: &[PlacedAtom],
    facts: &mut Vec<GistFact>,
) -> Option<usize> {
    if word.is(WordRole::Promoting)
        && let Some((named, taken)) = weighty(rest, 1)
        && named != Piece::Pawn
    {
        facts.push(GistFact::Becomes(named));
        return Some(taken);
    }
    if word.is(WordRole::Line)
        && let Some(file) = next_word(rest).and_then(|w| w.file)
    {
        facts.push(GistFact::OnFile(file));
        return Some(2);
    }
    if word.is(WordRole::NextTo)
        && let Some((of, taken)) = weighty(rest, 1)
    {
        facts.push(GistFact::NextTo(of));
        return Some(taken);
    }
    if word.is(WordRole::With)
        && let Some((_, behind)) = weighty(rest, 1)
        && let Some(named) = rest.get(behind - 1..)
    {
        let mut told = Vec::new();
        let taken = gather(named, &mut told);
        // Not `with the king's pawn`.
        if let [GistFact::Named(by)] = told.as_slice() {
            facts.push(GistFact::With(*by));
        }
        facts.extend(told);
        return Some(behind - 1 + taken);
    }
    None
}

/// The word right behind the first.
fn next_word(rest: &[PlacedAtom]) -> Option<&WordMeaning> {
    next(rest).and_then(|n| match &n.atom {
        Atom::Word(word) => Some(word),
        _ => None,
    })
}

/// What stands right behind the first.
fn next(rest: &[PlacedAtom]) -> Option<&PlacedAtom> {
    let joined = |n: &&PlacedAtom| matches!(n.gap, AtomGap::Space | AtomGap::Dash);
    rest.get(1).filter(joined)
}

/// Most slight words between two that belong together: `in front of my queen`.
const MOST_SLIGHT: usize = 2;

/// The piece that some words come to behind slight ones, and how many they are with it.
fn weighty(rest: &[PlacedAtom], from: usize) -> Option<(Piece, usize)> {
    let word = |at: usize| match &rest.get(at)?.atom {
        Atom::Word(word) => Some(word),
        _ => None,
    };
    let at = (from..from + 1 + MOST_SLIGHT).find(|at| word(*at).is_none_or(|w| w.weighs()))?;
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
pub(super) fn named_by_a_word(text: &str, words: &[fold::Word]) -> Vec<PlacedFact> {
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
pub(super) fn unsaid(raw: &str) -> Option<GistFact> {
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
        let named = pieces(name, None, false);
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
