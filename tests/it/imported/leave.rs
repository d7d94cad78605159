//! Leave comes along: its days count as used, and no move is charged for them.

use super::{four, import, new_house, standing};
use serde_json::Value;

#[test]
fn a56_7_leave_that_was_taken_elsewhere_counts_as_taken() {
    let mut old = four().opens();
    for (day, who, text) in [
        ("2026-01-15", "ann", "1. 5254"),
        ("2026-01-20", "dima", "1... 5755"),
        ("2026-01-25", "ann", "LEAVE 2026-02-01 2026-02-10"),
        ("2026-02-14", "ann", "2. 7163"),
    ] {
        old.it_is(&format!("{day}T09:00:00Z"));
        let subject = if text.starts_with("LEAVE") {
            "leave"
        } else {
            "[T26/1]"
        };
        old.letter(who).subject(subject).says(text).posts();
        old.polls();
    }
    old.everything_read();
    old.stands("T26/1", "/moves/2/days", 14);
    let pgn = old.types("tournament report T26 --format pgn").unwrap();
    let mut new = new_house(&old.now.to_string());
    std::fs::write(new.root().join("t26.pgn"), &pgn).unwrap();
    let table = "player;from;to\nArcher, Ann;2026-02-01;10.02.2026\n";
    std::fs::write(new.root().join("leave.csv"), table).unwrap();
    import(&mut new, "t26.pgn leave.csv", "").unwrap_or_else(|e| panic!("{e}"));
    new.everything_read();
    for number in 1..=6 {
        let game = format!("T26/{number}");
        assert_eq!(
            standing(&mut new, &game),
            standing(&mut old, &game),
            "{game}"
        );
    }
    for club in [&mut old, &mut new] {
        let report = club.types("--json tournament report T26").unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        let leave = report["leave"].as_array().unwrap();
        assert_eq!(leave.len(), 1, "{report}");
        assert_eq!(leave[0]["used"], 10, "{report}");
        assert_eq!(leave[0]["left"], 20, "{report}");
    }
    // What is left of it can be taken here, and no more.
    new.letter("ann")
        .subject("leave")
        .says("LEAVE 2026-03-01 2026-03-31")
        .posts();
    new.polls();
    new.everything_read();
    let report = new.types("--json tournament report T26").unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["leave"][0]["left"], 0, "{report}");
}

#[test]
fn a56_7_5_days_used_in_sum_are_days_beside_leave() {
    let mut new = new_house("2026-03-10T09:00:00Z");
    let games = "white;black;moves;white_days;black_days\nAnn Archer;Bert Baker;1. e4 e5;12;5\n";
    std::fs::write(new.root().join("games.csv"), games).unwrap();
    let table = "player;from;to\nAnn Archer;2026-01-12;2026-02-15\n";
    std::fs::write(new.root().join("leave.csv"), table).unwrap();
    let root = new.root();
    let all = ["t26.toml", "games.csv", "leave.csv"].map(|name| root.join(name));
    let all = all.map(|path| path.display().to_string()).join(" ");
    let told = new.types(&format!("--json tournament import {all}"));
    let told: Value = serde_json::from_str(&told.unwrap()).unwrap();
    let remarks = told["remarks"].to_string();
    assert!(
        remarks.contains("Ann Archer: 35 days of leave in 2026, of 30"),
        "{remarks}"
    );
    new.everything_read();
    let game = (1..=6)
        .map(|n| format!("T26/{n}"))
        .find(|game| !new.game(game)["moves"].as_array().unwrap().is_empty())
        .unwrap();
    new.stands(&game, "/moves/0/days", 12);
    new.stands(&game, "/moves/0/sent", "2026-02-26");
    new.stands(&game, "/moves/1/days", 5);
}

#[test]
fn a_table_of_leave_that_is_crooked_is_refused_with_its_line() {
    let mut new = new_house("2026-03-01T09:00:00Z");
    let games = "white;black;moves\nAnn Archer;Bert Baker;1. e4\n";
    std::fs::write(new.root().join("games.csv"), games).unwrap();
    let table =
        "player;from;to\nAnn Archer;2026-02-15;2026-02-01\nNobody Here;2026-02-01;2026-02-02\n";
    std::fs::write(new.root().join("leave.csv"), table).unwrap();
    let refused = import(&mut new, "games.csv leave.csv", "").unwrap_err();
    for why in [
        "leave.csv, line 2 (Ann Archer): leave ends before it begins",
        "leave.csv, line 3 (Nobody Here): there is no player 'Nobody Here'",
    ] {
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    let table = "player;from;to\nAnn Archer;soon;2026-02-01\n;2026-02-01;2026-02-02\n";
    std::fs::write(new.root().join("leave.csv"), table).unwrap();
    let refused = import(&mut new, "games.csv leave.csv", "").unwrap_err();
    for why in [
        "leave.csv, line 2: 'soon' is no day (from:",
        "leave.csv, line 3: whose leave it is does not stand there",
    ] {
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    assert!(!new.types("tournament list").unwrap().contains("T26"));
}
