//! `td pause`: a game, or all games of a tournament ([`super::halt`]), stand still.

use super::words::game_or_tournament;
use super::{Decree, DeskOrder, GameOrTournament, GameOrder, OrderError, OrderPlace, Ordered};
use crate::record::{Event, GameFile, Status};
use crate::rules::Article;
use clap::Args;

/// Stop a game: the days from today are nobody's
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct PauseOrder {
    /// CODE/N, or a tournament's CODE for all its games
    #[arg(value_parser = game_or_tournament)]
    pub game: GameOrTournament,
}

impl Ordered for PauseOrder {
    fn examples() -> Vec<&'static str> {
        vec!["pause CODE/3"]
    }

    fn place(&self) -> OrderPlace<'_> {
        match &self.game {
            GameOrTournament::Game(game) => OrderPlace::Game(game, self),
            GameOrTournament::Tournament(code) => OrderPlace::Desk(DeskOrder::PauseAll(code)),
        }
    }
}

impl GameOrder for PauseOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        match game.status {
            Status::Active => {}
            Status::Paused => return Err(OrderError::AlreadyPaused),
            Status::Finished => return Err(OrderError::Over),
            Status::Adjudication | Status::Waiting => return Err(OrderError::NotPlayed),
        }
        let article = Article::ArbiterDecides.number(game.facts.profile);
        let from = game.facts.zone.day(decree.now);
        decree.enters(game, Event::Paused { from, whole: false }, article);
        Ok(())
    }
}
