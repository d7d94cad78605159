//! Queries and repeats: what the rules make a player's duty, and leave him three days
//! for (55.3.12, 55.4.7, 55.4.11, 55.5.1).

use super::{Bench, CardDone, CardTrouble, Judged, LATE_REPEAT};
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
pub(super) fn query(bench: &Bench<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    is_played(game)?;
    let Some(fault) = game.pending.last() else {
        return Err(CardTrouble::NothingToQuery);
    };
    if game.turn() == bench.side {
        return Err(CardTrouble::NothingToQuery);
    }
    let faulty = last_card(game, game.turn(), CardAbout::Fault);
    let arrived = faulty.and_then(|shown| received(&shown.card, None).day);
    let stated = bench.stated_receipt();
    let received = arrived.or(stated).unwrap_or(fault.sent).max(fault.sent);
    let ply = game.ply() + 2;
    let mut ruling = Ruling::default();
    replied(bench, game, &mut ruling, (Duty::Query, ply, received));
    bench.shows(game, &mut ruling, CardAbout::Query, game.ply() + 1);
    Ok((ruling, CardDone::Taken, Vec::new()))
}

/// A move that was sent before. In answer to the opponent's own repeat three days are
/// free; unasked, it is due when no answer has come for long, and what is later than that
/// is the arbiter's to add.
pub(super) fn repeat(bench: &Bench<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    is_played(game)?;
    let side = bench.side;
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
            let came = received(&asked.card, None).day.or(bench.stated_receipt());
            let came = came.or(dispatched(&asked.card).day);
            let came = came.unwrap_or(bench.day.sent);
            replied(bench, game, &mut ruling, (Duty::Repeat, ply + 2, came));
        }
        None => late(bench, game, &mut ruling, first),
    }
    bench.shows(game, &mut ruling, CardAbout::Repeat, ply);
    Ok((ruling, CardDone::Taken, Vec::new()))
}

/// A repeat that came later than the thirty days of 55.5.1.
fn late(bench: &Bench<'_>, game: &mut GameFile, ruling: &mut Ruling, first: Day) {
    let after = i64::from(game.facts.regulations.repeat_after_days);
    let days = bench.day.sent.since(first) - after;
    if after == 0 || days <= 0 {
        return;
    }
    let what = Circumstance::LateRepeat { days };
    let event = Event::MatterOpened(Opened::new(LATE_REPEAT, bench.side, what));
    let article = Article::LateRepeat.number(game.facts.profile);
    record(
        game,
        ruling,
        Entry::new(bench.now, Cause::Card, event).on(article),
    );
}

fn replied(
    bench: &Bench<'_>,
    game: &mut GameFile,
    ruling: &mut Ruling,
    (duty, ply, received): (Duty, u32, Day),
) {
    let event = Event::Replied {
        side: bench.side,
        ply,
        duty,
        received,
        sent: bench.day.sent,
    };
    let article = Article::FreeReply.number(game.facts.profile);
    record(
        game,
        ruling,
        Entry::new(bench.now, Cause::Card, event).on(article),
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

impl Bench<'_> {
    /// The receipt of what it answers, where its text states one.
    fn stated_receipt(&self) -> Option<Day> {
        let understood = request::understand_text(&self.entered.text, "");
        let stated = understood.sections.iter().find_map(|s| s.received.as_ref());
        stated.and_then(|date| date.near(self.day.sent))
    }
}
