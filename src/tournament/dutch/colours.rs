//! Who of a pair has which colour (C.04.3, E.1 to E.5).

use super::player::{Figures, Strength};
use crate::chess::Side;
use std::cmp::Ordering;

/// The colour of the higher ranked one of two who meet.
pub(super) fn of(higher: &Figures, lower: &Figures, initial: Side) -> Side {
    // E.1: both wishes, where they differ; a player without one wants nothing.
    match (higher.due, lower.due) {
        (Some(a), Some(b)) if a != b => return a,
        (Some(a), None) => return a,
        (None, Some(b)) => return b.other(),
        _ => {}
    }
    if let (Some(a), Some(b)) = (higher.due, lower.due) {
        // E.2: the stronger wish; of two absolute ones the wider difference.
        let wider = match higher.strength == Strength::Absolute {
            true => higher.difference.abs().cmp(&lower.difference.abs()),
            false => Ordering::Equal,
        };
        match higher.strength.cmp(&lower.strength).then(wider) {
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
