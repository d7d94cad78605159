//! The Scheveningen system: two teams, each player of one meets each of the other (26).

use super::Meeting;

/// The rounds of two teams with so many boards: pairs of boards, of the first team and of
/// the second, and whether the first team's player has White. Each player meets each of the
/// other team once and has White as often as Black, or once more.
pub fn rounds(boards: u32) -> Vec<Vec<(Meeting, bool)>> {
    (0..boards)
        .map(|round| {
            let meeting = |first: u32| {
                let second = (first + round) % boards;
                ((first + 1, second + 1), (first + second).is_multiple_of(2))
            };
            (0..boards).map(meeting).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a26_everyone_meets_everyone_of_the_other_team_with_colours_in_balance() {
        for boards in 1..=20 {
            let rounds = rounds(boards);
            let met: BTreeSet<Meeting> = rounds.iter().flatten().map(|(m, _)| *m).collect();
            assert_eq!(met.len(), (boards * boards) as usize);
            for round in &rounds {
                let seconds: BTreeSet<u32> = round.iter().map(|((_, b), _)| *b).collect();
                assert_eq!(seconds.len(), boards as usize, "one game a round");
            }
            for player in 1..=boards {
                let white = |of: &dyn Fn(&Meeting) -> u32| {
                    let games = rounds.iter().flatten().filter(|(m, _)| of(m) == player);
                    games.filter(|(_, first)| *first).count() * 2
                };
                for whites in [white(&|m| m.0), white(&|m| m.1)] {
                    assert!(whites.abs_diff(boards as usize) <= 1, "{boards} {player}");
                }
            }
        }
    }
}
