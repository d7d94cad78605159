//! A clock was wrong: what it stamped in a game is reckoned anew (RULES.md 4, "When the
//! hour is in doubt"). Leavings of our letters take the hours they are taken to have had;
//! moves take the dispatch that their letters' true arrival allows, and the receipt that
//! follows from both. What the wrong hour alone brought (a warning before its day) counts
//! no more, so that it comes when it is due. What a person decided stays as it is.

use super::articles::Article;
use super::context::{Dispatch, record};
use super::notice::{Body, Decision, Notice, NoticeKind};
use super::oversteps::{entry, recipients};
use super::ruling::Ruling;
use crate::ids::{EventId, InboundId};
use crate::record::{Cause, Entry, Event, GameFile};
use crate::time::{Day, Instant};
use std::collections::BTreeMap;

/// When things really were.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Entries stamped by a wrong hour, with the hour that it is taken to have been.
    pub recorded: BTreeMap<EventId, Instant>,
    /// Letters whose arrival was stamped by one, as they count now.
    pub letters: BTreeMap<InboundId, Dispatch>,
}

/// Sets the dates right that a wrong clock made. Nothing is in the ruling where it made none.
pub fn redate(game: &mut GameFile, truth: &Truth, now: Instant) -> Ruling {
    let mut ruling = Ruling::default();
    let mut leavings: BTreeMap<Instant, Instant> = BTreeMap::new();
    let corrections = game.corrections(|was, is, (entry, event)| {
        correct((was, is), (entry, event), truth, &mut leavings)
    });
    let instead = match corrections {
        Ok(instead) => instead,
        Err(error) => {
            ruling.note = format!("not reckoned anew: {error}");
            return ruling;
        }
    };
    let early = |e: &&Entry| {
        let of_clock = matches!(
            e.event,
            Event::Warned { .. } | Event::Repeated { .. } | Event::SilenceReported { .. }
        );
        of_clock && e.cause == Cause::Tick && truth.recorded.get(&e.id).is_some_and(|t| *t < e.at)
    };
    let entries: Vec<EventId> = game.standing().filter(early).map(|e| e.id).collect();
    if instead.is_empty() && entries.is_empty() {
        return ruling;
    }
    let before = figures(game);
    let number = Article::ArbiterDecides.number(game.facts.profile);
    let event = Event::Redated { instead, entries };
    record(game, &mut ruling, entry(now, Cause::Tick, event, number));
    if figures(game) == before {
        return ruling;
    }
    let [_, protest_days] = game.facts.regulations.protest_days;
    for to in recipients(game) {
        let body = Body::Ruling {
            decision: Decision::Redated {
                day: game.facts.zone.day(now),
            },
            reason: String::new(),
            article: number.to_owned(),
            protest_days,
        };
        ruling
            .notices
            .push(Notice::new(NoticeKind::Ruling, to, body));
    }
    ruling
}

/// The dates that the players know: of moves, and the receipt that counts now.
fn figures(game: &GameFile) -> (Vec<(Day, Day, i64)>, Option<Day>) {
    let moves = game.moves.iter().map(|m| (m.received, m.sent, m.total));
    (moves.collect(), game.receipt())
}

/// What counts instead of an event; `None` where its dates are right. `games` is the game
/// before it, as it was and as it is with what was corrected so far.
fn correct(
    (was, is): (&GameFile, &GameFile),
    (entry, event): (&Entry, &Event),
    truth: &Truth,
    leavings: &mut BTreeMap<Instant, Instant>,
) -> Option<Event> {
    let mut event = event.clone();
    let zone = was.facts.zone;
    match &mut event {
        Event::LetterLeft { left, .. } => {
            let right = *truth.recorded.get(&entry.id)?;
            leavings.insert(*left, right);
            *left = right;
        }
        Event::LetterLost {
            left: Some(left), ..
        } => *left = *leavings.get(left)?,
        Event::MovePlayed {
            received,
            sent,
            sent_at,
            ..
        }
        | Event::Faulty {
            received,
            sent,
            sent_at,
            ..
        } => {
            let reckoned = counted(was, *sent);
            if let Cause::Letter(id) = entry.cause
                && let Some(dispatch) = truth.letters.get(&id)
            {
                *sent_at = dispatch.counted(zone).0;
                *sent = zone.day(*sent_at);
            }
            // A receipt that the player stated himself stands, if it still can.
            *received = match *received == reckoned {
                true => counted(is, *sent),
                false => (*received).min((*sent).max(is.facts.start)),
            };
        }
        _ => return None,
    }
    (event != *was.event_of(entry)).then_some(event)
}

/// The receipt that is reckoned for a letter sent on a day (`Context::receipt`).
fn counted(game: &GameFile, sent: Day) -> Day {
    let start = game.facts.start;
    match game.receipt() {
        Some(day) if game.receipt_is_set() => day,
        Some(day) => day.min(sent).max(start),
        None => sent.max(start),
    }
}
