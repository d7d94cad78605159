//! `td adjudicate`: the result by adjudication; after an appeal the final one.

use super::outcome::InGame;
use super::words::{adjudged, game};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::adjudication::tell_decision;
use crate::ids::GameName;
use crate::record::{Event, GameFile, ResultCode, Status, Termination};
use crate::rules::Article;
use crate::tournament::officials::Office;
use clap::Args;

/// Adjudicate a game; after an appeal, enter the final decision (56.9.6, 56.9.10)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct AdjudicateOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// 1-0, 0-1, 1/2-1/2
    #[arg(allow_hyphen_values = true, value_parser = adjudged)]
    pub result: ResultCode,
}

impl Ordered for AdjudicateOrder {
    fn examples() -> Vec<&'static str> {
        vec!["adjudicate CODE/3 1-0"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for AdjudicateOrder {
    /// 56.9.6: the arbiter's decision, also before the term for opinions is over, when
    /// nobody loses his right of appeal by it. After an appeal: the decision of another,
    /// which is final (56.9.10).
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let result = self.result;
        if !result.is_adjudged() {
            return Err(OrderError::NoAdjudication);
        }
        let file = game.adjudication.as_ref();
        let appealed = file.is_some_and(|f| f.is_appealed());
        if game.status == Status::Finished {
            return Err(match file {
                Some(file) if file.second.is_some() => OrderError::Final,
                Some(file) if file.first.is_some() => OrderError::Adjudicated,
                Some(_) | None => OrderError::Over,
            });
        }
        let article = match appealed {
            true => Article::SecondAdjudication,
            false => Article::AdjudicationGrounds,
        };
        let event = Event::Ended {
            result,
            termination: Termination::Adjudication,
        };
        decree.record(game, event, article.number(game.facts.profile));
        tell_decision(game, &mut decree.ruling, decree.reason, decree.now);
        decree.done = Some(InGame::Adjudicated {
            result,
            is_final: appealed,
        });
        Ok(())
    }

    /// The adjudicator decides where an appeal was lodged.
    fn waits_for(&self, office: Office, game: &GameFile) -> bool {
        let appealed = game.adjudication.as_ref().is_some_and(|a| a.is_appealed());
        office == Office::Adjudicator && game.status == Status::Adjudication && appealed
    }
}
