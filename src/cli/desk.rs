//! What most commands need: the home, its configuration, its database, the hour.

use super::args::Global;
use crate::config::Config;
use crate::error::Failure;
use crate::ids::PlayerRef;
use crate::ids::{GameId, GameName};
use crate::robot::{Home, Robot};
use crate::store::{PlayerRow, Store};
use crate::time::Instant;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// An open home.
pub struct OpenHome {
    /// Where it is.
    pub home: Home,
    /// Its configuration.
    pub config: Config,
    /// Its database.
    pub store: Store,
    /// The hour.
    pub now: Instant,
    /// The hour was given: a rehearsal.
    pub rehearsed: bool,
}

/// The home a command line means.
pub fn home_of(global: &Global) -> Home {
    Home::at(global.home.clone().unwrap_or_else(|| PathBuf::from(".")))
}

/// The hour a command line means: the only place that asks the system's clock.
pub fn hour(global: &Global) -> Instant {
    global.now.unwrap_or_else(|| {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the clock"
        )]
        let now = SystemTime::now();
        let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Instant::from_unix(i64::try_from(seconds).unwrap_or(0))
    })
}

impl OpenHome {
    /// Opens the home a command line means.
    pub fn open(global: &Global) -> Result<OpenHome, Failure> {
        OpenHome::open_with(global, &global.set)
    }

    /// The same with other settings than `--set` gives.
    pub fn open_with(global: &Global, sets: &[(String, String)]) -> Result<OpenHome, Failure> {
        let home = home_of(global);
        let config = Config::load(home.root(), sets)?;
        OpenHome::configured(global, config)
    }

    /// The same by a configuration that was read.
    pub fn configured(global: &Global, config: Config) -> Result<OpenHome, Failure> {
        let home = home_of(global).by(&config)?;
        let store = Store::open(home.database())?;
        Ok(OpenHome {
            config,
            store,
            now: hour(global),
            rehearsed: global.now.is_some(),
            home,
        })
    }

    /// The robot of this home. It takes the lock for what it writes, and never around
    /// a network.
    pub fn robot(self) -> Result<Robot, Failure> {
        Robot::new(self.home, self.config, self.store, self.now, self.rehearsed)
    }

    /// The game a text names.
    pub fn game(&self, text: &str) -> Result<GameId, Failure> {
        let name = game_name(text)?;
        self.store
            .read()
            .game_find(&name)?
            .ok_or_else(|| Failure::missing(format!("there is no game {name}")))
    }

    /// The player a text names: number, address, or CODE:START-NUMBER.
    pub fn player(&self, text: &str) -> Result<PlayerRow, Failure> {
        let missing = || {
            Failure::missing(format!("there is no player {text}"))
                .hint("name a player by number, address, or CODE:START-NUMBER")
        };
        let reference = PlayerRef::parse(text).ok_or_else(missing)?;
        self.store
            .read()
            .player_find(&reference)?
            .ok_or_else(missing)
    }
}

/// A game's name as typed.
pub fn game_name(text: &str) -> Result<GameName, Failure> {
    GameName::parse(text).ok_or_else(|| {
        Failure::missing(format!("'{text}' names no game")).hint("a game is named CODE/N")
    })
}
