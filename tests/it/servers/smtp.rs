//! The SMTP outbox, and `sendmail`, against Postfix.

use super::dovecot::Dovecot;
use super::incoming::{Kept, config as incoming, inbox, letter};
use super::postfix::Postfix;
use super::proxy::{Fault, Proxy};
use super::{START, Talk};
use crate::ground::{impossible, not_root};
use postchess::config::Config;
use postchess::ids::OutboundId;
use postchess::post::sendmail::SendmailOutbox;
use postchess::post::smtp::SmtpOutbox;
use postchess::post::{Delivery, Helping, Outbox, Parcel, PostError};
use postchess::time::Instant;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
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
    handed(outbox, &parcels)
}

/// What became of all letters of a batch, in its order.
pub fn handed(outbox: &mut dyn Outbox, batch: &[Parcel<'_>]) -> Result<Vec<Delivery>, PostError> {
    let mut all = BTreeMap::new();
    outbox.deliver(batch, Instant::from_unix(0), &mut |some| {
        for (index, delivery) in some {
            assert!(all.insert(index, delivery).is_none(), "told twice");
        }
        ControlFlow::Continue(())
    })?;
    assert!(all.keys().copied().eq(0..batch.len()), "{all:?}");
    Ok(all.into_values().collect())
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
    if let Some(why) = not_root() {
        return impossible(&why);
    }
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
    if let Some(why) = not_root() {
        return impossible(&why);
    }
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
fn an_account_that_has_sent_enough_stops_the_queue_and_fails_no_letter() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let limit = "smtpd_recipient_restrictions = check_recipient_access \
         inline:{ {bert@chess.test = 550 5.4.5 Daily user sending limit exceeded} }, \
         permit_sasl_authenticated, reject_unauth_destination\n";
    let postfix = Postfix::starts_with(&dovecot, limit, "");
    for way in ["smtps", "smtp"] {
        let mut outbox = match way {
            "smtps" => outbox(&dovecot, postfix.smtps, "tls", &[]),
            _ => outbox(&dovecot, postfix.smtp, "none", &[]),
        };
        let to_bert = [
            ("bert@chess.test", letter(1)),
            ("ann@chess.test", letter(2)),
        ];
        let stopped = hand(&mut outbox, &to_bert).unwrap_err();
        assert!(stopped.is_passing(), "{stopped}");
        assert!(stopped.to_string().contains("sending limit"), "{stopped}");
        let taken = hand(&mut outbox, &[("ann@chess.test", letter(3))]).unwrap();
        assert_eq!(taken, [Delivery::Delivered]);
    }
}

/// So many letters to Ann, each with a text of its own.
fn many(count: usize) -> Vec<(&'static str, Vec<u8>)> {
    (0..count).map(|n| ("ann@chess.test", letter(n))).collect()
}

/// How often each of them is in Ann's mailbox, once there are so many.
fn came(dovecot: &Dovecot, all: &[(&str, Vec<u8>)], count: usize) -> Vec<usize> {
    let got = taken(dovecot, "ann", count);
    all.iter()
        .map(|(_, letter)| got.iter().filter(|l| as_sent(l) == &letter[..]).count())
        .collect()
}

#[test]
fn many_letters_go_by_a_few_connections_with_one_turn_each() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let proxy = Proxy::before(postfix.smtp);
    let mut outbox = outbox(&dovecot, proxy.port, "none", &[]);
    let all = many(120);
    assert!(
        hand(&mut outbox, &all)
            .unwrap()
            .iter()
            .all(|d| *d == Delivery::Delivered)
    );
    let (connections, turns) = proxy.seen();
    assert!((1..=4).contains(&connections), "{connections} connections");
    // Greeting, a second one, the first envelope: then one turn a letter.
    assert!(turns <= 120 + 3 * connections, "{turns} turns");
    drop(outbox);
    assert_eq!(came(&dovecot, &all, 120), vec![1; 120]);
}

#[test]
fn a_server_that_takes_no_commands_together_gets_them_one_by_one() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts_with(
        &dovecot,
        "smtpd_discard_ehlo_keywords = pipelining\n\
         smtpd_forbid_unauth_pipelining = yes\n\
         smtpd_recipient_restrictions = reject_unauth_pipelining\n",
        "",
    );
    let proxy = Proxy::before(postfix.smtp);
    let mut outbox = outbox(&dovecot, proxy.port, "none", &[]);
    let mut all = many(20);
    all.insert(3, ("nobody@chess.test", letter(50)));
    let answers = hand(&mut outbox, &all).unwrap();
    assert!(matches!(&answers[3], Delivery::Never(w) if w.starts_with("550 ")));
    all.remove(3);
    let (_, turns) = proxy.seen();
    assert!(turns > 4 * 20, "{turns} turns");
    assert_eq!(came(&dovecot, &all, 20), vec![1; 20]);
}

#[test]
fn a_refusal_between_letters_that_go_together_is_of_its_own_letter() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let mut outbox = outbox(&dovecot, postfix.smtp, "none", &[]);
    let large = |n| [letter(n), vec![b'x'; 200_000]].concat();
    let all: Vec<(&str, Vec<u8>)> = (0..60)
        .map(|n| match n % 5 {
            2 => ("nobody@chess.test", letter(n)),
            3 => ("ann@chess.test", large(n)),
            4 => ("no address", letter(n)),
            _ => ("ann@chess.test", letter(n)),
        })
        .collect();
    for (n, answer) in hand(&mut outbox, &all).unwrap().iter().enumerate() {
        let as_it_should = match (n % 5, answer) {
            (2, Delivery::Never(why)) => why.starts_with("550 "),
            (3, Delivery::Never(why)) => why.starts_with("552 "),
            (4, Delivery::Never(why)) => why.starts_with("no address"),
            (n, Delivery::Delivered) => n < 2,
            _ => false,
        };
        assert!(as_it_should, "{n}: {answer:?}");
    }
    let to_ann: Vec<_> = all
        .into_iter()
        .enumerate()
        .filter(|(n, _)| n % 5 < 2)
        .map(|(_, letter)| letter)
        .collect();
    assert_eq!(came(&dovecot, &to_ann, 24), vec![1; 24]);
}

#[test]
fn a_connection_that_dies_leaves_its_own_letter_for_later_and_no_other() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let proxy = Proxy::before(postfix.smtp);
    let mut arrived = 0;
    // The word passed on or not, said by us or by the server.
    for (round, at, from_server, after, copies) in [
        (0, "Subject: letter 17\r", false, false, 0),
        (1, "Subject: letter 117\r", false, true, 1),
        (2, "queued as", true, false, 1),
    ] {
        let all: Vec<_> = (0..40)
            .map(|n| ("ann@chess.test", letter(100 * round + n)))
            .collect();
        // What was said on a connection before would be heard once more.
        let mut outbox = outbox(&dovecot, proxy.port, "none", &[]);
        proxy.breaks(Fault {
            at,
            from_server,
            after,
            hang: false,
        });
        let answers = hand(&mut outbox, &all).unwrap();
        assert!(proxy.has_broken(), "{at} never struck");
        arrived += 39 + copies;
        let came = came(&dovecot, &all, arrived);
        let mut unanswered = 0;
        for (answer, copies_of_it) in answers.iter().zip(&came) {
            match answer {
                Delivery::Delivered => assert_eq!(*copies_of_it, 1, "{at}"),
                // Nobody can know.
                Delivery::Later(why) if why.contains("perhaps") => {
                    unanswered += 1;
                    assert_eq!(*copies_of_it, copies, "{at}");
                }
                other => panic!("{at}: {other:?}"),
            }
        }
        assert_eq!(unanswered, 1, "{at}");
    }
}

#[test]
fn one_connection_is_enough_where_the_server_allows_no_second() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts_with(
        &dovecot,
        "smtpd_client_connection_count_limit = 1\nsmtpd_client_event_limit_exceptions =\n",
        "",
    );
    let mut outbox = outbox(&dovecot, postfix.smtp, "none", &[]);
    let all = many(60);
    // Postfix counts whoever looked whether it listens until it has seen that he is gone.
    let began = std::time::Instant::now();
    let answers = loop {
        match hand(&mut outbox, &all) {
            Err(PostError::Server(error)) if began.elapsed() < START => {
                assert!(
                    error.to_string().contains("too many connections"),
                    "{error}"
                );
                std::thread::sleep(Duration::from_millis(50));
            }
            answers => break answers.unwrap(),
        }
    };
    assert_eq!(answers, vec![Delivery::Delivered; 60]);
    assert_eq!(came(&dovecot, &all, 60), vec![1; 60]);
}

#[test]
fn what_is_no_letters_fault_stops_the_queue() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
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
    if let Some(why) = not_root() {
        return impossible(&why);
    }
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
    if let Some(why) = not_root() {
        return impossible(&why);
    }
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
