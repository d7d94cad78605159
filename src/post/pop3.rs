//! An inbox on a POP3 server (RFC 1939, STLS of RFC 2595, AUTH of RFC 5034).
//!
//! A round is a session: what is there when it begins is all there is. The key
//! of a letter is its UIDL, and servers give one a second time: a letter that is kept is
//! known again by its size and a hash over its header as well, and a key dies once it is
//! not listed any more. Nothing is deleted that was not fetched or compared so. With
//! `processed = "delete"` a letter is marked for deletion once it is kept, and the server deletes when it hears QUIT, at the end
//! of the round; where that word is lost, the letters come again under the same
//! keys, are known, and are marked again.

use super::fault::{ServerFault, said};
use super::login::{self, Offered};
use super::secret;
use super::wire::Wire;
use super::{
    Came, Content, Fetched, HEAD_BYTES, Helping, Inbox, KeptAs, Known, Listed, Message, PostError,
    Trouble, header_end,
};
use crate::config::{self, Login, Mechanism, Processed, Security, Server};
use crate::letter;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

/// Letters in a mailbox that are looked at; what is beyond comes when these are
/// gone or known.
const MOST_LETTERS: usize = 2_000_000;
/// Letters that are kept and stay on the server of which the header is compared, from the
/// newest back; on from there as long as one of so many was another's. A name that is given
/// again is a new letter's, and new letters are listed last.
const COMPARED: usize = 16;

/// Lines of the body of a letter that is too large; with short lines as many as are kept.
const TOP_LINES: usize = HEAD_BYTES / 40;

/// A mailbox on a POP3 server that is read.
pub struct Pop3Inbox {
    server: Server,
    delete: bool,
    session: Option<Pop3Session>,
    /// What was listed when the last session ended.
    listed: Option<Listed>,
}

/// What is known as long as the connection lives.
struct Pop3Session {
    wire: Wire,
    capabilities: BTreeSet<String>,
    /// What a key begins with, before the letter's UIDL.
    prefix: String,
    /// Letters to be fetched.
    queue: VecDeque<Listing>,
    /// Letters handed out and not done, by their keys.
    out: BTreeMap<String, u32>,
    /// Keys of all that is listed.
    listed: BTreeSet<String>,
    /// Keys of what is marked for deletion.
    deleted: Vec<String>,
    /// What is listed and has neither a name of its own nor a header.
    troubles: Vec<Trouble>,
}

/// A letter as the server lists it.
#[derive(Clone, Debug)]
struct Listing {
    number: u32,
    key: String,
    size: u64,
}

impl Pop3Inbox {
    /// The mailbox that the configuration names; nothing is connected yet.
    pub fn new(server: Server, inbox: &config::InboxSection) -> Pop3Inbox {
        Pop3Inbox {
            server,
            delete: inbox.processed == Processed::Delete,
            session: None,
            listed: None,
        }
    }

    fn begin(&self, known: &Known<'_>) -> Result<Pop3Session, PostError> {
        let mut session = Pop3Session::open(&self.server)?;
        let sizes = session.listing("LIST")?;
        let sizes: BTreeMap<u32, u64> = sizes
            .into_iter()
            .filter_map(|(n, size)| Some((n, size.parse().ok()?)))
            .collect();
        let names = match session.listing("UIDL") {
            Err(PostError::Server(e)) if matches!(e.fault, ServerFault::Refused(_)) => {
                return Err(session.wire.fault(ServerFault::Lacks("UIDL")));
            }
            names => names?,
        };
        let names: BTreeMap<u32, String> = names.into_iter().collect();
        let numbers: BTreeSet<u32> = sizes.keys().chain(names.keys()).copied().collect();
        let mut had: BTreeMap<&str, u32> = BTreeMap::new();
        for name in names.values() {
            *had.entry(name).or_default() += 1;
        }
        let (mut fresh, mut kept) = (Vec::new(), Vec::new());
        for number in numbers {
            let size = sizes.get(&number).copied().unwrap_or(0);
            let name = names.get(&number).map(String::as_str);
            let own = name.filter(|name| had.get(name) == Some(&1));
            let Some(key) = session.key((number, size), own)? else {
                continue;
            };
            if !session.listed.insert(key.clone()) {
                continue;
            }
            let listing = Listing { number, key, size };
            match known(&listing.key) {
                Some(as_kept) => kept.push((listing, as_kept)),
                None => fresh.push(listing),
            }
        }
        fresh.extend(session.others_than(kept, self.delete)?);
        fresh.sort_by_key(|listing| listing.number);
        session.queue = fresh.into();
        Ok(session)
    }

    fn fetch_in_round(
        &mut self,
        helping: &Helping,
        known: &Known<'_>,
    ) -> Result<Fetched, PostError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => {
                self.listed = None;
                self.begin(known)?
            }
        };
        let fetched = session.hand_out(helping)?;
        if fetched.broke.is_some() {
            return Ok(fetched);
        }
        if fetched.messages.is_empty() && fetched.troubles.is_empty() {
            self.listed = Some(session.quit()?);
        } else {
            self.session = Some(session);
        }
        Ok(fetched)
    }
}

impl Inbox for Pop3Inbox {
    fn fetch(&mut self, helping: &Helping, known: &Known<'_>) -> Result<Fetched, PostError> {
        // Where it fails, the session is gone: the next begins anew.
        self.fetch_in_round(helping, known)
    }

    fn listed(&mut self) -> Option<Listed> {
        self.listed.take()
    }

    fn done(&mut self, keys: &[String]) -> Result<(), PostError> {
        let Some(mut session) = self.session.take() else {
            return Ok(());
        };
        for key in keys {
            if let (Some(number), true) = (session.out.remove(key), self.delete) {
                session.delete(number, key)?;
            }
        }
        self.session = Some(session);
        Ok(())
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        let mut session = Pop3Session::open(&self.server)?;
        session.listing("UIDL")?;
        session.quit().map(|_| ())
    }

    fn close(&mut self) -> Result<(), PostError> {
        match self.session.take() {
            Some(session) => session.quit().map(|_| ()),
            None => Ok(()),
        }
    }
}

impl Pop3Session {
    fn open(server: &Server) -> Result<Pop3Session, PostError> {
        let user = server.login.as_ref().map_or("", |l| l.user.as_str());
        let mut session = Pop3Session {
            wire: Wire::open(server)?,
            capabilities: BTreeSet::new(),
            prefix: format!("pop3:{user}@{}:", server.host),
            queue: VecDeque::new(),
            out: BTreeMap::new(),
            listed: BTreeSet::new(),
            deleted: Vec::new(),
            troubles: Vec::new(),
        };
        let greeting = session.wire.line()?;
        if greeting.starts_with(b"-ERR") {
            return Err(session.wire.fault(ServerFault::Busy(said(&greeting))));
        }
        if !greeting.starts_with(b"+OK") {
            return Err(session.wire.fault(ServerFault::Stranger(said(&greeting))));
        }
        session.ask_capabilities()?;
        if server.security == Security::StartTls {
            if !session.capabilities.contains("STLS") {
                return Err(session.wire.fault(ServerFault::NoStartTls));
            }
            session.obey("STLS", "STLS")?;
            session.wire.guard()?;
            session.ask_capabilities()?;
        }
        if let Some(login) = &server.login {
            session.log_in(login)?;
        }
        Ok(session)
    }

    /// What the server can do; old ones do not know the question.
    fn ask_capabilities(&mut self) -> Result<(), PostError> {
        self.capabilities.clear();
        if self.command("CAPA", "CAPA")?.is_err() {
            return Ok(());
        }
        while let Some(line) = self.list_line()? {
            let line = String::from_utf8_lossy(&line).to_ascii_uppercase();
            let mut words = line.split_whitespace();
            match words.next() {
                Some("SASL") => {
                    let ways = words.map(|w| format!("SASL {w}"));
                    self.capabilities.extend(ways);
                }
                Some(word) => {
                    self.capabilities.insert(word.to_owned());
                }
                None => {}
            }
        }
        Ok(())
    }

    fn log_in(&mut self, login: &Login) -> Result<(), PostError> {
        let offers = |way: &str| self.capabilities.contains(way);
        let offered = Offered {
            plain: offers("SASL PLAIN"),
            // A server that tells nothing of itself knows USER and PASS.
            login: offers("USER") || self.capabilities.is_empty(),
            xoauth2: offers("SASL XOAUTH2"),
        };
        let mechanisms = self
            .capabilities
            .iter()
            .filter_map(|c| c.strip_prefix("SASL "));
        let way = login::way(login.auth, offered, mechanisms).map_err(|f| self.wire.fault(f))?;
        let secret =
            secret::tell(&login.secret).map_err(|why| self.wire.fault(ServerFault::Secret(why)))?;
        let answer = match login::sasl(way, &login.user, &secret) {
            Some((mechanism, words)) => self.authenticate(mechanism, &words)?,
            None => match self.command(&format!("USER {}", login.user), "login")? {
                Ok(()) => self.command(&format!("PASS {secret}"), "login")?,
                refused => refused,
            },
        };
        let Err(why) = answer else {
            return Ok(());
        };
        // Codes of RFC 2449 and RFC 3206 that tell of a bad hour.
        let passing = ["[IN-USE]", "[LOGIN-DELAY]", "[SYS/TEMP]"];
        Err(self
            .wire
            .fault(if passing.iter().any(|code| why.contains(code)) {
                ServerFault::Busy(why)
            } else if way == Mechanism::Xoauth2 {
                ServerFault::Token(why)
            } else {
                ServerFault::Password(why)
            }))
    }

    fn authenticate(
        &mut self,
        mechanism: &str,
        words: &str,
    ) -> Result<Result<(), String>, PostError> {
        self.wire.step("login");
        self.wire.send(format!("AUTH {mechanism}\r\n").as_bytes())?;
        let mut ours = Some(STANDARD.encode(words));
        loop {
            let line = self.wire.line()?;
            if line.starts_with(b"+ ") || line == b"+" {
                // Asked a second time, the server tells why it refuses (XOAUTH2).
                let line = ours.take().unwrap_or_default();
                self.wire.send(format!("{line}\r\n").as_bytes())?;
                continue;
            }
            return self.status(&line);
        }
    }

    /// The numbers and the second words of a listing.
    fn listing(&mut self, command: &'static str) -> Result<Vec<(u32, String)>, PostError> {
        self.obey(command, command)?;
        let mut all = Vec::new();
        while let Some(line) = self.list_line()? {
            let line = String::from_utf8_lossy(&line);
            let mut words = line.split_whitespace();
            let number = words.next().and_then(|n| n.parse().ok());
            if let (Some(number), Some(word)) = (number, words.next())
                && all.len() < MOST_LETTERS
            {
                all.push((number, word.to_owned()));
            }
        }
        Ok(all)
    }

    /// Of letters under whose names some are kept, those that are others. What is kept is
    /// deleted where it is to be.
    fn others_than(
        &mut self,
        kept: Vec<(Listing, KeptAs)>,
        delete: bool,
    ) -> Result<Vec<Listing>, PostError> {
        let (mut others, mut alike) = (Vec::new(), 0);
        for (listing, kept) in kept.into_iter().rev() {
            let is_same = match (&kept, delete) {
                // Its header was never noted: it comes once more before it is deleted.
                (KeptAs::Size(_), true) => false,
                (KeptAs::Size(size), false) => *size == listing.size,
                (KeptAs::Mark(mark), _) if delete || alike < COMPARED => {
                    self.mark((listing.number, listing.size))?.as_ref() == Some(mark)
                }
                (KeptAs::Mark(mark), _) => {
                    mark.split(' ').next() == Some(listing.size.to_string().as_str())
                }
            };
            match is_same {
                true if delete => self.delete(listing.number, &listing.key)?,
                true => alike += 1,
                false => {
                    alike = 0;
                    others.push(listing);
                }
            }
        }
        Ok(others)
    }

    /// The key of a letter: its name, where it has one to itself; else its mark. Where there is
    /// neither, it is listed and not given: `None`.
    fn key(
        &mut self,
        (number, size): (u32, u64),
        name: Option<&str>,
    ) -> Result<Option<String>, PostError> {
        if let Some(name) = name {
            return Ok(Some(format!("{}{name}", self.prefix)));
        }
        let mark = self.mark((number, size))?;
        if mark.is_none() {
            let path = PathBuf::from(format!("{}#{number}*", self.prefix));
            let why = "the server gives this letter no name of its own, and does not show its \
                       header";
            self.troubles.push(Trouble {
                path,
                why: why.to_owned(),
                from: Vec::new(),
            });
        }
        Ok(mark.map(|mark| format!("{}#{mark}", self.prefix)))
    }

    /// The mark of a letter, by its header alone; `None` where the server does not give it.
    fn mark(&mut self, (number, size): (u32, u64)) -> Result<Option<String>, PostError> {
        Ok(self.head(number)?.map(|head| mark(size, &head)))
    }

    /// The header of a letter; `None` where the server does not give it.
    fn head(&mut self, number: u32) -> Result<Option<Vec<u8>>, PostError> {
        let command = format!("TOP {number} 0");
        if self.command(&command, "a header")?.is_err() {
            return Ok(None);
        }
        let mut head = Vec::new();
        while let Some(line) = self.list_line()? {
            if head.len() < HEAD_BYTES {
                head.extend_from_slice(&line);
                head.extend_from_slice(b"\r\n");
            }
        }
        Ok(Some(head))
    }

    fn hand_out(&mut self, helping: &Helping) -> Result<Fetched, PostError> {
        let mut fetched = Fetched {
            troubles: std::mem::take(&mut self.troubles),
            ..Fetched::default()
        };
        let room = u64::try_from(helping.bytes).unwrap_or(u64::MAX);
        let mut bytes = 0u64;
        while fetched.messages.len() < helping.messages.max(1) {
            let Some(listing) = self.queue.pop_front() else {
                break;
            };
            let size = listing.size;
            let held = size.min(helping.message_bytes);
            if bytes > 0 && bytes.saturating_add(held) > room {
                self.queue.push_front(listing);
                break;
            }
            bytes = bytes.saturating_add(held);
            let Listing { number, key, size } = listing;
            let letter = match self.letter(number, size, helping.message_bytes) {
                Ok(letter) => letter,
                Err(broke) => return fetched.until(broke),
            };
            match letter {
                Ok(content) => {
                    self.out.insert(key.clone(), number);
                    fetched.messages.push(Message {
                        key,
                        mark: mark(size, content.bytes()),
                        content,
                        came: Came::Unknown,
                    });
                }
                Err(why) => {
                    let from = match self.head(number) {
                        Ok(head) => head.as_deref().map_or(Vec::new(), writers),
                        Err(broke) => return fetched.until(broke),
                    };
                    fetched.troubles.push(Trouble {
                        path: PathBuf::from(key),
                        why: format!("the server does not give this letter: {why}"),
                        from,
                    });
                }
            }
        }
        Ok(fetched)
    }

    /// A letter: whole, or of one that is too large only the beginning.
    fn letter(
        &mut self,
        number: u32,
        size: u64,
        limit: u64,
    ) -> Result<Result<Content, String>, PostError> {
        let known_large = size > limit;
        let command = match known_large {
            true => format!("TOP {number} {TOP_LINES}"),
            false => format!("RETR {number}"),
        };
        if let Err(why) = self.command(&command, "a letter")? {
            return Ok(Err(why));
        }
        self.wire.step_carrying("a letter", size);
        let keep = match known_large {
            true => u64::try_from(HEAD_BYTES).unwrap_or(u64::MAX),
            false => limit,
        };
        let (mut bytes, mut came) = (Vec::new(), 0u64);
        while let Some(line) = self.list_line()? {
            let length = u64::try_from(line.len())
                .unwrap_or(u64::MAX)
                .saturating_add(2);
            came = came.saturating_add(length);
            if came <= keep {
                bytes.extend_from_slice(&line);
                bytes.extend_from_slice(b"\r\n");
            }
        }
        if known_large || came > limit {
            return Ok(Ok(Content::too_large(size.max(came), bytes)));
        }
        Ok(Ok(Content::Whole(bytes)))
    }

    /// Marks a letter for deletion. Where the server refuses, it stays: nothing
    /// depends on it.
    fn delete(&mut self, number: u32, key: &str) -> Result<(), PostError> {
        match self.command(&format!("DELE {number}"), "DELE")? {
            Ok(()) => self.deleted.push(key.to_owned()),
            Err(why) => {
                tracing::warn!("a letter that is kept cannot be deleted on the server: {why}");
            }
        }
        Ok(())
    }

    /// Takes leave; what is listed from now on.
    fn quit(mut self) -> Result<Listed, PostError> {
        // The server deletes now: this may take as long as any other step.
        self.wire.step("QUIT");
        self.wire.send(b"QUIT\r\n")?;
        let line = self.wire.line()?;
        match self.status(&line)? {
            Ok(()) => {
                for key in &self.deleted {
                    self.listed.remove(key);
                }
            }
            Err(why) => tracing::warn!("the server could not delete what is kept: {why}"),
        }
        Ok(Listed {
            prefix: self.prefix,
            names: self.listed,
        })
    }

    /// A line of an answer of many, without the dot that guards one; `None` at its end.
    fn list_line(&mut self) -> Result<Option<Vec<u8>>, PostError> {
        let line = self.wire.line()?;
        Ok(match line.strip_prefix(b".") {
            Some(b"") => None,
            Some(rest) => Some(rest.to_vec()),
            None => Some(line),
        })
    }

    fn obey(&mut self, command: &str, doing: &'static str) -> Result<(), PostError> {
        self.command(command, doing)?
            .map_err(|why| self.wire.fault(ServerFault::Refused(why)))
    }

    fn command(
        &mut self,
        text: &str,
        doing: &'static str,
    ) -> Result<Result<(), String>, PostError> {
        self.wire.step(doing);
        self.wire.send(format!("{text}\r\n").as_bytes())?;
        let line = self.wire.line()?;
        self.status(&line)
    }

    fn status(&self, line: &[u8]) -> Result<Result<(), String>, PostError> {
        if line.starts_with(b"+OK") {
            return Ok(Ok(()));
        }
        match line.strip_prefix(b"-ERR") {
            Some(why) => Ok(Err(said(why))),
            None => Err(self.wire.fault(ServerFault::Nonsense(said(line)))),
        }
    }
}

/// By what a letter is told from another of its name: its size as it is listed, and a hash
/// over the lines of its header.
fn mark(size: u64, bytes: &[u8]) -> String {
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    let head = head.get(..header_end(head)).unwrap_or(head);
    let hash = Sha256::digest(head.trim_ascii_end());
    let hash: String = hash.iter().take(16).map(|b| format!("{b:02x}")).collect();
    format!("{size} {hash}")
}

/// Whom a header names as the writers of its letter.
fn writers(head: &[u8]) -> Vec<String> {
    letter::glance(head).map_or_else(|_| Vec::new(), |seen| seen.from)
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn a_header_alone_has_the_mark_of_its_letter() {
        let whole = mark(9, b"From: a\r\nSubject: b\r\n\r\nText\r\n");
        for head in ["From: a\r\nSubject: b\r\n\r\n", "From: a\r\nSubject: b\r\n"] {
            assert_eq!(mark(9, head.as_bytes()), whole);
        }
        for (size, other) in [(8, "From: a\r\nSubject: b"), (9, "From: a\r\nSubject: c")] {
            assert_ne!(mark(size, other.as_bytes()), whole);
        }
    }
}
