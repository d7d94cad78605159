//! A game as lists show it: what the stored summary tells, without its record.

use super::shown::{ShownGame, told_of};
use crate::chess::{BySide, Side};
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::record::{GameResult, Status};
use crate::time::Day;
use std::cmp::Reverse;

/// Who plays a side of a game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPlayer {
    /// Number in this home.
    pub id: PlayerId,
    /// Name.
    pub name: String,
    /// Starting number.
    pub start_number: u32,
}

/// The last half-move that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The number of the move, as it is counted in the game.
    pub number: u32,
    /// The day of its dispatch.
    pub sent: Day,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// `CODE/N`.
    pub name: GameName,
    /// The round, from 1.
    pub round: u32,
    /// Who plays.
    pub players: BySide<ListedPlayer>,
    /// Where it stands for the public; see [`ListedGame::told`].
    pub status: Status,
    /// Its result, once it is over.
    pub result: Option<GameResult>,
    /// Whose move it is after what is shown.
    pub turn: Side,
    /// The last half-move that is shown.
    pub last: Option<ListedMove>,
}

/// The key by which lists have the newest first.
pub type NewestFirst = (Reverse<Option<Day>>, u32);

impl ListedGame {
    /// As a game shows it that was read whole.
    pub(super) fn of(game: &ShownGame<'_>) -> ListedGame {
        let player = |side| ListedPlayer {
            id: game.player_id(side),
            name: game.player(side).to_owned(),
            start_number: game.start_number(side),
        };
        ListedGame {
            name: game.game_name().clone(),
            round: game.round(),
            players: BySide {
                white: player(Side::White),
                black: player(Side::Black),
            },
            status: game.status(),
            result: game.result(),
            turn: game.turn(),
            last: game.moves().last().map(|mv| ListedMove {
                number: mv.number,
                sent: mv.sent,
            }),
        }
    }

    /// The same with only what the public is told of where it stands.
    #[must_use]
    pub fn told(self) -> ListedGame {
        let is_over = self.status == Status::Finished;
        ListedGame {
            status: told_of(self.status),
            result: self.result.filter(|_| is_over),
            ..self
        }
    }

    /// The name of who plays a side.
    pub(super) fn name_of(&self, side: Side) -> &str {
        &self.players.get(side).name
    }

    /// Who plays, as a title.
    pub(super) fn title(&self) -> String {
        let [white, black] = Side::BOTH.map(|side| self.name_of(side));
        format!("{white} – {black}")
    }

    /// By the day of the last move that is shown, the newest first.
    pub fn newest_first(&self) -> NewestFirst {
        (Reverse(self.last.map(|m| m.sent)), self.name.number)
    }
}

/// A game with its last move in words: what only its record tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// What every list shows.
    pub game: ListedGame,
    /// The last half-move that is shown, with its number, in a language; empty before the first.
    pub last_move: String,
    /// The days of both sides.
    pub totals: BySide<i64>,
}

impl OpenGame {
    /// Bytes that it takes on the heap, near enough.
    pub fn weight(&self) -> usize {
        let players = Side::BOTH.map(|side| self.game.name_of(side).len());
        players.iter().sum::<usize>() + self.game.name.code.len() + self.last_move.len()
    }

    pub(super) fn of(game: &ShownGame<'_>, language: Language) -> OpenGame {
        OpenGame {
            game: ListedGame::of(game),
            last_move: game.numbered(game.plies(), language),
            totals: BySide {
                white: game.total(Side::White),
                black: game.total(Side::Black),
            },
        }
    }
}
