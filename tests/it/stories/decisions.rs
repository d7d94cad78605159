//! Decisions of the arbiter (53.3): each is tried first, and does what it said it
//! would; each is an entry that supersedes and never rewrites; each can be taken back.

use crate::club::{Club, Setup};
use serde_json::Value;

const GAME: &str = "T26/1";

/// Decides at the console, after a dry run that must tell the same and leave the
/// database byte for byte as it is. Gives the decision's number and the output.
#[track_caller]
fn decides(club: &mut Club, line: &str) -> (u64, String) {
    club.types("td log").unwrap();
    let bytes = |club: &Club| {
        ["postchess.db", "postchess.db-wal"].map(|f| std::fs::read(club.root().join(f)).ok())
    };
    let before = bytes(club);
    let tried = club.types(&format!("td {line} --dry-run")).unwrap();
    assert!(before == bytes(club), "a dry run of '{line}' left a trace");
    let done = club.types(&format!("td {line}")).unwrap();
    let would = tried.strip_prefix("would decide: ").expect("would decide");
    let (number, did) = done
        .strip_prefix("decision ")
        .and_then(|rest| rest.split_once(": "))
        .expect("decision N:");
    assert_eq!(would, did, "'{line}' did something else than it said");
    (number.parse().expect("a number"), did.to_owned())
}

/// A decision that is refused, with the words of the refusal. Nothing is left of it.
#[track_caller]
fn refused(club: &mut Club, line: &str) -> String {
    let before = club.game(GAME);
    let said = club.types(&format!("td {line}")).unwrap_err();
    assert_eq!(before, club.game(GAME));
    club.types(&format!("td {line} --dry-run")).unwrap_err();
    said
}

fn ruled(club: &mut Club) {
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
}

fn opened() -> Club {
    Setup::new()
        .tournament(r#"appeals = { name = "Судья Апелляций", email = "appeals@club.example" }"#)
        .opens()
}

fn log(club: &mut Club) -> Vec<Value> {
    let text = club.types("--json td log T26").unwrap();
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a53_3_void_takes_moves_out_and_the_record_keeps_them() {
    let mut club = opened();
    club.play(GAME, "5254 5755 7163 2836 6125");
    club.it_is("2026-01-20T10:00:00Z");
    let (id, said) = decides(
        &mut club,
        "void T26/1 3 --clock 2026-01-20 --reason misread",
    );
    assert!(said.contains("2. Nf3 void, 3 half-moves"), "{said}");
    let letter = club.is_told("bert", "ruling");
    letter
        .says(&format!("No. {id}"))
        .says("2. Nf3 and all moves after it (half-moves in all: 3) no longer count")
        .says("Судья Апелляций")
        .says("The last day to send a protest is")
        .says("misread");
    club.are_told(&["ann", "arbiter"], "ruling");
    club.stands(GAME, "/ply", 2);
    club.stands(GAME, "/turn", "white");
    club.stands(GAME, "/clock/running/since", "2026-01-20");
    let json = club.game(GAME);
    let record = json["record"].as_array().unwrap();
    let dead = |what: &str| {
        let all = record.iter().filter(|e| e["what"] == what);
        all.filter(|e| e["superseded"] == true).count()
    };
    assert_eq!(dead("move-played"), 3, "the events stay");
    // Another move is made with the same number, and it counts like any other.
    club.it_is("2026-01-22T10:00:00Z");
    club.sends("ann", "2. 6134");
    club.are_told(&["ann"], "confirmation");
    club.are_told(&["bert"], "move");
    club.stands(GAME, "/moves/2/numeric", "6134");
    club.stands(GAME, "/moves/2/days", 2);
}

#[test]
fn a53_3_void_of_a_mate_opens_the_game_again() {
    let mut club = opened();
    club.play(GAME, "6263 5755 7274");
    club.sends("bert", "2... 4884");
    club.everything_read();
    club.stands(GAME, "/result", "0-1");
    club.types("tournament list").unwrap();
    let (_, said) = decides(&mut club, "void T26/1 4 --clock 2026-01-10");
    assert!(said.contains("2... Qh4#"), "{said}");
    club.is_told("ann", "ruling").says("The game is open again");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/result", "*");
    club.stands(GAME, "/turn", "black");
    let shown = club.types("--json tournament show T26").unwrap();
    assert!(shown.contains("started"), "{shown}");
}

#[test]
fn a56_4_7_faults_of_voided_moves_go_those_before_them_and_the_arbiters_days_stay() {
    let mut club = opened();
    club.play(GAME, "5254 5755");
    // A fault before White's second move, one before Black's, and two days by order.
    club.sends("ann", "2. 7177");
    club.is_told("ann", "rejection");
    club.play(GAME, "7163");
    club.sends("bert", "2... 2822");
    club.is_told("bert", "rejection");
    club.play(GAME, "2836");
    decides(&mut club, "penalty T26/1 black 3");
    ruled(&mut club);
    club.stands(GAME, "/clock/white/penalty", 2);
    club.stands(GAME, "/clock/black/penalty", 5);
    decides(&mut club, "void T26/1 3 --clock 2026-01-10");
    ruled(&mut club);
    club.stands(GAME, "/clock/white/penalty", 2);
    club.stands(GAME, "/clock/black/penalty", 3);
    let (id, _) = decides(&mut club, "void T26/1 2 --clock 2026-01-10");
    ruled(&mut club);
    club.stands(GAME, "/ply", 1);
    // White's fault came after Black's first move, and goes with it.
    club.stands(GAME, "/clock/white/penalty", 0);
    decides(&mut club, &format!("revoke {id}"));
    ruled(&mut club);
    club.stands(GAME, "/ply", 2);
    club.stands(GAME, "/clock/white/penalty", 2);
}

#[test]
fn a9_2_repetitions_and_offers_of_voided_moves_do_not_count() {
    let mut club = opened();
    let dance = "7163 7866 6371 6678";
    club.play(GAME, dance);
    club.play(GAME, "7163 7866 6371");
    club.sends("bert", "4... 6678 =");
    club.everything_read();
    club.stands(GAME, "/draw_offer/side", "black");
    decides(&mut club, "void T26/1 7 --clock 2026-01-10");
    ruled(&mut club);
    club.stands(GAME, "/draw_offer", Value::Null);
    club.play(GAME, "6371 6678");
    club.sends("ann", "CLAIM DRAW");
    club.everything_read();
    // The start position stands for the third time now, counted once each.
    club.stands(GAME, "/termination", "threefold");
}

#[test]
fn a53_3_a_result_by_order_is_taken_back_before_moves_are() {
    let mut club = opened();
    club.play(GAME, "5254 5755");
    club.it_is("2026-01-15T10:00:00Z");
    let (result, _) = decides(&mut club, "result T26/1 1/2-1/2 --by agreement");
    club.everything_read();
    club.stands(GAME, "/status", "finished");
    let said = refused(&mut club, "void T26/1 1");
    assert!(said.contains(&format!("td revoke {result}")), "{said}");
    for line in ["pause T26/1", "resume T26/1"] {
        assert!(refused(&mut club, line).contains("over"), "{line}");
    }
    let late = "move T26/1 2. 7163 --received 2026-01-11 --sent 2026-01-12";
    assert!(refused(&mut club, late).contains("over"));
    // Ten days later the result is taken back: they are nobody's.
    club.it_is("2026-01-25T10:00:00Z");
    let (revoked, _) = decides(&mut club, &format!("revoke {result} --reason misheard"));
    let letter = club.is_told("ann", "ruling");
    letter
        .says(&format!("Decision No. {result}"))
        .says("is taken back")
        .says("The result is entered: 1/2-1/2")
        .says("charged to nobody");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands(GAME, "/status", "active");
    club.it_is("2026-01-28T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.everything_read();
    // 11 to 14 January, and from the receipt on the 26th up to the 28th.
    club.stands(GAME, "/moves/2/days", 6);
    let said = refused(&mut club, &format!("revoke {revoked}"));
    assert!(said.contains("half-move 3"), "{said}");
    let said = refused(&mut club, &format!("revoke {result}"));
    assert!(said.contains("counts no more"), "{said}");
    let all = log(&mut club);
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[0]["decision"], "result 1/2-1/2 (agreement)");
    assert_eq!(all[0]["revoked_by"], revoked);
    assert_eq!(all[1]["revokes"], result);
    assert_eq!(all[1]["reason"], "misheard");
    assert_eq!(all[1]["given"], "console");
    assert_eq!(all[1]["date"], "2026-01-25");
    assert_eq!(all[1]["games"][0], GAME);
    let text = club.types("td log").unwrap();
    assert!(
        text.contains(&format!("taken back by decision {revoked}")),
        "{text}"
    );
    assert!(club.types("td log NONE").is_err());
}

#[test]
fn a53_3_a_voided_end_can_be_taken_back_and_voided_again() {
    let mut club = opened();
    club.play(GAME, "6263 5755 7274");
    club.sends("bert", "2... 4884");
    club.everything_read();
    club.stands(GAME, "/termination", "checkmate");
    let (void, _) = decides(&mut club, "void T26/1 4 --clock 2026-01-10");
    ruled(&mut club);
    club.stands(GAME, "/status", "active");
    let (back, _) = decides(&mut club, &format!("revoke {void}"));
    ruled(&mut club);
    club.all_read("result");
    club.stands(GAME, "/termination", "checkmate");
    decides(&mut club, &format!("revoke {back}"));
    ruled(&mut club);
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/ply", 3);
    // What was played since stands on the void: it cannot be taken back now.
    club.play(GAME, "2836");
    let said = refused(&mut club, &format!("revoke {void}"));
    assert!(said.contains("half-move 4"), "{said}");
}

#[test]
fn a53_3_a_revocation_can_be_revoked() {
    let mut club = opened();
    club.play(GAME, "5254");
    let (penalty, _) = decides(&mut club, "penalty T26/1 white 4");
    ruled(&mut club);
    club.stands(GAME, "/clock/white/total", 4);
    let (back, _) = decides(&mut club, &format!("revoke {penalty}"));
    ruled(&mut club);
    club.stands(GAME, "/clock/white/total", 0);
    decides(&mut club, &format!("revoke {back}"));
    club.is_told("ann", "ruling")
        .says(&format!("Decision No. {back}"));
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands(GAME, "/clock/white/total", 4);
    assert!(refused(&mut club, "revoke 999999").contains("no decision"));
    let all = log(&mut club);
    assert_eq!(
        all[0]["revoked_by"],
        Value::Null,
        "the penalty counts again"
    );
}

#[test]
fn a56_2_3_a_postcard_is_entered_with_its_dates() {
    let mut club = opened();
    club.play(GAME, "5254");
    club.it_is("2026-01-25T10:00:00Z");
    for (line, why) in [
        (
            "move T26/1 1... 5755 --received 2026-01-12 --sent 2026-01-26",
            "future",
        ),
        (
            "move T26/1 1... 5755 --received 2026-01-14 --sent 2026-01-13",
            "before the receipt",
        ),
        (
            "move T26/1 1... 5755 --received 2026-01-08 --sent 2026-01-13",
            "sent on 2026-01-10",
        ),
        (
            "move T26/1 1... 5853 --received 2026-01-12 --sent 2026-01-13",
            "5853",
        ),
        (
            "move T26/1 hello --received 2026-01-12 --sent 2026-01-13",
            "not one move",
        ),
    ] {
        let said = refused(&mut club, line);
        assert!(said.contains(why), "{line}: {said}");
    }
    club.stands(GAME, "/clock/black/penalty", 0);
    let line = "move T26/1 1... 5755 --received 2026-01-12 --sent 2026-01-20 --reason postcard";
    let (id, said) = decides(&mut club, line);
    assert!(said.contains("1... e5 entered"), "{said}");
    let mine = club.is_told("bert", "confirmation");
    mine.says("The arbiter has entered it");
    club.is_told("ann", "move")
        .says("The arbiter has entered it");
    ruled(&mut club);
    club.stands(GAME, "/moves/1/days", 8);
    club.stands(GAME, "/clock/running/since", "2026-01-26");
    club.stands(GAME, "/record/5/note", "postcard");
    // It can be taken back while nothing was built on it.
    decides(&mut club, &format!("revoke {id}"));
    ruled(&mut club);
    club.stands(GAME, "/ply", 1);
    club.stands(GAME, "/turn", "black");
}

#[test]
fn a53_3_the_days_of_a_pause_are_nobodys_and_what_was_held_is_played() {
    let mut club = opened();
    club.play(GAME, "5254");
    club.it_is("2026-01-15T10:00:00Z");
    let (id, _) = decides(&mut club, "pause T26/1 --reason hospital");
    club.is_told("bert", "ruling")
        .says("The game is paused")
        .says("hospital");
    club.are_told(&["ann", "arbiter"], "ruling");
    assert!(refused(&mut club, "pause T26/1").contains("paused already"));
    assert!(refused(&mut club, &format!("revoke {id}")).contains("td resume"));
    let line = "move T26/1 1... 5755 --received 2026-01-12 --sent 2026-01-13";
    assert!(refused(&mut club, line).contains("td resume"));
    club.it_is("2026-02-10T10:00:00Z");
    club.sends("bert", "1... 5755");
    club.everything_read();
    assert_eq!(club.verdict(), "held");
    club.it_is("2026-02-20T10:00:00Z");
    let (_, said) = decides(&mut club, "resume T26/1");
    assert!(said.contains("1 held letter"), "{said}");
    ruled(&mut club);
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // 11 to 14 January are Bert's, the rest is nobody's.
    club.stands(GAME, "/moves/1/days", 4);
    assert_eq!(club.verdict(), "move");
    assert!(refused(&mut club, "resume T26/1").contains("not paused"));
}

#[test]
fn a53_3_a_finished_game_goes_on_from_the_receipt_of_the_ruling() {
    let mut club = opened();
    club.play(GAME, "5254 5755");
    assert!(refused(&mut club, "reopen T26/1").contains("not over"));
    club.it_is("2026-01-13T10:00:00Z");
    club.sends("bert", "RESIGN");
    club.everything_read();
    club.it_is("2026-01-23T10:00:00Z");
    let (id, _) = decides(&mut club, "reopen T26/1 --reason mistake");
    club.is_told("ann", "ruling").says("the game goes on");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands(GAME, "/status", "active");
    club.it_is("2026-01-26T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.everything_read();
    // 11 and 12 January, then from the receipt on the 24th.
    club.stands(GAME, "/moves/2/days", 4);
    assert!(refused(&mut club, &format!("revoke {id}")).contains("half-move 3"));
}

#[test]
fn a56_6_a_loss_on_time_is_open_again_without_its_overstep() {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let mut club = Setup::new().rules(quiet).opens();
    club.play(GAME, "5254");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    assert!(refused(&mut club, "void T26/1 1").contains("overstep"));
    assert!(refused(&mut club, "resume T26/1").contains("overstep"));
    let (id, _) = decides(&mut club, "confirm-forfeit T26/1");
    club.everything_read();
    club.stands(GAME, "/result", "1-0");
    // Taken back, the overstep waits for a decision as before.
    decides(&mut club, &format!("revoke {id}"));
    club.everything_read();
    club.stands(GAME, "/status", "paused");
    decides(&mut club, "confirm-forfeit T26/1");
    club.everything_read();
    club.it_is("2026-03-20T09:00:00Z");
    let (id, _) = decides(&mut club, "reopen T26/1 --days 10");
    club.everything_read();
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/clock/running/side", "black");
    // And that, taken back, is the loss again.
    decides(&mut club, &format!("revoke {id}"));
    club.everything_read();
    club.stands(GAME, "/result", "1-0");
}

#[test]
fn a56_7_7_leave_is_granted_cancelled_and_given_back() {
    let mut club = opened();
    club.play(GAME, "5254");
    club.it_is("2026-01-20T10:00:00Z");
    let (grant, _) = decides(&mut club, "leave grant T26:2 2026-01-12 2026-01-16");
    ruled(&mut club);
    club.stands(GAME, "/clock/running/used", 4);
    let leave = club.game(GAME)["leave"][0]["id"].to_string();
    let (cancel, _) = decides(&mut club, &format!("leave cancel {leave}"));
    club.is_told("ann", "ruling").says("is cancelled");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands(GAME, "/clock/running/used", 9);
    let said = refused(&mut club, &format!("leave cancel {leave}"));
    assert!(said.contains("cancelled already"), "{said}");
    assert!(refused(&mut club, "leave cancel 99").contains("no leave"));
    decides(&mut club, &format!("revoke {cancel}"));
    ruled(&mut club);
    club.stands(GAME, "/clock/running/used", 4);
    decides(&mut club, &format!("revoke {grant}"));
    ruled(&mut club);
    club.stands(GAME, "/clock/running/used", 9);
    let said = refused(&mut club, &format!("revoke {grant}"));
    assert!(said.contains("revoked already"), "{said}");
}

#[test]
fn a56_1_2_an_address_is_changed_and_put_back() {
    let mut club = opened();
    let (id, _) = decides(&mut club, "address T26:2 bert@new.example");
    assert_eq!(club.all_read("ruling"), 3, "both addresses and the arbiter");
    decides(&mut club, &format!("revoke {id}"));
    assert_eq!(club.all_read("ruling"), 3);
    club.play(GAME, "5254 5755");
    let said = refused(&mut club, "address T26:2 ann@a.example");
    assert!(said.contains("another player"), "{said}");
}

#[test]
fn a53_3_dates_that_were_used_are_not_revoked_but_set_anew() {
    let mut club = opened();
    club.play(GAME, "5254");
    club.it_is("2026-01-20T10:00:00Z");
    let (id, _) = decides(&mut club, "set-dates T26/1 2 --received 2026-01-18");
    ruled(&mut club);
    club.play(GAME, "5755");
    club.stands(GAME, "/moves/1/days", 2);
    let said = refused(&mut club, &format!("revoke {id}"));
    assert!(said.contains("td set-dates"), "{said}");
    let (later, _) = decides(&mut club, "set-dates T26/1 2 --received 2026-01-15");
    ruled(&mut club);
    club.stands(GAME, "/moves/1/days", 5);
    decides(&mut club, "set-dates T26/1 2 --sent 2026-01-19");
    ruled(&mut club);
    club.stands(GAME, "/moves/1/days", 4);
    decides(&mut club, &format!("revoke {later}"));
    ruled(&mut club);
    club.stands(GAME, "/moves/1/days", 1);
    // A move voided with its dates does not come back with them.
    decides(&mut club, "void T26/1 2 --clock 2026-01-20");
    ruled(&mut club);
    club.it_is("2026-01-23T10:00:00Z");
    club.play(GAME, "5755");
    club.stands(GAME, "/moves/1/days", 3);
}

#[test]
fn a53_3_nothing_is_decided_before_the_start() {
    let mut club = Setup::new().not_started().opens();
    for line in [
        "void T26/1 1",
        "pause T26/1",
        "resume T26/1",
        "reopen T26/1",
        "penalty T26/1 white 2",
        "result T26/1 1-0",
        "move T26/1 1. 5254 --received 2026-01-10 --sent 2026-01-10",
    ] {
        assert!(refused(&mut club, line).contains("not started"), "{line}");
    }
    assert!(refused(&mut club, "void T26/9 1").contains("no game"));
    assert!(log(&mut club).is_empty());
}

/// Days that are taken back beyond what stands in the record are those of the clock that
/// runs: no total is shown below zero, and none of the days is lost to the player.
#[test]
fn a55_4_7_days_taken_back_of_a_move_that_is_thought_about_show_no_total_below_zero() {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
        .opens();
    club.play(GAME, "5254");
    // Received on the 11th.
    club.it_is("2026-01-16T10:00:00Z");
    decides(&mut club, "penalty T26/1 black -2 --reason telephone");
    let clock = club.game(GAME)["clock"].clone();
    let black = &clock["black"];
    assert_eq!((&black["total"], &black["penalty"]), (&0.into(), &0.into()));
    assert_eq!((&black["limit"], &black["left"]), (&60.into(), &60.into()));
    assert_eq!(clock["running"]["used"], 3);
    assert_eq!(clock["running"]["flag_falls"], "2026-03-15");
    let shown = club.types("game show T26/1").unwrap();
    assert!(!shown.contains("-2"), "{shown}");
    for who in ["ann", "bert", "arbiter"] {
        let told = club.is_told(who, "ruling");
        assert!(!told.text.contains("-2 of"), "{}", told.text);
    }
    assert!(
        refused(&mut club, "penalty T26/1 black -4").contains('3'),
        "no more than was used"
    );
    // What was used is charged when the move comes: five days less two.
    club.sends("bert", "1... 5755");
    club.everything_read();
    club.stands(GAME, "/moves/1/days", 5);
    club.stands(GAME, "/moves/1/penalty", -2);
    club.stands(GAME, "/moves/1/total", 3);
    club.stands(GAME, "/clock/black/left", 57);
}

/// Days behind a charged letter are nobody's for its penalty: without it they are the mover's
/// own again, whether he still thinks about that move when it is taken back or has made it.
#[test]
fn a56_4_7_with_a_penalty_the_days_behind_its_letter_go_back_to_their_mover() {
    for (back, days, penalty) in [
        (None, 4, 2),
        (Some("2026-01-15T10:00:00Z"), 5, 0),
        (Some("2026-01-17T10:00:00Z"), 4, 1),
    ] {
        let mut club = Setup::new()
            .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
            .opens();
        club.play(GAME, "5254");
        // Received on the 11th; our request leaves on the 13th and counts as there on the 14th.
        let mut letters = vec![
            ("2026-01-13T10:00:00Z", "1... 5751"),
            ("2026-01-16T10:00:00Z", "1... 5755"),
        ];
        letters.extend(back.map(|at| (at, "")));
        letters.sort_unstable();
        for (at, text) in letters {
            club.it_is(at);
            match text {
                "" => {
                    decides(&mut club, "penalty T26/1 black -2 --reason misread");
                    let flag = club.game(GAME)["clock"]["running"]["flag_falls"].clone();
                    if days == 5 {
                        assert_eq!(
                            flag, "2026-03-13",
                            "of sixty days from the 11th none is free"
                        );
                    }
                }
                text => club.sends("bert", text),
            }
            club.everything_read();
        }
        club.stands(GAME, "/moves/1/days", days);
        club.stands(GAME, "/clock/black/days", days);
        club.stands(GAME, "/clock/black/penalty", penalty);
        club.stands(GAME, "/clock/black/total", days + penalty);
    }
}

#[test]
fn a_move_that_was_entered_already_is_said_to_stand() {
    let mut club = Club::opens();
    let order = "td move T26/1 5254 --received 2026-01-10 --sent 2026-01-10";
    let numbered = order.replace("5254", "1.5254");
    club.types(order).unwrap();
    club.everything_read();
    let refused = club.types(&numbered).unwrap_err();
    assert!(refused.contains("1. e4 stands already"), "{refused}");
    club.nobody_is_told();
}
