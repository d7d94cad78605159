//! Faulty cards, queries and repeats, under the post profile itself.

use super::{GAME, Pile, by_post, days, enters, matters, with_repeats_after};
use crate::club::Club;
use serde_json::Value;

/// White's first move arrived on 10 March; Black's answer is due.
fn begun() -> (Club, Pile) {
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-05", "2025-03-10");
    (by_post().opens(), pile)
}

#[test]
fn a55_4_9_1_an_impossible_or_illegible_move_costs_five_days_and_any_piece_may_move() {
    for fault in ["impossible", "illegible"] {
        let (mut club, mut pile) = begun();
        pile.card(&[
            ("text", "1... 5754"),
            ("faults", fault),
            ("postmarks", "2025-03-12;2025-03-16"),
        ]);
        // 55.3.12, 55.4.7: the query is sent within three days, which are nobody's.
        pile.card(&[("kind", "query"), ("postmarks", "2025-03-19;2025-03-23")]);
        pile.moves("1... 7866", "2025-03-25", "2025-03-29");
        pile.moves("2. 7163", "2025-03-31", "2025-04-04");
        enters(&mut club, "2025-04-10", &pile);
        // 10 to 12 March, and 23 to 25 March.
        assert_eq!(days(&mut club, "black"), [4], "{fault}");
        club.stands(GAME, "/clock/black/penalty", 5);
        club.stands(GAME, "/clock/black/total", 9);
        assert_eq!(days(&mut club, "white"), [4, 2], "{fault}");
    }
}

#[test]
fn a55_4_7_a_query_later_than_three_days_is_the_senders_own_time() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("text", "1... 5754"),
        ("faults", "impossible"),
        ("postmarks", "2025-03-12;2025-03-16"),
    ]);
    pile.card(&[("kind", "query"), ("postmarks", "2025-03-21;2025-03-23")]);
    pile.moves("1... 7866", "2025-03-25", "2025-03-29");
    pile.moves("2. 7163", "2025-03-31", "2025-04-04");
    enters(&mut club, "2025-04-10", &pile);
    // Five days for the query: two beyond the free ones, and two for the move.
    assert_eq!(days(&mut club, "white"), [4, 4]);
}

#[test]
fn a55_3_11_a_card_without_a_move_is_one_with_an_impossible_move() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("faults", "no-move"),
        ("text", "5755?"),
        ("postmarks", "2025-03-12;2025-03-16"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/ply", 1);
    club.stands(GAME, "/clock/black/penalty", 5);
}

#[test]
fn a55_4_9_2_a_wrong_repetition_voids_the_move() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("text", "1... 5755"),
        ("repeated", "4244"),
        ("faults", "wrong-repetition"),
        ("postmarks", "2025-03-12"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/ply", 1);
    club.stands(GAME, "/clock/black/penalty", 5);
}

#[test]
fn a55_3_7_5_a_right_repetition_is_read_with_the_move() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("text", "1... 5755"),
        ("repeated", "5254"),
        ("postmarks", "2025-03-12"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/ply", 2);
    club.stands(GAME, "/clock/black/penalty", 0);
}

#[test]
fn a55_4_9_4_an_error_in_the_address_leaves_the_move_and_is_proposed() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("text", "1... 5755"),
        ("faults", "wrong-address"),
        ("postmarks", "2025-03-12;2025-03-30"),
    ]);
    enters(&mut club, "2025-04-02", &pile);
    club.stands(GAME, "/ply", 2);
    club.stands(GAME, "/clock/black/penalty", 0);
    let open = matters(&mut club, "card-fault");
    assert_eq!(
        open[0]["command"],
        "td penalty T26/1 black 5 --article 55.4.9"
    );
    // The arbiter lets it pass.
    club.decides("dismiss T26/1");
    assert_eq!(matters(&mut club, "card-fault").len(), 0);
    club.stands(GAME, "/clock/black/penalty", 0);
}

#[test]
fn a55_4_12_unregistered_is_a_fault_in_time_trouble_alone() {
    for (sent, proposed) in [("2025-03-12", 0), ("2025-04-05", 1)] {
        let (mut club, mut pile) = begun();
        pile.card(&[
            ("text", "1... 5755"),
            ("faults", "unregistered"),
            ("postmarks", sent),
        ]);
        enters(&mut club, "2025-04-08", &pile);
        club.stands(GAME, "/ply", 2);
        assert_eq!(matters(&mut club, "card-fault").len(), proposed, "{sent}");
    }
}

#[test]
fn a55_4_12_time_trouble_is_judged_by_the_receipt_that_the_card_states() {
    // White's card has no mark of arrival: what Black states is his time.
    for (stated, proposed) in [("30.03.2025", 0), ("08.03.2025", 1)] {
        let mut club = by_post().opens();
        let mut pile = Pile::default();
        pile.card(&[("text", "1. 5254"), ("postmarks", "2025-03-05")]);
        pile.card(&[
            ("text", &format!("1... 5755 received {stated}")),
            ("faults", "unregistered"),
            ("postmarks", "2025-04-03"),
        ]);
        enters(&mut club, "2025-04-08", &pile);
        club.stands(GAME, "/ply", 2);
        assert_eq!(matters(&mut club, "card-fault").len(), proposed, "{stated}");
    }
}

#[test]
fn a55_4_10_the_second_fault_of_a_side_costs_ten_days() {
    let (mut club, mut pile) = begun();
    pile.card(&[
        ("text", "1... 5754"),
        ("faults", "impossible"),
        ("postmarks", "2025-03-12;2025-03-16"),
    ]);
    pile.card(&[("kind", "query"), ("postmarks", "2025-03-17;2025-03-20")]);
    pile.card(&[
        ("text", "1... 5753"),
        ("faults", "illegible"),
        ("postmarks", "2025-03-22;2025-03-26"),
    ]);
    enters(&mut club, "2025-03-30", &pile);
    club.stands(GAME, "/clock/black/penalty", 15);
}

/// What is proposed for faults of Black's cards, in order.
fn proposed(club: &mut Club) -> Vec<String> {
    let open = matters(club, "card-fault");
    let command = |m: &Value| m["command"].as_str().unwrap_or_default().to_owned();
    open.iter().map(command).collect()
}

/// A card with Black's next move: a fault of it, and what it says.
fn black(pile: &mut Pile, text: &str, faults: &str, (sent, arrived): (&str, &str)) {
    let marks = format!("{sent};{arrived}");
    pile.card(&[("text", text), ("faults", faults), ("postmarks", &marks)]);
}

/// Two cards of Black's with a wrong address, not entered yet.
fn two_wrong_addresses() -> (Club, Pile) {
    let (club, mut pile) = begun();
    black(
        &mut pile,
        "1... 5755",
        "wrong-address",
        ("2025-03-12", "2025-03-16"),
    );
    pile.moves("2. 7163", "2025-03-18", "2025-03-22");
    black(
        &mut pile,
        "2... 2836",
        "wrong-address",
        ("2025-03-24", "2025-03-28"),
    );
    (club, pile)
}

#[test]
fn a55_4_10_faults_are_counted_together_whoever_charges_them() {
    let five = "td penalty T26/1 black 5 --article 55.4.9";
    let ten = "td penalty T26/1 black 10 --article 55.4.10";
    // Two cards with a wrong address: each has its own order, and one settles one.
    let (mut club, pile) = two_wrong_addresses();
    enters(&mut club, "2025-03-30", &pile);
    assert_eq!(proposed(&mut club), [five, ten]);
    club.types(&format!("{five} --anyway")).unwrap();
    assert_eq!(proposed(&mut club), [ten]);
    // What is charged for something else settles nothing.
    club.types("td penalty T26/1 black 10 --article 55.6.10 --anyway")
        .unwrap();
    assert_eq!(proposed(&mut club), [ten]);
    club.types(&format!("{ten} --anyway")).unwrap();
    assert!(proposed(&mut club).is_empty());
    club.stands(GAME, "/clock/black/penalty", 25);
    club.all_read("ruling");

    // One that waits when the robot charges another costs ten days, if it is one; and if the
    // first of two is none, the second is the first.
    let (mut club, mut pile) = two_wrong_addresses();
    pile.moves("3. 6125", "2025-03-30", "2025-04-03");
    enters(&mut club, "2025-04-05", &pile);
    let first = matters(&mut club, "card-fault")[0]["commands"][1].clone();
    club.types(first.as_str().unwrap()).unwrap();
    assert_eq!(proposed(&mut club), [five]);
    let mut later = Pile::default();
    black(
        &mut later,
        "3... 5751",
        "impossible",
        ("2025-04-05", "2025-04-09"),
    );
    enters(&mut club, "2025-04-10", &later);
    club.stands(GAME, "/clock/black/penalty", 5);
    assert_eq!(proposed(&mut club), [ten]);
    club.all_read("ruling");
}

#[test]
fn a55_4_10_what_the_arbiter_charges_or_takes_back_counts_for_the_next_fault() {
    for (orders, penalty) in [
        (&[][..], 5),
        (&["5 --article 55.4.9.3"], 15),
        (&["5 --article 53.3"], 10),
        (&["5 --article 55.4.9", "-5 --article 55.4.9"], 5),
    ] {
        let (mut club, mut pile) = begun();
        enters(&mut club, "2025-03-11", &pile);
        for order in orders {
            club.types(&format!("td penalty T26/1 black {order} --anyway"))
                .unwrap();
        }
        pile = Pile::default();
        black(
            &mut pile,
            "1... 5754",
            "impossible",
            ("2025-03-12", "2025-03-16"),
        );
        enters(&mut club, "2025-03-17", &pile);
        club.stands(GAME, "/clock/black/penalty", penalty);
    }
    // The robot's own, taken back, was none either.
    let (mut club, mut pile) = begun();
    black(
        &mut pile,
        "1... 5754",
        "impossible",
        ("2025-03-12", "2025-03-16"),
    );
    pile.card(&[("kind", "query"), ("postmarks", "2025-03-17;2025-03-20")]);
    enters(&mut club, "2025-03-21", &pile);
    club.types("td penalty T26/1 black -5 --article 55.4.9")
        .unwrap();
    pile = Pile::default();
    black(
        &mut pile,
        "1... 5753",
        "illegible",
        ("2025-03-22", "2025-03-26"),
    );
    enters(&mut club, "2025-03-30", &pile);
    club.stands(GAME, "/clock/black/penalty", 5);
}

#[test]
fn a55_4_7_repeating_ones_own_move_has_three_free_days_too() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-05", "2025-03-10");
    // The answer is lost on its way.
    pile.card(&[("text", "1... 5755"), ("written", "2025-03-12")]);
    pile.card(&[
        ("kind", "repeat"),
        ("side", "white"),
        ("postmarks", "2025-04-04;2025-04-08"),
    ]);
    // Five days for repeating it: two of them count.
    pile.card(&[
        ("kind", "repeat"),
        ("side", "black"),
        ("postmarks", "2025-04-13;2025-04-17"),
    ]);
    pile.moves("2. 7163", "2025-04-19", "2025-04-23");
    pile.moves("2... 2836", "2025-04-24", "2025-04-28");
    enters(&mut club, "2025-05-01", &pile);
    assert_eq!(days(&mut club, "white"), [4, 2]);
    assert_eq!(days(&mut club, "black"), [2, 3]);
}

#[test]
fn a55_4_11_a_repeat_that_comes_late_is_proposed_to_the_arbiter() {
    let mut club = with_repeats_after(30).opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-05", "2025-03-10");
    pile.card(&[
        ("kind", "repeat"),
        ("side", "white"),
        ("postmarks", "2025-04-08"),
    ]);
    enters(&mut club, "2025-04-15", &pile);
    let open = matters(&mut club, "late-repeat");
    assert_eq!(
        open[0]["command"],
        "td penalty T26/1 white 4 --article 55.4.11"
    );
}
