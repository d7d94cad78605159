//! Words as they are compared: without case, accents and the script of letters
//! that look alike. `ОТЧЁТ`, `отчет` and `OТЧЕТ` with a Latin O are one word.

use std::collections::BTreeSet;

/// One word of a line and where it stands in it, in bytes.
#[derive(Clone, Debug)]
pub struct Word {
    /// The folded word.
    pub text: String,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Bytes for which a word has room at once.
const ROOM: usize = 24;

/// The words of a text: letters and digits, an apostrophe inside them dropped.
pub fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut open: Option<Word> = None;
    for (at, c) in text.char_indices() {
        if is_letter(c) || (open.is_some() && matches!(c, '\'' | '’' | 'ʼ')) {
            let word = open.get_or_insert_with(|| Word {
                text: String::with_capacity(ROOM),
                start: at,
                end: at,
            });
            push(&mut word.text, c);
            word.end = at + c.len_utf8();
        } else {
            found.extend(open.take());
        }
    }
    found.extend(open);
    found
}

/// The letters that a word uses, a bit for each: some share one, which only makes words
/// look nearer to each other than they are.
pub fn letters_used(word: &str) -> u64 {
    word.chars().fold(0, |used, c| used | 1 << slot(c))
}

/// Slots in which letters are told apart.
pub const SLOTS: usize = 64;

/// The slot of a letter.
pub fn slot(c: char) -> usize {
    usize::try_from(u32::from(c)).unwrap_or(0) % SLOTS
}

/// A text folded as its words are, one space between them.
pub fn fold(text: &str) -> String {
    words(text)
        .into_iter()
        .map(|w| w.text)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Some words, each folded.
pub fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| fold(word)).collect()
}

/// Most words of one entry of a list.
const MOST_OF_ENTRY: usize = 4;

/// How many words the longest entry of a list takes that some words begin with, each folded
/// and one space between them.
pub fn entry<'w>(
    words: impl IntoIterator<Item = &'w str>,
    list: &BTreeSet<String>,
) -> Option<usize> {
    let mut joined = String::new();
    let mut found = None;
    for (at, word) in words.into_iter().take(MOST_OF_ENTRY).enumerate() {
        if at > 0 {
            joined.push(' ');
        }
        joined.push_str(word);
        if list.contains(&joined) {
            found = Some(at + 1);
        }
    }
    found
}

/// Whether a mark stands between two clauses of a sentence: people part them by a face, too.
pub fn parts_clauses(c: char) -> bool {
    let is_face = matches!(c, '\u{1F300}'..='\u{1FAFF}' | '☹' | '☺' | '☻');
    is_face || matches!(c, ',' | ';' | ':' | '(' | ')' | '–' | '—')
}

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36F}').contains(&c)
}

/// A letter, a figure or a mark over a letter; of most letters without the tables of
/// Unicode.
pub fn is_letter(c: char) -> bool {
    match c {
        'А'..='я' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric(),
        c => c.is_alphanumeric() || is_mark(c),
    }
}

/// A letter of the Cyrillic alphabets, those of this day and older ones.
pub fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{52F}').contains(&c)
}

/// The small letters of a letter, of most letters without the tables of Unicode.
pub fn small_letters(c: char) -> impl Iterator<Item = char> {
    let small = match c {
        'a'..='z' | '0'..='9' | 'а'..='я' => Some(c),
        'A'..='Z' => Some(c.to_ascii_lowercase()),
        'А'..='Я' => char::from_u32(u32::from(c) + 0x20),
        _ => None,
    };
    let others = small.is_none().then(|| c.to_lowercase());
    small.into_iter().chain(others.into_iter().flatten())
}

fn push(out: &mut String, c: char) {
    // A breve or diaeresis that stands apart from its letter.
    if is_mark(c) {
        if c == '\u{306}' && out.ends_with('и') {
            out.pop();
            out.push('й');
        }
        return;
    }
    for c in small_letters(c) {
        // Old and Swiss spellings: `muß` is `muss`.
        if c == 'ß' {
            out.push_str("ss");
        } else if !is_mark(c) && !matches!(c, '\'' | '’' | 'ʼ') {
            out.push(alike(c));
        }
    }
}

/// The letter that stands for all that look like it.
fn alike(c: char) -> char {
    match c {
        'ą' | 'á' | 'à' | 'ä' | 'а' => 'a',
        'ć' | 'с' | 'č' => 'c',
        'ę' | 'é' | 'è' | 'ё' | 'е' => 'e',
        'ł' => 'l',
        'ń' => 'n',
        'ó' | 'ö' | 'ō' | 'о' => 'o',
        'ś' | 'š' => 's',
        'ź' | 'ż' | 'ž' => 'z',
        'ü' => 'u',
        'ї' | 'і' | 'ı' => 'i',
        'в' => 'b',
        'к' => 'k',
        'м' => 'm',
        'н' => 'h',
        'р' => 'p',
        'т' => 't',
        'у' => 'y',
        'х' => 'x',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_accents_and_script() {
        assert_eq!(fold("ОТЧЁТ"), fold("отчет"));
        assert_eq!(fold("ПРИЙМАЮ"), fold("прии\u{306}маю"));
        assert_eq!(fold("PODDAJĘ"), fold("poddaje"));
        assert_eq!(fold("CТАТУC"), fold("статус"));
        assert_eq!(fold("нічия"), fold("нiчия"));
        assert_ne!(fold("ничья"), fold("нічия"));
    }
}
