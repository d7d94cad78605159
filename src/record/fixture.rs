//! Games for tests, built entry by entry.

use crate::chess::{BySide, Side, Variant};
use crate::clock::DaySpan;
use crate::ids::{EventId, GameId, GameName, LeaveId, PlayerId, TournamentId};
use crate::language::Language;
use crate::record::{
    About, Cause, Entry, Event, GameFacts, GameFile, GamePlayer, LeaveSpan, Official, Recorded,
};
use crate::request::LetterStyle;
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::sync::Arc;

pub fn d(text: &str) -> Day {
    Day::parse(text).unwrap()
}

/// Noon of a day, UTC.
pub fn noon(day: &str) -> Instant {
    Instant::parse(&format!("{day}T12:00:00Z")).unwrap()
}

pub fn player(id: i64, name: &str, start_number: u32, language: Language) -> GamePlayer {
    GamePlayer {
        id: PlayerId(id),
        name: name.to_owned(),
        reach: crate::address::Reach::Email(format!("p{id}@example.org")),
        has_postal: false,
        language,
        rating: None,
        style: LetterStyle::Full,
        wishes: crate::record::Wishes::default(),
        start_number,
    }
}

pub fn facts(number: u32, white: GamePlayer, black: GamePlayer) -> GameFacts {
    GameFacts {
        id: GameId(i64::from(number)),
        name: GameName {
            code: "RU26-01".to_owned(),
            number,
        },
        tournament: TournamentId(1),
        tournament_name: "Чемпионат клуба 2026".to_owned(),
        profile: Profile::Email,
        regulations: Arc::new(Regulations::of(Profile::Email)),
        round: 2,
        board: 1,
        players: BySide { white, black },
        arbiter: Official::new("Орлов П.", "td@club.example"),
        appeals: None,
        adjudicator: None,
        language: Language::Ru,
        variant: Variant::Standard,
        start_fen: None,
        start: d("2026-01-10"),
        end: None,
        zone: Zone::parse("Europe/Moscow").unwrap(),
    }
}

pub fn span(id: i64, from: &str, to: &str) -> LeaveSpan {
    LeaveSpan {
        id: LeaveId(id),
        days: DaySpan {
            from: d(from),
            to: d(to),
        },
    }
}

/// A record that grows; every entry one second after the last.
pub struct Record {
    pub entries: Vec<Recorded>,
    at: Instant,
}

impl Record {
    pub fn started(at: &str) -> Record {
        let mut record = Record {
            entries: Vec::new(),
            at: noon(at),
        };
        record.put(Event::Started, None, "");
        record
    }

    pub fn put(&mut self, event: Event, grounds: Option<&str>, note: &str) -> &mut Record {
        self.by(Cause::Tick, event, grounds, note)
    }

    pub fn by(
        &mut self,
        cause: Cause,
        event: Event,
        grounds: Option<&str>,
        note: &str,
    ) -> &mut Record {
        self.at = self.at.plus_seconds(1);
        let id = EventId(self.entries.len() as i64 + 1);
        let entry = Entry {
            at: self.at,
            event,
            grounds: grounds.map(str::to_owned),
            cause,
            note: note.to_owned(),
        };
        self.entries.push(Recorded { id, entry });
        self
    }

    pub fn at(&mut self, day: &str) -> &mut Record {
        self.at = noon(day);
        self
    }

    pub fn mv(&mut self, ply: u32, uci: &str, received: &str, sent: &str) -> &mut Record {
        self.at(sent);
        let event = Event::MovePlayed {
            ply,
            uci: uci.to_owned(),
            received: d(received),
            sent: d(sent),
            sent_at: noon(sent),
            variant: false,
            to_the_second: false,
        };
        self.put(event, None, "")
    }

    /// The letter with the last of `ply` half-moves leaves for a side.
    pub fn left(&mut self, ply: u32, to: Side, day: &str) -> &mut Record {
        self.at(day);
        let event = Event::LetterLeft {
            ply,
            about: About::Move,
            to,
            left: noon(day),
            on_paper: false,
        };
        self.by(Cause::Post, event, None, "")
    }

    pub fn game(&self, facts: GameFacts, leave: BySide<Vec<LeaveSpan>>) -> GameFile {
        GameFile::fold(Arc::new(facts), leave, self.entries.clone()).unwrap()
    }
}

/// The game of CONTRACT.md 7: White 7 days and 2 penalty days on three moves,
/// to move since 1 February.
pub fn contract_game() -> GameFile {
    let mut record = Record::started("2026-01-09");
    record
        .mv(1, "e2e4", "2026-01-10", "2026-01-12")
        .mv(2, "e7e5", "2026-01-13", "2026-01-14")
        .at("2026-01-16");
    record.put(
        Event::Faulty {
            ply: 3,
            fault: crate::record::FaultKind::Impossible,
            text: "2. 7173".to_owned(),
            received: d("2026-01-15"),
            sent: d("2026-01-16"),
            sent_at: noon("2026-01-16"),
            charged: Some(2),
            arrived: None,
        },
        Some("56.4.7"),
        "",
    );
    record.put(
        Event::penalty(Side::White, 2, 3),
        Some("56.4.7"),
        "impossible move",
    );
    record
        .mv(3, "g1f3", "2026-01-18", "2026-01-20")
        .mv(4, "b8c6", "2026-01-21", "2026-01-22")
        .mv(5, "f1b5", "2026-01-23", "2026-01-25")
        .mv(6, "a7a6", "2026-01-26", "2026-01-31");
    record.put(
        Event::DrawOffered {
            side: Side::Black,
            ply: 6,
        },
        Some("9.1.2.1"),
        "",
    );
    record.left(6, Side::White, "2026-01-31");
    let white = player(1, "Иванов Иван", 1, Language::Ru);
    let black = player(4, "Żółkiewski Łukasz", 4, Language::Pl);
    let leave = BySide {
        white: vec![
            span(7, "2026-07-01", "2026-07-14"),
            span(8, "2026-09-01", "2026-08-31"),
        ],
        black: vec![span(9, "2026-06-10", "2026-06-12")],
    };
    record.game(facts(3, white, black), leave)
}
