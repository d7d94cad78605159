//! What goes on paper: it waits to be printed, is printed in a batch, and is posted. What
//! is printed is not posted yet: on paper a letter has left when somebody says so.

use super::engine::{ToSql, params};
use super::outbound::{ROW, row_of};
use super::{OutboundRow, StoreError, Tx, View};
use crate::ids::{GameId, OutboundId, PlayerId};
use crate::time::{Day, Instant};

/// Under which key of `meta` the number of the newest printing is kept: no letter need
/// still have it.
const NEWEST_BATCH: &str = "newest-print";

/// Which letters on paper are asked for; nothing named: all that wait to be printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperWanted {
    /// About this game alone.
    pub game: Option<GameId>,
    /// To this player alone.
    pub player: Option<PlayerId>,
    /// Composed at this moment or later.
    pub since: Option<Instant>,
    /// Those too that are printed or posted: to print them again.
    pub again: bool,
}

/// Letters that wait to be printed, by the index of what waits on paper.
pub(super) const WAITING: &str = "WHERE o.state = 'print' AND o.state IN ('print','printed')
    AND (CAST(?1 AS BIGINT) IS NULL OR o.game_id = ?1) AND (CAST(?2 AS BIGINT) IS NULL OR o.player_id = ?2)
    AND (CAST(?3 AS TEXT) IS NULL OR o.composed >= ?3) ORDER BY o.id";

/// The same with those that were printed before.
const AGAIN: &str = "WHERE o.state IN ('print','printed','posted')
    AND (CAST(?1 AS BIGINT) IS NULL OR o.game_id = ?1) AND (CAST(?2 AS BIGINT) IS NULL OR o.player_id = ?2)
    AND (CAST(?3 AS TEXT) IS NULL OR o.composed >= ?3) ORDER BY o.id";

/// Letters that are printed and not posted.
pub(super) const PRINTED: &str =
    "WHERE o.state = 'printed' AND o.state IN ('print','printed') ORDER BY o.id";

impl View<'_> {
    /// Letters that wait to be printed, in the order they were composed; with
    /// [`PaperWanted::again`] those as well that are printed or posted.
    pub fn paper_waiting(&self, wanted: &PaperWanted) -> Result<Vec<OutboundRow>, StoreError> {
        let which = if wanted.again { AGAIN } else { WAITING };
        let values = params![wanted.game, wanted.player, wanted.since];
        self.paper_where(which, values)
    }

    /// Letters that are printed and not posted, in the order they were composed.
    pub fn paper_printed(&self) -> Result<Vec<OutboundRow>, StoreError> {
        self.paper_where(PRINTED, params![])
    }

    /// The letters of one printing that are not posted.
    pub fn paper_of_batch(&self, batch: u32) -> Result<Vec<OutboundRow>, StoreError> {
        self.paper_where(
            "WHERE o.state = 'printed' AND o.state IN ('print','printed') AND o.batch = ?1
             ORDER BY o.id",
            params![batch],
        )
    }

    /// The number of the newest printing; 0 before the first.
    pub fn paper_newest_batch(&self) -> Result<u32, StoreError> {
        let kept = self.meta_get(NEWEST_BATCH)?;
        Ok(kept.and_then(|n| n.parse().ok()).unwrap_or(0))
    }

    fn paper_where(
        &self,
        which: &str,
        values: &[&dyn ToSql],
    ) -> Result<Vec<OutboundRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!("{ROW} {which}"))?;
        let mut rows = statement.query(values)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(row_of(&row)?);
        }
        Ok(all)
    }
}

impl Tx<'_> {
    /// Notes that letters were printed, and gives the number of that printing. One that is
    /// posted stays posted: a second copy of it was printed.
    pub fn mark_printed(&self, ids: &[OutboundId], at: Instant) -> Result<u32, StoreError> {
        let batch = self.paper_newest_batch()? + 1;
        self.batch_is_at_least(batch)?;
        let mut statement = self.conn.prepare_cached(
            "UPDATE outbound SET state = 'printed', printed = ?2, batch = ?3
             WHERE id = ?1 AND state IN ('print','printed')",
        )?;
        for id in ids {
            statement.execute(params![id, at, batch])?;
        }
        Ok(batch)
    }

    /// No printing after this one has its number, or a lower one.
    pub(super) fn batch_is_at_least(&self, batch: u32) -> Result<(), StoreError> {
        let newest = self.paper_newest_batch()?.max(batch);
        self.meta_set(NEWEST_BATCH, &newest.to_string())
    }

    /// Notes that what was printed is posted: one printing, or all that lies there printed.
    /// Gives the letters that left by it.
    pub fn mark_posted(
        &self,
        batch: Option<u32>,
        day: Day,
        registered: Option<&str>,
    ) -> Result<Vec<OutboundRow>, StoreError> {
        let rows = match batch {
            Some(batch) => self.paper_of_batch(batch)?,
            None => self.paper_printed()?,
        };
        let mut statement = self.conn.prepare_cached(
            "UPDATE outbound SET state = 'posted', posted = ?2, registered = ?3
             WHERE id = ?1 AND state = 'printed'",
        )?;
        for row in &rows {
            statement.execute(params![row.id, day, registered])?;
        }
        Ok(rows)
    }
}
