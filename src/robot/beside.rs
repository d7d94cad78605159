//! Letters leave while further ones are ruled: in a pass over a mailbox with many, where each
//! transaction's go on their way as soon as it is certain, and what became of them is recorded
//! behind the next ones.
//!
//! Into a Maildir alone. Who is killed meanwhile hands over again what the courier was given at
//! once; what a server has taken is recorded at once, so that he sends few letters twice.

use super::alone::Robot;
use super::courier::Patience;
use super::intake::PassReport;
use super::lock;
use super::send::{Given, Heard, SendingTurn, Sent};
use crate::config::OutboxKind;
use crate::error::Failure;
use std::time::Duration;

/// Pages of the write-ahead log that are copied back when there is time, before a commit does so.
const LONG_LOG: i64 = 6_000;

/// What leaves beside ruling.
#[derive(Default)]
pub(super) struct Beside {
    turn: Option<SendingTurn>,
    sent: Sent,
    /// Why nothing more leaves in this pass.
    failed: Option<Failure>,
}

impl Robot {
    /// Processes what is kept, and sends meanwhile and afterwards.
    pub(super) fn rule_and_send(&mut self, report: &mut PassReport) -> Result<(), Failure> {
        let is_folder = self.config.outbox.kind == OutboxKind::Maildir;
        self.beside = is_folder.then(Beside::default);
        self.store.keep_written(is_folder);
        let ruled = self.rule_into(report);
        let Beside { turn, sent, failed } = self.beside.take().unwrap_or_default();
        report.cut_short |= self.is_to_stop();
        let mut total = sent;
        let sent = match (turn, failed) {
            (_, Some(failed)) => Err(failed),
            (Some(turn), None) => self.send_the_rest(turn, ruled.is_ok(), &mut total),
            (None, None) if ruled.is_ok() => self.send_into(&mut total),
            (None, None) => Ok(()),
        };
        self.store.keep_written(false);
        (report.sent, report.deferred) = (total.sent, total.deferred);
        ruled.and(sent)
    }

    /// Sends what is on its way, and the rest if letters still leave.
    fn send_the_rest(
        &mut self,
        mut turn: SendingTurn,
        go_on: bool,
        total: &mut Sent,
    ) -> Result<(), Failure> {
        if !go_on {
            turn.courier.stop();
            return self.hear_of(&mut turn, Patience::Waits, total).map(|_| ());
        }
        // Without an answer there would be no end.
        if self.hear_of(&mut turn, Patience::Waits, total)? == Heard::OfNone {
            return Ok(());
        }
        // While the last ones leave: the end of the program would wait for it.
        if self.give_next(&mut turn)? == Given::Some {
            self.copies_back(1);
        }
        if !self.send_in_turn(&mut turn, total)? {
            return Ok(());
        }
        drop(turn);
        self.send_into(total)
    }

    /// Between two transactions of a pass: what became of the letters of those before is
    /// recorded, and the next ones go, while another run may take its turn. Where they cannot,
    /// ruling goes on, and the pass tells it at its end.
    pub(super) fn send_between(&mut self) {
        let Some(mut beside) = self.beside.take() else {
            return lock::give_way();
        };
        let heard = match &beside.failed {
            Some(_) => Ok(false),
            None => self.hear_beside(&mut beside),
        };
        lock::give_way_during(|| {
            let done = heard.and_then(|is_free| match is_free {
                true => self.give_beside(&mut beside),
                false => Ok(()),
            });
            // Now that others have work, and not in a commit that they would wait for.
            self.copies_back(LONG_LOG);
            if let Err(failure) = done {
                (beside.failed, beside.turn) = (Some(failure), None);
            }
        });
        self.beside = Some(beside);
    }

    /// Copies the write-ahead log back where it has so many pages. Where it cannot be, a commit
    /// does it.
    fn copies_back(&self, from: i64) {
        if let Err(failure) = self.store.copy_back(from) {
            tracing::debug!("the log is not copied back: {failure}");
        }
    }

    /// Hears what is told; whether nothing is on its way now.
    fn hear_beside(&mut self, beside: &mut Beside) -> Result<bool, Failure> {
        if beside.turn.is_none() {
            self.is_ready_to_send()?;
            // Where another run sends, nobody waits for it: it takes these along, or the end does.
            beside.turn = self.take_turn(Duration::ZERO)?;
        }
        let Some(turn) = &mut beside.turn else {
            return Ok(false);
        };
        turn.courier.is_heard(Patience::HasWork);
        match self.hear_of(turn, Patience::HasWork, &mut beside.sent)? {
            Heard::NotYet => Ok(false),
            Heard::OfAll => Ok(true),
            // Without an answer there would be no end.
            Heard::OfNone => {
                beside.turn = None;
                Ok(false)
            }
        }
    }

    fn give_beside(&mut self, beside: &mut Beside) -> Result<(), Failure> {
        if let Some(turn) = &mut beside.turn
            && self.give_next(turn)? == Given::Others
        {
            beside.turn = None;
        }
        Ok(())
    }
}
