//! A name that a server gives a second time: what was neither fetched nor compared is never
//! deleted, moved, marked or passed over.

use super::dovecot::Dovecot;
use super::incoming::{Kept, config, inbox, letter};
use super::{Talk, run};
use crate::club::{Club, Setup};
use postchess::post::Helping;

/// The mailbox as a backup of its files has it: the same UIDVALIDITY, the same next number.
fn rolled_back(server: &mut Dovecot) {
    server.stops();
    let maildir = server.maildir("moves");
    let copy = server.base().join("copy");
    let (maildir, copy) = (maildir.to_str().unwrap(), copy.to_str().unwrap());
    if std::path::Path::new(copy).exists() {
        run("rm", &["-r", maildir]);
        run("cp", &["-a", copy, maildir]);
    } else {
        run("cp", &["-a", maildir, copy]);
    }
    server.goes_on();
}

/// A letter as long as every other, so that its size tells nothing.
const HOURS: [&str; 2] = ["17-Jul-2026 02:44:25 +0300", "17-Jul-2026 02:44:26 +0300"];

#[test]
fn an_imap_server_put_back_from_a_backup_loses_no_letter() {
    for processed in ["none", "flag", "move", "delete"] {
        let mut server = Dovecot::starts();
        let more = [("inbox.processed", processed)];
        let mut kept = Kept::default();
        let mut look = Talk::imap(server.imap, "moves");
        look.append("INBOX", "", HOURS[0], &letter(1));
        drop(look);
        // The copy is made, a letter comes and is kept, and the copy is put back.
        for (n, hour) in [(2, 0), (3, 1)] {
            rolled_back(&mut server);
            let mut look = Talk::imap(server.imap, "moves");
            look.append("INBOX", "", HOURS[hour], &letter(n));
            let config = config(&server, "imap", "none", &more);
            let mut inbox = inbox(&config);
            let came = kept.round(inbox.as_mut(), &Helping::default()).unwrap();
            assert_eq!(came, if n == 2 { 2 } else { 1 }, "{processed} {n}");
            inbox.close().unwrap();
            let left = look.search("ALL").len();
            let unseen = look.search("UNSEEN").len();
            match processed {
                "none" => assert_eq!((left, unseen), (2, 2), "{n}"),
                "flag" => assert_eq!((left, unseen), (2, 0), "{n}"),
                _ => assert_eq!(left, 0, "{processed} {n}"),
            }
        }
        let bodies = kept.bodies();
        assert_eq!(bodies, [letter(1), letter(2), letter(3)], "{processed}");
    }
}

/// A club whose mailbox is on a POP3 server that counts its letters anew in each mailbox.
fn club(server: &Dovecot, processed: &str) -> Club {
    let port = server.pop3.to_string();
    let mut setup = Setup::new();
    for (key, value) in [
        ("inbox.kind", "pop3"),
        ("inbox.host", "127.0.0.1"),
        ("inbox.port", &port),
        ("inbox.security", "none"),
        ("inbox.user", "moves"),
        ("inbox.password_command", "echo secret"),
        ("inbox.processed", processed),
    ] {
        setup = setup.set(key, value);
    }
    setup.opens()
}

fn move_of(club: &mut Club, who: &str, text: &str) -> Vec<u8> {
    let letter = club.letter(who).subject("[T26/1]").says(text);
    letter.written()
}

#[test]
fn a_pop3_name_given_anew_is_another_letters() {
    for processed in ["none", "delete"] {
        let mut server = Dovecot::starts_with("pop3_uidl_format = %u");
        let mut club = club(&server, processed);
        let mut look = Talk::imap(server.imap, "moves");
        for (ply, (who, text)) in [
            ("ann", "1. 5254"),
            ("bert", "1... 5755"),
            ("ann", "2. 7163"),
        ]
        .into_iter()
        .enumerate()
        {
            let written = move_of(&mut club, who, text);
            look.append("INBOX", "", "", &written);
            club.polls();
            club.stands("T26/1", "/ply", ply + 1);
            assert_eq!(look.search("ALL").len(), usize::from(processed == "none"));
            // The mailbox is made anew, under the same numbers.
            drop(look);
            emptied(&mut server);
            look = Talk::imap(server.imap, "moves");
        }
        club.everything_read();
    }
}

/// A mailbox without letters, which gives the same numbers again.
fn emptied(server: &mut Dovecot) {
    server.stops();
    let maildir = server.maildir("moves");
    let list = maildir.join("dovecot-uidlist");
    let text = std::fs::read_to_string(&list).unwrap();
    let head = text.lines().next().unwrap();
    let first: Vec<String> = head
        .split(' ')
        .map(|word| match word.starts_with('N') {
            true => "N1".to_owned(),
            false => word.to_owned(),
        })
        .collect();
    for folder in ["cur", "new"] {
        run("rm", &["-rf", maildir.join(folder).to_str().unwrap()]);
    }
    for entry in std::fs::read_dir(&maildir).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("dovecot.") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    std::fs::write(&list, format!("{}\n", first.join(" "))).unwrap();
    server.drops("moves", std::iter::empty());
    server.goes_on();
}
