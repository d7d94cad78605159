//! Decisions about one game.

use super::Grounds;
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::{GameId, GameName};
use crate::orders::{self, GameOrder, Outcome, Refusal};
use crate::record::Status;
use crate::robot::deciding;
use crate::robot::desk::Desk;

pub(super) fn decide_in_game(
    desk: &mut Desk<'_>,
    name: &GameName,
    order: &dyn GameOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let id = desk
        .tx
        .game_find(name)?
        .ok_or_else(|| Refusal::NoGame(name.to_string()))?;
    let now = desk.now;
    let game = desk.game(id)?;
    let was_played = game.status == Status::Active;
    let decided = orders::decide(game, order, &grounds.reason, now).map_err(Refusal::from)?;
    deciding::note_cautions(desk, decided.cautions);
    desk.record(decided.ruling, Some(id), None)?;
    if !was_played {
        release_where_played(desk, id)?;
    }
    let game = name.clone();
    let done = decided.done.map(|what| Outcome::InGame { game, what });
    Ok(done.into_iter().collect())
}

/// A game that goes on: what was kept meanwhile is looked at again.
pub(super) fn release_where_played(desk: &mut Desk<'_>, id: GameId) -> Result<(), Failure> {
    if desk.game(id)?.status == Status::Active {
        release_held(desk, id)?;
    }
    Ok(())
}

/// Moves that were held while the game was paused are processed again when
/// the claim is rejected or annulled, each with its own date of dispatch.
pub(in crate::robot) fn release_held(desk: &mut Desk<'_>, id: GameId) -> Result<u32, Failure> {
    let mut released = 0;
    for message in desk.tx.inbound_of_game(id)? {
        if message.verdict == Some(Verdict::Held) {
            desk.tx.inbound_retry(message.id)?;
            desk.known.insert(message.id);
            released += 1;
        }
    }
    deciding::note_released(desk, released);
    Ok(released)
}
