//! Time exceeded (articles 54.5, 55.6 and 56.6). In all of these White plays on
//! 10 January, Black receives the move on the 11th and has sixty days: his flag
//! falls on 13 March, and with a day on the way it may be declared on the 14th.

use crate::club::{Club, Setup};

fn late(rules: &str) -> Club {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let mut club = Setup::new().rules(quiet).rules(rules).opens();
    club.play("T26/1", "5254");
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-13");
    club
}

fn all(club: &mut Club, kind: &str) {
    club.are_told(&["ann", "bert", "arbiter"], kind);
}

/// The notice has gone out on 14 March.
fn noticed() -> Club {
    let mut club = late("");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    club
}

#[test]
fn a56_6_the_notice_pauses_the_game() {
    let mut club = late("");
    club.it_is("2026-03-13T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.stands("T26/1", "/clock/black/overstepped", true);
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    let notice = club.is_told("bert", "time-forfeit");
    notice.says("60").says("56.6");
    club.are_told(&["ann", "arbiter"], "time-forfeit");
    club.stands("T26/1", "/status", "paused");
    assert!(club.game("T26/1")["clock"]["running"].is_null());
    club.ticks();
    club.nobody_is_told();
}

#[test]
fn a56_6_4_without_a_protest_the_loss_is_entered() {
    let mut club = noticed();
    // The notice is received on the 15th; a protest may be sent up to the 29th.
    for day in ["2026-03-29", "2026-03-30"] {
        club.it_is(&format!("{day}T20:00:00Z"));
        club.polls();
        club.ticks();
        club.nobody_is_told();
    }
    club.it_is("2026-03-31T01:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    all(&mut club, "result");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/termination", "time");
}

#[test]
fn a56_6_4_a_protest_on_the_last_day_is_in_time() {
    let mut club = noticed();
    // It arrived on the 30th, which the hour of its dispatch goes before.
    club.it_is("2026-03-30T22:00:00Z");
    club.letter("bert")
        .dated("2026-03-29T22:00:00Z")
        .received("2026-03-30T07:00:00Z")
        .says("PROTEST my letter was sent in time")
        .posts();
    club.polls();
    all(&mut club, "protest");
    club.lives(5);
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
}

#[test]
fn a_protest_keeps_the_loss_from_being_entered() {
    let mut club = noticed();
    club.it_is("2026-03-20T09:00:00Z");
    club.sends("bert", "PROTEST the post was slow");
    all(&mut club, "protest");
    club.it_is("2026-05-01T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    club.types("td confirm-forfeit T26/1 --reason proved")
        .unwrap();
    club.everything_read();
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/termination", "time");
}

#[test]
fn a56_6_5_rejected_the_held_move_is_played_with_its_own_date() {
    let mut club = noticed();
    club.it_is("2026-03-16T09:00:00Z");
    club.sends("bert", "1... 5755");
    assert_eq!(club.verdict(), "held");
    club.is_told("bert", "not-understood");
    club.stands("T26/1", "/ply", 1);
    club.it_is("2026-03-20T09:00:00Z");
    club.types("td reject-claim T26/1 --anyway --reason illness")
        .unwrap();
    all(&mut club, "ruling");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/moves/1/sent", "2026-03-16");
    // From the day of the notice on nobody's time ran: 11 January to 13 March.
    club.stands("T26/1", "/moves/1/days", 62);
    assert_eq!(club.verdict(), "move");
    // It is not raised again in that cycle, unless later days exceed it by more:
    // received on the 29th, over by one more on the 30th, declared on the 31st.
    club.it_is("2026-03-28T09:00:00Z");
    club.play("T26/1", "7163");
    club.lives(2);
    club.nobody_is_told();
    club.stands("T26/1", "/status", "active");
    club.lives(1);
    all(&mut club, "time-forfeit");
}

#[test]
fn a_move_sent_before_the_flag_annuls_the_notice() {
    let mut club = noticed();
    club.it_is("2026-03-15T09:00:00Z");
    club.letter("bert")
        .dated("2026-03-12T23:00:00Z")
        .received("2026-03-13T08:00:00Z")
        .says("1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    all(&mut club, "time-forfeit");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/moves/1/days", 60);
    club.stands("T26/1", "/clock/black/overstepped", false);
    club.days_pass(1);
    club.ticks();
    club.nobody_is_told();
}

#[test]
fn nothing_is_declared_while_letters_wait() {
    let mut club = late("");
    club.it_is("2026-03-12T20:00:00Z");
    club.letter("bert")
        .received("2026-03-12T20:00:00Z")
        .says("1... 5755")
        .posts();
    club.it_is("2026-03-16T09:00:00Z");
    // The inbox was not read since: a tick alone may not judge.
    club.ticks();
    club.nobody_is_told();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.ticks();
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a54_5_2_immediate() {
    let mut club = late("forfeit = \"immediate\"");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    for who in ["ann", "bert", "arbiter"] {
        let notice = club.is_told(who, "time-forfeit");
        assert!(notice.pgn.is_some(), "the finished game goes to {who}");
    }
    club.all_read("result");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/termination", "time");
    // The loser may protest, and the arbiter may overturn it.
    club.days_pass(1);
    club.letter("bert")
        .subject("[T26/1]")
        .says("PROTEST I was in hospital")
        .posts();
    club.polls();
    all(&mut club, "protest");
    club.types("td reject-claim T26/1 --anyway --reason hospital")
        .unwrap();
    all(&mut club, "ruling");
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/result", "*");
}

#[test]
fn a56_6_1_by_claim_only() {
    let mut club = late("forfeit = \"claim\"");
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    club.ticks();
    club.stands("T26/1", "/status", "active");
    club.everything_read();
    club.sends("ann", "CLAIM TIME");
    all(&mut club, "time-forfeit");
    club.stands("T26/1", "/status", "paused");
    // Then as under notice.
    club.it_is("2026-04-06T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    all(&mut club, "result");
    club.stands("T26/1", "/result", "1-0");
}

#[test]
fn a_claim_the_record_does_not_bear_out() {
    let mut club = late("forfeit = \"claim\"");
    club.it_is("2026-03-12T09:00:00Z");
    club.sends("ann", "CLAIM TIME");
    club.is_told("ann", "claim").says("60");
    club.is_told("bert", "claim");
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a_claim_after_the_answer_to_the_control_move_lapses() {
    // Control with the first move already: one move a period.
    let rules = "forfeit = \"claim\"\ndays_per_period = 10\nmoves_per_period = 1";
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0")
        .rules(rules)
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-25T09:00:00Z");
    club.play("T26/1", "5755");
    club.stands("T26/1", "/clock/black/overstepped", true);
    club.play("T26/1", "7163");
    club.sends("ann", "CLAIM TIME");
    club.are_told(&["ann", "arbiter"], "claim");
    club.stands("T26/1", "/status", "active");
    club.ticks();
    club.everything_read();
}

#[test]
fn a56_6_7_claims_can_be_barred() {
    let mut club = late("forfeit = \"claim\"");
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club.sends("ann", "CLAIM TIME");
    all(&mut club, "time-forfeit");
    club.types("td reject-claim T26/1 --anyway --bar-claims")
        .unwrap();
    all(&mut club, "ruling");
    club.it_is("2026-03-27T09:00:00Z");
    club.sends("ann", "CLAIM TIME");
    club.is_told("ann", "claim");
    club.stands("T26/1", "/status", "active");
    club.everything_read();
}

#[test]
fn a6_9_against_one_who_cannot_mate_the_arbiter_decides() {
    // White has only his king: Black cannot lose on time silently.
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let mut club = Setup::new()
        .rules(quiet)
        .fen("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1")
        .opens();
    club.play("T26/1", "5152");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    club.it_is("2026-05-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    club.types("td confirm-forfeit T26/1").unwrap();
    club.everything_read();
    club.stands("T26/1", "/result", "1/2-1/2");
}

#[test]
fn penalty_days_bring_the_flag_forward_and_back() {
    let mut club = late("");
    club.types("td penalty T26/1 black 4 --reason slow")
        .unwrap();
    all(&mut club, "ruling");
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-09");
    club.types("td penalty T26/1 black -4 --reason mistaken")
        .unwrap();
    all(&mut club, "ruling");
    club.stands("T26/1", "/clock/running/flag_falls", "2026-03-13");
}

#[test]
fn a56_6_6_an_overstep_that_is_undone_says_so_and_is_not_entered_unasked() {
    let matter = |club: &mut Club| {
        let today = club.types("--json today").unwrap();
        let today: serde_json::Value = serde_json::from_str(&today).unwrap();
        let note = today["matters"][0]["note"].as_str().unwrap().to_owned();
        (note, today["matters"][0]["command"].clone())
    };
    let mut club = noticed();
    let (note, _) = matter(&mut club);
    assert!(
        note.contains("used 62 of 60 days") && note.contains("flag fell"),
        "{note}"
    );
    club.types("td penalty T26/1 black -1").unwrap();
    let (note, _) = matter(&mut club);
    assert!(
        note.contains("used 61 of 60 days") && note.contains("flag fell"),
        "{note}"
    );
    club.stands("T26/1", "/clock/black/overstepped", true);
    club.types("td penalty T26/1 black -3").unwrap();
    let (note, command) = matter(&mut club);
    assert!(
        note.contains("used 58 of 60 days") && note.contains("undone"),
        "{note}"
    );
    assert!(command.as_str().unwrap().starts_with("td reject-claim"));
    club.stands("T26/1", "/clock/black/overstepped", false);
    let asked = club.types("td confirm-forfeit T26/1").unwrap_err();
    assert!(asked.contains("is undone: 58 of 60 days"), "{asked}");
    club.stands("T26/1", "/result", "*");
    club.types("td confirm-forfeit T26/1 --anyway").unwrap();
    club.stands("T26/1", "/result", "1-0");
    club.takes_all();
}

/// The loss is entered, and only then the days that made it go: nobody is to find that out by
/// chance.
#[test]
fn a56_6_6_a_loss_whose_overstep_is_undone_later_is_a_matter() {
    let matters = |club: &mut Club| {
        let today = club.types("--json today").unwrap();
        let today: serde_json::Value = serde_json::from_str(&today).unwrap();
        let all = today["matters"].as_array().unwrap().clone();
        let mut all = all.into_iter().filter(|m| m["what"] == "overstep");
        all.next()
    };
    for undo in [
        "td penalty T26/1 black -4",
        "td set-dates T26/1 2 --received 2026-02-01",
    ] {
        let mut club = noticed();
        club.types("td confirm-forfeit T26/1").unwrap();
        club.stands("T26/1", "/result", "1-0");
        assert_eq!(matters(&mut club), None, "{undo}");
        club.types(&format!("{undo} --reason x --anyway")).unwrap();
        let matter = matters(&mut club).unwrap_or_else(|| panic!("{undo}"));
        let note = matter["note"].as_str().unwrap();
        assert!(note.contains("undone"), "{undo}: {note}");
        assert_eq!(matter["command"], "td reopen T26/1");
        // Either it goes on, or the result is entered once more.
        let mut kept = noticed();
        kept.types("td confirm-forfeit T26/1").unwrap();
        kept.types(&format!("{undo} --reason x --anyway")).unwrap();
        kept.types("td result T26/1 1-0 --by time --anyway")
            .unwrap();
        assert_eq!(matters(&mut kept), None, "{undo}");
        kept.takes_all();
        club.types("td reopen T26/1 --days 10 --anyway").unwrap();
        club.stands("T26/1", "/status", "active");
        club.takes_all();
    }
}

#[test]
fn a_journal_says_of_a_move_what_was_ruled_then() {
    let mut club = late("");
    club.it_is("2026-01-16T10:00:00Z");
    club.sends("bert", "1... 5755");
    club.takes_all();
    let row = |club: &mut Club| {
        let journal = club.types("game show T26/1 --format journal").unwrap();
        let row = journal.lines().find(|l| l.contains("e5 (5755)"));
        row.unwrap_or_else(|| panic!("{journal}")).trim().to_owned()
    };
    let then = row(&mut club);
    club.types("td set-dates T26/1 2 --received 2026-01-14")
        .unwrap();
    assert_eq!(row(&mut club), then);
    club.types("td void T26/1 2 --clock 2026-01-17").unwrap();
    club.it_is("2026-01-20T10:00:00Z");
    club.sends("bert", "1... 5755");
    assert!(row(&mut club).starts_with(&then));
    club.takes_all();
}

#[test]
fn a_wrong_dry_run_changes_nothing() {
    let mut club = late("");
    let before = club.game("T26/1");
    club.types("td --dry-run penalty T26/1 black 4").unwrap();
    club.types("td result T26/1 1-0 --dry-run").unwrap();
    club.types("td set-dates T26/1 1 --sent 2026-01-12 --dry-run")
        .unwrap();
    club.types("td leave grant ann@a.example 2026-02-01 2026-02-03 --dry-run")
        .unwrap();
    club.nobody_is_told();
    assert_eq!(club.game("T26/1"), before);
    assert!(club.types("td confirm-forfeit T26/1").is_err());
    assert!(club.types("td reject-claim T26/1 --anyway").is_err());
    assert_eq!(club.game("T26/1"), before);
}

#[test]
fn a56_6_1_the_answer_may_carry_the_claim_before_the_move_too() {
    let rules = "forfeit = \"claim\"\ndays_per_period = 5\nmoves_per_period = 1\nrepeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";
    let mut club = Setup::new().rules(rules).opens();
    club.it_is("2026-01-20T09:00:00Z");
    club.play("T26/1", "5254");
    club.sends("bert", "CLAIM TIME\n1... 5755");
    all(&mut club, "time-forfeit");
    club.stands("T26/1", "/status", "paused");
    // The move waits for the decision, and is played when the claim is rejected.
    club.types("td reject-claim T26/1 --anyway").unwrap();
    club.stands("T26/1", "/ply", 2);
    club.everything_read();
}

#[test]
fn a55_6_4_by_post_the_first_overstep_sets_the_clock_to_zero() {
    let mut club = Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-20T09:00:00Z");
    club.play("T26/1", "5755");
    club.stands("T26/1", "/clock/black/overstepped", true);
    club.sends("ann", "2. 7163\nCLAIM TIME");
    club.types("td confirm-forfeit T26/1").unwrap();
    club.everything_read();
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/clock/black/total", 0);
}

/// Where days are full 24 hours, their instants stand beside the dates: else nobody could check
/// what was charged.
#[test]
fn a54_6_1_the_notice_of_full_days_tells_the_hours() {
    let mut club = Setup::new()
        .rules("day_unit = \"24h\"\ntransit_days = 0\ndays_per_period = 5\n")
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
        .opens();
    club.it_is("2026-01-10T09:00:00Z");
    for (hour, who, text) in [
        ("2026-01-10T09:00:00Z", "ann", "1. 5254"),
        ("2026-01-12T17:00:00Z", "bert", "1... 5755"),
        ("2026-01-13T09:00:00Z", "ann", "2. 7163"),
    ] {
        club.it_is(hour);
        club.letter(who).subject("[T26/1]").says(text).posts();
        club.polls();
        club.everything_read();
    }
    club.stands("T26/1", "/moves/1/days", 2);
    club.it_is("2026-01-20T09:00:00Z");
    club.polls();
    club.ticks();
    let notice = club.is_told("bert", "time-forfeit");
    let row = notice.text.lines().find(|line| line.contains("12/01/2026"));
    let row: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
    assert_eq!(
        row,
        [
            "1.",
            "10/01/2026",
            "09:00",
            "12/01/2026",
            "17:00",
            "2",
            "-",
            "2",
            "-",
            "2"
        ],
        "{}",
        notice.text
    );
    club.everything_read();
}
