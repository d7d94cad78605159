//! What an SMTP server says is judged by its three digits (RFC 5321, 4.2), in whatever form it
//! says it. No real server speaks in all of these, so one is acted here.

use super::dovecot::Dovecot;
use super::incoming::letter;
use super::postfix::Postfix;
use super::smtp::{handed, outbox};
use crate::ground::{impossible, not_root};
use postchess::config::Config;
use postchess::ids::OutboundId;
use postchess::post::smtp::SmtpOutbox;
use postchess::post::{Delivery, Parcel, PostError};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A reply of some digits, in the forms that servers give it.
fn forms(code: &str) -> Vec<Vec<u8>> {
    let with = |rest: &[u8]| [code.as_bytes(), rest].concat();
    let long = [b" ".as_slice(), &[b'x'; 70_000], b"\r\n"].concat();
    vec![
        with(b"\r\n"),
        with(b" \r\n"),
        with(b" \xf0\xd2\xc9\xce\xd1\xd4\xcf\r\n"),
        with(b" Empf\xe4nger\r\n"),
        with(b" fine\n"),
        with(b"\n"),
        with(&long),
        [with(b"-\xf0\xd2\n"), with(b"-\r\n"), with(b"\r\n")].concat(),
    ]
}

/// How the acted server answers, but for what is said otherwise: the reply to a command that
/// begins so.
#[derive(Clone, Default)]
struct Part {
    greeting: Vec<u8>,
    replies: Vec<(&'static str, Vec<u8>)>,
}

impl Part {
    fn of(replies: &[(&'static str, &[u8])]) -> Part {
        Part {
            greeting: b"220 here\r\n".to_vec(),
            replies: replies.iter().map(|(c, r)| (*c, r.to_vec())).collect(),
        }
    }
}

/// An acted server, and all that was said to it.
struct Acted {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Acted {
    fn starts(part: Part) -> Acted {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let all = Arc::clone(&heard);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = talk(stream, &part, &all);
            }
        });
        Acted { port, heard }
    }

    fn heard(&self, verb: &str) -> usize {
        let heard = self.heard.lock().unwrap();
        heard.iter().filter(|line| line.starts_with(verb)).count()
    }
}

fn talk(stream: TcpStream, part: &Part, heard: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    out.write_all(&part.greeting)?;
    let (mut in_letter, mut lines) = (false, BufReader::new(stream).lines());
    while let Some(line) = lines.next().transpose()? {
        if in_letter && line != "." {
            continue;
        }
        heard.lock().unwrap().push(line.clone());
        in_letter = line == "DATA";
        let told = part.replies.iter().find(|(c, _)| line.starts_with(c));
        let reply = match (told, line.as_str()) {
            (Some((_, reply)), _) => reply.as_slice(),
            (None, "DATA") => b"354 go on\r\n",
            (None, "QUIT") => b"221 bye\r\n",
            (None, _) => b"250 ok\r\n",
        };
        in_letter &= reply.starts_with(b"3");
        out.write_all(reply)?;
    }
    Ok(())
}

fn outbox_to(port: u16, more: &[(&str, &str)]) -> SmtpOutbox {
    let port = port.to_string();
    let sets = [
        ("club.robot", "moves@chess.test"),
        ("outbox.kind", "smtp"),
        ("outbox.host", "127.0.0.1"),
        ("outbox.port", &port),
        ("outbox.security", "none"),
        ("outbox.timeout_seconds", "20"),
    ];
    let sets = sets.iter().chain(more);
    let sets: Vec<(String, String)> = sets
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let config = Config::read("", Path::new("/nowhere"), &sets).unwrap_or_else(|e| panic!("{e}"));
    let server = config.outbox.server.clone().unwrap();
    SmtpOutbox::new(server, &config.outbox, "moves@chess.test")
}

fn one_letter(outbox: &mut SmtpOutbox) -> Result<Delivery, PostError> {
    let bytes = letter(1);
    let parcel = Parcel {
        id: OutboundId(1),
        to: "ann@chess.test",
        from: "moves@chess.test",
        bytes: &bytes,
    };
    handed(outbox, &[parcel]).map(|mut all| all.remove(0))
}

#[test]
fn three_digits_decide_in_whatever_form_they_are_said() {
    for (command, code) in [
        ("", "220"),
        ("EHLO", "250"),
        ("MAIL", "250"),
        ("RCPT", "251"),
        ("DATA", "354"),
        (".", "250"),
        ("RCPT", "550"),
        (".", "554"),
        ("RCPT", "450"),
        (".", "452"),
    ] {
        for form in forms(code) {
            let mut part = Part::of(&[]);
            match command {
                "" => part.greeting = form.clone(),
                command => part.replies.push((command, form.clone())),
            }
            let server = Acted::starts(part);
            let shown = form.get(..form.len().min(40));
            let outcome = one_letter(&mut outbox_to(server.port, &[])).unwrap();
            let as_it_should = match (&outcome, code.as_bytes()[0]) {
                (Delivery::Delivered, b'2' | b'3') => true,
                (Delivery::Never(why), b'5') | (Delivery::Later(why), b'4') => {
                    why.starts_with(code)
                }
                _ => false,
            };
            assert!(as_it_should, "{command} {shown:?}: {outcome:?}");
        }
    }
    // A greeting that refuses stops the queue, and is no letter's fault.
    for (code, passing) in [("554", false), ("421", true)] {
        for form in forms(code) {
            let server = Acted::starts(Part {
                greeting: form,
                ..Part::default()
            });
            let error = one_letter(&mut outbox_to(server.port, &[])).unwrap_err();
            assert_eq!(error.is_passing(), passing, "{error}");
            assert!(error.to_string().contains(code), "{error}");
        }
    }
}

#[test]
fn helo_is_for_who_refuses_ehlo_for_good_and_where_nothing_is_needed_of_it() {
    let account = [
        ("outbox.user", "moves"),
        ("outbox.password_command", "echo secret"),
    ];
    let starttls = [("outbox.security", "starttls")];
    for (reply, more, helos, is_sent) in [
        ("502 what?\r\n", &[][..], 1, true),
        ("500\n", &[], 1, true),
        ("421 later\r\n", &[], 0, false),
        ("451 later\r\n", &[], 0, false),
        ("502 what?\r\n", &account, 0, false),
        ("502 what?\r\n", &starttls, 0, false),
    ] {
        let server = Acted::starts(Part::of(&[("EHLO", reply.as_bytes())]));
        let outcome = one_letter(&mut outbox_to(server.port, more));
        assert_eq!(server.heard("HELO"), helos, "{reply} {more:?}");
        assert_eq!(outcome.is_ok(), is_sent, "{outcome:?}");
        // Nothing of an account or a letter is said in the clear to who offers nothing.
        let words = server.heard("AUTH") + server.heard("MAIL");
        assert_eq!(words, usize::from(is_sent));
    }
}

/// Somebody on the way who puts words behind the one for TLS.
fn forger(server: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let server = TcpStream::connect(("127.0.0.1", server)).unwrap();
            let pairs = [
                (client.try_clone().unwrap(), server.try_clone().unwrap()),
                (server, client),
            ];
            for (mut from, mut to) in pairs {
                std::thread::spawn(move || {
                    let mut bytes = [0; 16_384];
                    while let Ok(n @ 1..) = from.read(&mut bytes) {
                        let mut words = bytes[..n].to_vec();
                        if words.starts_with(b"220 2.0.0") {
                            words.extend(b"250-forged.test\r\n250 AUTH PLAIN\r\n");
                        }
                        if to.write_all(&words).is_err() {
                            break;
                        }
                    }
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
    port
}

#[test]
fn words_behind_the_one_for_tls_are_never_heard() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts(&dovecot);
    let port = forger(postfix.submission);
    let mut outbox = outbox(&dovecot, port, "starttls", &[]);
    assert_eq!(one_letter(&mut outbox).unwrap(), Delivery::Delivered);
}
