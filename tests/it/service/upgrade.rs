//! A home of every earlier version is opened, brought up, and played on.

use crate::club::Setup;
use crate::contract::House;
use rusqlite::Connection;

/// The first version as it was: `src/store/migrations/0001.sql` is frozen.
const FIRST: &str = include_str!("../../../src/store/migrations/0001.sql");

/// Puts the home's database into the form of the first version, with all of its
/// contents that this version knew.
fn back_to_the_first(house: &House) {
    let path = house.path("club/postchess.db");
    let first = house.path("first.db");
    let db = Connection::open(&first).unwrap();
    db.execute_batch(FIRST).unwrap();
    db.execute_batch("PRAGMA foreign_keys = off").unwrap();
    db.execute("ATTACH ?1 AS today", [path.to_str().unwrap()])
        .unwrap();
    let names = |sql: &str| -> Vec<String> {
        let mut statement = db.prepare(sql).unwrap();
        let rows = statement.query_map([], |r| r.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let tables = names(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    let today = names("SELECT name FROM today.sqlite_schema WHERE type = 'table'");
    let mut rows = 0;
    for table in tables.iter().filter(|t| today.contains(t)) {
        let of = |schema: &str| {
            names(&format!(
                "SELECT name FROM pragma_table_xinfo('{table}', '{schema}') WHERE hidden = 0"
            ))
        };
        let (then, now) = (of("main"), of("today"));
        // A table that was made anew holds nothing that has to last.
        if !then.iter().all(|column| now.contains(column)) {
            continue;
        }
        let columns = then.join(", ");
        rows += db
            .execute(
                &format!(
                    "INSERT INTO main.{table} ({columns}) SELECT {columns} FROM today.{table}"
                ),
                [],
            )
            .unwrap();
    }
    assert!(rows > 8, "{rows}");
    let application: i64 = db
        .query_row("PRAGMA today.application_id", [], |r| r.get(0))
        .unwrap();
    db.execute_batch(&format!(
        "PRAGMA main.application_id = {application}; PRAGMA main.user_version = 1; DETACH today"
    ))
    .unwrap();
    drop(db);
    for tail in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{tail}", path.display()));
    }
    std::fs::rename(&first, &path).unwrap();
}

fn version(house: &House) -> i64 {
    let db = Connection::open(house.path("club/postchess.db")).unwrap();
    db.query_row("PRAGMA user_version", [], |r| r.get(0))
        .unwrap()
}

#[test]
fn a_home_of_the_first_version_is_played_on() {
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    house
        .given(
            "2026-01-10T09:00:00Z",
            "deliver",
            b"From: bert@b.example\nMessage-ID: <m2@x>\n\nSTATUS\n",
        )
        .done();
    let newest = version(&house);
    let before = house.json("game show T26/1 --format json");
    back_to_the_first(&house);
    assert_eq!(version(&house), 1);

    house.run("verify").done();
    assert_eq!(version(&house), newest);
    assert_eq!(house.json("game show T26/1 --format json"), before);
    house.post("m3", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house.run("nightly").done();
    house.run("verify").done();
    // What was there is kept, and can be put back with the older program.
    assert!(newest == 1 || house.path("club/postchess.db.v1").is_file());
}

/// How often a letter is brought again: the others need some seconds, not minutes.
const MOST_ATTEMPTS: u32 = 20;

#[test]
fn several_at_once_bring_a_home_up_once() {
    let house = House::with(&Setup::new());
    back_to_the_first(&house);
    std::thread::scope(|scope| {
        for i in 0..4 {
            let house = &house;
            scope.spawn(move || {
                let letter = format!("From: ann@a.example\nMessage-ID: <u{i}@x>\n\nSTATUS\n");
                // A mail server comes again where it was told 75, and only there; each
                // time the program has waited its five seconds for the lock.
                for attempt in 1.. {
                    let answer = house.given("2026-01-10T09:00:00Z", "deliver", letter.as_bytes());
                    match answer.code {
                        0 => break,
                        75 => assert!(attempt < MOST_ATTEMPTS, "still waiting: {}", answer.err),
                        code => panic!("{code}: {}", answer.err),
                    }
                }
            });
        }
    });
    house.run("verify").done();
    assert_eq!(house.json("inbox list").as_array().unwrap().len(), 4);
}
