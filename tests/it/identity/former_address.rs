//! A former address has nothing: whoever still reads it, or has kept a letter that went there,
//! acts for nobody.

use crate::club::{Club, Setup};

fn moved() -> (Club, crate::club::Mail, crate::club::Mail) {
    let mut club = Setup::new().default_policy().opens();
    let old = club.last_letter("ann", "T26/1");
    club.types("td address T26:1 ann@new.example --reason moved")
        .unwrap();
    let farewell = club.is_told("ann", "ruling");
    club.everything_read();
    (club, old, farewell)
}

#[test]
fn a_token_counts_only_at_the_address_to_which_it_went() {
    for from in ["ann@new.example", "ann@a.example"] {
        for farewell in [false, true] {
            for text in ["1. 5254", "RESIGN", "LEAVE 2026-03-01 2026-03-05", "STATUS"] {
                let (mut club, old, last) = moved();
                let mail = if farewell { &last } else { &old };
                club.letter("ann")
                    .from(from)
                    .answering(mail)
                    .says(text)
                    .posts();
                club.polls();
                let expected = match (from, farewell) {
                    ("ann@a.example", true) => vec!["unverified", "unknown-sender"],
                    _ => vec!["unverified"],
                };
                let verdict = club.verdict();
                assert!(
                    expected.contains(&verdict.as_str()),
                    "{from} {farewell} {text}: {verdict}"
                );
                club.stands("T26/1", "/ply", 0);
                club.stands("T26/1", "/result", "*");
                club.everything_read();
            }
        }
    }
}

#[test]
fn the_farewell_carries_no_secret_address() {
    let (_, old, farewell) = moved();
    assert!(old.reply_to.contains('+'), "{}", old.reply_to);
    assert!(!farewell.reply_to.contains('+'), "{}", farewell.reply_to);
}

#[test]
fn no_letter_takes_the_address_of_an_official() {
    let mut club = Setup::new().opens();
    club.sends("ann", "ADDRESS td@club.example");
    club.is_told("ann", "address")
        .says("Your address was not changed");
    club.everything_read();
}

/// Who plays and holds an office keeps his one address: else nobody would see that he rules a
/// game of his own.
#[test]
fn no_letter_parts_a_player_from_his_office() {
    let deputy =
        "[[official]]\nrole = \"deputy\"\nname = \"Ann Archer\"\nemail = \"ann@a.example\"\n";
    let mut club = Setup::new().sections(deputy).opens();
    club.sends("ann", "ADDRESS ann@new.example");
    club.is_told("ann", "address")
        .says("Your address was not changed")
        .says("hold an office");
    club.everything_read();
    club.sends("ann", "RESULT T26/1 1-0");
    club.stands("T26/1", "/result", "*");
    club.everything_read();
}
