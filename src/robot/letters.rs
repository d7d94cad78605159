//! One letter: read, understood, ruled, recorded. Whatever it holds, it gets
//! exactly one verdict, and nothing it holds stops the pass.

use super::bounces::{self, is_returned};
use super::desk::Desk;
use super::echo;
use super::elsewhere;
use super::office::{WritingOfficial, office_of};
use super::orders::letter::ArbiterLetter;
use super::orders::letter::hear_official;
use super::player_letter::{and_as_player, judge_player};
use super::sender::LetterFrom;
use super::settled::Settled;
use super::twins;
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::letter::{self, DeliveryFate, Letter, MailKind};
use crate::request::{self, Understanding};
use crate::store::{Pending, PlayerRow, View};
use crate::time::Zone;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Who wrote a message.
enum Writer {
    /// A machine, or nobody we know: this became of it.
    Settled(Settled),
    /// A player, somebody who holds an office, or both.
    Known {
        player: Option<PlayerRow>,
        office: Option<WritingOfficial>,
    },
}

/// Reads something of a message; what cannot be read, and what the program fails on,
/// is set aside.
#[expect(
    clippy::result_large_err,
    reason = "what could not be read is settled there and then"
)]
pub(super) fn guarded<T>(
    read: impl FnOnce() -> Result<T, letter::Unreadable>,
) -> Result<T, Settled> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(why)) => Err(Settled::of(Verdict::Malformed, &why.to_string())),
        Err(_) => {
            let note = "the program failed on it while reading";
            Err(Settled::of(Verdict::Malformed, note))
        }
    }
}

/// What was settled, with what was understood where it does not say so itself.
pub(super) fn with_requests(
    settled: Settled,
    understanding: &Understanding,
    pending: &Pending,
    letter: &Letter,
) -> Settled {
    let near = Zone::utc().day(letter.date.unwrap_or(pending.arrived));
    let requests = match settled.requests.is_empty() {
        true => request::to_json(understanding, Some(near)),
        false => settled.requests.clone(),
    };
    Settled {
        requests,
        ..settled
    }
}

/// Processes one kept message. Who wrote it comes before what it says: of a
/// machine's report its fields are read, of a stranger's letter its headers and
/// its first words; only what somebody known wrote is searched for requests.
pub(super) fn read_and_rule(desk: &mut Desk<'_>, pending: &Pending) -> Result<Settled, Failure> {
    let raw = desk.tx.inbound_raw(pending.id)?.bytes;
    let seen = match guarded(|| letter::glance(&raw)) {
        Ok(seen) => seen,
        Err(settled) => return Ok(settled),
    };
    let from = seen.from.first().cloned().unwrap_or_default();
    let settled = match writer(desk, pending, &seen, &raw)? {
        Writer::Settled(settled) => settled,
        Writer::Known { player, office } => match guarded(|| letter::read(&raw)) {
            Ok(letter) => judge(desk, pending, &letter, player, office)?,
            Err(settled) => settled,
        },
    };
    Ok(Settled { from, ..settled })
}

/// Who wrote a message, by its headers and its kind; what is nobody's that we
/// know is settled by that.
fn writer(
    desk: &mut Desk<'_>,
    pending: &Pending,
    seen: &Letter,
    raw: &[u8],
) -> Result<Writer, Failure> {
    let plain = |verdict, note: &str| Ok(Writer::Settled(Settled::of(verdict, note)));
    match seen.kind {
        MailKind::Person if is_returned(seen, &desk.robot_address) => {
            let note = "sent to the address of letters that come back: a machine's";
            return plain(Verdict::AutoReply, note);
        }
        MailKind::Person => {}
        MailKind::AutoReply => return plain(Verdict::AutoReply, "an automatic answer"),
        MailKind::Bounce => return bounces::bounced(desk, pending, seen).map(Writer::Settled),
        MailKind::Bulk => {
            let note = match seen.report.as_ref().map(|r| r.fate) {
                Some(DeliveryFate::Delayed) => "a letter of ours is late, and still being tried",
                Some(_) => "a report that a letter arrived",
                None => "bulk mail",
            };
            return plain(Verdict::Bulk, note);
        }
    }
    let stranger = |desk: &mut Desk<'_>, why| {
        let settled = elsewhere::of_stranger(desk, pending, (seen, raw), why)?;
        Ok(Writer::Settled(settled))
    };
    let [from] = &seen.from[..] else {
        return stranger(desk, "not exactly one address in From");
    };
    if seen.doubled.contains(&"from") {
        return stranger(desk, "two From headers");
    }
    let player = desk.tx.player_by_address(from)?;
    let office = office_of(desk.tx, from)?;
    if player.is_none() && office.is_none() {
        return stranger(desk, "nobody we know");
    }
    Ok(Writer::Known { player, office })
}

/// A letter of somebody we know: as an arbiter's first, then as a player's.
fn judge(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    player: Option<PlayerRow>,
    office: Option<WritingOfficial>,
) -> Result<Settled, Failure> {
    let own_text = Some(letter.own_text.clone());
    let settled = judge_known(desk, pending, letter, player, office)?;
    Ok(Settled {
        own_text,
        ..settled
    })
}

fn judge_known(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    player: Option<PlayerRow>,
    office: Option<WritingOfficial>,
) -> Result<Settled, Failure> {
    if let Some(note) = twins::seen_before(desk.tx, pending, letter)? {
        return Ok(Settled::of(Verdict::Duplicate, &note));
    }
    let heard = match &office {
        Some(office) => {
            hear_official(desk, pending, letter, office, player.as_ref().map(|p| p.id))?
        }
        None => ArbiterLetter::Nothing,
    };
    match (heard, player) {
        (ArbiterLetter::Settled(settled), _) | (ArbiterLetter::And(settled, _), None) => {
            described(desk.tx, pending, letter, settled)
        }
        (ArbiterLetter::Nothing, None) => Ok(Settled::of(Verdict::UnknownSender, "nobody we know")),
        (ArbiterLetter::Nothing, Some(player)) => {
            let understanding = match understood(desk.tx, letter)? {
                Ok(understanding) => understanding,
                Err(settled) => return Ok(settled),
            };
            let settled = judge_player(
                desk,
                &LetterFrom::player(pending, letter, &player),
                &player,
                &understanding,
            )?;
            Ok(with_requests(settled, &understanding, pending, letter))
        }
        (ArbiterLetter::And(settled, rest), Some(player)) => {
            let both = and_as_player(desk, pending, letter, (settled, rest), &player)?;
            described(desk.tx, pending, letter, both)
        }
    }
}

/// What a letter asks for, the examples of ours in it left out; or what becomes
/// of one on which the program fails.
pub(super) fn understood(
    view: &View<'_>,
    letter: &Letter,
) -> Result<Result<Understanding, Settled>, Failure> {
    let own_text = echo::without_our_examples(view, letter)?;
    Ok(guarded(|| {
        Ok(match own_text {
            Some(own_text) => request::understand(&Letter {
                own_text,
                ..letter.clone()
            }),
            None => request::understand(letter),
        })
    }))
}

/// What was settled without being understood as a player's, with what a player
/// would have asked by it.
fn described(
    view: &View<'_>,
    pending: &Pending,
    letter: &Letter,
    settled: Settled,
) -> Result<Settled, Failure> {
    if !settled.requests.is_empty() {
        return Ok(settled);
    }
    Ok(match understood(view, letter)? {
        Ok(understanding) => with_requests(settled, &understanding, pending, letter),
        Err(_) => settled,
    })
}
