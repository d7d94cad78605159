//! Colours of a page, as far as words in the colour of what they stand on are seen by nobody.
//! Weighed only where both are said, for what a program shows by night is another matter;
//! white words on which nothing is said to lie stand on white.

use super::style::{FAINT, Style};
use super::tag::Tag;
use cssparser::color::parse_named_color;

/// Largest difference of red, green or blue at which two colours are one to the eye: light
/// grey on white can still be read.
const ALIKE: u8 = 24;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Color([u8; 3]);

/// White.
const WHITE: Color = Color([255, 255, 255]);

impl Color {
    fn is_like(self, other: Color) -> bool {
        let mut parts = self.0.into_iter().zip(other.0);
        parts.all(|(one, other)| one.abs_diff(other) <= ALIKE)
    }
}

/// What words lie on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ground {
    /// Nothing is said of it.
    #[default]
    Unsaid,
    /// A colour.
    Plain(Color),
    /// A picture, or what we cannot read.
    Picture,
}

/// What words are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ink {
    /// Nothing is said of it.
    #[default]
    Unsaid,
    /// A colour.
    Plain(Color),
    /// None at all.
    Clear,
}

/// The colours of an element: its own, or those of what it stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    ink: Ink,
    ground: Ground,
}

impl Paint {
    /// Whether nobody sees words in these colours.
    pub fn hides(self) -> bool {
        match (self.ink, self.ground) {
            (Ink::Clear, _) => true,
            (Ink::Plain(ink), Ground::Plain(ground)) => ink.is_like(ground),
            (Ink::Plain(ink), Ground::Unsaid) => ink.is_like(WHITE),
            (Ink::Plain(_), Ground::Picture) | (Ink::Unsaid, _) => false,
        }
    }

    /// Those of an element that stands in one of these.
    pub fn within(self, tag: &Tag, said: &Style) -> Paint {
        let mut paint = self;
        // A link has the colour of links.
        if tag.name == "a" && tag.has("href") {
            paint.ink = Ink::Unsaid;
        }
        if tag.is_bare() {
            return paint;
        }
        let ink = match tag.name.as_str() {
            "body" => "text",
            _ => "color",
        };
        if tag.has(ink) {
            paint.ink = attribute(tag.value(ink)).map_or(Ink::Unsaid, Ink::Plain);
        }
        if tag.has("background") {
            paint.ground = Ground::Picture;
        }
        if let Some(color) = attribute(tag.value("bgcolor")) {
            paint.ground = Ground::Plain(color);
        }
        for rule in &said.0 {
            match rule.name.as_str() {
                "color" | "-webkit-text-fill-color" => paint.write_in(&rule.value),
                "background" | "background-color" => paint.lie_on(&rule.value),
                _ => {}
            }
        }
        paint
    }

    fn write_in(&mut self, value: &str) {
        match shade(value) {
            Some((_, seen)) if seen < FAINT => self.ink = Ink::Clear,
            Some((color, _)) => self.ink = Ink::Plain(color),
            None if matches!(value, "inherit" | "unset" | "currentcolor" | "") => {}
            None if is_of_program(value) => self.ink = Ink::Unsaid,
            // Whoever writes so may mean what nobody sees.
            None => self.ink = Ink::Clear,
        }
    }

    /// The last colour that a value says: a background has other words as well.
    fn lie_on(&mut self, value: &str) {
        for word in words(value) {
            match shade(word) {
                // Through it is seen what lies below.
                Some((_, seen)) if seen < FAINT => {}
                Some((color, seen)) if seen > 1.0 - FAINT => self.ground = Ground::Plain(color),
                Some(_) => self.ground = Ground::Picture,
                None if word.contains('(') => self.ground = Ground::Picture,
                None => {}
            }
        }
    }
}

/// The colour of an attribute, which may lack its sign.
fn attribute(value: &str) -> Option<Color> {
    let value = value.trim();
    let sharp = format!("#{}", value.trim_start_matches('#'));
    let found = shade(value).or_else(|| shade(&sharp));
    found.map(|(color, _)| color)
}

/// What the colour of words is called where it is that of the page, or of a program's own: it is
/// seen on that.
fn is_of_program(value: &str) -> bool {
    let own = [
        "inherit",
        "initial",
        "unset",
        "revert",
        "currentcolor",
        "auto",
        "windowtext",
        "canvastext",
        "buttontext",
        "captiontext",
        "fieldtext",
        "graytext",
        "infotext",
        "linktext",
        "menutext",
        "visitedtext",
        "activetext",
        "text",
    ];
    own.contains(&value) || value.starts_with("-webkit-") || value.starts_with("-moz-")
}

/// The words of a value; what stands in brackets is of one with what stands before them.
fn words(value: &str) -> Vec<&str> {
    let (mut words, mut from, mut depth) = (Vec::new(), 0, 0_u32);
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => {
                words.extend(value.get(from..at).filter(|w| !w.is_empty()));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    words.extend(value.get(from..).filter(|w| !w.is_empty()));
    words
}

/// A colour with how much of it is seen, of 1 (CSS Color 4).
fn shade(value: &str) -> Option<(Color, f32)> {
    // Figures alone are a colour in an attribute, and a width in a style.
    if let Ok((red, green, blue)) = parse_named_color(value) {
        return Some((Color([red, green, blue]), 1.0));
    }
    let is_bare = value.chars().all(|c| c.is_ascii_hexdigit());
    let color = csscolorparser::parse(value).ok().filter(|_| !is_bare)?;
    let [red, green, blue, _] = color.to_rgba8();
    Some((Color([red, green, blue]), color.a))
}
