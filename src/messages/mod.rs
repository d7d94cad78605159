//! What the program says: one catalogue, `messages/LANG/*.toml`, in which every sentence
//! has a key (`[today] nothing = "Nothing waits for you."` is `today.nothing`) and stands
//! in each language. A sentence with facts in it is a template (`{{ day|date }}`), a
//! counted noun an array of its plural forms ([`plural`]). The room is data: who says
//! something names a key and the facts.
//!
//! Letters splice the same sentences into their skeletons (`compose::templates`), so
//! that a club can replace a whole letter.

pub mod letters;
pub mod plural;

use crate::language::{Language, languages};
use minijinja::{Environment, UndefinedBehavior};
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What stands under a key.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Message {
    /// A sentence or a word.
    Said(String),
    /// A counted noun, as many forms as the language has plurals.
    Counted(Vec<String>),
}

/// The sentences of one language.
#[derive(Debug)]
struct Catalogue {
    messages: BTreeMap<String, Message>,
    env: Environment<'static>,
}

macro_rules! files {
    ($code:literal: $($file:literal)*) => {
        &[$((
            $file,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/messages/", $code, "/", $file, ".toml"
            )),
        )),*]
    };
}

/// The files of each language.
macro_rules! built_in {
    ($($name:ident $code:literal $own:literal),*) => {
        [$(files!($code: "common")),*]
    };
}

/// Each is read and compiled when it is spoken for the first time.
macro_rules! catalogues {
    ($($name:ident $code:literal $own:literal),*) => {
        [$(LazyLock::new(|| Catalogue::new(Language::$name))),*]
    };
}

/// The name and text of each file, by language.
static BUILT_IN: [&[(&str, &str)]; Language::COUNT] = languages!(built_in);

static CATALOGUES: [LazyLock<Catalogue>; Language::COUNT] = languages!(catalogues);

/// Every key of a file with what stands under it. A file that is no catalogue has none
/// (a test reads them all).
fn read(text: &str) -> BTreeMap<String, Message> {
    let sections: BTreeMap<String, BTreeMap<String, Message>> =
        toml::from_str(text).unwrap_or_default();
    let keys = sections.into_iter().flat_map(|(section, messages)| {
        messages
            .into_iter()
            .map(move |(key, message)| (format!("{section}.{key}"), message))
    });
    keys.collect()
}

impl Catalogue {
    fn new(language: Language) -> Catalogue {
        let files = BUILT_IN.get(language.index()).copied().unwrap_or_default();
        let messages: BTreeMap<String, Message> =
            files.iter().flat_map(|(_, text)| read(text)).collect();
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        for (key, message) in &messages {
            if let Message::Said(text) = message
                && text.contains(['{', '}'])
            {
                // A test compiles them all.
                let _ = env.add_template_owned(key.clone(), text.clone());
            }
        }
        Catalogue { messages, env }
    }
}

fn of(language: Language) -> Option<&'static Catalogue> {
    CATALOGUES.get(language.index()).map(|c| &**c)
}

/// Every message of a language, by its key.
pub fn all(language: Language) -> impl Iterator<Item = (&'static str, &'static Message)> {
    let catalogue = of(language).into_iter();
    catalogue.flat_map(|c| c.messages.iter().map(|(key, m)| (key.as_str(), m)))
}

/// What stands under a key, as it is written in the catalogue.
pub fn message(language: Language, key: &str) -> Option<&'static Message> {
    of(language)?.messages.get(key)
}

/// A sentence without facts. A key that is not in the catalogue says itself: a test
/// holds all keys that are named against the catalogue.
pub fn say(language: Language, key: &'static str) -> &'static str {
    match message(language, key) {
        Some(Message::Said(text)) => text,
        _ => key,
    }
}

/// A sentence with its facts: `facts` is a map or struct that names each variable.
/// Where it cannot be said (a test sees to it that it can) the key is said.
pub fn tell(language: Language, key: &str, facts: &impl Serialize) -> String {
    let Some(Message::Said(text)) = message(language, key) else {
        return key.to_owned();
    };
    match of(language).map(|c| c.env.get_template(key)) {
        Some(Ok(template)) => {
            let said = template.render(minijinja::value::Serde(facts));
            said.unwrap_or_else(|_| key.to_owned())
        }
        _ => text.clone(),
    }
}

/// The form of a counted noun that fits a number, without it: `days` of 2.
pub fn noun(language: Language, key: &'static str, n: i64) -> &'static str {
    match message(language, key) {
        Some(Message::Counted(all)) => all
            .get(plural::form(language, n))
            .or_else(|| all.last())
            .map_or(key, String::as_str),
        _ => key,
    }
}

/// The number with its noun: `2 days`.
pub fn count(language: Language, key: &'static str, n: i64) -> String {
    format!("{n} {}", noun(language, key, n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The variables that a sentence asks for.
    fn asked(language: Language, key: &str) -> BTreeSet<String> {
        let Some(Message::Said(text)) = message(language, key) else {
            return BTreeSet::new();
        };
        let env = &of(language).unwrap().env;
        let template = env.template_from_str(text);
        let template = template.unwrap_or_else(|e| panic!("{language} {key}: {e:#}"));
        template.undeclared_variables(true).into_iter().collect()
    }

    #[test]
    fn every_file_is_a_catalogue_and_no_key_stands_twice() {
        for language in Language::ALL {
            let mut keys = BTreeSet::new();
            for (file, text) in BUILT_IN[language.index()] {
                let parsed: Result<BTreeMap<String, BTreeMap<String, Message>>, _> =
                    toml::from_str(text);
                assert!(parsed.is_ok(), "{language}/{file}: {:?}", parsed.err());
                for key in read(text).into_keys() {
                    assert!(keys.insert(key.clone()), "{language}: {key} stands twice");
                }
            }
        }
    }

    #[test]
    fn every_message_stands_in_every_language_and_asks_for_the_same_facts() {
        for (key, english) in all(Language::En) {
            for language in Language::ALL {
                let here = message(language, key);
                match (english, here) {
                    (Message::Said(_), Some(Message::Said(text))) => {
                        assert!(!text.trim().is_empty(), "{language} {key}");
                        assert_eq!(
                            asked(language, key),
                            asked(Language::En, key),
                            "{language} {key}"
                        );
                        let cyrillic = text.chars().any(|c| matches!(c, 'а'..='я' | 'А'..='Я'));
                        let own = matches!(language, Language::Ru | Language::Uk);
                        assert!(own || !cyrillic, "{language} {key}: {text}");
                    }
                    (Message::Counted(_), Some(Message::Counted(all))) => {
                        assert_eq!(all.len(), plural::forms(language), "{language} {key}");
                    }
                    (_, other) => panic!("{language} {key}: {other:?}"),
                }
            }
        }
        for language in Language::ALL {
            for (key, _) in all(language) {
                assert!(message(Language::En, key).is_some(), "{language} {key}");
            }
        }
    }

    #[test]
    fn numbers_take_the_noun_that_fits() {
        let days = |language, n| count(language, "counted.day", n);
        assert_eq!(days(Language::En, 1), "1 day");
        assert_eq!(days(Language::En, 0), "0 days");
        assert_eq!(days(Language::Ru, 21), "21 день");
        assert_eq!(days(Language::Ru, 11), "11 дней");
        assert_eq!(days(Language::Ru, 22), "22 дня");
        assert_eq!(days(Language::Uk, 3), "3 дні");
        assert_eq!(days(Language::Pl, 21), "21 dni");
        assert_eq!(days(Language::Pl, 1), "1 dzień");
    }

    #[test]
    fn what_fills_a_blank_is_not_searched_for_blanks() {
        let facts = BTreeMap::from([("day", "{{ day }}")]);
        assert_eq!(
            tell(Language::En, "common.as-of", &facts),
            "as of {{ day }}"
        );
    }
}
