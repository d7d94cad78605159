//! `td resume`: a paused game, or all games of a tournament ([`super::halt`]), go on.

use super::outcome::InGame;
use super::words::game_or_tournament;
use super::{Decree, DeskOrder, GameOrTournament, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::NamedDecision;
use crate::record::{Event, GameFile, Status};
use crate::rules::Article;
use clap::Args;

/// Let a paused game go on, with the receipt of the ruling
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ResumeOrder {
    /// CODE/N, or a tournament's CODE for all its games
    #[arg(value_parser = game_or_tournament)]
    pub game: GameOrTournament,
}

impl Ordered for ResumeOrder {
    fn examples() -> Vec<&'static str> {
        vec!["resume CODE/3"]
    }

    fn place(&self) -> OrderPlace<'_> {
        match &self.game {
            GameOrTournament::Game(game) => OrderPlace::Game(game, self),
            GameOrTournament::Tournament(code) => OrderPlace::Desk(DeskOrder::ResumeAll(code)),
        }
    }
}

impl GameOrder for ResumeOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        match game.status {
            Status::Paused if game.exceeded.as_ref().is_some_and(|e| e.pauses) => {
                return Err(OrderError::OverstepOpen);
            }
            Status::Paused => {}
            Status::Active | Status::Waiting | Status::Adjudication => {
                return Err(OrderError::NotPaused);
            }
            Status::Finished => return Err(OrderError::OverReopen),
        }
        let article = Article::ArbiterDecides.number(game.facts.profile);
        decree.record(game, Event::Resumed { day: None }, article);
        let turn = game.turn();
        decree.tell(game, &NamedDecision::Resumed { turn }, article);
        decree.done = Some(InGame::Resumed { turn });
        Ok(())
    }
}
