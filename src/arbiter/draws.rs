//! Offers, agreements and claims of a draw, and resignation (articles 5 and 9).

use super::context::{Context, ask};
use super::ending::{by_claim, by_resignation, result_notices};
use super::moves;
use super::notice::{
    AskedBecause, Body, Notice, NoticeKind, OneWordAct, Question, Recipient, Remark,
};
use super::protests::{DEAD_POSITION, open_matters};
use super::ruling::{Ruling, Verdict, record};
use super::words::bounded;
use crate::chess::notation::{self, Class};
use crate::chess::{BySide, Side};
use crate::record::{
    Cause, Circumstance, Claim, Event, GameFile, Opened, PlayedMove, ResultCode, Status,
    Termination,
};
use crate::request::masked::without_addresses;
use crate::request::{Doubt, Keyword, Moves, WrittenMove, line_of, may_agree};
use crate::rules::Article;

/// RESIGN.
pub(super) fn resign(game: &mut GameFile, ctx: &Context<'_>) -> Ruling {
    let mut ruling = Ruling::command("resignation");
    let article = Article::Resignation.number(game.facts.profile);
    let entry = ctx.entry(by_resignation(game, ctx.side), Some(article));
    record(game, &mut ruling, entry);
    ruling.notices = result_notices(game);
    ruling
}

/// From which move on draws may be offered, where the half-move after so many is before it
/// (9.1.1).
pub(super) fn too_early(game: &GameFile, plies: u32) -> Option<u32> {
    let from = game.facts.regulations.draw_before_move;
    (plies / 2 + 1 < from).then_some(from)
}

/// From which move on draws may be offered, where that is still to come.
pub fn offers_from(game: &GameFile) -> Option<u32> {
    too_early(game, game.ply())
}

/// DRAW? without a move.
pub(super) fn offer(game: &mut GameFile, ctx: &Context<'_>) -> Ruling {
    if game.draw_offer.is_some_and(|(by, _)| by != ctx.side) {
        let note = "a draw is offered already: accept or offer?";
        return ask(
            ctx,
            game,
            Question::OfferOrAccept,
            None,
            Verdict::Command,
            note,
        );
    }
    if let Some(from) = too_early(game, game.ply()) {
        let question = Question::DrawTooEarly { from };
        let note = "no draw is offered before a certain move (9.1.1)";
        return ask(ctx, game, question, None, Verdict::Command, note);
    }
    if was_declined(game, ctx.side) {
        let note = "an offer of a draw was declined: a new one goes with the next move";
        return ask(
            ctx,
            game,
            Question::OfferDeclined,
            None,
            Verdict::Command,
            note,
        );
    }
    if let (Some(because), None) = (ctx.asks, game.draw_offer) {
        let verdict = match because {
            AskedBecause::Unvouched => Verdict::Unverified,
            AskedBecause::InWords | AskedBecause::Copied => Verdict::Command,
        };
        let question = offer_asked(because);
        let note = "an offer of a draw, asked back by one word";
        return ask(ctx, game, question, None, verdict, note);
    }
    let mut ruling = Ruling::command("draw offered");
    if game.draw_offer.is_none() {
        let event = Event::DrawOffered {
            side: ctx.side,
            ply: game.ply(),
        };
        let article = Article::DrawOffer.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(article)));
        ruling.notices.push(Notice::new(
            Recipient::Player(game.player(ctx.side.other()).id),
            Body::DrawOffered { yours: false },
        ));
    }
    ruling.notices.push(Notice::new(
        Recipient::Player(game.player(ctx.side).id),
        Body::DrawOffered { yours: true },
    ));
    ruling
}

/// Whether an offer of a side was declined since its last move: its opponent is not asked again
/// and again (11.5).
fn was_declined(game: &GameFile, side: Side) -> bool {
    let mut last = game.standing().rev();
    let declined = last.find_map(|e| match e.event {
        Event::MovePlayed { ply, .. } if game.side_of_ply(ply) == side => Some(false),
        Event::DrawDeclined { side: by } if by != side => Some(true),
        _ => None,
    });
    declined == Some(true)
}

/// What is asked back in place of an offer.
pub(super) fn offer_asked(because: AskedBecause) -> Question {
    Question::OneWord {
        act: OneWordAct::OfferDraw,
        because,
        again: false,
    }
}

/// A move of a letter that may take up the opponent's offer as well: the move would decline
/// it, and the agreement end the game, so that it is asked which is meant.
pub(super) fn taken_up_beside(
    game: &GameFile,
    ctx: &Context<'_>,
    own: &WrittenMove,
) -> Option<Ruling> {
    let offered = game.draw_offer.is_some_and(|(by, _)| by != ctx.side);
    if !offered || ctx.cause == Cause::Web || !may_agree(ctx.text) {
        return None;
    }
    let accept = line_of(Keyword::DrawAccept, game.player(ctx.side).language);
    let conflict = Doubt::Conflict {
        texts: vec![own.text.clone(), accept],
        in_parts: false,
    };
    let question = Question::Doubts {
        doubts: vec![conflict],
    };
    let note = "a move, and words that may accept the draw";
    let span = Some(own.span);
    Some(ask(ctx, game, question, span, Verdict::NotUnderstood, note))
}

/// ACCEPT DRAW.
pub(super) fn accept(game: &mut GameFile, ctx: &Context<'_>) -> Ruling {
    if game.draw_offer.is_none_or(|(by, _)| by == ctx.side) {
        return ask(
            ctx,
            game,
            Question::NoOffer,
            None,
            Verdict::Command,
            "no draw is offered",
        );
    }
    if game.ply() < 2 {
        let note = "a draw can be agreed only after a move of each";
        return ask(
            ctx,
            game,
            Question::TooEarlyForDraw,
            None,
            Verdict::Command,
            note,
        );
    }
    let mut ruling = Ruling::command("draw agreed");
    let event = Event::Ended {
        result: ResultCode::Draw,
        termination: Termination::Agreement,
    };
    let article = Article::Agreement.number(game.facts.profile);
    record(game, &mut ruling, ctx.entry(event, Some(article)));
    ruling.notices = result_notices(game);
    ruling
}

/// DECLINE DRAW.
pub(super) fn decline(game: &mut GameFile, ctx: &Context<'_>) -> Ruling {
    // The move above it in the same letter has declined the offer already.
    let by_move = game
        .all()
        .rev()
        .take_while(|e| e.cause == ctx.cause)
        .any(|e| matches!(e.event, Event::MovePlayed { .. }));
    if by_move && matches!(ctx.cause, Cause::Letter(_)) {
        return Ruling::command("declined by the move");
    }
    if game.draw_offer.is_none_or(|(by, _)| by == ctx.side) {
        // Who plays on in a game that is over has to hear that it is.
        let (question, note) = match game.status {
            Status::Finished => (Question::GameOver, "the game is over"),
            _ => (Question::NoOffer, "no draw is offered"),
        };
        return ask(ctx, game, question, None, Verdict::Command, note);
    }
    let mut ruling = Ruling::command("draw declined");
    let article = Article::DrawOffer.number(game.facts.profile);
    record(
        game,
        &mut ruling,
        ctx.entry(Event::DrawDeclined { side: ctx.side }, Some(article)),
    );
    for side in Side::BOTH {
        ruling.notices.push(Notice::new(
            Recipient::Player(game.player(side).id),
            Body::DrawDeclined {
                yours: side == ctx.side,
            },
        ));
    }
    ruling
}

/// CLAIM DRAW, for the position on the board or with an intended move. A right
/// claim ends the game and the intended move is not played; a wrong one is an
/// offer, and the intended move is played (9.2, 9.3, 9.5.3).
pub(super) fn claim(game: &mut GameFile, ctx: &Context<'_>, intended: Option<&Moves>) -> Ruling {
    if game.turn() != ctx.side {
        let note = "a draw is claimed on one's own move";
        return ask(
            ctx,
            game,
            Question::NotYourTurn,
            None,
            Verdict::Command,
            note,
        );
    }
    let own = intended.and_then(|m| m.line.last());
    let mv = match own {
        None => None,
        Some(written) => {
            let language = Some(game.player(ctx.side).language);
            let reading = notation::read(&written.text, game.line.position(), language);
            match (reading.class, reading.mv) {
                (Class::Ok | Class::OkWithWarning, Some(mv)) => Some(mv),
                // A faulty intended move is judged as any faulty move.
                _ => match intended {
                    Some(moves) => return moves::play(game, ctx, moves),
                    None => None,
                },
            }
        }
    };
    if let Some(right) = game.line.draw_claim(mv) {
        let mut ruling = Ruling::command("draw claimed rightly");
        let (event, article) = by_claim(right);
        let article = article.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(article)));
        ruling.notices = result_notices(game);
        return ruling;
    }
    let (plies, quiet) = game.line.evidence(mv);
    let times = u32::try_from(plies.len()).unwrap_or(u32::MAX);
    let wrong = evidence(game, mv.is_some(), &plies, quiet);
    let mut ruling = match intended {
        Some(moves) => {
            let offered = Moves {
                draw_offer: true,
                ..moves.clone()
            };
            let mut ruling = moves::play(game, ctx, &offered);
            for notice in &mut ruling.notices {
                if notice.kind() == NoticeKind::Confirmation {
                    notice.remarks.push(wrong.clone());
                }
            }
            ruling
        }
        None => {
            let mut ruling = offer(game, ctx);
            for notice in &mut ruling.notices {
                if matches!(
                    notice.body,
                    Body::DrawOffered { yours: true } | Body::NotUnderstood { .. }
                ) {
                    notice.remarks.push(wrong.clone());
                }
            }
            ruling.note = match too_early(game, game.ply()) {
                None => "draw claimed wrongly: it counts as an offer".to_owned(),
                Some(_) => "draw claimed wrongly".to_owned(),
            };
            ruling
        }
    };
    // An intended move that could not be played leaves all as it was, the claim too.
    if intended.is_none() || ruling.verdict == Some(Verdict::Move) {
        let event = Event::ClaimRefused {
            side: ctx.side,
            claim: Claim::Draw { times, quiet },
        };
        let article = Article::WrongClaim.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(article)));
    }
    ruling
}

/// What the record shows where a claim is not right.
fn evidence(game: &GameFile, intended: bool, plies: &[usize], quiet: u32) -> Remark {
    let played = |ply: &usize| game.moves.get(ply.checked_sub(1)?);
    let label = |m: &PlayedMove| format!("{}{} {}", m.number, m.side.dots(), m.san);
    Remark::ClaimWasWrong {
        intended,
        stood: plies.iter().filter_map(played).map(label).collect(),
        times: u32::try_from(plies.len()).unwrap_or(u32::MAX),
        at_start: plies.contains(&0),
        quiet,
    }
}

/// CLAIM DEAD POSITION (5.2.2): no detector finds them all, so the arbiter decides.
/// The clock runs on meanwhile; the game is not paused by it.
pub(super) fn dead_position(game: &mut GameFile, ctx: &Context<'_>, text: &str) -> Ruling {
    let article = Article::DeadPosition.number(game.facts.profile);
    let waits = open_matters(game).any(|(_, what)| what == DEAD_POSITION);
    let mut ruling = Ruling::command("a dead position claimed, for the arbiter");
    if !waits {
        let words = Circumstance::said(bounded(text));
        let event = Event::MatterOpened(Opened::new(DEAD_POSITION, ctx.side, words));
        record(game, &mut ruling, ctx.entry(event, Some(article)));
    }
    let body = Body::DeadPositionClaimed {
        side: ctx.side,
        text: without_addresses(text),
        waits,
        can_mate: BySide {
            white: game.line.position().can_mate(Side::White),
            black: game.line.position().can_mate(Side::Black),
        },
    };
    let told = match waits {
        // He is told that it waits already; nobody else hears of it again.
        true => vec![Recipient::Player(game.player(ctx.side).id)],
        false => super::oversteps::recipients(game),
    };
    for to in told {
        ruling.notices.push(Notice::new(to, body.clone()));
    }
    ruling
}
