//! What ends a game, offers or claims takes more than a copy to the robot or a token from a
//! domain that keeps silent (CONTRACT.md 4): it is asked back by one word.

use crate::club::{Club, Draft, Mail, Setup};

/// A club that believes what its border says, and Ann and Bert in it.
pub(super) fn club() -> Setup {
    Setup::new()
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
}

/// A letter of somebody's that reached our border now, with what that found out.
fn at_border<'c>(club: &'c mut Club, who: &str, results: &str) -> Draft<'c> {
    let now = club.now.to_string();
    let results = results
        .replace("DOMAIN", &format!("{}.example", &who[..1]))
        .replace("WHO", who);
    club.letter(who)
        .trace(&format!(
            "Authentication-Results: mx.club.example;\n\t{results}\n"
        ))
        .received(&now)
}

/// His own server stands for it.
pub(super) fn verified<'c>(club: &'c mut Club, who: &str) -> Draft<'c> {
    let results = "spf=pass smtp.mailfrom=WHO@DOMAIN;\n\tdmarc=pass header.from=DOMAIN";
    at_border(club, who, results)
}

/// His server could have stood for it, and did not.
fn unvouched<'c>(club: &'c mut Club, who: &str) -> Draft<'c> {
    at_border(club, who, "spf=neutral smtp.mailfrom=WHO@DOMAIN")
}

/// How a letter comes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Verified, to the opponent, with the robot in Cc; it answers nothing of ours.
    Copied,
    /// The same to the robot alone.
    ToUs,
    /// Verified, with a Cc to the writer's own address.
    CopyToSelf,
    /// Verified, an answer to a letter of ours, with a copy for the opponent.
    CopiedAnswer,
    /// By a token of ours alone, from a domain that keeps silent.
    Token,
    /// By a token from a domain that publishes nothing.
    TokenOfPlain,
}

const ASKED: [Way; 2] = [Way::Copied, Way::Token];
const DONE: [Way; 4] = [
    Way::ToUs,
    Way::CopyToSelf,
    Way::CopiedAnswer,
    Way::TokenOfPlain,
];

/// A letter of Ann's comes.
fn comes(club: &mut Club, way: Way, text: &str) {
    let last = club.last_letter("ann", "T26/1");
    let draft = match way {
        Way::Copied => verified(club, "ann")
            .to("bert@b.example")
            .header("Cc: moves@club.example"),
        Way::ToUs => verified(club, "ann"),
        Way::CopyToSelf => verified(club, "ann").header("Cc: Ann <ANN@a.example>"),
        Way::CopiedAnswer => verified(club, "ann")
            .answering(&last)
            .header("Cc: bert@b.example"),
        Way::Token => unvouched(club, "ann").answering(&last),
        Way::TokenOfPlain => club.letter("ann").answering(&last),
    };
    draft.says(text).posts();
    club.polls();
}

/// Ann answers a letter of ours.
fn says(club: &mut Club, asked: &Mail, text: &str) {
    unvouched(club, "ann").answering(asked).says(text).posts();
    club.polls();
}

/// After `1. 5254 5755`, and Bert's offer where one stands.
fn played(offered: bool) -> Club {
    let mut club = club().opens();
    comes(&mut club, Way::ToUs, "1. 5254");
    let bert = match offered {
        true => "1... 5755 =",
        false => "1... 5755",
    };
    verified(&mut club, "bert").says(bert).posts();
    club.polls();
    club.takes_all();
    club
}

/// The result, or the offer that stands, or nothing.
fn done(club: &mut Club) -> String {
    let game = club.game("T26/1");
    match (game["result"].as_str(), game["draw_offer"]["side"].as_str()) {
        (Some("*"), None) => "nothing".to_owned(),
        (Some("*"), Some(side)) => format!("{side} offers"),
        (result, _) => result.unwrap_or_default().to_owned(),
    }
}

/// What Ann writes, whether Bert offers, what it does, and what stands meanwhile.
const ACTS: [(&str, bool, &str, &str); 5] = [
    ("RESIGN", false, "0-1", "nothing"),
    ("ACCEPT DRAW", true, "1/2-1/2", "black offers"),
    ("DRAW?", false, "white offers", "nothing"),
    ("2. 7163 =", false, "white offers", "nothing"),
    (
        "2. 7163\n\nI offer a draw.",
        false,
        "white offers",
        "nothing",
    ),
];

#[test]
fn what_ends_a_game_or_offers_a_draw_is_asked_back_by_one_word() {
    for way in ASKED {
        for (text, offered, comes_to, meanwhile) in ACTS {
            let mut club = played(offered);
            comes(&mut club, way, text);
            assert_eq!(done(&mut club), meanwhile, "{way:?} {text}");
            let moved = text.starts_with("2.");
            club.stands("T26/1", "/ply", if moved { 3 } else { 2 });
            let question = club.is_told("ann", "not-understood");
            question.says("YES");
            if moved {
                club.is_told("ann", "confirmation")
                    .says("has not been passed on yet");
                let move_letter = club.is_told("bert", "move");
                assert!(!move_letter.text.contains("offers a draw"), "{way:?}");
                assert_eq!(club.verdict(), "move");
            }
            club.nobody_is_told();
            says(&mut club, &question, "Yes");
            assert_eq!(done(&mut club), comes_to, "{way:?} {text}, yes");
            if comes_to.ends_with("offers") {
                club.are_told(&["ann", "bert"], "draw");
            } else {
                club.are_told(&["ann", "bert", "arbiter"], "result");
            }
            club.nobody_is_told();
        }
    }
}

#[test]
fn who_proves_himself_and_means_us_is_asked_nothing() {
    for way in DONE {
        for (text, offered, comes_to, _) in ACTS {
            let mut club = played(offered);
            comes(&mut club, way, text);
            assert_eq!(done(&mut club), comes_to, "{way:?} {text}");
            club.takes_all();
        }
    }
}

#[test]
fn a_no_or_silence_leaves_all_as_it_was() {
    for answer in [Some("No"), None] {
        for (text, offered, _, meanwhile) in ACTS {
            let mut club = played(offered);
            comes(&mut club, Way::Token, text);
            let question = club.is_told("ann", "not-understood");
            club.takes_all();
            match answer {
                Some(no) => {
                    says(&mut club, &question, no);
                    club.is_told("ann", "not-understood")
                        .says("Nothing was done");
                }
                None => {
                    club.days_pass(8);
                    says(&mut club, &question, "Yes");
                    club.is_told("ann", "not-understood")
                        .says("no longer stands");
                }
            }
            assert_eq!(done(&mut club), meanwhile, "{text} {answer:?}");
            club.takes_all();
        }
    }
}

#[test]
fn a_yes_elsewhere_offers_nothing() {
    let mut club = played(false);
    comes(&mut club, Way::Token, "2. 7163 =");
    let confirmation = club.is_told("ann", "confirmation");
    club.takes_all();
    says(&mut club, &confirmation, "Yes");
    assert_eq!(done(&mut club), "nothing");
    club.takes_all();
}

#[test]
fn where_the_opponent_has_moved_the_offer_is_made_again() {
    for text in ["2. 7163 =", "DRAW?\n\n2. 7163"] {
        let mut club = played(false);
        comes(&mut club, Way::Token, text);
        let question = club.is_told("ann", "not-understood");
        verified(&mut club, "bert").says("2... 2836").posts();
        club.polls();
        club.takes_all();
        says(&mut club, &question, "Yes");
        assert_eq!(done(&mut club), "nothing");
        club.is_told("ann", "not-understood")
            .says("was not passed on")
            .says("make the offer again with your next move");
        club.nobody_is_told();
    }
}

#[test]
fn a_forged_offer_is_nothing_the_forger_could_accept() {
    for way in ASKED {
        let mut club = played(false);
        comes(&mut club, way, "2. 7163 =");
        club.takes_all();
        verified(&mut club, "bert").says("ACCEPT DRAW").posts();
        club.polls();
        club.stands("T26/1", "/result", "*");
        club.is_told("bert", "not-understood")
            .says("has not offered");
    }
}

#[test]
fn a_move_that_was_held_brings_its_offer_no_more_than_before() {
    let mut club = played(false);
    club.decides("td pause T26/1");
    club.takes_all();
    comes(&mut club, Way::Token, "2. 7163 =");
    assert_eq!(club.verdict(), "held");
    club.takes_all();
    club.decides("td resume T26/1");
    club.polls();
    club.stands("T26/1", "/ply", 3);
    assert_eq!(done(&mut club), "nothing");
    club.is_told("ann", "not-understood").says("YES");
    club.takes_all();
}

#[test]
fn a_withdrawal_takes_one_word_or_its_code() {
    for way in ASKED {
        let mut club = played(false);
        comes(&mut club, way, "WITHDRAW");
        let question = club.is_told("ann", "withdrawal");
        question.says("YES in answer to this very letter");
        club.nobody_is_told();
        says(&mut club, &question, "Yes");
        club.are_told(&["ann", "arbiter"], "withdrawal");
    }
}

/// Knights go out and home until the position after White's next one has stood three times.
fn repeated() -> Club {
    let mut club = Setup::new()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
        .opens();
    club.play("T26/1", "7163 7866 6371 6678 7163 7866 6371 6678");
    club.set("auth.policy", "token-or-verified");
    club
}

#[test]
fn a_claim_of_a_draw_that_went_to_others_too_waits_with_its_move() {
    for (text, result) in [
        // The position after 5. Nf3 has stood twice, that on the board three times.
        ("CLAIM DRAW", "1/2-1/2"),
        ("CLAIM DRAW\n5. 7163", "1/2-1/2"),
        ("CLAIM DRAW\n5. 5254", "*"),
    ] {
        let mut club = repeated();
        comes(&mut club, Way::Copied, text);
        club.stands("T26/1", "/ply", 8);
        club.stands("T26/1", "/result", "*");
        let question = club.is_told("ann", "not-understood");
        question.says("claim a draw").says("went to others");
        club.nobody_is_told();
        club.days_pass(3);
        says(&mut club, &question, "Yes");
        club.stands("T26/1", "/result", result);
        if result == "*" {
            // A wrong claim is an offer, and its move has the day of the claim.
            club.stands("T26/1", "/ply", 9);
            club.stands("T26/1", "/moves/8/sent", "2026-01-10");
            assert_eq!(done(&mut club), "white offers");
        }
        club.takes_all();
    }
}

#[test]
fn a_right_claim_by_a_token_alone_is_a_fact_and_a_wrong_one_offers_nothing() {
    let mut club = repeated();
    comes(&mut club, Way::Token, "CLAIM DRAW\n5. 7163");
    club.stands("T26/1", "/result", "1/2-1/2");
    club.takes_all();
    for text in ["CLAIM DRAW", "CLAIM DRAW\n2. 7163"] {
        let mut club = played(false);
        comes(&mut club, Way::Token, text);
        assert_eq!(done(&mut club), "nothing", "{text}");
        let question = club.is_told("ann", "not-understood");
        club.takes_all();
        says(&mut club, &question, "Yes");
        assert_eq!(done(&mut club), "white offers", "{text}");
        club.takes_all();
    }
}

#[test]
fn a_claim_of_time_that_went_to_others_too_is_asked() {
    for (way, asked) in [(Way::Copied, true), (Way::ToUs, false), (Way::Token, false)] {
        let mut club = club().rules("forfeit = \"claim\"").opens();
        comes(&mut club, Way::ToUs, "1. 5254");
        club.takes_all();
        club.days_pass(70);
        comes(&mut club, way, "CLAIM TIME");
        if asked {
            club.stands("T26/1", "/status", "active");
            let question = club.is_told("ann", "not-understood");
            question.says("overstepped the time");
            club.takes_all();
            says(&mut club, &question, "Yes");
        }
        club.stands("T26/1", "/status", "paused");
        club.takes_all();
    }
}

#[test]
fn what_is_asked_is_asked_in_the_readers_language() {
    for (number, who, asks, beside) in [
        (1, "ann", "offer a draw", "hears nothing of the offer"),
        (4, "dima", "предлагаете ничью", "о предложении не узнает"),
        (5, "ewa", "propozycja remisu", "nie dowie się o propozycji"),
        (
            6,
            "filip",
            "пропонуєте нічию",
            "про пропозицію не дізнається",
        ),
    ] {
        let mut club = club().pairs(&[(number, 2)]).opens();
        verified(&mut club, who)
            .says("DRAW?")
            .to("bert@b.example")
            .header("Cc: moves@club.example")
            .posts();
        club.polls();
        club.is_told(who, "not-understood").says(asks).says(beside);
        club.nobody_is_told();
    }
}
