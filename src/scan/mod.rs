//! Pictures of reply cards: the codes in them, and the row of the move cut out, upright
//! and enlarged. Bytes in, findings out; whose code it is, others know.

mod boxes;
mod picture;
mod plane;

pub use picture::{MAX_FILE, MAX_PIXELS, Picture, PictureTrouble};

use crate::report::pdf::{Place, REPLY_LAYOUT};
use plane::{Plane, Spot};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// White left around the row of the move, in points.
pub const AROUND: f64 = 6.0;
/// Pixels of a cut-out for a point of the card.
pub const ENLARGED: u8 = 4;
/// Pixels of a picture that is searched first.
const SEARCHED: usize = 3_000_000;
/// Most codes of one picture: four cards lie on a sheet, and a table has more.
const MOST_CODES: usize = 40;

/// A code in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundCode {
    /// What it says.
    pub text: String,
    /// Where the card lies.
    plane: Plane,
}

/// The codes in a picture, as far as it can be read; each once.
///
/// The search takes long where much looks like a code: it begins with the picture made
/// small, where grain and fine print are gone. Grain alone can hold it up for hours, so
/// whoever waits for it sets a term.
pub fn codes(picture: &Picture) -> Vec<FoundCode> {
    let mut smaller = vec![(picture.clone(), 1.0)];
    while let Some((last, larger)) = smaller.last()
        && (smaller.len() == 1 || last.width() * last.height() > SEARCHED)
    {
        let next = (last.halved(), larger * 2.0);
        smaller.push(next);
    }
    // A small picture is searched as it is first.
    if picture.width() * picture.height() <= SEARCHED {
        smaller.reverse();
    }
    for (level, larger) in smaller.iter().rev() {
        let found = codes_at(level, *larger, (0.0, 0.0));
        if !found.is_empty() {
            return found.into_iter().map(|f| nearer(picture, f)).collect();
        }
    }
    Vec::new()
}

/// The code as the whole picture shows it: a part of it is searched once more.
fn nearer(picture: &Picture, found: FoundCode) -> FoundCode {
    let Place { x, y, width, .. } = REPLY_LAYOUT.code;
    let (x, y, width) = (f64::from(x), f64::from(y), f64::from(width));
    let around = width / 4.0;
    let (left, right) = (x - around, x + width + around);
    let (top, foot) = (y - around, y + width + around);
    let corners = [(left, top), (right, top), (right, foot), (left, foot)];
    let seen = corners.map(|corner| found.plane.seen(corner));
    let least = |of: fn(Spot) -> f64| seen.into_iter().map(of).fold(f64::MAX, f64::min);
    let most = |of: fn(Spot) -> f64| seen.into_iter().map(of).fold(f64::MIN, f64::max);
    let from = (least(|s| s.0), least(|s| s.1));
    let (part, from) = picture.part(from, (most(|s| s.0), most(|s| s.1)));
    let again = codes_at(&part, 1.0, from);
    let same = again.into_iter().find(|f| f.text == found.text);
    same.unwrap_or(found)
}

/// The codes in a picture that is so much smaller than the whole, or begins there in it.
fn codes_at(picture: &Picture, larger: f64, (left, top): Spot) -> Vec<FoundCode> {
    let look = || {
        let (width, height) = (picture.width(), picture.height());
        let mut prepared =
            rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| picture.at(x, y));
        let grids = prepared.detect_grids();
        let read = |grid: &rqrr::Grid<_>| {
            let (meta, text) = rqrr::Grid::decode(grid).ok()?;
            Some((meta.version.to_size(), text, grid.bounds))
        };
        grids.iter().filter_map(read).take(MOST_CODES).collect()
    };
    // Its search counts on the numbers of a likely code; a picture may hold others.
    let read: Vec<(usize, String, [rqrr::Point; 4])> =
        catch_unwind(AssertUnwindSafe(look)).unwrap_or_default();
    let mut found: Vec<FoundCode> = Vec::new();
    for (dots, text, corners) in read {
        let corners = corners.map(|p| {
            (
                f64::from(p.x) * larger + left,
                f64::from(p.y) * larger + top,
            )
        });
        let known = found.iter().any(|f| f.text == text);
        if let Some(plane) = plane_of(dots, corners).filter(|_| !known) {
            found.push(FoundCode { text, plane });
        }
    }
    found
}

/// How a card lies whose code has these corners. They are those of a square of one dot
/// more than the code has: so the search gives them.
fn plane_of(dots: usize, corners: [Spot; 4]) -> Option<Plane> {
    let Place { x, y, width, .. } = REPLY_LAYOUT.code;
    let dots = f64::from(u8::try_from(dots).ok()?);
    let (x, y) = (f64::from(x), f64::from(y));
    let edge = f64::from(width) * (dots + 1.0) / dots;
    let square = [(x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)];
    Plane::through(square, corners)
}

/// The row of the move of the card with this code: upright, enlarged, from white to black.
pub fn cut_out(picture: &Picture, code: &FoundCode) -> Picture {
    let plane = boxes::fitted(picture, code.plane);
    let Place {
        x,
        y,
        width,
        height,
    } = REPLY_LAYOUT.row;
    let (left, top) = (f64::from(x) - AROUND, f64::from(y) - AROUND);
    let (wide, high) = (
        pixels(f64::from(width) + 2.0 * AROUND),
        pixels(f64::from(height) + 2.0 * AROUND),
    );
    let step = 1.0 / f64::from(ENLARGED);
    let at = |n: u16| (f64::from(n) + 0.5) * step;
    let shades: Vec<f64> = (0..high)
        .flat_map(|row| (0..wide).map(move |column| (column, row)))
        .map(|(column, row)| {
            let (u, v) = plane.seen((left + at(column), top + at(row)));
            picture.shade(u, v)
        })
        .collect();
    Picture::new(usize::from(wide), usize::from(high), stretched(&shades))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "some hundred points of a card"
)]
fn pixels(points: f64) -> u16 {
    (points * f64::from(ENLARGED)) as u16
}

/// Shades from the darkest to the lightest, but for a few, spread from black to white.
fn stretched(shades: &[f64]) -> Vec<u8> {
    let mut sorted = shades.to_vec();
    sorted.sort_by(f64::total_cmp);
    let few = sorted.len() / 100;
    let (Some(dark), Some(light)) = (sorted.get(few), sorted.iter().rev().nth(few * 5)) else {
        return Vec::new();
    };
    let range = (light - dark).max(1.0);
    let spread = |shade: &f64| ((shade - dark) / range * 255.0).clamp(0.0, 255.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 255"
    )]
    let byte = |shade: &f64| spread(shade).round() as u8;
    shades.iter().map(byte).collect()
}
