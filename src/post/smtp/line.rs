//! One connection to an SMTP server: how it is opened, how letters go over it, and
//! what the server's answers mean.
//!
//! Where the server offers PIPELINING (RFC 2920), sender, recipient and `DATA` of a
//! letter go in one write, behind the end of the letter before it: one way there and
//! back a letter instead of four. Answers come in the order of the commands, so each is
//! read for the command it belongs to, and a letter is taken when the answer to its own
//! final dot says so.

use super::super::fault::{ServerError, ServerFault};
use super::super::login::{self, Offered};
use super::super::wire::trust;
use super::super::{Delivery, Parcel, PostError, secret};
use super::blame::{Blame, blame};
use super::talk::{Reply, Talk};
use crate::config::{Login, Mechanism, Security, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::Address;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, MailBodyParameter, MailParameter};
use rustls::ClientConfig;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The answer to the final dot may take so many times longer than another: the
/// server may look through the letter, and a letter given up then goes twice.
const DOT: u32 = 5;

/// The step in which a letter is handed over.
const END: &str = "the letter's end";

/// Letters by one connection: some servers end it after so many themselves.
const LETTERS: u32 = 100;

/// How an SMTP server is reached; shared by all connections to it.
pub(super) struct Door {
    pub server: Server,
    pub hello: ClientId,
    /// How long a connection and each of its first words may take.
    pub opening: Duration,
    /// Read once: whom we trust, and what the server gave us to shorten the next
    /// handshake.
    pub tls: OnceLock<Arc<ClientConfig>>,
}

/// An open connection, logged in.
pub(super) struct Line {
    talk: Talk,
    /// It takes several commands in one write.
    pipelines: bool,
    has_account: bool,
    time: Duration,
    letters: u32,
}

/// Who sends a letter to whom, and what the server is asked for with it.
pub(super) struct Envelope {
    from: Address,
    to: Address,
    is_ascii: bool,
}

/// Why a letter was not taken.
pub(super) enum Setback {
    /// This letter's affair.
    Letter(Delivery),
    /// The connection broke at the letter's end: nobody can know.
    Unknown(String),
    /// The connection broke before the letter was on its way.
    Broken(ServerFault),
    /// It broke before the letter was spoken of.
    Stale(ServerFault),
    /// Nobody's letter is to blame.
    Queue(ServerFault),
}

impl Setback {
    /// Whether nobody is there any more.
    fn ends_the_line(&self) -> bool {
        !matches!(self, Setback::Letter(_) | Setback::Queue(_))
    }
}

impl Envelope {
    /// That of a letter.
    ///
    /// # Errors
    /// An address of it is none, so it never leaves.
    pub fn of(parcel: &Parcel<'_>) -> Result<Envelope, Delivery> {
        match (parcel.from.parse(), parcel.to.parse()) {
            (Ok(from), Ok(to)) => Ok(Envelope {
                from,
                to,
                is_ascii: parcel.bytes.is_ascii(),
            }),
            (Err(e), _) | (_, Err(e)) => {
                Err(Delivery::Never(format!("no address to send to: {e}")))
            }
        }
    }
}

impl Door {
    fn timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.server.timeout_seconds.max(1)))
    }

    pub fn fault(&self, fault: ServerFault) -> PostError {
        PostError::Server(Box::new(ServerError {
            server: format!("{}:{}", self.server.host, self.server.port),
            fault,
        }))
    }

    /// Connects and logs in.
    pub fn open(&self) -> Result<Line, PostError> {
        let is_guarded = self.server.security != Security::None;
        let trusted = if is_guarded { Some(self.tls()?) } else { None };
        let open = |fault| self.fault(fault);
        let mut talk = Talk::open(&self.server, self.opening, trusted).map_err(open)?;
        if let Err(fault) = self.begin(&mut talk) {
            talk.farewell();
            return Err(self.fault(fault));
        }
        Ok(Line {
            pipelines: talk.offers("PIPELINING"),
            talk,
            has_account: self.server.login.is_some(),
            time: self.timeout(),
            letters: 0,
        })
    }

    /// Says who we are, goes over to TLS and logs in, as far as the configuration says so.
    fn begin(&self, talk: &mut Talk) -> Result<(), ServerFault> {
        let time = self.opening.min(self.timeout());
        let name = self.hello.to_string();
        let is_guarded = self.server.security != Security::None;
        let needs_offers = is_guarded || self.server.login.is_some();
        talk.greet(&name, needs_offers, time)?;
        if self.server.security == Security::StartTls {
            talk.start_tls(time)?;
            // What was said in the clear counts for nothing.
            talk.greet(&name, needs_offers, time)?;
        }
        match &self.server.login {
            Some(login) => log_in(talk, login, time),
            None => Ok(()),
        }
    }

    fn tls(&self) -> Result<Arc<ClientConfig>, PostError> {
        if let Some(known) = self.tls.get() {
            return Ok(Arc::clone(known));
        }
        let read = trust(self.server.ca_file.as_deref())
            .map_err(|why| self.fault(ServerFault::Certificates(why)))?;
        Ok(Arc::clone(self.tls.get_or_init(|| read)))
    }
}

/// Logs in (RFC 4954).
fn log_in(talk: &mut Talk, login: &Login, time: Duration) -> Result<(), ServerFault> {
    let ways = talk.ways();
    let offered = Offered {
        plain: ways.contains(&"PLAIN"),
        login: ways.contains(&"LOGIN"),
        xoauth2: ways.contains(&"XOAUTH2"),
    };
    let others = ways.into_iter().filter(|way| *way != "LOGIN");
    let way = login::way(login.auth, offered, others)?;
    let secret = secret::tell(&login.secret).map_err(ServerFault::Secret)?;
    let (first, mut further) = match login::sasl(way, &login.user, &secret) {
        Some((mechanism, words)) => {
            let words = STANDARD.encode(words);
            // Asked for more, a server did not hear the first words, or it tells why it
            // refuses a token and wants an empty line.
            let again = match way {
                Mechanism::Xoauth2 => String::new(),
                Mechanism::Plain | Mechanism::Login => words.clone(),
            };
            (format!("AUTH {mechanism} {words}\r\n"), vec![again])
        }
        None => {
            let words = [&login.user, &secret].map(|word| STANDARD.encode(word));
            ("AUTH LOGIN\r\n".to_owned(), words.to_vec())
        }
    };
    further.reverse();
    let mut reply = talk.command(first, "login", time)?;
    while reply.class() == 3
        && let Some(words) = further.pop()
    {
        reply = talk.command(format!("{words}\r\n"), "login", time)?;
    }
    match reply.class() {
        2 => Ok(()),
        5 if way == Mechanism::Xoauth2 => Err(ServerFault::Token(reply.words())),
        5 => Err(ServerFault::Password(reply.words())),
        _ => Err(reply.fault()),
    }
}

impl Line {
    /// Whether the next letter may be announced with the end of the one that is sent.
    pub fn takes_ahead(&self) -> bool {
        self.pipelines && !self.is_worn()
    }

    /// Whether it has carried as many letters as one connection may.
    pub fn is_worn(&self) -> bool {
        self.letters >= LETTERS
    }

    /// Whether letters were spoken of on it before the last one announced.
    pub fn is_used(&self) -> bool {
        self.letters > 1
    }

    /// Announces a letter, which [`Line::send`] may send then.
    ///
    /// # Errors
    /// Nothing of it has left.
    pub fn announce(&mut self, envelope: &Envelope) -> Result<(), Setback> {
        self.letters += 1;
        let group = self.group(envelope)?;
        if self.pipelines {
            let first = self.talk.command(group.concat(), "MAIL", self.time);
            return self.announced(first);
        }
        let [mail, rcpt, data] = group;
        let said = self.talk.command(mail, "MAIL", self.time);
        in_place(said, 2, "MAIL").map_err(sender)?;
        let said = self.talk.command(rcpt, "RCPT", self.time);
        in_place(said, 2, "RCPT").map_err(|e| self.recipient(e))?;
        let said = self.talk.command(data, "DATA", self.time);
        in_place(said, 3, "DATA").map_err(of_letter)
    }

    /// Sends the letter that was announced, and announces the next one with its end.
    /// What became of each: of the next, `None` where it was not spoken of.
    pub fn send(
        &mut self,
        bytes: &[u8],
        next: Option<&Envelope>,
    ) -> (Result<(), Setback>, Option<Result<(), Setback>>) {
        let mut words = whole(bytes);
        let ahead = next.map(|envelope| {
            let group = self.group(envelope)?;
            words.extend_from_slice(group.concat().as_bytes());
            Ok(())
        });
        let taken = self.talk.command(words, END, self.time * DOT);
        let taken = dot(taken);
        let is_over = taken.as_ref().is_err_and(Setback::ends_the_line);
        let ahead = match ahead {
            Some(Ok(())) if is_over => None,
            Some(Ok(())) => {
                self.letters += 1;
                let first = self.talk.next_reply("MAIL", self.time);
                Some(self.announced(first))
            }
            refused => refused,
        };
        (taken, ahead)
    }

    /// Clears what the server knows of a letter that it refused; whether it goes on.
    pub fn clear(&mut self) -> bool {
        let reply = self.talk.command(Rset.to_string(), "RSET", self.time);
        reply.is_ok_and(|reply| reply.class() == 2)
    }

    /// Takes leave.
    pub fn farewell(&mut self) {
        self.talk.farewell();
    }

    /// `MAIL`, `RCPT` and `DATA` of a letter.
    fn group(&self, envelope: &Envelope) -> Result<[String; 3], Setback> {
        let Envelope { from, to, is_ascii } = envelope;
        let mut wishes = Vec::new();
        if [from, to].iter().any(|a| !a.to_string().is_ascii()) {
            if !self.talk.offers("SMTPUTF8") {
                let why = format!(
                    "the outgoing server does not speak SMTPUTF8, which the address {to} needs"
                );
                return Err(Setback::Letter(Delivery::Never(why)));
            }
            wishes.push(MailParameter::SmtpUtfEight);
        }
        if !is_ascii && self.talk.offers("8BITMIME") {
            wishes.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok([
            Mail::new(Some(from.clone()), wishes).to_string(),
            Rcpt::new(to.clone(), Vec::new()).to_string(),
            Data.to_string(),
        ])
    }

    /// Reads the answers to a group that went in one write, the first of which is read:
    /// all of them, whatever they say, so that the next answer is to the next command.
    fn announced(&mut self, first: Result<Reply, ServerFault>) -> Result<(), Setback> {
        let mail = in_place(first, 2, "MAIL");
        if let Err(e @ (Refusal::Code(421, _) | Refusal::Broken(_))) = mail {
            return Err(sender(e));
        }
        let rcpt = in_place(self.talk.next_reply("RCPT", self.time), 2, "RCPT");
        let data = match &rcpt {
            Err(Refusal::Broken(_)) => Ok(()),
            _ => in_place(self.talk.next_reply("DATA", self.time), 3, "DATA"),
        };
        let is_refused = mail.is_err() || rcpt.is_err();
        if is_refused && data.is_ok() && !matches!(rcpt, Err(Refusal::Broken(_))) {
            // It waits for a letter to nobody (RFC 2920, 3.1), and refuses it then.
            let _ = self.talk.command(".\r\n", END, self.time);
        }
        mail.map_err(sender)?;
        rcpt.map_err(|e| self.recipient(e))?;
        data.map_err(of_letter)
    }

    /// What a refused recipient means. Where we have no account there, a refusal
    /// to pass letters on is about us.
    fn recipient(&self, e: Refusal) -> Setback {
        match e {
            Refusal::Code(530 | 534 | 535 | 538, text) => {
                Setback::Queue(ServerFault::Password(text))
            }
            Refusal::Code(code @ 500.., text) => match (blame(&text), self.has_account) {
                (Blame::Relay, false) => Setback::Queue(ServerFault::Refused(text)),
                _ => of_letter(Refusal::Code(code, text)),
            },
            e => of_letter(e),
        }
    }
}

/// What a server answered instead of yes.
enum Refusal {
    /// Its code, and its words.
    Code(u16, String),
    /// Nothing that can be understood: nothing more can be said to it.
    Broken(ServerFault),
}

/// An answer of the class (the first digit) that is a yes to this command. Another yes
/// belongs to no command of ours.
fn in_place(
    answer: Result<Reply, ServerFault>,
    class: u16,
    step: &'static str,
) -> Result<(), Refusal> {
    let reply = answer.map_err(Refusal::Broken)?;
    match reply.class() {
        yes if yes == class => Ok(()),
        4 | 5 => Err(Refusal::Code(reply.code, reply.words())),
        _ => {
            let what = format!("to {step}: {}", reply.words());
            Err(Refusal::Broken(ServerFault::Nonsense(what)))
        }
    }
}

/// The sender is the same for every letter.
fn sender(e: Refusal) -> Setback {
    match e {
        Refusal::Code(421, text) => Setback::Stale(ServerFault::Busy(text)),
        Refusal::Code(code, text) if code < 500 => Setback::Queue(ServerFault::Busy(text)),
        Refusal::Code(_, text) => Setback::Queue(ServerFault::Refused(text)),
        Refusal::Broken(fault) => Setback::Stale(fault),
    }
}

fn of_letter(e: Refusal) -> Setback {
    match e {
        Refusal::Code(421, text) => Setback::Broken(ServerFault::Busy(text)),
        Refusal::Code(code, text) if code < 500 => Setback::Letter(Delivery::Later(text)),
        Refusal::Code(_, text) => match blame(&text) {
            Blame::Letter => Setback::Letter(Delivery::Never(text)),
            Blame::Limit => Setback::Queue(ServerFault::Busy(text)),
            Blame::Us => Setback::Queue(ServerFault::Refused(text)),
            Blame::Relay => Setback::Letter(Delivery::Later(text)),
        },
        Refusal::Broken(fault) => Setback::Broken(fault),
    }
}

/// What the answer to the final dot means.
fn dot(answer: Result<Reply, ServerFault>) -> Result<(), Setback> {
    in_place(answer, 2, END).map_err(|e| match e {
        Refusal::Broken(fault) => Setback::Unknown(format!(
            "{fault}: perhaps it was taken, perhaps not; it is sent again under the same \
             Message-ID"
        )),
        e => match of_letter(e) {
            // The next one may be announced already: it tells whether the queue is to stop.
            Setback::Queue(fault) => Setback::Letter(Delivery::Later(fault.to_string())),
            setback => setback,
        },
    })
}

/// A letter as it goes over the line: CRLF at the end of every line, its dots doubled and the
/// final dot behind it (RFC 5321, 4.5.2), to be written at once: a final dot of its own would
/// wait for the acknowledgement of what stands before it, 40 ms a letter.
fn whole(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    for line in body.split(|b| *b == b'\n') {
        if line.starts_with(b".") {
            out.push(b'.');
        }
        out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn dots_are_doubled_and_every_line_ends_alike() {
        for (letter, sent) in [
            (&b"a\r\nb\r\n"[..], &b"a\r\nb\r\n.\r\n"[..]),
            (b"a\nb\n", b"a\r\nb\r\n.\r\n"),
            (b"a\r\n\r\n", b"a\r\n\r\n.\r\n"),
            (b"a", b"a\r\n.\r\n"),
            (b"", b"\r\n.\r\n"),
            (b".a\r\n.\r\n..b.", b"..a\r\n..\r\n...b.\r\n.\r\n"),
            (b"\r\n.", b"\r\n..\r\n.\r\n"),
            (b"\xcf\n.\xcb", b"\xcf\r\n..\xcb\r\n.\r\n"),
        ] {
            assert_eq!(whole(letter), sent, "{letter:?}");
        }
    }
}
