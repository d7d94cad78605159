//! What a letter says of another game than its own, or of several, and what it would take
//! back that stands once it is made: said, and done in no game.

use super::super::{
    Doubt, GameRequest, Keyword, Request, Section, Standing, keyword_of, understand_text,
};

fn section(text: &str) -> Section {
    let read = understand_text(text, "");
    assert_eq!(read.sections.len(), 1, "{text}");
    read.sections.into_iter().next().unwrap()
}

/// The texts of a table for which something does not hold.
fn wrong(texts: &[&str], holds: impl Fn(&Section) -> bool) -> Vec<String> {
    let wrong = texts.iter().filter_map(|text| {
        let read = section(text);
        (!holds(&read)).then(|| format!("{text:?}: {:?} {:?}", read.requests, read.doubts))
    });
    wrong.collect()
}

#[test]
fn what_is_said_of_another_game_or_of_several_is_done_in_none() {
    let texts = [
        "I resign the other game.",
        "I resign both games, I am too ill to go on.",
        "I resign all my games",
        "I resign game 2.",
        "RESIGN both games",
        "I offer a draw in both games",
        "I accept the draw in the second game",
        "In the other game I give up.",
        "You win in both games",
        "В другой партии сдаюсь",
        "Сдаюсь в обеих партиях.",
        "Сдаю обе партии",
        "Сдаюсь в партии № 2",
        "Принимаю ничью во второй партии",
        "Предлагаю ничью в обеих партиях",
        "В іншій партії здаюся",
        "Здаюся в обох партіях.",
        "Здаю обидві партії",
        "Здаюся в партії 2",
        "Приймаю нічию в другій партії",
        "W drugiej partii się poddaję",
        "Poddaję obie partie.",
        "Poddaję się w partii nr 2",
        "Przyjmuję remis w drugiej partii",
        "Proponuję remis w obu partiach",
        "In der anderen Partie gebe ich auf.",
        "Ich gebe beide Partien auf",
        "Ich gebe in Partie 2 auf.",
        "Ich nehme das Remis in der zweiten Partie an",
        "Ich biete in beiden Partien Remis an",
    ];
    let wrong = wrong(&texts, |read| {
        let other = |d: &Doubt| matches!(d, Doubt::OtherGame { .. });
        read.requests.is_empty() && read.stated_act().is_none() && read.doubts.iter().any(other)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_of_this_game_or_the_tournament_is_none_of_these() {
    let texts = [
        "I resign. Thank you for the game!",
        "I resign this game.",
        "We both know that it is over, I resign",
        "I resign after 32 moves",
        "Сдаюсь, обе стороны играли хорошо",
        "Сдаю партию",
        "Здаюся, дякую за партію",
        "Poddaję partię, dziękuję",
        "Ich gebe diese Partie auf",
        "I withdraw from the tournament and resign all my games",
    ];
    let wrong = wrong(&texts, |read| {
        let other = |d: &Doubt| matches!(d, Doubt::OtherGame { .. });
        !read.doubts.iter().any(other)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_told_of_somebody_is_no_command_that_a_yes_would_do() {
    let texts = [
        "My brother said I resign",
        "I resigned my game against Petra",
        "Мой друг сказал: сдаюсь",
        "Mein Freund sagte: ich gebe auf",
    ];
    let wrong = wrong(&texts, |read| {
        let named = |d: &Doubt| {
            matches!(
                d,
                Doubt::Stated { .. }
                    | Doubt::UnclearCommand {
                        perhaps: Some(_),
                        ..
                    }
            )
        };
        !read.doubts.iter().any(named)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_stands_once_it_is_made_is_not_taken_back() {
    use Standing::{Move, Offer, Series};
    let table: [(Standing, &[&str]); 3] = [
        (
            Offer,
            &[
                "I withdraw my draw offer.",
                "Can I take back my offer of a draw?",
                "Please cancel my draw offer",
                "Беру назад предложение ничьей.",
                "Отзываю своё предложение ничьей",
                "Можно отменить моё предложение ничьей?",
                "Відкликаю пропозицію нічиєї.",
                "Беру назад свою пропозицію нічиєї",
                "Wycofuję propozycję remisu.",
                "Cofam propozycję remisu",
                "Ich ziehe mein Remisangebot zurück.",
                "Hiermit nehme ich das Remisangebot zurück",
            ],
        ),
        (
            Series,
            &[
                "I cancel my series.",
                "I withdraw my conditional moves",
                "Отменяю серию.",
                "Отзываю свою серию ходов",
                "Скасовую серію ходів.",
                "Wycofuję serię posunięć.",
                "Anuluję swoją serię",
                "Ich ziehe meine Zugfolge zurück.",
                "Ich widerrufe meine Zugfolge",
            ],
        ),
        (
            Move,
            &[
                "I would like to take back my last move",
                "Беру ход назад",
                "Можно взять назад последний ход?",
                "Беру хід назад",
                "Chcę cofnąć ruch",
                "Ich möchte meinen letzten Zug zurücknehmen",
            ],
        ),
    ];
    let mut all = Vec::new();
    for (standing, texts) in table {
        all.extend(wrong(texts, |read| {
            let says =
                |d: &Doubt| matches!(d, Doubt::CannotTakeBack { what, .. } if *what == standing);
            read.requests.is_empty() && matches!(&read.doubts[..], [one] if says(one))
        }));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn what_the_same_letter_asks_for_may_be_taken_back_in_it() {
    let texts = [
        "DRAW?\n\nI withdraw the offer.",
        "2. Nf3 =\n\nI take back the draw offer",
        "2. Nf3\n\nI take back this move",
        "I withdraw from the tournament",
        "Отменяю перерыв",
    ];
    let wrong = wrong(&texts, |read| {
        let stands = |d: &Doubt| matches!(d, Doubt::CannotTakeBack { .. });
        !read.doubts.iter().any(stands)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn moves_and_offers(read: &Section) -> (usize, bool) {
    let moves = read.requests.iter().filter_map(|r| match r {
        Request::Game(GameRequest::Move(moves)) => Some(moves),
        _ => None,
    });
    let offers = |r: &Request| matches!(r, Request::Game(GameRequest::DrawOffer));
    let offered = read.requests.iter().any(offers) || moves.clone().any(|m| m.draw_offer);
    (moves.count(), offered)
}

#[test]
fn a_draw_that_is_asked_and_answered_on_one_line_is_no_offer() {
    let texts = [
        "2. Nf3\nDraw? Too early.",
        "2. Nf3\n\nDraw? Hardly.",
        "2. Nf3. Draw? Too early.",
        "2. Кf3\nНичья? Рано.",
        "2. Кf3\n\nНічия? Зарано ще.",
        "2. Sf3\nRemis? Za wcześnie.",
        "2. Sf3\nRemis? Zu früh.",
    ];
    let wrong = wrong(&texts, |read| {
        let asked = |d: &Doubt| matches!(d, Doubt::UnclearCommand { .. });
        moves_and_offers(read) == (1, false) && read.doubts.iter().filter(|d| asked(d)).count() == 1
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_read_as_an_offer_is_not_asked_about_as_well() {
    let texts = [
        "2. Nf3\nDraw?",
        "2. Nf3\nDraw? The position is level.",
        "2. Sf3\nRemis?",
    ];
    let wrong = wrong(&texts, |read| {
        moves_and_offers(read) == (1, true) && read.doubts.is_empty()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_decline_beside_a_numbered_move_leaves_both() {
    let texts = [
        "2. Qh5 DECLINE DRAW",
        "2. Qh5, decline draw",
        "2. Фh5 ОТКЛОНЯЮ НИЧЬЮ",
        "2. Фh5 ВІДХИЛЯЮ НІЧИЮ",
        "2. Hh5 ODRZUCAM REMIS",
        "2. Dh5 REMIS ABGELEHNT",
    ];
    let wrong = wrong(&texts, |read| {
        let declined = read
            .requests
            .contains(&Request::Game(GameRequest::DrawDecline));
        declined && moves_and_offers(read) == (1, false) && read.doubts.is_empty()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_numbered_move_beside_words_about_a_draw_is_named() {
    for text in [
        "Ничья меня не устраивает, 4... Кf6",
        "Remis mnie nie interesuje, 4... Sf6",
        "My late husband always accepted draws. I do not. 4... Nf6",
        "2. Qh5 RESIGN",
    ] {
        let read = section(text);
        let numbered = |d: &Doubt| {
            matches!(
                d,
                Doubt::MoveInProse {
                    number: Some(_),
                    ..
                }
            )
        };
        assert!(
            read.doubts.iter().any(numbered),
            "{text}: {:?}",
            read.doubts
        );
    }
}

/// The command that each of a section's doubts may be meant as.
fn perhaps(read: &Section) -> Vec<Keyword> {
    let named = read.doubts.iter().filter_map(|d| match d {
        Doubt::UnclearCommand {
            perhaps: Some(line),
            ..
        } => keyword_of(line),
        _ => None,
    });
    named.collect()
}

#[test]
fn words_for_the_opponent_beside_a_move_are_told_how_they_go() {
    let texts = [
        "Tell Margaret I was sorry to hear about her husband. 4. O-O",
        "4. O-O\n\nPlease tell Margaret I was sorry to hear of it.",
        "4. O-O\n\nWish him a good recovery.",
        "4. 0-0\n\nПередайте Ольге, что я ей сочувствую.",
        "4. 0-0\n\nПередайте Тарасові мої вітання.",
        "4. O-O\n\nProszę przekazać Annie pozdrowienia.",
        "4. 0-0\n\nGrüßen Sie Petra herzlich von mir.",
    ];
    let told = |read: &Section| {
        moves_and_offers(read) == (1, false) && perhaps(read) == [Keyword::Opponent]
    };
    let wrong = wrong(&texts, told);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_for_the_writer_or_about_his_move_are_none_for_the_opponent() {
    let texts = [
        "4. O-O\n\nTell me when it has arrived.",
        "4. O-O\n\nTell us the position please.",
        "4. 0-0\n\nПередайте мой ход сопернику.",
        "4. 0-0\n\nСкажите мне, дошло ли письмо.",
        "4. O-O\n\nProszę przekazać mi stan partii.",
        "4. 0-0\n\nSagen Sie mir bitte Bescheid.",
        "4. O-O\n\nThank you for the game!",
    ];
    let wrong = wrong(&texts, |read| !perhaps(read).contains(&Keyword::Opponent));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn leave_that_is_named_beside_a_move_is_asked() {
    let read = section("4. O-O\n\nPS I am off to Spain 1-14 June.");
    assert_eq!(perhaps(&read), [Keyword::Leave]);
}

#[test]
fn a_numbered_move_in_a_question_is_named() {
    for text in [
        "Did you not receive my letter of 12 May with 4. Ng5? Here it is again.",
        "Вы получили мой ход 4. Кg5?",
    ] {
        let read = section(text);
        let named = |d: &Doubt| {
            matches!(
                d,
                Doubt::MoveInProse {
                    number: Some(4),
                    ..
                }
            )
        };
        assert!(read.doubts.iter().any(named), "{text}: {:?}", read.doubts);
    }
}

#[test]
fn a_receipt_may_be_told_of_a_letter_that_reached_its_reader() {
    for text in [
        "4. O-O. Sorry for the delay, your letter only reached me on 30 May.",
        "4. 0-0\nПисьмо дошло до меня только 30 мая.",
        "4. 0-0\nЛист дійшов до мене лише 30 травня.",
        "4. O-O\nList dotarł do mnie dopiero 30 maja.",
        "4. 0-0\nDer Brief erreichte mich erst am 30. Mai.",
    ] {
        let received = section(text).received;
        let told = received.map(|date| (date.month, date.day));
        assert_eq!(told, Some((5, 30)), "{text}");
    }
}
