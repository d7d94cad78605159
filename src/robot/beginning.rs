//! What is reckoned from a letter's leaving: the receipt, and the terms that follow from it.

use super::desk::Desk;
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::record::{About, Cause, Entry, Event};
use crate::store::Begins;
use crate::time::Instant;

/// How a letter left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving {
    /// When.
    pub at: Instant,
    /// It was posted.
    pub on_paper: bool,
}

impl Leaving {
    /// By e-mail.
    pub fn mailed(at: Instant) -> Leaving {
        let on_paper = false;
        Leaving { at, on_paper }
    }
}

/// What is reckoned from the leaving of a letter to a player begins. Where the game
/// has gone on meanwhile (a backlog held the answer), or another half-move stands instead of
/// the one that was told, nothing does.
pub(super) fn note_beginning(
    desk: &mut Desk<'_>,
    id: GameId,
    player: Option<PlayerId>,
    begins: Begins,
    leaving: Leaving,
) -> Result<(), Failure> {
    let now = desk.now;
    let game = desk.game(id)?;
    // A letter to one whom another has replaced begins nobody's time.
    if player.is_some_and(|p| game.player(begins.to).id != p) {
        return Ok(());
    }
    let current = game.ply();
    let late = begins.ply != current && !matches!(begins.about, About::Notice | About::Ruling);
    if late || begins.is_told_anew(game) {
        return Ok(());
    }
    let event = Event::LetterLeft {
        ply: begins.ply,
        about: begins.about,
        to: begins.to,
        left: leaving.at,
        on_paper: leaving.on_paper,
    };
    desk.note_event(id, Entry::new(now, Cause::Post, event))
}
