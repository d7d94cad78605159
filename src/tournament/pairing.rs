//! The games of a tournament: what the meetings of its system are on the boards, between
//! whom, and from which position.

use super::file::TournamentFile;
use super::play::System;
use super::stage::StageEntry;
use super::start;
use super::system::{self, Field, Meeting, Round, Unpairable, scheveningen};
use crate::fold::fold;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One game of a tournament, before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the game in its tournament, from 1, by round and board.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// The board in the round, from 1.
    pub board: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// The start position, where it is not the usual one.
    pub fen: Option<String>,
}

/// The field of a tournament before its start.
pub fn field(file: &TournamentFile) -> Field<'_> {
    let of_teams = file.play.system.is_of_teams();
    let entered = match of_teams {
        true => file.teams.len(),
        false => file.players.len(),
    };
    let players = (1..).zip(&file.players);
    let free = removed(file);
    let rated: BTreeMap<u32, u32> = players
        .clone()
        .filter_map(|(number, player)| Some((number, player.rating?)))
        .collect();
    let of_players: BTreeMap<u32, String> = players
        .filter_map(|(number, player)| Some((number, player.federation.clone()?)))
        .collect();
    let mean = |boards: &[u32]| {
        let known: Vec<u32> = boards
            .iter()
            .filter_map(|n| rated.get(n).copied())
            .collect();
        let count = u32::try_from(known.len()).ok().filter(|c| *c > 0)?;
        Some(known.iter().sum::<u32>() / count)
    };
    let ratings = match of_teams {
        true => (1..)
            .zip(&file.teams)
            .filter_map(|(number, team)| Some((number, mean(&team.boards)?)))
            .collect(),
        false => rated,
    };
    // A team is of a federation where all on its boards are.
    let common = |boards: &[u32]| {
        let mut all = boards.iter().map(|n| of_players.get(n));
        let first = all.next().flatten()?;
        let same = |other: Option<&String>| other.is_some_and(|o| fold(o) == fold(first));
        all.all(same).then(|| first.clone())
    };
    let federations = match of_teams {
        true => (1..)
            .zip(&file.teams)
            .filter_map(|(number, team)| Some((number, common(&team.boards)?)))
            .collect(),
        false => of_players,
    };
    Field {
        free: if of_teams { BTreeSet::new() } else { free },
        boards: file
            .teams
            .first()
            .and_then(|team| u32::try_from(team.boards.len()).ok())
            .unwrap_or(1),
        ratings,
        scoring: file.regulations.points,
        federations,
        carried: file.stage.as_ref().map(StageEntry::met).unwrap_or_default(),
        ..Field::of(&file.play, u32::try_from(entered).unwrap_or(u32::MAX))
    }
}

/// The games that are known before the start, in their order: all of them, or those of the
/// first round.
///
/// # Errors
/// Why the first round cannot be paired.
pub fn games(file: &TournamentFile) -> Result<Vec<Pairing>, Unpairable> {
    if file.stage.as_ref().is_some_and(StageEntry::is_open) || file.is_filling() {
        // Who plays is not known yet.
        return Ok(Vec::new());
    }
    let rounds = system::opening(&field(file))?;
    let mut games: Vec<Pairing> = Vec::new();
    let mut number = 1;
    let left = removed(file);
    for round in &rounds {
        let boards = on_boards(file, number, round, &left);
        for board in boards {
            games.extend(numbered(file, number, games.len(), &board));
            number += 1;
        }
    }
    if file.play.system == System::Pairs {
        let plays = |number: u32| !left.contains(&number);
        let pairs = file
            .play
            .pairs
            .iter()
            .filter(|p| plays(p.white) && plays(p.black));
        for (game, pair) in games.iter_mut().zip(pairs) {
            if pair.fen.is_some() {
                game.fen.clone_from(&pair.fen);
            }
        }
    }
    Ok(games)
}

/// The games of a round that is paired now; `before` games have numbers already. Those who
/// have left play on no board of a team that another can take.
pub fn games_of_round(
    file: &TournamentFile,
    number: u32,
    before: usize,
    round: &Round,
    left: &BTreeSet<u32>,
) -> Vec<Pairing> {
    let boards = on_boards(file, number, round, left);
    let mut games = Vec::new();
    for board in boards {
        games.extend(numbered(file, number, before + games.len(), &board));
    }
    games
}

/// The numbers whose players were removed before the start: nobody plays under them.
pub fn removed(file: &TournamentFile) -> BTreeSet<u32> {
    let players = (1..).zip(&file.players);
    players
        .filter_map(|(number, player)| player.withdrawn.then_some(number))
        .collect()
}

/// What the meetings of a round are on the boards, as rounds of players' numbers. Only
/// Scheveningen makes several of one.
fn on_boards(
    file: &TournamentFile,
    number: u32,
    round: &Round,
    left: &BTreeSet<u32>,
) -> Vec<Vec<Meeting>> {
    let system = file.play.system;
    if !system.is_of_teams() {
        return vec![round.meetings.clone()];
    }
    let of = |team: u32| {
        let at = usize::try_from(team).unwrap_or(usize::MAX);
        let team = at.checked_sub(1).and_then(|at| file.teams.get(at));
        let players = team.map(|t| t.players_of(number, file.play.board_order, left));
        players.unwrap_or_default()
    };
    let removed = removed(file);
    let plays = |(a, b): &Meeting| !removed.contains(a) && !removed.contains(b);
    if system == System::Scheveningen {
        let (ours, theirs) = (of(1), of(2));
        let boards = u32::try_from(ours.len().min(theirs.len())).unwrap_or(0);
        let at = |team: &[u32], board: u32| {
            let at = usize::try_from(board).ok()?.checked_sub(1)?;
            team.get(at).copied()
        };
        let board = |((a, b), white): (Meeting, bool)| {
            let (a, b) = (at(&ours, a)?, at(&theirs, b)?);
            Some(if white { (a, b) } else { (b, a) })
        };
        return scheveningen::rounds(boards)
            .into_iter()
            .map(|r| r.into_iter().filter_map(board).filter(plays).collect())
            .collect();
    }
    let mut boards = Vec::new();
    for (first, second) in &round.meetings {
        // White on the odd boards (21).
        for (at, (a, b)) in of(*first).into_iter().zip(of(*second)).enumerate() {
            boards.push(if at % 2 == 0 { (a, b) } else { (b, a) });
        }
    }
    boards.retain(plays);
    vec![boards]
}

fn numbered(file: &TournamentFile, round: u32, before: usize, boards: &[Meeting]) -> Vec<Pairing> {
    let first = u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
    let game = |(at, (white, black)): (u32, &Meeting)| {
        let number = first.saturating_add(at);
        Pairing {
            number,
            round,
            board: at + 1,
            white: *white,
            black: *black,
            fen: start::fen(file, round, number),
        }
    };
    (0..).zip(boards).map(game).collect()
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
