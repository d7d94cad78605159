//! Signs of life of the server: stretches in which it was there, and what lies between
//! them (RULES.md 4).

use super::engine::{OptionalExtension, params};
use super::{StoreError, Tx, View};
use crate::clock::HourSpan;
use crate::time::Instant;

impl View<'_> {
    /// The newest sign of life.
    pub fn heartbeat_last(&self) -> Result<Option<Instant>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT last FROM heartbeat ORDER BY began DESC LIMIT 1")?;
        Ok(statement.query_row([], |r| r.get(0)).optional()?)
    }
}

impl Tx<'_> {
    /// A sign of life; where the one before is older than so many seconds, the outage that has
    /// ended with it.
    pub fn heartbeat(&self, now: Instant, breath: i64) -> Result<Option<HourSpan>, StoreError> {
        let newest: Option<(Instant, Instant)> = self
            .conn
            .prepare_cached("SELECT began, last FROM heartbeat ORDER BY began DESC LIMIT 1")?
            .query_row([], |r| Ok((r.get(0)?, r.get(1)?)))
            .optional()?;
        let outage = match newest {
            // An hour that went back says nothing.
            Some((_, last)) if now <= last => return Ok(None),
            Some((began, last)) if now.unix() - last.unix() <= breath => {
                self.conn
                    .prepare_cached("UPDATE heartbeat SET last = ?2 WHERE began = ?1")?
                    .execute(params![began, now])?;
                return Ok(None);
            }
            Some((_, last)) => Some(HourSpan {
                from: last,
                until: now,
            }),
            None => None,
        };
        self.conn
            .prepare_cached("INSERT INTO heartbeat (began, last) VALUES (?1, ?1)")?
            .execute([now])?;
        Ok(outage)
    }
}
