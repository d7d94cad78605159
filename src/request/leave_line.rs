//! A line about leave in a form: whose, and the days that it names. It is compared
//! with the record and never a request.

use super::date;
use super::fold::{self, fold};
use super::pattern;
use super::{LeaveLine, WrittenDate};
use crate::chess::Side;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Reads a line that begins as a form's line about leave.
pub fn read(line: &str) -> Option<LeaveLine> {
    let title = TITLE.find(line)?;
    let rest = line.get(title.end()..).unwrap_or("");
    let said = rest.trim_matches(|c: char| c.is_whitespace() || ":]|[_".contains(c));
    let none = NONE.contains(&fold(said)) || !said.is_empty() && said.chars().all(is_dash);
    let spans = if none { Some(Vec::new()) } else { spans(said) };
    Some(LeaveLine {
        side: side_of(title.as_str()),
        text: line.trim().to_owned(),
        said: said.to_owned(),
        spans,
    })
}

/// Whose a line is that names one side.
pub fn side_of(title: &str) -> Side {
    match BLACK.is_match(title) {
        true => Side::Black,
        false => Side::White,
    }
}

/// The stretches of days, if that is all there is.
fn spans(said: &str) -> Option<Vec<(WrittenDate, WrittenDate)>> {
    let mut found = Vec::new();
    let mut rest = said;
    while rest.contains(char::is_alphanumeric) {
        let (days, more) = date::range(rest).ok()?;
        found.push((days.from, days.to));
        rest = BETWEEN
            .find(more)
            .map_or(more, |m| more.get(m.end()..).unwrap_or(""));
    }
    Some(found)
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—')
}

/// Words for no leave, folded.
static NONE: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.forms.no_leave)));
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    let leave = either(&vocabulary::players(|w| &w.forms.leave));
    let whites = either(&vocabulary::players(|w| &w.sides.whites));
    let blacks = either(&vocabulary::players(|w| &w.sides.blacks));
    let side_first = either(&vocabulary::players(|w| &w.forms.side_leave));
    pattern(&format!(
        r"(?i)^\s*\[?(?:(?:{leave})\s+(?:{whites}|{blacks})|(?:{side_first})\b)"
    ))
});
static BLACK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        "(?i){}",
        either(&vocabulary::players(|w| &w.sides.blacks))
    ))
});
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
    let and = either(&vocabulary::players(|w| &w.joining.ands));
    pattern(&format!(r"(?i)^\s*(?:[,;.]|(?:{and})\b)?\s*"))
});
