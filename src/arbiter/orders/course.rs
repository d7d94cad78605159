//! Orders about the course of a game: it stands still, goes on, is open again.

use super::decree::Decree;
use super::order::Leaves;
use super::reject::reject;
use super::why::OrderError;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::outcome::InGame;
use crate::arbiter::ruling::{Ruling, record};
use crate::record::{Event, GameFile, Status, Termination};
use crate::rules::Article;

/// The days from today are nobody's.
pub(super) fn pause(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
) -> Result<(), OrderError> {
    match game.status {
        Status::Active => {}
        Status::Paused => return Err(OrderError::AlreadyPaused),
        Status::Finished => return Err(OrderError::Over),
        Status::Adjudication | Status::Waiting => return Err(OrderError::NotPlayed),
    }
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let from = game.facts.zone.day(desk.now);
    record(
        game,
        ruling,
        desk.entry(Event::Paused { from, whole: false }, article),
    );
    desk.tell(game, ruling, &NamedDecision::Paused { from }, article);
    ruling.outcome = Some(InGame::Paused { from });
    Ok(())
}

/// The game goes on with the receipt of the ruling.
pub(super) fn resume(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
) -> Result<(), OrderError> {
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
    let event = Event::Resumed { day: None };
    record(game, ruling, desk.entry(event, article));
    let turn = game.turn();
    desk.tell(game, ruling, &NamedDecision::Resumed { turn }, article);
    ruling.outcome = Some(InGame::Resumed { turn });
    Ok(())
}

/// A finished game goes on with the receipt of the ruling; the days since its end
/// are nobody's.
pub(super) fn reopen(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
    leaves: Leaves,
) -> Result<(), OrderError> {
    let Some(result) = game.result else {
        return Err(OrderError::NotOver);
    };
    if game.line.ending().is_some() {
        return Err(OrderError::EndOnBoard(game.ply()));
    }
    // A loss on time is open again only without its overstep.
    let on_time = result.termination == Termination::Time && game.exceeded.is_some();
    if on_time {
        reject(game, ruling, desk, (false, 0), leaves)?;
        return Ok(());
    }
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let ended = |e: &&crate::record::Entry| matches!(e.event, Event::Ended { .. });
    let from = game
        .standing()
        .rfind(ended)
        .map(|e| game.facts.zone.day(e.at));
    record(game, ruling, desk.entry(Event::Reopened { from }, article));
    let decision = NamedDecision::Reopened {
        turn: game.turn(),
        paused: game.status == Status::Paused,
    };
    desk.tell(game, ruling, &decision, article);
    let runs = game.status != Status::Paused;
    ruling.outcome = Some(InGame::Reopened {
        turn: runs.then(|| game.turn()),
    });
    Ok(())
}
