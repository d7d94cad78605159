//! `td leave keep`: leave that was asked for late stays as it is.

use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling, late_leaves};
use crate::ids::PlayerRef;
use crate::orders::plan::{Given, Plan};
use crate::orders::words::{day, player};
use crate::orders::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal};
use crate::record::{PlayerEntry, PlayerEvent, Recorded};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;
use std::collections::BTreeSet;

/// Leave that was asked for late stays as it is: nothing changes (56.7.7)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LeaveKeepOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// Only in this tournament
    #[arg(long)]
    pub tournament: Option<String>,
    /// Only the one that was asked from this day on; without it all that wait
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub from: Option<Day>,
}

impl Ordered for LeaveKeepOrder {
    fn examples() -> Vec<&'static str> {
        vec!["leave keep CODE:2 --tournament CODE --from 2027-07-01"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::LeaveKeep(self))
    }
}

impl LeaveKeepOrder {
    /// Leave that came late stays as the rules have it, and waits no more (56.7.7): the one that
    /// is named by its first day, or all that wait, each with its own entry and letter.
    ///
    /// # Errors
    ///
    /// None of his waits, by what is recorded about him.
    pub fn plan(
        &self,
        case: &LeaveCase,
        record: &[Recorded<PlayerEntry>],
        given: Given<'_>,
    ) -> Result<Plan, Refusal> {
        let asked = |account: &LeaveAccount| {
            let here =
                |e: &&Recorded<PlayerEntry>| e.tournament.is_none_or(|t| t == account.tournament);
            let record: Vec<Recorded<PlayerEntry>> = record.iter().filter(here).cloned().collect();
            let late = late_leaves(&record, account.profile, account.zone).into_iter();
            let named = late.filter(|l| self.from.is_none_or(|from| l.asked.from == from));
            named
                .map(|l| (l.asked.from, l.asked.to))
                .collect::<BTreeSet<_>>()
        };
        let of: Vec<_> = case.accounts.iter().map(|a| (a, asked(a))).collect();
        let all: BTreeSet<(Day, Day)> = of.iter().flat_map(|(_, days)| days).copied().collect();
        let mut ruling = Ruling::default();
        for days in all {
            let accounts = of.iter().filter(|(_, asked)| asked.contains(&days));
            let accounts = accounts.map(|(account, _)| (*account).clone()).collect();
            let kept = kept(case, accounts, days, given);
            ruling.player_entries.extend(kept.player_entries);
            ruling.notices.extend(kept.notices);
            ruling.note = kept.note;
        }
        let name = case.name.clone();
        match ruling.player_entries.is_empty() {
            true => Err(Refusal::NoLateLeave(name)),
            false => Ok(Plan::of(ruling, Outcome::LeaveKept { name })),
        }
    }
}

/// One leave, in the tournaments in which it waits.
fn kept(
    case: &LeaveCase,
    mut accounts: Vec<LeaveAccount>,
    (from, to): (Day, Day),
    given: Given<'_>,
) -> Ruling {
    for account in &mut accounts {
        account.opponents.clear();
    }
    let waiting = LeaveCase {
        accounts,
        ..case.clone()
    };
    let grounds = (Article::LeaveGranted, given.reason);
    let mut ruling = ordered(&waiting, grounds, given.now, |account| {
        let decision = NamedDecision::LeaveKept {
            name: case.name.clone(),
            days: (from, to),
            code: account.code.clone(),
        };
        (PlayerEvent::LeaveKept { from, to }, decision)
    });
    ruling.note = "leave left as it is".to_owned();
    ruling
}
