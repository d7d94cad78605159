//! What a line that begins with a command comes to.

use super::keyword::Keyword;
use super::{Doubt, Request};

/// What a line asks for, its words below or beside it not yet looked at.
#[derive(Debug)]
pub enum CommandLine {
    /// A whole request.
    Request(Request),
    /// DRAW without its question mark.
    BareDraw,
    /// PROTEST, CLAIM DEAD POSITION, OPINION, APPEAL, ABUSE, ARBITER: the text begins at this byte of the
    /// line and goes on below.
    Text(Keyword, Option<String>, usize),
    /// OPPONENT: the words begin at this byte of the line, and may go on below.
    Words(usize),
    /// CHECK: the moves begin at this byte of the line.
    Check(usize),
    /// CLAIM DRAW: a move may stand in these bytes of the line.
    Claim(usize, usize),
    /// A command that is not clear.
    Doubt(Doubt),
    /// One of those that change much, not clear: a move on its line is not played
    /// either (`12. 5254, сдаюсь`).
    Grave(Keyword, Doubt),
}

/// Words beyond a command after which a line is a sentence that only begins
/// with it (`Check out this nice position from the café`).
pub const SENTENCE: usize = 6;

/// Whether nothing but final punctuation is left.
pub fn is_final(rest: &str) -> bool {
    rest.chars()
        .all(|c| c.is_whitespace() || ".!…,;:)\"'»”“*_])".contains(c))
}
