//! `td access-lost`: a player cannot reach his mail (56.1.5, 56.1.6). He tells the
//! arbiter in any way he can, the arbiter enters it, everybody learns until when he has to
//! be back.

use super::plan::{Given, Plan};
use super::words::{day, player};
use super::{DeskOrder, OrderPlace, Ordered, Outcome, Refusal, Undoing};
use crate::arbiter::leave::ordered;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{LeaveAccount, LeaveCase, Ruling, told_of_leave};
use crate::ids::PlayerRef;
use crate::record::PlayerEvent;
use crate::rules::Article;
use crate::time::Day;
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
    /// The 30 days begin after the day of the report (56.1.6); clocks run on.
    ///
    /// # Errors
    ///
    /// The day is still to come, or he has no unfinished game there.
    pub fn plan(&self, case: &LeaveCase, today: Day, given: Given<'_>) -> Result<Plan, Refusal> {
        let since = self.since.unwrap_or(today);
        if since > today {
            return Err(Refusal::StillToCome(since));
        }
        let name = case.name.clone();
        if case.accounts.is_empty() {
            let code = self.code.clone();
            return Err(Refusal::NoOpenGame { name, code });
        }
        let done = Outcome::AccessLost {
            name,
            since,
            until: access_until(since),
        };
        Ok(Plan::of(AccessLostOrder::ruling(case, since, given), done))
    }

    /// The report of that day is entered: the player, his opponents and the arbiter are
    /// told. Nothing stops by it: the article gives no days back.
    fn ruling(case: &LeaveCase, since: Day, given: Given<'_>) -> Ruling {
        ordered(
            case,
            (Article::AccessLost, given.reason),
            given.now,
            |account| {
                let decision = NamedDecision::AccessLost {
                    name: case.name.clone(),
                    since,
                    until: access_until(since),
                    code: account.code.clone(),
                };
                (PlayerEvent::AccessLost { since }, decision)
            },
        )
    }

    /// Who was told of the 30 days is told that they end no more.
    pub fn taken_back(case: &LeaveCase, undoing: Undoing<'_>) -> Ruling {
        let article = Article::AccessLost;
        let told = |account: &LeaveAccount| {
            let said = undoing.said(account.zone, None);
            told_of_leave(case, account, &said, article, undoing.given.reason)
        };
        Ruling {
            notices: case.accounts.iter().flat_map(told).collect(),
            ..Ruling::default()
        }
    }
}
