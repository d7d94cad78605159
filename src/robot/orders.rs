//! The arbiter's orders, given at the console: ruled, recorded and mailed like
//! everything else.

use super::desk::{Batch, Robot};
use crate::arbiter::{self, Order, Ruling, Verdict};
use crate::clock::Span;
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};

/// What an order did, or would do.
#[derive(Clone, Debug)]
pub struct OrderReport {
    /// The ruling.
    pub ruling: Ruling,
    /// Held messages that are processed again.
    pub released: u32,
}

impl Robot {
    /// Carries out an order in a game; with `dry_run` only tells what it would do.
    pub fn order(
        &mut self,
        name: &GameName,
        order: &Order,
        reason: &str,
        dry_run: bool,
    ) -> Result<OrderReport, Failure> {
        let id = self
            .store
            .read()
            .game_find(name)?
            .ok_or_else(|| Failure::missing(format!("there is no game {name}")))?;
        let now = self.now;
        if dry_run {
            let mut game = self.store.read().game_load(id)?;
            let ruling = arbiter::order(&mut game, order, reason, now).map_err(Failure::failed)?;
            return Ok(OrderReport {
                ruling,
                released: 0,
            });
        }
        let report = self.batch(|batch| {
            let game = batch.game(id)?;
            let ruling = match arbiter::order(game, order, reason, now) {
                Ok(ruling) => ruling,
                Err(why) => {
                    batch.forget(id);
                    return Err(Failure::failed(why));
                }
            };
            let released = match order {
                Order::RejectClaim { .. } => batch.release_held(id)?,
                _ => 0,
            };
            batch.record(ruling.clone(), Some(id), None)?;
            Ok(OrderReport { ruling, released })
        })?;
        if report.released > 0 {
            self.process_pending()?;
        }
        self.send_if_possible()?;
        Ok(report)
    }

    /// Grants leave beyond the rules (56.7.7).
    pub fn grant_leave(
        &mut self,
        player: PlayerId,
        days: Span,
        code: Option<&str>,
        reason: &str,
        dry_run: bool,
    ) -> Result<Ruling, Failure> {
        let now = self.now;
        let only = match code {
            None => None,
            Some(code) => Some(
                self.store
                    .read()
                    .tournament_load(code)?
                    .ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?
                    .facts
                    .id,
            ),
        };
        let ruling = self.batch(|batch| {
            let case = batch.leave_case(player, only)?;
            if case.accounts.is_empty() {
                return Err(Failure::failed("the player is in no unfinished tournament"));
            }
            let ruling = arbiter::grant_leave(&case, days, reason, now);
            if !dry_run {
                batch.record(ruling.clone(), None, None)?;
            }
            Ok(ruling)
        })?;
        self.send_if_possible()?;
        Ok(ruling)
    }
}

impl Batch<'_> {
    /// Moves that were held while the game was paused are processed again when
    /// the claim is rejected or annulled, each with its own date of dispatch.
    pub(super) fn release_held(&mut self, id: GameId) -> Result<u32, Failure> {
        let mut released = 0;
        for message in self.tx.inbound_of_game(id)? {
            if message.verdict == Some(Verdict::Held) {
                self.tx.inbound_retry(message.id)?;
                self.known.insert(message.id);
                released += 1;
            }
        }
        Ok(released)
    }
}
