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
use std::time::{Duration, Instant};

/// Far longer than anything here takes: only a test that hangs reaches it.
const FOREVER: Duration = Duration::from_secs(120);

const NOW: &str = "2026-01-10T09:00:00Z";

/// A pass of a robot over a home.
pub(super) fn poll(home: &Path, more: &str) -> Command {
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

/// Moves the club to a server of its own; with its URL there.
pub(super) fn club_on_a_server(house: &House) -> (Postgres, String) {
    let server = Postgres::start(&["fsync=off"]);
    server.does("CREATE SCHEMA club");
    let url = format!("{}?options=-csearch_path%3Dclub", server.url());
    engine::move_to(&house.path("club"), &url);
    (server, url)
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

/// While others rule letters (they share the turn of writing), letters that left are marked:
/// nobody waits until they have done.
#[test]
fn what_left_is_marked_beside_those_who_rule() {
    let house = House::with(&Setup::new().pairs(&[(1, 2); 2]));
    for (i, persona) in PERSONAS.iter().enumerate().take(2) {
        house.post(&format!("style{i}"), persona.1, "style", "FORMAT TEXT");
    }
    house.run("poll").done();
    let (server, url) = club_on_a_server(&house);
    let before = states(&house)["sent"];
    house.post("a", PERSONAS[0].1, "[T26/1]", "5254");
    let script = house.path("sendmail");
    crate::ground::script(
        &script,
        "cd \"$(dirname \"$0\")\"\ncat > /dev/null\ntouch begun\n\
         while [ ! -e go ]; do sleep 0.02; done",
    );
    let outbox = format!(
        "--set outbox.kind=sendmail --set outbox.sendmail={}",
        script.display()
    );
    let mut robot = Stuck(poll(&house.path("club"), &outbox).spawn().expect("it runs"));
    let soon = |what: &str, is: &mut dyn FnMut() -> bool| {
        let began = Instant::now();
        while !is() {
            assert!(began.elapsed() < FOREVER, "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    soon("a letter is handed over", &mut || {
        house.path("begun").exists()
    });
    let mut ruling = postgres::Client::connect(&url, postgres::NoTls).expect("a server");
    // Turn::Writing, shared.
    let sql = "SELECT pg_advisory_lock_shared('meta'::regclass::oid::int, 1)";
    ruling.batch_execute(sql).expect("a turn");
    house.write("go", "");
    let sent = "SELECT count(*) FROM outbound WHERE state = 'sent'";
    let all = i64::try_from(before + 2).expect("a number");
    soon("both are marked", &mut || {
        ruling
            .query_one(sent, &[])
            .expect("a number")
            .get::<_, i64>(0)
            == all
    });
    let game = "SELECT count(*) FROM event WHERE event ->> 'what' = 'letter-left' AND game_id = 1";
    let begun: i64 = ruling.query_one(game, &[]).expect("a number").get(0);
    assert!(begun >= 1, "the opponent's time runs");
    drop(ruling);
    assert!(robot.0.wait().expect("it ends").success());
    house.run("verify").done();
    drop(server);
}
