//! Reading is cheap and linear: who wrote comes before what.

use crate::club::{Club, ROBOT, Setup};

fn stranger(n: usize, text: &str) -> Vec<u8> {
    format!(
        "From: s{n}@shop.example\r\nTo: {ROBOT}\r\nMessage-ID: <s{n}@shop.example>\r\n\
         Date: Sat, 10 Jan 2026 08:00:00 +0000\r\nSubject: offer {n}\r\n\r\n{text}\r\n"
    )
    .into_bytes()
}

#[test]
fn a_strangers_letter_is_not_searched_for_requests() {
    let mut club = Club::opens();
    club.drops(&stranger(1, "1. 5254\n\nRESIGN"));
    club.polls();
    assert_eq!(club.verdict(), "unknown-sender");
    let row = club
        .robot()
        .store
        .read()
        .inbound_list(postchess::ids::InboundId(0), 10);
    let row = row.expect("the inbox").pop().expect("a letter");
    assert_eq!(row.requests, Some(serde_json::json!([])));
    club.nobody_is_told();
}

#[test]
fn letters_of_players_are_ruled_before_those_of_strangers() {
    let mut club = Club::opens();
    for n in 0..230 {
        club.drops(&stranger(n, "buy"));
    }
    club.writes("ann", "1. 5254");
    let report = club.polls();
    assert_eq!(report.letters.len(), 231);
    assert_eq!(report.letters[0].from, "ann@a.example");
    club.takes_all();
}

#[test]
fn letters_of_every_official_are_ruled_before_those_of_strangers() {
    let officials = "appeals = { name = \"Petra\", email = \"Petra@f.example\" }\n\
                     adjudicator = { name = \"Pavel\", email = \"pavel@f.example\" }";
    for official in ["td@club.example", "petra@f.example", "pavel@f.example"] {
        let mut club = Setup::new().tournament(officials).opens();
        for n in 0..230 {
            club.drops(&stranger(n, "buy"));
        }
        club.writes(official, "TODAY");
        let report = club.polls();
        assert_eq!(report.letters.len(), 231);
        assert_eq!(report.letters[0].from, official);
        club.takes_all();
    }
}

#[test]
fn letters_before_the_day_of_the_configuration_are_left_where_they_are() {
    let mut club = Setup::new().set("inbox.since", "2026-01-10").opens();
    let old = "From: ann@a.example\r\nTo: moves@club.example\r\nMessage-ID: <old@a.example>\r\n\
               Received: from a by b; Fri, 9 Jan 2026 12:00:00 +0000\r\n\
               Date: Fri, 9 Jan 2026 12:00:00 +0000\r\n\r\n1. 4244\r\n";
    club.drops(old.as_bytes());
    club.sends("ann", "1. 5254");
    club.stands("T26/1", "/moves/0/uci", "e2e4");
    club.takes_all();
    let left = std::fs::read_dir(club.root().join("mail/in/new")).expect("a folder");
    assert_eq!(left.count(), 1, "the old letter is neither kept nor moved");
    assert_eq!(club.polls().fetched, 0);
}
