//! After a restore: what the database that was replaced knew of letters which wait in the
//! backup. They have left: that is recorded before anything is decided or sent, by the hour
//! at which it was, and none leaves a second time.

use super::alone::Robot;
use super::daily;
use super::desk::Desk;
use super::paper;
use super::send::letter_left;
use crate::error::Failure;
use crate::store::Departed;

impl Robot {
    /// Records it, where there is anything to record: with each transaction that is done.
    pub(super) fn note_departed(&mut self) -> Result<(), Failure> {
        match self.store.read().departed()?.is_empty() {
            true => Ok(()),
            false => self.batch(|_| Ok(())),
        }
    }
}

/// Records that letters had left, the first first.
pub(super) fn note_departed(desk: &mut Desk<'_>) -> Result<(), Failure> {
    let all = desk.tx.departed()?;
    for one in &all {
        match one.sent {
            Some(_) => mailed(desk, one)?,
            None => on_paper(desk, one)?,
        }
    }
    match all.is_empty() {
        true => Ok(()),
        false => Ok(desk.tx.departed_forget()?),
    }
}

fn mailed(desk: &mut Desk<'_>, one: &Departed) -> Result<(), Failure> {
    let waiting = desk.tx.outbound_waiting_as(&one.message_id)?;
    let Some((due, at)) = waiting.zip(one.sent) else {
        return Ok(());
    };
    letter_left(desk, &due, at)?;
    desk.tx.outbound_mark_sent(&[due.id], at)?;
    daily::count_daily(desk, at)
}

fn on_paper(desk: &mut Desk<'_>, one: &Departed) -> Result<(), Failure> {
    let row = desk.tx.paper_as_it_was(one)?;
    match row.zip(one.paper.posted) {
        Some((row, day)) => paper::posted(desk, &row, day),
        None => Ok(()),
    }
}
