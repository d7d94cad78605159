//! Messages composed: their bytes and Message-IDs are fixed when they are added.

use super::engine::{Row, ToSql, params};
use super::letters::{Direction, KeptLetter, PackedLetter, Raw, all_raw};
use super::sql::{Hash, of_name, places, portions};
use super::{StoreError, Tx, View};
use crate::address::Reach;
use crate::chess::Side;
use crate::ids::{EventId, GameId, InboundId, OutboundId, PlayerId, TournamentId};
use crate::record::{About, GameFile};
use crate::time::{Day, Instant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What is reckoned from a letter's leaving (RULES.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begins {
    /// The half-move it conveys, or that is due.
    pub ply: u32,
    /// What it is about.
    pub about: About,
    /// To which side.
    pub to: Side,
    /// The last entry of the game when it was written; none in letters of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest: Option<EventId>,
}

impl Begins {
    /// What is reckoned from the leaving of a letter that was written of a game as it is.
    pub fn of((ply, about, to): (u32, About, Side), game: Option<&GameFile>) -> Begins {
        Begins {
            ply,
            about,
            to,
            newest: game.and_then(|game| game.entries.last()).map(|e| e.id),
        }
    }

    /// Whether what the letter told stands in the game no more as it was told.
    pub fn is_told_anew(&self, game: &GameFile) -> bool {
        let told = (self.ply, self.about, self.to);
        self.newest
            .is_some_and(|newest| game.is_told_anew(told, newest))
    }
}

/// A letter to be sent.
#[derive(Clone, Copy, Debug)]
pub struct NewOutbound<'a> {
    /// `X-Postchess-Kind`.
    pub kind: &'a str,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The player it goes to; `None` for an arbiter.
    pub player: Option<PlayerId>,
    /// The recipient; by post it waits to be printed.
    pub to: &'a Reach,
    /// Decoded.
    pub subject: &'a str,
    /// Without angle brackets.
    pub message_id: &'a str,
    /// The secret part of its reply address.
    pub reply_token: Option<&'a str>,
    /// Half-moves played when it was composed.
    pub ply: Option<u32>,
    /// What is reckoned from its leaving.
    pub begins: Option<Begins>,
    /// When it may be tried.
    pub not_before: Instant,
    /// The message it answers.
    pub in_reply_to: Option<InboundId>,
    /// Whether words of others stand in it.
    pub passes_on: bool,
    /// The letter.
    pub letter: &'a PackedLetter,
}

/// A letter whose turn it is to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its number.
    pub id: OutboundId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The player it goes to.
    pub player: Option<PlayerId>,
    /// The recipient.
    pub to: String,
    /// How often it was handed over.
    pub attempts: u32,
    /// What is reckoned from its leaving.
    pub begins: Option<Begins>,
    /// When it was composed.
    pub composed: Instant,
    /// It may not leave earlier.
    pub not_before: Instant,
    /// The secret part of its reply address.
    pub reply_token: Option<String>,
    /// The letter.
    pub bytes: Vec<u8>,
}

/// How far a letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutboundState {
    /// It waits for its first attempt.
    Queued,
    /// The server took it.
    Sent,
    /// It will be tried again.
    Deferred,
    /// It will not.
    Failed,
    /// It goes on paper and waits to be printed.
    Print,
    /// It is printed and waits to be posted.
    Printed,
    /// It is posted.
    Posted,
}

/// What became of a letter that goes on paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperTrail {
    /// When it was last printed.
    pub printed: Option<Instant>,
    /// The number of that printing.
    pub batch: Option<u32>,
    /// The day on which it was posted.
    pub posted: Option<Day>,
    /// The number on the slip of a registered letter.
    pub registered: Option<String>,
}

/// A letter, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutboundRow {
    /// Its number.
    pub id: OutboundId,
    /// `X-Postchess-Kind`.
    pub kind: String,
    /// The game it is about, `CODE/N`.
    pub game: Option<String>,
    /// The game's number in this home.
    #[serde(skip)]
    pub game_id: Option<GameId>,
    /// The player it goes to.
    pub player: Option<PlayerId>,
    /// The recipient.
    pub to: Reach,
    /// Decoded.
    pub subject: String,
    /// Without angle brackets.
    pub message_id: String,
    /// Half-moves played when it was composed.
    pub ply: Option<u32>,
    /// What is reckoned from its leaving.
    #[serde(skip)]
    pub begins: Option<Begins>,
    /// How far it is.
    pub state: OutboundState,
    /// How often it was handed over.
    pub attempts: u32,
    /// When it was composed.
    pub composed: Instant,
    /// When it may be tried next.
    pub not_before: Instant,
    /// When the server took it.
    pub sent: Option<Instant>,
    /// What the server said when it did not.
    pub trouble: String,
    /// The message it answers.
    pub in_reply_to: Option<InboundId>,
    /// When its reader first wrote with its token: it had arrived.
    #[serde(skip)]
    pub used: Option<Instant>,
    /// How often it came back.
    #[serde(skip)]
    pub returned: u32,
    /// What became of it on paper.
    #[serde(skip)]
    pub paper: PaperTrail,
}

pub(super) const ROW: &str =
    "SELECT o.id, o.kind, t.code || '/' || g.number, o.game_id, o.player_id,
    o.to_address, o.subject, o.message_id, o.ply, o.begins, o.state, o.attempts, o.composed,
    o.not_before, o.sent, o.trouble, o.in_reply_to, o.used, o.returned,
    o.printed, o.batch, o.posted, o.registered
    FROM outbound o LEFT JOIN game g ON g.id = o.game_id
    LEFT JOIN tournament t ON t.id = g.tournament_id";

/// Letters that were given up.
pub(super) const FAILED: &str =
    "WHERE o.state = 'failed' AND o.composed >= ?1 ORDER BY o.composed, o.id";

/// Letters that came back: with each letter of a player it is asked whether there are any.
pub(super) const RETURNED: &str = "SELECT o.id FROM outbound o WHERE o.player_id = ?1
    AND o.returned > 0 AND (o.state <> 'sent' OR o.trouble <> '') ORDER BY o.id";

const DUE: &str = "SELECT o.id, o.game_id, o.player_id, o.to_address, o.attempts, o.begins,
    o.composed, o.reply_token, o.not_before, l.size, l.bytes, l.hash
    FROM outbound o LEFT JOIN outbound_letter l ON l.id = o.id
    WHERE o.state IN ('queued','deferred')";

/// Letters whose turn it is.
pub(super) fn next() -> String {
    format!("{DUE} AND o.not_before <= ?1 ORDER BY o.id LIMIT ?2")
}

/// Those of so many letters whose turn it is; the hour is the last value.
pub(super) fn due_of(count: usize) -> String {
    format!(
        "{DUE} AND o.id IN ({}) AND o.not_before <= ?{} ORDER BY o.id",
        places(count),
        count + 1
    )
}

/// The numbers of letters whose turn it is, behind another.
pub(super) const NEXT_IDS: &str = "SELECT o.id FROM outbound o
    WHERE o.state IN ('queued','deferred') AND o.not_before <= ?1 AND o.id > ?2
    ORDER BY o.id LIMIT ?3";

/// The newest letters to a player about a game, since a half-move, in which words of others may
/// stand.
pub(super) const PASSED_ON: &str = "SELECT id FROM outbound INDEXED BY outbound_passes_on
    WHERE game_id = ?1 AND player_id = ?2 AND passes_on = 1 AND ply >= ?3
    ORDER BY ply DESC, id DESC LIMIT ?4";

/// So many letters have left, whose numbers come first; the hour is the last value.
pub(super) fn sent(count: usize) -> String {
    format!(
        "UPDATE outbound SET state = 'sent', sent = ?{}, attempts = attempts + 1, trouble = ''
         WHERE id IN ({}) AND state <> 'sent'",
        count + 1,
        places(count)
    )
}

impl View<'_> {
    /// Letters whose turn it is, in the order they were composed. The bytes of
    /// all of them are in memory: choose `limit` accordingly.
    pub fn outbound_next(&self, limit: u32, now: Instant) -> Result<Vec<Due>, StoreError> {
        self.due(&next(), params![now, limit])
    }

    /// Those of some letters whose turn it is, in their order.
    pub fn outbound_due(&self, ids: &[OutboundId], now: Instant) -> Result<Vec<Due>, StoreError> {
        let mut all = Vec::with_capacity(ids.len());
        for some in portions(ids) {
            let mut values: Vec<&dyn ToSql> = some.iter().map(|id| id as _).collect();
            values.push(&now);
            all.append(&mut self.due(&due_of(some.len()), &values)?);
        }
        Ok(all)
    }

    /// The numbers of letters whose turn it is, behind another, in their order.
    pub fn outbound_next_ids(
        &self,
        after: OutboundId,
        limit: u32,
        now: Instant,
    ) -> Result<Vec<OutboundId>, StoreError> {
        let mut statement = self.conn.prepare_cached(NEXT_IDS)?;
        let ids = statement.query_map(params![now, after, limit], |r| r.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The letter of a Message-ID (without angle brackets), where it waits to leave by e-mail.
    pub fn outbound_waiting_as(&self, message_id: &str) -> Result<Option<Due>, StoreError> {
        let sql = format!("{DUE} AND o.message_id = ?1");
        Ok(self.due(&sql, params![message_id])?.pop())
    }

    fn due(&self, sql: &str, values: &[&dyn ToSql]) -> Result<Vec<Due>, StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let mut rows = statement.query(values)?;
        let mut all = Vec::new();
        let (mut packed, mut kept) = (Vec::new(), Vec::new());
        let mut written = self.shared.written.borrow_mut();
        while let Some(row) = rows.next()? {
            let id: OutboundId = row.get(0)?;
            let hash: Option<Hash> = row.get(11)?;
            let in_memory = written.as_mut().zip(hash);
            let in_memory = in_memory.and_then(|(written, hash)| written.take(&hash));
            if in_memory.is_none() {
                packed.push(all.len());
                kept.push(match row.get(9)? {
                    Some(size) => KeptLetter::Fresh {
                        direction: Direction::Out,
                        id: id.0,
                        size,
                        bytes: row.get(10)?,
                        hash,
                    },
                    None => self.letter_kept(Direction::Out, id.0)?,
                });
            }
            all.push(Due {
                id,
                game: row.get(1)?,
                player: row.get(2)?,
                to: row.get(3)?,
                attempts: row.get(4)?,
                begins: begins_of(&row, 5)?,
                composed: row.get(6)?,
                reply_token: row.get(7)?,
                not_before: row.get(8)?,
                bytes: in_memory.unwrap_or_default(),
            });
        }
        for (at, raw) in packed.into_iter().zip(all_raw(kept)) {
            let bytes = raw?.bytes;
            if let Some(due) = all.get_mut(at) {
                due.bytes = bytes;
            }
        }
        Ok(all)
    }

    /// One letter.
    pub fn outbound_show(&self, id: OutboundId) -> Result<Option<OutboundRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("{ROW} WHERE o.id = ?1"))?;
        let mut rows = statement.query([id])?;
        rows.next()?.as_ref().map(row_of).transpose()
    }

    /// Letters after a number, oldest first, at most `limit`.
    pub fn outbound_list(
        &self,
        after: OutboundId,
        limit: u32,
    ) -> Result<Vec<OutboundRow>, StoreError> {
        let mut all = Vec::new();
        self.outbound_each(after, |row| {
            all.push(row);
            match u32::try_from(all.len()) {
                Ok(n) if n < limit => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        Ok(all)
    }

    /// Every letter after a number, oldest first, one at a time.
    pub fn outbound_each(
        &self,
        after: OutboundId,
        mut each: impl FnMut(OutboundRow) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let sql = format!("{ROW} WHERE o.id >= ?1 ORDER BY o.id LIMIT ?2");
        let next = after.0.saturating_add(1);
        self.conn
            .each_from(&sql, next, |row| Ok(each(row_of(row)?)))
    }

    /// The letter of ours with that Message-ID (without angle brackets), if nobody
    /// but its reader has seen it.
    pub fn outbound_by_message_id(&self, id: &str) -> Result<Option<OutboundRow>, StoreError> {
        self.secret("message_id", id)
    }

    /// The letter of ours with that secret in its addresses, if nobody but its
    /// reader has seen it.
    pub fn outbound_by_token(&self, token: &str) -> Result<Option<OutboundRow>, StoreError> {
        self.secret("reply_token", token)
    }

    fn secret(&self, column: &str, value: &str) -> Result<Option<OutboundRow>, StoreError> {
        let sql = format!("{ROW} WHERE o.{column} = ?1 AND o.token_void = 0");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let mut rows = statement.query([value])?;
        rows.next()?.as_ref().map(row_of).transpose()
    }

    /// The letters of a game, oldest first.
    pub fn outbound_of_game(&self, game: GameId) -> Result<Vec<OutboundRow>, StoreError> {
        self.rows_where("WHERE o.game_id = ?1 ORDER BY o.id", game.0)
    }

    /// The letters to a player about a game in which words of others may stand, composed when at
    /// least so many half-moves were played: the newest of them first, at most `most`.
    pub fn outbound_passing_on(
        &self,
        (game, player): (GameId, PlayerId),
        since: u32,
        most: u32,
    ) -> Result<Vec<OutboundId>, StoreError> {
        let mut statement = self.conn.prepare_cached(PASSED_ON)?;
        let ids = statement.query_map(params![game, player, since, most], |r| r.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The letters that were composed since a moment and given up, oldest first.
    pub fn outbound_failed(&self, since: Instant) -> Result<Vec<OutboundRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!("{ROW} {FAILED}"))?;
        let mut rows = statement.query([since])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(row_of(&row)?);
        }
        Ok(all)
    }

    /// How many letters wait to leave, by the tournament of their game.
    pub fn outbound_waiting_by_tournament(
        &self,
    ) -> Result<BTreeMap<Option<TournamentId>, u64>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT g.tournament_id, count(*) FROM outbound o LEFT JOIN game g ON g.id = o.game_id
             WHERE o.state IN ('queued','deferred') GROUP BY g.tournament_id",
        )?;
        let rows = statement.query_map([], |r| {
            let n: i64 = r.get(1)?;
            Ok((r.get(0)?, u64::try_from(n).unwrap_or(0)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many letters about a tournament's games have left.
    pub fn outbound_count_of(&self, id: TournamentId) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached(
                "SELECT count(*) FROM outbound o JOIN game g ON g.id = o.game_id
                 WHERE g.tournament_id = ?1 AND o.state IN ('sent','posted')",
            )?
            .query_row([id], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }

    /// The letters that answer a message, oldest first.
    pub fn outbound_answers(&self, to: InboundId) -> Result<Vec<OutboundRow>, StoreError> {
        self.rows_where("WHERE o.in_reply_to = ?1 ORDER BY o.id", to.0)
    }

    fn rows_where(&self, condition: &str, id: i64) -> Result<Vec<OutboundRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!("{ROW} {condition}"))?;
        let mut rows = statement.query([id])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(row_of(&row)?);
        }
        Ok(all)
    }

    /// The bytes of a letter; only its header where it was shrunk.
    pub fn outbound_raw(&self, id: OutboundId) -> Result<Raw, StoreError> {
        self.letter_load(Direction::Out, id.0)
    }

    /// The number of the newest letter; 0 before the first.
    pub fn outbound_newest(&self) -> Result<OutboundId, StoreError> {
        let sql = "SELECT coalesce(max(id), 0) FROM outbound";
        Ok(self.conn.prepare_cached(sql)?.query_row([], |r| r.get(0))?)
    }

    /// The letters to a player that came back and are not sent again yet, oldest first.
    pub fn outbound_returned(&self, player: PlayerId) -> Result<Vec<OutboundRow>, StoreError> {
        let ids: Vec<OutboundId> = self.known(
            |known| known.unreturned.contains(&player).then(Vec::new),
            || {
                let mut statement = self.conn.prepare_cached(RETURNED)?;
                let ids = statement.query_map([player], |r| r.get(0))?;
                Ok(ids.collect::<Result<_, _>>()?)
            },
            |_, _| {},
        )?;
        let rows = ids.into_iter().map(|id| self.outbound_show(id));
        rows.filter_map(Result::transpose).collect()
    }

    /// How many letters wait to leave.
    pub fn outbound_waiting(&self) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached("SELECT count(*) FROM outbound WHERE state IN ('queued','deferred')")?
            .query_row([], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }
}

impl Tx<'_> {
    /// Adds a letter to the queue, or to what waits to be printed, and to the thread of
    /// its player and game.
    pub fn outbound_add(
        &self,
        new: &NewOutbound<'_>,
        now: Instant,
    ) -> Result<OutboundId, StoreError> {
        let begins = new.begins.as_ref().map(serde_json::to_string).transpose()?;
        let key = match (new.player, new.to.email()) {
            (None, Some(to)) => self.key_of_unknown(to)?,
            _ => None,
        };
        let id = OutboundId(self
            .conn
            .prepare_insert(
                "INSERT INTO outbound (kind, game_id, player_id, to_address, subject, message_id,
                 reply_token, ply, begins, composed, not_before, in_reply_to, key_id, passes_on, state)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                 CASE WHEN CAST(?4 AS TEXT) IS NULL THEN 'print' ELSE 'queued' END)",
            )?
            .insert(params![
                new.kind,
                new.game,
                new.player,
                new.to,
                new.subject,
                new.message_id,
                new.reply_token,
                new.ply,
                begins,
                now,
                new.not_before,
                new.in_reply_to,
                key,
                new.passes_on
            ])?);
        self.letter_keep(Direction::Out, id.0, new.letter)?;
        if let Some(player) = new.player {
            self.know(|known| known.had.remove(&player));
        }
        self.mark()?;
        if let (Some(game), Some(player)) = (new.game, new.player) {
            self.thread_goes_on(game, player, new.message_id, id, new.begins.is_some())?;
        }
        Ok(id)
    }

    /// Notes that letters left. One that had left before keeps its time.
    pub fn outbound_mark_sent(&self, ids: &[OutboundId], at: Instant) -> Result<(), StoreError> {
        for some in portions(ids) {
            let mut values: Vec<&dyn ToSql> = some.iter().map(|id| id as _).collect();
            values.push(&at);
            let mut statement = self.conn.prepare_cached(&sent(some.len()))?;
            statement.execute(&values[..])?;
        }
        Ok(())
    }

    /// Notes that a letter has to be tried again, and when. One that was withheld while
    /// it was on its way stays withheld.
    pub fn outbound_mark_deferred(
        &self,
        id: OutboundId,
        trouble: &str,
        not_before: Instant,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE outbound SET state = 'deferred', attempts = attempts + 1, trouble = ?2,
                 not_before = ?3 WHERE id = ?1 AND state IN ('queued','deferred')",
            )?
            .execute(params![id, trouble, not_before])?;
        Ok(())
    }

    /// Puts a letter off that was not tried: too many leave at once.
    pub fn outbound_hold(&self, id: OutboundId, not_before: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE outbound SET not_before = ?2 WHERE id = ?1 AND state <> 'sent'",
            )?
            .execute(params![id, not_before])?;
        Ok(())
    }

    /// Notes that a letter will not be tried again.
    pub fn outbound_mark_failed(&self, id: OutboundId, trouble: &str) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE outbound SET state = 'failed', attempts = attempts + 1, trouble = ?2
                 WHERE id = ?1 AND state <> 'sent'",
            )?
            .changes(params![id, trouble])?;
        one(changed, id)
    }

    /// Keeps without sending them the letters to a player about a game from which his
    /// time would be reckoned, where they have not left, on paper either.
    pub fn outbound_withhold_of(
        &self,
        game: GameId,
        player: PlayerId,
        why: &str,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE outbound SET state = 'failed', trouble = ?3
                 WHERE game_id = ?1 AND player_id = ?2 AND begins IS NOT NULL
                 AND state IN ('queued','deferred','print','printed')",
            )?
            .execute(params![game, player, why])?;
        Ok(())
    }

    /// Keeps a letter without sending it.
    pub fn outbound_withhold(&self, id: OutboundId, why: &str) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE outbound SET state = 'failed', trouble = ?2
                 WHERE id = ?1 AND state IN ('queued','print','printed')",
            )?
            .changes(params![id, why])?;
        one(changed, id)
    }

    /// Notes that a letter that had left came back. When it had left is told by
    /// whoever asks before; it is not sent any more.
    pub fn outbound_mark_returned(&self, id: OutboundId, trouble: &str) -> Result<(), StoreError> {
        self.know(|known| known.unreturned.clear());
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE outbound SET state = 'failed', sent = NULL, trouble = ?2,
                 returned = returned + 1 WHERE id = ?1 AND state = 'sent'",
            )?
            .changes(params![id, trouble])?;
        one(changed, id)
    }

    /// Notes what a report says of a letter that counts as arrived all the same.
    pub fn outbound_note_returned(&self, id: OutboundId, said: &str) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE outbound SET trouble = ?2 WHERE id = ?1")?
            .changes(params![id, said])?;
        one(changed, id)
    }

    /// Its reader has written with the token of a letter: it had arrived.
    pub fn outbound_used(&self, id: OutboundId, at: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE outbound SET used = ?2 WHERE id = ?1 AND used IS NULL")?
            .execute(params![id, at])?;
        Ok(())
    }

    /// Sends a letter again at a moment that came back: `copy` counts how often.
    pub fn outbound_again(
        &self,
        id: OutboundId,
        not_before: Instant,
        copy: u32,
    ) -> Result<(), StoreError> {
        self.know(|known| known.unreturned.clear());
        self.letter_thaw(Direction::Out, id.0)?;
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE outbound SET state = 'queued', sent = NULL, not_before = ?2,
                 attempts = 0, returned = ?3 WHERE id = ?1",
            )?
            .changes(params![id, not_before, copy])?;
        one(changed, id)
    }

    /// Sends a letter again, the same bytes under the same Message-ID, with all its
    /// attempts before it and as if it had never come back; one that goes on paper waits to be printed again. Refused where
    /// only its header is left.
    pub fn outbound_retry(&self, id: OutboundId, now: Instant) -> Result<(), StoreError> {
        self.letter_thaw(Direction::Out, id.0)?;
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE outbound SET state = CASE WHEN to_address IS NULL THEN 'print' ELSE 'queued' END,
                 sent = NULL, posted = NULL, not_before = ?2, trouble = '', attempts = 0,
                 returned = 0 WHERE id = ?1",
            )?
            .changes(params![id, now])?;
        one(changed, id)
    }
}

pub(super) fn one(changed: usize, id: OutboundId) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::unknown("letter to be sent", id)),
        _ => Ok(()),
    }
}

fn begins_of(row: &Row<'_>, column: usize) -> Result<Option<Begins>, StoreError> {
    let json: Option<String> = row.get(column)?;
    Ok(json.map(|j| serde_json::from_str(&j)).transpose()?)
}

pub(super) fn row_of(row: &Row<'_>) -> Result<OutboundRow, StoreError> {
    Ok(OutboundRow {
        id: row.get(0)?,
        kind: row.get(1)?,
        game: row.get(2)?,
        game_id: row.get(3)?,
        player: row.get(4)?,
        to: row.get(5)?,
        subject: row.get(6)?,
        message_id: row.get(7)?,
        ply: row.get(8)?,
        begins: begins_of(row, 9)?,
        state: of_name("a state", row.get_ref(10)?.as_str().unwrap_or(""))?,
        attempts: row.get(11)?,
        composed: row.get(12)?,
        not_before: row.get(13)?,
        sent: row.get(14)?,
        trouble: row.get(15)?,
        in_reply_to: row.get(16)?,
        used: row.get(17)?,
        returned: row.get(18)?,
        paper: PaperTrail {
            printed: row.get(19)?,
            batch: row.get(20)?,
            posted: row.get(21)?,
            registered: row.get(22)?,
        },
    })
}
