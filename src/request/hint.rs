//! What a sentence may ask for that comes near a command and says nothing certain: whether it
//! is meant is asked, where the letter would be left without an answer to it.

use super::keyword::{Keyword, line_of, spelt};
use super::pattern;
use super::sentence::{Mood, Phrases, Sentence};
use crate::language::Language;
use crate::vocabulary::{self, HintWords};
use regex::Regex;
use std::sync::LazyLock;

/// A command that a sentence comes near to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The command.
    pub keyword: Keyword,
    /// It, as it would be written.
    pub line: String,
}

/// The command that a sentence comes near to.
pub fn of(sentence: &Sentence) -> Option<Hint> {
    let said = sentence.words();
    let is_said = |phrases: &Phrases| {
        let places = phrases.within(said, &Phrases::default());
        places.into_iter().any(|(first, last)| {
            // `Не вижу смысла`: its own denial.
            let denies = || sentence.denies_first(first);
            match sentence.mood_at(first, last) {
                Mood::States | Mood::Doubts => true,
                Mood::Denies => denies(),
                Mood::Asks | Mood::Supposes | Mood::Tells | Mood::PutsOff => false,
            }
        })
    };
    let mut each = LISTS.iter().flat_map(|(language, lists)| {
        let of = |(keyword, phrases)| (*language, keyword, phrases);
        lists.iter().map(|(k, p)| (*k, p)).map(of)
    });
    let found = each.find_map(|(language, keyword, phrases)| {
        let line = match keyword {
            Keyword::Address => {
                let address = only_address(sentence.text())?;
                format!("{} {address}", spelt(keyword, language))
            }
            // `You have won 5254 roubles!`
            Keyword::Resign if sentence.text().contains(|c: char| c.is_ascii_digit()) => {
                return None;
            }
            _ => line_of(keyword, language),
        };
        (may_be_of(sentence.text(), language) && is_said(phrases)).then_some(Hint { keyword, line })
    });
    found.or_else(|| of_words(sentence))
}

/// Words for the opponent that are not written behind his name: `Tell Margaret I was sorry`.
fn of_words(sentence: &Sentence) -> Option<Hint> {
    let said = sentence.words();
    let digits = sentence.text().contains(|c: char| c.is_ascii_digit());
    if digits || MOVES.first(said).is_some() || sentence.mood() == Mood::Asks {
        return None;
    }
    let tells = |(_, words): &&(Language, TellWords)| {
        let begins = |at: usize| words.tell.at(said, at).map(|length| at + length);
        let behind = begins(0).or_else(|| begins(1).filter(|_| PLEASE.at(said, 0) == Some(1)));
        behind.is_some_and(|at| at < said.len() && words.me.at(said, at).is_none())
    };
    let mut each = TELLING
        .iter()
        .filter(|(l, _)| may_be_of(sentence.text(), *l));
    let (language, _) = each.find(tells)?;
    Some(Hint {
        keyword: Keyword::Opponent,
        line: line_of(Keyword::Opponent, *language),
    })
}

/// How a language has something said to somebody, and to the writer himself.
struct TellWords {
    tell: Phrases,
    me: Phrases,
}

static TELLING: LazyLock<Vec<(Language, TellWords)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let hints = &vocabulary::players_of(language).hints;
        let list = |entries: &[String]| {
            Phrases::all(&entries.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let words = TellWords {
            tell: list(&hints.tell),
            me: list(&hints.me),
        };
        (language, words)
    };
    Language::ALL.into_iter().map(of).collect()
});

static PLEASE: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.courtesy.please)));

static MOVES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.acts.moves)));

/// Whether a text may be of a language: of two that share an alphabet and many words the
/// letters that only one of them has tell.
fn may_be_of(text: &str, language: Language) -> bool {
    let holds = |letters: &str| text.chars().any(|c| letters.contains(c));
    match language {
        Language::Ru => !holds("іїєґІЇЄҐ"),
        Language::Uk => !holds("ыэъёЫЭЪЁ"),
        Language::En | Language::Pl | Language::De => true,
    }
}

/// The one e-mail address in a text.
fn only_address(text: &str) -> Option<&str> {
    let mut found = ADDRESS.find_iter(text).map(|m| m.as_str());
    found.next().filter(|_| found.next().is_none())
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")
});

/// How each of these commands is spoken of.
type Hints = [(Keyword, Phrases); 5];

static LISTS: LazyLock<Vec<(Language, Hints)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let words = &vocabulary::players_of(language).hints;
        let list = |pick: fn(&HintWords) -> &Vec<String>| {
            let entries: Vec<&str> = pick(words).iter().map(String::as_str).collect();
            Phrases::all(&entries)
        };
        let lists = [
            (Keyword::Address, list(|h| &h.address)),
            (Keyword::TimeClaim, list(|h| &h.time_claim)),
            (Keyword::Correspondence, list(|h| &h.correspondence)),
            (Keyword::Withdraw, list(|h| &h.withdraw)),
            (Keyword::Resign, list(|h| &h.resign)),
        ];
        (language, lists)
    };
    Language::ALL.into_iter().map(of).collect()
});
