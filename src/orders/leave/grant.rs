//! `td leave grant`: leave backwards, or beyond the allowance.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling};
use crate::clock::DaySpan;
use crate::ids::{LeaveId, PlayerRef};
use crate::orders::words::{day, player};
use crate::orders::{DeskOrder, OrderPlace, Ordered};
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::{Day, Instant};
use clap::Args;

/// Grant leave backwards or beyond the allowance (56.7.7)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LeaveGrantOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// First day
    #[arg(value_parser = day)]
    pub from: Day,
    /// Last day
    #[arg(value_parser = day)]
    pub to: Day,
    /// Only in this tournament
    #[arg(long)]
    pub tournament: Option<String>,
}

impl Ordered for LeaveGrantOrder {
    fn examples() -> Vec<&'static str> {
        vec!["leave grant CODE:2 2026-03-10 2026-03-20 --tournament CODE"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::LeaveGrant(self))
    }
}

impl LeaveGrantOrder {
    /// Leave granted by the arbiter, backwards or beyond the allowance (56.7.7). Where it
    /// adds no day in a tournament, nothing is said of it there.
    pub fn ruling(&self, case: &LeaveCase, reason: &str, now: Instant) -> Ruling {
        let days = DaySpan {
            from: self.from,
            to: self.to,
        };
        let grounds = (Article::LeaveGranted, reason);
        let adds = |a: &&LeaveAccount| !a.covers_all(days);
        let case = &LeaveCase {
            accounts: case.accounts.iter().filter(adds).cloned().collect(),
            ..case.clone()
        };
        let mut ruling = ordered(case, grounds, now, |account| {
            let event = PlayerEvent::LeaveTaken {
                leave: LeaveId(0),
                from: days.from,
                to: days.to,
                granted: true,
            };
            let decision = NamedDecision::LeaveGranted {
                name: case.name.clone(),
                days: (days.from, days.to),
                code: account.code.clone(),
            };
            (event, decision)
        });
        ruling.note = "leave granted".to_owned();
        ruling
    }
}
