//! What kind of mail a message is. A person's letter is the only kind that is
//! searched for requests: an out-of-office note quotes our own last letter, and
//! a move in it is not a move (RFC 3834, RFC 3464, RFC 8098).

use super::MailKind;
use super::headers::{MessageHead, words};
use super::mime::{HeaderField, MimePart};
use super::pattern;
use crate::vocabulary::{self, NoticeWords, Pick, either};
use regex::Regex;
use std::sync::LazyLock;

/// Header that every letter of ours carries (CONTRACT 5).
const OURS: &str = "X-Postchess-Kind";
/// How much of a delivery report is searched for what became of the letter, in bytes.
const MAX_REPORT: usize = 64 * 1024;
/// Most mail servers on the way of one letter. A letter from far away passes ten;
/// one that passes more than this many goes round and round (RFC 5321, 6.3).
const MAX_HOPS: usize = 50;
/// How much of a text is looked at for the opening words of a mail server, in bytes.
const MAX_OPENING: usize = 1024;
/// How many lines of a letter are looked through for what it says of itself.
const MAX_OWN_LINES: usize = 200;

/// The kind of a message, and by what it is told.
#[derive(Clone, Copy)]
pub struct FoundKind {
    /// The kind.
    pub kind: MailKind,
    /// By what it is told.
    pub told_by: ToldBy,
}

/// By what it is told that a message is no person's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// What only robots write: it is none.
    Robot,
    /// What lists, relays and servers put on letters of people too: who has the secret address
    /// of a letter of ours, and asks for something plainly, is one (CONTRACT.md 5).
    Relay,
    /// Only its words, or a part that people send along too: whoever asks for something
    /// plainly is one.
    Looks,
}

/// The kind of a message from its header, the types of its parts and, for mail
/// servers that write plain text, its opening words.
pub fn of(parts: &[MimePart], head: &MessageHead) -> FoundKind {
    let certain = |kind| FoundKind {
        kind,
        told_by: ToldBy::Robot,
    };
    let Some(top) = parts.first() else {
        return certain(MailKind::Person);
    };
    let hops = top.fields.iter().filter(|f| f.is("received")).count();
    if top.field(OURS).is_some() || hops > MAX_HOPS {
        return certain(MailKind::Bulk);
    }
    if let Some(kind) = report(parts) {
        return certain(kind);
    }
    let null_sender = has_null_sender(top);
    let reporting = top.field("X-Failed-Recipients").is_some() || is_daemons(head);
    let subject = head.subject.trim();
    let answering = has_automatic_mark(top, head) || AUTO_SUBJECT.is_match(subject);
    let passed_on = null_sender || has_passing_mark(top);
    let wants_no_answer = head.from.iter().any(|a| is_noreply(a));
    let sent_to_many = has_bulk_mark(top) || wants_no_answer;
    let named_daemon = has_daemons_name(top);
    let reported = reporting
        || named_daemon
        || BOUNCED.is_match(&head.subject)
        || null_sender && BOUNCED_WITH_NULL_SENDER.is_match(&head.subject)
        || opening(parts).is_some_and(|text| SERVER_WORDS.is_match(&text));
    let harmless = || DELAYED.is_match(&head.subject) || ARRIVED.is_match(&head.subject);
    let kind = if reported {
        match harmless() {
            true => MailKind::Bulk,
            false => MailKind::Bounce,
        }
    } else if answering || passed_on || ABSENCE.is_match(subject) || ABSENT.is_match(subject) {
        MailKind::AutoReply
    } else if sent_to_many
        || is_calendar(parts)
        || is_reaction_part(parts)
        || RECEIPT.is_match(subject)
    {
        MailKind::Bulk
    } else {
        MailKind::Person
    };
    let marks = [&*BOUNCED, &*ABSENCE, &*ABSENT, &*RECEIPT];
    let is_marked = marks.iter().any(|mark| mark.is_match(subject));
    let is_certain = reporting
        || answering
        || wants_no_answer
        || is_marked && (null_sender || TAGGED.is_match(subject));
    let is_relayed = passed_on || sent_to_many || named_daemon;
    FoundKind {
        kind,
        told_by: match (is_certain, is_relayed) {
            (true, _) => ToldBy::Robot,
            (false, true) => ToldBy::Relay,
            (false, false) => ToldBy::Looks,
        },
    }
}

/// What a letter that may be a person's is by its own words: an answer that says itself
/// that no person made it, or a mail program's word of a thumb that somebody put up, which
/// is certain where nothing else stands there.
pub fn by_words(text: &str) -> Option<FoundKind> {
    let words = |line: &str| line.contains(|c: char| c.is_alphanumeric());
    let own: Vec<&str> = text
        .lines()
        .take(MAX_OWN_LINES)
        .take_while(|line| !line.starts_with('>'))
        .filter(|line| words(line))
        .collect();
    let is_reaction = own.first().is_some_and(|first| {
        let first = first.trim_start_matches(|c: char| !c.is_alphanumeric());
        REACTION.is_match(first)
    });
    if is_reaction {
        return Some(FoundKind {
            kind: MailKind::Bulk,
            told_by: match own.len() {
                1 => ToldBy::Robot,
                _ => ToldBy::Looks,
            },
        });
    }
    AUTOMATIC.is_match(&own.join("\n")).then_some(FoundKind {
        kind: MailKind::AutoReply,
        told_by: ToldBy::Looks,
    })
}

/// An envelope without a sender is how mail servers ask not to be answered
/// (RFC 5321, 4.5.5); no program for people sends so.
fn has_null_sender(top: &MimePart) -> bool {
    top.fields.iter().any(|f| {
        f.is("return-path")
            && matches!(
                f.ascii().replace(' ', "").to_ascii_lowercase().as_str(),
                "<>" | "" | "<mailer-daemon>"
            )
    })
}

/// Whether its headers say that a machine answers.
fn has_automatic_mark(top: &MimePart, head: &MessageHead) -> bool {
    let value = |name: &str| lower(top, name);
    let submitted = value("auto-submitted");
    let submitted = submitted.split([';', '(']).next().unwrap_or("").trim();
    let mailer = value("x-mailer");
    let is_passed_on = matches!(submitted, "auto-forwarded" | "auto-generated");
    !submitted.is_empty() && submitted != "no" && !is_passed_on
        || value("precedence").starts_with("auto")
        || has_auto_header(top)
        || value("content-identifier").contains("auto-replied")
        || value("delivered-to") == "autoresponder"
        || value("x-post-messageclass").contains("autoresponder")
        || value("x-apple-action") == "vacation"
        || mailer.contains("vacation")
        || mailer.contains("autorespon")
        || head.from.iter().any(|a| is_responder(a))
}

/// Whether its headers say that a machine passed it on.
fn has_passing_mark(top: &MimePart) -> bool {
    let submitted = lower(top, "auto-submitted");
    let rules = |f: &HeaderField| f.name().contains("inbox-rules-loop");
    submitted.starts_with("auto-forwarded")
        || submitted.starts_with("auto-generated")
        || top.fields.iter().any(rules)
}

/// Whether its headers say that it goes to many.
fn has_bulk_mark(top: &MimePart) -> bool {
    const LIST_NAMES: [&str; 8] = [
        "mailing-list",
        "x-mailing-list",
        "x-beenthere",
        "x-mailman-version",
        "x-ml-name",
        "x-mlserver",
        "x-listserver",
        "x-campaign-id",
    ];
    let listed = top.fields.iter().any(|f| {
        let name = f.name();
        name.starts_with("list-") || LIST_NAMES.contains(&name.as_str())
    });
    let precedence = lower(top, "precedence");
    listed || matches!(precedence.as_str(), "bulk" | "list" | "junk")
}

fn lower(top: &MimePart, name: &str) -> String {
    top.field(name)
        .map(|f| f.ascii().to_ascii_lowercase())
        .unwrap_or_default()
}

/// The first words of the first readable part, on one line.
fn opening(parts: &[MimePart]) -> Option<String> {
    let part = parts
        .iter()
        .find(|p| p.is_body() && (p.is("text", "plain") || p.is("text", "html")))?;
    let text = String::from_utf8_lossy(&part.first_bytes(MAX_OPENING)).into_owned();
    let text = match part.is("text", "html") {
        true => TAG.replace_all(&text, " ").into_owned(),
        false => text,
    };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a message has the part of a delivery report, whatever it reports.
pub fn is_report(parts: &[MimePart]) -> bool {
    parts
        .iter()
        .any(|p| p.is("message", "delivery-status") || p.is("message", "global-delivery-status"))
}

/// Delivery reports and receipts. Only `failed` is a bounce: a delay, a
/// success or a read receipt changes nothing.
fn report(parts: &[MimePart]) -> Option<MailKind> {
    let top = parts.first()?;
    let (main, sub) = top.media_type();
    let status = parts
        .iter()
        .find(|p| p.is("message", "delivery-status") || p.is("message", "global-delivery-status"));
    let is_report = main == "multipart" && sub == "report";
    if !is_report && status.is_none() {
        let receipt = |p: &MimePart| p.is("message", "disposition-notification");
        return parts.iter().any(receipt).then_some(MailKind::Bulk);
    }
    let about = top
        .parameter("report-type")
        .unwrap_or("")
        .to_ascii_lowercase();
    let is_receipt = |p: &MimePart| p.is("message", "disposition-notification");
    if about.is_empty() && status.is_none() && parts.iter().any(is_receipt) {
        return Some(MailKind::Bulk);
    }
    if about != "delivery-status" && status.is_none() {
        // A multipart/report without a type that the RFC asks for is some bounce.
        return Some(if about.is_empty() {
            MailKind::Bounce
        } else {
            MailKind::Bulk
        });
    }
    let Some(status) = status else {
        return Some(MailKind::Bounce);
    };
    let text = String::from_utf8_lossy(&status.first_bytes(MAX_REPORT)).to_ascii_lowercase();
    let mut actions = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("action:"))
        .map(str::trim)
        .peekable();
    if actions.peek().is_none() {
        return Some(MailKind::Bounce);
    }
    let failed = actions.any(|a| a.starts_with("fail"));
    Some(if failed {
        MailKind::Bounce
    } else {
        MailKind::Bulk
    })
}

/// Headers that only robots write. X-Auto-Response-Suppress is not among them:
/// Exchange puts it on letters of people, to keep robots from answering.
fn has_auto_header(top: &MimePart) -> bool {
    const MARKS: [&str; 8] = [
        "autorespon",
        "auto-respon",
        "autoreply",
        "auto-reply",
        "autogenerated",
        "auto-generated",
        "machinegenerated",
        "holidayreply",
    ];
    const NAMES: [&str; 3] = [
        "x-vacation",
        "x-out-of-office",
        "x-ms-exchange-generated-message-source",
    ];
    top.fields.iter().any(|f| {
        let name = f.name();
        let marked = name != "x-auto-response-suppress" && MARKS.iter().any(|m| name.contains(m))
            || NAMES.contains(&name.as_str());
        let denied = || {
            matches!(
                f.ascii().to_ascii_lowercase().as_str(),
                "no" | "false" | "0" | "none"
            )
        };
        marked && !denied()
    })
}

/// Invitations and answers to them: their part says so in its type or inside.
/// A calendar that a person sends along says neither.
fn is_calendar(parts: &[MimePart]) -> bool {
    parts.iter().any(|p| {
        p.is("text", "calendar")
            && (parts.len() == 1 || p.parameter("method").is_some() || {
                let bytes = p.bytes();
                let text = String::from_utf8_lossy(bytes.get(..MAX_REPORT).unwrap_or(&bytes));
                let method = |l: &str| l.trim().to_ascii_uppercase().starts_with("METHOD:");
                text.lines().any(method)
            })
    })
}

/// A thumb that was put up to a letter, as Gmail sends it.
fn is_reaction_part(parts: &[MimePart]) -> bool {
    parts
        .iter()
        .any(|p| p.is("text", "vnd.google.email-reaction+json"))
}

fn local_part(address: &str) -> String {
    let local = address.rsplit_once('@').map_or(address, |(l, _)| l);
    local.to_ascii_lowercase()
}

/// A mail server itself, by its address.
fn is_daemons(head: &MessageHead) -> bool {
    head.from.iter().any(|a| {
        let local = local_part(a);
        let local = local.split('+').next().unwrap_or("");
        matches!(
            local,
            "mailer-daemon"
                | "mailerdaemon"
                | "mailer_daemon"
                | "mail-daemon"
                | "maildaemon"
                | "postmaster"
                | "post_master"
                | "mdaemon"
                | "mail-delivery-subsystem"
                | "maildeliverysystem"
                | "bounce-notification"
                | "microsoftexchange"
        ) || local.starts_with("microsoftexchange329e71ec88ae4615bbc36ab6ce41109e")
    })
}

/// A mail server, by the name it writes under.
fn has_daemons_name(top: &MimePart) -> bool {
    let name = top
        .field("from")
        .map(|f| words(f, &mut Vec::new()))
        .unwrap_or_default();
    DAEMON_NAME.is_match(&name)
}

fn is_responder(address: &str) -> bool {
    matches!(
        local_part(address).as_str(),
        "autoreply"
            | "auto-reply"
            | "autoresponder"
            | "auto-responder"
            | "autoresponse"
            | "vacation"
    )
}

fn is_noreply(address: &str) -> bool {
    let local: String = local_part(address)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    ["noreply", "donotreply", "nereply", "neotvechat"]
        .iter()
        .any(|mark| local.contains(mark))
}

/// What letters say that no person wrote, in the languages of mail programs.
fn notices(pick: Pick<NoticeWords>) -> String {
    either(&vocabulary::mail(|w| pick(&w.notices)))
}

/// The names mail servers write under.
static DAEMON_NAME: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.senders);
    pattern(&format!(r#"(?i)^["' ]*(?:{words})"#))
});

/// How robots without headers begin the subject of an answer. A person's answer to one
/// begins with `Re:` and is none.
static AUTO_SUBJECT: LazyLock<Regex> = LazyLock::new(|| begins(|n| &n.automatic_subjects));

/// How they, and people, begin that of an absence note.
static ABSENCE: LazyLock<Regex> = LazyLock::new(|| begins(|n| &n.absences));

/// What finds some words at the beginning of a subject, behind a mark of letters from outside.
fn begins(pick: Pick<NoticeWords>) -> Regex {
    let (external, words) = (notices(|n| &n.external), notices(pick));
    pattern(&format!(
        r"(?i)^(?:\[(?:{external})[^\]]{{0,20}}\] ?)?(?:{words})"
    ))
}

/// The tag of a game: a machine puts its words before the subject that it answers, a
/// person's answer begins with `Re:`.
static TAGGED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[[^\[\]]{1,40}/\d{1,6}\]"));

/// `Ann Adams is out of the office`, as Domino and others put it.
static ABSENT: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.away);
    pattern(&format!(r"(?i)^[^:]{{1,80}} (?:{words})\b"))
});

/// Subjects that only delivery reports begin with. A person's answer to one
/// begins with `Re:`.
static BOUNCED: LazyLock<Regex> = LazyLock::new(|| {
    let (external, words) = (notices(|n| &n.external), notices(|n| &n.bounces));
    pattern(&format!(
        r"(?i)^(?:\[(?:{external}|bounce|postmaster)[^\]]{{0,20}}\] ?)?(?:{words})"
    ))
});

/// Words of delivery reports that a person may begin a subject with as well.
static BOUNCED_WITH_NULL_SENDER: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("(?i){}", notices(|n| &n.perhaps_bounces))));

/// How mail servers begin that write a plain text under any name.
static SERVER_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.openings);
    pattern(&format!(r"(?i)^(?:[- *#]*)(?:{words})"))
});

/// A letter that is late is not lost.
static DELAYED: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("(?i){}", notices(|n| &n.delays))));

/// A report that it did arrive.
static ARRIVED: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.arrived);
    let marks = notices(|n| &n.arrived_marks);
    pattern(&format!(r"(?i)(?:{words}|^(?:{marks}) ?: )"))
});

/// What an automatic answer says of itself, in a sentence of its own.
static AUTOMATIC: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.automatic);
    pattern(&format!(
        r"(?im)(?:^|[.!?…:;]\s+|[(*\[–—-])\s*(?:{words})\s*(?:[.!,;:)\]*]|$)"
    ))
});

/// How mail programs tell in words that somebody put a thumb up to a letter.
static REACTION: LazyLock<Regex> = LazyLock::new(|| {
    let words = notices(|n| &n.reactions);
    pattern(&format!(r"(?i)^(?:{words})"))
});

/// Read receipts without the type that says so (RFC 8098).
static RECEIPT: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("(?i)^(?:{})", notices(|n| &n.receipts))));

/// A tag of a page.
pub(super) static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"<[^>]*>"));
