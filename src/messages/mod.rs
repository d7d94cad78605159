//! What the program says: one catalogue, `messages/LANG/*.toml`, in which every sentence
//! has a key (`[today] nothing = "Nothing waits for you."` is `today.nothing`) and stands
//! in each language. A sentence with facts in it is a template (`{{ day|date }}`), a
//! counted noun an array of its plural forms ([`plural`]). The room is data: who says
//! something names a key and the facts.
//!
//! Letters splice the same sentences into their skeletons (`compose::templates`), so
//! that a club can replace a whole letter.

pub mod letters;
pub mod pages;
pub mod plural;
mod words;

pub use words::{Counted, Phrase, date};

use crate::language::{Language, languages};
use minijinja::value::{Serde, ValueKind};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// What stands under a key.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum CatalogueMessage {
    /// A sentence or a word.
    Said(String),
    /// A counted noun, as many forms as the language has plurals.
    Counted(Vec<String>),
}

/// The sentences of one language.
#[derive(Debug)]
struct Catalogue {
    language: Language,
    messages: BTreeMap<String, CatalogueMessage>,
    /// Those with facts in them, compiled when one is told for the first time: most runs
    /// tell none.
    env: OnceLock<Environment<'static>>,
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
        [$(files!($code: "common" "desk" "dialog" "documents" "forms" "happened" "official" "orders" "programs" "record" "refusals" "regulations" "site" "web")),*]
    };
}

/// Each is read when it is spoken for the first time.
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
fn read(text: &str) -> BTreeMap<String, CatalogueMessage> {
    let sections: BTreeMap<String, BTreeMap<String, CatalogueMessage>> =
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
        let messages: BTreeMap<String, CatalogueMessage> =
            files.iter().flat_map(|(_, text)| read(text)).collect();
        Catalogue {
            language,
            messages,
            env: OnceLock::new(),
        }
    }

    fn env(&self) -> &Environment<'static> {
        self.env.get_or_init(|| {
            let mut env = Environment::new();
            env.set_undefined_behavior(UndefinedBehavior::Strict);
            env.set_auto_escape_callback(|_| AutoEscape::None);
            words::add(&mut env, self.language);
            for (key, message) in &self.messages {
                if let CatalogueMessage::Said(text) = message
                    && text.contains(['{', '}'])
                {
                    // A test compiles them all.
                    let _ = env.add_template_owned(key.clone(), text.clone());
                }
            }
            env
        })
    }
}

fn of(language: Language) -> Option<&'static Catalogue> {
    CATALOGUES.get(language.index()).map(|c| &**c)
}

/// Every message of a language, by its key.
pub fn all(language: Language) -> impl Iterator<Item = (&'static str, &'static CatalogueMessage)> {
    let catalogue = of(language).into_iter();
    catalogue.flat_map(|c| c.messages.iter().map(|(key, m)| (key.as_str(), m)))
}

/// What stands under a key, as it is written in the catalogue.
pub fn message(language: Language, key: &str) -> Option<&'static CatalogueMessage> {
    of(language)?.messages.get(key)
}

/// A sentence without facts. A key that is not in the catalogue says itself: a test
/// holds all keys that are named against the catalogue.
pub fn say(language: Language, key: &'static str) -> &'static str {
    match message(language, key) {
        Some(CatalogueMessage::Said(text)) => text,
        _ => key,
    }
}

/// A sentence with its facts: `facts` is a map or struct that names each variable.
/// Where it cannot be said (a test sees to it that it can) the key is said.
pub fn tell(language: Language, key: &str, facts: &impl Serialize) -> String {
    told(language, key, Value::from(Serde(facts))).unwrap_or_else(|_| key.to_owned())
}

/// What a fact says: the variant of an enum, in the case in which it is serialised, is the
/// key in the section, its fields are the variables. What stands in it without a name is
/// called `it`.
pub fn fact(language: Language, section: &str, fact: &impl Serialize) -> String {
    let (variant, facts) = apart(Value::from(Serde(fact)));
    let key = format!("{section}.{variant}");
    told(language, &key, facts).unwrap_or(key)
}

/// What an entry of the record says in a section, where the section says something of its
/// kind: what the entry is called is the key, its fields are the variables, and what is
/// told `beside` them.
pub fn entry(
    language: Language,
    section: &str,
    event: &impl Serialize,
    beside: &impl Serialize,
) -> Option<String> {
    let event = Value::from(Serde(event));
    let what = event.get_attr("what").ok()?;
    let key = format!("{section}.{what}");
    message(language, &key)?;
    let facts = context! { ..Value::from(Serde(beside)), ..event };
    Some(told(language, &key, facts).unwrap_or(key))
}

/// The word for a fact without fields: White or Black, why a game is over.
pub fn word(language: Language, section: &str, fact: &impl Serialize) -> &'static str {
    let (variant, _) = apart(Value::from(Serde(fact)));
    match message(language, &format!("{section}.{variant}")) {
        Some(CatalogueMessage::Said(text)) => text,
        _ => "",
    }
}

fn told(language: Language, key: &str, facts: Value) -> Result<String, minijinja::Error> {
    let (Some(of), Some(CatalogueMessage::Said(text))) = (of(language), message(language, key))
    else {
        let why = format!("nothing is said under {key}");
        return Err(minijinja::Error::new(
            minijinja::ErrorKind::TemplateNotFound,
            why,
        ));
    };
    match of.env().get_template(key) {
        Ok(template) => template.render(facts),
        Err(_) => Ok(text.clone()),
    }
}

/// The variant of a fact as it is serialised, and its fields.
fn apart(fact: Value) -> (String, Value) {
    let mut names = match fact.kind() {
        ValueKind::Map => fact.try_iter().ok().into_iter().flatten(),
        _ => return (fact.to_string(), context! {}),
    };
    let Some(variant) = names.next() else {
        return (String::new(), context! {});
    };
    let inner = fact.get_item(&variant).unwrap_or_default();
    let facts = match inner.kind() {
        ValueKind::Map => inner,
        _ => context! { it => inner },
    };
    (variant.to_string(), facts)
}

/// What a fact says that stands within another; what is named `beside` it is known to
/// its sentence too.
fn within(
    language: Language,
    fact: Value,
    section: &str,
    beside: Value,
) -> Result<String, minijinja::Error> {
    let (variant, facts) = apart(fact);
    let key = format!("{section}.{variant}");
    told(language, &key, context! { ..facts, ..beside })
}

/// The form of a counted noun that fits a number, without it: `days` of 2.
pub fn noun(language: Language, key: &str, n: i64) -> Option<&'static str> {
    match message(language, key)? {
        CatalogueMessage::Counted(all) => {
            let form = all.get(plural::form(language, n)).or_else(|| all.last());
            form.map(String::as_str)
        }
        CatalogueMessage::Said(_) => None,
    }
}

#[cfg(test)]
mod tests;
