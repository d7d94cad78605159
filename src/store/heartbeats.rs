//! Signs of life of the server: stretches in which it was there, and what lies between
//! them (RULES.md 4).

use super::engine::{OptionalExtension, params};
use super::{StoreError, Tx, View};
use crate::clock::HourSpan;
use crate::hour::SLACK;
use crate::time::Instant;

impl View<'_> {
    /// The newest stretch in which the server was there.
    fn heartbeat_newest(&self) -> Result<Option<(Instant, Instant)>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT began, last FROM heartbeat ORDER BY began DESC LIMIT 1")?;
        let newest = statement.query_row([], |r| Ok((r.get(0)?, r.get(1)?)));
        Ok(newest.optional()?)
    }

    /// The newest sign of life.
    pub fn heartbeat_last(&self) -> Result<Option<Instant>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT last FROM heartbeat ORDER BY began DESC LIMIT 1")?;
        Ok(statement.query_row([], |r| r.get(0)).optional()?)
    }
}

impl Tx<'_> {
    /// A sign of life of who has been there since an hour; where the one before that is older
    /// than so many seconds, the outage that had ended then. Signs that a wrong clock gave are
    /// taken back before.
    pub fn heartbeat(
        &self,
        (since, now): (Instant, Instant),
        breath: i64,
    ) -> Result<Option<HourSpan>, StoreError> {
        self.heartbeats_cut(now)?;
        let outage = match self.heartbeat_newest()? {
            // An hour that went back a little says nothing.
            Some((_, last)) if now <= last => return Ok(None),
            Some((began, last)) if since.unix() - last.unix() <= breath => {
                self.conn
                    .prepare_cached("UPDATE heartbeat SET last = ?2 WHERE began = ?1")?
                    .execute(params![began, now])?;
                return Ok(None);
            }
            Some((_, last)) => Some(HourSpan {
                from: last,
                until: since,
            }),
            None => None,
        };
        self.conn
            .prepare_cached("INSERT INTO heartbeat (began, last) VALUES (?1, ?2)")?
            .execute(params![since, now])?;
        Ok(outage)
    }

    /// Takes back the signs of life that a wrong clock gave, now that an earlier hour is
    /// certain: the stretch that it told of, where it told of an outage before that too.
    pub fn heartbeats_cut(&self, now: Instant) -> Result<Option<HourSpan>, StoreError> {
        let newest = self.heartbeat_newest()?;
        let Some((began, last)) = newest.filter(|(_, last)| *last > now.plus_seconds(SLACK)) else {
            return Ok(None);
        };
        self.conn
            .prepare_cached("DELETE FROM heartbeat WHERE began > ?1")?
            .execute([now])?;
        self.conn
            .prepare_cached("UPDATE heartbeat SET last = ?1 WHERE last > ?1")?
            .execute([now])?;
        let told = HourSpan {
            from: began,
            until: last,
        };
        Ok((began > now).then_some(told))
    }
}
