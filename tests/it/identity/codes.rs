//! Codes: a yes confirms of a letter exactly what its list showed.

use crate::club::{Club, Draft, Setup};

const SETTINGS: [&str; 9] = [
    "FORMAT TEXT",
    "DAILY",
    "WARN 10 5 1",
    "FORMAT FULL",
    "AT ONCE",
    "WARN 9 5 1",
    "FORMAT SHORT",
    "STATUS",
    "WARN 8 5 1",
];

fn club() -> Club {
    Setup::new()
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
        .opens()
}

/// Whoever writes in Ann's name to the plain address.
fn forges(club: &mut Club, text: &str) {
    club.letter("ann").says(text).posts();
    club.polls();
}

#[test]
fn what_ends_something_is_always_shown_under_a_warning() {
    for act in ["RESIGN", "ACCEPT DRAW", "WITHDRAW"] {
        let mut club = club();
        let text = format!("{}\n{act}", SETTINGS.join("\n"));
        forges(&mut club, &text);
        let list = club.is_told("ann", "challenge");
        list.says("Take care: what follows would end a game for you");
        assert!(
            list.text.to_lowercase().contains(&shown_as(act)),
            "{act}: {}",
            list.text
        );
    }
}

fn shown_as(act: &str) -> String {
    match act {
        "RESIGN" => "resign".to_owned(),
        "ACCEPT DRAW" => "accept".to_owned(),
        _ => "withdraw".to_owned(),
    }
}

/// What has no room is not done by the yes; the next list asks it.
#[test]
fn what_the_list_does_not_show_is_not_done() {
    let mut club = club();
    let mut lines: Vec<String> = SETTINGS.iter().map(|l| (*l).to_owned()).collect();
    lines.push("LEAVE 2026-03-01 2026-03-05".to_owned());
    lines.push("DRAW?".to_owned());
    forges(&mut club, &lines.join("\n"));
    let first = club.is_told("ann", "challenge");
    first.says("and 3 more, which our next letter asks");
    assert!(!first.text.contains("2026-03-01"), "{}", first.text);
    club.sends("ann", &format!("YES {}", first.code()));
    club.stands("T26/1", "/draw_offer", serde_json::Value::Null);
    club.stands("T26/1", "/leave", serde_json::json!([]));
    let second = club.is_told("ann", "challenge");
    assert_ne!(first.code(), second.code());
    club.everything_read();
    club.sends("ann", &format!("YES {}", second.code()));
    club.stands("T26/1", "/draw_offer/side", "white");
    club.stands("T26/1", "/leave/0/from", "2026-03-01");
    club.everything_read();
    // Both are used.
    for code in [first.code(), second.code()] {
        club.sends("ann", &format!("YES {code}"));
        club.is_told("ann", "challenge")
            .says("has been used before");
    }
    club.nobody_is_told();
}

/// The same for an official: eight orders and a ninth that ends a game.
#[test]
fn an_order_that_is_not_shown_is_not_carried_out() {
    let mut club = club();
    let mut lines: Vec<String> = (1..=8)
        .map(|n| format!("PENALTY T26/1 white {n} --reason \"number {n}\" --anyway"))
        .collect();
    lines.push("RESULT T26/1 0-1 --reason forged --anyway".to_owned());
    club.letter("arbiter").says(&lines.join("\n")).posts();
    club.polls();
    let list = club.is_told("arbiter", "challenge");
    assert!(!list.text.contains("0-1"), "{}", list.text);
    list.says("and 1 more");
    club.sends("arbiter", &format!("YES {}", list.code()));
    club.stands("T26/1", "/result", "*");
    let next = club.is_told("arbiter", "challenge");
    next.says("RESULT T26/1 0-1");
    club.everything_read();
}

/// Whatever of a letter is done stands in its list: what is written around a move, dates, words.
#[test]
fn all_that_a_yes_does_is_shown() {
    for (letter, shown) in [
        (
            "1. 5254 if 1... 5755 2. 7163 if 2... 2836 3. 6125",
            "1. 5254 (1... 5755 2. 7163) (2... 2836 3. 6125)",
        ),
        (
            "1. 5254\nreceived 2026-01-09",
            "1. 5254 (received on 9 January 2026)",
        ),
        (
            "1. 5254\nOPPONENT: you play like a horse",
            "you play like a horse",
        ),
        ("PROTEST the hour was wrong", "the hour was wrong"),
        ("ARBITER: he is a cheat", "he is a cheat"),
    ] {
        let mut club = club();
        forges(&mut club, letter);
        let list = club.is_told("ann", "challenge");
        let text = list.text.replace(['¦', '\n', '\u{a0}'], " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain: String = text.chars().filter(|c| c.is_ascii()).collect();
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(shown), "{letter}: {}", list.text);
        club.everything_read();
    }
}

/// A repetition is part of it: a wrong one would be charged.
#[test]
fn a_repetition_is_shown_before_it_is_charged() {
    let mut club = club();
    for (who, text) in [("ann", "1. 5254"), ("bert", "1... 5755")] {
        let last = club.last_letter(who, "T26/1");
        club.letter(who).answering(&last).says(text).posts();
        club.polls();
        club.everything_read();
    }
    forges(&mut club, "1... 5756 2. 7163");
    let list = club.is_told("ann", "challenge");
    list.says("5756");
}

/// A move that a sentence tells of stands in the list, and only as it stood there.
#[test]
fn a_move_in_a_sentence_is_shown() {
    let mut club = club();
    forges(&mut club, "Hello! I play e2-e4 now. Best wishes, Ann");
    let list = club.is_told("ann", "challenge");
    list.says("e2-e4");
    club.sends("ann", &format!("YES {}", list.code()));
    club.stands("T26/1", "/ply", 1);
    club.everything_read();
}

/// How a yes is written that others can read, or that its domain denies.
type Answers = (&'static str, for<'c> fn(Draft<'c>) -> Draft<'c>);

const SEEN: &[Answers] = &[
    ("with somebody in Cc", |d| d.header("Cc: bert@b.example")),
    ("with somebody in To", |d| {
        d.to("moves@club.example, bert@b.example")
    }),
    ("sent on", |d| d.header("Resent-To: bert@b.example")),
    ("with a name in Cc", |d| d.header("Cc: Bert Baker")),
];

#[test]
fn an_answer_with_other_recipients_voids_its_list() {
    for (what, answers) in SEEN {
        let mut club = club();
        forges(&mut club, "1. 5254");
        forges(&mut club, "RESIGN");
        let lists: Vec<_> = club
            .takes_all()
            .into_iter()
            .filter(|m| m.kind == "challenge")
            .collect();
        let last = lists.last().unwrap();
        let codes = last.codes();
        assert_eq!(codes.len(), 2, "{what}: {}", last.text);
        let yes = format!("YES {}", codes[0]);
        answers(club.letter("ann")).says(&yes).posts();
        club.polls();
        club.stands("T26/1", "/ply", 1);
        // New codes for the rest leave at once; the old one, which Bert has read, is void.
        let renewed = club.is_told("ann", "challenge");
        assert_eq!(renewed.codes().len(), 1, "{what}: {}", renewed.text);
        assert_ne!(renewed.code(), codes[1], "{what}");
        club.everything_read();
        club.sends("ann", &format!("YES {}", codes[1]));
        club.stands("T26/1", "/result", "*");
        club.everything_read();
        club.sends("ann", &format!("YES {}", renewed.code()));
        club.stands("T26/1", "/result", "0-1");
        club.everything_read();
    }
}

const DENIED: &str = "Authentication-Results: mx.club.example; dmarc=fail header.from=a.example\n\
     Received: from mail.evil.example (unknown [198.51.100.9])\n\
     \tby mx.club.example (Postfix) with ESMTP id 4XyZ1; Sat, 10 Jan 2026 09:00:00 +0000\n";

#[test]
fn where_its_domain_denies_the_answer_what_ends_something_needs_the_list() {
    for (text, ply, result) in [("1. 5254", 1, "*"), ("RESIGN", 0, "*")] {
        let mut club = club();
        forges(&mut club, text);
        let list = club.is_told("ann", "challenge");
        let yes = format!("YES {}", list.code());
        club.letter("ann").trace(DENIED).says(&yes).posts();
        club.polls();
        club.stands("T26/1", "/ply", ply);
        club.stands("T26/1", "/result", result);
        club.everything_read();
        if text == "RESIGN" {
            assert_eq!(club.verdict(), "unverified");
            club.letter("ann")
                .trace(DENIED)
                .answering(&list)
                .says(&yes)
                .posts();
            club.polls();
            club.stands("T26/1", "/result", "0-1");
            club.everything_read();
        }
    }
}

/// What a circular says is what it orders: the genuine one and a forged one do not look alike.
#[test]
fn an_official_sees_the_words_of_his_circular() {
    let mut club = club();
    for words in [
        "The second round begins on Monday.",
        "Round two is off. Eve",
    ] {
        let order = format!("CIRCULAR T26\n{words}");
        club.letter("arbiter").says(&order).posts();
        club.polls();
        club.is_told("arbiter", "challenge").says(words);
    }
    club.everything_read();
}

/// The genuine address and a forged one do not look alike to who gave the order.
#[test]
fn an_official_sees_the_addresses_in_his_orders() {
    let mut club = club();
    for address in ["ann@new.example", "eve@evil.example"] {
        let order = format!("ADDRESS T26:1 {address} --reason moved");
        club.letter("arbiter").says(&order).posts();
        club.polls();
        club.is_told("arbiter", "challenge").says(address);
    }
    club.everything_read();
}
