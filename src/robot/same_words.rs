//! The same own words of a player about the same half-move, which are charged once
//! (RULES.md 2, "When a penalty may be charged"): under whatever Message-ID and Date they
//! come, and whoever sends them once more.

use super::desk::Desk;
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId};
use crate::letter;
use crate::record::{Cause, Event};
use std::collections::BTreeSet;

/// Letters with a fault on the half-move due whose own words are those of a letter.
pub(super) fn same_words(
    desk: &mut Desk<'_>,
    inbound: InboundId,
    (id, side): (GameId, Side),
) -> Result<Vec<InboundId>, Failure> {
    let game = desk.game(id)?;
    let due = game.ply() + 1;
    if game.side_of_ply(due) != side {
        return Ok(Vec::new());
    }
    let faulty: BTreeSet<InboundId> = game
        .standing()
        .filter_map(|e| match (&e.event, e.cause) {
            (Event::Faulty { ply, .. }, Cause::Letter(letter)) if *ply == due => Some(letter),
            _ => None,
        })
        .collect();
    if faulty.is_empty() {
        return Ok(Vec::new());
    }
    let these = words_of(desk, inbound)?;
    let mut same = Vec::new();
    for letter in faulty {
        if these.is_some() && words_of(desk, letter)? == these {
            same.push(letter);
        }
    }
    Ok(same)
}

/// The own words of a kept letter without the space between them: how its lines are folded is
/// the mail programs' affair, and no signature holds it.
fn words_of(desk: &Desk<'_>, id: InboundId) -> Result<Option<String>, Failure> {
    let raw = desk.tx.inbound_raw(id)?;
    let letter = letter::read(&raw.bytes).ok();
    Ok(letter.map(|l| l.own_text.split_whitespace().collect()))
}
