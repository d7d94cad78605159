//! An inbox on an IMAP server.
//!
//! Which letters are kept is known to the database alone; flags and folders on
//! the server are housekeeping, and what another program does to them loses
//! nothing. A letter's key names account, folder, UIDVALIDITY and number. Where
//! the server renumbers the folder (another UIDVALIDITY), every letter in it is
//! taken again, and what was taken before is known by its content.
//!
//! A round asks for the numbers above the last; the first round, one after an
//! error, and one every hour look at all numbers of the folder and compare them
//! with the database.

mod answer;
mod client;
mod folder;

use super::{
    Came, Content, Fetched, HEAD_BYTES, Helping, Inbox, Message, PostError, Trouble, Waited,
    header_end, pass_time,
};
use crate::config::{self, Processed, Server};
use crate::time::{self, Day};
use answer::FetchedLetter;
use client::Client;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often all numbers of the folder are compared with the database.
const WHOLE: Duration = Duration::from_secs(3_600);
/// Bodies asked for in one command: letters, and bytes.
const AT_ONCE: usize = 32;
const AT_ONCE_BYTES: u64 = 1 << 20;
/// Letters marked or moved by one command.
const TIDIED_AT_ONCE: usize = 500;

/// A folder on an IMAP server that is read.
pub struct ImapInbox {
    server: Server,
    folder: String,
    processed: Processed,
    processed_folder: String,
    /// Older letters are not looked for: a day before that of the configuration, as
    /// the server counts days in a zone of its own.
    since: Option<Day>,
    session: Option<ImapSession>,
}

/// What is known as long as the connection lives.
struct ImapSession {
    client: Client,
    /// What a key begins with, before the letter's number.
    prefix: String,
    /// A round has begun.
    in_round: bool,
    /// Numbers to be fetched in this round.
    queue: VecDeque<u32>,
    /// The highest number met.
    highest: u32,
    /// Numbers handed out and not done.
    out: BTreeSet<u32>,
    /// When the whole folder was compared.
    whole: Option<Instant>,
}

impl ImapInbox {
    /// The folder that the configuration names; nothing is connected yet.
    pub fn new(server: Server, inbox: &config::InboxSection) -> ImapInbox {
        ImapInbox {
            server,
            folder: inbox.folder.clone(),
            processed: inbox.processed,
            processed_folder: inbox.processed_folder.clone(),
            since: inbox.since.map(|day| day.plus(-1)),
            session: None,
        }
    }

    fn connect(&self) -> Result<ImapSession, PostError> {
        let mut client = Client::open(&self.server)?;
        let folder = client.select(&self.folder)?;
        let user = self.server.login.as_ref().map_or("", |l| l.user.as_str());
        let prefix = format!(
            "imap:{user}@{}:{}:{}:",
            self.server.host, self.folder, folder.uid_validity
        );
        Ok(ImapSession {
            client,
            prefix,
            in_round: false,
            queue: VecDeque::new(),
            highest: 0,
            out: BTreeSet::new(),
            whole: None,
        })
    }

    /// The session, with a round begun. A connection that died while nobody
    /// spoke is made anew, once.
    fn in_round(&mut self, is_kept: &dyn Fn(&str) -> bool) -> Result<&mut ImapSession, PostError> {
        let mut session = match self.session.take() {
            Some(session) if session.in_round => return Ok(self.session.insert(session)),
            // Whether the folder is still the same is told when it is opened.
            Some(session) if session.whole.is_some_and(|at| at.elapsed() >= WHOLE) => {
                let _ = session.client.log_out();
                self.connect()?
            }
            Some(mut session) => match session.begin(self.processed, self.since, is_kept) {
                Ok(tidy) => {
                    self.tidy(&mut session, &tidy)?;
                    return Ok(self.session.insert(session));
                }
                Err(e) => {
                    tracing::info!("{e}; connecting anew");
                    self.connect()?
                }
            },
            None => self.connect()?,
        };
        let tidy = session.begin(self.processed, self.since, is_kept)?;
        self.tidy(&mut session, &tidy)?;
        Ok(self.session.insert(session))
    }

    /// Marks, moves or deletes letters that are kept. What the server refuses to
    /// do is no reason to stop: nothing depends on it.
    fn tidy(&self, session: &mut ImapSession, numbers: &[u32]) -> Result<(), PostError> {
        for some in numbers.chunks(TIDIED_AT_ONCE) {
            let client = &mut session.client;
            let answer = match self.processed {
                Processed::None => Ok(()),
                Processed::Flag => client.flag(some, "\\Seen")?,
                Processed::Move => client.move_to(some, &self.processed_folder)?,
                Processed::Delete => client.delete(some)?,
            };
            if let Err(why) = answer {
                tracing::warn!("letters that are kept cannot be tidied up on the server: {why}");
            }
        }
        Ok(())
    }

    fn fetch_in_round(
        &mut self,
        helping: &Helping,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Fetched, PostError> {
        let session = self.in_round(is_kept)?;
        while !session.queue.is_empty() {
            let fetched = session.hand_out(helping)?;
            if !fetched.messages.is_empty() || !fetched.troubles.is_empty() {
                return Ok(fetched);
            }
        }
        session.in_round = false;
        Ok(Fetched::default())
    }

    fn wait_for_news(&mut self, at_most: Duration, stop: &AtomicBool) -> Result<Waited, PostError> {
        let began = Instant::now();
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.connect()?,
        };
        // What came before the server is asked to tell would not be told.
        if session.has_news()? {
            self.session = Some(session);
            return Ok(Waited::News);
        }
        loop {
            let left = at_most.saturating_sub(began.elapsed());
            let waited = if stop.load(Ordering::Relaxed) {
                Some(Waited::Stopped)
            } else if left.is_zero() {
                Some(Waited::TimeOver)
            } else if !session.client.can_idle() {
                Some(pass_time(left, stop))
            } else if session.client.idle(left, stop)? || session.has_news()? {
                Some(Waited::News)
            } else {
                None
            };
            if let Some(waited) = waited {
                self.session = Some(session);
                return Ok(waited);
            }
        }
    }
}

impl Inbox for ImapInbox {
    fn fetch(
        &mut self,
        helping: &Helping,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Fetched, PostError> {
        let fetched = self.fetch_in_round(helping, is_kept);
        if fetched.as_ref().map_or(true, |f| f.broke.is_some()) {
            self.session = None;
        }
        fetched
    }

    fn done(&mut self, keys: &[String]) -> Result<(), PostError> {
        let Some(mut session) = self.session.take() else {
            return Ok(());
        };
        let numbers: BTreeSet<u32> = keys
            .iter()
            .filter_map(|key| key.strip_prefix(&session.prefix)?.parse().ok())
            .filter(|n| session.out.remove(n))
            .collect();
        let numbers: Vec<u32> = numbers.into_iter().collect();
        self.tidy(&mut session, &numbers)?;
        self.session = Some(session);
        Ok(())
    }

    fn wait(&mut self, at_most: Duration, stop: &AtomicBool) -> Result<Waited, PostError> {
        let waited = self.wait_for_news(at_most, stop);
        if waited.is_err() {
            self.session = None;
        }
        waited
    }

    /// Connects, and looks whether the folders are there.
    fn try_out(&mut self) -> Result<(), PostError> {
        let mut session = self.connect()?;
        if self.processed == Processed::Move
            && !session.client.has_folder(&self.processed_folder)?
        {
            let folder = &self.processed_folder;
            tracing::info!("the folder '{folder}' will be made when the first letter goes there");
        }
        session.client.log_out()
    }

    fn close(&mut self) -> Result<(), PostError> {
        match self.session.take() {
            Some(session) => session.client.log_out(),
            None => Ok(()),
        }
    }
}

/// A day as the protocol writes it (RFC 9051, 9): `1-Feb-2026`.
fn imap_day(day: Day) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let index = usize::try_from(day.month()).unwrap_or(1).saturating_sub(1);
    let month = MONTHS.get(index).unwrap_or(&"Jan");
    format!("{}-{month}-{}", day.day(), day.year())
}

impl ImapSession {
    /// Begins a round: finds what is to be fetched. Gives the letters that are
    /// kept and were not tidied up, because the program ended before.
    fn begin(
        &mut self,
        processed: Processed,
        since: Option<Day>,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<u32>, PostError> {
        let mut tidy = Vec::new();
        if self.whole.is_some() && self.out.is_empty() {
            self.client.noop()?;
            self.queue = self.above_highest()?.into();
        } else {
            let wanted = since.map_or_else(
                || "ALL".to_owned(),
                |day| format!("SINCE {}", imap_day(day)),
            );
            let mut all = self.client.search(&wanted)?;
            self.highest = all.last().copied().unwrap_or(0).max(self.highest);
            all.retain(|n| {
                let kept = is_kept(&self.key(*n));
                if kept {
                    tidy.push(*n);
                }
                !kept
            });
            self.queue = all.into();
            self.out.clear();
            self.whole = Some(Instant::now());
            match processed {
                Processed::None => tidy.clear(),
                Processed::Flag if !tidy.is_empty() => {
                    let unseen = self.client.search("UNSEEN")?;
                    tidy.retain(|n| unseen.binary_search(n).is_ok());
                }
                Processed::Flag | Processed::Move | Processed::Delete => {}
            }
        }
        if let Some(last) = self.queue.back() {
            self.highest = self.highest.max(*last);
        }
        self.in_round = true;
        Ok(tidy)
    }

    fn key(&self, number: u32) -> String {
        format!("{}{number}", self.prefix)
    }

    /// `n:*` means at least the last letter, be it below n: RFC 9051 section 9.
    fn above_highest(&mut self) -> Result<Vec<u32>, PostError> {
        let from = self.highest.saturating_add(1);
        let mut found = self.client.search(&format!("UID {from}:*"))?;
        found.retain(|n| *n >= from);
        Ok(found)
    }

    fn has_news(&mut self) -> Result<bool, PostError> {
        if self.whole.is_none() {
            return Ok(true);
        }
        // A search looks at what the server has told so far.
        self.client.noop()?;
        Ok(!self.above_highest()?.is_empty())
    }

    /// Fetches the next letters of the round: their sizes first, then the bodies
    /// of those that are not too large.
    fn hand_out(&mut self, helping: &Helping) -> Result<Fetched, PostError> {
        let mut fetched = Fetched::default();
        let most = helping.messages.clamp(1, self.queue.len().max(1));
        let numbers: Vec<u32> = self.queue.iter().copied().take(most).collect();
        let (what, mut facts) = ("UID RFC822.SIZE INTERNALDATE", Vec::new());
        if let Err(why) = self.client.fetch(&numbers, what, 0, &mut facts)? {
            self.queue.drain(..most);
            fetched.troubles = numbers.iter().map(|n| self.trouble(*n, &why)).collect();
            return Ok(fetched);
        }
        let mut facts: BTreeMap<u32, FetchedLetter> = facts.into_iter().collect();
        let room = u64::try_from(helping.bytes).unwrap_or(u64::MAX);
        let (mut whole, mut large, mut bytes) = (Vec::new(), Vec::new(), 0u64);
        for number in numbers {
            let Some(letter) = facts.get(&number) else {
                // It is gone, or the server tells nothing of it: the next look at
                // the whole folder shows which.
                self.queue.pop_front();
                continue;
            };
            let size = letter.size.unwrap_or(0);
            let held = size.min(helping.message_bytes);
            if bytes > 0 && bytes.saturating_add(held) > room {
                break;
            }
            bytes = bytes.saturating_add(held);
            self.queue.pop_front();
            match size > helping.message_bytes {
                true => large.push(number),
                false => whole.push(number),
            }
        }
        let mut bodies: BTreeMap<u32, FetchedLetter> = BTreeMap::new();
        let came = self.all_bodies(&facts, (&whole, &large), helping, &mut bodies, &mut fetched);
        for (number, letter) in bodies {
            let Some(body) = letter.body else {
                continue;
            };
            let told = facts.remove(&number).unwrap_or_default();
            let is_large = large.contains(&number) || body.size > helping.message_bytes;
            let content = if is_large {
                let mut head = body.kept;
                head.truncate(HEAD_BYTES);
                head.truncate(header_end(&head));
                Content::TooLarge {
                    size: told.size.unwrap_or(0).max(body.size),
                    head,
                }
            } else {
                Content::Whole(body.kept)
            };
            self.out.insert(number);
            fetched.messages.push(Message {
                key: self.key(number),
                content,
                came: told
                    .date
                    .as_deref()
                    .and_then(hour)
                    .map_or(Came::Unknown, Came::Server),
            });
        }
        match came {
            Ok(()) => Ok(fetched),
            // What came whole before a line broke is kept: a line that never holds longer
            // would else bring nothing for ever.
            Err(broke) => fetched.until(broke),
        }
    }

    /// Fetches the bodies of letters, and the headers of those that are too large.
    ///
    /// # Errors
    /// The line broke; what had come is in `bodies`.
    fn all_bodies(
        &mut self,
        facts: &BTreeMap<u32, FetchedLetter>,
        (whole, large): (&[u32], &[u32]),
        helping: &Helping,
        bodies: &mut BTreeMap<u32, FetchedLetter>,
        fetched: &mut Fetched,
    ) -> Result<(), PostError> {
        let mut rest = whole;
        while !rest.is_empty() {
            let mut bytes = 0;
            let some = rest
                .iter()
                .take(AT_ONCE)
                .take_while(|n| {
                    bytes += facts.get(n).and_then(|l| l.size).unwrap_or(0);
                    bytes <= AT_ONCE_BYTES
                })
                .count()
                .max(1);
            let (now, later) = rest.split_at_checked(some).unwrap_or((rest, &[]));
            let keep = helping.message_bytes.saturating_add(1);
            self.bodies(now, "BODY.PEEK[]", keep, bodies, fetched)?;
            rest = later;
        }
        let head = u64::try_from(HEAD_BYTES).unwrap_or(u64::MAX);
        let what = format!("BODY.PEEK[HEADER]<0.{HEAD_BYTES}>");
        for number in large {
            self.bodies(&[*number], &what, head, bodies, fetched)?;
        }
        Ok(())
    }

    /// Fetches bodies; where the server refuses several, one by one, so that a
    /// letter that it cannot give keeps no other from coming.
    fn bodies(
        &mut self,
        numbers: &[u32],
        what: &str,
        keep: u64,
        bodies: &mut BTreeMap<u32, FetchedLetter>,
        fetched: &mut Fetched,
    ) -> Result<(), PostError> {
        let mut letters = Vec::new();
        let with_number = format!("UID {what}");
        let answer = self.client.fetch(numbers, &with_number, keep, &mut letters);
        let is_refused = matches!(answer, Ok(Err(_)));
        let came = letters.into_iter().filter(|(_, l)| l.body.is_some());
        // Where several are refused, those that came all the same come once more.
        bodies.extend(came.filter(|_| !is_refused));
        match answer? {
            Ok(()) => {}
            Err(why) if numbers.len() == 1 => {
                let troubles = numbers.iter().map(|n| self.trouble(*n, &why));
                fetched.troubles.extend(troubles);
            }
            Err(_) => {
                for number in numbers {
                    self.bodies(&[*number], what, keep, bodies, fetched)?;
                }
            }
        }
        Ok(())
    }

    fn trouble(&self, number: u32, why: &str) -> Trouble {
        Trouble {
            path: PathBuf::from(self.key(number)),
            why: format!("the server does not give this letter: {why}"),
        }
    }
}

/// The instant of an INTERNALDATE: `17-Jul-2026 02:44:25 -0700`.
fn hour(text: &str) -> Option<time::Instant> {
    let at = chrono::DateTime::parse_from_str(text.trim(), "%d-%b-%Y %H:%M:%S %z").ok()?;
    Some(time::Instant::from_unix(at.timestamp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_of_arrival_is_read_with_its_zone() {
        for (text, utc) in [
            ("17-Jul-2026 02:44:25 -0700", "2026-07-17T09:44:25Z"),
            (" 7-Jul-2026 02:44:25 +0300", "2026-07-06T23:44:25Z"),
        ] {
            assert_eq!(hour(text).unwrap().to_string(), utc);
        }
        assert!(hour("yesterday").is_none());
    }
}
