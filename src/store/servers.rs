//! The mail servers: since when one of them is asked in vain.

use super::engine::{OptionalExtension, params};
use super::{StoreError, Tx, View};
use crate::time::Instant;

/// What a mail server is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerRole {
    /// Letters are fetched from it.
    Inbox,
    /// Letters are handed to it.
    Outbox,
}

impl ServerRole {
    /// As the database has it.
    pub fn name(self) -> &'static str {
        match self {
            ServerRole::Inbox => "inbox",
            ServerRole::Outbox => "outbox",
        }
    }
}

/// What is known of a mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerRow {
    /// Host and port.
    pub name: String,
    /// Since when it was asked and has not answered; `None`: it answered the last time.
    pub asked: Option<Instant>,
    /// When it last answered; `None`: never.
    pub answered: Option<Instant>,
    /// Why it could not be used, in words; empty where that is not known.
    pub trouble: String,
}

impl View<'_> {
    /// What is known of a mail server; `None` where it was never asked.
    pub fn server(&self, role: ServerRole) -> Result<Option<ServerRow>, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT name, asked, answered, trouble FROM server WHERE role = ?1")?
            .query_row([role.name()], |r| {
                Ok(ServerRow {
                    name: r.get(0)?,
                    asked: r.get(1)?,
                    answered: r.get(2)?,
                    trouble: r.get(3)?,
                })
            })
            .optional()?)
    }
}

impl Tx<'_> {
    /// A server is asked. Where it has not answered since it was asked before, the
    /// earlier hour stays; another server begins anew.
    pub fn server_asked(
        &self,
        role: ServerRole,
        name: &str,
        at: Instant,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO server (role, name, asked) VALUES (?1, ?2, ?3)
                 ON CONFLICT (role) DO UPDATE SET name = excluded.name,
                 asked = CASE WHEN server.name = excluded.name
                   THEN coalesce(server.asked, excluded.asked) ELSE excluded.asked END,
                 answered = CASE WHEN server.name = excluded.name THEN server.answered END,
                 trouble = CASE WHEN server.name = excluded.name THEN server.trouble ELSE '' END",
            )?
            .execute(params![role.name(), name, at])?;
        Ok(())
    }

    /// It answered.
    pub fn server_answered(&self, role: ServerRole, at: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE server SET asked = NULL, answered = ?2, trouble = '' WHERE role = ?1",
            )?
            .execute(params![role.name(), at])?;
        Ok(())
    }

    /// It did not, or would not serve us.
    pub fn server_silent(&self, role: ServerRole, why: &str) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE server SET trouble = ?2 WHERE role = ?1")?
            .execute(params![role.name(), why])?;
        Ok(())
    }
}
