//! What a sentence states and nobody can take back (CONTRACT.md 4): asked back by one
//! word, and done by it with the dates of the letter that stated it.

use crate::club::{Club, Mail, Setup};

/// Ann has White in T26/1; she writes, and is asked back.
fn asked(club: &mut Club, who: &str, text: &str) -> Mail {
    let last = club.last_letter(who, "T26/1");
    club.letter(who).answering(&last).says(text).posts();
    club.polls();
    club.is_told(who, "not-understood")
}

fn answers(club: &mut Club, who: &str, asked: &Mail, text: &str) {
    club.letter(who).answering(asked).says(text).posts();
    club.polls();
}

/// A yes to a question that stands no more resigns nothing, and says so.
fn is_closed(club: &mut Club, question: &Mail) {
    answers(club, "ann", question, "Yes");
    club.is_told("ann", "not-understood")
        .says("no longer stands");
    club.stands("T26/1", "/status", "active");
}

#[test]
fn a_resignation_in_words_is_done_by_a_yes() {
    for yes in [
        "Yes",
        "yes, I resign",
        "I confirm.",
        "RESIGN",
        "I resign, thank you",
    ] {
        let mut club = Club::opens();
        let question = asked(&mut club, "ann", "Well played, I resign!");
        question
            .says("resign this game")
            .says("YES")
            .says("Well played, I resign!");
        assert_eq!(club.verdict(), "command");
        club.stands("T26/1", "/status", "active");
        answers(&mut club, "ann", &question, yes);
        club.stands("T26/1", "/result", "0-1");
        club.are_told(&["ann", "bert", "arbiter"], "result");
    }
}

#[test]
fn it_has_the_dates_of_the_first_letter() {
    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "I resign this one");
    let stated = club.game("T26/1")["moves"].clone();
    club.days_pass(3);
    club.takes_all();
    answers(
        &mut club,
        "ann",
        &question,
        "Yes, please.\n\nBest regards\nAnn",
    );
    club.takes_all();
    let game = club.game("T26/1");
    assert_eq!(game["result"], "0-1");
    assert_eq!(game["moves"], stated);
    let note = club.note();
    assert!(note.contains("one word confirmed"), "{note}");
}

#[test]
fn whatever_is_quoted_below_it() {
    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "Dear Bert, I resign");
    let below = format!(
        "Yes\n\nFrom: the club\nSubject: a question\n\n{}",
        question.text
    );
    answers(&mut club, "ann", &question, &below);
    club.stands("T26/1", "/result", "0-1");
    club.takes_all();
}

#[test]
fn a_no_drops_it_and_a_yes_elsewhere_says_nothing() {
    let mut club = Club::opens();
    let first = club.last_letter("ann", "T26/1");
    let question = asked(&mut club, "ann", "Well, I resign");
    // A yes to another letter answers no question.
    answers(&mut club, "ann", &first, "Yes");
    club.stands("T26/1", "/status", "active");
    club.takes_all();
    answers(&mut club, "ann", &question, "No, I do not resign");
    club.is_told("ann", "not-understood")
        .says("Nothing was done");
    is_closed(&mut club, &question);
}

#[test]
fn a_move_or_a_week_overtakes_it() {
    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "Well, I resign");
    club.sends("ann", "1. 5254");
    club.takes_all();
    is_closed(&mut club, &question);

    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "Well, I resign");
    club.days_pass(8);
    club.takes_all();
    is_closed(&mut club, &question);
}

#[test]
fn consent_to_a_draw_in_words_waits_for_a_yes_while_the_offer_stands() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254 =");
    club.sends("bert", "1... 5755");
    club.sends("ann", "2. 7163 =");
    club.takes_all();
    let question = asked(&mut club, "bert", "Thank you, I accept draw");
    question.says("agree to a draw");
    answers(&mut club, "bert", &question, "Yes, I agree to the draw");
    club.stands("T26/1", "/result", "1/2-1/2");
    club.takes_all();
}

#[test]
fn a_bare_yes_to_the_letter_with_the_offer_is_asked_back() {
    for yes in ["Да", "yes", "Tak!", "Ja, gern", "Згоден", "agreed"] {
        let mut club = Club::opens();
        club.sends("ann", "1. 5254");
        club.sends("bert", "1... 5755");
        club.sends("ann", "2. 7163 =");
        let offered = club.last_letter("bert", "T26/1");
        club.takes_all();
        answers(&mut club, "bert", &offered, yes);
        club.stands("T26/1", "/status", "active");
        let question = club.is_told("bert", "not-understood");
        question.says("agree to a draw").says(yes);
        answers(&mut club, "bert", &question, "YES");
        club.stands("T26/1", "/result", "1/2-1/2");
        club.takes_all();
    }
    // Where none stands, or to an older letter, it says nothing.
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    let older = club.last_letter("bert", "T26/1");
    club.takes_all();
    answers(&mut club, "bert", &older, "Yes");
    club.is_told("bert", "not-understood");
    club.sends("bert", "1... 5755");
    club.sends("ann", "2. 7163 =");
    club.takes_all();
    answers(&mut club, "bert", &older, "Yes");
    club.stands("T26/1", "/status", "active");
    let told = club.takes_all();
    assert!(
        told.iter()
            .all(|m| !m.text.contains("agree to a draw in this game"))
    );
}

#[test]
fn consent_where_nothing_is_offered_is_told_so_at_once() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.takes_all();
    let told = asked(&mut club, "bert", "Thank you, I accept draw");
    told.says("has not offered a draw");
    answers(&mut club, "bert", &told, "Yes");
    club.stands("T26/1", "/status", "active");
    club.takes_all();
}

#[test]
fn a_withdrawal_in_words_takes_one_word_too() {
    let mut club = Club::opens();
    let last = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&last)
        .says("My health is poor, I withdraw")
        .posts();
    club.polls();
    let question = club.is_told("ann", "withdrawal");
    question.says("YES in answer to this very letter");
    answers(&mut club, "ann", &question, "Yes, that is my wish");
    club.are_told(&["ann", "arbiter"], "withdrawal");
}

#[test]
fn in_every_language_a_yes_is_a_yes() {
    for (language, says, yes) in [
        ("en", "I resign, good game", "Yes, please"),
        ("ru", "Сдаюсь, поздравляю!", "Да, сдаюсь"),
        ("uk", "Здаюсь, гарна гра", "Так, здаюся"),
        ("pl", "Poddaję się, gratuluję", "Tak, poddaję się"),
        ("de", "Ich gebe auf, Glückwunsch", "Ja, bitte"),
    ] {
        let mut club = Setup::new().language(language).opens();
        let question = asked(&mut club, "ann", says);
        club.stands("T26/1", "/status", "active");
        answers(&mut club, "ann", &question, yes);
        club.stands("T26/1", "/result", "0-1");
        club.takes_all();
    }
}

#[test]
fn who_plays_on_has_said_no() {
    for no in [
        "Да нет, играю дальше",
        "No, I'll play on",
        "Nein, ich spiele weiter",
    ] {
        let mut club = Club::opens();
        let question = asked(&mut club, "ann", "Well, I resign");
        answers(&mut club, "ann", &question, no);
        club.is_told("ann", "not-understood")
            .says("Nothing was done");
        assert_eq!(club.verdict(), "command", "{no}");
        club.stands("T26/1", "/status", "active");
        club.everything_read();
    }
}

#[test]
fn a_part_that_is_asked_back_is_no_request_carried_out() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    let last = club.last_letter("ann", "T26/1");
    let text = "T26/1: 1. 5254\nT26/2: I resign, well played";
    club.letter("ann").answering(&last).says(text).posts();
    club.polls();
    club.is_told("ann", "status")
        .says("T26/2: we have a question");
    club.takes_all();
}

#[test]
fn requests_that_exclude_each_other_are_listed_in_the_readers_words() {
    let mut club = Setup::new().pairs(&[(4, 2)]).opens();
    let text = "СДАЮСЬ!\n1. 5254 - это мой ход, сдавайтесь сами";
    let question = asked(&mut club, "dima", text);
    question.says("СДАЮСЬ");
    assert!(!question.text.contains("RESIGN"), "{}", question.text);
    club.takes_all();
}

#[test]
fn an_answer_that_is_neither_yes_nor_no_is_asked_once_more() {
    for (language, first, answer, yes) in [
        ("en", "Well played, I resign!", "Yes and no", "yes"),
        ("de", "Ich gebe auf, gut gespielt!", "Na ja", "Ja"),
        (
            "de",
            "Ich gebe auf, gut gespielt!",
            "Ja schon",
            "Ja, leider",
        ),
        ("ru", "Сдаюсь, отличная игра!", "Да ну", "Да, к сожалению"),
        (
            "uk",
            "Здаюся, чудова гра!",
            "Так чи ні",
            "Підтверджую здачу",
        ),
        (
            "pl",
            "Poddaję się, świetna gra!",
            "Tak i nie",
            "Tak, niestety",
        ),
    ] {
        let mut club = Setup::new().language(language).opens();
        let question = asked(&mut club, "ann", first);
        answers(&mut club, "ann", &question, answer);
        assert_eq!(club.verdict(), "not-understood", "{answer}");
        club.stands("T26/1", "/status", "active");
        let again = club.is_told("ann", "not-understood");
        club.takes_all();
        answers(&mut club, "ann", &again, yes);
        club.stands("T26/1", "/result", "0-1");
        club.takes_all();
    }
}

#[test]
fn a_no_closes_the_question_however_it_was_asked() {
    for (language, first, no, yes) in [
        // What is stated, and what a sentence only comes near to.
        ("en", "Well played, I resign!", "No, of course not!", "Yes"),
        ("en", "Well played, I resign!", "Ok, no.", "Yes"),
        ("ru", "Сдаюсь, отличная игра!", "Нет, что вы!", "Да"),
        (
            "de",
            "Ich gebe auf, gut gespielt!",
            "Nein, auf keinen Fall!",
            "Ja",
        ),
        ("ru", "Пожалуй, сдаюсь", "нет", "да"),
        ("de", "Ich glaube, ich gebe auf.", "Nein", "Ja"),
        ("pl", "Chyba się poddaję", "Nie", "Tak"),
        ("uk", "Мабуть, здаюся", "Ні, ще пограємо", "так"),
    ] {
        let mut club = Setup::new().language(language).opens();
        let question = asked(&mut club, "ann", first);
        answers(&mut club, "ann", &question, no);
        let told = club.is_told("ann", "not-understood");
        assert!(
            !told.text.contains('='),
            "no draw is proposed: {}",
            told.text
        );
        answers(&mut club, "ann", &question, yes);
        assert_eq!(club.verdict(), "not-understood", "{no}");
        club.stands("T26/1", "/status", "active");
        club.takes_all();
    }
}

#[test]
fn a_no_to_what_was_asked_again_closes_both() {
    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "Well played, I resign!");
    answers(&mut club, "ann", &question, "Yes and no");
    let again = club.is_told("ann", "not-understood");
    answers(&mut club, "ann", &again, "No");
    club.is_told("ann", "not-understood")
        .says("Nothing was done");
    is_closed(&mut club, &question);
}

#[test]
fn a_move_behind_a_no_is_played() {
    let mut club = Club::opens();
    let question = asked(&mut club, "ann", "Well played, I resign!");
    answers(&mut club, "ann", &question, "No, I play on:\n\n1. Nf3");
    club.stands("T26/1", "/ply", 1);
    club.takes_all();
    answers(&mut club, "ann", &question, "Yes");
    club.stands("T26/1", "/status", "active");
    club.takes_all();
}

#[test]
fn a_no_where_nothing_was_asked_declines_and_proposes_nothing() {
    let mut club = Club::opens();
    club.sends("ann", "LEAVE 2026-07-01 2026-07-14");
    let leave = club.is_told("ann", "leave");
    club.takes_all();
    answers(&mut club, "ann", &leave, "No");
    let told = club.is_told("ann", "not-understood");
    told.says("what is recorded stands").says("END LEAVE");
    assert!(!told.text.contains("DRAW?"), "{}", told.text);
}

#[test]
fn a_yes_above_a_move_does_neither() {
    for (text, both) in [
        ("I lay down my king.", "YES\n1. e4"),
        ("I lay down my king.", "1. e4\n\nyes"),
        ("Well played, I resign!", "Да\n1. 5254"),
    ] {
        let mut club = Club::opens();
        let question = asked(&mut club, "ann", text);
        answers(&mut club, "ann", &question, both);
        let again = club.is_told("ann", "not-understood");
        club.stands("T26/1", "/status", "active");
        club.stands("T26/1", "/ply", 0);
        answers(&mut club, "ann", &again, "yes");
        club.stands("T26/1", "/result", "0-1");
        club.are_told(&["ann", "bert", "arbiter"], "result");
    }
}
