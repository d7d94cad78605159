//! Entries for tournaments: who asks to play, sealed, and where each stands (27-29).

use super::engine::{self, Row, params};
use super::person_keys::PersonKey;
use super::{StoreError, Tx, View};
use crate::ids::{InboundId, PlayerId, TournamentId};
use crate::language::Language;
use crate::request::entry_form::EntryForm;
use crate::time::Instant;
use crate::tournament::entries::EntryState;
use rusqlite::types::Type;
use serde::{Deserialize, Serialize};

/// Who asks to play, as he says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    /// The address that he wrote from.
    pub email: String,
    /// His name.
    pub name: String,
    /// The language of letters to him.
    pub language: Language,
    /// What else he has said.
    pub form: EntryForm,
}

/// An entry to be kept.
#[derive(Clone, Copy, Debug)]
pub struct NewApplication<'a> {
    /// Where he wants to play.
    pub tournament: TournamentId,
    /// The message that asks for it.
    pub inbound: InboundId,
    /// When that arrived.
    pub arrived: Instant,
    /// Keyed hash of his address.
    pub tag: &'a [u8],
    /// Who he is.
    pub person: &'a Applicant,
    /// Where it stands.
    pub state: EntryState,
    /// The player he is, where he is known.
    pub player: Option<PlayerId>,
}

/// An entry, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Number in this home.
    pub id: i64,
    /// Where he wants to play.
    pub tournament: TournamentId,
    /// Its number there, in order of arrival.
    pub number: u32,
    /// The message that asked for it.
    pub inbound: Option<InboundId>,
    /// When that arrived.
    pub made: Instant,
    /// Who he is; `None`: it was erased.
    pub person: Option<Applicant>,
    /// Where it stands.
    pub state: EntryState,
    /// The documents were seen.
    pub seen: bool,
    /// The fee was paid.
    pub paid: bool,
    /// When a code was mailed.
    pub asked: Option<Instant>,
    /// The player he is, once known or admitted.
    pub player: Option<PlayerId>,
    /// When it was refused or withdrawn.
    pub settled: Option<Instant>,
    /// When it was erased.
    pub erased: Option<Instant>,
}

impl Application {
    /// His name; empty once erased.
    pub fn name(&self) -> &str {
        self.person.as_ref().map_or("", |p| p.name.as_str())
    }
}

const ROWS: &str = "SELECT a.id, a.tournament_id, a.number, a.inbound_id, a.made_at, a.person,
    a.state, a.seen, a.paid, a.asked_at, a.player_id, a.settled_at, a.erased_at, k.id, k.key
    FROM application a LEFT JOIN person_key k ON k.id = a.key_id";

fn application(row: &Row<'_>) -> engine::Result<Application> {
    let (id, key): (Option<i64>, Option<Vec<u8>>) = (row.get(13)?, row.get(14)?);
    let sealed: Vec<u8> = row.get(5)?;
    let person = match (id, key) {
        (Some(id), Some(key)) if !sealed.is_empty() => {
            let wrong = |e: Box<dyn std::error::Error + Send + Sync>| {
                rusqlite::Error::FromSqlConversionFailure(5, Type::Blob, e)
            };
            let text = PersonKey { id, key }.open(&sealed);
            let text = text.map_err(|e| wrong(Box::new(e)))?;
            Some(serde_json::from_slice(&text).map_err(|e| wrong(Box::new(e)))?)
        }
        _ => None,
    };
    Ok(Application {
        id: row.get(0)?,
        tournament: row.get(1)?,
        number: row.get(2)?,
        inbound: row.get(3)?,
        made: row.get(4)?,
        person,
        state: state(row)?,
        seen: row.get(7)?,
        paid: row.get(8)?,
        asked: row.get(9)?,
        player: row.get(10)?,
        settled: row.get(11)?,
        erased: row.get(12)?,
    })
}

fn state(row: &Row<'_>) -> engine::Result<EntryState> {
    let word: String = row.get(6)?;
    EntryState::named(&word).ok_or_else(|| {
        let what = format!("'{word}' is no state of an entry");
        rusqlite::Error::FromSqlConversionFailure(6, Type::Text, what.into()).into()
    })
}

impl View<'_> {
    fn applications(
        &self,
        which: &str,
        values: impl engine::Params,
    ) -> Result<Vec<Application>, StoreError> {
        let sql = format!("{ROWS} {which} ORDER BY a.id");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map(values, application)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The entries for a tournament, in order of arrival.
    pub fn applications_of(&self, id: TournamentId) -> Result<Vec<Application>, StoreError> {
        self.applications("WHERE a.tournament_id = ?1", [id])
    }

    /// Those of an address, by its keyed hash.
    pub fn applications_by(&self, tag: &[u8]) -> Result<Vec<Application>, StoreError> {
        self.applications("WHERE a.tag = ?1", [tag])
    }

    /// The one that a code confirms.
    pub fn application_of_code(&self, code: &str) -> Result<Option<Application>, StoreError> {
        let mut found = self.applications("WHERE a.code = ?1", [code])?;
        Ok(found.pop())
    }

    /// One of them.
    pub fn application_load(&self, id: i64) -> Result<Option<Application>, StoreError> {
        Ok(self.applications("WHERE a.id = ?1", [id])?.pop())
    }

    /// Those that were refused, withdrawn, or left unconfirmed before an hour and are not
    /// erased.
    pub fn applications_to_erase(&self, before: Instant) -> Result<Vec<Application>, StoreError> {
        self.applications(
            "WHERE a.erased_at IS NULL AND (a.settled_at < ?1
             OR (a.state IN ('asked','unverified') AND a.made_at < ?1))",
            [before],
        )
    }

    /// How many entries were erased.
    pub fn applications_erased(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM application WHERE erased_at IS NOT NULL";
        let n: i64 = self.conn.query_row(sql, [], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }
}

impl Tx<'_> {
    /// Keeps an entry; its number there.
    pub fn application_add(&self, new: &NewApplication<'_>) -> Result<Application, StoreError> {
        let key = self.person_key_of(Some(&new.person.email))?;
        let person = key.seal(&serde_json::to_vec(new.person)?)?;
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO application (tournament_id, number, inbound_id, made_at, tag, person,
                 state, player_id, key_id)
                 SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
                 FROM application WHERE tournament_id = ?1",
            )?
            .insert(params![
                new.tournament,
                new.inbound,
                new.arrived,
                new.tag,
                person,
                new.state.word(),
                new.player,
                key.id,
            ])?;
        let kept = self.application_load(id)?;
        kept.ok_or_else(|| StoreError::Seal("an entry vanished".to_owned()))
    }

    /// What he says of himself now.
    pub fn application_says(&self, id: i64, person: &Applicant) -> Result<(), StoreError> {
        let Some(key) = self.key_of_row("application", id)? else {
            return Ok(());
        };
        let person = key.seal(&serde_json::to_vec(person)?)?;
        self.conn
            .prepare_cached("UPDATE application SET person = ?2 WHERE id = ?1")?
            .execute(params![id, person])?;
        Ok(())
    }

    /// A code is mailed for it.
    pub fn application_asked(&self, id: i64, code: &str, at: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE application SET state = 'asked', code = ?2, asked_at = ?3 WHERE id = ?1",
            )?
            .execute(params![id, code, at])?;
        Ok(())
    }

    /// Where it stands from now on. Its code is no longer good.
    pub fn application_state(
        &self,
        id: i64,
        state: EntryState,
        at: Instant,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE application SET state = ?2, settled_at = ?3, code = NULL WHERE id = ?1",
            )?
            .execute(params![id, state.word(), state.is_over().then_some(at)])?;
        Ok(())
    }

    /// The player he is.
    pub fn application_player(&self, id: i64, player: PlayerId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE application SET player_id = ?2 WHERE id = ?1")?
            .execute(params![id, player])?;
        Ok(())
    }

    /// Documents and fee, as they are ticked.
    pub fn application_ticks(&self, id: i64, seen: bool, paid: bool) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE application SET seen = ?2, paid = ?3 WHERE id = ?1")?
            .execute(params![id, seen, paid])?;
        Ok(())
    }

    /// Empties an entry of who made it. Where nothing else is kept of him (`all`), his key is
    /// destroyed: who it was can be read nowhere any more.
    pub fn application_erase(&self, id: i64, at: Instant, all: bool) -> Result<(), StoreError> {
        let key = self.key_of_row("application", id)?;
        self.conn
            .prepare_cached(
                "UPDATE application SET erased_at = ?2, tag = NULL, code = NULL, person = ?3
                 WHERE id = ?1",
            )?
            .execute(params![id, at, &[][..] as &[u8]])?;
        match key {
            Some(key) if all => self.person_keys_destroy(&[key.id]),
            _ => Ok(()),
        }
    }
}
