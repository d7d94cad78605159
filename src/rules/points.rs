//! What a result counts (10.1): points, and how many a win, a draw and a loss bring.

use serde::de::Error;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An exact number of points in quarters. Its text form is a decimal: `5.5`, `17.25`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub struct Points(i64);

impl Points {
    /// None.
    pub const ZERO: Points = Points(0);
    /// For a draw.
    pub const HALF: Points = Points(2);
    /// For a win.
    pub const ONE: Points = Points(4);

    /// From quarters of a point.
    pub fn quarters(quarters: i64) -> Points {
        Points(quarters)
    }

    /// In quarters of a point.
    pub fn in_quarters(self) -> i64 {
        self.0
    }

    /// Reads what is printed: `5.5`.
    pub fn parse(text: &str) -> Option<Points> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let quarters = match part {
            "0" | "00" => 0,
            "25" => 1,
            "5" | "50" => 2,
            "75" => 3,
            _ => return None,
        };
        let whole: u32 = whole.parse().ok()?;
        Some(Points(i64::from(whole) * 4 + quarters))
    }

    /// One times the other. Both are whole or half points, so that the product
    /// is exact in quarters.
    pub fn times(self, other: Points) -> Points {
        Points(self.0 * other.0 / 4)
    }
}

impl std::ops::Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::ZERO, |sum, one| sum + one)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.0 % 4 {
            0 => "",
            1 => ".25",
            2 => ".5",
            _ => ".75",
        };
        write!(f, "{}{part}", self.0 / 4)
    }
}

impl From<Points> for String {
    fn from(points: Points) -> String {
        points.to_string()
    }
}

impl TryFrom<String> for Points {
    type Error = String;

    fn try_from(text: String) -> Result<Points, String> {
        Points::parse(&text).ok_or_else(|| format!("'{text}' is not a number of points"))
    }
}

/// What a win, a draw and a loss bring: 1, ½ and 0, unless the regulations say otherwise
/// (10.1). A win without play and a bye are wins. All three are whole or half points, and a
/// win brings more than a loss.
///
/// It is stored as a tournament file has it: `[3, 1, 0]`, `[1, 0.5, 0]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// For a win.
    pub win: Points,
    /// For a draw.
    pub draw: Points,
    /// For a loss.
    pub loss: Points,
}

impl Scoring {
    /// 1, ½, 0.
    pub const USUAL: Scoring = Scoring {
        win: Points::ONE,
        draw: Points::HALF,
        loss: Points::ZERO,
    };
    /// The most that a win may bring.
    const MOST: u16 = 100;
    /// What may stand there.
    pub const ALLOWED: &'static str = "[win, draw, loss], whole or half points up to 100, none \
        more than the one before, a win more than a loss";

    /// From half points; none where they are not in their order.
    pub fn of_halves(halves: [i64; 3]) -> Option<Scoring> {
        let [win, draw, loss] = halves;
        let in_order = 0 <= loss && loss <= draw && draw <= win && loss < win;
        let [win, draw, loss] = halves.map(|half| Points::quarters(half * 2));
        (in_order && win.in_quarters() <= i64::from(Scoring::MOST) * 4).then_some(Scoring {
            win,
            draw,
            loss,
        })
    }

    /// What the other one has from a game that brought so many.
    pub fn other_side(self, got: Points) -> Points {
        match got {
            _ if got == self.win => self.loss,
            _ if got == self.draw => self.draw,
            _ => self.win,
        }
    }
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring::USUAL
    }
}

impl Serialize for Scoring {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(3))?;
        for points in [self.win, self.draw, self.loss] {
            let halves = u16::try_from(points.in_quarters() / 2).unwrap_or(0);
            match halves % 2 {
                0 => list.serialize_element(&(halves / 2))?,
                _ => list.serialize_element(&(f64::from(halves) / 2.0))?,
            }
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Scoring {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Scoring, D::Error> {
        let given = <[f64; 3]>::deserialize(from)?;
        let wrong = || D::Error::custom(format!("allowed: {}", Scoring::ALLOWED));
        let mut halves = [0; 3];
        for (to, from) in halves.iter_mut().zip(given) {
            // Halves are exact in binary.
            let same = |half: &u16| (f64::from(*half) / 2.0).total_cmp(&from).is_eq();
            let found = (0..=Scoring::MOST * 2).find(same);
            *to = found.map(i64::from).ok_or_else(wrong)?;
        }
        Scoring::of_halves(halves).ok_or_else(wrong)
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_printed_exactly() {
        for (quarters, text) in [(0, "0"), (1, "0.25"), (22, "5.5"), (69, "17.25"), (28, "7")] {
            assert_eq!(Points::quarters(quarters).to_string(), text);
            assert_eq!(Points::parse(text), Some(Points::quarters(quarters)));
        }
        assert_eq!(Points::quarters(3).to_string(), "0.75");
        for bad in ["", "x", "1.3", "-1", "1.", ".5"] {
            assert_eq!(Points::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a10_1_what_results_bring_is_stored_as_a_file_has_it() {
        for halves in [
            [2, 1, 0],
            [6, 2, 0],
            [4, 2, 0],
            [6, 4, 2],
            [2, 0, 0],
            [200, 199, 198],
        ] {
            let scoring = Scoring::of_halves(halves).unwrap();
            let stored = serde_json::to_string(&scoring).unwrap();
            assert_eq!(serde_json::from_str::<Scoring>(&stored).unwrap(), scoring);
        }
        let stored = serde_json::to_string(&Scoring::USUAL).unwrap();
        assert_eq!(stored, "[1,0.5,0]");
        assert_eq!(
            serde_json::from_str::<Scoring>("[3, 1, 0]")
                .unwrap()
                .to_string(),
            "3, 1, 0"
        );
        for bad in [
            "[1, 0.25, 0]",
            "[0, 0, 0]",
            "[1, 2, 0]",
            "[1, 0.5]",
            "[101, 1, 0]",
            "[1, 0, -1]",
        ] {
            assert!(serde_json::from_str::<Scoring>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_one_gets_says_what_the_other_has() {
        let three = Scoring::of_halves([6, 2, 0]).unwrap();
        for (got, other) in [
            (three.win, three.loss),
            (three.draw, three.draw),
            (three.loss, three.win),
        ] {
            assert_eq!(three.other_side(got), other);
        }
    }
}
