//! Officials at the desk of the server: what they sign in with, and the browsers in which
//! they are. Nothing lies here as it is shown to the server: keyed hashes do, argon2id's of
//! passwords, and the secret of their codes is sealed by whoever hands it over.

use super::accounts::MOST_SESSIONS;
use super::engine::{self, OptionalExtension, Row, params};
use super::{StoreError, Tx, View};
use crate::time::Instant;

/// What an official signs in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficialAccount {
    /// How often it was set or reset.
    pub turn: i64,
    /// What stands in it; none after a reset.
    pub factors: Option<Factors>,
    /// The newest step of time whose code was used.
    pub step: i64,
    /// When it was last reset, and by whom.
    pub reset: Option<(Instant, String)>,
}

/// The two things that prove an official.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// Argon2id's string of his password.
    pub password: String,
    /// The secret of his codes, sealed.
    pub totp: Vec<u8>,
}

/// A browser in which an official is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficialSession {
    /// By which it is ended.
    pub id: i64,
    /// Who is signed in: an address in lower case.
    pub address: String,
    /// How the browser names itself.
    pub browser: String,
    /// Since when.
    pub begun: Instant,
    /// When it was last noted as used.
    pub seen: Instant,
    /// It ends then where it is not used.
    pub idle: Instant,
    /// It ends then whatever is done.
    pub until: Instant,
}

/// A session of an official that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewOfficialSession<'a> {
    /// A keyed hash of what the browser shows.
    pub tag: &'a [u8],
    /// Who signs in: an address in lower case.
    pub address: &'a str,
    /// How the browser names itself.
    pub browser: &'a str,
    /// When.
    pub begun: Instant,
    /// It ends then where it is not used.
    pub idle: Instant,
    /// It ends then whatever is done.
    pub until: Instant,
}

const SESSION: &str = "SELECT id, address, browser, begun, seen, idle, until FROM official_session";

impl View<'_> {
    /// What the official of an address signs in with; none where nothing was ever set.
    pub fn official_account(&self, address: &str) -> Result<Option<OfficialAccount>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT turn, password, totp, step, reset_at, reset_by FROM official_account
             WHERE address = ?1",
        )?;
        Ok(statement.query_row([address], account_of).optional()?)
    }

    /// How many recovery codes an official has left.
    pub fn official_codes_left(&self, address: &str) -> Result<u32, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT count(*) FROM official_code WHERE address = ?1")?;
        Ok(statement.query_row([address], |r| r.get(0))?)
    }

    /// The session of a tag, where it has not ended by an hour.
    pub fn official_session(
        &self,
        tag: &[u8],
        now: Instant,
    ) -> Result<Option<OfficialSession>, StoreError> {
        let sql = format!("{SESSION} WHERE tag = ?1 AND idle > ?2 AND until > ?2");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let found = statement.query_row(params![tag, now], session_of);
        Ok(found.optional()?)
    }

    /// The sessions of an official that have not ended by an hour, oldest first.
    pub fn official_sessions_of(
        &self,
        address: &str,
        now: Instant,
    ) -> Result<Vec<OfficialSession>, StoreError> {
        let sql = format!("{SESSION} WHERE address = ?1 AND idle > ?2 AND until > ?2 ORDER BY id");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map(params![address, now], session_of)?;
        Ok(rows.collect::<Result<Vec<_>, _>>()?)
    }
}

impl Tx<'_> {
    /// Sets what an official signs in with, in place of what was there, and ends his sessions.
    pub fn official_account_set(
        &self,
        address: &str,
        factors: &Factors,
        (step, now): (i64, Instant),
        codes: &[Vec<u8>],
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO official_account (address, turn, password, totp, step, set_at)
                 VALUES (?1, 1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (address) DO UPDATE
                 SET turn = official_account.turn + 1, password = ?2, totp = ?3, step = ?4, set_at = ?5",
            )?
            .execute(params![address, factors.password, factors.totp, step, now])?;
        self.official_sign_in_changed(address)?;
        self.official_codes_set(address, codes)?;
        self.official_sessions_end(address, None)
    }

    /// Keeps another string of an official's password, where it is the one that was known; it was
    /// not set anew.
    pub fn official_renew_password(
        &self,
        address: &str,
        (old, new): (&str, &str),
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE official_account SET password = ?3 WHERE address = ?1 AND password = ?2",
            )?
            .execute(params![address, old, new])?;
        Ok(())
    }

    /// Takes away what an official signs in with, and what he was invited to; whether there
    /// was something. `by`: who does it, as the console calls him.
    pub fn official_account_reset(
        &self,
        address: &str,
        by: &str,
        now: Instant,
    ) -> Result<bool, StoreError> {
        let account = self.official_account(address)?;
        self.conn
            .prepare_cached(
                "INSERT INTO official_account (address, turn, step, reset_at, reset_by)
                 VALUES (?1, 1, 0, ?2, ?3)
                 ON CONFLICT (address) DO UPDATE
                 SET turn = official_account.turn + 1, password = NULL, totp = NULL, reset_at = ?2, reset_by = ?3",
            )?
            .execute(params![address, now, by])?;
        self.official_sign_in_changed(address)?;
        self.official_codes_set(address, &[])?;
        self.official_sessions_end(address, None)?;
        Ok(account.is_some_and(|a| a.factors.is_some()))
    }

    fn official_codes_set(&self, address: &str, codes: &[Vec<u8>]) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM official_code WHERE address = ?1")?
            .execute([address])?;
        let mut statement = self
            .conn
            .prepare_cached("INSERT INTO official_code (address, tag) VALUES (?1, ?2)")?;
        for tag in codes {
            statement.execute(params![address, tag])?;
        }
        Ok(())
    }

    /// Uses a step of time up; whether it was newer than those that were used.
    pub fn official_step_spend(&self, address: &str, step: i64) -> Result<bool, StoreError> {
        let spent = self
            .conn
            .prepare_cached(
                "UPDATE official_account SET step = ?2 WHERE address = ?1 AND step < ?2",
            )?
            .changes(params![address, step])?;
        Ok(spent > 0)
    }

    /// Uses a recovery code up; whether it was there.
    pub fn official_code_spend(&self, address: &str, tag: &[u8]) -> Result<bool, StoreError> {
        let spent = self
            .conn
            .prepare_cached("DELETE FROM official_code WHERE address = ?1 AND tag = ?2")?
            .changes(params![address, tag])?;
        Ok(spent > 0)
    }

    /// A session begins; those that have ended by then are forgotten, and of too many the oldest
    /// ends.
    pub fn official_session_add(&self, new: &NewOfficialSession<'_>) -> Result<i64, StoreError> {
        self.conn
            .prepare_cached("DELETE FROM official_session WHERE idle <= ?1 OR until <= ?1")?
            .execute([new.begun])?;
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO official_session (tag, address, browser, begun, seen, idle, until)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)",
            )?
            .insert(params![
                new.tag,
                new.address,
                new.browser,
                new.begun,
                new.idle,
                new.until
            ])?;
        self.conn
            .prepare_cached(
                "DELETE FROM official_session WHERE address = ?1 AND id NOT IN
                 (SELECT id FROM official_session WHERE address = ?1 ORDER BY id DESC LIMIT ?2)",
            )?
            .execute(params![new.address, MOST_SESSIONS])?;
        Ok(id)
    }

    /// A session is used, and ends later for it.
    pub fn official_session_seen(
        &self,
        id: i64,
        now: Instant,
        idle: Instant,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE official_session SET seen = ?2, idle = ?3 WHERE id = ?1")?
            .execute(params![id, now, idle])?;
        Ok(())
    }

    /// Ends a session of an official.
    pub fn official_session_end(&self, address: &str, id: i64) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM official_session WHERE address = ?1 AND id = ?2")?
            .execute(params![address, id])?;
        Ok(())
    }

    /// Ends all sessions of an official but one.
    pub fn official_sessions_end(&self, address: &str, but: Option<i64>) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM official_session WHERE address = ?1 AND id IS NOT ?2")?
            .execute(params![address, but])?;
        Ok(())
    }
}

fn account_of(row: &Row<'_>) -> engine::Result<OfficialAccount> {
    let factors = match (row.get(1)?, row.get(2)?) {
        (Some(password), Some(totp)) => Some(Factors { password, totp }),
        _ => None,
    };
    let at: Option<Instant> = row.get(4)?;
    let by: Option<String> = row.get(5)?;
    Ok(OfficialAccount {
        turn: row.get(0)?,
        factors,
        step: row.get(3)?,
        reset: at.zip(by),
    })
}

fn session_of(row: &Row<'_>) -> engine::Result<OfficialSession> {
    Ok(OfficialSession {
        id: row.get(0)?,
        address: row.get(1)?,
        browser: row.get(2)?,
        begun: row.get(3)?,
        seen: row.get(4)?,
        idle: row.get(5)?,
        until: row.get(6)?,
    })
}
