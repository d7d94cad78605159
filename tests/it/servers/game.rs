//! Whole games between real mailboxes: submission by SMTP, reading by IMAP, the
//! daemon in between; letters that cannot be delivered; the pipe.

use super::dovecot::Dovecot;
use super::incoming::{Kept, config, inbox};
use super::postfix::{CLUB, Postfix};
use super::{Talk, run, smtp};
use crate::club::{Setup, folder};
use crate::contract::{Answer, bare};
use crate::ground::{impossible, not_root};
use mail_parser::MessageParser;
use postchess::ids::OutboundId;
use postchess::post::{Delivery, Helping, Parcel};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

const ROBOT: &str = "moves@club.example";

/// A home on real servers, with a tournament of today.
pub struct House {
    dir: TempDir,
}

impl House {
    pub fn opens(dovecot: &Dovecot, postfix: &Postfix, inbox: &str, players: &str) -> House {
        let house = House { dir: folder() };
        let root = house.root();
        house.run(&["init", root.to_str().unwrap(), "--robot", ROBOT]);
        let text = format!(
            "[club]\nrobot = \"{ROBOT}\"\nlanguage = \"en\"\nplus_addressing = true\n\
             [inbox]\n{inbox}\n[outbox]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\n\
             user = \"moves\"\npassword_file = \"password\"\nca_file = \"{}\"\n",
            postfix.smtps,
            dovecot.certificate.cert.display()
        );
        std::fs::write(root.join("postchess.toml"), text).unwrap();
        std::fs::write(root.join("password"), "secret\n").unwrap();
        let today: &'static str = run("date", &["-u", "+%F"]).trim().to_owned().leak();
        let file = Setup::new().begins(today, "2026-01-10T09:00:00Z").file();
        let path = house.dir.path().join("t.toml");
        std::fs::write(&path, file.replace("bert@b.example", players)).unwrap();
        house.run(&["tournament", "add", path.to_str().unwrap()]);
        house.run(&["tournament", "start", "T26"]);
        house
    }

    pub fn root(&self) -> PathBuf {
        self.dir.path().join("club")
    }

    pub fn run(&self, words: &[&str]) -> Answer {
        let mut command = bare();
        if words[0] != "init" {
            command.arg("--home").arg(self.root());
        }
        Answer::of(&command.args(words).output().unwrap()).done()
    }

    pub fn json(&self, words: &[&str]) -> serde_json::Value {
        self.run(&[&["--json"], words].concat()).json()
    }
}

/// The lines of `[inbox]` for the robot's own mailbox.
pub fn by_imap(dovecot: &Dovecot) -> String {
    format!(
        "kind = \"imap\"\nhost = \"localhost\"\nport = {}\nuser = \"moves\"\n\
         password_file = \"password\"\nca_file = \"{}\"\nprocessed = \"move\"",
        dovecot.imaps,
        dovecot.certificate.cert.display()
    )
}

/// A player at his own mail program.
pub struct Player<'d> {
    pub dovecot: &'d Dovecot,
    pub port: u16,
    pub address: &'static str,
    pub kept: Kept,
}

impl Player<'_> {
    /// Waits for the next letter of a kind; its bytes.
    pub fn reads(&mut self, kind: &str) -> Vec<u8> {
        let user = self.address.split('@').next().unwrap();
        let config = config(self.dovecot, "imap", "tls", &[("inbox.user", user)]);
        let began = std::time::Instant::now();
        let mark = format!("X-Postchess-Kind: {kind}\r\n");
        loop {
            let mut inbox = inbox(&config);
            self.kept
                .round(inbox.as_mut(), &Helping::default())
                .unwrap();
            let _ = inbox.close();
            let found = self
                .kept
                .bodies()
                .into_iter()
                .position(|b| String::from_utf8_lossy(&b).contains(&mark));
            if let Some(i) = found {
                let body = self.kept.bodies().remove(i);
                self.kept.messages.remove(i);
                return body;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "no {kind} for {user}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether a letter of a kind is there.
    pub fn has(&mut self, kind: &str) -> bool {
        let user = self.address.split('@').next().unwrap();
        let config = config(self.dovecot, "imap", "tls", &[("inbox.user", user)]);
        let mut inbox = inbox(&config);
        self.kept
            .round(inbox.as_mut(), &Helping::default())
            .unwrap();
        let _ = inbox.close();
        let mark = format!("X-Postchess-Kind: {kind}\r\n");
        let bodies = self.kept.bodies();
        bodies
            .iter()
            .any(|body| String::from_utf8_lossy(body).contains(&mark))
    }

    /// Presses the answer button, and writes.
    pub fn answers(&self, letter: &[u8], text: &str, serial: u32) {
        let parsed = MessageParser::default().parse(letter).unwrap();
        let to = parsed.reply_to().and_then(|a| a.first()).unwrap();
        let to = to.address().unwrap().to_owned();
        let id = parsed.message_id().unwrap();
        let bytes = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: {subject}\r\nDate: {date}\r\n\
             Message-ID: <p{serial}@mail.example>\r\nIn-Reply-To: <{id}>\r\n\r\n{text}\r\n",
            from = self.address,
            subject = parsed.subject().unwrap_or(""),
            date = run("date", &["-u", "-R"]).trim(),
        );
        // The envelope has the domain as the network has it; From is as he writes it.
        let envelope = postchess::address::kept(self.address);
        hand(self.dovecot, self.port, &envelope, &to, bytes.as_bytes());
    }
}

fn hand(dovecot: &Dovecot, port: u16, from: &str, to: &str, bytes: &[u8]) {
    let mut outbox = smtp::outbox(dovecot, port, "none", &[]);
    let parcel = Parcel {
        id: OutboundId(1),
        to,
        from,
        bytes,
    };
    let answers = smtp::handed(&mut outbox, &[parcel]).unwrap();
    assert_eq!(answers, [Delivery::Delivered]);
}

#[test]
fn a_whole_game_with_the_daemon_in_between() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts_with(&dovecot, CLUB, "");
    let house = House::opens(&dovecot, &postfix, &by_imap(&dovecot), "bert@b.example");
    let mut daemon = bare()
        .arg("--home")
        .arg(house.root())
        .arg("daemon")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(house.dir.path().join("log")).unwrap())
        .spawn()
        .unwrap();
    let player = |address| Player {
        dovecot: &dovecot,
        port: postfix.smtp,
        address,
        kept: Kept::default(),
    };
    let (mut ann, mut bert) = (player("ann@a.example"), player("bert@b.example"));
    let mut letter = ann.reads("start");
    bert.reads("start");
    let mut times = Vec::new();
    // Fool's mate, each answering the letter that told him; under the default
    // policy, so that the secret address has to come all the way back.
    for (n, text) in ["1. 6263", "1... 5755", "2. 7274", "2... 4884"]
        .iter()
        .enumerate()
    {
        let (mover, other) = match n % 2 {
            0 => (&mut ann, &mut bert),
            _ => (&mut bert, &mut ann),
        };
        let began = std::time::Instant::now();
        mover.answers(&letter, text, u32::try_from(n).unwrap());
        letter = other.reads(if n == 3 { "result" } else { "move" });
        times.push(began.elapsed());
    }
    println!("from handing a move over to the opponent's mailbox: {times:?}");
    let _ = std::process::Command::new("kill")
        .arg(daemon.id().to_string())
        .status();
    let status = daemon.wait().unwrap();
    let log = std::fs::read_to_string(house.dir.path().join("log")).unwrap();
    assert!(status.success(), "{status}\n{log}");
    // It ended between two letters; the next run sends the rest.
    house.run(&["poll"]);
    let game = house.json(&["game", "show", "T26/1"]);
    assert_eq!(game["result"], "0-1", "{log}");
    assert_eq!(game["termination"], "checkmate");
    let letters = house.json(&["inbox", "list"]);
    let letters = letters.as_array().unwrap();
    assert_eq!(letters.len(), 4);
    assert!(
        letters.iter().all(|l| l["verdict"] == "move"),
        "{letters:?}"
    );
    let sent = house.json(&["outbox", "list"]);
    assert!(
        sent.as_array()
            .unwrap()
            .iter()
            .all(|l| l["state"] == "sent"),
        "{sent}"
    );
    house.run(&["verify"]);
    let mut look = Talk::imap(dovecot.imap, "moves");
    assert_eq!((look.search("ALL").len(), look.count("Processed")), (0, 4));
}

#[test]
fn a_letter_that_comes_back_is_a_bounce() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    // Taken first, and then not to be delivered after all.
    let main = format!("{CLUB}transport_maps = inline:{{ {{ bert@b.example = away: }} }}\n");
    let master = "away unix - n n - - pipe\n  flags=R user=nobody argv=/bin/sh -c {exit 67}\n";
    let postfix = Postfix::starts_with(&dovecot, &main, master);
    let house = House::opens(&dovecot, &postfix, &by_imap(&dovecot), "bert@b.example");
    let mut look = Talk::imap(dovecot.imap, "moves");
    let began = std::time::Instant::now();
    while look.search("ALL").is_empty() {
        assert!(
            began.elapsed() < Duration::from_secs(240),
            "nothing comes back"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    house.run(&["poll"]);
    let letters = house.json(&["inbox", "list"]);
    assert_eq!(letters[0]["verdict"], "bounce", "{letters}");
    assert_eq!(letters.as_array().unwrap().len(), 1);
}

#[test]
fn the_pipe_of_a_mail_server_fills_the_inbox() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let program = tempfile::Builder::new().prefix("bin-").tempdir().unwrap();
    // Where the user of the pipe may read it, and the home is his.
    let copy = program.path().join("postchess");
    std::fs::copy(env!("CARGO_BIN_EXE_postchess"), &copy).unwrap();
    let home = program.path().join("club");
    run("chmod", &["755", program.path().to_str().unwrap()]);
    let main = format!("{CLUB}transport_maps = inline:{{ {{ {ROBOT} = robot: }} }}\n");
    let master = format!(
        "robot unix - n n - 1 pipe\n  flags=DRX user=nobody argv={} --home {} deliver\n",
        copy.display(),
        home.display()
    );
    let postfix = Postfix::starts_with(&dovecot, &main, &master);
    let made = |words: &[&str]| Answer::of(&bare().args(words).output().unwrap()).done();
    made(&["init", home.to_str().unwrap(), "--robot", ROBOT]);
    run("chown", &["-R", "nobody:nogroup", home.to_str().unwrap()]);
    let list = |home: &Path| {
        let home = home.to_str().unwrap();
        made(&[
            "--home",
            home,
            "--json",
            "--set",
            "inbox.kind=none",
            "inbox",
            "list",
        ])
        .json()
    };
    for n in 0..3 {
        let letter = super::incoming::letter(n);
        let to = ["moves@club.example", "moves+abc@club.example"][n % 2];
        hand(&dovecot, postfix.smtp, "ann@a.example", to, &letter);
    }
    let began = std::time::Instant::now();
    while list(&home).as_array().unwrap().len() < 3 {
        assert!(began.elapsed() < Duration::from_secs(60), "{}", list(&home));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(list(&home)[0]["from"], "ann@chess.test");
}
