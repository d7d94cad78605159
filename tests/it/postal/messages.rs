//! What a message by post says, and what it does not (55.3), and the time it costs (55.4.3).

use super::paper::{by_paper, pages, prints};
use super::{GAME, Pile, by_post, cases, days, enters, imports, letter, record, told_by};
use crate::club::Club;

/// What a card alone is refused with.
#[track_caller]
fn refused(club: &mut Club, text: &str, sent: &str) -> String {
    let mut pile = Pile::default();
    pile.card(&[("text", text), ("postmarks", sent)]);
    match imports(club, &pile.table()) {
        Ok(said) => panic!("{text} was taken: {said}"),
        Err(complaint) => complaint,
    }
}

#[test]
fn a55_3_1_a_move_is_possible_where_the_position_and_the_rules_of_chess_have_it() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    pile.moves("1... 6766", "2025-03-10", "2025-03-14");
    pile.moves("2. 4185", "2025-03-16", "2025-03-20");
    enters(&mut club, "2025-03-26", &pile);
    // The king is in check: a pawn of the other wing leaves it there, and no piece of
    // Black's stands on e4.
    for text in ["2... 1716", "2... 5453"] {
        let complaint = refused(&mut club, text, "2025-03-22");
        assert!(complaint.contains("2... is due"), "{complaint}");
    }
    club.stands(GAME, "/ply", 3);
    club.stands(GAME, "/clock/black/penalty", 0);
    pile.rows.clear();
    pile.moves("2... 7776", "2025-03-22", "2025-03-26");
    enters(&mut club, "2025-03-27", &pile);
    club.stands(GAME, "/ply", 4);
}

#[test]
fn a55_3_5_signs_explanations_and_a_second_notation_do_not_count() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254 (e2-e3)", "2025-03-04", "2025-03-08");
    pile.moves("1... e7-e5+!?", "2025-03-10", "2025-03-14");
    pile.moves("2. Ng1xf3#", "2025-03-16", "2025-03-20");
    pile.moves("2... 2836 mate", "2025-03-22", "2025-03-26");
    enters(&mut club, "2025-03-27", &pile);
    let game = club.game(GAME);
    let list = game["moves"].as_array().expect("moves").iter();
    let sans: Vec<&str> = list.filter_map(|m| m["san"].as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6"]);
    club.stands(GAME, "/status", "active");
    for side in ["white", "black"] {
        club.stands(GAME, &format!("/clock/{side}/penalty"), 0);
    }
}

#[test]
fn a55_3_6_any_move_is_no_move_of_a_series() {
    for (series, proposed) in [("if any 2. 4244", 0), ("if 1... 5755 2. 4244", 1)] {
        let mut club = by_post().opens();
        let mut pile = Pile::default();
        pile.moves(&format!("1. 5254 {series}"), "2025-03-04", "2025-03-08");
        enters(&mut club, "2025-03-12", &pile);
        club.stands(GAME, "/ply", 1);
        let entries = record(&mut club, GAME);
        let series_told = entries
            .iter()
            .filter(|(what, _)| what == "variant-proposed");
        assert_eq!(series_told.count(), proposed, "{series}");
        // An answer plays no more of it than was proposed.
        pile.rows.clear();
        pile.moves("1... 5755 2. 4244 5544", "2025-03-10", "2025-03-14");
        enters(&mut club, "2025-03-16", &pile);
        club.stands(GAME, "/ply", if proposed == 1 { 4 } else { 2 });
    }
    let mut club = by_post().opens();
    let complaint = refused(&mut club, "1. any", "2025-03-01");
    assert!(complaint.contains("text:"), "{complaint}");
}

/// A game of two whose cards are in English.
fn in_english(club: &mut Club) -> String {
    let names = (1..=6).map(|n| format!("T26/{n}"));
    let russian = |game: &serde_json::Value, side: &str| game[side]["name"] == "Дмитрий Волков";
    let mut english = names.filter(|name| {
        let game = club.game(name);
        !russian(&game, "white") && !russian(&game, "black")
    });
    english.next().expect("a game")
}

#[test]
fn a55_3_7_a_printed_card_holds_what_a_message_must() {
    let mut club = by_paper().opens();
    prints(&mut club, "").expect("start letters");
    club.types("post sent").expect("posted");
    let name = in_english(&mut club);
    let mut pile = Pile::default();
    for (text, marks) in [
        ("1. 5254", "2025-03-14;2025-03-18"),
        ("1... 5755", "2025-03-21;2025-03-25"),
    ] {
        pile.card(&[("game", &name), ("text", text), ("postmarks", marks)]);
    }
    enters(&mut club, "2025-03-26", &pile);
    let pdf = prints(&mut club, "").expect("cards");
    let texts = pages(&pdf);
    let at = texts.iter().position(|page| page.contains("1... 5755"));
    let at = at.expect("the card");
    let message: Vec<&str> = texts[at].split_whitespace().collect();
    let message = message.join(" ");
    // 55.3.7.1: the tournament with its index; 55.3.7.2: when his move was sent;
    // 55.3.7.3: when it was received and answered; 55.3.7.4: both totals;
    // 55.3.7.5: his move repeated.
    for part in [
        "Club championship",
        &name,
        "sent 2025-03-14",
        "received 2025-03-18, sent 2025-03-21",
        "White 0, Black 3",
        "1. 5254",
        "Signature",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    // 55.3.7.6: on the front of the reply card the full address of who answers, and room
    // for his own dates and totals behind it.
    let game = club.game(&name);
    let sender = game["white"]["name"].as_str().expect("a name").to_owned();
    let reply = &texts[at + 1];
    assert!(reply.contains(&sender), "{reply}");
    let home = match sender.as_str() {
        "Ann Archer" => "119019",
        "Bert Baker" => "01001",
        _ => "00-238",
    };
    assert!(reply.contains(home), "{reply}");
    for room in ["Received", "Sent", "White", "Black", "Signature"] {
        assert!(texts[at + 2].contains(room), "{room}: {}", texts[at + 2]);
    }
}

#[test]
fn a55_3_10_a_move_or_a_series_that_was_sent_stays_though_both_agree_otherwise() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254 if 1... 5755 2. 7163", "2025-03-04", "2025-03-08");
    enters(&mut club, "2025-03-12", &pile);
    club.it_is("2025-03-14T12:00:00Z");
    let complaint = refused(&mut club, "1. 4244", "2025-03-06");
    assert!(complaint.contains("1... is due"), "{complaint}");
    // Another series behind the same move: the first one stands, and is taken.
    let mut other = Pile::default();
    other.moves("1. 5254 if 1... 5755 2. 6134", "2025-03-05", "2025-03-09");
    enters(&mut club, "2025-03-14", &other);
    let entries = record(&mut club, GAME);
    let proposed = entries
        .iter()
        .filter(|(what, _)| what == "variant-proposed");
    assert_eq!(proposed.count(), 1);
    for (answer, ply) in [("1... 5755 2. 7163 2836", 4), ("1... 5755 2. 6134 2836", 2)] {
        let mut club = by_post().opens();
        enters(&mut club, "2025-03-12", &pile);
        enters(&mut club, "2025-03-14", &other);
        let mut taken = Pile::default();
        taken.moves(answer, "2025-03-12", "2025-03-16");
        let letters = told_by(&mut club, "2025-03-16", &taken);
        club.stands(GAME, "/ply", ply);
        if ply == 2 {
            // What was not proposed is no move, and its writer is told so.
            letter(&letters, "bert", "confirmation").says("6134");
        }
    }
}

#[test]
fn a55_4_3_thirty_days_for_ten_moves_are_saved_up_and_the_way_counts_for_nobody() {
    for (last, over) in [(8, false), (9, true)] {
        let mut club = by_post().opens();
        let mut pile = Pile::default();
        let mut day = postchess::time::Day::new(2025, 3, 1).expect("a day");
        // Ten days on ten moves: twenty are saved, and fifty more may be used.
        cases::plays(&mut pile, &mut day, 1, &[1; 10]);
        cases::plays(&mut pile, &mut day, 11, &[6, 6, 6, 6, 6, 6, 6, last]);
        enters(&mut club, "2025-07-01", &pile);
        club.stands(GAME, "/clock/black/limit", 60);
        club.stands(GAME, "/clock/black/total", 52 + last);
        club.stands(GAME, "/clock/black/overstepped", over);
    }
    // Three weeks on the way, each time.
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-23");
    pile.moves("1... 5755", "2025-03-24", "2025-04-14");
    pile.moves("2. 7163", "2025-04-16", "2025-05-07");
    enters(&mut club, "2025-05-08", &pile);
    assert_eq!(days(&mut club, "white"), [1, 2]);
    assert_eq!(days(&mut club, "black"), [1]);
}
