//! A document as one HTML page that needs nothing else: its style is in it, it
//! fetches nothing and runs nothing. Light and dark, on a telephone and on paper.

use super::{
    Block, Cell, Column, Document, DocumentSection, Figure, Item, Narrow, Note, Signature,
    StripPlace, Table, Tone,
};
use crate::report::width::{Align, in_one_line, one_line};

/// The style of our pages.
pub const STYLE: &str = include_str!("style.css");

/// Nothing may be fetched and nothing run, whatever stands in a name.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// More marks than this in a row are set closer, so that they fit a desk.
const DENSE: usize = 18;

/// So many marks share a line at most: where they fold, a share of more would be less wide
/// than a mark has to be.
const MOST_SHARED: usize = 42;

/// The whole page.
pub fn html(document: &Document) -> String {
    let title = escape(&one_line(&document.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n",
        document.language.code()
    );
    subtitle(&mut out, document);
    out.push_str("</header>\n");
    for part in &document.sections {
        section(&mut out, part);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// What a document says below its title, as it stands in a page that uses [`STYLE`].
pub fn body(document: &Document) -> String {
    let mut out = String::new();
    subtitle(&mut out, document);
    for part in &document.sections {
        section(&mut out, part);
    }
    out
}

/// Blocks as they stand in a page that uses [`STYLE`].
pub fn blocks(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        self::block(&mut out, block);
    }
    out
}

fn subtitle(out: &mut String, document: &Document) {
    for line in &document.subtitle {
        let line = escape(&one_line(line));
        out.push_str(&format!("<p class=\"subtitle\">{line}</p>\n"));
    }
}

fn section(out: &mut String, section: &DocumentSection) {
    let sheet = match section.on_new_sheet {
        true => " class=\"sheet\"",
        false => "",
    };
    match section.anchor.as_str() {
        "" => out.push_str(&format!("<section{sheet}>\n")),
        anchor => out.push_str(&format!("<section id=\"{}\"{sheet}>\n", attribute(anchor))),
    }
    if !section.title.is_empty() {
        out.push_str(&format!("<h2>{}</h2>\n", escape(&one_line(&section.title))));
    }
    out.push_str(&blocks(&section.blocks));
    out.push_str("</section>\n");
}

fn block(out: &mut String, block: &Block) {
    match block {
        Block::Heading(text) => out.push_str(&format!("<h3>{}</h3>\n", escape(&one_line(text)))),
        Block::Paragraph(text) => {
            for line in text.lines().filter(|l| !l.trim().is_empty()) {
                out.push_str(&format!("<p>{}</p>\n", escape(&one_line(line))));
            }
        }
        Block::List(points) => {
            out.push_str("<ul>\n");
            for point in points {
                out.push_str(&format!("<li>{}</li>\n", escape(&one_line(point))));
            }
            out.push_str("</ul>\n");
        }
        Block::Facts(facts) => {
            out.push_str("<dl>\n");
            for (name, value) in facts {
                let (name, value) = (escape(&one_line(name)), escape(&one_line(value)));
                out.push_str(&format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
            }
            out.push_str("</dl>\n");
        }
        Block::Items(items) => {
            out.push_str("<ul class=\"items\">\n");
            items.iter().for_each(|i| item(out, i));
            out.push_str("</ul>\n");
        }
        Block::Table(table) => self::table(out, table),
        Block::Figures(gallery) => {
            if !gallery.legend.is_empty() {
                let legend = escape(&one_line(&gallery.legend));
                out.push_str(&format!("<p class=\"note\">{legend}</p>\n"));
            }
            out.push_str("<div class=\"figures\">\n");
            gallery.figures.iter().for_each(|f| figure(out, f));
            out.push_str("</div>\n");
        }
        Block::Note(Note { tone, text }) => {
            let class = match tone {
                Tone::Loud => "note loud",
                Tone::Plain | Tone::Quiet => "note",
            };
            out.push_str(&format!(
                "<p class=\"{class}\">{}</p>\n",
                escape(&one_line(text))
            ));
        }
        Block::Signatures(all) => signatures(out, all),
        Block::Preformatted(text) => out.push_str(&format!(
            "<pre tabindex=\"0\">{}</pre>\n",
            escape(text.trim_end())
        )),
    }
}

fn signatures(out: &mut String, all: &[Signature]) {
    out.push_str("<div class=\"signatures\">\n");
    for one in all {
        let office = escape(&one_line(&one.office));
        let (below, name) = (escape(&one_line(&one.below)), escape(&one_line(&one.name)));
        out.push_str(&format!(
            "<p><span>{office}</span><span class=\"line\">{below}</span><span>{name}</span></p>\n"
        ));
    }
    out.push_str("</div>\n");
}

fn item(out: &mut String, item: &Item) {
    out.push_str(&format!(
        "<li><p class=\"head\">{}</p>\n",
        escape(&one_line(&item.head))
    ));
    for line in item.lines.iter().chain(&item.words) {
        out.push_str(&format!("<p>{}</p>\n", escape(&one_line(line))));
    }
    for command in &item.commands {
        let command = escape(&one_line(command));
        out.push_str(&format!(
            "<pre tabindex=\"0\"><code>{command}</code></pre>\n"
        ));
    }
    out.push_str("</li>\n");
}

fn figure(out: &mut String, figure: &Figure) {
    let class = if figure.wide { " class=\"wide\"" } else { "" };
    out.push_str(&format!("<figure{class}>\n{}", figure.picture.svg()));
    if !figure.caption.is_empty() {
        out.push_str(&format!(
            "<figcaption>{}</figcaption>\n",
            escape(&one_line(&figure.caption))
        ));
    }
    out.push_str("</figure>\n");
}

fn table(out: &mut String, table: &Table) {
    let marks = table.columns.iter();
    let marks = marks.filter(|c| c.strip == StripPlace::Mark).count();
    let class = match (table.narrow, table.ruled) {
        (Narrow::Cards, _) => " class=\"cards\"".to_owned(),
        (Narrow::Lines, _) => " class=\"lines\"".to_owned(),
        // The style shares a line among so many marks: by a class, as pages with a strict
        // policy heed no style of an element's own.
        (Narrow::Strip, _) => {
            let dense = if marks > DENSE { " dense" } else { "" };
            let share = marks.clamp(1, MOST_SHARED);
            format!(" class=\"strip{dense} marks-{share}\"")
        }
        (Narrow::Scroll, true) => " class=\"ruled\"".to_owned(),
        (Narrow::Scroll, false) => String::new(),
    };
    // A box that scrolls must be reachable with the keyboard.
    out.push_str("<div class=\"scroll\" tabindex=\"0\">\n");
    // Cards change `display`, with which a table would lose its meaning for those
    // who listen to it: the roles keep it.
    out.push_str(&format!("<table role=\"table\"{class}>\n"));
    if !table.caption.is_empty() {
        out.push_str(&format!(
            "<caption>{}</caption>\n",
            escape(&one_line(&table.caption))
        ));
    }
    heads(out, table);
    out.push_str("<tbody role=\"rowgroup\">\n");
    for row in &table.rows {
        let tone = tone(row.tone);
        out.push_str(&format!("<tr role=\"row\"{tone}>"));
        for (cell, column) in row.cells.iter().zip(&table.columns) {
            self::cell(out, cell, column);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    for note in &table.notes {
        out.push_str(&format!(
            "<p class=\"note\">{}</p>\n",
            escape(&one_line(note))
        ));
    }
}

/// The rows of a table in a letter, its titles among them, the cells without attributes: a
/// style sets them, and nothing is lost where it is not known. Cells and rows end where the
/// next begin (HTML, 13.1.2.4); notes stand below, over all columns.
pub fn rows(table: &Table) -> String {
    letter_rows(table, false)
}

/// The same rows, each cell with the title of its column: on a narrow screen the style
/// of a letter shows them and sets the cells of a row below one another. How they stand they
/// say themselves: mail programs know attributes better than styles.
pub fn folding_rows(table: &Table) -> String {
    letter_rows(table, true)
}

fn letter_rows(table: &Table, folds: bool) -> String {
    let mut out = String::with_capacity(table.rows.len() * 160 + 200);
    let set = |align: Align| match align {
        // What does not fold has a style that knows its columns.
        _ if !folds => "",
        Align::Left => "",
        Align::Right => " align=right",
        Align::Center => " align=center",
    };
    let all = table.columns.len();
    for line in titles(table) {
        out.push_str(if folds { "<tr class=titles>" } else { "<tr>" });
        for title in line {
            let span = spans(&title, "");
            let text = escape(&title.text);
            out.push_str(&format!("<th{span}{}>{text}", set(title.align)));
        }
        out.push('\n');
    }
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, column) in row.cells.iter().zip(&table.columns) {
            out.push_str("<td");
            if folds && column.is_key {
                out.push_str(" class=key");
            }
            out.push_str(set(column.align));
            out.push('>');
            let label = column.alone();
            if folds && !column.is_key && !label.is_empty() {
                // Hidden here, where a mail program that knows no style looks.
                out.push_str("<span class=k style=\"display:none\">");
                out.push_str(&escape(&one_line(label)));
                out.push_str(": </span>");
            }
            push_escaped(&mut out, &in_one_line(&cell.text), in_text);
        }
        out.push('\n');
    }
    for note in &table.notes {
        let text = escape(&one_line(note));
        out.push_str(&format!("<tr><td colspan={all}>{text}\n"));
    }
    out
}

/// A title as it stands in the head of a table.
struct HtmlTitle {
    text: String,
    columns: usize,
    lines: usize,
    align: Align,
    /// It stands over a column of marks.
    mark: bool,
}

/// How far a title reaches.
fn spans(title: &HtmlTitle, quote: &str) -> String {
    let attribute = |name: &str, n: usize| match n {
        1 => String::new(),
        n => format!(" {name}={quote}{n}{quote}"),
    };
    attribute("colspan", title.columns) + &attribute("rowspan", title.lines)
}

/// The lines of titles. A title over one column takes the empty places below it, the
/// uppermost one those above it too: no heading is empty to who hears the table.
fn titles(table: &Table) -> Vec<Vec<HtmlTitle>> {
    let own: Vec<(String, usize)> = table.columns.iter().map(|c| (c.title.clone(), 1)).collect();
    let lines: Vec<&Vec<(String, usize)>> = table.groups.iter().chain([&own]).collect();
    // A title of one column at (line, column); none where a wider one stands.
    let single = |line: usize, column: usize| -> Option<&str> {
        let mut at = 0;
        for (title, span) in lines.get(line)?.iter() {
            if at == column && *span == 1 {
                return Some(title);
            }
            at += span;
        }
        None
    };
    let empty_from = |line: usize, column: usize| -> usize {
        (line..lines.len())
            .take_while(|l| single(*l, column) == Some(""))
            .count()
    };
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let mut shown = Vec::new();
        let mut column = 0;
        for (title, span) in line.iter() {
            let above = |blanks: usize| single(number.checked_sub(blanks + 1)?, column);
            let blanks = (0..number).take_while(|n| above(*n) == Some("")).count();
            // Where a title stands already, or took this place from above, none begins.
            let begins = match title.is_empty() {
                true => above(0).is_none(),
                false => blanks == 0 || above(blanks).is_some(),
            };
            if *span > 1 {
                shown.push(HtmlTitle {
                    text: one_line(title),
                    columns: *span,
                    lines: 1,
                    align: Align::Center,
                    mark: false,
                });
            } else if begins {
                let named = number + empty_from(number, column);
                let end = named + 1 + empty_from(named + 1, column);
                shown.push(HtmlTitle {
                    text: one_line(single(named, column).unwrap_or_default()),
                    columns: 1,
                    lines: end.min(lines.len()) - number,
                    align: table.columns.get(column).map_or(Align::Left, |c| c.align),
                    mark: table
                        .columns
                        .get(column)
                        .is_some_and(|c| c.strip == StripPlace::Mark),
                });
            }
            column += span;
        }
        all.push(shown);
    }
    all
}

fn heads(out: &mut String, table: &Table) {
    out.push_str("<thead role=\"rowgroup\">\n");
    for line in titles(table) {
        out.push_str("<tr role=\"row\">");
        for title in line {
            let scope = if title.columns > 1 { "colgroup" } else { "col" };
            let (span, class) = (spans(&title, "\""), align(title.align));
            let text = escape(&title.text);
            let class = if title.mark { "mark c" } else { class };
            out.push_str(&format!(
                "<th role=\"columnheader\" scope=\"{scope}\"{span} class=\"{class}\">{text}</th>"
            ));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</thead>\n");
}

fn cell(out: &mut String, cell: &Cell, column: &Column) {
    let (tag, role) = match column.is_key {
        true => ("th", "rowheader\" scope=\"row"),
        false => ("td", "cell"),
    };
    let label = attribute(&one_line(column.alone()));
    let mut class = align(column.align).to_owned();
    match cell.tone {
        Tone::Plain => {}
        Tone::Quiet => class.push_str(" quiet"),
        Tone::Loud => class.push_str(" loud"),
    }
    if cell.text.is_empty() {
        class.push_str(" none");
    }
    match column.strip {
        StripPlace::Below => {}
        StripPlace::Beside => class.push_str(" beside"),
        StripPlace::Mark => class.push_str(" mark"),
    }
    let hint = match one_line(&cell.hint) {
        hint if hint.is_empty() => String::new(),
        hint => format!(" title=\"{}\"", attribute(&hint)),
    };
    let shown = escape(&one_line(&cell.text));
    let shown = match cell.link.as_deref().filter(|l| leads_nowhere_bad(l)) {
        Some(link) => format!("<a href=\"{}\"{hint}>{shown}</a>", attribute(link)),
        None => shown,
    };
    out.push_str(&format!(
        "<{tag} role=\"{role}\" class=\"{class}\" data-label=\"{label}\">{shown}</{tag}>"
    ));
}

/// A link within the site, or by https: nothing else has a scheme.
fn leads_nowhere_bad(link: &str) -> bool {
    let scheme = link.split(['/', '?', '#']).next().unwrap_or("");
    link.starts_with("https://") || !scheme.contains(':')
}

fn align(align: Align) -> &'static str {
    match align {
        Align::Left => "l",
        Align::Right => "r",
        Align::Center => "c",
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Quiet => " class=\"quiet\"",
        Tone::Loud => " class=\"loud\"",
    }
}

/// Text for between tags.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(&mut out, text, in_text);
    out
}

/// Text for inside quotation marks.
pub fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_attribute(&mut out, text);
    out
}

/// Adds the same.
pub fn push_attribute(out: &mut String, text: &str) {
    push_escaped(out, text, |b| in_text(b) || matches!(b, b'"' | b'\''));
}

/// What has a name in running text.
fn in_text(sign: u8) -> bool {
    matches!(sign, b'&' | b'<' | b'>')
}

/// Adds a text, some ASCII signs in it by their names.
fn push_escaped(out: &mut String, text: &str, is_named: impl Fn(u8) -> bool) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(&is_named) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let mut signs = behind.chars();
        out.push_str(match signs.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            _ => "&#39;",
        });
        rest = signs.as_str();
    }
    out.push_str(rest);
}
