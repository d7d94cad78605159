//! The IMAP inbox against Dovecot.

use super::Talk;
use super::dovecot::Dovecot;
use super::incoming::{Kept, WAYS, config, inbox, letter};
use postchess::post::{Came, Content, Helping, Waited};
use postchess::time::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn letters_come_whole_by_every_way_with_the_servers_hour() {
    let server = Dovecot::starts();
    let mut ann = Talk::imap(server.imap, "moves");
    ann.append("INBOX", "", "17-Jul-2026 02:44:25 +0300", &letter(1));
    // Another program has seen it, and marked it for deletion.
    ann.append("INBOX", "\\Seen \\Deleted", "", &letter(2));
    ann.append("INBOX", "", "", b"\r\n");
    for way in WAYS {
        for auth in ["plain", "login"] {
            let config = config(&server, "imap", way, &[("inbox.auth", auth)]);
            let mut kept = Kept::default();
            let mut inbox = inbox(&config);
            inbox.try_out().unwrap();
            let n = kept.round(inbox.as_mut(), &Helping::default()).unwrap();
            assert_eq!(n, 3, "{way} {auth}");
            assert_eq!(kept.bodies(), [letter(1), letter(2), b"\r\n".to_vec()]);
            let hour = Instant::parse("2026-07-16T23:44:25Z").unwrap();
            assert_eq!(kept.messages[0].came, Came::Server(hour));
            // A second round finds nothing; a third what came meanwhile.
            assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 0);
            inbox.close().unwrap();
        }
    }
}

#[test]
fn what_is_done_is_marked_moved_or_deleted_and_only_then() {
    for (processed, left, seen, moved) in [
        ("none", 3, 0, None),
        ("flag", 3, 3, None),
        ("move", 0, 0, Some(3)),
        ("delete", 0, 0, None),
    ] {
        let server = Dovecot::starts();
        let mut look = Talk::imap(server.imap, "moves");
        for n in 0..3 {
            look.append("INBOX", "", "", &letter(n));
        }
        let more = [
            ("inbox.processed", processed),
            ("inbox.processed_folder", "Готово & \"aus\""),
        ];
        let config = config(&server, "imap", "none", &more);
        let mut inbox = inbox(&config);
        let fetched = inbox.fetch(&Helping::default(), &|_| None).unwrap();
        assert_eq!(fetched.messages.len(), 3);
        assert_eq!(look.search("SEEN").len(), 0, "reading leaves no trace");
        // The program ends before it could tell: the next finds them kept.
        drop(inbox);
        let kept = Kept {
            keys: fetched
                .messages
                .iter()
                .map(|m| (m.key.clone(), m.mark.clone()))
                .collect(),
            messages: Vec::new(),
        };
        let mut inbox = super::incoming::inbox(&config);
        let mut kept = kept;
        assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 0);
        assert_eq!(look.search("ALL").len(), left, "{processed}");
        assert_eq!(look.search("SEEN").len(), seen, "{processed}");
        if let Some(n) = moved {
            let folder = "\"&BBMEPgRCBD4EMgQ+- &- \\\"aus\\\"\"";
            assert_eq!(look.count(folder), n);
        }
        // And in one go.
        look.append("INBOX", "", "", &letter(9));
        assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 1);
        assert_eq!(look.search("ALL").len(), if left == 0 { 0 } else { 4 });
    }
}

#[test]
fn a_renumbered_folder_is_taken_again_under_other_keys() {
    let mut server = Dovecot::starts();
    let mut look = Talk::imap(server.imap, "moves");
    for n in 0..3 {
        look.append("INBOX", "", "", &letter(n));
    }
    let config = config(&server, "imap", "tls", &[]);
    let mut inbox = inbox(&config);
    let mut kept = Kept::default();
    assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 3);
    server.stops();
    // The server forgets its numbers; UIDVALIDITY is made of the hour.
    let maildir = server.maildir("moves");
    for entry in std::fs::read_dir(&maildir).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("dovecot") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    std::thread::sleep(Duration::from_millis(1_100));
    server.goes_on();
    // A session may outlive its server by a while; the next sees the change.
    let _ = inbox.close();
    assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 3);
    let (first, again) = kept.messages.split_at(3);
    for (a, b) in first.iter().zip(again) {
        assert_eq!(a.content, b.content);
        assert_ne!(a.key, b.key);
    }
}

#[test]
fn of_what_is_too_large_only_the_beginning_comes() {
    let server = Dovecot::starts();
    let mut look = Talk::imap(server.imap, "moves");
    let large = [letter(1), vec![b'x'; 300_000]].concat();
    look.append("INBOX", "", "", &letter(0));
    look.append("INBOX", "", "", &large);
    look.append("INBOX", "", "", &letter(2));
    for kind in ["imap", "pop3"] {
        let config = config(&server, kind, "tls", &[]);
        let helping = Helping {
            message_bytes: 100_000,
            ..Helping::default()
        };
        let mut kept = Kept::default();
        let mut inbox = inbox(&config);
        assert_eq!(kept.round(inbox.as_mut(), &helping).unwrap(), 3);
        let Content::TooLarge { size, head } = &kept.messages[1].content else {
            panic!("{kind}: whole");
        };
        assert!(
            (large.len() as u64..large.len() as u64 + 10).contains(size),
            "{size}"
        );
        let header = large.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
        // By POP3 whole lines come.
        assert!(large.starts_with(head), "{kind}");
        assert!(head.len() >= header, "{kind}");
        assert_eq!(head.len() == 64 << 10, kind == "imap", "{}", head.len());
        assert_eq!(kept.bodies()[2], letter(2));
    }
}

#[test]
fn a_wait_ends_when_a_letter_comes_or_a_signal_or_the_time() {
    let server = Dovecot::starts();
    let config = config(&server, "imap", "tls", &[]);
    let mut inbox = inbox(&config);
    let mut kept = Kept::default();
    let never = AtomicBool::new(false);
    assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 0);
    let short = Duration::from_millis(300);
    assert_eq!(inbox.wait(short, &never).unwrap(), Waited::TimeOver);
    let mut ann = Talk::imap(server.imap, "moves");
    // One that came between the round and the wait.
    ann.append("INBOX", "", "", &letter(1));
    let long = Duration::from_secs(60);
    let began = std::time::Instant::now();
    assert_eq!(inbox.wait(long, &never).unwrap(), Waited::News);
    assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 1);
    // One that comes during it.
    let port = server.imap;
    let writer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        Talk::imap(port, "moves").append("INBOX", "", "", &letter(2));
    });
    assert_eq!(inbox.wait(long, &never).unwrap(), Waited::News);
    writer.join().unwrap();
    assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 1);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(inbox.wait(long, &stop).unwrap(), Waited::Stopped);
    });
    assert!(began.elapsed() < Duration::from_secs(50));
    assert_eq!(kept.bodies(), [letter(1), letter(2)]);
    inbox.close().unwrap();
}

#[test]
fn a_full_mailbox_is_taken_some_at_a_time() {
    const LETTERS: usize = 2_000;
    let server = Dovecot::starts();
    server.drops("moves", (0..LETTERS).map(letter));
    let mut look = Talk::imap(server.imap, "moves");
    look.imap_says("UID STORE 1:* +FLAGS.SILENT (\\Seen)");
    let helping = Helping {
        messages: 150,
        bytes: 20_000,
        ..Helping::default()
    };
    let config = config(&server, "imap", "tls", &[]);
    let mut inbox = inbox(&config);
    let mut kept = Kept::default();
    let first = inbox.fetch(&helping, &|_| None).unwrap();
    let bytes: usize = first
        .messages
        .iter()
        .map(|m| match &m.content {
            Content::Whole(b) => b.len(),
            Content::TooLarge { .. } => 0,
        })
        .sum();
    assert!(
        (1..=150).contains(&first.messages.len()) && bytes <= 20_000,
        "{bytes}"
    );
    inbox.close().unwrap();
    assert_eq!(kept.round(inbox.as_mut(), &helping).unwrap(), LETTERS);
    let mut bodies = kept.bodies();
    bodies.sort();
    bodies.dedup();
    assert_eq!(bodies.len(), LETTERS);
}

/// The highest memory this process has had, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[ignore = "long: twenty thousand letters"]
fn twenty_thousand_letters_take_no_more_memory_than_a_helping() {
    const THIS: &str = "servers::imap::twenty_thousand_letters_take_no_more_memory_than_a_helping";
    if !crate::ground::is_alone(THIS) {
        return;
    }
    const LETTERS: usize = 20_000;
    let server = Dovecot::starts();
    // 200 MB altogether.
    let body = vec![b'x'; 10_000];
    server.drops(
        "moves",
        (0..LETTERS).map(|n| [letter(n), body.clone()].concat()),
    );
    let config = config(&server, "imap", "none", &[]);
    let mut inbox = inbox(&config);
    let before = memory();
    let began = std::time::Instant::now();
    let mut count = 0;
    loop {
        let fetched = inbox.fetch(&Helping::default(), &|_| None).unwrap();
        if fetched.messages.is_empty() {
            break;
        }
        count += fetched.messages.len();
        let keys: Vec<String> = fetched.messages.into_iter().map(|m| m.key).collect();
        inbox.done(&keys).unwrap();
    }
    let (seconds, more) = (began.elapsed().as_secs_f64(), memory() - before);
    println!("{count} letters in {seconds:.1} s, {more} KiB of memory more");
    assert_eq!(count, LETTERS);
    assert!(more < 64 << 10, "{more} KiB");
}
