//! Answers as clients make them: what is left is the player's own.

use super::*;

/// Our letter as a client quotes it: a form 59.1 with moves in it.
const OURS: &str = "Партия RU26-01/3\n\nПол.\tОтв.\tВремя\tN\tБелые\tЧерные\tПол.\tОтв.\tВремя\n---\t10/05\t0/00\t01.\t4244\t4745\t12/05\t12/05\t0/00\n\nХод белых: 2. 7163\nRESIGN\n";

fn quoted(text: &str) -> String {
    text.lines().map(|l| format!("> {l}\n")).collect()
}

const ATTRIBUTIONS: &[&str] = &[
    "пт, 26 сент. 2026 г. в 10:00, Robot <moves@club.example>:",
    "ср, 1 апр. 2026 г., 18:29, Robot <moves@club.example>:",
    "пт, 26 сент. 2026 г. в 10:00, Клуб Заочник <\nmoves@club.example>:",
    "20 окт. 2026 г. 19:37 пользователь \"Robot\" <\nmoves@club.example> написал:",
    "понедельник, 6 октября 2026 г. пользователь Robot написал:",
    "02.04.2026 14:20 пользователь \"Robot\" <\nmoves@club.example> написал:",
    "4 сент. 2026 г., в 09:43, Robot <moves@club.example> написал(а):",
    "21.09.2026 20:11, Robot пишет:",
    "21.09.2026 в 20:11, Robot пишет:",
    "Пятница, 26 сентября 2026, 10:00 +06:00 от Robot <moves@club.example>:",
    "26.09.2026, 10:00, \"Robot\" <moves@club.example>:",
    "30 серп. 2026 р. 20:45 \"Robot\" <moves@club.example> пише:",
    "29 грудня 2026 р. о 19:09 <moves@club.example> написав:",
    "пн, 2 бер. 2026 р. о 10:00 Robot <moves@club.example> пише:",
    "02.03.26 10:00, Robot пише:",
    "W dniu 02.03.2026 o 10:00, Robot pisze:",
    "W dniu 2 marca 2026 10:00 użytkownik Robot <moves@club.example> napisał:",
    "Dnia 2 marca 2026 10:00 Robot <moves@club.example> napisał(a):",
    "pon., 2 mar 2026 o 10:00 Robot <moves@club.example> napisał(a):",
    "Wiadomość napisana przez Robot <moves@club.example> w dniu 02.03.2026, o godz. 10:00:",
    "On Mon, 2 Mar 2026 at 10:00, Robot <moves@club.example> wrote:",
    "On Mon, Mar 2, 2026 at 10:00 AM Chess Club Robot <\nmoves@club.example> wrote:",
    "On 02/03/2026 10:00, Robot wrote:",
    "Am 02.03.2026 um 10:00 schrieb Robot:",
    "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Robot <moves@club.example>:",
    "2026-03-02 10:00 GMT+03:00 Robot <moves@club.example>:",
    "Robot <moves@club.example> wrote:",
];

const SEPARATORS: &[&str] = &[
    "-----Original Message-----",
    "-------- Исходное сообщение --------",
    "---------- Forwarded message ---------",
    "-------- Пересылаемое сообщение --------",
    "-------- Початкове повідомлення --------",
    "-------- Treść oryginalnej wiadomości --------",
    "----- Oryginalna wiadomość -----",
    "-----Ursprüngliche Nachricht-----",
    "________________________________\nОт: Robot <moves@club.example>\nОтправлено: 2 марта 2026 г. 10:00\nКому: ann@example.org\nТема: [RU26-01/3]",
    "From: Robot <moves@club.example>\nSent: Monday, March 2, 2026 10:00 AM\nTo: Ann\nSubject: [RU26-01/3] move",
    "Від: Robot <moves@club.example>\nНадіслано: 2 березня 2026 р.\nКому: Ann\nТема: хід",
    "Od: Robot <moves@club.example>\nWysłano: poniedziałek, 2 marca 2026 10:00\nDo: Ann\nTemat: ruch",
    "*От:* Robot <moves@club.example>\n*Дата:* 2 марта 2026\n*Кому:* Ann\n*Тема:* ход",
    "----------------\nКому: ann@example.org;\nТема: ход;",
];

#[test]
fn answers_above_a_quotation_are_found_in_every_client() {
    for attribution in ATTRIBUTIONS {
        for body in [
            format!("12. 5254\n\n{attribution}\n\n{}", quoted(OURS)),
            format!("12. 5254\n\n{attribution}\n{}", quoted(OURS)),
            format!("12. 5254\n\n{attribution}\n{OURS}"),
            format!(
                "12. 5254\n\n> {}\n{}",
                attribution.replace('\n', "\n> "),
                quoted(OURS)
            ),
            format!("12. 5254\n\n-- \nAnn\n\n{attribution}\n\n{OURS}"),
            format!("{attribution}\n{}\n12. 5254\n", quoted(OURS)),
        ] {
            let letter = plain(&body);
            assert_eq!(asks(&letter), ["5254"], "{attribution}\n{body}");
            assert_eq!(letter.own_text.trim(), "12. 5254", "{attribution}");
        }
    }
    for separator in SEPARATORS {
        let letter = plain(&format!("12. 5254\n\n{separator}\n\n{OURS}"));
        assert_eq!(letter.own_text, "12. 5254", "{separator}");
    }
}

#[test]
fn a_quotation_of_our_form_alone_asks_for_nothing() {
    for attribution in ATTRIBUTIONS {
        for body in [
            format!("{attribution}\n\n{}", quoted(OURS)),
            format!("{attribution}\n{OURS}"),
            format!("\n\n{attribution}\n\n{OURS}"),
        ] {
            let letter = plain(&body);
            assert!(asks(&letter).is_empty(), "{attribution}");
            assert_eq!(letter.own_text, "", "{attribution}");
        }
    }
    for separator in SEPARATORS {
        assert_eq!(
            plain(&format!("{separator}\n\n{OURS}")).own_text,
            "",
            "{separator}"
        );
    }
    assert_eq!(plain(&quoted(OURS)).own_text, "");
}

#[test]
fn answers_between_and_below_quotations_survive() {
    let letter = plain(
        "On Mon, 2 Mar 2026 at 10:00, Robot <moves@club.example> wrote:\n> 11... 5755\n\n12. 7163\n\n> your clock\n\nreceived 02.03.2026\n",
    );
    assert_eq!(letter.own_text, "12. 7163\n\n\nreceived 02.03.2026");
    let below = plain("> 11... 5755\n> RESIGN\n\n12. 7163\n-- \nAnn");
    assert_eq!(below.own_text, "12. 7163");
}

#[test]
fn lines_of_chess_are_no_signatures() {
    for line in [
        "=",
        "+-",
        "-Nf3",
        "- e4",
        "#",
        "--",
        "12. 5254 --",
        "—",
        "-+",
    ] {
        let letter = plain(&format!("12. 5254\n{line}\n13. 7163"));
        assert!(letter.own_text.ends_with("13. 7163"), "{line}");
        assert!(letter.own_text.contains(line), "{line}");
    }
    assert_eq!(plain("12. 5254\n\n--\nAnn").own_text, "12. 5254");
    assert_eq!(plain("12. 5254\n-- \n13. 7163").own_text, "12. 5254");
}

#[test]
fn plain_sentences_are_no_attributions() {
    for line in [
        "Прошу рассчитать по КМД от 12.09.2026:",
        "Вчера менеджер написал:",
        "От: нас ничего не требуется",
        "On the last move you wrote:",
        "Мой ход:",
        "Hello",
    ] {
        let letter = plain(&format!("{line}\n12. 5254"));
        assert_eq!(letter.own_text, format!("{line}\n12. 5254"), "{line}");
    }
    // A player's line right above an attribution is no part of it.
    let letter = plain("Hello\nOn 22 Aug 2026, at 10:00, X <x@y.example> wrote:\n> 5254");
    assert_eq!(letter.own_text, "Hello");
    let letter =
        plain("On vacation soon\nOn 22 Aug 2026, at 10:00, X <x@y.example> wrote:\n> 5254");
    assert_eq!(letter.own_text, "On vacation soon");
}

#[test]
fn footers_of_phones_are_dropped() {
    for footer in [
        "Отправлено с iPhone",
        "Отправлено из мобильной Почты Mail.ru",
        "Отправлено из мобильной Яндекс Почты: http://m.ya.ru/ymail",
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS",
        "Надіслано з iPhone",
        "Wysłane z iPhone'a",
        "Wysłano z telefonu",
        "Von meinem iPhone gesendet",
        "--\nОтправлено из Mail.ru для Android",
    ] {
        assert_eq!(
            plain(&format!("12. 5254\n\n{footer}")).own_text,
            "12. 5254",
            "{footer}"
        );
    }
}

#[test]
fn html_keeps_blocks_apart_and_drops_what_is_hidden() {
    for (body, expected) in [
        ("<div>Nf3</div><div>e4</div>", "Nf3\ne4"),
        ("Nf3<br>e4", "Nf3\ne4"),
        ("<p>Nf3<p>e4", "Nf3\ne4"),
        ("<p>12.&nbsp;Nf3</p>\r\n<p>e&#52;</p>", "12. Nf3\ne4"),
        (
            "<div>12. <b>Nf3</b><span style='display: none'>e4</span></div>",
            "12. Nf3",
        ),
        ("<div style=\"mso-hide:all\">12. e4</div>12. Nf3", "12. Nf3"),
        ("<div style='font-size:0px'>12. e4</div>12. Nf3", "12. Nf3"),
        ("12. <s>e4</s> <del>d4</del> Nf3", "12. Nf3"),
        (
            "<style>12. e4</style><script>RESIGN</script><title>x</title>12. Nf3",
            "12. Nf3",
        ),
        (
            "<html><head><title>x<y></title><meta></head><body>12. Nf3</body></html>",
            "12. Nf3",
        ),
        (
            "<!-- 12. e4 --><!--[if mso]>12. d4<![endif]-->12. Nf3",
            "12. Nf3",
        ),
        ("<ol start=12><li>Nf3<li>e4</ol>", "12. Nf3\n13. e4"),
        ("<ol><li value=\"12\">Nf3</li></ol>", "12. Nf3"),
        ("<ul><li>Nf3</li></ul>", "Nf3"),
        ("12. Nf3<blockquote>11. e4</blockquote>", "12. Nf3"),
        (
            "<blockquote style=\"margin:0 0 0 40px;border:none;padding:0px\">12. Nf3</blockquote>",
            "12. Nf3",
        ),
        ("<pre>12. Nf3\n13. e4</pre>", "12. Nf3\n13. e4"),
        ("a < b & c 12.&lt;3 <3", "a < b & c 12.<3 <3"),
        (
            "<table><tr><td>01.</td><td>4244</td><td></td><td>10/05</td></tr><tr><td>02.</td><td>7163</td></tr></table>",
            "01.\t4244\t\t10/05\n02.\t7163",
        ),
        (
            "<table><tr><td><p>12. Nf3</p><p>draw?</p></td><td>x</td></tr></table>",
            "12. Nf3\ndraw?\n\nx",
        ),
        ("<div>&gt; 11. e4</div><div>12. Nf3</div>", "12. Nf3"),
        ("<div>12. Nf3</div><div>-- <br>Ann</div>", "12. Nf3"),
        ("12. <b>52</b>54", "12. 5254"),
        ("12. Nf<wbr>3 <i>N</i>f<span>3</span>", "12. Nf3 Nf3"),
        ("12. <a href=\"tel:00\">0-0</a>&#8203;-0", "12. 0-0-0"),
        ("12&#46; Nf3&hellip; &ndash; &#x2014;", "12. Nf3… – —"),
        (
            "<!--[if !mso]><!-->12. Nf3<!--<![endif]--><!-->!<![if gte mso 9]>?<![endif]>",
            "12. Nf3!?",
        ),
        (
            "<div style=\"max-height:0;overflow:hidden\">12. e4</div><div style='font-size: 0.0px !important'>12. d4</div><div style='text-indent:-9999px'>12. c4</div>12. Nf3",
            "12. Nf3",
        ),
        (
            "<div style='max-height:100px;overflow:hidden'>12. Nf3</div>",
            "12. Nf3",
        ),
        (
            "<div hidden>12. e4</div><span style=\"opacity:0\">d4</span>12. Nf3",
            "12. Nf3",
        ),
        (
            "<div>12. Nf3</div><div data-signature-widget=\"container\">--<br>Ann 13. e4</div>",
            "12. Nf3",
        ),
        (
            "<div>12. Nf3<div>13. e4</div>14. d4</div>",
            "12. Nf3\n13. e4\n14. d4",
        ),
        ("<dl><dt>12.</dt><dd>Nf3</dd></dl>", "12.\nNf3"),
        ("<h1>12. Nf3</h1>e4<section>d4</section>", "12. Nf3\ne4\nd4"),
    ] {
        assert_eq!(html(body).own_text, expected, "{body}");
    }
}

#[test]
fn html_marks_of_clients_are_quotations() {
    for (client, body) in [
        (
            "Gmail",
            "<div dir=\"ltr\">12. 5254</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">пн, 2 мар. 2026 г. в 10:00, Robot &lt;<a href=\"mailto:m@c.example\">m@c.example</a>&gt;:<br></div><blockquote class=\"gmail_quote\" style=\"margin:0\">11... 5755<br>RESIGN</blockquote></div>",
        ),
        (
            "Gmail with signature",
            "<div dir=\"ltr\">12. 5254<div><br></div><span class=\"gmail_signature_prefix\">-- </span><br><div class=\"gmail_signature\">Ann<br>13. 7163</div></div><div class=\"gmail_quote gmail_quote_container\"><div class=\"gmail_attr\">On Mon, Mar 2, 2026 X wrote:</div><blockquote>RESIGN</blockquote></div>",
        ),
        (
            "Outlook",
            "<div class=WordSection1><p class=MsoNormal>12. 5254<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Robot</p></div></div><p>11... 5755</p><p>RESIGN</p></div>",
        ),
        (
            "Outlook on the web",
            "<div>12. 5254</div><div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\"><div id=\"divRplyFwdMsg\"><b>From:</b> Robot</div><div>RESIGN</div>",
        ),
        (
            "Outlook quoted by itself",
            "<div>12. 5254</div><hr><div id=\"x_divRplyFwdMsg\"><b>От:</b> Robot</div><div>RESIGN</div>",
        ),
        (
            "Mail.ru",
            "<div>12. 5254</div><div>&nbsp;</div><div class=\"mail-quote-collapse\"><blockquote style=\"border-left:1px solid #0857A6;\">Понедельник, 2 марта 2026, 10:00 +03:00 от Robot &lt;m@c.example&gt;:<br>RESIGN</blockquote></div>",
        ),
        (
            "Mail.ru app",
            "<div>12. 5254</div><div id=\"mail-app-auto-signature\">--<br>Отправлено из Mail.ru</div>Понедельник, 2 марта 2026, 10:00 +03:00 от Robot &lt;m@c.example&gt;:<br><blockquote id=\"mail-app-auto-quote\">RESIGN</blockquote>",
        ),
        (
            "Yandex",
            "<div>12. 5254</div><div>&nbsp;</div><div>----------------</div><div>Кому: ann@example.org;</div><div>Тема: ход;</div><div>02.03.2026, 10:00, \"Robot\" &lt;m@c.example&gt;:</div><blockquote><p>RESIGN</p></blockquote>",
        ),
        (
            "Yandex, older",
            "<div>12. 5254</div><div>02.03.2026, 10:00, \"Robot\" &lt;m@c.example&gt;:</div><blockquote><p>RESIGN</p></blockquote>",
        ),
        (
            "Thunderbird",
            "<p>12. 5254</p><div class=\"moz-cite-prefix\">02.03.2026 10:00, Robot пишет:<br></div><blockquote type=\"cite\" cite=\"mid:x\">RESIGN</blockquote><div class=\"moz-signature\">-- <br>Ann</div>",
        ),
        (
            "Apple Mail",
            "<html><body>12. 5254<br id=\"lineBreakAtBeginningOfMessage\"><div><br><blockquote type=\"cite\"><div>2 марта 2026 г., в 10:00, Robot &lt;m@c.example&gt; написал(а):</div><br><div>RESIGN</div></blockquote></div></body></html>",
        ),
        (
            "Yahoo",
            "<div>12. 5254</div><div id=\"ydp1yahoo_quoted_1\" class=\"yahoo_quoted\">On Monday X wrote:<div>RESIGN</div></div>",
        ),
        (
            "WP and o2",
            "<div>12. 5254</div><div>Dnia 2 marca 2026 10:00 Robot &lt;m@c.example&gt; napisał(a):</div><blockquote>RESIGN</blockquote>",
        ),
        (
            "GMX",
            "<div>12. 5254</div><div name=\"quote\" style=\"margin:10px\">RESIGN</div>",
        ),
        (
            "Proton",
            "<div>12. 5254</div><div class=\"protonmail_quote\">RESIGN<blockquote>x</blockquote></div>",
        ),
    ] {
        let letter = html(body);
        assert_eq!(asks(&letter), ["5254"], "{client}: {:?}", letter.own_text);
        assert!(!letter.own_text.contains("RESIGN"), "{client}");
        assert!(letter.text.contains("5254"), "{client}");
    }
}

#[test]
fn answers_between_gmails_quotations_survive() {
    let letter = html(
        "<div dir=\"ltr\"><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Mon X wrote:</div><blockquote class=\"gmail_quote\">11... 5755</blockquote><div>12. 7163</div><blockquote class=\"gmail_quote\">RESIGN</blockquote></div></div>",
    );
    assert_eq!(letter.own_text, "12. 7163");
}

#[test]
fn text_around_a_picture_is_joined() {
    let part = |kind: &str, text: &str| format!("--b\nContent-Type: {kind}\n\n{text}\n");
    let mixed = |parts: &[String]| {
        parsed(&format!(
            "{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{}--b--\n",
            parts.concat()
        ))
    };
    let picture = part("image/png\nContent-Disposition: inline", "x");
    for kind in ["text/plain", "text/html"] {
        let letter = mixed(&[
            part(kind, "12. 5254"),
            picture.clone(),
            part(kind, "received 02.03.2026"),
        ]);
        assert_eq!(letter.own_text, "12. 5254\n\nreceived 02.03.2026", "{kind}");
    }
    // The same text again, or the same in HTML, is not said twice.
    let letter = mixed(&[
        part("text/plain", "12. 5254"),
        part("text/plain", "12. 5254"),
        part("text/html", "<p>12. 5254</p>"),
    ]);
    assert_eq!(letter.own_text, "12. 5254");
    // What a list or a provider appends below its rule.
    let letter = mixed(&[
        part(
            "text/plain",
            "12. 5254\n\nOn Mon, 2 Mar 2026 at 10:00, X <x@y.example> wrote:",
        ),
        picture,
        part("text/plain", "RESIGN"),
    ]);
    assert_eq!(letter.own_text, "12. 5254");
}

#[test]
fn html_is_taken_where_the_plain_text_says_nothing() {
    for plain in [
        "",
        " \n\t\n",
        "\u{a0}\n",
        "This message needs an HTML reader.",
        "Ваша почтовая программа не поддерживает HTML.",
        "[image: board.png]",
    ] {
        let letter = parsed(&format!(
            "{HEAD}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n--b\nContent-Type: text/html\n\n<p>12. 5254</p>\n--b--\n"
        ));
        assert_eq!(letter.own_text, "12. 5254", "{plain:?}");
    }
    let letter = plain(
        "<!DOCTYPE HTML>\n<html><body><p>12. 5254</p><blockquote>RESIGN</blockquote></body></html>",
    );
    assert_eq!(letter.own_text, "12. 5254");
    let letter = plain("I cannot read HTML, please: 12. 5254");
    assert_eq!(letter.own_text, "I cannot read HTML, please: 12. 5254");
}

#[test]
fn initials_before_a_mark_quote_as_well() {
    let letter = plain("ИП> 11... 5755\nИП>\nAB>> RESIGN\n\n12. 7163\n\n> more\nNf3> no");
    assert_eq!(letter.own_text, "12. 7163\n\nNf3> no");
    // The end of a quoted line that a server broke off.
    let long = "x".repeat(80);
    let letter = plain(&format!("> {long}\n12. 5254\n> more\n\n13. 7163"));
    assert_eq!(letter.own_text, "13. 7163");
    let letter = plain("> your move\n12. 5254\n> more");
    assert_eq!(letter.own_text, "12. 5254");
}

/// Programs that take `e4` or `Nf3` for a site put its address behind it.
#[test]
fn what_a_program_links_is_what_was_written() {
    for (body, own) in [
        ("4. e4<http://e4>", "4. e4"),
        ("4. e4 <http://e4/>", "4. e4"),
        ("4. Nf3<https://nf3>\nHello", "4. Nf3\nHello"),
        ("4. e4[http://e4] e5(http://E5)", "4. e4 e5"),
        ("See <http://club.example>", "See <http://club.example>"),
        ("club<http://other.example>", "club<http://other.example>"),
    ] {
        assert_eq!(plain(body).own_text, own, "{body}");
    }
}
