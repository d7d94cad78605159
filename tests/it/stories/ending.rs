//! The end of a tournament (articles 54.8, 55.9 and 56.9): opinions, adjudication,
//! appeal. Ann plays White against Bert; play ends on 31 March.

use crate::club::{Club, Setup};
use postchess::language::Language;
use postchess::record::ResultCode;
use postchess::report::Happened;
use postchess::robot::inquiry::{seen_by, today_of, tournaments_of};
use postchess::robot::orders::log;
use postchess::time::Instant;

const ALL: [&str; 3] = ["ann", "bert", "arbiter"];
const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
const END: &str = "end_date = 2026-03-31\n";

fn setup() -> Setup {
    let time = "days_per_period = 100";
    Setup::new().rules(QUIET).rules(time).tournament(END)
}

/// A game of three half-moves, with Bert to move; the day after the end has come.
fn ended(setup: Setup) -> Club {
    let mut club = setup.opens();
    club.play("T26/1", "5254 5755 7163");
    club.it_is("2026-03-31T21:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-04-01T06:00:00Z");
    club.polls();
    club.ticks();
    club
}

/// The same, with the letters that ask for opinions read.
fn asked() -> Club {
    let mut club = ended(setup());
    club.are_told(&ALL, "adjudication");
    club
}

fn opinion(club: &mut Club, who: &str, text: &str) {
    club.sends(who, text);
    club.is_told(who, "adjudication");
}

/// An answer to the letter about the decision.
fn appeals(club: &mut Club, who: &str, text: &str) {
    let letter = club.last_letter(who, "T26/1");
    club.letter(who).answering(&letter).says(text).posts();
    club.polls();
}

/// Both have sent different opinions, the arbiter has decided on 5 April.
fn decided() -> Club {
    let mut club = asked();
    opinion(&mut club, "ann", "OPINION 1-0\nThe knight is strong.");
    opinion(&mut club, "bert", "OPINION 1/2-1/2");
    club.are_told(&ALL, "adjudication");
    club.it_is("2026-04-05T09:00:00Z");
    club.types("td adjudicate T26/1 1/2-1/2 --reason even")
        .unwrap();
    club.are_told(&ALL, "adjudication");
    club
}

#[test]
fn a56_9_4_unfinished_games_are_adjudicated_after_the_end() {
    let mut club = ended(setup());
    let asked = club.is_told("bert", "adjudication");
    asked
        .says("31 March 2026")
        .says("14 April 2026")
        .says("56.9.4")
        .says("56.9.4.4")
        .says("56.9.5")
        .says("56.9.7")
        .says("OPINION");
    assert!(asked.pgn.is_some());
    club.are_told(&["ann", "arbiter"], "adjudication");
    club.stands("T26/1", "/status", "adjudication");
    let game = club.game("T26/1");
    assert!(game["clock"]["running"].is_null());
    // Received on 11 January; the last day of play is not counted.
    let total = game["clock"]["black"]["total"].clone();
    club.lives(10);
    club.stands("T26/1", "/clock/black/total", total);
    club.nobody_is_told();
}

#[test]
fn a56_9_4_nothing_is_adjudicated_while_the_inbox_is_unread() {
    let mut club = setup().opens();
    club.play("T26/1", "5254 5755 7163");
    club.it_is("2026-04-01T06:00:00Z");
    club.letter("bert")
        .dated("2026-03-31T22:00:00Z")
        .received("2026-03-31T22:01:00Z")
        .says("2... 7866")
        .posts();
    club.ticks();
    club.nobody_is_told();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.ticks();
    club.are_told(&ALL, "adjudication");
    club.stands("T26/1", "/ply", 4);
}

#[test]
fn a_move_sent_by_the_last_day_counts_though_it_arrives_later() {
    let mut club = asked();
    club.letter("bert")
        .dated("2026-03-31T23:30:00Z")
        .received("2026-04-01T06:30:00Z")
        .says("2... 7866")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation").says("sent in time");
    club.is_told("ann", "move").says("14 April 2026");
    club.stands("T26/1", "/ply", 4);
    club.stands("T26/1", "/status", "adjudication");
    club.stands("T26/1", "/moves/3/sent", "2026-03-31");
    // No move is answered any more, but the side to move may name one with its opinion.
    club.it_is("2026-04-03T09:00:00Z");
    club.sends("bert", "3... 5544");
    club.is_told("bert", "not-understood").says("OPINION");
    club.stands("T26/1", "/ply", 4);
}

#[test]
fn a56_9_4_4_the_side_to_move_names_its_move() {
    let mut club = asked();
    club.it_is("2026-04-02T09:00:00Z");
    club.sends(
        "bert",
        "2... 7866\nOPINION 1/2-1/2\nThe game is even: 3. 6364 5544.",
    );
    club.is_told("bert", "confirmation").says("56.9.4.4");
    club.is_told("bert", "adjudication").says("1/2-1/2");
    club.is_told("ann", "move").says("56.9.4.4");
    club.stands("T26/1", "/ply", 4);
    club.stands("T26/1", "/moves/3/numeric", "7866");
    // Ann cannot answer it.
    club.sends("ann", "3. 6364");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 4);
    opinion(&mut club, "ann", "OPINION 1/2-1/2");
    club.are_told(&ALL, "result");
    club.stands("T26/1", "/result", "1/2-1/2");
}

#[test]
fn a56_9_4_4_the_move_may_stand_below_the_opinion_alone() {
    let mut club = asked();
    club.sends(
        "bert",
        "OPINION 0-1\n2... 7866\nand the pawn falls: 3. 6364 5544 4. 6455",
    );
    club.is_told("bert", "confirmation");
    club.is_told("bert", "adjudication").says("0-1");
    club.is_told("ann", "move");
    club.stands("T26/1", "/ply", 4);
}

#[test]
fn a56_9_4_4_an_illegal_move_is_asked_again_without_a_penalty() {
    let mut club = asked();
    club.sends("bert", "OPINION 0-1\n2... 7865\nA better pawn structure.");
    club.is_told("bert", "not-understood").says("no penalty");
    club.is_told("bert", "adjudication");
    club.stands("T26/1", "/ply", 3);
    club.stands("T26/1", "/clock/black/penalty", 0);
    club.sends("bert", "2... 7866");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/ply", 4);
}

#[test]
fn a56_9_5_equal_opinions_end_the_game() {
    let mut club = asked();
    opinion(&mut club, "ann", "OPINION 1-0\nI am better.");
    club.nobody_is_told();
    club.it_is("2026-04-10T09:00:00Z");
    opinion(&mut club, "bert", "OPINION 1-0");
    club.is_told("ann", "result")
        .says("56.9.5")
        .says("White has won");
    club.are_told(&["bert", "arbiter"], "result");
    club.stands("T26/1", "/status", "finished");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/termination", "agreement");
}

#[test]
fn a55_9_5_an_opinion_on_paper_counts_as_one_by_mail() {
    let mut club = ended(setup().profile("post").rules("transit_days = 0"));
    club.are_told(&ALL, "adjudication");
    club.it_is("2026-04-16T09:00:00Z");
    // The registered letter came two days after the term, its slip is of the last day.
    let entered = club
        .types("td opinion T26/1 white 1-0 --sent 2026-04-14 --text Won. --reason registered")
        .unwrap();
    assert!(
        entered.contains("opinion of white entered: 1-0"),
        "{entered}"
    );
    let told = club.is_told("ann", "adjudication");
    told.says("Your opinion").says("Won.").says("14 April 2026");
    told.says("registered").says("did not come by e-mail");
    // Bert learns nothing of it before he has sent his own.
    club.nobody_is_told();
    let log = club.types("td log T26").unwrap();
    assert!(
        log.contains("opinion of white entered: 1-0, sent 2026-04-14"),
        "{log}"
    );
    // By telephone, a day too late; entered by the arbiter's own letter.
    let asked = club.last_letter("arbiter", "T26/1");
    let line =
        "OPINION T26/1 black 1-0 sent 15.04.2026 text \"He sent, at last.\"\nREASON telephone";
    club.letter("arbiter").answering(&asked).says(line).posts();
    club.polls();
    club.is_told("arbiter", "transcript")
        .says("Done (decision ");
    let late = club.is_told("bert", "adjudication");
    late.says("55.9.8")
        .says("He sent, at last.")
        .says("telephone");
    club.is_told("arbiter", "adjudication")
        .says("after the deadline");
    club.stands("T26/1", "/status", "adjudication");
    club.ticks();
    let closed = club.is_told("arbiter", "adjudication");
    closed.says("Won.").says("nothing was sent in time");
    club.are_told(&["ann", "bert"], "adjudication");
    club.types("td adjudicate T26/1 1/2-1/2 --reason even")
        .unwrap();
    club.are_told(&ALL, "adjudication");
    // 55.9.8: only who sent one in time may appeal.
    appeals(&mut club, "bert", "APPEAL I am a pawn up.");
    club.is_told("bert", "adjudication").says("55.9.8");
    appeals(&mut club, "ann", "APPEAL The knight wins.");
    club.are_told(&ALL, "adjudication");
    let late = "td opinion T26/1 black 1-0 --sent 2026-04-14 --reason paper";
    let why = club.types(late).unwrap_err();
    assert!(why.contains("td revoke"), "{why}");
}

#[test]
fn a56_9_5_an_opinion_by_telephone_may_end_the_game_and_be_taken_back() {
    let mut club = asked();
    club.it_is("2026-04-03T09:00:00Z");
    opinion(&mut club, "ann", "OPINION 1/2-1/2");
    let order = "td opinion T26/1 black 1/2-1/2 --sent 2026-04-02 --move 7866 --reason telephone";
    let would = club.types(&format!("{order} --dry-run")).unwrap();
    assert!(
        would.contains("opinion of black entered: 1/2-1/2"),
        "{would}"
    );
    club.stands("T26/1", "/ply", 3);
    for (wrong, says) in [
        (order.replace("7866", "7867"), "cannot be played"),
        (order.replace("black", "white"), "can name no move"),
        (order.replace("04-02", "04-04"), "future"),
        (order.replace("1/2-1/2", "+/-"), "1-0, 0-1 or 1/2-1/2"),
    ] {
        let why = club.types(&wrong).unwrap_err();
        assert!(why.contains(says), "{wrong}: {why}");
    }
    club.types(order).unwrap();
    club.is_told("bert", "confirmation").says("56.9.4.4");
    club.is_told("ann", "move");
    club.is_told("bert", "adjudication").says("telephone");
    club.are_told(&ALL, "result");
    club.stands("T26/1", "/result", "1/2-1/2");
    club.stands("T26/1", "/moves/3/sent", "2026-04-02");
    let decision = club.game("T26/1")["record"]
        .as_array()
        .and_then(|r| {
            r.iter()
                .find(|e| e["what"] == "opinion-given" && e["note"] == "telephone")
        })
        .map(|e| e["id"].to_string())
        .unwrap();
    let log = club.types("td log T26 --json").unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    // What the robot's passes declared has no number of a decision.
    let mut decisions = log.as_array().unwrap().iter().filter(|d| d["id"].is_u64());
    let number = decisions.next().unwrap()["id"].to_string();
    assert_ne!(number, decision, "the move he names is entered first");
    club.types(&format!("td revoke {number} --reason misheard"))
        .unwrap();
    club.are_told(&ALL, "ruling");
    club.stands("T26/1", "/status", "adjudication");
    club.stands("T26/1", "/ply", 3);
}

#[test]
fn opinions_are_not_shown_before_both_are_in_and_the_last_one_counts() {
    let mut club = asked();
    opinion(&mut club, "ann", "OPINION 1-0\nA secret plan.");
    club.nobody_is_told();
    club.sends("ann", "OPINION 1/2-1/2\nOn second thoughts.");
    club.is_told("ann", "adjudication").says("earlier one");
    club.nobody_is_told();
    opinion(&mut club, "bert", "OPINION 0-1\nTwo bishops.");
    let both = club.is_told("arbiter", "adjudication");
    both.says("On second thoughts.")
        .says("Two bishops.")
        .says("td adjudicate T26/1");
    assert!(!both.text.contains("A secret plan."));
    club.is_told("ann", "adjudication").says("Two bishops.");
    club.is_told("bert", "adjudication");
    let table = club.types("tournament report T26 --format json").unwrap();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(table["matters"][0]["what"], "adjudication");
    assert_eq!(table["matters"][0]["article"], "56.9.6");
    assert_eq!(table["matters"][0]["command"], "td adjudicate T26/1 RESULT");
}

#[test]
fn an_opinion_that_concedes_is_no_resignation() {
    let mut club = asked();
    club.sends("ann", "OPINION 0-1");
    club.is_told("ann", "adjudication").says("RESIGN");
    club.stands("T26/1", "/status", "adjudication");
    // Each gives the game to the other: that is the arbiter's to decide.
    club.sends("bert", "OPINION 1-0");
    club.is_told("bert", "adjudication");
    club.are_told(&ALL, "adjudication");
    club.stands("T26/1", "/status", "adjudication");
    club.sends("ann", "RESIGN");
    club.are_told(&ALL, "result");
    club.stands("T26/1", "/result", "0-1");
    club.stands("T26/1", "/termination", "resignation");
}

#[test]
fn a56_9_7_after_the_term_the_arbiter_decides_and_who_was_silent_cannot_appeal() {
    let mut club = asked();
    opinion(&mut club, "ann", "OPINION 1-0");
    // The 14th is the last day; a letter of that day has until the 15th to arrive.
    club.it_is("2026-04-15T20:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-04-16T06:00:00Z");
    club.polls();
    club.ticks();
    club.is_told("arbiter", "adjudication")
        .says("nothing was sent");
    club.are_told(&["ann", "bert"], "adjudication");
    club.sends("bert", "OPINION 1/2-1/2\nI was ill.");
    club.is_told("bert", "adjudication")
        .says("after the deadline");
    club.is_told("arbiter", "adjudication").says("I was ill.");
    club.stands("T26/1", "/status", "adjudication");
    club.types("td adjudicate T26/1 1-0 --reason superior")
        .unwrap();
    let won = club.is_told("ann", "adjudication");
    won.says("56.9.9").says("1 May 2026").says("2. 7163");
    club.is_told("bert", "adjudication").says("56.9.7");
    club.is_told("arbiter", "adjudication");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/termination", "adjudication");
    appeals(&mut club, "bert", "APPEAL I was ill.");
    club.is_told("bert", "adjudication").says("56.9.7");
    club.stands("T26/1", "/status", "finished");
}

#[test]
fn a56_9_9_an_appeal_goes_to_another_with_a_copy_to_the_opponent() {
    let mut club = decided();
    club.it_is("2026-04-20T23:00:00Z");
    // Received on the 6th: the 20th is the last day.
    appeals(&mut club, "ann", "APPEAL the knight wins a pawn\n3. 6355");
    club.is_told("ann", "adjudication")
        .says("Another adjudicator");
    club.is_told("bert", "adjudication").says("wins a pawn");
    club.is_told("arbiter", "adjudication").says("56.9.10");
    club.stands("T26/1", "/status", "adjudication");
    club.stands("T26/1", "/result", "*");
    let table = club.types("tournament report T26 --format json").unwrap();
    assert!(table.contains("\"what\": \"appeal\"") || table.contains("\"what\":\"appeal\""));
    club.types("td adjudicate T26/1 1-0 --reason seen").unwrap();
    club.is_told("bert", "adjudication").says("final");
    club.are_told(&["ann", "arbiter"], "adjudication");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/status", "finished");
    appeals(&mut club, "bert", "APPEAL again");
    club.is_told("bert", "adjudication").says("56.9.10");
    assert!(club.types("td adjudicate T26/1 0-1").is_err());
    club.stands("T26/1", "/result", "1-0");
}

#[test]
fn a56_9_9_an_appeal_after_fourteen_days_is_too_late() {
    let mut club = decided();
    club.it_is("2026-04-21T00:10:00Z");
    appeals(&mut club, "ann", "APPEAL late");
    club.is_told("ann", "adjudication")
        .says("20 April 2026")
        .says("56.9.9");
    club.stands("T26/1", "/status", "finished");
    club.stands("T26/1", "/result", "1/2-1/2");
}

#[test]
fn a_game_is_adjudicated_once_without_an_appeal() {
    let mut club = decided();
    let refused = club.types("td adjudicate T26/1 1-0").unwrap_err();
    assert!(refused.contains("no appeal"), "{refused}");
    club.stands("T26/1", "/result", "1/2-1/2");
}

#[test]
fn an_open_overstep_is_decided_before_the_game_is_adjudicated() {
    let mut club = Setup::new().rules(QUIET).tournament(END).opens();
    club.play("T26/1", "5254");
    // Sixty days from 11 January: the flag falls on 13 March.
    club.it_is("2026-03-25T09:00:00Z");
    club.polls();
    club.ticks();
    club.are_told(&ALL, "time-forfeit");
    club.it_is("2026-04-01T06:00:00Z");
    club.sends("bert", "PROTEST the letter came late");
    club.are_told(&ALL, "protest");
    club.ticks();
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    club.it_is("2026-04-20T09:00:00Z");
    club.types("td reject-claim T26/1 --anyway --reason proved")
        .unwrap();
    // Nobody is told that the game goes on: no move can be made any more.
    for who in ALL {
        let ruling = club.is_told(who, "ruling");
        ruling.says("does not stand. Play in the tournament ended on 31 March 2026");
        assert!(!ruling.text.contains("goes on"), "{}", ruling.text);
    }
    club.polls();
    club.ticks();
    // Fourteen days from the day on which they are asked.
    club.is_told("ann", "adjudication").says("4 May 2026");
    club.are_told(&["bert", "arbiter"], "adjudication");
    club.stands("T26/1", "/status", "adjudication");
}

#[test]
fn what_is_opened_after_the_end_of_play_is_not_said_to_go_on() {
    let mut club = Setup::new().rules(QUIET).tournament(END).opens();
    club.play("T26/1", "5254");
    club.sends("bert", "RESIGN");
    club.everything_read();
    club.it_is("2026-04-20T09:00:00Z");
    let mut order = "td reopen T26/1 --anyway".to_owned();
    for _ in 0..2 {
        club.types(&order)
            .unwrap_or_else(|e| panic!("{order}: {e}"));
        for who in ALL {
            let ruling = club.is_told(who, "ruling");
            ruling.says("ended on 31 March 2026");
            assert!(!ruling.text.contains("goes on"), "{order}: {}", ruling.text);
        }
        club.types("td result T26/1 1-0").unwrap();
        let said = club.is_told("ann", "ruling").text;
        let number = said.split("No. ").nth(1).and_then(|s| s.split(' ').next());
        // What opens it again the second time is that the result is taken back.
        order = format!("td revoke {}", number.unwrap_or_else(|| panic!("{said}")));
        club.everything_read();
    }
}

#[test]
fn an_overstep_on_the_last_day_is_declared_first() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("transit_days = 3")
        .tournament("end_date = 2026-03-15\n")
        .opens();
    club.play("T26/1", "5254");
    // Received on the 13th; sixty days; over on 15 March, declared three days later.
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-15");
    club.it_is("2026-03-16T06:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-03-18T06:00:00Z");
    club.polls();
    club.ticks();
    club.are_told(&ALL, "time-forfeit");
    club.stands("T26/1", "/status", "paused");
}

#[test]
fn a56_9_4_a_flag_after_the_end_of_play_is_adjudicated_however_late_the_first_pass_is() {
    let letters = [
        None,
        Some(("ann", "CLAIM TIME")),
        Some(("ann", "DRAW?")),
        Some(("bert", "STATUS")),
    ];
    for forfeit in ["immediate", "notice", "claim"] {
        for letter in letters {
            let mut club = Setup::new()
                .rules(QUIET)
                .rules(&format!("forfeit = \"{forfeit}\""))
                .tournament("end_date = 2026-03-12\n")
                .opens();
            club.play("T26/1", "5254");
            club.stands("T26/1", "/clock/running/flag_falls", "2026-03-13");
            club.it_is("2026-03-25T06:00:00Z");
            if let Some((who, text)) = letter {
                club.writes(who, text);
            }
            club.polls();
            club.ticks();
            club.takes_all();
            let game = club.game("T26/1");
            assert_eq!(game["status"], "adjudication", "{forfeit} {letter:?}");
            assert_eq!(game["result"], "*", "{forfeit} {letter:?}");
        }
    }
}

#[test]
fn a_flag_on_the_last_day_of_play_is_declared_however_late_the_first_pass_is() {
    for (forfeit, status, result) in [("immediate", "finished", "1-0"), ("notice", "paused", "*")] {
        let mut club = Setup::new()
            .rules(QUIET)
            .rules(&format!("forfeit = \"{forfeit}\""))
            .tournament("end_date = 2026-03-13\n")
            .opens();
        club.play("T26/1", "5254");
        club.it_is("2026-03-25T06:00:00Z");
        club.polls();
        club.ticks();
        club.takes_all();
        club.stands("T26/1", "/status", status);
        club.stands("T26/1", "/result", result);
    }
}

/// What the arbiter took back no pass declares again, in whatever way time is lost.
#[test]
fn a53_3_an_overstep_that_was_taken_back_is_not_declared_again() {
    for forfeit in ["immediate", "notice", "claim"] {
        let mut club = Setup::new()
            .rules(QUIET)
            .rules(&format!("forfeit = \"{forfeit}\""))
            .opens();
        club.play("T26/1", "5254");
        club.it_is("2026-03-14T06:00:00Z");
        club.polls();
        let pass = club.ticks().pass;
        let pass = pass.unwrap_or_else(|| panic!("{forfeit}: nothing was declared"));
        club.takes_all();
        club.types(&format!("td revoke --pass {pass} --reason post"))
            .unwrap();
        club.takes_all();
        club.stands("T26/1", "/status", "active");
        for day in 15..=21 {
            club.it_is(&format!("2026-03-{day}T06:00:00Z"));
            club.polls();
            club.ticks();
            club.takes_all();
            assert_eq!(club.game("T26/1")["status"], "active", "{forfeit}, {day}");
        }
    }
}

/// The last word on an appeal cannot be protested, and is put aside by who says that he means to.
#[test]
fn a56_9_10_the_second_adjudication_is_final() {
    let mut club = decided();
    appeals(&mut club, "bert", "APPEAL the knight is lost");
    club.takes_all();
    club.types("td adjudicate T26/1 0-1 --reason lost").unwrap();
    club.takes_all();
    club.stands("T26/1", "/result", "0-1");
    appeals(&mut club, "ann", "PROTEST I do not agree");
    club.is_told("ann", "protest").says("final");
    club.takes_all();
    for order in ["td result T26/1 1-0", "td reopen T26/1"] {
        let refused = club.types(order).unwrap_err();
        assert!(refused.contains("final"), "{order}: {refused}");
    }
    let log = club.types("--json td log T26").unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    let last = log
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|e| e["id"].as_u64())
        .max();
    let order = format!("td revoke {}", last.unwrap());
    let refused = club.types(&order).unwrap_err();
    assert!(refused.contains("final"), "{refused}");
    club.stands("T26/1", "/result", "0-1");
}

/// A Russian and a Ukrainian player, and an adjudicator of the tournament's own.
#[test]
fn a56_9_10_the_adjudicator_of_the_tournament_gets_the_game_and_the_opinions() {
    let adjudicator = "adjudicator = { name = \"Ada Adler\", email = \"ada@club.example\" }\n";
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("days_per_period = 100")
        .tournament(END)
        .tournament(adjudicator)
        .pairs(&[(4, 6)])
        .opens();
    let all = ["dima", "filip", "arbiter"];
    club.play("T26/1", "5254 5755 7163");
    club.it_is("2026-04-01T06:00:00Z");
    club.polls();
    club.ticks();
    club.is_told("dima", "adjudication")
        .says("31 марта 2026")
        .says("14 апреля 2026")
        .says("МНЕНИЕ");
    club.is_told("filip", "adjudication")
        .says("14 квітня 2026")
        .says("2...")
        .says("ДУМКА");
    club.is_told("arbiter", "adjudication");
    club.sends("filip", "2... 7866\nДУМКА 1/2-1/2\nПозиція рівна.");
    club.is_told("filip", "confirmation").says("56.9.4.4");
    club.is_told("dima", "move").says("считается сделанным");
    club.is_told("filip", "adjudication").says("Позиція рівна.");
    club.sends("dima", "МНЕНИЕ 1-0\nБелые лучше: 3. 6364 5544 4. 6455");
    club.is_told("dima", "adjudication");
    club.is_told("dima", "adjudication").says("Позиція рівна.");
    club.are_told(&["filip", "arbiter"], "adjudication");
    club.it_is("2026-04-05T09:00:00Z");
    club.types("td adjudicate T26/1 1/2-1/2 --reason even")
        .unwrap();
    club.is_told("dima", "adjudication")
        .says("Ada Adler")
        .says("20 апреля 2026")
        .says("2... 7866");
    club.are_told(&["filip", "arbiter"], "adjudication");
    club.it_is("2026-04-10T09:00:00Z");
    appeals(&mut club, "dima", "АПЕЛЛЯЦИЯ\nВыигрыш: 3. 6364");
    let told = club.is_told("ada@club.example", "adjudication");
    told.says("Выигрыш")
        .says("Позиція рівна.")
        .says("Белые лучше")
        .says("1/2-1/2")
        .says("56.9.10")
        .says("td@club.example");
    assert!(told.pgn.is_some(), "the game is enclosed");
    club.are_told(&all, "adjudication");
    club.it_is("2026-04-20T09:00:00Z");
    club.types("td adjudicate T26/1 1-0 --reason pawn").unwrap();
    club.is_told("ada@club.example", "adjudication");
    club.is_told("filip", "adjudication").says("остаточне");
    club.are_told(&["dima", "arbiter"], "adjudication");
    club.stands("T26/1", "/result", "1-0");
}

/// Filip has the official's chair in his own game, Ada has it in everybody's.
#[test]
fn a56_9_10_on_appeal_another_adjudicates_and_nobody_his_own_game() {
    // Who is named for appeals, who adjudicates first, and who then may not.
    for (named, first, refused, asked, may) in [
        ("ada", "td", None, Some("td"), "ada"),
        ("td", "td", None, Some("td"), "dora"),
        ("bert", "td", Some("bert"), Some("dora"), "dora"),
        ("ada", "ada", None, Some("dora"), "dora"),
    ] {
        let address = |who: &str| match who {
            "bert" => "bert@b.example".to_owned(),
            _ => format!("{who}@club.example"),
        };
        let adjudicator = format!(
            "adjudicator = {{ name = \"{named}\", email = \"{}\" }}\n",
            address(named)
        );
        let mut club = Setup::new()
            .rules(QUIET)
            .rules("days_per_period = 100")
            .tournament(END)
            .tournament(&adjudicator)
            .sections(
                "[[official]]\nrole = \"deputy\"\nname = \"dora\"\nemail = \"dora@club.example\"\n",
            )
            .opens();
        club.play("T26/1", "5254 5755 7163");
        club.it_is("2026-04-01T06:00:00Z");
        club.polls();
        club.ticks();
        opinion(&mut club, "ann", "OPINION 1-0\nBetter.");
        opinion(&mut club, "bert", "OPINION 1/2-1/2\nEven.");
        club.everything_read();
        let adjudicate = |club: &mut Club, who: &str, more: &str| {
            let who = address(who);
            club.types(&format!("--as {who} td adjudicate T26/1 1/2-1/2{more}"))
        };
        if named == first && first != "td" {
            // Before an appeal it is the arbiter's.
            assert!(adjudicate(&mut club, first, "").is_err());
            continue;
        }
        adjudicate(&mut club, first, "").unwrap();
        club.everything_read();
        appeals(&mut club, "ann", "APPEAL I win.");
        club.everything_read();
        if let Some(who) = refused {
            let why = adjudicate(&mut club, who, " --anyway").unwrap_err();
            assert!(why.contains("56.9.10"), "{named}: {why}");
        }
        if let Some(who) = asked {
            let why = adjudicate(&mut club, who, "").unwrap_err();
            assert!(why.contains("--anyway"), "{named}: {why}");
        }
        club.nobody_is_told();
        club.stands("T26/1", "/status", "adjudication");
        let more = if may == named { "" } else { " --anyway" };
        adjudicate(&mut club, may, more).unwrap();
        club.stands("T26/1", "/status", "finished");
        club.everything_read();
    }
}

#[test]
fn a54_8_on_a_server_equal_opinions_end_nothing_and_no_move_is_named() {
    let mut club = ended(setup().profile("server"));
    let asked = club.is_told("bert", "adjudication");
    asked.says("54.8.2").says("54.8.4");
    assert!(!asked.text.contains("54.8.3).\n- Otherwise"));
    club.are_told(&["ann", "arbiter"], "adjudication");
    club.sends("bert", "2... 7866");
    club.is_told("bert", "not-understood");
    opinion(&mut club, "bert", "OPINION 1/2-1/2\n2... 7866\neven");
    club.stands("T26/1", "/ply", 3);
    opinion(&mut club, "ann", "OPINION 1/2-1/2");
    club.is_told("arbiter", "adjudication")
        .says("they are the same");
    club.are_told(&["ann", "bert"], "adjudication");
    club.stands("T26/1", "/status", "adjudication");
    club.types("td adjudicate T26/1 1/2-1/2").unwrap();
    club.is_told("ann", "adjudication")
        .says("54.8.6")
        .says("54.8.7");
    club.are_told(&["bert", "arbiter"], "adjudication");
    club.stands("T26/1", "/termination", "adjudication");
}

#[test]
fn a55_9_6_by_post_equal_opinions_end_the_game_in_polish_and_russian() {
    let mut club = Setup::new()
        .profile("post")
        .rules(QUIET)
        .rules("days_per_period = 200")
        .tournament(END)
        .pairs(&[(4, 5)])
        .opens();
    club.it_is("2026-04-01T06:00:00Z");
    club.polls();
    club.ticks();
    club.is_told("dima", "adjudication")
        .says("55.9.5.4")
        .says("заказным письмом");
    club.is_told("ewa", "adjudication")
        .says("55.9.8")
        .says("listem poleconym")
        .says("31 marca 2026");
    club.is_told("arbiter", "adjudication");
    club.sends("ewa", "OPINIA 1/2-1/2");
    club.is_told("ewa", "adjudication").says("14 kwietnia 2026");
    club.sends("dima", "МНЕНИЕ 1/2-1/2");
    club.is_told("dima", "adjudication");
    club.is_told("ewa", "result").says("55.9.6");
    club.is_told("dima", "result").says("совпали");
    club.is_told("arbiter", "result");
    club.stands("T26/1", "/result", "1/2-1/2");
}

/// While the players are asked, nothing waits for the arbiter, in `today`, in the report and
/// in his digest alike; what is said of the day is that he will decide (56.9.6).
#[test]
fn a56_9_6_while_opinions_are_awaited_nothing_waits_for_the_arbiter() {
    let mut club = asked();
    let today: serde_json::Value =
        serde_json::from_str(&club.types("today --json").unwrap()).unwrap();
    let awaited = &today["matters"][0];
    assert_eq!(awaited["what"], "opinions");
    assert!(awaited["settles"].is_null(), "{awaited}");
    // The 14th is the last day; a letter of that day has until the 15th to arrive.
    assert_eq!(awaited["comes_back"], "2026-04-16");
    assert_eq!(today["tournaments"][0]["matters"], 0);
    let says = "It comes to you for a decision on 2026-04-16";
    let today = club.types("today").unwrap();
    assert!(today.contains(says), "{today}");
    assert!(!today.contains("Without a protest"), "{today}");
    let report = club.types("tournament report T26").unwrap();
    assert!(report.contains(says), "{report}");
    assert!(!report.contains("wait for the arbiter"), "{report}");
    // When they are in, he has one matter, in both places.
    club.it_is("2026-04-16T06:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    let today = club.types("today").unwrap();
    assert!(today.contains("Waiting for you: 1 matter"), "{today}");
    let report = club.types("tournament report T26").unwrap();
    assert!(report.contains("1 wait for the arbiter"), "{report}");
}

/// The last day that letters and pages name is never behind the end of play, whatever days
/// are left to the flag; nor does a flag stand in what is to come that cannot fall.
#[test]
fn the_last_day_for_a_move_is_not_behind_the_end() {
    for (end, last) in [
        ("2026-01-20", "20 January 2026"),
        ("2026-04-30", "12 March 2026"),
    ] {
        let iso = if last.starts_with("20") {
            end
        } else {
            "2026-03-12"
        };
        let mut club = Setup::new()
            .rules("repeat_after_days = 0\nsilence_days = 0\n")
            .tournament(&format!("end_date = {end}\n"))
            .opens();
        club.sends("ann", "1. 5254");
        club.is_told("ann", "confirmation").says(last);
        club.is_told("bert", "move").says(last);
        let report = club.types("player report bert@b.example T26").unwrap();
        let short = postchess::time::Day::parse(iso).unwrap();
        let short = format!(
            "{:02}/{:02}/{:02}",
            short.day(),
            short.month(),
            short.year() % 100
        );
        assert!(report.contains(&short), "{short}:\n{report}");
        let today = club.types("today --json --week 12").unwrap();
        assert_eq!(
            today.contains("\"flag\""),
            last.starts_with("12"),
            "{today}"
        );
    }
}

/// Bert, who plays Black, is a deputy.
fn with_a_playing_deputy() -> Club {
    let bert =
        "[[official]]\nrole = \"deputy\"\nname = \"Bert Baker\"\nemail = \"bert@b.example\"\n";
    let mut club = ended(setup().sections(bert));
    club.are_told(&ALL, "adjudication");
    club
}

#[test]
fn a56_9_10_no_other_word_adjudicates_in_ones_own_game() {
    let mut club = with_a_playing_deputy();
    for line in [
        "adjudicate T26/1 0-1",
        "result T26/1 0-1",
        "result T26/1 0-1 --by agreement",
        "result T26/1 1/2-1/2 --by adjudication",
    ] {
        let refused = club
            .types(&format!("--as bert@b.example td {line} --anyway"))
            .unwrap_err();
        assert!(refused.contains("56.9.10"), "{line}: {refused}");
    }
    club.stands("T26/1", "/status", "adjudication");
    club.types("td result T26/1 0-1").unwrap();
    club.stands("T26/1", "/status", "finished");
    club.takes_all();
}

#[test]
fn a56_9_4_an_opinion_is_shown_when_both_are_in_whoever_asks_and_however() {
    let mut club = with_a_playing_deputy();
    let enclosed = |club: &mut Club| {
        club.sends("bert", "CORRESPONDENCE");
        let letter = club.is_told("bert", "report");
        String::from_utf8_lossy(&letter.raw).into_owned()
    };
    opinion(&mut club, "ann", "OPINION 1-0\nThe knight is strong.");
    let journal = club.types("game show T26/1 --format journal").unwrap();
    assert!(journal.contains("opinion 1-0"), "{journal}");
    assert!(!enclosed(&mut club).contains("opinion 1-0"));
    let seen = |club: &mut Club, who: &str| {
        let view = club.robot().store.read();
        let now = Instant::parse("2026-04-02T09:00:00Z").unwrap();
        let rows = tournaments_of(view, &[], now).unwrap();
        let today = today_of(view, &rows, now, 7).unwrap();
        let today = seen_by(view, today, who).unwrap();
        today.waiting.iter().any(|w| {
            let is =
                |of: &Option<[Option<ResultCode>; 2]>| *of == Some([Some(ResultCode::White), None]);
            matches!(&w.matter.happened, Happened::Opinions { of, .. } if is(of))
        })
    };
    assert!(!seen(&mut club, "bert@b.example"));
    // One on paper is a decision, which the log tells to others alone.
    club.types("td opinion T26/1 white 1-0 --sent 2026-04-01 --reason paper")
        .unwrap();
    let logged = |club: &mut Club, who: &str| {
        let view = club.robot().store.read();
        let lines = log(view, Some("T26"), Some(who), Language::En).unwrap();
        lines
            .iter()
            .any(|line| line.text(Language::En).contains("1-0"))
    };
    assert!(!logged(&mut club, "bert@b.example"));
    assert!(logged(&mut club, "td@club.example"));
    club.takes_all();
    assert!(seen(&mut club, "td@club.example"));
    opinion(&mut club, "bert", "OPINION 1/2-1/2");
    assert!(enclosed(&mut club).contains("opinion 1-0"));
    club.takes_all();
}
