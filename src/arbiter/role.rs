//! Officials of a tournament: senders with orders of their own, each with the rights of
//! his role and no others.

use super::Order;
use super::notice::Recipient;
use super::protests::waits;
use crate::ids::EventId;
use crate::record::{Event, GameFile, Recorded, Status};

/// What an official is in a tournament. Who comes to the table of them (captains,
/// deputies) gets a line in each function below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// He directs it: every order is his.
    Arbiter,
    /// He decides protests against the arbiter, finally (54.1.4).
    Appeals,
    /// He adjudicates a second time, finally (56.9.10).
    Adjudicator,
}

impl Role {
    /// All there are.
    pub const ALL: [Role; 3] = [Role::Arbiter, Role::Appeals, Role::Adjudicator];

    /// How letters reach him.
    pub fn recipient(self) -> Recipient {
        match self {
            Role::Arbiter => Recipient::Arbiter,
            Role::Appeals => Recipient::Appeals,
            Role::Adjudicator => Recipient::Adjudicator,
        }
    }

    /// Whether an order about a game is his to give, as the game stands.
    pub fn may_order(self, game: &GameFile, order: &Order) -> bool {
        match self {
            Role::Arbiter => true,
            Role::Appeals => match order {
                Order::Dismiss { of } => {
                    let meant = |e: &&Recorded| of.is_none_or(|of| e.id == of) && waits(game, e);
                    let mut all = game.entries.iter().filter(meant).peekable();
                    all.peek().is_some()
                        && all.all(|e| {
                            matches!(e.event, Event::RulingProtested { appeals: true, .. })
                        })
                }
                _ => false,
            },
            Role::Adjudicator => {
                let appealed = game.adjudication.as_ref().is_some_and(|a| a.is_appealed());
                matches!(order, Order::Adjudicate { .. })
                    && game.status == Status::Adjudication
                    && appealed
            }
        }
    }

    /// Whether a decision that touches a game is his to take back, as the game stands.
    pub fn may_revoke(self, game: &GameFile, decision: EventId) -> bool {
        match self {
            Role::Arbiter => true,
            Role::Adjudicator => false,
            Role::Appeals => game.entries.iter().any(|e| match e.event {
                Event::RulingProtested {
                    decision: of,
                    appeals: true,
                    ..
                } => of == decision && waits(game, e),
                _ => false,
            }),
        }
    }
}
