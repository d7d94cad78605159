//! What is asked back by one word, and what it stood on (CONTRACT.md 4, "Short answers").
//! What cannot be taken back is asked back where a letter states it in a sentence, is
//! believed by its token alone though its domain could have vouched for it, or went to
//! others too and answers no letter of ours: it may have been written to them.

use super::belief::{Belief, is_unvouched};
use super::desk::Desk;
use super::docket::Docket;
use super::numbered::HOLDS;
use super::sender::LetterFrom;
use super::tokens::{Signs, has_other_readers};
use crate::arbiter::notice::{AskedBecause, OneWordAct, Question, Quoted};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::record::{Event, Termination};
use crate::request::{GameRequest, GraveAct};
use crate::store::{AskedBack, NewQuestion, View};
use serde::{Deserialize, Serialize};

/// What a question asks for, and what that stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub(super) enum OpenQuestion {
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
    /// An offer of a draw, without the move that stood beside it: that is made.
    OfferDraw {
        /// Half-moves played.
        ply: u32,
    },
    /// A claim of a draw, with its intended move.
    ClaimDraw {
        /// Half-moves played.
        ply: u32,
    },
    /// A claim of the opponent's overstep.
    ClaimTime,
}

impl OpenQuestion {
    /// What it asks for.
    pub fn act(&self) -> OneWordAct {
        match self {
            OpenQuestion::Resign { .. } => OneWordAct::Resign,
            OpenQuestion::AcceptDraw { .. } => OneWordAct::AcceptDraw,
            OpenQuestion::Withdraw { .. } => OneWordAct::Withdraw,
            OpenQuestion::OfferDraw { .. } => OneWordAct::OfferDraw,
            OpenQuestion::ClaimDraw { .. } => OneWordAct::ClaimDraw,
            OpenQuestion::ClaimTime => OneWordAct::ClaimTime,
        }
    }

    /// The position that it ends with.
    pub fn ply(&self) -> Option<u32> {
        match self {
            OpenQuestion::Resign { ply }
            | OpenQuestion::AcceptDraw { ply, .. }
            | OpenQuestion::OfferDraw { ply }
            | OpenQuestion::ClaimDraw { ply } => Some(*ply),
            OpenQuestion::Withdraw { .. } | OpenQuestion::ClaimTime => None,
        }
    }
}

/// Why what a believed letter asks for and nobody can take back is asked back by one word;
/// `None`: it is done. A code was asked with a list of what it does.
pub(super) fn because(
    desk: &Desk<'_>,
    from: &LetterFrom<'_>,
    signs: &Signs,
    belief: Belief,
) -> Option<AskedBecause> {
    let LetterFrom {
        pending, letter, ..
    } = *from;
    if desk.confirmed == Some(pending.id) {
        return None;
    }
    // What was kept meanwhile is known by now, and vouched for no better.
    let kept = desk.known.contains(&pending.id);
    if belief == Belief::TokenAlone || kept && is_unvouched(desk, letter, pending.arrived) {
        return Some(AskedBecause::Unvouched);
    }
    let copied = signs.own.is_empty() && has_other_readers(desk, letter);
    copied.then_some(AskedBecause::Copied)
}

/// What a ruling does that is asked back by one word, instead of being done: what ends the
/// game, and a claim in a letter that went to others too.
pub(super) fn act_to_ask(
    ruling: &Ruling,
    request: &GameRequest,
    asks: Option<AskedBecause>,
) -> Option<OneWordAct> {
    let claims = asks == Some(AskedBecause::Copied) && !ruling.entries().is_empty();
    if claims && matches!(request, GameRequest::DrawClaim { .. }) {
        return Some(OneWordAct::ClaimDraw);
    }
    if claims && matches!(request, GameRequest::TimeClaim) {
        return Some(OneWordAct::ClaimTime);
    }
    grave_act(ruling).map(OneWordAct::from)
}

/// What a ruling does that cannot be taken back, where it is a resignation or an
/// agreement.
fn grave_act(ruling: &Ruling) -> Option<GraveAct> {
    ruling.entries().iter().find_map(|e| match e.event {
        Event::Ended {
            termination: Termination::Resignation,
            ..
        } => Some(GraveAct::Resign),
        Event::Ended {
            termination: Termination::Agreement,
            ..
        } => Some(GraveAct::AcceptDraw),
        _ => None,
    })
}

/// Asks back, instead of what a letter would have done in a game.
pub(super) fn ask_in_game(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    (id, act): (GameId, OneWordAct),
    asked: AskedOn,
) -> Result<Ruling, Failure> {
    let game = desk.game(id)?;
    let ply = game.ply();
    let open = match act {
        OneWordAct::Resign => OpenQuestion::Resign { ply },
        OneWordAct::AcceptDraw => OpenQuestion::AcceptDraw {
            ply,
            offer: game.draw_offer,
        },
        OneWordAct::Withdraw => OpenQuestion::Withdraw {
            tournament: game.facts.tournament,
        },
        OneWordAct::OfferDraw => OpenQuestion::OfferDraw { ply },
        OneWordAct::ClaimDraw => OpenQuestion::ClaimDraw { ply },
        OneWordAct::ClaimTime => OpenQuestion::ClaimTime,
    };
    keep(desk, docket.sender, docket.inbound, Some(id), &open)?;
    let (verdict, note) = match asked.because {
        AskedBecause::Unvouched => (
            Verdict::Unverified,
            "by a token alone: asked back by one word",
        ),
        AskedBecause::InWords => (
            Verdict::Command,
            "stated in a sentence: asked back by one word",
        ),
        AskedBecause::Copied => (
            Verdict::Command,
            "it went to others too and answers none of ours: asked back by one word",
        ),
    };
    let body = Body::NotUnderstood {
        question: Question::OneWord {
            act,
            because: asked.because,
            again: false,
        },
        quoted: asked.quoted,
    };
    Ok(Ruling {
        notices: vec![Notice::new(Recipient::Player(docket.sender), body)],
        verdict: Some(verdict),
        note: note.to_owned(),
        ..Ruling::default()
    })
}

/// Whether a ruling asks if a draw that is offered already is agreed to.
pub(super) fn asks_whether_agreed(ruling: &Ruling) -> bool {
    let asks = |n: &Notice| {
        matches!(
            n.body,
            Body::NotUnderstood {
                question: Question::OfferOrAccept,
                ..
            }
        )
    };
    ruling.notices.iter().any(asks)
}

/// Notes that the letter that asks so may be answered by one word.
pub(super) fn ask_agreement(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    id: GameId,
) -> Result<(), Failure> {
    let game = desk.game(id)?;
    let open = OpenQuestion::AcceptDraw {
        ply: game.ply(),
        offer: game.draw_offer,
    };
    keep(desk, docket.sender, docket.inbound, Some(id), &open)
}

/// Whether a ruling asks if a draw is offered, instead of offering it.
pub(super) fn asks_for_offer(ruling: &Ruling) -> bool {
    let asks = |n: &Notice| {
        matches!(
            n.body,
            Body::NotUnderstood {
                question: Question::OneWord {
                    act: OneWordAct::OfferDraw,
                    ..
                },
                ..
            }
        )
    };
    ruling.notices.iter().any(asks)
}

/// Notes that the letter that asks so may be answered by one word: for the position behind
/// the move, where one stands beside the offer.
pub(super) fn ask_offer(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    (id, ruling): (GameId, &Ruling),
) -> Result<(), Failure> {
    let ply = match ruling.game.as_deref() {
        Some(after) => after.ply(),
        None => desk.game(id)?.ply(),
    };
    let open = OpenQuestion::OfferDraw { ply };
    keep(desk, docket.sender, docket.inbound, Some(id), &open)
}

/// Why something is asked back, and the sentence that says it.
#[derive(Default)]
pub(super) struct AskedOn {
    /// Why.
    pub because: AskedBecause,
    /// The sentence.
    pub quoted: Option<Quoted>,
}

/// Notes that the letter that asks about a withdrawal may be answered by one word.
pub(super) fn ask_withdrawal(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    inbound: InboundId,
    tournament: TournamentId,
) -> Result<(), Failure> {
    let open = OpenQuestion::Withdraw { tournament };
    keep(desk, sender, inbound, None, &open)
}

/// A question that is asked once more: it is the one that was asked first, so what closes
/// the one closes the other.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedAgain {
    /// Its number.
    again: i64,
}

/// Notes that the letter that answers a message asks a question once more.
pub(super) fn keep_again(
    desk: &Desk<'_>,
    inbound: InboundId,
    first: &AskedBack,
) -> Result<(), Failure> {
    let again = AskedAgain { again: first.id };
    let what = serde_json::to_string(&again).map_err(Failure::failed)?;
    desk.tx.question_add(&NewQuestion {
        player: first.player,
        inbound,
        game: first.game,
        what: &what,
        asked: desk.now,
        until: desk.now.plus_seconds(HOLDS),
    })?;
    Ok(())
}

/// What the letters of ours ask that answer a message: of what is asked once more the
/// question that it was first, with its own last moment.
pub(super) fn questions_of(view: &View<'_>, inbound: InboundId) -> Result<Vec<AskedBack>, Failure> {
    let mut found = Vec::new();
    for row in view.questions_of(inbound)? {
        match serde_json::from_str(&row.what) {
            Ok(AskedAgain { again }) => {
                let first = view.question(again)?;
                found.extend(first.map(|first| AskedBack {
                    until: row.until,
                    ..first
                }));
            }
            Err(_) => found.push(row),
        }
    }
    Ok(found)
}

fn keep(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    inbound: InboundId,
    game: Option<GameId>,
    open: &OpenQuestion,
) -> Result<(), Failure> {
    let what = serde_json::to_string(open).map_err(Failure::failed)?;
    desk.tx.question_add(&NewQuestion {
        player: sender,
        inbound,
        game,
        what: &what,
        asked: desk.now,
        until: desk.now.plus_seconds(HOLDS),
    })?;
    Ok(())
}
