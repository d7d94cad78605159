//! What is asked back by one word, and what it stood on (CONTRACT.md 4, "Short answers").

use super::desk::Desk;
use crate::arbiter::notice::{Act, Question};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::record::{Event, Termination};
use serde::{Deserialize, Serialize};

/// How long one word answers, in seconds: seven days (CONTRACT.md 4).
const HOLDS: i64 = 7 * 86_400;

/// What was asked back, and what it stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub(super) enum AskedAgain {
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
    pub fn act(&self) -> Act {
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
