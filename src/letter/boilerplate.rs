//! What clients put around the words of a letter: separators, the header block
//! of a quoted letter, signature marks, the footers of phones.

use super::line::TextLine;
use super::pattern;
use crate::vocabulary::{self, HeaderNames, Pick, either};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Lines among which the fields of a header block stand.
const HEADER_LINES: usize = 8;
/// Longest line that may be one of these, in bytes.
const MAX_LINE: usize = 500;

/// Whether a quoted letter begins here that ends the writer's own words.
pub fn quotes_below(lines: &[TextLine]) -> bool {
    let Some(first) = lines.first().filter(|l| l.text.len() <= MAX_LINE) else {
        return false;
    };
    let headed = || {
        lines
            .iter()
            .skip(1)
            .take(HEADER_LINES)
            .find(|l| !l.text.trim().is_empty())
            .is_some_and(|l| field(&l.text).is_some())
    };
    SEPARATOR.is_match(&first.text)
        || is_header_block(lines)
        || DASHED.is_match(&first.text) && headed()
}

/// Whether a client put this line below the letter by itself.
pub fn is_footer(line: &str) -> bool {
    line.len() <= MAX_LINE && MOBILE.is_match(line)
}

/// A line of five and more `_` or `-`; shorter ones may be chess (`--`, `=`).
pub fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 5 && (line.bytes().all(|b| b == b'_') || line.bytes().all(|b| b == b'-'))
}

/// RFC 3676, 4.3; without its space only below an empty line. A long line of `_`
/// is one where a list's footer follows.
pub fn is_signature_mark(lines: &[TextLine], blank_before: bool) -> bool {
    let Some(line) = lines.first().map(|l| l.text.as_str()) else {
        return false;
    };
    let footer = || {
        lines
            .iter()
            .skip(1)
            .take(3)
            .any(|l| l.text.contains("://") || l.text.to_lowercase().contains("mailing list"))
    };
    line == "-- "
        || line == "--  "
        || line.trim_end() == "--" && blank_before
        || line.starts_with("____________________") && is_rule(line) && footer()
}

/// The head of a quoted letter as Outlook and others print it: three fields
/// near one another with From first or two of them with what belongs in them,
/// or any two below a rule.
fn is_header_block(lines: &[TextLine]) -> bool {
    let Some(first) = lines.first() else {
        return false;
    };
    let ruled = is_long_rule(&first.text);
    let mut fields = lines
        .iter()
        .skip(usize::from(ruled))
        .filter(|l| !l.text.trim().is_empty())
        .take(HEADER_LINES)
        .map(|l| field(&l.text))
        .peekable();
    let Some(top) = fields.peek().copied().flatten() else {
        return false;
    };
    let mut kinds = [false; 5];
    let mut certain = 0;
    // Fields below one another, and those a few lines further on.
    let (mut beside, mut all_above) = (0, true);
    for field in fields {
        all_above &= field.is_some();
        let Some(field) = field else { continue };
        if let Some(kind) = kinds.get_mut(field.kind as usize)
            && !*kind
        {
            *kind = true;
            beside += usize::from(all_above);
            certain += usize::from(all_above && field.certain);
        }
    }
    let count = kinds.iter().filter(|k| **k).count();
    let has = |kind: FieldKind| kinds.get(kind as usize).is_some_and(|k| *k);
    ruled && count >= 2
        || top.kind == FieldKind::From && count >= 3
        || certain >= 2
        || beside >= 3 && has(FieldKind::From) && certain >= 1
}

fn is_long_rule(line: &str) -> bool {
    is_rule(line) && line.trim().len() >= 10
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    From,
    Date,
    To,
    Cc,
    Subject,
}

#[derive(Clone, Copy)]
struct NamedField {
    kind: FieldKind,
    /// An address where one belongs, a date with its time.
    certain: bool,
}

/// The header field that a line looks like; its name may be in bold.
fn field(line: &str) -> Option<NamedField> {
    let edge = |c: char| c == '*' || c == '|' || c.is_whitespace();
    if line.len() > MAX_LINE {
        return None;
    }
    let (name, value) = line.split_once(':')?;
    let name = name.trim_matches(edge).to_lowercase();
    let kind = *FIELDS.get(name.as_str())?;
    let certain = match kind {
        FieldKind::From | FieldKind::To => value.contains('@'),
        FieldKind::Date => TIME.is_match(value),
        FieldKind::Cc | FieldKind::Subject => false,
    };
    Some(NamedField { kind, certain })
}

/// The names of header fields as clients translate them.
static FIELDS: LazyLock<BTreeMap<&str, FieldKind>> = LazyLock::new(|| {
    let kinds: [(FieldKind, Pick<HeaderNames>); 5] = [
        (FieldKind::From, |h| &h.from),
        (FieldKind::Date, |h| &h.date),
        (FieldKind::To, |h| &h.to),
        (FieldKind::Cc, |h| &h.cc),
        (FieldKind::Subject, |h| &h.subject),
    ];
    let mut names = BTreeMap::new();
    for (kind, pick) in kinds {
        for name in vocabulary::mail(|w| pick(&w.header)) {
            names.entry(name).or_insert(kind);
        }
    }
    names
});

static TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{1,2}[:.]\d{2}\b"));

/// `-----Original Message-----` and its translations; the header block may be
/// glued to it.
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| {
    let between = either(&vocabulary::mail(|w| &w.quotation.separators));
    let head = either(&vocabulary::mail(|w| &w.quotation.head_lines));
    let forwarded = either(&vocabulary::mail(|w| &w.quotation.forwarded));
    pattern(&format!(
        r"(?i)^[\s>*]*(?:[-_=–—‐‑]{{2,}} ?(?:{between}) ?:? ?[-_=–—‐‑]{{2,}}.*|{head}|(?:{forwarded}) ?:\s*)$"
    ))
});

/// A phrase between dashes, which is a separator in whatever language where a
/// header field follows.
static DASHED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*-{4,} ?[^-]{4,60} ?-{4,}\s*$"));

/// Lines that phones and web mail append by themselves.
static MOBILE: LazyLock<Regex> = LazyLock::new(|| {
    let footers = either(&vocabulary::mail(|w| &w.quotation.footers));
    pattern(&format!(r"(?i)^[\s(<*\[]*[-_–—]{{0,3}}\s*(?:{footers})$"))
});
