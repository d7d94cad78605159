//! Letters that are ruled beside another robot keep their order.

use super::sending::{club_on_a_server, poll};
use crate::club::{PERSONAS, Setup};
use crate::contract::House;

/// The first letter of a player ends a game, which is done alone; the next, in another game of
/// his, waits for it.
#[test]
fn a_letter_waits_for_one_before_it_that_has_to_be_ruled_alone() {
    let house = House::with(&Setup::new().pairs(&[(1, 2); 2]));
    let (_server, url) = club_on_a_server(&house);
    let mut company = postgres::Client::connect(&url, postgres::NoTls).expect("a server");
    // Turn::Ruling, shared: another robot rules, too.
    let sql = "SELECT pg_advisory_lock_shared('meta'::regclass::oid::int, 4)";
    company.batch_execute(sql).expect("a turn");
    house.post("a", PERSONAS[0].1, "[T26/1]", "RESIGN");
    house.post("b", PERSONAS[0].1, "[T26/2]", "5254");
    let done = poll(&house.path("club"), "").status().expect("it runs");
    assert!(done.success());
    let verdicts = house.json("inbox list");
    let verdicts = verdicts.as_array().expect("letters").iter();
    let verdicts: Vec<&str> = verdicts.filter_map(|m| m["verdict"].as_str()).collect();
    let order = "SELECT game_id FROM event WHERE event ->> 'what' IN ('ended', 'move-played')
         ORDER BY id";
    let rows = company.query(order, &[]).expect("the record");
    let games: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(games, [1, 2], "{verdicts:?}");
}
