//! What the file and the options say, key by key, and what stands where they are silent.

mod database;
mod mail;
mod upkeep;

use super::sections::{Auth, AuthPolicy, ClubSection, InboxKind};
use super::server::over;
use super::{Config, FILE_NAME};
use crate::feature::Feature;
use crate::language::Language;
use crate::messages::letters;
use crate::time::Zone;
use crate::tournament::complaint::Complaint;
use crate::tournament::file::LANGUAGES;
use crate::tournament::keys::FileSection;
use database::SaidDatabase;
#[cfg(test)]
pub(super) use mail::{INBOX_KINDS, OUTBOX_KINDS, PROCESSED};
use mail::{SaidInbox, SaidOutbox};
use std::path::{Path, PathBuf};
use upkeep::{SaidArchive, SaidDaemon, SaidHealth, SaidKeep, SaidLimits, SaidSite, SaidWeb};

/// What the file and the options say, one over the other; none where silent.
#[derive(Default)]
pub(super) struct SaidConfig {
    pub(super) club: SaidClub,
    inbox: SaidInbox,
    outbox: SaidOutbox,
    auth: SaidAuth,
    limits: SaidLimits,
    archive: SaidArchive,
    database: SaidDatabase,
    keep: SaidKeep,
    daemon: SaidDaemon,
    health: SaidHealth,
    site: SaidSite,
    web: SaidWeb,
}

impl SaidConfig {
    /// Takes what one source says; the later source wins.
    pub(super) fn take(&mut self, top: FileSection<'_, '_>) {
        // Each section is asked for, present or not, so that all are known.
        if let Some(s) = top.section("club") {
            self.club.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("inbox") {
            self.inbox.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("outbox") {
            self.outbox.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("auth") {
            self.auth.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("limits") {
            self.limits.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("archive") {
            self.archive.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("database") {
            self.database.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("keep") {
            self.keep.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("daemon") {
            self.daemon.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("health") {
            self.health.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("site") {
            self.site.take(&s);
            s.finish();
        }
        if let Some(s) = top.section("web") {
            self.web.take(&s);
            s.finish();
        }
        top.finish();
    }

    /// What is said of what is not in this program.
    fn not_built(&self) -> Vec<String> {
        let said = [
            (self.database.is_said(), "[database] url", Feature::Postgres),
            (self.web.is_said(), "[web]", Feature::Web),
        ];
        let said = said.iter().filter(|(said, _, of)| *said && !of.is_built());
        said.map(|(_, what, of)| format!("{what} cannot be used: {}", of.left_out()))
            .collect()
    }

    /// Fills in what nobody said.
    pub(super) fn complete(mut self, robot: String, home: &Path) -> Result<Config, Vec<Complaint>> {
        let mut wrong = self.not_built();
        wrong.extend(self.archive.wrong());
        let database = self.database.complete(home, &mut wrong);
        let inbox_server = self.inbox.server(home, &mut wrong);
        let outbox_server = self.outbox.server(home, &mut wrong);
        wrong.extend(self.inbox.wrong());
        wrong.extend(self.site.wrong());
        wrong.extend(self.web.wrong());
        if !wrong.is_empty() {
            let of_the_file = |message| Complaint {
                source: FILE_NAME.to_owned(),
                line: None,
                message,
            };
            return Err(wrong.into_iter().map(of_the_file).collect());
        }
        Ok(Config {
            club: self.club.complete(robot, self.inbox.kind()),
            inbox: self.inbox.complete(home, inbox_server),
            outbox: self.outbox.complete(home, outbox_server),
            auth: self.auth.complete(home),
            limits: self.limits.complete(),
            archive: self.archive.complete(home),
            database,
            keep: self.keep.complete(),
            daemon: self.daemon.complete(),
            health: self.health.complete(),
            site: self.site.complete(home),
            web: self.web.complete(home),
        })
    }
}

/// A path below the home, unless it is a whole one.
fn below(home: &Path, said: Option<String>, default: &str) -> PathBuf {
    home.join(said.as_deref().unwrap_or(default))
}

/// `[club]`.
#[derive(Default)]
pub(super) struct SaidClub {
    name: Option<String>,
    pub(in crate::config) robot: Option<String>,
    /// Whether there is a robot, right or wrong: a wrong one is not missing.
    pub(in crate::config) robot_stands_there: bool,
    language: Option<Language>,
    time_zone: Option<Zone>,
    address: Option<Vec<String>>,
    plus_addressing: Option<bool>,
}

impl SaidClub {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let zone_rule = "a zone of the IANA list such as Europe/Moscow";
        over(&mut self.name, s.text("name", 100));
        over(&mut self.robot, s.address("robot"));
        self.robot_stands_there |= s.has("robot");
        over(&mut self.language, s.choice("language", LANGUAGES));
        let zone = s.parsed("time_zone", zone_rule, Zone::parse);
        over(&mut self.time_zone, zone);
        over(&mut self.address, s.texts("address", 100));
        over(&mut self.plus_addressing, s.flag("plus_addressing"));
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, robot: String, inbox: InboxKind) -> ClubSection {
        ClubSection {
            name: self
                .name
                .unwrap_or_else(|| letters::unnamed_club().to_owned()),
            robot,
            language: self.language.unwrap_or(Language::Ru),
            time_zone: self.time_zone.unwrap_or_else(default_zone),
            address: self.address.unwrap_or_default(),
            plus_addressing: self.plus_addressing.unwrap_or(inbox == InboxKind::Maildir),
        }
    }
}

/// `[auth]`.
#[derive(Default)]
pub(super) struct SaidAuth {
    policy: Option<AuthPolicy>,
    trusted: Option<Vec<String>>,
    below_received: Option<bool>,
    key_file: Option<String>,
    key_passphrase_file: Option<String>,
}

impl SaidAuth {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
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
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path) -> Auth {
        Auth {
            policy: self.policy.unwrap_or(AuthPolicy::TokenOrVerified),
            trusted_authserv_ids: self.trusted.unwrap_or_default(),
            results_below_received: self.below_received.unwrap_or(false),
            key_file: below(home, self.key_file, "postchess.key"),
            key_passphrase_file: self.key_passphrase_file.map(|path| home.join(path)),
        }
    }
}

/// The longest path, in characters (PATH_MAX of Linux).
const MAX_PATH: usize = 4096;

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
