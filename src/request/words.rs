//! Words for the opponent: where they begin in a letter, and how far they go
//! (CONTRACT.md 4).

use super::command;
use super::command_line::CommandLine;
use super::form::PlacedLine;
use super::moves::{self, LineHolds};
use super::stated;
use super::token::LineToken;

/// Where words for the opponent begin in a line, in bytes; `None` where none do.
pub fn opening(line: &str) -> Option<usize> {
    // Few lines have a colon; only those are compared with the commands once more.
    let colon = line.contains([':', '：']);
    match colon.then(|| command::read(line, 0)).flatten() {
        Some(CommandLine::Words(from)) => Some(from),
        _ => None,
    }
}

/// How many of the lines below belong to the words: up to a blank line, a command, a
/// stated date of receipt or a numbered move. `end` is where the line above them ends.
pub fn lines_below(mut end: usize, below: &[PlacedLine<'_>]) -> usize {
    let goes_on = |(line, at): &&PlacedLine<'_>| {
        let joined = *at == end + 1;
        end = at + line.len();
        joined && !ends(line)
    };
    below.iter().take_while(goes_on).count()
}

fn ends(line: &str) -> bool {
    if line.trim().is_empty() || stated::read(line, 0).received.is_some() {
        return true;
    }
    match command::read(line, 0) {
        // What only resembles a command is as good as any word.
        None | Some(CommandLine::Doubt(_)) => numbered_move(line),
        Some(_) => true,
    }
}

/// Whether a line is moves, and a number or dots stand before one.
pub fn numbered_move(line: &str) -> bool {
    let LineHolds::Moves(tokens) = moves::held(line, false) else {
        return false;
    };
    let numbers = |t: &LineToken| matches!(t, LineToken::Number { .. } | LineToken::Dots);
    tokens.iter().any(|t| numbers(&t.token))
}
