//! The n-th call that writes is the last one, for every n: the program is killed
//! there, or finds the disk full, or the disk broken. Then it runs again, and all
//! is as if nothing had happened. The calls are interfered with by strace from
//! outside: the program itself holds no code for it.

use super::{is_whole, left};
use crate::club::{ROBOT, Setup};
use crate::contract::{Answer, House};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const NOW: &str = "2026-01-10T09:00:00Z";
const LATER: &str = "2026-01-10T16:00:00Z";

/// Calls that change something on a disk.
pub const CALLS: [&str; 10] = [
    "link",
    "pwrite64",
    "write",
    "fsync",
    "syncfs",
    "ftruncate",
    "rename",
    "unlink",
    "mkdir",
    "fdatasync",
];

/// What is done to a call.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The program is killed before it.
    Kill,
    /// It fails, and every later one too: the disk is full.
    Full,
    /// It fails once: a bad sector.
    Broken,
}

impl Fault {
    pub fn injection(self, call: &str, n: usize) -> String {
        match self {
            Fault::Kill => format!("inject={call}:signal=KILL:when={n}"),
            Fault::Full => format!("inject={call}:error=ENOSPC:when={n}+"),
            Fault::Broken => format!("inject={call}:error=EIO:when={n}"),
        }
    }
}

/// A home in which there is everything to do: two letters in the mailbox, one of
/// them behind the move it answers, a letter of ours that has not left.
fn busy() -> House {
    let house = House::with(&Setup::new());
    house.post("style", "bert@b.example", "style", "FORMAT TEXT");
    house.run("poll").done();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    house
}

pub fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    let copied = Command::new("cp")
        .args(["-a", "--"])
        .arg(from)
        .arg(to)
        .status();
    assert!(copied.unwrap().success());
}

/// Runs a command line of a home under strace.
pub fn traced(house: &House, line: &str, input: Option<&str>, options: &[String]) -> Output {
    let mut command = Command::new("strace");
    command
        .args(["-f", "-o"])
        .arg(house.path("calls"))
        .args(options)
        .arg(env!("CARGO_BIN_EXE_postchess"))
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", NOW, "--set", "auth.policy=address"])
        .args(line.split_whitespace())
        .env_remove("POSTCHESS_HOME")
        .env_remove("POSTCHESS_NOW")
        .stdin(Stdio::null());
    if let Some(text) = input {
        house.write("input", text);
        command.stdin(std::fs::File::open(house.path("input")).unwrap());
    }
    command.output().expect("strace is installed by tests/run")
}

/// How often each call is made by a run that nobody disturbs.
pub fn counted(house: &House) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in std::fs::read_to_string(house.path("calls"))
        .unwrap()
        .lines()
    {
        let call = line.split_whitespace().nth(1).unwrap_or("");
        let name = call.split('(').next().unwrap_or("");
        if CALLS.contains(&name) {
            *counts.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    counts
}

/// What can be said of a home that went through a command and was then finished.
fn facts(house: &House) -> Value {
    let mut list = house.json("inbox list");
    let verdicts: Vec<Value> = list
        .as_array_mut()
        .unwrap()
        .iter()
        .map(|m| serde_json::json!([m["message_id"], m["verdict"]]))
        .collect();
    let mut kinds: Vec<Value> = house
        .json("outbox list")
        .as_array()
        .unwrap()
        .iter()
        .map(|m| serde_json::json!([m["kind"], m["to"], m["state"]]))
        .collect();
    kinds.sort_by_key(ToString::to_string);
    let game = house.json("game show T26/1 --format json");
    serde_json::json!({"in": verdicts, "out": kinds, "game": [game["ply"], game["moves"], game["clock"]]})
}

/// Runs a command with a fault at every `step`-th call of each kind, and compares.
fn tried(line: &str, input: Option<&str>, faults: &[Fault], step: usize) -> usize {
    let house = busy();
    let (club, clean) = (house.path("club"), house.path("clean"));
    copy(&club, &clean);
    let finish = || {
        // What could not be delivered is tried again some minutes later.
        for (now, line) in [(NOW, "poll"), (LATER, "tick"), (LATER, "poll")] {
            let answer = house.at(now, line);
            assert_eq!(answer.code, 0, "{}", answer.err);
        }
    };
    let trace = vec!["-e".to_owned(), format!("trace={}", CALLS.join(","))];
    let undisturbed = traced(&house, line, input, &trace);
    assert!(undisturbed.status.success(), "{undisturbed:?}");
    let counts = counted(&house);
    finish();
    is_whole(&house);
    let expected = facts(&house);
    let mut points = 0;
    let mut at = 0;
    for fault in faults {
        for (call, count) in &counts {
            for n in 1..=*count {
                at += 1;
                if at % step != 0 {
                    continue;
                }
                points += 1;
                copy(&clean, &club);
                let mut options = trace.clone();
                options.extend(["-e".to_owned(), fault.injection(call, n)]);
                let run = traced(&house, line, input, &options);
                let what = format!("{line}: {fault:?} at {call} {n}");
                let code = run.status.code();
                match fault {
                    Fault::Kill => assert_ne!(code, Some(1), "{what}: {run:?}"),
                    Fault::Full | Fault::Broken => {
                        assert!(matches!(code, Some(0 | 1 | 75)), "{what}: {run:?}");
                        if code != Some(0) && call != "write" {
                            let said = Answer::of(&run).err;
                            assert!(said.contains("postchess: "), "{what}: {said}");
                            assert!(!said.contains("panicked"), "{what}: {said}");
                        }
                    }
                }
                if let (Some(text), true) = (input, code != Some(0)) {
                    house.given(NOW, line, text.as_bytes()).done();
                }
                if line == "nightly" {
                    // A run that was killed is finished by the next.
                    house.run("nightly").done();
                }
                finish();
                let found = facts(&house);
                if input.is_none() {
                    assert_eq!(found, expected, "{what}");
                } else {
                    // Kept, and not told: it comes again, and is known.
                    assert_eq!(found["game"], expected["game"], "{what}");
                }
                is_whole(&house);
                let (ids, files) = left(&house.path("club/mail/out/new"));
                // At least once, and where it was doubled, under the same Message-ID.
                assert!(files >= ids.len() && files <= 2 * ids.len(), "{what}");
            }
        }
    }
    println!("{line}: {points} points tried, no violation");
    points
}

fn letter() -> String {
    format!(
        "From: ann@a.example\nTo: {ROBOT}\nMessage-ID: <p1@x.example>\nSubject: [T26/1]\n\n2. 7163\n"
    )
}

#[test]
fn killed_or_out_of_room_at_some_writes_of_a_pass() {
    assert!(tried("poll", None, &[Fault::Kill, Fault::Full], 23) > 8);
}

#[test]
fn killed_or_out_of_room_at_some_writes_of_a_delivery() {
    assert!(tried("deliver", Some(&letter()), &[Fault::Kill, Fault::Full], 9) > 3);
}

#[test]
fn killed_or_out_of_room_at_some_writes_of_the_night() {
    assert!(tried("nightly", None, &[Fault::Kill, Fault::Full], 61) > 4);
}

/// The same for `restore`: whatever stopped it, it is given again, and nothing that
/// came since the backup is lost.
fn restored(faults: &[Fault], step: usize) -> usize {
    let house = busy();
    let backup = house.path("backup.db");
    house.run(&format!("backup {}", backup.display())).done();
    house.run("poll").done();
    let (club, clean) = (house.path("club"), house.path("clean"));
    copy(&club, &clean);
    let line = format!("restore {}", backup.display());
    let trace = vec!["-e".to_owned(), format!("trace={}", CALLS.join(","))];
    let undisturbed = traced(&house, &line, None, &trace);
    assert!(undisturbed.status.success(), "{undisturbed:?}");
    let counts = counted(&house);
    let (mut points, mut at) = (0, 0);
    for fault in faults {
        for (call, n) in counts
            .iter()
            .flat_map(|(call, count)| (1..=*count).map(move |n| (call, n)))
        {
            at += 1;
            if at % step != 0 {
                continue;
            }
            points += 1;
            copy(&clean, &club);
            let mut options = trace.clone();
            options.extend(["-e".to_owned(), fault.injection(call, n)]);
            let run = traced(&house, &line, None, &options);
            let what = format!("{line}: {fault:?} at {call} {n}");
            // Old or new, there is a whole database.
            assert_eq!(house.run("verify").code, 0, "{what}");
            if run.status.code() != Some(0) {
                house.run(&line).done();
            }
            house.run("poll").done();
            assert_eq!(house.json("game show T26/1")["ply"], 2, "{what}");
            let list = house.json("inbox list");
            let verdicts: Vec<&Value> = list
                .as_array()
                .unwrap()
                .iter()
                .map(|m| &m["verdict"])
                .collect();
            assert_eq!(verdicts, ["command", "move", "move"], "{what}");
            assert_eq!(house.run("verify").code, 0, "{what}");
        }
    }
    println!("restore: {points} points tried, no violation");
    points
}

/// Without room, SQLite cannot even open the old database: that is no reason to leave
/// its letters behind.
#[test]
fn out_of_room_a_restore_replaces_nothing() {
    let house = busy();
    let backup = house.path("backup.db");
    house.run(&format!("backup {}", backup.display())).done();
    house.run("poll").done();
    let line = format!("restore {}", backup.display());
    let mut options = vec!["-e".to_owned(), "trace=ftruncate".to_owned()];
    options.extend(["-e".to_owned(), Fault::Full.injection("ftruncate", 1)]);
    let refused = Answer::of(&traced(&house, &line, None, &options));
    assert_ne!(refused.code, 0, "{}", refused.out);
    assert!(
        refused.err.contains("nothing was changed"),
        "{}",
        refused.err
    );
    assert!(!house.path("club/postchess.db.before-restore").exists());
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house.run(&line).done();
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house.run("verify").done();
}

#[test]
fn killed_or_out_of_room_at_some_writes_of_a_restore() {
    assert!(restored(&[Fault::Kill, Fault::Full], 37) > 3);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn killed_out_of_room_or_broken_at_every_write_of_a_restore() {
    restored(&[Fault::Kill, Fault::Full, Fault::Broken], 1);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn killed_out_of_room_or_broken_at_every_write() {
    let all = [Fault::Kill, Fault::Full, Fault::Broken];
    let text = letter();
    let mut points = tried("poll", None, &all, 1);
    points += tried("deliver", Some(&text), &all, 1);
    points += tried("nightly", None, &all, 1);
    println!("{points} points in all, no violation");
}

#[test]
fn a_full_disk_is_said_in_words() {
    let house = busy();
    let options = [
        "-e".to_owned(),
        "trace=pwrite64".to_owned(),
        "-e".to_owned(),
        Fault::Full.injection("pwrite64", 1),
    ];
    for line in ["poll", "deliver", "td penalty T26/1 white 2"] {
        let run = traced(&house, line, Some(&letter()), &options);
        let answer = Answer::of(&run);
        assert_eq!(answer.code, 75, "{line}: {}", answer.err);
        assert!(
            answer.err.contains("disk is full"),
            "{line}: {}",
            answer.err
        );
    }
    house.run("poll").done();
    is_whole(&house);
}

/// A backup of the night behind one of the night before: whatever stopped it, both nights
/// can be put back as soon as it was given again, and the one before at any time.
#[test]
fn killed_or_out_of_room_while_an_older_backup_becomes_what_differs() {
    let house = busy();
    house.at("2026-01-09T09:00:00Z", "backup").done();
    house.run("poll").done();
    let (club, clean) = (house.path("club"), house.path("clean"));
    copy(&club, &clean);
    let before = house.path("club/backup/postchess-20260109T090000Z.db");
    let restores = |name: &Path, ply: u32, what: &str| {
        let target = house.path("restored.db");
        let _ = std::fs::remove_file(&target);
        postchess::store::Store::restore(name, &target, Default::default())
            .unwrap_or_else(|e| panic!("{what}: {e}"));
        let db = rusqlite::Connection::open(&target).unwrap();
        let found: u32 = db
            .query_row("SELECT ply FROM game WHERE number = 1", [], |r| r.get(0))
            .unwrap();
        assert_eq!(found, ply, "{what}");
    };
    let trace = vec!["-e".to_owned(), format!("trace={}", CALLS.join(","))];
    assert!(traced(&house, "backup", None, &trace).status.success());
    let counts = counted(&house);
    restores(&before, 0, "undisturbed");
    let (mut points, mut at) = (0, 0);
    for fault in [Fault::Kill, Fault::Full] {
        for (call, count) in &counts {
            for n in 1..=*count {
                at += 1;
                // The last calls are those that turn the older one.
                if at % 7 != 0 && n + 6 < *count {
                    continue;
                }
                points += 1;
                copy(&clean, &club);
                let mut options = trace.clone();
                options.extend(["-e".to_owned(), fault.injection(call, n)]);
                traced(&house, "backup", None, &options);
                let what = format!("{fault:?} at {call} {n}");
                restores(&before, 0, &what);
                house.run("nightly").done();
                restores(&before, 0, &what);
                let now = house.path("club/backup/postchess-20260110T090000Z.db");
                restores(&now, 2, &what);
                let left = std::fs::read_dir(house.path("club/backup")).unwrap();
                assert_eq!(left.count(), 2, "{what}");
            }
        }
    }
    println!("backup: {points} points tried, no violation");
    assert!(points > 10);
}
