//! A move that a program sends. Calling is sending and confirming: what the rules refuse is
//! refused in a word of the protocol.

use super::answer::XfccResult;
use super::soap::{MoveCall, Words};
use crate::chess::Side;
use crate::chess::notation::{self, Class};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::language::Language;
use crate::record::{GameFile, ResultCode, Status, Termination};
use crate::robot::Robot;
use crate::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove, Seen};
use crate::web::program::may_programs_move;

/// What has become of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// In the word of the protocol.
    pub result: XfccResult,
    /// In which game, where it was done.
    pub game: Option<GameId>,
}

impl From<XfccResult> for Made {
    fn from(result: XfccResult) -> Made {
        Made { result, game: None }
    }
}

/// Does what a program of a player wants.
///
/// # Errors
/// The record or the lock.
pub fn make(robot: &mut Robot, player: PlayerId, call: &MoveCall) -> Result<Made, Failure> {
    let Some(id) = call.game.parse().ok().map(GameId) else {
        return Ok(XfccResult::InvalidGameId.into());
    };
    let game = match robot.store.read().game_row(id)? {
        Some(row) if row.status != Status::Waiting => robot.store.read().game_load(id)?,
        _ => return Ok(XfccResult::InvalidGameId.into()),
    };
    let Some(side) = game.side_of(player) else {
        return Ok(XfccResult::NotYourGame.into());
    };
    if let Some(refused) = shut(&game, side) {
        return Ok(refused.into());
    }
    let act = match act_of(&game, side, call) {
        Ok(act) => act,
        Err(refused) => return Ok(refused.into()),
    };
    let mut does = |act: BoardAct| {
        robot.on_board(&BoardCall {
            player,
            game: id,
            seen: Seen::of(&game),
            act,
        })
    };
    // They wait for the letter that tells the opponent of what is done, so they come first.
    if let Words::Said(words) = &call.words {
        does(BoardAct::Words(words.clone()))?;
    }
    let is_accept = act == BoardAct::AcceptDraw;
    let answer = does(act)?;
    let after = robot.store.read().game_load(id)?;
    let result = match answer {
        BoardAnswer::Done | BoardAnswer::DoneBut(_) => XfccResult::Success,
        // What stands of it is its move, or the offer that a wrong claim counts as (9.5.3).
        BoardAnswer::ClaimRefused(_) => {
            let offers = after.draw_offer.is_some_and(|(by, _)| by == side);
            match offers || after.ply() > game.ply() {
                true => XfccResult::Success,
                false => XfccResult::FeatureUnavailable,
            }
        }
        BoardAnswer::Illegal => XfccResult::InvalidMove,
        BoardAnswer::NotHere => XfccResult::FeatureUnavailable,
        _ if is_out_of_time(&after, side) => XfccResult::LostOnTime,
        BoardAnswer::Stale => XfccResult::NotYourTurn,
        BoardAnswer::Refused(_) if is_accept => XfccResult::NoDrawWasOffered,
        BoardAnswer::Refused(_) => XfccResult::FeatureUnavailable,
    };
    let game = (result == XfccResult::Success).then_some(id);
    Ok(Made { result, game })
}

/// Why nothing can be done in a game, if it is so.
fn shut(game: &GameFile, side: Side) -> Option<XfccResult> {
    if !may_programs_move(&game.facts) {
        return Some(XfccResult::FeatureUnavailable);
    }
    match game.status {
        _ if is_out_of_time(game, side) => Some(XfccResult::LostOnTime),
        Status::Finished => Some(XfccResult::NotYourTurn),
        _ => None,
    }
}

/// Whether a side has lost on time, or that is being decided.
fn is_out_of_time(game: &GameFile, side: Side) -> bool {
    let ended = game.result.filter(|r| {
        game.status == Status::Finished
            && matches!(r.termination, Termination::Time | Termination::Silence)
    });
    let lost = ended.is_some_and(|r| match side {
        Side::White => r.code != ResultCode::White && r.code != ResultCode::WhiteForfeit,
        Side::Black => r.code != ResultCode::Black && r.code != ResultCode::BlackForfeit,
    });
    let decided = game.exceeded.as_ref();
    lost || decided.is_some_and(|e| e.side == side && e.pauses)
}

/// What is meant. Where he resigns or accepts, the move and its number are those that the
/// program happened to show; a claim takes its intended move only if it cannot be the
/// opponent's last one.
fn act_of(game: &GameFile, side: Side, call: &MoveCall) -> Result<BoardAct, XfccResult> {
    if call.resign {
        // Who gives up and wants a draw at once is taken at neither word.
        return match call.accept_draw || call.claim_draw || call.offer_draw {
            true => Err(XfccResult::FeatureUnavailable),
            false => Ok(BoardAct::Resign),
        };
    }
    if call.accept_draw {
        return match game.draw_offer {
            Some((by, _)) if by != side => Ok(BoardAct::AcceptDraw),
            _ => Err(XfccResult::NoDrawWasOffered),
        };
    }
    let is_theirs = game.moves.last().is_none_or(|last| last.san == call.mv);
    if call.claim_draw {
        let intended = match is_theirs {
            true => None,
            false => move_of(game, side, call).ok().map(|(uci, _)| uci),
        };
        return Ok(BoardAct::ClaimDraw { uci: intended });
    }
    match move_of(game, side, call) {
        Ok((uci, marked)) => {
            let offer = call.offer_draw || marked;
            Ok(BoardAct::Move(BoardMove::one(uci, offer)))
        }
        Err(_) if call.offer_draw && (call.mv.is_empty() || is_theirs) => Ok(BoardAct::OfferDraw),
        Err(refused) => Err(refused),
    }
}

/// The move, as UCI has it, and whether an offer is written beside it.
fn move_of(game: &GameFile, side: Side, call: &MoveCall) -> Result<(String, bool), XfccResult> {
    if game.turn() != side {
        return Err(XfccResult::NotYourTurn);
    }
    if call.number != Some(game.move_number()) {
        return Err(XfccResult::InvalidMoveNumber);
    }
    let position = game.line.position();
    let reading = notation::read(&call.mv, position, Some(Language::En));
    match (reading.class, reading.mv) {
        (Class::Ok | Class::OkWithWarning, Some(mv)) => Ok((position.uci(mv), reading.draw_offer)),
        _ if !reading.candidates.is_empty() => Err(XfccResult::MoveIsAmbiguous),
        _ => Err(XfccResult::InvalidMove),
    }
}
