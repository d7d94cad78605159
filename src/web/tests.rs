//! Every page, with everything that can stand in it, in each language.

use super::account::AccountPage;
use super::analysis::{AnalysisPage, ToSend, TriedMove};
use super::board::{LegalMove, board, marks};
use super::confirm::ConfirmPage;
use super::game::{Accepted, Can, ChosenMove, ClockLine, GamePage, PassedOn};
use super::games::{FinishedLine, Flag, GameLine, GamesPage};
use super::leave::{LeaveLine, LeavePage, Span};
use super::letters::LettersPage;
use super::page::sample_frame;
use super::programs::{KeyLine, ProgramsPage};
use super::series::Acceptance;
use super::sessions::{SessionHour, SessionLine};
use super::sign_in::{SecretPage, SignInPage};
use crate::chess::{Position, Side};
use crate::ids::EventId;
use crate::language::Language;
use crate::messages::pages;
use serde::Serialize;

/// A page is made, closes what it opens, and says nothing that was to be filled in.
fn is_made(language: Language, name: &str, page: &impl Serialize) -> String {
    for is_signed_in in [true, false] {
        let frame = sample_frame(language, is_signed_in);
        let made = pages::page(language, name, &frame, page);
        let made = made.unwrap_or_else(|e| panic!("{language}: {e}"));
        for element in [
            "form", "section", "table", "ul", "li", "p", "a", "button", "div", "details", "h1",
            "h2", "span", "label", "main",
        ] {
            let opened = made.matches(&format!("<{element}>")).count()
                + made.matches(&format!("<{element} ")).count();
            let closed = made.matches(&format!("</{element}>")).count();
            assert_eq!(opened, closed, "{language} {name}: {element}\n{made}");
        }
        assert!(!made.contains("{{") && !made.contains("web-"), "{made}");
        assert!(
            !made.contains(" style=") && !made.contains("<script>"),
            "{made}"
        );
        let posts = made.matches("method=\"post\"").count();
        assert_eq!(made.matches("name=\"token\"").count(), posts, "{name}");
        if is_signed_in {
            continue;
        }
        return made;
    }
    String::new()
}

fn flag(hour: Option<&str>) -> Option<Flag> {
    Some(Flag {
        day: "2026-03-12".to_owned(),
        hour: hour.map(str::to_owned),
    })
}

fn game_line(is_due: bool, hour: Option<&str>) -> GameLine {
    GameLine {
        name: "T26/1".to_owned(),
        tournament: "A club".to_owned(),
        opponent: "<b>Bert</b>".to_owned(),
        side: "white",
        last: "1. e4".to_owned(),
        is_due,
        status: (!is_due).then_some("paused"),
        left: 3,
        flag: flag(hour),
        is_offered: is_due,
    }
}

fn game_page(language: Language, can: Can, offer: Option<&'static str>) -> GamePage {
    let position = Position::start();
    let chosen = ChosenMove {
        uci: "e2e4".to_owned(),
        words: "1. e4 (5254)".to_owned(),
    };
    let legal = LegalMove::all(&position);
    let clock = |hour| ClockLine {
        player: "Ann".to_owned(),
        side: "white",
        total: 21,
        limit: 30,
        control: 10,
        left: 9,
        penalty: 2,
        flag: flag(hour),
    };
    GamePage {
        name: "T26/1".to_owned(),
        tournament: "A club".to_owned(),
        players: ["Ann".to_owned(), "Bert".to_owned()],
        ply: 0,
        entry: Some(EventId(7)),
        once: "abc".to_owned(),
        board: board(&position, Side::White, &marks(&legal, "e2"), language),
        last: "1. e4".to_owned(),
        state: "…".to_owned(),
        clocks: vec![clock(None), clock(Some("12:00 +00:00"))],
        can,
        passes: PassedOn {
            offers: can.play,
            words: can.act,
        },
        offer,
        series: vec![Acceptance {
            words: "1... e5 (5755) 2. Nf3 (7163)".to_owned(),
            to: "accept=e7e5.g1f3".to_owned(),
        }],
        own_series: vec!["1... e5 (5755) 2. Nf3 (7163)".to_owned()],
        accepted: offer.map(|side| Accepted {
            words: "1... e5 (5755) 2. Nf3 (7163)".to_owned(),
            accept: "e7e5.g1f3".to_owned(),
            ends: side == "own",
        }),
        chosen: Some(chosen.clone()).filter(|_| offer.is_none()),
        choice: vec![chosen],
        typed: "<i>".to_owned(),
        wrong: Some("wrong"),
        refused: Some("<script>".to_owned()),
        done: Some("done"),
        but: vec!["<b>but".to_owned()],
        waits: vec!["overstep: <i>".to_owned()],
        journal: "<table></table>".to_owned(),
        moves: "1. e4".to_owned(),
        record: String::new(),
        notes: "</textarea>".to_owned(),
    }
}

#[test]
fn every_page_is_made_in_every_language() {
    for language in Language::ALL {
        for is_asked in [true, false] {
            let page = SignInPage {
                address: "\"><b>",
                back: "/games",
                wrong: Some("wrong"),
                is_asked,
                has_links: is_asked,
                public: Some("/T26/1.html"),
            };
            let made = is_made(language, "sign-in", &page);
            assert!(made.contains("value=\"&quot;&gt;&lt;b&gt;\""), "{made}");
        }
        for (holds, is_done) in [(true, false), (false, true), (false, false)] {
            let page = SecretPage {
                holds,
                is_done,
                wrong: Some("wrong"),
                fewest: 10,
            };
            is_made(language, "link", &page);
            is_made(language, "invitation", &page);
        }
        let hour = |day: &str| SessionHour {
            day: day.to_owned(),
            hour: "15:04".to_owned(),
        };
        let session = |id, is_this| SessionLine {
            id,
            browser: String::new(),
            begun: hour("2026-03-12"),
            seen: hour("2026-03-13"),
            is_this,
        };
        let page = AccountPage {
            asks_old: true,
            fewest: 10,
            wrong: Some("wrong"),
            done: Some("done"),
            sessions: vec![session(1, true), session(2, false)],
        };
        is_made(language, "account", &page);
        let page = GamesPage {
            active: vec![
                game_line(true, None),
                game_line(false, Some("12:00 +00:00")),
            ],
            finished: vec![FinishedLine {
                name: "T26/2".to_owned(),
                opponent: "Bert".to_owned(),
                side: "white",
                result: "1-0",
                how: "resignation",
            }],
            due: 1,
        };
        let made = is_made(language, "games", &page);
        assert!(made.contains("&lt;b&gt;Bert"), "{made}");
        is_made(language, "games", &GamesPage::default());
        let can = |act, over, play| Can { act, over, play };
        for (can, offer) in [
            (can(true, false, true), None),
            (can(true, false, true), Some("theirs")),
            (can(true, false, false), Some("own")),
            (can(false, false, false), None),
            (can(true, true, false), None),
        ] {
            is_made(language, "game", &game_page(language, can, offer));
            let mut page = game_page(language, can, offer);
            (page.chosen, page.accepted) = (None, None);
            is_made(language, "game", &page);
        }
        for with_board in [true, false] {
            let game = game_page(language, Can::default(), None);
            let page = ConfirmPage {
                name: game.name,
                players: game.players,
                question: "?".to_owned(),
                board: Some(game.board).filter(|_| with_board),
                fields: vec![("act", "move".to_owned())],
            };
            is_made(language, "confirm", &page);
        }
        for (is_over, is_tried) in [(false, true), (true, false), (false, false)] {
            let game = game_page(language, Can::default(), None);
            let tried = || {
                let words = "1. e4 (5254)".to_owned();
                let to = "at=0&line=e2e4".to_owned();
                is_tried.then_some(TriedMove { words, to }).into_iter()
            };
            let page = AnalysisPage {
                name: game.name,
                players: game.players,
                board: game.board,
                line: tried().collect(),
                choice: tried().collect(),
                plays: !is_over,
                back: tried().map(|one| one.to).next(),
                earlier: tried().map(|one| one.to).next(),
                later: tried().map(|one| one.to).next(),
                newest: tried().map(|one| one.to).next(),
                at: 7,
                sends: is_tried.then(|| ToSend {
                    uci: "e2e4".to_owned(),
                    series: if is_over { "" } else { "e7e5.g1f3" }.to_owned(),
                    ply: 0,
                    entry: None,
                }),
            };
            is_made(language, "analysis", &page);
        }
        let page = LeavePage {
            tournaments: vec![LeaveLine {
                name: "A club".to_owned(),
                year: 2026,
                in_year: 21,
                in_all: Some(40),
                announced: vec![Span {
                    from: "2026-03-12".to_owned(),
                    to: "2026-03-20".to_owned(),
                }],
            }],
            today: "2026-03-01".to_owned(),
            plays_from: "2026-03-12".to_owned(),
            is_announced: true,
            wrong: Some("wrong"),
            done: Some("done"),
        };
        is_made(language, "leave", &page);
        is_made(language, "leave", &LeavePage::default());
        let page = LettersPage {
            address: "ann@a.example",
            language: "English",
            daily: true,
            unconfirmed: false,
            done: Some("done"),
        };
        is_made(language, "letters", &page);
        let key = |purpose: &str, used: Option<&str>| KeyLine {
            id: 1,
            name: "mine".to_owned(),
            purpose: purpose.to_owned(),
            until: "2027-03-12".to_owned(),
            used: used.map(str::to_owned),
        };
        let page = ProgramsPage {
            keys: vec![key("xfcc", None), key("api", Some("2026-03-12"))],
            secret: Some("abc".to_owned()),
            wrong: Some("wrong"),
            done: Some("done"),
        };
        is_made(language, "programs", &page);
    }
}
