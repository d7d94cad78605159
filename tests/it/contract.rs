//! The command line as CONTRACT.md promises it, by running the program.

use crate::club::{ROBOT, Setup, folder};
use crate::engine;
use postchess::config::Config;
use postchess::language::Language;
use postchess::robot::Robot;
use postchess::store::Store;
use postchess::time::Instant;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const NOW: &str = "2026-01-10T09:00:00Z";

/// A home in a folder of its own, and its command line.
pub struct House {
    dir: TempDir,
}

/// What a command gave back.
#[derive(Debug)]
pub struct Answer {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Answer {
    /// What a process left behind.
    pub fn of(output: &Output) -> Answer {
        Answer {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// One JSON document on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }

    /// It ended with this code, and said why in words.
    #[track_caller]
    pub fn fails(&self, code: i32) -> &Answer {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        assert!(
            !self.err.trim().is_empty(),
            "a reason is said on standard error"
        );
        self
    }

    /// What it said stands on one line.
    #[track_caller]
    pub fn in_one_line(&self) {
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
    }

    #[track_caller]
    pub fn done(self) -> Answer {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }
}

/// The program without a home.
pub fn program(words: &[&str]) -> Answer {
    Answer::of(&bare().args(words).output().expect("it runs"))
}

/// The program without options, and without an environment of ours.
pub fn bare() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_postchess"));
    command
        .env_remove("POSTCHESS_HOME")
        .env_remove("POSTCHESS_NOW");
    command
}

impl House {
    /// A fresh home.
    pub fn new() -> House {
        let house = House { dir: folder() };
        let made = program(&[
            "init",
            house.path("club").to_str().unwrap(),
            "--robot",
            ROBOT,
        ]);
        assert_eq!(made.code, 0, "{}", made.err);
        engine::settle(&house.path("club"));
        house
    }

    /// A home with a tournament that has begun.
    pub fn with(setup: &Setup) -> House {
        let house = House::planned(setup);
        house.run("tournament start T26").done();
        house
    }

    /// A home with a tournament that has not begun.
    pub fn planned(setup: &Setup) -> House {
        let house = House::new();
        house.write("t.toml", &setup.file());
        house
            .run(&format!(
                "tournament add {}",
                house.path("t.toml").display()
            ))
            .done();
        house
    }

    /// A file beside the home.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The names in `backup/`, in their order.
    pub fn backups(&self) -> Vec<String> {
        let all = std::fs::read_dir(self.path("club/backup")).unwrap();
        let mut all: Vec<String> = all
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        all.sort();
        all
    }

    /// Writes a file beside the home.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    /// Puts a letter into the mailbox.
    pub fn post(&self, name: &str, from: &str, subject: &str, text: &str) {
        let letter = format!(
            "From: {from}\r\nTo: {ROBOT}\r\nMessage-ID: <{name}@mail.example>\r\nSubject: {subject}\r\n\r\n{text}\r\n"
        );
        self.write(&format!("club/mail/in/new/{name}"), &letter);
    }

    /// The first letter that left to an address, byte for byte.
    pub fn sent_to(&self, to: &str) -> String {
        let all = std::fs::read_dir(self.path("club/mail/out/new")).unwrap();
        let mut all: Vec<PathBuf> = all.map(|e| e.unwrap().path()).collect();
        all.sort();
        let is_his = |line: &str| line.starts_with("To: ") && line.contains(to);
        for path in all {
            let text = std::fs::read_to_string(path).unwrap();
            if text.lines().any(is_his) {
                return text;
            }
        }
        panic!("no letter to {to}")
    }

    /// A command line in this home at the usual hour; mail is believed.
    pub fn run(&self, line: &str) -> Answer {
        self.at(NOW, line)
    }

    /// The same at another hour.
    pub fn at(&self, now: &str, line: &str) -> Answer {
        let mut command = bare();
        command.arg("--home").arg(self.path("club")).args([
            "--now",
            now,
            "--set",
            "auth.policy=address",
        ]);
        Answer::of(
            &command
                .args(line.split_whitespace())
                .output()
                .expect("it runs"),
        )
    }

    /// A command line in this home on a terminal of its own, as `script` makes one, on which
    /// somebody types.
    pub fn on_a_terminal(&self, now: &str, line: &str, typed: &str) -> Answer {
        let program = env!("CARGO_BIN_EXE_postchess");
        let home = self.path("club");
        let command = format!("{program} --home {} --now {now} {line}", home.display());
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(self.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("script, of bsdutils");
        let mut keys = child.stdin.take().expect("a terminal");
        keys.write_all(typed.as_bytes()).expect("typed");
        drop(keys);
        Answer::of(&child.wait_with_output().expect("it ends"))
    }

    /// A command line in this home that is given bytes on standard input.
    pub fn given(&self, now: &str, line: &str, bytes: &[u8]) -> Answer {
        let mut child = bare()
            .arg("--home")
            .arg(self.path("club"))
            .args(["--now", now, "--set", "auth.policy=address"])
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        // Where the program does not read on, its exit code tells.
        let _ = pipe.write_all(bytes);
        drop(pipe);
        Answer::of(&child.wait_with_output().expect("it ends"))
    }

    /// The robot of this home, in this process.
    pub fn robot(&self) -> Robot {
        let config = Config::load(&self.path("club"), &[]).expect("a configuration");
        let home = engine::home(self.path("club"), &config);
        let store = Store::open(home.database()).expect("a database");
        let now = Instant::parse(NOW).expect("an instant");
        Robot::new(home, config, store, now, true).expect("a robot")
    }

    /// The database as a file of SQLite: itself, or what `backup` writes of one on a server.
    pub fn database(&self) -> rusqlite::Connection {
        let file = match engine::server() {
            None => self.path("club/postchess.db"),
            Some(_) => {
                let copy = tempfile::tempdir_in(self.dir.path())
                    .expect("a folder")
                    .keep();
                let copy = copy.join("copy.db");
                self.run(&format!("backup {}", copy.display())).done();
                copy
            }
        };
        rusqlite::Connection::open(file).expect("a database")
    }

    /// One JSON document.
    #[track_caller]
    pub fn json(&self, line: &str) -> Value {
        self.run(&format!("--json {line}")).json()
    }
}

/// The keys of an object, exactly and in order.
#[track_caller]
fn keys(value: &Value, expected: &str) {
    let mut found: Vec<&str> = value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let mut wanted: Vec<&str> = expected.split_whitespace().collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

/// The keys are there; there may be more.
#[track_caller]
fn has(value: &Value, expected: &str) {
    for key in expected.split_whitespace() {
        assert!(value.get(key).is_some(), "'{key}' is not in {value:#}");
    }
}

#[test]
fn init_makes_a_home_that_works_at_once() {
    let house = House::new();
    for there in [
        "postchess.toml",
        "postchess.db",
        "mail/in/new",
        "mail/out/new",
        "templates",
        "reports",
        "backup",
    ] {
        assert!(house.path("club").join(there).exists(), "{there}");
    }
    house.run("check").done();
    house.run("poll").done();
    house.run("tick").done();
    house.run("verify").done();
    assert_eq!(house.run("nightly").done().out, "");
    assert_eq!(house.json("tournament list"), Value::Array(Vec::new()));
}

#[test]
fn init_refuses_to_overwrite_a_home() {
    let house = House::new();
    let root = house.path("club");
    let before = std::fs::read(root.join("postchess.toml")).unwrap();
    program(&["init", root.to_str().unwrap(), "--robot", "other@x.example"])
        .fails(1)
        .in_one_line();
    assert_eq!(std::fs::read(root.join("postchess.toml")).unwrap(), before);
    program(&[
        "init",
        house.path("other").to_str().unwrap(),
        "--robot",
        "not an address",
    ])
    .fails(1);
}

#[test]
fn init_takes_no_folder_in_which_something_is() {
    let dir = folder();
    let in_folder = |folder: &str, words: &[&str]| {
        let mut command = bare();
        command.arg("init").args(words).stdin(Stdio::null());
        Answer::of(
            &command
                .current_dir(dir.path().join(folder))
                .output()
                .unwrap(),
        )
    };
    let mode = |folder: &str| {
        use std::os::unix::fs::PermissionsExt;
        let found = std::fs::metadata(dir.path().join(folder)).unwrap();
        found.permissions().mode() & 0o777
    };
    for name in ["full", "empty", "named"] {
        std::fs::create_dir(dir.path().join(name)).unwrap();
    }
    std::fs::write(dir.path().join("full/letter.txt"), "mine").unwrap();
    let before = mode("full");
    // The folder where one stands, or one that is named: with something in it, it stays as it is.
    in_folder("full", &[]).fails(1).in_one_line();
    in_folder("", &["full"]).fails(1).in_one_line();
    assert_eq!(mode("full"), before);
    assert_eq!(
        std::fs::read_dir(dir.path().join("full")).unwrap().count(),
        1
    );
    // An empty one becomes a home, which says that it is closed, and that nobody has told its address.
    let said = |made: Answer| format!("{}{}", made.out, made.err);
    let made = said(in_folder("empty", &[]).done());
    assert!(made.contains("0700"), "{made}");
    assert!(made.contains("robot@club.example"), "{made}");
    assert_eq!(mode("empty"), 0o700);
    let made = said(in_folder("", &["named", "--robot", ROBOT]).done());
    assert!(!made.contains("not known yet"), "{made}");
    assert_eq!(mode("named"), 0o700);
    let home = dir.path().join("empty");
    let checked = bare()
        .arg("--home")
        .arg(&home)
        .arg("check")
        .output()
        .unwrap();
    let checked = Answer::of(&checked);
    assert_eq!(checked.code, 1, "{}", checked.out);
    let found = said(checked);
    assert!(found.contains("club.robot"), "{found}");
}

#[test]
fn the_home_is_named_three_ways() {
    let house = House::with(&Setup::new());
    let root = house.path("club");
    let line = ["--now", NOW, "game", "show", "T26/1", "--format", "fen"];
    let here = bare().args(line).current_dir(&root).output().unwrap();
    let by_variable = bare()
        .args(line)
        .env("POSTCHESS_HOME", &root)
        .output()
        .unwrap();
    let by_option = bare().args(line).arg("--home").arg(&root).output().unwrap();
    // The option goes before the variable.
    let both = bare()
        .args(line)
        .env("POSTCHESS_HOME", "/nowhere")
        .arg("--home")
        .arg(&root)
        .output()
        .unwrap();
    for output in [here, by_variable, by_option, both] {
        let answer = Answer::of(&output).done();
        assert!(answer.out.starts_with("rnbqkbnr/"), "{}", answer.out);
    }
    let nowhere = bare()
        .args(line)
        .current_dir(house.dir.path())
        .output()
        .unwrap();
    Answer::of(&nowhere).fails(3);
}

#[test]
fn the_hour_is_named_two_ways() {
    let house = House::with(&Setup::new());
    let late = "2026-01-26T09:00:00Z";
    let output = bare()
        .args(["--json", "--home"])
        .arg(house.path("club"))
        .arg("tick")
        .env("POSTCHESS_NOW", late)
        .output()
        .unwrap();
    assert_eq!(Answer::of(&output).json()["due"], 1);
    let sent = house.json("outbox list");
    assert_eq!(sent.as_array().unwrap().last().unwrap()["composed"], late);
    let wrong = bare()
        .args(["--now", "yesterday", "tick"])
        .output()
        .unwrap();
    Answer::of(&wrong).fails(2);
}

#[test]
fn wrong_usage_is_2() {
    for line in [
        "",
        "nonsense",
        "game show",
        "poll --nonsense",
        "game show T26/1 --format docx",
        "td penalty T26/1 red 2",
        "--set nonsense check",
        "td result T26/1 2-0",
    ] {
        House::new().run(line).fails(2);
    }
    assert_eq!(program(&["--help"]).code, 0);
    assert_eq!(program(&["--version"]).code, 0);
}

#[test]
fn what_does_not_exist_is_3() {
    let house = House::with(&Setup::new());
    for line in [
        "game show T26/9",
        "game show X/1",
        "game show nonsense",
        "tournament show X",
        "tournament start X",
        "tournament report X",
        "game list --tournament X",
        "player show 99",
        "player show nobody@x.example",
        "player show T26:9",
        "player report 1 X",
        "inbox show 99",
        "outbox show 99",
        "inbox retry 99",
        "outbox retry 99",
        "td penalty T26/9 white 2",
        "td result X/1 1-0",
        "td leave grant 99 2026-01-01 2026-01-02",
        "tournament add /nowhere/t.toml",
        "read /nowhere/letter.eml",
        "restore /nowhere/copy.db",
    ] {
        let answer = house.run(line);
        assert_eq!(answer.code, 3, "{line}: {}", answer.err);
        assert!(!answer.err.is_empty(), "{line}");
    }
    for line in ["poll", "tick", "nightly", "check", "verify", "game list"] {
        let mut command = bare();
        command
            .arg("--home")
            .arg(house.path("nowhere"))
            .args(line.split(' '));
        Answer::of(&command.output().unwrap()).fails(3);
    }
}

#[test]
fn a_held_lock_is_75() {
    let house = House::new();
    let lock = std::fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(house.path("club").join(".postchess.lock"))
        .unwrap();
    lock.lock().unwrap();
    let began = std::time::Instant::now();
    house.run("poll").fails(75);
    assert!(began.elapsed().as_secs() >= 4, "it waits for some seconds");
    // Who only reads does not wait.
    house.run("game list").done();
    drop(lock);
    house.run("poll").done();
}

#[test]
fn json_before_and_after_the_subcommand() {
    let house = House::with(&Setup::new());
    let before = house.run("--json game show T26/1").json();
    let after = house.run("game show T26/1 --json").json();
    let format = house.run("game show T26/1 --format json").json();
    assert_eq!(before, after);
    assert_eq!(before, format);
    for line in [
        "tournament list",
        "game list",
        "player list",
        "inbox list",
        "outbox list",
    ] {
        assert!(house.json(line).is_array(), "{line}");
    }
    for line in [
        "poll",
        "tick",
        "tournament show T26",
        "player show 1",
        "verify",
        "nightly",
        "tournament report T26",
    ] {
        assert!(house.json(line).is_object(), "{line}");
    }
}

#[test]
fn a_key_of_the_configuration_for_one_run() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    let mut command = bare();
    command
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", NOW, "poll"]);
    Answer::of(&command.output().unwrap()).done();
    assert_eq!(house.json("inbox list")[0]["verdict"], "unverified");
    house.post("two", "ann@a.example", "[T26/1]", "Hello!\r\n1. 5254");
    house.run("poll").done();
    assert_eq!(house.json("inbox list")[1]["verdict"], "move");
    // A misspelt key is refused, with a suggestion.
    let wrong = house.run("poll --set auth.polcy=token");
    wrong.fails(1);
    assert!(wrong.err.contains("policy"), "{}", wrong.err);
    house.run("poll --set auth.policy=nonsense").fails(1);
}

#[test]
fn a_bad_tournament_file_adds_nothing() {
    let good = Setup::new().file();
    for (file, line, key) in [
        (
            good.replace("profile = \"email\"", "profile = \"pigeon\""),
            4,
            "profile",
        ),
        (
            good.replace("start_date = 2026-01-10", "start_date = 2026-13-40"),
            6,
            "date",
        ),
        (
            good.replace("[regulations]\n", "[regulations]\ndays_per_perod = 60\n"),
            0,
            "days_per_perod",
        ),
        (
            good.replace("[regulations]\n", "[regulations]\ndays_per_period = 5000\n"),
            0,
            "days_per_period",
        ),
        (good.replace("bert@b.example", "ANN@a.example"), 0, "email"),
        (good.replace("black = 2", "black = 7"), 0, "black"),
        (good.replace("code = \"T26\"", "code = \"T 26\""), 2, "code"),
        ("[tournament\n".to_owned(), 1, ""),
    ] {
        let house = House::new();
        house.write("bad.toml", &file);
        let answer = house.run(&format!(
            "tournament add {}",
            house.path("bad.toml").display()
        ));
        answer.fails(1);
        let at = if line > 0 {
            format!("bad.toml:{line}")
        } else {
            "bad.toml:".to_owned()
        };
        assert!(answer.err.contains(&at), "{at}: {}", answer.err);
        assert!(answer.err.contains(key), "{key}: {}", answer.err);
        assert_eq!(house.json("tournament list"), Value::Array(Vec::new()));
        assert_eq!(house.json("player list"), Value::Array(Vec::new()));
    }
    let house = House::with(&Setup::new());
    house
        .run(&format!(
            "tournament add {}",
            house.path("t.toml").display()
        ))
        .fails(1);
    house.run("tournament start T26").fails(1);
}

#[test]
fn the_json_of_a_game() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    house.post("two", "bert@b.example", "[T26/1]", "1. 5256 5755");
    house.post(
        "three",
        "bert@b.example",
        "[T26/1]",
        "LEAVE 2026-07-01 2026-07-14",
    );
    house.post("four", "bert@b.example", "[T26/1]", "DRAW?");
    house.run("poll").done();
    let game = house.json("game show T26/1");
    keys(
        &game,
        "game tournament profile round board white black status result termination fen turn ply moves clock \
         draw_offer leave record",
    );
    keys(&game["white"], "player name");
    keys(
        &game["moves"][0],
        "ply number side numeric san uci received sent days penalty total variant faults",
    );
    keys(&game["clock"], "white black running");
    keys(
        &game["clock"]["black"],
        "moves days penalty total limit left overstepped",
    );
    keys(&game["draw_offer"], "side ply");
    has(&game["leave"][0], "id player from to");
    let penalty = game["record"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["what"] == "penalty");
    let penalty = penalty.expect("a penalty in the record");
    has(penalty, "id at what side days article note");
    assert_eq!(penalty["article"], "56.4.7");
    assert_eq!(penalty["side"], "black");
    assert_eq!(game["game"], "T26/1");
    assert_eq!(game["result"], "*");
    assert_eq!(game["status"], "active");
    // Without its en-passant square where no capture is legal.
    assert_eq!(
        game["fen"],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    let running = house.json("game show T26/1")["clock"]["running"].clone();
    keys(&running, "side since used flag_falls");
}

#[test]
fn every_format_of_a_game() {
    let house = House::with(&Setup::new());
    for format in ["text", "json", "pgn", "fen", "form", "schedule", "svg"] {
        let answer = house
            .run(&format!("game show T26/1 --format {format}"))
            .done();
        assert!(!answer.out.trim().is_empty(), "{format}");
    }
    let pgn = house.run("game show T26/1 --format pgn").done().out;
    assert!(pgn.contains("[White \"Ann Archer\"]"), "{pgn}");
    assert!(
        house
            .run("game show T26/1 --format svg")
            .done()
            .out
            .contains("<svg")
    );
}

#[test]
fn the_json_of_a_table() {
    let house = House::with(&Setup::new().round_robin(3));
    house.run("td result T26/1 1-0").done();
    let table = house.json("tournament report T26");
    has(
        &table,
        "tournament open final tie_breaks table clocks penalties leave overdue matters",
    );
    has(
        &table["table"][0],
        "place start_number name points played wins direct sb koya withdrawn counts results",
    );
    has(
        &table["clocks"][0],
        "game side moves total limit left flag_falls",
    );
    assert_eq!(
        table["tie_breaks"],
        serde_json::json!(["direct", "wins", "sb", "koya"])
    );
    assert_eq!(
        (table["open"].as_u64(), table["final"].as_bool()),
        (Some(2), Some(false))
    );
    assert!(table["table"][0]["points"].is_string());
    for format in ["text", "json", "pgn"] {
        house
            .run(&format!("tournament report T26 --format {format}"))
            .done();
    }
    let into = house.path("table.json");
    house
        .run(&format!(
            "tournament report T26 --format json --output {}",
            into.display()
        ))
        .done();
    let written: Value = serde_json::from_str(&std::fs::read_to_string(into).unwrap()).unwrap();
    assert_eq!(written, table);
}

#[test]
fn the_json_of_the_mailboxes() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "my move", "1. 5254");
    house.post("two", "eve@evil.example", "spam", "buy this");
    house.run("poll").done();
    let inbox = house.json("inbox list");
    assert_eq!(inbox.as_array().unwrap().len(), 2);
    for message in inbox.as_array().unwrap() {
        keys(
            message,
            "id message_id from subject arrived verdict game requests note",
        );
    }
    assert_eq!(inbox[0]["verdict"], "move");
    assert_eq!(inbox[0]["game"], "T26/1");
    assert_eq!(inbox[0]["message_id"], "one@mail.example");
    assert_eq!(inbox[1]["verdict"], "unknown-sender");
    let outbox = house.json("outbox list");
    assert_eq!(outbox.as_array().unwrap().len(), 4);
    for letter in outbox.as_array().unwrap() {
        keys(
            letter,
            "id kind game to subject state attempts composed sent",
        );
        assert_eq!(letter["state"], "sent");
    }
    let raw = house.run("inbox show 1 --raw").done().out;
    assert_eq!(
        raw.as_bytes(),
        std::fs::read(glob(&house, "one")).unwrap_or_else(|_| raw.clone().into_bytes())
    );
    assert!(raw.contains("1. 5254"));
    assert!(
        house
            .run("outbox show 1 --raw")
            .done()
            .out
            .contains("X-Postchess-Kind: start")
    );
}

fn glob(house: &House, name: &str) -> PathBuf {
    house.path("club").join("mail/in/cur").join(name)
}

#[test]
fn read_says_what_authentication_says() {
    let dir = folder();
    let path = dir.path().join("1.eml");
    let results = "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=ann@a.example\n";
    let border = "Received: from mail.a.example ([192.0.2.7]) by mx.club.example with ESMTP id 1;\n\tSat, 10 Jan 2026 09:00:00 +0000\n";
    let letter = "From: ann@a.example\nTo: moves@club.example\n\n1. 5254\n";
    let auth = |text: &str, set: &[&str]| -> Value {
        std::fs::write(&path, text).unwrap();
        let mut command = bare();
        command.current_dir(dir.path()).args(["read", "--json"]);
        for key in set {
            command.args(["--set", key]);
        }
        let answer = Answer::of(&command.arg(&path).output().unwrap()).done();
        let line: Value = serde_json::from_str(&answer.out).unwrap();
        line["auth"].clone()
    };
    // What a trusted server told of From's domain stands beside them.
    let says = |method: &str, verified: bool| {
        let domain = if method == "none" {
            "nothing"
        } else {
            "passed"
        };
        serde_json::json!({"method": method, "verified": verified, "domain": domain})
    };
    let trust = "auth.trusted_authserv_ids=[\"*.club.example\"]";
    let above = format!("{results}{border}{letter}");
    assert_eq!(auth(&above, &[trust]), says("spf", true));
    assert_eq!(auth(&above, &[]), says("none", false));
    let to = "club.robot=moves@club.example";
    assert_eq!(auth(&above, &[trust, to]), says("spf", true));
    let other = "club.robot=robot@club.example";
    assert_eq!(auth(&above, &[trust, other]), says("spf", false));
    let below = format!("{border}{results}{letter}");
    assert_eq!(auth(&below, &[trust]), says("none", false));
    let set = [trust, "auth.results_below_received=true"];
    assert_eq!(auth(&below, &set), says("spf", true));
    let signed = above.replace("spf=pass", "dkim=pass header.d=a.example; spf=pass");
    assert_eq!(auth(&signed, &[trust]), says("spf", true));
    let others = signed.replace("ann@a.example\nRec", "bounces@a.example\nRec");
    assert_eq!(auth(&others, &[trust]), says("dkim", false));
    // A signature vouches for what it covers.
    for (covers, verified) in [
        ("From:To:Date", true),
        ("From:Date", false),
        ("From:To", false),
    ] {
        let of = format!(
            "DKIM-Signature: v=1; d=a.example; s=s1; h={covers}; bh=aGFzaA==; b=c2ln\n\
             Date: Sat, 10 Jan 2026 08:59:00 +0000\nFrom: "
        );
        let covered = others.replacen("From: ", &of, 1);
        assert_eq!(auth(&covered, &[trust]), says("dkim", verified), "{covers}");
    }
    // SPF alone knows a host that sends for many: without the local part of From it
    // shows nothing of who wrote.
    let many = above.replace("mailfrom=ann@", "mailfrom=");
    let unproven = serde_json::json!({"method": "none", "verified": false, "domain": "unproven"});
    assert_eq!(auth(&many, &[trust]), unproven);
}

fn message_id(letter: &str) -> &str {
    let mut lines = letter.lines();
    lines
        .find_map(|l| l.strip_prefix("Message-ID: "))
        .unwrap()
        .trim()
}

/// The console shows letters without what signs in or acts for somebody, and gives one whole;
/// then that is void, and its owner is told, once.
#[test]
fn a_letter_given_whole_voids_what_it_holds_and_its_owner_is_told() {
    let house = House::with(&Setup::new());
    let to = house.json("outbox list")[0]["to"].clone();
    let to = to.as_str().unwrap();
    let start = house.sent_to(to);
    let id = message_id(&start).to_owned();
    let path = house.path("1.eml");
    let counts = || {
        let letter = format!("From: {to}\nTo: {ROBOT}\nIn-Reply-To: {id}\n\n1. 5254\n");
        std::fs::write(&path, letter).unwrap();
        house.json(&format!("read {}", path.display()))["auth"]["verified"].clone()
    };
    let secret = id.trim_matches(['<', '>']).split('@').next().unwrap();
    let secret = secret.rsplit('.').next().unwrap();
    for line in ["outbox show 1", "--json outbox show 1"] {
        let shown = house.run(line).done().out;
        assert!(shown.contains("X-Postchess-Kind: start"), "{shown}");
        assert!(!shown.contains(secret), "{line}: {shown}");
    }
    assert_eq!(counts(), true, "nothing was given");
    let letters = house.json("outbox list").as_array().unwrap().len();
    let whole = house.run("outbox show 1 --raw").done().out;
    assert!(whole.contains(secret), "{whole}");
    assert_eq!(counts(), false);
    house.run("outbox show 1 --raw").done();
    let list = house.json("outbox list");
    let told = list.as_array().unwrap().get(letters..).unwrap();
    assert_eq!(told.len(), 1, "{list}");
    assert_eq!(told[0]["kind"], "sign-in");
    assert_eq!(told[0]["to"], to);
    let told = house
        .run(&format!("outbox show {}", told[0]["id"]))
        .done()
        .out;
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("is void now"), "{told}");
    let log = house.json("td log T26");
    let said = "letter 1 sent in T26/1 taken whole";
    assert_eq!(log.as_array().unwrap().last().unwrap()["decision"], said);
}

#[test]
fn read_knows_the_tokens_of_a_home_and_records_nothing() {
    let house = House::with(&Setup::new());
    let to = house.json("outbox list")[0]["to"]
        .as_str()
        .unwrap()
        .to_owned();
    let start = house.sent_to(&to);
    let id = message_id(&start);
    let path = house.path("1.eml");
    let auth = |from: &str| {
        let letter = format!("From: {from}\nTo: {ROBOT}\nIn-Reply-To: {id}\n\n1. 5254\n");
        std::fs::write(&path, letter).unwrap();
        house.json(&format!("read {}", path.display()))["auth"].clone()
    };
    let before = std::fs::read(house.path("club/postchess.db")).unwrap();
    assert_eq!(auth(&to)["method"], "token");
    assert_eq!(auth(&to)["verified"], true);
    assert_eq!(auth("eve@evil.example")["method"], "none");
    let after = std::fs::read(house.path("club/postchess.db")).unwrap();
    assert!(before == after, "the database was written");
}

#[test]
fn read_says_how_letters_would_be_understood() {
    let dir = folder();
    let letter = |name: &str, head: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(
            &path,
            format!("From: ann@a.example\nSubject: [T26/1] x\n{head}\n{text}\n"),
        )
        .unwrap();
        path
    };
    let one = letter("1.eml", "", "1. 5254 if 1... 5755 2. 7163\nDRAW?\n");
    let two = letter("2.eml", "Auto-Submitted: auto-replied\n", "I am away");
    let mut command = bare();
    let output = command
        .current_dir(dir.path())
        .args(["read", "--json"])
        .args([&one, &two])
        .output()
        .unwrap();
    let answer = Answer::of(&output).done();
    let lines: Vec<Value> = answer
        .out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 2, "one line a file");
    for line in &lines {
        keys(
            line,
            "file kind from subject game text requests doubts auth",
        );
        has(&line["auth"], "method verified");
    }
    assert_eq!(lines[0]["kind"], "person");
    assert_eq!(lines[0]["game"], "T26/1");
    let first = &lines[0]["requests"][0];
    has(first, "type game number side text uci variant date");
    assert_eq!(first["type"], "move");
    assert_eq!(lines[1]["kind"], "auto-reply");
}

#[test]
fn notation_says_how_a_move_would_be_understood() {
    let json = |words: &[&str]| {
        let mut all = vec!["notation", "--json"];
        all.extend(words);
        program(&all).json()
    };
    let knight = json(&["Кf3", "--language", "ru"]);
    // The pieces of every language but English, which `san` has.
    let mut named = "class uci numeric san candidates warning".to_owned();
    for language in Language::ALL.iter().filter(|l| **l != Language::En) {
        named.push(' ');
        named.push_str(language.code());
    }
    keys(&knight, &named);
    assert_eq!(
        (knight["class"].as_str(), knight["uci"].as_str()),
        (Some("ok"), Some("g1f3"))
    );
    assert_eq!(
        (knight["uk"].as_str(), knight["pl"].as_str()),
        (Some("Кf3"), Some("Sf3"))
    );
    // Exit 0 for every class.
    for (text, class) in [
        ("5254", "ok"),
        ("5256", "impossible"),
        ("hello", "unreadable"),
        ("-", "unreadable"),
    ] {
        assert_eq!(json(&[text])["class"], class, "{text}");
    }
    let two = json(&["Nd2", "--fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"]);
    assert_eq!(two["class"], "ambiguous");
    assert_eq!(two["candidates"].as_array().map(Vec::len), Some(2));
    program(&["notation", "e4", "--fen", "nonsense"]).fails(1);
}

#[test]
fn players_are_named_three_ways() {
    let house = House::with(&Setup::new());
    let by_id = house.json("player show 2");
    assert_eq!(by_id, house.json("player show BERT@b.example"));
    assert_eq!(by_id, house.json("player show T26:2"));
    assert_eq!(by_id["email"], "bert@b.example");
    house.run("player report T26:1 T26").done();
}

#[test]
fn a_dry_run_changes_nothing() {
    let house = House::with(&Setup::new());
    let before = (house.json("game show T26/1"), house.json("outbox list"));
    for line in [
        "td result T26/1 1-0 --dry-run",
        "td penalty T26/1 white 3 --dry-run",
        "td --dry-run set-dates T26/1 1 --received 2026-01-20",
    ] {
        house.run(line).done();
    }
    assert_eq!(
        (house.json("game show T26/1"), house.json("outbox list")),
        before
    );
    // A decision that does not fit is refused, and changes nothing either.
    house.run("td confirm-forfeit T26/1").fails(1);
    house.run("td set-dates T26/1 9 --sent 2026-01-20").fails(1);
    assert_eq!(
        (house.json("game show T26/1"), house.json("outbox list")),
        before
    );
}

#[test]
fn a_refused_decision_is_one_line() {
    let house = House::with(&Setup::new());
    house.run("td withdraw T26:2 T26 --games lose").done();
    for line in [
        "td withdraw T26:2 T26 --games lose",
        "td reject-claim T26/1",
        "td resume T26/1",
        "td address T26:1 bert@b.example",
        "td leave grant T26:1 2026-02-10 2026-02-01",
    ] {
        house.run(line).fails(1).in_one_line();
    }
    house.run("td reopen T26/1").done();
    // What is only due has no dispatch yet, alone or beside a receipt.
    for line in [
        "td set-dates T26/1 1 --sent 2026-01-12",
        "td set-dates T26/1 1 --received 2026-01-11 --sent 2026-01-12",
    ] {
        let said = house.run(line);
        said.fails(1).in_one_line();
        assert!(said.err.contains("is not made yet"), "{}", said.err);
    }
    house
        .run("td set-dates T26/1 1 --received 2026-01-10")
        .done();
    // No game is adjudicated without play.
    house.run("td adjudicate T26/1 +/-").fails(2);
}

#[test]
fn decisions_about_a_player_stand_in_the_record_of_his_games() {
    let house = House::with(&Setup::new());
    house
        .run("td leave grant T26:1 2026-02-01 2026-02-10 --reason ill")
        .done();
    house.run("td leave cancel 1 --reason well").done();
    house
        .run("td leave grant T26:2 2026-03-01 2026-03-02")
        .done();
    house
        .run("td withdraw T26:2 T26 --games lose --reason gone")
        .done();
    let told = |game: &Value| -> Vec<(String, String, String)> {
        let of = |e: &Value, key: &str| e[key].as_str().unwrap_or("-").to_owned();
        let record = game["record"].as_array().unwrap().iter();
        record
            .map(|e| (of(e, "what"), of(e, "side"), of(e, "note")))
            .filter(|(what, ..)| what != "letter-left" && what != "started")
            .collect()
    };
    let entry =
        |what: &str, side: &str, note: &str| (what.to_owned(), side.to_owned(), note.to_owned());
    let game = house.json("game show T26/1");
    assert_eq!(
        told(&game),
        [
            entry("leave-taken", "white", "ill"),
            entry("leave-ended", "white", "well"),
            entry("leave-taken", "black", ""),
            entry("withdrawn", "black", "gone"),
            entry("ended", "-", "gone"),
        ]
    );
    for e in game["record"].as_array().unwrap() {
        has(e, "id at what side days article note cause");
    }
    // What comes after the end concerns the game no more.
    house
        .run("td leave grant T26:1 2026-04-01 2026-04-02")
        .fails(1);
    // Cancelled leave is none; a leave names its tournament.
    assert_eq!(
        house.json("player show T26:1")["leave"],
        Value::Array(Vec::new())
    );
    assert_eq!(
        house.json("player show T26:2")["leave"][0]["tournament"],
        "T26"
    );
}

#[test]
fn results_of_the_arbiter() {
    for (given, shown) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("+/-", "+/-"),
        ("-/+", "-/+"),
        ("-/-", "-/-"),
        ("0-0", "0-0"),
    ] {
        let house = House::with(&Setup::new());
        house
            .run(&format!(
                "td result T26/1 {given} --by default --reason test"
            ))
            .done();
        let game = house.json("game show T26/1");
        assert_eq!(game["result"], shown);
        assert_eq!(game["status"], "finished");
        assert_eq!(game["termination"], "default");
        let kinds: Vec<String> = house
            .json("outbox list")
            .as_array()
            .unwrap()
            .iter()
            .map(|l| l["kind"].as_str().unwrap().to_owned())
            .collect();
        assert!(
            kinds.iter().filter(|k| *k == "ruling").count() >= 2,
            "{kinds:?}"
        );
    }
}

#[test]
fn backup_and_restore() {
    let house = House::with(&Setup::new());
    let copy = house.path("copy.db");
    house.run(&format!("backup {}", copy.display())).done();
    house.run(&format!("backup {}", copy.display())).fails(1);
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    house.run(&format!("restore {}", copy.display())).done();
    assert_eq!(house.json("game show T26/1")["ply"], 0);
    house.run("verify").done();
    // The letter is played again when it comes again.
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    // What is no backup is refused, and the database stays.
    house.write(
        "junk.db",
        "this is not a database at all, only some words in a file",
    );
    house
        .run(&format!("restore {}", house.path("junk.db").display()))
        .fails(1);
    assert_eq!(house.json("game show T26/1")["ply"], 1);
}

#[test]
fn verify_finds_what_does_not_fit() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    house.run("verify").done();
    let db = rusqlite::Connection::open(house.path("club").join("postchess.db")).unwrap();
    db.execute("UPDATE game SET ply = 7", []).unwrap();
    house.run("verify").fails(1);
}

/// What comes in a game is kept with its row; where it is not yet (a home of an older
/// program), the record says the same. What was spoilt there is found.
#[test]
fn what_comes_is_the_same_by_rows_and_by_the_record() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    let db = rusqlite::Connection::open(house.path("club").join("postchess.db")).unwrap();
    let today = || house.run("today --week 20 --json").done().out;
    let by_rows = today();
    assert!(by_rows.contains("\"flag\""), "{by_rows}");
    db.execute("UPDATE game SET ahead = NULL", []).unwrap();
    assert_eq!(today(), by_rows);
    house.run("verify").done();
    // What an older program kept, in a form of its own, is no difference, and is not read.
    let older = "{\"turn\":\"white\",\"silence\":\"2026-02-01\"}";
    db.execute("UPDATE game SET ahead = ?1", [older]).unwrap();
    assert_eq!(today(), by_rows);
    house.run("verify").done();
    let spoilt = older.replacen('{', "{\"form\":1,", 1);
    for spoilt in ["nothing", &spoilt] {
        db.execute("UPDATE game SET ahead = ?1", [spoilt]).unwrap();
        let told = house.run("verify");
        told.fails(1);
        assert!(told.out.contains("what comes"), "{}", told.out);
    }
}

/// What is gone, or was altered so that something else that is stored contradicts it.
#[test]
fn verify_sees_what_is_gone_and_what_contradicts() {
    let house = House::with(&Setup::new());
    house.post("one", "ann@a.example", "[T26/1]", "1. 5254");
    let leave = "LEAVE 2026-02-10 2026-02-14";
    house.post("two", "bert@b.example", "[T26/1]", leave);
    house.run("poll").done();
    house.run("verify").done();
    let (database, keep) = (house.path("club/postchess.db"), house.path("keep.db"));
    std::fs::copy(&database, &keep).unwrap();
    let entries = "DROP TRIGGER event_never_changes; UPDATE event SET";
    let cases = [
        (
            "DELETE FROM inbound_letter WHERE id = 1".to_owned(),
            "inbound 1 is not kept",
        ),
        (
            "DELETE FROM outbound_letter WHERE id = (SELECT max(id) FROM outbound)".to_owned(),
            "is not kept",
        ),
        (
            format!("{entries} cause = 'letter 99' WHERE event ->> 'what' = 'move-played'"),
            "names letter 99, which is not there",
        ),
        (
            format!(
                "{entries} event = json_set(event, '$.received', '2026-03-01')
                 WHERE event ->> 'what' = 'move-played'"
            ),
            "a receipt after its dispatch",
        ),
        (
            format!(
                "{entries} event = json_set(event, '$.left', '2026-01-12T09:00:00Z')
                 WHERE event ->> 'what' = 'letter-left'"
            ),
            "a letter left after that was recorded",
        ),
        (
            "UPDATE inbound SET arrived = '2026-02-12T09:00:00Z'".to_owned(),
            "has another dispatch than letter",
        ),
        (
            "UPDATE leave SET to_day = '2026-02-20'".to_owned(),
            "leave 1 is stored as",
        ),
    ];
    for (sql, found) in cases {
        let db = rusqlite::Connection::open(&database).unwrap();
        db.pragma_update(None, "foreign_keys", false).unwrap();
        db.execute_batch(&sql).unwrap();
        drop(db);
        let told = house.run("verify");
        told.fails(1);
        assert!(told.out.contains(found), "{sql}: {}", told.out);
        for tail in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(house.path(&format!("club/postchess.db{tail}")));
        }
        std::fs::copy(&keep, &database).unwrap();
    }
    house.run("verify").done();
}

/// However many look, and whoever is first: what is found is told by game.
#[test]
fn verify_tells_what_it_finds_in_the_order_of_the_games() {
    let house = House::with(&Setup::new());
    let mut file = "[tournament]\ncode = \"BIG\"\nname = \"Big\"\nstart_date = 2026-02-01\n\
        time_zone = \"UTC\"\nlanguage = \"en\"\n\
        arbiter = { name = \"Td\", email = \"td@club.example\" }\n"
        .to_owned();
    for n in 1..=20 {
        let player = format!("[[player]]\nname = \"P {n}\"\nemail = \"p{n}@big.example\"\n");
        file.push_str(&player);
    }
    house.write("big.toml", &file);
    let path = house.path("big.toml");
    house
        .run(&format!("tournament add {}", path.display()))
        .done();
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    let wrong = [3, 64, 65, 130, 190];
    for number in wrong {
        let sql = "UPDATE game SET ply = 7 WHERE number = ?1 AND tournament_id =
            (SELECT id FROM tournament WHERE code = 'BIG')";
        assert_eq!(db.execute(sql, [number]).unwrap(), 1);
    }
    let answer = house.run("verify");
    answer.fails(1);
    let told: Vec<String> = answer.out.lines().map(str::to_owned).collect();
    let expected = wrong.map(|n| format!("BIG/{n}: ply is stored as 7, the record says 0"));
    assert_eq!(told, expected);
    assert!(answer.err.contains("5 differences in 19"));
}

#[test]
fn standard_output_holds_data_only() {
    let house = House::with(&Setup::new());
    // A reader that closes the pipe is no error.
    let list = house.run("-q --json outbox list");
    assert!(list.err.is_empty(), "{}", list.err);
    house.run("-v poll").done();
    house.run("-vv tick").done();
}

/// What the disk says is said as a person would say it, wherever a file is named.
#[test]
fn a_file_that_cannot_be_read_or_written_is_told_without_numbers_of_the_system() {
    let house = House::with(&Setup::new());
    house.write("file", "a file, no folder");
    let (nowhere, below) = (house.path("no/where"), house.path("file/below"));
    for path in [nowhere.display(), below.display()] {
        for (line, code) in [
            (format!("tournament add {path}"), Some(3)),
            (format!("read {path}"), Some(3)),
            (format!("post import {path}"), Some(3)),
            (format!("post scan {path}"), None),
            (format!("tournament import {path} {path}"), Some(3)),
            (format!("tournament report T26 --output {path}"), Some(1)),
            (
                format!("game show T26/1 --format svg --output {path}"),
                None,
            ),
            (format!("backup {path}"), Some(1)),
            (format!("restore {path}"), None),
            (format!("verify --archive {path}"), Some(3)),
            (format!("print --output {path}"), None),
            (format!("site --output {path}/site"), None),
            (format!("man {path}"), None),
            (format!("init {path}/home --robot {ROBOT}"), None),
            (format!("demo {path}/home"), None),
            (format!("tournament new --output {path}"), None),
        ] {
            let answer = house.run(&line);
            let said = format!("{}{}", answer.out, answer.err);
            assert!(!said.contains("os error"), "{line}: {said}");
            // A path through a file is no file that is missing.
            if let Some(code) = code.filter(|_| line.contains("no/where")) {
                assert_eq!(answer.code, code, "{line}: {said}");
            }
        }
    }
}
