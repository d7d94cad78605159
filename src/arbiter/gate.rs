//! The gate: whether a letter may act in a game now. It is asked once, before anything
//! is ruled; what a request says is not looked at here.

use super::context::{Context, ask};
use super::notice::Question;
use super::oversteps::{annuls, was_claimed};
use super::ruling::{Ruling, Verdict};
use crate::chess::Side;
use crate::record::{Adjudicated, Adjudication, GameFile, Status, Termination};
use crate::request::GameRequest;
use crate::time::Day;

/// Why a letter may not act: what its writer is asked, and a sentence for the inbox.
type Shut = (Question, &'static str);

/// Rules on a request that may act now; else its writer is told why it may not.
pub(super) fn admit(
    game: &mut GameFile,
    ctx: &Context<'_>,
    request: &GameRequest,
    rule: impl FnOnce(&mut GameFile, &Context<'_>) -> Ruling,
) -> Ruling {
    match shut(game, ctx, request) {
        Some((question, note)) => ask(ctx, game, question, None, Verdict::Command, note),
        None => rule(game, ctx),
    }
}

fn shut(game: &GameFile, ctx: &Context<'_>, request: &GameRequest) -> Option<Shut> {
    match request {
        // A move that was sent in time annuls the notice of an overstep, one that comes
        // again is known, and one that has to wait is kept: it is read before it is
        // turned away (`moves`).
        GameRequest::Move(_)
        | GameRequest::Form { .. }
        | GameRequest::Pgn(_)
        | GameRequest::Check(_) => None,
        // Who gives up leaves nothing to adjudicate.
        GameRequest::Resign => closed(game, ctx).filter(|_| undecided(game).is_none()),
        GameRequest::DrawOffer
        | GameRequest::DrawAccept
        | GameRequest::DrawClaim { .. }
        | GameRequest::DeadPosition { .. }
        | GameRequest::Opponent { .. } => closed(game, ctx),
        GameRequest::Abuse { .. } => (game.status == Status::Waiting)
            .then_some((Question::NotStarted, "the tournament is not started")),
        GameRequest::TimeClaim => closed(game, ctx).or_else(|| {
            let waits = game.status == Status::Paused && !was_claimed(game, ctx);
            waits.then_some((Question::Paused, "the game is paused already"))
        }),
        GameRequest::Protest { .. } => (game.status == Status::Waiting)
            .then_some((Question::NothingToClaim, "nothing to protest against")),
        GameRequest::Opinion { .. } => match undecided(game) {
            Some(_) => None,
            None => Some((
                not_adjudicated(game, Question::GameOver),
                "no opinion is asked for in this game",
            )),
        },
        GameRequest::Appeal { .. } => match decided(game) {
            Some(_) => None,
            None => Some((
                not_adjudicated(game, Question::NothingToClaim),
                "there is no adjudication to appeal against",
            )),
        },
        // An offer that does not stand is not declined, and that is asked at once; the
        // last letter and the correspondence are there for everybody, always.
        GameRequest::DrawDecline | GameRequest::Correspondence { .. } | GameRequest::Repeat => None,
    }
}

/// What a letter is told that would do what is done on the server alone (54.2.1): nothing
/// changes, and the page of the game is named.
pub fn only_on_board(game: &GameFile, ctx: &Context<'_>, web: &str) -> Ruling {
    let question = Question::OnBoard {
        link: game.facts.name.page(web),
    };
    let note = "the tournament is played on the server alone";
    ask(ctx, game, question, None, Verdict::Command, note)
}

/// What keeps a game from being decided by its players now, if anything.
pub(super) fn closed(game: &GameFile, ctx: &Context<'_>) -> Option<Shut> {
    match game.status {
        Status::Waiting => Some((Question::NotStarted, "the tournament is not started")),
        Status::Finished => Some((Question::GameOver, "the game is over")),
        // What was sent by the last day of play counts, though it arrived later.
        Status::Adjudication if sent_before_the_end(game, ctx.sent_day(game)) => None,
        Status::Adjudication => Some((adjudicated(game), "the game is with the adjudicator")),
        Status::Paused | Status::Active => None,
    }
}

/// What a letter is told that is about an adjudication where there is none to be about;
/// `over`: where the game is over.
fn not_adjudicated(game: &GameFile, over: Question) -> Question {
    match game.status {
        Status::Waiting => Question::NotStarted,
        Status::Finished => over,
        Status::Adjudication => adjudicated(game),
        Status::Active | Status::Paused => Question::NothingToClaim,
    }
}

/// What a letter that would move, offer or claim is told while the game is with the
/// adjudicator.
fn adjudicated(game: &GameFile) -> Question {
    let file = game.adjudication.as_ref();
    let until = file.filter(|f| f.first.is_none()).and_then(|f| f.until);
    Question::Adjudicated { until }
}

/// The adjudication that is not decided yet.
fn undecided(game: &GameFile) -> Option<&Adjudication> {
    let file = game.adjudication.as_ref()?;
    (game.status == Status::Adjudication && file.first.is_none()).then_some(file)
}

/// The adjudication that an appeal can be about, with its first decision (56.9.9).
pub(super) fn decided(game: &GameFile) -> Option<(&Adjudication, &Adjudicated)> {
    let result = game.result.map(|r| r.termination);
    let is_it = game.status == Status::Adjudication || result == Some(Termination::Adjudication);
    let file = game.adjudication.as_ref().filter(|_| is_it)?;
    Some((file, file.first.as_ref()?))
}

/// Whether a letter of that side still acts on the game as one of the tournament:
/// it was sent by the last day of play and arrived later.
pub(super) fn sent_before_the_end(game: &GameFile, sent: Day) -> bool {
    let file = game.adjudication.as_ref();
    let undecided = file.is_some_and(|f| f.first.is_none() && !f.named);
    undecided && file.and_then(|f| f.from).is_some_and(|end| sent <= end)
}

/// Whether a move of a side that was sent on a day is played as the game stands, however it
/// came: while it is played, where it annuls the notice of an overstep or the loss that the
/// robot entered, and with the adjudicator where it was sent by the end of play.
/// What has to wait for a decision is not.
pub(crate) fn takes_a_move(game: &GameFile, side: Side, sent: Day) -> bool {
    let by_status = || match game.status {
        Status::Active => true,
        Status::Adjudication => sent_before_the_end(game, sent),
        Status::Waiting | Status::Paused | Status::Finished => false,
    };
    annuls(game, side, sent) || by_status()
}

/// Whether a move of a side may still come that is played as the game stands.
pub fn may_still_move(game: &GameFile, side: Side) -> bool {
    let answered = game.moves.last().map_or(game.facts.start, |mv| mv.sent);
    game.turn() == side && takes_a_move(game, side, answered)
}

/// Whether the side to move may name its move now (56.9.4.4).
pub(crate) fn may_name(game: &GameFile, side: Side, sent: Day) -> bool {
    let open = |f: &Adjudication| {
        !f.named && f.first.is_none() && f.until.is_some_and(|until| sent <= until)
    };
    game.facts.profile.way().opinion_names_move
        && game.status == Status::Adjudication
        && game.turn() == side
        && game.adjudication.as_ref().is_some_and(open)
}
