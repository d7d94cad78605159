//! Which games a letter of ours is about, and what is reckoned from its leaving in each:
//! of the game that it names, or of those that a daily letter brings together.

use super::beginning::{self, Leaving};
use super::desk::Desk;
use super::limits::HeldNotice;
use crate::error::Failure;
use crate::ids::{GameId, OutboundId};
use crate::store::{Begins, Due, StoreError, View};
use crate::time::Instant;

/// A game that a letter is about, where something is reckoned from its leaving.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConveyedGame {
    /// Which.
    pub game: GameId,
    /// What is reckoned.
    pub begins: Begins,
    /// The letter is a daily one: what it brings counted as having left before it
    /// (RULES.md 2).
    pub daily: bool,
    /// Of a daily letter: nothing has counted as having left yet.
    pub waits: bool,
}

/// The games of a daily letter; none of any other.
pub(super) fn daily_games(
    view: &View<'_>,
    letter: OutboundId,
) -> Result<Vec<ConveyedGame>, StoreError> {
    let mut games = Vec::new();
    for row in view.owed_said(letter)? {
        let held = serde_json::from_str::<HeldNotice>(&row.notice);
        let Ok(held) = held.as_ref() else { continue };
        if let (true, Some(game), Some(begins)) = (held.daily, row.game, held.begins) {
            games.push(ConveyedGame {
                game,
                begins,
                daily: true,
                waits: row.begins.is_some(),
            });
        }
    }
    Ok(games)
}

/// The games in which something is reckoned from a letter: of the one that it is about,
/// else those of a daily letter.
pub(super) fn conveyed(
    view: &View<'_>,
    letter: OutboundId,
    about: (Option<GameId>, Option<Begins>),
) -> Result<Vec<ConveyedGame>, StoreError> {
    match about {
        (Some(game), Some(begins)) => Ok(vec![ConveyedGame {
            game,
            begins,
            daily: false,
            waits: false,
        }]),
        _ => daily_games(view, letter),
    }
}

/// A daily letter has left. What it brings counted as having left before; where that was
/// void since the letter came back, it counts from then.
pub(super) fn daily_left(desk: &mut Desk<'_>, due: &Due, at: Instant) -> Result<(), Failure> {
    for one in daily_games(desk.tx, due.id)? {
        if !one.waits && desk.game(one.game)?.letter_left().is_none() {
            desk.tx
                .only_alone("it counts in each game of a daily letter")?;
            beginning::note_beginning(desk, one.game, due.player, one.begins, Leaving::mailed(at))?;
        }
    }
    Ok(())
}
