//! Events of teams: what an undeclared player brings his team (20, 23), and the protocols.

use crate::club::{Club, Setup};
use serde_json::Value;

/// Two teams of two boards: Ann and Clara against Bert and Dima. In T26/1 Ann has White on the
/// first board, in T26/2 Dima on the second.
fn teams() -> Club {
    let mut club = Setup::new()
        .system("team-round-robin", 4)
        .tournament("team_score = \"match\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
             [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n",
        )
        .opens();
    club.everything_read();
    club
}

fn report(club: &mut Club) -> Value {
    let text = club.types("tournament report T26 --format json").unwrap();
    serde_json::from_str(&text).unwrap()
}

fn row<'r>(report: &'r Value, list: &str, name: &str) -> &'r Value {
    let rows = report[list].as_array().unwrap();
    rows.iter().find(|r| r["name"] == name).unwrap()
}

/// The arbiter finds that Ann was not entitled to play for Harbour.
fn board_is_lost(club: &mut Club) -> Result<String, String> {
    club.types("td result T26/1 -/+ --article 23 --reason undeclared")
}

/// What article 23 says: the game counts for nothing, her team has lost the board.
fn a23_holds(club: &mut Club) {
    club.is_told("ann", "ruling").says("23").says("undeclared");
    club.is_told("bert", "ruling").says("23");
    club.everything_read();
    club.stands("T26/1", "/result", "-/+");
    let table = report(club);
    let points = |name: &str| row(&table, "teams", name)["board_points"].clone();
    assert_eq!(
        (points("Harbour"), points("Old Town")),
        ("0".into(), "1".into())
    );
    let on_board = |name: &str| row(&table, "boards", name)["points"].clone();
    assert_eq!(
        (on_board("Ann Archer"), on_board("Bert Baker")),
        ("0".into(), "1".into())
    );
    // Lost and won without play: no game of hers counts as played.
    let played = row(&table, "table", "Ann Archer");
    assert_eq!(played["results"]["2"], serde_json::json!(["-"]), "{played}");
    let protocol = club.types("tournament protocol T26 --match 1").unwrap();
    assert!(protocol.contains("- : +"), "{protocol}");
    // With the other board drawn the match is Old Town's.
    club.decides("result T26/2 1/2-1/2");
    club.everything_read();
    let table = report(club);
    let of = |name: &str| row(&table, "teams", name)["match_points"].clone();
    assert_eq!((of("Harbour"), of("Old Town")), ("0".into(), "2".into()));
    let protocol = club.types("tournament protocol T26 --match 1").unwrap();
    assert!(
        protocol.contains("In favour of the team  Old Town"),
        "{protocol}"
    );
    assert!(protocol.contains("0.5 : 1.5"), "{protocol}");
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a23_who_was_not_declared_loses_the_board_for_his_team() {
    let mut club = teams();
    board_is_lost(&mut club).unwrap();
    a23_holds(&mut club);
}

#[test]
fn a23_a_game_that_has_begun_is_not_taken_into_account() {
    let mut club = teams();
    club.play("T26/1", "e4 e5 Nf3 Nc6");
    club.everything_read();
    // Both have moved: the arbiter is asked whether he means it.
    let asked = board_is_lost(&mut club).unwrap_err();
    assert!(asked.contains("both have moved"), "{asked}");
    club.types("td result T26/1 -/+ --article 23 --reason undeclared --anyway")
        .unwrap();
    a23_holds(&mut club);
}

#[test]
fn a23_a_game_that_was_won_is_not_taken_into_account() {
    let mut club = teams();
    club.play("T26/1", "e4 e5 Bc4 Nc6");
    club.decides("result T26/1 1-0 --by resignation");
    club.everything_read();
    let table = report(&mut club);
    assert_eq!(row(&table, "teams", "Harbour")["board_points"], "1");
    let asked = board_is_lost(&mut club).unwrap_err();
    assert!(asked.contains("has the result 1-0 already"), "{asked}");
    club.types("td result T26/1 -/+ --article 23 --reason undeclared --anyway")
        .unwrap();
    a23_holds(&mut club);
}

#[test]
fn what_has_no_protocol_is_said() {
    let mut club = teams();
    let of = |club: &mut Club, more: &str| club.types(&format!("tournament protocol T26 {more}"));
    assert!(of(&mut club, "--round 1 --match 1").is_ok());
    let said = of(&mut club, "--round 2").unwrap_err();
    assert!(said.contains("T26: it has no round 2"), "{said}");
    let said = of(&mut club, "--match 2").unwrap_err();
    assert!(said.contains("there is no match 2"), "{said}");
    let mut alone = Club::opens();
    let said = of(&mut alone, "").unwrap_err();
    assert!(said.contains("no teams play in it"), "{said}");
    alone.everything_read();
}

#[test]
fn who_is_free_in_a_round_is_named_in_every_system() {
    let sections = "[[team]]\nname = \"Harbour\"\nboards = [1, 2]\n\
                    [[team]]\nname = \"Old Town\"\nboards = [3, 4]\n\
                    [[team]]\nname = \"Mill\"\nboards = [5, 6]\n";
    for (system, lines, free) in [
        ("team-round-robin", "", "Harbour"),
        ("team-swiss", "rounds = 2", "Mill"),
        ("team-knock-out", "", "Harbour"),
    ] {
        let mut club = Setup::new()
            .system(system, 6)
            .tournament(lines)
            .sections(sections)
            .opens();
        club.everything_read();
        let line = "--json tournament protocol T26 --round 1";
        let value: Value = serde_json::from_str(&club.types(line).unwrap()).unwrap();
        assert_eq!(value["matches"].as_array().unwrap().len(), 1, "{system}");
        let named: Vec<&Value> = value["free"].as_array().unwrap().iter().collect();
        assert_eq!(named.len(), 1, "{system}: {value:#}");
        assert_eq!(named[0]["name"], free, "{system}");
    }
}
