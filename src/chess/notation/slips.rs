//! What a text may have been meant as that is no move as it stands: what makes a
//! fault certain enough for a penalty, and what does not (RULES.md 2, "When a penalty
//! may be charged"). The class of a text is [`super::read()`]'s and stays; here every
//! legal move is asked whether the text is it with a slip: of case, of the keyboard's
//! layout, of letters that look alike or are another language's, of what stands
//! between the squares.

use super::letters_abroad::{files, heard, is_foreign, is_layout_zero, is_own, pieces, rank};
use super::squares::is_castling;
use super::{Class, Reading, Reason, behind_a_sign, cell, described, descriptive, garbled, read};
use crate::chess::position::{Move, Position, piece};
use crate::chess::{Piece, Variant};
use crate::fold;
use crate::language::Language;
use unicode_security::confusable_detection::skeleton;

/// Longest text looked at, in letters, without what divides them: `Крg7xh8Кр`.
const MAX_LETTERS: usize = 9;

/// What a text that cannot be played as read may have been meant as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// One legal move explains it, and it is nothing else: played with a remark.
    One(Move, Reason),
    /// These legal moves explain it; perhaps one that the text names otherwise.
    Asked(Vec<Move>, Reason),
    /// No legal move explains it, but the squares it names are known, or its piece is
    /// named in another language: what is meant may be asked.
    Known,
    /// Nothing explains it: what is written is what is meant.
    Nothing,
}

/// What a text may have been meant as, given how it was read.
pub fn meant(
    text: &str,
    position: &Position,
    language: Option<Language>,
    reading: &Reading,
) -> Meant {
    if let Some(squares) = behind_a_sign(text) {
        let moves = to_square(squares, position);
        return match moves.is_empty() {
            true => Meant::Known,
            false => Meant::Asked(moves, Reason::Spelling),
        };
    }
    let Some(cell) = cell::open(text) else {
        return Meant::Nothing;
    };
    if descriptive::is_shape(&cell.body) {
        let mut moves = descriptive::moves(&cell.body, position);
        moves.extend(reading.mv);
        moves.extend(&reading.candidates);
        return Meant::Asked(in_order(position, moves), Reason::Descriptive);
    }
    if reading.mv.is_some() || reading.reason == Some(Reason::PromotionMissing) {
        return Meant::Nothing;
    }
    // In small letters too, where they say nothing else.
    let capitals = descriptive::in_capitals(&cell.body);
    if reading.candidates.is_empty() && descriptive::is_shape(&capitals) {
        let moves = descriptive::moves(&capitals, position);
        return Meant::Asked(in_order(position, moves), Reason::Descriptive);
    }
    if described::whole(&cell.body).is_some() {
        return match reading.reason {
            Some(reason) if !reading.candidates.is_empty() => {
                Meant::Asked(reading.candidates.clone(), reason)
            }
            _ => Meant::Known,
        };
    }
    let slip = typed(&cell.body, position, language, reading);
    match (slip, scrambled(&cell.body, position, language, reading)) {
        (Meant::Nothing, Some(spoilt)) => spoilt,
        (Meant::Nothing, None) => looked_alike(&cell.body, position, reading.class),
        // Hands and programs may both have done it.
        (Meant::One(mv, reason), Some(Meant::Asked(mut moves, _))) => {
            moves.push(mv);
            asked_or_one(in_order(position, moves), reason)
        }
        (Meant::Asked(mut all, reason), Some(Meant::Asked(moves, _))) => {
            all.extend(moves);
            Meant::Asked(in_order(position, all), reason)
        }
        (slip, _) => slip,
    }
}

fn asked_or_one(moves: Vec<Move>, reason: Reason) -> Meant {
    match moves.as_slice() {
        [one] => Meant::One(*one, reason),
        _ => Meant::Asked(moves, reason),
    }
}

/// What a text may have been meant as that hands and keyboards made.
fn typed(body: &str, position: &Position, language: Option<Language>, reading: &Reading) -> Meant {
    let mut found = Vec::new();
    let (mut known, mut foreign, mut own_letter) = (false, false, false);
    let mut as_heard = Vec::new();
    // No move of the piece that is named goes there: its letter may be another's.
    let none = reading.class == Class::Impossible;
    let mut reason = Reason::Spelling;
    for letters in spellings(body) {
        for part in LetterCut::all(&letters) {
            known |= part.names_both_squares();
            foreign |= part.names_a_foreign_piece(language);
            own_letter |= part.names_an_own_piece(language);
            as_heard.extend(part.in_files(language));
            let fit: Vec<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|mv| part.may_be(*mv, position, language, none))
                .collect();
            let own = part.word.is_empty() || !none && is_own(part.word, language);
            if !fit.is_empty() && !own {
                reason = Reason::ForeignLetter;
            }
            found.extend(fit);
        }
        found.extend(castling(&letters, position));
    }
    if reading.class == Class::Ambiguous && reading.reason == Some(Reason::SeveralFit) {
        // Two knights that go there are two in every language.
        if own_letter && of_one_kind(&reading.candidates) {
            return Meant::Nothing;
        }
        return ambiguous(position, reading, found, foreign);
    }
    let found = in_order(position, found);
    // `Кф3`: letters as they are heard.
    if found.is_empty() && reading.class == Class::Unreadable && !body.contains(' ') {
        let told = described::Gist::of(body);
        let moves = told.map_or_else(Vec::new, |gist| gist.explained_by(position, None));
        if !moves.is_empty() {
            return Meant::Asked(moves, Reason::Spelling);
        }
        let heard = as_heard.iter().map(|text| read(text, position, language));
        let moves: Vec<Move> = heard
            .flat_map(|r| r.mv.into_iter().chain(r.candidates))
            .collect();
        if !moves.is_empty() {
            return Meant::Asked(in_order(position, moves), Reason::Spelling);
        }
        known |= !as_heard.is_empty();
    }
    if found.is_empty()
        && let Some(one) = one_letter_too_many(body, position, language, reading.class)
    {
        return Meant::Asked(vec![one], Reason::Spelling);
    }
    match (found.as_slice(), reading.class) {
        // What is read as one move and is illegal is not taken for another one.
        ([one], Class::Unreadable) => Meant::One(*one, reason),
        ([], Class::Impossible) if foreign => Meant::Known,
        ([], Class::Impossible) => Meant::Nothing,
        ([], _) if known || foreign => Meant::Known,
        ([], _) => Meant::Nothing,
        _ => Meant::Asked(found, reason),
    }
}

/// The one legal move that is left of a text without one of its letters: `kNf3`, `Nff3`. A
/// letter that says something of the move is not taken out of what can be read, unless it
/// stands there twice; figures alone are as they are.
fn one_letter_too_many(
    body: &str,
    position: &Position,
    language: Option<Language>,
    class: Class,
) -> Option<Move> {
    let letters: Vec<char> = body.chars().collect();
    let in_words = letters.iter().any(|c| c.is_alphabetic());
    if !in_words || letters.len() > MAX_LETTERS {
        return None;
    }
    let goes = |at: &usize| {
        let twice = *at > 0 && letters.get(at - 1) == letters.get(*at);
        let idle =
            || class == Class::Unreadable && letters.get(*at).is_some_and(|c| c.is_lowercase());
        twice || idle()
    };
    let without = |at: usize| {
        let left = letters.iter().enumerate().filter(|(i, _)| *i != at);
        read(
            &left.map(|(_, c)| *c).collect::<String>(),
            position,
            language,
        )
    };
    let left: Vec<Reading> = (0..letters.len()).filter(goes).map(without).collect();
    let moves = left.iter().flat_map(|r| r.mv.iter().chain(&r.candidates));
    match in_order(position, moves.copied().collect()).as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// A text that looks like a legal move as letters of ours write it, though its letters are
/// of another alphabet or show nothing: what nobody can see is nobody's fault. The skeletons of
/// both are compared (UTS 39, 4).
fn looked_alike(body: &str, position: &Position, class: Class) -> Meant {
    let fails = matches!(class, Class::Unreadable | Class::Impossible);
    if !fails || body.chars().count() > MAX_LETTERS * 2 {
        return Meant::Nothing;
    }
    let seen = skeleton_of(body);
    let is_seen = |mv: &Move| {
        let as_read = [position.numeric(*mv), position.uci(*mv)];
        let as_written = Language::ALL.iter().map(|l| position.san_in(*mv, *l));
        let mut all = as_read.into_iter().chain(as_written);
        all.any(|text| skeleton_of(&text) == seen)
    };
    let legal = position.legal_moves().into_iter();
    let moves = in_order(position, legal.filter(is_seen).collect());
    // Nobody who writes to us has these letters: a program or a font put them there.
    let is_strange = |c: char| c.is_alphabetic() && !c.is_ascii() && !fold::is_cyrillic(c);
    match moves.is_empty() {
        true if body.contains(is_strange) && class == Class::Unreadable => Meant::Known,
        true => Meant::Nothing,
        false => asked_or_one(moves, Reason::Spelling),
    }
}

/// The skeleton of a text, without the marks that count for nothing in a move.
fn skeleton_of(text: &str) -> String {
    let bare: String = text
        .chars()
        .filter(|c| !"xX×:+#!?.,-‐‑–—−=()".contains(*c) && !c.is_whitespace())
        .collect();
    // The soft sign is its own skeleton there, for it is a little lower.
    let soft = |c| if c == '\u{185}' { 'b' } else { c };
    skeleton(&bare).map(soft).collect()
}

/// The legal moves of all pieces to the square that a text ends on.
fn to_square(squares: &str, position: &Position) -> Vec<Move> {
    let Some(to) = super::squares(squares).map(|s| s.to) else {
        return Vec::new();
    };
    let there = |mv: &Move| {
        let (file, rank) = position.squares(*mv).1;
        (file + 1, rank + 1) == to
    };
    let legal = position.legal_moves().into_iter();
    in_order(position, legal.filter(there).collect())
}

/// A text that a mail program spoilt: letters in the wrong charset, or a letter that a font
/// showed as a smiley. What it was before may be meant.
fn scrambled(
    body: &str,
    position: &Position,
    language: Option<Language>,
    reading: &Reading,
) -> Option<Meant> {
    let unread = reading.class == Class::Unreadable;
    let is_clear = |r: &Reading| r.class != Class::Unreadable;
    if let Some(bare) = garbled::without_smiley(body) {
        let read = read(bare, position, language);
        return match (read.mv, is_clear(&read)) {
            (Some(mv), _) if unread => Some(Meant::One(mv, Reason::Spelling)),
            (Some(mv), _) => Some(Meant::Asked(vec![mv], Reason::Spelling)),
            (None, true) if unread => Some(Meant::Known),
            _ => None,
        };
    }
    // A capital of one's own language that names a piece is what it seems.
    let begins = |text: &str| text.starts_with(char::is_uppercase);
    let letters: Vec<char> = body.chars().take(1).collect();
    let is_own = begins(body) && is_own(&letters, language);
    if !unread && (is_own || reading.class != Class::Impossible) {
        return None;
    }
    let mut moves = Vec::new();
    let mut known = unread && garbled::is_of_no_alphabet(body);
    for text in garbled::unscrambled(body).iter().filter(|t| begins(t)) {
        let read = read(text, position, language);
        known |= unread && is_clear(&read);
        moves.extend(read.mv);
        moves.extend(read.candidates);
    }
    match moves.is_empty() {
        false => Some(Meant::Asked(in_order(position, moves), Reason::Spelling)),
        true => known.then_some(Meant::Known),
    }
}

/// Two of one kind that fit the writer's own letter are nobody's slip; where another
/// letter or another piece is among what fits, it is asked which is meant.
fn ambiguous(position: &Position, reading: &Reading, mut found: Vec<Move>, foreign: bool) -> Meant {
    found.extend(&reading.candidates);
    let found = in_order(position, found);
    let own = !foreign && of_one_kind(&found);
    match own && found.len() == reading.candidates.len() {
        true => Meant::Nothing,
        false => Meant::Asked(found, Reason::ForeignLetter),
    }
}

/// Whether some moves are all of pieces of one kind.
fn of_one_kind(moves: &[Move]) -> bool {
    let same = |pair: &[Move]| match pair {
        [a, b] => a.0.role() == b.0.role(),
        _ => true,
    };
    moves.windows(2).all(same)
}

fn in_order(position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|mv| position.uci(*mv));
    moves.dedup();
    moves
}

/// The letters of a text without what divides squares. A Cyrillic х may be the mark
/// of a capture or stand for the file h, a ч is an x on the other layout.
fn spellings(body: &str) -> Vec<Vec<char>> {
    let divides = |c: &char| c.is_whitespace() || "-‐‑–—−:/\\.,;>→_~=()xX×".contains(*c);
    let all: Vec<char> = body.chars().filter(|c| !divides(c)).collect();
    let bare: Vec<char> = all
        .iter()
        .copied()
        .filter(|c| !matches!(c, 'х' | 'Х' | 'ч' | 'Ч'))
        .collect();
    let mut found = vec![bare];
    if found.first() != Some(&all) {
        found.push(all);
    }
    found.retain(|letters| letters.len() <= MAX_LETTERS);
    found
}

/// One way to cut the letters.
struct LetterCut<'t> {
    word: &'t [char],
    from: &'t [char],
    file: char,
    rank: char,
    promotion: &'t [char],
}

impl<'t> LetterCut<'t> {
    fn all(letters: &'t [char]) -> Vec<LetterCut<'t>> {
        let mut found = Vec::new();
        // `e2e5` is squares and nothing else.
        let coordinates = matches!(letters, [a, b, c, d]
            if a.is_ascii_lowercase() && c.is_ascii_lowercase()
                && b.is_ascii_digit() && d.is_ascii_digit());
        for word in 0..=(if coordinates { 0 } else { 2 }) {
            for from in 0..=2 {
                for promotion in 0..=2 {
                    let rest = letters.len().checked_sub(word + from + promotion);
                    let (Some((word, tail)), Some(2)) = (letters.split_at_checked(word), rest)
                    else {
                        continue;
                    };
                    let Some((from, tail)) = tail.split_at_checked(from) else {
                        continue;
                    };
                    if let [file, rank, promotion @ ..] = tail {
                        found.push(LetterCut {
                            word,
                            from,
                            file: *file,
                            rank: *rank,
                            promotion,
                        });
                    }
                }
            }
        }
        found
    }

    /// Whether both squares stand there, in letters or figures that are what they seem.
    fn names_both_squares(&self) -> bool {
        let [file, rank_] = self.from else {
            return false;
        };
        let plain = |c: char| c.is_ascii_digit() || matches!(c.to_ascii_lowercase(), 'a'..='h');
        let on = |file: char, rank_: char| {
            plain(file) && !of_squares(file).is_empty() && rank(rank_).is_some()
        };
        on(*file, *rank_) && on(self.file, self.rank)
    }

    /// Whether a piece stands there in a capital of another language, and a square that
    /// is what it seems.
    fn names_a_foreign_piece(&self, language: Option<Language>) -> bool {
        let plain = matches!(self.file, 'a'..='h') && rank(self.rank).is_some();
        let squares = self.from.iter().all(|c| matches!(c, 'a'..='h' | '1'..='8'));
        plain
            && squares
            && self.promotion.is_empty()
            && self.word.first().is_some_and(|c| c.is_uppercase())
            && is_foreign(self.word, language)
    }

    /// Whether a piece stands there in a capital of the declared language, and a square
    /// that is what it seems.
    fn names_an_own_piece(&self, language: Option<Language>) -> bool {
        let plain = matches!(self.file, 'a'..='h') && rank(self.rank).is_some();
        plain && self.word.first().is_some_and(|c| c.is_uppercase()) && is_own(self.word, language)
    }

    /// The same with the files as they are heard, where a piece of one's own language and
    /// squares stand there and nothing else: `Крg1` for `Кр-ж1`.
    fn in_files(&self, language: Option<Language>) -> Option<String> {
        let on = |c: char| match c.is_ascii_digit() {
            true => Some(c),
            false => char::from_digit(10 + u32::from(*heard(c).first()?), 18),
        };
        let is_square = !self.file.is_ascii_digit() && matches!(self.rank, '1'..='8');
        if !is_own(self.word, language) || !is_square || !self.promotion.is_empty() {
            return None;
        }
        let written = self.from.iter().copied().chain([self.file, self.rank]);
        let squares: Vec<char> = written.clone().map(on).collect::<Option<_>>()?;
        // What is written in files already is as it is read.
        let is_heard = !written.eq(squares.iter().copied());
        is_heard.then(|| self.word.iter().chain(&squares).collect())
    }

    fn may_be(
        &self,
        mv: Move,
        position: &Position,
        language: Option<Language>,
        none: bool,
    ) -> bool {
        let (from, to) = position.squares(mv);
        let both = self.from.len() == 2;
        let has = |c: char, file: u8| match both {
            true => of_squares(c).contains(&file),
            false => files(c).contains(&file),
        };
        if !has(self.file, to.0) || rank(self.rank) != Some(to.1) {
            return false;
        }
        let from_fits = match self.from {
            [] => true,
            [one] => files(*one).contains(&from.0) || rank(*one) == Some(from.1),
            [file, rank_] => has(*file, from.0) && rank(*rank_) == Some(from.1),
            _ => false,
        };
        if !from_fits {
            return false;
        }
        let mover = position.piece_at(from.0, from.1).map(|(_, piece)| piece);
        let piece_fits = match (self.word, self.from) {
            ([], [_, _]) => true,
            // A pawn goes straight, or takes from the file that is written.
            ([], []) => mover == Some(Piece::Pawn) && from.0 == to.0,
            ([], [one]) => {
                mover == Some(Piece::Pawn) && from.0 != to.0 && files(*one).contains(&from.0)
            }
            (word, origin) => mover.is_some_and(|m| {
                // A pawn's letter says no more of where it comes from than none.
                let straight = m != Piece::Pawn || !origin.is_empty() || from.0 == to.0;
                straight && pieces(word, language, none).contains(&m)
            }),
        };
        let becomes = mv.0.promotion().map(piece);
        let promotion_fits = match (self.promotion, becomes) {
            ([], None) => true,
            ([], Some(_)) | (_, None) => false,
            (word, Some(becomes)) => pieces(word, language, none).contains(&becomes),
        };
        piece_fits && promotion_fits
    }
}

/// The files of a letter, or of a figure where both squares are written.
fn of_squares(c: char) -> Vec<u8> {
    match c.is_ascii_digit() {
        true => rank(c).into_iter().collect(),
        false => files(c),
    }
}

/// Castling typed on the other layout: `Щ-Щ`.
fn castling(letters: &[char], position: &Position) -> Vec<Move> {
    if !letters.iter().all(|c| is_layout_zero(*c)) || position.variant() != Variant::Standard {
        return Vec::new();
    }
    let file = match letters.len() {
        2 => 6,
        3 => 2,
        _ => return Vec::new(),
    };
    let legal = position.legal_moves().into_iter();
    legal
        .filter(|mv| is_castling(*mv) && position.squares(*mv).1.0 == file)
        .collect()
}
