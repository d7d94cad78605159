//! The POP3 inbox against Dovecot.

use super::Talk;
use super::dovecot::Dovecot;
use super::incoming::{Kept, WAYS, config, inbox, letter};
use postchess::post::Helping;

#[test]
fn letters_come_whole_by_every_way() {
    let server = Dovecot::starts();
    let mut look = Talk::imap(server.imap, "moves");
    let strange = b"Subject: 8bit \xd0\xb5\xff\r\n\r\nline\r\n.\r\n...\r\n".to_vec();
    look.append("INBOX", "", "", &letter(1));
    look.append("INBOX", "\\Seen", "", &strange);
    for way in WAYS {
        for auth in ["plain", "login"] {
            let config = config(&server, "pop3", way, &[("inbox.auth", auth)]);
            let mut inbox = inbox(&config);
            inbox.try_out().unwrap();
            let mut kept = Kept::default();
            let n = kept.round(inbox.as_mut(), &Helping::default()).unwrap();
            assert_eq!(n, 2, "{way} {auth}");
            assert_eq!(kept.bodies(), [letter(1), strange.clone()]);
            assert_eq!(kept.round(inbox.as_mut(), &Helping::default()).unwrap(), 0);
        }
    }
    assert_eq!(look.search("ALL").len(), 2, "all is left on the server");
}

#[test]
fn letters_are_deleted_when_they_are_done_and_quit_is_heard() {
    let server = Dovecot::starts();
    let mut look = Talk::imap(server.imap, "moves");
    for n in 0..5 {
        look.append("INBOX", "", "", &letter(n));
    }
    let config = config(
        &server,
        "pop3",
        "starttls",
        &[("inbox.processed", "delete")],
    );
    let two = Helping {
        messages: 2,
        ..Helping::default()
    };
    let mut kept = Kept::default();
    let mut first = inbox(&config);
    let fetched = first.fetch(&two, &|_| None).unwrap();
    let keys: Vec<String> = fetched.messages.iter().map(|m| m.key.clone()).collect();
    first.done(&keys).unwrap();
    // The program dies before QUIT: all are there still, and two are known.
    drop(first);
    assert_eq!(look.search("ALL").len(), 5);
    let marks = fetched.messages.into_iter().map(|m| (m.key, m.mark));
    kept.keys.extend(marks);
    let mut again = inbox(&config);
    assert_eq!(kept.round(again.as_mut(), &two).unwrap(), 3);
    assert_eq!(look.search("ALL").len(), 0);
    assert_eq!(kept.bodies(), [letter(2), letter(3), letter(4)]);
}
