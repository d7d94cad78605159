//! Lines as people write them: what is a move, what is asked about, and what
//! is nothing at all. No move that nobody meant.

use super::{check, told};
use crate::request::{Doubt, GameRequest, Request, understand_text};

/// Below regards an address is no move, and a move alone on its line is one.
#[test]
fn below_regards_only_a_line_of_its_own_is_a_move() {
    let moves = |text: &str| {
        let section = understand_text(text, "").sections.remove(0);
        let acts = section
            .requests
            .iter()
            .any(|r| matches!(r, Request::Game(game) if game.is_move()));
        let stated = section
            .doubts
            .iter()
            .any(|d| matches!(d, Doubt::MoveInProse { stated, plain, .. } if *stated || *plain));
        (acts, stated)
    };
    for (thanks, regards, name, street) in [
        (
            "Danke!",
            "Mit freundlichen Grüßen",
            "Tom Baker",
            "Kirchweg 7, Block C, d4\n12345 Berlin",
        ),
        (
            "Thank you!",
            "Best regards,",
            "Ann Adams",
            "12 Church Road, Block B, d4",
        ),
        (
            "Ход пришлю завтра.",
            "С уважением,",
            "Иванов",
            "ул. Ленина, 5, е4",
        ),
        (
            "Хід надішлю завтра.",
            "З повагою,",
            "Шевченко",
            "вул. Лесі Українки, 5, е4",
        ),
        (
            "Posunięcie przyślę jutro.",
            "Z poważaniem,",
            "Jan Nowak",
            "ul. Polna 7, blok C, d4",
        ),
    ] {
        let letter = format!("{thanks}\n\n{regards}\n{name}\n{street}");
        assert_eq!(moves(&letter), (false, false), "{letter}");
        let letter = format!("{thanks}\n\n{regards}\n{name}\n\n4. d4");
        assert_eq!(moves(&letter), (true, false), "{letter}");
        let letter = format!("{thanks}\n\n{regards}\n{name}\n\nNf3\n");
        assert_eq!(moves(&letter), (true, false), "{letter}");
    }
    // Thanks at the top end nothing.
    for letter in [
        "Thanks!\n\nI play the pawn to d4.",
        "Danke!\n\nIch spiele d4.",
        "Спасибо!\n\nИграю пешкой на d4.",
    ] {
        assert_ne!(moves(letter), (false, false), "{letter}");
    }
}

/// A line that holds one move, whatever stands around it.
#[test]
fn a_move_with_words_beside_it_that_a_person_would_pass_over() {
    check(&[
        // Who moves and what follows is a move.
        ("I play 1. 5254", "1w:5254"),
        ("I play 12. Nf3.", "12w:Nf3"),
        ("I'll play 12. Nf3", "12w:Nf3"),
        ("My move is 12. Nf3", "12w:Nf3"),
        ("My move is: 12. 5254", "12w:5254"),
        ("My reply: 12... 5755", "12b:5755"),
        ("My answer is 12. 5254", "12w:5254"),
        ("Here is my move: 12. 5254", "12w:5254"),
        ("Here's my move 12. 5254", "12w:5254"),
        ("мой ход 12. 5254", "12w:5254"),
        ("Мой ход: 12. 5254", "12w:5254"),
        ("Мой ответ - 12... 5755", "12b:5755"),
        ("Мой 12-й ход: 5254", "12:5254"),
        ("Я хожу 12. 5254", "12w:5254"),
        ("Хожу 12. Кf3", "12w:Кf3"),
        ("Играю 12. Кf3", "12w:Кf3"),
        ("Делаю ход 12. Кf3", "12w:Кf3"),
        ("Посылаю ход: 12. 5254", "12w:5254"),
        ("Мій хід: 12. 5254", "12w:5254"),
        ("Мій хід:\n12. 5254", "12w:5254"),
        ("Граю 12. Кf3", "12w:Кf3"),
        ("Моя відповідь: 12... 5755", "12b:5755"),
        ("Mój ruch: 12. 5254", "12w:5254"),
        ("Mój ruch:\n12. Sf3", "12w:Sf3"),
        ("Gram 12. Sf3", "12w:Sf3"),
        ("Moja odpowiedź: 12... 5755", "12b:5755"),
        ("Posunięcie: 12. Sf3", "12w:Sf3"),
        // Politeness.
        ("1. 5254 please", "1w:5254"),
        ("12. 5254, please.", "12w:5254"),
        ("Please play 12. 5254", "12w:5254"),
        ("Пожалуйста, 12. 5254", "12w:5254"),
        ("12. 5254 пожалуйста", "12w:5254"),
        ("12. 5254, будь ласка", "12w:5254"),
        ("12. 5254 proszę", "12w:5254"),
        ("2. Nf3 with best wishes", "2w:Nf3"),
        ("2. Nf3 - best wishes, Ann", "2w:Nf3"),
        ("12. 5254. Best wishes!", "12w:5254"),
        ("12. 5254 С наилучшими пожеланиями", "12w:5254"),
        ("12. 5254. З найкращими побажаннями, Ганна", "12w:5254"),
        ("12. 5254. Z poważaniem, Jan Nowak", "12w:5254"),
        ("12. 5254, pozdrawiam", "12w:5254"),
        ("12. 5254. З повагою, Шевчук", "12w:5254"),
        ("12. 5254. Good luck!", "12w:5254"),
        ("12. 5254. Спасибо за партию!", "12w:5254"),
        ("Здравствуйте, Иван Петрович! 12. 5254", "12w:5254"),
        ("Dzień dobry, 12. 5254", "12w:5254"),
        ("Hi! 12. Nf3", "12w:Nf3"),
        // Signs and gaps.
        ("12. ♘f3", "12w:♘f3"),
        ("12... ♞f6", "12b:♞f6"),
        ("12. ♘\u{fe0e}g1-f3", "12w:♘g1-f3"),
        ("12. ♙e4", "12w:♙e4"),
        ("12. Кр g1", "12w:Кр g1"),
        ("12. Kr g1", "12w:Kr g1"),
        ("12. К f3", "12w:К f3"),
        ("12. N f3", "12w:N f3"),
        ("12... Л fe8", "12b:Л fe8"),
        ("12. Ф d1-d4", "12w:Ф d1-d4"),
        ("12. 5758=Ф", "12w:5758=Ф"),
        ("12. 5758Ф", "12w:5758Ф"),
        ("12. 57-58=Q", "12w:57-58=Q"),
        ("12. 5758(Ф)", "12w:5758(Ф)"),
        ("12. 5254 ½", "12w:5254 ="),
        ("12. 5254 ½?", "12w:5254 ="),
        ("12. 5254 (½)", "12w:5254 ="),
        // 56.3.6: a second notation without brackets.
        ("2. Nf3 7163", "2w:7163(Nf3)"),
        ("2. 7163 Nf3", "2w:7163(Nf3)"),
        ("2. 7163 Кg1-f3", "2w:7163(Кg1-f3)"),
        ("2. 7163 - Кf3", "2w:7163(Кf3)"),
        ("2. 7163, Кf3", "2w:7163(Кf3)"),
        ("2. 7163 = Кf3", "2w:7163(Кf3)"),
        // Explanations behind punctuation.
        ("12. 5254 - best by test", "12w:5254"),
        ("12. 5254! (лучшего не вижу)", "12w:5254!"),
        ("12. 5254, извините за задержку", "12w:5254"),
    ]);
}

/// Nothing of this is played: it is asked about, or passed over.
#[test]
fn never_a_move_that_nobody_meant() {
    check(&[
        // Negations.
        ("not 5254", "?nothing"),
        ("Not 12. 5254", "?prose 5254"),
        ("I would not play Nf3", "?prose Nf3"),
        ("I will not play 12. Nf3", "?prose Nf3"),
        ("не 5254", "?nothing"),
        ("Только не 12. 5254!", "?prose 5254!"),
        ("12. не 5254", "?nothing"),
        ("вместо 5254 играю", "?nothing"),
        ("вместо 12. 5254 играю 12. 4244", "?prose 5254; ?prose 4244"),
        ("замість 12. 5254 граю 12. 4244", "?prose 5254; ?prose 4244"),
        ("zamiast 12. 5254 gram 12. 4244", "?prose 5254; ?prose 4244"),
        ("I take back 12. 5254", "?prose 5254"),
        ("Отменяю 12. 5254", "?prose 5254"),
        ("nie 12. 5254", "?prose 5254"),
        // Questions.
        ("what if 12. 5254?", "?prose 5254?"),
        ("What about 12. Nf3?", "?prose Nf3?"),
        ("Can I play 12. Nf3?", "?prose Nf3?"),
        ("Is 12. Nf3 legal?", "?prose Nf3"),
        ("А можно 12. Кf3?", "?prose Кf3?"),
        ("А если 12. 5254?", "?prose 5254?"),
        ("Чи можна 12. Кf3?", "?prose Кf3?"),
        ("Czy mogę zagrać 12. Sf3?", "?prose Sf3?"),
        ("Did you get 12. Nf3?", "?prose Nf3?"),
        ("Вы получили мой ход 12. Кf3?", "?prose Кf3?"),
        // Conditions outside our grammar.
        ("I would play 12. Nf3 if I could", "?prose Nf3"),
        ("If you play e5 I play Nf3", "?prose e5; ?prose Nf3"),
        ("Если бы не 12. Кf3, я бы выиграл", "?prose Кf3"),
        ("12. Nf3 would be my choice", "?prose Nf3"),
        ("Perhaps 12. Nf3", "?prose Nf3"),
        ("Maybe Nf3", "?prose Nf3"),
        ("Наверное, 12. Кf3", "?prose Кf3"),
        ("Может быть 12. Кf3", "?prose Кf3"),
        ("Думаю, 12. Кf3", "?prose Кf3"),
        ("I am thinking about 12. Nf3", "?prose Nf3"),
        // Analysis and news of other games.
        (
            "After 12. Nf3 Nc6 13. Bb5 White is better",
            "?prose Nf3; ?prose Nc6; ?prose Bb5",
        ),
        ("В прошлой партии было 12. 5254 5755", "?prose 5254"),
        ("Last year you played 12. Nf3 here", "?prose Nf3"),
        ("Fischer played 12. Nf3!", "?prose Nf3!"),
        ("Предлагаю Кf3", "?prose Кf3"),
        ("Nf3 and wins", "?prose Nf3"),
        ("e4 is weak", "?prose e4"),
        ("Пешка на e4 под боем", "?prose Пешка на e4 под боем"),
        ("Ваш ход 12. Кf3 мне не понравился", "?prose Кf3"),
        // Telephones, dates, times, years, post codes, addresses.
        ("tel. 5254 1234", "?nothing"),
        ("Tel: 2536", "?nothing"),
        ("Телефон 25-36", "?nothing"),
        ("тел. 52-54-12", "?nothing"),
        ("+7 812 345-67-12", "?nothing"),
        ("моб. 8-921-555-1234", "?nothing"),
        ("555-1234", "?nothing"),
        ("(812) 235 47 18", "?nothing"),
        ("в 1215", "?nothing"),
        ("в 12:15", "?nothing"),
        ("at 1215 h", "?nothing"),
        ("o 12.15", "?nothing"),
        ("Письмо отправлено в 15.24", "?nothing"),
        ("Встреча 12.05.2026 в 1515", "?nothing"),
        ("1963", "?near 1963"),
        ("1812 год", "?nothing"),
        ("Родился в 1854 году", "?nothing"),
        ("born 1877", "?nothing"),
        ("00-950 Warszawa", "?nothing"),
        ("1234 Bern", "?nothing"),
        ("3125 Long Lane", "?nothing"),
        ("ул. Мира, д. 12, кв. 45", "?nothing"),
        ("123456 Москва, а/я 1234", "?nothing"),
        ("PIN 5254", "?nothing"),
        ("Рейтинг 2351", "?nothing"),
        ("Elo 2436", "?nothing"),
        ("Счёт 3:1", "?nothing"),
        ("Счет матча 1,5-0,5", "?nothing"),
        ("Мы победили 12:4", "?nothing"),
        ("1-0", "?nothing"),
        ("Kasparov - Karpov 1-0", "?nothing"),
        ("Температура -12", "?nothing"),
        ("Заказ №5254", "?nothing"),
        ("счёт 4244 от 12.05", "?nothing"),
        ("Art. 5254", "?nothing"),
        ("ICCF 5254", "?nothing"),
        ("ISBN 1234-5678", "?nothing"),
        ("Iwan Iwanow, 5-12-43", "?nothing"),
        ("Flug LO 5254", "?nothing"),
        ("С 12 по 14 меня не будет", "?nothing"),
        ("At e4 I was sure", "?prose At e4 I was sure"),
        ("Дом к. 3 кв. 12", "?nothing"),
        ("В e4 не верю", "?prose В e4 не верю"),
        ("1. Поздравляю с праздником\n2. Желаю здоровья", "?nothing"),
        ("1. Купить хлеб.\n2. Позвонить 2536.", "?nothing"),
        ("5254 - мой новый телефон", "?prose 5254"),
        ("Мой телефон теперь 5254", "?prose 5254"),
        ("Windows 11, Office 2021", "?nothing"),
        ("Sent from my A52", "?nothing"),
        ("B2B, H2O, R2D2", "?nothing"),
    ]);
}

/// A move stands, and beside it what looks like one and is none.
#[test]
fn a_move_among_numbers_of_other_kinds() {
    check(&[
        ("12. 5254\nМой телефон: 2536", "12w:5254"),
        ("12. 5254\nтел. 25-36-14", "12w:5254"),
        ("12. 5254\nАнн Арчер, ул. Мира 12, кв. 45", "12w:5254"),
        ("12. 5254\nRegards, Ann (b. 1963)", "12w:5254"),
        ("12. 5254\nP.S. Nice weather, 25 degrees", "12w:5254"),
        ("12. 5254\nСегодня 12.05, 15:24", "12w:5254"),
        ("12. 5254\nNot Nf3, that loses a pawn.", "12w:5254"),
        ("12. 5254\nI thought about Nf3 too", "12w:5254"),
        ("12. 5254\nWhat about Nf3?", "12w:5254"),
        ("12. 5254\nа если бы Кf3, то ничья?", "12w:5254"),
        (
            "Привет!\nКак здоровье?\n12. 5254\nУ нас снег.\nИван",
            "12w:5254",
        ),
    ]);
}

/// Words of a command that is denied are no command.
#[test]
fn a_command_that_is_denied_is_none() {
    check(&[
        ("12. 5254\nПока не сдаюсь!", "12w:5254"),
        ("12. 5254\nI do not resign yet", "12w:5254"),
        ("12. 5254\nNie poddaję się", "12w:5254"),
        ("Не сдаюсь", "?nothing"),
    ]);
    assert_eq!(told("I don't resign"), "?nothing");
}

#[test]
fn what_is_no_move_is_not_played() {
    for text in [
        "Письмо получил, отвечу в воскресенье. Мой телефон 32-33, звоните.",
        "Мой телефон 3233",
        "Mein Telefon 32-33, falls etwas ist.",
        "Mój telefon 32-33.",
        "Мій телефон 32-33.",
        "My phone: 32-33",
        "What a game!\n\nChelsea - Arsenal: 0-0\n\nI'll answer you on Sunday",
        "Спартак - Зенит: 0-0\nОтвечу Вам в воскресенье.",
        "Vitamin: d3",
        "Bus: b4\n\nIch antworte danach",
        "Score: 0-0",
        "Wynik: 0-0",
        "Рахунок: 0-0",
        "Слон взял отгул.",
        "Goniec bierze urlop.",
        "Слон б'є в барабан.",
        "My knight takes a rest, and so do I.",
        "Der Läufer nimmt Urlaub",
        "Мой номер 32-33",
        "Мій номер 3233",
        "Mój numer 32-33",
        "I take a break with my bishop",
        "I take a holiday with the knight",
        "I take lunch with the knight",
        "I take it at night",
        "Mein Käufer nimmt",
        "Беру со стоном",
        "Беру склоном",
        "Я бью пешком",
        "Кроль берёт",
        "Б'є кроль",
        "Гонщик б'є",
        "Biorę z końcem",
        "Bije na koniec",
        "Беру отпуск вместе со слоном",
        "Biorę urlop z gońcem",
        "Ich nehme Urlaub mit dem Läufer",
        "Castling is a lovely word.",
        "Рокировка в правительстве!",
        "Rochade in der Regierung!",
        "No, not 12. 5254",
        "Not yet, 12. 5254",
        "Our house is number 12. 5254 is the code",
        "Maybe later, 12. 5254",
    ] {
        let read = understand_text(text, "");
        let sections = &read.sections;
        let moves = |r: &Request| matches!(r, Request::Game(GameRequest::Move(_)));
        let plain = |d: &Doubt| matches!(d, Doubt::MoveInProse { plain: true, .. });
        let played = sections.iter().any(|s| {
            let asked = s.requests.iter().any(moves);
            asked || s.doubts.iter().any(plain)
        });
        assert!(!played, "{text}: {read:?}");
    }
    for text in [
        "Мой ход 32-33",
        "Мой ход номер 4: 32-33",
        "Беру слоном",
        "I take with my bishop",
        "Der Königsspringer schlägt",
        "Бью слоном обратно",
        "I take the knight with my bishop",
        "Mein Zug 32-33",
        "My move: d3",
        "Move: 0-0",
        "Ответ: c3",
        "No thanks, 12... e5",
        "No, thank you, 12... e5",
        "No, 12. 5755",
        "Nie dziękuję, 12... 5755",
        "Нет, спасибо, 12... е5",
        "Ні, дякую, 12... 5755",
    ] {
        let read = understand_text(text, "");
        let moves = |r: &Request| matches!(r, Request::Game(GameRequest::Move(_)));
        let plain = |d: &Doubt| matches!(d, Doubt::MoveInProse { plain: true, .. });
        let played = read
            .sections
            .iter()
            .any(|s| s.requests.iter().any(moves) || s.doubts.iter().any(plain));
        assert!(played, "{text}: {read:?}");
    }
}
