//! Keys of a tournament file in words, for the dialog that asks for them.

use crate::language::Language;
use crate::messages::{Phrase, word};
use crate::rules::{RegulationKey, ValueKind};
use std::ops::RangeInclusive;

/// What a key of `[tournament]` asks for, in a word or two.
pub fn label(language: Language, key: &RegulationKey) -> &'static str {
    word(language, "label", &name(key))
}

/// What a key means, in one sentence.
pub fn meaning(language: Language, key: &RegulationKey) -> &'static str {
    word(language, "key", &name(key))
}

/// What may stand under it.
pub fn allowed(language: Language, key: &RegulationKey) -> String {
    let own = |variables: &[(&str, &str)]| {
        let said = word(language, "allowed", &name(key));
        let fill = |said: String, (name, value): &(&str, &str)| {
            said.replace(&format!("{{{{ {name} }}}}"), value)
        };
        variables.iter().fold(said.to_owned(), fill)
    };
    match &key.kind {
        ValueKind::Number(of) => range(language, of),
        ValueKind::Two(of, _) | ValueKind::DaysOrMonths(of) => {
            own(&[("range", &range(language, of))])
        }
        ValueKind::Word(words) => words.join(" | "),
        ValueKind::Words(words) => {
            Phrase("allowed.list").fill(language, &[("words", &words.join(", "))])
        }
        ValueKind::Flag => "true | false".to_owned(),
        ValueKind::Points | ValueKind::Other(_) => own(&[("languages", &Language::listed())]),
    }
}

fn range(language: Language, of: &RangeInclusive<u32>) -> String {
    let (low, high) = (*of.start(), *of.end());
    if high == low + 1 {
        return format!("{low} | {high}");
    }
    let (low, high) = (low.to_string(), high.to_string());
    Phrase("allowed.range").fill(language, &[("low", &low), ("high", &high)])
}

/// As the catalogue has it: `start-date`.
fn name(key: &RegulationKey) -> String {
    key.name.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::REGULATIONS;
    use crate::tournament::head::HEAD;

    #[test]
    fn every_key_is_asked_for_in_every_language() {
        for key in HEAD {
            assert_eq!(label(Language::En, key), key.name.replace('_', " "));
        }
        for key in HEAD.iter().chain(REGULATIONS) {
            assert_eq!(meaning(Language::En, key), key.meaning, "{}", key.name);
            for language in Language::ALL {
                let (says, may) = (meaning(language, key), allowed(language, key));
                assert!(
                    !says.is_empty() && !may.is_empty(),
                    "{language} {}",
                    key.name
                );
                assert!(!may.contains("{{"), "{language} {}: {may}", key.name);
                let same = says == key.meaning;
                assert_eq!(same, language == Language::En, "{language} {}", key.name);
            }
        }
    }
}
