//! What a mailbox lists and does not give has not been looked at (RULES.md 4): nothing falls
//! due while a move may lie there, the arbiter is told once a day, and an order sets it aside.
//! No real server does this at will, so one is acted here.

use super::incoming::letter;
use crate::club::{Club, Setup};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What is wrong with the acted server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// Nothing.
    Nothing,
    /// It says yes to the question for a body, and sends none.
    NoBody,
    /// The body is NIL.
    Nil,
    /// The same; the envelope is told.
    OnlyEnvelope,
    /// The same, and the envelope names nobody alone.
    TwoWriters,
    /// It says yes to the question for size and hour, and tells none.
    NoFacts,
    /// It refuses size and hour.
    Refused,
    /// It announces a letter, and a search finds none; the numbers are told all the same.
    NoSearch,
    /// It announces a letter, and nobody is told its number.
    NoNumbers,
    /// A letter that it wrote itself stands in the place of Ann's.
    StandIn,
    /// POP3: two letters of one name.
    OneName,
    /// POP3: a letter without a name.
    NoName,
    /// POP3: no name of its own, and no header.
    NoNameNoTop,
    /// POP3: a letter of which it gives the header alone.
    OnlyTop,
}

/// Of the letters in the mailbox, the first is Ann's.
struct Mailbox {
    letters: Vec<Vec<u8>>,
    wrong: Wrong,
}

fn starts(mailbox: &Arc<Mutex<Mailbox>>, pop3: bool) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let mailbox = Arc::clone(mailbox);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mailbox = Arc::clone(&mailbox);
            std::thread::spawn(move || {
                let _ = match pop3 {
                    true => pop3_talk(stream, &mailbox),
                    false => imap_talk(stream, &mailbox),
                };
            });
        }
    });
    port
}

fn imap_talk(stream: TcpStream, mailbox: &Mutex<Mailbox>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    out.write_all(b"* OK [CAPABILITY IMAP4rev1] here\r\n")?;
    for line in BufReader::new(stream).lines() {
        let line = line?;
        let (tag, command) = line.split_once(' ').unwrap_or((&line, ""));
        let mailbox = mailbox.lock().unwrap();
        let (wrong, count) = (mailbox.wrong, mailbox.letters.len());
        let mut said = Vec::new();
        let mut end = "OK done";
        if command == "CAPABILITY" {
            said.extend(b"* CAPABILITY IMAP4rev1\r\n");
        } else if command.starts_with("SELECT") {
            said.extend(format!("* {count} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n").bytes());
        } else if command.starts_with("UID SEARCH") {
            let numbers: Vec<String> = (1..=count).map(|n| n.to_string()).collect();
            if !matches!(wrong, Wrong::NoSearch | Wrong::NoNumbers) {
                said.extend(format!("* SEARCH {}\r\n", numbers.join(" ")).bytes());
            }
        } else if command == "FETCH 1:* (UID)" {
            for n in 1..=count {
                if wrong != Wrong::NoNumbers {
                    said.extend(format!("* {n} FETCH (UID {n})\r\n").bytes());
                }
            }
        } else if command.starts_with("UID FETCH") {
            let asked = command.split(' ').nth(2).unwrap();
            let is_asked = |n: usize| {
                asked.split(',').any(|part| {
                    let (from, to) = part.split_once(':').unwrap_or((part, part));
                    (from.parse().unwrap()..=to.parse().unwrap()).contains(&n)
                })
            };
            let is_body = command.contains("BODY.PEEK[]");
            for (n, bytes) in (1..).zip(&mailbox.letters).filter(|(n, _)| is_asked(*n)) {
                match (n, wrong, is_body) {
                    (1, Wrong::NoBody, true) | (1, Wrong::NoFacts, false) => {}
                    (1, Wrong::Nil, true) => {
                        said.extend(format!("* {n} FETCH (UID {n} BODY[] NIL)\r\n").bytes());
                    }
                    (1, Wrong::Refused, false) => end = "NO not this one",
                    (1, Wrong::OnlyEnvelope | Wrong::TwoWriters, true) => {
                        said.extend(format!("* {n} FETCH (UID {n} BODY[] NIL)\r\n").bytes());
                    }
                    (1, _, false) if command.contains("ENVELOPE") => {
                        let ann = "(\"Ann\" NIL \"ann\" \"a.example\")";
                        let from = match wrong {
                            Wrong::OnlyEnvelope => ann.to_owned(),
                            Wrong::TwoWriters => format!("{ann}(NIL NIL \"x\" \"example.org\")"),
                            _ => continue,
                        };
                        let told = format!("NIL \"a move\" ({from}) NIL NIL NIL NIL NIL NIL NIL");
                        said.extend(format!("* {n} FETCH (ENVELOPE ({told}) UID {n})\r\n").bytes());
                    }
                    (_, _, true) => {
                        let size = bytes.len();
                        let head = format!("* {n} FETCH (UID {n} BODY[] {{{size}}}\r\n");
                        said.extend(head.bytes().chain(bytes.iter().copied()));
                        said.extend(b")\r\n");
                    }
                    (_, _, false) => {
                        let size = bytes.len();
                        said.extend(
                            format!(
                                "* {n} FETCH (UID {n} RFC822.SIZE {size} INTERNALDATE \
                                 \"11-Jan-2026 09:00:00 +0000\")\r\n"
                            )
                            .bytes(),
                        );
                    }
                }
            }
        }
        said.extend(format!("{tag} {end}\r\n").bytes());
        out.write_all(&said)?;
    }
    Ok(())
}

fn pop3_talk(stream: TcpStream, mailbox: &Mutex<Mailbox>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    out.write_all(b"+OK here\r\n")?;
    for line in BufReader::new(stream).lines() {
        let line = line?;
        let mailbox = mailbox.lock().unwrap();
        let number = line.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok());
        let letter = number.and_then(|n| mailbox.letters.get(n.checked_sub(1)?));
        let all = || (1..).zip(&mailbox.letters);
        let listed: Option<Vec<String>> = match line.split(' ').next().unwrap() {
            "LIST" => Some(all().map(|(n, l)| format!("{n} {}", l.len())).collect()),
            "UIDL" => Some(
                all()
                    .map(|(n, _): (usize, _)| match mailbox.wrong {
                        Wrong::OneName => format!("{n} same"),
                        Wrong::NoName | Wrong::NoNameNoTop if n == 1 => format!("{n} "),
                        _ => format!("{n} u{n}"),
                    })
                    .collect(),
            ),
            _ => None,
        };
        let said = match (line.split(' ').next().unwrap(), listed, letter) {
            (_, Some(lines), _) => format!("+OK\r\n{}\r\n.\r\n", lines.join("\r\n")),
            ("CAPA", ..) => "-ERR no\r\n".to_owned(),
            ("TOP", ..) if mailbox.wrong == Wrong::NoNameNoTop => "-ERR no\r\n".to_owned(),
            ("TOP", _, Some(letter)) => {
                let text = String::from_utf8_lossy(letter);
                let head = text.split("\r\n\r\n").next().unwrap();
                format!("+OK\r\n{head}\r\n\r\n.\r\n")
            }
            ("RETR", ..) if mailbox.wrong == Wrong::OnlyTop && number == Some(1) => {
                "-ERR it is not there\r\n".to_owned()
            }
            ("RETR", _, Some(letter)) => {
                let text = String::from_utf8_lossy(letter).replace("\r\n.", "\r\n..");
                format!("+OK\r\n{text}\r\n.\r\n")
            }
            _ => "+OK\r\n".to_owned(),
        };
        out.write_all(said.as_bytes())?;
    }
    Ok(())
}

/// A club whose mailbox is on the acted server, with Ann's move in it and another letter.
fn club(wrong: Wrong) -> (Club, Arc<Mutex<Mailbox>>) {
    let pop3 = matches!(
        wrong,
        Wrong::OneName | Wrong::NoName | Wrong::NoNameNoTop | Wrong::OnlyTop
    );
    let mailbox = Arc::new(Mutex::new(Mailbox {
        letters: Vec::new(),
        wrong,
    }));
    let port = starts(&mailbox, pop3).to_string();
    let mut setup = match wrong {
        Wrong::OnlyEnvelope | Wrong::OnlyTop => Setup::new().pairs(&[(1, 2), (3, 4)]),
        _ => Setup::new(),
    };
    for (key, value) in [
        ("inbox.kind", if pop3 { "pop3" } else { "imap" }),
        ("inbox.host", "127.0.0.1"),
        ("inbox.port", &port),
        ("inbox.security", "none"),
        ("inbox.user", "moves"),
        ("inbox.password_command", "echo secret"),
        ("inbox.processed", "none"),
    ] {
        setup = setup.set(key, value);
    }
    let mut club = setup.opens();
    let written = club.letter("ann").subject("[T26/1]").says("1. 5254");
    let written = written.written();
    mailbox.lock().unwrap().letters = vec![written, letter(7)];
    (club, mailbox)
}

#[test]
fn what_is_listed_and_not_given_is_not_looked_at() {
    for wrong in [
        Wrong::NoBody,
        Wrong::Nil,
        Wrong::NoFacts,
        Wrong::Refused,
        Wrong::NoNumbers,
        Wrong::StandIn,
        Wrong::NoNameNoTop,
        Wrong::TwoWriters,
    ] {
        let (mut club, mailbox) = club(wrong);
        let anns = mailbox.lock().unwrap().letters[0].clone();
        if wrong == Wrong::StandIn {
            let text = "From: Microsoft Exchange Server\r\nTo: moves@chess.test\r\nSubject: \
                 Retrieval using the IMAP4 protocol failed for the following message: 1\r\n\r\n\
                 The server couldn't retrieve the following message:\r\n";
            mailbox.lock().unwrap().letters[0] = text.as_bytes().to_vec();
        }
        // Past every flag, with a look a day.
        club.days_pass(60);
        let report = club.robot().poll().unwrap();
        assert_eq!(report.troubles.len(), 1, "{wrong:?}: {report:?}");
        assert_eq!(club.ticks().declared, 0, "{wrong:?}");
        club.stands("T26/1", "/ply", 0);
        let told = club.is_told("arbiter", "digest");
        if !matches!(wrong, Wrong::NoNumbers | Wrong::NoNameNoTop) {
            told.says("postchess inbox aside 'imap:moves@127.0.0.1:INBOX:7:1' --reason REASON");
        }
        club.polls();
        assert_eq!(club.all_read("digest"), 0, "{wrong:?}");
        club.days_pass(1);
        club.polls();
        club.is_told("arbiter", "digest");
        // Once it is given, it is played.
        *mailbox.lock().unwrap() = Mailbox {
            letters: vec![anns, letter(7)],
            wrong: Wrong::Nothing,
        };
        assert!(club.polls().troubles.is_empty(), "{wrong:?}");
        club.stands("T26/1", "/ply", 1);
        club.takes_all();
    }
}

/// Where its envelope names a player alone, the letter can be about his games only: in all others
/// the look was complete.
#[test]
fn of_a_player_who_is_named_only_his_games_wait() {
    for wrong in [Wrong::OnlyEnvelope, Wrong::OnlyTop] {
        let (mut club, mailbox) = club(wrong);
        club.days_pass(60);
        let report = club.robot().poll().unwrap();
        assert_eq!(report.troubles.len(), 1, "{wrong:?}: {report:?}");
        let done = club.ticks();
        assert_eq!(done.declared, 1, "{wrong:?}: {done:?}");
        let mut own = done.events.iter().filter(|e| e.starts_with("T26/1:"));
        assert!(own.all(|event| event == "T26/1: warned"), "{done:?}");
        club.stands("T26/1", "/status", "active");
        club.is_told("arbiter", "digest");
        // Nor by a letter of the opponent, before which falls due what is.
        let berts = club.letter("bert").subject("[T26/1]").says("STATUS");
        let berts = berts.written();
        mailbox.lock().unwrap().letters.push(berts);
        assert_eq!(club.polls().fetched, 1, "{wrong:?}");
        club.stands("T26/1", "/status", "active");
        mailbox.lock().unwrap().wrong = Wrong::Nothing;
        assert!(club.polls().troubles.is_empty(), "{wrong:?}");
        club.stands("T26/1", "/ply", 1);
        club.takes_all();
    }
}

#[test]
fn an_order_sets_aside_what_is_not_given() {
    let (mut club, mailbox) = club(Wrong::NoBody);
    let name = "imap:moves@127.0.0.1:INBOX:7:1";
    let order = format!("inbox aside {name} --reason \"Ann was asked, and has not written\"");
    assert!(club.types(&order).is_err(), "nobody was asked for it yet");
    club.days_pass(60);
    club.polls();
    assert_eq!(club.ticks().declared, 0);
    club.types(&order).unwrap();
    assert!(club.types(&order).is_err(), "it is set aside already");
    assert!(club.polls().troubles.is_empty());
    assert_eq!(club.ticks().declared, 1);
    let list = club.types("inbox list").unwrap();
    assert!(
        list.contains("Ann was asked, and has not written"),
        "{list}"
    );
    // Where it comes after all, it is read.
    mailbox.lock().unwrap().wrong = Wrong::Nothing;
    assert_eq!(club.polls().fetched, 1);
    club.takes_all();
}

#[test]
fn letters_are_read_that_a_server_names_or_finds_badly() {
    for wrong in [Wrong::NoSearch, Wrong::OneName, Wrong::NoName] {
        let (mut club, _mailbox) = club(wrong);
        for fetched in [2, 0] {
            let report = club.polls();
            assert_eq!(report.fetched, fetched, "{wrong:?}");
            assert!(report.troubles.is_empty(), "{wrong:?}");
        }
        club.stands("T26/1", "/ply", 1);
        club.takes_all();
    }
}
