//! Looks into the mailbox that were complete (RULES.md 4, "After a complete look").
//!
//! Whoever fetches reads the hour *before* it asks the mailbox for anything, keeps all
//! that comes, and where nothing failed and nothing was left out calls
//! [`Tx::fetch_ended`] with that hour, in a transaction after the last letter was
//! committed. Who rules letters need not tell anybody: what a fetch brought has no
//! greater number than the newest letter kept when it ended, so [`View::looked`] sees
//! by itself whether all of it is ruled. What falls due at an hour may be declared
//! where `looked().began` is that hour or later; a fetch that is still being ruled
//! does not count yet, the one before it does.

use super::engine::{OptionalExtension, params};
use super::{StoreError, Tx, View};
use crate::ids::{InboundId, PlayerId};
use crate::time::Instant;
use std::collections::BTreeSet;

/// A look into the mailbox that was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompleteLook {
    /// The hour read before the mailbox was asked for anything.
    pub began: Instant,
    /// The hour at which its last letter was kept.
    pub ended: Instant,
}

/// Who wrote what the last complete fetch could not bring, as a list of their numbers in JSON:
/// in their games it was none.
const UNREAD_OF: &str = "unread-of";

/// The same with the newest letter that was kept when it ended.
pub(super) type FetchedLook = (CompleteLook, InboundId);

/// Whether a letter up to a number still waits to be ruled.
pub(super) const WAITS: &str = "SELECT EXISTS (SELECT 1 FROM inbound INDEXED BY inbound_pending
     WHERE state = 'pending' AND id <= ?1)";

impl View<'_> {
    /// The last complete fetch, whether its letters are ruled or not.
    pub fn fetched(&self) -> Result<Option<CompleteLook>, StoreError> {
        Ok(self.last_fetched()?.map(|(look, _)| look))
    }

    /// The last complete look: a complete fetch of which every letter is ruled.
    pub fn looked(&self) -> Result<Option<CompleteLook>, StoreError> {
        match self.last_fetched()? {
            Some((look, newest)) if !self.waits(newest)? => Ok(Some(look)),
            Some(_) | None => Ok(self.look_of("ruled")?.map(|(look, _)| look)),
        }
    }

    /// Who wrote letters that the last complete fetch found and could not bring: a complete
    /// look was none in their games.
    pub fn unread_of(&self) -> Result<BTreeSet<PlayerId>, StoreError> {
        let text = self.meta_get(UNREAD_OF)?.unwrap_or_default();
        Ok(match text.is_empty() {
            true => BTreeSet::new(),
            false => serde_json::from_str(&text)?,
        })
    }

    fn last_fetched(&self) -> Result<Option<FetchedLook>, StoreError> {
        self.known(
            |known| known.fetched,
            || self.look_of("fetched"),
            |known, look| known.fetched = Some(*look),
        )
    }

    fn waits(&self, newest: InboundId) -> Result<bool, StoreError> {
        let mut statement = self.conn.prepare_cached(WAITS)?;
        Ok(statement.query_row([newest], |r| r.get(0))?)
    }

    fn look_of(&self, what: &str) -> Result<Option<FetchedLook>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT began, ended, newest FROM look WHERE what = ?1")?;
        let look = statement.query_row([what], |r| {
            let (began, ended) = (r.get(0)?, r.get(1)?);
            Ok((CompleteLook { began, ended }, r.get(2)?))
        });
        Ok(look.optional()?)
    }
}

impl Tx<'_> {
    /// A fetch that began at an hour has ended: nothing was left in the mailbox but letters
    /// of these players that it does not give, and everything it brought is kept.
    pub fn fetch_ended(
        &self,
        (began, ended): (Instant, Instant),
        unread_of: &BTreeSet<PlayerId>,
    ) -> Result<(), StoreError> {
        if self.unread_of()? != *unread_of {
            let text = match unread_of.is_empty() {
                true => String::new(),
                false => serde_json::to_string(unread_of)?,
            };
            self.meta_set(UNREAD_OF, &text)?;
        }
        // The one before it is remembered once all of it is ruled: letters that keep
        // coming would else hide every look there was.
        if let Some((look, newest)) = self.look_of("fetched")?
            && !self.waits(newest)?
        {
            self.look_set("ruled", look, newest)?;
        }
        let newest = self
            .conn
            .prepare_cached("SELECT coalesce(max(id), 0) FROM inbound")?
            .query_row([], |r| r.get(0))?;
        self.look_set("fetched", CompleteLook { began, ended }, newest)
    }

    /// Looks that began after an hour are forgotten: the clock that they were told by
    /// was wrong.
    pub fn looks_forget_after(&self, hour: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM look WHERE began > ?1")?
            .execute([hour])?;
        self.looks_change();
        Ok(())
    }

    fn look_set(
        &self,
        what: &str,
        look: CompleteLook,
        newest: InboundId,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO look (what, began, ended, newest) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (what) DO UPDATE SET began = ?2, ended = ?3, newest = ?4",
            )?
            .execute(params![what, look.began, look.ended, newest])?;
        self.looks_change();
        Ok(())
    }
}
