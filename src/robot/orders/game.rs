//! Decisions about one game.

use super::Grounds;
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::{GameId, GameName};
use crate::orders::{self, GameOrder, Outcome, Refusal};
use crate::record::Status;
use crate::robot::desk::Desk;

impl Desk<'_> {
    pub(super) fn order(
        &mut self,
        name: &GameName,
        order: &dyn GameOrder,
        grounds: &Grounds,
    ) -> Result<Vec<Outcome>, Failure> {
        let id = self
            .tx
            .game_find(name)?
            .ok_or_else(|| Refusal::NoGame(name.to_string()))?;
        let now = self.now;
        let game = self.game(id)?;
        let was_played = game.status == Status::Active;
        let decided = orders::decide(game, order, &grounds.reason, now).map_err(Refusal::from)?;
        self.note_cautions(decided.cautions);
        self.record(decided.ruling, Some(id), None)?;
        if !was_played {
            self.release_where_played(id)?;
        }
        let game = name.clone();
        let done = decided.done.map(|what| Outcome::InGame { game, what });
        Ok(done.into_iter().collect())
    }

    /// A game that goes on: what was kept meanwhile is looked at again.
    pub(super) fn release_where_played(&mut self, id: GameId) -> Result<(), Failure> {
        if self.game(id)?.status == Status::Active {
            self.release_held(id)?;
        }
        Ok(())
    }

    /// Moves that were held while the game was paused are processed again when
    /// the claim is rejected or annulled, each with its own date of dispatch.
    pub(in crate::robot) fn release_held(&mut self, id: GameId) -> Result<u32, Failure> {
        let mut released = 0;
        for message in self.tx.inbound_of_game(id)? {
            if message.verdict == Some(Verdict::Held) {
                self.tx.inbound_retry(message.id)?;
                self.known.insert(message.id);
                released += 1;
            }
        }
        self.note_released(released);
        Ok(released)
    }
}
