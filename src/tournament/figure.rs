//! An exact figure of a tie-break: points, a count, or an average, never a float.

use super::scored::Points;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A ratio of whole numbers; the lower one is above nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactFigure {
    over: i64,
    under: i64,
}

/// Figures behind the point of an average.
const PLACES: i64 = 100;

impl ExactFigure {
    /// Nothing.
    pub const ZERO: ExactFigure = ExactFigure { over: 0, under: 1 };

    /// A whole number.
    pub fn whole(number: i64) -> ExactFigure {
        ExactFigure {
            over: number,
            under: 1,
        }
    }

    /// The average of so many; nothing of none.
    pub fn average(sum: i64, count: i64) -> ExactFigure {
        match count {
            1.. => ExactFigure {
                over: sum,
                under: count,
            },
            _ => ExactFigure::ZERO,
        }
    }
}

impl From<Points> for ExactFigure {
    fn from(points: Points) -> ExactFigure {
        ExactFigure {
            over: points.in_quarters(),
            under: 4,
        }
    }
}

impl Ord for ExactFigure {
    fn cmp(&self, other: &ExactFigure) -> Ordering {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        cross(self.over, other.under).cmp(&cross(other.over, self.under))
    }
}

impl PartialOrd for ExactFigure {
    fn partial_cmp(&self, other: &ExactFigure) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ExactFigure {
    /// Exact where it is whole or in quarters; an average to two places, halves up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.over * 4 % self.under == 0 && self.over >= 0 {
            return Points::quarters(self.over * 4 / self.under).fmt(f);
        }
        let rounded = (self.over * PLACES * 2 + self.under).div_euclid(self.under * 2);
        write!(f, "{}.{:02}", rounded / PLACES, rounded.rem_euclid(PLACES))
    }
}

impl Serialize for ExactFigure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_exact_and_averages_have_two_places() {
        assert_eq!(ExactFigure::from(Points::quarters(69)).to_string(), "17.25");
        assert_eq!(ExactFigure::whole(3).to_string(), "3");
        assert_eq!(ExactFigure::average(6451, 3).to_string(), "2150.33");
        assert_eq!(ExactFigure::average(1, 8).to_string(), "0.13");
        assert_eq!(ExactFigure::average(4, 2).to_string(), "2");
        assert!(ExactFigure::average(2, 3) > ExactFigure::average(3, 5));
        assert_eq!(
            ExactFigure::average(1, 2).cmp(&ExactFigure::average(2, 4)),
            Ordering::Equal
        );
    }
}
