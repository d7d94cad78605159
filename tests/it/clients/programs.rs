//! The programs themselves, as Debian packages them. `tests/run` installs them;
//! a test that misses one fails and says how to get it.

use crate::ground::script;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Longest a program may take for one letter; it takes well under a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program by name, with the package it comes in.
pub fn program(name: &str, package: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian keeps games where root's PATH does not look.
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    for folder in folders {
        let file = folder.join(name);
        if file.is_file() {
            return file;
        }
    }
    panic!("{name} is not installed: run tests/run, or: apt-get install {package}");
}

/// Ends a program that a failing test leaves behind, with all it started.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for a program; its output. One that does not end fails the test.
pub fn finished(mut child: Child, about: &str) -> String {
    let (send, told) = mpsc::channel();
    let mut readers = Vec::new();
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|s| Box::new(s) as _),
        child.stderr.take().map(|s| Box::new(s) as _),
    ];
    for mut stream in streams.into_iter().flatten() {
        let send = send.clone();
        readers.push(std::thread::spawn(move || {
            let mut all = Vec::new();
            let _ = stream.read_to_end(&mut all);
            let _ = send.send(all);
        }));
    }
    drop(send);
    let mut child = Running(child);
    let began = Instant::now();
    let status = loop {
        match child.0.try_wait().expect("a child") {
            Some(status) => break Some(status),
            None if began.elapsed() > PATIENCE => break None,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    if status.is_none() {
        let _ = child.0.kill();
    }
    let mut said = String::new();
    for part in told.iter().take(readers.len()) {
        said.push_str(&String::from_utf8_lossy(&part));
    }
    match status {
        Some(status) if status.success() => said,
        other => panic!("{about}: {other:?}\n{said}"),
    }
}

/// XBoard's cmail in text mode, with a folder of its own and a mail program that
/// keeps what it is given.
pub struct Cmail {
    folder: PathBuf,
    outgoing: PathBuf,
    mailer: String,
}

impl Cmail {
    /// A player's cmail below a folder. `mailer` is the rest of its command line,
    /// where it is another than the built-in way of calling sendmail.
    pub fn at(folder: &Path, who: &str, mailer: Option<&dyn Fn(&Path) -> String>) -> Cmail {
        let folder = folder.join(format!("{who}-cmail"));
        std::fs::create_dir_all(folder.join("games")).expect("a folder");
        let outgoing = folder.join("outgoing.eml");
        let keep = format!("exec cat > '{}'", outgoing.display());
        let mailer = match mailer {
            Some(mailer) => {
                script(&folder.join("transport"), &keep);
                mailer(&folder.join("transport"))
            }
            None => {
                // By this name cmail writes the headers itself.
                let file = folder.join("sendmail");
                script(&file, &keep);
                file.display().to_string()
            }
        };
        Cmail {
            folder,
            outgoing,
            mailer,
        }
    }

    /// Pipes a letter into cmail, types these lines, and returns what it mails.
    pub fn answers(&self, letter: &[u8], keys: &[&str]) -> String {
        let incoming = self.folder.join("incoming.eml");
        // A mail server's pipe gives local line ends.
        let text = String::from_utf8(letter.to_vec()).expect("UTF-8");
        std::fs::write(&incoming, text.replace("\r\n", "\n")).expect("written");
        let input = format!("-xxboard < '{}'", incoming.display());
        self.runs(&input, keys)
    }

    /// `cmail -remail`: the last letter once more.
    pub fn remails(&self, game: &str) -> String {
        self.runs(&format!("-remail -game {game}"), &[])
    }

    fn runs(&self, more: &str, keys: &[&str]) -> String {
        let _ = std::fs::remove_file(&self.outgoing);
        let command = format!(
            "'{}' -xv -dir '{}' -mailprog '{}' {more}",
            program("cmail", "xboard").display(),
            self.folder.join("games").display(),
            self.mailer,
        );
        // It reads moves from its terminal, so it needs one.
        let mut child = Command::new(program("script", "bsdutils"))
            .args(["-q", "-e", "-c", &command, "/dev/null"])
            .env("HOME", &self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("script runs");
        let mut terminal = child.stdin.take().expect("a terminal");
        for key in keys {
            writeln!(terminal, "{key}").expect("typed");
        }
        let said = finished(child, &command);
        drop(terminal);
        std::fs::read_to_string(&self.outgoing)
            .unwrap_or_else(|e| panic!("cmail mailed nothing ({e}): {said}"))
    }
}

/// The moves of every game in a file, in UCI, as pgn-extract reads them; it must
/// have nothing to say about what we write.
pub fn extracted_games(pgn: &str) -> Vec<Vec<String>> {
    let folder = crate::club::folder();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, pgn).expect("written");
    let run = |options: &[&str]| {
        let output = Command::new(program("pgn-extract", "pgn-extract"))
            .args(options)
            .arg(&file)
            .output()
            .expect("pgn-extract runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        (String::from_utf8_lossy(&output.stdout).into_owned(), said)
    };
    // Silent, it speaks of errors only.
    let (_, said) = run(&["-s", "-r"]);
    assert!(said.trim().is_empty(), "{said}");
    let (moves, _) = run(&["-s", "-Wuci", "-C", "-w", "10000"]);
    let games = moves.split("[Event ").skip(1);
    games
        .map(|game| {
            let text = game.lines().filter(|l| !l.starts_with('['));
            let text = text.skip_while(|l| l.ends_with(']'));
            text.flat_map(str::split_whitespace)
                .filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
                .map(str::to_ascii_lowercase)
                .collect()
        })
        .collect()
}

/// A game's moves in UCI as pgn-extract reads it: an independent reader, which
/// must have nothing to say about what we write.
pub fn extracted(pgn: &str) -> Vec<String> {
    let folder = crate::club::folder();
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, pgn).expect("written");
    let output = Command::new(program("pgn-extract", "pgn-extract"))
        .args(["-Wuci", "--notags", "-C", "-w", "10000"])
        .arg(&file)
        .output()
        .expect("pgn-extract runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 game matched"), "{said}\n{pgn}");
    // It names each game: `White - Black Event …`.
    let complaints = said.lines().filter(|l| !l.trim().is_empty()).filter(|l| {
        ![" - ", "Processing", "matched"]
            .iter()
            .any(|w| l.contains(w))
    });
    assert_eq!(complaints.count(), 0, "{said}\n{pgn}");
    String::from_utf8_lossy(&output.stdout)
        .split_whitespace()
        .filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
        .map(str::to_ascii_lowercase)
        .collect()
}

/// A screen that nobody looks at.
pub struct Screen {
    _server: Running,
    display: String,
}

impl Screen {
    /// Starts one under a number that is free.
    pub fn opened() -> Screen {
        let mut server = Command::new(program("Xvfb", "xvfb"))
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24"])
            .args(["-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb runs");
        let mut said = server.stdout.take().expect("its output");
        let server = Running(server);
        let mut number = String::new();
        let mut byte = [0u8];
        // It writes the number and a line end when it is ready.
        while said.read(&mut byte).expect("Xvfb") == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        assert!(!number.is_empty(), "Xvfb found no display");
        Screen {
            _server: server,
            display: format!(":{number}"),
        }
    }
}

/// Scid with a home of its own, which mails with s-nail.
pub struct Scid<'s> {
    screen: &'s Screen,
    home: PathBuf,
    from: String,
}

/// What Scid did with a letter.
pub struct Answer {
    /// The letter it mailed.
    pub mail: Vec<u8>,
    /// Games in its base of correspondence games.
    pub games: u32,
    /// The moves it had before its own.
    pub moves: String,
}

impl<'s> Scid<'s> {
    /// A player's Scid below a folder.
    pub fn at(folder: &Path, who: &str, screen: &'s Screen) -> Scid<'s> {
        let home = folder.join(format!("{who}-scid"));
        for part in ["inbox", "outbox"] {
            std::fs::create_dir_all(home.join(part)).expect("a folder");
        }
        for (name, text) in [
            ("scid_begins.tcl", include_str!("scid_begins.tcl")),
            ("scid.tcl", include_str!("scid.tcl")),
            ("scid_xfcc.tcl", include_str!("scid_xfcc.tcl")),
        ] {
            std::fs::write(home.join(name), text).expect("written");
        }
        Scid {
            screen,
            home,
            from: crate::club::address(who),
        }
    }

    /// Saves a game under the name that its letter gives it, as a mail program
    /// does, and lets Scid answer with a move.
    pub fn answers(&self, file: &str, game: &str, mv: &str) -> Answer {
        std::fs::write(self.home.join("inbox").join(file), game).expect("saved");
        let outgoing = self.home.join("outgoing.eml");
        let _ = std::fs::remove_file(&outgoing);
        let transport = self.home.join("transport");
        let out = outgoing.display();
        script(
            &transport,
            &format!("cat > '{out}.part' && mv '{out}.part' '{out}'"),
        );
        let mailer = format!(
            "{} -n -S v15-compat -S mta={} -S from={}",
            program("s-nail", "s-nail").display(),
            transport.display(),
            self.from
        );
        let said = self.does("scid.tcl", &[mv, &mailer]);
        // Scid does not wait for the mail program.
        let began = Instant::now();
        while !outgoing.exists() {
            assert!(began.elapsed() < PATIENCE, "Scid mailed nothing: {said}");
            std::thread::sleep(Duration::from_millis(5));
        }
        Answer {
            mail: std::fs::read(&outgoing).expect("a letter"),
            games: told(&said, "games ").parse().expect("a number"),
            moves: told(&said, "moves").to_owned(),
        }
    }

    /// Fetches the games of a server by Xfcc and, where a move is given, sends it in the last
    /// of them: the moves that Scid had before.
    pub fn over_xfcc(&self, server: [&str; 3], mv: Option<&str>) -> String {
        let mut arguments = server.to_vec();
        arguments.extend(mv);
        let said = self.does("scid_xfcc.tcl", &arguments);
        if mv.is_some() {
            assert!(said.contains("Processing successfull"), "{said}");
        }
        told(&said, "moves").to_owned()
    }

    /// What it prints while a script works it.
    fn does(&self, script: &str, arguments: &[&str]) -> String {
        let child = Command::new(program("tkscid", "scid"))
            .arg(self.home.join(script))
            .args(arguments)
            .env("HOME", &self.home)
            .env("DISPLAY", &self.screen.display)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("tkscid runs");
        finished(child, "tkscid")
    }
}

/// What stands behind a word at the beginning of a line.
fn told<'t>(said: &'t str, what: &str) -> &'t str {
    let line = said.lines().find_map(|line| line.strip_prefix(what));
    line.unwrap_or_else(|| panic!("no {what} in {said}")).trim()
}
