//! What a reviewer found, each as a story.

use crate::club::{Club, Setup, postchess_run};
use serde_json::{Value, json};

/// `read --json` of a letter with these words.
fn read(club: &Club, text: &str) -> Value {
    let path = club.root().join("letter.eml");
    let letter = format!(
        "From: ann@mail.example\r\nTo: moves@club.example\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    );
    std::fs::write(&path, letter).expect("written");
    let answer = postchess_run(&["--json", "read", path.to_str().expect("a path")]);
    serde_json::from_str(&answer.expect("read")).expect("JSON")
}

#[test]
fn a_move_with_a_grave_command_behind_a_comma_is_not_played() {
    for text in [
        "2. 7163, сдаюсь",
        "2. 7163, принимаю ничью",
        "2. 7163, RESIGN",
        "2. 7163; przyjmuję remis",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", text);
        club.is_told("ann", "not-understood");
        club.stands("T26/1", "/ply", 2);
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn a_claim_behind_its_move_on_one_line() {
    for text in ["2. 7163, требую ничью", "2. 7163 claim draw"] {
        let mut club = Club::opens();
        club.play("T26/1", "5254 5755");
        assert_eq!(
            read(&club, text)["requests"][0]["type"],
            "draw-claim",
            "{text}"
        );
        club.sends("ann", text);
        let told = club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        assert!(told.text.contains("9.5.3"), "{}", told.text);
        club.stands("T26/1", "/draw_offer/side", "white");
    }
}

#[test]
fn dates_without_a_year_are_read_with_one() {
    let club = Club::opens();
    let answer = read(&club, "LEAVE 01.07-14.07");
    assert_eq!(answer["requests"][0]["date"], "2026-07-01");
    assert_eq!(answer["requests"][0]["text"], "2026-07-01 2026-07-14");
    let answer = read(&club, "received 27/12\n2. 7163");
    assert_eq!(answer["requests"][0]["date"], "2025-12-27");
}

#[test]
fn a_draw_offered_with_a_move_is_a_request_of_its_own() {
    let club = Club::opens();
    for text in ["12. 5254 (=)", "12. 5254\nНИЧЬЯ?", "12. 5254 ="] {
        let answer = read(&club, text);
        let types: Vec<&Value> = answer["requests"]
            .as_array()
            .expect("requests")
            .iter()
            .map(|r| &r["type"])
            .collect();
        assert_eq!(types, [&json!("move"), &json!("draw-offer")], "{text}");
    }
}

#[test]
fn a56_3_5_a_form_without_an_answer_is_an_illegible_move() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends(
        "ann",
        "Tournament  T26/1\nStart date  01/03/2026\nWhite       Ann\nBlack       Bert\n\n\
         Rec.  Sent   Time  N    White  Black  Rec.  Sent  Time\n\
         ---   01/03  0/00  01.  5254   5755   01/03 01/03 0/00",
    );
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "rejection").says("56.3.5");
    club.stands("T26/1", "/clock/white/penalty", 2);
}

#[test]
fn a_move_below_a_protest_is_not_lost_in_silence() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "ARBITER please look at this\n2. 7163");
    club.stands("T26/1", "/ply", 2);
    club.all_read("digest");
    club.is_told("ann", "not-understood")
        .says("\"7163\" comes below");
}

#[test]
fn a_proposed_series_is_told_in_the_readers_letters() {
    let mut club = Setup::new().pairs(&[(1, 4)]).opens();
    club.sends("ann", "1. e4 if 1... e5 2. Nf3");
    club.is_told("ann", "confirmation").says("2. Nf3");
    let told = club.is_told("dima", "move");
    told.says("2. Кf3");
}

#[test]
fn the_letter_of_a_rejected_claim_names_no_day_of_another_century() {
    let mut club = Club::opens();
    club.lives(65);
    club.stands("T26/1", "/status", "paused");
    club.everything_read();
    club.types("td reject-claim T26/1 --anyway --reason post")
        .expect("rejected");
    let told = club.is_told("ann", "ruling");
    assert!(!told.text.contains("22"), "{}", told.text);
    club.everything_read();
}

#[test]
fn no_more_days_are_taken_back_than_were_used() {
    let mut club = Club::opens();
    club.types("td penalty T26/1 white 3 --reason late")
        .expect("charged");
    club.types("td penalty T26/1 white -3 --reason mistake")
        .expect("taken back");
    let refused = club.types("td penalty T26/1 white -1 --reason mistake");
    assert!(refused.expect_err("refused").contains("used 0 days"));
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.everything_read();
}

#[test]
fn a_prolonged_leave_is_cancelled_as_one() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-06-01 2026-06-10");
    club.sends("ann", "LEAVE 2026-06-05 2026-06-12");
    club.everything_read();
    club.sends("ann", "END LEAVE");
    club.is_told("ann", "leave").says("given back: 12");
    club.stands("T26/1", "/leave", json!([]));
    club.everything_read();
}

#[test]
fn a_leave_that_was_not_taken_is_not_said_to_run() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-01-01 2026-01-05");
    let told = club.is_told("ann", "leave");
    assert!(!told.text.contains("END LEAVE"), "{}", told.text);
    club.everything_read();
}

#[test]
fn an_accepted_series_without_an_answer_is_not_said_to_change_nothing() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 if 1... 5755 2. 7163");
    club.everything_read();
    club.sends("bert", "1... 5755 2. 7163");
    let told = club.is_told("bert", "rejection");
    assert!(!told.text.contains("Nothing has changed"), "{}", told.text);
    told.says("It is still your turn");
    club.stands("T26/1", "/ply", 3);
    club.everything_read();
}

#[test]
fn the_demo_makes_a_home_where_it_was_told() {
    let folder = crate::club::folder();
    let root = folder.path().join("demo");
    let root = root.to_str().expect("a path");
    postchess_run(&["demo", root]).expect("played");
    postchess_run(&["--home", root, "verify"]).expect("a home that verifies");
    let list = postchess_run(&["--home", root, "--json", "tournament", "list"]).expect("a list");
    assert!(list.contains("CLUB26"), "{list}");
}

#[test]
fn a_section_is_opened_by_any_code_a_tournament_may_have() {
    let club = Club::opens();
    for name in ["T/1", "cup/12", "RU26-01/3", "[2026/4]"] {
        let answer = read(&club, &format!("{name}: 12. 5254"));
        let game = name.trim_matches(['[', ']']);
        assert_eq!(answer["requests"][0]["game"], game, "{name}");
        assert_eq!(answer["requests"][0]["text"], "5254", "{name}");
    }
    for text in ["1/2", "received 02/03", "and/or"] {
        let answer = read(&club, &format!("{text}\n12. 5254"));
        assert_eq!(answer["game"], Value::Null, "{text}");
    }
}

#[test]
fn our_letter_sent_back_without_marks_costs_nothing() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    let ours = club.is_told("ann", "move").text;
    club.sends("ann", &format!("2. 7163\n\n{ours}"));
    // Her move counts; our table is the record, and our example is nobody's move.
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.stands("T26/1", "/ply", 3);
    club.stands("T26/1", "/moves/2/uci", "g1f3");
}
