//! Prose as templates write it: a paragraph on a line, blank lines between,
//! four blanks before what stands apart, `- ` before a point, `> ` before the reader's own
//! words, the mark of [`quotation`] before another person's. Set for a fixed-width view, and as HTML.

use super::mime::turns;
use super::quotation;
use crate::letter::quotation::MARK;
use crate::report::document::push_attribute as push_escaped;
use crate::report::width::width;
use crate::request::{Keyword, keyword_of};

/// Longest line of a text letter, in columns.
pub const COLUMNS: usize = 74;
/// Most of a person's own words that a letter repeats, in characters.
const SAID: usize = crate::orders::circular::MAX_TEXT;

/// Another person's words, each line marked, bounded.
pub fn said(text: &str) -> String {
    let kept: String = text.chars().take(SAID).collect();
    quotation::marked(&kept)
}

/// The reader's own words, each line as a quotation, controls taken out, bounded.
pub fn own(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| *c == '\n' || !c.is_control() && !turns(*c))
        .take(SAID)
        .collect();
    let mut out = String::with_capacity(kept.len() + 64);
    for line in kept.trim().lines() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str("> ");
        out.push_str(line.trim_end());
    }
    out
}

/// Lines of fixed width set apart, controls taken out.
pub fn apart(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 256);
    for line in text.trim_end().lines() {
        let kept = line.chars().filter(|c| !c.is_control() && !turns(*c));
        let kept: String = kept.collect();
        if !kept.trim().is_empty() {
            out.push_str("    ");
            out.push_str(kept.trim_end());
        }
        out.push('\n');
    }
    out
}

/// The text of a letter: long lines folded at blanks, but for those that stand apart; no
/// blanks at the ends of lines, never more than one empty line, and no line that begins with "From"
/// (XBoard's cmail takes the last such line for the sender's address).
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut empty = 1;
    for line in text.lines() {
        // "-- " is how programs know a signature, its blank included.
        let line = if line == "-- " { line } else { line.trim_end() };
        if line.is_empty() {
            empty += 1;
            if empty == 1 {
                out.push('\n');
            }
            continue;
        }
        empty = 0;
        let guard = line
            .get(..4)
            .is_some_and(|s| s.eq_ignore_ascii_case("from"));
        if guard {
            out.push(' ');
        }
        // Wide gaps are columns of a table, and what is set apart is there to be copied: it
        // may be wider, but is never torn.
        let whole = || block_of(line) == ProseBlock::Apart || line.trim_start().contains("   ");
        if line.len() <= COLUMNS || whole() || width(line) <= COLUMNS {
            out.push_str(line);
            out.push('\n');
        } else {
            fold_line(&mut out, line);
        }
    }
    let end = out.trim_end_matches('\n').len();
    out.truncate(end);
    out.push('\n');
    // No-break spaces have done their work; old programs show them as rubbish.
    match out.is_ascii() {
        true => out,
        false => out.replace('\u{a0}', " "),
    }
}

/// Whether a word at the start of a line is a command to which the rest of the line, and
/// what stands below, belongs.
fn takes_a_text(word: &str) -> bool {
    matches!(
        keyword_of(word),
        Some(
            Keyword::Protest
                | Keyword::Appeal
                | Keyword::Opinion
                | Keyword::Arbiter
                | Keyword::Opponent
                | Keyword::Abuse
                | Keyword::DeadPosition
        )
    )
}

fn fold_line(out: &mut String, line: &str) {
    let start = line.len() - line.trim_start_matches(' ').len();
    let (indent, rest) = line.split_at(start);
    let hang = match rest {
        r if r.starts_with("- ") => "  ",
        r if r.starts_with("> ") => "> ",
        _ => "",
    };
    let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
    let mut column = start;
    for word in words(rest).into_iter().filter(|w| !w.is_empty()) {
        let w = width(word);
        match lines.last_mut() {
            Some(last) if last.is_empty() || column + 1 + w <= COLUMNS => {
                column += w + usize::from(!last.is_empty());
                last.push(word);
            }
            last => {
                let mut next = vec![word];
                // Nor may a line begin with a word that takes all behind it for its text.
                if takes_a_text(word)
                    && let Some(before) = last.filter(|l| l.len() > 1).and_then(Vec::pop)
                {
                    next.insert(0, before);
                }
                let widths: usize = next.iter().map(|w| width(w) + 1).sum();
                column = start + hang.len() + widths - 1;
                lines.push(next);
            }
        }
    }
    // A command alone on a line would be one when a reader's program sends our
    // words back without marks: a word of prose stays beside it.
    for i in (1..lines.len()).rev() {
        while let Some((before, here)) = lines
            .split_at_mut_checked(i)
            .and_then(|(before, here)| before.last_mut().zip(here.first_mut()))
            .filter(|(before, here)| before.len() > 1 && !here.iter().any(|w| is_prose(w)))
            && let Some(word) = before.pop()
        {
            here.insert(0, word);
        }
    }
    for (i, words) in lines.iter().enumerate() {
        out.push_str(indent);
        if i > 0 {
            out.push_str(hang);
            let from = words
                .first()
                .is_some_and(|w| w.eq_ignore_ascii_case("from"));
            if from && hang.is_empty() {
                out.push(' ');
            }
        }
        for (j, word) in words.iter().enumerate() {
            if j > 0 {
                out.push(' ');
            }
            out.push_str(word);
        }
        out.push('\n');
    }
}

fn is_prose(word: &str) -> bool {
    word.chars().any(char::is_lowercase)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProseBlock {
    Paragraph,
    Apart,
    Points,
    Said,
}

fn block_of(line: &str) -> ProseBlock {
    if line.starts_with("    ") {
        ProseBlock::Apart
    } else if line.starts_with("- ") {
        ProseBlock::Points
    } else if line.starts_with([MARK, '>']) {
        ProseBlock::Said
    } else {
        ProseBlock::Paragraph
    }
}

/// Longest word with a hyphen that is kept on one line, in characters.
const KEPT: usize = 20;

/// A line of prose as HTML. `9-й`, `e2-e4` and `0-0` are not broken at their hyphens, nor a
/// move from its number (`8... 2433`); the characters stay what they are: moves are copied
/// from here.
pub fn inline(line: &str) -> String {
    let mut out = String::with_capacity(line.len() * 9 / 8);
    for (at, word) in words(line).iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        // Seldom: a hyphen at an end of a word does not count.
        let may_break = |word: &str| {
            let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
            inner.contains(['-', ' ']) && word.chars().count() <= KEPT
        };
        match word.contains(['-', ' ']) && may_break(word) {
            true => {
                out.push_str("<span class=nb>");
                push_escaped(&mut out, word);
                out.push_str("</span>");
            }
            false => push_escaped(&mut out, word),
        }
    }
    out
}

/// The words of a line, a number with its dots and what it numbers as one.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    let mut from = 0;
    while let Some(blank) = rest.get(from..).and_then(|tail| tail.find(' ')) {
        let end = from + blank;
        let (word, tail) = rest.split_at(end);
        let next = tail.get(1..).unwrap_or_default();
        if from == 0 && is_number(word) && !next.is_empty() && !next.starts_with(' ') {
            from = end + 1;
            continue;
        }
        words.push(word);
        rest = next;
        from = 0;
    }
    words.push(rest);
    words
}

/// `8.` or `8...`
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len()
        && !digits.is_empty()
        && digits.len() <= 3
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The same prose as HTML, everything escaped.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4 + 64);
    let mut open: Option<ProseBlock> = None;
    for line in text.lines() {
        if line.trim().is_empty() {
            close(&mut out, &mut open);
            continue;
        }
        let block = block_of(line);
        if open != Some(block) {
            close(&mut out, &mut open);
            out.push_str(match block {
                ProseBlock::Paragraph => "<p>",
                ProseBlock::Apart if has_columns(text, line) => "<pre class=columns>",
                ProseBlock::Apart => "<pre>",
                ProseBlock::Points => "<ul>\n",
                ProseBlock::Said => "<blockquote>",
            });
            open = Some(block);
        } else if block == ProseBlock::Apart {
            out.push('\n');
        } else if block != ProseBlock::Points {
            out.push_str("<br>\n");
        }
        match block {
            ProseBlock::Apart => push_escaped(&mut out, line.strip_prefix("    ").unwrap_or(line)),
            ProseBlock::Points => {
                out.push_str("<li>");
                out.push_str(&inline(line.strip_prefix("- ").unwrap_or(line)));
                out.push_str("</li>\n");
            }
            ProseBlock::Said => {
                // A page has a bar there.
                out.push_str(&inline(line.trim_start_matches(['>', ' '])));
            }
            ProseBlock::Paragraph => out.push_str(&inline(line.trim_end())),
        }
    }
    close(&mut out, &mut open);
    out
}

/// Rows of a diagram or a table from which columns would go where long lines were folded.
const ROWS: usize = 5;

/// Whether what is set apart from a line on is a diagram or a table.
fn has_columns(text: &str, first: &str) -> bool {
    let block = text.lines().skip_while(|line| !std::ptr::eq(*line, first));
    let block = block.take_while(|line| block_of(line) == ProseBlock::Apart);
    block.filter(|line| line.trim().contains("  ")).count() >= ROWS
}

fn close(out: &mut String, open: &mut Option<ProseBlock>) {
    out.push_str(match open.take() {
        Some(ProseBlock::Paragraph) => "</p>\n",
        Some(ProseBlock::Apart) => "</pre>\n",
        Some(ProseBlock::Points) => "</ul>\n",
        Some(ProseBlock::Said) => "</blockquote>\n",
        None => "",
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_with_from() {
        let long = format!("{} From here on\n", "word ".repeat(14));
        let folded = fold(&format!("From: x@y\n{long}from\nFrom\n"));
        for line in folded.lines() {
            assert!(!line.to_lowercase().starts_with("from"), "{folded}");
        }
    }

    #[test]
    fn what_is_there_to_be_copied_is_never_torn() {
        let order = "LEAVE GRANT CLUB-CHAMPIONSHIP-2026:12 2026-03-10 2026-03-20 --tournament CLUB-CHAMPIONSHIP-2026";
        assert!(width(order) > COLUMNS);
        let folded = fold(&format!("{}\n\n    {order}\n", "word ".repeat(30)));
        assert!(folded.lines().any(|l| l.trim() == order), "{folded}");
        let page = html(&format!("    {order}\n"));
        assert_eq!(page, format!("<pre>{order}</pre>\n"));
    }

    #[test]
    fn a_move_stays_beside_its_number() {
        let page = inline("Last: 8... 2433 (Bxc3), 1. e4 on 12. März 2026.");
        assert_eq!(
            page,
            "Last: <span class=nb>8... 2433</span> (Bxc3), <span class=nb>1. e4</span> on \
             <span class=nb>12. März</span> 2026."
        );
        for n in 50..80 {
            let folded = fold(&format!("{} 8... 2433 and more\n", "x".repeat(n)));
            assert!(folded.contains("8... 2433"), "{folded}");
        }
        assert_eq!(words("a  b 8. "), ["a", "", "b", "8.", ""]);
    }

    #[test]
    fn a_diagram_keeps_its_columns_and_a_long_line_folds() {
        let row = "    8   (r)  .  (b)   8\n";
        assert!(html(&row.repeat(8)).starts_with("<pre class=columns>"));
        assert!(html("    Ann – Bert   1/2-1/2\n").starts_with("<pre>"));
    }

    #[test]
    fn no_command_stands_alone_on_a_line() {
        let folded = fold(
            "If you do not, please make your move on the board or write in your answer DECLINE DRAW.\n",
        );
        assert_eq!(folded.lines().last(), Some("answer DECLINE DRAW."));
    }

    #[test]
    fn lines_are_folded_and_blanks_kept_apart() {
        let folded = fold(
            "a\n\n\n\nb   c  \n- слово слово слово слово слово слово слово слово слово слово слово слово слово\n",
        );
        assert_eq!(folded.lines().nth(1), Some(""));
        assert_eq!(folded.lines().nth(2), Some("b   c"));
        assert!(folded.lines().all(|l| width(l) <= COLUMNS));
        assert!(folded.lines().last().unwrap().starts_with("  слово"));
    }

    #[test]
    fn html_escapes_and_keeps_the_blocks() {
        let text = "A <b>\nc\n\n    12. 5254  & e4\n\n- x\n- y\n\n¶said\n";
        assert_eq!(
            html(text),
            "<p>A &lt;b&gt;<br>\nc</p>\n<pre>12. 5254  &amp; e4</pre>\n\
             <ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<blockquote>¶said</blockquote>\n"
        );
    }
}
