use super::*;
use crate::rules::TieBreak::{Direct, Koya, Sb, Wins};
use crate::tournament::scored::{Scoring, TableBye};
use serde_json::Value;
use std::path::Path;

const A39_3_1: &[TieBreak] = &[Direct, Wins, Sb, Koya];
const BAUMBACH: &[TieBreak] = &[Wins, Sb, Direct];

fn players(names: &[&str]) -> Vec<TablePlayer> {
    (1..)
        .zip(names)
        .map(|(start_number, name)| TablePlayer {
            start_number,
            name: (*name).to_owned(),
            withdrawn: false,
            counts: true,
            rating: None,
        })
        .collect()
}

fn result(code: &str) -> TableResult {
    match code {
        "1-0" => TableResult::WhiteWins,
        "0-1" => TableResult::BlackWins,
        "1/2-1/2" => TableResult::Draw,
        "0-0" => TableResult::BothLose,
        "+--" | "+/-" => TableResult::WhiteForfeit,
        "--+" | "-/+" => TableResult::BlackForfeit,
        "---" | "-/-" => TableResult::BothForfeit,
        "*" => TableResult::Open,
        "x" => TableResult::Annulled,
        other => panic!("result {other}"),
    }
}

/// Games as `A-B 1-0`, one a comma, of the players named by one letter.
fn games(text: &str) -> Vec<TableGame> {
    let number = |c: Option<char>| c.unwrap() as u32 - 'A' as u32 + 1;
    text.split(',')
        .filter(|game| !game.is_empty())
        .map(|game| {
            let (pair, code) = game.trim().split_once(' ').unwrap();
            let mut letters = pair.chars().filter(|c| *c != '-');
            TableGame {
                white: number(letters.next()),
                black: number(letters.next()),
                result: result(code),
                round: 1,
            }
        })
        .collect()
}

fn row<'t>(standings: &'t Standings, name: &str) -> &'t StandingsRow {
    standings.table.iter().find(|r| r.name == name).unwrap()
}

fn first_place(row: &StandingsRow) -> u64 {
    row.place.split('-').next().unwrap().parse().unwrap()
}

/// A number of the file in quarters; JSON's own text, so that nothing is rounded.
fn exact(value: &Value) -> Points {
    Points::parse(&value.to_string()).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn cross_tables_of_independent_origin() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/tiebreaks");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let case: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let id = case["id"].as_str().unwrap();
        let keys: Vec<&str> = case["players"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let number = |key: &Value| {
            let at = keys.iter().position(|k| Some(*k) == key.as_str()).unwrap();
            u32::try_from(at).unwrap() + 1
        };
        let games: Vec<TableGame> = case["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| TableGame {
                white: number(&game["white"]),
                black: number(&game["black"]),
                result: result(game["result"].as_str().unwrap()),
                round: 1,
            })
            .collect();
        let official = standings(&players(&keys), &games, A39_3_1);
        let baumbach = standings(&players(&keys), &games, BAUMBACH);
        assert!(official.is_final);
        for (key, expected) in case["expected"].as_object().unwrap() {
            let row = row(&official, key);
            assert_eq!(row.points, exact(&expected["points"]), "{id} {key} points");
            assert_eq!(Value::from(row.wins), expected["wins"], "{id} {key} wins");
            assert_eq!(
                row.sb,
                exact(&expected["sonneborn_berger"]),
                "{id} {key} SB"
            );
            assert_eq!(row.koya, exact(&expected["koya"]), "{id} {key} Koya");
            assert_eq!(
                Value::from(first_place(row)),
                expected["place_39_3_1"],
                "{id} {key} place"
            );
            assert_eq!(
                Value::from(first_place(self::row(&baumbach, key))),
                expected["place_baumbach_wins_sb_de"],
                "{id} {key} place, Baumbach"
            );
            if let Some(published) = case["meta"]["published"].get(key) {
                assert_eq!(
                    row.points,
                    exact(&published["score"]),
                    "{id} {key} published"
                );
                assert_eq!(row.sb, exact(&published["sb"]), "{id} {key} published SB");
                assert_eq!(Value::from(first_place(row)), published["place"]);
            }
            seen += 1;
        }
        for group in case["direct_encounter_groups"]
            .as_object()
            .unwrap()
            .values()
        {
            for (key, value) in group["values"].as_object().unwrap() {
                let row = row(&official, key);
                assert_eq!(row.direct, Some(exact(value)), "{id} {key} direct");
            }
        }
    }
    assert!(seen >= 34, "only {seen} rows were compared");
}

#[test]
fn a_public_example_of_six_players_with_an_unplayed_game() {
    let games = games(
        "A-F 1/2-1/2, B-E 1-0, C-D 1/2-1/2, F-D 0-1, E-C 1/2-1/2, A-B 1/2-1/2, B-F 1/2-1/2, \
         C-A 0-1, D-E +/-, F-E 1-0, A-D 1/2-1/2, B-C 1/2-1/2, C-F 1-0, D-B 1-0, E-A 0-1",
    );
    let table = standings(&players(&["A", "B", "C", "D", "E", "F"]), &games, A39_3_1);
    let rows: Vec<String> = table
        .table
        .iter()
        .map(|r| {
            let direct = r.direct.map_or("-".to_owned(), |d| d.to_string());
            let (place, name) = (&r.place, &r.name);
            format!(
                "{place} {name} {} {} {direct} {} {}",
                r.points, r.wins, r.sb, r.koya
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "1 D 4 3 - 8 2",
            "2 A 3.5 2 - 7.25 2",
            "3 C 2.5 1 0.5 5.5 1",
            "4 B 2.5 1 0.5 4.5 1",
            "5 F 2 1 - 3.5 1",
            "6 E 0.5 0 - 1.25 0.5",
        ]
    );
    assert_eq!(row(&table, "D").results[&5], ["+"]);
    assert_eq!(row(&table, "E").results[&4], ["-"]);
    assert_eq!(row(&table, "E").played, 5);
}

#[test]
fn a38_6_2_a_public_example_of_a_double_round() {
    let games = games("A-B 1-0, C-A 1-0, B-C 1/2-1/2, B-A 0-1, A-C 1/2-1/2, C-B 0-1");
    let table = standings(&players(&["A", "B", "C"]), &games, A39_3_1);
    let rows: Vec<String> = table
        .table
        .iter()
        .map(|r| format!("{} {} {} {} {}", r.place, r.name, r.points, r.sb, r.koya))
        .collect();
    assert_eq!(rows, ["1 A 2.5 4 0.5", "2 C 2 4.5 1.5", "3 B 1.5 3 1.5"]);
    assert_eq!(row(&table, "A").results[&3], ["0", "½"]);
}

#[test]
fn a39_2_direct_encounter_is_one_pass_over_those_still_tied() {
    let played = "A-B 1/2-1/2, A-C 1-0, B-C 1/2-1/2, A-D 1/2-1/2, E-A 1-0, B-D 1/2-1/2, \
                  B-E 1/2-1/2, C-D 1-0, C-E 1/2-1/2, D-E 1-0";
    let five = players(&["A", "B", "C", "D", "E"]);
    let table = standings(&five, &games(played), A39_3_1);
    let order: Vec<&str> = table.table.iter().map(|r| r.name.as_str()).collect();
    // All five have 2 points: direct encounter is over all of them, so no help.
    assert!(table.table.iter().all(|r| r.points == Points::quarters(8)));
    assert!(
        table
            .table
            .iter()
            .all(|r| r.direct == Some(Points::quarters(8)))
    );
    // C, A, D, E have a win and B none; SB is 4 for each, Koya the same: shared.
    assert_eq!(order, ["A", "C", "D", "E", "B"]);
    let places: Vec<&str> = table.table.iter().map(|r| r.place.as_str()).collect();
    assert_eq!(places, ["1-4", "1-4", "1-4", "1-4", "5"]);
    // In ICCF's order direct encounter is asked of the four with a win only.
    let table = standings(&five, &games(played), BAUMBACH);
    let rows: Vec<String> = table
        .table
        .iter()
        .map(|r| {
            format!(
                "{} {} {:?}",
                r.place,
                r.name,
                r.direct.map(Points::in_quarters)
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "1-4 A Some(6)",
            "1-4 C Some(6)",
            "1-4 D Some(6)",
            "1-4 E Some(6)",
            "5 B None"
        ]
    );
}

#[test]
fn a38_5_direct_encounter_needs_that_all_have_met() {
    let three = players(&["A", "B", "C"]);
    for (unmet, missing) in [("B-C *", "open"), ("B-C x", "annulled")] {
        let text = format!("A-B 1/2-1/2, A-C 1/2-1/2, {unmet}");
        let table = standings(&three, &games(&text), &[Direct]);
        // B and C are tied and have not met.
        assert_eq!(row(&table, "B").direct, None, "{missing}");
        assert_eq!(row(&table, "B").place, "2-3", "{missing}");
    }
    // Of a double round one game is still open: not met in full.
    let table = standings(
        &players(&["A", "B"]),
        &games("A-B 1/2-1/2, B-A *"),
        &[Direct],
    );
    assert_eq!(row(&table, "A").direct, None);
    assert_eq!(table.open, 1);
    assert!(!table.is_final);
    assert_eq!(row(&table, "A").results[&2], ["½", ""]);
    // Decided without play is met.
    let table = standings(&players(&["A", "B"]), &games("A-B -/-"), &[Direct]);
    assert_eq!(row(&table, "A").direct, Some(Points::ZERO));
    // Not asked for, not shown.
    let table = standings(&players(&["A", "B"]), &games("A-B 1/2-1/2"), &[Wins]);
    assert_eq!(row(&table, "A").direct, None);
}

#[test]
fn a33_1_1_who_left_early_counts_for_nobody() {
    let mut four = players(&["A", "B", "C", "D"]);
    four[3].withdrawn = true;
    four[3].counts = false;
    let games = games("A-B 1/2-1/2, A-C 1-0, B-C 1/2-1/2, D-A 1-0, B-D +/-, C-D +/-");
    let table = standings(&four, &games, A39_3_1);
    let rows: Vec<String> = table
        .table
        .iter()
        .map(|r| {
            let (place, name) = (&r.place, &r.name);
            format!(
                "{place} {name} {} {} {} {} {}",
                r.points, r.played, r.wins, r.sb, r.koya
            )
        })
        .collect();
    // Half of the two games that count is one point: A and B.
    assert_eq!(
        rows,
        [
            "1 A 1.5 2 1 1 0.5",
            "2 B 1 2 0 1 0.5",
            "3 C 0.5 2 0 0.5 0.5",
            "4 D 0 0 0 0 0"
        ]
    );
    let d = row(&table, "D");
    assert!(d.withdrawn && !d.counts);
    assert_eq!(d.results[&1], ["1"]);
    assert_eq!(row(&table, "B").results[&4], ["+"]);
    assert!(table.is_final);

    four[3].counts = true;
    let table = standings(&four, &games, A39_3_1);
    assert_eq!(row(&table, "B").points.to_string(), "2");
    assert_eq!(row(&table, "D").points.to_string(), "1");
}

#[test]
fn a33_1_2_exactly_half_counts() {
    assert!(a33_1_counts(2, 4));
    assert!(!a33_1_counts(1, 4));
    assert!(a33_1_counts(3, 5));
    assert!(!a33_1_counts(2, 5));
    assert!(a33_1_counts(0, 0));
}

#[test]
fn annulled_games_lower_koyas_half() {
    let games = games("A-B 1-0, A-C 0-1, B-C 1-0, A-D x, B-D 1/2-1/2, C-D 0-1");
    let table = standings(&players(&["A", "B", "C", "D"]), &games, A39_3_1);
    // A 1 of 2, B 1½ of 3, C 1 of 3, D 1½ of 2: all but C have half.
    assert_eq!(row(&table, "B").koya.to_string(), "0.5");
    assert_eq!(row(&table, "C").koya.to_string(), "1");
    assert_eq!(row(&table, "A").koya.to_string(), "1");
    assert!(!row(&table, "A").results.contains_key(&4));
}

#[test]
fn the_json_is_that_of_the_contract() {
    let mut three = players(&["A", "B", "C"]);
    three[2].withdrawn = true;
    let games = games("A-B 1/2-1/2, C-A -/+, B-C *");
    let table = standings(&three, &games, A39_3_1);
    let json = serde_json::to_value(&table).unwrap();
    let expected = serde_json::json!({
        "open": 1, "final": false, "tie_breaks": ["direct", "wins", "sb", "koya"],
        "table": [
            {"place": "1", "start_number": 1, "name": "A", "points": "1.5", "played": 2,
             "wins": 1, "direct": null, "sb": "0.25", "koya": "0", "withdrawn": false,
             "counts": true, "results": {"2": ["½"], "3": ["+"]}},
            {"place": "2", "start_number": 2, "name": "B", "points": "0.5", "played": 1,
             "wins": 0, "direct": null, "sb": "0.75", "koya": "0.5", "withdrawn": false,
             "counts": true, "results": {"1": ["½"], "3": [""]}},
            {"place": "3", "start_number": 3, "name": "C", "points": "0", "played": 1,
             "wins": 0, "direct": null, "sb": "0", "koya": "0", "withdrawn": true,
             "counts": true, "results": {"1": ["-"], "2": [""]}}
        ]
    });
    assert_eq!(json, expected);
}

#[test]
fn strange_input_is_harmless() {
    let games = games("A-B 1-0, A-A 1-0, A-Z 1-0");
    let table = standings(&players(&["A", "B"]), &games, A39_3_1);
    assert_eq!(row(&table, "A").points, Points::ONE);
    assert!(standings(&[], &[], A39_3_1).table.is_empty());
}

proptest::proptest! {
    #[test]
    fn points_are_neither_lost_nor_made(codes in proptest::collection::vec(0usize..8, 28)) {
        let kinds = ["1-0", "0-1", "1/2-1/2", "0-0", "+/-", "-/+", "-/-", "*"];
        let games: Vec<TableGame> = crate::tournament::system::round_robin::berger(8)
            .into_iter()
            .flatten()
            .zip(&codes)
            .map(|((white, black), code)| TableGame { white, black, result: result(kinds[*code]), round: 1 })
            .collect();
        let table = standings(&players(&["A", "B", "C", "D", "E", "F", "G", "H"]), &games, A39_3_1);
        let given: Points = games.iter().map(|g| g.result.points(Scoring::USUAL).0 + g.result.points(Scoring::USUAL).1).sum();
        let had: Points = table.table.iter().map(|r| r.points).sum();
        proptest::prop_assert_eq!(given, had);
        // The order in which games are listed decides nothing.
        let mut turned = games.clone();
        turned.reverse();
        let again = standings(&players(&["A", "B", "C", "D", "E", "F", "G", "H"]), &turned, A39_3_1);
        for (one, two) in table.table.iter().zip(&again.table) {
            proptest::prop_assert_eq!(one, two);
        }
        let points: Vec<Points> = table.table.iter().map(|r| r.points).collect();
        proptest::prop_assert!(points.is_sorted_by(|a, b| a >= b));
    }
}

/// A Swiss event of four rounds, as it stands after so many; `P` has White first.
fn swiss(players: &[(&str, u32)], rounds: &[&str], byes: &[(u32, u32, i64)]) -> CrossTable {
    let mut table = CrossTable {
        rounds: u32::try_from(rounds.len()).ok(),
        ..CrossTable::default()
    };
    for (start_number, (name, rating)) in (1..).zip(players) {
        table.players.push(TablePlayer {
            start_number,
            name: (*name).to_owned(),
            withdrawn: false,
            counts: true,
            rating: Some(*rating),
        });
    }
    for (round, text) in (1..).zip(rounds) {
        for mut game in games(text) {
            game.round = round;
            table.games.push(game);
        }
    }
    table.byes = byes
        .iter()
        .map(|(player, round, quarters)| TableBye {
            player: *player,
            round: *round,
            points: Points::quarters(*quarters),
            asked: false,
        })
        .collect();
    table
}

/// What a criterion gives each player, by starting number.
fn figures(table: &CrossTable, by: TieBreak) -> Vec<String> {
    let standings = standings_of(table, &[by]);
    let numbers = 1..=u32::try_from(table.players.len()).unwrap();
    let row = |n| {
        standings
            .table
            .iter()
            .find(move |r| r.start_number == n)
            .unwrap()
    };
    numbers.map(|n| row(n).figures[&by].to_string()).collect()
}

#[test]
fn a38_2_buchholz_is_the_sum_of_the_opponents_points() {
    // Five players, three rounds; one is free in each.
    let table = swiss(
        &[
            ("A", 2200),
            ("B", 2100),
            ("C", 2000),
            ("D", 1900),
            ("E", 1800),
        ],
        &[
            "A-C 1-0, D-B 1/2-1/2",
            "E-A 0-1, B-C 1-0",
            "A-B 1/2-1/2, D-E 1-0",
        ],
        &[(5, 1, 4), (4, 2, 4), (3, 3, 4)],
    );
    let standings = standings_of(&table, &[TieBreak::Buchholz]);
    let points: Vec<String> = (1..=5)
        .map(|n| {
            standings
                .table
                .iter()
                .find(|r| r.start_number == n)
                .unwrap()
                .points
                .to_string()
        })
        .collect();
    assert_eq!(points, ["2.5", "2", "1", "2.5", "1"]);
    // Against: what was not played counts as a draw there. A 2.5, B 2, C 0.5 (0, 0 and the
    // bye), D 0.5+0.5+1 = 2, E 0.5+0+0 = 0.5.
    // Own byes: E in round 1: 0 + (1-1) + 0.5*2 = 1; D in round 2: 0.5 + 0 + 0.5 = 1; C in
    // round 3: 0 + 0 + 0 = 0.
    assert_eq!(
        figures(&table, TieBreak::Buchholz),
        ["3", "5", "4.5", "3.5", "5.5"]
    );
    assert_eq!(
        figures(&table, TieBreak::BuchholzCut1),
        ["2.5", "4.5", "4.5", "3", "4.5"]
    );
    assert_eq!(
        figures(&table, TieBreak::BuchholzCut2),
        ["2", "2.5", "2.5", "2", "2.5"]
    );
    assert_eq!(
        figures(&table, TieBreak::BuchholzMedian1),
        ["0.5", "2", "2", "1", "2"]
    );
    assert_eq!(
        figures(&table, TieBreak::BuchholzMedian2),
        ["0", "0", "0", "0", "0"]
    );
    // 38.4, 38.1, 38.1.1.
    assert_eq!(figures(&table, TieBreak::Blacks), ["1", "2", "2", "0", "1"]);
    assert_eq!(
        figures(&table, TieBreak::Aro),
        ["1966.67", "2033.33", "2150", "1950", "2050"]
    );
    assert_eq!(
        figures(&table, TieBreak::AroCut1),
        ["2050", "2100", "2200", "2100", "2200"]
    );
    assert_eq!(
        figures(&table, TieBreak::Progressive),
        ["5.5", "4", "1", "4.5", "3"]
    );
}

#[test]
fn a37_1_the_virtual_opponent_is_that_of_the_examples() {
    let four = [("A", 2000), ("B", 2000), ("C", 2000), ("D", 2000)];
    let after = |rounds: &[&str], count: usize| {
        let mut all = rounds.to_vec();
        all.resize(count, "");
        figures(&swiss(&four, &all, &[]), TieBreak::Buchholz)[0].clone()
    };
    // Example 1: 1.5 after two rounds, not there in the third: 2.5 after it. C has 0 and two
    // halves for what he did not play, D a half and two of them.
    let first = ["A-C 1-0", "A-D 1/2-1/2"];
    assert_eq!(after(&first, 3), "5");
    // At the end of nine: 5.5, and of six more rounds without a game 6 - k/2 each; C 4, D 4.5.
    let more: i64 = (4..=9).map(|round| 4 * 5 / 2 + 2 * (9 - round)).sum();
    let all = Points::quarters(22 + more + 16 + 18).to_string();
    assert_eq!(after(&first, 9), all);
    // Example 2: 3.5 after five rounds, won without play in the sixth: 3.5 after it. C has
    // 1.5 and the half of the sixth, five times.
    let second = [
        "A-C 1-0",
        "C-A 0-1",
        "A-C 1-0",
        "C-A 1/2-1/2",
        "A-C 0-1",
        "A-C +/-",
    ];
    assert_eq!(after(&second, 6), "13.5");
    // After nine: 5 for it, 6.5, 6 and 5.5 for the rounds that nobody played, C 3.5.
    assert_eq!(after(&second, 9), "40.5");
}

#[test]
fn a38_3_1_koya_is_extended_group_by_group() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/tiebreaks");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        let names: Vec<&str> = case["players"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let number = |name: &Value| {
            let at = names.iter().position(|n| Some(*n) == name.as_str());
            u32::try_from(at.unwrap() + 1).unwrap()
        };
        let games = case["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| TableGame {
                white: number(&game["white"]),
                black: number(&game["black"]),
                result: result(game["result"].as_str().unwrap()),
                round: 1,
            });
        let mut table = CrossTable {
            players: players(&names),
            games: games.collect(),
            ..CrossTable::default()
        };
        for (name, player) in names.iter().zip(&mut table.players) {
            let of = &case["players"][*name];
            player.counts = of["counts"].as_bool().unwrap_or(true);
        }
        let steps = [
            (TieBreak::KoyaDown, "include_below_50"),
            (TieBreak::KoyaUp, "exclude_from_50_up"),
        ];
        for (by, key) in steps {
            let Some(first) = case["koya_extended"][key]
                .as_array()
                .and_then(|a| a.first())
            else {
                continue;
            };
            seen += 1;
            for (found, name) in figures(&table, by).iter().zip(&names) {
                let expected = exact(&first["values"][*name]).to_string();
                assert_eq!(*found, expected, "{} {by:?} {name}", case["id"]);
            }
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn a10_1_three_points_for_a_win_change_points_and_what_is_reckoned_from_them() {
    let scoring = Scoring::of_halves([6, 2, 0]).unwrap();
    let mut table = swiss(
        &[("A", 2000), ("B", 1900), ("C", 1800), ("D", 1700)],
        &["AB 1-0,CD 1/2-1/2", "AC 1/2-1/2,BD +/-"],
        &[],
    );
    let tie_breaks = [
        Wins,
        Sb,
        Koya,
        TieBreak::Buchholz,
        TieBreak::Progressive,
        TieBreak::Performance,
    ];
    let usual = standings_of(&table, &tie_breaks);
    table.scoring = scoring;
    let other = standings_of(&table, &tie_breaks);
    let row = |of: &Standings, number: u32| {
        let row = of.table.iter().find(|r| r.start_number == number).unwrap();
        let figure = |t: TieBreak| row.figures[&t].to_string();
        (
            row.points.to_string(),
            row.wins,
            row.sb.to_string(),
            row.koya.to_string(),
            [TieBreak::Buchholz, TieBreak::Progressive].map(figure),
        )
    };
    let told = |p: &str, wins: u32, sb: &str, koya: &str, others: [&str; 2]| {
        (
            p.to_owned(),
            wins,
            sb.to_owned(),
            koya.to_owned(),
            others.map(str::to_owned),
        )
    };
    // A beat B (3 points) and drew with C (2): 38.6 counts B's points whole, C's half.
    // Half of six is three: only A and B have reached it. What was not played counts in
    // Buchholz as a draw, a point here (37.1): B has one, C two.
    assert_eq!(row(&other, 1), told("4", 1, "4", "3", ["3", "7"]));
    // B's opponent of round 2 is virtual: as many as B before it, and nothing for it.
    assert_eq!(row(&other, 2), told("3", 1, "1", "0", ["4", "3"]));
    assert_eq!(row(&other, 3).0, "2");
    assert_eq!(row(&usual, 1).0, "1.5");
    // A rating knows no other points.
    let performance = |of: &Standings| of.table[0].figures[&TieBreak::Performance];
    assert_eq!(performance(&usual), performance(&other));
}
