//! Officials of a tournament: senders with orders of their own, each with the rights of
//! his role and no others.

use super::{GameOrder, RevokeOrder};
use crate::arbiter::notice::Recipient;
use crate::arbiter::waits;
use crate::record::{Event, GameFile};

/// What an official is in a tournament. Who comes to the table of them (deputies) gets a line in each function below; which orders are his, the order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// He directs it: every order is his.
    Arbiter,
    /// He decides protests against the arbiter, finally (54.1.4).
    Appeals,
    /// He adjudicates a second time, finally (56.9.10).
    Adjudicator,
    /// He speaks for the team of that number: its line-ups and its captain are his to state,
    /// and nothing else (24).
    Captain(u32),
}

impl Role {
    /// Those that a tournament has once.
    pub const SINGLE: [Role; 3] = [Role::Arbiter, Role::Appeals, Role::Adjudicator];

    /// How letters reach him.
    pub fn recipient(self) -> Recipient {
        match self {
            Role::Arbiter => Recipient::Arbiter,
            Role::Appeals => Recipient::Appeals,
            Role::Adjudicator => Recipient::Adjudicator,
            Role::Captain(team) => Recipient::Captain(team),
        }
    }

    /// Whether an order about a game is his to give, as the game stands.
    pub fn may_order(self, game: &GameFile, order: &dyn GameOrder) -> bool {
        self == Role::Arbiter || order.is_given_by(self, game)
    }

    /// Whether an order about a tournament as a whole, or about one of its teams, is his to
    /// give.
    pub fn may_order_in_tournament(self, team: Option<u32>) -> bool {
        match self {
            Role::Arbiter => true,
            Role::Appeals | Role::Adjudicator => false,
            Role::Captain(own) => team == Some(own),
        }
    }

    /// Whether a decision that touches a game is his to take back, as the game stands.
    pub fn may_revoke(self, game: &GameFile, order: &RevokeOrder) -> bool {
        let Some(decision) = order.decision else {
            return false;
        };
        match self {
            Role::Arbiter => true,
            Role::Adjudicator | Role::Captain(_) => false,
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
