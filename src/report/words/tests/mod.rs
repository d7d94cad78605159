//! Sentences about facts: each is told wholly in its language.

mod matters;
mod orders;
mod refusals;

use crate::language::Language;

/// Words that are spelt alike in Polish and in English.
const ALIKE: [&str; 2] = ["protest", "robot"];

/// Sees to it that a text in another language than English holds no English: none
/// of its words, and in Cyrillic no word in Latin letters at all.
pub(crate) fn is_in_its_language(language: Language, text: &str, english: &str) {
    let words = |text: &str| -> Vec<String> {
        let of_text = text.split(|c: char| !c.is_alphabetic());
        of_text.map(str::to_lowercase).collect()
    };
    let english = words(english);
    for word in words(text) {
        let latin = word.chars().filter(char::is_ascii_alphabetic).count() > 2;
        let wrong = match language {
            Language::En => false,
            Language::Ru | Language::Uk => latin,
            Language::Pl => latin && english.contains(&word) && !ALIKE.contains(&word.as_str()),
        };
        assert!(!wrong, "{language}: '{word}' in {text}");
    }
}
