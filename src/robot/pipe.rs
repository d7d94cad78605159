//! One message from a mail server's pipe: kept at once, processed by the next
//! pass. It needs the database and nothing else, so a pass at work, a broken
//! template or a mail server that is away cannot turn it back.

use super::home::Home;
use super::hours::weigh;
use super::intake::{Keeping, Prepared, keep};
use crate::config::Config;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::post::{Came, Content, Message};
use crate::store::{Press, Store};
use crate::time::Instant;
use std::io::Read;
use std::time::Duration;

/// How long a message waits for another writer. Mail servers give a pipe a
/// quarter of an hour and more; nobody reads along.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much is read at a time of what will not be kept.
const SLICE: usize = 64 << 10;

/// Keeps the message that a pipe hands over. When this returns, its bytes are on
/// the disk; whatever it returns as an error, nothing was kept.
///
/// # Errors
/// Where it could not be read whole or stored; the mail server has to keep it.
pub fn deliver(
    home: &Home,
    config: &Config,
    mut pipe: impl Read,
    now: Instant,
    rehearsed: bool,
) -> Result<InboundId, Failure> {
    let limit = usize::try_from(config.limits.max_message_bytes).unwrap_or(usize::MAX);
    let message = Message {
        key: String::new(),
        mark: String::new(),
        content: read(&mut pipe, limit)
            .map_err(|e| Failure::later(format!("the message could not be read: {e}")))?,
        came: Came::Unknown,
    };
    let mut store = Store::open(home.database())?;
    store.be_patient(PATIENCE)?;
    // A place that is away keeps no letter out: the next pass writes it there.
    if let Err(failure) = super::archiving::attach(&mut store, home, config) {
        tracing::warn!("{failure}");
    }
    // Whatever the hour is worth, the letter is kept; one in doubt marks it.
    weigh(&mut store, now, rehearsed)?;
    let keeping = Keeping {
        now,
        rehearsed,
        domain: config.robot_domain().to_owned(),
    };
    let prepared = Prepared::new(&message, &mut Press::default())?;
    store.write(|tx| {
        keep(tx, &prepared, &keeping)?
            .new_id()
            .ok_or_else(|| Failure::failed("a message without a key was known already"))
    })
}

/// Reads a message to its end, so that the mail server never writes into a closed
/// pipe; of one that is too large only the beginning is kept.
fn read(pipe: &mut impl Read, limit: usize) -> std::io::Result<Content> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit.saturating_add(1)).unwrap_or(u64::MAX);
    pipe.by_ref().take(most).read_to_end(&mut bytes)?;
    if bytes.len() <= limit {
        without_envelope_line(&mut bytes);
        return Ok(Content::Whole(bytes));
    }
    let mut size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mut slice = vec![0; SLICE];
    loop {
        match pipe.read(&mut slice) {
            Ok(0) => break,
            Ok(n) => size = size.saturating_add(u64::try_from(n).unwrap_or(0)),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    without_envelope_line(&mut bytes);
    Ok(Content::too_large(size, bytes))
}

/// Takes off the line `From sender date` that some servers put before a message
/// (the flag F of Postfix, procmail): it is the envelope's, no header field.
fn without_envelope_line(bytes: &mut Vec<u8>) {
    if bytes.starts_with(b"From ") {
        let end = bytes.iter().position(|b| *b == b'\n');
        bytes.drain(..end.map_or(bytes.len(), |n| n + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::HEAD_BYTES;

    fn read_all(text: &str, limit: usize) -> Content {
        read(&mut text.as_bytes(), limit).unwrap()
    }

    #[test]
    fn the_bytes_are_kept_as_they_are() {
        let text = "Subject: x\n\n1. 5254\n";
        assert_eq!(
            read_all(text, text.len()),
            Content::Whole(text.as_bytes().to_vec())
        );
        assert_eq!(read_all("", 10), Content::Whole(Vec::new()));
    }

    #[test]
    fn the_line_of_an_mbox_is_no_header() {
        let letter = "Subject: From me\n\nFrom here on\n";
        let text = format!("From ann@a.example Sat Jan 10 09:00:00 2026\n{letter}");
        assert_eq!(
            read_all(&text, 1_000),
            Content::Whole(letter.as_bytes().to_vec())
        );
        assert_eq!(read_all("From ", 1_000), Content::Whole(Vec::new()));
    }

    #[test]
    fn what_is_too_large_is_read_to_its_end_and_kept_as_its_beginning() {
        let header = "Subject: x\r\n\r\n";
        let text = format!("{header}{}", "y".repeat(300_000));
        let size = u64::try_from(text.len()).unwrap();
        let mut pipe = text.as_bytes();
        let head = text.as_bytes().get(..HEAD_BYTES).unwrap().to_vec();
        assert_eq!(
            read(&mut pipe, 20_000).unwrap(),
            Content::TooLarge { size, head }
        );
        assert!(pipe.is_empty());
    }
}
