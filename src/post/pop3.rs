//! An inbox on a POP3 server (RFC 1939, STLS of RFC 2595, AUTH of RFC 5034).
//!
//! A round is a session: what is there when it begins is all there is. The key
//! of a letter is its UIDL. With `processed = "delete"` a letter is marked for
//! deletion once it is kept, and the server deletes when it hears QUIT, at the end
//! of the round; where that word is lost, the letters come again under the same
//! keys, are known, and are marked again.

use super::fault::{ServerFault, said};
use super::login::{self, Offered};
use super::secret;
use super::wire::Wire;
use super::{
    Came, Content, Fetched, HEAD_BYTES, Helping, Inbox, Message, PostError, Trouble, header_end,
};
use crate::config::{self, Login, Mechanism, Processed, Security, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

/// Letters in a mailbox that are looked at; what is beyond comes when these are
/// gone or known.
const MOST_LETTERS: usize = 2_000_000;

/// A mailbox on a POP3 server that is read.
pub struct Pop3Inbox {
    server: Server,
    delete: bool,
    session: Option<Pop3Session>,
}

/// What is known as long as the connection lives.
struct Pop3Session {
    wire: Wire,
    capabilities: BTreeSet<String>,
    /// What a key begins with, before the letter's UIDL.
    prefix: String,
    /// Letters to be fetched: number, key, size.
    queue: VecDeque<(u32, String, u64)>,
    /// Letters handed out and not done, by their keys.
    out: BTreeMap<String, u32>,
}

impl Pop3Inbox {
    /// The mailbox that the configuration names; nothing is connected yet.
    pub fn new(server: Server, inbox: &config::InboxSection) -> Pop3Inbox {
        Pop3Inbox {
            server,
            delete: inbox.processed == Processed::Delete,
            session: None,
        }
    }

    fn begin(&self, is_kept: &dyn Fn(&str) -> bool) -> Result<Pop3Session, PostError> {
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
        let mut met = BTreeSet::new();
        for (number, name) in names {
            let key = format!("{}{name}", session.prefix);
            if is_kept(&key) {
                if self.delete {
                    session.delete(number)?;
                }
            } else if met.insert(key.clone()) {
                let size = sizes.get(&number).copied().unwrap_or(0);
                session.queue.push_back((number, key, size));
            }
        }
        Ok(session)
    }

    fn fetch_in_round(
        &mut self,
        helping: &Helping,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Fetched, PostError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.begin(is_kept)?,
        };
        let fetched = session.hand_out(helping)?;
        if fetched.broke.is_some() {
            return Ok(fetched);
        }
        if fetched.messages.is_empty() && fetched.troubles.is_empty() {
            session.quit()?;
        } else {
            self.session = Some(session);
        }
        Ok(fetched)
    }
}

impl Inbox for Pop3Inbox {
    fn fetch(
        &mut self,
        helping: &Helping,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Fetched, PostError> {
        // Where it fails, the session is gone: the next begins anew.
        self.fetch_in_round(helping, is_kept)
    }

    fn done(&mut self, keys: &[String]) -> Result<(), PostError> {
        let Some(mut session) = self.session.take() else {
            return Ok(());
        };
        for key in keys {
            if let (Some(number), true) = (session.out.remove(key), self.delete) {
                session.delete(number)?;
            }
        }
        self.session = Some(session);
        Ok(())
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        let mut session = Pop3Session::open(&self.server)?;
        session.listing("UIDL")?;
        session.quit()
    }

    fn close(&mut self) -> Result<(), PostError> {
        match self.session.take() {
            Some(session) => session.quit(),
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

    fn hand_out(&mut self, helping: &Helping) -> Result<Fetched, PostError> {
        let mut fetched = Fetched::default();
        let room = u64::try_from(helping.bytes).unwrap_or(u64::MAX);
        let mut bytes = 0u64;
        while fetched.messages.len() < helping.messages.max(1) {
            let Some((number, key, size)) = self.queue.pop_front() else {
                break;
            };
            let held = size.min(helping.message_bytes);
            if bytes > 0 && bytes.saturating_add(held) > room {
                self.queue.push_front((number, key, size));
                break;
            }
            bytes = bytes.saturating_add(held);
            let letter = match self.letter(number, size, helping.message_bytes) {
                Ok(letter) => letter,
                Err(broke) => return fetched.until(broke),
            };
            match letter {
                Ok(content) => {
                    self.out.insert(key.clone(), number);
                    fetched.messages.push(Message {
                        key,
                        content,
                        came: Came::Unknown,
                    });
                }
                Err(why) => fetched.troubles.push(Trouble {
                    path: PathBuf::from(key),
                    why: format!("the server does not give this letter: {why}"),
                }),
            }
        }
        Ok(fetched)
    }

    /// A letter: whole, or of one that is too large only the header.
    fn letter(
        &mut self,
        number: u32,
        size: u64,
        limit: u64,
    ) -> Result<Result<Content, String>, PostError> {
        let known_large = size > limit;
        let command = match known_large {
            true => format!("TOP {number} 0"),
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
            bytes.truncate(HEAD_BYTES);
            bytes.truncate(header_end(&bytes));
            let size = size.max(came);
            return Ok(Ok(Content::TooLarge { size, head: bytes }));
        }
        Ok(Ok(Content::Whole(bytes)))
    }

    /// Marks a letter for deletion. Where the server refuses, it stays: nothing
    /// depends on it.
    fn delete(&mut self, number: u32) -> Result<(), PostError> {
        if let Err(why) = self.command(&format!("DELE {number}"), "DELE")? {
            tracing::warn!("a letter that is kept cannot be deleted on the server: {why}");
        }
        Ok(())
    }

    fn quit(mut self) -> Result<(), PostError> {
        // The server deletes now: this may take as long as any other step.
        self.wire.step("QUIT");
        self.wire.send(b"QUIT\r\n")?;
        let line = self.wire.line()?;
        if let Err(why) = self.status(&line)? {
            tracing::warn!("the server could not delete what is kept: {why}");
        }
        Ok(())
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
