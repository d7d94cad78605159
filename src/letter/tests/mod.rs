//! Letters as clients write them, and what is read in them.

use super::*;
use crate::request;

fn both_ends(text: &str) -> [Vec<u8>; 2] {
    let lf = text.replace("\r\n", "\n");
    [
        lf.clone().into_bytes(),
        lf.replace('\n', "\r\n").into_bytes(),
    ]
}

fn parsed(text: &str) -> Letter {
    let [lf, crlf] = both_ends(text);
    let letter = read(&lf).unwrap();
    let same = read(&crlf).unwrap();
    assert_eq!(letter.text, same.text, "LF and CRLF differ");
    assert_eq!(letter.own_text, same.own_text);
    assert_eq!(
        (letter.kind, &letter.pgn, &letter.answers),
        (same.kind, &same.pgn, &same.answers)
    );
    letter
}

const HEAD: &str = "From: Ann <ann@example.org>\nTo: moves@club.example\nSubject: [RU26-01/3] move\nDate: Mon, 2 Mar 2026 10:00:00 +0300\n";

fn plain(body: &str) -> Letter {
    parsed(&format!(
        "{HEAD}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{body}"
    ))
}

fn html(body: &str) -> Letter {
    parsed(&format!(
        "{HEAD}MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n{body}"
    ))
}

/// What the own words ask for, as texts of moves and types of commands.
fn asks(letter: &Letter) -> Vec<String> {
    request::to_json(&request::understand(letter), None)
        .iter()
        .map(|r| {
            let text = r["text"].as_str().unwrap_or("");
            let kind = r["type"].as_str().unwrap_or("");
            if kind == "move" {
                text.to_owned()
            } else {
                kind.to_owned()
            }
        })
        .collect()
}

#[test]
fn headers_are_read() {
    let letter = parsed(
        "Return-Path: <ann@example.org>\nReceived: from a by mx.club.example with ESMTPS id 1;\n\tMon, 2 Mar 2026 10:00:05 +0300 (MSK)\nReceived: from b by a; Mon, 2 Mar 2026 06:59:00 +0000\nDelivered-To: moves+abc@club.example\nMessage-ID: <x.1@example.org>\nIn-Reply-To: <b@club.example>\nReferences: <a@club.example>,<b@club.example>\n <c@club.example>\nFrom: =?UTF-8?B?0JjQstCw0L0=?= <Ivan@Example.org>\nTo: \"Robot, the\" <moves@club.example>, td@club.example\nCc: ben@example.org\nSubject: =?koi8-r?B?8sXa1czY1MHU?=\n =?utf-8?Q?_12/3?=\nDate: Mon, 2 Mar 2026 10:00:00 +0300\n\n12. 5254\n",
    );
    assert_eq!(letter.message_id.as_deref(), Some("x.1@example.org"));
    assert_eq!(letter.from, ["Ivan@Example.org"]);
    assert_eq!(
        letter.answers,
        ["a@club.example", "b@club.example", "c@club.example"]
    );
    assert_eq!(
        letter.visible_recipients,
        ["moves@club.example", "td@club.example", "ben@example.org"]
    );
    assert_eq!(
        letter.recipients.last().map(String::as_str),
        Some("moves+abc@club.example")
    );
    assert_eq!(letter.subject, "Результат 12/3");
    assert_eq!(letter.date.unwrap().to_string(), "2026-03-02T07:00:00Z");
    assert_eq!(letter.received.unwrap().to_string(), "2026-03-02T07:00:05Z");
    assert_eq!(letter.kind, MailKind::Person);
}

#[test]
fn a_name_cut_by_a_comma_is_no_mailbox_and_every_other_is() {
    for (from, mailboxes) in [
        ("Archer, Ann <ann@a.example>", 1),
        ("Archer, Ann, Dr <ann@a.example>", 1),
        ("ann@a.example", 1),
        ("bert@b.example, Ann <ann@a.example>", 2),
        ("Bert <bert>, Ann <ann@a.example>", 2),
        ("Ann <ann@a.example>, Bert", 2),
        ("Ann <ann@a.example>, ann@a.example", 2),
        ("Bert:, ann@a.example;", 2),
    ] {
        let letter = parsed(&format!("From: {from}\nSubject: x\n\nx\n"));
        assert_eq!(letter.from.len(), mailboxes, "{from}: {:?}", letter.from);
    }
}

#[test]
fn a_bracket_left_open_is_none_of_an_identifier() {
    let letter = parsed(
        "From: a@b.example\nMessage-ID: <x.1@b.example\nReferences: <y@c<z@b.example>\n\nx\n",
    );
    assert_eq!(letter.message_id.as_deref(), Some("x.1@b.example"));
    assert_eq!(letter.answers, ["y@cz@b.example"]);
}

#[test]
fn unreadable_dates_are_none() {
    for date in [
        "",
        "yesterday",
        "Mon, 32 Mar 2026 10:00:00 +0300",
        "2 Mar 20260 10:00:00",
        "1 Jan 1900 00:00:00 +0000",
    ] {
        let letter = parsed(&format!(
            "From: a@b.example\nDate: {date}\nReceived: x; {date}\n\n12. 5254"
        ));
        assert_eq!((letter.date, letter.received), (None, None), "{date}");
    }
}

#[test]
fn what_is_no_letter_is_refused() {
    assert_eq!(read(b"").unwrap_err(), Unreadable::Empty);
    assert_eq!(read(b" \r\n\r\n").unwrap_err(), Unreadable::Empty);
    assert_eq!(read(b"\0\0\0").unwrap_err(), Unreadable::Empty);
    assert_eq!(
        read(b"no header here\nnor here").unwrap_err(),
        Unreadable::NotAMessage
    );
    let mut deep = String::from("From: a@b.example\n");
    for level in 0..50 {
        deep.push_str(&format!(
            "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"
        ));
    }
    assert_eq!(read(deep.as_bytes()).unwrap_err(), Unreadable::TooDeep);
    let wide = format!(
        "From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n{}",
        "--b\n\nx\n".repeat(1000)
    );
    assert_eq!(read(wide.as_bytes()).unwrap_err(), Unreadable::TooManyParts);
    let long = format!("From: a@b.example\n{}\n\nx", "X-Y: z\n".repeat(100_000));
    assert_eq!(
        read(long.as_bytes()).unwrap_err(),
        Unreadable::TooManyHeaders
    );
}

#[test]
fn the_first_readable_text_is_taken() {
    let letter = parsed(&format!(
        "{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"out\"\n\npreamble 99. 1111\n--out\nContent-Type: multipart/alternative; boundary=in\n\n--in\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n12. =D0=9A=\nf3\n--in\nContent-Type: text/html; charset=utf-8\n\n<b>12. Nf3</b>\n--in--\n--out\nContent-Type: text/plain; name=notes.txt\nContent-Disposition: attachment; filename=notes.txt\n\n13. e4\n--out\nContent-Type: message/rfc822\n\nFrom: x@y.example\nContent-Type: text/plain\n\n14. d4\n--out--\nepilogue"
    ));
    assert_eq!(letter.own_text, "12. Кf3");
    let blank = parsed(&format!(
        "{HEAD}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=in\n\n--in\nContent-Type: text/plain\n\n \n--in\nContent-Type: text/html; charset=utf-8\n\n<div>12. Nf3</div><div>draw?</div>\n--in--\n"
    ));
    assert_eq!(blank.own_text, "12. Nf3\ndraw?");
    let forwarded = parsed(&format!(
        "{HEAD}Content-Type: message/rfc822\n\nFrom: x@y.example\n\n12. 5254\n"
    ));
    assert_eq!(forwarded.own_text, "");
}

#[test]
fn base64_with_and_without_padding_is_read() {
    let letter = parsed(&format!(
        "{HEAD}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nMTIuINCaZjMK\n0KHQlNCQ\n0K7QodCs\n"
    ));
    assert_eq!(letter.own_text, "12. Кf3\nСДАЮСЬ");
}

#[test]
fn charsets_are_found_out() {
    let russian = "Здравствуйте!\n12. Кf3\nС уважением, Иван";
    let ukrainian = "Вітаю!\n12. Кf3 якщо 12... е5\nЗ повагою, Їжакевич";
    let polish = "Dzień dobry!\nPODDAJĘ\nPozdrawiam, Łukasz Żółć";
    for (text, charsets) in [
        (
            russian,
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        (ukrainian, vec!["windows-1251", "koi8-u", "iso-8859-5"]),
        (polish, vec!["windows-1250", "iso-8859-2"]),
        (
            "СДАЮСЬ",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        (
            "12. Кf3",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        (
            "12. Лfd1",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        (
            "ничья?",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        (
            "НИЧЬЯ?",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
        ("PODDAJĘ", vec!["windows-1250", "iso-8859-2"]),
        ("PRZYJMUJĘ REMIS", vec!["windows-1250", "iso-8859-2"]),
        ("POWTÓRZ", vec!["windows-1250", "iso-8859-2"]),
        (
            "ПЕРЕРЫВ 01.07-14.07",
            vec!["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        ),
    ] {
        for charset in charsets {
            let bytes = encode(text, charset);
            for declared in [
                "",
                "; charset=us-ascii",
                "; charset=x-unknown",
                "; charset=utf-8",
                "; charset=iso-8859-1",
            ] {
                let mut raw = format!("{HEAD}Content-Type: text/plain{declared}\n\n").into_bytes();
                raw.extend(&bytes);
                let letter = read(&raw).unwrap();
                assert_eq!(letter.text, text, "{charset} as {declared:?}");
                // Latin-1 and Latin-2 agree on some letters: no lie, no note.
                assert!(!letter.notes.is_empty() || declared.ends_with("8859-1"));
            }
            let mut raw =
                format!("{HEAD}Content-Type: text/plain; charset={charset}\n\n").into_bytes();
            raw.extend(&bytes);
            assert_eq!(read(&raw).unwrap().text, text, "{charset} declared");
        }
        let utf8 = format!("{HEAD}Content-Type: text/plain; charset=windows-1251\n\n{text}");
        assert_eq!(read(utf8.as_bytes()).unwrap().text, text);
    }
}

/// A text in a single-byte charset, found by trying all bytes.
fn encode(text: &str, charset: &str) -> Vec<u8> {
    let decode = mail_parser::decoders::charsets::map::charset_decoder(charset.as_bytes()).unwrap();
    text.chars()
        .map(|c| {
            if c.is_ascii() {
                return c as u8;
            }
            (0x80..=0xFFu8)
                .find(|b| decode(&[*b]) == c.to_string())
                .unwrap_or(b'?')
        })
        .collect()
}

#[test]
fn subjects_in_raw_bytes_are_read() {
    let mut raw = b"From: a@b.example\nSubject: ".to_vec();
    raw.extend(encode("Партия RU26-01/3, мой ход", "koi8-r"));
    raw.extend(b"\n\n12. 5254");
    assert_eq!(read(&raw).unwrap().subject, "Партия RU26-01/3, мой ход");
}

#[test]
fn flowed_lines_are_joined() {
    let letter = parsed(&format!(
        "{HEAD}Content-Type: text/plain; charset=utf-8; format=flowed\n\n12. 5254 if 12... 5755 \n13. 7163\n > stuffed\n\n> quoted \n> words\n\nbelow\n-- \nAnn"
    ));
    assert_eq!(
        letter.own_text,
        "12. 5254 if 12... 5755 13. 7163\n> stuffed\n\n\nbelow"
    );
}

#[test]
fn unseen_characters_are_removed() {
    let letter = plain("12.\u{a0}52\u{200b}54\u{202e}\u{0}\u{7}\u{ad}");
    assert_eq!(letter.own_text, "12. 5254");
}

#[test]
fn games_in_pgn_are_kept_once() {
    let game = "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 e5 *";
    let part = |kind: &str, name: &str| format!("--b\nContent-Type: {kind}{name}\n\n{game}\n\n");
    let letter = parsed(&format!(
        "{HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n{}{}{}{}--b--\n",
        part("application/x-chess-pgn", ""),
        part("application/vnd.chess-pgn", ""),
        part("application/octet-stream", "; name=\"game.PGN\""),
        part("text/plain", "; name=other.txt"),
    ));
    assert_eq!(letter.pgn, [game]);
    assert_eq!(asks(&letter), ["5254"]);
}

#[test]
fn clients_of_the_acceptance_data_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/clients/");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "eml") {
            continue;
        }
        let raw = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let letter = parsed(&raw);
        let expected: &[&str] = match name.as_str() {
            "cmail-tty-0.eml" => &["resign"],
            "cmail-tty-1.eml" => &["draw-accept"],
            "cmail-tty-2.eml" => &["ed5"],
            "cmail-tty-3.eml" => &["0-0"],
            "cmail-tty-4.eml" => &["7163"],
            "cmail-tty-5.eml" => &["7163", "c4"],
            "cmail-tty-6.eml" => &[],
            _ => &["e5"],
        };
        assert_eq!(asks(&letter), expected, "{name}");
        if name.starts_with("scid") {
            let understood = request::understand(&letter);
            assert_eq!(
                understood.sections[0].game.as_ref().unwrap().to_string(),
                "RUS2026/17"
            );
            assert_eq!(letter.pgn.len(), 1, "{name}: the game is kept once");
        }
        seen += 1;
    }
    assert!(seen >= 9);
}

mod charsets;
mod disclaimers;
mod hostile;
mod kinds;
mod quotations;
mod reports;

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..600)) {
        if let Ok(letter) = read(&bytes) {
            request::understand(&letter);
        }
        let mut framed = b"From: a@b.example\nContent-Type: text/html\n\n".to_vec();
        framed.extend(&bytes);
        let letter = read(&framed).unwrap();
        request::understand(&letter);
    }

    #[test]
    fn any_heap_of_mail_is_read(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "From: a@b\n", "Content-Type: multipart/mixed; boundary=b\n", "Content-Type: text/plain; charset=koi8-r\n",
        "Content-Type: message/rfc822\n", "Content-Transfer-Encoding: base64\n", "Content-Transfer-Encoding: quoted-printable\n",
        "\n", "--b\n", "--b--\n", "12. 5254", "=\n", "=D0=9A", "<div", ">", "<blockquote>", "&#x", "\u{ab}ход", "> ", "-- \n",
        "On Mon, 2 Mar 2026 at 10:00, A <a@b.example> wrote:\n", "Subject: =?utf-8?B?", "?=\n", "\r", "\t", "\0",
    ]), 0..40)) {
        let text = pieces.concat();
        if let Ok(letter) = read(text.as_bytes()) {
            request::understand(&letter);
        }
    }
}

#[test]
fn raw_utf8_in_headers_is_read() {
    let letter = parsed(
        "From: Иван Петров <иван@почта.рф>\nTo: <moves@club.example>, Пётр <пётр@почта.рф>\n\
         Subject: Ход в партии [RU26-01/3]\nDate: Mon, 2 Mar 2026 10:00:00 +0300\n\
         Message-ID: <ход-1@почта.рф>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n1. 5254\n",
    );
    assert_eq!(letter.from, ["иван@почта.рф"]);
    assert_eq!(letter.recipients, ["moves@club.example", "пётр@почта.рф"]);
    assert_eq!(letter.subject, "Ход в партии [RU26-01/3]");
    assert_eq!(letter.message_id.as_deref(), Some("ход-1@почта.рф"));
    assert_eq!(letter.own_text.trim(), "1. 5254");
}

/// A message that is taken apart once is read as one that is taken apart twice.
#[test]
fn a_glance_and_what_is_read_behind_it_are_the_same_at_once() {
    let mut count = 0;
    for entry in std::fs::read_dir("tests/letters").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "eml") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let both = glance_and_read(&bytes, |_| true);
        let apart = glance(&bytes).and_then(|seen| Ok((seen, Some(read(&bytes)?))));
        assert_eq!(
            format!("{both:?}"),
            format!("{apart:?}"),
            "{}",
            path.display()
        );
        let alone = glance_and_read(&bytes, |_| false);
        let seen = glance(&bytes).map(|seen| (seen, None::<Letter>));
        assert_eq!(format!("{alone:?}"), format!("{seen:?}"));
        count += 1;
    }
    assert!(count > 200, "{count}");
}
