//! `td circular`: a letter to the players of a tournament, which decides nothing.

use super::{DeskOrder, OrderPlace, Ordered, Refusal};
use crate::language::Language;
use clap::Args;
use std::collections::BTreeMap;

/// Longest text of a circular, in characters.
pub const MAX_TEXT: usize = 4_000;

/// Longest subject, in characters.
pub const MAX_SUBJECT: usize = 100;

/// Write a letter to the players of a tournament: to all who play, or to some of them
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CircularOrder {
    /// The tournament's code
    pub code: String,
    /// What it says, in quotation marks; else standard input, and by letter all that stands
    /// below. A language alone on a line, `[ru]`, begins what its readers get instead
    pub text: Option<String>,
    /// The letter's subject
    #[arg(long, default_value = "", hide_default_value = true)]
    pub subject: String,
    /// Only to who has games that are not over
    #[arg(long)]
    pub open: bool,
    /// Only to the players of this team; may be repeated
    #[arg(long, value_name = "TEAM")]
    pub team: Vec<u32>,
    /// Only to these starting numbers: 3,7,12
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub number: Vec<u32>,
    /// To the other officials too
    #[arg(long)]
    pub officials: bool,
}

impl Ordered for CircularOrder {
    fn examples() -> Vec<&'static str> {
        vec!["circular CODE \"The next round begins a week later.\""]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Circular(self))
    }
}

/// What a circular says: to who reads none of its other languages, and to who reads one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CircularText {
    first: String,
    by_language: BTreeMap<Language, String>,
}

impl CircularText {
    /// What its reader gets.
    pub fn to(&self, language: Language) -> &str {
        self.by_language.get(&language).unwrap_or(&self.first)
    }
}

impl CircularOrder {
    /// The same with what stands below the order in a letter.
    pub fn with_below(self, below: &str) -> CircularOrder {
        let own = self.text.as_deref().unwrap_or_default();
        let whole = format!("{own}\n\n{below}");
        let whole = whole.trim();
        CircularOrder {
            text: (!whole.is_empty()).then(|| whole.to_owned()),
            ..self
        }
    }

    /// Its text by languages: `[ru]` alone on a line begins a part for readers of that one.
    /// What stands before the first such line is for everybody else; where nothing does, they
    /// get the first part.
    ///
    /// # Errors
    ///
    /// There is none, it is too long, or a language stands twice or without words.
    pub fn by_languages(&self) -> Result<CircularText, Refusal> {
        let text = self.text.as_deref().unwrap_or_default().trim();
        if text.is_empty() {
            return Err(Refusal::NoWords(self.code.clone()));
        }
        let length = text.chars().count();
        if length > MAX_TEXT || self.subject.chars().count() > MAX_SUBJECT {
            return Err(Refusal::WordsTooLong);
        }
        let mut parts: Vec<(Option<Language>, String)> = vec![(None, String::new())];
        for line in text.lines() {
            match heading(line) {
                Some(language) => parts.push((Some(language), String::new())),
                None => {
                    if let Some((_, part)) = parts.last_mut() {
                        part.push_str(line.trim_end());
                        part.push('\n');
                    }
                }
            }
        }
        let mut first = None;
        let mut by_language = BTreeMap::new();
        for (language, part) in parts {
            let part = part.trim().to_owned();
            match (language, part.is_empty()) {
                (None, true) => continue,
                (Some(language), true) => return Err(Refusal::NoWordsIn(language)),
                _ => {}
            }
            first.get_or_insert_with(|| part.clone());
            if let Some(language) = language
                && by_language.insert(language, part).is_some()
            {
                return Err(Refusal::WordsTwice(language));
            }
        }
        Ok(CircularText {
            first: first.unwrap_or_default(),
            by_language,
        })
    }
}

/// The language that a line such as `[ru]` names.
fn heading(line: &str) -> Option<Language> {
    let code = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    code.to_lowercase().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CircularText, Refusal> {
        CircularOrder {
            code: "T26".to_owned(),
            text: Some(text.to_owned()),
            subject: String::new(),
            open: false,
            team: Vec::new(),
            number: Vec::new(),
            officials: false,
        }
        .by_languages()
    }

    #[test]
    fn each_reader_gets_the_part_of_his_language_and_others_the_first() {
        let plain = read("One for all.\n\nTwo paragraphs.").unwrap();
        assert_eq!(plain.to(Language::Ru), "One for all.\n\nTwo paragraphs.");
        let two = read("Hello.\n[ru]\nДобрый день.\n\nИгра.\n[PL]\nDzień dobry.").unwrap();
        assert_eq!(two.to(Language::Ru), "Добрый день.\n\nИгра.");
        assert_eq!(two.to(Language::Pl), "Dzień dobry.");
        assert_eq!(two.to(Language::De), "Hello.");
        let headed = read("[de]\nGuten Tag.\n[en]\nHello.").unwrap();
        assert_eq!(headed.to(Language::Uk), "Guten Tag.");
        assert_eq!(headed.to(Language::En), "Hello.");
    }

    #[test]
    fn what_says_nothing_is_refused() {
        assert!(matches!(read("  \n "), Err(Refusal::NoWords(_))));
        assert_eq!(
            read("[ru]\n\n[en]\nHello"),
            Err(Refusal::NoWordsIn(Language::Ru))
        );
        assert_eq!(
            read("[ru]\nраз\n[ru]\nдва"),
            Err(Refusal::WordsTwice(Language::Ru))
        );
        assert_eq!(read(&"x".repeat(MAX_TEXT + 1)), Err(Refusal::WordsTooLong));
        let brackets = read("[see below]\nAll.").unwrap();
        assert_eq!(brackets.to(Language::En), "[see below]\nAll.");
    }
}
