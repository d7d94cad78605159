//! Where letters come from and go to, as the file and the options say it.

use super::{MAX_PATH, below};
use crate::config::sections::{InboxKind, InboxSection, OutboxKind, OutboxSection, Processed};
use crate::config::server::{Protocol, SaidServer, Server, over};
use crate::time::Day;
use crate::tournament::keys::FileSection;
use std::path::Path;

/// `[inbox]`.
#[derive(Default)]
pub(super) struct SaidInbox {
    kind: Option<InboxKind>,
    path: Option<String>,
    server: SaidServer,
    folder: Option<String>,
    processed: Option<Processed>,
    processed_folder: Option<String>,
    since: Option<Day>,
}

impl SaidInbox {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.kind, s.choice("kind", INBOX_KINDS));
        over(&mut self.path, s.text("path", MAX_PATH));
        self.server.take(s);
        over(&mut self.folder, s.text("folder", 200));
        over(&mut self.processed, s.choice("processed", PROCESSED));
        let folder = s.text("processed_folder", 200);
        over(&mut self.processed_folder, folder);
        over(&mut self.since, s.day("since"));
    }

    /// Where letters come from.
    pub(super) fn kind(&self) -> InboxKind {
        self.kind.unwrap_or(InboxKind::Maildir)
    }

    /// The server, where letters come from one; what is wrong with it goes to `wrong`.
    pub(super) fn server(&mut self, home: &Path, wrong: &mut Vec<String>) -> Option<Server> {
        let protocol = match self.kind() {
            InboxKind::Imap => IMAP,
            InboxKind::Pop3 => POP3,
            InboxKind::Maildir | InboxKind::None => return None,
        };
        let server = std::mem::take(&mut self.server).complete(protocol, home);
        server.map_err(|w| wrong.extend(w)).ok()
    }

    /// What cannot be done with letters that were read, in this kind of inbox.
    pub(super) fn wrong(&self) -> Option<String> {
        let at = match self.processed? {
            Processed::Flag => "flag",
            Processed::Move => "move",
            Processed::None | Processed::Delete => return None,
        };
        (self.kind() == InboxKind::Pop3).then(|| {
            format!(
                "'processed' in [inbox] is '{at}': POP3 knows no flags and no folders; allowed \
                 with kind = \"pop3\": none, delete"
            )
        })
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path, server: Option<Server>) -> InboxSection {
        let kind = self.kind();
        InboxSection {
            kind,
            path: below(home, self.path, "mail/in"),
            server,
            folder: self.folder.unwrap_or_else(|| "INBOX".to_owned()),
            processed: self.processed.unwrap_or(match kind {
                InboxKind::Pop3 => Processed::None,
                _ => Processed::Flag,
            }),
            processed_folder: self
                .processed_folder
                .unwrap_or_else(|| "Processed".to_owned()),
            since: self.since,
        }
    }
}

/// `[outbox]`.
#[derive(Default)]
pub(super) struct SaidOutbox {
    kind: Option<OutboxKind>,
    path: Option<String>,
    server: SaidServer,
    hello: Option<String>,
    sendmail: Option<String>,
    sendmail_arguments: Option<Vec<String>>,
    give_up_days: Option<u32>,
    domain_per_minute: Option<u32>,
}

impl SaidOutbox {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.kind, s.choice("kind", OUTBOX_KINDS));
        over(&mut self.path, s.text("path", MAX_PATH));
        self.server.take(s);
        over(&mut self.hello, s.text("hello", 253));
        over(&mut self.sendmail, s.text("sendmail", MAX_PATH));
        let arguments = s.texts("sendmail_arguments", MAX_PATH);
        over(&mut self.sendmail_arguments, arguments);
        over(&mut self.give_up_days, s.number("give_up_days", 1..=60));
        let rate = s.number("domain_per_minute", 0..=100_000);
        over(&mut self.domain_per_minute, rate);
    }

    fn kind(&self) -> OutboxKind {
        self.kind.unwrap_or(OutboxKind::Maildir)
    }

    /// The server, where letters go to one; what is wrong with it goes to `wrong`.
    pub(super) fn server(&mut self, home: &Path, wrong: &mut Vec<String>) -> Option<Server> {
        match self.kind() {
            OutboxKind::Smtp => {
                let server = std::mem::take(&mut self.server).complete(SMTP, home);
                server.map_err(|w| wrong.extend(w)).ok()
            }
            OutboxKind::Maildir | OutboxKind::Sendmail => None,
        }
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path, server: Option<Server>) -> OutboxSection {
        OutboxSection {
            kind: self.kind(),
            path: below(home, self.path, "mail/out"),
            server,
            hello: self.hello,
            sendmail: below(home, self.sendmail, "/usr/sbin/sendmail"),
            sendmail_arguments: self.sendmail_arguments.unwrap_or_default(),
            give_up_days: self.give_up_days.unwrap_or(5),
            domain_per_minute: self.domain_per_minute.unwrap_or(60),
        }
    }
}

pub(in crate::config) const INBOX_KINDS: &[(&str, InboxKind)] = &[
    ("maildir", InboxKind::Maildir),
    ("imap", InboxKind::Imap),
    ("pop3", InboxKind::Pop3),
    ("none", InboxKind::None),
];
pub(in crate::config) const OUTBOX_KINDS: &[(&str, OutboxKind)] = &[
    ("maildir", OutboxKind::Maildir),
    ("smtp", OutboxKind::Smtp),
    ("sendmail", OutboxKind::Sendmail),
];
pub(in crate::config) const PROCESSED: &[(&str, Processed)] = &[
    ("none", Processed::None),
    ("flag", Processed::Flag),
    ("move", Processed::Move),
    ("delete", Processed::Delete),
];
const IMAP: Protocol = Protocol {
    section: "inbox",
    kind: "imap",
    tls: 993,
    starttls: 143,
    plain: 143,
    needs_login: true,
};
const POP3: Protocol = Protocol {
    section: "inbox",
    kind: "pop3",
    tls: 995,
    starttls: 110,
    plain: 110,
    needs_login: true,
};
const SMTP: Protocol = Protocol {
    section: "outbox",
    kind: "smtp",
    tls: 465,
    starttls: 587,
    plain: 25,
    needs_login: false,
};
