//! What a game is, apart from what happens in it.

use super::wishes::Wishes;
use crate::address::Reach;
use crate::chess::{BySide, Variant};
use crate::ids::{GameId, GameName, PlayerId, TournamentId};
use crate::language::Language;
use crate::request::LetterStyle;
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Zone};
use crate::tournament::file::Official;
use serde::Serialize;
use std::sync::Arc;

/// A player, as far as his games and letters need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePlayer {
    /// Number in this home.
    pub id: PlayerId,
    /// Name, as entered.
    pub name: String,
    /// The registered address, or that he is reached by post alone. His postal address is
    /// no part of a game.
    #[serde(rename = "email")]
    pub reach: Reach,
    /// His postal address is known in this home.
    #[serde(skip)]
    pub has_postal: bool,
    /// The language his letters are written in.
    pub language: Language,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Style of his letters.
    pub style: LetterStyle,
    /// What he wishes of them.
    pub wishes: Wishes,
    /// Starting number in the tournament.
    pub start_number: u32,
}

/// What a game is: nothing here changes by play.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFacts {
    /// Number in this home.
    pub id: GameId,
    /// `CODE/N`.
    pub name: GameName,
    /// The tournament.
    pub tournament: TournamentId,
    /// The tournament's name.
    pub tournament_name: String,
    /// The article it is played by.
    pub profile: Profile,
    /// Its regulations.
    pub regulations: Arc<Regulations>,
    /// The round, from 1.
    pub round: u32,
    /// The board in the round, from 1.
    pub board: u32,
    /// Who plays.
    pub players: BySide<GamePlayer>,
    /// The tournament's arbiter.
    pub arbiter: Official,
    /// Who decides protests against the arbiter, where the tournament names one (54.1.4).
    pub appeals: Option<Official>,
    /// Who adjudicates a second time, where the tournament names one (56.9.10).
    pub adjudicator: Option<Official>,
    /// The tournament's language.
    pub language: Language,
    /// The rules.
    pub variant: Variant,
    /// The start position, where it is not the usual one.
    pub start_fen: Option<String>,
    /// The official start.
    pub start: Day,
    /// The end, after which unfinished games are adjudicated.
    pub end: Option<Day>,
    /// The zone whose dates count.
    pub zone: Zone,
}

impl GameFacts {
    /// Whether moves, and what ends the game, are made on the board of the server alone
    /// (54.2.1), once its address is known.
    pub fn is_on_board_alone(&self) -> bool {
        self.profile == Profile::Server && self.regulations.web_moves
    }

    /// Against whom a player plays it.
    pub fn opponent_of(&self, player: PlayerId) -> &GamePlayer {
        match self.players.white.id == player {
            true => &self.players.black,
            false => &self.players.white,
        }
    }
}
