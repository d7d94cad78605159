//! What inboxes of every kind have in common: how they are opened and emptied.

use super::dovecot::Dovecot;
use postchess::config::{Config, InboxKind};
use postchess::post::imap::ImapInbox;
use postchess::post::pop3::Pop3Inbox;
use postchess::post::{Content, Helping, Inbox, KeptAs, Message, PostError};
use std::collections::BTreeMap;
use std::path::Path;

/// How the way to a server is guarded, with the port of each.
pub const WAYS: [&str; 3] = ["none", "starttls", "tls"];

/// A configuration whose inbox is a mailbox of that server, as `kind`, guarded so.
pub fn config(server: &Dovecot, kind: &str, way: &str, more: &[(&str, &str)]) -> Config {
    let port = match (kind, way) {
        ("imap", "tls") => server.imaps,
        ("imap", _) => server.imap,
        (_, "tls") => server.pop3s,
        _ => server.pop3,
    };
    let (port, ca) = (
        port.to_string(),
        server.certificate.cert.display().to_string(),
    );
    let mut sets: Vec<(String, String)> = [
        ("club.robot", "moves@chess.test"),
        ("inbox.kind", kind),
        ("inbox.host", "localhost"),
        ("inbox.security", way),
        ("inbox.port", &port),
        ("inbox.user", "moves"),
        ("inbox.password_command", "echo secret"),
        ("inbox.ca_file", &ca),
        ("inbox.timeout_seconds", "20"),
    ]
    .iter()
    .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
    .collect();
    let more = more.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    sets.extend(more);
    Config::read("", Path::new("/nowhere"), &sets).unwrap_or_else(|e| panic!("{e}"))
}

/// The inbox of a configuration.
pub fn inbox(config: &Config) -> Box<dyn Inbox> {
    let server = config.inbox.server.clone().expect("a server");
    match config.inbox.kind {
        InboxKind::Imap => Box::new(ImapInbox::new(server, &config.inbox)),
        _ => Box::new(Pop3Inbox::new(server, &config.inbox)),
    }
}

/// A letter of some length.
pub fn letter(n: usize) -> Vec<u8> {
    format!(
        "From: Ann <ann@chess.test>\r\nTo: moves@chess.test\r\nSubject: letter {n}\r\n\
         Date: Sat, 10 Jan 2026 09:00:00 +0000\r\n\
         Message-ID: <l{n}@mail.example>\r\n\r\n.\r\n..dots {n}\r\n"
    )
    .into_bytes()
}

/// What a robot would keep.
#[derive(Default)]
pub struct Kept {
    pub keys: BTreeMap<String, String>,
    pub messages: Vec<Message>,
}

impl Kept {
    /// A whole round: everything is fetched, kept, and told to be done.
    pub fn round(&mut self, inbox: &mut dyn Inbox, helping: &Helping) -> Result<usize, PostError> {
        let before = self.messages.len();
        loop {
            let fetched = inbox.fetch(helping, &|key| {
                self.keys.get(key).cloned().map(KeptAs::Mark)
            })?;
            assert!(fetched.troubles.is_empty(), "{:?}", fetched.troubles);
            if fetched.messages.is_empty() {
                if let Some(listed) = inbox.listed() {
                    self.keys.retain(|key, _| listed.names.contains(key));
                }
                return Ok(self.messages.len() - before);
            }
            let mut keys = Vec::new();
            for message in fetched.messages {
                let before = self.keys.insert(message.key.clone(), message.mark.clone());
                assert_ne!(
                    before.as_ref(),
                    Some(&message.mark),
                    "{} again",
                    message.key
                );
                keys.push(message.key.clone());
                self.messages.push(message);
            }
            inbox.done(&keys)?;
        }
    }

    /// The bytes of all, in the order in which they came.
    pub fn bodies(&self) -> Vec<Vec<u8>> {
        self.messages
            .iter()
            .map(|m| match &m.content {
                Content::Whole(bytes) => bytes.clone(),
                Content::TooLarge { head, .. } => head.clone(),
            })
            .collect()
    }
}
