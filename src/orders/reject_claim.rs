//! `td reject-claim`: an overstep is refused, or the claims of one whom the record has
//! refused are barred.

use super::outcome::InGame;
use super::words::{day, game};
use super::{AfterOrder, Decree, GameOrder, OrderError, OrderPlace, Ordered, Watch};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{Ruling, record, standing_total};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Claim, Event, GameFile, GameResult, Status, Termination};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;

/// The overstep does not stand: the game goes on (56.6.5, 56.6.7)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RejectClaimOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Bar further claims of the opponent in this ten-move cycle; also after a
    /// claim that the record alone has refused
    #[arg(long)]
    pub bar_claims: bool,
    /// Penalty days of the claimant, for the delay: by post, of a claim that
    /// paused the game (55.6.10)
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    pub fine: u32,
    /// The receipt that counts of what he was thinking about, where it was later
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub received: Option<Day>,
    /// Days that he has at least from the receipt of the ruling
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub days: Option<u32>,
}

impl Ordered for RejectClaimOrder {
    fn examples() -> Vec<&'static str> {
        vec!["reject-claim CODE/3"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for RejectClaimOrder {
    /// What was used is let pass, and the game goes on (56.6.7).
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (bar_claims, fine) = (self.bar_claims, self.fine);
        let Some(exceeded) = game.exceeded.clone() else {
            return match refused_claimant(game) {
                Some(side) if bar_claims && fine == 0 => bar(game, decree, side),
                Some(side) if fine == 0 => Err(OrderError::Refused(side)),
                _ => Err(OrderError::NoClaim),
            };
        };
        let finable = game.facts.profile.way().claims_seal && exceeded.claimed && exceeded.pauses;
        if fine > 0 && !finable {
            return Err(OrderError::NoFine);
        }
        let ended_otherwise = |r: GameResult| r.termination != Termination::Time;
        if game.result.is_some_and(ended_otherwise) {
            return Err(OrderError::Over);
        }
        let article = match exceeded.pauses {
            true => Article::PausingClaimRefused,
            false => Article::ClaimRefused,
        };
        let article = article.number(game.facts.profile);
        let day = game.facts.zone.day(decree.now);
        let dates = self.received.map(|received| {
            let event = Event::DatesSet {
                ply: game.ply_of_overstep(exceeded.side, exceeded.at_move),
                received: Some(received),
                sent: None,
            };
            let article = Article::Transit.number(game.facts.profile);
            decree.entry(event, article)
        });
        let mut dated = game.clone();
        if let Some(dates) = &dates {
            record(&mut dated, &mut Ruling::default(), dates.clone());
        }
        let event = Event::ClaimRejected {
            side: exceeded.side,
            bar_claims,
            day,
            total: Some(standing_total(&dated, &exceeded, day)),
            days: self.days.unwrap_or(0),
        };
        decree.record(game, event.clone(), article);
        if let Some(dates) = dates {
            record(game, &mut decree.ruling, dates);
        }
        if fine > 0 {
            let side = exceeded.side.other();
            let ply = game.ply() + 1 + u32::from(game.turn() != side);
            let days = i64::from(fine);
            decree.record(game, Event::penalty(side, days, ply), article);
        }
        let decision = NamedDecision::ClaimRejected {
            side: exceeded.side,
            bar_claims,
            fine,
        };
        decree.tell(game, &decision, article);
        decree.done = Some(InGame::Entered(event));
        Ok(())
    }

    fn watch(&self, after: &AfterOrder<'_>) -> Watch {
        let is_let_off = after.is_let_off();
        Watch {
            is_watched: is_let_off,
            can_give: is_let_off,
        }
    }
}

/// Who claimed the opponent's time in the period that is being played, where the
/// record alone refused it.
fn refused_claimant(game: &GameFile) -> Option<Side> {
    let per = game.facts.regulations.moves_per_period.max(1);
    let newest = game.standing().rev().find_map(|e| match e.event {
        Event::ClaimRefused {
            side,
            claim: Claim::Time { at_move, .. },
        } => Some((side, at_move)),
        _ => None,
    });
    let (side, at_move) = newest?;
    let next = game.tally().sides.get(side.other()).moves + 1;
    (game.status == Status::Active && at_move.div_ceil(per) == next.div_ceil(per)).then_some(side)
}

/// The claimant whom the record has refused may claim no more in this cycle (56.6.7).
fn bar(game: &mut GameFile, decree: &mut Decree<'_>, side: Side) -> Result<(), OrderError> {
    let article = Article::ClaimsBarred.number(game.facts.profile);
    decree.enters(game, Event::ClaimsBarred { side }, article);
    Ok(())
}
