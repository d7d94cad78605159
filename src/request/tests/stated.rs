//! Moves stated in sentences, and sentences that state none.

use crate::request::{Doubt, GameRequest, Request, SeriesPlace, understand_text};

/// The moves that a letter states, and behind `if` what hangs on the opponent's.
fn stated(text: &str) -> String {
    let understood = understand_text(text, "");
    let requests = understood.sections.iter().flat_map(|s| &s.requests);
    let said: Vec<String> = requests
        .map(|request| match request {
            Request::Game(GameRequest::Move(moves)) => {
                let texts = |all: &[crate::request::WrittenMove]| {
                    let texts: Vec<&str> = all.iter().map(|m| m.text.as_str()).collect();
                    texts.join(" ")
                };
                let mut said = texts(&moves.line);
                if !moves.variant.is_empty() {
                    said.push_str(" if ");
                    let supposed: Vec<_> = moves.supposed().cloned().collect();
                    said.push_str(&texts(&supposed));
                }
                said
            }
            other => format!("{other:?}"),
        })
        .collect();
    said.join("; ")
}

fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, stated(text), expected))
        .filter(|(_, found, expected)| found != **expected)
        .map(|(text, found, expected)| {
            format!("{text:?}\n  got      {found:?}\n  expected {expected:?}")
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn sentences_that_state_a_move() {
    check(&[
        ("Уважаемый соперник! Мой ход 5254. Погода холодная.", "5254"),
        ("Здравствуйте! Конь на f3. Всего доброго", "Конь на f3"),
        (
            "Добрый день, мой ход: конь на f3, жду ответа.",
            "конь на f3",
        ),
        (
            "Я долго думал и в конце концов играю конём на f3.",
            "играю конём на f3",
        ),
        ("Дедушка просит передать: слон на c4.", "слон на c4"),
        ("Хожу конём на ц6 чтобы пешку защитить", "конём на ц6"),
        ("На е4 отвечаю с5. Сицилианка!", "е4 с5"),
        ("В ответ на ваш ход e4 играю c5", "e4 c5"),
        (
            "То есть рокируюсь в короткую сторону",
            "рокируюсь в короткую сторону",
        ),
        ("Спасибо за ход. Бью конём на e5, шах!", "Бью конём на e5"),
        ("Мій хід кінь на ф3, гарного дня", "кінь на ф3"),
        ("Граю слоном на ц4.", "слоном на ц4"),
        ("У відповідь на е4 граю е5.", "е4 е5"),
        ("Gram gońcem na c4, pozdrawiam z Gdańska", "gońcem na c4"),
        ("W odpowiedzi na e4 gram c5", "e4 c5"),
        ("Mój ruch to skoczek na f3. U nas pada.", "skoczek na f3"),
        (
            "My move is knight to f3. It is raining here.",
            "knight to f3",
        ),
        (
            "I play my bishop to c4 and hope you are well.",
            "my bishop to c4",
        ),
        ("In reply to e4 I play c5", "e4 c5"),
        (
            "After much thought I shall castle kingside.",
            "castle kingside",
        ),
        (
            "For my next move I take the pawn on d5.",
            "move I take the pawn on d5",
        ),
        (
            "Mein Zug: Springer nach f3. Liebe Grüße aus Bonn",
            "Springer nach f3",
        ),
        (
            "Ich ziehe den Springer von g1 nach f3.",
            "den Springer von g1 nach f3",
        ),
        ("Auf e4 antworte ich mit c5.", "e4 c5"),
    ]);
}

#[test]
fn sentences_that_state_none() {
    for text in [
        "В прошлом году я сыграл тут конём на f3 и проиграл.",
        "Может быть, конь на f3.",
        "Думаю над конём на f3, ещё не решил.",
        "Если я сыграю конём на f3, вы ответите конём на c6.",
        "Не конь на f3.",
        "Завтра хожу конём на f3.",
        "Стокфиш показывает конь на f3.",
        "Конь на f3?",
        "А не лучше ли конь на f3?",
        "Ваш конь на e5 стоит прекрасно.",
        "Вы сыграли слоном на c4, хороший ход.",
        "Сын советует конь на f3, но я не уверен.",
        "В другой партии хожу конём на f3.",
        "Угрожаю конём на f7.",
        "Вы пишете: «конь на f3». Такого я не посылал.",
        "Мабуть, кінь на f3.",
        "Думаю, чи не піти конем на f3.",
        "Може, слон на c4?",
        "Chyba zagram skoczkiem na f3.",
        "Zastanawiam się nad skoczkiem na f3.",
        "Silnik poleca skoczek na f3.",
        "Nie gram skoczkiem na f3.",
        "Jutro gram gońcem na c4.",
        "Last year I played knight to f3 here.",
        "Should I play knight to f3?",
        "Not knight to f3.",
        "I might play knight to f3.",
        "I was thinking of knight to f3, but I have not made up my mind.",
        "If I play knight to f3, you take on e4.",
        "My grandson suggests queen to h5 but I am not sure.",
        "Your knight takes e5 was a shock.",
        "In the other game I play knight to f3.",
        "Stockfish says knight to f3.",
        "Tomorrow I play knight to f3.",
        "I will not take on d5.",
        "What about bishop to c4?",
        "Ich überlege, ob ich Springer nach f3 spiele.",
        "Vielleicht Springer nach f3.",
        "Morgen spiele ich Springer nach f3.",
        "Soll ich Springer nach f3 spielen?",
        "Nicht Springer nach f3.",
        "Пешка на e4 под боем.",
        "тел. 7163",
        "Мой конь на f3 скучает без слона.",
    ] {
        assert_eq!(stated(text), "", "{text}");
    }
}

#[test]
fn what_hangs_on_the_opponents_move() {
    check(&[
        ("2. Nf3\nif 2...Nc6 then 3. Bb5", "Nf3 if Nc6 Bb5"),
        (
            "4. c3\n\nConditional: if 4...Nf6 then 5. d4",
            "c3 if Nf6 d4",
        ),
        ("4. c3\nНа 4... Кf6 будет 5. d4", "c3 if Кf6 d4"),
        ("4. c3. If you play Nf6 I reply d4.", "c3 if Nf6 d4"),
        (
            "4. c3. Если конь бьёт e4, то ферзь e2.",
            "c3 if конь бьёт e4 ферзь e2",
        ),
        (
            "1... 5755, на 2. 7163 последует 2... 2836. Экономлю марки.",
            "5755 if 7163 2836",
        ),
        ("Gram 1... c5. Na 2. Sf3 odpowiem 2... d6.", "c5 if Sf3 d6"),
        ("4. c3, w odpowiedzi na Sf6 gram d4", "c3 if Sf6 d4"),
        (
            "1... c5 and should you continue 2. Nf3, then 2... d6.",
            "c5 if Nf3 d6",
        ),
        ("4. c3, falls Sf6, dann d4", "c3 if Sf6 d4"),
        ("4. c3. Falls Springer f6, dann d4.", "c3 if Springer f6 d4"),
        (
            "Відповідаю 1... d5, а якщо далі 2. c4, то 2... e6.",
            "d5 if c4 e6",
        ),
        (
            "Хожу конём на f3. Если Кc6, то слон b5.",
            "конём на f3 if Кc6 слон b5",
        ),
    ]);
}

#[test]
fn a_sentence_is_never_charged() {
    let understood = understand_text("Мой ход конь на f5, привет всем.", "");
    let moves = understood
        .sections
        .iter()
        .flat_map(|s| &s.requests)
        .find_map(|r| match r {
            Request::Game(GameRequest::Move(moves)) => Some(moves.clone()),
            _ => None,
        });
    assert_eq!(moves.map(|m| m.place), Some(SeriesPlace::Prose));
}

#[test]
fn hands_and_keyboards() {
    check(&[
        ("♥♥♥ 2. Кf3 ♥♥♥ 🐴", "Кf3"),
        ("2. Nf3 👍🏻🎉", "Nf3"),
        ("5️⃣2️⃣5️⃣4️⃣", "5254"),
        ("12. ５２５４", "5254"),
        ("2.\u{a0}Nf3", "Nf3"),
        ("2. N\u{200b}f3", "Nf3"),
        ("“2. Nf3”", "Nf3"),
        ("2. ‘Nf3’", "Nf3"),
        ("2.7I63", "7I63"),
        ("2. 7l63", "7l63"),
        ("2, Кf3", "Кf3"),
        ("2,Кf3", "Кf3"),
        ("12,5254", "5254"),
        ("nf3", "nf3"),
        ("2. кf3", "кf3"),
        ("E2-E4", "E2-E4"),
        ("2. NF3", "NF3"),
        ("0-0", "0-0"),
        ("4. O-O", "O-O"),
        ("4. О-О", "О-О"),
        ("2. Nf\u{202e}3", ""),
    ]);
}

#[test]
fn what_no_series_holds_is_told() {
    let told = |text: &str| {
        let understood = understand_text(text, "");
        let doubts = understood.sections.iter().flat_map(|s| &s.doubts);
        let said = doubts.filter_map(|d| match d {
            Doubt::NoSeries { text, .. } => Some(text.clone()),
            _ => None,
        });
        said.collect::<Vec<String>>()
    };
    // Nothing is promised, or not in one way: the move is played, the rest is told.
    for (text, tail) in [
        (
            "1. e4\nIf 1... e5 maybe 2. Nf3.",
            "If 1... e5 maybe 2. Nf3.",
        ),
        (
            "1. e4\nIf you take, I recapture.",
            "If you take, I recapture.",
        ),
        ("1. e4\nЕсли возьмёте, то бью.", "Если возьмёте, то бью."),
        ("1. e4. And what if 1... e5 2. Nf3?", "1... e5 2. Nf3?"),
        (
            "1. e4\nЕсли бы вы сыграли e5, я бы сыграл Кf3",
            "Если бы вы сыграли e5, я бы сыграл Кf3",
        ),
        (
            "1. e4\nIf 1... e5 I do not play 2. Nf3",
            "If 1... e5 I do not play 2. Nf3",
        ),
        (
            "1. e4\nAgainst 1... d5 I take 2. exd5",
            "Against 1... d5 I take 2. exd5",
        ),
        (
            "1. e4\n1... d5 2. exd5 is what I plan",
            "1... d5 2. exd5 is what I plan",
        ),
        (
            "1. e4 [1... e5 2. Nf3; 1... c5 2. c3]",
            "1... e5 2. Nf3; 1... c5 2. c3",
        ),
    ] {
        assert_eq!(stated(text), "e4", "{text}");
        assert_eq!(told(text), [tail], "{text}");
    }
    // What a series holds, and what lies behind, is not told.
    for text in [
        "1. e4 if 1... e5 2. Nf3",
        "12. 5254 5755",
        "11... 5755 12. 7163",
        "12. Nf3\nIf 12... Nc6 I reply 13. Bb5.",
        "12. Nf3\nYour 11... Nc6 was good, if I may say so.",
        "12. Nf3\nIf the weather is fine I take a walk.",
    ] {
        let found = told(text);
        assert!(
            found.is_empty() || text.contains("walk"),
            "{text}: {found:?}"
        );
    }
}
