//! What a limit had held back, a player who needs a person, and letters that came back.

use super::Needs;
use super::game::start;
use crate::arbiter::notice::{Body, OfLetter, SaidBefore};
use crate::ids::{OutboundId, PlayerId};
use crate::record::{About, Unheeded};

/// What a limit had held back, and a player who needs a person.
pub(super) fn held_back() -> Vec<(Body, Needs)> {
    let together = |by: Option<&str>, more| Body::Together {
        by: by.map(str::to_owned),
        letters: vec![OfLetter {
            day: start().plus(3),
            game: Some("RU26-01/3".to_owned()),
        }],
        more,
    };
    let unheard = |cry, letters| Body::Unheard {
        name: "Ann".to_owned(),
        cry,
        letters: vec![
            SaidBefore {
                day: start().plus(3),
                text: "12. 5254".to_owned(),
            };
            letters
        ],
    };
    vec![
        (together(None, 0), Needs::Either),
        (together(Some("Ann"), 7), Needs::Either),
        (
            Body::Daily {
                games: vec!["RU26-01/3".to_owned()],
            },
            Needs::Either,
        ),
        (unheard(false, 1), Needs::Either),
        (unheard(false, 2), Needs::Either),
        (unheard(true, 1), Needs::Either),
    ]
}

/// A letter that came back, one that could not be handed over, what hangs on it,
/// and an address that fails.
pub(super) fn delivery_problems() -> Vec<(Body, Needs)> {
    let body = |letter: Option<i64>, about, left, failing| Body::DeliveryProblem {
        name: "Ann".to_owned(),
        player: PlayerId(1),
        letter: letter.map(OutboundId),
        about,
        left,
        diagnostic: "550 5.1.1".to_owned(),
        failing,
        unheeded: None,
        again: None,
        last: None,
    };
    let left = Some(start().plus(40));
    let mut all = vec![(body(None, None, None, Some(3)), Needs::Either)];
    for about in [
        About::Start,
        About::Move,
        About::Correction,
        About::Ruling,
        About::Notice,
    ] {
        for (left, failing) in [(left, None), (None, None), (left, Some(3))] {
            all.push((body(Some(81), Some(about), left, failing), Needs::Running));
        }
    }
    for why in Unheeded::ALL {
        let mut one = body(Some(81), Some(About::Move), left, None);
        if let Body::DeliveryProblem {
            unheeded, again, ..
        } = &mut one
        {
            (*unheeded, *again) = (Some(why), left);
        }
        all.push((one, Needs::Running));
    }
    for about in [About::Move, About::Ruling] {
        let mut one = body(Some(81), Some(about), left, None);
        if let Body::DeliveryProblem { last, again, .. } = &mut one {
            (*last, *again) = (Some(start().plus(50)), left);
        }
        all.push((one, Needs::Running));
    }
    let over = body(Some(81), Some(About::Start), left, None);
    all.push((over, Needs::Ended));
    all
}
