//! The drawing of starting numbers with restrictions by the Varma tables (31.10), for a
//! round-robin of 9 to 24 players: players of one federation do not meet in the last three
//! rounds (31.9). The tables keep this with one exception, and [`Ceremony::late`] names whom it
//! concerns: of twelve players, 6 and 12 are in one envelope and meet in the last round.
//!
//! Who draws is settled by 31.10.1.2; what is drawn comes from a seed that was published
//! before ([`Lot`]): the large envelope of the n-th group for the purpose
//! `varma/n/envelope`, the numbers in the envelope A for `varma/n/A`.

use super::lot::Lot;
use super::system::round_robin::berger;
use crate::fold::fold;
use serde::Serialize;
use std::collections::BTreeMap;

/// The fewest players of a table.
pub const FEWEST: usize = 9;
/// The most players of a table.
pub const MOST: usize = 24;
/// Rounds at the end in which players of one federation should not meet (31.9).
pub const LATE_ROUNDS: u32 = 3;

/// The tables of 31.10.1.5, by the even number of players: what is in the envelopes A to D.
/// An odd number plays without the highest.
const TABLES: [(usize, [&[u32]; 4]); 8] = [
    (10, [&[3, 4, 8], &[5, 7, 9], &[1, 6], &[2, 10]]),
    (12, [&[4, 5, 9, 10], &[1, 2, 7], &[6, 8, 12], &[3, 11]]),
    (
        14,
        [&[4, 5, 6, 11, 12], &[1, 2, 8, 9], &[7, 10, 13], &[3, 14]],
    ),
    (
        16,
        [
            &[5, 6, 7, 12, 13, 14],
            &[1, 2, 3, 9, 10],
            &[8, 11, 15],
            &[4, 16],
        ],
    ),
    (
        18,
        [
            &[5, 6, 7, 8, 14, 15, 16],
            &[1, 2, 3, 10, 11, 12],
            &[9, 13, 17],
            &[4, 18],
        ],
    ),
    (
        20,
        [
            &[6, 7, 8, 9, 15, 16, 17, 18],
            &[1, 2, 3, 11, 12, 13, 14],
            &[5, 10, 19],
            &[4, 20],
        ],
    ),
    (
        22,
        [
            &[6, 7, 8, 9, 10, 17, 18, 19, 20],
            &[1, 2, 3, 4, 12, 13, 14, 15],
            &[11, 16, 21],
            &[5, 22],
        ],
    ),
    (
        24,
        [
            &[6, 7, 8, 9, 10, 11, 19, 20, 21, 22],
            &[1, 2, 3, 4, 13, 14, 15, 16, 17],
            &[12, 18, 23],
            &[5, 24],
        ],
    ),
];

/// A large envelope: its letter, and the numbers that are in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Envelope {
    /// A, B, C or D.
    pub letter: char,
    /// In their order.
    pub numbers: Vec<u32>,
}

/// Who draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawer {
    /// The name, the surname first where players are listed so.
    pub name: String,
    /// Whom he plays for; who has nobody is a group of his own.
    pub federation: Option<String>,
}

/// How the numbers were drawn, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ceremony {
    /// What was in the envelopes.
    pub envelopes: Vec<Envelope>,
    /// In the order of drawing.
    pub groups: Vec<GroupDraw>,
}

/// What one federation drew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupDraw {
    /// Its name; none for a player without one.
    pub federation: Option<String>,
    /// How many of it draw.
    pub size: usize,
    /// The large envelopes that had numbers enough for the whole group when it drew; none
    /// where it had to draw from several.
    pub fitting: Vec<char>,
    /// The players in their order, each with the envelope and the number drawn from it.
    pub draws: Vec<Draw>,
}

/// A small envelope drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// Which of those who draw, from 0 as they were given.
    pub drawer: usize,
    /// Out of which large envelope.
    pub envelope: char,
    /// The starting number.
    pub number: u32,
}

impl Ceremony {
    /// Who has the starting numbers 1, 2, 3 …: places of the list that was given.
    pub fn by_number(&self) -> Vec<usize> {
        let draws = self.groups.iter().flat_map(|g| &g.draws);
        let numbers: BTreeMap<u32, usize> = draws.map(|d| (d.number, d.drawer)).collect();
        numbers.into_values().collect()
    }

    /// Who of one federation meet in the last rounds all the same, and in which: two places
    /// of the list, and the round of the single round-robin.
    pub fn late(&self) -> Vec<([usize; 2], u32)> {
        let draws = self.groups.iter().map(|g| g.draws.len()).sum::<usize>();
        let rounds = berger(u32::try_from(draws).unwrap_or(0));
        let last = u32::try_from(rounds.len()).unwrap_or(0);
        let meet = |a: &Draw, b: &Draw| {
            let of = |m: &(u32, u32)| *m == (a.number, b.number) || *m == (b.number, a.number);
            let mut late = (1..).zip(&rounds).filter(|(n, _)| n + LATE_ROUNDS > last);
            let (round, _) = late.find(|(_, boards)| boards.iter().any(of))?;
            Some(([a.drawer, b.drawer], round))
        };
        let mut found = Vec::new();
        for group in &self.groups {
            for (at, a) in group.draws.iter().enumerate() {
                let others = group.draws.iter().skip(at + 1);
                found.extend(others.filter_map(|b| meet(a, b)));
            }
        }
        found
    }

    /// The groups for which 31.9 is not assured: no envelope had numbers enough.
    pub fn parted(&self) -> impl Iterator<Item = &GroupDraw> {
        self.groups.iter().filter(|g| g.fitting.is_empty())
    }
}

/// The envelopes for so many players (31.10.1.5); none where there is no table.
pub fn envelopes(players: usize) -> Option<Vec<Envelope>> {
    if players < FEWEST {
        return None;
    }
    let table = TABLES.iter().find(|(most, _)| players <= *most)?;
    let plays = |number: &u32| usize::try_from(*number).is_ok_and(|n| n <= players);
    let envelope = |(letter, numbers): (char, &&[u32])| Envelope {
        letter,
        numbers: numbers.iter().copied().filter(plays).collect(),
    };
    Some(('A'..='D').zip(&table.1).map(envelope).collect())
}

/// Draws the numbers; none where the tables have no such number of players.
///
/// The federation with the most players draws first, of equal ones in the order of the
/// alphabet, and its players in the order of their names (31.10.1.2). It draws one of the
/// large envelopes that hold enough for all of it, and its numbers from that (31.10.1.3).
/// Where none holds enough, the fullest is emptied, then the next.
pub fn draw(drawers: &[Drawer], seed: &str) -> Option<Ceremony> {
    let envelopes = envelopes(drawers.len())?;
    let mut left = envelopes.clone();
    let groups = (1..)
        .zip(in_order(drawers))
        .map(|(n, group)| of_group(drawers, &group, &mut left, &format!("varma/{n}"), seed))
        .collect();
    Some(Ceremony { envelopes, groups })
}

/// The groups in the order of drawing, each with its players in theirs.
fn in_order(drawers: &[Drawer]) -> Vec<Vec<usize>> {
    let mut by_name: Vec<(usize, &Drawer)> = drawers.iter().enumerate().collect();
    by_name.sort_by_cached_key(|(at, drawer)| (fold(&drawer.name), drawer.name.clone(), *at));
    let mut together: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
    for (place, (at, drawer)) in by_name.into_iter().enumerate() {
        let key = match &drawer.federation {
            Some(federation) => (fold(federation), 0),
            None => (String::new(), place + 1),
        };
        together.entry(key).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = together.into_values().collect();
    // A stable sort: equal ones stay in the order of the alphabet.
    groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
    groups
}

fn of_group(
    drawers: &[Drawer],
    group: &[usize],
    left: &mut [Envelope],
    purpose: &str,
    seed: &str,
) -> GroupDraw {
    let fitting: Vec<char> = left
        .iter()
        .filter(|e| e.numbers.len() >= group.len())
        .map(|e| e.letter)
        .collect();
    let opened: Vec<char> = match fitting.as_slice() {
        [] => {
            let mut fullest: Vec<&Envelope> = left.iter().collect();
            fullest.sort_by_key(|e| std::cmp::Reverse(e.numbers.len()));
            fullest.iter().map(|e| e.letter).collect()
        }
        some => {
            let lots = Lot::new(seed, &format!("{purpose}/envelope"));
            lots.ordered(some.to_vec()).into_iter().take(1).collect()
        }
    };
    let mut players = group.iter();
    let mut draws = Vec::new();
    for letter in opened {
        let Some(envelope) = left.iter_mut().find(|e| e.letter == letter) else {
            continue;
        };
        let lots = Lot::new(seed, &format!("{purpose}/{letter}"));
        for number in lots.ordered(envelope.numbers.clone()) {
            let Some(drawer) = players.next() else {
                break;
            };
            envelope.numbers.retain(|n| *n != number);
            draws.push(Draw {
                drawer: *drawer,
                envelope: letter,
                number,
            });
        }
    }
    let first = group.first().and_then(|at| drawers.get(*at));
    GroupDraw {
        federation: first.and_then(|d| d.federation.clone()),
        size: group.len(),
        fitting,
        draws,
    }
}

#[cfg(test)]
#[path = "varma_tests.rs"]
mod tests;
