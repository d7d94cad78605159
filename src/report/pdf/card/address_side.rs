//! The side of a card for the post: who writes at the upper left, the stamp at the upper
//! right, who gets it at the lower right, and below it white for the marks of machines.

use super::super::PdfError;
use super::super::ink::QUIET;
use super::super::sheet::{A6, Pages};
use super::fitted::{CardParagraph, Place};
use super::postal::PostalParty;
use super::{EDGE, index_field, set_fitting};
use crate::language::Language;
use crate::messages::Phrase;
use krilla::geom::Point;

/// The stamp: 22 by 27 mm.
const STAMP: (f32, f32) = (62.0, 76.0);
/// Who writes.
const SENDER: Place = Place {
    x: EDGE,
    y: EDGE,
    width: 190.0,
    height: 92.0,
};
/// Who gets it; below stay 15 mm for the post.
const RECIPIENT: Place = Place {
    x: 212.0,
    y: 118.0,
    width: A6.0 - 212.0 - EDGE,
    height: A6.1 - 118.0 - 42.5,
};
/// Lines to write on where an address is not known, and how far they stand apart.
const BLANK_LINES: u8 = 4;
const BLANK_STEP: f32 = 19.0;

/// Draws the side. An address that is not known has lines to be filled in with a pen.
pub fn draw(
    pages: &mut Pages<'_>,
    to: &PostalParty,
    from: &PostalParty,
    language: Language,
) -> Result<(), PdfError> {
    party(pages, from, to, Phrase("card.from").say(language), SENDER)?;
    party(pages, to, from, Phrase("card.to").say(language), RECIPIENT)?;
    stamp(pages);
    if let Some(index) = to.written(from).index {
        let y = A6.1 - EDGE - index_field::HEIGHT;
        index_field::draw(pages, EDGE + 4.0, y, &index);
    }
    Ok(())
}

/// One of the two, under a label. The larger letters are for who gets it.
fn party(
    pages: &mut Pages<'_>,
    whose: &PostalParty,
    other: &PostalParty,
    label: &str,
    place: Place,
) -> Result<(), PdfError> {
    let large = if place == RECIPIENT { 12.0 } else { 9.0 };
    let address = whose.written(other);
    let mut text = vec![CardParagraph::new(7.0, label).quiet()];
    let lines = address.lines.into_iter();
    text.extend(lines.map(|line| CardParagraph::new(large, line).below(1.0)));
    let end = set_fitting(pages, &text, place, &whose.name)?;
    if whose.lines.is_empty() {
        for line in 1..=BLANK_LINES {
            let y = end + BLANK_STEP * f32::from(line);
            if y <= place.y + place.height {
                let from = Point::from_xy(place.x, y);
                pages.line(from, Point::from_xy(place.x + place.width, y), 0.7);
            }
        }
    }
    Ok(())
}

/// The place of the stamp.
fn stamp(pages: &mut Pages<'_>) {
    let (right, top) = (A6.0 - EDGE, EDGE);
    let (left, foot) = (right - STAMP.0, top + STAMP.1);
    for (from, to) in [
        ((left, top), (right, top)),
        ((right, top), (right, foot)),
        ((right, foot), (left, foot)),
        ((left, foot), (left, top)),
    ] {
        let (from, to) = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
        pages.stroke(from, to, 0.5, QUIET);
    }
}
