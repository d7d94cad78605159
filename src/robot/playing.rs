//! In which tournaments a player plays.

use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::rules::Profile;
use crate::store::{PlayerEntryRow, TournamentStatus, View};

/// The tournaments of a player that are not over, in the order in which he entered them.
pub(super) fn running_tournaments(
    view: &View<'_>,
    player: PlayerId,
) -> Result<Vec<TournamentId>, Failure> {
    let mut running = Vec::new();
    for entry in view.player_tournaments(player)? {
        let row = view.tournament_load_id(entry.tournament)?;
        if row.is_some_and(|r| r.status != TournamentStatus::Finished) {
            running.push(entry.tournament);
        }
    }
    Ok(running)
}

/// The profile of the first of some tournaments, by which what touches them all is numbered.
pub(super) fn profile_of(
    view: &View<'_>,
    tournaments: &[TournamentId],
    of_none: Profile,
) -> Result<Profile, Failure> {
    match tournaments.first() {
        Some(id) => Ok(view.tournament_facts(*id)?.profile),
        None => Ok(of_none),
    }
}

/// Those of them that he has not left, and in which nobody has replaced him.
pub(super) fn played_tournaments(
    view: &View<'_>,
    player: PlayerId,
) -> Result<Vec<TournamentId>, Failure> {
    let mut running = running_tournaments(view, player)?;
    let entries = view.player_tournaments(player)?;
    let left = |id: &TournamentId| {
        let gone = |e: &&PlayerEntryRow| {
            (e.withdrawn.is_some() || e.replaced.is_some()) && e.tournament == *id
        };
        entries.iter().any(|e| gone(&e))
    };
    running.retain(|id| !left(id));
    Ok(running)
}
