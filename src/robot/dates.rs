//! Hours and dates of letters that cannot be, or that come too often.
//!
//! An hour of arrival before the letter of ours that is answered had left is none
//! (CONTRACT.md 4, "When"). Letters of a player whose Date lies a day or nearly one before their arrival: the Date
//! counts as dispatch (56.2.5), and anybody writes into it what he likes. One or two are slow
//! mail; of more in one game the arbiter is told.

use super::desk::Desk;
use super::docket::Docket;
use super::tokens::Signs;
use crate::arbiter::{Context, Ruling};
use crate::error::Failure;
use crate::ids::{GameId, InboundId};
use crate::record::{Cause, Circumstance, Event, GameFile, Opened};
use crate::rules::{Article, DayUnit};
use crate::store::{Pending, TokenOf, View};
use crate::time::Instant;
use std::collections::BTreeMap;

/// Its name as a matter.
const DATES_APART: &str = "dates-apart";

/// From which stretch between Date and arrival on a letter is one of them, in seconds:
/// twenty hours. One that is written in the evening and comes in the morning is not.
const NEARLY_A_DAY: i64 = 20 * 3_600;

/// How many of them in a game are nobody's business.
const FEW: usize = 3;

/// By how much the clocks of machines may differ, in seconds.
const CLOCKS_APART: i64 = 3_600;

/// When a letter counts as having come whose mailbox names an hour that cannot be: before the
/// newest letter of ours that it answers had left. It is the hour at which it was fetched. `None`:
/// its own hour can be.
pub(super) fn hour_instead(
    view: &View<'_>,
    pending: &Pending,
    signs: &Signs,
    now: Instant,
) -> Result<Option<Instant>, Failure> {
    let latest = pending.arrived.plus_seconds(CLOCKS_APART);
    if now <= latest {
        return Ok(None);
    }
    let letters = signs.own.iter().filter_map(|token| match token.of {
        TokenOf::Letter(id) => Some(id),
        _ => None,
    });
    let Some(answered) = letters.max() else {
        return Ok(None);
    };
    let left = view.outbound_show(answered)?.and_then(|row| row.sent);
    match left.is_some_and(|left| latest < left) {
        true => fetched(view, pending.id, now).map(Some),
        false => Ok(None),
    }
}

/// The same of a move, whatever letter it answers: it came more than a day before the move was
/// sent that it answers.
pub(super) fn hour_of_move(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    id: GameId,
) -> Result<Option<Instant>, Failure> {
    let game = desk.game(id)?;
    let arrived = game.facts.zone.day(docket.arrived);
    let sent = game.moves.last().map(|last| last.sent);
    let cannot_be = sent.is_some_and(|sent| arrived.plus(1) < sent);
    // What a code has confirmed has waited meanwhile.
    match cannot_be && !desk.known.contains(&docket.inbound) {
        true => fetched(desk.tx, docket.inbound, desk.now).map(Some),
        false => Ok(None),
    }
}

fn fetched(view: &View<'_>, letter: InboundId, now: Instant) -> Result<Instant, Failure> {
    let row = view.inbound_show(letter)?;
    Ok(row.map_or(now, |row| row.kept.min(now)))
}

/// Tells the arbiter, once for a side of a game, where a ruling makes one too many of them.
pub(super) fn remark(
    desk: &Desk<'_>,
    ruling: &mut Ruling,
    ctx: &Context<'_>,
) -> Result<(), Failure> {
    let Some(game) = ruling.game.as_deref() else {
        return Ok(());
    };
    let is_this = |(id, _): &(InboundId, Instant)| ctx.cause == Cause::Letter(*id);
    if game.facts.regulations.day_unit != DayUnit::Date
        || !is_apart(ctx.sent_at(game), ctx.dispatch.arrived)
        || !dispatched(game, ctx, true).any(|letter| is_this(&letter))
    {
        return Ok(());
    }
    let told = |event: &Event| {
        matches!(event, Event::MatterOpened(opened)
            if opened.matter == DATES_APART && opened.side == Some(ctx.side))
    };
    if game.all().any(|e| told(&e.event)) {
        return Ok(());
    }
    let letters: BTreeMap<InboundId, Instant> = dispatched(game, ctx, false).collect();
    let mut apart = 0;
    for (id, sent) in letters {
        let row = desk.tx.inbound_show(id)?;
        apart += usize::from(row.is_some_and(|row| is_apart(sent, row.arrived)));
    }
    if apart > FEW {
        let matter = Opened::new(DATES_APART, ctx.side, Circumstance::Plain);
        let article = Article::Transit.number(game.facts.profile);
        let entry = ctx.entry(Event::MatterOpened(matter), Some(article));
        let game = game.clone();
        ruling
            .records(&game, entry)
            .map_err(|e| Failure::failed(format!("game {}: {e}", game.facts.name)))?;
    }
    Ok(())
}

fn is_apart(sent: Instant, arrived: Instant) -> bool {
    arrived.unix() - sent.unix() >= NEARLY_A_DAY
}

/// The letters of the sender in a game that have a dispatch, each with it; of all, or of what
/// this ruling enters.
fn dispatched<'g>(
    game: &'g GameFile,
    ctx: &Context<'_>,
    fresh: bool,
) -> impl Iterator<Item = (InboundId, Instant)> + 'g {
    let side = ctx.side;
    let entries: Box<dyn Iterator<Item = _>> = match fresh {
        true => Box::new(game.fresh().iter()),
        false => Box::new(game.standing()),
    };
    entries.filter_map(move |e| {
        let (Event::MovePlayed { ply, sent_at, .. } | Event::Faulty { ply, sent_at, .. }) =
            &e.event
        else {
            return None;
        };
        match e.cause {
            Cause::Letter(id) if game.side_of_ply(*ply) == side => Some((id, *sent_at)),
            _ => None,
        }
    })
}
