//! Several robots send at once, each letters of its own.

use super::drill::second;
use super::postgres::Postgres;
use crate::club::{PERSONAS, Setup};
use crate::contract::{House, bare};
use crate::engine;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const NOW: &str = "2026-01-10T09:00:00Z";

fn poll(home: &Path, more: &str) -> Command {
    let mut command = bare();
    command
        .arg("--home")
        .arg(home)
        .args(["--now", NOW, "--set", "auth.policy=address"])
        .args(more.split_whitespace())
        .arg("poll")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// How many letters are how far.
fn states(house: &House) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for row in house.json("outbox list").as_array().expect("rows") {
        let state = row["state"].as_str().expect("a state").to_owned();
        *all.entry(state).or_insert(0) += 1;
    }
    all
}

fn copies(house: &House) -> usize {
    let folder = house.path("club/mail/out/new");
    std::fs::read_dir(folder).expect("a folder").count()
}

/// A robot whose outgoing server takes the connection and says nothing; killed at the end.
struct Stuck(Child);

impl Drop for Stuck {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// While the letters of one robot wait for a server that says nothing, another sends what comes
/// after them; when the first is killed, its letters go too. Each leaves once.
#[test]
fn a_robot_that_waits_for_its_server_holds_up_no_letter_but_its_own() {
    let house = House::with(&Setup::new().pairs(&[(1, 2); 2]));
    for (i, persona) in PERSONAS.iter().enumerate().take(2) {
        house.post(&format!("style{i}"), persona.1, "style", "FORMAT TEXT");
    }
    house.run("poll").done();
    let server = Postgres::start(&["fsync=off"]);
    server.does("CREATE SCHEMA club");
    engine::move_to(
        &house.path("club"),
        &format!("{}?options=-csearch_path%3Dclub", server.url()),
    );
    let (before, gone) = (states(&house)["sent"], copies(&house));

    let mute = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = mute.local_addr().expect("an address").port();
    house.post("a", PERSONAS[0].1, "[T26/1]", "5254");
    let outbox = format!(
        "--set outbox.kind=smtp --set outbox.host=127.0.0.1 --set outbox.port={port} \
         --set outbox.security=none --set outbox.timeout_seconds=600"
    );
    let stuck = Stuck(poll(&second(&house), &outbox).spawn().expect("it runs"));
    // It has its letters in hand.
    let _connection = mute.accept().expect("a robot");
    let waiting = |states: &BTreeMap<String, usize>| states.get("queued").copied();
    assert_eq!(waiting(&states(&house)), Some(2));

    house.post("b", PERSONAS[0].1, "[T26/2]", "4244");
    let done = poll(&house.path("club"), "").status().expect("it runs");
    assert!(done.success());
    let after = states(&house);
    assert_eq!((waiting(&after), after["sent"]), (Some(2), before + 2));
    assert_eq!(copies(&house), gone + 2);

    drop(stuck);
    let letters = |n: usize| {
        (states(&house), copies(&house))
            == (BTreeMap::from([("sent".to_owned(), before + n)]), gone + n)
    };
    // The server learns of the death by the connection that was closed.
    while !letters(4) {
        assert!(
            poll(&house.path("club"), "")
                .status()
                .expect("it runs")
                .success()
        );
    }
    let rows = house.json("outbox list");
    let once = |row: &Value| row["attempts"] == 1;
    assert!(rows.as_array().expect("rows").iter().all(once), "{rows}");
    house.run("verify").done();
}
