//! Leave as it stands: what the players' events amount to.

use super::engine::{self, Row, ToSql, params};
use super::{StoreError, Tx, View};
use crate::chess::{BySide, Side};
use crate::clock::DaySpan;
use crate::ids::{LeaveId, PlayerId, TournamentId};
use crate::record::{GameFacts, LeaveSpan, Recorded, tenures};
use crate::time::{Day, Instant};
use serde::Serialize;

/// A leave, as stored. Cancelled where it ends before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeaveRow {
    /// Its number.
    pub id: LeaveId,
    /// Whose.
    pub player: PlayerId,
    /// Where; `None`: in every tournament.
    pub tournament: Option<TournamentId>,
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
    /// When its notice was sent.
    pub announced: Instant,
    /// By the arbiter beyond the rules.
    pub granted: bool,
}

impl LeaveRow {
    /// Its days; none where it is cancelled.
    pub fn span(&self) -> Option<LeaveSpan> {
        (self.from <= self.to).then_some(LeaveSpan {
            id: self.id,
            days: DaySpan {
                from: self.from,
                to: self.to,
            },
        })
    }
}

/// A leave to be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLeave {
    /// Whose.
    pub player: PlayerId,
    /// Where; `None`: in every tournament.
    pub tournament: Option<TournamentId>,
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
    /// When its notice was sent.
    pub announced: Instant,
    /// By the arbiter beyond the rules.
    pub granted: bool,
}

pub(super) const SPANS: &str = "SELECT id, from_day, to_day FROM leave
    WHERE player_id = ?1 AND (tournament_id = ?2 OR tournament_id IS NULL) AND from_day <= to_day
    ORDER BY from_day, id";

/// Number and days, in three columns.
pub(super) fn span_of(row: &Row<'_>, first: usize) -> engine::Result<LeaveSpan> {
    Ok(LeaveSpan {
        id: row.get(first)?,
        days: DaySpan {
            from: row.get(first + 1)?,
            to: row.get(first + 2)?,
        },
    })
}

/// See [`View::leave_of_game`]; `spans`: a player's leave that counts in its tournament.
pub(super) fn leave_of_game(
    facts: &GameFacts,
    entries: &[Recorded],
    mut spans: impl FnMut(PlayerId) -> Result<Vec<LeaveSpan>, StoreError>,
) -> Result<BySide<Vec<LeaveSpan>>, StoreError> {
    let mut all: BySide<Vec<LeaveSpan>> = BySide::default();
    for side in Side::BOTH {
        let counted = all.get_mut(side);
        for tenure in tenures(entries, side, facts.players.get(side).id) {
            let own = spans(tenure.player)?;
            counted.extend(own.into_iter().filter_map(|l| tenure.clip(l)));
        }
    }
    Ok(all)
}

impl View<'_> {
    /// A player's leave that counts in a tournament, as a game needs it.
    pub fn leave_spans(
        &self,
        player: PlayerId,
        tournament: TournamentId,
    ) -> Result<Vec<LeaveSpan>, StoreError> {
        let counts = |(of, span): &(Option<TournamentId>, LeaveSpan)| {
            of.is_none_or(|of| of == tournament).then_some(*span)
        };
        self.known(
            |known| {
                Some(
                    known
                        .leave
                        .get(&player)?
                        .iter()
                        .filter_map(counts)
                        .collect(),
                )
            },
            || {
                let mut statement = self.conn.prepare_cached(SPANS)?;
                let rows = statement.query_map(params![player, tournament], |r| span_of(r, 0))?;
                Ok(rows.collect::<Result<_, _>>()?)
            },
            |_, _| {},
        )
    }

    /// The leave that counts in a game: of each who plays or played it, in his days.
    pub fn leave_of_game(
        &self,
        facts: &GameFacts,
        entries: &[Recorded],
    ) -> Result<BySide<Vec<LeaveSpan>>, StoreError> {
        let spans = |player| self.leave_spans(player, facts.tournament);
        leave_of_game(facts, entries, spans)
    }

    /// A leave by its number.
    pub fn leave_load(&self, id: LeaveId) -> Result<Option<LeaveRow>, StoreError> {
        Ok(self.leaves("id = ?1", &[&id])?.pop())
    }

    /// All leave of a player, cancelled ones too, by first day.
    pub fn leave_of_player(&self, player: PlayerId) -> Result<Vec<LeaveRow>, StoreError> {
        self.leaves("player_id = ?1 ORDER BY from_day, id", &[&player])
    }

    /// All leave that counts in a tournament, by player and first day.
    pub fn leave_of_tournament(&self, id: TournamentId) -> Result<Vec<LeaveRow>, StoreError> {
        self.leaves(
            "player_id IN (SELECT player_id FROM entry WHERE tournament_id = ?1)
             AND (tournament_id = ?1 OR tournament_id IS NULL)
             ORDER BY player_id, from_day, id",
            &[&id],
        )
    }

    /// Leave that lasts on or after a day: what a pass over the clocks looks at.
    pub fn leave_from(&self, day: Day) -> Result<Vec<LeaveRow>, StoreError> {
        self.leaves(
            "to_day >= ?1 AND from_day <= to_day ORDER BY from_day, id",
            &[&day],
        )
    }

    fn leaves(&self, condition: &str, values: &[&dyn ToSql]) -> Result<Vec<LeaveRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT id, player_id, tournament_id, from_day, to_day, announced_at, granted
             FROM leave WHERE {condition}"
        ))?;
        let rows = statement.query_map(values, |r| {
            Ok(LeaveRow {
                id: r.get(0)?,
                player: r.get(1)?,
                tournament: r.get(2)?,
                from: r.get(3)?,
                to: r.get(4)?,
                announced: r.get(5)?,
                granted: r.get(6)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Takes leave and gives it a number; the event that tells of it is the caller's.
    pub fn leave_add(&self, leave: &NewLeave) -> Result<LeaveId, StoreError> {
        let id = self.conn
            .prepare_insert(
                "INSERT INTO leave (player_id, tournament_id, from_day, to_day, announced_at, granted)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .insert(params![
                leave.player,
                leave.tournament,
                leave.from,
                leave.to,
                leave.announced,
                leave.granted
            ])?;
        self.leave_changes();
        Ok(LeaveId(id))
    }

    /// Gives a leave another last day; before its first day it is cancelled.
    pub fn leave_end(&self, id: LeaveId, to: Day) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE leave SET to_day = ?2 WHERE id = ?1")?
            .changes(params![id, to])?;
        self.leave_changes();
        match changed {
            0 => Err(StoreError::unknown("leave", id)),
            _ => Ok(()),
        }
    }
}
