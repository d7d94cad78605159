//! Games: their facts, their record folded, and the summary kept of it.

use super::engine::{self, OptionalExtension, Row, ToSql, params, params_from_iter};
use super::known::note;
use super::leave::leave_of_game;
use super::sql::{name_of, of_name, places, portions};
use super::{StoreError, Tx, View};
use crate::chess::{BySide, Side};
use crate::ids::{EventId, GameId, GameName, PlayerId, TournamentId};
use crate::record::{
    GameFacts, GameFile, GamePlayer, LeaveSpan, Recorded, ResultCode, Status, Termination,
};
use crate::time::{Day, Instant};
use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;
use std::sync::Arc;

/// A game to be added; players by their starting numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The N of `CODE/N`, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// The board in the round, from 1.
    pub board: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// The start position, where it is not the usual one.
    pub start_fen: Option<String>,
    /// The terms of its round, where they are not the tournament's.
    pub terms: Option<Terms>,
}

/// When a round begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The official start.
    pub start: Day,
    /// When its unfinished games are adjudicated.
    pub end: Option<Day>,
}

/// A game as lists show it: the stored summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRow {
    /// Number in this home.
    pub id: GameId,
    /// `CODE/N`.
    pub name: GameName,
    /// The tournament.
    pub tournament: TournamentId,
    /// The round.
    pub round: u32,
    /// The board.
    pub board: u32,
    /// Who plays: number and name.
    pub players: BySide<(PlayerId, String)>,
    /// Where it stands.
    pub status: Status,
    /// The result, once there is one.
    pub result: Option<ResultCode>,
    /// Why it ended.
    pub termination: Option<Termination>,
    /// Half-moves played.
    pub ply: u32,
    /// Whose move it is.
    pub turn: Side,
    /// Dispatch of the last half-move.
    pub last_move: Option<Day>,
    /// The last event the summary includes.
    pub last_event: i64,
    /// When a pass over the clocks has to look at it.
    pub due: Option<Instant>,
    /// How many things in it wait for the arbiter; none where nobody has counted.
    pub matters: Option<u32>,
    /// What comes in it by itself, as JSON; none where nobody has looked ahead.
    #[serde(skip)]
    pub ahead: Option<String>,
}

/// What is kept of a game so that lists may tell what comes in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeseenGame {
    /// Who plays.
    pub players: BySide<PlayerId>,
    /// What comes in it by itself, as JSON; none where nobody has looked ahead.
    pub ahead: Option<String>,
    /// The last day of its round, where that is not the tournament's.
    pub ends: Option<Day>,
}

/// A game at which a pass over the clocks will look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// Number in this home.
    pub id: GameId,
    /// The tournament.
    pub tournament: TournamentId,
    /// The N of `CODE/N`.
    pub number: u32,
}

/// What is kept of a game beside where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a> {
    /// When a pass over the clocks has to look at it.
    pub due: Option<Instant>,
    /// How many things in it wait for the arbiter.
    pub matters: u32,
    /// What comes in it by itself, as JSON.
    pub ahead: &'a str,
}

impl GameRow {
    /// What differs from the game as its record tells it; empty where nothing does.
    pub fn differs_from(&self, game: &GameFile) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, stored: String, told: String| {
            if stored != told {
                found.push(format!(
                    "{what} is stored as {stored}, the record says {told}"
                ));
            }
        };
        let day = |d: Option<Day>| d.map_or("none".to_owned(), |d| d.to_string());
        let result = game.result;
        compare(
            "status",
            format!("{:?}", self.status),
            format!("{:?}", game.status),
        );
        compare(
            "result",
            format!("{:?}", self.result),
            format!("{:?}", result.map(|r| r.code)),
        );
        compare(
            "termination",
            format!("{:?}", self.termination),
            format!("{:?}", result.map(|r| r.termination)),
        );
        compare("ply", self.ply.to_string(), game.ply().to_string());
        compare(
            "turn",
            self.turn.name().to_owned(),
            game.turn().name().to_owned(),
        );
        compare(
            "the last move's day",
            day(self.last_move),
            day(last_day(game)),
        );
        compare(
            "the last event",
            self.last_event.to_string(),
            last_event(game).to_string(),
        );
        found.extend(Side::BOTH.into_iter().filter_map(|s| game.wrong_holder(s)));
        found
    }
}

fn last_day(game: &GameFile) -> Option<Day> {
    game.moves.last().map(|m| m.sent)
}

/// The number of the newest entry; 0 where there is none.
fn last_event(game: &GameFile) -> i64 {
    game.entries.last().map_or(0, |e| e.id.0)
}

pub(super) const ROW: &str = "SELECT g.id, t.code, g.number, g.tournament_id, g.round, g.board,
    g.white, w.name, g.black, b.name, g.status, g.result, g.termination,
    g.ply, g.turn, g.last_move_day, g.last_event, g.due_at, g.matters, g.ahead
    FROM game g JOIN tournament t ON t.id = g.tournament_id
    JOIN player w ON w.id = g.white JOIN player b ON b.id = g.black";

/// What is kept of so many games so that lists may tell what comes in them.
pub(super) fn foreseen(count: usize) -> String {
    format!(
        "SELECT id, white, black, ahead, ends_on FROM game WHERE id IN ({})",
        places(count)
    )
}

/// Facts of a game: its row, both players, both starting numbers.
/// What games are, of so many; the number of each, and whether the record has the last entry that
/// its summary includes, stand last.
pub(super) fn facts(count: usize) -> String {
    format!(
        "SELECT g.tournament_id, g.number, g.round, g.board, g.start_fen,
         we.start_number, be.start_number, g.white, g.black, g.starts_on, g.ends_on, g.id,
         g.last_event = 0 OR EXISTS (SELECT 1 FROM event e WHERE e.id = g.last_event)
         FROM game g
         JOIN entry we ON we.tournament_id = g.tournament_id AND we.player_id = g.white
         JOIN entry be ON be.tournament_id = g.tournament_id AND be.player_id = g.black
         WHERE g.id IN ({})",
        places(count)
    )
}

/// A row of [`facts`]: the tournament; number, round and board; position; starting numbers,
/// players; first and last day.
type Parts = (
    TournamentId,
    (u32, u32, u32),
    Option<String>,
    (u32, u32),
    (PlayerId, PlayerId),
    (Option<Day>, Option<Day>),
);

pub(super) fn parts_of(row: &Row<'_>) -> engine::Result<Parts> {
    Ok((
        row.get(0)?,
        (row.get(1)?, row.get(2)?, row.get(3)?),
        row.get(4)?,
        (row.get(5)?, row.get(6)?),
        (row.get(7)?, row.get(8)?),
        (row.get(9)?, row.get(10)?),
    ))
}

/// Games whose time has come.
pub(super) const DUE: &str = "SELECT id FROM game WHERE due_at IS NOT NULL AND due_at <= ?1
    ORDER BY due_at, tournament_id, number LIMIT ?2";

/// Games of a player that are played or paused; each branch reads its own index.
pub(super) const ACTIVE: &str = "WHERE g.id IN (
    SELECT id FROM game WHERE white = ?1 AND status IN ('active','paused')
    UNION ALL SELECT id FROM game WHERE black = ?1 AND status IN ('active','paused'))
    ORDER BY g.id";

/// Games of a tournament in which something waits for the arbiter, or may.
pub(super) const MATTERS: &str =
    "WHERE g.tournament_id = ?1 AND g.matters IS NOT 0 ORDER BY g.number";

/// Games whose time comes behind a moment, and by another.
pub(super) const DUE_WITHIN: &str = "SELECT id, tournament_id, number FROM game
    WHERE due_at IS NOT NULL AND due_at > ?1 AND due_at <= ?2
    ORDER BY due_at, tournament_id, number";

const ALL: &str = "WHERE g.id IN (SELECT id FROM game WHERE white = ?1
    UNION ALL SELECT id FROM game WHERE black = ?1) ORDER BY g.id";

impl View<'_> {
    /// The number of the game of that name.
    pub fn game_find(&self, name: &GameName) -> Result<Option<GameId>, StoreError> {
        self.known(
            |known| known.numbers.get(name).copied().map(Some),
            || {
                let mut statement = self.conn.prepare_cached(
                    "SELECT g.id FROM tournament t JOIN game g ON g.tournament_id = t.id
                     WHERE t.code = ?1 AND g.number = ?2",
                )?;
                let found = statement.query_row(params![name.code, name.number], |r| r.get(0));
                Ok(found.optional()?)
            },
            |known, id| {
                if let Some(id) = id {
                    note(&mut known.numbers, name.clone(), *id);
                }
            },
        )
    }

    /// What a game is: nothing that changes by play.
    pub fn game_facts(&self, id: GameId) -> Result<Arc<GameFacts>, StoreError> {
        self.games_many().game_facts(id)
    }

    /// A game as its record and its players' leave tell it.
    pub fn game_load(&self, id: GameId) -> Result<GameFile, StoreError> {
        self.games_many().game_load(id)
    }

    /// A game as it stood before an entry of the record.
    pub fn game_load_before(&self, id: GameId, entry: EventId) -> Result<GameFile, StoreError> {
        self.games_many().load(id, |e| e.id < entry)
    }

    /// Reads many games of one state, each as [`View::game_load`] does.
    pub fn games_many(&self) -> ManyGames<'_> {
        ManyGames {
            view: *self,
            players: BTreeMap::new(),
            leave: BTreeMap::new(),
        }
    }

    /// The stored summary of a game.
    pub fn game_row(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        Ok(self.game_rows("WHERE g.id = ?1", &[&id])?.pop())
    }

    /// What is kept of some games so that lists may tell what comes in them, many at a time;
    /// of those that are there.
    pub fn games_foreseen(
        &self,
        ids: &[GameId],
    ) -> Result<BTreeMap<GameId, ForeseenGame>, StoreError> {
        let mut all = BTreeMap::new();
        for some in portions(ids) {
            let mut statement = self.conn.prepare_cached(&foreseen(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                let game = ForeseenGame {
                    players: BySide {
                        white: row.get(1)?,
                        black: row.get(2)?,
                    },
                    ahead: row.get(3)?,
                    ends: row.get(4)?,
                };
                all.insert(row.get(0)?, game);
            }
        }
        Ok(all)
    }

    /// The stored summaries of the games from one to another, by number.
    pub fn game_rows_between(
        &self,
        first: GameId,
        last: GameId,
    ) -> Result<Vec<GameRow>, StoreError> {
        let condition = "WHERE g.id BETWEEN ?1 AND ?2 ORDER BY g.id";
        self.game_rows(condition, &[&first, &last])
    }

    /// Whether two players have a game against each other that is not over.
    pub fn play_each_other(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM game WHERE white = ?1 AND black = ?2 AND status <> 'finished')
                 OR EXISTS (SELECT 1 FROM game WHERE white = ?2 AND black = ?1 AND status <> 'finished')",
        )?;
        Ok(statement.query_row([one, other], |r| r.get(0))?)
    }

    /// The games of a tournament, by number.
    pub fn games_of_tournament(&self, id: TournamentId) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows("WHERE g.tournament_id = ?1 ORDER BY g.number", &[&id])
    }

    /// The games of a starting number with its side in each, by number, whoever plays
    /// or played them.
    pub fn games_of_number(
        &self,
        id: TournamentId,
        start_number: u32,
    ) -> Result<Vec<(GameRow, Side)>, StoreError> {
        let holders: Vec<PlayerId> = self
            .entries_all(id)?
            .into_iter()
            .filter(|e| e.start_number == start_number)
            .map(|e| e.player)
            .collect();
        let rows = self.games_of_tournament(id)?.into_iter();
        Ok(rows
            .filter_map(|row| {
                let is_it = |s: &Side| holders.contains(&row.players.get(*s).0);
                let side = Side::BOTH.into_iter().find(is_it)?;
                Some((row, side))
            })
            .collect())
    }

    /// How many games a tournament has.
    pub fn games_count(&self, id: TournamentId) -> Result<u32, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT count(*) FROM game WHERE tournament_id = ?1")?
            .query_row([id], |r| r.get(0))?)
    }

    /// How many games there are in the home.
    pub fn games_total(&self) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM game";
        Ok(self.conn.query_row(sql, [], |r| r.get(0))?)
    }

    /// At how many games a pass over the clocks will look by a moment.
    pub fn games_due_count(&self, by: Instant) -> Result<u32, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT count(*) FROM game WHERE due_at IS NOT NULL AND due_at <= ?1")?
            .query_row([by], |r| r.get(0))?)
    }

    /// All games of the home, by number.
    pub fn games_all(&self) -> Result<Vec<GameId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id FROM game ORDER BY id")?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games that are being played, by number.
    pub fn games_active(&self) -> Result<Vec<GameId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id FROM game WHERE status = 'active' ORDER BY id")?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The tournaments with games that are played or stand still, by number.
    pub fn tournaments_playing(&self) -> Result<Vec<TournamentId>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT DISTINCT tournament_id FROM game
             WHERE status IN ('active', 'paused') ORDER BY tournament_id",
        )?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A player's games, by number; only those being played or paused where
    /// `active_only` (not waiting, in adjudication or finished).
    pub fn player_games(
        &self,
        player: PlayerId,
        active_only: bool,
    ) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(if active_only { ACTIVE } else { ALL }, &[&player])
    }

    /// Games a pass over the clocks has to look at by now, longest due first.
    pub fn games_due(&self, now: Instant, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let mut statement = self.conn.prepare_cached(DUE)?;
        let rows = statement.query_map(params![now, limit], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Games in which something waits for the arbiter, or may; by number.
    pub fn games_with_matters(&self, id: TournamentId) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(MATTERS, &[&id])
    }

    /// Games at which a pass over the clocks will look behind a moment and by another, longest
    /// due first.
    pub fn games_due_within(
        &self,
        behind: Instant,
        by: Instant,
    ) -> Result<Vec<DueGame>, StoreError> {
        let mut statement = self.conn.prepare_cached(DUE_WITHIN)?;
        let rows = statement.query_map([behind, by], |r| {
            Ok(DueGame {
                id: r.get(0)?,
                tournament: r.get(1)?,
                number: r.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn game_rows(
        &self,
        condition: &str,
        values: &[&dyn ToSql],
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!("{ROW} {condition}"))?;
        let mut rows = statement.query(values)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(row_of(&row)?);
        }
        Ok(all)
    }
}

/// Reads many games of one state: what they share, players and their leave, is read once.
/// It knows nothing of what is written meanwhile.
pub struct ManyGames<'a> {
    view: View<'a>,
    players: BTreeMap<PlayerId, GamePlayer>,
    leave: BTreeMap<(PlayerId, TournamentId), Vec<LeaveSpan>>,
}

impl ManyGames<'_> {
    /// A game as its record and its players' leave tell it.
    pub fn game_load(&mut self, id: GameId) -> Result<GameFile, StoreError> {
        self.load(id, |_| true)
    }

    fn load(
        &mut self,
        id: GameId,
        counts: impl Fn(&Recorded) -> bool,
    ) -> Result<GameFile, StoreError> {
        let facts = self.game_facts(id)?;
        let mut entries = self.view.events_of_game(id)?;
        entries.retain(counts);
        let leave = leave_of_game(&facts, &entries, |player| {
            self.leave_spans(player, facts.tournament)
        })?;
        GameFile::fold(facts, leave, entries)
            .map_err(|source| StoreError::Record { game: id.0, source })
    }

    fn leave_spans(
        &mut self,
        player: PlayerId,
        tournament: TournamentId,
    ) -> Result<Vec<LeaveSpan>, StoreError> {
        Ok(match self.leave.entry((player, tournament)) {
            MapEntry::Occupied(known) => known.get().clone(),
            MapEntry::Vacant(free) => free
                .insert(self.view.leave_spans(player, tournament)?)
                .clone(),
        })
    }

    fn player(&mut self, who: PlayerId, start_number: u32) -> Result<GamePlayer, StoreError> {
        let known = match self.players.entry(who) {
            MapEntry::Occupied(known) => known.into_mut(),
            MapEntry::Vacant(free) => {
                let player = self.view.player_load(who)?;
                let player = player.ok_or_else(|| StoreError::unknown("player", who))?;
                free.insert(player.in_game(start_number))
            }
        };
        Ok(GamePlayer {
            start_number,
            ..known.clone()
        })
    }

    /// What a game is: nothing that changes by play.
    fn game_facts(&mut self, id: GameId) -> Result<Arc<GameFacts>, StoreError> {
        let view = self.view;
        view.known(
            |known| known.games.get(&id).cloned(),
            || self.facts_read(id),
            |known, facts| note(&mut known.games, id, Arc::clone(facts)),
        )
    }

    fn facts_read(&mut self, id: GameId) -> Result<Arc<GameFacts>, StoreError> {
        let mut statement = self.view.conn.prepare_cached(&facts(1))?;
        let read = |row: &Row<'_>| Ok((parts_of(row)?, row.get::<bool>(12)?));
        let found = statement.query_row([id], read).optional()?;
        let (parts, is_whole) = found.ok_or_else(|| StoreError::unknown("game", id))?;
        // Rows were lost: what would be ruled by the rest does not stand.
        if !is_whole {
            let why = format!("the record of game {id} lacks the last entry of its summary");
            return Err(StoreError::Corrupt(why));
        }
        self.facts_of(id, parts)
    }

    /// What a game is by its row.
    pub(super) fn facts_of(
        &mut self,
        id: GameId,
        parts: Parts,
    ) -> Result<Arc<GameFacts>, StoreError> {
        let (tournament, (number, round, board), start_fen, starts, (white, black), terms) = parts;
        let of = self.view.tournament_facts(tournament)?;
        let players = BySide {
            white: self.player(white, starts.0)?,
            black: self.player(black, starts.1)?,
        };
        Ok(Arc::new(GameFacts {
            id,
            name: GameName {
                code: of.code.clone(),
                number,
            },
            tournament,
            tournament_name: of.name.clone(),
            profile: of.profile,
            regulations: Arc::clone(&of.regulations),
            round,
            board,
            players,
            arbiter: of.arbiter.clone(),
            appeals: of.on_appeal(),
            adjudicator: of.adjudicator.clone(),
            language: of.language,
            variant: of.variant,
            start_fen,
            start: terms.0.unwrap_or(of.start),
            end: match terms {
                (Some(_), end) => end,
                (None, _) => of.end,
            },
            zone: of.zone,
        }))
    }
}

impl Tx<'_> {
    pub(super) fn game_add(
        &self,
        tournament: TournamentId,
        game: &NewGame,
        white: PlayerId,
        black: PlayerId,
    ) -> Result<GameId, StoreError> {
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO game (tournament_id, number, round, board, white, black, start_fen,
                 starts_on, ends_on) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .insert(params![
                tournament,
                game.number,
                game.round,
                game.board,
                white,
                black,
                game.start_fen,
                game.terms.map(|t| t.start),
                game.terms.and_then(|t| t.end)
            ])?;
        Ok(GameId(id))
    }

    /// Gives a game that was not begun other players, or another place.
    pub(super) fn game_revise(
        &self,
        row: &GameRow,
        game: &NewGame,
        white: PlayerId,
        black: PlayerId,
    ) -> Result<(), StoreError> {
        if (row.players.white.0, row.players.black.0) != (white, black) {
            self.game_detach(row.id)?;
        }
        self.conn
            .prepare_cached(
                "UPDATE game SET round = ?2, board = ?3, white = ?4, black = ?5, start_fen = ?6,
                 starts_on = ?7, ends_on = ?8 WHERE id = ?1 AND status = 'waiting'",
            )?
            .execute(params![
                row.id,
                game.round,
                game.board,
                white,
                black,
                game.start_fen,
                game.terms.map(|t| t.start),
                game.terms.and_then(|t| t.end)
            ])?;
        self.tournaments_change();
        Ok(())
    }

    /// Gives a side of a game to another person; the event that tells of it is the
    /// caller's. He has an entry in the tournament.
    pub fn game_hand_over(&self, id: GameId, side: Side, to: PlayerId) -> Result<(), StoreError> {
        let sql = match side {
            Side::White => "UPDATE game SET white = ?2 WHERE id = ?1",
            Side::Black => "UPDATE game SET black = ?2 WHERE id = ?1",
        };
        self.tournaments_change();
        match self.conn.prepare_cached(sql)?.changes(params![id, to])? {
            0 => Err(StoreError::unknown("game", id)),
            _ => Ok(()),
        }
    }

    /// Takes away a game that was not begun: nothing happened in it.
    pub(super) fn game_remove(&self, id: GameId) -> Result<(), StoreError> {
        self.game_detach(id)?;
        self.conn
            .prepare_cached("DELETE FROM game WHERE id = ?1 AND status = 'waiting'")?
            .execute([id])?;
        self.tournaments_change();
        Ok(())
    }

    /// Letters about a game that was not begun (someone wrote too early) are letters
    /// about no game.
    fn game_detach(&self, id: GameId) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM thread WHERE game_id = ?1",
            "UPDATE inbound SET game_id = NULL WHERE game_id = ?1",
            "UPDATE outbound SET game_id = NULL WHERE game_id = ?1",
            "UPDATE bundle SET game_id = NULL WHERE game_id = ?1",
        ] {
            self.conn.prepare_cached(sql)?.execute([id])?;
        }
        Ok(())
    }

    /// Stores the summary of a game, with what is kept beside it.
    pub fn game_save_summary(
        &self,
        game: &GameFile,
        outlook: Outlook<'_>,
    ) -> Result<(), StoreError> {
        if game.status != Status::Active {
            // Its tournament, its table and others' rounds hang on it.
            self.only_alone("a game is not being played")?;
        }
        let result = game.result.map(|r| r.code.text());
        let why = game.result.map(|r| name_of(&r.termination)).transpose()?;
        self.conn
            .prepare_cached(
                "UPDATE game SET status = ?2, result = ?3, termination = ?4, ply = ?5, turn = ?6,
                 last_move_day = ?7, last_event = ?8, due_at = ?9, matters = ?10,
                 ahead = ?11 WHERE id = ?1",
            )?
            .change_one(params![
                game.facts.id,
                game.status.name(),
                result,
                why,
                game.ply(),
                game.turn().name(),
                last_day(game),
                last_event(game),
                outlook.due,
                outlook.matters,
                outlook.ahead
            ])?;
        Ok(())
    }
}

fn row_of(row: &Row<'_>) -> Result<GameRow, StoreError> {
    let text = |i: usize| -> Result<Option<String>, StoreError> { Ok(row.get(i)?) };
    Ok(GameRow {
        id: row.get(0)?,
        name: GameName {
            code: row.get(1)?,
            number: row.get(2)?,
        },
        tournament: row.get(3)?,
        round: row.get(4)?,
        board: row.get(5)?,
        players: BySide {
            white: (row.get(6)?, row.get(7)?),
            black: (row.get(8)?, row.get(9)?),
        },
        status: of_name("a status", &text(10)?.unwrap_or_default())?,
        result: text(11)?.map(|t| of_name("a result", &t)).transpose()?,
        termination: text(12)?.map(|t| of_name("an end", &t)).transpose()?,
        ply: row.get(13)?,
        turn: of_name("a side", &text(14)?.unwrap_or_default())?,
        last_move: row.get(15)?,
        last_event: row.get(16)?,
        due: row.get(17)?,
        matters: row.get(18)?,
        ahead: row.get(19)?,
    })
}
