//! The keys of a mail server, alike in `[inbox]` and `[outbox]`: where it is,
//! how the way to it is guarded, and who we are there.
//!
//! A secret never stands in the file: a command, a file of its own, or the
//! environment gives it, each time it is needed.

use crate::tournament::keys::FileSection;
use serde::Serialize;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// A mail server and our account there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Server {
    /// Its name or number.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is guarded.
    pub security: Security,
    /// Our account; `None` where the server asks for none (SMTP only).
    pub login: Option<Login>,
    /// A file of certificates that are trusted instead of the system's.
    pub ca_file: Option<PathBuf>,
    /// How long one step of the conversation may take, in seconds.
    pub timeout_seconds: u32,
}

/// How the connection is guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS from the first byte.
    Tls,
    /// TLS after a word in the clear; without TLS nothing more is said.
    StartTls,
    /// Not at all: only to this very machine.
    None,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Login {
    /// Its name.
    pub user: String,
    /// How we prove that we may use it; `None`: as the server offers.
    pub auth: Option<Mechanism>,
    /// Where the password or token comes from.
    pub secret: Secret,
}

/// How an account is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mechanism {
    /// SASL PLAIN.
    Plain,
    /// The protocol's own: LOGIN, or USER and PASS.
    Login,
    /// An access token of an OAuth provider.
    Xoauth2,
}

/// Where a password or token comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Secret {
    /// The first line that a command of the shell prints.
    Command(String),
    /// The first line of a file.
    File(PathBuf),
    /// A variable of the environment.
    Env(String),
}

/// What differs by protocol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Protocol {
    /// The section of the file.
    pub section: &'static str,
    /// As `kind` has it.
    pub kind: &'static str,
    /// Its port with TLS from the first byte.
    pub tls: u16,
    /// Its port with STARTTLS.
    pub starttls: u16,
    /// Its port without either.
    pub plain: u16,
    /// Whether there is no using it without an account.
    pub needs_login: bool,
}

/// What the file and the options say about a server; none where silent.
#[derive(Default)]
pub(super) struct SaidServer {
    host: Option<String>,
    port: Option<u32>,
    security: Option<Security>,
    user: Option<String>,
    auth: Option<Mechanism>,
    password: SaidSecret,
    token_command: Option<String>,
    ca_file: Option<String>,
    timeout_seconds: Option<u32>,
}

/// Why a password or token is refused.
const REFUSED: &str = "may not stand here: this file is copied, shown and backed up; name \
    password_command, password_file, password_env or token_command instead";

/// What the file and the options say of a password; none where silent.
#[derive(Default)]
pub(super) struct SaidSecret {
    command: Option<String>,
    file: Option<String>,
    variable: Option<String>,
}

impl SaidSecret {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.command, s.text("password_command", LONG));
        over(&mut self.file, s.text("password_file", LONG));
        let rule = "the name of a variable of the environment";
        over(&mut self.variable, s.parsed("password_env", rule, variable));
        if s.holds("password") {
            s.refuse_unasked("password", REFUSED);
        }
    }

    /// All places that are named: one, or something is wrong.
    pub(super) fn all(self, home: &Path) -> Vec<Secret> {
        let said = [
            self.command.map(Secret::Command),
            self.file.map(|p| Secret::File(home.join(p))),
            self.variable.map(Secret::Env),
        ];
        said.into_iter().flatten().collect()
    }
}

/// The longest command or path.
pub(super) const LONG: usize = 4096;

/// How long one step may take where the file says nothing: RFC 5321 allows a
/// server minutes for some, people who wait for a robot do not.
const TIMEOUT: u32 = 60;

pub(super) const SECURITIES: &[(&str, Security)] = &[
    ("tls", Security::Tls),
    ("starttls", Security::StartTls),
    ("none", Security::None),
];
pub(super) const MECHANISMS: &[(&str, Mechanism)] = &[
    ("plain", Mechanism::Plain),
    ("login", Mechanism::Login),
    ("xoauth2", Mechanism::Xoauth2),
];

impl SaidServer {
    /// Takes what one source says; the later source wins.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let host_rule = "the name of a server such as mail.club.example, or its number";
        over(&mut self.host, s.parsed("host", host_rule, host));
        over(&mut self.port, s.number("port", 1..=65_535));
        over(&mut self.security, s.choice("security", SECURITIES));
        over(&mut self.user, s.text("user", 255));
        over(&mut self.auth, s.choice("auth", MECHANISMS));
        self.password.take(s);
        over(&mut self.token_command, s.text("token_command", LONG));
        over(&mut self.ca_file, s.text("ca_file", LONG));
        over(
            &mut self.timeout_seconds,
            s.number("timeout_seconds", 1..=3_600),
        );
        if s.holds("token") {
            s.refuse_unasked("token", REFUSED);
        }
    }

    /// The server, or everything that is missing or does not fit together.
    pub(super) fn complete(self, is: Protocol, home: &Path) -> Result<Server, Vec<String>> {
        let mut wrong = Vec::new();
        let (section, kind) = (is.section, is.kind);
        let security = self.security.unwrap_or(Security::Tls);
        if self.host.is_none() {
            wrong.push(format!(
                "[{section}] has no 'host'; it is required with kind = \"{kind}\": the name of \
                 the mail server"
            ));
        }
        let host = self.host.unwrap_or_default();
        if security == Security::None && !host.is_empty() && !is_this_machine(&host) {
            wrong.push(format!(
                "'security' in [{section}] is 'none' and 'host' is '{host}': without TLS \
                 password and letters could be read on the way; allowed: 'tls' or 'starttls', \
                 or a host that is this machine (localhost, 127.0.0.1, ::1)"
            ));
        }
        let mut secrets = self.password.all(home);
        let by_token = self.auth == Some(Mechanism::Xoauth2) || self.token_command.is_some();
        let mut auth = self.auth;
        if by_token {
            if self.auth.is_some_and(|a| a != Mechanism::Xoauth2) || !secrets.is_empty() {
                wrong.push(format!(
                    "[{section}] has a token and a password; allowed: token_command with auth = \
                     \"xoauth2\", or one of password_command, password_file, password_env"
                ));
            }
            auth = Some(Mechanism::Xoauth2);
            secrets = self
                .token_command
                .map(Secret::Command)
                .into_iter()
                .collect();
        }
        if secrets.len() > 1 {
            wrong.push(format!(
                "[{section}] names the password more than once; allowed: one of \
                 password_command, password_file, password_env"
            ));
        }
        let login = match (self.user, secrets.pop()) {
            (Some(user), Some(secret)) => Some(Login { user, auth, secret }),
            (None, None) if !is.needs_login && auth.is_none() => None,
            (user, secret) => {
                if user.is_none() {
                    wrong.push(format!(
                        "[{section}] has no 'user'; it is required: the account on the mail \
                         server, mostly the robot's address"
                    ));
                }
                if secret.is_none() {
                    let which = match by_token {
                        true => "'token_command'; it is required with auth = \"xoauth2\"",
                        false => {
                            "password; one of password_command, password_file, password_env \
                             is required with 'user'"
                        }
                    };
                    wrong.push(format!("[{section}] has no {which}"));
                }
                None
            }
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let port = match security {
            Security::Tls => is.tls,
            Security::StartTls => is.starttls,
            Security::None => is.plain,
        };
        Ok(Server {
            host,
            port: self
                .port
                .and_then(|p| u16::try_from(p).ok())
                .unwrap_or(port),
            security,
            login,
            ca_file: self.ca_file.map(|p| home.join(p)),
            timeout_seconds: self.timeout_seconds.unwrap_or(TIMEOUT),
        })
    }
}

/// A host as it may stand in the file: no port, no scheme, no spaces.
fn host(text: &str) -> Option<String> {
    let text = text
        .strip_prefix('[')
        .and_then(|t| t.strip_suffix(']'))
        .unwrap_or(text);
    let is_number = text.parse::<IpAddr>().is_ok();
    let is_name = text.len() <= 253
        && !text.is_empty()
        && text.split('.').all(|label| {
            !label.is_empty()
                && label
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        });
    (is_number || is_name).then(|| text.to_owned())
}

fn variable(text: &str) -> Option<String> {
    let right = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!text.is_empty() && text.len() <= 200 && text.chars().all(right)).then(|| text.to_owned())
}

/// Whether letters to that host never leave the machine.
pub(super) fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Puts what is said over what was said before.
pub(super) fn over<T>(old: &mut Option<T>, new: Option<T>) {
    if new.is_some() {
        *old = new;
    }
}

#[cfg(test)]
mod tests {
    use crate::config::*;

    const CLUB: &str = "[club]\nrobot = \"moves@club.example\"\n";

    fn read(text: &str) -> Result<Config, String> {
        Config::read(&format!("{CLUB}{text}"), Path::new("/srv/club"), &[])
            .map_err(|e| e.to_string())
    }

    fn refused(text: &str) -> String {
        read(text).map(|_| ()).unwrap_err()
    }

    #[test]
    fn a_server_is_read_with_the_ports_of_its_kind() {
        for (section, kind, tls, starttls, plain) in [
            ("inbox", "imap", 993, 143, 143),
            ("inbox", "pop3", 995, 110, 110),
            ("outbox", "smtp", 465, 587, 25),
        ] {
            for (security, port) in [("tls", tls), ("starttls", starttls), ("none", plain)] {
                let text = format!(
                    "[{section}]\nkind = \"{kind}\"\nhost = \"localhost\"\nsecurity = \
                     \"{security}\"\nuser = \"moves\"\npassword_file = \"secret\"\n"
                );
                let config = read(&text).unwrap();
                let server = match section {
                    "inbox" => config.inbox.server.unwrap(),
                    _ => config.outbox.server.unwrap(),
                };
                assert_eq!(server.port, port, "{kind} {security}");
                assert_eq!(server.timeout_seconds, 60);
                let login = server.login.unwrap();
                assert_eq!(login.secret, Secret::File("/srv/club/secret".into()));
                assert_eq!((login.user.as_str(), login.auth), ("moves", None));
            }
        }
        let text = "[outbox]\nkind = \"smtp\"\nhost = \"mx.club.example\"\nport = 2525\n\
                    ca_file = \"ca.pem\"\ntimeout_seconds = 5\n";
        let server = read(text).unwrap().outbox.server.unwrap();
        assert_eq!((server.port, server.login), (2525, None));
        assert_eq!(server.ca_file, Some("/srv/club/ca.pem".into()));
        assert_eq!(server.timeout_seconds, 5);
    }

    #[test]
    fn a_token_comes_from_a_command() {
        let text = "[inbox]\nkind = \"imap\"\nhost = \"imap.club.example\"\nuser = \"m\"\n\
                    token_command = \"oauth-token moves\"\n";
        let login = read(text).unwrap().inbox.server.unwrap().login.unwrap();
        assert_eq!(login.auth, Some(Mechanism::Xoauth2));
        assert_eq!(
            login.secret,
            Secret::Command("oauth-token moves".to_owned())
        );
        assert!(
            refused(&format!("{text}password_env = \"P\"\n")).contains("a token and a password")
        );
        assert!(refused(&format!("{text}auth = \"plain\"\n")).contains("a token and a password"));
        let without = text.replace(
            "token_command = \"oauth-token moves\"",
            "auth = \"xoauth2\"",
        );
        assert!(refused(&without).contains("has no 'token_command'"));
    }

    #[test]
    fn a_password_never_stands_in_the_file() {
        let said = refused("[inbox]\nkind = \"imap\"\nhost = \"h.example\"\npassword = \"x\"\n");
        assert!(
            said.contains("postchess.toml:6: 'password' in [inbox] may not stand here"),
            "{said}"
        );
        assert!(said.contains("password_command"), "{said}");
        assert!(!said.contains("'x'"), "{said}");
        // Nor where the server is not used: it would lie about all the same.
        let said = refused("[outbox]\npassword = \"x\"\n");
        assert!(
            said.contains("postchess.toml:4: 'password' in [outbox]"),
            "{said}"
        );
        // A slip of the pen is not led to it.
        let said = refused("[outbox]\npasword_file = \"x\"\n");
        assert!(said.contains("did you mean 'password_file'?"), "{said}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let said = refused("[inbox]\nkind = \"imap\"\n");
        for words in [
            "[inbox] has no 'host'",
            "[inbox] has no 'user'",
            "[inbox] has no password",
        ] {
            assert!(said.contains(words), "{said}");
        }
        let said = refused("[outbox]\nkind = \"smtp\"\nhost = \"h.example\"\nuser = \"m\"\n");
        assert!(said.contains("[outbox] has no password"), "{said}");
        let said = refused(
            "[inbox]\nkind = \"pop3\"\nhost = \"h.example\"\nuser = \"m\"\n\
             password_env = \"P\"\npassword_file = \"f\"\n",
        );
        assert!(said.contains("names the password more than once"), "{said}");
        for host in ["imaps://h.example", "h.example:993", "h example", ""] {
            let said = refused(&format!("[inbox]\nkind = \"imap\"\nhost = \"{host}\"\n"));
            assert!(
                said.contains("postchess.toml:5: 'host' in [inbox]"),
                "{said}"
            );
        }
    }

    #[test]
    fn nothing_goes_in_the_clear_but_within_this_machine() {
        for (host, right) in [
            ("localhost", true),
            ("127.0.0.1", true),
            ("127.8.8.8", true),
            ("::1", true),
            ("mail.club.example", false),
            ("192.168.1.5", false),
            ("localhost.club.example", false),
        ] {
            let text = format!(
                "[inbox]\nkind = \"imap\"\nhost = \"{host}\"\nsecurity = \"none\"\nuser = \"m\"\n\
                 password_env = \"P\"\n"
            );
            match read(&text) {
                Ok(_) => assert!(right, "{host}"),
                Err(said) => {
                    assert!(!right, "{host}: {said}");
                    assert!(said.contains("allowed: 'tls' or 'starttls'"), "{said}");
                }
            }
        }
    }
}
