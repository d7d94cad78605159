//! What people say that acts on the game: to resign, accept, decline, offer, withdraw.

use super::super::{
    Doubt, GameRequest, GraveAct, PlayerRequest, Request, Section, understand_text,
};

/// What a letter states, in one word; nothing where it states nothing.
fn stated(text: &str) -> String {
    let read = understand_text(text, "");
    let mut found: Vec<&str> = read.sections.iter().flat_map(of_section).collect();
    found.dedup();
    found.join(" ")
}

fn of_section(section: &Section) -> Vec<&'static str> {
    let requests = section.requests.iter().map(|r| match r {
        Request::Game(GameRequest::Resign) => "resign",
        Request::Game(GameRequest::DrawAccept) => "accept",
        Request::Game(GameRequest::DrawDecline) => "decline",
        Request::Game(GameRequest::DrawOffer) => "offer",
        Request::Game(GameRequest::Move(moves)) if moves.draw_offer => "move+offer",
        Request::Game(GameRequest::Move(_)) => "move",
        Request::Player(PlayerRequest::Withdraw) => "withdraw",
        _ => "",
    });
    let doubts = section.doubts.iter().map(|d| match d {
        // Asked back by one word.
        Doubt::Stated { act, .. } => match act {
            GraveAct::Resign => "resign",
            GraveAct::AcceptDraw => "accept",
            GraveAct::Withdraw => "withdraw",
        },
        Doubt::Conflict { .. } => "conflict",
        _ => "",
    });
    requests.chain(doubts).filter(|w| !w.is_empty()).collect()
}

pub(super) fn check(meant: &str, texts: &[&str]) {
    let wrong: Vec<String> = texts
        .iter()
        .filter_map(|text| {
            let got = stated(text);
            (got != meant).then(|| format!("{text:?} is {got:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "not {meant}:\n{}", wrong.join("\n"));
}

#[test]
fn giving_up_in_words() {
    check(
        "resign",
        &[
            "I resign",
            "I resign. Thank you for the game!",
            "resigned",
            "I give up",
            "Well played, I give up.",
            "I am afraid there is nothing left to play for, so I resign. A splendid game, thank you.",
            "White is winning, so I concede the game.",
            "I have to resign here, congratulations!",
            "I hereby resign this game.",
            "Time to throw in the towel, I resign.",
            "I admit defeat.",
            "Сдаюсь, поздравляю!",
            "Здравствуйте!\nВ этой позиции сопротивление бесполезно. Сдаю партию.\nС уважением, Смирнов",
            "Признаю своё поражение, поздравляю соперника.",
            "Партию сдаю",
            "Дальше играть нет смысла, сдаю партию. Поздравляю, Вы играли прекрасно!",
            "Дедушка велел написать, что он сдаётся. Жмёт Вам руку.",
            "Здесь я сдаюсь.",
            "Складываю оружие.",
            "Сдать партию: СДАЮСЬ.",
            "Здаю партію",
            "Здаюсь, дякую за гру",
            "Позиція моя безнадійна, тому здаю партію. Дякую за гру.",
            "Визнаю поразку.",
            "poddaję partię, gratuluję",
            "Dalsza gra nie ma sensu, poddaję partię. Gratuluję pięknego zwycięstwa.",
            "Partię poddaję.",
            "Uznaję swoją porażkę.",
            "Meine Stellung ist hoffnungslos, ich gebe die Partie auf. Herzlichen Glückwunsch!",
            "Ich gebe auf.",
            "Hier gebe ich auf, gratuliere!",
            "Ich gebe mich geschlagen.",
        ],
    );
}

#[test]
fn agreeing_to_a_draw_in_words() {
    check(
        "accept",
        &[
            "I accept the draw",
            "ok, happy to agree a draw",
            "I agree to the draw.",
            "Draw agreed!",
            "I accept your kind offer of a draw",
            "Agreed.",
            "Fine, a draw it is.",
            "На ничью согласна. Всего хорошего",
            "Согласен на ничью",
            "Ваше предложение о ничьей принимаю. Честь имею.",
            "Хорошо, ничья.",
            "Согласен",
            "Здравствуйте!\nСогласна.\nС уважением, Анна",
            "Не возражаю против ничьей.",
            "согласиться на ничью: ПРИНИМАЮ НИЧЬЮ",
            "Погоджуюсь на нічию, дякую за гру",
            "Гаразд, згоден на нічию",
            "Згоден",
            "Вашу пропозицію приймаю",
            "Remis przyjmuję, dziękuję za grę.",
            "OK, zgadzam się na remis",
            "Zgadzam się.",
            "Einverstanden mit Remis",
            "Ich nehme das Remis an.",
            "Gut, Remis.",
            "Einverstanden.",
        ],
    );
}

#[test]
fn declining_a_draw_in_words() {
    check(
        "decline",
        &[
            "No draw, thank you.",
            "I decline the draw.",
            "I do not want a draw",
            "No thanks, let's play on.",
            "Too early for a draw.",
            "Ничью отклоняю.",
            "Ничья? Нет, рано.",
            "Нет",
            "Ничью не принимаю",
            "Никакой ничьей! Играем дальше. Ход пришлю позже.",
            "От ничьей отказываюсь.",
            "Нет, поиграем ещё.",
            "Дякую за пропозицію, але від нічиєї відмовляюся. Хід надішлю згодом.",
            "Ні, гратимемо далі.",
            "Нічию не приймаю.",
            "Nie, gramy dalej.",
            "Remisu nie przyjmuję.",
            "Odrzucam propozycję remisu.",
            "Nie, dziękuję.",
            "Ich lehne das Remis ab.",
            "Kein Remis, wir spielen weiter.",
            "Nein, danke.",
        ],
    );
}

#[test]
fn who_denies_that_he_declines_does_not() {
    for text in [
        "I won't say no to a draw.",
        "I would never say no to a draw.",
        "I do not decline your draw.",
        "I can't refuse your draw.",
        "No objection to a draw",
        "No problem, draw.",
        "Draw? No problem.",
        "Draw declined, draw accepted, what's the difference at my age",
        "It would be rude to refuse your draw",
        "Не откажусь от ничьей",
        "Ничью не отклоняю",
        "Грех отказываться от ничьей",
        "Нет возражений против ничьей",
        "Ничья? Без проблем.",
        "Ich lehne das Remis nicht ab.",
        "Remis? Kein Problem.",
        "Keine Einwände gegen Remis",
        "Nie odmówię remisu.",
        "Remisu nie odrzucam, zgoda",
        "Grzech odmówić remisu",
        "Від нічиєї не відмовляюсь",
        "Нічию не відхиляю",
        "Гріх відмовлятися від нічиєї",
        "Немає заперечень проти нічиєї",
    ] {
        assert!(
            matches!(stated(text).as_str(), "" | "accept"),
            "{text}: {}",
            stated(text)
        );
    }
}

#[test]
fn who_denies_that_he_resigns_is_not_asked_whether_he_does() {
    for text in [
        "I won't resign.",
        "I won't resign until hell freezes over",
        "I don't want to resign",
        "I'm not going to resign",
        "I refuse to resign",
        "Nobody resigns here",
        "I can't resign yet",
        "I would never resign",
        "Не сдаюсь!",
        "Никто не сдаётся",
        "Я отнюдь не сдаюсь",
        "Не здаюся!",
        "Ніхто не здається",
        "Nie poddaję się!",
        "Nikt się nie poddaje",
        "Ich gebe nicht auf!",
        "Niemand gibt auf",
    ] {
        let read = understand_text(text, "");
        let resigns = |d: &Doubt| match d {
            Doubt::Stated { act, .. } => *act == GraveAct::Resign,
            Doubt::UnclearCommand {
                perhaps: Some(line),
                ..
            } => super::super::keyword_of(line) == Some(super::super::Keyword::Resign),
            _ => false,
        };
        let mut doubts = read.sections.iter().flat_map(|s| &s.doubts);
        assert!(!doubts.any(resigns), "{text}: {read:?}");
        assert_eq!(stated(text), "", "{text}");
    }
}

#[test]
fn offering_a_draw_in_words() {
    check(
        "offer",
        &[
            "I offer a draw",
            "I would like to offer a draw.",
            "Shall we call it a draw?",
            "How about a draw?",
            "May I suggest a draw?",
            "Предлагаю ничью",
            "Уважаемый коллега, предлагаю ничью.",
            "Дорогой мой соперник, играем мы с Вами давно, силы равны. Предлагаю Вам разойтись миром, ничья.",
            "Может, ничья?",
            "Как насчёт ничьей?",
            "Не разойтись ли нам миром? Предлагаю ничью.",
            "Хотел бы предложить ничью.",
            "нічия?",
            "Пропоную нічию.",
            "Може, нічия?",
            "może remis?",
            "Proponuję remis.",
            "Chciałbym zaproponować remis.",
            "Co Pan na remis?",
            "Ich biete Remis an.",
            "Ich möchte Remis anbieten.",
            "Wie wäre es mit Remis?",
        ],
    );
    check(
        "move+offer",
        &[
            "4. c3 and I offer a draw",
            "My move is 7. Re1. I should like to offer a draw.",
            "Мой ход: 7. Лe1. Одновременно предлагаю ничью.",
            "Мій хід 7. dxc5. Пропоную нічию.",
            "Moje posunięcie: 7. We1. Proponuję remis.",
            "Mein Zug: 7. Te1. Ich biete Remis an.",
        ],
    );
}

#[test]
fn a_move_beside_a_refusal_is_played_and_refuses() {
    check(
        "move",
        &[
            "Ні, гратимемо далі. 2. Кf3",
            "Nie, gramy dalej. 2. Sf3",
            "2...Кc6. Ничью не принимаю",
            "2...Nc6, no draw",
            "4. c3, ничью не предлагаю",
        ],
    );
}

#[test]
fn leaving_the_tournament_in_words() {
    check(
        "withdraw",
        &[
            "I withdraw from the tournament.",
            "I have to withdraw from this event for reasons of health.",
            "Выхожу из турнира по болезни.",
            "Прошу снять меня с турнира.",
            "Вибуваю з турніру.",
            "Wycofuję się z turnieju.",
            "Ich ziehe mich aus dem Turnier zurück.",
            "I resign from the tournament",
            "Снимите меня с турнира, пожалуйста",
            "Bitte streichen Sie mich aus dem Turnier",
            "Зніміть мене з турніру",
            "Please take me out of the tournament",
        ],
    );
}

#[test]
fn what_states_nothing_does_nothing() {
    check(
        "",
        &[
            "You resigned in our last game, remember?",
            "My opponent in the other game accepted a draw yesterday.",
            "Thank you for your offer of a draw, I shall think it over.",
            "Do you remember our draw of 1987?",
            "Can I offer a draw at any time?",
            "Is a draw possible after three weeks?",
            "I take the train tomorrow.",
            "I gave it a lot of thought.",
            "I do not accept the draw yet, nor do I decline it. Give me till Sunday.",
            "I take on f4 another day.",
            "Поздравляю с победой Спартака!",
            "Ваше предложение ничьей получил, думаю.",
            "Вы предлагаете ничью, а я ещё думаю.",
            "Я не принимаю ничью и не отказываюсь от неё, пока не получу письмо с правильной диаграммой.",
            "не, ничья не интересно, слон на жэ пять или се7",
            "Почему ничья?",
            "Сдаю экзамен в четверг.",
            "Не предлагаю ничью.",
            "А если я предложу ничью, вы согласитесь?",
            "Nie proponowałem remisu i nie proszę o remis. Kto to napisał?",
            "Dziękuję za propozycję remisu, odpowiem w piątek.",
            "Czy remis jest możliwy bez zgody sędziego?",
            "А якщо я прийму нічию, скільки очок це мені дасть?",
            "Ich nehme das Remis nicht an und lehne es vorerst auch nicht ab. Ich denke nach!",
            "Danke für Ihr Remisangebot, ich überlege noch.",
            "Ist Remis nach drei Wochen möglich?",
        ],
    );
}

#[test]
fn words_to_the_opponent_state_nothing() {
    check(
        "move",
        &[
            "2... Nc6\n\nOPPONENT: I would rather resign than lose to you, my friend.\nI give up smoking.",
            "2... Кc6\n\nСОПЕРНИКУ: ну что, предлагаю ничью в следующий раз.",
        ],
    );
}

/// What a letter with a move says of a draw: it is offered, asked about, or not spoken of.
fn of_the_draw(text: &str) -> &'static str {
    let read = understand_text(text, "");
    let requests = read.sections.iter().flat_map(|s| &s.requests);
    let mut doubts = read.sections.iter().flat_map(|s| &s.doubts);
    let offers = |r: &Request| match r {
        Request::Game(GameRequest::Move(moves)) => moves.draw_offer,
        Request::Game(GameRequest::DrawOffer) => true,
        _ => false,
    };
    let of_draw =
        |line: &String| super::super::keyword_of(line) == Some(super::super::Keyword::Draw);
    if requests.clone().any(offers) {
        return "offered";
    }
    let said = doubts.find_map(|d| match d {
        Doubt::MoveInProse { offers: true, .. } => Some("offered"),
        Doubt::UnclearCommand {
            perhaps: Some(line),
            ..
        } if of_draw(line) => Some("asked"),
        _ => None,
    });
    said.unwrap_or("not spoken of")
}

#[test]
fn a_draw_that_is_spoken_of_beside_a_move_is_never_dropped() {
    for (meant, texts) in [
        (
            "offered",
            &[
                "White's move 2. f4. Draw?",
                "White's move 2. f4, draw?",
                "White's move is 2. f4. A draw?",
                "Ход белых 2.f4. Ничья?",
                "Хід білих 2.f4. Нічия?",
                "Ruch białych 2.f4. Remis?",
                "Zug von Weiß: 2.f4. Remis?",
            ][..],
        ),
        (
            "asked",
            &[
                "2. f4, how about splitting the point?",
                "2. f4. What do you think of peace?",
                "2. f4. Peace?",
                "2. f4\nIs it a draw now?",
                "2.f4. Мир?",
                "2.f4. Разойдемся миром?",
                "2.f4. Розійдемося миром?",
                "2.f4. Dzielimy punkt?",
                "2.f4. Friede? Ein halber Punkt?",
                "Nf3 - would you take a draw at this point? Only joking!",
                "2. Nf3\n\nDRAW?\n\nJust kidding!",
                "2. Nf3. Draw?\n\nOnly joking!",
                "2. Кf3. Согласны на ничью? Шучу!",
                "2. Sf3. Remis? Żartuję!",
            ],
        ),
        (
            "not spoken of",
            &[
                "2. f4\n\nIf I offered a draw, could he refuse?",
                "2. f4. No draw!",
                "2. f4\n\nHow are you?",
            ],
        ),
    ] {
        for text in texts {
            assert_eq!(of_the_draw(text), meant, "{text}");
        }
    }
}

/// The command that a letter is asked about.
fn asked_about(text: &str) -> String {
    let read = understand_text(text, "");
    let mut doubts = read.sections.iter().flat_map(|s| &s.doubts);
    let line = doubts.find_map(|d| match d {
        Doubt::UnclearCommand { perhaps, .. } => perhaps.clone(),
        Doubt::Stated { act, .. } => Some(format!("{act:?}")),
        _ => None,
    });
    line.unwrap_or_default()
}

#[test]
fn a_sentence_that_comes_near_a_command_is_asked_about() {
    for (text, line) in [
        ("You win, Bert. Well played", "Resign"),
        (
            "I think I have had enough. You win, Bert. Well played and all the best.\n\nAnn",
            "Resign",
        ),
        (
            "Поздравляю с победой! Сопротивляться дальше не вижу смысла.",
            "Resign",
        ),
        (
            "Gratuluję zwycięstwa, partia jest dla mnie przegrana.",
            "Resign",
        ),
        ("I claim a win on time.", "CLAIM TIME"),
        ("Требую победу по времени.", "ПРОСРОЧКА"),
        ("Zgłaszam wygraną na czas.", "PRZEKROCZENIE CZASU"),
        ("Пришлите всю переписку по партии", "ПЕРЕПИСКА"),
        ("Please send me the whole correspondence.", "CORRESPONDENCE"),
        (
            "Please change my e-mail address to ann.new@mail2.example",
            "ADDRESS ann.new@mail2.example",
        ),
        (
            "У меня сменился адрес: теперь пишите на smirnov2@yandex.example",
            "АДРЕС smirnov2@yandex.example",
        ),
        (
            "Zmieniłam adres e-mail na basia@nowa.example, proszę odnotować",
            "ADRES basia@nowa.example",
        ),
        (
            "Meine neue E-Mail-Adresse lautet hans@neu.example",
            "ADRESSE hans@neu.example",
        ),
        (
            "2. Nf3\n\nMy new address is ann.new@mail2.example",
            "ADDRESS ann.new@mail2.example",
        ),
        ("If you win, will the point count?", ""),
        ("You have won 5254 roubles!", ""),
        ("2. Nf3\n\nCongratulations on your win against Smith!", ""),
        ("2. Nf3\n\nann@mail.example", ""),
    ] {
        assert_eq!(asked_about(text), line, "{text}");
    }
}
