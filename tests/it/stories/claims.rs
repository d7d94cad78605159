//! Claims of time as the players live them (articles 55.6 and 56.6): who is told
//! what, what is kept, and what a claim that fails costs.

use crate::club::{Club, Setup};

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";

fn all(club: &mut Club, kind: &str) {
    club.are_told(&["ann", "bert", "arbiter"], kind);
}

fn verified(club: &mut Club) {
    let said = club.types("verify").expect("the record is whole");
    assert!(!said.contains("differs"), "{said}");
}

#[test]
fn a56_6_2_a_refused_claim_is_copied_to_the_opponent_with_every_day() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"claim\"")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-02-10T09:00:00Z");
    club.play("T26/1", "5755");
    club.it_is("2026-02-14T09:00:00Z");
    club.sends("ann", "CLAIM TIME");
    let refused = club.is_told("ann", "claim");
    // Received on 11 January, answered on 10 February: thirty dates of sixty.
    refused
        .says("56.6.7")
        .says("30 days used of 60 days")
        .says("11/01/2026 10/02/2026 30 - 30 - 30");
    let copy = club.is_told("bert", "claim");
    copy.says("your opponent claims that you exceeded the time")
        .says("56.6.2")
        .says("There is nothing for you to do")
        .says("11/01/2026 10/02/2026 30");
    club.nobody_is_told();
    club.stands("T26/1", "/status", "active");
    // What the arbiter may point at: the record, the journal, the official report.
    let record = club.game("T26/1")["record"].clone();
    let claim = record.as_array().unwrap().last().unwrap();
    assert_eq!(claim["what"], "claim-refused", "{claim}");
    assert_eq!(claim["side"], "white");
    assert_eq!(claim["claim"], "time");
    assert_eq!(claim["article"], "56.6.7");
    assert_eq!((&claim["total"], &claim["limit"]), (&30.into(), &60.into()));
    let journal = club.types("game show T26/1 --format journal").unwrap();
    let words = "White: claim of an overstep refused, the opponent has used 30 of 60";
    let journal: Vec<&str> = journal.split_whitespace().collect();
    assert!(journal.join(" ").contains(words), "{journal:?}");
    let report = club.types("tournament official-report T26").unwrap();
    assert!(
        report.contains("claim of Ann Archer (article 56.6.7)"),
        "{report}"
    );
    assert!(report.contains("30 of 60 days used at move 1"), "{report}");
    verified(&mut club);
}

#[test]
fn a56_6_7_who_is_barred_reads_it_when_he_claims_again() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"claim\"")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    club.ticks();
    club.sends("ann", "CLAIM TIME");
    all(&mut club, "time-forfeit");
    club.types("td reject-claim T26/1 --anyway --bar-claims --reason illness")
        .unwrap();
    let ruling = club.is_told("ann", "ruling");
    ruling.says("56.6.7").says("until the next control");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.days_pass(3);
    club.sends("ann", "CLAIM TIME");
    club.is_told("ann", "claim")
        .says("has barred you from claims of time until the next control (article 56.6.7)");
    // What is not considered is no claim, and nobody else hears of it. It is recorded.
    club.nobody_is_told();
    let report = club
        .types("tournament official-report T26 --format json")
        .unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["contested"][0]["refused"], "barred", "{report}");
    verified(&mut club);
}

#[test]
fn a56_6_7_whom_the_record_refused_may_claim_no_more_in_this_period() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"claim\"")
        .opens();
    club.play("T26/1", "5254");
    club.days_pass(3);
    let order = "td reject-claim T26/1 --anyway --bar-claims --reason nagging";
    let early = club.types(order).unwrap_err();
    assert!(early.to_string().contains("nothing to reject"), "{early}");
    club.sends("ann", "CLAIM TIME");
    club.are_told(&["ann", "bert"], "claim");
    let plain = club.types("td reject-claim T26/1 --anyway").unwrap_err();
    assert!(
        plain
            .to_string()
            .contains("refused the claim of white already"),
        "{plain}"
    );
    club.types(order).unwrap();
    let ruling = club.is_told("ann", "ruling");
    ruling
        .says("No more time claims by White are accepted until the next control (article 56.6.7)")
        .says("nagging");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.stands("T26/1", "/status", "active");
    club.days_pass(3);
    club.sends("ann", "CLAIM TIME");
    club.is_told("ann", "claim")
        .says("has barred you from claims of time until the next control (article 56.6.7)");
    club.nobody_is_told();
    let journal = club.types("game show T26/1 --format journal").unwrap();
    assert!(
        journal.contains("White: no more claims of time are taken in this period"),
        "{journal}"
    );
    let report = club.types("tournament official-report T26").unwrap();
    assert!(report.contains("White: no more claims of time"), "{report}");
    let log = club.types("td log T26").unwrap();
    assert!(
        log.contains("claims of time by white barred in this cycle"),
        "{log}"
    );
    let decision = log
        .lines()
        .find(|l| l.contains("barred in this cycle"))
        .and_then(|l| l.split_whitespace().next())
        .unwrap();
    club.types(&format!("td revoke {decision}")).unwrap();
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
    club.sends("ann", "CLAIM TIME");
    club.are_told(&["ann", "bert"], "claim");
    verified(&mut club);
}

/// By post, Black has overstepped once, and his clock began at zero.
pub(super) fn second_by_post(rules: &str) -> Club {
    let mut club = Setup::new()
        .profile("post")
        .rules(QUIET)
        .rules("days_per_period = 10\nmoves_per_period = 10")
        .rules(rules)
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-25T09:00:00Z");
    club.play("T26/1", "5755");
    club.sends("ann", "CLAIM TIME");
    let notice = club.is_told("bert", "time-forfeit");
    notice.says("within 7 days").says("55.6.5").says("55.6.3-4");
    club.are_told(&["ann", "arbiter"], "time-forfeit");
    club.stands("T26/1", "/status", "active");
    // Nobody objects within seven days: the clock begins at zero.
    club.it_is("2026-02-03T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "ruling");
    club.stands("T26/1", "/clock/black/total", 0);
    club.play("T26/1", "7163");
    club.it_is("2026-02-20T09:00:00Z");
    club.play("T26/1", "2836");
    club.stands("T26/1", "/clock/black/overstepped", true);
    club
}

#[test]
fn a55_6_7_by_post_the_claimants_next_move_goes_to_the_arbiter_alone() {
    for text in ["3. 6125\nCLAIM TIME", "CLAIM TIME\n3. 6125"] {
        let mut club = second_by_post("");
        club.it_is("2026-02-23T09:00:00Z");
        club.sends("ann", text);
        assert_eq!(club.verdict(), "held");
        all(&mut club, "time-forfeit");
        let sealed = club.is_told("arbiter", "claim");
        sealed.says("6125").says("55.6.7");
        club.is_told("ann", "claim").says("6125").says("55.6.7");
        // The opponent hears of the claim, and not of the move.
        club.nobody_is_told();
        club.stands("T26/1", "/status", "paused");
        club.stands("T26/1", "/ply", 4);
        let notice = club.last_letter("bert", "T26/1");
        assert!(!notice.text.contains("6125"), "{}", notice.text);
        let report = club.types("tournament report T26").unwrap();
        assert!(report.contains("is sealed with you"), "{report}");

        // 55.6.9: the claim fails, and the move is sent on with its own date.
        club.it_is("2026-03-02T09:00:00Z");
        club.types("td reject-claim T26/1 --anyway --fine 5 --reason postmarks")
            .unwrap();
        let ruling = club.is_told("ann", "ruling");
        ruling.says("5 days").says("55.6.10").says("postmarks");
        club.are_told(&["bert", "arbiter"], "ruling");
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move").says("6125");
        club.nobody_is_told();
        club.stands("T26/1", "/status", "active");
        club.stands("T26/1", "/moves/4/sent", "2026-02-23");
        club.stands("T26/1", "/clock/white/penalty", 5);
        verified(&mut club);
    }
}

#[test]
fn a55_6_6_the_second_overstep_loses_and_the_sealed_move_is_not_played() {
    let mut club = second_by_post("");
    club.sends("ann", "CLAIM TIME\n3. 6125");
    all(&mut club, "time-forfeit");
    club.are_told(&["ann", "arbiter"], "claim");
    club.it_is("2026-03-03T09:00:00Z");
    club.types("td confirm-forfeit T26/1").unwrap();
    all(&mut club, "ruling");
    all(&mut club, "result");
    club.stands("T26/1", "/result", "1-0");
    club.stands("T26/1", "/ply", 4);
    verified(&mut club);
}

#[test]
fn a55_6_10_a_fine_is_for_a_claim_that_paused_the_game_by_post() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"claim\"")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    club.ticks();
    club.sends("ann", "CLAIM TIME");
    all(&mut club, "time-forfeit");
    let refused = club
        .types("td reject-claim T26/1 --anyway --fine 5")
        .unwrap_err();
    assert!(refused.contains("55.6.10"), "{refused}");
    club.stands("T26/1", "/status", "paused");
}

#[test]
fn a56_4_10_near_the_control_the_arbiter_reads_all_that_is_written() {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-08T09:00:00Z");
    club.polls();
    club.ticks();
    club.are_told(&["bert", "arbiter"], "reminder");
    club.sends("ann", "DRAW?");
    club.are_told(&["ann", "bert"], "draw");
    let copy = club.is_told("arbiter", "draw");
    copy.says("Ann Archer writes").says("DRAW?").says("56.4.10");
    club.sends("bert", "DECLINE DRAW");
    club.are_told(&["ann", "bert", "arbiter"], "draw");
    club.sends("bert", "1... 5756");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.is_told("arbiter", "move");
    verified(&mut club);
}

#[test]
fn a55_4_10_the_second_fault_by_post_names_its_own_article() {
    let mut club = Setup::new().profile("post").rules(QUIET).opens();
    club.play("T26/1", "5254");
    club.sends("bert", "1... 5754 ");
    club.is_told("bert", "rejection")
        .says("5 days (article 55.4.9)");
    club.days_pass(1);
    club.sends("bert", "1... 5753");
    club.is_told("bert", "rejection")
        .says("10 days (article 55.4.10)");
    club.is_told("arbiter", "digest");
    verified(&mut club);
}

#[test]
fn a55_5_1_by_post_the_move_is_repeated_twice() {
    let mut club = Setup::new()
        .profile("post")
        .rules("forfeit = \"claim\"\ndays_per_period = 200")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-02-08T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    for day in ["2026-02-09", "2026-03-11"] {
        club.it_is(&format!("{day}T09:00:00Z"));
        club.polls();
        club.ticks();
        club.is_told("bert", "repeat").says("55.5.1");
        club.is_told("arbiter", "repeat");
    }
    // 55.5.2: three calendar months after 10 January.
    club.it_is("2026-04-09T09:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-04-10T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "silence");
    club.lives(40);
    club.nobody_is_told();
    verified(&mut club);
}

#[test]
fn a54_4_3_on_the_server_the_flag_falls_at_an_hour() {
    let mut club = Setup::new()
        .profile("server")
        .rules("days_per_period = 10\ncontrol_warning_days = 0")
        .opens();
    club.it_is("2026-01-10T18:00:00Z");
    club.play("T26/1", "5254");
    // Ten full days are allowed; the eleventh is full on 21 January at 18:00.
    club.stands("T26/1", "/clock/running/flag_falls", "2026-01-21");
    club.it_is("2026-01-21T12:00:00Z");
    club.polls();
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-01-21T18:30:00Z");
    club.polls();
    club.ticks();
    club.is_told("bert", "time-forfeit")
        .says("Used: 11 days; allowed: 10 days");
    club.are_told(&["ann", "arbiter"], "time-forfeit");
    club.all_read("result");
    club.stands("T26/1", "/result", "1-0");
    verified(&mut club);
}

/// What waits names no figure of days used that a later day makes another: the only one
/// stands in the list of who is over his time.
#[test]
fn a56_6_2_days_used_beyond_the_limit_are_told_with_one_figure() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"claim\"\ndays_per_period = 5")
        .opens();
    club.play("T26/1", "5254");
    for at in ["2026-01-20T09:00:00Z", "2026-01-28T09:00:00Z"] {
        club.it_is(at);
        club.polls();
        club.ticks();
        let report = club.types("tournament report T26").unwrap();
        let says = "black has used more than 5 days at move 1; the opponent may claim";
        assert!(report.contains(says), "{report}");
        assert!(!report.contains("of 5 days"), "{report}");
        let today = club.types("today").unwrap();
        assert!(today.contains(says), "{today}");
    }
    club.everything_read();
}
