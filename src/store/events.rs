//! The record: entries are added and read, never changed.

use super::engine::{OptionalExtension, Row, ToSql, params};
use super::sql::{cause_of, cause_text};
use super::{StoreError, Tx, View};
use crate::ids::{EventId, GameId, PlayerId, TournamentId};
use crate::orders::Giver;
use crate::record::{Cause, Entry, Event, PlayerEntry, Recorded, TournamentEntry};
use rusqlite::types::ValueRef;
use std::ops::ControlFlow;

/// For how many entries of a game there is room at first: those of some fifteen half-moves.
const AT_FIRST: usize = 32;

/// The record of a game, in order.
pub(super) const OF_GAME: &str = "SELECT id, at, event, grounds, cause, note FROM event
    WHERE game_id = ?1 ORDER BY id";

/// What happened to a player.
pub(super) const OF_PLAYER: &str =
    "SELECT id, at, event, grounds, cause, note, player_id, tournament_id
    FROM event WHERE player_id = ?1 ORDER BY id";

/// What happened to a tournament as a whole. The condition is that of its index.
pub(super) const OF_TOURNAMENT: &str = "SELECT id, at, event, grounds, cause, note, tournament_id
    FROM event WHERE tournament_id = ?1 AND player_id IS NULL ORDER BY id";

/// First entries of decisions. The condition is that of their index, word for word.
pub(super) const DECISIONS: &str =
    "SELECT id FROM event WHERE substr(cause, 1, 5) = 'order' ORDER BY id";

/// The newest entry of the record, and which tournaments stand where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteStamp {
    event: EventId,
    tournaments: String,
}

impl View<'_> {
    /// The record of a game, in order.
    pub fn events_of_game(&self, game: GameId) -> Result<Vec<Recorded>, StoreError> {
        match self.known_once(|known| known.events.remove(&game)) {
            Some(ahead) => {
                debug_assert_eq!(ahead, self.events_read(game)?, "read ahead");
                Ok(ahead)
            }
            None => self.events_read(game),
        }
    }

    fn events_read(&self, game: GameId) -> Result<Vec<Recorded>, StoreError> {
        let mut statement = self.conn.prepare_cached(OF_GAME)?;
        let mut rows = statement.query([game])?;
        let mut all = Vec::with_capacity(AT_FIRST);
        while let Some(row) = rows.next()? {
            all.push(entry_of(&row)?);
        }
        Ok(all)
    }

    /// What happened in the games of a tournament, in order.
    pub fn events_of_tournament(
        &self,
        tournament: TournamentId,
    ) -> Result<Vec<(GameId, Recorded)>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT e.id, e.at, e.event, e.grounds, e.cause, e.note, e.game_id
             FROM game g JOIN event e ON e.game_id = g.id
             WHERE g.tournament_id = ?1 ORDER BY e.id",
        )?;
        let mut rows = statement.query([tournament])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push((row.get(6)?, entry_of(&row)?));
        }
        Ok(all)
    }

    /// What happened to a player, in order.
    pub fn events_of_player(
        &self,
        player: PlayerId,
    ) -> Result<Vec<Recorded<PlayerEntry>>, StoreError> {
        self.player_events(OF_PLAYER, &player)
    }

    /// What the public pages hang on: while it is the same, so are they, on one day.
    pub fn site_stamp(&self) -> Result<SiteStamp, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT (SELECT coalesce(max(id), 0) FROM event),
                    (SELECT coalesce(string_agg(id || status, ','), '') FROM tournament)",
        )?;
        let stamp = statement.query_row([], |r| {
            Ok(SiteStamp {
                event: r.get(0)?,
                tournaments: r.get(1)?,
            })
        })?;
        Ok(stamp)
    }

    /// What happened to a tournament as a whole, in order.
    pub fn tournament_events(
        &self,
        tournament: TournamentId,
    ) -> Result<Vec<Recorded<TournamentEntry>>, StoreError> {
        let mut statement = self.conn.prepare_cached(OF_TOURNAMENT)?;
        let mut rows = statement.query([tournament])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(tournament_entry_of(&row, 6)?);
        }
        Ok(all)
    }

    /// The numbers of all decisions of the arbiter (and of what was begun at the
    /// console), in order.
    pub fn decisions(&self) -> Result<Vec<EventId>, StoreError> {
        let mut statement = self.conn.prepare_cached(DECISIONS)?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Who gave a decision, where it was told.
    pub fn giver(&self, id: EventId) -> Result<Option<Giver>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT name, address, role FROM giver WHERE event_id = ?1")?;
        let giver = statement.query_row([id], |r| {
            Ok(Giver {
                name: r.get(0)?,
                address: r.get(1)?,
                role: r.get(2)?,
            })
        });
        Ok(giver.optional()?)
    }

    /// The entries of a decision of the arbiter, in order: in games, and about players.
    /// They were recorded in one go, so nothing stands between them. Empty where the
    /// number is no entry's; one entry where it is no decision's.
    pub fn events_of_decision(&self, id: EventId) -> Result<OfDecision, StoreError> {
        let sql = "SELECT id, at, event, grounds, cause, note, game_id, player_id, tournament_id
             FROM event WHERE id >= ?1 ORDER BY id LIMIT ?2";
        let mut found = OfDecision::default();
        self.conn.each_from::<StoreError>(sql, id.0, |row| {
            let entry: EventId = row.get(0)?;
            let cause = cause_of(row.get_ref(4)?.as_str().unwrap_or(""))?;
            let first = found.is_empty();
            let is_it = match first {
                true => entry == id,
                false => cause == Cause::Decision(id),
            };
            if !is_it {
                return Ok(ControlFlow::Break(()));
            }
            match (row.get::<Option<GameId>>(6)?, row.get_ref(7)?) {
                (Some(game), _) => found.games.push((game, entry_of(row)?)),
                (None, ValueRef::Null) => found.tournaments.push(tournament_entry_of(row, 8)?),
                (None, _) => found.players.push(player_entry_of(row, 7)?),
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// What happened to the players of a tournament: what is about it, and what is
    /// about no tournament, in order.
    pub fn player_events_of_tournament(
        &self,
        tournament: TournamentId,
    ) -> Result<Vec<Recorded<PlayerEntry>>, StoreError> {
        self.player_events(
            "SELECT v.id, v.at, v.event, v.grounds, v.cause, v.note, v.player_id, v.tournament_id
             FROM entry e JOIN event v ON v.player_id = e.player_id
             WHERE e.tournament_id = ?1 AND (v.tournament_id = ?1 OR v.tournament_id IS NULL)
             ORDER BY v.id",
            &tournament,
        )
    }

    fn player_events(
        &self,
        sql: &str,
        value: &dyn ToSql,
    ) -> Result<Vec<Recorded<PlayerEntry>>, StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let mut rows = statement.query([value])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(player_entry_of(&row, 6)?);
        }
        Ok(all)
    }
}

impl Tx<'_> {
    /// Keeps who gave a decision.
    pub fn giver_add(&self, decision: EventId, by: &Giver) -> Result<(), StoreError> {
        self.conn.execute(
            "INSERT INTO giver (event_id, name, address, role) VALUES (?1, ?2, ?3, ?4)",
            params![decision, by.name, by.address, by.role],
        )?;
        Ok(())
    }

    /// Adds entries to a game's record, which gives them their numbers.
    pub fn events_append(
        &self,
        game: GameId,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.know(|known| known.events.remove(&game));
        let mut statement = self.conn.prepare_insert(
            "INSERT INTO event (at, game_id, event, grounds, cause, note)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let mut recorded = Vec::new();
        for entry in entries {
            let id = EventId(statement.insert(params![
                entry.at,
                game,
                serde_json::to_string(&entry.event)?,
                entry.grounds,
                cause_text(entry.cause),
                entry.note
            ])?);
            self.mark_entry(id)?;
            recorded.push(Recorded { id, entry });
        }
        Ok(recorded)
    }

    /// Adds entries about tournaments to the record, which gives them their numbers.
    pub fn tournament_events_append(
        &self,
        entries: impl IntoIterator<Item = TournamentEntry>,
    ) -> Result<Vec<Recorded<TournamentEntry>>, StoreError> {
        let mut statement = self.conn.prepare_insert(
            "INSERT INTO event (at, tournament_id, event, grounds, cause, note)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let mut recorded = Vec::new();
        for entry in entries {
            let id = EventId(statement.insert(params![
                entry.at,
                entry.tournament,
                serde_json::to_string(&entry.event)?,
                entry.grounds,
                cause_text(entry.cause),
                entry.note
            ])?);
            self.mark_entry(id)?;
            recorded.push(Recorded { id, entry });
        }
        Ok(recorded)
    }

    /// Adds entries about players to the record, which gives them their numbers.
    pub fn player_events_append(
        &self,
        entries: impl IntoIterator<Item = PlayerEntry>,
    ) -> Result<Vec<Recorded<PlayerEntry>>, StoreError> {
        let mut statement = self.conn.prepare_insert(
            "INSERT INTO event (at, player_id, tournament_id, event, grounds, cause, note)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let mut recorded = Vec::new();
        for entry in entries {
            let id = EventId(statement.insert(params![
                entry.at,
                entry.player,
                entry.tournament,
                serde_json::to_string(&entry.event)?,
                entry.grounds,
                cause_text(entry.cause),
                entry.note
            ])?);
            self.mark_entry(id)?;
            recorded.push(Recorded { id, entry });
        }
        Ok(recorded)
    }
}

/// Entries of a decision.
#[derive(Clone, Debug, Default)]
pub struct OfDecision {
    /// In games.
    pub games: Vec<(GameId, Recorded)>,
    /// About players.
    pub players: Vec<Recorded<PlayerEntry>>,
    /// About tournaments.
    pub tournaments: Vec<Recorded<TournamentEntry>>,
}

impl OfDecision {
    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.players.is_empty() && self.tournaments.is_empty()
    }
}

/// `player_at` is the column of the player; that of the tournament stands next to it.
fn player_entry_of(row: &Row<'_>, player_at: usize) -> Result<Recorded<PlayerEntry>, StoreError> {
    let entry = PlayerEntry {
        at: row.get(1)?,
        event: serde_json::from_str(row.get_ref(2)?.as_str().unwrap_or(""))?,
        grounds: row.get(3)?,
        cause: cause_of(row.get_ref(4)?.as_str().unwrap_or(""))?,
        note: row.get(5)?,
        player: row.get(player_at)?,
        tournament: row.get(player_at + 1)?,
    };
    let id = row.get(0)?;
    Ok(Recorded { id, entry })
}

fn tournament_entry_of(
    row: &Row<'_>,
    tournament_at: usize,
) -> Result<Recorded<TournamentEntry>, StoreError> {
    let entry = TournamentEntry {
        at: row.get(1)?,
        event: serde_json::from_str(row.get_ref(2)?.as_str().unwrap_or(""))?,
        grounds: row.get(3)?,
        cause: cause_of(row.get_ref(4)?.as_str().unwrap_or(""))?,
        note: row.get(5)?,
        tournament: row.get(tournament_at)?,
    };
    let id = row.get(0)?;
    Ok(Recorded { id, entry })
}

pub(super) fn entry_of(row: &Row<'_>) -> Result<Recorded, StoreError> {
    let entry = Entry {
        at: row.get(1)?,
        event: Event::read(row.get_ref(2)?.as_str().unwrap_or(""))?,
        grounds: row.get(3)?,
        cause: cause_of(row.get_ref(4)?.as_str().unwrap_or(""))?,
        note: row.get(5)?,
    };
    let id = row.get(0)?;
    Ok(Recorded { id, entry })
}
