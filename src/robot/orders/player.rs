//! Decisions about a player: leave, another address.

use super::Grounds;
use crate::arbiter;
use crate::clock::DaySpan;
use crate::error::Failure;
use crate::ids::{PlayerRef, TournamentId};
use crate::orders::{
    AccessLostOrder, AddressOrder, LeaveCancelOrder, LeaveGrantOrder, LeaveKeepOrder, Outcome,
    Refusal, access_until,
};
use crate::record::{PlayerEntry, Recorded};
use crate::robot::desk::Desk;
use crate::robot::player;
use crate::robot::requests;
use crate::store::PlayerRow;

pub(super) fn grant_leave(
    desk: &mut Desk<'_>,
    order: &LeaveGrantOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let (from, to) = (order.from, order.to);
    if to < from {
        return Err(Refusal::LeaveBackwards.into());
    }
    let player = player_named(desk, &order.player)?;
    let only = only_in(desk, order.tournament.as_deref())?;
    let case = player::leave_case(desk, player.id, only)?;
    if case.accounts.is_empty() {
        return Err(Refusal::NoTournamentRuns.into());
    }
    let ruling = order.ruling(&case, &grounds.reason, desk.now);
    if ruling.player_entries.is_empty() {
        return Err(Refusal::LeaveGiven {
            name: player.name,
            from,
            to,
        }
        .into());
    }
    desk.record(ruling, None, None)?;
    Ok(vec![Outcome::LeaveGranted {
        name: player.name,
        from,
        to,
    }])
}

/// Leave that came late stays as the rules have it, and waits no more (56.7.7).
pub(super) fn keep_leave(
    desk: &mut Desk<'_>,
    order: &LeaveKeepOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let player = player_named(desk, &order.player)?;
    let only = only_in(desk, order.tournament.as_deref())?;
    let case = player::leave_case(desk, player.id, only)?;
    let record = desk.tx.events_of_player(player.id)?;
    let waits = |account: &arbiter::LeaveAccount| {
        let here =
            |e: &&Recorded<PlayerEntry>| e.tournament.is_none_or(|t| t == account.tournament);
        let record: Vec<Recorded<PlayerEntry>> = record.iter().filter(here).cloned().collect();
        let late = arbiter::late_leaves(&record, account.profile, account.zone);
        late.last().map(|l| l.asked)
    };
    let ruling = LeaveKeepOrder::ruling(&case, waits, &grounds.reason, desk.now);
    if ruling.player_entries.is_empty() {
        return Err(Refusal::NoLateLeave(player.name).into());
    }
    desk.record(ruling, None, None)?;
    Ok(vec![Outcome::LeaveKept { name: player.name }])
}

pub(super) fn cancel_leave(
    desk: &mut Desk<'_>,
    order: &LeaveCancelOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
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
    if case.accounts.is_empty() {
        return Err(Refusal::LeaveOver.into());
    }
    let days = DaySpan {
        from: row.from,
        to: row.to,
    };
    let ruling = order.ruling(&case, days, &grounds.reason, desk.now);
    desk.record(ruling, None, None)?;
    Ok(vec![Outcome::LeaveCancelled {
        leave: row.id,
        name: case.name,
        from: row.from,
        to: row.to,
    }])
}

/// The 30 days begin after the day of the report (56.1.6); clocks run on.
pub(super) fn access_lost(
    desk: &mut Desk<'_>,
    order: &AccessLostOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let player = player_named(desk, &order.player)?;
    let tournament = tournament_named(desk, &order.code)?;
    let today = desk.tx.tournament_facts(tournament)?.zone.day(desk.now);
    let since = order.since.unwrap_or(today);
    if since > today {
        return Err(Refusal::StillToCome(since).into());
    }
    let case = player::leave_case(desk, player.id, Some(tournament))?;
    if case.accounts.is_empty() {
        let (name, code) = (player.name, order.code.clone());
        return Err(Refusal::NoOpenGame { name, code }.into());
    }
    let ruling = AccessLostOrder::ruling(&case, since, &grounds.reason, desk.now);
    desk.record(ruling, None, None)?;
    Ok(vec![Outcome::AccessLost {
        name: player.name,
        since,
        until: access_until(since),
    }])
}

pub(super) fn set_address(
    desk: &mut Desk<'_>,
    order: &AddressOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let new = order.new.as_str();
    let player = player_named(desk, &order.player)?;
    if let Some(why) = requests::address_trouble(desk, &player, new)? {
        let address = new.to_owned();
        return Err(Refusal::Address { address, why }.into());
    }
    requests::register_address(desk, &player, new, grounds.cause, &grounds.reason)?;
    Ok(vec![Outcome::AddressSet {
        name: player.name,
        new: new.to_owned(),
    }])
}

/// The player a decision names.
pub(super) fn player_named(desk: &Desk<'_>, player: &PlayerRef) -> Result<PlayerRow, Failure> {
    let found = desk.tx.player_find(player)?;
    found.ok_or_else(|| Refusal::NoPlayer(player.to_string()).into())
}

/// The only tournament that a decision is for, where it names one.
fn only_in(desk: &Desk<'_>, code: Option<&str>) -> Result<Option<TournamentId>, Failure> {
    code.map(|code| tournament_named(desk, code)).transpose()
}

/// The tournament a decision names.
pub(super) fn tournament_named(desk: &Desk<'_>, code: &str) -> Result<TournamentId, Failure> {
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    Ok(row.facts.id)
}
