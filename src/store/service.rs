//! What the service around the mailbox asks: when something is due next, and
//! whether anything is stuck.

use super::engine::{OptionalExtension, params};
use super::{StoreError, View};
use crate::time::Instant;
use serde::Serialize;

/// Letters of ours that do not leave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unsent {
    /// How many wait.
    pub waiting: u64,
    /// When the oldest of them was composed.
    pub oldest: Option<Instant>,
    /// How many were given up since a moment.
    pub failed: u64,
}

/// A message that somebody should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsideRow {
    /// From whom, in lower case; perhaps empty.
    pub from: String,
    /// It could be read, but its sender is not believed; else nothing could be made of it.
    pub readable: bool,
    /// When it was kept.
    pub kept: Instant,
}

/// Messages set aside, by the index of those.
pub(super) const ASIDE: &str = "SELECT from_address, verdict = 'unverified', kept_at FROM inbound
     WHERE verdict IN ('malformed','unverified') AND kept_at >= ?1 ORDER BY kept_at";

/// The oldest letter that still waits, by the index of those that do.
pub(super) const UNSENT: &str =
    "SELECT count(*), min(composed) FROM outbound WHERE state IN ('queued','deferred')
     AND returned = 0";

/// Letters that were given up. One to a player on which no clock hangs, and which came back by a
/// report, is none: he can write such reports himself, as many as he likes.
pub(super) const FAILED: &str = "SELECT count(*) FROM outbound
    WHERE state = 'failed' AND attempts > 0 AND composed >= ?1
    AND (returned = 0 OR begins IS NOT NULL OR player_id IS NULL)";

/// The earliest of the games that are due after a moment.
pub(super) const NEXT_DUE: &str = "SELECT min(due_at) FROM game
    WHERE due_at IS NOT NULL AND due_at > ?1";

impl View<'_> {
    /// When the next game is due after a moment.
    pub fn games_next_due(&self, after: Instant) -> Result<Option<Instant>, StoreError> {
        self.instant(NEXT_DUE, after)
    }

    /// How many games have been due since before a moment, which a pass over the
    /// clocks should have looked at.
    pub fn games_overdue(&self, before: Instant) -> Result<u64, StoreError> {
        self.count(
            "SELECT count(*) FROM game WHERE due_at IS NOT NULL AND due_at < ?1",
            before,
        )
    }

    /// When the next letter may be tried, after a moment.
    pub fn outbound_next_try(&self, after: Instant) -> Result<Option<Instant>, StoreError> {
        self.instant(
            "SELECT min(not_before) FROM outbound
             WHERE state IN ('queued','deferred') AND not_before > ?1",
            after,
        )
    }

    /// Letters that wait, and those composed since a moment that were given up.
    pub fn outbound_unsent(&self, since: Instant) -> Result<Unsent, StoreError> {
        let (waiting, oldest): (i64, Option<Instant>) = self
            .conn
            .prepare_cached(UNSENT)?
            .query_row([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        let failed = self.count(FAILED, since)?;
        Ok(Unsent {
            waiting: u64::try_from(waiting).unwrap_or(0),
            oldest,
            failed,
        })
    }

    /// Whether any letter ever left.
    pub fn outbound_ever_left(&self) -> Result<bool, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM outbound WHERE state = 'sent')")?
            .query_row([], |r| r.get(0))?)
    }

    /// Messages kept since a moment that were set aside, since the program failed on
    /// them or they are none.
    pub fn inbound_set_aside(&self, since: Instant) -> Result<u64, StoreError> {
        self.count(
            "SELECT count(*) FROM inbound WHERE verdict = 'malformed' AND kept_at >= ?1",
            since,
        )
    }

    /// Messages kept since a moment that are not believed to be from who they name.
    pub fn inbound_unverified(&self, since: Instant) -> Result<u64, StoreError> {
        self.count(
            "SELECT count(*) FROM inbound WHERE verdict = 'unverified' AND kept_at >= ?1",
            since,
        )
    }

    /// Messages kept since a moment that somebody should look at: from whom (in lower
    /// case), whether it could be read, and when it was kept.
    pub fn inbound_aside(&self, since: Instant) -> Result<Vec<AsideRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(ASIDE)?;
        let rows = statement.query_map(params![since], |r| {
            Ok(AsideRow {
                from: r.get(0)?,
                readable: r.get(1)?,
                kept: r.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn count(&self, sql: &str, at: Instant) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached(sql)?
            .query_row(params![at], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }

    fn instant(&self, sql: &str, at: Instant) -> Result<Option<Instant>, StoreError> {
        let found: Option<Option<Instant>> = self
            .conn
            .prepare_cached(sql)?
            .query_row(params![at], |r| r.get(0))
            .optional()?;
        Ok(found.flatten())
    }
}
