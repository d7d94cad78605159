//! Limits silence answers, never acts.

use crate::club::{ARBITER, Club, Mail, Setup};
use serde_json::Value;

/// Everything a player's letter can ask for, after `1. 5254` of Ann's: Bert writes.
const REQUESTS: [&str; 31] = [
    "1... 5755",
    "1... 5752",
    "1... 5251",
    "1... 5754\n1... 5753",
    "12... 5755",
    "e9",
    "1... 5755 if 2. 7163 2836",
    "RESIGN",
    "DRAW?",
    "ACCEPT DRAW",
    "DECLINE DRAW",
    "CLAIM DRAW",
    "CLAIM TIME",
    "PROTEST I was away",
    "OPINION 1-0",
    "APPEAL no",
    "CHECK 1... 5755",
    "CHECK 1... 5752",
    "LEAVE 2026-02-01 2026-02-14",
    "LEAVE 2026-02-01 2026-02-14\nEND LEAVE 2026-02-03",
    "END LEAVE",
    "STATUS",
    "REPORT",
    "REPEAT",
    "HELP",
    "FORMAT TEXT",
    "ADDRESS other@b.example",
    "WITHDRAW",
    "ARBITER a word",
    "hello, how are you",
    "",
];

/// Ann has moved, and Bert has got as many answers as he gets in an hour.
fn club(most: &str) -> Club {
    let mut club = Setup::new().set("limits.answers_per_hour", most).opens();
    club.sends("ann", "1. 5254");
    club.sends("bert", "STATUS");
    club.everything_read();
    club
}

/// What is recorded of the game and of the leave, without the numbers of entries.
fn recorded(club: &mut Club) -> Value {
    let mut game = club.game("T26/1");
    for entry in game["record"].as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove("id");
    }
    for leave in game["leave"].as_array_mut().unwrap() {
        leave.as_object_mut().unwrap().remove("id");
    }
    game
}

fn to_bert(letters: &[Mail]) -> usize {
    letters.iter().filter(|m| m.to == "bert@b.example").count()
}

#[test]
fn past_a_limit_the_record_is_the_same_and_only_letters_wait() {
    for text in REQUESTS {
        let (mut free, mut limited) = (club("50"), club("1"));
        for club in [&mut free, &mut limited] {
            club.now = club.now.plus_seconds(600);
            club.sends("bert", text);
            // A letter after it is ruled alike too.
            club.now = club.now.plus_seconds(600);
            club.sends("bert", "1... 5758");
        }
        assert_eq!(recorded(&mut free), recorded(&mut limited), "{text:?}");
        assert_eq!(free.verdicts(), limited.verdicts(), "{text:?}");
        let (at_once, now) = (free.takes_all(), limited.takes_all());
        let others = |all: &[Mail]| {
            let mut told: Vec<(String, String)> = all
                .iter()
                .filter(|m| m.to != "bert@b.example" && !m.text.contains("limits."))
                .map(|m| (m.to.clone(), m.kind.clone()))
                .collect();
            told.sort();
            told
        };
        assert_eq!(others(&at_once), others(&now), "{text:?}");
        // Whatever he is told then is told in the next hour, in one letter.
        limited.now = limited.now.plus_seconds(3_600);
        limited.polls();
        let then = limited.takes_all();
        assert!(to_bert(&then) <= 1, "{text:?}: {}", to_bert(&then));
        assert_eq!(
            to_bert(&at_once) > 0,
            to_bert(&now) + to_bert(&then) > 0,
            "{text:?}"
        );
        limited.now = limited.now.plus_seconds(3_600);
        limited.polls();
        limited.nobody_is_told();
        free.everything_read();
    }
}

#[test]
fn owed_answers_say_what_they_would_have_said_in_one_letter() {
    let mut club = club("1");
    club.sends("bert", "LEAVE 2026-02-01 2026-02-14");
    assert!(club.note().contains("is reached"), "{}", club.note());
    // The others are told at once, and so is the arbiter that answers wait.
    club.are_told(&["ann", "arbiter"], "leave");
    let told = club.is_told("arbiter", "digest");
    told.says("limits.answers_per_hour").says("Bert Baker");
    club.stands("T26/1", "/leave/0/from", "2026-02-01");
    club.sends("bert", "1... 5752");
    club.sends("bert", "CHECK 1... 5755 2. 7163");
    club.sends("bert", "STATUS");
    club.sends("bert", "STATUS");
    club.nobody_is_told();
    // Killed and started again, nothing is forgotten.
    club.restarts();
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    let answer = club.is_told("bert", "status");
    answer
        .says("You asked for leave")
        .says("56.4.7")
        .says("5752")
        .says("Your games on");
    assert_eq!(answer.text.matches("Your games on").count(), 1);
    assert_eq!(answer.game.as_deref(), Some("T26/1"));
    club.nobody_is_told();
    // What stands in it can be answered like any other letter of ours.
    club.set("auth.policy", "token");
    club.letter("bert")
        .answering(&answer)
        .says("1... 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
}

#[test]
fn an_illegal_move_past_the_limit_is_charged_and_moves_no_other_day() {
    // Its penalty, and the receipt from which the correction is reckoned, are those of
    // a letter that was answered at once.
    let days: Vec<Value> = ["50", "1"]
        .into_iter()
        .map(|most| {
            let mut club = club(most);
            club.days_pass(4);
            club.sends("bert", "STATUS");
            club.sends("bert", "1... 5752");
            for _ in 0..3 {
                club.days_pass(1);
                club.polls();
            }
            club.sends("bert", "1... 5755");
            club.everything_read();
            let game = club.game("T26/1");
            let black = game["clock"]["black"].clone();
            assert_eq!(black["penalty"], 2, "{game:#}");
            serde_json::json!([black, game["moves"][1]])
        })
        .collect();
    assert_eq!(days[0], days[1]);
}

#[test]
fn of_more_than_ten_acts_a_day_the_others_get_one_letter_with_what_stands() {
    let mut club = Setup::new()
        .set("limits.answers_per_hour", "500")
        .set("limits.answers_per_day", "500")
        .set("limits.game_answers_per_day", "500")
        .opens();
    club.play("T26/1", "5254 5755");
    for _ in 0..10 {
        club.sends("bert", "LEAVE 2026-02-01 2026-02-14");
        club.sends("bert", "END LEAVE");
    }
    let letters = club.takes_all();
    let told = |who: &str, letters: &[Mail]| letters.iter().filter(|m| m.to == who).count();
    assert_eq!(told("ann@a.example", &letters), 10);
    assert_eq!(told(ARBITER, &letters), 10);
    assert_eq!(told("bert@b.example", &letters), 20);
    club.sends("bert", "LEAVE 2026-02-01 2026-02-14");
    club.is_told("bert", "leave");
    club.nobody_is_told();
    // All of it is recorded.
    club.stands("T26/1", "/leave/0/from", "2026-02-01");
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    club.nobody_is_told();
    club.days_pass(1);
    club.ticks();
    for who in ["ann", "arbiter"] {
        club.is_told(who, "leave").says("takes leave");
    }
    club.nobody_is_told();
}

#[test]
fn an_autoresponder_gets_the_same_answer_once_in_two_days() {
    let mut club = Setup::new().opens();
    club.sends("ann", "1. 5254");
    let mail = club.is_told("bert", "move");
    club.is_told("ann", "confirmation");
    for day in 0..3 {
        let mut answers = 0;
        for n in 0..100 {
            club.now = club.now.plus_seconds(300);
            club.letter("bert")
                .answering(&mail)
                .message_id(&format!("auto-{day}-{n}@b.example"))
                .says(&format!("I am away until Monday. Ticket {day}{n}."))
                .posts();
            club.polls();
            let letters = club.takes_all();
            answers += letters.iter().filter(|m| m.to == "bert@b.example").count();
        }
        let expected = if day % 3 == 0 { 1..=3 } else { 0..=1 };
        assert!(
            expected.contains(&answers),
            "{answers} answers on day {day}"
        );
        club.days_pass(1);
    }
    club.stands("T26/1", "/status", "active");
}

/// What machines that count their letters write, with what may be a move, a game, a command.
const COUNTED: [&str; 5] = [
    "Thank you for writing to us. Your request has the number {n}.",
    "Ticket [#{n}] was opened for you. Somebody of our team will read it.",
    "Your message about 1. 5299 was received and has the number {n}, please wait for us.",
    "We have received your letter {n} about [T26/9]. Our office answers in order of receipt.",
    "Ваше обращение № {n} принято. Мы ответим Вам в порядке очереди, спасибо.",
];

#[test]
fn like_words_are_answered_once_in_two_days() {
    for text in COUNTED {
        let mut club = Setup::new().opens();
        club.sends("ann", "1. 5254");
        club.takes_all();
        let mut answers = Vec::new();
        for n in 0..20 {
            let mail = club.last_letter("bert", "T26/1");
            club.letter("bert")
                .answering(&mail)
                .message_id(&format!("ticket-{n}@b.example"))
                .says(&text.replace("{n}", &format!("{}", 40_190 + n)))
                .posts();
            club.polls();
            let letters = club.takes_all();
            if letters.iter().any(|m| m.to == "bert@b.example") {
                answers.push(n);
            }
            club.now = club.now.plus_seconds(9_000);
        }
        // Twenty letters go over fifty hours: the first is answered, and the second with the word
        // that the arbiter has it.
        assert!(answers.len() <= 3, "{text}: {answers:?}");
        assert!(
            answers.iter().filter(|n| **n > 2).count() <= 1,
            "{text}: {answers:?}"
        );
        club.stands("T26/1", "/ply", 1);
    }
}

/// A person who tries is answered each time, and so is who asks.
#[test]
fn whoever_tries_is_answered() {
    let mut club = Setup::new().opens();
    club.sends("ann", "1. 5254");
    club.takes_all();
    for text in [
        "Please tell me what stands here: STATUS?",
        "I think that I would like to play 1... 5799 here",
        "I think that I would like to play 1... 5788 here",
        "STATUS",
        "HELP",
        "STATUS",
        "REPEAT",
    ] {
        club.sends("bert", text);
        let letters = club.takes_all();
        assert!(to_bert(&letters) > 0, "{text}");
    }
}

#[test]
fn two_machines_find_an_end_over_days_too() {
    let mut club = Setup::new()
        .set("limits.answers_per_day", "12")
        .set("limits.answers_per_hour", "6")
        .set("limits.game_answers_per_day", "20")
        .opens();
    club.takes_all();
    club.sends("ann", "1. 5254");
    club.it_is("2026-01-11T00:00:00Z");
    for day in 0..4 {
        let mut written = 0;
        for hour in 0..24 {
            for round in 0..20 {
                let letters = club.takes_all();
                written += letters.len();
                for (n, mail) in letters
                    .iter()
                    .filter(|m| m.to == "bert@b.example")
                    .enumerate()
                {
                    club.letter("bert")
                        .answering(mail)
                        .message_id(&format!("m-{day}-{hour}-{round}-{n}@b.example"))
                        .says("STATUS")
                        .posts();
                }
                club.polls();
            }
            club.now = club.now.plus_seconds(3_600);
        }
        assert!(written <= 12 + 4, "{written} letters on day {day}");
    }
    club.everything_read();
}

#[test]
fn an_official_s_questions_past_the_limit_are_answered_when_it_allows() {
    let mut club = Setup::new().set("limits.answers_per_hour", "1").opens();
    club.sends("arbiter", "TODAY");
    let today = club.is_told("arbiter", "transcript");
    for text in [
        "LOG T26",
        "TODAY\nHELP",
        "LOG T26",
        "DRY-RUN\nPENALTY T26/1 white 2",
        "what is all this",
    ] {
        club.sends("arbiter", text);
        club.nobody_is_told();
        assert!(
            club.note()
                .contains("the answer is owed: limits.answers_per_hour is reached"),
            "{}",
            club.note()
        );
    }
    let verdicts = club.verdicts();
    assert_eq!(verdicts[1..5], ["command"; 4]);
    assert_eq!(verdicts[5], "not-understood");
    // An order is never held back, nor is what it says.
    club.letter("arbiter")
        .answering(&today)
        .says("PENALTY T26/1 black 3")
        .posts();
    club.polls();
    club.is_told("arbiter", "transcript").says("Done (decision");
    club.everything_read();
    // Killed and started again, nothing is forgotten: one letter answers everything as
    // it stands then.
    club.restarts();
    club.now = club.now.plus_seconds(3_600);
    club.ticks();
    let answer = club.is_told("arbiter", "transcript");
    answer
        .says("penalty of 3 days to black")
        .says("Only tried, nothing is changed")
        .says("PENALTY GAME SIDE DAYS");
    assert_eq!(answer.text.matches("PENALTY GAME SIDE DAYS").count(), 1);
    club.nobody_is_told();
    club.stands("T26/1", "/clock/white/penalty", 0);
    // Nothing more is owed, and his next question is answered in the next hour.
    club.sends("arbiter", "GAME T26/1");
    club.nobody_is_told();
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    club.is_told("arbiter", "transcript").says("T26/1");
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    club.nobody_is_told();
}

#[test]
fn of_a_code_that_was_not_taken_an_official_hears_later_too() {
    let mut club = Setup::new()
        .default_policy()
        .set("limits.answers_per_hour", "1")
        .opens();
    club.sends("arbiter", "YES K7HM4XPAWE");
    club.is_told("arbiter", "challenge")
        .says("have not sent to you");
    club.sends("arbiter", "YES K7HM4XPAWC");
    club.nobody_is_told();
    assert!(club.note().contains("is owed"), "{}", club.note());
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    club.is_told("arbiter", "challenge")
        .says("have not sent to you");
    club.nobody_is_told();
}
