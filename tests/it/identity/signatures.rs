//! A signature vouches for what it covers, and for nothing else (CONTRACT.md 4 and 5): who
//! sends a signed letter on as a letter to the robot, and what happens.

use super::providers::{
    BORDERS, Border, Letter, PROVIDERS, Provider, WAYS, Way, first_signs, received,
};
use super::seal::is_good;
use crate::club::{Club, Setup};
use postchess::letter;
use postchess::robot::evidence;

const ROBOT: &str = "moves@club.example";

fn setup() -> Setup {
    Setup::new()
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
}

/// Ann has the move, and two games.
fn two_games() -> Club {
    let mut club = setup().pairs(&[(1, 2), (1, 3)]).opens();
    club.everything_read();
    club
}

/// One game, in which it is Ann's move.
fn one_game() -> Club {
    let mut club = setup().opens();
    club.everything_read();
    club
}

/// A letter of Ann's to the robot, written now.
fn of_ann(club: &Club, text: &str) -> Letter {
    Letter {
        from: "Ann Archer <ann@a.example>".to_owned(),
        to: ROBOT.to_owned(),
        cc: None,
        subject: "my move".to_owned(),
        date: Some(club.now.rfc2822()),
        message_id: "one@a.example".to_owned(),
        answers: None,
        text: text.to_owned(),
    }
}

/// The same, to Bert alone: what he asked her for.
fn to_bert(club: &Club, text: &str) -> Letter {
    Letter {
        to: "Bert Baker <bert@b.example>".to_owned(),
        subject: "Re: what does one write?".to_owned(),
        ..of_ann(club, text)
    }
}

/// Sent on: all that the border host can say is that the signature is good.
fn sent_on(letter: &str, border: Border) -> String {
    border.above(Way::Forwarded, Some(&first_signs(letter))) + letter
}

/// With a header field more in it.
fn with(letter: &str, field: &str) -> String {
    letter.replacen("\r\nFrom:", &format!("\r\n{field}\r\nFrom:"), 1)
}

fn drops(club: &mut Club, letter: &str) -> String {
    club.drops(letter.as_bytes());
    club.polls();
    club.verdict()
}

/// What nobody but a provider that signs To and Cc could keep out.
const UNSIGNED_CC: [Provider; 4] = [
    Provider::Outlook,
    Provider::Yandex,
    Provider::ICloud,
    Provider::Gmx,
];

#[test]
fn the_signatures_of_the_tests_are_good_for_what_they_cover() {
    let club = one_game();
    for provider in PROVIDERS {
        let signed = to_bert(&club, "DRAW?\n\nAnn ").signed_by(provider);
        assert!(is_good(&signed), "{provider:?}\n{signed}");
        assert!(!is_good(&signed.replace("DRAW", "RESIGN")), "{provider:?}");
        let added = with(&signed, &format!("Cc: {ROBOT}"));
        assert_eq!(
            is_good(&added),
            UNSIGNED_CC.contains(&provider),
            "{provider:?}"
        );
        let to = signed.replace("bert@b.example", ROBOT);
        assert_eq!(is_good(&to), provider == Provider::Outlook);
        let charset = signed.replace("charset=utf-8", "charset=koi8-r");
        let unsigned = [Provider::Gmail, Provider::Yandex, Provider::Gmx];
        assert_eq!(is_good(&charset), unsigned.contains(&provider));
        let id = signed.replace("one@a.example", "two@a.example");
        assert_eq!(is_good(&id), provider == Provider::Gmx);
    }
}

#[test]
fn a_private_letter_with_the_robot_in_a_cc_of_another_s_does_nothing() {
    for text in ["DRAW?", "RESIGN", "1. 5254"] {
        for provider in UNSIGNED_CC {
            for border in BORDERS {
                let mut club = one_game();
                let private = to_bert(&club, text).signed_by(provider);
                let added = with(&sent_on(&private, border), &format!("Cc: {ROBOT}"));
                let what = format!("{text} of {provider:?} behind {border:?}");
                assert_eq!(drops(&mut club, &added), "unverified", "{what}");
                club.stands("T26/1", "/ply", 0);
                club.stands("T26/1", "/result", "*");
                club.is_told("ann", "challenge");
                club.nobody_is_told();
            }
        }
    }
}

/// How a letter of Ann's to the robot is forged of what her server signed: what is done, and
/// the letter as it comes.
type Forged = (&'static str, fn(&Club) -> String);

const BASIC: [&str; 4] = ["From", "To", "Subject", "Date"];

const FORGED: &[Forged] = &[
    ("To is not signed, and was written anew", |club| {
        let signed = to_bert(club, "RESIGN").signed_by(Provider::Outlook);
        let to = "To: Bert Baker <bert@b.example>";
        sent_on(&signed, Border::Rspamd).replace(to, &format!("To: {ROBOT}"))
    }),
    (
        "a second signature of the same domain, key and first signs covers all",
        |club| {
            let signed = to_bert(club, "RESIGN").signed_by(Provider::Gmx);
            let b = first_signs(&signed);
            let bogus = format!(
                "DKIM-Signature: v=1; a=ed25519-sha256; d=a.example; s=s1;\r\n\t\
             h=From:To:Cc:Date:Subject; bh=aGFzaA==; b={b}AAAA"
            );
            let added = with(&signed, &format!("Cc: {ROBOT}\r\n{bogus}"));
            sent_on(&added, Border::Rspamd)
        },
    ),
    (
        "the same above the genuine one, behind a border that names neither key nor signs",
        |club| {
            let signed = to_bert(club, "RESIGN").signed_by(Provider::Gmx);
            let added = with(&signed, &format!("Cc: {ROBOT}"));
            let bogus = "DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=x; \
                     h=From:To:Cc:Date:Subject; bh=aGFzaA==; b=AAAA\r\n";
            Border::Yandex.above(Way::Forwarded, Some("x")) + bogus + &added
        },
    ),
    ("a signature that cannot be read stands beside it", |club| {
        let signed = of_ann(club, "RESIGN").signed_by(Provider::Gmail);
        sent_on(
            &with(&signed, "DKIM-Signature: d=a.example; d=a.example"),
            Border::Google,
        )
    }),
    (
        "the signed part of the body ends before what is added",
        |club| {
            sent_on(
                &of_ann(club, "RESIGN").signed_over(&BASIC, None, true),
                Border::Rspamd,
            )
        },
    ),
    ("the Date is not signed", |club| {
        let headers = ["From", "To", "Subject"];
        sent_on(
            &of_ann(club, "RESIGN").signed_over(&headers, None, false),
            Border::Rspamd,
        )
    }),
    ("the Subject is not signed", |club| {
        let headers = ["From", "To", "Date"];
        sent_on(
            &of_ann(club, "RESIGN").signed_over(&headers, None, false),
            Border::Rspamd,
        )
    }),
    ("the Date is of 300 days from now", |club| {
        let late = club.now.plus_seconds(300 * 86_400).rfc2822();
        let letter = Letter {
            date: Some(late),
            ..of_ann(club, "RESIGN")
        };
        sent_on(&letter.signed_by(Provider::Gmail), Border::Google)
    }),
    ("the Date is more than a day ahead", |club| {
        let late = club.now.plus_seconds(86_401).rfc2822();
        let letter = Letter {
            date: Some(late),
            ..of_ann(club, "RESIGN")
        };
        sent_on(&letter.signed_by(Provider::Gmail), Border::Google)
    }),
    ("there is no Date", |club| {
        let letter = Letter {
            date: None,
            ..of_ann(club, "RESIGN")
        };
        sent_on(&letter.signed_by(Provider::Gmail), Border::Google)
    }),
    ("the letter is four days old", |club| {
        let old = club.now.plus_seconds(-4 * 86_400).rfc2822();
        let letter = Letter {
            date: Some(old),
            ..of_ann(club, "RESIGN")
        };
        sent_on(&letter.signed_by(Provider::Gmail), Border::Google)
    }),
    (
        "To stands twice, and the signature covers the last",
        |club| {
            let signed = to_bert(club, "RESIGN").signed_by(Provider::Gmx);
            sent_on(&with(&signed, &format!("To: {ROBOT}")), Border::Rspamd)
        },
    ),
    ("the signature is of mallory", |club| {
        let mallory = Some("mallory@a.example");
        sent_on(
            &of_ann(club, "RESIGN").signed_over(&BASIC, mallory, false),
            Border::Microsoft,
        )
    }),
    ("mallory's signature, as the results print it", |club| {
        let signed = of_ann(club, "RESIGN").signed_over(&BASIC, None, false);
        sent_on(&signed, Border::Google).replace("header.i=@a", "header.i=mallory@a")
    }),
    (
        "a hop that prints no address stands above results of a stranger's",
        |club| {
            let signed = of_ann(club, "RESIGN").signed_by(Provider::Gmail);
            let hop = "Received: from mx.club.example by imap.club.example with ESMTP id 7;\r\n\t\
                   Sat, 10 Jan 2026 09:00:01 +0000\r\n";
            hop.to_owned() + &sent_on(&signed, Border::Google)
        },
    ),
    ("mallory sent it, and his server may", |club| {
        Border::Rspamd
            .above(Way::Direct, None)
            .replace("=ann@", "=mallory@")
            + &of_ann(club, "RESIGN").signed_over(&["From"], None, false)
    }),
    (
        "mallory sent it, and results name the domain alone",
        |club| {
            Border::OpenDmarc
                .above(Way::Direct, None)
                .replace("<ann@", "<mallory@")
                + &of_ann(club, "RESIGN").signed_over(&["From"], None, false)
        },
    ),
    (
        "the same, with Ann's Return-Path below our host's Received",
        |club| {
            let above = Border::OpenDmarc.above(Way::Direct, None);
            let path = "Return-Path: <ann@a.example>\r\n";
            above.replace(path, "")
                + path
                + &of_ann(club, "RESIGN").signed_over(&["From"], None, false)
        },
    ),
    ("the same, with two of them above it", |club| {
        let above = Border::OpenDmarc.above(Way::Direct, None);
        "Return-Path: <mallory@a.example>\r\n".to_owned()
            + &above
            + &of_ann(club, "RESIGN").signed_over(&["From"], None, false)
    }),
    ("an envelope of a host below the domain", |club| {
        Border::Rspamd
            .above(Way::Direct, None)
            .replace("=ann@a.", "=ann@mail.a.")
            + &of_ann(club, "RESIGN").signed_over(&["From"], None, false)
    }),
];

#[test]
fn what_is_forged_of_a_signed_letter_waits_for_a_code() {
    for (what, letter) in FORGED {
        let mut club = one_game();
        let letter = letter(&club);
        assert_eq!(drops(&mut club, &letter), "unverified", "{what}");
        club.stands("T26/1", "/result", "*");
        club.is_told("ann", "challenge");
        club.nobody_is_told();
    }
}

#[test]
fn more_than_one_mailbox_in_from_is_nobody() {
    let long = format!("{}@x.example", "x".repeat(300));
    for from in [
        "ann@a.example, ann@a.example",
        "ann@a.example, Mallory",
        "Friends: ann@a.example;",
        "ann@a.example, Friends: bert@b.example;",
        &format!("ann@a.example, {long}"),
        "ann@a.example, mallory@e.example",
    ] {
        let mut club = one_game();
        let letter = Letter {
            from: from.to_owned(),
            ..of_ann(&club, "1. 5254")
        };
        let signed = sent_on(&letter.signed_by(Provider::Gmail), Border::Google);
        assert_eq!(drops(&mut club, &signed), "unknown-sender", "{from}");
        club.stands("T26/1", "/ply", 0);
        club.nobody_is_told();
    }
}

#[test]
fn a_letter_sent_on_again_and_again_is_one_letter() {
    // An impossible move, charged once.
    for (what, anew) in [
        ("under new Message-IDs", "Message-ID: <one@a.example>"),
        ("with another charset", "charset=utf-8"),
        ("with another encoding", "Content-Transfer-Encoding: 8bit"),
    ] {
        let mut club = one_game();
        let signed = of_ann(&club, "1. 5256").signed_by(Provider::Gmx);
        let first = sent_on(&signed, Border::Rspamd);
        assert_eq!(drops(&mut club, &first), "move-rejected", "{what}");
        club.is_told("ann", "rejection");
        for n in 0..34 {
            club.now = club.now.plus_seconds(60);
            let new = match anew.split_once(": ") {
                Some(("Message-ID", _)) => format!("Message-ID: <again-{n}@e.example>"),
                Some(_) => "Content-Transfer-Encoding: binary".to_owned(),
                None => format!("charset=iso-8859-{}", n % 9 + 1),
            };
            let again = first.replace(anew, &new) + &" ".repeat(n);
            assert_eq!(drops(&mut club, &again), "duplicate", "{what} {n}");
        }
        club.nobody_is_told();
        club.stands("T26/1", "/clock/white/penalty", 2);
    }
}

#[test]
fn the_same_words_about_the_same_half_move_are_charged_once() {
    let mut club = one_game();
    for n in 0..4 {
        club.now = club.now.plus_seconds(86_400);
        let letter = Letter {
            message_id: format!("{n}@a.example"),
            ..of_ann(&club, "1. 5256")
        };
        let direct = Border::Rspamd.above(Way::Direct, None) + &letter.signed_by(Provider::Gmx);
        let direct = direct.replace("Sat, 10 Jan 2026 09:00:00 +0000", &club.now.rfc2822());
        assert_eq!(drops(&mut club, &direct), "move-rejected");
        club.everything_read();
        club.stands("T26/1", "/clock/white/penalty", 2);
    }
}

#[test]
fn a_header_that_is_not_covered_says_nothing() {
    // iCloud signs no In-Reply-To. The letter it names is Ann's, and was answered.
    for (provider, ply) in [(Provider::ICloud, 1), (Provider::Yandex, 2)] {
        let mut club = two_games();
        let start = club.last_letter("ann", "T26/1");
        club.letter("ann").answering(&start).says("1. 5254").posts();
        club.polls();
        let told = club.last_letter("bert", "T26/1");
        club.letter("bert")
            .answering(&told)
            .says("1... 5755")
            .posts();
        club.polls();
        club.everything_read();
        let letter = of_ann(&club, "2. 7163");
        let answer = Letter {
            answers: Some(start.message_id.clone()),
            date: Some(club.now.plus_seconds(-60).rfc2822()),
            ..letter
        };
        let sent = sent_on(&answer.signed_by(provider), Border::Rspamd);
        drops(&mut club, &sent);
        let played = club.game("T26/1")["ply"].as_u64().unwrap();
        assert_eq!(played, ply + 1, "{provider:?}");
        club.everything_read();
    }
}

#[test]
fn what_was_not_believed_makes_nothing_a_duplicate() {
    // Whoever comes first with the very words, or the very bytes.
    for (what, forged) in [
        (
            "the words and the Message-ID",
            (|l: &str| l.to_owned()) as fn(&str) -> String,
        ),
        ("as bulk mail", |l| {
            format!("Precedence: bulk\r\nList-Id: <x.example>\r\n{l}")
        }),
        ("as an automatic answer", |l| {
            format!("Auto-Submitted: auto-replied\r\n{l}")
        }),
    ] {
        let mut club = one_game();
        let signed = of_ann(&club, "1. 5254").signed_by(Provider::Gmail);
        let first = forged(&format!("{}{signed}", received()));
        assert_ne!(drops(&mut club, &first), "move", "{what}");
        let codes = club.takes_all();
        let genuine = Border::Rspamd.above(Way::Direct, None) + &signed;
        assert_eq!(drops(&mut club, &genuine), "move", "{what}");
        club.stands("T26/1", "/ply", 1);
        club.everything_read();
        // The code of the copy holds no more.
        for code in codes.iter().filter(|m| m.kind == "challenge") {
            club.sends("ann", &format!("YES {}", code.code()));
            club.is_told("ann", "challenge");
            club.stands("T26/1", "/ply", 1);
        }
        club.everything_read();
    }
}

/// Which first letters, without a token, wait for a code though they are genuine.
fn waits(provider: Provider, border: Border, way: Way) -> bool {
    // Outlook does not say by its signature to whom it wrote: what is left is its envelope,
    // which a forwarder replaces, and of which OpenDKIM tells nothing.
    provider == Provider::Outlook && (way == Way::Forwarded || border == Border::OpenDkim)
}

#[test]
fn genuine_letters_of_all_providers_are_believed_at_once() {
    let mut club = one_game();
    let auth = club.robot().config.auth.clone();
    let (mut direct, mut forwarded) = (0, 0);
    for (provider, border, way) in cells() {
        let signed = of_ann(&club, "1. 5254").signed_by(provider);
        let sent = border.above(way, Some(&first_signs(&signed))) + &signed;
        let read = letter::read(sent.as_bytes()).unwrap();
        let found = evidence(&read, &auth, Some(ROBOT), club.now, None).unwrap();
        let what = format!("{provider:?} {way:?} behind {border:?}: {found:?}");
        // By what its domain answers for, wherever it stands, all of them were.
        assert_eq!(found.domain.name(), "passed", "{what}");
        assert_eq!(found.verified, !waits(provider, border, way), "{what}");
        match way {
            Way::Direct => direct += u32::from(!found.verified),
            Way::Forwarded => forwarded += u32::from(!found.verified),
        }
    }
    assert_eq!((direct, forwarded), (1, 6), "of 36 each");
    // Of a hundred ordinary letters ten at most are first ones, without a token, and ten are
    // sent on. A letter with a token is believed by it (below): of them wait for a code
    let share = 0.1 * (0.9 * f64::from(direct) + 0.1 * f64::from(forwarded)) / 36.0;
    assert!(share < 0.02, "{share}");
}

fn cells() -> Vec<(Provider, Border, Way)> {
    let mut all = Vec::new();
    for provider in PROVIDERS {
        for border in BORDERS {
            all.extend(WAYS.map(|way| (provider, border, way)));
        }
    }
    all
}

#[test]
fn genuine_answers_of_all_providers_are_believed_at_once() {
    for (provider, border, way) in cells() {
        let mut club = one_game();
        let start = club.last_letter("ann", "T26/1");
        let answer = Letter {
            to: start.reply_to.clone(),
            subject: format!("Re: {}", start.subject),
            answers: Some(start.message_id.clone()),
            ..of_ann(&club, "1. 5254")
        };
        let signed = answer.signed_by(provider);
        let sent = border.above(way, Some(&first_signs(&signed))) + &signed;
        let what = format!("{provider:?} {way:?} behind {border:?}");
        assert_eq!(drops(&mut club, &sent), "move", "{what}");
        club.everything_read();
    }
}

/// What a border writes, what is made of it, and what is said of it.
type BorderLook = (&'static str, fn(String) -> String, Option<&'static str>);

#[test]
fn check_says_what_the_newest_letters_do_not_tell() {
    let silent = "nothing says who sent the envelope";
    let strange = "not known as ours (mx.e.example)";
    let all: [BorderLook; 5] = [
        ("the domain alone", |t| t, None),
        (
            "the same without a Return-Path",
            |t| t.replace("Return-Path: <ann@a.example>\r\n", ""),
            Some(silent),
        ),
        (
            "the whole sender without one",
            |t| {
                t.replace("Return-Path: <ann@a.example>\r\n", "")
                    .replace("mailfrom=a.", "mailfrom=ann@a.")
            },
            None,
        ),
        (
            "a host that nobody has named",
            |t| t.replace("by mx.club.example", "by mx.e.example"),
            Some(strange),
        ),
        (
            "one that nobody has named, of the robot's domain",
            |t| t.replace("by mx.club.example", "by mail.club.example"),
            None,
        ),
    ];
    for (what, trace, said) in all {
        let mut club = one_game();
        let letter = of_ann(&club, "HELP").signed_by(Provider::Gmail);
        let above = trace(Border::OpenDmarc.above(Way::Direct, Some(&first_signs(&letter))));
        drops(&mut club, &(above + &letter));
        club.everything_read();
        let remarks = club.robot().border_remarks().unwrap();
        assert_eq!(
            remarks.len(),
            usize::from(said.is_some()),
            "{what}: {remarks:?}"
        );
        assert!(
            said.is_none_or(|said| remarks[0].contains(said)),
            "{what}: {remarks:?}"
        );
    }
}
