//! Erasing who made an entry: his key is destroyed, and his letters are cut to nothing. What
//! was decided stays in the record, which names nobody.

use super::alone::Robot;
use super::desk::Desk;
use super::field::{self, EntryGrounds};
use crate::error::Failure;
use crate::record::{Cause, TournamentEvent};
use crate::rules::Article;
use crate::store::{Application, TournamentRow};

/// Days after which who was refused, who took his entry back and who never confirmed it is
/// erased: longer than any term for a protest.
const ERASED_AFTER: i64 = 60;

/// Erases who made an entry.
pub(super) fn erase(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    grounds: EntryGrounds<'_>,
) -> Result<(), Failure> {
    let nothing_else = match &one.person {
        Some(person) => {
            desk.tx.player_by_address(&person.email)?.is_none() && !is_elsewhere(desk, one)?
        }
        None => false,
    };
    if let Some(person) = one.person.as_ref().filter(|_| nothing_else) {
        desk.tx.letters_forget(&person.email)?;
    }
    desk.tx.application_erase(one.id, desk.now, nothing_else)?;
    let event = TournamentEvent::EntryErased { entry: one.number };
    field::note(desk, row, event, (Article::AdmissionRefused, grounds))
}

/// Whether another entry of the same person is kept: his key and his letters are needed for it.
fn is_elsewhere(desk: &Desk<'_>, one: &Application) -> Result<bool, Failure> {
    let Some(person) = &one.person else {
        return Ok(false);
    };
    let tag = field::tag_of(desk, &person.email);
    let all = desk.tx.applications_by(&tag)?;
    Ok(all.iter().any(|a| a.id != one.id))
}

impl Robot {
    /// How many entries were erased: what is missing of them is no difference.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn entries_erased(&self) -> Result<u64, Failure> {
        Ok(self.store.read().applications_erased()?)
    }

    /// Erases who was refused, or took his entry back, long ago. How many.
    pub(super) fn erase_old_entries(&mut self) -> Result<usize, Failure> {
        let before = self.now.plus_seconds(-ERASED_AFTER * 86_400);
        let old = self.store.read().applications_to_erase(before)?;
        if old.is_empty() {
            return Ok(0);
        }
        self.batch(|desk| {
            for one in &old {
                let Some(row) = desk.tx.tournament_load_id(one.tournament)? else {
                    continue;
                };
                erase(desk, &row, one, EntryGrounds::of(Cause::Tick))?;
            }
            Ok(old.len())
        })
    }
}
