//! Whether what an order says can be: results and what they came by, dates among each
//! other. What cannot be is refused; what can, but hardly is meant, is asked back.

use super::why::OrderError;
use crate::arbiter::caution::Caution;
use crate::chess::{Ending, Side};
use crate::ids::EventId;
use crate::record::{Event, GameFile, ResultCode, Status, Termination};
use crate::time::Day;

/// Whether a result may come by what is said to have brought it.
pub fn agree(code: ResultCode, by: Termination) -> bool {
    use ResultCode as R;
    use Termination as T;
    let decided = matches!(code, R::White | R::Black);
    let draw = code == R::Draw;
    let both = code == R::BothLose;
    let unplayed = matches!(code, R::WhiteForfeit | R::BlackForfeit | R::BothForfeit);
    match by {
        T::Checkmate => decided,
        // Against one who cannot mate these bring a draw (5.1.2, 6.9).
        T::Resignation | T::Time => decided || draw,
        T::Stalemate
        | T::DeadPosition
        | T::Threefold
        | T::FiftyMoves
        | T::Fivefold
        | T::SeventyFiveMoves
        | T::Agreement => draw,
        T::Withdrawal => decided || both || unplayed,
        T::Adjudication => code.is_adjudged(),
        // What somebody did not do may bring any result: it is the arbiter's to weigh.
        T::Silence | T::Default | T::Ruling => true,
    }
}

/// A result that contradicts what it is said to come by, or the board.
pub(super) fn check_result(
    game: &GameFile,
    code: ResultCode,
    by: Termination,
) -> Result<(), OrderError> {
    // Equal opinions end a game that is being adjudicated by agreement (56.9.5).
    let by_opinions =
        by == Termination::Agreement && game.status == Status::Adjudication && code.is_adjudged();
    if !agree(code, by) && !by_opinions {
        return Err(OrderError::Disagree { code, by });
    }
    let on_board = match (by, game.line.ending()) {
        (Termination::Checkmate, Some(Ending::Checkmate { winner })) => match winner {
            Side::White => code == ResultCode::White,
            Side::Black => code == ResultCode::Black,
        },
        (Termination::Checkmate, _) => false,
        (Termination::Stalemate, ending) => ending == Some(Ending::Stalemate),
        _ => true,
    };
    match on_board {
        true => Ok(()),
        false => Err(OrderError::NotOnBoard { by }),
    }
}

/// What a result that is entered overturns, or leaves out of sight.
pub(super) fn of_result(game: &GameFile, code: ResultCode) -> Vec<Caution> {
    let mut found = Vec::new();
    let name = || game.facts.name.clone();
    if let Some(stands) = game.result {
        found.push(Caution::ResultStands {
            game: name(),
            result: stands.code,
            decision: entered_by(game),
        });
    }
    let unplayed = matches!(
        code,
        ResultCode::WhiteForfeit | ResultCode::BlackForfeit | ResultCode::BothForfeit
    );
    if unplayed && game.ply() > 1 {
        found.push(Caution::Played {
            game: name(),
            result: code,
        });
    }
    found
}

/// The decision that entered the result which stands.
fn entered_by(game: &GameFile) -> Option<EventId> {
    let ended = |e: &&crate::record::Recorded| matches!(e.event, Event::Ended { .. });
    game.standing_recorded().rfind(ended)?.decision()
}

/// Dates of a half-move that lie in the future, or contradict those around it.
pub(super) fn of_dates(
    game: &GameFile,
    ply: u32,
    (received, sent): (Option<Day>, Option<Day>),
    today: Day,
) -> Vec<Caution> {
    let mut found = Vec::new();
    let transit = i64::from(game.facts.regulations.transit_days);
    // What leaves today is received after the time on the way.
    let latest = today.plus(transit);
    let to_come = [
        received.filter(|d| *d > latest),
        sent.filter(|d| *d > today),
    ];
    for day in to_come.into_iter().flatten() {
        found.push(Caution::ToCome { day, today });
    }
    let index = usize::try_from(ply).unwrap_or(usize::MAX).saturating_sub(1);
    let mv = game.moves.get(index);
    let before = index.checked_sub(1).and_then(|i| game.moves.get(i));
    if let (Some(day), Some(left)) = (received, before.map(|m| m.sent))
        && day < left
    {
        found.push(Caution::ReceivedTooEarly {
            ply,
            received: day,
            left,
        });
    }
    if let Some(mv) = mv {
        let (from, until) = (received.unwrap_or(mv.received), sent.unwrap_or(mv.sent));
        if until < from {
            found.push(Caution::SentTooEarly {
                ply,
                received: from,
                sent: until,
            });
        }
    }
    let answered = mv
        .and_then(|_| game.moves.get(index + 1))
        .map(|next| next.sent);
    if let (Some(day), Some(answered)) = (sent, answered)
        && answered < day
    {
        found.push(Caution::AnsweredBefore {
            ply,
            sent: day,
            answered,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may be said of a result, `x` where it may: every other pair is refused.
    #[test]
    fn a_result_and_what_brought_it_agree() {
        use Termination as T;
        let codes = [
            ResultCode::White,
            ResultCode::Black,
            ResultCode::Draw,
            ResultCode::BothLose,
            ResultCode::WhiteForfeit,
            ResultCode::BlackForfeit,
            ResultCode::BothForfeit,
        ];
        // 1-0 0-1 ½ 0-0 +/- -/+ -/-
        let table = [
            (T::Checkmate, "xx-----"),
            (T::Resignation, "xxx----"),
            (T::Agreement, "--x----"),
            (T::Stalemate, "--x----"),
            (T::DeadPosition, "--x----"),
            (T::Threefold, "--x----"),
            (T::FiftyMoves, "--x----"),
            (T::Fivefold, "--x----"),
            (T::SeventyFiveMoves, "--x----"),
            (T::Time, "xxx----"),
            (T::Silence, "xxxxxxx"),
            (T::Withdrawal, "xx-xxxx"),
            (T::Adjudication, "xxx----"),
            (T::Default, "xxxxxxx"),
            (T::Ruling, "xxxxxxx"),
        ];
        for (by, row) in table {
            for (code, may) in codes.into_iter().zip(row.chars()) {
                assert_eq!(agree(code, by), may == 'x', "{} by {by:?}", code.text());
            }
        }
    }
}
