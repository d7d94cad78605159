//! What the words mean of which moves are told, in all languages at once.

use crate::ascii::ascii;
use crate::chess::Piece;
use crate::fold::{self, Word};
use crate::language::Language;
use crate::vocabulary::{self, Pick, PlayWords, PlayerWords};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Most words of one entry.
pub(super) const MOST_WORDS: usize = 4;

/// What a word does in a move told in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordRole {
    /// It names the piece with which something is done.
    By,
    /// The piece with which something is done stands behind it.
    With,
    /// A piece moves.
    Moving,
    /// A piece takes.
    Taking,
    /// Castling.
    Castling,
    /// The short one.
    Short,
    /// The long one.
    Long,
    /// A pawn becomes something.
    Promoting,
    /// The square behind it is where the piece goes.
    To,
    /// The square behind it is where it comes from.
    From,
    /// The pawn stands in front of the piece behind it.
    InFront,
    /// A file of the board: `по линии d`.
    Line,
    /// The piece stands beside the one behind it.
    NextTo,
    /// In passing.
    Passing,
    /// A piece gives check.
    Checking,
    /// Squares that are counted.
    Squares,
    /// The opponent's.
    Theirs,
    /// And.
    And,
    /// Nothing: an article, a mark of check.
    Filler,
}

/// All that a word may mean.
#[derive(Clone, Debug, Default)]
pub(super) struct WordMeaning {
    pub piece: Option<Piece>,
    pub file: Option<u8>,
    pub rank: Option<u8>,
    roles: Vec<WordRole>,
}

impl WordMeaning {
    pub fn is(&self, role: WordRole) -> bool {
        self.roles.contains(&role)
    }

    /// Whether the word says something of its own.
    pub fn weighs(&self) -> bool {
        let slight = [
            WordRole::With,
            WordRole::To,
            WordRole::From,
            WordRole::InFront,
            WordRole::NextTo,
            WordRole::Line,
            WordRole::Theirs,
            WordRole::And,
            WordRole::Filler,
        ];
        self.piece.is_some() || self.roles.iter().any(|role| !slight.contains(role))
    }
}

/// What a word, or several with one space between them, may mean, by their [`key`].
pub(super) fn meaning(key: &str) -> Option<&'static WordMeaning> {
    LEXICON.get(key)
}

/// Whether an entry of several words begins with this one.
pub(super) fn begins_several(key: &str) -> bool {
    FIRST_OF_SEVERAL.contains(key)
}

static FIRST_OF_SEVERAL: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let several = LEXICON.keys().filter_map(|key| key.split_once(' '));
    several.map(|(first, _)| first).collect()
});

/// The piece whose name a longer word ends with.
pub(super) fn piece_at_end(key: &str) -> Option<Piece> {
    // The longest name at its end is the first that is met from its beginning.
    let ends = key.char_indices().skip(1).map(|(at, _)| key.get(at..));
    let longer = key.chars().count().saturating_sub(LONG_NAME);
    ends.take(longer).find_map(|end| NAMES.get(end?).copied())
}

/// The piece whose name a longer word ends with, or is but for one slip.
pub(super) fn piece_like(key: &str) -> Option<Piece> {
    let letters = key.chars().count();
    if letters < LONG_NAME {
        return None;
    }
    piece_at_end(key).or_else(|| {
        let used = fold::letters_used(key);
        let lengths = letters.saturating_sub(1).max(LONG_NAME)..=letters + 1;
        let names = lengths
            .filter_map(|length| BY_LENGTH.get(&length))
            .flatten();
        // One slip of the key adds a letter, drops one, or both; of a shorter name it
        // changes two about: `nigth`.
        let near = names.filter(|name| {
            let changed = (name.used ^ used).count_ones();
            changed <= if name.is_short { 0 } else { 2 }
        });
        let mut slipped = near.filter(|name| strsim::osa_distance(key, name.text) == 1);
        let first = slipped.next()?.piece;
        slipped.all(|other| other.piece == first).then_some(first)
    })
}

/// The piece that a word of two names, and the king or the queen to whom it belongs:
/// `Damenbauer`.
pub(super) fn compound(key: &str) -> Option<(Piece, Piece)> {
    let mut cuts = key.char_indices().skip(1).map(|(at, _)| key.split_at(at));
    let of = |name: &str| NAMES.get(name).copied();
    cuts.find_map(|(first, second)| {
        let whose = of(first).filter(|p| matches!(p, Piece::King | Piece::Queen))?;
        let whole = second.chars().count() >= LONG_NAME;
        Some((whose, of(second).filter(|_| whole)?))
    })
}

/// The piece of whose name vowels and signs are left out: `кнь`, `quen`, `spr`.
pub(super) fn contracted(key: &str) -> Option<Piece> {
    let written: Vec<char> = key.chars().collect();
    if written.len() < SHORT_LETTERS {
        return None;
    }
    let slight = |c: char| "aeiouyаеиоуыэюяієїьй".contains(c);
    let all_heard = !written.iter().any(|c| "aeiouyаеиоуыэюяієї".contains(*c));
    let is_of = |full: &[char]| {
        let longer = full.len() > written.len() && full.len() <= written.len() + 2;
        let mut rest = written.iter().peekable();
        let mut dropped = full.iter().map(|c| match rest.peek() {
            Some(next) if *next == c => rest.next().is_some(),
            _ => slight(*c),
        });
        // One vowel less is a slip of a longer name; a short one without any is a habit.
        let one_less = full.len() == written.len() + 1 && written.len() > SHORT_LETTERS;
        longer && (all_heard || one_less) && dropped.all(|d| d) && rest.peek().is_none()
    };
    let of_ends = BY_ENDS.get(&(*written.first()?, *written.last()?))?.iter();
    let mut named = of_ends.filter(|(full, _)| is_of(full)).map(|(_, p)| *p);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

/// Whether a longer word says but for one slip that a piece takes another.
pub(super) fn is_like_taking(key: &str) -> bool {
    let length = key.chars().count();
    let used = fold::letters_used(key);
    let near = |word: &&TakingWord| {
        word.length.abs_diff(length) <= 1 && (word.used ^ used).count_ones() <= 2
    };
    let mut near = TAKING.iter().filter(near);
    length >= LONG_NAME && near.any(|word| strsim::osa_distance(key, word.text) == 1)
}

/// A word that takes, long enough to be known with a slip in it.
struct TakingWord {
    text: &'static str,
    length: usize,
    used: u64,
}

static TAKING: LazyLock<Vec<TakingWord>> = LazyLock::new(|| {
    let taking = LEXICON
        .iter()
        .filter(|(_, meaning)| meaning.is(WordRole::Taking));
    let long = taking.filter(|(word, _)| word.chars().count() >= LONG_NAME);
    long.map(|(text, _)| TakingWord {
        text,
        length: text.chars().count(),
        used: fold::letters_used(text),
    })
    .collect()
});

/// A piece's name that is long enough to be known with a slip in it.
struct LongName {
    text: &'static str,
    piece: Piece,
    used: u64,
    /// No longer than it must be.
    is_short: bool,
}

static BY_LENGTH: LazyLock<BTreeMap<usize, Vec<LongName>>> = LazyLock::new(|| {
    let mut all: BTreeMap<usize, Vec<LongName>> = BTreeMap::new();
    for (text, piece) in NAMES.iter() {
        let length = text.chars().count();
        all.entry(length).or_default().push(LongName {
            text,
            piece: *piece,
            used: fold::letters_used(text),
            is_short: length == LONG_NAME,
        });
    }
    all
});

/// The pieces' names in letters, by their first and last.
static BY_ENDS: LazyLock<BTreeMap<(char, char), Vec<SpelledName>>> = LazyLock::new(|| {
    let mut all: BTreeMap<(char, char), Vec<SpelledName>> = BTreeMap::new();
    for (name, piece) in NAMES.iter() {
        let letters: Vec<char> = name.chars().collect();
        if let (Some(first), Some(last)) = (letters.first(), letters.last()) {
            let ends = (*first, *last);
            all.entry(ends).or_default().push((letters, *piece));
        }
    }
    all
});

/// The letters of a piece's name.
type SpelledName = (Vec<char>, Piece);

/// Shortest name that is seen at the end of a word; in longer ones a slip is, in letters.
const LONG_NAME: usize = 5;

static NAMES: LazyLock<BTreeMap<&str, Piece>> = LazyLock::new(|| {
    let named = |(word, meaning): (&'static String, &'static WordMeaning)| {
        Some((word.as_str(), meaning.piece?))
    };
    LEXICON.iter().filter_map(named).collect()
});

/// A word as it is looked up: folded, but for short Cyrillic ones, whose letters keep their
/// script. A folded `не` would be `he`, and `то` would be `to`.
pub(super) fn key(text: &str) -> String {
    let words = fold::words(text);
    match words.as_slice() {
        [word] => word_key(word, text).into_owned(),
        several => {
            let each = several.iter().map(|word| word_key(word, text));
            each.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The [`key`] of a word of a text.
pub(super) fn word_key<'w>(word: &'w Word, text: &str) -> Cow<'w, str> {
    let raw = text.get(word.start..word.end).unwrap_or("");
    let letters = || {
        raw.chars()
            .filter(|c| fold::is_cyrillic(*c) || c.is_alphabetic())
    };
    if letters().nth(SHORT_LETTERS).is_some() || !letters().all(fold::is_cyrillic) {
        return Cow::Borrowed(&word.text);
    }
    let small = letters().flat_map(char::to_lowercase);
    Cow::Owned(small.map(|c| if c == 'ё' { 'е' } else { c }).collect())
}

/// Most letters of a short word.
const SHORT_LETTERS: usize = 3;

/// The names of the pieces.
const PIECES: [(Piece, Pick<PlayWords>); 6] = [
    (Piece::King, |p| &p.king),
    (Piece::Queen, |p| &p.queen),
    (Piece::Rook, |p| &p.rook),
    (Piece::Bishop, |p| &p.bishop),
    (Piece::Knight, |p| &p.knight),
    (Piece::Pawn, |p| &p.pawn),
];

static LEXICON: LazyLock<BTreeMap<String, WordMeaning>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, WordMeaning> = BTreeMap::new();
    for (piece, pick) in PIECES {
        for word in vocabulary::players(|w| pick(&w.play)) {
            all.entry(key(word)).or_default().piece = Some(piece);
        }
    }
    let roles: [(WordRole, Pick<PlayerWords>); 21] = [
        (WordRole::By, |w| &w.play.by),
        (WordRole::With, |w| &w.play.with),
        (WordRole::Moving, |w| &w.play.moving),
        (WordRole::Taking, |w| &w.play.taking),
        (WordRole::Castling, |w| &w.chess.castling),
        (WordRole::Short, |w| &w.chess.short),
        (WordRole::Long, |w| &w.chess.long),
        (WordRole::Promoting, |w| &w.play.promoting),
        (WordRole::To, |w| &w.play.to),
        (WordRole::From, |w| &w.play.from),
        (WordRole::InFront, |w| &w.play.in_front),
        (WordRole::NextTo, |w| &w.play.next_to),
        (WordRole::Line, |w| &w.play.lines),
        (WordRole::Passing, |w| &w.play.passing),
        (WordRole::Checking, |w| &w.play.checking),
        (WordRole::Squares, |w| &w.play.squares),
        (WordRole::Theirs, |w| &w.play.theirs),
        (WordRole::And, |w| &w.joining.ands),
        (WordRole::Filler, |w| &w.play.filler),
        (WordRole::Filler, |w| &w.chess.check),
        (WordRole::Filler, |w| &w.chess.mate),
    ];
    for (role, pick) in roles {
        for word in vocabulary::players(pick) {
            let meaning = all.entry(key(word)).or_default();
            if !meaning.is(role) {
                meaning.roles.push(role);
            }
        }
    }
    for (piece, pick) in PIECES {
        for word in in_latin(|w| pick(&w.play)) {
            let named = |meaning: &WordMeaning| meaning.piece.is_some();
            if !all.get(&word).is_some_and(named) {
                all.entry(word).or_default().piece = Some(piece);
            }
        }
    }
    for word in in_latin(|w| &w.chess.castling) {
        let meaning = all.entry(word).or_default();
        if !meaning.is(WordRole::Castling) {
            meaning.roles.push(WordRole::Castling);
        }
    }
    for language in Language::ALL {
        let play = &vocabulary::players_of(language).play;
        for (file, names) in (0..8).zip(&play.files) {
            for name in names {
                all.entry(key(name)).or_default().file = Some(file);
            }
        }
        for (rank, names) in (0..8).zip(&play.ranks) {
            for name in names {
                all.entry(key(name)).or_default().rank = Some(rank);
            }
        }
    }
    all
});

/// Cyrillic words in the letters of who has no others at hand, by their keys: `slon`,
/// `peshka`. Short ones are other languages' words.
fn in_latin(pick: impl Fn(&'static PlayerWords) -> &'static Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    for language in [Language::Ru, Language::Uk] {
        for word in pick(vocabulary::players_of(language)) {
            let latin = ascii(word, language);
            let plain = latin.replace("ia", "ya").replace("iu", "yu");
            found.extend([latin, plain].into_iter().map(|w| key(&w)));
        }
    }
    found.retain(|word| word.chars().count() > SHORT_LETTERS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_names_two_pieces_or_is_longer_than_looked_for() {
        let mut named: BTreeMap<String, Piece> = BTreeMap::new();
        for (piece, pick) in PIECES {
            for word in vocabulary::players(|w| pick(&w.play)) {
                let before = named.insert(key(word), piece);
                assert!(before.is_none_or(|p| p == piece), "{word}");
            }
        }
        for word in LEXICON.keys() {
            assert!(word.split(' ').count() <= MOST_WORDS, "{word}");
        }
    }
}
