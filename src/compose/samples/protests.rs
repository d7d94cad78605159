//! Protests against decisions in force, and claims of a dead position.

use super::Needs;
use super::decisions::decisions;
use super::game::start;
use crate::arbiter::notice::{Body, ProtestTrouble, Protested};
use crate::chess::{BySide, Side};

/// Protests against decisions in force, and claims of a dead position.
pub(super) fn protests() -> Vec<(Body, Needs)> {
    let against = |decision| Protested {
        number: 123,
        day: start().plus(40),
        article: "53.3".to_owned(),
        reason: "A telephone call.".to_owned(),
        decision,
    };
    let text = || "A telephone call.".to_owned();
    let mut all = Vec::new();
    // A few of them: the other letters are much the same.
    for decision in decisions().into_iter().step_by(4) {
        for (appeals, first) in [
            (None, false),
            (None, true),
            (Some("Orlov".to_owned()), false),
        ] {
            let body = Body::RulingProtest {
                side: Side::Black,
                text: text(),
                against: against(Some(decision.clone())),
                by: appeals.is_none().then(|| "Новак Ева".to_owned()),
                appeals,
                first,
            };
            all.push((body, Needs::Running));
        }
    }
    for why in [
        ProtestTrouble::Late,
        ProtestTrouble::Pending,
        ProtestTrouble::Final,
    ] {
        let body = Body::ProtestRefused {
            why,
            against: against(None),
            received: start().plus(41),
            until: start().plus(55),
            sent: start().plus(56),
        };
        all.push((body, Needs::Running));
    }
    for (waits, can_mate) in [(false, true), (false, false), (true, true)] {
        let body = Body::DeadPositionClaimed {
            side: Side::White,
            text: text(),
            waits,
            can_mate: BySide {
                white: can_mate,
                black: true,
            },
        };
        all.push((body, Needs::Running));
    }
    for of in [None, Some(text())] {
        let body = Body::AbuseReported {
            side: Side::White,
            text: text(),
            of,
        };
        all.push((body, Needs::Running));
    }
    all
}
