//! Matches of teams, made of the games of their players (20, 21): who sat on which board,
//! which team had White on the first, and how it stands. Tables of teams, tables of boards
//! and protocols all take them from here.

use super::play::{BoardOrder, System};
use super::scored::{Points, Scoring, TableGame, TableResult};
use super::teams::{TeamEntry, team_of};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// How the boards of a team event were taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The system of play.
    pub system: System,
    /// What binds players to boards (20).
    pub order: BoardOrder,
    /// Who had left before the start.
    pub removed: BTreeSet<u32>,
    /// Who had left when a round was paired, by rounds: others took their boards.
    pub left: BTreeMap<u32, BTreeSet<u32>>,
}

impl Seating {
    /// Of an event that nobody has left.
    pub fn of(system: System, order: BoardOrder) -> Seating {
        Seating {
            system,
            order,
            removed: BTreeSet::new(),
            left: BTreeMap::new(),
        }
    }

    /// All rounds are one match: those of Scheveningen.
    pub fn one_match(&self) -> bool {
        self.system == System::Scheveningen
    }

    /// Who plays for a team in a round, in board order.
    fn players(&self, team: &TeamEntry, round: u32) -> Vec<u32> {
        // The games of Scheveningen are made of one line-up.
        let round = if self.one_match() { 1 } else { round };
        let mut left = self.removed.clone();
        left.extend(self.left.get(&round).into_iter().flatten());
        team.players_of(round, self.order, &left)
    }

    /// On which board of his team somebody played, from 1.
    fn board(&self, team: &TeamEntry, round: u32, player: u32) -> Option<u32> {
        let players = self.players(team, round);
        let at = players.iter().position(|n| *n == player)?;
        u32::try_from(at + 1).ok()
    }
}

/// A game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGame {
    /// Its place among the games that the matches were made of.
    pub at: usize,
    /// The round.
    pub round: u32,
    /// The boards of both players, each on his team, the first team's before. Only in
    /// Scheveningen they differ. None where the line-up knows the player no more.
    pub boards: [Option<u32>; 2],
    /// Starting numbers, of the first team's player before.
    pub players: [u32; 2],
    /// The first team's player has White.
    pub first_is_white: bool,
    /// How it stands.
    pub result: TableResult,
    /// What both have of it, the first team before.
    pub points: [Points; 2],
}

impl BoardGame {
    /// What stands for both, as in a cross-table; none for a game that does not count.
    pub fn marks(&self) -> Option<[&'static str; 2]> {
        let (white, black) = self.result.marks()?;
        Some(self.first_before([white, black]))
    }

    /// What is White's and Black's, the first team's before.
    fn first_before<T>(&self, [white, black]: [T; 2]) -> [T; 2] {
        match self.first_is_white {
            true => [white, black],
            false => [black, white],
        }
    }

    /// The board on which it was played: the first team's player's, where they differ.
    pub fn board(&self) -> Option<u32> {
        self.boards.iter().flatten().next().copied()
    }

    /// It is not finished.
    pub fn is_open(&self) -> bool {
        self.result == TableResult::Open
    }

    /// It counts.
    pub fn counts(&self) -> bool {
        self.result != TableResult::Annulled
    }
}

/// A match of two teams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// The round; of Scheveningen the first.
    pub round: u32,
    /// Both teams, the one with White on the first board before (21).
    pub teams: [u32; 2],
    /// Its games in the order of rounds and boards.
    pub games: Vec<BoardGame>,
}

impl Encounter {
    /// Points on the boards, those of a match that goes on too.
    pub fn points(&self) -> [Points; 2] {
        let of = |side: usize| {
            let points = self.games.iter().map(|g| g.points);
            points.filter_map(|p| p.get(side).copied()).sum()
        };
        [of(0), of(1)]
    }

    /// Games of it go on.
    pub fn is_open(&self) -> bool {
        self.games.iter().any(BoardGame::is_open)
    }

    /// Something of it counts.
    pub fn counts(&self) -> bool {
        self.games.iter().any(BoardGame::counts)
    }

    /// The teams, the lower number before.
    pub fn pair(&self) -> [u32; 2] {
        let [a, b] = self.teams;
        [a.min(b), a.max(b)]
    }

    /// What it brings both (38.7.1).
    pub fn match_points(&self) -> [Points; 2] {
        let boards = self.games.iter().filter(|g| g.counts());
        let shares = boards.clone().map(|g| {
            let (white, black) = g.result.points(Scoring::USUAL);
            g.first_before([white, black])
        });
        let sum = |[a, b]: [Points; 2], [c, d]: [Points; 2]| [a + c, b + d];
        let shares = shares.fold([Points::ZERO; 2], sum);
        match_points(shares, u32::try_from(boards.count()).unwrap_or(u32::MAX))
    }

    /// The team that has won it; none while it goes on, or where it is level.
    pub fn winner(&self) -> Option<u32> {
        let [first, second] = self.points();
        let over = !self.is_open() && self.counts();
        match first.cmp(&second) {
            Ordering::Greater if over => self.teams.first().copied(),
            Ordering::Less if over => self.teams.last().copied(),
            _ => None,
        }
    }
}

/// 38.7.1: two for more than half of what could be had on the boards, one for half, none for
/// less: a board that both have lost is nobody's. What was had is counted as usual, a point for
/// a won game and half of one for a draw, whatever a game brings in the table.
pub fn match_points(had: [Points; 2], boards: u32) -> [Points; 2] {
    let half = Points::quarters(i64::from(boards) * 2);
    had.map(|own| match own.cmp(&half) {
        Ordering::Greater => Points::ONE + Points::ONE,
        Ordering::Equal => Points::ONE,
        Ordering::Less => Points::ZERO,
    })
}

/// A game with the teams of White and Black.
struct GameOfTeams<'a> {
    at: usize,
    game: &'a TableGame,
    white: u32,
    black: u32,
}

/// The matches that games make, in the order of rounds and of their first games. A game
/// that does not count stands in its match all the same: a protocol has a line for it.
pub fn encounters(
    teams: &[TeamEntry],
    games: &[TableGame],
    seating: &Seating,
    scoring: Scoring,
) -> Vec<Encounter> {
    let mut found: BTreeMap<(u32, u32, u32), Vec<GameOfTeams<'_>>> = BTreeMap::new();
    for (at, game) in games.iter().enumerate() {
        let (Some(white), Some(black)) = (team_of(teams, game.white), team_of(teams, game.black))
        else {
            continue;
        };
        if white == black {
            continue;
        }
        let round = if seating.one_match() { 1 } else { game.round };
        let key = (round, white.min(black), white.max(black));
        found.entry(key).or_default().push(GameOfTeams {
            at,
            game,
            white,
            black,
        });
    }
    let board = |game: &TableGame, team: u32, player: u32| {
        let at = usize::try_from(team).ok()?.checked_sub(1)?;
        seating.board(teams.get(at)?, game.round, player)
    };
    let mut all = Vec::new();
    for ((round, low, high), of) in found {
        // White on the odd boards is the first team's (21). In Scheveningen the first
        // team is that of the file.
        let opening = of.first().map(|g| {
            let seat = board(g.game, g.white, g.game.white);
            let seat = seat.or_else(|| board(g.game, g.black, g.game.black));
            match seat.is_some_and(|b| b % 2 == 0) {
                true => g.black,
                false => g.white,
            }
        });
        let first = match opening {
            Some(team) if !seating.one_match() => team,
            _ => low,
        };
        let second = if first == low { high } else { low };
        let mut games: Vec<BoardGame> = of
            .into_iter()
            .map(
                |GameOfTeams {
                     at, game, white, ..
                 }| {
                    let first_is_white = white == first;
                    let players = match first_is_white {
                        true => [game.white, game.black],
                        false => [game.black, game.white],
                    };
                    let [own, other] = players;
                    let (for_white, for_black) = game.result.points(scoring);
                    BoardGame {
                        at,
                        round: game.round,
                        boards: [board(game, first, own), board(game, second, other)],
                        players,
                        first_is_white,
                        result: game.result,
                        points: match first_is_white {
                            true => [for_white, for_black],
                            false => [for_black, for_white],
                        },
                    }
                },
            )
            .collect();
        games.sort_by_key(|g| (g.round, g.board().unwrap_or(u32::MAX), g.at));
        all.push(Encounter {
            round,
            teams: [first, second],
            games,
        });
    }
    let first_game = |e: &Encounter| e.games.iter().map(|g| g.at).min();
    all.sort_by_key(|e| (e.round, first_game(e)));
    all
}

#[cfg(test)]
#[path = "encounter_tests.rs"]
mod tests;
