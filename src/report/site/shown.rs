//! What the public sees of a game.

use super::BoardPicture;
use crate::chess::{Position, Side};
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::record::{GameFile, GameResult, PlayedMove, Status};
use crate::report::pgn;
use crate::time::Day;

/// What the public is told of where a game stands: a pause is between the players and the
/// arbiter, be it a claim that is decided or a notice.
pub(super) fn told_of(status: Status) -> Status {
    match status {
        Status::Paused => Status::Active,
        other => other,
    }
}

/// A game up to the half-move that the public may see. A finished game is shown whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownGame<'g> {
    game: &'g GameFile,
    plies: usize,
}

impl<'g> ShownGame<'g> {
    /// A game without the last `delay` half-moves, as long as it is played.
    pub fn of(game: &'g GameFile, delay: usize) -> ShownGame<'g> {
        let all = game.moves.len();
        let plies = match game.status {
            Status::Finished => all,
            _ => all.saturating_sub(delay),
        };
        ShownGame { game, plies }
    }

    /// The N of CODE/N.
    pub fn number(&self) -> u32 {
        self.game.facts.name.number
    }

    /// `CODE/N`, as it is.
    pub fn game_name(&self) -> &'g GameName {
        &self.game.facts.name
    }

    /// `CODE/N`.
    pub fn name(&self) -> String {
        self.game.facts.name.to_string()
    }

    /// The round, from 1.
    pub fn round(&self) -> u32 {
        self.game.facts.round
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &'g str {
        &self.game.player(side).name
    }

    /// The starting number of a side.
    pub fn start_number(&self, side: Side) -> u32 {
        self.game.player(side).start_number
    }

    /// Who plays a side, by his number in this home.
    pub fn player_id(&self, side: Side) -> PlayerId {
        self.game.player(side).id
    }

    /// The position that is shown last, with the squares of its last move.
    pub fn picture(&self) -> Option<BoardPicture> {
        let squares = self.squares(self.plies);
        Some(BoardPicture {
            position: self.position(self.plies)?.clone(),
            marked: squares.into_iter().flat_map(|(a, b)| [a, b]).collect(),
        })
    }

    /// The rating of a side, where known.
    pub fn rating(&self, side: Side) -> Option<u32> {
        self.game.player(side).rating
    }

    /// Where it stands for the public.
    pub fn status(&self) -> Status {
        told_of(self.game.status)
    }

    /// Its result, once it is over.
    pub fn result(&self) -> Option<GameResult> {
        let over = self.game.status == Status::Finished;
        self.game.result.filter(|_| over)
    }

    /// The day on which it ended.
    pub fn over_on(&self) -> Option<Day> {
        self.result()?;
        let ending = self.game.ending()?;
        Some(self.game.facts.zone.day(ending.at))
    }

    /// The half-moves that are shown.
    pub fn moves(&self) -> &'g [PlayedMove] {
        self.game.moves.get(..self.plies).unwrap_or_default()
    }

    /// The position after so many half-moves; none past what is shown.
    pub fn position(&self, ply: usize) -> Option<&'g Position> {
        (ply <= self.plies).then(|| self.game.line.position_at(ply))?
    }

    /// Half-moves shown.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// A half-move, from 1, in the piece letters of a language.
    pub fn san(&self, ply: usize, language: Language) -> String {
        let before = ply.checked_sub(1);
        let found = before.and_then(|i| Some((self.position(i)?, self.game.line.moves().get(i)?)));
        found.map_or_else(String::new, |(position, mv)| position.san_in(*mv, language))
    }

    /// The squares of a half-move, from 1: file and rank, from 0.
    pub fn squares(&self, ply: usize) -> Option<((u8, u8), (u8, u8))> {
        let before = ply.checked_sub(1)?;
        let mv = self.game.line.moves().get(before)?;
        Some(self.position(before)?.squares(*mv))
    }

    /// A half-move with its number: `12. Nf3`, `12... Nf6`.
    pub fn numbered(&self, ply: usize, language: Language) -> String {
        let index = ply.checked_sub(1);
        let played = index.and_then(|i| self.moves().get(i));
        played.map_or_else(String::new, |mv| {
            format!(
                "{}{} {}",
                mv.number,
                mv.side.dots(),
                self.san(ply, language)
            )
        })
    }

    /// The days of a side after its last move that is shown, penalties included; of a game
    /// that is over those that it ended with.
    pub fn total(&self, side: Side) -> i64 {
        if self.result().is_some() {
            return self.game.tally().sides.get(side).total;
        }
        let own = self.moves().iter().rev().find(|m| m.side == side);
        own.map_or(0, |m| m.total)
    }

    /// The control that a side plays for: the move it ends with, and days allowed.
    pub fn control(&self, side: Side) -> (u32, i64) {
        let regulations = &self.game.facts.regulations;
        let per = regulations.moves_per_period.max(1);
        let made = self.moves().iter().filter(|m| m.side == side).count();
        let periods = u32::try_from(made).unwrap_or(u32::MAX) / per + 1;
        let control = per.saturating_mul(periods);
        (control, self.game.tally().limit(self.game, side, control))
    }

    /// Whose move it is after what is shown.
    pub fn turn(&self) -> Side {
        self.position(self.plies)
            .map_or(Side::White, Position::turn)
    }

    /// What is shown, as PGN: without an offer that stands or a series that binds,
    /// which are between the two players.
    pub fn pgn(&self) -> String {
        let mut public = self.game.clone();
        public.moves.truncate(self.plies);
        public.draw_offer = None;
        public.proposal = None;
        pgn::game(&public)
    }
}
