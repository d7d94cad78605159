//! The systems of play (26) behind one interface: who meets whom, when the next round is
//! paired, who goes through. What meets are units: players, by their starting numbers, or
//! teams, by theirs; [`super::pairing`] makes games of their meetings.
//!
//! A further system is a word of [`System`] and a room here.

pub mod knock_out;
pub mod round_robin;
pub mod scheveningen;
pub mod swiss;

use super::play::{Play, System};
use super::scored::{Points, Scoring};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Who meets, as far as a system needs it.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// How it is played.
    pub play: &'a Play,
    /// How many units there are; they are numbered from 1.
    pub units: u32,
    /// Numbers that stay free: left before the start (31.4).
    pub free: BTreeSet<u32>,
    /// Who has left since, or does not play in the next round.
    pub absent: BTreeSet<u32>,
    /// Boards of a match; one, where players meet.
    pub boards: u32,
    /// What results bring (10.1).
    pub scoring: Scoring,
    /// Ratings, where they are known.
    pub ratings: BTreeMap<u32, u32>,
    /// Federations, where they are known: those with which units were entered.
    pub federations: BTreeMap<u32, String>,
    /// Pairs that have met in a stage before, whose results are carried over, likewise.
    pub carried: BTreeSet<(u32, u32)>,
}

impl<'a> Field<'a> {
    /// So many units of whom nothing else is known.
    pub fn of(play: &'a Play, units: u32) -> Field<'a> {
        Field {
            play,
            units,
            free: BTreeSet::new(),
            absent: BTreeSet::new(),
            boards: 1,
            scoring: Scoring::USUAL,
            ratings: BTreeMap::new(),
            federations: BTreeMap::new(),
            carried: BTreeSet::new(),
        }
    }

    /// The numbers that are not free, in their order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        (1..=self.units).filter(|n| !self.free.contains(n))
    }
}

/// A meeting: who has White, and who Black. Between teams the first has White on the odd
/// boards (21).
pub type Meeting = (u32, u32);

/// Who has no game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// The unit.
    pub unit: u32,
    /// What it gets for it.
    pub points: Points,
    /// It was asked for, and not given by the pairing: that can still give one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// A round: who meets whom, in the order of the boards, and who is free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The meetings; a pair that plays several games stands there several times.
    pub meetings: Vec<Meeting>,
    /// Who gets points without a game.
    pub byes: Vec<Bye>,
}

/// A meeting of a round that was paired, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastMeeting {
    /// White's number, or of the team with White on the odd boards.
    pub white: u32,
    /// The other's.
    pub black: u32,
    /// What each scored; none while something of it is unfinished.
    pub score: Option<(Points, Points)>,
    /// How it counts for the pairing alone, while something of it is unfinished and the
    /// arbiter orders the pairing.
    pub estimate: Option<(Points, Points)>,
    /// It was played: not won or lost without a move.
    pub played: bool,
}

impl PastMeeting {
    /// What it counts for the next pairing.
    pub fn counted(&self) -> Option<(Points, Points)> {
        self.score.or(self.estimate)
    }
}

/// A round that was paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastRound {
    /// Its meetings.
    pub meetings: Vec<PastMeeting>,
    /// Who was free.
    pub byes: Vec<Bye>,
    /// Who was not there when it was paired.
    pub absent: BTreeSet<u32>,
}

/// What comes after the rounds so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextRound {
    /// Nothing: all rounds are paired.
    Nothing,
    /// The next round, as soon as its term begins.
    Paired(Round),
    /// Unfinished meetings have to be waited for.
    Waits,
    /// The rules of the system do not give another round.
    Unpairable(Unpairable),
}

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpairable {
    /// No pairing of all keeps the absolute rules.
    NoPairing,
    /// Too few are left.
    TooFew,
}

impl fmt::Display for Unpairable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unpairable::NoPairing => {
                "no pairing keeps the absolute rules (no second meeting, no third colour, one bye, who never meets)"
            }
            Unpairable::TooFew => "fewer than two are left to meet",
        })
    }
}

impl std::error::Error for Unpairable {}

/// The rounds that are known before the first move: all of them, or the first one.
///
/// # Errors
/// Why the first round cannot be paired.
pub fn opening(field: &Field<'_>) -> Result<Vec<Round>, Unpairable> {
    if field.play.system.is_by_rounds() {
        return match next(field, &[]) {
            NextRound::Paired(round) => Ok(vec![round]),
            NextRound::Unpairable(why) => Err(why),
            NextRound::Nothing | NextRound::Waits => Ok(Vec::new()),
        };
    }
    let units = field.units;
    let tables = match field.play.system {
        System::RoundRobin | System::TeamRoundRobin => round_robin::legs(units, field.play.legs),
        System::DoubleRoundRobin => round_robin::legs(units, 2),
        System::Match => round_robin::games_of_match((1, 2), field.play.games)
            .into_iter()
            .map(|meeting| vec![meeting])
            .collect(),
        System::Pairs => {
            vec![
                field
                    .play
                    .pairs
                    .iter()
                    .map(|p| (p.white, p.black))
                    .collect(),
            ]
        }
        System::Scheveningen => vec![vec![(1, 2)]],
        System::Swiss
        | System::TeamSwiss
        | System::KnockOut
        | System::DoubleKnockOut
        | System::TeamKnockOut => Vec::new(),
    };
    let plays = |(a, b): &Meeting| {
        let free = field.free.contains(a) || field.free.contains(b);
        !free && !field.carried.contains(&(*a.min(b), *a.max(b)))
    };
    // Who meets a free number has no game in that round, as with an odd field.
    let round = |meetings: Vec<Meeting>| Round {
        meetings: meetings.into_iter().filter(plays).collect(),
        byes: Vec::new(),
    };
    Ok(tables.into_iter().map(round).collect())
}

/// What comes after the rounds so far.
pub fn next(field: &Field<'_>, past: &[PastRound]) -> NextRound {
    let system = field.play.system;
    if system.is_swiss() {
        swiss::next(field, past)
    } else if system.is_knock_out() {
        knock_out::next(field, past)
    } else if system == System::Match {
        knock_out::after_match(field, past)
    } else {
        NextRound::Nothing
    }
}

#[cfg(test)]
mod tests;
