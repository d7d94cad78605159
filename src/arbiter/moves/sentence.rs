//! Moves of a sentence with the position in hand: the same move said twice is one, and
//! moves that go on behind one's own are a series.

use super::matching::{accepts, is_recorded};
use super::reading::language;
use crate::arbiter::context::Context;
use crate::arbiter::told::one_move;
use crate::chess::notation::{self, Class, described};
use crate::chess::{Move, Position};
use crate::record::GameFile;
use crate::request::{Moves, SeriesPlace, Supposition, TextSpan, WrittenMove};

/// The moves as they are meant in the position, where that is more than what their order
/// tells.
pub(in crate::arbiter) fn meant_here(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Moves> {
    if game.turn() != ctx.side || moves.alternatives || moves.line.len() < 2 {
        return None;
    }
    let in_words = |w: &WrittenMove| described::whole(&w.text).is_some();
    match moves.place {
        SeriesPlace::Form | SeriesPlace::Pgn => None,
        SeriesPlace::Prose => said_again(game, ctx, moves),
        _ if moves.line.iter().any(in_words) => said_again(game, ctx, moves),
        SeriesPlace::Numbered => goes_on(game, ctx, moves),
        SeriesPlace::Alone => None,
    }
}

/// What one of the moves of a sentence may be in the position on the board.
enum SaidMove {
    /// The opponent's last move.
    Theirs,
    /// One legal move.
    One(Move),
    /// One of several.
    OneOf(Vec<Move>),
    /// Nothing that can be played.
    Nothing,
}

/// `2. Sg5, czyli f3g5`, `castling: 0-0`: one's own move in several ways, perhaps behind
/// the opponent's. The way that holds is the numeric one, else the first that is plain.
fn said_again(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> Option<Moves> {
    let position = game.line.position();
    let language = language(game, ctx, moves.place);
    let before = game.moves.len().checked_sub(1);
    let says = |written: &WrittenMove| {
        let reading = notation::read(&written.text, position, language);
        match (reading.class, reading.mv) {
            (Class::Ok | Class::OkWithWarning, Some(mv)) => SaidMove::One(mv),
            _ if !reading.candidates.is_empty() => SaidMove::OneOf(reading.candidates),
            _ if before.is_some_and(|at| is_recorded(game, language, written, at)) => {
                SaidMove::Theirs
            }
            _ => SaidMove::Nothing,
        }
    };
    let said: Vec<SaidMove> = moves.line.iter().map(says).collect();
    let own = said.iter().find_map(|s| match s {
        SaidMove::One(mv) => Some(*mv),
        _ => None,
    });
    let Some(own) = own else {
        return told_together(game, ctx, moves);
    };
    // `I castle; king to g1, rook to f1`: the rest tells how.
    let tells_how = |written: &WrittenMove| {
        described::whole(&written.text).is_some_and(|told| told.is_part_of(own, position))
    };
    let agrees = |(written, says): (&WrittenMove, &SaidMove)| match says {
        SaidMove::One(mv) => *mv == own || tells_how(written),
        SaidMove::OneOf(all) => all.contains(&own),
        SaidMove::Theirs => true,
        SaidMove::Nothing => tells_how(written),
    };
    if !moves.line.iter().zip(&said).all(agrees) {
        return told_together(game, ctx, moves);
    }
    let ways = || {
        let both = moves.line.iter().zip(&said);
        both.filter(|(_, s)| matches!(s, SaidMove::One(mv) if *mv == own))
            .map(|(written, _)| written)
    };
    let numbered = ways().find(|w| w.number.is_some());
    let held = ways()
        .find(|w| notation::is_numeric(&w.text))
        .or_else(|| ways().next())?;
    let theirs = moves
        .line
        .iter()
        .zip(&said)
        .filter(|(_, s)| matches!(s, SaidMove::Theirs));
    let mut line: Vec<WrittenMove> = theirs.map(|(written, _)| written.clone()).collect();
    line.push(WrittenMove {
        number: held.number.or(numbered.and_then(|w| w.number)),
        side: held.side.or(numbered.and_then(|w| w.side)),
        ..held.clone()
    });
    Some(Moves {
        line,
        ..moves.clone()
    })
}

/// `Qd8 takes d5`: what looks like two moves, and is one that the words between them tell.
fn told_together(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> Option<Moves> {
    let (first, last) = (moves.line.first()?, moves.line.last()?);
    let span = TextSpan {
        start: first.span.start,
        end: last.span.end,
    };
    let text = ctx.text.get(span.start..span.end)?;
    one_move(game, text)?;
    let whole = WrittenMove {
        text: text.to_owned(),
        second: None,
        span,
        ..first.clone()
    };
    Some(Moves {
        line: vec![whole],
        ..moves.clone()
    })
}

/// `4. c3 Nf6 5. d4`: behind one's own move in pairs the opponent's that is expected and
/// the answer to it, each with its number.
fn goes_on(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> Option<Moves> {
    if !moves.variant.is_empty() || accepts(game, ctx, moves) {
        return None;
    }
    let due = game.move_number();
    let language = language(game, ctx, moves.place);
    let is_own = |written: &WrittenMove| {
        written.number == Some(due) && written.side.is_none_or(|side| side == ctx.side)
    };
    let at = moves.line.iter().position(is_own)?;
    let (line, behind) = moves.line.split_at_checked(at + 1)?;
    if behind.is_empty() || behind.len() % 2 == 1 {
        return None;
    }
    let mut position: Position = game.line.position().clone();
    for written in line.last().into_iter().chain(behind) {
        let fits = written.number.is_none_or(|n| n == position.move_number());
        let mv = notation::read(&written.text, &position, language).mv;
        position = position.after(mv.filter(|_| fits)?);
    }
    Some(Moves {
        line: line.to_vec(),
        variant: vec![Supposition {
            moves: behind.to_vec(),
            apart: false,
            alternatives: false,
        }],
        ..moves.clone()
    })
}
