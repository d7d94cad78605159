//! What letters say: `messages/LANG/letters.toml`. A skeleton of `templates/` names each
//! sentence by its key (`<<your-turn>>`), and `compose` puts it there when the templates
//! are read. These sentences stand apart from the others of the catalogue: their facts
//! and filters are those of a letter, and who says one sentence at the console need not
//! read them.

use super::{CatalogueMessage, read};
use crate::language::{Language, languages};
use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! files {
    ($($name:ident $code:literal $own:literal),*) => {
        [$(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/messages/", $code, "/letters.toml"
        ))),*]
    };
}

macro_rules! lists {
    ($($name:ident $code:literal $own:literal),*) => {
        [$(LazyLock::new(|| read(FILES.get(Language::$name.index()).copied().unwrap_or_default()))),*]
    };
}

static FILES: [&str; Language::COUNT] = languages!(files);

static LETTERS: [LazyLock<BTreeMap<String, CatalogueMessage>>; Language::COUNT] = languages!(lists);

static NONE: BTreeMap<String, CatalogueMessage> = BTreeMap::new();

/// Every sentence of letters in a language, by its key (`move.your-turn`).
pub fn all(language: Language) -> &'static BTreeMap<String, CatalogueMessage> {
    LETTERS.get(language.index()).map_or(&NONE, |l| &**l)
}

/// The sentence of a key, as it is written.
pub fn said(language: Language, key: &str) -> Option<&'static str> {
    match all(language).get(key)? {
        CatalogueMessage::Said(text) => Some(text),
        CatalogueMessage::Counted(_) => None,
    }
}

/// The name of a club for which nobody chose one, as a configuration has it: letters say it
/// in their own language.
pub fn unnamed_club() -> &'static str {
    said(Language::En, "words.club").unwrap_or_default()
}

/// The name of a club in a language: where nobody chose one, the language's own.
pub fn club_named(name: &str, language: Language) -> &str {
    let own = said(language, "words.club").filter(|_| name == unnamed_club());
    own.unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::Environment;
    use std::collections::BTreeSet;

    /// Each section of a file with its keys; TOML refuses one that stands twice.
    type ByKey = BTreeMap<String, BTreeMap<String, String>>;

    fn sections(language: Language) -> ByKey {
        toml::from_str(FILES[language.index()]).unwrap_or_else(|e| panic!("{language}: {e}"))
    }

    fn asked(env: &Environment<'_>, key: &str, text: &str) -> BTreeSet<String> {
        let template = env.template_from_str(text);
        let template = template.unwrap_or_else(|e| panic!("{key}: {e:#}"));
        template.undeclared_variables(true).into_iter().collect()
    }

    /// English names every fact that a sentence may tell; a language may leave one out.
    #[test]
    fn every_sentence_stands_in_every_language_and_asks_for_no_other_facts() {
        let env = Environment::new();
        let english = sections(Language::En);
        let keys = |of: &ByKey| -> Vec<(String, Vec<String>)> {
            let keys = |s: &BTreeMap<String, String>| s.keys().cloned().collect();
            of.iter().map(|(name, s)| (name.clone(), keys(s))).collect()
        };
        for language in Language::ALL {
            let here = sections(language);
            assert_eq!(keys(&here), keys(&english), "{language}");
            for (section, key, text) in here
                .iter()
                .flat_map(|(s, all)| all.iter().map(move |(key, text)| (s, key, text)))
            {
                let name = format!("{language} {section}.{key}");
                assert!(!text.is_empty() && text.trim() == text, "{name}: {text:?}");
                assert!(!text.contains('\n') && !text.contains("<<"), "{name}");
                let facts = |text| asked(&env, &name, text);
                let there = facts(&english[section][key]);
                let unknown: Vec<_> = facts(text).difference(&there).cloned().collect();
                assert!(unknown.is_empty(), "{name} asks for {unknown:?}");
            }
        }
    }

    #[test]
    fn no_sentence_stands_twice_in_a_section() {
        let all: Vec<ByKey> = Language::ALL.into_iter().map(sections).collect();
        for (section, keys) in &all[Language::En.index()] {
            let mut seen = BTreeMap::new();
            for key in keys.keys() {
                let said: Vec<&String> = all.iter().map(|s| &s[section][key]).collect();
                if let Some(before) = seen.insert(said, key) {
                    panic!("{section}: {key} says what {before} says");
                }
            }
        }
    }
}
