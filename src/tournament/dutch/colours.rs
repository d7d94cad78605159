//! Who of a pair has which colour (C.04.3, E.1 to E.5).

use super::player::{Contender, Strength};
use crate::chess::Side;
use std::cmp::Ordering;

/// The colour of the higher ranked one of two who meet.
pub(super) fn of(higher: &Contender, lower: &Contender, initial: Side) -> Side {
    // E.1: both wishes, where they differ; a player without one wants nothing.
    match (higher.due, lower.due) {
        (Some(a), Some(b)) if a != b => return a,
        (Some(a), None) => return a,
        (None, Some(b)) => return b.other(),
        _ => {}
    }
    if let (Some(a), Some(b)) = (higher.due, lower.due) {
        match more(higher, lower) {
            Ordering::Greater => return a,
            Ordering::Less => return b.other(),
            Ordering::Equal => {}
        }
    }
    // E.3: the other colours than when they last had different ones.
    let last = higher.colours.iter().rev().zip(lower.colours.iter().rev());
    if let Some((a, _)) = last.into_iter().find(|(a, b)| a != b) {
        return a.other();
    }
    // E.4: the wish of the higher ranked one; E.5: by his number.
    match higher.due {
        Some(due) => due,
        None if higher.number % 2 == 1 => initial,
        None => initial.other(),
    }
}

/// E.2: whose wish is the stronger; of two absolute ones, that with the wider difference.
fn more(one: &Contender, other: &Contender) -> Ordering {
    let wider = match one.strength == Strength::Absolute {
        true => one.difference.abs().cmp(&other.difference.abs()),
        false => Ordering::Equal,
    };
    one.strength.cmp(&other.strength).then(wider)
}

/// Whether one of two who meet gets the same colour three times in a row (C.9).
pub(super) fn third_in_a_row(one: &Contender, other: &Contender) -> bool {
    one.clashes(other)
        && match more(one, other) {
            Ordering::Greater => other.twice,
            Ordering::Less => one.twice,
            // By E.3 who had it twice goes before who did not.
            Ordering::Equal => one.twice && other.twice,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Points;
    use crate::tournament::dutch::player::figures;
    use crate::tournament::dutch::{Contestant, Past};

    /// Who meets whom, by the colours that they had: the colour of the higher ranked one.
    #[track_caller]
    fn higher(first: &str, second: &str, is: Side) {
        let history = |colours: &str| {
            let games = colours.bytes().map(|c| Past::Played {
                opponent: 9,
                side: if c == b'w' { Side::White } else { Side::Black },
                points: Points::ZERO,
            });
            games.collect()
        };
        let all = [(1, first), (2, second)].map(|(number, colours)| Contestant {
            number,
            history: history(colours),
        });
        let [a, b] = &figures(9, Points::ONE, &all, &[])[..] else {
            panic!("two players");
        };
        assert_eq!(of(a, b, Side::Black), is, "{first} {second}");
    }

    #[test]
    fn c04_3_e1_both_wishes_are_granted() {
        higher("w", "b", Side::Black);
        higher("bw", "bb", Side::Black);
        // A.6.d: who has no wish grants that of the other.
        higher("", "b", Side::Black);
        higher("", "w", Side::White);
        higher("b", "", Side::White);
    }

    #[test]
    fn c04_3_e2_the_stronger_wish_is_granted() {
        higher("bw", "wbw", Side::White);
        higher("wbw", "bw", Side::Black);
        higher("wbw", "bww", Side::White);
        // Two absolute ones: the wider difference.
        higher("bbww", "wwbw", Side::White);
        higher("wwbw", "bbww", Side::Black);
    }

    #[test]
    fn c04_3_e3_the_colours_alternate_to_the_last_that_differed() {
        higher("bwwb", "wbwb", Side::Black);
        higher("wbwb", "bwwb", Side::White);
        higher("wbbw", "bwbw", Side::White);
        higher("bwbw", "wbbw", Side::Black);
        higher("wwb", "wbw", Side::White);
    }

    #[test]
    fn c04_3_e4_the_wish_of_the_higher_ranked_is_granted() {
        higher("w", "w", Side::Black);
        higher("b", "b", Side::White);
    }

    #[test]
    fn c04_3_e5_the_odd_number_has_the_initial_colour() {
        higher("", "", Side::Black);
    }
}
