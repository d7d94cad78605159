//! Verification by what our own mail server wrote (CONTRACT.md 4, Who).

use crate::club::{Club, Draft, Setup};

/// Our border host, and what it says of a good letter of Ann's.
const BORDER: &str = "Received: from mail.a.example (mail.a.example [192.0.2.7])\n\
    \tby mx.club.example (Postfix) with ESMTPS id 4XyZ1\n\
    \tfor <moves@club.example>; Sat, 10 Jan 2026 09:00:00 +0000 (UTC)\n";
const GOOD: &str = "Authentication-Results: mx.club.example;\n\
    \tdkim=pass (2048-bit key) header.d=a.example;\n\
    \tdmarc=pass (p=none) header.from=a.example\n";

/// How a letter is written.
type Write = fn(Draft<'_>) -> Draft<'_>;

fn setup() -> Setup {
    Setup::new()
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
}

/// What becomes of a letter of Ann's to a fresh club.
fn verdict_of(setup: Setup, write: impl FnOnce(Draft<'_>) -> Draft<'_>) -> String {
    let mut club = setup.opens();
    write(club.letter("ann").signed("a.example").says("1. 5254")).posts();
    club.polls();
    let verdict = club.verdict();
    let plies = if verdict == "move" { 1 } else { 0 };
    club.stands("T26/1", "/ply", plies);
    if verdict == "move" {
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
    }
    club.all_read("challenge");
    club.nobody_is_told();
    verdict
}

#[test]
fn what_our_border_verified_is_believed() {
    let all: [(&str, Write, &str); 13] = [
        (
            "above our Received",
            |d| d.trace(GOOD).trace(BORDER),
            "move",
        ),
        ("below it", |d| d.trace(BORDER).trace(GOOD), "unverified"),
        ("without any Received", |d| d.trace(GOOD), "unverified"),
        ("without results", |d| d.trace(BORDER), "unverified"),
        (
            "by another host",
            |d| {
                d.trace(&GOOD.replace("mx.club.example", "mx.evil.example"))
                    .trace(BORDER)
            },
            "unverified",
        ),
        (
            "of another domain",
            |d| {
                d.trace(&GOOD.replace("a.example", "b.example"))
                    .trace(BORDER)
            },
            "unverified",
        ),
        (
            "to somebody else, with the robot in Bcc",
            |d| {
                d.trace(GOOD)
                    .trace(BORDER)
                    .to("friend@x.example")
                    .header("Delivered-To: moves@club.example")
            },
            "unverified",
        ),
        (
            "with the robot in Cc",
            |d| {
                d.trace(GOOD)
                    .trace(BORDER)
                    .to("friend@x.example")
                    .header("Cc: \"Moves\" <MOVES+x@club.example>")
            },
            "move",
        ),
        (
            "almost three days on the way",
            |d| d.trace(GOOD).trace(BORDER).dated("2026-01-07T09:00:00Z"),
            "move",
        ),
        (
            "more than three days on the way",
            |d| d.trace(GOOD).trace(BORDER).dated("2026-01-07T08:59:59Z"),
            "unverified",
        ),
        (
            "two Subject headers",
            |d| d.trace(GOOD).trace(BORDER).header("Subject: [T26/1]"),
            "unverified",
        ),
        (
            "two From headers",
            |d| d.trace(GOOD).trace(BORDER).header("From: ann@a.example"),
            "unknown-sender",
        ),
        (
            "two addresses in From",
            |d| {
                d.trace(GOOD)
                    .trace(BORDER)
                    .from("ann@a.example, bert@b.example")
            },
            "unknown-sender",
        ),
    ];
    for (what, write, expected) in all {
        assert_eq!(verdict_of(setup(), write), expected, "{what}");
        // Under "token" none of it is enough.
        let strict = verdict_of(setup().set("auth.policy", "token"), write);
        let expected = expected.replace("move", "unverified");
        assert_eq!(strict, expected, "{what}");
    }
}

#[test]
fn below_our_received_only_where_the_configuration_says_so() {
    let set = || setup().set("auth.results_below_received", "true");
    let below = verdict_of(set(), |d| d.trace(BORDER).trace(GOOD));
    assert_eq!(below, "move");
    let next = "Received: from x by mail.a.example; Sat, 10 Jan 2026 08:59:00 +0000\n";
    assert_eq!(
        verdict_of(set(), |d| d.trace(BORDER).trace(next).trace(GOOD)),
        "unverified"
    );
}

#[test]
fn a_letter_sent_once_more_by_another_changes_nothing() {
    let mut club: Club = setup().opens();
    let send = |club: &mut Club| {
        club.letter("ann")
            .signed("a.example")
            .trace(GOOD)
            .trace(BORDER)
            .message_id("one@a.example")
            .says("1. 5254")
            .posts();
        club.polls();
    };
    send(&mut club);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    send(&mut club);
    assert_eq!(club.verdict(), "duplicate");
    club.nobody_is_told();
}

#[test]
fn a_look_alike_of_an_address_is_a_stranger() {
    for from in ["аnn@a.example", "ann@а.example", "ann@\u{212a}.example"] {
        let mut club = Setup::new().opens();
        club.letter("ann").from(from).says("1. 5254").posts();
        club.polls();
        assert_eq!(club.verdict(), "unknown-sender", "{from}");
        club.nobody_is_told();
    }
}
