//! Dates as players write them: `2026-07-01`, `01.07.2026`, `01/07`, `1 июля`.

mod relative;
mod said;
mod stretch;

use super::WrittenDate;
use super::fold::fold;
use super::pattern;
use crate::language::Language;
use crate::time::Day;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::sync::LazyLock;

pub use relative::told_from;
pub use said::{DaysSaid, said};
pub use stretch::{WrittenStretch, is_inclusive, range};

/// What stands at the start of a text.
pub enum FoundDate {
    /// A date that exists (a 29 February without a year does), and its length in bytes.
    Date(WrittenDate, usize),
    /// Something with the form of a date that is none, and its length in bytes.
    Bad(usize),
}

/// Reads a date at the very start of a text.
pub fn at_start(text: &str) -> Option<FoundDate> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = |m: Option<regex::Match>| m.and_then(|m| m.as_str().parse::<u32>().ok());
    let (year, month, day, end) = if let Some(c) = ISO.captures(text) {
        let year = number(c.get(1))?;
        (
            Some(year),
            number(c.get(2))?,
            number(c.get(3))?,
            c.get(0)?.end(),
        )
    } else if let Some(c) = DMY.captures(text) {
        let group = |i: usize| number(c.get(i).or(c.get(i + 3)).or(c.get(i + 6)));
        (group(3), group(2)?, group(1)?, c.get(0)?.end())
    } else if let Some(c) = NAMED.captures(text) {
        let month = month_named(c.get(2)?.as_str())?;
        (number(c.get(3)), month, number(c.get(1))?, c.get(0)?.end())
    } else if let Some(c) = DM.captures(text) {
        (None, number(c.get(2))?, number(c.get(1))?, c.get(0)?.end())
    } else {
        return None;
    };
    // A longer number or a further group: not a date but something of that form.
    let next = text.get(end..).and_then(|t| t.chars().next());
    if next.is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    let written = text.get(..end)?.trim_end_matches(['.', ' ']);
    let year = year.map(|y| if y < 100 { 2000 + y } else { y });
    let year = year.and_then(|y| i32::try_from(y).ok());
    let exists = Day::new(year.unwrap_or(2024), month, day).is_some();
    let sensible = year.is_none_or(|y| (1970..=2999).contains(&y));
    if !exists || !sensible {
        return Some(FoundDate::Bad(end));
    }
    let date = WrittenDate {
        text: written.to_owned(),
        year,
        month,
        day,
    };
    Some(FoundDate::Date(date, end))
}

/// A date and what follows it, or the text that is no date.
pub fn one(text: &str) -> Result<(WrittenDate, &str), Option<String>> {
    let text = text.trim_start();
    match at_start(text) {
        Some(FoundDate::Date(date, len)) => Ok((date, text.get(len..).unwrap_or(""))),
        Some(FoundDate::Bad(len)) => Err(text.get(..len).map(str::to_owned)),
        None => {
            let word = text.split_whitespace().next().unwrap_or("");
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            Err((digits > 1).then(|| word.to_owned()))
        }
    }
}

/// Why a text is no day of a certain year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotADay {
    /// It has the form of a date, and the calendar has no such day.
    #[error("the calendar has no such day; day before month, such as 20.01.2026 or 2026-01-20")]
    Impossible,
    /// Its year is missing, or of two digits: which part is the year may be read in two
    /// ways.
    #[error("the year is written in full, such as 20.01.2026 or 2026-01-20")]
    WithoutYear,
    /// No date at all, or more than one.
    #[error("not a date such as 20.01.2026 or 2026-01-20")]
    NoDate,
}

/// The day that a text is, and nothing else: in any form that letters take (day before
/// month), but with a year of four digits, since nothing near it tells which is meant.
///
/// # Errors
///
/// Why it is none.
pub fn of_year(text: &str) -> Result<Day, NotADay> {
    // `1. 3. 2027` is one date, as it is printed.
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_figures = bare.chars().all(|c| c.is_ascii_digit() || c == '.');
    let text = if is_figures {
        bare.as_str()
    } else {
        text.trim()
    };
    let (date, rest) = match at_start(text) {
        Some(FoundDate::Date(date, len)) => (date, text.get(len..).unwrap_or_default()),
        Some(FoundDate::Bad(len)) if len == text.len() => return Err(NotADay::Impossible),
        Some(FoundDate::Bad(_)) | None => return Err(NotADay::NoDate),
    };
    if !rest.trim().is_empty() {
        return Err(NotADay::NoDate);
    }
    let figures = date.text.split(|c: char| !c.is_ascii_digit());
    let year = date
        .year
        .filter(|_| figures.map(str::len).any(|long| long == 4));
    let year = year.ok_or(NotADay::WithoutYear)?;
    Day::new(year, date.month, date.day).ok_or(NotADay::Impossible)
}

/// A year that only one of the two dates has goes for both; over New Year it is
/// the neighbouring one.
fn complete(mut first: WrittenDate, mut last: WrittenDate) -> (WrittenDate, WrittenDate) {
    let turns = (first.month, first.day) > (last.month, last.day);
    match (first.year, last.year) {
        (None, Some(y)) => first.year = Some(if turns { y - 1 } else { y }),
        (Some(y), None) => last.year = Some(if turns { y + 1 } else { y }),
        _ => {}
    }
    (first, last)
}

/// The month whose name begins so, if it is one.
pub fn month_named(name: &str) -> Option<u32> {
    let name = fold(name);
    let mut stems = MONTHS.iter();
    let found = stems.find(|(stem, _)| name.starts_with(stem.as_str()));
    found.map(|(_, month)| *month)
}

static ISO: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d{4})[-./](\d{1,2})[-./](\d{1,2})"));
// One mark throughout: `01.07-14.07` is a range and no day of the year 14.
static DMY: LazyLock<Regex> = LazyLock::new(|| {
    let date = r"(\d{1,2})\.(\d{1,2})\.\s?(\d{4}|\d{2})|(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})|(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})";
    pattern(&format!(r"^(?:{date})(?:\s?{}|\b)", year_marks()))
});
static DM: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d{1,2})[./](\d{1,2})\.?"));
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let marks = year_marks();
    pattern(&format!(
        r"^(\d{{1,2}})\.? ({LETTER}{{3,12}})\.?(?: (\d{{4}})(?: ?{marks})?)?"
    ))
});

/// A letter of a month's name, Latin or Cyrillic: a pattern has a copy of it for each that
/// there may be, and those of all alphabets are a hundred times as many.
const LETTER: &str = "(?-i:[A-Za-zÀ-ÖØ-öø-ɏЀ-ԯ])";

/// Beginnings of the months' names, folded, with their numbers.
static MONTHS: LazyLock<Vec<(String, u32)>> = LazyLock::new(|| {
    let all = Language::ALL.into_iter();
    let months = all.flat_map(|l| vocabulary::players_of(l).dates.months.iter().zip(1..));
    let stems = months.flat_map(|(stems, month)| stems.iter().map(move |s| (fold(s), month)));
    stems.collect()
});

/// What may stand behind a year: `г.`
pub fn year_marks() -> String {
    let marks = either(&vocabulary::players(|w| &w.dates.year));
    format!(r"(?:{marks})\.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_with_its_year_is_taken_in_every_form() {
        for (text, day) in [
            ("2026-01-20", "2026-01-20"),
            ("2026.1.20", "2026-01-20"),
            ("20.01.2026", "2026-01-20"),
            ("20/01/2026", "2026-01-20"),
            ("20-01-2026", "2026-01-20"),
            ("1.3.2027", "2027-03-01"),
            (" 1. 3. 2027 ", "2027-03-01"),
            ("3/4/2026", "2026-04-03"),
            ("20 января 2026 г.", "2026-01-20"),
            ("20. Januar 2026", "2026-01-20"),
            ("29.02.2028", "2028-02-29"),
        ] {
            let read = of_year(text).map(|d| d.to_string());
            assert_eq!(read.as_deref(), Ok(day), "{text}");
        }
        for (text, why) in [
            ("20.01.26", NotADay::WithoutYear),
            ("20/01/26", NotADay::WithoutYear),
            ("20.01", NotADay::WithoutYear),
            ("20 января", NotADay::WithoutYear),
            ("31.02.2026", NotADay::Impossible),
            ("2026-02-31", NotADay::Impossible),
            ("01/20/2026", NotADay::Impossible),
            ("29.02.2026", NotADay::Impossible),
            ("tomorrow", NotADay::NoDate),
            ("", NotADay::NoDate),
            ("20.01.2026-25.01.2026", NotADay::NoDate),
            ("20260120", NotADay::NoDate),
        ] {
            assert_eq!(of_year(text), Err(why), "{text}");
        }
    }
}
