//! Letters that wait, in the order in which they are ruled: that of their arrival. Of those that
//! arrived in one second, which is all that mail servers tell, the one whose turn it is in the
//! game that its subject names goes first.

use crate::error::Failure;
use crate::ids::GameId;
use crate::request;
use crate::store::{Pending, View};
use std::collections::BTreeMap;

/// The first letters that wait, so many at most.
pub(super) fn waiting(view: View<'_>, most: u32) -> Result<Vec<Pending>, Failure> {
    let mut all = view.inbound_pending(most)?;
    for group in all.chunk_by_mut(|one, next| one.arrived == next.arrived) {
        if group.len() > 1 {
            put_in_turn(view, group)?;
        }
    }
    Ok(all)
}

/// Puts letters of one second in the order of the turns: about each game within the places that
/// its letters have.
fn put_in_turn(view: View<'_>, group: &mut [Pending]) -> Result<(), Failure> {
    let looked_at = view.claimable(group)?;
    let mut about: BTreeMap<GameId, Vec<usize>> = BTreeMap::new();
    for (at, letter) in looked_at.iter().enumerate() {
        let named = request::game_named(&letter.subject);
        let mut games = letter.games.iter();
        if let Some((game, _)) = games.find(|(_, own)| Some(*own) == named.as_ref()) {
            about.entry(*game).or_default().push(at);
        }
    }
    for (game, places) in about {
        let Some(row) = view.game_row(game)?.filter(|_| places.len() > 1) else {
            continue;
        };
        let (mover, _) = row.players.get(row.turn);
        let players = places
            .iter()
            .map(|at| looked_at.get(*at).and_then(|one| one.player));
        let is_movers: Vec<bool> = players.map(|player| player == Some(*mover)).collect();
        let letters = places.iter().map(|at| group.get(*at).cloned());
        let letters: Vec<Option<Pending>> = letters.collect();
        for (to, from) in places.iter().zip(in_turn(&is_movers)) {
            let letter = letters.get(from).cloned().flatten();
            if let (Some(place), Some(letter)) = (group.get_mut(*to), letter) {
                *place = letter;
            }
        }
    }
    Ok(())
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
