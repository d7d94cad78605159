//! A game with the adjudicator.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{Body, EnteredOpinion, OpinionFacts};
use crate::chess::Side;
use crate::record::AppealTrouble;

/// A game with the adjudicator.
pub(super) fn adjudications() -> Vec<(Body, Needs)> {
    let until = start().plus(74);
    let opinion = |side, result: &str, text: &str| OpinionFacts {
        side,
        result: result.to_owned(),
        text: text.to_owned(),
    };
    let analysis = "9. 6344 5544 10. 4544\n3254!?";
    let white = || opinion(Side::White, "1-0", analysis);
    let black = || opinion(Side::Black, "1/2-1/2", "");
    let command = || "postchess td adjudicate RU26-01/3 RESULT".to_owned();
    let mut all: Vec<Body> = Vec::new();
    for rules in [true, false] {
        all.push(Body::OpinionsAsked {
            end: start().plus(60),
            until,
            names_move: rules,
            equal_ends: rules,
        });
    }
    for (again, late, concedes) in [
        (false, false, false),
        (true, false, true),
        (false, true, false),
    ] {
        all.push(Body::OpinionTaken {
            opinion: white(),
            again,
            late,
            concedes,
            until: (!late).then_some(until),
            entered: (again || late).then(|| EnteredOpinion {
                sent: until,
                reason: if late {
                    "A telephone call.".to_owned()
                } else {
                    String::new()
                },
            }),
        });
    }
    for opinions in [vec![white(), black()], vec![black()], Vec::new()] {
        all.push(Body::OpinionsClosed {
            equal: opinions.is_empty(),
            opinions,
            command: command(),
        });
    }
    let named = || Some("Ann".to_owned());
    for (last, may_appeal) in [(false, true), (false, false), (true, false)] {
        for adjudicator in [named(), None] {
            all.push(Body::Adjudicated {
                result: "1/2-1/2".to_owned(),
                reason: "9. 6344? 4355!".to_owned(),
                last,
                may_appeal,
                until,
                adjudicator,
                opinions: vec![white(), black()],
            });
        }
    }
    for adjudicator in [named(), None] {
        all.push(Body::AppealTaken {
            side: Side::White,
            text: "9. 6344!".to_owned(),
            first: "1/2-1/2".to_owned(),
            reason: "9. 6344? 4355!".to_owned(),
            opinions: vec![white(), black()],
            adjudicator,
            command: command(),
        });
    }
    for why in [
        AppealTrouble::Late,
        AppealTrouble::NothingSent,
        AppealTrouble::Final,
    ] {
        let until = Some(until);
        all.push(Body::AppealRefused { why, until });
    }
    let with = |body| (body, Needs::AnyStart);
    all.into_iter().map(with).collect()
}
