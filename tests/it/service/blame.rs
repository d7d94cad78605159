//! What is not a letter's fault never blames a letter: it waits, the run ends with 1, and it is
//! ruled as if it had come now once the cause is gone.

use crate::club::Setup;
use crate::contract::House;

/// A template of the home's own in place of ours.
fn spoil(house: &House, text: &str) {
    std::fs::create_dir_all(house.path("club/templates/move")).unwrap();
    house.write("club/templates/move/text.txt", text);
}

/// So many letters are dealt with and so many half-moves played: all others wait, kept or in the
/// mailbox still, and none is blamed.
fn dealt_with(house: &House, letters: u32, ply: u32) {
    let database = house.database();
    let number = |sql: &str| -> u32 { database.query_row(sql, [], |r| r.get(0)).unwrap() };
    let dealt = "SELECT count(*) FROM inbound WHERE state <> 'pending' OR attempts > 0";
    assert_eq!(number(dealt), letters);
    assert_eq!(number("SELECT ply FROM game WHERE id = 1"), ply);
}

fn waits(house: &House) {
    dealt_with(house, 0, 0);
}

/// The letter of Ann waits as long as the cause is there, no flag of hers falls, and her move is
/// played when it is gone.
fn waits_until(house: &House, said: &str, mend: impl FnOnce()) {
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    for _ in 0..4 {
        let poll = house.run("poll");
        poll.fails(1);
        assert!(poll.err.contains(said), "{}", poll.err);
        waits(house);
    }
    house.at("2026-01-11T09:00:00Z", "nightly").fails(1);
    // Long after the end of her time.
    let late = "2027-01-10T09:00:00Z";
    let poll = house.at(late, "poll");
    poll.fails(1);
    let tick = house.at(late, "tick");
    assert!(!tick.out.contains("T26/1"), "{}", tick.out);
    waits(house);
    mend();
    house.at(late, "poll").done();
    let game = house.json("game show T26/1");
    assert_eq!(game["ply"], 1, "{game}");
    assert_eq!(game["status"], "active");
    house.at(late, "verify").done();
}

#[test]
fn a_template_that_is_wrong_blames_no_letter() {
    let house = House::with(&Setup::new());
    let ours = include_str!("../../../templates/move/text.txt");
    spoil(&house, &format!("{ours}{{{{ f.game.oponent }}}}\n"));
    house.run("check").fails(1);
    waits_until(&house, "move/text.txt", || {
        std::fs::remove_file(house.path("club/templates/move/text.txt")).unwrap();
    });
}

/// One without an end, too, is given up.
#[test]
fn a_template_without_an_end_blames_no_letter_and_holds_up_nothing() {
    let house = House::with(&Setup::new());
    let turns = "{% for i in range(20000) %}";
    spoil(
        &house,
        &format!("{turns}{turns}{turns}x{{% endfor %}}{{% endfor %}}{{% endfor %}}\n"),
    );
    house.run("check").fails(1);
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").fails(1);
    waits(&house);
}

#[test]
fn a_stored_value_that_cannot_be_read_blames_no_letter() {
    if crate::engine::server().is_some() {
        return;
    }
    for (spoil, mend) in [
        (
            "UPDATE player SET language = 'zz'",
            "UPDATE player SET language = 'en'",
        ),
        (
            "UPDATE tournament SET facts = replace(facts, '\"code\"', '\"cod\"')",
            "UPDATE tournament SET facts = replace(facts, '\"cod\"', '\"code\"')",
        ),
    ] {
        let house = House::with(&Setup::new());
        house.run("poll").done();
        let change = |sql: &str| {
            let database = house.database();
            let checks = "PRAGMA ignore_check_constraints = ON";
            database.execute_batch(checks).unwrap();
            database.execute_batch(sql).unwrap();
        };
        change(spoil);
        // Not even the mailbox is told where nothing can be read.
        house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
        for _ in 0..4 {
            let poll = house.run("poll");
            poll.fails(1);
            assert!(poll.err.contains("the database"), "{}", poll.err);
            waits(&house);
        }
        change(mend);
        house.run("poll").done();
        assert_eq!(house.json("game show T26/1")["ply"], 1);
    }
}

/// The summary of a game knows more than what is left of its record: nothing is ruled by that.
#[test]
fn a_record_that_lost_its_last_entries_rules_nothing() {
    if crate::engine::server().is_some() {
        return;
    }
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    let sql = "PRAGMA foreign_keys = OFF; DROP TRIGGER event_never_goes;
        DELETE FROM event WHERE game_id = 1 AND id >= (SELECT min(id) FROM event
          WHERE event ->> 'what' = 'move-played' AND event ->> 'uci' = 'e7e5')";
    house.database().execute_batch(sql).unwrap();
    house.run("verify").fails(1);
    house.post("m3", "ann@a.example", "[T26/1]", "2. 7163");
    for _ in 0..4 {
        let poll = house.run("poll");
        poll.fails(1);
        assert!(poll.err.contains("damaged"), "{}", poll.err);
    }
    dealt_with(&house, 2, 2);
    house.run("verify").fails(1);
}
