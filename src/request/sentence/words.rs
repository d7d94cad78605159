//! The words of a sentence and phrases of the vocabulary, compared without case and
//! accents. Unlike the words of commands, letters of two scripts that look alike are not
//! one here, for `не` denies and `he` does not; a word in both scripts is Cyrillic.

use crate::fold;
use std::collections::BTreeMap;

/// One word of a sentence and where it stands in it, in bytes.
#[derive(Clone, Debug)]
pub struct SaidWord {
    /// The word, folded.
    pub text: String,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// A mark that ends a clause stands before it.
    pub opens_clause: bool,
}

/// Other words between two of a phrase at most: `принимаю Вашу любезную ничью`.
const BETWEEN: usize = 2;

/// Marks that end a sentence or part of it, beside those between clauses.
const ENDING_MARKS: [char; 4] = ['.', '!', '?', '…'];

/// The words of a text: letters and digits, apostrophes inside them dropped.
pub fn words(text: &str) -> Vec<SaidWord> {
    #[cfg(test)]
    tests::CUT.with(|cut| cut.set(cut.get() + text.len()));
    let mut found: Vec<SaidWord> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut opens_clause = true;
    let mut dash = false;
    let mut push = |from: usize, to: usize, opens_clause: bool| {
        let raw = text.get(from..to).unwrap_or("");
        found.push(SaidWord {
            text: plain(raw),
            start: from,
            end: to,
            opens_clause,
        });
    };
    for (at, c) in text.char_indices() {
        let inside = fold::is_letter(c);
        let joins = open.is_some() && matches!(c, '\'' | '’' | 'ʼ' | '`');
        if inside || joins {
            let (from, _) = open.unwrap_or((at, at));
            open = Some((from, at + c.len_utf8()));
            continue;
        }
        if let Some((from, to)) = open.take() {
            push(from, to, opens_clause);
            opens_clause = false;
        }
        // A dash between blanks parts clauses, inside a word it does not.
        opens_clause |= ENDING_MARKS.contains(&c) || fold::parts_clauses(c) || dash && c == ' ';
        dash = c == '-' && text.get(..at).is_some_and(|t| t.ends_with(' '));
    }
    if let Some((from, to)) = open {
        push(from, to, opens_clause);
    }
    found
}

/// A word without case, accents and apostrophes.
pub fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(fold::small_letters) {
        out.push(match c {
            '\'' | '’' | 'ʼ' | '`' => continue,
            '\u{300}'..='\u{36F}' => continue,
            'ą' | 'á' | 'à' => 'a',
            'ć' | 'č' => 'c',
            'ę' | 'é' | 'è' => 'e',
            'ł' => 'l',
            'ń' => 'n',
            'ó' => 'o',
            'ś' | 'š' => 's',
            'ź' | 'ż' | 'ž' => 'z',
            'ä' => 'a',
            'ö' => 'o',
            'ü' => 'u',
            'ё' => 'е',
            c => c,
        });
    }
    let is_mixed =
        out.chars().any(|c| c.is_ascii_alphabetic()) && out.chars().any(fold::is_cyrillic);
    if is_mixed {
        out = out.chars().map(cyrillic).collect();
    }
    out
}

/// The Cyrillic letter that a Latin one looks like.
fn cyrillic(c: char) -> char {
    match c {
        'a' => 'а',
        'c' => 'с',
        'e' => 'е',
        'i' => 'і',
        'k' => 'к',
        'o' => 'о',
        'p' => 'р',
        't' => 'т',
        'x' => 'х',
        'y' => 'у',
        c => c,
    }
}

/// A phrase of the vocabulary: words in their order; `сда*` is a word that begins so,
/// `a|b` one of two.
#[derive(Debug)]
pub struct SentencePhrase {
    items: Vec<Vec<PhraseWord>>,
}

#[derive(Debug)]
struct PhraseWord {
    text: String,
    begins: bool,
}

impl PhraseWord {
    fn is(&self, word: &str) -> bool {
        match self.begins {
            true => word.starts_with(&self.text),
            false => word == self.text,
        }
    }
}

impl SentencePhrase {
    /// Reads an entry of the vocabulary.
    pub fn read(entry: &str) -> SentencePhrase {
        let word = |text: &str| PhraseWord {
            begins: text.ends_with('*'),
            text: plain(text.trim_end_matches('*')),
        };
        let item = |text: &str| text.split('|').map(word).collect();
        SentencePhrase {
            items: entry.split_whitespace().map(item).collect(),
        }
    }

    /// Whether it stands at this word, its words side by side.
    pub fn begins_at(&self, words: &[SaidWord], at: usize) -> bool {
        let here = words.get(at..at + self.items.len());
        !self.items.is_empty()
            && here.is_some_and(|here| {
                let mut both = self.items.iter().zip(here);
                both.all(|(item, word)| item.iter().any(|one| one.is(&word.text)))
            })
    }

    /// Whether this may be its first word.
    fn opens_with(&self, word: &SaidWord) -> bool {
        let first = self.items.first();
        first.is_some_and(|item| item.iter().any(|one| one.is(&word.text)))
    }

    /// Whether its words stand near each other, in any order: no more than `within` words
    /// from one to the other.
    fn is_near(&self, words: &[SaidWord], within: usize) -> bool {
        (0..words.len()).any(|from| {
            let mut taken: Vec<usize> = Vec::new();
            self.items.iter().all(|item| {
                let mut places = from..(from + within).min(words.len());
                let place = places.find(|at| {
                    let is = |w: &SaidWord| item.iter().any(|one| one.is(&w.text));
                    !taken.contains(at) && words.get(*at).is_some_and(is)
                });
                taken.extend(place);
                place.is_some()
            })
        })
    }

    /// The last of its words, where it begins at this word and stands in its order, with
    /// a few other words between them.
    fn loosely_at(&self, words: &[SaidWord], at: usize) -> Option<usize> {
        let mut from = at;
        let mut last = None;
        for (nth, item) in self.items.iter().enumerate() {
            let until = if nth == 0 { at + 1 } else { from + 1 + BETWEEN };
            let mut places = from..until.min(words.len());
            let found = places.find(|place| {
                let word = words.get(*place);
                word.is_some_and(|w| item.iter().any(|one| one.is(&w.text)))
            })?;
            last = Some(found);
            from = found + 1;
        }
        last
    }

    /// Whether a word may be one of its own.
    fn has(&self, word: &str) -> bool {
        self.items.iter().flatten().any(|one| one.is(word))
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.items.len()
    }
}

/// Phrases by the letters with which their first words begin, so that few are tried at
/// each word.
#[derive(Debug, Default)]
pub struct Phrases {
    by_letter: BTreeMap<char, Vec<SentencePhrase>>,
}

impl Phrases {
    /// Some entries.
    pub fn all(entries: &[&str]) -> Phrases {
        let mut phrases = Phrases::default();
        for entry in entries {
            let first = entry.split_whitespace().next().unwrap_or("");
            let mut letters: Vec<char> = first
                .split('|')
                .filter_map(|w| plain(w).chars().next())
                .collect();
            letters.sort_unstable();
            letters.dedup();
            for letter in letters {
                let of_letter = phrases.by_letter.entry(letter).or_default();
                of_letter.push(SentencePhrase::read(entry));
            }
        }
        phrases
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_letter.is_empty()
    }

    /// How many words one of them takes that stands at this word, the most of them.
    pub fn at(&self, words: &[SaidWord], at: usize) -> Option<usize> {
        let first = words.get(at)?.text.chars().next()?;
        let here = self.by_letter.get(&first)?.iter();
        here.filter(|p| p.begins_at(words, at))
            .map(SentencePhrase::len)
            .max()
    }

    /// Where the first of them stands, and how many words it takes.
    pub fn first(&self, words: &[SaidWord]) -> Option<(usize, usize)> {
        (0..words.len()).find_map(|at| Some((at, self.at(words, at)?)))
    }

    /// Where each of them stands: its first and its last word.
    pub fn places(&self, words: &[SaidWord]) -> impl Iterator<Item = (usize, usize)> {
        let at = |at: usize| Some((at, at + self.at(words, at)? - 1));
        (0..words.len()).filter_map(at)
    }

    /// Whether the words of one of them stand near each other, in any order.
    pub fn near(&self, words: &[SaidWord], within: usize) -> bool {
        words.iter().enumerate().any(|(at, word)| {
            let first = word.text.chars().next();
            let phrases = first.and_then(|c| self.by_letter.get(&c));
            let mut likely = phrases.into_iter().flatten().filter(|p| p.opens_with(word));
            let around = at.saturating_sub(within)..(at + within).min(words.len());
            likely.any(|p| p.is_near(words.get(around.clone()).unwrap_or(&[]), within))
        })
    }

    /// Where any of them stands with a few other words between its own, none of which is
    /// one of `others`: the first and the last word of each.
    pub fn within(&self, words: &[SaidWord], others: &Phrases) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let first = word.text.chars().next();
            let here = first.and_then(|c| self.by_letter.get(&c));
            for phrase in here.into_iter().flatten() {
                let Some(last) = phrase.loosely_at(words, at) else {
                    continue;
                };
                let before = at.saturating_sub(1)..last;
                let mut strange = before.filter(|place| {
                    let own = words.get(*place).is_some_and(|w| phrase.has(&w.text));
                    !own && others.at(words, *place).is_some()
                });
                if strange.next().is_none() && !found.contains(&(at, last)) {
                    found.push((at, last));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::sentence::Sentence;
    use crate::request::understand_text;
    use std::cell::Cell;

    thread_local! {
        /// Bytes that were cut into words.
        pub static CUT: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn a_sentence_is_cut_into_words_as_often_however_long_it_is() {
        // Each piece and square asks how what is said of it is meant.
        let said = "the bishop on e5 looks at the knight and the game goes on with you and me, ";
        let cut = |times: usize| {
            CUT.set(0);
            understand_text(&said.repeat(times), "[T26/1]");
            CUT.get()
        };
        // What is made once for all threads (the lists of the vocabulary) is cut by who comes first.
        cut(40);
        let (one, four) = (cut(10), cut(40));
        assert!(four <= 5 * one && one > 0, "{one} {four}");
    }

    #[test]
    fn a_part_of_a_sentence_has_the_words_that_it_would_have_alone() {
        let shown = |s: &Sentence| {
            let words = s.words().iter();
            words
                .map(|w| (w.text.clone(), w.start, w.end, w.opens_clause))
                .collect::<Vec<_>>()
        };
        for text in [
            "Смысла нет, сдаю партию - и спасибо, кое-что понял",
            "don't play c3 - it's bad; 4. c3 (or d3?) - so, Bd4!",
            " - -a, - b -c",
        ] {
            let whole = Sentence::of(text);
            for (at, _) in text.char_indices() {
                let (before, behind) = text.split_at(at);
                assert_eq!(
                    shown(&whole.up_to(at)),
                    shown(&Sentence::of(before)),
                    "{before}"
                );
                let rest = whole.rest_from(at).unwrap();
                assert_eq!(shown(&rest), shown(&Sentence::of(behind)), "{behind}");
                assert_eq!((rest.text(), rest.span.start), (behind, at));
            }
        }
    }

    #[test]
    fn a_phrase_stands_in_its_order() {
        let said = words("Вашу ничью, дорогой друг, я принимаю.");
        assert!(SentencePhrase::read("дорогой|милый друг").begins_at(&said, 2));
        assert!(!SentencePhrase::read("друг дорогой").begins_at(&said, 2));
    }

    #[test]
    fn letters_of_two_scripts_are_two_letters_but_inside_one_word() {
        assert_ne!(plain("he"), plain("не"));
        assert_eq!(plain("нiчия"), plain("нічия"));
        assert_eq!(plain("PODDAJĘ"), "poddaje");
        assert_eq!(plain("don't"), "dont");
    }

    #[test]
    fn clauses_are_parted_by_marks() {
        let said = words("Смысла нет, сдаю партию - и спасибо, кое-что понял");
        let opens: Vec<&str> = said
            .iter()
            .filter(|w| w.opens_clause)
            .map(|w| w.text.as_str())
            .collect();
        assert_eq!(opens, ["смысла", "сдаю", "и", "кое"]);
    }
}
