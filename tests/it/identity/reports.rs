//! Reports that a letter came back, which its reader can write as well as a mail server can
//! (RULES.md 2, "Left"): what they stop, for how long, and who hears of it.

use crate::club::{Club, Mail, Setup};
use crate::reports_of_mail::{back, fields, report};
use postchess::time::Instant;
use serde_json::Value;

/// Ann moves on 10 January, Bert's mail is reported, and he answers on 19 February.
struct Try {
    what: &'static str,
    rules: &'static str,
    /// So many days after the letter, and after each copy of it, a report of that comes.
    reports: &'static [i64],
    soft: bool,
    /// Where he writes in the game on that day, which is no move.
    writes: Option<i64>,
    /// Days that are charged: 39 by the letter alone.
    charged: i64,
    /// Letters that Ann and the arbiter get about it.
    told: (usize, usize),
}

const LETTER: Try = Try {
    what: "nobody reports anything",
    rules: "",
    reports: &[],
    soft: false,
    writes: None,
    charged: 39,
    told: (0, 0),
};

const TRIES: &[Try] = &[
    LETTER,
    Try {
        what: "one hard report: a copy leaves the next day, and counts",
        reports: &[0],
        charged: 38,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "one soft report: the same",
        reports: &[0],
        soft: true,
        charged: 38,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "one report, six days after the letter",
        reports: &[6],
        charged: 32,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "one report, eight days after the letter: too late",
        reports: &[8],
        charged: 39,
        told: (0, 1),
        ..LETTER
    },
    Try {
        what: "the letter and every copy, at once: fourteen days, and the two are told once",
        reports: &[0, 0, 0, 0, 0, 0],
        charged: 25,
        // And that the address fails, once three came back.
        told: (1, 2),
        ..LETTER
    },
    Try {
        what: "the same, soft: a mailbox that is full for weeks",
        reports: &[0, 0, 0, 0, 0, 0],
        soft: true,
        charged: 25,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "the same, each a day after its copy",
        reports: &[0, 1, 1, 1, 1],
        soft: true,
        charged: 25,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "of a copy three days after it: its receipt is taken back, which is told anew",
        reports: &[0, 3],
        soft: true,
        // The copies of the 11th and of the 16th.
        charged: 33,
        told: (2, 2),
        ..LETTER
    },
    Try {
        what: "as late as they may come: beyond the fourteen days one stops nothing",
        reports: &[6, 6, 6],
        soft: true,
        // On the 16th, of the copy of the 17th on the 23rd: up to the 25th. That of the copy of
        // the 26th is a matter.
        charged: 25,
        told: (2, 3),
        ..LETTER
    },
    Try {
        what: "a copy of the third report counts, and its report comes behind the last day",
        reports: &[0, 5, 5],
        soft: true,
        charged: 29,
        told: (2, 3),
        ..LETTER
    },
    Try {
        what: "he writes in the game: that ends it, and the letter counts as leaving then",
        reports: &[0, 0],
        writes: Some(2),
        charged: 37,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "he writes, and goes on reporting: all together fourteen days",
        reports: &[0, 0, 0, 0, 0, 0, 0, 0, 0],
        soft: true,
        writes: Some(2),
        charged: 25,
        told: (1, 1),
        ..LETTER
    },
    Try {
        what: "days of 24 hours",
        rules: "day_unit = \"24h\"",
        reports: &[0, 0, 0, 0, 0, 0],
        soft: true,
        charged: 25,
        told: (1, 1),
        ..LETTER
    },
];

/// It comes back to its secret return address; each report has bytes of its own.
fn comes_back(club: &mut Club, mail: &Mail, soft: bool, number: usize) {
    let (class, said) = match soft {
        true => (4, "452 4.2.2 mailbox full"),
        false => (5, "550 5.1.1 no such user"),
    };
    let said = fields(&mail.to, "failed", &format!("{class}.1.{number}"), said);
    club.drops(report(mail, &back(mail), &said).as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
}

/// What leaves, and whom it tells.
#[derive(Default)]
struct Pile {
    moves: Vec<(i64, Mail)>,
    told: (usize, usize),
}

impl Pile {
    fn sort(&mut self, club: &mut Club, day: i64) {
        for mail in club.takes_all() {
            let to_bert = mail.to.starts_with("bert");
            match mail.kind.as_str() {
                "move" if to_bert => self.moves.push((day, mail)),
                "delivery-problem" if mail.to.starts_with("ann") => self.told.0 += 1,
                "delivery-problem" if !to_bert => self.told.1 += 1,
                _ => {}
            }
        }
    }
}

fn tried(club: &mut Club, all: &Try) -> Pile {
    let mut pile = Pile::default();
    club.sends("ann", "1. 5254");
    let mut reported = vec![false; all.reports.len()];
    for day in 0..40 {
        pile.sort(club, day);
        for (number, after) in all.reports.iter().enumerate() {
            let Some((left, mail)) = pile.moves.get(number).cloned() else {
                break;
            };
            if day - left >= *after && !reported[number] {
                reported[number] = true;
                comes_back(club, &mail, all.soft, number);
                pile.sort(club, day);
            }
        }
        if all.writes == Some(day) {
            club.sends("bert", "T26/1\nwhat a fine opening");
            pile.sort(club, day);
        }
        club.lives(1);
    }
    pile.sort(club, 40);
    pile
}

#[test]
fn what_reports_stop_and_who_hears_of_it() {
    for one in TRIES {
        let mut club = Setup::new().rules(one.rules).opens();
        let pile = tried(&mut club, one);
        club.sends("bert", "1... 5755");
        club.everything_read();
        let total = club.game("T26/1")["clock"]["black"]["total"].as_i64();
        let expected = (Some(one.charged), one.told);
        assert_eq!((total, pile.told), expected, "{}", one.what);
    }
}

#[test]
fn copies_leave_on_the_first_third_sixth_and_tenth_day() {
    let every = Try {
        reports: &[0, 0, 0, 0, 0, 0],
        ..LETTER
    };
    let mut club = Club::opens();
    let pile = tried(&mut club, &every);
    let days: Vec<i64> = pile.moves.iter().map(|(day, _)| *day).collect();
    assert_eq!(days, [0, 1, 3, 6, 10]);
    let names: Vec<&str> = pile.moves.iter().map(|m| m.1.message_id.as_str()).collect();
    assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
    club.everything_read();
}

/// Ann has moved, and every letter to Bert comes back up to the last day of the stop.
fn fourteen_days() -> Club {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    comes_back(&mut club, &mail, true, 0);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("24 January 2026").says("11 January 2026");
    told.says("td set-dates T26/1 2").says("mailbox full");
    let told = club.is_told("ann", "delivery-problem");
    told.says("Bert Baker")
        .says("56.5.2")
        .says("24 January 2026");
    assert!(!told.text.contains("mailbox full"), "{}", told.text);
    assert!(!told.text.contains("postchess"), "{}", told.text);
    assert!(club.game("T26/1")["clock"]["running"].is_null());
    for number in 1..15 {
        club.lives(1);
        for mail in club.takes_all() {
            if mail.kind == "move" {
                comes_back(&mut club, &mail, true, number);
            }
        }
    }
    club.nobody_is_told();
    club
}

#[test]
fn a_dead_mailbox_runs_out_of_days_and_then_of_time() {
    let mut club = fourteen_days();
    club.stands("T26/1", "/clock/running", Value::Null);
    club.lives(1);
    club.stands("T26/1", "/clock/running/since", "2026-01-25");
    club.stands("T26/1", "/clock/running/used", 0);
    club.lives(62);
    club.all_read("reminder");
    club.all_read("repeat");
    club.all_read("silence");
    club.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    club.everything_read();
}

#[test]
fn a_second_move_stops_no_more_when_the_days_are_used() {
    let mut club = fourteen_days();
    club.lives(2);
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/clock/black/total", 1);
    club.sends("ann", "2. 7163");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    let since = club.game("T26/1")["clock"]["running"]["since"].clone();
    comes_back(&mut club, &mail, false, 20);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("changes no day").says("fourteen days");
    told.says("td set-dates T26/1 4");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", since.clone());
    // A copy leaves all the same; of its report nobody hears again.
    club.lives(1);
    let copy = club.is_told("bert", "move");
    comes_back(&mut club, &copy, false, 21);
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", since);
}

#[test]
fn what_is_left_of_the_days_is_for_the_next_move() {
    let mut club = Club::opens();
    let mut charged = 0;
    for (number, [white, black]) in [["5254", "5755"], ["7163", "2836"], ["6125", "7866"]]
        .iter()
        .enumerate()
    {
        let number = number + 1;
        club.sends("ann", &format!("{number}. {white}"));
        let mut reports = 0;
        for _ in 0..10 {
            for mail in club.takes_all() {
                if mail.kind == "move" && mail.to.starts_with("bert") {
                    reports += 1;
                    comes_back(&mut club, &mail, true, number * 10 + reports);
                }
            }
            club.lives(1);
        }
        club.everything_read();
        club.sends("bert", &format!("{number}... {black}"));
        club.everything_read();
        let total = club.game("T26/1")["clock"]["black"]["total"].as_i64();
        // Nine days each, fourteen of them nobody's: nine, five, none.
        charged += [0, 4, 9][number - 1];
        assert_eq!(total, Some(charged), "move {number}");
    }
    club.types("verify").unwrap();
}

#[test]
fn of_a_daily_letter_each_game_stops_as_long() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 2)]).opens();
    club.sends("bert", "DAILY");
    club.everything_read();
    club.sends("ann", "T26/1\n1. 5254\n\nT26/2\n1. 4244");
    for number in 0..40 {
        for mail in club.takes_all() {
            if mail.to.starts_with("bert") && mail.text.contains("5254") {
                comes_back(&mut club, &mail, true, number);
            }
        }
        club.lives(1);
    }
    club.everything_read();
    club.sends("bert", "T26/1\n1... 5755\n\nT26/2\n1... 4745");
    club.everything_read();
    for game in ["T26/1", "T26/2"] {
        let total = club.game(game)["clock"]["black"]["total"].as_i64().unwrap();
        assert!((24..=26).contains(&total), "{game}: {total}");
    }
}

#[test]
fn reports_of_letters_on_which_no_clock_hangs_leave_health_as_it_was() {
    let mut club = Club::opens();
    let mut letters = Vec::new();
    for _ in 0..3 {
        club.letter("bert").says("STATUS").posts();
        club.polls();
        letters.push(club.is_told("bert", "status"));
    }
    // What `health` counts, and is red by.
    let failed = |club: &mut Club| {
        let ever = Instant::from_unix(0);
        let unsent = club.robot().store.read().outbound_unsent(ever);
        unsent.unwrap().failed
    };
    assert_eq!(failed(&mut club), 0);
    for (number, mail) in letters.iter().enumerate() {
        comes_back(&mut club, mail, false, number);
    }
    club.everything_read();
    assert_eq!(failed(&mut club), 0);
    club.lives(1);
    assert_eq!(failed(&mut club), 0);
}
