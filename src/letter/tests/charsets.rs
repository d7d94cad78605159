//! Every keyword of CONTRACT 4 and what stands in letters beside it, in every
//! charset of the region, declared rightly, wrongly or not at all.

use super::*;

const RUSSIAN: &[&str] = &[
    "СДАЮСЬ",
    "сдаюсь",
    "Сдаюсь.",
    "НИЧЬЯ?",
    "Ничья?",
    "ничья?",
    "ПРИНИМАЮ НИЧЬЮ",
    "принимаю ничью",
    "ОТКЛОНЯЮ НИЧЬЮ",
    "отклоняю ничью",
    "ТРЕБУЮ НИЧЬЮ",
    "требую ничью",
    "ПЕРЕРЫВ 01.07.2026 14.07.2026",
    "перерыв с 01.07 по 14.07",
    "КОНЕЦ ПЕРЕРЫВА",
    "конец перерыва 05.07",
    "ПРОСРОЧКА",
    "просрочка",
    "ПРОТЕСТ против решения",
    "МНЕНИЕ 1-0",
    "мнение 0-1",
    "АПЕЛЛЯЦИЯ на решение судьи",
    "ПРОВЕРКА 12. 5254",
    "проверка 12. Кf3",
    "СТАТУС",
    "статус",
    "ОТЧЕТ",
    "ОТЧЁТ",
    "отчёт",
    "ПОВТОР",
    "повтор",
    "АДРЕС ivan@example.org",
    "адрес ivan@example.org",
    "ВЫБЫВАЮ",
    "выбываю",
    "АРБИТРУ прошу ответить",
    "арбитру: вопрос",
    "ФОРМАТ PGN",
    "формат текст",
    "ПОМОЩЬ",
    "помощь",
    "12. Кf3",
    "12. Кр:e2",
    "12. Крe2",
    "Фd1",
    "12... Лfd1+",
    "12. Сg5",
    "Сb5",
    "К:e5",
    "12. е4",
    "12. О-О",
    "12. Кf3 (=)",
    "Ход: 12. Кf3",
    "мой ход 5254",
    "12. Кf3 если 12... Сg4 13. h3",
    "12. 5254 или 12. 7163",
    "получено 02.03.2026",
    "получено 02/03",
    "да",
    "ДА",
    "Да 123456",
    "ход",
    "Привет",
    "Здравствуйте!",
    "Добрый день!",
    "Спасибо",
    "С уважением, Иван",
    "Пётр Щербаков",
    "партия № 3, «чемпионат» – 2026",
    "Хорошо, согласен.",
    "Жду ваш ход",
    "конь f3",
    "слон бьёт на e5",
    "ферзь d1",
    "Юрий",
    "ЩУКИН Пётр",
];

const UKRAINIAN: &[&str] = &[
    "ЗДАЮСЯ",
    "здаюся",
    "НІЧИЯ?",
    "нічия?",
    "Нічия?",
    "ПРИЙМАЮ НІЧИЮ",
    "приймаю нічию",
    "ВІДХИЛЯЮ НІЧИЮ",
    "відхиляю нічию",
    "ВИМАГАЮ НІЧИЮ",
    "вимагаю нічию",
    "ПЕРЕРВА 01.07 14.07",
    "перерва з 01.07 по 14.07",
    "КІНЕЦЬ ПЕРЕРВИ",
    "кінець перерви",
    "ПРОСТРОЧЕННЯ",
    "прострочення",
    "ДУМКА 1-0",
    "думка 1-0",
    "АПЕЛЯЦІЯ проти рішення",
    "ПЕРЕВІРКА 12. 5254",
    "перевірка 12. Тf1",
    "ЗВІТ",
    "звіт",
    "АДРЕСА olga@example.org",
    "ВИБУВАЮ",
    "вибуваю",
    "ДОПОМОГА",
    "допомога",
    "12. Тf1",
    "12. Кf3 якщо 12... Сg4",
    "якщо",
    "ЯКЩО",
    "отримано 02.03.2026",
    "ТАК",
    "так 123456",
    "Вітаю!",
    "Дякую",
    "Добрий день!",
    "З повагою, Їжакевич",
    "мій хід 5254",
    "Євген Кравченко",
];

const POLISH: &[&str] = &[
    "PODDAJĘ",
    "poddaję",
    "Poddaję się",
    "PRZYJMUJĘ REMIS",
    "Przyjmuję remis",
    "WYCOFUJĘ SIĘ",
    "wycofuję się",
    "PRZEKROCZENIE CZASU: proszę",
    "SPRAWDŹ 12. 5254",
    "sprawdź 12. Sf3",
    "POWTÓRZ",
    "powtórz",
    "SĘDZIA proszę o odpowiedź",
    "sędzia",
    "jeśli",
    "JEŚLI",
    "12. 5254 jeśli 12... 5755 13. 7163",
    "Mój ruch 12. Sf3",
    "Dzień dobry",
    "DZIEŃ DOBRY",
    "Dziękuję",
    "Cześć!",
    "Pozdrawiam, Łukasz Żółć",
    "Łódź",
    "Świętosław Ścibor",
    "gońcem na g5",
    "wieża",
    "WIEŻA",
    "skoczek bije na e5, dążę do remisu",
];

/// Told from Polish and from one another by their declaration alone.
const DECLARED: &[&str] = &["Señor Núñez", "déjà reçu", "Çok teşekkürler"];

const WESTERN: &[&str] = &[
    "Schöne Grüße",
    "Grüße, Jürgen Müller",
    "Läufer schlägt e5",
    "Ich möchte aufgeben",
    "Züge",
    "Größe",
    "Café",
];

/// The text as a letter of these bytes under this declaration is read.
fn as_read(bytes: &[u8], declared: &str) -> String {
    let mut raw = format!("From: a@b.example\nContent-Type: text/plain{declared}\n\n").into_bytes();
    raw.extend(bytes);
    read(&raw).unwrap().text
}

fn misread(texts: &[&str], charsets: &[&str], lies: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in texts {
        for charset in charsets {
            let bytes = encode(text, charset);
            if bytes.contains(&b'?') && !text.contains('?') {
                // The charset has not all letters of the text.
                continue;
            }
            for lie in lies {
                let declared = match *lie {
                    "" => String::new(),
                    "itself" => format!("; charset={charset}"),
                    lie => format!("; charset={lie}"),
                };
                let got = as_read(&bytes, &declared);
                if got != *text {
                    wrong.push(format!("{text:?} in {charset} as {lie:?}: {got:?}"));
                }
            }
        }
    }
    wrong
}

const NOT_TELLING: &[&str] = &[
    "",
    "itself",
    "us-ascii",
    "utf-8",
    "x-unknown",
    "iso-8859-1",
    "windows-1252",
];

#[test]
fn russian_is_read_in_every_charset() {
    let charsets = ["windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "ibm866"];
    let mut lies = NOT_TELLING.to_vec();
    lies.extend(charsets);
    let wrong = misread(RUSSIAN, &charsets, &lies);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn ukrainian_is_read_in_every_charset() {
    let charsets = ["windows-1251", "koi8-u", "iso-8859-5"];
    let mut lies = NOT_TELLING.to_vec();
    lies.extend(charsets);
    lies.push("koi8-r");
    let wrong = misread(UKRAINIAN, &charsets, &lies);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn polish_is_read_in_every_charset() {
    let charsets = ["windows-1250", "iso-8859-2"];
    let mut lies = NOT_TELLING.to_vec();
    lies.extend(charsets);
    let wrong = misread(POLISH, &charsets, &lies);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn western_letters_are_read() {
    let mut wrong = misread(WESTERN, &["iso-8859-1", "windows-1252"], NOT_TELLING);
    let charsets = ["iso-8859-1", "windows-1252", "windows-1254", "iso-8859-9"];
    wrong.extend(misread(
        &["ναι", "Καλημέρα"],
        &["iso-8859-7", "windows-1253"],
        &["itself"],
    ));
    wrong.extend(misread(
        &["כן", "שלום"],
        &["iso-8859-8", "windows-1255"],
        &["itself"],
    ));
    wrong.extend(misread(DECLARED, &charsets, &["itself"]));
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
