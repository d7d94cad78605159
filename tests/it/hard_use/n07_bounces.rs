//! What a player did outranks a bounce.

use crate::club::{Club, Mail, ROBOT, Setup};
use crate::reports_of_mail::{self, back, fields};

/// A delivery report about a letter, to an address.
fn report(mail: &Mail, to: &str, status: &str, said: &str) -> Vec<u8> {
    let fields = fields(&mail.to, "failed", status, said);
    reports_of_mail::report(mail, to, &fields).into_bytes()
}

fn comes_back(club: &mut Club, mail: &Mail) {
    let bytes = report(mail, &back(mail), "5.1.1", "550 5.1.1 no such user");
    club.drops(&bytes);
    club.polls();
    assert_eq!(club.verdict(), "bounce");
}

fn mailbox_full(club: &mut Club, mail: &Mail) {
    let bytes = report(mail, &back(mail), "5.2.2", "552 5.2.2 mailbox full");
    club.drops(&bytes);
    club.polls();
    assert_eq!(club.verdict(), "bounce");
}

/// Ann has moved, and Bert has the letter: his clock runs from the 11th.
fn waiting() -> (Club, Mail) {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    (club, mail)
}

/// It is a matter for the arbiter, and changes no day.
fn changes_no_day(club: &mut Club, why: &str) {
    club.is_told("arbiter", "delivery-problem")
        .says("changes no day")
        .says(why)
        .says("td set-dates");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    assert!(club.note().contains("changes no day"), "{}", club.note());
    let report = club
        .types("--json tournament report T26 --format json")
        .unwrap();
    assert!(report.contains("report-unheeded"), "{report}");
}

#[test]
fn a_report_counts_only_at_the_signed_return_address() {
    let (mut club, mail) = waiting();
    club.days_pass(1);
    for _ in 0..3 {
        club.drops(&report(&mail, ROBOT, "5.1.1", "550 no such user"));
        club.polls();
    }
    // Told once, whatever comes after it.
    changes_no_day_later(&mut club, &mail);
}

fn changes_no_day_later(club: &mut Club, mail: &Mail) {
    club.is_told("arbiter", "delivery-problem")
        .says("changes no day")
        .says("secret return address");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    // Without plus addressing there is no such address: the Message-ID has to do.
    let _ = mail;
    let mut club = Setup::new().set("club.plus_addressing", "false").opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    club.days_pass(1);
    club.drops(&report(&mail, ROBOT, "5.1.1", "550 no such user"));
    club.polls();
    club.is_told("arbiter", "delivery-problem")
        .says("counts as not received");
    club.is_told("ann", "delivery-problem");
    assert!(club.game("T26/1")["clock"]["running"].is_null());
}

#[test]
fn not_for_a_letter_whose_token_was_used() {
    let (mut club, mail) = waiting();
    club.days_pass(2);
    // About no game at all, but in answer to that letter.
    club.letter("bert").answering(&mail).says("STATUS").posts();
    club.polls();
    club.is_told("bert", "status");
    club.days_pass(1);
    comes_back(&mut club, &mail);
    changes_no_day(&mut club, "answered the letter or written");
}

#[test]
fn not_after_the_player_wrote_in_that_game() {
    let (mut club, mail) = waiting();
    club.days_pass(2);
    club.sends("bert", "T26/1\nwhat a fine opening");
    club.is_told("bert", "not-understood");
    club.days_pass(1);
    comes_back(&mut club, &mail);
    changes_no_day(&mut club, "answered the letter or written");
}

#[test]
fn not_more_than_seven_days_after_it_left() {
    let (mut club, mail) = waiting();
    club.days_pass(7);
    club.now = club.now.plus_seconds(60);
    comes_back(&mut club, &mail);
    changes_no_day(&mut club, "seven days");
    let (mut club, mail) = waiting();
    club.days_pass(7);
    comes_back(&mut club, &mail);
    club.is_told("arbiter", "delivery-problem")
        .says("counts as not received");
    club.is_told("ann", "delivery-problem");
    assert!(club.game("T26/1")["clock"]["running"].is_null());
}

#[test]
fn never_once_his_flag_has_fallen() {
    let mut club = Setup::new()
        .rules("days_per_period = 5\ncontrol_warning_days = 0")
        .opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    // 5 days from the 11th: the flag falls on the 17th, which is within the seven days.
    club.it_is("2026-01-17T08:00:00Z");
    comes_back(&mut club, &mail);
    changes_no_day(&mut club, "flag has fallen");
    club.lives(2);
    club.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    club.everything_read();
    // Nor does one of the notice change its term.
    let notice = club.last_letter("bert", "T26/1");
    comes_back(&mut club, &notice);
    club.is_told("arbiter", "delivery-problem")
        .says("flag has fallen");
    club.lives(17);
    club.all_read("result");
    club.all_read("time-forfeit");
    club.all_read("report");
    club.stands("T26/1", "/status", "finished");
    club.everything_read();
}

#[test]
fn a_full_mailbox_gets_the_letter_again_on_four_days_and_the_stop_ends() {
    let (mut club, mail) = waiting();
    mailbox_full(&mut club, &mail);
    club.is_told("arbiter", "delivery-problem")
        .says("counts as not received")
        .says("sent again by itself on 11 January 2026");
    club.is_told("ann", "delivery-problem");
    assert!(club.game("T26/1")["clock"]["running"].is_null());
    let copies = [
        (1, "2026-01-12"),
        (2, "2026-01-14"),
        (3, "2026-01-17"),
        (4, "2026-01-21"),
    ];
    for (days, since) in copies {
        for _ in 1..days {
            club.days_pass(1);
            club.polls();
            club.nobody_is_told();
        }
        club.days_pass(1);
        club.polls();
        let again = club.is_told("bert", "move");
        assert_eq!(again.message_id, mail.message_id);
        // It counts, as long as it does not come back.
        club.stands("T26/1", "/clock/running/since", since);
        mailbox_full(&mut club, &mail);
        club.nobody_is_told();
        assert!(club.game("T26/1")["clock"]["running"].is_null());
    }
    club.lives(5);
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", "2026-01-25");
    // He writes: his mailbox takes letters again, and the one he lacks comes at once.
    club.sends("bert", "STATUS");
    club.is_told("bert", "status");
    assert_eq!(club.is_told("bert", "move").message_id, mail.message_id);
    club.stands("T26/1", "/clock/running/since", "2026-01-25");
}

#[test]
fn what_waits_for_a_full_mailbox_leaves_at_once_when_he_writes() {
    let (mut club, mail) = waiting();
    mailbox_full(&mut club, &mail);
    club.are_told(&["arbiter", "ann"], "delivery-problem");
    club.now = club.now.plus_seconds(3_600);
    club.sends("bert", "STATUS");
    club.is_told("bert", "status");
    assert_eq!(club.is_told("bert", "move").message_id, mail.message_id);
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
}
