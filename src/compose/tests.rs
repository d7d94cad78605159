//! Whole letters: every one there is, in every language.

use super::samples::{self, composition, game, render_all};
use super::words::{LetterWords, san_in};
use super::*;
use crate::arbiter::notice::{Body, CopiedBecause, NamedDecision, OverstepFacts, Question};
use crate::arbiter::{NoticeKind, Recipient, Remark};
use crate::messages::plural;
use crate::record::{About, Event, Wishes};
use crate::report::arithmetic::arithmetic;
use crate::report::game_view;
use crate::report::width::width;
use crate::request::{Keyword, commands};
use crate::token::{self, Key};
use mail_parser::{MessageParser, MimeHeaders, PartType};
use std::collections::BTreeSet;
use std::fmt::Write;

mod board;
mod forms;
mod listed;
mod ready;
mod wording;

fn club() -> Club {
    Club {
        web: Some("https://play.club.example".to_owned()),
        name: "Клуб «Дебют»".to_owned(),
        robot: "moves@club.example".to_owned(),
        language: Language::Ru,
        plus_addressing: true,
    }
}

fn composer() -> Composer {
    Composer::new(club(), None).unwrap()
}

fn move_notice() -> Notice {
    Notice::new(
        Recipient::Arbiter,
        Body::Move {
            plies: vec![16],
            draw_offered: true,
        },
    )
}

/// The sample game, its last letter still to leave, a draw offered with the last move.
fn offered(language: Language) -> GameFile {
    let lost = Event::LetterLost {
        ply: 16,
        to: Side::White,
        about: None,
        left: None,
        reported: false,
    };
    let offer = Event::DrawOffered {
        side: Side::Black,
        ply: 16,
    };
    game(language, 16, &[lost, offer]).unwrap()
}

/// Set POSTCHESS_LETTERS to a folder to look at the letters.
fn dump(language: Language, letter: &Composed, name: &str) {
    if let Ok(dir) = std::env::var("POSTCHESS_LETTERS") {
        let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
        let base = format!("{dir}/{language}-{name}");
        let text = format!(
            "Subject: {}\n\n{}",
            letter.subject,
            parsed.body_text(0).unwrap()
        );
        std::fs::write(format!("{base}.txt"), text).unwrap();
        std::fs::write(format!("{base}.eml"), &letter.bytes).unwrap();
        if let Some(html) = parsed.body_html(0) {
            std::fs::write(format!("{base}.html"), html.as_bytes()).unwrap();
        }
        for part in parsed.attachments() {
            if part.attachment_name() == Some("board.png") {
                std::fs::write(format!("{base}.png"), part.contents()).unwrap();
            }
        }
    }
}

fn text_of(letter: &Composed) -> String {
    let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
    parsed.body_text(0).unwrap().replace("\r\n", "\n")
}

fn is_sync<T: Sync + Send>(_: &T) {}

/// Commands that stand alone: a line of ours that holds nothing else could be taken for
/// one when a reader's program quotes without marks.
const ALONE: [Keyword; 12] = [
    Keyword::Resign,
    Keyword::Draw,
    Keyword::DrawAccept,
    Keyword::DrawDecline,
    Keyword::DrawClaim,
    Keyword::TimeClaim,
    Keyword::Withdraw,
    Keyword::LeaveEnd,
    Keyword::Status,
    Keyword::Report,
    Keyword::Repeat,
    Keyword::Help,
];

/// Latin words that Russian and Ukrainian letters hold: names and orders, and
/// what the samples quote.
const LATIN: &[&str] = &[
    "RU26",
    "Orlov",
    "Ann",
    "moves",
    "club",
    "example",
    "Europe",
    "Moscow",
    "white",
    "postchess",
    "player",
    "show",
    "withdraw",
    "games",
    "lose",
    "PGN",
    "XBoard",
    "Scid",
    "TEXT",
    "FULL",
    "confirm",
    "forfeit",
    "reject",
    "days",
    "revoke",
    "dismiss",
    "reason",
    "penalty",
    "dead",
    "position",
    "claim",
    "result",
    "silence",
    "RESIGN",
    "RESIN",
    "White",
    "exceeded",
    "the",
    "time",
    "telephone",
    "call",
    "From",
    "sent",
    "computer",
    "son",
    "Is",
    "match",
    "my",
    "on",
    "it",
    "rd",
    "postchess",
    "address",
    "outbox",
    "inbox",
    "list",
    "show",
    "retry",
    "set",
    "dates",
    "received",
    "td",
    "by",
    "adjudicate",
    "black",
    "reopen",
    "white",
    "tournament",
    "official",
    "report",
    "format",
    "html",
    "RESULT",
    "reason",
    "ruling",
    "PENALTY",
    "ANYWAY",
    "CONFIRM",
    "FORFEIT",
    "GAME",
    "Bert",
    "Baker",
    "verify",
    "archive",
    "start",
    "promote",
    "without",
    "TEXT",
    // As a browser calls itself.
    "Mozilla",
];

fn assert_no_english(name: &str, text: &str) {
    // Addresses of pages are nobody's language.
    let plain: Vec<&str> = text
        .split_whitespace()
        .filter(|w| !w.contains("://"))
        .collect();
    let text = plain.join(" ");
    for word in text.split(|c: char| !c.is_alphabetic() && !c.is_ascii_digit()) {
        let latin = word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic());
        assert!(!latin || LATIN.contains(&word), "{name}: {word}");
    }
}

/// Whether a text could be taken for a move.
fn holds_move(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || ",;:!?()".contains(c))
        .any(|word| {
            let digits = word.trim_matches(|c: char| !c.is_alphanumeric());
            let numeric = matches!(digits.len(), 4 | 5)
                && digits.bytes().all(|b| (b'1'..=b'8').contains(&b));
            let tail: Vec<char> = digits.chars().rev().take(2).collect();
            let square = matches!(tail.as_slice(), [r, f] if ('1'..='8').contains(r) && ('a'..='h').contains(f));
            numeric || square && digits.chars().count() <= 5 || matches!(digits, "0-0" | "O-O")
        })
}

#[test]
fn every_letter_can_be_written_and_read() {
    let composer = composer();
    is_sync(&composer);
    let commands: BTreeSet<&str> = commands()
        .filter(|(keyword, _, _)| ALONE.contains(keyword))
        .map(|(_, _, words)| words)
        .collect();
    let mut n = 0;
    let mut widest = 0;
    render_all(&composer, |notice, language, letter| {
        n += 1;
        dump(
            language,
            letter,
            &format!("{}-{n:05}", notice.kind().name()),
        );
        let name = format!("{language} {:?}", notice.body);
        assert!(!holds_move(&letter.subject), "{}", letter.subject);
        let text = text_of(letter);
        for line in text.lines() {
            widest = widest.max(width(line));
            assert!(width(line) <= 78, "{name}: {line}");
            assert!(!line.to_lowercase().starts_with("from"), "{name}: {line}");
        }
        let mut above = "";
        for line in text.lines().filter(|l| !l.is_empty()) {
            let bare = line
                .trim_matches(|c: char| !c.is_alphabetic())
                .to_uppercase();
            // What is there to be copied stands below its own words, which tell it from
            // the reader's.
            let copied = line.starts_with("    ") && above.ends_with(':');
            above = line;
            if copied {
                continue;
            }
            assert!(!commands.contains(bare.as_str()), "{name}: {line}\n{text}");
        }
        if matches!(language, Language::Ru | Language::Uk) {
            assert_no_english(&name, &text);
        }
        for rest in ["{{", "{%", "undefined", "none", "\n\n\n"] {
            assert!(!text.contains(rest), "{name}: {rest}\n{text}");
        }
        for line in String::from_utf8_lossy(&letter.bytes).split("\r\n") {
            assert!(line.len() <= 998 && !line.contains('\n'), "{name}: {line}");
        }
    })
    .unwrap();
    println!("{n} letters, widest line {widest}");
    assert!(n > 1000);
}

/// The tag of a serialized enum.
fn tag(value: impl serde::Serialize, key: &str) -> String {
    let json = serde_json::to_value(value).unwrap();
    json[key].as_str().unwrap().to_owned()
}

#[test]
fn every_sentence_has_a_sample() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (notice, _) in samples::notices() {
        seen.insert(format!("body {}", tag(&notice.body, "body")));
        for remark in &notice.remarks {
            seen.insert(format!("remark {}", tag(remark, "remark")));
        }
        match &notice.body {
            Body::NotUnderstood { question, .. } => {
                seen.insert(format!("question {}", tag(question, "why")));
            }
            Body::Ruling { decision, .. } => {
                seen.insert(format!("decision {}", tag(decision, "decision")));
            }
            _ => {}
        }
    }
    let all = listed::is_listed(
        &Body::Start {
            invitation: None,
            from: None,
            announced: Vec::new(),
            away: Vec::new(),
            games: 1,
            list: Vec::new(),
        },
        &Remark::NumberMissing,
        &Question::GameOver,
        &NamedDecision::Result {
            result: String::new(),
        },
    );
    assert_eq!(seen.len(), all, "{seen:#?}");
}

#[test]
fn letters_differ_from_language_to_language() {
    let composer = composer();
    let mut bodies: BTreeSet<String> = BTreeSet::new();
    for language in Language::ALL {
        let file = offered(language);
        let notice = move_notice();
        let request = composition(
            &notice,
            Some(&file),
            &[],
            language,
            Some(Side::White),
            false,
        );
        bodies.insert(text_of(&composer.compose(&request).unwrap()));
    }
    assert_eq!(bodies.len(), Language::COUNT);
}

#[test]
fn a_move_letter_in_each_language() {
    let composer = composer();
    for language in Language::ALL {
        let file = offered(language);
        let mut notice = move_notice();
        notice.remarks.push(Remark::ArbiterCopied {
            because: CopiedBecause::ControlNear,
        });
        let request = composition(
            &notice,
            Some(&file),
            &[],
            language,
            Some(Side::White),
            false,
        );
        let letter = composer.compose(&request).unwrap();
        dump(language, &letter, "whole");
        let snapshot = format!("Subject: {}\n\n{}", letter.subject, text_of(&letter));
        let path = expect_test::expect_file![format!("snapshots/move.{language}.txt")];
        path.assert_eq(&snapshot);
    }
}

#[test]
fn a_time_forfeit_in_each_language() {
    let composer = composer();
    for language in Language::ALL {
        let (file, facts) = overstepped(language);
        let notice = Notice::new(
            Recipient::Arbiter,
            Body::TimeForfeit {
                facts,
                lost: false,
                claimed: false,
                protest_days: 14,
                no_mate: false,
                resets: false,
            },
        );
        let request = composition(
            &notice,
            Some(&file),
            &[],
            language,
            Some(Side::Black),
            false,
        );
        let letter = composer.compose(&request).unwrap();
        let text = text_of(&letter);
        let path = expect_test::expect_file![format!("snapshots/time-forfeit.{language}.txt")];
        path.assert_eq(&text);
    }
}

/// Black thinks over his eighth move until the flag has fallen.
fn overstepped(language: Language) -> (GameFile, OverstepFacts) {
    let file = game(language, 15, &[]).unwrap();
    let running = file.tally().running.unwrap();
    let clock = *file.tally().sides.get(Side::Black);
    let until = running.flag.plus(1);
    let used = file.tally().used(&file, until);
    let facts = OverstepFacts {
        side: Side::Black,
        at_move: clock.moves + 1,
        total: clock.total + used,
        limit: clock.limit,
        flag: running.flag,
        thinking: true,
        since: Some(running.since),
        until,
    };
    (file, facts)
}

#[test]
fn the_arithmetic_of_an_overstep_adds_up() {
    let (file, facts) = overstepped(Language::Ru);
    let rows = arithmetic(&file, &facts);
    let mut total = 0;
    for row in &rows {
        assert_eq!(row.gross - row.leave, row.days, "{row:?}");
        total += row.days + row.penalty;
        assert_eq!(row.total, total, "{row:?}");
    }
    assert_eq!(total, facts.total);
    assert_eq!(total, facts.limit + 2);
    // The leave of Black is taken off where he thought over it.
    assert!(rows.iter().any(|row| row.leave > 0));
    // White's faulty move has a row of its own, and his penalty stands beside the move.
    let white = OverstepFacts {
        side: Side::White,
        at_move: 4,
        thinking: false,
        ..facts
    };
    let rows = arithmetic(&file, &white);
    assert_eq!(rows.len(), 5);
    assert_eq!(rows.last().unwrap().penalty, 2);
    assert_eq!(rows.last().unwrap().total, file.moves[6].total);
}

#[test]
fn the_parts_come_back_as_they_were() {
    let composer = composer();
    for language in Language::ALL {
        let file = offered(language);
        let notice = move_notice();
        let request = composition(
            &notice,
            Some(&file),
            &[],
            language,
            Some(Side::White),
            false,
        );
        let letter = composer.compose(&request).unwrap();
        let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
        assert_eq!(parsed.subject(), Some(letter.subject.as_str()));
        let kinds: Vec<String> = parsed
            .parts
            .iter()
            .map(|p| {
                let kind = p.content_type().unwrap();
                format!("{}/{}", kind.ctype(), kind.subtype().unwrap())
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "multipart/mixed",
                "multipart/alternative",
                "text/plain",
                "multipart/related",
                "text/html",
                "image/png",
                "application/x-chess-pgn"
            ]
        );
        let pgn = parsed.parts.last().unwrap();
        assert_eq!(pgn.attachment_name(), Some("RU26-01-3.pgn"));
        let expected = crate::report::pgn::game(&file);
        let got = match &pgn.body {
            PartType::Text(text) => text.replace("\r\n", "\n"),
            PartType::Binary(bytes) => String::from_utf8(bytes.to_vec())
                .unwrap()
                .replace("\r\n", "\n"),
            other => panic!("{other:?}"),
        };
        assert_eq!(got, expected);
        let image = &parsed.parts[5];
        assert!(image.contents().starts_with(b"\x89PNG"));
        assert!(image.contents().len() <= 6 * 1024);
        let html = parsed.body_html(0).unwrap();
        let cid = image.content_id().unwrap();
        assert!(html.contains(&format!("src=\"cid:{cid}\"")));
        assert!(!html.contains("http"), "no remote content");
        assert!(html.contains("alt=\""));
    }
}

#[test]
fn headers_thread_the_letter_and_keep_robots_quiet() {
    let composer = composer();
    let file = offered(Language::Ru);
    let notice = move_notice();
    let request = composition(
        &notice,
        Some(&file),
        &[],
        Language::Ru,
        Some(Side::White),
        false,
    );
    let letter = composer.compose(&request).unwrap();
    let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
    let raw = String::from_utf8_lossy(&letter.bytes).into_owned();
    let header = |name: &str| parsed.header_raw(name).unwrap_or("").trim().to_owned();
    assert_eq!(
        parsed.from().unwrap().first().unwrap().name(),
        Some("Клуб «Дебют»")
    );
    assert_eq!(
        parsed.to().unwrap().first().unwrap().address(),
        Some("white@example.org")
    );
    assert_eq!(
        parsed.message_id(),
        Some("g1.p16.abcdefghijklmnopqrstuvwx@club.example")
    );
    assert_eq!(header("In-Reply-To"), "<CAF+abc123@mail.example.org>");
    let references = parsed.references().as_text_list().unwrap().to_vec();
    assert_eq!(references.len(), 3);
    assert_eq!(references[0], "g1.p0.rootrootrootrootrootroot@club.example");
    assert_eq!(references[2], "CAF+abc123@mail.example.org");
    assert_eq!(
        header("Reply-To"),
        "<moves+abcdefghijklmnopqrstuvwxyz@club.example>"
    );
    assert_eq!(header("Auto-Submitted"), "auto-replied");
    assert_eq!(header("X-Auto-Response-Suppress"), "All");
    assert_eq!(header("X-Postchess-Kind"), "move");
    assert_eq!(header("X-Postchess-Game"), "RU26-01/3");
    assert_eq!(header("MIME-Version"), "1.0");
    assert!(!raw.contains("\r\nPrecedence:"));
    let head = raw.split("\r\n\r\n").next().unwrap();
    assert!(head.lines().all(|l| l.len() <= 78), "{head}");
    assert!(head.contains("\r\n [RU26-01/3]\r\n"));

    let alone = Composition {
        thread: MailThread::default(),
        ..request
    };
    let raw = String::from_utf8(composer.compose(&alone).unwrap().bytes).unwrap();
    assert!(raw.contains("\r\nAuto-Submitted: auto-generated\r\n"));
    assert!(!raw.contains("\r\nReferences:") && !raw.contains("\r\nIn-Reply-To:"));
}

#[test]
fn names_cannot_make_headers() {
    let composer = composer();
    let file = offered(Language::En);
    let notice = move_notice();
    let mut request = composition(
        &notice,
        Some(&file),
        &[],
        Language::En,
        Some(Side::White),
        false,
    );
    request.to.name =
        "Eve\r\nBcc: x@example.net\r\n\r\n<script>alert(1)</script>\u{202E}".to_owned();
    request.thread.answering = Some("a@b>\r\nBcc: <y@example.net".to_owned());
    let letter = composer.compose(&request).unwrap();
    let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
    assert!(parsed.bcc().is_none());
    assert_eq!(parsed.to().unwrap().as_list().unwrap().len(), 1);
    assert!(!parsed.body_html(0).unwrap().contains("<script>"));
    request.ids.message_id = "a b\r\nX: y".to_owned();
    assert!(composer.compose(&request).is_err());
}

#[test]
fn the_other_styles() {
    let composer = composer();
    let file = offered(Language::En);
    let notice = move_notice();
    let mut request = composition(
        &notice,
        Some(&file),
        &[],
        Language::En,
        Some(Side::White),
        false,
    );
    request.to.style = LetterStyle::Text;
    let letter = composer.compose(&request).unwrap();
    let raw = String::from_utf8(letter.bytes).unwrap();
    assert!(!raw.contains("text/html") && raw.contains("application/x-chess-pgn"));
    request.to.style = LetterStyle::Pgn;
    let letter = composer.compose(&request).unwrap();
    let raw = String::from_utf8(letter.bytes).unwrap();
    let (head, body) = raw.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Content-Type: text/plain; charset=utf-8"));
    assert!(head.contains("Content-Transfer-Encoding: 7bit"));
    assert!(body.starts_with("[Event \"") && body.ends_with("{Black offers a draw} *\r\n"));
    assert!(body.contains("[WhiteNA \"moves@club.example\"]"));
    assert!(!body.contains("example.org"), "no player's address");
    // A refusal has words that must be read.
    let (refusal, _) = samples::notices()
        .into_iter()
        .find(|(n, _)| n.kind() == NoticeKind::Rejection)
        .unwrap();
    request.notice = &refusal;
    let raw = String::from_utf8(composer.compose(&request).unwrap().bytes).unwrap();
    assert!(raw.contains("multipart/mixed") && !raw.contains("text/html"));
}

#[test]
fn the_record_lines_up() {
    let composer = composer();
    for language in Language::ALL {
        let file = offered(language);
        let notice = move_notice();
        let request = composition(
            &notice,
            Some(&file),
            &[],
            language,
            Some(Side::Black),
            false,
        );
        let text = text_of(&composer.compose(&request).unwrap());
        let lines: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
        let first = lines
            .iter()
            .position(|l| l.starts_with(&['-', '-', '-', ' ']))
            .unwrap();
        // Columns begin at one place, those of times end at one.
        let edges = |line: &[char]| -> Vec<usize> {
            let blank = |i: usize| line.get(i).is_none_or(|c| *c == ' ');
            let begins = (0..line.len()).filter(|i| !blank(*i) && (*i == 0 || blank(*i - 1)));
            let ends = (0..line.len()).filter(|i| !blank(*i) && blank(*i + 1));
            let both = begins.zip(ends).enumerate();
            both.map(|(at, (begin, end))| if at % 6 == 2 { end } else { begin })
                .collect()
        };
        let expected = edges(&lines[first]);
        assert_eq!(expected.len(), 9);
        for line in &lines[first - 1..first + 8] {
            let line_text: String = line.iter().collect();
            assert_eq!(edges(line), expected, "{line_text}");
        }
        // The diagram: every rank has its digit in the same two columns.
        let ranks: Vec<&Vec<char>> = lines
            .iter()
            .filter(|l| {
                l.len() > 30 && l[0].is_ascii_digit() && l.last().is_some_and(|c| *c == l[0])
            })
            .collect();
        assert_eq!(ranks.len(), 8, "{text}");
        assert!(ranks.iter().all(|l| l.len() == ranks[0].len()));
        assert_eq!(ranks[0][0], '1', "seen by Black, the first rank is above");
    }
}

/// A letter of ours that asks for a code confirms nothing, wherever a machine cuts it,
/// folds it or both.
#[test]
fn no_cut_of_a_letter_with_codes_answers_it() {
    use crate::request::confirm::{CodeReply, reply_to};
    const CODE: &str = "K7HM4XPAWE";
    let mut seen = BTreeSet::new();
    let mut cuts = 0;
    let composer = composer();
    let asked = samples::codes().into_iter();
    for (language, (body, _)) in asked.flat_map(|c| Language::ALL.map(|l| (l, c.clone()))) {
        let notice = Notice::new(Recipient::Arbiter, body);
        let request = composition(&notice, None, &[], language, None, false);
        let text = text_of(&composer.compose(&request).unwrap());
        let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
        for (at, _) in words.iter().enumerate().filter(|(_, w)| w.contains(CODE)) {
            let around = words[at.saturating_sub(10)..].iter().take(20).copied();
            if !seen.insert(around.collect::<String>()) {
                continue;
            }
            for from in at.saturating_sub(10)..=at {
                for to in [at, at + 3, words.len() - 1] {
                    let cut = &words[from..=to.min(words.len() - 1)];
                    let near = at - from;
                    for fold in near.saturating_sub(3)..=near + 1 {
                        let mut folded = cut.concat();
                        if fold < cut.len() {
                            let (before, after) = cut.split_at(fold);
                            folded = format!("{}\n{}", before.concat(), after.concat());
                        }
                        for own in ["", "I am away until March.\n", "Yes, I got it: "] {
                            let reply = reply_to(&format!("{own}{folded}"), CODE);
                            assert_ne!(reply, Some(CodeReply::No), "{language}: {own}{folded}");
                            let said = reply == Some(CodeReply::Yes) && !own.starts_with("Yes");
                            assert!(!said, "{language}: {own}{folded}");
                            cuts += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(cuts > 1_000, "{cuts}");
}

#[test]
fn plurals() {
    let forms = |language| {
        [0, 1, 2, 5, 11, 12, 14, 21, 22, 25, 101, 111].map(|n| plural::form(language, n))
    };
    assert_eq!(forms(Language::Ru), [2, 0, 1, 2, 2, 2, 2, 0, 1, 2, 0, 2]);
    assert_eq!(forms(Language::Uk), [2, 0, 1, 2, 2, 2, 2, 0, 1, 2, 0, 2]);
    assert_eq!(forms(Language::Pl), [2, 0, 1, 2, 2, 2, 2, 2, 1, 2, 2, 2]);
    assert_eq!(forms(Language::En), [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(plural::form(Language::Ru, -21), 0);
    let composer = composer();
    let mut lines = String::new();
    for language in [Language::Ru, Language::En, Language::Uk, Language::Pl] {
        let voice = composer.voice(language).unwrap();
        for n in [1, 2, 5, 11, 21, 22, 25, 101] {
            let word = voice.words.plural(language, n, "day").unwrap();
            write!(lines, "{n} {word}, ").unwrap();
        }
        lines.push('\n');
    }
    expect_test::expect![[r#"
        1 день, 2 дня, 5 дней, 11 дней, 21 день, 22 дня, 25 дней, 101 день, 
        1 day, 2 days, 5 days, 11 days, 21 days, 22 days, 25 days, 101 days, 
        1 день, 2 дні, 5 днів, 11 днів, 21 день, 22 дні, 25 днів, 101 день, 
        1 dzień, 2 dni, 5 dni, 11 dni, 21 dni, 22 dni, 25 dni, 101 dni, 
    "#]]
    .assert_eq(&lines);
}

#[test]
fn every_built_in_template_can_be_compiled() {
    let composer = composer();
    for language in Language::ALL {
        let env = &composer.voice(language).unwrap().env;
        for built_in in skeleton::SKELETONS.iter().chain(skeleton::FRAMES) {
            let compiled = env.get_template(built_in.name).map(|_| ());
            compiled.unwrap_or_else(|e| panic!("{} in {language}: {e}", built_in.name));
        }
        let page = env.get_template("move/html.html").map(|_| ());
        let none = page.expect_err("a page of its own is a club's");
        assert_eq!(none.kind(), minijinja::ErrorKind::TemplateNotFound);
    }
}

#[test]
fn dates_and_moves_in_each_language() {
    let composer = composer();
    let day = Day::new(2026, 3, 12).unwrap();
    let date = |l| composer.voice(l).unwrap().words.date(day);
    assert_eq!(date(Language::Ru), "12\u{a0}марта\u{a0}2026\u{a0}г.");
    assert_eq!(date(Language::En), "12\u{a0}March\u{a0}2026");
    assert_eq!(date(Language::Uk), "12\u{a0}березня\u{a0}2026\u{a0}р.");
    assert_eq!(date(Language::Pl), "12\u{a0}marca\u{a0}2026\u{a0}r.");
    let words: &LetterWords = &composer.voice(Language::Ru).unwrap().words;
    assert_eq!(words.weekday(day), "четверг");
    assert_eq!(
        words
            .one_stop(format!("до {}.", words.date(day)))
            .replace('\u{a0}', " "),
        "до 12 марта 2026 г."
    );
    assert_eq!(san_in("Nxe8=Q+", Language::Ru), "Кxe8Ф+");
    assert_eq!(san_in("O-O-O", Language::Pl), "0-0-0");
    assert_eq!(san_in("Rad1", Language::Uk), "Тad1");
    assert_eq!(san_in("b4", Language::Ru), "b4");
}

#[test]
fn the_letter_says_when_the_flag_falls() {
    // The letter is leaving today, the 60th day: it counts as received tomorrow.
    let file = offered(Language::En);
    let today = samples::start().plus(60);
    let running =
        game_view::running(&file, Instant::parse("2026-03-11T12:00:00Z").unwrap()).unwrap();
    assert!(running.expected);
    assert_eq!(running.since, today.next());
    let clock = game_view::clock(&file, Side::White, today);
    assert_eq!(running.last_day.since(running.since), clock.left);
    assert_eq!(clock.control, 10);
}

#[test]
fn ids_cannot_be_guessed() {
    let mut seen = BTreeSet::new();
    for _ in 0..100 {
        let ids = fresh_ids(&Naming {
            robot: "moves@club.example",
            key: &Key::new([7; token::KEY_BYTES]),
            kind: NoticeKind::Move,
            player: Some(PlayerId(3)),
            games: &[(GameId(12), 17)],
        })
        .unwrap();
        assert!(ids.message_id.starts_with("move.3.g12p17."));
        assert!(ids.message_id.ends_with("@club.example"));
        let token = ids.reply_token.unwrap();
        assert!(token.len() >= 16, "80 bits in base32");
        assert!(seen.insert(token) && seen.insert(ids.message_id));
    }
}

/// Two letters leave for each one that comes in. Meaningful in release only.
#[test]
fn a_letter_is_written_quickly() {
    let composer = composer();
    let file = long_game();
    let notice = move_notice();
    let request = composition(
        &notice,
        Some(&file),
        &[],
        Language::Ru,
        Some(Side::White),
        false,
    );
    let rounds = if cfg!(debug_assertions) { 3 } else { 2000 };
    let begun = std::time::Instant::now();
    let mut bytes = 0;
    for _ in 0..rounds {
        bytes = composer.compose(&request).unwrap().bytes.len();
    }
    let each = begun.elapsed() / rounds;
    println!(
        "{each:?} for a letter of {bytes} bytes, {} half-moves",
        file.ply()
    );
    let board = std::time::Instant::now();
    for _ in 0..rounds {
        composer
            .board()
            .unwrap()
            .png(file.line.position(), Side::White, &[])
            .unwrap();
    }
    println!("{:?} of it for the board", board.elapsed() / rounds);
    let text = Composition {
        to: Addressee {
            style: LetterStyle::Text,
            wishes: Wishes::default(),
            ..request.to.clone()
        },
        ..request
    };
    let begun = std::time::Instant::now();
    for _ in 0..rounds {
        composer.compose(&text).unwrap();
    }
    println!("{:?} for a letter without HTML", begun.elapsed() / rounds);
}

/// The sample game, and knights going to and fro until 60 moves are played.
fn long_game() -> GameFile {
    let mut more = Vec::new();
    let shuffle = ["f1e1", "e8g8", "e1f1", "g8h8", "f1e1", "h8g8"];
    let mut day = samples::start().plus(66);
    for ply in 17..=120u32 {
        let uci = match ply {
            18 => "e8g8",
            n if n % 4 == 1 => shuffle[0],
            n if n % 4 == 3 => shuffle[2],
            n if n % 4 == 0 => "g8h8",
            _ => "h8g8",
        };
        let sent = day.plus(1);
        let sent_at = crate::time::Zone::utc().begins(sent);
        more.push(Event::MovePlayed {
            ply,
            uci: uci.to_owned(),
            received: day,
            sent,
            sent_at,
            variant: false,
            to_the_second: false,
        });
        day = sent;
    }
    more.push(Event::LetterLeft {
        ply: 120,
        about: About::Move,
        to: Side::White,
        left: crate::time::Zone::utc().begins(day),
        on_paper: false,
    });
    game(Language::Ru, 16, &more).unwrap()
}

#[test]
fn whatever_is_to_be_said_can_be_kept_and_said_later() {
    for (mut notice, _) in samples::notices() {
        notice.remarks = samples::remarks();
        let kept = serde_json::to_string(&notice).unwrap();
        let again: Notice = serde_json::from_str(&kept).unwrap_or_else(|e| panic!("{e}: {kept}"));
        assert_eq!(again, notice);
    }
}
