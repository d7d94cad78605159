//! Letters that came before (CONTRACT.md 5): the same bytes, the same Message-ID from the same
//! sender, the same words or the same body with the same Date, or the same words of his about
//! the same half-move. Only what was believed makes another a duplicate: else a forger, who is
//! there first, would have the genuine letter put away.

use super::belief::Proof;
use super::desk::Desk;
use super::sender::{LetterFrom, Sender};
use super::which::{self, GameSigns, Which};
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::{self, Letter};
use crate::store::{Arrival, Challenge, Pending, Twin, View, hash};
use crate::time::Instant;
use std::collections::BTreeSet;

/// How long after a letter its like is the same letter, in seconds: what a program or an
/// impatient hand sends again comes within the hour.
const SENT_AGAIN: i64 = 3_600;
/// How far a Date may lie from an arrival for two letters with the same words and the same Date
/// to be one: a clock that stands still dates many alike.
const NEAR: i64 = 3 * 86_400;

/// A letter under another Message-ID in the words of one that made the last move of its game:
/// it was sent again, and there is nothing to ask.
pub(super) fn sent_again(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    about: &GameSigns<'_>,
) -> Result<Option<String>, Failure> {
    let (pending, letter) = (from.pending, from.letter);
    let named = about
        .understanding
        .sections
        .iter()
        .find_map(|s| s.game.as_ref());
    let Which::Game(id) = which::which_game(desk.tx, about, named)? else {
        return Ok(None);
    };
    let game = desk.game(id)?;
    let mover = game.moves.last().map(|m| m.side);
    if mover.is_none() || mover != game.side_of(about.sender) {
        return Ok(None);
    }
    let this = Arrival {
        letter: pending.id,
        at: pending.arrived,
    };
    let before = desk
        .tx
        .inbound_before(from.sender.mailbox(), Some(id), this)?;
    let Some((before, Verdict::Move)) = before else {
        return Ok(None);
    };
    let again = pending.arrived.unix() - before.at.unix() <= SENT_AGAIN
        && desk.tx.inbound_text_hash(before.letter)? == Some(hash(letter.own_text.as_bytes()));
    Ok(again.then(|| format!("the words of letter {} again", before.letter)))
}

/// Letters with the Message-ID and the sender of this one.
fn same_message(view: &View<'_>, pending: &Pending, letter: &Letter) -> Result<Vec<Twin>, Failure> {
    match (&letter.message_id, letter.from.first()) {
        (Some(id), Some(from)) => Ok(view.inbound_same_message(id, from, pending.id)?),
        _ => Ok(Vec::new()),
    }
}

/// Whether a letter has this own text.
fn says(letter: &Letter) -> impl Fn(&Twin) -> Option<bool> {
    let own = hash(letter.own_text.as_bytes());
    move |twin| twin.text_hash.map(|text| text == own)
}

/// An earlier letter that was the same and was believed: the same bytes, or the same
/// Message-ID, sender and own text. The same Message-ID with other text is a new letter.
pub(super) fn seen_before(
    view: &View<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let same = view.inbound_same_content(pending.content_hash, pending.id)?;
    if let Some(twin) = same.iter().find(|t| t.believed) {
        return Ok(Some(format!("the same message as {}", twin.id)));
    }
    let says = says(letter);
    let twins = same_message(view, pending, letter)?;
    let mut twins = twins.iter().filter(|t| says(t) == Some(true));
    let twin = twins.find(|t| t.believed);
    Ok(twin.map(|t| format!("the same letter as {}", t.id)))
}

/// Letters of the sender of this one with its Date.
fn same_date(view: &View<'_>, pending: &Pending, letter: &Letter) -> Result<Vec<Twin>, Failure> {
    match (letter.date, letter.from.first()) {
        (Some(date), Some(from)) => Ok(view.inbound_same_date(from, date, pending.id)?),
        _ => Ok(Vec::new()),
    }
}

/// An earlier letter of the same body and Date, which was believed. Who sends a letter on may
/// have written everything anew that its signatures do not cover: only what its body comes to
/// by them is its own. Whatever else speaks for a letter speaks for it as it is.
pub(super) fn same_body(
    view: &View<'_>,
    (pending, letter): (&Pending, &Letter),
    proof: &Proof,
) -> Result<Option<String>, Failure> {
    let bodies: BTreeSet<String> = match proof {
        Proof::Whole => return Ok(None),
        Proof::Signatures(coverage) => coverage.body_hashes.clone(),
        Proof::None => body_hashes(letter),
    };
    if bodies.is_empty() {
        return Ok(None);
    }
    for twin in same_date(view, pending, letter)? {
        if twin.believed && has_body(view, twin.id, &bodies)? {
            return Ok(Some(format!("the same body as that of letter {}", twin.id)));
        }
    }
    Ok(None)
}

/// What the body of a letter comes to by its signatures, good or not.
fn body_hashes(letter: &Letter) -> BTreeSet<String> {
    let all = letter.signatures.iter().map(|s| s.body_hash.clone());
    all.filter(|hash| !hash.is_empty()).collect()
}

/// Whether the body of a kept letter comes to one of these.
fn has_body(view: &View<'_>, id: InboundId, bodies: &BTreeSet<String>) -> Result<bool, Failure> {
    let raw = view.inbound_raw(id)?;
    let kept = letter::glance(&raw.bytes);
    Ok(kept.is_ok_and(|kept| !body_hashes(&kept).is_disjoint(bodies)))
}

/// An earlier letter in the same words with the same Date, about the same games, which was
/// believed: it comes again under another Message-ID. `games`: `None` where its words alone
/// tell what it is about.
pub(super) fn written_before(
    view: &View<'_>,
    (pending, letter): (&Pending, &Letter),
    games: Option<&BTreeSet<String>>,
) -> Result<Option<String>, Failure> {
    let Some(date) = letter.date else {
        return Ok(None);
    };
    let is_near = |at: Instant| (at.unix() - date.unix()).abs() <= NEAR;
    if !is_near(pending.arrived) {
        return Ok(None);
    }
    let says = says(letter);
    let of_these = |twin: &Twin| match (&twin.games, games) {
        (None, _) | (_, None) => true,
        (Some(theirs), Some(games)) => {
            theirs
                .split(',')
                .map(str::to_owned)
                .collect::<BTreeSet<_>>()
                == *games
        }
    };
    let twins = same_date(view, pending, letter)?;
    let twin = twins
        .iter()
        .find(|t| t.believed && says(t) == Some(true) && is_near(t.arrived) && of_these(t));
    Ok(twin.map(|t| format!("the words and the Date of letter {}", t.id)))
}

/// Letters that wait for a code and are the same as one that was believed: their codes hold no
/// more, for what they say is done.
pub(super) fn close_waiting(
    desk: &Desk<'_>,
    (pending, letter): (&Pending, &Letter),
    senders: &[Sender<'_>],
) -> Result<(), Failure> {
    let says = says(letter);
    let mut twins = desk
        .tx
        .inbound_same_content(pending.content_hash, pending.id)?;
    let alike = same_message(desk.tx, pending, letter)?;
    twins.extend(alike.into_iter().filter(|t| says(t) == Some(true)));
    let bodies = body_hashes(letter);
    for twin in same_date(desk.tx, pending, letter)? {
        if twin.verdict == Some(Verdict::Unverified)
            && (says(&twin) == Some(true) || has_body(desk.tx, twin.id, &bodies)?)
        {
            twins.push(twin);
        }
    }
    twins.retain(|t| t.verdict == Some(Verdict::Unverified));
    let waiting: BTreeSet<InboundId> = twins.into_iter().map(|t| t.id).collect();
    for id in waiting {
        let code = desk.tx.challenge_of(id)?;
        let open = code.filter(|c| c.waits(desk.now) && senders.iter().any(|s| s.owns_code(c)));
        if let Some(code) = open {
            desk.tx.challenge_aside(code.id, pending.id)?;
            let note = format!("the same as letter {}, which was believed", pending.id);
            desk.tx.inbound_note(id, &note)?;
        }
    }
    Ok(())
}

/// A letter with the same Message-ID and another text: it is ruled as a new one, and the
/// note says so (CONTRACT.md 5).
pub(super) fn same_id_other_text(
    view: &View<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let says = says(letter);
    let twins = same_message(view, pending, letter)?;
    let mut others = twins.iter().filter(|t| says(t) == Some(false));
    let other = others.find(|t| t.verdict.is_some());
    Ok(other.map(|t| format!("the Message-ID of letter {} with another text", t.id)))
}

/// Another letter that is the same and waits for one of these codes: it was sent again.
pub(super) fn waiting(
    view: &View<'_>,
    from: &LetterFrom<'_>,
    open: &[Challenge],
) -> Result<Option<InboundId>, Failure> {
    let (pending, letter) = (from.pending, from.letter);
    let mut twins = view.inbound_same_content(pending.content_hash, pending.id)?;
    let says = says(letter);
    let same = same_message(view, pending, letter)?;
    twins.extend(same.into_iter().filter(|t| says(t) == Some(true)));
    let waits = |id: InboundId| open.iter().any(|c| c.inbound == Some(id));
    Ok(twins.into_iter().map(|t| t.id).find(|id| waits(*id)))
}
