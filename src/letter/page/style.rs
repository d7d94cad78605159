//! What the style of an element says (CSS Style Attributes), and whether its words can be seen
//! by it. Whoever hides words finds ever new ways; so it is listed by what words are seen, and
//! of what may hide them everything else counts as if it did.

use super::css::{pieces, unescaped, without_comments};
use std::collections::HashMap;
use std::rc::Rc;

/// One rule of a style: `color: #fff !important`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The property, in lower case.
    pub name: String,
    /// What it is, in lower case, with its escapes undone.
    pub value: String,
    /// It outweighs what is not.
    pub is_important: bool,
}

/// The style of an element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style(pub Vec<Declaration>);

/// A style with what it does to words.
#[derive(Debug)]
pub struct ReadStyle {
    /// What it says.
    pub style: Style,
    /// Nobody may see them, whatever their colour.
    pub hides: bool,
    /// A line goes through them.
    pub is_struck: bool,
    /// Its text in small letters without blanks: clients are known by it.
    pub tight: String,
}

impl ReadStyle {
    fn of(text: &str) -> ReadStyle {
        let style = Style::read(text);
        ReadStyle {
            hides: style.hides(),
            is_struck: style.strikes_out(),
            tight: text.split_whitespace().collect::<String>().to_lowercase(),
            style,
        }
    }
}

/// Styles by their text, each read once: most elements of a page have one of a few.
#[derive(Default)]
pub struct StyleBook(HashMap<String, Rc<ReadStyle>>);

impl StyleBook {
    /// The style of a text.
    pub fn style(&mut self, text: &str) -> Rc<ReadStyle> {
        if let Some(known) = self.0.get(text) {
            return Rc::clone(known);
        }
        let read = Rc::new(ReadStyle::of(text));
        self.0.insert(text.to_owned(), Rc::clone(&read));
        read
    }
}

/// Pixels of the smallest letters that can be read.
const SMALLEST: f32 = 1.0;
/// How far words may be moved to the left, or up, in pixels: Outlook hangs a list's first lines
/// out by 24.
const FARTHEST_BACK: f32 = -150.0;
/// How far they may be moved on.
const FARTHEST_ON: f32 = 1_000.0;
/// How little of something is seen by nobody.
pub const FAINT: f32 = 0.1;

impl Style {
    /// Reads a style; what it cannot read is passed over.
    pub fn read(text: &str) -> Style {
        let mut found = Style::default();
        for rule in pieces(text, |c| c == ';') {
            let rule = without_comments(rule);
            let Some((name, value)) = rule.split_once(':') else {
                continue;
            };
            let (value, said) = value.rsplit_once('!').unwrap_or((value, ""));
            found.outweigh(Declaration {
                name: unescaped(name.trim()).to_ascii_lowercase(),
                value: unescaped(value.trim()).to_ascii_lowercase(),
                is_important: said.trim().eq_ignore_ascii_case("important"),
            });
        }
        found
    }

    /// Puts a declaration behind the others of its name, unless one of them weighs more.
    pub fn outweigh(&mut self, one: Declaration) {
        let weighs = |d: &Declaration| d.name == one.name && d.is_important && !one.is_important;
        if !self.0.iter().any(weighs) {
            self.0.retain(|d| d.name != one.name);
            self.0.push(one);
        }
    }

    /// What a property is.
    pub fn value(&self, name: &str) -> Option<&str> {
        let one = self.0.iter().find(|d| d.name == name);
        one.map(|d| d.value.as_str())
    }

    /// A line through the words, whatever else is said of that line.
    pub fn strikes_out(&self) -> bool {
        let lines = ["text-decoration", "text-decoration-line"];
        let values = lines.iter().filter_map(|name| self.value(name));
        values
            .into_iter()
            .any(|value| value.contains("line-through"))
    }

    /// Whether line breaks are kept as they stand: `white-space: pre-wrap`.
    pub fn keeps_breaks(&self) -> bool {
        let value = self.value("white-space").unwrap_or_default();
        value.starts_with("pre") || value.starts_with("break")
    }

    /// Whether nobody may see the words, whatever their colour.
    pub fn hides(&self) -> bool {
        self.0.iter().any(|d| !is_seen(&d.name, &d.value)) || self.is_cut_to_nothing()
    }

    /// What is left of it is a few pixels, and what would go beyond is cut.
    fn is_cut_to_nothing(&self) -> bool {
        let sizes = [
            "height",
            "width",
            "max-height",
            "max-width",
            "block-size",
            "inline-size",
            "max-block-size",
            "max-inline-size",
        ];
        let small = |value: &str| pixels(value).is_some_and(|size| size <= 4.0);
        let contained = || match self.value("contain") {
            Some(value) => value == "strict" || value == "content" || value.contains("paint"),
            None => false,
        };
        let cuts = [
            "overflow",
            "overflow-x",
            "overflow-y",
            "overflow-block",
            "overflow-inline",
        ]
        .iter()
        .filter_map(|name| self.value(name))
        .any(|value| value != "visible" && !is_of_all(value));
        let is_sized = |name: &&str| self.value(name).is_some_and(small);
        (cuts || contained()) && (sizes.iter().any(is_sized) || self.sizes_itself())
    }

    /// Its size does not hang on its words.
    fn sizes_itself(&self) -> bool {
        let contain = self.value("contain").unwrap_or_default();
        contain == "strict" || contain.contains("size")
    }
}

/// Whether words can be seen as far as one property tells.
fn is_seen(name: &str, value: &str) -> bool {
    if is_of_all(value) {
        return true;
    }
    let all = |seen: fn(&str) -> bool| value.split_whitespace().all(seen);
    match name {
        "display" => is_drawn(value),
        "visibility" => value == "visible",
        "content-visibility" => matches!(value, "visible" | "auto"),
        "opacity" | "-moz-opacity" | "-khtml-opacity" => part(value).is_some_and(|p| p >= FAINT),
        "font-size" => is_legible(value),
        "font" => is_legible_font(value),
        "font-family" => !value.contains("blank"),
        "letter-spacing" | "word-spacing" => value == "normal" || is_within(value, -2.0, 60.0),
        "zoom" => value == "normal" || part(value).is_some_and(|p| p >= 0.3),
        "scale" => value == "none" || all(|n| part(n).is_some_and(|p| p >= 0.3)),
        "transform" => value == "none" || is_small_change(value),
        "rotate" | "translate" | "perspective" => value == "none",
        "filter" | "-webkit-filter" | "-ms-filter" => value == "none" || is_seen_through(value),
        "mix-blend-mode" => value == "normal",
        "clip" => value == "auto",
        "clip-path"
        | "-webkit-clip-path"
        | "mask"
        | "mask-image"
        | "-webkit-mask"
        | "-webkit-mask-image"
        | "-webkit-text-security"
        | "mso-hide"
        | "animation"
        | "animation-name" => value == "none",
        "text-indent" => is_within(value, FARTHEST_BACK, 300.0),
        "left" | "top" | "right" | "bottom" | "inset" | "margin" | "padding" => all(is_near),
        _ if ["inset-", "margin-", "padding-"]
            .iter()
            .any(|p| name.starts_with(p)) =>
        {
            all(is_near)
        }
        _ => true,
    }
}

/// What every property may be.
fn is_of_all(value: &str) -> bool {
    matches!(
        value,
        "" | "inherit" | "initial" | "unset" | "revert" | "revert-layer"
    )
}

fn is_drawn(value: &str) -> bool {
    let drawn = [
        "block",
        "contents",
        "flex",
        "flow-root",
        "grid",
        "inline",
        "inline-block",
        "inline-flex",
        "inline-grid",
        "inline-table",
        "list-item",
        "run-in",
        "table",
        "table-caption",
        "table-cell",
        "table-footer-group",
        "table-header-group",
        "table-row",
        "table-row-group",
        "-webkit-box",
        "-webkit-inline-box",
        "-webkit-flex",
        "-ms-flexbox",
    ];
    drawn.contains(&value)
}

/// The words for sizes of letters.
const SIZES: [&str; 10] = [
    "xx-small",
    "x-small",
    "small",
    "medium",
    "large",
    "x-large",
    "xx-large",
    "xxx-large",
    "smaller",
    "larger",
];

/// Letters of more than a pixel, or of more than a tenth of those around them.
fn is_legible(value: &str) -> bool {
    if SIZES.contains(&value) {
        return true;
    }
    let (figure, unit) = figure_and_unit(value);
    let Ok(size) = figure.parse::<f32>() else {
        return false;
    };
    match unit {
        "%" => size > 10.0,
        "em" | "rem" => size > 0.1,
        _ => pixels(value).is_some_and(|size| size > SMALLEST),
    }
}

/// `italic 12px/1.5 Arial`, `menu`.
fn is_legible_font(value: &str) -> bool {
    let named = [
        "caption",
        "icon",
        "menu",
        "message-box",
        "small-caption",
        "status-bar",
    ];
    let size = |word: &str| is_legible(word.split('/').next().unwrap_or(word));
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let heavy = |word: &str| word.len() == 3 && word.ends_with("00");
    let mut words = value.split_whitespace();
    named.contains(&value)
        || words
            .any(|word| (is_number(&word) && !heavy(word) || SIZES.contains(&word)) && size(word))
}

/// One word of a place: `auto`, `-18pt`.
fn is_near(word: &str) -> bool {
    word == "auto" || is_within(word, FARTHEST_BACK, FARTHEST_ON)
}

fn is_within(value: &str, least: f32, most: f32) -> bool {
    pixels(value).is_some_and(|at| (least..=most).contains(&at))
}

/// `scale(1.02)`, `translate(2px, 0)`, `rotate(0)`.
fn is_small_change(value: &str) -> bool {
    let mut rest = value;
    while let Some((name, inner)) = rest.split_once('(') {
        let Some((inner, after)) = inner.split_once(')') else {
            return false;
        };
        let mut figures = inner.split([',', ' ']).filter(|f| !f.is_empty());
        let is_small = match name.trim() {
            "scale" | "scalex" | "scaley" => {
                figures.all(|f| part(f).is_some_and(|p| (0.3..=3.0).contains(&p)))
            }
            "translate" | "translatex" | "translatey" => figures.all(|f| is_within(f, -50.0, 50.0)),
            "rotate" => inner.trim_end_matches("deg").trim() == "0",
            _ => false,
        };
        if !is_small {
            return false;
        }
        rest = after;
    }
    rest.trim().is_empty()
}

/// `opacity(0.9)`.
fn is_seen_through(value: &str) -> bool {
    let inner = value
        .strip_prefix("opacity(")
        .and_then(|v| v.strip_suffix(')'));
    inner
        .and_then(|inner| part(inner.trim()))
        .is_some_and(|p| p >= FAINT)
}

/// A part of a whole: `0.5`, `50%`.
pub fn part(value: &str) -> Option<f32> {
    match value.strip_suffix('%') {
        Some(figure) => figure.parse::<f32>().ok().map(|n| n / 100.0),
        None => value.parse().ok(),
    }
}

fn figure_and_unit(value: &str) -> (&str, &str) {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')));
    value.split_at(end.unwrap_or(value.len()))
}

/// A length in pixels (CSS Values 4, 6), with letters of sixteen and a page of six hundred.
fn pixels(value: &str) -> Option<f32> {
    let (figure, unit) = figure_and_unit(value);
    let each = match unit {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" | "em" | "rem" => 16.0,
        "ch" | "ex" => 8.0,
        "in" => 96.0,
        "cm" => 37.8,
        "mm" => 3.78,
        "q" => 0.945,
        "%" | "vw" | "vh" | "vmin" | "vmax" => 6.0,
        _ => return None,
    };
    figure.parse::<f32>().ok().map(|n| n * each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_listed_and_all_else_is_not() {
        for seen in [
            "",
            "display:block",
            "font-size:11.0pt",
            "font-size:12px;font-family:Calibri,sans-serif",
            "font:italic 700 12px/1.5 Arial",
            "font: menu",
            "margin:0cm 0cm 0.0001pt",
            "margin-left:-18pt;text-indent:-18pt",
            "margin:0 auto;padding:10px 2em",
            "opacity:.5",
            "letter-spacing:-0.1px",
            "transform:scale(1.02)",
            "filter:opacity(.9)",
            "zoom:1",
            "overflow:hidden;width:100%",
            "height:0;overflow:visible",
            "mso-hide:none",
            "clip:auto;clip-path:none",
            "position:absolute;left:10px;top:-2px",
            "display:inherit",
        ] {
            assert!(!Style::read(seen).hides(), "{seen}");
        }
        for hidden in [
            "display:none",
            "DISPLAY : NONE",
            "di\\73play:none",
            "display:none;display:bogus",
            "display/**/:/**/none",
            "display:none!important;display:block",
            "display:table-column",
            "visibility:collapse",
            "opacity:0",
            "opacity:calc(0)",
            "font-size:0",
            "font-size:1px",
            "font-size:max(0px,0px)",
            "font-size:-0px",
            "font-size:1e-9px",
            "font:0/0 a",
            "font:1px/1 a",
            "text-indent:-100em",
            "text-indent:100%",
            "letter-spacing:-100px",
            "left:200vw",
            "inset:-9999px auto auto -9999px",
            "margin-top:-9999px",
            "padding-left:9999px",
            "transform:translateX(-9999px)",
            "transform:rotateY(90deg)",
            "transform:scale(0)",
            "translate:-9999px",
            "scale:0",
            "zoom:0",
            "filter:brightness(100)",
            "filter:alpha(opacity=0)",
            "mask:linear-gradient(transparent,transparent)",
            "mix-blend-mode:screen",
            "clip-path:circle(0)",
            "clip:rect(1px,1px,1px,1px)",
            "height:1px;overflow:hidden",
            "max-height:0px;overflow-y:clip",
            "width:0;overflow:auto",
            "block-size:0;overflow:hidden",
            "contain:strict;overflow:hidden",
            "mso-hide:all",
            "animation:x 1s forwards",
            "-webkit-text-security:disc",
            "font-family:'Adobe Blank'",
        ] {
            assert!(Style::read(hidden).hides(), "{hidden}");
        }
    }

    #[test]
    fn a_style_is_read_with_its_quotations_and_brackets() {
        let style = Style::read("background-image:url('a;b'); color:\"x\";x:{;};COLOR: White ");
        assert_eq!(style.value("color"), Some("white"));
        assert_eq!(style.value("background-image"), Some("url('a;b')"));
    }
}
