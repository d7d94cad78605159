//! A player who cannot reach his mail (56.1.5, 56.1.6): he tells the arbiter in any
//! way he can, the arbiter enters it, everybody learns until when he has to be back.

use super::leave::{LeaveCase, ordered};
use super::notice::NamedDecision;
use super::ruling::Ruling;
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::{Day, Instant};

/// 56.1.6: access is to be restored within so many days after the report.
const DAYS: i64 = 30;

/// The last day on which the player may be back.
pub fn access_until(since: Day) -> Day {
    since.plus(DAYS)
}

/// The report is entered: the player, his opponents and the arbiter are told. Nothing
/// stops by it: the article gives no days back.
pub fn access_lost(case: &LeaveCase, since: Day, reason: &str, now: Instant) -> Ruling {
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
