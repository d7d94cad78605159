//! Matters and what happened, wholly in each language.

use super::{is_in_its_language, others};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::ids::{EventId, GameName, InboundId};
use crate::language::Language;
use crate::record::Unheeded;
use crate::record::{LostLetter, ResultCode, UnheededReport};
use crate::report::matters::{Decides, Happened, HeardLetter, Strange};
use crate::report::words::matters::{name, told};
use crate::time::Day;

fn heard() -> Vec<HeardLetter> {
    let letter = |what: &[&str]| HeardLetter {
        side: Side::White,
        day: Day::new(2026, 5, 3).unwrap(),
        what: what.iter().map(|w| (*w).to_owned()).collect(),
    };
    vec![letter(&["leave", "arbiter"]), letter(&["not-understood"])]
}

/// One of each that can happen. A variant that is not here does not compile.
fn all() -> Vec<Happened> {
    let day = || Day::new(2026, 5, 3).unwrap();
    let name = || "Анна".to_owned();
    let strange = || Strange {
        count: 3,
        last: InboundId(7),
        day: day(),
    };
    let overstep = |claimed: bool| Happened::Overstep {
        side: Side::Black,
        total: 62,
        limit: 60,
        at_move: 8,
        flag: day(),
        undone: !claimed,
        claimed,
        no_mate: claimed,
        sealed: claimed,
        unsent: claimed,
    };
    let opinions = |awaited: bool| Happened::Opinions {
        of: Some([Some(ResultCode::Draw), None]),
        awaited,
        left: !awaited,
    };
    let unheeded = |why| {
        Happened::Unheeded(UnheededReport {
            letter: "9".to_owned(),
            name: name(),
            why,
            said: "550".to_owned(),
        })
    };
    let appeal = |decides: Option<&str>| Happened::Appeal {
        first: Some(ResultCode::White),
        decides: decides.map(str::to_owned),
    };
    let protest = |decides| Happened::Protest {
        side: Side::White,
        by: None,
        decision: EventId(17),
        decides,
        words: "–".to_owned(),
    };
    let hour = || "2026-05-03 12:00".to_owned();
    let doubt = |why| Happened::HourInDoubt {
        hour: hour(),
        against: hour(),
        why,
    };
    let all = vec![
        Happened::Words(String::new()),
        overstep(true),
        overstep(false),
        Happened::MayClaim {
            side: Side::White,
            total: 62,
            limit: 60,
            at_move: 8,
        },
        Happened::LateClaim,
        Happened::EntryApplied {
            number: 3,
            name: "–".to_owned(),
            rating: Some(1700),
            outside: true,
            unverified: true,
            free: false,
        },
        Happened::EntryApplied {
            number: 4,
            name: "–".to_owned(),
            rating: None,
            outside: false,
            unverified: false,
            free: true,
        },
        Happened::Paused,
        Happened::Silent {
            side: Side::Black,
            since: day(),
            repeated: vec![day()],
            leave: vec![(
                Side::White,
                DaySpan {
                    from: day(),
                    to: day(),
                },
            )],
            heard: Some(heard()),
            strangers: Some(strange()),
        },
        Happened::SilentInGames {
            games: vec![(GameName::parse("RU26/1").unwrap(), day())],
        },
        Happened::Elsewhere {
            name: name(),
            letters: strange(),
        },
        Happened::Strangers { letters: strange() },
        opinions(true),
        opinions(false),
        appeal(Some("Орлов")),
        appeal(None),
        protest(Decides::Arbiter),
        protest(Decides::Named("Орлов".to_owned())),
        protest(Decides::Another),
        Happened::DeadPosition {
            side: Side::White,
            words: "–".to_owned(),
        },
        Happened::Abuse {
            side: Side::White,
            words: "–".to_owned(),
            of: Some("–".to_owned()),
        },
        Happened::Slow {
            ply: 12,
            name: name(),
            stated: day(),
            counted: day(),
        },
        Happened::LetterLost(LostLetter {
            letter: "9".to_owned(),
            name: name(),
            why: "550".to_owned(),
            last: None,
        }),
        Happened::Undelivered {
            why: "550".to_owned(),
        },
        Happened::NotPosted {
            batch: 3,
            letters: 4,
        },
        Happened::NotPrinted { letters: 4 },
        unheeded(Unheeded::Unsigned),
        unheeded(Unheeded::Late),
        unheeded(Unheeded::Answered),
        unheeded(Unheeded::FlagFallen),
        unheeded(Unheeded::Already),
        Happened::Failing {
            name: name(),
            since: day(),
            count: 2,
        },
        Happened::LateLeave {
            name: name(),
            asked: DaySpan {
                from: day(),
                to: day(),
            },
            from: day(),
            to: day(),
            counts: true,
        },
        Happened::WithdrawalAsked {
            name: name(),
            day: day(),
        },
        Happened::AccessLost {
            name: name(),
            since: day(),
            until: day(),
        },
        Happened::PlayerReport {
            name: name(),
            due: day(),
            until: day(),
        },
        Happened::ToStart,
        Happened::RoundAstray { round: 2 },
        Happened::FieldAstray,
        Happened::RoundUnpaired { round: 5 },
        Happened::ReportDue,
        Happened::Forged {
            letter: InboundId(7),
            name: name(),
        },
        Happened::DateKept {
            side: Side::White,
            own: day(),
            confirmed: day().plus(3),
            most: 2,
        },
        Happened::DateUndecided {
            side: Side::Black,
            own: day(),
            confirmed: day().plus(3),
        },
        Happened::LeaveConfirmed {
            name: name(),
            from: day().plus(1),
            to: day().plus(9),
            own: day(),
            confirmed: day().plus(3),
        },
        Happened::Unconfirmed {
            count: 3,
            last: InboundId(7),
            name: name(),
        },
        Happened::AnswersStopped {
            limit: "limits.answers_per_day",
            name: name(),
        },
        doubt("back"),
        doubt("ahead"),
        doubt("server"),
        Happened::CardFault {
            side: Side::Black,
            fault: crate::cards::CardFault::WrongAddress,
            days: 5,
        },
        Happened::OpenDate {
            side: Side::White,
            ply: 7,
            date: crate::record::PartOfMove::Receipt,
            meanwhile: Day::new(2026, 3, 4).unwrap(),
        },
        Happened::LateRepeat {
            side: Side::White,
            days: 4,
        },
        Happened::NotGiven {
            letter: "7:12".to_owned(),
        },
        Happened::TooMany {
            count: 20,
            open: 21,
            hour: hour(),
        },
    ];
    for one in &all {
        match one {
            Happened::Words(_)
            | Happened::Overstep { .. }
            | Happened::MayClaim { .. }
            | Happened::LateClaim
            | Happened::EntryApplied { .. }
            | Happened::Paused
            | Happened::SilentInGames { .. }
            | Happened::Silent { .. }
            | Happened::Opinions { .. }
            | Happened::Appeal { .. }
            | Happened::Protest { .. }
            | Happened::DeadPosition { .. }
            | Happened::Abuse { .. }
            | Happened::Slow { .. }
            | Happened::CardFault { .. }
            | Happened::OpenDate { .. }
            | Happened::LateRepeat { .. }
            | Happened::LetterLost(_)
            | Happened::Unheeded(_)
            | Happened::Undelivered { .. }
            | Happened::NotPosted { .. }
            | Happened::NotPrinted { .. }
            | Happened::Failing { .. }
            | Happened::LateLeave { .. }
            | Happened::WithdrawalAsked { .. }
            | Happened::AccessLost { .. }
            | Happened::PlayerReport { .. }
            | Happened::ToStart
            | Happened::RoundAstray { .. }
            | Happened::FieldAstray
            | Happened::RoundUnpaired { .. }
            | Happened::ReportDue
            | Happened::Forged { .. }
            | Happened::DateKept { .. }
            | Happened::DateUndecided { .. }
            | Happened::LeaveConfirmed { .. }
            | Happened::Elsewhere { .. }
            | Happened::Strangers { .. }
            | Happened::Unconfirmed { .. }
            | Happened::AnswersStopped { .. }
            | Happened::HourInDoubt { .. }
            | Happened::NotGiven { .. }
            | Happened::TooMany { .. } => {}
        }
    }
    all
}

#[test]
fn what_happened_is_told_wholly_in_the_language() {
    for happened in all() {
        let english = told(Language::En, &happened);
        for language in others() {
            let text = told(language, &happened).replace("limits.answers_per_day", "");
            is_in_its_language(language, &text, &english);
        }
    }
}

#[test]
fn matters_have_names_in_every_language() {
    for what in [
        "overstep",
        "protest",
        "silence",
        "late-leave",
        "late-claim",
        "slow-transmission",
        "dates-apart",
        "letter-lost",
        "address-failing",
        "undelivered",
        "not-posted",
        "not-printed",
        "access-lost",
        "player-report",
        "withdrawal",
        "adjudication",
        "opinions",
        "opinion",
        "appeal",
        "paused",
        "dead-position",
        "abuse",
        "draw-claim",
        "sealed-move",
        "entry",
        "not-started",
        "round-astray",
        "field-astray",
        "round-unpaired",
        "official-report",
        "forged-letter",
        "unconfirmed",
        "other-address",
        "unknown-sender",
        "unheard",
        "report-unheeded",
        "answers-stopped",
        "hour-in-doubt",
        "letter-not-given",
        "card-fault",
        "open-date",
        "late-repeat",
        "late-confirmation",
    ] {
        let english = name(Language::En, what);
        for language in others() {
            is_in_its_language(language, &name(language, what), &english);
        }
    }
    assert_eq!(name(Language::Ru, "older-than-this"), "older than this");
}
