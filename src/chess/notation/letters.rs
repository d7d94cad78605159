//! Piece and file letters of every language and of two alphabets.
//!
//! Look-alikes are folded within one token only. The danger is К and K: the
//! Russian knight and the English king, and often both can go to the square.

use crate::chess::Piece;
use crate::chess::notation::Reason;
use crate::language::Language;
use crate::vocabulary;
use std::sync::LazyLock;

const PIECES: [Piece; 5] = [
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
    Piece::King,
];

/// One thing a piece letter can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub piece: Piece,
    /// 0 for a letter of the declared language (of any, where none is
    /// declared); the higher, the less likely it was meant.
    pub tier: u8,
    pub remark: Option<Reason>,
}

/// All that a piece letter can mean, the likeliest first; empty if nothing.
/// `case_free` also takes small letters that could be files (`b`, `g`, `h`, `c`).
pub(super) fn meanings(word: &[char], language: Option<Language>, case_free: bool) -> Vec<Meaning> {
    let Some(first) = word.first().copied() else {
        return Vec::new();
    };
    if let (Some(piece), 1) = (figurine(first), word.len()) {
        return vec![Meaning {
            piece,
            tier: 0,
            remark: None,
        }];
    }
    if !case_free && file(first).is_some_and(|letter| !letter.upper) {
        return Vec::new();
    }
    let mut written: String = first.to_uppercase().collect();
    written.extend(word.iter().skip(1).flat_map(|letter| letter.to_lowercase()));
    let folded: String = written.chars().map(fold).collect();

    let mut found: Vec<Meaning> = Vec::new();
    for of in Language::ALL {
        for piece in PIECES {
            let letter = piece.letter(of);
            let exact = letter == written;
            // A Latin C is a bishop only for who declared a language of Cyrillic letters.
            let abroad = language.is_some_and(|declared| !is_cyrillic(declared));
            if abroad && written == "C" {
                continue;
            }
            if !exact && letter.chars().map(fold).ne(folded.chars()) {
                continue;
            }
            let latin = written.is_ascii();
            let (tier, remark) = match (language, exact) {
                (Some(declared), true) if declared == of => (0, None),
                (Some(declared), false) if declared == of => (1, Some(Reason::ForeignLetter)),
                (Some(_), true) => (2, Some(Reason::ForeignLetter)),
                (Some(_), false) => (3, Some(Reason::ForeignLetter)),
                (None, true) => (0, None),
                // A Latin letter for a Cyrillic one is as likely as the Latin
                // letter itself where nobody told us the language.
                (None, false) if latin => (0, Some(Reason::ForeignLetter)),
                (None, false) => (1, Some(Reason::ForeignLetter)),
            };
            note(
                &mut found,
                Meaning {
                    piece,
                    tier,
                    remark,
                },
            );
        }
    }
    if PAWNS.contains(&written.as_str()) {
        note(
            &mut found,
            Meaning {
                piece: Piece::Pawn,
                tier: 1,
                remark: Some(Reason::Spelling),
            },
        );
    }
    if written.chars().ne(word.iter().copied()) {
        for meaning in &mut found {
            meaning.tier = meaning.tier.max(1);
            meaning.remark = meaning.remark.or(Some(Reason::Spelling));
        }
    }
    found.sort_by_key(|meaning| meaning.tier);
    found
}

/// Letters that some write for a pawn.
static PAWNS: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.pawn));

/// Whether a language's pieces have letters of the Cyrillic alphabet.
pub(super) fn is_cyrillic(language: Language) -> bool {
    !Piece::Bishop.letter(language).is_ascii()
}

/// The piece a sign shows, White's or Black's (Unicode's chess symbols).
fn figurine(sign: char) -> Option<Piece> {
    Some(match sign {
        '♔' | '♚' => Piece::King,
        '♕' | '♛' => Piece::Queen,
        '♖' | '♜' => Piece::Rook,
        '♗' | '♝' => Piece::Bishop,
        '♘' | '♞' => Piece::Knight,
        '♙' | '♟' => Piece::Pawn,
        _ => return None,
    })
}

/// Whether a letter is the picture of a piece.
pub(super) fn is_figurine(sign: char) -> bool {
    figurine(sign).is_some()
}

/// Keeps the likeliest way to each piece.
fn note(found: &mut Vec<Meaning>, new: Meaning) {
    match found.iter_mut().find(|old| old.piece == new.piece) {
        Some(old) if (new.tier, new.remark.is_some()) < (old.tier, old.remark.is_some()) => {
            *old = new;
        }
        Some(_) => {}
        None => found.push(new),
    }
}

/// A letter that names a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileLetter {
    /// 0 to 7.
    pub file: u8,
    pub upper: bool,
    /// Cyrillic.
    pub foreign: bool,
}

/// The file that a letter names: `a` to `h`, and the Cyrillic `а`, `с`, `е`.
/// No others: a soft sign is no `b`.
pub(super) fn file(letter: char) -> Option<FileLetter> {
    let (latin, foreign) = match letter {
        'а' => ('a', true),
        'с' => ('c', true),
        'е' => ('e', true),
        'А' => ('A', true),
        'С' => ('C', true),
        'Е' => ('E', true),
        other => (other, false),
    };
    let file = match latin.to_ascii_lowercase() {
        'a' => 0,
        'b' => 1,
        'c' => 2,
        'd' => 3,
        'e' => 4,
        'f' => 5,
        'g' => 6,
        'h' => 7,
        _ => return None,
    };
    Some(FileLetter {
        file,
        upper: latin.is_ascii_uppercase(),
        foreign,
    })
}

/// The rank of a digit, 0 to 7.
pub(super) fn rank(digit: char) -> Option<u8> {
    match digit.to_digit(10) {
        Some(value @ 1..=8) => u8::try_from(value - 1).ok(),
        _ => None,
    }
}

/// Cyrillic letters that look like Latin ones, as the Latin ones.
fn fold(letter: char) -> char {
    match letter {
        'К' => 'K',
        'С' => 'C',
        'Т' => 'T',
        'В' => 'B',
        'Н' => 'H',
        'Ѕ' => 'S',
        'р' => 'p',
        other => other,
    }
}
