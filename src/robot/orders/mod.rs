//! The desk's part of the arbiter's orders: however one is given, at the console or by
//! letter, it is the same [`Order`], taken by `decide`, recorded and mailed by the
//! desk. What is about one game is decided in `orders`; what needs players, tables or all
//! games of a tournament has its branch in `carry_out`.

mod compensate;
mod compensation;
pub(super) mod decided;
mod effect;
pub(super) mod game;
mod halt;
pub(super) mod later;
pub(super) mod letter;
mod log;
pub(super) mod official_letter;
pub(super) mod owing;
mod player;
mod replace;
mod revoke;
mod withdraw;

pub use compensation::Compensation;
pub use decided::{DecisionEffect, Grounds, Inspection, ToldLetter};
pub use log::log;

use super::alone::Robot;
use super::deciding;
use super::desk::Desk;
use crate::error::Failure;
use crate::orders::{DeskOrder, Order, OrderPlace, Ordered, Outcome, Refusal};
use decided::Deciding;
use game::decide_in_game;
use player::{access_lost, cancel_leave, grant_leave, keep_leave, set_address};

impl Robot {
    /// Takes a decision, sends what it brings and processes what it releases. In a
    /// dry run all of it happens in a transaction that is rolled back.
    pub fn decide(&mut self, order: &Order, grounds: &Grounds) -> Result<DecisionEffect, Failure> {
        let mut would = None;
        let done = self.batch(|desk| {
            let decided = decide(desk, order, grounds)?;
            if grounds.dry_run {
                would = Some(decided);
                return Err(Failure::failed("a dry run"));
            }
            Ok(decided)
        });
        if let Some(decided) = would {
            return Ok(decided);
        }
        let decided = done?;
        if decided.released > 0 {
            self.process_pending()?;
        }
        self.send_if_possible()?;
        Ok(decided)
    }
}

/// Takes a decision inside the open transaction. It is tried first: what it would
/// change is told with it, and where its own name does not say that, it is asked
/// back. Where it is refused, or only tried, nothing of it is left; what else the
/// transaction holds stays. Messages it releases wait to be processed by the caller.
pub(super) fn decide(
    desk: &mut Desk<'_>,
    order: &Order,
    grounds: &Grounds,
) -> Result<DecisionEffect, Failure> {
    let tried = try_out(desk, order, grounds)?;
    match grounds.dry_run {
        true => Ok(tried),
        false => enact(desk, order, grounds, tried),
    }
}

/// Does everything that a decision would do, and takes it back.
pub(super) fn try_out(
    desk: &mut Desk<'_>,
    order: &Order,
    grounds: &Grounds,
) -> Result<DecisionEffect, Failure> {
    let mut would = None;
    let (done, mut decided, drafts) = deciding::in_part(desk, grounds, |desk| {
        let done = carry_out(desk, order, grounds)?;
        let games = effect::touched(desk)?;
        let after = effect::situations(desk, &games)?;
        would = Some((done, games, after));
        Err(Failure::failed("a trial"))
    });
    let (outcomes, games, after) = match (would, done) {
        (Some(would), Err(_)) => would,
        (None, Err(failure)) => return Err(failure),
        (_, Ok(())) => return Err(Failure::failed("a trial that was not taken back")),
    };
    decided.done = outcomes;
    decided.effect = effect::between(effect::situations(desk, &games)?, after);
    let of_time = effect::cautions(order, &decided);
    decided.cautions.extend(of_time);
    if grounds.dry_run {
        // What cannot be written is found now, and not when it is meant.
        drafts.iter().try_for_each(|d| desk.try_to_write(d))?;
    }
    Ok(decided)
}

/// Carries out what was tried, unless it has to be asked back.
pub(super) fn enact(
    desk: &mut Desk<'_>,
    order: &Order,
    grounds: &Grounds,
    tried: DecisionEffect,
) -> Result<DecisionEffect, Failure> {
    if !tried.cautions.is_empty() && !grounds.anyway {
        return Err(Refusal::Asked(tried.cautions).into());
    }
    let mut outcomes = Vec::new();
    let (done, mut decided, drafts) = deciding::in_part(desk, grounds, |desk| {
        outcomes = carry_out(desk, order, grounds)?;
        let number = desk.deciding.as_ref().and_then(Deciding::number);
        if let (Some(by), Some(id)) = (&grounds.by, number) {
            desk.tx.giver_add(id, by)?;
        }
        Ok(())
    });
    done?;
    decided.done = outcomes;
    decided.effect = tried.effect;
    drafts.into_iter().for_each(|draft| desk.post(draft));
    Ok(decided)
}

/// Does what a decision asks for, and tells what it did.
fn carry_out(
    desk: &mut Desk<'_>,
    order: &Order,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let order = match order.place() {
        OrderPlace::Game(game, order) => return decide_in_game(desk, game, order, grounds),
        OrderPlace::Desk(order) => order,
        OrderPlace::List => return Err(Failure::usage("a list is no decision")),
    };
    match order {
        DeskOrder::PauseAll(code) => halt::halt(desk, code, false, grounds),
        DeskOrder::ResumeAll(code) => halt::halt(desk, code, true, grounds),
        DeskOrder::Revoke(order) => revoke::revoke(desk, order, grounds),
        DeskOrder::Address(order) => set_address(desk, order, grounds),
        DeskOrder::Withdraw(order) => withdraw::withdraw(desk, order, grounds),
        DeskOrder::Replace(order) => replace::replace(desk, order, grounds),
        DeskOrder::AccessLost(order) => access_lost(desk, order, grounds),
        DeskOrder::Compensate(order) => compensate::compensate(desk, order, grounds),
        DeskOrder::WhatIf(order) => withdraw::what_if(desk, order),
        DeskOrder::LeaveGrant(order) => grant_leave(desk, order, grounds),
        DeskOrder::LeaveKeep(order) => keep_leave(desk, order, grounds),
        DeskOrder::LeaveCancel(order) => cancel_leave(desk, order, grounds),
    }
}
