//! Acts asked back by one word (CONTRACT.md 4, "Short answers"). Who somebody is, a
//! token has shown; where his domain could have shown it too and did not, a resignation,
//! an agreement or a withdrawal waits for a yes in answer to the very letter that asks,
//! while everything stands as it stood. Then it is done with the arrival and dispatch of
//! the letter that stated it.

use super::codes;
use super::correspondence;
use super::desk::Desk;
use super::docket::Docket;
use super::requests;
use super::section;
use super::sender::{LetterFrom, answer};
use super::settled::{LetterEvent, Settled, settle};
use super::tokens::Signs;
use crate::arbiter::notice::{Act, Question};
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::letter;
use crate::record::{Event, Status, Termination};
use crate::request::confirm::{CodeReply, short_reply};
use crate::request::{GameRequest, Request, Section};
use crate::store::{AskedBack, PlayerRow, TokenOf, View};
use serde::{Deserialize, Serialize};

/// How long one word answers, in seconds: seven days (CONTRACT.md 4).
const HOLDS: i64 = 7 * 86_400;

/// What was asked back, and what it stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
enum AskedAgain {
    /// A resignation.
    Resign {
        /// Half-moves played.
        ply: u32,
    },
    /// Consent to a draw.
    AcceptDraw {
        /// Half-moves played.
        ply: u32,
        /// The offer that stood.
        offer: Option<(Side, u32)>,
    },
    /// A withdrawal.
    Withdraw {
        /// From which tournament.
        tournament: TournamentId,
    },
}

impl AskedAgain {
    /// How the letter asks for it.
    fn act(&self) -> Act {
        match self {
            AskedAgain::Resign { .. } => Act::Resign,
            AskedAgain::AcceptDraw { .. } => Act::AcceptDraw,
            AskedAgain::Withdraw { .. } => Act::Withdraw,
        }
    }
}

/// What a ruling does that cannot be taken back, where it is a resignation or an
/// agreement.
pub(super) fn is_grave(ruling: &Ruling) -> Option<Termination> {
    let ends = ruling.entries().iter().find_map(|e| match e.event {
        Event::Ended { termination, .. } => Some(termination),
        _ => None,
    });
    ends.filter(|t| matches!(t, Termination::Resignation | Termination::Agreement))
}

/// Asks back, instead of what a ruling would have done in a game.
pub(super) fn ask_back(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    inbound: InboundId,
    (id, how): (GameId, Termination),
) -> Result<Ruling, Failure> {
    let game = desk.game(id)?;
    let ply = game.ply();
    let stated = match how {
        Termination::Agreement => AskedAgain::AcceptDraw {
            ply,
            offer: game.draw_offer,
        },
        _ => AskedAgain::Resign { ply },
    };
    keep_question(desk, sender, (inbound, Some(id)), &stated)?;
    Ok(asking(sender, stated.act()))
}

/// Notes that the letter that asks about a withdrawal may be answered by one word.
pub(super) fn ask_back_withdrawal(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    inbound: InboundId,
    tournament: TournamentId,
) -> Result<(), Failure> {
    let stated = AskedAgain::Withdraw { tournament };
    keep_question(desk, sender, (inbound, None), &stated)
}

fn keep_question(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    about: (InboundId, Option<GameId>),
    stated: &AskedAgain,
) -> Result<(), Failure> {
    let what = serde_json::to_string(stated).map_err(Failure::failed)?;
    let until = desk.now.plus_seconds(HOLDS);
    desk.tx
        .question_add(sender, about, &what, (desk.now, until))?;
    Ok(())
}

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
    let mut ruling = section::rule_game(desk, &mut docket, &section, &request, game)?;
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

fn asking(sender: PlayerId, act: Act) -> Ruling {
    let body = Body::NotUnderstood {
        question: Question::OneWord { act },
        quoted: None,
    };
    let to = Recipient::Player(sender);
    Ruling {
        notices: vec![Notice::new(to, body)],
        verdict: Some(Verdict::Unverified),
        note: "by a token alone: asked back by one word".to_owned(),
        ..Ruling::default()
    }
}
