//! The clock follows states, not letters: time runs from receipt to the valid move,
//! whatever lies between (54.4.3, 56.4.4, 56.4.7).

use crate::club::{Club, Setup};

const GAME: &str = "T26/1";
const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";

/// White writes an impossible move again and again, so many times, every 23 hours.
fn obstinate(mut club: Club, times: i64) -> Club {
    for _ in 0..times {
        club.now = club.now.plus_seconds(23 * 3600);
        club.sends("ann", "1. 5256");
    }
    club.takes_all();
    club
}

#[test]
fn a54_4_3_sixty_impossible_entries_stop_no_server_clock() {
    let setup = Setup::new().rules(QUIET).profile("server");
    let mut club = obstinate(setup.opens(), 30);
    // Thirty times 23 hours since nine o'clock on the 10th: 28 full days.
    club.sends("ann", "1. 5254");
    club.takes_all();
    club.stands(GAME, "/moves/0/days", 28);
    club.stands(GAME, "/moves/0/total", 28);
}

#[test]
fn a56_4_7_a_fault_without_a_penalty_interrupts_nothing() {
    let setup = || {
        Setup::new()
            .rules(QUIET)
            .rules("penalty_days = 0")
            .set("limits.game_answers_per_day", "100")
    };
    let mut club = obstinate(setup().opens(), 20);
    // From the 11th on: the letter of the start was received a day after it left.
    club.sends("ann", "1. 5254");
    club.takes_all();
    let loud = club.game(GAME)["moves"][0]["total"].clone();
    let mut silent = setup().opens();
    silent.now = silent.now.plus_seconds(20 * 23 * 3600);
    silent.sends("ann", "1. 5254");
    silent.takes_all();
    silent.stands(GAME, "/moves/0/total", loud.clone());
    assert_eq!(loud, 18);
}

#[test]
fn a56_4_7_of_dates_made_nobodys_those_beyond_the_penalty_are_the_movers() {
    let mut club = Setup::new().rules(QUIET).rules("transit_days = 9").opens();
    // Received on the 19th; the bad letter is of the 20th.
    club.it_is("2026-01-20T12:00:00Z");
    club.sends("ann", "1. 5256");
    club.is_told("ann", "rejection");
    // By the time on the way our request is there on the 29th: nine dates, two of them free.
    club.it_is("2026-02-01T12:00:00Z");
    club.sends("ann", "1. 5254");
    club.takes_all();
    club.stands(GAME, "/moves/0/days", 11);
    club.stands(GAME, "/moves/0/penalty", 2);
    club.stands(GAME, "/moves/0/total", 13);
    club.stands(GAME, "/moves/0/faults/0/days", 1);
}

/// The outgoing folder cannot be written while something else stands in its place.
fn outage(club: &mut Club, down: bool) {
    let (out, away) = (club.root().join("mail/out"), club.root().join("mail/away"));
    if down {
        std::fs::rename(&out, &away).unwrap();
        std::fs::write(&out, "in the way").unwrap();
    } else {
        std::fs::remove_file(&out).unwrap();
        std::fs::rename(&away, &out).unwrap();
    }
}

#[test]
fn an_outage_of_our_own_server_moves_the_day_of_the_request() {
    let mut club = Setup::new().rules(QUIET).rules("penalty_days = 5").opens();
    club.it_is("2026-01-13T12:00:00Z");
    outage(&mut club, true);
    club.writes("ann", "1. 5256");
    let _ = club.robot().poll();
    // The same fault again, while our request could not leave, costs nothing more.
    club.it_is("2026-01-14T12:00:00Z");
    club.writes("ann", "1. 5256 I have heard nothing");
    let _ = club.robot().poll();
    outage(&mut club, false);
    club.it_is("2026-01-15T12:00:00Z");
    club.polls();
    club.takes_all();
    club.stands(GAME, "/clock/white/penalty", 5);
    club.it_is("2026-01-20T12:00:00Z");
    club.sends("ann", "1. 5254");
    club.takes_all();
    // Received on the 11th; the 13th, 14th and 15th are nobody's.
    club.stands(GAME, "/moves/0/days", 6);
    let record = club.game(GAME)["record"].clone();
    let entries = record.as_array().unwrap();
    assert!(entries.iter().any(|e| e["what"] == "letter-delayed"));
}
