//! What people write, against the acceptance data.

use super::games::{games, text};
use crate::chess::notation::{Class, Reading, Reason, is_numeric, looks_like_move, read};
use crate::chess::{Position, Variant};
use crate::language::Language;
use proptest::prelude::*;
use serde_json::Value;

const KNIGHTS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2 3";
const CASTLING: &str = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8";
const PROMOTION: &str = "3r4/P1P4k/8/8/8/8/7K/8 w - - 0 50";

fn board(fen: &str) -> Position {
    Position::from_fen(fen, Variant::Standard).expect("a position")
}

fn language(code: &str) -> Language {
    code.parse().expect("a language")
}

/// Class and UCI of a text.
fn class_of(fen: &str, text: &str, code: &str) -> (Class, Option<String>, Option<Reason>) {
    let position = board(fen);
    let declared = (!code.is_empty()).then(|| language(code));
    let reading = read(text, &position, declared);
    (
        reading.class,
        reading.mv.map(|mv| position.uci(mv)),
        reading.reason,
    )
}

#[track_caller]
fn check(fen: &str, text: &str, code: &str, class: Class, uci: &str) {
    let (found, mv, reason) = class_of(fen, text, code);
    assert_eq!(
        (found, mv.as_deref().unwrap_or("")),
        (class, uci),
        "{text:?} ({code}): {reason:?}"
    );
}

#[test]
fn what_we_write_is_read_back() {
    for game in games() {
        game.walk(|line, mv, ply| {
            let position = line.position();
            let side_number = match text(ply, "c") {
                "w" => format!("{}. ", ply["n"]),
                _ => format!("{}... ", ply["n"]),
            };
            let mut forms = vec![("num", None), ("uci", None)];
            forms.push(("san", Some(Language::En)));
            forms.push(("ru", Some(Language::Ru)));
            forms.push(("uk", Some(Language::Uk)));
            forms.push(("pl", Some(Language::Pl)));
            forms.push(("lan_ru", Some(Language::Ru)));
            // The king's own squares, but for where a king's step has the same.
            let (from, to) = position.squares(mv);
            let is_step = from.1 == to.1 && from.0.abs_diff(to.0) == 1;
            if ply.get("num_king_move").is_some() && !is_step {
                forms.push(("num_king_move", None));
            }
            for (key, declared) in forms {
                let form = text(ply, key);
                let at = format!("{} {key} {form} in {}", game.id, position.fen());
                assert!(looks_like_move(form), "{at}");
                let declared_ones = match declared {
                    None => vec![None, Some(Language::Ru), Some(Language::En)],
                    some => vec![some],
                };
                for declared in declared_ones {
                    let reading = read(form, position, declared);
                    assert_eq!(reading.mv, Some(mv), "{at}: {reading:?}");
                    assert_eq!(reading.class, Class::Ok, "{at}: {reading:?}");
                    let numbered = read(&format!("{side_number}{form}"), position, declared);
                    assert_eq!(numbered.mv, Some(mv), "{at}, numbered: {numbered:?}");
                    assert_eq!(numbered.class, Class::Ok, "{at}, numbered: {numbered:?}");
                }
                if key.starts_with("num") {
                    assert!(is_numeric(form), "{at}");
                }
            }
        });
    }
}

#[test]
fn every_legal_move_is_read_back_in_every_form() {
    for game in games().iter().step_by(5) {
        game.walk(|line, _, _| {
            if line.ply() % 7 != 0 {
                return;
            }
            let position = line.position();
            for mv in position.legal_moves() {
                for code in Language::ALL {
                    for form in [position.san_in(mv, code), position.numeric(mv)] {
                        let reading = read(&form, position, Some(code));
                        assert_eq!(
                            (reading.class, reading.mv),
                            (Class::Ok, Some(mv)),
                            "{form} {code} {}",
                            position.fen()
                        );
                    }
                }
            }
        });
    }
}

#[test]
fn move_texts_are_classed_as_expected() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("../../../tests/cases/move-texts.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        count += 1;
        let variant = match case["variant"].as_str() {
            Some("chess960") => Variant::Chess960,
            _ => Variant::Standard,
        };
        let position = Position::from_fen(text(&case, "fen"), variant).expect("a position");
        assert_eq!(position.turn().name(), text(&case, "side"));
        let declared = case["locale"].as_str().map(language);
        let reading = read(text(&case, "text"), &position, declared);
        let class = serde_json::to_value(reading.class).expect("a class");
        let uci = reading.mv.map(|mv| position.uci(mv));
        let candidates: Vec<String> = reading
            .candidates
            .iter()
            .map(|mv| position.uci(*mv))
            .collect();
        let mut good = class == case["expect"];
        if let Some(expected) = case["uci"].as_str() {
            good &= uci.as_deref() == Some(expected);
        }
        if let Some(expected) = case["candidates"].as_array() {
            let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
            good &= candidates == expected;
        }
        if !good {
            wrong.push(format!("{case}\n   -> {reading:?} {uci:?} {candidates:?}"));
        }
    }
    assert_eq!(count, 204);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a58_numeric_edges() {
    use Class::{Ambiguous, Impossible, Ok, OkWithWarning, Unreadable};
    check(PROMOTION, "1718", "ru", Ambiguous, "");
    let position = board(PROMOTION);
    let reading = read("1718", &position, None);
    assert_eq!(reading.reason, Some(Reason::PromotionMissing));
    let uci: Vec<String> = reading
        .candidates
        .iter()
        .map(|m| position.uci(*m))
        .collect();
    assert_eq!(uci, ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    check(PROMOTION, "17182", "", Ok, "a7a8r");
    check(PROMOTION, "17-183", "", Ok, "a7a8b");
    check(PROMOTION, "17185", "", Unreadable, "");
    check(PROMOTION, "17282", "", Impossible, "");
    check(KNIGHTS, "52541", "", Unreadable, "");
    check(KNIGHTS, "5250", "", Unreadable, "");
    check(KNIGHTS, "525", "", Unreadable, "");
    check(KNIGHTS, "525354", "", Unreadable, "");
    check(KNIGHTS, "42-44", "", Ok, "d2d4");
    check(KNIGHTS, "42 44", "", OkWithWarning, "d2d4");
    check(KNIGHTS, "3. 4244.", "", Ok, "d2d4");
    check(KNIGHTS, "3.  4244!", "", Ok, "d2d4");
    check(KNIGHTS, "(4244)", "", Ok, "d2d4");
    check(KNIGHTS, "4244+", "", OkWithWarning, "d2d4");
    check(KNIGHTS, "3 4244", "", OkWithWarning, "d2d4");
    check(KNIGHTS, "4244 (d4)", "", Ok, "d2d4");
    check(KNIGHTS, "4244 d4", "", Ok, "d2d4");
    check(KNIGHTS, "4244 (Nf3)", "", OkWithWarning, "d2d4");
    check(KNIGHTS, "4244 Nf3", "", OkWithWarning, "d2d4");
    check(KNIGHTS, "4244 7163", "", Unreadable, "");
    check(CASTLING, "5171", "", Ok, "e1g1");
    check(CASTLING, "5131", "", Ok, "e1c1");
    check(CASTLING, "5181", "", Impossible, "");
    check(CASTLING, "5111", "", Impossible, "");
    check(CASTLING, "e1h1", "", Impossible, "");
    check(CASTLING, "e1g1", "", Ok, "e1g1");
}

#[test]
fn draw_offers_stand_beside_the_move() {
    let position = board(KNIGHTS);
    for text in [
        "4244 =",
        "4244=",
        "3. 4244 (=)",
        "4244(=)",
        "4244 (ничья?)",
        "4244 ничья?",
        "d4 draw?",
        "d4 =",
        "3. d4 (=)",
        "d4 remis?",
        "d4 предлагаю ничью",
        "d4!? =",
    ] {
        let reading: Reading = read(text, &position, Some(Language::Ru));
        assert!(reading.draw_offer, "{text}");
        assert_eq!(reading.class, Class::OkWithWarning, "{text}");
        assert_eq!(reading.reason, Some(Reason::DrawOffer), "{text}");
        let mv = reading.mv.map(|mv| position.uci(mv));
        assert_eq!(mv.as_deref(), Some("d2d4"), "{text}");
    }
    assert!(!read("4244", &position, None).draw_offer);
    assert!(!read("a8=Q", &board(PROMOTION), None).draw_offer);
}

#[test]
fn spellings_of_algebraic_moves() {
    use Class::{Ambiguous, Impossible, Ok, OkWithWarning, Unreadable};
    for (text, code, class, uci) in [
        ("Nf3", "", Ok, "g1f3"),
        ("Кf3", "", Ok, "g1f3"),
        ("Sf3", "", Ok, "g1f3"),
        ("Кf3", "ru", Ok, "g1f3"),
        ("Kf3", "ru", OkWithWarning, "g1f3"),
        ("Kf3", "", OkWithWarning, "g1f3"),
        ("Ke2", "", Ambiguous, ""),
        ("Ке2", "ru", OkWithWarning, "g1e2"),
        ("Кe2", "ru", Ok, "g1e2"),
        ("Ke2", "en", Ok, "e1e2"),
        ("Кре2", "ru", OkWithWarning, "e1e2"),
        ("Крe2", "ru", Ok, "e1e2"),
        ("крe2", "ru", OkWithWarning, "e1e2"),
        ("nf3", "en", OkWithWarning, "g1f3"),
        ("Nf3", "ru", OkWithWarning, "g1f3"),
        ("Кf3", "en", OkWithWarning, "g1f3"),
        ("Ng1-f3", "en", Ok, "g1f3"),
        ("Ng1f3", "en", Ok, "g1f3"),
        ("N g1 - f3", "en", OkWithWarning, "g1f3"),
        ("g1f3", "ru", Ok, "g1f3"),
        ("g1 f3", "ru", OkWithWarning, "g1f3"),
        ("3.Nf3", "en", Ok, "g1f3"),
        ("3... Nf3", "en", Ok, "g1f3"),
        ("3 Nf3", "en", OkWithWarning, "g1f3"),
        ("Nxf3", "en", OkWithWarning, "g1f3"),
        ("Nf3+", "en", OkWithWarning, "g1f3"),
        ("Nf3!", "en", Ok, "g1f3"),
        ("«Nf3»", "en", Ok, "g1f3"),
        ("Nf3, check", "en", OkWithWarning, "g1f3"),
        ("Nf3 в центр", "ru", Unreadable, ""),
        ("Nf3, ", "en", Ok, "g1f3"),
        ("Nf3 Nc3", "en", Unreadable, ""),
        ("Nf3 Кf3", "en", Ok, "g1f3"),
        ("Nf3 или Nc3", "en", Ambiguous, ""),
        ("Nf3 or Nf3", "en", OkWithWarning, "g1f3"),
        ("d4", "", Ok, "d2d4"),
        ("D4", "", OkWithWarning, "d2d4"),
        ("D2-D4", "pl", OkWithWarning, "d2d4"),
        ("G2-G4", "pl", OkWithWarning, "g2g4"),
        ("С4", "ru", OkWithWarning, "c2c4"),
        ("с4", "ru", OkWithWarning, "c2c4"),
        ("Сс4", "ru", OkWithWarning, "f1c4"),
        ("Сc4", "ru", Ok, "f1c4"),
        ("Cc4", "", OkWithWarning, "f1c4"),
        ("cc4", "ru", Unreadable, ""),
        ("e4", "", Impossible, ""),
        ("d5", "", Impossible, ""),
        ("d9", "", Unreadable, ""),
        ("i4", "", Unreadable, ""),
        ("d4Q", "en", Unreadable, ""),
        ("Nf3=Q", "en", Unreadable, ""),
        ("hello", "", Unreadable, ""),
        ("0-0", "", Impossible, ""),
        ("рокировка", "ru", Impossible, ""),
        ("...", "", Unreadable, ""),
        ("12.", "", Unreadable, ""),
        ("\u{200b}Nf3\u{a0}", "en", Ok, "g1f3"),
    ] {
        check(KNIGHTS, text, code, class, uci);
    }
    for (text, code, class, uci) in [
        ("0-0", "", Ok, "e1g1"),
        ("O-O", "", Ok, "e1g1"),
        ("0-0-0", "ru", Ok, "e1c1"),
        ("О-О", "ru", OkWithWarning, "e1g1"),
        ("о-о-о", "ru", OkWithWarning, "e1c1"),
        ("000", "ru", OkWithWarning, "e1c1"),
        ("OO", "", OkWithWarning, "e1g1"),
        ("0 - 0", "ru", OkWithWarning, "e1g1"),
        ("0-0-0-0", "", Unreadable, ""),
        ("0-0=", "", OkWithWarning, "e1g1"),
        ("0-0--", "", OkWithWarning, "e1g1"),
        ("0-0+", "", OkWithWarning, "e1g1"),
        ("короткая рокировка", "ru", OkWithWarning, "e1g1"),
        ("Długa roszada", "pl", OkWithWarning, "e1c1"),
        ("castling", "en", Ambiguous, ""),
        ("8. 0-0", "", Ok, "e1g1"),
        ("Крe1-g1", "ru", OkWithWarning, "e1g1"),
        ("Крf1", "ru", Ok, "e1f1"),
        ("Крc1", "ru", OkWithWarning, "e1c1"),
    ] {
        check(CASTLING, text, code, class, uci);
    }
    for (text, code, class, uci) in [
        ("a8(Q)", "en", Ok, "a7a8q"),
        ("a8/Q", "en", Ok, "a7a8q"),
        ("a7a8q", "ru", Ok, "a7a8q"),
        ("a7-a8q", "ru", Ok, "a7a8q"),
        ("a8q", "en", OkWithWarning, "a7a8q"),
        ("a8b", "en", OkWithWarning, "a7a8b"),
        ("cd8Ф", "ru", Ok, "c7d8q"),
        ("c7:d8Ф", "ru", Ok, "c7d8q"),
        ("a7a8", "ru", Unreadable, ""),
        ("a8=", "ru", Unreadable, ""),
        ("b8Q", "en", Impossible, ""),
        ("a8K", "en", Impossible, ""),
        ("a8Z", "en", Unreadable, ""),
    ] {
        check(PROMOTION, text, code, class, uci);
    }
    let passant = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    for text in ["ed6", "exd6", "ed6 e.p.", "e5xd6ep", "ed6 (e.p.)", "e:d6"] {
        check(passant, text, "en", Ok, "e5d6");
    }
    let mating = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    for text in [
        "Qg7#",
        "Qg7++",
        "Qg7+",
        "Qg7 mate",
        "Qg7 (mate)",
        "5. Qg7 мат!",
        "Qg7 шах",
    ] {
        check(mating, text, "en", Ok, "g5g7");
    }
    check(mating, "Qh5#", "en", OkWithWarning, "g5h5");
    // The source itself prints the Cyrillic letters in `Схе5` and `е.р.`
    check(passant, "exd6 е.р.", "ru", Ok, "e5d6");
    check(passant, "eхd6", "ru", Ok, "e5d6");
    check(passant, "d4 e.p.", "en", Unreadable, "");
}

#[test]
fn chess960_castling_is_king_and_rook() {
    use Class::{Impossible, Ok};
    let check = |fen: &str, text: &str, class: Class, uci: &str| {
        let position = Position::from_fen(fen, Variant::Chess960).expect("a position");
        let reading = read(text, &position, None);
        let found = reading.mv.map(|mv| position.uci(mv));
        assert_eq!(
            (reading.class, found.as_deref().unwrap_or("")),
            (class, uci),
            "{text} {fen}"
        );
        if let Some(mv) = reading.mv {
            assert_eq!(read(&position.numeric(mv), &position, None).mv, Some(mv));
        }
    };
    let far = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(far, "5181", Ok, "e1h1");
    check(far, "5171", Ok, "e1h1");
    check(far, "5131", Ok, "e1a1");
    check(far, "e1g1", Ok, "e1h1");
    // The king's step has the same squares as castling.
    let near = "5k1r/8/8/8/8/8/8/5K1R w K - 0 1";
    check(near, "6171", Ok, "f1g1");
    check(near, "6181", Ok, "f1h1");
    // The king stands on its castling square already.
    check("r1k2r2/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1", "3131", Ok, "c1a1");
    // c1 is the h-side rook's square: b1-c1 names O-O, never O-O-O.
    let both = "1k6/8/8/8/8/8/8/RKR5 w KQ - 0 1";
    check(both, "2131", Ok, "b1c1");
    check("1k6/8/8/8/8/8/8/RKR3n1 w KQ - 0 1", "2131", Impossible, "");
}

#[test]
fn moves_are_told_from_prose() {
    for token in [
        "5254",
        "52-54",
        "57581",
        "17-184",
        "5254.",
        "5254!",
        "5254=",
        "(5254)",
        "12.5254",
        "12...5755",
        "e4",
        "a5",
        "h8",
        "Nf3",
        "Кf3",
        "Kf3",
        "Nf3+",
        "Nf3#",
        "Nf3,",
        "Nf3;",
        "e4?!",
        "0-0",
        "O-O",
        "0-0-0",
        "O-O-O",
        "o-o",
        "О-О",
        "0–0",
        "е4",
        "а5",
        "С4",
        "с5",
        "E2-E4",
        "e2e4",
        "e2-e4",
        "e7e8q",
        "ed6",
        "exd6",
        "e5xd6",
        "e:d6",
        "Крg1",
        "Kpg1",
        "Фh5",
        "Лfd1",
        "Тfe1",
        "Сс4",
        "Схе5",
        "Wfe1",
        "Gb4",
        "Sge7",
        "Ha8",
        "a8Ф",
        "a8=Q",
        "a8(Q)",
        "cxd8N",
        "К-d7",
        "N-e7",
        "Кg1-f3",
        "R1a3",
        "12.e4",
        "12...Кf6",
        "Nd5=",
        "Kxd5",
        "xd5",
        "c4:d5",
    ] {
        assert!(looks_like_move(token), "{token}");
    }
    for token in [
        "",
        "?",
        "-",
        "=",
        "Hello",
        "Привет",
        "ход",
        "мой",
        "Дорогой",
        "пане",
        "ruch",
        "bed",
        "face",
        "cafe",
        "еда",
        "сад",
        "dead",
        "be",
        "a",
        "и",
        "с",
        "в",
        "12",
        "12.",
        "123",
        "12...",
        "2026",
        "1999",
        "1900",
        "1945",
        "2026-07-01",
        "01.07.2026",
        "01/07/2026",
        "12/05",
        "12.05",
        "02.03",
        "15:45",
        "12:30",
        "12.30",
        "+7",
        "+5254",
        "8-800-555-35-35",
        "555-1234",
        "123456",
        "12345",
        "54321-1234",
        "1-0",
        "0-1",
        "1/2-1/2",
        "½-½",
        "0-",
        "-0",
        "0-0-0-0",
        "ООО",
        "00",
        "000",
        "рокировка",
        "GAME",
        "RU26-01/3",
        "[RU26-01/3]",
        "№5",
        "5254@mail.ru",
        "a@b.de",
        "mp3",
        "H2O",
        "CO2",
        "B2B",
        "R2D2",
        "T34",
        "F16",
        "Су27",
        "Ка52",
        "h1n1",
        "кв5",
        "e.p.",
        "a8Z",
        "i4",
        "d9",
        "e0",
        "5Z54",
        "e254",
        "52.54",
        "52/54",
        "52:54",
        "5250",
        "9254",
        "52546",
        "17180",
        "http://a.de/e4x",
        "e4e",
        "e2e",
        "2x2",
        "3х4",
        "10%",
        "100$",
        "IV",
        "XX",
        "K",
        "Крс",
        "Фd",
        "e",
        "e-",
        "x5",
        "ep",
        "56.4.7",
        "9.2.1",
        "А4-лист",
        "e4-e",
        "1.",
    ] {
        assert!(!looks_like_move(token), "{token}");
    }
    for text in [
        "5254", "57581", "52-54", "52–54", "12. 5254", "5254.", "9254", "17187",
    ] {
        assert!(is_numeric(text), "{text}");
    }
    for text in [
        "525",
        "525455",
        "e4",
        "",
        "5 2 5 4",
        "52/54",
        "52.54",
        "2026-07-01",
        "5-254",
    ] {
        assert!(!is_numeric(text), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn reading_never_panics(text in ".{0,40}") {
        judge(&text);
    }

    #[test]
    fn reading_moves_of_sorts_never_panics(
        text in "[1-8a-hKQRBNКСТФЛрHWGSхx:=+#!? .,()\\-–0Oо…или]{0,12}"
    ) {
        judge(&text);
    }
}

#[test]
fn a_pawn_without_its_piece_is_judged_too() {
    for text in ["c8", "С8", "c7c8", "5758", "7178", "c8 или a8"] {
        judge(text);
    }
}

/// Whatever is written, an ok reading carries a legal move and no other does.
fn judge(text: &str) {
    let _ = is_numeric(text);
    let _ = looks_like_move(text);
    for fen in [KNIGHTS, CASTLING, PROMOTION] {
        let position = board(fen);
        for declared in [
            None,
            Some(Language::Ru),
            Some(Language::En),
            Some(Language::Pl),
        ] {
            let reading = read(text, &position, declared);
            let played = matches!(reading.class, Class::Ok | Class::OkWithWarning);
            assert_eq!(reading.mv.is_some(), played, "{text:?}");
            assert_eq!(
                reading.reason.is_none(),
                reading.class == Class::Ok,
                "{text:?}"
            );
            // A pawn on the last rank whose piece is missing can be asked about, if it is unreadable.
            let unpromoted = reading.class == Class::Unreadable
                && reading.reason == Some(Reason::PromotionMissing);
            assert_eq!(
                !reading.candidates.is_empty(),
                reading.class == Class::Ambiguous || unpromoted,
                "{text:?}"
            );
            for mv in reading.mv.iter().chain(&reading.candidates) {
                assert!(position.is_legal(*mv), "{text:?}");
            }
        }
    }
}
