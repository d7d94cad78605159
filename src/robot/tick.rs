//! A pass over the clocks: whatever is due, and nothing else, is looked at.

use super::desk::{Batch, Robot};
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
    pub fn tick(&mut self) -> Result<TickReport, Failure> {
        let mut report = TickReport::default();
        self.pay_owed()?;
        let polled_to = self.polled_to()?;
        let mut seen: BTreeSet<GameId> = BTreeSet::new();
        let mut released = 0;
        loop {
            let due = self.store.read().games_due(self.now, GAMES_A_BATCH)?;
            // A game that stays due (an overstep that waits for a poll) is looked at once.
            let fresh: Vec<GameId> = due.into_iter().filter(|id| seen.insert(*id)).collect();
            if fresh.is_empty() || self.is_to_stop() {
                break;
            }
            report.due += u32::try_from(fresh.len()).unwrap_or(u32::MAX);
            let told = self.batch(|batch| {
                let mut told = Vec::new();
                for id in fresh {
                    let (events, held) = batch.tick_game(id, polled_to)?;
                    told.extend(events);
                    released += held;
                }
                Ok(told)
            })?;
            report.events.extend(told);
        }
        if released > 0 {
            self.process_pending()?;
        }
        report.events.extend(self.tell_final_tables()?);
        let sent = self.send()?;
        report.sent = sent.sent;
        report.deferred = sent.deferred;
        Ok(report)
    }

    /// The hour at which the last complete look into the mailbox began: what fell due
    /// later waits (RULES.md 4). Where none began in this pass, it is looked whether
    /// anything waits there: a mailbox with nothing in it is as good as a poll; one
    /// that cannot be read is not.
    fn polled_to(&mut self) -> Result<Option<Instant>, Failure> {
        let known = self.store.read().looked()?.map(|look| look.began);
        if known == Some(self.now) {
            return Ok(known);
        }
        if self.inbox_is_clear() && self.store.read().inbound_waiting()? == 0 {
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
