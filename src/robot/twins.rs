//! Letters that came before: the same bytes, or the same Message-ID from the same sender.

use super::sender::LetterFrom;
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::Letter;
use crate::store::{Challenge, Pending, Twin, View, hash};

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

/// An earlier letter that was the same: the same bytes, or the same Message-ID,
/// sender and own text. The same Message-ID with other text is a new letter.
pub(super) fn seen_before(
    view: &View<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let judged = |t: &&Twin| {
        t.verdict
            .is_some_and(|v| v != Verdict::Duplicate && v != Verdict::Unverified)
    };
    let same = view.inbound_same_content(pending.content_hash, pending.id)?;
    if let Some(twin) = same.iter().find(judged) {
        return Ok(Some(format!("the same message as {}", twin.id)));
    }
    let says = says(letter);
    let twins = same_message(view, pending, letter)?;
    let mut twins = twins.iter().filter(|t| says(t) == Some(true));
    let twin = twins.find(judged);
    Ok(twin.map(|t| format!("the same letter as {}", t.id)))
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
