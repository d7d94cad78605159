//! Paragraphs of article 55 as cards show them.

use super::{GAME, Pile, by_post, days, enters, imports, matters};

#[test]
fn a55_2_2_5_a_date_that_nothing_tells_waits_for_the_answer() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.card(&[
        ("text", "1. 5254"),
        ("arrived", "2025-03-10"),
        ("postmarks", "?"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/moves/0/sent", "2025-03-10");
    let open = matters(&mut club, "open-date");
    assert_eq!(open[0]["command"], "td set-dates T26/1 1 --sent DATE");
    // The answer says when it was sent.
    pile.rows.clear();
    pile.card(&[
        ("text", "1. 5254"),
        ("arrived", "2025-03-10"),
        ("written", "2025-03-04"),
    ]);
    enters(&mut club, "2025-03-21", &pile);
    assert_eq!(days(&mut club, "white"), [3]);
    assert_eq!(matters(&mut club, "open-date").len(), 0);
}

#[test]
fn a55_2_2_4_a_receipt_that_an_answer_states_counts_where_no_mark_does() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.card(&[("text", "1. 5254"), ("postmarks", "2025-03-04")]);
    pile.card(&[
        ("text", "1... 5755 received 10.03"),
        ("postmarks", "2025-03-12"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    assert_eq!(days(&mut club, "black"), [2]);
    // A mark of arrival settles it.
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-07");
    pile.card(&[
        ("text", "1... 5755 received 10.03"),
        ("postmarks", "2025-03-12"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    assert_eq!(days(&mut club, "black"), [5]);
}

#[test]
fn a55_4_6_after_a_late_start_card_the_third_day_is_the_first() {
    let mut club = by_post()
        .begins("2025-03-01", "2025-03-08T08:00:00Z")
        .opens();
    // The start letter left on 8 March, a week late.
    club.stands(GAME, "/clock/running/since", "2025-03-11");
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-14", "2025-03-18");
    enters(&mut club, "2025-03-20", &pile);
    assert_eq!(days(&mut club, "white"), [3]);
    // In time it changes nothing.
    let mut club = by_post()
        .begins("2025-03-01", "2025-02-20T08:00:00Z")
        .opens();
    club.stands(GAME, "/clock/running/since", "2025-03-01");
}

#[test]
fn a55_4_8_a_series_costs_its_proposer_the_first_move_and_the_other_the_last() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254 if 1... 5755 2. 7163", "2025-03-04", "2025-03-08");
    pile.moves("1... 5755 2. 7163 2836", "2025-03-13", "2025-03-17");
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/ply", 4);
    assert_eq!(days(&mut club, "white"), [3, 0]);
    assert_eq!(days(&mut club, "black"), [0, 5]);
}

#[test]
fn a55_7_2_leave_is_announced_by_card() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    pile.card(&[
        ("kind", "leave"),
        ("side", "black"),
        ("text", "2025-03-12 2025-03-16"),
        ("postmarks", "2025-03-10"),
    ]);
    pile.moves("1... 5755", "2025-03-20", "2025-03-24");
    enters(&mut club, "2025-03-26", &pile);
    // Twelve dates, five of them leave.
    assert_eq!(days(&mut club, "black"), [7]);
}

#[test]
fn a55_3_2_a_card_in_letters_and_an_answer_in_digits() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. e4", "2025-03-04", "2025-03-08");
    pile.moves("1... 5755", "2025-03-10", "2025-03-14");
    pile.moves("2. Nf3", "2025-03-15", "2025-03-19");
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/ply", 3);
    assert_eq!(days(&mut club, "white"), [3, 1]);
    assert_eq!(days(&mut club, "black"), [2]);
}

#[test]
fn a55_4_5_cards_before_the_start_date_cost_nothing() {
    let mut club = by_post()
        .begins("2025-03-10", "2025-02-20T08:00:00Z")
        .opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-02-25", "2025-02-28");
    pile.moves("1... 5755", "2025-03-12", "2025-03-16");
    enters(&mut club, "2025-03-20", &pile);
    assert_eq!(days(&mut club, "white"), [0]);
    // Black has had the card since February, and his clock since the start.
    assert_eq!(days(&mut club, "black"), [2]);
}

#[test]
fn a55_7_4_leave_stops_the_clock_of_its_player_alone() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    for (from, to, posted) in [
        ("2025-03-10", "2025-03-12", "2025-03-05"),
        ("2025-03-20", "2025-03-22", "2025-03-06"),
    ] {
        pile.card(&[
            ("kind", "leave"),
            ("side", "white"),
            ("text", &format!("{from} {to}")),
            ("postmarks", posted),
        ]);
    }
    pile.moves("1... 5755", "2025-03-14", "2025-03-18");
    pile.moves("2. 7163", "2025-03-24", "2025-03-28");
    enters(&mut club, "2025-03-30", &pile);
    // Black answers within White's first leave and beyond it: all his dates count.
    assert_eq!(days(&mut club, "black"), [6]);
    // Six dates, three of them the second leave.
    assert_eq!(days(&mut club, "white"), [3, 3]);
}

#[test]
fn offers_claims_and_the_end_come_by_card_too() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254 =", "2025-03-04", "2025-03-08");
    enters(&mut club, "2025-03-10", &pile);
    club.stands(GAME, "/draw_offer/side", "white");
    pile.rows.clear();
    // Not before a move of each (5.2.3): told at once, and nothing is taken.
    pile.card(&[("kind", "draw-accept"), ("postmarks", "2025-03-09")]);
    let complaint = imports(&mut club, &pile.table()).unwrap_err();
    assert!(
        complaint.contains("only after a move of each"),
        "{complaint}"
    );
    pile.rows.clear();
    pile.moves("1... 5755 =", "2025-03-09", "2025-03-12");
    pile.card(&[("kind", "draw-accept"), ("postmarks", "2025-03-13")]);
    enters(&mut club, "2025-03-15", &pile);
    club.stands(GAME, "/result", "1/2-1/2");
    let mut more = Pile::default();
    more.moves("2. 7163", "2025-03-14", "2025-03-15");
    let complaint = imports(&mut club, &more.table()).unwrap_err();
    assert!(complaint.contains("the game is over"), "{complaint}");
    let mut club = by_post().opens();
    pile.rows.clear();
    pile.card(&[
        ("kind", "resign"),
        ("side", "black"),
        ("postmarks", "2025-03-09"),
    ]);
    enters(&mut club, "2025-03-12", &pile);
    club.stands(GAME, "/result", "1-0");
}
