//! A flat card as a camera sees it: which point of the picture shows which point of the
//! card.

/// A point of a card or of a picture: to the right, and down.
pub type Spot = (f64, f64);

/// From points of a card to points of a picture, straight lines staying straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Row by row; the ninth number is 1.
    by: [f64; 8],
}

impl Plane {
    /// What takes these four points to those; `None` where three lie on a line.
    pub fn through(card: [Spot; 4], picture: [Spot; 4]) -> Option<Plane> {
        let mut rows = Vec::with_capacity(8);
        for ((x, y), (u, v)) in card.into_iter().zip(picture) {
            rows.push([x, y, 1.0, 0.0, 0.0, 0.0, -x * u, -y * u, u]);
            rows.push([0.0, 0.0, 0.0, x, y, 1.0, -x * v, -y * v, v]);
        }
        Some(Plane { by: solved(rows)? })
    }

    /// Where a point of the card is seen.
    pub fn seen(&self, (x, y): Spot) -> Spot {
        let [a, b, c, d, e, f, g, h] = self.by;
        let far = g * x + h * y + 1.0;
        ((a * x + b * y + c) / far, (d * x + e * y + f) / far)
    }
}

/// Eight unknowns out of eight lines, the ninth number of each what they come to.
fn solved(mut rows: Vec<[f64; 9]>) -> Option<[f64; 8]> {
    let mut done: Vec<[f64; 9]> = Vec::with_capacity(8);
    for column in 0..8 {
        let weight = |row: &[f64; 9]| row.get(column).map_or(0.0, |n| n.abs());
        let (at, _) = rows
            .iter()
            .enumerate()
            .max_by(|(_, a), (_, b)| weight(a).total_cmp(&weight(b)))?;
        let mut pivot = rows.swap_remove(at);
        let by = *pivot.get(column)?;
        if !by.is_finite() || by.abs() < 1e-9 {
            return None;
        }
        pivot.iter_mut().for_each(|n| *n /= by);
        for row in rows.iter_mut().chain(&mut done) {
            let times = *row.get(column)?;
            row.iter_mut().zip(pivot).for_each(|(n, p)| *n -= times * p);
        }
        done.push(pivot);
    }
    let mut found = [0.0; 8];
    for (n, row) in found.iter_mut().zip(&done) {
        *n = *row.last()?;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_points_say_where_all_are_seen() {
        let card = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        let picture = [(100.0, 50.0), (300.0, 70.0), (280.0, 260.0), (90.0, 240.0)];
        let plane = Plane::through(card, picture).unwrap();
        for (of, at) in card.into_iter().zip(picture) {
            let seen = plane.seen(of);
            assert!((seen.0 - at.0).abs() < 1e-6 && (seen.1 - at.1).abs() < 1e-6);
        }
        // The middle of a square is where its diagonals cross.
        let (x, y) = plane.seen((5.0, 5.0));
        let cross = |(a, b): (Spot, Spot)| (x - a.0) * (b.1 - a.1) - (y - a.1) * (b.0 - a.0);
        assert!(cross((picture[0], picture[2])).abs() < 1e-6);
        assert!(cross((picture[1], picture[3])).abs() < 1e-6);
        let line = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 5.0)];
        assert_eq!(Plane::through(line, picture), None);
    }
}
