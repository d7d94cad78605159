//! A damaged database is recognised and said so, and the way back is walked:
//! nothing that came since the backup is lost.

use crate::club::{ROBOT, Setup};
use crate::contract::House;
use std::path::Path;

/// A way in which a database file is damaged.
type Way = fn(&Path);

/// Overwrites pages from one on with nonsense, as a dying disk does.
pub fn damage(database: &Path, page: usize) {
    let mut bytes = std::fs::read(database).unwrap();
    let from = (page - 1) * 4096;
    for (i, byte) in bytes[from..].iter_mut().enumerate() {
        *byte = u8::try_from(i * 7 % 251).unwrap();
    }
    std::fs::write(database, bytes).unwrap();
}

/// The newest file of `backup/`, as it is named on a command line.
fn newest(house: &House) -> String {
    let mut names: Vec<_> = std::fs::read_dir(house.path("club/backup"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    names.sort();
    names.last().unwrap().display().to_string()
}

fn pipe(house: &House, id: &str, from: &str, text: &str) {
    let letter = format!(
        "From: {from}\nTo: {ROBOT}\nMessage-ID: <{id}@x.example>\nSubject: [T26/1]\n\n{text}\n"
    );
    house
        .given("2026-01-10T09:00:00Z", "deliver", letter.as_bytes())
        .done();
}

/// A club with a backup and two moves after it: one by the Maildir, one by the pipe.
fn played() -> House {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    pipe(&house, "m2", "bert@b.example", "1... 5755");
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house
}

#[test]
fn letters_that_came_since_the_backup_are_taken_along() {
    let house = played();
    house.run("td penalty T26/1 white 2 --reason late").done();
    let answer = house.run(&format!("--json restore {}", newest(&house)));
    let told = answer.json();
    assert_eq!(told["letters"], 2, "{}", answer.err);
    assert_eq!(told["orders"].as_array().unwrap().len(), 1);
    assert!(
        answer
            .err
            .contains("to be decided again with td: 2026-01-10T09:00:00Z penalty late")
    );
    assert_eq!(house.json("game show T26/1")["ply"], 0);
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house.run("verify").done();
    let verdicts: Vec<_> = house
        .json("inbox list")
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["move", "move"]);
    // A second time there is nothing to take along.
    house.run("backup").done();
    let told = house
        .run(&format!("--json restore {}", newest(&house)))
        .json();
    assert_eq!(told["letters"], 0);
    house.run("poll").done();
    assert_eq!(house.json("inbox list").as_array().unwrap().len(), 2);
}

#[test]
fn where_the_old_database_is_lost_the_mailbox_is_read_again() {
    for gone in [true, false] {
        let house = played();
        let database = house.path("club/postchess.db");
        if gone {
            std::fs::remove_file(&database).unwrap();
        } else {
            std::fs::write(&database, "").unwrap();
        }
        let told = house
            .run(&format!("--json restore {}", newest(&house)))
            .json();
        // The pipe's letter was nowhere else.
        assert_eq!(told["letters"], 1);
        house.run("poll").done();
        assert_eq!(house.json("game show T26/1")["ply"], 1);
        house.run("verify").done();
        assert_eq!(house.json("inbox list").as_array().unwrap().len(), 1);
    }
}

#[test]
fn damage_is_recognised_and_the_way_back_is_said() {
    let ways: [(&str, Way); 6] = [
        ("empty", |p| std::fs::write(p, "").unwrap()),
        ("half", |p| {
            let bytes = std::fs::read(p).unwrap();
            std::fs::write(p, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("header", |p| {
            let mut bytes = std::fs::read(p).unwrap();
            bytes[..64].fill(0xaa);
            std::fs::write(p, bytes).unwrap();
        }),
        ("schema", |p| {
            let mut bytes = std::fs::read(p).unwrap();
            bytes[100..4096].fill(0xaa);
            std::fs::write(p, bytes).unwrap();
        }),
        ("pages", |p| damage(p, 6)),
        ("text", |p| std::fs::write(p, "x".repeat(20_000)).unwrap()),
    ];
    for (name, how) in ways {
        let house = played();
        how(&house.path("club/postchess.db"));
        let mut said = Vec::new();
        for line in ["check", "poll", "verify", "nightly", "health"] {
            let answer = house.run(line);
            assert_eq!(answer.code, 1, "{name}, {line}: {}", answer.err);
            assert!(
                answer.err.contains("damaged"),
                "{name}, {line}: {}",
                answer.err
            );
            assert!(
                answer.err.contains("postchess restore backup/"),
                "{name}: {}",
                answer.err
            );
            said.push(answer.err);
        }
        let letter = house.given(
            "2026-01-10T09:00:00Z",
            "deliver",
            b"From: a@x.example\n\nx\n",
        );
        assert!(
            letter.code == 75 || letter.code == 0,
            "{name}: {}",
            letter.err
        );
        house.run(&format!("restore {}", newest(&house))).done();
        for line in ["verify", "poll", "tick"] {
            house.run(line).done();
        }
        let ply = house.json("game show T26/1")["ply"].as_u64().unwrap();
        assert!(ply >= 1, "{name}: {ply}");
        assert!(
            house.path("club/postchess.db.before-restore").is_file(),
            "{name}"
        );
    }
}

#[test]
fn a_damaged_backup_is_not_used() {
    let house = played();
    let copy = newest(&house);
    damage(Path::new(&copy), 6);
    let answer = house.run(&format!("restore {copy}"));
    answer.fails(1);
    assert!(
        answer.err.contains("take an older backup"),
        "{}",
        answer.err
    );
    assert_eq!(house.json("game show T26/1")["ply"], 2);
}
