//! What is wrong in a file, in words: one line each, with what stands there
//! quoted and the nearest word that would have been right.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use toml::de::DeValue;

/// The longest text of a file that is quoted back, in characters.
const MAX_QUOTED: usize = 40;

/// One thing wrong in a file, in one line of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// The file's name, or the option of the command line.
    pub source: String,
    /// The line, from 1; none where something is missing altogether.
    pub line: Option<usize>,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.source, self.message),
            None => write!(f, "{}: {}", self.source, self.message),
        }
    }
}

/// The known word nearest to a misspelt one, where one is near enough.
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word = word.to_lowercase();
    known
        .iter()
        .map(|k| (strsim::damerau_levenshtein(&word, k), *k))
        .filter(|(distance, k)| *distance <= (k.chars().count() / 3).max(1))
        .min()
        .map(|(_, k)| k)
}

/// A value as it is quoted in a complaint.
pub(super) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => shortened(&number.to_string()),
        DeValue::Float(number) => shortened(&number.to_string()),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(at) => at.to_string(),
        DeValue::Array(list) => {
            let items: Vec<String> = list.iter().map(|v| shown(v.get_ref())).collect();
            shortened(&format!("[{}]", items.join(", ")))
        }
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// A text in quotation marks, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", shortened(text))
}

/// A text cut to what a line of words bears, without control characters and without the
/// password of an address (`scheme://user:password@host`): what is printed is mailed and kept.
pub fn shortened(text: &str) -> String {
    let open = without_password(text);
    let clean: String = open
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match clean.char_indices().nth(MAX_QUOTED) {
        Some(_) => clean.chars().take(MAX_QUOTED).chain(['…']).collect(),
        None => clean,
    }
}

fn without_password(text: &str) -> Cow<'_, str> {
    let found = text.split_once("://").and_then(|(scheme, rest)| {
        let host = rest.find('/').unwrap_or(rest.len());
        let end = rest.get(..host)?.rfind('@')?;
        let (user, _) = rest.get(..end)?.split_once(':')?;
        Some(format!("{scheme}://{user}:…{}", rest.get(end..)?))
    });
    found.map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        for (text, seen) in [
            ("postgres://u:SE:C@RET@db.x/p", "postgres://u:…@db.x/p"),
            ("postgres://u@db.x/p", "postgres://u@db.x/p"),
            (
                "https://club.example:8080/a@b",
                "https://club.example:8080/a@b",
            ),
            ("a:b@c", "a:b@c"),
        ] {
            assert_eq!(shortened(text), seen);
        }
    }

    #[test]
    fn the_nearest_word_is_near() {
        let known = ["policy", "path", "kind"];
        assert_eq!(nearest("polcy", &known), Some("policy"));
        assert_eq!(nearest("Kind", &known), Some("kind"));
        assert_eq!(nearest("knid", &known), Some("kind"));
        assert_eq!(nearest("colour", &known), None);
        assert_eq!(nearest("", &known), None);
    }

    #[test]
    fn quoting_never_cuts_a_letter() {
        let long = "ж".repeat(100);
        assert_eq!(shortened(&long).chars().count(), MAX_QUOTED + 1);
    }
}
