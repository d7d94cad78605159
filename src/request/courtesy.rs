//! Words of politeness that may stand beside a command or a move without
//! making its line a sentence.

use super::pattern;
use crate::vocabulary::{self, CourtesyWords, Pick, either};
use regex::Regex;
use std::sync::LazyLock;

/// Words of politeness in every language.
fn courtesies(pick: Pick<CourtesyWords>) -> String {
    either(&vocabulary::players(|w| pick(&w.courtesy)))
}

/// A greeting at the start of a line, with the name of who is greeted, up to
/// its punctuation.
pub static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    let greetings = courtesies(|c| &c.greetings);
    pattern(&format!(
        r"(?i)^\s*(?:{greetings})(?:[ ,]+[\p{{L}}.'’-]+){{0,3}}?\s*(?:[!.,;:]+(?:\s+|$)|$)"
    ))
});

/// The rest of a name after the comma of a greeting: `Здравствуйте, Иван Петрович!`
static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\p{Lu}[\p{L}'’-]{2,}[ ,]*){1,3}[!,.:;]+\s+"));

/// Regards, wishes and thanks, perhaps with what one is thanked for, and up to three
/// words of a name.
fn closing() -> String {
    let closings = format!(
        "{}|{}",
        courtesies(|c| &c.closings),
        courtesies(|c| &c.thanks)
    );
    let of = courtesies(|c| &c.thanked_for);
    let what = courtesies(|c| &c.thanked_what);
    format!(
        r"(?:{closings})(?: (?:{of})(?: (?:{what}))* \p{{L}}+)?(?-i)[\s,.!]*(?:\p{{Lu}}[\p{{L}}.'’-]*[\s,.!]*){{0,3}}$"
    )
}

/// Thanks or regards with up to three words of a name, at the end of a line.
pub static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    let closing = closing();
    pattern(&format!(r"(?i)[\s.,!;)](?:[–—-]\s*)?\s*{closing}"))
});

static CLOSES: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"(?i)^[\s–—-]*{}", closing())));

/// Regards that are no thanks, at the start of a line.
static REGARDS: LazyLock<Regex> = LazyLock::new(|| {
    let closings = courtesies(|c| &c.closings);
    pattern(&format!(
        r"(?i)^[\s–—-]*(?:{closings})(?-i)[\s,.!]*(?:\p{{Lu}}[\p{{L}}.'’-]*[\s,.!]*){{0,3}}$"
    ))
});

/// `please`, at the end of a line with a move. (Beside a command it is a word more.)
static PLEASE: LazyLock<Regex> = LazyLock::new(|| {
    let please = courtesies(|c| &c.please);
    pattern(&format!(r"(?i)[\s,;.!]\s*(?:{please})[\s.!]*$"))
});

/// Words that announce a move, at the start of a line.
static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    let announcing = either(&vocabulary::players(|w| &w.chess.announcing));
    pattern(&format!(r"(?i)^\s*(?:{announcing})\s*(?:[:,;=–—-]+\s*|\s)"))
});

/// What stands between a claim and the intended move.
static INTENDED: LazyLock<Regex> = LazyLock::new(|| {
    let intended = either(&vocabulary::players(|w| &w.chess.intended));
    pattern(&format!(r"(?i)^\s*(?:{intended})[\s:]+"))
});

/// Whether a line is nothing but regards: below it stands the sender's name.
pub fn closes(line: &str) -> bool {
    CLOSES.is_match(line)
}

/// Whether a line is nothing but regards and no thanks: below it stand a name, an address,
/// a motto. (Thanks are said at the top of a letter as well.)
pub fn signs_off(line: &str) -> bool {
    REGARDS.is_match(line)
}

/// Where the words about a move begin in a line: behind a greeting and a name.
pub fn greeted(line: &str) -> usize {
    let Some(greeting) = GREETING.find(line) else {
        return 0;
    };
    let rest = line.get(greeting.end()..).unwrap_or("");
    greeting.end() + NAME.find(rest).map_or(0, |name| name.end())
}

/// Where they end: before regards and `please`.
pub fn taken_leave(line: &str) -> usize {
    let end = CLOSING.find(line).map_or(line.len(), |c| c.start() + 1);
    let kept = line.get(..end).unwrap_or(line);
    if !kept.bytes().any(|b| b.is_ascii_digit()) {
        return end;
    }
    PLEASE.find(kept).map_or(end, |p| p.start() + 1)
}

/// How long the words are that announce a move at the start of the text.
pub fn lead(text: &str) -> Option<usize> {
    LEAD.find(text).map(|found| found.end())
}

/// `CLAIM DRAW with 12. 5254`: how long the words before the intended move are.
pub fn intended(text: &str) -> usize {
    INTENDED.find(text).map_or(0, |found| found.end())
}
