//! `td result`: a result is entered. One that contradicts the board, or what is said to
//! have brought it, is refused; one that can be, but hardly is meant, is asked back.

use super::caution::Caution;
use super::outcome::InGame;
use super::words::{game, result, termination};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{result_notices, silent};
use crate::chess::{Ending, Side};
use crate::ids::{EventId, GameName};
use crate::record::{Event, GameFile, ResultCode, Status, Termination};
use crate::rules::Article;
use clap::Args;

/// Enter a result
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ResultOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// 1-0, 0-1, 1/2-1/2, +/-, -/+, -/-, 0-0 (1:0, ½-½, 0.5-0.5, +:- are the same)
    #[arg(allow_hyphen_values = true, value_parser = result)]
    pub result: ResultCode,
    /// By what: adjudication, agreement, default, resignation, silence, time, withdrawal, ruling
    #[arg(long, value_parser = termination, default_value = "ruling", hide_default_value = true)]
    pub by: Termination,
}

impl Ordered for ResultOrder {
    fn examples() -> Vec<&'static str> {
        vec!["result CODE/3 1/2-1/2 --by agreement"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for ResultOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (code, by) = (self.result, self.by);
        check_result(game, code, by)?;
        decree.cautions.extend(cautions(game, code));
        let article = article(game, code, by);
        let silent = (by == Termination::Silence).then(|| silent(game, decree.now));
        let event = Event::Ended {
            result: code,
            termination: by,
        };
        decree.record(game, event.clone(), article);
        let result = code.text().to_owned();
        let decision = match silent {
            Some((side, days)) => NamedDecision::Silence { side, days, result },
            None => NamedDecision::Result { result },
        };
        decree.tell(game, &decision, article);
        decree.ruling.notices.extend(result_notices(game));
        decree.done = Some(InGame::Entered(event));
        Ok(())
    }
}

/// The article a result stands on: 6.9 for the draw against one who cannot mate.
fn article(game: &GameFile, code: ResultCode, by: Termination) -> &'static str {
    let article = match (by, code) {
        (Termination::Silence, ResultCode::Draw) => Article::TimeNoMate,
        (Termination::Silence, _) => Article::Silence,
        (Termination::DeadPosition, _) => Article::DeadPosition,
        _ => Article::ArbiterDecides,
    };
    article.number(game.facts.profile)
}

/// Whether a result may come by what is said to have brought it.
fn agree(code: ResultCode, by: Termination) -> bool {
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
fn check_result(game: &GameFile, code: ResultCode, by: Termination) -> Result<(), OrderError> {
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
fn cautions(game: &GameFile, code: ResultCode) -> Vec<Caution> {
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
