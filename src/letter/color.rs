//! Colours of a page, as far as words in the colour of what they stand on are seen by nobody.
//! Weighed only where both are said, for what a program shows by night is another matter;
//! white words on which nothing is said to lie stand on white.

use super::tag::Tag;

/// Largest difference of red, green or blue at which two colours are one to the eye: light
/// grey on white can still be read.
const ALIKE: u8 = 24;

/// Of how little of a colour nothing is seen.
const FAINT: f32 = 0.1;

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
    pub fn within(self, tag: &Tag) -> Paint {
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
            paint.write_in(tag.value(ink));
        }
        if tag.has("background") {
            paint.ground = Ground::Picture;
        }
        if tag.has("bgcolor") {
            paint.lie_on(tag.value("bgcolor"));
        }
        for rule in tag.value("style").split(';') {
            let Some((name, value)) = rule.split_once(':') else {
                continue;
            };
            let name = name.trim();
            if ["color", "-webkit-text-fill-color"]
                .iter()
                .any(|n| name.eq_ignore_ascii_case(n))
            {
                paint.write_in(value);
            } else if ["background", "background-color"]
                .iter()
                .any(|n| name.eq_ignore_ascii_case(n))
            {
                paint.lie_on(value);
            }
        }
        paint
    }

    fn write_in(&mut self, value: &str) {
        match shade(&plain(value)) {
            Some((_, seen)) if seen < FAINT => self.ink = Ink::Clear,
            Some((color, _)) => self.ink = Ink::Plain(color),
            None if is_of_parent(&plain(value)) => {}
            None => self.ink = Ink::Unsaid,
        }
    }

    /// The last colour that a value says: a background has other words as well.
    fn lie_on(&mut self, value: &str) {
        for word in words(&plain(value)) {
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

fn is_of_parent(value: &str) -> bool {
    matches!(value, "inherit" | "unset" | "currentcolor" | "")
}

/// A value in lower case, without `!important`.
fn plain(value: &str) -> String {
    let value = value.trim().to_ascii_lowercase();
    let end = value.find('!').unwrap_or(value.len());
    unescaped(value.get(..end).unwrap_or("").trim())
}

/// `w\68 ite`: signs by their numbers (CSS Syntax 3, 4.3.7).
fn unescaped(value: &str) -> String {
    let mut parts = value.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for escaped in parts {
        let hex = |c: &char| c.is_ascii_hexdigit();
        let digits: String = escaped.chars().take(6).take_while(hex).collect();
        let sign = u32::from_str_radix(&digits, 16).ok();
        out.extend(sign.and_then(char::from_u32));
        let rest = escaped.get(digits.len()..).unwrap_or("");
        out.push_str(match digits.is_empty() {
            true => rest,
            false => rest.strip_prefix(' ').unwrap_or(rest),
        });
    }
    out
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

/// A colour with how much of it is seen, of 1.
fn shade(value: &str) -> Option<(Color, f32)> {
    if value == "transparent" {
        return Some((WHITE, 0.0));
    }
    if let Some(color) = named(value) {
        return Some((color, 1.0));
    }
    match value.split_once('(') {
        Some((name, inner)) => in_brackets(name, inner.trim_end_matches(')')),
        None => in_figures(value.strip_prefix('#').unwrap_or(value)),
    }
}

/// `fff`, `ffff`, `ffffff`, `ffffffff`.
fn in_figures(digits: &str) -> Option<(Color, f32)> {
    let all: Option<Vec<u8>> = digits
        .chars()
        .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
        .collect();
    let parts: Vec<u8> = match all?[..] {
        [r, g, b] => vec![r * 17, g * 17, b * 17, 255],
        [r, g, b, a] => vec![r * 17, g * 17, b * 17, a * 17],
        [r, s, g, h, b, c] => vec![r * 16 + s, g * 16 + h, b * 16 + c, 255],
        [r, s, g, h, b, c, a, d] => vec![r * 16 + s, g * 16 + h, b * 16 + c, a * 16 + d],
        _ => return None,
    };
    match parts[..] {
        [r, g, b, a] => Some((Color([r, g, b]), f32::from(a) / 255.0)),
        _ => None,
    }
}

/// `rgb(255, 255, 255)`, `rgba(…, 0.5)`, `hsl(0, 0%, 100%)`, with commas or without.
fn in_brackets(name: &str, inner: &str) -> Option<(Color, f32)> {
    let apart = |c: char| c == ',' || c == '/' || c.is_whitespace();
    let parts: Vec<&str> = inner.split(apart).filter(|p| !p.is_empty()).collect();
    let (&[one, two, three], rest) = parts.split_first_chunk::<3>()?;
    let seen = rest.first().map_or(Some(1.0), |a| part_of(a, 1.0))?;
    let color = match name {
        "color" => return by_space(inner),
        "rgb" | "rgba" => {
            let part = |p| part_of(p, 255.0).map(byte);
            Color([part(one)?, part(two)?, part(three)?])
        }
        "hsl" | "hsla" => by_light(one, part_of(two, 1.0)?, part_of(three, 1.0)?)?,
        "hwb" => by_white(part_of(two, 1.0)?, part_of(three, 1.0)?)?,
        "lab" | "lch" => gray(part_of(one, 100.0)? / 100.0, part_of(two, 100.0)?, 4.0)?,
        "oklab" | "oklch" => gray(part_of(one, 1.0)?, part_of(two, 0.4)?, 0.02)?,
        _ => return None,
    };
    Some((color, seen))
}

/// `color(srgb 1 1 1 / 0.5)`, of which only the common space is read.
fn by_space(inner: &str) -> Option<(Color, f32)> {
    let inner = inner.trim().strip_prefix("srgb ")?;
    let (parts, seen) = inner.split_once('/').unwrap_or((inner, "1"));
    let parts: Option<Vec<u8>> = parts
        .split_whitespace()
        .map(|p| part_of(p, 1.0).map(|p| byte(p * 255.0)))
        .collect();
    match parts?[..] {
        [r, g, b] => Some((Color([r, g, b]), part_of(seen.trim(), 1.0)?)),
        _ => None,
    }
}

/// The colour that is nothing but white and black (CSS Color 4, 8); none where a hue is in it.
fn by_white(white: f32, black: f32) -> Option<Color> {
    let all = white + black;
    (all >= 0.95).then(|| Color([byte(white / all * 255.0); 3]))
}

/// The gray of a lightness from 0 to 1, where there is nearly no colour in it. Near white it is
/// what it is in sRGB; what lies between is near enough.
fn gray(light: f32, color: f32, most: f32) -> Option<Color> {
    (color.abs() <= most).then(|| Color([byte(light * 255.0); 3]))
}

/// A figure, or that part of a whole where it has a per cent sign.
fn part_of(text: &str, whole: f32) -> Option<f32> {
    match text.strip_suffix('%') {
        Some(figure) => figure.parse::<f32>().ok().map(|n| n / 100.0 * whole),
        None => text.parse().ok(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is kept between 0 and 255"
)]
fn byte(part: f32) -> u8 {
    part.clamp(0.0, 255.0).round() as u8
}

/// The colour of a hue, a saturation and a lightness (CSS Color 4, 7.1).
fn by_light(hue: &str, saturation: f32, light: f32) -> Option<Color> {
    let hue: f32 = hue.trim_end_matches("deg").parse().ok()?;
    let reach = saturation * light.min(1.0 - light);
    let part = |n: f32| {
        let k = (n + hue / 30.0).rem_euclid(12.0);
        byte((light - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)) * 255.0)
    };
    Some(Color([part(0.0), part(8.0), part(4.0)]))
}

/// The names that people know, and those that are nearly white.
fn named(name: &str) -> Option<Color> {
    let parts = match name {
        // The ground of a page that says nothing of it.
        "white" | "canvas" => [255, 255, 255],
        "snow" => [255, 250, 250],
        "ivory" => [255, 255, 240],
        "ghostwhite" => [248, 248, 255],
        "whitesmoke" => [245, 245, 245],
        "floralwhite" => [255, 250, 240],
        "mintcream" => [245, 255, 250],
        "azure" => [240, 255, 255],
        "honeydew" => [240, 255, 240],
        "aliceblue" => [240, 248, 255],
        "seashell" => [255, 245, 238],
        "lavenderblush" => [255, 240, 245],
        "black" => [0, 0, 0],
        "silver" => [192, 192, 192],
        "gray" | "grey" => [128, 128, 128],
        "lightgray" | "lightgrey" => [211, 211, 211],
        "darkgray" | "darkgrey" => [169, 169, 169],
        "red" => [255, 0, 0],
        "maroon" => [128, 0, 0],
        "yellow" => [255, 255, 0],
        "olive" => [128, 128, 0],
        "lime" => [0, 255, 0],
        "green" => [0, 128, 0],
        "aqua" | "cyan" => [0, 255, 255],
        "teal" => [0, 128, 128],
        "blue" => [0, 0, 255],
        "navy" => [0, 0, 128],
        "fuchsia" | "magenta" => [255, 0, 255],
        "purple" => [128, 0, 128],
        "orange" => [255, 165, 0],
        _ => return None,
    };
    Some(Color(parts))
}
