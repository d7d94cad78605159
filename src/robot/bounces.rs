//! Letters of ours that come back. Anybody can write a delivery report; one counts
//! only where it came to the secret return address of a letter (without plus
//! addressing: where it names the unguessable Message-ID of a letter that went to the
//! very address that failed). Its player knows that address too: what he did outranks
//! a report, and those that are taken of him stop his clock for some days in all
//! (`arbiter::unheeded`). Any other changes no day. What came back is sent again by itself,
//! so that a stop ends.

use super::conveyed::{ConveyedGame, conveyed};
use super::desk::Desk;
use super::settled::Settled;
use super::tokens::is_robot;
use crate::address;
use crate::address::Reach;
use crate::arbiter::{self, Body, Loss, Notice, Recipient, Ruling, Verdict, letter_lost};
use crate::error::Failure;
use crate::ids::{GameId, GameName, OutboundId, PlayerId};
use crate::letter::{DeliveryFate, DeliveryReport, Letter};
use crate::record::Unheeded;
use crate::record::{About, Cause, Entry, Event, Status};
use crate::store::{Due, OutboundRow, OutboundState, Pending, TournamentStatus};
use crate::time::{Instant, Zone};
use crate::token::TokenPlace;

/// What stands before the token in a return address: mail there is a machine's.
const RETURN: &str = "b-";

/// The address to which a letter comes back: `robot+b-TOKEN@domain`, with the signed
/// token of its reply address. Without plus addressing, the robot's own.
pub(super) fn return_address(robot: &str, token: Option<&str>, plus_addressing: bool) -> String {
    match (robot.split_once('@'), token) {
        (Some((local, domain)), Some(token)) if plus_addressing => {
            format!("{local}+{RETURN}{token}@{domain}")
        }
        _ => robot.to_owned(),
    }
}

/// The tokens of return addresses that a letter was sent to.
fn return_tokens(letter: &Letter, robot: &str) -> Vec<String> {
    letter
        .recipients
        .iter()
        .filter(|a| is_robot(a, robot))
        .filter_map(|a| a.split_once('@'))
        .filter_map(|(local, _)| local.split_once('+'))
        .filter_map(|(_, detail)| {
            detail
                .to_lowercase()
                .strip_prefix(RETURN)
                .map(str::to_owned)
        })
        .collect()
}

/// Whether a letter was sent to where only letters that come back go.
pub(super) fn is_returned(letter: &Letter, robot: &str) -> bool {
    !return_tokens(letter, robot).is_empty()
}

/// Whether two addresses are the same mailbox: without case, and without what
/// stands behind a plus.
fn same_mailbox(one: &str, other: &str) -> bool {
    let bare = |address: &str| {
        let address = address::key(address);
        match address.rsplit_once('@') {
            Some((local, domain)) => {
                let local = local.split('+').next().unwrap_or("");
                format!("{local}@{domain}")
            }
            None => address,
        }
    };
    bare(one) == bare(other)
}

/// What a mail server said, without the addresses in it: letters of ours hold none.
pub(super) fn without_addresses(text: &str) -> String {
    let belongs = |c: char| c.is_alphanumeric() || "._%+-=@".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if belongs(c) {
            word.push(c);
            continue;
        }
        let said = if word.contains('@') { "…" } else { &word };
        out.push_str(said);
        out.push(c);
        word.clear();
    }
    out.trim_end().to_owned()
}

/// A letter that did not arrive, as the outbox knows it.
struct Lost<'a> {
    letter: OutboundId,
    player: Option<PlayerId>,
    left: Option<Instant>,
    hard: bool,
    diagnostic: &'a str,
    /// When it is sent again by itself.
    again: Option<Copy>,
    /// When a report of it came by mail.
    reported: Option<Instant>,
}

/// A copy of a letter that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copy {
    /// Which one, from 1.
    number: u32,
    /// When it leaves.
    at: Instant,
}

/// What stands first in the trouble of a letter that came back.
const RETURNED: &str = "came back: ";

/// How long after a letter's leaving a report of it counts, in seconds: seven days
/// (RULES.md 2, "Left").
const REPORTED_WITHIN: i64 = 7 * 86_400;

/// On which days after the first report copies of a letter leave, while reports come.
const COPIES_ON: [i64; 4] = [1, 3, 6, 10];

/// The next copy of a letter of which so many have left, the last one then; `None` where there
/// were enough.
fn next_copy(copies: u32, left: Instant, now: Instant) -> Option<Copy> {
    // What a copy is reckoned from, the day of the first report, the last one tells.
    let before = usize::try_from(copies).ok()?.checked_sub(1);
    let first = match before {
        None => now,
        Some(last) => left.plus_seconds(-COPIES_ON.get(last)? * 86_400),
    };
    let leaves = |(number, days): (u32, &i64)| Copy {
        number,
        at: first.plus_seconds(days * 86_400),
    };
    let all = (1..).zip(&COPIES_ON).map(leaves);
    all.filter(|copy| copy.number > copies)
        .find(|copy| copy.at > now)
}

/// A delivery report: what it does, and the note that says so.
pub(super) fn bounced(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Settled, Failure> {
    let plain = |note: &str| Ok(Settled::of(Verdict::Bounce, note));
    let Some(report) = letter
        .report
        .as_ref()
        .filter(|r| r.fate == DeliveryFate::Failed)
    else {
        return plain("a delivery report that says of no letter that it failed");
    };
    let Some((row, by_address)) = returned(desk, letter, report)? else {
        // Signed by us, and not here: it left after the backup that was put back.
        let ours = |token: &String| desk.key.read(token, TokenPlace::Address).is_some();
        if return_tokens(letter, &desk.robot_address).iter().any(ours) {
            return plain("a letter of ours came back that is not here: it left after the backup");
        }
        return plain("a delivery report that names no letter of ours: it counts for nothing");
    };
    let named = report
        .recipients
        .iter()
        .any(|a| row.to.email().is_some_and(|to| same_mailbox(a, to)));
    if !by_address && !named && !report.recipients.is_empty() {
        let note = format!(
            "a delivery report that names letter {}, which went to another address: it counts for nothing",
            row.id
        );
        return plain(&note);
    }
    let known = format!("letter {} is known to have come back", row.id);
    let Some(left) = row.sent.filter(|_| row.state == OutboundState::Sent) else {
        return plain(&known);
    };
    if row.trouble.starts_with(RETURNED) {
        return plain(&known);
    }
    if pending.arrived < left {
        let note = format!("older than the last sending of letter {}", row.id);
        return plain(&note);
    }
    let doubt = doubtful(desk, &row, (left, pending.arrived), by_address);
    take_report(desk, pending, report, (&row, left), doubt)
}

/// Why a report of a letter is not to be believed, whatever game it is about.
fn doubtful(
    desk: &Desk<'_>,
    row: &OutboundRow,
    (left, arrived): (Instant, Instant),
    signed: bool,
) -> Option<Unheeded> {
    if desk.plus_addressing && !signed {
        return Some(Unheeded::Unsigned);
    }
    if arrived.unix() - left.unix() > REPORTED_WITHIN {
        return Some(Unheeded::Late);
    }
    row.used.is_some().then_some(Unheeded::Answered)
}

/// Whether the player of a letter has written in a game since it left.
fn has_written(
    desk: &Desk<'_>,
    row: &OutboundRow,
    game: Option<GameId>,
    left: Instant,
) -> Result<bool, Failure> {
    let mut wrote = false;
    if let (Some(game), Some(player)) = (game, row.player) {
        let name = desk.tx.game_facts(game)?.name.clone();
        let registered = desk.player(player)?.reach;
        for address in [&row.to, &registered].into_iter().filter_map(Reach::email) {
            wrote |= desk.tx.inbound_wrote_since(address, &name, left)?;
        }
    }
    Ok(wrote)
}

/// What follows from a report of a letter that had left: in each game that it is about.
fn take_report(
    desk: &mut Desk<'_>,
    pending: &Pending,
    report: &DeliveryReport,
    (row, left): (&OutboundRow, Instant),
    doubt: Option<Unheeded>,
) -> Result<Settled, Failure> {
    let games = conveyed(desk.tx, row.id, (row.game_id, row.begins))?;
    let is_timed = !games.is_empty();
    let mut answered = !is_timed && has_written(desk, row, row.game_id, left)?;
    let mut believed: Vec<ConveyedGame> = Vec::new();
    let mut doubted: Vec<(ConveyedGame, Unheeded)> = Vec::new();
    for one in games {
        match doubt {
            Some(why) => doubted.push((one, why)),
            None if has_written(desk, row, Some(one.game), left)? => {
                doubted.push((one, Unheeded::Answered));
            }
            None => believed.push(one),
        }
    }
    answered |= believed.is_empty() && !doubted.is_empty();
    let doubt = doubt.or(answered.then_some(Unheeded::Answered));
    let mut lost = Lost {
        letter: row.id,
        player: row.player,
        left: Some(left),
        hard: report.hard,
        diagnostic: &report.diagnostic,
        again: None,
        reported: Some(pending.arrived),
    };
    let mut heeded = Vec::new();
    for one in believed {
        match outranked(desk, &lost, &one)? {
            Some(why) => doubted.push((one, why)),
            None => heeded.push(one),
        }
    }
    let outranked = doubted.last().filter(|_| heeded.is_empty());
    // Of what no clock hangs on there is no hurry, where the reason does not pass.
    let waits = is_timed && outranked.is_none_or(|(_, why)| *why == Unheeded::Spent);
    let again = match doubt {
        None if waits || !report.hard => next_copy(row.returned, left, desk.now),
        _ => None,
    };
    lost.again = again;
    let doubt = doubt.or(outranked.map(|(_, why)| *why));
    note_trouble(desk, row, report, (doubt, again))?;
    let cause = Cause::Letter(pending.id);
    let mut note = format!("letter {} came back", row.id);
    if let Some(status) = &report.status {
        note.push_str(&format!(" ({status})"));
    }
    let mut concerned = match doubt {
        None => record_loss(desk, &lost, &heeded, cause)?,
        Some(why) => {
            note.push_str(&format!("; it changes no day: {}", why.name()));
            count_failure(desk, &lost, why)?;
            Vec::new()
        }
    };
    if !concerned.is_empty() {
        note.push_str("; what was reckoned from it is void");
    }
    for (one, why) in &doubted {
        if unheeded(desk, &lost, one, *why, cause)? {
            concerned.push(one.game);
        }
    }
    if let Some(copy) = again {
        note.push_str(&format!("; sent again on {}", Zone::utc().day(copy.at)));
    }
    let mut games = Vec::new();
    for id in concerned {
        games.push(desk.game(id)?.facts.name.clone());
    }
    Ok(Settled {
        games,
        ..Settled::of(Verdict::Bounce, &note)
    })
}

/// The letter's row says that it came back, and when it is sent again.
fn note_trouble(
    desk: &Desk<'_>,
    row: &OutboundRow,
    report: &DeliveryReport,
    (doubt, again): (Option<Unheeded>, Option<Copy>),
) -> Result<(), Failure> {
    let said = format!("{RETURNED}{}", report.diagnostic);
    match doubt {
        None => desk.tx.outbound_mark_returned(row.id, said.trim())?,
        Some(_) => desk.tx.outbound_note_returned(row.id, said.trim())?,
    }
    if let Some(copy) = again {
        desk.tx.outbound_again(row.id, copy.at, copy.number)?;
    }
    Ok(())
}

/// Why a report that may be true changes nothing in its game.
fn outranked(
    desk: &mut Desk<'_>,
    lost: &Lost<'_>,
    of: &ConveyedGame,
) -> Result<Option<Unheeded>, Failure> {
    let loss = loss(desk, lost, of)?;
    Ok(arbiter::unheeded(desk.game(of.game)?, &loss))
}

/// A report that changes no day may still tell that an address fails.
fn count_failure(desk: &Desk<'_>, lost: &Lost<'_>, why: Unheeded) -> Result<(), Failure> {
    if let (Unheeded::FlagFallen | Unheeded::Spent, Some(player), true) =
        (why, lost.player, lost.hard)
    {
        desk.tx
            .player_bounced(player, desk.limits.hard_bounces, desk.now)?;
    }
    Ok(())
}

/// A report that changes no day is a matter for the arbiter, where a game hangs on
/// the letter. Tells whether one does.
fn unheeded(
    desk: &mut Desk<'_>,
    lost: &Lost<'_>,
    of: &ConveyedGame,
    why: Unheeded,
    cause: Cause,
) -> Result<bool, Failure> {
    let loss = loss(desk, lost, of)?;
    let now = desk.now;
    let game = desk.game(of.game)?;
    // What was answered by a move waits for nobody.
    if game.status == Status::Finished || of.begins.ply < game.ply() {
        return Ok(false);
    }
    let ruling = arbiter::report_unheeded(game, &loss, why, now, cause);
    desk.record(ruling, Some(of.game), None)?;
    Ok(true)
}

fn loss(desk: &mut Desk<'_>, lost: &Lost<'_>, of: &ConveyedGame) -> Result<Loss, Failure> {
    let begins = of.begins;
    let game = desk.game(of.game)?;
    let zone = game.facts.zone;
    Ok(Loss {
        letter: lost.letter,
        ply: begins.ply,
        about: begins.about,
        to: begins.to,
        // What a daily letter brings counted as having left before it.
        left: match of.daily {
            true => game.letter_left(),
            false => lost.left,
        },
        diagnostic: without_addresses(lost.diagnostic),
        again: lost.again.map(|copy| zone.day(copy.at)),
        reported: lost.reported,
    })
}

/// A believed letter of a player about games: what reports have stopped there ends, and what
/// came back is sent again.
pub(super) fn heard_from(
    desk: &mut Desk<'_>,
    player: PlayerId,
    games: &[GameName],
    cause: Cause,
) -> Result<(), Failure> {
    let now = desk.now;
    for name in games {
        let Some(id) = desk.tx.game_find(name)? else {
            continue;
        };
        let game = desk.game(id)?;
        let (ply, turn) = (game.ply(), game.turn());
        let waits = game.status == Status::Active && game.side_of(player) == Some(turn);
        if waits && game.is_stopped_on(game.facts.zone.day(now)) {
            let event = Event::StopEnded { ply, to: turn };
            desk.note_event(id, Entry::new(now, cause, event))?;
        }
    }
    send_returned_again(desk, player)
}

/// Letters to a player that came back: he writes, so his mailbox takes letters again. What
/// nobody waits for any more stays where it is.
fn send_returned_again(desk: &mut Desk<'_>, player: PlayerId) -> Result<(), Failure> {
    for row in desk.tx.outbound_returned(player)? {
        let games = conveyed(desk.tx, row.id, (row.game_id, row.begins))?;
        let mut waits = games.is_empty()
            && matches!(row.state, OutboundState::Queued | OutboundState::Deferred);
        for one in games {
            waits |= one.begins.ply == desk.game(one.game)?.ply();
        }
        let at_rest = matches!(row.state, OutboundState::Failed | OutboundState::Sent);
        if waits && (at_rest || row.not_before > desk.now) {
            desk.tx.outbound_retry(row.id, desk.now)?;
        }
    }
    Ok(())
}

/// The letter of ours that came back, and whether its return address says so.
fn returned(
    desk: &Desk<'_>,
    letter: &Letter,
    report: &DeliveryReport,
) -> Result<Option<(OutboundRow, bool)>, Failure> {
    for token in return_tokens(letter, &desk.robot_address) {
        if let Some(row) = desk.tx.outbound_by_token(&token)? {
            return Ok(Some((row, true)));
        }
    }
    for id in &report.originals {
        if let Some(row) = desk.tx.outbound_by_message_id(id)? {
            return Ok(Some((row, false)));
        }
    }
    Ok(None)
}

/// The outgoing server will not take a letter, or did not for days.
pub(super) fn given_up(
    desk: &mut Desk<'_>,
    due: &Due,
    why: &str,
    hard: bool,
) -> Result<(), Failure> {
    let games = conveyed(desk.tx, due.id, (due.game, due.begins))?;
    let lost = Lost {
        letter: due.id,
        player: due.player,
        left: None,
        hard,
        diagnostic: why,
        again: None,
        reported: None,
    };
    record_loss(desk, &lost, &games, Cause::Post)?;
    Ok(())
}

/// What follows from a letter that did not arrive, in each game that it is about. Tells
/// which of them are concerned.
fn record_loss(
    desk: &mut Desk<'_>,
    lost: &Lost<'_>,
    games: &[ConveyedGame],
    cause: Cause,
) -> Result<Vec<GameId>, Failure> {
    let mut stopped = Vec::new();
    let Some(player) = lost.player else {
        return Ok(stopped);
    };
    let mut failing = None;
    if lost.hard {
        let (count, begins) = desk
            .tx
            .player_bounced(player, desk.limits.hard_bounces, desk.now)?;
        failing = begins.then_some(count);
    }
    for one in games {
        // Of one whom another has replaced nothing is waited for.
        // What it told may stand no more: then nothing was reckoned from it.
        let game = desk.game(one.game)?;
        let his = game.player(one.begins.to).id == player;
        if his && !one.begins.is_told_anew(game) && stop_game(desk, one, lost, failing, cause)? {
            stopped.push(one.game);
        }
    }
    if let (Some(count), true) = (failing, stopped.is_empty()) {
        tell_failing(desk, player, lost, count)?;
    }
    Ok(stopped)
}

fn stop_game(
    desk: &mut Desk<'_>,
    of: &ConveyedGame,
    lost: &Lost<'_>,
    failing: Option<u32>,
    cause: Cause,
) -> Result<bool, Failure> {
    let now = desk.now;
    let loss = loss(desk, lost, of)?;
    let ruling = letter_lost(desk.game(of.game)?, &loss, failing, now, cause);
    let stopped = !ruling.entries().is_empty();
    desk.record(ruling, Some(of.game), None)?;
    Ok(stopped)
}

/// The arbiters of a player's tournaments learn that his address fails.
fn tell_failing(
    desk: &mut Desk<'_>,
    player: PlayerId,
    lost: &Lost<'_>,
    count: u32,
) -> Result<(), Failure> {
    let name = desk.player_name(player)?;
    let mut ruling = Ruling::default();
    for entry in desk.tx.player_tournaments(player)? {
        let row = desk.tx.tournament_load_id(entry.tournament)?;
        if row.is_none_or(|r| r.status == TournamentStatus::Finished) {
            continue;
        }
        let body = Body::DeliveryProblem {
            name: name.clone(),
            player,
            letter: None,
            about: None,
            left: None,
            diagnostic: without_addresses(lost.diagnostic),
            failing: Some(count),
            unheeded: None,
            again: None,
            last: None,
        };
        let notice = Notice::new(Recipient::Arbiter, body).of_tournament(entry.tournament);
        ruling.notices.push(notice);
    }
    desk.record(ruling, None, None)
}

/// A player has another address now: what waits for his answer is sent there, since letters to
/// the old one prove nothing any more. Receipts stay; of what was lost on the way to the old
/// one it counts from that.
pub(super) fn send_open_letters(desk: &mut Desk<'_>, player: PlayerId) -> Result<(), Failure> {
    for row in desk.tx.player_games(player, true)? {
        let game = desk.game(row.id)?;
        let (ply, turn) = (game.ply(), game.turn());
        let waits = game.status == Status::Active && game.side_of(player) == Some(turn);
        let unreceived = game.letter_left().is_none() && !game.receipt_is_set();
        let lost = unreceived && game.standing().any(|e| {
            matches!(&e.event, Event::LetterLost { ply: p, to, .. } if *p == ply && *to == turn)
        });
        // What has not left at all leaves to the new address by itself.
        if !waits || (unreceived && !lost) {
            continue;
        }
        let body = Body::again(ply);
        let mut notice = Notice::new(Recipient::Player(player), body);
        notice.begins = lost.then_some((ply, About::Move, turn));
        let ruling = Ruling::telling(vec![notice]);
        desk.record(ruling, Some(row.id), None)?;
    }
    Ok(())
}
