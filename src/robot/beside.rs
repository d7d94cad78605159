//! Letters leave while further ones are ruled: in a pass over a mailbox with many, where each
//! transaction's go on their way as soon as it is certain, and what became of them is recorded
//! behind the next ones.
//!
//! Who is killed meanwhile has no more letters that left and are not recorded than the courier
//! was given at once.

use super::alone::Robot;
use super::courier::Patience;
use super::intake::PassReport;
use super::send::{Given, Heard, SendingTurn, Sent};
use crate::error::Failure;

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
        self.beside = Some(Beside::default());
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
        if !self.send_in_turn(&mut turn, total)? {
            return Ok(());
        }
        drop(turn);
        self.send_into(total)
    }

    /// Between two transactions of a pass: what became of the letters of those before is
    /// recorded, and the next ones go. Where they cannot, ruling goes on, and the pass tells
    /// it at its end.
    pub(super) fn send_beside(&mut self) {
        let Some(mut beside) = self.beside.take() else {
            return;
        };
        if beside.failed.is_none() {
            beside.failed = self.send_some(&mut beside).err();
        }
        self.beside = Some(beside);
    }

    fn send_some(&mut self, beside: &mut Beside) -> Result<(), Failure> {
        let mut turn = match beside.turn.take() {
            Some(turn) => turn,
            None => {
                self.is_ready_to_send()?;
                match self.take_turn()? {
                    Some(turn) => turn,
                    None => return Ok(()),
                }
            }
        };
        turn.courier.is_heard(Patience::HasWork);
        match self.hear_of(&mut turn, Patience::HasWork, &mut beside.sent)? {
            Heard::NotYet => beside.turn = Some(turn),
            Heard::OfAll if self.give_next(&mut turn)? == Given::Some => beside.turn = Some(turn),
            Heard::OfAll | Heard::OfNone => {}
        }
        Ok(())
    }
}
