//! `postchess health`: each thing that can be ill is made ill, and found.

use crate::club::Setup;
use crate::contract::House;
use serde_json::Value;

fn findings(house: &House, now: &str, options: &str) -> Vec<String> {
    let answer = house.at(now, &format!("--json {options} health"));
    let said: Value =
        serde_json::from_str(&answer.out).unwrap_or_else(|e| panic!("{e}: {answer:?}"));
    let found: Vec<String> = said["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(said["well"], found.is_empty());
    assert_eq!(answer.code, i32::from(!found.is_empty()), "{}", answer.err);
    found
}

#[track_caller]
fn finds(house: &House, now: &str, options: &str, words: &str) {
    let found = findings(house, now, options);
    assert!(found.len() == 1 && found[0].contains(words), "{found:?}");
}

#[test]
fn a_new_home_is_well() {
    let house = House::new();
    assert_eq!(findings(&house, "2027-01-10T09:00:00Z", ""), [""; 0]);
    let text = house.run("health").done().out;
    assert!(
        text.starts_with("all is well\nmailbox read      never\n"),
        "{text}"
    );
}

#[test]
fn a_mailbox_that_is_not_read() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    assert_eq!(findings(&house, "2026-01-10T09:30:00Z", ""), [""; 0]);
    let later = "2026-01-10T10:30:00Z";
    finds(
        &house,
        later,
        "",
        "the mailbox was last read completely: 2026-01-10 12:00",
    );
    assert_eq!(
        findings(&house, later, "--set health.poll_minutes=120"),
        [""; 0]
    );
    assert_eq!(
        findings(&house, later, "--set health.poll_minutes=0"),
        [""; 0]
    );
    house.at(later, "poll").done();
    assert_eq!(findings(&house, later, ""), [""; 0]);
    let text = house.at("2026-01-11T10:30:00Z", "health");
    text.fails(1);
    assert!(text.out.starts_with("! the mailbox"), "{}", text.out);
    assert_eq!(text.err.lines().count(), 1, "{}", text.err);
}

#[test]
fn backups_that_are_not_made_and_clocks_that_are_not_looked_at() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    let later = "2026-01-13T09:00:00Z";
    house.at(later, "poll").done();
    finds(&house, later, "", "the newest backup was made: 2026-01-10");
    let off = "--set health.backup_hours=0";
    assert_eq!(findings(&house, later, off), [""; 0]);
    // The repeat after fourteen days.
    let later = "2026-01-26T09:00:00Z";
    house.at(later, "poll").done();
    finds(
        &house,
        later,
        off,
        "1 games wait for a pass over the clocks",
    );
    house.at(later, "tick").done();
    assert_eq!(findings(&house, later, off), [""; 0]);
}

#[test]
fn letters_that_do_not_leave_and_messages_set_aside() {
    let house = House::with(&Setup::new());
    let out = house.path("club/mail/out");
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch("UPDATE outbound SET state = 'deferred', sent = NULL WHERE id = 1")
        .unwrap();
    house.run("backup").done();
    let off = "--set health.poll_minutes=0";
    assert_eq!(findings(&house, "2026-01-10T20:00:00Z", off), [""; 0]);
    finds(
        &house,
        "2026-01-10T22:00:00Z",
        off,
        "1 letters wait to leave, the oldest since 2026-01-10",
    );
    db.execute_batch("UPDATE outbound SET state = 'failed' WHERE id = 1")
        .unwrap();
    finds(
        &house,
        "2026-01-11T22:00:00Z",
        off,
        "1 letters were given up",
    );
    assert_eq!(findings(&house, "2026-01-11T22:00:00Z", off).len(), 1);
    db.execute_batch("UPDATE outbound SET state = 'sent', sent = composed WHERE id = 1")
        .unwrap();
    house
        .given("2026-01-10T09:00:00Z", "deliver", b"no message")
        .done();
    house.run("poll").done();
    finds(
        &house,
        "2026-01-11T09:00:00Z",
        off,
        "1 messages of the last 7 days",
    );
    assert!(out.is_dir());
    assert_eq!(
        findings(
            &house,
            "2026-01-19T09:00:00Z",
            &format!("{off} --set health.backup_hours=0")
        ),
        [""; 0]
    );
}

#[test]
fn a_disk_that_fills_and_a_database_that_is_damaged() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    let now = "2026-01-10T09:10:00Z";
    finds(
        &house,
        now,
        "--set health.disk_megabytes=10000000",
        "megabytes are free",
    );
    house.run("health").done();
    crate::service::restore::damage(&house.path("club/postchess.db"), 5);
    let answer = house.at(now, "health");
    answer.fails(1);
    assert!(answer.err.contains("damaged"), "{}", answer.err);
    assert!(
        answer.err.contains("postchess restore backup/"),
        "{}",
        answer.err
    );
    house.run("check").fails(1);
}
