//! Letters that wait in a backup and had left by the database that it replaced: a restore
//! notes what became of them, and the next to write records it before anything else, so that
//! none leaves twice and what is reckoned from its leaving is what it was.

use super::engine::{Connection, params};
use super::outbound::{ROW, row_of};
use super::sql::name_of;
use super::{OutboundRow, OutboundState, PaperTrail, Store, StoreError, Tx, View};
use crate::ids::OutboundId;
use crate::time::Instant;
use serde::{Deserialize, Serialize};

/// The value of the club that holds them, as JSON.
const NOTED: &str = "departed";

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departed {
    /// Its Message-ID, without angle brackets.
    pub message_id: String,
    /// How far it was.
    pub state: OutboundState,
    /// When the server took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<Instant>,
    /// What became of it on paper.
    #[serde(default)]
    pub paper: PaperTrail,
}

/// What the letters that wait in a backup are by the database that it replaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Departures {
    /// Those that are further there.
    pub known: Vec<Departed>,
    /// How many left there and are not in the backup.
    pub unknown: u64,
    /// It has letters at all, and so tells by its silence too.
    pub tells: bool,
}

impl Departures {
    /// Looks for what waits in a backup (`new`) in the database that it replaces. What was
    /// found before an error stands.
    pub fn look(&mut self, old: &Store, new: &Store) -> Result<(), StoreError> {
        let waiting = {
            let sql = "SELECT message_id FROM outbound
                 WHERE state IN ('queued','deferred','print','printed') ORDER BY id";
            let mut statement = new.conn.prepare(sql)?;
            let ids = statement.query_map([], |r| r.get::<String>(0))?;
            ids.collect::<Result<Vec<_>, _>>()?
        };
        // What an earlier restore noted, and nobody has recorded yet, is known as well.
        let noted = [old.read().departed()?, new.read().departed()?].concat();
        self.tells = old.read().outbound_newest()? > OutboundId(0);
        let mut statement = old
            .conn
            .prepare(&format!("{ROW} WHERE o.message_id = ?1"))?;
        for message_id in waiting {
            let mut rows = statement.query([message_id.as_str()])?;
            let row = rows.next()?.as_ref().map(row_of).transpose()?;
            let before = || noted.iter().find(|one| one.message_id == message_id);
            let known = row.and_then(Departed::of).or_else(|| before().cloned());
            self.known.extend(known);
        }
        self.unknown = left_and_not_in(old, new)?;
        Ok(())
    }
}

impl Departed {
    /// What there is to be noted of a letter.
    fn of(row: OutboundRow) -> Option<Departed> {
        let further = matches!(
            row.state,
            OutboundState::Sent | OutboundState::Printed | OutboundState::Posted
        );
        further.then_some(Departed {
            message_id: row.message_id,
            state: row.state,
            sent: row.sent,
            paper: row.paper,
        })
    }

    /// Whether it has left.
    pub fn has_left(&self) -> bool {
        self.state != OutboundState::Printed
    }
}

/// How many letters left in one database of which another knows nothing: those written
/// since its newest.
fn left_and_not_in(old: &Store, new: &Store) -> Result<u64, StoreError> {
    let newest: String = new.conn.query_row(
        "SELECT coalesce(max(composed), '') FROM outbound",
        [],
        |r| r.get(0),
    )?;
    let mut left = old.conn.prepare(
        "SELECT message_id FROM outbound WHERE state IN ('sent','posted') AND composed >= ?1",
    )?;
    let mut known = new
        .conn
        .prepare("SELECT EXISTS (SELECT 1 FROM outbound WHERE message_id = ?1)")?;
    let mut unknown = 0;
    for message_id in left.query_map([newest.as_str()], |r| r.get::<String>(0))? {
        let is_known: bool = known.query_row([message_id?.as_str()], |r| r.get(0))?;
        unknown += u64::from(!is_known);
    }
    Ok(unknown)
}

impl View<'_> {
    /// Letters of which it is still to be recorded that they had left, the first first. On a
    /// server there are none: a backup takes the place of a file.
    pub fn departed(&self) -> Result<Vec<Departed>, StoreError> {
        if matches!(self.conn, Connection::Server(_)) {
            return Ok(Vec::new());
        }
        let noted = self.meta_get(NOTED)?.filter(|noted| !noted.is_empty());
        let noted = noted.map(|noted| serde_json::from_str::<Vec<Departed>>(&noted));
        let mut all = noted.transpose()?.unwrap_or_default();
        all.sort_by_key(|one| one.sent);
        Ok(all)
    }

    fn outbound_id_of(&self, message_id: &str) -> Result<Option<OutboundId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id FROM outbound WHERE message_id = ?1")?;
        let mut rows = statement.query([message_id])?;
        Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
    }
}

impl Tx<'_> {
    /// Notes what became of letters, to be recorded.
    pub(super) fn departed_note(&self, all: &[Departed]) -> Result<(), StoreError> {
        self.meta_set(NOTED, &serde_json::to_string(all)?)
    }

    /// It is recorded.
    pub fn departed_forget(&self) -> Result<(), StoreError> {
        self.meta_set(NOTED, "")
    }

    /// Takes over how far a letter on paper was. What it was, where it waited.
    pub fn paper_as_it_was(&self, one: &Departed) -> Result<Option<OutboundRow>, StoreError> {
        let id = self.outbound_id_of(&one.message_id)?;
        let row = id.map(|id| self.outbound_show(id)).transpose()?.flatten();
        let waits =
            |row: &OutboundRow| matches!(row.state, OutboundState::Print | OutboundState::Printed);
        let Some(row) = row.filter(waits) else {
            return Ok(None);
        };
        self.batch_is_at_least(one.paper.batch.unwrap_or(0))?;
        self.conn
            .prepare_cached(
                "UPDATE outbound SET state = ?2, printed = ?3, batch = ?4, posted = ?5,
                 registered = ?6 WHERE id = ?1",
            )?
            .execute(params![
                row.id,
                name_of(&one.state)?,
                one.paper.printed,
                one.paper.batch,
                one.paper.posted,
                one.paper.registered
            ])?;
        Ok(Some(row))
    }
}
