//! Letters that are not believed wait for a code (CONTRACT.md 4, Who).

use crate::club::{Club, Mail, Setup};

fn club() -> Club {
    Setup::new().default_policy().opens()
}

/// The code in a letter.
#[track_caller]
fn code(mail: &Mail) -> String {
    mail.code()
}

/// Ann's unproven letter, and the code that asks about it.
fn asked(club: &mut Club, text: &str) -> String {
    club.sends("ann", text);
    assert_eq!(club.verdict(), "unverified");
    let challenge = club.is_told("ann", "challenge");
    club.nobody_is_told();
    code(&challenge)
}

#[track_caller]
fn played(club: &mut Club) {
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands("T26/1", "/ply", 1);
}

/// A code was answered, and nothing happened but a word about it.
#[track_caller]
fn refused(club: &mut Club, verdict: &str, words: &str) {
    assert_eq!(club.verdict(), verdict);
    club.is_told("ann", "challenge").says(words);
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a_yes_with_the_code_carries_the_letter_out() {
    let mut club = club();
    club.sends("ann", "1. 5254");
    let challenge = club.is_told("ann", "challenge");
    challenge
        .says("move 1. 5254")
        .says("the code with one word before it, YES if")
        .says("you lose no time");
    assert_eq!(challenge.game.as_deref(), Some("T26/1"));
    assert!(!challenge.subject.contains("5254"));
    club.nobody_is_told();
    let code = code(&challenge);
    club.sends("ann", &format!("YES {code}"));
    played(&mut club);
    // One verdict each, the list shows the final one.
    assert_eq!(club.verdicts(), ["move", "command"]);
    let list = club.types("inbox list --json").unwrap();
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert_eq!(
        list[0]["note"]
            .as_str()
            .map(|n| n.contains("confirmed by letter 2")),
        Some(true)
    );
    assert_eq!(list[0]["game"], "T26/1");
    assert_eq!(list[1]["game"], "T26/1");
    club.types("verify").unwrap();
}

#[test]
fn the_letter_keeps_its_own_dates() {
    let mut club = club();
    club.it_is("2026-01-12T09:00:00Z");
    let code = asked(&mut club, "1. 5254");
    club.it_is("2026-01-15T08:00:00Z");
    club.sends("ann", &format!("YES {code}"));
    played(&mut club);
    // Later than the day after the list: the arbiter hears of it.
    club.is_told("arbiter", "digest");
    club.stands("T26/1", "/moves/0/sent", "2026-01-12");
    club.stands("T26/1", "/moves/0/days", 1);
}

#[test]
fn in_any_language_and_however_it_is_typed() {
    for answer in [
        "yes {}",
        "{} да",
        "Так.\n\n{}\n\nAnn",
        "TAK, {}!",
        "Hello,\nyes, it was me: {}",
    ] {
        let mut club = club();
        let code = asked(&mut club, "1. 5254");
        club.sends("ann", &answer.replace("{}", &code.to_lowercase()));
        played(&mut club);
    }
    // Asked in his own language.
    let mut club = Setup::new().pairs(&[(4, 5)]).default_policy().opens();
    club.sends("dima", "1. 5254");
    let challenge = club.is_told("dima", "challenge");
    challenge
        .says("ход 1. 5254")
        .says("код и перед ним одно слово – ДА");
    let code = code(&challenge);
    club.sends("dima", &format!("да {code}"));
    club.is_told("dima", "confirmation");
    club.is_told("ewa", "move");
}

#[test]
fn a_code_works_once() {
    let mut club = club();
    let code = asked(&mut club, "STATUS");
    club.sends("ann", &format!("YES {code}"));
    club.is_told("ann", "status");
    assert_eq!(club.verdicts(), ["command", "command"]);
    club.sends("ann", &format!("yes, {code}"));
    refused(&mut club, "unverified", "used before");
    // From the right place it is no better.
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&start)
        .says(&format!("Yes: {code}"))
        .posts();
    club.polls();
    refused(&mut club, "not-understood", "used before");
}

#[test]
fn a_code_holds_three_days() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    club.it_is("2026-01-13T09:00:00Z");
    club.sends("ann", &format!("YES {code}"));
    played(&mut club);
    club.is_told("arbiter", "digest");

    let mut club = self::club();
    let code = asked(&mut club, "1. 5254");
    club.it_is("2026-01-13T09:00:01Z");
    club.sends("ann", &format!("YES {code}"));
    refused(&mut club, "unverified", "does not hold any more");
    assert_eq!(club.verdicts(), ["unverified"; 2]);
}

#[test]
fn a_code_that_came_in_time_is_taken_from_a_backlog() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    club.it_is("2026-01-20T09:00:00Z");
    club.letter("ann")
        .received("2026-01-12T09:00:00Z")
        .says(&format!("YES {code}"))
        .posts();
    club.polls();
    played(&mut club);
    club.is_told("arbiter", "digest");
}

#[test]
fn a_no_puts_the_letter_aside_and_tells_the_arbiter() {
    let mut club = club();
    let code = asked(&mut club, "RESIGN");
    club.sends("ann", &format!("NO {code}"));
    assert_eq!(club.verdicts(), ["unverified", "command"]);
    club.is_told("ann", "challenge").says("put aside");
    club.is_told("arbiter", "digest").says("inbox show 1");
    club.nobody_is_told();
    club.stands("T26/1", "/status", "active");
    club.sends("ann", &format!("YES {code}"));
    refused(&mut club, "unverified", "used before");
}

#[test]
fn only_the_player_s_own_text_confirms() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    let yes = format!("YES {code}");
    // In the subject, in a header, in a quotation: none of it is his own text.
    club.letter("ann").subject(&yes).says("hello").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.letter("ann")
        .header(&format!("X-Note: {yes}"))
        .says("hello again")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.letter("ann")
        .says(&format!("What is this?\n\n> {yes}\n"))
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.all_read("challenge");
    club.all_read("digest");
    // A machine's.
    club.letter("ann")
        .header("Auto-Submitted: auto-replied")
        .says(&yes)
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "auto-reply");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
    // His own.
    club.sends("ann", &yes);
    played(&mut club);
}

#[test]
fn our_question_sent_back_confirms_nothing() {
    // A machine that quotes without marks, and says nowhere that it is one.
    let mut club = club();
    club.sends("ann", "YES\nYES\n1. 5254");
    let challenge = club.is_told("ann", "challenge");
    club.sends(
        "ann",
        &format!("I am away until March.\n\n{}", challenge.text),
    );
    assert_eq!(club.verdict(), "unverified");
    club.all_read("challenge");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
    // Nor does the beginning of it.
    let end = challenge.text.find(&code(&challenge)).unwrap() + 10;
    club.sends("ann", &challenge.text[..end]);
    club.all_read("challenge");
    club.all_read("digest");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn another_player_s_code_is_none() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    club.sends("bert", &format!("YES {code}"));
    assert_eq!(club.verdict(), "unverified");
    club.is_told("bert", "challenge")
        .says("have not sent to you");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
    club.sends("eve@evil.example", &format!("YES {code}"));
    assert_eq!(club.verdict(), "unknown-sender");
    club.nobody_is_told();
}

#[test]
fn a_mistyped_code_is_told() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    let last = if code.ends_with('A') { 'C' } else { 'A' };
    let wrong = format!("{}{last}", &code[..9]);
    // Without a digit it has not the shape of a code.
    if wrong.bytes().any(|b| b.is_ascii_digit()) {
        club.sends("ann", &format!("YES {wrong}"));
        refused(&mut club, "unverified", "have not sent to you");
    }
    club.sends("ann", &code);
    refused(&mut club, "unverified", "not clear whether you mean");
    club.sends("ann", &format!("YES {code}"));
    played(&mut club);
}

#[test]
fn the_question_goes_to_the_registered_address_only() {
    let mut club = club();
    club.letter("ann")
        .header("Reply-To: eve@evil.example")
        .header("Sender: eve@evil.example")
        .says("1. 5254")
        .posts();
    club.polls();
    club.is_told("ann", "challenge");
    club.nobody_is_told();
}

#[test]
fn a_forger_cannot_flood_a_player() {
    let mut club = club();
    for n in 0..20 {
        club.sends("ann", &format!("RESIGN\n\nletter {n}"));
        assert_eq!(club.verdict(), "unverified");
    }
    // Some at once; what came later stands in the next list.
    assert_eq!(club.all_read("challenge"), 4);
    club.is_told("arbiter", "digest");
    club.nobody_is_told();
    club.it_is("2026-01-10T14:00:00Z");
    club.polls();
    club.is_told("ann", "challenge");
    club.polls();
    club.nobody_is_told();
    club.days_pass(4);
    club.sends("ann", "STATUS");
    assert_eq!(club.is_told("ann", "challenge").codes().len(), 1);
}

#[test]
fn the_same_letter_again_is_not_asked_about_again() {
    let mut club = club();
    let write = |club: &mut Club| {
        club.letter("ann")
            .message_id("one@a.example")
            .says("1. 5254")
            .posts();
        club.polls();
    };
    write(&mut club);
    let challenge = club.is_told("ann", "challenge");
    write(&mut club);
    club.nobody_is_told();
    assert_eq!(club.verdicts(), ["unverified"; 2]);
    club.sends("ann", &format!("YES {}", code(&challenge)));
    played(&mut club);
    assert_eq!(club.verdicts(), ["move", "unverified", "command"]);
    // And processing it again does not ask a second time either.
    club.types("inbox retry 2").unwrap();
    assert_eq!(club.verdicts(), ["move", "duplicate", "command"]);
    club.nobody_is_told();
}

#[test]
fn a_confirmed_letter_is_ruled_on_the_game_as_it_stands() {
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 4244").posts();
    club.polls();
    played(&mut club);
    club.sends("ann", &format!("YES {code}"));
    // Its number lies behind: asked, and nothing is charged.
    assert_eq!(club.verdicts()[0], "move-rejected");
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/white/penalty", 0);
    club.all_read("not-understood");
    club.all_read("rejection");
    club.nobody_is_told();
}

#[test]
fn an_answer_to_the_question_itself_is_believed() {
    let mut club = club();
    club.sends("ann", "1. 5254");
    let challenge = club.is_told("ann", "challenge");
    club.letter("ann")
        .answering(&challenge)
        .says("1. 4244")
        .posts();
    club.polls();
    assert_eq!(club.verdicts(), ["unverified", "move"]);
    played(&mut club);
}

#[test]
fn what_cannot_be_taken_back_is_done_only_for_who_is_known() {
    for policy in ["token", "token-or-verified"] {
        for request in [
            "RESIGN",
            "ACCEPT DRAW",
            "WITHDRAW",
            "ADDRESS ann@new.example",
        ] {
            let mut club = Setup::new()
                .default_policy()
                .set("auth.policy", policy)
                .opens();
            let start = club.last_letter("ann", "T26/1");
            let told = club.last_letter("bert", "T26/1");
            club.letter("bert").answering(&told).says("DRAW?").posts();
            club.letter("ann").answering(&start).says("1. 5254").posts();
            club.polls();
            club.everything_read();
            let before = club.game("T26/1");
            // With nothing, and with the token of a letter that she has answered.
            club.sends("ann", request);
            club.is_told("ann", "challenge");
            club.letter("ann").answering(&start).says(request).posts();
            club.polls();
            club.is_told("ann", "challenge");
            assert_eq!(club.verdict(), "unverified", "{request}");
            club.nobody_is_told();
            assert_eq!(club.game("T26/1"), before, "{policy} {request}");
        }
    }
}

#[test]
fn a_word_without_its_code_gets_the_codes_once_more() {
    let mut club = club();
    club.sends("ann", "1. 5254");
    let challenge = club.is_told("ann", "challenge");
    let asked = code(&challenge);
    for word in ["Yes", "yes, that was me", "NO"] {
        club.letter("ann").answering(&challenge).says(word).posts();
        club.polls();
        let again = club.is_told("ann", "challenge");
        again.says("no code, so we cannot be sure").says(&asked);
        assert_eq!(code(&again), asked);
        club.nobody_is_told();
        assert_eq!(club.verdict(), "not-understood");
        club.stands("T26/1", "/ply", 0);
    }
    // Four lists a day: the next word is no more than a letter.
    club.letter("ann").answering(&challenge).says("Yes").posts();
    club.polls();
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 0);
    club.sends("ann", &format!("YES {asked}"));
    played(&mut club);
    club.types("verify").unwrap();
}

#[test]
fn what_stands_beside_a_code_is_heard() {
    for beside in [
        "but please do not play it, I have changed my mind.",
        "I resign",
        "I cancel that, I play 1. d4 instead",
        "1. d4",
    ] {
        let mut club = club();
        let code = asked(&mut club, "1. 5254");
        club.sends("ann", &format!("YES {code}\n\n{beside}"));
        refused(&mut club, "unverified", "says more besides");
        // The code is still good.
        club.sends("ann", &format!("YES {code}\n\nThank you!\n\nAnn"));
        played(&mut club);
    }
    let mut club = club();
    let code = asked(&mut club, "1. 5254");
    club.sends("ann", &format!("NO {code}. I did not write that."));
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "challenge").says("put aside");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);
}
