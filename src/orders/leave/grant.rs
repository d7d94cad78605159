//! `td leave grant`: leave backwards, or beyond the allowance.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling};
use crate::clock::DaySpan;
use crate::ids::{LeaveId, PlayerRef};
use crate::orders::plan::{Given, Plan};
use crate::orders::words::{day, player};
use crate::orders::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::Day;
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
    /// Refuses leave that ends before it begins.
    ///
    /// # Errors
    ///
    /// It does.
    pub fn check(&self) -> Result<(), Refusal> {
        match self.to < self.from {
            true => Err(Refusal::LeaveBackwards),
            false => Ok(()),
        }
    }

    /// Leave granted by the arbiter, backwards or beyond the allowance (56.7.7).
    ///
    /// # Errors
    ///
    /// No tournament runs, or all of it is leave already.
    pub fn plan(&self, case: &LeaveCase, given: Given<'_>) -> Result<Plan, Refusal> {
        if case.accounts.is_empty() {
            return Err(Refusal::NoTournamentRuns);
        }
        let (name, from, to) = (case.name.clone(), self.from, self.to);
        let ruling = self.ruling(case, given);
        match ruling.player_entries.is_empty() {
            true => Err(Refusal::LeaveGiven { name, from, to }),
            false => {
                let lost = Vec::new();
                let done = Outcome::LeaveGranted {
                    name,
                    from,
                    to,
                    lost,
                };
                Ok(Plan::of(ruling, done))
            }
        }
    }

    /// Where it adds no day in a tournament, nothing is said of it there.
    fn ruling(&self, case: &LeaveCase, given: Given<'_>) -> Ruling {
        let days = DaySpan {
            from: self.from,
            to: self.to,
        };
        let grounds = (Article::LeaveGranted, given.reason);
        let adds = |a: &&LeaveAccount| !a.covers_all(days);
        let case = &LeaveCase {
            accounts: case.accounts.iter().filter(adds).cloned().collect(),
            ..case.clone()
        };
        let mut ruling = ordered(case, grounds, given.now, |account| {
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
