//! A line that holds the command of what cannot be taken back, with other words beside
//! it: where it states that, one word is asked for it, and the writer has nothing to copy.

use super::keyword::Keyword;
use super::{Doubt, GraveAct};

/// What a line with such a command and other words on it comes to. A question states
/// nothing, and neither does a point of a list that a letter of ours has.
pub fn or_unclear(keyword: Keyword, doubt: Doubt) -> Doubt {
    let act = match keyword {
        Keyword::Resign => GraveAct::Resign,
        Keyword::DrawAccept => GraveAct::AcceptDraw,
        Keyword::Withdraw => GraveAct::Withdraw,
        _ => return doubt,
    };
    match doubt {
        Doubt::UnclearCommand { line, span, .. }
            if !line.contains('?') && !line.trim_start().starts_with(['-', '•']) =>
        {
            let text = line;
            Doubt::Stated { act, text, span }
        }
        unclear => unclear,
    }
}
