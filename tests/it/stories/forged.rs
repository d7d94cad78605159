//! Forged mail: policy by what is forged. Whoever forges, no move is made of it,
//! nobody but the registered address hears of it, and the verdict says so.

use crate::club::{Club, Draft, Mail, Setup};

const BORDER: &str = "Received: from mail.evil.example (unknown [198.51.100.9])\n\
    \tby mx.club.example (Postfix) with ESMTP id 4XyZ1; Sat, 10 Jan 2026 09:00:00 +0000\n";
const FORGED: &str = "Authentication-Results: mx.club.example; dkim=pass header.d=a.example\n";

/// What a forger may have got hold of.
struct Known {
    /// The letter Ann has answered already: its token is spent.
    spent: Mail,
    /// The letter to her that waits for an answer, in the other game.
    other_game: Mail,
    /// Bert's letters.
    to_bert: Mail,
    /// A challenge to Ann, and its code.
    challenge: Mail,
    code: String,
    /// A code to Bert.
    bert_code: String,
    /// A code that has been used.
    used: String,
}

fn code(mail: &Mail) -> String {
    mail.code()
}

/// Ann has moved in T26/1, Bert has answered; T26/2 waits for her first move.
fn club(policy: &str) -> (Club, Known) {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .set("auth.policy", policy)
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
        .opens();
    let spent = club.last_letter("ann", "T26/1");
    let other_game = club.last_letter("ann", "T26/2");
    club.letter("ann").answering(&spent).says("1. 5254").posts();
    club.polls();
    let told = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .answering(&told)
        .says("1... 5755")
        .posts();
    club.polls();
    club.everything_read();
    let to_bert = club.last_letter("bert", "T26/1");
    let mut codes = Vec::new();
    let mut challenge = None;
    for (who, text) in [("ann", "REPORT"), ("bert", "STATUS"), ("ann", "STATUS")] {
        club.letter(who).subject("[T26/1]").says(text).posts();
        club.polls();
        if policy == "address" {
            codes.push("K7HM4XPAWE".to_owned());
            continue;
        }
        let mail = club.is_told(who, "challenge");
        codes.push(code(&mail));
        challenge = Some(mail);
    }
    let used = codes.remove(0);
    let bert_code = codes.remove(0);
    let code = codes.remove(0);
    if policy != "address" {
        club.sends("ann", &format!("YES {used}"));
    }
    club.everything_read();
    let known = Known {
        challenge: challenge.unwrap_or_else(|| spent.clone()),
        spent,
        other_game,
        to_bert,
        code,
        bert_code,
        used,
    };
    (club, known)
}

/// A forged letter: what it is, how it is written, its verdict, and who hears of it.
type Forged = (
    &'static str,
    for<'c> fn(&Known, Draft<'c>) -> Draft<'c>,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const ASKED: &[(&str, &str)] = &[("ann", "challenge")];
const NOBODY: &[(&str, &str)] = &[];
const MOVE: &str = "2. 7163";

/// Forgeries that no policy but `address` lets through, and what becomes of them.
const FORGERIES: &[Forged] = &[
    ("From alone", |_, d| d.says(MOVE), "unverified", ASKED),
    (
        "with the token of a letter that was answered",
        |k, d| d.answering(&k.spent).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with the token of another player",
        |k, d| d.answering(&k.to_bert).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with the secret address of another player",
        |k, d| d.to(&k.to_bert.reply_to).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with results above everything, and no Received",
        |_, d| d.trace(FORGED).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with results below our Received",
        |_, d| d.trace(BORDER).trace(FORGED).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with a second Received of ours below them",
        |_, d| d.trace(BORDER).trace(FORGED).trace(BORDER).says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with results of a host of its own",
        |_, d| {
            d.trace(&FORGED.replace("mx.club", "mx.evil"))
                .trace(BORDER)
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "with our name in a comment",
        |_, d| {
            d.trace("Authentication-Results: mx.evil.example (mx.club.example); dkim=pass header.d=a.example\n")
                .trace(BORDER)
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "with a pass in a comment of ours",
        |_, d| {
            d.trace("Authentication-Results: mx.club.example; spf=fail (x; dkim=pass header.d=a.example; y) smtp.mailfrom=evil.example\n")
                .trace(BORDER)
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "with a pass for the forger's own domain",
        |_, d| {
            d.trace(&FORGED.replace("a.example", "evil.example"))
                .trace(BORDER)
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "a verified letter of hers, sent on to the robot",
        |_, d| {
            d.trace(FORGED)
                .trace(BORDER)
                .to("friend@x.example")
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "a verified letter of hers, four days old",
        |_, d| {
            d.trace(FORGED)
                .trace(BORDER)
                .dated("2026-01-06T08:00:00Z")
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "with an address to answer to",
        |_, d| d.header("Reply-To: eve@evil.example").says(MOVE),
        "unverified",
        ASKED,
    ),
    (
        "with the code in the subject",
        |k, d| d.subject(&format!("YES {}", k.code)).says("hello"),
        "unverified",
        ASKED,
    ),
    (
        "with the code in a quotation",
        |k, d| d.says(&format!("hello\n\n> YES {}\n", k.code)),
        "unverified",
        ASKED,
    ),
    (
        "with a code that was used",
        |k, d| d.says(&format!("YES {}", k.used)),
        "unverified",
        ASKED,
    ),
    (
        "with the code of another player",
        |k, d| d.says(&format!("YES {}", k.bert_code)),
        "unverified",
        ASKED,
    ),
    (
        "our question, sent back by a machine",
        |k, d| d.says(&k.challenge.text.clone()),
        "unverified",
        ASKED,
    ),
];

/// Forgeries that are nobody's letter, whatever the policy.
const NOBODYS: &[Forged] = &[
    (
        "her address as a display name",
        |_, d| d.from("\"ann@a.example\" <eve@evil.example>").says(MOVE),
        "unknown-sender",
        NOBODY,
    ),
    // It may be hers all the same (56.1.2): she is asked, and nobody else.
    (
        "her token from another address",
        |k, d| {
            d.from("eve@evil.example")
                .answering(&k.other_game)
                .says(MOVE)
        },
        "unverified",
        ASKED,
    ),
    (
        "her address as Sender and Reply-To",
        |_, d| {
            d.from("eve@evil.example")
                .header("Sender: ann@a.example")
                .header("Reply-To: ann@a.example")
                .says(MOVE)
        },
        "unknown-sender",
        NOBODY,
    ),
    (
        "two addresses in From",
        |_, d| d.from("ann@a.example, eve@evil.example").says(MOVE),
        "unknown-sender",
        NOBODY,
    ),
    (
        "two From headers",
        |_, d| d.header("From: eve@evil.example").says(MOVE),
        "unknown-sender",
        NOBODY,
    ),
    (
        "two From headers, the forger's first",
        |_, d| d.trace("From: eve@evil.example\n").says(MOVE),
        "unknown-sender",
        NOBODY,
    ),
    (
        "an automatic answer that holds the code",
        |k, d| {
            d.header("Auto-Submitted: auto-replied")
                .says(&format!("YES {}", k.code))
        },
        "auto-reply",
        NOBODY,
    ),
    (
        "an absence note that answers with her fresh token",
        |k, d| {
            d.answering(&k.other_game)
                .header("X-Autoreply: yes")
                .says("1. 5254")
        },
        "auto-reply",
        NOBODY,
    ),
];

fn try_all(policy: &str, forgeries: &[Forged]) {
    for (what, write, verdict, heard) in forgeries {
        let (mut club, known) = club(policy);
        let before = (club.game("T26/1"), club.game("T26/2"));
        write(&known, club.letter("ann").subject("my move [T26/1]")).posts();
        club.polls();
        assert_eq!(club.verdict(), *verdict, "{policy}: {what}");
        for (who, kind) in *heard {
            club.is_told(who, kind);
        }
        club.nobody_is_told();
        let after = (club.game("T26/1"), club.game("T26/2"));
        assert_eq!(after, before, "{policy}: {what}");
        // Whatever was forged, the fresh token of hers is as good as before.
        let fresh = club.last_letter("ann", "T26/2");
        club.letter("ann").answering(&fresh).says("1. 5254").posts();
        club.polls();
        assert_eq!(club.verdict(), "move", "{policy}: after {what}");
        club.everything_read();
    }
}

#[test]
fn forgeries_under_token() {
    try_all("token", FORGERIES);
}

#[test]
fn forgeries_under_token_or_verified() {
    try_all("token-or-verified", FORGERIES);
}

#[test]
fn letters_of_nobody_under_every_policy() {
    for policy in ["token", "token-or-verified", "address"] {
        try_all(policy, NOBODYS);
    }
}

#[test]
fn a_token_of_one_game_moves_in_no_other() {
    // All signs present must name one game: the token one, the subject the other.
    let (mut club, known) = club("token");
    club.letter("ann")
        .to(&known.other_game.reply_to)
        .subject("[T26/1]")
        .says(MOVE)
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "no-game");
    club.is_told("ann", "not-understood");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 2);
    club.stands("T26/2", "/ply", 0);
}

#[test]
fn a_code_after_three_days() {
    for policy in ["token", "token-or-verified"] {
        let (mut club, known) = club(policy);
        club.days_pass(4);
        club.sends("ann", &format!("YES {}", known.code));
        assert_eq!(club.verdict(), "unverified");
        club.is_told("ann", "challenge").says("does not hold");
        club.nobody_is_told();
    }
}
