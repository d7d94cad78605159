//! An exact figure of a tie-break: points, a count, or an average, never a float.

use super::scored::Points;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A ratio of whole numbers; the lower one is above nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    over: i64,
    under: i64,
}

/// Figures behind the point of an average.
const PLACES: i64 = 100;

impl Figure {
    /// Nothing.
    pub const ZERO: Figure = Figure { over: 0, under: 1 };

    /// A whole number.
    pub fn whole(number: i64) -> Figure {
        Figure {
            over: number,
            under: 1,
        }
    }

    /// The average of so many; nothing of none.
    pub fn average(sum: i64, count: i64) -> Figure {
        match count {
            1.. => Figure {
                over: sum,
                under: count,
            },
            _ => Figure::ZERO,
        }
    }
}

impl From<Points> for Figure {
    fn from(points: Points) -> Figure {
        Figure {
            over: points.in_quarters(),
            under: 4,
        }
    }
}

impl Ord for Figure {
    fn cmp(&self, other: &Figure) -> Ordering {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        cross(self.over, other.under).cmp(&cross(other.over, self.under))
    }
}

impl PartialOrd for Figure {
    fn partial_cmp(&self, other: &Figure) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Figure {
    /// Exact where it is whole or in quarters; an average to two places, halves up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.over * 4 % self.under == 0 && self.over >= 0 {
            return Points::quarters(self.over * 4 / self.under).fmt(f);
        }
        let rounded = (self.over * PLACES * 2 + self.under).div_euclid(self.under * 2);
        write!(f, "{}.{:02}", rounded / PLACES, rounded.rem_euclid(PLACES))
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_exact_and_averages_have_two_places() {
        assert_eq!(Figure::from(Points::quarters(69)).to_string(), "17.25");
        assert_eq!(Figure::whole(3).to_string(), "3");
        assert_eq!(Figure::average(6451, 3).to_string(), "2150.33");
        assert_eq!(Figure::average(1, 8).to_string(), "0.13");
        assert_eq!(Figure::average(4, 2).to_string(), "2");
        assert!(Figure::average(2, 3) > Figure::average(3, 5));
        assert_eq!(
            Figure::average(1, 2).cmp(&Figure::average(2, 4)),
            Ordering::Equal
        );
    }
}
