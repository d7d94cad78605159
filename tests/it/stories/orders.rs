//! Orders by letter: an arbiter answers a letter of the robot with lines as the
//! console takes them (CONTRACT.md 6, last paragraph).

use crate::club::{ARBITER, Club, Draft, Mail, Setup};

const POLICIES: [&str; 3] = ["token-or-verified", "token", "address"];

/// Bert's time is over: the game is paused, and the arbiter has the notice, which is
/// the letter he answers.
fn club(policy: &str) -> (Club, Mail) {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let mut club = Setup::new()
        .rules(quiet)
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .set("auth.policy", policy)
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
        .opens();
    for (game, opponent) in [("T26/1", "bert"), ("T26/2", "clara")] {
        let start = club.last_letter("ann", game);
        club.letter("ann").answering(&start).says("1. 5254").posts();
        club.polls();
        club.is_told("ann", "confirmation");
        club.is_told(opponent, "move");
    }
    club.it_is("2026-01-28T09:00:00Z");
    let last = club.last_letter("clara", "T26/2");
    club.letter("clara")
        .answering(&last)
        .says("1... 5755")
        .posts();
    club.polls();
    club.everything_read();
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.are_told(&["ann", "bert"], "time-forfeit");
    let notice = club.is_told("arbiter", "time-forfeit");
    (club, notice)
}

fn answers(club: &mut Club, mail: &Mail, text: &str) {
    club.letter("arbiter").answering(mail).says(text).posts();
    club.polls();
}

fn code(mail: &Mail) -> String {
    mail.code()
}

fn penalty(club: &mut Club, game: &str, side: &str) -> i64 {
    let json = club.game(game);
    json["clock"][side]["penalty"].as_i64().expect("penalty")
}

#[test]
fn an_order_in_an_answer_is_carried_out_under_every_policy() {
    for policy in POLICIES {
        let (mut club, notice) = club(policy);
        answers(
            &mut club,
            &notice,
            "Confirm forfeit T26/1\nREASON he wrote that he gives up\n\nOlga Orlova",
        );
        assert_eq!(club.verdict(), "command", "{policy}");
        let transcript = club.is_told("arbiter", "transcript");
        transcript
            .says("> Confirm forfeit T26/1")
            .says("Done (decision ")
            .says("Reason: he wrote that he gives up")
            .says("- ruling: Bert Baker");
        for who in ["ann", "bert", "arbiter"] {
            club.is_told(who, "ruling")
                .says("he wrote that he gives up");
        }
        club.all_read("result");
        club.stands("T26/1", "/status", "finished");
        club.stands("T26/1", "/result", "1-0");
        let listed = club.types("inbox list --json").unwrap();
        let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
        let last = listed.as_array().unwrap().last().unwrap();
        assert_eq!(last["requests"][0]["type"], "order", "{last}");
        assert_eq!(last["requests"][0]["text"], "Confirm forfeit T26/1");
        assert_eq!(last["game"], "T26/1");
    }
}

#[test]
fn without_a_token_a_code_is_asked_for_under_every_policy() {
    for policy in POLICIES {
        let (mut club, _) = club(policy);
        club.letter("arbiter")
            .subject("orders")
            .says("PENALTY T26/2 black 3\nREASON the draw claim was idle")
            .posts();
        club.polls();
        assert_eq!(club.verdict(), "unverified", "{policy}");
        let asked = club.is_told("arbiter", "challenge");
        asked.says("PENALTY T26/2 black 3");
        assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
        let code = code(&asked);
        // The question itself, sent back whole, is no answer.
        let whole = asked.text.clone();
        club.letter("arbiter")
            .answering(&asked)
            .says(&whole)
            .posts();
        club.polls();
        club.all_read("challenge");
        assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
        club.sends("arbiter", &format!("YES {code}"));
        assert_eq!(penalty(&mut club, "T26/2", "black"), 3);
        club.is_told("arbiter", "transcript")
            .says("Done (decision ");
        club.are_told(&["ann", "clara", "arbiter"], "ruling");
        // A code works once.
        club.sends("arbiter", &format!("Yes, {code}"));
        club.is_told("arbiter", "challenge").says("used before");
        assert_eq!(penalty(&mut club, "T26/2", "black"), 3);
    }
}

#[test]
fn orders_disowned_are_put_aside() {
    let (mut club, _) = club("token-or-verified");
    club.sends("arbiter", "PENALTY T26/2 black 3");
    let code = code(&club.is_told("arbiter", "challenge"));
    club.sends("arbiter", &format!("NO {code}"));
    club.is_told("arbiter", "challenge").says("put aside");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
    club.sends("arbiter", &format!("YES {code}"));
    club.is_told("arbiter", "challenge").says("used before");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
}

#[test]
fn a_copied_letter_orders_nothing_twice() {
    for policy in POLICIES {
        let (mut club, notice) = club(policy);
        let order = "PENALTY T26/2 black 3";
        let written = club
            .letter("arbiter")
            .answering(&notice)
            .message_id("once@td.example")
            .says(order)
            .written();
        club.drops(&written);
        club.polls();
        assert_eq!(penalty(&mut club, "T26/2", "black"), 3);
        let transcript = club.is_told("arbiter", "transcript");
        club.all_read("ruling");
        // The same bytes; the same letter by another way; the same words with the
        // token that was used.
        club.drops(&written);
        club.polls();
        assert_eq!(club.verdict(), "duplicate", "{policy}");
        club.letter("arbiter")
            .answering(&notice)
            .message_id("once@td.example")
            .header("X-Way: another")
            .says(order)
            .posts();
        club.polls();
        assert_eq!(club.verdict(), "duplicate", "{policy}");
        answers(&mut club, &notice, order);
        assert_eq!(club.verdict(), "unverified", "{policy}");
        club.is_told("arbiter", "challenge");
        // `inbox retry` does not read again what was carried out.
        let list = club.types("inbox list --json").unwrap();
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let done = list
            .as_array()
            .unwrap()
            .iter()
            .find(|m| m["verdict"] == "command")
            .unwrap();
        let refused = club.types(&format!("inbox retry {}", done["id"]));
        assert!(refused.unwrap_err().contains("was dealt with (command)"));
        assert_eq!(penalty(&mut club, "T26/2", "black"), 3, "{policy}");
        // The transcript is the letter to answer.
        answers(&mut club, &transcript, "PENALTY T26/2 black -1");
        assert_eq!(penalty(&mut club, "T26/2", "black"), 2);
        club.is_told("arbiter", "transcript");
        club.all_read("ruling");
    }
}

#[test]
fn each_line_stands_for_itself() {
    let (mut club, notice) = club("token");
    answers(
        &mut club,
        &notice,
        "Good morning!\n\n\
         PENALTY T26/2 black 2\n\
         the form was not numbered\n\n\
         CONFIRM-FORFEIT T26/2\n\
         PENALTY T26/2 green 2\n\
         RESULT T26/9 1-0\n\
         RESULT T26/2 1–0 --by nonsense\n\
         SET-DATES T26/1 2 —received 10.03.2026 --reason “his provider kept it”\n\n\
         Best regards\nOlga",
    );
    let transcript = club.is_told("arbiter", "transcript");
    transcript
        .says("Done (decision ")
        .says("Reason: the form was not numbered")
        .says("no overstep stands in this game")
        .says("CONFIRM-FORFEIT T26/3")
        .says("possible values: white, black")
        .says("PENALTY GAME SIDE DAYS")
        .says("there is no game T26/9")
        .says("Reason: his provider kept it");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 2);
    club.stands("T26/2", "/status", "active");
    assert_eq!(club.note(), "orders: 2 carried out, 4 refused");
    club.everything_read();
}

#[test]
fn a_misspelt_order_is_refused_and_no_reason_of_the_one_above() {
    let (mut club, notice) = club("address");
    answers(
        &mut club,
        &notice,
        "PENALTY T26/2 black 3\nPenalti T26/2 white 4\nрезультт T26/2 1-0\nIn T26/2 the claim was idle",
    );
    assert_eq!(club.note(), "orders: 1 carried out, 2 refused");
    let transcript = club.is_told("arbiter", "transcript");
    transcript
        .says("> Penalti T26/2 white 4")
        .says("Not done")
        .says("'penalty'");
    assert!(!transcript.text.contains("Reason: Penalti"));
    club.are_told(&["ann", "clara", "arbiter"], "ruling");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 3);
    assert_eq!(penalty(&mut club, "T26/2", "white"), 0);
    club.everything_read();
}

#[test]
fn what_is_only_tried_changes_nothing_and_spends_no_token() {
    let (mut club, notice) = club("token");
    let before = club.game("T26/1");
    answers(
        &mut club,
        &notice,
        "DRY-RUN\nREJECT-CLAIM T26/1\nPENALTY T26/2 black 2",
    );
    assert_eq!(club.verdict(), "command");
    club.is_told("arbiter", "transcript")
        .says("Only tried, nothing is changed")
        .says("- ruling: Ann Archer");
    club.nobody_is_told();
    assert_eq!(club.game("T26/1"), before);
    answers(&mut club, &notice, "PENALTY T26/2 black 2");
    club.is_told("arbiter", "transcript").says("Done");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 2);
    club.all_read("ruling");
}

#[test]
fn a_token_that_others_have_seen_is_void() {
    let (mut club, notice) = club("token-or-verified");
    club.letter("arbiter")
        .answering(&notice)
        .header("Cc: eve@evil.example")
        .says("Thank you, I shall look at it.")
        .posts();
    club.polls();
    club.all_read("transcript");
    answers(&mut club, &notice, "PENALTY T26/2 black 2");
    assert_eq!(club.verdict(), "unverified");
    club.is_told("arbiter", "challenge");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
}

#[test]
fn an_old_letter_is_asked_about() {
    let (mut club, notice) = club("address");
    club.letter("arbiter")
        .answering(&notice)
        .dated("2026-03-08T09:00:00Z")
        .says("PENALTY T26/2 black 2")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("arbiter", "challenge");
    // So is one that answers a letter of long ago.
    club.days_pass(200);
    answers(&mut club, &notice, "PENALTY T26/2 black 2");
    assert_eq!(club.verdict(), "unverified");
    club.is_told("arbiter", "challenge");
    assert_eq!(penalty(&mut club, "T26/2", "black"), 0);
}

/// A forged letter: what it is, how it is written, its verdict, and who hears of it.
type Forged = (
    &'static str,
    for<'c> fn(&Known, Draft<'c>) -> Draft<'c>,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// What a forger may have got hold of.
struct Known {
    /// The letter that the arbiter has answered with orders.
    spent: Mail,
    /// A letter to Ann, and one to Bert.
    to_ann: Mail,
    to_bert: Mail,
    /// The newest letter to the arbiter.
    fresh: Mail,
}

const ORDER: &str = "PENALTY T26/2 black 30";
const ASKED: &[(&str, &str)] = &[("arbiter", "challenge")];
const NOBODY: &[(&str, &str)] = &[];
const PASSED: &str =
    "Authentication-Results: mx.club.example; dmarc=pass header.from=club.example\n";

const FORGERIES: &[Forged] = &[
    ("From alone", |_, d| d.says(ORDER), "unverified", ASKED),
    (
        "a token that was used",
        |k, d| d.answering(&k.spent).says(ORDER),
        "unverified",
        ASKED,
    ),
    (
        "the token of a player",
        |k, d| d.answering(&k.to_ann).says(ORDER),
        "unverified",
        ASKED,
    ),
    (
        "the secret address of a player",
        |k, d| d.to(&k.to_bert.reply_to).says(ORDER),
        "unverified",
        ASKED,
    ),
    (
        "a domain that answers for him, which is not enough for orders",
        |_, d| d.trace(PASSED).says(ORDER),
        "unverified",
        ASKED,
    ),
    (
        "a player with his fresh token",
        |k, d| {
            d.from("Bert Baker <bert@b.example>")
                .answering(&k.fresh)
                .says(ORDER)
        },
        "unverified",
        &[("bert", "challenge")],
    ),
    (
        "a stranger with his fresh token",
        |k, d| d.from("eve@evil.example").answering(&k.fresh).says(ORDER),
        "unverified",
        ASKED,
    ),
    (
        "his name before another address",
        |k, d| {
            d.from(&format!("\"{ARBITER}\" <eve@evil.example>"))
                .answering(&k.fresh)
                .says(ORDER)
        },
        "unverified",
        ASKED,
    ),
    (
        "two addresses in From",
        |k, d| {
            d.from(&format!("{ARBITER}, eve@evil.example"))
                .answering(&k.fresh)
                .says(ORDER)
        },
        "unverified",
        ASKED,
    ),
    (
        "an absence note of his with a fresh token that quotes an order",
        |k, d| {
            d.answering(&k.fresh)
                .header("Auto-Submitted: auto-replied")
                .says(ORDER)
        },
        "auto-reply",
        NOBODY,
    ),
    (
        "an order in the subject",
        |_, d| d.subject(ORDER).says("See above."),
        "not-understood",
        NOBODY,
    ),
    (
        "an order that is quoted",
        |_, d| d.says(&format!("> {ORDER}\n\nWhat is this?")),
        "not-understood",
        NOBODY,
    ),
    (
        "an order below a signature",
        |_, d| d.says(&format!("Hello\n\n-- \n{ORDER}")),
        "not-understood",
        NOBODY,
    ),
];

#[test]
fn whoever_forges_orders_nothing_under_any_policy() {
    for policy in POLICIES {
        for (what, write, verdict, heard) in FORGERIES {
            let (mut club, notice) = club(policy);
            answers(&mut club, &notice, "PENALTY T26/2 white 1");
            club.all_read("ruling");
            let known = Known {
                spent: notice,
                to_ann: club.last_letter("ann", "T26/1"),
                to_bert: club.last_letter("bert", "T26/1"),
                fresh: club.is_told("arbiter", "transcript"),
            };
            let before = (club.game("T26/1"), club.game("T26/2"));
            write(&known, club.letter("arbiter").subject("orders")).posts();
            club.polls();
            // Where From is believed, Bert's words are his own: there is no order for him.
            let (verdict, heard): (&str, &[(&str, &str)]) = match (policy, *what, *verdict) {
                // And while he may protest against his overstep, whatever he writes is read.
                ("address", "a player with his fresh token", _) => (
                    "not-understood",
                    &[("bert", "not-understood"), ("arbiter", "digest")],
                ),
                ("address", _, "not-understood") => {
                    ("not-understood", &[("arbiter", "transcript")])
                }
                _ => (verdict, heard),
            };
            assert_eq!(club.verdict(), verdict, "{policy}: {what}: {}", club.note());
            for (who, kind) in heard {
                club.is_told(who, kind);
            }
            club.nobody_is_told();
            // A word that is passed on is a matter in its own game, and no more.
            let passed_on = heard.contains(&("arbiter", "digest"));
            let after = (club.game("T26/1"), club.game("T26/2"));
            assert_eq!(after.1, before.1, "{policy}: {what}");
            assert_eq!(after.0["clock"], before.0["clock"], "{policy}: {what}");
            assert_eq!(after.0 != before.0, passed_on, "{policy}: {what}");
            // Whatever was forged, his fresh token is as good as before.
            answers(&mut club, &known.fresh, "PENALTY T26/2 white 1");
            assert_eq!(penalty(&mut club, "T26/2", "white"), 2, "{policy}: {what}");
            club.everything_read();
        }
    }
}

/// A second tournament, of another arbiter, in which Olga Orlova plays.
fn another() -> String {
    format!(
        "[tournament]\ncode = \"OTHER\"\nname = \"Another\"\nprofile = \"email\"\n\
         system = \"match\"\nstart_date = 2026-03-14\nlanguage = \"en\"\ntime_zone = \"UTC\"\n\
         arbiter = {{ name = \"Ivan Petrov\", email = \"petrov@club.example\" }}\n\
         [[player]]\nname = \"Olga Orlova\"\nemail = \"{ARBITER}\"\n\
         [[player]]\nname = \"Bert Baker\"\nemail = \"bert@b.example\"\n"
    )
}

#[test]
fn an_arbiter_who_plays_elsewhere_orders_at_home_and_moves_there() {
    let (mut club, notice) = club("address");
    club.robot().tournament_add(&another(), "another").unwrap();
    club.starts("OTHER");
    club.all_read("start");
    // Nothing of another arbiter's tournament is his to order, whatever names it.
    answers(
        &mut club,
        &notice,
        "RESULT OTHER/1 1-0\nLEAVE GRANT OTHER:2 2026-03-20 2026-03-22 --tournament OTHER\n\
         LEAVE GRANT T26:2 2026-03-20 2026-03-22\nADDRESS T26:2 bert@new.example\n\
         GAME OTHER/1\nREPORT OTHER\nTODAY OTHER",
    );
    let transcript = club.is_told("arbiter", "transcript");
    assert_eq!(
        transcript.text.matches("OTHER is not yours").count(),
        7,
        "{}",
        transcript.text
    );
    club.nobody_is_told();
    club.stands("OTHER/1", "/status", "active");
    // Orders first, moves as ever: one letter may hold both.
    answers(
        &mut club,
        &transcript,
        "LEAVE GRANT T26:3 2026-03-20 2026-03-22 --tournament T26\nshe is in hospital\n\n\
         OTHER/1\n1. 5254",
    );
    assert_eq!(club.verdict(), "move", "{}", club.note());
    club.is_told("arbiter", "transcript")
        .says("she is in hospital");
    club.is_told("arbiter", "confirmation");
    club.is_told("bert", "move");
    club.stands("OTHER/1", "/ply", 1);
    club.everything_read();
    // And a letter without orders is a player's.
    club.letter("arbiter")
        .subject("[OTHER/1]")
        .says("STATUS")
        .posts();
    club.polls();
    club.is_told("arbiter", "status");
}

#[test]
fn what_only_asks_is_shown_in_the_transcript() {
    let (mut club, notice) = club("token");
    answers(
        &mut club,
        &notice,
        "TODAY\nGAME T26/1\nREPORT T26\nHELP\nGAME T26/7",
    );
    let transcript = club.is_told("arbiter", "transcript");
    transcript
        .says("T26/1: overstep (56.6.4)")
        .says("postchess td confirm-forfeit T26/1")
        .says("PENALTY GAME SIDE DAYS")
        .says("DRY-RUN")
        .says("there is no game T26/7");
    club.nobody_is_told();
    // Asking spends nothing.
    answers(&mut club, &notice, "REJECT-CLAIM T26/1 ANYWAY");
    club.is_told("arbiter", "transcript")
        .says("Done (decision ");
    club.stands("T26/1", "/status", "active");
    let ruling = club.is_told("arbiter", "ruling");
    club.all_read("ruling");
    answers(&mut club, &ruling, "LOG T26");
    club.is_told("arbiter", "transcript").says("T26/1");
}

#[test]
fn words_to_the_robot_reach_nobody_and_he_is_told() {
    let (mut club, notice) = club("token");
    answers(
        &mut club,
        &notice,
        "Dear Bert,\n\nplease tell me why you did not answer.\n\nOlga",
    );
    assert_eq!(club.verdict(), "not-understood");
    club.is_told("arbiter", "transcript").says("no order in it");
    club.nobody_is_told();
}

/// The digest as mail programs quote it below or above an answer.
fn quoted(program: &str, digest: &Mail, answer: &str) -> String {
    let marked: String = digest.text.lines().map(|l| format!("> {l}\n")).collect();
    let text = &digest.text;
    match program {
        "Gmail" => format!(
            "{answer}\n\nOn Sat, Mar 14, 2026 at 9:00 AM Club <moves@club.example> wrote:\n\n{marked}"
        ),
        "Gmail, Russian" => format!(
            "{answer}\n\nсб, 14 мар. 2026 г. в 12:00, Club <moves@club.example>:\n\n{marked}"
        ),
        "Apple Mail" => format!(
            "{answer}\n\n> On 14 Mar 2026, at 09:00, Club <moves@club.example> wrote:\n> \n{marked}"
        ),
        "Outlook" => format!(
            "{answer}\n\n________________________________\nFrom: Club <moves@club.example>\n\
             Sent: Saturday, March 14, 2026 9:00 AM\nTo: Olga Orlova <td@club.example>\n\
             Subject: {}\n\n{text}",
            digest.subject
        ),
        "Outlook, old" => format!(
            "{answer}\n\n-----Original Message-----\nFrom: Club [mailto:moves@club.example]\n\
             Sent: Saturday, March 14, 2026 9:00 AM\nTo: Olga Orlova\nSubject: {}\n\n{text}",
            digest.subject
        ),
        "below the quotation" => format!("On 14.03.26 09:00, Club wrote:\n{marked}\n{answer}\n"),
        // A program that marks nothing at all.
        "no marks" => format!("{answer}\n\n{text}"),
        other => panic!("{other}"),
    }
}

const PROGRAMS: [&str; 7] = [
    "Gmail",
    "Gmail, Russian",
    "Apple Mail",
    "Outlook",
    "Outlook, old",
    "below the quotation",
    "no marks",
];

#[test]
fn the_digest_is_answered_with_one_of_its_lines_by_any_mail_program() {
    for program in PROGRAMS {
        let (mut club, _) = club("token");
        club.robot().nightly();
        club.restarts();
        club.polls();
        let digest = club.is_told("arbiter", "digest");
        digest
            .says("T26/1: overstep (article 56.6.4)")
            .says("    CONFIRM-FORFEIT T26/1")
            .says("    REJECT-CLAIM T26/1")
            .says("Takes its course, unless you decide otherwise");
        let answer = "REJECT-CLAIM T26/1 ANYWAY\nhis provider kept our letter";
        answers(&mut club, &digest, &quoted(program, &digest, answer));
        let transcript = club.is_told("arbiter", "transcript");
        transcript
            .says("> REJECT-CLAIM T26/1 ANYWAY")
            .says("Done (decision ")
            .says("his provider kept our letter");
        assert_eq!(club.note(), "orders: 1 carried out", "{program}");
        club.stands("T26/1", "/status", "active");
        club.all_read("ruling");
    }
}

#[test]
fn the_digest_sent_back_alone_orders_nothing() {
    for program in PROGRAMS {
        let (mut club, _) = club("address");
        club.robot().nightly();
        club.restarts();
        club.polls();
        let digest = club.is_told("arbiter", "digest");
        let before = club.game("T26/1");
        answers(&mut club, &digest, &quoted(program, &digest, "Thank you."));
        assert_eq!(club.verdict(), "not-understood", "{program}");
        club.is_told("arbiter", "transcript").says("no order in it");
        assert_eq!(club.game("T26/1"), before, "{program}");
    }
}
