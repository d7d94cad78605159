//! What a delivery report says: what became of which letter, to whom, and why
//! (RFC 3464, and the private forms of mail servers that write plain text).
//! Nothing in it is believed by itself: anybody can write one. What makes it
//! count is the unguessable Message-ID that it names.

use super::kind::TAG;
use super::mime::MimePart;
use super::{charset, pattern, plain};
use crate::address;
use crate::vocabulary::{self, either};
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// How much of each part is read, in bytes: a report is a page, and of the letter
/// that comes back only the header matters.
const MAX_PART: usize = 64 * 1024;
/// Most Message-IDs taken from one report.
const MAX_IDS: usize = 20;
/// Most recipients taken from one report; a letter of ours has one.
const MAX_RECIPIENTS: usize = 20;
/// Longest diagnostic kept, in characters: a server's answer is a line or three.
const MAX_DIAGNOSTIC: usize = 300;

/// What became of the letter reported on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeliveryFate {
    /// It was not delivered, and will not be.
    Failed,
    /// It is late, and still being tried.
    Delayed,
    /// It was delivered, or handed on.
    Delivered,
}

/// A delivery report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeliveryReport {
    /// What became of the letter.
    pub fate: DeliveryFate,
    /// The status code of RFC 3463 (`5.1.1`), where one is given.
    pub status: Option<String>,
    /// It will fail again: neither a status of class 4 nor a mailbox that is full.
    pub hard: bool,
    /// Whom it did not reach, as the report's fields name them; empty where a
    /// report has words only.
    pub recipients: Vec<String>,
    /// Message-IDs, without brackets, of what may be the letter: the one that came
    /// back with the report first, what the report answers last.
    pub originals: Vec<String>,
    /// What the server said, on one line.
    pub diagnostic: String,
}

/// Reads a report. `answers` are the Message-IDs of its In-Reply-To and References.
pub fn of(parts: &[MimePart], answers: &[String], failed: bool) -> DeliveryReport {
    let status_part = parts
        .iter()
        .find(|p| p.is("message", "delivery-status") || p.is("message", "global-delivery-status"));
    let fields = status_part
        .map(|p| Fields::of(&text_of(p)))
        .unwrap_or_default();
    let text = words(parts);
    let fate = match fields.fate {
        Some(fate) => fate,
        None if failed => DeliveryFate::Failed,
        None => DeliveryFate::Delayed,
    };
    let said = fields.diagnostic.as_deref().unwrap_or("");
    let status = fields
        .status
        .clone()
        .or_else(|| enhanced(said))
        .or_else(|| enhanced(&text));
    let class = match &status {
        Some(status) => status.chars().next(),
        None => REPLY
            .captures(said)
            .or_else(|| REPLY.captures(&text))
            .and_then(|c| c.get(1)?.as_str().chars().next()),
    };
    let hard = !passes(class, status.as_deref(), said, &text);
    let mut recipients = fields.recipients;
    if recipients.is_empty()
        && let Some(field) = parts
            .first()
            .and_then(|top| top.field("x-failed-recipients"))
    {
        let text = field.ascii();
        recipients.extend(
            text.split([',', ' '])
                .filter(|a| a.contains('@'))
                .map(address),
        );
        recipients.truncate(MAX_RECIPIENTS);
    }
    let mut originals = originals(parts);
    for id in answers.iter().rev() {
        if originals.len() < MAX_IDS && !originals.contains(id) {
            originals.push(id.clone());
        }
    }
    let diagnostic = match fields.diagnostic {
        Some(said) => said,
        None => telling_line(&text).unwrap_or_default(),
    };
    DeliveryReport {
        fate,
        status,
        hard,
        recipients,
        originals,
        diagnostic: one_line(&diagnostic),
    }
}

/// Whether a failure passes: it is of class 4, or the mailbox or the system behind it
/// is full, or nobody answered in time (RFC 3463, x.2.2, x.3.1, x.4.1, x.4.7; RFC 5321,
/// 452 and 552).
fn passes(class: Option<char>, status: Option<&str>, said: &str, text: &str) -> bool {
    if class == Some('4') {
        return true;
    }
    if let Some(status) = status {
        let detail = status.get(1..).unwrap_or("");
        if [".2.2", ".3.1", ".4.1", ".4.7"].contains(&detail) {
            return true;
        }
        // A detail that names another cause outranks the words.
        if !detail.ends_with(".0") && detail != ".2.1" {
            return false;
        }
    }
    let says = |text: &str| FULL.is_match(text);
    says(said) || said.is_empty() && says(text)
}

/// The fields of a message/delivery-status that matter (RFC 3464, 2.3).
#[derive(Default)]
struct Fields {
    fate: Option<DeliveryFate>,
    status: Option<String>,
    recipients: Vec<String>,
    diagnostic: Option<String>,
}

impl Fields {
    /// Blocks of fields with an empty line between them, one for each recipient;
    /// those that failed count before others.
    fn of(text: &str) -> Fields {
        let mut best: Option<(u8, Fields)> = None;
        let mut recipients = Vec::new();
        for block in text.split("\n\n") {
            let block = Fields::of_block(block);
            let rank = match block.fate {
                Some(DeliveryFate::Failed) => 3,
                Some(DeliveryFate::Delayed) => 2,
                Some(DeliveryFate::Delivered) => 1,
                None => 0,
            };
            if rank > best.as_ref().map_or(0, |(r, _)| *r) {
                recipients.clear();
            }
            if rank >= best.as_ref().map_or(0, |(r, _)| *r) {
                recipients.extend(block.recipients.iter().cloned());
            }
            if best.as_ref().is_none_or(|(r, _)| rank > *r) {
                best = Some((rank, block));
            }
        }
        recipients.truncate(MAX_RECIPIENTS);
        let fields = best.map(|(_, f)| f).unwrap_or_default();
        Fields {
            recipients,
            ..fields
        }
    }

    fn of_block(block: &str) -> Fields {
        let mut fields = Fields::default();
        for line in unfolded(block) {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            // `rfc822; ann@example.org`, `smtp; 550 no such user`
            let bare = value.split_once(';').map_or(value, |(_, v)| v).trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "action" => fields.fate = fate(value),
                "status" => fields.status = enhanced(value),
                "final-recipient" | "original-recipient" | "x-actual-recipient" => {
                    fields.recipients.push(address(bare));
                }
                "diagnostic-code" if !bare.is_empty() => {
                    fields.diagnostic = Some(bare.to_owned());
                }
                _ => {}
            }
        }
        fields
    }
}

fn fate(action: &str) -> Option<DeliveryFate> {
    let action = action.to_ascii_lowercase();
    let known = [
        ("fail", DeliveryFate::Failed),
        ("delay", DeliveryFate::Delayed),
        ("deliver", DeliveryFate::Delivered),
        ("relay", DeliveryFate::Delivered),
        ("expand", DeliveryFate::Delivered),
    ];
    known
        .iter()
        .find(|(word, _)| action.starts_with(word))
        .map(|(_, fate)| *fate)
}

/// Lines with their continuations.
fn unfolded(block: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in block.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.trim_end().to_owned()),
        }
    }
    lines
}

fn address(written: &str) -> String {
    address::key(written.trim().trim_matches(['<', '>', '"', '\'']))
}

fn text_of(part: &MimePart) -> String {
    String::from_utf8_lossy(&part.first_bytes(MAX_PART)).into_owned()
}

/// The report's own words: its first text, plain before HTML.
fn words(parts: &[MimePart]) -> String {
    let body = |sub: &'static str| parts.iter().find(|p| p.is_body() && p.is("text", sub));
    let text = |part: &MimePart| {
        let bytes = part.first_bytes(MAX_PART);
        charset::text_of(part, &bytes, &mut Vec::new())
    };
    let text = match (body("plain"), body("html")) {
        (Some(part), _) => text(part),
        (None, Some(part)) => {
            let html = text(part);
            TAG.replace_all(&html, "\n").into_owned()
        }
        (None, None) => String::new(),
    };
    text.chars().take(MAX_PART).collect()
}

/// Message-IDs named as such: in the header that came back, in whatever wrapping,
/// or in the report's text.
fn originals(parts: &[MimePart]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // The last parts hold what came back; the report's own Message-ID is a field
    // of the header and so in no part's body.
    for part in parts.iter().rev() {
        if part.media_type().0 == "multipart" {
            continue;
        }
        let text = text_of(part);
        for id in NAMED.captures_iter(&text).filter_map(|c| c.get(1)) {
            let id: String = id.as_str().split_whitespace().collect();
            if found.len() < MAX_IDS && !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found
}

fn enhanced(text: &str) -> Option<String> {
    ENHANCED
        .captures(text)
        .and_then(|c| c.get(1))
        .map(|m| m.as_str().to_owned())
}

/// The line in which a server speaks in figures, else the first one.
fn telling_line(text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim).filter(|l| !l.is_empty());
    lines()
        .find(|l| REPLY.is_match(l) || ENHANCED.is_match(l))
        .or_else(|| lines().next())
        .map(str::to_owned)
}

fn one_line(text: &str) -> String {
    let text = plain::clean(text, &mut Vec::new());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(MAX_DIAGNOSTIC).collect()
}

/// `Message-ID: <id>`, in any case, folded or indented or in a quotation.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?im)^[>\s]*(?:original-)?message-id:\s*<\s*([^<>\r\n]+)\s*>"));

/// A status code of RFC 3463, of a failure or a delay.
static ENHANCED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|[\s#(:;\[])([245]\.\d{1,3}\.\d{1,3})(?:$|[\s):;,.\]])"));

/// A reply code of SMTP with words behind it.
static REPLY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|[\s:(>\[])([45][0-5]\d)(?: |-|#)"));

/// A mailbox that is full, as servers say it.
static FULL: LazyLock<Regex> = LazyLock::new(|| {
    let full = either(&vocabulary::mail(|w| &w.notices.full));
    pattern(&format!(r"(?i){full}|(?:^|\s)552[ -]"))
});
