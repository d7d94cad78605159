//! `postchess.toml`: the configuration of a club's home (CONTRACT.md 1).
//!
//! Every key is optional but `club.robot`. A key that is not known is refused,
//! with the nearest one that is: a misspelt `polcy` must never leave the door
//! at its default without a word.

mod commented;
mod server;

pub use server::{Login, Mechanism, Secret, Security, Server};

use crate::language::Language;
use crate::time::Zone;
use crate::tournament::complaint::{Complaint, shortened};
use crate::tournament::file::LANGUAGES;
use crate::tournament::keys::{Section, Sheet};
use serde::Serialize;
use server::{Protocol, SaidServer};
use std::fmt;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file in a home.
pub const FILE_NAME: &str = "postchess.toml";

/// The configuration, complete: what the file and the command line leave out
/// has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Config {
    /// The club.
    pub club: Club,
    /// Where letters come from.
    pub inbox: Inbox,
    /// Where letters go.
    pub outbox: Outbox,
    /// Who is believed.
    pub auth: Auth,
    /// Bounds.
    pub limits: Limits,
    /// What is kept.
    pub keep: Keep,
    /// How the daemon waits.
    pub daemon: Daemon,
    /// From when on `health` complains.
    pub health: Health,
}

/// `[club]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Club {
    /// The name under which the robot writes.
    pub name: String,
    /// The address that the robot reads and writes under.
    pub robot: String,
    /// The language of letters, where neither player nor tournament has one.
    pub language: Language,
    /// The zone of reports, and of tournaments that name none.
    pub time_zone: Zone,
    /// Whether a secret reply address (`robot+TOKEN@…`) reaches the robot.
    pub plus_addressing: bool,
}

/// `[inbox]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Inbox {
    /// What is read.
    pub kind: InboxKind,
    /// The Maildir's folder; below the home where the file says a relative one.
    pub path: PathBuf,
    /// The server, with `imap` and `pop3`.
    pub server: Option<Server>,
    /// The folder that is read, with `imap`.
    pub folder: String,
    /// What becomes of a letter on the server once it is kept here.
    pub processed: Processed,
    /// Where letters go with `processed = "move"`.
    pub processed_folder: String,
}

/// What becomes of a letter on the server once it is kept here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Processed {
    /// Nothing.
    None,
    /// It is marked as seen (IMAP).
    Flag,
    /// It goes to another folder (IMAP).
    Move,
    /// It is deleted.
    Delete,
}

/// Where letters come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxKind {
    /// A folder in Maildir format.
    Maildir,
    /// A server, by IMAP.
    Imap,
    /// A server, by POP3.
    Pop3,
    /// Nothing is fetched: letters come by `postchess deliver`.
    None,
}

/// `[outbox]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outbox {
    /// By what letters are sent.
    pub kind: OutboxKind,
    /// The Maildir's folder; below the home where the file says a relative one.
    pub path: PathBuf,
    /// The server, with `smtp`.
    pub server: Option<Server>,
    /// The name by which we greet the server; `None`: the robot's domain.
    pub hello: Option<String>,
    /// The program, with `sendmail`.
    pub sendmail: PathBuf,
    /// What it is told before the envelope.
    pub sendmail_arguments: Vec<String>,
    /// Days after which a letter that cannot be delivered is given up.
    pub give_up_days: u32,
    /// Letters to one domain in a minute; 0 for no limit.
    pub domain_per_minute: u32,
}

/// By what letters are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OutboxKind {
    /// A folder in Maildir format, one file a letter.
    Maildir,
    /// A server, by SMTP.
    Smtp,
    /// The machine's own `sendmail`.
    Sendmail,
}

/// `[auth]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Auth {
    /// What a letter needs to be believed.
    pub policy: AuthPolicy,
    /// Hosts whose Authentication-Results are believed: `mx.club.example`, or
    /// `*.yandex.net` for all hosts below.
    pub trusted_authserv_ids: Vec<String>,
    /// Their results count directly below our border's Received too.
    pub results_below_received: bool,
}

/// What a letter needs to be believed (CONTRACT.md 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthPolicy {
    /// A token, or a verified sender's domain.
    TokenOrVerified,
    /// A token.
    Token,
    /// The address in From alone: anybody can write it.
    Address,
}

impl AuthPolicy {
    /// As the configuration has it.
    pub fn name(self) -> &'static str {
        match self {
            AuthPolicy::TokenOrVerified => "token-or-verified",
            AuthPolicy::Token => "token",
            AuthPolicy::Address => "address",
        }
    }
}

/// `[limits]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// A larger letter is stored as `too-large` and not read, in bytes.
    pub max_message_bytes: u32,
    /// Answers to one address in a day; a loop of two robots ends here.
    pub answers_per_day: u32,
    /// Answers to one address in an hour.
    pub answers_per_hour: u32,
    /// Answers about one game in a day.
    pub game_answers_per_day: u32,
    /// Answers to everybody together in an hour.
    pub all_answers_per_hour: u32,
    /// Letters that come back for good, one after the other, from which on an
    /// address counts as failing.
    pub hard_bounces: u32,
}

/// `[keep]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Keep {
    /// Raw letters older than this many days are compressed; 0 for never.
    pub compress_after_days: u32,
    /// Backups kept in `backup/`; the oldest go first.
    pub backups: u32,
}

/// `[daemon]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Daemon {
    /// The mailbox is looked at so often, in seconds, even where it says nothing.
    pub poll_seconds: u32,
}

/// `[health]`: from when on `postchess health` complains; 0 for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// Minutes since the mailbox was read completely.
    pub poll_minutes: u32,
    /// Hours a letter waits to leave.
    pub letter_hours: u32,
    /// Hours since the newest backup.
    pub backup_hours: u32,
    /// Free space on the disk, in megabytes.
    pub disk_megabytes: u32,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The folder is no club's home.
    #[error("{}: there is no {FILE_NAME} here; 'postchess init' makes a home", .0.display())]
    NoHome(PathBuf),
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Everything wrong with the file and the options, one line each.
    #[error("{}", lines(.0))]
    Wrong(Vec<Complaint>),
}

impl Config {
    /// Reads the configuration of a home; `sets` are the `--set KEY=VALUE` of
    /// the command line and go before the file. Relative paths are below the home.
    ///
    /// # Errors
    /// Everything wrong with the file and the options, at once.
    pub fn load(home: &Path, sets: &[(String, String)]) -> Result<Config, ConfigError> {
        let path = home.join(FILE_NAME);
        let text = std::fs::read_to_string(&path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => ConfigError::NoHome(home.to_owned()),
            _ => ConfigError::Unreadable { path, source },
        })?;
        Config::read(&text, home, sets)
    }

    /// Reads a configuration from its text.
    ///
    /// # Errors
    /// Everything wrong with the text and the options, at once.
    pub fn read(text: &str, home: &Path, sets: &[(String, String)]) -> Result<Config, ConfigError> {
        let mut said = Said::default();
        let mut complaints = Vec::new();
        let sheet = Sheet::file(FILE_NAME, text.strip_prefix('\u{feff}').unwrap_or(text));
        let parsed = sheet.parse();
        let is_toml = parsed.is_some();
        if let Some(table) = &parsed {
            said.take(sheet.top(table));
        }
        complaints.extend(sheet.complaints());
        for (key, value) in sets {
            let source = format!("--set {}={}", shortened(key), shortened(value));
            let sheet = Sheet::option(&source, value);
            match option_table(key, value) {
                Some(table) => said.take(sheet.top(&table)),
                None => sheet.complain(None, "allowed: --set SECTION.KEY=VALUE".to_owned()),
            }
            complaints.extend(sheet.complaints());
        }
        if !said.robot_stands_there && is_toml {
            complaints.push(Complaint {
                source: FILE_NAME.to_owned(),
                line: None,
                message: "[club] has no 'robot'; it is required: the address that the robot \
                          reads and writes under"
                    .to_owned(),
            });
        }
        match said.robot.clone() {
            Some(robot) if complaints.is_empty() => {
                said.complete(robot, home).map_err(ConfigError::Wrong)
            }
            _ => Err(ConfigError::Wrong(complaints)),
        }
    }
}

/// What the file and the options say, one over the other; none where silent.
#[derive(Default)]
struct Said {
    name: Option<String>,
    robot: Option<String>,
    /// Whether there is a robot, right or wrong: a wrong one is not missing.
    robot_stands_there: bool,
    language: Option<Language>,
    time_zone: Option<Zone>,
    plus_addressing: Option<bool>,
    inbox_kind: Option<InboxKind>,
    inbox_path: Option<String>,
    inbox_server: SaidServer,
    folder: Option<String>,
    processed: Option<Processed>,
    processed_folder: Option<String>,
    outbox_kind: Option<OutboxKind>,
    outbox_path: Option<String>,
    outbox_server: SaidServer,
    hello: Option<String>,
    sendmail: Option<String>,
    sendmail_arguments: Option<Vec<String>>,
    policy: Option<AuthPolicy>,
    trusted: Option<Vec<String>>,
    below_received: Option<bool>,
    max_message_bytes: Option<u32>,
    answers_per_day: Option<u32>,
    answers_per_hour: Option<u32>,
    game_answers_per_day: Option<u32>,
    all_answers_per_hour: Option<u32>,
    hard_bounces: Option<u32>,
    compress_after_days: Option<u32>,
    backups: Option<u32>,
    give_up_days: Option<u32>,
    domain_per_minute: Option<u32>,
    poll_seconds: Option<u32>,
    poll_minutes: Option<u32>,
    letter_hours: Option<u32>,
    backup_hours: Option<u32>,
    disk_megabytes: Option<u32>,
}

impl Said {
    /// Takes what one source says; the later source wins.
    fn take(&mut self, top: Section<'_, '_>) {
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
        top.finish();
    }

    fn complete(self, robot: String, home: &Path) -> Result<Config, Vec<Complaint>> {
        let inbox_kind = self.inbox_kind.unwrap_or(InboxKind::Maildir);
        let outbox_kind = self.outbox_kind.unwrap_or(OutboxKind::Maildir);
        let mut wrong = Vec::new();
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
            club: Club {
                name: self.name.unwrap_or_else(|| "Chess club".to_owned()),
                robot,
                language: self.language.unwrap_or(Language::Ru),
                time_zone: self.time_zone.unwrap_or_else(default_zone),
                plus_addressing: self
                    .plus_addressing
                    .unwrap_or(inbox_kind == InboxKind::Maildir),
            },
            inbox: Inbox {
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
            },
            outbox: Outbox {
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
            },
            limits: Limits {
                max_message_bytes: self.max_message_bytes.unwrap_or(2_000_000),
                answers_per_day: self.answers_per_day.unwrap_or(100),
                answers_per_hour: self.answers_per_hour.unwrap_or(50),
                game_answers_per_day: self.game_answers_per_day.unwrap_or(100),
                all_answers_per_hour: self.all_answers_per_hour.unwrap_or(1000),
                hard_bounces: self.hard_bounces.unwrap_or(3),
            },
            keep: Keep {
                compress_after_days: self.compress_after_days.unwrap_or(30),
                backups: self.backups.unwrap_or(14),
            },
            daemon: Daemon {
                poll_seconds: self.poll_seconds.unwrap_or(60),
            },
            health: Health {
                poll_minutes: self.poll_minutes.unwrap_or(60),
                letter_hours: self.letter_hours.unwrap_or(12),
                backup_hours: self.backup_hours.unwrap_or(48),
                disk_megabytes: self.disk_megabytes.unwrap_or(200),
            },
        })
    }
}

/// The longest path, in characters (PATH_MAX of Linux).
const MAX_PATH: usize = 4096;

const INBOX_KINDS: &[(&str, InboxKind)] = &[
    ("maildir", InboxKind::Maildir),
    ("imap", InboxKind::Imap),
    ("pop3", InboxKind::Pop3),
    ("none", InboxKind::None),
];
const OUTBOX_KINDS: &[(&str, OutboxKind)] = &[
    ("maildir", OutboxKind::Maildir),
    ("smtp", OutboxKind::Smtp),
    ("sendmail", OutboxKind::Sendmail),
];
const PROCESSED: &[(&str, Processed)] = &[
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
const POLICIES: &[(&str, AuthPolicy)] = &[
    ("token-or-verified", AuthPolicy::TokenOrVerified),
    ("token", AuthPolicy::Token),
    ("address", AuthPolicy::Address),
];

fn default_zone() -> Zone {
    Zone::parse("Europe/Moscow").unwrap_or_else(Zone::utc)
}

fn over<T>(old: &mut Option<T>, new: Option<T>) {
    if new.is_some() {
        *old = new;
    }
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

/// `section.key` and its value as the table that a file would give. The value
/// is TOML where it parses, else the text itself; it can never add a key.
fn option_table<'v>(key: &'v str, value: &'v str) -> Option<DeTable<'v>> {
    let (section, key) = key.split_once('.')?;
    if section.is_empty() || key.is_empty() || key.contains('.') {
        return None;
    }
    let value = match DeValue::parse(value) {
        Ok(parsed) => parsed.into_inner(),
        Err(_) => DeValue::String(value.into()),
    };
    let mut keys = DeTable::new();
    keys.insert(Spanned::new(0..0, key.into()), Spanned::new(0..0, value));
    let mut sections = DeTable::new();
    let keys = Spanned::new(0..0, DeValue::Table(keys));
    sections.insert(Spanned::new(0..0, section.into()), keys);
    Some(sections)
}

fn lines(complaints: &[impl fmt::Display]) -> String {
    let lines: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "/srv/club";

    fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect()
    }

    fn good(text: &str, sets: &[(&str, &str)]) -> Config {
        Config::read(text, Path::new(HOME), &set(sets)).unwrap_or_else(|e| panic!("{e}"))
    }

    fn bad(text: &str, sets: &[(&str, &str)]) -> Vec<String> {
        let error = Config::read(text, Path::new(HOME), &set(sets)).unwrap_err();
        error.to_string().lines().map(str::to_owned).collect()
    }

    const SHORT: &str = "[club]\nrobot = \"moves@club.example\"\n";

    #[test]
    fn only_the_robot_is_required() {
        let config = good(SHORT, &[]);
        assert_eq!(config.club.robot, "moves@club.example");
        assert_eq!(config.club.language, Language::Ru);
        assert_eq!(config.club.time_zone.name(), "Europe/Moscow");
        assert!(config.club.plus_addressing);
        assert_eq!(config.inbox.kind, InboxKind::Maildir);
        assert_eq!(config.inbox.path, Path::new("/srv/club/mail/in"));
        assert_eq!(config.outbox.path, Path::new("/srv/club/mail/out"));
        assert_eq!(config.auth.policy, AuthPolicy::TokenOrVerified);
        assert_eq!(config.limits.max_message_bytes, 2_000_000);
        assert_eq!(config.limits.answers_per_day, 100);
        assert_eq!(config.keep.compress_after_days, 30);
        assert_eq!(config.keep.backups, 14);
        for text in ["", "[club]\nname = \"X\"\n"] {
            let said = bad(text, &[]);
            assert_eq!(said.len(), 1);
            assert!(
                said[0].starts_with("postchess.toml: [club] has no 'robot'"),
                "{said:?}"
            );
        }
        assert_eq!(
            good("", &[("club.robot", "a@b.example")]).club.robot,
            "a@b.example"
        );
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"[club]
name = "Клуб"
robot = "moves@club.example"
language = "pl"
time_zone = "Europe/Warsaw"
plus_addressing = true
[inbox]
kind = "imap"
path = "/var/mail/in"
host = "imap.club.example"
port = 9993
security = "starttls"
user = "moves"
auth = "login"
password_command = "pass show moves"
ca_file = "/etc/ca.pem"
timeout_seconds = 30
folder = "Шахматы"
processed = "move"
processed_folder = "Готово"
[outbox]
kind = "smtp"
path = "out"
host = "127.0.0.1"
security = "none"
user = "moves"
password_env = "MOVES_PASSWORD"
hello = "club.example"
sendmail = "/usr/lib/sendmail"
sendmail_arguments = ["-C", "/etc/my.cf"]
give_up_days = 3
domain_per_minute = 10
[auth]
policy = "token"
trusted_authserv_ids = ["mx.club.example", "*.yandex.net", "localhost"]
results_below_received = true
[limits]
max_message_bytes = 3_000_000
answers_per_day = 5
answers_per_hour = 4
game_answers_per_day = 6
all_answers_per_hour = 70
hard_bounces = 2
[keep]
compress_after_days = 0
backups = 3
[daemon]
poll_seconds = 30
[health]
poll_minutes = 1
letter_hours = 2
backup_hours = 0
disk_megabytes = 4
"#;
        let expected = Config {
            club: Club {
                name: "Клуб".to_owned(),
                robot: "moves@club.example".to_owned(),
                language: Language::Pl,
                time_zone: Zone::parse("Europe/Warsaw").unwrap(),
                plus_addressing: true,
            },
            inbox: Inbox {
                kind: InboxKind::Imap,
                path: PathBuf::from("/var/mail/in"),
                server: Some(Server {
                    host: "imap.club.example".to_owned(),
                    port: 9993,
                    security: Security::StartTls,
                    login: Some(Login {
                        user: "moves".to_owned(),
                        auth: Some(Mechanism::Login),
                        secret: Secret::Command("pass show moves".to_owned()),
                    }),
                    ca_file: Some(PathBuf::from("/etc/ca.pem")),
                    timeout_seconds: 30,
                }),
                folder: "Шахматы".to_owned(),
                processed: Processed::Move,
                processed_folder: "Готово".to_owned(),
            },
            outbox: Outbox {
                kind: OutboxKind::Smtp,
                path: PathBuf::from("/srv/club/out"),
                server: Some(Server {
                    host: "127.0.0.1".to_owned(),
                    port: 25,
                    security: Security::None,
                    login: Some(Login {
                        user: "moves".to_owned(),
                        auth: None,
                        secret: Secret::Env("MOVES_PASSWORD".to_owned()),
                    }),
                    ca_file: None,
                    timeout_seconds: 60,
                }),
                hello: Some("club.example".to_owned()),
                sendmail: PathBuf::from("/usr/lib/sendmail"),
                sendmail_arguments: vec!["-C".to_owned(), "/etc/my.cf".to_owned()],
                give_up_days: 3,
                domain_per_minute: 10,
            },
            auth: Auth {
                policy: AuthPolicy::Token,
                trusted_authserv_ids: vec![
                    "mx.club.example".to_owned(),
                    "*.yandex.net".to_owned(),
                    "localhost".to_owned(),
                ],
                results_below_received: true,
            },
            limits: Limits {
                max_message_bytes: 3_000_000,
                answers_per_day: 5,
                answers_per_hour: 4,
                game_answers_per_day: 6,
                all_answers_per_hour: 70,
                hard_bounces: 2,
            },
            keep: Keep {
                compress_after_days: 0,
                backups: 3,
            },
            daemon: Daemon { poll_seconds: 30 },
            health: Health {
                poll_minutes: 1,
                letter_hours: 2,
                backup_hours: 0,
                disk_megabytes: 4,
            },
        };
        assert_eq!(good(text, &[]), expected);
        assert_eq!(good(&text.replace('\n', "\r\n"), &[]), expected);
    }

    #[test]
    fn plus_addressing_follows_the_inbox() {
        let imap = format!(
            "{SHORT}[inbox]\nkind = \"imap\"\nhost = \"imap.club.example\"\nuser = \"moves\"\n\
             password_env = \"P\"\n"
        );
        assert!(!good(&imap, &[]).club.plus_addressing);
        assert!(
            good(&imap, &[("club.plus_addressing", "true")])
                .club
                .plus_addressing
        );
        assert!(
            good(&imap, &[("inbox.kind", "maildir")])
                .club
                .plus_addressing
        );
    }

    #[test]
    fn faults_are_told_with_their_lines() {
        let text = r#"[club]
robot = "moves@"
[auth]
polcy = "address"
policy = "adress"
trusted_authserv_ids = ["mx.club.example", "*"]
[inbox]
kind = "mbox"
hots = "x"
[limts]
x = 1
[limits]
max_message_bytes = "big"
"#;
        assert_eq!(
            bad(text, &[]).join("\n"),
            "postchess.toml:2: 'robot' in [club] is 'moves@': the part after the @ is not a domain
postchess.toml:4: unknown key 'polcy' in [auth]; did you mean 'policy'?
postchess.toml:5: 'policy' in [auth] is 'adress'; allowed: token-or-verified, token, address; did you mean 'address'?
postchess.toml:6: 'trusted_authserv_ids' in [auth] names '*'; allowed: a host, or '*.' and a domain
postchess.toml:8: 'kind' in [inbox] is 'mbox'; allowed: maildir, imap, pop3, none
postchess.toml:9: unknown key 'hots' in [inbox]; did you mean 'host'?
postchess.toml:10: unknown section 'limts'; did you mean 'limits'?
postchess.toml:13: 'max_message_bytes' in [limits] is 'big'; allowed: a whole number from 10000 to 100000000"
        );
        let said = bad("[club\nrobot = \"a@b\"\n", &[]);
        assert!(said[0].starts_with("postchess.toml:1: "), "{said:?}");
    }

    #[test]
    fn an_option_goes_before_the_file() {
        let config = good(
            &format!("{SHORT}[auth]\npolicy = \"token\"\n"),
            &[
                ("auth.policy", "token-or-verified"),
                ("auth.policy", "address"),
                ("limits.answers_per_day", "7"),
                ("club.name", "2026"),
                ("inbox.path", "\"a b\""),
                ("auth.trusted_authserv_ids", "[\"mx.club.example\"]"),
            ],
        );
        assert_eq!(config.auth.policy, AuthPolicy::Address);
        assert_eq!(config.limits.answers_per_day, 7);
        assert_eq!(config.club.name, "2026");
        assert_eq!(config.inbox.path, Path::new("/srv/club/a b"));
        assert_eq!(config.auth.trusted_authserv_ids, ["mx.club.example"]);
    }

    #[test]
    fn a_wrong_option_is_told_like_a_wrong_line() {
        assert_eq!(
            bad(
                SHORT,
                &[
                    ("auth.polcy", "address"),
                    ("policy", "address"),
                    ("auth.policy", "x")
                ]
            ),
            [
                "--set auth.polcy=address: unknown key 'polcy' in [auth]; did you mean 'policy'?",
                "--set policy=address: allowed: --set SECTION.KEY=VALUE",
                "--set auth.policy=x: 'policy' in [auth] is 'x'; allowed: token-or-verified, token, address",
            ]
        );
        // A value stays one value, whatever it looks like.
        let said = bad(SHORT, &[("club.name", "\"x\"\nrobot = \"b@c.example\"")]);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].contains("'name' in [club] is broken by a line break"),
            "{said:?}"
        );
    }

    #[test]
    fn the_commented_file_tells_the_truth() {
        let (robot, name) = ("{name}@club.example", "Клуб {robot} \"Ладья\" \\ 1");
        let text = Config::commented(robot, name);
        let config = good(&text, &[]);
        assert_eq!(config.club.robot, robot);
        assert_eq!(config.club.name, name);
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => rest,
                _ => line,
            })
            .map(|line| format!("{line}\n"))
            .collect();
        assert_ne!(uncommented, text);
        assert_eq!(good(&uncommented, &[]), config);
        // Every key that is read is there.
        let keys = uncommented
            .lines()
            .filter(|l| !l.starts_with('#') && l.contains(" = "))
            .count();
        assert_eq!(keys, 48);
        // One password is enough: the other ways to it stand there as words, and
        // are keys all the same.
        let mut ways = 0;
        let mut section = String::new();
        for line in text.lines() {
            if line.starts_with('[') {
                line.clone_into(&mut section);
            }
            let Some((key, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(" = "))
            else {
                continue;
            };
            if !key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
                continue;
            }
            ways += 1;
            let one = format!("{SHORT}{section}\n{key} = {value}\n");
            good(&one, &[]);
        }
        assert_eq!(ways, 7);
    }

    #[test]
    fn a_folder_without_the_file_is_no_home() {
        let folder = tempfile::tempdir().unwrap();
        let error = Config::load(folder.path(), &[]).unwrap_err();
        assert!(matches!(error, ConfigError::NoHome(_)));
        assert!(error.to_string().contains("postchess init"));
        std::fs::write(folder.path().join(FILE_NAME), b"[club]\nname = \"\xff\"\n").unwrap();
        let error = Config::load(folder.path(), &[]).unwrap_err();
        assert!(matches!(error, ConfigError::Unreadable { .. }), "{error}");
        let text = Config::commented("moves@club.example", "Club");
        std::fs::write(folder.path().join(FILE_NAME), text).unwrap();
        let config = Config::load(folder.path(), &[]).unwrap();
        assert_eq!(config.inbox.path, folder.path().join("mail/in"));
    }

    #[test]
    fn the_words_of_the_file_are_those_that_are_printed() {
        fn same<T: Serialize>(words: &[(&str, T)]) {
            for (word, value) in words {
                assert_eq!(serde_json::to_value(value).unwrap(), *word);
            }
        }
        same(INBOX_KINDS);
        same(OUTBOX_KINDS);
        same(PROCESSED);
        same(server::SECURITIES);
        same(server::MECHANISMS);
        same(POLICIES);
    }
}
