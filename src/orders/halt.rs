//! A whole tournament stands still, or goes on (53.3): one decision about all its games.

use super::circular::Circular;
use crate::arbiter::Ruling;
use crate::arbiter::notice::{NamedDecision, Recipient};
use crate::ids::PlayerId;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::{Day, Instant};
use std::collections::BTreeSet;

fn entry(game: &GameFile, event: Event, reason: &str, now: Instant) -> Entry {
    let article = Article::ArbiterDecides.number(game.facts.profile);
    Entry::new(now, Cause::Order, event)
        .on(article)
        .noted(reason)
}

/// The days from `from` on are nobody's; `None` where the game is not being played.
pub fn stop(game: &GameFile, from: Day, reason: &str, now: Instant) -> Option<Ruling> {
    if game.status != Status::Active {
        return None;
    }
    let event = Event::Paused { from, whole: true };
    let entry = entry(game, event, reason, now);
    Some(Ruling::of(game, entry))
}

/// Time counts again from `day` on; `None` where the game does not stand still with
/// its tournament: one that waits for an overstep, or was paused alone, goes on waiting.
pub fn go_on(game: &GameFile, day: Day, reason: &str, now: Instant) -> Option<Ruling> {
    let last = game
        .standing()
        .rfind(|e| matches!(e.event, Event::Paused { .. } | Event::Resumed { .. }));
    let whole = last.is_some_and(|e| matches!(e.event, Event::Paused { whole: true, .. }));
    if game.status != Status::Paused || !whole || game.exceeded.as_ref().is_some_and(|e| e.pauses) {
        return None;
    }
    let event = Event::Resumed { day: Some(day) };
    let entry = entry(game, event, reason, now);
    Some(Ruling::of(game, entry))
}

/// What is told to all players of the games concerned, and to the arbiter: the games go
/// on from that day (`resumes`), or stand still from it. Each game comes with its line
/// and its players.
pub fn letters(
    circular: Circular<'_>,
    code: &str,
    (resumes, day): (bool, Day),
    games: &[(String, [PlayerId; 2])],
) -> Ruling {
    let players: BTreeSet<PlayerId> = games.iter().flat_map(|(_, both)| *both).collect();
    circular.letters(players, |to| {
        let his = |both: &[PlayerId; 2]| match to {
            Recipient::Player(id) => both.contains(&id),
            _ => true,
        };
        let lines = games.iter().filter(|(_, both)| his(both));
        NamedDecision::TournamentPaused {
            code: code.to_owned(),
            resumes,
            day,
            games: lines.map(|(line, _)| line.clone()).collect(),
        }
    })
}
