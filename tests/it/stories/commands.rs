//! Commands in four languages.

use crate::club::{Club, PERSONAS, Setup, address};

/// A club in which the persona plays Black against Clara after a move of each.
fn against(number: u32) -> (Club, String) {
    let mut club = Setup::new().pairs(&[(3, number)]).opens();
    let email = PERSONAS[usize::try_from(number).unwrap() - 1].1;
    let who = email.split('@').next().unwrap().to_owned();
    club.play("T26/1", "5254 5755");
    (club, who)
}

/// A command in English, Russian, Ukrainian and Polish, each from a player of that language.
fn in_all_languages(words: [&str; 4], check: impl Fn(&mut Club, &str)) {
    for (number, text) in [2, 4, 6, 5].into_iter().zip(words) {
        let (mut club, who) = against(number);
        club.sends(&who, text);
        assert_eq!(club.verdict(), "command", "{text}");
        check(&mut club, &who);
    }
}

#[test]
fn resign() {
    in_all_languages(
        ["RESIGN", "СДАЮСЬ", "здаюся!", "Poddaję"],
        |club, who| {
            club.are_told(&["clara", who, "arbiter"], "result");
            club.stands("T26/1", "/result", "1-0");
        },
    );
}

#[test]
fn offer_and_accept() {
    in_all_languages(
        ["DRAW?", "НИЧЬЯ?", "НІЧИЯ?", "REMIS?"],
        |club, who| {
            club.are_told(&["clara", who], "draw");
            club.stands("T26/1", "/draw_offer/side", "black");
            club.sends("clara", "ACCEPT DRAW");
            club.are_told(&["clara", who, "arbiter"], "result");
        },
    );
    for (number, text) in [
        (2, "ACCEPT DRAW"),
        (4, "Принимаю ничью"),
        (6, "ПРИЙМАЮ НІЧИЮ."),
        (5, "PRZYJMUJE REMIS"),
    ] {
        let (mut club, who) = against(number);
        club.sends("clara", "DRAW?");
        club.are_told(&["clara", &who], "draw");
        club.sends(&who, text);
        club.are_told(&["clara", &who, "arbiter"], "result");
        club.stands("T26/1", "/termination", "agreement");
    }
}

#[test]
fn decline() {
    for (number, text) in [
        (2, "DECLINE DRAW"),
        (4, "ОТКЛОНЯЮ НИЧЬЮ"),
        (6, "ВІДХИЛЯЮ НІЧИЮ"),
        (5, "ODRZUCAM REMIS"),
    ] {
        let (mut club, who) = against(number);
        club.sends("clara", "DRAW?");
        club.are_told(&["clara", &who], "draw");
        club.sends(&who, text);
        club.are_told(&["clara", &who], "draw");
        assert!(club.game("T26/1")["draw_offer"].is_null(), "{text}");
    }
}

#[test]
fn leave_and_its_end() {
    in_all_languages(
        [
            "LEAVE 2026-07-01 2026-07-14",
            "ПЕРЕРЫВ 01.07.2026 14.07.2026",
            "ПЕРЕРВА 01.07.2026 14.07.2026",
            "URLOP 2026-07-01 2026-07-14",
        ],
        |club, who| {
            club.are_told(&["clara", who, "arbiter"], "leave");
            club.stands("T26/1", "/leave/0/from", "2026-07-01");
            club.stands("T26/1", "/leave/0/to", "2026-07-14");
        },
    );
    for (number, leave, end) in [
        (2, "LEAVE 2026-07-01 2026-07-14", "END LEAVE"),
        (4, "ПЕРЕРЫВ с 01.07 по 14.07", "КОНЕЦ ПЕРЕРЫВА"),
        (6, "ПЕРЕРВА 01.07-14.07", "КІНЕЦЬ ПЕРЕРВИ"),
        (5, "URLOP 01/07/2026 14/07/2026", "KONIEC URLOPU"),
    ] {
        let (mut club, who) = against(number);
        club.it_is("2026-06-01T09:00:00Z");
        club.sends(&who, leave);
        club.are_told(&["clara", &who, "arbiter"], "leave");
        club.stands("T26/1", "/leave/0/to", "2026-07-14");
        club.sends(&who, end);
        club.are_told(&["clara", &who, "arbiter"], "leave");
        let all = club.game("T26/1")["leave"].clone();
        assert!(all.as_array().is_some_and(Vec::is_empty), "{all}");
    }
}

#[test]
fn lists_and_help() {
    in_all_languages(
        ["STATUS", "статус", "СТАТУС", "Status"],
        |club, who| {
            let status = club.is_told(who, "status");
            assert!(status.text.contains("T26/1"), "{}", status.text);
        },
    );
    in_all_languages(
        ["REPORT", "ОТЧЁТ", "ЗВІТ", "RAPORT"],
        |club, who| {
            club.is_told(who, "report");
        },
    );
    in_all_languages(
        ["HELP", "ПОМОЩЬ", "ДОПОМОГА", "POMOC"],
        |club, who| {
            club.is_told(who, "help");
        },
    );
    in_all_languages(
        ["REPEAT", "ПОВТОР", "повтор", "POWTÓRZ"],
        |club, who| {
            club.is_told(who, "repeat");
        },
    );
}

#[test]
fn claims_that_are_refused() {
    in_all_languages(
        [
            "CLAIM TIME",
            "ПРОСРОЧКА",
            "ПРОСТРОЧЕННЯ",
            "PRZEKROCZENIE CZASU",
        ],
        |club, who| {
            club.is_told(who, "claim");
            // 56.6.2: the opponent has a copy.
            assert_eq!(club.all_read("claim"), 1);
            club.stands("T26/1", "/status", "active");
        },
    );
}

#[test]
fn protest_and_a_word_to_the_arbiter() {
    in_all_languages(
        [
            "PROTEST this is not right",
            "ПРОТЕСТ это неправильно",
            "ПРОТЕСТ це не так",
            "PROTEST to nie tak",
        ],
        |club, who| {
            club.are_told(&["clara", who, "arbiter"], "protest");
        },
    );
    in_all_languages(
        [
            "ARBITER my computer broke",
            "АРБИТРУ сломался компьютер",
            "АРБІТРУ зламався комп'ютер",
            "SĘDZIA komputer się zepsuł",
        ],
        |club, who| {
            club.is_told("arbiter", "digest");
            club.everything_read();
            let _ = who;
        },
    );
}

#[test]
fn check_commits_nothing() {
    for (number, text) in [
        (2, "CHECK 3. 7163"),
        (4, "ПРОВЕРКА 7163"),
        (6, "ПЕРЕВІРКА 7163"),
        (5, "SPRAWDŹ 7163"),
    ] {
        let mut club = Setup::new().pairs(&[(number, 3)]).opens();
        let who = address(
            PERSONAS[usize::try_from(number).unwrap() - 1]
                .1
                .split('@')
                .next()
                .unwrap(),
        );
        let who = who.split('@').next().unwrap().to_owned();
        club.sends(&who, text.replace("3. ", "1. ").as_str());
        assert_eq!(club.verdict(), "command", "{text}");
        club.is_told(&who, "confirmation");
        club.stands("T26/1", "/ply", 0);
        club.sends(
            &who,
            text.replace("3. ", "1. ").replace("7163", "5256").as_str(),
        );
        club.everything_read();
        club.stands("T26/1", "/clock/white/penalty", 0);
        club.stands("T26/1", "/ply", 0);
    }
}

#[test]
fn styles_of_letters() {
    let mut club = Club::opens();
    club.sends("bert", "FORMAT TEXT");
    assert_eq!(club.verdict(), "command");
    club.everything_read();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let told = club.is_told("bert", "move");
    assert!(told.png.is_none() && told.html.is_none(), "text only");
}

#[test]
fn a_command_with_other_words_on_its_line_is_asked_about() {
    for text in [
        "RESIGN if you like",
        "LEAVE me alone",
        "should I ACCEPT DRAW or not",
        "СДАЮСЬ, но не сегодня",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", text);
        club.stands("T26/1", "/status", "active");
        assert_ne!(club.verdict(), "move", "{text}");
        club.is_told("ann", "not-understood");
    }
}

#[test]
fn several_commands_and_a_move_share_a_letter() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254\nLEAVE 2026-02-01 2026-02-05\nSTATUS");
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.are_told(&["ann", "bert", "arbiter"], "leave");
    club.is_told("ann", "status");
}

#[test]
fn a_change_of_address_goes_to_the_arbiter_and_changes_nothing_alone() {
    let mut club = Club::opens();
    club.sends("ann", "ADDRESS ann@new.example");
    club.everything_read();
    let player = club.robot().store.read().player_list().unwrap().remove(0);
    assert!(player.reach.is_at("ann@a.example"));
    club.sends("ann", "WITHDRAW");
    club.everything_read();
    club.stands("T26/1", "/status", "active");
}
