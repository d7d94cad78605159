//! The day of a card that counts, and what waits where nothing tells it.

use super::{CardTrouble, OPEN_DATE};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::ruling::{Ruling, record};
use crate::cards::{Card, dispatched, received};
use crate::record::{Cause, Circumstance, Entry, Event, GameFile, Opened, PartOfMove, ShownCard};
use crate::rules::Article;
use crate::time::{Day, Instant};

/// When a card was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CardDay {
    /// The day that counts.
    pub sent: Day,
    /// Nothing tells it: it is the latest that it can be, until that is settled.
    pub is_open: bool,
}

/// When a card was sent: by its stamps and notes; where nothing tells it, the day on
/// which it arrived, else today.
pub(super) fn day_of(game: &GameFile, card: &Card, now: Instant) -> Result<CardDay, CardTrouble> {
    let today = game.facts.zone.day(now);
    let (told, arrived) = (dispatched(card).day, received(card, None).day);
    for day in [told, arrived].into_iter().flatten() {
        if day > today {
            return Err(CardTrouble::ToCome { day, today });
        }
    }
    if let (Some(sent), Some(arrived)) = (told, arrived)
        && arrived < sent
    {
        return Err(CardTrouble::Backwards { sent, arrived });
    }
    Ok(CardDay {
        sent: told.or(arrived).unwrap_or(today),
        is_open: told.is_none(),
    })
}

/// The dispatch of a card that was entered, as it counts.
pub(super) fn counted(game: &GameFile, shown: &ShownCard) -> Option<Day> {
    let index = usize::try_from(shown.ply).ok()?.checked_sub(1)?;
    let played = game.moves.get(index).map(|mv| mv.sent);
    dispatched(&shown.card).day.or(played)
}

/// The dates that a card with other ones has changed: the dispatch of its half-move, and the
/// receipt of what that tells.
pub(super) fn set_anew(was: &GameFile, is: &GameFile, ply: u32) -> Vec<NamedDecision> {
    let index = usize::try_from(ply).unwrap_or(usize::MAX);
    let sent = |game: &GameFile| Some(game.moves.get(index.checked_sub(1)?)?.sent);
    let received = |game: &GameFile| match game.moves.get(index) {
        Some(answer) => Some(answer.received),
        None => game.receipt(),
    };
    let changed = |day: fn(&Dates) -> Option<Day>| {
        let [was, is] = [was, is].map(|game| day(&(sent(game), received(game))));
        is.filter(|_| was != is)
    };
    let of = |ply, received, sent| NamedDecision::DatesSet {
        ply,
        received,
        sent,
    };
    let sent = changed(|(sent, _)| *sent).map(|day| of(ply, None, Some(day)));
    let received = changed(|(_, received)| *received).map(|day| of(ply + 1, Some(day), None));
    sent.into_iter().chain(received).collect()
}

/// The dispatch of a half-move, and the receipt of it.
type Dates = (Option<Day>, Option<Day>);

/// A date of the half-move that was played last waits for the answer.
pub(super) fn opens(game: &mut GameFile, ruling: &mut Ruling, now: Instant, date: PartOfMove) {
    let Some(mv) = game.moves.last() else {
        return;
    };
    let meanwhile = match date {
        PartOfMove::Receipt => mv.received,
        PartOfMove::Dispatch => mv.sent,
    };
    let ply = mv.ply;
    let what = Circumstance::OpenDate {
        ply,
        date,
        meanwhile,
    };
    let event = Event::MatterOpened(Opened::new(OPEN_DATE, mv.side, what));
    let article = Article::DateToSettle.number(game.facts.profile);
    record(
        game,
        ruling,
        Entry::new(now, Cause::Card, event).on(article),
    );
}
