//! What clients and servers put around the words of a letter: separators, the header block
//! of a quoted letter, signature marks, the footers of phones, banners and disclaimers.

use super::line::TextLine;
use super::pattern;
use crate::language::Language;
use crate::pattern::pattern_set;
use crate::vocabulary::{self, HeaderNames, Keyword, Pick, either};
use regex::{Regex, RegexSet};
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
    line.len() <= MAX_LINE && MOBILE.is_match(line) && !ACTS.is_match(&line.to_lowercase())
}

/// Most lines at the end of a letter that one disclaimer is made of, or one block of a
/// signature.
const MAX_BELOW: usize = 12;
const MAX_SIGNATURE: usize = 6;
/// Longest paragraph that is looked at, in bytes.
const MAX_PARAGRAPH: usize = 4_000;
/// The shortest one, `virenfrei`, in letters.
const FEWEST_LETTERS: usize = 9;

/// The lines that are the writer's own, of which whole paragraphs of what servers and
/// programs put above and below a letter are taken: a warning at its head, notes, disclaimers
/// and a block of addresses at its end, also where the last line of his goes on into one.
pub fn drop_disclaimers(lines: &mut Vec<&str>) {
    let is_blank = |line: &&str| line.trim().is_empty();
    loop {
        while lines.last().is_some_and(is_blank) {
            lines.pop();
        }
        let filled = lines.iter().rev().take_while(|l| !is_blank(l)).count();
        let most = filled.min(MAX_BELOW);
        let below = |count: usize| lines.get(lines.len() - count..).unwrap_or_default();
        let notes = |count: &usize| is_disclaimer(&below(*count).join(" "));
        let block = |count: &usize| is_signature_block(below(*count));
        let whole = (filled > most && filled <= MAX_BELOW * 2).then_some(filled);
        let count = whole
            .into_iter()
            .chain((1..=most).rev())
            .find(notes)
            .or_else(|| (1..=most.min(MAX_SIGNATURE)).rev().find(block));
        match count.map(|count| lines.len() - count) {
            // Nothing else is no letter: it says what its writer sent.
            Some(own) if lines.iter().take(own).any(|l| !is_blank(l)) => lines.truncate(own),
            _ => break,
        }
    }
    if let Some(last) = lines.last_mut()
        && let Some(own) = before_disclaimer(last)
    {
        *last = last.get(..own).unwrap_or_default().trim_end();
    }
    let first = lines.iter().take_while(|line| is_blank(line)).count();
    let above = lines.iter().skip(first).take_while(|line| !is_blank(line));
    let above = above.count();
    let head = lines.get(first..first + above).unwrap_or_default();
    let more = lines.iter().skip(first + above).any(|line| !is_blank(line));
    if more && above <= MAX_BELOW && is_disclaimer(&head.join(" ")) {
        lines.drain(..first + above);
    }
}

/// Whether a paragraph is nothing but sentences that servers and programs put around a letter.
fn is_disclaimer(paragraph: &str) -> bool {
    let letters = paragraph.chars().filter(|c| c.is_alphabetic());
    if paragraph.len() > MAX_PARAGRAPH || letters.take(FEWEST_LETTERS).count() < FEWEST_LETTERS {
        return false;
    }
    let text = LINKS.replace_all(paragraph, " ").to_lowercase();
    let mut rest = text.trim_matches(is_edge);
    let mut is_one = false;
    while !rest.is_empty() {
        let Some((length, stands_alone)) = sentence(rest) else {
            return false;
        };
        is_one |= stands_alone;
        rest = rest
            .get(length..)
            .unwrap_or_default()
            .trim_start_matches(is_edge);
    }
    is_one
}

/// Where the own words of a line end that goes on into a sentence of a program's.
fn before_disclaimer(line: &str) -> Option<usize> {
    if line.len() > MAX_PARAGRAPH {
        return None;
    }
    let starts = line.char_indices().filter(|(at, c)| {
        let before = line.get(..*at).unwrap_or_default();
        c.is_uppercase() && before.ends_with(char::is_whitespace)
    });
    let mut own = starts.map(|(at, _)| at);
    own.find(|at| line.get(*at..).is_some_and(is_disclaimer))
}

/// What stands between the sentences of a disclaimer, and around them.
fn is_edge(c: char) -> bool {
    !c.is_alphanumeric()
}

/// The length of the known sentence with which a text in small letters begins, and whether it
/// stands by itself.
fn sentence(text: &str) -> Option<(usize, bool)> {
    let known = SENTENCES.set.matches(text);
    let found = known.iter().filter_map(|at| {
        let (sentence, stands_alone) = SENTENCES.all.get(at)?;
        let found = pattern(sentence).captures(text)?;
        let masked = found.iter().skip(1).flatten();
        let is_open = masked
            .map(|words| words.as_str())
            .any(|words| ACTS.is_match(words));
        let length = found.get(0)?.end();
        (!is_open && length > 0).then_some((length, *stands_alone))
    });
    found.max()
}

/// The sentences of disclaimers: all at once, and the pattern of each, which is made where one
/// is found. Most letters have none.
struct Sentences {
    set: RegexSet,
    all: Vec<(String, bool)>,
}

static SENTENCES: LazyLock<Sentences> = LazyLock::new(|| {
    let alone = vocabulary::mail(|w| &w.disclaimers.sentences);
    let further = vocabulary::mail(|w| &w.disclaimers.further);
    let alone = alone.into_iter().map(|words| (words, true));
    let of = |words: &str| {
        // A sentence ends where its line does, or with its mark.
        let words = words.replace('~', r"((?:[^.!?]|[.!?]\S)+)");
        format!(r"^(?:{words})(?:[\s]*[.!?…:*_|>\])-]+|\s*$|\s+|$)")
    };
    let all = alone.chain(further.into_iter().map(|words| (words, false)));
    let all: Vec<(String, bool)> = all.map(|(words, alone)| (of(words), alone)).collect();
    Sentences {
        set: pattern_set(all.iter().map(|(words, _)| words)),
        all,
    }
});

/// Addresses of pages, bare and in brackets, which stand behind what they lead to.
static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)<[^<>\s]+>|\[https?://[^\]\s]+\]|https?://\S+|\bwww\.[a-z0-9./_-]+")
});

/// The commands that change something in a game.
const ACTING: [Keyword; 10] = [
    Keyword::Resign,
    Keyword::Draw,
    Keyword::DrawAccept,
    Keyword::DrawDecline,
    Keyword::DrawClaim,
    Keyword::Leave,
    Keyword::LeaveEnd,
    Keyword::TimeClaim,
    Keyword::Withdraw,
    Keyword::Protest,
];

/// What acts in some words of small letters: a move in any notation, digits that may be one,
/// a word of a command.
static ACTS: LazyLock<Regex> = LazyLock::new(|| {
    let spelt = Language::ALL.into_iter().flat_map(|language| {
        let commands = &vocabulary::players_of(language).commands;
        ACTING
            .iter()
            .filter_map(|keyword| commands.get(keyword))
            .flatten()
    });
    let spelt: Vec<String> = spelt
        .map(|words| regex::escape(&words.to_lowercase()))
        .collect();
    let commands = spelt.join("|");
    pattern(&format!(
        r"\b(?:[kqrbn]?[a-h]?x?[a-h][1-8]|[1-8]{{4,5}}|[0o]-[0o](?:-[0o])?|\d+\s*\.+|{commands})\b"
    ))
});

/// Whether the last lines of a letter are a block of names and addresses that a program put
/// below a rule, or nothing but numbers of telephones.
fn is_signature_block(lines: &[&str]) -> bool {
    let Some((first, below)) = lines.split_first() else {
        return false;
    };
    let rule = first.trim();
    let sign = rule.chars().next().filter(|c| "-_=*~–—".contains(*c));
    let is_ruled = rule.len() >= 3 && sign.is_some_and(|sign| rule.chars().all(|c| c == sign));
    let named = below
        .first()
        .is_some_and(|line| NAMED.is_match(line.trim()));
    match is_ruled {
        true => {
            named
                && below
                    .iter()
                    .skip(1)
                    .all(|line| is_contact(line, true) || is_prose(line))
        }
        false => lines.iter().all(|line| is_contact(line, false)),
    }
}

/// A line of telephones, addresses and pages. `beside`: where another contact or a name above
/// says that it is one, short numbers are as well.
fn is_contact(line: &str, beside: bool) -> bool {
    if !line.contains(|c: char| c.is_ascii_digit() || c == '@' || c == '.') {
        return false;
    }
    let pieces = line.split(['|', ';', '·', '•']).map(str::trim);
    let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
    let is_told = beside || pieces.iter().any(|piece| TELEPHONE.is_match(piece));
    let is_one = |piece: &&str| TELEPHONE.is_match(piece) || BESIDE_TELEPHONE.is_match(piece);
    is_told && pieces.iter().all(is_one)
}

/// A line without a digit, which no command begins.
fn is_prose(line: &str) -> bool {
    !line.contains(|c: char| c.is_ascii_digit()) && !ACTS.is_match(&line.to_lowercase())
}

/// A name of one to four words, perhaps with where its bearer lives.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\p{Lu}[\p{L}.'’-]*\s*){1,4}(?:,.{1,60})?$"));

/// A telephone. Bare figures are none: they are the rows of a form, or moves.
static TELEPHONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^(?:(?:{LABELS})[.:]* *\+?\d[\d ()/-]{{6,24}}|\+\d[\d ()/.-]{{6,24}})$"
    ))
});

/// What stands beside one, or below a rule and a name: an extension, a number within a town, a
/// mailbox, a page.
static BESIDE_TELEPHONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^(?:(?:{LABELS})[.:]* *\+?\d[\d ()/-]{{1,24}}|(?:e-?mail[.:]* *)?[^\s@<>]+@[^\s@<>]+|(?:https?://|www\.)\S+)$"
    ))
});

const LABELS: &str =
    "tel|phone|mobile|mob|fax|ext|m|t|f|p|тел|телефон|моб|факс|telefon|handy|kom|mobil";

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
