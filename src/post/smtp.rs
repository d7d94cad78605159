//! An outbox on an SMTP server (RFC 5321, submission of RFC 6409).
//!
//! What an answer means: refused for this letter (5xx to its recipient or its
//! text) - never; not now (4xx, a cut, silence) - later; a cut after the final dot -
//! it may have been taken, nobody can know, so it goes later once more under the
//! same Message-ID, by which a second copy is known. What is no letter's fault (no
//! connection, no login, the sender refused) is an error that stops the queue
//! before it burns a letter's attempts.

use super::fault::{ServerError, ServerFault, said};
use super::secret;
use super::wire::{certificates, tls_fault};
use super::{Delivery, Outbox, Parcel, PostError, one_by_one};
use crate::config::{self, Login, Security, Server};
use crate::time::Instant;
use lettre::Address;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    Certificate, CertificateStore, SmtpConnection, TlsParameters,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::error::Error as _;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// The answer to the final dot may take so many times longer than another: the
/// server may look through the letter, and a letter given up then goes twice.
const DOT: u32 = 5;

/// Longest wait for a connection and each of its first words.
const OPENING: Duration = Duration::from_secs(20);

/// The same where somebody waits.
const HURRIED: Duration = Duration::from_secs(2);

/// Letters by one connection: some servers end it after so many themselves.
const LETTERS: u32 = 50;

/// An SMTP server that takes letters.
pub struct SmtpOutbox {
    server: Server,
    hello: ClientId,
    connection: Option<Connection>,
    /// How long a connection and each of its first words may take.
    opening: Duration,
}

struct Connection {
    smtp: SmtpConnection,
    letters: u32,
}

/// What handing a letter over came to, where it was not delivered.
enum Setback {
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

impl SmtpOutbox {
    /// The server that the configuration names; nothing is connected yet.
    pub fn new(server: Server, outbox: &config::OutboxSection, robot: &str) -> SmtpOutbox {
        let domain = robot.rsplit('@').next().unwrap_or(robot);
        let name = outbox.hello.as_deref().unwrap_or(domain);
        let hello = match name.parse() {
            Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
            Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
            Err(_) => ClientId::Domain(name.to_owned()),
        };
        SmtpOutbox {
            server,
            hello,
            connection: None,
            opening: OPENING,
        }
    }

    /// The same for somebody who waits: a server that does not greet at once is left
    /// to the next pass.
    pub fn hurried(mut self) -> SmtpOutbox {
        self.opening = HURRIED;
        self
    }

    fn timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.server.timeout_seconds.max(1)))
    }

    fn fault(&self, fault: ServerFault) -> PostError {
        PostError::Server(Box::new(ServerError {
            server: format!("{}:{}", self.server.host, self.server.port),
            fault,
        }))
    }

    fn open(&self) -> Result<Connection, PostError> {
        let host = (self.server.host.as_str(), self.server.port);
        let addresses: Vec<SocketAddr> = host
            .to_socket_addrs()
            .map_err(|e| self.fault(ServerFault::HostUnknown(e.to_string())))?
            .collect();
        let tls = match self.server.security {
            Security::None => None,
            Security::Tls | Security::StartTls => Some(self.tls()?),
        };
        let at_once = tls
            .as_ref()
            .filter(|_| self.server.security == Security::Tls);
        let time = Some(self.opening.min(self.timeout()));
        let mut smtp =
            SmtpConnection::connect(addresses.as_slice(), time, &self.hello, at_once, None)
                .map_err(|e| self.fault(opening(&e, "greeting")))?;
        if let (Security::StartTls, Some(tls)) = (self.server.security, &tls) {
            if !smtp.can_starttls() {
                smtp.abort();
                return Err(self.fault(ServerFault::NoStartTls));
            }
            smtp.starttls(tls, &self.hello)
                .map_err(|e| self.fault(opening(&e, "TLS")))?;
        }
        if let Some(login) = &self.server.login {
            self.log_in(&mut smtp, login)?;
        }
        let _ = smtp.set_timeout(Some(self.timeout()));
        Ok(Connection { smtp, letters: 0 })
    }

    fn tls(&self) -> Result<TlsParameters, PostError> {
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
        builder
            .build_rustls()
            .map_err(|e| self.fault(ServerFault::Certificates(e.to_string())))
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

    /// Hands one letter over. A connection kept from before may have been closed
    /// meanwhile: then a new one is tried, once.
    fn hand_over(&mut self, parcel: &Parcel<'_>) -> Result<Delivery, PostError> {
        let (from, to) = match (parcel.from.parse(), parcel.to.parse()) {
            (Ok(from), Ok(to)) => (from, to),
            (Err(e), _) | (_, Err(e)) => {
                let why = format!("no address to send to: {e}");
                return Ok(Delivery::Never(why));
            }
        };
        loop {
            let kept = self.connection.take();
            let was_kept = kept.is_some();
            let mut connection = match kept {
                Some(connection) => connection,
                None => self.open()?,
            };
            let came = self.carry(&mut connection, &from, &to, parcel.bytes);
            connection.letters += 1;
            match &came {
                Ok(()) if connection.letters < LETTERS => self.connection = Some(connection),
                Err(Setback::Letter(_))
                    if connection.letters < LETTERS && connection.smtp.command(Rset).is_ok() =>
                {
                    self.connection = Some(connection);
                }
                Ok(()) | Err(Setback::Letter(_) | Setback::Queue(_)) => farewell(connection),
                // Nobody is there to take leave of.
                Err(Setback::Unknown(_) | Setback::Broken(_) | Setback::Stale(_)) => {}
            }
            return match came {
                Ok(()) => Ok(Delivery::Delivered),
                Err(Setback::Letter(delivery)) => Ok(delivery),
                Err(Setback::Unknown(why)) => Ok(Delivery::Later(why)),
                Err(Setback::Broken(_) | Setback::Stale(_)) if was_kept => continue,
                Err(Setback::Broken(fault)) => Ok(Delivery::Later(fault.to_string())),
                Err(Setback::Stale(fault) | Setback::Queue(fault)) => Err(self.fault(fault)),
            };
        }
    }

    fn carry(
        &self,
        connection: &mut Connection,
        from: &Address,
        to: &Address,
        bytes: &[u8],
    ) -> Result<(), Setback> {
        let smtp = &mut connection.smtp;
        let mut wishes = Vec::new();
        let is_utf8 = [from, to].iter().any(|a| !a.to_string().is_ascii());
        if is_utf8 {
            if !smtp.server_info().supports_feature(Extension::SmtpUtfEight) {
                let why = format!(
                    "the outgoing server does not speak SMTPUTF8, which the address {to} needs"
                );
                return Err(Setback::Letter(Delivery::Never(why)));
            }
            wishes.push(MailParameter::SmtpUtfEight);
        }
        if !bytes.is_ascii() && smtp.server_info().supports_feature(Extension::EightBitMime) {
            wishes.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        // The sender is the same for every letter.
        smtp.command(Mail::new(Some(from.clone()), wishes))
            .map_err(|e| match answer(&e) {
                Some(421) => Setback::Stale(ServerFault::Busy(words(&e))),
                Some(code) if code < 500 => Setback::Queue(ServerFault::Busy(words(&e))),
                Some(_) => Setback::Queue(ServerFault::Refused(words(&e))),
                None => Setback::Stale(broken(&e, "MAIL")),
            })?;
        smtp.command(Rcpt::new(to.clone(), Vec::new()))
            .map_err(|e| self.recipient(&e))?;
        smtp.command(Data).map_err(|e| of_letter(&e, "DATA"))?;
        let dot = self.timeout() * DOT;
        let _ = smtp.set_timeout(Some(dot));
        let lines = lines(bytes);
        let taken = match whole(&lines) {
            Some(whole) => smtp.command(whole),
            None => smtp.message(&lines),
        };
        let _ = smtp.set_timeout(Some(self.timeout()));
        match taken {
            Ok(response) if is_taken(&response) => Ok(()),
            Ok(response) => {
                let why = format!("no answer of a server: {}", text(&response));
                Err(Setback::Letter(Delivery::Later(why)))
            }
            Err(e) => match answer(&e) {
                Some(_) => Err(of_letter(&e, "the letter")),
                None => Err(Setback::Unknown(format!(
                    "{}: perhaps it was taken, perhaps not; it is sent again under the same \
                     Message-ID",
                    broken(&e, "the letter's end")
                ))),
            },
        }
    }

    /// What a refused recipient means. Where we have no account there, a refusal
    /// to pass letters on is about us.
    fn recipient(&self, e: &smtp::Error) -> Setback {
        let text = words(e);
        match answer(e) {
            Some(421) => Setback::Broken(ServerFault::Busy(text)),
            Some(530 | 534 | 535 | 538) => Setback::Queue(ServerFault::Password(text)),
            Some(_)
                if self.server.login.is_none() && text.to_ascii_lowercase().contains("relay") =>
            {
                Setback::Queue(ServerFault::Refused(text))
            }
            _ => of_letter(e, "RCPT"),
        }
    }
}

impl Outbox for SmtpOutbox {
    fn at_once(&self) -> u32 {
        // What the server has taken is to be known here before it takes the next.
        1
    }

    fn deliver(&mut self, batch: &[Parcel<'_>], _now: Instant) -> Result<Vec<Delivery>, PostError> {
        one_by_one(batch, |parcel| self.hand_over(parcel))
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        farewell(self.open()?);
        Ok(())
    }
}

impl Drop for SmtpOutbox {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            farewell(connection);
        }
    }
}

fn farewell(mut connection: Connection) {
    if !connection.smtp.has_broken() {
        let _ = connection.smtp.set_timeout(Some(Duration::from_secs(5)));
        connection.smtp.abort();
    }
}

/// The code of a server's refusal; none where it did not answer.
fn answer(e: &smtp::Error) -> Option<u16> {
    e.status().map(u16::from)
}

fn is_taken(response: &Response) -> bool {
    (200..300).contains(&u16::from(response.code()))
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

fn of_letter(e: &smtp::Error, step: &'static str) -> Setback {
    match answer(e) {
        Some(421) => Setback::Broken(ServerFault::Busy(words(e))),
        Some(code) if code < 500 => Setback::Letter(Delivery::Later(words(e))),
        Some(_) => Setback::Letter(Delivery::Never(words(e))),
        None => Setback::Broken(broken(e, step)),
    }
}

/// What the server said, with its code; else what the system says.
fn words(e: &smtp::Error) -> String {
    let text = e
        .source()
        .map_or_else(|| e.to_string(), ToString::to_string);
    match answer(e) {
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
    match answer(e) {
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
