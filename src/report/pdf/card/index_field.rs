//! The field in which Russian post reads the six digits of an index by machine: digits
//! of straight strokes, 5 by 10 mm, one every 9 mm, under two marks where it begins.

use super::super::ink::INK;
use super::super::sheet::Pages;
use krilla::geom::Point;

/// A digit's width and height, and from the left of one to the left of the next.
const DIGIT: (f32, f32) = (14.17, 28.35);
const STEP: f32 = 25.51;
/// How thick its strokes are.
const PEN: f32 = 2.4;
/// The height of the whole, with the marks over the digits.
pub const HEIGHT: f32 = DIGIT.1 + 9.0;

/// The corners of a digit: left or right, and how many halves down.
type Corner = (u8, u8);
const TL: Corner = (0, 0);
const TR: Corner = (1, 0);
const ML: Corner = (0, 1);
const MR: Corner = (1, 1);
const BL: Corner = (0, 2);
const BR: Corner = (1, 2);

/// The strokes of a digit, from corner to corner; none for what is no digit.
fn strokes(digit: char) -> &'static [(Corner, Corner)] {
    match digit {
        '0' => &[(TL, TR), (TR, BR), (BR, BL), (BL, TL)],
        '1' => &[(ML, TR), (TR, BR)],
        '2' => &[(TL, TR), (TR, MR), (MR, BL), (BL, BR)],
        '3' => &[(TL, TR), (TR, ML), (ML, MR), (MR, BL)],
        '4' => &[(TL, ML), (ML, MR), (TR, BR)],
        '5' => &[(TR, TL), (TL, ML), (ML, MR), (MR, BR), (BR, BL)],
        '6' => &[(TR, ML), (ML, BL), (BL, BR), (BR, MR), (MR, ML)],
        '7' => &[(TL, TR), (TR, ML), (ML, BL)],
        '8' => &[(TL, TR), (TR, BR), (BR, BL), (BL, TL), (ML, MR)],
        '9' => &[(MR, ML), (ML, TL), (TL, TR), (TR, MR), (MR, BL)],
        _ => &[],
    }
}

/// Draws the field with its upper left corner there.
pub fn draw(pages: &mut Pages<'_>, x: f32, y: f32, index: &str) {
    for mark in [0.0, STEP] {
        pages.area(x + mark, y, DIGIT.0 + 4.0, 3.0, INK);
    }
    let top = y + HEIGHT - DIGIT.1;
    let mut left = x;
    for digit in index.chars() {
        let at = |corner: Corner| {
            Point::from_xy(
                left + f32::from(corner.0) * DIGIT.0,
                top + f32::from(corner.1) * DIGIT.1 / 2.0,
            )
        };
        for (from, to) in strokes(digit) {
            pages.stroke(at(*from), at(*to), PEN, INK);
        }
        left += STEP;
    }
}
