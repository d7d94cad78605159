//! `td confirm-forfeit`: an overstep stands.

use super::caution::Caution;
use super::outcome::InGame;
use super::words::game;
use super::{AfterOrder, Decree, GameOrder, OrderError, OrderPlace, Ordered, Watch};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::oversteps::{Noticed, announce, overstep_facts, result_by_time};
use crate::arbiter::{Occasion, as_it_stands, result_notices, undecided};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Cause, Event, GameFile, Status, Termination};
use crate::rules::Article;
use clap::Args;

/// The overstep stands: the loss is entered (56.6.6)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ConfirmForfeitOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Whose time was over
    #[arg(value_enum, ignore_case = true)]
    pub side: Option<Side>,
}

impl Ordered for ConfirmForfeitOrder {
    fn examples() -> Vec<&'static str> {
        vec!["confirm-forfeit CODE/3 white"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for ConfirmForfeitOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        if game.status == Status::Finished {
            return Err(OrderError::Over);
        }
        let side = overstepped(game, self.side, decree)?;
        let profile = game.facts.profile;
        if game.first_resets(side) {
            let article = Article::OverstepReset.number(profile);
            decree.enters(game, Event::ClockReset { side }, article);
            return Ok(());
        }
        let (result, article) = result_by_time(game, side);
        let article = article.number(profile);
        let event = Event::Ended {
            result,
            termination: Termination::Time,
        };
        decree.record(game, event, article);
        decree.tell(game, &NamedDecision::ForfeitConfirmed { side }, article);
        decree.ruling.notices.extend(result_notices(game));
        decree.done = Some(InGame::OverstepConfirmed { side, result });
        Ok(())
    }

    /// A clock set to zero counts from the move behind the overstepping one, which may be
    /// long ago: the second overstep may be there at once.
    fn watch(&self, after: &AfterOrder<'_>) -> Watch {
        Watch {
            is_watched: after.begins_at_zero(),
            can_give: false,
        }
    }
}

/// Whose overstep it is. The arbiter sees one in any case (53.3) and may act on it
/// unclaimed: then it is entered first.
fn overstepped(
    game: &mut GameFile,
    named: Option<Side>,
    decree: &mut Decree<'_>,
) -> Result<Side, OrderError> {
    let pauses = game.exceeded.as_ref().is_some_and(|e| e.pauses);
    if undecided(game).is_some() && game.status == Status::Paused && !pauses {
        // The date of the confirmation counts: up to that his time ran, from then on nobody's.
        let day = Some(game.facts.zone.day(decree.now));
        let article = Article::ArbiterDecides.number(game.facts.profile);
        decree.record(game, Event::Resumed { day }, article);
    }
    if let Some(exceeded) = &game.exceeded {
        if named.is_some_and(|side| side != exceeded.side) {
            return Err(OrderError::NoOverstep);
        }
        let now = as_it_stands(game, exceeded);
        if now.flag.is_none() {
            decree.cautions.push(Caution::OverstepUndone {
                game: game.facts.name.clone(),
                side: exceeded.side,
                total: now.total,
                limit: now.limit,
            });
        }
        return Ok(exceeded.side);
    }
    let meant = |side: &Side| named.is_none_or(|named| named == *side);
    let sides = Side::BOTH.into_iter().filter(meant);
    let mut over = sides.filter_map(|s| overstep_facts(game, s, game.moment(decree.now)));
    let facts = over.next().ok_or(OrderError::NoOverstep)?;
    if over.next().is_some() {
        return Err(OrderError::WhoseOverstep);
    }
    drop(over);
    let when = Occasion {
        now: decree.now,
        cause: Cause::Order,
    };
    let noticed = Noticed {
        from: game.facts.zone.day(decree.now),
        claimed: false,
    };
    announce(game, &mut decree.ruling, &facts, when, noticed);
    decree.ruling.notices.clear();
    Ok(facts.side)
}
