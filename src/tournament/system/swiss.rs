//! The Swiss system (26, 31.7): so many rounds, each paired by the FIDE Dutch system from
//! what was scored so far. Teams are paired by the same rules, with their points in the
//! place of a player's.

use super::{Field, Next, PastMeeting, PastRound, Unpairable};
use crate::chess::Side;
use crate::tournament::lot::Lot;

/// What comes after the rounds so far.
pub fn next(field: &Field<'_>, past: &[PastRound]) -> Next {
    let rounds = usize::try_from(field.play.rounds).unwrap_or(usize::MAX);
    if past.len() >= rounds {
        return Next::Nothing;
    }
    let unfinished = |m: &PastMeeting| m.counted().is_none();
    if past.iter().any(|r| r.meetings.iter().any(unfinished)) {
        return Next::Waits;
    }
    Next::Unpairable(Unpairable::NoPairing)
}

/// The colour of the first odd number in the first round: drawn, where there is a seed,
/// else White.
pub fn initial_colour(field: &Field<'_>) -> Side {
    match &field.play.draw_seed {
        Some(seed) if !Lot::new(seed, "colour").coin() => Side::Black,
        _ => Side::White,
    }
}
