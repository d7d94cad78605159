//! `td access-lost`: a player cannot reach his mail (56.1.5, 56.1.6). He tells the
//! arbiter in any way he can, the arbiter enters it, everybody learns until when he has to
//! be back.

use super::words::{day, player};
use super::{DeskOrder, OrderPlace, Ordered};
use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveCase, Ruling};
use crate::ids::PlayerRef;
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::{Day, Instant};
use clap::Args;

/// 56.1.6: access is to be restored within so many days after the report.
const DAYS: i64 = 30;

/// A player told you that he cannot reach his mail: 30 days, then he counts as withdrawn (56.1.6)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct AccessLostOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The tournament's code
    pub code: String,
    /// The day on which he told you (else today)
    #[arg(long, value_parser = day)]
    pub since: Option<Day>,
}

impl Ordered for AccessLostOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::AccessLost(self))
    }
}

/// The last day on which the player may be back.
pub fn access_until(since: Day) -> Day {
    since.plus(DAYS)
}

impl AccessLostOrder {
    /// The report of that day is entered: the player, his opponents and the arbiter are
    /// told. Nothing stops by it: the article gives no days back.
    pub fn ruling(case: &LeaveCase, since: Day, reason: &str, now: Instant) -> Ruling {
        ordered(case, (Article::AccessLost, reason), now, |account| {
            let decision = NamedDecision::AccessLost {
                name: case.name.clone(),
                since,
                until: access_until(since),
                code: account.code.clone(),
            };
            (PlayerEvent::AccessLost { since }, decision)
        })
    }
}
