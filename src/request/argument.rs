//! What stands behind a command's words: a result, days, an address, a style, warnings.

use super::command_line::{CommandLine, SENTENCE, is_final};
use super::date::{self, WrittenStretch};
use super::fold;
use super::keyword::{Keyword, TABLE};
use super::{Doubt, LetterStyle, PlayerRequest, Request, TextSpan};
use crate::ids::is_code;
use crate::record::wishes::{EARLIEST_WARNING, MOST_WARNINGS};
use crate::record::{ResultCode, Wish};
use crate::vocabulary::{self, Pick, StyleWords};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Longest spelling of a result that is looked for, in characters: `1/2 - 1/2`, `0,5 : 0,5`
/// with a blank to spare.
const LONGEST_RESULT: usize = 12;

/// A result of play in any of its spellings, as it is printed, and its length in bytes.
pub fn opinion(rest: &str) -> Option<(String, usize)> {
    let body = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-–—=".contains(c));
    let skipped = rest.len() - body.len();
    let ends = body.char_indices().take(LONGEST_RESULT);
    let ends: Vec<usize> = ends.map(|(at, c)| at + c.len_utf8()).collect();
    for end in ends.into_iter().rev() {
        let (text, after) = body.split_at_checked(end)?;
        let whole = !text.ends_with(char::is_whitespace)
            && !after.starts_with(|c: char| c.is_ascii_digit());
        if let Some(result) = ResultCode::parse(text).filter(|r| whole && r.is_adjudged()) {
            return Some((result.text().to_owned(), skipped + end));
        }
    }
    let word = fold::words(body).into_iter().next()?;
    let draw = TABLE
        .iter()
        .any(|e| e.keyword == Keyword::Draw && e.words == [word.text.clone()]);
    draw.then(|| ("1/2-1/2".to_owned(), skipped + word.end))
}

/// Two dates and perhaps a code; `None` where something else stands there.
pub fn leave(rest: &str, words_beyond: usize, span: TextSpan) -> Option<CommandLine> {
    match date::range(rest) {
        Ok((WrittenStretch { from, to }, tail)) => {
            let code =
                tail.trim_matches(|c: char| c.is_whitespace() || ".,;:!()[]\"'«»*".contains(c));
            let code = match code {
                "" => None,
                c if is_code(c) && c.bytes().any(|b| b.is_ascii_alphabetic()) => Some(c.to_owned()),
                _ => return None,
            };
            Some(CommandLine::Request(Request::Player(
                PlayerRequest::Leave { from, to, code },
            )))
        }
        Err(Some(text)) if words_beyond <= 2 * SENTENCE => {
            Some(CommandLine::Doubt(Doubt::BadDate { text, span }))
        }
        Err(_) => None,
    }
}

/// Nothing, or the first playing day.
pub fn leave_end(rest: &str, span: TextSpan) -> Option<CommandLine> {
    if is_final(rest) {
        return Some(CommandLine::Request(Request::Player(
            PlayerRequest::LeaveEnd { date: None },
        )));
    }
    match date::one(rest.trim_start_matches(|c: char| c.is_whitespace() || ":-–—".contains(c)))
    {
        Ok((date, tail)) if is_final(tail) => Some(CommandLine::Request(Request::Player(
            PlayerRequest::LeaveEnd { date: Some(date) },
        ))),
        Err(Some(text)) => Some(CommandLine::Doubt(Doubt::BadDate { text, span })),
        _ => None,
    }
}

/// One style of letters.
pub fn style(rest: &str) -> Option<LetterStyle> {
    let words = fold::words(rest);
    let [word] = words.as_slice() else {
        return None;
    };
    STYLES
        .iter()
        .find(|(_, names)| names.contains(&word.text))
        .map(|(style, _)| *style)
}

/// The words of each style, folded.
static STYLES: LazyLock<[(LetterStyle, BTreeSet<String>); 4]> = LazyLock::new(|| {
    let words = |pick: Pick<StyleWords>| fold::set(&vocabulary::players(|w| pick(&w.styles)));
    [
        (LetterStyle::Pgn, words(|s| &s.pgn)),
        (LetterStyle::Text, words(|s| &s.text)),
        (LetterStyle::Full, words(|s| &s.full)),
        (LetterStyle::Short, words(|s| &s.short)),
    ]
});

/// `10 5 1`, days left at which somebody wants to be warned; nothing, or a word that
/// says so: he does not any more. `None` where something else stands there.
pub fn warnings(rest: &str, span: TextSpan) -> Option<CommandLine> {
    let wish = |days| {
        let request = PlayerRequest::Wish(Wish::Warnings { days });
        Some(CommandLine::Request(Request::Player(request)))
    };
    let said = fold::words(rest);
    let is_off = |words: &[fold::Word]| matches!(words, [word] if OFF.contains(&word.text));
    if is_final(rest) || is_off(&said) {
        return wish(Vec::new());
    }
    let between = |c: char| c.is_whitespace() || ",;:/".contains(c);
    let parts = rest
        .split(between)
        .map(|p| p.trim_matches(['.', '!', ')', '(', '"']));
    let parts: Vec<&str> = parts.filter(|p| !p.is_empty() && !is_and(p)).collect();
    let has_figures = |part: &&str| part.contains(|c: char| c.is_numeric());
    if parts.is_empty() || !parts.iter().all(has_figures) {
        return None;
    }
    let figure = |part: &&str| {
        let number = part.parse::<u32>().ok();
        number.filter(|days| (1..=EARLIEST_WARNING).contains(days))
    };
    let days: Option<BTreeSet<u32>> = parts.iter().map(figure).collect();
    match days.filter(|days| days.len() <= MOST_WARNINGS) {
        Some(days) => wish(days.into_iter().rev().collect()),
        None => Some(CommandLine::Doubt(Doubt::BadWarnings {
            text: rest.trim().chars().take(80).collect(),
            span,
            earliest: EARLIEST_WARNING,
            most: MOST_WARNINGS,
        })),
    }
}

/// Whether a part of a list only joins two others.
fn is_and(part: &str) -> bool {
    let words = fold::words(part);
    matches!(words.as_slice(), [word] if ANDS.contains(&word.text))
}

/// Words that take a wish back.
static OFF: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.switches.off)));

static ANDS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.joining.ands)));

/// One address and nothing else (RFC 5321 leaves more; the robot can only write to these).
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    !local.is_empty()
        && text.len() <= 254
        && domain.contains('.')
        && !text
            .contains(|c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\"\\/".contains(c))
        && !local.contains('@')
        && domain.split('.').all(|label| !label.is_empty())
}
