//! What is left of a player's leave, in each of his tournaments.

use crate::clock::days_by_year;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::robot::playing::played_tournaments;
use crate::store::View;
use crate::time::{Day, Instant};

/// A player's leave in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveLeft {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The day there.
    pub today: Day,
    /// Days that are left in the calendar year of that day.
    pub in_year: i64,
    /// Days that are left in the tournament, where it allows so many in all.
    pub in_all: Option<i64>,
    /// Leave that is running or announced: first and last day.
    pub announced: Vec<(Day, Day)>,
}

/// What is left of a player's leave in the tournaments that he plays.
///
/// # Errors
/// The database cannot be read.
pub fn leave_left(
    view: View<'_>,
    player: PlayerId,
    now: Instant,
) -> Result<Vec<LeaveLeft>, Failure> {
    let mut all = Vec::new();
    for id in played_tournaments(&view, player)? {
        let facts = view.tournament_facts(id)?;
        let regulations = &facts.regulations;
        let today = facts.zone.day(now);
        let leave = view.leave_spans(player, id)?;
        let days: Vec<_> = leave.iter().map(|l| l.days).collect();
        let used = days_by_year(&days);
        let this_year = used.get(&today.year()).copied().unwrap_or(0);
        let in_all: i64 = used.values().sum();
        let total = i64::from(regulations.leave_days_total);
        let running = days.iter().filter(|d| d.to >= today);
        all.push(LeaveLeft {
            code: facts.code.clone(),
            name: facts.name.clone(),
            today,
            in_year: i64::from(regulations.leave_days_per_year) - this_year,
            in_all: (total > 0).then_some(total - in_all),
            announced: running.map(|d| (d.from, d.to)).collect(),
        });
    }
    Ok(all)
}
