//! The player's own words: what is left of a letter without what it quotes, its
//! signature and its client's boilerplate. A line `=`, `+-` or `-Nf3` is chess
//! and stays. Where nothing is left, nothing is: a quotation holds our own last
//! letter, and a move in it is the opponent's.

use super::line::TextLine;
use super::quotation;
use super::{attribution, boilerplate};
use crate::pattern::pattern;
use percent_encoding::percent_decode_str;
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
    boilerplate::drop_disclaimers(&mut kept);
    let first = kept
        .iter()
        .position(|l| !l.trim().is_empty())
        .unwrap_or(kept.len());
    unlinked(kept.get(first..).unwrap_or(&[]).join("\n"))
}

/// A text without the links that a program put behind words that it took for the names of
/// sites or for telephones: `e4<http://e4>` is `e4`, `6125 <tel:6125>` is `6125`. One that
/// leads elsewhere than its words say stays.
fn unlinked(text: String) -> String {
    if !text.contains(':') {
        return text;
    }
    let of_itself = |found: &regex::Captures<'_>| {
        let part = |group: &str| found.name(group).map(|m| m.as_str());
        let words = part("words")
            .or(part("named"))
            .or(part("told"))
            .unwrap_or_default();
        let link = part("link")
            .or(part("to"))
            .or(part("tel"))
            .unwrap_or_default();
        match leads_to(link, words) {
            true => words.to_owned(),
            false => part("whole").unwrap_or_default().to_owned(),
        }
    };
    LINKED.replace_all(&text, of_itself).into_owned()
}

/// Whether a link says no more than the words before it.
fn leads_to(link: &str, words: &str) -> bool {
    let simple = |text: &str| -> String {
        let all = text.chars().filter(|c| c.is_alphanumeric());
        all.flat_map(char::to_lowercase).collect()
    };
    let target = resolved(link);
    let (scheme, address) = target.split_once(':').unwrap_or(("", &target));
    match scheme.to_ascii_lowercase().as_str() {
        // The sign of a program that leads to itself.
        "x-apple-data-detectors" => true,
        "tel" | "callto" | "sms" => {
            let digits =
                |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
            let (said, to) = (digits(words), digits(address));
            !to.is_empty() && said.ends_with(&to)
        }
        "http" | "https" => {
            let address = address.strip_prefix("//").unwrap_or(address);
            let address = address.strip_prefix("www.").unwrap_or(address);
            !simple(words).is_empty() && simple(address) == simple(words)
        }
        _ => false,
    }
}

/// Where a link leads that a server wrote anew to look at it: Microsoft's Safe Links,
/// Proofpoint's URL Defense.
fn resolved(link: &str) -> String {
    let lower = link.to_ascii_lowercase();
    let inner = if lower.contains("safelinks.protection.outlook.com") {
        let query = link.split_once("url=").map(|(_, rest)| rest);
        query
            .and_then(|rest| rest.split('&').next())
            .map(percent_decoded)
    } else if lower.contains("urldefense") && lower.contains("/v3/__") {
        let inner = link.split_once("/v3/__").map(|(_, rest)| rest);
        inner
            .and_then(|rest| rest.split("__;").next())
            .map(str::to_owned)
    } else if lower.contains("urldefense") {
        let query = link.split_once("u=").map(|(_, rest)| rest);
        let query = query.and_then(|rest| rest.split('&').next());
        query.map(|inner| percent_decoded(&inner.replace('-', "%").replace('_', "/")))
    } else {
        None
    };
    inner.unwrap_or_else(|| link.to_owned())
}

/// A text in which `%3A` is `:` (RFC 3986, 2.1).
fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// A word with a link in brackets behind it, one of Markdown, or a telephone's behind it.
static LINKED: LazyLock<Regex> = LazyLock::new(|| {
    const LINK: &str = r"(?:https?|tel|callto|sms|x-apple-data-detectors):";
    pattern(&format!(
        concat!(
            r"(?i)(?P<whole>\[(?P<named>[^\[\]\n]{{1,40}})\]\((?P<to>{0}[^\s()]*)\)",
            r"|(?P<words>[^\s<>\[\]()]+)[ ]?[<\[(](?P<link>{0}[^\s<>\])]*)[ ]?[>\])]",
            r"|(?P<told>[^\s<>\[\]()]+)[ ](?P<tel>tel:[+\d]+))"
        ),
        LINK
    ))
});

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
