//! Acts asked back by one word (CONTRACT.md 4, "Short answers"). Who somebody is, a
//! token has shown; where his domain could have shown it too and did not, a resignation,
//! an agreement or a withdrawal waits for a yes in answer to the very letter that asks,
//! while everything stands as it stood. Then it is done with the arrival and dispatch of
//! the letter that stated it.

use super::asked_back::AskedAgain;
use super::codes;
use super::correspondence;
use super::desk::Desk;
use super::docket::Docket;
use super::game_request;
use super::requests;
use super::sender::{LetterFrom, answer};
use super::settled::{LetterEvent, Settled, settle};
use super::tokens::Signs;
use crate::arbiter::notice::Question;
use crate::arbiter::{Body, NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId};
use crate::letter;
use crate::record::Status;
use crate::request::confirm::{CodeReply, short_reply};
use crate::request::{GameRequest, Request, Section};
use crate::store::{AskedBack, PlayerRow, TokenOf, View};

/// A letter that answers such a question by one word is settled here; `None`: it
/// answers none.
pub(super) fn answer_question(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
    signs: &Signs,
) -> Result<Option<Settled>, Failure> {
    let pending = from.pending;
    let Some(reply) = short_reply(&from.letter.own_text) else {
        return Ok(None);
    };
    let Some((question, stated)) = question_answered(desk.tx, player.id, signs)? else {
        return Ok(None);
    };
    if question.closed.is_some()
        || pending.arrived > question.until
        || !stands(desk, &question, &stated)?
    {
        say_of_question(desk, Question::Overtaken { act: stated.act() }, from)?;
        let note = "one word to a question that does not stand any more";
        return Ok(Some(Settled::of(Verdict::NotUnderstood, note)));
    }
    desk.tx.question_close(question.id, desk.now)?;
    if reply != CodeReply::Yes {
        say_of_question(desk, Question::Dropped { act: stated.act() }, from)?;
        let note = format!("no to what letter {} stated", question.inbound);
        return Ok(Some(Settled::of(Verdict::Command, &note)));
    }
    match (stated, question.game) {
        (AskedAgain::Withdraw { tournament }, _) => {
            codes::drop_withdrawal(desk, player.id, tournament)?;
            requests::pass_on_withdrawal(desk, tournament, question.inbound, player, from).map(Some)
        }
        (AskedAgain::Resign { .. }, Some(game)) => {
            do_stated(desk, &question, (game, GameRequest::Resign), pending.id).map(Some)
        }
        (AskedAgain::AcceptDraw { .. }, Some(game)) => {
            do_stated(desk, &question, (game, GameRequest::DrawAccept), pending.id).map(Some)
        }
        (AskedAgain::Resign { .. } | AskedAgain::AcceptDraw { .. }, None) => Ok(None),
    }
}

/// The question that the letter of ours asks which a letter answers: the newest of
/// those it names, as later ones name it too.
fn question_answered(
    view: &View<'_>,
    player: PlayerId,
    signs: &Signs,
) -> Result<Option<(AskedBack, AskedAgain)>, Failure> {
    let Some(token) = signs.own.iter().max_by(|a, b| a.of.cmp(&b.of)) else {
        return Ok(None);
    };
    // Of a letter that is lost nobody knows what it asked.
    let TokenOf::Letter(asking) = token.of else {
        return Ok(None);
    };
    let kinds = [NoticeKind::NotUnderstood, NoticeKind::Withdrawal];
    if !kinds.iter().any(|k| token.kind == k.name()) {
        return Ok(None);
    }
    let Some(inbound) = view.outbound_answered(asking)? else {
        return Ok(None);
    };
    for question in view.questions_of(inbound)? {
        let withdrawal = token.kind == NoticeKind::Withdrawal.name();
        let it = question.player == player
            && question.game == token.game
            && withdrawal == question.game.is_none();
        if it && let Ok(stated) = serde_json::from_str(&question.what) {
            return Ok(Some((question, stated)));
        }
    }
    Ok(None)
}

/// Whether everything stands as it stood when it was asked.
fn stands(desk: &mut Desk<'_>, question: &AskedBack, stated: &AskedAgain) -> Result<bool, Failure> {
    Ok(match (stated, question.game) {
        (AskedAgain::Withdraw { tournament }, _) => {
            let mut open = desk.tx.player_games(question.player, true)?.into_iter();
            open.any(|g| g.tournament == *tournament)
        }
        (AskedAgain::Resign { ply }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.status != Status::Finished
        }
        (AskedAgain::AcceptDraw { ply, offer }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.draw_offer == *offer && game.status != Status::Finished
        }
        (_, None) => false,
    })
}

/// Does what a letter stated, with its own arrival and dispatch.
fn do_stated(
    desk: &mut Desk<'_>,
    question: &AskedBack,
    (game, request): (GameId, GameRequest),
    by: InboundId,
) -> Result<Settled, Failure> {
    let held = desk.tx.inbound_again(question.inbound)?;
    let held = held.ok_or_else(|| Failure::failed("a letter that was asked about is gone"))?;
    let raw = desk.tx.inbound_raw(held.id)?;
    let Ok(letter) = letter::read(&raw.bytes) else {
        return Err(Failure::failed(
            "a letter that was asked about is unreadable",
        ));
    };
    let section = Section {
        game: None,
        span: crate::request::TextSpan { start: 0, end: 0 },
        requests: vec![Request::Game(request.clone())],
        doubts: Vec::new(),
        received: None,
        sent: None,
    };
    let mut docket = Docket::new(&held, question.player, &letter);
    let mut ruling = game_request::rule_game(desk, &mut docket, &section, &request, game)?;
    correspondence::enclose(desk, &mut ruling, game, question.player)?;
    docket.deliver(desk, ruling, &mut Vec::new(), Some(game))?;
    let before = desk.tx.inbound_show(held.id)?;
    let mut done = docket.settled();
    done.requests = match before.and_then(|m| m.requests) {
        Some(serde_json::Value::Array(all)) => all,
        _ => Vec::new(),
    };
    done.note = match done.note.is_empty() {
        true => format!("confirmed by letter {by}"),
        false => format!("{}; confirmed by letter {by}", done.note),
    };
    settle(desk.tx, &held, &done)?;
    desk.also.push(LetterEvent::of(held.id, &done));
    Ok(Settled {
        games: done.games,
        ..Settled::of(
            Verdict::Command,
            &format!("one word confirmed what letter {} stated", held.id),
        )
    })
}

fn say_of_question(
    desk: &mut Desk<'_>,
    question: Question,
    from: &LetterFrom<'_>,
) -> Result<(), Failure> {
    let body = Body::NotUnderstood {
        question,
        quoted: None,
    };
    answer(desk, body, from)
}
