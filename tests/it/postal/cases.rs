//! The worked cases of reflection time by post: the dates are found by the robot.

use super::{GAME, Pile, by_post, days, enters, imports, letter, matters, told_by};
use serde_json::Value;

fn case(id: &str) -> Value {
    let text = std::fs::read_to_string("tests/cases/timelines.json").expect("timelines.json");
    let all: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    all.into_iter()
        .find(|c| c["id"] == id)
        .unwrap_or_else(|| panic!("no case {id}"))
}

fn numbers(value: &Value) -> Vec<i64> {
    let all = value.as_array().expect("numbers").iter();
    all.map(|n| n.as_i64().expect("a number")).collect()
}

#[test]
fn p01_an_ordinary_game_by_postmarks() {
    let case = case("P01");
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-01", "2025-03-06");
    pile.card(&[
        ("text", "1... 5755"),
        ("postmarks", "2025-03-09"),
        ("arrived", "2025-03-14"),
    ]);
    pile.card(&[("text", "2. 7163"), ("postmarks", "18.03.2025")]);
    enters(&mut club, "2025-03-25", &pile);
    for (side, key) in [("white", "W"), ("black", "B")] {
        let expected = &case["expected"][key];
        assert_eq!(
            days(&mut club, side),
            numbers(&expected["per_move"]),
            "{side}"
        );
        club.stands(
            GAME,
            &format!("/clock/{side}/total"),
            expected["total"].clone(),
        );
    }
}

#[test]
fn p02_stamps_slips_and_what_is_written() {
    let case = case("P02");
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    pile.card(&[
        ("text", "1... 5755"),
        ("written", "2025-03-08"),
        ("postmarks", "2025-03-09"),
        ("arrived", "2025-03-13"),
    ]);
    pile.moves("2. 7163", "2025-03-19", "2025-03-20");
    pile.moves("2... 2836", "2025-03-25", "2025-03-26");
    pile.card(&[
        ("text", "3. 6125"),
        ("written", "2025-03-28"),
        ("arrived", "2025-04-01"),
    ]);
    pile.card(&[
        ("text", "3... 1716"),
        ("written", "2025-04-04"),
        ("postmarks", "2025-04-06"),
        ("receipt", "2025-04-05"),
        ("registered", "77"),
        ("arrived", "2025-04-08"),
    ]);
    pile.card(&[
        ("text", "4. 2514"),
        ("written", "2025-04-09"),
        ("postmarks", "?"),
        ("arrived", "2025-04-12"),
    ]);
    pile.card(&[("text", "4... 7866"), ("written", "2025-04-14")]);
    enters(&mut club, "2025-04-20", &pile);
    let expected = &case["expected"]["B"];
    let per_move: Vec<i64> = ["1...", "2...", "3...", "4..."]
        .iter()
        .map(|n| expected["per_move"][n].as_i64().expect("days"))
        .collect();
    assert_eq!(days(&mut club, "black"), per_move);
    club.stands(GAME, "/clock/black/total", expected["total"].clone());
    let game = club.game(GAME);
    let by: Vec<&str> = game["cards"]
        .as_array()
        .expect("cards")
        .iter()
        .filter(|card| card["side"] == "black")
        .map(|card| card["dates"]["sent_by"].as_str().expect("a paragraph"))
        .collect();
    assert_eq!(by, ["55.2.2.1", "55.2.2.3", "55.2.2.2", "55.2.2.4"]);
    let journal = club
        .types("game show T26/1 --format journal")
        .expect("a journal");
    assert!(journal.contains("55.2.2.2"), "{journal}");
}

#[test]
fn p04_five_days_and_then_ten() {
    let case = case("P04");
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-20", "2025-03-25");
    pile.card(&[
        ("text", "1... 5754"),
        ("faults", "impossible"),
        ("postmarks", "2025-04-01;2025-04-05"),
    ]);
    pile.card(&[("kind", "query"), ("postmarks", "2025-04-06;2025-04-10")]);
    pile.moves("1... 5755", "2025-04-12", "2025-04-15");
    pile.moves("2. 7163", "2025-05-01", "2025-05-05");
    pile.card(&[
        ("text", "2... 2836"),
        ("faults", "wrong-address"),
        ("postmarks", "2025-05-10;2025-05-20"),
    ]);
    enters(&mut club, "2025-05-25", &pile);
    let open = matters(&mut club, "card-fault");
    assert_eq!(open.len(), 1, "{open:#?}");
    assert_eq!(
        open[0]["command"],
        "td penalty T26/1 black 10 --article 55.4.10"
    );
    club.stands(GAME, "/clock/black/penalty", 5);
    club.decides("penalty T26/1 black 10");
    assert_eq!(matters(&mut club, "card-fault").len(), 0);
    let mut later = Pile::default();
    later.moves("3. 6125", "2025-05-28", "2025-06-05");
    later.card(&[
        ("text", "3... 1716"),
        ("repeated", "6134"),
        ("faults", "wrong-repetition"),
        ("postmarks", "2025-06-10"),
    ]);
    enters(&mut club, "2025-06-15", &later);
    let penalties = numbers(&case["expected"]["B"]["penalty"]);
    assert_eq!(penalties.iter().sum::<i64>(), 25);
    club.stands(
        GAME,
        "/clock/black/penalty",
        case["expected"]["B"]["penalty_total"].clone(),
    );
}

/// White's pawns, so that no position comes again.
const PAWNS: [&str; 18] = [
    "1213", "1314", "1415", "2223", "2324", "3233", "4243", "7273", "8283", "8384", "2425", "3334",
    "4344", "5253", "5354", "6263", "7374", "8485",
];

/// Moves of both sides from a number on, each of Black's taking so many days; what White
/// receives he answers at once.
pub(super) fn plays(pile: &mut Pile, day: &mut postchess::time::Day, from: usize, costs: &[i64]) {
    for (at, cost) in costs.iter().enumerate() {
        let number = from + at;
        let black = if number % 2 == 1 { "7866" } else { "6678" };
        let (sent, answered) = (day.to_string(), day.plus(*cost).to_string());
        pile.moves(&format!("{number}. {}", PAWNS[number - 1]), &sent, &sent);
        pile.moves(&format!("{number}... {black}"), &answered, &answered);
        *day = day.plus(*cost);
    }
}

#[test]
fn p07_a_first_overstep_sets_the_clock_to_zero() {
    let case = case("P07");
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    let mut day = postchess::time::Day::new(2025, 3, 1).unwrap();
    let costs = numbers(&case["events"][0]["per_move"]);
    plays(&mut pile, &mut day, 1, &costs);
    pile.card(&[
        ("kind", "claim"),
        ("side", "white"),
        ("postmarks", &day.to_string()),
    ]);
    enters(&mut club, "2025-05-20", &pile);
    let expected = &case["expected"]["B"];
    assert_eq!(
        club.game(GAME)["moves"][15]["total"],
        expected["total_at_8"]
    );
    club.it_is("2025-06-01T12:00:00Z");
    club.decides("confirm-forfeit T26/1");
    club.takes_all();
    let mut later = Pile::default();
    let mut day = postchess::time::Day::new(2025, 6, 1).unwrap();
    let costs = numbers(&case["events"][3]["per_move"]);
    plays(&mut later, &mut day, 9, &costs);
    enters(&mut club, "2025-07-20", &later);
    club.stands(
        GAME,
        "/clock/black/total",
        expected["total_moves_9_18"].clone(),
    );
    club.stands(
        GAME,
        "/clock/black/overstepped",
        expected["second_overstep"].clone(),
    );
}

#[test]
fn a55_6_6_a_second_overstep_claimed_by_card_pauses_and_loses() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    let mut day = postchess::time::Day::new(2025, 3, 1).unwrap();
    plays(&mut pile, &mut day, 1, &[16, 16]);
    pile.card(&[
        ("kind", "claim"),
        ("side", "white"),
        ("postmarks", &day.to_string()),
    ]);
    enters(&mut club, "2025-05-20", &pile);
    club.it_is("2025-06-01T12:00:00Z");
    club.decides("confirm-forfeit T26/1");
    club.takes_all();
    let mut later = Pile::default();
    let mut day = postchess::time::Day::new(2025, 6, 1).unwrap();
    plays(&mut later, &mut day, 3, &[16, 16]);
    later.card(&[
        ("kind", "claim"),
        ("side", "white"),
        ("postmarks", &day.to_string()),
    ]);
    let letters = told_by(&mut club, "2025-07-20", &later);
    club.stands(GAME, "/status", "paused");
    // The second move since the clock began is the fourth of the game, in the letter and in
    // the schedule of article 60.
    letter(&letters, "bert", "time-forfeit").says("It happened on move 4.");
    let schedule = club
        .types("game show T26/1 --format schedule")
        .expect("a schedule");
    let row = |number: &str| {
        let mut rows = schedule.lines().map(str::trim_start);
        rows.find(|line| line.starts_with(number))
            .unwrap_or("")
            .to_owned()
    };
    for number in ["2 ", "4 "] {
        assert_eq!(row(number).matches("32 of 30").count(), 1, "{schedule}");
    }
    // 55.6.8: no move is made until it is decided.
    let mut meanwhile = Pile::default();
    meanwhile.moves("5. 2223", "2025-07-10", "2025-07-12");
    let complaint = imports(&mut club, &meanwhile.table()).unwrap_err();
    assert!(complaint.contains("the game is paused"), "{complaint}");
    club.decides("confirm-forfeit T26/1");
    club.takes_all();
    club.stands(GAME, "/result", "1-0");
}

/// Who enters cards enters what came on paper (30.2.2), and nobody is named for it who may not.
#[test]
fn a30_2_2_cards_are_entered_by_who_has_the_right_to_papers() {
    let mut club = by_post()
        .sections(
            "[[official]]\nrole = \"secretary\"\nname = \"Sven Sand\"\nemail = \"sven@club.example\"\n\
             [[official]]\nrole = \"appeals\"\nname = \"Pavel Petrov\"\nemail = \"pavel@club.example\"\n",
        )
        .opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-01", "2025-03-06");
    let path = club.root().join("cards.csv");
    std::fs::write(&path, pile.table()).unwrap();
    club.it_is("2025-03-08T18:00:00Z");
    for (who, why) in [
        ("pavel@club.example", "not yours to decide"),
        ("Nobody", "Sven Sand"),
    ] {
        let line = format!("--as {who} post import {}", path.display());
        let refused = club.types(&line).unwrap_err();
        assert!(refused.contains(why), "{who}: {refused}");
        club.stands(GAME, "/ply", 0);
    }
    let line = format!("--as \"Sven Sand\" post import {}", path.display());
    club.types(&line).unwrap();
    club.takes_all();
    club.stands(GAME, "/ply", 1);
}
