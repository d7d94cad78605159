//! The game that the samples are written about: an old Italian between two made-up players.

use crate::chess::{BySide, Side, Variant};
use crate::clock::DaySpan;
use crate::ids::{EventId, GameId, GameName, LeaveId, PlayerId, TournamentId};
use crate::language::Language;
use crate::messages::letters;
use crate::record::{
    About, Cause, Entry, Event, FaultKind, GameFacts, GameFile, GamePlayer, LeaveSpan, Official,
    RecordError, Recorded, Wishes,
};
use crate::request::LetterStyle;
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::sync::Arc;

/// Half-moves of the sample game, UCI: an old Italian.
pub(super) const MOVES: [&str; 16] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4",
    "b1c3", "f6e4", "e1g1", "b4c3",
];

/// The day on which the sample game starts.
pub fn start() -> Day {
    Day::new(2026, 1, 10).unwrap_or_else(|| Zone::utc().day(Instant::from_unix(0)))
}

/// Noon (UTC) of the n-th day of the sample game.
pub(super) fn at(days: i64) -> Instant {
    Zone::utc()
        .begins(start())
        .plus_seconds(days * 86_400 + 43_200)
}

/// A made-up name, as the catalogue has it.
fn made_up(language: Language, key: &str) -> String {
    letters::said(language, key).unwrap_or(key).to_owned()
}

/// The sample players, with names of their language.
pub fn player(language: Language, side: Side) -> GamePlayer {
    let (id, name, email, number) = match side {
        Side::White => (1, "sample.white", "white@example.org", 1),
        Side::Black => (2, "sample.black", "black@example.org", 2),
    };
    GamePlayer {
        id: PlayerId(id),
        name: made_up(language, name),
        reach: email.into(),
        has_postal: false,
        language,
        rating: (side == Side::White).then_some(2150),
        style: LetterStyle::Full,
        wishes: Wishes::default(),
        start_number: number,
    }
}

/// A sample game of some half-moves, with further events after them.
///
/// # Errors
///
/// Entries that do not fit; there are none.
pub fn game(language: Language, plies: usize, more: &[Event]) -> Result<GameFile, RecordError> {
    let facts = GameFacts {
        id: GameId(1),
        name: GameName {
            code: "RU26-01".to_owned(),
            number: 3,
        },
        tournament: TournamentId(1),
        tournament_name: made_up(language, "sample.tournament"),
        profile: Profile::Email,
        regulations: Arc::new(Regulations::of(Profile::Email)),
        round: 2,
        board: 1,
        players: BySide {
            white: player(language, Side::White),
            black: player(language, Side::Black),
        },
        arbiter: Official::new("Orlov", "td@club.example"),
        appeals: None,
        adjudicator: None,
        language,
        variant: Variant::Standard,
        start_fen: None,
        start: start(),
        end: None,
        zone: Zone::parse("Europe/Moscow").unwrap_or_else(Zone::utc),
    };
    let leave = BySide {
        white: Vec::new(),
        black: vec![LeaveSpan {
            id: LeaveId(7),
            days: DaySpan {
                from: start().plus(10),
                to: start().plus(14),
            },
        }],
    };
    GameFile::fold(Arc::new(facts), leave, entries(plies, more))
}

/// The record: each move three days after the last letter, a fault before the fourth.
fn entries(plies: usize, more: &[Event]) -> Vec<Recorded> {
    let mut events = vec![
        Event::Started,
        Event::LetterLeft {
            ply: 0,
            about: About::Start,
            to: Side::White,
            left: at(-3),
            on_paper: false,
        },
    ];
    let mut day = 0;
    for (ply, uci) in (1u32..).zip(MOVES.iter().take(plies)) {
        let side = if ply % 2 == 1 {
            Side::White
        } else {
            Side::Black
        };
        let received = start().plus(day);
        if ply == 7 {
            events.push(Event::Faulty {
                ply,
                fault: FaultKind::Impossible,
                text: "6167".to_owned(),
                received,
                sent: received.plus(1),
                sent_at: at(day + 1),
                charged: Some(2),
                arrived: None,
            });
            events.push(Event::penalty(side, 2, ply));
            day += 2;
        }
        let received = start().plus(day);
        day += 3;
        events.push(Event::MovePlayed {
            ply,
            uci: (*uci).to_owned(),
            received,
            sent: start().plus(day),
            sent_at: at(day),
            variant: false,
            to_the_second: false,
        });
        events.push(Event::LetterLeft {
            ply,
            about: About::Move,
            to: side.other(),
            left: at(day),
            on_paper: false,
        });
        day += 1;
    }
    events.extend(more.iter().cloned());
    events
        .into_iter()
        .zip(1..)
        .map(|(event, id)| {
            let article = crate::rules::Article::FaultPenalty.number(Profile::Email);
            let penalty = matches!(event, Event::Penalty { .. });
            let entry = Entry::new(at(0), Cause::Tick, event);
            let entry = if penalty { entry.on(article) } else { entry };
            let id = EventId(id);
            Recorded { id, entry }
        })
        .collect()
}
