//! Time that was exceeded, and what is said before and after.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{Body, OverstepFacts};
use crate::chess::Side;

/// Warnings of the robot, and those that a player asked for.
pub(super) fn warned() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for last_day in [false, true] {
        let body = Body::Reminder {
            left: if last_day { 0 } else { 4 },
            flag: start().plus(70),
            last_day,
            wished: false,
        };
        all.push((body, Needs::Running));
        let body = Body::Reminder {
            left: if last_day { 0 } else { 10 },
            flag: start().plus(70),
            last_day,
            wished: true,
        };
        all.push((body, Needs::Running));
    }
    all
}

/// What is said of a side that exceeded its time, or is said to have.
pub(super) fn of_side(side: Side) -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    all.push((Body::ForfeitEntered { side }, Needs::Running));
    all.push((Body::ForfeitAnnulled { side }, Needs::InGame));
    for over in [false, true] {
        let body = Body::DateUndecided {
            side,
            own: start().plus(59),
            confirmed: start().plus(62),
            flag: start().plus(60),
            over,
        };
        all.push((body, Needs::Running));
    }
    all.push((Body::Silence { days: 41, side }, Needs::Running));
    for (lost, claimed, no_mate, resets) in [
        (false, false, false, false),
        (true, true, false, false),
        (false, false, true, false),
        (false, true, false, true),
    ] {
        let body = Body::TimeForfeit {
            facts: overstep(side),
            lost,
            claimed,
            protest_days: 14,
            no_mate,
            resets,
        };
        all.push((body, Needs::Running));
    }
    for (late, barred) in [(false, false), (true, false), (false, true)] {
        let body = Body::ClaimRefused {
            facts: OverstepFacts {
                limit: 60,
                thinking: false,
                ..overstep(side)
            },
            late,
            barred,
        };
        all.push((body, Needs::Running));
    }
    let body = Body::SealedMove {
        side,
        text: "12. 5254".to_owned(),
    };
    all.push((body, Needs::Running));
    for in_time in [false, true] {
        let body = Body::Protest {
            side,
            text: "I sent it on the 3rd.\n\nFrom my son's computer.".to_owned(),
            in_time,
        };
        all.push((body, Needs::Running));
    }
    all
}

fn overstep(side: Side) -> OverstepFacts {
    OverstepFacts {
        side,
        at_move: 9,
        total: 63,
        limit: 60,
        flag: start().plus(90),
        thinking: true,
        since: Some(start().plus(66)),
        until: start().plus(93),
    }
}
