//! Letters that are too large to be read: whose they are is known from their
//! headers, and who is known learns what is wrong.

use super::belief::{Belief, WhatIsAsked, belief};
use super::desk::Desk;
use super::mail::BroughtBy;
use super::sender::Sender;
use super::tokens::{exposed_by, signs_of};
use crate::arbiter::notice::Question;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::{self, MailKind};
use crate::store::Arrival;
use std::collections::BTreeSet;

/// Tells the sender of a letter of which only the header was kept, where he is
/// known as surely as the author of a move would be.
pub(super) fn answer_too_large(desk: &mut Desk<'_>, id: InboundId) -> Result<(), Failure> {
    let Some(row) = desk.tx.inbound_show(id)? else {
        return Ok(());
    };
    let raw = desk.tx.inbound_raw(id)?.bytes;
    let Ok(letter) = letter::glance(&raw) else {
        return Ok(());
    };
    let ([from], MailKind::Person) = (&letter.from[..], letter.kind) else {
        return Ok(());
    };
    let Some(player) = desk.tx.player_by_address(from)? else {
        return Ok(());
    };
    let signs = signs_of(desk, &letter, &Sender::Player(&player))?;
    let asked = WhatIsAsked::Play {
        games: &BTreeSet::new(),
        ends_something: false,
    };
    let this = Arrival {
        letter: id,
        at: row.arrived,
    };
    let exposed = exposed_by(desk, &letter, &raw)?;
    let belief = belief(desk, &letter, this, &signs, asked)?;
    for of in &exposed {
        desk.tx.token_void(of)?;
    }
    if belief == Belief::None {
        return Ok(());
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
    let to = Recipient::Player(player.id);
    let ruling = Ruling::telling(vec![Notice::new(to, body)]);
    desk.record(
        ruling,
        None,
        Some(BroughtBy {
            inbound: id,
            message_id: letter.message_id.clone(),
            sender: Some(player.id),
        }),
    )?;
    desk.silenced = None;
    Ok(())
}
