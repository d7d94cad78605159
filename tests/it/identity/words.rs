//! Words to the arbiter of somebody who plays no more: passed on as such, and said.

use crate::club::{Club, Setup};

fn writes(club: &mut Club) {
    club.sends("ann", "ARBITER When will the table be out?");
}

#[test]
fn who_plays_is_passed_on_as_ever() {
    let mut club = Club::opens();
    writes(&mut club);
    let told = club.is_told("arbiter", "digest");
    told.says("When will the table be out?");
    assert!(!told.text.contains("has left"), "{}", told.text);
    club.is_told("ann", "not-understood")
        .says("passed it on to the arbiter");
}

#[test]
fn who_has_left_is_passed_on_as_such() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.decides("td withdraw T26:1 T26 --games lose");
    club.takes_all();
    writes(&mut club);
    club.is_told("arbiter", "digest")
        .says("has left the tournament")
        .says("When will the table be out?");
    club.is_told("ann", "not-understood")
        .says("do not play in that tournament any more");
    club.nobody_is_told();
}

#[test]
fn whose_games_are_over_is_passed_on_as_such() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 2)]).opens();
    club.sends("ann", "RESIGN");
    club.takes_all();
    writes(&mut club);
    club.is_told("arbiter", "digest")
        .says("games in the tournament are over");
    club.is_told("ann", "not-understood").says("games are over");
    club.nobody_is_told();
}

#[test]
fn where_nothing_runs_any_more_the_last_arbiter_hears_of_it() {
    let mut club = Club::opens();
    club.sends("ann", "RESIGN");
    club.polls();
    club.ticks();
    club.takes_all();
    writes(&mut club);
    club.is_told("arbiter", "digest")
        .says("When will the table be out?");
    club.is_told("ann", "not-understood").says("games are over");
    club.nobody_is_told();
}
