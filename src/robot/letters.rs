//! One letter: read, understood, ruled, recorded. Whatever it holds, it gets
//! exactly one verdict, and nothing it holds stops the pass.

use super::belief::Proof;
use super::bounces::{self, is_returned};
use super::choice::{self, ChoiceAnswer};
use super::code_reply::{answer_codes, answer_unknown_code, answer_word_alone, renew_shown_codes};
use super::code_scope::{CodeScope, is_left};
use super::codes::{self, CodeAsked};
use super::desk::Desk;
use super::echo;
use super::elsewhere;
use super::entering;
use super::late_confirmation::Confirmation;
use super::new_address;
use super::offer_reply::as_consent;
use super::office::{WritingOfficial, office_of};
use super::opened::OpenedLetter;
use super::orders::letter::{ArbiterLetter, hear_official};
use super::orders::official_letter::OfficialLetter;
use super::player_letter::PlayerLetter;
use super::reading::{day_of, understood, with_requests};
use super::sender::{LetterFrom, Sender};
use super::settled::{LetterEvent, Settled, settle};
use super::tokens::{self, signs_of, tokens_of};
use super::twins;
use super::which::{self, GameSigns};
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::letter::{DeliveryFate, Letter, MailKind, Paragraphs, ToldBy};
use crate::request::{self, Understanding};
use crate::store::{Challenge, Pending, PlayerRow};
use crate::time::Zone;

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

/// Processes one kept message. Who wrote it comes before what it says: of a
/// machine's report its fields are read, of a stranger's letter its headers and
/// its first words; only what somebody known wrote is searched for requests.
pub(super) fn read_and_rule(desk: &mut Desk<'_>, pending: &Pending) -> Result<Settled, Failure> {
    let opened = match desk.opened.take(pending.id) {
        Some(opened) => opened,
        None => OpenedLetter::of_kept(desk, pending.id)?,
    };
    let seen = match opened.seen() {
        Ok(seen) => seen,
        Err(settled) => return Ok(settled.clone()),
    };
    let from = seen.from.first().cloned().unwrap_or_default();
    let exposed = tokens::exposed(desk, &opened)?;
    let settled = match writer(desk, pending, &opened, seen)? {
        Writer::Settled(settled) => settled,
        Writer::Known { player, office } => judge(desk, pending, &opened, player, office)?,
    };
    // The letter itself may have been believed by them, once.
    for of in &exposed {
        desk.tx.token_void(of)?;
    }
    if tokens::has_other_readers(desk, seen) {
        renew_shown_codes(desk, opened.letter().unwrap_or(seen), &exposed)?;
    }
    Ok(Settled { from, ..settled })
}

/// Who wrote a message, by its headers and its kind; what is nobody's that we
/// know is settled by that.
fn writer(
    desk: &mut Desk<'_>,
    pending: &Pending,
    opened: &OpenedLetter,
    seen: &Letter,
) -> Result<Writer, Failure> {
    let plain = |verdict, note: &str| Ok(Writer::Settled(Settled::of(verdict, note)));
    let raw = opened.raw.as_slice();
    let kind = match seen.kind != MailKind::Person && is_persons(desk, pending, (opened, seen))? {
        true => MailKind::Person,
        false => seen.kind,
    };
    match kind {
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
        if let Some(settled) = new_address::answered(desk, pending, (seen, raw))? {
            return Ok(Writer::Settled(settled));
        }
        if let Some(settled) = entering::heard(desk, pending, (seen, raw))? {
            return Ok(Writer::Settled(settled));
        }
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
    let office = office_of(desk.tx, from, desk.now)?;
    if player.is_none() && office.is_none() {
        return stranger(desk, "nobody we know");
    }
    Ok(Writer::Known { player, office })
}

/// Whether a letter that looks like a machine's is a person's all the same: somebody we
/// know asks plainly for something in it, of a game that it names or in answer to us where
/// it is a move; where lists and relays passed it on, with a fresh token.
fn is_persons(
    desk: &Desk<'_>,
    pending: &Pending,
    (opened, seen): (&OpenedLetter, &Letter),
) -> Result<bool, Failure> {
    let ([from], ToldBy::Relay | ToldBy::Looks) = (&seen.from[..], seen.told_by) else {
        return Ok(false);
    };
    let Some(player) = desk.tx.player_by_address(from)? else {
        return Ok(false);
    };
    let Ok(letter) = opened.letter() else {
        return Ok(false);
    };
    let theirs = echo::only_theirs(desk.tx, letter)?;
    let Ok(asked) = asked_in(opened, theirs.as_ref()) else {
        return Ok(false);
    };
    if !asked.asks_plainly() {
        return Ok(false);
    }
    let letter = theirs.as_ref().unwrap_or(letter);
    if letter.told_by == ToldBy::Relay {
        let signs = signs_of(desk, letter, &Sender::Player(&player))?;
        let about = GameSigns {
            sender: player.id,
            signs: &signs,
            understanding: &asked,
        };
        let games = which::meant_games(desk.tx, &about)?;
        return Ok(signs.fresh(desk.tx, &games, pending.arrival())?);
    }
    let tokens = tokens_of(letter, &desk.robot_address, Some(desk.key), desk.tx)?;
    Ok(!tokens.is_empty() || asked.names_a_game() || !asked.only_moves())
}

/// What a letter asks for, or what else it is read as.
#[expect(
    clippy::result_large_err,
    reason = "what could not be read is settled there and then"
)]
fn asked_in(opened: &OpenedLetter, other: Option<&Letter>) -> Result<Understanding, Settled> {
    match other {
        Some(other) => understood(other),
        None => opened.asks().cloned().map_err(Settled::clone),
    }
}

/// A letter of somebody we know: as an arbiter's first, then as a player's.
fn judge(
    desk: &mut Desk<'_>,
    pending: &Pending,
    opened: &OpenedLetter,
    player: Option<PlayerRow>,
    office: Option<WritingOfficial>,
) -> Result<Settled, Failure> {
    let letter = match opened.letter() {
        Ok(letter) => letter,
        Err(settled) => return Ok(settled.clone()),
    };
    let (own_text, dated) = (Some(letter.own_text.clone()), letter.date);
    let players = player.as_ref().map(Sender::Player);
    let offices = office.as_ref().map(Sender::Official);
    let senders: Vec<Sender<'_>> = players.into_iter().chain(offices).collect();
    let proof = Proof::of(desk, (pending, letter), &senders)?;
    let settled = match came_before(desk, (pending, letter), &proof)? {
        Some(duplicate) => duplicate,
        None => judge_known(
            desk,
            pending,
            (opened, letter, &proof),
            player.as_ref(),
            office.as_ref(),
        )?,
    };
    if settled.believed {
        twins::close_waiting(desk, (pending, letter), &senders)?;
    }
    Ok(Settled {
        own_text,
        dated,
        ..settled
    })
}

/// What becomes of a letter of somebody we know that came before.
fn came_before(
    desk: &Desk<'_>,
    (pending, letter): (&Pending, &Letter),
    proof: &Proof,
) -> Result<Option<Settled>, Failure> {
    let note = match twins::seen_before(desk.tx, pending, letter)? {
        None => twins::same_body(desk.tx, (pending, letter), proof)?,
        note => note,
    };
    Ok(note.map(|note| Settled::of(Verdict::Duplicate, &note)))
}

fn judge_known(
    desk: &mut Desk<'_>,
    pending: &Pending,
    (opened, letter, proof): (&OpenedLetter, &Letter, &Proof),
    player: Option<&PlayerRow>,
    office: Option<&WritingOfficial>,
) -> Result<Settled, Failure> {
    let heard = match office {
        Some(office) => {
            if let Some(note) = twins::written_before(desk.tx, (pending, letter), None)? {
                return Ok(Settled::of(Verdict::Duplicate, &note));
            }
            let covered = proof.as_covered(letter);
            let of = OfficialLetter {
                pending,
                letter: covered.as_ref().unwrap_or(letter),
                office,
            };
            as_official(desk, &of, player.map(|p| p.id))?
        }
        None => ArbiterLetter::Nothing,
    };
    match (heard, player) {
        (ArbiterLetter::Settled(settled), _) | (ArbiterLetter::And(settled, _), None) => {
            Ok(described(pending, letter, settled))
        }
        (ArbiterLetter::Nothing, None) => {
            let entering = entering::of_nobody(desk, pending, letter)?;
            let nobody = || Settled::of(Verdict::UnknownSender, "nobody we know");
            Ok(entering.unwrap_or_else(nobody))
        }
        (ArbiterLetter::Nothing, Some(player)) => {
            judge_players(desk, pending, (opened, letter, proof), player)
        }
        (ArbiterLetter::And(settled, rest), Some(player)) => {
            let rest = Letter {
                own_text: rest,
                paragraphs: Paragraphs::default(),
                page: None,
                ..proof.as_covered(letter).unwrap_or_else(|| letter.clone())
            };
            let from = LetterFrom::player(pending, &rest, player);
            let both = and_as_player(desk, settled, from, player)?;
            Ok(described(pending, letter, both))
        }
    }
}

/// A letter that is a player's alone.
fn judge_players(
    desk: &mut Desk<'_>,
    pending: &Pending,
    (opened, whole, proof): (&OpenedLetter, &Letter, &Proof),
    player: &PlayerRow,
) -> Result<Settled, Failure> {
    // Orders of officials are copied as our letters propose them, line by line.
    let theirs = echo::only_theirs(desk.tx, whole)?;
    let letter = theirs.as_ref().unwrap_or(whole);
    let covered = proof.as_covered(letter);
    let letter = covered.as_ref().unwrap_or(letter);
    let from = LetterFrom::player(pending, letter, player);
    let choice = choice::answered(desk, &from, player)?;
    // What a short answer picks is read as if it had been written out.
    let written = choice.as_ref().and_then(ChoiceAnswer::letter);
    let letter = written.unwrap_or(letter);
    let understanding = match asked_in(opened, written.or(theirs.as_ref())) {
        Ok(understanding) => understanding,
        Err(settled) => return Ok(settled),
    };
    let from = LetterFrom { letter, ..from };
    let understanding = as_consent(desk, &from, player.id, understanding)?;
    let understanding = confined(desk, pending, letter, understanding);
    let heard = PlayerLetter::open(desk, from, player, &understanding)?;
    let games = heard.games(desk)?;
    if let Some(note) = twins::written_before(desk.tx, (pending, whole), Some(&games))? {
        return Ok(Settled::of(Verdict::Duplicate, &note));
    }
    let settled = as_player(desk, &heard.choosing(choice.as_ref()))?;
    Ok(with_requests(settled, &understanding, pending, letter))
}

/// An official's letter: settled by the codes that it answers, or by its orders.
fn as_official(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    player: Option<PlayerId>,
) -> Result<ArbiterLetter, Failure> {
    let signs = signs_of(desk, of.letter, &of.from().sender)?;
    // Who plays too may mean a code that he was asked as a player.
    match by_codes(desk, &of.from(), false, player.is_none())? {
        Some(settled) => Ok(ArbiterLetter::Settled(by_its_code(settled, false))),
        None => hear_official(desk, of, &signs, player),
    }
}

/// What became of a letter that answers a code: one that was taken is proof of its own.
fn by_its_code(settled: Settled, believed: bool) -> Settled {
    let taken = settled.verdict == Verdict::Command;
    settled.of_known(believed || taken)
}

/// A player's letter: settled by the codes that it answers, or by what it asks for.
fn as_player(desk: &mut Desk<'_>, heard: &PlayerLetter<'_>) -> Result<Settled, Failure> {
    heard.note_answered(desk)?;
    let believed = heard.is_believed();
    Ok(match by_codes(desk, &heard.from, believed, true)? {
        Some(settled) => by_its_code(settled, believed),
        None => heard.judge(desk)?.of_known(believed),
    })
}

/// What stands beside an arbiter's orders where he plays too: moves as ever. It
/// is not kept for a code: the letter is settled with its orders.
fn and_as_player(
    desk: &mut Desk<'_>,
    mut settled: Settled,
    from: LetterFrom<'_>,
    player: &PlayerRow,
) -> Result<Settled, Failure> {
    let understanding = request::understand(from.letter);
    if understanding.sections.iter().all(|s| s.requests.is_empty()) {
        return Ok(settled);
    }
    let heard = PlayerLetter::open(desk, from, player, &understanding)?;
    if !heard.is_believed() {
        settled
            .note
            .push_str("; what it says as a player's letter is not believed");
        return Ok(settled);
    }
    let near = Zone::utc().day(from.letter.date.unwrap_or(from.pending.arrived));
    let requests = request::kept_json(&understanding, Some(near));
    let done = as_player(desk, &heard)?;
    let mut both = settled.and(done);
    both.requests.extend(requests);
    Ok(both)
}

/// What the codes settle that a letter answers; `None`: it answers none, or is itself
/// one that a code confirmed. `or_unknown`: of what only looks like a code it is said.
fn by_codes(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    believed: bool,
    or_unknown: bool,
) -> Result<Option<Settled>, Failure> {
    if desk.known.contains(&from.pending.id) {
        return Ok(None);
    }
    if let Some(settled) = answer_codes(desk, from, believed, let_through)? {
        return Ok(Some(settled));
    }
    match answer_word_alone(desk, from, believed)? {
        None if or_unknown => answer_unknown_code(desk, from, believed),
        answered => Ok(answered),
    }
}

/// What a letter asks for, as far as the code stands for it that has confirmed it.
pub(super) fn confined(
    desk: &Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    understanding: Understanding,
) -> Understanding {
    match &desk.scope {
        Some(scope) if desk.confirmed == Some(pending.id) => {
            scope.confines(&understanding, day_of(pending, letter))
        }
        Some(_) | None => understanding,
    }
}

/// Processes a letter that waited, as if it had been believed when it came: with
/// its own arrival and dispatch, on the game as it stands; of it what its code stands for. What
/// is left is asked by the next list. Where it was confirmed late, its dates are those that
/// `late_confirmation` tells.
fn let_through(
    desk: &mut Desk<'_>,
    code: &Challenge,
    from: &LetterFrom<'_>,
) -> Result<Settled, Failure> {
    let gone = || Failure::failed("a message that waited for a code is not there");
    let held = code.inbound.ok_or_else(gone)?;
    let pending = desk.tx.inbound_again(held)?.ok_or_else(gone)?;
    let row = desk.tx.inbound_show(held)?.ok_or_else(gone)?;
    let scope = CodeScope::of(desk.tx, code, &row)?;
    desk.tx.challenge_shown(code.id, &scope.text()?)?;
    desk.known.insert(held);
    let outer = desk.confirmed.replace(held);
    let outer_scope = desk.scope.replace(scope);
    let by = from.pending.id;
    let how = desk
        .confirmation
        .replace(Confirmation::by(from, held, code.id));
    let done = read_and_rule(desk, &pending);
    (desk.confirmed, desk.scope, desk.confirmation) = (outer, outer_scope, how);
    desk.known.remove(&held);
    let mut done = done?;
    if let Some(serde_json::Value::Array(all)) = row.requests
        && !all.is_empty()
    {
        done.requests = all;
    }
    if let Some(earlier) = row.verdict.filter(|v| *v != Verdict::Unverified) {
        done.verdict = done.verdict.min(earlier);
    }
    let confirmed = format!("confirmed by letter {by}");
    done.note = match done.note.is_empty() {
        true => confirmed,
        false => format!("{}; {confirmed}", done.note),
    };
    settle(desk.tx, &pending, &done)?;
    desk.also.push(LetterEvent::of(held, &done));
    if is_left(desk, held)? {
        let of = (code.player, code.address.as_str());
        codes::keep_code(desk, &CodeAsked::Rest, of, held, code.about)?;
    }
    Ok(Settled {
        games: done.games,
        ..Settled::of(
            Verdict::Command,
            &format!("confirmed letter {held}: {}", done.verdict),
        )
    })
}

/// What was settled without being understood as a player's, with what a player
/// would have asked by it.
fn described(pending: &Pending, letter: &Letter, settled: Settled) -> Settled {
    if !settled.requests.is_empty() {
        return settled;
    }
    match understood(letter) {
        Ok(understanding) => with_requests(settled, &understanding, pending, letter),
        Err(_) => settled,
    }
}
