//! `td set-dates`: receipt or dispatch of a half-move are others than the record has.

use super::caution::Caution;
use super::half_move::{HalfMove, half_move};
use super::words::{day, game};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::ids::GameName;
use crate::record::{Event, GameFile};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;

/// Set receipt or dispatch of a half-move (56.2.5)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct SetDatesOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// The half-move, from 1, or as a move: 16.Nb1, 16...; the next one sets the receipt
    /// that counts now
    #[arg(value_parser = half_move)]
    pub ply: HalfMove,
    /// Receipt of what it answers; behind a faulty move with a penalty, of the request to
    /// correct that
    #[arg(long, value_parser = day)]
    pub received: Option<Day>,
    /// Its dispatch
    #[arg(long, value_parser = day)]
    pub sent: Option<Day>,
}

impl Ordered for SetDatesOrder {
    fn examples() -> Vec<&'static str> {
        vec!["set-dates CODE/3 14 --received 2026-04-20"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for SetDatesOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (received, sent) = (self.received, self.sent);
        let ply = self.ply.in_game(game)?;
        if received.is_none() && sent.is_none() {
            return Err(OrderError::Nothing);
        }
        let next = game.ply() + 1;
        if ply == 0 || ply > next {
            return Err(OrderError::NoPly(ply));
        }
        if ply == next && sent.is_some() {
            return Err(OrderError::NotSentYet(ply));
        }
        if let (Some(received), Some(sent)) = (received, sent)
            && sent < received
        {
            return Err(OrderError::Backwards { received, sent });
        }
        decree.cautions = self.cautions(game, ply, game.facts.zone.day(decree.now));
        let article = Article::DateSet.number(game.facts.profile);
        let event = Event::DatesSet {
            ply,
            received,
            sent,
        };
        decree.enters(game, event, article);
        Ok(())
    }
}

impl SetDatesOrder {
    /// Dates that lie in the future, or contradict those around them.
    fn cautions(&self, game: &GameFile, ply: u32, today: Day) -> Vec<Caution> {
        let (received, sent) = (self.received, self.sent);
        let mut found = Vec::new();
        let transit = i64::from(game.facts.regulations.transit_days);
        // What leaves today is received after the time on the way.
        let latest = today.plus(transit);
        let to_come = [
            received.filter(|d| *d > latest),
            sent.filter(|d| *d > today),
        ];
        for day in to_come.into_iter().flatten() {
            found.push(Caution::ToCome { day, today });
        }
        let index = usize::try_from(ply).unwrap_or(usize::MAX).saturating_sub(1);
        let mv = game.moves.get(index);
        // Behind a faulty move that was charged the receipt is that of our request.
        let faults = mv.map_or(&game.pending, |mv| &mv.faults);
        let asked = faults.iter().rfind(|f| f.is_asked_back()).map(|f| f.sent);
        if let (Some(day), Some(left)) = (received, asked)
            && day < left
        {
            found.push(Caution::RequestTooEarly {
                ply,
                received: day,
                left,
            });
        }
        let before = index.checked_sub(1).and_then(|i| game.moves.get(i));
        if let (Some(day), Some(left)) = (received, before.map(|m| m.sent))
            && day < left
        {
            found.push(Caution::ReceivedTooEarly {
                ply,
                received: day,
                left,
            });
        }
        if let Some(mv) = mv {
            let (from, until) = (received.unwrap_or(mv.received), sent.unwrap_or(mv.sent));
            if until < from {
                found.push(Caution::SentTooEarly {
                    ply,
                    received: from,
                    sent: until,
                });
            }
        }
        let answered = mv
            .and_then(|_| game.moves.get(index + 1))
            .map(|next| next.sent);
        if let (Some(day), Some(answered)) = (sent, answered)
            && answered < day
        {
            found.push(Caution::AnsweredBefore {
                ply,
                sent: day,
                answered,
            });
        }
        found
    }
}
