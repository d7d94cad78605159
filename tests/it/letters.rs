//! Properties of letters: whatever mail programs do with a letter of ours, and
//! whatever the way does to a letter of theirs.

use crate::club::{PERSONAS, Setup};
use crate::contract::House;
use crate::corpus::{self, Visitor, crlf, each, sent_by_the_club};
use crate::fuzz::{Dice, mutate};
use postchess::letter::{self, MailKind};
use postchess::request;
use std::collections::BTreeSet;

/// How a program marks what it quotes.
#[derive(Clone, Copy)]
enum Marks {
    /// `> ` before each line.
    Angle,
    /// `>` and no space, blank lines without (The Bat!, K-9, mail.ru).
    Bare,
    /// Nothing: what stands below the attribution is the quotation.
    Nothing,
}
use Marks::{Angle, Bare, Nothing};

/// What stands above a quotation: the program, its lines, its marks. `{a}` is our
/// address; programs break these lines as they please.
const ABOVE: [(&str, &str, Marks); 62] = [
    (
        "Gmail en",
        "On Fri, Mar 13, 2026 at 12:00\u{202f}PM Chess club <{a}> wrote:\n",
        Angle,
    ),
    (
        "Gmail en, broken",
        "On Fri, Mar 13, 2026 at 12:00 PM Chess club of the town <\n{a}> wrote:\n",
        Angle,
    ),
    (
        "Gmail ru",
        "пт, 13 мар. 2026\u{202f}г. в 15:00, Chess club <{a}>:\n",
        Angle,
    ),
    (
        "Gmail ru, old",
        "13 марта 2026 г. 15:00 пользователь Chess club <{a}> написал:\n",
        Angle,
    ),
    (
        "Gmail uk",
        "пт, 13 бер. 2026\u{202f}р. о 14:00 Chess club <{a}> пише:\n",
        Angle,
    ),
    (
        "Gmail pl",
        "pt., 13 mar 2026 o 13:00 Chess club <{a}> napisał(a):\n",
        Angle,
    ),
    (
        "Gmail pl, broken",
        "pt., 13 mar 2026 o 13:00 Chess club of the whole town\n<{a}> napisał(a):\n",
        Angle,
    ),
    (
        "Gmail de",
        "Am Fr., 13. März 2026 um 13:00 Uhr schrieb Chess club <\n{a}>:\n",
        Angle,
    ),
    (
        "Gmail old",
        "2026-03-13 12:00 GMT+00:00 Chess club <{a}>:\n",
        Angle,
    ),
    (
        "Outlook en",
        "From: Chess club <{a}>\nSent: Friday, March 13, 2026 12:00 PM\nTo: Tom Reed <tom.reed@gmail.example>\nSubject: your move\n",
        Nothing,
    ),
    (
        "Outlook ru",
        "От: Chess club <{a}>\nОтправлено: пятница, 13 марта 2026 г. 15:00\nКому: Иван <i@mailru.example>\nТема: ход\n",
        Nothing,
    ),
    (
        "Outlook uk",
        "Від: Chess club <{a}>\nНадіслано: 13 березня 2026 р. 14:00\nКому: Олена <o@ukr.example>\nТема: хід\n",
        Nothing,
    ),
    (
        "Outlook pl",
        "Od: Chess club <{a}>\nWysłano: piątek, 13 marca 2026 13:00\nDo: Jan <j@wp.example>\nTemat: ruch\n",
        Nothing,
    ),
    (
        "Outlook de",
        "Von: Chess club <{a}>\nGesendet: Freitag, 13. März 2026 13:00\nAn: Klaus <k@gmx.example>\nBetreff: Zug\n",
        Nothing,
    ),
    (
        "Outlook en, bold",
        "*From:* Chess club <{a}>\n*Sent:* Friday, March 13, 2026 12:00 PM\n*To:* Tom <t@gmail.example>\n*Subject:* your move\n",
        Nothing,
    ),
    (
        "Outlook on the web",
        "________________________________\nFrom: Chess club <{a}>\nSent: Friday, March 13, 2026 12:00 PM\nTo: Tom Reed <t@gmail.example>\nSubject: your move\n",
        Nothing,
    ),
    (
        "Outlook for iOS",
        "Get Outlook for iOS<https://aka.example/o0ukef>\n________________________________\nFrom: Chess club <{a}>\nSent: Friday, March 13, 2026 12:00 PM\nTo: Tom Reed <t@gmail.example>\nSubject: your move\n",
        Nothing,
    ),
    (
        "Outlook original message",
        "-----Original Message-----\nFrom: Chess club <{a}>\nSent: Friday, March 13, 2026 12:00 PM\nTo: Tom\nSubject: your move\n",
        Nothing,
    ),
    (
        "Outlook Express",
        "----- Original Message ----- \nFrom: \"Chess club\" <{a}>\nTo: <t@gmail.example>\nSent: Friday, March 13, 2026 3:00 PM\nSubject: your move\n\n",
        Angle,
    ),
    (
        "Apple Mail en",
        "> On 13 Mar 2026, at 12:00, Chess club <{a}> wrote:\n> ",
        Angle,
    ),
    (
        "Apple Mail ru",
        "> 13 марта 2026 г., в 15:00, Chess club <{a}> написал(а):\n> ",
        Angle,
    ),
    (
        "Apple Mail pl",
        "> Wiadomość napisana przez Chess club <{a}> w dniu 13 mar 2026, o godz. 13:00:\n> ",
        Angle,
    ),
    (
        "Apple Mail de",
        "> Am 13.03.2026 um 13:00 schrieb Chess club <{a}>:\n> ",
        Angle,
    ),
    (
        "iPhone en",
        "Sent from my iPhone\n\n> On 13 Mar 2026, at 12:00, Chess club <{a}> wrote:\n> ",
        Angle,
    ),
    (
        "iPhone ru",
        "Отправлено с iPhone\n\n> 13 марта 2026 г., в 15:00, Chess club <{a}> написал(а):\n> ",
        Angle,
    ),
    (
        "Thunderbird en",
        "On 13/03/2026 12:00, Chess club wrote:",
        Angle,
    ),
    (
        "Thunderbird ru",
        "13.03.2026 15:00, Chess club пишет:",
        Angle,
    ),
    ("Thunderbird uk", "13.03.26 14:00, Chess club пише:", Angle),
    (
        "Thunderbird pl",
        "W dniu 13.03.2026 o 13:00, Chess club pisze:",
        Angle,
    ),
    (
        "Thunderbird de",
        "Am 13.03.26 um 13:00 schrieb Chess club:",
        Angle,
    ),
    (
        "Mail.ru",
        ">Пятница, 13 марта 2026, 15:00 +03:00 от Chess club <{a}>:\n> ",
        Bare,
    ),
    (
        "Mail.ru, not marked",
        "Пятница, 13 марта 2026, 15:00 +03:00 от Chess club <{a}>:\n",
        Angle,
    ),
    (
        "Mail.ru application",
        "Пятница, 13 марта 2026, 15:00 +03:00 от Chess club <{a}\n>:\n",
        Angle,
    ),
    (
        "Yandex",
        "----------------\nКому: Иван (i@yandex.example);\nТема: ход;\n13.03.2026, 15:00, \"Chess club\" <{a}>:\n",
        Angle,
    ),
    (
        "Yandex old",
        "13.03.2026, 15:00, \"Chess club\" <{a}>:",
        Angle,
    ),
    (
        "ukr.net",
        "13 березня 2026, 14:00:05, від \"Chess club\" <{a}>: \n",
        Angle,
    ),
    (
        "I.UA",
        "--- Вихідне повідомлення ---\nВід кого: \"Chess club\" <{a}>\nДата: 13 березня 2026, 14:00:05\n\n",
        Angle,
    ),
    (
        "WP",
        "Dnia 13 marca 2026 13:00 Chess club < {a} > napisał(a):",
        Nothing,
    ),
    (
        "Onet",
        "W dniu 2026-03-13 13:00:05 użytkownik Chess club <{a}> napisał:",
        Angle,
    ),
    (
        "Interia",
        "Temat: ruch\nData: 2026-03-13 13:00\nNadawca: Chess club <{a}>\nAdresat: Jan <j@interia.example>; \n",
        Angle,
    ),
    (
        "Samsung en",
        "-------- Original message --------From: Chess club <{a}> Date: 13/03/2026  12:00  (GMT+00:00) To: Tom <t@gmail.example> Subject: your move ",
        Nothing,
    ),
    (
        "Samsung ru",
        "-------- Исходное сообщение --------\nОт: Chess club <{a}>\nДата: 13.03.2026 15:00 (GMT+03:00)\nКому: Иван <i@mailru.example>\nТема: ход\n",
        Nothing,
    ),
    (
        "K-9 en",
        "On 13 March 2026 12:00:05 GMT, Chess club <{a}> wrote:",
        Bare,
    ),
    (
        "K-9 ru",
        "13 марта 2026 г. 15:00:05 GMT+03:00, Chess club <{a}> пишет:",
        Bare,
    ),
    (
        "FairEmail en",
        "13 Mar 2026 12:00:05 Chess club <{a}>:\n",
        Angle,
    ),
    (
        "Yahoo en",
        "    On Friday, March 13, 2026 at 12:00:05 PM GMT, Chess club <{a}> wrote:  \n ",
        Nothing,
    ),
    (
        "Yahoo de",
        "Am Freitag, 13. März 2026 um 13:00:05 MEZ hat Chess club <{a}> Folgendes geschrieben:  \n ",
        Nothing,
    ),
    (
        "GMX",
        "> Gesendet: Freitag, 13. März 2026 um 13:00\n> Von: \"Chess club\" <{a}>\n> An: k@gmx.example\n> Betreff: Zug\n>",
        Angle,
    ),
    (
        "Proton",
        "On Friday, March 13th, 2026 at 12:00 PM, Chess club <{a}> wrote:\n",
        Angle,
    ),
    (
        "The Bat! ru",
        "Вы писали 13 марта 2026 г., 15:00:05:\n",
        Bare,
    ),
    (
        "Opera Mail",
        "Chess club <{a}> писал(а) в своём письме Fri, 13 Mar 2026 15:00:05 +0300:\n",
        Angle,
    ),
    (
        "Lotus Notes",
        "\"Chess club\" <{a}> wrote on 13.03.2026 15:00:05:\n",
        Angle,
    ),
    (
        "Lotus Notes, block",
        "From:   \"Chess club\" <{a}>\nTo:     t@gmail.example\nDate:   13.03.2026 15:00\nSubject:        your move\n\n\n",
        Nothing,
    ),
    (
        "mutt",
        "On Fri, Mar 13, 2026 at 12:00:05PM +0000, Chess club wrote:",
        Angle,
    ),
    ("Alpine", "On Fri, 13 Mar 2026, Chess club wrote:\n", Angle),
    (
        "Evolution ru",
        "В Пт, 13/03/2026 в 15:00 +0300, Chess club пишет:",
        Angle,
    ),
    (
        "KMail en",
        "On Friday, 13 March 2026 12:00:05 GMT Chess club wrote:",
        Angle,
    ),
    (
        "KMail ru",
        "В письме от пятница, 13 марта 2026 г. 15:00:05 MSK пользователь Chess club написал:",
        Angle,
    ),
    (
        "Forward Gmail",
        "---------- Forwarded message ---------\nFrom: Chess club <{a}>\nDate: Fri, Mar 13, 2026 at 12:00 PM\nSubject: your move\nTo: <t@gmail.example>\n\n",
        Nothing,
    ),
    (
        "Forward Apple",
        "Begin forwarded message:\n\n> From: Chess club <{a}>\n> Subject: your move\n> Date: 13 March 2026 at 12:00:00 GMT\n> To: t@gmail.example\n> ",
        Angle,
    ),
    (
        "Forward Mail.ru",
        "-------- Пересылаемое сообщение --------\nОт: Chess club <{a}>\nКому: <i@mailru.example>\nДата: пятница, 13 марта 2026 г. в 15:00 +03:00\nТема: ход\n",
        Nothing,
    ),
    ("nobody's, only marks", "", Angle),
];

/// A letter that quotes `text` below what a program puts above it.
fn quoting(above: &str, marks: Marks, text: &str, own: &str) -> Vec<u8> {
    let mut body = String::new();
    for line in text.lines() {
        let line = line.trim_end_matches('\r');
        match marks {
            Angle if line.is_empty() => body.push('>'),
            Angle => body.extend(["> ", line]),
            Bare if line.is_empty() => {}
            Bare => body.extend([">", line]),
            Nothing => body.push_str(line),
        }
        body.push('\n');
    }
    let above = above.replace("{a}", "moves@club.example");
    format!(
        "Received: from a.example by mx.club.example; Sat, 14 Mar 2026 10:05:12 +0300\n\
         From: tom.reed@gmail.example\nTo: moves@club.example\nSubject: Re: [CORPUS/4]\n\
         Date: Sat, 14 Mar 2026 10:04:50 +0300\nMessage-ID: <q@gmail.example>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
         {own}\n\n{above}\n{body}\n"
    )
    .into_bytes()
}

#[test]
fn our_own_letters_quoted_by_any_program_ask_for_nothing() {
    let ours = sent_by_the_club();
    assert!(
        ours.len() > 30,
        "too few kinds and languages: {}",
        ours.len()
    );
    let mut wrong = BTreeSet::new();
    for ours in &ours {
        for (program, above, marks) in ABOVE {
            for own in ["", "5. a3"] {
                let letter = quoting(above, marks, &ours.text, own);
                let read = letter::read(&letter).expect("a letter");
                if read.own_text.trim() != own {
                    let shown: String = read.own_text.chars().take(160).collect();
                    wrong.insert(format!(
                        "{program}, own text {own:?}, a {}: {shown:?}",
                        ours.kind
                    ));
                }
                let asked = request::to_json(&request::understand(&read), None);
                let expected = usize::from(!own.is_empty());
                if asked.len() != expected {
                    wrong.insert(format!(
                        "{program}: {own:?} quoting a {} asks {asked:?}",
                        ours.kind
                    ));
                }
            }
        }
    }
    let shown: Vec<&String> = wrong.iter().take(40).collect();
    assert!(wrong.is_empty(), "{} times:\n{shown:#?}", wrong.len());
}

/// Where HTML programs put what they quote.
const AROUND: [(&str, &str); 9] = [
    (
        "Gmail",
        "<div dir=\"ltr\">OWN</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On … wrote:<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex\">OURS</blockquote></div>",
    ),
    (
        "Outlook",
        "<div class=WordSection1><p class=MsoNormal>OWN<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Chess club</p></div>OURS</div>",
    ),
    (
        "Outlook on the web",
        "<div>OWN</div><div id=\"appendonsend\"></div><hr><div id=\"divRplyFwdMsg\"><b>From:</b> Chess club</div><div>OURS</div>",
    ),
    (
        "Thunderbird",
        "<p>OWN</p><div class=\"moz-cite-prefix\">On 13/03/2026 12:00, Chess club wrote:<br></div><blockquote type=\"cite\" cite=\"mid:a\">OURS</blockquote>",
    ),
    (
        "Apple",
        "<div>OWN</div><div><br><blockquote type=\"cite\"><div>On 13 Mar 2026, Chess club wrote:</div>OURS</blockquote></div>",
    ),
    (
        "Mail.ru",
        "<div>OWN</div><div class=\"mail-quote-collapse\"><blockquote style=\"border-left:1px solid #0857A6\">OURS</blockquote></div>",
    ),
    (
        "Yandex",
        "<div>OWN</div><div>----------------</div><div>Кому: i@yandex.example;</div><div>Тема: ход;</div><div>13.03.2026, 15:00, \"Chess club\" &lt;moves@club.example&gt;:</div><blockquote><div>OURS</div></blockquote>",
    ),
    (
        "Yahoo",
        "<div>OWN</div><div id=\"ydp1yahoo_quoted_2\" class=\"ydp1yahoo_quoted\"><div>On Friday, Chess club wrote:</div><div>OURS</div></div>",
    ),
    (
        "GMX",
        "<div>OWN<div name=\"quote\"><b>Gesendet:</b> Freitag<div name=\"quoted-content\">OURS</div></div></div>",
    ),
];

#[test]
fn our_own_html_quoted_by_any_program_asks_for_nothing() {
    for ours in sent_by_the_club().iter().filter(|o| !o.html.is_empty()) {
        for (program, around) in AROUND {
            for own in ["", "5. a3"] {
                let page = around.replace("OWN", own).replace("OURS", &ours.html);
                let letter = format!(
                    "From: tom.reed@gmail.example\nTo: moves@club.example\nMIME-Version: 1.0\n\
                     Content-Type: text/html; charset=utf-8\n\n{page}\n"
                );
                let read = letter::read(letter.as_bytes()).expect("a letter");
                assert_eq!(read.own_text.trim(), own, "{program}, a {}", ours.kind);
            }
        }
    }
}

#[test]
fn our_own_letters_sent_back_by_machines_ask_for_nothing() {
    for ours in sent_by_the_club() {
        let text = &ours.text;
        let raw = String::from_utf8_lossy(&ours.raw).replace('\r', "");
        let heads = "From: tom.reed@gmail.example\nTo: moves@club.example\nMIME-Version: 1.0\n";
        let machines = [
            raw.clone(),
            format!(
                "Return-Path: <>\nAuto-Submitted: auto-replied\n{heads}Subject: Re: move\nContent-Type: text/plain; charset=utf-8\n\nI am away.\n\n{text}"
            ),
            format!(
                "Return-Path: <tom.reed@gmail.example>\n{heads}Subject: Automatic reply: move\nContent-Type: text/plain; charset=utf-8\n\nI am away.\n\n{text}"
            ),
            format!(
                "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; tom.reed@gmail.example\nAction: failed\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\n{raw}\n--b--\n"
            ),
            format!(
                "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nX-Failed-Recipients: tom.reed@gmail.example\nSubject: Mail delivery failed\n\nSorry.\n\n------ This is a copy of the message. ------\n\n{raw}\n"
            ),
            format!(
                "{heads}List-Id: <friends.lists.example>\nPrecedence: list\nSubject: Fwd\nContent-Type: text/plain; charset=utf-8\n\n{text}"
            ),
        ];
        for machine in machines {
            let read = letter::read(machine.as_bytes()).expect("a letter");
            assert_ne!(
                read.kind,
                MailKind::Person,
                "a {} sent back:\n{machine}",
                ours.kind
            );
        }
        let attached = format!(
            "{heads}Subject: Fwd: move\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: message/rfc822\n\n{raw}\n--b--\n"
        );
        let read = letter::read(attached.as_bytes()).expect("a letter");
        assert_eq!(read.own_text, "", "a {} attached", ours.kind);
    }
}

/// Letters of the corpus as a bad way leaves them, through the whole program: no
/// game gets two moves of one letter, and the pass goes on.
fn damaged(count: usize, seed: u64) {
    let all = corpus::letters();
    let mut dice = Dice::new(seed);
    let damaged: Vec<(String, Vec<u8>)> = (0..count)
        .map(|_| {
            let one = &all[dice.below(all.len())];
            let other = &all[dice.below(all.len())];
            (
                one.name.clone(),
                mutate(&mut dice, &one.bytes, &other.bytes),
            )
        })
        .collect();
    each(&damaged, |visitor: &mut Visitor, (name, bytes)| {
        visitor.moves_on();
        let bytes = if bytes.len() % 2 == 0 {
            bytes.clone()
        } else {
            crlf(bytes)
        };
        let verdict = visitor.gets("1.damaged", &bytes);
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        assert_ne!(verdict, "pending", "{name}: {}", shown());
        let entries = visitor.recorded();
        let mut moved = BTreeSet::new();
        for entry in entries.iter().filter(|e| e.contains(" move-played ")) {
            let game = entry.split(' ').next().unwrap();
            assert!(
                moved.insert(game.to_owned()),
                "{name}: two moves: {entries:?}\n{}",
                shown()
            );
        }
        assert!(
            !visitor.note().contains("the program failed"),
            "{name}: {}",
            shown()
        );
    });
}

/// As they stood with what zstd alone makes of them, fresh letters took more than half.
#[test]
fn what_letters_of_ours_have_in_common_takes_no_room() {
    let house = House::with(&Setup::new().pairs(&[(1, 2)]));
    for (n, (who, text)) in [
        (0, "1. 5254"),
        (1, "1. 5755"),
        (0, "2. 7163"),
        (1, "2. 2836"),
    ]
    .into_iter()
    .enumerate()
    {
        house.post(&format!("m{n}"), PERSONAS[who].1, "[T26/1]", text);
        house.run("poll").done();
    }
    let sizes = "SELECT count(*), sum(l.size), sum(length(l.bytes)) FROM outbound_letter l
         JOIN outbound o ON o.id = l.id WHERE o.kind IN ('move', 'confirmation')";
    let row = house
        .database()
        .query_row(sizes, [], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)));
    let (count, size, packed): (i64, i64, i64) = row.unwrap();
    assert_eq!(count, 8);
    assert!(packed * 100 < size * 42, "{packed} of {size}");
}

#[test]
fn damaged_letters_never_play_two_moves() {
    damaged(150, 26);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn damaged_letters_never_play_two_moves_long() {
    for seed in 0..10 {
        damaged(1_000, seed);
    }
}
