//! Tokens that others may have seen, and tokens that would open more than their letter.

use crate::club::{ARBITER, Club, Draft, Mail, Setup};

/// A letter by which somebody shows a token to others, and who has seen it then.
type Shows = (&'static str, for<'c> fn(Draft<'c>, &Mail) -> Draft<'c>);

const EVE: &str = "Cc: eve@evil.example";

/// Forty letters of others, behind one of ours.
fn long_thread(mail: &Mail) -> String {
    let others: Vec<String> = (0..40).map(|n| format!("<{n}@mail.example>")).collect();
    format!("References: <{}>\n {}", mail.message_id, others.join("\n "))
}

/// Whatever the letter is, and whoever sends it: its tokens are void afterwards.
const SHOWN: &[Shows] = &[
    ("a question, carried out", |d, m| {
        d.answering(m).header(EVE).says("STATUS")
    }),
    ("words that nobody understands", |d, m| {
        d.answering(m).header(EVE).says("Look at this!")
    }),
    ("an automatic answer", |d, m| {
        d.answering(m)
            .header(EVE)
            .header("Auto-Submitted: auto-replied")
            .says("I am away.")
    }),
    ("bulk mail", |d, m| {
        d.answering(m)
            .header(EVE)
            .header("Precedence: bulk")
            .says("Our news")
    }),
    ("from another address of hers", |d, m| {
        d.answering(m)
            .from("Ann <ann@work.example>")
            .header(EVE)
            .says("1. 5254")
    }),
    ("from a stranger who has it", |d, m| {
        d.in_reply_to(m)
            .from("eve@evil.example")
            .header(EVE)
            .says("1. 5254")
    }),
    ("denied by her domain", |d, m| {
        d.trace(
            "Authentication-Results: mx.club.example; dmarc=fail header.from=a.example\n\
             Received: from mail.a.example (mail.a.example [198.51.100.7])\n\
             \tby mx.club.example (Postfix) with ESMTP id 4XyZ1; Sat, 10 Jan 2026 09:00:00 +0000\n",
        )
        .answering(m)
        .header(EVE)
        .says("1. 5254")
    }),
    ("beyond the thirtieth reference", |d, m| {
        let thread = long_thread(m);
        d.header(&thread).header(EVE).says("STATUS")
    }),
    ("in a second To", |d, m| {
        let both = format!("moves@club.example, eve@evil.example, {}", m.reply_to);
        d.to(&both).says("STATUS")
    }),
    ("sent on by its Resent headers", |d, m| {
        d.answering(m)
            .header("Resent-To: eve@evil.example")
            .says("STATUS")
    }),
    ("in the words of a quotation", |d, m| {
        let text = format!("STATUS\n\n> Reply to {}\n", m.reply_to);
        d.header(EVE).says(&text)
    }),
    ("to a name without an address", |d, m| {
        d.answering(m).header("Cc: Bert Baker").says("STATUS")
    }),
    ("to an address of a house's own", |d, m| {
        d.answering(m)
            .header("Cc: /O=CLUB/CN=BERT, \"Carl\" <>")
            .says("STATUS")
    }),
    ("with a no", |d, m| d.answering(m).header(EVE).says("NO")),
    ("too large to be read", |d, m| {
        d.answering(m).header(EVE).says(&"x ".repeat(40_000))
    }),
    ("in the words of one too large to be read", |d, m| {
        let text = format!("> Reply to {}\n{}", m.reply_to, "x ".repeat(40_000));
        d.header(EVE).says(&text)
    }),
    ("too large to be read, of a stranger's address", |d, m| {
        let work = d.answering(m).from("Ann <ann@work.example>");
        work.header(EVE).says(&"x ".repeat(40_000))
    }),
];

/// What shows it to nobody else.
const KEPT: &[Shows] = &[
    ("to a list of nobody", |d, m| {
        d.answering(m)
            .header("Cc: undisclosed-recipients:;")
            .says("STATUS")
    }),
    ("to the robot alone", |d, m| d.answering(m).says("STATUS")),
    ("with a copy to herself", |d, m| {
        d.answering(m)
            .header("Cc: Ann <ANN@a.example>")
            .says("STATUS")
    }),
    ("to both addresses of the robot", |d, m| {
        let both = format!("moves@club.example, {}", m.reply_to);
        d.to(&both).in_reply_to(m).says("STATUS")
    }),
];

fn club() -> Club {
    Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
        .set("limits.max_message_bytes", "30000")
        .opens()
}

/// What becomes of a move that answers this letter, as Ann or whoever writes in her name.
fn plays(club: &mut Club, mail: &Mail, text: &str) -> String {
    club.everything_read();
    club.letter("ann").answering(mail).says(text).posts();
    club.polls();
    club.everything_read();
    club.verdict()
}

/// Where a token of ours lies in a letter that others have: in whatever header, part or link.
const PLACES: [(&str, &str, &str); 10] = [
    (
        "a page's link",
        "Content-Type: text/html\n",
        "<a href=\"mailto:{address}\">Chess club</a>",
    ),
    (
        "a page's link, its plus encoded",
        "Content-Type: text/html\n",
        "<a href=\"mailto:{encoded}\">x</a>",
    ),
    (
        "a letter attached",
        "Content-Type: multipart/mixed; boundary=b\n",
        "--b\n\nsee\n--b\nContent-Type: message/rfc822\n\n{letter}\n--b--",
    ),
    (
        "a letter attached as a file",
        "Content-Type: multipart/mixed; boundary=b\n",
        "--b\n\nsee\n--b\nContent-Type: application/octet-stream; name=a.eml\n      Content-Disposition: attachment\n\n{letter}\n--b--",
    ),
    (
        "X-Forwarded-Message-Id",
        "X-Forwarded-Message-Id: {id}\n",
        "see",
    ),
    ("Reply-To", "Reply-To: {address}\n", "see"),
    ("Bcc", "Bcc: {address}\n", "see"),
    (
        "the other page of a text",
        "Content-Type: multipart/alternative; boundary=b\n",
        "--b\n\nsee\n--b\nContent-Type: text/html\n\n<p>see</p><p><a href='mailto:{address}'>x</a></p>\n--b--",
    ),
    (
        "broken over two lines of a quotation",
        "",
        "> Reply to {first}\n> {last}\n> soon",
    ),
    (
        "a header of a list",
        "List-Post: <mailto:{encoded}>\n",
        "see",
    ),
];

#[test]
fn wherever_it_lies_a_token_that_others_have_is_void() {
    for (place, header, body) in PLACES {
        for others in ["Cc: bert@b.example\n", "Resent-From: bert@b.example\n"] {
            let mut club = Setup::new().default_policy().opens();
            let start = club.last_letter("ann", "T26/1");
            let id = start.header("Message-ID").unwrap();
            let letter = format!("Message-ID: {id}\nReply-To: {}\n\nx", start.reply_to);
            let fill = |text: &str| {
                let (first, last) = start.reply_to.split_at(20);
                text.replace("{address}", &start.reply_to)
                    .replace("{first}", first)
                    .replace("{last}", last)
                    .replace("{encoded}", &start.reply_to.replace('+', "%2B"))
                    .replace("{id}", &id)
                    .replace("{letter}", &letter)
            };
            let raw = format!(
                "From: Ann Archer <ann@a.example>\nTo: moves@club.example\n{others}\
                 Date: Sat, 10 Jan 2026 09:00:00 +0000\nMessage-ID: <shown@a.example>\n\
                 Subject: look\nMIME-Version: 1.0\n{}\n{}\n",
                fill(header),
                fill(body)
            );
            club.drops(raw.as_bytes());
            club.polls();
            club.takes_all();
            club.letter("ann").answering(&start).says("1. 5254").posts();
            club.polls();
            assert_eq!(club.verdict(), "unverified", "{place}, {others}");
            club.stands("T26/1", "/ply", 0);
            club.everything_read();
        }
    }
}

#[test]
fn a_token_that_others_may_have_seen_is_void() {
    for (what, shows) in SHOWN {
        let mut club = club();
        let mail = club.last_letter("ann", "T26/1");
        shows(club.letter("ann"), &mail).posts();
        club.polls();
        assert_eq!(plays(&mut club, &mail, "1. 5254"), "unverified", "{what}");
        club.stands("T26/1", "/ply", 0);
    }
}

#[test]
fn a_token_that_nobody_else_has_seen_holds() {
    for (what, shows) in KEPT {
        let mut club = club();
        let mail = club.last_letter("ann", "T26/1");
        shows(club.letter("ann"), &mail).posts();
        club.polls();
        assert_eq!(plays(&mut club, &mail, "1. 5254"), "move", "{what}");
    }
}

/// The letter that shows its token is itself believed by it, once.
#[test]
fn the_letter_that_shows_a_token_is_believed_once() {
    let mut club = club();
    let mail = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&mail)
        .header(EVE)
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    assert_eq!(plays(&mut club, &mail, "RESIGN"), "unverified");
}

/// The arbiter answers from his telephone, or a machine answers for him, with a player in Cc.
#[test]
fn an_official_hands_his_orders_to_nobody() {
    type Writes = for<'c> fn(Draft<'c>, &Mail) -> Draft<'c>;
    let shown: [(&str, Writes); 4] = [
        ("from his telephone", |d, m| {
            d.answering(m)
                .from("td@phone.example")
                .says("RESULT T26/1 1-0")
        }),
        ("by a machine", |d, m| {
            d.answering(m)
                .header("Auto-Submitted: auto-replied")
                .says("Away until Monday")
        }),
        ("with a word", |d, m| d.answering(m).says("Thank you.")),
        ("with an order", |d, m| d.answering(m).says("LOG T26")),
    ];
    for (what, shows) in shown {
        let mut club = club();
        let first = club.last_letter("ann", "T26/1");
        club.letter("ann")
            .answering(&first)
            .says("ARBITER a word")
            .posts();
        club.polls();
        let mail = club.is_told("arbiter", "digest");
        shows(club.letter("arbiter").header("Cc: ann@a.example"), &mail).posts();
        club.polls();
        club.everything_read();
        club.letter("arbiter")
            .from(ARBITER)
            .answering(&mail)
            .says("RESULT T26/1 1-0 --reason forged")
            .posts();
        club.polls();
        club.everything_read();
        assert_eq!(club.verdict(), "unverified", "{what}");
        club.stands("T26/1", "/result", "*");
    }
}

/// The answer to STATUS: a letter about no game.
fn status(club: &mut Club) -> Mail {
    let mail = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&mail).says("STATUS").posts();
    club.polls();
    club.is_told("ann", "status")
}

#[test]
fn a_letter_about_no_game_speaks_for_a_game_until_something_changes_there() {
    let mut club = club();
    let general = status(&mut club);
    let own = club.last_letter("ann", "T26/1");
    assert_eq!(plays(&mut club, &own, "1. 5254"), "move");
    let mail = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .answering(&mail)
        .says("1... 5755")
        .posts();
    club.polls();
    for text in ["[T26/1] RESIGN", "T26/1 2. 7163"] {
        let text = text.replace("[T26/1] ", "T26/1\n");
        assert_eq!(plays(&mut club, &general, &text), "unverified", "{text}");
    }
    // In the other game nothing has changed.
    assert_eq!(plays(&mut club, &general, "T26/2 1. 4244"), "move");
    assert_eq!(plays(&mut club, &general, "T26/2\nRESIGN"), "unverified");
    club.stands("T26/1", "/result", "*");
    club.stands("T26/2", "/result", "*");
}

/// Of a letter about no game the only game of its reader is meant as well as one that is named.
#[test]
fn a_game_that_is_not_named_is_bound_as_well() {
    let mut club = Setup::new().default_policy().opens();
    let general = status(&mut club);
    let own = club.last_letter("ann", "T26/1");
    assert_eq!(plays(&mut club, &own, "1. 5254"), "move");
    for text in ["RESIGN", "I resign, well played!", "DRAW?"] {
        club.letter("ann").to(&general.reply_to).says(text).posts();
        club.polls();
        club.everything_read();
        assert_eq!(club.verdict(), "unverified", "{text}");
    }
    club.stands("T26/1", "/result", "*");
}

#[test]
fn a_letter_about_no_game_speaks_for_all_else_until_its_reader_is_believed_again() {
    let leave = "LEAVE 2026-03-01 2026-03-05";
    let mut club = club();
    let general = status(&mut club);
    club.it_is("2026-01-11T09:00:00Z");
    assert_eq!(plays(&mut club, &general, leave), "command");
    club.it_is("2026-01-12T09:00:00Z");
    assert_eq!(
        plays(&mut club, &general, "LEAVE 2026-04-01 2026-04-05"),
        "unverified"
    );
}

#[test]
fn a_letter_about_no_game_speaks_for_nothing_after_thirty_days() {
    for (day, verdict) in [("2026-02-09", "move"), ("2026-02-10", "unverified")] {
        let mut club = club();
        let general = status(&mut club);
        club.it_is(&format!("{day}T08:59:00Z"));
        if day == "2026-02-10" {
            club.it_is(&format!("{day}T09:01:00Z"));
        }
        let done = plays(&mut club, &general, "T26/2 1. 4244");
        assert_eq!(done, verdict, "{day}");
    }
}

/// What only asks spends no token; what changes something in the game spends all older ones.
#[test]
fn a_token_is_spent_by_what_changes_something_in_its_game() {
    let asks = [
        "STATUS",
        "REPEAT",
        "HELP",
        "CHECK 1. 5254",
        "ARBITER a word",
        "REPORT",
    ];
    for text in asks {
        let mut club = club();
        let mail = club.last_letter("ann", "T26/1");
        assert_eq!(plays(&mut club, &mail, text), "command", "{text}");
        assert_eq!(plays(&mut club, &mail, "1. 5254"), "move", "{text}");
    }
    // What was not believed spends nothing.
    let mut club = club();
    let mail = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .subject("[T26/1]")
        .says("1. 4244")
        .posts();
    club.polls();
    club.everything_read();
    assert_eq!(club.verdict(), "unverified");
    assert_eq!(plays(&mut club, &mail, "1. 5254"), "move");
    // An offer without a move changes something, and so does a claim.
    for text in ["DRAW?", "CLAIM DRAW"] {
        let mut club = self::club();
        for (who, text) in [("ann", "1. 5254"), ("bert", "1... 5755")] {
            let mail = club.last_letter(who, "T26/1");
            club.letter(who).answering(&mail).says(text).posts();
            club.polls();
        }
        club.everything_read();
        let mail = club.last_letter("ann", "T26/1");
        assert_eq!(plays(&mut club, &mail, text), "command", "{text}");
        assert_eq!(plays(&mut club, &mail, "RESIGN"), "unverified", "{text}");
        club.stands("T26/1", "/result", "*");
    }
}

/// The answer to a letter with parts of several games is bound to each of them.
#[test]
fn a_letter_about_several_games_is_bound_to_each() {
    let mut club = club();
    let general = status(&mut club);
    assert_eq!(
        plays_and_is_told(&mut club, &general, "T26/1 1. 5254\nT26/2 1. 4244"),
        "move"
    );
    let outcomes = club.is_told("ann", "status");
    club.everything_read();
    let mail = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .answering(&mail)
        .says("1... 5755")
        .posts();
    club.polls();
    let mail = club.last_letter("ann", "T26/1");
    assert_eq!(plays(&mut club, &mail, "2. 7163"), "move");
    assert_eq!(plays(&mut club, &outcomes, "T26/1\nRESIGN"), "unverified");
    assert_eq!(plays(&mut club, &outcomes, "T26/2\nDRAW?"), "command");
}

fn plays_and_is_told(club: &mut Club, mail: &Mail, text: &str) -> String {
    club.everything_read();
    club.letter("ann").answering(mail).says(text).posts();
    club.polls();
    club.verdict()
}
