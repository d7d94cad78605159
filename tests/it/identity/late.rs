//! Letters that wait for a code are no options to be taken up when more is known
//! (CONTRACT.md 4, Who): in time they keep their dates, later twice a game, and no flag is
//! put up again by a late yes alone.

use crate::club::{Club, Setup};
use serde_json::Value;

/// White thinks since 10 January.
fn club() -> Club {
    Setup::new().default_policy().opens()
}

/// White, who counts from the 11th, may send his move on the 16th at the latest: on the 17th
/// his flag has fallen, and from the 18th on that is declared.
fn short_of_time(rules: &str) -> Club {
    Setup::new()
        .default_policy()
        .rules("days_per_period = 5\ncontrol_warning_days = 0")
        .rules(rules)
        .opens()
}

/// Letters that prove nothing come under Ann's address, all at once; their codes in their
/// order.
#[track_caller]
fn unproven(club: &mut Club, at: &str, letters: &[&str]) -> Vec<String> {
    club.it_is(at);
    for text in letters {
        let letter = club.letter("ann").subject("Re: [T26/1]");
        letter.says(text).posts();
    }
    club.polls();
    let mut codes = club.is_told("ann", "challenge").codes();
    codes.reverse();
    codes.truncate(letters.len());
    assert_eq!(codes.len(), letters.len());
    codes
}

/// Ann answers a code.
fn answers(club: &mut Club, at: &str, word: &str, code: &str) {
    club.it_is(at);
    club.sends("ann", &format!("{word} {code}"));
}

/// Bert answers the newest letter to him.
fn replies(club: &mut Club, at: &str, text: &str) {
    club.it_is(at);
    let last = club.last_letter("bert", "T26/1");
    club.letter("bert").answering(&last).says(text).posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
}

/// What waits for the arbiter under a name.
fn matters(club: &mut Club, what: &str) -> Vec<Value> {
    let all = club.types("tournament report T26 --format json").unwrap();
    let all: Value = serde_json::from_str(&all).unwrap();
    let all = all["matters"].as_array().unwrap().iter();
    all.filter(|m| m["what"] == what).cloned().collect()
}

fn commands(matter: &Value) -> Vec<&str> {
    let all = matter["commands"].as_array().unwrap();
    all.iter().filter_map(Value::as_str).collect()
}

#[track_caller]
fn dates(club: &mut Club, ply: usize, sent: &str, days: i64) {
    club.stands("T26/1", &format!("/moves/{}/sent", ply - 1), sent);
    club.stands("T26/1", &format!("/moves/{}/days", ply - 1), days);
}

/// When the letter that was listed on the 12th is confirmed, which date counts, and whether
/// the arbiter hears of it.
const HOURS: &[(&str, &str, bool)] = &[
    ("2026-01-12T09:00:01Z", "2026-01-12", false),
    ("2026-01-13T23:59:59Z", "2026-01-12", false),
    ("2026-01-14T00:00:00Z", "2026-01-12", true),
    ("2026-01-15T08:59:00Z", "2026-01-12", true),
];

#[test]
fn until_the_end_of_the_next_day_a_letter_keeps_its_date_and_nobody_hears_of_it() {
    for (at, sent, heard) in HOURS {
        let mut club = club();
        let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &["1. 5254"]);
        answers(&mut club, at, "YES", &codes[0]);
        dates(&mut club, 1, sent, 1);
        let confirmation = club.is_told("ann", "confirmation");
        assert_eq!(
            confirmation.text.contains("confirmed later than"),
            *heard,
            "{at}"
        );
        club.is_told("bert", "move");
        if *heard {
            club.is_told("arbiter", "digest")
                .says("2026-01-12")
                .says("td set-dates T26/1 1 --sent 2026-01-1");
        }
        club.nobody_is_told();
    }
}

#[test]
fn the_day_is_that_of_the_tournaments_zone() {
    // In Vladivostok the 13th is over ten hours earlier.
    for (at, heard) in [("2026-01-13T13:59:00Z", 0), ("2026-01-13T14:01:00Z", 1)] {
        let mut club = Setup::new()
            .default_policy()
            .tournament("time_zone = \"Asia/Vladivostok\"")
            .opens();
        let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &["1. 5254"]);
        answers(&mut club, at, "YES", &codes[0]);
        assert_eq!(club.all_read("digest"), heard, "{at}");
        club.everything_read();
        club.stands("T26/1", "/ply", 1);
    }
}

/// Five moves of White, each with three candidates that come at once: the last one is the best.
/// Behind it Black's answer.
const CANDIDATES: [([&str; 3], &str); 5] = [
    (["1. 5254", "1. 4244", "1. 3234"], "1... 5755"),
    (["2. 2133", "2. 7163", "2. 7273"], "2... 7866"),
    (["3. 2133", "3. 7163", "3. 6172"], "3... 4746"),
    (["4. 2133", "4. 4243", "4. 7163"], "4... 6857"),
    (["5. 4243", "5. 5253", "5. 2133"], "5... 2836"),
];

/// Plays all of them: which of the three is confirmed, two days and 23 hours later.
fn plays_options(club: &mut Club, pick: usize) -> Vec<i64> {
    let mut day = 10;
    let mut told = Vec::new();
    for (at, (letters, answer)) in CANDIDATES.iter().enumerate() {
        let codes = unproven(club, &format!("2026-01-{day}T08:00:00Z"), letters);
        let later = day + 3;
        let hour = format!("2026-01-{later}T07:00:00Z");
        answers(club, &hour, "YES", &codes[pick]);
        assert_eq!(club.verdict(), "command", "{at}");
        club.is_told("ann", "confirmation")
            .says("confirmed later than");
        club.is_told("bert", "move");
        told.push(i64::try_from(club.all_read("digest")).unwrap());
        replies(club, &hour, answer);
        day = later;
    }
    club.nobody_is_told();
    told
}

#[test]
fn the_best_of_three_letters_is_charged_by_the_day_on_which_it_was_chosen() {
    let mut club = club();
    // Three days to choose, five times: none of the letters came first.
    assert_eq!(plays_options(&mut club, 2), [0; 5]);
    // Each counts from the day after our letter.
    club.stands("T26/1", "/clock/white/total", 10);
    dates(&mut club, 1, "2026-01-13", 2);
    dates(&mut club, 9, "2026-01-25", 2);
}

#[test]
fn the_first_of_three_letters_keeps_its_date_twice_and_the_arbiter_is_told() {
    let mut club = club();
    assert_eq!(plays_options_of_the_first(&mut club), [1, 1, 0, 0, 0]);
    dates(&mut club, 1, "2026-01-10", 0);
    dates(&mut club, 3, "2026-01-13", 0);
    dates(&mut club, 5, "2026-01-19", 2);
    club.stands("T26/1", "/clock/white/total", 6);
}

/// The same with one letter at a time, the one that is best.
fn plays_options_of_the_first(club: &mut Club) -> Vec<i64> {
    let mut day = 10;
    let mut told = Vec::new();
    for (letters, answer) in &CANDIDATES {
        let at = format!("2026-01-{day}T08:00:00Z");
        let in_turn = [letters[2], letters[0], letters[1]];
        let codes = unproven(club, &at, &in_turn);
        day += 3;
        let hour = format!("2026-01-{day}T07:00:00Z");
        answers(club, &hour, "YES", &codes[0]);
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        told.push(i64::try_from(club.all_read("digest")).unwrap());
        replies(club, &hour, answer);
    }
    club.nobody_is_told();
    told
}

#[test]
fn what_only_asks_uses_up_nothing() {
    let mut club = club();
    for (from, to, text) in [
        (10, 13, "STATUS"),
        (14, 17, "REPEAT"),
        (18, 21, "CHECK 1. 5254"),
    ] {
        let codes = unproven(&mut club, &format!("2026-01-{from}T10:00:00Z"), &[text]);
        answers(
            &mut club,
            &format!("2026-01-{to}T09:00:00Z"),
            "YES",
            &codes[0],
        );
        assert_eq!(club.all_read("digest"), 0, "{text}");
        club.everything_read();
    }
    let codes = unproven(&mut club, "2026-01-22T10:00:00Z", &["1. 5254"]);
    answers(&mut club, "2026-01-25T09:00:00Z", "YES", &codes[0]);
    club.is_told("ann", "confirmation")
        .says("so often more in this game: 1");
    club.everything_read();
}

/// Somebody writes under Ann's address before she does. What she does about it, when she
/// confirms her own letter of the 12th, and which date counts.
const BESIDE_A_FORGERY: &[(Option<&str>, &str, &str, &str)] = &[
    (
        None,
        "2026-01-13T20:00:00Z",
        "2026-01-12",
        "confirmed in time",
    ),
    (
        Some("2026-01-13T22:00:00Z"),
        "2026-01-15T08:00:00Z",
        "2026-01-12",
        "confirmed late, the forgery refused in time",
    ),
    (
        Some("2026-01-14T07:00:00Z"),
        "2026-01-15T08:00:00Z",
        "2026-01-15",
        "both late",
    ),
    (
        None,
        "2026-01-15T08:00:00Z",
        "2026-01-15",
        "nothing said of the forgery",
    ),
];

#[test]
fn a_forgers_letter_costs_nothing_that_was_not_let_lie() {
    for (refused, confirmed, sent, what) in BESIDE_A_FORGERY {
        let mut club = club();
        let letters = ["1. 6263", "1. 5254"];
        let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &letters);
        if let Some(at) = refused {
            answers(&mut club, at, "NO", &codes[0]);
            club.is_told("ann", "challenge").says("put aside");
            club.is_told("arbiter", "digest");
        }
        answers(&mut club, confirmed, "YES", &codes[1]);
        club.stands("T26/1", "/moves/0/sent", *sent);
        club.stands("T26/1", "/moves/0/uci", "e2e4");
        club.everything_read();
        assert_eq!(
            matters(&mut club, "late-confirmation"),
            [] as [Value; 0],
            "{what}"
        );
    }
}

#[test]
fn a_no_that_lay_unread_counts_from_its_arrival() {
    let mut club = club();
    let letters = ["1. 6263", "1. 5254"];
    let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &letters);
    club.letter("ann")
        .received("2026-01-13T22:00:00Z")
        .says(&format!("NO {}", codes[0]))
        .posts();
    answers(&mut club, "2026-01-15T08:00:00Z", "YES", &codes[1]);
    dates(&mut club, 1, "2026-01-12", 1);
    club.everything_read();
}

/// Whatever changes something in a game is a choice beside another: the second of two letters,
/// confirmed when more is known, does not keep its date.
#[test]
fn an_act_beside_a_move_is_a_choice_as_another_move_is() {
    for first in ["RESIGN", "CLAIM DRAW 2. 7163", "WITHDRAW", "1. 5254 ="] {
        let mut club = club();
        let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &[first, "1. 5254"]);
        answers(&mut club, "2026-01-15T08:00:00Z", "YES", &codes[1]);
        club.takes_all();
        club.stands("T26/1", "/moves/0/sent", "2026-01-15");
    }
}

#[test]
fn the_same_move_twice_is_no_choice() {
    let mut club = club();
    let letters = ["1. 5254", "Dear robot,\n\n1. 5254\n\nAnn"];
    let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &letters);
    answers(&mut club, "2026-01-15T08:00:00Z", "YES", &codes[1]);
    dates(&mut club, 1, "2026-01-12", 1);
    club.everything_read();
}

/// The letter of the last day is confirmed late. What of its flag was done by then, and what
/// the arbiter may say: an order for each of the two dates.
struct Overdue {
    rules: &'static str,
    /// A pass over the clocks comes before the yes.
    declared: bool,
    status: &'static str,
    first: &'static [&'static str],
    second: &'static str,
}

const OVERDUE: &[Overdue] = &[
    Overdue {
        rules: "",
        declared: false,
        status: "paused",
        first: &["resume T26/1"],
        second: "confirm-forfeit T26/1 white",
    },
    Overdue {
        rules: "",
        declared: true,
        status: "paused",
        first: &["reject-claim T26/1 --days 5"],
        second: "confirm-forfeit T26/1 white",
    },
    Overdue {
        rules: "forfeit = \"claim\"",
        declared: true,
        status: "paused",
        first: &["resume T26/1"],
        second: "confirm-forfeit T26/1 white",
    },
    Overdue {
        rules: "forfeit = \"immediate\"",
        declared: true,
        status: "finished",
        first: &["reopen T26/1 --days 5"],
        second: "result T26/1 0-1 --by time",
    },
];

impl Overdue {
    /// Up to the late yes: nothing is played, declared or taken back by it.
    fn comes_up(&self) -> Club {
        let mut club = short_of_time(self.rules);
        let letters = ["1. 5254", "1. 4244", "1. 3234"];
        let codes = unproven(&mut club, "2026-01-16T09:00:00Z", &letters);
        if self.declared {
            club.it_is("2026-01-18T08:00:00Z");
            club.polls();
            club.ticks();
        }
        club.everything_read();
        let before = club.game("T26/1")["record"].as_array().unwrap().len();
        answers(&mut club, "2026-01-19T04:00:00Z", "YES", &codes[0]);
        assert_eq!(club.verdicts()[0], "held");
        let game = club.game("T26/1");
        assert_eq!(game["status"], self.status);
        assert_eq!(game["ply"], 0);
        let more: Vec<&str> = game["record"].as_array().unwrap()[before..]
            .iter()
            .filter_map(|e| e["what"].as_str())
            .collect();
        assert!(
            more.iter()
                .all(|what| ["confirmed-late", "paused"].contains(what)),
            "{more:?}"
        );
        for who in ["ann", "bert"] {
            club.is_told(who, "claim")
                .says("16 January 2026")
                .says("19 January 2026")
                .says("17 January 2026");
        }
        let digest = club.is_told("arbiter", "digest");
        digest.says("2026-01-16").says("2026-01-19");
        for order in [self.first[0], self.second] {
            digest.says(&format!("postchess td {order}"));
        }
        club.nobody_is_told();
        club
    }
}

#[test]
fn a_late_yes_puts_no_flag_up_again_and_the_arbiter_decides() {
    for case in OVERDUE {
        let mut club = case.comes_up();
        // Long after every term nothing has been entered.
        club.lives(25);
        club.everything_read();
        club.stands("T26/1", "/status", case.status);
        let open = matters(&mut club, "late-confirmation");
        assert_eq!(open.len(), 1);
        assert_eq!(
            commands(&open[0]),
            [case.first[0], case.second].map(|o| format!("td {o}"))
        );
        for order in case.first {
            club.decides(order);
            club.ticks();
        }
        club.polls();
        club.ticks();
        dates(&mut club, 1, "2026-01-16", 5);
        club.stands("T26/1", "/status", "active");
        club.stands("T26/1", "/clock/white/overstepped", false);
        assert!(matters(&mut club, "late-confirmation").is_empty());
        club.everything_read();
    }
}

#[test]
fn by_the_other_date_the_flag_has_fallen() {
    for case in OVERDUE {
        let mut club = case.comes_up();
        club.lives(2);
        club.decides(case.second);
        club.everything_read();
        club.polls();
        club.ticks();
        club.stands("T26/1", "/status", "finished");
        club.stands("T26/1", "/result", "0-1");
        club.stands("T26/1", "/termination", "time");
        club.stands("T26/1", "/ply", 0);
        assert!(matters(&mut club, "late-confirmation").is_empty());
        club.everything_read();
    }
}

#[test]
fn of_the_first_overstep_of_two_the_arbiter_decides_too() {
    let case = Overdue {
        rules: "lose_on_overstep = 2",
        declared: true,
        status: "paused",
        first: &["resume T26/1"],
        second: "confirm-forfeit T26/1 white",
    };
    let mut club = case.comes_up();
    club.lives(25);
    club.everything_read();
    club.stands("T26/1", "/status", "paused");
    club.decides("resume T26/1");
    club.polls();
    dates(&mut club, 1, "2026-01-16", 5);
    club.stands("T26/1", "/clock/white/overstepped", false);
    club.everything_read();

    let mut club = case.comes_up();
    club.decides("confirm-forfeit T26/1");
    club.polls();
    club.everything_read();
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/ply", 1);
}

#[test]
fn a_list_that_could_not_leave_costs_no_day() {
    let mut club = club();
    club.it_is("2026-01-12T09:00:00Z");
    club.set("outbox.kind", "sendmail");
    club.set("outbox.sendmail", "/bin/false");
    club.sends("ann", "1. 5254");
    club.nobody_is_told();
    club.set("outbox.kind", "maildir");
    club.it_is("2026-01-14T09:00:00Z");
    club.polls();
    let code = club.is_told("ann", "challenge").code();
    answers(&mut club, "2026-01-15T07:00:00Z", "YES", &code);
    dates(&mut club, 1, "2026-01-12", 1);
    club.are_told(&["ann"], "confirmation");
    club.are_told(&["bert"], "move");
    club.nobody_is_told();
}

#[test]
fn from_another_address_it_is_no_other_way() {
    let mut club = club();
    for ply in [1, 3, 5] {
        let (text, answer) = [
            ("1. 5254", "1... 5755"),
            ("2. 7163", "2... 2836"),
            ("3. 6125", "3... 7866"),
        ][ply / 2];
        let last = club.last_letter("ann", "T26/1");
        club.letter("ann")
            .from("Ann <ann@elsewhere.example>")
            .in_reply_to(&last)
            .says(text)
            .posts();
        club.polls();
        let code = club.is_told("ann", "challenge").code();
        let (sent, now) = (club.now, club.now.plus_seconds(3 * 86_400 - 60));
        answers(&mut club, &now.to_string(), "YES", &code);
        let counts = if ply < 5 { sent } else { now };
        let day = counts.to_string();
        club.stands("T26/1", &format!("/moves/{}/sent", ply - 1), &day[..10]);
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        replies(&mut club, &now.to_string(), answer);
        club.all_read("digest");
    }
}

#[test]
fn in_time_the_letter_of_the_last_day_annuls_the_notice_as_ever() {
    let mut club = short_of_time("transit_days = 0");
    let codes = unproven(&mut club, "2026-01-15T09:00:00Z", &["1. 5254"]);
    club.it_is("2026-01-16T08:00:00Z");
    club.polls();
    club.ticks();
    assert_eq!(club.all_read("time-forfeit"), 3);
    answers(&mut club, "2026-01-16T23:00:00Z", "YES", &codes[0]);
    dates(&mut club, 1, "2026-01-15", 5);
    club.stands("T26/1", "/status", "active");
    club.everything_read();
}

#[test]
fn where_both_dates_lie_behind_the_flag_it_has_fallen() {
    let mut club = short_of_time("");
    let codes = unproven(&mut club, "2026-01-17T09:00:00Z", &["1. 5254"]);
    club.it_is("2026-01-19T08:00:00Z");
    club.polls();
    club.ticks();
    assert_eq!(club.all_read("time-forfeit"), 3);
    answers(&mut club, "2026-01-19T20:00:00Z", "YES", &codes[0]);
    assert_eq!(club.verdicts()[0], "held");
    club.stands("T26/1", "/status", "paused");
    assert!(matters(&mut club, "late-confirmation").is_empty());
    club.everything_read();
}

#[test]
fn a_forgers_letter_of_the_last_day_costs_no_flag() {
    let mut club = short_of_time("");
    let letters = ["1. 6263", "1. 5254"];
    let codes = unproven(&mut club, "2026-01-16T09:00:00Z", &letters);
    answers(&mut club, "2026-01-18T09:00:00Z", "YES", &codes[1]);
    club.is_told("ann", "claim");
    club.is_told("bert", "claim");
    club.is_told("arbiter", "digest");
    club.nobody_is_told();
    club.stands("T26/1", "/status", "paused");
    club.decides("resume T26/1");
    club.polls();
    dates(&mut club, 1, "2026-01-16", 5);
    club.stands("T26/1", "/moves/0/uci", "e2e4");
    club.everything_read();
}

#[test]
fn a_faulty_move_is_charged_once_with_the_date_that_counts() {
    let mut club = club();
    let letters = ["1. 5254", "1. 5255"];
    let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &letters);
    answers(&mut club, "2026-01-15T08:00:00Z", "YES", &codes[1]);
    club.is_told("ann", "rejection")
        .says("15 January 2026 counts");
    club.everything_read();
    club.stands("T26/1", "/ply", 0);
}

/// Leave from the 14th on, in a letter of the 12th: when it is confirmed, and whether the
/// arbiter gets both dates.
const LEAVE: &[(&str, bool)] = &[
    ("2026-01-13T20:00:00Z", false),
    ("2026-01-14T20:00:00Z", false),
    ("2026-01-15T08:00:00Z", true),
];

#[test]
fn leave_that_waits_is_announced_to_nobody_and_late_told_to_the_arbiter() {
    for (at, told) in LEAVE {
        let mut club = club();
        let text = "LEAVE 2026-01-14 2026-01-20";
        let codes = unproven(&mut club, "2026-01-12T09:00:00Z", &[text]);
        club.nobody_is_told();
        club.stands("T26/1", "/leave", Value::Array(Vec::new()));
        answers(&mut club, at, "YES", &codes[0]);
        club.are_told(&["ann", "bert", "arbiter"], "leave");
        if *told {
            club.is_told("arbiter", "digest")
                .says("2026-01-12")
                .says("2026-01-15")
                .says("td leave cancel");
        }
        club.nobody_is_told();
        club.stands("T26/1", "/leave/0/from", "2026-01-14");
    }
}
