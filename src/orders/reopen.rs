//! `td reopen`: a finished game goes on.

use super::outcome::InGame;
use super::words::{day, game};
use super::{
    AfterOrder, Decree, GameOrder, OrderError, OrderPlace, Ordered, RejectClaimOrder, Watch,
};
use crate::arbiter::notice::NamedDecision;
use crate::ids::GameName;
use crate::record::{Event, GameFile, Status, Termination};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;

/// Let a finished game go on, with the receipt of the ruling
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ReopenOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Of a loss on time: the receipt that counts of what he was thinking about
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub received: Option<Day>,
    /// Of a loss on time: days that he has at least from the receipt of the ruling
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub days: Option<u32>,
}

impl Ordered for ReopenOrder {
    fn examples() -> Vec<&'static str> {
        vec!["reopen CODE/3"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for ReopenOrder {
    /// The days since its end are nobody's.
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let Some(result) = game.result else {
            return Err(OrderError::NotOver);
        };
        if game.line.ending().is_some() {
            return Err(OrderError::EndOnBoard(game.ply()));
        }
        // A loss on time is open again only without its overstep.
        if result.termination == Termination::Time && game.exceeded.is_some() {
            return self.without_overstep().decide(game, decree);
        }
        let article = Article::ArbiterDecides.number(game.facts.profile);
        let ended = |e: &&crate::record::Entry| matches!(e.event, Event::Ended { .. });
        let from = game
            .standing()
            .rfind(ended)
            .map(|e| game.facts.zone.day(e.at));
        decree.record(game, Event::Reopened { from }, article);
        let decision = NamedDecision::Reopened {
            turn: game.turn(),
            paused: game.status == Status::Paused,
        };
        decree.tell(game, &decision, article);
        let runs = game.status != Status::Paused;
        decree.done = Some(InGame::Reopened {
            turn: runs.then(|| game.turn()),
        });
        Ok(())
    }

    fn watch(&self, after: &AfterOrder<'_>) -> Watch {
        let is_let_off = after.is_let_off();
        Watch {
            is_watched: is_let_off || after.runs,
            can_give: is_let_off,
        }
    }
}

impl ReopenOrder {
    fn without_overstep(&self) -> RejectClaimOrder {
        RejectClaimOrder {
            game: self.game.clone(),
            bar_claims: false,
            fine: 0,
            received: self.received,
            days: self.days,
        }
    }
}
