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

#[test]
fn encoded_words_are_read_as_clients_break_them() {
    for (field, expected) in [
        // Split inside a character; lower-case digits; a lie about the charset.
        (
            "=?UTF-8?B?0KXQvtC0INC00LvRjyA=?=\n =?UTF-8?B?UlUyNi0wMS8z?=",
            "Ход для RU26-01/3",
        ),
        (
            "=?utf-8?Q?=D0=A5=D0=BE=D0?=\n =?utf-8?Q?=b4?= [RU26-01/3]",
            "Ход [RU26-01/3]",
        ),
        (
            "Re: =?koi8-r?B?8MHS1MnR?= RU26-01/3",
            "Re: Партия RU26-01/3",
        ),
        ("=?koi8-r?Q?=F0=C1=D2=D4=C9=D1_3?=", "Партия 3"),
        ("=?iso-8859-1?Q?=CF=E0=F0=F2=E8=FF?=", "Партия"),
        ("=?utf-8*ru?Q?=D0=A5?=", "Х"),
        (
            "=?iso-8859-2?Q?M=F3j_ruch?= =?iso-8859-2?Q?_12?=",
            "Mój ruch 12",
        ),
        ("1=?2 =?x =?utf-8?Z?a?= ?=", "1=?2 =?x =?utf-8?Z?a?= ?="),
        ("a =?utf-8?Q??= b", "a b"),
    ] {
        let raw = format!("From: a@b.example\nSubject: {field}\n\n12. 5254");
        assert_eq!(read(raw.as_bytes()).unwrap().subject, expected, "{field}");
    }
}

#[test]
fn bytes_that_are_broken_on_the_way_are_read() {
    let with = |head: &str, body: &[u8]| {
        let mut raw = format!("From: a@b.example\n{head}\n\n").into_bytes();
        raw.extend(body);
        read(&raw).unwrap().text
    };
    let base64 = "Content-Transfer-Encoding: base64\nContent-Type: text/plain; charset=";
    let quoted = "Content-Transfer-Encoding: Quoted-Printable\nContent-Type: text/plain; charset=";
    for (head, body, expected) in [
        // Declared base64, sent as it is.
        (format!("{base64}utf-8"), "12. Кf3".as_bytes(), "12. Кf3"),
        (
            format!("{base64}utf-8"),
            b"MTIuIE\x00 5mMw\n==\n",
            "12. Nf3",
        ),
        (format!("{base64}\"utf-8\""), b" MTIuIE5mMw==", "12. Nf3"),
        // Digits of either case, an equals sign that begins no byte, soft ends.
        (
            format!("{quoted}utf-8"),
            b"12. =d0=9Af3 =3D=\n =zz",
            "12. Кf3 = =zz",
        ),
        (
            format!("{quoted}utf-8"),
            b"12. Nf3 =20\n13. e4=",
            "12. Nf3  \n13. e4",
        ),
        (format!("{quoted}koi8-r"), b"=F3=E4=E1=E0=F3=F8", "СДАЮСЬ"),
        (
            format!("{quoted}windows-1251"),
            b"=D1=E4=E0=FE=F1=FC.",
            "Сдаюсь.",
        ),
        // A byte order mark, with and without a word about it.
        (
            format!("{base64}utf-16"),
            b"//4xADIALgAgAE4AZgAzAA==",
            "12. Nf3",
        ),
        (
            format!("{base64}us-ascii"),
            b"//4xADIALgAgAE4AZgAzAA==",
            "12. Nf3",
        ),
        (
            format!("{base64}utf-16le"),
            b"MQAyAC4AIABOAGYAMwA=",
            "12. Nf3",
        ),
        (
            "Content-Type: text/plain; charset=utf-7".into(),
            b"12. e4 +- +BB0EOARHBEwETw?",
            "12. e4 + Ничья?",
        ),
        (
            "Content-Type: text/plain; charset=utf-8".into(),
            b"\xEF\xBB\xBF12. Nf3",
            "12. Nf3",
        ),
        // One letter broken, the rest is what it says.
        (
            "Content-Type: text/plain; charset=utf-8".into(),
            b"12. \xD0\x9Af3 \xD1\x81\xD0\xBF\xD0\xB0\xD1\x81\xD0\xB8\xD0 ",
            "12. Кf3 спаси\u{FFFD}",
        ),
        (
            "Content-Type: text/html".into(),
            b"<meta http-equiv=Content-Type content='text/html; charset=iso-8859-9'>\xD0\xF0",
            "Ğğ",
        ),
    ] {
        assert_eq!(with(&head, body).trim(), expected, "{head} {body:?}");
    }
}
