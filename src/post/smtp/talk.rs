//! The conversation with an SMTP server. A reply is judged by its three digits and by nothing
//! else (RFC 5321, 4.2): one without a text, with a text in whatever charset, longer than a
//! line may be or ended by a line feed alone says what its digits say. Whoever took such a
//! reply for a broken connection would send a letter again that was taken.

use super::super::PostError;
use super::super::fault::{ServerFault, said};
use super::super::wire::Wire;
use crate::config::Server;
use rustls::ClientConfig;
use std::sync::Arc;
use std::time::Duration;

/// Of a line of a reply, so many bytes are kept; a longer one is read to its end.
const LINE: usize = 4_096;

/// So many lines of a reply are kept.
const KEPT: usize = 200;

/// Lines of a reply at most: a server that goes on for ever says nothing.
const LINES: usize = 10_000;

/// A letter may take so much longer than another step: bytes a second.
const SLOWEST: u64 = 4 << 10;

/// A connection to an SMTP server.
pub(super) struct Talk {
    wire: Wire,
    broken: bool,
    /// What it offers beyond the plain protocol, in upper case.
    offers: Vec<String>,
}

/// What a server answered to one command.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// Its three digits.
    pub code: u16,
    lines: Vec<String>,
}

impl Reply {
    /// The first digit: 2 and 3 are a yes, 4 is not now, 5 a no.
    pub fn class(&self) -> u16 {
        self.code / 100
    }

    /// The code and the server's words, fit for a log.
    pub fn words(&self) -> String {
        let text = format!("{} {}", self.code, self.lines.join(" "));
        said(text.as_bytes())
    }

    /// What it means where it ends an opening.
    pub fn fault(&self) -> ServerFault {
        match self.class() {
            4 => ServerFault::Busy(self.words()),
            5 => ServerFault::Refused(self.words()),
            _ => ServerFault::Nonsense(self.words()),
        }
    }
}

/// A line of a reply: its code, whether it is the last, and its text. `None`: it is none.
fn reply_line(line: &[u8]) -> Option<(u16, bool, String)> {
    let (digits, rest) = line.split_at_checked(3)?;
    if !matches!(digits, [b'2'..=b'5', b'0'..=b'9', b'0'..=b'9']) {
        return None;
    }
    let code = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let text = rest.get(1..).unwrap_or_default();
    let text = text.get(..LINE).unwrap_or(text);
    match rest.first() {
        Some(b'0'..=b'9') => None,
        first => {
            let text = String::from_utf8_lossy(text).trim().to_owned();
            Some((code, first != Some(&b'-'), text))
        }
    }
}

impl Talk {
    /// Connects and hears the greeting; with TLS from the first byte where the configuration
    /// says so.
    pub fn open(
        server: &Server,
        patience: Duration,
        trusted: Option<Arc<ClientConfig>>,
    ) -> Result<Talk, ServerFault> {
        let wire = Wire::open_within(server, patience, trusted).map_err(fault_of)?;
        let mut talk = Talk {
            wire,
            broken: false,
            offers: Vec::new(),
        };
        match talk.reply() {
            Ok(greeting) if greeting.class() == 2 => Ok(talk),
            Ok(refusal) => Err(refusal.fault()),
            Err(ServerFault::Nonsense(what)) => Err(ServerFault::Stranger(what)),
            Err(fault) => Err(fault),
        }
    }

    /// Says who we are, and hears what the server offers. HELO is for a server that knows no
    /// EHLO (5xx), and offers nothing: neither TLS nor a way to log in.
    ///
    /// # Errors
    /// Also where it knows no EHLO and `needs_offers`.
    pub fn greet(
        &mut self,
        name: &str,
        needs_offers: bool,
        time: Duration,
    ) -> Result<(), ServerFault> {
        self.offers.clear();
        let reply = self.command(format!("EHLO {name}\r\n"), "greeting", time)?;
        match reply.class() {
            2 => {
                let offers = reply.lines.iter().skip(1);
                self.offers = offers.map(|offer| offer.to_ascii_uppercase()).collect();
                Ok(())
            }
            5 if !needs_offers => {
                let reply = self.command(format!("HELO {name}\r\n"), "greeting", time)?;
                match reply.class() {
                    2 => Ok(()),
                    _ => Err(reply.fault()),
                }
            }
            _ => Err(reply.fault()),
        }
    }

    /// Goes over to TLS. What stands behind the word for it was put there by somebody on the
    /// way, and is never heard (RFC 3207, 4.2).
    pub fn start_tls(&mut self, time: Duration) -> Result<(), ServerFault> {
        if !self.offers("STARTTLS") {
            self.farewell();
            return Err(ServerFault::NoStartTls);
        }
        let reply = self.command("STARTTLS\r\n", "TLS", time)?;
        if reply.class() != 2 {
            return Err(reply.fault());
        }
        self.wire.forget_ahead();
        self.wire.guard().map_err(|e| self.breaks(e))
    }

    /// Whether the server offers something.
    pub fn offers(&self, what: &str) -> bool {
        let first = |offer: &String| offer.split_whitespace().next() == Some(what);
        self.offers.iter().any(first)
    }

    /// The ways to log in that it offers; `AUTH=` is how old servers say it.
    pub fn ways(&self) -> Vec<&str> {
        let lists = self.offers.iter().filter_map(|offer| {
            let list = offer.strip_prefix("AUTH")?;
            list.strip_prefix([' ', '='])
        });
        lists.flat_map(str::split_whitespace).collect()
    }

    /// Says something and hears the answer, within that time; a long text has more.
    pub fn command(
        &mut self,
        words: impl AsRef<[u8]>,
        step: &'static str,
        time: Duration,
    ) -> Result<Reply, ServerFault> {
        let words = words.as_ref();
        let more = u64::try_from(words.len()).unwrap_or(u64::MAX) / SLOWEST;
        let time = time.saturating_add(Duration::from_secs(more));
        self.wire.step_within(step, time);
        self.wire.send(words).map_err(|e| self.breaks(e))?;
        self.reply()
    }

    /// Hears the answer to a command that was said with the one before it.
    pub fn next_reply(&mut self, step: &'static str, time: Duration) -> Result<Reply, ServerFault> {
        self.wire.step_within(step, time);
        self.reply()
    }

    /// Takes leave, where there is still somebody.
    pub fn farewell(&mut self) {
        if !self.broken {
            let _ = self.command("QUIT\r\n", "QUIT", Duration::from_secs(5));
            self.broken = true;
        }
    }

    fn reply(&mut self) -> Result<Reply, ServerFault> {
        let mut lines = Vec::new();
        for _ in 0..LINES {
            let line = self.wire.line().map_err(|e| self.breaks(e))?;
            let Some((code, is_last, text)) = reply_line(&line) else {
                self.broken = true;
                return Err(ServerFault::Nonsense(said(&line)));
            };
            if lines.len() < KEPT {
                lines.push(text);
            }
            if is_last {
                return Ok(Reply { code, lines });
            }
        }
        self.broken = true;
        Err(ServerFault::Nonsense("a reply without an end".to_owned()))
    }

    fn breaks(&mut self, e: PostError) -> ServerFault {
        self.broken = true;
        fault_of(e)
    }
}

fn fault_of(e: PostError) -> ServerFault {
    match e {
        PostError::Server(e) => e.fault,
        other => ServerFault::Nonsense(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::reply_line;

    #[test]
    fn three_digits_say_everything() {
        let long = [&b"250 "[..], &[b'x'; 100_000]].concat();
        for (line, code, is_last) in [
            (&b"250"[..], 250, true),
            (b"250 ", 250, true),
            (b"250-", 250, false),
            (b"250 \xcf\xcb", 250, true),
            (b"550\tno", 550, true),
            (b"354 End data", 354, true),
            (&long, 250, true),
        ] {
            let read = reply_line(line).unwrap();
            assert_eq!((read.0, read.1), (code, is_last), "{line:?}");
            assert!(read.2.len() <= super::LINE);
        }
        for line in [
            &b""[..],
            b"25",
            b"2500",
            b"150 x",
            b"650 x",
            b"* OK",
            b"+OK x",
            b"\xcf\xcb\xc1 x",
        ] {
            assert!(reply_line(line).is_none(), "{line:?}");
        }
    }
}
