//! A bracket and its best candidate (C.04.3, B.1 to B.8, D.1 to D.3).

use super::matching::heaviest;
use super::player::Contender;
use super::weights::{Layout, Member, MemberRole};
use super::wide::Wide;

/// Which bracket it is (A.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What stays over goes to the next bracket.
    Usual,
    /// The one before the collapsed rest: everybody below has to be paired too.
    Penultimate,
    /// Nothing is below.
    Last,
}

/// What came of a bracket.
#[derive(Clone, Debug, Default)]
pub(super) struct Found<'f> {
    /// Who meets, the higher ranked first.
    pub pairs: Vec<(&'f Contender, &'f Contender)>,
    /// Who stays over, the highest rank first.
    pub floating: Vec<&'f Contender>,
}

/// The bits that the order of candidates gets in one matching, as far as can be chosen.
const ORDER_BITS: usize = 128;

/// Whether all of these, but one where their number is odd, can be paired (C.1 to C.4).
pub(super) fn completes(all: &[&Contender], may: &impl Fn(&Contender, &Contender) -> bool) -> bool {
    let odd = all.len() % 2;
    let one = |yes: bool| {
        let mut wide = Wide::<1>::ZERO;
        wide.add_at(0, i64::from(yes));
        wide
    };
    let found = heaviest(all.len() + odd, |a, b| match (all.get(a), all.get(b)) {
        (Some(a), Some(b)) => one(may(a, b)),
        (Some(a), None) => one(!a.had_bye),
        _ => one(false),
    });
    found.iter().all(Option::is_some)
}

/// Where in a weight a pair that meets stands, one that should not, and how far it is apart
/// in points: each above all that a thousand pairs could have of the next.
const MEETS: usize = 80;
const SHOULD_NOT: usize = 40;

/// Of all pairings of these (C.1 to C.4) one in which the fewest meet who should not, and of
/// such those nearest in points: they; none where there is no pairing.
pub(super) fn fewest<'f>(
    all: &[&'f Contender],
    may: &impl Fn(&Contender, &Contender) -> bool,
    avoided: &impl Fn(&Contender, &Contender) -> bool,
) -> Option<Vec<(&'f Contender, &'f Contender)>> {
    let odd = all.len() % 2;
    let found = heaviest(all.len() + odd, |a, b| {
        let mut wide = Wide::<2>::ZERO;
        match (all.get(a), all.get(b)) {
            (Some(a), Some(b)) if may(a, b) => {
                wide.add_at(MEETS, 1);
                if avoided(a, b) {
                    wide.add_at(SHOULD_NOT, -1);
                    wide.add_at(0, -(a.score - b.score).abs());
                }
            }
            (Some(a), None) if !a.had_bye => wide.add_at(MEETS, 1),
            _ => {}
        }
        wide
    });
    if found.iter().any(Option::is_none) {
        return None;
    }
    let pairs = found.iter().enumerate().filter_map(|(a, b)| {
        let b = b.filter(|b| a < *b)?;
        Some((*all.get(a)?, *all.get(b)?))
    });
    Some(pairs.filter(|(a, b)| avoided(a, b)).collect())
}

/// The best candidate of a bracket.
pub(super) fn paired<'f>(
    moved: &[&'f Contender],
    residents: &[&'f Contender],
    lower: &[&'f Contender],
    kind: Kind,
    may: &impl Fn(&Contender, &Contender) -> bool,
) -> Found<'f> {
    let roles = [
        (moved, MemberRole::Moved),
        (residents, MemberRole::Resident),
        (lower, MemberRole::Lower),
    ];
    let members: Vec<Member<'f>> = roles
        .into_iter()
        .flat_map(|(who, role)| who.iter().map(move |of| Member { of, role }))
        .collect();
    // A number of words that is enough; the smaller, the faster.
    let order = order_bits(members.len());
    let layout = Layout::new(&members, kind, order);
    let work = Search {
        members,
        layout,
        may,
    };
    match work.layout.bits.div_ceil(64) {
        0..=4 => work.candidate::<4>(),
        5..=8 => work.candidate::<8>(),
        9..=16 => work.candidate::<16>(),
        17..=32 => work.candidate::<32>(),
        33..=64 => work.candidate::<64>(),
        _ => work.candidate::<256>(),
    }
}

/// Bits below the criteria for so many members: the exchange of D.2 needs most.
fn order_bits(members: usize) -> usize {
    let sum = 3 * bits_of(members) + 2;
    (sum + members + 2).max(ORDER_BITS)
}

/// Bits of a number.
fn bits_of(number: usize) -> usize {
    usize::try_from(number.max(1).ilog2()).unwrap_or(0) + 1
}

struct Search<'f, 'm, M> {
    members: Vec<Member<'f>>,
    layout: Layout,
    may: &'m M,
}

/// Members by their places, in the order of their ranks.
type Places = Vec<usize>;

impl<'f, M: Fn(&Contender, &Contender) -> bool> Search<'f, '_, M> {
    /// The partners of those at `places`, with `order` added below the criteria.
    fn matched<const N: usize>(
        &self,
        places: &[usize],
        order: impl Fn(usize, usize) -> Option<Wide<N>>,
    ) -> Vec<(usize, usize)> {
        let place = |at: usize| places.get(at).copied();
        let found = heaviest(places.len(), |a, b| {
            let weight = place(a).zip(place(b)).and_then(|(a, b)| {
                let (one, other) = (self.members.get(a)?, self.members.get(b)?);
                let order = order(a, b)?;
                (self.may)(one.of, other.of).then(|| self.layout.weight::<N>(*one, *other) + order)
            });
            weight.unwrap_or(Wide::ZERO)
        });
        let pairs = found.iter().enumerate().filter_map(|(a, b)| {
            let b = (*b)?;
            (a < b).then(|| place(a).zip(place(b))).flatten()
        });
        pairs.collect()
    }

    fn role(&self, at: usize) -> MemberRole {
        self.members.get(at).map_or(MemberRole::Lower, |m| m.role)
    }

    fn candidate<const N: usize>(&self) -> Found<'f> {
        let mut free: Places = (0..self.members.len()).collect();
        let mut pairs = self.moved_down::<N>(&mut free);
        pairs.extend(self.remainder::<N>(&free));
        let who = |at: usize| self.members.get(at).map(|m| m.of);
        let paired = |at: usize| pairs.iter().any(|(a, b)| *a == at || *b == at);
        Found {
            floating: (0..self.members.len())
                .filter(|at| self.role(*at) != MemberRole::Lower && !paired(*at))
                .filter_map(who)
                .collect(),
            pairs: pairs
                .iter()
                .filter_map(|(a, b)| who(*a).zip(who(*b)))
                .collect(),
        }
    }

    /// Whom those who moved down meet: first as many as high as possible (D.3), then each
    /// in turn the highest resident (D.1).
    fn moved_down<const N: usize>(&self, free: &mut Places) -> Vec<(usize, usize)> {
        let moved: Places = free
            .iter()
            .copied()
            .filter(|at| self.role(*at) == MemberRole::Moved)
            .collect();
        let residents: Places = free
            .iter()
            .copied()
            .filter(|at| self.role(*at) == MemberRole::Resident)
            .collect();
        let bits = bits_of(residents.len());
        let mut pairs = Vec::new();
        let mut waiting: &[usize] = &moved;
        while !waiting.is_empty() {
            let room = self.layout.room().saturating_sub(waiting.len()) / bits;
            let now = waiting.len().min(room.max(1));
            let order = |a: usize, b: usize| {
                let mut order = Wide::ZERO;
                if self.role(b) == MemberRole::Resident
                    && let Some(rank) = waiting.iter().position(|at| *at == a)
                {
                    order.add_at(now * bits + waiting.len() - 1 - rank, 1);
                    if let Some(slot) = (now - 1).checked_sub(rank) {
                        let resident = residents.iter().position(|at| *at == b).unwrap_or(0);
                        order.add_at(slot * bits, to_i64(residents.len() - resident));
                    }
                }
                Some(order)
            };
            let found = self.matched::<N>(free, order);
            let (turn, rest) = waiting.split_at(now);
            let of_turn: Vec<(usize, usize)> = found
                .into_iter()
                .filter(|(a, b)| turn.contains(a) && self.role(*b) == MemberRole::Resident)
                .collect();
            free.retain(|at| !of_turn.iter().any(|(a, b)| a == at || b == at));
            pairs.extend(of_turn);
            waiting = rest;
        }
        pairs
    }

    /// The residents who are left, as a bracket of equals: exchanges between its halves
    /// (D.2), then the transpositions of the lower one (D.1).
    fn remainder<const N: usize>(&self, free: &[usize]) -> Vec<(usize, usize)> {
        let residents: Places = free
            .iter()
            .copied()
            .filter(|at| self.role(*at) == MemberRole::Resident)
            .collect();
        let inside = |pair: &(usize, usize)| {
            self.role(pair.0) == MemberRole::Resident && self.role(pair.1) == MemberRole::Resident
        };
        let plain = self.matched::<N>(free, |_, _| Some(Wide::ZERO));
        let half = plain.iter().filter(|p| inside(p)).count();
        if half == 0 {
            return Vec::new();
        }
        let rank = |at: usize| residents.iter().position(|r| *r == at);
        let exchanged = self.matched::<N>(free, |a, b| {
            let mut order = Wide::ZERO;
            if let (Some(high), Some(_)) = (rank(a), rank(b)) {
                exchange(&mut order, high, half, residents.len());
            }
            Some(order)
        });
        let mut upper: Places = exchanged
            .iter()
            .filter(|p| inside(p))
            .map(|(a, _)| *a)
            .collect();
        upper.sort_unstable();
        let below: Places = residents
            .iter()
            .copied()
            .filter(|at| !upper.contains(at))
            .collect();
        let bits = bits_of(below.len());
        let mut free: Places = free.to_vec();
        let mut pairs = Vec::new();
        let mut waiting: &[usize] = &upper;
        while !waiting.is_empty() {
            let now = waiting.len().min((self.layout.room() / bits).max(1));
            let (turn, rest) = waiting.split_at(now);
            let found = self.matched::<N>(&free, |a, b| {
                let mut order = Wide::ZERO;
                if !inside(&(a, b)) {
                    return Some(order);
                }
                // Only upper with lower meet, and only so.
                let at = below
                    .iter()
                    .position(|at| *at == b)
                    .filter(|_| waiting.contains(&a))?;
                if let Some(place) = turn.iter().position(|at| *at == a) {
                    order.add_at((now - 1 - place) * bits, to_i64(below.len() - at));
                }
                Some(order)
            });
            let of_turn: Vec<(usize, usize)> = found
                .into_iter()
                .filter(|(a, b)| turn.contains(a) && inside(&(*a, *b)))
                .collect();
            free.retain(|at| !of_turn.iter().any(|(a, b)| a == at || b == at));
            pairs.extend(of_turn);
            waiting = rest;
        }
        pairs
    }
}

/// What a pair is worth by the exchange that it means, by the rank of its higher one among
/// so many, of whom the first `half` are S1 (D.2): few exchanged, close to each other, low
/// ones down, high ones up.
fn exchange<const N: usize>(order: &mut Wide<N>, high: usize, half: usize, count: usize) {
    let bits = bits_of(count);
    let masks = count + 1;
    // D.2.b: the ranks of those who are in S1 then, in sum.
    order.add_at(masks, -to_i64(high));
    match high < half {
        true => {
            // D.2.a.
            order.add_at(masks + 2 * bits + 1, 1);
            // D.2.c: of S1 the lowest ranks leave it: the higher the one that stays.
            order.add_at(count - half + high, -1);
        }
        // D.2.d: of S2 the highest ranks come up.
        false => order.add_at(count - 1 - high, 1),
    }
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
