//! Move numbers: a lower one is never played, a missing one or one too high by
//! one is played with a remark (CONTRACT.md 4, "A number"), unless the opponent's series
//! reaches it: then the move may be the answer behind that, and it is asked.

use super::series;
use crate::arbiter::context::{Context, ask};
use crate::arbiter::notice::{Question, Remark};
use crate::arbiter::ruling::{Ruling, Verdict};
use crate::chess::notation;
use crate::chess::{Position, Side};
use crate::record::{GameFile, PlayedMove, Status};
use crate::request::{Moves, WrittenMove, speaks_of_series};

/// The number of the move a side makes next.
pub(in crate::arbiter) fn due(game: &GameFile, side: Side) -> u32 {
    let number = game.move_number();
    match (side, game.turn()) {
        (Side::White, Side::Black) => number + 1,
        _ => number,
    }
}

/// Whether one written move is the one due of a side in a game: by its number and turn, and
/// legal there.
pub fn is_due(game: &GameFile, side: Side, moves: &Moves) -> bool {
    let [own] = moves.line.as_slice() else {
        return false;
    };
    let to_move = game.status == Status::Active && game.turn() == side;
    let numbered = own.number.is_none_or(|n| n == game.move_number());
    to_move && numbered && own.side.is_none_or(|s| s == side) && is_legal(game, side, own)
}

/// Whether one written move may be of this game: it can be played now, is not the side's to
/// play now, or is in the record. Of several together the record says more.
pub fn belongs(game: &GameFile, side: Side, moves: &Moves) -> bool {
    let [own] = moves.line.as_slice() else {
        return true;
    };
    let series = !moves.variant.is_empty() || moves.any_move || moves.alternatives;
    let last = match own.number {
        Some(number) => recorded(game, side, number),
        None => game.moves.iter().rev().find(|m| m.side == side),
    };
    series
        || is_due(game, side, moves)
        || last.is_some_and(|last| is_same(game, own, last))
        || game.proposal.is_some()
        || own.number.is_none() && is_legal(game, side, own)
}

fn is_legal(game: &GameFile, side: Side, own: &WrittenMove) -> bool {
    let language = Some(game.player(side).language);
    let reading = notation::read(&own.text, game.line.position(), language);
    matches!(
        reading.class,
        notation::Class::Ok | notation::Class::OkWithWarning
    )
}

fn recorded(game: &GameFile, side: Side, number: u32) -> Option<&PlayedMove> {
    game.moves
        .iter()
        .rev()
        .find(|m| m.side == side && m.number == number)
}

fn is_same(game: &GameFile, written: &WrittenMove, mv: &PlayedMove) -> bool {
    let before = usize::try_from(mv.ply).unwrap_or(0).saturating_sub(1);
    let Some(position) = game.line.position_at(before) else {
        return false;
    };
    let language = Some(game.player(mv.side).language);
    notation::read(&written.text, position, language)
        .mv
        .is_some_and(|m| position.uci(m) == mv.uci)
}

/// The same move as recorded last, sent again (by number, or without one).
pub(in crate::arbiter) fn same_again(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Ruling> {
    let own = moves.line.last()?;
    let last = match own.number {
        Some(number) => recorded(game, ctx.side, number),
        None => game.moves.iter().rev().find(|m| m.side == ctx.side),
    }?;
    is_same(game, own, last).then(|| {
        let question = Question::OldNumber {
            written: last.number,
            due: due(game, ctx.side),
            same: true,
        };
        let note = "the same move again";
        ask(
            ctx,
            game,
            question,
            Some(own.span),
            Verdict::Duplicate,
            note,
        )
    })
}

/// Rules on a move of a side that is not to move.
pub(in crate::arbiter) fn out_of_turn(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Ruling> {
    if game.turn() == ctx.side {
        return None;
    }
    if let Some(ruling) = same_again(game, ctx, moves) {
        return Some(ruling);
    }
    let own = moves.line.last()?;
    if let Some(number) = own.number.filter(|n| *n < due(game, ctx.side)) {
        return Some(old_number(game, ctx, own, number));
    }
    let note = "it is the opponent's move";
    let span = Some(own.span);
    Some(ask(
        ctx,
        game,
        Question::NotYourTurn,
        span,
        Verdict::MoveRejected,
        note,
    ))
}

/// A number lower than the one due: the same move is fine, another is asked.
pub(in crate::arbiter) fn old_number(
    game: &GameFile,
    ctx: &Context<'_>,
    own: &WrittenMove,
    written: u32,
) -> Ruling {
    let same = recorded(game, ctx.side, written).is_some_and(|mv| is_same(game, own, mv));
    let question = Question::OldNumber {
        written,
        due: due(game, ctx.side),
        same,
    };
    let (verdict, note) = if same {
        (Verdict::Duplicate, "the same move again")
    } else {
        (Verdict::MoveRejected, "its number is already played")
    };
    ask(ctx, game, question, Some(own.span), verdict, note)
}

/// A move alone and without a number in answer to a letter of ours about one that is made:
/// it may be that one again, come late, and is never played.
pub(in crate::arbiter) fn of_old_letter(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    own: &WrittenMove,
) -> Option<Ruling> {
    let [_] = moves.line.as_slice() else {
        return None;
    };
    let answered = ctx.answered.filter(|_| own.number.is_none())?;
    let next = answered + 1;
    let asked = match game.side_of_ply(next) == ctx.side {
        true => next,
        false => next + 1,
    };
    let made = game.moves.iter().find(|mv| mv.ply == asked)?;
    if is_same(game, own, made) {
        return Some(old_number(game, ctx, own, made.number));
    }
    let question = Question::OldLetter {
        written: made.number,
        due: due(game, ctx.side),
    };
    let note = "it answers a letter about a move that is made";
    let span = Some(own.span);
    Some(ask(ctx, game, question, span, Verdict::MoveRejected, note))
}

/// The number that a move has behind the opponent's series, where it may be meant there:
/// the series reaches its number, or it has none and the letter speaks of the series. Who
/// has repeated some of it has said where his move stands.
fn behind_series(game: &GameFile, ctx: &Context<'_>, own: &WrittenMove) -> Option<u32> {
    if game.moves.last().is_some_and(|m| m.variant) {
        return None;
    }
    let due = game.move_number();
    let reached = series::positions_behind(game, ctx.side);
    match own.number {
        Some(written) => {
            let reaches = |(_, p): &(Vec<String>, Position)| p.move_number() == written;
            (written > due && reached.iter().any(reaches)).then_some(written)
        }
        None => {
            let (_, behind) = reached.first()?;
            speaks_of_series(ctx.text).then(|| behind.move_number())
        }
    }
}

/// Checks the number of a move whose turn it is; asks, or adds a remark.
pub(in crate::arbiter) fn check(
    game: &GameFile,
    ctx: &Context<'_>,
    own: &WrittenMove,
    remarks: &mut Vec<Remark>,
) -> Option<Ruling> {
    let due = game.move_number();
    if let Some(written) = behind_series(game, ctx, own) {
        let question = Question::FarNumber {
            written,
            due,
            series: true,
        };
        let note = "it may be the answer behind the opponent's series";
        let span = Some(own.span);
        let mut asked = ask(ctx, game, question, span, Verdict::MoveRejected, note);
        for notice in &mut asked.notices {
            notice.remarks.extend(series::standing(game));
        }
        return Some(asked);
    }
    match own.number {
        None => remarks.push(Remark::NumberMissing),
        Some(written) if written < due => return Some(old_number(game, ctx, own, written)),
        Some(written) if written == due + 1 => {
            remarks.push(Remark::NumberTooHigh { written, due });
        }
        Some(written) if written > due => {
            let question = Question::FarNumber {
                written,
                due,
                series: false,
            };
            let note = "its number is too high";
            let span = Some(own.span);
            return Some(ask(ctx, game, question, span, Verdict::MoveRejected, note));
        }
        Some(_) if ctx.side == Side::Black && own.side != Some(Side::Black) => {
            remarks.push(Remark::DotsMissing);
        }
        Some(_) => {}
    }
    None
}
