//! Letters that wait, in the order in which they are ruled: that of their arrival. Of those that
//! arrived in one second, which is all that mail servers tell, the one whose turn it is in the
//! game that its subject names goes first.

use crate::error::Failure;
use crate::ids::{GameId, GameName};
use crate::request;
use crate::store::{Claimable, Pending, View};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The first letters that wait, so many at most.
pub(super) fn waiting(view: View<'_>, most: u32) -> Result<Vec<Pending>, Failure> {
    let mut all = view.inbound_pending(most)?;
    let mut begins = 0;
    while let Some(first) = all.get(begins).map(|letter| letter.arrived) {
        let rest = all.get(begins..).unwrap_or_default();
        let of_second = rest.iter().take_while(|letter| letter.arrived == first);
        let ends = begins + of_second.count();
        if ends - begins > 1 {
            put_in_turn(view, &mut all, begins..ends)?;
        }
        begins = ends;
    }
    Ok(all)
}

/// Puts letters of one second in the order of the turns: about each game within the places that
/// its letters have. Where one about it waits before that second, whose turn it is then will be
/// told by that one.
fn put_in_turn(
    view: View<'_>,
    all: &mut [Pending],
    of_second: Range<usize>,
) -> Result<(), Failure> {
    let (before, group) = all.split_at_mut(of_second.start);
    let group = group.get_mut(..of_second.len()).unwrap_or_default();
    let looked_at = view.claimable(group)?;
    let mut about: BTreeMap<GameId, Vec<usize>> = BTreeMap::new();
    for (at, letter) in looked_at.iter().enumerate() {
        if let Some((game, _)) = game_named(letter) {
            about.entry(game).or_default().push(at);
        }
    }
    let mut earlier: Option<BTreeSet<GameId>> = None;
    for (game, places) in about.into_iter().filter(|(_, places)| places.len() > 1) {
        let Some(row) = view.game_row(game)? else {
            continue;
        };
        let (mover, _) = row.players.get(row.turn);
        let players = places
            .iter()
            .map(|at| looked_at.get(*at).and_then(|one| one.player));
        let is_movers: Vec<bool> = players.map(|player| player == Some(*mover)).collect();
        let order: Vec<usize> = in_turn(&is_movers).collect();
        if order.is_sorted() {
            continue;
        }
        let earlier = match &earlier {
            Some(known) => known,
            None => {
                let looked_at = view.claimable(before)?;
                let named = looked_at.iter().filter_map(game_named);
                earlier.insert(named.map(|(game, _)| game).collect())
            }
        };
        if earlier.contains(&game) {
            continue;
        }
        let letters = places.iter().map(|at| group.get(*at).cloned());
        let letters: Vec<Option<Pending>> = letters.collect();
        for (to, from) in places.iter().zip(order) {
            let letter = letters.get(from).cloned().flatten();
            if let (Some(place), Some(letter)) = (group.get_mut(*to), letter) {
                *place = letter;
            }
        }
    }
    Ok(())
}

/// The game of a letter's writer that its subject names.
pub(super) fn game_named(letter: &Claimable) -> Option<(GameId, GameName)> {
    let name = request::game_named(&letter.subject)?;
    let mut games = letter.games.iter();
    let (id, _) = games.find(|(_, his)| **his == name)?;
    Some((*id, name))
}

/// The order of some letters about a game: those before the first one of who is to move go behind
/// that one and those of his right behind it. All others stay: they may be in order.
fn in_turn(is_movers: &[bool]) -> impl Iterator<Item = usize> + use<> {
    let before = is_movers.iter().take_while(|own| !**own).count();
    let run = is_movers.iter().skip(before).take_while(|own| **own);
    let end = before + run.count();
    (before..end).chain(0..before).chain(end..is_movers.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_stands_before_the_first_of_who_is_to_move_goes_behind_his_next_ones() {
        for (written, order) in [
            ("", ""),
            ("wbwb", "wbwb"),
            ("bw", "wb"),
            ("bbwwbw", "wwbbbw"),
            ("bwbw", "wbbw"),
            // Nobody who is to move has written.
            ("bb", "bb"),
        ] {
            let movers: Vec<bool> = written.chars().map(|c| c == 'w').collect();
            let found = in_turn(&movers).map(|at| written.chars().nth(at).unwrap());
            assert_eq!(found.collect::<String>(), order, "{written}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_everybodys_letters_keep_their_order(
            movers in prop::collection::vec(any::<bool>(), 0..20)
        ) {
            let order: Vec<usize> = in_turn(&movers).collect();
            for side in [true, false] {
                let of_side = order.iter().filter(|at| movers[**at] == side);
                prop_assert!(of_side.is_sorted());
            }
            let mut all = order.clone();
            all.sort_unstable();
            prop_assert_eq!(all, (0..movers.len()).collect::<Vec<_>>());
            // A mailbox in its right order stays as it is.
            if movers.first() == Some(&true) {
                prop_assert!(order.is_sorted());
            }
        }
    }
}
