//! A whole tournament stands still, or goes on (53.3): one decision about all its games.

use super::plan::{Given, Plan, WholeTournament};
use super::ruling_letters::RulingLetters;
use super::{Outcome, Refusal};
use crate::arbiter::Ruling;
use crate::arbiter::notice::{NamedDecision, Recipient};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::record::{Cause, Entry, Event, GameFile, Status};
use crate::rules::Article;
use crate::time::Day;
use std::collections::BTreeSet;

/// The games of a tournament stand still from a day on, or go on from it.
#[derive(Clone, Copy, Debug)]
struct Halt {
    /// They go on.
    resumes: bool,
    /// The first day that is nobody's, or that counts again.
    day: Day,
}

/// A game that it is about.
#[derive(Clone, Debug)]
struct HaltedGame {
    /// Its name and players.
    line: String,
    /// Who plays.
    players: [PlayerId; 2],
}

/// The games stand still from today; or time counts again from the day on which a
/// letter that leaves today is received.
/// Not from its real leaving, as for one game: the one letter a player gets is about
/// several games, and the leaving of a letter begins something in one game only.
///
/// # Errors
///
/// There is no game that it could be about.
pub fn halt(all: &WholeTournament, resumes: bool, given: Given<'_>) -> Result<Plan, Refusal> {
    let today = all.today(given);
    let day = match resumes {
        true => today.plus(all.transit_days),
        false => today,
    };
    let halt = Halt { resumes, day };
    let mut rulings = Vec::new();
    let mut games = Vec::new();
    for game in &all.games {
        if let Some(ruling) = halt.in_game(game, given) {
            rulings.push(ruling);
            games.push(HaltedGame::of(game));
        }
    }
    let code = all.code.clone();
    if games.is_empty() {
        return Err(match resumes {
            true => Refusal::NoneStandsStill(code),
            false => Refusal::NonePlayed(code),
        });
    }
    rulings.push(halt.letters(all.ruling_letters(given), &code, &games));
    let games = games.len();
    let done = match resumes {
        true => Outcome::AllResumed { code, games, day },
        false => Outcome::AllPaused { code, games, day },
    };
    Ok(Plan {
        rulings,
        done: vec![done],
        cautions: Vec::new(),
    })
}

impl HaltedGame {
    fn of(game: &GameFile) -> HaltedGame {
        let (white, black) = (game.player(Side::White), game.player(Side::Black));
        HaltedGame {
            line: format!("{}: {} – {}", game.facts.name, white.name, black.name),
            players: [white.id, black.id],
        }
    }
}

impl Halt {
    /// What becomes of a game; `None` where nothing does.
    fn in_game(self, game: &GameFile, given: Given<'_>) -> Option<Ruling> {
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
        let entry = Entry::new(given.now, Cause::Order, event);
        Some(Ruling::of(game, entry.on(article).noted(given.reason)))
    }

    /// What is told to all players of the games concerned, and to the arbiter.
    fn letters(self, letters_about: RulingLetters<'_>, code: &str, games: &[HaltedGame]) -> Ruling {
        let players: BTreeSet<PlayerId> = games.iter().flat_map(|g| g.players).collect();
        letters_about.letters(players, |to| {
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
