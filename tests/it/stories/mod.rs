//! What happens to letters, told as stories.

mod answers;
mod asked_back;
mod board;
mod bounces;
mod captains;
mod challenge;
mod choice;
mod circulars;
mod claims;
mod commands;
mod correspondence;
mod cycle;
mod cycle_file;
mod decisions;
mod drawn;
mod ending;
mod entries;
mod every_order;
mod forged;
mod hints;
mod languages;
mod late;
mod leave;
mod looks;
mod loops;
mod mail;
mod moves;
mod nightly;
mod official;
mod officials;
mod orders;
mod outage;
mod overstep;
mod protests;
mod replacement;
mod requests;
mod review;
mod rounds;
mod rules;
mod series;
mod shown;
mod teams;
mod time;
mod token;
mod twice;
mod typed;
mod verified;
mod wishes;
mod withdrawal;
mod words;

#[test]
#[should_panic(expected = "letters are left unread: move to bert@b.example")]
fn a_story_fails_when_a_letter_is_left_unread() {
    let mut club = crate::club::Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
}
