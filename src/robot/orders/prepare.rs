//! What there is to do of an order, before any of it is done. Most orders come to a
//! [`Plan`], which is worked out once and carried out as it is, to try it and for good.
//! Some act in stages, each on the rows that the one before it has left: who plays now,
//! and where his letters go.

use super::carried::{self, in_game};
use super::decided::{Grounds, Inspection, Prepared};
use super::named::{tournament_named, whole_tournament};
use super::player::{access_lost, cancel_leave, grant_leave, keep_leave, set_address};
use super::{circular, correct, direction, enter, entry, replace, revoke, team, withdraw};
use crate::error::Failure;
use crate::ids::GameName;
use crate::orders::committee::AppealVote;
use crate::orders::entry::EntryDeed;
use crate::orders::halt::halt;
use crate::orders::plan::{Given, Plan};
use crate::orders::{
    AbsentOrder, AddressOrder, CaptainOrder, CircularOrder, CompensateOrder, CorrectOrder,
    DeskOrder, EnterOrder, Giver, HandOverOrder, LineUpOrder, Order, OrderPlace, Ordered, Outcome,
    PairOrder, ProlongOrder, PromoteOrder, Refusal, RemoveTeamOrder, ReplaceOrder, RevokeOrder,
};
use crate::robot::desk::Desk;
use crate::robot::{rounds, stages};

/// What there is to do of an order.
pub(super) enum Work<'o> {
    /// All of it is known.
    Plan(Plan),
    /// A vote of the appeals committee is entered, and with the one that makes a majority what
    /// they have decided, under the names of all who vote.
    Vote(GameName, AppealVote, Option<(Giver, Box<Work<'o>>)>),
    /// A decision, or what a pass declared, is taken back, entry by entry.
    Revoke(&'o RevokeOrder),
    /// A player is told at both addresses, each while it is his.
    Address(&'o AddressOrder),
    /// The games of a round are begun as they are added.
    Pair(&'o PairOrder),
    /// The field of a stage is made, and all its games.
    Promote(&'o PromoteOrder),
    /// He is entered, and the record tells it.
    Enter(&'o EnterOrder),
    /// Each is decided on the list as those before it leave it.
    Entry(EntryDeed<'o>),
    /// It is stated in the file, and in the games that are known.
    LineUp(&'o LineUpOrder),
    /// Who goes and who comes is told.
    Captain(&'o CaptainOrder),
    /// His row changes, and who is concerned is told.
    Correct(&'o CorrectOrder),
    /// Its readers are written to.
    Circular(&'o CircularOrder),
    /// Who is absent and who stands in is told.
    Absent(&'o AbsentOrder),
    /// Who goes and who comes is told, each while the office is his.
    HandOver(&'o HandOverOrder),
    /// Its games end later, too.
    Prolong(&'o ProlongOrder),
    /// Its players leave one after the other, each as those before him have left.
    RemoveTeam(&'o RemoveTeamOrder),
    /// Each game is told of under its new holder.
    Replace(&'o ReplaceOrder),
}

/// Works an order out from what holds. Nothing changes by it.
pub(super) fn prepare<'o>(
    desk: &mut Desk<'_>,
    order: &'o Order,
    grounds: &Grounds,
) -> Result<(Work<'o>, Option<Inspection>), Failure> {
    let given = Given {
        reason: &grounds.reason,
        now: desk.now,
    };
    let order = match order.place() {
        OrderPlace::Game(game, order) => {
            return Ok((Work::Plan(in_game(desk, game, order, given)?), None));
        }
        OrderPlace::Desk(order) => order,
        OrderPlace::List => return Err(Failure::usage("a list is no decision")),
    };
    let prepared: Prepared = match order {
        DeskOrder::Revoke(order) => return Ok((Work::Revoke(order), None)),
        DeskOrder::Address(order) => return Ok((Work::Address(order), None)),
        DeskOrder::Replace(order) => return Ok((Work::Replace(order), None)),
        DeskOrder::Enter(order) => return Ok((Work::Enter(order), None)),
        DeskOrder::Entry(deed) => return Ok((Work::Entry(deed), None)),
        DeskOrder::LineUp(order) => return Ok((Work::LineUp(order), None)),
        DeskOrder::Captain(order) => return Ok((Work::Captain(order), None)),
        DeskOrder::Correct(order) => return Ok((Work::Correct(order), None)),
        DeskOrder::Circular(order) => return Ok((Work::Circular(order), None)),
        DeskOrder::Absent(order) => return Ok((Work::Absent(order), None)),
        DeskOrder::HandOver(order) => return Ok((Work::HandOver(order), None)),
        DeskOrder::Prolong(order) => return Ok((Work::Prolong(order), None)),
        DeskOrder::RemoveTeam(order) => return Ok((Work::RemoveTeam(order), None)),
        DeskOrder::Pair(order) => return Ok((Work::Pair(order), None)),
        DeskOrder::Promote(order) => return Ok((Work::Promote(order), None)),
        DeskOrder::PauseAll(code) => halt_all(desk, code, false, given)?,
        DeskOrder::ResumeAll(code) => halt_all(desk, code, true, given)?,
        DeskOrder::Withdraw(order) => withdraw::withdraw(desk, order, grounds)?,
        DeskOrder::WhatIf(order) => withdraw::what_if(desk, order)?,
        DeskOrder::Compensate(order) => compensate(desk, order, given)?,
        DeskOrder::AccessLost(order) => access_lost(desk, order, given)?.into(),
        DeskOrder::LeaveGrant(order) => grant_leave(desk, order, given)?.into(),
        DeskOrder::LeaveKeep(order) => keep_leave(desk, order, given)?.into(),
        DeskOrder::LeaveCancel(order) => cancel_leave(desk, order, given)?.into(),
    };
    Ok((Work::Plan(prepared.plan), prepared.shown))
}

impl Work<'_> {
    /// Does it, and tells what it did.
    pub fn carry_out(
        &self,
        desk: &mut Desk<'_>,
        grounds: &Grounds,
    ) -> Result<Vec<Outcome>, Failure> {
        match self {
            Work::Plan(plan) => carried::carry_out(desk, plan.clone()),
            Work::Vote(game, vote, decided) => {
                let decided = match decided {
                    Some((committee, decided)) => {
                        let voter = decides_as(desk, Some(committee.clone()));
                        let done = decided.carry_out(desk, grounds)?;
                        decides_as(desk, voter);
                        done
                    }
                    None => Vec::new(),
                };
                // Behind what it decides, which was worked out before it.
                let given = Given {
                    reason: &grounds.reason,
                    now: desk.now,
                };
                let plan = in_game(desk, game, vote, given)?;
                let mut done = carried::carry_out(desk, plan)?;
                done.extend(decided);
                Ok(done)
            }
            Work::Revoke(order) => revoke::revoke(desk, order, grounds),
            Work::Address(order) => set_address(desk, order, grounds),
            Work::Replace(order) => replace::replace(desk, order, grounds),
            Work::Enter(order) => enter::enter(desk, order, grounds),
            Work::Entry(deed) => entry::decide(desk, *deed, grounds),
            Work::LineUp(order) => team::line_up(desk, order, grounds),
            Work::Captain(order) => team::captain(desk, order, grounds),
            Work::Correct(order) => correct::correct(desk, order, grounds),
            Work::Circular(order) => circular::circular(desk, order, grounds),
            Work::Absent(order) => direction::absent(desk, order, grounds),
            Work::HandOver(order) => direction::hand_over(desk, order, grounds),
            Work::Prolong(order) => direction::prolong(desk, order, grounds),
            Work::RemoveTeam(order) => withdraw::remove_team(desk, order, grounds),
            Work::Pair(order) => rounds::pair_ordered(desk, order, grounds),
            Work::Promote(order) => stages::promote_ordered(desk, order, grounds),
        }
    }
}

fn halt_all(
    desk: &mut Desk<'_>,
    code: &str,
    resumes: bool,
    given: Given<'_>,
) -> Result<Prepared, Failure> {
    let tournament = tournament_named(desk, code)?;
    let all = whole_tournament(desk, tournament, |_| true)?;
    Ok(halt(&all, resumes, given)?.into())
}

fn compensate(
    desk: &mut Desk<'_>,
    order: &CompensateOrder,
    given: Given<'_>,
) -> Result<Prepared, Failure> {
    if let Some(code) = order.code() {
        let tournament = tournament_named(desk, code)?;
        let all = whole_tournament(desk, tournament, |number| order.is_about(number))?;
        let (plan, shown) = order.plan(&all, given)?;
        let shown = Some(Inspection::Compensation(Box::new(shown)));
        return Ok(Prepared { plan, shown });
    }
    let (mut plan, mut shown) = (Plan::default(), Vec::new());
    let mut none = None;
    for tournament in desk.tx.tournaments_playing()? {
        let all = whole_tournament(desk, tournament, |_| true)?;
        match order.plan(&all, given) {
            Ok((more, line)) => {
                plan.append(more);
                shown.push(line);
            }
            Err(Refusal::NoClockRan { from, to, .. }) => none = Some((from, to)),
            Err(refusal) => return Err(refusal.into()),
        }
    }
    if shown.is_empty() {
        return Err(match none {
            Some((from, to)) => Refusal::NoClockRanAnywhere { from, to }.into(),
            None => Refusal::NothingIsPlayed.into(),
        });
    }
    Ok(Prepared {
        plan,
        shown: Some(Inspection::Compensations(shown)),
    })
}

/// Names who decides in the letters that follow; gives who did before.
fn decides_as(desk: &mut Desk<'_>, by: Option<Giver>) -> Option<Giver> {
    let deciding = desk.deciding.as_mut()?;
    std::mem::replace(&mut deciding.by, by)
}
