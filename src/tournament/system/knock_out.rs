//! Knock-out and double knock-out (26): who loses a match is out, or goes down to the lower
//! bracket and is out after the second. Everything is replayed from the rounds so far;
//! nothing of a bracket is stored.
//!
//! The field is seeded by its numbers: the first meets the last, and the first two can
//! meet only in the final. Where the field is no power of two, the first numbers go
//! through the first round without a game.

use super::round_robin::games_of_match;
use super::{Field, Meeting, NextRound, PastMeeting, PastRound, Round, Unpairable};
use crate::tournament::lot::Lot;
use crate::tournament::play::{Play, System, TieDecider};
use crate::tournament::scored::Points;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Games of a further match where the first ended level: one with each colour.
const FURTHER_GAMES: u32 = 2;

/// Where one side of a match comes from.
#[derive(Clone, Copy, Debug)]
enum SideSource {
    /// This number; none where the bracket is larger than the field.
    Seed(Option<u32>),
    /// Who wins a match, by its place in the bracket.
    Winner(usize),
    /// Who loses it.
    Loser(usize),
}

/// A match of the bracket.
#[derive(Clone, Debug)]
pub struct BracketMatch {
    sources: [SideSource; 2],
    /// Which stage it belongs to, for people.
    pub stage: Stage,
    /// Who meets; none where it is not known yet, or nobody comes.
    pub sides: Option<[Option<u32>; 2]>,
    /// What they scored, in the match and in the further one, side by side.
    pub scores: Vec<[Points; 2]>,
    /// Who goes through, once it is decided; nobody, where nobody came.
    pub winner: Option<Option<u32>>,
    /// Why, where it ended level.
    pub by: Option<TieDecider>,
}

/// Which stage of the event a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Of the only or upper bracket: so many meet in it (2 is its final).
    Upper(u32),
    /// The n-th of the lower bracket.
    Lower(u32),
    /// The winners of both brackets.
    Final,
    /// Once more, where who came from below won: it was the other's first loss.
    SecondFinal,
}

/// A bracket as far as it has come.
#[derive(Clone, Debug)]
pub struct Bracket {
    /// All matches, in the order in which they can come.
    pub matches: Vec<BracketMatch>,
}

/// What comes after the rounds so far.
pub fn next(field: &Field<'_>, past: &[PastRound]) -> NextRound {
    if field.numbers().count() < 2 {
        return NextRound::Unpairable(Unpairable::TooFew);
    }
    let unfinished = |m: &PastMeeting| m.counted().is_none();
    if past.iter().any(|r| r.meetings.iter().any(unfinished)) {
        return NextRound::Waits;
    }
    let bracket = played(field, past);
    let ready = bracket.ready();
    if ready.is_empty() {
        return NextRound::Nothing;
    }
    let mut whites = whites(past);
    let mut round = Round::default();
    for (pair, games) in ready {
        let games = match games {
            0 => field.play.games,
            _ => FURTHER_GAMES,
        };
        let meetings = games_of_match(first_colour(&whites, pair), games);
        for (white, black) in &meetings {
            *whites.entry(*white).or_default() += 1;
            *whites.entry(*black).or_default() -= 1;
        }
        round.meetings.extend(meetings);
    }
    NextRound::Paired(round)
}

/// The bracket as the rounds so far leave it.
pub fn played(field: &Field<'_>, past: &[PastRound]) -> Bracket {
    let mut bracket = Bracket::new(field);
    for (at, round) in past.iter().enumerate() {
        let gone = past.get(at + 1).map_or(&field.absent, |next| &next.absent);
        if !bracket.play(field, round, gone) {
            return bracket;
        }
    }
    bracket.settle(&field.absent, |_, _| true);
    bracket
}

/// The further games of a match that ended level, where its regulations have them.
pub fn after_match(field: &Field<'_>, past: &[PastRound]) -> NextRound {
    if !field.absent.is_empty() || !field.play.ties.contains(&TieDecider::Games) {
        return NextRound::Nothing;
    }
    let games = usize::try_from(field.play.games).unwrap_or(usize::MAX);
    let Some(sum) = of_match(past) else {
        return NextRound::Waits;
    };
    if past.len() > games || sum[0] != sum[1] {
        return NextRound::Nothing;
    }
    let first = first_colour(&whites(past), (1, 2));
    NextRound::Paired(Round {
        meetings: games_of_match(first, FURTHER_GAMES),
        byes: Vec::new(),
    })
}

/// A match of two that is over and level, where one of its criteria, or who is still there,
/// tells who has won it: a bracket of that match alone.
pub fn level_match(field: &Field<'_>, past: &[PastRound]) -> Option<Bracket> {
    let ties = &field.play.ties;
    if past.is_empty() || ties.is_empty() || after_match(field, past) != NextRound::Nothing {
        return None;
    }
    let sum @ [ours, theirs] = of_match(past)?;
    if ours != theirs {
        return None;
    }
    let sides = (1, 2);
    let (winner, by) = match left_alone(&field.absent, sides) {
        Some(who) => (who?, None),
        None => {
            let told = ties.iter().find_map(|t| told_apart(field, 0, sides, *t));
            told.map(|(winner, by)| (winner, Some(by)))?
        }
    };
    Some(Bracket {
        matches: vec![BracketMatch {
            sources: [SideSource::Seed(Some(1)), SideSource::Seed(Some(2))],
            stage: Stage::Upper(2),
            sides: Some([Some(1), Some(2)]),
            scores: vec![sum],
            winner: Some(Some(winner)),
            by,
        }],
    })
}

/// What both have scored in a match of two, the first number's before; none while something
/// of it is unfinished.
fn of_match(past: &[PastRound]) -> Option<[Points; 2]> {
    let mut sum = [Points::ZERO; 2];
    for meeting in past.iter().flat_map(|r| &r.meetings) {
        let (white, black) = meeting.counted()?;
        let scored = match meeting.white {
            1 => [white, black],
            _ => [black, white],
        };
        sum = [sum[0] + scored[0], sum[1] + scored[1]];
    }
    Some(sum)
}

/// White games of each, less his black ones.
fn whites(past: &[PastRound]) -> BTreeMap<u32, i32> {
    let mut found: BTreeMap<u32, i32> = BTreeMap::new();
    for meeting in past.iter().flat_map(|r| &r.meetings) {
        *found.entry(meeting.white).or_default() += 1;
        *found.entry(meeting.black).or_default() -= 1;
    }
    found
}

/// Who has White first: who had it less often, else the lower number.
fn first_colour(whites: &BTreeMap<u32, i32>, (a, b): (u32, u32)) -> Meeting {
    let had = |unit: u32| (whites.get(&unit).copied().unwrap_or(0), unit);
    if had(a) <= had(b) { (a, b) } else { (b, a) }
}

impl Bracket {
    /// The bracket of a field before the first round.
    pub fn new(field: &Field<'_>) -> Bracket {
        let seeds: Vec<u32> = field.numbers().collect();
        let size = seeds.len().next_power_of_two().max(2);
        let seed = |place: usize| SideSource::Seed(seeds.get(place).copied());
        let mut bracket = Bracket {
            matches: Vec::new(),
        };
        let order = seeding(size);
        let first = order.chunks_exact(2).filter_map(|pair| match pair {
            [a, b] => Some([seed(*a), seed(*b)]),
            _ => None,
        });
        let mut stage: Vec<usize> = Vec::new();
        for sources in first {
            stage.push(bracket.add(sources, Stage::Upper(width(size))));
        }
        // The losers of each stage of the upper bracket.
        let mut stages = vec![stage.clone()];
        while stage.len() > 1 {
            let meet = Stage::Upper(width(stage.len()));
            stage = bracket.paired(&stage, meet, SideSource::Winner);
            stages.push(stage.clone());
        }
        if field.play.system == System::DoubleKnockOut && size > 2 {
            bracket.lower(&stages);
        } else if field.play.system == System::DoubleKnockOut {
            let last = stage.first().copied().unwrap_or(0);
            let final_ = bracket.add(
                [SideSource::Winner(last), SideSource::Loser(last)],
                Stage::Final,
            );
            bracket.second_final(final_);
        }
        bracket
    }

    /// The lower bracket: losers of the first stage meet each other; then by turns its
    /// winners meet who comes down, from the other end so that nobody meets again at
    /// once, and each other. At last the winners of both meet.
    fn lower(&mut self, stages: &[Vec<usize>]) {
        let Some((first, rest)) = stages.split_first() else {
            return;
        };
        let mut number = 1;
        let mut alive = self.paired(first, Stage::Lower(number), SideSource::Loser);
        for (turn, stage) in rest.iter().enumerate() {
            number += 1;
            let mut down: Vec<usize> = stage.clone();
            if turn % 2 == 0 {
                down.reverse();
            }
            alive = alive
                .iter()
                .zip(down)
                .map(|(up, loser)| {
                    let sources = [SideSource::Winner(*up), SideSource::Loser(loser)];
                    self.add(sources, Stage::Lower(number))
                })
                .collect();
            if alive.len() > 1 {
                number += 1;
                alive = self.paired(&alive, Stage::Lower(number), SideSource::Winner);
            }
        }
        let (Some(upper), Some(lower)) = (
            stages.last().and_then(|s| s.first()).copied(),
            alive.first().copied(),
        ) else {
            return;
        };
        let sources = [SideSource::Winner(upper), SideSource::Winner(lower)];
        let last = self.add(sources, Stage::Final);
        self.second_final(last);
    }

    /// Who shares which place, the best first: those who are not out, then who went out in
    /// a later stage before who went out in an earlier one.
    pub fn places(&self, field: &Field<'_>) -> Vec<Vec<u32>> {
        let double = field.play.system == System::DoubleKnockOut;
        let mut out: BTreeMap<u32, i64> = BTreeMap::new();
        for (at, one) in self.matches.iter().enumerate() {
            let (Some(sides), Some(winner)) = (one.sides, one.winner) else {
                continue;
            };
            let rank = match one.stage {
                Stage::Upper(_) if double => continue,
                Stage::Upper(width) => -i64::from(width),
                Stage::Lower(number) => i64::from(number) - 1_000,
                Stage::Final if self.is_second_final(at + 1) => continue,
                Stage::Final | Stage::SecondFinal => 0,
            };
            for side in sides.into_iter().flatten().filter(|s| Some(*s) != winner) {
                out.entry(side).or_insert(rank);
            }
        }
        let mut groups: BTreeMap<std::cmp::Reverse<i64>, Vec<u32>> = BTreeMap::new();
        for number in field.numbers() {
            let rank = out.get(&number).copied().unwrap_or(i64::MAX);
            groups
                .entry(std::cmp::Reverse(rank))
                .or_default()
                .push(number);
        }
        groups.into_values().collect()
    }

    fn second_final(&mut self, last: usize) {
        let sources = [SideSource::Winner(last), SideSource::Loser(last)];
        self.add(sources, Stage::SecondFinal);
    }

    fn add(&mut self, sources: [SideSource; 2], stage: Stage) -> usize {
        self.matches.push(BracketMatch {
            sources,
            stage,
            sides: None,
            scores: Vec::new(),
            winner: None,
            by: None,
        });
        self.matches.len() - 1
    }

    fn paired(
        &mut self,
        of: &[usize],
        stage: Stage,
        source: impl Fn(usize) -> SideSource,
    ) -> Vec<usize> {
        of.chunks_exact(2)
            .filter_map(|pair| match pair {
                [a, b] => Some(self.add([source(*a), source(*b)], stage)),
                _ => None,
            })
            .collect()
    }

    /// Plays a round that was paired; whether all of it is over. Who is `gone` when the next
    /// one is paired goes through by no criterion.
    fn play(&mut self, field: &Field<'_>, round: &PastRound, gone: &BTreeSet<u32>) -> bool {
        let met = |a: u32, b: u32| {
            let is_it =
                |m: &&PastMeeting| (m.white, m.black) == (a, b) || (m.white, m.black) == (b, a);
            round
                .meetings
                .iter()
                .filter(is_it)
                .copied()
                .collect::<Vec<_>>()
        };
        // Who left later played on in this round: only who did not meet went through.
        self.settle(&round.absent, |a, b| met(a, b).is_empty());
        let mut over = true;
        for at in 0..self.matches.len() {
            let Some((a, b)) = self.matches.get(at).and_then(BracketMatch::open) else {
                continue;
            };
            let meetings = met(a, b);
            if meetings.is_empty() {
                continue;
            }
            let mut sum = [Points::ZERO; 2];
            for meeting in meetings {
                match meeting.counted() {
                    Some((white, black)) if meeting.white == a => {
                        sum = [sum[0] + white, sum[1] + black];
                    }
                    Some((white, black)) => sum = [sum[0] + black, sum[1] + white],
                    None => over = false,
                }
            }
            if over && let Some(one) = self.matches.get_mut(at) {
                one.scores.push(sum);
                one.decide(field, at, gone);
            }
        }
        over
    }

    /// Fills in who meets, and who goes through without a game: where nobody comes, or
    /// who should have come has left before the match was paired (`unpaired` says so).
    fn settle(&mut self, absent: &BTreeSet<u32>, unpaired: impl Fn(u32, u32) -> bool) {
        for at in 0..self.matches.len() {
            let Some(one) = self.matches.get(at).filter(|one| one.winner.is_none()) else {
                continue;
            };
            let known = match one.sides {
                Some(sides) => Some(sides),
                None => match one.sources.map(|source| self.side(source)) {
                    [Some(a), Some(b)] => Some([a, b]),
                    _ => None,
                },
            };
            let Some(sides) = known else { continue };
            let winner = match sides {
                [first, _] if one.stage == Stage::SecondFinal && !self.is_second_final(at) => {
                    Some(first)
                }
                [Some(a), Some(b)] => left_alone(absent, (a, b)).filter(|_| unpaired(a, b)),
                [one, None] | [None, one] => Some(one),
            };
            if let Some(one) = self.matches.get_mut(at) {
                one.sides = Some(sides);
                one.winner = winner;
            }
        }
    }

    /// Whether a second final is to be played: who came from below won the first.
    fn is_second_final(&self, at: usize) -> bool {
        let first = at.checked_sub(1).and_then(|at| self.matches.get(at));
        first.is_some_and(|f| {
            let from_below = f.sides.and_then(|[_, below]| below);
            f.winner.is_some_and(|w| w.is_some() && w == from_below)
        })
    }

    /// Who comes from a source, once that is known.
    fn side(&self, source: SideSource) -> Option<Option<u32>> {
        match source {
            SideSource::Seed(number) => Some(number),
            SideSource::Winner(at) => self.matches.get(at)?.winner,
            SideSource::Loser(at) => {
                let one = self.matches.get(at)?;
                let winner = one.winner?;
                let others = one.sides.unwrap_or_default();
                Some(
                    others
                        .into_iter()
                        .flatten()
                        .find(|side| Some(*side) != winner),
                )
            }
        }
    }

    /// Matches that can be paired now, with how many matches they have played.
    fn ready(&self) -> Vec<((u32, u32), usize)> {
        self.matches
            .iter()
            .filter_map(|one| Some((one.open()?, one.scores.len())))
            .collect()
    }
}

impl BracketMatch {
    /// Who meets in it, where both are known and it is not decided.
    fn open(&self) -> Option<(u32, u32)> {
        match (self.sides, self.winner) {
            (Some([Some(a), Some(b)]), None) => Some((a, b)),
            _ => None,
        }
    }

    /// Decides it by what was scored last, else by who is still there, else in the order of
    /// the regulations.
    fn decide(&mut self, field: &Field<'_>, at: usize, gone: &BTreeSet<u32>) {
        let (Some((a, b)), Some([ours, theirs])) = (self.open(), self.scores.last().copied())
        else {
            return;
        };
        let better = match ours.cmp(&theirs) {
            Ordering::Greater => Some((Some(a), None)),
            Ordering::Less => Some((Some(b), None)),
            Ordering::Equal => match left_alone(gone, (a, b)) {
                Some(who) => Some((who, None)),
                None => {
                    let broken = self.broken(field, at, (a, b));
                    broken.map(|(winner, by)| (Some(winner), Some(by)))
                }
            },
        };
        if let Some((winner, by)) = better {
            self.winner = Some(winner);
            self.by = by;
        }
    }

    /// Who goes through where it ended level; none where further games decide.
    fn broken(&self, field: &Field<'_>, at: usize, sides: (u32, u32)) -> Option<(u32, TieDecider)> {
        let ties: &[TieDecider] = match field.play.ties.as_slice() {
            [] => &[TieDecider::Number],
            stated => stated,
        };
        if ties.contains(&TieDecider::Games) && self.scores.len() < 2 {
            let before = ties.iter().take_while(|t| **t != TieDecider::Games);
            return before
                .copied()
                .find_map(|tie| told_apart(field, at, sides, tie));
        }
        let told = ties
            .iter()
            .find_map(|tie| told_apart(field, at, sides, *tie));
        told.or_else(|| told_apart(field, at, sides, TieDecider::Number))
    }
}

/// Who of two goes through of a level match, by its place in the bracket, and by what, where
/// one of the regulations' criteria tells them apart. Further games tell by themselves.
fn told_apart(
    field: &Field<'_>,
    at: usize,
    (a, b): (u32, u32),
    tie: TieDecider,
) -> Option<(u32, TieDecider)> {
    let winner = match tie {
        TieDecider::Games => return None,
        TieDecider::Rating => {
            let rating = |unit: u32| field.ratings.get(&unit).copied();
            match rating(a).cmp(&rating(b)) {
                Ordering::Greater => a,
                Ordering::Less => b,
                Ordering::Equal => return None,
            }
        }
        TieDecider::Number => a.min(b),
        TieDecider::Lot => lot(field.play, at, (a, b)),
    };
    Some((winner, tie))
}

/// Who goes through without a criterion where one of two has left: the other, or nobody; none
/// where both are there.
fn left_alone(gone: &BTreeSet<u32>, (a, b): (u32, u32)) -> Option<Option<u32>> {
    match (gone.contains(&a), gone.contains(&b)) {
        (false, false) => None,
        (false, true) => Some(Some(a)),
        (true, false) => Some(Some(b)),
        (true, true) => Some(None),
    }
}

/// Who is drawn of two: a lot for each match of the bracket.
fn lot(play: &Play, at: usize, (a, b): (u32, u32)) -> u32 {
    let seed = play.draw_seed.as_deref().unwrap_or("");
    let purpose = format!("match/{}", at + 1);
    match Lot::new(seed, &purpose).coin() {
        true => a.min(b),
        false => a.max(b),
    }
}

/// Places of the first stage, from 0, in the order of the bracket: the best meets the
/// last, and the first two meet in the final alone.
fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let wide = order.len() * 2;
        order = order
            .iter()
            .flat_map(|place| [*place, wide - 1 - place])
            .collect();
    }
    order
}

fn width(units: usize) -> u32 {
    u32::try_from(units).unwrap_or(u32::MAX)
}
