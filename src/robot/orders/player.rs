//! Decisions about a player: leave, another address.

use super::Grounds;
use crate::arbiter;
use crate::arbiter::notice::AddressTrouble;
use crate::clock::Span;
use crate::error::Failure;
use crate::ids::{LeaveId, TournamentId};
use crate::robot::desk::Batch;
use crate::store::{PlayerRef, PlayerRow};
use crate::time::Day;

impl Batch<'_> {
    pub(super) fn grant_leave(
        &mut self,
        player: &PlayerRef,
        days: Span,
        code: Option<&str>,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        if days.to < days.from {
            return Err(Failure::failed("leave ends before it begins"));
        }
        let player = self.player_named(player)?;
        let only = code.map(|code| self.tournament_named(code)).transpose()?;
        let case = self.leave_case(player.id, only)?;
        if case.accounts.is_empty() {
            return Err(Failure::failed("the player is in no unfinished tournament"));
        }
        let ruling = arbiter::grant_leave(&case, days, &grounds.reason, self.now);
        self.record(ruling, None, None)?;
        let (name, from, to) = (&player.name, days.from, days.to);
        Ok(format!("leave from {from} to {to} granted to {name}"))
    }

    pub(super) fn cancel_leave(
        &mut self,
        leave: LeaveId,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        let row = self
            .tx
            .leave_load(leave)?
            .ok_or_else(|| Failure::missing(format!("there is no leave {leave}")))?;
        if row.to < row.from {
            return Err(Failure::failed(format!(
                "leave {leave} is cancelled already"
            )));
        }
        let mut case = self.leave_case(row.player, row.tournament)?;
        if row.tournament.is_none() {
            // One row stands for all tournaments: it is cancelled once.
            case.accounts.truncate(1);
        }
        if case.accounts.is_empty() {
            return Err(Failure::failed("the tournament of that leave is finished"));
        }
        let days = Span {
            from: row.from,
            to: row.to,
        };
        let ruling = arbiter::cancel_leave(&case, (leave, days), &grounds.reason, self.now);
        self.record(ruling, None, None)?;
        let (name, from, to) = (&case.name, row.from, row.to);
        Ok(format!(
            "leave {leave} of {name} from {from} to {to} cancelled"
        ))
    }

    /// The 30 days begin after the day of the report (56.1.6); clocks run on.
    pub(super) fn access_lost(
        &mut self,
        player: &PlayerRef,
        code: &str,
        since: Option<Day>,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        let player = self.player_named(player)?;
        let tournament = self.tournament_named(code)?;
        let today = self.tx.tournament_facts(tournament)?.zone.day(self.now);
        let since = since.unwrap_or(today);
        if since > today {
            return Err(Failure::failed(format!("{since} is still to come")));
        }
        let case = self.leave_case(player.id, Some(tournament))?;
        if case.accounts.is_empty() {
            return Err(Failure::failed(format!(
                "{} has no unfinished game in {code}",
                player.name
            )));
        }
        let ruling = arbiter::access_lost(&case, since, &grounds.reason, self.now);
        self.record(ruling, None, None)?;
        let until = arbiter::access_until(since);
        Ok(format!(
            "{} has no access to mail since {since}; 30 days end on {until}",
            player.name
        ))
    }

    pub(super) fn set_address(
        &mut self,
        player: &PlayerRef,
        new: &str,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        let player = self.player_named(player)?;
        if let Some(why) = self.address_trouble(&player, new)? {
            return Err(Failure::failed(match why {
                AddressTrouble::Taken => format!("{new} is another player's address"),
                AddressTrouble::Robot => format!("{new} is the robot's own address"),
                AddressTrouble::Same => format!("{new} is registered already"),
                AddressTrouble::Malformed => format!("'{new}' is no address"),
            }));
        }
        self.register_address(&player, new, grounds.cause, &grounds.reason)?;
        Ok(format!("the address of {} is {new}", player.name))
    }

    /// The player a decision names.
    pub(super) fn player_named(&self, player: &PlayerRef) -> Result<PlayerRow, Failure> {
        self.tx.player_find(player)?.ok_or_else(|| {
            Failure::missing(format!("there is no player {player}"))
                .hint("name a player by number, address, or CODE:START-NUMBER")
        })
    }

    /// The tournament a decision names.
    pub(super) fn tournament_named(&self, code: &str) -> Result<TournamentId, Failure> {
        let row = self.tx.tournament_load(code)?;
        let row = row.ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?;
        Ok(row.facts.id)
    }
}
