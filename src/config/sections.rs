//! The sections of the configuration, complete.

use super::{Secret, Server};
use crate::language::Language;
use crate::time::{Day, Zone};
use serde::Serialize;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// `[club]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClubSection {
    /// The name under which the robot writes.
    pub name: String,
    /// The address that the robot reads and writes under.
    pub robot: String,
    /// The language of letters, where neither player nor tournament has one.
    pub language: Language,
    /// The zone of reports, and of tournaments that name none.
    pub time_zone: Zone,
    /// The postal address, line by line, to which players by post send their cards; empty
    /// where there is none.
    pub address: Vec<String>,
    /// Whether a secret reply address (`robot+TOKEN@…`) reaches the robot.
    pub plus_addressing: bool,
}

/// `[inbox]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InboxSection {
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
    /// What arrived before this day of the club's zone is left where it is: neither
    /// kept nor answered.
    pub since: Option<Day>,
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
pub struct OutboxSection {
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
    /// The key of the tokens.
    pub key_file: PathBuf,
    /// Whose first line closes the key that is kept in the database, and so in
    /// backups; `None`: it is not kept there.
    pub key_passphrase_file: Option<PathBuf>,
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
    /// Games in which one pass may declare an overstep, or the loss by one, at most
    /// (unless they are no more than a tenth of the open ones); not told: the usual
    /// number, and none where the hour was given.
    pub oversteps_per_pass: Option<u32>,
}

/// How many oversteps a pass may declare where the configuration does not say.
const OVERSTEPS_PER_PASS: u32 = 5;

impl Limits {
    /// How many oversteps one pass may declare. An hour that a person gave is no
    /// machine's: there only a number that was set holds.
    pub fn oversteps(&self, given: bool) -> Option<u32> {
        let usual = (!given).then_some(OVERSTEPS_PER_PASS);
        self.oversteps_per_pass.or(usual)
    }
}

/// `[archive]`: a second place for all that is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArchiveSection {
    /// The folder it lies in.
    pub path: Option<PathBuf>,
    /// Or the command that takes each of its files, as the last argument.
    pub command: Option<String>,
    /// Whether letters wait until what caused them lies there.
    pub required: bool,
}

/// `[database]`: a server instead of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DatabaseSection {
    /// Where it is, as libpq has it, without a password; `None`: the file.
    pub url: Option<String>,
    /// Where the password comes from; `None`: there is none. Also for `migrate --to`.
    pub secret: Option<Secret>,
    /// The authorities it is trusted by; `None`: the system's.
    pub ca_file: Option<PathBuf>,
    /// What passes is encrypted: it must be, unless the server is on this machine.
    pub encrypted: bool,
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
pub struct HealthSection {
    /// Minutes since the mailbox was read completely.
    pub poll_minutes: u32,
    /// Hours a letter waits to leave.
    pub letter_hours: u32,
    /// Hours since the newest backup.
    pub backup_hours: u32,
    /// Free space on the disk, in megabytes.
    pub disk_megabytes: u32,
}

/// `[web]`: the server of `postchess serve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WebSection {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address under which it is seen, without a `/` at its end.
    pub base_url: Option<String>,
    /// The files of its certificate and of the key, PEM, perhaps one; `None`: in clear, for a
    /// proxy.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The proxies before it, whose word for where a request comes from is taken.
    pub trusted_proxies: Vec<IpAddr>,
}

impl WebSection {
    /// Where players have their own games, where the server's address is known.
    pub fn own_games(&self) -> Option<String> {
        let base = self.base_url.as_ref()?;
        Some(format!("{base}/games"))
    }
}

/// `[site]`: the public site that `nightly` writes, and what `postchess site` does
/// where it is not told otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteSection {
    /// Its folder; `None`: `nightly` writes no site.
    pub path: Option<PathBuf>,
    /// The tournaments on it, by code; empty for all that are started.
    pub tournaments: Vec<String>,
    /// So many of the last half-moves of games being played are held back.
    pub delay_moves: u32,
    /// The language of all pages; `None`: each tournament's own.
    pub language: Option<Language>,
    /// The address under which the folder is seen, without a `/` at its end.
    pub base_url: Option<String>,
    /// The file of the club's logo.
    pub logo: Option<PathBuf>,
    /// The club's colour: red, green, blue.
    pub colour: Option<[u8; 3]>,
}
