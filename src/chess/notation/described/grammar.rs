//! The grammar of moves told in words: which piece, from where, to where, what it takes
//! and what it becomes. No position is asked.

use super::atoms::{Atom, AtomGap, PlacedAtom, runs};
use super::lexicon::{WordMeaning, WordRole};
use super::{DescribedMove, ToldMove, ToldSquare, Wing};
use crate::chess::Piece;

/// The moves told in a text.
pub(super) fn find(text: &str) -> Vec<ToldMove> {
    let mut found = Vec::new();
    for run in runs(text) {
        let mut at = 0;
        while let Some(rest) = run.get(at..).filter(|r| !r.is_empty()) {
            match longest(rest) {
                Some((length, told)) => {
                    let (first, last) = (rest.first(), rest.get(length - 1));
                    if let (Some(first), Some(last)) = (first, last) {
                        found.push(ToldMove {
                            start: first.start,
                            end: last.end,
                            told,
                        });
                    }
                    at += length;
                }
                None => at += 1,
            }
        }
    }
    castlings(text, found)
}

/// `the king to c1 and the rook to d1` is castling, told by where both end.
fn castlings(text: &str, found: Vec<ToldMove>) -> Vec<ToldMove> {
    let mut whole: Vec<ToldMove> = Vec::new();
    for next in found {
        let before = whole.last_mut().filter(|last| {
            let between = text.get(last.end..next.start).unwrap_or("");
            between.split_whitespace().count() <= MOST_JOINING
        });
        match before.and_then(|last| Some((castled(&last.told, &next.told)?, last))) {
            Some((wing, last)) => {
                last.told = DescribedMove {
                    castling: true,
                    castled: Some(wing),
                    ..DescribedMove::default()
                };
                last.end = next.end;
            }
            None => whole.push(next),
        }
    }
    whole
}

/// Words between the king's way and the rook's: `, and the`.
const MOST_JOINING: usize = 3;

/// The wing on which the king and the rook castle, where these are their ways.
fn castled(one: &DescribedMove, other: &DescribedMove) -> Option<Wing> {
    let goes = |told: &DescribedMove| Some((told.piece?, told.target().filter(|_| !told.taking)?));
    let (king, rook) = match (goes(one)?, goes(other)?) {
        ((Piece::King, king), (Piece::Rook, rook)) | ((Piece::Rook, rook), (Piece::King, king)) => {
            (king, rook)
        }
        _ => return None,
    };
    match (king.0, rook.0, king.1 == rook.1) {
        (6, 5, true) => Some(Wing::Kings),
        (2, 3, true) => Some(Wing::Queens),
        _ => None,
    }
}

/// The longest move that begins with the first of these atoms, and how many it takes.
fn longest(atoms: &[PlacedAtom]) -> Option<(usize, DescribedMove)> {
    let begins = |atom: &Atom| match atom {
        Atom::Word(word) => !word.is(WordRole::And) || word.is(WordRole::Filler),
        Atom::Square(_) | Atom::Squares(..) => true,
        Atom::Figure(_) | Atom::Becomes(_) => false,
    };
    atoms.first().filter(|first| begins(&first.atom))?;
    (1..=atoms.len()).rev().find_map(|length| {
        let part = atoms.get(..length)?;
        ends(&part.last()?.atom).then_some(())?;
        Some((length, Telling::default().told(part)?))
    })
}

/// Whether a move may end with this.
fn ends(atom: &Atom) -> bool {
    match atom {
        Atom::Word(word) => {
            let lead = [WordRole::To, WordRole::From, WordRole::With, WordRole::And];
            word.weighs()
                || word.rank.is_some()
                || word.file.is_some()
                || word.is(WordRole::Filler) && !lead.iter().any(|role| word.is(*role))
        }
        _ => true,
    }
}

/// What the next square or piece will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Awaited {
    #[default]
    Nothing,
    To,
    From,
    With,
    InFront,
    Promotion,
}

/// How a square was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SquareRole {
    Bare,
    To,
    From,
}

/// A move while its words are gone through.
#[derive(Debug, Default)]
struct Telling {
    told: DescribedMove,
    awaited: Awaited,
    squares: Vec<(SquareRole, ToldSquare)>,
    theirs: bool,
    /// The piece was named before any square.
    piece_first: bool,
    /// Two pieces stand there, and one must be taken.
    second: bool,
    /// A word besides squares and files.
    in_words: bool,
}

impl Telling {
    fn told(mut self, atoms: &[PlacedAtom]) -> Option<DescribedMove> {
        let castling =
            |a: &PlacedAtom| matches!(&a.atom, Atom::Word(w) if w.is(WordRole::Castling));
        self.told.castling = atoms.iter().any(castling);
        let mut at = 0;
        while let Some(placed) = atoms.get(at) {
            let rest = atoms.get(at..).unwrap_or(&[]);
            if at > 0 && placed.gap == AtomGap::Comma && !becomes_something(rest, self.is_of_pawn())
            {
                return None;
            }
            if at > 0 && placed.gap == AtomGap::Colon {
                self.told.piece?;
                self.told.taking = true;
            }
            let before = at.checked_sub(1).and_then(|i| atoms.get(i));
            at += self.take(rest, before)?;
        }
        self.settled()
    }

    fn is_of_pawn(&self) -> bool {
        self.told.piece == Some(Piece::Pawn) || self.told.piece.is_none() && self.told.taking
    }

    /// Takes the first of some atoms, and perhaps more: how many. `None` where the words
    /// make no sense together.
    fn take(&mut self, rest: &[PlacedAtom], before: Option<&PlacedAtom>) -> Option<usize> {
        let placed = rest.first()?;
        match &placed.atom {
            Atom::Square(on) => self.square(ToldSquare::On(on.clone()), placed.gap),
            Atom::Squares(from, to) => {
                self.squares
                    .push((SquareRole::From, ToldSquare::On(from.clone())));
                self.squares
                    .push((SquareRole::To, ToldSquare::On(to.clone())));
            }
            Atom::Becomes(piece) => self.told.promotion = Some(*piece),
            Atom::Figure(rank) => return self.counted(*rank, rest),
            Atom::Word(word) => return self.word(word, rest, before),
        }
        Some(1)
    }

    fn square(&mut self, square: ToldSquare, gap: AtomGap) {
        let role = match std::mem::take(&mut self.awaited) {
            Awaited::To => SquareRole::To,
            Awaited::From => SquareRole::From,
            _ => SquareRole::Bare,
        };
        if self.squares.is_empty() {
            self.piece_first = self.told.piece.is_some();
        }
        // `g1-f3`
        if let (AtomGap::Dash, SquareRole::Bare, Some((last @ SquareRole::Bare, _))) =
            (gap, role, self.squares.last_mut())
        {
            *last = SquareRole::From;
            return self.squares.push((SquareRole::To, square));
        }
        self.squares.push((role, square));
    }

    /// `two squares`.
    fn counted(&mut self, rank: u8, rest: &[PlacedAtom]) -> Option<usize> {
        let (taken, _) = counted_squares(rest)?;
        self.told.steps = Some(rank + 1);
        Some(taken)
    }

    fn word(
        &mut self,
        word: &WordMeaning,
        rest: &[PlacedAtom],
        before: Option<&PlacedAtom>,
    ) -> Option<usize> {
        if let Some(rank) = word.rank
            && let Some(taken) = self.counted(rank, rest)
        {
            return Some(taken);
        }
        let gap = rest.first()?.gap;
        if let Some(file) = word.file
            && let Some(rank) = rest.get(1).and_then(PlacedAtom::rank)
            && counted_squares(rest.get(1..)?).is_none()
        {
            self.square(ToldSquare::On(vec![(file, rank)]), gap);
            return Some(2);
        }
        if let Some(piece) = word.piece {
            return self.piece(piece, word, rest);
        }
        if let Some(file) = word.file
            && self.file(file, word, rest, before)
        {
            return Some(1);
        }
        self.role(word, rest)
    }

    /// `e-pawn`, `пешка е`: the file that a piece comes from.
    fn file(
        &mut self,
        file: u8,
        word: &WordMeaning,
        rest: &[PlacedAtom],
        before: Option<&PlacedAtom>,
    ) -> bool {
        let is_piece = |p: &PlacedAtom| matches!(&p.atom, Atom::Word(w) if w.piece.is_some());
        let next = rest.get(1).filter(|p| is_piece(p));
        let last = before.filter(|p| is_piece(p));
        let joined = next.is_some_and(|p| p.gap == AtomGap::Dash)
            || last.is_some() && rest.first().is_some_and(|p| p.gap == AtomGap::Dash);
        let slight = [
            WordRole::To,
            WordRole::From,
            WordRole::Filler,
            WordRole::And,
        ];
        // `пішак це на дві клітинки`
        let pawn =
            |p: &&PlacedAtom| matches!(&p.atom, Atom::Word(w) if w.piece == Some(Piece::Pawn));
        let only_fills = slight[..2].iter().all(|role| !word.is(*role)) && !word.weighs();
        let goes_on = rest.get(1).is_some_and(PlacedAtom::leads_on);
        let heard = only_fills && last.filter(pawn).is_some() && goes_on;
        let is_word = !heard && slight.iter().any(|role| word.is(*role)) || word.weighs();
        let awaited = self.awaited == Awaited::From;
        if !(joined || awaited || (next.is_some() || last.is_some()) && !is_word)
            || self.told.from_file.is_some()
        {
            return false;
        }
        self.awaited = Awaited::Nothing;
        self.told.from_file = Some(file);
        true
    }

    fn piece(&mut self, piece: Piece, word: &WordMeaning, rest: &[PlacedAtom]) -> Option<usize> {
        self.in_words = true;
        let theirs = std::mem::take(&mut self.theirs);
        if let Some((square, taken)) = ahead(rest)
            && self.awaited != Awaited::Promotion
        {
            self.square(square, AtomGap::Space);
            return Some(taken);
        }
        if self.told.castling {
            match piece {
                Piece::King | Piece::Rook => {}
                Piece::Queen => self.told.castled = Some(Wing::Queens),
                Piece::Bishop | Piece::Knight | Piece::Pawn => return None,
            }
            return Some(1);
        }
        let wing = match piece {
            Piece::King => Some(Wing::Kings),
            Piece::Queen => Some(Wing::Queens),
            _ => None,
        };
        // `the queen's pawn`, `the king's knight`.
        if let Some(wing) = wing
            && let Some(Atom::Word(next)) = rest.get(1).map(|p| &p.atom)
            && let Some(Piece::Pawn | Piece::Knight | Piece::Bishop | Piece::Rook) = next.piece
            && rest.get(1).is_some_and(|p| p.gap == AtomGap::Space)
            && self.told.piece.is_none()
            && !self.told.taking
            && !word.is(WordRole::By)
            && !next.is(WordRole::By)
        {
            self.told.piece = next.piece;
            self.told.theirs = theirs;
            match next.piece {
                Some(Piece::Pawn) => self.told.in_front = Some(piece),
                _ => self.told.wing = Some(wing),
            }
            return Some(2);
        }
        match std::mem::take(&mut self.awaited) {
            Awaited::Promotion => self.told.promotion = Some(piece),
            Awaited::InFront => self.told.in_front = Some(piece),
            Awaited::With => self.with(piece)?,
            _ if word.is(WordRole::By) => self.with(piece)?,
            _ => self.another(piece, theirs)?,
        }
        Some(1)
    }

    /// The piece with which it is done.
    fn with(&mut self, piece: Piece) -> Option<()> {
        let before = self.told.piece.replace(piece);
        match before {
            None => {}
            Some(same) if same == piece => {}
            Some(other) if self.told.captured.is_none() => {
                self.told.captured = Some(other);
                self.second = true;
                self.told.theirs = false;
            }
            Some(_) => return None,
        }
        Some(())
    }

    /// A piece that goes, or that is taken.
    fn another(&mut self, piece: Piece, theirs: bool) -> Option<()> {
        match (self.told.piece, self.told.captured) {
            (None, None) if !self.told.taking => {
                self.told.piece = Some(piece);
                self.told.theirs = theirs;
            }
            (None, None) => self.told.captured = Some(piece),
            (None, Some(_)) => {
                self.told.piece = self.told.captured.replace(piece);
            }
            (Some(same), None) if same == piece && !self.told.taking => {}
            (Some(_), None) => {
                self.told.captured = Some(piece);
                self.second = true;
            }
            (Some(_), Some(_)) => return None,
        }
        Some(())
    }

    fn role(&mut self, word: &WordMeaning, rest: &[PlacedAtom]) -> Option<usize> {
        let is = |role| word.is(role);
        let more = rest.get(1..).unwrap_or(&[]);
        if self.told.castling {
            return self.of_castling(word);
        }
        let pawn = self.is_of_pawn();
        if (is(WordRole::Promoting) || is(WordRole::Moving) && self.told.piece == Some(Piece::Pawn))
            && pawn
            && next_piece(more).is_some_and(|p| p != Piece::Pawn)
        {
            self.awaited = Awaited::Promotion;
            self.in_words = true;
        } else if is(WordRole::InFront)
            && self.told.piece == Some(Piece::Pawn)
            && self.told.from_file.is_none()
            && next_piece(more).is_some()
        {
            self.awaited = Awaited::InFront;
        } else if is(WordRole::Taking) || is(WordRole::Passing) {
            self.told.taking = true;
            self.told.passing |= is(WordRole::Passing);
            self.in_words = true;
        } else if is(WordRole::With) && next_piece(more).is_some() {
            self.awaited = Awaited::With;
        } else if (is(WordRole::From) || is(WordRole::To)) && self.awaited != Awaited::Promotion {
            self.in_words = true;
            self.awaited = match is(WordRole::From) {
                true => Awaited::From,
                false => Awaited::To,
            };
        } else if is(WordRole::Moving) {
            self.in_words = true;
        } else if is(WordRole::Theirs) {
            self.theirs = true;
        } else if is(WordRole::And) && !is(WordRole::Filler) {
            becomes_something(rest, pawn).then_some(())?;
        } else if is(WordRole::Filler)
            || is(WordRole::To)
            || is(WordRole::Squares)
            || is(WordRole::Line)
        {
        } else {
            return None;
        }
        Some(1)
    }

    fn of_castling(&mut self, word: &WordMeaning) -> Option<usize> {
        self.in_words = true;
        let wing = match (word.is(WordRole::Short), word.is(WordRole::Long)) {
            (true, false) => Some(Wing::Kings),
            (false, true) => Some(Wing::Queens),
            _ => None,
        };
        match (wing, self.told.castled) {
            (Some(new), Some(old)) if new != old => return None,
            (Some(new), _) => self.told.castled = Some(new),
            (None, _) if word.is(WordRole::Castling) => {}
            (None, _) if word.is(WordRole::To) || word.is(WordRole::From) => {}
            (None, _) if word.is(WordRole::Moving) || word.is(WordRole::Filler) => {}
            (None, _) if word.is(WordRole::With) => {}
            (None, _) => return None,
        }
        Some(1)
    }

    /// The move, where all of it is there.
    fn settled(mut self) -> Option<DescribedMove> {
        if self.second && !self.told.taking || !self.in_words {
            return None;
        }
        let mut squares = std::mem::take(&mut self.squares);
        // The same square said again says nothing new.
        squares.dedup_by(|b, a| a.1 == b.1);
        if squares.len() > 2 {
            return None;
        }
        let mut squares = squares.into_iter();
        match (squares.next(), squares.next()) {
            (None, _) => {}
            (Some((SquareRole::From, from)), None) => self.told.from = Some(from),
            (Some((_, to)), None) => self.told.to = Some(to),
            // `на e4 граю e5`, `to e4 my knight f6`: a move that is answered, and the answer.
            (Some((SquareRole::To, _)), Some((role, _)))
                if role != SquareRole::From && (self.told.taking || !self.piece_first) =>
            {
                return None;
            }
            (Some((SquareRole::Bare, _)), Some((SquareRole::Bare, _)))
                if self.told.piece.is_none() && !self.told.taking =>
            {
                return None;
            }
            (Some((SquareRole::To, to)), Some((SquareRole::From, from)))
            | (Some((_, from)), Some((_, to))) => {
                self.told.from = Some(from);
                self.told.to = Some(to);
            }
        }
        let told = &self.told;
        let complete = told.castling
            || told.to.is_some() && (told.piece.is_some() || told.taking || told.from.is_some())
            || told.taking && (told.passing || told.captured.is_some() || told.piece.is_some())
            || told.steps.is_some() && told.piece == Some(Piece::Pawn);
        complete.then_some(self.told)
    }
}

/// `king's bishop three`, `queen four`: a square by its name in old books, and how many
/// atoms it takes.
fn ahead(rest: &[PlacedAtom]) -> Option<(ToldSquare, usize)> {
    let piece = |at: usize| match &rest.get(at)?.atom {
        Atom::Word(word) => word.piece,
        _ => None,
    };
    let rank = |at: usize| {
        let told = rest.get(at)?.rank()?;
        counted_squares(rest.get(at..)?).is_none().then_some(told)
    };
    let first = piece(0)?;
    let files = |wing: Piece, of: Piece| -> Option<Vec<u8>> {
        let kings = wing == Piece::King;
        Some(vec![match (of, kings) {
            (Piece::Rook, false) => 0,
            (Piece::Knight, false) => 1,
            (Piece::Bishop, false) => 2,
            (Piece::Bishop, true) => 5,
            (Piece::Knight, true) => 6,
            (Piece::Rook, true) => 7,
            _ => return None,
        }])
    };
    if matches!(first, Piece::King | Piece::Queen)
        && let (Some(of), Some(rank)) = (piece(1), rank(2))
    {
        return Some((ToldSquare::Ahead(files(first, of)?, rank), 3));
    }
    let file = match first {
        Piece::King => 4,
        Piece::Queen => 3,
        _ => return None,
    };
    Some((ToldSquare::Ahead(vec![file], rank(1)?), 2))
}

/// A number and what is counted by it: how many atoms that takes.
fn counted_squares(rest: &[PlacedAtom]) -> Option<(usize, u8)> {
    let count = rest.first()?.rank()?;
    let between = |p: &&PlacedAtom| matches!(&p.atom, Atom::Word(w) if !w.is(WordRole::Squares) && w.is(WordRole::Filler));
    let fillers = rest.iter().skip(1).take_while(between).count();
    let counted = rest.get(1 + fillers)?;
    match &counted.atom {
        Atom::Word(word) if word.is(WordRole::Squares) => Some((fillers + 2, count)),
        _ => None,
    }
}

/// The piece that comes next, behind words that say nothing.
fn next_piece(rest: &[PlacedAtom]) -> Option<Piece> {
    let slight = |p: &&PlacedAtom| {
        matches!(&p.atom, Atom::Word(w) if w.piece.is_none() && !w.weighs() && w.file.is_none()
            || w.piece.is_none() && (w.is(WordRole::To) || w.is(WordRole::Filler)))
    };
    let skipped = rest.iter().take_while(slight).count();
    match &rest.get(skipped)?.atom {
        Atom::Word(word) => word.piece,
        _ => None,
    }
}

/// Whether these words say what a pawn becomes: `and promote to a queen`, `, ставлю ферзя`.
fn becomes_something(rest: &[PlacedAtom], pawn: bool) -> bool {
    let is_and = |p: &&PlacedAtom| matches!(&p.atom, Atom::Word(w) if w.is(WordRole::And));
    let ands = rest.iter().take_while(is_and).count();
    let rest = rest.get(ands..).unwrap_or(&[]);
    let Some(Atom::Word(word)) = rest.first().map(|p| &p.atom) else {
        return false;
    };
    pawn && (word.is(WordRole::Promoting) || word.is(WordRole::Moving))
        && next_piece(rest.get(1..).unwrap_or(&[])).is_some_and(|p| p != Piece::Pawn)
}
