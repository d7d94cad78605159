//! Machines that answer everything we send: with whatever they say, and under
//! whatever name, it comes to an end, and moves are played all the same.

use crate::club::{ARBITER, Club, Mail, Setup};

/// Letters a day in these stories, and an hour.
const DAY: usize = 12;
const HOUR: usize = 6;

fn club() -> Club {
    Setup::new()
        .set("limits.answers_per_day", "12")
        .set("limits.answers_per_hour", "6")
        .set("limits.game_answers_per_day", "20")
        .opens()
}

/// Bert's machine answers every letter to him, until there are none. How many
/// letters we wrote, to whomever.
fn answered_by(club: &mut Club, mut answer: impl FnMut(&mut Club, &Mail, usize)) -> usize {
    let mut written = 0;
    for round in 0.. {
        assert!(round < 200, "the loop goes on and on: {written} letters");
        let letters = club.takes_all();
        if letters.is_empty() {
            return written;
        }
        written += letters.len();
        for mail in letters.iter().filter(|m| m.to == "bert@b.example") {
            answer(club, mail, round);
        }
        club.polls();
    }
    written
}

/// Ann has moved; the letter to Bert is what sets his machine off.
fn set_off() -> Club {
    let mut club = club();
    club.takes_all();
    club.sends("ann", "1. 5254");
    club
}

#[test]
fn whatever_a_machine_answers_it_finds_an_end() {
    for text in [
        "I am on holiday and read no mail.",
        "STATUS",
        "HELP",
        "REPORT",
        "REPEAT",
        "FORMAT TEXT",
        "DRAW?",
        "ACCEPT DRAW",
        "DECLINE DRAW",
        "CLAIM DRAW",
        "CLAIM TIME",
        "PROTEST I am away",
        "ARBITER hello",
        "OPINION 1-0",
        "APPEAL no",
        "WITHDRAW",
        "ADDRESS other@b.example",
        "LEAVE 2026-02-01 2026-02-02",
        "END LEAVE",
        "CHECK 1... 5755",
        // The same rejected move again and again, and moves out of turn or unclear.
        "1... 5752",
        "1... 5251",
        "12... 5755",
        "1. 5254",
        "e9",
        "T26/1\nSTATUS\nT26/7\n1. 5254",
        "STATUS\nHELP\nREPORT\nREPEAT",
        "",
    ] {
        let mut club = set_off();
        let written = answered_by(&mut club, |club, mail, round| {
            club.letter("bert")
                .answering(mail)
                .message_id(&format!("auto-{round}-{}@b.example", mail.message_id.len()))
                .says(text)
                .posts();
        });
        // The confirmation and the move, what the limit allows (a ruling's last
        // letters may go over it by one or two), and a word to the arbiter.
        assert!(written <= 2 + HOUR + 3 + 1, "{text:?}: {written} letters");
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn a_machine_that_quotes_us_moves_nothing_and_finds_an_end() {
    let mut club = set_off();
    let written = answered_by(&mut club, |club, mail, round| {
        let quoted: Vec<String> = mail.text.lines().map(|l| format!("> {l}")).collect();
        let text = format!("On 10.01.2026 the club wrote:\n{}", quoted.join("\n"));
        let id = format!("quoting-{round}@b.example");
        club.letter("bert")
            .answering(mail)
            .message_id(&id)
            .says(&text)
            .posts();
    });
    assert!(written <= 2 + HOUR + 3 + 1, "{written} letters");
    // Without any mark of a quotation.
    let mut club = set_off();
    let written = answered_by(&mut club, |club, mail, round| {
        let id = format!("full-{round}@b.example");
        club.letter("bert")
            .answering(mail)
            .message_id(&id)
            .says(&mail.text)
            .posts();
    });
    assert!(written <= 2 + HOUR + 3 + 1, "{written} letters");
    club.stands("T26/1", "/ply", 1);
    // With a word of its own above it, and not as an answer to anything.
    let mut club = set_off();
    answered_by(&mut club, |club, mail, round| {
        let id = format!("away-{round}@b.example");
        let text = format!("I am away until Monday.\n\n{}", mail.text);
        club.letter("bert").message_id(&id).says(&text).posts();
    });
    club.stands("T26/1", "/ply", 1);
}

#[test]
fn a_move_in_place_of_the_example_is_the_players() {
    let mut club = set_off();
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    let example = |l: &&str| l.trim().starts_with("1... ") && l.split_whitespace().count() == 2;
    let example = mail.text.lines().find(example).unwrap();
    let text = mail.text.replace(example, "    1... 5754");
    club.letter("bert").answering(&mail).says(&text).posts();
    club.polls();
    assert_eq!(club.verdict(), "move-rejected");
    // With all our words around it, it is asked about and costs nothing.
    club.is_told("bert", "not-understood");
    club.stands("T26/1", "/clock/black/penalty", 0);
    // And the example itself, by itself, is a move like any other.
    club.letter("bert")
        .answering(&mail)
        .says(&format!("Hello,\n\n{}\n\nRegards\nBert\n", example.trim()))
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
}

#[test]
fn a_machine_that_says_it_is_one_gets_no_answer() {
    for (header, text) in [
        ("Auto-Submitted: auto-replied", "1... 5755"),
        ("X-Autoreply: yes", "1... 5755"),
        ("X-Loop: bert@b.example\nX-Autorespond: yes", "1... 5755"),
        // What lists and relays mark stands on letters of people too: these ask for nothing.
        ("Precedence: bulk", "News of the club"),
        ("Return-Path: <>", "News of the club"),
    ] {
        let mut club = set_off();
        let written = answered_by(&mut club, |club, mail, _| {
            club.letter("bert")
                .answering(mail)
                .header(header)
                .says(text)
                .posts();
        });
        assert_eq!(written, 2, "{header}");
        club.stands("T26/1", "/ply", 1);
    }
}

#[test]
fn a_machine_with_another_address_every_time_gets_no_answer() {
    let mut club = set_off();
    let mut n = 0;
    let written = answered_by(&mut club, |club, mail, _| {
        n += 1;
        let from = format!("bert+{n}@b.example");
        club.letter(&from).answering(mail).says("STATUS").posts();
    });
    // Whose token it carries is asked once a day (56.1.2); the machine hears nothing.
    assert_eq!(written, 3);
    assert_eq!(club.verdict(), "unverified");
}

#[test]
fn the_limit_is_by_the_hour_and_by_the_day_and_the_arbiter_is_told_once() {
    let mut club = set_off();
    club.takes_all();
    let (mut told, mut answers) = (0, 0);
    for _ in 0..30 {
        for n in 0..HOUR + 2 {
            club.letter("bert").says(&format!("STATUS\nhm {n}")).posts();
            club.polls();
        }
        assert!(club.note().contains("is reached"), "{}", club.note());
        let letters = club.takes_all();
        told += letters.iter().filter(|m| m.to == ARBITER).count();
        let now = letters.iter().filter(|m| m.to == "bert@b.example").count();
        assert!(now <= HOUR + 1, "{now} in an hour");
        answers += now;
        // Twenty minutes more, so that hours begin anew and the day does not end.
        club.now = club.now.plus_seconds(25 * 60);
    }
    assert!((DAY..=DAY + 2).contains(&answers), "{answers} in a day");
    assert_eq!(told, 1);
    // A move is played and confirmed all the same.
    club.letter("bert").says("1... 5755").posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // The next day all is as before, and what was owed comes in one letter.
    club.days_pass(1);
    club.polls();
    club.is_told("bert", "status");
    club.nobody_is_told();
    club.sends("bert", "STATUS");
    club.is_told("bert", "status");
    club.nobody_is_told();
}

#[test]
fn two_machines_that_write_to_each_other_through_us_find_an_end() {
    for (ann, bert) in [
        ("DRAW?", "DECLINE DRAW"),
        ("PROTEST x", "PROTEST y"),
        ("hm", "hm"),
    ] {
        let mut club = club();
        let mut written = 0;
        for round in 0.. {
            assert!(round < 200, "the loop goes on and on: {written} letters");
            let letters = club.takes_all();
            if letters.is_empty() {
                break;
            }
            written += letters.len();
            for (n, mail) in letters.iter().enumerate() {
                let (who, text) = match mail.to.as_str() {
                    "ann@a.example" => ("ann", ann),
                    "bert@b.example" => ("bert", bert),
                    _ => continue,
                };
                let id = format!("{who}-{round}-{n}@mail.example");
                club.letter(who)
                    .answering(mail)
                    .message_id(&id)
                    .says(text)
                    .posts();
            }
            club.polls();
        }
        // Each to his own limit, or the game to its, and both arbiters' words.
        assert!(written <= 2 + 2 * (HOUR + 3) + 3, "{written} letters");
    }
}

#[test]
fn everybody_together_have_a_limit_too() {
    let mut club = Setup::new()
        .round_robin(6)
        .set("limits.all_answers_per_hour", "10")
        .opens();
    club.takes_all();
    for n in 0..5 {
        for who in ["ann", "bert", "clara", "dima", "ewa", "filip"] {
            club.letter(who).says(&format!("STATUS\nhm {n}")).posts();
        }
    }
    club.polls();
    let letters = club.takes_all();
    let answers = letters.iter().filter(|m| m.to != ARBITER).count();
    assert!((10..=11).contains(&answers), "{answers}");
    assert_eq!(letters.len() - answers, 1);
    // What was owed to each leaves first, in a letter each.
    club.now = club.now.plus_seconds(3_600);
    club.polls();
    let owed = club.takes_all();
    assert!((4..=6).contains(&owed.len()), "{}", owed.len());
    assert!(owed.iter().all(|m| m.kind == "status"));
    club.sends("ewa", "STATUS");
    club.is_told("ewa", "status");
}

/// Quotes each line, and breaks what is longer than so many characters: the end stands on a
/// line of its own, unmarked, as some programs leave it.
fn broken(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut line = format!("> {line}");
        while line.chars().count() > width {
            let most: usize = line.chars().take(width).map(char::len_utf8).sum();
            let Some(cut) = line[..most].rfind(' ').filter(|cut| *cut > 2) else {
                break;
            };
            out.push_str(&line[..cut]);
            out.push('\n');
            line = line[cut + 1..].to_owned();
        }
        out.push_str(&line);
        out.push('\n');
    }
    out
}

#[test]
fn a_quotation_that_is_broken_at_any_width_does_nothing() {
    let mut club = set_off();
    club.is_told("ann", "confirmation");
    let mut mail = club.is_told("bert", "move");
    for (round, width) in [48, 50, 56, 64, 68, 72, 74].into_iter().enumerate() {
        let text = format!("Thank you!\n\n{}", broken(&mail.text, width));
        club.letter("bert")
            .answering(&mail)
            .message_id(&format!("broken-{round}@b.example"))
            .says(&text)
            .posts();
        club.polls();
        assert_eq!(club.verdict(), "not-understood", "{width}");
        club.stands("T26/1", "/ply", 1);
        mail = club.last_letter("bert", "T26/1");
        club.everything_read();
    }
    club.everything_read();
}
