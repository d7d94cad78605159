//! The official forms in letters are those of `game show` and `player report`, for
//! every kind of game: text for text, and no wider than a letter.

use super::{composer, move_notice, text_of};
use crate::arbiter::notice::{Body, Notice, Recipient};
use crate::arbiter::{Context, Dispatch, Remark, rule};
use crate::chess::{BySide, Side, Variant};
use crate::compose::Composer;
use crate::compose::prose::COLUMNS;
use crate::compose::samples::composition;
use crate::language::Language;
use crate::record::fixture::*;
use crate::record::{Cause, Event, FaultKind, GameFacts, GameFile, ResultCode, Termination};
use crate::report::width::width;
use crate::report::{game, player57};
use crate::request::{GameRequest, LetterStyle, Request, understand_text};
use crate::rules::{Profile, Regulations};
use std::sync::Arc;

/// The first two players of all games.
fn of_profile(number: u32, profile: Profile) -> GameFacts {
    let white = player(1, "Иванов Иван", 1, Language::Ru);
    let black = player(4, "Żółkiewski Łukasz", 4, Language::Pl);
    let mut facts = facts(number, white, black);
    facts.profile = profile;
    facts.regulations = Arc::new(Regulations::of(profile));
    facts
}

/// Four half-moves, the second of White with a fault and its penalty.
fn begun() -> Record {
    let mut record = Record::started("2026-01-09");
    record
        .mv(1, "e2e4", "2026-01-10", "2026-01-12")
        .mv(2, "e7e5", "2026-01-13", "2026-01-14");
    faulty(&mut record, 3, Side::White, "2026-01-16", 2);
    record
        .mv(3, "g1f3", "2026-01-18", "2026-01-20")
        .mv(4, "b8c6", "2026-01-21", "2026-01-22");
    record
}

fn faulty(record: &mut Record, ply: u32, side: Side, day: &str, days: i64) {
    record.at(day).put(
        Event::Faulty {
            ply,
            fault: FaultKind::Impossible,
            text: "7173".to_owned(),
            received: d(day).plus(-1),
            sent: d(day),
            sent_at: noon(day),
            charged: u32::try_from(days).ok(),
            arrived: None,
        },
        Some("56.4.7"),
        "",
    );
    record.put(Event::penalty(side, days, ply), Some("56.4.7"), "");
}

/// A game of every kind, with its name.
fn games() -> Vec<(&'static str, GameFile)> {
    let none = BySide::default;
    let mut all = vec![
        ("the contract's game", contract_game()),
        (
            "by e-mail, with a fault and a penalty",
            begun().game(of_profile(3, Profile::Email), none()),
        ),
        ("nothing played", {
            let record = Record::started("2026-01-09");
            record.game(of_profile(3, Profile::Email), none())
        }),
        ("on a server", {
            begun().game(of_profile(3, Profile::Server), none())
        }),
    ];
    all.push(("by post, a first overstep resets the clock", {
        let mut record = begun();
        faulty(&mut record, 5, Side::White, "2026-01-26", 5);
        record.mv(5, "f1b5", "2026-01-28", "2026-03-20").put(
            Event::TimeExceeded {
                side: Side::White,
                at_move: 3,
                total: 60,
                limit: 30,
                flag: d("2026-02-20"),
                from: d("2026-03-21"),
                claimed: true,
            },
            Some("55.6.4"),
            "",
        );
        record.put(Event::ClockReset { side: Side::White }, Some("55.6.4"), "");
        record
            .mv(6, "a7a6", "2026-03-23", "2026-03-25")
            .mv(7, "b5a4", "2026-03-28", "2026-04-02");
        record.game(of_profile(3, Profile::Post), none())
    }));
    for number in [1, 17] {
        let name = match number {
            1 => "Black moves first",
            _ => "Black moves first, at move 17",
        };
        let fen = format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 {number}");
        let mut facts = of_profile(3, Profile::Email);
        facts.start_fen = Some(fen);
        let mut record = Record::started("2026-01-09");
        record
            .mv(1, "g8f6", "2026-01-10", "2026-01-12")
            .mv(2, "b1c3", "2026-01-13", "2026-01-14")
            .mv(3, "f8b4", "2026-01-15", "2026-01-17");
        all.push((name, record.game(facts, none())));
    }
    all.push(("Chess960, castled and promoted", {
        let mut facts = of_profile(3, Profile::Email);
        facts.variant = Variant::Chess960;
        facts.start_fen = Some("1r2k1r1/P5p1/8/8/8/8/p5P1/1R2K1R1 w KQkq - 0 1".to_owned());
        let mut record = Record::started("2026-01-09");
        record
            .mv(1, "e1g1", "2026-01-10", "2026-01-12")
            .mv(2, "a2b1q", "2026-01-13", "2026-01-14")
            .mv(3, "a7b8n", "2026-01-15", "2026-01-17");
        record.game(facts, none())
    }));
    all.push(("a penalty by order, taken back in part, and dates set", {
        let mut record = begun();
        for days in [5, -2] {
            let event = Event::penalty(Side::Black, days, 4);
            record.by(Cause::Order, event, Some("56.4.9"), "");
        }
        let dates = Event::DatesSet {
            ply: 2,
            received: Some(d("2026-01-12")),
            sent: None,
        };
        record.by(Cause::Order, dates, Some("56.2.5"), "");
        record.game(of_profile(3, Profile::Email), none())
    }));
    all.push(("over, with an accepted series", {
        let mut record = begun();
        record.mv(5, "f1b5", "2026-01-23", "2026-01-24");
        for (ply, uci) in [(6, "a7a6"), (7, "b5a4")] {
            let event = Event::MovePlayed {
                ply,
                uci: uci.to_owned(),
                received: d("2026-01-25"),
                sent: d("2026-01-28"),
                sent_at: noon("2026-01-28"),
                variant: true,
                to_the_second: false,
            };
            record.put(event, None, "");
        }
        record.mv(8, "g8f6", "2026-01-25", "2026-01-28").put(
            Event::Ended {
                result: ResultCode::Black,
                termination: Termination::Resignation,
            },
            Some("5.1.2"),
            "",
        );
        record.game(of_profile(3, Profile::Email), none())
    }));
    all.push(("much leave, a long tournament and long names", {
        let mut facts = of_profile(3, Profile::Email);
        facts.tournament_name =
            "Международный мемориальный турнир по переписке памяти основателей \
             клуба, группа A"
                .to_owned();
        facts.players.black.name =
            "Константинопольский-Задунайский Александр Маркович фон Берг-и-Цу-Ольденбургский"
                .to_owned();
        // Not in order, one cancelled, one over New Year.
        let spans = [
            ("2026-07-01", "2026-07-14"),
            ("2026-01-11", "2026-01-11"),
            ("2026-09-01", "2026-08-31"),
            ("2026-03-01", "2026-03-05"),
            ("2026-12-28", "2027-01-05"),
            ("2027-03-01", "2027-03-05"),
            ("2027-05-01", "2027-05-05"),
        ];
        let spans = spans.iter().zip(7..);
        let white = spans.map(|((from, to), id)| span(id, from, to)).collect();
        let black = vec![span(20, "2026-01-13", "2026-01-13")];
        begun().game(facts, BySide { white, black })
    }));
    all.push(("a hundred moves and as many days", {
        let mut record = Record::started("2026-01-09");
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut day = d("2026-01-10");
        for (ply, uci) in (1u32..=202).zip(shuffle.iter().cycle()) {
            let sent = day.plus(2);
            record.mv(ply, uci, &day.to_string(), &sent.to_string());
            day = sent.plus(1);
        }
        record.game(of_profile(3, Profile::Email), none())
    }));
    all
}

/// A letter of a kind to a player in a language, as text.
fn letter(
    composer: &Composer,
    notice: &Notice,
    games: &[&GameFile],
    about: bool,
    to: Side,
    language: Language,
) -> String {
    let file = games[0];
    let game = about.then_some(file);
    let games = if about { &[] } else { games };
    let mut request = composition(notice, game, games, language, Some(to), false);
    let reader = file.player(to);
    request.to.name.clone_from(&reader.name);
    request.to.reach.clone_from(&reader.reach);
    request.to.style = LetterStyle::Text;
    text_of(&composer.compose(&request).unwrap())
}

/// Sees to it that a form stands in a letter as it is, and no line is too wide.
fn stands(what: &str, form: &str, letter: &str) {
    let found = format!("\n\n{}", letter.replace("\r\n", "\n"));
    assert!(
        found.contains(&format!("\n\n{form}\n")),
        "{what}: not in the letter:\n{form}\n---\n{letter}"
    );
    for line in letter.lines() {
        assert!(width(line) <= COLUMNS, "{what}: {line}");
    }
}

#[test]
fn a59_1_the_form_in_a_letter_is_that_of_the_console() {
    let composer = composer();
    for (name, file) in games() {
        if file.moves.is_empty() {
            continue;
        }
        for language in Language::ALL {
            let form = game::form(&file, language).text();
            let letter = letter(
                &composer,
                &move_notice(),
                &[&file],
                true,
                Side::White,
                language,
            );
            stands(&format!("{name}, {language}"), &form, &letter);
        }
    }
}

#[test]
fn a57_the_report_in_a_letter_is_that_of_the_console() {
    let composer = composer();
    let notice = Notice::new(Recipient::Arbiter, Body::Report);
    // The day of the sample letters.
    let today = crate::compose::samples::start().plus(60);
    let all = games();
    let together: Vec<&GameFile> = all.iter().map(|(_, file)| file).collect();
    let each = all.iter().map(|(name, file)| (*name, vec![file]));
    for (name, games) in each.chain([("all of them", together)]) {
        for (side, language) in Side::BOTH
            .iter()
            .zip(Language::ALL.iter().cycle())
            .chain(Side::BOTH.iter().zip(Language::ALL.iter().skip(2)))
        {
            let mut player = games[0].player(*side).clone();
            player.language = *language;
            let console = player57(&player, &games, today);
            let letter = letter(&composer, &notice, &games, false, *side, *language);
            stands(&format!("{name}, {language}"), &console, &letter);
        }
    }
}

#[test]
fn a57_each_tournament_has_a_report_of_its_own() {
    let composer = composer();
    let notice = Notice::new(Recipient::Arbiter, Body::Report);
    let today = crate::compose::samples::start().plus(60);
    let one = begun().game(of_profile(3, Profile::Email), BySide::default());
    let mut other = one.clone();
    Arc::make_mut(&mut other.facts).name.code = "CUP".to_owned();
    let letter = letter(
        &composer,
        &notice,
        &[&one, &other],
        false,
        Side::White,
        Language::En,
    );
    for game in [&one, &other] {
        let mut player = game.player(Side::White).clone();
        player.language = Language::En;
        stands("two", &player57(&player, &[game], today), &letter);
    }
}

#[test]
fn a_form_of_ours_that_comes_back_differs_in_nothing() {
    let mut read = 0;
    for (name, file) in games() {
        for language in Language::ALL {
            // As it stands in a letter, below its title.
            let form = game::form(&file, language).text();
            let text = format!("FORM 59.1\n\n{form}");
            let understood = understand_text(&text, "");
            let [section] = understood.sections.as_slice() else {
                panic!("{name}, {language}: {} sections", understood.sections.len());
            };
            assert_eq!(section.game.as_ref(), Some(&file.facts.name), "{name}");
            let form = section.requests.iter().find_map(|r| match r {
                Request::Game(request @ GameRequest::Form { form, .. }) => Some((request, form)),
                _ => None,
            });
            let Some((request, form)) = form else {
                assert!(file.moves.is_empty(), "{name}, {language}\n{text}");
                continue;
            };
            let now = noon("2027-06-01");
            let ctx = Context {
                now,
                cause: Cause::Tick,
                side: file.turn(),
                dispatch: Dispatch {
                    arrived: now,
                    header: Some(now),
                },
                verified: true,
                received: None,
                sent: None,
                text: &text,
                only_request: true,
                answered: None,
                asks: None,
                same_words: Vec::new(),
            };
            let ruling = rule(&file, request, &ctx);
            let remarks = ruling.notices.iter().flat_map(|n| &n.remarks);
            for remark in remarks {
                let differs = matches!(
                    remark,
                    Remark::TotalDiffers { .. }
                        | Remark::LeaveDiffers { .. }
                        | Remark::RecordDiffers { .. }
                );
                assert!(!differs, "{name}, {language}: {remark:?}\n{text}");
            }
            assert!(
                form.moves.iter().all(|m| m.time.is_some()),
                "{name}\n{text}"
            );
            read += 1;
        }
    }
    assert!(read > 30);
}
