//! A person whom a letter names by a surname, in whatever case it stands there: `сдаюсь
//! Петрову`, `against Müller`.

use super::sentence::{Phrases, SaidWord, Sentence, plain};
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Letters that a surname keeps at least, whatever its case.
const KEPT: usize = 3;

/// Letters of a surname that is known though it stands without its capital.
const KNOWN_SMALL: usize = 6;

/// Words before a name that lead to it, at most: `против господина`.
const LEADING: usize = 2;

/// Whether a text names somebody by a surname.
pub fn names_person(text: &str, surname: &str) -> bool {
    let sentence = Sentence::of(text);
    let said = sentence.words();
    let person = Person::of(surname);
    said.iter().any(|word| person.is_named(text, word))
}

/// A text without somebody's surname and what leads to it, blanks in their place.
pub fn without_person(text: &str, surname: &str) -> String {
    let sentence = Sentence::of(text);
    let said = sentence.words();
    let person = Person::of(surname);
    let mut rest = text.to_owned();
    for (at, word) in said.iter().enumerate() {
        if !person.is_named(text, word) {
            continue;
        }
        let leads = |at: &usize| LEADING_IN.at(said, *at) == Some(1);
        let before = (at.saturating_sub(LEADING)..at).rev().take_while(leads);
        let first = before.last().and_then(|at| said.get(at)).unwrap_or(word);
        let blank = " ".repeat(word.end - first.start);
        rest.replace_range(first.start..word.end, &blank);
    }
    rest
}

/// What a surname has in common in all its cases.
struct Person {
    stems: Vec<Stem>,
}

struct Stem {
    text: String,
    /// It takes an ending in any case.
    ends: bool,
}

impl Person {
    fn of(surname: &str) -> Person {
        let mut stems = Vec::new();
        let is_name = |w: &&SaidWord| {
            let long = w.text.chars().count() >= KEPT;
            long && is_capital(surname, w)
        };
        for word in Sentence::of(surname).words().iter().filter(is_name) {
            let whole = spelt(&word.text);
            // `Oakley` stands in no other case; `Sikorze`, `Сороці` are in one of their own.
            for text in softened(&whole).chain([whole.clone()]) {
                stems.push(Stem { text, ends: false });
            }
            let mut letters: Vec<char> = whole.chars().collect();
            for _ in 0..2 {
                if letters.len() > KEPT && letters.last().is_some_and(|c| is_ending(*c)) {
                    letters.pop();
                }
            }
            // `Кравець`, `Кравцю`; `Dudek`, `Dudkowi`.
            if let [start @ .., 'е' | 'о' | 'e', last @ ('к' | 'ц' | 'k' | 'c')] =
                letters.as_slice()
                && start.len() >= KEPT
            {
                stems.push(Stem {
                    text: start.iter().chain([last]).collect(),
                    ends: true,
                });
            }
            stems.push(Stem {
                text: letters.into_iter().collect(),
                ends: false,
            });
        }
        Person { stems }
    }

    /// Whether a word of a text is the surname. Without its capital a short one may be any
    /// word, and so may one that stands as it is entered.
    fn is_named(&self, text: &str, word: &SaidWord) -> bool {
        let said = spelt(&word.text);
        self.stems.iter().any(|stem| {
            let ending = said.strip_prefix(&stem.text);
            let fits = ending.is_some_and(|e| e.is_empty() && !stem.ends || ENDINGS.contains(e));
            let told = stem.text.chars().count() >= KNOWN_SMALL && said != stem.text;
            fits && (told || is_capital(text, word))
        })
    }
}

/// How a consonant before a last `a` is softened in the third case, and the ending behind it,
/// in Polish and Ukrainian.
const SOFTENED: [(&str, &str); 9] = [
    ("ka", "ce"),
    ("ga", "dze"),
    ("ra", "rze"),
    ("ta", "cie"),
    ("da", "dzie"),
    ("la", "le"),
    ("ка", "ці"),
    ("га", "зі"),
    ("ха", "сі"),
];

/// A surname in the third case, where that changes its consonant.
fn softened(surname: &str) -> impl Iterator<Item = String> {
    SOFTENED.iter().filter_map(move |(hard, soft)| {
        let stem = surname.strip_suffix(hard)?;
        Some(format!("{stem}{soft}"))
    })
}

/// A letter with which a surname ends in its first case and in no other.
fn is_ending(c: char) -> bool {
    matches!(
        c,
        'а' | 'я' | 'о' | 'и' | 'і' | 'ы' | 'й' | 'ь' | 'a' | 'e' | 'i' | 'o' | 'y'
    )
}

/// A word as it is compared: `Mueller` is `Müller`.
fn spelt(word: &str) -> String {
    let word = word
        .replace("ae", "a")
        .replace("oe", "o")
        .replace("ue", "u");
    word.replace('ß', "ss")
}

fn is_capital(text: &str, word: &SaidWord) -> bool {
    let first = text.get(word.start..).and_then(|t| t.chars().next());
    first.is_some_and(char::is_uppercase)
}

/// Endings of surnames in all their cases, folded.
static ENDINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.people.surname_endings);
    all.into_iter().map(plain).collect()
});

static LEADING_IN: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.people.before_name)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surname_is_known_in_all_its_cases() {
        for (text, surname) in [
            ("Петрову сдаюсь", "Петров"),
            ("петрову сдаюсь", "Петров"),
            ("сдаюсь против Петрова", "Петров"),
            ("сдаюсь в партии с Петровым", "Петров"),
            ("сдаюсь Петровой", "Петрова"),
            ("сдаюсь Толстому", "Толстой"),
            ("сдаюсь Чайковскому", "Чайковский"),
            ("сдаюсь Ковалю", "Коваль"),
            ("сдаюсь Шевченко", "Шевченко"),
            ("здаюся Шевченкові", "Шевченко"),
            ("здаюсь Ковалеві", "Коваль"),
            ("здаюсь Кравцю", "Кравець"),
            ("здаюсь Зеленській", "Зеленська"),
            ("poddaję się Kowalskiemu", "Kowalski"),
            ("poddaję się Nowakowi", "Nowak"),
            ("poddaję się Dudkowi", "Dudek"),
            ("gram z Kowalską", "Kowalska"),
            ("poddaję się Sikorze", "Sikora"),
            ("poddaję się Kawce", "Kawka"),
            ("poddaję się Pogodzie", "Pogoda"),
            ("здаюсь Сороці", "Сорока"),
            ("I offer Oakley a draw", "Oakley"),
            ("I offer Garcia a draw", "Garcia"),
            ("I accept Murray's draw", "Murray"),
            ("gegen Müller gebe ich auf", "Müller"),
            ("gegen Mueller gebe ich auf", "Müller"),
            ("nehme Müllers Remis an", "Müller"),
            ("I resign vs Petrov", "Petrov"),
            ("I accept Petrov's draw", "Petrov"),
            ("I resign to Max von der Linde", "von der Linde"),
        ] {
            assert!(names_person(text, surname), "{text}: {surname}");
        }
    }

    #[test]
    fn another_word_is_no_surname() {
        for (text, surname) in [
            ("Петровскому сдаюсь", "Петров"),
            ("Петровна, сдаюсь", "Петров"),
            ("It was a long game, I resign", "Long"),
            ("I resign, your bishop is too strong", "Bishop"),
            ("Ich gebe auf, Ihr König steht gut", "Kern"),
            ("poddaję się", "Kowalski"),
            ("a van, a den and der", "van der Linde"),
        ] {
            assert!(!names_person(text, surname), "{text}: {surname}");
        }
    }

    #[test]
    fn what_leads_to_a_name_goes_with_it() {
        for (text, surname, rest) in [
            ("I resign against Mr Petrov", "Petrov", "I resign"),
            ("ich gebe gegen Müller auf", "Müller", "ich gebe auf"),
            ("сдаюсь в партии с Петровым", "Петров", "сдаюсь в партии"),
            ("poddaję się przeciw Kowalskiemu", "Kowalski", "poddaję się"),
        ] {
            let said = without_person(text, surname);
            assert_eq!(said.len(), text.len());
            assert_eq!(said.split_whitespace().collect::<Vec<_>>().join(" "), rest);
        }
    }
}
