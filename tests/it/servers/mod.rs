//! Real mail servers: Dovecot and Postfix on ports of their own, in folders of
//! their own, started by each test that needs them and stopped at its end.
//! `tests/run` installs them; where they are missing, these tests fail.

mod check;
mod dovecot;
mod faults;
mod figures;
mod game;
mod imap;
mod incoming;
mod names;
mod not_given;
mod pop3;
mod postfix;
mod preauth;
mod proxy;
mod replies;
mod scripts;
mod smtp;
mod token;

pub use crate::ground::{free_port, is_root};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const START: Duration = Duration::from_secs(60);

/// Waits until a server listens there.
pub fn wait_for(port: u16, child: &mut Child, log: &Path) {
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let ended = child.try_wait().expect("a child");
        let words = || std::fs::read_to_string(log).unwrap_or_default();
        assert!(ended.is_none(), "the server ended: {ended:?}\n{}", words());
        assert!(began.elapsed() < START, "no server at {port}\n{}", words());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a program that must succeed; what it prints.
pub fn run(program: &str, arguments: &[&str]) -> String {
    let done = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|e| panic!("{program}: {e}; `tests/run` installs what is missing"));
    assert!(
        done.status.success(),
        "{program} {arguments:?}: {}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// A certificate for this machine, and its key.
pub struct Certificate {
    pub cert: PathBuf,
    pub key: PathBuf,
}

impl Certificate {
    /// Signed by itself, for these names (`DNS:localhost,IP:127.0.0.1`), from so
    /// many days on and for so many.
    pub fn make(folder: &Path, name: &str, names: &str, days: &str) -> Certificate {
        let cert = folder.join(format!("{name}.pem"));
        let key = folder.join(format!("{name}.key"));
        let alternative = format!("subjectAltName={names}");
        run(
            "openssl",
            &[
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                days,
                "-subj",
                "/CN=mail.club.example",
                "-addext",
                &alternative,
                "-addext",
                "basicConstraints=critical,CA:FALSE",
                "-keyout",
                key.to_str().unwrap(),
                "-out",
                cert.to_str().unwrap(),
            ],
        );
        Certificate { cert, key }
    }
}

/// A conversation by hand, to put letters into mailboxes and look into them.
pub struct Talk {
    stream: BufReader<TcpStream>,
    tags: u32,
}

impl Talk {
    pub fn with(port: u16) -> Talk {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(START)).unwrap();
        let mut talk = Talk {
            stream: BufReader::new(stream),
            tags: 0,
        };
        talk.line();
        talk
    }

    /// An IMAP session of a user.
    pub fn imap(port: u16, user: &str) -> Talk {
        let mut talk = Talk::with(port);
        talk.imap_says(&format!("LOGIN {user} secret"));
        talk.imap_says("SELECT INBOX");
        talk
    }

    pub fn line(&mut self) -> String {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).expect("a line");
        String::from_utf8_lossy(&line).trim_end().to_owned()
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("sent");
    }

    /// A command of IMAP that must succeed; all lines of its answer.
    pub fn imap_says(&mut self, command: &str) -> Vec<String> {
        self.tags += 1;
        let tag = format!("t{}", self.tags);
        self.send(format!("{tag} {command}\r\n").as_bytes());
        self.imap_end(&tag)
    }

    fn imap_end(&mut self, tag: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if let Some(rest) = line.strip_prefix(&format!("{tag} ")) {
                assert!(rest.starts_with("OK"), "{line} after {lines:?}");
                return lines;
            }
            lines.push(line);
        }
    }

    /// Puts a letter into a folder, with flags and an hour of arrival.
    pub fn append(&mut self, folder: &str, flags: &str, date: &str, letter: &[u8]) {
        self.tags += 1;
        let tag = format!("t{}", self.tags);
        let date = match date {
            "" => String::new(),
            date => format!("\"{date}\" "),
        };
        let head = format!(
            "{tag} APPEND {folder} ({flags}) {date}{{{}+}}\r\n",
            letter.len()
        );
        self.send(&[head.as_bytes(), letter, b"\r\n"].concat());
        self.imap_end(&tag);
    }

    /// How many letters are in a folder.
    pub fn count(&mut self, folder: &str) -> u32 {
        let lines = self.imap_says(&format!("STATUS {folder} (MESSAGES)"));
        let text = lines.join(" ");
        let from = text.find("MESSAGES ").expect("MESSAGES") + 9;
        let digits: String = text[from..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse().expect("a number")
    }

    /// The numbers a search in the open folder finds.
    pub fn search(&mut self, what: &str) -> Vec<u32> {
        self.imap_says("NOOP");
        let lines = self.imap_says(&format!("UID SEARCH {what}"));
        let found = lines.iter().find_map(|l| l.strip_prefix("* SEARCH"));
        let words = found.unwrap_or("").split_whitespace();
        words.filter_map(|w| w.parse().ok()).collect()
    }
}
