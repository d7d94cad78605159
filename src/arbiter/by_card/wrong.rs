//! What is wrong with a card: faults that void its move and are charged, and those that
//! leave it standing and are for the arbiter (55.4.9-10).

use super::{CARD_FAULT, CardDone, CardInHand, CardTrouble, Judged};
use crate::arbiter::faults::next_penalty;
use crate::arbiter::moves::refuse;
use crate::arbiter::oversteps::{annul, annuls};
use crate::arbiter::ruling::{Ruling, record};
use crate::cards::CardFault;
use crate::chess::Side;
use crate::record::{CardAbout, Cause, Circumstance, Entry, Event, FaultKind, GameFile, Opened};
use crate::request;
use crate::rules::Article;

/// A card whose move does not count: the first of its faults is charged, for the delay is
/// one.
pub(super) fn voided(held: &CardInHand<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    let voids = |fault: &&CardFault| fault.voids_the_move();
    let kind = match held.entered.faults.iter().find(voids) {
        Some(CardFault::Illegible) => FaultKind::Unreadable,
        Some(CardFault::NoMove) => FaultKind::NoMove,
        Some(CardFault::WrongRepetition) => FaultKind::WrongRepetition,
        _ => FaultKind::Impossible,
    };
    let text = held.words(game);
    let understood = request::understand_text(&text, "");
    let Some(section) = understood.sections.first() else {
        return Err(CardTrouble::NotUnderstood(text));
    };
    let before = game.tally().sides.get(held.side).penalty;
    let ctx = held.context(&text, Some(section));
    let ply = game.ply() + 1;
    // One that was sent in time annuls the notice of an overstep, as a letter with a
    // faulty move does.
    let mut ruling = match annuls(game, held.side, held.day.sent) {
        true => annul(game, &ctx, |game, ctx, remark| {
            let refused = refuse::on_card(game, ctx, kind, &text);
            refused.remarked(remark)
        }),
        false => refuse::on_card(game, &ctx, kind, &text),
    };
    held.shows(game, &mut ruling, CardAbout::Fault, ply);
    let penalty = game.tally().sides.get(held.side).penalty - before;
    standing(held, game, &mut ruling, true);
    Ok((ruling, CardDone::Voided { penalty }, Vec::new()))
}

/// Faults that leave the move standing are proposed to the arbiter; one that was not
/// registered is none unless its sender was in time trouble (55.4.12).
pub(super) fn standing(
    held: &CardInHand<'_>,
    game: &mut GameFile,
    ruling: &mut Ruling,
    in_time_trouble: bool,
) {
    let side = held.side;
    for fault in &held.entered.faults {
        let article = match fault {
            CardFault::WrongAddress => Article::FaultPenalty,
            CardFault::Unregistered if in_time_trouble => Article::ControlNear,
            _ => continue,
        };
        let (days, _) = next_penalty(game, side);
        let what = Circumstance::CardFault {
            fault: *fault,
            days,
        };
        let event = Event::MatterOpened(Opened::new(CARD_FAULT, side, what));
        let article = article.number(game.facts.profile);
        record(
            game,
            ruling,
            Entry::new(held.now, Cause::Card, event).on(article),
        );
    }
}

/// Whether a side that has moved had so few days left to its control that it had to send
/// registered: `allowed` were its days up to that move.
pub(super) fn is_in_time_trouble(game: &GameFile, side: Side, allowed: i64) -> bool {
    let few = i64::from(game.facts.regulations.control_warning_days);
    few > 0 && allowed - game.tally().sides.get(side).total <= few
}
