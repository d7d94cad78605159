//! What is known of a player over all events of the home.

use super::tables::table_of;
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::record::GameFile;
use crate::report::statistics::StatisticsInput;
use crate::store::{PlayerRow, TournamentStatus, View};
use crate::time::{Instant, Zone};

/// The events that a player plays or played in, as of an hour; those that have not begun are
/// left out.
pub fn statistics_of(
    view: View<'_>,
    player: &PlayerRow,
    zone: Zone,
    now: Instant,
) -> Result<StatisticsInput, Failure> {
    let mut events = Vec::new();
    for entry in view.player_tournaments(player.id)? {
        let row = view.tournament_load_id(entry.tournament)?;
        let begun = row.filter(|row| row.status != TournamentStatus::Planned);
        if let Some(row) = begun {
            events.push((table_of(view, &row, now)?, entry.start_number));
        }
    }
    Ok(StatisticsInput {
        player: player.id,
        name: player.name.clone(),
        today: zone.day(now),
        events,
    })
}

/// A player's games of a tournament, as a report on them takes them.
pub fn games_in(
    view: View<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<Vec<GameFile>, Failure> {
    let rows = view.player_games(player, false)?.into_iter();
    let own = rows.filter(|game| game.tournament == tournament);
    own.map(|game| Ok(view.game_load(game.id)?)).collect()
}
