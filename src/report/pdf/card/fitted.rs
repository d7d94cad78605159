//! Text that is measured before it is set: as large as its place has room for.

use super::super::fonts::{Face, Fonts, composed};
use super::super::ink::{Colour, INK, QUIET, TextStyle};
use super::super::sheet::Pages;

/// How much smaller than meant a text may become, in steps from the first.
const SCALES: [f32; 7] = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];

/// A place on a card, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// A paragraph, as large as it is meant to be.
#[derive(Clone, Debug)]
pub struct CardParagraph {
    text: String,
    face: Face,
    size: f32,
    colour: Colour,
    /// Room above it.
    above: f32,
}

impl CardParagraph {
    /// Of so large letters.
    pub fn new(size: f32, text: impl Into<String>) -> CardParagraph {
        CardParagraph {
            text: composed(&text.into()),
            face: Face::Regular,
            size,
            colour: INK,
            above: 0.0,
        }
    }

    /// In bold.
    pub fn bold(mut self) -> CardParagraph {
        self.face = Face::Bold;
        self
    }

    /// A label: of less weight than what stands below it.
    pub fn quiet(mut self) -> CardParagraph {
        self.colour = QUIET;
        self
    }

    /// With so much room above.
    pub fn below(mut self, above: f32) -> CardParagraph {
        self.above = above;
        self
    }

    fn style(&self, scale: f32) -> TextStyle {
        TextStyle {
            face: self.face,
            size: self.size * scale,
            colour: self.colour,
        }
    }

    fn lines(&self, fonts: &Fonts, width: f32, scale: f32) -> Vec<String> {
        let style = self.style(scale);
        fonts.lines(style.face, style.size, &self.text, width)
    }

    fn height(&self, fonts: &Fonts, width: f32, scale: f32) -> f32 {
        let lines = self.lines(fonts, width, scale);
        let leading = self.style(scale).leading();
        lines
            .iter()
            .fold(self.above * scale, |sum, _| sum + leading)
    }
}

/// The largest scale at which all paragraphs fit, if there is one.
pub fn scale_of(fonts: &Fonts, text: &[CardParagraph], place: Place) -> Option<f32> {
    SCALES.into_iter().find(|scale| {
        let heights = text.iter().map(|p| p.height(fonts, place.width, *scale));
        heights.sum::<f32>() <= place.height
    })
}

/// Sets paragraphs below each other at a scale; gives where the next would begin.
pub fn set(pages: &mut Pages<'_>, text: &[CardParagraph], place: Place, scale: f32) -> f32 {
    let mut y = place.y;
    for paragraph in text {
        y += paragraph.above * scale;
        let style = paragraph.style(scale);
        for line in paragraph.lines(pages.fonts, place.width, scale) {
            pages.text(place.x, y, style, &line);
            y += style.leading();
        }
    }
    y
}
