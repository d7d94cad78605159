//! Words for facts that several documents print: sides, dates, faults, ends of games.

use crate::chess::Side;
use crate::language::Language;
use crate::messages::{self, word};
use crate::record::{FaultKind, Termination};
use crate::rules::TieBreak;
use crate::time::Day;

/// White or Black, as a title.
pub fn side(language: Language, side: Side) -> &'static str {
    word(language, "colour-title", &side)
}

/// White or Black inside a sentence.
pub fn named(language: Language, side: Side) -> &'static str {
    word(language, "colour", &side)
}

/// Of White or Black, inside a sentence.
pub fn genitive(language: Language, side: Side) -> &'static str {
    word(language, "colour-of", &side)
}

/// White or Black, as the one a sentence is about.
pub fn whom(language: Language, side: Side) -> &'static str {
    word(language, "colour-whom", &side)
}

/// What was wrong with a move, in a word or two.
pub fn fault(language: Language, kind: FaultKind) -> &'static str {
    word(language, "fault", &kind)
}

/// How a game ended.
pub fn termination(language: Language, termination: Termination) -> &'static str {
    word(language, "termination", &termination)
}

/// The name of a criterion, short, as a column's title.
pub fn tie_break(language: Language, tie_break: TieBreak) -> &'static str {
    word(language, "tie-break", &tie_break)
}

/// The name of a criterion in a sentence.
pub fn criterion(language: Language, tie_break: TieBreak) -> &'static str {
    word(language, "criterion", &tie_break)
}

/// A day as documents print it: ISO in English, where 03/04 could be both; with
/// dots elsewhere.
pub fn date(language: Language, day: Day) -> String {
    messages::date(language, &day.to_string())
}

/// `dd/mm`, as form 59.1 prints days.
pub fn day_month(day: Day) -> String {
    let mut text = String::with_capacity(5);
    push_two(&mut text, day.day());
    text.push('/');
    push_two(&mut text, day.month());
    text
}

/// Adds a number below 100 in two digits.
fn push_two(text: &mut String, n: u32) {
    for digit in [n / 10 % 10, n % 10] {
        text.push(char::from_digit(digit, 10).unwrap_or('0'));
    }
}

/// `dd/mm/yy`, as article 57 asks.
pub fn short_year(day: Day) -> String {
    format!("{}/{:02}", day_month(day), day.year().rem_euclid(100))
}

/// `dd/mm/yyyy`.
pub fn full(day: Day) -> String {
    format!("{}/{:04}", day_month(day), day.year())
}

/// A text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}
