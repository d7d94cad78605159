//! Points and tie-breaks by articles 10, 33, 37 to 39, as exact numbers.
//!
//! Points are counted in quarters: a draw is two of them, and Sonneborn-Berger, half a
//! point times half a point, comes out whole. Numbers are never rounded and never compared
//! as floats.

use super::elo;
use super::figure::ExactFigure;
use super::scored::{CrossTable, Points, Scoring, TableGame, TableResult};
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
    pub order: Vec<(u32, ExactFigure)>,
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
    /// The other criteria that were asked.
    pub others: BTreeMap<TieBreak, ExactFigure>,
}

/// What became of a round for a player, as Buchholz sees it (37.1).
#[derive(Clone, Copy, Debug)]
enum Meeting {
    /// Played.
    Against(u32),
    /// Not played: what he had before, what he got for it, and rounds after it.
    Virtual {
        before: Points,
        got: Points,
        after: i64,
    },
}

/// Against whom, for how many points, and how it ended.
type OwnResult = (u32, Points, TableResult);

/// The games that count, seen from each player.
pub(super) struct Scores {
    /// Points of the first against the second, over the decided games that count.
    against: BTreeMap<(u32, u32), Points>,
    /// The same as a win, half a one or none: the measure of 38.6, whatever results bring.
    shares: BTreeMap<(u32, u32), Points>,
    /// What results bring.
    scoring: Scoring,
    /// Pairs, smaller number first, with a game between them still open.
    open: BTreeSet<(u32, u32)>,
    /// Games that each has on the schedule.
    scheduled: BTreeMap<u32, i64>,
    /// What Buchholz counts an opponent's score as: what was not played is a draw (37.1).
    adjusted: BTreeMap<u32, Points>,
    meetings: BTreeMap<u32, Vec<Meeting>>,
    blacks: BTreeMap<u32, i64>,
    opponents: BTreeMap<u32, Vec<u32>>,
    progressive: BTreeMap<u32, Points>,
    performance: BTreeMap<u32, ExactFigure>,
    /// By starting number; players who do not count have zeros.
    pub figures: BTreeMap<u32, Figures>,
    /// Where a criterion told players apart, filled by [`Scores::ranked`].
    pub decisions: Vec<DecidingCriterion>,
}

/// Whether a game was played on the board.
fn is_played(result: TableResult) -> bool {
    !matches!(
        result,
        TableResult::WhiteForfeit
            | TableResult::BlackForfeit
            | TableResult::BothForfeit
            | TableResult::Annulled
            | TableResult::Open
    )
}

impl Scores {
    /// Adds up the games in which both players count (33.1), and byes.
    pub fn of(table: &CrossTable, games: &[TableGame]) -> Scores {
        let counting: BTreeSet<u32> = table
            .players
            .iter()
            .filter(|p| p.counts)
            .map(|p| p.start_number)
            .collect();
        let both = |g: &&TableGame| counting.contains(&g.white) && counting.contains(&g.black);
        let games: Vec<TableGame> = games
            .iter()
            .filter(|g| both(g) && g.result != TableResult::Annulled)
            .copied()
            .collect();
        let ratings: BTreeMap<u32, u32> = table
            .players
            .iter()
            .filter_map(|p| Some((p.start_number, p.rating?)))
            .collect();
        let rated = elo::rated(&table.players, &games);
        let mut scores = Scores {
            against: BTreeMap::new(),
            shares: BTreeMap::new(),
            scoring: table.scoring,
            open: BTreeSet::new(),
            scheduled: BTreeMap::new(),
            adjusted: BTreeMap::new(),
            meetings: BTreeMap::new(),
            blacks: BTreeMap::new(),
            opponents: BTreeMap::new(),
            progressive: BTreeMap::new(),
            performance: rated
                .into_iter()
                .filter_map(|(n, r)| Some((n, r.performance()?)))
                .collect(),
            figures: BTreeMap::new(),
            decisions: Vec::new(),
        };
        for player in &table.players {
            let figures = Figures::default();
            scores.figures.insert(player.start_number, figures);
        }
        for game in &games {
            let (white, black) = (game.white, game.black);
            *scores.scheduled.entry(white).or_default() += 1;
            *scores.scheduled.entry(black).or_default() += 1;
            if game.result == TableResult::Open {
                scores.open.insert((white.min(black), white.max(black)));
                continue;
            }
            let points = game.result.points(table.scoring);
            let shares = game.result.points(Scoring::USUAL);
            scores.add(white, black, points.0, shares.0);
            scores.add(black, white, points.1, shares.1);
            if is_played(game.result) {
                *scores.blacks.entry(black).or_default() += 1;
                for (me, other) in [(white, black), (black, white)] {
                    if let Some(rating) = ratings.get(&other) {
                        scores.opponents.entry(me).or_default().push(*rating);
                    }
                }
            }
        }
        for bye in table.byes.iter().filter(|b| counting.contains(&b.player)) {
            let figures = scores.figures.entry(bye.player).or_default();
            figures.points = figures.points + bye.points;
        }
        scores.round_by_round(table, &games, &counting);
        scores.sonneborn_berger();
        scores.koya();
        scores
    }

    fn add(&mut self, player: u32, opponent: u32, points: Points, share: Points) {
        let pair = (player, opponent);
        for (sums, more) in [(&mut self.against, points), (&mut self.shares, share)] {
            let sum = sums.entry(pair).or_default();
            *sum = *sum + more;
        }
        let figures = self.figures.entry(player).or_default();
        figures.points = figures.points + points;
        figures.played += 1;
        if share == Points::ONE {
            figures.wins += 1;
        }
    }

    fn points(&self, player: u32) -> Points {
        self.figures.get(&player).map_or(Points::ZERO, |f| f.points)
    }

    /// Each player's way through the rounds: whom he met, what was not played, and the
    /// sums after each round.
    fn round_by_round(
        &mut self,
        table: &CrossTable,
        games: &[TableGame],
        counting: &BTreeSet<u32>,
    ) {
        let last = games
            .iter()
            .map(|g| g.round)
            .chain(table.byes.iter().map(|b| b.round))
            .max();
        let last = table.rounds.or(last).unwrap_or(0);
        let mut of: BTreeMap<(u32, u32), Vec<OwnResult>> = BTreeMap::new();
        for game in games {
            let (white, black) = game.result.points(table.scoring);
            let mut add = |me, other, points| {
                let round = of.entry((me, game.round)).or_default();
                round.push((other, points, game.result));
            };
            add(game.white, game.black, white);
            add(game.black, game.white, black);
        }
        for player in counting {
            let (mut sum, mut progressive) = (Points::ZERO, Points::ZERO);
            let mut adjusted = Points::ZERO;
            let mut meetings = Vec::new();
            for round in 1..=last {
                let mut byes = table.byes.iter();
                let bye = byes.find(|b| b.player == *player && b.round == round);
                let after = i64::from(last - round);
                let before = sum;
                let mut unplayed = |got: Points| {
                    meetings.push(Meeting::Virtual { before, got, after });
                    table.scoring.draw
                };
                match (of.get(&(*player, round)), bye) {
                    (Some(met), _) => {
                        for (other, points, result) in met {
                            sum = sum + *points;
                            if *result == TableResult::Open {
                                continue;
                            }
                            adjusted = adjusted
                                + match is_played(*result) {
                                    true => {
                                        meetings.push(Meeting::Against(*other));
                                        *points
                                    }
                                    false => {
                                        meetings.push(Meeting::Virtual {
                                            before,
                                            got: *points,
                                            after,
                                        });
                                        table.scoring.draw
                                    }
                                };
                        }
                    }
                    (None, Some(bye)) => {
                        sum = sum + bye.points;
                        adjusted = adjusted + unplayed(bye.points);
                    }
                    // Where rounds are paired one by one, who was not there did not play;
                    // in a round-robin with an odd field he was free.
                    (None, None) if table.rounds.is_some() => {
                        adjusted = adjusted + unplayed(Points::ZERO);
                    }
                    (None, None) => {}
                }
                progressive = progressive + sum;
            }
            self.adjusted.insert(*player, adjusted);
            self.progressive.insert(*player, progressive);
            self.meetings.insert(*player, meetings);
        }
    }

    /// 38.6.1 and 38.6.2 are one formula: what was scored against an opponent,
    /// in one game or two, times the opponent's points; a win counts them whole and a draw
    /// half, whatever results bring. Games decided without
    /// play are like others (37.2).
    fn sonneborn_berger(&mut self) {
        let mut sums: BTreeMap<u32, Points> = BTreeMap::new();
        for ((player, opponent), scored) in &self.shares {
            let sum = sums.entry(*player).or_default();
            *sum = *sum + scored.times(self.points(*opponent));
        }
        for (player, sum) in sums {
            self.figures.entry(player).or_default().sb = sum;
        }
    }

    /// 38.3: what was scored against everyone with at least half of the points
    /// of his own games that count, those still open included.
    fn koya(&mut self) {
        let all: Vec<u32> = self.figures.keys().copied().collect();
        for player in all {
            let sum = self.scored_against(player, |opponent| self.reached_half(opponent));
            self.figures.entry(player).or_default().koya = sum;
        }
    }

    fn reached_half(&self, player: u32) -> bool {
        let games = self.scheduled.get(&player).copied().unwrap_or(0);
        let most = games * self.scoring.win.in_quarters();
        games > 0 && self.points(player).in_quarters() * 2 >= most
    }

    fn scored_against(&self, player: u32, counts: impl Fn(u32) -> bool) -> Points {
        let own = self.against.range((player, u32::MIN)..=(player, u32::MAX));
        own.filter(|((_, opponent), _)| counts(*opponent))
            .map(|(_, scored)| *scored)
            .sum()
    }

    /// 38.3.1, step by step: groups below half are taken in from the highest down, or
    /// those from half up are left out from the lowest up.
    fn koya_steps(&self, down: bool) -> Vec<BTreeMap<u32, ExactFigure>> {
        let (above, below): (Vec<u32>, Vec<u32>) =
            self.figures.keys().partition(|p| self.reached_half(**p));
        let mut limits: BTreeSet<Points> = BTreeSet::new();
        for player in if down { &below } else { &above } {
            limits.insert(self.points(*player));
        }
        let step = |limit: Points| {
            let counts = |opponent: u32| match down {
                true => self.reached_half(opponent) || self.points(opponent) >= limit,
                false => self.reached_half(opponent) && self.points(opponent) > limit,
            };
            let each = self.figures.keys();
            each.map(|p| (*p, ExactFigure::from(self.scored_against(*p, counts))))
                .collect()
        };
        match down {
            true => limits.into_iter().rev().map(step).collect(),
            false => limits.into_iter().map(step).collect(),
        }
    }

    /// 38.5: the points among those who are tied, where all of them have met
    /// and no game between them is open.
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

    /// 38.2: the scores of the opponents; for what was not played, of a virtual one who had
    /// as many points before, the other side of the result, and draws afterwards (37.1).
    /// So many of the lowest and of the highest are left out (38.2.1 to 38.2.4).
    fn buchholz(&self, player: u32, lowest: usize, highest: usize) -> Points {
        let meetings = self.meetings.get(&player).map_or(&[][..], Vec::as_slice);
        let mut all: Vec<Points> = meetings
            .iter()
            .map(|meeting| match meeting {
                Meeting::Against(opponent) => {
                    self.adjusted.get(opponent).copied().unwrap_or_default()
                }
                Meeting::Virtual { before, got, after } => {
                    let drawn = Points::quarters(self.scoring.draw.in_quarters() * after);
                    *before + self.scoring.other_side(*got) + drawn
                }
            })
            .collect();
        all.sort_unstable();
        let kept = all.len().saturating_sub(lowest + highest);
        all.into_iter().skip(lowest).take(kept).sum()
    }

    /// 38.1: the ratings of the opponents met, in the mean; so many of the lowest are left
    /// out (38.1.1).
    fn average(&self, player: u32, lowest: usize) -> ExactFigure {
        let mut all = self.opponents.get(&player).cloned().unwrap_or_default();
        all.sort_unstable();
        let kept: Vec<i64> = all.into_iter().skip(lowest).map(i64::from).collect();
        ExactFigure::average(kept.iter().sum(), i64::try_from(kept.len()).unwrap_or(0))
    }

    /// What a criterion gives a player, where it is no matter of whom he is tied with.
    fn figure(&self, player: u32, criterion: TieBreak) -> ExactFigure {
        let own = |of: &dyn Fn(&Figures) -> Points| {
            let figures = self.figures.get(&player);
            ExactFigure::from(figures.map_or(Points::ZERO, of))
        };
        let buchholz = |lowest, highest| ExactFigure::from(self.buchholz(player, lowest, highest));
        match criterion {
            TieBreak::Direct | TieBreak::DirectRecursive => ExactFigure::ZERO,
            TieBreak::Wins => own(&|f| Points::quarters(i64::from(f.wins) * 4)),
            TieBreak::Blacks => ExactFigure::whole(self.blacks.get(&player).copied().unwrap_or(0)),
            TieBreak::Sb => own(&|f| f.sb),
            TieBreak::Koya => own(&|f| f.koya),
            TieBreak::KoyaDown | TieBreak::KoyaUp => {
                let steps = self.koya_steps(criterion == TieBreak::KoyaDown);
                let first = steps.first().and_then(|step| step.get(&player));
                first.copied().unwrap_or(ExactFigure::ZERO)
            }
            TieBreak::Aro => self.average(player, 0),
            TieBreak::AroCut1 => self.average(player, 1),
            TieBreak::Buchholz => buchholz(0, 0),
            TieBreak::BuchholzCut1 => buchholz(1, 0),
            TieBreak::BuchholzCut2 => buchholz(2, 0),
            TieBreak::BuchholzMedian1 => buchholz(1, 1),
            TieBreak::BuchholzMedian2 => buchholz(2, 2),
            // A player has no other points than his own.
            TieBreak::BoardPoints | TieBreak::MatchPoints => own(&|f| f.points),
            TieBreak::Progressive => {
                let sum = self.progressive.get(&player).copied();
                ExactFigure::from(sum.unwrap_or_default())
            }
            TieBreak::Performance => {
                let rating = self.performance.get(&player).copied();
                rating.unwrap_or(ExactFigure::ZERO)
            }
        }
    }

    /// Puts the players in order: by points, then by each criterion within the
    /// groups that the earlier ones left tied (39.2). Groups that remain share
    /// a place. The figures of direct encounter are noted where it was asked.
    pub fn ranked(&mut self, players: &[u32], tie_breaks: &[TieBreak]) -> Vec<Vec<u32>> {
        let mut groups = split(players, |p| Some(ExactFigure::from(self.points(p))));
        for criterion in tie_breaks {
            let mut finer = Vec::new();
            for group in groups {
                finer.extend(self.parted(group, *criterion));
            }
            groups = finer;
        }
        for criterion in tie_breaks {
            let stands_alone = matches!(
                criterion,
                TieBreak::Direct
                    | TieBreak::DirectRecursive
                    | TieBreak::Wins
                    | TieBreak::Sb
                    | TieBreak::Koya
            );
            for player in players.iter().filter(|_| !stands_alone) {
                let figure = self.figure(*player, *criterion);
                let figures = self.figures.entry(*player).or_default();
                figures.others.insert(*criterion, figure);
            }
        }
        // Criterion by criterion so far; a reader goes down the table.
        self.decisions.sort_by_key(|d| std::cmp::Reverse(d.points));
        groups
    }

    /// A group of equals, parted by a criterion.
    fn parted(&mut self, group: Vec<u32>, criterion: TieBreak) -> Vec<Vec<u32>> {
        if group.len() < 2 {
            return vec![group];
        }
        match criterion {
            TieBreak::Direct | TieBreak::DirectRecursive => {
                let Some(sums) = self.direct(&group) else {
                    return vec![group];
                };
                for (player, sum) in &sums {
                    self.figures.entry(*player).or_default().direct = Some(*sum);
                }
                let value = |p: u32| sums.get(&p).copied().map(ExactFigure::from);
                let parts = self.told_apart(&group, criterion, value);
                if criterion == TieBreak::DirectRecursive && parts.len() > 1 {
                    let again = parts.into_iter();
                    return again
                        .flat_map(|part| self.parted(part, criterion))
                        .collect();
                }
                parts
            }
            TieBreak::KoyaDown | TieBreak::KoyaUp => {
                let mut parts = vec![group];
                for step in self.koya_steps(criterion == TieBreak::KoyaDown) {
                    let value = |p: u32| step.get(&p).copied();
                    let finer = parts.into_iter();
                    parts = finer
                        .flat_map(|part| self.told_apart(&part, criterion, value))
                        .collect();
                }
                parts
            }
            _ => {
                let figures: BTreeMap<u32, ExactFigure> = group
                    .iter()
                    .map(|p| (*p, self.figure(*p, criterion)))
                    .collect();
                self.told_apart(&group, criterion, |p| figures.get(&p).copied())
            }
        }
    }

    /// A group split by a figure, which is noted where it split it.
    fn told_apart(
        &mut self,
        group: &[u32],
        by: TieBreak,
        value: impl Fn(u32) -> Option<ExactFigure>,
    ) -> Vec<Vec<u32>> {
        let parts = split(group, &value);
        if parts.len() > 1 {
            let figure = |p: &u32| (*p, value(*p).unwrap_or(ExactFigure::ZERO));
            self.decisions.push(DecidingCriterion {
                by,
                points: group.first().map_or(Points::ZERO, |p| self.points(*p)),
                order: parts.iter().flatten().map(figure).collect(),
            });
        }
        parts
    }
}

/// Groups of equal value, the highest first; within a group by starting number.
fn split(players: &[u32], value: impl Fn(u32) -> Option<ExactFigure>) -> Vec<Vec<u32>> {
    let mut by_value: BTreeMap<Option<ExactFigure>, Vec<u32>> = BTreeMap::new();
    for player in players {
        by_value.entry(value(*player)).or_default().push(*player);
    }
    let mut groups: Vec<Vec<u32>> = by_value.into_values().rev().collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}
