//! What messages of unknown senders name, and letters to owners of other addresses:
//! nobody's letter vanishes (CONTRACT.md 4 and 5).

use super::engine::{self, params};
use super::{Arrival, StoreError, Tx, View};
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::time::Instant;

/// What one message of an unknown sender names: in a tournament, a game or a player.
pub type NewNamed = (TournamentId, Option<GameId>, Option<PlayerId>);

/// A message of an unknown sender that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRow {
    /// The message.
    pub inbound: InboundId,
    /// When it arrived.
    pub arrived: Instant,
    /// The game, where it is one.
    pub game: Option<GameId>,
    /// The player, where it is one.
    pub player: Option<PlayerId>,
}

/// A message that carries a token of a player's, from another address than his.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElsewhereRow {
    /// The message.
    pub inbound: InboundId,
    /// When it arrived.
    pub arrived: Instant,
    /// Whose token it carries.
    pub player: PlayerId,
    /// The one game that it is about.
    pub game: Option<GameId>,
}

pub(super) const LETTERS: &str = "SELECT n.inbound_id, i.arrived, n.game_id, n.player_id
    FROM named n JOIN inbound i ON i.id = n.inbound_id
    WHERE n.tournament_id = ?1 AND i.kept_at >= ?2 AND i.verdict = 'unknown-sender'
    ORDER BY n.inbound_id";

pub(super) const OF_GAME: &str = "SELECT n.inbound_id, i.arrived, n.game_id, n.player_id
    FROM named n JOIN inbound i ON i.id = n.inbound_id
    WHERE n.game_id = ?1 AND n.inbound_id > ?2 AND i.arrived > ?3
    AND i.verdict = 'unknown-sender' ORDER BY n.inbound_id";

pub(super) const UNPLACED: &str = "SELECT count(*) FROM inbound
    WHERE verdict = 'unknown-sender' AND kept_at >= ?1";

const ELSEWHERE: &str = "SELECT i.id, i.arrived, c.player_id, c.game_id
    FROM inbound i JOIN challenge c ON c.inbound_id = i.id
    WHERE i.verdict IN ('malformed','unverified') AND i.kept_at >= ?1
    AND c.player_id IS NOT NULL AND c.used_at IS NULL AND c.aside_by IS NULL
    AND c.what ->> '$.what' = 'elsewhere' ORDER BY i.id";

impl View<'_> {
    /// Messages of unknown senders kept since a moment that name something of a
    /// tournament, oldest first.
    pub fn named_in(
        &self,
        tournament: TournamentId,
        since: Instant,
    ) -> Result<Vec<NamedRow>, StoreError> {
        self.named(LETTERS, params![tournament, since])
    }

    /// Those that name a game and came after a message and an hour.
    pub fn named_game(&self, game: GameId, after: Arrival) -> Result<Vec<NamedRow>, StoreError> {
        self.named(OF_GAME, params![game, after.letter, after.at])
    }

    fn named(&self, sql: &str, values: impl engine::Params) -> Result<Vec<NamedRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map(values, |r| {
            Ok(NamedRow {
                inbound: r.get(0)?,
                arrived: r.get(1)?,
                game: r.get(2)?,
                player: r.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many messages of unknown senders were kept since a moment.
    pub fn inbound_unplaced(&self, since: Instant) -> Result<u64, StoreError> {
        let n: i64 = self
            .conn
            .prepare_cached(UNPLACED)?
            .query_row([since], |r| r.get(0))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }

    /// Messages kept since a moment that carry a player's token and came from another
    /// address than his, as long as nobody has answered for them, oldest first.
    pub fn inbound_elsewhere(&self, since: Instant) -> Result<Vec<ElsewhereRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(ELSEWHERE)?;
        let rows = statement.query_map([since], |r| {
            Ok(ElsewhereRow {
                inbound: r.get(0)?,
                arrived: r.get(1)?,
                player: r.get(2)?,
                game: r.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Notes what a message of an unknown sender names, in place of what was noted.
    pub fn named_put(&self, inbound: InboundId, named: &[NewNamed]) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("DELETE FROM named WHERE inbound_id = ?1")?
            .execute([inbound])?;
        for (tournament, game, player) in named {
            self.conn
                .prepare_cached(
                    "INSERT INTO named (inbound_id, tournament_id, game_id, player_id)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![inbound, tournament, game, player])?;
        }
        Ok(())
    }
}
