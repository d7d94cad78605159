//! A whole tournament stands still, or goes on (53.3): one decision about all its games.

use super::circular::Circular;
use crate::arbiter::Ruling;
use crate::arbiter::notice::{NamedDecision, Recipient};
use crate::ids::PlayerId;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::{Day, Instant};
use std::collections::BTreeSet;

/// The games of a tournament stand still from a day on, or go on from it.
#[derive(Clone, Copy, Debug)]
pub struct Halt {
    /// They go on.
    pub resumes: bool,
    /// The first day that is nobody's, or that counts again.
    pub day: Day,
}

/// A game that it is about.
#[derive(Clone, Debug)]
pub struct HaltedGame {
    /// Its name and players.
    pub line: String,
    /// Who plays.
    pub players: [PlayerId; 2],
}

impl Halt {
    /// What becomes of a game; `None` where nothing does.
    pub fn in_game(self, game: &GameFile, reason: &str, now: Instant) -> Option<Ruling> {
        let event = match self.resumes {
            true => stands_with_all(game).then_some(Event::Resumed {
                day: Some(self.day),
            }),
            false => (game.status == Status::Active).then_some(Event::Paused {
                from: self.day,
                whole: true,
            }),
        }?;
        let article = Article::ArbiterDecides.number(game.facts.profile);
        let entry = Entry::new(now, Cause::Order, event);
        Some(Ruling::of(game, entry.on(article).noted(reason)))
    }

    /// What is told to all players of the games concerned, and to the arbiter.
    pub fn letters(self, circular: Circular<'_>, code: &str, games: &[HaltedGame]) -> Ruling {
        let players: BTreeSet<PlayerId> = games.iter().flat_map(|g| g.players).collect();
        circular.letters(players, |to| {
            let his = |game: &&HaltedGame| match to {
                Recipient::Player(id) => game.players.contains(&id),
                _ => true,
            };
            NamedDecision::TournamentPaused {
                code: code.to_owned(),
                resumes: self.resumes,
                day: self.day,
                games: games.iter().filter(his).map(|g| g.line.clone()).collect(),
            }
        })
    }
}

/// Whether a game stands still with its tournament: one that waits for an overstep, or
/// was paused alone, goes on waiting.
fn stands_with_all(game: &GameFile) -> bool {
    let last = game
        .standing()
        .rfind(|e| matches!(e.event, Event::Paused { .. } | Event::Resumed { .. }));
    let whole = last.is_some_and(|e| matches!(e.event, Event::Paused { whole: true, .. }));
    let waits = game.exceeded.as_ref().is_some_and(|e| e.pauses);
    game.status == Status::Paused && whole && !waits
}
