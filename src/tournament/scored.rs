//! What a table is reckoned from: its players, their games, and points.

pub use crate::rules::{Points, Scoring};
use serde::{Deserialize, Serialize};

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
    /// It was asked for, and not given by the pairing.
    pub asked: bool,
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
    /// What results bring (10.1).
    pub scoring: Scoring,
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
    /// White's and Black's points (10.1). Who was not there has none, not even those of a
    /// loss.
    pub fn points(self, by: Scoring) -> (Points, Points) {
        let Scoring { win, draw, loss } = by;
        match self {
            TableResult::WhiteWins => (win, loss),
            TableResult::BlackWins => (loss, win),
            TableResult::WhiteForfeit => (win, Points::ZERO),
            TableResult::BlackForfeit => (Points::ZERO, win),
            TableResult::Draw => (draw, draw),
            TableResult::BothLose => (loss, loss),
            TableResult::BothForfeit | TableResult::Open | TableResult::Annulled => {
                (Points::ZERO, Points::ZERO)
            }
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
