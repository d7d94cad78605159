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
use std::os::unix::process::parent_id;
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
    let parent = parent_id();
    let content = read(&mut pipe, limit)
        .map_err(|e| Failure::later(format!("the message could not be read: {e}")))?;
    let is_left_alone = parent_id() != parent;
    if matches!(&content, Content::Whole(bytes) if is_cut(bytes, is_left_alone)) {
        return Err(Failure::later(
            "the message was cut short: it ends within a line or within its header, and nothing \
             was kept",
        )
        .hint("whoever hands it over keeps it, and does so once more"));
    }
    let message = Message {
        key: String::new(),
        mark: String::new(),
        content,
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

/// Header fields with which a mail server hands a message over, in small letters.
const OF_A_SERVER: [&[u8]; 5] = [
    b"return-path:",
    b"received:",
    b"delivered-to:",
    b"x-original-to:",
    b"from:",
];

/// Whether a message was cut short. Of a writer who is killed a pipe tells nothing: what he had
/// written is followed by the end. But a mail server ends each line, the last one too, and the
/// header by an empty one (RFC 5322, 2.1), and what it writes at a time ends anywhere. Bytes of
/// nobody's that are no message are kept as they are, unless who started us has ended meanwhile.
fn is_cut(bytes: &[u8], is_left_alone: bool) -> bool {
    let has = |empty: &[u8]| bytes.windows(empty.len()).any(|at| at == empty);
    let begins = bytes.starts_with(b"\n") || bytes.starts_with(b"\r\n");
    let is_whole = bytes.ends_with(b"\n") && (begins || has(b"\n\n") || has(b"\n\r\n"));
    !is_whole && (is_left_alone || is_of_a_server(bytes))
}

/// Whether a header begins as a mail server writes it.
fn is_of_a_server(bytes: &[u8]) -> bool {
    let is_field = |line: &[u8]| {
        OF_A_SERVER.iter().any(|name| {
            line.get(..name.len())
                .is_some_and(|own| own.eq_ignore_ascii_case(name))
        })
    };
    let header = bytes.split(|b| *b == b'\n');
    let mut header = header.take_while(|line| !line.trim_ascii().is_empty());
    header.any(is_field)
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
    fn what_a_killed_writer_leaves_is_no_whole_message() {
        let whole = "Received: by mx\r\nSubject: x\r\n\r\n1. 5254\r\n";
        let unix = whole.replace("\r\n", "\n");
        for whole in [whole, &unix, "From: ann@a.example\n\n", "\n1. 5254\n"] {
            assert!(!is_cut(whole.as_bytes(), true), "{whole:?}");
        }
        for cut in [
            "Received: by mx",
            "Received: by mx\r\n",
            "FROM: ann@a.example\r\n\r",
            "Subject: x\nFrom: ann@a.example\n\n1. 52",
        ] {
            assert!(is_cut(cut.as_bytes(), false), "{cut:?}");
        }
        for nothing in ["", "no header at all", "Subject: =?utf-8?B?"] {
            assert!(!is_cut(nothing.as_bytes(), false), "{nothing:?}");
            assert!(is_cut(nothing.as_bytes(), true), "{nothing:?}");
        }
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
            read(&mut pipe, 100_000).unwrap(),
            Content::TooLarge { size, head }
        );
        assert!(pipe.is_empty());
    }
}
