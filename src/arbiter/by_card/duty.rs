//! Queries and repeats: what the rules make a player's duty, and leave him three days
//! for (55.3.12, 55.4.7, 55.4.11, 55.5.1).

use super::{CardDone, CardInHand, CardTrouble, Judged, LATE_REPEAT};
use crate::arbiter::ruling::{Ruling, record};
use crate::cards::{dispatched, received};
use crate::chess::Side;
use crate::record::{
    CardAbout, Cause, Circumstance, Duty, Entry, Event, GameFile, Opened, ShownCard, Status,
};
use crate::request;
use crate::rules::Article;
use crate::time::Day;

/// The query about a faulty move: its sender has three days for it, and with its receipt
/// the time of the other side runs again.
pub(super) fn query(held: &CardInHand<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    is_played(game)?;
    let Some(fault) = game.pending.last() else {
        // 55.5.1: White has not begun, and Black asks.
        return match game.moves.is_empty() && held.side == Side::Black {
            true => {
                let mut ruling = Ruling::default();
                held.shows(game, &mut ruling, CardAbout::Words, 0);
                Ok((ruling, CardDone::Taken, Vec::new()))
            }
            false => Err(CardTrouble::NothingToQuery),
        };
    };
    if game.turn() == held.side {
        return Err(CardTrouble::NothingToQuery);
    }
    let faulty = last_card(game, game.turn(), CardAbout::Fault);
    let arrived = faulty.and_then(|shown| received(&shown.card, None).day);
    let stated = held.stated_receipt();
    let received = arrived.or(stated).unwrap_or(fault.sent).max(fault.sent);
    let ply = game.ply() + 2;
    let mut ruling = Ruling::default();
    replied(held, game, &mut ruling, (Duty::Query, ply, received));
    held.shows(game, &mut ruling, CardAbout::Query, game.ply() + 1);
    Ok((ruling, CardDone::Taken, Vec::new()))
}

/// A move that was sent before. In answer to the opponent's own repeat three days are
/// free; unasked, it is due when no answer has come for long, and what is later than that
/// is the arbiter's to add.
pub(super) fn repeat(held: &CardInHand<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    is_played(game)?;
    let side = held.side;
    let own = game.moves.iter().rfind(|mv| mv.side == side);
    let Some((ply, first)) = own.map(|mv| (mv.ply, mv.sent)) else {
        return Err(CardTrouble::NothingToRepeat(side));
    };
    let mut ruling = Ruling::default();
    let asked = last_card(game, side.other(), CardAbout::Repeat).filter(|asked| {
        let answers = |shown: &&ShownCard| {
            shown.side == side && shown.about == CardAbout::Repeat && shown.ply == ply
        };
        asked.ply + 1 == ply && !game.cards.iter().any(|shown| answers(&shown))
    });
    match asked {
        Some(asked) => {
            let came = received(&asked.card, None).day.or(held.stated_receipt());
            let came = came.or(dispatched(&asked.card).day);
            let came = came.unwrap_or(held.day.sent);
            replied(held, game, &mut ruling, (Duty::Repeat, ply + 2, came));
        }
        None => late(held, game, &mut ruling, first),
    }
    held.shows(game, &mut ruling, CardAbout::Repeat, ply);
    Ok((ruling, CardDone::Taken, Vec::new()))
}

/// A repeat that came later than the thirty days of 55.5.1.
fn late(held: &CardInHand<'_>, game: &mut GameFile, ruling: &mut Ruling, first: Day) {
    let after = i64::from(game.facts.regulations.repeat_after_days);
    let days = held.day.sent.since(first) - after;
    if after == 0 || days <= 0 {
        return;
    }
    let what = Circumstance::LateRepeat { days };
    let event = Event::MatterOpened(Opened::new(LATE_REPEAT, held.side, what));
    let article = Article::LateRepeat.number(game.facts.profile);
    record(
        game,
        ruling,
        Entry::new(held.now, Cause::Card, event).on(article),
    );
}

fn replied(
    held: &CardInHand<'_>,
    game: &mut GameFile,
    ruling: &mut Ruling,
    (duty, ply, received): (Duty, u32, Day),
) {
    let event = Event::Replied {
        side: held.side,
        ply,
        duty,
        received,
        sent: held.day.sent,
    };
    let article = Article::FreeReply.number(game.facts.profile);
    record(
        game,
        ruling,
        Entry::new(held.now, Cause::Card, event).on(article),
    );
}

fn is_played(game: &GameFile) -> Result<(), CardTrouble> {
    match game.status {
        Status::Active | Status::Paused => Ok(()),
        Status::Finished => Err(CardTrouble::Over),
        Status::Waiting | Status::Adjudication => Err(CardTrouble::NotPlayed),
    }
}

fn last_card(game: &GameFile, side: Side, about: CardAbout) -> Option<&ShownCard> {
    let is = |shown: &&ShownCard| shown.side == side && shown.about == about;
    game.cards.iter().rfind(is)
}

impl CardInHand<'_> {
    /// The receipt of what it answers, where its text states one.
    fn stated_receipt(&self) -> Option<Day> {
        let understood = request::understand_text(&self.entered.text, "");
        let stated = understood.sections.iter().find_map(|s| s.received.as_ref());
        stated.and_then(|date| date.near(self.day.sent))
    }
}
