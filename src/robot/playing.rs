//! In which tournaments a player plays.

use super::desk::Desk;
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::record::Status;
use crate::rules::Profile;
use crate::store::{PlayerEntryRow, TournamentStatus, View};
use crate::time::Instant;

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

/// The tournaments in which a player had a game in play at an hour: those that are not over,
/// and those in which one of his games has ended since.
pub(super) fn tournaments_in_play(
    desk: &mut Desk<'_>,
    player: PlayerId,
    at: Instant,
) -> Result<Vec<TournamentId>, Failure> {
    let mut found = Vec::new();
    let running = played_tournaments(desk.tx, player)?;
    for entry in desk.tx.player_tournaments(player)? {
        let tournament = entry.tournament;
        if running.contains(&tournament) || at >= desk.now {
            continue;
        }
        if entry
            .withdrawn
            .or(entry.replaced)
            .is_some_and(|left| left <= at)
        {
            continue;
        }
        let number = entry.start_number;
        for (row, side) in desk.tx.games_of_number(tournament, number)? {
            let is_his = row.players.get(side).0 == player && row.status == Status::Finished;
            if is_his && desk.game(row.id)?.ending().is_some_and(|e| e.at > at) {
                found.push(tournament);
                break;
            }
        }
    }
    found.splice(0..0, running);
    Ok(found)
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
