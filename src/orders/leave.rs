//! `td leave …`: leave is granted, left as it is, or counts no more.

mod cancel;
mod grant;
mod keep;

pub use cancel::LeaveCancelOrder;
pub use grant::LeaveGrantOrder;
pub use keep::LeaveKeepOrder;

use super::{OrderPlace, Ordered, Refusal, Undoing, orders};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveCase, Ruling, told_of_leave};
use crate::ids::{EventId, LeaveId};
use crate::record::{PlayerEntry, PlayerEvent, Recorded};
use crate::rules::Article;
use crate::time::Day;
use clap::Subcommand;

orders! {
/// Leave
pub enum LeaveOrder {
    Cancel(LeaveCancelOrder),
    Keep(LeaveKeepOrder),
    Grant(LeaveGrantOrder),
}
}

/// The last day that a leave had before an entry about it: the day before its first one,
/// where the entry granted it. `None`: the record does not know it.
///
/// # Errors
///
/// The leave was changed after the entry.
pub fn last_day_before(
    record: &[Recorded<PlayerEntry>],
    entry: &Recorded<PlayerEntry>,
    decision: EventId,
) -> Result<Option<Day>, Refusal> {
    let leave = match &entry.event {
        PlayerEvent::LeaveTaken { from, .. } => return Ok(Some(from.plus(-1))),
        PlayerEvent::LeaveEnded { leave, .. } => *leave,
        _ => return Ok(None),
    };
    let of_it = |e: &Recorded<PlayerEntry>| last_day(e, leave);
    let mut later = record.iter().filter(|e| e.id > entry.id);
    if later.any(|e| of_it(e).is_some()) {
        return Err(Refusal::LeaveChanged { leave, decision });
    }
    let before = record.iter().filter(|e| e.id < entry.id);
    Ok(before.filter_map(of_it).next_back())
}

/// The last day a leave has by an entry, where the entry is about it.
fn last_day(entry: &PlayerEntry, id: LeaveId) -> Option<Day> {
    match entry.event {
        PlayerEvent::LeaveTaken { leave, to, .. } | PlayerEvent::LeaveEnded { leave, to }
            if leave == id =>
        {
            Some(to)
        }
        _ => None,
    }
}

/// Gives a leave the last day it had, and tells whom it concerns. `days`: it as it is now.
pub fn leave_taken_back(
    case: &LeaveCase,
    undoing: Undoing<'_>,
    (leave, to): (LeaveId, Day),
    days: Option<(Day, Day)>,
) -> Ruling {
    let article = Article::LeaveGranted;
    let mut undone = undoing.undone(PlayerEvent::LeaveEnded { leave, to });
    let mut notices = Vec::new();
    for account in &case.accounts {
        undone.grounds = Some(article.number(account.profile).to_owned());
        let (code, name) = (account.code.clone(), case.name.clone());
        let what = days.map(|(from, last)| {
            let days = (from, last.max(to));
            match to < from {
                true => NamedDecision::LeaveGranted { name, days, code },
                false => NamedDecision::LeaveCancelled { name, days, code },
            }
        });
        let said = undoing.said(account.zone, what);
        let reason = undoing.given.reason;
        notices.extend(told_of_leave(case, account, &said, article, reason));
    }
    Ruling {
        player_entries: vec![undone],
        notices,
        ..Ruling::default()
    }
}
