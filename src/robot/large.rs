//! Letters that are too large to be read: whose they are is known from their
//! headers, and who is known learns what is wrong. What is kept of their words is looked
//! through for secrets alone.

use super::belief::{Belief, WhatIsAsked, belief};
use super::desk::Desk;
use super::mail::BroughtBy;
use super::sender::Sender;
use super::tokens::{exposed_by, has_other_readers, signs_of};
use crate::arbiter::notice::Question;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::letter::{self, Letter, MailKind};
use crate::store::Arrival;
use std::collections::BTreeSet;

/// Tells the sender of a letter of which only the beginning was kept, where he is
/// known as surely as the author of a move would be.
pub(super) fn answer_too_large(desk: &mut Desk<'_>, id: InboundId) -> Result<(), Failure> {
    let Some(row) = desk.tx.inbound_show(id)? else {
        return Ok(());
    };
    let raw = desk.tx.inbound_raw(id)?.bytes;
    let Ok(letter) = letter::glance(&raw) else {
        return Ok(());
    };
    let exposed = exposed_by(desk, &letter, &raw)?;
    let arrival = Arrival {
        letter: id,
        at: row.arrived,
    };
    let believed = writer(desk, &letter, arrival)?;
    for of in &exposed {
        desk.tx.token_void(of)?;
    }
    let Some(player) = believed else {
        return Ok(());
    };
    // Others have all of it, and behind its beginning nobody has looked.
    if has_other_readers(desk, &letter) {
        desk.tx.tokens_void(player)?;
    }
    // The size stands in the note's first word.
    let size: u64 = row
        .note
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let question = Question::TooLarge {
        size: size.div_ceil(1_000),
        most: u64::from(desk.limits.max_message_bytes / 1_000),
    };
    let body = Body::NotUnderstood {
        question,
        quoted: None,
    };
    let to = Recipient::Player(player);
    let ruling = Ruling::telling(vec![Notice::new(to, body)]);
    desk.record(
        ruling,
        None,
        Some(BroughtBy {
            inbound: id,
            message_id: letter.message_id.clone(),
            sender: Some(player),
        }),
    )?;
    desk.silenced = None;
    Ok(())
}

/// Whose it is, where that is known as surely as of a move.
fn writer(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Option<PlayerId>, Failure> {
    let ([from], MailKind::Person) = (&letter.from[..], letter.kind) else {
        return Ok(None);
    };
    let Some(player) = desk.tx.player_by_address(from)? else {
        return Ok(None);
    };
    let signs = signs_of(desk, letter, &Sender::Player(&player))?;
    let asked = WhatIsAsked::Play {
        games: &BTreeSet::new(),
        ends_something: false,
    };
    let belief = belief(desk, letter, arrival, &signs, asked)?;
    Ok((belief != Belief::None).then_some(player.id))
}
