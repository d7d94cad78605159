//! Texts of players and what they ask for, as compact lines: see [`told`].

use super::*;
use crate::typed;

mod acts;
mod forms;
mod games;
mod idioms;
mod meanings;
mod order;
mod pgn;
mod prose;
mod second_thoughts;
mod sentences;
mod spoken;
mod stated;
mod voice;

fn number(mv: &WrittenMove) -> String {
    let number = mv.number.map(|n| n.to_string()).unwrap_or_default();
    let side = match mv.side {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    let second = mv
        .second
        .as_ref()
        .map(|s| format!("({s})"))
        .unwrap_or_default();
    format!("{number}{side}:{}{second}", mv.text)
}

fn moves(m: &Moves) -> String {
    let line: Vec<_> = m.line.iter().map(number).collect();
    let mut out = line.join(if m.alternatives { " or " } else { " " });
    if !m.variant.is_empty() {
        let variant: Vec<_> = m.supposed().map(number).collect();
        out = format!("{out} if {}", variant.join(" "));
    }
    match m.place {
        SeriesPlace::Numbered => {}
        SeriesPlace::Alone => out.push_str(" alone"),
        SeriesPlace::Form => out.push_str(" form"),
        SeriesPlace::Prose => out.push_str(" prose"),
        SeriesPlace::Pgn => out.push_str(" pgn"),
    }
    if m.draw_offer {
        out.push_str(" =");
    }
    if m.any_move {
        out.push_str(" any");
    }
    out
}

fn pgn(game: &PgnGame) -> String {
    let mut out = moves(&game.moves);
    if game.named {
        out.push_str(" named");
    }
    if let Some(side) = game.offer {
        out.push_str(&format!(" offer {side:?}"));
    }
    if let Some(closing) = game.closing {
        out.push_str(&format!(" {closing:?}"));
    }
    if let Some(result) = &game.result {
        out.push_str(&format!(" {result}"));
    }
    if let Some(fen) = &game.fen {
        out.push_str(&format!(" from {fen}"));
    }
    if let Some(beside) = &game.beside {
        out.push_str(&format!(" beside {}", moves(beside)));
    }
    if game.enclosed {
        out.push_str(" enclosed");
    }
    if game.checked {
        out.push_str(" checked");
    }
    out
}

fn date(d: &WrittenDate) -> String {
    match d.year {
        Some(y) => format!("{y}-{:02}-{:02}", d.month, d.day),
        None => format!("{:02}-{:02}", d.month, d.day),
    }
}

fn request(r: &Request) -> String {
    match r {
        Request::Game(GameRequest::Move(m)) => moves(m),
        Request::Game(GameRequest::Form { form, moves: m }) => {
            let mut last = m.clone();
            last.line.drain(..m.line.len().saturating_sub(2));
            format!("form{} {}", form.moves.len(), moves(&last))
        }
        Request::Game(GameRequest::Pgn(game)) => pgn(game),
        Request::Game(GameRequest::DrawClaim { intended: Some(m) }) => {
            format!("draw-claim {}", moves(m))
        }
        Request::Game(GameRequest::Check(m)) => format!("check {}", moves(m)),
        Request::Player(PlayerRequest::Leave { from, to, code }) => {
            format!(
                "leave {} {} {}",
                date(from),
                date(to),
                code.as_deref().unwrap_or("")
            )
        }
        Request::Player(PlayerRequest::LeaveEnd { date: Some(d) }) => {
            format!("leave-end {}", date(d))
        }
        Request::Game(
            GameRequest::Protest { text }
            | GameRequest::Abuse { text }
            | GameRequest::Opponent { words: text }
            | GameRequest::Appeal { text }
            | GameRequest::DeadPosition { text },
        )
        | Request::Player(PlayerRequest::Arbiter { text }) => {
            format!("{} {text:?}", type_of(r))
        }
        Request::Game(GameRequest::Opinion { result, text, .. }) => {
            format!("opinion {result} {text:?}")
        }
        Request::Player(PlayerRequest::Address { address }) => format!("address {address}"),
        Request::Player(PlayerRequest::Wish(wish)) => format!("{wish:?}"),
        Request::Player(PlayerRequest::Format { style }) => format!("format {style:?}"),
        r => type_of(r).to_owned(),
    }
    .trim_end()
    .to_owned()
}

fn doubt(d: &Doubt) -> String {
    match d {
        Doubt::NoText => "?no-text".to_owned(),
        Doubt::Nothing => "?nothing".to_owned(),
        Doubt::UnclearCommand { perhaps, .. } => {
            format!("?{}", perhaps.as_deref().unwrap_or("unclear"))
        }
        Doubt::BadDate { text, .. } => format!("?date {text}"),
        Doubt::NearMove { text, .. } => format!("?near {text}"),
        Doubt::MoveInProse { text, .. } => format!("?prose {text}"),
        Doubt::Stated { act, text, .. } => format!("?{act:?} {text}"),
        Doubt::NoSeries { text, .. } => format!("?no-series {text}"),
        Doubt::MoveBelow { text, .. } => format!("?below {text}"),
        Doubt::SeveralMoves { texts, .. } => format!("?several {}", texts.join(" ")),
        Doubt::Conflict { texts, .. } => format!("?conflict {}", texts.join(" / ")),
        Doubt::SeveralGames { games } => format!("?games {}", games.join(" ")),
        Doubt::OtherGame { text, .. } => format!("?other-game {text}"),
        Doubt::CannotTakeBack { what, text, .. } => format!("?stands {what:?} {text}"),
        Doubt::OnlyInSubject { text } => format!("?subject {text}"),
        Doubt::BareDraw { .. } => "?bare-draw".to_owned(),
        Doubt::BadWarnings { text, .. } => format!("?warnings {text}"),
        Doubt::ReadAs { command, .. } => format!("={command}"),
        Doubt::TooMuch => "?too-much".to_owned(),
    }
}

fn told_of(u: &Understanding, text: &str) -> String {
    let mut out = Vec::new();
    for s in &u.sections {
        assert!(
            text.get(s.span.start..s.span.end).is_some(),
            "section span in {text:?}"
        );
        let mut parts = Vec::new();
        for r in &s.requests {
            if let Request::Game(GameRequest::Move(m))
            | Request::Game(GameRequest::Form { moves: m, .. }) = r
            {
                for mv in m.line.iter().chain(m.supposed()) {
                    let there = text.get(mv.span.start..mv.span.end);
                    assert!(
                        there == Some(&mv.text)
                            || mv.second.is_some()
                            // A line break that a mail program made.
                            || there.is_some_and(|t| t.replace('\n', " ") == mv.text)
                            || there
                                .and_then(typed::plain)
                                .is_some_and(|p| p.text == mv.text),
                        "the span of {mv:?} holds {there:?}"
                    );
                }
            }
            parts.push(request(r));
        }
        if let Some(d) = &s.received {
            parts.push(format!("rec {}", date(d)));
        }
        if let Some(d) = &s.sent {
            parts.push(format!("sent {}", date(d)));
        }
        parts.extend(s.doubts.iter().map(doubt));
        let game = s
            .game
            .as_ref()
            .map(|g| format!("[{g}] "))
            .unwrap_or_default();
        out.push(format!("{game}{}", parts.join("; ")));
    }
    out.join(" || ")
}

fn told(text: &str) -> String {
    told_of(&understand_text(text, ""), text)
}

fn check(table: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (text, expected) in table {
        let got = told(text);
        if got != *expected {
            wrong.push_str(&format!(
                "\n{text:?}\n  expected {expected}\n  got      {got}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn numbered_moves_are_read() {
    check(&[
        ("12. 5254", "12w:5254"),
        ("12... 5755", "12b:5755"),
        ("12. ... 5755", "12b:5755"),
        ("12 5254", "12:5254"),
        ("12.5254", "12w:5254"),
        ("12...5755", "12b:5755"),
        ("12…5755", "12b:5755"),
        ("12. … 5755", "12b:5755"),
        ("12) 5254", "12:5254"),
        ("№12. 5254", "12w:5254"),
        ("12. 52-54", "12w:52-54"),
        ("12. 57581", "12w:57581"),
        ("12. 52 54", "12w:52 54"),
        ("12. 5 2 5 4", "12w:5 2 5 4"),
        ("12. Nf3", "12w:Nf3"),
        ("12. Кf3!?", "12w:Кf3!?"),
        ("12.Кр.e2", "12w:Кр.e2"),
        ("12. 0-0-0", "12w:0-0-0"),
        ("12.0-0", "12w:0-0"),
        ("12. e4.", "12w:e4"),
        ("12. e8=Q+", "12w:e8=Q+"),
        ("12. e5xd6 e.p.", "12w:e5xd6"),
        ("Мой ход: 12. 5254", "12w:5254"),
        ("My move: 12. Nf3", "12w:Nf3"),
        (
            "Здравствуйте!\n12. 5254\nС уважением, Иван Иванов",
            "12w:5254",
        ),
        ("Привет! 12. 5254. С уважением, Иван", "12w:5254"),
        ("12.\n5254", "12w:5254"),
        ("12. 5254 мат", "12w:5254"),
        ("12. 5254, жду ответа", "12w:5254"),
        ("12. 5254 (ничего другого нет)", "12w:5254"),
        ("12. ФЬ5", "12w:ФЬ5"),
        ("12. рокировка", "12w:рокировка"),
        ("12. 5294", "12w:5294"),
        ("**12. Nf3**", "12w:Nf3"),
        ("12...-Nf6", "12b:Nf6"),
    ]);
}

/// Castling stands whole whatever it is written with, and whatever marks are tight to it.
#[test]
fn a_long_castling_is_never_read_as_a_short_one() {
    let mut wrong = Vec::new();
    for castling in [
        "0-0-0",
        "0–0–0",
        "O-O-O",
        "О-О-О",
        "0-0",
        "0–0",
        "O-O",
        "О-О",
    ] {
        for number in ["12.", "12. ", "12...", "12)", "12:", "12 ", "№12.", ""] {
            for (before, after) in [
                ("", ""),
                ("", "="),
                ("", "(=)"),
                ("", " (=)"),
                ("", "=?"),
                ("", ":"),
                ("", ";"),
                ("", "/"),
                ("", "."),
                ("", "!"),
                ("", "+"),
                ("", ", thanks"),
                ("", "= thanks"),
                ("*", "*"),
                ("**", "**"),
                ("_", "_"),
                ("> ", ""),
                ("- ", ""),
                ("(", ")"),
                ("My move: ", "="),
                ("Мой ход: ", "; спасибо"),
            ] {
                let line = format!("{before}{number}{castling}{after}");
                let zeros = |text: &str| text.matches(['0', 'O', 'О']).count();
                let understood = understand_text(&line, "");
                let of_section = |s: &Section| s.requests.clone();
                for request in understood.sections.iter().flat_map(of_section) {
                    let Request::Game(GameRequest::Move(moves)) = request else {
                        continue;
                    };
                    let read = moves.line.iter().map(|mv| mv.text.clone());
                    let others = read.filter(|text| zeros(text) != zeros(castling));
                    wrong.extend(others.map(|text| format!("{line}: {text}")));
                }
                let is_bare = before.is_empty() && after.is_empty();
                if !number.is_empty() && is_bare && !told(&line).contains(castling) {
                    wrong.push(format!("{line}: {}", told(&line)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_stands_tight_to_a_castling_and_its_number_is_read_beside_it() {
    check(&[
        ("12.0-0-0=", "12w:0-0-0 ="),
        ("12.0-0-0(=)", "12w:0-0-0 ="),
        ("12.0–0–0=", "12w:0–0–0 ="),
        ("12.0-0-0:", "12w:0-0-0"),
        ("*12.0-0-0*", "12w:0-0-0"),
        ("_12.0-0_", "12w:0-0"),
        ("12.0-0=", "12w:0-0 ="),
        ("12:0-0-0;", "12:0-0-0"),
        ("My move: 12.0-0-0= thanks", "12w:0-0-0 ="),
    ]);
}

#[test]
fn moves_alone_on_their_line_are_read() {
    check(&[
        ("5254", ":5254 alone"),
        ("Nf3", ":Nf3 alone"),
        ("-Nf3", ":Nf3 alone"),
        ("- e4", ":e4 alone"),
        ("0-0", ":0-0 alone"),
        ("00", ":00 alone"),
        ("000.", ":000 alone"),
        ("...Кf6", "b:Кf6 alone"),
        ("52 54", ":52 54 alone"),
        ("e2-e4!", ":e2-e4! alone"),
        ("Ход: e4", ":e4 prose"),
        ("5254\n5755", ":5254 :5755 alone"),
        ("5254 5755", ":5254 :5755 alone"),
        ("5254 или 4244", ":5254 or :4244 alone"),
        ("Nf3\n\nor Nc3", ":Nf3 or :Nc3 alone"),
    ]);
}

#[test]
fn a_repetition_stands_before_the_move() {
    check(&[
        ("12. 5254 5755", "12w:5254 12b:5755"),
        ("12. Nf3 Nc6", "12w:Nf3 12b:Nc6"),
        ("11... 5755 12. 7163", "11b:5755 12w:7163"),
        ("11... 5755\n12. 7163", "11b:5755 12w:7163"),
        ("Ваш ход 11... 5755, мой ход 12. 7163", "11b:5755 12w:7163"),
        ("11. 5254 5755 12. 7163", "11w:5254 11b:5755 12w:7163"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5",
            "1w:e4 1b:e5 2w:Nf3 2b:Nc6 3w:Bb5",
        ),
        ("12. 5254 or 4244", "12w:5254 or 12w:4244"),
        ("12. 5254 lub 4244", "12w:5254 or 12w:4244"),
        ("12. 5254/4244", "12w:5254 or 12w:4244"),
    ]);
}

#[test]
fn a56_3_6_a_second_notation_counts_for_nothing() {
    check(&[
        ("12. 5254 (e2-e4)", "12w:5254(e2-e4)"),
        ("12. e4 (5254)", "12w:5254(e4)"),
        ("12. 5254 e2e4", "12w:5254(e2e4)"),
        ("12. 5254 e4", "12w:5254(e4)"),
        ("12. 5171 0-0", "12w:5171(0-0)"),
        ("12. Nf3 (Кf3)", "12w:Nf3(Кf3)"),
        ("12. 7163 / Кf3", "12w:7163(Кf3)"),
        ("12. 5254 (d2-d4)", "12w:5254(d2-d4)"),
        (
            "12. 5254 (e2-e4) 5755 (e7-e5)",
            "12w:5254(e2-e4) 12b:5755(e7-e5)",
        ),
    ]);
}

#[test]
fn draw_marks_stand_beside_a_move() {
    check(&[
        ("12. 5254 =", "12w:5254 ="),
        ("12. 5254=", "12w:5254 ="),
        ("12. 5254 (=)", "12w:5254 ="),
        ("12. 5254(=)", "12w:5254 ="),
        ("12. Nf3 draw?", "12w:Nf3 ="),
        ("12. Кf3 ничья?", "12w:Кf3 ="),
        ("12. Кf3, предлагаю ничью", "12w:Кf3 ="),
        ("12. Кf3 (ничья?)", "12w:Кf3 ="),
        ("12. Sf3 proponuję remis", "12w:Sf3 ="),
        ("12. Кf3\nНИЧЬЯ?", "12w:Кf3 ="),
        ("12. Кf3\nПропоную нічию.", "12w:Кf3 ="),
        ("12. e4\n=", "12w:e4 ="),
        ("12. e8=Q", "12w:e8=Q"),
        ("=", "draw-offer"),
        ("+-", "?nothing"),
    ]);
}

#[test]
fn a_series_is_proposed_after_an_if_word() {
    let all = "12w:5254 if 12b:5755 13w:7163 13b:2836 14w:6125";
    check(&[
        (
            "12. 5254 if 12... 5755 13. 7163 if 13... 2836 14. 6125",
            all,
        ),
        (
            "12. 5254 если 12... 5755 13. 7163 если 13... 2836 14. 6125",
            all,
        ),
        (
            "12. 5254 якщо 12... 5755 13. 7163 якщо 13... 2836 14. 6125",
            all,
        ),
        (
            "12. 5254 jeśli 12... 5755 13. 7163 jeśli 13... 2836 14. 6125",
            all,
        ),
        (
            "12. 5254 jesli 12... 5755 13. 7163, jesli 13... 2836 14. 6125",
            all,
        ),
        (
            "12. 5254 (если 12... 5755, то 13. 7163)\nесли 13... 2836, 14. 6125",
            all,
        ),
        (
            "12. 5254\nif 12... 5755\n13. 7163\nif 13... 2836 then 14. 6125",
            all,
        ),
        ("12. 5254 when 12... 5755 13. 7163 13... 2836 14. 6125", all),
        ("12. 5254 if 5755 7163", "12w:5254 if :5755 :7163"),
        ("12. 5254 if any move 13. 7163", "12w:5254 if 13w:7163 any"),
        (
            "12. 5254 если любой ход 13. 7163",
            "12w:5254 if 13w:7163 any",
        ),
        ("12. будь-який хід", " alone any"),
        (
            "12. 5254 jeśli dowolny ruch 13. 7163",
            "12w:5254 if 13w:7163 any",
        ),
    ]);
}

#[test]
fn a_move_inside_a_sentence_is_never_played() {
    check(&[
        ("I think Nf3 is better", "?prose Nf3"),
        ("После 12. 5254 я бы сыграл иначе", "?prose 5254"),
        ("12. 5254 was a mistake", "?prose 5254"),
        ("Мне нравится Кf3 и Сb5", "?prose Кf3; ?prose Сb5"),
        ("Their phone is 5254 now", "?nothing"),
        ("Позвоните 2536", "?nothing"),
        ("12. 5254\nПешка e4 слаба.", "12w:5254"),
        ("Дом 12, кв. 45", "?nothing"),
        ("В 2026 году", "?nothing"),
        ("Встретимся 12.05 в 15:30", "?nothing"),
        ("1. Поздравляю с победой!", "?nothing"),
        ("Счёт 1-0", "?nothing"),
    ]);
}

#[test]
fn stated_dates_are_read() {
    check(&[
        ("12. 5254 received 2026-03-02", "12w:5254; rec 2026-03-02"),
        ("12. 5254\nrec. 02.03.2026", "12w:5254; rec 2026-03-02"),
        ("12. 5254\nполучено 02/03", "12w:5254; rec 03-02"),
        (
            "Получил 02.03.2026 г., отправил 05.03.2026 г.\n12. 5254",
            "12w:5254; rec 2026-03-02; sent 2026-03-05",
        ),
        ("12. 5254 (отримано 02.03)", "12w:5254; rec 03-02"),
        (
            "otrzymano 2.03.2026, wysłano 3.03.2026\n12. 5254",
            "12w:5254; rec 2026-03-02; sent 2026-03-03",
        ),
        (
            "Received: 2 March 2026\nSent: 4 March 2026\n12. 5254",
            "12w:5254; rec 2026-03-02; sent 2026-03-04",
        ),
        (
            "Ваш ход получил 2 марта, отвечаю 4 марта:\n12. 5254",
            "12w:5254; rec 03-02; sent 03-04",
        ),
        (
            "12. 5254\nполучено 31.02.2026",
            "12w:5254; ?date 31.02.2026",
        ),
        ("Получил 2 письма\n12. 5254", "12w:5254"),
        ("надіслано 03.03.26\n12. 5254", "12w:5254; sent 2026-03-03"),
    ]);
}

#[test]
fn commands_are_read_in_four_languages() {
    for (words, expected) in [
        ("RESIGN|СДАЮСЬ|ЗДАЮСЯ|PODDAJĘ", "resign"),
        ("DRAW?|НИЧЬЯ?|НІЧИЯ?|REMIS?", "draw-offer"),
        (
            "ACCEPT DRAW|ПРИНИМАЮ НИЧЬЮ|ПРИЙМАЮ НІЧИЮ|PRZYJMUJĘ REMIS",
            "draw-accept",
        ),
        (
            "DECLINE DRAW|ОТКЛОНЯЮ НИЧЬЮ|ВІДХИЛЯЮ НІЧИЮ|ODRZUCAM REMIS",
            "draw-decline",
        ),
        (
            "CLAIM DRAW|ТРЕБУЮ НИЧЬЮ|ВИМАГАЮ НІЧИЮ|REKLAMUJĘ REMIS",
            "draw-claim",
        ),
        (
            "END LEAVE|КОНЕЦ ПЕРЕРЫВА|КІНЕЦЬ ПЕРЕРВИ|KONIEC URLOPU",
            "leave-end",
        ),
        (
            "CLAIM TIME|ПРОСРОЧКА|ПРОСТРОЧЕННЯ|PRZEKROCZENIE CZASU",
            "time-claim",
        ),
        ("STATUS|СТАТУС", "status"),
        ("REPORT|ОТЧЕТ|ОТЧЁТ|ЗВІТ|RAPORT", "report"),
        ("REPEAT|ПОВТОР|POWTÓRZ", "repeat"),
        ("WITHDRAW|ВЫБЫВАЮ|ВИБУВАЮ|WYCOFUJĘ SIĘ", "withdraw"),
        ("HELP|ПОМОЩЬ|ДОПОМОГА|POMOC", "help"),
    ] {
        for word in words.split('|') {
            let bare = fold::fold(word).to_uppercase();
            for text in [
                word.to_owned(),
                word.to_lowercase(),
                format!("{word}."),
                format!("{word}!"),
                format!("  {word} "),
                format!("Здравствуйте!\n\n{word}\n\nС уважением,\nИван"),
                format!("Hello, {word}. Best regards, Ann"),
                format!("*{word}*"),
            ] {
                assert_eq!(told(&text), expected, "{text:?}");
            }
            if word.ends_with('?') {
                continue;
            }
            assert_eq!(told(&bare.replace('Ь', "ь")), expected, "{bare:?}");
        }
    }
}

#[test]
fn commands_take_their_arguments() {
    check(&[
        ("LEAVE 2026-07-01 2026-07-14", "leave 2026-07-01 2026-07-14"),
        (
            "ПЕРЕРЫВ 01.07.2026 14.07.2026",
            "leave 2026-07-01 2026-07-14",
        ),
        (
            "ПЕРЕРВА 01/07/2026 14/07/2026",
            "leave 2026-07-01 2026-07-14",
        ),
        ("URLOP 01.07-14.07", "leave 07-01 07-14"),
        ("перерыв с 01.07 по 14.07", "leave 07-01 07-14"),
        ("перерва з 01.07 до 14.07.", "leave 07-01 07-14"),
        ("leave from 01.07 to 14.07", "leave 07-01 07-14"),
        (
            "urlop od 01.07 do 14.07.2026",
            "leave 2026-07-01 2026-07-14",
        ),
        (
            "Перерыв с 1 июля по 14 июля 2026 г.",
            "leave 2026-07-01 2026-07-14",
        ),
        ("LEAVE 25.12-05.01.2027", "leave 2026-12-25 2027-01-05"),
        ("LEAVE 25.12.2026-05.01", "leave 2026-12-25 2027-01-05"),
        (
            "LEAVE 2026-07-01 - 2026-07-14 RU26-01",
            "leave 2026-07-01 2026-07-14 RU26-01",
        ),
        (
            "LEAVE 2026-07-01 2026-07-14 [RU26-01].",
            "leave 2026-07-01 2026-07-14 RU26-01",
        ),
        ("LEAVE 2026-02-30 2026-03-14", "?date 2026-02-30"),
        ("ПЕРЕРЫВ 01.13 14.13", "?date 01.13"),
        ("LEAVE", "?LEAVE"),
        ("LEAVE 2026-07-01", "?LEAVE"),
        ("END LEAVE 2026-07-10", "leave-end 2026-07-10"),
        ("КОНЕЦ ПЕРЕРЫВА 10.07.", "leave-end 07-10"),
        (
            "PROTEST The clock is wrong.\nI sent it on time.",
            "protest \"The clock is wrong.\\nI sent it on time.\"",
        ),
        (
            "ПРОТЕСТ\n12. 5254 был отправлен вовремя",
            "protest \"12. 5254 был отправлен вовремя\"",
        ),
        (
            "МНЕНИЕ 1-0\nКрасные поля слабы",
            "opinion 1-0 \"Красные поля слабы\"",
        ),
        ("OPINION 1/2-1/2", "opinion 1/2-1/2 \"\""),
        ("OPINIA ½-½ pat", "opinion 1/2-1/2 \"pat\""),
        ("OPINION", "?OPINION 1-0"),
        ("АПЕЛЛЯЦИЯ: неверно", "appeal \"неверно\""),
        (
            "АРБИТРУ Прошу продлить.\nСпасибо",
            "arbiter \"Прошу продлить.\\nСпасибо\"",
        ),
        // What follows words for the arbiter is carried out as well: a command, and a
        // numbered move alone between blank lines.
        (
            "ARBITER please look\n\n12. 5254",
            "arbiter \"please look\"; 12w:5254",
        ),
        (
            "ARBITER please look\n\n12. 5254\n\nand tell me",
            "arbiter \"please look\"; 12w:5254",
        ),
        (
            "ARBITER my move was\n12. 5254\nand it came back",
            "arbiter \"my move was\\n12. 5254\\nand it came back\"; ?below 5254",
        ),
        (
            "ARBITER hello\nLEAVE 2026-07-01 2026-07-14",
            "arbiter \"hello\"; leave 2026-07-01 2026-07-14",
        ),
        (
            "PROTEST I was ill.\n\nRESIGN",
            "protest \"I was ill.\"; resign",
        ),
        (
            "ARBITER my opponent wrote\nRESIGN\nand then played on",
            "arbiter \"my opponent wrote\\nRESIGN\\nand then played on\"",
        ),
        (
            "АРБИТРУ Прошу продлить.\nСТАТУС",
            "arbiter \"Прошу продлить.\"; status",
        ),
        ("ADDRESS new@example.org", "address new@example.org"),
        ("АДРЕС: <new@example.org>.", "address new@example.org"),
        ("ADRES nowy adres", "?ADRES"),
        ("FORMAT PGN", "format Pgn"),
        ("ФОРМАТ ТЕКСТ", "format Text"),
        ("format full.", "format Full"),
        ("FORMAT HUGE", "?FORMAT TEXT"),
        ("CHECK 12. 5254", "check 12w:5254"),
        (
            "ПРОВЕРКА 12. 5254 если 12... 5755 13. 7163",
            "check 12w:5254 if 12b:5755 13w:7163",
        ),
        ("SPRAWDŹ\n12. 5254", "check 12w:5254"),
        ("CLAIM DRAW 12. 5254", "draw-claim 12w:5254"),
        ("CLAIM DRAW\n12. 5254", "draw-claim 12w:5254"),
        ("12. 5254\nТРЕБУЮ НИЧЬЮ", "draw-claim 12w:5254"),
        ("12. 5254\nDECLINE DRAW", "12w:5254; draw-decline"),
        ("STATUS\nREPORT\nHELP", "status; report; help"),
        ("12. 5254\nSTATUS", "12w:5254; status"),
    ]);
}

#[test]
fn other_words_on_a_commands_line_are_asked_about() {
    check(&[
        ("I resign", "?Resign I resign"),
        ("Я сдаюсь", "?Resign Я сдаюсь"),
        ("СДАЮСЬ в этой партии", "?Resign СДАЮСЬ в этой партии"),
        ("RESIGN?", "?RESIGN"),
        ("RESGIN", "?Resign RESGIN"),
        ("сдаюс", "?Resign сдаюс"),
        ("STATUS of my games", "?STATUS"),
        ("статс", "?СТАТУС"),
        ("статуз", "?СТАТУС"),
        ("I accept draw", "?AcceptDraw I accept draw"),
        ("DRAW", "draw-offer; ?bare-draw"),
        ("ничья.", "draw-offer; ?bare-draw"),
        ("Check out this nice position from the café", "?nothing"),
        ("DRAW please", "?DRAW?"),
        ("12. 5254\nI resign tomorrow", "?conflict 12. 5254 / RESIGN"),
    ]);
}

#[test]
fn requests_that_exclude_each_other_are_not_done() {
    check(&[
        ("12. 5254\nRESIGN", "?conflict 12. 5254 / RESIGN"),
        ("СДАЮСЬ\n12. 5254", "?conflict RESIGN / 12. 5254"),
        ("12. 5254\nACCEPT DRAW", "?conflict 12. 5254 / ACCEPT DRAW"),
        (
            "12. 5254\nWITHDRAW\nSTATUS",
            "status; ?conflict 12. 5254 / WITHDRAW",
        ),
        ("RESIGN\nACCEPT DRAW", "?conflict RESIGN / ACCEPT DRAW"),
        (
            "CLAIM DRAW 12. 5254\nRESIGN",
            "?conflict CLAIM DRAW 12. 5254 / RESIGN",
        ),
        ("RESIGN\nRESIGN", "resign"),
    ]);
}

#[test]
fn sections_are_opened_by_lines_that_name_a_game() {
    check(&[
        ("RU26-01/3\n12. 5254", "[RU26-01/3] 12w:5254"),
        (
            "Здравствуйте!\n\nПартия RU26-01/3:\n12. 5254\n\n[RU26-01/5]\n8... 5755\nDRAW?",
            "[RU26-01/3] 12w:5254 || [RU26-01/5] 8b:5755 =",
        ),
        (
            "RU26-01/3: 12. 5254\nRU26-01/5 - RESIGN",
            "[RU26-01/3] 12w:5254 || [RU26-01/5] resign",
        ),
        (
            "Game RU26-01/3 (Ivanov - Petrov)\n12. 5254",
            "[RU26-01/3] 12w:5254",
        ),
        (
            "STATUS\nRU26-01/3\n12. 5254",
            "status || [RU26-01/3] 12w:5254",
        ),
        ("In RU26-01/3 I would like to think", "[RU26-01/3] ?nothing"),
        ("получено 02/03\n12. 5254", "12w:5254; rec 03-02"),
        ("12/05\n12. 5254", "12w:5254"),
        ("and/or 12/5\n12. 5254", "12w:5254"),
        (
            "RU26-01/3\n12. 5254\nRU26-01/3\nDRAW?",
            "[RU26-01/3] 12w:5254 =",
        ),
    ]);
}

const FORM_591: &str = "Турнир\tЧемпионат клуба 2026 (RU26-01/3)\nДата старта\t10.05.2026\nБелые\tИванов Иван\nЧерные\tПетров Пётр\nПерерывы белых\t01.07-14.07\nПерерывы черных\n\nПол.\tОтв.\tВремя\tN\tБелые\tЧерные\tПол.\tОтв.\tВремя\n---\t10/05\t0/00\t01.\t4244\t4745\t12/05\t12/05\t0/00\n12/05\t16/05\t4/04\t02.\t7163\t7776\t17/05\t18/05\t1/01\n19/05\t22/05\t3/07\t03.\t3234\n\nИванов\nivanov@example.org";

#[test]
fn a59_1_the_form_is_read() {
    let expected = "[RU26-01/3] form5 2b:7776 3w:3234 form; rec 05-19; sent 05-22";
    assert_eq!(told(FORM_591), expected);
    assert_eq!(told(&FORM_591.replace('\t', " ")), expected);
    assert_eq!(told(&FORM_591.replace('\t', " | ")), expected);
    assert_eq!(told(&FORM_591.replace('\t', "   ")), expected);
    let understood = understand_text(FORM_591, "");
    let Some(Request::Game(GameRequest::Form { form, .. })) =
        understood.sections[0].requests.first()
    else {
        panic!("no form");
    };
    let leave: Vec<&str> = form.leave_lines.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(leave, ["Перерывы белых\t01.07-14.07", "Перерывы черных"]);
    let totals = form.moves.iter().map(|m| m.time.as_ref().map(|t| t.total));
    assert_eq!(totals.collect::<Vec<_>>(), [0, 0, 4, 1, 7].map(Some));
    let first = &form.moves[0];
    assert_eq!(
        (first.received.as_ref(), first.sent.as_ref().map(date)),
        (None, Some("05-10".to_owned()))
    );
    assert_eq!(
        form.moves[3].received.as_ref().map(date).as_deref(),
        Some("05-17")
    );
    // Black's answer, and what mail programs make of a table.
    let black = format!("{FORM_591}\n").replace("3234\n", "3234\t7866\t23/05\t24/05\t1/02\n");
    check(&[
        (
            &black,
            "[RU26-01/3] form6 3w:3234 3b:7866 form; rec 05-23; sent 05-24",
        ),
        (
            "Rec. Ans. Time N White Black Rec. Ans. Time\n--- 10/05 0/00 01. 4244 4745 12/05\n12/05 0/00\n12/05 16/05 4/04 02. 7163",
            "form3 1b:4745 2w:7163 form; rec 05-12; sent 05-16",
        ),
        (
            "N Белые Черные\n1. 4244 4745\n2. 7163 7776\n3. 3234 =",
            "form5 2b:7776 3w:3234 form",
        ),
        (
            "19/05 22/05 3/07 03. 3234",
            "form1 3w:3234 form; rec 05-19; sent 05-22",
        ),
        (
            "19.05.2026 22.05.2026 3/07 03. ... 3234\nесли 04. 5254 5755",
            "form1 3b:3234 if 4w:5254 4b:5755 form; rec 2026-05-19; sent 2026-05-22",
        ),
        (
            "Otrz. | Odp. | Czas | Nr | Białe | Czarne | Otrz. | Odp. | Czas\n--- | 10/05 | 0/00 | 1. | 4244 | 4745 | 12/05 | 12/05 | 0/00",
            "form2 1w:4244 1b:4745 form; rec 05-12; sent 05-12",
        ),
    ]);
}

#[test]
fn a59_2_the_other_form_is_read() {
    check(&[
        (
            "Турнир RU26-01/3\nДата старта 10.05.2026\nБелые Иванов Иван\nЧерные Петров Пётр\n\n1. d4 d5 2. Кf3 g6 3. c4\n\n18.05.2026\n19.05.2026\n22.05.2026\nВремя белых 3/07\nВремя черных 1/01\n\nИванов\nivanov@example.org",
            "[RU26-01/3] form5 2b:g6 3w:c4 form; rec 2026-05-19; sent 2026-05-22",
        ),
        (
            "Tournament: Club Cup [RU26-01/3]\nWhite: Ivanov\nBlack: Petrov\n2... 7776 3. 3234\nReceived: 19.05.2026\nSent: 22.05.2026",
            "[RU26-01/3] form2 2b:7776 3w:3234 form; rec 2026-05-19; sent 2026-05-22",
        ),
    ]);
}

#[test]
fn the_subject_is_never_carried_out() {
    for (text, subject, expected) in [
        ("", "Re: [RU26-01/3] 12. 5254", "?subject 5254"),
        ("Привет", "12. Кf3", "?subject Кf3"),
        ("", "Re: [RU26-01/3] move", "?no-text"),
        ("", "Партия RU26-01/3 от 12.05.2026", "?no-text"),
        ("12. 5254", "12. 4244", "12w:5254"),
        ("", "5254", "?subject 5254"),
    ] {
        assert_eq!(
            told_of(&understand_text(text, subject), text),
            expected,
            "{subject}"
        );
    }
    let game = |s: &str| {
        understand_text("", s)
            .subject_game()
            .map(ToString::to_string)
    };
    assert_eq!(
        game("Re: [RU26-01/3] your move").as_deref(),
        Some("RU26-01/3")
    );
    assert_eq!(game("RU26-01/3 - Иванов").as_deref(), Some("RU26-01/3"));
    assert_eq!(game("[2026/3]").as_deref(), Some("2026/3"));
    assert_eq!(game("Ход от 12/05"), None);
    assert_eq!(
        game("Re: [RU26-01/3] RU26-01/3").as_deref(),
        Some("RU26-01/3")
    );
    assert_eq!(game("[RU26-01/3] [RU26-01/4]"), None);
    assert_eq!(game("[RU26-01/3] and RU26-01/4"), None);
}

#[test]
fn nothing_is_said_of_empty_and_idle_letters() {
    check(&[
        ("", "?no-text"),
        ("\n \n", "?no-text"),
        ("Привет! Как дела?", "?nothing"),
    ]);
}

#[test]
fn requests_are_flat_objects() {
    let understood = understand_text(
        "RU26-01/3\n11... 5755 12. 7163 if 12... 2836 13. 6125\nreceived 2026-03-02\nSTATUS",
        "",
    );
    let all = to_json(&understood, None);
    assert_eq!(
        all,
        [
            serde_json::json!({"type":"move","game":"RU26-01/3","number":12,"side":"white","text":"7163","uci":"g1f3",
                "variant":["2836","6125"],"date":"2026-03-02"}),
            serde_json::json!({"type":"status","game":"RU26-01/3","number":null,"side":null,"text":null,"uci":null,
                "variant":null,"date":null}),
        ]
    );
    let doubts = doubts_to_json(&understand_text("I resign", "[RU26-01/3]"));
    assert_eq!(doubts[0]["doubt"], "stated");
    assert_eq!(doubts[0]["game"], "RU26-01/3");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_understood(text in "\\PC{0,200}", subject in "\\PC{0,60}") {
        let understood = understand_text(&text, &subject);
        told_of(&understood, &text);
        to_json(&understood, None);
        doubts_to_json(&understood);
    }

    #[test]
    fn any_heap_of_chess_is_understood(words in proptest::collection::vec(proptest::sample::select(vec![
        "12.", "12", "...", "…", "5254", "Кf3", "e4", "(", ")", "=", "(=)", "if", "если", "or", "any move", "\n",
        "RESIGN", "НИЧЬЯ?", "CLAIM DRAW", "LEAVE", "01.07", "2026-07-01", "RU26-01/3", "received", "02/03", "/", "|",
        "\t", "---", "0/00", "N", "Белые", "Черные", "[Event \"x\"]", "CHECK", "PROTEST", "ł", "1.", "52", "54", "{", "}",
    ]), 0..40), joiner in proptest::sample::select(vec![" ", "", "\n"])) {
        let text = words.join(joiner);
        let understood = understand_text(&text, &text);
        told_of(&understood, &text);
        to_json(&understood, None);
    }
}

#[test]
fn letters_of_people_are_read() {
    check(&[
        (
            "Уважаемый Пётр!\n\nВаш ход 11... 5755 получил 02.03.2026.\nМой ответ: 12. 7163\n\nС уважением,\nИванов Иван",
            "11b:5755 12w:7163; rec 2026-03-02",
        ),
        (
            "Hi Bert,\n\nthanks for your move 11...e5. I play 12. Nf3.\n\nRegards\nAnn",
            "12w:Nf3 prose",
        ),
        ("Hi Bert,\n\n12. Nf3 Best regards Ann", "12w:Nf3"),
        (
            "Ruch 12. Sf3 otrzymałem 02.03.2026, wysłałem 03.03.2026",
            "12w:Sf3; rec 2026-03-02; sent 2026-03-03",
        ),
        ("Отвечаю: 12... 5755", "12b:5755"),
        ("12 ход: 5254", "12:5254"),
        ("My answer is 5254", ":5254 prose"),
        ("| 12. | 5254 | 5755 |", "12w:5254 12b:5755"),
        ("12. 5254 02/03", "12w:5254"),
        ("12. 5254 (10.05) 5755 (12.05)", "12w:5254 12b:5755"),
        ("12. 0 - 0", "12w:0 - 0"),
        ("12. Nf3 +=", "12w:Nf3"),
        ("12. Nf3 TN", "12w:Nf3"),
        ("Принимаю ничью, спасибо за игру", "draw-accept"),
        ("Сдаюсь. Спасибо за игру!", "resign"),
        ("12. Nf3. I offer a draw.", "12w:Nf3 ="),
        ("ПЕРЕРЫВ 1-14.07.2026", "leave 2026-07-01 2026-07-14"),
        (
            "Leave from 1 July to 14 July 2026",
            "leave 2026-07-01 2026-07-14",
        ),
        ("CHECK\n12. 5254\n\n13. 7163", "check 12w:5254 13w:7163"),
        ("12. d4 d5 или Кf6", "12w:d4 or 12b:d5 or 12b:Кf6"),
        ("CLAIM DRAW with 12. 5254", "draw-claim 12w:5254"),
        (
            "ТРЕБУЮ НИЧЬЮ 12. 5254 (троекратное повторение)",
            "draw-claim 12w:5254",
        ),
        (
            "12. 5254\nLEAVE 2026-07-01 2026-07-14",
            "12w:5254; leave 2026-07-01 2026-07-14",
        ),
        (
            "1.e2-e4 e7-e5 2.Кg1-f3 Кb8-c6 3.Сf1-b5",
            "1w:e2-e4 1b:e7-e5 2w:Кg1-f3 2b:Кb8-c6 3w:Сf1-b5",
        ),
        ("ДА ABC123", "?nothing"),
    ]);
}

#[test]
fn warnings_are_days_and_can_be_ended() {
    let days = |text: &str| {
        let found = understand_text(text, "");
        match &found.sections[0].requests[..] {
            [Request::Player(PlayerRequest::Wish(Wish::Warnings { days }))] => Some(days.clone()),
            _ => None,
        }
    };
    for text in [
        "WARN 10 5 1",
        "warn: 1, 5 and 10.",
        "ПРЕДУПРЕЖДАТЬ 10 5 1",
        "Попереджати 10, 5, 1!",
        "ostrzegaj 10 5 1",
        "WARNEN 10/5/1",
        "Warn me 10 5 1 5",
    ] {
        assert_eq!(days(text), Some(vec![10, 5, 1]), "{text}");
    }
    for text in [
        "WARN",
        "WARN OFF",
        "ПРЕДУПРЕЖДАТЬ НЕТ",
        "OSTRZEGAJ NIE.",
        "warnen aus",
    ] {
        assert_eq!(days(text), Some(Vec::new()), "{text}");
    }
    for text in [
        "WARN 0",
        "WARN 500 5",
        "WARN 1.5",
        "WARN -3",
        "WARN 1 2 3 4 5 6 7 8 9",
    ] {
        let found = understand_text(text, "");
        let doubts = &found.sections[0].doubts;
        assert!(
            matches!(doubts[..], [Doubt::BadWarnings { .. }]),
            "{text}: {doubts:?}"
        );
    }
    for text in ["Warn me ten days before", "I warn you", "warm"] {
        assert_eq!(days(text), None, "{text}");
    }
}

#[test]
fn words_for_the_opponent_go_as_far_as_a_person_means_them() {
    let read = |text: &str| {
        let found = understand_text(text, "");
        let all = found.sections[0].requests.iter();
        all.map(|r| match r {
            Request::Game(GameRequest::Opponent { words }) => format!("“{words}”"),
            other => request(other),
        })
        .collect::<Vec<_>>()
        .join(" | ")
    };
    let hello = "“Good luck!”";
    for text in [
        "OPPONENT: Good luck!",
        "opponent : Good luck!",
        "СОПЕРНИКУ: Good luck!",
        "суперникові\nСУПЕРНИКУ: Good luck!",
        "DO PRZECIWNIKA: Good luck!",
        "AN GEGNER: Good luck!",
        "An den Gegner:\nGood luck!",
    ] {
        assert_eq!(read(text), hello, "{text}");
    }
    // The lines below belong to them, up to a blank line, a command or a numbered move.
    assert_eq!(
        read("OPPONENT: a fine\ngame so far\n1. 5254"),
        "“a fine\ngame so far” | 1w:5254"
    );
    assert_eq!(read("OPPONENT: thanks\n\n5254"), "“thanks” | :5254 alone");
    assert_eq!(
        read("1. 5254\nOPPONENT: hello\nSTATUS"),
        "1w:5254 | “hello” | status"
    );
    assert_eq!(
        read("OPPONENT: hello\nreceived 2026-03-02\n1. 5254"),
        "“hello” | 1w:5254"
    );
    // What they say is said to the opponent: nothing in it is done.
    assert_eq!(
        read("OPPONENT: shall we draw? I resign soon"),
        "“shall we draw? I resign soon”"
    );
    let found = understand_text("OPPONENT: my move\n5254", "");
    assert!(matches!(
        found.sections[0].doubts[..],
        [Doubt::MoveBelow { .. }]
    ));
    // The opponent in a sentence is nobody's address.
    for text in [
        "Opponent is late",
        "Сопернику привет",
        "My opponent: who is he?",
    ] {
        assert!(!read(text).contains('“'), "{text}");
    }
    assert!(read("OPPONENT:\n\nhello").is_empty());
}

#[test]
fn words_may_be_refused_and_complained_of() {
    for (text, daily) in [
        ("DAILY", true),
        ("раз в день", true),
        ("Раз на день.", true),
        ("RAZ DZIENNIE", true),
        ("taglich", true),
        ("At once!", false),
        ("СРАЗУ", false),
        ("od razu", false),
    ] {
        let wish = Request::Player(PlayerRequest::Wish(Wish::Daily { daily }));
        assert_eq!(
            understand_text(text, "").sections[0].requests,
            [wish],
            "{text}"
        );
    }
    for text in [
        "I read my mail daily",
        "Сразу видно мастера",
        "Od razu odpowiadam",
    ] {
        assert!(
            understand_text(text, "").sections[0].requests.is_empty(),
            "{text}"
        );
    }
    for (text, mute) in [
        ("MUTE OPPONENT", true),
        ("Opponent off.", true),
        ("БЕЗ СЛОВ СОПЕРНИКА", true),
        ("без слів суперника", true),
        ("bez slow przeciwnika", true),
        ("Ohne Worte des Gegners", true),
        ("HEAR OPPONENT", false),
        ("СО СЛОВАМИ СОПЕРНИКА", false),
    ] {
        let wish = Request::Player(PlayerRequest::Wish(Wish::Words { mute }));
        assert_eq!(
            understand_text(text, "").sections[0].requests,
            [wish],
            "{text}"
        );
    }
    for text in [
        "ABUSE he swears",
        "ЖАЛОБА he swears",
        "Скарга: he swears",
        "SKARGA he swears",
    ] {
        let said = GameRequest::Abuse {
            text: "he swears".to_owned(),
        };
        assert_eq!(
            understand_text(text, "").sections[0].requests,
            [Request::Game(said)],
            "{text}"
        );
    }
}
