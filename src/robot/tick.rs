//! A pass over the clocks: whatever is due, and nothing else, is looked at.

use super::desk::{Batch, Robot};
use super::send::Sent;
use crate::arbiter;
use crate::error::Failure;
use crate::ids::GameId;
use crate::record::{Entry, Event};
use crate::time::Instant;
use serde::Serialize;
use std::collections::BTreeSet;

/// Games looked at in one transaction.
const GAMES_A_BATCH: u32 = 200;

/// What a pass over the clocks did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TickReport {
    /// Games that were due.
    pub due: u32,
    /// One line for each thing that happened.
    pub events: Vec<String>,
    /// Letters that left.
    pub sent: u32,
    /// Letters that could not leave yet.
    pub deferred: u32,
}

impl Robot {
    /// One pass over the clocks, and what it says is sent.
    ///
    /// # Errors
    /// Also where all else was done, and only letters could not be sent.
    pub fn tick(&mut self) -> Result<TickReport, Failure> {
        let (report, done) = self.tick_and_send();
        done.map(|()| report)
    }

    /// The same; what happened is told in any case.
    pub fn tick_and_send(&mut self) -> (TickReport, Result<(), Failure>) {
        let mut report = TickReport::default();
        let mut sent = Sent::default();
        let done = self
            .look_where_due()
            .and_then(|looked| self.fall_due(looked, &mut report))
            .and_then(|()| self.send_into(&mut sent));
        report.sent = sent.sent;
        report.deferred = sent.deferred;
        (report, done)
    }

    /// Does what is due, alone, and sends nothing. `looked` is the hour up to which the
    /// inbox is read completely, and all of it ruled.
    pub(super) fn fall_due(
        &mut self,
        looked: Option<Instant>,
        report: &mut TickReport,
    ) -> Result<(), Failure> {
        let mut seen: BTreeSet<GameId> = BTreeSet::new();
        let mut released = 0;
        loop {
            if self.is_to_stop() {
                break;
            }
            let told = self.alone(|robot| {
                let fresh = robot.fresh(&seen)?;
                if fresh.is_empty() {
                    return Ok(None);
                }
                seen.extend(&fresh);
                report.due += u32::try_from(fresh.len()).unwrap_or(u32::MAX);
                robot.batch(|batch| {
                    let mut told = Vec::new();
                    for id in fresh {
                        let (events, held) = batch.tick_game(id, looked)?;
                        told.extend(events);
                        released += held;
                    }
                    Ok(Some(told))
                })
            })?;
            match told {
                Some(told) => report.events.extend(told),
                None => break,
            }
        }
        if released > 0 {
            self.process_pending()?;
        }
        report.events.extend(self.tell_final_tables()?);
        Ok(())
    }

    /// Games that are due and were not looked at in this pass: one that stays due (an
    /// overstep that waits for a complete look) is looked at once.
    fn fresh(&self, seen: &BTreeSet<GameId>) -> Result<Vec<GameId>, Failure> {
        let most = GAMES_A_BATCH.saturating_add(u32::try_from(seen.len()).unwrap_or(0));
        let due = self.store.read().games_due(self.now, most)?;
        Ok(due.into_iter().filter(|id| !seen.contains(id)).collect())
    }

    /// The hour at which the last complete look into the mailbox began: what fell due
    /// later waits (RULES.md 4). The mailbox itself is not asked.
    pub(super) fn looked_to(&self) -> Result<Option<Instant>, Failure> {
        Ok(self.store.read().looked()?.map(|look| look.began))
    }

    /// The same; where something is due now and no look began in this pass, it is
    /// looked whether anything waits there: a mailbox with nothing in it is as good as a
    /// poll; one that cannot be read is not.
    fn look_where_due(&mut self) -> Result<Option<Instant>, Failure> {
        let known = self.looked_to()?;
        if known == Some(self.now) || self.store.read().games_due(self.now, 1)?.is_empty() {
            return Ok(known);
        }
        if self.inbox_is_clear()? && self.store.read().inbound_waiting()? == 0 {
            let now = self.now;
            self.store.write(|tx| tx.fetch_ended(now, now))?;
            return Ok(Some(now));
        }
        Ok(known)
    }
}

impl Batch<'_> {
    /// Does what is due in a game: what happened, and how many held letters are to be
    /// processed again.
    fn tick_game(
        &mut self,
        id: GameId,
        polled_to: Option<Instant>,
    ) -> Result<(Vec<String>, u32), Failure> {
        let now = self.now;
        let game = self.game(id)?;
        let name = game.facts.name.to_string();
        let ruling = arbiter::due(game, now, polled_to);
        let told = ruling
            .entries
            .iter()
            .map(|e| format!("{name}: {}", e.event.what()))
            .collect();
        let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
        // Moves that were kept while the game was paused: those sent in time count.
        let released = match ruling.entries.iter().any(opened) {
            true => self.release_held(id)?,
            false => 0,
        };
        self.record(ruling, Some(id), None)?;
        self.save(id)?;
        Ok((told, released))
    }
}
