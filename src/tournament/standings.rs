//! The table of a tournament: places, points, tie-breaks, and the result of
//! every game against every opponent (CONTRACT.md 8). It is computed from the
//! results each time; nothing derived is stored.

use super::figure::ExactFigure;
use super::scored::{CrossTable, Points, TableGame, TablePlayer, TableResult};
use super::tiebreaks::{DecidingCriterion, Scores};
use crate::rules::TieBreak;
use serde::Serialize;
use std::collections::BTreeMap;

/// The table, with the fields of CONTRACT.md 8; meant to be flattened into the
/// whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// Games not finished.
    pub open: u32,
    /// Whether the places are final: no game is open.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The tie-breaks in their order.
    pub tie_breaks: Vec<TieBreak>,
    /// The rows, best first; players who do not count come last.
    pub table: Vec<StandingsRow>,
    /// Where a criterion told players with equal points apart, best first. Not in
    /// the JSON of a table: its figures say the same.
    #[serde(skip)]
    pub decisions: Vec<DecidingCriterion>,
}

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingsRow {
    /// `1`, or `2-3` where it is shared. Provisional while games are open.
    pub place: String,
    /// The starting number.
    pub start_number: u32,
    /// The name.
    pub name: String,
    /// Points, a decimal.
    pub points: Points,
    /// Decided games that count, those won or lost without play among them.
    pub played: u32,
    /// Games won, without play too.
    pub wins: u32,
    /// Direct encounter (38.5); none where it was not asked, or where the
    /// players tied have not all met.
    pub direct: Option<Points>,
    /// Sonneborn-Berger (38.6).
    pub sb: Points,
    /// Koya (38.3).
    pub koya: Points,
    /// The other criteria that were asked, under their names.
    #[serde(flatten)]
    pub figures: BTreeMap<TieBreak, ExactFigure>,
    /// Whether he has left the tournament.
    pub withdrawn: bool,
    /// Whether his games count (33.1). Where not, his results stand here, and
    /// his figures are zero.
    pub counts: bool,
    /// For each opponent's starting number the games in their order: `1` `0`
    /// `½` `+` `-`, empty for an open one. Games left out do not appear.
    pub results: BTreeMap<u32, Vec<&'static str>>,
}

/// Whether the finished games of one who leaves count: from exactly half of his
/// games on (33.1.2). `finished` are those finished before he left.
pub fn a33_1_counts(finished: u32, scheduled: u32) -> bool {
    u64::from(finished) * 2 >= u64::from(scheduled)
}

/// Computes the table. Games of players who are not in the list, or of a
/// player against himself, are not looked at.
pub fn standings(
    players: &[TablePlayer],
    games: &[TableGame],
    tie_breaks: &[TieBreak],
) -> Standings {
    let table = CrossTable {
        players: players.to_vec(),
        games: games.to_vec(),
        ..CrossTable::default()
    };
    standings_of(&table, tie_breaks)
}

/// The same with points without a game, where rounds are paired one by one.
pub fn standings_of(table: &CrossTable, tie_breaks: &[TieBreak]) -> Standings {
    let of = table;
    let by_number: BTreeMap<u32, &TablePlayer> =
        of.players.iter().map(|p| (p.start_number, p)).collect();
    let games: Vec<TableGame> = of
        .games
        .iter()
        .filter(|g| {
            let known = by_number.contains_key(&g.white) && by_number.contains_key(&g.black);
            known && g.white != g.black
        })
        .copied()
        .collect();
    let mut scores = Scores::of(of, &games);
    let (counting, others): (Vec<u32>, Vec<u32>) = by_number
        .keys()
        .partition(|n| by_number.get(n).is_some_and(|p| p.counts));
    let mut groups = scores.ranked(&counting, tie_breaks);
    if !others.is_empty() {
        groups.push(others);
    }
    let mut results = results(&games);
    let mut table = Vec::new();
    let mut above = 0;
    for group in groups {
        let place = place(above, group.len());
        above += group.len();
        for number in group {
            let Some(player) = by_number.get(&number) else {
                continue;
            };
            let figures = scores.figures.remove(&number).unwrap_or_default();
            table.push(StandingsRow {
                place: place.clone(),
                start_number: number,
                name: player.name.clone(),
                points: figures.points,
                played: figures.played,
                wins: figures.wins,
                direct: figures.direct,
                sb: figures.sb,
                koya: figures.koya,
                figures: figures.others,
                withdrawn: player.withdrawn,
                counts: player.counts,
                results: results.remove(&number).unwrap_or_default(),
            });
        }
    }
    let open = games
        .iter()
        .filter(|g| g.result == TableResult::Open)
        .count();
    Standings {
        open: u32::try_from(open).unwrap_or(u32::MAX),
        is_final: open == 0,
        tie_breaks: tie_breaks.to_vec(),
        table,
        decisions: scores.decisions,
    }
}

impl Standings {
    /// Puts the rows in the order of a bracket: who shares which place, the best first.
    pub fn place_by(&mut self, groups: &[Vec<u32>]) {
        place_in_bracket(
            groups,
            &mut self.table,
            |r| r.start_number,
            |r| &mut r.place,
        );
        // Points do not decide there.
        self.decisions.clear();
    }
}

/// Puts rows, of players or of teams, in the order of a bracket: who shares which place, the
/// best first. Who share one stay in the order in which they stood.
pub(super) fn place_in_bracket<R>(
    groups: &[Vec<u32>],
    rows: &mut [R],
    number: impl Fn(&R) -> u32,
    shown: impl Fn(&mut R) -> &mut String,
) {
    let mut above = 0;
    let mut places: BTreeMap<u32, (usize, String)> = BTreeMap::new();
    for group in groups {
        let place = place(above, group.len());
        for number in group {
            places.insert(*number, (above, place.clone()));
        }
        above += group.len();
    }
    rows.sort_by_key(|row| places.get(&number(row)).map_or(above, |p| p.0));
    for row in rows {
        if let Some((_, place)) = places.get(&number(row)) {
            shown(row).clone_from(place);
        }
    }
}

type Results = BTreeMap<u32, BTreeMap<u32, Vec<&'static str>>>;

fn results(games: &[TableGame]) -> Results {
    let mut results = Results::new();
    for game in games {
        if let Some((white, black)) = game.result.marks() {
            let mut add = |player, opponent, mark| {
                let row: &mut BTreeMap<u32, Vec<&'static str>> = results.entry(player).or_default();
                row.entry(opponent).or_default().push(mark);
            };
            add(game.white, game.black, white);
            add(game.black, game.white, black);
        }
    }
    results
}

/// A place below so many others that so many share: `3`, `3-5`.
pub fn place(above: usize, sharing: usize) -> String {
    let (first, last) = (above + 1, above + sharing);
    if first == last {
        first.to_string()
    } else {
        format!("{first}-{last}")
    }
}

#[cfg(test)]
#[path = "standings_tests.rs"]
mod tests;
