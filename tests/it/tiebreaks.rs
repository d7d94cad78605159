//! Published cross-tables, entered as tournaments by the arbiter, against the
//! points, tie-breaks and places that are known.

use crate::contract::House;
use postchess::orders::line::of_line;
use postchess::robot::orders::Grounds;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

pub fn table(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a table")).expect("JSON")
}

/// `td result` words for a result of the files.
fn code(result: &str) -> &str {
    match result {
        "+--" => "+/-",
        "--+" => "-/+",
        "---" => "-/-",
        other => other,
    }
}

pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a decimal"),
        other => other.as_f64().expect("a number"),
    }
}

/// A table entered as a tournament `T26` of listed pairs, players in the order of
/// their names.
pub fn enter(expected: &Value, tie_breaks: &str) -> House {
    let players: Vec<&String> = expected["players"]
        .as_object()
        .expect("players")
        .keys()
        .collect();
    let start: BTreeMap<&str, usize> = players
        .iter()
        .enumerate()
        .map(|(i, p)| (p.as_str(), i + 1))
        .collect();
    let mut file = format!(
        "[tournament]\ncode = \"T26\"\nname = \"x\"\nprofile = \"email\"\nsystem = \"pairs\"\n\
         start_date = 2026-01-10\ntime_zone = \"UTC\"\nlanguage = \"en\"\n\
         arbiter = {{ name = \"O\", email = \"td@club.example\" }}\n[regulations]\ntie_breaks = {tie_breaks}\n"
    );
    for (i, player) in players.iter().enumerate() {
        write!(
            file,
            "[[player]]\nname = \"{player}\"\nemail = \"p{i}@x.example\"\n"
        )
        .unwrap();
    }
    let games = expected["games"].as_array().expect("games");
    for game in games {
        let side = |name: &str| start[game[name].as_str().expect("a player")];
        write!(
            file,
            "[[pair]]\nwhite = {}\nblack = {}\n",
            side("white"),
            side("black")
        )
        .unwrap();
    }
    let house = House::new();
    house.write("t.toml", &file);
    let added = house.run(&format!(
        "tournament add {}",
        house.path("t.toml").display()
    ));
    assert_eq!(added.code, 0, "{}", added.err);
    assert_eq!(house.run("tournament start T26").code, 0);
    // The first by the command line, the rest by the same order without a process each.
    let word = |game: &Value| code(game["result"].as_str().expect("a result")).to_owned();
    let by = |result: &str| match result {
        "+/-" | "-/+" | "-/-" => "default",
        _ => "ruling",
    };
    let first = word(&games[0]);
    let entered = house.run(&format!("td result T26/1 {first} --by {}", by(&first)));
    assert_eq!(entered.code, 0, "{}", entered.err);
    let mut robot = house.robot();
    for (i, game) in games.iter().enumerate().skip(1) {
        let result = word(game);
        let line = format!("result T26/{} {result} --by {}", i + 1, by(&result));
        let order = of_line(&line)
            .unwrap_or_else(|e| panic!("{line}: {e}"))
            .order;
        robot
            .decide(&order, &Grounds::console("", false))
            .unwrap_or_else(|e| panic!("{e}"));
    }
    drop(robot);
    house
}

/// The places a text such as `2-3` covers.
fn covers(place: &str, wanted: u64) -> bool {
    let mut ends = place.split('-').map(|n| n.parse::<u64>().expect("a place"));
    let first = ends.next().expect("a place");
    let last = ends.next().unwrap_or(first);
    (first..=last).contains(&wanted)
}

fn compare(name: &str) {
    let expected = table(&Path::new("tests/cases/tiebreaks").join(format!("{name}.json")));
    for (tie_breaks, place) in [
        (r#"["direct", "wins", "sb", "koya"]"#, "place_39_3_1"),
        (r#"["wins", "sb", "direct"]"#, "place_baumbach_wins_sb_de"),
    ] {
        let report = enter(&expected, tie_breaks).json("tournament report T26");
        assert_eq!(
            (report["open"].as_u64(), report["final"].as_bool()),
            (Some(0), Some(true))
        );
        let rows = report["table"].as_array().expect("table");
        assert_eq!(
            rows.len(),
            expected["players"]
                .as_object()
                .map_or(0, serde_json::Map::len)
        );
        for row in rows {
            let player = row["name"].as_str().expect("name");
            let wanted = &expected["expected"][player];
            let about = format!("{name}: {player}: {row}");
            assert_eq!(
                number(&row["points"]),
                number(&wanted["points"]),
                "points, {about}"
            );
            assert_eq!(
                row["wins"].as_u64(),
                wanted["wins"].as_u64(),
                "wins, {about}"
            );
            let sb = number(&wanted["sonneborn_berger"]);
            assert_eq!(
                row.get("sb").filter(|v| !v.is_null()).map(number),
                Some(sb),
                "Sonneborn-Berger, {about}"
            );
            if place == "place_39_3_1" {
                let koya = number(&wanted["koya"]);
                assert_eq!(
                    row.get("koya").filter(|v| !v.is_null()).map(number),
                    Some(koya),
                    "Koya, {about}"
                );
            }
            match &wanted[place] {
                Value::Null => {}
                Value::String(text) => assert_eq!(row["place"], text.as_str(), "place, {about}"),
                place => {
                    let shown = row["place"].as_str().expect("place");
                    let place = place.as_u64().expect("a place");
                    assert!(covers(shown, place), "place {place}, {about}");
                }
            }
        }
    }
}

/// E leaves after two of four games, exactly half: the rest is - for E and + for the
/// others, and everything counts (33.1.2). Entered as it happens, by `td withdraw`.
#[test]
fn a33_1_2_the_table_of_a_withdrawal_at_half() {
    let name = "art33-withdrawn-50pct";
    let expected = table(&Path::new("tests/cases/tiebreaks").join(format!("{name}.json")));
    let house = House::new();
    let mut file = String::from(
        "[tournament]\ncode = \"T26\"\nname = \"x\"\nprofile = \"email\"\nsystem = \"pairs\"\n\
         start_date = 2026-01-10\ntime_zone = \"UTC\"\nlanguage = \"en\"\n\
         arbiter = { name = \"O\", email = \"td@club.example\" }\n",
    );
    for player in "ABCDE".chars() {
        write!(
            file,
            "[[player]]\nname = \"{player}\"\nemail = \"{player}@x.example\"\n"
        )
        .unwrap();
    }
    let games = expected["games"].as_array().expect("games");
    let start = |name: &Value| match name.as_str() {
        Some(letter) => "ABCDE".find(letter).expect("a player") + 1,
        None => panic!("a name"),
    };
    for game in games {
        let (white, black) = (start(&game["white"]), start(&game["black"]));
        write!(file, "[[pair]]\nwhite = {white}\nblack = {black}\n").unwrap();
    }
    house.write("t.toml", &file);
    house
        .run(&format!(
            "tournament add {}",
            house.path("t.toml").display()
        ))
        .done();
    house.run("tournament start T26").done();
    let mut left = 0;
    for (i, game) in games.iter().enumerate() {
        let result = game["result"].as_str().expect("a result");
        if result.contains("--") {
            left += 1;
            continue;
        }
        house
            .run(&format!("td result T26/{} {result}", i + 1))
            .done();
    }
    assert_eq!(left, 2);
    let decided = house.json("td withdraw T26:5 T26 --games lose");
    assert_eq!(decided["player_entries"][0]["event"]["finished"], 2);
    assert_eq!(decided["player_entries"][0]["event"]["scheduled"], 4);
    assert_eq!(decided["player_entries"][0]["event"]["counts"], true);
    let report = house.json("tournament report T26");
    for row in report["table"].as_array().expect("rows") {
        let player = row["name"].as_str().expect("a name");
        let wanted = &expected["expected"][player];
        for (mine, theirs) in [
            ("points", "points"),
            ("wins", "wins"),
            ("sb", "sonneborn_berger"),
            ("koya", "koya"),
        ] {
            assert_eq!(
                number(&row[mine]),
                number(&wanted[theirs]),
                "{mine} of {player}"
            );
        }
        assert_eq!(row["place"], wanted["place_39_3_1"].to_string(), "{player}");
        assert_eq!(row["withdrawn"], player == "E");
        assert_eq!(row["counts"], true);
    }
    assert_eq!(report["final"], true);
    house.run("verify").done();
}

macro_rules! tables {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            compare($name);
        })*

        #[test]
        fn every_table_has_its_test() {
            let mut files: Vec<String> = std::fs::read_dir("tests/cases/tiebreaks")
                .expect("tiebreaks")
                .filter_map(|e| e.ok()?.path().file_stem()?.to_str().map(str::to_owned))
                .collect();
            files.sort();
            assert_eq!(files, [$($name),*]);
        }
    };
}

tables! {
    a33_withdrawn_at_half "art33-withdrawn-50pct"
    direct_encounter_of_three "de-three-way"
    dortmund_1928 "dortmund-1928"
    double_forfeit "double-forfeit"
    iccf_school "iccf-71885-school-b1"
    iccf_scca_open "iccf-83916-scca-open-2020"
}
