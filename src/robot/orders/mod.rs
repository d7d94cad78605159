//! The desk's part of the arbiter's orders: however one is given, at the console or by
//! letter, it is the same [`Order`], taken by `decide`. What it comes to is worked out in
//! `orders`, from what is gathered here (`prepare`); the desk records and mails it.

pub(super) mod carried;
mod circular;
pub(super) mod committee;
pub(super) mod correct;
pub(super) mod decided;
mod direction;
mod effect;
mod enter;
mod entry;
mod from_desk;
pub(super) mod given;
pub(super) mod later;
pub(super) mod letter;
mod log;
mod named;
pub(super) mod official_letter;
pub(super) mod owing;
mod player;
mod postal;
mod prepare;
mod raw_letter;
mod replace;
mod revoke;
mod team;
mod withdraw;

pub use decided::{DecisionEffect, GivenBy, Grounds, Inspection, ToldLetter};
pub use from_desk::{DeskAnswer, DeskOrders, DeskRefusal, Shown, ShownOrder};
pub use log::log;
pub use raw_letter::{RawLetter, is_not_his};
pub(in crate::robot) use raw_letter::{record_taken, refuse_opponent};

use super::alone::Robot;
use super::deciding;
use super::desk::Desk;
use crate::compose::Composed;
use crate::error::Failure;
use crate::orders::{Giver, Order, Refusal};
use crate::record::{TournamentEntry, TournamentEvent};
use crate::store::TournamentRow;
use decided::Deciding;
use prepare::{Work, prepare};

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

/// An order of a batch.
#[derive(Clone, Debug)]
pub struct BatchOrder {
    /// What is ordered.
    pub order: Order,
    /// Why and how.
    pub grounds: Grounds,
}

impl Robot {
    /// Takes decisions one after the other in one transaction: each finds the games as
    /// those before it leave them, and is recorded and mailed as if it were given alone.
    /// In a dry run all of it is taken back.
    ///
    /// # Errors
    ///
    /// The first that is refused, by its place, and why; none of them is carried out.
    pub fn decide_all(
        &mut self,
        all: &[BatchOrder],
        dry_run: bool,
    ) -> Result<Vec<DecisionEffect>, (Option<usize>, Failure)> {
        let mut refused = None;
        let mut would = None;
        let done = self.batch(|desk| {
            let mut effects = Vec::new();
            for (at, one) in all.iter().enumerate() {
                let done = match dry_run {
                    true => show_in_turn(desk, one),
                    false => decide(desk, &one.order, &one.grounds),
                };
                effects.push(done.inspect_err(|_| refused = Some(at))?);
            }
            if dry_run {
                would = Some(effects);
                return Err(Failure::failed("a dry run"));
            }
            Ok(effects)
        });
        if let Some(would) = would {
            return Ok(would);
        }
        let done = done.map_err(|failure| (refused, failure))?;
        let after = |failure| (None, failure);
        if done.iter().any(|one| one.released > 0) {
            self.process_pending().map_err(after)?;
        }
        self.send_if_possible().map_err(after)?;
        Ok(done)
    }
}

/// What an order of a batch would do, and does within the transaction, whatever it asks
/// back: those behind it are tried on what it leaves.
fn show_in_turn(desk: &mut Desk<'_>, one: &BatchOrder) -> Result<DecisionEffect, Failure> {
    let tried = Grounds {
        dry_run: true,
        ..one.grounds.clone()
    };
    let tried = try_out(desk, &one.order, &tried)?;
    let cautions = tried.would.cautions.clone();
    let meant = Grounds {
        anyway: true,
        ..one.grounds.clone()
    };
    let mut would = enact(desk, &meant, tried)?;
    would.cautions = cautions;
    Ok(would)
}

/// An order that was tried.
pub(super) struct Tried<'o> {
    /// What it would do.
    pub would: DecisionEffect,
    /// Who gives it; none where a letter tells that.
    by: Option<Giver>,
    work: Work<'o>,
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
        true => Ok(tried.would),
        false => enact(desk, grounds, tried),
    }
}

/// Does everything that a decision would do, and takes it back.
pub(super) fn try_out<'o>(
    desk: &mut Desk<'_>,
    order: &'o Order,
    grounds: &Grounds,
) -> Result<Tried<'o>, Failure> {
    let (work, shown) = prepare(desk, order, grounds)?;
    let mut would = None;
    let (done, mut decided, drafts) = deciding::in_part(desk, grounds, |desk| {
        let done = work.carry_out(desk, grounds)?;
        let games = effect::touched(desk)?;
        let after = effect::situations(desk, &games)?;
        let tournaments = effect::tournaments_touched(desk, &games)?;
        let astray = effect::astray(desk, &tournaments)?;
        let left = effect::left_in(desk, &games)?;
        would = Some((done, games, (after, left), (tournaments, astray)));
        Err(Failure::failed("a trial"))
    });
    let (outcomes, games, (after, left), (tournaments, astray)) = match (would, done) {
        (Some(would), Err(_)) => would,
        (None, Err(failure)) => return Err(failure),
        (_, Ok(())) => return Err(Failure::failed("a trial that was not taken back")),
    };
    decided.done = outcomes;
    decided.shown = shown.into_iter().collect();
    decided.effect = effect::between(effect::situations(desk, &games)?, after);
    let of_time = effect::cautions(order, &decided);
    decided.cautions.extend(of_time);
    let without = effect::without_players(order, &decided.effect, &left);
    decided.cautions.extend(without);
    decided
        .cautions
        .extend(effect::of_tournament(&decided.done));
    let before = effect::astray(desk, &tournaments)?;
    let fresh = astray.into_iter();
    let fresh = fresh.filter(|(of, _)| !before.contains_key(of));
    decided.cautions.extend(fresh.map(|(_, asks)| asks));
    if grounds.dry_run {
        // What cannot be written is found now, and not when it is meant.
        let written: Vec<Composed> = drafts
            .iter()
            .map(|d| desk.try_to_write(d))
            .collect::<Result<_, _>>()?;
        if let Order::Circular(_) = order {
            let shown = Inspection::as_read(drafts.iter().zip(&written));
            decided.shown.push(shown);
        }
    }
    let found = given::found(desk, order, grounds, &decided)?;
    let (by, office) = found.unzip();
    let tried = Tried {
        would: decided,
        by,
        work,
    };
    match office.flatten() {
        Some(office) => committee::weighed(desk, tried, order, &office, grounds),
        None => Ok(tried),
    }
}

/// Carries out what was tried, unless it has to be asked back.
pub(super) fn enact(
    desk: &mut Desk<'_>,
    grounds: &Grounds,
    Tried { would, by, work }: Tried<'_>,
) -> Result<DecisionEffect, Failure> {
    if !would.cautions.is_empty() && !grounds.anyway {
        return Err(Refusal::Asked(would.cautions).into());
    }
    let mut outcomes = Vec::new();
    let (done, mut decided, drafts) = deciding::in_part(desk, grounds, |desk| {
        let by = match &grounds.by {
            GivenBy::Known(by) => Some(by),
            GivenBy::Letter | GivenBy::Console(_) | GivenBy::Named(_) | GivenBy::SignedIn(_) => {
                by.as_ref()
            }
        };
        if let Some(deciding) = &mut desk.deciding {
            deciding.by = by.cloned();
        }
        outcomes = work.carry_out(desk, grounds)?;
        let number = desk.deciding.as_ref().and_then(Deciding::number);
        if let (Some(by), Some(id)) = (by, number) {
            desk.tx.giver_add(id, by)?;
        }
        Ok(())
    });
    done?;
    decided.done = outcomes;
    decided.shown = would.shown;
    decided.effect = would.effect;
    drafts.into_iter().for_each(|draft| desk.post(draft));
    Ok(decided)
}

/// Enters what an order did in a tournament's own record.
pub(super) fn record_in_tournament(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    event: TournamentEvent,
    grounds: &Grounds,
    article: &str,
) -> Result<(), Failure> {
    let entry = TournamentEntry {
        at: desk.now,
        tournament: row.facts.id,
        event,
        grounds: Some(article.to_owned()),
        cause: grounds.cause,
        note: grounds.reason.clone(),
    };
    deciding::append_about_tournament(desk, entry)
}
