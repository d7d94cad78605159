//! The one match: every request about a game has a ruling, and there is no other arm.
//! Before it stands the gate.

use super::adjudication;
use super::context::{Context, ask};
use super::draws;
use super::form;
use super::gate;
use super::moves;
use super::moves::series;
use super::notice::{Body, CopiedBecause, Notice, Question, Recipient, Remark};
use super::oversteps;
use super::pgn;
use super::protests;
use super::ruling::{Ruling, Verdict};
use super::words;
use crate::record::{About, GameFile, Status};
use crate::request::GameRequest;
use crate::request::masked::without_addresses;

/// Rules on a request about a game.
pub fn rule(game: &GameFile, request: &GameRequest, ctx: &Context<'_>) -> Ruling {
    Ruling::on(game, |game| judge(game, request, ctx))
}

/// Rules on a request about a game, in the game as it will be.
pub(crate) fn judge(game: &mut GameFile, request: &GameRequest, ctx: &Context<'_>) -> Ruling {
    let near = game.status == Status::Active
        && oversteps::near_control(game, ctx.sent_day(game))
        && !matches!(request, GameRequest::Check(_));
    let mut ruling = decide(game, request, ctx);
    if near {
        copy(game, ctx, &mut ruling);
    }
    ruling
}

/// 56.4.10: near a control the arbiter gets a copy of all that is written in the
/// game, not of moves alone. What brings him a letter anyway is not copied again.
fn copy(game: &GameFile, ctx: &Context<'_>, ruling: &mut Ruling) {
    let told = |n: &Notice| n.to == Recipient::Arbiter;
    if ruling.notices.iter().any(told) {
        return;
    }
    let Some(first) = ruling.notices.first_mut() else {
        return;
    };
    first.remarks.push(Remark::ArbiterCopied {
        because: CopiedBecause::ControlNear,
    });
    let body = Body::Copied {
        beside: first.kind(),
        name: game.player(ctx.side).name.clone(),
        text: without_addresses(ctx.text),
    };
    ruling.notices.push(Notice::new(Recipient::Arbiter, body));
}

fn decide(game: &mut GameFile, request: &GameRequest, ctx: &Context<'_>) -> Ruling {
    gate::admit(game, ctx, request, |game, ctx| match request {
        GameRequest::Move(moves) => moves::play(game, ctx, moves),
        GameRequest::Form { form, moves } => form::play_form(game, ctx, form, moves),
        GameRequest::Pgn(sent) if sent.checked => {
            check(game, ctx, |game, ctx| pgn::play_pgn(game, ctx, sent))
        }
        GameRequest::Pgn(sent) => pgn::play_pgn(game, ctx, sent),
        GameRequest::Resign => draws::resign(game, ctx),
        GameRequest::DrawOffer => draws::offer(game, ctx),
        GameRequest::DrawAccept => draws::accept(game, ctx),
        GameRequest::DrawDecline => draws::decline(game, ctx),
        GameRequest::DrawClaim { intended } => draws::claim(game, ctx, intended.as_ref()),
        GameRequest::TimeClaim => oversteps::claim(game, ctx),
        GameRequest::Protest { text } => protests::protest(game, ctx, text),
        GameRequest::Opinion {
            result,
            text,
            named,
        } => adjudication::opinion(game, ctx, (result, text), named.as_ref()),
        GameRequest::Appeal { text } => adjudication::appeal(game, ctx, text),
        GameRequest::DeadPosition { text } => draws::dead_position(game, ctx, text),
        GameRequest::Correspondence { .. } => correspondence(game, ctx),
        GameRequest::Opponent { words } => words::leave_words(game, ctx, words),
        GameRequest::Abuse { text } => words::complain(game, ctx, text),
        GameRequest::Repeat => repeat(game, ctx),
        GameRequest::Check(moves) => check(game, ctx, |game, ctx| moves::play(game, ctx, moves)),
    })
}

/// REPEAT: the last message again.
fn repeat(game: &GameFile, ctx: &Context<'_>) -> Ruling {
    let mut ruling = Ruling::command("the last letter again");
    let to = Recipient::Player(game.player(ctx.side).id);
    let body = Body::again(game.ply());
    let mut notice = Notice::new(to, body);
    notice.remarks.extend(series::standing(game));
    // Where the first letter was lost, the receipt counts from this one.
    if game.status == Status::Active && game.turn() == ctx.side && game.letter_left().is_none() {
        notice.begins = Some((game.ply(), About::Move, ctx.side));
    }
    ruling.notices.push(notice);
    ruling
}

/// CORRESPONDENCE: all that was written in the game, from the robot's own record
/// (56.1.5). Its texts are put in where letters are kept.
fn correspondence(game: &GameFile, ctx: &Context<'_>) -> Ruling {
    let mut ruling = Ruling::command("the correspondence of the game");
    let to = Recipient::Player(game.player(ctx.side).id);
    let body = Body::Correspondence {
        letters: String::new(),
        count: 0,
        left_out: 0,
    };
    ruling.notices.push(Notice::new(to, body));
    ruling
}

/// CHECK: the ruling on a copy of the game, told and thrown away.
fn check(
    game: &GameFile,
    ctx: &Context<'_>,
    judge: impl FnOnce(&mut GameFile, &Context<'_>) -> Ruling,
) -> Ruling {
    let mut copy = game.clone();
    // A trial offers nothing, so that there is nothing to ask.
    let tried = Context {
        asks: None,
        ..ctx.clone()
    };
    let judged = judge(&mut copy, &tried);
    let mut ruling = Ruling::command("checked, nothing done");
    let me = Recipient::Player(game.player(ctx.side).id);
    for mut notice in judged.notices.into_iter().filter(|n| n.to == me) {
        match &mut notice.body {
            Body::Confirmation { only_checked, .. } => {
                *only_checked = true;
                // Only this letter shows the game as the move would leave it.
                ruling.view = Some(Box::new(copy.clone()));
            }
            Body::Rejection { only_checked, .. } => {
                *only_checked = true;
            }
            Body::NotUnderstood { .. } => notice.remarks.insert(0, Remark::OnlyChecked),
            _ => continue,
        }
        notice.begins = None;
        ruling.notices.push(notice);
    }
    if ruling.notices.is_empty() {
        // The move would be kept, sealed with the arbiter: a trial seals nothing (55.6.7).
        let note = "checked while the game is paused";
        let mut asked = ask(ctx, game, Question::Paused, None, Verdict::Command, note);
        for notice in &mut asked.notices {
            notice.remarks.insert(0, Remark::OnlyChecked);
        }
        return asked;
    }
    ruling
}
