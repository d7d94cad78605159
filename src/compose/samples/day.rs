//! The arbiter's day, and what became of his orders by letter.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{
    AccessChange, ArchiveHead, AskedFor, Body, BrowserHour, CodeTerms, OpenMatter, OrderOutcome,
    OrderResult, TodayComing, TodayMatter, WaitingLetter,
};
use crate::chess::Side;
use crate::time::Day;

/// The arbiter's day: one with everything in it, and one in which nothing waits.
pub(super) fn days() -> Vec<(Body, Needs)> {
    let matter = |settles: Option<Day>, console: Vec<String>| TodayMatter {
        comes_back: None,
        game: Some("RU26-01/3".to_owned()),
        what: "protest".to_owned(),
        article: "56.6.4".to_owned(),
        term: "14.03.2026".to_owned(),
        settles,
        about: "Ann – Orlov".to_owned(),
        note: "RU26-01".to_owned(),
        orders: match console.is_empty() {
            true => vec!["CONFIRM-FORFEIT RU26-01/3".to_owned()],
            false => Vec::new(),
        },
        console,
    };
    let coming = |game: Option<&str>, side| TodayComing {
        day: start().plus(80),
        game: game.map(str::to_owned),
        name: if game.is_some() { "Ann" } else { "" }.to_owned(),
        side,
        then: "RU26".to_owned(),
        article: "56.4.10".to_owned(),
    };
    let console = vec!["postchess outbox retry 7".to_owned()];
    let full = Body::Today {
        matters: vec![matter(None, Vec::new()), matter(None, console)],
        settling: vec![
            matter(Some(start().plus(81)), Vec::new()),
            TodayMatter {
                comes_back: Some(start().plus(82)),
                ..matter(None, Vec::new())
            },
        ],
        coming: vec![
            coming(Some("RU26-01/3"), Some(Side::White)),
            coming(None, None),
        ],
        more: 2,
        days: 7,
        strangers: 4,
        archive: Some(ArchiveHead {
            line: 1_234,
            head: "c0ffee".repeat(10),
        }),
    };
    let empty = Body::Today {
        matters: Vec::new(),
        settling: Vec::new(),
        coming: Vec::new(),
        more: 0,
        days: 7,
        strangers: 0,
        archive: None,
    };
    vec![(full, Needs::Nothing), (empty, Needs::Nothing)]
}

/// Orders by letter: each that may become of one, none, and the question whose they are.
pub(super) fn transcripts() -> Vec<(Body, Needs)> {
    let letters = || vec![("ruling".to_owned(), "Ann".to_owned())];
    let became = [
        OrderResult::Done {
            number: Some(123),
            what: "RU26-01/3: White exceeded the time".to_owned(),
            letters: letters(),
            shown: String::new(),
            released: 1,
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
        },
        OrderResult::Would {
            what: "RU26-01/3: White exceeded the time".to_owned(),
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
            asks: "RU26-01/3: 61/60".to_owned(),
            letters: letters(),
            shown: "RU26-01\n  show the games\n".to_owned(),
        },
        OrderResult::Asked {
            why: "RU26-01/3: 61/60".to_owned(),
            line: "PENALTY RU26-01/3 white 60 ANYWAY".to_owned(),
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
        },
        OrderResult::Proposed {
            writer: "Bert Baker".to_owned(),
            day: Some(start()),
            line: "PENALTY RU26-01/3 white 2 ANYWAY".to_owned(),
            asks: "RU26-01/3: 61/60".to_owned(),
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
        },
        OrderResult::Proposed {
            writer: "PENALTY RU26-01/3 white 2".to_owned(),
            day: None,
            line: "PENALTY RU26-01/3 white 2 ANYWAY".to_owned(),
            asks: String::new(),
            effect: String::new(),
        },
        OrderResult::GivenBack,
        OrderResult::NotUnderstood,
        OrderResult::Refused {
            why: "RU26-01/3: the time".to_owned(),
            usage: "CONFIRM-FORFEIT GAME".to_owned(),
            example: "CONFIRM-FORFEIT RU26-01/3".to_owned(),
        },
        OrderResult::NotYours {
            code: "RU26-02".to_owned(),
        },
        OrderResult::Before,
        OrderResult::Shown {
            text: "RU26-01\n  show the games\n".to_owned(),
        },
        OrderResult::TooMany,
    ];
    let lines = became.map(|became| OrderOutcome {
        read: "PENALTY RU26-01/3 white 2".to_owned(),
        reason: "the telephone call".to_owned(),
        became,
    });
    let terms = CodeTerms {
        code: "K7HM4XPAWE".to_owned(),
        until: start().plus(3),
        at: "15:04".to_owned(),
        zone: "Europe/Moscow".to_owned(),
    };
    vec![
        (
            Body::Transcript {
                lines: lines.to_vec(),
            },
            Needs::Nothing,
        ),
        (Body::Transcript { lines: Vec::new() }, Needs::Nothing),
        (
            Body::SignIn {
                link: "https://play.club.example/link/abc".to_owned(),
                code: "K7HM4XPA".to_owned(),
                asked: browser_hour(),
            },
            Needs::Nothing,
        ),
        (taken_letter(false), Needs::Nothing),
        (taken_letter(true), Needs::Nothing),
        (access(AccessChange::FirstPassword), Needs::Nothing),
        (access(AccessChange::NewPassword), Needs::Nothing),
        (access(AccessChange::NewProgram), Needs::Nothing),
        (access(AccessChange::NewBrowser), Needs::Nothing),
        (access(AccessChange::DeskSetUp), Needs::Nothing),
        (access(AccessChange::DeskBrowser), Needs::Nothing),
        (access(AccessChange::DeskCodes), Needs::Nothing),
        (access(AccessChange::Guesses), Needs::Nothing),
        (access(AccessChange::DeskGuesses), Needs::Nothing),
        (
            Body::Challenge {
                again: false,
                letters: vec![WaitingLetter {
                    more: 0,
                    day: start(),
                    at: "09:05".to_owned(),
                    elsewhere: false,
                    asks: vec![AskedFor {
                        what: "order".to_owned(),
                        game: None,
                        text: "PENALTY RU26-01/3 white 2".to_owned(),
                        received: None,
                    }],
                    terms,
                }],
                grave: Vec::new(),
                more: 0,
            },
            Needs::Nothing,
        ),
    ]
}

/// What is open, once a day: nothing, and some matters.
pub(super) fn digests() -> Vec<(Body, Needs)> {
    let told = [
        "forged-letter",
        "unconfirmed",
        "answers-stopped",
        "hour-in-doubt",
    ];
    let matters = told.map(|what| OpenMatter {
        game: Some("RU26-01/3".to_owned()),
        what: what.to_owned(),
        article: "56.6.3".to_owned(),
        until: Some(start().plus(80)),
        command: "postchess inbox show 7".to_owned(),
        note: "RU26-01".to_owned(),
    });
    [Vec::new(), matters.to_vec()]
        .map(|matters| (Body::Digest { matters }, Needs::Nothing))
        .to_vec()
}

fn taken_letter(came: bool) -> Body {
    Body::LetterTaken { day: start(), came }
}

fn access(change: AccessChange) -> Body {
    Body::AccessChanged {
        change,
        asked: browser_hour(),
    }
}

fn browser_hour() -> BrowserHour {
    BrowserHour {
        day: start(),
        at: "15:04".to_owned(),
        zone: "Europe/Moscow".to_owned(),
        browser: "Mozilla/5.0".to_owned(),
    }
}
