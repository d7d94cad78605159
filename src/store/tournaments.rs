//! Tournaments.

use super::engine::{OptionalExtension, Row, params};
use super::games::{GameRow, NewGame};
use super::known::note;
use super::sql::{of_name, places};
use super::{NewPlayer, StoreError, Tx, View};
use crate::address;
use crate::chess::Variant;
use crate::ids::{GameId, PlayerId, TournamentId};
use crate::language::Language;
use crate::record::Official;
use crate::rules::{self, Preset, Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use crate::tournament::TournamentFile;
use crate::tournament::officials::{
    Holder, NamedOfficial, Office, OfficialAbsence, holders, present,
};
use crate::tournament::teams::TeamCaptain;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What deciding about a game needs of its tournament. Fixed once it has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct TournamentFacts {
    /// Number in this home; filled in when loaded.
    #[serde(skip, default = "nowhere")]
    pub id: TournamentId,
    /// The first half of its games' names.
    pub code: String,
    /// As printed.
    pub name: String,
    /// The article it is played by.
    pub profile: Profile,
    /// The named set of regulations that its file named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// Its regulations.
    pub regulations: Arc<Regulations>,
    /// The official start.
    pub start: Day,
    /// The end, where there is one.
    pub end: Option<Day>,
    /// The zone whose dates count.
    pub zone: Zone,
    /// Its language.
    pub language: Language,
    /// The rules.
    pub variant: Variant,
    /// The arbiter.
    pub arbiter: Official,
    /// Who decides protests against the arbiter.
    pub appeals: Option<Official>,
    /// Who decides appeals against an adjudication.
    pub adjudicator: Option<Official>,
    /// Who acts beside them in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officials: Vec<NamedOfficial>,
    /// When officials are absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<OfficialAbsence>,
    /// The captains of its teams, where they are named (24).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captains: Vec<TeamCaptain>,
    /// How letters greet players, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub greetings: BTreeMap<String, String>,
}

impl TournamentFacts {
    /// All who hold an office in it but captains, in the order of their places.
    pub fn holders(&self) -> Vec<Holder<'_>> {
        let beside = [self.appeals.as_ref(), self.adjudicator.as_ref()];
        holders(&self.arbiter, beside, &self.officials)
    }

    /// Who decides protests, as letters name it: the appeals arbiter, or under the names of all
    /// of them the members of the committee beside its reserves (34.2).
    pub fn on_appeal(&self) -> Option<Official> {
        let first = self.appeals.clone()?;
        let is_reserve = |key: &str| {
            let mut members = self.officials.iter().filter(|o| o.role == Office::Appeals);
            members.any(|o| o.reserve && address::key(&o.who.email) == key)
        };
        let mut members: Vec<(String, &str)> = Vec::new();
        for holder in self
            .holders()
            .iter()
            .filter(|h| h.office == Office::Appeals)
        {
            let key = address::key(&holder.who.email);
            if !is_reserve(&key) && !members.iter().any(|(known, _)| *known == key) {
                members.push((key, &holder.who.name));
            }
        }
        let names: Vec<&str> = members.iter().map(|(_, name)| *name).collect();
        Some(match names.is_empty() {
            true => first,
            false => Official {
                name: names.join(", "),
                ..first
            },
        })
    }

    /// Who has the letters of an official and acts for him at an hour: he himself, unless he
    /// is absent on that day.
    pub fn present<'a>(&'a self, holder: Holder<'a>, now: Instant) -> Holder<'a> {
        let day = self.zone.day(now);
        present(holder, &self.holders(), &self.absences, day)
    }

    /// The captain of a team, where one is named.
    pub fn captain(&self, team: u32) -> Option<&TeamCaptain> {
        self.captains.iter().find(|c| c.team == team)
    }

    /// The captain of the team that a starting number plays for.
    pub fn captain_of(&self, start_number: u32) -> Option<&TeamCaptain> {
        let declares = |c: &&TeamCaptain| c.players.contains(&start_number);
        self.captains.iter().find(declares)
    }
}

impl Serialize for TournamentFacts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        TournamentFacts::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for TournamentFacts {
    fn deserialize<D: Deserializer<'de>>(stored: D) -> Result<TournamentFacts, D::Error> {
        TournamentFacts::deserialize(rules::completed(stored)?).map_err(D::Error::custom)
    }
}

fn nowhere() -> TournamentId {
    TournamentId(0)
}

/// A tournament to be added. Players are in the order of their starting numbers.
#[derive(Clone, Debug)]
pub struct NewTournament {
    /// What decisions need; its `id` is ignored.
    pub facts: TournamentFacts,
    /// The whole tournament file, as JSON.
    pub file: String,
    /// With their starting numbers.
    pub players: Vec<(u32, NewPlayer)>,
    /// Its games, numbered from 1.
    pub games: Vec<NewGame>,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStatus {
    /// Added.
    Planned,
    /// Numbers and pairs are final.
    Started,
    /// All games are over.
    Finished,
}

/// A tournament, as stored.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    /// What decisions need.
    pub facts: Arc<TournamentFacts>,
    /// The whole tournament file, as JSON.
    pub file: String,
    /// Where it stands.
    pub status: TournamentStatus,
    /// When it was added.
    pub added: Instant,
    /// When it was started.
    pub started: Option<Instant>,
    /// When its last game ended.
    pub finished: Option<Instant>,
}

impl TournamentRow {
    /// The tournament file as it was entered or revised last.
    ///
    /// # Errors
    /// What is stored is none.
    pub fn tournament_file(&self) -> Result<TournamentFile, StoreError> {
        Ok(serde_json::from_str(&self.file)?)
    }
}

const COLUMNS: &str = "id, facts, file, status, added_at, started_at, finished_at";

/// In which tournaments so many addresses, in lower case, are officials': address and tournament.
pub(super) fn of_officials(count: usize) -> String {
    let (mut parts, places) = (Vec::new(), places(count));
    for role in ["arbiter", "appeals", "adjudicator"] {
        parts.push(format!(
            "SELECT lower(facts ->> '$.{role}.email') AS address, id FROM tournament
             WHERE lower(facts ->> '$.{role}.email') IN ({places})"
        ));
    }
    for table in ["official", "captain"] {
        parts.push(format!(
            "SELECT address, tournament_id FROM {table} WHERE address IN ({places})"
        ));
    }
    format!("{} ORDER BY address, id", parts.join(" UNION "))
}

impl View<'_> {
    /// The tournament of a code.
    pub fn tournament_load(&self, code: &str) -> Result<Option<TournamentRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM tournament WHERE code = ?1"))?;
        let mut rows = statement.query([code])?;
        rows.next()?.map(|r| self.tournament_of(&r)).transpose()
    }

    /// The codes of tournaments and cycles that differ from this one at most in the case
    /// of letters.
    pub fn codes_alike(&self, code: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT code FROM tournament WHERE lower(code) = lower(?1)
             UNION
             SELECT file ->> '$.stage.cycle' FROM tournament
             WHERE file ->> '$.stage.cycle' IS NOT NULL
               AND lower(file ->> '$.stage.cycle') = lower(?1)
             ORDER BY 1",
        )?;
        let found = statement.query_map([code], |r| r.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// The tournament of a number.
    pub fn tournament_load_id(
        &self,
        id: TournamentId,
    ) -> Result<Option<TournamentRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM tournament WHERE id = ?1"))?;
        let mut rows = statement.query([id])?;
        rows.next()?.map(|r| self.tournament_of(&r)).transpose()
    }

    /// All tournaments, oldest first.
    pub fn tournament_list(&self) -> Result<Vec<TournamentRow>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached(&format!("SELECT {COLUMNS} FROM tournament ORDER BY id"))?;
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(self.tournament_of(&row)?);
        }
        Ok(all)
    }

    /// How many tournaments there are in the home.
    pub fn tournaments_total(&self) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM tournament";
        Ok(self.conn.query_row(sql, [], |r| r.get(0))?)
    }

    /// The stages of a cycle, in their order.
    pub fn tournaments_of_cycle(&self, cycle: &str) -> Result<Vec<TournamentRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM tournament
             WHERE file ->> '$.stage.cycle' = ?1 AND file ->> '$.stage.cycle' IS NOT NULL
             ORDER BY file ->> '$.stage.number'"
        ))?;
        let mut rows = statement.query([cycle])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(self.tournament_of(&row)?);
        }
        Ok(all)
    }

    /// What decisions need of a tournament; read once, then remembered.
    pub fn tournament_facts(&self, id: TournamentId) -> Result<Arc<TournamentFacts>, StoreError> {
        if let Some(facts) = self.shared.facts.borrow().get(&id.0) {
            return Ok(Arc::clone(facts));
        }
        let json: Option<String> = self
            .conn
            .prepare_cached("SELECT facts FROM tournament WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        let json = json.ok_or_else(|| StoreError::unknown("tournament", id))?;
        self.facts_of(id, &json)
    }

    /// The tournaments in which an address is an official's, planned ones too, by number.
    pub fn tournaments_of_official(
        &self,
        address: &str,
    ) -> Result<Vec<Arc<TournamentFacts>>, StoreError> {
        let ids = self.offices_of(&address::key(address))?;
        ids.into_iter()
            .map(|id| self.tournament_facts(id))
            .collect()
    }

    /// The same by number, of an address as [`address::key`] has it.
    pub(super) fn offices_of(&self, key: &str) -> Result<Vec<TournamentId>, StoreError> {
        self.known(
            |known| known.offices.get(key).cloned(),
            || {
                let mut statement = self.conn.prepare_cached(&of_officials(1))?;
                let rows = statement.query_map([key], |r| r.get::<TournamentId>(1))?;
                Ok(rows.collect::<Result<_, _>>()?)
            },
            |known, ids| note(&mut known.offices, key.to_owned(), ids.clone()),
        )
    }

    /// Tournaments that are over and whose final table has not gone out, oldest first.
    pub fn tournaments_untold(&self) -> Result<Vec<TournamentRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM tournament
             WHERE status = 'finished' AND told_at IS NULL ORDER BY finished_at"
        ))?;
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(self.tournament_of(&row)?);
        }
        Ok(all)
    }

    /// Running tournaments whose next round is to be paired by now.
    pub fn tournaments_pairing(&self, now: Instant) -> Result<Vec<TournamentRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM tournament
             WHERE pairs_at IS NOT NULL AND pairs_at <= ?1 ORDER BY id"
        ))?;
        let mut rows = statement.query([now])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(self.tournament_of(&row)?);
        }
        Ok(all)
    }

    /// Running tournaments in which a player is to be asked for a report by now.
    pub fn tournaments_reporting(&self, now: Instant) -> Result<Vec<TournamentRow>, StoreError> {
        let mut statement = self.conn.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM tournament
             WHERE status = 'started' AND reports_due IS NOT NULL AND reports_due <= ?1
             ORDER BY id"
        ))?;
        let mut rows = statement.query([now])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(self.tournament_of(&row)?);
        }
        Ok(all)
    }

    /// Open games of a tournament: those that are not finished.
    pub fn tournament_open_games(&self, id: TournamentId) -> Result<u32, StoreError> {
        Ok(self
            .conn
            .prepare_cached(
                "SELECT count(*) FROM game WHERE tournament_id = ?1 AND status <> 'finished'",
            )?
            .query_row([id], |r| r.get(0))?)
    }

    fn facts_of(&self, id: TournamentId, json: &str) -> Result<Arc<TournamentFacts>, StoreError> {
        if let Some(facts) = self.shared.facts.borrow().get(&id.0) {
            return Ok(Arc::clone(facts));
        }
        let mut facts: TournamentFacts = serde_json::from_str(json)?;
        facts.id = id;
        let facts = Arc::new(facts);
        self.shared
            .facts
            .borrow_mut()
            .insert(id.0, Arc::clone(&facts));
        Ok(facts)
    }

    fn tournament_of(&self, row: &Row<'_>) -> Result<TournamentRow, StoreError> {
        let id = row.get(0)?;
        Ok(TournamentRow {
            facts: self.facts_of(id, row.get_ref(1)?.as_str().unwrap_or(""))?,
            file: row.get(2)?,
            status: of_name("a status", row.get_ref(3)?.as_str().unwrap_or(""))?,
            added: row.get(4)?,
            started: row.get(5)?,
            finished: row.get(6)?,
        })
    }
}

impl Tx<'_> {
    /// Adds a tournament with its players, entries and games. A player whose
    /// address is known is the same player.
    pub fn tournament_add(
        &self,
        new: &NewTournament,
        now: Instant,
    ) -> Result<TournamentId, StoreError> {
        let code = &new.facts.code;
        if self.tournament_load(code)?.is_some() {
            return Err(StoreError::CodeTaken(code.clone()));
        }
        let numbers = numbered(&new.players)?;
        let id = TournamentId(
            self.conn
                .prepare_insert(
                    "INSERT INTO tournament (code, name, file, facts, added_at)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .insert(params![
                    code,
                    new.facts.name,
                    new.file,
                    serde_json::to_string(&new.facts)?,
                    now
                ])?,
        );
        let mut players: BTreeMap<u32, PlayerId> = BTreeMap::new();
        for (start_number, player) in numbers {
            let player = self.player_enter(player)?;
            self.conn
                .prepare_cached(
                    "INSERT INTO entry (tournament_id, player_id, start_number) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id, player, start_number])?;
            players.insert(start_number, player);
        }
        for game in &new.games {
            let find = |start_number: u32| {
                players
                    .get(&start_number)
                    .copied()
                    .ok_or(StoreError::NoSuchEntry {
                        game: game.number,
                        start_number,
                    })
            };
            self.game_add(id, game, find(game.white)?, find(game.black)?)?;
        }
        self.senders_enter(id, &new.facts)?;
        Ok(id)
    }

    /// Enters the captains and officials of a tournament in the place of those it had.
    fn senders_enter(&self, id: TournamentId, facts: &TournamentFacts) -> Result<(), StoreError> {
        self.tournaments_change();
        self.conn
            .prepare_cached("DELETE FROM captain WHERE tournament_id = ?1")?
            .execute([id])?;
        for captain in &facts.captains {
            self.conn
                .prepare_cached(
                    "INSERT INTO captain (tournament_id, team, address) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id, captain.team, address::key(&captain.who.email)])?;
        }
        self.conn
            .prepare_cached("DELETE FROM official WHERE tournament_id = ?1")?
            .execute([id])?;
        let officials = facts.officials.iter();
        let addresses: BTreeSet<String> = officials.map(|o| address::key(&o.who.email)).collect();
        for address in addresses {
            self.conn
                .prepare_cached("INSERT INTO official (tournament_id, address) VALUES (?1, ?2)")?
                .execute(params![id, address])?;
        }
        Ok(())
    }

    /// Puts the facts and the file of a tournament as they are now in the place of what they
    /// were; its entries and games stay.
    pub fn tournament_restate(
        &self,
        id: TournamentId,
        facts: &TournamentFacts,
        file: &str,
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE tournament SET file = ?2, facts = ?3 WHERE id = ?1")?
            .changes(params![id, file, serde_json::to_string(facts)?])?;
        one(changed, id)?;
        self.shared.facts.borrow_mut().remove(&id.0);
        self.senders_enter(id, facts)
    }

    /// Puts a planned tournament as it is now in the place of what it was: its facts,
    /// who has which number, and its games, which nobody has played yet. Games keep
    /// their rows by their numbers; letters about one whose players change are
    /// letters about no game from then on.
    pub fn tournament_revise(
        &self,
        id: TournamentId,
        facts: &TournamentFacts,
        file: &str,
        entries: &[(u32, PlayerId)],
        games: &[NewGame],
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE tournament SET name = ?2, file = ?3, facts = ?4
                 WHERE id = ?1 AND status = 'planned'",
            )?
            .changes(params![id, facts.name, file, serde_json::to_string(facts)?])?;
        one(changed, id)?;
        self.shared.facts.borrow_mut().remove(&id.0);
        self.senders_enter(id, facts)?;
        self.conn
            .prepare_cached("DELETE FROM entry WHERE tournament_id = ?1")?
            .execute([id])?;
        let mut players: BTreeMap<u32, PlayerId> = BTreeMap::new();
        for (number, player) in entries {
            self.conn
                .prepare_cached(
                    "INSERT INTO entry (tournament_id, player_id, start_number) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id, player, number])?;
            players.insert(*number, *player);
        }
        self.tournaments_change();
        let rows = self.games_of_tournament(id)?;
        let known: BTreeMap<u32, &GameRow> = rows.iter().map(|g| (g.name.number, g)).collect();
        for game in games {
            let find = |start_number: u32| {
                let missing = StoreError::NoSuchEntry {
                    game: game.number,
                    start_number,
                };
                players.get(&start_number).copied().ok_or(missing)
            };
            let (white, black) = (find(game.white)?, find(game.black)?);
            match known.get(&game.number) {
                Some(row) => self.game_revise(row, game, white, black)?,
                None => {
                    self.game_add(id, game, white, black)?;
                }
            }
        }
        let kept: BTreeSet<u32> = games.iter().map(|g| g.number).collect();
        for row in rows.iter().filter(|g| !kept.contains(&g.name.number)) {
            self.game_remove(row.id)?;
        }
        Ok(())
    }

    /// Notes that a tournament was started.
    pub fn tournament_start(&self, id: TournamentId, at: Instant) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE tournament SET status = 'started', started_at = ?2, finished_at = NULL
                 WHERE id = ?1",
            )?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Notes that a tournament's last game is over, or that another result ends it. The
    /// final table that this makes has not gone out.
    pub fn tournament_finish(&self, id: TournamentId, at: Instant) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE tournament SET status = 'finished', finished_at = ?2, told_at = NULL
                 WHERE id = ?1",
            )?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Notes that its final table has gone out.
    pub fn tournament_told(&self, id: TournamentId, at: Instant) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE tournament SET told_at = ?2 WHERE id = ?1")?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Adds the games of a round that was paired. Who plays them, by starting numbers, has
    /// an entry.
    pub fn round_add(
        &self,
        id: TournamentId,
        games: &[NewGame],
        players: &BTreeMap<u32, PlayerId>,
    ) -> Result<Vec<GameId>, StoreError> {
        let add = |game: &NewGame| {
            let find = |start_number: u32| {
                let missing = StoreError::NoSuchEntry {
                    game: game.number,
                    start_number,
                };
                players.get(&start_number).copied().ok_or(missing)
            };
            self.game_add(id, game, find(game.white)?, find(game.black)?)
        };
        games.iter().map(add).collect()
    }

    /// Notes when the next round of a tournament is to be paired; `None` for none.
    pub fn tournament_pairs_at(
        &self,
        id: TournamentId,
        at: Option<Instant>,
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE tournament SET pairs_at = ?2 WHERE id = ?1")?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Notes when the next player of a tournament is to be asked for a report; `None` for
    /// nobody.
    pub fn tournament_reports_due(
        &self,
        id: TournamentId,
        at: Option<Instant>,
    ) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached("UPDATE tournament SET reports_due = ?2 WHERE id = ?1")?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Unfinished games that were to end with a tournament end on another day.
    pub fn games_end_moved(&self, id: TournamentId, was: Day, end: Day) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE game SET ends_on = ?3
                 WHERE tournament_id = ?1 AND ends_on = ?2 AND status <> 'finished'",
            )?
            .execute(params![id, was, end])?;
        self.tournaments_change();
        Ok(())
    }

    /// Notes that one is to be asked at an hour, and nobody later for that.
    pub fn tournament_reports_by(&self, id: TournamentId, at: Instant) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE tournament SET reports_due =
                 CASE WHEN reports_due < ?2 THEN reports_due ELSE ?2 END WHERE id = ?1",
            )?
            .changes(params![id, at])?;
        one(changed, id)
    }

    /// Notes that a game of a finished tournament is open again.
    pub fn tournament_reopen(&self, id: TournamentId) -> Result<(), StoreError> {
        let changed = self
            .conn
            .prepare_cached(
                "UPDATE tournament SET status = 'started', finished_at = NULL, shrunk_at = NULL,
                        told_at = NULL
                 WHERE id = ?1",
            )?
            .changes(params![id])?;
        one(changed, id)
    }
}

fn one(changed: usize, id: TournamentId) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::unknown("tournament", id)),
        _ => Ok(()),
    }
}

/// Two players under one address are refused.
fn numbered(players: &[(u32, NewPlayer)]) -> Result<Vec<(u32, &NewPlayer)>, StoreError> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut all = Vec::with_capacity(players.len());
    for (number, player) in players {
        let key = address::person_key(&player.reach, &player.name, &player.postal);
        if let Some(first) = seen.insert(key, *number) {
            return Err(StoreError::SameAddress {
                first,
                second: *number,
                address: player.reach.to_string(),
            });
        }
        all.push((*number, player));
    }
    Ok(all)
}
