//! A stretch of days as people write it, from one day to another: `01.07-14.07`,
//! `с 1 по 14 июля`, `3rd to 17th of August`, `w dniach 6-19 lipca`, `August 3-17`.

use super::{FoundDate, LETTER, at_start, complete, month_named};
use crate::request::{WrittenDate, pattern};
use crate::vocabulary::{self, Pick, StretchWords, either};
use regex::Regex;
use std::sync::LazyLock;

/// What stands at one end of a stretch.
pub enum StretchEnd {
    /// A day of a month.
    Date(WrittenDate),
    /// A day whose month stands at the other end.
    Day(BareDay),
    /// Something of that form that is none, as written.
    Bad(String),
}

/// The number of a day without its month.
pub struct BareDay {
    text: String,
    day: u32,
}

impl BareDay {
    /// The day in the month of another one, where that month has it.
    fn in_month_of(self, other: &WrittenDate) -> Option<WrittenDate> {
        let year = other.year.unwrap_or(LEAP_YEAR);
        crate::time::Day::new(year, other.month, self.day)?;
        Some(WrittenDate {
            text: self.text,
            day: self.day,
            ..other.clone()
        })
    }
}

impl BareDay {
    /// The day in a month, where that month has it.
    fn in_month(self, month: u32) -> Option<WrittenDate> {
        crate::time::Day::new(LEAP_YEAR, month, self.day)?;
        Some(WrittenDate {
            text: self.text,
            year: None,
            month,
            day: self.day,
        })
    }
}

/// A year that has every day.
const LEAP_YEAR: i32 = 2024;

/// The first and the last day of a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenStretch {
    /// The first.
    pub from: WrittenDate,
    /// The last.
    pub to: WrittenDate,
}

impl WrittenStretch {
    /// As the line of a command has it: a form that each language reads.
    pub fn on_a_line(&self) -> String {
        format!("{} {}", figures(&self.from), figures(&self.to))
    }
}

/// A date in figures alone.
fn figures(date: &WrittenDate) -> String {
    match date.year {
        Some(year) => format!("{year:04}-{:02}-{:02}", date.month, date.day),
        None => format!("{:02}.{:02}", date.day, date.month),
    }
}

/// A stretch on the line of a command and what follows it, or the text that is no date.
/// Between its days a space is enough.
pub fn range(text: &str) -> Result<(WrittenStretch, &str), Option<String>> {
    stretch(text, Separation::Loose, None)
}

/// A stretch at the start of a text in which dates may stand side by side that make none.
/// `month`: the one named right before it, where its days have none.
pub fn joined(text: &str, month: Option<u32>) -> Result<(WrittenStretch, &str), Option<String>> {
    stretch(text, Separation::Written, month)
}

/// What must stand between the two days.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separation {
    /// A dash or a word.
    Written,
    /// A space at least.
    Loose,
}

fn stretch(
    text: &str,
    between: Separation,
    month: Option<u32>,
) -> Result<(WrittenStretch, &str), Option<String>> {
    let led = after(text, &LEADING).unwrap_or(text);
    let paired = after(led, &PAIRED);
    let text = paired.or_else(|| after(led, &FROM)).unwrap_or(led);
    let (first, rest) = found(text)?;
    let separated = match paired {
        Some(_) => after(rest, &AND).or_else(|| after(rest, &DASH)),
        // `с понедельника 25 мая и по воскресенье`
        None => after(rest, &DASH).or_else(|| after(after(rest, &AND)?, &DASH)),
    };
    let loose = || {
        let comma = after(rest, &COMMA).unwrap_or(rest);
        let may = between == Separation::Loose && matches!(first, StretchEnd::Date(_));
        may.then_some(comma)
    };
    let rest = separated.or_else(loose).ok_or(None)?;
    let (last, rest) = found(rest)?;
    let written = || {
        let whole = text.get(..text.len() - rest.len()).unwrap_or(text);
        Some(whole.trim().to_owned())
    };
    let (from, to) = match (first, last) {
        (StretchEnd::Date(first), StretchEnd::Date(last)) => complete(first, last),
        (StretchEnd::Day(first), StretchEnd::Date(last)) => {
            let first = first.in_month_of(&last).ok_or_else(written)?;
            (first, last)
        }
        (StretchEnd::Date(first), StretchEnd::Day(last)) => {
            let last = last.in_month_of(&first).ok_or_else(written)?;
            (first, last)
        }
        (StretchEnd::Day(first), StretchEnd::Day(last)) => {
            let month = month.ok_or(None)?;
            let first = first.in_month(month).ok_or_else(written)?;
            (first, last.in_month(month).ok_or_else(written)?)
        }
        _ => return Err(None),
    };
    // In a sentence these are no stretch; behind LEAVE they are, and the answer says that
    // it would end before it begins.
    let backwards = from.month == to.month && from.year == to.year && from.day > to.day;
    if backwards && between == Separation::Written {
        return Err(written());
    }
    let rest = after(rest, &INCLUSIVE).unwrap_or(rest);
    Ok((WrittenStretch { from, to }, rest))
}

/// What stands at the start of a text, and what follows it.
fn found(text: &str) -> Result<(StretchEnd, &str), Option<String>> {
    let text = text.trim_start();
    match end_at(text) {
        Some((StretchEnd::Bad(text), _)) => Err(Some(text)),
        Some((end, length)) => Ok((end, text.get(length..).unwrap_or(""))),
        None => {
            let word = text.split_whitespace().next().unwrap_or("");
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            Err((digits > 1).then(|| word.to_owned()))
        }
    }
}

/// What stands at the very start of a text, and its length with what belongs to it: the
/// day of the week, an article, a year.
pub fn end_at(text: &str) -> Option<(StretchEnd, usize)> {
    let bare = after(text, &BEFORE_DAY).unwrap_or(text);
    let skipped = text.len() - bare.len();
    let (end, length) = day_at(bare)?;
    let length = skipped + length;
    let StretchEnd::Date(mut date) = end else {
        return Some((end, length));
    };
    let rest = text.get(length..).unwrap_or("");
    if let Some(year) = OTHER_YEAR.find(rest) {
        let length = length + year.end();
        let written = text.get(..length).unwrap_or(text).trim().to_owned();
        return Some((StretchEnd::Bad(written), length));
    }
    if let Some(year) = THIS_YEAR.find(rest) {
        return Some((StretchEnd::Date(date), length + year.end()));
    }
    let length = match YEAR.captures(rest) {
        Some(found) if date.year.is_none() => {
            date.year = found.get(1).and_then(|y| y.as_str().parse().ok());
            length + found.get(0).map_or(0, |all| all.end())
        }
        _ => length + YEAR_WORD.find(rest).map_or(0, |word| word.end()),
    };
    let year = date.year.unwrap_or(LEAP_YEAR);
    if crate::time::Day::new(year, date.month, date.day).is_none() {
        let written = text.get(..length).unwrap_or(text).trim().to_owned();
        return Some((StretchEnd::Bad(written), length));
    }
    Some((StretchEnd::Date(date), length))
}

/// The day itself.
fn day_at(text: &str) -> Option<(StretchEnd, usize)> {
    match at_start(text) {
        Some(FoundDate::Date(date, length)) => return Some((StretchEnd::Date(date), length)),
        Some(FoundDate::Bad(length)) => {
            let written = text.get(..length).unwrap_or(text).to_owned();
            return Some((StretchEnd::Bad(written), length));
        }
        None => {}
    }
    // `двадцать пятого`: a word before an ordinal need not be a month.
    if let Some(found) = MONTH_FIRST.captures(text)
        && let Some(month) = month_named(found.get(1)?.as_str())
    {
        let day = day_numbered(found.get(2)?.as_str());
        let length = found.get(2)?.end() + ends(text, found.get(2)?.end());
        return dated(text, day?, month, length);
    }
    let (day, number) = numbered(text)?;
    let length = number + ends(text, number);
    let rest = text.get(length..).unwrap_or("");
    if let Some(found) = MONTH_BEHIND.captures(rest)
        && let Some(name) = found.get(1)
        && let Some(month) = month_named(name.as_str())
    {
        let whole = found.get(0).map_or(0, |all| all.end());
        return dated(text, day, month, length + whole);
    }
    if let Some(found) = ROMAN.captures(rest)
        && let Some(month) = found.get(1).and_then(|m| roman(m.as_str()))
    {
        let whole = found.get(0).map_or(0, |all| all.end());
        return dated(text, day, month, length + whole);
    }
    if let Some(found) = SPACED.captures(rest)
        && let Some(month) = found.get(1).and_then(|m| m.as_str().parse().ok())
    {
        let whole = found.get(0).map_or(0, |all| all.end());
        return dated(text, day, month, length + whole);
    }
    // Part of a number, an hour or a score.
    if NO_DAY.is_match(rest) || !(1..=31).contains(&day) {
        return None;
    }
    let length = length + OF_MONTH.find(rest).map_or(0, |word| word.end());
    let text = text.get(..number)?.to_owned();
    Some((StretchEnd::Day(BareDay { text, day }), length))
}

fn dated(text: &str, day: u32, month: u32, length: usize) -> Option<(StretchEnd, usize)> {
    let written = text.get(..length)?.trim_end_matches(['.', ' ', ',']);
    let end = match crate::time::Day::new(LEAP_YEAR, month, day) {
        Some(_) => StretchEnd::Date(WrittenDate {
            text: written.to_owned(),
            year: None,
            month,
            day,
        }),
        None => StretchEnd::Bad(written.to_owned()),
    };
    Some((end, length))
}

/// A day's number, in figures or as a word, and its length.
fn numbered(text: &str) -> Option<(u32, usize)> {
    let figures = text.bytes().take_while(u8::is_ascii_digit).count();
    if figures > 0 {
        let written = text.get(..figures).filter(|t| t.len() <= 2)?;
        return Some((written.parse().ok()?, figures));
    }
    let found = ORDINAL.find(text)?;
    Some((day_numbered(found.as_str())?, found.end()))
}

/// The day that a number or a word names.
fn day_numbered(written: &str) -> Option<u32> {
    if let Ok(day) = written.parse() {
        return Some(day);
    }
    let day = ORDINALS.iter().find(|(name, _)| name.is_match(written));
    day.map(|(_, day)| *day)
}

/// How long the ending of an ordinal is behind a day's number.
fn ends(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    ENDING.find(rest).map_or(0, |ending| ending.end())
}

fn roman(written: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII",
    ];
    let at = MONTHS.iter().position(|month| *month == written)?;
    u32::try_from(at + 1).ok()
}

/// What follows where the text begins so.
pub fn after<'t>(text: &'t str, pattern: &Regex) -> Option<&'t str> {
    let found = pattern.find(text)?;
    text.get(found.end()..)
}

/// Words for stretches in every language, as one pattern.
pub fn words(pick: Pick<StretchWords>) -> String {
    either(&vocabulary::players(|w| pick(&w.stretches)))
}

static FROM: LazyLock<Regex> = LazyLock::new(|| {
    let from = either(&vocabulary::players(|w| &w.dates.from));
    pattern(&format!(r"(?i)^\s*[:,-]?\s*(?:(?:{from})\s+)?"))
});
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    let leading = words(|s| &s.leading);
    pattern(&format!(r"(?i)^\s*[:,-]?\s*(?:{leading})\s*:?\s+"))
});
static PAIRED: LazyLock<Regex> = LazyLock::new(|| {
    let between = words(|s| &s.between);
    pattern(&format!(r"(?i)^\s*(?:{between})\s+"))
});
static AND: LazyLock<Regex> = LazyLock::new(|| {
    let and = words(|s| &s.between_ands);
    pattern(&format!(r"(?i)^\s*(?:{and})\s+"))
});
static DASH: LazyLock<Regex> = LazyLock::new(|| {
    let until = either(&vocabulary::players(|w| &w.dates.until));
    pattern(&format!(
        r"(?i)^(?:\s*[-–—−]+\s*|\s*(?:\.\.+|…)\s*|[\s,]*[-–—]?\s*\b(?:{until})\b\s*)"
    ))
});
static COMMA: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*,+\s*"));
static BEFORE_DAY: LazyLock<Regex> = LazyLock::new(|| {
    let weekdays = either(&vocabulary::weekdays());
    let before = words(|s| &s.before_day);
    pattern(&format!(
        r"(?i)^\s*(?:(?:{weekdays})(?:\.?,?\s+|\s*\(|\.)|(?:{before})\s+)+"
    ))
});
static ENDING: LazyLock<Regex> = LazyLock::new(|| {
    let endings = words(|s| &s.endings);
    pattern(&format!(r"(?i)^\s?[-–‑]?(?:{endings})\b"))
});
static MONTH_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    let ordinals = ordinals();
    pattern(&format!(
        r"(?i)^({LETTER}{{3,12}})\.?\s+(?:the\s+)?(\d{{1,2}}\b|\d{{1,2}}|(?:{ordinals})\b)"
    ))
});
static MONTH_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    let of = words(|s| &s.of_month);
    pattern(&format!(
        r"(?i)^\.?\s*(?:(?:{of})\s+)?({LETTER}{{3,12}})\.?"
    ))
});
static ROMAN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[. ]\s?(VIII|VII|VI|IV|IX|XII|XI|III|II|I|V|X)\b\.?"));
static SPACED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\. (\d{1,2})\."));
static NO_DAY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[:/%½=+x]|[.,]\d|\p{L})"));
static OF_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    let of = words(|s| &s.of_month);
    pattern(&format!(r"(?i)^\.?\s*(?:{of})\b|^\."))
});
static ORDINAL: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"(?i)^(?:{})\b", ordinals())));
static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    let years = words(|s| &s.years);
    pattern(&format!(r"(?i)^,?\s*((?:19|20)\d\d)\b(?:\s?(?:{years}))?"))
});
static YEAR_WORD: LazyLock<Regex> = LazyLock::new(|| {
    let years = words(|s| &s.years);
    pattern(&format!(r"(?i)^\s?(?:{years})(?:\b|\s|$)"))
});
static THIS_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    let this = words(|s| &s.this_year);
    pattern(&format!(r"(?i)^,?\s*(?:{this})(?:\b|\s|$)"))
});
static OTHER_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    let other = words(|s| &s.other_year);
    pattern(&format!(r"(?i)^,?\s*(?:{other})\b"))
});
static INCLUSIVE: LazyLock<Regex> = LazyLock::new(|| {
    let inclusive = words(|s| &s.inclusive);
    pattern(&format!(r"(?i)^\.?[\s,]*\(?(?:{inclusive})\b\.?\)?"))
});

/// Whether a word says of a stretch that its last day is one of it: `einschl.`
pub fn is_inclusive(word: &str) -> bool {
    let marked = INCLUSIVE.find(word);
    !word.is_empty() && marked.is_some_and(|m| m.end() == word.len())
}

/// The days of a month as words, those of several words first.
fn ordinals() -> String {
    let mut names = vocabulary::players(|w| &w.stretches.ordinals);
    names.sort_by_key(|name| !name.contains([' ', '-']));
    either(&names)
}

static ORDINALS: LazyLock<Vec<(Regex, u32)>> = LazyLock::new(|| {
    let each = crate::language::Language::ALL.into_iter();
    let each = each.flat_map(|l| vocabulary::players_of(l).stretches.ordinals.iter().zip(1..));
    each.map(|(name, day)| (pattern(&format!("(?i)^(?:{name})$")), day))
        .collect()
});
