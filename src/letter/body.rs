//! Which parts of a message hold what its writer typed.

use super::{MessageWords, Paragraphs, charset, line, mime, own, page, pattern, plain};
use regex::Regex;
use std::sync::LazyLock;

/// Most text parts joined into one letter; pictures between lines make a handful.
const MAX_BODIES: usize = 20;

/// Longest text that may be a mere reference to the HTML beside it, in bytes.
const MAX_PLACEHOLDER: usize = 500;

/// The readable text and the own words in it: the text/plain parts that are
/// neither attached nor blank (Apple Mail puts a picture between two), else the
/// text/html ones, else a body that is itself a game (XBoard's cmail sends no
/// other text), else the one text part of whatever kind that has the words.
pub fn words(parts: &[mime::MimePart], pgn: &[String], notes: &mut Vec<String>) -> MessageWords {
    if let Some(words) = typed_words(parts, notes) {
        return words;
    }
    if !pgn.is_empty() {
        let text = pgn.join("\n\n");
        return MessageWords {
            own_text: text.clone(),
            text,
            ..MessageWords::default()
        };
    }
    let mut others = parts.iter().filter(|p| p.is_text_by_default());
    let (Some(part), None) = (others.next(), others.next()) else {
        return MessageWords::default();
    };
    let read = part_lines(part, notes);
    if read.lines.iter().all(says_nothing) {
        return MessageWords::default();
    }
    let own_text = own::words(&read.lines);
    MessageWords {
        paragraphs: match read.is_told {
            true => Paragraphs::by_lines(),
            false => Paragraphs::beside(&own_text, ""),
        },
        text: read.text,
        own_text,
        ..MessageWords::default()
    }
}

/// The words of the parts in which people type.
fn typed_words(parts: &[mime::MimePart], notes: &mut Vec<String>) -> Option<MessageWords> {
    for sub in ["plain", "html"] {
        let read = bodies(parts, sub, notes);
        let asks_for_html = sub == "plain"
            && read.text.len() <= MAX_PLACEHOLDER
            && is_placeholder(&read.text)
            && parts.iter().any(|p| p.is_body() && p.is("text", "html"));
        if read.lines.is_empty() || asks_for_html {
            continue;
        }
        let own_text = own::words(&read.lines);
        let beside = match sub {
            // What is wrong with the page is no matter of the text's.
            "plain" => bodies(parts, "html", &mut Vec::new()).lines,
            _ => Vec::new(),
        };
        let page = own::words(&beside);
        let is_struck = beside.iter().any(|l| l.struck && l.depth == 0 && !l.aside);
        let paragraphs = match read.is_told {
            true => Paragraphs::by_lines(),
            false => Paragraphs::beside(&own_text, &page),
        };
        return Some(MessageWords {
            text: read.text,
            page: Some(page).filter(|page| differs(&own_text, page, is_struck)),
            own_text,
            paragraphs,
            ..MessageWords::default()
        });
    }
    None
}

/// Whether a page lacks words of the text beside it, blanks and marks not counted. One of
/// which nothing is left says so only where its words are struck out.
fn differs(own_text: &str, page: &str, is_struck: bool) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let shown = letters(page);
    (is_struck || !shown.is_empty()) && !shown.contains(&letters(own_text))
}

/// The parts of a message that are text of one kind, put together.
#[derive(Default)]
struct BodyText {
    text: String,
    lines: Vec<line::TextLine>,
    /// Its lines are its writer's: pages, or flowed.
    is_told: bool,
}

fn bodies(parts: &[mime::MimePart], sub: &str, notes: &mut Vec<String>) -> BodyText {
    let bodies = parts
        .iter()
        .filter(|p| p.is_body() && p.is("text", sub))
        .take(MAX_BODIES);
    let mut texts: Vec<String> = Vec::new();
    let mut all = BodyText {
        is_told: true,
        ..BodyText::default()
    };
    for part in bodies {
        let part = part_lines(part, notes);
        if part.lines.iter().all(says_nothing) || texts.contains(&part.text) {
            continue;
        }
        if !all.lines.is_empty() {
            all.lines.push(line::TextLine::default());
        }
        all.lines.extend(part.lines);
        all.is_told &= part.is_told;
        texts.push(part.text);
    }
    all.text = texts.join("\n\n");
    all
}

fn says_nothing(line: &line::TextLine) -> bool {
    line.text.trim().is_empty() && !line.struck
}

/// How much of a page is decoded for its first words, in bytes: styles stand before them.
const MAX_PAGE_HEAD: usize = 64 * 1024;

/// The first `most` bytes of what a reader sees, quotations included, of the parts
/// that [`words`] would read.
pub fn beginning(parts: &[mime::MimePart], most: usize, notes: &mut Vec<String>) -> String {
    for (sub, head) in [("plain", most), ("html", MAX_PAGE_HEAD)] {
        let bodies = parts
            .iter()
            .filter(|p| p.is_body() && p.is("text", sub))
            .take(MAX_BODIES);
        let mut text = String::new();
        for part in bodies {
            let raw = charset::text_of(part, &part.first_bytes(head), notes);
            text.push_str(&lines_of(part, raw, notes).text);
            text.push('\n');
            if text.len() >= most {
                break;
            }
        }
        if !text.trim().is_empty() {
            let mut end = text.len().min(most);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            return text;
        }
    }
    String::new()
}

/// The text of one part and its lines.
fn part_lines(part: &mime::MimePart, notes: &mut Vec<String>) -> BodyText {
    lines_of(part, charset::text(part, notes), notes)
}

/// The lines of the decoded text of a part, and that text as it is read.
fn lines_of(part: &mime::MimePart, raw: String, notes: &mut Vec<String>) -> BodyText {
    let told = |lines: Vec<line::TextLine>| BodyText {
        text: line::rendered(&lines),
        lines,
        is_told: true,
    };
    let says = |name: &str, value: &str| {
        part.parameter(name)
            .is_some_and(|p| p.eq_ignore_ascii_case(value))
    };
    // Some programs send a page as text/plain.
    if part.is("text", "html") || PAGE.is_match(&raw) {
        return told(page::lines(&raw, notes));
    }
    // RFC 1896: of line ends in a row the first is a blank.
    if part.is("text", "enriched") || part.is("text", "richtext") {
        let raw = raw.replace('\r', "").replace("<<", "&lt;");
        return told(page::lines(&raw.replace("\n\n", "<br>"), notes));
    }
    let text = plain::unsigned(plain::clean(&raw, notes));
    if says("format", "flowed") {
        return told(plain::unflow(&text, says("delsp", "yes")));
    }
    let lines = line::lines_of(&text);
    BodyText {
        text,
        lines,
        is_told: false,
    }
}

/// Whether a text in text/plain is one where a client wants its HTML to be read: a few words
/// about HTML, or nothing but a link.
fn is_placeholder(text: &str) -> bool {
    let few = |words: Option<&str>, most| words.is_some_and(|w| w.chars().count() <= most);
    let mut named = HTML.find_iter(text);
    named.any(|m| few(text.get(..m.start()), 200) && few(text.get(m.end()..), 300))
        || LINK.is_match(text)
        || EMPTY.is_match(text)
}

/// How a page begins that somebody calls plain text: with the tag of a page or of one of its
/// blocks, which is closed further on.
static PAGE: LazyLock<Regex> = LazyLock::new(|| {
    let blocks = ["div", "p", "span", "table", "body", "font", "center"];
    let blocks = blocks.map(|name| format!(r"<{name}(?:\s[^<>]*)?>[\s\S]*</{name}>"));
    pattern(&format!(
        r"(?i)^\s*(?:<!doctype html|<html|<br ?/?>|{})",
        blocks.join("|")
    ))
});

/// What a program leaves in place of a text that it did not make: brackets and marks, but no
/// sign that is a word of chess.
static EMPTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[\s{}\[\]()<>|*_.,;:&#\x22'-]*$"));

static HTML: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bhtml\b"));
static LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s*(?:\[image: [^\]]*\]|\[cid:[^\]]*\]|<?https?://\S+>?)\s*$"));
