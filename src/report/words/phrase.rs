//! A phrase in four languages.

use crate::language::Language;
use crate::messages::plural;

/// A phrase with its translations. A blank is written `{name}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// English.
    pub en: &'static str,
    /// Russian.
    pub ru: &'static str,
    /// Ukrainian.
    pub uk: &'static str,
    /// Polish.
    pub pl: &'static str,
}

impl Phrase {
    /// The phrase in a language.
    pub const fn say(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Ru => self.ru,
            Language::Uk => self.uk,
            Language::Pl => self.pl,
        }
    }

    /// The phrase in a language, its blanks filled.
    pub fn fill(&self, language: Language, blanks: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let mut rest = self.say(language);
        // One pass, so that what fills a blank is never searched for blanks.
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                text.push('{');
                rest = after;
                continue;
            };
            let value = blanks.iter().find(|(n, _)| *n == name);
            text.push_str(value.map_or("", |(_, v)| v));
            rest = behind;
        }
        text.push_str(rest);
        text
    }
}

/// A counted noun: `1 day`, `2 дня`, `5 dni`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// One; more.
    pub en: [&'static str; 2],
    /// 1, 21; 2-4, 22; 0, 5-20.
    pub ru: [&'static str; 3],
    /// 1, 21; 2-4, 22; 0, 5-20.
    pub uk: [&'static str; 3],
    /// 1; 2-4, 22; 0, 5-21.
    pub pl: [&'static str; 3],
}

impl Counted {
    /// The noun that fits a number, without it.
    pub fn noun(&self, language: Language, n: i64) -> &'static str {
        let form = plural::form(language, n);
        let forms: &[&'static str] = match language {
            Language::En => &self.en,
            Language::Ru => &self.ru,
            Language::Uk => &self.uk,
            Language::Pl => &self.pl,
        };
        forms.get(form).copied().unwrap_or_default()
    }

    /// The number with its noun.
    pub fn count(&self, language: Language, n: i64) -> String {
        format!("{n} {}", self.noun(language, n))
    }
}

/// Phrases of a document: a constant each, and `ALL` of them for the test.
macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident { en: $en:expr, ru: $ru:expr, uk: $uk:expr, pl: $pl:expr $(,)? })*) => {
        $($(#[$doc])* pub const $name: $crate::report::words::Phrase =
            $crate::report::words::Phrase { en: $en, ru: $ru, uk: $uk, pl: $pl };)*
        /// All of them.
        pub const ALL: &[(&str, $crate::report::words::Phrase)] = &[$((stringify!($name), $name)),*];
    };
}
pub(crate) use phrases;

#[cfg(test)]
mod tests {
    use super::*;

    fn blanks(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|p| p.split_once('}').map(|(name, _)| name))
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_phrase_stands_in_four_languages_with_the_same_blanks() {
        let all = super::super::all();
        assert!(all.len() > 5);
        for (name, phrase) in all {
            let asked = blanks(phrase.en);
            for language in Language::ALL {
                let text = phrase.say(language);
                assert!(!text.trim().is_empty(), "{name} {language}");
                assert_eq!(blanks(text), asked, "{name} {language}");
                let cyrillic = text.chars().any(|c| matches!(c, 'а'..='я' | 'А'..='Я'));
                let latin = matches!(language, Language::En | Language::Pl);
                assert!(!latin || !cyrillic, "{name} {language}: {text}");
            }
        }
    }

    #[test]
    fn numbers_take_the_noun_that_fits() {
        let days = super::super::common::DAYS;
        let say = |language, n| days.count(language, n);
        assert_eq!(say(Language::En, 1), "1 day");
        assert_eq!(say(Language::En, 0), "0 days");
        assert_eq!(say(Language::Ru, 21), "21 день");
        assert_eq!(say(Language::Ru, 11), "11 дней");
        assert_eq!(say(Language::Ru, 22), "22 дня");
        assert_eq!(say(Language::Uk, 3), "3 дні");
        assert_eq!(say(Language::Pl, 21), "21 dni");
        assert_eq!(say(Language::Pl, 1), "1 dzień");
    }

    #[test]
    fn what_fills_a_blank_is_not_searched_for_blanks() {
        let phrase = Phrase {
            en: "{a} and {b}",
            ru: "",
            uk: "",
            pl: "",
        };
        let text = phrase.fill(Language::En, &[("a", "{b}"), ("b", "2")]);
        assert_eq!(text, "{b} and 2");
    }
}
