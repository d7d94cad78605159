//! What the arbiter did to a tournament before its start.

use super::engine::params;
use super::{StoreError, Tx, View};
use crate::ids::TournamentId;
use crate::time::Instant;
use serde::Serialize;

/// A change of a planned tournament, as recorded. None is ever taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amendment {
    /// When it was recorded.
    pub at: Instant,
    /// What, in a sentence.
    pub what: String,
    /// The same for programs, as JSON.
    pub change: String,
    /// By whose decision.
    pub who: String,
    /// Why.
    pub reason: String,
}

impl View<'_> {
    /// What was changed in a tournament before its start, oldest first.
    pub fn amendments(&self, id: TournamentId) -> Result<Vec<Amendment>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT at, what, change, who, reason FROM amendment
             WHERE tournament_id = ?1 ORDER BY id",
        )?;
        let rows = statement.query_map([id], |r| {
            Ok(Amendment {
                at: r.get(0)?,
                what: r.get(1)?,
                change: r.get(2)?,
                who: r.get(3)?,
                reason: r.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Records what was changed.
    pub fn amendment_add(&self, id: TournamentId, new: &Amendment) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO amendment (tournament_id, at, what, change, who, reason)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                id, new.at, new.what, new.change, new.who, new.reason
            ])?;
        Ok(())
    }
}
