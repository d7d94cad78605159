//! `td opinion`: an opinion that came another way, by registered letter or telephone
//! (55.9.5, 56.9.4). The arbiter enters it with its dispatch, and it counts as one by
//! e-mail.

use super::enter_move::{Paper, refusal, the_move};
use super::outcome::InGame;
use super::words::{day, game, result};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::{Body, EnteredOpinion};
use crate::arbiter::{adjudication, may_name};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Entry, Event, GameFile, ResultCode, Status};
use crate::time::Day;
use clap::Args;

/// Enter an opinion for the adjudication that came another way: on paper, by telephone
/// (55.9.5, 56.9.4.3)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct OpinionOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Whose
    #[arg(value_enum, ignore_case = true)]
    pub side: Side,
    /// 1-0, 0-1, 1/2-1/2
    #[arg(allow_hyphen_values = true, value_parser = result)]
    pub result: ResultCode,
    /// Its dispatch
    #[arg(long, value_parser = day)]
    pub sent: Day,
    /// The analysis, in the player's words
    #[arg(long, default_value = "", hide_default_value = true)]
    pub text: String,
    /// The move that the side to move names with it (56.9.4.4)
    #[arg(long = "move")]
    pub named: Option<String>,
}

impl Ordered for OpinionOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for OpinionOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (side, sent) = (self.side, self.sent);
        self.check(game, game.facts.zone.day(decree.now))?;
        let named = self.named.as_deref().map(the_move).transpose()?;
        let named = match &named {
            Some(moves) if may_name(game, side, sent) => Some(moves),
            Some(_) => return Err(OrderError::NamesNoMove(side)),
            None => None,
        };
        let paper = Paper {
            side,
            sent,
            text: self.named.as_deref().unwrap_or(&self.text),
        };
        let ctx = paper.context(game, decree);
        let played = game.ply();
        let words = (self.result.text(), self.text.as_str());
        let mut taken = adjudication::opinion(game, &ctx, words, named);
        if named.is_some() && game.ply() == played {
            return Err(refusal(&taken, game));
        }
        for notice in &mut taken.notices {
            if let Body::OpinionTaken { entered, .. } = &mut notice.body {
                *entered = Some(EnteredOpinion {
                    sent,
                    reason: decree.reason.to_owned(),
                });
            }
        }
        decree.ruling.notices.extend(taken.notices);
        for entry in game.fresh_mut() {
            *entry.note = decree.reason.to_owned();
        }
        let given = |e: &&Entry| matches!(e.event, Event::OpinionGiven { .. });
        let given = game.fresh().iter().find(given);
        decree.done = given.map(|entry| InGame::Entered(entry.event.clone()));
        Ok(())
    }
}

impl OpinionOrder {
    fn check(&self, game: &GameFile, today: Day) -> Result<(), OrderError> {
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
        if !expected.contains(&self.result) {
            return Err(OrderError::NoAdjudication);
        }
        match self.sent > today {
            true => Err(OrderError::Future {
                day: self.sent,
                today,
            }),
            false => Ok(()),
        }
    }
}
