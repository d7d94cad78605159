//! Letters that were fetched: each is kept first, and processed in order of arrival
//! then, some in one transaction.

use super::alone::Robot;
use super::asking;
use super::desk::Desk;
use super::hours::told_by;
use super::letters;
use super::mail::HELPFUL;
use super::opened::{Opened, open_ahead};
use super::settled::{LetterEvent, Settled, settle};
use super::waiting::waiting;
use crate::arbiter::Verdict;
use crate::config::{Config, InboxKind};
use crate::error::{Failure, FailureKind};
use crate::hour::SLACK;
use crate::ids::InboundId;
use crate::letter;
use crate::post::maildir::MaildirInbox;
use crate::post::{Came, Content, Message, PostError, Trouble};
use crate::request;
use crate::spread::{helpers, spread_beside};
use crate::store::{
    Arrived, Glimpse, Hash, InboundVerdict, Kept, PackedLetter, Pending, Press, Store, Tx, hash,
};
use crate::time::Instant;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::panic::catch_unwind;

/// Letters processed in one transaction: they share its syncs; what one of them
/// breaks is not the others' (each is ruled in memory first).
const LETTERS_A_BATCH: u32 = 400;

/// The same towards the end of a pass that sends meanwhile.
const LETTERS_AT_THE_END: u32 = 150;

/// Of the letters behind them, as many are opened while they are committed.
const SOON: u32 = 384;

/// Bytes of them at most.
const SOON_BYTES: u64 = 8 << 20;

/// Attempts after which a letter that ends the program is set aside.
const ATTEMPTS: u32 = 3;

/// What a pass over the mailbox did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassReport {
    /// Messages fetched and kept.
    pub fetched: u32,
    /// Messages processed.
    pub processed: u32,
    /// How many of each verdict.
    pub verdicts: BTreeMap<String, u32>,
    /// What became of each message, in order of arrival.
    pub letters: Vec<LetterEvent>,
    /// Letters that left.
    pub sent: u32,
    /// Letters that could not leave yet.
    pub deferred: u32,
    /// What could not be read in the mailbox.
    pub troubles: Vec<String>,
    /// The same, by the names of the letters, but for what an order has set aside.
    #[serde(skip)]
    pub unread: Vec<Trouble>,
    /// It was told to stop before it was through.
    #[serde(skip)]
    pub cut_short: bool,
}

impl Robot {
    /// Processes a message again; one that was dealt with stays as it is, with its verdict.
    pub fn retry_inbound(&mut self, id: InboundId) -> Result<Vec<LetterEvent>, Failure> {
        let before = self.store.read().inbound_show(id)?;
        let verdict = before.and_then(|m| m.verdict);
        if let Some(verdict) = verdict.filter(|v| v.is_dealt_with()) {
            return Err(Failure::failed(format!(
                "message {id} was dealt with ({verdict}): it is not processed again"
            ))
            .hint(format!(
                "postchess inbox show {id} says what became of it; what else should hold is \
                 an order's (postchess td --help)"
            )));
        }
        if verdict.is_some_and(Verdict::was_known) {
            self.known.insert(id);
        }
        self.write(|tx| Ok(tx.inbound_retry(id)?))?;
        let letters = self.process_pending()?;
        self.send_if_possible()?;
        Ok(letters)
    }

    /// Processes everything kept and not yet processed, in order of arrival, and asks
    /// for what waits for codes.
    pub(super) fn process_pending(&mut self) -> Result<Vec<LetterEvent>, Failure> {
        let mut ruled = Vec::new();
        self.rule(&mut ruled).map(|()| ruled)
    }

    /// The same; what was ruled is told even where the rest could not be. What was owed
    /// before goes first; requests that a limit holds back count as having left then.
    pub(super) fn rule(&mut self, ruled: &mut Vec<LetterEvent>) -> Result<(), Failure> {
        self.pay_owed()?;
        let done = self.rule_all(ruled);
        self.opened = Opened::default();
        done?;
        self.ask_waiting()?;
        self.count_owed()
    }

    /// Tells the codes that no letter has told yet, as far as lists may leave.
    pub(super) fn ask_waiting(&mut self) -> Result<(), Failure> {
        match self.store.read().challenges_untold()?.is_empty() {
            true => Ok(()),
            false => self.batch(asking::ask_waiting),
        }
    }

    fn rule_all(&mut self, ruled: &mut Vec<LetterEvent>) -> Result<(), Failure> {
        let (mut joined, mut is_abreast) = (None, true);
        loop {
            let first = self.store.read().inbound_pending(1)?.pop();
            let Some(first) = first.filter(|_| !self.is_to_stop()) else {
                return Ok(());
            };
            if joined.is_none() {
                joined = self.joins_in_ruling()?;
            }
            let others = match &joined {
                Some(joined) => is_abreast && joined.holders()? > 1,
                None => false,
            };
            // One that cannot be ruled abreast waits for none that came behind it.
            if others && !self.alone_only.contains(&first.id) {
                match self.rule_abreast() {
                    Ok(some) if some.is_empty() => {}
                    Ok(some) => {
                        ruled.extend(some);
                        continue;
                    }
                    Err(failure)
                        if matches!(failure.kind, FailureKind::Later | FailureKind::Clock) =>
                    {
                        return Err(failure);
                    }
                    // Who is alone finds out which letter it was, if it was one.
                    Err(failure) => {
                        tracing::warn!("letters are ruled alone: {failure}");
                        is_abreast = false;
                        continue;
                    }
                }
            } else if !ruled.is_empty() {
                self.send_between();
            }
            // Who is alone reads what waits: two passes at once never rule one letter
            // twice, nor a later one first.
            ruled.extend(self.alone(|robot| robot.rule_some(others))?);
            self.alone_only.remove(&first.id);
        }
    }

    /// How many letters share the next transaction: where letters leave meanwhile fewer towards
    /// the end, so that few are left to leave when all is ruled.
    fn at_once(&self) -> Result<u32, Failure> {
        if self.beside.is_none() {
            return Ok(LETTERS_A_BATCH);
        }
        let waiting = self
            .store
            .read()
            .inbound_waiting_up_to(3 * LETTERS_A_BATCH)?;
        Ok((waiting / 3).max(LETTERS_AT_THE_END))
    }

    /// Processes the next letters, as many as share a transaction; where others rule too, those
    /// that nobody can rule abreast of them.
    fn rule_some(&mut self, others: bool) -> Result<Vec<LetterEvent>, Failure> {
        let most = self.at_once()?;
        let waiting = waiting(self.store.read(), most + SOON)?;
        let (pending, _) = waiting.split_at(waiting.len().min(most as usize));
        // One that was begun before and not finished goes alone.
        let begun = pending.iter().position(|p| p.attempts > 0);
        let mut length = begun.map_or(pending.len(), |n| n.max(1));
        if others {
            length = length.min(self.alone_first(pending)?);
        }
        let (batch, next) = waiting.split_at(length);
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        match self.process_batch(batch, next) {
            Err(failure) if failure.kind == FailureKind::Failed => {
                // One of them cannot be recorded: each goes alone and counts its
                // attempts, and after some it is set aside.
                tracing::error!("letters could not be recorded: {failure}");
                self.write(|tx| {
                    for pending in batch {
                        tx.inbound_attempt(pending.id)?;
                    }
                    Ok(())
                })?;
                Ok(Vec::new())
            }
            done => done,
        }
    }

    /// Processes letters, and has the next ones opened meanwhile.
    fn process_batch(
        &mut self,
        batch: &[Pending],
        next: &[Pending],
    ) -> Result<Vec<LetterEvent>, Failure> {
        // For a few letters, starting a thread costs more than it saves.
        let writers = if batch.len() < 8 { 0 } else { helpers() };
        self.batch_with(writers, |desk| {
            let mut all = Vec::with_capacity(batch.len());
            let mut ahead = 0;
            for (at, pending) in batch.iter().enumerate() {
                if at >= ahead {
                    let rest = batch.get(at..).unwrap_or_default();
                    ahead = at + read_ahead(desk, rest)?;
                }
                let settled = if pending.attempts >= ATTEMPTS {
                    Settled {
                        verdict: Verdict::Malformed,
                        note: format!("it could not be recorded in {ATTEMPTS} attempts"),
                        ..Settled::default()
                    }
                } else {
                    letters::read_and_rule(desk, pending)?
                };
                settle(desk.tx, pending, &settled)?;
                all.append(&mut desk.also);
                all.push(LetterEvent::of(pending.id, &settled));
            }
            desk.close()?;
            look_ahead(desk, next)?;
            Ok(all)
        })
    }
}

/// Has letters of the next transaction opened while this one is committed.
fn look_ahead(desk: &mut Desk<'_>, next: &[Pending]) -> Result<(), Failure> {
    let mut size = 0;
    let few = next.iter().take_while(|m| {
        size += m.size;
        size <= SOON_BYTES
    });
    let mut rest = next.get(..few.count()).unwrap_or_default();
    while !rest.is_empty() {
        let (_, count) = open_next(desk, rest)?;
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
    Ok(())
}

/// Has the next letters opened, as many as are read at once: what is seen of them, and of how many
/// it was looked for.
fn open_next(desk: &mut Desk<'_>, rest: &[Pending]) -> Result<(Vec<Glimpse>, usize), Failure> {
    let (seen, count) = desk.tx.letters_ahead(rest)?;
    let from: BTreeSet<&str> = seen.iter().map(|s| s.from.as_str()).collect();
    desk.tx.senders_ahead(&from)?;
    // One alone is opened in its turn.
    if rest.len() > 1 {
        open_ahead(desk, &seen)?;
    }
    Ok((seen, count))
}

/// Reads ahead what the next letters will be asked for, as far as it can be told from outside:
/// their bytes, their senders, and the game that a subject names, where it names one alone: whoever
/// writes names as many as he likes. Of how many.
fn read_ahead(desk: &mut Desk<'_>, rest: &[Pending]) -> Result<usize, Failure> {
    let (seen, count) = open_next(desk, rest)?;
    let names = seen.iter().filter_map(|s| request::game_named(&s.subject));
    let mut games = desk.tx.games_named_ahead(&names.collect())?;
    let all = games.clone();
    games.retain(|game| !desk.games.contains_key(game));
    desk.tx.games_ahead(&games)?;
    desk.tx.threads_ahead(&all, HELPFUL)?;
    Ok(count.max(1))
}

/// Puts messages back into the Maildir that were done with, and that a database put
/// back from a backup does not know: neither by their names nor by their bytes. A
/// mailbox on a server is read again by itself. How many.
pub fn give_back(config: &Config, store: &Store) -> Result<u64, Failure> {
    if config.inbox.kind != InboxKind::Maildir {
        return Ok(0);
    }
    let view = store.read();
    let is_known = |key: &str, bytes: &[u8]| {
        let content = hash(&same_by_any_way(bytes));
        let twins = view.inbound_same_content(content, InboundId(0));
        let named = view.inbound_named(key).ok().flatten();
        named.is_some_and(|named| named.content_hash == content)
            || twins.is_ok_and(|t| !t.is_empty())
    };
    let limit = u64::from(config.limits.max_message_bytes);
    MaildirInbox::open(&config.inbox.path)
        .and_then(|inbox| inbox.give_back(limit, &is_known))
        .map_err(unreadable)
}

/// The inbox did not let itself be read.
pub(super) fn unreadable(error: PostError) -> Failure {
    Failure::from(error).about("the inbox cannot be read")
}

/// When a message arrived (CONTRACT.md 4, "When"), never later than now.
pub(super) fn arrival(
    message: &Message,
    read: Option<&letter::Letter>,
    now: Instant,
    rehearsed: bool,
) -> Instant {
    let written = read.and_then(|l| l.received);
    let arrived = match (message.came, written) {
        (Came::Server(at), _) | (_, Some(at)) => at,
        (Came::File(at), None) if !rehearsed => at,
        (Came::File(_) | Came::Unknown, None) => now,
    };
    arrived.min(now)
}

/// By what a message is kept.
pub(super) struct Keeping {
    /// The hour.
    pub now: Instant,
    /// A person gave it.
    pub rehearsed: bool,
    /// Behind the @ of the robot's address: hosts of that name are ours.
    pub domain: String,
}

/// A message with all that is worked out of it before it is kept: nothing of that needs
/// the database.
pub(super) struct Prepared<'m> {
    pub message: &'m Message,
    /// What its list shows; none where it cannot be read.
    read: Option<letter::Letter>,
    content_hash: Hash,
    letter: PackedLetter,
}

impl<'m> Prepared<'m> {
    /// Prepares a message.
    pub(super) fn new(message: &'m Message, press: &mut Press) -> Result<Prepared<'m>, Failure> {
        let bytes = message.content.bytes();
        // Reading here only fills the list; whatever happens, the bytes are kept.
        let read = catch_unwind(|| letter::glance(bytes));
        Ok(Prepared {
            message,
            read: read.ok().and_then(Result::ok),
            content_hash: hash(&same_by_any_way(bytes)),
            letter: press.letter(bytes)?,
        })
    }

    /// Prepares messages, on all processors where they are many, for who keeps each as soon as
    /// it is.
    pub(super) fn each<T>(
        messages: &'m [Message],
        keep: impl FnOnce(&mut dyn Iterator<Item = Result<Prepared<'m>, Failure>>) -> T,
    ) -> T {
        let worker = || {
            let mut press = Press::default();
            move |message: &'m Message| Prepared::new(message, &mut press)
        };
        spread_beside(messages.iter().collect(), worker, keep)
    }
}

/// Keeps one message, unless it was kept before under the same key.
pub(super) fn keep(
    tx: &Tx<'_>,
    prepared: &Prepared<'_>,
    keeping: &Keeping,
) -> Result<Kept, Failure> {
    let now = keeping.now;
    let (message, read) = (prepared.message, prepared.read.as_ref());
    let arrived = arrival(message, read, now, keeping.rehearsed);
    let told = told_by(message, read, &keeping.domain);
    if let Some(told) = told.filter(|told| *told <= now.plus_seconds(SLACK)) {
        tx.hour_heard(told)?;
    }
    let kept = tx.inbound_keep(
        &Arrived {
            transport_key: (!message.key.is_empty()).then_some(message.key.as_str()),
            transport_mark: (!message.mark.is_empty()).then_some(message.mark.as_str()),
            content_hash: prepared.content_hash,
            message_id: read.and_then(|l| l.message_id.as_deref()),
            from: read.and_then(|l| l.from.first()).map_or("", String::as_str),
            subject: read.map_or("", |l| l.subject.as_str()),
            arrived,
            told,
            kind: read.map_or("", |l| l.kind.name()),
            letter: &prepared.letter,
        },
        now,
    )?;
    if let (Kept::New(id), Content::TooLarge { size, .. }) = (kept, &message.content) {
        tx.inbound_done(
            id,
            &InboundVerdict::unread(
                Verdict::TooLarge,
                &format!("{size} bytes: over limits.max_message_bytes; only its beginning is kept"),
            ),
        )?;
    }
    Ok(kept)
}

/// What of a message does not differ by the way it came: without the header
/// fields that mail servers add, and with one kind of line ends.
fn same_by_any_way(bytes: &[u8]) -> Vec<u8> {
    const ADDED: [&[u8]; 5] = [
        b"received:",
        b"return-path:",
        b"delivered-to:",
        b"x-original-to:",
        b"envelope-to:",
    ];
    let mut kept = Vec::with_capacity(bytes.len().saturating_add(1));
    let (mut in_header, mut skipping) = (true, false);
    let mut rest = bytes;
    loop {
        let begin = kept.len();
        // Of bytes in memory nothing fails; behind the last line end there is a last line.
        let _ = rest.read_until(b'\n', &mut kept);
        let is_last = kept.len() == begin || kept.pop_if(|last| *last == b'\n').is_none();
        if kept.len() > begin {
            kept.pop_if(|last| *last == b'\r');
        }
        if in_header {
            let line = kept.get(begin..).unwrap_or_default();
            if line.is_empty() {
                in_header = false;
            } else if !matches!(line, [b' ' | b'\t', ..]) {
                let is = |field: &&[u8]| {
                    let name = line.get(..field.len());
                    name.is_some_and(|name| name.eq_ignore_ascii_case(field))
                };
                skipping = ADDED.iter().any(is);
            }
        }
        match skipping && in_header {
            true => kept.truncate(begin),
            false => kept.push(b'\n'),
        }
        if is_last {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, line by line.
    fn by_lines(text: &str) -> String {
        let (head, body) = match text.split_once("\n\n") {
            Some((head, body)) => (head, Some(body)),
            None => (text, None),
        };
        let mut kept: Vec<&str> = Vec::new();
        let mut is_kept = true;
        for line in head.split('\n') {
            if !line.starts_with(' ') {
                is_kept = !line.to_lowercase().starts_with("received:");
            }
            if is_kept || line.is_empty() {
                kept.push(line);
            }
        }
        if let Some(body) = body {
            kept.push("");
            kept.extend(body.split('\n'));
        }
        kept.iter().map(|line| format!("{line}\n")).collect()
    }

    proptest! {
        #[test]
        fn what_servers_add_is_left_out_and_line_ends_are_one(
            lines in prop::collection::vec(
                prop::sample::select(vec![
                    "Received: from a", " by b", "RECEIVED:", "Receive: c", "Subject: d",
                    "received", "Received: again", "",
                ]),
                0..9,
            ),
            returns: bool,
        ) {
            let text = lines.join("\n");
            let sent = if returns { text.replace('\n', "\r\n") } else { text.clone() };
            prop_assume!(!text.starts_with('\n'));
            let kept = String::from_utf8(same_by_any_way(sent.as_bytes())).unwrap();
            prop_assert_eq!(kept, by_lines(&text));
        }
    }
}
