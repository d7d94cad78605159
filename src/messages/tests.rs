//! The catalogue against itself, and against the sources that name its keys.

use super::*;
use crate::rules::{self, OneOfWords, TieBreak};
use std::collections::BTreeSet;
use std::path::Path;

/// The variables that a sentence asks for.
fn asked(language: Language, key: &str) -> BTreeSet<String> {
    let Some(CatalogueMessage::Said(text)) = message(language, key) else {
        return BTreeSet::new();
    };
    let env = of(language).unwrap().env();
    let template = env.template_from_str(text);
    let template = template.unwrap_or_else(|e| panic!("{language} {key}: {e:#}"));
    template.undeclared_variables(true).into_iter().collect()
}

#[test]
fn every_file_is_a_catalogue_and_no_key_stands_twice() {
    for language in Language::ALL {
        let mut keys = BTreeSet::new();
        for (file, text) in BUILT_IN[language.index()] {
            let parsed: Result<BTreeMap<String, BTreeMap<String, CatalogueMessage>>, _> =
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
                (CatalogueMessage::Said(_), Some(CatalogueMessage::Said(text))) => {
                    assert!(!text.trim().is_empty(), "{language} {key}");
                    let (here, there) = (asked(language, key), asked(Language::En, key));
                    // What a fact has may be said in one language only; that no more is
                    // asked than it has, is seen where each is told.
                    assert!(here == there || is_of_a_fact(key), "{language} {key}");
                    let cyrillic = text.chars().any(|c| matches!(c, 'а'..='я' | 'А'..='Я'));
                    let own = say(language, "common.player").starts_with(|c: char| !c.is_ascii());
                    assert!(own || !cyrillic, "{language} {key}: {text}");
                }
                (CatalogueMessage::Counted(_), Some(CatalogueMessage::Counted(all))) => {
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
    let days = |language, n| Counted("counted.day").count(language, n);
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

/// An enum of which each variant has a sentence: where the sentences stand, its source,
/// its name, and the variants that are told in another way.
type OfFact = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// The facts that are told by their variants.
const OF_FACTS: [OfFact; 27] = [
    ("refusal", REFUSAL, "Refusal", &["asked", "order", "unread"]),
    ("unread", REFUSAL, "UnreadKind", &[]),
    ("order-error", ORDER, "OrderError", &[]),
    ("caution", CAUTION, "Caution", &[]),
    ("address", BODY, "AddressTrouble", &[]),
    ("unheeded", OPENED, "Unheeded", &[]),
    ("outcome", OUTCOME, "Outcome", &["left", "replaced"]),
    ("in-game", OUTCOME, "InGame", &["entered"]),
    (
        "happened",
        HAPPENED,
        "Happened",
        &[
            "words",
            "opinions",
            "abuse",
            "dead-position",
            "hour-in-doubt",
        ],
    ),
    ("letter-kind", NOTICE, "NoticeKind", &[]),
    ("recorded", EVENT, "Event", &[]),
    ("logged-about", EVENT, "PlayerEvent", &[]),
    ("logged-rounds", ROUNDS, "TournamentEvent", &[]),
    ("letter-about", EVENT, "About", &[]),
    ("card-about", EVENT, "CardAbout", &[]),
    ("card-fault", CARD_FAULTS, "CardFault", &[]),
    ("termination", EVENT, "Termination", &[]),
    ("fault", EVENT, "FaultKind", &[]),
    ("way", EVENT, "Unfinished", &[]),
    ("fate", EVENT, "Unfinished", &[]),
    ("colour", SIDE, "Side", &[]),
    ("colour-of", SIDE, "Side", &[]),
    ("colour-title", SIDE, "Side", &[]),
    ("colour-whom", SIDE, "Side", &[]),
    ("order", ORDERS, "Order", &["leave", "entry"]),
    (
        "order",
        ENTRY,
        "EntryOrder",
        &["admit", "refuse", "tick", "erase", "close"],
    ),
    ("order", LEAVE, "LeaveOrder", &["cancel", "grant", "keep"]),
];

/// Entries that are told by what they are called, where a section has a sentence for them.
const OF_ENTRIES: [(&str, &str); 4] = [
    ("done", "Event"),
    ("logged", "Event"),
    ("decided", "Event"),
    ("decided-about", "PlayerEvent"),
];

const REFUSAL: &str = include_str!("../orders/refusal.rs");
const ORDER: &str = include_str!("../orders/why.rs");
const CAUTION: &str = include_str!("../orders/caution.rs");
const OUTCOME: &str = include_str!("../orders/outcome.rs");
const BODY: &str = include_str!("../arbiter/notice/body.rs");
const NOTICE: &str = include_str!("../arbiter/notice.rs");
const HAPPENED: &str = include_str!("../report/matters/happened.rs");
const OPENED: &str = include_str!("../record/opened.rs");
const EVENT: &str = include_str!("../record/event.rs");
const ROUNDS: &str = include_str!("../record/tournament.rs");
const SIDE: &str = include_str!("../chess/side.rs");
const CARD_FAULTS: &str = include_str!("../cards/faults.rs");
const ORDERS: &str = include_str!("../orders/mod.rs");
const LEAVE: &str = include_str!("../orders/leave.rs");
const ENTRY: &str = include_str!("../orders/entry.rs");

/// Sections whose keys are words of programs: what a matter is called, the type of a
/// request; and hints, of which not each refusal has one.
const OF_WORDS: [&str; 9] = [
    "tie",
    "matter",
    "request",
    "hint",
    "order",
    "month",
    "weekday",
    "role",
    "entry-state",
];

/// The variants of an enum, as they are serialised.
fn variants(source: &str, name: &str) -> BTreeSet<String> {
    let head = format!("pub enum {name} {{");
    let (_, body) = source.split_once(&head).unwrap_or_else(|| panic!("{name}"));
    let (body, _) = body.split_once("\n}").unwrap_or_else(|| panic!("{name}"));
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let named = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let names = named.map(|line| {
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
        kebab(words.next().unwrap_or_default())
    });
    names.collect()
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_ascii_uppercase() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

fn is_of_a_fact(key: &str) -> bool {
    let section = key.split('.').next().unwrap_or_default();
    let of_entries = OF_ENTRIES.iter().any(|(of, _)| *of == section);
    of_entries || OF_WORDS.contains(&section) || OF_FACTS.iter().any(|(of, ..)| *of == section)
}

/// Every text between quotation marks in the sources and in the templates of letters.
fn quoted() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    let mut todo = vec![root.join("src"), root.join("templates")];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap();
            todo.extend(entries.map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        found.extend(text.split('"').map(str::to_owned));
    }
    found
}

#[test]
fn every_key_is_named_somewhere() {
    let quoted = quoted();
    let of_facts = OF_FACTS
        .iter()
        .map(|(section, source, name, _)| (section, *source, name));
    let of_entries = OF_ENTRIES
        .iter()
        .map(|(section, name)| (section, EVENT, name));
    let facts: BTreeSet<String> = of_facts
        .chain(of_entries)
        .flat_map(|(section, source, name)| {
            let all = variants(source, name).into_iter();
            all.map(move |variant| format!("{section}.{variant}"))
        })
        .collect();
    let criteria = ["tie-break", "tie-break-rule", "criterion"];
    let leave = |word: &str| variants(LEAVE, "LeaveOrder").contains(word);
    let entry = |word: &str| variants(ENTRY, "EntryOrder").contains(word);
    let plural = |text: &str, noun: &str| {
        text.contains(&format!("plural('{noun}')")) || text.contains(&format!("plural(\"{noun}\")"))
    };
    let in_sentences = |noun: &str| {
        let here = all(Language::En).map(|(_, message)| message);
        let mut sentences = here.chain(letters::all(Language::En).values());
        sentences.any(|m| matches!(m, CatalogueMessage::Said(text) if plural(text, noun)))
    };
    let of_file = |word: &str| {
        let key = word.replace('-', "_");
        quoted.contains(&key) || rules::regulation(&key).is_some()
    };
    let mut silent = Vec::new();
    for (key, _) in all(Language::En) {
        let (section, word) = key.split_once('.').unwrap();
        let by_word = match section {
            "hint" => facts.contains(&format!("refusal.{word}")),
            "order" => {
                quoted.contains(word)
                    || word.strip_prefix("leave-").is_some_and(leave)
                    || word.strip_prefix("entry-").is_some_and(entry)
            }
            "counted" => in_sentences(word),
            "label" | "key" | "allowed" => of_file(word),
            _ if criteria.contains(&section) => TieBreak::NAMES.contains(&word),
            _ => OF_WORDS.contains(&section) && (quoted.contains(word) || word == "other"),
        };
        let named = quoted.contains(key) || facts.contains(key) || by_word;
        if !named {
            silent.push(key);
        }
    }
    assert!(silent.is_empty(), "nobody says {silent:?}");
}

#[test]
fn every_key_that_is_named_stands_in_the_catalogue() {
    let keys: BTreeSet<&str> = all(Language::En).map(|(key, _)| key).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut todo = vec![root];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap();
            todo.extend(entries.map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for before in [
            "Phrase(\"",
            "Counted(\"",
            " w(\"",
            "(w(\"",
            "say(language, \"",
        ] {
            for after in text.split(before).skip(1) {
                let key = after.split('"').next().unwrap_or_default();
                let is_key = key.contains('.') && !key.contains(' ');
                assert!(!is_key || keys.contains(key), "{}: {key}", path.display());
            }
        }
    }
}

#[test]
fn every_variant_of_a_fact_has_a_sentence() {
    for (section, source, name, otherwise) in OF_FACTS {
        let variants = variants(source, name);
        assert!(variants.len() > 1, "{name}");
        for variant in &variants {
            let stands = message(Language::En, &format!("{section}.{variant}")).is_some();
            let is_otherwise = otherwise.contains(&variant.as_str());
            assert_ne!(stands, is_otherwise, "{section}.{variant}");
        }
    }
    for section in ["tie-break", "tie-break-rule", "criterion"] {
        for name in TieBreak::NAMES {
            assert_ne!(word(Language::En, section, name), "", "{section}.{name}");
        }
    }
}
