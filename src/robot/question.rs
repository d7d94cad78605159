//! Questions of ours that wait for an answer (CONTRACT.md 4, "Short answers"). What cannot
//! be taken back is asked back by one word where a letter states it in a sentence, or does
//! not prove enough that it was meant for us (`asked_back`). A yes to the
//! very letter that asks does it while everything stands as it stood, with the arrival and
//! dispatch of the letter that stated it.

use super::asked_back::{OpenQuestion, keep_again, questions_of};
use super::codes;
use super::correspondence;
use super::desk::Desk;
use super::docket::Docket;
use super::game_request;
use super::requests;
use super::sender::{LetterFrom, answer};
use super::settled::{LetterEvent, Settled, settle};
use super::tokens::Signs;
use super::which::{self, GameSigns, Which};
use crate::arbiter::notice::{AskedBecause, OneWordAct, Question};
use crate::arbiter::{Body, NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, OutboundId, PlayerId};
use crate::letter;
use crate::letter::Letter;
use crate::record::Status;
use crate::request::answer::{
    Answer, is_bare_no, reply_or_refusal, says_yes_on_a_line, short_reply,
};
use crate::request::{self, GameRequest, Request, Section, Understanding};
use crate::store::{AskedBack, PlayerRow, TokenOf, View};
use std::collections::BTreeSet;

/// A letter that answers such a question by one word is settled here; `None`: it
/// answers none.
pub(super) fn answered(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
    about: &GameSigns<'_>,
) -> Result<Option<Settled>, Failure> {
    let pending = from.pending;
    let Some((asking, question, stated)) = question_answered(desk.tx, player.id, about.signs)?
    else {
        return Ok(None);
    };
    let own_text = without_ours(desk.tx, from.letter, asking)?;
    // Who says it once more in other words has said yes.
    let again = stated.act().is_all_of(about.understanding);
    // `Да нет, играю дальше`: who plays on does not give up; no draw is declined by it.
    let ends = !matches!(stated, OpenQuestion::AcceptDraw { .. });
    let plays_on = ends && about.understanding.only_declines();
    let reply = short_reply(&own_text)
        .or_else(|| again.then_some(Answer::Yes))
        .or_else(|| plays_on.then_some(Answer::No))
        .or_else(|| reply_or_refusal(&own_text, player.language));
    let holds = question.closed.is_none()
        && pending.arrived <= question.until
        && stands(desk, &question, &stated)?;
    // A yes above a move says two things that exclude each other: neither is done.
    if reply.is_none() && holds && says_yes_on_a_line(&own_text) && moves(about) {
        return ask_again(desk, from, &question, stated.act()).map(Some);
    }
    let Some(reply) = reply else {
        // Neither yes nor no, and nothing else to be heard in it.
        let asks = holds && asks_nothing(about.understanding);
        return match asks {
            true => ask_again(desk, from, &question, stated.act()).map(Some),
            false => Ok(None),
        };
    };
    if !holds {
        let moved = question.closed.is_none() && moved_on(desk, &question, &stated)?;
        let act = stated.act();
        say_of_question(desk, Question::Overtaken { act, moved }, from)?;
        let note = "one word to a question that does not stand any more";
        return Ok(Some(Settled::of(Verdict::NotUnderstood, note)));
    }
    desk.tx.question_close(question.id, desk.now)?;
    if reply == Answer::No {
        // What a no goes on to ask for is heard as in any letter.
        if !plays_on && asks_more(about.understanding) {
            return Ok(None);
        }
        say_of_question(desk, Question::Dropped { act: stated.act() }, from)?;
        let note = format!("no to what letter {} stated", question.inbound);
        return Ok(Some(Settled::of(Verdict::Command, &note)));
    }
    // Whoever says yes changes something: older tokens of the game are spent.
    if let Some(game) = question.game {
        desk.tx.tokens_spend(game, player.id)?;
    }
    if let OpenQuestion::Withdraw { tournament } = stated {
        codes::drop_withdrawal(desk, player.id, tournament)?;
        let asked = question.inbound;
        return requests::pass_on_withdrawal(desk, tournament, asked, player, from).map(Some);
    }
    match question.game {
        Some(game) => do_stated(desk, &question, (game, stated.act()), pending.id).map(Some),
        None => Ok(None),
    }
}

/// Whether a move was made since a question was asked.
fn moved_on(
    desk: &mut Desk<'_>,
    question: &AskedBack,
    stated: &OpenQuestion,
) -> Result<bool, Failure> {
    match (question.game, stated.ply()) {
        (Some(id), Some(ply)) => Ok(desk.game(id)?.ply() != ply),
        _ => Ok(false),
    }
}

/// Whether a letter asks for a move.
fn moves(about: &GameSigns<'_>) -> bool {
    let sections = about.understanding.sections.iter();
    let mut requests = sections.flat_map(|s| &s.requests);
    requests.any(|r| matches!(r, Request::Game(game) if game.is_move()))
}

/// Whether nothing at all is asked for.
pub(super) fn asks_nothing(understanding: &Understanding) -> bool {
    let sections = &understanding.sections;
    sections
        .iter()
        .all(|s| s.requests.is_empty() && !s.asks_something())
}

/// Whether something is asked for beside a no: that alone says that a draw is declined.
pub(super) fn asks_more(understanding: &Understanding) -> bool {
    let declines = |r: &Request| matches!(r, Request::Game(GameRequest::DrawDecline));
    let only = |s: &Section| s.requests.iter().all(declines) && !s.requests.is_empty();
    understanding
        .sections
        .iter()
        .any(|s| !only(s) && s.asks_something())
}

/// A no alone where no letter of ours asks and no draw is offered: said, and nothing is
/// done. `None`: it is none, or may decline an offer.
pub(super) fn refused_nothing(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    about: &GameSigns<'_>,
) -> Result<Option<Settled>, Failure> {
    let declines = |r: &Request| matches!(r, Request::Game(GameRequest::DrawDecline));
    let mut requests = about
        .understanding
        .sections
        .iter()
        .flat_map(|s| &s.requests);
    if !requests.all(declines) || !is_bare_no(&from.letter.own_text) {
        return Ok(None);
    }
    let games = match which::which_game(desk.tx, about, None)? {
        Which::Game(id) => vec![id],
        Which::Ask(_) => {
            let rows = desk.tx.player_games(about.sender, true)?;
            rows.into_iter().map(|r| r.id).collect()
        }
        Which::HandedOn(_) => return Ok(None),
    };
    for id in &games {
        let game = desk.game(*id)?;
        if game.draw_offer.is_some() && game.status == Status::Active {
            return Ok(None);
        }
    }
    let newest = about.signs.own.iter().max_by(|a, b| a.of.cmp(&b.of));
    let leave = newest.is_some_and(|token| token.kind == NoticeKind::Leave.name());
    say_of_question(desk, Question::NothingToRefuse { leave }, from)?;
    let note = "a no where nothing was asked";
    Ok(Some(Settled::of(Verdict::NotUnderstood, note)))
}

/// Asks for one word once more.
fn ask_again(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    question: &AskedBack,
    act: OneWordAct,
) -> Result<Settled, Failure> {
    let mut docket = Docket::new(from.pending, question.player, from.letter);
    docket.find(
        Verdict::NotUnderstood,
        "neither yes nor no to what was asked back",
    );
    if let Some(id) = question.game {
        docket.names(desk.game(id)?.facts.name.clone());
    }
    keep_again(desk, from.pending.id, question)?;
    let asked = Question::OneWord {
        act,
        because: AskedBecause::InWords,
        again: true,
    };
    docket.ask(desk, asked, question.game)?;
    Ok(docket.settled())
}

/// The question that the letter of ours asks which a letter answers: the newest of
/// those it names, as later ones name it too.
fn question_answered(
    view: &View<'_>,
    player: PlayerId,
    signs: &Signs,
) -> Result<Option<(OutboundId, AskedBack, OpenQuestion)>, Failure> {
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
    for question in questions_of(view, inbound)? {
        let withdrawal = token.kind == NoticeKind::Withdrawal.name();
        let it = question.player == player
            && question.game == token.game
            && (!withdrawal || question.game.is_none());
        if it && let Ok(stated) = serde_json::from_str(&question.what) {
            return Ok(Some((asking, question, stated)));
        }
    }
    Ok(None)
}

/// Shortest line of ours that tells a quotation of our letter, in characters.
const TELLING_LINE: usize = 24;

/// Most lines between an answer and a quotation of our letter that a mail program makes:
/// who wrote it, when, and to whom.
const MOST_HEADERS: usize = 6;

/// The writer's own words, without a quotation of the letter that asks which his mail
/// program has not marked.
pub(super) fn without_ours(
    view: &View<'_>,
    letter: &Letter,
    asking: OutboundId,
) -> Result<String, Failure> {
    let own = &letter.own_text;
    if own.lines().count() < 2 {
        return Ok(own.clone());
    }
    let raw = view.outbound_raw(asking)?;
    let Ok(sent) = letter::read(&raw.bytes) else {
        return Ok(own.clone());
    };
    let told: BTreeSet<&str> = sent.text.lines().map(str::trim).collect();
    let is_ours = |line: &&str| line.chars().count() >= TELLING_LINE && told.contains(line.trim());
    let lines: Vec<&str> = own.lines().collect();
    let Some(first) = lines.iter().position(is_ours) else {
        return Ok(own.clone());
    };
    let mut end = first;
    while let Some(above) = end.checked_sub(1).and_then(|at| lines.get(at)) {
        let bare = above.trim();
        let is_header = bare.ends_with(':') || bare.contains('@') || bare.contains(": ");
        let short = told.contains(bare);
        if first - end >= MOST_HEADERS || !(bare.is_empty() || is_header || short) {
            break;
        }
        end -= 1;
    }
    Ok(lines.get(..end).unwrap_or_default().join("\n"))
}

/// Whether everything stands as it stood when it was asked.
fn stands(
    desk: &mut Desk<'_>,
    question: &AskedBack,
    stated: &OpenQuestion,
) -> Result<bool, Failure> {
    Ok(match (stated, question.game) {
        (OpenQuestion::Withdraw { tournament }, _) => {
            let mut open = desk.tx.player_games(question.player, true)?.into_iter();
            open.any(|g| g.tournament == *tournament)
        }
        (OpenQuestion::Resign { ply }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.status != Status::Finished
        }
        (OpenQuestion::AcceptDraw { ply, offer }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.draw_offer == *offer && game.status != Status::Finished
        }
        (OpenQuestion::OfferDraw { ply }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.draw_offer.is_none() && game.status != Status::Finished
        }
        (OpenQuestion::ClaimDraw { ply }, Some(id)) => {
            let game = desk.game(id)?;
            game.ply() == *ply && game.status != Status::Finished
        }
        // An overstep stays one, whatever is moved.
        (OpenQuestion::ClaimTime, Some(id)) => desk.game(id)?.status != Status::Finished,
        (_, None) => false,
    })
}

/// What a letter states, and the part of it that does: a claim has its intended move there.
fn stated_in(
    letter: &Letter,
    game: &GameName,
    act: OneWordAct,
) -> Result<(Section, GameRequest), Failure> {
    let request = match act {
        OneWordAct::Resign => GameRequest::Resign,
        OneWordAct::AcceptDraw => GameRequest::DrawAccept,
        OneWordAct::OfferDraw => GameRequest::DrawOffer,
        OneWordAct::ClaimTime => GameRequest::TimeClaim,
        OneWordAct::ClaimDraw => {
            return claim_in(letter, game)
                .ok_or_else(|| Failure::failed("a claim that was asked about is not there"));
        }
        OneWordAct::Withdraw => {
            return Err(Failure::failed("a withdrawal is about no one game"));
        }
    };
    let section = Section {
        game: None,
        span: request::TextSpan { start: 0, end: 0 },
        requests: vec![Request::Game(request.clone())],
        doubts: Vec::new(),
        received: None,
        sent: None,
    };
    Ok((section, request))
}

/// The claim of a draw in a letter, in the part about a game.
fn claim_in(letter: &Letter, game: &GameName) -> Option<(Section, GameRequest)> {
    let claim = |r: &Request| match r {
        Request::Game(claim @ GameRequest::DrawClaim { .. }) => Some(claim.clone()),
        _ => None,
    };
    let understanding = request::understand(letter);
    let mut parts = understanding.sections.into_iter();
    parts.find_map(|section| {
        let of_game = section.game.as_ref().is_none_or(|named| named == game);
        let claim = section.requests.iter().find_map(claim);
        let claim = claim.filter(|_| of_game)?;
        let requests = vec![Request::Game(claim.clone())];
        Some((
            Section {
                requests,
                ..section
            },
            claim,
        ))
    })
}

/// Does what a letter stated, with its own arrival and dispatch.
fn do_stated(
    desk: &mut Desk<'_>,
    question: &AskedBack,
    (game, act): (GameId, OneWordAct),
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
    let name = desk.game(game)?.facts.name.clone();
    let (section, request) = stated_in(&letter, &name, act)?;
    let mut docket = Docket::new(&held, question.player, &letter);
    let mut ruling = game_request::rule_game(desk, &mut docket, &section, &request, game)?;
    correspondence::enclose(desk, &mut ruling, game, question.player)?;
    docket.deliver(desk, ruling, &mut Vec::new(), Some(game))?;
    let before = desk.tx.inbound_show(held.id)?;
    let mut done = docket.settled();
    let (verdict, requests) = before.map_or((None, None), |m| (m.verdict, m.requests));
    // A move that stood beside it was made when the letter came.
    done.verdict = verdict.map_or(done.verdict, |before| before.min(done.verdict));
    done.requests = match requests {
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

/// Tells the sender what became of the question that he answered.
pub(super) fn say_of_question(
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
