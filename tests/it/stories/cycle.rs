//! A cycle: preliminary groups, and a final of those who came through (26, mixed).

use crate::club::{Club, Setup};
use serde_json::Value;

/// Two groups of three, and a final of the first two of each.
fn groups(of_final: &str) -> Setup {
    Setup::new().system("round-robin", 6).sections(&format!(
        "[[stage]]\ncode = \"T26-A\"\nplayers = [1, 2, 3]\n\
         [[stage]]\ncode = \"T26-B\"\nplayers = [4, 5, 6]\n\
         [[stage]]\ncode = \"T26-F\"\n{of_final}\n\
         from = [{{ stage = \"T26-A\", places = [1, 2] }}, {{ stage = \"T26-B\", places = [1, 2] }}]\n"
    ))
}

/// The first of a group wins both games, the second beats the third.
fn decided(club: &mut Club, group: &str) {
    for number in 1..=3 {
        let game = club.game(&format!("{group}/{number}"));
        let of = |side: &str| game[side]["player"].as_u64().unwrap();
        let result = if of("white") < of("black") {
            "1-0"
        } else {
            "0-1"
        };
        club.decides(&format!("result {group}/{number} {result}"));
    }
}

fn report(club: &mut Club, code: &str) -> Value {
    let text = club.types(&format!("tournament report {code} --format json"));
    serde_json::from_str(&text.unwrap()).unwrap()
}

/// Who plays a stage, by starting numbers.
fn field(club: &mut Club, code: &str) -> Vec<String> {
    let text = club
        .types(&format!("--json tournament show {code}"))
        .unwrap();
    let shown: Value = serde_json::from_str(&text).unwrap();
    let entries = shown["entries"].as_array().unwrap();
    let name = |e: &Value| e["name"].as_str().unwrap().to_owned();
    entries.iter().map(name).collect()
}

fn verified(club: &mut Club) {
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a26_the_final_is_played_by_those_who_came_through() {
    let mut club = groups("").opens();
    assert_eq!(field(&mut club, "T26-F"), Vec::<String>::new());
    decided(&mut club, "T26-A");
    club.everything_read();
    club.days_pass(1);
    club.ticks();
    assert!(
        field(&mut club, "T26-F").is_empty(),
        "one group still plays"
    );
    decided(&mut club, "T26-B");
    club.everything_read();
    club.ticks();
    assert!(
        field(&mut club, "T26-F").is_empty(),
        "a slip can be mended on the day"
    );
    club.days_pass(1);
    club.ticks();
    club.all_read("report");
    club.is_told("arbiter", "round")
        .says("tournament start T26-F");
    club.is_told("ann", "round").says("place 1 of T26-A");
    club.is_told("bert", "round");
    assert_eq!(club.all_read("round"), 2);
    assert_eq!(field(&mut club, "T26-F").len(), 4);
    verified(&mut club);
    club.starts("T26-F");
    assert_eq!(club.all_read("start"), 12);
    let table = report(&mut club, "T26-F");
    assert_eq!(table["open"], 6);
    verified(&mut club);
}

#[test]
fn a26_a_cycle_is_shown_as_a_whole() {
    let mut club = groups("").opens();
    decided(&mut club, "T26-A");
    decided(&mut club, "T26-B");
    club.days_pass(1);
    club.ticks();
    club.everything_read();
    let text = club.types("tournament report T26").unwrap();
    for words in [
        "Club championship, T26-A",
        "On to Club championship, T26-F: Ann Archer, Bert Baker.",
        "Come in: T26-A: places 1, 2; T26-B: places 1, 2",
        "It has not begun yet",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let text = club.types("tournament report T26 --format json").unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["stages"][2]["came"].as_array().unwrap().len(), 4);
    assert_eq!(report["stages"][0]["report"]["final"], true);
    let text = club.types("tournament show T26").unwrap();
    assert!(text.contains("places 1, 2 of T26-B come in"), "{text}");
    let refused = club
        .types("tournament report T26 --format trf")
        .unwrap_err();
    assert!(refused.contains("T26-A, T26-B, T26-F"), "{refused}");
    let refused = club.types("tournament explain T26").unwrap_err();
    assert!(refused.contains("T26 is a cycle"), "{refused}");
    let folder = club.root().join("www");
    club.types(&format!("site --output {}", folder.display()))
        .unwrap();
    let page = std::fs::read_to_string(folder.join("T26/index.html")).unwrap();
    assert!(page.contains("../T26-A/index.html"), "{page}");
    let first = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(first.contains("T26/index.html"), "{first}");
}

#[test]
fn a26_a_stage_is_no_matter_before_its_field_is_known() {
    let mut club = groups("").opens();
    let today = |club: &mut Club| club.types("today").unwrap();
    let text = today(&mut club);
    assert!(
        !text.contains("start T26-F"),
        "nothing can be done yet: {text}"
    );
    let refused = club.types("tournament start T26-F").unwrap_err();
    assert!(refused.contains("not known yet"), "{refused}");
    let add = "tournament change T26-F add X x@x.example --reason r";
    let refused = club.types(add).unwrap_err();
    assert!(
        refused.contains("comes from the stages before"),
        "{refused}"
    );
    decided(&mut club, "T26-A");
    decided(&mut club, "T26-B");
    club.days_pass(1);
    club.ticks();
    club.everything_read();
    let text = today(&mut club);
    assert!(text.contains("tournament start T26-F"), "{text}");
}

#[test]
fn a26_results_between_those_of_one_group_are_carried_over() {
    let mut club = groups("carry = true").opens();
    decided(&mut club, "T26-A");
    decided(&mut club, "T26-B");
    club.days_pass(1);
    club.ticks();
    club.everything_read();
    club.starts("T26-F");
    // Four games of six: those within a group are not played again.
    assert_eq!(club.all_read("start"), 8);
    let table = report(&mut club, "T26-F");
    assert_eq!(table["open"], 4);
    let first = &table["table"][0];
    assert_eq!(
        (&first["points"], &first["played"]),
        (&"1".into(), &1.into()),
        "{first}"
    );
    // In the files that other programs take they stand too: not rated twice, and once.
    let trf = club.types("tournament report T26-F --format trf").unwrap();
    let rows: Vec<&str> = trf.lines().filter(|l| l.starts_with("001 ")).collect();
    for (row, mark) in rows.iter().zip(['W', 'L', 'W', 'L']) {
        let points = row.get(80..84).unwrap().trim();
        assert_eq!(points, if mark == 'W' { "1.0" } else { "0.0" }, "{row}");
        assert!(
            row.ends_with(mark) || row.contains(&format!(" {mark} ")),
            "{row}"
        );
    }
    let pgn = |club: &mut Club, code: &str| {
        let text = club.types(&format!("tournament report {code} --format pgn"));
        text.unwrap().matches("[Event ").count()
    };
    assert_eq!(pgn(&mut club, "T26-F"), 6);
    assert_eq!(pgn(&mut club, "T26"), 10);
    // A result of a group that is changed is told with the table into which it is carried.
    let first_two = (1..=3).map(|n| format!("T26-A/{n}")).find(|game| {
        let game = club.game(game);
        let names = ["white", "black"].map(|side| game[side]["name"].clone());
        names
            .iter()
            .all(|name| name == "Ann Archer" || name == "Bert Baker")
    });
    let game = first_two.expect("the game of both");
    let trial = format!("td result {game} 1/2-1/2 --anyway --dry-run --reason seen");
    let tried = club.types(&trial).unwrap_or_else(|told| told);
    assert_eq!(tried.matches("in T26-F places").count(), 2, "{tried}");
    verified(&mut club);
}

#[test]
fn a26_the_next_moves_up_for_who_does_not_go_on() {
    let mut club = groups("").opens();
    decided(&mut club, "T26-A");
    decided(&mut club, "T26-B");
    club.days_pass(1);
    club.ticks();
    club.everything_read();
    let before = field(&mut club, "T26-F");
    club.decides("promote T26-F --without T26-A:1");
    club.is_told("arbiter", "round");
    // The third comes in, and who stays hears that he does not play.
    club.is_told("clara", "round").says("place 2 of T26-A");
    club.is_told("ann", "round").says("do not play");
    club.everything_read();
    let after = field(&mut club, "T26-F");
    assert_eq!(before[1], after[0]);
    assert_eq!(before[2..], after[2..]);
    verified(&mut club);
}

#[test]
fn a39_who_is_level_at_the_cut_is_the_arbiters_choice() {
    let mut club = groups("").opens();
    decided(&mut club, "T26-B");
    // Each has won one game with White: nothing tells them apart.
    for number in 1..=3 {
        club.decides(&format!("result T26-A/{number} 1/2-1/2"));
    }
    club.days_pass(1);
    club.ticks();
    let told = club.is_told("arbiter", "round");
    told.says("T26-A:1").says("T26-A:3");
    club.everything_read();
    assert!(field(&mut club, "T26-F").is_empty());
    club.decides("promote T26-F --without T26-A:3");
    assert_eq!(field(&mut club, "T26-F").len(), 4);
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_a_second_final_is_played_by_the_next_places() {
    let mut club = Setup::new()
        .system("round-robin", 4)
        .sections(
            "[[stage]]\ncode = \"T26-A\"\nplayers = [1, 2, 3, 4]\n\
             [[stage]]\ncode = \"T26-F\"\nfrom = [{ stage = \"T26-A\", places = [1, 2] }]\n\
             [[stage]]\ncode = \"T26-G\"\nfrom = [{ stage = \"T26-A\", places = [3, 4] }]\n",
        )
        .opens();
    // All are level: nobody goes on before the arbiter has decided.
    for number in 1..=6 {
        club.decides(&format!("result T26-A/{number} 1/2-1/2"));
    }
    club.days_pass(1);
    club.ticks();
    club.everything_read();
    assert!(field(&mut club, "T26-F").is_empty() && field(&mut club, "T26-G").is_empty());
    club.decides("promote T26-F --without T26-A:1 --without T26-A:3");
    assert_eq!(field(&mut club, "T26-F"), ["Bert Baker", "Дмитрий Волков"]);
    // Those who are left play the second one, with no further word.
    club.decides("promote T26-G");
    assert_eq!(field(&mut club, "T26-G"), ["Ann Archer", "Clara Cook"]);
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_a_stage_with_a_day_begins_by_itself() {
    let mut club = groups("start_date = 2026-06-01").opens();
    decided(&mut club, "T26-A");
    decided(&mut club, "T26-B");
    club.days_pass(1);
    club.ticks();
    club.is_told("arbiter", "round").says("begins by itself");
    club.everything_read();
    club.ticks();
    club.everything_read();
    club.it_is("2026-06-01T08:00:00Z");
    club.ticks();
    assert_eq!(club.all_read("start"), 12);
    club.everything_read();
    verified(&mut club);
}

/// The table of a group comes to stand otherwise after the field of the next stage was made.
#[test]
fn a26_a_stage_does_not_begin_with_a_field_that_is_not_the_tables() {
    for (taken, order) in [
        ("a result", "result GAME OTHER"),
        ("a game", "reopen GAME"),
        ("a player", "withdraw T26-A:1 T26-A --games lose"),
    ] {
        let mut club = groups("start_date = 2026-03-01").opens();
        decided(&mut club, "T26-A");
        decided(&mut club, "T26-B");
        club.days_pass(1);
        club.ticks();
        club.everything_read();
        club.days_pass(1);
        assert_eq!(field(&mut club, "T26-F")[..2], ["Ann Archer", "Bert Baker"]);
        let astray = |club: &mut Club| {
            let today = club.types("today").unwrap();
            today.contains("td promote T26-F")
        };
        assert!(!astray(&mut club));
        // Of the game of the second with the third, who lost is to have won.
        let of_them = (1..=3).find(|n| {
            let game = club.game(&format!("T26-A/{n}"));
            let of = |side: &str| game[side]["player"].as_u64().unwrap();
            of("white") + of("black") == 5
        });
        let name = format!("T26-A/{}", of_them.unwrap());
        let other = match club.game(&name)["result"].as_str() {
            Some("1-0") => "0-1",
            _ => "1-0",
        };
        let order = order.replace("GAME", &name).replace("OTHER", other);
        let asked = club.types(&format!("td {order} --reason x")).unwrap_err();
        assert!(asked.contains("the field of T26-F"), "{taken}: {asked}");
        club.types(&format!("td {order} --reason x --anyway"))
            .unwrap();
        assert!(astray(&mut club), "{taken}");
        club.everything_read();
        club.it_is("2026-03-01T09:00:00Z");
        club.ticks();
        let shown = club.types("--json tournament show T26-F").unwrap();
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["status"], "planned", "{taken}: {shown}");
        assert!(astray(&mut club), "{taken}");
        if taken == "a game" {
            club.decides(&format!("result {name} {other}"));
            club.ticks();
        }
        // The arbiter makes it again: it is what the tables say, and begins on his word.
        club.types("td promote T26-F --reason x").unwrap();
        assert!(!astray(&mut club), "{taken}");
        let field = field(&mut club, "T26-F");
        let gone = match taken {
            "a player" => "Ann Archer",
            _ => "Bert Baker",
        };
        assert!(!field.iter().any(|name| name == gone), "{taken}: {field:?}");
        club.starts("T26-F");
        club.everything_read();
        // Once it has begun its field stays; who would change what made it is told so.
        if taken == "a result" {
            let back = if other == "1-0" { "0-1" } else { "1-0" };
            let asked = club.types(&format!("td result {name} {back}")).unwrap_err();
            assert!(asked.contains("the stage has begun"), "{asked}");
        }
        assert!(!astray(&mut club), "{taken}");
        verified(&mut club);
    }
}

#[test]
fn a26_a_cycle_is_previewed_before_its_stages_begin() {
    let mut club = groups("start_date = 2026-03-01").not_started().opens();
    let text = club.types("tournament preview T26").unwrap();
    for words in [
        "T26-F has a day to begin on, and T26-A",
        "Club championship, T26-A (T26-A)",
        "T26-B/3",
        "Come in: T26-A: places 1, 2; T26-B: places 1, 2.",
        "on the day after the last of these stages is over",
        "It begins by itself on 2026-03-01.",
        "ann@a.example",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let public = club.types("tournament preview T26 --public").unwrap();
    assert!(!public.contains("ann@a.example"), "{public}");
    assert!(!public.contains("is to begin"), "{public}");
    let text = club.types("tournament preview T26 --format json").unwrap();
    let shown: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(shown["stages"][2]["open"], true);
    assert_eq!(
        shown["stages"][0]["preview"]["games"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // The letters of both groups, and none of a final that nobody knows yet.
    let folder = club.root().join("letters");
    let told = club
        .types(&format!(
            "tournament preview T26 --letters {}",
            folder.display()
        ))
        .unwrap();
    assert!(told.contains("12 start letters"), "{told}");
    assert!(folder.join("T26-B-3-to-1.eml").exists() || folder.join("T26-B-3-to-2.eml").exists());
    let told = club.types("tournament start T26 --dry-run").unwrap();
    assert!(
        told.contains("would start T26: 6 games, 12 start letters"),
        "{told}"
    );
    club.starts("T26");
    assert_eq!(club.all_read("start"), 12);
    let text = club.types("tournament preview T26").unwrap();
    assert!(text.contains("Come in: T26-A"), "{text}");
}
