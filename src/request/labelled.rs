//! Lines that our letters print to be copied, where they come back with the words that
//! stand before them there: `- to make this move: 2. Nf3`. Whoever sends one alone means
//! it; where several stand together, or the sentence that leads up to them, it is our own
//! letter that a mail program sent along without marks, and nobody means any of them.

use crate::fold::fold;
use crate::language::Language;
use crate::messages::letters;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Section of the catalogue in which the words before such lines stand.
const LABELS: &str = "shared-likely.";

/// The sentences that lead up to such lines.
const LEADS: [&str; 2] = ["letter.copy-one-of-these", "letter.copy-this"];

/// Most blank lines between the words and their line, where that stands below.
const MOST_BLANK: usize = 2;

/// A line with such words before it.
struct LabelledLine {
    /// The words, in bytes of the text.
    label: (usize, usize),
    /// What is there to be copied: on the same line, or on the next one.
    copied: Option<(usize, usize)>,
}

/// The text as its writer means it, as long as before: without the words before the one
/// line that he copied, or without our lines where a letter of ours stands in the text.
/// `None`: no such line is in it.
pub fn as_meant(text: &str) -> Option<String> {
    let found = labelled(text);
    let (first, others) = found.split_first()?;
    let is_ours = !others.is_empty() || leads_up(text);
    let mut blank: Vec<(usize, usize)> = vec![first.label];
    if is_ours {
        blank.extend(others.iter().map(|l| l.label));
        blank.extend(found.iter().filter_map(|l| l.copied));
    }
    blank.sort_unstable();
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for (start, end) in blank {
        if start < at {
            continue;
        }
        kept.push_str(text.get(at..start)?);
        // As many bytes as before: places in the text stay where they are.
        let gone = text.get(start..end)?.bytes();
        kept.extend(gone.map(|b| if b == b'\n' { '\n' } else { ' ' }));
        at = end;
    }
    kept.push_str(text.get(at..)?);
    Some(kept)
}

/// Most lines over which a mail program breaks the words.
const MOST_BROKEN: usize = 3;

/// The words before a line that is there to be copied, if a text begins with them: how
/// many bytes they take, their colon included.
fn label_of(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(':')?;
    let bare = before.trim_start_matches(|c: char| !c.is_alphabetic());
    LABEL_WORDS
        .contains(&fold(bare))
        .then_some(before.len() + 1)
}

/// The same, where the words may go on in the next lines; `lines` are what is left of the
/// text with the line ends.
fn broken_label_of(lines: &[&str]) -> Option<usize> {
    let mut joined = String::new();
    for line in lines.iter().take(MOST_BROKEN) {
        if line.trim().is_empty() {
            return None;
        }
        joined.push_str(line);
        if line.contains(':') {
            return label_of(&joined);
        }
    }
    None
}

fn labelled(text: &str) -> Vec<LabelledLine> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut found: Vec<LabelledLine> = Vec::new();
    let mut awaits = 0;
    let mut at = 0;
    let mut beyond = 0;
    for (index, line) in lines.iter().enumerate() {
        let start = at;
        at += line.len();
        if start < beyond && at <= beyond {
            continue;
        }
        let text_end = start + line.trim_end().len();
        if let Some(length) = broken_label_of(lines.get(index..).unwrap_or(&[])) {
            let copied_from = start + length;
            let from_here = text.get(copied_from..).unwrap_or("");
            let rest = from_here.split('\n').next().unwrap_or("").trim_end();
            let filled = !rest.trim().is_empty();
            if goes_on(rest) {
                continue;
            }
            found.push(LabelledLine {
                label: (start, copied_from),
                copied: filled.then_some((copied_from, copied_from + rest.len())),
            });
            beyond = copied_from + rest.len();
            awaits = if filled { 0 } else { MOST_BLANK + 1 };
        } else if awaits > 0 && start >= beyond {
            awaits -= 1;
            if !line.trim().is_empty() {
                awaits = 0;
                if let Some(last) = found.last_mut() {
                    last.copied = Some((start, text_end));
                }
            }
        }
    }
    found
}

/// Whether more than one line stands behind the words: `To resign: RESIGN. Your games:
/// STATUS.` is our help, and nobody's wish.
fn goes_on(rest: &str) -> bool {
    let mut words = rest.split_whitespace().peekable();
    let ends = |word: &str| {
        let bare = word.trim_end_matches('.');
        bare.len() < word.len() && !bare.ends_with(|c: char| c.is_ascii_digit())
    };
    while let Some(word) = words.next() {
        if word.contains(':') || ends(word) && words.peek().is_some() {
            return true;
        }
    }
    false
}

/// Whether the sentence that leads up to our lines stands in a text, however its lines
/// are broken.
fn leads_up(text: &str) -> bool {
    let words = fold(text);
    LEAD_WORDS.iter().any(|lead| words.contains(lead.as_str()))
}

static LABEL_WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let of = |language: Language| {
        let all = letters::all(language).keys();
        let labels = all.filter(|key| key.starts_with(LABELS));
        labels.filter_map(move |key| letters::said(language, key))
    };
    Language::ALL.into_iter().flat_map(of).map(fold).collect()
});

static LEAD_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of = |language| {
        LEADS
            .into_iter()
            .filter_map(move |key| letters::said(language, key))
    };
    Language::ALL.into_iter().flat_map(of).map(fold).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Request, type_of, understand_text};

    /// What a text asks for, by names.
    fn asked(text: &str) -> Vec<&'static str> {
        let read = understand_text(text, "");
        let requests = read.sections.iter().flat_map(|s| &s.requests);
        requests.map(|r: &Request| type_of(r)).collect()
    }

    #[test]
    fn a_line_that_its_writer_copied_acts_and_our_letter_does_not() {
        let lead = letters::said(Language::En, "letter.copy-one-of-these").unwrap();
        let one = letters::said(Language::En, "letter.copy-this").unwrap();
        let table: [(&str, String, &[&str]); 17] = [
            ("alone", "- to make this move: 2. Nf3".into(), &["move"]),
            (
                "its number",
                "2. to offer a draw: DRAW?".into(),
                &["draw-offer"],
            ),
            (
                "in brackets",
                "(2) to offer a draw: DRAW?".into(),
                &["draw-offer"],
            ),
            ("no mark", "to resign: RESIGN".into(), &["resign"]),
            (
                "below",
                "2. to offer a draw:\n\n    DRAW?".into(),
                &["draw-offer"],
            ),
            (
                "a greeting",
                "Hello,\n\n- to make this move: 2. Nf3\n\nRegards\nAnn".into(),
                &["move"],
            ),
            (
                "a sentence of one's own",
                "What a fine game.\n\n- to make this move: 2. Nf3".into(),
                &["move"],
            ),
            ("the line alone", "2. Nf3".into(), &["move"]),
            (
                "two of them",
                "1. to offer a draw: DRAW?\n2. the list of your games: STATUS".into(),
                &[],
            ),
            (
                "two below each other",
                "1. to resign:\n\n    RESIGN\n\n2. the list of your games:\n\n    STATUS\n".into(),
                &[],
            ),
            (
                "the sentence before it",
                format!("Thank you.\n\n{one}\n\nto offer a draw:\n\n    DRAW?\n"),
                &[],
            ),
            (
                "broken anew",
                format!(
                    "{}\n- to offer a draw: DRAW?",
                    lead.replace(" one", "\none")
                ),
                &[],
            ),
            (
                "our help",
                "To resign: RESIGN. To take leave: LEAVE and two dates.".into(),
                &[],
            ),
            (
                "words broken",
                "to claim that your opponent has\nexceeded the time limit:\n\n    CLAIM TIME".into(),
                &["time-claim"],
            ),
            (
                "words of two broken",
                "1. to resign:\n    RESIGN\n2. to claim that your opponent has\nexceeded the time limit:\n\n    CLAIM TIME".into(),
                &[],
            ),
            (
                "a letter below one's own move",
                format!(
                    "2. Nf3\n\n{lead}\n1. to resign:\n    RESIGN\n2. to get our last letter again:\n    REPEAT"
                ),
                &["move"],
            ),
            (
                "a letter above one's own move",
                format!(
                    "{lead}\n1. to resign:\n    RESIGN\n2. to get our last letter again:\n    REPEAT\n\n2. Nf3\n"
                ),
                &["move"],
            ),
        ];
        for (name, text, expected) in table {
            assert_eq!(asked(&text), expected, "{name}: {text}");
        }
    }

    #[test]
    fn in_every_language_and_nothing_moves_in_the_text() {
        for language in Language::ALL {
            let label = letters::said(language, "shared-likely.move").unwrap();
            for mark in ["- ", "1. ", "(1) ", "• ", ""] {
                let text = format!("{mark}{label}: 2. Nf3");
                assert_eq!(asked(&text), ["move"], "{text}");
                assert_eq!(as_meant(&text).unwrap().len(), text.len());
            }
        }
        assert_eq!(as_meant("2. Nf3\nto me: all is well"), None);
    }
}
