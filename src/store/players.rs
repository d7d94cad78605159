//! Players of the home.

use super::engine::{OptionalExtension, Row, ToSql, params, params_from_iter};
use super::known::MOST_KNOWN;
use super::person_keys::PersonKey;
use super::sql::{of_name, places, portions};
use super::{StoreError, Tx, View};
use crate::address::{self, Reach};
use crate::ids::{PlayerId, PlayerRef, TournamentId};
use crate::language::Language;
use crate::record::{GamePlayer, Wishes};
use crate::request::LetterStyle;
use crate::time::Instant;
use serde::Serialize;
use std::collections::BTreeMap;

/// A player, as entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlayer {
    /// Name.
    pub name: String,
    /// The address, as written, or that he is reached by post alone.
    pub reach: Reach,
    /// His postal address, line by line; empty where it is not known.
    pub postal: Vec<String>,
    /// Language of letters.
    pub language: Language,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Federation, where known.
    pub federation: Option<String>,
}

/// A player, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerRow {
    /// Number in this home.
    pub id: PlayerId,
    /// Name, as first entered.
    pub name: String,
    /// The registered address, or that he is reached by post alone.
    #[serde(rename = "email")]
    pub reach: Reach,
    /// His postal address, line by line: for the arbiter and the opponents who need it.
    #[serde(skip)]
    pub postal: Vec<String>,
    /// Language of letters.
    pub language: Language,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Federation, where known.
    pub federation: Option<String>,
    /// Style of letters.
    pub style: LetterStyle,
    /// What else he wishes of them.
    pub wishes: Wishes,
    /// Letters that came back for good since the player last wrote.
    pub hard_bounces: u32,
    /// Since when the address counts as failing.
    pub failing_since: Option<Instant>,
}

/// A player's place in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerEntryRow {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its code.
    pub code: String,
    /// The player.
    pub player: PlayerId,
    /// The starting number.
    pub start_number: u32,
    /// When the player withdrew.
    pub withdrawn: Option<Instant>,
    /// When another took over the starting number.
    pub replaced: Option<Instant>,
}

/// Players whom a transaction that writes has read, by number and by address.
#[derive(Default)]
pub(super) struct KnownPlayers {
    rows: BTreeMap<PlayerId, PlayerRow>,
    by_address: BTreeMap<String, PlayerId>,
}

impl KnownPlayers {
    fn find(&self, by: By<'_>) -> Option<PlayerRow> {
        let id = match by {
            By::Id(id) => id,
            By::Address(key) => *self.by_address.get(key)?,
        };
        self.rows.get(&id).cloned()
    }

    pub(super) fn know(&mut self, row: &PlayerRow) {
        if self.rows.len() >= MOST_KNOWN {
            *self = KnownPlayers::default();
        }
        if let Some(key) = row.reach.key() {
            self.by_address.insert(key, row.id);
        }
        self.rows.insert(row.id, row.clone());
    }
}

/// By what a player is looked up.
#[derive(Clone, Copy)]
enum By<'a> {
    Id(PlayerId),
    /// As [`address::key`] has it.
    Address(&'a str),
}

pub(super) const COLUMNS: &str =
    "id, name, email, language, rating, federation, style, wishes, hard_bounces, failing_since,
    postal, key_id, (SELECT key FROM person_key k WHERE k.id = player.key_id)";

/// A postal address as its columns have it: a line each, sealed. Without its key there is none.
fn postal_of(row: &Row<'_>) -> Result<Vec<String>, StoreError> {
    let sealed: Option<Vec<u8>> = row.get(10)?;
    let (id, key): (Option<i64>, Option<Vec<u8>>) = (row.get(11)?, row.get(12)?);
    let (Some(sealed), Some(id), Some(key)) = (sealed, id, key) else {
        return Ok(Vec::new());
    };
    let lines = PersonKey { id, key }.open(&sealed)?;
    let lines = String::from_utf8_lossy(&lines);
    Ok(lines.lines().map(str::to_owned).collect())
}

pub(super) fn player_of(row: &Row<'_>) -> Result<PlayerRow, StoreError> {
    Ok(PlayerRow {
        id: row.get(0)?,
        name: row.get(1)?,
        reach: row.get(2)?,
        postal: postal_of(row)?,
        language: of_name("a language", row.get_ref(3)?.as_str().unwrap_or(""))?,
        rating: row.get(4)?,
        federation: row.get(5)?,
        style: of_name("a style", row.get_ref(6)?.as_str().unwrap_or(""))?,
        wishes: serde_json::from_str(row.get_ref(7)?.as_str().unwrap_or("{}"))?,
        hard_bounces: row.get(8)?,
        failing_since: row.get(9)?,
    })
}

impl PlayerRow {
    /// As games and letters have a player.
    pub fn in_game(self, start_number: u32) -> GamePlayer {
        GamePlayer {
            id: self.id,
            name: self.name,
            reach: self.reach,
            has_postal: !self.postal.is_empty(),
            language: self.language,
            rating: self.rating,
            style: self.style,
            wishes: self.wishes,
            start_number,
        }
    }
}

/// The names of so many players.
pub(super) fn names(count: usize) -> String {
    format!(
        "SELECT id, name FROM player WHERE id IN ({})",
        places(count)
    )
}

impl View<'_> {
    /// The player a command line names, if there is one.
    pub fn player_find(&self, reference: &PlayerRef) -> Result<Option<PlayerRow>, StoreError> {
        match reference {
            PlayerRef::Id(id) => self.player_load(*id),
            PlayerRef::Address(address) => self.player_by_address(address),
            PlayerRef::Entry(code, number) => {
                let id: Option<PlayerId> = self
                    .conn
                    .prepare_cached(
                        "SELECT e.player_id FROM tournament t
                         JOIN entry e ON e.tournament_id = t.id AND e.start_number = ?2
                         WHERE t.code = ?1 AND e.replaced_at IS NULL",
                    )?
                    .query_row(params![code, number], |r| r.get(0))
                    .optional()?;
                id.map_or(Ok(None), |id| self.player_load(id))
            }
        }
    }

    /// The player of that number.
    pub fn player_load(&self, id: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
        self.player_by(By::Id(id))
    }

    /// The names of players, many at a time; of those that are there.
    pub fn player_names(&self, ids: &[PlayerId]) -> Result<BTreeMap<PlayerId, String>, StoreError> {
        let mut all = BTreeMap::new();
        for some in portions(ids) {
            let mut statement = self.conn.prepare_cached(&names(some.len()))?;
            let mut rows = statement.query(params_from_iter(some.iter()))?;
            while let Some(row) = rows.next()? {
                all.insert(row.get(0)?, row.get(1)?);
            }
        }
        Ok(all)
    }

    /// Who plays or played in a tournament.
    pub fn players_of_tournament(
        &self,
        id: TournamentId,
    ) -> Result<BTreeMap<PlayerId, PlayerRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM player
             WHERE id IN (SELECT player_id FROM entry WHERE tournament_id = ?1)"
        ))?;
        let mut rows = statement.query([id])?;
        let mut all = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let player = player_of(&row)?;
            all.insert(player.id, player);
        }
        Ok(all)
    }

    /// The player registered under that address, compared without case.
    pub fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>, StoreError> {
        self.player_by(By::Address(&address::key(address)))
    }

    /// The person who was entered so before: by his e-mail address, and who has none by
    /// [`address::person_key`].
    pub fn player_known(
        &self,
        reach: &Reach,
        name: &str,
        postal: &[String],
    ) -> Result<Option<PlayerRow>, StoreError> {
        if let Some(address) = reach.email() {
            return self.player_by_address(address);
        }
        let wanted = address::person_key(reach, name, postal);
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM player WHERE email IS NULL ORDER BY id"
        ))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let row = player_of(&row)?;
            if address::person_key(&row.reach, &row.name, &row.postal) == wanted {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    fn player_by(&self, by: By<'_>) -> Result<Option<PlayerRow>, StoreError> {
        self.known(
            |known| known.players.find(by).map(Some),
            || self.player_read(by),
            |known, row| {
                if let Some(row) = row {
                    known.players.know(row);
                }
            },
        )
    }

    fn player_read(&self, by: By<'_>) -> Result<Option<PlayerRow>, StoreError> {
        let (condition, value): (&str, &dyn ToSql) = match &by {
            By::Id(id) => ("id = ?1", id),
            By::Address(key) => ("address_key = ?1", key),
        };
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM player WHERE {condition}"))?;
        let mut rows = statement.query([value])?;
        rows.next()?.as_ref().map(player_of).transpose()
    }

    /// All players, by number.
    pub fn player_list(&self) -> Result<Vec<PlayerRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM player ORDER BY id"))?;
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(player_of(&row)?);
        }
        Ok(all)
    }

    /// A player's tournaments, oldest first.
    pub fn player_tournaments(&self, id: PlayerId) -> Result<Vec<PlayerEntryRow>, StoreError> {
        self.entries("e.player_id = ?1 ORDER BY t.id", id.0)
    }

    /// Who plays in a tournament, by starting number; not those who were replaced.
    pub fn entries_of_tournament(
        &self,
        id: TournamentId,
    ) -> Result<Vec<PlayerEntryRow>, StoreError> {
        self.entries(
            "e.tournament_id = ?1 AND e.replaced_at IS NULL ORDER BY e.start_number",
            id.0,
        )
    }

    /// Who plays or played in a tournament, by starting number; of one number those
    /// who were replaced first, in that order.
    pub fn entries_all(&self, id: TournamentId) -> Result<Vec<PlayerEntryRow>, StoreError> {
        self.entries(
            "e.tournament_id = ?1
             ORDER BY e.start_number, e.replaced_at IS NULL, e.replaced_at",
            id.0,
        )
    }

    fn entries(&self, condition: &str, id: i64) -> Result<Vec<PlayerEntryRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT t.id, t.code, e.player_id, e.start_number, e.withdrawn_at, e.replaced_at
             FROM entry e JOIN tournament t ON t.id = e.tournament_id WHERE {condition}"
        ))?;
        let rows = statement.query_map([id], |r| {
            Ok(PlayerEntryRow {
                tournament: r.get(0)?,
                code: r.get(1)?,
                player: r.get(2)?,
                start_number: r.get(3)?,
                withdrawn: r.get(4)?,
                replaced: r.get(5)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// A player was to become another.
    fn player_changes(&self, changed: usize, id: PlayerId) -> Result<(), StoreError> {
        self.players_change();
        one(changed, id)
    }

    /// The player of that address, entered now where the address is new; who has none is
    /// known by name and postal address. What is known of a player already is kept, but
    /// a postal address that was not known is added.
    pub fn player_enter(&self, player: &NewPlayer) -> Result<PlayerId, StoreError> {
        if let Some(known) = self.player_known(&player.reach, &player.name, &player.postal)? {
            if known.postal.is_empty() && !player.postal.is_empty() {
                self.player_set_postal(known.id, &player.postal)?;
            }
            return Ok(known.id);
        }
        let (postal, key) = self.postal_sealed(&player.postal, player.reach.email(), None)?;
        let id = self
            .conn
            .prepare_insert(
                "INSERT INTO player (name, email, address_key, language, rating, federation,
                 postal, key_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .insert(params![
                player.name,
                player.reach.email().map(address::kept),
                player.reach.key(),
                player.language.code(),
                player.rating,
                player.federation,
                postal,
                key,
            ])?;
        Ok(PlayerId(id))
    }

    /// A postal address under its player's key, and which that is; NULL where there is none.
    pub(super) fn postal_sealed(
        &self,
        lines: &[String],
        email: Option<&str>,
        key: Option<PersonKey>,
    ) -> Result<(Option<Vec<u8>>, Option<i64>), StoreError> {
        if lines.is_empty() {
            return Ok((None, key.map(|key| key.id)));
        }
        let key = match key {
            Some(key) => key,
            None => self.person_key_of(email)?,
        };
        let sealed = key.seal(lines.join("\n").as_bytes())?;
        Ok((Some(sealed), Some(key.id)))
    }

    /// Corrects what was entered of a person.
    pub fn player_correct(&self, id: PlayerId, to: &NewPlayer) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE player SET name = ?2, language = ?3, rating = ?4, federation = ?5
                 WHERE id = ?1",
            )?
            .changes(params![
                id,
                to.name,
                to.language.code(),
                to.rating,
                to.federation
            ])?;
        self.player_changes(changed, id)
    }

    /// Registers another address for a player. Whoever could act as him by what went to the one
    /// before no longer can: his password, sessions, links and the secrets of programs end.
    pub fn player_set_address(&self, id: PlayerId, reach: &Reach) -> Result<(), StoreError> {
        let email = reach.email();
        if let Some(email) = email
            && let Some(other) = self.player_by_address(email)?
            && other.id != id
        {
            return Err(StoreError::AddressTaken(email.to_owned()));
        }
        let before: Option<Option<String>> = self
            .conn
            .prepare_cached("SELECT address_key FROM player WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        if before.flatten().as_deref() != reach.key().as_deref() {
            self.account_closes(id)?;
        }
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE player SET email = ?2, address_key = ?3, hard_bounces = 0,
                 failing_since = NULL WHERE id = ?1",
            )?
            .changes(params![id, email.map(address::kept), reach.key()])?;
        self.player_changes(changed, id)
    }

    /// Has another postal address from now on.
    pub fn player_set_postal(&self, id: PlayerId, lines: &[String]) -> Result<(), StoreError> {
        let email: Option<Option<String>> = self
            .conn
            .prepare_cached("SELECT email FROM player WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        let key = self.key_of_row("player", id.0)?;
        let (postal, key) = self.postal_sealed(lines, email.flatten().as_deref(), key)?;
        let changed = self
            .conn
            .prepare_cached("UPDATE player SET postal = ?2, key_id = ?3 WHERE id = ?1")?
            .changes(params![id, postal, key])?;
        self.player_changes(changed, id)
    }

    /// Counts a letter that came back for good. Tells how many there are with it,
    /// and whether the address counts as failing from this one on (`most` of them).
    pub fn player_bounced(
        &self,
        id: PlayerId,
        most: u32,
        at: Instant,
    ) -> Result<(u32, bool), StoreError> {
        let was: Option<Instant> = self
            .conn
            .prepare_cached("SELECT failing_since FROM player WHERE id = ?1")?
            .query_row([id], |r| r.get(0))?;
        let (count, failing): (u32, Option<Instant>) = self
            .conn
            .prepare_cached(
                "UPDATE player SET hard_bounces = hard_bounces + 1,
                 failing_since = CASE WHEN hard_bounces + 1 >= ?2
                                 THEN coalesce(failing_since, ?3) END
                 WHERE id = ?1 RETURNING hard_bounces, failing_since",
            )?
            .query_row(params![id, most, at], |r| Ok((r.get(0)?, r.get(1)?)))?;
        self.players_change();
        Ok((count, was.is_none() && failing.is_some()))
    }

    /// The player wrote: his address is a good one.
    pub fn player_reached(&self, id: PlayerId) -> Result<(), StoreError> {
        if self.player_load(id)?.is_some_and(|p| p.hard_bounces == 0) {
            return Ok(());
        }
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE player SET hard_bounces = 0, failing_since = NULL
                 WHERE id = ?1 AND hard_bounces > 0",
            )?
            .changes([id])?;
        if changed > 0 {
            self.players_change();
        }
        Ok(())
    }

    /// Chooses the style of a player's letters.
    pub fn player_set_style(&self, id: PlayerId, style: LetterStyle) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE player SET style = ?2 WHERE id = ?1")?
            .changes(params![id, super::sql::name_of(&style)?])?;
        self.player_changes(changed, id)
    }

    /// Notes what a player wishes of his letters.
    pub fn player_set_wishes(&self, id: PlayerId, wishes: &Wishes) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE player SET wishes = ?2 WHERE id = ?1")?
            .changes(params![id, serde_json::to_string(wishes)?])?;
        self.player_changes(changed, id)
    }

    /// Gives a starting number to another person, who may have had it before.
    pub fn entry_replace(
        &self,
        tournament: TournamentId,
        (was, is): (PlayerId, PlayerId),
        at: Instant,
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE entry SET replaced_at = ?3
                 WHERE tournament_id = ?1 AND player_id = ?2 AND replaced_at IS NULL",
            )?
            .changes(params![tournament, was, at])?;
        one(changed, was)?;
        let changed = self
            .conn
            .prepare_cached(
                "INSERT INTO entry (tournament_id, player_id, start_number)
                 SELECT tournament_id, ?3, start_number FROM entry
                 WHERE tournament_id = ?1 AND player_id = ?2
                 ON CONFLICT (tournament_id, player_id) DO UPDATE SET replaced_at = NULL",
            )?
            .changes(params![tournament, was, is])?;
        self.tournaments_change();
        one(changed, is)
    }

    /// Enters a player in a tournament that has begun, whose file has him now.
    pub fn entry_add(
        &self,
        tournament: TournamentId,
        player: PlayerId,
        start_number: u32,
        file: &str,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO entry (tournament_id, player_id, start_number) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![tournament, player, start_number])?;
        self.conn
            .prepare_cached("UPDATE tournament SET file = ?2 WHERE id = ?1")?
            .execute(params![tournament, file])?;
        self.tournaments_change();
        Ok(())
    }

    /// Notes that a player withdrew from a tournament; `None` takes it back.
    pub fn entry_withdraw(
        &self,
        tournament: TournamentId,
        player: PlayerId,
        at: Option<Instant>,
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE entry SET withdrawn_at = ?3 WHERE tournament_id = ?1 AND player_id = ?2",
            )?
            .changes(params![tournament, player, at])?;
        one(changed, player)
    }
}

fn one(changed: usize, id: PlayerId) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::unknown("player", id)),
        _ => Ok(()),
    }
}
