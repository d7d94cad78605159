//! What a pair is worth in its bracket: a field of bits for each criterion (C.5 to C.19).

use super::bracket::Kind;
use super::colours;
use super::player::{Contender, Float, Strength};
use super::wide::Wide;
use crate::tournament::Points;

/// A player of the graph: in the bracket, or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemberRole {
    /// Moved down into the bracket.
    Moved,
    /// Of the bracket's score.
    Resident,
    /// Of the next bracket.
    Lower,
}

/// A vertex of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'f> {
    pub of: &'f Contender,
    pub role: MemberRole,
}

/// Fields of bits, filled from the lowest up.
#[derive(Clone, Copy, Debug)]
struct Field {
    shift: usize,
}

/// Where the fields of a bracket lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    order: usize,
    bye: Field,
    pairs: Field,
    /// For each difference of scores, smallest first, within a field of differences.
    differences: Vec<i64>,
    width: usize,
    score: Field,
    lower_pairs: Field,
    lower_score: Field,
    counts: [Field; 8],
    floats: [Field; 4],
    /// The score of the lowest resident, less a point: what a downfloater is held against
    /// (A.8).
    floor: i64,
    kind: Kind,
    /// All bits.
    pub bits: usize,
}

impl Layout {
    /// The layout for a bracket; `order` bits are left below.
    pub fn new(members: &[Member<'_>], kind: Kind, order: usize) -> Layout {
        let inside = || members.iter().filter(|m| m.role != MemberRole::Lower);
        let residents = members.iter().filter(|m| m.role == MemberRole::Resident);
        let lowest = residents.map(|m| m.of.score).min().unwrap_or(0);
        let floor = lowest - Points::ONE.in_quarters();
        let mut differences: Vec<i64> = inside().map(|m| m.of.score - floor).collect();
        let all: Vec<i64> = inside().map(|m| m.of.score).collect();
        let mut scores = all.clone();
        scores.dedup();
        for (at, high) in scores.iter().enumerate() {
            differences.extend(scores.iter().skip(at + 1).map(|low| high - low));
        }
        differences.sort_unstable();
        differences.dedup();
        differences.retain(|d| *d > 0);
        // Each pair counts two at most, in either direction.
        let most = members.len() * 2 + 1;
        let width = usize::try_from(most.ilog2()).unwrap_or(0) + 2;
        let mut shift = order + 2;
        let mut field = |bits: usize| {
            let this = Field { shift };
            shift += bits;
            this
        };
        let spread = width * differences.len().max(1);
        // From the least important up.
        let floats = [(); 4].map(|()| field(spread));
        let counts = [(); 8].map(|()| field(width));
        let lower_score = field(spread);
        let lower_pairs = field(width);
        let score = field(spread);
        let pairs = field(width);
        let bye = field(width);
        Layout {
            order,
            bye,
            pairs,
            differences,
            width,
            score,
            lower_pairs,
            lower_score,
            counts,
            floats,
            floor,
            kind,
            bits: shift + 3,
        }
    }

    /// Bits for the order of the candidates.
    pub fn room(&self) -> usize {
        self.order
    }

    fn at(&self, field: Field, difference: i64) -> Option<usize> {
        let place = self.differences.binary_search(&difference).ok()?;
        Some(field.shift + place * self.width)
    }

    /// What a pair is worth by the criteria, `a` the higher ranked; nothing where the rules
    /// do not let them meet.
    pub fn weight<const N: usize>(&self, a: Member<'_>, b: Member<'_>) -> Wide<N> {
        let mut sum = Wide::ZERO;
        let mut count = |field: Field, value: i64| sum.add_at(field.shift, value);
        let (ours, theirs) = (a.of, b.of);
        if self.kind != Kind::Usual {
            // Who cannot have the bye has to be paired; and all have to (C.2, C.4).
            count(
                self.bye,
                1 + i64::from(ours.had_bye) + i64::from(theirs.had_bye),
            );
        }
        if b.role == MemberRole::Lower {
            // C.7: pairs of the next bracket, and who floats down there.
            if self.kind == Kind::Usual {
                count(self.lower_pairs, 1);
                let down = self.at(self.lower_score, ours.score - self.floor);
                if let Some(shift) = down.filter(|_| a.role != MemberRole::Lower) {
                    sum.add_at(shift, 1);
                }
            }
            return sum;
        }
        let differs = ours.score > theirs.score;
        let same_down = |ours: Float, theirs: Float| {
            // Who had a downfloat and is paired with an equal, or is the lower one, has
            // no second.
            i64::from(ours == Float::Down && !differs) + i64::from(theirs == Float::Down)
        };
        let no_second_up = |theirs: Float| i64::from(!(theirs == Float::Up && differs));
        let [our_last, our_second] = ours.floats;
        let [their_last, their_second] = theirs.floats;
        let clash = ours.clashes(theirs);
        let top = ours.top || theirs.top;
        let wide = ours.difference.abs() > 1 && theirs.difference.abs() > 1;
        // Who has an absolute preference has a strong one, too (C.11).
        let strong = ours.strength >= Strength::Strong && theirs.strength >= Strength::Strong;
        count(self.pairs, 1);
        // C.8 to C.15, the first the most important.
        let worth = [
            i64::from(!(top && wide && clash)),
            i64::from(!(top && colours::third_in_a_row(ours, theirs))),
            i64::from(!clash),
            i64::from(!(strong && clash)),
            same_down(our_last, their_last),
            no_second_up(their_last),
            same_down(our_second, their_second),
            no_second_up(their_second),
        ];
        for (field, value) in self.counts.iter().rev().zip(worth) {
            count(*field, value);
        }
        let (down_a, down_b) = (ours.score - self.floor, theirs.score - self.floor);
        let gap = ours.score - theirs.score;
        let mut spread = |field: Field, difference: i64, value: i64| {
            if let Some(shift) = self.at(field, difference) {
                sum.add_at(shift, value);
            }
        };
        // C.6: two who do not float down, and a difference of scores.
        spread(self.score, down_a, 1);
        spread(self.score, down_b, 1);
        spread(self.score, gap, -1);
        // C.16 to C.19.
        let [up_second, down_second, up_last, down_last] = self.floats;
        for (ours, theirs, down, up) in [
            (our_last, their_last, down_last, up_last),
            (our_second, their_second, down_second, up_second),
        ] {
            if ours == Float::Down {
                spread(down, down_a, 1);
                spread(down, gap, -1);
            }
            if theirs == Float::Down {
                spread(down, down_b, 1);
            }
            if theirs == Float::Up && differs {
                spread(up, down_a, -1);
            }
        }
        sum
    }
}
