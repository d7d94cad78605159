//! A letter as it arrived: its headers, what kind of mail it is, and the
//! player's own words. Only this module knows the mail parser.
//!
//! Reading never panics and its work is bounded: every limit is a named
//! constant beside the code it protects.

pub mod authentication;
pub mod quotation;

mod alphabet;
mod attribution;
mod body;
mod boilerplate;
mod charset;
mod contents;
mod encoded;
mod headers;
mod kind;
mod line;
mod mime;
mod own;
mod page;
mod paragraphs;
mod plain;
mod report;
mod shown;
mod transfer;

pub use charset::decode;
pub use contents::contents;
pub use headers::HeaderPlaces;
pub use kind::ToldBy;
pub use own::MAX_LINES;
pub use paragraphs::Paragraphs;
pub use report::{DeliveryFate, DeliveryReport};
pub use shown::{ReadableLetter, RenderedHtml, SentWords, passed_on, readable, sent, shown};

use crate::pattern::pattern;
use crate::time::Instant;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// What kind of mail a message is. Only a person's is answered and searched for requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailKind {
    /// A person wrote it.
    Person,
    /// An out-of-office note or another automatic answer (RFC 3834).
    AutoReply,
    /// A delivery report that something did not arrive (RFC 3464 and private forms).
    Bounce,
    /// Mailing lists, newsletters, calendar mail, read receipts, delays, our own mail.
    Bulk,
}

impl MailKind {
    /// As `read` and `inbox` print it.
    pub fn name(self) -> &'static str {
        match self {
            MailKind::Person => "person",
            MailKind::AutoReply => "auto-reply",
            MailKind::Bounce => "bounce",
            MailKind::Bulk => "bulk",
        }
    }
}

/// A message taken apart. Text is Unicode with LF line ends, without NUL,
/// control and bidirectional characters, and bounded in size.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Without angle brackets.
    pub message_id: Option<String>,
    /// Mailboxes in From, as written; normally exactly one, and an address. Others, such as
    /// groups, stand behind the addresses.
    pub from: Vec<String>,
    /// The name beside the first address in From, decoded; may be empty.
    pub from_name: String,
    /// Decoded, unfolded, at most 998 characters.
    pub subject: String,
    /// The Date header, where it can be read.
    pub date: Option<Instant>,
    /// The date of the topmost Received header, where it can be read.
    pub received: Option<Instant>,
    /// Message-IDs in In-Reply-To and References, without brackets, oldest first;
    /// behind them those that games in it name by their tag [`LETTER_TAG`].
    pub answers: Vec<String>,
    /// Addresses it was sent to: To, Cc, Delivered-To, X-Original-To, Envelope-To.
    pub recipients: Vec<String>,
    /// Addresses of To and Cc that are not counted above as delivery headers.
    pub visible_recipients: Vec<String>,
    /// Names in To and Cc that stand without an address.
    pub named_recipients: Vec<String>,
    /// Addresses of the Resent headers: who sent it on, and to whom.
    pub resent: Vec<String>,
    /// Which header says what of these.
    pub places: HeaderPlaces,
    /// Its signatures, good or not, in the order of the header.
    pub signatures: Vec<authentication::Signature>,
    /// What the hosts on the way wrote, in the order of the header: the last first.
    pub trace: Vec<authentication::TraceStep>,
    /// Fields that may stand once and stand twice, in lower case.
    pub doubled: Vec<&'static str>,
    /// What kind of mail it is.
    pub kind: MailKind,
    /// By what it is told that it is not a person's.
    pub told_by: ToldBy,
    /// What it reports on, where it is a delivery report.
    pub report: Option<DeliveryReport>,
    /// The readable text, quotations included.
    pub text: String,
    /// The player's own words: quotations, signature and boilerplate set aside. May be empty.
    pub own_text: String,
    /// Where the paragraphs of the own words end.
    pub paragraphs: Paragraphs,
    /// The own words of the page beside a plain text, where it has not the same.
    pub page: Option<String>,
    /// PGN parts and bodies, decoded, each once.
    pub pgn: Vec<String>,
    /// Things worth a note for the arbiter: a charset that was guessed, and the like.
    pub notes: Vec<String>,
}

impl Letter {
    /// The letter with other own words, or others in the page beside them; `None` where neither
    /// differs.
    pub fn with_words(&self, own_text: Option<String>, page: Option<String>) -> Option<Letter> {
        if own_text.is_none() && page.is_none() {
            return None;
        }
        Some(Letter {
            own_text: own_text.unwrap_or_else(|| self.own_text.clone()),
            page: page.or_else(|| self.page.clone()),
            ..self.clone()
        })
    }

    /// When a host that is not ours says that it got the letter: the topmost of them. So
    /// late it was, by another machine's clock.
    pub fn told_by(&self, is_ours: impl Fn(&str) -> bool) -> Option<Instant> {
        self.trace.iter().find_map(|step| match step {
            authentication::TraceStep::Received(hop) => {
                let theirs = hop.by.as_deref().is_some_and(|by| !is_ours(by));
                hop.at.filter(|_| theirs)
            }
            authentication::TraceStep::Results(_) | authentication::TraceStep::ReturnPath(_) => {
                None
            }
        })
    }
}

/// Why a message cannot be read at all. A letter whose text is missing or
/// strange is not unreadable: it has an empty text and perhaps notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Nothing, or nothing but white space.
    #[error("the message is empty")]
    Empty,
    /// Not a single header line.
    #[error("no header line: this is not a mail message")]
    NotAMessage,
    /// More bytes than any letter of ours has use for.
    #[error("the message is larger than {} bytes", MAX_BYTES)]
    TooLarge,
    /// The headers alone are larger than a mail server lets pass.
    #[error("the headers are larger than {} bytes", mime::MAX_HEADER_BYTES)]
    TooManyHeaders,
    /// More MIME parts than a mail client makes.
    #[error("more than {} MIME parts", mime::MAX_PARTS)]
    TooManyParts,
    /// MIME parts nested deeper than a mail client does.
    #[error("MIME parts nested more than {} deep", mime::MAX_DEPTH)]
    TooDeep,
}

/// Largest message looked into, in bytes. The configuration's limit is far
/// lower; this one keeps a caller without one from reading for ever.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;

/// Longest text kept, in bytes: a whole record of 300 moves with all its
/// quotations is a tenth of it.
pub const MAX_TEXT_BYTES: usize = 200_000;

/// Most PGN parts kept; a club player writes about a handful of games at once.
const MAX_PGN: usize = 50;

/// The tag by which a game sent as PGN says which letter of ours it came with.
/// XBoard and Scid give back tags they do not know, and answer to no letter.
pub const LETTER_TAG: &str = "PostchessLetter";

/// Most such tags looked at in one text.
const MAX_NAMED: usize = 20;

/// How much of the visible text of a message is looked at before it is known who
/// wrote it, in bytes (CONTRACT.md 5).
pub const MAX_GLANCE: usize = 8 * 1024;

/// Takes a raw message apart (RFC 5322, MIME, with either line end).
///
/// # Errors
/// Only where nothing can be made of it; see [`Unreadable`].
pub fn read(bytes: &[u8]) -> Result<Letter, Unreadable> {
    let bytes = message(bytes)?;
    let parts = mime::parts(&bytes)?;
    Ok(whole(&parts, Outside::of(&parts)?))
}

/// What tells who wrote a message, and what kind of mail it is: the headers, the
/// report of a machine, and the first [`MAX_GLANCE`] bytes of the visible text. Own
/// words are not told from others, and no game is taken out: who wrote comes before
/// what. The work does not grow with the text.
///
/// # Errors
/// As for [`read`].
pub fn glance(bytes: &[u8]) -> Result<Letter, Unreadable> {
    let bytes = message(bytes)?;
    let parts = mime::parts(&bytes)?;
    Ok(glanced(&parts, Outside::of(&parts)?))
}

/// A [`glance`] at a message, and what [`read`] makes of it where that is wanted of what was
/// seen: it is taken apart once.
///
/// # Errors
/// As for [`read`].
pub fn glance_and_read(
    bytes: &[u8],
    is_wanted: impl FnOnce(&Letter) -> bool,
) -> Result<(Letter, Option<Letter>), Unreadable> {
    let bytes = message(bytes)?;
    let parts = mime::parts(&bytes)?;
    let outside = Outside::of(&parts)?;
    let seen = glanced(&parts, outside.clone());
    let read = is_wanted(&seen).then(|| whole(&parts, outside));
    Ok((seen, read))
}

fn whole(parts: &[mime::MimePart<'_>], mut outside: Outside) -> Letter {
    let pgn = pgn_parts(parts, &mut outside.notes);
    let words = body::words(parts, &pgn, &mut outside.notes);
    outside.with(MessageWords { pgn, ..words })
}

fn glanced(parts: &[mime::MimePart<'_>], mut outside: Outside) -> Letter {
    let text = body::beginning(parts, MAX_GLANCE, &mut outside.notes);
    outside.with(MessageWords {
        text,
        ..MessageWords::default()
    })
}

/// The words of a message.
#[derive(Default)]
struct MessageWords {
    text: String,
    own_text: String,
    paragraphs: Paragraphs,
    page: Option<String>,
    pgn: Vec<String>,
}

/// A message with LF line ends; none that is too large or empty.
fn message(bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    if bytes.len() > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    let bytes = transfer::unix_lines(bytes);
    match bytes.iter().all(|b| b.is_ascii_whitespace() || *b == 0) {
        true => Err(Unreadable::Empty),
        false => Ok(bytes),
    }
}

/// What a message shows before its words are read.
#[derive(Clone)]
struct Outside {
    head: headers::MessageHead,
    found: kind::FoundKind,
    report: Option<DeliveryReport>,
    notes: Vec<String>,
}

impl Outside {
    fn of(parts: &[mime::MimePart<'_>]) -> Result<Outside, Unreadable> {
        let top = parts.first().ok_or(Unreadable::NotAMessage)?;
        let mut notes = Vec::new();
        let head = headers::read(top, &mut notes);
        let found = kind::of(parts, &head);
        let is_bounce = found.kind == MailKind::Bounce;
        let report = (is_bounce || kind::is_report(parts))
            .then(|| report::of(parts, &head.answers, is_bounce));
        Ok(Outside {
            head,
            found,
            report,
            notes,
        })
    }

    /// The letter with these words in it.
    fn with(self, words: MessageWords) -> Letter {
        let Outside {
            head,
            found,
            report,
            notes,
        } = self;
        let MessageWords {
            text,
            own_text,
            paragraphs,
            page,
            pgn,
        } = words;
        let said = match own_text.is_empty() {
            true => &text,
            false => &own_text,
        };
        let kind::FoundKind { kind, told_by } = match (found.kind, found.told_by) {
            (MailKind::Person, _) => kind::by_words(said).unwrap_or(found),
            // What a relay passed on and a machine wrote is a machine's.
            (_, ToldBy::Relay) if kind::by_words(said).is_some() => kind::FoundKind {
                told_by: ToldBy::Robot,
                ..found
            },
            _ => found,
        };
        let mut answers = head.answers;
        for id in pgn.iter().chain([&own_text]).flat_map(|t| named_letters(t)) {
            if !answers.contains(&id) {
                answers.push(id);
            }
        }
        Letter {
            message_id: head.message_id,
            from: head.from,
            from_name: head.from_name,
            subject: head.subject,
            date: head.date,
            received: head.received,
            answers,
            recipients: head.recipients,
            visible_recipients: head.visible_recipients,
            named_recipients: head.named_recipients,
            resent: head.resent,
            places: head.places,
            signatures: head.signatures,
            trace: head.trace,
            doubled: head.doubled,
            kind,
            told_by,
            report,
            text,
            own_text,
            paragraphs,
            page,
            pgn,
            notes,
        }
    }
}

/// The Message-IDs that games of a text name by their tag.
fn named_letters(text: &str) -> Vec<String> {
    let ids = NAMED_LETTER.captures_iter(text).filter_map(|c| {
        let (local, domain) = (c.get(1)?.as_str(), c.get(2)?.as_str());
        let fits = [local, domain].map(|part| part.chars().count() <= MAX_NAME);
        (fits == [true, true]).then(|| format!("{local}@{domain}"))
    });
    ids.take(MAX_NAMED).collect()
}

/// Longest part of a Message-ID beside its `@`, in characters. A pattern that counts them has
/// a copy of what may stand there for each.
const MAX_NAME: usize = 200;

static NAMED_LETTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?m)^[ \t]*\[PostchessLetter\s+"([^"<>\s@]+)@([^"<>\s@]+)"\s*\]"#));

/// Every game sent as PGN, in a part of its own, without repetitions: Scid
/// sends the same game in the body and attached.
fn pgn_parts(parts: &[mime::MimePart], notes: &mut Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in parts.iter().filter(|p| p.is_pgn()) {
        let text = plain::clean(&charset::text(part, notes), notes);
        let text = unquoted(&text);
        let text = text.trim();
        if text.is_empty() || found.iter().any(|f| f == text) {
            continue;
        }
        if found.len() == MAX_PGN {
            notes.push(format!("only the first {MAX_PGN} PGN parts are read"));
            break;
        }
        found.push(text.to_owned());
    }
    found
}

/// A game without marks of quotation: a part that is nothing but a game quotes
/// nothing, and cmail takes marks off before it reads.
fn unquoted(text: &str) -> String {
    let lines: Vec<String> = line::lines_of(text).into_iter().map(|l| l.text).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
