//! Letters that people type for others: pieces in the letters of other languages,
//! keys of the other keyboard layout, letters that look or sound alike. What stands
//! here never decides by itself what is played: [`super::slips`] asks the position.

use super::keyboard::other_key;
use crate::chess::Piece;
use crate::language::Language;
use crate::vocabulary::ABROAD;
use std::sync::LazyLock;

/// Pieces in the order of the letters below.
const ORDER: [Piece; 5] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
];

/// The letters of every language known, ours first.
static LETTERS: LazyLock<Vec<[String; 5]>> = LazyLock::new(|| {
    let own = |language| ORDER.map(|piece| piece.letter(language).to_owned());
    let own = Language::ALL.into_iter().map(own);
    own.chain(ABROAD.pieces.iter().cloned()).collect()
});

/// Capitals that look alike; a Latin L and a Cyrillic Л do not.
const ALIKE: [(char, char); 11] = [
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('Ѕ', 'S'),
];

/// Small Cyrillic letters and the files that they sound or look like.
const FILES: [(char, u8); 12] = [
    ('а', 0),
    ('б', 1),
    ('в', 1),
    ('с', 2),
    ('ц', 2),
    ('д', 3),
    ('е', 4),
    ('э', 4),
    ('ф', 5),
    ('г', 6),
    ('х', 7),
    ('н', 7),
];

/// Letters that sound like files, and are taken for them beside words alone.
const HEARD: [(char, u8); 3] = [('є', 4), ('ж', 6), ('ґ', 6)];

/// The pieces that letters may be typed for, in whatever language and layout.
/// Letters of the declared language are its own: look-alikes and other keys are
/// not asked for them, only other languages are; look-alikes where they are `none`, a
/// piece of the writer's that cannot go there.
pub(super) fn pieces(word: &[char], language: Option<Language>, none: bool) -> Vec<Piece> {
    let written: Vec<char> = word.iter().flat_map(|c| c.to_lowercase()).collect();
    // `пд3`: who writes Russian names his pawn so, and no piece of another language.
    let is_pawn = |of: Language| {
        let letters = &crate::vocabulary::players_of(of).chess.pawn;
        let mut each = letters.iter();
        each.any(|letter| letter.to_lowercase().chars().eq(written.iter().copied()))
    };
    if language.is_some_and(is_pawn) {
        return vec![Piece::Pawn];
    }
    let mut found = Vec::new();
    if Language::ALL.into_iter().any(is_pawn) {
        found.push(Piece::Pawn);
    }
    let named = |letters: &[char], found: &mut Vec<Piece>| {
        for row in LETTERS.iter() {
            for (letter, piece) in row.iter().zip(ORDER) {
                let same = letter.chars().flat_map(char::to_lowercase);
                if same.eq(letters.iter().copied()) && !found.contains(&piece) {
                    found.push(piece);
                }
            }
        }
    };
    named(&written, &mut found);
    let cyrillic = language.is_none_or(super::letters::is_cyrillic);
    // A Latin C is a Russian bishop only in the letter of who writes Russian.
    let own = is_own(word, language);
    if own && !none || written == ['c'] && !cyrillic {
        return found;
    }
    named(
        &written.iter().map(look_alike).collect::<Vec<_>>(),
        &mut found,
    );
    if own {
        return found;
    }
    let key = |c: &char| other_key(*c).unwrap_or(*c);
    named(&written.iter().map(key).collect::<Vec<_>>(), &mut found);
    // `Kр`, `Кp`: one letter of each alphabet.
    for (at, c) in written.iter().enumerate() {
        let mut mixed = written.clone();
        if let Some(slot) = mixed.get_mut(at) {
            *slot = look_alike(c);
        }
        named(&mixed, &mut found);
    }
    found
}

/// Whether letters are a piece's in the declared language, in whatever case.
pub(super) fn is_own(word: &[char], language: Option<Language>) -> bool {
    let written = || word.iter().flat_map(|c| c.to_lowercase());
    language.is_some_and(|of| {
        ORDER.iter().any(|piece| {
            let letter = piece.letter(of).chars().flat_map(char::to_lowercase);
            letter.eq(written())
        })
    })
}

/// Whether letters are a piece's in another language and not, by what they look like,
/// in the declared one.
pub(super) fn is_foreign(word: &[char], language: Option<Language>) -> bool {
    let alike: Vec<char> = word.iter().map(look_alike).collect();
    let written: String = word.iter().flat_map(|c| c.to_lowercase()).collect();
    let own = is_own(word, language) || is_own(&alike, language);
    let named = LETTERS.iter().flatten();
    !own && named
        .map(|letter| letter.to_lowercase())
        .any(|letter| letter == written)
}

/// The letter of the other alphabet that looks the same, small; else itself.
fn look_alike(c: &char) -> char {
    let upper = c.to_uppercase().next().unwrap_or(*c);
    let pair = ALIKE.iter().find(|(a, b)| *a == upper || *b == upper);
    let other = pair.map(|(a, b)| if *a == upper { *b } else { *a });
    other.and_then(|o| o.to_lowercase().next()).unwrap_or(*c)
}

/// The files that a letter may be typed for, 0 to 7; both cases.
pub(super) fn files(letter: char) -> Vec<u8> {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    if let Some(file) = latin_file(small) {
        return vec![file];
    }
    let mut found: Vec<u8> = FILES
        .iter()
        .filter(|(c, _)| *c == small)
        .map(|(_, file)| *file)
        .collect();
    found.extend(other_key(small).and_then(latin_file));
    found.dedup();
    found
}

/// The files that a letter beside a word may be meant for, as it sounds or looks.
pub(super) fn heard(letter: char) -> Vec<u8> {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    let alike = FILES.iter().chain(&HEARD).filter(|(c, _)| *c == small);
    match latin_file(small) {
        Some(file) => vec![file],
        None => alike.map(|(_, file)| *file).collect(),
    }
}

fn latin_file(small: char) -> Option<u8> {
    let file = u32::from(small).checked_sub(u32::from('a'))?;
    u8::try_from(file).ok().filter(|file| *file < 8)
}

/// The rank that a sign may be typed for, 0 to 7.
pub(super) fn rank(sign: char) -> Option<u8> {
    match sign {
        '1'..='8' => super::letters::rank(sign),
        'l' | 'I' | 'І' | '|' => Some(0),
        'З' | 'з' => Some(2),
        'б' => Some(5),
        _ => None,
    }
}

/// Whether a letter is a zero of castling on the other layout.
pub(super) fn is_layout_zero(letter: char) -> bool {
    matches!(letter, 'щ' | 'Щ' | 'j' | 'J')
}
