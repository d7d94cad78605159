//! One connection to an SMTP server: how it is opened, how letters go over it, and
//! what the server's answers mean.
//!
//! Where the server offers PIPELINING (RFC 2920), sender, recipient and `DATA` of a
//! letter go in one write, behind the end of the letter before it: one way there and
//! back a letter instead of four. Answers come in the order of the commands, so each is
//! read for the command it belongs to, and a letter is taken when the answer to its own
//! final dot says so.

use super::super::fault::{ServerError, ServerFault, said};
use super::super::secret;
use super::super::wire::{certificates, tls_fault};
use super::super::{Delivery, Parcel, PostError};
use super::blame::{Blame, blame};
use crate::config::{self, Login, Security, Server};
use lettre::Address;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    Certificate, CertificateStore, SmtpConnection, TlsParameters,
};
use lettre::transport::smtp::commands::{Data, Ehlo, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::error::Error as _;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::OnceLock;
use std::time::Duration;

/// The answer to the final dot may take so many times longer than another: the
/// server may look through the letter, and a letter given up then goes twice.
const DOT: u32 = 5;

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
    pub tls: OnceLock<TlsParameters>,
}

/// An open connection, logged in.
pub(super) struct Line {
    smtp: SmtpConnection,
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
        let host = (self.server.host.as_str(), self.server.port);
        let addresses: Vec<SocketAddr> = host
            .to_socket_addrs()
            .map_err(|e| self.fault(ServerFault::HostUnknown(e.to_string())))?
            .collect();
        let tls = match self.server.security {
            Security::None => None,
            Security::Tls | Security::StartTls => Some(self.tls()?),
        };
        let at_once = tls.filter(|_| self.server.security == Security::Tls);
        let time = Some(self.opening.min(self.timeout()));
        let mut smtp =
            SmtpConnection::connect(addresses.as_slice(), time, &self.hello, at_once, None)
                .map_err(|e| self.fault(opening(&e, "greeting")))?;
        if let (Security::StartTls, Some(tls)) = (self.server.security, tls) {
            if !smtp.can_starttls() {
                smtp.abort();
                return Err(self.fault(ServerFault::NoStartTls));
            }
            smtp.starttls(tls, &self.hello)
                .map_err(|e| self.fault(opening(&e, "TLS")))?;
        }
        // lettre does not keep this word of the greeting, so the server is greeted again.
        let pipelines = match smtp.command(Ehlo::new(self.hello.clone())) {
            Ok(offers) => offers
                .message()
                .any(|line| line.trim().eq_ignore_ascii_case("PIPELINING")),
            Err(e) if e.is_permanent() => false,
            Err(e) => return Err(self.fault(opening(&e, "greeting"))),
        };
        if let Some(login) = &self.server.login {
            self.log_in(&mut smtp, login)?;
        }
        let time = self.timeout();
        let _ = smtp.set_timeout(Some(time));
        Ok(Line {
            smtp,
            pipelines,
            has_account: self.server.login.is_some(),
            time,
            letters: 0,
        })
    }

    fn tls(&self) -> Result<&TlsParameters, PostError> {
        if let Some(known) = self.tls.get() {
            return Ok(known);
        }
        let mut builder = TlsParameters::builder(self.server.host.clone());
        if let Some(path) = &self.server.ca_file {
            builder = builder.certificate_store(CertificateStore::None);
            let found =
                certificates(path).map_err(|why| self.fault(ServerFault::Certificates(why)))?;
            for certificate in found {
                let certificate = Certificate::from_der(certificate.to_vec())
                    .map_err(|e| self.fault(ServerFault::Certificates(e.to_string())))?;
                builder = builder.add_root_certificate(certificate);
            }
        }
        let read = builder
            .build_rustls()
            .map_err(|e| self.fault(ServerFault::Certificates(e.to_string())))?;
        Ok(self.tls.get_or_init(|| read))
    }

    fn log_in(&self, smtp: &mut SmtpConnection, login: &Login) -> Result<(), PostError> {
        let ways = match login.auth {
            None => vec![Mechanism::Plain, Mechanism::Login],
            Some(config::Mechanism::Plain) => vec![Mechanism::Plain],
            Some(config::Mechanism::Login) => vec![Mechanism::Login],
            Some(config::Mechanism::Xoauth2) => vec![Mechanism::Xoauth2],
        };
        if smtp.server_info().get_auth_mechanism(&ways).is_none() {
            let all = [Mechanism::Plain, Mechanism::Login, Mechanism::Xoauth2];
            let offered: Vec<String> = all
                .into_iter()
                .filter(|m| smtp.server_info().supports_auth_mechanism(*m))
                .map(|m| m.to_string().to_ascii_lowercase())
                .collect();
            smtp.abort();
            return Err(self.fault(ServerFault::NoWay(offered.join(", "))));
        }
        let secret =
            secret::tell(&login.secret).map_err(|why| self.fault(ServerFault::Secret(why)))?;
        let by_token = ways == [Mechanism::Xoauth2];
        let credentials = Credentials::new(login.user.clone(), secret);
        let refused = match smtp.auth(&ways, &credentials) {
            Ok(answer) if answer.is_positive() => return Ok(()),
            Ok(answer) => ServerFault::Password(said(text(&answer).as_bytes())),
            // lettre does not answer the challenge in which the server tells why it
            // refuses a token.
            Err(e) if by_token && (e.is_permanent() || e.is_client()) => {
                ServerFault::Token(words(&e))
            }
            Err(e) if e.is_permanent() => ServerFault::Password(words(&e)),
            Err(e) if e.is_client() => ServerFault::Nonsense(words(&e)),
            Err(e) => opening(&e, "login"),
        };
        if !matches!(refused, ServerFault::Silent(_) | ServerFault::Cut(_)) {
            smtp.abort();
        }
        Err(self.fault(refused))
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
            let first = self.smtp.command(group.concat());
            return self.announced(first);
        }
        let [mail, rcpt, data] = group;
        let said = self.smtp.command(mail);
        in_place(said, 2, "MAIL").map_err(sender)?;
        let said = self.smtp.command(rcpt);
        in_place(said, 2, "RCPT").map_err(|e| self.recipient(e))?;
        let said = self.smtp.command(data);
        in_place(said, 3, "DATA").map_err(of_letter)
    }

    /// Sends the letter that was announced, and announces the next one with its end.
    /// What became of each: of the next, `None` where it was not spoken of.
    pub fn send(
        &mut self,
        bytes: &[u8],
        next: Option<&Envelope>,
    ) -> (Result<(), Setback>, Option<Result<(), Setback>>) {
        let lines = lines(bytes);
        let group = next.map(|envelope| self.group(envelope));
        let _ = self.smtp.set_timeout(Some(self.time * DOT));
        let (taken, ahead) = match (whole(&lines), group) {
            (Some(whole), Some(Ok(group))) => {
                (self.smtp.command(whole + &group.concat()), Some(Ok(())))
            }
            (Some(whole), refused) => (self.smtp.command(whole), refused.map(|r| r.map(|_| ()))),
            (None, _) => (self.smtp.message(&lines), None),
        };
        let _ = self.smtp.set_timeout(Some(self.time));
        let taken = dot(taken);
        let is_over = taken.as_ref().is_err_and(Setback::ends_the_line);
        let ahead = match ahead {
            Some(Ok(())) if is_over => None,
            Some(Ok(())) => {
                self.letters += 1;
                let first = self.smtp.read_response();
                Some(self.announced(first))
            }
            refused => refused,
        };
        (taken, ahead)
    }

    /// Clears what the server knows of a letter that it refused; whether it goes on.
    pub fn clear(&mut self) -> bool {
        self.smtp.command(Rset).is_ok()
    }

    /// Takes leave.
    pub fn farewell(&mut self) {
        if !self.smtp.has_broken() {
            let _ = self.smtp.set_timeout(Some(Duration::from_secs(5)));
            self.smtp.abort();
        }
    }

    /// `MAIL`, `RCPT` and `DATA` of a letter.
    fn group(&self, envelope: &Envelope) -> Result<[String; 3], Setback> {
        let Envelope { from, to, is_ascii } = envelope;
        let offers = |what| self.smtp.server_info().supports_feature(what);
        let mut wishes = Vec::new();
        if [from, to].iter().any(|a| !a.to_string().is_ascii()) {
            if !offers(Extension::SmtpUtfEight) {
                let why = format!(
                    "the outgoing server does not speak SMTPUTF8, which the address {to} needs"
                );
                return Err(Setback::Letter(Delivery::Never(why)));
            }
            wishes.push(MailParameter::SmtpUtfEight);
        }
        if !is_ascii && offers(Extension::EightBitMime) {
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
    fn announced(&mut self, first: Result<Response, smtp::Error>) -> Result<(), Setback> {
        let mail = in_place(first, 2, "MAIL");
        if let Err(e @ (Refusal::Code(421, _) | Refusal::Broken(_))) = mail {
            return Err(sender(e));
        }
        let rcpt = in_place(self.smtp.read_response(), 2, "RCPT");
        let data = match &rcpt {
            Err(Refusal::Broken(_)) => Ok(()),
            _ => in_place(self.smtp.read_response(), 3, "DATA"),
        };
        let is_refused = mail.is_err() || rcpt.is_err();
        if is_refused && data.is_ok() && !matches!(rcpt, Err(Refusal::Broken(_))) {
            // It waits for a letter to nobody (RFC 2920, 3.1), and refuses it then.
            let _ = self.smtp.command(".\r\n");
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
    answer: Result<Response, smtp::Error>,
    class: u16,
    step: &'static str,
) -> Result<(), Refusal> {
    match answer {
        Ok(response) if u16::from(response.code()) / 100 == class => Ok(()),
        Ok(response) => {
            let what = format!("to {step}: {}", text(&response));
            Err(Refusal::Broken(ServerFault::Nonsense(what)))
        }
        Err(e) => Err(match code(&e) {
            Some(code) => Refusal::Code(code, words(&e)),
            None => Refusal::Broken(broken(&e, step)),
        }),
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
fn dot(answer: Result<Response, smtp::Error>) -> Result<(), Setback> {
    in_place(answer, 2, "the letter's end").map_err(|e| match e {
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

/// The code of a server's refusal; none where it did not answer.
fn code(e: &smtp::Error) -> Option<u16> {
    e.status().map(u16::from)
}

/// A letter as it goes over the line, its dots doubled and the final dot behind it
/// (RFC 5321, 4.5.2), to be written at once: a final dot of its own would wait for
/// the acknowledgement of what stands before it, 40 ms a letter. `None` for one
/// that is not UTF-8.
fn whole(lines: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(lines).ok()?;
    let first = if text.starts_with('.') { "." } else { "" };
    Some(format!(
        "{first}{}\r\n.\r\n",
        text.replace("\r\n.", "\r\n..")
    ))
}

fn text(response: &Response) -> String {
    response.message().collect::<Vec<_>>().join(" ")
}

/// What the server said, with its code; else what the system says.
fn words(e: &smtp::Error) -> String {
    let text = e
        .source()
        .map_or_else(|| e.to_string(), ToString::to_string);
    match code(e) {
        Some(code) => said(format!("{code} {text}").as_bytes()),
        None => said(text.as_bytes()),
    }
}

/// What a connection that breaks means.
fn broken(e: &smtp::Error, step: &'static str) -> ServerFault {
    let io = e.source().and_then(|s| s.downcast_ref::<std::io::Error>());
    match io {
        Some(io)
            if matches!(
                tls_fault(io),
                ServerFault::Certificate(_) | ServerFault::Tls(_)
            ) =>
        {
            tls_fault(io)
        }
        // A read that timed out is told as WouldBlock.
        Some(io)
            if matches!(
                io.kind(),
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
            ) =>
        {
            ServerFault::Silent(step)
        }
        _ => ServerFault::Cut(step),
    }
}

/// What a connection that does not come about means.
fn opening(e: &smtp::Error, step: &'static str) -> ServerFault {
    match code(e) {
        Some(code) if code < 500 => return ServerFault::Busy(words(e)),
        Some(_) => return ServerFault::Refused(words(e)),
        None => {}
    }
    let text = words(e);
    if e.is_response() {
        return match text.contains("incomplete") {
            true => ServerFault::Cut(step),
            false => ServerFault::Stranger(text),
        };
    }
    if e.is_tls() {
        return ServerFault::Tls(text);
    }
    let io = e.source().and_then(|s| s.downcast_ref::<std::io::Error>());
    match (io, step) {
        (Some(io), "greeting") if e.to_string().starts_with("Connection") => {
            ServerFault::Unreachable(io.to_string())
        }
        _ => broken(e, step),
    }
}

/// The letter with CRLF at the end of every line but the last, whose end comes
/// with the final dot.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    for line in body.split_inclusive(|b| *b == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(text) => {
                out.extend_from_slice(text.strip_suffix(b"\r").unwrap_or(text));
                out.extend_from_slice(b"\r\n");
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{lines, whole};

    #[test]
    fn dots_at_the_beginning_of_a_line_are_doubled() {
        for (letter, sent) in [
            ("a\r\nb", "a\r\nb\r\n.\r\n"),
            (".a\r\n.\r\n..b.", "..a\r\n..\r\n...b.\r\n.\r\n"),
            ("\r\n.", "\r\n..\r\n.\r\n"),
        ] {
            assert_eq!(whole(letter.as_bytes()).as_deref(), Some(sent));
        }
        assert_eq!(whole(&[0xcf, b'.']), None);
    }

    #[test]
    fn every_line_ends_alike_and_nothing_is_added() {
        for (bytes, sent) in [
            (&b"a\r\nb\r\n"[..], &b"a\r\nb"[..]),
            (b"a\nb\n", b"a\r\nb"),
            (b"a\r\n\r\n", b"a\r\n"),
            (b"a", b"a"),
            (b"", b""),
            (b"\r\n", b""),
        ] {
            assert_eq!(lines(bytes), sent, "{bytes:?}");
        }
    }
}
