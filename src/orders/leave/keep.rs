//! `td leave keep`: leave that was asked for late stays as it is.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling};
use crate::clock::DaySpan;
use crate::ids::PlayerRef;
use crate::orders::words::player;
use crate::orders::{DeskOrder, OrderPlace, Ordered};
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::Instant;
use clap::Args;

/// Leave that was asked for late stays as it is: nothing changes (56.7.7)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LeaveKeepOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// Only in this tournament
    #[arg(long)]
    pub tournament: Option<String>,
}

impl Ordered for LeaveKeepOrder {
    fn examples() -> Vec<&'static str> {
        vec!["leave keep CODE:2 --tournament CODE"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::LeaveKeep(self))
    }
}

impl LeaveKeepOrder {
    /// The arbiter leaves leave that came late as the rules have it: nothing changes.
    /// `late`: the newest that waits in each account; where none does, nothing is said of it.
    pub fn ruling(
        case: &LeaveCase,
        late: impl Fn(&LeaveAccount) -> Option<DaySpan>,
        reason: &str,
        now: Instant,
    ) -> Ruling {
        let waiting = LeaveCase {
            accounts: case
                .accounts
                .iter()
                .filter(|a| late(a).is_some())
                .map(|a| LeaveAccount {
                    opponents: Vec::new(),
                    ..a.clone()
                })
                .collect(),
            ..case.clone()
        };
        let grounds = (Article::LeaveGranted, reason);
        let mut ruling = ordered(&waiting, grounds, now, |account| {
            let days = late(account).unwrap_or(DaySpan {
                from: account.zone.day(now),
                to: account.zone.day(now),
            });
            let event = PlayerEvent::LeaveKept {
                from: days.from,
                to: days.to,
            };
            let decision = NamedDecision::LeaveKept {
                name: case.name.clone(),
                days: (days.from, days.to),
                code: account.code.clone(),
            };
            (event, decision)
        });
        ruling.note = "leave left as it is".to_owned();
        ruling
    }
}
