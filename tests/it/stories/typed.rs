//! What arbiters type is taken as what it means: codes in small letters, days and results
//! as they are written elsewhere, half-moves by their moves, many orders in one file.

use crate::club::{ARBITER, Club, Setup};
use crate::contract::House;

const GAME: &str = "T26/1";

/// Refused, and nothing is changed by it.
#[track_caller]
fn refused(club: &mut Club, line: &str) -> String {
    let before = club.game(GAME);
    let said = club.types(line).unwrap_err();
    assert_eq!(before, club.game(GAME), "{line}");
    club.nobody_is_told();
    said
}

#[test]
fn a_code_in_small_letters_is_the_only_one_that_it_may_be() {
    let mut club = Club::opens();
    for line in [
        "tournament show t26",
        "game show t26/1",
        "player show t26:1",
        "player report T26:1 t26",
        "game list --tournament=t26",
        "td log t26",
    ] {
        let said = club.types(line).unwrap();
        assert!(!said.contains("t26"), "{line}: {said}");
    }
    let said = club.types("td penalty t26/1 white 2").unwrap();
    assert!(said.contains("T26/1") && !said.contains("t26"), "{said}");
    club.are_told(&["ann", "bert"], "ruling");
    let ruling = club.is_told("arbiter", "ruling");
    club.stands(GAME, "/clock/white/penalty", 2);
    // A line of a letter is typed as well.
    let lines = "PENALTY t26/1 black 3\n\nGAME t26/1";
    club.letter(ARBITER).answering(&ruling).says(lines).posts();
    club.polls();
    club.is_told("arbiter", "transcript")
        .says("> PENALTY t26/1 black 3")
        .says("Done (decision ");
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
    club.stands(GAME, "/clock/black/penalty", 3);
    assert!(refused(&mut club, "tournament show t27").contains("no tournament t27"));
}

#[test]
fn two_codes_that_differ_in_case_alone_are_both_named() {
    let house = House::new();
    for code in ["Sa27", "SA27"] {
        let file = Setup::new().code(code).file();
        house.write("t.toml", &file);
        let path = house.path("t.toml");
        house
            .run(&format!("tournament add {}", path.display()))
            .done();
    }
    for code in ["Sa27", "SA27"] {
        let shown = house.json(&format!("tournament show {code}"));
        assert_eq!(shown["code"], code);
    }
    for line in ["tournament show sa27", "td pause sa27/1"] {
        let said = house.run(line).fails(3).err.clone();
        assert!(said.contains("'sa27' may be SA27 or Sa27"), "{said}");
    }
}

#[test]
fn a_day_is_typed_as_letters_have_it() {
    let mut club = Club::opens();
    club.play(GAME, "5254");
    club.it_is("2026-01-20T10:00:00Z");
    for (typed, days) in [
        ("18.01.2026", 2),
        ("17/01/2026", 3),
        ("16-1-2026", 4),
        ("2026-01-15", 5),
    ] {
        club.types(&format!("td set-dates T26/1 2 --received {typed}"))
            .unwrap();
        club.everything_read();
        let game = club.game(GAME);
        assert_eq!(
            game["clock"]["running"]["since"],
            format!("2026-01-{}", 20 - days)
        );
    }
    for (typed, why) in [
        ("18.01.26", "the year is written in full"),
        ("31.02.2026", "the calendar has no such day"),
        ("01/18/2026", "the calendar has no such day"),
        ("tomorrow", "not a date"),
    ] {
        let line = format!("td set-dates T26/1 2 --received {typed}");
        let said = refused(&mut club, &line);
        assert!(said.contains(why) && said.contains("2026-01-20"), "{said}");
    }
    club.types("td leave grant T26:2 1.3.2026 14.3.2026")
        .unwrap();
    club.everything_read();
    let shown = club.types("player show T26:2").unwrap();
    assert!(
        shown.contains("2026-03-01") && shown.contains("2026-03-14"),
        "{shown}"
    );
}

#[test]
fn a_result_is_typed_in_any_spelling() {
    for (typed, result) in [
        ("1:0", "1-0"),
        ("0,5:0,5", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("+:-", "+/-"),
        ("-:+", "-/+"),
        ("--", "-/-"),
        ("–:–", "-/-"),
        ("0:0", "0-0"),
    ] {
        let mut club = Club::opens();
        club.types(&format!("td result T26/1 {typed} --by ruling"))
            .unwrap_or_else(|said| panic!("{typed}: {said}"));
        club.everything_read();
        club.stands(GAME, "/result", result);
    }
    let mut club = Club::opens();
    let said = refused(&mut club, "td result T26/1 0.0");
    assert!(said.contains("a result is 1-0, 1:0, 0-1"), "{said}");
}

#[test]
fn a53_3_a_half_move_is_named_by_its_move_and_compared_with_the_record() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755 7163 2836 6125");
    club.it_is("2026-01-20T10:00:00Z");
    for (typed, why) in [
        (
            "2.Nc3",
            "2.Nc3 is not what was played: the game has 2. Nf3 there, half-move 3",
        ),
        ("2...Nf6", "the game has 2... Nc6 there, half-move 4"),
        ("2. 7162", "half-move 3"),
        ("7.", "no move 7. was made"),
        ("3...Nf6", "no move 3...Nf6 was made"),
    ] {
        let said = refused(&mut club, &format!("td void T26/1 {typed}"));
        assert!(said.contains(why), "{typed}: {said}");
    }
    for (typed, count) in [
        ("2.Nf3", 3),
        ("2. Кf3", 3),
        ("2.7163", 3),
        ("2.", 3),
        ("2...Nc6", 2),
        ("2...", 2),
        ("3. Bb5", 1),
        ("3", 3),
    ] {
        let line = format!("td void T26/1 {typed} --clock 2026-01-20 --dry-run");
        let said = club.types(&line).unwrap_or_else(|e| panic!("{typed}: {e}"));
        let left = club.game(GAME)["ply"].as_u64().unwrap();
        assert_eq!(left, 5);
        let moves = match count {
            1 => "1 half-move".to_owned(),
            n => format!("{n} half-moves"),
        };
        assert!(said.contains(&moves), "{typed}: {said}");
    }
    // The move that is due has a receipt.
    club.types("td set-dates T26/1 3... --received 18.1.2026")
        .unwrap();
    club.everything_read();
    club.stands(GAME, "/clock/running/since", "2026-01-18");
    club.types("td void T26/1 2...Nc6 --clock 20.1.2026")
        .unwrap();
    club.everything_read();
    club.stands(GAME, "/ply", 3);
}

fn batch() -> Club {
    Setup::new().pairs(&[(1, 2), (1, 3), (2, 3)]).opens()
}

fn file(club: &Club, text: &str) -> String {
    let path = club.root().join("orders.csv");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_file_of_results_is_entered_whole_as_if_one_by_one() {
    let mut club = batch();
    let table =
        "game;result;by;reason\nt26/1;1:0;agreement;\nT26/2;+:-;default;\"no word; no letter\"\n";
    let path = file(&club, table);
    // By agreement nobody wins: the first wrong line refuses all.
    let said = refused(&mut club, &format!("td batch {path}"));
    assert!(
        said.contains("orders.csv, line 2 (t26/1;1:0;agreement;)"),
        "{said}"
    );
    assert!(said.contains("nothing is changed"), "{said}");
    let path = file(&club, &table.replace("1:0;agreement", "½-½;agreement"));
    let would = club.types(&format!("td batch {path} --dry-run")).unwrap();
    assert_eq!(would.matches("would decide: ").count(), 2, "{would}");
    club.stands(GAME, "/status", "active");
    club.nobody_is_told();
    let done = club.types(&format!("td batch {path}")).unwrap();
    assert!(done.contains("line 3: T26/2;+:-;default;"), "{done}");
    assert_eq!(done.matches("\ndecision ").count(), 2, "{done}");
    club.stands(GAME, "/result", "1/2-1/2");
    club.stands("T26/2", "/result", "+/-");
    club.is_told("clara", "ruling").says("no word; no letter");
    club.everything_read();
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("no word; no letter"), "{log}");
    // Now every line asks back, and the first is named.
    let said = refused(&mut club, &format!("td batch {path}"));
    assert!(
        said.contains("line 2") && said.contains("--anyway"),
        "{said}"
    );
    club.types(&format!("td batch {path} --anyway")).unwrap();
    club.everything_read();
    club.types("verify").unwrap();
}

#[test]
fn a_file_of_orders_is_carried_out_line_by_line_in_one_go() {
    let mut club = batch();
    let orders = "# after the first month\n\npenalty t26/1 white 2 --reason \"two letters lost\"\n\
        td penalty T26/1 white -1\nresult T26/2 0:1 --by resignation\n";
    let path = file(&club, &format!("{orders}penalty T26/3 green 2\n"));
    let said = refused(&mut club, &format!("td batch {path}"));
    assert!(said.contains("line 6 (penalty T26/3 green 2)"), "{said}");
    for (wrong, why) in [
        ("log T26\n", "a list is no decision"),
        ("pause T26/9\n", "there is no game T26/9"),
        ("pause T26/3 --dry-run\n", "--dry-run is for the whole file"),
    ] {
        let path = file(&club, &format!("{orders}{wrong}"));
        let said = refused(&mut club, &format!("td batch {path}"));
        assert!(said.contains("line 6") && said.contains(why), "{said}");
    }
    let path = file(&club, orders);
    club.types(&format!("td batch {path} --reason agreed"))
        .unwrap();
    club.stands(GAME, "/clock/white/penalty", 1);
    club.stands("T26/2", "/result", "0-1");
    club.is_told("bert", "ruling").says("two letters lost");
    club.is_told("bert", "ruling").says("agreed");
    club.everything_read();
}

#[test]
fn a_file_may_come_on_standard_input() {
    let house = House::with(&Setup::new());
    let now = "2026-01-10T09:00:00Z";
    let text = b"game,result\nT26/1,1:0\n";
    let done = house.given(now, "td batch -", text).done();
    assert!(done.out.contains("decision "), "{}", done.out);
    assert_eq!(house.json("game show T26/1 --format json")["result"], "1-0");
    let nothing = house.given(now, "td batch -", b"\n");
    assert!(
        nothing
            .fails(1)
            .err
            .contains("standard input: no order stands in it")
    );
}
