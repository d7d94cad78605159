//! Words of another person in a letter of ours: a mark stands before every line of them, and
//! what stands behind a mark is nobody's order, move or command, whoever sends it back
//! ([`crate::letter::quotation`] reads it so).
//!
//! Programs take away what usually marks a quotation (`>`, `|`, bars of a page), break long
//! lines and join short ones. So the mark is a sign that no program knows and no person
//! begins a line with, it stands right at the first word, lines are short, and none of them
//! can be broken before a word with which something could begin that acts.

use crate::letter::quotation::MARK;
use crate::report::width::width;
use crate::request::keyword_of;
use std::collections::VecDeque;

/// Longest line with its mark, in columns: programs that quote and break lines anew do so at
/// sixty or more.
pub const COLUMNS: usize = 56;

/// The widest word that is kept whole: no program breaks a shorter one, and the address of a
/// page should stay one.
const WIDEST_WORD: usize = 72;

/// So many words from one on tell whether something that acts begins there: `result` alone
/// says nothing, `result T26/1` does.
const LOOKED_AT: usize = 4;

/// A blank at which no line is broken.
const NO_BREAK: char = '\u{a0}';

/// The words of another, the mark before each of their lines.
pub fn marked(text: &str) -> String {
    let text = readable(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8 + 16);
    for line in text.trim().lines() {
        let mut words = line.split(' ').filter(|w| !w.is_empty()).peekable();
        if words.peek().is_none() {
            push_line(&mut out, &[]);
        }
        let words: VecDeque<&str> = words.flat_map(portions).collect();
        fold(&mut out, words);
    }
    out
}

/// What stands between others' words and a line's own, is invisible, or ends a line where
/// nobody sees it end, made plain.
fn readable(text: &str) -> String {
    let plain = text.replace("\r\n", "\n");
    let shown = plain.chars().filter_map(|c| match c {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        c if c.is_whitespace() => Some(' '),
        c if c.is_control() || is_invisible(c) => None,
        c => Some(c),
    });
    without_tags(&shown.collect::<String>())
}

/// What a program that makes text of a page would take for a tag, or for a sign of a page's own,
/// and drop, or break the line at: it begins with another sign that looks alike.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = rest.as_str().chars().next();
        out.push(match (c, next) {
            ('<', Some(n)) if n.is_ascii_alphabetic() || "/!?".contains(n) => '‹',
            ('&', Some(n)) if n == '#' || is_reference(rest.as_str()) => '＆',
            (c, _) => c,
        });
    }
    out
}

/// Whether `lt;` or another name of a sign stands at the start of a text.
fn is_reference(text: &str) -> bool {
    let name = text.split_once(';').map_or("", |(name, _)| name);
    (1..=31).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Signs that take no room: they hide a word from who looks for it, or turn what stands
/// behind them.
fn is_invisible(c: char) -> bool {
    matches!(u32::from(c),
        0x00AD | 0x034F | 0x061C | 0x180E | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0xFEFF)
}

/// A word, in pieces where it is too wide for any line.
fn portions(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while width(rest) > WIDEST_WORD {
        let cut = rest.char_indices().nth(WIDEST_WORD / 2);
        let (piece, more) = rest.split_at(cut.map_or(rest.len(), |(at, _)| at));
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}

/// Sets the words of a line on lines that are short enough.
fn fold(out: &mut String, mut words: VecDeque<&str>) {
    while !words.is_empty() {
        let mut column = 1;
        let mut taken = 0;
        for word in &words {
            let wide = width(word) + usize::from(taken > 0);
            if taken > 0 && column + wide > COLUMNS {
                break;
            }
            column += wide;
            taken += 1;
        }
        let line: Vec<&str> = words.drain(..taken).collect();
        push_line(out, &line);
    }
}

fn push_line(out: &mut String, words: &[&str]) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push(MARK);
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            let from = words.get(at..).unwrap_or_default();
            out.push(if may_act(from) { NO_BREAK } else { ' ' });
        }
        out.push_str(word);
    }
}

/// Whether something could begin with the first of some words that orders, moves or commands.
fn may_act(words: &[&str]) -> bool {
    let some = words.get(..LOOKED_AT).unwrap_or(words);
    let charged = |word: &&str| {
        let capitals = word.chars().filter(|c| c.is_uppercase()).count();
        capitals > 1 || word.chars().any(char::is_numeric)
    };
    some.iter().any(charged) || keyword_of(&some.join(" ")).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_marked_and_short() {
        let long = "word ".repeat(60);
        for text in [
            "a\nb\n\nc",
            "RESIGN",
            &long,
            "a\u{2028}RESIGN\u{85}RESIGN\rRESIGN",
        ] {
            let marked = marked(text);
            for line in marked.lines() {
                assert!(line.starts_with(MARK), "{marked}");
                assert!(width(line) <= COLUMNS, "{marked}");
            }
        }
        assert_eq!(marked("a\u{2028}RESIGN"), "¶a\n¶RESIGN");
        assert_eq!(marked(" a\n\n b"), "¶a\n¶\n¶b");
        // Nothing of it is a tag, or becomes one.
        let tags = marked("<p>e4</p> &lt;b&#62; i < j AT&T <3");
        let shown = "¶‹p>e4‹/p> ＆lt;b＆#62; i < j AT&T <3";
        assert_eq!(tags.replace('\u{a0}', " "), shown);
    }

    #[test]
    fn no_line_can_be_broken_before_what_acts() {
        for (words, whole) in [
            ("please RESIGN", "¶please\u{a0}RESIGN"),
            ("please resign", "¶please\u{a0}resign"),
            (
                "look result T26/1 1-0",
                "¶look\u{a0}result\u{a0}T26/1\u{a0}1-0",
            ),
            ("and Nf3 then", "¶and\u{a0}Nf3 then"),
            ("I wish you well", "¶I wish you well"),
            ("RES\u{200b}IGN", "¶RESIGN"),
        ] {
            assert_eq!(marked(words), whole);
        }
    }

    #[test]
    fn a_very_wide_word_is_cut_and_the_address_of_a_page_is_not() {
        let page = format!("https://chess.example/{}", "x".repeat(40));
        assert_eq!(marked(&page), format!("¶{page}"));
        let wide = format!("{}RESIGN", "x".repeat(200));
        assert!(marked(&wide).lines().all(|l| l.starts_with(MARK)));
    }
}
