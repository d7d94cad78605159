//! `postchess daemon`: a process of its own that polls and ticks until it is told
//! to stop.

use crate::club::{ROBOT, Setup};
use crate::contract::{Answer, House, bare};
use serde_json::Value;
use std::io::Read;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Its clock stands still, so that nobody oversteps while a test runs.
const NOW: &str = "2026-01-10T09:00:00Z";

/// A daemon at work; killed where a test forgets it.
pub struct Daemon {
    child: Option<Child>,
}

impl Daemon {
    /// Starts one in a home, with options before the command.
    pub fn starts(house: &House, options: &[&str], environment: &[(&str, &str)]) -> Daemon {
        let (socket, ready) = listening(house, environment);
        let child = bare()
            .arg("--home")
            .arg(house.path("club"))
            .args(["--now", NOW, "--set", "auth.policy=address"])
            .args(options)
            .arg("daemon")
            .env("NOTIFY_SOCKET", &socket)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let daemon = Daemon { child: Some(child) };
        if let Some(ready) = ready {
            ready.recv(&mut [0; 8]).expect("it is ready");
        }
        daemon
    }

    fn signal(&self, name: &str) {
        let id = self.child.as_ref().expect("it runs").id();
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{name} {id}")])
            .status()
            .expect("sh");
        assert!(sent.success());
    }

    /// What it said, and its exit code, after SIGTERM.
    pub fn ends(mut self) -> Answer {
        self.signal("TERM");
        let mut child = self.child.take().expect("it runs");
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(20), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        Answer::of(&child.wait_with_output().unwrap())
    }
}

/// Where a daemon says that it is ready; nobody where a test listens itself.
fn listening(house: &House, environment: &[(&str, &str)]) -> (PathBuf, Option<UnixDatagram>) {
    let socket = house.path("ready");
    if environment.iter().any(|(name, _)| *name == "NOTIFY_SOCKET") {
        return (socket, None);
    }
    let _ = std::fs::remove_file(&socket);
    let ready = UnixDatagram::bind(&socket).expect("a socket");
    ready
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("set");
    (socket, Some(ready))
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let mut said = String::new();
            if let Some(mut err) = child.stderr.take() {
                let _ = err.read_to_string(&mut said);
            }
            eprintln!("the daemon said:\n{said}");
            let _ = child.wait();
        }
    }
}

/// Waits until something holds, at most half a minute.
#[track_caller]
pub fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Half-moves played in game 1, whatever stands in the configuration.
pub fn ply(house: &House) -> u32 {
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.query_row("SELECT ply FROM game WHERE number = 1", [], |r| r.get(0))
        .unwrap()
}

/// Puts a letter into the mailbox as a mail server does.
pub fn post(house: &House, name: &str, from: &str, text: &str) {
    house.write(
        &format!("club/mail/in/tmp/{name}"),
        &format!(
            "From: {from}\r\nTo: {ROBOT}\r\nMessage-ID: <{name}@mail.example>\r\n\
             Subject: [T26/1]\r\n\r\n{text}\r\n"
        ),
    );
    std::fs::rename(
        house.path(&format!("club/mail/in/tmp/{name}")),
        house.path(&format!("club/mail/in/new/{name}")),
    )
    .unwrap();
}

#[test]
fn it_plays_until_it_is_told_to_stop() {
    let house = House::with(&Setup::new());
    let daemon = Daemon::starts(&house, &[], &[]);
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the move is played", || ply(&house) == 1);
    post(&house, "m2", "bert@b.example", "1... 5755");
    soon("the answer is played", || ply(&house) == 2);
    let answer = daemon.ends();
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(answer.out, "");
    assert!(answer.err.contains("started") && answer.err.contains("ended"));
    assert!(answer.err.contains("move T26/1"), "{}", answer.err);
    // Nobody's address stands in the log, and nobody's words.
    let said = answer.err.lines().filter_map(|line| line.split_once(' '));
    // A fraction of a second may read like a move.
    let said: Vec<&str> = said.map(|(_hour, said)| said).collect();
    for word in ["ann@", "bert@", "5254"] {
        assert!(!said.iter().any(|said| said.contains(word)), "{said:?}");
    }
    let rows = house.json("outbox list");
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|r| r["state"] == "sent")
    );
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn what_the_pipe_brings_is_played_at_once() {
    let house = House::with(&Setup::new());
    let slow = [
        "--set",
        "inbox.kind=none",
        "--set",
        "daemon.poll_seconds=600",
    ];
    let daemon = Daemon::starts(&house, &slow, &[]);
    for (i, (from, text)) in [
        ("ann@a.example", "1. 5254"),
        ("bert@b.example", "1... 5755"),
    ]
    .into_iter()
    .enumerate()
    {
        let letter = format!(
            "From: {from}\nTo: {ROBOT}\nMessage-ID: <p{i}@x.example>\nSubject: [T26/1]\n\n{text}\n"
        );
        house.given(NOW, "deliver", letter.as_bytes()).done();
        soon("it is played", || {
            usize::try_from(ply(&house)).unwrap() == i + 1
        });
    }
    assert_eq!(daemon.ends().code, 0);
}

#[test]
fn others_work_beside_it() {
    let house = House::with(&Setup::new());
    let daemon = Daemon::starts(&house, &["--set", "daemon.poll_seconds=1"], &[]);
    for _ in 0..5 {
        house.run("td penalty T26/1 white 1 --reason late").done();
        house.run("verify").done();
        house.run("backup").done();
        house.run("poll").done();
    }
    assert_eq!(daemon.ends().code, 0);
}

/// One that is away is not made by the robot.
fn makes_maildir(path: &Path) {
    for folder in ["new", "cur", "tmp"] {
        std::fs::create_dir_all(path.join(folder)).unwrap();
    }
}

#[test]
fn the_configuration_is_read_anew_and_a_bad_one_is_not_used() {
    let house = House::with(&Setup::new());
    let path = house.path("club/postchess.toml");
    let good = std::fs::read_to_string(&path).unwrap();
    let daemon = Daemon::starts(&house, &[], &[]);
    // The inbox is elsewhere from now on.
    let with = |line: &str| good.replace("#path = \"mail/in\"", line);
    std::fs::write(&path, with("pth = \"other\"")).unwrap();
    daemon.signal("HUP");
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the old one stays", || ply(&house) == 1);
    makes_maildir(&house.path("club/other"));
    std::fs::write(&path, with("path = \"other\"")).unwrap();
    daemon.signal("HUP");
    post(&house, "m2", "bert@b.example", "1... 5755");
    std::fs::rename(
        house.path("club/mail/in/new/m2"),
        house.path("club/other/new/m2"),
    )
    .unwrap();
    soon("it reads there", || ply(&house) == 2);
    let answer = daemon.ends();
    assert!(answer.err.contains("the old one stays"), "{}", answer.err);
    assert!(answer.err.contains("'pth'"), "{}", answer.err);
    assert!(answer.err.contains("read anew"), "{}", answer.err);
}

#[test]
fn a_mailbox_that_is_away_ends_nothing() {
    let house = House::with(&Setup::new());
    let inbox = house.path("club/mail/in");
    std::fs::remove_dir_all(&inbox).unwrap();
    std::fs::write(&inbox, "in the way").unwrap();
    let daemon = Daemon::starts(&house, &[], &[]);
    // The arbiter's work goes on, and the pipe's.
    let letter = format!(
        "From: ann@a.example\nTo: {ROBOT}\nMessage-ID: <p@x.example>\nSubject: [T26/1]\n\n1. 5254\n"
    );
    house.given(NOW, "deliver", letter.as_bytes()).done();
    soon("the pipe's letter is played", || ply(&house) == 1);
    std::fs::remove_file(&inbox).unwrap();
    makes_maildir(&inbox);
    post(&house, "m2", "bert@b.example", "1... 5755");
    soon("the letter is played", || ply(&house) == 2);
    let answer = daemon.ends();
    assert_eq!(answer.code, 0);
    assert!(answer.err.contains("next try in 5 s"), "{}", answer.err);
    assert!(answer.err.contains("it works again"), "{}", answer.err);
}

#[test]
fn a_restored_database_is_taken_over() {
    let house = House::with(&Setup::new());
    let copy = house.path("copy.db");
    house.run(&format!("backup {}", copy.display())).done();
    let daemon = Daemon::starts(&house, &[], &[]);
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the move is played", || ply(&house) == 1);
    house.run(&format!("restore {}", copy.display())).done();
    post(&house, "m2", "ann@a.example", "1. 4244");
    soon("the new database is used", || {
        house
            .json("inbox list")
            .as_array()
            .unwrap()
            .iter()
            .any(|m| m["message_id"] == "m2@mail.example" && !m["verdict"].is_null())
    });
    assert_eq!(daemon.ends().code, 0);
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn the_service_manager_hears_of_it() {
    let house = House::with(&Setup::new());
    let socket = house.path("notify");
    let hears = UnixDatagram::bind(&socket).unwrap();
    hears
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let next = || {
        let mut word = [0; 64];
        let length = hears.recv(&mut word).expect("a word");
        String::from_utf8_lossy(&word[..length]).into_owned()
    };
    let environment = [
        ("NOTIFY_SOCKET", socket.to_str().unwrap()),
        ("WATCHDOG_USEC", "1500000"),
    ];
    let daemon = Daemon::starts(&house, &[], &environment);
    assert_eq!(next(), "READY=1");
    for _ in 0..6 {
        assert_eq!(next(), "WATCHDOG=1");
    }
    daemon.signal("HUP");
    while next() != "RELOADING=1" {}
    assert_eq!(next(), "READY=1");
    let ended = daemon.ends();
    assert_eq!(ended.code, 0, "{}", ended.err);
    while next() != "STOPPING=1" {}
}

#[test]
fn the_log_has_three_forms() {
    let house = House::with(&Setup::new());
    for (form, begins) in [
        ("text", "20"),
        ("journal", "<6>"),
        ("json", "{\"timestamp\""),
    ] {
        let daemon = Daemon::starts(&house, &[], &[("POSTCHESS_LOG", form)]);
        let said = daemon.ends().err;
        assert!(said.lines().count() >= 2, "{said}");
        for line in said.lines() {
            assert!(line.starts_with(begins), "{form}: {line}");
            assert!(form != "json" || serde_json::from_str::<Value>(line).is_ok());
        }
    }
}
