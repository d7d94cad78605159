//! What a mail program makes of its writer's words: folded lines, an HTML part, the
//! letter that is answered, a line of its own.

use super::letters::PersonsLetter;
use crate::club::{Mail, ROBOT};
use std::fmt::Write as _;

/// How a program shows the letter that is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// Not at all.
    None,
    /// Below an attribution, each line behind `>`.
    Marked,
    /// Below an attribution, as it stood.
    Unmarked,
    /// Above the answer, each line behind `>`.
    Above,
    /// The answer stands between its first line and the others.
    Around,
    /// Below its header, as it stood.
    Header,
}

/// What is peculiar to a mail program.
struct Habits {
    /// Lines of the plain text are broken at this column.
    fold: Option<usize>,
    /// Broken lines end in a blank (RFC 3676).
    flowed: bool,
    /// There is a plain text.
    plain: bool,
    /// There is an HTML part.
    html: bool,
    quotes: Quotes,
    /// Before the quoted letter, by language: ru, uk, pl, en, de.
    attribution: [&'static str; 5],
    /// Below the writer's words.
    boilerplate: [&'static str; 5],
}

const NOTHING: [&str; 5] = [""; 5];

const GMAIL: [&str; 5] = [
    "вт, 19 мая 2026\u{202f}г. в 14:00, Chess club <ROBOT>:",
    "вт, 19 трав. 2026\u{202f}р. о 14:00 Chess club <ROBOT> пише:",
    "wt., 19 maj 2026 o 14:00 Chess club <ROBOT> napisał(a):",
    "On Tue, May 19, 2026 at 2:00\u{202f}PM Chess club <ROBOT> wrote:",
    "Am Di., 19. Mai 2026 um 14:00\u{202f}Uhr schrieb Chess club <ROBOT>:",
];
const APPLE: [&str; 5] = [
    "19 мая 2026 г., в 14:00, Chess club <ROBOT> написал(а):",
    "19 трав. 2026 р. о 14:00 Chess club <ROBOT> пише:",
    "Wiadomość napisana przez Chess club <ROBOT> w dniu 19 maj 2026, o godz. 14:00:",
    "On 19 May 2026, at 14:00, Chess club <ROBOT> wrote:",
    "Am 19.05.2026 um 14:00 schrieb Chess club <ROBOT>:",
];
const THUNDERBIRD: [&str; 5] = [
    "19.05.2026 14:00, Chess club пишет:",
    "19.05.26 14:00, Chess club пише:",
    "W dniu 19.05.2026 o 14:00, Chess club pisze:",
    "On 19/05/2026 14:00, Chess club wrote:",
    "Am 19.05.26 um 14:00 schrieb Chess club:",
];
const OUTLOOK: [&str; 5] = [
    "От: Chess club <ROBOT>\nОтправлено: вторник, 19 мая 2026 г. 14:00\nКому: WRITER\nТема: SUBJECT\n",
    "Від: Chess club <ROBOT>\nНадіслано: вівторок, 19 травня 2026 р. 14:00\nКому: WRITER\nТема: SUBJECT\n",
    "Od: Chess club <ROBOT>\nWysłano: wtorek, 19 maja 2026 14:00\nDo: WRITER\nTemat: SUBJECT\n",
    "From: Chess club <ROBOT>\nSent: Tuesday, May 19, 2026 2:00 PM\nTo: WRITER\nSubject: SUBJECT\n",
    "Von: Chess club <ROBOT>\nGesendet: Dienstag, 19. Mai 2026 14:00\nAn: WRITER\nBetreff: SUBJECT\n",
];
const SAMSUNG: [&str; 5] = [
    "-------- Исходное сообщение --------\nОт: Chess club <ROBOT>\nДата: 19.05.26 14:00 (GMT+03:00)\nКому: WRITER\nТема: SUBJECT\n",
    "-------- Оригінальне повідомлення --------\nВід: Chess club <ROBOT>\nДата: 19.05.26 14:00 (GMT+02:00)\nКому: WRITER\nТема: SUBJECT\n",
    "-------- Oryginalna wiadomość --------\nOd: Chess club <ROBOT>\nData: 19.05.2026 14:00 (GMT+01:00)\nDo: WRITER\nTemat: SUBJECT\n",
    "-------- Original message --------\nFrom: Chess club <ROBOT>\nDate: 19/05/2026 14:00 (GMT+00:00)\nTo: WRITER\nSubject: SUBJECT\n",
    "-------- Ursprüngliche Nachricht --------\nVon: Chess club <ROBOT>\nDatum: 19.05.26 14:00 (GMT+01:00)\nAn: WRITER\nBetreff: SUBJECT\n",
];
const FORWARD: [&str; 5] = [
    "---------- Пересланное сообщение ---------\nОт: Chess club <ROBOT>\nДата: вт, 19 мая 2026\u{202f}г. в 14:00\nТема: SUBJECT\nКому: WRITER\n",
    "---------- Переслане повідомлення ---------\nВід: Chess club <ROBOT>\nДата: вт, 19 трав. 2026\u{202f}р. о 14:00\nТема: SUBJECT\nКому: WRITER\n",
    "---------- Wiadomość przekazana dalej ---------\nOd: Chess club <ROBOT>\nData: wt., 19 maj 2026 o 14:00\nTemat: SUBJECT\nDo: WRITER\n",
    "---------- Forwarded message ---------\nFrom: Chess club <ROBOT>\nDate: Tue, May 19, 2026 at 2:00 PM\nSubject: SUBJECT\nTo: WRITER\n",
    "---------- Weitergeleitete Nachricht ---------\nVon: Chess club <ROBOT>\nDatum: Di., 19. Mai 2026 um 14:00 Uhr\nBetreff: SUBJECT\nAn: WRITER\n",
];
const MAILRU: &str = "Вторник, 19 мая 2026, 14:00 +03:00 от Chess club <ROBOT>:";
const YANDEX: &str = "19.05.2026, 14:00, \"Chess club\" <ROBOT>:";
const UKRNET: &str = "19 травня 2026, 14:00:10, від \"Chess club\" <ROBOT>:";
const ONET: &str = "Dnia 2026-05-19 14:00 Chess club <ROBOT> napisał(a):";
const WP: &str = "Dnia 19 maja 2026 14:00 Chess club <ROBOT> napisał(a):";
const INTERIA: &str =
    "Od: \"Chess club\" <ROBOT>\nDo: WRITER\nWysłane: 14:00 Wtorek 2026-05-19\nTemat: SUBJECT\n";
const GMX: &str = "Gesendet: Dienstag, 19. Mai 2026 um 14:00 Uhr\nVon: \"Chess club\" <ROBOT>\nAn: WRITER\nBetreff: SUBJECT\n";

const IPHONE_SAYS: [&str; 5] = [
    "Отправлено с iPhone",
    "Надіслано з iPhone",
    "Wysłane z iPhone'a",
    "Sent from my iPhone",
    "Von meinem iPhone gesendet",
];
const SAMSUNG_SAYS: [&str; 5] = [
    "Отправлено со смартфона Samsung Galaxy.",
    "Надіслано зі смартфону Samsung Galaxy.",
    "Wysłane z mojego smartfona Samsung Galaxy.",
    "Sent from my Galaxy",
    "Von meinem Galaxy gesendet",
];
const OUTLOOK_APP_SAYS: [&str; 5] = [
    "Получить Outlook для iOS",
    "Отримати Outlook для iOS",
    "Pobierz aplikację Outlook dla systemu iOS",
    "Get Outlook for iOS",
    "Outlook für iOS beziehen",
];
const MAILRU_SAYS: [&str; 5] = [
    "--\nОтправлено из Почты Mail для Android",
    "--\nНадіслано з Пошти Mail для Android",
    "",
    "",
    "",
];

fn habits(client: &str) -> Habits {
    let usual = Habits {
        fold: None,
        flowed: false,
        plain: true,
        html: false,
        quotes: Quotes::Marked,
        attribution: GMAIL,
        boilerplate: NOTHING,
    };
    match client {
        "plain" => Habits {
            quotes: Quotes::None,
            ..usual
        },
        "plain_wrapped" => Habits {
            fold: Some(60),
            quotes: Quotes::None,
            ..usual
        },
        "gmail_web" | "gmail_app" | "gmail_ru" | "gmail_pl" => Habits {
            fold: Some(76),
            html: true,
            ..usual
        },
        "html_only" => Habits {
            plain: false,
            html: true,
            ..usual
        },
        "outlook" | "outlook_us" => Habits {
            html: true,
            quotes: Quotes::Header,
            attribution: OUTLOOK,
            ..usual
        },
        "outlook_mob_uk" => Habits {
            html: true,
            quotes: Quotes::Header,
            attribution: OUTLOOK,
            boilerplate: OUTLOOK_APP_SAYS,
            ..usual
        },
        "apple_mail" | "apple_ru" => Habits {
            html: true,
            attribution: APPLE,
            ..usual
        },
        "iphone" => Habits {
            html: true,
            attribution: APPLE,
            boilerplate: IPHONE_SAYS,
            ..usual
        },
        "android" => Habits {
            html: true,
            quotes: Quotes::Header,
            attribution: SAMSUNG,
            boilerplate: SAMSUNG_SAYS,
            ..usual
        },
        "thunderbird" | "thunder_uk" | "flowed" => Habits {
            fold: Some(72),
            flowed: true,
            attribution: THUNDERBIRD,
            ..usual
        },
        "thunderbird_bottom" => Habits {
            fold: Some(72),
            flowed: true,
            quotes: Quotes::Above,
            attribution: THUNDERBIRD,
            ..usual
        },
        "kmail_interl" => Habits {
            fold: Some(72),
            quotes: Quotes::Around,
            attribution: THUNDERBIRD,
            ..usual
        },
        "unmarked_en" => Habits {
            quotes: Quotes::Unmarked,
            ..usual
        },
        "forward" => Habits {
            quotes: Quotes::Header,
            attribution: FORWARD,
            ..usual
        },
        "mailru" | "rambler" => Habits {
            html: true,
            attribution: [MAILRU; 5],
            ..usual
        },
        "mailru_mob_html" => Habits {
            plain: false,
            html: true,
            attribution: [MAILRU; 5],
            boilerplate: MAILRU_SAYS,
            ..usual
        },
        "yandex" => Habits {
            plain: false,
            html: true,
            attribution: [YANDEX; 5],
            ..usual
        },
        "ukrnet" => Habits {
            html: true,
            attribution: [UKRNET; 5],
            ..usual
        },
        "onet" => Habits {
            fold: Some(76),
            html: true,
            attribution: [ONET; 5],
            ..usual
        },
        "wp" => Habits {
            html: true,
            attribution: [WP; 5],
            ..usual
        },
        "interia" => Habits {
            html: true,
            quotes: Quotes::Header,
            attribution: [INTERIA; 5],
            ..usual
        },
        "gmx" => Habits {
            plain: false,
            html: true,
            quotes: Quotes::Header,
            attribution: [GMX; 5],
            ..usual
        },
        _ => panic!("no mail program '{client}'"),
    }
}

fn of<'t>(texts: &[&'t str; 5], language: &str) -> &'t str {
    let at = ["ru", "uk", "pl", "en", "de"]
        .iter()
        .position(|l| *l == language);
    texts[at.unwrap_or_else(|| panic!("no language '{language}'"))]
}

/// A paragraph broken before `column`, between words.
fn folded(paragraph: &str, column: usize, flowed: bool) -> String {
    // The line that separates a signature ends in a blank of its own.
    if paragraph == "-- " {
        return paragraph.to_owned();
    }
    let mut lines: Vec<String> = vec![String::new()];
    for word in paragraph.split(' ') {
        let line = lines.last_mut().expect("one at least");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > column {
            if flowed {
                line.push(' ');
            }
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

fn marked(text: &str) -> String {
    let lines = text.lines().map(|l| match l.is_empty() {
        true => ">".to_owned(),
        false => format!("> {l}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

/// Paragraphs as the editors of these programs keep them.
fn divisions(text: &str) -> String {
    let each = |line: &str| match line.is_empty() {
        true => "<div><br></div>".to_owned(),
        false => format!("<div>{}</div>", escaped(line)),
    };
    text.lines().map(each).collect()
}

/// Who writes to whom, in answer to what, and when.
pub struct Envelope<'a> {
    /// The writer's address.
    pub from: &'a str,
    /// The letter that is answered.
    pub ours: &'a Mail,
    /// RFC 2822.
    pub date: &'a str,
    /// Without brackets.
    pub message_id: &'a str,
}

fn plain_text(own: &str, quoted: &str, attribution: &str, habits: &Habits) -> String {
    let fold = |line: &str| match habits.fold {
        Some(column) => folded(line, column, habits.flowed),
        None => line.to_owned(),
    };
    let own: Vec<String> = own.lines().map(fold).collect();
    let own = own.join("\n");
    match habits.quotes {
        Quotes::None => format!("{own}\n"),
        Quotes::Marked => format!("{own}\n\n{attribution}\n{}\n", marked(quoted)),
        Quotes::Unmarked | Quotes::Header => format!("{own}\n\n{attribution}\n{quoted}\n"),
        Quotes::Above => format!("{attribution}\n{}\n\n{own}\n", marked(quoted)),
        Quotes::Around => {
            let (first, rest) = quoted.split_once('\n').unwrap_or((quoted, ""));
            let (first, rest) = (marked(first), marked(rest));
            format!("{attribution}\n{first}\n\n{own}\n\n{rest}\n")
        }
    }
}

fn page(own: &str, quoted: &str, attribution: &str, habits: &Habits) -> String {
    let own = divisions(own);
    let quoted = quoted
        .lines()
        .map(escaped)
        .collect::<Vec<_>>()
        .join("<br>\n");
    let said = escaped(attribution).replace('\n', "<br>\n");
    let below = match habits.quotes {
        Quotes::Header => format!(
            "<hr style=\"display:inline-block;width:98%\"><div id=\"divRplyFwdMsg\" dir=\"ltr\">\
             {said}</div><div>{quoted}</div>"
        ),
        _ => format!(
            "<div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{said}<br></div>\
             <blockquote type=\"cite\" class=\"gmail_quote\">{quoted}</blockquote></div>"
        ),
    };
    format!("<html><body><div dir=\"ltr\">{own}</div><br>\n{below}</body></html>\n")
}

/// The letter as the writer's mail program sends it.
pub fn sent(sentence: &PersonsLetter, envelope: &Envelope<'_>) -> Vec<u8> {
    let habits = habits(&sentence.client);
    let ours = envelope.ours;
    let attribution = of(&habits.attribution, &sentence.language)
        .replace("ROBOT", ROBOT)
        .replace("WRITER", envelope.from)
        .replace("SUBJECT", &ours.subject);
    let boilerplate = of(&habits.boilerplate, &sentence.language);
    let own = match boilerplate {
        "" => sentence.text.clone(),
        _ => format!("{}\n\n{boilerplate}", sentence.text),
    };
    let subject = match &sentence.subject {
        Some(subject) => subject.clone(),
        None => format!("Re: {}", ours.subject),
    };
    let id = &ours.message_id;
    let mut letter = format!(
        "Received: from mx.example by mx.club.example; {date}\nFrom: {from}\nTo: {to}\n\
         Date: {date}\nMessage-ID: <{message_id}>\nSubject: {subject}\nIn-Reply-To: <{id}>\n\
         References: <{id}>\nMIME-Version: 1.0\n",
        date = envelope.date,
        from = envelope.from,
        to = ours.reply_to,
        message_id = envelope.message_id,
    );
    let format = if habits.flowed { "; format=flowed" } else { "" };
    let plain = format!(
        "Content-Type: text/plain; charset=utf-8{format}\nContent-Transfer-Encoding: 8bit\n\n{}",
        plain_text(&own, &ours.text, &attribution, &habits)
    );
    let html = format!(
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}",
        page(&own, &ours.text, &attribution, &habits)
    );
    match (habits.plain, habits.html) {
        (true, true) => write!(
            letter,
            "Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\n{plain}\n--=_b\n\
             {html}\n--=_b--\n"
        ),
        (false, _) => write!(letter, "{html}"),
        (true, false) => write!(letter, "{plain}"),
    }
    .expect("written");
    letter.replace('\n', "\r\n").into_bytes()
}
