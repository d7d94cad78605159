//! Letters of a player whose Date lies a day or nearly one before their arrival: the Date
//! counts as dispatch (56.2.5), and anybody writes into it what he likes. One or two are slow
//! mail; of more in one game the arbiter is told.

use super::desk::Desk;
use crate::arbiter::{Context, Ruling};
use crate::error::Failure;
use crate::ids::InboundId;
use crate::record::{Cause, Circumstance, Event, GameFile, Opened};
use crate::rules::{Article, DayUnit};
use crate::time::Instant;
use std::collections::BTreeMap;

/// Its name as a matter.
const DATES_APART: &str = "dates-apart";

/// From which stretch between Date and arrival on a letter is one of them, in seconds:
/// twenty hours. One that is written in the evening and comes in the morning is not.
const NEARLY_A_DAY: i64 = 20 * 3_600;

/// How many of them in a game are nobody's business.
const FEW: usize = 3;

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
