//! What the words mean of which moves are told, in all languages at once.

use crate::ascii::ascii;
use crate::chess::Piece;
use crate::fold;
use crate::language::Language;
use crate::vocabulary::{self, Pick, PlayWords, PlayerWords};
use std::collections::BTreeMap;
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
    /// In passing.
    Passing,
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

/// The piece whose name a longer word ends with, or is but for one slip.
pub(super) fn piece_like(key: &str) -> Option<Piece> {
    let long = |name: &&&String| name.chars().count() >= LONG_NAME;
    let ends = |name: &&&String| key.len() > name.len() && key.ends_with(name.as_str());
    let slipped =
        |name: &&&String| name.chars().count() > LONG_NAME && strsim::osa_distance(key, name) == 1;
    let names: Vec<&String> = NAMES.keys().copied().filter(|n| long(&n)).collect();
    let piece = |name: &&String| NAMES.get(*name).copied();
    let compound = names
        .iter()
        .filter(ends)
        .max_by_key(|n| n.len())
        .and_then(piece);
    compound.or_else(|| {
        let mut near = names.iter().filter(slipped).filter_map(piece);
        let first = near.next()?;
        near.all(|other| other == first).then_some(first)
    })
}

/// Whether a longer word says but for one slip that a piece takes another.
pub(super) fn is_like_taking(key: &str) -> bool {
    let takes = |(word, meaning): (&String, &WordMeaning)| {
        meaning.is(WordRole::Taking)
            && word.chars().count() >= LONG_NAME
            && strsim::osa_distance(key, word) == 1
    };
    key.chars().count() >= LONG_NAME && LEXICON.iter().any(takes)
}

/// Shortest name that is seen at the end of a word; in longer ones a slip is, in letters.
const LONG_NAME: usize = 5;

static NAMES: LazyLock<BTreeMap<&String, Piece>> = LazyLock::new(|| {
    let named =
        |(word, meaning): (&'static String, &'static WordMeaning)| Some((word, meaning.piece?));
    LEXICON.iter().filter_map(named).collect()
});

/// A word as it is looked up: folded, but for short Cyrillic ones, whose letters keep their
/// script. A folded `не` would be `he`, and `то` would be `to`.
pub(super) fn key(text: &str) -> String {
    let words = fold::words(text);
    let each = words.iter().map(|word| {
        let raw = text.get(word.start..word.end).unwrap_or("");
        let letters = || raw.chars().filter(|c| c.is_alphabetic());
        let cyrillic = letters().all(|c| ('\u{400}'..='\u{52f}').contains(&c));
        if !cyrillic || letters().count() > SHORT_LETTERS {
            return word.text.clone();
        }
        let small = letters().flat_map(char::to_lowercase);
        small.map(|c| if c == 'ё' { 'е' } else { c }).collect()
    });
    each.collect::<Vec<_>>().join(" ")
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
    let roles: [(WordRole, Pick<PlayerWords>); 18] = [
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
        (WordRole::Passing, |w| &w.play.passing),
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
