//! The SMTP outbox, and `sendmail`, against Postfix.

use super::Talk;
use super::dovecot::Dovecot;
use super::incoming::{Kept, config as incoming, inbox, letter};
use super::postfix::Postfix;
use postchess::config::Config;
use postchess::ids::OutboundId;
use postchess::post::sendmail::SendmailOutbox;
use postchess::post::smtp::SmtpOutbox;
use postchess::post::{Delivery, Helping, Outbox, Parcel, PostError};
use postchess::time::Instant;
use std::path::Path;
use std::time::Duration;

const ROBOT: &str = "moves@chess.test";

/// An outbox on that server; `way` as in the configuration.
pub fn outbox(dovecot: &Dovecot, port: u16, way: &str, more: &[(&str, &str)]) -> SmtpOutbox {
    let (port, ca) = (
        port.to_string(),
        dovecot.certificate.cert.display().to_string(),
    );
    let mut sets = vec![
        ("club.robot", ROBOT),
        ("outbox.kind", "smtp"),
        ("outbox.host", "localhost"),
        ("outbox.port", &port),
        ("outbox.security", if way == "token" { "tls" } else { way }),
        ("outbox.ca_file", &ca),
        ("outbox.timeout_seconds", "20"),
    ];
    if way != "none" {
        sets.push(("outbox.user", "moves"));
    }
    if ["tls", "starttls"].contains(&way) {
        sets.push(("outbox.password_command", "echo secret"));
    }
    sets.extend(more);
    let sets: Vec<(String, String)> = sets
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let config = Config::read("", Path::new("/nowhere"), &sets).unwrap_or_else(|e| panic!("{e}"));
    let server = config.outbox.server.clone().expect("a server");
    SmtpOutbox::new(server, &config.outbox, ROBOT)
}

fn hand(outbox: &mut dyn Outbox, all: &[(&str, Vec<u8>)]) -> Result<Vec<Delivery>, PostError> {
    let parcels: Vec<Parcel<'_>> = all
        .iter()
        .map(|(to, bytes)| Parcel {
            id: OutboundId(1),
            to,
            from: ROBOT,
            bytes,
        })
        .collect();
    outbox.deliver(&parcels, Instant::from_unix(0))
}

/// Waits until so many letters are in a mailbox, and takes them.
fn taken(dovecot: &Dovecot, user: &str, count: usize) -> Vec<Vec<u8>> {
    let mut look = Talk::imap(dovecot.imap, user);
    let began = std::time::Instant::now();
    while look.search("ALL").len() < count {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "no letters for {user}"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let config = incoming(dovecot, "imap", "none", &[("inbox.user", user)]);
    let mut kept = Kept::default();
    kept.round(inbox(&config).as_mut(), &Helping::default())
        .unwrap();
    assert_eq!(kept.messages.len(), count);
    kept.bodies()
}

/// What was sent, without the lines that servers put above it.
fn as_sent(letter: &[u8]) -> &[u8] {
    let from = letter
        .windows(6)
        .position(|w| w == b"\nFrom:")
        .expect("From")
        + 1;
    &letter[from..]
}

#[test]
fn letters_leave_by_every_way_byte_by_byte() {
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let mut sent = Vec::new();
    for (way, port, auth) in [
        ("tls", postfix.smtps, "plain"),
        ("tls", postfix.smtps, "login"),
        ("starttls", postfix.submission, "plain"),
        ("none", postfix.smtp, ""),
    ] {
        let more = [("outbox.auth", auth)];
        let more = if auth.is_empty() { &[][..] } else { &more };
        let mut outbox = outbox(&dovecot, port, way, more);
        outbox.try_out().unwrap();
        for _ in 0..2 {
            let n = sent.len();
            sent.push(letter(n));
            let answers = hand(&mut outbox, &[("ann@chess.test", letter(n))]).unwrap();
            assert_eq!(answers, [Delivery::Delivered], "{way} {auth}");
        }
    }
    let mut got: Vec<String> = taken(&dovecot, "ann", sent.len())
        .iter()
        .map(|l| String::from_utf8_lossy(as_sent(l)).into_owned())
        .collect();
    got.sort();
    let sent: Vec<_> = sent.iter().map(|l| String::from_utf8_lossy(l)).collect();
    assert_eq!(got, sent);
}

#[test]
fn one_letter_refused_does_not_keep_the_others() {
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let mut outbox = outbox(&dovecot, postfix.smtps, "tls", &[]);
    let large = [letter(3), vec![b'x'; 200_000]].concat();
    let answers = hand(
        &mut outbox,
        &[
            ("ann@chess.test", letter(1)),
            ("nobody@chess.test", letter(2)),
            ("ann@chess.test", large),
            ("no address", letter(4)),
            ("ann@elsewhere.test", letter(5)),
            ("bert@chess.test", letter(6)),
        ],
    )
    .unwrap();
    let shown = format!("{answers:#?}");
    assert_eq!(answers[0], Delivery::Delivered, "{shown}");
    assert!(
        matches!(&answers[1], Delivery::Never(w) if w.starts_with("550 ")),
        "{shown}"
    );
    assert!(
        matches!(&answers[2], Delivery::Never(w) if w.starts_with("552 ")),
        "{shown}"
    );
    assert!(matches!(&answers[3], Delivery::Never(_)), "{shown}");
    assert!(
        matches!(&answers[4], Delivery::Never(w) if w.contains("knows no others")),
        "{shown}"
    );
    assert_eq!(answers[5], Delivery::Delivered, "{shown}");
    assert_eq!(taken(&dovecot, "ann", 1).len(), 1);
    assert_eq!(taken(&dovecot, "bert", 1).len(), 1);
}

#[test]
fn what_is_no_letters_fault_stops_the_queue() {
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    for (way, port, more, words, passing) in [
        (
            "tls",
            postfix.smtps,
            ("outbox.password_command", "echo wrong"),
            "account or its password",
            false,
        ),
        (
            "tls",
            super::free_port(),
            ("outbox.user", "moves"),
            "no connection",
            true,
        ),
        (
            "none",
            postfix.submission,
            ("outbox.hello", "club.example"),
            "the server refuses: 530",
            false,
        ),
    ] {
        let mut outbox = outbox(&dovecot, port, way, &[more]);
        let error = hand(&mut outbox, &[("ann@chess.test", letter(1))]).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.is_passing(), passing, "{error}");
    }
    // Without an account here, a server that passes nothing on is no letter's fault.
    let mut open = outbox(&dovecot, postfix.smtp, "none", &[]);
    let error = hand(&mut open, &[("ann@elsewhere.test", letter(1))]).unwrap_err();
    assert!(
        error.to_string().contains("the server refuses: 454")
            || error.to_string().contains("the server refuses: 554"),
        "{error}"
    );
}

#[test]
fn a_server_that_was_restarted_meanwhile_is_spoken_to_anew() {
    let dovecot = Dovecot::starts();
    // It takes one letter by a connection and ends it when nobody speaks.
    let postfix = Postfix::starts_with(&dovecot, "smtpd_timeout = 1s\n", "");
    let mut outbox = outbox(&dovecot, postfix.smtp, "none", &[]);
    for n in 0..2 {
        let answers = hand(&mut outbox, &[("ann@chess.test", letter(n))]).unwrap();
        assert_eq!(answers, [Delivery::Delivered]);
        std::thread::sleep(Duration::from_millis(1_500));
    }
    assert_eq!(taken(&dovecot, "ann", 2).len(), 2);
}

#[test]
fn the_machines_own_sendmail_takes_letters() {
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let etc = postfix.base().join("etc");
    let arguments = format!("[\"-C\", \"{}\"]", etc.display());
    let sets: Vec<(String, String)> = [
        ("club.robot", ROBOT),
        ("outbox.kind", "sendmail"),
        ("outbox.sendmail_arguments", &arguments),
    ]
    .iter()
    .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
    .collect();
    let config = Config::read("", Path::new("/nowhere"), &sets).unwrap();
    let mut outbox = SendmailOutbox::new(&config.outbox);
    outbox.try_out().unwrap();
    let answers = hand(&mut outbox, &[("ann@chess.test", letter(1))]).unwrap();
    assert_eq!(answers, [Delivery::Delivered]);
    let got = taken(&dovecot, "ann", 1);
    assert_eq!(as_sent(&got[0]), letter(1));
    assert!(got[0].starts_with(b"Return-Path: <moves@chess.test>"));
}
