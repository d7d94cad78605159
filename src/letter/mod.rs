//! A letter as it arrived: its headers, what kind of mail it is, and the
//! player's own words. Only this module knows the mail parser.

use crate::time::Instant;
use serde::Serialize;

/// What kind of mail a message is. Only a person's is answered and searched for requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A person wrote it.
    Person,
    /// An out-of-office note or another automatic answer (RFC 3834).
    AutoReply,
    /// A delivery report that something did not arrive (RFC 3464 and private forms).
    Bounce,
    /// Mailing lists, newsletters, calendar mail, read receipts, delays, our own mail.
    Bulk,
}

/// A message taken apart. Text is Unicode with LF line ends, without NUL,
/// control and bidirectional characters, and bounded in size.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Without angle brackets.
    pub message_id: Option<String>,
    /// Addresses in From, as written; normally exactly one.
    pub from: Vec<String>,
    /// Decoded, unfolded, at most 998 characters.
    pub subject: String,
    /// The Date header, where it can be read.
    pub date: Option<Instant>,
    /// The date of the topmost Received header, where it can be read.
    pub received: Option<Instant>,
    /// Message-IDs in In-Reply-To and References, without brackets, oldest first.
    pub answers: Vec<String>,
    /// Addresses it was sent to: To, Cc, Delivered-To, X-Original-To, Envelope-To.
    pub recipients: Vec<String>,
    /// Addresses of To and Cc that are not counted above as delivery headers.
    pub visible_recipients: Vec<String>,
    /// What kind of mail it is.
    pub kind: Kind,
    /// The readable text, quotations included.
    pub text: String,
    /// The player's own words: quotations, signature and boilerplate set aside. May be empty.
    pub own_text: String,
    /// PGN parts and bodies, decoded, each once.
    pub pgn: Vec<String>,
    /// Things worth a note for the arbiter: a charset that was guessed, and the like.
    pub notes: Vec<String>,
}
