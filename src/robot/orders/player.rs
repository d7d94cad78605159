//! Orders about a player: what they need to know of him.

use super::named::{only_in, player_named, tournament_named};
use crate::clock::DaySpan;
use crate::error::Failure;
use crate::orders::plan::{Given, Plan};
use crate::orders::{
    AccessLostOrder, AddressOrder, LeaveCancelOrder, LeaveGrantOrder, LeaveKeepOrder, Outcome,
    Refusal,
};
use crate::robot::desk::Desk;
use crate::robot::orders::Grounds;
use crate::robot::orders::postal;
use crate::robot::player;
use crate::robot::requests;
use crate::time::Zone;

pub(super) fn grant_leave(
    desk: &mut Desk<'_>,
    order: &LeaveGrantOrder,
    given: Given<'_>,
) -> Result<Plan, Failure> {
    order.check()?;
    let player = player_named(desk, &order.player)?;
    let only = only_in(desk, order.tournament.as_deref())?;
    // What is granted backwards may be of a game that is over since.
    let at = Zone::utc().begins(order.from).min(desk.now);
    let case = player::leave_case_at(desk, player.id, only, at)?;
    let mut plan = order.plan(&case, given)?;
    for ruling in &mut plan.rulings {
        let more = player::tell_of_losses(desk, player.id, ruling)?;
        for done in &mut plan.done {
            if let Outcome::LeaveGranted { lost, .. } = done {
                lost.extend(more.iter().cloned());
            }
        }
    }
    Ok(plan)
}

pub(super) fn keep_leave(
    desk: &mut Desk<'_>,
    order: &LeaveKeepOrder,
    given: Given<'_>,
) -> Result<Plan, Failure> {
    let player = player_named(desk, &order.player)?;
    let only = only_in(desk, order.tournament.as_deref())?;
    let case = player::leave_case(desk, player.id, only)?;
    let record = desk.tx.events_of_player(player.id)?;
    Ok(order.plan(&case, &record, given)?)
}

pub(super) fn cancel_leave(
    desk: &mut Desk<'_>,
    order: &LeaveCancelOrder,
    given: Given<'_>,
) -> Result<Plan, Failure> {
    let leave = order.leave;
    let row = desk.tx.leave_load(leave)?.ok_or(Refusal::NoLeave(leave))?;
    if row.to < row.from {
        return Err(Refusal::LeaveCancelled(leave).into());
    }
    let mut case = player::leave_case(desk, row.player, row.tournament)?;
    if row.tournament.is_none() {
        // One row stands for all tournaments: it is cancelled once.
        case.accounts.truncate(1);
    }
    let days = DaySpan {
        from: row.from,
        to: row.to,
    };
    Ok(order.plan(&case, days, given)?)
}

pub(super) fn access_lost(
    desk: &mut Desk<'_>,
    order: &AccessLostOrder,
    given: Given<'_>,
) -> Result<Plan, Failure> {
    let player = player_named(desk, &order.player)?;
    let tournament = tournament_named(desk, &order.code)?;
    let today = desk.tx.tournament_facts(tournament)?.zone.day(given.now);
    let case = player::leave_case(desk, player.id, Some(tournament))?;
    Ok(order.plan(&case, today, given)?)
}

/// Registers another address of his.
pub(super) fn set_address(
    desk: &mut Desk<'_>,
    order: &AddressOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let player = player_named(desk, &order.player)?;
    let Some(new) = order.new.as_deref() else {
        return postal::set_postal(desk, player, &order.postal, grounds);
    };
    if let Some(why) = requests::address_trouble(desk, &player, new)? {
        let address = new.to_owned();
        return Err(Refusal::Address { address, why }.into());
    }
    requests::register_address(desk, &player, &new.into(), grounds.cause, &grounds.reason)?;
    Ok(vec![Outcome::AddressSet {
        name: player.name,
        new: new.to_owned(),
    }])
}
