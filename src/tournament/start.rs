//! From which position a game begins.

use super::file::TournamentFile;
use super::lot::Lot;
use super::play::{StartPosition, after};
use crate::chess::chess960::{ARRAYS, start_fen};

/// The start position of a game, where it is not the usual one: of Chess960 by its number
/// or drawn from the seed, of a thematic event by the openings in turn.
pub(super) fn fen(file: &TournamentFile, round: u32, number: u32) -> Option<String> {
    let play = &file.play;
    if let Some(position) = play.position {
        let seed = play.draw_seed.as_deref().unwrap_or("");
        let drawn = |purpose: &str| {
            let array = Lot::new(seed, purpose).below(u64::from(ARRAYS));
            u32::try_from(array).unwrap_or(0)
        };
        return start_fen(match position {
            StartPosition::Number(number) => number,
            StartPosition::Draw => drawn("position"),
            StartPosition::DrawEachRound => drawn(&format!("position/round/{round}")),
            StartPosition::DrawEachGame => drawn(&format!("position/game/{number}")),
        });
    }
    let count = u32::try_from(play.openings.len()).ok().filter(|c| *c > 0)?;
    let at = usize::try_from(number.saturating_sub(1) % count).ok()?;
    Some(after(play.openings.get(at)?)?.fen())
}
