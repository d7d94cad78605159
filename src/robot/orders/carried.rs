//! A plan is carried out: what it enters is recorded, who is told gets his letter, and in
//! a game that goes on what was kept meanwhile is looked at again.

use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::{GameId, GameName};
use crate::orders::plan::{Given, Plan};
use crate::orders::{self, GameOrder, Outcome, Refusal};
use crate::record::Status;
use crate::robot::deciding;
use crate::robot::desk::Desk;

/// What an order about one game comes to.
pub(super) fn in_game(
    desk: &mut Desk<'_>,
    name: &GameName,
    order: &dyn GameOrder,
    given: Given<'_>,
) -> Result<Plan, Failure> {
    let id = desk.tx.game_find(name)?;
    let id = id.ok_or_else(|| Refusal::NoGame(name.to_string()))?;
    let decided = orders::decide(desk.game(id)?, order, given.reason, given.now);
    Ok(Plan::in_game(name, decided.map_err(Refusal::from)?))
}

/// Does what a plan says, and tells what it did.
pub(super) fn carry_out(desk: &mut Desk<'_>, plan: Plan) -> Result<Vec<Outcome>, Failure> {
    deciding::note_cautions(desk, plan.cautions);
    for ruling in plan.rulings {
        let Some(id) = ruling.game.as_ref().map(|game| game.facts.id) else {
            desk.record(ruling, None, None)?;
            continue;
        };
        let was_played = desk.game(id)?.status == Status::Active;
        desk.record(ruling, Some(id), None)?;
        if !was_played && desk.game(id)?.status == Status::Active {
            release_held(desk, id)?;
        }
    }
    Ok(plan.done)
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
