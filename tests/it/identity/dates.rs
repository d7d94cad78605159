//! The Date of a letter is its dispatch within a day of the arrival (56.2.5): what that is
//! worth to who writes into it what he likes.

use super::offers::{club, verified};
use crate::club::{Club, Setup};

/// A letter that says it is of one hour, and comes at another.
fn comes(club: &mut Club, who: &str, dated: &str, received: &str, text: &str) {
    club.it_is(received);
    let draft = club.letter(who).says(text).received(received);
    match dated {
        "" => draft.posts(),
        dated => draft.dated(dated).posts(),
    }
    club.polls();
    club.takes_all();
}

#[test]
fn a_date_moves_the_dispatch_by_a_day_at_most_and_never_forward() {
    for (dated, sent) in [
        ("2026-01-14T12:00:00Z", "2026-01-14"),
        ("2026-01-13T13:00:00Z", "2026-01-13"),
        ("2026-01-11T12:00:00Z", "2026-01-13"),
        ("2025-01-14T12:00:00Z", "2026-01-13"),
        ("2026-01-14T12:00:01Z", "2026-01-14"),
        ("2026-02-14T12:00:00Z", "2026-01-14"),
        ("2126-01-14T12:00:00Z", "2026-01-14"),
    ] {
        let mut club = Club::opens();
        comes(&mut club, "ann", dated, "2026-01-14T12:00:00Z", "1. 5254");
        club.stands("T26/1", "/moves/0/sent", sent);
    }
}

#[test]
fn with_units_of_24_hours_the_arrival_counts() {
    // Received on the 10th at nine: the flag falls six times 24 hours later.
    let rules = "day_unit = \"24h\"\ntransit_days = 0\ndays_per_period = 5\nsilence_days = 0";
    for (dated, received, total) in [
        ("2026-01-13T12:00:00Z", "2026-01-13T12:00:00Z", 3),
        ("2026-01-12T08:00:00Z", "2026-01-13T12:00:00Z", 3),
        ("2026-01-10T12:00:00Z", "2026-01-13T12:00:00Z", 3),
    ] {
        let mut club = Setup::new().rules(rules).opens();
        comes(&mut club, "ann", dated, received, "1. 5254");
        club.stands("T26/1", "/moves/0/total", total);
    }
    // Fifteen hours behind the flag a letter of the day before takes no loss back.
    for forfeit in ["immediate", "notice"] {
        let rules = format!("{rules}\nforfeit = \"{forfeit}\"");
        let mut club = Setup::new().rules(&rules).opens();
        let flag = club.game("T26/1")["clock"]["running"]["flag_falls_at"].clone();
        assert_eq!(flag, "2026-01-16T09:00:00Z");
        club.it_is("2026-01-16T23:00:00Z");
        club.polls();
        club.ticks();
        let before = club.game("T26/1")["status"].clone();
        assert_ne!(before, "active", "{forfeit}");
        club.takes_all();
        let (dated, received) = ("2026-01-15T23:40:00Z", "2026-01-16T23:59:00Z");
        comes(&mut club, "ann", dated, received, "1. 5254");
        club.stands("T26/1", "/status", before);
        club.stands("T26/1", "/ply", 0);
    }
}

#[test]
fn leave_in_units_of_24_hours_is_announced_when_it_comes() {
    let rules = "day_unit = \"24h\"\ntransit_days = 0";
    let mut club = Setup::new().rules(rules).opens();
    let leave = "LEAVE 2026-01-13 2026-01-20";
    let (dated, received) = ("2026-01-12T20:00:00Z", "2026-01-13T12:00:00Z");
    comes(&mut club, "ann", dated, received, leave);
    let report = club.types("tournament report T26").expect("a report");
    assert!(report.contains("leave announced late"), "{report}");
}

/// Ann's moves and Bert's, each answered on its day: `apart` of hers are dated a day before.
fn moves(club: &mut Club, apart: usize) {
    const ANN: [&str; 6] = ["5254", "4244", "7163", "2133", "3133", "6152"];
    const BERT: [&str; 6] = ["5755", "4746", "7866", "2836", "3847", "6857"];
    for (at, (white, black)) in ANN.iter().zip(BERT).enumerate() {
        let (day, number) = (11 + at, at + 1);
        let received = format!("2026-01-{day}T20:00:00Z");
        let dated = match at < apart {
            true => format!("2026-01-{}T22:00:00Z", day - 1),
            false => received.clone(),
        };
        let white = format!("{number}. {white}");
        comes(club, "ann", &dated, &received, &white);
        let black = format!("{number}... {black}");
        comes(club, "bert", "", &received, &black);
    }
}

#[test]
fn more_than_three_in_a_game_are_remarked_once() {
    for (apart, remarked) in [(0, 0), (3, 0), (4, 1), (5, 1)] {
        let mut club = Club::opens();
        moves(&mut club, apart);
        let game = club.game("T26/1");
        assert!(game["ply"].as_u64() >= Some(8), "{game:#}");
        let told = club.types("tournament report T26").expect("a report");
        assert_eq!(
            told.matches("dated a day before they come").count(),
            remarked,
            "{apart}"
        );
        if remarked > 0 {
            let _report = club.robot().nightly();
        }
        club.polls();
        let digests: Vec<_> = club
            .takes_all()
            .into_iter()
            .filter(|m| m.text.contains("dated a day before they come"))
            .collect();
        assert_eq!(digests.len(), remarked, "{apart}");
    }
}

#[test]
fn a_verified_letter_whose_date_lies_ahead_is_dated_by_its_arrival() {
    let mut club = club().opens();
    verified(&mut club, "ann")
        .says("1. 5254")
        .dated("2026-01-10T20:00:00Z")
        .posts();
    club.polls();
    club.stands("T26/1", "/moves/0/sent", "2026-01-10");
    club.takes_all();
}

/// No mailbox had a letter before that had left which it answers, nor a move a day before the
/// one was sent that it answers: the hour of fetching counts, and it is said.
#[test]
fn an_hour_that_cannot_be_is_no_hour_of_a_game() {
    for (received, answers, sent) in [
        ("1970-01-01T00:00:00Z", true, "2026-01-15"),
        ("1970-01-01T00:00:00Z", false, "2026-01-15"),
        ("2026-01-10T07:00:00Z", true, "2026-01-15"),
        ("2026-01-08T07:00:00Z", false, "2026-01-15"),
        // Machines may differ by a little, and what came in between came then.
        ("2026-01-10T08:30:00Z", true, "2026-01-10"),
        ("2026-01-12T08:30:00Z", true, "2026-01-12"),
        ("2026-01-12T08:30:00Z", false, "2026-01-12"),
    ] {
        let mut club = Club::opens();
        club.sends("ann", "1. 5254");
        let told = club.is_told("bert", "move");
        club.is_told("ann", "confirmation");
        club.it_is("2026-01-15T12:00:00Z");
        let draft = club.letter("bert").says("1... 5755").received(received);
        let draft = if answers {
            draft.answering(&told)
        } else {
            draft
        };
        draft.posts();
        club.polls();
        let about = format!("{received} {answers}");
        assert_eq!(club.game("T26/1")["moves"][1]["sent"], sent, "{about}");
        let answer = club.is_told("bert", "confirmation");
        let is_said = answer.text.contains("the hour counts at which");
        assert_eq!(is_said, sent == "2026-01-15", "{about}: {}", answer.text);
        club.everything_read();
    }
}
