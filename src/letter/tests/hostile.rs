//! Letters made to take long. What grows with the square of a letter takes
//! minutes here; everything else is read within a second by an optimized build,
//! and within the bound below by this one.

use super::*;
use std::time::{Duration, Instant};

/// Longest time for one letter without optimization, on a machine that is not free.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });

fn all_within(letters: &[String]) {
    all_within_and(letters, |_| ());
}

fn all_within_and(letters: &[String], then: fn(&Letter)) {
    let mut worst = (Duration::ZERO, 0);
    for (index, text) in letters.iter().enumerate() {
        let began = Instant::now();
        if let Ok(letter) = read(text.as_bytes()) {
            then(&letter);
        }
        let took = began.elapsed();
        let start: String = text.chars().take(80).collect();
        assert!(took < LONGEST, "case {index} took {took:?}: {start}");
        worst = worst.max((took, index));
    }
    eprintln!(
        "worst: case {} of {} took {:?}",
        worst.1,
        letters.len(),
        worst.0
    );
}

const HEADS: &str = "From: a@b.example\nContent-Type: ";

#[test]
fn hostile_letters_are_read_within_a_second() {
    let heads = HEADS;
    let many = [
        format!("{heads}text/html\n\n{}", "<div>".repeat(400_000)),
        format!("{heads}text/html\n\n{}", "<blockquote><b ".repeat(150_000)),
        format!("{heads}text/html\n\n{}", "&".repeat(2_000_000)),
        format!("{heads}text/html\n\n{}", "<a b=\"".repeat(300_000)),
        format!("{heads}text/html\n\n{}", "<table><tr><td>x".repeat(100_000)),
        format!("{heads}text/html\n\n{}", "<title>".repeat(200_000)),
        format!("{heads}text/plain\n\n{}", "> ".repeat(1_000_000)),
        format!("{heads}text/plain\n\n{}", "On 1\n".repeat(400_000)),
        format!("{heads}text/plain\n\n{}", "12. ".repeat(500_000)),
        format!("{heads}text/plain\n\n{}", "(".repeat(2_000_000)),
        format!("{heads}text/plain\n\n{}", "From: x\n".repeat(250_000)),
        format!(
            "{heads}text/plain; format=flowed\n\n{}",
            "x \n".repeat(600_000)
        ),
        format!(
            "{heads}message/rfc822\n\n{}",
            "Content-Type: message/rfc822\n\n".repeat(60_000)
        ),
        format!(
            "{heads}multipart/digest; boundary=b\n\n--b\n\n{}",
            "Content-Type: message/rfc822\n\n".repeat(60_000)
        ),
        format!(
            "Subject: {}\nFrom: a@b.example\n\nx",
            "=?a?b?".repeat(30_000)
        ),
        format!(
            "Subject: {}\nFrom: a@b.example\n\nx",
            "=?utf-8?Q?".repeat(20_000)
        ),
        format!("From: {}\n\nx", "\"<(,".repeat(40_000)),
        format!(
            "References: {}\nFrom: a@b.example\n\nx",
            "<a@b>".repeat(40_000)
        ),
        format!(
            "Content-Type: text/plain; {}\nFrom: a@b.example\n\nx",
            "a*0=b;".repeat(30_000)
        ),
    ];
    all_within_and(&many, |letter| {
        request::understand(letter);
    });
}

#[test]
fn hostile_pages_are_read_within_a_second() {
    let page = |text: String| format!("{HEADS}text/html; charset=utf-8\n\n{text}");
    all_within(&[
        page("<span style=\"".repeat(100_000)),
        page("<p style='display:none'>".repeat(60_000)),
        page(format!("<div {}>", "a=b ".repeat(200_000))),
        page(format!("<div style=\"{}\">x", "color:red;".repeat(50_000))),
        page(format!("<div class=\"{}\">x", "a ".repeat(300_000))),
        page("<ol><li>".repeat(100_000)),
        page("<tr><td>".repeat(100_000)),
        page("<table><tr>".repeat(60_000) + &"<td>12. e4</td>".repeat(30_000)),
        page("</div>".repeat(150_000)),
        page("<div>".repeat(60_000) + &"</p>".repeat(60_000)),
        page("<!--".repeat(250_000)),
        page("<!".repeat(400_000)),
        page("<".repeat(1_000_000)),
        page("</".repeat(500_000)),
        page("<script>".repeat(100_000)),
        page("<script></scrip".repeat(60_000)),
        page("&#".repeat(400_000)),
        page("&#1114112;&#55296;&#0;".repeat(40_000)),
        page("<blockquote>On 1.2.2026 10:00, X wrote:<br>".repeat(20_000)),
        page("<br>".repeat(250_000)),
        page(format!("<pre>{}</pre>", "\n".repeat(1_000_000))),
        page("\u{200B}\u{301}".repeat(200_000)),
        page(format!("<p style=\"color:{}\">x", "\\".repeat(380_000))),
        page("<style>".repeat(60_000)),
        page(format!("<style>{}", "a{".repeat(100_000))),
        page(format!("<style>{}", "@media all{".repeat(5_000))),
        page(format!(
            "<style>{}</style>{}",
            "a * * * * * b,* *{color:red;left:1;top:2}".repeat(1_500),
            "<b>".repeat(100_000)
        )),
        page(format!(
            "<style>{}</style>{}",
            ".x,.y{left:1}".repeat(3_000),
            format!("<b class=\"{}\">", "a ".repeat(1_000)).repeat(150)
        )),
    ]);
}

#[test]
fn hostile_texts_are_read_within_a_second() {
    let text = |text: String| format!("{HEADS}text/plain; charset=utf-8\n\n{text}");
    all_within(&[
        text("On ".repeat(120_000)),
        text(format!("On 1.2.2026 {}:", "wrote ".repeat(60_000))),
        text("On Mon, 2 Mar 2026 at 10:00, X <x@y.example\n".repeat(8_000)),
        text("On Mon, 2 Mar 2026 at 10:00, X <x@y.example> wrote:\n>\n".repeat(8_000)),
        text("On Mon, 2 Mar 2026 at 10:00\n\n".repeat(12_000)),
        text(("a@".repeat(240) + ":\n").repeat(3_000)),
        text(("1.1.2026 ".repeat(50) + "wrote\n").repeat(4_000)),
        text(("x On Mon, ".repeat(45) + ":\n").repeat(4_000)),
        text(("От: ".repeat(100) + "\n").repeat(4_000)),
        text("From: a@b\n\n\n\n\n\n\n\n".repeat(20_000)),
        text(format!("{}\n", "_".repeat(30)).repeat(12_000)),
        text("-----\n".repeat(60_000)),
        text("--\n\n".repeat(80_000)),
        text("ИП> ".repeat(60_000)),
        text("АБ>\n".repeat(60_000)),
        text(">".repeat(400_000)),
        text(format!("{}\n", ">".repeat(1_000)).repeat(2_000)),
        text("sent from my ".repeat(30_000)),
        text("\n".repeat(400_000)),
        text("\r".repeat(400_000)),
        text("СДАЮСЬ ".repeat(30_000)),
        text("12. 5254 if ".repeat(30_000)),
        text("12. Кf3 ".repeat(30_000)),
        text("=\n".repeat(180_000)),
        text("RU26-01/3\n12. 5254\n".repeat(16_000)),
        format!(
            "{HEADS}text/plain; format=flowed; delsp=yes\n\n{}",
            "> x \n".repeat(60_000)
        ),
        format!(
            "{HEADS}text/plain; charset=utf-7\n\n{}",
            "+AAA".repeat(100_000)
        ),
        format!(
            "{HEADS}text/plain\nContent-Transfer-Encoding: base64\n\n{}",
            "PGRpdj48\n".repeat(220_000)
        ),
        format!(
            "{HEADS}text/html\nContent-Transfer-Encoding: base64\n\n{}",
            "PGRpdj48\n".repeat(220_000)
        ),
        format!(
            "{HEADS}text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{}",
            "=".repeat(600_000)
        ),
        format!(
            "{HEADS}text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{}",
            "=D0=9A=\n".repeat(200_000)
        ),
    ]);
    // Bytes of no charset at all, and of every one.
    for body in [
        vec![0xD0; 600_000],
        (0..600_000).map(|i| (i % 256) as u8).collect(),
    ] {
        for declared in [
            "",
            "; charset=iso-8859-1",
            "; charset=utf-16",
            "; charset=iso-2022-jp",
        ] {
            let mut raw = format!("{HEADS}text/plain{declared}\n\n").into_bytes();
            raw.extend(&body);
            let began = Instant::now();
            let _ = read(&raw);
            assert!(
                began.elapsed() < LONGEST,
                "{declared}: {:?}",
                began.elapsed()
            );
        }
    }
}

#[test]
fn hostile_parts_and_headers_are_read_within_a_second() {
    let many = |part: &str, count: usize| {
        format!(
            "{HEADS}multipart/mixed; boundary=b\n\n{}",
            part.repeat(count)
        )
    };
    let mut nested = format!("{HEADS}multipart/mixed; boundary=b0\n\n");
    for depth in 0..3_000 {
        nested.push_str(&format!(
            "--b{depth}\nContent-Type: multipart/mixed; boundary=b{}\n\n",
            depth + 1
        ));
    }
    let same = format!("--b\n{HEADS}multipart/mixed; boundary=b\n\n");
    let field = |name: &str, value: &str, count: usize| {
        format!(
            "{name}: {}\nFrom: a@b.example\n\n12. 5254",
            value.repeat(count)
        )
    };
    all_within(&[
        nested,
        many(&same, 20_000),
        many("--b\n\nx\n", 150_000),
        many("--b\nContent-Type: text/plain\n\n12. 5254\n", 199),
        many(
            "--b\nContent-Type: application/x-chess-pgn\n\n[Event \"x\"]\n1. e4 *\n",
            190,
        ),
        many("--b--\n", 200_000),
        many("--", 1_000_000),
        many(
            &format!(
                "--b\nContent-Type: text/html\n\n{}\n",
                "<div>".repeat(3_000)
            ),
            190,
        ),
        field("To", "a@b.example,", 20_000),
        field("To", "\"a", 100_000),
        field("To", "(", 200_000),
        field("Received", "from a by b; ", 15_000),
        field("Subject", "=?utf-8?B?0Kc=?= ", 14_000),
        field("Subject", "=?", 120_000),
        field("References", "<", 200_000),
        field("Date", "1 ", 100_000),
        field("Content-Type", "text/plain; charset=\"", 10_000),
        field("Authentication-Results", "a; dkim=pass (", 15_000),
        format!(
            "{}From: a@b.example\n\nx",
            "To: a@b.example\n".repeat(12_000)
        ),
        format!(
            "{}From: a@b.example\n\nx",
            "Received: from a by b; Mon, 2 Mar 2026 10:00:00 +0300\n".repeat(4_000)
        ),
        format!("{}From: a@b.example\n\nx", "A: b\n".repeat(50_000)),
        format!("{}\nFrom: a@b.example\n\nx", "A".repeat(250_000)),
    ]);
}
