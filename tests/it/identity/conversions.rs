//! What mail programs make of a letter that they quote or turn into text: with marks, without
//! any, wrapped again, and from its page in seven ways.

use crate::club::Mail;

/// A conversion: what it is called, and what it makes of a letter.
pub struct Conversion {
    pub name: &'static str,
    pub of: fn(&Mail) -> String,
}

/// The conversions that leave no mark of a quotation of their own.
pub const UNMARKED: [Conversion; 14] = [
    Conversion {
        name: "the text as it is",
        of: |mail| mail.text.clone(),
    },
    Conversion {
        name: "the text with its lines flush left",
        of: |mail| flush(&mail.text, &[' ', '\t']),
    },
    Conversion {
        name: "the text without `>` and `|`",
        of: |mail| flush(&mail.text, &[' ', '>', '|', ':', '#', '*', '-']),
    },
    Conversion {
        name: "the text wrapped at 60",
        of: |mail| wrapped(&mail.text, 60),
    },
    Conversion {
        name: "the text wrapped at 72, flush left",
        of: |mail| flush(&wrapped(&mail.text, 72), &[' ', '>']),
    },
    Conversion {
        name: "the text as one paragraph, wrapped at 80",
        of: |mail| wrapped(&paragraphs(&mail.text), 80),
    },
    Conversion {
        name: "the page: tags dropped, lines as they stand in its source",
        of: |mail| plain(&page(mail), "", "\n"),
    },
    Conversion {
        name: "the page: tags dropped, br and blocks end lines",
        of: |mail| plain(&page(mail).replace('\n', " "), "\n", "\n"),
    },
    Conversion {
        name: "the page: each tag a blank, all on one line",
        of: |mail| plain(&page(mail).replace('\n', " "), " ", " "),
    },
    Conversion {
        name: "the page: each tag a blank, wrapped at 76",
        of: |mail| wrapped(&plain(&page(mail).replace('\n', " "), " ", " "), 76),
    },
    Conversion {
        name: "the page: each tag the end of a line",
        of: |mail| plain(&page(mail).replace('\n', " "), "\n", "\n").replace("\n ", "\n"),
    },
    Conversion {
        name: "the page: br and blocks end lines, wrapped at 60",
        of: |mail| wrapped(&plain(&page(mail).replace('\n', " "), "\n", "\n"), 60),
    },
    Conversion {
        name: "the page: paragraphs alone end lines, br is a blank, wrapped at 72",
        of: |mail| {
            let source = page(mail).replace('\n', " ").replace("<br>", " ");
            wrapped(&plain(&source, "\n", "\n"), 72)
        },
    },
    Conversion {
        name: "the page: references decoded first, and twice, then each tag the end of a line",
        of: |mail| {
            let source = decoded(&decoded(&page(mail).replace('\n', " ")));
            plain(&source, "\n", "\n").replace("\n ", "\n")
        },
    },
];

/// Without every sign at the beginning of a line, whatever it is: what no program is known to
/// do, and what a copy by hand does.
pub fn bare(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.map(|line| line.trim_start_matches(|c: char| !c.is_alphanumeric()));
    lines.collect::<Vec<_>>().join("\n")
}

/// As an answer quotes it.
pub fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

fn page(mail: &Mail) -> String {
    mail.html.clone().unwrap_or_else(|| mail.text.clone())
}

fn flush(text: &str, marks: &[char]) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches(marks));
    lines.collect::<Vec<_>>().join("\n")
}

/// Lines of a paragraph joined.
fn paragraphs(text: &str) -> String {
    let blocks = text.split("\n\n");
    let joined = blocks.map(|b| b.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("\n\n")
}

/// Long lines broken at blanks, as programs do that know no-break blanks.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut column = 0;
        for word in line.split(' ') {
            let wide = word.chars().count();
            if column > 0 && column + 1 + wide > columns {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += wide;
        }
        out.push('\n');
    }
    out
}

/// A page without its tags: what stands in place of those within a line, and of those that
/// end one.
fn plain(source: &str, within: &str, ends: &str) -> String {
    let body = source.split("<body>").nth(1).unwrap_or(source);
    let mut out = String::new();
    let mut rest = body;
    while let Some((before, tagged)) = rest.split_once('<') {
        out.push_str(before);
        let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
        let name = tag.trim_start_matches('/').split([' ', '>']).next();
        let within_line = matches!(name, Some("span" | "b" | "i" | "a" | "img"));
        let opens = within_line || matches!(name, Some("td" | "th"));
        out.push_str(match opens {
            true if within == "\n" => "",
            true => within,
            false => ends,
        });
        rest = after;
    }
    out.push_str(rest);
    decoded(&out)
}

fn decoded(text: &str) -> String {
    let out = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    out.replace("&#39;", "'")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}
