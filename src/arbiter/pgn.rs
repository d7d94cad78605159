//! A game sent as PGN (XBoard's cmail, Scid): its moves are compared with the
//! record from the first on. What is recorded is the repetition; one move more is
//! the sender's own; nothing more is no move, and no fault either. What a
//! program's board shows otherwise than the record does is asked about: the move
//! on it was made for another position.

use super::context::{Context, ask};
use super::draws;
use super::gate;
use super::moves::matching::{index_of, is_recorded, last_move_text};
use super::moves::reading::{language, read};
use super::moves::{judge, matching, numbers, refuse, two_moves};
use super::notice::{Question, Remark};
use super::ruling::{Ruling, Verdict};
use crate::chess::Side;
use crate::record::{Event, FaultKind, GameFile, Status};
use crate::request::{Closing, Doubt, GameRequest, Moves, PgnGame, WrittenMove};

/// How a game that was sent stands to the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// All its moves are recorded, and the record has so many more.
    Same { behind: usize },
    /// All recorded moves, and more from this place of its list on.
    Continues { from: usize },
    /// At this place of its list stands something else than this half-move of the record.
    Differs { at: usize, index: usize },
    /// It does not begin where the game began, or moves are missing from it.
    Other,
}

/// Rules on a game sent as PGN.
pub(super) fn play_pgn(game: &mut GameFile, ctx: &Context<'_>, sent: &PgnGame) -> Ruling {
    let seen = compare(game, ctx, sent);
    if let (Status::Finished | Status::Adjudication, Seen::Same { .. }) = (game.status, seen)
        && sent.beside.is_none()
    {
        // XBoard sends a finished game back; that is its way to put it away.
        return known("the game is over, and the PGN adds nothing");
    }
    let own = |side: Option<Side>| side.is_none_or(|s| s == ctx.side);
    match sent.closing {
        Some(Closing::Claimed) => return claim(game, ctx, sent, seen),
        Some(closing @ Closing::Agreed) => return close(game, ctx, sent, seen, closing),
        Some(closing @ Closing::Resigned { side }) if own(side) => {
            return close(game, ctx, sent, seen, closing);
        }
        Some(Closing::Resigned { .. }) | None => {}
    }
    let ruling = match seen {
        Seen::Same { behind } => nothing_new(game, ctx, sent, behind),
        Seen::Continues { from } => continues(game, ctx, sent, from),
        Seen::Differs { at, index } => differs(game, ctx, sent, at, index),
        Seen::Other => other_game(game, ctx, sent),
    };
    with_result(game, ctx, sent, ruling)
}

/// Compares the moves of a PGN with the record.
fn compare(game: &GameFile, ctx: &Context<'_>, sent: &PgnGame) -> Seen {
    let placement = |fen: &str| fen.split(' ').next().map(str::to_owned);
    if let Some(fen) = &sent.fen
        && placement(fen.trim()) != placement(&game.line.start().fen())
    {
        return Seen::Other;
    }
    let played = game.moves.len();
    let line = &sent.moves.line;
    let place = |w: &WrittenMove| {
        let index = index_of(game, w.number?, w.side?)?;
        usize::try_from(index).ok()
    };
    let Some(first) = line.first() else {
        return Seen::Same { behind: played };
    };
    let Some(base) = place(first).filter(|base| *base <= played) else {
        return Seen::Other;
    };
    let language = language(game, ctx, sent.moves.place);
    for (at, written) in line.iter().enumerate() {
        let index = base + at;
        if index >= played {
            return Seen::Continues { from: at };
        }
        if place(written) != Some(index) {
            return Seen::Other;
        }
        if !is_recorded(game, language, written, index) {
            return Seen::Differs { at, index };
        }
    }
    let behind = played - (base + line.len()).min(played);
    Seen::Same { behind }
}

/// Nothing to do and nothing to say: the letter is filed.
fn known(note: &str) -> Ruling {
    Ruling {
        verdict: Some(Verdict::Duplicate),
        note: note.to_owned(),
        ..Ruling::default()
    }
}

/// A resignation or an agreement in a comment or beside the game: no move may
/// come with it, and what it was said about must be this game.
fn close(
    game: &mut GameFile,
    ctx: &Context<'_>,
    sent: &PgnGame,
    seen: Seen,
    closing: Closing,
) -> Ruling {
    let resigns = matches!(closing, Closing::Resigned { .. });
    match seen {
        Seen::Continues { .. } => {
            let text = sent.moves.line.last().map(|m| m.text.clone());
            let word = if resigns { "RESIGN" } else { "ACCEPT DRAW" };
            let texts = text.into_iter().chain([word.to_owned()]).collect();
            let doubts = vec![Doubt::Conflict {
                texts,
                in_parts: false,
            }];
            let note = "a move and an end of the game in one PGN";
            let question = Question::Doubts { doubts };
            ask(ctx, game, question, None, Verdict::MoveRejected, note)
        }
        Seen::Differs { at, index } => differs(game, ctx, sent, at, index),
        Seen::Other => other_game(game, ctx, sent),
        Seen::Same { .. } if resigns => gate::admit(game, ctx, &GameRequest::Resign, draws::resign),
        Seen::Same { behind: 0 } => gate::admit(game, ctx, &GameRequest::DrawAccept, draws::accept),
        // The offer agreed to is not the one that stands now, if any does.
        Seen::Same { .. } => {
            let note = "a draw agreed to in an older position";
            ask(ctx, game, Question::NoOffer, None, Verdict::Command, note)
        }
    }
}

/// CLAIM DRAW beside a game: with its new move as the intended one.
fn claim(game: &mut GameFile, ctx: &Context<'_>, sent: &PgnGame, seen: Seen) -> Ruling {
    if sent.beside.is_some() {
        return claimed(game, ctx, sent.beside.as_ref());
    }
    match seen {
        Seen::Same { .. } => claimed(game, ctx, None),
        Seen::Differs { at, index } => differs(game, ctx, sent, at, index),
        Seen::Other => other_game(game, ctx, sent),
        Seen::Continues { from } => {
            let mut intended = answer(game, ctx, sent, from);
            if let Some(own) = intended.line.last_mut() {
                let reading = read(game, ctx, own, intended.place);
                if let Some(mv) = reading.mv {
                    // A claim reads it in the player's language.
                    own.text = game.line.position().numeric(mv);
                }
            }
            claimed(game, ctx, Some(&intended))
        }
    }
}

fn claimed(game: &mut GameFile, ctx: &Context<'_>, intended: Option<&Moves>) -> Ruling {
    let asked = GameRequest::DrawClaim {
        intended: intended.cloned(),
    };
    gate::admit(game, ctx, &asked, |game, ctx| {
        draws::claim(game, ctx, intended)
    })
}

/// The record as we have it: a move sent again, an offer without a move, or nothing.
fn nothing_new(game: &mut GameFile, ctx: &Context<'_>, sent: &PgnGame, behind: usize) -> Ruling {
    if let Some(beside) = &sent.beside {
        return judge(game, ctx, beside, &[]);
    }
    if offers(ctx, sent) && behind == 0 && !has_offered(game, ctx.side) {
        return gate::admit(game, ctx, &GameRequest::DrawOffer, draws::offer);
    }
    let note = "the PGN holds nothing new";
    if sent.enclosed {
        return Ruling {
            note: note.to_owned(),
            ..Ruling::default()
        };
    }
    let last = game.moves.len().checked_sub(behind + 1);
    let last = last.and_then(|i| game.moves.get(i));
    if let Some(last) = last.filter(|m| m.side == ctx.side && !sent.moves.line.is_empty()) {
        let question = Question::OldNumber {
            written: last.number,
            due: numbers::due(game, ctx.side),
            same: true,
        };
        let note = "the same move again";
        return ask(ctx, game, question, None, Verdict::Duplicate, note);
    }
    let question = Question::UnclearMove {
        fault: FaultKind::NoMove,
        reason: None,
        text: String::new(),
        candidates: Vec::new(),
        expected: None,
    };
    ask(ctx, game, question, None, Verdict::NotUnderstood, note)
}

fn offers(ctx: &Context<'_>, sent: &PgnGame) -> bool {
    sent.moves.draw_offer || sent.offer == Some(ctx.side)
}

/// Whether a side offered a draw in this position already: a letter mailed again
/// offers nothing anew, even after the offer was declined.
fn has_offered(game: &GameFile, by: Side) -> bool {
    let now = game.ply();
    game.standing()
        .rev()
        .any(|e| matches!(e.event, Event::DrawOffered { side, ply } if side == by && ply == now))
}

/// The moves as one's own answer: the repetition before it, and what is new.
fn answer(game: &GameFile, ctx: &Context<'_>, sent: &PgnGame, from: usize) -> Moves {
    let first = from.saturating_sub(usize::from(!game.moves.is_empty()));
    Moves {
        line: sent.moves.line.iter().skip(first).cloned().collect(),
        draw_offer: offers(ctx, sent),
        ..sent.moves.clone()
    }
}

/// All that is recorded, and more.
fn continues(game: &mut GameFile, ctx: &Context<'_>, sent: &PgnGame, from: usize) -> Ruling {
    let more = sent.moves.line.len() - from.min(sent.moves.line.len());
    let moves = answer(game, ctx, sent, from);
    if gate::closed(game, ctx).is_some() || game.status == Status::Paused {
        return judge(game, ctx, &moves, &[]);
    }
    if game.turn() != ctx.side {
        let note = "it is the opponent's move";
        let span = moves.line.last().map(|m| m.span);
        let question = Question::NotYourTurn;
        return ask(ctx, game, question, span, Verdict::MoveRejected, note);
    }
    if more > 1 && !matching::accepts(game, ctx, &moves) {
        let new = Moves {
            line: sent.moves.line.iter().skip(from).cloned().collect(),
            ..moves
        };
        return two_moves(game, ctx, &new, "the PGN is more than one move ahead");
    }
    if let (Some(beside), Some(own)) = (&sent.beside, moves.line.last()) {
        let said = beside
            .line
            .last()
            .and_then(|w| read(game, ctx, w, beside.place).mv);
        if said.is_none() || said != read(game, ctx, own, moves.place).mv {
            let words = beside.line.last().cloned();
            let both = Moves {
                line: words.into_iter().chain([own.clone()]).collect(),
                ..moves.clone()
            };
            return two_moves(game, ctx, &both, "the PGN has another move than the text");
        }
        return judge(game, ctx, beside, &[]);
    }
    // A game that names none of ours and repeats nothing may be any game.
    let ctx = &Context {
        only_request: ctx.only_request && (sent.named || from > 0),
        ..ctx.clone()
    };
    judge(game, ctx, &moves, &[])
}

/// Somewhere in the past the game sent is another than the one recorded.
fn differs(
    game: &mut GameFile,
    ctx: &Context<'_>,
    sent: &PgnGame,
    at: usize,
    index: usize,
) -> Ruling {
    let line = &sent.moves.line;
    let (Some(written), Some(recorded)) = (line.get(at), game.moves.get(index)) else {
        return Ruling::default();
    };
    let (number, side) = (recorded.number, recorded.side);
    let remark = Remark::RecordDiffers {
        number,
        written: written.text.clone(),
        recorded: format!("{} ({})", recorded.numeric, recorded.san),
    };
    if let Some(beside) = &sent.beside {
        return judge(game, ctx, beside, &[remark]);
    }
    let note = format!("the PGN differs from the record at move {number}");
    let rejected = Verdict::MoveRejected;
    if let Some((question, _)) = gate::closed(game, ctx) {
        return ask(ctx, game, question, None, rejected, &note);
    }
    let before_last = at + 2 == line.len() && index + 1 == game.moves.len();
    if before_last && side != ctx.side && game.status == Status::Active {
        let ctx = &Context {
            only_request: ctx.only_request && sent.named,
            ..ctx.clone()
        };
        let expected = last_move_text(game);
        return refuse::wrong_repetition(game, ctx, &sent.moves, &expected, written);
    }
    let span = Some(written.span);
    let mut ruling = if at + 1 == line.len() && side == ctx.side {
        let question = Question::OldNumber {
            written: number,
            due: numbers::due(game, side),
            same: false,
        };
        ask(ctx, game, question, span, rejected, &note)
    } else {
        let doubts = Vec::new();
        let question = Question::Doubts { doubts };
        ask(ctx, game, question, span, rejected, &note)
    };
    for notice in &mut ruling.notices {
        notice.remarks.push(remark.clone());
    }
    ruling
}

/// Another start, or moves left out: nothing in it can be told apart.
fn other_game(game: &mut GameFile, ctx: &Context<'_>, sent: &PgnGame) -> Ruling {
    if let Some(beside) = &sent.beside {
        return judge(game, ctx, beside, &[]);
    }
    let note = "the PGN is not this game, or not whole";
    if sent.enclosed {
        return Ruling {
            note: note.to_owned(),
            ..Ruling::default()
        };
    }
    let question = Question::Doubts {
        doubts: vec![Doubt::Nothing],
    };
    ask(ctx, game, question, None, Verdict::NotUnderstood, note)
}

/// A result is entered for a reason of its own, never because a PGN ends with it.
fn with_result(game: &GameFile, ctx: &Context<'_>, sent: &PgnGame, mut ruling: Ruling) -> Ruling {
    let Some(result) = &sent.result else {
        return ruling;
    };
    let is_so = game
        .result
        .is_some_and(|r| game.status == Status::Finished && r.code.pgn() == result);
    if is_so {
        return ruling;
    }
    let me = super::notice::Recipient::Player(game.player(ctx.side).id);
    if let Some(first) = ruling.notices.iter_mut().find(|n| n.to == me) {
        first.remarks.push(Remark::ResultIgnored {
            result: result.clone(),
        });
    }
    ruling
}
