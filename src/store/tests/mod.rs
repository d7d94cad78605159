//! The store against real files.

#[cfg(feature = "postgres")]
mod abreast;
mod ahead;
mod left;
mod letters;
mod looks;
mod measure;
mod older;
mod plans;
#[cfg(feature = "postgres")]
#[path = "../../../tests/it/cluster/postgres.rs"]
#[allow(dead_code, reason = "tests/it has use for all of it")]
mod postgres_server;
mod rows;
#[cfg(feature = "postgres")]
mod server;

use super::*;
use crate::address::Reach;
use crate::chess::{Side, Variant};
use crate::ids::{GameId, TournamentId};
use crate::language::Language;
use crate::record::{About, Cause, Entry, Event, Official};
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

pub(super) fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub(super) fn now() -> Instant {
    at("2026-01-10T12:00:00Z")
}

pub(super) struct Home {
    pub dir: tempfile::TempDir,
    pub store: Store,
}

impl Home {
    /// The file of its database.
    fn file(&self) -> &std::path::Path {
        self.store.place().file().unwrap()
    }
}

/// A home on the engine that the tests are run for: a schema of its own on the server that
/// the environment names, else a file.
pub(super) fn home() -> Home {
    let Some(server) = server() else {
        return home_in_file();
    };
    let dir = tempfile::tempdir().unwrap();
    let store = Store::create(Place::Server(server)).unwrap();
    Home { dir, store }
}

/// A home in a file, for what only a file has.
pub(super) fn home_in_file() -> Home {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::create(dir.path().join("postchess.db")).unwrap();
    Home { dir, store }
}

/// Without PostgreSQL there is none.
#[cfg(not(feature = "postgres"))]
pub(super) fn server() -> Option<Arc<Address>> {
    None
}

/// A schema without tables on the server of `POSTCHESS_TEST_SERVER`.
#[cfg(feature = "postgres")]
#[expect(
    clippy::disallowed_methods,
    reason = "how a test names its server to others"
)]
pub(super) fn server() -> Option<Arc<Address>> {
    let url = std::env::var("POSTCHESS_TEST_SERVER").ok()?;
    let url = postgres_server::schema(&url);
    Some(Arc::new(
        Address::new(&url, None, Encryption::None).unwrap(),
    ))
}

pub(super) fn player(n: u32) -> NewPlayer {
    NewPlayer {
        name: format!("Игрок {n}"),
        reach: Reach::Email(format!("Player{n}@Example.org")),
        postal: Vec::new(),
        language: if n.is_multiple_of(2) {
            Language::En
        } else {
            Language::Ru
        },
        rating: Some(2000 + n),
        federation: None,
    }
}

/// A round of pairs: players 1-2, 3-4, …
pub(super) fn pairs(code: &str, games: u32) -> NewTournament {
    NewTournament {
        facts: TournamentFacts {
            id: TournamentId(0),
            code: code.to_owned(),
            name: format!("Турнир {code}"),
            profile: Profile::Email,
            preset: None,
            regulations: Arc::new(Regulations::of(Profile::Email)),
            start: day("2026-01-10"),
            end: None,
            zone: Zone::parse("Europe/Moscow").unwrap(),
            language: Language::Ru,
            variant: Variant::Standard,
            arbiter: Official::new("Орлов П.", "td@club.example"),
            appeals: None,
            adjudicator: None,
            officials: Vec::new(),
            absences: Vec::new(),
            captains: Vec::new(),
            greetings: BTreeMap::new(),
        },
        file: "{}".to_owned(),
        players: (1..=games * 2).map(|n| (n, player(n))).collect(),
        games: (1..=games)
            .map(|n| NewGame {
                number: n,
                round: 1,
                board: n,
                white: 2 * n - 1,
                black: 2 * n,
                start_fen: None,
                terms: None,
            })
            .collect(),
    }
}

pub(super) fn add(home: &mut Home, code: &str, games: u32) -> TournamentId {
    home.store
        .write::<_, StoreError>(|tx| tx.tournament_add(&pairs(code, games), now()))
        .unwrap()
}

pub(super) fn entry(event: Event) -> Entry {
    Entry::new(now(), Cause::Tick, event).on("56.4.4")
}

pub(super) fn left(ply: u32, to: Side, left: Instant) -> Event {
    Event::LetterLeft {
        ply,
        about: About::Move,
        to,
        left,
        on_paper: false,
    }
}

pub(super) fn played(ply: u32, uci: &str, received: &str, sent: &str) -> Event {
    Event::MovePlayed {
        ply,
        uci: uci.to_owned(),
        received: day(received),
        sent: day(sent),
        sent_at: at(&format!("{sent}T10:00:00Z")),
        variant: false,
        to_the_second: false,
    }
}

pub(super) fn keep(tx: &Tx<'_>, key: &str, id: &str, bytes: &[u8]) -> crate::ids::InboundId {
    let letter = tx.letter_packed(bytes).unwrap();
    let arrived = Arrived {
        transport_key: Some(key),
        transport_mark: None,
        content_hash: hash(bytes),
        message_id: Some(id),
        from: "Player1@example.ORG",
        subject: "Re: [T/1]",
        arrived: now(),
        told: None,
        kind: "person",
        letter: &letter,
    };
    match tx.inbound_keep(&arrived, now()).unwrap() {
        Kept::New(id) => id,
        Kept::Known(id) => panic!("{id} is known"),
    }
}

/// Whom the letters of these tests go to.
static ANN: std::sync::LazyLock<Reach> = std::sync::LazyLock::new(|| "ann@example.org".into());

pub(super) fn letter<'a>(
    game: Option<GameId>,
    player: Option<crate::ids::PlayerId>,
    message_id: &'a str,
    bytes: &[u8],
) -> NewOutbound<'a> {
    NewOutbound {
        kind: "move",
        game,
        player,
        to: &ANN,
        subject: "[T/1] your move",
        message_id,
        reply_token: None,
        ply: Some(1),
        begins: None,
        not_before: now(),
        in_reply_to: None,
        passes_on: false,
        letter: Box::leak(Box::new(Press::default().letter(bytes).unwrap())),
    }
}
