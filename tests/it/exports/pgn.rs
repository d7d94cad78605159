//! PGN of a tournament, as python-chess and pgn-extract read it.

use super::read_by;
use crate::clients::extracted_games;
use crate::contract::{House, program};
use postchess::cli::season::DemoSeason;
use serde_json::Value;
use std::path::Path;

/// A file of games is read by both programs without a complaint, and with every
/// half-move of `games`, which are as `game show --format json` prints them.
#[track_caller]
pub fn is_read_whole(file: &Path, games: &[Value]) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("a file");
    assert!(!text.contains('@'), "nobody's address stands in it");
    for line in text.lines() {
        let tag = line.starts_with('[');
        assert!(tag || line.chars().count() <= 80, "{line}");
    }
    let read: Value = serde_json::from_str(&read_by("pgn.py", file, &[])).expect("JSON");
    let read = read.as_array().expect("games").clone();
    assert_eq!(read.len(), games.len());
    let extracted = extracted_games(&text);
    assert_eq!(extracted.len(), games.len());
    for ((found, theirs), game) in read.iter().zip(&extracted).zip(games) {
        let moves = game["moves"].as_array().expect("moves");
        let about = format!("{}\n{found}", game["game"]);
        assert_eq!(found["errors"], Value::Array(Vec::new()), "{about}");
        let uci: Vec<&Value> = moves.iter().map(|m| &m["uci"]).collect();
        let own: Vec<&Value> = found["moves"].as_array().expect("moves").iter().collect();
        assert_eq!(own, uci, "{about}");
        assert_eq!(found["hours"].as_u64(), Some(moves.len() as u64), "{about}");
        assert_eq!(found["fen"], game["fen"], "{about}");
        assert_eq!(theirs.len(), moves.len(), "{about}\n{theirs:?}");
        // Of castling in Chess960 pgn-extract writes the king's own squares.
        if found["tags"]["Variant"].is_null() {
            assert!(
                theirs.iter().eq(uci.iter().filter_map(|m| m.as_str())),
                "{about}"
            );
        }
    }
    read
}

/// All games of a tournament as JSON, in the order of their numbers.
pub fn games_of(run: impl Fn(&str) -> Value, code: &str) -> Vec<Value> {
    let list = run(&format!("game list --tournament {code}"));
    let names = list
        .as_array()
        .expect("games")
        .iter()
        .map(|g| g["game"].as_str());
    names
        .map(|name| {
            run(&format!(
                "game show {} --format json",
                name.expect("a name")
            ))
        })
        .collect()
}

#[test]
fn the_seasons_of_the_demo_are_read_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("demo");
    program(&["demo", root.to_str().expect("UTF-8")]).done();
    for season in DemoSeason::Mail.seasons().expect("the examples") {
        let home = match season.name {
            "club" => root.clone(),
            other => root.join(other),
        };
        let run = |line: &str| {
            let home = ["--home", home.to_str().expect("UTF-8")];
            let words: Vec<&str> = line.split_whitespace().collect();
            program(&[&home[..], &words[..]].concat())
        };
        let json = |line: &str| run(&format!("--json {line}")).json();
        for tournament in json("tournament list").as_array().expect("tournaments") {
            let code = tournament["code"].as_str().expect("a code");
            let file = folder.path().join("t.pgn");
            let report = format!(
                "tournament report {code} --format pgn --output {}",
                file.display()
            );
            run(&report).done();
            let games = games_of(json, code);
            let read = is_read_whole(&file, &games);
            assert!(
                read.iter()
                    .all(|g| g["tags"]["Event"] == tournament["name"])
            );
            run(&format!("{report} --ascii")).done();
            assert!(std::fs::read(&file).expect("a file").is_ascii());
            is_read_whole(&file, &games);
        }
    }
}

#[test]
fn decisions_of_the_arbiter_have_their_tags() {
    let expected = crate::tiebreaks::table(Path::new("tests/cases/tiebreaks/double-forfeit.json"));
    let house: House = crate::tiebreaks::enter(&expected, r#"["wins", "sb"]"#);
    let file = house.path("t.pgn");
    house
        .run(&format!(
            "tournament report T26 --format pgn --output {}",
            file.display()
        ))
        .done();
    let games = games_of(|line| house.json(line), "T26");
    for (found, game) in is_read_whole(&file, &games).iter().zip(&games) {
        let (result, termination) = match game["result"].as_str().expect("a result") {
            "+/-" => ("1-0", "abandoned"),
            "-/+" => ("0-1", "abandoned"),
            "-/-" => ("*", "abandoned"),
            plain => (plain, "adjudication"),
        };
        assert_eq!(found["tags"]["Result"], result, "{found}");
        assert_eq!(found["tags"]["Termination"], termination, "{found}");
        assert_eq!(found["tags"]["TimeControl"], "10/5184000", "{found}");
        assert_eq!(found["tags"]["Mode"], "EM", "{found}");
        assert_eq!(found["tags"]["EventDate"], "2026.01.10", "{found}");
    }
}
