//! What a player writes in sentences: the lines of a letter put together to paragraphs,
//! these cut into sentences, each with its place in the text and its mood. Nothing here
//! knows what a sentence asks for.

mod asked_behind;
mod mood;
mod paragraph;
mod split;
mod words;

use super::TextSpan;
use super::form::PlacedLine;
use crate::letter::Paragraphs;
use std::cell::OnceCell;

pub use mood::{Mood, states, supposes_first as opens_with_if};
pub use paragraph::acts;
pub use words::{Phrases, SaidWord, plain};

/// One sentence of a letter.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Where it stands in the text.
    pub span: TextSpan,
    text: String,
    /// Its words, once somebody has asked for them.
    words: OnceCell<Vec<SaidWord>>,
}

impl Sentence {
    /// What stands at a place of a letter, as one.
    pub fn at(span: TextSpan, text: impl Into<String>) -> Sentence {
        Sentence {
            span,
            text: text.into(),
            words: OnceCell::new(),
        }
    }

    /// A line by itself, as one.
    pub fn of(line: &str) -> Sentence {
        let (start, end) = (0, line.len());
        Sentence::at(TextSpan { start, end }, line)
    }

    /// The same with blanks for what stands at some of its places, in bytes.
    pub fn without(&self, places: &[(usize, usize)]) -> Sentence {
        if places.is_empty() {
            return self.clone();
        }
        let mut text = self.text.clone();
        for (from, to) in places {
            if text.get(*from..*to).is_some() {
                text.replace_range(from..to, &" ".repeat(to - from));
            }
        }
        Sentence::at(self.span, text)
    }

    /// The same with blanks for phrases.
    pub fn without_all(&self, phrases: &Phrases) -> Sentence {
        let words = self.words();
        let places = phrases.places(words).filter_map(|(first, last)| {
            let (first, last) = (words.get(first)?, words.get(last)?);
            Some((first.start, last.end))
        });
        self.without(&places.collect::<Vec<_>>())
    }

    /// What stands before a place of it, in bytes: its words are those of the sentence, and are not
    /// looked for again, however many places there are.
    pub fn up_to(&self, place: usize) -> Sentence {
        let part = Sentence::at(self.span, self.text.get(..place).unwrap_or(""));
        let words = self.words();
        let count = words.partition_point(|w| w.end <= place);
        let (before, behind) = words.split_at_checked(count).unwrap_or_default();
        // A place inside a word makes another word of it.
        if behind.first().is_none_or(|w| w.start >= place) {
            let _ = part.words.set(before.to_vec());
        }
        part
    }

    /// What stands from a place of it on, in bytes; its words are those of the sentence too.
    /// `None` where a character stands across the place.
    pub fn rest_from(&self, place: usize) -> Option<Sentence> {
        let (start, end) = (self.span.start + place, self.span.end);
        let part = Sentence::at(TextSpan { start, end }, self.text.get(place..)?);
        let words = self.words();
        let count = words.partition_point(|w| w.end <= place);
        let (_, behind) = words.split_at_checked(count).unwrap_or_default();
        if behind.first().is_none_or(|w| w.start >= place) {
            let moved = behind.iter().enumerate().map(|(at, w)| SaidWord {
                text: w.text.clone(),
                start: w.start - place,
                end: w.end - place,
                opens_clause: w.opens_clause || at == 0,
            });
            let _ = part.words.set(moved.collect());
        }
        Some(part)
    }

    /// It, byte for byte as it stands there, with blanks for line breaks.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its words, by their places in it.
    pub fn words(&self) -> &[SaidWord] {
        self.words.get_or_init(|| words::words(&self.text))
    }

    /// Whether an if stands in it.
    pub fn supposes_by_if(&self) -> bool {
        mood::holds_if(self.words())
    }

    /// Whether it begins with an if.
    pub fn opens_with_if(&self) -> bool {
        opens_with_if(&self.text)
    }

    /// Where it begins to suppose behind a place, in bytes: with the `and` before it.
    pub fn supposes_behind(&self, place: usize) -> Option<usize> {
        let words = self.words();
        let first = words.partition_point(|w| w.start < place);
        let at = (first..words.len()).find(|at| mood::supposes_at(words, *at))?;
        words.get(at).map(|w| w.start)
    }

    /// Whether a word of it denies what follows.
    pub fn denies_first(&self, word: usize) -> bool {
        mood::is_denial(self.words(), word)
    }

    /// How it says what it says; a denial anywhere in it counts.
    pub fn mood(&self) -> Mood {
        mood::of(&self.text, self.words(), None)
    }

    /// The mood of what stands at some of its words, the first and the last of them: a
    /// denial elsewhere does not touch it.
    pub fn mood_at(&self, first: usize, last: usize) -> Mood {
        let place = mood::Place {
            first,
            last,
            loosely: false,
        };
        mood::of(&self.text, self.words(), Some(place))
    }

    /// The mood of a part of it.
    pub fn mood_of(&self, part: TextSpan) -> Mood {
        let words = self.words();
        let from = part.start.saturating_sub(self.span.start);
        let to = part.end.saturating_sub(self.span.start);
        let first = words.partition_point(|w| w.start < from);
        let behind = words.partition_point(|w| w.end <= to);
        match behind.checked_sub(1) {
            Some(last) if first <= last => self.mood_at(first, last),
            _ => self.mood(),
        }
    }

    /// The mood of what stands around a part of it; a denial in the part's clause counts.
    pub fn mood_around(&self, part: TextSpan) -> Mood {
        let place = |at: usize| at.saturating_sub(self.span.start).min(self.text.len());
        let (from, to) = (place(part.start), place(part.end));
        let rest = self.without(&[(from, to)]);
        let words = rest.words();
        let around = words.partition_point(|w| w.start < from);
        let around = around.min(words.len().saturating_sub(1));
        let place = mood::Place {
            first: around,
            last: around,
            loosely: true,
        };
        mood::of(rest.text(), words, (!words.is_empty()).then_some(place))
    }

    /// Whether it holds this place and more than it.
    pub fn goes_beyond(&self, part: TextSpan) -> bool {
        self.holds(part) && (self.span.start < part.start || self.span.end > part.end)
    }

    /// Whether it holds this place.
    pub fn holds(&self, part: TextSpan) -> bool {
        self.span.start <= part.start && self.span.end >= part.end
    }
}

/// The sentence that goes beyond a place, among those of a letter in their order.
pub fn beyond(sentences: &[Sentence], part: TextSpan) -> Option<&Sentence> {
    let behind = sentences.partition_point(|s| s.span.start <= part.start);
    let found = sentences.get(behind.checked_sub(1)?)?;
    found.goes_beyond(part).then_some(found)
}

/// The sentences of some lines of a letter. `told`: where their paragraphs end.
pub fn sentences(text: &str, lines: &[PlacedLine<'_>], told: &Paragraphs) -> Vec<Sentence> {
    let mut found = Vec::new();
    for paragraph in paragraph::paragraphs(lines, told) {
        let first = paragraph.first().and_then(|at| lines.get(*at));
        let last = paragraph.last().and_then(|at| lines.get(*at));
        let (Some((_, start)), Some((line, at))) = (first, last) else {
            continue;
        };
        let joined = text
            .get(*start..at + line.len())
            .unwrap_or("")
            .replace('\n', " ");
        let cut = split::split(&joined).into_iter();
        for (from, to) in cut.flat_map(|place| asked_behind::parted(&joined, place)) {
            let part = joined.get(from..to).unwrap_or("");
            let (start, end) = (start + from, start + to);
            found.push(Sentence::at(TextSpan { start, end }, part));
        }
    }
    found
}
