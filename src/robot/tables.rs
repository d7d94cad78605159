//! What reports are made of, read from the store.

use super::desk::Robot;
use crate::error::Failure;
use crate::report::table::{Entrant, Failing, GameLine, TableInput};
use crate::store::{TournamentRow, View};
use crate::time::Instant;

/// Everything the report on a tournament needs, as of an hour.
pub fn table_of(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<TableInput, Failure> {
    let facts = &row.facts;
    let today = facts.zone.day(now);
    let record = view.player_events_of_tournament(facts.id)?;
    let mut entrants = Vec::new();
    for entry in view.entries_of_tournament(facts.id)? {
        let player = view.player_load(entry.player)?;
        let failing = player.as_ref().and_then(|p| {
            Some(Failing {
                since: facts.zone.day(p.failing_since?),
                count: p.hard_bounces,
            })
        });
        let name = player.map(|p| p.name).unwrap_or_default();
        entrants.push(Entrant {
            player: entry.player,
            start_number: entry.start_number,
            name,
            withdrawn: entry.withdrawn.is_some(),
            counts: true,
            failing,
            leave: view.leave_spans(entry.player, facts.id)?,
            record: record
                .iter()
                .filter(|e| e.player == entry.player)
                .cloned()
                .collect(),
        });
    }
    let mut games = Vec::new();
    for game in view.games_of_tournament(facts.id)? {
        games.push(GameLine::of(&view.game_load(game.id)?, today));
    }
    Ok(TableInput {
        code: facts.code.clone(),
        name: facts.name.clone(),
        profile: facts.profile,
        tie_breaks: facts.regulations.tie_breaks.clone(),
        leave_days_per_year: facts.regulations.leave_days_per_year,
        zone: facts.zone,
        today,
        entrants,
        games,
    })
}

impl Robot {
    /// The report on a tournament as of this hour.
    pub(super) fn table(&self, row: &TournamentRow) -> Result<TableInput, Failure> {
        table_of(self.store.read(), row, self.now)
    }
}
