//! Homes as released versions left them are opened and say what they said. Each is the
//! database as text (`homes/VERSION.sql`, the bodies of its outgoing letters cut), and
//! what its own program said of it (`homes/VERSION.json`).
//!
//! A release adds its home here: three profiles and a planned tournament, with moves, a
//! fault, a leave, a penalty and an end.

use crate::contract::House;
use postchess::rules::{OneOfWords, Profile, REGULATIONS, Regulations};
use rusqlite::Connection;
use serde_json::Value;

/// Every released version's home, and what it said.
const RELEASED: &[(&str, &str)] = &[(
    include_str!("homes/0.1.0.sql"),
    include_str!("homes/0.1.0.json"),
)];

fn database(house: &House) -> Connection {
    Connection::open(house.path("club/postchess.db")).unwrap()
}

/// The home in the place of a fresh one.
fn put_there(sql: &str) -> House {
    let house = House::new();
    for file in ["postchess.db", "postchess.db-wal", "postchess.db-shm"] {
        let _ = std::fs::remove_file(house.path("club").join(file));
    }
    database(&house).execute_batch(sql).unwrap();
    house
}

/// Whether all that was said is said: objects may have more to say.
#[track_caller]
fn says(now: &Value, said: &Value, about: &str) {
    let Some(members) = said.as_object() else {
        match (now.as_array(), said.as_array()) {
            (Some(now), Some(said)) if now.len() == said.len() => {
                for (at, (now, said)) in now.iter().zip(said).enumerate() {
                    says(now, said, &format!("{about} {at}"));
                }
            }
            _ => assert_eq!(now, said, "{about}"),
        }
        return;
    };
    for (key, said) in members {
        let now = now.get(key);
        let now = now.unwrap_or_else(|| panic!("{about}: nothing under {key}"));
        says(now, said, &format!("{about} {key}"));
    }
}

fn says_all(house: &House, said: &Value) {
    let hour = said["hour"].as_str().unwrap();
    house.at(hour, "verify").done();
    let shown = |line: String| house.at(hour, &format!("--json {line}")).json();
    for (code, said) in said["tournaments"].as_object().unwrap() {
        says(&shown(format!("tournament show {code}")), said, code);
    }
    for (game, said) in said["games"].as_object().unwrap() {
        says(&shown(format!("game show {game}")), said, game);
    }
}

#[test]
fn a_home_of_every_released_version_says_what_it_said() {
    for (sql, said) in RELEASED {
        let said: Value = serde_json::from_str(said).unwrap();
        let house = put_there(sql);
        says_all(&house, &said);
        // What is planned is changed and started, what is played goes on.
        let hour = said["hour"].as_str().unwrap();
        let changed = "tournament change L26 set silence_days=50";
        house.at(hour, changed).done();
        house.at(hour, "tournament start L26").done();
        house.post("r1", "dima@d.example", "[T26/1]", "2... 2836");
        house.at("2026-01-24T09:00:00Z", "poll").done();
        let game = house.at("2026-01-24T09:00:00Z", "--json game show T26/1");
        assert_eq!(game.json()["ply"], 4);
        house.at("2026-01-24T09:00:00Z", "nightly").done();
        house.at("2026-01-24T09:00:00Z", "verify").done();
    }
}

/// A program that knew fewer keys stored fewer: here none that its file did not set.
#[test]
fn a_home_without_the_keys_of_later_versions_has_their_defaults() {
    for (sql, said) in RELEASED {
        let said: Value = serde_json::from_str(said).unwrap();
        let house = put_there(sql);
        let db = database(&house);
        let mut gone = 0;
        for (code, said) in said["tournaments"].as_object().unwrap() {
            let word = said["profile"].as_str().unwrap();
            let profile = Profile::WORDS.iter().find(|(w, _)| *w == word).unwrap().1;
            let defaults = serde_json::to_value(Regulations::of(profile)).unwrap();
            for key in REGULATIONS {
                if said["regulations"][key.name] != defaults[key.name] {
                    continue;
                }
                let path = format!("$.regulations.{}", key.name);
                gone += db
                    .execute(
                        "UPDATE tournament SET facts = json_remove(facts, ?2),
                                               file = json_remove(file, ?2) WHERE code = ?1",
                        [code, &path],
                    )
                    .unwrap();
            }
        }
        assert!(gone > 60, "{gone}");
        drop(db);
        says_all(&house, &said);
        let hour = said["hour"].as_str().unwrap();
        house.at(hour, "tournament preview L26").done();
        let changed = "tournament change L26 set silence_days=50";
        house.at(hour, changed).done();
        let shown = house.at(hour, "--json tournament show L26").json();
        let mut expected = said["tournaments"]["L26"]["regulations"].clone();
        expected["silence_days"] = 50.into();
        says(&shown["regulations"], &expected, "L26");
        house.at(hour, "tournament start L26").done();
        house.at(hour, "verify").done();
    }
}
