//! Who may act on the web: passwords, browsers that are signed in, links that were mailed
//! for that, and the secrets of players' programs. Nothing that is shown to the server lies
//! here as it is shown: keyed hashes do ([`Key::tag`](crate::token::Key::tag)), and of
//! passwords argon2id's.

use super::engine::{self, OptionalExtension, Row, params};
use super::{StoreError, Tx, View};
use crate::ids::PlayerId;
use crate::time::Instant;

/// Sessions of an account at once.
pub(super) const MOST_SESSIONS: u32 = 20;

/// A browser in which a player is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// By which it is ended.
    pub id: i64,
    /// Who is signed in.
    pub player: PlayerId,
    /// How the browser names itself.
    pub browser: String,
    /// Since when.
    pub begun: Instant,
    /// When it was last noted as used.
    pub seen: Instant,
    /// It ends by itself.
    pub until: Instant,
}

/// A session that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// A keyed hash of what the browser shows.
    pub tag: &'a [u8],
    /// Who signs in.
    pub player: PlayerId,
    /// How the browser names itself.
    pub browser: &'a str,
    /// When.
    pub begun: Instant,
    /// It ends by itself.
    pub until: Instant,
}

/// Through which door a program of a player comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPurpose {
    /// Xfcc.
    Xfcc,
    /// The JSON interface.
    Api,
}

impl KeyPurpose {
    /// As the table has it.
    pub fn name(self) -> &'static str {
        match self {
            KeyPurpose::Xfcc => "xfcc",
            KeyPurpose::Api => "api",
        }
    }
}

/// A secret of a player's program, without the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessKeyRow {
    /// By which it is ended.
    pub id: i64,
    /// Whose games it is for.
    pub player: PlayerId,
    /// Through which door: [`KeyPurpose::name`].
    pub purpose: String,
    /// What he calls it.
    pub name: String,
    /// When it was made.
    pub made: Instant,
    /// It ends by itself.
    pub until: Instant,
    /// When it was last noted as used.
    pub used: Option<Instant>,
}

/// A secret that is made for a program.
#[derive(Clone, Copy, Debug)]
pub struct NewAccessKey<'a> {
    /// A keyed hash of it.
    pub tag: &'a [u8],
    /// Whose games it is for.
    pub player: PlayerId,
    /// Through which door.
    pub purpose: KeyPurpose,
    /// What he calls it.
    pub name: &'a str,
    /// When.
    pub made: Instant,
    /// It ends by itself.
    pub until: Instant,
}

const SESSION: &str = "SELECT id, player_id, browser, begun, seen, until FROM session";
const ACCESS_KEY: &str = "SELECT id, player_id, purpose, name, made, until, used FROM access_key";

impl View<'_> {
    /// A player's password as argon2id's string; `None` where he has set none.
    pub fn account_password(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT password FROM account WHERE player_id = ?1")?;
        Ok(statement.query_row([player], |r| r.get(0)).optional()?)
    }

    /// The session of a tag, where it has not ended by an hour.
    pub fn session_load(&self, tag: &[u8], now: Instant) -> Result<Option<SessionRow>, StoreError> {
        let sql = format!("{SESSION} WHERE tag = ?1 AND until > ?2");
        let mut statement = self.conn.prepare_cached(&sql)?;
        Ok(statement
            .query_row(params![tag, now], session_of)
            .optional()?)
    }

    /// The sessions of a player that have not ended by an hour, oldest first.
    pub fn sessions_of(
        &self,
        player: PlayerId,
        now: Instant,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let sql = format!("{SESSION} WHERE player_id = ?1 AND until > ?2 ORDER BY id");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map(params![player, now], session_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Whether a link is good in a browser at an hour.
    pub fn sign_in_holds(
        &self,
        tag: &[u8],
        browser: &[u8],
        now: Instant,
    ) -> Result<bool, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM sign_in WHERE tag = ?1 AND browser = ?2 AND until > ?3)",
        )?;
        Ok(statement.query_row(params![tag, browser, now], |r| r.get(0))?)
    }

    /// Whether anything is left at an hour of what was mailed for a browser.
    pub fn sign_in_has_tries(&self, browser: &[u8], now: Instant) -> Result<bool, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM sign_in WHERE browser = ?1 AND until > ?2)",
        )?;
        Ok(statement.query_row(params![browser, now], |r| r.get(0))?)
    }

    /// The secret of a tag and a door, where it has not ended by an hour.
    pub fn access_key_load(
        &self,
        tag: &[u8],
        purpose: KeyPurpose,
        now: Instant,
    ) -> Result<Option<AccessKeyRow>, StoreError> {
        let sql = format!("{ACCESS_KEY} WHERE tag = ?1 AND purpose = ?2 AND until > ?3");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let found = statement.query_row(params![tag, purpose.name(), now], access_key_of);
        Ok(found.optional()?)
    }

    /// The secrets of a player that have not ended by an hour, oldest first.
    pub fn access_keys_of(
        &self,
        player: PlayerId,
        now: Instant,
    ) -> Result<Vec<AccessKeyRow>, StoreError> {
        let sql = format!("{ACCESS_KEY} WHERE player_id = ?1 AND until > ?2 ORDER BY id");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map(params![player, now], access_key_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Sets a player's password, of which argon2id's string is given.
    pub fn account_set_password(
        &self,
        player: PlayerId,
        password: &str,
        now: Instant,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO account (player_id, password, set_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (player_id) DO UPDATE SET password = ?2, set_at = ?3",
            )?
            .execute(params![player, password, now])?;
        self.player_sign_in_changed(player)
    }

    /// Keeps another string of the same password, where it is the one that was known; it was not
    /// set anew.
    pub fn account_renew_password(
        &self,
        player: PlayerId,
        (old, new): (&str, &str),
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE account SET password = ?3 WHERE player_id = ?1 AND password = ?2",
            )?
            .execute(params![player, old, new])?;
        Ok(())
    }

    /// A session begins; those that have ended by then are forgotten, and of too many the oldest
    /// ends.
    pub fn session_add(&self, new: &NewSession<'_>) -> Result<i64, StoreError> {
        self.conn
            .prepare_cached("DELETE FROM session WHERE until <= ?1")?
            .execute([new.begun])?;
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO session (tag, player_id, browser, begun, seen, until)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
            )?
            .insert(params![
                new.tag,
                new.player,
                new.browser,
                new.begun,
                new.until
            ])?;
        self.conn
            .prepare_cached(
                "DELETE FROM session WHERE player_id = ?1 AND id NOT IN
                 (SELECT id FROM session WHERE player_id = ?1 ORDER BY id DESC LIMIT ?2)",
            )?
            .execute(params![new.player, MOST_SESSIONS])?;
        Ok(id)
    }

    /// A session is used, and lasts longer for it.
    pub fn session_seen(&self, id: i64, now: Instant, until: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE session SET seen = ?2, until = ?3 WHERE id = ?1")?
            .execute(params![id, now, until])?;
        Ok(())
    }

    /// Ends a session of a player; whether there was one.
    pub fn session_end(&self, player: PlayerId, id: i64) -> Result<bool, StoreError> {
        let ended = self
            .conn
            .prepare_cached("DELETE FROM session WHERE player_id = ?1 AND id = ?2")?
            .changes(params![player, id])?;
        Ok(ended > 0)
    }

    /// Ends all sessions of a player but one.
    pub fn sessions_end(&self, player: PlayerId, but: Option<i64>) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM session WHERE player_id = ?1 AND id IS NOT ?2")?
            .execute(params![player, but])?;
        Ok(())
    }

    /// Ends all by which somebody acts for a player: his password, sessions, mailed links, the
    /// secrets of his programs. Whoever read his letters can have set any of them.
    pub fn account_closes(&self, player: PlayerId) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM account WHERE player_id = ?1",
            "DELETE FROM session WHERE player_id = ?1",
            "DELETE FROM sign_in WHERE player_id = ?1",
            "DELETE FROM access_key WHERE player_id = ?1",
        ] {
            self.conn.prepare_cached(sql)?.execute([player])?;
        }
        self.player_sign_in_changed(player)
    }

    /// A link was mailed, or a try of a code; those that are too old are forgotten.
    pub fn sign_in_add(
        &self,
        tag: &[u8],
        player: PlayerId,
        browser: &[u8],
        (now, until): (Instant, Instant),
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM sign_in WHERE until <= ?1")?
            .execute([now])?;
        self.conn
            .prepare_cached(
                "INSERT INTO sign_in (tag, player_id, browser, until) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![tag, player, browser, until])?;
        Ok(())
    }

    /// Uses a link up, in the browser that asked for it: whom it signs in. `None`: it is none,
    /// another browser's, used or too old; then it is left as it is.
    pub fn sign_in_spend(
        &self,
        tag: &[u8],
        browser: &[u8],
        now: Instant,
    ) -> Result<Option<PlayerId>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "DELETE FROM sign_in WHERE tag = ?1 AND browser = ?2 AND until > ?3
             RETURNING player_id",
        )?;
        let spent = statement.query_row(params![tag, browser, now], |r| r.get(0));
        Ok(spent.optional()?)
    }

    /// Tries a code that was mailed beside a link, in the browser that asked: whom it signs in.
    /// `tags`: one for each try that there was at first; each stands in a row of its own. The
    /// right one uses all up, a wrong one a single try.
    pub fn sign_in_try(
        &self,
        tags: &[Vec<u8>],
        browser: &[u8],
        now: Instant,
    ) -> Result<Option<PlayerId>, StoreError> {
        for tag in tags {
            let spent = self.sign_in_spend(tag, browser, now)?;
            if spent.is_some() {
                self.sign_ins_end(browser)?;
                return Ok(spent);
            }
        }
        self.conn
            .prepare_cached(
                "DELETE FROM sign_in WHERE tag =
                 (SELECT tag FROM sign_in WHERE browser = ?1 ORDER BY tag LIMIT 1)",
            )?
            .execute([browser])?;
        Ok(None)
    }

    /// All that was mailed for a browser ends.
    pub fn sign_ins_end(&self, browser: &[u8]) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM sign_in WHERE browser = ?1")?
            .execute([browser])?;
        Ok(())
    }

    /// A link is worth nothing any more, in any browser, and with it no link and no code that
    /// its owner was mailed: whom it would have signed in.
    pub fn sign_in_void(&self, tag: &[u8]) -> Result<Option<PlayerId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("DELETE FROM sign_in WHERE tag = ?1 RETURNING player_id")?;
        let owner: Option<PlayerId> = statement.query_row([tag], |r| r.get(0)).optional()?;
        if let Some(owner) = owner {
            self.conn
                .prepare_cached("DELETE FROM sign_in WHERE player_id = ?1")?
                .execute([owner])?;
        }
        Ok(owner)
    }

    /// Keeps a secret of a program; those that have ended by then are forgotten.
    pub fn access_key_add(&self, new: &NewAccessKey<'_>) -> Result<i64, StoreError> {
        self.conn
            .prepare_cached("DELETE FROM access_key WHERE until <= ?1")?
            .execute([new.made])?;
        Ok(self
            .conn
            .prepare_insert(
                "INSERT INTO access_key (tag, player_id, purpose, name, made, until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .insert(params![
                new.tag,
                new.player,
                new.purpose.name(),
                new.name,
                new.made,
                new.until
            ])?)
    }

    /// A secret is used.
    pub fn access_key_used(&self, id: i64, now: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE access_key SET used = ?2 WHERE id = ?1")?
            .execute(params![id, now])?;
        Ok(())
    }

    /// Ends all secrets of a player's programs.
    pub fn access_keys_end(&self, player: PlayerId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM access_key WHERE player_id = ?1")?
            .execute([player])?;
        Ok(())
    }

    /// Ends a secret of a player; whether there was one.
    pub fn access_key_end(&self, player: PlayerId, id: i64) -> Result<bool, StoreError> {
        let ended = self
            .conn
            .prepare_cached("DELETE FROM access_key WHERE player_id = ?1 AND id = ?2")?
            .changes(params![player, id])?;
        Ok(ended > 0)
    }
}

fn session_of(row: &Row<'_>) -> engine::Result<SessionRow> {
    Ok(SessionRow {
        id: row.get(0)?,
        player: row.get(1)?,
        browser: row.get(2)?,
        begun: row.get(3)?,
        seen: row.get(4)?,
        until: row.get(5)?,
    })
}

fn access_key_of(row: &Row<'_>) -> engine::Result<AccessKeyRow> {
    Ok(AccessKeyRow {
        id: row.get(0)?,
        player: row.get(1)?,
        purpose: row.get(2)?,
        name: row.get(3)?,
        made: row.get(4)?,
        until: row.get(5)?,
        used: row.get(6)?,
    })
}
