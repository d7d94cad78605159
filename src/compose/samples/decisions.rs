//! Decisions of the arbiter, of each kind.

use super::game::start;
use super::withdrawals::withdrawals;
use crate::arbiter::notice::NamedDecision;
use crate::chess::Side;
use crate::language::Language;
use crate::record::{Carrier, EnteredAs};

/// Every decision.
pub(super) fn decisions() -> Vec<NamedDecision> {
    [
        of_time(),
        of_leave(),
        of_game(),
        of_decisions(),
        withdrawals(),
    ]
    .concat()
}

/// Claims, days and dates.
fn of_time() -> Vec<NamedDecision> {
    let side = Side::White;
    let day = start().plus(70);
    vec![
        NamedDecision::ForfeitConfirmed { side },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: true,
            fine: 0,
        },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: false,
            fine: 5,
        },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: false,
            fine: 0,
        },
        NamedDecision::ClaimsBarred { side },
        NamedDecision::CarrierSet {
            side,
            carrier: Carrier::Post,
        },
        NamedDecision::CarrierSet {
            side,
            carrier: Carrier::Email,
        },
        penalised(5),
        penalised(-2),
        NamedDecision::DatesSet {
            ply: 12,
            received: Some(day),
            sent: None,
        },
        NamedDecision::DatesSet {
            ply: 12,
            received: None,
            sent: Some(day),
        },
    ]
}

/// Leave, and a player who cannot be reached.
fn of_leave() -> Vec<NamedDecision> {
    let day = start().plus(70);
    vec![
        NamedDecision::LeaveGranted {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::LeaveKept {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::Corrected {
            yours: true,
            was: entered_as("Ann", None),
            is: entered_as("Анна", Some(1950)),
        },
        NamedDecision::Corrected {
            yours: false,
            was: entered_as("Ann", None),
            is: entered_as("Ann", Some(1950)),
        },
        NamedDecision::OfficialAbsent {
            name: "Orlov".to_owned(),
            code: "RU26-01".to_owned(),
            days: (day, day.plus(7)),
            substitute: Some("Ann".to_owned()),
        },
        NamedDecision::OfficialAbsent {
            name: "Orlov".to_owned(),
            code: "RU26-01".to_owned(),
            days: (day, day.plus(7)),
            substitute: None,
        },
        NamedDecision::HandedOver {
            code: "RU26-01".to_owned(),
            tournament: "RU26-01".to_owned(),
            was: "Orlov".to_owned(),
            arbiter: "Ann".to_owned(),
            email: "td@club.example".to_owned(),
        },
        NamedDecision::Prolonged {
            code: "RU26-01".to_owned(),
            tournament: "RU26-01".to_owned(),
            was: day,
            end: day.plus(30),
        },
        NamedDecision::AccessLost {
            name: "Ann".to_owned(),
            since: day,
            until: day.plus(30),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::LeaveCancelled {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        postal(true),
        postal(false),
    ]
}

/// A player has moved: what he is told, and what his opponents are.
fn postal(yours: bool) -> NamedDecision {
    NamedDecision::PostalChanged {
        name: "Ann".to_owned(),
        yours,
        lines: vec!["ul. 3-4".to_owned(), "00-238".to_owned()],
    }
}

/// What a game is, and whether it goes on.
fn of_game() -> Vec<NamedDecision> {
    let side = Side::White;
    let day = start().plus(70);
    vec![
        NamedDecision::Result {
            result: "1-0".to_owned(),
        },
        NamedDecision::ClockReset { side },
        NamedDecision::MoveEntered {
            label: "7... Nf6".to_owned(),
            side: side.other(),
            received: day,
            sent: day.plus(2),
        },
        voided(1, false),
        voided(5, true),
        NamedDecision::Reopened {
            turn: side,
            paused: true,
        },
        NamedDecision::Reopened {
            turn: side,
            paused: false,
        },
        NamedDecision::Paused { from: day },
        NamedDecision::Resumed { turn: side },
    ]
}

/// Decisions about decisions and protests.
fn of_decisions() -> Vec<NamedDecision> {
    let side = Side::White;
    vec![
        revoked(None, false),
        revoked(Some(penalised(3)), false),
        revoked(Some(voided(3, false)), true),
        revoked(Some(revoked(None, false)), true),
        NamedDecision::Dismissed {
            by: Some("Новак Ева".to_owned()),
            side,
            protest: true,
            complaint: false,
            number: Some(123),
            is_final: true,
        },
        NamedDecision::Dismissed {
            by: None,
            side,
            protest: true,
            complaint: false,
            number: Some(123),
            is_final: false,
        },
        NamedDecision::Dismissed {
            by: None,
            side,
            protest: false,
            complaint: false,
            number: None,
            is_final: false,
        },
        NamedDecision::Dismissed {
            by: None,
            side,
            protest: false,
            complaint: true,
            number: None,
            is_final: false,
        },
        NamedDecision::Silence {
            side,
            days: 41,
            result: "0-1".to_owned(),
        },
    ]
}

fn voided(count: u32, reopened: bool) -> NamedDecision {
    let since = (!reopened).then(|| start().plus(60));
    NamedDecision::Voided {
        label: "7. Nf3".to_owned(),
        count,
        side: Side::White,
        since,
        reopened,
    }
}

fn entered_as(name: &str, rating: Option<u32>) -> EnteredAs {
    EnteredAs {
        name: name.to_owned(),
        language: Language::En,
        rating,
        federation: rating.map(|_| "UA".to_owned()),
    }
}

fn penalised(days: i64) -> NamedDecision {
    let side = Side::White;
    NamedDecision::Penalty { side, days }
}

fn revoked(what: Option<NamedDecision>, rests: bool) -> NamedDecision {
    NamedDecision::Revoked {
        number: 123,
        day: start().plus(66),
        is_final: what.is_none(),
        what: what.map(Box::new),
        rests,
        turn: Side::White,
    }
}
