//! The table of a team event (20, 38.6.2, 38.7): match points and points on the boards of
//! its matches ([`super::encounter`]), and what tells equal teams apart.

use super::encounter::Encounter;
use super::figure::ExactFigure;
use super::play::TeamScore;
use super::scored::{Points, Scoring};
use super::teams::TeamEntry;
use crate::rules::TieBreak;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A match that a team was free of, and its points on the boards for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamBye {
    /// The team.
    pub team: u32,
    /// The round.
    pub round: u32,
}

/// A team's row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TeamRow {
    /// `1`, or `2-3` where it is shared.
    pub place: String,
    /// The team's number.
    pub team: u32,
    /// Its name.
    pub name: String,
    /// Matches that are over.
    pub matches: u32,
    /// Of them won, drawn and lost.
    pub won: u32,
    /// As above.
    pub drawn: u32,
    /// As above.
    pub lost: u32,
    /// 38.7.1.
    pub match_points: Points,
    /// 38.7.2; those of matches that go on, too.
    pub board_points: Points,
    /// The criteria that were asked.
    pub figures: BTreeMap<TieBreak, ExactFigure>,
    /// Against each team, match by match: the points on the boards; with `*` while games of
    /// it go on.
    pub results: BTreeMap<u32, Vec<String>>,
}

/// The teams in the order of the table: by what counts first, then by the tie-breaks.
pub fn team_standings(
    teams: &[TeamEntry],
    matches: &[Encounter],
    byes: &[TeamBye],
    score: TeamScore,
    scoring: Scoring,
    tie_breaks: &[TieBreak],
) -> Vec<TeamRow> {
    let encounters: Vec<&Encounter> = matches.iter().filter(|e| e.counts()).collect();
    let mut rows: BTreeMap<u32, TeamRow> = (1..)
        .zip(teams)
        .map(|(team, entry)| {
            let name = entry.name.clone();
            (
                team,
                TeamRow {
                    team,
                    name,
                    ..TeamRow::default()
                },
            )
        })
        .collect();
    for one in &encounters {
        let (points_of, match_points) = (one.points(), one.match_points());
        let open = one.is_open();
        for (at, team) in one.teams.into_iter().enumerate() {
            let Some(row) = rows.get_mut(&team) else {
                continue;
            };
            let other = one.teams.get(1 - at).copied().unwrap_or(0);
            let points = points_of.get(at).copied().unwrap_or_default();
            row.board_points = row.board_points + points;
            let mark = if open { "*" } else { "" };
            row.results
                .entry(other)
                .or_default()
                .push(format!("{points}{mark}"));
            if open {
                continue;
            }
            let won = match_points.get(at).copied().unwrap_or_default();
            row.matches += 1;
            row.match_points = row.match_points + won;
            match won.in_quarters() {
                8 => row.won += 1,
                4 => row.drawn += 1,
                _ => row.lost += 1,
            }
        }
    }
    for bye in byes {
        if let Some(row) = rows.get_mut(&bye.team) {
            let boards = teams.first().map_or(0, |t| t.boards.len());
            let boards = i64::try_from(boards).unwrap_or(0);
            row.match_points = row.match_points + Points::ONE + Points::ONE;
            row.board_points =
                row.board_points + Points::quarters(boards * scoring.win.in_quarters());
        }
    }
    let first = match score {
        TeamScore::Match => TieBreak::MatchPoints,
        TeamScore::Board => TieBreak::BoardPoints,
    };
    let order: Vec<TieBreak> = std::iter::once(first)
        .chain(tie_breaks.iter().copied())
        .collect();
    let mut groups: Vec<Vec<u32>> = vec![rows.keys().copied().collect()];
    for criterion in order {
        let mut finer = Vec::new();
        for group in groups {
            let figures = figures(&group, criterion, &rows, &encounters);
            for (team, figure) in &figures {
                if let Some(row) = rows
                    .get_mut(team)
                    .filter(|_| criterion != first || tie_breaks.contains(&first))
                {
                    row.figures.insert(criterion, *figure);
                }
            }
            finer.extend(parted(&group, &figures));
        }
        groups = finer;
    }
    let mut above = 0;
    let mut table = Vec::new();
    for group in groups {
        let place = super::standings::place(above, group.len());
        above += group.len();
        for team in group {
            if let Some(mut row) = rows.remove(&team) {
                row.place.clone_from(&place);
                table.push(row);
            }
        }
    }
    table
}

/// Puts the teams in the order of a bracket: points do not decide there.
pub fn place_by(table: &mut [TeamRow], groups: &[Vec<u32>]) {
    super::standings::place_in_bracket(groups, table, |r| r.team, |r| &mut r.place);
}

/// What a criterion gives the teams of a group.
fn figures(
    group: &[u32],
    criterion: TieBreak,
    rows: &BTreeMap<u32, TeamRow>,
    encounters: &[&Encounter],
) -> BTreeMap<u32, ExactFigure> {
    let of =
        |team: u32, value: &dyn Fn(&TeamRow) -> Points| rows.get(&team).map_or(Points::ZERO, value);
    let over = || encounters.iter().copied().filter(|e| !e.is_open());
    let side = |e: &Encounter, team: u32| e.teams.iter().position(|t| *t == team);
    let each = |value: &dyn Fn(u32) -> ExactFigure| {
        group
            .iter()
            .map(|team| (*team, value(*team)))
            .collect::<BTreeMap<u32, ExactFigure>>()
    };
    let buchholz = |team: u32, lowest: usize, highest: usize| {
        let mut all: Vec<Points> = over()
            .filter_map(|e| {
                let at = side(e, team)?;
                let other = e.teams.get(1 - at).copied()?;
                Some(of(other, &|r| r.match_points))
            })
            .collect();
        all.sort_unstable();
        let kept = all.len().saturating_sub(lowest + highest);
        ExactFigure::from(all.into_iter().skip(lowest).take(kept).sum::<Points>())
    };
    match criterion {
        TieBreak::MatchPoints => each(&|team| ExactFigure::from(of(team, &|r| r.match_points))),
        TieBreak::BoardPoints => each(&|team| ExactFigure::from(of(team, &|r| r.board_points))),
        TieBreak::Wins => {
            each(&|team| ExactFigure::whole(rows.get(&team).map_or(0, |r| i64::from(r.won))))
        }
        // 38.6.2: match points of each opponent, times the points on the boards against it.
        TieBreak::Sb => each(&|team| {
            let sum: Points = over()
                .filter_map(|e| {
                    let at = side(e, team)?;
                    let other = e.teams.get(1 - at).copied()?;
                    let scored = e.points().get(at).copied()?;
                    Some(scored.times(of(other, &|r| r.match_points)))
                })
                .sum();
            ExactFigure::from(sum)
        }),
        TieBreak::Direct | TieBreak::DirectRecursive => {
            let between = |e: &&Encounter| e.teams.iter().all(|t| group.contains(t));
            let inside: Vec<&Encounter> = over().filter(between).collect();
            let pairs = group.len() * group.len().saturating_sub(1) / 2;
            let met: std::collections::BTreeSet<[u32; 2]> =
                inside.iter().map(|e| e.pair()).collect();
            if group.len() < 2 || met.len() < pairs {
                return BTreeMap::new();
            }
            each(&|team| {
                let won =
                    |e: &&Encounter| side(e, team).and_then(|at| e.match_points().get(at).copied());
                ExactFigure::from(inside.iter().filter_map(won).sum::<Points>())
            })
        }
        TieBreak::Buchholz => each(&|team| buchholz(team, 0, 0)),
        TieBreak::BuchholzCut1 => each(&|team| buchholz(team, 1, 0)),
        TieBreak::BuchholzCut2 => each(&|team| buchholz(team, 2, 0)),
        TieBreak::BuchholzMedian1 => each(&|team| buchholz(team, 1, 1)),
        TieBreak::BuchholzMedian2 => each(&|team| buchholz(team, 2, 2)),
        // Of players alone.
        TieBreak::Blacks
        | TieBreak::Koya
        | TieBreak::KoyaDown
        | TieBreak::KoyaUp
        | TieBreak::Aro
        | TieBreak::AroCut1
        | TieBreak::Progressive
        | TieBreak::Performance => BTreeMap::new(),
    }
}

/// A group by its figures, the highest first; where there are none it stays.
fn parted(group: &[u32], figures: &BTreeMap<u32, ExactFigure>) -> Vec<Vec<u32>> {
    let mut by: BTreeMap<Reverse<Option<ExactFigure>>, Vec<u32>> = BTreeMap::new();
    for team in group {
        by.entry(Reverse(figures.get(team).copied()))
            .or_default()
            .push(*team);
    }
    by.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::encounter::{Seating, encounters};
    use crate::tournament::play::{BoardOrder, System};
    use crate::tournament::scored::{TableGame, TableResult};

    fn teams(boards: u32, count: u32) -> Vec<TeamEntry> {
        (0..count)
            .map(|team| TeamEntry {
                name: format!("T{}", team + 1),
                captain: None,
                boards: (1..=boards).map(|b| team * boards + b).collect(),
                reserves: Vec::new(),
                line_ups: Vec::new(),
            })
            .collect()
    }

    /// A match: the first team's points on each board, in halves.
    fn played(round: u32, boards: u32, (a, b): (u32, u32), halves: &[u32]) -> Vec<TableGame> {
        (0..)
            .zip(halves)
            .map(|(board, halves)| {
                let (first, second) = ((a - 1) * boards + board + 1, (b - 1) * boards + board + 1);
                let white = board % 2 == 0;
                let result = match (halves, white) {
                    (1, _) => TableResult::Draw,
                    (2, true) | (0, false) => TableResult::WhiteWins,
                    _ => TableResult::BlackWins,
                };
                let (white, black) = if white {
                    (first, second)
                } else {
                    (second, first)
                };
                TableGame {
                    white,
                    black,
                    result,
                    round,
                }
            })
            .collect()
    }

    fn standings(
        teams: &[TeamEntry],
        games: &[TableGame],
        score: TeamScore,
        tie_breaks: &[TieBreak],
    ) -> Vec<TeamRow> {
        let matches = encounters(
            teams,
            games,
            &Seating::of(System::TeamRoundRobin, BoardOrder::Shift),
            Scoring::USUAL,
        );
        team_standings(teams, &matches, &[], score, Scoring::USUAL, tie_breaks)
    }

    fn row(table: &[TeamRow], team: u32) -> &TeamRow {
        table.iter().find(|r| r.team == team).unwrap()
    }

    #[test]
    fn a38_7_match_points_and_board_points_order_teams() {
        let teams = teams(4, 4);
        let mut games = Vec::new();
        // T1 - T2 2.5:1.5, T3 - T4 4:0, T1 - T3 2:2, T2 - T4 3:1, T1 - T4 2.5:1.5, T2 - T3 2.5:1.5.
        games.extend(played(1, 4, (1, 2), &[2, 1, 1, 1]));
        games.extend(played(1, 4, (3, 4), &[2, 2, 2, 2]));
        games.extend(played(2, 4, (1, 3), &[1, 1, 1, 1]));
        games.extend(played(2, 4, (2, 4), &[2, 2, 1, 1]));
        games.extend(played(3, 4, (1, 4), &[2, 1, 1, 1]));
        games.extend(played(3, 4, (2, 3), &[2, 1, 1, 1]));
        let usual = [
            TieBreak::BoardPoints,
            TieBreak::MatchPoints,
            TieBreak::Direct,
            TieBreak::Sb,
        ];
        let table = standings(&teams, &games, TeamScore::Match, &usual);
        let places: Vec<(u32, String, String)> = table
            .iter()
            .map(|r| {
                (
                    r.team,
                    r.match_points.to_string(),
                    r.board_points.to_string(),
                )
            })
            .collect();
        let of = |team: u32, m: &str, b: &str| (team, m.to_owned(), b.to_owned());
        assert_eq!(
            places,
            [
                of(1, "5", "7"),
                of(2, "4", "7"),
                of(3, "3", "7.5"),
                of(4, "0", "2.5")
            ]
        );
        assert_eq!(row(&table, 1).results[&3], ["2"]);
        // 38.6.2: T1 against T2 4 x 2.5, T3 3 x 2, T4 0 x 2.5.
        assert_eq!(row(&table, 1).figures[&TieBreak::Sb].to_string(), "16");
        let by_boards = standings(&teams, &games, TeamScore::Board, &usual);
        let order: Vec<u32> = by_boards.iter().map(|r| r.team).collect();
        // 7.5, then 7 and 7 by match points.
        assert_eq!(order, [3, 1, 2, 4]);
    }

    #[test]
    fn a26_in_a_bracket_who_went_out_in_one_stage_shares_the_place() {
        let teams = teams(2, 5);
        // T4 beats T5 narrowly, and T1; T3 beats T2, and T4.
        let mut games = played(1, 2, (4, 5), &[2, 1]);
        games.extend(played(2, 2, (1, 4), &[0, 0]));
        games.extend(played(2, 2, (2, 3), &[0, 0]));
        games.extend(played(3, 2, (3, 4), &[2, 2]));
        let mut table = standings(&teams, &games, TeamScore::Match, &[]);
        place_by(&mut table, &[vec![3], vec![4], vec![1, 2], vec![5]]);
        let places: Vec<(u32, &str)> = table.iter().map(|r| (r.team, r.place.as_str())).collect();
        assert_eq!(
            places,
            [(3, "1"), (4, "2"), (1, "3-4"), (2, "3-4"), (5, "5")]
        );
    }

    #[test]
    fn a_match_that_goes_on_has_no_match_points_and_equal_teams_share_a_place() {
        let teams = teams(2, 2);
        let mut games = played(1, 2, (1, 2), &[2, 1]);
        games[1].result = TableResult::Open;
        let table = standings(&teams, &games, TeamScore::Match, &[]);
        assert_eq!(table[0].place, "1-2");
        assert_eq!(row(&table, 1).results[&2], ["1*"]);
        assert_eq!(row(&table, 1).matches, 0);
    }
}
