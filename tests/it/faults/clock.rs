//! The machine's clock is put forward and back between two passes: nothing is
//! played twice, nobody loses by it, and what is recorded keeps its order. By an hour
//! more than six hours before the record nothing is done at all (RULES.md 4).

use super::is_whole;
use crate::club::Setup;
use crate::contract::House;

/// It ends with 75, says why and what helps, and records nothing.
#[track_caller]
fn is_refused(house: &House, now: &str, pass: &str) {
    let before = recorded(house);
    let answer = house.at(now, pass);
    answer.fails(75);
    for words in ["what is recorded goes up to", "tick --hour-is-right"] {
        assert!(answer.err.contains(words), "{pass}: {}", answer.err);
    }
    assert_eq!(recorded(house), before, "{pass}");
}

/// How many entries of the record, letters and passes there are.
fn recorded(house: &House) -> Vec<i64> {
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    ["event", "inbound", "outbound", "pass"]
        .iter()
        .map(|table| {
            let sql = format!("SELECT count(*) FROM {table}");
            db.query_row(&sql, [], |r| r.get(0)).unwrap()
        })
        .collect()
}

#[test]
fn put_forward_and_back() {
    let house = House::with(&Setup::new());
    let dated = |name: &str, from: &str, day: u32, text: &str| {
        let letter = format!(
            "Received: from a by mx.club.example; {day} Jan 2026 08:00:00 +0000\r\nFrom: {from}\r\n\
             To: moves@club.example\r\nMessage-ID: <{name}@x.example>\r\nSubject: [T26/1]\r\n\
             Date: {day} Jan 2026 08:00:00 +0000\r\n\r\n{text}\r\n"
        );
        house.write(&format!("club/mail/in/new/{name}"), &letter);
    };
    dated("m1", "ann@a.example", 12, "1. 5254");
    house.at("2026-01-12T09:00:00Z", "poll").done();
    // Back by a day, with a letter of the true day: nothing is done by such an hour.
    dated("m2", "bert@b.example", 13, "1... 5755");
    for pass in ["poll", "tick", "nightly"] {
        is_refused(&house, "2026-01-11T09:00:00Z", pass);
    }
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    // Back by some hours: the letter arrives "now" at the latest.
    house.at("2026-01-12T04:00:00Z", "poll").done();
    house.at("2026-01-12T04:00:00Z", "tick").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    let game = house.json("game show T26/1 --format json");
    for mv in game["moves"].as_array().unwrap() {
        assert!(mv["days"].as_i64().unwrap() >= 0, "{mv}");
    }
    // Right again: the game goes on.
    dated("m3", "ann@a.example", 14, "2. 7163");
    house.at("2026-01-14T09:00:00Z", "poll").done();
    house.at("2026-01-14T09:00:00Z", "tick").done();
    assert_eq!(house.json("game show T26/1")["ply"], 3);
    // A letter that was put off while the clock was years ahead leaves all the same.
    house.at("2026-01-14T09:00:00Z", "nightly").done();
    house.at("2026-01-14T04:00:00Z", "nightly").done();
    is_refused(&house, "2026-01-13T09:00:00Z", "nightly");
    is_whole(&house);
}

#[test]
fn a_clock_years_ahead_ends_no_game_by_itself() {
    // The battery is empty, the year is 2038: a notice is sent, nothing is lost.
    let house = House::with(&Setup::new());
    house.at("2038-01-01T09:00:00Z", "poll").done();
    let tick = house.at("2038-01-01T09:00:00Z", "--json tick").json();
    let game = house.json("game show T26/1 --format json");
    assert_ne!(game["status"], "finished", "{game}");
    // Right again, it lies far before the record: a person has to say that it is right.
    let today = "2026-01-12T09:00:00Z";
    for pass in ["poll", "tick", "nightly"] {
        is_refused(&house, today, pass);
    }
    house.at(today, "tick --hour-is-right").done();
    house.at(today, "poll").done();
    // What was declared waits for the arbiter, who takes all of it back.
    let game = house.json("game show T26/1 --format json");
    assert_eq!(game["status"], "paused", "{game}");
    let revoke = format!("td revoke --pass {} --reason clock", tick["pass"]);
    house.at(today, &revoke).done();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.at(today, "poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    is_whole(&house);
}
