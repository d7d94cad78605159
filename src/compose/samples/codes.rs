//! Codes, and what waits for them.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{
    AddressTrouble, AskedFor, Body, CodeTerms, CodeTrouble, WaitingLetter,
};
use crate::ids::PlayerId;

/// Codes, and what waits for them.
pub(in crate::compose) fn codes() -> Vec<(Body, Needs)> {
    [asked(), challenges(), refused(), settled()].concat()
}

/// Questions that a code answers, and what is done without one.
fn asked() -> Vec<(Body, Needs)> {
    let games = || vec!["RU26-01/3".to_owned(), "RU26-01/12".to_owned()];
    let tournament = || "RU26-01".to_owned();
    vec![
        (Body::LetterDisowned, Needs::Nothing),
        (
            Body::NewAddressAsked {
                to: "white@club.example".to_owned(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::NewAddressWaits {
                new: "white@club.example".to_owned(),
                again: false,
            },
            Needs::Nothing,
        ),
        (
            Body::NewAddressWaits {
                new: "white@club.example".to_owned(),
                again: true,
            },
            Needs::Nothing,
        ),
        (
            Body::NewAddressRefused {
                new: "white@club.example".to_owned(),
            },
            Needs::Nothing,
        ),
        (
            Body::NewAddressLapsed {
                new: "white@club.example".to_owned(),
            },
            Needs::Nothing,
        ),
        (
            Body::AddressAsked {
                new: "white@club.example".to_owned(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalAsked {
                one_word: false,
                tournament: tournament(),
                games: games(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalAsked {
                one_word: true,
                tournament: tournament(),
                games: games(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalPassedOn {
                name: "Ann".to_owned(),
                tournament: tournament(),
                games: games(),
                command: "postchess td withdraw RU26-01:1 RU26-01 --games lose".to_owned(),
            },
            Needs::Nothing,
        ),
    ]
}

/// Letters that wait for a code: one that asks nothing, one with a move, several.
fn challenges() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    let asked = |what: &str, text: &str| AskedFor {
        received: (what == "move").then(start),
        what: what.to_owned(),
        game: Some("RU26-01/3".to_owned()),
        text: text.to_owned(),
    };
    let waiting = |asks: Vec<AskedFor>, elsewhere| WaitingLetter {
        more: asks.len() / 3,
        day: start().plus(60),
        at: "09:05".to_owned(),
        elsewhere,
        asks,
        terms: terms(),
    };
    for (letters, grave, more) in [
        (vec![waiting(Vec::new(), false)], Vec::new(), 0),
        (
            vec![waiting(vec![asked("move", "12. 5254")], false)],
            Vec::new(),
            0,
        ),
        (
            vec![
                waiting(
                    vec![asked("status", ""), asked("leave", "2026-07-01 2026-07-14")],
                    true,
                ),
                waiting(vec![asked("move", "12. 5254")], false),
            ],
            vec![waiting(vec![asked("resign", "")], false)],
            3,
        ),
    ] {
        for again in [false, true] {
            let body = Body::Challenge {
                again,
                letters: letters.clone(),
                grave: grave.clone(),
                more,
            };
            all.push((body, Needs::Either));
        }
    }
    all
}

/// Codes and addresses that were not taken.
fn refused() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for why in [
        CodeTrouble::Unknown,
        CodeTrouble::Expired,
        CodeTrouble::Used,
        CodeTrouble::Unclear,
        CodeTrouble::Aside,
        CodeTrouble::Copied,
        CodeTrouble::Beside,
        CodeTrouble::ListToken,
        CodeTrouble::NewAddress,
    ] {
        all.push((Body::CodeRefused { why }, Needs::Nothing));
    }
    for why in [
        AddressTrouble::Taken,
        AddressTrouble::Robot,
        AddressTrouble::Same,
        AddressTrouble::Malformed,
        AddressTrouble::Office,
    ] {
        all.push((Body::AddressRefused { why }, Needs::Nothing));
    }
    all
}

/// What came of it: a new address, a request that was dropped.
fn settled() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for (old, reason, had_password) in [
        (false, "", false),
        (true, "", true),
        (false, "A telephone call.", true),
    ] {
        let body = Body::AddressChanged {
            name: "Ann".to_owned(),
            player: PlayerId(1),
            old,
            ordered: false,
            reason: reason.to_owned(),
            had_password,
        };
        all.push((body, Needs::Nothing));
    }
    for withdrawal in [false, true] {
        all.push((Body::RequestDropped { withdrawal }, Needs::Nothing));
    }
    all
}

/// A code, and how long it serves.
fn terms() -> CodeTerms {
    CodeTerms {
        code: "K7HM4XPAWE".to_owned(),
        until: start().plus(63),
        at: "15:04".to_owned(),
        zone: "Europe/Moscow".to_owned(),
    }
}
