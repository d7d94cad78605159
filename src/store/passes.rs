//! The passes that somebody may ask about: those that declared something, and those whose
//! hour was in doubt; and what is known of the hour itself.
//!
//! Every writing transaction has a [`Stamp`]: the hour it writes by, and what that hour is
//! worth. What is written under an hour in doubt is marked with its pass, and does not
//! count as the newest record; what is written under a certain one does.

use super::engine::{self, OptionalExtension, Row, params};
use super::{Store, StoreError, Tx, View};
use crate::hour::HourDoubt;
use crate::ids::{EventId, GameId, InboundId, PassId};
use crate::time::Instant;

/// The newest hour recorded that was not in doubt.
const NEWEST: &str = "newest-hour";

/// The hour of the last pass that was not in doubt.
const LAST_PASS: &str = "last-pass";

/// The newest hour that another machine told.
const HEARD: &str = "heard-hour";

/// The hour of a mail server that was later than ours.
const SERVER: &str = "server-hour";

/// The hour a transaction writes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The hour.
    pub at: Instant,
    /// A person gave it.
    pub given: bool,
    /// Why it is in doubt, where it is.
    pub doubt: Option<HourDoubt>,
}

/// A pass that has a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRow {
    /// Its number.
    pub id: PassId,
    /// Its hour, as it was told.
    pub at: Instant,
    /// A person gave it.
    pub given: bool,
    /// Why it was in doubt, where it was.
    pub doubt: Option<HourDoubt>,
    /// Games in which it declared something.
    pub declared: u32,
}

/// What is known of the hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hours {
    /// The newest hour recorded that was not in doubt.
    pub newest: Option<Instant>,
    /// The hour of the last pass that was not in doubt.
    pub last_pass: Option<Instant>,
    /// The newest hour that another machine told.
    pub heard: Option<Instant>,
    /// The hour of a mail server that was later than ours.
    pub server: Option<Instant>,
}

/// An entry that was recorded by an hour that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Its number.
    pub id: EventId,
    /// Its game; none where it is about a player.
    pub game: Option<GameId>,
    /// The hour it bears.
    pub at: Instant,
}

/// A message that was kept by an hour that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptBy {
    /// Its number.
    pub id: InboundId,
    /// When it arrived, as it was taken.
    pub arrived: Instant,
    /// The hour at which it was kept.
    pub kept: Instant,
    /// When another machine says that it got it.
    pub told: Option<Instant>,
}

const COLUMNS: &str = "id, at, given, doubt, against, declared";

fn pass_of(row: &Row<'_>) -> engine::Result<PassRow> {
    let (doubt, against): (Option<String>, Option<Instant>) = (row.get(3)?, row.get(4)?);
    Ok(PassRow {
        id: row.get(0)?,
        at: row.get(1)?,
        given: row.get(2)?,
        doubt: doubt
            .zip(against)
            .and_then(|(name, at)| HourDoubt::of(&name, at)),
        declared: u32::try_from(row.get::<i64>(5)?).unwrap_or(u32::MAX),
    })
}

fn stamped_of(row: &Row<'_>) -> engine::Result<Stamped> {
    Ok(Stamped {
        id: row.get(0)?,
        game: row.get(1)?,
        at: row.get(2)?,
    })
}

fn kept_of(row: &Row<'_>) -> engine::Result<KeptBy> {
    Ok(KeptBy {
        id: row.get(0)?,
        arrived: row.get(1)?,
        kept: row.get(2)?,
        told: row.get(3)?,
    })
}

impl Store {
    /// Every later transaction writes by this hour.
    pub fn stamp(&mut self, stamp: Stamp) {
        self.stamp = Some(stamp);
    }
}

impl View<'_> {
    /// What is known of the hour.
    pub fn hours(&self) -> Result<Hours, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT key, value FROM meta WHERE key IN (?1, ?2, ?3, ?4)")?;
        let rows = statement.query_map([NEWEST, LAST_PASS, HEARD, SERVER], |r| {
            Ok((r.get::<String>(0)?, r.get::<String>(1)?))
        })?;
        let mut hours = Hours::default();
        for row in rows {
            let (key, value) = row?;
            let hour = Instant::parse(&value);
            match key.as_str() {
                NEWEST => hours.newest = hour,
                LAST_PASS => hours.last_pass = hour,
                HEARD => hours.heard = hour,
                _ => hours.server = hour,
            }
        }
        Ok(hours)
    }

    /// A pass by its number.
    pub fn pass_load(&self, id: PassId) -> Result<Option<PassRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM pass WHERE id = ?1");
        let mut statement = self.conn.prepare_cached(&sql)?;
        Ok(statement.query_row([id], pass_of).optional()?)
    }

    /// The passes whose hour is in doubt and not yet found out, oldest first.
    pub fn passes_in_doubt(&self) -> Result<Vec<PassRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM pass WHERE doubt IS NOT NULL AND found IS NULL ORDER BY id"
        );
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map([], pass_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The newest passes that declared something, newest first.
    pub fn passes_that_declared(&self, most: u32) -> Result<Vec<PassRow>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM pass WHERE declared > 0 ORDER BY id DESC LIMIT ?1");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map([most], pass_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The entries that a pass recorded, in order.
    pub fn pass_entries(&self, id: PassId) -> Result<Vec<Stamped>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT e.id, e.game_id, e.at FROM pass_entry p JOIN event e ON e.id = p.event_id
             WHERE p.pass_id = ?1 ORDER BY e.id",
        )?;
        let rows = statement.query_map([id], stamped_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The pass that recorded an entry, where it declared something or its hour was in doubt.
    pub fn pass_of_entry(&self, entry: EventId) -> Result<Option<PassId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT pass_id FROM pass_entry WHERE event_id = ?1")?;
        Ok(statement.query_row([entry], |row| row.get(0)).optional()?)
    }

    /// The messages that were kept under the hour of a pass, in order.
    pub fn pass_letters(&self, id: PassId) -> Result<Vec<KeptBy>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT i.id, i.arrived, i.kept_at, p.told
             FROM pass_letter p JOIN inbound i ON i.id = p.inbound_id
             WHERE p.pass_id = ?1 ORDER BY i.id",
        )?;
        let rows = statement.query_map([id], kept_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Entries that bear a later hour, though that was not in doubt when they were made.
    /// Reads the whole record: only for who says that an earlier hour is right.
    pub fn entries_after(&self, hour: Instant) -> Result<Vec<Stamped>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT e.id, e.game_id, e.at FROM event e WHERE e.at > ?1 AND NOT EXISTS
             (SELECT 1 FROM pass_entry p JOIN pass ON pass.id = p.pass_id
              WHERE p.event_id = e.id AND pass.doubt IS NOT NULL) ORDER BY e.id",
        )?;
        let rows = statement.query_map([hour], stamped_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Messages kept at a later hour, though that was not in doubt then. Reads all
    /// messages, likewise.
    pub fn letters_after(&self, hour: Instant) -> Result<Vec<KeptBy>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT i.id, i.arrived, i.kept_at, NULL FROM inbound i WHERE i.kept_at > ?1
             AND NOT EXISTS (SELECT 1 FROM pass_letter p WHERE p.inbound_id = i.id)
             ORDER BY i.id",
        )?;
        let rows = statement.query_map([hour], kept_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Games that are being played, decided or adjudicated.
    pub fn games_open(&self) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached(
                "SELECT count(*) FROM game WHERE status IN ('active','paused','adjudication')",
            )?
            .query_row([], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }
}

impl Tx<'_> {
    /// The number of the pass at work: it gets one now where it has none.
    pub fn pass_number(&self) -> Result<Option<PassId>, StoreError> {
        let Some(stamp) = self.stamp else {
            return Ok(None);
        };
        let doubt = stamp.doubt.map(HourDoubt::name);
        let last: Option<PassId> = self
            .conn
            .prepare_cached(
                "SELECT id FROM pass WHERE id = (SELECT max(id) FROM pass)
                 AND at = ?1 AND given = ?2 AND doubt IS ?3 AND found IS NULL",
            )?
            .query_row(params![stamp.at, stamp.given, doubt], |r| r.get(0))
            .optional()?;
        if last.is_some() {
            return Ok(last);
        }
        let against = stamp.doubt.map(HourDoubt::against);
        let id = self
            .conn
            .prepare_insert("INSERT INTO pass (at, given, doubt, against) VALUES (?1, ?2, ?3, ?4)")?
            .insert(params![stamp.at, stamp.given, doubt, against])?;
        Ok(Some(PassId(id)))
    }

    /// From here on this transaction's entries are those of a numbered pass, or of none.
    pub fn pass_marks(&self, pass: Option<PassId>) {
        self.pass.set(pass);
    }

    /// A pass declared something in so many more games.
    pub fn pass_declared(&self, pass: PassId, games: u32) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE pass SET declared = declared + ?2 WHERE id = ?1")?
            .execute(params![pass, games])?;
        Ok(())
    }

    /// What an hour in doubt turned out to be: right, or rather another.
    pub fn pass_found(&self, pass: PassId, truth: Option<Instant>) -> Result<(), StoreError> {
        let found = match truth {
            None => "right",
            Some(_) => "wrong",
        };
        self.conn
            .prepare_cached("UPDATE pass SET found = ?2, truth = ?3 WHERE id = ?1")?
            .execute(params![pass, found, truth])?;
        Ok(())
    }

    /// The message arrived at another hour than was taken.
    pub fn inbound_arrived(&self, id: InboundId, arrived: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE inbound SET arrived = ?2 WHERE id = ?1")?
            .execute(params![id, arrived])?;
        Ok(())
    }

    /// Letters that would wait for an hour that a wrong clock made, wait no more.
    pub fn outbound_hurry(&self, after: Instant, now: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE outbound SET not_before = ?2
                 WHERE state IN ('queued','deferred') AND not_before > ?1",
            )?
            .execute(params![after, now])?;
        Ok(())
    }

    /// Another machine told an hour.
    pub fn hour_heard(&self, hour: Instant) -> Result<(), StoreError> {
        match self.hours()?.heard {
            Some(heard) if heard >= hour => Ok(()),
            _ => self.meta_set(HEARD, &hour.to_string()),
        }
    }

    /// A mail server got a letter later than our clock says it is.
    pub fn server_told(&self, hour: Instant) -> Result<(), StoreError> {
        match self.hours()?.server {
            Some(told) if told >= hour => Ok(()),
            _ => self.meta_set(SERVER, &hour.to_string()),
        }
    }

    /// A pass begins, by an hour that is not in doubt.
    pub fn pass_begins(&self, hour: Instant) -> Result<(), StoreError> {
        self.meta_set(LAST_PASS, &hour.to_string())
    }

    /// This hour is right, whatever was taken for the newest before.
    pub fn hour_is_right(&self, hour: Instant) -> Result<(), StoreError> {
        let heard = self.hours()?.heard;
        for key in [NEWEST, LAST_PASS] {
            self.meta_set(key, &hour.to_string())?;
        }
        match heard {
            Some(heard) if heard > hour => self.meta_set(HEARD, &hour.to_string()),
            _ => Ok(()),
        }?;
        self.meta_set(SERVER, "")
    }

    /// An entry was recorded.
    pub(super) fn mark_entry(&self, id: EventId) -> Result<(), StoreError> {
        if let Some(pass) = self.marking()? {
            self.conn
                .prepare_cached("INSERT INTO pass_entry (event_id, pass_id) VALUES (?1, ?2)")?
                .execute(params![id, pass])?;
        }
        self.mark()
    }

    /// A message was kept; another machine says when it got it.
    pub(super) fn mark_letter(
        &self,
        id: InboundId,
        told: Option<Instant>,
    ) -> Result<(), StoreError> {
        if self.stamp.is_some_and(|s| s.doubt.is_some())
            && let Some(pass) = self.pass_number()?
        {
            self.conn
                .prepare_cached(
                    "INSERT INTO pass_letter (inbound_id, pass_id, told) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id, pass, told])?;
        }
        self.mark()
    }

    /// Something was recorded.
    pub(super) fn mark(&self) -> Result<(), StoreError> {
        self.wrote.set(true);
        Ok(())
    }

    /// The pass with which an entry is marked.
    fn marking(&self) -> Result<Option<PassId>, StoreError> {
        match (self.pass.get(), self.stamp) {
            (Some(pass), _) => Ok(Some(pass)),
            (None, Some(stamp)) if stamp.doubt.is_some() => self.pass_number(),
            (None, _) => Ok(None),
        }
    }

    /// Notes the hour of what was recorded, before it is committed.
    pub(super) fn note_hour(&self) -> Result<(), StoreError> {
        let sure = self.stamp.filter(|s| s.doubt.is_none());
        let Some(stamp) = sure.filter(|_| self.wrote.get()) else {
            return Ok(());
        };
        match self.hours()?.newest {
            Some(newest) if newest >= stamp.at => Ok(()),
            _ => self.meta_set(NEWEST, &stamp.at.to_string()),
        }
    }
}
