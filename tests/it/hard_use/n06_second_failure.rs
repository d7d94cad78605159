//! The second failure goes to a person.

use crate::club::{ARBITER, Club, PERSONAS, Setup};

/// Ann has moved, and it is Bert's turn.
fn waiting() -> Club {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club
}

/// The open matters of the tournament, by name.
fn matters(club: &mut Club) -> Vec<String> {
    let report = club
        .types("--json tournament report T26 --format json")
        .unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let all = report["matters"].as_array().unwrap().iter();
    all.map(|m| m["what"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn two_letters_in_a_row_that_were_of_no_use_go_to_the_arbiter_at_once() {
    for (first, second) in [
        ("hello, what now?", "I do not understand you"),
        ("1... 5752", "1... 5751"),
        ("hello, what now?", "1... 5752"),
        ("1... 5752", "why not?"),
        ("12... 5755", "e9 then"),
    ] {
        let mut club = waiting();
        club.sends("bert", first);
        let one = club.takes_all();
        assert!(one.iter().all(|m| m.to == "bert@b.example"), "{first}");
        assert!(matters(&mut club).is_empty(), "{first}");
        club.days_pass(1);
        club.sends("bert", second);
        let told = club.is_told("arbiter", "digest");
        told.says("Bert Baker").says(first).says(second);
        assert_eq!(told.game.as_deref(), Some("T26/1"));
        let answer = club.takes_all().pop().unwrap();
        assert_eq!(answer.to, "bert@b.example");
        answer.says("Olga Orlova").says(ARBITER);
        assert_eq!(matters(&mut club), ["unheard"]);
        // Once he has moved, nobody need help him any more.
        club.sends("bert", "1... 5755");
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
        assert!(matters(&mut club).is_empty());
    }
}

#[test]
fn a_letter_that_was_carried_out_ends_the_row() {
    let mut club = waiting();
    club.sends("bert", "hm, hm");
    club.is_told("bert", "not-understood");
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.play("T26/1", "7163");
    club.sends("bert", "hm, hm and hm");
    club.is_told("bert", "not-understood");
    club.nobody_is_told();
}

#[test]
fn letters_of_two_players_or_two_games_are_no_row() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.sends("ann", "T26/1\nhm, hm");
    club.sends("ann", "T26/2\nwell, well");
    club.sends("bert", "well, well");
    club.all_read("not-understood");
    club.nobody_is_told();
}

#[test]
fn a_call_for_a_person_goes_to_one_in_every_language() {
    for (number, call) in [
        (2, "Is this a robot?"),
        (2, "HELP I cannot send my move"),
        (4, "Позовите человека"),
        (6, "Покличте людину, будь ласка"),
        (5, "Czy to robot?"),
    ] {
        let mut club = Setup::new().pairs(&[(1, number), (3, 1)]).opens();
        let index = usize::try_from(number).unwrap() - 1;
        let (name, email, _) = PERSONAS[index];
        let who = email.split('@').next().unwrap();
        club.sends(who, call);
        let told = club.is_told("arbiter", "digest");
        told.says(name).says(call);
        let answer = club.takes_all().pop().unwrap();
        assert_eq!(answer.to, email, "{call}");
        answer.says("Olga Orlova").says(ARBITER);
        assert_eq!(matters(&mut club), ["unheard"], "{call}");
    }
}

#[test]
fn a_call_beside_a_move_is_heard_and_the_move_is_played() {
    let mut club = waiting();
    club.sends("bert", "1... 5755\nIs this a robot?");
    club.is_told("bert", "confirmation").says(ARBITER);
    club.is_told("ann", "move");
    club.is_told("arbiter", "digest").says("Is this a robot?");
}

#[test]
fn a_call_about_no_game_is_heard_too() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.sends("ann", "Please help me, is anybody there?");
    club.is_told("ann", "not-understood").says(ARBITER);
    club.is_told("arbiter", "digest").says("is anybody there");
    assert_eq!(matters(&mut club), ["unheard"]);
    // What nobody believes calls nobody.
    let mut club = Setup::new().default_policy().opens();
    club.sends("ann", "Please help me, is anybody there?");
    club.is_told("ann", "challenge");
    club.nobody_is_told();
}

#[test]
fn more_of_it_follows_once_a_day() {
    let mut club = waiting();
    for n in 0..6 {
        let words = ["no", "nothing", "works", "here", "for", "me"][n];
        club.sends("bert", &format!("{words}, {words}"));
        club.now = club.now.plus_seconds(60);
    }
    club.is_told("arbiter", "digest");
    assert_eq!(club.all_read("not-understood"), 6);
    club.nobody_is_told();
    club.days_pass(1);
    club.polls();
    let rest = club.is_told("arbiter", "digest");
    rest.says("works, works").says("me, me");
    club.nobody_is_told();
    assert_eq!(matters(&mut club), ["unheard"]);
}
