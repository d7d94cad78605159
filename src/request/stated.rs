//! Dates that a player states beside a move: of receipt, which may count, and
//! of dispatch, which never does (56.2.3).

use super::date::{self, FoundDate};
use super::pattern;
use super::{Doubt, TextSpan, WrittenDate};
use crate::vocabulary::{self, DateWords, Pick, either};
use regex::Regex;
use std::sync::LazyLock;

/// What a line states, and the line with those words turned to spaces.
#[derive(Debug, Default)]
pub struct StatedLine {
    pub received: Option<WrittenDate>,
    pub sent: Option<WrittenDate>,
    pub doubts: Vec<Doubt>,
    /// Byte for byte as long as the line.
    pub rest: String,
}

/// Finds stated dates in a line that stands at `offset` in the text.
pub fn read(line: &str, offset: usize) -> StatedLine {
    let mut stated = StatedLine {
        rest: line.to_owned(),
        ..StatedLine::default()
    };
    // Every date has a figure.
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return stated;
    }
    // What the opponent sent and when is no date of ours.
    let of_opponent = OPPONENT.is_match(line);
    for (pattern, is_receipt) in [(&*RECEIVED, true), (&*SENT, false)] {
        let Some(word) = pattern.find(&stated.rest) else {
            continue;
        };
        let after = stated.rest.get(word.end()..).unwrap_or("");
        let (start, found) = (word.start(), word.end());
        let end = match date::at_start(after) {
            Some(FoundDate::Date(date, len)) => {
                let slot = if is_receipt {
                    &mut stated.received
                } else {
                    &mut stated.sent
                };
                if is_receipt || !of_opponent {
                    *slot = Some(date);
                }
                found + len
            }
            Some(FoundDate::Bad(len)) if !after.starts_with(|c: char| c == '0' && len < 3) => {
                let text = after.get(..len).unwrap_or("").to_owned();
                stated.doubts.push(Doubt::BadDate {
                    text,
                    span: TextSpan {
                        start: offset + found,
                        end: offset + found + len,
                    },
                });
                found + len
            }
            // `02.03.2026 received`
            _ => match before(&stated.rest, start) {
                Some((date, from)) => {
                    let slot = if is_receipt {
                        &mut stated.received
                    } else {
                        &mut stated.sent
                    };
                    if is_receipt || !of_opponent {
                        *slot = Some(date);
                    }
                    let to = found - after_blanks(&stated.rest, start, found);
                    stated.rest.replace_range(from..to, &" ".repeat(to - from));
                    continue;
                }
                None => continue,
            },
        };
        let end = end
            + stated.rest.get(end..).map_or(0, |t| {
                t.len() - t.trim_start_matches(['.', ',', ';', ')']).len()
            });
        let begin = stated
            .rest
            .get(..start)
            .map_or(start, |t| t.trim_end_matches(['(', ' ', ',', ';']).len());
        let blank = " ".repeat(end - begin);
        stated.rest.replace_range(begin..end, &blank);
    }
    stated
}

/// The date that stands right before a place in the line, and where it begins.
fn before(line: &str, at: usize) -> Option<(WrittenDate, usize)> {
    let found = DATE_BEFORE.captures(line.get(..at)?)?.get(1)?;
    match date::at_start(line.get(found.start()..)?)? {
        FoundDate::Date(date, _) => Some((date, found.start())),
        FoundDate::Bad(_) => None,
    }
}

/// Blanks at the end of a part of the line.
fn after_blanks(line: &str, from: usize, to: usize) -> usize {
    let part = line.get(from..to).unwrap_or("");
    part.len() - part.trim_end().len()
}

static DATE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let marks = date::year_marks();
    pattern(&format!(
        r"(?:^|[\s(,;])(\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}(?:\s?{marks})?|\d{{1,2}}[./]\d{{1,2}}\.?)\s*[,:–—-]?\s*$"
    ))
});

/// Words about dates in every language.
fn said(pick: Pick<DateWords>) -> String {
    either(&vocabulary::players(|w| pick(&w.dates)))
}

/// What may stand between a word of receipt or dispatch and its date.
fn filled(words: &str) -> String {
    format!(r"(?:\.|:|\s|-|–|—|=|\b(?:{words})\b)*")
}

/// A word of receipt with what may stand between it and its date.
static RECEIVED: LazyLock<Regex> = LazyLock::new(|| {
    let (who, whose) = (said(|d| &d.who), said(|d| &d.whose));
    let (what, was) = (said(|d| &d.what), said(|d| &d.was));
    let received = said(|d| &d.received);
    let filled = filled(&said(|d| &d.after_received));
    pattern(&format!(
        r"(?i)(?:\b(?:{who})\s+)?(?:\b(?:{whose})\s+(?:{what})\s+(?:(?:{was}) )?)?(?:\b(?:{received})\b){filled}"
    ))
});

/// A word of dispatch likewise.
static SENT: LazyLock<Regex> = LazyLock::new(|| {
    let sent = said(|d| &d.sent);
    let filled = filled(&said(|d| &d.after_sent));
    pattern(&format!(r"(?i)(?:\b(?:{sent})\b){filled}"))
});

static OPPONENT: LazyLock<Regex> = LazyLock::new(|| {
    let opponent = either(&vocabulary::players(|w| &w.people.opponent));
    pattern(&format!("(?i){opponent}"))
});
