//! What `check` says when something is wrong with a server: what it is, and what
//! to do about it.

use super::dovecot::Dovecot;
use super::postfix::Postfix;
use super::{Certificate, free_port};
use crate::club::{folder, postchess_run};
use crate::ground::{impossible, not_root};
use postchess::config::Config;
use postchess::robot::Robot;
use postchess::store::Store;
use postchess::time::Instant;
use std::io::Write;
use std::net::TcpListener;
use tempfile::TempDir;

/// A home that is asked about one server after the other.
struct Home {
    dir: TempDir,
}

impl Home {
    fn made() -> Home {
        let dir = folder();
        let root = dir.path().join("club");
        postchess_run(&[
            "init",
            root.to_str().unwrap(),
            "--robot",
            "moves@chess.test",
        ])
        .unwrap();
        Home { dir }
    }

    /// What `check` finds out about inbox and outbox.
    fn check(&self, sets: &[(&str, &str)]) -> Result<(), String> {
        let sets: Vec<(String, String)> = sets
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        let home = postchess::robot::Home::at(self.dir.path().join("club"));
        let config = Config::load(home.root(), &sets).map_err(|e| e.to_string())?;
        let store = Store::open(home.database()).unwrap();
        let robot = Robot::new(home, config, store, Instant::from_unix(0), true).unwrap();
        robot.try_inbox().map_err(|e| e.to_string())?;
        robot.try_outbox().map_err(|e| e.to_string())
    }

    /// What the command itself says; its templates take it some seconds.
    fn command(&self, sets: &[(&str, &str)]) -> Result<String, String> {
        let root = self.dir.path().join("club");
        let sets: Vec<String> = sets.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let mut words = vec!["--home", root.to_str().unwrap()];
        for set in &sets {
            words.extend(["--set", set]);
        }
        words.push("check");
        postchess_run(&words)
    }

    /// The complaint holds these words, and this advice.
    #[track_caller]
    fn says(&self, sets: &[(&str, &str)], words: &str, advice: &str) {
        match self.check(sets) {
            Ok(()) => panic!("all is well, and not: {words}"),
            Err(said) => {
                assert!(said.contains(words), "'{words}' is not in: {said}");
                let hint = said.split_once("; ").map_or("", |(_, hint)| hint);
                assert!(hint.contains(advice), "'{advice}' is not in: {said}");
            }
        }
    }
}

/// A few keys over others.
fn with<'a>(base: &[(&'a str, &'a str)], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    base.iter().chain(more).copied().collect()
}

/// Somebody who greets whoever comes with these words.
fn somebody(words: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.write_all(words);
            // Held open: who expects more waits for it.
            std::mem::forget(stream);
        }
    });
    port
}

#[test]
fn inboxes() {
    let server = Dovecot::starts();
    let home = Home::made();
    let strange = Certificate::make(home.dir.path(), "strange", "DNS:localhost", "30");
    let other = Certificate::make(home.dir.path(), "other", "DNS:mail.club.example", "30");
    let misnamed = Dovecot::starts_with(&format!(
        "ssl_cert = <{}\nssl_key = <{}\n",
        other.cert.display(),
        other.key.display()
    ));
    let bare = Dovecot::starts_with("ssl = no\n");
    let (ca, strange) = (
        server.certificate.cert.display().to_string(),
        strange.cert.display().to_string(),
    );
    let other = other.cert.display().to_string();
    for kind in ["imap", "pop3"] {
        let is_imap = kind == "imap";
        let of = |d: &Dovecot, tls: bool| {
            match (is_imap, tls) {
                (true, true) => d.imaps,
                (true, false) => d.imap,
                (false, true) => d.pop3s,
                (false, false) => d.pop3,
            }
            .to_string()
        };
        let (tls, plain) = (of(&server, true), of(&server, false));
        let right = [
            ("inbox.kind", kind),
            ("inbox.host", "localhost"),
            ("inbox.port", &tls),
            ("inbox.user", "moves"),
            ("inbox.password_command", "echo secret"),
            ("inbox.ca_file", &ca),
            ("inbox.timeout_seconds", "2"),
        ];
        home.check(&right).unwrap_or_else(|e| panic!("{kind}: {e}"));
        let wrong = |more: &[(&str, &str)], words: &str, advice: &str| {
            home.says(&with(&right, more), words, advice);
        };
        wrong(
            &[("inbox.password_command", "echo wrong")],
            "refuses the account or its password",
            "'user' and the password",
        );
        wrong(&[("inbox.user", "nobody")], "refuses the account", "'user'");
        wrong(
            &[("inbox.password_command", "exit 1")],
            "no password: the password command",
            "by hand",
        );
        wrong(
            &[("inbox.host", "no-such-host.invalid")],
            "there is no such host",
            "'host'",
        );
        let closed = free_port().to_string();
        wrong(
            &[("inbox.port", &closed)],
            "no connection",
            "'port' and 'security'",
        );
        wrong(
            &[("inbox.ca_file", &strange)],
            "signed by nobody we trust",
            "'ca_file'",
        );
        wrong(
            &[("inbox.ca_file", "none.pem")],
            "no certificates to trust",
            "PEM",
        );
        let port = of(&misnamed, true);
        wrong(
            &[("inbox.port", &port), ("inbox.ca_file", &other)],
            "certificate is for another name",
            "'host'",
        );
        wrong(
            &[("inbox.port", &plain)],
            "does not speak TLS at this port",
            "starttls",
        );
        wrong(
            &[("inbox.security", "starttls")],
            "no answer in time (greeting)",
            "security = \"tls\"",
        );
        let port = of(&bare, false);
        wrong(
            &[("inbox.security", "starttls"), ("inbox.port", &port)],
            "the server has no STARTTLS",
            "security = \"tls\"",
        );
        wrong(
            &[("inbox.auth", "xoauth2"), ("inbox.token_command", "echo t")],
            "a token and a password",
            "",
        );
        let ssh = somebody(b"SSH-2.0-OpenSSH_9.2\r\n").to_string();
        wrong(
            &[("inbox.security", "none"), ("inbox.port", &ssh)],
            "no mail server of the kind expected",
            "'port'",
        );
        // Of the other kind: IMAP where POP3 is expected, and the reverse.
        let crossed = if is_imap { server.pop3 } else { server.imap }.to_string();
        wrong(
            &[("inbox.security", "none"), ("inbox.port", &crossed)],
            "no mail server of the kind expected",
            "'port'",
        );
        wrong(
            &[
                ("inbox.security", "none"),
                ("inbox.host", "mail.club.example"),
            ],
            "without TLS",
            "",
        );
        if is_imap {
            wrong(
                &[("inbox.folder", "Nowhere")],
                "there is no folder 'Nowhere'",
                "INBOX",
            );
            wrong(
                &[
                    (
                        "inbox.port",
                        &somebody(b"* BYE too many connections\r\n").to_string(),
                    ),
                    ("inbox.security", "none"),
                ],
                "cannot serve us now: too many connections",
                "tried again by itself",
            );
        }
    }
    let refused = with(
        &[
            ("inbox.kind", "imap"),
            ("inbox.host", "localhost"),
            ("inbox.ca_file", &ca),
        ],
        &[
            ("inbox.user", "moves"),
            ("inbox.password_command", "echo wrong"),
        ],
    );
    let port = server.imaps.to_string();
    let said = home
        .command(&with(&refused, &[("inbox.port", &port)]))
        .unwrap_err();
    assert!(
        said.contains("the inbox cannot be read: localhost:"),
        "{said}"
    );
    assert!(said.contains("; look at 'user' and the password"), "{said}");
    let token = [
        ("inbox.kind", "imap"),
        ("inbox.host", "localhost"),
        ("inbox.port", &server.imaps.to_string()),
        ("inbox.user", "moves"),
        ("inbox.token_command", "echo t"),
        ("inbox.ca_file", &ca),
    ];
    home.says(
        &token,
        "no way to log in that may be used; it offers: login, plain",
        "'auth'",
    );
}

#[test]
fn outboxes() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let home = Home::made();
    let strange = Certificate::make(home.dir.path(), "strange", "DNS:localhost", "30");
    let strange = strange.cert.display().to_string();
    let ca = dovecot.certificate.cert.display().to_string();
    let (smtps, submission, smtp) = (
        postfix.smtps.to_string(),
        postfix.submission.to_string(),
        postfix.smtp.to_string(),
    );
    let right = [
        ("outbox.kind", "smtp"),
        ("outbox.host", "localhost"),
        ("outbox.port", &smtps),
        ("outbox.user", "moves"),
        ("outbox.password_command", "echo secret"),
        ("outbox.ca_file", &ca),
        ("outbox.timeout_seconds", "2"),
    ];
    home.check(&right).unwrap_or_else(|e| panic!("{e}"));
    let wrong = |more: &[(&str, &str)], words: &str, advice: &str| {
        home.says(&with(&right, more), words, advice);
    };
    wrong(
        &[("outbox.password_command", "echo wrong")],
        "refuses the account or its password",
        "'user' and the password",
    );
    wrong(
        &[("outbox.host", "no-such-host.invalid")],
        "there is no such host",
        "'host'",
    );
    let closed = free_port().to_string();
    wrong(
        &[("outbox.port", &closed)],
        "no connection",
        "'port' and 'security'",
    );
    wrong(
        &[("outbox.ca_file", &strange)],
        "signed by nobody we trust",
        "'ca_file'",
    );
    wrong(
        &[("outbox.port", &submission)],
        "does not speak TLS at this port",
        "starttls",
    );
    wrong(
        &[("outbox.security", "starttls")],
        "no answer in time (greeting)",
        "security = \"tls\"",
    );
    wrong(
        &[("outbox.security", "starttls"), ("outbox.port", &smtp)],
        "the server has no STARTTLS",
        "security = \"tls\"",
    );
    let ssh = somebody(b"SSH-2.0-OpenSSH_9.2\r\n").to_string();
    wrong(
        &[("outbox.security", "none"), ("outbox.port", &ssh)],
        "no mail server of the kind expected",
        "'port'",
    );
    let shut = somebody(b"554 5.7.1 go away\r\n").to_string();
    wrong(
        &[("outbox.security", "none"), ("outbox.port", &shut)],
        "the server refuses: 554",
        "why it does not serve",
    );
    let busy = somebody(b"421 4.3.2 later\r\n").to_string();
    wrong(
        &[("outbox.security", "none"), ("outbox.port", &busy)],
        "cannot serve us now: 421",
        "tried again",
    );
    wrong(
        &[
            ("outbox.auth", "login"),
            ("outbox.port", &smtp),
            ("outbox.security", "none"),
        ],
        "no way to log in",
        "'auth'",
    );
    let none = [
        ("outbox.kind", "sendmail"),
        ("outbox.sendmail", "/no/such/program"),
    ];
    let said = home.check(&none).unwrap_err();
    assert!(said.contains("/no/such/program"), "{said}");
}
