//! The connection cut or held before and after each step of each protocol: every
//! letter has one verdict, every move is played once, every letter of ours leaves
//! at least once, and exactly once where the server had said so.

use super::Talk;
use super::dovecot::Dovecot;
use super::incoming::{Kept, config, inbox};
use super::postfix::{CLUB, Postfix};
use super::proxy::{Fault, Proxy};
use crate::club::{Club, Setup};
use crate::ground::{impossible, not_root};
use postchess::post::Helping;
use std::collections::BTreeMap;

/// Moves of pawns, which nothing stands in the way of.
fn moves() -> Vec<String> {
    let mut all = Vec::new();
    for step in [(2, 3), (3, 4)] {
        for file in 1..=8 {
            let (from, to) = step;
            all.push(format!("{file}{from}{file}{to}"));
            let other = 9 - file;
            all.push(format!("{other}{}{other}{}", 9 - from, 9 - to));
        }
    }
    all
}

/// Cut or held, before the words are passed on or after.
fn ways(at: &'static str, from_server: bool) -> impl Iterator<Item = Fault> {
    [(false, false), (true, false), (false, true), (true, true)]
        .into_iter()
        .map(move |(after, hang)| Fault {
            at,
            from_server,
            after,
            hang,
        })
}

/// The letter with the next move of game 1.
fn next_letter(club: &mut Club, text: &str) -> Vec<u8> {
    let (who, number) = club.whose_turn("T26/1");
    let dots = match club.game("T26/1")["turn"] == "white" {
        true => ".",
        false => "...",
    };
    club.letter(&who)
        .subject("[T26/1]")
        .says(&format!("{number}{dots} {text}"))
        .written()
}

/// Plays a move a fault: the letter lies in the mailbox, the fault strikes, and
/// the next passes make good.
fn play_through(
    club: &mut Club,
    proxy: &Proxy,
    faults: impl Iterator<Item = Fault>,
    deliver: &mut dyn FnMut(&[u8]),
) -> usize {
    let mut plies = 0;
    let all = moves();
    for fault in faults {
        let letter = next_letter(club, &all[plies]);
        deliver(&letter);
        proxy.breaks(fault.clone());
        let _ = club.robot().poll();
        assert!(proxy.has_broken(), "{fault:?} never struck");
        // Letters put off have their turn.
        club.now = club.now.plus_seconds(3_600);
        club.robot()
            .poll()
            .unwrap_or_else(|e| panic!("{fault:?}: {e}"));
        plies += 1;
        club.stands("T26/1", "/ply", plies);
        assert_eq!(club.verdicts(), vec!["move"; plies], "{fault:?}");
    }
    plies
}

fn inbox_faults(kind: &str, processed: &str, steps: &[(&'static str, bool)]) {
    let dovecot = Dovecot::starts();
    let port = match kind {
        "imap" => dovecot.imap,
        _ => dovecot.pop3,
    };
    let proxy = Proxy::before(port);
    let port = proxy.port.to_string();
    let mut setup = Setup::new();
    for (key, value) in [
        ("inbox.kind", kind),
        ("inbox.host", "127.0.0.1"),
        ("inbox.port", &port),
        ("inbox.security", "none"),
        ("inbox.user", "moves"),
        ("inbox.password_command", "echo secret"),
        ("inbox.timeout_seconds", "1"),
        ("inbox.processed", processed),
    ] {
        setup = setup.set(key, value);
    }
    let mut club = setup.opens();
    let mut ann = Talk::imap(dovecot.imap, "moves");
    let faults = steps
        .iter()
        .flat_map(|(at, from_server)| ways(at, *from_server));
    let plies = play_through(&mut club, &proxy, faults, &mut |letter| {
        ann.append("INBOX", "", "", letter);
    });
    club.polls();
    assert_eq!(
        club.all_read("confirmation"),
        plies,
        "each is confirmed once"
    );
    assert_eq!(club.all_read("move"), plies, "each is told once");
    match processed {
        "flag" => assert_eq!(ann.search("UNSEEN").len(), 0),
        "move" => assert_eq!(ann.count("Processed"), u32::try_from(plies).unwrap()),
        _ => assert_eq!(ann.search("ALL").len(), 0),
    }
}

#[test]
fn imap_reading() {
    inbox_faults(
        "imap",
        "flag",
        &[
            ("AUTHENTICATE", false),
            ("SELECT", false),
            ("SEARCH ALL", false),
            ("RFC822.SIZE", false),
            ("BODY.PEEK", false),
            ("BODY[]", true),
            ("UID STORE", false),
        ],
    );
}

#[test]
fn imap_moving() {
    inbox_faults(
        "imap",
        "move",
        &[("UID MOVE", false), ("COPYUID", true), ("LOGOUT", false)],
    );
}

#[test]
fn pop3() {
    inbox_faults(
        "pop3",
        "delete",
        &[
            ("AUTH PLAIN", false),
            ("LIST", false),
            ("UIDL", false),
            ("RETR", false),
            ("octets", true),
            ("DELE", false),
            ("QUIT", false),
        ],
    );
}

/// A line that always breaks at the same letter, with others before it.
#[test]
fn letters_that_came_before_a_line_broke_are_kept() {
    for kind in ["imap", "pop3"] {
        let dovecot = Dovecot::starts();
        let mut ann = Talk::imap(dovecot.imap, "moves");
        for n in 0..8 {
            let letter = format!(
                "From: Ann <ann@chess.test>\r\nMessage-ID: <l{n}@mail.example>\r\n\r\n\
                 this is number {n}\r\n{}",
                "a line that makes it longer\r\n".repeat(2_000)
            );
            ann.append("INBOX", "", "", letter.as_bytes());
        }
        let server = match kind {
            "imap" => dovecot.imap,
            _ => dovecot.pop3,
        };
        let proxy = Proxy::before(server);
        let port = proxy.port.to_string();
        let more = [
            ("inbox.port", port.as_str()),
            ("inbox.timeout_seconds", "5"),
        ];
        let config = config(&dovecot, kind, "none", &more);
        proxy.breaks(Fault {
            at: "this is number 5",
            from_server: true,
            after: false,
            hang: false,
        });
        let mut broken = inbox(&config);
        let fetched = broken.fetch(&Helping::default(), &|_| None).unwrap();
        assert!(proxy.has_broken());
        assert!(
            (3..=5).contains(&fetched.messages.len()),
            "{kind}: {}",
            fetched.messages.len()
        );
        assert!(fetched.broke.is_some(), "{kind}");
        // The next time only what did not come is asked for.
        let mut kept = Kept::default();
        let marks = fetched.messages.into_iter().map(|m| (m.key, m.mark));
        kept.keys.extend(marks);
        let has = kept.keys.len();
        let rest = kept.round(inbox(&config).as_mut(), &Helping::default());
        assert_eq!(rest.unwrap(), 8 - has, "{kind}");
    }
}

#[test]
fn smtp() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let plain = super::free_port();
    let postfix = Postfix::starts_with(
        &dovecot,
        CLUB,
        &format!(
            "127.0.0.1:{plain} inet n - n - - smtpd\n  -o smtpd_sasl_auth_enable=yes\n  \
             -o smtpd_error_sleep_time=0\n"
        ),
    );
    let proxy = Proxy::before(plain);
    let port = proxy.port.to_string();
    let mut setup = Setup::new();
    for (key, value) in [
        ("outbox.kind", "smtp"),
        ("outbox.host", "127.0.0.1"),
        ("outbox.port", &port),
        ("outbox.security", "none"),
        ("outbox.user", "moves"),
        ("outbox.password_command", "echo secret"),
        ("outbox.timeout_seconds", "1"),
    ] {
        setup = setup.set(key, value);
    }
    let mut club = setup.opens();
    let root = club.root();
    let mut serial = 0;
    let steps = [
        ("EHLO", false),
        ("AUTH", false),
        ("MAIL FROM", false),
        ("RCPT TO", false),
        ("DATA", false),
        ("\r\n.\r\n", false),
        ("queued as", true),
    ];
    let faults = steps
        .into_iter()
        .flat_map(|(at, from_server)| ways(at, from_server));
    let plies = play_through(&mut club, &proxy, faults, &mut |letter| {
        serial += 1;
        let name = format!("club/mail/in/new/{serial}").replace("club/", "");
        std::fs::write(root.join(name), letter).unwrap();
    });
    // Every letter has left, and how often it came.
    let ids = club.outbox_states();
    assert!(ids.iter().all(|(_, state)| state == "sent"), "{ids:?}");
    let mut came: BTreeMap<String, usize> = BTreeMap::new();
    for user in ["ann", "bert"] {
        let config = config(&dovecot, "imap", "none", &[("inbox.user", user)]);
        // Both are told of each move, and once of the start.
        let began = std::time::Instant::now();
        let mut look = Talk::imap(dovecot.imap, user);
        while look.search("ALL").len() <= plies {
            assert!(
                began.elapsed().as_secs() < 60,
                "letters for {user} are missing"
            );
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let mut kept = Kept::default();
        kept.round(inbox(&config).as_mut(), &Helping::default())
            .unwrap();
        for body in kept.bodies() {
            let text = String::from_utf8_lossy(&body).into_owned();
            let line = text
                .lines()
                .find(|l| l.starts_with("Message-ID: <"))
                .unwrap();
            let id = line["Message-ID: <".len()..]
                .trim_end_matches('>')
                .to_owned();
            *came.entry(id).or_default() += 1;
        }
    }
    for (id, _) in &ids {
        assert!(came.contains_key(id), "{id} never came");
    }
    assert_eq!(came.len(), ids.len(), "nothing else came");
    // Twice came only what nobody could know of: the end passed on, its answer not.
    let twice = came.values().filter(|n| **n > 1).count();
    assert!(came.values().all(|n| *n <= 2), "{came:?}");
    assert!(twice <= 5, "{twice}: {came:?}");
    drop(postfix);
}

#[test]
fn servers_that_are_away_keep_nobody_from_deciding_nor_from_a_backup() {
    let closed = super::free_port().to_string();
    let mut club = Setup::new().opens();
    for (key, value) in [
        ("inbox.kind", "imap"),
        ("inbox.host", "127.0.0.1"),
        ("inbox.port", closed.as_str()),
        ("inbox.user", "moves"),
        ("inbox.password_command", "echo secret"),
        ("inbox.ca_file", "none.pem"),
        ("outbox.kind", "smtp"),
        ("outbox.host", "127.0.0.1"),
        ("outbox.security", "none"),
        ("outbox.port", closed.as_str()),
    ] {
        club.set(key, value);
    }
    // Recorded, so it is done; its letters wait.
    let done = club.types("td penalty T26/1 white 2 --reason test");
    assert!(done.is_ok(), "{done:?}");
    club.stands("T26/1", "/clock/white/penalty", 2);
    let failure = club.robot().poll().unwrap_err();
    assert_eq!(
        failure.kind,
        postchess::error::FailureKind::Later,
        "{failure}"
    );
    let night = club.robot().nightly();
    assert!(night.backup.as_ref().is_some_and(|path| path.is_file()));
    assert!(
        night.findings.iter().any(|f| f.contains("no connection")),
        "{night:?}"
    );
    let states = club.outbox_states();
    let waiting = states.iter().filter(|(_, state)| state == "queued").count();
    assert!(waiting >= 2, "{states:?}");
}
