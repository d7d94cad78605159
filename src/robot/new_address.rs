//! Another address of a player (CONTRACT.md 4, "Other addresses"): confirmed by a code at the
//! registered one and then by one at the new one. Nothing changes before both; where the second
//! is not answered in its three days, the old address stays and is told.

use super::codes::{self, CodeAsked, HOLDS, asked};
use super::desk::Desk;
use super::requests::{change_address, refused};
use super::sender::{LetterFrom, answer};
use super::settled::Settled;
use crate::address;
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::letter::{self, Letter};
use crate::request::confirm::{CodeReply, codes_in, reply_to};
use crate::store::{Challenge, Pending, PlayerRow};

/// The registered address has said yes: the new one is asked, once in three days whoever
/// wishes it.
pub(super) fn ask_new(
    desk: &mut Desk<'_>,
    new: &str,
    player: &PlayerRow,
    from: &LetterFrom<'_>,
) -> Result<Settled, Failure> {
    if let Some(refused) = refused(desk, new, player, from)? {
        return Ok(refused);
    }
    let since = desk.now.plus_seconds(-HOLDS);
    let out = desk.tx.challenge_to_since(new, since)?;
    let again = out.is_some();
    if out.is_none() {
        let asked = CodeAsked::NewAddress {
            new: new.to_owned(),
        };
        let terms = codes::code_to(desk, &asked, player, new, from.pending.id)?;
        let body = Body::NewAddressAsked {
            to: new.to_owned(),
            terms,
        };
        let notice = Notice::new(Recipient::Player(player.id), body);
        desk.record(Ruling::telling(vec![notice]), None, None)?;
    }
    let body = Body::NewAddressWaits {
        new: new.to_owned(),
        again,
    };
    answer(desk, body, from)?;
    Ok(Settled::of(
        Verdict::Command,
        "a code goes to the new address",
    ))
}

/// A letter of nobody that we know, which answers the code that went to its address; `None`:
/// it answers none.
pub(super) fn answered(
    desk: &mut Desk<'_>,
    pending: &Pending,
    (seen, raw): (&Letter, &[u8]),
) -> Result<Option<Settled>, Failure> {
    let [from] = &seen.from[..] else {
        return Ok(None);
    };
    let Some((code, player)) = code_of(desk, seen, from)? else {
        return Ok(None);
    };
    let Ok(letter) = letter::read(raw) else {
        return Ok(None);
    };
    let aside = |note: &str| Ok(Some(Settled::of(Verdict::UnknownSender, note)));
    let Some(CodeAsked::NewAddress { new }) = asked(&code) else {
        return Ok(None);
    };
    if code.used.is_some() || pending.arrived > code.until {
        return aside("a code of a new address that does not hold any more");
    }
    let Some(player) = desk.tx.player_load(player)? else {
        return Ok(None);
    };
    let from = LetterFrom::player(pending, &letter, &player);
    let settled = match reply_to(&letter.own_text, &code.code) {
        Some(CodeReply::Yes) => {
            desk.tx.challenge_use(code.id, desk.now)?;
            change_address(desk, &new, &player, &from)?
        }
        Some(CodeReply::No) => {
            desk.tx.challenge_use(code.id, desk.now)?;
            tell(desk, player.id, Body::NewAddressRefused { new })?;
            Settled::of(Verdict::Command, "the new address has said no")
        }
        Some(CodeReply::Unclear) | None => return aside("a code with neither yes nor no"),
    };
    Ok(Some(settled))
}

/// The code in a letter that went to its sender as a new address of a player.
fn code_of(
    desk: &Desk<'_>,
    seen: &Letter,
    from: &str,
) -> Result<Option<(Challenge, PlayerId)>, Failure> {
    for code in codes_in(&seen.text) {
        if let Some(code) = desk.tx.challenge_find(&code)?
            && code.address == address::key(from)
            && let Some(player) = code.player
        {
            return Ok(Some((code, player)));
        }
    }
    Ok(None)
}

/// New addresses that have not answered in time: who asked for them is told at the one that
/// stays.
pub(super) fn lapse(desk: &mut Desk<'_>) -> Result<(), Failure> {
    for code in desk.tx.challenges_lapsed(desk.now)? {
        if let (Some(CodeAsked::NewAddress { new }), Some(player)) = (asked(&code), code.player) {
            desk.tx.challenge_use(code.id, desk.now)?;
            tell(desk, player, Body::NewAddressLapsed { new })?;
        }
    }
    Ok(())
}

fn tell(desk: &mut Desk<'_>, player: PlayerId, body: Body) -> Result<(), Failure> {
    let notice = Notice::new(Recipient::Player(player), body);
    desk.record(Ruling::telling(vec![notice]), None, None)
}
