//! Somebody on the way who says, before there is TLS, that we are known already.

use super::dovecot::Dovecot;
use super::incoming::{Kept, config, inbox, letter};
use postchess::post::Helping;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};

/// Passes all on as it is, but the greeting.
fn flatterer(server: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            let server = TcpStream::connect(("127.0.0.1", server)).unwrap();
            let mut reader = BufReader::new(server.try_clone().unwrap());
            let mut greeting = String::new();
            reader.read_line(&mut greeting).unwrap();
            assert!(greeting.starts_with("* OK"), "{greeting}");
            let greeting = greeting.replacen("* OK", "* PREAUTH", 1);
            client.write_all(greeting.as_bytes()).unwrap();
            let ways: [(Box<dyn Read + Send>, TcpStream); 2] = [
                (Box::new(client.try_clone().unwrap()), server),
                (Box::new(reader), client),
            ];
            for (mut from, mut to) in ways {
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
    port
}

#[test]
fn to_be_known_before_starttls_does_not_count() {
    let server = Dovecot::starts();
    server.drops("moves", std::iter::once(letter(1)));
    let port = flatterer(server.imap).to_string();
    let config = config(&server, "imap", "starttls", &[("inbox.port", &port)]);
    let mut inbox = inbox(&config);
    let mut kept = Kept::default();
    let came = kept.round(inbox.as_mut(), &Helping::default()).unwrap();
    assert_eq!(came, 1);
}
