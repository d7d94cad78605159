//! The boxes of a reply card, found where its code says they are: a code of two
//! centimetres tells only roughly what lies ten away, and the boxes' own lines tell it
//! exactly.

use super::picture::Picture;
use super::plane::{Plane, Spot};
use crate::report::pdf::REPLY_LAYOUT;

/// How far an end of the row may lie from where the code says, in points: not as far as
/// the next box.
const REACH: i8 = 14;
/// How far the foot of the row may lie aside of its top, in points, and in which steps.
const LEANING: [i8; 9] = [-8, -6, -4, -2, 0, 2, 4, 6, 8];
/// How far a corner is moved at last, in points.
const STEPS: [f64; 4] = [2.0, 1.0, 0.5, 0.25];
/// Rounds with each step.
const ROUNDS: usize = 12;
/// In how many places a line is looked at, roughly and at last.
const ROUGHLY: u8 = 8;
const EXACTLY: u8 = 24;
/// How far beside the middle of a line it is white, in points.
const BESIDE: f64 = 1.6;
/// Where a line is looked for roughly, beside the place where it is thought to be.
const ABOUT: [f64; 3] = [-0.5, 0.0, 0.5];

/// A line of a box: from, to, and what lies beside it.
struct BoxLine {
    from: Spot,
    to: Spot,
    aside: Spot,
}

/// The plane, moved so that the lines of the boxes lie where they are seen.
pub(super) fn fitted(picture: &Picture, plane: Plane) -> Plane {
    let [top, foot, upright] = lines();
    let corners = corners();
    let moved = |by: [Spot; 4]| {
        let mut at = corners;
        for (spot, by) in at.iter_mut().zip(by) {
            *spot = (spot.0 + by.0, spot.1 + by.1);
        }
        Plane::through(corners, at.map(|spot| plane.seen(spot)))
    };
    let mut fit = Fit {
        picture,
        dark: 0.0,
        by: [(0.0, 0.0); 4],
    };
    let reach = || (-REACH..=REACH).map(f64::from);
    for (lines, ends) in [(&top, [1.0, 1.0, 0.0, 0.0]), (&foot, [0.0, 0.0, 1.0, 1.0])] {
        fit.dark = f64::MIN;
        let [a, b, c, d] = fit.by.map(|by| by.1);
        let [at_a, at_b, at_c, at_d] = ends;
        for left in reach() {
            for right in reach() {
                let by = [
                    (0.0, a + left * at_a),
                    (0.0, b + right * at_b),
                    (0.0, c + right * at_c),
                    (0.0, d + left * at_d),
                ];
                fit.attempt(by, moved(by), &[lines], Some(ROUGHLY));
            }
        }
    }
    let [a, b, c, d] = fit.by.map(|by| by.1);
    fit.dark = f64::MIN;
    for lean in LEANING.map(f64::from) {
        for left in reach() {
            for right in reach() {
                let by = [(left, a), (right, b), (right + lean, c), (left + lean, d)];
                fit.attempt(by, moved(by), &[&upright], Some(ROUGHLY));
            }
        }
    }
    let all = [&top[..], &foot[..], &upright[..]];
    fit.dark = f64::MIN;
    let by = fit.by;
    fit.attempt(by, moved(by), &all, None);
    for step in STEPS {
        for _ in 0..ROUNDS {
            let before = fit.dark;
            for who in TOGETHER {
                for (right, down) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                    let mut by = fit.by;
                    for (by, moves) in by.iter_mut().zip(who) {
                        let times = f64::from(u8::from(moves));
                        *by = (by.0 + right * times, by.1 + down * times);
                    }
                    fit.attempt(by, moved(by), &all, None);
                }
            }
            if fit.dark <= before {
                break;
            }
        }
    }
    moved(fit.by).unwrap_or(plane)
}

/// Corners that are moved together: all, both of an edge, one.
const TOGETHER: [[bool; 4]; 9] = [
    [true, true, true, true],
    [true, false, false, true],
    [false, true, true, false],
    [true, true, false, false],
    [false, false, true, true],
    [true, false, false, false],
    [false, true, false, false],
    [false, false, true, false],
    [false, false, false, true],
];

/// The best place so far.
struct Fit<'p> {
    picture: &'p Picture,
    dark: f64,
    /// How far the corners of the row are moved there, in points.
    by: [Spot; 4],
}

impl Fit<'_> {
    /// Takes a place where the lines are darker.
    fn attempt(
        &mut self,
        by: [Spot; 4],
        plane: Option<Plane>,
        lines: &[&[BoxLine]],
        roughly: Option<u8>,
    ) {
        let Some(plane) = plane else { return };
        let dark = self.darkness(&plane, lines, roughly);
        if dark > self.dark {
            (self.dark, self.by) = (dark, by);
        }
    }

    /// How much darker the lines are than what lies beside them, in shades on the whole.
    fn darkness(&self, plane: &Plane, lines: &[&[BoxLine]], roughly: Option<u8>) -> f64 {
        let shade = |spot: Spot| {
            let (x, y) = plane.seen(spot);
            self.picture.shade(x, y)
        };
        let places = f64::from(roughly.unwrap_or(EXACTLY));
        let of = |line: &BoxLine| {
            let looked = (0..roughly.unwrap_or(EXACTLY)).map(|n| {
                let part = (f64::from(n) + 0.5) / places;
                let x = line.from.0 + (line.to.0 - line.from.0) * part;
                let y = line.from.1 + (line.to.1 - line.from.1) * part;
                let aside = |far: f64| shade((x + line.aside.0 * far, y + line.aside.1 * far));
                let beside = aside(BESIDE).min(aside(-BESIDE));
                let on = match roughly {
                    Some(_) => ABOUT.into_iter().map(aside).fold(f64::MAX, f64::min),
                    None => aside(0.0),
                };
                beside - on
            });
            looked.sum::<f64>() / places
        };
        lines.iter().flat_map(|some| some.iter()).map(of).sum()
    }
}

/// The lines of all boxes: at the top, at the foot, and those that stand.
fn lines() -> [Vec<BoxLine>; 3] {
    let (width, height) = REPLY_LAYOUT.size;
    let top = f64::from(REPLY_LAYOUT.row.y);
    let foot = top + f64::from(height);
    let [mut above, mut below, mut upright] = [Vec::new(), Vec::new(), Vec::new()];
    for left in REPLY_LAYOUT.boxes {
        let (left, right) = (f64::from(left), f64::from(left + width));
        for (lines, y) in [(&mut above, top), (&mut below, foot)] {
            lines.push(BoxLine {
                from: (left, y),
                to: (right, y),
                aside: (0.0, 1.0),
            });
        }
        upright.extend([left, right].map(|x| BoxLine {
            from: (x, top),
            to: (x, foot),
            aside: (1.0, 0.0),
        }));
    }
    [above, below, upright]
}

/// The corners of the row, from the first box to the last.
fn corners() -> [Spot; 4] {
    let [first, .., last] = REPLY_LAYOUT.boxes.map(f64::from);
    let right = last + f64::from(REPLY_LAYOUT.size.0);
    let top = f64::from(REPLY_LAYOUT.row.y);
    let foot = top + f64::from(REPLY_LAYOUT.size.1);
    [(first, top), (right, top), (right, foot), (first, foot)]
}
