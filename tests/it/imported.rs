//! A club moves house: a running tournament comes from elsewhere, with its moves, days,
//! results and clocks, and goes on here by letters.

mod leave;
mod report_files;
mod rounds;
mod together;

use crate::club::{Club, Setup};
use serde_json::Value;

fn four() -> Setup {
    Setup::new().round_robin(4)
}

/// The same tournament in an empty home, at the hour of the other.
fn new_house(hour: &str) -> Club {
    let mut new = Setup::new().not_started().code("X1").opens();
    new.it_is(hour);
    std::fs::write(new.root().join("t26.toml"), four().file()).unwrap();
    new
}

fn import(club: &mut Club, sources: &str, options: &str) -> Result<String, String> {
    let root = club.root();
    let sources: Vec<String> = sources
        .split(' ')
        .map(|name| root.join(name).display().to_string())
        .collect();
    club.types(&format!(
        "tournament import {} {} {options}",
        root.join("t26.toml").display(),
        sources.join(" ")
    ))
}

/// What has to be the same here and there.
fn standing(club: &mut Club, game: &str) -> Value {
    let json = club.game(game);
    let moves: Vec<Value> = json["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| {
            let each = ["uci", "received", "sent", "days", "total"];
            each.iter().map(|k| m[*k].clone()).collect()
        })
        .collect();
    serde_json::json!({
        "moves": moves, "status": json["status"], "result": json["result"],
        "turn": json["turn"], "fen": json["fen"], "clock": json["clock"],
        "white": json["white"]["name"], "black": json["black"]["name"],
    })
}

fn table(club: &mut Club) -> Value {
    let told = club
        .types("--json tournament report T26 --format json")
        .unwrap();
    let table: Value = serde_json::from_str(&told).unwrap();
    let rows = table["table"].as_array().unwrap().iter();
    rows.map(|r| serde_json::json!([r["place"], r["name"], r["points"], r["played"], r["sb"]]))
        .collect()
}

/// The same club elsewhere: four players, some moves on some days, results of every kind.
fn elsewhere() -> Club {
    let mut club = four().opens();
    for (day, game, moves) in [
        ("2026-01-10", "T26/1", "5254"),
        ("2026-01-14", "T26/1", "5755 7163"),
        ("2026-01-15", "T26/2", "4244 4745 3234"),
        ("2026-01-20", "T26/1", "2836 6125"),
        ("2026-02-01", "T26/3", "6263 5755 7274 4884"),
        ("2026-02-06", "T26/4", "5254 5755"),
        ("2026-02-11", "T26/2", "5756"),
    ] {
        club.it_is(&format!("{day}T09:00:00Z"));
        for text in moves.split(' ') {
            let (who, number) = club.whose_turn(game);
            let dots = if club.game(game)["turn"] == "white" {
                "."
            } else {
                "..."
            };
            club.letter(&who)
                .subject(&format!("[{game}]"))
                .says(&format!("{number}{dots} {text}"))
                .posts();
            club.polls();
            club.now = club.now.plus_seconds(86_400);
        }
    }
    club.it_is("2026-02-14T09:00:00Z");
    club.types("td result T26/4 1-0 --by resignation --reason told")
        .unwrap();
    club.types("td result T26/5 -/+ --by default --reason told")
        .unwrap();
    club.it_is("2026-02-16T09:00:00Z");
    club.everything_read();
    club
}

#[test]
fn a_tournament_moves_with_its_moves_days_results_and_clocks_and_goes_on() {
    let mut old = elsewhere();
    let mut new = new_house(&old.now.to_string());
    let pgn = old.types("tournament report T26 --format pgn").unwrap();
    std::fs::write(new.root().join("t26.pgn"), &pgn).unwrap();
    new.everything_read();

    let tried = import(&mut new, "t26.pgn", "--dry-run").unwrap();
    assert!(tried.contains("would decide: T26 is taken over"), "{tried}");
    assert!(
        tried.contains("letter: start about T26/1 to Ann Archer"),
        "{tried}"
    );
    // One letter in each language, as it will be read.
    assert_eq!(tried.matches("[en] ").count(), 1, "{tried}");
    assert_eq!(tried.matches("[ru] ").count(), 1, "{tried}");
    assert!(tried.contains("играется здесь"), "{tried}");
    new.nobody_is_told();
    assert!(!new.types("tournament list").unwrap().contains("T26"));

    let done = import(&mut new, "t26.pgn", "--reason \"from the old machine\"").unwrap();
    assert!(done.contains("6 games, 3 of them over"), "{done}");
    let whole: Vec<_> = new.takes_all();
    let kinds: Vec<&str> = whole.iter().map(|m| m.kind.as_str()).collect();
    assert_eq!(kinds, vec!["start"; 6], "two letters for each game in play");
    let waits = old.whose_turn("T26/1").0;
    let told = whole
        .iter()
        .find(|m| m.to == crate::club::address(&waits) && m.game.as_deref() == Some("T26/1"));
    let told = told.unwrap_or_else(|| panic!("no letter to {waits}"));
    told.says("играется здесь").says("1. e4");
    for number in 1..=6 {
        let game = format!("T26/{number}");
        assert_eq!(
            standing(&mut new, &game),
            standing(&mut old, &game),
            "{game}"
        );
    }
    assert_eq!(table(&mut new), table(&mut old));
    let log = new.types("td log T26").unwrap();
    assert_eq!(log.matches("taken over from t26.pgn").count(), 1, "{log}");
    assert!(log.contains("from the old machine"), "{log}");

    // A letter of the old machine is answered here, and the game goes on in both alike.
    for club in [&mut old, &mut new] {
        club.it_is("2026-02-18T09:00:00Z");
        let (who, number) = club.whose_turn("T26/1");
        club.letter(&who)
            .subject("[T26/1]")
            .says(&format!("{number}... 6857"))
            .posts();
        club.polls();
        club.everything_read();
    }
    let (here, there) = (standing(&mut new, "T26/1"), standing(&mut old, "T26/1"));
    assert_eq!(here, there);
    let verified = new.types("verify").unwrap();
    assert!(!verified.contains("differs"), "{verified}");
    let id: Value = serde_json::from_str(&new.types("--json td log T26").unwrap()).unwrap();
    let refused = new
        .types(&format!("td revoke {}", id[0]["id"]))
        .unwrap_err();
    assert!(
        refused.contains("played on from where they stood"),
        "{refused}"
    );
}

#[test]
fn a56_2_3_a_day_of_receipt_that_does_not_follow_comes_along() {
    let mut old = four().opens();
    old.it_is("2026-01-30T09:00:00Z");
    for order in [
        "move T26/1 5254 --received 2026-01-11 --sent 2026-01-12",
        "move T26/1 5755 --received 2026-01-18 --sent 2026-01-20",
        "move T26/2 5254 --received 2026-01-11 --sent 2026-01-12",
        "move T26/2 5755 --received 2026-01-13 --sent 2026-01-20",
        "set-dates T26/1 3 --received 2026-01-25",
    ] {
        old.types(&format!("td {order} --anyway --reason card"))
            .unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    old.everything_read();
    let pgn = old.types("tournament report T26 --format pgn").unwrap();
    // The last move of the second game was entered late: its letter left today.
    assert_eq!(pgn.matches("%ccrcv").count(), 3, "{pgn}");
    assert!(pgn.contains("[%ccrcv 2026.01.18]"), "{pgn}");
    assert!(pgn.contains("[%ccrcv 2026.01.25]"), "{pgn}");
    assert!(pgn.contains("[%ccrcv 2026.01.31]"), "{pgn}");
    let mut new = new_house(&old.now.to_string());
    let path = new.root().join("t26.pgn");
    std::fs::write(&path, &pgn).unwrap();
    import(&mut new, "t26.pgn", "").unwrap_or_else(|e| panic!("{e}"));
    new.everything_read();
    for game in ["T26/1", "T26/2"] {
        assert_eq!(standing(&mut new, game), standing(&mut old, game), "{game}");
    }
    new.stands("T26/1", "/moves/1/days", 2);
    new.stands("T26/1", "/clock/running/since", "2026-01-25");
    let mut other = new_house(&old.now.to_string());
    for (said, why) in [
        (
            "2026.01.11",
            "move 1. is received on 2026-01-11, before it was sent",
        ),
        (
            "2026.03.01",
            "move 1. is received on 2026-03-01, which is to come",
        ),
    ] {
        let text = pgn.replace("[%ccrcv 2026.01.18]", &format!("[%ccrcv {said}]"));
        std::fs::write(other.root().join("t26.pgn"), text).unwrap();
        let refused = import(&mut other, "t26.pgn", "").unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
}

#[test]
fn what_other_programs_write_is_taken() {
    let mut new = new_house("2026-03-01T09:00:00Z");
    // Surname first, Cyrillic in Latin letters, thinking times, clocks, no dates at all.
    let pgn = "[White \"Archer, Ann\"]\n[Black \"Volkov, Dmitrii\"]\n[Result \"*\"]\n\n\
        1. e4 {[%emt 48:00:00]} e5 {[%emt 75:00:00]} 2. Nf3 {[%emt 1:00:00]} *\n\n\
        [White \"Baker\"]\n[Black \"Cook\"]\n[Result \"1/2-1/2\"]\n[Termination \"by agreement\"]\n\n\
        1. d4 {[%clk 1400:00:00]} d5 {[%clk 1430:00:00]} 1/2-1/2\n";
    std::fs::write(new.root().join("a.pgn"), pgn).unwrap();
    let sheet = "white;black;result;moves;white_days;black_days\n\
        Дмитрий Волков;Clara Cook;*;1. c4 e5 2. Nc3;12;5\n\
        Ann Archer;Bert Baker;0:1;;;\n";
    std::fs::write(new.root().join("b.csv"), sheet).unwrap();
    let done = import(&mut new, "a.pgn b.csv", "--since 2026-02-20");
    let done = done.unwrap_or_else(|e| panic!("{e}"));
    assert!(
        done.contains("4 games, 2 of them over, 8 half-moves"),
        "{done}"
    );
    let letters = new.takes_all();
    assert!(letters.iter().any(
        |m| m.text.contains("days of its moves were not in the files")
            || m.text.contains("Дат отдельных ходов")
    ));
    let number = |club: &mut Club, white: &str, black: &str| {
        (1..=6)
            .map(|n| format!("T26/{n}"))
            .find(|game| {
                let json = club.game(game);
                json["white"]["name"] == white && json["black"]["name"] == black
            })
            .unwrap()
    };
    let timed = number(&mut new, "Ann Archer", "Дмитрий Волков");
    let json = new.game(&timed);
    let days: Vec<i64> = json["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["days"].as_i64().unwrap())
        .collect();
    assert_eq!(days, [2, 3, 0]);
    let drawn = number(&mut new, "Bert Baker", "Clara Cook");
    new.stands(&drawn, "/termination", "agreement");
    new.stands(&drawn, "/clock/white/total", 1);
    let summed = number(&mut new, "Дмитрий Волков", "Clara Cook");
    new.stands(&summed, "/clock/white/days", 12);
    // Clara thinks since 20 February: nine dates until the first of March.
    new.stands(&summed, "/clock/running/since", "2026-02-20");
    new.stands(&summed, "/clock/running/used", 9);
    let over = number(&mut new, "Ann Archer", "Bert Baker");
    new.stands(&over, "/result", "0-1");
}

#[test]
fn what_is_wrong_is_said_at_once_and_nothing_is_changed() {
    let mut new = new_house("2026-03-01T09:00:00Z");
    let pgn = "[White \"Ann Archer\"]\n[Black \"Nobody Here\"]\n\n1. e4 *\n\n\
        [White \"Bert Baker\"]\n[Black \"Ann Archer\"]\n\n1. e4 *\n\n\
        [White \"Bert Baker\"]\n[Black \"Clara Cook\"]\n\n1. e4 e5 2. Ke3 *\n\n\
        [White \"Ann Archer\"]\n[Black \"Bert Baker\"]\n\n\
        1. e4 {[%ccsnt 2026.01.20]} e5 {[%ccsnt 2026.01.18]} *\n\n\
        [White \"Dima Volkov\"]\n[Black \"Clara Cook\"]\n\n1. e4 {[%ccsnt 2027.01.20]} *\n\n\
        [White \"Ann Archer\"]\n[Black \"Дмитрий Волков\"]\n\n1. e4 {[%ccsnt 2026.01.10]} e5 *\n";
    std::fs::write(new.root().join("a.pgn"), pgn).unwrap();
    let refused = import(&mut new, "a.pgn", "").unwrap_err();
    for why in [
        "game 1 (Ann Archer – Nobody Here): there is no player 'Nobody Here'",
        "game 2 (Bert Baker – Ann Archer): here Ann Archer has White against Bert Baker",
        "2. Ke3 is not a legal move there",
        "move 1... is dated 2026-01-18, before the move it answers",
        "there is no player 'Dima Volkov'",
        "move 1... has no date, and others have",
    ] {
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    new.it_is("2026-06-01T09:00:00Z");
    let refused = import(&mut new, "nothing.pgn", "").unwrap_err();
    assert!(refused.contains("nothing.pgn"), "{refused}");
    std::fs::write(
        new.root().join("over.csv"),
        "white;black;moves;white_days\nAnn Archer;Bert Baker;1. e4 e5 2. Nf3;61\n",
    )
    .unwrap();
    let refused = import(&mut new, "over.csv", "").unwrap_err();
    assert!(
        refused.contains("Ann Archer has used 61 of 60 days"),
        "{refused}"
    );
    assert!(!new.types("tournament list").unwrap().contains("T26"));
    new.nobody_is_told();
}

#[test]
fn results_come_out_of_a_tournament_report_file() {
    let mut old = elsewhere();
    let mut new = new_house(&old.now.to_string());
    let trf = old.types("tournament report T26 --format trf").unwrap();
    std::fs::write(new.root().join("t26.trf"), trf).unwrap();
    import(&mut new, "t26.trf", "").unwrap_or_else(|e| panic!("{e}"));
    new.everything_read();
    assert_eq!(table(&mut new), table(&mut old));
}

#[test]
fn a56_4_6_a_series_a_fault_and_the_first_receipt_come_along() {
    let mut old = four().opens();
    let write = |old: &mut Club, day: &str, text: &str| {
        old.it_is(&format!("{day}T09:00:00Z"));
        let (who, _) = old.whose_turn("T26/1");
        old.letter(&who).subject("[T26/1]").says(text).posts();
        old.polls();
        old.everything_read();
    };
    write(&mut old, "2026-01-14", "1. 5254 if 1... 5755 2. 7163");
    write(&mut old, "2026-01-20", "1... 5755 2. 7163 2... 2836");
    write(&mut old, "2026-01-23", "3. 1171");
    write(&mut old, "2026-01-27", "3. 6134");
    write(&mut old, "2026-01-30", "3... 7866");
    let pgn = old.types("tournament report T26 --format pgn").unwrap();
    assert_eq!(pgn.matches("[%ccser]").count(), 2, "{pgn}");
    assert!(pgn.contains("[%ccday 5+2]"), "{pgn}");
    let mut new = new_house(&old.now.to_string());
    std::fs::write(new.root().join("t26.pgn"), &pgn).unwrap();
    import(&mut new, "t26.pgn", "").unwrap_or_else(|e| panic!("{e}"));
    new.everything_read();
    for game in ["T26/1", "T26/2"] {
        let told = |club: &mut Club| {
            let json = club.game(game);
            let of = |m: &Value| ["uci", "sent", "days", "total"].map(|k| m[k].clone());
            let moves = json["moves"].as_array().unwrap().iter().map(of);
            (moves.collect::<Vec<_>>(), json["clock"].clone())
        };
        assert_eq!(told(&mut new), told(&mut old), "{game}: {pgn}");
    }
    // What comes out of it again is the same.
    let again = new.types("tournament report T26 --format pgn").unwrap();
    assert_eq!(again.matches("[%ccser]").count(), 2, "{again}");
    new.types("verify").unwrap();
}

#[test]
fn a_game_that_is_over_with_no_result_of_pgn_is_named() {
    let mut old = elsewhere();
    let over = |club: &mut Club| {
        let pgn = club.types("tournament report T26 --format pgn").unwrap();
        let mut new = new_house("2026-02-17T12:00:00Z");
        std::fs::write(new.root().join("t26.pgn"), &pgn).unwrap();
        let tried = import(&mut new, "t26.pgn", "--dry-run --json").unwrap();
        let tried: Value = serde_json::from_str(&tried).unwrap();
        tried["remarks"].to_string().matches("td result").count()
    };
    assert_eq!(over(&mut old), 0);
    old.types("td result T26/1 0-0 --anyway").unwrap();
    assert_eq!(over(&mut old), 1);
    old.takes_all();
}

#[test]
fn what_moves_do_not_carry_is_named_with_the_orders_that_enter_it() {
    let mut old = elsewhere();
    old.it_is("2026-02-17T09:00:00Z");
    let (who, _) = old.whose_turn("T26/1");
    // An impossible move, that waits for its correction with its two days.
    let letter = old.letter(&who).subject("[T26/1]");
    letter.says("3... 5752").posts();
    old.polls();
    old.everything_read();
    let pgn = old.types("tournament report T26 --format pgn").unwrap();
    let told = "penalty days of black: 2; faulty move of black, sent 2026-02-17";
    assert!(pgn.contains(&format!("[NotInMoves \"{told}\"]")), "{pgn}");
    let mut new = new_house("2026-02-17T12:00:00Z");
    std::fs::write(new.root().join("t26.pgn"), &pgn).unwrap();
    let tried = import(&mut new, "t26.pgn", "--dry-run --json").unwrap();
    let tried: Value = serde_json::from_str(&tried).unwrap();
    let remarks = tried["remarks"].to_string();
    assert!(
        remarks.contains(told) && remarks.contains("td penalty"),
        "{remarks}"
    );
    import(&mut new, "t26.pgn", "").unwrap();
    new.all_read("start");
    // What it says is enough to bring the clock to where it was.
    let total = |club: &mut Club| club.game("T26/1")["clock"]["black"]["penalty"].clone();
    new.types("td penalty T26/1 black 2 --anyway").unwrap();
    assert_eq!(total(&mut new), total(&mut old));
    new.everything_read();
}
