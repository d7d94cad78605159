//! Calendars, as the Python package icalendar reads them.

use super::read_by;
use crate::contract::House;
use serde_json::Value;

const FILE: &str = r#"
[tournament]
code = "CAL26"
name = "Calendars; of a year, and more"
profile = "email"
system = "round-robin"
start_date = 2026-01-10
end_date = 2026-12-01
time_zone = "Europe/Moscow"
language = "ru"
arbiter = { name = "Орлов", email = "td@club.example" }
[[player]]
name = "Иванов, Иван"
email = "ivanov@example.org"
[[player]]
name = "Петров Пётр"
email = "petrov@example.org"
language = "en"
[[player]]
name = "Сидоров Сидор"
email = "sidorov@example.org"
"#;

fn calendar(house: &House, now: &str, line: &str) -> Value {
    let file = house.path("c.ics");
    house
        .at(now, &format!("{line} --output {}", file.display()))
        .done();
    serde_json::from_str(&read_by("ics.py", &file, &[])).expect("JSON")
}

/// The days of the events whose names begin so.
fn days<'v>(calendar: &'v Value, name: &str) -> Vec<&'v str> {
    let events = calendar["events"].as_array().expect("events");
    let named = |e: &&Value| e["name"].as_str().is_some_and(|n| n.starts_with(name));
    let days = events.iter().filter(named).map(|e| e["day"].as_str());
    days.map(|day| day.expect("a day")).collect()
}

#[test]
fn a_years_terms_are_a_calendar_whose_events_keep_their_names() {
    let house = House::new();
    house.write("cal.toml", FILE);
    let add = format!("tournament add {}", house.path("cal.toml").display());
    house.run(&add).done();
    house.run("tournament start CAL26").done();
    house
        .run("td leave grant CAL26:2 2026-03-01 2026-03-10 --tournament CAL26")
        .done();

    let now = "2026-01-10T09:00:00Z";
    let arbiters = calendar(&house, now, "today --week 52 --format ics");
    assert_eq!(arbiters["title"], "Сроки в шахматах по переписке");
    let flag = days(&arbiters, "flag.CAL26/1.");
    assert_eq!(flag.len(), 1, "{arbiters}");
    assert_eq!(days(&arbiters, "end.CAL26"), ["2026-12-01"]);
    assert_eq!(days(&arbiters, "leave-begins.CAL26"), ["2026-03-01"]);
    // What the robot does by itself is routine.
    assert!(days(&arbiters, "repeat.").is_empty(), "{arbiters}");
    let told = arbiters.to_string();
    assert!(told.contains("Петров Пётр"), "{told}");

    // A player has his own days and nobody else's.
    let players = calendar(&house, now, "player calendar CAL26:2");
    assert_eq!(players["title"], "Terms of correspondence chess");
    assert_eq!(days(&players, "leave-begins.CAL26"), ["2026-03-01"]);
    assert!(!players.to_string().contains("Сидоров"), "{players}");
    let third = calendar(&house, now, "player calendar CAL26:3");
    assert!(days(&third, "leave-begins.").is_empty(), "{third}");

    // The flag of the same side moves, and the event keeps its name.
    let line = "td penalty CAL26/1 white 2 --reason Late";
    house.at("2026-02-01T09:00:00Z", line).done();
    let later = calendar(
        &house,
        "2026-02-01T10:00:00Z",
        "today --week 52 --format ics",
    );
    let moved = days(&later, "flag.CAL26/1.");
    assert!(moved.len() == 1 && moved < flag, "{moved:?} {flag:?}");
}
