//! The end of games and tournaments by post: withdrawal (55.8), records, opinions and
//! adjudication (55.9).

use super::{GAME, Pile, by_post, day_comes, enters, letter, matters, record, told_by};
use crate::club::{Club, Mail, address};
use serde_json::Value;

/// Ann against Bert, Clara and Dima; two cards in the first game, one in the second.
fn three_games() -> Club {
    let mut club = by_post().pairs(&[(1, 2), (3, 1), (4, 1)]).opens();
    let mut pile = Pile::default();
    for (game, text, posted) in [
        ("T26/1", "1. 5254", "2025-03-04"),
        ("T26/1", "1... 5755", "2025-03-10"),
        ("T26/2", "1. 4244", "2025-03-05"),
    ] {
        pile.card(&[("game", game), ("text", text), ("postmarks", posted)]);
    }
    enters(&mut club, "2025-03-14", &pile);
    club
}

fn said(club: &mut Club, order: &str) -> Vec<Mail> {
    if let Err(why) = club.types(order) {
        panic!("{why}");
    }
    club.takes_all()
}

/// Results, or statuses where there are none.
fn results(club: &mut Club) -> Vec<String> {
    let each = |n: u32, club: &mut Club| {
        let game = club.game(&format!("T26/{n}"));
        let of = |key: &str| game[key].as_str().unwrap_or("").to_owned();
        match of("result").as_str() {
            "*" => of("status"),
            result => result.to_owned(),
        }
    };
    (1..=3).map(|n| each(n, club)).collect()
}

#[test]
fn a55_8_1_the_arbiter_chooses_of_three_ways_when_a_player_leaves() {
    for (games, expected) in [
        ("lose", ["0-1", "+/-", "+/-"]),
        (
            "adjudicate",
            ["adjudication", "adjudication", "adjudication"],
        ),
        ("annul", ["-", "-", "-"]),
    ] {
        let mut club = three_games();
        let order = format!("td withdraw T26:1 T26 --games {games} --reason illness");
        let letters = said(&mut club, &order);
        letter(&letters, "ann", "ruling")
            .says("55.8.1")
            .says("illness");
        for who in ["bert", "clara", "dima", "arbiter"] {
            letter(&letters, who, "ruling");
        }
        let stand = results(&mut club);
        match games {
            "annul" => {
                let table = club.types("--json tournament report T26").expect("a table");
                let table: Value = serde_json::from_str(&table).expect("JSON");
                let rows = table["table"].as_array().expect("rows");
                assert!(rows.iter().all(|row| row["points"] == "0"), "{rows:#?}");
                assert_eq!(table["open"], 0);
            }
            _ => assert_eq!(stand, expected, "{games}"),
        }
    }
}

#[test]
fn a55_8_2_and_9_3_the_record_is_here_and_nobody_loses_for_not_sending_it() {
    let mut club = three_games();
    let letters = said(
        &mut club,
        "td withdraw T26:1 T26 --games lose --reason illness",
    );
    // The partner's result stands at once, and he has the text of the game.
    club.stands(GAME, "/result", "0-1");
    let told = letter(&letters, "bert", "ruling");
    told.says("55.8.2");
    let sent = letter(&letters, "bert", "result");
    let pgn = sent.pgn.as_ref().expect("the game");
    assert!(pgn.contains("1. e4 e5"), "{pgn}");
    // Months later nothing has become of that nobody sent one.
    day_comes(&mut club, "2025-09-01");
    club.stands(GAME, "/result", "0-1");
    assert!(matters(&mut club, "record").is_empty());
}

#[test]
fn a55_8_3_who_answers_nothing_may_be_excluded_and_loses_what_is_unfinished() {
    let mut club = three_games();
    let order = "td withdraw T26:1 T26 --games lose --excluded --reason no-report";
    let letters = said(&mut club, order);
    letter(&letters, "ann", "ruling")
        .says("excluded")
        .says("55.8.3");
    letter(&letters, "bert", "ruling").says("55.8.3");
    assert_eq!(results(&mut club), ["0-1", "+/-", "+/-"]);
}

#[test]
fn a55_9_1_and_9_2_the_record_of_a_finished_game_goes_to_both_and_the_arbiter() {
    let mut club = by_post()
        .unmailed("bert", &["Oak Street 2", "54321 Village"])
        .opens();
    let mut pile = Pile::default();
    pile.moves("1. 6263", "2025-03-04", "2025-03-08");
    pile.moves("1... 5755", "2025-03-10", "2025-03-14");
    pile.moves("2. 7274", "2025-03-16", "2025-03-20");
    pile.moves("2... 4884", "2025-03-23", "2025-03-27");
    let letters = told_by(&mut club, "2025-03-30", &pile);
    club.stands(GAME, "/result", "0-1");
    for who in ["ann", "arbiter"] {
        let told = letter(&letters, who, "result");
        let pgn = told.pgn.as_ref().expect("the game");
        for part in [
            "Ann Archer",
            "Bert Baker",
            "Club championship",
            "T26-1",
            "2025.03.01",
            "0-1",
            "Qh4#",
        ] {
            assert!(pgn.contains(part), "{part}: {pgn}");
        }
        // Beginning and end, and the totals of both.
        told.says("01/03/2025").says("23/03  3/05").says("2/05");
    }
    // On paper for him who has no e-mail, with the same record.
    let rows = club.types("--json outbox list").expect("letters");
    let rows: Value = serde_json::from_str(&rows).expect("JSON");
    let rows = rows.as_array().expect("letters").iter();
    let paper = rows.filter(|r| r["kind"] == "result" && r["to"].is_null());
    assert_eq!(paper.count(), 1);
}

/// Play ends on 31 March; Black is to move, and each has an appeal.
fn over() -> (Club, Vec<Mail>) {
    let adjudicator = "adjudicator = { name = \"Ada Adler\", email = \"ada@club.example\" }\n";
    let mut club = by_post()
        .rules("days_per_period = 200")
        .tournament("end_date = 2025-03-31\n")
        .tournament(adjudicator)
        .opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    pile.moves("1... 5755", "2025-03-10", "2025-03-14");
    pile.moves("2. 7163", "2025-03-16", "2025-03-20");
    enters(&mut club, "2025-03-22", &pile);
    club.it_is("2025-03-31T18:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.stands(GAME, "/status", "active");
    let letters = day_comes(&mut club, "2025-04-01");
    (club, letters)
}

/// A club whose game is over by the calendar and adjudicated as a draw, both opinions given.
pub(super) fn adjudicated() -> Club {
    let (mut club, _) = over();
    club.it_is("2025-04-12T18:00:00Z");
    opinion(&mut club, "white", "1-0", "--text Won. --reason registered");
    opinion(
        &mut club,
        "black",
        "1/2-1/2",
        "--text Even. --reason registered",
    );
    said(&mut club, "td adjudicate T26/1 1/2-1/2 --reason level");
    club
}

/// An opinion that came on paper.
fn opinion(club: &mut Club, side: &str, result: &str, more: &str) -> Vec<Mail> {
    let order = format!("td opinion T26/1 {side} {result} --sent 2025-04-08 {more}");
    said(club, &order)
}

/// An answer to the newest letter about the game.
fn writes(club: &mut Club, who: &str, text: &str) -> Vec<Mail> {
    let asked = club.last_letter(who, GAME);
    club.letter(who).answering(&asked).says(text).posts();
    club.polls();
    club.takes_all()
}

#[test]
fn a55_9_4_what_is_unfinished_on_the_day_after_the_end_is_adjudicated() {
    let (mut club, letters) = over();
    club.stands(GAME, "/status", "adjudication");
    for who in ["ann", "bert"] {
        letter(&letters, who, "adjudication")
            .says("55.9.4")
            .says("14 April 2025");
    }
    letter(&letters, "arbiter", "adjudication");
    // A card that comes afterwards is no move.
    let mut late = Pile::default();
    late.moves("2... 2836", "2025-04-01", "2025-04-05");
    club.it_is("2025-04-06T18:00:00Z");
    let complaint = super::imports(&mut club, &late.table()).expect_err("it is over");
    assert!(complaint.contains("not being played"), "{complaint}");
}

#[test]
fn a55_9_5_4_the_move_of_the_side_to_move_counts_as_made() {
    let (mut club, _) = over();
    club.it_is("2025-04-12T18:00:00Z");
    let letters = opinion(
        &mut club,
        "black",
        "1/2-1/2",
        "--text Even. --move 2836 --reason registered",
    );
    club.stands(GAME, "/ply", 4);
    club.stands(GAME, "/moves/3/san", "Nc6");
    letter(&letters, "ann", "move").says("55.9.5.4");
    club.stands(GAME, "/status", "adjudication");
}

#[test]
fn a55_9_5_and_9_11_game_position_and_reasons_go_to_another_adjudicator_whose_word_is_final() {
    let (mut club, _) = over();
    club.it_is("2025-04-12T18:00:00Z");
    opinion(
        &mut club,
        "white",
        "1-0",
        "--text Knight-and-pawn --reason registered",
    );
    let letters = opinion(
        &mut club,
        "black",
        "1/2-1/2",
        "--text Even. --reason registered",
    );
    // 55.9.5.3: both reasons, told to both once both are in.
    letter(&letters, "ann", "adjudication").says("Even.");
    let to_bert = letters.iter().filter(|m| m.to == address("bert"));
    let mut reasons = to_bert.filter(|m| m.text.contains("Knight-and-pawn"));
    assert!(reasons.next().is_some(), "{letters:#?}");
    let letters = said(&mut club, "td adjudicate T26/1 1/2-1/2 --reason level");
    // 55.9.9: the last move, the result, the right of appeal.
    letter(&letters, "ann", "adjudication")
        .says("2. 7163")
        .says("55.9.9")
        .says("Ada Adler");
    club.stands(GAME, "/result", "1/2-1/2");
    // 55.9.10: within fourteen days, with a copy to the opponent.
    club.it_is("2025-04-20T18:00:00Z");
    let letters = writes(&mut club, "ann", "APPEAL the knight wins a pawn");
    letter(&letters, "bert", "adjudication").says("wins a pawn");
    // 55.9.5.1, 55.9.5.2, 55.9.11.
    let asked = letter(&letters, "ada@club.example", "adjudication");
    asked
        .says("Knight-and-pawn")
        .says("Even.")
        .says("wins a pawn")
        .says("55.9.11");
    let pgn = asked.pgn.as_ref().expect("the game is enclosed");
    assert!(pgn.contains("2. Nf3"), "{pgn}");
    club.stands(GAME, "/result", "*");
    let letters = said(&mut club, "td adjudicate T26/1 1-0 --reason seen");
    letter(&letters, "bert", "adjudication").says("final");
    club.stands(GAME, "/result", "1-0");
    let letters = writes(&mut club, "bert", "APPEAL once more");
    letter(&letters, "bert", "adjudication").says("55.9.11");
    club.stands(GAME, "/result", "1-0");
}

#[test]
fn a55_9_7_and_9_8_the_arbiter_decides_on_what_he_has_and_who_was_silent_cannot_appeal() {
    let (mut club, _) = over();
    club.it_is("2025-04-12T18:00:00Z");
    opinion(&mut club, "white", "1-0", "--text Won. --reason registered");
    let letters = day_comes(&mut club, "2025-04-30");
    letter(&letters, "arbiter", "adjudication").says("nothing was sent");
    let letters = said(&mut club, "td adjudicate T26/1 1-0 --reason superior");
    letter(&letters, "ann", "adjudication").says("55.9.9");
    letter(&letters, "bert", "adjudication").says("55.9.8");
    club.stands(GAME, "/termination", "adjudication");
    let letters = writes(&mut club, "bert", "APPEAL I was ill.");
    letter(&letters, "bert", "adjudication").says("55.9.8");
    club.stands(GAME, "/status", "finished");
    let entries = record(&mut club, GAME);
    let by = entries.iter().find(|(what, _)| what == "ended");
    assert_eq!(
        by.map(|(_, article)| article.as_str()),
        Some("55.9.7"),
        "{entries:?}"
    );
}

#[test]
fn a55_9_10_an_appeal_later_than_fourteen_days_is_refused() {
    let mut club = adjudicated();
    club.it_is("2025-04-27T12:00:00Z");
    let letters = writes(&mut club, "ann", "APPEAL late");
    letter(&letters, "ann", "adjudication").says("55.9.10");
    club.stands(GAME, "/result", "1/2-1/2");
}
