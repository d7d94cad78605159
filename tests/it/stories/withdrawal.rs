//! Withdrawal and exclusion (33.1, 54.7, 55.8, 56.8).

use crate::club::{Club, Setup};
use serde_json::{Value, json};

/// Ann, Bert, Clara and Dima, everyone with everyone once: T26/1 to 3 are Ann's.
fn four() -> Club {
    Setup::new()
        .pairs(&[(1, 2), (1, 3), (4, 1), (2, 3), (2, 4), (3, 4)])
        .opens()
}

#[track_caller]
fn table(club: &mut Club) -> Value {
    let text = club.types("--json tournament report T26 --format json");
    serde_json::from_str(&text.unwrap_or_else(|e| panic!("{e}"))).expect("JSON")
}

/// The row of a starting number.
#[track_caller]
fn row(table: &Value, number: u64) -> &Value {
    let rows = table["table"].as_array().expect("rows");
    let found = rows.iter().find(|r| r["start_number"] == number);
    found.unwrap_or_else(|| panic!("no row {number}: {table:#}"))
}

#[track_caller]
fn decides(club: &mut Club, line: &str) -> Value {
    let text = club.types(&format!("--json {line}"));
    serde_json::from_str(&text.unwrap_or_else(|e| panic!("{e}"))).expect("JSON")
}

#[test]
fn a56_8_1_unfinished_games_are_lost() {
    let mut club = four();
    // Ann has played with Bert; Clara was sent a move; with Dima there is none.
    club.play("T26/1", "5254 5755");
    club.play("T26/2", "5254");
    let decided = decides(
        &mut club,
        "td withdraw T26:1 T26 --games lose --reason illness",
    );
    assert!(decided["id"].as_u64().is_some());
    assert_eq!(decided["entries"].as_array().map(Vec::len), Some(3));
    // One decision: all entries but its first name it.
    let cause = json!({"decision": decided["id"]});
    assert_eq!(decided["entries"][0]["cause"], cause);
    assert_eq!(decided["player_entries"][0]["id"], decided["id"]);

    let to_ann = club.is_told("ann", "ruling");
    to_ann
        .says("You have left the tournament T26.")
        .says("- T26/1: Ann Archer – Bert Baker   0-1")
        .says("- T26/2: Ann Archer – Clara Cook   -/+")
        .says("- T26/3: Дмитрий Волков – Ann Archer   +/-")
        .says("illness")
        .says("article 56.8.1")
        .says("article 56.1.10");
    let to_bert = club.is_told("bert", "ruling");
    to_bert
        .says("Ann Archer has left the tournament T26.")
        .says("T26/1")
        .says("article 56.8.2");
    assert!(!to_bert.text.contains("T26/2"), "{}", to_bert.text);
    club.is_told("clara", "ruling").says("T26/2");
    club.is_told("dima", "ruling").says("Из турнира T26 выбыл");
    club.is_told("arbiter", "ruling").says("T26/3");
    // The record of what was played, to all of them.
    for (game, who) in [("T26/1", "bert"), ("T26/2", "clara")] {
        let record = club.is_told(who, "result");
        assert_eq!(record.game.as_deref(), Some(game));
        club.is_told("ann", "result");
        club.is_told("arbiter", "result");
    }
    club.stands("T26/1", "/result", "0-1");
    club.stands("T26/1", "/termination", "withdrawal");
    club.stands("T26/3", "/result", "+/-");

    // None of three games was finished: they count for nobody.
    let table = table(&mut club);
    let ann = row(&table, 1);
    assert_eq!(
        (&ann["withdrawn"], &ann["counts"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(ann["results"], json!({"2": ["0"], "3": ["-"], "4": ["-"]}));
    assert_eq!(ann["place"], "4");
    assert_eq!(row(&table, 2)["points"], "0");
    assert_eq!(row(&table, 2)["results"]["1"], json!(["1"]));
}

#[test]
fn a56_8_1_the_unfinished_are_left_out_of_the_table() {
    let mut club = four();
    club.play("T26/1", "5254 5755");
    club.types("td result T26/2 1-0").unwrap();
    club.types("td result T26/3 1/2-1/2").unwrap();
    club.everything_read();
    let dry = decides(&mut club, "td withdraw T26:1 T26 --games annul --dry-run");
    assert_eq!(dry["what_if"]["preset"], "count");
    club.nobody_is_told();
    decides(&mut club, "td withdraw T26:1 T26 --games annul");
    club.is_told("bert", "ruling").says("(left out)");
    club.everything_read();
    club.stands("T26/1", "/status", "finished");
    club.stands("T26/1", "/result", "*");
    club.stands("T26/1", "/termination", "withdrawal");
    let pgn = club.types("game show T26/1 --format pgn").unwrap();
    assert!(pgn.contains("[Result \"*\"]"), "{pgn}");
    assert!(pgn.contains("[Termination \"abandoned\"]"), "{pgn}");
    let table = table(&mut club);
    let (ann, bert) = (row(&table, 1), row(&table, 2));
    assert_eq!(ann["results"], json!({"3": ["1"], "4": ["½"]}));
    assert_eq!((&ann["points"], &ann["played"]), (&json!("1.5"), &json!(2)));
    assert_eq!(bert["results"], json!({"3": [""], "4": [""]}));
    assert_eq!(ann["counts"], true);
}

#[test]
fn a33_2_outside_round_robins_points_stay_whoever_leaves() {
    let teams = "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
                 [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n";
    // The system, what its file says, and whether one who leaves in his first game counts.
    for (system, players, lines, sections, counts) in [
        ("round-robin", 4, "", "", false),
        ("double-round-robin", 3, "", "", false),
        ("swiss", 4, "rounds = 3", "", true),
        ("knock-out", 4, "games = 2\nties = [\"number\"]", "", true),
        (
            "double-knock-out",
            4,
            "games = 2\nties = [\"number\"]",
            "",
            true,
        ),
        ("match", 2, "games = 6", "", true),
        ("team-round-robin", 4, "", teams, true),
        ("team-swiss", 4, "rounds = 1", teams, true),
        ("team-knock-out", 4, "", teams, true),
        ("scheveningen", 4, "", teams, true),
    ] {
        let mut club = Setup::new()
            .system(system, players)
            .tournament(lines)
            .sections(sections)
            .opens();
        let dry = decides(&mut club, "td what-if T26:1 T26");
        let preset = if counts { "count" } else { "drop" };
        assert_eq!(dry["what_if"]["preset"], preset, "{system}");
        let said = club.types("td withdraw T26:1 T26 --games lose").unwrap();
        let article = if counts { "33.2" } else { "33.1" };
        assert!(said.contains(&format!("the preset of {article}")), "{said}");
        let table = table(&mut club);
        assert_eq!(row(&table, 1)["counts"], counts, "{system}");
        let rows = table["table"].as_array().unwrap();
        // What the partners have of it is theirs, in the table and for who goes through.
        let pluses = rows
            .iter()
            .filter(|r| r["start_number"] != 1 && r["points"] != "0");
        assert_eq!(pluses.count() > 0, counts, "{system}: {table:#}");
        let letter = club.is_told("ann", "ruling");
        letter.says(&format!("(article {article})"));
        if system.starts_with("team") {
            let matches = table["teams"]
                .as_array()
                .unwrap_or_else(|| panic!("{table:#}"));
            let of = |team: usize| matches.iter().find(|r| r["team"] == team).unwrap();
            assert_eq!(of(2)["board_points"], "1", "{system}: {table:#}");
        }
        club.everything_read();
    }
}

#[test]
fn a33_1_1_of_two_who_left_one_plays_on_in_any_order() {
    let decision = |club: &mut Club, who: u32| {
        let told = decides(club, &format!("td withdraw T26:{who} T26 --games lose"));
        told["id"].as_u64().unwrap()
    };
    for first_goes_first in [true, false] {
        let mut club = four();
        let (a, b) = (decision(&mut club, 1), decision(&mut club, 2));
        club.stands("T26/1", "/result", "-/-");
        let (one, two) = if first_goes_first { (a, b) } else { (b, a) };
        club.decides(&format!("revoke {one}"));
        // Who plays on was there; who is gone was not (33.1.1).
        let won = if first_goes_first { "+/-" } else { "-/+" };
        club.stands("T26/1", "/result", won);
        club.decides(&format!("revoke {two}"));
        for game in 1..=6 {
            club.stands(&format!("T26/{game}"), "/status", "active");
        }
        club.everything_read();
        club.types("verify").unwrap();
    }
}

/// The way chosen for who is gone holds for a game that his partner's return would open again.
#[test]
fn a56_8_1_no_game_goes_on_against_who_has_left() {
    for (way, status, result) in [
        ("annul", "finished", "*"),
        ("adjudicate", "adjudication", "*"),
        ("lose", "finished", "-/+"),
    ] {
        let mut club = four();
        let bert = decides(&mut club, "td withdraw T26:2 T26 --games lose")["id"].clone();
        let ann = decides(&mut club, &format!("td withdraw T26:1 T26 --games {way}"))["id"].clone();
        club.decides(&format!("revoke {bert}"));
        club.stands("T26/1", "/status", status);
        club.stands("T26/1", "/result", result);
        club.stands("T26/4", "/status", "active");
        // He comes back too: all goes on.
        club.decides(&format!("revoke {ann}"));
        for game in 1..=6 {
            club.stands(&format!("T26/{game}"), "/status", "active");
        }
        club.everything_read();
        club.types("verify").unwrap();
        // Where an order opens it that does not say so, it is asked about.
        let mut club = four();
        club.play("T26/1", "5254 5755");
        let won = decides(&mut club, "td result T26/1 1-0")["id"].clone();
        club.decides(&format!("withdraw T26:1 T26 --games {way}"));
        let asked = club.types(&format!("td revoke {won}")).unwrap_err();
        assert!(asked.contains("Ann Archer has left"), "{asked}");
        club.types("td reopen T26/1").unwrap();
        club.everything_read();
    }
}

#[test]
fn a22_of_a_team_that_is_removed_no_match_counts() {
    let mut club = Setup::new()
        .system("team-round-robin", 4)
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
             [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n",
        )
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("remove-team T26 1");
    let table = table(&mut club);
    for row in table["teams"].as_array().unwrap() {
        assert_eq!(row["board_points"], "0", "{table:#}");
    }
    club.everything_read();
}

#[test]
fn a56_8_1_the_unfinished_are_adjudicated() {
    let mut club = four();
    club.play("T26/1", "5254 5755");
    club.sends("bert", "T26/1\nDRAW?");
    club.everything_read();
    decides(&mut club, "td withdraw T26:1 T26 --games adjudicate");
    club.is_told("ann", "ruling").says("adjudicated");
    let asked = club.is_told("bert", "adjudication");
    asked.says("By the arbiter's decision, game T26/1");
    assert_eq!(asked.game.as_deref(), Some("T26/1"));
    club.everything_read();
    club.stands("T26/1", "/status", "adjudication");
    club.stands("T26/3", "/status", "adjudication");
    club.stands("T26/4", "/status", "active");
    // The offer of a draw has died: only a letter sent before still acts on the game.
    club.days_pass(1);
    club.letter("ann")
        .subject("[T26/1]")
        .says("ACCEPT DRAW")
        .posts();
    club.polls();
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/result", "*");
    // Who has left has an opinion all the same (56.9.4).
    for (who, text) in [("ann", "OPINION 1/2-1/2"), ("bert", "OPINION 1/2-1/2")] {
        club.letter(who).subject("[T26/1]").says(text).posts();
        club.polls();
    }
    club.everything_read();
    // They are the same: that ends the game (56.9.5).
    club.stands("T26/1", "/result", "1/2-1/2");
    let then = table(&mut club);
    assert_eq!(row(&then, 1)["counts"], false);
    assert_eq!(row(&then, 2)["points"], "0");
}

#[test]
fn the_arbiter_may_choose_otherwise_than_33_1() {
    let mut club = four();
    club.types("td result T26/1 1-0").unwrap();
    club.everything_read();
    let text = club
        .types("td withdraw T26:1 T26 --games lose --finished count --dry-run")
        .unwrap();
    assert!(text.contains("1 of 3 games finished: under half"), "{text}");
    assert!(text.contains("other than the preset of 33.1"), "{text}");
    decides(
        &mut club,
        "td withdraw T26:1 T26 --games lose --finished count",
    );
    club.everything_read();
    let table = table(&mut club);
    assert_eq!(row(&table, 1)["points"], "1");
    assert_eq!(row(&table, 1)["counts"], true);
    assert_eq!(row(&table, 3)["points"], "1");
}

#[test]
fn a33_1_2_in_two_rounds_half_of_the_games_is_half_of_both() {
    let mut club = Setup::new().round_robin(3).twice().opens();
    // Ann has beaten Bert and drawn with Clara once: two of four games.
    let mut met = std::collections::BTreeSet::new();
    for n in 1..=6 {
        let name = format!("T26/{n}");
        let game = club.game(&name);
        let is_white = game["white"]["player"] == 1;
        let other = &game[if is_white { "black" } else { "white" }]["name"];
        if !is_white && game["black"]["player"] != 1 || !met.insert(other.to_string()) {
            continue;
        }
        let result = match (other == "Bert Baker", is_white) {
            (true, true) => "1-0",
            (true, false) => "0-1",
            _ => "1/2-1/2",
        };
        club.types(&format!("td result {name} {result}")).unwrap();
    }
    club.everything_read();
    let decided = decides(&mut club, "td withdraw T26:1 T26 --games lose");
    let withdrawn = &decided["player_entries"][0]["event"];
    assert_eq!(
        (&withdrawn["finished"], &withdrawn["scheduled"]),
        (&json!(2), &json!(4)),
        "{decided}"
    );
    club.everything_read();
    let after = table(&mut club);
    assert_eq!(
        row(&after, 1)["results"],
        json!({"2": ["1", "-"], "3": ["½", "-"]})
    );
    assert_eq!(
        row(&after, 2)["results"],
        json!({"1": ["0", "+"], "3": ["", ""]})
    );
    assert_eq!(
        row(&after, 3)["results"],
        json!({"1": ["½", "+"], "2": ["", ""]})
    );
    // 38.6.2: against each opponent the points of both games, times the opponent's.
    for (number, points, sb) in [(1, "1.5", "1.75"), (2, "1", "1.5"), (3, "1.5", "2.25")] {
        let row = row(&after, number);
        assert_eq!(
            (&row["points"], &row["sb"], &row["counts"]),
            (&json!(points), &json!(sb), &json!(true))
        );
    }
    // Taken back, both rounds go on.
    club.types(&format!("td revoke {}", decided["id"])).unwrap();
    club.everything_read();
    let before = table(&mut club);
    assert_eq!(
        row(&before, 1)["results"],
        json!({"2": ["1", ""], "3": ["½", ""]})
    );
    assert_eq!(before["open"], 4);
}

#[test]
fn a33_1_1_of_two_who_leave_neither_was_there() {
    let mut club = four();
    decides(&mut club, "td withdraw T26:1 T26 --games lose");
    club.everything_read();
    club.stands("T26/1", "/result", "-/+");
    let decided = decides(&mut club, "td withdraw T26:2 T26 --games lose --excluded");
    assert_eq!(decided["player_entries"][0]["grounds"], "56.8.3");
    club.is_told("bert", "ruling").says("You are excluded");
    club.everything_read();
    club.stands("T26/1", "/result", "-/-");
    let table = table(&mut club);
    assert_eq!(row(&table, 1)["results"]["2"], json!(["-"]));
    assert_eq!(row(&table, 2)["results"]["1"], json!(["-"]));
    // All but one leave: what is left of the table is his.
    decides(&mut club, "td withdraw T26:3 T26 --games lose");
    decides(
        &mut club,
        "td withdraw T26:4 T26 --games lose --finished count",
    );
    club.everything_read();
    let end = self::table(&mut club);
    assert_eq!(end["final"], true);
    assert_eq!(row(&end, 4)["place"], "1");
    club.types("td withdraw T26:4 T26 --games lose")
        .unwrap_err();
}

#[test]
fn who_has_left_gets_friendly_answers_and_no_reminders() {
    let mut club = four();
    club.play("T26/1", "5254 5755");
    club.letter("bert").subject("[T26/1]").says("DRAW?").posts();
    club.polls();
    club.everything_read();
    decides(&mut club, "td withdraw T26:1 T26 --games lose");
    club.everything_read();
    club.stands("T26/1", "/draw_offer", Value::Null);
    club.letter("ann")
        .subject("[T26/1]")
        .says("2. 7163")
        .posts();
    club.polls();
    club.is_told("ann", "not-understood")
        .says("a player has left the tournament");
    assert_eq!(club.verdict(), "move-rejected");
    club.sends("ann", "LEAVE 2026-02-01 2026-02-10");
    club.is_told("ann", "not-understood").says("tournament");
    // Nobody of the tournament she has left is told of her leave.
    club.nobody_is_told();
    club.lives(70);
    let mails = club.takes_all();
    assert!(mails.iter().all(|m| m.to != "ann@a.example"), "{mails:#?}");
}

#[test]
fn a_request_is_settled_by_the_decision() {
    let mut club = four();
    club.sends("ann", "WITHDRAW");
    let asked = club.is_told("ann", "withdrawal");
    club.sends("ann", &format!("YES {}", super::requests::code(&asked)));
    club.everything_read();
    let open = table(&mut club);
    let matters = open["matters"].as_array().unwrap();
    assert!(
        matters.iter().any(|m| m["what"] == "withdrawal"),
        "{matters:?}"
    );
    decides(&mut club, "td withdraw T26:1 T26 --games annul");
    club.everything_read();
    let after = table(&mut club);
    assert_eq!(after["matters"], json!([]));
}

#[test]
fn what_if_decides_nothing_and_shows_every_way() {
    let mut club = four();
    for (game, result) in [(1, "1-0"), (4, "1-0"), (6, "0-1")] {
        club.types(&format!("td result T26/{game} {result}"))
            .unwrap();
    }
    club.everything_read();
    let before = table(&mut club);
    let text = club.types("td what-if T26:1 T26").unwrap();
    let expected = expect_test::expect![[r#"
        If Ann Archer leaves T26
        1 of 3 games finished: under half, so by 33.1.1 they count for nobody.

                                            lost          adjudicated         left out
        No.  Player              now    count   drop *    count   drop *    count   drop *
          1  Ann Archer        1 (1)  2-4 (1)      (4)    1 (1)      (4)    1 (1)      (4)
          2  Bert Baker      2-3 (1)  2-4 (1)  1-2 (1)  2-3 (1)  1-2 (1)  2-3 (1)  1-2 (1)
          4  Дмитрий Волков  2-3 (1)    1 (2)  1-2 (1)  2-3 (1)  1-2 (1)  2-3 (1)  1-2 (1)
          3  Clara Cook        4 (0)  2-4 (1)    3 (0)    4 (0)    3 (0)    4 (0)    3 (0)
        Place and, in brackets, points; a place in brackets: the games count for nobody.
        Games are open: places are provisional. An adjudicated game has no result yet.

        Who gains, who loses
        Unfinished games  Finished games  Gain                                                        Lose
        lost              count           Дмитрий Волков 2-3→1, Clara Cook 4→2-4                      Bert Baker 2-3→2-4
        lost              drop *          Bert Baker 2-3→1-2, Дмитрий Волков 2-3→1-2, Clara Cook 4→3  -
        adjudicated       count           -                                                           -
        adjudicated       drop *          Bert Baker 2-3→1-2, Дмитрий Волков 2-3→1-2, Clara Cook 4→3  -
        left out          count           -                                                           -
        left out          drop *          Bert Baker 2-3→1-2, Дмитрий Волков 2-3→1-2, Clara Cook 4→3  -
        * the preset of article 33.1

        The orders
        postchess td withdraw T26:1 T26 --games lose
        postchess td withdraw T26:1 T26 --games adjudicate
        postchess td withdraw T26:1 T26 --games annul

        With --finished count or --finished drop you choose otherwise than article 33.1;
        chapter 9 leaves it to you.

        nothing is decided: Ann Archer plays on in T26
    "#]];
    expected.assert_eq(&text);
    let shown = decides(&mut club, "td what-if T26:1 T26");
    assert_eq!(shown["id"], Value::Null);
    assert_eq!(shown["what_if"]["ways"].as_array().map(Vec::len), Some(6));
    assert_eq!(before, table(&mut club));
    // The table is the one that the decision makes.
    for (games, finished) in [("lose", "drop"), ("annul", "count"), ("lose", "count")] {
        let ways = shown["what_if"]["ways"].as_array().unwrap();
        let promised = ways
            .iter()
            .find(|w| w["games"] == games && w["finished"] == finished)
            .unwrap();
        let mut other = four();
        for (game, result) in [(1, "1-0"), (4, "1-0"), (6, "0-1")] {
            other
                .types(&format!("td result T26/{game} {result}"))
                .unwrap();
        }
        other
            .types(&format!(
                "td withdraw T26:1 T26 --games {games} --finished {finished}"
            ))
            .unwrap();
        other.everything_read();
        assert_eq!(
            promised["table"],
            table(&mut other)["table"],
            "{games} {finished}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut club = four();
    for (line, said) in [
        ("td withdraw T26:1 T27 --games lose", "no tournament"),
        ("td withdraw T26:9 T26 --games lose", "no player"),
        ("td withdraw T26:1 T26", "--games"),
        ("td what-if nobody@x.example T26", "no player"),
    ] {
        let why = club.types(line).unwrap_err();
        assert!(why.contains(said), "{line}: {why}");
    }
    let mut early = Setup::new().not_started().opens();
    let why = early
        .types("td withdraw T26:1 T26 --games lose")
        .unwrap_err();
    assert!(why.contains("has not begun"), "{why}");
}

#[test]
fn a_withdrawal_is_revoked_as_one_decision() {
    let mut club = four();
    club.play("T26/1", "5254 5755");
    club.letter("bert").subject("[T26/1]").says("DRAW?").posts();
    club.types("td result T26/2 1-0").unwrap();
    club.polls();
    club.everything_read();
    let tables = ["table", "open", "final"];
    let before = table(&mut club);
    let games: Vec<Value> = (1..=6).map(|n| club.game(&format!("T26/{n}"))).collect();
    for games_of_hers in ["lose", "annul", "adjudicate"] {
        let line = format!("td withdraw T26:1 T26 --games {games_of_hers} --finished drop");
        let decided = decides(&mut club, &line);
        let id = decided["id"].as_u64().unwrap();
        assert_ne!(table(&mut club)["table"], before["table"]);
        // Any of its further entries names the decision it belongs to.
        let part = club.types(&format!("td revoke {}", id + 1)).unwrap_err();
        assert!(part.contains(&format!("td revoke {id}")), "{part}");
        decides(&mut club, &format!("td revoke {id} --reason mistaken"));
        club.everything_read();
        let after = table(&mut club);
        for key in tables {
            assert_eq!(after[key], before[key], "{games_of_hers}: {key}");
        }
        for (n, game) in (1..=6).zip(&games) {
            let now = club.game(&format!("T26/{n}"));
            for key in ["status", "result", "termination", "draw_offer", "clock"] {
                assert_eq!(now[key], game[key], "{games_of_hers}: {key} of T26/{n}");
            }
        }
    }
    // She is asked for her moves again.
    club.play("T26/1", "7163");
}

#[test]
fn the_days_between_a_withdrawal_and_its_revocation_are_nobody_s() {
    let mut club = four();
    club.play("T26/1", "5254 5755");
    club.days_pass(5);
    let id = decides(&mut club, "td withdraw T26:1 T26 --games lose")["id"].clone();
    club.everything_read();
    club.days_pass(30);
    decides(&mut club, &format!("td revoke {id}"));
    club.everything_read();
    // Received on the 11th; thought of from then to the 14th, and from the receipt of
    // the ruling on 15 February on.
    club.days_pass(3);
    club.play("T26/1", "7163");
    club.stands("T26/1", "/moves/2/days", 6);
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a56_1_6_who_cannot_reach_his_mail_has_thirty_days() {
    let mut club = Setup::new().round_robin(3).opens();
    let matters = |club: &mut Club| {
        let table = club.types("tournament report T26 --format json").unwrap();
        let table: Value = serde_json::from_str(&table).unwrap();
        table["matters"].clone()
    };
    let tried = club
        .types("td access-lost T26:1 T26 --reason telephone --dry-run")
        .unwrap();
    assert!(tried.contains("30 days end on 2026-02-09"), "{tried}");
    club.nobody_is_told();
    club.types("td access-lost T26:1 T26 --reason telephone")
        .unwrap();
    for who in ["ann", "bert", "clara", "arbiter"] {
        club.is_told(who, "ruling").says("56.1.6");
    }
    let open = matters(&mut club);
    assert_eq!(open[0]["what"], "access-lost");
    assert_eq!(open[0]["until"], "2026-02-09");
    assert_eq!(open[0]["command"], "td withdraw T26:1 T26 --games lose");
    // A letter of his own, whatever it says, shows that he is back.
    club.days_pass(3);
    club.sends("ann", "STATUS");
    club.is_told("ann", "status");
    assert_eq!(matters(&mut club), json!([]));
    // He loses it again, and the arbiter takes that back.
    club.types("td access-lost T26:1 T26").unwrap();
    for who in ["ann", "bert", "clara", "arbiter"] {
        club.is_told(who, "ruling");
    }
    let again = matters(&mut club);
    let revoke = again[0]["commands"][3].as_str().unwrap().to_owned();
    assert!(revoke.starts_with("td revoke "), "{again}");
    club.types(&revoke).unwrap();
    for who in ["ann", "bert", "clara", "arbiter"] {
        club.is_told(who, "ruling");
    }
    assert_eq!(matters(&mut club), json!([]));
    let refused = club.types("td access-lost T26:1 T26 --since 2027-01-01");
    assert!(refused.is_err(), "{refused:?}");
}
