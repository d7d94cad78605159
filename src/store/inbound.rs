//! Messages received: kept first, understood later.

use super::engine::{self, OptionalExtension, Row, ToSql, params, params_from_iter};
use super::known::Known;
use super::letters::{Direction, PackedLetter, Raw};
use super::sql::{Hash, of_name, places, portions};
use super::{StoreError, Tx, View};
use crate::address;
use crate::arbiter::Verdict;
use crate::ids::{GameId, GameName, InboundId, TournamentId};
use crate::time::Instant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A message as it came in.
#[derive(Clone, Copy, Debug)]
pub struct Arrived<'a> {
    /// What the mailbox calls it; the same key is kept once. `None` from a pipe.
    pub transport_key: Option<&'a str>,
    /// What the mailbox told of it, by which it is known again under that name.
    pub transport_mark: Option<&'a str>,
    /// Hash over what does not differ by the way it came.
    pub content_hash: Hash,
    /// Without angle brackets.
    pub message_id: Option<&'a str>,
    /// Of From; stored in lower case.
    pub from: &'a str,
    /// Decoded.
    pub subject: &'a str,
    /// Its arrival: the order in which letters are processed.
    pub arrived: Instant,
    /// When another machine says that it got it.
    pub told: Option<Instant>,
    /// `person`, `auto-reply`, `bounce`, `bulk`; empty where it is not read yet.
    pub kind: &'a str,
    /// The bytes: all, or the header part of what is too large.
    pub letter: &'a PackedLetter,
}

/// What was read in a message after it was kept.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    /// Without angle brackets.
    pub message_id: Option<&'a str>,
    /// Of From.
    pub from: &'a str,
    /// Decoded.
    pub subject: &'a str,
    /// Its arrival.
    pub arrived: Instant,
    /// Its kind.
    pub kind: &'a str,
    /// Hash over the sender's own text.
    pub text_hash: Option<Hash>,
}

/// Whether a message is new here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It was stored now.
    New(InboundId),
    /// This very letter of the mailbox was stored before.
    Known(InboundId),
}

impl Kept {
    /// Its number, where it is new.
    pub fn new_id(self) -> Option<InboundId> {
        match self {
            Kept::New(id) => Some(id),
            Kept::Known(_) => None,
        }
    }
}

/// A message that waits to be processed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its number.
    pub id: InboundId,
    /// Its arrival.
    pub arrived: Instant,
    /// How often processing began.
    pub attempts: u32,
    /// Its size in bytes.
    pub size: u64,
    /// The hash over its content.
    pub content_hash: Hash,
}

/// Whether a message waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundState {
    /// It waits to be processed.
    Pending,
    /// It has its verdict.
    Done,
}

/// What became of a message.
#[derive(Clone, Copy, Debug)]
pub struct InboundVerdict<'a> {
    /// The verdict.
    pub verdict: Verdict,
    /// The first game it is about.
    pub game: Option<GameId>,
    /// Names of all games it is about, with commas.
    pub games: Option<&'a str>,
    /// What was understood: a JSON array.
    pub requests: Option<&'a str>,
    /// Hash over the sender's own text.
    pub text_hash: Option<Hash>,
    /// It was known to be from its sender.
    pub believed: bool,
    /// What its Date says.
    pub dated: Option<Instant>,
    /// Why, in English.
    pub note: &'a str,
}

impl<'a> InboundVerdict<'a> {
    /// Of a message that was not read.
    pub fn unread(verdict: Verdict, note: &'a str) -> InboundVerdict<'a> {
        InboundVerdict {
            verdict,
            game: None,
            games: None,
            requests: None,
            text_hash: None,
            believed: false,
            dated: None,
            note,
        }
    }
}

/// A message, as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InboundRow {
    /// Its number.
    pub id: InboundId,
    /// Without angle brackets.
    pub message_id: Option<String>,
    /// Of From, in lower case.
    pub from: String,
    /// Decoded.
    pub subject: String,
    /// Its arrival.
    pub arrived: Instant,
    /// When it was stored.
    pub kept: Instant,
    /// Its kind.
    pub kind: String,
    /// Whether it waits.
    pub state: InboundState,
    /// How often processing began.
    pub attempts: u32,
    /// What became of it.
    pub verdict: Option<Verdict>,
    /// The first game it is about.
    #[serde(skip)]
    pub game_id: Option<GameId>,
    /// Names of the games it is about, with commas.
    pub game: Option<String>,
    /// What was understood.
    pub requests: Option<serde_json::Value>,
    /// Why.
    pub note: String,
}

/// An earlier message like this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its number.
    pub id: InboundId,
    /// Of From, in lower case.
    pub from: String,
    /// Hash over its sender's own text, once it was read.
    pub text_hash: Option<Hash>,
    /// What became of it; `None` while it waits.
    pub verdict: Option<Verdict>,
    /// It was known to be from its sender: it can make another a duplicate.
    pub believed: bool,
    /// When it arrived.
    pub arrived: Instant,
    /// Names of the games it is about, with commas.
    pub games: Option<String>,
}

const COLUMNS: &str = "id, message_id, from_address, subject, arrived, kept_at, kind, state,
    attempts, verdict, game_id, games, requests, note";

pub(super) const PENDING: &str = "SELECT i.id, i.arrived, i.attempts, l.size, i.content_hash
    FROM inbound i JOIN inbound_letter l ON l.id = i.id
    WHERE i.state = 'pending' ORDER BY i.arrived, i.id LIMIT ?1";

/// Whether the sender of a letter (`i`) is an official or a captain somewhere.
pub(super) const OF_AN_OFFICE: &str = "(EXISTS (SELECT 1 FROM tournament t
      WHERE lower(t.facts ->> '$.arbiter.email') = i.from_address)
    OR EXISTS (SELECT 1 FROM tournament t
      WHERE lower(t.facts ->> '$.appeals.email') = i.from_address)
    OR EXISTS (SELECT 1 FROM tournament t
      WHERE lower(t.facts ->> '$.adjudicator.email') = i.from_address)
    OR EXISTS (SELECT 1 FROM official o WHERE o.address = i.from_address)
    OR EXISTS (SELECT 1 FROM captain c WHERE c.address = i.from_address))";

/// Of them those whose senders are known, and machines' reports, whose turn among
/// these matters; of strangers nothing hangs on the order.
pub(super) fn pending_known() -> String {
    format!(
        "SELECT i.id, i.arrived, i.attempts, l.size, i.content_hash
         FROM inbound i JOIN inbound_letter l ON l.id = i.id
         WHERE i.state = 'pending' AND (i.kind IN ('', 'bounce') OR i.attempts > 0
           OR EXISTS (SELECT 1 FROM player p WHERE p.address_key = i.from_address)
           OR {OF_AN_OFFICE})
         ORDER BY i.arrived, i.id LIMIT ?1"
    )
}

// Those that were believed first: however many others a forger sends, they are among so many.
pub(super) const BY_MESSAGE: &str = "SELECT id, from_address, text_hash, verdict, believed,
    arrived, games FROM inbound
    WHERE message_id = ?1 AND id <> ?2 ORDER BY believed DESC, id LIMIT 20";

pub(super) const BY_CONTENT: &str = "SELECT id, from_address, text_hash, verdict, believed,
    arrived, games FROM inbound
    WHERE content_hash = ?1 AND id <> ?2 ORDER BY believed DESC, id LIMIT 20";

pub(super) const BY_DATE: &str = "SELECT id, from_address, text_hash, verdict, believed,
    arrived, games FROM inbound
    WHERE from_address = ?1 AND dated = ?2 AND id <> ?3 ORDER BY believed DESC, id LIMIT 20";

pub(super) const BY_KEY: &str = "SELECT id, content_hash, transport_mark FROM inbound
    WHERE transport_key = ?1";

/// The message that a mailbox calls by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMessage {
    /// Its number.
    pub id: InboundId,
    /// The hash over its content.
    pub content_hash: Hash,
    /// What the mailbox told of it; `None`: it was kept before that was noted, or the mailbox
    /// tells nothing.
    pub mark: Option<String>,
}

pub(super) fn named_of(row: &Row<'_>, from: usize) -> engine::Result<NamedMessage> {
    Ok(NamedMessage {
        id: row.get(from)?,
        content_hash: row.get(from + 1)?,
        mark: row.get(from + 2)?,
    })
}

/// Names of a mailbox, by what they begin with.
pub(super) const NAMES: &str = "SELECT transport_key FROM inbound
    WHERE transport_key >= ?1 AND transport_key < ?2";

fn twin_of(row: &Row<'_>) -> engine::Result<(Twin, Option<String>)> {
    let twin = Twin {
        id: row.get(0)?,
        from: row.get(1)?,
        text_hash: row.get(2)?,
        verdict: None,
        believed: row.get::<i64>(4)? == 1,
        arrived: row.get(5)?,
        games: row.get(6)?,
    };
    Ok((twin, row.get(3)?))
}

/// A twin with its verdict.
fn judged((twin, verdict): (Twin, Option<String>)) -> Result<Twin, StoreError> {
    let verdict = verdict.map(|v| of_name("a verdict", &v)).transpose()?;
    Ok(Twin { verdict, ..twin })
}

fn pending_of(row: &Row<'_>) -> engine::Result<Pending> {
    Ok(Pending {
        id: row.get(0)?,
        arrived: row.get(1)?,
        attempts: row.get(2)?,
        size: u64::try_from(row.get::<i64>(3)?).unwrap_or(0),
        content_hash: row.get(4)?,
    })
}

/// A letter's place among all that came.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Its number.
    pub letter: InboundId,
    /// When it came.
    pub at: Instant,
}

impl Pending {
    /// Its place among all that came.
    pub fn arrival(&self) -> Arrival {
        Arrival {
            letter: self.id,
            at: self.arrived,
        }
    }
}

/// A message that shows that its sender was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardRow {
    /// The sender's address.
    pub from: String,
    /// When it arrived.
    pub arrived: Instant,
    /// The names of its games, with commas; empty where it is about none.
    pub games: String,
    /// What was understood, as JSON.
    pub requests: Option<String>,
    /// What became of it.
    pub verdict: String,
}

/// The newest message of an address in a game before another one.
pub(super) const BEFORE: &str = "SELECT id, verdict, arrived FROM inbound
    WHERE from_address = ?1 AND arrived <= ?4 AND (arrived < ?4 OR id < ?3) AND game_id IS ?2
    AND verdict IN ('move', 'move-rejected', 'held', 'command', 'no-game', 'not-understood')
    ORDER BY arrived DESC, id DESC LIMIT 1";

/// Whether an address wrote in a game since a moment.
pub(super) const WROTE: &str = "SELECT EXISTS (SELECT 1 FROM inbound
    WHERE from_address = ?1 AND arrived > ?2 AND instr(',' || games || ',', ',' || ?3 || ',') > 0
    AND verdict IN ('move', 'move-rejected', 'held', 'command', 'no-game', 'not-understood'))";

impl View<'_> {
    /// When messages arrived: those of so many that there are.
    pub fn inbound_arrivals(
        &self,
        ids: &[InboundId],
    ) -> Result<BTreeMap<InboundId, Instant>, StoreError> {
        let mut all = BTreeMap::new();
        for some in portions(ids) {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT id, arrived FROM inbound WHERE id IN ({})",
                places(some.len())
            ))?;
            let rows = statement.query_map(params_from_iter(some.iter()), |r| {
                Ok((r.get(0)?, r.get(1)?))
            })?;
            for row in rows {
                let (id, arrived) = row?;
                all.insert(id, arrived);
            }
        }
        Ok(all)
    }

    /// When the last letter of a person came that was known to be from this address.
    /// Reads all messages: only for who has reported that he can write none (56.1.6).
    pub fn heard_from(&self, address: &str) -> Result<Option<Instant>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT max(arrived) FROM inbound WHERE from_address = ?1 AND verdict IN
             ('move', 'move-rejected', 'held', 'command', 'no-game', 'not-understood')",
        )?;
        Ok(statement.query_row([address::key(address)], |row| row.get(0))?)
    }

    /// Messages of one of two addresses that came after a message and an hour, those
    /// that are not believed and automatic answers too: that they came is known.
    /// Reads all messages: only for a game that has long been silent (56.5.3).
    pub fn heard_since(
        &self,
        addresses: [&str; 2],
        after: Arrival,
    ) -> Result<Vec<HeardRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT from_address, arrived, coalesce(games, ''), requests, verdict FROM inbound
             WHERE from_address IN (?1, ?2) AND id > ?3 AND arrived > ?4 AND verdict IN
             ('move', 'move-rejected', 'held', 'command', 'no-game', 'not-understood',
              'unverified', 'auto-reply')
             ORDER BY arrived, id",
        )?;
        let [one, other] = addresses.map(address::key);
        let rows = statement.query_map(params![one, other, after.letter, after.at], |r| {
            Ok(HeardRow {
                from: r.get(0)?,
                arrived: r.get(1)?,
                games: r.get(2)?,
                requests: r.get(3)?,
                verdict: r.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The message of an address, known to be from it, that came before another in the
    /// same game, or like it in none.
    pub fn inbound_before(
        &self,
        address: &str,
        game: Option<GameId>,
        than: Arrival,
    ) -> Result<Option<(Arrival, Verdict)>, StoreError> {
        let mut statement = self.conn.prepare_cached(BEFORE)?;
        let key = address::key(address);
        let mut rows = statement.query(params![key, game, than.letter, than.at])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let verdict = of_name("a verdict", row.get_ref(1)?.as_str().unwrap_or(""))?;
        let arrival = Arrival {
            letter: row.get(0)?,
            at: row.get(2)?,
        };
        Ok(Some((arrival, verdict)))
    }

    /// The hash over the own text of a message, once it was read.
    pub fn inbound_text_hash(&self, id: InboundId) -> Result<Option<Hash>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT text_hash FROM inbound WHERE id = ?1")?;
        let mut rows = statement.query([id])?;
        match rows.next()? {
            Some(row) => Ok(row.get(0)?),
            None => Ok(None),
        }
    }

    /// Whether a letter known to be from an address came about a game, or a letter of
    /// ours was answered by it, since a moment.
    pub fn inbound_wrote_since(
        &self,
        address: &str,
        game: &GameName,
        since: Instant,
    ) -> Result<bool, StoreError> {
        let mut statement = self.conn.prepare_cached(WROTE)?;
        let key = address::key(address);
        let name = game.to_string();
        Ok(statement.query_row(params![key, since, name], |r| r.get(0))?)
    }

    /// Messages that wait, in order of arrival; what strangers sent comes after all
    /// that is of somebody known, however much of it there is.
    pub fn inbound_pending(&self, limit: u32) -> Result<Vec<Pending>, StoreError> {
        let read = |sql: &str| {
            let mut statement = self.conn.prepare_cached(sql)?;
            let rows = statement.query_map([limit], pending_of)?;
            rows.collect::<Result<Vec<Pending>, _>>()
        };
        let known = read(&pending_known())?;
        Ok(match known.is_empty() {
            true => read(PENDING)?,
            false => known,
        })
    }

    /// A message as if it waited to be processed.
    pub fn inbound_again(&self, id: InboundId) -> Result<Option<Pending>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT i.id, i.arrived, i.attempts, coalesce(l.size, a.size, 0), i.content_hash
             FROM inbound i LEFT JOIN inbound_letter l ON l.id = i.id
             LEFT JOIN inbound_archive a ON a.id = i.id WHERE i.id = ?1",
        )?;
        Ok(statement.query_row([id], pending_of).optional()?)
    }

    /// Whether a message of that sender, other than this one, has been believed since a letter
    /// of ours was composed in answer to another: it came later, or at that very hour behind
    /// the one that was answered.
    pub fn inbound_believed_since(
        &self,
        from: &str,
        (composed, answers): (Instant, Option<InboundId>),
        but: InboundId,
    ) -> Result<bool, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM inbound WHERE from_address = ?1 AND id <> ?4
                 AND (arrived > ?2 OR arrived = ?2 AND id > ?3) AND believed = 1)",
            )?
            .query_row(
                params![
                    address::key(from),
                    composed,
                    answers.map_or(0, |id| id.0),
                    but
                ],
                |r| r.get(0),
            )?)
    }

    /// Other messages of that Message-ID from that sender, those that were believed first.
    pub fn inbound_same_message(
        &self,
        message_id: &str,
        from: &str,
        but: InboundId,
    ) -> Result<Vec<Twin>, StoreError> {
        let from = address::key(from);
        let is_only = |known: &Known| known.message_ids.get(message_id) == Some(&but);
        let mut all = self.twins((BY_MESSAGE, &message_id), but, is_only)?;
        all.retain(|t| t.from == from);
        Ok(all)
    }

    /// Other messages of that sender with that Date, those that were believed first.
    pub fn inbound_same_date(
        &self,
        from: &str,
        dated: Instant,
        but: InboundId,
    ) -> Result<Vec<Twin>, StoreError> {
        let mut statement = self.conn.prepare_cached(BY_DATE)?;
        let rows = statement.query_map(params![address::key(from), dated, but], twin_of)?;
        rows.map(|row| judged(row?)).collect()
    }

    /// Other messages of the same content, those that were believed first.
    pub fn inbound_same_content(
        &self,
        hash: Hash,
        but: InboundId,
    ) -> Result<Vec<Twin>, StoreError> {
        let is_only = |known: &Known| known.contents.get(&hash) == Some(&but);
        self.twins((BY_CONTENT, &hash), but, is_only)
    }

    /// Others of which a value is the same; none where it is known that one alone has it.
    fn twins(
        &self,
        (sql, value): (&str, &dyn ToSql),
        but: InboundId,
        is_only: impl Fn(&Known) -> bool,
    ) -> Result<Vec<Twin>, StoreError> {
        self.known(
            |known| is_only(known).then(Vec::new),
            || {
                let mut statement = self.conn.prepare_cached(sql)?;
                let rows = statement.query_map(params![value, but], twin_of)?;
                rows.map(|row| judged(row?)).collect()
            },
            |_, _| {},
        )
    }

    /// The message that the mailbox calls so.
    pub fn inbound_named(&self, name: &str) -> Result<Option<NamedMessage>, StoreError> {
        self.known(
            |known| known.names.get(name).cloned(),
            || {
                let mut statement = self.conn.prepare_cached(BY_KEY)?;
                let row = statement.query_row([name], |r| named_of(r, 0));
                Ok(row.optional()?)
            },
            |_, _| {},
        )
    }

    /// How many bytes a message had when it came.
    pub fn inbound_size(&self, id: InboundId) -> Result<u64, StoreError> {
        let again = self.inbound_again(id)?;
        Ok(again.map_or(0, |message| message.size))
    }

    /// The names that messages are kept under, of a mailbox whose names begin so.
    pub fn inbound_names(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.conn.prepare_cached(NAMES)?;
        // Behind all that begin so, and before all else: no name has a greater sign.
        let rows = statement.query_map([prefix, &format!("{prefix}\u{10ffff}")], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One message.
    pub fn inbound_show(&self, id: InboundId) -> Result<Option<InboundRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM inbound WHERE id = ?1"))?;
        let mut rows = statement.query([id])?;
        rows.next()?.as_ref().map(row_of).transpose()
    }

    /// Messages after a number, oldest first, at most `limit`.
    pub fn inbound_list(
        &self,
        after: InboundId,
        limit: u32,
    ) -> Result<Vec<InboundRow>, StoreError> {
        let mut all = Vec::new();
        self.inbound_each(after, |row| {
            all.push(row);
            match u32::try_from(all.len()) {
                Ok(n) if n < limit => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        Ok(all)
    }

    /// Every message after a number, oldest first, one at a time: the list may be long.
    pub fn inbound_each(
        &self,
        after: InboundId,
        mut each: impl FnMut(InboundRow) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM inbound WHERE id >= ?1 ORDER BY id LIMIT ?2");
        let next = after.0.saturating_add(1);
        self.conn
            .each_from(&sql, next, |row| Ok(each(row_of(row)?)))
    }

    /// The newest messages, the last first.
    pub fn inbound_newest(&self, limit: u32) -> Result<Vec<InboundId>, StoreError> {
        let sql = "SELECT id FROM inbound ORDER BY id DESC LIMIT ?1";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([limit], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The messages whose first game this is, oldest first.
    pub fn inbound_of_game(&self, game: GameId) -> Result<Vec<InboundRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM inbound WHERE game_id = ?1 ORDER BY id"
        ))?;
        let mut rows = statement.query([game])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(row_of(&row)?);
        }
        Ok(all)
    }

    /// The bytes of a message; only its header where it was shrunk.
    pub fn inbound_raw(&self, id: InboundId) -> Result<Raw, StoreError> {
        match self.known_once(|known| known.letters.remove(&id)) {
            Some(letter) => letter.raw(&mut self.shared.press.borrow_mut()),
            None => self.letter_load(Direction::In, id.0),
        }
    }

    /// How many messages wait.
    pub fn inbound_waiting(&self) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached("SELECT count(*) FROM inbound WHERE state = 'pending'")?
            .query_row([], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }

    /// The same, counted up to so many.
    pub fn inbound_waiting_up_to(&self, most: u32) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM inbound WHERE state = 'pending' LIMIT ?1)
             AS first_ones";
        let mut statement = self.conn.prepare_cached(sql)?;
        Ok(statement.query_row([most], |r| r.get(0))?)
    }

    /// How many messages were about a tournament's games.
    pub fn inbound_count_of(&self, id: TournamentId) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached(
                "SELECT count(*) FROM inbound i JOIN game g ON g.id = i.game_id
                 WHERE g.tournament_id = ?1",
            )?
            .query_row([id], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }
}

impl Tx<'_> {
    /// Keeps a message. Once: the same content under the same transport key again changes
    /// nothing. Another content under it is another message, and has the name from then on.
    pub fn inbound_keep(&self, new: &Arrived<'_>, now: Instant) -> Result<Kept, StoreError> {
        if let Some(name) = new.transport_key
            && let Some(named) = self.inbound_named(name)?
        {
            let mark = new.transport_mark;
            if named.content_hash == new.content_hash {
                if mark.is_some_and(|mark| named.mark.as_deref() != Some(mark)) {
                    self.name_inbound(name, (named.id, Some(name), mark))?;
                }
                return Ok(Kept::Known(named.id));
            }
            self.name_inbound(name, (named.id, None, None))?;
        }
        let key = self.key_of_unknown(new.from)?;
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO inbound (transport_key, transport_mark, content_hash, message_id,
                 from_address, subject, arrived, kept_at, kind, key_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .insert(params![
                new.transport_key,
                new.transport_mark,
                new.content_hash,
                new.message_id,
                address::key(new.from),
                new.subject,
                new.arrived,
                now,
                new.kind,
                key
            ])?;
        self.messages_change();
        self.letter_keep(Direction::In, id, new.letter)?;
        self.mark_letter(InboundId(id), new.told)?;
        if let Some(name) = new.transport_key {
            let named = NamedMessage {
                id: InboundId(id),
                content_hash: new.content_hash,
                mark: new.transport_mark.map(str::to_owned),
            };
            self.know(|known| known.names.insert(name.to_owned(), Some(named)));
        }
        Ok(Kept::New(InboundId(id)))
    }

    /// Names of the mailbox die: it may give them to other letters. What was kept under them
    /// stays, and is known by its content.
    pub fn inbound_names_die(&self, names: &[String]) -> Result<(), StoreError> {
        for name in names {
            if let Some(named) = self.inbound_named(name)? {
                self.name_inbound(name, (named.id, None, None))?;
            }
        }
        Ok(())
    }

    /// A message is called by a name of the mailbox, or not any more.
    fn name_inbound(
        &self,
        before: &str,
        (id, name, mark): (InboundId, Option<&str>, Option<&str>),
    ) -> Result<(), StoreError> {
        self.know(|known| known.names.remove(before));
        let sql = "UPDATE inbound SET transport_key = ?2, transport_mark = ?3 WHERE id = ?1";
        let changed = self
            .conn
            .prepare_cached(sql)?
            .changes(params![id, name, mark])?;
        one(changed, id)
    }

    /// Notes what was read in a message that was kept unread.
    pub fn inbound_describe(&self, id: InboundId, is: &Described<'_>) -> Result<(), StoreError> {
        self.messages_change();
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE inbound SET message_id = ?2, from_address = ?3, subject = ?4, arrived = ?5,
                 kind = ?6, text_hash = ?7 WHERE id = ?1",
            )?
            .changes(params![
                id,
                is.message_id,
                address::key(is.from),
                is.subject,
                is.arrived,
                is.kind,
                is.text_hash
            ])?;
        one(changed, id)
    }

    /// Counts an attempt; where it is committed before processing, a message that
    /// kills the program is known by its attempts afterwards.
    pub fn inbound_attempt(&self, id: InboundId) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE inbound SET attempts = attempts + 1 WHERE id = ?1")?
            .changes([id])?;
        one(changed, id)
    }

    /// Records what became of a message.
    pub fn inbound_done(&self, id: InboundId, done: &InboundVerdict<'_>) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE inbound SET state = 'done', verdict = ?2, game_id = ?3, games = ?4,
                 requests = ?5, text_hash = coalesce(?6, text_hash), note = ?7, believed = ?8,
                 dated = ?9 WHERE id = ?1",
            )?
            .change_one(params![
                id,
                done.verdict.name(),
                done.game,
                done.games,
                done.requests,
                done.text_hash,
                done.note,
                i64::from(done.believed),
                done.dated
            ])?;
        Ok(())
    }

    /// Adds to the note of a message.
    pub fn inbound_note(&self, id: InboundId, more: &str) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE inbound SET note = CASE WHEN note = '' THEN ?2 ELSE note || '; ' || ?2 END WHERE id = ?1",
            )?
            .changes(params![id, more])?;
        one(changed, id)
    }

    /// Lets a message be processed again, its bytes as they came. Refused where
    /// only its header is left.
    pub fn inbound_retry(&self, id: InboundId) -> Result<(), StoreError> {
        self.letter_thaw(Direction::In, id.0)?;
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE inbound SET state = 'pending', verdict = NULL, attempts = 0, note = '',
                 believed = 0
                 WHERE id = ?1",
            )?
            .changes([id])?;
        one(changed, id)
    }
}

fn one(changed: usize, id: InboundId) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::unknown("message", id)),
        _ => Ok(()),
    }
}

fn row_of(row: &Row<'_>) -> Result<InboundRow, StoreError> {
    let verdict: Option<String> = row.get(9)?;
    let requests: Option<String> = row.get(12)?;
    Ok(InboundRow {
        id: row.get(0)?,
        message_id: row.get(1)?,
        from: row.get(2)?,
        subject: row.get(3)?,
        arrived: row.get(4)?,
        kept: row.get(5)?,
        kind: row.get(6)?,
        state: of_name("a state", row.get_ref(7)?.as_str().unwrap_or(""))?,
        attempts: row.get(8)?,
        verdict: verdict.map(|v| of_name("a verdict", &v)).transpose()?,
        game_id: row.get(10)?,
        game: row.get(11)?,
        requests: requests.map(|r| serde_json::from_str(&r)).transpose()?,
        note: row.get(13)?,
    })
}
