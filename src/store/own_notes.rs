//! What players note for themselves beside their games: no part of the record.

use super::engine::{OptionalExtension, params};
use super::{StoreError, Tx, View};
use crate::ids::{GameId, PlayerId};

impl View<'_> {
    /// What a player has noted beside a game; empty: nothing.
    pub fn own_note(&self, player: PlayerId, game: GameId) -> Result<String, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT text FROM own_note WHERE player_id = ?1 AND game_id = ?2")?;
        let found = statement.query_row(params![player, game], |r| r.get(0));
        Ok(found.optional()?.unwrap_or_default())
    }
}

impl Tx<'_> {
    /// Keeps what a player notes beside a game in place of what he had noted; empty: nothing.
    pub fn own_note_set(
        &self,
        player: PlayerId,
        game: GameId,
        text: &str,
    ) -> Result<(), StoreError> {
        if text.is_empty() {
            self.conn
                .prepare_cached("DELETE FROM own_note WHERE player_id = ?1 AND game_id = ?2")?
                .execute(params![player, game])?;
            return Ok(());
        }
        self.conn
            .prepare_cached(
                "INSERT INTO own_note (player_id, game_id, text) VALUES (?1, ?2, ?3)
                 ON CONFLICT (player_id, game_id) DO UPDATE SET text = excluded.text",
            )?
            .execute(params![player, game, text])?;
        Ok(())
    }
}
