//! What an order did, wholly in each language.

use super::{is_in_its_language, others};
use crate::chess::Side;
use crate::ids::{EventId, GameName, LeaveId};
use crate::language::Language;
use crate::messages::fact;
use crate::orders::left::Left;
use crate::orders::outcome::ClockLeftRunning;
use crate::orders::outcome::{InGame, Outcome};
use crate::orders::replace::Replaced;
use crate::record::{Carrier, Event, ResultCode, Termination, Unfinished};
use crate::time::Day;
use crate::tournament::entries::EntryState;

fn in_games() -> Vec<InGame> {
    let day = || Day::new(2026, 5, 3).unwrap();
    let label = || "12... Nc6".to_owned();
    let (side, result) = (Side::White, ResultCode::Draw);
    let adjudicated = |is_final| InGame::Adjudicated { result, is_final };
    let running = ClockLeftRunning {
        side,
        since: day(),
        used: 2,
        flag: day(),
    };
    let voided = |running| InGame::Voided {
        label: label(),
        count: 3,
        running,
    };
    vec![
        InGame::Entered(Event::Ended {
            result,
            termination: Termination::Ruling,
        }),
        adjudicated(false),
        adjudicated(true),
        InGame::Entered(Event::OpinionGiven {
            side,
            result,
            text: String::new(),
            sent: day(),
            late: true,
        }),
        InGame::Entered(Event::ClockReset { side }),
        InGame::OverstepConfirmed { side, result },
        InGame::Entered(Event::ClaimRejected {
            side,
            bar_claims: false,
            day: day(),
            total: None,
            days: 0,
        }),
        InGame::Entered(Event::ClaimsBarred { side }),
        InGame::Entered(Event::CarrierSet {
            side,
            carrier: Carrier::Post,
            agreed: String::new(),
        }),
        InGame::ProtestDismissed { side, by: None },
        InGame::ComplaintDismissed { side },
        InGame::CardMatterDismissed { side },
        InGame::DeadPositionDismissed { side },
        InGame::Entered(Event::penalty(side, 2, 3)),
        InGame::Entered(Event::DatesSet {
            ply: 14,
            received: Some(day()),
            sent: None,
        }),
        InGame::MoveEntered {
            label: label(),
            received: day(),
            sent: day(),
        },
        voided(Some(running)),
        voided(None),
        InGame::Entered(Event::Paused {
            from: day(),
            whole: false,
        }),
        InGame::Resumed { turn: side },
        InGame::Reopened { turn: Some(side) },
        InGame::Reopened { turn: None },
        InGame::Revoked {
            decision: EventId(17),
            day: day(),
        },
    ]
}

fn all() -> Vec<Outcome> {
    let day = || Day::new(2026, 5, 3).unwrap();
    let (name, code) = (|| "Анна".to_owned(), || "Т26".to_owned());
    let left = |excluded, way, undecided: bool| {
        let game = GameName::parse("T26/3").unwrap();
        Outcome::Left(Left {
            name: name(),
            code: code(),
            excluded,
            finished: 3,
            scheduled: 9,
            counts: excluded,
            is_preset: !excluded,
            preset: "33.1",
            way,
            unfinished: if undecided { 6 } else { 0 },
            undecided: undecided.then_some(game).into_iter().collect(),
        })
    };
    let in_game = |what| Outcome::InGame {
        game: GameName::parse("T26/3").unwrap(),
        what,
    };
    let (games, decision) = (4, EventId(17));
    let (from, to) = (day(), day());
    let mut all: Vec<Outcome> = in_games().into_iter().map(in_game).collect();
    all.extend(EntryState::ALL.iter().map(|state| Outcome::EntryDecided {
        code: code(),
        entry: 3,
        name: name(),
        state: *state,
        outside: *state == EntryState::Admitted,
    }));
    all.extend([true, false].map(|is| Outcome::EntryTicked {
        code: code(),
        entry: 3,
        name: name(),
        seen: is,
        paid: !is,
    }));
    all.extend([
        Outcome::EntryErased {
            code: code(),
            entry: 3,
        },
        Outcome::EntriesClosed {
            code: code(),
            players: 5,
            games: 10,
        },
        Outcome::RevokedFor {
            decision,
            name: name(),
        },
        Outcome::LeaveGranted {
            name: name(),
            from,
            to,
            lost: vec![GameName::parse("T26/3").unwrap()],
        },
        Outcome::LeaveKept { name: name() },
        Outcome::LeaveCancelled {
            leave: LeaveId(7),
            name: name(),
            from,
            to,
        },
        Outcome::AccessLost {
            name: name(),
            since: from,
            until: to,
        },
        Outcome::AddressSet {
            name: name(),
            new: "–@–".to_owned(),
        },
        left(true, Unfinished::Lose, true),
        left(false, Unfinished::Adjudicate, true),
        left(false, Unfinished::Annul, true),
        left(false, Unfinished::Lose, false),
        Outcome::Replaced(Replaced {
            is: name(),
            was: "Олег".to_owned(),
            number: 4,
            code: code(),
            games: vec!["Т26/3".to_owned()],
            revokes: Some(decision),
            known: Some(Language::Ru),
            not: Some("Ганна".to_owned()),
        }),
        Outcome::PlaysOn {
            name: name(),
            code: code(),
        },
        Outcome::AllPaused {
            code: code(),
            games,
            day: from,
        },
        Outcome::AllResumed {
            code: code(),
            games,
            day: from,
        },
        Outcome::OutageMadeGood {
            code: code(),
            clocks: 4,
            games,
            from: "2026-01-10 15:04 +03:00".to_owned(),
            to: "2026-01-10 21:04 +03:00".to_owned(),
        },
        Outcome::RoundsOver {
            code: "26".to_owned(),
            rounds: 4,
        },
        Outcome::Compensated {
            code: code(),
            days: 12,
            games,
            from,
            to,
            most: 3,
        },
    ]);
    all
}

#[test]
fn what_an_order_did_is_told_wholly_in_the_language() {
    for outcome in all() {
        let english = outcome.said(Language::En);
        for language in others() {
            is_in_its_language(language, &outcome.said(language), &english);
        }
    }
}

#[test]
fn scripts_find_the_sentences_they_know() {
    let all: Vec<String> = all().iter().map(|o| o.said(Language::En)).collect();
    for known in [
        "T26/3: result 1/2-1/2",
        "T26/3: overstep of white confirmed: 1/2-1/2",
        "T26/3: penalty of 2 days to white",
        "T26/3: 12... Nc6 void, 3 half-moves in all; the time of white runs from 2026-05-03, 2 days of it used by now, the flag falls on 2026-05-03",
        "decision 17 of 2026-05-03 revoked in T26/3",
        "Анна leaves Т26: 3 of 9 games finished, they count for nobody (the preset of 33.1); 6 games to be adjudicated; an overstep of the partner was still being decided in T26/3",
        "Анна is excluded from Т26: 3 of 9 games finished, they count, other than the preset of 33.1; 6 games lost; an overstep of the partner was still being decided in T26/3",
    ] {
        assert!(all.iter().any(|said| said == known), "{known}: {all:#?}");
    }
}

#[test]
fn pieces_are_those_of_the_language() {
    let entered = in_games().into_iter().find_map(|what| match what {
        InGame::MoveEntered { .. } => Some(fact(Language::Ru, "in-game", &what)),
        _ => None,
    });
    assert_eq!(
        entered.as_deref(),
        Some("внесён ход 12... Кc6, получено 03.05.2026, отправлено 03.05.2026")
    );
}
