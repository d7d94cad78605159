//! The player's own words: what is left of a letter without what it quotes, its
//! signature and its client's boilerplate. A line `=`, `+-` or `-Nf3` is chess
//! and stays. Where nothing is left, nothing is: a quotation holds our own last
//! letter, and a move in it is the opponent's.

use super::line::TextLine;
use super::quotation;
use super::{attribution, boilerplate};
use crate::pattern::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Most lines looked at; the record of a game with all its quotations has a thousand.
pub const MAX_LINES: usize = 5_000;
/// A quoted line of this length, in characters, was broken by a mail server
/// rather than by who wrote it.
const BROKEN: usize = 70;

/// The own words, line for line, LF between them, no blank lines at the ends.
pub fn words(lines: &[TextLine]) -> String {
    let below = Below::of(lines);
    let mut kept: Vec<&str> = Vec::new();
    let mut in_signature = false;
    let mut at = 0;
    while let Some(line) = lines.get(at).filter(|_| at < MAX_LINES) {
        if line.ends {
            break;
        }
        if line.depth > 0 {
            in_signature = false;
            at += 1;
            continue;
        }
        if line.aside {
            at += 1;
            continue;
        }
        if is_broken_quotation(lines, at) || is_gap(lines, at, &below) {
            at += 1;
            continue;
        }
        let rest = lines.get(at..).unwrap_or(&[]);
        let marked_below = |count: usize| below.is_quoted(at + count);
        if boilerplate::quotes_below(rest) {
            drop_rules(&mut kept);
            if !marked_below(1) {
                break;
            }
            in_signature = false;
            at += 1;
            continue;
        }
        if let Some(count) = attribution::length(rest) {
            // The name that a client put before its date may be a move instead.
            if let Some(head) = attribution::before(&line.text).filter(|_| !in_signature) {
                kept.push(head.trim_end());
            }
            if !marked_below(count) {
                break;
            }
            in_signature = false;
            at += count;
            continue;
        }
        // What stands behind the mark of another's words in our letters is his, however the
        // line came to stand here.
        let Some(text) = quotation::own(&line.text) else {
            at += 1;
            continue;
        };
        let blank_before = at == 0
            || lines
                .get(at - 1)
                .is_some_and(|l| l.text.trim().is_empty() || l.depth > 0);
        if boilerplate::is_signature_mark(rest, blank_before) {
            in_signature = true;
        }
        if !in_signature && !boilerplate::is_footer(&line.text) {
            kept.push(text.trim_end());
        }
        at += 1;
    }
    drop_rules(&mut kept);
    let first = kept
        .iter()
        .position(|l| !l.trim().is_empty())
        .unwrap_or(kept.len());
    unlinked(kept.get(first..).unwrap_or(&[]).join("\n"))
}

/// A text without the addresses that a program put behind words that it took for the names of
/// sites: `e4<http://e4>` is `e4`.
fn unlinked(text: String) -> String {
    if !text.contains("://") {
        return text;
    }
    let of_itself = |found: &regex::Captures<'_>| {
        let part = |group: usize| found.get(group).map_or("", |m| m.as_str());
        let (word, site) = (part(1), part(2));
        let same = word.to_lowercase() == site.to_lowercase();
        if same {
            word.to_owned()
        } else {
            part(0).to_owned()
        }
    };
    LINKED.replace_all(&text, of_itself).into_owned()
}

/// A word, and a link in brackets behind it.
static LINKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)([^\s<>\[\]()]+)[ ]?[<\[(]https?://([^\s<>\[\]()/]+)/?[>\])]"));

/// Drops blank lines, rules and the mark of an empty signature from the end: a
/// rule above a quotation belongs to it.
fn drop_rules(kept: &mut Vec<&str>) {
    while kept
        .last()
        .is_some_and(|l| matches!(l.trim(), "" | "--") || boilerplate::is_rule(l))
    {
        kept.pop();
    }
}

/// For each line whether the first one from it on that is not blank is quoted. Looked
/// up once: many blank lines must not be gone through for each of them.
struct Below {
    /// Where a quoted blank line counts as blank.
    words: Vec<bool>,
    /// Where it does not.
    lines: Vec<bool>,
}

impl Below {
    fn of(lines: &[TextLine]) -> Below {
        let mut found = Below {
            words: Vec::with_capacity(lines.len()),
            lines: Vec::with_capacity(lines.len()),
        };
        let (mut words, mut all) = (false, false);
        for line in lines.iter().rev() {
            let blank = line.text.trim().is_empty();
            if !blank {
                words = line.depth > 0;
            }
            if !blank || line.depth > 0 {
                all = line.depth > 0;
            }
            found.words.push(words);
            found.lines.push(all);
        }
        found.words.reverse();
        found.lines.reverse();
        found
    }

    fn is_quoted(&self, at: usize) -> bool {
        self.words.get(at).copied().unwrap_or(false)
    }
}

/// A blank line between quoted ones: some clients leave blank lines unmarked.
fn is_gap(lines: &[TextLine], at: usize, below: &Below) -> bool {
    let blank = |l: &TextLine| l.depth == 0 && l.text.trim().is_empty();
    lines.get(at).is_some_and(blank)
        && at
            .checked_sub(1)
            .and_then(|b| lines.get(b))
            .is_some_and(|l| l.depth > 0)
        && below.lines.get(at).copied().unwrap_or(false)
}

/// The end of a quoted line that a mail server broke off: it stands without a
/// mark between quoted lines, below a long one, or is a link.
fn is_broken_quotation(lines: &[TextLine], at: usize) -> bool {
    let (Some(before), Some(here), Some(after)) = (
        at.checked_sub(1).and_then(|b| lines.get(b)),
        lines.get(at),
        lines.get(at + 1),
    ) else {
        return false;
    };
    let long = before.text.chars().count() + before.depth >= BROKEN;
    let link = || {
        let text = here.text.trim_start_matches(['(', '<', '[', ' ']);
        text.starts_with("http://") || text.starts_with("https://")
    };
    let inside = before.depth > 0 && after.depth > 0 && !here.text.trim().is_empty();
    inside && (link() || long && !after.text.trim().is_empty())
}
