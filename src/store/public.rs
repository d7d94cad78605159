//! What the public pages hang on, and which games stand on them: stamps of all that a page
//! shows, found by indices. While a stamp is the same, so is the page.

use super::engine::{Row, ToSql, params};
use super::{GameRow, StoreError, TournamentStatus, View};
use crate::ids::{PlayerId, TournamentId};
use crate::time::Day;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What is shown, in a few bytes: other rows, another stamp.
pub type PageStamp = [u8; 16];

/// Makes a stamp of rows and words.
#[derive(Clone, Default)]
pub struct Stamps {
    hash: Sha256,
}

impl Stamps {
    /// Takes some bytes in; where they end is part of it.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update((bytes.len() as u64).to_le_bytes());
        self.hash.update(bytes);
    }

    /// The stamp of all that was taken in.
    pub fn done(self) -> PageStamp {
        let full = self.hash.finalize();
        let mut short = PageStamp::default();
        for (to, from) in short.iter_mut().zip(full.iter()) {
            *to = *from;
        }
        short
    }

    fn row(&mut self, row: &Row<'_>, columns: usize) -> Result<(), StoreError> {
        for column in 0..columns {
            match row.get_ref(column)? {
                ValueRef::Null => self.hash.update([0]),
                ValueRef::Integer(number) => {
                    self.hash.update([1]);
                    self.hash.update(number.to_le_bytes());
                }
                ValueRef::Real(number) => {
                    self.hash.update([2]);
                    self.hash.update(number.to_le_bytes());
                }
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    self.hash.update([3]);
                    self.add(bytes);
                }
            }
        }
        Ok(())
    }
}

/// A tournament that the public may see, as lists need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicTournament {
    /// Number in this home.
    pub id: TournamentId,
    /// Its code.
    pub code: String,
}

/// What the pages of a tournament hang on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TournamentStamp {
    /// All that a table shows: the tournament, its players with their names, rounds and results.
    pub table: PageStamp,
    /// The same, each move and all leave: what lists of games show.
    pub play: PageStamp,
    /// Its games.
    pub games: u32,
    /// Those that are over.
    pub finished: u32,
}

/// Tournaments that have begun.
pub(super) const BEGUN: &str =
    "SELECT id, code FROM tournament WHERE status <> 'planned' ORDER BY id";

/// What a tournament is, and of which cycle.
pub(super) const WHAT: &str = "SELECT code, name, facts, file, status, file ->> '$.stage.cycle' FROM tournament WHERE id = ?1";

/// The newest entry about a tournament as a whole.
pub(super) const ORDERED: &str = "SELECT max(id) FROM event
    WHERE tournament_id = ?1 AND player_id IS NULL";

/// Who plays in a tournament, by what name.
pub(super) const WHO: &str = "SELECT e.player_id, e.start_number, e.withdrawn_at, e.replaced_at,
    p.name, p.federation, p.rating, p.language
    FROM entry e JOIN player p ON p.id = e.player_id
    WHERE e.tournament_id = ?1 ORDER BY e.player_id";

/// The newest entry about its players.
pub(super) const OF_PLAYERS: &str = "SELECT max(v.id)
    FROM entry e JOIN event v ON v.player_id = e.player_id
    WHERE e.tournament_id = ?1 AND (v.tournament_id = ?1 OR v.tournament_id IS NULL)";

/// Their leave.
pub(super) const AWAY: &str = "SELECT l.id, l.player_id, l.tournament_id, l.from_day, l.to_day,
    l.granted FROM entry e JOIN leave l ON l.player_id = e.player_id
    WHERE e.tournament_id = ?1 AND (l.tournament_id = ?1 OR l.tournament_id IS NULL)
    ORDER BY l.id";

/// How its games stand.
pub(super) const STANDING: &str = "SELECT status, count(*), max(last_event) FROM game
    WHERE tournament_id = ?1 GROUP BY status ORDER BY status";

/// A game with what its page shows of other rows.
pub(super) const GAME: &str = "SELECT g.id, g.last_event, g.status, g.result, g.round, g.board,
    g.start_fen, g.starts_on, g.ends_on, g.white, g.black, w.name, w.rating, b.name, b.rating,
    t.name, t.facts,
    (SELECT max(n.number) FROM game n WHERE n.tournament_id = g.tournament_id AND n.number < g.number),
    (SELECT min(n.number) FROM game n WHERE n.tournament_id = g.tournament_id AND n.number > g.number)
    FROM game g JOIN tournament t ON t.id = g.tournament_id
    JOIN player w ON w.id = g.white JOIN player b ON b.id = g.black
    WHERE g.tournament_id = ?1 AND g.number = ?2";

/// Leave that counts in a game: of those who have or had its two starting numbers.
pub(super) const GAME_AWAY: &str = "SELECT l.id, l.player_id, l.tournament_id, l.from_day,
    l.to_day, l.granted, o.start_number, o.replaced_at
    FROM game g JOIN entry e ON e.tournament_id = g.tournament_id AND e.player_id IN (g.white, g.black)
    JOIN entry o ON o.tournament_id = e.tournament_id AND o.start_number = e.start_number
    JOIN leave l ON l.player_id = o.player_id
    WHERE g.tournament_id = ?1 AND g.number = ?2
      AND (l.tournament_id = ?1 OR l.tournament_id IS NULL)
    ORDER BY l.id";

/// Games in which was moved last, those with the highest numbers first.
pub(super) const MOVED: &str = "WHERE g.tournament_id = ?1 AND g.last_move_day IS NOT NULL
    ORDER BY g.last_move_day DESC, g.number DESC LIMIT ?2";

/// Games in which was moved last, as the first page has them.
pub(super) const LATEST: &str = "WHERE g.tournament_id = ?1 AND g.last_move_day IS NOT NULL
    ORDER BY g.last_move_day DESC, CAST(g.number AS TEXT) LIMIT ?2";

/// Games that ended, or were changed after, last.
pub(super) const ENDED: &str = "WHERE g.tournament_id = ?1 AND g.status = 'finished'
    ORDER BY g.last_event DESC LIMIT ?2";

/// Games that are not over, those in which was moved last first.
pub(super) const OPEN: &str = "WHERE g.tournament_id = ?1 AND g.status <> 'finished'
    ORDER BY g.last_move_day IS NULL, g.last_move_day DESC, g.number LIMIT ?2 OFFSET ?3";

impl View<'_> {
    /// The tournaments that have begun, by number.
    pub fn public_tournaments(&self) -> Result<Vec<PublicTournament>, StoreError> {
        let mut statement = self.conn.prepare_cached(BEGUN)?;
        let rows = statement.query_map([], |r| {
            Ok(PublicTournament {
                id: r.get(0)?,
                code: r.get(1)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number of a tournament, and whether it has begun.
    pub fn public_tournament(&self, code: &str) -> Result<Option<PublicTournament>, StoreError> {
        let row = self.tournament_load(code)?;
        let row = row.filter(|row| row.status != TournamentStatus::Planned);
        Ok(row.map(|row| PublicTournament {
            id: row.facts.id,
            code: row.facts.code.clone(),
        }))
    }

    /// The cycles of tournaments, by the numbers of these.
    pub fn cycles_of_all(&self) -> Result<Vec<(TournamentId, String)>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id, file ->> '$.stage.cycle' FROM tournament
             WHERE file ->> '$.stage.cycle' IS NOT NULL ORDER BY id",
        )?;
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What the pages of a tournament hang on; where results of other stages of its cycle are
    /// carried over, these too.
    pub fn tournament_stamp(&self, id: TournamentId) -> Result<TournamentStamp, StoreError> {
        let (mut stamp, cycle) = self.stamp_alone(id)?;
        if let Some(cycle) = cycle {
            let mut tables = Stamps::default();
            tables.add(&stamp.table);
            for stage in self.tournaments_of_cycle(&cycle)? {
                tables.add(&self.stamp_alone(stage.facts.id)?.0.table);
            }
            stamp.table = tables.done();
        }
        Ok(stamp)
    }

    fn stamp_alone(
        &self,
        id: TournamentId,
    ) -> Result<(TournamentStamp, Option<String>), StoreError> {
        let mut table = Stamps::default();
        let mut cycle = None;
        let mut statement = self.conn.prepare_cached(WHAT)?;
        let mut rows = statement.query([id])?;
        if let Some(row) = rows.next()? {
            table.row(&row, 5)?;
            cycle = row.get(5)?;
        }
        drop(rows);
        for (sql, columns) in [(ORDERED, 1), (WHO, 8), (OF_PLAYERS, 1)] {
            self.taken_in(&mut table, sql, &[&id], columns)?;
        }
        let mut stamp = TournamentStamp::default();
        let mut play = table.clone();
        let mut statement = self.conn.prepare_cached(STANDING)?;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            play.row(&row, 3)?;
            let count: u32 = row.get(1)?;
            stamp.games += count;
            if row.get_ref(0)?.as_str() == Ok("finished") {
                stamp.finished = count;
                table.row(&row, 3)?;
            }
        }
        table.add(&stamp.games.to_le_bytes());
        drop(rows);
        self.taken_in(&mut play, AWAY, &[&id], 6)?;
        stamp.table = table.done();
        stamp.play = play.done();
        Ok((stamp, cycle))
    }

    /// What the page of a game hangs on; none where it is not there.
    pub fn game_stamp(
        &self,
        tournament: TournamentId,
        number: u32,
    ) -> Result<Option<PageStamp>, StoreError> {
        let mut stamps = Stamps::default();
        let mut statement = self.conn.prepare_cached(GAME)?;
        let values: [&dyn ToSql; 2] = [&tournament, &number];
        let mut rows = statement.query(values.as_slice())?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        stamps.row(&row, 19)?;
        drop(rows);
        self.taken_in(&mut stamps, GAME_AWAY, &values, 8)?;
        Ok(Some(stamps.done()))
    }

    fn taken_in(
        &self,
        stamps: &mut Stamps,
        sql: &str,
        values: &[&dyn ToSql],
        columns: usize,
    ) -> Result<(), StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let mut rows = statement.query(values)?;
        // Rows of one statement do not run into those of the next.
        stamps.add(&[]);
        while let Some(row) = rows.next()? {
            stamps.row(&row, columns)?;
        }
        Ok(())
    }

    /// So many games of a tournament in which was moved last.
    pub fn games_moved(&self, id: TournamentId, most: u32) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(MOVED, &[&id, &most])
    }

    /// So many games of a tournament in which was moved last; of one day by their numbers as
    /// they are written.
    pub fn games_latest(&self, id: TournamentId, most: u32) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(LATEST, &[&id, &most])
    }

    /// The numbers of the games before and behind one.
    pub fn games_around(
        &self,
        id: TournamentId,
        number: u32,
    ) -> Result<[Option<u32>; 2], StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT (SELECT max(number) FROM game WHERE tournament_id = ?1 AND number < ?2),
                    (SELECT min(number) FROM game WHERE tournament_id = ?1 AND number > ?2)",
        )?;
        Ok(statement.query_row(params![id, number], |r| Ok([r.get(0)?, r.get(1)?]))?)
    }

    /// So many games of a tournament that ended last.
    pub fn games_ended(&self, id: TournamentId, most: u32) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(ENDED, &[&id, &most])
    }

    /// So many games of a tournament that are not over, behind so many others.
    pub fn games_in_play(
        &self,
        id: TournamentId,
        (most, behind): (u32, u32),
    ) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows(OPEN, &[&id, &most, &behind])
    }

    /// The day of the newest move of a tournament, as it is stored.
    pub fn newest_move(&self, id: TournamentId) -> Result<Option<Day>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT max(last_move_day) FROM game WHERE tournament_id = ?1")?;
        Ok(statement.query_row([id], |r| r.get(0))?)
    }

    /// Positions from which games of a tournament start, where it is not the usual one, by number.
    pub fn starts_of(&self, id: TournamentId) -> Result<BTreeMap<u32, String>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT number, start_fen FROM game
             WHERE tournament_id = ?1 AND start_fen IS NOT NULL",
        )?;
        let rows = statement.query_map([id], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The numbers of a tournament's games, in their order.
    pub fn game_numbers(&self, id: TournamentId) -> Result<Vec<u32>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT number FROM game WHERE tournament_id = ?1 ORDER BY number")?;
        let rows = statement.query_map([id], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Who has or had a place in a tournament.
    pub fn players_entered(&self, id: TournamentId) -> Result<Vec<PlayerId>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT player_id FROM entry WHERE tournament_id = ?1 ORDER BY player_id",
        )?;
        let rows = statement.query_map([id], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
