//! The pages of a player.

use super::super::tables::numbers_of;
use super::SiteMaker;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::record::{GameFile, Status};
use crate::report::site::{Feed, PlayerEvent, PlayerShown, Site, feed, player_page, player_path};
use crate::report::table::{Progress, TableInput};
use crate::store::{GameRow, TournamentRow, TournamentStatus, View};
use crate::time::Instant;

impl SiteMaker {
    /// The tournaments of the site in which somebody has or had a place, as they are listed.
    pub(super) fn tournaments_of_player(
        &self,
        view: View<'_>,
        id: PlayerId,
        now: Instant,
    ) -> Result<Vec<TournamentRow>, Failure> {
        let mut rows = Vec::new();
        for entry in view.player_tournaments(id)? {
            rows.extend(view.tournament_load_id(entry.tournament)?);
        }
        rows.retain(|row| row.status != TournamentStatus::Planned);
        rows.sort_by_key(|row| row.facts.id);
        rows.dedup_by_key(|row| row.facts.id);
        if !self.wish.tournaments.is_empty() {
            let listed = self.tournaments(view, now)?;
            let at = |row: &TournamentRow| listed.iter().position(|one| one.id == row.facts.id);
            rows.retain(|row| at(row).is_some());
            rows.sort_by_key(at);
        }
        Ok(rows)
    }

    pub(super) fn player(
        &self,
        view: View<'_>,
        site: &Site,
        id: PlayerId,
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let mut player = PlayerShown::new(id);
        let all = view.player_games(id, false)?;
        for row in self.tournaments_of_player(view, id, now)? {
            let mut table = TableInput::clone(&*self.results(view, &row, now)?);
            let rows = all.iter().filter(|r| r.tournament == row.facts.id);
            let mut rows: Vec<GameRow> = rows.cloned().collect();
            rows.sort_by_key(|r| r.name.number);
            let mut many = view.games_many();
            for game in &mut table.games {
                let is_his = game.players.any(|own| *own == id);
                if game.status == Status::Finished
                    && let Some(own) = rows.iter().find(|r| is_his && r.name == game.name)
                {
                    // How long he thought only the record tells.
                    let file = many.game_load(own.id)?;
                    game.progress = Progress::of(&file, file.moment(now));
                }
            }
            let event = self.event(&row);
            let numbers = numbers_of(&table.entrants);
            let starts = view.starts_of(row.facts.id)?;
            let games = self.listed(view, (&event, &numbers), &starts, &rows)?;
            for number in player.learn(&table) {
                player.events.push(PlayerEvent {
                    event: event.clone(),
                    table: table.clone(),
                    number,
                    games: games.clone(),
                });
            }
        }
        Ok((!player.events.is_empty()).then(|| player_page(site, &player)))
    }

    pub(super) fn player_feed(
        &self,
        view: View<'_>,
        site: &Site,
        id: PlayerId,
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let rows = self.tournaments_of_player(view, id, now)?;
        let (Some(last), Some(base)) = (rows.last(), &self.wish.base_url) else {
            return Ok(None);
        };
        let delay = self.event(last).delay;
        let shown = |of| rows.iter().any(|row| row.facts.id == of);
        let mut own = view.player_games(id, false)?;
        own.retain(|row| shown(row.tournament));
        let place = |of| rows.iter().position(|row| row.facts.id == of);
        own.sort_by_key(|row| (place(row.tournament), row.name.number));
        let mut many = view.games_many();
        let games = own.iter().map(|row| many.game_load(row.id));
        let games = games.collect::<Result<Vec<GameFile>, _>>()?;
        let name = view.player_load(id)?.map(|p| p.name).unwrap_or_default();
        let of = Feed {
            page: &player_path(id),
            title: &name,
            language: site.language,
        };
        let games: Vec<(&GameFile, usize)> = games.iter().map(|g| (g, delay)).collect();
        Ok(Some(feed(site, base, &of, &games)))
    }
}
