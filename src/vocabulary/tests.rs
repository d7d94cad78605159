use super::*;
use regex::Regex;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Every language that has a vocabulary, whether the program speaks it yet or not.
fn folders() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vocabulary");
    let mut all: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("abroad"))
        .collect();
    all.sort();
    all
}

fn text(folder: &std::path::Path, file: &str) -> String {
    let path = folder.join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn file<T: DeserializeOwned>(folder: &std::path::Path, name: &str) -> T {
    let said = toml::from_str(&text(folder, name));
    said.unwrap_or_else(|e| panic!("{}/{name}: {e}", folder.display()))
}

/// Every list of words in a table of TOML, with the keys it stands under.
fn lists(value: &toml::Value, under: &str, found: &mut BTreeMap<String, Vec<String>>) {
    match value {
        toml::Value::Table(table) => {
            for (key, inner) in table {
                lists(inner, &format!("{under}.{key}"), found);
            }
        }
        toml::Value::Array(all) => {
            for inner in all {
                lists(inner, under, found);
            }
        }
        toml::Value::String(word) => found
            .entry(under.to_owned())
            .or_default()
            .push(word.clone()),
        other => panic!("{under}: {other} is no word"),
    }
}

const FILES: [&str; 3] = ["players.toml", "arbiters.toml", "mail.toml"];

#[test]
fn every_language_has_every_key_and_no_other() {
    let folders = folders();
    for language in Language::ALL {
        assert!(
            folders.iter().any(|f| f.ends_with(language.code())),
            "{language}"
        );
    }
    for folder in folders {
        let players: PlayerWords = file(&folder, "players.toml");
        let _: ArbiterWords = file(&folder, "arbiters.toml");
        let _: MailWords = file(&folder, "mail.toml");
        for keyword in Keyword::ALL {
            let spelt = players.commands.get(keyword);
            assert!(
                spelt.is_some_and(|s| !s.is_empty()),
                "{folder:?} {keyword:?}"
            );
        }
        assert_eq!(players.dates.months.len(), 12, "{folder:?}");
        assert_eq!(players.dates.weekdays.len(), 7, "{folder:?}");
        assert!(
            players.dates.months.iter().all(|m| !m.is_empty()),
            "{folder:?}"
        );
    }
}

#[test]
fn every_entry_is_a_pattern_without_groups_and_stands_once_in_its_list() {
    let mut folders = folders();
    folders.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vocabulary/abroad"));
    for folder in folders {
        for name in FILES {
            if name == "arbiters.toml" && folder.ends_with("abroad") {
                continue;
            }
            let table: toml::Value = toml::from_str(&text(&folder, name)).unwrap();
            let mut found = BTreeMap::new();
            lists(&table, name, &mut found);
            for (key, words) in found {
                for (at, word) in words.iter().enumerate() {
                    let pattern = Regex::new(word).unwrap_or_else(|e| panic!("{key}: {e}"));
                    assert_eq!(pattern.captures_len(), 1, "{folder:?} {key}: {word}");
                    assert!(
                        !pattern.is_match(""),
                        "{folder:?} {key}: {word} is everywhere"
                    );
                    // Letters of pieces may be the same for two; words of a list are not.
                    let again = words.iter().take(at).any(|w| w == word);
                    assert!(
                        !again || key.ends_with("pieces"),
                        "{folder:?} {key}: {word}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_list_is_empty_in_all_languages() {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    for language in Language::ALL {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("vocabulary")
            .join(language.code());
        for name in FILES {
            let table: toml::Table = toml::from_str(&text(&folder, name)).unwrap();
            for (section, keys) in &table {
                for (key, words) in keys.as_table().unwrap() {
                    let count = match words {
                        toml::Value::Array(words) => words.len(),
                        _ => 1,
                    };
                    *all.entry(format!("{name} {section}.{key}")).or_default() += count;
                }
            }
        }
    }
    all.retain(|_, count| *count == 0);
    // Of the languages abroad alone.
    all.remove("mail.toml attribution.other-days");
    assert!(all.is_empty(), "{all:?}");
}

#[test]
fn the_beginning_of_a_month_begins_no_other_month() {
    let mut stems: Vec<(String, usize)> = Vec::new();
    for folder in folders() {
        let players: PlayerWords = file(&folder, "players.toml");
        for (month, names) in players.dates.months.iter().enumerate() {
            stems.extend(names.iter().map(|name| (name.clone(), month)));
        }
    }
    for (stem, month) in &stems {
        for (other, another) in &stems {
            assert!(
                month == another || !other.starts_with(stem),
                "{stem} {other}"
            );
        }
    }
}

#[test]
fn a_word_of_several_languages_is_given_once() {
    let titles = players(|w| &w.forms.titles);
    assert_eq!(titles.iter().filter(|t| **t == "турнир").count(), 1);
    assert_eq!(mail(|w| &w.quotation.reply_marks).last(), Some(&"ha"));
}
