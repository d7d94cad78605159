//! Who meets whom, and with which colour: the Berger tables of article 31.5,
//! their double round of 31.6, matches, and pairs as listed.

use super::file::{System, TournamentFile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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

/// A round: White's and Black's starting numbers, board by board.
pub type Round = Vec<(u32, u32)>;

/// All games of a tournament in their order.
pub fn games(file: &TournamentFile) -> Vec<Pairing> {
    let players = u32::try_from(file.players.len()).unwrap_or(u32::MAX);
    let rounds = match file.system {
        System::RoundRobin => berger(players),
        System::DoubleRoundRobin => double_berger(players),
        System::Match => (0..file.match_games)
            .map(|game| vec![if game % 2 == 0 { (1, 2) } else { (2, 1) }])
            .collect(),
        System::Pairs => vec![file.pairs.iter().map(|p| (p.white, p.black)).collect()],
    };
    let free: BTreeSet<u32> = (1..)
        .zip(&file.players)
        .filter_map(|(number, player)| player.withdrawn.then_some(number))
        .collect();
    let plays = |white: u32, black: u32| !free.contains(&white) && !free.contains(&black);
    // Who meets a free number has no game in that round, as with an odd field.
    let rounds: Vec<Round> = rounds
        .into_iter()
        .map(|boards| boards.into_iter().filter(|(w, b)| plays(*w, *b)).collect())
        .collect();
    let mut games: Vec<Pairing> = numbered(&rounds);
    if file.system == System::Pairs {
        let pairs = file.pairs.iter().filter(|p| plays(p.white, p.black));
        for (game, pair) in games.iter_mut().zip(pairs) {
            game.fen.clone_from(&pair.fen);
        }
    }
    games
}

/// The Berger table for so many players (31.5), rounds and boards in the
/// printed order. With an odd number the opponent of the highest number of the
/// next even table is free, and the boards move up.
pub fn berger(players: u32) -> Vec<Round> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    let circle = even - 1;
    let on_circle = |number: u32| (number + circle - 1) % circle + 1;
    let mut rounds = Vec::new();
    for round in 1..=circle {
        // Who meets the highest number; it has White in the odd rounds.
        let pivot = (round - 1) * (even / 2) % circle + 1;
        let mut boards = Vec::new();
        if even == players {
            boards.push(if round % 2 == 1 {
                (pivot, even)
            } else {
                (even, pivot)
            });
        }
        for step in 1..even / 2 {
            boards.push((on_circle(pivot + step), on_circle(pivot + circle - step)));
        }
        rounds.push(boards);
    }
    rounds
}

/// The double round of article 31.6: the last two rounds of the first cycle
/// change places, so that nobody has one colour three times running; in the
/// second cycle the table is played again with the colours reversed.
pub fn double_berger(players: u32) -> Vec<Round> {
    let table = berger(players);
    let mut rounds = table.clone();
    let last = rounds.len();
    if last >= 2 {
        rounds.swap(last - 2, last - 1);
    }
    rounds.extend(
        table
            .into_iter()
            .map(|boards| boards.into_iter().map(|(w, b)| (b, w)).collect()),
    );
    rounds
}

fn numbered(rounds: &[Round]) -> Vec<Pairing> {
    let places = (1..).zip(rounds).flat_map(|(round, boards)| {
        (1..)
            .zip(boards)
            .map(move |(board, pair): (u32, &(u32, u32))| (round, board, *pair))
    });
    (1..)
        .zip(places)
        .map(|(number, (round, board, (white, black)))| Pairing {
            number,
            round,
            board,
            white,
            black,
            fen: None,
        })
        .collect()
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
