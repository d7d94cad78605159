//! Signs of life of the server, and what an outage of it gives back (RULES.md 4).

use super::alone::Robot;
use super::desk::Desk;
use crate::arbiter::server_away;
use crate::clock::HourSpan;
use crate::error::Failure;
use crate::ids::GameId;
use crate::time::Instant;

/// Longest time without a sign of life in which flags still fall, in seconds: as long a
/// pause is no outage.
pub(super) const BREATH: i64 = 5 * 60;

impl Robot {
    /// The server is there. Where it was away for more than five minutes, what that gives
    /// back is recorded in all games with moves on its board; how long it was away then.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn heartbeat(&mut self) -> Result<Option<HourSpan>, Failure> {
        self.batch(|desk| {
            let Some(away) = desk.tx.heartbeat(desk.now, BREATH)? else {
                return Ok(None);
            };
            for id in desk.tx.games_active()? {
                give_back(desk, id, away)?;
            }
            Ok(Some(away))
        })
    }
}

fn give_back(desk: &mut Desk<'_>, id: GameId, away: HourSpan) -> Result<(), Failure> {
    let facts = desk.tx.game_facts(id)?;
    if !facts.regulations.web_moves {
        return Ok(());
    }
    let now = desk.now;
    let ruling = server_away(desk.game(id)?, away, now);
    match ruling.entries().is_empty() {
        true => Ok(()),
        false => desk.record(ruling, Some(id), None),
    }
}

/// Up to when flags may be declared in a game with moves on the board: not while the server
/// is away. One that never was there keeps nobody waiting.
pub(super) fn there_until(
    desk: &Desk<'_>,
    looked_to: Option<Instant>,
) -> Result<Option<Instant>, Failure> {
    let last = desk.tx.heartbeat_last()?;
    let away = last.filter(|last| desk.now.unix() - last.unix() > BREATH);
    Ok(match away {
        Some(last) => looked_to.map(|at| at.min(last)),
        None => looked_to,
    })
}
