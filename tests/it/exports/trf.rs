//! TRF16, as py4swiss and FIDE's tie-break checker read it.

use super::read_by;
use crate::contract::House;
use crate::tiebreaks::{enter, number, table};
use postchess::cli::season::DemoSeason;
use serde_json::Value;
use std::path::Path;

const IN_ORDER: &str = r#"["direct", "wins", "sb", "koya"]"#;

fn exported(house: &House, code: &str) -> Value {
    let file = house.path("t.trf");
    let line = format!(
        "tournament report {code} --format trf --output {}",
        file.display()
    );
    house.run(&line).done();
    serde_json::from_str(&read_by("trf.py", &file, &["WIN", "SB", "KS"])).expect("JSON")
}

/// Both readers find our points, places, wins and tie-breaks, and every result
/// in the rows of both players.
#[track_caller]
fn agrees(read: &Value, report: &Value) {
    for row in report["table"].as_array().expect("a table") {
        let found = &read["players"][row["start_number"].to_string()];
        let about = format!("{row}\n{found}");
        assert_eq!(number(&found["points"]), number(&row["points"]), "{about}");
        let first = row["place"].as_str().expect("a place").split('-').next();
        assert_eq!(Some(found["rank"].to_string().as_str()), first, "{about}");
        for (theirs, ours) in [
            ("PTS", "points"),
            ("WIN", "wins"),
            ("SB", "sb"),
            ("KS", "koya"),
        ] {
            let found = number(&found["tie_breaks"][theirs]);
            assert_eq!(found, number(&row[ours]), "{theirs}: {about}");
        }
        // Every decided game stands in the row, and nothing else does.
        let mut ours: Vec<(u64, String)> = Vec::new();
        for (opponent, marks) in row["results"].as_object().expect("results") {
            for mark in marks.as_array().expect("marks") {
                let mark = mark.as_str().expect("a mark").replace('½', "=");
                if !mark.is_empty() {
                    ours.push((opponent.parse().expect("a number"), mark));
                }
            }
        }
        let mut theirs: Vec<(u64, String)> = Vec::new();
        for result in found["results"].as_array().expect("results") {
            let mark = match result[2].as_str().expect("a mark") {
                "Z" => continue,
                "W" => "1",
                "D" => "=",
                "L" => "0",
                other => other,
            };
            theirs.push((result[0].as_u64().expect("a number"), mark.to_owned()));
        }
        ours.sort();
        theirs.sort();
        assert_eq!(theirs, ours, "{about}");
    }
}

#[test]
fn published_tables_are_read_with_the_same_points_and_tie_breaks() {
    for name in [
        "dortmund-1928",
        "iccf-71885-school-b1",
        "iccf-83916-scca-open-2020",
        "de-three-way",
    ] {
        let expected = table(&Path::new("tests/cases/tiebreaks").join(format!("{name}.json")));
        let house = enter(&expected, IN_ORDER);
        let read = exported(&house, "T26");
        agrees(&read, &house.json("tournament report T26"));
    }
}

#[test]
fn the_demo_in_play_is_read_by_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("demo");
    let home = root.to_str().expect("UTF-8");
    crate::contract::program(&["demo", home]).done();
    for season in DemoSeason::Mail.seasons().expect("the examples") {
        let home = match season.name {
            "club" => root.clone(),
            other => root.join(other),
        };
        for (read, report) in exported_all(&home) {
            agrees(&read, &report);
        }
    }
}

/// Every tournament of a home, as others read its file, with its own report.
fn exported_all(home: &Path) -> Vec<(Value, Value)> {
    let home = home.to_str().expect("UTF-8");
    let folder = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str]| crate::contract::program(&[&["--home", home], words].concat());
    let list = run(&["--json", "tournament", "list"]).json();
    let both = |tournament: &Value| {
        let code = tournament["code"].as_str().expect("a code");
        let file = folder.path().join(format!("{code}.trf"));
        let path = file.to_str().expect("UTF-8");
        let report = ["tournament", "report", code];
        run(&[&report[..], &["--format", "trf", "--output", path]].concat()).done();
        let read = read_by("trf.py", &file, &["WIN", "SB", "KS"]);
        let read: Value = serde_json::from_str(&read).expect("JSON");
        (read, run(&[&["--json"], &report[..]].concat()).json())
    };
    list.as_array()
        .expect("tournaments")
        .iter()
        .map(both)
        .collect()
}

/// Points and places are ours, though results stand that count for nobody, or that nobody won.
#[test]
fn a33_1_strict_readers_find_our_points_where_a_player_does_not_count_or_both_lose() {
    for name in ["double-forfeit", "art33-withdrawn-50pct"] {
        let expected = table(&Path::new("tests/cases/tiebreaks").join(format!("{name}.json")));
        let house = enter(&expected, IN_ORDER);
        same_points(&house, "T26");
    }
    let house = House::new();
    begin(&house, &left_early(""));
    for order in [
        "result W26/1 1-0",
        "withdraw W26:1 W26 --games lose --finished drop",
    ] {
        house.run(&format!("td {order} --anyway")).done();
    }
    same_points(&house, "W26");
}

/// Three points for a win: the file says so, and adds up.
#[test]
fn a10_1_other_points_are_read_by_others() {
    let house = House::new();
    begin(&house, &left_early("points = [3, 1, 0]"));
    for (game, result) in [(1, "1-0"), (2, "1/2-1/2"), (3, "+/-"), (4, "1/2-1/2")] {
        let order = format!("td result W26/{game} {result} --anyway");
        house.run(&order).done();
    }
    let read = same_points(&house, "W26");
    let players = read["players"].as_object().expect("players").values();
    let all: f64 = players.map(|p| p["points"].as_f64().expect("points")).sum();
    assert_eq!(all, 3.0 + 2.0 + 3.0 + 2.0);
}

/// A tournament W26 of this file, begun.
fn begin(house: &House, file: &str) {
    house.write("w.toml", file);
    let path = house.path("w.toml");
    house
        .run(&format!("tournament add {}", path.display()))
        .done();
    house.run("tournament start W26").done();
}

fn left_early(regulations: &str) -> String {
    let mut text = format!(
        "[tournament]\ncode = \"W26\"\nname = \"W\"\nstart_date = 2026-01-10\n\
         arbiter = {{ name = \"A\", email = \"a@club.example\" }}\n\
         [regulations]\n{regulations}\n"
    );
    for n in 1..=5 {
        text.push_str(&format!(
            "[[player]]\nname = \"P{n}\"\nemail = \"p{n}@x.example\"\n"
        ));
    }
    text
}

fn same_points(house: &House, code: &str) -> Value {
    let read = exported(house, code);
    same_points_of(&read, &house.json(&format!("tournament report {code}")));
    read
}

#[track_caller]
fn same_points_of(read: &Value, report: &Value) {
    for row in report["table"].as_array().expect("a table") {
        let found = &read["players"][row["start_number"].to_string()];
        assert_eq!(number(&found["points"]), number(&row["points"]), "{row}");
    }
}

/// From the file alone another engine pairs every round of an event as it was paired: with
/// the first colour drawn, and with pairs that never meet (31.9).
#[test]
fn a31_7_anybody_pairs_a_swiss_event_again_from_its_file() {
    let house = House::new();
    let mut file = left_early("").replace(
        "[regulations]",
        "system = \"swiss\"\nrounds = 4\ndraw_seed = \"4 8 15\"\n[[apart]]\nplayers = [1, 4]\nstrict = true\n[regulations]",
    );
    for n in 6..=9 {
        file.push_str(&format!(
            "[[player]]\nname = \"P{n}\"\nemail = \"p{n}@x.example\"\n"
        ));
    }
    begin(&house, &file);
    let results = ["1-0", "1/2-1/2", "0-1", "+/-"];
    let mut game = 1;
    for round in 0..4 {
        for board in 0..4 {
            let result = results[(round + board) % 4];
            house
                .run(&format!("td result W26/{game} {result} --anyway"))
                .done();
            game += 1;
        }
        house.run("td pair W26 --anyway");
    }
    same_points(&house, "W26");
    let read: Value =
        serde_json::from_str(&read_by("pair.py", &house.path("t.trf"), &[])).expect("JSON");
    assert_eq!(read, serde_json::json!({"rounds": 4, "differences": []}));
}

/// Rounds, byes and teams: what the systems of play leave behind is read by others.
#[test]
fn whole_events_are_read_strictly() {
    for season in ["swiss", "teams", "cup", "cycle"] {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("demo");
        let home = root.to_str().expect("UTF-8");
        crate::contract::program(&["demo", home, "--season", season]).done();
        for (read, report) in exported_all(&root) {
            same_points_of(&read, &report);
        }
    }
}
