//! `td penalty`: days are added to a side's time, or taken back.

use super::words::game;
use super::{AfterOrder, Decree, GameOrder, OrderError, OrderPlace, Ordered, Watch};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Event, GameFile};
use crate::rules::Article;
use clap::Args;

/// Add penalty days, or take them back with a negative number
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct PenaltyOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Whose
    #[arg(value_enum, ignore_case = true)]
    pub side: Side,
    /// Days
    #[arg(allow_negative_numbers = true)]
    pub days: i64,
}

impl Ordered for PenaltyOrder {
    fn examples() -> Vec<&'static str> {
        vec!["penalty CODE/3 white -2"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for PenaltyOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (side, days) = (self.side, self.days);
        if days == 0 {
            return Err(OrderError::ZeroPenalty);
        }
        // Days of the move that is being thought about can be given back too (55.4.7).
        let tally = game.tally();
        let running = tally.running.filter(|r| r.side == side);
        let thinking = running.map_or(0, |_| tally.used(game, game.moment(decree.now)));
        let used = tally.sides.get(side).total + thinking;
        if used + days < 0 {
            return Err(OrderError::TooMuchBack { side, used });
        }
        let article = Article::ArbiterDecides.number(game.facts.profile);
        let ply = game.ply() + 1 + u32::from(game.turn() != side);
        decree.enters(game, Event::penalty(side, days, ply), article);
        Ok(())
    }

    fn watch(&self, after: &AfterOrder<'_>) -> Watch {
        Watch {
            is_watched: self.side == after.side && self.days > 0,
            can_give: false,
        }
    }
}
