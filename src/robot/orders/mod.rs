//! The desk's part of the arbiter's orders: however one is given, at the console or by
//! letter, it is the same [`Order`], taken by [`decide`], recorded and mailed by the
//! desk. What is about one game is decided in `orders`; what needs players, tables or all
//! games of a tournament has its branch in [`carry_out`].

mod compensate;
mod effect;
pub(super) mod game;
mod halt;
pub(super) mod later;
pub mod letter;
mod log;
mod player;
mod replace;
mod revoke;
mod withdraw;

pub use compensate::Compensation;
pub use log::log;

use super::alone::Robot;
use super::deciding::{self, Deciding};
use super::desk::Desk;
use crate::arbiter::NoticeKind;
use crate::error::Failure;
use crate::ids::{EventId, GameName};
use crate::language::Language;
use crate::orders::{Caution, DeskOrder, Order, OrderPlace, Ordered, Outcome, Refusal};
use crate::record::{Cause, PlayerEntry, Recorded};
use crate::report::document::Document;
use crate::report::effect::Effect;
use crate::report::table::WhatIf;
use game::decide_in_game;
use player::{access_lost, cancel_leave, grant_leave, keep_leave, set_address};

/// Why and how a decision is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The arbiter's reason: it stands in the record and in the letters.
    pub reason: String,
    /// The article that the arbiter names; else the one that the robot knows.
    pub article: Option<String>,
    /// Only tell what would be done: everything is done and taken back.
    pub dry_run: bool,
    /// Also where it would do what its own name does not say.
    pub anyway: bool,
    /// Who gives it at the console, as told there; none by letter, which tells itself.
    pub by: Option<String>,
    /// How it was given: [`Cause::Order`] or [`Cause::OrderLetter`].
    pub cause: Cause,
}

impl Grounds {
    /// A decision given at the console.
    pub fn console(reason: &str, dry_run: bool) -> Grounds {
        Grounds {
            reason: reason.to_owned(),
            article: None,
            dry_run,
            anyway: false,
            by: None,
            cause: Cause::Order,
        }
    }
}

/// A letter that a decision brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLetter {
    /// Its kind.
    pub kind: NoticeKind,
    /// To whom, by name.
    pub name: String,
    /// The address.
    pub to: String,
    /// The game it is about.
    pub game: Option<GameName>,
}

/// What a decision did, or would do.
#[derive(Clone, Debug, Default)]
pub struct DecisionEffect {
    /// Its number: that of its first entry. `None` where nothing was recorded.
    pub id: Option<EventId>,
    /// What was done, each in its sentence.
    pub done: Vec<Outcome>,
    /// The entries in games' records, in order.
    pub entries: Vec<(GameName, Recorded)>,
    /// The entries about players, in order.
    pub player_entries: Vec<Recorded<PlayerEntry>>,
    /// Who is written to.
    pub letters: Vec<ToldLetter>,
    /// Held messages that are processed again.
    pub released: u32,
    /// What the arbiter should see beside it.
    pub shown: Vec<Inspection>,
    /// What holds before and after it, in every game that it touches.
    pub effect: Effect,
    /// What it does that its own name does not say.
    pub cautions: Vec<Caution>,
}

impl DecisionEffect {
    /// What was decided, in a sentence without a full stop.
    pub fn note(&self, language: Language) -> String {
        let said: Vec<String> = self.done.iter().map(|o| o.said(language)).collect();
        said.join("; ")
    }
}

/// Something to look at before deciding.
#[derive(Clone, Debug)]
pub enum Inspection {
    /// The table with and without a player.
    WhatIf(Box<WhatIf>),
    /// Who gets days back for an outage.
    Compensation(Box<Compensation>),
}

impl Inspection {
    /// Its key in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Inspection::WhatIf(_) => "what_if",
            Inspection::Compensation(_) => "compensation",
        }
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Inspection::WhatIf(what_if) => what_if.json(),
            Inspection::Compensation(given) => given.json(),
        }
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        match self {
            Inspection::WhatIf(what_if) => what_if.document(language),
            Inspection::Compensation(given) => given.document(language),
        }
    }
}

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
