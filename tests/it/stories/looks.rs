//! Letters of people that look like a machine's, and a machine's that look like a person's.

use crate::club::{Club, Mail, Setup};

fn club(language: &'static str) -> (Club, Mail) {
    let club = Setup::new().default_policy().language(language).opens();
    let start = club.last_letter("ann", "T26/1");
    (club, start)
}

/// Subjects that automatic answers, reports and receipts have, with what a player wrote
/// below.
const PLAIN: [(&str, &str, &str, &str); 12] = [
    ("de", "Abwesenheit bis Montag", "1. 5254", "move"),
    (
        "de",
        "Urlaubsmeldung",
        "URLAUB 01.02.2026 10.02.2026",
        "command",
    ),
    (
        "en",
        "Out of office 1-10 February",
        "LEAVE 2026-02-01 2026-02-10",
        "command",
    ),
    ("en", "I am away next week", "1. e4\n\nAnn", "move"),
    (
        "en",
        "Returned mail? Here is my move again",
        "1. 5254",
        "move",
    ),
    ("en", "Read: your letter", "My move: 1. 5254", "move"),
    (
        "pl",
        "Nieobecność",
        "URLOP 01.02.2026 10.02.2026",
        "command",
    ),
    ("pl", "Zwrot wiadomości?", "1. 5254", "move"),
    (
        "ru",
        "Нет на месте до понедельника",
        "ПЕРЕРЫВ 01.02.2026 10.02.2026",
        "command",
    ),
    ("ru", "Недоставленное письмо?", "1. 5254", "move"),
    (
        "uk",
        "Поза офісом",
        "ПЕРЕРВА 01.02.2026 10.02.2026",
        "command",
    ),
    ("uk", "Не вдалося доставити?", "1. 5254", "move"),
];

#[test]
fn who_asks_plainly_is_heard_under_whatever_subject() {
    for (language, subject, text, verdict) in PLAIN {
        let (mut club, start) = club(language);
        let letter = club.letter("ann").answering(&start);
        letter.subject(subject).says(text).posts();
        club.polls();
        assert_eq!(club.verdict(), verdict, "{subject}: {text}");
        club.takes_all();
    }
}

#[test]
fn a_machine_s_headers_outweigh_what_stands_below() {
    for (language, subject, text, _) in PLAIN {
        let (mut club, start) = club(language);
        let letter = club.letter("ann").answering(&start);
        let letter = letter.header("Auto-Submitted: auto-replied");
        letter.subject(subject).says(text).posts();
        club.polls();
        assert!(["auto-reply", "bounce"].contains(&club.verdict().as_str()));
        club.stands("T26/1", "/ply", 0);
        // (The arbiter hears of a letter that came back.)
        for told in club.takes_all() {
            assert!(told.to.starts_with("td@"), "{subject}: {}", told.subject);
        }
    }
}

/// A letter with a calendar beside its words.
fn with_calendar(bytes: &[u8], text: &str, method: &str) -> Vec<u8> {
    let letter = String::from_utf8(bytes.to_vec()).unwrap();
    let (head, _) = letter.split_once("Content-Type:").unwrap();
    let event = format!("BEGIN:VCALENDAR\r\nMETHOD:{method}\r\nEND:VCALENDAR");
    format!(
        "{head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n--b\r\n\
         Content-Type: text/calendar; method={method}\r\n\r\n{event}\r\n--b--\r\n"
    )
    .into_bytes()
}

#[test]
fn a_move_beside_a_calendar_is_played() {
    for method in ["PUBLISH", "REQUEST", "REPLY"] {
        for (text, verdict) in [("1. 5254", "move"), ("Ann has accepted.", "bulk")] {
            let (mut club, start) = club("en");
            let bytes = club.letter("ann").answering(&start).says(text).written();
            let bytes = with_calendar(&bytes, text, method);
            club.drops(&bytes);
            club.polls();
            assert_eq!(club.verdict(), verdict, "{method}: {text}");
            club.takes_all();
        }
    }
}

#[test]
fn an_answer_that_says_that_no_person_made_it_takes_no_leave() {
    for (language, text) in [
        (
            "de",
            "Ich bin vom 1. Juni bis zum 14. Juni im Urlaub und antworte danach.\n\n\
             Diese Nachricht wurde automatisch erstellt.",
        ),
        (
            "de",
            "Ich bin im Urlaub. Dies ist eine automatische Antwort.",
        ),
        (
            "en",
            "I am on leave from 1 June until 14 June. This is an automatic reply.",
        ),
        (
            "en",
            "I am on holiday from 1 June to 14 June.\nThis message was generated automatically.",
        ),
        (
            "pl",
            "Od 1 czerwca do 14 czerwca jestem na urlopie. \
             Wiadomość wygenerowana automatycznie.",
        ),
        (
            "pl",
            "Jestem na urlopie do 14 czerwca.\n\nTo jest automatyczna odpowiedź.",
        ),
        (
            "ru",
            "Я в отпуске с 1 июня по 14 июня.\n\nЭто письмо создано автоматически.",
        ),
        (
            "ru",
            "Я в отпуске с 1 по 14 июня. Это автоматический ответ на Ваше письмо.",
        ),
        (
            "uk",
            "Я у відпустці з 1 червня до 14 червня.\n\nЦей лист створено автоматично.",
        ),
        (
            "uk",
            "Я у відпустці з 1 по 14 червня. Це автоматична відповідь.",
        ),
    ] {
        let (mut club, start) = club(language);
        club.letter("ann").answering(&start).says(text).posts();
        club.polls();
        assert_eq!(club.verdict(), "auto-reply", "{text}");
        club.nobody_is_told();
    }
    // Who speaks of such an answer has written himself.
    for text in [
        "I got an automatic reply. What has happened to my move?",
        "Ваше письмо было отправлено автоматически? Какой сейчас ход?",
    ] {
        let (mut club, start) = club("en");
        club.letter("ann").answering(&start).says(text).posts();
        club.polls();
        assert_ne!(club.verdict(), "auto-reply", "{text}");
        club.takes_all();
    }
}

#[test]
fn a_thumb_that_is_put_up_is_filed() {
    for (language, text) in [
        ("en", "👍\n\nAnn Adams reacted via Gmail"),
        ("en", "Ann Adams reacted to your message:"),
        ("en", "Liked “1... 5755”"),
        ("de", "Anna hat über Gmail reagiert"),
        ("pl", "Anna zareagowała przez Gmail"),
        ("ru", "Анна отреагировала через Gmail"),
        ("uk", "Ганна відреагувала через Gmail"),
    ] {
        let (mut club, start) = club(language);
        club.letter("ann").answering(&start).says(text).posts();
        club.polls();
        assert_eq!(club.verdict(), "bulk", "{text}");
        club.nobody_is_told();
    }
}
