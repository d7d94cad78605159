//! Sentences about facts: each is told wholly in its language.

mod matters;
mod orders;
mod refusals;

use crate::language::Language;
use crate::messages::say;

/// Sees to it that a text in another language than English is not English: in Cyrillic no
/// word stands in Latin letters, elsewhere most words are others than English has.
pub(crate) fn is_in_its_language(language: Language, text: &str, english: &str) {
    // A line to be typed is nobody's language.
    let is_typed = |part: &&str| part.starts_with("td ");
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(": ").filter(|part| !is_typed(part));
        let text = parts.collect::<Vec<_>>().join(": ");
        let of_text = text.split(|c: char| !c.is_alphabetic());
        let latin = |word: &&str| word.chars().filter(char::is_ascii_alphabetic).count() > 2;
        of_text.filter(latin).map(str::to_lowercase).collect()
    };
    let (here, english) = (words(text), words(english));
    let is_cyrillic = say(language, "common.player").starts_with(|c: char| !c.is_ascii());
    let shared = here.iter().filter(|w| english.contains(w)).count();
    match is_cyrillic {
        true => assert!(here.is_empty(), "{language}: {here:?} in {text}"),
        false => assert!(
            here.len() < 3 || shared * 2 < here.len(),
            "{language}: {text}"
        ),
    }
}

/// All languages but English.
pub(crate) fn others() -> impl Iterator<Item = Language> {
    let all = Language::ALL.into_iter();
    all.filter(|language| *language != Language::En)
}
