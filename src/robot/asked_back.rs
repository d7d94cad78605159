//! What is asked back by one word, and what it stood on (CONTRACT.md 4, "Short answers").
//! What cannot be taken back is asked back where a letter states it in a sentence, or is
//! believed by its token alone though its domain could have vouched for it.

use super::desk::Desk;
use super::docket::Docket;
use super::numbered::HOLDS;
use crate::arbiter::notice::{AskedBecause, Question, Quoted};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::record::{Event, Termination};
use crate::request::GraveAct;
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
}

impl OpenQuestion {
    /// What it asks for.
    pub fn act(&self) -> GraveAct {
        match self {
            OpenQuestion::Resign { .. } => GraveAct::Resign,
            OpenQuestion::AcceptDraw { .. } => GraveAct::AcceptDraw,
            OpenQuestion::Withdraw { .. } => GraveAct::Withdraw,
        }
    }
}

/// What a ruling does that cannot be taken back, where it is a resignation or an
/// agreement.
pub(super) fn grave_act(ruling: &Ruling) -> Option<GraveAct> {
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
    (id, act): (GameId, GraveAct),
    asked: AskedOn,
) -> Result<Ruling, Failure> {
    let game = desk.game(id)?;
    let ply = game.ply();
    let open = match act {
        GraveAct::AcceptDraw => OpenQuestion::AcceptDraw {
            ply,
            offer: game.draw_offer,
        },
        _ => OpenQuestion::Resign { ply },
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
