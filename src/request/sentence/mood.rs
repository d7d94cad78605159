//! In which mood something is said: stated, or only supposed, asked, denied, doubted,
//! told of something else, put off to another day.

use super::words::{Phrases, SaidWord, words};
use crate::vocabulary::{self, MoodWords, Pick};
use std::sync::LazyLock;

/// How a sentence says what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// As a fact, or as what is done by saying it: `I resign`.
    States,
    /// As what may be: `if`, `maybe`, `would`.
    Supposes,
    /// As a question.
    Asks,
    /// As what is not so: `I do not resign`.
    Denies,
    /// As what the writer has not made up his mind about: `I do not know whether`.
    Doubts,
    /// As somebody else's words, or of another game or time: `last year I played`.
    Tells,
    /// As what he will do on another day: `tomorrow`.
    PutsOff,
}

/// How many words before another one deny it: `не очень хочу`.
const DENIES: usize = 3;

/// Words before and behind a place at most that say in which mood it is.
const AROUND: usize = 60;

/// What is asked about in a sentence, by its first and its last word.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub first: usize,
    pub last: usize,
    /// A denial anywhere in its clause touches it, not only one right before it.
    pub loosely: bool,
}

/// The mood of a sentence, or of a place in it, which alone a denial must touch.
pub fn of(text: &str, said: &[SaidWord], place: Option<Place>) -> Mood {
    let whole = Place {
        first: 0,
        last: said.len().saturating_sub(1),
        loosely: true,
    };
    let here = place.unwrap_or(whole);
    let from = said.get(here.first).map_or(0, |w| w.start);
    let to = said.get(here.last).map_or(text.len(), |w| w.end);
    if place.is_some() && is_quoted(text, from, to) {
        return Mood::Tells;
    }
    let asks = text
        .trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?')
        .ends_with('?');
    let low = here.first.saturating_sub(AROUND);
    let high = (here.last + AROUND).min(low + 3 * AROUND);
    let said = said.get(low..high.min(said.len())).unwrap_or(said);
    let place = place.map(|p| Place {
        first: p.first - low,
        last: p.last - low,
        ..p
    });
    let wished = places_of(&PHRASES.wishing, said);
    let outside = |phrases: &Phrases| {
        let found = places_of(phrases, said);
        found.iter().any(|(at, _)| {
            let covers = |(first, length): &(usize, usize)| (*first..first + length).contains(at);
            !wished.iter().any(covers)
        })
    };
    if outside(&PHRASES.doubting) {
        Mood::Doubts
    } else if asks || opens(&PHRASES.asking, said) {
        Mood::Asks
    } else if outside(&PHRASES.supposing) {
        Mood::Supposes
    } else if outside(&PHRASES.telling) {
        Mood::Tells
    } else if outside(&PHRASES.putting_off) {
        Mood::PutsOff
    } else if denies(said, place) {
        Mood::Denies
    } else {
        Mood::States
    }
}

/// Whether what stands at a place is denied in its clause; without one whether anything
/// is.
fn denies(said: &[SaidWord], place: Option<Place>) -> bool {
    let denials = places_of(&PHRASES.denying, said);
    let Some(place) = place else {
        return !denials.is_empty();
    };
    let (first, last) = (place.first, place.last);
    denials.iter().any(|(at, length)| {
        // A comma parts `нет смысла, сдаюсь`.
        let parted = |from: usize, to: usize| {
            let between = said.get(from + 1..=to).unwrap_or(&[]);
            between.iter().any(|w| w.opens_clause)
        };
        match *at {
            at if at > last => at == last + 1 && !parted(last, at),
            at if at >= first => true,
            at => (place.loosely || at + length + DENIES > first) && !parted(at, first),
        }
    })
}

/// Whether a place stands between quotation marks.
fn is_quoted(text: &str, from: usize, to: usize) -> bool {
    let before = text.get(..from).unwrap_or("");
    let after = text.get(to..).unwrap_or("");
    if !before.contains(|c: char| c.is_alphabetic()) {
        return false;
    }
    let paired = [('«', '»'), ('„', '”'), ('„', '“'), ('“', '”')];
    let inside = paired.iter().any(|(opens, closes)| {
        let open = before.rfind(*opens);
        let closed = before.rfind(*closes);
        open.is_some_and(|o| closed.is_none_or(|c| c < o)) && after.contains(*closes)
    });
    // The closing one may stand behind the sentence's full stop, or be forgotten.
    let opened = before.rsplit_once('"').is_some_and(|(_, inside)| {
        before.matches('"').count() % 2 == 1 && !inside.starts_with(char::is_whitespace)
    });
    inside || opened
}

fn places_of(phrases: &Phrases, said: &[SaidWord]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for at in 0..said.len() {
        found.extend(phrases.at(said, at).map(|length| (at, length)));
    }
    found
}

/// Whether a sentence begins with one of some phrases, a small word before it or not.
fn opens(phrases: &Phrases, said: &[SaidWord]) -> bool {
    let at = |place: usize| phrases.at(said, place).is_some();
    at(0) || PHRASES.joining.at(said, 0).is_some() && at(1)
}

/// Whether a line begins with a word that opens another sentence: `but`, `and`, `if`.
pub fn opens_another(line: &str) -> bool {
    let said = words(line);
    let begins = |phrases: &Phrases| phrases.at(&said, 0).is_some();
    begins(&PHRASES.joining) || begins(&PHRASES.supposing)
}

/// Whether a line alone is said in another mood than the stating one: `Maybe`.
pub fn is_moody(line: &str) -> bool {
    !states(line)
}

/// Whether a line states what it says, and neither asks, supposes, tells nor denies.
pub fn states(line: &str) -> bool {
    of(line, &words(line), None) == Mood::States
}

/// Whether a line begins with an if, a small word before it or not.
pub fn supposes_first(line: &str) -> bool {
    opens(&PHRASES.ifs, &words(line))
}

/// Whether a word denies what stands behind it.
pub fn is_denial(said: &[SaidWord], at: usize) -> bool {
    PHRASES.denying.at(said, at).is_some()
}

/// Whether a word supposes something: an if, a `perhaps`.
pub fn supposes_at(said: &[SaidWord], at: usize) -> bool {
    PHRASES.supposing.at(said, at).is_some() || PHRASES.ifs.at(said, at).is_some()
}

/// Whether an if stands among some words.
pub fn holds_if(said: &[SaidWord]) -> bool {
    !places_of(&PHRASES.ifs, said).is_empty()
}

/// Whether words are about playing: `I played`, `сыграл`.
pub fn is_of_playing(said: &[SaidWord]) -> bool {
    !places_of(&PHRASES.playing, said).is_empty()
}

struct MoodPhrases {
    supposing: Phrases,
    wishing: Phrases,
    asking: Phrases,
    denying: Phrases,
    doubting: Phrases,
    telling: Phrases,
    putting_off: Phrases,
    playing: Phrases,
    joining: Phrases,
    ifs: Phrases,
}

static PHRASES: LazyLock<MoodPhrases> = LazyLock::new(|| {
    let all = |pick: Pick<MoodWords>| Phrases::all(&vocabulary::players(|w| pick(&w.moods)));
    MoodPhrases {
        supposing: all(|m| &m.supposing),
        wishing: all(|m| &m.wishing),
        asking: all(|m| &m.asking),
        denying: all(|m| &m.denying),
        doubting: all(|m| &m.doubting),
        telling: all(|m| &m.telling),
        putting_off: all(|m| &m.putting_off),
        playing: all(|m| &m.playing),
        joining: all(|m| &m.joining),
        ifs: Phrases::all(&vocabulary::players(|w| &w.joining.ifs)),
    }
});
