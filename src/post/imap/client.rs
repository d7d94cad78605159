//! The commands of IMAP that a robot needs. Our own client, for what a mailbox
//! that may not lose a letter asks of one: every lost connection is an error,
//! every step has its time, a body takes no more memory than may be kept, and a
//! wait ends when a signal says so.

use super::super::PostError;
use super::super::fault::{ServerFault, said};
use super::super::login::{self, Offered};
use super::super::secret;
use super::super::wire::Wire;
use super::answer::{Completion, FetchedLetter, ImapAnswer, ServerRemark, words};
use super::folder;
use crate::config::{Login, Mechanism, Security, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A server need not hold an IDLE longer than 30 minutes, and what stands between
/// forgets a silent connection sooner (RFC 2177).
const IDLE: Duration = Duration::from_secs(5 * 60);
/// How long the end of an IDLE may take.
const IDLE_END: Duration = Duration::from_secs(15);
/// How long a wait goes on without a look at its flag.
const LOOK: Duration = Duration::from_millis(200);
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(5);
/// Folders that are named when one is not there.
const FOLDERS: usize = 30;

/// A connection, logged in.
pub(super) struct Client {
    wire: Wire,
    tags: u32,
    capabilities: BTreeSet<String>,
    /// Letters in the folder were announced since the last search began.
    news: bool,
    /// Letters in the folder, as the server announced and withdrew them.
    exists: u32,
    /// Of how many it did not tell the numbers, in words.
    short: Option<String>,
}

/// A folder as it was opened.
pub(super) struct Folder {
    pub uid_validity: u32,
}

/// The end of a command.
struct End {
    word: Completion,
    remark: ServerRemark,
}

impl Client {
    /// Connects and logs in.
    pub fn open(server: &Server) -> Result<Client, PostError> {
        let mut client = Client {
            wire: Wire::open(server)?,
            tags: 0,
            capabilities: BTreeSet::new(),
            news: false,
            exists: 0,
            short: None,
        };
        let mut greeted = client.greet()?;
        if server.security == Security::StartTls {
            client.ask_capabilities()?;
            if !client.can("STARTTLS") {
                return Err(client.wire.fault(ServerFault::NoStartTls));
            }
            client.obey("STARTTLS", "STARTTLS")?;
            client.wire.guard()?;
            // What was said in the clear counts for nothing, least of all that we are known.
            client.capabilities.clear();
            greeted = false;
        }
        if client.capabilities.is_empty() {
            client.ask_capabilities()?;
        }
        if let (Some(login), false) = (&server.login, greeted) {
            client.log_in(login)?;
            // Servers show more to whom they know.
            client.ask_capabilities()?;
        }
        Ok(client)
    }

    /// Hears the greeting; true where we are known already.
    fn greet(&mut self) -> Result<bool, PostError> {
        let line = self.wire.line()?;
        if !line.starts_with(b"* ") {
            return Err(self.wire.fault(ServerFault::Stranger(said(&line))));
        }
        match ImapAnswer::of(line, &mut self.wire, 0)? {
            ImapAnswer::Remark(word @ (Completion::Ok | Completion::Preauth), remark) => {
                self.note(&remark);
                Ok(word == Completion::Preauth)
            }
            ImapAnswer::Bye(why) => Err(self.wire.fault(ServerFault::Busy(why))),
            _ => Err(self
                .wire
                .fault(ServerFault::Nonsense("no greeting".to_owned()))),
        }
    }

    fn can(&self, what: &str) -> bool {
        self.capabilities.contains(what)
    }

    fn note(&mut self, remark: &ServerRemark) {
        if let Some(list) = remark.code.strip_prefix("CAPABILITY ") {
            self.capabilities = words(list.as_bytes()).into_iter().collect();
        }
    }

    fn ask_capabilities(&mut self) -> Result<(), PostError> {
        let mut all = BTreeSet::new();
        self.command("CAPABILITY", "CAPABILITY", 0, &mut |answer| {
            if let ImapAnswer::Capabilities(list) = answer {
                all = list.into_iter().collect();
            }
        })?;
        if !all.is_empty() {
            self.capabilities = all;
        }
        Ok(())
    }

    fn log_in(&mut self, login: &Login) -> Result<(), PostError> {
        let offers = |way: &str| self.capabilities.contains(way);
        let offered = Offered {
            plain: offers("AUTH=PLAIN"),
            login: !offers("LOGINDISABLED"),
            xoauth2: offers("AUTH=XOAUTH2"),
        };
        let mechanisms = self
            .capabilities
            .iter()
            .filter_map(|c| c.strip_prefix("AUTH="));
        let way = login::way(login.auth, offered, mechanisms).map_err(|f| self.wire.fault(f))?;
        let secret =
            secret::tell(&login.secret).map_err(|why| self.wire.fault(ServerFault::Secret(why)))?;
        let end = match login::sasl(way, &login.user, &secret) {
            Some((mechanism, words)) => self.authenticate(mechanism, &words)?,
            None => self.log_in_plainly(&login.user, &secret)?,
        };
        match end.word {
            Completion::Ok => {
                self.note(&end.remark);
                Ok(())
            }
            _ if is_passing(&end.remark.code) => {
                Err(self.wire.fault(ServerFault::Busy(end.remark.text)))
            }
            _ if way == Mechanism::Xoauth2 => {
                Err(self.wire.fault(ServerFault::Token(end.remark.text)))
            }
            _ => Err(self.wire.fault(ServerFault::Password(end.remark.text))),
        }
    }

    fn authenticate(&mut self, mechanism: &str, words: &str) -> Result<End, PostError> {
        let words = STANDARD.encode(words);
        let at_once = self.can("SASL-IR");
        let command = match at_once {
            true => format!("AUTHENTICATE {mechanism} {words}"),
            false => format!("AUTHENTICATE {mechanism}"),
        };
        let tag = self.begin(&command, "login")?;
        let mut ours = (!at_once).then_some(words);
        loop {
            match self.next(&tag, 0)? {
                Next::GoOn => {
                    // Asked a second time, the server tells why it refuses (XOAUTH2)
                    // and wants an empty line.
                    let line = ours.take().unwrap_or_default();
                    self.wire.send(format!("{line}\r\n").as_bytes())?;
                }
                Next::End(end) => return Ok(end),
                Next::Other(_) => {}
            }
        }
    }

    /// LOGIN; each word as a block of bytes where it cannot be quoted.
    fn log_in_plainly(&mut self, user: &str, secret: &str) -> Result<End, PostError> {
        let mut text = "LOGIN".to_owned();
        let mut pieces = Vec::new();
        for word in [user, secret] {
            if word.chars().all(|c| matches!(c, ' '..='~')) {
                let word = word.replace('\\', "\\\\").replace('"', "\\\"");
                text.push_str(&format!(" \"{word}\""));
            } else {
                text.push_str(&format!(" {{{}}}", word.len()));
                pieces.push(std::mem::take(&mut text));
                text = word.to_owned();
            }
        }
        pieces.push(text);
        let mut pieces = pieces.into_iter();
        let tag = self.begin(&pieces.next().unwrap_or_default(), "login")?;
        loop {
            match self.next(&tag, 0)? {
                Next::GoOn => {
                    let piece = pieces.next().unwrap_or_default();
                    self.wire.send(format!("{piece}\r\n").as_bytes())?;
                }
                Next::End(end) => return Ok(end),
                Next::Other(_) => {}
            }
        }
    }

    /// Opens a folder to read and write.
    pub fn select(&mut self, name: &str) -> Result<Folder, PostError> {
        let command = ["SELECT", &folder::quoted(name)].join(" ");
        let mut uid_validity = None;
        let end = self.command(&command, "SELECT", 0, &mut |answer| {
            if let ImapAnswer::Remark(_, remark) = answer
                && let Some(n) = remark.code.strip_prefix("UIDVALIDITY ")
            {
                uid_validity = n.trim().parse().ok();
            }
        })?;
        match end.word {
            Completion::Ok => {}
            _ if is_passing(&end.remark.code) => {
                return Err(self.wire.fault(ServerFault::Busy(end.remark.text)));
            }
            _ => {
                let there = self.folders()?;
                let fault = ServerFault::NoFolder(name.to_owned(), there);
                return Err(self.wire.fault(fault));
            }
        }
        self.news = false;
        let uid_validity = uid_validity.ok_or_else(|| {
            self.wire
                .fault(ServerFault::Lacks("UIDVALIDITY for this folder"))
        })?;
        Ok(Folder { uid_validity })
    }

    fn folders(&mut self) -> Result<Vec<String>, PostError> {
        let mut all = Vec::new();
        self.command("LIST \"\" \"*\"", "LIST", 1_000, &mut |answer| {
            if let ImapAnswer::Folder(name) = answer
                && all.len() < FOLDERS
            {
                all.push(folder::readable(&name));
            }
        })?;
        all.sort();
        Ok(all)
    }

    /// Whether the folder is there.
    pub fn has_folder(&mut self, name: &str) -> Result<bool, PostError> {
        let command = format!("STATUS {} (UIDVALIDITY)", folder::quoted(name));
        let end = self.command(&command, "STATUS", 1_000, &mut |_| {})?;
        Ok(end.word == Completion::Ok)
    }

    /// The numbers of the letters that a search finds, ascending.
    pub fn search(&mut self, what: &str) -> Result<Vec<u32>, PostError> {
        let mut found = Vec::new();
        // What is told from here on, the search may not have seen.
        self.news = false;
        let command = format!("UID SEARCH {what}");
        let end = self.command(&command, "SEARCH", 0, &mut |answer| {
            if let ImapAnswer::Found(numbers) = answer {
                found.extend(numbers);
            }
        })?;
        self.must(end)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The numbers of all letters in the folder, ascending; where the server tells fewer than
    /// it announces, [`Client::shortfall`] says so.
    pub fn all(&mut self) -> Result<Vec<u32>, PostError> {
        self.at_least(u32::MAX, "ALL")
    }

    /// The numbers that a search finds that must find so many, as far as there are letters.
    /// Where it tells of fewer, all letters are asked for their numbers.
    pub fn at_least(&mut self, most: u32, what: &str) -> Result<Vec<u32>, PostError> {
        let before = self.exists.min(most);
        let found = self.search(what)?;
        if !self.is_short(&found, before, most) {
            return Ok(found);
        }
        let before = self.exists;
        let mut all = Vec::new();
        let end = self.command("FETCH 1:* (UID)", "FETCH", 0, &mut |answer| {
            if let ImapAnswer::Letter(letter) = answer {
                all.extend(letter.uid);
            }
        })?;
        all.extend(found);
        all.sort_unstable();
        all.dedup();
        if end.word != Completion::Ok || self.is_short(&all, before, u32::MAX) {
            let (exists, count) = (self.exists, all.len());
            self.short = Some(format!(
                "the server announces {exists} letters and tells the numbers of {count}"
            ));
        }
        Ok(all)
    }

    /// Once, that the server told the numbers of fewer letters than it announces.
    pub fn shortfall(&mut self) -> Option<String> {
        self.short.take()
    }

    /// Whether fewer letters were found than there are; what came or went meanwhile counts
    /// for the server.
    fn is_short(&self, found: &[u32], before: u32, most: u32) -> bool {
        let least = before.min(self.exists).min(most);
        u32::try_from(found.len()).is_ok_and(|n| n < least)
    }

    /// What the server says of letters; of each body, `keep` bytes. Letters that
    /// were not asked for are passed over.
    pub fn fetch(
        &mut self,
        numbers: &[u32],
        what: &str,
        keep: u64,
        letters: &mut Vec<(u32, FetchedLetter)>,
    ) -> Result<Result<(), String>, PostError> {
        let command = format!("UID FETCH {} ({what})", set(numbers));
        let end = self.command(&command, "FETCH", keep, &mut |answer| {
            if let ImapAnswer::Letter(letter) = answer
                && let Some(uid) = letter.uid
                && numbers.binary_search(&uid).is_ok()
            {
                letters.push((uid, letter));
            }
        })?;
        Ok(match end.word {
            Completion::Ok => Ok(()),
            _ => Err(end.remark.text),
        })
    }

    /// Marks letters.
    pub fn flag(&mut self, numbers: &[u32], flag: &str) -> Result<Result<(), String>, PostError> {
        let command = format!("UID STORE {} +FLAGS.SILENT ({flag})", set(numbers));
        self.try_to(&command, "STORE")
    }

    /// Moves letters to another folder, which is made where it is not there.
    pub fn move_to(&mut self, numbers: &[u32], to: &str) -> Result<Result<(), String>, PostError> {
        let to = folder::quoted(to);
        let verb = if self.can("MOVE") { "MOVE" } else { "COPY" };
        let command = format!("UID {verb} {} {to}", set(numbers));
        let mut end = self.command(&command, "MOVE", 0, &mut |_| {})?;
        if end.word == Completion::No && end.remark.code == "TRYCREATE" {
            self.command(&format!("CREATE {to}"), "CREATE", 0, &mut |_| {})?;
            end = self.command(&command, "MOVE", 0, &mut |_| {})?;
        }
        match (end.word, verb) {
            (Completion::Ok, "MOVE") => Ok(Ok(())),
            (Completion::Ok, _) => self.delete(numbers),
            _ => Ok(Err(end.remark.text)),
        }
    }

    /// Deletes letters: only these, and no others that somebody marked.
    pub fn delete(&mut self, numbers: &[u32]) -> Result<Result<(), String>, PostError> {
        if let Err(why) = self.flag(numbers, "\\Deleted")? {
            return Ok(Err(why));
        }
        match self.can("UIDPLUS") {
            true => self.try_to(&format!("UID EXPUNGE {}", set(numbers)), "EXPUNGE"),
            // They stay, marked: an EXPUNGE would take other people's along.
            false => Ok(Ok(())),
        }
    }

    /// Asks whether the connection lives, and hears what is new.
    pub fn noop(&mut self) -> Result<(), PostError> {
        let end = self.command("NOOP", "NOOP", 0, &mut |_| {})?;
        self.must(end)
    }

    /// Whether the server can tell by itself.
    pub fn can_idle(&self) -> bool {
        self.can("IDLE")
    }

    /// Waits until the server tells of letters; true where it does.
    pub fn idle(&mut self, at_most: Duration, stop: &AtomicBool) -> Result<bool, PostError> {
        if self.news {
            return Ok(true);
        }
        let tag = self.begin("IDLE", "IDLE")?;
        loop {
            // Lines may stand before the word to go on.
            match self.next(&tag, 0)? {
                Next::GoOn => break,
                Next::End(end) => return self.must(end).map(|()| false),
                Next::Other(_) => {}
            }
        }
        let began = Instant::now();
        let at_most = at_most.min(IDLE);
        while !self.news && !stop.load(Ordering::Relaxed) {
            let left = at_most.saturating_sub(began.elapsed());
            if left.is_zero() {
                break;
            }
            let Some(line) = self.wire.line_within(left.min(LOOK))? else {
                continue;
            };
            self.wire.step_within("IDLE", IDLE_END);
            let answer = ImapAnswer::of(line, &mut self.wire, 0)?;
            if let Next::End(end) = self.sort(&tag, answer)? {
                return self.must(end).map(|()| self.news);
            }
        }
        self.wire.step_within("IDLE", IDLE_END);
        self.wire.send(b"DONE\r\n")?;
        loop {
            if let Next::End(end) = self.next(&tag, 0)? {
                self.must(end)?;
                return Ok(self.news);
            }
        }
    }

    /// Takes leave.
    pub fn log_out(mut self) -> Result<(), PostError> {
        let tag = self.send_command("LOGOUT")?;
        self.wire.step_within("LOGOUT", FAREWELL);
        loop {
            match ImapAnswer::read(&mut self.wire, 0)? {
                ImapAnswer::End(t, ..) if t == tag => return Ok(()),
                _ => {}
            }
        }
    }

    fn try_to(
        &mut self,
        command: &str,
        doing: &'static str,
    ) -> Result<Result<(), String>, PostError> {
        let end = self.command(command, doing, 0, &mut |_| {})?;
        Ok(match end.word {
            Completion::Ok => Ok(()),
            _ => Err(end.remark.text),
        })
    }

    fn obey(&mut self, command: &str, doing: &'static str) -> Result<(), PostError> {
        let end = self.command(command, doing, 0, &mut |_| {})?;
        self.must(end)
    }

    fn must(&self, end: End) -> Result<(), PostError> {
        match end.word {
            Completion::Ok | Completion::Preauth => Ok(()),
            _ if is_passing(&end.remark.code) => {
                Err(self.wire.fault(ServerFault::Busy(end.remark.text)))
            }
            _ => Err(self.wire.fault(ServerFault::Refused(end.remark.text))),
        }
    }

    /// Runs a command to its end; the answers on the way go to `each`.
    fn command(
        &mut self,
        text: &str,
        doing: &'static str,
        keep: u64,
        each: &mut dyn FnMut(ImapAnswer),
    ) -> Result<End, PostError> {
        let tag = self.begin(text, doing)?;
        loop {
            match self.next(&tag, keep)? {
                Next::End(end) => return Ok(end),
                Next::Other(answer) => {
                    // Something came: the next may take its time again.
                    self.wire.step(doing);
                    each(answer);
                }
                Next::GoOn => {
                    let what = "it waits for more than the command".to_owned();
                    return Err(self.wire.fault(ServerFault::Nonsense(what)));
                }
            }
        }
    }

    fn begin(&mut self, text: &str, doing: &'static str) -> Result<String, PostError> {
        self.wire.step(doing);
        self.send_command(text)
    }

    fn send_command(&mut self, text: &str) -> Result<String, PostError> {
        self.tags += 1;
        let tag = format!("p{}", self.tags);
        self.wire.send(format!("{tag} {text}\r\n").as_bytes())?;
        Ok(tag)
    }

    fn next(&mut self, tag: &str, keep: u64) -> Result<Next, PostError> {
        let answer = ImapAnswer::read(&mut self.wire, keep)?;
        self.sort(tag, answer)
    }

    fn sort(&mut self, tag: &str, answer: ImapAnswer) -> Result<Next, PostError> {
        Ok(match answer {
            ImapAnswer::GoOn => Next::GoOn,
            ImapAnswer::End(of, word, remark) if of == tag => Next::End(End { word, remark }),
            ImapAnswer::End(of, ..) => {
                let what = format!("an answer to {of}, which waits for none");
                return Err(self.wire.fault(ServerFault::Nonsense(what)));
            }
            ImapAnswer::Bye(why) => return Err(self.wire.fault(ServerFault::Goodbye(why))),
            ImapAnswer::Expunged => {
                self.exists = self.exists.saturating_sub(1);
                Next::Other(ImapAnswer::Expunged)
            }
            ImapAnswer::Exists(n) => {
                self.news = true;
                self.exists = n;
                Next::Other(ImapAnswer::Exists(n))
            }
            other => Next::Other(other),
        })
    }
}

enum Next {
    GoOn,
    End(End),
    Other(ImapAnswer),
}

/// Codes of RFC 5530 that tell of a server's bad hour.
fn is_passing(code: &str) -> bool {
    matches!(code, "UNAVAILABLE" | "INUSE" | "SERVERBUG" | "LIMIT")
}

/// Numbers in ascending order as a sequence set: `1:3,7`.
pub(super) fn set(numbers: &[u32]) -> String {
    let mut text = String::new();
    let mut numbers = numbers.iter().copied().peekable();
    while let Some(first) = numbers.next() {
        let mut last = first;
        while let Some(next) = numbers.next_if(|n| last.checked_add(1) == Some(*n)) {
            last = next;
        }
        if !text.is_empty() {
            text.push(',');
        }
        match first == last {
            true => text.push_str(&first.to_string()),
            false => text.push_str(&format!("{first}:{last}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::set;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(set(&[1, 2, 3, 7, 9, 10]), "1:3,7,9:10");
        assert_eq!(set(&[5]), "5");
        assert_eq!(set(&[u32::MAX - 1, u32::MAX]), "4294967294:4294967295");
        assert_eq!(set(&[]), "");
    }
}
