//! An inbox on an IMAP server.
//!
//! Which letters are kept is known to the database alone; flags and folders on
//! the server are housekeeping, and what another program does to them loses
//! nothing. A letter's key names account, folder, UIDVALIDITY and number. Where
//! the server renumbers the folder (another UIDVALIDITY), every letter in it is
//! taken again, and what was taken before is known by its content. So is a letter whose
//! size or INTERNALDATE is not that of the one kept under its key: a server put back from
//! a backup gives numbers a second time under the same UIDVALIDITY.
//!
//! A round asks for the numbers above the last; the first round, one after an
//! error, and one every hour look at all numbers of the folder and compare them
//! with the database.

mod answer;
mod client;
mod folder;
mod session;

use super::{Fetched, Helping, Inbox, Known, PostError, Waited, pass_time};
use crate::config::{self, Processed, Server};
use crate::time::Day;
use client::Client;
use session::ImapSession;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often all numbers of the folder are compared with the database.
const WHOLE: Duration = Duration::from_secs(3_600);
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
    fn in_round(&mut self, known: &Known<'_>) -> Result<&mut ImapSession, PostError> {
        let mut session = match self.session.take() {
            Some(session) if session.in_round => return Ok(self.session.insert(session)),
            // Whether the folder is still the same is told when it is opened.
            Some(session) if session.whole.is_some_and(|at| at.elapsed() >= WHOLE) => {
                let _ = session.client.log_out();
                self.connect()?
            }
            Some(mut session) => match session.begin(self.processed, self.since, known) {
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
        let tidy = session.begin(self.processed, self.since, known)?;
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
        known: &Known<'_>,
    ) -> Result<Fetched, PostError> {
        let session = self.in_round(known)?;
        if let Some(trouble) = session.shortfall() {
            let troubles = vec![trouble];
            return Ok(Fetched {
                troubles,
                ..Fetched::default()
            });
        }
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
    fn fetch(&mut self, helping: &Helping, known: &Known<'_>) -> Result<Fetched, PostError> {
        let fetched = self.fetch_in_round(helping, known);
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
