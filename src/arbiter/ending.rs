//! Ends of games (RULES.md 6) and who is told of them.

use super::notice::{Body, Notice, Recipient};
use crate::chess::{DrawClaim, Ending, Side};
use crate::record::{Event, GameFile, ResultCode, Termination};
use crate::rules::Article;

/// The end that a position brought by itself.
pub(crate) fn by_position(ending: Ending) -> (Event, Article) {
    let (result, termination, article) = match ending {
        Ending::Checkmate { winner } => (
            ResultCode::win(winner),
            Termination::Checkmate,
            Article::Checkmate,
        ),
        Ending::Stalemate => (ResultCode::Draw, Termination::Stalemate, Article::Stalemate),
        Ending::DeadPosition => (
            ResultCode::Draw,
            Termination::DeadPosition,
            Article::DeadPosition,
        ),
        Ending::Fivefold => (ResultCode::Draw, Termination::Fivefold, Article::Fivefold),
        Ending::SeventyFiveMoves => (
            ResultCode::Draw,
            Termination::SeventyFiveMoves,
            Article::SeventyFive,
        ),
    };
    (
        Event::Ended {
            result,
            termination,
        },
        article,
    )
}

/// The end by a right claim of a draw.
pub(super) fn by_claim(claim: DrawClaim) -> (Event, Article) {
    let (termination, article) = match claim {
        DrawClaim::Threefold => (Termination::Threefold, Article::Threefold),
        DrawClaim::FiftyMoves => (Termination::FiftyMoves, Article::FiftyMoves),
    };
    let result = ResultCode::Draw;
    (
        Event::Ended {
            result,
            termination,
        },
        article,
    )
}

/// The end by resignation: a draw where the opponent cannot mate by any series
/// of moves (5.1.2).
pub(super) fn by_resignation(game: &GameFile, side: Side) -> Event {
    let result = if game.line.position().can_mate(side.other()) {
        ResultCode::win(side.other())
    } else {
        ResultCode::Draw
    };
    Event::Ended {
        result,
        termination: Termination::Resignation,
    }
}

/// The record of a finished game to both players and the arbiter (56.8.2, 56.9.1).
pub fn result_notices(game: &GameFile) -> Vec<Notice> {
    let mut notices: Vec<Notice> = Side::BOTH
        .into_iter()
        .map(|side| Recipient::Player(game.player(side).id))
        .map(|to| Notice::new(to, Body::Result))
        .collect();
    notices.push(Notice::new(Recipient::Arbiter, Body::Result));
    notices
}
