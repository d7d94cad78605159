//! The archive of a home: letters leave only after what caused them lies there, a
//! restored home tells its players where their games stand, and `verify` compares.

use super::alone::Robot;
use super::verify::Difference;
use crate::arbiter::notice::ArchiveHead;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::OutboundId;
use crate::record::{About, Status};
use crate::store::{Compared, Due, StoreError};
use std::path::Path;

impl Robot {
    /// Takes what was committed into the archive before letters leave. `upto` is the
    /// newest letter of which that is known.
    pub(super) fn cover(&mut self, due: &[Due], upto: &mut OutboundId) -> Result<(), Failure> {
        if !self.store.has_archive() || due.iter().all(|d| d.id <= *upto) {
            return Ok(());
        }
        // Asked before: what is composed meanwhile is looked at again.
        let newest = self.store.read().outbound_newest()?;
        match self.archive_now() {
            Ok(()) => {
                *upto = newest;
                let state = self.store.read().archive_state()?;
                if state.is_some_and(|(_, uncovered)| uncovered > 0) {
                    self.write(|tx| Ok(tx.archive_uncovered(0)?))?;
                }
                Ok(())
            }
            Err(e) if self.config.archive.required => {
                let mut failure = Failure::later(e).about("letters wait for the archive");
                failure.is_of_a_server = true;
                Err(failure)
            }
            Err(e) => {
                tracing::warn!("{e}; letters leave without it");
                let letters = u64::try_from(due.len()).unwrap_or(u64::MAX);
                self.write(|tx| Ok(tx.archive_uncovered(letters)?))?;
                *upto = newest;
                Ok(())
            }
        }
    }

    /// The same after letters left: that they did is an entry too. What fails is told
    /// by the next pass.
    pub(super) fn cover_at_last(&mut self) {
        if let Err(e) = self.archive_now() {
            tracing::warn!("{e}");
        }
    }

    /// Takes all that was committed into the archive. Who gives an order waits for no
    /// command: it is for the next pass.
    fn archive_now(&mut self) -> Result<(), StoreError> {
        self.store.archive_now(self.hurries)
    }

    /// Finds out whether the archive takes what was committed, for `check`; `None`:
    /// there is none.
    ///
    /// # Errors
    /// Why it does not.
    pub fn try_archive(&mut self) -> Result<Option<u64>, Failure> {
        self.store.archive_now(false)?;
        Ok(self.store.archive_head()?.map(|tail| tail.n))
    }

    /// The last line of the archive, for the digest.
    pub(super) fn archive_head(&mut self) -> Option<ArchiveHead> {
        let tail = self.archive_now().and_then(|()| self.store.archive_head());
        let tail = tail.unwrap_or_else(|e| {
            tracing::warn!("{e}");
            None
        });
        tail.map(|tail| ArchiveHead {
            line: tail.n,
            head: tail.head,
        })
    }

    /// Mails both players of each active game the position and whose turn it is: after
    /// a restore they may have seen letters that nobody here knows.
    ///
    /// # Errors
    /// The record cannot be read, or the letters not be written.
    pub fn announce(&mut self) -> Result<u32, Failure> {
        let mut games = Vec::new();
        let view = self.store.read();
        for tournament in view.tournament_list()? {
            for row in view.games_of_tournament(tournament.facts.id)? {
                if row.status == Status::Active {
                    games.push(row.id);
                }
            }
        }
        let letters = self.batch(|desk| {
            let mut letters = 0;
            for id in games {
                let game = desk.game(id)?;
                let mut ruling = Ruling::default();
                for side in Side::BOTH {
                    let body = Body::Repeat {
                        ply: game.ply(),
                        asked: false,
                        days: 0,
                        copy: false,
                        restored: true,
                    };
                    let to = Recipient::Player(game.player(side).id);
                    let mut notice = Notice::new(to, body);
                    // Where the letter that began his time is lost, it begins with this one.
                    if game.turn() == side && game.letter_left().is_none() {
                        notice.begins = Some((game.ply(), About::Move, side));
                    }
                    ruling.notices.push(notice);
                    letters += 1;
                }
                desk.record(ruling, Some(id), None)?;
            }
            Ok(letters)
        })?;
        self.send_if_possible()?;
        Ok(letters)
    }

    /// Proves that an archive is what was written, and that the record is what it says.
    ///
    /// # Errors
    /// The chain is broken, or cannot be read.
    pub fn verify_archive(
        &self,
        place: &Path,
        head: Option<&str>,
    ) -> Result<(Compared, Vec<Difference>), Failure> {
        let mut compared = self.store.archive_compare(place, head)?;
        if let Some(head) = head
            && !compared.holds_head
        {
            let why = format!(
                "no line of the archive has the hash {head}: it was rewritten, or is another's"
            );
            compared.differences.push(why);
        }
        let differences = compared.differences.iter().map(|what| Difference {
            game: None,
            what: what.clone(),
        });
        let differences = differences.collect();
        Ok((compared, differences))
    }
}
