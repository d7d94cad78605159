//! A connection to a mail server, guarded by TLS or not, on which every step has
//! its time: IMAP and POP3 speak over it.

use super::PostError;
use super::fault::{Distrust, ServerError, ServerFault, said};
use crate::config::{Security, Server};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest wait for a connection, and for the server's first word.
const CONNECT: Duration = Duration::from_secs(20);
/// Longest line: a search of a folder with some million letters.
const LINE: usize = 16 << 20;
/// A letter's body may take so much longer than another step: bytes a second.
const SLOWEST: u64 = 4 << 10;
/// Read at a time.
const SLICE: usize = 16 << 10;

/// A connection.
pub(super) struct Wire {
    stream: Stream,
    server: Server,
    ahead: Ahead,
    doing: &'static str,
    deadline: Instant,
    /// How long the connection, its greeting and a handshake may take.
    patience: Duration,
    /// Whom we trust, where that was read before.
    trusted: Option<Arc<ClientConfig>>,
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
}

/// A letter, or the part of it that may be kept.
pub(super) struct WireBlock {
    pub kept: Vec<u8>,
    pub size: u64,
}

/// What came and was not asked for yet.
#[derive(Default)]
struct Ahead {
    bytes: Vec<u8>,
    from: usize,
    /// Before this there is no end of a line: a line that comes in a thousand pieces is looked
    /// through once, not a thousand times.
    looked: usize,
}

impl Ahead {
    fn there(&self) -> &[u8] {
        self.bytes.get(self.from..).unwrap_or_default()
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.from > SLICE {
            self.bytes.drain(..self.from);
            self.looked = self.looked.saturating_sub(self.from);
            self.from = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// So many bytes were asked for.
    fn take(&mut self, n: usize) {
        self.from += n;
    }

    /// The next line, without its end, once it is there.
    fn line(&mut self) -> Option<Vec<u8>> {
        let looked = self.looked.max(self.from);
        let new = self.bytes.get(looked..).unwrap_or_default();
        let Some(end) = new.iter().position(|b| *b == b'\n') else {
            self.looked = self.bytes.len();
            return None;
        };
        let end = looked + end;
        let line = self.bytes.get(self.from..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        self.from = end + 1;
        Some(line)
    }
}

impl Wire {
    /// Connects; with TLS from the first byte where the configuration says so.
    pub fn open(server: &Server) -> Result<Wire, PostError> {
        Wire::open_within(server, CONNECT, None)
    }

    /// The same with a longest wait for the connection and the first word, and whom we trust,
    /// where that is known: handshakes that share it are shorter.
    pub fn open_within(
        server: &Server,
        patience: Duration,
        trusted: Option<Arc<ClientConfig>>,
    ) -> Result<Wire, PostError> {
        let error = |fault| error(server, fault);
        let addresses = (server.host.as_str(), server.port)
            .to_socket_addrs()
            .map_err(|e| error(ServerFault::HostUnknown(e.to_string())))?;
        let mut why = "the host has no address".to_owned();
        let patience = patience.min(timeout(server));
        let mut found = None;
        for address in addresses {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(stream) => {
                    found = Some(stream);
                    break;
                }
                Err(e) => why = e.to_string(),
            }
        }
        let Some(stream) = found else {
            return Err(error(ServerFault::Unreachable(why)));
        };
        // Commands are small and each waits for its answer.
        let _ = stream.set_nodelay(true);
        let mut wire = Wire {
            stream: Stream::Plain(stream),
            server: server.clone(),
            ahead: Ahead::default(),
            doing: "greeting",
            deadline: Instant::now() + patience,
            patience,
            trusted,
        };
        if server.security == Security::Tls {
            wire.guard()?;
        }
        wire.step_within("greeting", patience);
        Ok(wire)
    }

    /// Goes over to TLS. What was sent in the clear behind the word for it is
    /// refused: somebody on the way put it there.
    pub fn guard(&mut self) -> Result<(), PostError> {
        if !self.ahead.there().is_empty() {
            return Err(self.fault(ServerFault::Nonsense(
                "words between STARTTLS and TLS".to_owned(),
            )));
        }
        let Stream::Plain(plain) = &self.stream else {
            return Ok(());
        };
        let mut tcp = plain
            .try_clone()
            .map_err(|e| self.fault(ServerFault::Tls(e.to_string())))?;
        let config = match &self.trusted {
            Some(known) => Arc::clone(known),
            None => trust(self.server.ca_file.as_deref())
                .map_err(|why| self.fault(ServerFault::Certificates(why)))?,
        };
        let name = ServerName::try_from(self.server.host.clone())
            .map_err(|e| self.fault(ServerFault::Tls(e.to_string())))?;
        let mut tls = ClientConnection::new(config, name)
            .map_err(|e| self.fault(ServerFault::Tls(e.to_string())))?;
        self.step_within("TLS", self.patience);
        while tls.is_handshaking() {
            self.give_time(&tcp)?;
            match tls.complete_io(&mut tcp) {
                Ok(_) => {}
                Err(e) if is_waiting(&e) => {}
                Err(e) => return Err(self.fault(tls_fault(&e))),
            }
        }
        self.stream = Stream::Tls(Box::new(StreamOwned::new(tls, tcp)));
        Ok(())
    }

    /// What came and was not asked for is never heard.
    pub fn forget_ahead(&mut self) {
        self.ahead = Ahead::default();
    }

    /// A step of the conversation begins, with its time.
    pub fn step(&mut self, doing: &'static str) {
        self.step_within(doing, timeout(&self.server));
    }

    /// A step that has to carry so many bytes.
    pub fn step_carrying(&mut self, doing: &'static str, bytes: u64) {
        let more = Duration::from_secs(bytes / SLOWEST);
        self.step_within(doing, timeout(&self.server) + more);
    }

    /// A step with a time of its own.
    pub fn step_within(&mut self, doing: &'static str, time: Duration) {
        self.doing = doing;
        self.deadline = Instant::now() + time;
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), PostError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            self.give_time_here()?;
            let written = match &mut self.stream {
                Stream::Plain(s) => s.write(rest),
                Stream::Tls(s) => s.write(rest),
            };
            match written {
                Ok(0) => return Err(self.cut()),
                Ok(n) => rest = rest.get(n..).unwrap_or_default(),
                Err(e) if is_waiting(&e) => {}
                Err(e) => return Err(self.io(&e)),
            }
        }
        loop {
            self.give_time_here()?;
            let flushed = match &mut self.stream {
                Stream::Plain(s) => s.flush(),
                Stream::Tls(s) => s.flush(),
            };
            match flushed {
                Ok(()) => return Ok(()),
                Err(e) if is_waiting(&e) => {}
                Err(e) => return Err(self.io(&e)),
            }
        }
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Result<Vec<u8>, PostError> {
        loop {
            if let Some(line) = self.line_there()? {
                return Ok(line);
            }
            self.give_time_here()?;
            self.read_on()?;
        }
    }

    /// The next line, or `None` where none came in that time.
    pub fn line_within(&mut self, time: Duration) -> Result<Option<Vec<u8>>, PostError> {
        let until = Instant::now() + time;
        loop {
            if let Some(line) = self.line_there()? {
                return Ok(Some(line));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.set_timeout(left)?;
            self.read_on()?;
        }
    }

    /// The next so many bytes, of which at most `keep` are kept.
    pub fn block(&mut self, size: u64, keep: u64) -> Result<WireBlock, PostError> {
        let mut kept = Vec::new();
        let (mut left, mut room) = (size, keep.min(size));
        while left > 0 {
            let there = self.ahead.there();
            if there.is_empty() {
                self.give_time_here()?;
                self.read_on()?;
                continue;
            }
            let n = usize::try_from(left).unwrap_or(usize::MAX).min(there.len());
            let k = usize::try_from(room).unwrap_or(usize::MAX).min(n);
            kept.extend_from_slice(there.get(..k).unwrap_or_default());
            self.ahead.take(n);
            left -= u64::try_from(n).unwrap_or(left);
            room -= u64::try_from(k).unwrap_or(room);
        }
        Ok(WireBlock { kept, size })
    }

    /// An error of this server.
    pub fn fault(&self, fault: ServerFault) -> PostError {
        error(&self.server, fault)
    }

    fn line_there(&mut self) -> Result<Option<Vec<u8>>, PostError> {
        match self.ahead.line() {
            None if self.ahead.there().len() > LINE => {
                Err(self.fault(ServerFault::Nonsense("a line without an end".to_owned())))
            }
            line => Ok(line),
        }
    }

    /// Reads what is there, or nothing where nothing came in time.
    fn read_on(&mut self) -> Result<(), PostError> {
        let mut slice = [0; SLICE];
        let read = match &mut self.stream {
            Stream::Plain(s) => s.read(&mut slice),
            Stream::Tls(s) => s.read(&mut slice),
        };
        match read {
            Ok(0) => Err(self.cut()),
            Ok(n) => {
                self.ahead.add(slice.get(..n).unwrap_or_default());
                Ok(())
            }
            Err(e) if is_waiting(&e) => Ok(()),
            Err(e) => Err(self.io(&e)),
        }
    }

    fn give_time_here(&mut self) -> Result<(), PostError> {
        let left = self.time_left()?;
        self.set_timeout(left)
    }

    fn give_time(&self, tcp: &TcpStream) -> Result<(), PostError> {
        let left = self.time_left()?;
        tcp.set_read_timeout(Some(left))
            .and_then(|()| tcp.set_write_timeout(Some(left)))
            .map_err(|e| self.io(&e))
    }

    fn time_left(&self) -> Result<Duration, PostError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(self.fault(ServerFault::Silent(self.doing))),
            false => Ok(left.max(Duration::from_millis(1))),
        }
    }

    fn set_timeout(&self, time: Duration) -> Result<(), PostError> {
        let tcp = match &self.stream {
            Stream::Plain(s) => s,
            Stream::Tls(s) => s.get_ref(),
        };
        let time = Some(time.max(Duration::from_millis(1)));
        tcp.set_read_timeout(time)
            .and_then(|()| tcp.set_write_timeout(time))
            .map_err(|e| self.io(&e))
    }

    fn cut(&self) -> PostError {
        self.fault(ServerFault::Cut(self.doing))
    }

    fn io(&self, e: &std::io::Error) -> PostError {
        match e.get_ref().and_then(|i| i.downcast_ref::<rustls::Error>()) {
            Some(_) => self.fault(tls_fault(e)),
            None => self.cut(),
        }
    }
}

fn error(server: &Server, fault: ServerFault) -> PostError {
    PostError::Server(Box::new(ServerError {
        server: format!("{}:{}", server.host, server.port),
        fault,
    }))
}

fn timeout(server: &Server) -> Duration {
    Duration::from_secs(u64::from(server.timeout_seconds.max(1)))
}

fn is_waiting(e: &std::io::Error) -> bool {
    matches!(
        e.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// What a failed handshake means.
fn tls_fault(e: &std::io::Error) -> ServerFault {
    match e.get_ref().and_then(|i| i.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(why)) => ServerFault::Certificate(match why {
            CertificateError::UnknownIssuer | CertificateError::BadSignature => Distrust::Issuer,
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                Distrust::Name
            }
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. } => Distrust::Time,
            other => match format!("{other:?}") {
                why if why.contains("CaUsedAsEndEntity") => Distrust::Authority,
                why => Distrust::Other(said(why.as_bytes())),
            },
        }),
        Some(rustls::Error::InvalidMessage(_)) => {
            ServerFault::Tls("the server does not speak TLS at this port".to_owned())
        }
        Some(other) => ServerFault::Tls(said(other.to_string().as_bytes())),
        None => ServerFault::Cut("TLS"),
    }
}

/// Whom we trust: the system's authorities, or those of a file instead.
pub(super) fn trust(ca_file: Option<&Path>) -> Result<Arc<ClientConfig>, String> {
    let mut roots = RootCertStore::empty();
    match ca_file {
        Some(path) => {
            for certificate in certificates(path)? {
                roots
                    .add(certificate)
                    .map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
        None => {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
            if roots.is_empty() {
                return Err("this system has none (package ca-certificates)".to_owned());
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| e.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The certificates of a file.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let name = path.display();
    let text = std::fs::read(path).map_err(|e| format!("{name}: {e}"))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(found) if found.is_empty() => Err(format!("{name}: there is no certificate in it")),
        Ok(found) => Ok(found),
        Err(e) => Err(format!("{name}: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_that_came_in_whatever_pieces() {
        let text = b"* OK one\r\nsecond\n\r\n\nlast without";
        for size in 1..text.len() {
            let (mut ahead, mut lines) = (Ahead::default(), Vec::new());
            for piece in text.chunks(size) {
                ahead.add(piece);
                while let Some(line) = ahead.line() {
                    lines.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(lines, ["* OK one", "second", "", ""], "{size}");
            assert_eq!(ahead.there(), b"last without", "{size}");
        }
    }

    /// What was looked through and has no end is not looked through again: sixteen megabytes in
    /// pieces of sixteen kilobytes would be eight thousand million bytes.
    #[test]
    fn a_line_without_an_end_is_looked_through_once() {
        let mut ahead = Ahead::default();
        ahead.add(b"first\r\nabc");
        assert_eq!(ahead.line().as_deref(), Some(&b"first"[..]));
        let mut looked = 0;
        for _ in 0..1_000 {
            ahead.add(&[b'x'; SLICE]);
            let from = ahead.looked.max(ahead.from);
            assert_eq!(ahead.line(), None);
            looked += ahead.looked - from;
        }
        assert_eq!(looked, 3 + 1_000 * SLICE);
        assert_eq!(ahead.there().len(), looked);
        // A block may be taken out of what was looked through.
        ahead.take(3);
        ahead.add(b"\nnext\n");
        assert_eq!(ahead.line().map(|line| line.len()), Some(1_000 * SLICE));
        assert_eq!(ahead.line().as_deref(), Some(&b"next"[..]));
    }
}
