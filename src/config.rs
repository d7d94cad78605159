//! `postchess.toml`: the configuration of a club's home (CONTRACT.md 1).
//!
//! Every key is optional but `club.robot`. A key that is not known is refused,
//! with the nearest one that is: a misspelt `polcy` must never leave the door
//! at its default without a word.

mod commented;
mod remarks;
mod said;
mod sections;
mod server;

pub use sections::{
    ArchiveSection, Auth, AuthPolicy, ClubSection, Daemon, DatabaseSection, HealthSection,
    InboxKind, InboxSection, Keep, Limits, OutboxKind, OutboxSection, Processed, SiteSection,
    WebSection,
};
pub use server::{Login, Mechanism, Secret, Security, Server};

use crate::disk::disk_words;
use crate::tournament::complaint::{Complaint, shortened};
use crate::tournament::keys::Sheet;
use said::SaidConfig;
use serde::Serialize;
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
    pub club: ClubSection,
    /// Where letters come from.
    pub inbox: InboxSection,
    /// Where letters go.
    pub outbox: OutboxSection,
    /// Who is believed.
    pub auth: Auth,
    /// Bounds.
    pub limits: Limits,
    /// A second place for all that is recorded.
    pub archive: ArchiveSection,
    /// The server of the database, where it is no file.
    pub database: DatabaseSection,
    /// What is kept.
    pub keep: Keep,
    /// How the daemon waits.
    pub daemon: Daemon,
    /// From when on `health` complains.
    pub health: HealthSection,
    /// The public site that `nightly` writes.
    pub site: SiteSection,
    /// The server.
    pub web: WebSection,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The folder is no club's home.
    #[error("{}: there is no {FILE_NAME} here; 'postchess init' makes a home", .0.display())]
    NoHome(PathBuf),
    /// The file cannot be read.
    #[error("{}: {}", .path.display(), disk_words(.source))]
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
    /// Behind the @ of the robot's address.
    pub fn robot_domain(&self) -> &str {
        let robot = self.club.robot.as_str();
        robot.split_once('@').map_or("localhost", |(_, d)| d)
    }

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
        let mut said = SaidConfig::default();
        let mut complaints = Vec::new();
        let sheet = Sheet::file(FILE_NAME, text.strip_prefix('\u{feff}').unwrap_or(text));
        let parsed = sheet.parse();
        let is_toml = parsed.is_some();
        if let Some(table) = &parsed {
            said.take(sheet.top(table));
        }
        complaints.extend(sheet.complaints());
        for (key, value) in sets {
            // What is set may be a password, or a command that has one: where it is wrong, what
            // is wrong says so much of it as may be read.
            let source = format!("--set {}", shortened(key));
            let sheet = Sheet::option(&source, value);
            match option_table(key, value) {
                Some(table) => said.take(sheet.top(&table)),
                None => sheet.complain(None, "allowed: --set SECTION.KEY=VALUE".to_owned()),
            }
            complaints.extend(sheet.complaints());
        }
        if !said.club.robot_stands_there && is_toml {
            complaints.push(Complaint {
                source: FILE_NAME.to_owned(),
                line: None,
                message: "[club] has no 'robot'; it is required: the address that the robot \
                          reads and writes under"
                    .to_owned(),
            });
        }
        match said.club.robot.clone() {
            Some(robot) if complaints.is_empty() => {
                said.complete(robot, home).map_err(ConfigError::Wrong)
            }
            _ => Err(ConfigError::Wrong(complaints)),
        }
    }
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
    use super::said::{INBOX_KINDS, OUTBOX_KINDS, POLICIES, PROCESSED};
    use super::*;
    use crate::feature::Feature;
    use crate::language::Language;
    use crate::time::{Day, Zone};

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
        assert_eq!(config.limits.oversteps(false), Some(5));
        assert_eq!(config.limits.oversteps(true), None);
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
        let text = r##"[club]
name = "Клуб"
robot = "moves@club.example"
language = "pl"
time_zone = "Europe/Warsaw"
address = ["ul. Prosta 1", "00-950 Warszawa"]
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
since = 2026-01-10
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
key_file = "/etc/postchess/key"
key_passphrase_file = "passphrase"
[limits]
max_message_bytes = 3_000_000
answers_per_day = 5
answers_per_hour = 4
game_answers_per_day = 6
all_answers_per_hour = 70
hard_bounces = 2
oversteps_per_pass = 7
[archive]
command = "rclone copyto"
required = false
[database]
url = "postgres://moves@db.club.example/chess"
password_file = "secret"
ca_file = "authority.pem"
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
[site]
path = "public"
tournaments = ["RU26-01"]
delay_moves = 2
language = "uk"
base_url = "https://club.example/chess/"
logo = "logo.svg"
colour = "#0b4f9e"
[web]
listen = "[::1]:8443"
base_url = "https://play.club.example/"
tls_cert = "cert.pem"
tls_key = "key.pem"
trusted_proxies = ["127.0.0.1", "::1"]
"##;
        let expected = Config {
            club: ClubSection {
                name: "Клуб".to_owned(),
                robot: "moves@club.example".to_owned(),
                language: Language::Pl,
                time_zone: Zone::parse("Europe/Warsaw").unwrap(),
                address: vec!["ul. Prosta 1".to_owned(), "00-950 Warszawa".to_owned()],
                plus_addressing: true,
            },
            inbox: InboxSection {
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
                since: Day::new(2026, 1, 10),
            },
            outbox: OutboxSection {
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
                key_file: PathBuf::from("/etc/postchess/key"),
                key_passphrase_file: Some(PathBuf::from("/srv/club/passphrase")),
            },
            limits: Limits {
                max_message_bytes: 3_000_000,
                answers_per_day: 5,
                answers_per_hour: 4,
                game_answers_per_day: 6,
                all_answers_per_hour: 70,
                hard_bounces: 2,
                oversteps_per_pass: Some(7),
            },
            archive: ArchiveSection {
                path: None,
                command: Some("rclone copyto".to_owned()),
                required: false,
            },
            database: DatabaseSection {
                url: Some("postgres://moves@db.club.example/chess".to_owned()),
                secret: Some(Secret::File("/srv/club/secret".into())),
                ca_file: Some("/srv/club/authority.pem".into()),
                encrypted: true,
            },
            keep: Keep {
                compress_after_days: 0,
                backups: 3,
            },
            daemon: Daemon { poll_seconds: 30 },
            health: HealthSection {
                poll_minutes: 1,
                letter_hours: 2,
                backup_hours: 0,
                disk_megabytes: 4,
            },
            site: SiteSection {
                path: Some(PathBuf::from("/srv/club/public")),
                tournaments: vec!["RU26-01".to_owned()],
                delay_moves: 2,
                language: Some(Language::Uk),
                base_url: Some("https://club.example/chess".to_owned()),
                logo: Some(PathBuf::from("/srv/club/logo.svg")),
                colour: Some([0x0b, 0x4f, 0x9e]),
            },
            web: WebSection {
                listen: "[::1]:8443".parse().unwrap(),
                base_url: Some("https://play.club.example".to_owned()),
                tls: Some((
                    PathBuf::from("/srv/club/cert.pem"),
                    PathBuf::from("/srv/club/key.pem"),
                )),
                trusted_proxies: vec!["127.0.0.1".parse().unwrap(), "::1".parse().unwrap()],
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
                "--set auth.polcy: unknown key 'polcy' in [auth]; did you mean 'policy'?",
                "--set policy: allowed: --set SECTION.KEY=VALUE",
                "--set auth.policy: 'policy' in [auth] is 'x'; allowed: token-or-verified, token, address",
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
        assert_eq!(keys, 55);
        // One password is enough: the other ways to it stand there as words, and so
        // does what nobody has by default; they are keys all the same.
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
        assert_eq!(ways, 22);
    }

    #[test]
    fn what_the_program_was_built_without_is_refused() {
        for (text, feature) in [
            ("[web]\nlisten = \"127.0.0.1:8180\"\n", Feature::Web),
            (
                "[web]\nbase_url = \"https://play.club.example\"\n",
                Feature::Web,
            ),
            (
                "[database]\nurl = \"postgres://a@db/chess\"\n",
                Feature::Postgres,
            ),
        ] {
            let text = format!("{SHORT}{text}");
            if feature.is_built() {
                good(&text, &[]);
            } else {
                let said = bad(&text, &[]).join("\n");
                assert!(said.ends_with(&feature.left_out()), "{said}");
            }
        }
        // What `init` writes has the headings, and nothing below them.
        good(&format!("{SHORT}[web]\n[database]\n"), &[]);
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
