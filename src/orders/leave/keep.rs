//! `td leave keep`: leave that was asked for late stays as it is.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling, late_leaves};
use crate::clock::DaySpan;
use crate::ids::PlayerRef;
use crate::orders::plan::{Given, Plan};
use crate::orders::words::player;
use crate::orders::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::record::{PlayerEntry, PlayerEvent, Recorded};
use crate::rules::Article;
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
    /// Leave that came late stays as the rules have it, and waits no more (56.7.7).
    ///
    /// # Errors
    ///
    /// None of his waits, by what is recorded about him.
    pub fn plan(
        case: &LeaveCase,
        record: &[Recorded<PlayerEntry>],
        given: Given<'_>,
    ) -> Result<Plan, Refusal> {
        let late = |account: &LeaveAccount| {
            let here =
                |e: &&Recorded<PlayerEntry>| e.tournament.is_none_or(|t| t == account.tournament);
            let record: Vec<Recorded<PlayerEntry>> = record.iter().filter(here).cloned().collect();
            let late = late_leaves(&record, account.profile, account.zone);
            late.last().map(|l| l.asked)
        };
        let name = case.name.clone();
        let ruling = LeaveKeepOrder::ruling(case, late, given);
        match ruling.player_entries.is_empty() {
            true => Err(Refusal::NoLateLeave(name)),
            false => Ok(Plan::of(ruling, Outcome::LeaveKept { name })),
        }
    }

    /// `late`: the newest that waits in each account; where none does, nothing is said of it.
    fn ruling(
        case: &LeaveCase,
        late: impl Fn(&LeaveAccount) -> Option<DaySpan>,
        given: Given<'_>,
    ) -> Ruling {
        let (reason, now) = (given.reason, given.now);
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
