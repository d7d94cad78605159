//! What a table is reckoned from: its players, their games, and points.

use serde::{Deserialize, Serialize};
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
    pub(super) fn times(self, other: Points) -> Points {
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

/// A player as the table needs him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePlayer {
    /// The starting number, from 1.
    pub start_number: u32,
    /// The name.
    pub name: String,
    /// Whether he has left the tournament.
    pub withdrawn: bool,
    /// Whether his games count for anybody (33.1): false only for one who left
    /// early, see [`a33_1_counts`](super::standings::a33_1_counts). It is the arbiter's act, never computed from
    /// the table: a player who is merely slow counts.
    pub counts: bool,
    /// The rating, where it is known.
    #[serde(default)]
    pub rating: Option<u32>,
}

/// Points without a game, in an event that is paired round by round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableBye {
    /// Who.
    pub player: u32,
    /// In which round.
    pub round: u32,
    /// How many.
    pub points: Points,
}

/// Everything a table is reckoned from.
#[derive(Clone, Debug, Default)]
pub struct CrossTable {
    /// Who plays.
    pub players: Vec<TablePlayer>,
    /// Every game of the schedule.
    pub games: Vec<TableGame>,
    /// Points without a game.
    pub byes: Vec<TableBye>,
    /// The rounds that were paired so far, where they are paired one by one.
    pub rounds: Option<u32>,
}

/// A game as the table needs it; every game of the schedule, open ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableGame {
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// How it stands.
    pub result: TableResult,
    /// The round, from 1.
    #[serde(default)]
    pub round: u32,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableResult {
    /// Not finished.
    Open,
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// ½-½.
    Draw,
    /// 0-0: both have lost, for example by 56.9.3.
    BothLose,
    /// +/-: White wins without play.
    WhiteForfeit,
    /// -/+: Black wins without play.
    BlackForfeit,
    /// -/-: neither was there (33.1.1).
    BothForfeit,
    /// Left out of the table (54.7, 55.8, 56.8).
    Annulled,
}

impl TableResult {
    /// White's and Black's points (10).
    pub fn points(self) -> (Points, Points) {
        match self {
            TableResult::WhiteWins | TableResult::WhiteForfeit => (Points::ONE, Points::ZERO),
            TableResult::BlackWins | TableResult::BlackForfeit => (Points::ZERO, Points::ONE),
            TableResult::Draw => (Points::HALF, Points::HALF),
            TableResult::BothLose
            | TableResult::BothForfeit
            | TableResult::Open
            | TableResult::Annulled => (Points::ZERO, Points::ZERO),
        }
    }

    /// What stands in White's and in Black's row; nothing for a game left out.
    pub fn marks(self) -> Option<(&'static str, &'static str)> {
        match self {
            TableResult::Open => Some(("", "")),
            TableResult::WhiteWins => Some(("1", "0")),
            TableResult::BlackWins => Some(("0", "1")),
            TableResult::Draw => Some(("½", "½")),
            TableResult::BothLose => Some(("0", "0")),
            TableResult::WhiteForfeit => Some(("+", "-")),
            TableResult::BlackForfeit => Some(("-", "+")),
            TableResult::BothForfeit => Some(("-", "-")),
            TableResult::Annulled => None,
        }
    }
}
