//! Leave by post (55.7), announced by cards.

use super::{GAME, Pile, by_post, days, enters, letter, told_by};
use crate::club::Club;
use serde_json::Value;

/// A leave card of a side in a game.
fn leave(pile: &mut Pile, game: &str, side: &str, text: &str, posted: &str) {
    pile.card(&[
        ("kind", "leave"),
        ("game", game),
        ("side", side),
        ("text", text),
        ("postmarks", posted),
    ]);
}

/// The leave of a side in a game: from, to.
fn taken(club: &mut Club, game: &str) -> Vec<(String, String)> {
    let game = club.game(game);
    let all = game["leave"].as_array().expect("leave").iter();
    let text = |value: &Value| value.as_str().expect("a day").to_owned();
    all.map(|l| (text(&l["from"]), text(&l["to"]))).collect()
}

fn span(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

#[test]
fn a55_7_1_thirty_days_in_a_year_in_all_games_at_once() {
    let mut club = by_post().pairs(&[(1, 2), (3, 1)]).opens();
    let mut pile = Pile::default();
    leave(
        &mut pile,
        "T26/1",
        "white",
        "2025-03-10 2025-03-29",
        "2025-03-05",
    );
    leave(
        &mut pile,
        "T26/2",
        "black",
        "2025-05-01 2025-05-20",
        "2025-03-06",
    );
    enters(&mut club, "2025-03-08", &pile);
    // Twenty days, and of the other twenty the ten that are left: in both games.
    let expected = [
        span("2025-03-10", "2025-03-29"),
        span("2025-05-01", "2025-05-10"),
    ];
    assert_eq!(taken(&mut club, "T26/1"), expected);
    assert_eq!(taken(&mut club, "T26/2"), expected);
    // The next calendar year has its own thirty.
    pile.rows.clear();
    leave(
        &mut pile,
        "T26/1",
        "white",
        "2025-12-20 2026-01-05",
        "2025-12-01",
    );
    enters(&mut club, "2025-12-04", &pile);
    let last = taken(&mut club, "T26/2").pop().expect("a leave");
    assert_eq!(last, span("2026-01-01", "2026-01-05"));
    // What the regulations allow over the whole tournament bounds it too.
    let mut club = by_post().rules("leave_days_total = 5").opens();
    pile.rows.clear();
    leave(
        &mut pile,
        GAME,
        "white",
        "2025-03-10 2025-03-29",
        "2025-03-05",
    );
    enters(&mut club, "2025-03-08", &pile);
    assert_eq!(taken(&mut club, GAME), [span("2025-03-10", "2025-03-14")]);
}

#[test]
fn a55_7_3_leave_may_come_with_the_move_or_with_a_repeat_of_it() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    // With the move.
    pile.moves(
        "1. 5254\nLEAVE 2025-03-10 2025-03-12",
        "2025-03-04",
        "2025-03-08",
    );
    let letters = told_by(&mut club, "2025-03-09", &pile);
    club.stands(GAME, "/ply", 1);
    assert_eq!(taken(&mut club, GAME), [span("2025-03-10", "2025-03-12")]);
    letter(&letters, "bert", "leave").says("55.7.4");
    letter(&letters, "bert", "move");
    letter(&letters, "arbiter", "leave");
    // No answer has come: with his last move once more.
    pile.rows.clear();
    pile.card(&[
        ("kind", "repeat"),
        ("side", "white"),
        ("text", "1. 5254"),
        ("postmarks", "2025-04-01;2025-04-05"),
    ]);
    leave(
        &mut pile,
        GAME,
        "white",
        "2025-04-10 2025-04-14",
        "2025-04-01",
    );
    enters(&mut club, "2025-04-06", &pile);
    let expected = [
        span("2025-03-10", "2025-03-12"),
        span("2025-04-10", "2025-04-14"),
    ];
    assert_eq!(taken(&mut club, GAME), expected);
    club.stands(GAME, "/ply", 1);
}

#[test]
fn a55_7_6_leave_that_is_announced_late_counts_from_the_day_of_its_dispatch() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    leave(
        &mut pile,
        GAME,
        "black",
        "2025-03-10 2025-03-20",
        "2025-03-14",
    );
    pile.moves("1... 5755", "2025-03-24", "2025-03-28");
    enters(&mut club, "2025-03-30", &pile);
    assert_eq!(taken(&mut club, GAME), [span("2025-03-14", "2025-03-20")]);
    // Sixteen dates, seven of them leave.
    assert_eq!(days(&mut club, "black"), [9]);
}

#[test]
fn a55_7_7_the_arbiter_may_grant_leave_from_its_beginning_or_beyond_the_allowance() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    leave(
        &mut pile,
        GAME,
        "black",
        "2025-03-10 2025-03-20",
        "2025-03-14",
    );
    pile.moves("1... 5755", "2025-03-24", "2025-03-28");
    enters(&mut club, "2025-03-30", &pile);
    let open = super::matters(&mut club, "late-leave");
    let order = open[0]["commands"][0]
        .as_str()
        .expect("an order")
        .to_owned();
    assert!(
        order.starts_with("td leave grant T26:2 2025-03-10 2025-03-13"),
        "{order}"
    );
    club.types(&format!("{order} --reason hospital"))
        .expect("granted");
    let told = club.takes_all();
    letter(&told, "bert", "ruling")
        .says("hospital")
        .says("55.7.7");
    // Sixteen dates, all eleven of his leave.
    assert_eq!(days(&mut club, "black"), [5]);
    assert_eq!(super::matters(&mut club, "late-leave").len(), 0);
    // Eleven days of thirty are used: an additional leave goes beyond them.
    let more = "td leave grant T26:2 2025-06-01 2025-06-30 --reason surgery --anyway";
    club.types(more).expect("granted");
    club.takes_all();
    let last = taken(&mut club, GAME).pop().expect("a leave");
    assert_eq!(last, span("2025-06-01", "2025-06-30"));
}
