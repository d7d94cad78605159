//! `postchess deliver`: a mail server hands over one message by a pipe.

use crate::club::{ROBOT, Setup};
use crate::contract::{House, bare};
use std::process::Stdio;

const NOW: &str = "2026-01-10T09:00:00Z";

fn letter(id: &str, text: &str) -> String {
    format!(
        "Return-Path: <ann@a.example>\nDelivered-To: {ROBOT}\n\
         Received: from a.example by mx.club.example; Sat, 10 Jan 2026 08:30:00 +0000\n\
         Received: from ann by a.example; Sat, 10 Jan 2026 08:00:00 +0000\n\
         From: Ann <ann@a.example>\nTo: {ROBOT}\nSubject: [T26/1]\nMessage-ID: <{id}@a.example>\n\
         Date: Sat, 10 Jan 2026 08:00:00 +0000\n\n{text}\n"
    )
}

#[test]
fn a_message_is_kept_and_processed_by_the_next_pass() {
    let house = House::with(&Setup::new().set("inbox.kind", "none"));
    let text = letter("m1", "1. 5254");
    let answer = house.given(NOW, "deliver", text.as_bytes()).done();
    assert_eq!((answer.out.as_str(), answer.err.as_str()), ("", ""));
    let kept = &house.json("inbox list")[0];
    assert_eq!(kept["verdict"], serde_json::Value::Null);
    assert_eq!(kept["arrived"], "2026-01-10T08:30:00Z");
    assert_eq!(kept["from"], "ann@a.example");
    assert_eq!(house.run("inbox show 1 --raw").done().out, text);

    let polled = house.run("--set inbox.kind=none --json poll").json();
    assert_eq!(polled["processed"], 1);
    assert_eq!(house.json("inbox list")[0]["verdict"], "move");
    assert_eq!(house.json("game show T26/1 --format json")["ply"], 1);
}

#[test]
fn the_same_message_again_changes_nothing() {
    let house = House::with(&Setup::new());
    for _ in 0..3 {
        house
            .given(NOW, "deliver", letter("m1", "1. 5254").as_bytes())
            .done();
    }
    house.run("poll").done();
    let verdicts: Vec<String> = house
        .json("inbox list")
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["verdict"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(verdicts, ["move", "duplicate", "duplicate"]);
    assert_eq!(house.json("game show T26/1 --format json")["ply"], 1);
}

#[test]
fn any_bytes_are_kept() {
    let house = House::new();
    let messages: [&[u8]; 5] = [
        b"",
        b"\0\xff\xfe",
        b"no header at all",
        b"From ann@a.example Sat Jan 10 09:00:00 2026\nFrom: ann@a.example\n\nx\n",
        b"Subject: =?utf-8?B?",
    ];
    for message in messages {
        house.given(NOW, "deliver", message).done();
    }
    house.run("poll").done();
    let list = house.json("inbox list");
    let verdicts: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(
        verdicts,
        [
            "malformed",
            "malformed",
            "malformed",
            "unknown-sender",
            "unknown-sender"
        ]
    );
}

/// Who is killed while he writes leaves a part of a letter in the pipe, and then its end.
#[test]
fn what_a_killed_writer_leaves_is_not_kept() {
    let house = House::with(&Setup::new());
    let text = letter("m1", "1. 5254");
    for at in (20..text.len()).step_by(23) {
        let cut = &text.as_bytes()[..at];
        let in_text = text.split_at(at).0.contains("\n\n");
        // At the end of a line of the text nobody could tell.
        if !(in_text && cut.ends_with(b"\n")) {
            house.given(NOW, "deliver", cut).fails(75);
        }
    }
    assert!(house.json("inbox list").as_array().unwrap().is_empty());
    house.given(NOW, "deliver", text.as_bytes()).done();
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1 --format json")["ply"], 1);
}

#[test]
fn what_is_too_large_is_kept_as_its_beginning() {
    let house = House::new();
    let text = letter("big", &"x".repeat(3_000_000));
    let told = house.given(NOW, "--json deliver", text.as_bytes()).json();
    assert_eq!(told["id"], 1);
    let kept = &house.json("inbox list")[0];
    assert_eq!(kept["verdict"], "too-large");
    assert!(kept["note"].as_str().unwrap().starts_with("3000"), "{kept}");
    let raw = house.run("inbox show 1 --raw").done().out;
    assert_eq!(raw.len(), 64 << 10);
    assert!(text.starts_with(&raw), "{raw}");
}

#[test]
fn it_needs_no_lock_and_waits_for_a_writer() {
    let house = House::with(&Setup::new());
    let lock = postchess::robot::lock::take(&postchess::robot::Home::at(house.path("club")).lock())
        .unwrap();
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waiting = std::thread::spawn(move || {
        // Longer than any other command would wait.
        std::thread::sleep(std::time::Duration::from_millis(6_500));
        db.execute_batch("COMMIT").unwrap();
    });
    house
        .given(NOW, "deliver", letter("m1", "1. 5254").as_bytes())
        .done();
    waiting.join().unwrap();
    drop(lock);
    assert_eq!(house.json("inbox list").as_array().unwrap().len(), 1);
}

#[test]
fn where_it_cannot_be_kept_the_mail_server_keeps_it() {
    // No home, a wrong configuration, a wrong command line, no database, no room:
    // 75, and never a number that makes a mail server write to the sender.
    let house = House::with(&Setup::new());
    let message = letter("m1", "1. 5254");
    let fails = |line: &str| {
        let answer = house.given(NOW, line, message.as_bytes());
        answer.fails(75);
        answer.err
    };
    fails("--home /nowhere deliver");
    fails("--set limits.max_message_bytes=1 deliver");
    fails("deliver --nonsense");
    let output = bare()
        .env("POSTCHESS_NOW", "yesterday")
        .arg("deliver")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert_eq!(house.run("deliver --help").code, 0);

    let path = house.path("club/postchess.db");
    let aside = house.path("aside.db");
    std::fs::rename(&path, &aside).unwrap();
    fails("deliver");
    std::fs::write(&path, b"not a database, not at all").unwrap();
    fails("deliver");
    std::fs::rename(&aside, &path).unwrap();
    house.given(NOW, "deliver", message.as_bytes()).done();
    assert_eq!(house.json("inbox list").as_array().unwrap().len(), 1);
}
