//! Postmarks as people write them down: `2026-01-12`, `12.01.2026 Omsk`, `?`.

use crate::time::Day;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A postmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Postmark {
    /// Its day; `None` where it cannot be read.
    pub day: Option<Day>,
    /// The office, where it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub office: Option<String>,
}

impl Postmark {
    /// A legible one.
    pub fn of(day: Day) -> Postmark {
        let (day, office) = (Some(day), None);
        Postmark { day, office }
    }

    /// Reads one: a day or `?`, then the office, if it is told. `None` where it begins
    /// with neither.
    pub fn parse(text: &str) -> Option<Postmark> {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let day = match first {
            "?" => None,
            first => Some(Day::of_paper(first)?),
        };
        let office = Some(rest.trim()).filter(|office| !office.is_empty());
        Some(Postmark {
            day,
            office: office.map(str::to_owned),
        })
    }
}

impl fmt::Display for Postmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.day {
            Some(day) => write!(f, "{day}")?,
            None => f.write_str("?")?,
        }
        match &self.office {
            Some(office) => write!(f, " {office}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postmark_is_read_as_it_is_written() {
        for text in ["2026-01-12", "2026-01-12 Omsk 77", "?", "? Omsk"] {
            assert_eq!(Postmark::parse(text).unwrap().to_string(), text);
        }
        let russian = Postmark::parse(" 12.01.2026  Омск ").unwrap();
        assert_eq!(russian.to_string(), "2026-01-12 Омск");
        assert_eq!(Postmark::parse("Omsk"), None);
        assert_eq!(Postmark::parse(""), None);
    }
}
