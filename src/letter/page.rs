//! HTML to lines. A tokenizer of our own, because what is hidden must not be
//! read, what is quoted must be known as such, and `Nf3` of one block must never
//! run into `e4` of the next.

mod color;
mod css;
mod element;
mod mark;
mod selector;
mod sheet;
mod style;
pub mod tag;

use super::line::TextLine;
use super::plain;
use color::Paint;
use element::{is_block, is_not_drawn, is_raw, is_void, text_of_raw};
use mark::ClientMark;
use sheet::Sheet;
use style::StyleBook;
use tag::{Tag, entities};

/// Largest HTML looked at, in bytes; a club letter has a tenth, a newsletter half of it.
const MAX_HTML_BYTES: usize = 400_000;
/// Deepest nesting kept; deeper elements count as part of their parent. Each
/// closing tag looks through the open ones, so their number bounds the work.
const MAX_NESTING: usize = 200;
/// Longest table row that is put on one line, in bytes; longer ones are layout.
const MAX_ROW: usize = 600;

// Marks inside the text under construction. Text itself never holds control
// characters: they are removed first.
const QUOTE_OPENS: char = '\u{1}';
const QUOTE_CLOSES: char = '\u{2}';
const ASIDE_OPENS: char = '\u{3}';
const ASIDE_CLOSES: char = '\u{4}';
const ENDS: char = '\u{5}';
const CELL: char = '\u{6}';
const STRUCK: char = '\u{7}';

/// The lines a reader of this HTML sees.
pub fn lines(html: &str, notes: &mut Vec<String>) -> Vec<TextLine> {
    let mut end = html.len().min(MAX_HTML_BYTES);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    if end < html.len() {
        notes.push(format!("the HTML is cut after {MAX_HTML_BYTES} bytes"));
    }
    let html = html.get(..end).unwrap_or("");
    let sheet = Sheet::of(html);
    let mut page = HtmlPage {
        sheet: &sheet,
        styles: StyleBook::default(),
        out: String::new(),
        open: Vec::new(),
        hidden: 0,
        struck: 0,
        preformatted: 0,
        lists: Vec::new(),
        rows: Vec::new(),
    };
    if !sheet.is_empty() {
        // They are there where nobody writes them.
        page.open(Tag::named("html"));
        page.open(Tag::named("body"));
    }
    page.read(html);
    if sheet.is_too_much() {
        notes.push("the style sheet is too large to say what of the page is seen".to_owned());
    }
    page.lines()
}

struct HtmlPage<'p> {
    sheet: &'p Sheet,
    styles: StyleBook,
    out: String,
    open: Vec<Element>,
    hidden: usize,
    /// So many of the elements that hide strike out.
    struck: usize,
    preformatted: usize,
    /// Numbers of the ordered lists that are open.
    lists: Vec<Option<i64>>,
    /// Where the rows that are open begin in `out`.
    rows: Vec<usize>,
}

fn is_hiding(mark: ClientMark) -> bool {
    matches!(mark, ClientMark::Hidden | ClientMark::Struck)
}

/// An element that is open.
pub struct Element {
    /// Its tag, with the style that sheets give it.
    pub tag: Tag,
    hidden: bool,
    struck: bool,
    quoted: bool,
    aside: bool,
    preformatted: bool,
    paint: Paint,
}

impl HtmlPage<'_> {
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            self.text(rest.get(..at).unwrap_or(""));
            rest = rest.get(at..).unwrap_or("");
            if let Some(after) = rest.strip_prefix("<!--") {
                // `<!-->` is a whole comment; an unclosed one hides the rest, as
                // in a browser.
                rest = match after.strip_prefix('>') {
                    Some(after) => after,
                    None => after
                        .find("-->")
                        .and_then(|e| after.get(e + 3..))
                        .unwrap_or(""),
                };
            } else if rest.starts_with("<!") || rest.starts_with("<?") {
                rest = rest.find('>').and_then(|e| rest.get(e + 1..)).unwrap_or("");
            } else if let Some((tag, after)) = Tag::read(rest) {
                rest = after;
                let raw = !tag.closes && is_raw(&tag.name);
                if raw {
                    rest = text_of_raw(rest, &tag.name).1;
                } else if tag.closes {
                    self.close(&tag.name);
                } else {
                    self.open(tag);
                }
            } else {
                self.text("<");
                rest = rest.get(1..).unwrap_or("");
            }
        }
        self.text(rest);
    }

    /// The colours in which words would be written here.
    fn paint(&self) -> Paint {
        self.open.last().map(|e| e.paint).unwrap_or_default()
    }

    fn text(&mut self, raw: &str) {
        if self.hidden > 0 || raw.is_empty() {
            let words = |c: char| c.is_alphanumeric();
            if self.struck > 0 && self.struck == self.hidden && raw.contains(words) {
                self.out.push(STRUCK);
            }
            return;
        }
        if self.paint().hides() {
            // What it parts stays apart.
            return self.space();
        }
        for c in entities(raw).chars() {
            match c {
                '\n' | '\r' | '\t' | ' ' if self.preformatted == 0 => self.space(),
                '\n' => self.out.push('\n'),
                '\r' => {}
                '\t' => self.out.push('\t'),
                c if plain::is_space(c) => self.out.push(' '),
                c if plain::is_unseen(c) => {}
                c => self.out.push(c),
            }
        }
    }

    /// White space of any length is one space, and none at the start of a line.
    fn space(&mut self) {
        let last = self.out.chars().next_back();
        if last.is_some_and(|c| !c.is_whitespace() && !('\u{1}'..='\u{7}').contains(&c)) {
            self.out.push(' ');
        }
    }

    /// A block begins or ends.
    fn line_break(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn open(&mut self, mut tag: Tag) {
        let name = tag.name.as_str();
        if name == "body" {
            // Whatever an unclosed head hid, the body shows.
            self.open.retain(|e| e.tag.name == "html");
            self.hidden = self.open.iter().filter(|e| e.hidden).count();
            self.struck = self.open.iter().filter(|e| e.struck).count();
        }
        // A new one of these ends the last, closed or not.
        if is_block(name) && self.open.last().is_some_and(|e| e.tag.name == "p")
            || matches!(name, "li" | "td" | "th" | "tr" | "dt" | "dd" | "option")
                && self.open.last().is_some_and(|e| e.tag.name == name)
        {
            let last = self
                .open
                .last()
                .map(|e| e.tag.name.clone())
                .unwrap_or_default();
            self.close(&last);
        }
        let styles = self.sheet.styles(&tag, &self.open);
        let paint = self.paint();
        let may_hide = styles.perhaps.iter().any(|style| {
            let said = self.styles.style(style);
            tag.set("style", style.clone());
            is_hiding(ClientMark::of(&tag, &said)) || paint.within(&tag, &said.style).hides()
        });
        if let Some(style) = &styles.sure {
            tag.set("style", style.clone());
        }
        let said = self.styles.style(tag.value("style"));
        let mark = ClientMark::of(&tag, &said);
        let name = tag.name.as_str();
        if self.hidden == 0 {
            match name {
                "br" => self.out.push('\n'),
                "hr" => self.line_break(),
                "tr" => self.line_break(),
                "td" | "th" if !self.rows.is_empty() => self.out.push(CELL),
                "ol" => {
                    self.line_break();
                    let start = tag.number("start").unwrap_or(1);
                    self.lists.push(Some(start));
                }
                "ul" => {
                    self.line_break();
                    self.lists.push(None);
                }
                "li" => {
                    self.line_break();
                    self.number(tag.number("value"));
                }
                name if is_block(name) => self.line_break(),
                _ => {}
            }
            if mark == ClientMark::Ends {
                self.line_break();
                self.out.push(ENDS);
            }
        }
        if is_void(name) || tag.empty || self.open.len() >= MAX_NESTING {
            return;
        }
        let element = Element {
            hidden: is_hiding(mark)
                || may_hide
                || is_not_drawn(name)
                || matches!(name, "dialog" | "details") && !tag.has("open")
                || self.sheet.is_too_much(),
            struck: mark == ClientMark::Struck,
            quoted: mark == ClientMark::Quoted,
            aside: mark == ClientMark::Aside,
            preformatted: name == "pre" || said.style.keeps_breaks(),
            paint: paint.within(&tag, &said.style),
            tag,
        };
        if self.hidden == 0 {
            if element.tag.name == "tr" {
                self.rows.push(self.out.len());
            }
            if element.quoted {
                self.line_break();
                self.out.push(QUOTE_OPENS);
            }
            if element.aside {
                self.line_break();
                self.out.push(ASIDE_OPENS);
            }
        }
        self.hidden += usize::from(element.hidden);
        self.struck += usize::from(element.struck);
        self.preformatted += usize::from(element.preformatted);
        self.open.push(element);
    }

    fn close(&mut self, name: &str) {
        // `</p>` and `</br>` alone break the line all the same.
        if self.hidden == 0 && (is_block(name) || name == "br") {
            self.line_break();
        }
        let Some(at) = self.open.iter().rposition(|e| e.tag.name == name) else {
            return;
        };
        while self.open.len() > at {
            if let Some(element) = self.open.pop() {
                self.leave(&element);
            }
        }
    }

    fn leave(&mut self, element: &Element) {
        self.hidden = self.hidden.saturating_sub(usize::from(element.hidden));
        self.struck = self.struck.saturating_sub(usize::from(element.struck));
        self.preformatted = self
            .preformatted
            .saturating_sub(usize::from(element.preformatted));
        if self.hidden > 0 {
            return;
        }
        if element.quoted {
            self.line_break();
            self.out.push(QUOTE_CLOSES);
        }
        if element.aside {
            self.line_break();
            self.out.push(ASIDE_CLOSES);
        }
        match element.tag.name.as_str() {
            "tr" => {
                if let Some(start) = self.rows.pop() {
                    self.row(start);
                }
            }
            "ol" | "ul" => {
                self.lists.pop();
            }
            _ => {}
        }
    }

    /// `12. ` before an item of an ordered list: clients make lists of `12. Nf3`.
    fn number(&mut self, value: Option<i64>) {
        if let Some(Some(next)) = self.lists.last_mut() {
            let number = value.unwrap_or(*next);
            *next = number.saturating_add(1);
            self.out.push_str(&format!("{number}. "));
        }
    }

    /// A row of short cells goes on one line with tabs between them; a row that
    /// only lays out the page stays as its lines are.
    fn row(&mut self, start: usize) {
        let Some(row) = self.out.get(start..) else {
            return;
        };
        // What is longer is layout; its cells end lines when all is put out.
        if row.len() > MAX_ROW {
            return;
        }
        let marked = row.contains(['\u{1}', '\u{2}', '\u{3}', '\u{4}', '\u{5}']);
        let cells: Vec<&str> = row.split(CELL).skip(1).map(str::trim).collect();
        let table = !marked && cells.len() > 1 && cells.iter().all(|c| !c.contains('\n'));
        let text = if table {
            format!("{}\n", cells.join("\t"))
        } else {
            row.replace(CELL, "\n")
        };
        self.out.truncate(start);
        self.out.push_str(&text);
    }

    fn lines(mut self) -> Vec<TextLine> {
        while let Some(element) = self.open.pop() {
            self.leave(&element);
        }
        let (mut depth, mut aside) = (0usize, 0usize);
        let mut found = Vec::new();
        let mut blank = 0;
        for raw in self.out.split(['\n', CELL]) {
            let mut line = TextLine::default();
            for c in raw.chars() {
                match c {
                    QUOTE_OPENS => depth += 1,
                    QUOTE_CLOSES => depth = depth.saturating_sub(1),
                    ASIDE_OPENS => aside += 1,
                    ASIDE_CLOSES => aside = aside.saturating_sub(1),
                    ENDS => line.ends = true,
                    STRUCK => line.struck = true,
                    c => line.text.push(c),
                }
            }
            line.depth = depth;
            line.aside = aside > 0;
            // `-- ` is a signature only with its space; other ends are trimmed.
            if line.text != "-- " {
                line.text.truncate(line.text.trim_end().len());
            }
            blank = if line.text.is_empty() { blank + 1 } else { 0 };
            if blank > 1 && !line.ends {
                continue;
            }
            // People type `>` into HTML letters as well.
            if depth == 0
                && line.text.trim_start().starts_with('>')
                && let Some(typed) = super::line::lines_of(&line.text).pop()
            {
                line.text = typed.text;
                line.depth = typed.depth;
            }
            found.push(line);
        }
        found
    }
}
