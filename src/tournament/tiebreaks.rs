//! Points and tie-breaks by articles 10, 33, 37 to 39, as exact numbers.
//!
//! Everything is counted in quarters of a point: a draw is two of them, and
//! Sonneborn-Berger, half a point times half a point, comes out whole. Numbers
//! are never rounded and never compared as floats.

use super::scored::{Points, TableGame, TablePlayer, TableResult};
use crate::rules::TieBreak;
use std::collections::{BTreeMap, BTreeSet};

/// A criterion that told players apart whom the ones before it had left equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidingCriterion {
    /// The criterion.
    pub by: TieBreak,
    /// The points they share.
    pub points: Points,
    /// Starting numbers with their figures, in the order it gave them.
    pub order: Vec<(u32, Points)>,
}

/// What one player has, for the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    /// Points (10).
    pub points: Points,
    /// Decided games that count, those won or lost without play among them.
    pub played: u32,
    /// Games won, without play too (39.3.1.2; by analogy with 38.3 and 38.6.1).
    pub wins: u32,
    /// Direct encounter (38.5), where it was asked and everyone had met.
    pub direct: Option<Points>,
    /// Sonneborn-Berger (38.6.1, 38.6.2).
    pub sb: Points,
    /// Koya (38.3).
    pub koya: Points,
}

/// The games that count, seen from each player.
pub(super) struct Scores {
    /// Points of the first against the second, over the decided games that count.
    against: BTreeMap<(u32, u32), Points>,
    /// Pairs, smaller number first, with a game between them still open.
    open: BTreeSet<(u32, u32)>,
    /// By starting number; players who do not count have zeros.
    pub figures: BTreeMap<u32, Figures>,
    /// Where a criterion told players apart, filled by [`Scores::ranked`].
    pub decisions: Vec<DecidingCriterion>,
}

impl Scores {
    /// Adds up the games in which both players count (33.1).
    pub fn of(players: &[TablePlayer], games: &[TableGame]) -> Scores {
        let mut scores = Scores {
            against: BTreeMap::new(),
            open: BTreeSet::new(),
            figures: BTreeMap::new(),
            decisions: Vec::new(),
        };
        for player in players {
            let figures = Figures::default();
            scores.figures.insert(player.start_number, figures);
        }
        let counting: BTreeSet<u32> = players
            .iter()
            .filter(|p| p.counts)
            .map(|p| p.start_number)
            .collect();
        let mut scheduled: BTreeMap<u32, i64> = BTreeMap::new();
        for game in games {
            let (white, black) = (game.white, game.black);
            let both = counting.contains(&white) && counting.contains(&black);
            if !both || game.result == TableResult::Annulled {
                continue;
            }
            *scheduled.entry(white).or_default() += 1;
            *scheduled.entry(black).or_default() += 1;
            if game.result == TableResult::Open {
                scores.open.insert((white.min(black), white.max(black)));
                continue;
            }
            let (for_white, for_black) = game.result.points();
            scores.add(white, black, for_white);
            scores.add(black, white, for_black);
        }
        scores.sonneborn_berger();
        scores.koya(&scheduled);
        scores
    }

    fn add(&mut self, player: u32, opponent: u32, points: Points) {
        let sum = self.against.entry((player, opponent)).or_default();
        *sum = *sum + points;
        let figures = self.figures.entry(player).or_default();
        figures.points = figures.points + points;
        figures.played += 1;
        if points == Points::ONE {
            figures.wins += 1;
        }
    }

    fn points(&self, player: u32) -> Points {
        self.figures.get(&player).map_or(Points::ZERO, |f| f.points)
    }

    /// 38.6.1 and 38.6.2 are one formula: what was scored against an opponent,
    /// in one game or two, times the opponent's points. Games decided without
    /// play are like others (37.2).
    fn sonneborn_berger(&mut self) {
        let mut sums: BTreeMap<u32, Points> = BTreeMap::new();
        for ((player, opponent), scored) in &self.against {
            let sum = sums.entry(*player).or_default();
            *sum = *sum + scored.times(self.points(*opponent));
        }
        for (player, sum) in sums {
            self.figures.entry(player).or_default().sb = sum;
        }
    }

    /// 38.3: what was scored against everyone with at least half of the points
    /// of his own games that count, those still open included.
    fn koya(&mut self, scheduled: &BTreeMap<u32, i64>) {
        let reached_half = |player: &u32| {
            let games = scheduled.get(player).copied().unwrap_or(0);
            // Twice the points, in quarters, against four quarters a game.
            games > 0 && self.points(*player).in_quarters() * 2 >= games * 4
        };
        let mut sums: BTreeMap<u32, Points> = BTreeMap::new();
        for ((player, opponent), scored) in &self.against {
            if reached_half(opponent) {
                let sum = sums.entry(*player).or_default();
                *sum = *sum + *scored;
            }
        }
        for (player, sum) in sums {
            self.figures.entry(player).or_default().koya = sum;
        }
    }

    /// 38.5: the points among those who are tied, where all of them have met
    /// and no game between them is open. One pass: a group that it splits is
    /// not asked again.
    fn direct(&self, tied: &[u32]) -> Option<BTreeMap<u32, Points>> {
        let mut sums = BTreeMap::new();
        for player in tied {
            let mut sum = Points::ZERO;
            for other in tied.iter().filter(|o| *o != player) {
                if self
                    .open
                    .contains(&(*player.min(other), *player.max(other)))
                {
                    return None;
                }
                sum = sum + *self.against.get(&(*player, *other))?;
            }
            sums.insert(*player, sum);
        }
        Some(sums)
    }

    /// Puts the players in order: by points, then by each criterion within the
    /// groups that the earlier ones left tied (39.2). Groups that remain share
    /// a place. The figures of direct encounter are noted where it was asked.
    pub fn ranked(&mut self, players: &[u32], tie_breaks: &[TieBreak]) -> Vec<Vec<u32>> {
        let mut groups = split(players, |p| Some(self.points(p)));
        for criterion in tie_breaks {
            let mut finer = Vec::new();
            for group in groups {
                if group.len() < 2 {
                    finer.push(group);
                    continue;
                }
                let value: BTreeMap<u32, Points> = match criterion {
                    TieBreak::Direct => {
                        let Some(sums) = self.direct(&group) else {
                            finer.push(group);
                            continue;
                        };
                        for (player, sum) in &sums {
                            self.figures.entry(*player).or_default().direct = Some(*sum);
                        }
                        sums
                    }
                    TieBreak::Wins => {
                        self.each(&group, |f| Points::quarters(i64::from(f.wins) * 4))
                    }
                    TieBreak::Sb => self.each(&group, |f| f.sb),
                    TieBreak::Koya => self.each(&group, |f| f.koya),
                };
                let parts = split(&group, |p| value.get(&p).copied());
                if parts.len() > 1 {
                    let figure = |p: &u32| (*p, value.get(p).copied().unwrap_or_default());
                    self.decisions.push(DecidingCriterion {
                        by: *criterion,
                        points: group.first().map_or(Points::ZERO, |p| self.points(*p)),
                        order: parts.iter().flatten().map(figure).collect(),
                    });
                }
                finer.extend(parts);
            }
            groups = finer;
        }
        // Criterion by criterion so far; a reader goes down the table.
        self.decisions.sort_by_key(|d| std::cmp::Reverse(d.points));
        groups
    }

    fn each(&self, group: &[u32], value: impl Fn(&Figures) -> Points) -> BTreeMap<u32, Points> {
        group
            .iter()
            .filter_map(|p| self.figures.get(p).map(|f| (*p, value(f))))
            .collect()
    }
}

/// Groups of equal value, the highest first; within a group by starting number.
fn split(players: &[u32], value: impl Fn(u32) -> Option<Points>) -> Vec<Vec<u32>> {
    let mut by_value: BTreeMap<Option<Points>, Vec<u32>> = BTreeMap::new();
    for player in players {
        by_value.entry(value(*player)).or_default().push(*player);
    }
    let mut groups: Vec<Vec<u32>> = by_value.into_values().rev().collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_printed_exactly() {
        for (quarters, text) in [(0, "0"), (1, "0.25"), (22, "5.5"), (69, "17.25"), (28, "7")] {
            assert_eq!(Points::quarters(quarters).to_string(), text);
            assert_eq!(Points::parse(text), Some(Points::quarters(quarters)));
        }
        assert_eq!(Points::quarters(3).to_string(), "0.75");
        for bad in ["", "x", "1.3", "-1", "1.", ".5"] {
            assert_eq!(Points::parse(bad), None, "{bad}");
        }
    }
}
