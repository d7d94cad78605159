//! Everyone meets everyone: the Berger tables of article 31.5, their double round of 31.6,
//! further legs; and the games of one pair.

use super::Meeting;

/// The Berger table for so many (31.5), rounds and boards in the printed order. With an
/// odd number the opponent of the highest number of the next even table is free, and the
/// boards move up.
pub fn berger(players: u32) -> Vec<Vec<Meeting>> {
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

/// So many legs. Before the colours change from one leg to the next, the last two rounds
/// of the leg change places (31.6), so that nobody has one colour three times running.
pub fn legs(players: u32, legs: u32) -> Vec<Vec<Meeting>> {
    let table = berger(players);
    let mut rounds = Vec::new();
    for leg in 1..=legs {
        let mut of_leg: Vec<Vec<Meeting>> = match leg % 2 {
            1 => table.clone(),
            _ => table.iter().map(|boards| turned(boards)).collect(),
        };
        let last = of_leg.len();
        if leg < legs && last >= 2 {
            of_leg.swap(last - 2, last - 1);
        }
        rounds.append(&mut of_leg);
    }
    rounds
}

fn turned(boards: &[Meeting]) -> Vec<Meeting> {
    boards
        .iter()
        .map(|(white, black)| (*black, *white))
        .collect()
}

/// So many games of one pair, colours changing from game to game.
pub fn games_of_match(first: Meeting, games: u32) -> Vec<Meeting> {
    (0..games)
        .map(|game| match game % 2 {
            0 => first,
            _ => (first.1, first.0),
        })
        .collect()
}
