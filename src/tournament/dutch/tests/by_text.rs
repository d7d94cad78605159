//! The round reckoned a second time, from the words of C.04.3 and by trying everything:
//! all candidates of a bracket are made, and of the best by C.5 to C.19 the first in the
//! sequence of D.1 to D.3 is taken. For small fields only.

use crate::chess::Side;
use crate::tournament::Points;
use crate::tournament::dutch::player::{Contender, Float, Strength, figures};
use crate::tournament::dutch::{SwissField, colours};
use std::collections::{BTreeMap, BTreeSet};

/// Players by their places, the highest rank first.
type Places = Vec<usize>;

/// Pairs, and who stays over.
#[derive(Clone, Debug, Default)]
struct Candidate {
    pairs: Vec<(usize, usize)>,
    floating: Places,
}

/// What a candidate is held against another by: the lesser, the better.
type Key = Vec<Vec<i64>>;

struct Text<'f> {
    players: Vec<Contender>,
    field: &'f SwissField,
}

/// The pairs, White first, and the bye.
type Round = (BTreeSet<(u32, u32)>, Option<u32>);

/// The round, where it can be paired.
pub(super) fn paired(field: &SwissField) -> Option<Round> {
    let players = figures(field.rounds, field.most, &field.contestants, &field.absent);
    let text = Text { players, field };
    let everyone: Places = (0..text.players.len()).collect();
    if !text.completes(&everyone) {
        return None;
    }
    let mut groups: Vec<Places> = everyone
        .chunk_by(|a, b| text.of(*a).score == text.of(*b).score)
        .map(<[usize]>::to_vec)
        .collect();
    let (mut at, mut collapsed) = (0, false);
    let mut moved = Places::new();
    let mut pairs = Vec::new();
    while at < groups.len() {
        let last = at + 1 == groups.len();
        let below: Places = groups[at + 1..].concat();
        // C.4, and C.2 for who stays over in the last bracket.
        let stands = |c: &Candidate| {
            let left = [c.floating.clone(), below.clone()].concat();
            text.completes(&left) && (!last || c.floating.len() < 2)
        };
        let all = text.candidates(&moved, &groups[at]);
        let next = groups.get(at + 1).filter(|_| !collapsed);
        let bound = last || collapsed;
        let best = text.best(&all, &moved, &groups[at], next, |c| !bound || stands(c));
        let best = best.unwrap();
        // A.9: what stays over does not complete, so this is the PPB.
        if !bound && !stands(&best) {
            groups.truncate(at + 1);
            groups.push(below);
            collapsed = true;
            continue;
        }
        pairs.extend(best.pairs);
        moved = best.floating;
        at += 1;
    }
    let boards = pairs.iter().map(|pair| match text.colour(*pair) {
        Side::White => (text.of(pair.0).number, text.of(pair.1).number),
        Side::Black => (text.of(pair.1).number, text.of(pair.0).number),
    });
    let bye = moved.first().map(|at| text.of(*at).number);
    Some((boards.collect(), bye))
}

impl Text<'_> {
    fn of(&self, at: usize) -> &Contender {
        &self.players[at]
    }

    /// C.1, C.3 and 31.9.
    fn may(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        let pair = (a.number.min(b.number), a.number.max(b.number));
        let absolute = |f: &Contender| f.strength == Strength::Absolute && !f.top;
        let same = absolute(a) && absolute(b) && a.due == b.due;
        let met = a.met.contains(&b.number);
        !met && !self.field.forbidden.contains(&pair) && !same
    }

    /// Whether all can be paired, but one who may have the bye where they are odd.
    fn completes(&self, all: &[usize]) -> bool {
        let Some((first, rest)) = all.split_first() else {
            return true;
        };
        let without = |at: usize| [&rest[..at], &rest[at + 1..]].concat();
        let free = all.len() % 2 == 1 && !self.of(*first).had_bye;
        let alone = free && self.completes(rest);
        alone
            || (0..rest.len()).any(|at| self.may(*first, rest[at]) && self.completes(&without(at)))
    }

    /// B.3: those who moved down meet residents, residents meet each other.
    fn candidates(&self, moved: &[usize], residents: &[usize]) -> Vec<Candidate> {
        let all = [moved, residents].concat();
        let mut out = Vec::new();
        self.extend(&all, moved, &Candidate::default(), &mut out);
        out
    }

    fn extend(
        &self,
        rest: &[usize],
        moved: &[usize],
        so_far: &Candidate,
        out: &mut Vec<Candidate>,
    ) {
        let Some((first, rest)) = rest.split_first() else {
            out.push(so_far.clone());
            return;
        };
        let mut alone = so_far.clone();
        alone.floating.push(*first);
        self.extend(rest, moved, &alone, out);
        for (at, other) in rest.iter().enumerate() {
            if !moved.contains(other) && self.may(*first, *other) {
                let mut with = so_far.clone();
                with.pairs.push((*first, *other));
                let others = [&rest[..at], &rest[at + 1..]].concat();
                self.extend(&others, moved, &with, out);
            }
        }
    }

    fn best(
        &self,
        all: &[Candidate],
        moved: &[usize],
        residents: &[usize],
        next: Option<&Places>,
        stands: impl Fn(&Candidate) -> bool,
    ) -> Option<Candidate> {
        let mut outlook: BTreeMap<Places, Key> = BTreeMap::new();
        let mut best: Option<(Key, Candidate)> = None;
        let most = all.iter().map(|c| c.pairs.len()).max()?;
        // Where a candidate has to stand, fewer pairs may be all there is.
        let pool = all.iter().filter(|c| stands(c));
        let most = pool.clone().map(|c| c.pairs.len()).max().unwrap_or(most);
        for candidate in pool.filter(|c| c.pairs.len() == most) {
            let mut key = vec![self.score_differences(candidate, residents)];
            if let Some(next) = next {
                let made = || self.outlook(&candidate.floating, next);
                let known = outlook.entry(candidate.floating.clone());
                key.extend(known.or_insert_with(made).clone());
            }
            key.extend(self.costs(candidate, residents));
            key.extend(sequence(candidate, moved, residents));
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, candidate.clone()));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// A.8.
    fn score_differences(&self, candidate: &Candidate, residents: &[usize]) -> Vec<i64> {
        let pairs = candidate.pairs.iter().map(|pair| self.gap(*pair));
        let floating = candidate.floating.iter();
        let alone = floating.map(|at| self.of(*at).score - self.floor(residents));
        let mut all: Vec<i64> = pairs.chain(alone).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all
    }

    fn gap(&self, (a, b): (usize, usize)) -> i64 {
        (self.of(a).score - self.of(b).score).abs()
    }

    fn floor(&self, residents: &[usize]) -> i64 {
        let lowest = residents.iter().map(|at| self.of(*at).score).min();
        lowest.unwrap() - Points::ONE.in_quarters()
    }

    /// C.7: the most pairs of the next bracket, then its least differences.
    fn outlook(&self, floating: &[usize], next: &Places) -> Key {
        let all = self.candidates(floating, next);
        let keys = all.iter().map(|c| {
            let pairs = i64::try_from(c.pairs.len()).unwrap();
            vec![vec![-pairs], self.score_differences(c, next)]
        });
        keys.min().unwrap()
    }

    fn colour(&self, (a, b): (usize, usize)) -> Side {
        colours::of(self.of(a), self.of(b), self.field.initial)
    }

    /// C.8 to C.19.
    fn costs(&self, candidate: &Candidate, residents: &[usize]) -> Key {
        let mut colours = [0; 4];
        for pair in &candidate.pairs {
            let side = self.colour(*pair);
            let (a, b) = (self.of(pair.0), self.of(pair.1));
            for (who, side) in [(a, side), (b, side.other())] {
                let more = if side == Side::White { 1 } else { -1 };
                let third =
                    matches!(who.colours.as_slice(), [.., x, y] if *x == side && *y == side);
                let missed = who.due.is_some_and(|due| due != side);
                let top = a.top || b.top;
                colours[0] += i64::from(top && (who.difference + more).abs() > 2);
                colours[1] += i64::from(top && third);
                colours[2] += i64::from(missed);
                // Who has an absolute preference is held to have a strong one, too.
                colours[3] += i64::from(missed && who.strength >= Strength::Strong);
            }
        }
        let mut counts = Vec::new();
        let mut differences = Vec::new();
        for back in [0, 1] {
            let (mut down, mut up) = (Vec::new(), Vec::new());
            for at in &candidate.floating {
                if self.of(*at).floats[back] == Float::Down {
                    down.push(self.of(*at).score - self.floor(residents));
                }
            }
            for pair in &candidate.pairs {
                let gap = self.gap(*pair);
                if gap > 0 && self.of(pair.0).floats[back] == Float::Down {
                    down.push(gap);
                }
                if gap > 0 && self.of(pair.1).floats[back] == Float::Up {
                    up.push(gap);
                }
            }
            for mut list in [down, up] {
                list.sort_unstable_by(|a, b| b.cmp(a));
                counts.push(i64::try_from(list.len()).unwrap());
                differences.push(list);
            }
        }
        let mut key = vec![colours.to_vec(), counts];
        key.extend(differences);
        key
    }
}

/// The place of a candidate in the sequence of B.6 and B.7.
fn sequence(candidate: &Candidate, moved: &[usize], residents: &[usize]) -> Key {
    let of_moved = |pair: &&(usize, usize)| moved.contains(&pair.0);
    let mut above: Vec<(usize, usize)> = candidate.pairs.iter().filter(of_moved).copied().collect();
    above.sort_unstable();
    let number = |at: &usize| i64::try_from(*at).unwrap();
    let taken = |at: &usize| above.iter().any(|(_, b)| b == at);
    let rest: Places = residents.iter().copied().filter(|at| !taken(at)).collect();
    let bsn = |at: usize| 1 + rest.iter().position(|r| *r == at).unwrap();
    let pairs = candidate.pairs.iter().filter(|pair| !of_moved(pair));
    let pairs: Vec<(usize, usize)> = pairs.map(|(a, b)| (bsn(*a), bsn(*b))).collect();
    let mut key = vec![
        // D.3, then D.1.
        above.iter().map(|(a, _)| number(a)).collect(),
        above.iter().map(|(_, b)| number(b)).collect(),
    ];
    let half = pairs.len();
    // Either of a pair may stand in S1; the first time that the candidate comes counts.
    let ways = (0..1_usize << half).map(|ways| {
        let turned = pairs.iter().enumerate();
        let mut upper: Vec<(usize, usize)> = turned
            .map(|(at, (a, b))| {
                if ways >> at & 1 == 0 {
                    (*a, *b)
                } else {
                    (*b, *a)
                }
            })
            .collect();
        upper.sort_unstable();
        let up: Vec<i64> = upper
            .iter()
            .map(|(a, _)| a)
            .filter(|a| **a > half)
            .map(number)
            .collect();
        let gone = (1..=half).filter(|at| upper.iter().all(|(a, _)| a != at));
        let down: Vec<i64> = gone.map(|at| number(&at)).rev().collect();
        vec![
            vec![number(&up.len())],
            vec![up.iter().sum::<i64>() - down.iter().sum::<i64>()],
            down.iter().map(|at| -at).collect(),
            up,
            upper.iter().map(|(_, b)| number(b)).collect(),
        ]
    });
    key.extend(ways.min().unwrap_or_default());
    key
}
