//! The file of a cycle, edited: what has not begun follows it, what has stays (31.4).

use crate::club::{Club, Setup};
use serde_json::Value;

/// Two groups of two, and a final of both winners.
fn setup(of_group: &str, of_final: &str) -> Setup {
    Setup::new()
        .system("match", 4)
        .sections(&format!(
            "[[stage]]\ncode = \"T26-A\"\nplayers = [1, 2]\n{of_group}\n\
             [[stage]]\ncode = \"T26-B\"\nplayers = [3, 4]\n{of_group}\n\
             [[stage]]\ncode = \"T26-F\"\n{of_final}\n\
             from = [{{ stage = \"T26-A\", places = [1] }}, {{ stage = \"T26-B\", places = [1] }}]\n"
        ))
        .not_started()
}

fn update(club: &mut Club, text: &str, options: &str) -> Result<String, String> {
    let path = club.root().join("edited.toml");
    std::fs::write(&path, text).unwrap();
    club.types(&format!("tournament update {} {options}", path.display()))
}

fn shown(club: &mut Club, code: &str) -> Value {
    let text = club
        .types(&format!("--json tournament show {code}"))
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The lower number of each group wins its games.
fn groups_end(club: &mut Club) {
    for group in ["T26-A", "T26-B"] {
        for number in 1..=2 {
            let game = club.game(&format!("{group}/{number}"));
            let of = |side: &str| game[side]["player"].as_u64().unwrap();
            let white = of("white") < of("black");
            let result = if white { "1-0" } else { "0-1" };
            club.decides(&format!("result {group}/{number} {result}"));
        }
    }
    club.everything_read();
    club.days_pass(1);
    club.ticks();
    club.everything_read();
}

#[test]
fn a31_4_the_file_of_a_cycle_is_edited_before_it_begins() {
    let mut club = setup("", "").opens();
    let edited = setup(
        "",
        "start_date = 2027-03-01\ngames = 4\nregulations = { days_per_period = 40 }",
    );
    let text = edited.file().replace("Bert Baker", "Bertram Baker");
    let told = update(&mut club, &text, "").unwrap();
    for words in [
        "T26-A: number 2, Bert Baker: name Bertram Baker, was Bert Baker",
        "T26-F: games: 4, was 2",
        "T26-F: start_date: 2027-03-01, was",
        "T26-F: begins: by itself on its start date, was when the arbiter starts it",
        "T26-F: days_per_period: 40, was 60",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    assert_ne!(shown(&mut club, "T26-F")["start_date"], "2027-03-01");
    let told = update(&mut club, &text, "--yes --reason agreed").unwrap();
    assert!(told.contains("T26-F: games: 4"), "{told}");
    let f = shown(&mut club, "T26-F");
    assert_eq!(f["start_date"], "2027-03-01");
    assert_eq!(f["regulations"]["days_per_period"], 40);
    let a = shown(&mut club, "T26-A");
    assert_eq!(a["entries"][1]["name"], "Bertram Baker");
    let again = update(&mut club, &text, "--yes").unwrap();
    assert!(again.contains("no stage changes"), "{again}");
    let preview = club.types("tournament preview T26").unwrap();
    assert!(preview.contains("agreed"), "{preview}");
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a31_4_a_stage_that_has_begun_is_not_rewritten_and_nothing_else_is_then() {
    let mut club = setup("", "").opens();
    club.starts("T26");
    club.all_read("start");
    let both = setup("end_date = 2029-01-01", "end_date = 2030-01-01").file();
    let refused = update(&mut club, &both, "--yes").unwrap_err();
    for words in [
        "T26-A has begun and is not rewritten; the file would change end_date: 2029-01-01, was none",
        "T26-B has begun",
    ] {
        assert!(refused.contains(words), "{words}\n{refused}");
    }
    assert_eq!(shown(&mut club, "T26-F")["end_date"], Value::Null);
    // The final alone may change still.
    let last = setup("", "end_date = 2030-01-01").file();
    update(&mut club, &last, "--yes").unwrap();
    assert_eq!(shown(&mut club, "T26-F")["end_date"], "2030-01-01");
    // Who has moved since, or was replaced, is no change of a file that has him as entered.
    club.decides("address 1 ann@elsewhere.example");
    club.everything_read();
    let told = update(&mut club, &last, "--yes").unwrap();
    assert!(told.contains("no stage changes"), "{told}");
    assert_eq!(
        shown(&mut club, "T26-A")["entries"][0]["email"],
        "ann@elsewhere.example"
    );
}

#[test]
fn a26_a_field_that_is_made_stays_and_its_stage_follows_the_file() {
    let mut club = setup("", "").opens();
    club.starts("T26");
    club.all_read("start");
    groups_end(&mut club);
    let names = |club: &mut Club| -> Vec<String> {
        let shown = shown(club, "T26-F");
        let entries = shown["entries"].as_array().unwrap().clone();
        let name = |e: &Value| e["name"].as_str().unwrap().to_owned();
        entries.iter().map(name).collect()
    };
    let field = names(&mut club);
    assert_eq!(field.len(), 2);
    let edited = setup("", "games = 4\nstart_date = 2027-03-01").file();
    update(&mut club, &edited, "--yes").unwrap();
    assert_eq!(names(&mut club), field);
    assert_eq!(
        shown(&mut club, "T26-F")["pairings"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    // From where they come is final.
    let other = edited.replace(
        "stage = \"T26-B\", places = [1]",
        "stage = \"T26-B\", places = [2]",
    );
    let refused = update(&mut club, &other, "--yes").unwrap_err();
    assert!(refused.contains("the field of T26-F is made"), "{refused}");
    // With a day of its own it now begins by itself.
    club.it_is("2027-03-01T08:00:00Z");
    club.ticks();
    assert_eq!(club.all_read("start"), 8);
    club.everything_read();
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a_file_that_is_not_this_cycles_is_refused() {
    let mut club = setup("", "").opens();
    let text = setup("", "").file();
    let other = text.replace("T26-F", "T26-G");
    let refused = update(&mut club, &other, "--yes").unwrap_err();
    assert!(
        refused.contains("stay as they were added, T26-A, T26-B, T26-F"),
        "{refused}"
    );
    let other = text.replace("T26", "T27");
    let refused = update(&mut club, &other, "--yes").unwrap_err();
    assert!(refused.contains("there is no cycle T27"), "{refused}");
    // A stage has no file of its own.
    let alone = text
        .split("[[stage]]")
        .next()
        .unwrap()
        .replace("\"T26\"", "\"T26-A\"");
    let players = "[[player]]\nname = \"A\"\nemail = \"a@x.example\"\n\
                   [[player]]\nname = \"B\"\nemail = \"b@x.example\"\n";
    let head = alone.split("[[player]]").next().unwrap();
    let refused = update(&mut club, &format!("{head}{players}"), "--yes").unwrap_err();
    assert!(refused.contains("T26-A is a stage of T26"), "{refused}");
}
