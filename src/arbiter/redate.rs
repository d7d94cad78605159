//! A clock was wrong: what it stamped in a game is reckoned anew (RULES.md 4, "When the
//! hour is in doubt"). Leavings of our letters take the hours they are taken to have had;
//! moves take the dispatch that their letters' true arrival allows, and the receipt that
//! follows from both. What the wrong hour alone brought (a warning before its day, an outage
//! of the server that none was) counts no more, so that it comes when it is due. What a person
//! decided stays as it is.

use super::context::Dispatch;
use super::late_confirmation::confirmed_by;
use super::notice::{Body, NamedDecision, Notice};
use super::oversteps::recipients;
use super::ruling::{Occasion, Ruling, record};
use crate::ids::{EventId, InboundId};
use crate::record::{Cause, Event, GameFile, Recorded};
use crate::rules::Article;
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
pub fn redate(game: &GameFile, truth: &Truth, now: Instant) -> Ruling {
    Ruling::on(game, |game| set_right(game, truth, now))
}

fn set_right(game: &mut GameFile, truth: &Truth, now: Instant) -> Ruling {
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
    let early = |e: &&Recorded| {
        let of_clock = matches!(
            e.event,
            Event::Warned { .. }
                | Event::Reminded { .. }
                | Event::Repeated { .. }
                | Event::SilenceReported { .. }
        ) || is_stretch(&e.event);
        of_clock && e.cause == Cause::Tick && truth.recorded.get(&e.id).is_some_and(|t| *t < e.at)
    };
    let entries: Vec<EventId> = game
        .standing_recorded()
        .filter(early)
        .map(|e| e.id)
        .collect();
    if instead.is_empty() && entries.is_empty() {
        return ruling;
    }
    let gave = game
        .standing_recorded()
        .any(|e| entries.contains(&e.id) && is_stretch(&e.event));
    let before = figures(game);
    let number = Article::ArbiterDecides.number(game.facts.profile);
    let event = Event::Redated { instead, entries };
    record(game, &mut ruling, Occasion::tick(now).entry(event, number));
    if figures(game) == before && !gave {
        return ruling;
    }
    let [_, protest_days] = game.facts.regulations.protest_days;
    for to in recipients(game) {
        let body = Body::Ruling {
            decision: NamedDecision::Redated {
                day: game.facts.zone.day(now),
            },
            reason: String::new(),
            article: number.to_owned(),
            protest_days,
        };
        ruling.notices.push(Notice::new(to, body));
    }
    ruling
}

/// Time that is nobody's from one hour of the clock to another.
fn is_stretch(event: &Event) -> bool {
    matches!(event, Event::TimeGiven { .. } | Event::HoursGiven { .. })
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
    (entry, event): (&Recorded, &Event),
    truth: &Truth,
    leavings: &mut BTreeMap<Instant, Instant>,
) -> Option<Event> {
    let mut event = event.clone();
    let zone = was.facts.zone;
    match &mut event {
        // The day of posting was told, not read off a clock.
        Event::LetterLeft { on_paper: true, .. } => return None,
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
                && let Some(dispatch) = truth.letters.get(&confirmed_by(was, id).unwrap_or(id))
            {
                let unit = is.facts.regulations.day_unit;
                *sent_at = dispatch.counted(zone, unit).0;
                *sent = zone.day(*sent_at);
            }
            // A click is sent when it is recorded.
            if let (Cause::Web, Some(at)) = (entry.cause, truth.recorded.get(&entry.id)) {
                *sent_at = *at;
                *sent = zone.day(*at);
            }
            // A receipt that the player stated himself stands, if it still can.
            *received = match *received == reckoned {
                true => counted(is, *sent),
                false => (*received).min((*sent).max(is.facts.start)),
            };
        }
        _ => return None,
    }
    // How long it lay with us a clock that was wrong cannot tell.
    if let Event::Faulty { arrived, .. } = &mut event
        && truth.recorded.contains_key(&entry.id)
    {
        *arrived = None;
    }
    (event != *was.event_of(entry)).then_some(event)
}

/// The receipt that is reckoned for a letter sent on a day (`Context::receipt`).
fn counted(game: &GameFile, sent: Day) -> Day {
    let start = game.facts.start;
    match (game.settled_receipt(), game.receipt()) {
        (Some(day), _) => day,
        (None, Some(day)) => day.min(sent).max(start),
        (None, None) => sent.max(start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::tests::facts;
    use crate::chess::{BySide, Side};
    use crate::clock::DaySpan;
    use crate::record::About;
    use crate::rules::DayUnit;
    use std::sync::Arc;

    const DAY: i64 = 86_400;
    const LINE: [&str; 8] = [
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6",
    ];

    fn start() -> Instant {
        Instant::parse("2026-01-10T09:00:00Z").unwrap()
    }

    /// A game of which half-move `n` comes by letter `n`, two days after the one before,
    /// played while the clock shows so many days too much from one half-move to another.
    struct Story {
        game: GameFile,
        truth: Truth,
        serial: i64,
    }

    impl Story {
        fn tells(days: i64, wrong: std::ops::Range<usize>) -> Story {
            let game = GameFile::new(Arc::new(facts(|_| {})), BySide::default()).unwrap();
            let mut story = Story {
                game,
                truth: Truth::default(),
                serial: 0,
            };
            story.put(start(), Cause::Tick, Event::Started);
            story.leaves(0, Side::White, start(), 0);
            for (n, uci) in LINE.iter().enumerate() {
                let shift = match wrong.contains(&n) {
                    true => days * DAY,
                    false => 0,
                };
                let number = i64::try_from(n).unwrap();
                let came = start().plus_seconds((2 * number + 2) * DAY);
                story.comes(InboundId(number), uci, came, shift);
            }
            story
        }

        fn put(&mut self, at: Instant, cause: Cause, event: Event) -> EventId {
            self.serial += 1;
            let id = EventId(self.serial);
            let entry = Occasion { now: at, cause }.entry(event, "56.4.4");
            self.game.apply(entry.clone()).unwrap();
            self.game.recorded([Recorded { id, entry }]);
            id
        }

        fn leaves(&mut self, ply: u32, to: Side, at: Instant, shift: i64) {
            let left = at.plus_seconds(shift);
            let about = About::Move;
            let event = Event::LetterLeft {
                ply,
                about,
                to,
                left,
                on_paper: false,
            };
            let id = self.put(left, Cause::Post, event);
            if shift != 0 {
                self.truth.recorded.insert(id, at);
            }
        }

        fn comes(&mut self, letter: InboundId, uci: &str, came: Instant, shift: i64) {
            let dispatch = |arrived| Dispatch {
                arrived,
                header: Some(came.plus_seconds(-7_200)),
            };
            let shown = came.plus_seconds(shift);
            let zone = self.game.facts.zone;
            let sent_at = dispatch(shown).counted(zone, DayUnit::Date).0;
            let sent = zone.day(sent_at);
            let ply = self.game.ply() + 1;
            let event = Event::MovePlayed {
                ply,
                uci: uci.to_owned(),
                received: counted(&self.game, sent),
                sent,
                sent_at,
                variant: false,
                to_the_second: false,
            };
            let id = self.put(shown, Cause::Letter(letter), event);
            if shift != 0 {
                self.truth.recorded.insert(id, came);
                self.truth.letters.insert(letter, dispatch(came));
            }
            self.leaves(ply, self.game.turn(), came, shift);
        }
    }

    #[test]
    fn a_clock_that_was_wrong_for_a_stretch_leaves_the_days_of_a_right_one() {
        let right = figures(&Story::tells(0, 0..0).game);
        let now = start().plus_seconds(30 * DAY);
        for days in [-14, -1, 1, 3, 90] {
            for from in 0..LINE.len() {
                for to in from + 1..=LINE.len() {
                    let mut story = Story::tells(days, from..to);
                    let ruling = redate(&story.game, &story.truth, now);
                    assert_eq!(ruling.entries().len(), 1, "{days} {from}..{to}");
                    story.serial += 1;
                    let id = EventId(story.serial);
                    let entry = ruling.entries()[0].clone();
                    story.game = *ruling.game.unwrap();
                    story.game.recorded([Recorded { id, entry }]);
                    assert_eq!(figures(&story.game), right, "{days} {from}..{to}");
                    // Once more finds nothing.
                    let again = redate(&story.game, &story.truth, now);
                    assert!(again.notices.is_empty());
                }
            }
        }
    }

    #[test]
    fn an_outage_that_only_a_wrong_clock_told_counts_no_more() {
        let falls = |game: &GameFile| game.tally().running.map(|r| r.deadline(0).1);
        let now = start().plus_seconds(18 * DAY);
        for (cause, stays) in [(Cause::Tick, false), (Cause::Order, true)] {
            let mut story = Story::tells(0, 0..0);
            let right = falls(&story.game);
            let side = story.game.turn();
            let day = story.game.facts.zone.day(now);
            let from = day.plus(1);
            let dates = vec![DaySpan {
                from,
                to: day.plus(3),
            }];
            let event = Event::TimeGiven { side, dates };
            let id = story.put(now.plus_seconds(4 * DAY), cause, event);
            let given = falls(&story.game);
            assert!(given > right);
            story.truth.recorded.insert(id, now);
            let ruling = redate(&story.game, &story.truth, now);
            assert_eq!(ruling.notices.is_empty(), stays, "{cause:?}");
            let after = ruling.game.as_deref().unwrap_or(&story.game);
            assert_eq!(falls(after), if stays { given } else { right }, "{cause:?}");
        }
    }

    #[test]
    fn a_right_clock_leaves_nothing_to_mend() {
        let story = Story::tells(0, 0..0);
        let now = start().plus_seconds(30 * DAY);
        let truth = Truth::default();
        assert!(redate(&story.game, &truth, now).entries().is_empty());
    }
}
