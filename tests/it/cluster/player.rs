//! A player at a mail program of his own, whose letters go by SMTP and come into a Maildir.

use crate::club::Mail;
use lettre::address::Envelope;
use lettre::{SmtpTransport, Transport as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something holds; how long that took.
#[track_caller]
pub fn until(what: &str, mut holds: impl FnMut() -> bool) -> Duration {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
    began.elapsed()
}

/// Somebody with a mailbox.
pub struct Player {
    pub address: String,
    maildir: PathBuf,
    /// The server that takes his letters.
    server: String,
}

impl Player {
    pub fn of(name: &str, maildir: &Path, server: &str) -> Player {
        Player {
            address: format!("{name}@home.example"),
            maildir: maildir.to_owned(),
            server: server.to_owned(),
        }
    }

    /// His letters about a game, in order of arrival.
    pub fn letters(&self, game: &str) -> Vec<Mail> {
        let mut paths = Vec::new();
        for folder in ["new", "cur"] {
            let files = std::fs::read_dir(self.maildir.join(folder));
            paths.extend(files.into_iter().flatten().flatten().map(|e| e.path()));
        }
        paths.sort_by_key(|path| std::fs::metadata(path).and_then(|m| m.modified()).ok());
        let read = paths.iter().filter_map(|path| std::fs::read(path).ok());
        read.map(Mail::of)
            .filter(|m| m.game.as_deref() == Some(game))
            .collect()
    }

    /// The same, once there is one: the letters of the start may still be on their way.
    fn letters_that_came(&self, game: &str) -> Vec<Mail> {
        until("a letter comes", || !self.letters(game).is_empty());
        self.letters(game)
    }

    /// The path of the page that sets his password.
    pub fn invitation(&self, game: &str) -> String {
        let start = self.letters_that_came(game).remove(0);
        let (_, link) = start.text.split_once("http://").expect("a link");
        let link = link.split_whitespace().next().expect("a link");
        link[link.find('/').expect("a path")..].to_owned()
    }

    /// Presses the answer button of the newest letter about a game, and writes.
    pub fn answers(&self, game: &str, text: &str) {
        let letter = self.letters_that_came(game).pop().expect("a letter");
        self.writes(&letter.reply_to, &letter.message_id, game, text);
    }

    /// The same to another address.
    pub fn answers_to(&self, address: &str, game: &str, text: &str) {
        let letter = self.letters_that_came(game).pop().expect("a letter");
        self.writes(address, &letter.message_id, game, text);
    }

    fn writes(&self, to: &str, answered: &str, game: &str, text: &str) {
        static WRITTEN: AtomicU32 = AtomicU32::new(0);
        let from = &self.address;
        let n = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let letter = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: [{game}]\r\n\
             Message-ID: <{n}.{}@home.example>\r\nIn-Reply-To: <{answered}>\r\n\r\n{text}\r\n",
            std::process::id()
        );
        let parties = (from.parse().unwrap(), vec![to.parse().unwrap()]);
        let envelope = Envelope::new(Some(parties.0), parties.1).unwrap();
        let server = SmtpTransport::builder_dangerous(&self.server)
            .port(25)
            .build();
        let sent = server.send_raw(&envelope, letter.as_bytes());
        sent.expect("the letter is taken");
    }

    /// How many letters of a kind about a game he has, by Message-ID.
    pub fn has(&self, kind: &str, game: &str) -> usize {
        let letters = self.letters(game).into_iter();
        let ids: BTreeSet<String> = letters
            .filter(|m| m.kind == kind)
            .map(|m| m.message_id)
            .collect();
        ids.len()
    }
}
