//! What whoever asks may see: his own games whole, and of others what the public site shows.

use crate::config::SiteSection;
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::record::{GameFile, Status};
use crate::report::game::json_for_player;
use crate::report::site::{public_json, public_pgn};
use crate::report::{pgn, table};
use crate::robot::inquiry::{game_brief, outcomes_of, tournament_brief};
use crate::store::{GameRow, KeyPurpose, TournamentRow, TournamentStatus, View};
use crate::time::Instant;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// By whom a game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beholder {
    /// One of its players.
    Player,
    /// Anybody: so many of the last half-moves are held back while it is played.
    Public {
        /// How many.
        delay: u32,
    },
}

/// Who asks, and what the public is shown.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The player whose program asks.
    pub player: Option<PlayerId>,
    /// What the public site shows.
    pub wish: SiteSection,
    /// The hour.
    pub now: Instant,
}

impl Sight {
    /// Whether the public site shows a tournament.
    fn is_public(&self, row: &TournamentRow) -> bool {
        let named = &self.wish.tournaments;
        row.status != TournamentStatus::Planned
            && (named.is_empty() || named.contains(&row.facts.code))
    }

    /// A game with who sees it; none where it is not for whoever asks.
    pub fn find(
        &self,
        view: View<'_>,
        name: &GameName,
    ) -> Result<Option<(GameId, Beholder)>, Failure> {
        let Some(id) = view.game_find(name)? else {
            return Ok(None);
        };
        // Before the start its pair is not final.
        let Some(row) = view.game_row(id)?.filter(|r| r.status != Status::Waiting) else {
            return Ok(None);
        };
        let plays = |of: &(PlayerId, String)| Some(of.0) == self.player;
        if row.players.any(plays) {
            return Ok(Some((id, Beholder::Player)));
        }
        let tournament = view.tournament_load(&name.code)?;
        let delay = self.wish.delay_moves;
        let is_public = tournament.is_some_and(|row| self.is_public(&row));
        Ok(is_public.then_some((id, Beholder::Public { delay })))
    }

    /// Whether who asks still sees a game as he did: the secret that he showed is his still, and
    /// he is what he was there.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn holds(
        &self,
        view: View<'_>,
        (tag, now): (&[u8], Instant),
        (name, by): (&GameName, Beholder),
    ) -> Result<bool, Failure> {
        let key = view.access_key_load(tag, KeyPurpose::Api, now)?;
        let shows = key.is_some_and(|key| Some(key.player) == self.player);
        Ok(shows && self.find(view, name)?.is_some_and(|(_, is)| is == by))
    }

    /// His own games, by number.
    pub fn own_games(&self, view: View<'_>, player: PlayerId) -> Result<Value, Failure> {
        let rows = view.player_games(player, false)?.into_iter();
        let rows = rows.filter(|row| row.status != Status::Waiting);
        Ok(rows.filter_map(|row| own_brief(&row, player)).collect())
    }

    /// The tournaments that he sees.
    pub fn tournaments(&self, view: View<'_>) -> Result<Value, Failure> {
        let own = self.own_tournaments(view)?;
        let mut all = Vec::new();
        for row in view.tournament_list()? {
            if self.is_seen(&row, &own) {
                all.push(tournament_brief(view, &row)?);
            }
        }
        Ok(Value::Array(all))
    }

    /// The table of a tournament; none where it is not for whoever asks.
    pub fn table(&self, view: View<'_>, code: &str) -> Result<Option<Value>, Failure> {
        let own = self.own_tournaments(view)?;
        let row = view.tournament_load(code)?;
        let Some(row) = row.filter(|row| self.is_seen(row, &own)) else {
            return Ok(None);
        };
        let input = outcomes_of(view, &row, self.now)?;
        Ok(Some(table::public_json(&input)))
    }

    fn is_seen(&self, row: &TournamentRow, own: &BTreeSet<String>) -> bool {
        let is_begun = row.status != TournamentStatus::Planned;
        self.is_public(row) || (is_begun && own.contains(&row.facts.code))
    }

    /// The codes of the tournaments in which he plays.
    fn own_tournaments(&self, view: View<'_>) -> Result<BTreeSet<String>, Failure> {
        let rows = match self.player {
            Some(player) => view.player_games(player, false)?,
            None => Vec::new(),
        };
        Ok(rows.into_iter().map(|row| row.name.code).collect())
    }

    /// A game as JSON, for who sees it.
    pub fn game_json(
        &self,
        view: View<'_>,
        game: &GameFile,
        by: Beholder,
    ) -> Result<Value, Failure> {
        match by {
            Beholder::Public { delay } => Ok(public_json(game, delay)),
            Beholder::Player => {
                let told = view.player_events_of_tournament(game.facts.tournament)?;
                let side = self.player.and_then(|player| game.side_of(player));
                Ok(json_for_player(game, side, &told, game.moment(self.now)))
            }
        }
    }
}

/// A game as PGN, for who sees it.
pub fn game_pgn(game: &GameFile, by: Beholder) -> String {
    match by {
        Beholder::Public { delay } => public_pgn(game, delay),
        Beholder::Player => pgn::game(game),
    }
}

/// A game in the list of one of its players.
fn own_brief(row: &GameRow, player: PlayerId) -> Option<Value> {
    let mut sides = crate::chess::Side::BOTH.into_iter();
    let side = sides.find(|s| row.players.get(*s).0 == player)?;
    let mut value = game_brief(row);
    let all = value.as_object_mut()?;
    all.insert("side".to_owned(), json!(side));
    let is_mine = row.status == Status::Active && row.turn == side;
    all.insert("my_turn".to_owned(), json!(is_mine));
    Some(value)
}
