//! `td leave cancel`: a leave does not count.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveCase, Ruling};
use crate::clock::DaySpan;
use crate::ids::LeaveId;
use crate::orders::plan::{Given, Plan};
use crate::orders::words::leave;
use crate::orders::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::record::PlayerEvent;
use crate::rules::Article;
use clap::Args;

/// Let a leave count no more; player show and the report print its number
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LeaveCancelOrder {
    /// Its number
    #[arg(value_parser = leave())]
    pub leave: LeaveId,
}

impl Ordered for LeaveCancelOrder {
    fn examples() -> Vec<&'static str> {
        vec!["leave cancel 17"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::LeaveCancel(self))
    }
}

impl LeaveCancelOrder {
    /// A leave of those days does not count, or not any more: by the arbiter's word alone
    /// (56.7.7).
    ///
    /// # Errors
    ///
    /// The tournaments in which it counted are over.
    pub fn plan(&self, case: &LeaveCase, days: DaySpan, given: Given<'_>) -> Result<Plan, Refusal> {
        if case.accounts.is_empty() {
            return Err(Refusal::LeaveOver);
        }
        let done = Outcome::LeaveCancelled {
            leave: self.leave,
            name: case.name.clone(),
            from: days.from,
            to: days.to,
        };
        Ok(Plan::of(self.ruling(case, days, given), done))
    }

    fn ruling(&self, case: &LeaveCase, days: DaySpan, given: Given<'_>) -> Ruling {
        let leave = self.leave;
        let grounds = (Article::LeaveGranted, given.reason);
        let mut ruling = ordered(case, grounds, given.now, |account| {
            let to = days.from.plus(-1);
            let decision = NamedDecision::LeaveCancelled {
                name: case.name.clone(),
                days: (days.from, days.to),
                code: account.code.clone(),
            };
            (PlayerEvent::LeaveEnded { leave, to }, decision)
        });
        ruling.note = "leave cancelled".to_owned();
        ruling
    }
}
