//! The FIDE Dutch system (Handbook C.04.3, effective till 31 January 2026): the pairing of
//! a Swiss round. A bracket after the other, from the top score down; in each, the best
//! candidate by the criteria C.5 to C.19 and, among equals, the first in the sequence of
//! D.1 to D.3.
//!
//! Every criterion, and every rule of the sequence, adds up over the pairs of a bracket. So
//! the best candidate is the heaviest matching, where a pair's weight has a field of bits
//! for each rule, the more important above the less.

mod bracket;
mod colours;
mod matching;
mod player;
mod weights;
mod wide;

use crate::chess::Side;
use crate::tournament::Points;
use bracket::{Found, Kind};
use player::{Contender, figures};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What the pairing of a round is made from.
#[derive(Clone, Debug)]
pub struct SwissField {
    /// Rounds of the whole event.
    pub rounds: u32,
    /// The most that a round can bring: who has more than half of it in all is a top scorer
    /// (A.7).
    pub most: Points,
    /// Who takes part in this round.
    pub contestants: Vec<Contestant>,
    /// Who took part before and does not now: floats are reckoned against them too.
    pub absent: Vec<Contestant>,
    /// Pairs that must not meet, the smaller number first (31.9).
    pub forbidden: BTreeSet<(u32, u32)>,
    /// Pairs that should not meet: as few of them do as the absolute criteria let.
    pub avoided: BTreeSet<(u32, u32)>,
    /// The colour of the highest odd number in the first round (E.5).
    pub initial: Side,
}

/// A player and what became of the rounds so far.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The starting number, which is the pairing number.
    pub number: u32,
    /// One for each round before.
    pub history: Vec<Past>,
}

/// What became of a round for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// A game was played.
    Played {
        /// Against whom.
        opponent: u32,
        /// With which colour.
        side: Side,
        /// What it gave.
        points: Points,
    },
    /// There was none.
    Unplayed {
        /// What it gave.
        points: Points,
        /// It was a pairing-allocated bye, or a win without play: no bye any more (C.2).
        bars_bye: bool,
    },
}

/// A round, paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissPairing {
    /// White and Black, in the order of publication.
    pub boards: Vec<(u32, u32)>,
    /// Who has the pairing-allocated bye.
    pub bye: Option<u32>,
}

/// No pairing of the round keeps the absolute criteria C.1 to C.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPairing;

/// Pairs a round.
///
/// # Errors
/// No pairing keeps the absolute criteria.
pub fn pair(field: &SwissField) -> Result<SwissPairing, NoPairing> {
    let players = figures(field.rounds, field.most, &field.contestants, &field.absent);
    let everyone: Vec<&Contender> = players.iter().collect();
    let apart = kept_apart(field, &everyone)?;
    let may = |a: &Contender, b: &Contender| a.may_meet(b) && !apart.contains(&pair_of(a, b));
    let mut groups: Vec<Vec<&Contender>> = players
        .chunk_by(|a, b| a.score == b.score)
        .map(|group| group.iter().collect())
        .collect();
    let mut pairs: Vec<(&Contender, &Contender)> = Vec::new();
    let mut floated: Vec<&Contender> = Vec::new();
    let mut at = 0;
    let mut collapsed = false;
    while let Some(residents) = groups.get(at) {
        let lower = groups.get(at + 1).map_or(&[][..], Vec::as_slice);
        let kind = match (lower.is_empty(), collapsed) {
            (true, _) => Kind::Last,
            (false, true) => Kind::Penultimate,
            (false, false) => Kind::Usual,
        };
        let found: Found<'_> = bracket::paired(&floated, residents, lower, kind, &may);
        let rest: Vec<&Contender> = groups.iter().skip(at + 1).flatten().copied().collect();
        let mut left = found.floating.clone();
        left.extend(rest.iter().copied());
        // The downfloaters and all below must be able to complete the round (C.4, A.9).
        if kind == Kind::Usual && !bracket::completes(&left, &may) {
            groups.truncate(at + 1);
            groups.push(rest);
            collapsed = true;
            continue;
        }
        pairs.extend(found.pairs);
        floated = found.floating;
        at += 1;
    }
    let bye = match floated.as_slice() {
        [] => None,
        [one] => Some(one.number),
        _ => return Err(NoPairing),
    };
    // Published by the score of the higher player, of the lower, and the higher's rank.
    pairs.sort_by_key(|(a, b)| std::cmp::Reverse((a.score, b.score, std::cmp::Reverse(a.number))));
    let boards = pairs
        .into_iter()
        .map(|(a, b)| match colours::of(a, b, field.initial) {
            Side::White => (a.number, b.number),
            Side::Black => (b.number, a.number),
        })
        .collect();
    Ok(SwissPairing { boards, bye })
}

/// The pairs that do not meet in this round: all that must not and should not, or, where no
/// pairing keeps that, all but as few of those that should not as are needed, those nearest
/// to each other in points. So it comes before every criterion of quality (31.9).
fn kept_apart<'f>(
    field: &'f SwissField,
    everyone: &[&Contender],
) -> Result<Cow<'f, BTreeSet<(u32, u32)>>, NoPairing> {
    let forbidden = |a: &Contender, b: &Contender| field.forbidden.contains(&pair_of(a, b));
    let avoided = |a: &Contender, b: &Contender| field.avoided.contains(&pair_of(a, b));
    let may = |a: &Contender, b: &Contender| a.may_meet(b) && !forbidden(a, b);
    if field.avoided.is_empty() {
        return match bracket::completes(everyone, &may) {
            true => Ok(Cow::Borrowed(&field.forbidden)),
            false => Err(NoPairing),
        };
    }
    let mut apart: BTreeSet<(u32, u32)> = field.forbidden.union(&field.avoided).copied().collect();
    if !bracket::completes(everyone, &|a, b| may(a, b) && !avoided(a, b)) {
        let needed = bracket::fewest(everyone, &may, &avoided).ok_or(NoPairing)?;
        for (a, b) in needed {
            apart.remove(&pair_of(a, b));
        }
    }
    Ok(Cow::Owned(apart))
}

/// The numbers of two, the smaller first.
fn pair_of(a: &Contender, b: &Contender) -> (u32, u32) {
    (a.number.min(b.number), a.number.max(b.number))
}

#[cfg(test)]
mod tests;
