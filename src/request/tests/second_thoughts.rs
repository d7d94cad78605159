//! What letters take back, deny, doubt or put right behind what they ask for: nothing of
//! it is done at once.

use super::super::{Doubt, Request, understand_text};

/// What is done at once, and whether anything is asked.
fn read(text: &str) -> (usize, bool) {
    let read = understand_text(text, "");
    let acting = |r: &&Request| super::super::conflict::is_excluded(r);
    let requests = read.sections.iter().flat_map(|s| &s.requests);
    let plain = |d: &&Doubt| matches!(d, Doubt::MoveInProse { plain: true, .. });
    let mut doubts = read.sections.iter().flat_map(|s| &s.doubts);
    let done = requests.filter(acting).count() + doubts.clone().filter(plain).count();
    (done, doubts.next().is_some())
}

#[test]
fn what_ends_a_game_and_is_taken_back_is_asked() {
    let texts = [
        "RESIGN\n\nNo, sorry, wrong key, do not resign me!",
        "RESIGN\n\nmy post as team captain",
        "RESIGN\n\nOnly joking!",
        "RESIGN\n\nThank you.\n\nBut first let me ask my son.",
        "RESIGN\n\nif the clock has run out",
        "RESIGN\n\nOr should I play on?",
        "RESIGN\n\nI do not resign.",
        "ACCEPT DRAW\n\nNo! I mean decline.",
        "ACCEPT DRAW\n\nNo wait!",
        "Сдаюсь\n\nНет, шучу.",
        "Сдаюсь.\n\nНо сначала посмотрю, что скажет внук.",
        "Сдаюсь\n\nПередумал, играю дальше.",
        "Принимаю ничью\n\nесли она не повредит моему рейтингу",
        "Здаюся\n\nНі, ще пограємо",
        "Здаюся\n\nЖартую!",
        "Приймаю нічию\n\nякщо суперник ще її хоче",
        "Poddaję się\n\nŻartowałem.",
        "Poddaję się\n\nAle najpierw zapytam syna.",
        "Przyjmuję remis\n\njeśli to nie zaszkodzi mojemu rankingowi",
        // What is not known to be harmless may stay it.
        "RESIGN\n\nHa, fooled you!",
        "RESIGN\n\nPlease hold this until Friday.",
        "RESIGN\n\nMy mistake on move 20 was decisive.",
        "ACCEPT DRAW\n\nIt rains here. If you come to Hastings, write to me.",
        "My son says:\n\nRESIGN",
        "Shall I do it?\n\nRESIGN",
        "Сдаюсь.\n\nСыграем ещё?",
        "СДАЮСЬ\n\nПока не отправляйте, посоветуюсь с внуком.",
        "Принимаю ничью\n\nПока не отправляйте, я ещё подумаю.",
        "Здаюся.\n\nПочекайте з цим.",
        "Poddaję się.\n\nPrima aprilis!",
        "PRZYJMUJĘ REMIS\n\nA może jeszcze pograć?",
        "Ich gebe auf.\n\nApril, April!",
        "Ich nehme das Remis an.\n\nWarten Sie bitte noch damit.",
        "AUFGABE\n\nNein, war nur ein Scherz.",
        "AUFGABE\n\nAber erst frage ich meinen Sohn.",
        "REMIS ANGENOMMEN\n\nwenn es meiner Wertung nicht schadet",
    ];
    for text in texts {
        assert_eq!(read(text), (0, true), "{text}");
    }
}

#[test]
fn what_ends_a_game_with_a_courtesy_is_done() {
    let texts = [
        "RESIGN\n\nThank you for the game.",
        "RESIGN\n\nNo hard feelings!\n\nBest wishes, Ann",
        "RESIGN\n\nthanks for a great game, it was fun",
        "resign\n\nyou played very well",
        "Сдаюсь\n\nСпасибо за игру, Вы сыграли прекрасно!",
        "Принимаю ничью\n\nС уважением, Смирнов",
        "Здаюся\n\nДякую за гру.",
        "Poddaję się\n\nDziękuję za grę.",
        "AUFGABE\n\nVielen Dank für die Partie!",
        // What is said first leads up to it.
        "I have seen enough, well played.\n\nRESIGN\n\nBest wishes,\nMargaret",
        "красиво, я такого не видел\n\nСДАЮСЬ",
        "Zgoda, trudna końcówka to nie dla mnie.\n\nPRZYJMUJĘ REMIS",
    ];
    for text in texts {
        assert_eq!(read(text), (1, false), "{text}");
    }
}

#[test]
fn an_offer_that_is_stayed_is_asked() {
    for text in [
        "DRAW?\n\nOr perhaps not yet. I am not sure.",
        "REMIS?\n\nChociaż nie, jeszcze za wcześnie.",
        "НІЧИЯ?\n\nХоча ні, ще рано.",
        "REMIS?\n\nOder lieber doch nicht?",
        "DRAW?\n\nHa, fooled you!",
    ] {
        assert_eq!(read(text), (0, true), "{text}");
    }
    let read = understand_text("НИЧЬЯ?\n\nХотя нет, рано ещё.", "");
    let offers = |r: &Request| *r == Request::Game(super::super::GameRequest::DrawOffer);
    let mut requests = read.sections.iter().flat_map(|s| &s.requests);
    assert!(!requests.any(offers));
}

#[test]
fn an_offer_of_a_move_that_the_line_below_takes_back_is_asked() {
    for text in [
        "2. Nf3 =\nsorry, without the =",
        "2. Nf3 draw\nno, strike the draw please",
        "2. Кf3 =\nничью зачеркните",
        "2. Кf3 =\nнічию закресліть",
        "2. Sf3 =\nremis proszę skreślić",
        "2. Sf3 =\ndas Remis bitte streichen",
    ] {
        let read = understand_text(text, "");
        let offers = |r: &Request| match r {
            Request::Game(super::super::GameRequest::Move(moves)) => moves.draw_offer,
            Request::Game(super::super::GameRequest::DrawOffer) => true,
            _ => false,
        };
        let mut requests = read.sections.iter().flat_map(|s| &s.requests);
        assert!(!requests.any(offers), "{text}: {read:?}");
    }
}

#[test]
fn a_move_that_is_put_right_is_asked() {
    let texts = [
        "2. Nf3\n\nSorry, ignore that. I meant 2. Bc4.",
        "2. Nf3\n\nP.S. Correction: 2. Bc4",
        "2. Nf3\n\nScrap that, 2. Bc4",
        "2. Nf3\n\nActually, no: 2. Bc4",
        "2. Nf3\n\nNo, I change my mind: 2. Bc4.",
        "2. Nf3\n\nOops. Bc4!",
        "2. Nf3\n\nPlease do not play this yet, I want to think it over till Sunday.",
        "2. Nf3\n\nThat is not my move.",
        "2. Nf3\n\nSorry, I meant the bishop to c4.",
        "2. Кf3\n\nОй, извините, ошибся! Надо 2. Сc4.",
        "2. Кf3\nПоправка: 2. Сc4",
        "2. Кf3\n\nИсправляю: 2. Сc4",
        "2. Кf3\n\nнет, лучше 2. Сc4",
        "2. Кf3\n\nЭто не ход, а вопрос: можно ли так ходить?",
        "2. Кf3\n\nПерепрошую, помилилася: 2. Сc4",
        "2. Кf3\n\nНе грайте цей хід поки, я ще думаю.",
        "2. Sf3\n\nPrzepraszam, pomyłka! Miało być 2. Gc4.",
        "2. Sf3\n\nProszę nie grać tego, jeszcze pomyślę.",
        "2. Sf3\n\nEntschuldigung, ich meinte 2. Lc4.",
        "2. Sf3\n\nBitte noch nicht spielen!",
        // A question that names another move, or a request to wait.
        "2. Nf3. Oh sorry I meant 2. Bc4, or did I?",
        "2. Nf3\n\nOops, wrong square. Can I have Bc4 instead?",
        "2. Nf3\n\nWait - may I change it to 2. Bc4?",
        "2. Nf3\n\nHmm, or should it be 2. Bc4?",
        "2. Кf3\n\nМожно заменить на 2. Сc4?",
        "2. Кf3\n\nОй, чи можна замінити на 2. Сc4?",
        "2. Sf3\n\nCzy można zmienić na 2. Gc4?",
        "2. Sf3. Ojej, a może miało być 2. Gc4?",
        "2. Sf3\n\nKann ich noch auf 2. Lc4 ändern?",
        "2. Sf3. Oder wollte ich 2. Lc4?",
        "2. Кf3\n\nПока не отправляйте, я ещё подумаю.",
        "2. Кf3\n\nПоки не надсилайте, я ще подумаю.",
        "2. Sf3\n\nProszę jeszcze nie wysyłać, muszę się zastanowić.",
        "2. Nf3\n\nPlease do not post it yet.",
        // Below the move in small letters, as its sentence goes on.
        "2. Nf3\nsorry, I meant 2. Bc4",
        "2. 7163\nsorry, 2. 6134",
        "2. Nf3\noops, 2. Bc4",
        "2. Nf3\nno wait, 2. Bc4",
        "2. Nf3\nthat is, 2. Bc4",
        "2. Nf3\ncorrection: 2. Bc4",
        "2. Nf3\nwould be my choice, but my wife insists on 2. Bc4",
        "2. Nf3\nOh no, that loses a pawn. 2. Bc4",
        "2. Nf3\nplease do not play this",
        "Good morning,\n\n2. Nf3\nsorry, I meant 2. Bc4\n\nBest wishes,\nAnna",
        "2. Кf3\nизвините, имел в виду 2. Сc4",
        "2. Кf3\nто есть 2. Сc4",
        "2. Кf3\nточнее, 2. Сc4",
        "2. Кf3\nой нет, 2. Сc4",
        "2. Кf3\nпрошу этого не играть",
        "2. Кf3\nвибачте, мав на увазі 2. Сc4",
        "2. Кf3\nтобто 2. Сc4",
        "2. Кf3\nпрошу цього не грати",
        "2. Sf3\nprzepraszam, miało być 2. Gc4",
        "2. Sf3\nto znaczy 2. Gc4",
        "2. Sf3\nproszę tego nie grać",
        "2. Sf3\nich meinte 2. Lc4",
        "2. Sf3\nbesser 2. Lc4",
        "2. Sf3\nbitte nicht spielen",
        // A bracket that leaves the move to another day.
        "2. Кf3 (предварительно, завтра подтвержу)",
        "2. Sf3 (unter Vorbehalt, ich melde mich morgen)",
        "2. Nf3 (provisional)",
    ];
    for text in texts {
        assert_eq!(read(text), (0, true), "{text}");
    }
}

#[test]
fn a_move_with_talk_behind_it_is_played() {
    let texts = [
        "2. Nf3\n\nSorry for the delay, I was ill.",
        "2. Nf3\n\nSorry! The cat sat on the keyboard all week.",
        "2. Nf3\n\nI thought about 2. Bc4 too.",
        "2. Nf3\n\nIn our last game you played 2... d6 instead.",
        "2. Nf3\n\nThe weather is better now, no rain.",
        "2. Nf3\n\nI made many mistakes in my garden this year.",
        "2. Кf3\n\nИзвините за задержку, болел.",
        "2. Кf3\n\nмой новый пароль от домофона 1234, шучу",
        "2. Кf3\n\nУ нас лучше, чем вчера: дождя нет.",
        "2. Кf3\n\nВибачте за затримку, дякую!",
        "2. Sf3\n\nPrzepraszam za zwłokę. Pozdrawiam, Jan",
        "2. Sf3\n\nEntschuldigung für die Verspätung. Heute ist es besser.",
        "2. Nf3\n\nHow are you? Is it snowing there?",
        "2. Nf3\n\nSpring has not come here yet.",
        "2. Nf3\nand best wishes from Hastings",
        "2. Nf3\nsorry for the delay",
        "2. Кf3\nизвините за задержку",
        "2. Sf3\nprzepraszam za zwłokę",
        "2. Кf3\nвибачте за затримку",
        "2. Sf3\nund viele Grüße an Ihre Frau",
        "2. Кf3 (a3 было бы хуже)",
        "2. Nf3 (2. Bc4 would be worse)",
        "2. Nf3 (a quiet move)\n\nWhat did you think of 1... e5?",
        "2. Кf3\n\nНе болейте! Снега пока нет.",
    ];
    for text in texts {
        assert_eq!(read(text).0, 1, "{text}");
    }
}

#[test]
fn a_yes_that_is_taken_back_is_none() {
    use super::super::answer::{Answer, short_reply};
    for text in [
        "Yes\n\nNo wait!",
        "Да\n\nНет, шучу",
        "Tak\n\nŻartowałem",
        "Ja\n\nHalt, nein",
    ] {
        assert_ne!(short_reply(text), Some(Answer::Yes), "{text}");
    }
    for text in [
        "Yes\n\nThank you",
        "Да\n\nСпасибо!",
        "Tak\n\nPozdrawiam, Jan",
    ] {
        assert_eq!(short_reply(text), Some(Answer::Yes), "{text}");
    }
}

#[test]
fn the_game_that_a_sentence_names_is_the_one() {
    let named = |text: &str| {
        let read = understand_text(text, "");
        let section = read.sections.first();
        section
            .and_then(|s| s.game.as_ref())
            .map(ToString::to_string)
    };
    for text in [
        "I resign game T1/2.",
        "Сдаю партию T1/2, там всё ясно.",
        "Ничью принимаю в партии T1/2",
        "Здаю партію T1/2.",
        "Poddaję partię T1/2, w tej gram 4. d3",
        "Ich gebe die Partie T1/2 auf.",
        "I resign\n\nThat is in T1/2.",
    ] {
        assert_eq!(named(text).as_deref(), Some("T1/2"), "{text}");
    }
    for text in [
        "2. Nf3\n\nIn T1/2 it is your turn.",
        "I resign. See https://club.example/T1/2",
        "I resign.",
    ] {
        assert_eq!(named(text), None, "{text}");
    }
    let read = understand_text("I resign in T1/2 and play 2. Nf3 in T1/1", "");
    let doubts: Vec<&Doubt> = read.sections.iter().flat_map(|s| &s.doubts).collect();
    assert!(
        matches!(doubts[..], [Doubt::SeveralGames { .. }]),
        "{doubts:?}"
    );
    assert!(read.sections.iter().all(|s| s.requests.is_empty()));
}

#[test]
fn what_is_withdrawn_is_looked_at() {
    for text in [
        "I want to withdraw my draw offer and play 2. Nf3",
        "Please take back my last move 1. e4, I meant 1. d4.",
        "I withdraw my protest.",
        "Wycofuję się z propozycji remisu.",
        "Ich ziehe mein Remisangebot zurück.",
    ] {
        assert_eq!(understand_text(text, "").only_act(), None, "{text}");
    }
    for text in [
        "I withdraw from the tournament",
        "Я выбываю из турнира",
        "Wycofuję się",
    ] {
        assert!(understand_text(text, "").only_act().is_some(), "{text}");
    }
}

#[test]
fn a_draw_of_a_later_move_is_not_offered() {
    for text in [
        "2. Nf3\nI will offer a draw after move 20.",
        "2. Кf3\n\nНичью предложу после 20 хода.",
        "2. Кf3\n\nНічию запропоную після 20 ходу.",
        "2. Sf3\n\nRemis zaproponuję po 20 ruchu.",
        "2. Sf3\n\nRemis biete ich nach Zug 20 an.",
        // One's own question, answered at once: it may be about the opponent's offer.
        "2. Nf3. Draw? No.",
        "2. Qh5 draw? no thanks",
        "2. Фh5 ничья? нет",
        "2. Hh5 remis? nie",
        "2. Фh5 нічия? ні",
    ] {
        let read = understand_text(text, "");
        let offers = |r: &Request| match r {
            Request::Game(super::super::GameRequest::Move(m)) => m.draw_offer,
            Request::Game(super::super::GameRequest::DrawOffer) => true,
            _ => false,
        };
        assert!(
            !read.sections.iter().flat_map(|s| &s.requests).any(offers),
            "{text}"
        );
    }
}

#[test]
fn leave_that_is_denied_is_not_taken() {
    let takes = |text: &str| {
        let read = understand_text(text, "");
        let leave = |r: &Request| {
            matches!(
                r,
                Request::Player(super::super::PlayerRequest::Leave { .. })
            )
        };
        read.sections.iter().flat_map(|s| &s.requests).any(leave)
    };
    for text in [
        "Mein Urlaub vom 1. bis 14. Juni fällt aus.",
        "Отпуск с 1 по 14 июня пока не подтвердили.",
        "My leave from 1 to 14 June is not granted yet.",
        "Відпустку з 1 по 14 червня ще не підтвердили.",
        "Urlop od 1 do 14 czerwca nie jest jeszcze pewny.",
        "I take leave from 1 to 14 June.\n\nNo wait, cancel that.",
        "LEAVE 2026-06-01 2026-06-14\n\nOnly joking!",
        "Hi, thanks for your message! I am on leave 1 June - 14 June and will not be reading emails. This is an automatic response.",
        "This is an automated reply. I am on holiday from 1 to 14 June.",
        "Это автоматический ответ. Я в отпуске с 1 по 14 июня.",
        "Я у відпустці з 1 по 14 червня. Це автоматична відповідь.",
        "Jestem na urlopie od 1 do 14 czerwca. To jest automatyczna odpowiedź.",
        "Ich bin vom 1. bis 14. Juni im Urlaub. Dies ist eine automatische Antwort.",
        "URLAUB 01.06. 14.06.\n\nAbwesenheitsnotiz",
        "ПЕРЕРЫВ 01.06 14.06\n\nИли лучше с 8 по 21 июня?",
        "URLOP 01.06 14.06\n\nA może lepiej od 8 do 21 czerwca?",
        "LEAVE 2026-06-01 2026-06-14\n\nOr could we make it 8 to 21 June?",
        "I take leave from 1 to 14 June. Or could we make it 8 to 21 June?",
    ] {
        assert!(!takes(text), "{text}");
    }
    for text in [
        "I take leave from 1 to 14 June, I shall not answer then.",
        "Беру отпуск с 1 по 14 июня, отвечать не буду.",
        "Nehme Urlaub vom 1. bis 14. Juni.",
        "I take leave from 1 to 14 June. Your automatic replies are quick!",
        "ПЕРЕРЫВ 01.06 14.06\n\nЕду к внукам, отвечать не смогу.",
        "LEAVE 2026-06-01 2026-06-14\n\nWe fly to Italy tomorrow. How are you?",
    ] {
        assert!(takes(text), "{text}");
    }
}

#[test]
fn a_draw_that_is_claimed_is_no_offer() {
    for text in [
        "I claim a draw by threefold repetition.",
        "Требую ничью из-за троекратного повторения.",
        "Reklamuję remis z powodu trzykrotnego powtórzenia.",
    ] {
        let read = understand_text(text, "");
        let offers = |d: &Doubt| match d {
            Doubt::UnclearCommand { perhaps, .. } => {
                let keyword = perhaps.as_deref().and_then(super::super::keyword_of);
                keyword == Some(super::super::Keyword::Draw)
            }
            _ => false,
        };
        assert!(
            !read.sections.iter().flat_map(|s| &s.doubts).any(offers),
            "{text}"
        );
    }
}

#[test]
fn a_move_apart_from_those_that_are_read_is_known_of() {
    let aside = |text: &str| {
        let read = understand_text(text, "");
        read.sections
            .iter()
            .flat_map(|s| &s.requests)
            .any(|r| match r {
                Request::Game(super::super::GameRequest::Move(moves)) => moves.aside,
                _ => false,
            })
    };
    assert!(aside("4... Nf6 5. O-O\n\nand now d6"));
    assert!(!aside("4... Nf6 5. O-O\n\nThank you!"));
}

#[test]
fn what_no_person_wrote_does_nothing() {
    for text in [
        "This is an automatic reply.\n\n2. Nf3",
        "RESIGN\n\nThis message was generated automatically.",
        "Автоматический ответ\n\nСдаюсь",
        "2. Sf3\n\nDies ist eine automatisch erstellte Nachricht.",
        "2. Nf3. Sorry, scrap that!",
    ] {
        assert_eq!(read(text), (0, true), "{text}");
    }
    assert_eq!(
        read("2. Nf3\n\nI got your automatic reply, thanks."),
        (1, false)
    );
}
