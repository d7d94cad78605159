//! The machine's clock is put forward and back between two passes: nothing is
//! played twice, nobody loses by it, and what is recorded keeps its order.

use super::is_whole;
use crate::club::Setup;
use crate::contract::House;

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
    // Back by two days, with a letter of the true day: it arrives "now" at the latest.
    dated("m2", "bert@b.example", 13, "1... 5755");
    house.at("2026-01-11T09:00:00Z", "poll").done();
    house.at("2026-01-11T09:00:00Z", "tick").done();
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
    house.at("2026-01-13T09:00:00Z", "nightly").done();
    is_whole(&house);
}

#[test]
fn a_clock_years_ahead_ends_no_game_by_itself() {
    // The battery is empty, the year is 2038: a notice is sent, nothing is lost.
    let house = House::with(&Setup::new());
    house.at("2038-01-01T09:00:00Z", "poll").done();
    house.at("2038-01-01T09:00:00Z", "tick").done();
    let game = house.json("game show T26/1 --format json");
    assert_ne!(game["status"], "finished", "{game}");
    house.at("2026-01-12T09:00:00Z", "poll").done();
    house.at("2026-01-12T09:00:00Z", "tick").done();
    house
        .at(
            "2026-01-12T09:00:00Z",
            "td reject-claim T26/1 --anyway --reason clock",
        )
        .done();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.at("2026-01-12T09:00:00Z", "poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    is_whole(&house);
}
