//! What marks paper: colours, how text is set, letters and paths on a surface.

use super::fonts::{Face, Fonts};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point};
use krilla::paint::Fill;
use krilla::surface::Surface;

/// A colour.
pub type Colour = (u8, u8, u8);
/// What is written.
pub const INK: Colour = (0x1b, 0x1b, 0x1b);
/// What is of less weight.
pub const QUIET: Colour = (0x62, 0x62, 0x62);
/// What must be seen.
pub const LOUD: Colour = (0xa3, 0x20, 0x0d);
/// Lines of a table.
pub const RULE: Colour = (0xb4, 0xb0, 0xa8);
/// What stands behind titles.
pub const BAND: Colour = (0xf3, 0xf1, 0xec);

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// The face.
    pub face: Face,
    /// The size, in points.
    pub size: f32,
    /// The colour.
    pub colour: Colour,
}

impl TextStyle {
    /// From the top of a line to the top of the next.
    pub fn leading(self) -> f32 {
        self.size * 1.28
    }
}

/// A text on a surface.
pub fn write(surface: &mut Surface<'_>, fonts: &Fonts, at: Point, style: TextStyle, text: &str) {
    surface.set_stroke(None);
    surface.set_fill(Some(filled(style.colour, 1.0)));
    let glyphs = fonts.glyphs(style.face, text);
    surface.draw_glyphs(at, &glyphs, fonts.font(style.face), text, style.size, false);
}

/// A path, if there is anything in it.
pub fn path(build: impl FnOnce(&mut PathBuilder)) -> Option<Path> {
    let mut builder = PathBuilder::new();
    build(&mut builder);
    builder.finish()
}

/// A colour as krilla has it.
pub fn rgb(colour: Colour) -> rgb::Color {
    rgb::Color::new(colour.0, colour.1, colour.2)
}

/// A ground of that colour, so opaque.
pub fn filled(colour: Colour, opacity: f32) -> Fill {
    Fill {
        paint: rgb(colour).into(),
        opacity: krilla::num::NormalizedF32::new(opacity)
            .unwrap_or(krilla::num::NormalizedF32::ONE),
        ..Fill::default()
    }
}
