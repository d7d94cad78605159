//! One body of each kind, and of each case that has words of its own.

use super::adjudication::adjudications;
use super::codes::codes;
use super::day::{days, digests, transcripts};
use super::delivery::{delivery_problems, held_back};
use super::game::start;
use super::leave::leaves;
use super::protests::protests;
use super::{Needs, moves, time};
use crate::arbiter::NoticeKind;
use crate::arbiter::Verdict;
use crate::arbiter::notice::{
    Body, CodeTerms, EntryLetter, EntryNews, EntryPerson, Membership, PartOutcome, Starter,
};
use crate::chess::Side;
use crate::ids::GameName;
use crate::tournament::Points;
use crate::tournament::announced::Announcement;
use crate::tournament::apart::Restriction;

/// One body of each kind, and of each case that has words of its own.
pub(super) fn bodies() -> Vec<(Body, Needs)> {
    [
        of_tournament(),
        adjudications(),
        moves::taken(),
        moves::refused(),
        moves::offered(),
        moves::repeated(),
        time::warned(),
        protests(),
        correspondence(),
        Side::BOTH.into_iter().flat_map(time::of_side).collect(),
        leaves(),
        codes(),
        held_back(),
        passed_on(),
        entries(),
        delivery_problems(),
        transcripts(),
        days(),
        digests(),
    ]
    .concat()
}

/// What is written to all of a tournament, and what answers a word of command.
fn of_tournament() -> Vec<(Body, Needs)> {
    vec![
        (start_body(), Needs::AnyStart),
        (taken_over(), Needs::Running),
        (Body::Result, Needs::Ended),
        (Body::Status { done: Vec::new() }, Needs::Nothing),
        (Body::Status { done: outcomes() }, Needs::Nothing),
        (Body::Report, Needs::Nothing),
        (
            Body::ReportAsked {
                code: "RU26-01".to_owned(),
                since: start(),
                until: start().plus(80),
            },
            Needs::Nothing,
        ),
        (
            Body::FinalTable {
                name: "RU26-01".to_owned(),
                code: "RU26-01".to_owned(),
                table: vec![
                    " 1   1   Ann   ×  1".to_owned(),
                    " 2   2   Ann   0  ×".to_owned(),
                ],
                due: start().plus(10),
            },
            Needs::Nothing,
        ),
        (round(None), Needs::Nothing),
        (round(Some(Points::ONE)), Needs::Nothing),
        (
            Body::MovedHere {
                is_dated: false,
                since: start(),
            },
            Needs::Running,
        ),
        (
            Body::MovedHere {
                is_dated: true,
                since: start(),
            },
            Needs::Running,
        ),
        (
            Body::Circular {
                code: "RU26-01".to_owned(),
                name: "RU26-01".to_owned(),
                from: "Ann".to_owned(),
                subject: String::new(),
                text: "Ann".to_owned(),
                readers: 12,
            },
            Needs::Nothing,
        ),
        (
            Body::Circular {
                code: "RU26-01".to_owned(),
                name: "RU26-01".to_owned(),
                from: "Ann".to_owned(),
                subject: "RU26-01".to_owned(),
                text: "Ann".to_owned(),
                readers: 12,
            },
            Needs::Nothing,
        ),
        (
            Body::LateEntry {
                code: "RU26-01".to_owned(),
                name: "RU26-01".to_owned(),
                number: 9,
            },
            Needs::Nothing,
        ),
        (
            Body::LineUp {
                code: "RU26-01".to_owned(),
                name: "RU26-01".to_owned(),
                team: "Ann".to_owned(),
                round: 3,
                boards: vec!["1. 4 Ann".to_owned(), "2. 7 Ann".to_owned()],
            },
            Needs::Nothing,
        ),
        (
            Body::CaptainNamed {
                code: "RU26-01".to_owned(),
                name: "RU26-01".to_owned(),
                team: "Ann".to_owned(),
                captain: "Ann".to_owned(),
            },
            Needs::Nothing,
        ),
        (stage(0, true), Needs::Nothing),
        (stage(1, true), Needs::Nothing),
        (stage(1, false), Needs::Nothing),
        (unmade(&["RU26-A:2 Ann", "RU26-A:5 Ann"]), Needs::Nothing),
        (unmade(&[]), Needs::Nothing),
        (Body::Help, Needs::Either),
    ]
}

/// Where an entry stands: all that can be new of it.
fn entries() -> Vec<(Body, Needs)> {
    let terms = CodeTerms {
        code: "K7M2QX".to_owned(),
        until: start().plus(3),
        at: "09:00".to_owned(),
        zone: "Europe/Moscow".to_owned(),
    };
    let letter = |news, full: bool| EntryLetter {
        news,
        code: "RU26-01".to_owned(),
        name: "RU26-01".to_owned(),
        start: start(),
        until: full.then(start),
        fee: if full { "500" } else { "" }.to_owned(),
        number: 3,
        person: EntryPerson {
            name: "Ann".to_owned(),
            rating: full.then_some(2000),
            federation: full.then(|| "Ann".to_owned()),
            title: full.then(|| "Ann".to_owned()),
            birth: full.then(|| "1990-02-01".to_owned()),
        },
        terms: (news == EntryNews::Asked).then(|| terms.clone()),
        place: 2,
        reason: if full { "12" } else { "" }.to_owned(),
    };
    let all = [
        EntryNews::Asked,
        EntryNews::Taken,
        EntryNews::Already,
        EntryNews::Admitted,
        EntryNews::Waiting,
        EntryNews::MovedUp,
        EntryNews::Refused,
        EntryNews::Withdrawn,
        EntryNews::Closed,
        EntryNews::Begun,
        EntryNews::NotOpen,
    ];
    let both = |news| [true, false].map(|full| letter(news, full));
    let all = all.into_iter().flat_map(both);
    all.map(|letter| (Body::Entry(letter), Needs::Nothing))
        .collect()
}

/// Who plays in a stage.
fn stage(place: u32, is_in: bool) -> Body {
    Body::StageField {
        code: "RU26-F".to_owned(),
        name: "RU26-F".to_owned(),
        begins: (place > 0).then(start),
        field: vec!["1. Ann – RU26-A (1)".to_owned()],
        sources: vec!["RU26-A".to_owned()],
        stage: "RU26-A".to_owned(),
        place,
        is_in,
    }
}

/// A stage whose field cannot be made.
fn unmade(level: &[&str]) -> Body {
    Body::StageUnmade {
        code: "RU26-F".to_owned(),
        name: "RU26-F".to_owned(),
        stage: "RU26-A".to_owned(),
        level: level.iter().map(|line| (*line).to_owned()).collect(),
    }
}

/// A round that was paired.
fn round(bye: Option<Points>) -> Body {
    Body::Round {
        code: "RU26-01".to_owned(),
        name: "RU26-01".to_owned(),
        round: 2,
        start: start(),
        end: Some(start().plus(300)),
        boards: vec!["RU26-01/3. Ann – Ann".to_owned()],
        bye,
        announced: bye.map(|_| announced()).unwrap_or_default(),
        not_apart: match bye {
            Some(_) => Vec::new(),
            None => vec!["1 Ann – 3 Ann".to_owned()],
        },
    }
}

/// The letters of a game, sent to whom they concern.
fn correspondence() -> Vec<(Body, Needs)> {
    let mut all = Vec::new();
    for (count, left_out) in [(12, 0), (1, 7)] {
        let body = Body::Correspondence {
            letters: String::new(),
            count,
            left_out,
        };
        all.push((body, Needs::AnyStart));
    }
    all
}

/// A letter passed on to the arbiter, and one of which he gets a copy.
fn passed_on() -> Vec<(Body, Needs)> {
    vec![
        (
            Body::ToArbiter {
                name: "Ann".to_owned(),
                text: "Is the match on?".to_owned(),
                game: Some("RU26-01/3".to_owned()),
                of: Membership::Plays,
            },
            Needs::Either,
        ),
        (
            Body::ToArbiter {
                name: "Ann".to_owned(),
                text: "Is the match on?".to_owned(),
                game: None,
                of: Membership::Withdrawn,
            },
            Needs::Either,
        ),
        (
            Body::ToArbiter {
                name: "Ann".to_owned(),
                text: "Is the match on?".to_owned(),
                game: None,
                of: Membership::GamesOver,
            },
            Needs::Either,
        ),
        (
            Body::FromCaptain {
                name: "Ann".to_owned(),
                text: "12. 5254!".to_owned(),
                game: "RU26-01/3".to_owned(),
            },
            Needs::Either,
        ),
        (
            Body::ToCaptain {
                name: "Ann".to_owned(),
                text: "12. 5254?".to_owned(),
                game: "RU26-01/3".to_owned(),
            },
            Needs::Either,
        ),
        (
            Body::Copied {
                beside: NoticeKind::Digest,
                name: "Ann".to_owned(),
                text: "12. 5254".to_owned(),
            },
            Needs::Running,
        ),
    ]
}

/// The first letter of a tournament, to number 1.
fn start_body() -> Body {
    let starter = |number: u32, name: &str, federation: Option<&str>, games: &[(u32, Side)]| {
        let game = |(number, side): &(u32, Side)| {
            let name = GameName {
                code: "RU26-01".to_owned(),
                number: *number,
            };
            (name, *side)
        };
        Starter {
            number,
            name: name.to_owned(),
            rating: (number != 3).then_some(2000 + number),
            federation: federation.map(str::to_owned),
            reader: number == 1,
            games: games.iter().map(game).collect(),
        }
    };
    Body::Start {
        invitation: Some("https://play.club.example/invitation/12-20000-abc".to_owned()),
        games: 3,
        list: vec![
            starter(1, "Иванов Иван", Some("РУС"), &[]),
            starter(2, "Петров Пётр", Some("УКР"), &[(3, Side::White)]),
            starter(3, "Новак Ева", None, &[(5, Side::Black)]),
            starter(
                4,
                "Гай Філіп",
                Some("УКР"),
                &[(1, Side::White), (8, Side::Black)],
            ),
        ],
        from: None,
        announced: announced(),
        away: vec![
            (start().plus(20), start().plus(27)),
            (start().plus(40), start().plus(40)),
        ],
    }
}

/// What is told of the pairing (31.7 to 31.9).
fn announced() -> Vec<Announcement> {
    vec![
        Announcement::RoundByRound { swiss: true },
        Announcement::Apart(Restriction {
            names: Vec::new(),
            teams: false,
            from_round: 2,
            strict: false,
        }),
    ]
}

/// A game that another has begun.
fn taken_over() -> Body {
    Body::Start {
        invitation: None,
        games: 1,
        list: Vec::new(),
        from: Some("Новак Ева".to_owned()),
        announced: Vec::new(),
        away: Vec::new(),
    }
}

fn outcomes() -> Vec<PartOutcome> {
    [
        Verdict::Move,
        Verdict::MoveRejected,
        Verdict::Held,
        Verdict::Command,
        Verdict::Duplicate,
        Verdict::NotUnderstood,
    ]
    .into_iter()
    .map(|verdict| PartOutcome {
        game: "RU26-01/3".to_owned(),
        verdict,
        moved: (verdict == Verdict::Move).then(|| "12... 5755".to_owned()),
    })
    .collect()
}
