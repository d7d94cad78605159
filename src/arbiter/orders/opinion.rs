//! An opinion that came another way, by registered letter or telephone (55.9.5,
//! 56.9.4): the arbiter enters it with its dispatch, and it counts as one by e-mail.

use super::decree::Decree;
use super::enter::{context, refusal, the_move};
use super::why::OrderError;
use crate::arbiter::adjudication;
use crate::arbiter::gate::may_name;
use crate::arbiter::notice::{Body, EnteredOpinion};
use crate::arbiter::outcome::InGame;
use crate::arbiter::ruling::Ruling;
use crate::chess::Side;
use crate::record::{Event, GameFile, ResultCode, Status};
use crate::time::Day;

/// What the arbiter has before him.
pub(super) struct Paper<'a> {
    pub side: Side,
    pub code: ResultCode,
    pub sent: Day,
    /// The analysis.
    pub text: &'a str,
    /// The move that the side to move names (56.9.4.4).
    pub named: Option<&'a str>,
}

pub(super) fn opinion(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
    paper: &Paper<'_>,
) -> Result<(), OrderError> {
    check(game, desk, paper)?;
    let Paper { side, sent, .. } = *paper;
    let named = paper.named.map(the_move).transpose()?;
    let named = match &named {
        Some(moves) if may_name(game, side, sent) => Some(moves),
        Some(_) => return Err(OrderError::NamesNoMove(side)),
        None => None,
    };
    let quoted = paper.named.unwrap_or(paper.text);
    let ctx = context(game, desk, (side, sent), quoted);
    let played = game.ply();
    let mut taken = adjudication::opinion(game, &ctx, (paper.code.text(), paper.text), named);
    if named.is_some() && game.ply() == played {
        return Err(refusal(&taken, game));
    }
    for notice in &mut taken.notices {
        if let Body::OpinionTaken { entered, .. } = &mut notice.body {
            *entered = Some(EnteredOpinion {
                sent,
                reason: desk.reason.to_owned(),
            });
        }
    }
    ruling.notices.extend(taken.notices);
    for entry in game.fresh_mut() {
        *entry.note = desk.reason.to_owned();
    }
    let is_late =
        |e: &crate::record::Entry| matches!(e.event, Event::OpinionGiven { late, .. } if late);
    ruling.outcome = Some(InGame::OpinionEntered {
        side,
        result: paper.code,
        sent,
        late: game.fresh().iter().any(is_late),
    });
    Ok(())
}

fn check(game: &GameFile, desk: &Decree<'_>, paper: &Paper<'_>) -> Result<(), OrderError> {
    let decided = game.adjudication.as_ref().filter(|f| f.first.is_some());
    match (game.status, decided) {
        (Status::Adjudication, None) => {}
        (_, Some(_)) => {
            let by = |e: &crate::record::Recorded| {
                let ended = matches!(e.event, Event::Ended { .. });
                e.decision().filter(|_| ended)
            };
            let number = game.standing_recorded().rev().find_map(by);
            return Err(number.map_or(OrderError::Adjudicated, OrderError::EndedByOrder));
        }
        (Status::Finished, None) => return Err(OrderError::Over),
        (Status::Waiting | Status::Active | Status::Paused, None) => {
            return Err(OrderError::NoOpinion);
        }
    }
    let expected = [ResultCode::White, ResultCode::Black, ResultCode::Draw];
    if !expected.contains(&paper.code) {
        return Err(OrderError::NoAdjudication);
    }
    let today = game.facts.zone.day(desk.now);
    match paper.sent > today {
        true => Err(OrderError::Future {
            day: paper.sent,
            today,
        }),
        false => Ok(()),
    }
}
