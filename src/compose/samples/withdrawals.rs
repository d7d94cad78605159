//! Decisions about a whole tournament: who leaves, who takes over, who is given days.

use super::game::start;
use crate::arbiter::notice::{
    DatesGiven, GameFate, HandedOver, HoursTold, NamedDecision, ReplacementReader,
};
use crate::chess::Side;
use crate::record::Unfinished;

/// To the one who leaves, to a partner, to the arbiter; the three ways.
pub(super) fn withdrawals() -> Vec<NamedDecision> {
    let fate = |game: &str, result: Option<&str>| GameFate {
        game: game.to_owned(),
        white: "Ann".to_owned(),
        black: "Ґонґадзе".to_owned(),
        result: result.map(str::to_owned),
    };
    let mut all = Vec::new();
    for (way, results) in [
        (Unfinished::Lose, [Some("0-1"), Some("+/-")]),
        (Unfinished::Adjudicate, [None, None]),
        (Unfinished::Annul, [Some("*"), Some("*")]),
    ] {
        for (yours, counts, excluded) in [(true, true, false), (false, false, true)] {
            all.push(NamedDecision::Withdrawn {
                name: "Ann".to_owned(),
                code: "RU26-01".to_owned(),
                yours,
                way,
                counts,
                preset: if counts { "33.2" } else { "33.1" }.to_owned(),
                finished: 3,
                scheduled: 6,
                excluded,
                games: vec![fate("RU26-01/3", results[0]), fate("RU26-01/7", results[1])],
            });
        }
    }
    let handed = |game: &str| HandedOver {
        game: game.to_owned(),
        white: "Новак Ева".to_owned(),
        black: "Ґонґадзе".to_owned(),
    };
    for (reader, revokes) in [
        (ReplacementReader::Leaves, None),
        (ReplacementReader::Takes, Some((123, start().plus(60)))),
        (ReplacementReader::Other, None),
    ] {
        all.push(NamedDecision::Replaced {
            code: "RU26-01".to_owned(),
            number: 4,
            name: "Ann".to_owned(),
            by: "Новак Ева".to_owned(),
            reader,
            revokes,
            games: vec![handed("RU26-01/3"), handed("RU26-01/7")],
        });
    }
    let given = |side, yours, flag| DatesGiven {
        game: "RU26-01/3".to_owned(),
        white: "Ann".to_owned(),
        black: "Ґонґадзе".to_owned(),
        side,
        yours,
        days: 3,
        dates: vec![
            (start(), start().plus(1)),
            (start().plus(4), start().plus(4)),
        ],
        hours: Vec::new(),
        total: 12,
        flag,
    };
    all.push(NamedDecision::Compensated {
        code: "RU26-01".to_owned(),
        window: (start(), start().plus(4)),
        hours: None,
        games: vec![
            given(Side::White, true, Some(start().plus(60))),
            given(Side::Black, false, None),
        ],
    });
    let night = HoursTold {
        from: "2026-01-10 21:00 +03:00".to_owned(),
        until: "2026-01-11 04:30 +03:00".to_owned(),
    };
    all.push(NamedDecision::Compensated {
        code: "RU26-01".to_owned(),
        window: (start(), start().plus(1)),
        hours: Some(night.clone()),
        games: vec![DatesGiven {
            days: 0,
            dates: Vec::new(),
            hours: vec![night],
            ..given(Side::White, true, Some(start().plus(61)))
        }],
    });
    for resumes in [false, true] {
        all.push(NamedDecision::TournamentPaused {
            code: "RU26-01".to_owned(),
            resumes,
            day: start().plus(7),
            games: vec!["RU26-01/3".to_owned(), "RU26-01/7".to_owned()],
        });
    }
    for rests in [false, true] {
        all.push(NamedDecision::PassRevoked {
            day: start().plus(66),
            rests,
            turn: Side::White,
        });
    }
    all.push(NamedDecision::Redated {
        day: start().plus(66),
    });
    if let Some(NamedDecision::Withdrawn { games, .. }) = all.first_mut() {
        games.clear();
    }
    all
}
