//! An overstep is refused, or the claims of one whom the record has refused are barred.

use super::decree::Decree;
use super::order::Leaves;
use super::why::OrderError;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::outcome::InGame;
use crate::arbiter::oversteps::standing_total;
use crate::arbiter::ruling::{Ruling, record};
use crate::chess::Side;
use crate::record::{Claim, Event, Exceeded, GameFile, GameResult, Status, Termination};
use crate::rules::Article;

/// An overstep does not stand: what was used is let pass, and the game goes on (56.6.7).
pub(super) fn reject(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
    (bar_claims, fine): (bool, u32),
    leaves: Leaves,
) -> Result<(), OrderError> {
    let Some(exceeded) = game.exceeded.clone() else {
        return match refused_claimant(game) {
            Some(side) if bar_claims && fine == 0 => bar(game, ruling, desk, side),
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
    let article = Article::ClaimRefused.number(game.facts.profile);
    let day = game.facts.zone.day(desk.now);
    let dates = leaves.received.map(|received| {
        let event = Event::DatesSet {
            ply: half_move_of(game, &exceeded),
            received: Some(received),
            sent: None,
        };
        let article = Article::Transit.number(game.facts.profile);
        desk.entry(event, article)
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
        days: leaves.days.unwrap_or(0),
    };
    record(game, ruling, desk.entry(event, article));
    if let Some(dates) = dates {
        record(game, ruling, dates);
    }
    if fine > 0 {
        let side = exceeded.side.other();
        let ply = game.ply() + 1 + u32::from(game.turn() != side);
        let days = i64::from(fine);
        let event = Event::Penalty { side, days, ply };
        record(game, ruling, desk.entry(event, article));
    }
    let decision = NamedDecision::ClaimRejected {
        side: exceeded.side,
        bar_claims,
        fine,
    };
    desk.tell(game, ruling, &decision, article);
    ruling.outcome = Some(InGame::OverstepRejected {
        side: exceeded.side,
    });
    Ok(())
}

/// The half-move an overstep was noticed at: played since, or due.
fn half_move_of(game: &GameFile, exceeded: &Exceeded) -> u32 {
    let at = usize::try_from(exceeded.at_move.saturating_sub(1)).unwrap_or(usize::MAX);
    let played = game.plies_of_period(exceeded.side).nth(at);
    played.unwrap_or_else(|| game.ply() + 1)
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
fn bar(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
    side: Side,
) -> Result<(), OrderError> {
    let article = Article::ClaimRefused.number(game.facts.profile);
    record(
        game,
        ruling,
        desk.entry(Event::ClaimsBarred { side }, article),
    );
    desk.tell(game, ruling, &NamedDecision::ClaimsBarred { side }, article);
    ruling.outcome = Some(InGame::ClaimsBarred { side });
    Ok(())
}
