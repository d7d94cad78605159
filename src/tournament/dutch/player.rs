//! What the pairing needs of a player: rank, colours, floats (C.04.3, A.2 to A.7).

use super::{Contestant, Past};
use crate::chess::Side;
use crate::tournament::Points;
use std::collections::{BTreeMap, BTreeSet};

/// Which way somebody floated (A.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
    None,
}

/// How much a colour is due (A.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

/// A player with the figures of the rounds so far.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub number: u32,
    /// In quarters of a point.
    pub score: i64,
    /// The colour that is due, where one is.
    pub due: Option<Side>,
    pub strength: Strength,
    /// Games with White less games with Black.
    pub difference: i64,
    /// The last two games had one colour.
    pub twice: bool,
    /// The floats of the round before and of the one before that.
    pub floats: [Float; 2],
    pub met: BTreeSet<u32>,
    /// The colours of the games that were played, in order.
    pub colours: Vec<Side>,
    /// No pairing-allocated bye any more (C.2).
    pub had_bye: bool,
    /// More than half of the points before the last round (A.7).
    pub top: bool,
}

impl Contender {
    /// Whether the colours of two who have the same due speak against their meeting (C.3).
    pub fn may_meet(&self, other: &Contender) -> bool {
        let absolute = |of: &Contender| of.strength == Strength::Absolute;
        let both = absolute(self) && absolute(other) && self.due == other.due;
        !self.met.contains(&other.number) && (self.top || other.top || !both)
    }

    /// Both want the same colour.
    pub fn clashes(&self, other: &Contender) -> bool {
        self.due.is_some() && self.due == other.due
    }
}

/// What somebody had in quarters before each round, and now at the end.
fn scores(history: &[Past]) -> Vec<i64> {
    let mut sum = 0;
    let mut all = vec![0];
    for past in history {
        sum += match past {
            Past::Played { points, .. } | Past::Unplayed { points, .. } => points.in_quarters(),
        };
        all.push(sum);
    }
    all
}

/// The figures of all who are paired, the highest rank first (A.2).
pub(super) fn figures(
    rounds: u32,
    most: Points,
    contestants: &[Contestant],
    others: &[Contestant],
) -> Vec<Contender> {
    let before: BTreeMap<u32, Vec<i64>> = contestants
        .iter()
        .chain(others)
        .map(|c| (c.number, scores(&c.history)))
        .collect();
    let mut all: Vec<Contender> = contestants
        .iter()
        .map(|c| of(rounds, most, c, &before))
        .collect();
    all.sort_by_key(|f| (std::cmp::Reverse(f.score), f.number));
    all
}

fn of(rounds: u32, most: Points, who: &Contestant, before: &BTreeMap<u32, Vec<i64>>) -> Contender {
    let played = || {
        who.history.iter().filter_map(|past| match past {
            Past::Played { opponent, side, .. } => Some((*opponent, *side)),
            Past::Unplayed { .. } => None,
        })
    };
    let colours: Vec<Side> = played().map(|(_, side)| side).collect();
    let difference: i64 = colours
        .iter()
        .map(|side| match side {
            Side::White => 1,
            Side::Black => -1,
        })
        .sum();
    let twice = matches!(colours.as_slice(), [.., a, b] if a == b);
    let due = match difference {
        0 => colours.last().map(|side| side.other()),
        over if over > 0 => Some(Side::Black),
        _ => Some(Side::White),
    };
    let strength = match (difference.abs(), due) {
        (2.., _) => Strength::Absolute,
        _ if twice => Strength::Absolute,
        (1, _) => Strength::Strong,
        (_, Some(_)) => Strength::Mild,
        (_, None) => Strength::None,
    };
    let past = who.history.len();
    let score = scores(&who.history).last().copied().unwrap_or(0);
    let most = most.in_quarters() * i64::try_from(past).unwrap_or(0);
    let is_last = u32::try_from(past + 1).is_ok_and(|round| round == rounds);
    Contender {
        number: who.number,
        score,
        due,
        strength,
        difference,
        twice,
        floats: [
            float(who, before, past.checked_sub(1)),
            float(who, before, past.checked_sub(2)),
        ],
        met: played().map(|(opponent, _)| opponent).collect(),
        colours,
        had_bye: who
            .history
            .iter()
            .any(|p| matches!(p, Past::Unplayed { bars_bye: true, .. })),
        top: is_last && score * 2 > most,
    }
}

/// How somebody floated in a round, from 0 (A.4).
fn float(who: &Contestant, before: &BTreeMap<u32, Vec<i64>>, round: Option<usize>) -> Float {
    let Some(round) = round else {
        return Float::None;
    };
    let Some(Past::Played { opponent, .. }) = who.history.get(round) else {
        return Float::Down;
    };
    let score = |number: &u32| before.get(number).and_then(|s| s.get(round)).copied();
    match score(&who.number).cmp(&score(opponent)) {
        std::cmp::Ordering::Greater => Float::Down,
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::None,
    }
}
