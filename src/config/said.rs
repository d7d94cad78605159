//! What the file and the options say, key by key, and what stands where they are silent.

use super::sections::{
    ArchiveSection, Auth, AuthPolicy, ClubSection, Daemon, HealthSection, InboxKind, InboxSection,
    Keep, Limits, OutboxKind, OutboxSection, Processed, SiteSection,
};
use super::server::{Protocol, SaidServer, over};
use super::{Config, FILE_NAME};
use crate::language::Language;
use crate::messages::letters;
use crate::time::{Day, Zone};
use crate::tournament::complaint::Complaint;
use crate::tournament::file::LANGUAGES;
use crate::tournament::keys::FileSection;
use std::path::Path;

/// What the file and the options say, one over the other; none where silent.
#[derive(Default)]
pub(super) struct SaidConfig {
    name: Option<String>,
    pub(super) robot: Option<String>,
    /// Whether there is a robot, right or wrong: a wrong one is not missing.
    pub(super) robot_stands_there: bool,
    language: Option<Language>,
    time_zone: Option<Zone>,
    plus_addressing: Option<bool>,
    inbox_kind: Option<InboxKind>,
    inbox_path: Option<String>,
    inbox_server: SaidServer,
    folder: Option<String>,
    processed: Option<Processed>,
    processed_folder: Option<String>,
    since: Option<Day>,
    outbox_kind: Option<OutboxKind>,
    outbox_path: Option<String>,
    outbox_server: SaidServer,
    hello: Option<String>,
    sendmail: Option<String>,
    sendmail_arguments: Option<Vec<String>>,
    policy: Option<AuthPolicy>,
    trusted: Option<Vec<String>>,
    below_received: Option<bool>,
    key_file: Option<String>,
    key_passphrase_file: Option<String>,
    max_message_bytes: Option<u32>,
    answers_per_day: Option<u32>,
    answers_per_hour: Option<u32>,
    game_answers_per_day: Option<u32>,
    all_answers_per_hour: Option<u32>,
    hard_bounces: Option<u32>,
    archive_path: Option<String>,
    archive_command: Option<String>,
    archive_required: Option<bool>,
    oversteps_per_pass: Option<u32>,
    compress_after_days: Option<u32>,
    backups: Option<u32>,
    give_up_days: Option<u32>,
    domain_per_minute: Option<u32>,
    poll_seconds: Option<u32>,
    poll_minutes: Option<u32>,
    letter_hours: Option<u32>,
    backup_hours: Option<u32>,
    disk_megabytes: Option<u32>,
    site_path: Option<String>,
    site_tournaments: Option<Vec<String>>,
    site_delay_moves: Option<u32>,
    site_language: Option<Language>,
}

impl SaidConfig {
    /// Takes what one source says; the later source wins.
    pub(super) fn take(&mut self, top: FileSection<'_, '_>) {
        let zone_rule = "a zone of the IANA list such as Europe/Moscow";
        // Each section is asked for, present or not, so that all are known.
        if let Some(s) = top.section("club") {
            over(&mut self.name, s.text("name", 100));
            over(&mut self.robot, s.address("robot"));
            self.robot_stands_there |= s.has("robot");
            over(&mut self.language, s.choice("language", LANGUAGES));
            let zone = s.parsed("time_zone", zone_rule, Zone::parse);
            over(&mut self.time_zone, zone);
            over(&mut self.plus_addressing, s.flag("plus_addressing"));
            s.finish();
        }
        if let Some(s) = top.section("inbox") {
            over(&mut self.inbox_kind, s.choice("kind", INBOX_KINDS));
            over(&mut self.inbox_path, s.text("path", MAX_PATH));
            self.inbox_server.take(&s);
            over(&mut self.folder, s.text("folder", 200));
            over(&mut self.processed, s.choice("processed", PROCESSED));
            let folder = s.text("processed_folder", 200);
            over(&mut self.processed_folder, folder);
            over(&mut self.since, s.day("since"));
            s.finish();
        }
        if let Some(s) = top.section("outbox") {
            over(&mut self.outbox_kind, s.choice("kind", OUTBOX_KINDS));
            over(&mut self.outbox_path, s.text("path", MAX_PATH));
            self.outbox_server.take(&s);
            over(&mut self.hello, s.text("hello", 253));
            over(&mut self.sendmail, s.text("sendmail", MAX_PATH));
            let arguments = s.texts("sendmail_arguments", MAX_PATH);
            over(&mut self.sendmail_arguments, arguments);
            over(&mut self.give_up_days, s.number("give_up_days", 1..=60));
            let rate = s.number("domain_per_minute", 0..=100_000);
            over(&mut self.domain_per_minute, rate);
            s.finish();
        }
        if let Some(s) = top.section("auth") {
            over(&mut self.policy, s.choice("policy", POLICIES));
            let trusted = s.texts("trusted_authserv_ids", 253);
            if let Some(wrong) = trusted.iter().flatten().find(|t| !is_host_pattern(t)) {
                let what = format!("names '{wrong}'; allowed: a host, or '*.' and a domain");
                s.refuse("trusted_authserv_ids", &what);
            }
            over(&mut self.trusted, trusted);
            over(&mut self.below_received, s.flag("results_below_received"));
            over(&mut self.key_file, s.text("key_file", MAX_PATH));
            let passphrase = s.text("key_passphrase_file", MAX_PATH);
            over(&mut self.key_passphrase_file, passphrase);
            s.finish();
        }
        if let Some(s) = top.section("limits") {
            let bytes = s.number("max_message_bytes", 10_000..=100_000_000);
            over(&mut self.max_message_bytes, bytes);
            over(
                &mut self.answers_per_day,
                s.number("answers_per_day", 1..=10_000),
            );
            over(
                &mut self.answers_per_hour,
                s.number("answers_per_hour", 1..=10_000),
            );
            over(
                &mut self.game_answers_per_day,
                s.number("game_answers_per_day", 1..=10_000),
            );
            over(
                &mut self.all_answers_per_hour,
                s.number("all_answers_per_hour", 1..=1_000_000),
            );
            over(&mut self.hard_bounces, s.number("hard_bounces", 1..=100));
            let most = s.number("oversteps_per_pass", 1..=100_000);
            over(&mut self.oversteps_per_pass, most);
            s.finish();
        }
        if let Some(s) = top.section("archive") {
            over(&mut self.archive_path, s.text("path", MAX_PATH));
            over(&mut self.archive_command, s.text("command", MAX_PATH));
            over(&mut self.archive_required, s.flag("required"));
            s.finish();
        }
        if let Some(s) = top.section("keep") {
            let days = s.number("compress_after_days", 0..=36_500);
            over(&mut self.compress_after_days, days);
            over(&mut self.backups, s.number("backups", 1..=1_000));
            s.finish();
        }
        if let Some(s) = top.section("daemon") {
            over(&mut self.poll_seconds, s.number("poll_seconds", 1..=3_600));
            s.finish();
        }
        if let Some(s) = top.section("health") {
            over(
                &mut self.poll_minutes,
                s.number("poll_minutes", 0..=100_000),
            );
            over(&mut self.letter_hours, s.number("letter_hours", 0..=10_000));
            over(&mut self.backup_hours, s.number("backup_hours", 0..=10_000));
            let disk = s.number("disk_megabytes", 0..=10_000_000);
            over(&mut self.disk_megabytes, disk);
            s.finish();
        }
        if let Some(s) = top.section("site") {
            over(&mut self.site_path, s.text("path", MAX_PATH));
            over(&mut self.site_tournaments, s.texts("tournaments", 100));
            over(
                &mut self.site_delay_moves,
                s.number("delay_moves", 0..=1_000),
            );
            over(&mut self.site_language, s.choice("language", LANGUAGES));
            s.finish();
        }
        top.finish();
    }

    /// Fills in what nobody said.
    pub(super) fn complete(self, robot: String, home: &Path) -> Result<Config, Vec<Complaint>> {
        let inbox_kind = self.inbox_kind.unwrap_or(InboxKind::Maildir);
        let outbox_kind = self.outbox_kind.unwrap_or(OutboxKind::Maildir);
        let mut wrong = Vec::new();
        if self.archive_path.is_some() && self.archive_command.is_some() {
            wrong.push("[archive] has 'path' and 'command'; allowed: one of them".to_owned());
        }
        let inbox_server = match inbox_kind {
            InboxKind::Imap => Some(self.inbox_server.complete(IMAP, home)),
            InboxKind::Pop3 => Some(self.inbox_server.complete(POP3, home)),
            InboxKind::Maildir | InboxKind::None => None,
        };
        let inbox_server = inbox_server.and_then(|s| s.map_err(|w| wrong.extend(w)).ok());
        let outbox_server = match outbox_kind {
            OutboxKind::Smtp => Some(self.outbox_server.complete(SMTP, home)),
            OutboxKind::Maildir | OutboxKind::Sendmail => None,
        };
        let outbox_server = outbox_server.and_then(|s| s.map_err(|w| wrong.extend(w)).ok());
        if inbox_kind == InboxKind::Pop3
            && let Some(at @ (Processed::Flag | Processed::Move)) = self.processed
        {
            wrong.push(format!(
                "'processed' in [inbox] is '{}': POP3 knows no flags and no folders; allowed \
                 with kind = \"pop3\": none, delete",
                if at == Processed::Flag {
                    "flag"
                } else {
                    "move"
                }
            ));
        }
        if !wrong.is_empty() {
            let of_the_file = |message| Complaint {
                source: FILE_NAME.to_owned(),
                line: None,
                message,
            };
            return Err(wrong.into_iter().map(of_the_file).collect());
        }
        let below = |said: Option<String>, default: &str| match said {
            Some(path) => home.join(path),
            None => home.join(default),
        };
        Ok(Config {
            club: ClubSection {
                name: self
                    .name
                    .unwrap_or_else(|| letters::unnamed_club().to_owned()),
                robot,
                language: self.language.unwrap_or(Language::Ru),
                time_zone: self.time_zone.unwrap_or_else(default_zone),
                plus_addressing: self
                    .plus_addressing
                    .unwrap_or(inbox_kind == InboxKind::Maildir),
            },
            inbox: InboxSection {
                kind: inbox_kind,
                path: below(self.inbox_path, "mail/in"),
                server: inbox_server,
                folder: self.folder.unwrap_or_else(|| "INBOX".to_owned()),
                processed: self.processed.unwrap_or(match inbox_kind {
                    InboxKind::Pop3 => Processed::None,
                    _ => Processed::Flag,
                }),
                processed_folder: self
                    .processed_folder
                    .unwrap_or_else(|| "Processed".to_owned()),
                since: self.since,
            },
            outbox: OutboxSection {
                kind: outbox_kind,
                path: below(self.outbox_path, "mail/out"),
                server: outbox_server,
                hello: self.hello,
                sendmail: below(self.sendmail, "/usr/sbin/sendmail"),
                sendmail_arguments: self.sendmail_arguments.unwrap_or_default(),
                give_up_days: self.give_up_days.unwrap_or(5),
                domain_per_minute: self.domain_per_minute.unwrap_or(60),
            },
            auth: Auth {
                policy: self.policy.unwrap_or(AuthPolicy::TokenOrVerified),
                trusted_authserv_ids: self.trusted.unwrap_or_default(),
                results_below_received: self.below_received.unwrap_or(false),
                key_file: below(self.key_file, "postchess.key"),
                key_passphrase_file: self.key_passphrase_file.map(|path| home.join(path)),
            },
            limits: Limits {
                max_message_bytes: self.max_message_bytes.unwrap_or(2_000_000),
                answers_per_day: self.answers_per_day.unwrap_or(100),
                answers_per_hour: self.answers_per_hour.unwrap_or(50),
                game_answers_per_day: self.game_answers_per_day.unwrap_or(100),
                all_answers_per_hour: self.all_answers_per_hour.unwrap_or(1000),
                hard_bounces: self.hard_bounces.unwrap_or(3),
                oversteps_per_pass: self.oversteps_per_pass,
            },
            archive: ArchiveSection {
                path: self.archive_path.map(|path| home.join(path)),
                command: self.archive_command,
                required: self.archive_required.unwrap_or(true),
            },
            keep: Keep {
                compress_after_days: self.compress_after_days.unwrap_or(30),
                backups: self.backups.unwrap_or(14),
            },
            daemon: Daemon {
                poll_seconds: self.poll_seconds.unwrap_or(60),
            },
            health: HealthSection {
                poll_minutes: self.poll_minutes.unwrap_or(60),
                letter_hours: self.letter_hours.unwrap_or(12),
                backup_hours: self.backup_hours.unwrap_or(48),
                disk_megabytes: self.disk_megabytes.unwrap_or(200),
            },
            site: SiteSection {
                path: self.site_path.map(|path| home.join(path)),
                tournaments: self.site_tournaments.unwrap_or_default(),
                delay_moves: self.site_delay_moves.unwrap_or(0),
                language: self.site_language,
            },
        })
    }
}

/// The longest path, in characters (PATH_MAX of Linux).
const MAX_PATH: usize = 4096;

pub(super) const INBOX_KINDS: &[(&str, InboxKind)] = &[
    ("maildir", InboxKind::Maildir),
    ("imap", InboxKind::Imap),
    ("pop3", InboxKind::Pop3),
    ("none", InboxKind::None),
];
pub(super) const OUTBOX_KINDS: &[(&str, OutboxKind)] = &[
    ("maildir", OutboxKind::Maildir),
    ("smtp", OutboxKind::Smtp),
    ("sendmail", OutboxKind::Sendmail),
];
pub(super) const PROCESSED: &[(&str, Processed)] = &[
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
pub(super) const POLICIES: &[(&str, AuthPolicy)] = &[
    ("token-or-verified", AuthPolicy::TokenOrVerified),
    ("token", AuthPolicy::Token),
    ("address", AuthPolicy::Address),
];

fn default_zone() -> Zone {
    Zone::parse("Europe/Moscow").unwrap_or_else(Zone::utc)
}

/// A host name, or `*.` and a domain. A star elsewhere would trust strangers.
fn is_host_pattern(text: &str) -> bool {
    let host = text.strip_prefix("*.").unwrap_or(text);
    let label_is_right = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    host.split('.').all(label_is_right) && (host.contains('.') || host == text)
}
