//! Letters that came before: the same bytes, the same Message-ID from the same sender, or
//! the same words of his about the same half-move.

use super::desk::Desk;
use super::sender::LetterFrom;
use super::which::{self, GameSigns, Which};
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::Letter;
use crate::store::{Arrival, Challenge, Pending, Twin, View, hash};

/// How long after a letter its like is the same letter, in seconds: what a program or an
/// impatient hand sends again comes within the hour.
const SENT_AGAIN: i64 = 3_600;

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
