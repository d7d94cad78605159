//! What players owe and are owed by post beside their moves (55.1): the correspondence that
//! is kept, what the arbiter tells them, and the protest against what he decides.

use super::{Pile, by_post, enters};
use crate::club::Club;

/// Ann's first move by a card, and Bert's answer.
fn begun() -> Club {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    pile.moves("1... 5755", "2025-03-10", "2025-03-14");
    enters(&mut club, "2025-03-20", &pile);
    club.takes_all();
    club
}

#[test]
fn a55_1_3_the_correspondence_by_cards_is_kept_and_sent_to_who_asks() {
    let mut club = begun();
    club.sends("bert", "CORRESPONDENCE");
    club.is_told("bert", "report").says("55.1.3");
    let all = club
        .types("game show T26/1 --format correspondence")
        .unwrap();
    for wanted in ["1. 5254", "1... 5755", "2025-03-04", "2025-03-10"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    club.types("verify").unwrap();
}

#[test]
fn a55_1_4_a_player_is_told_how_things_stand_and_turns_to_the_arbiter() {
    let mut club = begun();
    club.sends("ann", "STATUS");
    club.is_told("ann", "status").says("T26/1");
    club.sends("ann", "REPORT");
    club.is_told("ann", "report").says("57");
    club.sends("ann", "ARBITER my opponent writes on the card who will win");
    club.is_told("arbiter", "digest").says("who will win");
    club.takes_all();
    // A decision names its ground.
    let order = "td penalty T26/1 white 5 --reason wrong-address";
    club.types(order).unwrap();
    club.is_told("ann", "ruling").says("wrong-address");
    club.takes_all();
}

#[test]
fn a55_1_6_fourteen_days_to_protest_to_another_than_the_arbiter() {
    let mut club = begun();
    club.it_is("2025-03-21T10:00:00Z");
    club.types("td penalty T26/1 white 5 --reason unregistered")
        .unwrap();
    // Told on 21 March: fourteen days (55.1.6).
    club.is_told("ann", "ruling").says("55.1.6").says("14 days");
    club.takes_all();
    club.sends("ann", "PROTEST the receipt slip is with me");
    club.is_told("arbiter", "protest")
        .says("Somebody other than you must decide");
    club.is_told("ann", "protest")
        .says("another than the arbiter");
    club.is_told("bert", "protest");
    club.takes_all();
    // Behind the term it comes too late.
    let mut late = begun();
    late.it_is("2025-03-21T10:00:00Z");
    late.types("td penalty T26/1 white 5 --reason unregistered")
        .unwrap();
    late.takes_all();
    late.it_is("2025-04-06T10:00:00Z");
    late.sends("ann", "PROTEST the receipt slip is with me");
    late.is_told("ann", "protest")
        .says("the last day for a protest was 4 April 2025");
    late.takes_all();
}
