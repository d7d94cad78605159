//! From which position a game begins.

use super::file::TournamentFile;
use super::play::after;

/// The start position of a game, where it is not the usual one. `at` is its place among
/// the games of the tournament, from 0.
pub(super) fn fen(file: &TournamentFile, number: u32) -> Option<String> {
    let openings = &file.play.openings;
    let count = u32::try_from(openings.len()).ok().filter(|c| *c > 0)?;
    let at = usize::try_from(number.saturating_sub(1) % count).ok()?;
    let position = after(openings.get(at)?)?;
    Some(position.fen())
}
