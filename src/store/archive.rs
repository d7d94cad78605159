//! The archive: letters of a game packed together, and cut to their envelopes
//! once nobody can protest any more.
//!
//! A letter of the robot repeats nearly all of the one before (the record grows
//! by a line), so letters of a game share a bundle; boards are stored once for
//! both players. Measured in the tests.

use super::engine::{OptionalExtension, params};
use super::letters::{BUNDLE_LEVEL, BundlePlace, Direction, broken, slice_of, to_i64};
use super::recipe;
use super::sql::{Hash, hash};
use super::{Store, StoreError, Tx, View};
use crate::ids::{GameId, TournamentId};
use crate::time::Instant;
use zstd::bulk::Compressor;

/// A bundle of this many unpacked bytes takes no more letters: packing one again
/// stays cheap, and one letter out of it takes about a millisecond.
const BUNDLE_FULL: usize = 512 << 10;

/// Letters looked at in one round, so that a long backlog needs little memory.
const ROUND: u32 = 20_000;

/// Letters about no game are cut to their envelopes after so many days: longer
/// than any term in the rules.
const GAMELESS_DAYS: i64 = 400;

/// Fresh letters whose hashes are compared in one go, by their numbers.
const LOOKED_AT: i64 = 512;

/// Rows of messages, of each of which it is asked whether it has its letter.
const ROWS_LOOKED_AT: i64 = 8192;

const DAY: i64 = 86_400;

/// What [`Store::archive`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ArchiveReport {
    /// Letters archived.
    pub letters: u64,
    /// Their bytes as they were.
    pub bytes: u64,
}

/// What [`Store::shrink_finished`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ShrinkReport {
    /// Tournaments whose letters were cut.
    pub tournaments: u64,
    /// Letters cut to their headers.
    pub letters: u64,
}

/// A fresh letter.
type Found = (Option<GameId>, Direction, i64, Instant);

impl Store {
    /// Archives letters stored more than `days` days ago. Lossless: each is given
    /// back byte for byte, or stays as it is. One transaction a game.
    pub fn archive(&mut self, now: Instant, days: u32) -> Result<ArchiveReport, StoreError> {
        let until = now.plus_seconds(-i64::from(days) * DAY);
        let mut report = ArchiveReport::default();
        loop {
            let mut found = self.read().fresh(until)?;
            if found.is_empty() {
                return Ok(report);
            }
            // Of one game together, both directions by time.
            found.sort_by_key(|(game, direction, id, at)| (*game, *at, *direction, *id));
            for letters in found.chunk_by(|a, b| a.0 == b.0) {
                self.write::<_, StoreError>(|tx| tx.bundle_add(letters, &mut report))?;
            }
        }
    }

    /// Cuts letters to their headers: of tournaments finished for longer than
    /// their longest protest term, and those about no game after more than a year.
    pub fn shrink_finished(&mut self, now: Instant) -> Result<ShrinkReport, StoreError> {
        let mut report = ShrinkReport::default();
        for tournament in self.read().final_tournaments(now)? {
            for game in self.read().games_of_tournament(tournament)? {
                let letters = self.read().fresh_of_game(game.id)?;
                self.write::<_, StoreError>(|tx| {
                    tx.bundle_add(&letters, &mut ArchiveReport::default())?;
                    for bundle in tx.whole_bundles(game.id)? {
                        report.letters += tx.bundle_shrink(bundle)?;
                    }
                    Ok(())
                })?;
            }
            self.write::<_, StoreError>(|tx| {
                tx.conn.execute(
                    "UPDATE tournament SET shrunk_at = ?2 WHERE id = ?1",
                    params![tournament, now],
                )?;
                Ok(())
            })?;
            report.tournaments += 1;
        }
        let old = now.plus_seconds(-GAMELESS_DAYS * DAY);
        for bundle in self.read().gameless_bundles(old)? {
            report.letters += self.write::<_, StoreError>(|tx| tx.bundle_shrink(bundle))?;
        }
        Ok(report)
    }

    /// Gives letters that an older program stored the hash of their bytes, as they are
    /// now. How many.
    pub fn hashes_fill(&mut self) -> Result<u64, StoreError> {
        let mut filled = 0;
        for direction in Direction::BOTH {
            let table = direction.fresh();
            filled +=
                self.hashes_of(table, |view, id| Ok(view.letter_load(direction, id)?.bytes))?;
        }
        Ok(filled + self.hashes_of("bundle", |view, id| view.bundle_load(id))?)
    }

    fn hashes_of(
        &mut self,
        table: &str,
        load: impl Fn(&View<'_>, i64) -> Result<Vec<u8>, StoreError>,
    ) -> Result<u64, StoreError> {
        let mut filled = 0;
        let mut after = 0;
        loop {
            let ids: Vec<i64> = {
                let mut statement = self.conn.prepare(&format!(
                    "SELECT id FROM {table} WHERE hash IS NULL AND id > ?1 ORDER BY id LIMIT ?2"
                ))?;
                let rows = statement.query_map(params![after, ROUND], |r| r.get(0))?;
                rows.collect::<Result<_, _>>()?
            };
            let Some(last) = ids.last().copied() else {
                return Ok(filled);
            };
            after = last;
            self.write::<_, StoreError>(|tx| {
                let sql = format!("UPDATE {table} SET hash = ?2 WHERE id = ?1");
                let mut statement = tx.conn.prepare(&sql)?;
                for id in ids {
                    // What cannot be read any more is told by the check.
                    if let Ok(bytes) = load(tx, id) {
                        filled += 1;
                        statement.execute(params![id, hash(&bytes)])?;
                    }
                }
                Ok(())
            })?;
        }
    }
}

/// Kept letters that are looked at in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptPart {
    /// Whether any is kept of messages, from a number up to and with another.
    Rows(Direction, i64, i64),
    /// Fresh ones, from a number up to and with another.
    Fresh(Direction, i64, i64),
    /// Those of a bundle.
    Bundle(i64),
}

impl View<'_> {
    /// All letters that are kept, in parts to be looked at.
    pub fn kept_parts(&self) -> Result<Vec<KeptPart>, StoreError> {
        let mut parts = Vec::new();
        for direction in Direction::BOTH {
            let rows = self.runs(direction.table(), ROWS_LOOKED_AT)?;
            let rows = rows.into_iter();
            parts.extend(rows.map(|(from, to)| KeptPart::Rows(direction, from, to)));
            let fresh = self.runs(direction.fresh(), LOOKED_AT)?;
            let fresh = fresh.into_iter();
            parts.extend(fresh.map(|(from, to)| KeptPart::Fresh(direction, from, to)));
        }
        let mut statement = self.conn.prepare("SELECT id FROM bundle ORDER BY id")?;
        let bundles = statement.query_map([], |r| r.get(0).map(KeptPart::Bundle))?;
        for bundle in bundles {
            parts.push(bundle?);
        }
        Ok(parts)
    }

    /// The numbers of a table in runs of so many.
    fn runs(&self, table: &str, most: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        let sql = format!("SELECT min(id), max(id) FROM {table}");
        let ends = self.conn.query_row(&sql, [], |r| {
            Ok((r.get::<Option<i64>>(0)?, r.get::<Option<i64>>(1)?))
        })?;
        let mut runs = Vec::new();
        let (Some(mut from), Some(last)) = ends else {
            return Ok(runs);
        };
        while from <= last {
            let to = last.min(from.saturating_add(most - 1));
            runs.push((from, to));
            from = to.saturating_add(1);
        }
        Ok(runs)
    }

    /// Messages of which nothing is kept. Of one who was erased that is as it was ordered.
    fn not_kept(
        &self,
        direction: Direction,
        (from, to): (i64, i64),
    ) -> Result<Vec<i64>, StoreError> {
        let sql = format!(
            "SELECT m.id FROM {} m WHERE m.id BETWEEN ?1 AND ?2
             AND NOT EXISTS (SELECT 1 FROM {} l WHERE l.id = m.id)
             AND NOT EXISTS (SELECT 1 FROM {} a WHERE a.id = m.id)
             AND NOT EXISTS (SELECT 1 FROM person_key k WHERE k.id = m.key_id AND k.key IS NULL)
             ORDER BY m.id",
            direction.table(),
            direction.fresh(),
            direction.archive()
        );
        let mut statement = self.conn.prepare_cached(&sql)?;
        let ids = statement.query_map([from, to], |r| r.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Gives every letter of a part back and compares its hash; what fails, in words. One
    /// letter or bundle is in memory at a time.
    pub fn kept_check(&self, part: KeptPart) -> Result<Vec<String>, StoreError> {
        let mut failed = Vec::new();
        match part {
            KeptPart::Rows(direction, from, to) => {
                let lost = self.not_kept(direction, (from, to))?.into_iter();
                failed.extend(lost.map(|id| format!("{} is not kept", direction.name(id))));
            }
            KeptPart::Fresh(direction, from, to) => {
                let sql = format!(
                    "SELECT id FROM {} WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
                    direction.fresh()
                );
                let mut statement = self.conn.prepare_cached(&sql)?;
                for id in statement.query_map([from, to], |r| r.get::<i64>(0))? {
                    if let Err(e) = self.letter_load(direction, id?) {
                        failed.push(e.to_string());
                    }
                }
            }
            KeptPart::Bundle(bundle) => match self.bundle_load(bundle) {
                Err(e) => failed.push(format!("bundle {bundle}: {e}")),
                Ok(unpacked) => {
                    for (direction, id, place) in self.letters_of_bundle(bundle)? {
                        if let Err(e) = self.letter_in(direction, id, &place, &unpacked) {
                            failed.push(e.to_string());
                        }
                    }
                }
            },
        }
        Ok(failed)
    }
}

impl View<'_> {
    /// The oldest fresh letters stored before `until`.
    fn fresh(&self, until: Instant) -> Result<Vec<Found>, StoreError> {
        let mut all = Vec::new();
        for (direction, sql) in [(Direction::In, FRESH_IN), (Direction::Out, FRESH_OUT)] {
            let mut statement = self.conn.prepare_cached(sql)?;
            let mut rows = statement.query([ROUND])?;
            while let Some(row) = rows.next()? {
                let at: Instant = row.get(2)?;
                // Numbers grow with time: what follows is newer still.
                if at >= until {
                    break;
                }
                all.push((row.get(0)?, direction, row.get(1)?, at));
            }
        }
        Ok(all)
    }

    fn fresh_of_game(&self, game: GameId) -> Result<Vec<Found>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT 0, i.id, i.kept_at FROM inbound i JOIN inbound_letter l ON l.id = i.id
             WHERE i.game_id = ?1 AND i.state = 'done'
             UNION ALL
             SELECT 1, o.id, o.composed FROM outbound o JOIN outbound_letter l ON l.id = o.id
             WHERE o.game_id = ?1 AND o.state IN ('sent','failed','posted')
             ORDER BY 3, 1, 2",
        )?;
        let rows = statement.query_map([game], |r| {
            let direction = match r.get::<i64>(0)? {
                0 => Direction::In,
                _ => Direction::Out,
            };
            Ok((Some(game), direction, r.get(1)?, r.get(2)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn final_tournaments(&self, now: Instant) -> Result<Vec<TournamentId>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id, finished_at FROM tournament
             WHERE status = 'finished' AND finished_at IS NOT NULL AND shrunk_at IS NULL",
        )?;
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        let mut all = Vec::new();
        for row in rows {
            let (id, finished): (TournamentId, Instant) = row?;
            let facts = self.tournament_facts(id)?;
            let longest = facts
                .regulations
                .protest_days
                .into_iter()
                .max()
                .unwrap_or(0);
            // A day more for the zone, one for the letter on its way.
            let transit = facts.regulations.transit_days;
            let days = i64::from(longest) + i64::from(transit) + 1;
            if finished.plus_seconds(days * DAY) < now {
                all.push(id);
            }
        }
        Ok(all)
    }

    fn whole_bundles(&self, game: GameId) -> Result<Vec<i64>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id FROM bundle WHERE game_id = ?1 AND form = 'whole'")?;
        let rows = statement.query_map([game], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn gameless_bundles(&self, until: Instant) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id FROM bundle WHERE game_id IS NULL AND form = 'whole' AND newest < ?1",
        )?;
        let rows = statement.query_map([until], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn letters_of_bundle(
        &self,
        bundle: i64,
    ) -> Result<Vec<(Direction, i64, BundlePlace)>, StoreError> {
        let mut all = Vec::new();
        for direction in Direction::BOTH {
            let mut statement = self.conn.prepare_cached(&format!(
                "SELECT id, form, hash, start, length FROM {} WHERE bundle = ?1 ORDER BY id",
                direction.archive()
            ))?;
            let rows = statement.query_map([bundle], |r| {
                let place = BundlePlace {
                    form: r.get(1)?,
                    hash: r.get(2)?,
                    bundle,
                    start: r.get(3)?,
                    length: r.get(4)?,
                };
                Ok((direction, r.get(0)?, place))
            })?;
            for letter in rows {
                all.push(letter?);
            }
        }
        Ok(all)
    }
}

pub(super) const FRESH_IN: &str = "SELECT i.game_id, i.id, i.kept_at
    FROM (SELECT id FROM inbound_letter l ORDER BY l.id LIMIT ?1) AS l
    CROSS JOIN inbound i ON i.id = l.id ORDER BY l.id";

pub(super) const FRESH_OUT: &str = "SELECT o.game_id, o.id, o.composed
    FROM (SELECT id FROM outbound_letter l ORDER BY l.id LIMIT ?1) AS l
    CROSS JOIN outbound o ON o.id = l.id ORDER BY l.id";

/// A bundle being filled.
struct OpenBundle {
    id: Option<i64>,
    bytes: Vec<u8>,
    letters: Vec<Packed>,
    newest: Option<Instant>,
}

/// A letter in it.
struct Packed {
    direction: Direction,
    id: i64,
    place: PlacedLetter,
}

/// Where in the bundle it is.
struct PlacedLetter {
    size: i64,
    hash: Hash,
    start: i64,
    length: i64,
}

impl Tx<'_> {
    /// Puts letters of one game into its last bundle, and into new ones.
    fn bundle_add(&self, letters: &[Found], report: &mut ArchiveReport) -> Result<(), StoreError> {
        let Some((game, ..)) = letters.first().copied() else {
            return Ok(());
        };
        let mut open = self.bundle_last(game)?;
        for (_, direction, id, at) in letters {
            let bytes = self.letter_load(*direction, *id)?.bytes;
            report.letters += 1;
            report.bytes += u64::try_from(bytes.len()).unwrap_or(0);
            let start = open.bytes.len();
            let pieces = recipe::split(&bytes);
            recipe::write(&pieces, &mut open.bytes, |part| self.part_use(part))?;
            let slice = open.bytes.get(start..).unwrap_or_default();
            let again = recipe::cook(slice, |part| self.part_load(part))?;
            if again.as_deref() != Some(bytes.as_slice()) {
                // It would not come back exactly: as plain text it does.
                self.parts_release(slice)?;
                open.bytes.truncate(start);
                let plain = [recipe::RecipePiece::Text(&bytes)];
                recipe::write(&plain, &mut open.bytes, |part| self.part_use(part))?;
            }
            let length = open.bytes.len() - start;
            open.letters.push(Packed {
                direction: *direction,
                id: *id,
                place: PlacedLetter {
                    size: to_i64(bytes.len()),
                    hash: hash(&bytes),
                    start: to_i64(start),
                    length: to_i64(length),
                },
            });
            open.newest = open.newest.max(Some(*at));
            if open.bytes.len() >= BUNDLE_FULL {
                self.bundle_save(game, &open)?;
                open = OpenBundle {
                    id: None,
                    bytes: Vec::new(),
                    letters: Vec::new(),
                    newest: None,
                };
            }
        }
        self.bundle_save(game, &open)
    }

    /// The last bundle of a game where it is not full.
    fn bundle_last(&self, game: Option<GameId>) -> Result<OpenBundle, StoreError> {
        let last: Option<(i64, i64, Instant)> = self
            .conn
            .prepare_cached(
                "SELECT id, size, newest FROM bundle
                 WHERE game_id IS ?1 AND form = 'whole' ORDER BY id DESC LIMIT 1",
            )?
            .query_row([game], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
            .optional()?;
        match last {
            Some((id, size, newest)) if size < to_i64(BUNDLE_FULL) => Ok(OpenBundle {
                id: Some(id),
                bytes: self.bundle_load(id)?,
                letters: Vec::new(),
                newest: Some(newest),
            }),
            _ => Ok(OpenBundle {
                id: None,
                bytes: Vec::new(),
                letters: Vec::new(),
                newest: None,
            }),
        }
    }

    fn bundle_save(&self, game: Option<GameId>, open: &OpenBundle) -> Result<(), StoreError> {
        let (Some(newest), false) = (open.newest, open.letters.is_empty()) else {
            return Ok(());
        };
        let packed = self.bundle_pack(&open.bytes)?;
        let size = to_i64(open.bytes.len());
        let id = match open.id {
            Some(id) => {
                self.conn
                    .prepare_cached(
                        "UPDATE bundle SET size = ?2, newest = ?3, bytes = ?4, hash = ?5
                         WHERE id = ?1",
                    )?
                    .execute(params![id, size, newest, packed, hash(&open.bytes)])?;
                id
            }
            None => self
                .conn
                .prepare_insert(
                    "INSERT INTO bundle (game_id, form, newest, size, bytes, hash)
                         VALUES (?1, 'whole', ?2, ?3, ?4, ?5)",
                )?
                .insert(params![game, newest, size, packed, hash(&open.bytes)])?,
        };
        for letter in &open.letters {
            let place = &letter.place;
            self.conn
                .prepare_cached(&format!(
                    "INSERT INTO {} (id, form, size, hash, bundle, start, length)
                     VALUES (?1, 'archived', ?2, ?3, ?4, ?5, ?6)",
                    letter.direction.archive()
                ))?
                .execute(params![
                    letter.id,
                    place.size,
                    place.hash,
                    id,
                    place.start,
                    place.length
                ])?;
            self.conn
                .prepare_cached(&format!(
                    "DELETE FROM {} WHERE id = ?1",
                    letter.direction.fresh()
                ))?
                .execute([letter.id])?;
        }
        Ok(())
    }

    /// Packs a bundle and proves that it can be unpacked before anything is replaced.
    pub(super) fn bundle_pack(&self, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
        let why = |e: std::io::Error| broken("bundle", &e.to_string());
        let packed = Compressor::new(BUNDLE_LEVEL)
            .and_then(|mut press| press.compress(bytes))
            .map_err(why)?;
        if self.unpack(&packed, to_i64(bytes.len()))? != bytes {
            return Err(broken("bundle", "it does not come back as it was"));
        }
        Ok(packed)
    }

    /// Cuts the letters of a bundle to their headers; how many.
    fn bundle_shrink(&self, id: i64) -> Result<u64, StoreError> {
        let old = self.bundle_load(id)?;
        let mut headers = Vec::new();
        let mut count = 0;
        for (direction, letter, place) in self.letters_of_bundle(id)? {
            let raw = self.letter_in(direction, letter, &place, &old)?;
            if !raw.whole {
                return Err(broken(&direction.name(letter), "it was cut before"));
            }
            let slice = slice_of(&old, place.start, place.length).unwrap_or_default();
            self.parts_release(slice)?;
            let header = header_of(&raw.bytes);
            self.conn
                .prepare_cached(&format!(
                    "UPDATE {} SET form = 'envelope', start = ?2, length = ?3 WHERE id = ?1",
                    direction.archive()
                ))?
                .execute(params![letter, to_i64(headers.len()), to_i64(header.len())])?;
            headers.extend_from_slice(header);
            count += 1;
        }
        self.conn
            .prepare_cached(
                "UPDATE bundle SET form = 'envelope', size = ?2, bytes = ?3, hash = ?4
                 WHERE id = ?1",
            )?
            .execute(params![
                id,
                to_i64(headers.len()),
                self.bundle_pack(&headers)?,
                hash(&headers)
            ])?;
        Ok(count)
    }
}

/// The header of a letter with the empty line that ends it.
fn header_of(letter: &[u8]) -> &[u8] {
    let mut at = 0;
    for line in letter.split_inclusive(|b| *b == b'\n') {
        at += line.len();
        if line == b"\n" || line == b"\r\n" {
            break;
        }
    }
    letter.get(..at).unwrap_or(letter)
}
