//! The header fields the robot needs, decoded. Only the words of the field are
//! believed, never a display name, Sender or Reply-To.

use super::authentication::{self, Received, Signature, TraceStep};
use super::charset;
use super::encoded;
use super::mime::{HeaderField, MimePart};
use super::plain;
use crate::time::Instant;
use mail_parser::parsers::MessageStream;

/// Longest subject, in characters (a line of RFC 5322).
const MAX_SUBJECT: usize = 998;
/// Longest address, in bytes (RFC 5321, 4.5.3.1.3).
const MAX_ADDRESS: usize = 254;
/// Most addresses of one message; the robot writes to one.
const MAX_ADDRESSES: usize = 1_000;
/// Longest Message-ID, in bytes (a line of RFC 5322).
const MAX_ID: usize = 998;
/// Most Message-IDs in References; the first and the last ones are kept.
const MAX_ANSWERS: usize = 100;

/// What the header of a message says.
#[derive(Clone, Debug, Default)]
pub struct MessageHead {
    pub message_id: Option<String>,
    pub from: Vec<String>,
    /// The name beside the one address in From; empty where there is none.
    pub from_name: String,
    pub subject: String,
    pub date: Option<Instant>,
    pub received: Option<Instant>,
    pub answers: Vec<String>,
    pub recipients: Vec<String>,
    pub visible_recipients: Vec<String>,
    pub named_recipients: Vec<String>,
    pub resent: Vec<String>,
    pub places: HeaderPlaces,
    pub signatures: Vec<Signature>,
    pub trace: Vec<TraceStep>,
    pub doubled: Vec<&'static str>,
}

/// Which header says what, where it matters which of them a signature covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderPlaces {
    /// Addresses in To.
    pub to: Vec<String>,
    /// Addresses in Cc.
    pub cc: Vec<String>,
    /// Message-IDs in References.
    pub references: Vec<String>,
    /// Message-IDs in In-Reply-To.
    pub in_reply_to: Vec<String>,
}

/// Fields that may stand once (RFC 5322, 3.6; RFC 2045) and that say who wrote
/// what to whom. Where one stands twice, a signature may cover one and a reader
/// take the other.
const ONCE: [&str; 13] = [
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "bcc",
    "date",
    "subject",
    "message-id",
    "in-reply-to",
    "references",
    "content-type",
    "content-transfer-encoding",
];
/// Most fields of the trace that are looked at; servers give up before.
const MAX_STEPS: usize = 200;
/// Most signatures of one letter; forwarders and lists add one each.
const MAX_SIGNATURES: usize = 30;

/// Longest name beside an address that is kept, in characters.
const MAX_NAME: usize = 100;

/// Reads the header of the topmost part.
pub fn read(top: &MimePart, notes: &mut Vec<String>) -> MessageHead {
    let all = |name: &'static str| top.fields.iter().filter(move |f| f.is(name));
    let mut head = MessageHead {
        message_id: top
            .field("message-id")
            .and_then(|f| ids(f).into_iter().next()),
        subject: top
            .field("subject")
            .map(|f| words(f, notes))
            .unwrap_or_default(),
        date: top.field("date").and_then(|f| instant(f.value())),
        received: top.field("received").and_then(received),
        ..MessageHead::default()
    };
    for field in all("from") {
        push_mailboxes(field, &mut head.from);
        head.from_name = name_beside(field);
    }
    head.trace = trace(top);
    head.signatures = signatures(top);
    head.doubled = ONCE
        .into_iter()
        .filter(|name| all(name).count() > 1)
        .collect();
    for field in all("to") {
        push_addresses(field, &mut head.places.to);
        push_names(field, &mut head.named_recipients);
    }
    for field in all("cc") {
        push_addresses(field, &mut head.places.cc);
        push_names(field, &mut head.named_recipients);
    }
    for address in head.places.to.iter().chain(&head.places.cc) {
        if !head.visible_recipients.contains(address) {
            head.visible_recipients.push(address.clone());
        }
    }
    for name in [
        "resent-to",
        "resent-cc",
        "resent-bcc",
        "resent-from",
        "resent-sender",
    ] {
        for field in all(name) {
            push_addresses(field, &mut head.resent);
        }
    }
    head.recipients = head.visible_recipients.clone();
    for name in [
        "delivered-to",
        "x-original-to",
        "envelope-to",
        "x-envelope-to",
    ] {
        for field in all(name) {
            push_addresses(field, &mut head.recipients);
        }
    }
    head.places.references = all("references").flat_map(ids).collect();
    head.places.in_reply_to = all("in-reply-to").flat_map(ids).collect();
    for id in head
        .places
        .references
        .iter()
        .chain(&head.places.in_reply_to)
    {
        if !head.answers.contains(id) && head.answers.len() < 4 * MAX_ANSWERS {
            head.answers.push(id.clone());
        }
    }
    if head.answers.len() > MAX_ANSWERS {
        let last = head.answers.split_off(head.answers.len() - MAX_ANSWERS / 2);
        head.answers.truncate(MAX_ANSWERS / 2);
        head.answers.extend(last);
    }
    head
}

/// What the hosts on the way wrote, the last one first.
fn trace(top: &MimePart) -> Vec<TraceStep> {
    let steps = top.fields.iter().filter_map(|field| {
        if field.is("received") {
            let at = received(field);
            let step = authentication::received(field.whole());
            Some(TraceStep::Received(Received { at, ..step }))
        } else if field.is("authentication-results") {
            Some(TraceStep::Results(authentication::results(field.whole())))
        } else if field.is("return-path") {
            Some(TraceStep::ReturnPath(field.ascii()))
        } else {
            None
        }
    });
    steps.take(MAX_STEPS).collect()
}

/// The signatures of a message. Behind the most that are read stands one that counts for
/// none: what is not looked at may be of anybody.
fn signatures(top: &MimePart) -> Vec<Signature> {
    let mut fields = top.fields.iter().filter(|f| f.is("dkim-signature"));
    let read = |field: &HeaderField| authentication::signature(field.whole());
    let mut found: Vec<Signature> = fields.by_ref().take(MAX_SIGNATURES).map(read).collect();
    found.extend(fields.next().map(|_| Signature::broken()));
    found
}

/// Unstructured text with encoded words (RFC 2047), on one line. Raw 8-bit
/// bytes, which some clients send, are read as the body's would be.
pub fn words(field: &HeaderField, notes: &mut Vec<String>) -> String {
    let raw = charset::guess(field.value(), "subject", notes);
    let unfolded = raw.replace(['\r', '\n'], "");
    let text = encoded::words(&unfolded, notes);
    let text = plain::clean(&text, &mut Vec::new());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(MAX_SUBJECT).collect()
}

/// The Message-IDs of a field. Some clients put commas between them, some
/// forget the brackets.
fn ids(field: &HeaderField) -> Vec<String> {
    let text = String::from_utf8_lossy(field.value()).into_owned();
    let good = |id: &str| {
        let id: String = id
            .chars()
            // A bracket that was left open is none of the identifier.
            .filter(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '<' | '>'))
            .collect();
        (!id.is_empty() && id.len() <= MAX_ID).then_some(id)
    };
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some((_, after)) = rest.split_once('<') {
        let Some((id, after)) = after.split_once('>') else {
            break;
        };
        found.extend(good(id));
        rest = after;
    }
    if found.is_empty() {
        found.extend(
            text.split(|c: char| c.is_whitespace() || c == ',')
                .filter(|t| t.contains('@'))
                .filter_map(good),
        );
    }
    found
}

/// The addresses of a field, each once.
fn push_addresses(field: &HeaderField, found: &mut Vec<String>) {
    for address in addresses(field).0 {
        if found.len() < MAX_ADDRESSES && !found.contains(&address) {
            found.push(address);
        }
    }
}

/// The mailboxes of From: each counts, so that none which is no address, or stands there
/// twice, makes one of two. Those that are addresses come first. A name before the one address,
/// cut by a comma that nobody quoted (`Archer, Ann <ann@a.example>`), is no mailbox.
fn push_mailboxes(field: &HeaderField, found: &mut Vec<String>) {
    let (addresses, mut others) = addresses(field);
    if is_one_mailbox(field, &addresses) {
        others.clear();
    }
    let room = MAX_ADDRESSES.saturating_sub(found.len());
    found.extend(addresses.into_iter().chain(others).take(room));
}

/// Whether a field is one address with its name before it, however that is cut by commas.
fn is_one_mailbox(field: &HeaderField, addresses: &[String]) -> bool {
    let raw = field.value();
    let count = |of: u8| raw.iter().filter(|b| **b == of).count();
    addresses.len() == 1
        && count(b'@') == 1
        && count(b'<') == 1
        && raw.trim_ascii_end().ends_with(b">")
        && !raw.contains(&b':')
        && !raw.contains(&b';')
}

/// The recipients of a field of whom only a name is written, as servers of a house do for their
/// own people; none of a group (`undisclosed-recipients:;`).
fn push_names(field: &HeaderField, found: &mut Vec<String>) {
    if field.value().contains(&b':') {
        return;
    }
    let (addresses, others) = addresses(field);
    if is_one_mailbox(field, &addresses) {
        return;
    }
    let room = MAX_ADDRESSES.saturating_sub(found.len());
    found.extend(others.into_iter().take(room));
}

/// The addresses of a field, and what else stands between its commas: groups, names
/// without an address, what is too long for one.
fn addresses(field: &HeaderField) -> (Vec<String>, Vec<String>) {
    let mut line = field.value().to_vec();
    line.push(b'\n');
    let value = MessageStream::new(&line).parse_address();
    let (mut good, mut others) = (Vec::new(), Vec::new());
    let Some(list) = value.as_address() else {
        return (good, others);
    };
    if let Some(groups) = list.as_group() {
        let named = groups.iter().filter_map(|g| g.name.as_deref());
        others.extend(named.map(|name| short(name).collect()));
    }
    for mailbox in list.iter() {
        let address = mailbox.address().or(mailbox.name()).unwrap_or_default();
        let whole: String = address
            .chars()
            .filter(|c| !c.is_control() && !c.is_whitespace())
            .collect();
        let is_address = mailbox.address().is_some() && whole.contains('@');
        if is_address && whole.len() <= MAX_ADDRESS {
            good.push(whole);
        } else if !whole.is_empty() {
            others.push(short(&whole).collect());
        }
    }
    (good, others)
}

/// The beginning of what is no address.
fn short(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_control()).take(MAX_ADDRESS)
}

/// The name that stands beside the first address of a field.
fn name_beside(field: &HeaderField) -> String {
    let mut line = field.value().to_vec();
    line.push(b'\n');
    let value = MessageStream::new(&line).parse_address();
    let first = value.as_address().and_then(|list| list.first());
    let name = first.and_then(|a| a.name()).unwrap_or_default();
    let kept = name.chars().filter(|c| !c.is_control()).take(MAX_NAME);
    kept.collect::<String>().trim().to_owned()
}

/// The date of a Received field: what follows its last semicolon (RFC 5321, 4.4).
fn received(field: &HeaderField) -> Option<Instant> {
    let at = field.value().iter().rposition(|b| *b == b';')?;
    instant(field.value().get(at + 1..)?)
}

fn instant(value: &[u8]) -> Option<Instant> {
    written(value).or_else(|| written(&with_seconds(value)?))
}

/// A date with the seconds that it leaves out: `10 Jan 2026 09:00 GMT`, where the day of the week
/// may be left out too (RFC 5322, 3.3).
fn with_seconds(value: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(value).ok()?;
    let hour = text
        .split_ascii_whitespace()
        .find(|word| word.contains(':'))?;
    let full = format!("{hour}:00");
    (hour.matches(':').count() == 1).then(|| text.replacen(hour, &full, 1).into_bytes())
}

fn written(value: &[u8]) -> Option<Instant> {
    let mut line = value.trim_ascii().to_vec();
    line.push(b'\n');
    let value = MessageStream::new(&line).parse_date();
    let date = value.as_datetime()?;
    // A leap second (RFC 5322, 3.3) is the second before it.
    let mut date = *date;
    date.second = date.second.min(59);
    let exists = crate::time::Day::new(
        i32::from(date.year),
        u32::from(date.month),
        u32::from(date.day),
    );
    if !date.is_valid() || date.year < 1970 || exists.is_none() {
        return None;
    }
    Some(Instant::from_unix(date.to_timestamp()))
}
