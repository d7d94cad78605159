//! A club moves to a server and back.

use super::postgres::{Postgres, schema};
use crate::club::{PERSONAS, Setup};
use crate::contract::House;
use crate::engine;
use crate::servers::Certificate;
use crate::service::daemon::Daemon;
use crate::service::serve::Server;

fn plays(house: &House, n: u32, who: usize, text: &str) {
    house.post(&format!("m{n}"), PERSONAS[who].1, "[T26/1]", text);
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], n);
}

fn hash_of(said: &str) -> String {
    let said: serde_json::Value = serde_json::from_str(said).expect("JSON");
    assert_eq!(said["differences"].as_array().map(Vec::len), Some(0));
    said["sha256"].as_str().expect("a hash").to_owned()
}

#[test]
fn a_club_moves_to_a_server_and_back_and_plays_on() {
    let server = Postgres::start(&["fsync=off"]);
    let house = House::with(&Setup::new());
    let archive = house.path("archive");
    std::fs::create_dir(&archive).unwrap();
    let config = house.path("club/postchess.toml");
    let before = std::fs::read_to_string(&config).unwrap();
    let before = before.replace(
        "\n[archive]\n",
        &format!("\n[archive]\npath = \"{}\"\n", archive.display()),
    );
    std::fs::write(&config, &before).unwrap();
    plays(&house, 1, 0, "5254");
    // What no server can have: NUL in a text.
    house.post("nul", PERSONAS[1].1, "[T26/1] \0 nul", "STATUS");
    house.run("poll").done();
    let told = house.json("inbox list");
    let url = schema(&server.url());
    // Where nothing was made, nothing is left.
    let wrong = house.run("migrate --to postgres://nobody@127.0.0.1:1/club");
    assert_eq!(wrong.code, 75, "{}", wrong.err);
    let there = house.run(&format!("--json migrate --to {url}")).done();
    let left = house.run("poll");
    assert_ne!(left.code, 0);
    assert!(left.err.contains("the club moved from"), "{}", left.err);
    let named = format!("\n[database]\nurl = \"{url}\"\n");
    std::fs::write(&config, before.replace("\n[database]\n", &named)).unwrap();
    assert_eq!(house.json("inbox list"), told);
    plays(&house, 2, 1, "5755");
    house.run("verify").done();
    house
        .run(&format!("verify --archive {}", archive.display()))
        .done();
    // It is the club's own backup that a club can go back to.
    let copy = house.path("copy.db");
    house.run(&format!("backup {}", copy.display())).done();
    let again = house.run(&format!("migrate --to {url}"));
    assert!(again.err.contains("already"), "{}", again.err);
    let back = house.run("--json migrate --to file").done();
    assert_ne!(
        hash_of(&there.out),
        hash_of(&back.out),
        "a move lies between them"
    );
    let left = house.run("poll");
    assert!(left.err.contains("the club moved from"), "{}", left.err);
    std::fs::write(&config, &before).unwrap();
    plays(&house, 3, 0, "7163");
    house
        .run(&format!("verify --archive {}", archive.display()))
        .done();
    // Whoever restores the backup of the server has the club as it was there.
    house.run(&format!("restore {}", copy.display())).done();
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 3);
    house.run("verify").done();
}

/// By TLS, with a password that stands in a file of its own; nothing of it is ever shown.
#[test]
fn the_way_to_a_server_is_encrypted_and_proved() {
    let house = House::with(&Setup::new());
    let names = "DNS:localhost,IP:127.0.0.1";
    let right = Certificate::make(&house.path("club"), "right", names, "30");
    let wrong = Certificate::make(&house.path("club"), "wrong", names, "30");
    let server = Postgres::start_secured(&right.cert, &right.key, "s3cret-word");
    house.write("club/database-password", "s3cret-word\n");
    house.write("club/other-password", "wrong-word\n");
    let url = format!(
        "postgres://club@localhost:{}/postgres?sslmode=require&options=-csearch_path%3Dclub",
        server.port()
    );
    let moves = |ca: &std::path::Path, password: &str| {
        house.run(&format!(
            "--set database.ca_file={} --set database.password_file={password} migrate --to {url}",
            ca.display()
        ))
    };
    let stranger = moves(&wrong.cert, "database-password");
    assert_ne!(stranger.code, 0);
    assert!(stranger.err.contains("certificate"), "{}", stranger.err);
    let refused = moves(&right.cert, "other-password");
    assert!(
        refused.err.contains("password authentication failed"),
        "{}",
        refused.err
    );
    let moved = moves(&right.cert, "database-password").done();
    for said in [&stranger, &refused, &moved] {
        let all = format!("{}{}", said.out, said.err);
        assert!(
            !all.contains("s3cret") && !all.contains("wrong-word"),
            "{all}"
        );
    }
    let settings = [
        format!("database.url={url}"),
        format!("database.ca_file={}", right.cert.display()),
        "database.password_file=database-password".to_owned(),
    ];
    let set: Vec<String> = settings.iter().map(|s| format!("--set {s}")).collect();
    house.run(&format!("{} verify", set.join(" "))).done();
}

/// Where a server has more than it should, or not the right version, it is told.
#[test]
fn what_is_no_club_of_ours_is_said() {
    let server = Postgres::start(&["fsync=off"]);
    let house = House::with(&Setup::new());
    let url = schema(&server.url());
    let set = format!("--set database.url={url}");
    let none = house.run(&format!("{set} poll"));
    assert_eq!(none.code, 3, "{}", none.err);
    assert!(none.err.contains("no tables of postchess"), "{}", none.err);
    house.run(&format!("migrate --to {url}")).done();
    let other = House::with(&Setup::new());
    let taken = other.run(&format!("migrate --to {url}"));
    assert!(taken.err.contains("a club at"), "{}", taken.err);
    other.run("poll").done();
    let name = url.rsplit("%3D").next().unwrap();
    server.does(&format!("UPDATE {name}.database_version SET version = 99"));
    let newer = house.run(&format!("{set} poll"));
    assert!(newer.err.contains("newer postchess"), "{}", newer.err);
}

/// Who fetches, rules and sends for ever holds the lease where all machines see it.
#[test]
fn a_daemon_holds_its_lease_on_the_server() {
    let server = Postgres::start(&["fsync=off"]);
    let house = House::with(&Setup::new());
    engine::move_to(&house.path("club"), &schema(&server.url()));
    let mut client = postgres::Client::connect(&server.url(), postgres::NoTls).unwrap();
    let mut held = || -> i64 {
        // 2: the loops (`store::Turn`).
        let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 2";
        client.query_one(sql, &[]).unwrap().get(0)
    };
    assert_eq!(held(), 0);
    let daemon = Daemon::starts(&house, &[], &[]);
    assert_eq!(held(), 1);
    assert_eq!(daemon.ends().code, 0);
}

#[test]
fn pages_on_a_server_end_without_a_failure() {
    let server = Postgres::start(&["fsync=off"]);
    let house = House::with(&Setup::new());
    engine::move_to(&house.path("club"), &schema(&server.url()));
    let pages = Server::starts(&house, &[]);
    for path in ["/", "/api/v1/tournaments"] {
        assert_eq!(pages.gets(path).status, 200, "{path}");
    }
    let ended = pages.ends();
    assert_eq!(ended.code, 0, "{}", ended.err);
}
