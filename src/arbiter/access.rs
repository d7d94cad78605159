//! A player who cannot reach his mail (56.1.5, 56.1.6): he tells the arbiter in any
//! way he can, the arbiter enters it, everybody learns until when he has to be back.

use super::articles::Article;
use super::leave::{Announced, LeaveCase, told};
use super::notice::Decision;
use super::ruling::Ruling;
use crate::record::{Cause, PlayerEvent};
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
    let mut ruling = Ruling::default();
    for account in &case.accounts {
        let announced = Announced {
            sent: now,
            now,
            cause: Cause::Order,
        };
        let event = PlayerEvent::AccessLost { since };
        let mut entry = case.entry(account, event, Article::AccessLost, announced);
        entry.note = reason.to_owned();
        ruling.player_entries.push(entry);
        let decision = Decision::AccessLost {
            name: case.name.clone(),
            since,
            until: access_until(since),
            code: account.code.clone(),
        };
        let notices = told(case, account, &decision, Article::AccessLost, reason);
        ruling.notices.extend(notices);
    }
    ruling
}
