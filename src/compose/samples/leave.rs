//! Leave that was taken, announced, cancelled or over.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{Body, LeaveEndOutcome, LeaveOutcome};

/// Leave in every state, to who takes it and to whom it concerns.
pub(super) fn leaves() -> Vec<(Body, Needs)> {
    let span = (start().plus(100), start().plus(120));
    let outcome = |taken, over, late_from| LeaveOutcome {
        code: "RU26-01".to_owned(),
        taken,
        standing: Vec::new(),
        over,
        beyond: match over {
            0 => Vec::new(),
            _ => vec![span, (span.1.plus(5), span.1.plus(5))],
        },
        years: vec![(2026, 21, 30), (2027, 1, 30)],
        late_from,
        outside: Vec::new(),
    };
    let mut all = vec![Body::LeaveTaken {
        asked: span,
        outcomes: vec![
            outcome(Some(span), 0, None),
            outcome(None, 21, None),
            outcome(Some(span), 1, Some(span.0)),
            outcome(None, 5, Some(span.0)),
            LeaveOutcome {
                standing: vec![span, (start().plus(130), start().plus(134))],
                ..outcome(None, 0, None)
            },
            LeaveOutcome {
                outside: vec![(span.1.plus(1), span.1.plus(9))],
                ..outcome(Some(span), 0, None)
            },
        ],
    }];
    for flag in [false, true] {
        all.push(Body::LeaveEnded {
            playing: span.1,
            cancelled: flag,
            returned: 5,
            each: ["RU26-01", "RU26-02"]
                .map(|code| LeaveEndOutcome {
                    code: code.to_owned(),
                    playing: span.1,
                    cancelled: flag || code == "RU26-02",
                    returned: 5,
                })
                .to_vec(),
        });
        for (days, late) in [(span, false), ((span.1, span.0), false), (span, true)] {
            all.push(Body::LeaveAnnounced {
                name: "Ann".to_owned(),
                days,
                more: match flag {
                    true => Vec::new(),
                    false => vec![(span.1.plus(10), span.1.plus(12))],
                },
                code: "RU26-01".to_owned(),
                ended: flag,
                late,
            });
        }
    }
    all.into_iter().map(|body| (body, Needs::Either)).collect()
}
