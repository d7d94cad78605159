//! Codes as they are kept: what waits for one, whose it is, until when it holds.

use super::desk::Desk;
use super::sender::Sender;
use crate::arbiter::notice::CodeTerms;
use crate::compose::fresh_code;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::request::confirm::CODE_LENGTH;
use crate::store::{Challenge, NewChallenge, PlayerRow, View};
use crate::time::{Instant, Zone};
use serde::{Deserialize, Serialize};

/// How long a code holds, in seconds: three days (CONTRACT.md 4).
pub(super) const HOLDS: i64 = 3 * 86_400;

/// Newest codes of one address that are looked at.
pub(super) const MOST_CODES: u32 = 2_000;

/// What waits for a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(super) enum CodeAsked {
    /// The letter.
    Letter,
    /// The letter, which came from another address than the registered one.
    Elsewhere,
    /// What of the letter a list before had no room for.
    Rest,
    /// Another address.
    Address {
        /// Which.
        new: String,
    },
    /// Another address, once more: the code goes there.
    NewAddress {
        /// Which.
        new: String,
    },
    /// A withdrawal.
    Withdrawal {
        /// From which tournament.
        tournament: TournamentId,
    },
}

/// What a code is for; `None` for what an older or newer program wrote.
pub(super) fn asked(challenge: &Challenge) -> Option<CodeAsked> {
    serde_json::from_str(&challenge.what).ok()
}

/// Whether a code is for a letter that waits.
pub(super) fn is_letter(code: &Challenge) -> bool {
    matches!(
        asked(code),
        Some(CodeAsked::Letter | CodeAsked::Elsewhere | CodeAsked::Rest)
    )
}

/// Whether a code is for a letter from another address than the registered one.
pub(super) fn is_elsewhere(code: &Challenge) -> bool {
    asked(code) == Some(CodeAsked::Elsewhere)
}

/// The newest codes of a party, the last first.
pub(super) fn codes_of(view: &View<'_>, sender: &Sender<'_>) -> Result<Vec<Challenge>, Failure> {
    Ok(match sender {
        Sender::Player(player) => view.challenges_of_player(player.id, MOST_CODES)?,
        Sender::Official(office) => view.challenges_of_arbiter(office.address(), MOST_CODES)?,
    })
}

/// The codes with which letters of a party wait.
pub(super) fn codes_waiting(
    desk: &Desk<'_>,
    sender: &Sender<'_>,
) -> Result<Vec<Challenge>, Failure> {
    let mut codes = codes_of(desk.tx, sender)?;
    let address = sender.address();
    codes.retain(|c| c.waits(desk.now) && c.address == address && is_letter(c));
    Ok(codes)
}

/// Makes a code for a letter that waits; a list will tell it.
pub(super) fn keep_code(
    desk: &mut Desk<'_>,
    asked: &CodeAsked,
    (player, address): (Option<PlayerId>, &str),
    inbound: InboundId,
    about: Option<(GameId, u32)>,
) -> Result<(), Failure> {
    let until = desk.now.plus_seconds(HOLDS);
    desk.tx.challenge_add(
        &NewChallenge {
            code: &fresh_code(CODE_LENGTH).map_err(Failure::failed)?,
            player,
            address,
            inbound: Some(inbound),
            what: &serde_json::to_string(asked).map_err(Failure::failed)?,
            until,
            told: false,
            about,
        },
        desk.now,
    )?;
    Ok(())
}

/// Makes a code for what a player waits to have confirmed, and stores it: the letter
/// that has it is written with it.
pub(super) fn code(
    desk: &mut Desk<'_>,
    asked: &CodeAsked,
    player: &PlayerRow,
    inbound: InboundId,
) -> Result<CodeTerms, Failure> {
    let address = player.reach.email().unwrap_or_default();
    code_to(desk, asked, player, address, inbound)
}

/// The same for a code that goes to this address.
pub(super) fn code_to(
    desk: &mut Desk<'_>,
    asked: &CodeAsked,
    player: &PlayerRow,
    address: &str,
    inbound: InboundId,
) -> Result<CodeTerms, Failure> {
    let code = fresh_code(CODE_LENGTH).map_err(Failure::failed)?;
    let until = desk.now.plus_seconds(HOLDS);
    desk.tx.challenge_add(
        &NewChallenge {
            code: &code,
            player: Some(player.id),
            address,
            inbound: Some(inbound),
            what: &serde_json::to_string(asked).map_err(Failure::failed)?,
            until,
            told: true,
            about: None,
        },
        desk.now,
    )?;
    let zone = Sender::Player(player).zone(desk)?;
    Ok(terms(code, until, zone))
}

/// A code with what bounds it.
pub(super) fn terms(code: String, until: Instant, zone: Zone) -> CodeTerms {
    CodeTerms {
        code,
        until: zone.day(until),
        at: zone.time_of_day(until),
        zone: zone.name().to_owned(),
    }
}

/// A withdrawal that waits for a code is dropped: who does not play any more
/// cannot leave, and his word must not take another out.
pub(super) fn drop_withdrawal(
    desk: &mut Desk<'_>,
    player: PlayerId,
    from: TournamentId,
) -> Result<(), Failure> {
    let waits = Some(CodeAsked::Withdrawal { tournament: from });
    for code in desk.tx.challenges_of_player(player, MOST_CODES)? {
        if code.used.is_none() && asked(&code) == waits {
            desk.tx.challenge_use(code.id, desk.now)?;
        }
    }
    Ok(())
}
