//! Fetching: the mailbox is asked without the lock, and what it hands out is kept in
//! a transaction of its own before the mailbox is told. A pass of the daemon fetches
//! in a loop of its own, `poll` and `nightly` once.

use super::alone::Robot;
use super::intake::{Keeping, PassReport, Prepared, arrival, keep, unreadable};
use super::large;
use crate::config::{Config, InboxKind};
use crate::error::Failure;
use crate::hour::HourStanding;
use crate::letter;
use crate::post::imap::ImapInbox;
use crate::post::maildir::{self, MaildirInbox};
use crate::post::pop3::Pop3Inbox;
use crate::post::{Content, Helping, Inbox, KeptAs, Message, PostError};
use crate::store::ServerRole;
use std::panic::catch_unwind;
use std::path::Path;

/// Names that die in one transaction.
const NAMES_A_BATCH: usize = 1_000;

impl Robot {
    /// One pass over the mailbox: fetch and keep everything first, then process in
    /// order of arrival, and send what that brings. What became of the letters is told in any case;
    /// where the mailbox could not be read or letters could not be sent, that is told
    /// beside it, and all else is done.
    pub fn pass(&mut self) -> (PassReport, Result<(), Failure>) {
        let mut report = PassReport::default();
        let fetched = self.fetch_once(&mut report);
        let done = self.rule_and_send(&mut report);
        (report, graver(fetched, done))
    }

    /// The same, where only a pass that did everything will do.
    ///
    /// # Errors
    /// Also where all else was done, and only a mail server was away.
    pub fn poll(&mut self) -> Result<PassReport, Failure> {
        let (report, done) = self.pass();
        done.map(|()| report)
    }

    /// Processes what is kept, and counts it.
    pub(super) fn rule_into(&mut self, report: &mut PassReport) -> Result<(), Failure> {
        let ruled = self.rule(&mut report.letters);
        report.processed = u32::try_from(report.letters.len()).unwrap_or(u32::MAX);
        for letter in &report.letters {
            let verdict = letter.verdict.name().to_owned();
            *report.verdicts.entry(verdict).or_insert(0) += 1;
        }
        ruled
    }

    /// Opens the mailbox, fetches what is in it, and takes leave.
    pub(super) fn fetch_once(&mut self, report: &mut PassReport) -> Result<(), Failure> {
        let mut inbox = self.open_inbox()?;
        match &mut inbox {
            None => self.fetch(None, report),
            Some(inbox) => {
                self.fetch(Some(inbox.as_mut()), report)?;
                if let Err(e) = inbox.close() {
                    tracing::warn!("{e}");
                }
                Ok(())
            }
        }
    }

    /// Keeps everything that is in an open mailbox, some at a time: the raw bytes are
    /// committed before anything is understood, and the mailbox is told after that.
    pub(super) fn fetch(
        &mut self,
        inbox: Option<&mut dyn Inbox>,
        report: &mut PassReport,
    ) -> Result<(), Failure> {
        let began = self.now;
        self.begin_pass()?;
        self.asks(ServerRole::Inbox)?;
        let fetched = match inbox {
            Some(inbox) => self.fetch_all(inbox, report),
            // Letters come by a pipe: nothing lies anywhere unread.
            None => Ok(()),
        };
        self.heard(ServerRole::Inbox, fetched.as_ref().err())?;
        self.tell_if_in_doubt()?;
        // Of a pass that was cut off it is not known what the mailbox gives.
        let unread = std::mem::take(&mut report.unread);
        if !unread.is_empty() || (fetched.is_ok() && !report.cut_short) {
            self.tell_of_unread(&unread)?;
        }
        fetched?;
        // What a clock in doubt says of a look means nothing.
        let sure = self.weigh()? == HourStanding::Sure;
        if sure
            && !report.cut_short
            && let Some(unread_of) = self.writers_of(&unread)?
        {
            let ended = self.now;
            self.write(|tx| Ok(tx.fetch_ended((began, ended), &unread_of)?))?;
        }
        Ok(())
    }

    fn fetch_all(&mut self, inbox: &mut dyn Inbox, report: &mut PassReport) -> Result<(), Failure> {
        let helping = Helping {
            message_bytes: u64::from(self.config.limits.max_message_bytes),
            ..Helping::default()
        };
        loop {
            let fetched = inbox.fetch(&helping, &self.kept()).map_err(unreadable)?;
            self.hear(&fetched.messages)?;
            let is_over = fetched.messages.is_empty() && fetched.troubles.is_empty();
            let mut messages = fetched.messages;
            let mut troubles = fetched.troubles;
            troubles.extend(self.stand_ins(&mut messages));
            for trouble in self.not_aside(troubles)? {
                let words = format!("{}: {}", trouble.path.display(), trouble.why);
                tracing::warn!("{words}");
                report.troubles.push(words);
                report.unread.push(trouble);
            }
            if is_over {
                return self.let_names_die(inbox);
            }
            if self.is_to_stop() {
                report.cut_short = true;
                return Ok(());
            }
            // What is older than the club wants stays where it is.
            messages.retain(|m| !self.is_of_the_past(m));
            report.fetched += self.keep_all(&messages)?;
            if let Some(broke) = fetched.broke {
                return Err(unreadable(PostError::Server(broke)));
            }
            let keys: Vec<String> = messages.into_iter().map(|m| m.key).collect();
            inbox
                .done(&keys)
                .map_err(|e| Failure::from(e).about("the inbox cannot be tidied"))?;
        }
    }

    /// Keeps messages in one transaction, with the answers to those that are too
    /// large to be read; how many were new.
    fn keep_all(&mut self, messages: &[Message]) -> Result<u32, Failure> {
        let keeping = Keeping {
            now: self.now,
            rehearsed: self.rehearsed,
            domain: self.config.robot_domain().to_owned(),
        };
        self.batch(|desk| {
            let names = messages.iter().map(|m| m.key.as_str());
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            desk.tx.names_ahead(&names)?;
            Prepared::each(messages, |prepared| {
                let mut count = 0;
                for one in prepared {
                    let one = one?;
                    let Some(id) = keep(desk.tx, &one, &keeping)?.new_id() else {
                        continue;
                    };
                    count += 1;
                    if matches!(one.message.content, Content::TooLarge { .. }) {
                        large::answer_too_large(desk, id)?;
                    }
                }
                Ok(count)
            })
        })
    }

    /// Whether a message arrived before the day from which on letters are read.
    fn is_of_the_past(&self, message: &Message) -> bool {
        let Some(since) = self.config.inbox.since else {
            return false;
        };
        let bytes = message.content.bytes();
        let read = catch_unwind(|| letter::glance(bytes))
            .ok()
            .and_then(Result::ok);
        let arrived = arrival(message, read.as_ref(), self.now, self.rehearsed);
        arrived < self.config.club.time_zone.begins(since)
    }

    /// As what a message is in the database under a key. Where that cannot be
    /// asked, it comes once more, and is known again when it is to be kept.
    fn kept(&self) -> impl Fn(&str) -> Option<KeptAs> + '_ {
        |key| {
            let view = self.store.read();
            let named = view.inbound_named(key).ok()??;
            Some(match named.mark {
                Some(mark) => KeptAs::Mark(mark),
                None => KeptAs::Size(view.inbound_size(named.id).ok()?),
            })
        }
    }

    /// A name that a mailbox does not list any more, it may give to another letter.
    fn let_names_die(&mut self, inbox: &mut dyn Inbox) -> Result<(), Failure> {
        let Some(listed) = inbox.listed() else {
            return Ok(());
        };
        let mut gone = self.store.read().inbound_names(&listed.prefix)?;
        gone.retain(|name| !listed.names.contains(name));
        for some in gone.chunks(NAMES_A_BATCH) {
            self.write(|tx| Ok(tx.inbound_names_die(some)?))?;
        }
        Ok(())
    }

    /// The mailbox that the configuration names; `None` where nothing is fetched.
    pub fn open_inbox(&self) -> Result<Option<Box<dyn Inbox>>, Failure> {
        match self.config.inbox.kind {
            InboxKind::None => Ok(None),
            InboxKind::Maildir => {
                // Below the home already: joined a second time, a relative home would be doubled.
                let path = &self.config.inbox.path;
                let inbox = self.founded(path).and_then(|()| MaildirInbox::open(path));
                Ok(Some(Box::new(inbox.map_err(unreadable)?)))
            }
            InboxKind::Imap | InboxKind::Pop3 => {
                let inbox = &self.config.inbox;
                let server = inbox.server.clone();
                let server = server.ok_or_else(|| Failure::failed("[inbox] names no server"))?;
                Ok(Some(match inbox.kind {
                    InboxKind::Imap => Box::new(ImapInbox::new(server, inbox)),
                    _ => Box::new(Pop3Inbox::new(server, inbox)),
                }))
            }
        }
    }

    /// Makes a Maildir, as long as the club has not begun: afterwards one that is missing is
    /// away, and who looked into a new one in its place would find that nobody has written.
    pub(super) fn founded(&self, path: &Path) -> Result<(), PostError> {
        match self.store.read().outbound_ever_left() {
            Ok(false) => maildir::make(path),
            Ok(true) | Err(_) => Ok(()),
        }
    }

    /// Finds out whether the inbox can be read, for `check`.
    pub fn try_inbox(&self) -> Result<(), Failure> {
        match self.open_inbox()? {
            Some(mut inbox) => inbox.try_out().map_err(unreadable),
            None => Ok(()),
        }
    }

    /// Whether the inbox can be read and nothing waits in it.
    pub(super) fn inbox_is_clear(&mut self) -> Result<bool, Failure> {
        let one = Helping {
            messages: 1,
            ..Helping::default()
        };
        self.asks(ServerRole::Inbox)?;
        let looked = self.open_inbox().and_then(|inbox| match inbox {
            None => Ok(true),
            Some(mut inbox) => loop {
                let found = inbox.fetch(&one, &self.kept()).map_err(unreadable)?;
                let waits = found.messages.iter().any(|m| !self.is_of_the_past(m));
                let is_over = found.messages.is_empty() && found.troubles.is_empty();
                let unread = self.not_aside(found.troubles)?;
                if waits || !unread.is_empty() || found.broke.is_some() {
                    break Ok(false);
                }
                if is_over {
                    break Ok(true);
                }
            },
        });
        self.heard(ServerRole::Inbox, looked.as_ref().err())?;
        Ok(looked.unwrap_or(false))
    }

    /// Removes messages of the mailbox that were kept so many days ago: their bytes
    /// are in the database.
    pub(super) fn tidy_inbox(&self, days: u32) -> Result<(), Failure> {
        if self.config.inbox.kind == InboxKind::Maildir {
            let before = self.now.plus_seconds(-i64::from(days) * 86_400);
            MaildirInbox::open(&self.config.inbox.path)
                .and_then(|inbox| {
                    inbox.tidy(before, u64::from(self.config.limits.max_message_bytes))
                })
                .map_err(|e| Failure::failed(format!("the inbox cannot be tidied: {e}")))?;
        }
        Ok(())
    }

    /// A mail server is about to be asked: noted, so that its silence can be seen
    /// while it lasts. Where none is named, nothing is.
    pub(super) fn asks(&mut self, role: ServerRole) -> Result<(), Failure> {
        let Some(name) = server_of(&self.config, role) else {
            return Ok(());
        };
        let known = self.store.read().server(role)?;
        if known.is_some_and(|s| s.name == name && s.asked.is_some()) {
            return Ok(());
        }
        let now = self.now;
        // A note, and no decision: nobody need be alone for it.
        Ok(self.store.write(|tx| tx.server_asked(role, &name, now))?)
    }

    /// What came of it: an answer, or why there was none.
    pub(super) fn heard(
        &mut self,
        role: ServerRole,
        failure: Option<&Failure>,
    ) -> Result<(), Failure> {
        if server_of(&self.config, role).is_none() {
            return Ok(());
        }
        let now = self.now;
        match failure {
            None => Ok(self.store.write(|tx| tx.server_answered(role, now))?),
            Some(failure) if failure.is_of_a_server => {
                let why = failure.message.clone();
                Ok(self.store.write(|tx| tx.server_silent(role, &why))?)
            }
            // Our own disk or database: nothing is known of the server.
            Some(_) => Ok(()),
        }
    }
}

/// Host and port of a mail server, where the configuration names one.
pub(super) fn server_of(config: &Config, role: ServerRole) -> Option<String> {
    let server = match role {
        ServerRole::Inbox => config.inbox.server.as_ref(),
        ServerRole::Outbox => config.outbox.server.as_ref(),
    };
    server.map(|s| format!("{}:{}", s.host, s.port))
}

/// Of two results the failure that matters more: what is ours to mend comes before a
/// server that is away.
pub(super) fn graver(
    first: Result<(), Failure>,
    second: Result<(), Failure>,
) -> Result<(), Failure> {
    match (&first, &second) {
        (Err(away), Err(_)) if away.is_of_a_server => second,
        (Err(_), _) => first,
        (Ok(()), _) => second,
    }
}
