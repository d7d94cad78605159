//! The one match: every request has a ruling, and there is no other arm.

use super::adjudication;
use super::context::{Context, ask};
use super::draws;
use super::moves;
use super::notice::{Body, Notice, NoticeKind, Question, Recipient, Remark};
use super::oversteps;
use super::protests;
use super::ruling::{Ruling, Verdict};
use crate::record::{About, GameFile, Status};
use crate::request::masked::without_addresses;
use crate::request::{Request, Style, WrittenDate};

/// What a request asks of the player's own file instead of one game's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRequest<'r> {
    /// Leave in all tournaments, or in one.
    Leave {
        /// First day.
        from: &'r WrittenDate,
        /// Last day.
        to: &'r WrittenDate,
        /// Only in this tournament.
        code: Option<&'r str>,
    },
    /// The end of a leave.
    LeaveEnd(Option<&'r WrittenDate>),
    /// His games.
    Status,
    /// Article 57's report.
    Report,
    /// Help.
    Help,
    /// Style of letters.
    Format(Style),
    /// Another address.
    Address(&'r str),
    /// A withdrawal.
    Withdraw,
    /// A word to the arbiter.
    ForArbiter(&'r str),
}

/// The part of a request that is not about one game, if it is such.
pub fn player_request(request: &Request) -> Option<PlayerRequest<'_>> {
    Some(match request {
        Request::Leave { from, to, code } => PlayerRequest::Leave {
            from,
            to,
            code: code.as_deref(),
        },
        Request::LeaveEnd { date } => PlayerRequest::LeaveEnd(date.as_ref()),
        Request::Status => PlayerRequest::Status,
        Request::Report => PlayerRequest::Report,
        Request::Help => PlayerRequest::Help,
        Request::Format { style } => PlayerRequest::Format(*style),
        Request::Address { address } => PlayerRequest::Address(address),
        Request::Withdraw => PlayerRequest::Withdraw,
        Request::Arbiter { text } => PlayerRequest::ForArbiter(text),
        Request::Move(_)
        | Request::Form { .. }
        | Request::Pgn(_)
        | Request::Resign
        | Request::DrawOffer
        | Request::DrawAccept
        | Request::DrawDecline
        | Request::DrawClaim { .. }
        | Request::TimeClaim
        | Request::Protest { .. }
        | Request::DeadPosition { .. }
        | Request::Correspondence { .. }
        | Request::Opinion { .. }
        | Request::Appeal { .. }
        | Request::Repeat
        | Request::Check(_) => return None,
    })
}

/// Rules on a request about a game.
pub fn rule(game: &GameFile, request: &Request, ctx: &Context<'_>) -> Ruling {
    Ruling::on(game, |game| judge(game, request, ctx))
}

/// Rules on a request about a game, in the game as it will be.
pub(super) fn judge(game: &mut GameFile, request: &Request, ctx: &Context<'_>) -> Ruling {
    let near = game.status == Status::Active
        && oversteps::near_control(game, ctx.sent_day(game))
        && !matches!(request, Request::Check(_));
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
    first.remarks.push(Remark::ArbiterCopied);
    let body = Body::Copied {
        name: game.player(ctx.side).name.clone(),
        text: without_addresses(ctx.text),
    };
    let kind = first.kind;
    ruling
        .notices
        .push(Notice::new(kind, Recipient::Arbiter, body));
}

fn decide(game: &mut GameFile, request: &Request, ctx: &Context<'_>) -> Ruling {
    match request {
        Request::Move(moves) => moves::play(game, ctx, moves),
        Request::Form { form, moves } => moves::play_form(game, ctx, form, moves),
        Request::Pgn(sent) if sent.checked => {
            check(game, ctx, |game, ctx| moves::play_pgn(game, ctx, sent))
        }
        Request::Pgn(sent) => moves::play_pgn(game, ctx, sent),
        Request::Resign => draws::resign(game, ctx),
        Request::DrawOffer => draws::offer(game, ctx),
        Request::DrawAccept => draws::accept(game, ctx),
        Request::DrawDecline => draws::decline(game, ctx),
        Request::DrawClaim { intended } => draws::claim(game, ctx, intended.as_ref()),
        Request::TimeClaim => oversteps::claim(game, ctx),
        Request::Protest { text } => protests::protest(game, ctx, text),
        Request::Opinion {
            result,
            text,
            named,
        } => adjudication::opinion(game, ctx, (result, text), named.as_ref()),
        Request::Appeal { text } => adjudication::appeal(game, ctx, text),
        Request::DeadPosition { text } => draws::dead_position(game, ctx, text),
        Request::Correspondence { .. } => correspondence(game, ctx),
        Request::Repeat => repeat(game, ctx),
        Request::Check(moves) => check(game, ctx, |game, ctx| moves::play(game, ctx, moves)),
        Request::Leave { .. }
        | Request::LeaveEnd { .. }
        | Request::Status
        | Request::Report
        | Request::Help
        | Request::Format { .. }
        | Request::Address { .. }
        | Request::Withdraw
        | Request::Arbiter { .. } => Ruling::default(),
    }
}

/// REPEAT: the last message again.
fn repeat(game: &GameFile, ctx: &Context<'_>) -> Ruling {
    let mut ruling = draws::command("the last letter again");
    let to = Recipient::Player(game.player(ctx.side).id);
    let body = Body::Repeat {
        ply: game.ply(),
        asked: true,
        days: 0,
        copy: false,
        restored: false,
    };
    let mut notice = Notice::new(NoticeKind::Repeat, to, body);
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
    let mut ruling = draws::command("the correspondence of the game");
    let to = Recipient::Player(game.player(ctx.side).id);
    let body = Body::Correspondence {
        letters: String::new(),
        count: 0,
        left_out: 0,
    };
    ruling
        .notices
        .push(Notice::new(NoticeKind::Report, to, body));
    ruling
}

/// CHECK: the ruling on a copy of the game, told and thrown away.
fn check(
    game: &GameFile,
    ctx: &Context<'_>,
    judge: impl FnOnce(&mut GameFile, &Context<'_>) -> Ruling,
) -> Ruling {
    let mut copy = game.clone();
    let judged = judge(&mut copy, ctx);
    let mut ruling = draws::command("checked, nothing done");
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
                notice.kind = NoticeKind::NotUnderstood;
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
