//! Who may write what: threads and their tokens, codes to be confirmed, how many
//! answers an address got. And single values of the club.

use super::engine::{self, OptionalExtension, Row, ToSql, params};
use super::sql::places;
use super::{StoreError, Tx, View};
use crate::address;
use crate::ids::{GameId, InboundId, OutboundId, PlayerId};
use crate::time::{Day, Instant};

/// The letter that a token is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenOf {
    /// It is here.
    Letter(OutboundId),
    /// It left after the backup that was put back: only its nonce is known.
    Lost(String),
}

/// What a token stands for: a letter of ours, found by its Message-ID or the
/// secret part of its reply address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// The letter.
    pub of: TokenOf,
    /// Its kind.
    pub kind: String,
    /// The game it was about.
    pub game: Option<GameId>,
    /// The player it went to.
    pub player: Option<PlayerId>,
    /// The address it went to.
    pub to: String,
    /// Half-moves played then.
    pub ply: Option<u32>,
    /// When it was composed.
    pub composed: Instant,
    /// The message that it answers.
    pub answers: Option<InboundId>,
    /// Others have seen it, or it was used: it proves nothing any more.
    pub void: bool,
    /// It is void, or the player has written since: not enough alone.
    pub spent: bool,
}

/// Our letters to one player about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    /// Message-ID of the first letter.
    pub root: String,
    /// Message-ID of the last letter.
    pub last: String,
    /// The last letter.
    pub last_id: OutboundId,
    /// The last letter that began a term: the one to send again.
    pub move_id: Option<OutboundId>,
}

/// A code to be sent to a registered address.
#[derive(Clone, Copy, Debug)]
pub struct NewChallenge<'a> {
    /// The single-use code.
    pub code: &'a str,
    /// Who has to confirm; `None` for an arbiter.
    pub player: Option<PlayerId>,
    /// Where the code goes.
    pub address: &'a str,
    /// The message that waits for it.
    pub inbound: Option<InboundId>,
    /// What is confirmed, JSON.
    pub what: &'a str,
    /// The last moment at which it holds.
    pub until: Instant,
    /// The letter that has it is written with it; else a list of what waits will.
    pub told: bool,
    /// The one game that the message is about, and the half-moves played there.
    pub about: Option<(GameId, u32)>,
}

/// A code for what waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its number.
    pub id: i64,
    /// The code.
    pub code: String,
    /// Who has to confirm.
    pub player: Option<PlayerId>,
    /// Where the code went, in lower case.
    pub address: String,
    /// The message that waits for it.
    pub inbound: Option<InboundId>,
    /// What is confirmed, JSON.
    pub what: String,
    /// The last moment at which it holds.
    pub until: Instant,
    /// When it was used.
    pub used: Option<Instant>,
    /// When a letter first listed it.
    pub told: Option<Instant>,
    /// The one game that the message is about, and the half-moves played there.
    pub about: Option<(GameId, u32)>,
    /// The message for the same half-move that was confirmed instead.
    pub aside_by: Option<InboundId>,
    /// The number of the list that told it first; `None`: none did, or a letter of its own.
    pub told_in: Option<i64>,
    /// The requests of the message that its list showed, JSON; `None`: none has yet.
    pub shown: Option<String>,
}

impl Challenge {
    /// Whether it can still be answered at an hour.
    pub fn waits(&self, now: Instant) -> bool {
        // What no letter has listed yet holds from when one does.
        let holds = self.until >= now || self.told.is_none();
        self.used.is_none() && self.aside_by.is_none() && holds
    }
}

/// A list of codes that is to be sent: to a player, or to an official's address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Untold {
    /// The player; `None` for an official.
    pub player: Option<PlayerId>,
    /// Where the codes go, in lower case.
    pub address: String,
}

/// A question about an act that a letter stated.
#[derive(Clone, Copy, Debug)]
pub struct NewQuestion<'a> {
    /// Who is asked.
    pub player: PlayerId,
    /// The letter that stated it.
    pub inbound: InboundId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// What is asked.
    pub what: &'a str,
    /// When.
    pub asked: Instant,
    /// Until when one word answers it.
    pub until: Instant,
}

/// An act that a letter stated, asked back about by one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedBack {
    /// Its number.
    pub id: i64,
    /// Who was asked.
    pub player: PlayerId,
    /// The message that stated the act.
    pub inbound: InboundId,
    /// The game, where it is about one.
    pub game: Option<GameId>,
    /// The act and what it stood on, JSON.
    pub what: String,
    /// When it was asked.
    pub asked: Instant,
    /// The last moment at which one word answers it.
    pub until: Instant,
    /// When it was answered, or overtaken.
    pub closed: Option<Instant>,
}

pub(super) const BY_MESSAGE_ID: &str = "SELECT o.id, o.kind, o.game_id, o.player_id, o.to_address,
    o.ply, o.composed, o.in_reply_to, o.token_void = 1, o.token_void = 1 OR o.id <= coalesce(t.spent_to, 0)
    FROM outbound o
    LEFT JOIN thread t ON t.game_id = o.game_id AND t.player_id = o.player_id
    WHERE o.message_id = ?1 AND o.to_address IS NOT NULL";

pub(super) const BY_REPLY_TOKEN: &str = "SELECT o.id, o.kind, o.game_id, o.player_id, o.to_address,
    o.ply, o.composed, o.in_reply_to, o.token_void = 1, o.token_void = 1 OR o.id <= coalesce(t.spent_to, 0)
    FROM outbound o
    LEFT JOIN thread t ON t.game_id = o.game_id AND t.player_id = o.player_id
    WHERE o.reply_token = ?1 AND o.to_address IS NOT NULL";

const CHALLENGE: &str = "id, code, player_id, address, inbound_id, what, until, used_at,
    told_at, game_id, ply, aside_by, told_in, shown";

pub(super) const OF_PLAYER: &str =
    "SELECT id, code, player_id, address, inbound_id, what, until, used_at,
    told_at, game_id, ply, aside_by, told_in, shown
    FROM challenge WHERE player_id = ?1 ORDER BY id DESC LIMIT ?2";

pub(super) const OF_ARBITER: &str =
    "SELECT id, code, player_id, address, inbound_id, what, until, used_at,
    told_at, game_id, ply, aside_by, told_in, shown
    FROM challenge WHERE player_id IS NULL AND address = ?1 ORDER BY id DESC LIMIT ?2";

pub(super) const OF_LETTER: &str =
    "SELECT id, code, player_id, address, inbound_id, what, until, used_at,
    told_at, game_id, ply, aside_by, told_in, shown
    FROM challenge WHERE inbound_id = ?1 ORDER BY id";

pub(super) const LAPSED: &str =
    "SELECT id, code, player_id, address, inbound_id, what, until, used_at,
    told_at, game_id, ply, aside_by, told_in, shown
    FROM challenge WHERE used_at IS NULL AND until < ?1 AND what LIKE '{\"what\":\"new-address\"%'
    ORDER BY id";

pub(super) const UNTOLD: &str = "SELECT DISTINCT player_id, address FROM challenge
    WHERE told_at IS NULL AND used_at IS NULL";

fn challenge_of(row: &Row<'_>) -> engine::Result<Challenge> {
    Ok(Challenge {
        id: row.get(0)?,
        code: row.get(1)?,
        player: row.get(2)?,
        address: row.get(3)?,
        inbound: row.get(4)?,
        what: row.get(5)?,
        until: row.get(6)?,
        used: row.get(7)?,
        told: row.get(8)?,
        about: row.get::<Option<GameId>>(9)?.zip(row.get(10)?),
        aside_by: row.get(11)?,
        told_in: row.get(12)?,
        shown: row.get(13)?,
    })
}

/// How many letters about their games so many players have had, whose numbers come first; the
/// last value is how many of each are counted at most. By the indices of a player's games and of
/// a game's letters to him.
pub(super) fn had(count: usize) -> String {
    format!(
        "SELECT p.id, (SELECT count(*) FROM (
           SELECT 1 FROM (SELECT id FROM game WHERE white = p.id
                          UNION ALL SELECT id FROM game WHERE black = p.id) AS own
           JOIN outbound ON outbound.game_id = own.id AND outbound.player_id = p.id
           LIMIT ?{}) AS counted)
         FROM player p WHERE p.id IN ({})",
        count + 1,
        places(count)
    )
}

/// What threads letters, from a column on.
pub(super) fn thread_of(row: &Row<'_>, from: usize) -> engine::Result<ThreadRow> {
    Ok(ThreadRow {
        root: row.get(from)?,
        last: row.get(from + 1)?,
        last_id: row.get(from + 2)?,
        move_id: row.get(from + 3)?,
    })
}

fn asked_back(row: &Row<'_>) -> engine::Result<AskedBack> {
    Ok(AskedBack {
        id: row.get(0)?,
        player: row.get(1)?,
        inbound: row.get(2)?,
        game: row.get(3)?,
        what: row.get(4)?,
        asked: row.get(5)?,
        until: row.get(6)?,
        closed: row.get(7)?,
    })
}

impl View<'_> {
    /// The letter of ours with that Message-ID (without angle brackets).
    pub fn token_by_message_id(&self, id: &str) -> Result<Option<TokenRow>, StoreError> {
        self.token(BY_MESSAGE_ID, id)
    }

    /// The letter of ours with that secret in its reply address.
    pub fn token_by_address_token(&self, token: &str) -> Result<Option<TokenRow>, StoreError> {
        self.token(BY_REPLY_TOKEN, token)
    }

    fn token(&self, sql: &str, key: &str) -> Result<Option<TokenRow>, StoreError> {
        Ok(self
            .conn
            .prepare_cached(sql)?
            .query_row([key], |r| {
                Ok(TokenRow {
                    of: TokenOf::Letter(r.get(0)?),
                    kind: r.get(1)?,
                    game: r.get(2)?,
                    player: r.get(3)?,
                    to: r.get(4)?,
                    ply: r.get(5)?,
                    composed: r.get(6)?,
                    answers: r.get(7)?,
                    void: r.get(8)?,
                    spent: r.get(9)?,
                })
            })
            .optional()?)
    }

    /// Whether a player has written in a game since one of our letters to him.
    pub fn has_written_since(
        &self,
        letter: OutboundId,
        game: GameId,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM thread
                 WHERE game_id = ?2 AND player_id = ?3 AND spent_to >= ?1)",
            )?
            .query_row(params![letter, game, player], |r| r.get(0))?)
    }

    /// What is known of a token whose letter is lost: whether it is not enough alone
    /// any more. It was used, or the player has made a move at that half-move since.
    pub fn lost_token_is_spent(
        &self,
        nonce: &str,
        player: PlayerId,
        games: &[(GameId, u32)],
    ) -> Result<bool, StoreError> {
        let used: bool = self
            .conn
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM lost_token WHERE nonce = ?1)")?
            .query_row([nonce], |r| r.get(0))?;
        if used {
            return Ok(true);
        }
        let mut statement = self.conn.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM thread
             WHERE game_id = ?1 AND player_id = ?2 AND spent_ply >= ?3)",
        )?;
        for (game, ply) in games {
            if statement.query_row(params![game, player, ply], |r| r.get(0))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What threads our letters to a player about a game; `None` before the first.
    pub fn thread_of(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> Result<Option<ThreadRow>, StoreError> {
        self.known(
            |known| Some(known.threads.get(&game)?.get(&player).cloned()),
            || {
                let mut statement = self.conn.prepare_cached(
                    "SELECT root, last, last_id, move_id FROM thread
                     WHERE game_id = ?1 AND player_id = ?2",
                )?;
                let row = statement.query_row(params![game, player], |r| thread_of(r, 0));
                Ok(row.optional()?)
            },
            |_, _| {},
        )
    }

    /// How many letters about games of his a player has had; no more than `most` are
    /// counted.
    pub fn letters_had(&self, player: PlayerId, most: u32) -> Result<u32, StoreError> {
        self.known(
            |known| {
                let (had, counted) = known.had.get(&player)?;
                (*counted >= most).then_some((*had).min(most))
            },
            || {
                let mut statement = self.conn.prepare_cached(&had(1))?;
                Ok(statement.query_row(params![player, most], |r| r.get(1))?)
            },
            |_, _| {},
        )
    }

    /// The challenge of a code.
    pub fn challenge_find(&self, code: &str) -> Result<Option<Challenge>, StoreError> {
        self.challenge("code = ?1", &code)
    }

    /// The last challenge a message waits for.
    pub fn challenge_of(&self, inbound: InboundId) -> Result<Option<Challenge>, StoreError> {
        self.challenge("inbound_id = ?1 ORDER BY id DESC LIMIT 1", &inbound)
    }

    /// When the last code went to an address since an hour.
    pub fn challenge_to_since(
        &self,
        address: &str,
        since: Instant,
    ) -> Result<Option<Instant>, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "SELECT max(made_at) FROM challenge WHERE address = ?1 AND made_at > ?2",
            )?
            .query_row(params![address::key(address), since], |r| r.get(0))?)
    }

    /// Codes of a new address whose time is over and which nobody has answered.
    pub fn challenges_lapsed(&self, now: Instant) -> Result<Vec<Challenge>, StoreError> {
        let mut statement = self.conn.prepare_cached(LAPSED)?;
        let rows = statement.query_map([now], challenge_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// All challenges of a message, oldest first.
    pub fn challenges_of_letter(&self, inbound: InboundId) -> Result<Vec<Challenge>, StoreError> {
        let mut statement = self.conn.prepare_cached(OF_LETTER)?;
        let rows = statement.query_map([inbound], challenge_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// When the first list left that showed this code; where it was written and
    /// is not known to have left, when it was written. `None`: no list has shown it.
    pub fn challenge_left(&self, code: i64) -> Result<Option<Instant>, StoreError> {
        let first = "SELECT told_at, told_in FROM challenge
             WHERE id = ?1 AND told_at IS NOT NULL";
        let mut statement = self.conn.prepare_cached(first)?;
        let told = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let found: Option<(Instant, Option<i64>)> = statement.query_row([code], told).optional()?;
        let Some((told, list)) = found else {
            return Ok(None);
        };
        // A list answers one of the messages that it shows.
        let sent = "SELECT MIN(o.sent) FROM challenge c
             JOIN outbound o ON o.in_reply_to = c.inbound_id
             WHERE c.told_in = ?1 AND o.composed = ?2 AND o.kind = 'challenge'";
        let mut statement = self.conn.prepare_cached(sent)?;
        let left: Option<Instant> = statement.query_row(params![list, told], |row| row.get(0))?;
        Ok(Some(left.map_or(told, |left| left.max(told))))
    }

    fn challenge(
        &self,
        condition: &str,
        value: &dyn ToSql,
    ) -> Result<Option<Challenge>, StoreError> {
        let sql = format!("SELECT {CHALLENGE} FROM challenge WHERE {condition}");
        Ok(self
            .conn
            .prepare_cached(&sql)?
            .query_row([value], challenge_of)
            .optional()?)
    }

    /// The newest challenges of a player, the last first.
    pub fn challenges_of_player(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<Challenge>, StoreError> {
        let mut statement = self.conn.prepare_cached(OF_PLAYER)?;
        let rows = statement.query_map(params![player, limit], challenge_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The newest challenges to an arbiter's address, the last first.
    pub fn challenges_of_arbiter(
        &self,
        address: &str,
        limit: u32,
    ) -> Result<Vec<Challenge>, StoreError> {
        let mut statement = self.conn.prepare_cached(OF_ARBITER)?;
        let rows = statement.query_map(params![address::key(address), limit], challenge_of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// To whom codes go that no letter has listed yet.
    pub fn challenges_untold(&self) -> Result<Vec<Untold>, StoreError> {
        let mut statement = self.conn.prepare_cached(UNTOLD)?;
        let rows = statement.query_map([], |r| {
            Ok(Untold {
                player: r.get(0)?,
                address: r.get(1)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number of the last list of codes.
    pub fn challenge_lists(&self) -> Result<i64, StoreError> {
        let last: Option<i64> = self
            .conn
            .prepare_cached("SELECT max(told_in) FROM challenge")?
            .query_row([], |r| r.get(0))?;
        Ok(last.unwrap_or(0))
    }

    /// What was asked back about acts that a message stated, oldest first.
    pub fn questions_of(&self, inbound: InboundId) -> Result<Vec<AskedBack>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id, player_id, inbound_id, game_id, what, asked_at, until, closed_at
             FROM question WHERE inbound_id = ?1 ORDER BY id",
        )?;
        let rows = statement.query_map([inbound], asked_back)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What was asked back under a number.
    pub fn question(&self, id: i64) -> Result<Option<AskedBack>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id, player_id, inbound_id, game_id, what, asked_at, until, closed_at
             FROM question WHERE id = ?1",
        )?;
        Ok(statement.query_row([id], asked_back).optional()?)
    }

    /// The message that a letter of ours answers.
    pub fn outbound_answered(&self, id: OutboundId) -> Result<Option<InboundId>, StoreError> {
        let found: Option<Option<InboundId>> = self
            .conn
            .prepare_cached("SELECT in_reply_to FROM outbound WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        Ok(found.flatten())
    }

    /// How many answers were counted in a period under a scope.
    pub fn answers_count(&self, period: &str, scope: &str) -> Result<u32, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT count FROM answer WHERE period = ?1 AND scope = ?2")?
            .query_row(params![period, scope], |r| r.get(0))
            .optional()?
            .unwrap_or(0))
    }

    /// Whether an answer was counted under a scope in a period since one of the same length.
    pub fn answers_since(&self, period: &str, scope: &str) -> Result<bool, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT 1 FROM answer WHERE period >= ?1 AND scope = ?2 LIMIT 1")?
            .query_row(params![period, scope], |_| Ok(()))
            .optional()?
            .is_some())
    }

    /// A single value of the club.
    pub fn meta_get(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self
            .conn
            .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
            .query_row([key], |r| r.get(0))
            .optional()?)
    }
}

impl Tx<'_> {
    pub(super) fn thread_goes_on(
        &self,
        game: GameId,
        player: PlayerId,
        message_id: &str,
        id: OutboundId,
        begins: bool,
    ) -> Result<(), StoreError> {
        self.know(|known| known.threads.remove(&game));
        self.conn
            .prepare_cached(
                "INSERT INTO thread (game_id, player_id, root, last, last_id, move_id)
                 VALUES (?1, ?2, ?3, ?3, ?4, CASE WHEN CAST(?5 AS BIGINT) = 1 THEN CAST(?4 AS BIGINT) END)
                 ON CONFLICT (game_id, player_id) DO UPDATE SET last = excluded.last,
                 last_id = excluded.last_id, move_id = coalesce(excluded.move_id, thread.move_id)",
            )?
            .execute(params![game, player, message_id, id, begins])?;
        Ok(())
    }

    /// The player has written in the game: tokens of our letters so far are not
    /// enough alone any more.
    pub fn tokens_spend(&self, game: GameId, player: PlayerId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE thread SET spent_to = coalesce((SELECT max(id) FROM outbound), last_id),
                 spent_ply = (SELECT ply FROM game WHERE id = ?1)
                 WHERE game_id = ?1 AND player_id = ?2",
            )?
            .execute(params![game, player])?;
        Ok(())
    }

    /// Others have seen the token of this letter, or it was used and its letter is lost.
    pub fn token_void(&self, of: &TokenOf) -> Result<(), StoreError> {
        match of {
            TokenOf::Letter(id) => self
                .conn
                .prepare_cached("UPDATE outbound SET token_void = 1 WHERE id = ?1")?
                .execute([id])?,
            TokenOf::Lost(nonce) => self
                .conn
                .prepare_cached(
                    "INSERT INTO lost_token (nonce) VALUES (?1) ON CONFLICT DO NOTHING",
                )?
                .execute([nonce])?,
        };
        Ok(())
    }

    /// Others may have seen any token of our letters to a player.
    pub fn tokens_void(&self, player: PlayerId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE outbound SET token_void = 1 WHERE player_id = ?1 AND token_void = 0",
            )?
            .execute([player])?;
        Ok(())
    }

    /// Stores a code before it is sent.
    pub fn challenge_add(&self, new: &NewChallenge<'_>, now: Instant) -> Result<i64, StoreError> {
        Ok(self
            .conn
            .prepare_insert(
                "INSERT INTO challenge (code, player_id, address, inbound_id, what, made_at, until,
                 told_at, game_id, ply) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .insert(params![
                new.code,
                new.player,
                address::key(new.address),
                new.inbound,
                new.what,
                now,
                new.until,
                new.told.then_some(now),
                new.about.map(|(game, _)| game),
                new.about.map(|(_, ply)| ply),
            ])?)
    }

    /// Uses a code. `false`: it was used before, or is not there.
    pub fn challenge_use(&self, id: i64, at: Instant) -> Result<bool, StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE challenge SET used_at = ?2 WHERE id = ?1 AND used_at IS NULL")?
            .changes(params![id, at])?;
        Ok(changed == 1)
    }

    /// A letter lists a code for the first time: it holds from now on.
    pub fn challenge_told(
        &self,
        id: i64,
        (at, until): (Instant, Instant),
        list: i64,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE challenge SET told_at = ?2, until = ?3, told_in = ?4
                 WHERE id = ?1 AND told_at IS NULL",
            )?
            .execute(params![id, at, until, list])?;
        Ok(())
    }

    /// The list of a code shows these requests, JSON: it stands for no others.
    pub fn challenge_shown(&self, id: i64, shown: &str) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE challenge SET shown = ?2 WHERE id = ?1 AND shown IS NULL")?
            .execute(params![id, shown])?;
        Ok(())
    }

    /// A code was not answered, and stands for nothing any more.
    pub fn challenge_forget_shown(&self, id: i64) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE challenge SET shown = '[]' WHERE id = ?1")?
            .execute([id])?;
        Ok(())
    }

    /// Another message for the same half-move was confirmed instead of this one's.
    pub fn challenge_aside(&self, id: i64, by: InboundId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE challenge SET aside_by = ?2 WHERE id = ?1")?
            .execute(params![id, by])?;
        Ok(())
    }

    /// Keeps a question about an act that a message stated.
    pub fn question_add(&self, question: &NewQuestion<'_>) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO question (player_id, inbound_id, game_id, what, asked_at, until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                question.player,
                question.inbound,
                question.game,
                question.what,
                question.asked,
                question.until
            ])?;
        Ok(())
    }

    /// A question was answered, or overtaken.
    pub fn question_close(&self, id: i64, at: Instant) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE question SET closed_at = ?2 WHERE id = ?1")?
            .execute(params![id, at])?;
        Ok(())
    }

    /// Counts an answer, and tells how many there are with it. Periods are days
    /// (`2026-01-10`) and hours (`2026-01-10T12`) in UTC, and sort as text.
    pub fn answers_add(&self, period: &str, scope: &str) -> Result<u32, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "INSERT INTO answer (period, scope, count) VALUES (?1, ?2, 1)
                 ON CONFLICT (period, scope) DO UPDATE SET count = answer.count + 1 RETURNING count",
            )?
            .query_row(params![period, scope], |r| r.get(0))?)
    }

    /// Forgets the counters of days before `day`, and of their hours.
    pub fn answers_forget(&self, day: Day) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM answer WHERE period < ?1")?
            .execute([day])?;
        Ok(())
    }

    /// Has all that was changed so far written: in a file it takes its room on the disk, and is
    /// undone with the transaction still; a server has answered to all of it.
    pub fn writes_out(&self) -> Result<(), StoreError> {
        Ok(self.conn.writes_out()?)
    }

    /// Sets a single value of the club.
    pub fn meta_set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO meta (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![key, value])?;
        Ok(())
    }
}
