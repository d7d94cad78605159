//! Setting a tournament up, as an arbiter does: lists of players as clubs have
//! them, the file that explains itself, previews, late changes.

use crate::contract::{Answer, House};

/// A tournament without players.
const SPRING: &str = "[tournament]\ncode = \"S27\"\nname = \"Spring\"\nstart_date = 2026-03-02\n\
    language = \"ru\"\ntime_zone = \"UTC\"\narbiter = { name = \"Olga Orlova\", email = \"td@club.example\" }\n";

fn list(name: &str) -> String {
    format!("{}/tests/lists/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn add(house: &House, options: &str) -> Answer {
    let file = house.path("s.toml");
    house.run(&format!("tournament add {} {options}", file.display()))
}

#[track_caller]
fn verified(house: &House) {
    let answer = house.run("verify");
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
}

/// Starting numbers and names.
fn entries(house: &House) -> Vec<String> {
    let shown = house.json("tournament show S27");
    let entries = shown["entries"].as_array().unwrap().clone();
    let line =
        |e: &serde_json::Value| format!("{} {}", e["start_number"], e["name"].as_str().unwrap());
    entries.iter().map(line).collect()
}

#[test]
fn players_come_from_a_list_that_excel_saved() {
    let house = House::new();
    house.write("s.toml", SPRING);
    let answer = add(&house, &format!("--players {}", list("excel-ru-1251.csv"))).done();
    assert!(
        answer.out.contains("added S27: 3 players, 3 games"),
        "{}",
        answer.out
    );
    assert!(
        answer.err.contains("note: column 'Телефон' is set aside"),
        "{}",
        answer.err
    );
    assert_eq!(
        entries(&house),
        ["1 Орлов Пётр Ильич", "2 Семёнова Анна", "3 Жуков Юрий"]
    );
    verified(&house);
}

#[test]
fn numbers_follow_the_rating_the_lists_numbers_or_the_lot() {
    let google = list("google-en.csv");
    for (options, first) in [
        ("", "1 Ann Archer"),
        ("--order rating", "1 Ann Archer"),
        ("--order number", "1 Bert Baker"),
    ] {
        let house = House::new();
        house.write("s.toml", SPRING);
        add(&house, &format!("--players {google} {options}")).done();
        assert_eq!(entries(&house)[0], first, "{options}");
    }
    let draw = || {
        let house = House::new();
        house.write("s.toml", SPRING);
        let told = add(&house, &format!("--players {google} --draw 4-8-15"))
            .done()
            .out;
        verified(&house);
        (told, entries(&house))
    };
    let (told, numbers) = draw();
    assert_eq!((told.clone(), numbers.clone()), draw());
    assert!(
        told.contains("drawn by lot (31.1), seed '4-8-15'"),
        "{told}"
    );
    // What is printed is what stands.
    for entry in &numbers {
        let (number, name) = entry.split_once(' ').unwrap();
        let line = told.lines().find(|l| l.ends_with(name)).unwrap();
        assert!(
            line.trim_start().starts_with(&format!("{number}. ")),
            "{line}"
        );
    }
}

#[test]
fn nothing_is_added_where_anything_is_wrong() {
    let house = House::new();
    house.write("s.toml", SPRING);
    let answer = add(&house, &format!("--players {}", list("wrong.csv")));
    answer.fails(1);
    assert_eq!(answer.err.lines().count(), 10, "{}", answer.err);
    assert!(
        answer.err.contains("wrong.csv:8: column 'e-mail'"),
        "{}",
        answer.err
    );
    house
        .run(&format!("player import {}", list("wrong.csv")))
        .fails(1);
    assert_eq!(house.json("player list").as_array().unwrap().len(), 0);
    house.run("player import no-such.csv").fails(3);
    add(&house, "--order rating").fails(2);
    // Players may not stand in both places.
    house.write(
        "s.toml",
        &format!("{SPRING}[[player]]\nname = \"A\"\nemail = \"a@x.example\"\n"),
    );
    let both = add(&house, &format!("--players {}", list("google-en.csv")));
    assert!(
        both.fails(1).err.contains("a list of players is given too"),
        "{}",
        both.err
    );
}

#[test]
fn persons_of_the_club_are_entered_once() {
    let house = House::new();
    let google = list("google-en.csv");
    let first = house.run(&format!("player import {google}")).done();
    assert!(
        first.out.contains("added 3 players, 0 were known"),
        "{}",
        first.out
    );
    house.write(
        "more.csv",
        "ФИО;почта;рейтинг\nАнна А.;ANN@a.example;2111\nDan Drake;dan@d.example;\n",
    );
    let more = house
        .run(&format!(
            "player import {}",
            house.path("more.csv").display()
        ))
        .done();
    assert!(
        more.out.contains("added 1 players, 1 were known"),
        "{}",
        more.out
    );
    assert!(
        more.err.contains("ann@a.example is known as 'Ann Archer' (player 1), here 'Анна А.': taken as the same person"),
        "{}",
        more.err
    );
    assert!(more.err.contains("stays, 2100; here 2111"), "{}", more.err);
    let players = house.json("player list");
    assert_eq!(players[0]["name"], "Ann Archer");
    assert_eq!(players[0]["rating"], 2100);
    assert_eq!(players[3]["language"], "ru");
    verified(&house);
}
